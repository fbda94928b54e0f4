/* variant_parse.h: parses a definition for a chosen board class, for tests that compare board classes. */
#ifndef SHG_CORE_DEFINITION_VARIANT_PARSE_H
#define SHG_CORE_DEFINITION_VARIANT_PARSE_H

#include "shoogi/variant.h"

/* As shoogi_variant_parse_with, with bitboards of at least words_least words and, on demand, code for any processor.
 * options: NULL: the defaults.  *err is filled with the first error.  LIMIT_EXCEEDED: there is no such class. */
typedef struct shg_class_choice {
    unsigned words_least;
    bool any_processor;
} shg_class_choice;
shoogi_status shg_variant_parse_class(shoogi_variant **out, const char *text, size_t text_bytes,
                                      const shoogi_parse_options *options, shg_class_choice choice,
                                      shoogi_error *err);

#endif
