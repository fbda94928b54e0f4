/* kifu.h: shared by KIF and KI2: everything in a record except the text of moves.  Source: docs/record-format.md,
 * "KIF" and "KI2". */
#ifndef SHG_NOTATION_RECORDS_KIFU_H
#define SHG_NOTATION_RECORDS_KIFU_H

#include "notation/boards/bod.h"
#include "notation/records/record_int.h"

struct shg_kifu_style;
struct shg_said;

/* --- reading ------------------------------------------------------------------------------------- */

typedef enum shg_kifu_kind {
    SHG_KIFU_BLANK,
    SHG_KIFU_COMMENT,
    SHG_KIFU_BOOKMARK,
    SHG_KIFU_PROGRAM, /* messages of programs */
    SHG_KIFU_VARIATION,
    SHG_KIFU_RESULT,
    SHG_KIFU_MOVES,
    SHG_KIFU_TABLE,   /* the head of a table */
    SHG_KIFU_CAPTION, /* of a board: the number of moves and the last one */
    SHG_KIFU_START,   /* the variant and the handicap */
    SHG_KIFU_HEADER,
    SHG_KIFU_OTHER
} shg_kifu_kind;

/* A line of moves from which further variations may branch. */
typedef struct shg_kifu_branch {
    unsigned before;   /* number of moves before its first */
    shoogi_node first; /* its moves are consecutive nodes */
    unsigned moves;
    bool ended; /* a termination follows them */
    /* The greatest number of a move or a termination in the earlier lines, and with which a variation from one of them
     * can begin. */
    unsigned last_below, reach_below;
} shg_kifu_branch;

/* The meaning of words for a termination, given the side to move. */
typedef struct shg_kifu_end {
    shoogi_termination end;
    shoogi_result result;
    const char *text; /* of an unknown termination, kept as it is, or the name of a foul; else NULL */
    size_t bytes;
    bool known;
    bool no_winner;    /* unknown because the text says that somebody won, but not which side */
    bool winner_named; /* the text says which side won or lost */
    size_t used;       /* bytes of the words; a remark follows */
} shg_kifu_end;

typedef struct shg_kifu {
    shg_reading *r;
    const struct shg_kifu_style *style;
    const shoogi_variant *variant; /* as far as it is known */
    const char *line;              /* without its lead */
    size_t bytes;
    shg_kifu_kind kind;
    shg_bod scratch;
    shg_kifu_branch *branches; /* the main line, and each line that branches from the one before it */
    size_t branch_count, branch_room;
    size_t remade;         /* moves repeated for variations in another order */
    unsigned number;       /* of the next move, as numbered here; 0: unknown */
    unsigned offset;       /* the offset of the numbers in the text */
    shg_out unparsed;      /* lines without a place in the record */
    bool unparsed_open;    /* the last of them has no line end yet */
    shg_kifu_end reported; /* the next termination, if a line for programs gives it more precisely */
    shoogi_node precise; /* the last termination by such a line, or compared with a result; 0: none */
    bool begun;          /* a move, a termination or a variation has been read */
    bool start_drawn;    /* a board shows the start */
    bool skips;          /* inside a variation without a place */
    bool any;            /* some line had a meaning */
    bool at_variation;   /* 変化 was read, and no move after it */
    size_t same_until;   /* offset up to which the text is known to belong to this record */
} shg_kifu;

void shg_kifu_read(shg_reading *r, const struct shg_kifu_style *style);

/* A game by name (game_name.c). */
typedef struct shg_kifu_game {
    const shoogi_variant *variant;
    const shoogi_handicap *handicap; /* of the variant; NULL: none */
    bool gains;                      /* the pieces of the handicap are in the other player's hand */
    shoogi_kind soldier; /* of a royal alone with pieces of this kind in hand; 0: no such start */
    unsigned soldier_count; /* from 1 to 99 */
} shg_kifu_game;

/* Finds a handicap of the variant or another game by a name, as people spell it.  False: there is none. */
bool shg_kifu_game_of(shg_kifu_game *out, const shoogi_record_read_options *options,
                      const shoogi_variant *variant, const char *name, size_t bytes);

/* Reads the next line of the record; false at its end. */
bool shg_kifu_line(shg_kifu *kifu);

/* Un-reads the last line; the one before it is current again. */
void shg_kifu_back(shg_kifu *kifu, const char *before, size_t before_bytes);

