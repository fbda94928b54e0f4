/* record_difference.h: the first difference between two records, for tests and fuzz targets. */
#ifndef SHG_SUPPORT_RECORD_DIFFERENCE_H
#define SHG_SUPPORT_RECORD_DIFFERENCE_H

#include "notation/records/record_int.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <string.h>

static inline bool shg_text_equal(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static inline shoogi_node shg_next_of(const shoogi_record *record, shoogi_node node, bool main_line)
{
    return main_line ? shoogi_record_node(record, node).first_child : shg_record_next(record, node);
}

/* A foul of the side that moved last has two words: by the side, and by whose turn it is. */
static inline bool shg_same_end(shoogi_termination a, shoogi_termination b)
{
    return a == b || (a == SHOOGI_TERMINATION_ILLEGAL_BEFORE &&
                      (b == SHOOGI_TERMINATION_BLACK_FOUL || b == SHOOGI_TERMINATION_WHITE_FOUL));
}

/* Returns the name of the first difference between two nodes; NULL if they are equal. */
static inline const char *shg_node_difference(const shoogi_node_info *a, const shoogi_node_info *b,
                                              uint32_t losses)
{
    const uint32_t time_lost =
        a->termination == SHOOGI_TERMINATION_NONE ? SHG_LOSS(TIMES) : SHG_LOSS(TERMINATION_TIME);
    const int64_t unit = losses & SHG_LOSS(FRACTIONS) ? 1000 : 1;
    if (a->ply != b->ply)
        return "the number of the move";
    if (a->move != b->move)
        return "the move";
    if (!(losses & SHG_LOSS(TERMINATION)) &&
        (!shg_same_end(a->termination, b->termination) || a->result.outcome != b->result.outcome ||
         a->result.reason != b->result.reason ||
         !shg_text_equal(a->termination_text, b->termination_text)))
        return "the end";
    if (!(losses & time_lost) && (a->time_ms < 0) != (b->time_ms < 0))
        return "whether there is a time";
    if (!(losses & time_lost) && a->time_ms / unit != b->time_ms / unit)
        return "the time";
    if (!(losses & SHG_LOSS(COMMENTS)) && !shg_text_equal(a->comment, b->comment))
        return "the comment";
    if (!(losses & SHG_LOSS(BOOKMARKS)) && !shg_text_equal(a->bookmark, b->bookmark))
        return "the bookmark";
    return NULL;
}

/* Their order means nothing: some formats have one of their own. */
static inline const char *shg_header_difference(const shoogi_record *a, const shoogi_record *b)
{
    if (shoogi_record_header_count(a) != shoogi_record_header_count(b))
        return "the number of headers";
    for (size_t i = 0; i < shoogi_record_header_count(a); i++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, a, i);
        if (!shg_text_equal(value, shoogi_record_header(b, name)))
            return "a header";
    }
    return NULL;
}

static inline const char *shg_start_difference(const shoogi_record *a, const shoogi_record *b,
                                               uint32_t losses)
{
    const shoogi_position *const from = shoogi_record_start(a), *const to = shoogi_record_start(b);
    if (shoogi_position_variant(from) != shoogi_position_variant(to))
        return "the game";
    if (shoogi_position_hash(from) != shoogi_position_hash(to))
        return "the position at the start";
    if (!(losses & SHG_LOSS(NUMBER)) && shoogi_position_ply(from) != shoogi_position_ply(to))
        return "the number of the first move";
    return NULL;
}

/* In what b differs from a, apart from what is lost; NULL if in nothing.  *node, if given, is where in a. */
static inline const char *shg_record_difference(shoogi_node *node, const shoogi_record *a,
                                                const shoogi_record *b, uint32_t losses)
{
    const bool main_line = (losses & SHG_LOSS(VARIATIONS)) != 0;
    if (losses & SHG_LOSS(PLAYED))
        return NULL; /* it is another start */
    const char *what = shg_start_difference(a, b, losses);
    if (!what && !(losses & SHG_LOSS(HEADERS)))
        what = shg_header_difference(a, b);
    if (!what && !(losses & SHG_LOSS(UNPARSED)) &&
        !shg_text_equal(shoogi_record_unparsed(a), shoogi_record_unparsed(b)))
        what = "the rest";
    shoogi_node m = 0, n = 0;
    while (!what && (m != SHOOGI_NO_NODE || n != SHOOGI_NO_NODE)) {
        if (node)
            *node = m;
        const bool end = m != SHOOGI_NO_NODE && (losses & SHG_LOSS(TERMINATION)) &&
                         shoogi_record_node(a, m).termination != SHOOGI_TERMINATION_NONE;
        if (m == SHOOGI_NO_NODE || n == SHOOGI_NO_NODE) {
            what = end && shg_next_of(a, m, main_line) == SHOOGI_NO_NODE ? NULL
                                                                         : "the number of moves";
            break;
        }
        const shoogi_node_info in_a = shoogi_record_node(a, m), in_b = shoogi_record_node(b, n);
        if (end && in_b.termination == SHOOGI_TERMINATION_NONE) {
            m = shg_next_of(a, m, main_line); /* the end is missing, and all with it */
            continue;
        }
        what = shg_node_difference(&in_a, &in_b, losses);
        m = shg_next_of(a, m, main_line);
        n = shg_next_of(b, n, main_line);
    }
    return what;
}

#endif
