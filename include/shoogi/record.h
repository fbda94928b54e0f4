/* record.h: a game as it was played and talked about: where it starts, a tree of moves, words about them.
 *
 * The tree is made of nodes.  Node 0 is the start; every other node is a move, or an end, after which
 * nothing comes.  The first child of a node is what was played, its siblings are variations in the order of
 * the text.  Every move in a record is legal: what adds one has the rules look at it.
 *
 * All texts of a record are UTF-8 and without NUL, and those that are not said to have several lines have
 * one, without LF and CR: what adds one returns PARSE_ERROR otherwise. */
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
    SHOOGI_RECORD_BYTES_MAX = 4 * 1024 * 1024, /* of the text of one record */
    SHOOGI_RECORD_NODES_MAX = 1024 * 1024,
    SHOOGI_RECORD_ERRORS_MAX = 20
};

/* The longest time of one move, some 280 years: those of a whole record have a sum. */
#define SHOOGI_RECORD_TIME_MS_MAX (INT64_MAX / SHOOGI_RECORD_NODES_MAX)

/* How a line ends. */
typedef enum shoogi_termination {
#define TERMINATION(name, word, kif, csa) SHOOGI_TERMINATION_##name,
#include "termination.def"
#undef TERMINATION
    SHOOGI_TERMINATION_COUNT
} shoogi_termination;

/* The word of termination.def.  Borrowed for ever. */
SHOOGI_API const char *shoogi_termination_text(shoogi_termination end);

/* What stands at one node.  Texts are UTF-8 and borrowed until the record changes; NULL: there is none. */
typedef struct shoogi_node_info {
    shoogi_move move;               /* 0 at the start and at an end */
    shoogi_termination termination; /* NONE but at an end */
    shoogi_result result;           /* at an end: who won, and why if the board says so */
    const char *termination_text;   /* at an end of kind OTHER: the word as it stood */
    const char *comment;            /* lines separated by LF */
    const char *bookmark;           /* a name for the place */
    int64_t time_ms;                /* thought about this move or end; -1: not known */
    unsigned ply; /* how many moves lead here: 0 at the start; an end has that of its parent */
    shoogi_node parent, first_child, next_sibling;
} shoogi_node_info;

/* A record with a start and nothing else.  start: where it begins, with its variant, copied with the
 * number of its next move, but history, all moves played in it and the men given as a handicap
 * (shoogi_position_removed_pieces) forgotten; the variant is borrowed until the record is freed.
 * Returns OK and *out owned (shoogi_record_free), or NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_new(shoogi_record **out,
                                                          const shoogi_position *start);

/* NULL is accepted. */
SHOOGI_API void shoogi_record_free(shoogi_record *record);

/* Where the record begins.  Borrowed until the record is freed. */
SHOOGI_API const shoogi_position *shoogi_record_start(const shoogi_record *record);

/* The number of nodes; they are numbered from 0 to one less, and a child has a greater number than its
 * parent. */
SHOOGI_API shoogi_node shoogi_record_node_count(const shoogi_record *record);

/* node < shoogi_record_node_count. */
SHOOGI_API shoogi_node_info shoogi_record_node(const shoogi_record *record, shoogi_node node);

/* The last node of the line that begins at node and always goes on with what was played. */
SHOOGI_API shoogi_node shoogi_record_line_end(const shoogi_record *record, shoogi_node node);

/* The position at a node, with the moves that lead there as its history.  Returns OK and *out owned
 * (shoogi_position_free), or NO_MEMORY.  Cost: the moves from the start on. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_position(shoogi_position **out,
                                                               const shoogi_record *record,
                                                               shoogi_node node);

/* Adds a move after parent, which must not be an end: as what was played if parent has no child yet, else
 * as a variation.  position: that at parent, as shoogi_record_position or a caller's own play gives it.
 * Returns OK with *out; ILLEGAL with the reason in *err, if given; LIMIT_EXCEEDED; NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_add_move(shoogi_node *out,
                                                               shoogi_record *record,
                                                               shoogi_node parent,
                                                               const shoogi_position *position,
                                                               shoogi_move move, shoogi_error *err);

/* Adds an end after parent.  text: text_bytes for OTHER, copied; of 0 bytes there is none.  Returns OK with
 * *out, PARSE_ERROR, LIMIT_EXCEEDED, NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_add_termination(
    shoogi_node *out, shoogi_record *record, shoogi_node parent, shoogi_termination end,
    shoogi_result result, const char *text, size_t text_bytes);

/* node: not the start, which takes no time.  time_ms: from 0 to SHOOGI_RECORD_TIME_MS_MAX, or -1
 * to forget it. */
SHOOGI_API void shoogi_record_set_time(shoogi_record *record, shoogi_node node, int64_t time_ms);

/* Adds a line to the comment of a node, or names the node; text is copied.  Return OK, PARSE_ERROR, LIMIT_EXCEEDED,
 * NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_add_comment(shoogi_record *record,
                                                                  shoogi_node node,
                                                                  const char *text,
                                                                  size_t text_bytes);
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_set_bookmark(shoogi_record *record,
                                                                   shoogi_node node,
                                                                   const char *text,
                                                                   size_t text_bytes);

/* What is known of the game as a whole: names and values in the order in which they were first given.  Names
 * are those of docs/record-format.md, "Headers" ("black", "event", "start-time") where a format has a name
 * of its own for the same thing, else as they stood.  A name is not empty.  Setting one again changes its
 * value.  Returns OK, PARSE_ERROR, LIMIT_EXCEEDED, NO_MEMORY. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_set_header(shoogi_record *record,
                                                                 const char *name,
                                                                 size_t name_bytes,
                                                                 const char *value,
                                                                 size_t value_bytes);
SHOOGI_API size_t shoogi_record_header_count(const shoogi_record *record);
/* index < shoogi_record_header_count.  Both are borrowed until the record changes. */
SHOOGI_API void shoogi_record_header_at(const char **name, const char **value,
                                        const shoogi_record *record, size_t index);
