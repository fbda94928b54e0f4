#include "server/loop/shares.h"

#include "language/language.h"
#include "server/loop/bounds.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

const shg_share_row shg_share_rows[SHG_SHARES] = {
#define OLDEST false
#define NEWEST true
#define SHARE(ident, name, unit, bound, per_network, per_address, per_player, reserve, cheap,      \
              gives_way, refusal)                                                                  \
    [SHG_SHARE_##ident] = { name,        unit,       refusal, bound, per_network,                  \
                            per_address, per_player, reserve, cheap, gives_way },
#include "server/loop/shares.def"
#undef OLDEST
#undef NEWEST
};

/* ---- holders ---- */

/* The levels of holders; the share itself is the root. */
enum { ROOT, NETWORK, ADDRESS, PLAYER, LEVELS };

/* Children of a holder are ordered by what they hold and by whose turn it is. */
enum { BY_HELD, BY_TURN, ORDERS };

/* A node of a pairing heap; see "heaps". */
typedef struct heap_link {
    shg_share_holder *child, *next, *before; /* before: the parent or the elder sibling */
} heap_link;

struct shg_share_holder {
    shg_share_holder *parent, *same_bucket;
    uint8_t level;
    shg_address_key address; /* of a network: its first address; kind 0: player, see shg_owner */
    int64_t player;
    size_t claims;   /* of this holder with its children; 0: the holder is freed */
    size_t yielding; /* of these, those that can give way */
    int64_t held;
    uint64_t turn, arrival;          /* see shg_share_pop */
    uint64_t clock;                  /* the turn of the child served last */
    heap_link link[ORDERS];          /* among the parent's children with yielding claims */
    shg_share_holder *first[ORDERS]; /* heaps of the children with yielding claims */
    shg_claim *oldest, *newest;      /* of a player: claims that can give way */
};

struct shg_share {
    shg_shares *all;
    shg_share *next, **link; /* among those of a row */
    const shg_share_row *row;
    uint64_t *refused, *gave_way; /* of the row */
    int64_t bound, reserve, per_network, per_address, per_player;
    shg_give_way_fn *give_way;
    void *context;
    pthread_mutex_t *lock;
    shg_share_holder root;
    uint64_t arrivals;
    shg_claim *doomed; /* released, give_way not yet called; linked by newer */
    size_t bucket_count;
    shg_share_holder *buckets[];
};

struct shg_shares {
    unsigned char secret[crypto_shorthash_KEYBYTES]; /* prevents attackers from filling one bucket */
    unsigned times;
    shg_share *each[SHG_SHARES];
    uint64_t refused[SHG_SHARES], gave_way[SHG_SHARES];
};

/* ---- heaps ---- */

/* Pairing heaps without memory of their own (Fredman and others, 1986): insertion is one comparison,
 * removal O(log n) amortised. */

static bool comes_before(const shg_share_holder *a, const shg_share_holder *b, int order)
{
    if (order == BY_HELD)
        return a->held > b->held;
    return a->turn != b->turn ? a->turn < b->turn : a->arrival < b->arrival;
}

static shg_share_holder *meld(shg_share_holder *a, shg_share_holder *b, int order)
{
    if (!a || !b)
        return a ? a : b;
    if (comes_before(b, a, order)) {
        shg_share_holder *c = a;
        a = b;
        b = c;
    }
    b->link[order].before = a;
    b->link[order].next = a->link[order].child;
    if (b->link[order].next)
        b->link[order].next->link[order].before = b;
    a->link[order].child = b;
    return a;
}

static void heap_insert(shg_share_holder *h, int order)
{
    h->link[order] = (heap_link){ 0 };
    h->parent->first[order] = meld(h->parent->first[order], h, order);
}

/* Melds siblings in pairs, then the pairs from the last to the first. */
static shg_share_holder *meld_all(shg_share_holder *h, int order)
{
    shg_share_holder *pairs = NULL, *all = NULL;
    while (h) {
        shg_share_holder *a = h, *b = h->link[order].next;
        h = b ? b->link[order].next : NULL;
        a->link[order].next = a->link[order].before = NULL;
        if (b)
            b->link[order].next = b->link[order].before = NULL;
        a = meld(a, b, order);
        a->link[order].next = pairs;
        pairs = a;
    }
    while (pairs) {
        shg_share_holder *next = pairs->link[order].next;
        pairs->link[order].next = NULL;
        all = meld(all, pairs, order);
        pairs = next;
    }
    return all;
}

