/* record_int.h: what the readers and writers of records share. */
#ifndef SHG_NOTATION_RECORDS_RECORD_INT_H
#define SHG_NOTATION_RECORDS_RECORD_INT_H

#include "base/text.h"
#include "notation/words/cursor.h"
#include "shoogi/record.h"

/* A position that goes about in a record. */
typedef struct shg_walker {
    const shoogi_record *record;
    shoogi_position *position; /* that at the node; the walker's own */
    shoogi_node at;
} shg_walker;

/* Begins at the start.  Returns OK, or NO_MEMORY; shg_walker_fini is allowed after both. */
SHOOGI_CHECKED shoogi_status shg_walker_init(shg_walker *walker, const shoogi_record *record);
void shg_walker_fini(shg_walker *walker);

/* Goes to a node; to an end: to the node before it.  Returns OK, or NO_MEMORY with the walker on the way.
 * Cost: the moves between. */
SHOOGI_CHECKED shoogi_status shg_walker_go(shg_walker *walker, shoogi_node node);

/* The next node of the tree: a node comes before its children, and each child with all that follows it before
 * the next.  SHOOGI_NO_NODE behind the last. */
shoogi_node shg_record_next(const shoogi_record *record, shoogi_node node);

/* Whether a position is the start of its variant. */
bool shg_is_startpos(const shoogi_position *position);

SHOOGI_CHECKED shoogi_status shg_record_set_unparsed(shoogi_record *record, const char *text,
                                                     size_t text_bytes);

/* One reading of one record: the text, where in it the reader is, what is made of it.  Readers of formats
 * take a line at a time with shg_reading_line and add what it says with the functions below; the first
 * failure ends the reading. */
typedef struct shg_reading {
    const char *text;  /* borrowed */
    size_t bytes, at;  /* at: where the next line begins */
    size_t line;       /* the number of the line taken last, from 1 */
    const char *begin; /* of the line taken last; it ends without CR and LF */
    size_t length;
    const shoogi_record_read_options *options;
    shoogi_record *record; /* NULL until shg_reading_start */
    shg_walker walker;     /* at node `last` */
    shoogi_node last;      /* the node read last: comments and times belong to it */
    shoogi_error *errors;
    size_t errors_max, error_count;
    shoogi_status status;
} shg_reading;

/* A place for one more fault or warning; NULL if there is none.  The last place is for a fault. */
shoogi_error *shg_reading_error(shg_reading *reading, bool fault);

/* Takes the next line, whatever the status and whatever stands in it. */
bool shg_reading_take(shg_reading *reading);

/* Takes the next line: ends with LF, CR LF or CR, or with the text.  False at the end of the text. */
bool shg_reading_line(shg_reading *reading);

/* Gives the line taken last back. */
void shg_reading_back(shg_reading *reading);

/* Whether a variant calls itself so, by its name or an alias. */
bool shg_is_called(const shoogi_variant *variant, const char *name, size_t bytes);

/* The variant that a text names, name_bytes at byte `at` of the line; NULL, and NOT_FOUND told, if there is
 * none. */
const shoogi_variant *shg_reading_game(shg_reading *reading, size_t at, size_t name_bytes);

/* Makes the record.  start: copied.  Returns reading->status. */
shoogi_status shg_reading_start(shg_reading *reading, const shoogi_position *start);

/* Says that something is at fault, at byte `at` of the line: "expected EXPECTED, found "..."", found_bytes of
 * the line from there on being what was found.  Returns and keeps PARSE_ERROR.  Faults behind the start begin
 * "move N: ". */
shoogi_status shg_reading_fail(shg_reading *reading, size_t at, size_t found_bytes,
                               const char *expected);

/* The same with the status and message of another reader, *why, which read from byte `at` of the line on. */
shoogi_status shg_reading_refuse(shg_reading *reading, size_t at, const shoogi_error *why);

/* The same for something that is worth saying and no fault. */
void shg_reading_warn(shg_reading *reading, size_t at, size_t found_bytes, const char *expected);

