/* exchange.h: what a page and its module say to each other, for the files that leave a module.
 *
 * The page puts what it has to say at input(bytes) and calls; what there is to say in return, besides the number
 * that the function returns, is the answer. */
#ifndef SHG_WASM_EXCHANGE_H
#define SHG_WASM_EXCHANGE_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT(type, name, ...)                                                                    \
    __attribute__((export_name(#name))) type name(__VA_ARGS__);                                    \
    type name(__VA_ARGS__)

/* What the page has said, with room for a NUL behind it; borrowed until it says more. */
char *shg_said(void);

/* Empties the answer. */
void shg_answer_begin(void);

/* Adds to the answer.  Without memory for it the module ends: half an answer would be a wrong one. */
void shg_answer_add(const char *bytes, size_t count);
void shg_answer_text(const char *text);
void shg_answer_number(uint64_t number);

/* Adds "LINE:COLUMN: MESSAGE" and returns the status: of a fault, or the words of a status that has no place. */
shoogi_status shg_answer_fault(const shoogi_error *error);
shoogi_status shg_answer_refuse(shoogi_status status);

#endif
