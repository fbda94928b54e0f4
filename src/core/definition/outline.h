/* outline.h: a variant for lists, parsed without its rules.
 *
 * Its size, kinds and names cost a fifth of the time of the whole variant, because no square is examined. */
#ifndef SHG_CORE_DEFINITION_OUTLINE_H
#define SHG_CORE_DEFINITION_OUTLINE_H

#include "shoogi/variant.h"

/* Parses a definition as shoogi_variant_parse_with does, but reports no more errors than needed.  On *out these
 * functions work as on the whole variant: shoogi_variant_name, _file_count, _rank_count, _square_count, _alias,
 * _kind_count, _kind_name, _kind_by_id, _kind_by_input, _promotions, and _kind except in_hand, hand_kind and
 * droppable.  It has no rules, and no position of it can be made.  Returns OK and *out owned (shoogi_variant_free);
 * else *err, if given, filled with the first error. */
SHOOGI_CHECKED shoogi_status shg_variant_outline(shoogi_variant **out, const char *text,
                                                 size_t text_bytes,
                                                 const shoogi_parse_options *options,
                                                 shoogi_error *err);

#endif
