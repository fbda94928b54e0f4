/* address_counts.h: how many connections each address has at the moment. */
#ifndef SHG_SERVER_LOOP_ADDRESS_COUNTS_H
#define SHG_SERVER_LOOP_ADDRESS_COUNTS_H

#include "server/loop/address.h"

typedef struct shg_address_counts shg_address_counts;
typedef struct shg_address_count shg_address_count;

/* Returns OK and *out owned (shg_address_counts_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_address_counts_new(shg_address_counts **out);
/* No connection may be counted any more.  NULL is accepted. */
void shg_address_counts_free(shg_address_counts *address_counts);

/* Counts one more.  Returns OK and *out, to be handed to shg_address_counts_leave; TOO_BIG if the address has
 * per_address already; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_address_counts_enter(shg_address_count **out,
                                                      shg_address_counts *address_counts,
                                                      shg_address_key key, unsigned per_address);
/* NULL is accepted. */
void shg_address_counts_leave(shg_address_counts *address_counts, shg_address_count *address_count);

const shg_address_key *shg_address_count_key(const shg_address_count *address_count);

#endif
