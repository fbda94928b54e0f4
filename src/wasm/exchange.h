/* exchange.h: the exchange of data between a page and its module, for the files with exports.
 *
 * The page writes its input at input(bytes) and calls a function; the output, besides the number that the function
 * returns, is the answer. */
#ifndef SHG_WASM_EXCHANGE_H
#define SHG_WASM_EXCHANGE_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT(type, name, ...)                                                                    \
    __attribute__((export_name(#name))) type name(__VA_ARGS__);                                    \
    type name(__VA_ARGS__)

/* The input, with space for a NUL after it; borrowed until the next input. */
char *shg_said(void);

/* Empties the answer. */
void shg_answer_begin(void);

/* Adds to the answer.  Without memory the module traps: half an answer would be wrong. */
void shg_answer_add(const char *bytes, size_t count);
void shg_answer_text(const char *text);
void shg_answer_number(uint64_t number);

/* Adds "LINE:COLUMN: MESSAGE" and returns the status: of an error, or the text of a status without a place. */
shoogi_status shg_answer_fault(const shoogi_error *error);
shoogi_status shg_answer_refuse(shoogi_status status);

#endif