/* Adds a move or an end after reading->last and goes there.  at: the byte of the line where it stands, for
 * faults.  Return reading->status. */
shoogi_status shg_reading_move(shg_reading *reading, size_t at, shoogi_move move);
shoogi_status shg_reading_end(shg_reading *reading, shoogi_termination end, shoogi_result result,
                              const char *text, size_t text_bytes);

/* Goes back to a node, after which a variation begins. */
shoogi_status shg_reading_go(shg_reading *reading, shoogi_node node);

/* Sets a header of the record. */
shoogi_status shg_reading_header(shg_reading *reading, const char *name, size_t name_bytes,
                                 const char *value, size_t value_bytes);

/* Adds a line to the comment of reading->last. */
shoogi_status shg_reading_comment(shg_reading *reading, const char *text, size_t text_bytes);

/* Who wins by an end of the kind, the side being to move: by the table of ends, BOARD and OTHER excepted. */
shoogi_result shg_end_result(shoogi_termination end, shoogi_colour side);

/* True if the end alone would tell the wrong winner: its kind says that one side has won, and it was the other. */
bool shg_end_misleads(shoogi_termination end, shoogi_colour side, shoogi_outcome outcome);

/* How a game ended in the words of our own records: "resign white", "board white checkmate".  read: goes on
 * behind them and returns NULL, or to what is at fault and returns what is expected there. */
void shg_result_write(shg_out *out, shoogi_termination end, shoogi_result result);
const char *shg_result_read(shoogi_termination *end, shoogi_result *result, shg_cursor *cursor);

/* A header as a line of our own records, "black: Anna", a backslash taking the meaning from the character behind
 * it.  read: from byte `at` of the line, and returns reading->status; find: where its colon stands, the length of the
 * line if there is none. */
void shg_header_write(shg_out *out, const char *name, const char *value);
shoogi_status shg_header_read(shg_reading *reading, size_t at, size_t colon);
size_t shg_header_colon(const shg_reading *reading, size_t at);

/* Each line of a text behind a sign, and a blank if the line is not empty.  text: NULL writes nothing. */
void shg_lines_write(shg_out *out, const char *sign, const char *text);

/* A time in seconds, with three digits of a fraction if there is one.  read: goes on behind it; false if there
 * is none, or it is more than a record can hold.  More digits are read and have no effect. */
void shg_seconds_write(shg_out *out, int64_t time_ms);
bool shg_seconds_read(int64_t *time_ms, shg_cursor *cursor);

/* One writing of one record. */
typedef struct shg_writing {
    const shoogi_record *record;
    shoogi_record_write_options options;
    shg_out out;     /* grows */
    uint32_t losses; /* what is not in it; at first, all that stands in the record besides moves */
    shoogi_error *err;
} shg_writing;

/* One format: its functions, by shoogi_format. */
typedef struct shg_format {
    /* Reads up to the end of one record, having been given the start of its text; adds all to reading. */
    void (*read)(shg_reading *reading);
    /* Writes all it can, and takes what it wrote out of the losses.  ILLEGAL with *writing->err for a game it
     * cannot tell. */
    shoogi_status (*write)(shg_writing *writing);
    /* How much a text looks like the format, from 0 to 100. */
    unsigned (*looks)(const char *text, size_t text_bytes);
    /* Whether a record begins with this line, where others may stand before it: there reading goes on after a
     * fault.  NULL: a text is one record. */
    bool (*begins)(const char *line, size_t line_bytes);
} shg_format;

#define SHG_LOSS(name) (UINT32_C(1) << SHOOGI_LOSS_##name)

/* The losses of a format that holds nothing but moves, for this record; the name of the game is none where
 * it has no name. */
uint32_t shg_losses_of(const shoogi_record *record);

/* The formats, each in a file of its own. */
#define FORMAT(name, word, extensions, words) extern const shg_format shg_format_##name;
#include "shoogi/format.def"
#undef FORMAT

#endif
