/* record.h: a game record: the start position, a tree of moves with comments and times, and headers.
 *
 * The tree consists of nodes.  Node 0 is the start; every other node is a move or a termination, and a termination has
 * no children.  The first child of a node continues the main line, its siblings are variations in the order of the
 * text.  Every move in a record is legal: the functions that add moves check them.
 *
 * All texts of a record are UTF-8 without NUL.  Unless stated otherwise they have one line, without LF and CR.
 * Functions that add a text return PARSE_ERROR for any other. */
#ifndef SHOOGI_RECORD_H
#define SHOOGI_RECORD_H

#include "position.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct shoogi_record shoogi_record;

typedef uint32_t shoogi_node;
#define SHOOGI_NO_NODE ((shoogi_node)0xFFFFFFFF)

enum {
    SHOOGI_RECORD_BYTES_MAX = 4 * 1024 * 1024, /* size of the text of one record */
    SHOOGI_RECORD_NODES_MAX = 1024 * 1024,
    SHOOGI_RECORD_ERRORS_MAX = 20
};

/* The longest time of one move, about 280 years: the times of a whole record add up without overflow. */
#define SHOOGI_RECORD_TIME_MS_MAX (INT64_MAX / SHOOGI_RECORD_NODES_MAX)

/* How a line of moves ends. */
typedef enum shoogi_termination {
#define TERMINATION(name, word, kif, csa) SHOOGI_TERMINATION_##name,
#include "termination.def"
#undef TERMINATION
    SHOOGI_TERMINATION_COUNT
} shoogi_termination;

/* The English text of termination.def.  Borrowed for the life of the program. */
SHOOGI_API const char *shoogi_termination_text(shoogi_termination end);

/* The contents of a node.  Texts are borrowed until the record changes; NULL: none. */
typedef struct shoogi_node_info {
    shoogi_move move;               /* 0 at the start and at a termination */
    shoogi_termination termination; /* NONE unless the node is a termination */
    shoogi_result result; /* of a termination: the winner, and the reason if the board decides */
    const char *
        termination_text; /* of OTHER: the word in the record that was read; of a foul: its name, such as 二歩 */
    const char *comment;  /* lines separated by LF */
    const char *bookmark; /* a name for this node */
    int64_t time_ms;      /* thinking time of the move or termination; -1: unknown */
    unsigned ply; /* moves from the start to this node; a termination has the ply of its parent */
    shoogi_node parent, first_child, next_sibling; /* SHOOGI_NO_NODE: none */
} shoogi_node_info;

/* A record without moves.  start: the start position, copied with its ply but without its history and handicap
 * (shoogi_position_removed_pieces); its variant is borrowed until the record is freed.
 * Returns OK and *out owned (shoogi_record_free), or NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_new(shoogi_record **out,
                                                          const shoogi_position *start);

/* Accepts NULL. */
SHOOGI_API void shoogi_record_free(shoogi_record *record);

/* The start position.  Borrowed until the record is freed. */
SHOOGI_API const shoogi_position *shoogi_record_start(const shoogi_record *record);

/* The number of nodes.  Nodes are numbered from 0, and a child has a greater number than its parent. */
SHOOGI_API shoogi_node shoogi_record_node_count(const shoogi_record *record);

/* node: less than shoogi_record_node_count. */
SHOOGI_API shoogi_node_info shoogi_record_node(const shoogi_record *record, shoogi_node node);

/* The last node of the line that begins at node and always continues with the first child. */
SHOOGI_API shoogi_node shoogi_record_line_end(const shoogi_record *record, shoogi_node node);

/* The position at a node, with the moves from the start as its history.  Returns OK and *out owned
 * (shoogi_position_free), or NO_MEMORY.  Cost: linear in the ply of the node. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_position(shoogi_position **out,
                                                               const shoogi_record *record,
                                                               shoogi_node node);

/* Adds a move after parent, which must not be a termination: as the main line if parent has no child, else as a
 * variation.  position: the one at parent, from shoogi_record_position or from making the same moves.
 * Returns OK with *out; ILLEGAL with the reason in *err, if given; LIMIT_EXCEEDED; NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_add_move(shoogi_node *out,
                                                               shoogi_record *record,
                                                               shoogi_node parent,
                                                               const shoogi_position *position,
                                                               shoogi_move move, shoogi_error *err);

/* Adds a termination after parent.  text: text_bytes, copied, for OTHER; 0 bytes: none.  Returns OK with *out,
 * PARSE_ERROR, LIMIT_EXCEEDED, NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_add_termination(
    shoogi_node *out, shoogi_record *record, shoogi_node parent, shoogi_termination end,
    shoogi_result result, const char *text, size_t text_bytes);

/* Adds the end by the board, with its reason, after the main line if that has no end and the rules of the game give it
 * one: many programs write no end after a mate or a fourfold repetition.  *added: whether it did.
 * Returns OK, LIMIT_EXCEEDED, NO_MEMORY.  Cost: that of making the moves of the main line. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_add_result(bool *added,
                                                                 shoogi_record *record);

/* Sets the thinking time of a node other than the start.  time_ms: from 0 to SHOOGI_RECORD_TIME_MS_MAX; -1: unknown. */
SHOOGI_API void shoogi_record_set_time(shoogi_record *record, shoogi_node node, int64_t time_ms);