static void heap_remove(shg_share_holder *h, int order)
{
    heap_link *link = &h->link[order];
    shg_share_holder **first = &h->parent->first[order];
    shg_share_holder *below = meld_all(link->child, order);
    if (*first == h) {
        *first = below;
        return;
    }
    if (link->before->link[order].child == h)
        link->before->link[order].child = link->next;
    else
        link->before->link[order].next = link->next;
    if (link->next)
        link->next->link[order].before = link->before;
    *first = meld(*first, below, order);
}

/* ---- keys ---- */

/* The owner as the holder of a level sees it. */
static shg_owner key_of(const shg_owner *owner, int level)
{
    shg_owner key = { .address = owner->address };
    if (owner->address.kind == 0 || level == PLAYER)
        key.player = owner->player;
    if (level == NETWORK) /* the first 3 bytes of an IPv4 address, 6 of an IPv6 address */
        memset(key.address.bytes + (owner->address.kind == 4 ? 3 : 6), 0,
               sizeof key.address.bytes - (owner->address.kind == 4 ? 3 : 6));
    return key;
}

static shg_share_holder **bucket_of(shg_share *share, const shg_owner *key, int level)
{
    unsigned char hash[crypto_shorthash_BYTES], text[2 + sizeof key->address.bytes + 8];
    text[0] = (unsigned char)level;
    text[1] = key->address.kind;
    memcpy(text + 2, key->address.bytes, sizeof key->address.bytes);
    memcpy(text + 2 + sizeof key->address.bytes, &key->player, 8);
    crypto_shorthash(hash, text, sizeof text, share->all->secret);
    return &share->buckets[(hash[0] | (unsigned)hash[1] << 8) % share->bucket_count];
}

static shg_share_holder *find(shg_share *share, const shg_owner *owner, int level)
{
    const shg_owner key = key_of(owner, level);
    shg_share_holder *h = *bucket_of(share, &key, level);
    while (h &&
           (h->level != level || h->player != key.player || h->address.kind != key.address.kind ||
            memcmp(h->address.bytes, key.address.bytes, sizeof key.address.bytes) != 0))
        h = h->same_bucket;
    return h;
}

static void forget(shg_share *share, shg_share_holder *h)
{
    const shg_owner key = { h->address, h->player };
    shg_share_holder **link = bucket_of(share, &key, h->level);
    while (*link != h)
        link = &(*link)->same_bucket;
    *link = h->same_bucket;
    free(h);
}

/* Frees holders without claims from a player upwards. */
static void forget_empty(shg_share *share, shg_share_holder *h)
{
    while (h->level != ROOT && h->claims == 0) {
        shg_share_holder *parent = h->parent;
        forget(share, h);
        h = parent;
    }
}

/* The holder of a player, made if there is none; NULL without memory. */
static shg_share_holder *find_or_make(shg_share *share, const shg_owner *owner)
{
    shg_share_holder *parent = &share->root;
    for (int level = NETWORK; level < LEVELS; level++) {
        shg_share_holder *h = find(share, owner, level);
        if (!h) {
            h = calloc(1, sizeof *h);
            if (!h) {
                forget_empty(share, parent);
                return NULL;
            }
            const shg_owner key = key_of(owner, level);
            shg_share_holder **bucket = bucket_of(share, &key, level);
            h->address = key.address;
            h->player = key.player;
            h->level = (uint8_t)level;
            h->parent = parent;
            h->same_bucket = *bucket;
            *bucket = h;
        }
        parent = h;
    }
    return parent;
}

/* ---- adding up ---- */

/* Adds to a holder and all above it. */
static void add_up(shg_share_holder *h, int64_t amount, int claims, int yielding)
{
    for (; h; h = h->parent) {
        const bool before = h->yielding > 0;
        h->claims = (size_t)((int64_t)h->claims + claims);
        h->yielding = (size_t)((int64_t)h->yielding + yielding);
        const bool after = h->yielding > 0;
        if (h->level != ROOT && before && (!after || amount != 0))
            heap_remove(h, BY_HELD);
        h->held += amount;
        if (h->level != ROOT && after && (!before || amount != 0))
            heap_insert(h, BY_HELD);
    }
}

/* Enters the turns of a holder and of those above that have begun to wait, or leaves them. */
static void enter_turns(shg_share *share, shg_share_holder *h)
{
    for (; h->level != ROOT && h->yielding == 1; h = h->parent) {
        if (h->turn < h->parent->clock)
            h->turn = h->parent->clock;
        h->arrival = ++share->arrivals;
        heap_insert(h, BY_TURN);
    }
}