/* The value of a header, borrowed until the record changes; NULL if there is none of the name. */
SHOOGI_API const char *shoogi_record_header(const shoogi_record *record, const char *name);

/* Text of the record that could not be read as part of it, from the first move that was not legal on, say:
 * kept so that nothing is lost, in lines that end in LF.  NULL if there is none. */
SHOOGI_API const char *shoogi_record_unparsed(const shoogi_record *record);

/* --- formats ------------------------------------------------------------------------------------ */

typedef enum shoogi_format {
#define FORMAT(name, word, extensions, words) SHOOGI_FORMAT_##name,
#include "format.def"
#undef FORMAT
    SHOOGI_FORMAT_COUNT
} shoogi_format;

/* Whether one text may hold several records in the format, one behind the other. */
SHOOGI_API bool shoogi_format_allows_several(shoogi_format format);

/* The word, extensions and words of format.def.  Borrowed for ever. */
SHOOGI_API const char *shoogi_format_name(shoogi_format format);
SHOOGI_API const char *shoogi_format_extensions(shoogi_format format);
SHOOGI_API const char *shoogi_format_description(shoogi_format format);

/* The format of a word of format.def; SHOOGI_FORMAT_COUNT if it is none. */
SHOOGI_API shoogi_format shoogi_format_find(const char *word);

/* The format a text looks like; SHOOGI_FORMAT_COUNT if it looks like none.  Only the first 64 KiB are
 * looked at.  Source: docs/record-format.md, "Which format it is". */
SHOOGI_API shoogi_format shoogi_format_detect(const char *text, size_t text_bytes);

/* Finds the variant with a name or alias that stands in a record; NULL if there is none.  What it returns
 * must live as long as the record. */
typedef const shoogi_variant *shoogi_find_variant(void *context, const char *name,
                                                  size_t name_bytes);

typedef struct shoogi_record_read_options {
    const shoogi_variant *variant;     /* the game, where the text does not name it; not NULL */
    shoogi_find_variant *find_variant; /* may be NULL: then a game that is named must be variant */
    void *context;                     /* given to find */
    bool keep_partial; /* what stood before the first fault is a record, and what comes after it its rest */
} shoogi_record_read_options;

/* Reads one record in a format.  text: text_bytes of UTF-8, a byte order mark at its beginning being passed
 * over, with at most SHOOGI_RECORD_BYTES_MAX for one record; there may be more records behind it:
 * *used_bytes, if given, is set to where the next one begins, or text_bytes, also after a fault.  Returns OK and *out owned (shoogi_record_free).  Else *out is owned if how->keep and the
 * fault was in a move or later, and NULL otherwise: PARSE_ERROR, ILLEGAL for a move against the rules,
 * NOT_FOUND for a game that is not known, LIMIT_EXCEEDED, NO_MEMORY.
 * errors[0 .. *error_count - 1] filled, at most errors_max of them: the fault, and warnings, whose status is
 * OK.  The message of a fault in a move begins "move 35: ".  Places are those of the text. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_read(shoogi_record **out, size_t *used_bytes,
                                                           shoogi_format format, const char *text,
                                                           size_t text_bytes,
                                                           const shoogi_record_read_options *how,
                                                           shoogi_error *errors, size_t errors_max,
                                                           size_t *error_count);

/* What a format cannot hold of a record, as a set: bit n is row n of loss.def. */
typedef enum shoogi_loss {
#define LOSS(name, words) SHOOGI_LOSS_##name,
#include "loss.def"
#undef LOSS
    SHOOGI_LOSS_COUNT
} shoogi_loss;

/* The words of loss.def.  Borrowed for ever. */
SHOOGI_API const char *shoogi_loss_text(shoogi_loss loss);

/* How a record is written.  All zero: as the only one in a text of UTF-8. */
typedef struct shoogi_record_write_options {
    const char *
        encoding; /* what the text will be turned into, for formats that say so in it; NULL: UTF-8 */
    bool follows_another; /* there is a record before it in the same text */
} shoogi_record_write_options;

/* Writes a record in a format, in UTF-8 with lines that end in LF.  how may be NULL.  Returns OK with *out owned
 * (shoogi_text_free), *out_bytes long and ending in a NUL that is not counted, and *losses what is not in
 * it; or ILLEGAL with *err, if given, if the format cannot tell this game at all (its board, its pieces or a
 * move of the main line); or NO_MEMORY.  Then *out is untouched. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_record_write(char **out, size_t *out_bytes,
                                                            uint32_t *losses, shoogi_format format,
                                                            const shoogi_record *record,
                                                            const shoogi_record_write_options *how,
                                                            shoogi_error *err);

/* NULL is accepted. */
SHOOGI_API void shoogi_text_free(char *text);

#ifdef __cplusplus
}
#endif
#endif
