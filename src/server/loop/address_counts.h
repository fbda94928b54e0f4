/* address_counts.h: the addresses with open connections, and the time these use. */
#ifndef SHG_SERVER_LOOP_ADDRESS_COUNTS_H
#define SHG_SERVER_LOOP_ADDRESS_COUNTS_H

#include "server/loop/address.h"
#include "server/loop/turns.h"

typedef struct shg_address_counts shg_address_counts;
typedef struct shg_address_count shg_address_count;

/* Returns OK and *out owned (shg_address_counts_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_address_counts_new(shg_address_counts **out);
/* The caller has left every count. NULL is accepted. */
void shg_address_counts_free(shg_address_counts *address_counts);

/* Counts one more connection. Returns OK and *out, which the caller passes to
 * shg_address_counts_leave, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_address_counts_enter(shg_address_count **out,
                                                      shg_address_counts *address_counts,
                                                      shg_address_key key);
/* NULL is accepted. */
void shg_address_counts_leave(shg_address_counts *address_counts, shg_address_count *address_count);

const shg_address_key *shg_address_count_key(const shg_address_count *address_count);

/* What the turns of its connections belong to; borrowed while one of them is counted. */
shg_turn_owner *shg_address_count_turns(shg_address_count *address_count);

#endif