static void leave_turns(shg_share_holder *h)
{
    for (; h->level != ROOT && h->yielding == 0; h = h->parent)
        heap_remove(h, BY_TURN);
}

static void list(shg_share *share, shg_claim *c)
{
    shg_share_holder *h = c->holder;
    shg_claim *older = h->newest;
    while (older && older->number > c->number)
        older = older->older;
    c->older = older;
    c->newer = older ? older->newer : h->oldest;
    *(c->older ? &c->older->newer : &h->oldest) = c;
    *(c->newer ? &c->newer->older : &h->newest) = c;
    c->yields = true;
    add_up(h, 0, 0, 1);
    enter_turns(share, h);
}

static void unlist(shg_claim *c)
{
    shg_share_holder *h = c->holder;
    *(c->older ? &c->older->newer : &h->oldest) = c->newer;
    *(c->newer ? &c->newer->older : &h->newest) = c->older;
    c->older = c->newer = NULL;
    c->yields = false;
    add_up(h, 0, 0, -1);
    leave_turns(h);
}

/* Takes what a claim holds from the books. Its holder still counts it, so that the holder stays. */
static void suspend(shg_claim *c)
{
    if (c->yields)
        unlist(c);
    add_up(c->holder, -c->amount, 0, 0);
}

static void enter(shg_share *share, shg_claim *c, shg_share_holder *h, int64_t amount)
{
    *c = (shg_claim){ .holder = h, .amount = amount, .number = ++share->arrivals };
    add_up(h, amount, 1, 0);
    if (share->give_way)
        list(share, c);
}

/* ---- giving way ---- */

/* The claim that gives way if the newcomer with the path of holders wants an amount more below its
 * holder of a level; NULL: the newcomer is the largest holder itself, or nothing gives way. */
static shg_claim *gives_way(const shg_share *share, shg_share_holder *const path[LEVELS], int level,
                            int64_t amount)
{
    const shg_share_holder *at = path[level];
    bool own = true;
    for (; level < PLAYER; level++) {
        shg_share_holder *largest = at->first[BY_HELD];
        if (!largest)
            return NULL;
        own =
            own && (largest == path[level + 1] || largest->held <= path[level + 1]->held + amount);
        at = own ? path[level + 1] : largest;
    }
    if (own)
        return NULL;
    return share->row->newest ? at->newest : at->oldest;
}

static int64_t most_of(const shg_share *share, int level)
{
    const int64_t most[LEVELS] = { share->bound, share->per_network, share->per_address,
                                   share->per_player };
    return most[level] > 0 || level == ROOT ? most[level] : INT64_MAX;
}

/* Whether the reserve has room for a newcomer that is refused by the bound. */
static bool fits_reserve(const shg_share *share, shg_share_holder *const path[LEVELS],
                         int64_t amount)
{
    return path[NETWORK]->held == 0 && share->root.held + amount <= share->bound + share->reserve;
}

/* Suspends claims until an amount more of h keeps every bound. They are collected in *doomed, latest
 * first, linked by newer. False if that is impossible. */
static bool make_room(const shg_share *share, shg_claim **doomed, shg_share_holder *h,
                      int64_t amount)
{
    shg_share_holder *path[LEVELS];
    for (int level = PLAYER; level >= ROOT; level--, h = h->parent)
        path[level] = h;
    if (amount <= share->row->cheap)
        return true;
    for (int level = PLAYER; level >= ROOT; level--)
        while (path[level]->held + amount > most_of(share, level)) {
            shg_claim *c = gives_way(share, path, level, amount);
            if (!c && level == ROOT && fits_reserve(share, path, amount))
                return true;
            if (!c)
                return false;
            suspend(c);
            c->newer = *doomed;
            *doomed = c;
        }
    return true;
}

/* Gives back to claims what make_room has suspended in vain. */
static void restore(shg_share *share, shg_claim *doomed)
{
    while (doomed) {
        shg_claim *next = doomed->newer;
        add_up(doomed->holder, doomed->amount, 0, 0);
        list(share, doomed);
        doomed = next;
    }
}

/* Ends suspended claims, and calls give_way for them. One that is released meanwhile is passed
 * over. */
