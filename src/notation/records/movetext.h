/* movetext.h: shared by PGN, PSN and lists of Western moves: tags in brackets, numbered moves, comments in braces,
 * variations in parentheses, and a result. */
#ifndef SHG_NOTATION_RECORDS_MOVETEXT_H
#define SHG_NOTATION_RECORDS_MOVETEXT_H

#include "notation/records/record_int.h"

/* How one of them is written.  All are read alike, except for which side their tags call White. */
typedef struct shg_movetext {
    /* In tags about players PGN calls the side that moves first White. */
    const char *first_player, *second_player;
    bool all_tags;   /* the tags of the PGN roster are written even if unknown */
    bool fen;        /* start positions are in FEN, else in SFEN */
    bool handicaps;  /* but a handicap is the first move */
    bool pairs;      /* a number counts the moves of both sides */
    bool braces;     /* the result is in braces */
    bool unfinished; /* and is "*" if the game has no end */
    SHOOGI_CHECKED shoogi_status (*write_move)(shg_out *out, const shoogi_position *position,
                                               shoogi_move move);
} shg_movetext;

void shg_movetext_read(shg_reading *reading, const shg_movetext *style);
shoogi_status shg_movetext_write(shg_writing *writing, const shg_movetext *style);

/* The form of a move, which shows the format of a text. */
typedef enum shg_move_looks {
    SHG_LOOKS_NOTHING,
    SHG_LOOKS_ALGEBRAIC, /* c4, Bxh8+ */
    SHG_LOOKS_PSN,       /* P7f */
    SHG_LOOKS_WESTERN,   /* P-7f */
    SHG_LOOKS_EITHER     /* Px7f: PSN or Western */
} shg_move_looks;

/* How much a text looks like the form, as shg_format.looks; looks: not NOTHING or EITHER. The first move that is not
 * ambiguous decides; without one, a result in braces (as in PSN) or the tags. */
unsigned shg_movetext_looks(shg_move_looks looks, const char *text, size_t text_bytes);

/* Whether a game of several begins with the line. */
bool shg_movetext_begins(const char *line, size_t line_bytes);

/* ---- Shared by reader and writer --------------------------------------------------------------- */

enum { SHG_TAG_BYTES = 256 };

/* The tag of a header; false if none reads back as it. */
bool shg_tag_of_header(char tag[SHG_TAG_BYTES], const shg_movetext *style, const char *name);
/* The header of a tag; false if the tag is about something else, or too long. */
bool shg_header_of_tag(char name[SHG_TAG_BYTES], const shg_movetext *style, const char *tag,
                       size_t tag_bytes);

/* The value of a required tag that is unknown: "?". */
bool shg_tag_says_nothing(const char *value);

/* "1-0", "1/2-1/2", "*" of an outcome, and back. */
const char *shg_result_token(shoogi_outcome outcome);
/* Returns the bytes of the token at the beginning of text; 0: none. */
size_t shg_result_token_read(shoogi_outcome *outcome, const char *text, size_t text_bytes);
/* Whether a text is such a token alone, between spaces. */
bool shg_is_result(shoogi_outcome *outcome, const char *text, size_t text_bytes);

/* shoogi_position_result of a position, computed once and only if needed: it examines all moves played. */
typedef struct shg_verdict {
    const shoogi_position *position; /* borrowed */
    bool asked;                      /* whether result is filled */
    shoogi_result result;
} shg_verdict;

/* The termination in words before a result: "resign", "no contest by repetition". write: may write nothing, which is
 * what the result alone means; false if something is lost. read: false if the words are about something else.
 * position, verdict: at the end; outcome: of the result; *word: one that is no word for a termination. */
bool shg_end_words_write(shg_out *out, const shoogi_node_info *end,
                         const shoogi_position *position);
bool shg_end_words_read(shoogi_termination *end, shoogi_result *result, const char **word,
                        size_t *word_bytes, const char *text, size_t text_bytes,
                        shoogi_outcome outcome, shg_verdict *verdict);

/* Commands in comments: "[%emt 0:00:05]", the time of a move; "[%end resign white]", a termination. */
extern const char shg_time_command[], shg_end_command[];
void shg_end_command_write(shg_out *out, const shoogi_node_info *end);

#endif
