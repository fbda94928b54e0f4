/* variant_parse.h: reads a definition for a board class of one's choice, for tests that compare one class with another. */
#ifndef SHG_CORE_DEFINITION_VARIANT_PARSE_H
#define SHG_CORE_DEFINITION_VARIANT_PARSE_H

#include "shoogi/variant.h"

/* As shoogi_variant_parse_with, with board sets of at least words_least words and, on demand, code for any
 * processor.  how may be NULL.  *err is filled with the first
 * error, if there is one.  LIMIT_EXCEEDED if there is no such class. */
typedef struct shg_class_choice {
    unsigned words_least;
    bool any_processor;
} shg_class_choice;
shoogi_status shg_variant_parse_class(shoogi_variant **out, const char *text, size_t text_bytes,
                                      const shoogi_parse_options *options, shg_class_choice choice,
                                      shoogi_error *err);

#endif