static void let_go(shg_share *share, shg_claim *claims)
{
    while (claims) {
        shg_claim *c = claims;
        claims = c->newer;
        shg_share_holder *h = c->holder;
        add_up(h, 0, -1, 0);
        c->holder = NULL;
        c->doomed = true;
        c->older = NULL;
        c->newer = share->doomed;
        if (share->doomed)
            share->doomed->older = c;
        share->doomed = c;
        forget_empty(share, h);
        ++*share->gave_way;
    }
    while (share->doomed) {
        shg_claim *c = share->doomed;
        shg_share_release(share, c);
        share->give_way(share->context, c);
    }
}

/* ---- claims ---- */

static shoogi_status take_more(shg_share *share, shg_claim *c, shg_share_holder *h, int64_t amount,
                               bool only_asks)
{
    shg_claim *doomed = NULL;
    const bool grows = c && c->holder;
    const bool yields = grows && c->yields;
    if (yields) /* it shall not give way for itself */
        unlist(c);
    const bool fits = make_room(share, &doomed, h, amount);
    if (!fits || only_asks) {
        restore(share, doomed);
        doomed = NULL;
    }
    if (yields)
        list(share, c);
    if (!fits) {
        *share->refused += !only_asks;
        forget_empty(share, h);
        return SHOOGI_LIMIT_EXCEEDED;
    }
    if (only_asks) {
        forget_empty(share, h);
        return SHOOGI_OK;
    }
    if (grows) {
        c->amount += amount;
        add_up(h, amount, 0, 0);
    } else {
        enter(share, c, h, amount);
    }
    let_go(share, doomed);
    return SHOOGI_OK;
}

shoogi_status shg_share_take(shg_share *share, shg_claim *claim, const shg_owner *owner,
                             int64_t amount)
{
    assert(!claim->holder && !claim->doomed);
    assert(amount >= 0);
    shg_share_holder *h = find_or_make(share, owner);
    return h ? take_more(share, claim, h, amount, false) : SHOOGI_NO_MEMORY;
}

bool shg_share_has_room(shg_share *share, const shg_owner *owner, int64_t amount)
{
    shg_share_holder *h = find_or_make(share, owner);
    return h && take_more(share, NULL, h, amount, true) == SHOOGI_OK;
}

shoogi_status shg_share_put(shg_share *share, shg_claim *claim, const shg_owner *owner,
                            int64_t amount)
{
    assert(!claim->holder && !claim->doomed);
    shg_share_holder *h = find_or_make(share, owner);
    if (!h)
        return SHOOGI_NO_MEMORY;
    enter(share, claim, h, amount);
    return SHOOGI_OK;
}

shoogi_status shg_share_grow(shg_share *share, shg_claim *claim, int64_t more)
{
    assert(claim->holder && more >= 0);
    return take_more(share, claim, claim->holder, more, false);
}

void shg_share_set_yields(shg_share *share, shg_claim *claim, bool yields)
{
    assert(!yields || share->give_way);
    if (!claim->holder || claim->yields == yields)
        return;
    if (yields)
        list(share, claim);
    else
        unlist(claim);
}

void shg_share_release(shg_share *share, shg_claim *claim)
{
    shg_share_holder *h = claim->holder;
    if (claim->doomed) {
        *(claim->older ? &claim->older->newer : &share->doomed) = claim->newer;
        if (claim->newer)
            claim->newer->older = claim->older;
    } else if (h) {
        suspend(claim);
        add_up(h, 0, -1, 0);
        forget_empty(share, h);
    }
    *claim = (shg_claim){ 0 };
}

int64_t shg_share_held(const shg_share *share)
{
    return share->root.held;
}

int64_t shg_share_bound(const shg_share *share)
{
    return share->bound;
}

shg_owner shg_claim_owner(const shg_claim *claim)
{
    return claim->holder ? (shg_owner){ claim->holder->address, claim->holder->player }
                         : (shg_owner){ 0 };
}

/* Start-time fair queueing (Goyal, Vin and Cheng, 1996), level by level: a holder that begins to wait
 * gets the turn that is being served, and each claim served takes it as many turns back as it is
 * large. */
static shg_claim *serve(shg_share *share, bool leaves)
{
    shg_share_holder *h = &share->root;
    if (h->yielding == 0)
        return NULL;
    while (h->level != PLAYER)
        h = h->first[BY_TURN];
    shg_claim *c = h->oldest;
    const uint64_t cost = c->amount > 0 ? (uint64_t)c->amount : 1;
    for (; h->level != ROOT; h = h->parent) {
        h->parent->clock = h->turn;
        if (leaves && h->yielding == 1)
            continue; /* it leaves the turns with the claim */
        heap_remove(h, BY_TURN);
        h->turn += cost;
        h->arrival = ++share->arrivals;
        heap_insert(h, BY_TURN);
    }
    return c;
}

