/* shares.h: fair shares of what is bounded.
 *
 * A share is an account book of claims. Each claim has an owner: a network, in it an address, in it a
 * player. Where a claim would exceed the bound, the largest holder is looked for level by level, with
 * the newcomer's wish counted in, and a claim of that holder gives way. The newcomer is refused only
 * if it is that holder itself, or if nothing of that holder can give way.
 *
 * So a holder of less than bound / holders, at every level, is never refused and never gives way, as
 * long as all claims can give way: if all n holders had at most the newcomer's sum, the bound would
 * not be reached.
 *
 * A share also serves as a queue: shg_share_pop takes the claim of the owner that was served
 * least lately, likewise level by level. */
#ifndef SHG_SERVER_LOOP_SHARES_H
#define SHG_SERVER_LOOP_SHARES_H

#include "server/loop/address.h"
#include "server/loop/network.h"
#include "shoogi/status.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct shg_shares shg_shares;
typedef struct shg_share shg_share;
typedef struct shg_share_holder shg_share_holder;
typedef struct shg_claim shg_claim;

typedef enum shg_share_id {
#define SHARE(ident, name, unit, bound, per_network, per_address, per_player, reserve, cheap,      \
              gives_way, refusal)                                                                  \
    SHG_SHARE_##ident,
#include "server/loop/shares.def"
    SHG_SHARES
} shg_share_id;

/* A row of shares.def. */
typedef struct shg_share_row {
    const char *name, *unit, *refusal;
    int64_t bound, per_network, per_address, per_player, reserve, cheap;
    bool newest; /* the newest claim gives way, else the oldest */
} shg_share_row;

extern const shg_share_row shg_share_rows[SHG_SHARES];

/* The owner of a claim. A player whose address is unknown (kind 0), as after a restart, counts as
 * a network of its own. */
typedef struct shg_owner {
    shg_address_key address;
    int64_t player; /* 0: not signed in */
} shg_owner;

/* The user's memory, zeroed before its first use; it stays in place while the share holds it. */
struct shg_claim {
    shg_share_holder *holder; /* NULL: it holds nothing */
    shg_claim *older, *newer; /* those of the same holder that can give way, or those about to */
    int64_t amount;
    uint64_t number; /* by age */
    bool yields, doomed;
};

/* Does away with what a claim stands for. The share has released the claim before. The function may
 * release other claims, and free the claim; it takes none. */
typedef void shg_give_way_fn(void *context, shg_claim *claim);

/* ---- the book ---- */

/* per_address: the server's bound of connections; limits per address and network grow with it above
 * SHG_PER_ADDRESS_DEFAULT. Returns OK and *out owned (shg_shares_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_shares_new(shg_shares **out, unsigned per_address);
/* How many times the default an address may have. */
unsigned shg_shares_times(const shg_shares *shares);
/* All claims have been released or are abandoned. NULL is accepted. */
void shg_shares_free(shg_shares *shares);

/* The share of a row; borrowed. */
shg_share *shg_shares_get(shg_shares *shares, shg_share_id id);

/* A further share by the same row, such as one for each receiver; the figures of the row include it.
 * Returns OK and *out owned (shg_share_free, before the book), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_share_new(shg_share **out, shg_shares *shares, shg_share_id id);
/* The same with other limits; row: borrowed. For tests. */
SHOOGI_CHECKED shoogi_status shg_share_new_by(shg_share **out, shg_shares *shares, shg_share_id id,
                                              const shg_share_row *row);
void shg_share_free(shg_share *share);

/* give_way: NULL: no claim gives way. context: borrowed. */
void shg_share_set_give_way(shg_share *share, shg_give_way_fn *give_way, void *context);
/* Multiplies the row's bound and reserve, for what depends on the number of processes. */
void shg_share_set_times(shg_share *share, int64_t times);
/* Sets the bound, and the limit of one address, for what depends on the options and the system. */
void shg_share_set_limits(shg_share *share, int64_t bound, int64_t per_address);
/* The lock under which other threads use the share; the functions below "figures" take it. NULL: the
 * share belongs to the loop. */
void shg_share_set_lock(shg_share *share, pthread_mutex_t *lock);

/* ---- claims ---- */

/* Takes an amount for a claim that holds nothing. Claims that give way are released, and give_way is
 * called for each, before it returns OK. Returns LIMIT_EXCEEDED (the sentence: refusal of the row) or
 * NO_MEMORY, with nothing changed. Time: O(log holders) for each claim that gives way. */
SHOOGI_CHECKED shoogi_status shg_share_take(shg_share *share, shg_claim *claim,
                                            const shg_owner *owner, int64_t amount);
/* Whether take would return OK. */
bool shg_share_has_room(shg_share *share, const shg_owner *owner, int64_t amount);
/* Takes an amount whatever the bound, for what exists already. Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_share_put(shg_share *share, shg_claim *claim,
                                           const shg_owner *owner, int64_t amount);
/* Adds to a claim, by the rule of take; it does not give way for itself. */
SHOOGI_CHECKED shoogi_status shg_share_grow(shg_share *share, shg_claim *claim, int64_t more);
/* Whether a claim can give way; at first it can if the share has a give_way function. */
void shg_share_set_yields(shg_share *share, shg_claim *claim, bool yields);
/* Gives back what a claim holds. A claim that holds nothing is accepted. */
void shg_share_release(shg_share *share, shg_claim *claim);

/* What all claims hold, and the bound without the reserve. */
int64_t shg_share_held(const shg_share *share);
int64_t shg_share_bound(const shg_share *share);

shg_owner shg_claim_owner(const shg_claim *claim);

/* Releases the claim whose turn it is, and returns it; NULL if none waits. Only claims that can give
 * way wait. */
shg_claim *shg_share_pop(shg_share *share);
/* The same, but the claim stays: for work done in slices, of which its owner has had one. */
shg_claim *shg_share_next(shg_share *share);

/* ---- figures ---- */

typedef struct shg_share_figures {
    int64_t bound, held, largest; /* bound, largest: in one share; largest: of one network */
    size_t claims, owners;        /* owners: players by address */
    uint64_t refused, gave_way;
} shg_share_figures;

/* The figures of a row, further shares included. Time: linear in the holders. */
void shg_share_figures_get(shg_share_figures *out, const shg_shares *shares, shg_share_id id);

typedef struct shg_share_owner {
    shg_owner owner;
    int64_t held;
} shg_share_owner;

/* Fills out with the largest holders, players by address, largest first. Returns their number, at
 * most room. */
size_t shg_share_largest(shg_share_owner *out, size_t room, const shg_shares *shares,
                         shg_share_id id);

/* What holds a share of something: a player, or a network if player is 0. */
typedef struct shg_share_selection {
    int64_t player;
    shg_network network;
} shg_share_selection;

bool shg_share_selects(const shg_share_selection *selection, const shg_owner *owner);

/* Make all claims of a selection give way that can, in one share or in those of all rows, further shares
 * left out, and connections: a ban ends these with a sentence. Return their number. */
size_t shg_share_free_owned(shg_share *share, const shg_share_selection *selection);
size_t shg_shares_free_owned(shg_shares *shares, const shg_share_selection *selection);

/* Recounts everything from the claims; for tests. */
bool shg_share_check(const shg_share *share);

#endif