/* Adds a line to the comment of a node; sets the bookmark of a node.  text: copied.  Both return OK, PARSE_ERROR,
 * LIMIT_EXCEEDED, NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_add_comment(shoogi_record *record,
                                                                  shoogi_node node,
                                                                  const char *text,
                                                                  size_t text_bytes);
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_set_bookmark(shoogi_record *record,
                                                                   shoogi_node node,
                                                                   const char *text,
                                                                   size_t text_bytes);

/* --- editing ------------------------------------------------------------------------------------ */

/* Removes a node other than the start and all that follows it.  The other nodes keep their order and are numbered anew
 * without gaps: numbers below that of the node stay.  Texts borrowed from the record remain valid until it is freed, but
 * so does their memory remain in use; shoogi_record_copy of node 0 makes a record without it.
 * Allocates nothing.  Cost: linear in the nodes of the record. */
SHOOGI_API void shoogi_record_remove(shoogi_record *record, shoogi_node node);

/* Moves a node other than the start to a place among its siblings.  index: 0: the first one, which continues the main line;
 * a number that is too high: the last.  Numbers of nodes do not change.  Cost: linear in the siblings. */
SHOOGI_API void shoogi_record_set_variation(shoogi_record *record, shoogi_node node, size_t index);

/* Makes the line from the start through a node the main line: the node and all above it become the first among their
 * siblings, whose order does not change otherwise.  Numbers of nodes do not change.
 * Cost: linear in the siblings of the node and of those above it. */
SHOOGI_API void shoogi_record_promote(shoogi_record *record, shoogi_node node);

/* A new record of a node and all that follows it, with the same headers.  node: no termination; its position is the start,
 * its comment and bookmark are those of the start.  For node 0 the whole record, also with its unparsed text.
 * Returns OK and *out owned (shoogi_record_free); ILLEGAL, with *err if given, if a move depends on those before the node,
 * such as a capture en passant; LIMIT_EXCEEDED; NO_MEMORY.  Cost: that of making all moves that are copied. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_copy(shoogi_record **out,
                                                           const shoogi_record *record,
                                                           shoogi_node node, shoogi_error *err);

/* Adds all nodes of another record after a node, which is no termination.  The start of other must have the position of the
 * node.  Moves and terminations that are in both are not added twice, unless a record is made on purpose so that
 * thousands of its nodes have the same hash; others follow as the last variations, in their
 * order.  A comment is appended unless it is there; a bookmark, a time and a header are set if there was none.
 * other: copied, and not the same record.
 * Returns OK; ILLEGAL, with *err if given: another variant or position, or a move that is illegal after the moves before
 * the node (a forbidden repetition); LIMIT_EXCEEDED; NO_MEMORY.  On error no node is added, but comments may be.
 * Memory: linear in the nodes of both.  Cost: also that of making all moves of other. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_merge(shoogi_record *record, shoogi_node node,
                                                            const shoogi_record *other,
                                                            shoogi_error *err);

/* --- headers ------------------------------------------------------------------------------------ */

/* Headers: names and values for the whole game, in the order in which they were first set.  Names are those of
 * docs/record-format.md, "Headers" ("black", "event", "start-time"), whatever a format calls them; other names are kept
 * as they are in the text.  A name is not empty.  Setting a header again replaces its value.  Returns OK, PARSE_ERROR,
 * LIMIT_EXCEEDED, NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_set_header(shoogi_record *record,
                                                                 const char *name,
                                                                 size_t name_bytes,
                                                                 const char *value,
                                                                 size_t value_bytes);
SHOOGI_API size_t shoogi_record_header_count(const shoogi_record *record);
/* index: less than shoogi_record_header_count.  *name and *value: borrowed until the record changes. */
SHOOGI_API void shoogi_record_header_at(const char **name, const char **value,
                                        const shoogi_record *record, size_t index);
/* The value of the header of this name, borrowed until the record changes; NULL: not set. */
SHOOGI_API const char *shoogi_record_header(const shoogi_record *record, const char *name);

/* The text of the record that could not be parsed (from the first illegal move on, for example), kept so that nothing is
 * lost, in lines that end in LF.  Borrowed until the record changes; NULL: none. */
