/* record_int.h: shared by the readers and writers of records. */
#ifndef SHG_NOTATION_RECORDS_RECORD_INT_H
#define SHG_NOTATION_RECORDS_RECORD_INT_H

#include "base/text.h"
#include "notation/words/cursor.h"
#include "shoogi/record.h"

/* A position that walks through a record. */
typedef struct shg_walker {
    const shoogi_record *record;
    shoogi_position *position; /* at the node; owned by the walker */
    shoogi_node at;
} shg_walker;

/* Begins at the start.  Returns OK, or NO_MEMORY; shg_walker_fini is allowed after both. */
SHOOGI_CHECKED shoogi_status shg_walker_init(shg_walker *walker, const shoogi_record *record);
void shg_walker_fini(shg_walker *walker);

/* Goes to a node; for a termination, to the node before it.  Returns OK, or NO_MEMORY with the walker somewhere on the
 * way.  Cost: the moves in between. */
SHOOGI_CHECKED shoogi_status shg_walker_go(shg_walker *walker, shoogi_node node);

/* The next node in preorder; SHOOGI_NO_NODE after the last. */
shoogi_node shg_record_next(const shoogi_record *record, shoogi_node node);

/* The node before move or end `number`, from 1, of the latest line that has one: that of the last node, or the one from which
 * that line departs, and so on; SHOOGI_NO_NODE: none is long enough.  Adds the nodes that it passed to *cost. */
shoogi_node shg_record_fork(const shoogi_record *record, unsigned number, size_t *cost);

/* Remembers the result on the board at the node of a walker, so that shoogi_record_add_result need not make the
 * moves again. */
void shg_record_judge(shoogi_record *record, const shg_walker *walker);

/* Whether a position is the start of its variant. */
bool shg_is_startpos(const shoogi_position *position);

/* Changes the winner of a termination. */
void shg_record_set_outcome(shoogi_record *record, shoogi_node node, shoogi_outcome outcome);

/* Removes all nodes from this number on, which were added last and whose variations have not been reordered. */
void shg_record_truncate(shoogi_record *record, shoogi_node node_count);

/* Removes the last node that was added. */
void shg_record_drop_last(shoogi_record *record);

SHOOGI_CHECKED shoogi_status shg_record_set_unparsed(shoogi_record *record, const char *text,
                                                     size_t text_bytes);

/* Removes misleading characters (base/text.h) from all texts of a record. Returns their number. Linear in the texts. */
size_t shg_record_strip(shoogi_record *record);

/* An illegal move, as long as the text has not said that it ended the game: node `last` is an end by it. */
typedef struct shg_open_foul {
    bool is_open;
    const char *begin; /* of its line */
    size_t lead;
    shoogi_error why;
} shg_open_foul;

/* The reading of one record: the text, the place in it, and the record so far.  Format readers get lines from
 * shg_reading_line and add their contents by the functions below; the first error ends the reading. */
typedef struct shg_reading {
    const char *text;  /* borrowed */
    size_t bytes, at;  /* at: offset of the next line */
    size_t line;       /* the number of the current line, from 1 */
    const char *begin; /* of the current line, without CR and LF, and without its lead */
    size_t length;
    size_t lead; /* bytes of the line before begin that a reader has skipped */
    const shoogi_record_read_options *options;
    shoogi_record *record; /* NULL until shg_reading_start */
    shg_walker walker;     /* at node `last` */
    shoogi_node last;      /* the last node read: comments and times belong to it */
    shg_open_foul foul;
    bool at_next; /* the next line is known to begin another record */
    shoogi_error *errors;
    size_t errors_max, error_count;
    shoogi_status status;
} shg_reading;

/* A slot for one more error or warning; NULL: none.  The last slot is for an error. */
shoogi_error *shg_reading_error(shg_reading *reading, bool fault);

/* Reads the next line, whatever the status and its contents. */
bool shg_reading_take(shg_reading *reading);

/* Reads the next line, which ends with LF, CR LF or CR, or with the text.  False at the end of the text. */
bool shg_reading_line(shg_reading *reading);

/* Un-reads the current line. */
void shg_reading_back(shg_reading *reading);

/* Whether a variant has this name or alias. */
bool shg_is_called(const shoogi_variant *variant, const char *name, size_t bytes);

/* The variant that a text names, name_bytes at byte `at` of the line.  find: NULL if it is unknown; else the one that the
 * caller assumes, with a warning: whether it is the right one the board and the moves show. */
const shoogi_variant *shg_reading_find_game(const shg_reading *reading, size_t at,
                                            size_t name_bytes);
const shoogi_variant *shg_reading_game(shg_reading *reading, size_t at, size_t name_bytes);

/* Makes the record. start: copied.  Returns reading->status. */
shoogi_status shg_reading_start(shg_reading *reading, const shoogi_position *start);

/* Reports an error at byte `at` of the line: "expected EXPECTED, found "..."", which quotes found_bytes of the line.
 * Returns and keeps PARSE_ERROR. Errors after the start begin with "move N: ". */
shoogi_status shg_reading_fail(shg_reading *reading, size_t at, size_t found_bytes,
                               const char *expected);