/* Keeps the line as unparsed text and warns that "EXPECTED" was expected in `bytes` of it at byte `at`. */
void shg_kifu_keep(shg_kifu *kifu, size_t at, size_t bytes, const char *expected);

/* The beginning of our own lines for programs. */
extern const char shg_kifu_own_sign[];

/* Reads a line for programs, which has a meaning if it is one of ours (kifu_own.c). */
void shg_kifu_own_read(shg_kifu *kifu);

/* The parts of a line (kifu_line.c).
 *
 * The bytes before its content: spaces, and signs of quotation. */
size_t shg_kifu_lead(const char *line, size_t line_bytes);

/* The same, given its content. */
size_t shg_kifu_lead_before(const shg_reading *r, const char *line);

typedef struct shg_kifu_number_at {
    unsigned number;
    size_t at, bytes;
} shg_kifu_number_at;

/* Reads what may stand before a move: hyphens, and a number with whatever sets it apart: "12.", "第12手：".  False, with
 * only the hyphens read for certain: there is no number. */
bool shg_kifu_front(shg_kifu_number_at *out, shg_cursor *cursor);

/* Whether what is used of a text ends before a space or a sign, but not before a damaged origin. */
bool shg_kifu_ends_apart(const char *text, size_t used, size_t bytes);

/* Reads a move of the variant at the beginning of a text.  Returns its bytes; 0: none that ends apart. */
size_t shg_kifu_move(struct shg_said *said, const shoogi_variant *variant, const char *text,
                     size_t bytes);

/* Whether there is one.  variant: NULL: of any game, by its looks. */
bool shg_kifu_has_move(const shoogi_variant *variant, const char *text, size_t bytes);

/* Whether this can be the key of a header: it does not begin as a line of moves does, and no move is in it. */
bool shg_kifu_is_key(const shoogi_variant *variant, const char *key, size_t key_bytes);

/* Whether a move with its origin is anywhere in a text: hardly by chance. */
bool shg_kifu_has_origin(const shoogi_variant *variant, const char *text, size_t bytes);

/* Reads a time, as ( 0:16/00:00:16), whose parts may be missing, or 0:16; *time_ms: -1 if there is none in it.  plain:
 * (16) is one too, and no origin. */
bool shg_kifu_takes_time(int64_t *time_ms, bool plain, shg_cursor *cursor);

/* A whole date, perhaps with a time, in any of the forms that people write (2024年1月2日 10時00分, ２０２４／１／２), as headers
 * have it: 2024/01/02 10:00.  date: filled.  False: another text. */
enum { SHG_KIFU_DATE_BYTES = sizeof "2024/01/02 10:00:00" };
bool shg_kifu_date(char date[static SHG_KIFU_DATE_BYTES], const char *text, size_t bytes);

/* Whether a record begins with the line, as with "#KIF version=2.0", if others precede it. */
bool shg_kifu_begins(const char *line, size_t line_bytes);

/* Parses the text of a move at byte `at` of the line, in `bytes` of it. previous: the destination of the move before.
 * *used_bytes: its length; after it comes nothing, a space or a sign.  False, with an error reported, if it is no
 * move. */
bool shg_kifu_said(shg_kifu *kifu, struct shg_said *said, size_t *used_bytes, size_t at,
                   size_t bytes, shoogi_square previous);

/* The bytes of a text at byte `at` of the line without the spaces at its end. */
size_t shg_kifu_length(const shg_kifu *kifu, size_t at, size_t bytes);

/* Adds the parsed move at byte `at` of the line, in `bytes` of it. */
void shg_kifu_add_move(shg_kifu *kifu, size_t at, size_t bytes, const struct shg_said *said);

/* Checks the number before a move or a termination, in `bytes` of the line at byte `at`; 0 bytes: there is none. */
void shg_kifu_number(shg_kifu *kifu, size_t at, size_t bytes, unsigned number);

/* Adds text in the line that belongs to no move, if any, to the comment. */
void shg_kifu_remark(shg_kifu *kifu, size_t at, size_t bytes);

/* The same for the text behind a move, with a warning unless it begins as a remark, "*".  Signs that only separate
 * moves are no remark. */
void shg_kifu_tail(shg_kifu *kifu, size_t at, size_t bytes);

/* Adds the termination that words at byte `at` of the line mean: whole: a word instead of a move, else a sentence
 * that contains one.  Unknown words are a termination too. */
void shg_kifu_add_end(shg_kifu *kifu, size_t at, size_t bytes, bool whole);

