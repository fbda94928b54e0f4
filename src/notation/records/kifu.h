/* kifu.h: what KIF and KI2 share: all of a record but how a move is written.
 * Source: docs/record-format.md, "KIF" and "KI2". */
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
    SHG_KIFU_PROGRAM, /* what programs say to each other */
    SHG_KIFU_VARIATION,
    SHG_KIFU_RESULT,
    SHG_KIFU_MOVES,
    SHG_KIFU_TABLE, /* the head of a table */
    SHG_KIFU_START, /* which game, and with which handicap */
    SHG_KIFU_HEADER,
    SHG_KIFU_OTHER
} shg_kifu_kind;

/* A line of moves that further variations may hang on. */
typedef struct shg_kifu_branch {
    unsigned before;   /* moves stand before its first */
    shoogi_node first; /* its moves are nodes one behind the other */
    unsigned moves;
    unsigned
        reach_below; /* the greatest number a variation can begin with that hangs on a line before it */
} shg_kifu_branch;

/* What words for an end mean, the side being to move. */
typedef struct shg_kifu_end {
    shoogi_termination end;
    shoogi_result result;
    const char *text; /* of an end that is kept as it stood; else NULL */
    size_t bytes;
    bool known;
} shg_kifu_end;

typedef struct shg_kifu {
    shg_reading *r;
    const struct shg_kifu_style *style;
    const char *line; /* that is being read */
    size_t bytes;
    shg_kifu_kind kind;
    shg_bod scratch;
    shg_kifu_branch *branches; /* the main line, and each that hangs on the one before it */
    size_t branch_count, branch_room;
    size_t remade;      /* moves that were made once more for variations in another order */
    unsigned number;    /* of the next move, as they are numbered here; 0: not known */
    unsigned offset;    /* what the numbers are greater by than here */
    shg_out unparsed;   /* lines that belong nowhere */
    bool unparsed_open; /* the last of them has no line end yet */
    shg_kifu_end told;  /* what the next end is, if that is known better than its words say */
    bool begun;         /* a move, an end or a variation was read */
    bool skips;         /* what belongs to a variation that hangs nowhere */
    bool any;           /* some line had a meaning */
} shg_kifu;

void shg_kifu_read(shg_reading *r, const struct shg_kifu_style *style);

/* Takes the next line of the record; false at its end. */
bool shg_kifu_line(shg_kifu *kifu);

/* Gives the line taken last back; the one before it is read again. */
void shg_kifu_back(shg_kifu *kifu, const char *before, size_t before_bytes);

/* Keeps the line with what belongs nowhere, having told that "EXPECTED" was expected in `bytes` of it at byte `at`. */
void shg_kifu_keep(shg_kifu *kifu, size_t at, size_t bytes, const char *expected);

/* What lines of our own for programs begin with. */
extern const char shg_kifu_own_sign[];

/* Takes a line for programs, which means something if it is one of our own (kifu_own.c). */
void shg_kifu_own_read(shg_kifu *kifu);

/* Whether a record begins with a line, as with "#KIF version=2.0", if others stand before it. */
bool shg_kifu_begins(const char *line, size_t line_bytes);

/* Reads what is said of a move at byte `at` of the line, in `bytes` of it; previous: where the move before ended.
 * *used_bytes: up to where it goes.  What stands behind it, if a blank is between, is told and no part of it.  False
 * and told if it is no move. */
bool shg_kifu_said(shg_kifu *kifu, struct shg_said *said, size_t *used_bytes, size_t at,
                   size_t bytes, shoogi_square previous);

/* Adds a move that was said at byte `at` of the line, in `bytes` of it. */
void shg_kifu_add_move(shg_kifu *kifu, size_t at, size_t bytes, const struct shg_said *said);

/* Compares the number that stands in `bytes` of the line at byte `at`, before a move or an end, with what it should
 * be. */
void shg_kifu_number(shg_kifu *kifu, size_t at, size_t bytes, unsigned number);

/* Adds what stands in the line and belongs to no move, if there is anything, to the comment. */
void shg_kifu_remark(shg_kifu *kifu, size_t at, size_t bytes);

/* Adds the end that words at byte `at` of the line mean: whole, a word in place of a move, or else a sentence
 * with one in it; what has no meaning is an end, too. */
void shg_kifu_add_end(shg_kifu *kifu, size_t at, size_t bytes, bool whole);

/* What such words mean. */
shg_kifu_end shg_kifu_end_of(const char *text, size_t bytes, bool whole, shoogi_colour side);

/* The word for an end that has no other. */
extern const char shg_kifu_any_end[];

/* Whether a line is read as a header with this name and value.  scratch: that of its game. */
bool shg_kifu_reads_header(const struct shg_kifu_style *style, shg_bod *scratch, const char *line,
                           const char *name, const char *value);

/* How much a text looks like records of the style, from 0 to 100. */
unsigned shg_kifu_looks(const struct shg_kifu_style *style, const char *text, size_t text_bytes);

/* --- writing ------------------------------------------------------------------------------------- */

/* Lines of our own for programs: the time of the move before it, what the end behind it is, a header, and the rest. */
void shg_kifu_own_time(shg_out *out, int64_t time_ms);
void shg_kifu_own_end(shg_out *out, const shoogi_node_info *node);
void shg_kifu_own_header(shg_out *out, const char *name, const char *value);
void shg_kifu_own_unparsed(shg_out *out, const char *unparsed);

typedef struct shg_kifu_writer {
    shg_writing *w;
    const struct shg_kifu_style *style;
    shg_walker walker; /* before what is written */
    shg_bod scratch;
    bool uneven;        /* the players are called 上手 and 下手 */
    unsigned in_line;   /* moves that stand in a line that has not ended */
    size_t spaces;      /* behind the last of them */
    int64_t time_ms[2]; /* that Black and White have used in this line of moves */
} shg_kifu_writer;

shoogi_status shg_kifu_write(shg_writing *w, const struct shg_kifu_style *style);

/* The word that stands in place of a move for an end.  What it does not say is written before, or lost. */
const char *shg_kifu_end_word(shg_kifu_writer *k, const shoogi_node_info *node);

/* --- a style ------------------------------------------------------------------------------------- */

typedef struct shg_kifu_style {
    const char *name; /* "KIF" */
    const char *head; /* what stands before the moves */
    /* Whether there are moves or an end in a line. */
    bool (*is_moves)(const char *line, size_t line_bytes);
    void (*read_moves)(shg_kifu *kifu);
    /* Writes a move or an end, the walker being before it. */
    void (*write_node)(shg_kifu_writer *k, const shoogi_node_info *node);
    /* Whether a word in place of a move is read as one for an end, where has_ends. */
    bool (*is_end)(const shoogi_variant *v, const char *word);
    /* Ends the line of text, if one is begun. */
    void (*end_line)(shg_kifu_writer *k);
    unsigned looks_by_headers; /* how much headers alone look like it */
    bool has_ends; /* a word stands in place of a move; else only the result tells of an end */
    bool bare;     /* without a move or a line about the start nothing tells that it is a record */
    bool exact;    /* what it has no words for stands in lines for programs */
    uint32_t losses; /* what it never holds */
} shg_kifu_style;

#endif
