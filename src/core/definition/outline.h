/* outline.h: a game as lists show it, read without its rules.
 *
 * Its size, its kinds and all names cost a fifth of the time that the whole game costs: no square is looked at. */
#ifndef SHG_CORE_DEFINITION_OUTLINE_H
#define SHG_CORE_DEFINITION_OUTLINE_H

#include "shoogi/variant.h"

/* Reads a definition as shoogi_variant_parse_with does, and finds no more faults than it needs to.  Of *out these may be
 * asked, and give what they give of the whole variant: shoogi_variant_name, _files, _ranks, _squares, _alias, _kinds,
 * _kind_called, _kind_by_id, _kind_by_input, _promotions, and _kind but for in_hand, drawn and droppable.  It has no
 * rules, and no position of it can be made.
 * Returns OK and *out owned (shoogi_variant_free); else *err, if given, filled with the first fault. */
SHOOGI_CHECKED shoogi_status shg_variant_outline(shoogi_variant **out, const char *text,
                                                 size_t text_bytes,
                                                 const shoogi_parse_options *options,
                                                 shoogi_error *err);

#endif