/* The same with the status and message of another reader, *why, which read from byte `at` of the line on. */
shoogi_status shg_reading_refuse(shg_reading *reading, size_t at, const shoogi_error *why);

/* The same for a warning. */
void shg_reading_warn(shg_reading *reading, size_t at, size_t found_bytes, const char *expected);

/* Adds a move or a termination after reading->last and goes there. at: its byte in the line, for errors.  An illegal
 * move may be the foul that ended the game (shg_reading_illegal), with its text in USI.  Return reading->status. */
shoogi_status shg_reading_move(shg_reading *reading, size_t at, shoogi_move move);
shoogi_status shg_reading_end(shg_reading *reading, shoogi_termination end, shoogi_result result,
                              const char *text, size_t text_bytes);

/* Reports an illegal move at byte `at` of the line, *why, unless the next thing that the text says is that the game
 * ended by a foul: then the move is that foul, and `foul` (one line, copied) is kept as the text of an end ILLEGAL.
 * foul_bytes: 0: it is an error.  Returns reading->status: OK as long as this is open. */
shoogi_status shg_reading_illegal(shg_reading *reading, size_t at, const char *foul,
                                  size_t foul_bytes, const shoogi_error *why);

/* Reports an open illegal move, if any: something else than the end by it has followed.  Returns reading->status. */
shoogi_status shg_reading_settle(shg_reading *reading);

/* Returns to a node, after which a variation begins. */
shoogi_status shg_reading_go(shg_reading *reading, shoogi_node node);

/* Sets a header of the record. */
shoogi_status shg_reading_header(shg_reading *reading, const char *name, size_t name_bytes,
                                 const char *value, size_t value_bytes);

/* Adds a line to the comment of reading->last. */
shoogi_status shg_reading_comment(shg_reading *reading, const char *text, size_t text_bytes);

/* The winner by a termination, given the side to move; not for BOARD and OTHER. */
shoogi_result shg_end_result(shoogi_termination end, shoogi_colour side);

/* The termination that says most of a result of the board, with the same winner.  side: to move. */
shoogi_termination shg_nearest_to_board(shoogi_result result, shoogi_colour side);

/* Whether the termination alone would give the wrong winner. */
bool shg_end_misleads(shoogi_termination end, shoogi_colour side, shoogi_outcome outcome);

/* A termination in the words of our own records: "resign white", "board white checkmate". read: advances past them
 * and returns NULL, or to the error and returns what is expected there. */
void shg_result_write(shg_out *out, shoogi_termination end, shoogi_result result);
const char *shg_result_read(shoogi_termination *end, shoogi_result *result, shg_cursor *cursor);

/* Between these words and the word in the record that was read: " : ". */
extern const char shg_end_text_sign[];

/* A header as a line of our own records, "black: Anna", with backslash escapes. read: from byte `at` of the line,
 * returns reading->status; find: the offset of its colon, or the length of the line. */
void shg_header_write(shg_out *out, const char *name, const char *value);
shoogi_status shg_header_read(shg_reading *reading, size_t at, size_t colon);
size_t shg_header_colon(const shg_reading *reading, size_t at);

/* Each line of a text after a sign, and a space unless the line is empty. text: NULL writes nothing. */
void shg_lines_write(shg_out *out, const char *sign, const char *text);

/* A time in seconds, with three digits of a fraction if any. read: advances past it; false: none, or more than a
 * record can hold.  Further digits are ignored. */
void shg_seconds_write(shg_out *out, int64_t time_ms);
bool shg_seconds_read(int64_t *time_ms, shg_cursor *cursor);

/* The writing of one record. */
typedef struct shg_writing {
    const shoogi_record *record;
    shoogi_record_write_options options;
    shg_out out;     /* grows */
    uint32_t losses; /* the omitted parts; at first, everything in the record besides moves */
    shoogi_error *err;
} shg_writing;

/* One format: its functions, indexed by shoogi_format. */
typedef struct shg_format {
    /* Reads one record from the start of its text and adds everything to reading. */
    void (*read)(shg_reading *reading);
    /* Writes what it can and removes that from the losses.  ILLEGAL with *writing->err for a game that it cannot
     * represent. */
    shoogi_status (*write)(shg_writing *writing);
    /* How much a text looks like the format, from 0 to 100. */
    unsigned (*looks)(const char *text, size_t text_bytes);
    /* Whether a record begins with this line, so that reading continues there after an error.  NULL: a text is one
     * record. */
    bool (*begins)(const char *line, size_t line_bytes);
    /* The same by more than one line. *state: 0 before the first line, kept for the next.  NULL: none. */
    bool (*begins_after)(unsigned *state, const char *line, size_t line_bytes);
} shg_format;

#define SHG_LOSS(name) (UINT32_C(1) << SHOOGI_LOSS_##name)

/* The losses of a format that represents only moves, for this record.  A record without the name of its variant does
 * not lose it. */
uint32_t shg_losses_of(const shoogi_record *record);

/* The formats, each in a file of its own. */
#define FORMAT(name, word, extensions, words) extern const shg_format shg_format_##name;
#include "shoogi/format.def"
#undef FORMAT

#endif