shg_claim *shg_share_pop(shg_share *share)
{
    shg_claim *c = serve(share, true);
    if (c)
        shg_share_release(share, c);
    return c;
}

shg_claim *shg_share_next(shg_share *share)
{
    return serve(share, false);
}

/* ---- the book ---- */

enum { BUCKETS_LEAST = 16, BUCKETS_MOST = 4096 };

shoogi_status shg_share_new(shg_share **out, shg_shares *shares, shg_share_id id)
{
    return shg_share_new_by(out, shares, id, &shg_share_rows[id]);
}

shoogi_status shg_share_new_by(shg_share **out, shg_shares *shares, shg_share_id id,
                               const shg_share_row *row)
{
    size_t buckets = BUCKETS_LEAST;
    while (buckets < BUCKETS_MOST && (int64_t)buckets * 2 < row->bound)
        buckets *= 2;
    shg_share *share = calloc(1, sizeof *share + buckets * sizeof share->buckets[0]);
    if (!share)
        return SHOOGI_NO_MEMORY;
    share->all = shares;
    share->row = row;
    share->refused = &shares->refused[id];
    share->gave_way = &shares->gave_way[id];
    share->per_network = row->per_network * shares->times;
    share->per_address = row->per_address * shares->times;
    share->per_player = row->per_player;
    share->bucket_count = buckets;
    shg_share_set_times(share, 1);
    for (share->link = &shares->each[id]; *share->link; share->link = &(*share->link)->next)
        continue;
    *share->link = share;
    *out = share;
    return SHOOGI_OK;
}

void shg_share_free(shg_share *share)
{
    for (size_t i = 0; share && i < share->bucket_count; i++)
        for (shg_share_holder *h = share->buckets[i], *next; h; h = next) {
            next = h->same_bucket;
            free(h);
        }
    if (share) {
        *share->link = share->next;
        if (share->next)
            share->next->link = share->link;
    }
    free(share);
}

shoogi_status shg_shares_new(shg_shares **out, unsigned per_address)
{
    shg_shares *shares = calloc(1, sizeof *shares);
    shoogi_status status = shares ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    if (shares) {
        crypto_shorthash_keygen(shares->secret);
        shares->times = per_address > SHG_PER_ADDRESS_DEFAULT
                            ? (per_address + SHG_PER_ADDRESS_DEFAULT - 1) / SHG_PER_ADDRESS_DEFAULT
                            : 1;
    }
    for (size_t i = 0; i < SHG_SHARES && status == SHOOGI_OK; i++)
        status = shg_share_new(&(shg_share *){ NULL }, shares, (shg_share_id)i);
    if (status == SHOOGI_OK)
        *out = shares;
    else
        shg_shares_free(shares);
    return status;
}

unsigned shg_shares_times(const shg_shares *shares)
{
    return shares->times;
}

void shg_shares_free(shg_shares *shares)
{
    for (size_t i = 0; shares && i < SHG_SHARES; i++)
        while (shares->each[i])
            shg_share_free(shares->each[i]);
    free(shares);
}

shg_share *shg_shares_get(shg_shares *shares, shg_share_id id)
{
    return shares->each[id];
}

void shg_share_set_give_way(shg_share *share, shg_give_way_fn *give_way, void *context)
{
    share->give_way = give_way;
    share->context = context;
}

void shg_share_set_times(shg_share *share, int64_t times)
{
    share->bound = share->row->bound * times;
    share->reserve = share->row->reserve * times;
}

void shg_share_set_limits(shg_share *share, int64_t bound, int64_t per_address)
{
    share->bound = bound;
    share->per_address = per_address;
}

void shg_share_set_lock(shg_share *share, pthread_mutex_t *lock)
{
    share->lock = lock;
}

/* ---- figures ---- */

static void lock(const shg_share *share)
{
    if (share->lock)
        pthread_mutex_lock(share->lock);
}

static void unlock(const shg_share *share)
{
    if (share->lock)
        pthread_mutex_unlock(share->lock);
}

