/* movetext.h: what PGN, PSN and lists of Western moves have in common: tags in brackets, moves with numbers between
 * them, comments in braces, variations in parentheses, and a result. */
#ifndef SHG_NOTATION_RECORDS_MOVETEXT_H
#define SHG_NOTATION_RECORDS_MOVETEXT_H

#include "notation/records/record_int.h"

/* How one of them is written; all are read alike, but for whom tags call White. */
typedef struct shg_movetext {
    /* Of players, tags and others that begin alike: PGN calls White who moves first. */
    const char *first_player, *second_player;
    bool all_tags;   /* those of the roster of PGN are written though nothing is known */
    bool fen;        /* a start is told in FEN, else in SFEN */
    bool handicaps;  /* but a handicap as the first move */
    bool pairs;      /* a number counts the moves of both sides */
    bool braces;     /* the result stands in braces */
    bool unfinished; /* and is "*" where the game has no end */
    SHOOGI_CHECKED shoogi_status (*write_move)(shg_out *out, const shoogi_position *position,
                                               shoogi_move move);
} shg_movetext;

void shg_movetext_read(shg_reading *reading, const shg_movetext *style);
shoogi_status shg_movetext_write(shg_writing *writing, const shg_movetext *style);

/* How a move is written, by its looks: which of the formats a text is. */
typedef enum shg_move_looks {
    SHG_LOOKS_NOTHING,
    SHG_LOOKS_ALGEBRAIC, /* c4, Bxh8+ */
    SHG_LOOKS_PSN,       /* P7f */
    SHG_LOOKS_WESTERN,   /* P-7f */
    SHG_LOOKS_EITHER     /* Px7f: one of the last two */
} shg_move_looks;

/* How much a text looks like that, as shg_format.looks; looks: not NOTHING or EITHER.  The first move decides that is not
 * alike in two of them; if there is none, a result in braces (PSN has it so) or the tags. */
unsigned shg_movetext_looks(shg_move_looks looks, const char *text, size_t text_bytes);

/* True for the line with which a game of several begins. */
bool shg_movetext_begins(const char *line, size_t line_bytes);

/* ---- Shared by reading and writing -------------------------------------------------------------- */

enum { SHG_TAG_BYTES = 256 };

/* The tag of a header; false if there is none that reads back as it. */
bool shg_tag_of_header(char tag[SHG_TAG_BYTES], const shg_movetext *style, const char *name);
/* The header of a tag; false if the tag is about something else, or too long. */
bool shg_header_of_tag(char name[SHG_TAG_BYTES], const shg_movetext *style, const char *tag,
                       size_t tag_bytes);

/* The value of a tag that must be there and of which nothing is known: "?". */
bool shg_tag_says_nothing(const char *value);

/* "1-0", "1/2-1/2", "*" of an outcome, and back. */
const char *shg_result_token(shoogi_outcome outcome);
/* Returns the bytes of the token at the beginning of text, 0 if there is none. */
size_t shg_result_token_read(shoogi_outcome *outcome, const char *text, size_t text_bytes);

/* shoogi_position_result of a position, asked where it matters, and once: it looks at all that has been played. */
typedef struct shg_verdict {
    const shoogi_position *position; /* borrowed */
    bool asked;                      /* result has been */
    shoogi_result result;
} shg_verdict;

/* How a game ended, in words that stand before a result: "resign", "no contest by repetition".  write: may write
 * nothing, which is what the result alone says; false if something is lost.  read: false if the words are about
 * something else.  position, verdict: at the end; outcome: of the result; *word: one that is no word for an end. */
bool shg_end_words_write(shg_out *out, const shoogi_node_info *end,
                         const shoogi_position *position);
bool shg_end_words_read(shoogi_termination *end, shoogi_result *result, const char **word,
                        size_t *word_bytes, const char *text, size_t text_bytes,
                        shoogi_outcome outcome, shg_verdict *verdict);

/* Commands in comments: "[%emt 0:00:05]" how long a move took, "[%end resign white]" an end. */
extern const char shg_time_command[], shg_end_command[];
void shg_end_command_write(shg_out *out, const shoogi_node_info *end);

#endif