/* The bytes of the words for an end at the beginning of a text that nothing but a space or a sign follows; 0: none. */
size_t shg_kifu_end_bytes(const char *text, size_t bytes);

/* The bytes of such words that end in kanji if kana follows and no other verdict: 投了しました.  Also 0 if nothing
 * follows. */
size_t shg_kifu_end_front(const char *text, size_t bytes);

/* The meaning of such words (result_line.c). side: to move. record: its headers name the players; NULL: unnamed. */
shg_kifu_end shg_kifu_end_of(const char *text, size_t bytes, bool whole, shoogi_colour side,
                             const shoogi_record *record);

/* The word for a termination without a word of its own, and that after an illegal move. */
extern const char shg_kifu_any_end[], shg_kifu_foul_word[];

/* Whether a line reads as a header with this name and value. scratch: that of its game. */
bool shg_kifu_reads_header(const struct shg_kifu_style *style, shg_bod *scratch, const char *line,
                           const char *name, const char *value);

/* Whether a record begins with the line after those before it: with its start or its players, where another has ended.
 * *state: 0 at first. */
bool shg_kifu_begins_after(const struct shg_kifu_style *style, unsigned *state, const char *line,
                           size_t line_bytes);

/* How much a text looks like records of the style, from 0 to 100. */
unsigned shg_kifu_looks(const struct shg_kifu_style *style, const char *text, size_t text_bytes);

/* --- writing ------------------------------------------------------------------------------------- */

/* Our own lines for programs: the time of the move before, the termination after, a header, the unparsed text. */
void shg_kifu_own_time(shg_out *out, int64_t time_ms);
void shg_kifu_own_end(shg_out *out, const shoogi_node_info *node);
void shg_kifu_own_header(shg_out *out, const char *name, const char *value);
void shg_kifu_own_unparsed(shg_out *out, const char *unparsed);

typedef struct shg_kifu_writer {
    shg_writing *w;
    const struct shg_kifu_style *style;
    shg_walker walker; /* before the node being written */
    shg_bod scratch;
    bool uneven;        /* the players are 上手 and 下手 (a handicap game) */
    unsigned in_line;   /* moves in a line that has not ended */
    size_t spaces;      /* after the last of them */
    int64_t time_ms[2]; /* total times of Black and White in this line of moves */
} shg_kifu_writer;

shoogi_status shg_kifu_write(shg_writing *w, const struct shg_kifu_style *style);

/* Writes a move, legal or not, as in KIF. */
void shg_kifu_move_write(shg_out *out, const shoogi_position *position, shoogi_move move);

/* The illegal move that ended the game as a move of these formats, if the node is an end by one that reads back; else
 * false. */
bool shg_kifu_foul(char *out, size_t out_bytes, const shg_kifu_writer *k,
                   const shoogi_node_info *node);

/* The word instead of a move for a termination.  Details it does not express are written before it, or lost. */
const char *shg_kifu_end_word(shg_kifu_writer *k, const shoogi_node_info *node);

/* --- styles -------------------------------------------------------------------------------------- */

typedef struct shg_kifu_style {
    const char *name; /* "KIF" */
    const char *head; /* the line before the moves */
    /* Whether a line contains moves or a termination.  *number, if given: of the first, 0 if there is none.  variant:
     * NULL: not known. */
    bool (*is_moves)(const shoogi_variant *variant, unsigned *number, const char *line,
                     size_t line_bytes);
    void (*read_moves)(shg_kifu *kifu);
    /* Writes a move or a termination; the walker is before it. */
    void (*write_node)(shg_kifu_writer *k, const shoogi_node_info *node);
    /* Writes an illegal move that ended the game before the result.  NULL: write_node does. */
    void (*write_foul)(shg_kifu_writer *k, const char *text);
    /* Whether a word instead of a move is read as a termination, if has_ends. */
    bool (*is_end)(const shoogi_variant *v, const char *word);
    /* Ends the current line of text, if any. */
    void (*end_line)(shg_kifu_writer *k);
    /* Whether a line of moves shows the style, and not another.  NULL: always. */
    bool (*looks)(const char *line, size_t line_bytes);
    unsigned looks_by_headers; /* how much headers alone look like the style */
    bool has_ends; /* terminations are words instead of moves; else only the result shows them */
    bool bare;     /* without a move or a line about the start nothing shows that it is a record */
    bool exact;    /* what it has no words for is written as lines for programs */
    uint32_t losses; /* what it never represents */
} shg_kifu_style;

#endif