SHOOGI_API const char *shoogi_record_unparsed(const shoogi_record *record);

/* --- formats ------------------------------------------------------------------------------------ */

typedef enum shoogi_format {
#define FORMAT(name, word, extensions, words) SHOOGI_FORMAT_##name,
#include "format.def"
#undef FORMAT
    SHOOGI_FORMAT_COUNT
} shoogi_format;

/* Whether a text in the format may contain several records, one after the other. */
SHOOGI_API bool shoogi_format_allows_several(shoogi_format format);

/* The name, file name extensions and description of format.def.  Borrowed for the life of the program. */
SHOOGI_API const char *shoogi_format_name(shoogi_format format);
SHOOGI_API const char *shoogi_format_extensions(shoogi_format format);
SHOOGI_API const char *shoogi_format_description(shoogi_format format);

/* The format with this name in format.def; SHOOGI_FORMAT_COUNT: none. */
SHOOGI_API shoogi_format shoogi_format_find(const char *word);

/* Detects the format of a text from its first 64 KiB; SHOOGI_FORMAT_COUNT: unknown.
 * Source: docs/record-format.md, "Which format it is". */
SHOOGI_API shoogi_format shoogi_format_detect(const char *text, size_t text_bytes);

/* Callback that finds the variant whose name or alias is in a record; NULL: not found.  The variant must live as long as
 * the record. */
typedef const shoogi_variant *shoogi_find_variant(void *context, const char *name,
                                                  size_t name_bytes);

/* Options of shoogi_record_read. */
typedef struct shoogi_record_read_options {
    const shoogi_variant *variant;     /* the variant if the text names none; not NULL */
    shoogi_find_variant *find_variant; /* NULL: a variant that the text names must be variant */
    void *context;                     /* passed to find_variant */
    /* On error keep the part before it as a record, and the part after it as unparsed text. */
    bool keep_partial;
} shoogi_record_read_options;

/* Reads one record in a format.  text: text_bytes of UTF-8; a byte order mark at the beginning is skipped.  One record
 * has at most SHOOGI_RECORD_BYTES_MAX bytes; more records may follow.  *used_bytes, if given, is set to the beginning of
 * the next record, or to text_bytes, also on error.
 * Returns OK and *out owned (shoogi_record_free).  On error *out is owned if options->keep_partial is set and the error
 * is in a move or later, else NULL: PARSE_ERROR; ILLEGAL for an illegal move; NOT_FOUND for an unknown variant in
 * our own format (elsewhere a warning, and options->variant is assumed); LIMIT_EXCEEDED; NO_MEMORY.
 * Fills errors[0 .. *error_count - 1], at most errors_max of them: the error, and warnings, which have the status OK.
 * The message of an error in a move begins with "move 35: ".  Control characters and marks of direction in texts are left
 * out, with one warning: docs/record-format.md, "What a record holds". */
SHOOGI_API SHOOGI_CHECKED shoogi_status
shoogi_record_read(shoogi_record **out, size_t *used_bytes, shoogi_format format, const char *text,
                   size_t text_bytes, const shoogi_record_read_options *options,
                   shoogi_error *errors, size_t errors_max, size_t *error_count);

/* Parts of a record that a format cannot represent.  In a set, bit n is row n of loss.def. */
typedef enum shoogi_loss {
#define LOSS(name, words) SHOOGI_LOSS_##name,
#include "loss.def"
#undef LOSS
    SHOOGI_LOSS_COUNT
} shoogi_loss;

/* The text of loss.def.  Borrowed for the life of the program. */
SHOOGI_API const char *shoogi_loss_text(shoogi_loss loss);

/* Options of shoogi_record_write.  All zero: the only record in a UTF-8 text. */
typedef struct shoogi_record_write_options {
    const char *encoding; /* the final encoding, for formats that name it in the text; NULL: UTF-8 */
    bool follows_another; /* another record comes before it in the same text */
} shoogi_record_write_options;

/* Writes a record in a format, in UTF-8 with lines that end in LF.  options: NULL: the defaults.
 * Returns OK with *out owned (shoogi_text_free), *out_bytes long, followed by a NUL that is not counted, and with the
 * omitted parts in *losses.  ILLEGAL, with *err if given: the format cannot represent the board, the pieces or a move of
 * the main line; NO_MEMORY.  On error *out is untouched. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_write(
    char **out, size_t *out_bytes, uint32_t *losses, shoogi_format format,
    const shoogi_record *record, const shoogi_record_write_options *options, shoogi_error *err);

/* Frees a text that the library returned as owned.  Accepts NULL. */
SHOOGI_API void shoogi_text_free(char *text);

#ifdef __cplusplus
}
#endif
#endif