void shg_share_figures_get(shg_share_figures *out, const shg_shares *shares, shg_share_id id)
{
    *out = (shg_share_figures){ .refused = shares->refused[id], .gave_way = shares->gave_way[id] };
    for (const shg_share *share = shares->each[id]; share; share = share->next) {
        lock(share);
        out->bound = share->bound;
        out->held += share->root.held;
        out->claims += share->root.claims;
        for (size_t i = 0; i < share->bucket_count; i++)
            for (const shg_share_holder *h = share->buckets[i]; h; h = h->same_bucket) {
                out->owners += h->level == PLAYER;
                if (h->level == NETWORK && h->held > out->largest)
                    out->largest = h->held;
            }
        unlock(share);
    }
}

/* Inserts a holder into the largest first, if it belongs there. */
static size_t insert_holder(shg_share_owner *out, size_t room, size_t count,
                            const shg_share_holder *h)
{
    if (room == 0 || (count == room && h->held <= out[room - 1].held))
        return count;
    size_t at = count < room ? count++ : room - 1;
    for (; at > 0 && out[at - 1].held < h->held; at--)
        out[at] = out[at - 1];
    out[at] = (shg_share_owner){ { h->address, h->player }, h->held };
    return count;
}

size_t shg_share_largest(shg_share_owner *out, size_t room, const shg_shares *shares,
                         shg_share_id id)
{
    size_t count = 0;
    for (const shg_share *share = shares->each[id]; share; share = share->next) {
        lock(share);
        for (size_t i = 0; i < share->bucket_count; i++)
            for (const shg_share_holder *h = share->buckets[i]; h; h = h->same_bucket)
                if (h->level == PLAYER)
                    count = insert_holder(out, room, count, h);
        unlock(share);
    }
    return count;
}

bool shg_share_selects(const shg_share_selection *selection, const shg_owner *owner)
{
    return selection->player != 0
               ? owner->player == selection->player
               : owner->address.kind != 0 && shg_network_has(&selection->network, &owner->address);
}

size_t shg_share_free_owned(shg_share *share, const shg_share_selection *selection)
{
    size_t count = 0;
    shg_claim *doomed = NULL;
    lock(share);
    for (size_t i = 0; i < share->bucket_count; i++)
        for (const shg_share_holder *h = share->buckets[i]; h; h = h->same_bucket) {
            const shg_owner owner = { h->address, h->player };
            if (h->level != PLAYER || !shg_share_selects(selection, &owner))
                continue;
            for (; h->oldest; count++) {
                shg_claim *c = h->oldest;
                suspend(c);
                c->newer = doomed;
                doomed = c;
            }
        }
    let_go(share, doomed);
    unlock(share);
    return count;
}

size_t shg_shares_free_owned(shg_shares *shares, const shg_share_selection *selection)
{
    size_t count = 0;
    for (size_t i = 0; i < SHG_SHARES; i++)
        if (i != SHG_SHARE_sessions)
            count += shg_share_free_owned(shares->each[i], selection);
    return count;
}

/* ---- checking ---- */

static bool is_ordered(const shg_share_holder *h)
{
    for (int order = 0; order < ORDERS; order++)
        for (const shg_share_holder *c = h->link[order].child; c; c = c->link[order].next)
            if (comes_before(c, h, order) || c->parent != h->parent)
                return false;
    return true;
}

bool shg_share_check(const shg_share *share)
{
    int64_t held[LEVELS] = { share->root.held };
    size_t claims[LEVELS] = { share->root.claims }, yielding[LEVELS] = { share->root.yielding };
    bool good = !share->doomed;
    for (size_t i = 0; i < share->bucket_count; i++)
        for (const shg_share_holder *h = share->buckets[i]; h; h = h->same_bucket) {
            held[h->level] += h->held;
            claims[h->level] += h->claims;
            yielding[h->level] += h->yielding;
            size_t listed = 0;
            for (const shg_claim *c = h->oldest; c; c = c->newer) {
                good = good && c->holder == h && c->yields && !c->doomed;
                good = good && (!c->newer || c->newer->number > c->number);
                listed++;
            }
            good = good && h->claims > 0 && h->yielding <= h->claims && h->held >= 0;
            good = good && (h->level != PLAYER || listed == h->yielding);
            good = good && (h->yielding == 0 || is_ordered(h));
        }
    for (int level = NETWORK; level < LEVELS; level++)
        good = good && held[level] == held[ROOT] && claims[level] == claims[ROOT] &&
               yielding[level] == yielding[ROOT];
    return good;
}
