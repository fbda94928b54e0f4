/* shares_test.c: random takers of a share, compared with a count from nothing; bounds, reserves, queues. */
#include "server/loop/shares.h"

#include "base/test_suite.h"
#include "server/loop/bounds.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* ---- owners and claims ---- */

enum { NETWORKS = 5, ADDRESSES = 3, PLAYERS = 3, CLAIMS = 256 };

typedef struct taker {
    shg_claim claim; /* must be first */
    int network, address, player;
    bool held, fixed; /* fixed: cannot give way */
    int64_t amount;
} taker;

typedef struct world {
    shg_shares *shares;
    shg_share *share;
    shg_share_row row;
    taker takers[CLAIMS];
    taker *gone[CLAIMS]; /* those that gave way in the last call, in order */
    size_t gone_count;
    uint64_t random;
} world;

static size_t below(world *w, size_t limit)
{
    uint64_t x = w->random += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (size_t)((x ^ (x >> 31)) % limit);
}

static void on_give_way(void *context, shg_claim *claim)
{
    world *w = context;
    taker *t = (taker *)(void *)claim;
    assert_true(t->held && !t->fixed);
    assert_null(claim->holder);
    t->held = false;
    w->gone[w->gone_count++] = t;
}

static void begin(world *w, shg_share_row row)
{
    assert_true(sodium_init() >= 0);
    memset(w, 0, sizeof *w);
    w->row = row;
    w->random = 34;
    assert_int_equal(shg_shares_new(&w->shares, 1), SHOOGI_OK);
    assert_int_equal(shg_share_new_by(&w->share, w->shares, SHG_SHARE_challenges, &w->row),
                     SHOOGI_OK);
    shg_share_set_give_way(w->share, on_give_way, w);
}

static void end(world *w)
{
    for (size_t i = 0; i < CLAIMS; i++)
        shg_share_release(w->share, &w->takers[i].claim);
    shg_share_figures figures;
    shg_share_figures_get(&figures, w->shares, SHG_SHARE_challenges);
    assert_int_equal(figures.held, 0);
    assert_int_equal(figures.claims, 0);
    assert_int_equal(figures.owners, 0);
    shg_share_free(w->share);
    shg_shares_free(w->shares);
}

/* Network 0 is IPv6, network 1 has players of unknown address, who are each a network. */
static shg_owner owner_of(const taker *t)
{
    shg_owner owner = { .player = t->player };
    if (t->network == 1) {
        owner.player = 1 + t->address * PLAYERS + t->player;
        return owner;
    }
    owner.address.kind = t->network == 0 ? 6 : 4;
    owner.address.bytes[2] = (uint8_t)t->network;
    owner.address.bytes[t->network == 0 ? 7 : 3] = (uint8_t)t->address;
    return owner;
}

/* Whether two takers are one holder at a level: 0 the share, 1 network, 2 address, 3 player. */
static bool is_same(const taker *a, const taker *b, int level)
{
    const bool player = a->player == b->player;
    if (level == 0)
        return true;
    if (a->network != b->network)
        return false;
    if (a->network == 1)
        return a->address == b->address && player;
    return level == 1 || (a->address == b->address && (level == 2 || player));
}

static int64_t held_of(const world *w, const taker *t, int level)
{
    int64_t sum = 0;
    for (size_t i = 0; i < CLAIMS; i++)
        if (w->takers[i].held && is_same(&w->takers[i], t, level))
            sum += w->takers[i].amount;
    return sum;
}

/* The largest holder below t's holder of a level that can give way. */
static int64_t largest_below(const world *w, const taker *t, int level)
{
    int64_t largest = 0;
    for (size_t i = 0; i < CLAIMS; i++) {
        const taker *other = &w->takers[i];
        if (other->held && !other->fixed && is_same(other, t, level)) {
            const int64_t held = held_of(w, other, level + 1);
            largest = held > largest ? held : largest;
        }
    }
    return largest;
}

/* The number of networks, with t's. */
static int64_t networks_with(const world *w, const taker *t)
{
    int64_t count = 1;
    for (size_t i = 0; i < CLAIMS; i++) {
        bool first = w->takers[i].held && !is_same(&w->takers[i], t, 1);
        for (size_t j = 0; j < i && first; j++)
            first = !w->takers[j].held || !is_same(&w->takers[j], &w->takers[i], 1);
        count += first;
    }
    return count;
}

static taker *free_taker(world *w)
{
    for (size_t i = 0; i < CLAIMS; i++) {
        taker *t = &w->takers[i];
        if (t->held)
            continue;
        memset(t, 0, sizeof *t);
        /* Few networks want much, so that shares differ. */
        t->network = (int)below(w, 1 + below(w, NETWORKS));
        t->address = (int)below(w, 1 + below(w, ADDRESSES));
        t->player = 1 + (int)below(w, PLAYERS);
        return t;
    }
    return NULL;
}

/* ---- properties ---- */

/* One unit each: which newcomer is refused, and which holder gives way. */
static void check_unit(const world *before, const world *w, const taker *t, bool taken)
{
    const int64_t networks = networks_with(before, t);
    if (!taken) {
        assert_int_equal(w->gone_count, 0);
        assert_true(held_of(before, t, 0) == before->row.bound);
        for (int level = 0; level < 3; level++)
            assert_true(largest_below(before, t, level) <= held_of(before, t, level + 1) + 1);
        /* A holder below the fair share is never refused. */
        assert_true((held_of(before, t, 1) + 1) * networks > before->row.bound);
        return;
    }
    assert_true(w->gone_count == (held_of(before, t, 0) == before->row.bound));
    if (w->gone_count == 0)
        return;
    const taker *gone = &before->takers[w->gone[0] - w->takers];
    bool own = true;
    for (int level = 0; level < 3; level++) {
        const int64_t largest = largest_below(before, own ? t : gone, level);
        const bool leaves = own && !is_same(gone, t, level + 1);
        own = own && !leaves;
        if (leaves) /* nobody who would then hold less than the newcomer gives way */
            assert_true(largest > held_of(before, t, level + 1) + 1);
        if (own)
            assert_true(largest <= held_of(before, t, level + 1) + 1);
        else
            assert_int_equal(held_of(before, gone, level + 1), largest);
    }
    assert_false(own);
    /* A holder below the fair share never gives way. */
    if (!is_same(gone, t, 1))
        assert_true(held_of(before, gone, 1) * networks > before->row.bound);
    for (size_t i = 0; i < CLAIMS; i++) /* of a player the oldest, or the newest */
        if (before->takers[i].held && is_same(&before->takers[i], gone, 3) &&
            !before->takers[i].fixed)
            assert_true(before->row.newest ? before->takers[i].claim.number <= gone->claim.number
                                           : before->takers[i].claim.number >= gone->claim.number);
}

static void take_units(bool newest)
{
    static world w, before;
    begin(&w, (shg_share_row){ .name = "test", .bound = 40, .newest = newest });
    for (int i = 0; i < 4000; i++) {
        taker *t = free_taker(&w);
        if (below(&w, 4) == 0) { /* somebody leaves */
            taker *leaves = &w.takers[below(&w, CLAIMS)];
            shg_share_release(w.share, &leaves->claim);
            leaves->held = false;
            continue;
        }
        const shg_owner owner = owner_of(t);
        before = w;
        w.gone_count = 0;
        const bool fits = shg_share_has_room(w.share, &owner, 1);
        t->amount = 1;
        t->held = shg_share_take(w.share, &t->claim, &owner, 1) == SHOOGI_OK;
        assert_int_equal(fits, t->held);
        assert_true(shg_share_check(w.share));
        check_unit(&before, &w, &before.takers[t - w.takers], t->held);
        assert_int_equal(held_of(&w, t, 0),
                         held_of(&before, t, 0) + t->held - (int64_t)w.gone_count);
    }
    end(&w);
}

static void units(void **state)
{
    (void)state;
    take_units(false);
    take_units(true);
}

/* Amounts that grow, and claims that cannot give way: the bound holds, a newcomer that is refused holds as much as
 * the largest that can give way, and nothing gives way in vain. */
static void amounts(void **state)
{
    (void)state;
    static world w, before;
    begin(&w, (shg_share_row){ .name = "test", .bound = 1000, .per_address = 400, .cheap = 2 });
    for (int i = 0; i < 4000; i++) {
        taker *grown = &w.takers[below(&w, CLAIMS / 4)];
        const bool grows = grown->held && below(&w, 2) == 0;
        taker *t = grows ? grown : free_taker(&w);
        const int64_t amount = (int64_t)below(&w, 60);
        if (!grows && grown->held && below(&w, 6) == 0) {
            shg_share_release(w.share, &grown->claim);
            grown->held = false;
            continue;
        }
        before = w;
        w.gone_count = 0;
        const shg_owner owner = owner_of(t);
        const shoogi_status status = grows ? shg_share_grow(w.share, &t->claim, amount)
                                           : shg_share_take(w.share, &t->claim, &owner, amount);
        const taker *then = &before.takers[t - w.takers];
        assert_true(shg_share_check(w.share));
        assert_true(status == SHOOGI_OK || amount > w.row.cheap);
        if (status == SHOOGI_OK) {
            t->amount += amount;
            t->held = true;
            if (!grows && below(&w, 5) == 0) {
                t->fixed = true;
                shg_share_set_yields(w.share, &t->claim, false);
            }
        } else {
            assert_int_equal(w.gone_count, 0);
            assert_true(held_of(&before, then, 2) + amount > w.row.per_address ||
                        held_of(&before, then, 0) + amount > w.row.bound);
        }
        if (amount > w.row.cheap && status == SHOOGI_OK) {
            assert_true(held_of(&w, t, 2) <= w.row.per_address);
            assert_true(held_of(&w, t, 0) <= w.row.bound);
        }
        assert_true(w.gone_count == 0 || amount > w.row.cheap);
        shg_share_figures figures;
        shg_share_figures_get(&figures, w.shares, SHG_SHARE_challenges);
        assert_int_equal(figures.held, held_of(&w, t, 0));
    }
    end(&w);
}

/* ---- cases ---- */

static taker *take(world *w, int network, int address, int player, shoogi_status wanted)
{
    taker *t = free_taker(w);
    t->network = network;
    t->address = address;
    t->player = player;
    t->amount = 1;
    const shg_owner owner = owner_of(t);
    assert_int_equal(shg_share_take(w->share, &t->claim, &owner, 1), wanted);
    t->held = wanted == SHOOGI_OK;
    return t;
}

/* Ten addresses of one network fill a share; the eleventh, of another network, gets its half. */
static void a_newcomer(void **state)
{
    (void)state;
    static world w;
    begin(&w, (shg_share_row){ .name = "test", .bound = 100 });
    for (int i = 0; i < 100; i++)
        take(&w, 2, i % 10, 1, SHOOGI_OK);
    take(&w, 2, 3, 1, SHOOGI_LIMIT_EXCEEDED); /* as much as the others of its network */
    take(&w, 2, 11, 1, SHOOGI_OK);            /* another of the network: from its largest */
    for (int i = 0; i < 50; i++)
        take(&w, 3, 0, 1, SHOOGI_OK);
    take(&w, 3, 0, 1, SHOOGI_LIMIT_EXCEEDED);
    shg_share_figures figures;
    shg_share_figures_get(&figures, w.shares, SHG_SHARE_challenges);
    assert_int_equal(figures.held, 100);
    assert_int_equal(figures.largest, 50);
    assert_int_equal(figures.owners, 12);
    assert_int_equal(figures.refused, 2);
    assert_int_equal(figures.gave_way, 51);
    shg_share_owner largest[3];
    assert_int_equal(shg_share_largest(largest, 3, w.shares, SHG_SHARE_challenges), 3);
    assert_int_equal(largest[0].held, 50);
    assert_int_equal(largest[0].owner.address.bytes[2], 3);
    end(&w);
}

static void limits_of_a_level(void **state)
{
    (void)state;
    static world w;
    begin(&w, (shg_share_row){
                  .name = "test", .bound = 10, .per_network = 4, .per_address = 2, .reserve = 2 });
    shg_share_set_give_way(w.share, NULL, NULL);
    take(&w, 2, 0, 1, SHOOGI_OK);
    take(&w, 2, 0, 2, SHOOGI_OK);
    take(&w, 2, 0, 3, SHOOGI_LIMIT_EXCEEDED);
    take(&w, 2, 1, 1, SHOOGI_OK);
    take(&w, 2, 2, 1, SHOOGI_OK);
    take(&w, 2, 3, 1, SHOOGI_LIMIT_EXCEEDED);
    for (int i = 0; i < 6; i++)
        take(&w, 3 + i / 3, i % 3, 1, SHOOGI_OK);
    take(&w, 4, 4, 1,
         SHOOGI_LIMIT_EXCEEDED); /* full: the reserve is for networks that hold nothing */
    take(&w, 5, 0, 1, SHOOGI_OK);
    take(&w, 6, 0, 1, SHOOGI_OK);
    take(&w, 7, 0, 1, SHOOGI_LIMIT_EXCEEDED);
    /* What exists already is counted beyond every bound. */
    taker *more = take(&w, 2, 3, 1, SHOOGI_LIMIT_EXCEEDED);
    const shg_owner owner = owner_of(more);
    assert_int_equal(shg_share_put(w.share, &more->claim, &owner, 1), SHOOGI_OK);
    more->held = true;
    assert_true(shg_share_check(w.share));
    end(&w);
    /* Limits of addresses and networks grow with the connections of one address. */
    assert_int_equal(shg_shares_new(&w.shares, 640), SHOOGI_OK);
    assert_int_equal(shg_share_new_by(&w.share, w.shares, SHG_SHARE_challenges, &w.row), SHOOGI_OK);
    memset(w.takers, 0, sizeof w.takers);
    for (int i = 0; i < 10; i++)
        take(&w, 2, 0, 1, SHOOGI_OK);
    end(&w);
}

/* Owners take turns, networks first; of one owner the oldest comes first. */
static void turns(void **state)
{
    (void)state;
    static world w;
    static const struct {
        int network, address, player;
    } lined_up[] = { { 2, 0, 1 }, { 2, 0, 1 }, { 2, 0, 1 }, { 2, 0, 2 }, { 2, 1, 1 },
                     { 2, 1, 1 }, { 3, 0, 1 }, { 3, 0, 1 }, { 4, 0, 1 } };
    static const int order[] = { 0, 6, 8, 4, 7, 3, 5, 1, 2 };
    enum { COUNT = sizeof lined_up / sizeof lined_up[0] };
    taker *takers[COUNT];
    begin(&w, (shg_share_row){ .name = "test", .bound = 100, .newest = true });
    for (int i = 0; i < COUNT; i++)
        takers[i] =
            take(&w, lined_up[i].network, lined_up[i].address, lined_up[i].player, SHOOGI_OK);
    for (int i = 0; i < COUNT; i++) {
        assert_ptr_equal(shg_share_pop(w.share), &takers[order[i]]->claim);
        assert_true(shg_share_check(w.share));
        takers[order[i]]->held = false;
    }
    assert_null(shg_share_pop(w.share));
    /* A newcomer waits for one of each that waits, however many they have. */
    for (int i = 0; i < 10; i++)
        take(&w, 2, 0, 1, SHOOGI_OK);
    for (int i = 0; i < 5; i++)
        ((taker *)(void *)shg_share_pop(w.share))->held = false;
    taker *newcomer = take(&w, 3, 0, 1, SHOOGI_OK);
    taker *next = (taker *)(void *)shg_share_pop(w.share);
    next->held = false;
    if (next != newcomer)
        next = (taker *)(void *)shg_share_pop(w.share);
    assert_ptr_equal(next, newcomer);
    next->held = false;
    end(&w);
}

/* Work in slices: networks have as many, whatever they hold, and one that begins to wait waits for one slice
 * of each. */
static void slices(void **state)
{
    (void)state;
    static world w;
    begin(&w, (shg_share_row){ .name = "test", .bound = 100, .newest = true });
    for (int i = 0; i < 12; i++)
        take(&w, 2, i % 2, i % 3, SHOOGI_OK);
    taker *other = take(&w, 3, 0, 1, SHOOGI_OK);
    int served[NETWORKS] = { 0 };
    for (int i = 0; i < 20; i++) {
        served[((taker *)(void *)shg_share_next(w.share))->network]++;
        assert_true(shg_share_check(w.share));
    }
    assert_int_equal(served[2], 10);
    assert_int_equal(served[3], 10);
    taker *late = take(&w, 4, 0, 1, SHOOGI_OK);
    for (int i = 0; shg_share_next(w.share) != &late->claim; i++)
        assert_in_range(i, 0, 1);
    shg_share_release(w.share, &other->claim);
    other->held = false;
    for (int i = 0; i < 6; i++)
        served[((taker *)(void *)shg_share_next(w.share))->network]++;
    assert_int_equal(served[2], 13);
    assert_int_equal(served[4], 3);
    end(&w);
}

/* An administrator frees what a player or a network has; what cannot give way stays. */
static void freeing(void **state)
{
    (void)state;
    static world w;
    begin(&w, (shg_share_row){ .name = "test", .bound = 100 });
    shg_share_free(w.share);
    w.share = shg_shares_get(w.shares, SHG_SHARE_links);
    shg_share_set_give_way(w.share, on_give_way, &w);
    for (int i = 0; i < 12; i++)
        take(&w, 2 + i % 2, i % 3, 1 + i % 4, SHOOGI_OK);
    taker *fixed = take(&w, 2, 0, 1, SHOOGI_OK);
    fixed->fixed = true;
    shg_share_set_yields(w.share, &fixed->claim, false);
    assert_int_equal(shg_shares_free_owned(w.shares, &(shg_share_selection){ .player = 2 }), 3);
    shg_share_selection network = { 0 };
    assert_int_equal(shg_network_read(&network.network, "0.0.2.0/24", NULL), SHOOGI_OK);
    assert_int_equal(shg_shares_free_owned(w.shares, &network), 6);
    assert_int_equal(w.gone_count, 9);
    assert_true(shg_share_check(w.share));
    assert_true(fixed->held);
    for (size_t i = 0; i < CLAIMS; i++)
        shg_share_release(w.share, &w.takers[i].claim);
    shg_shares_free(w.shares);
}

/* A claim that gives way may take others with it, as a connection that is closed does. */
static void release_another(void *context, shg_claim *claim)
{
    world *w = context;
    for (size_t i = 0; i < CLAIMS; i++)
        if (&w->takers[i].claim != claim)
            shg_share_release(w->share, &w->takers[i].claim);
    w->gone_count++;
}

static void released_meanwhile(void **state)
{
    (void)state;
    static world w;
    begin(&w, (shg_share_row){ .name = "test", .bound = 4 });
    shg_share_set_give_way(w.share, release_another, &w);
    for (int i = 0; i < 4; i++)
        take(&w, 2, 0, 1, SHOOGI_OK);
    taker *t = free_taker(&w);
    t->network = 3;
    const shg_owner owner = owner_of(t);
    assert_int_equal(shg_share_take(w.share, &t->claim, &owner, 2), SHOOGI_OK);
    assert_int_equal(w.gone_count, 1);
    assert_true(shg_share_check(w.share));
    end(&w);
}

/* ---- many owners, by the rows as they are ---- */

enum { MANY = 1000 };

/* A book with all rows, of which every claim gives way. */
typedef struct book {
    shg_shares *shares;
    shg_claim claims[SHG_SHARES][2 * MANY];
    size_t taken[SHG_SHARES];
} book;

static void nothing_more(void *context, shg_claim *claim)
{
    (void)context;
    (void)claim;
}

static void open_book(book *b, unsigned per_address)
{
    assert_true(sodium_init() >= 0);
    memset(b, 0, sizeof *b);
    assert_int_equal(shg_shares_new(&b->shares, per_address), SHOOGI_OK);
    for (int id = 0; id < SHG_SHARES; id++)
        shg_share_set_give_way(shg_shares_get(b->shares, (shg_share_id)id), nothing_more, NULL);
}

/* The bound, in parts of which as many as there are claims fit. */
static int64_t part_of(const book *b, int id, int64_t parts)
{
    const int64_t bound = shg_share_bound(shg_shares_get(b->shares, (shg_share_id)id));
    return bound > parts ? bound / parts : 1;
}

static bool take_part(book *b, int id, shg_owner owner, int64_t amount)
{
    assert_in_range(b->taken[id], 0, 2 * MANY - 1);
    return shg_share_take(shg_shares_get(b->shares, (shg_share_id)id),
                          &b->claims[id][b->taken[id]++], &owner, amount) == SHOOGI_OK;
}

static void close_book(book *b)
{
    for (int id = 0; id < SHG_SHARES; id++) {
        shg_share *share = shg_shares_get(b->shares, (shg_share_id)id);
        assert_true(shg_share_check(share));
        for (size_t i = 0; i < b->taken[id]; i++)
            shg_share_release(share, &b->claims[id][i]);
        assert_int_equal(shg_share_held(share), 0);
    }
    shg_shares_free(b->shares);
}

/* A thousand addresses of one IPv6 /48 fill every share. An eleventh network gets what it asks for, up to a half,
 * and nobody but the attacker gives way for it. */
static void one_network_of_a_thousand_addresses(void **state)
{
    (void)state;
    static book b;
    open_book(&b, SHG_PER_ADDRESS_DEFAULT);
    for (int id = 0; id < SHG_SHARES; id++) {
        shg_share *share = shg_shares_get(b.shares, (shg_share_id)id);
        const int64_t part = part_of(&b, id, MANY);
        shg_owner honest[10];
        for (int i = 0; i < 10; i++) {
            honest[i] =
                (shg_owner){ .address = { .kind = 4, .bytes = { 198, 51, (uint8_t)i, 1 } } };
            if (shg_share_bound(share) >= 11)
                assert_true(take_part(&b, id, honest[i], 1));
        }
        for (int i = 0; i < MANY; i++) {
            const shg_owner evil = { .address = { .kind = 6,
                                                  .bytes = { 0x20, 1, 0xd, 0xb8, 0, 1,
                                                             (uint8_t)(i / 256), (uint8_t)i } },
                                     .player = 1 + i };
            (void)take_part(&b, id, evil, part); /* some are refused: all that holds it is theirs */
        }
        assert_true(shg_share_held(share) <= shg_share_bound(share) + shg_share_rows[id].reserve);
        for (int i = 0; i < 10 && shg_share_bound(share) >= 11; i++)
            assert_non_null(b.claims[id][i].holder); /* nobody else gave way */
        const shg_owner newcomer = { .address = { .kind = 4, .bytes = { 203, 0, 113, 1 } },
                                     .player = 5000 };
        assert_true(take_part(&b, id, newcomer, 1));
    }
    close_book(&b);
}

/* A thousand players behind one address: with --per-address as docs/hosting.md says nothing but the bounds of all
 * limits them, and each has as much as the others; another network is served as before. */
static void a_thousand_players_behind_one_address(void **state)
{
    (void)state;
    static book b;
    for (unsigned times = 1; times <= 20; times += 19) {
        open_book(&b, times * SHG_PER_ADDRESS_DEFAULT);
        shg_share_set_limits(shg_shares_get(b.shares, SHG_SHARE_sessions), SHG_CONNECTIONS_MAX,
                             times * SHG_PER_ADDRESS_DEFAULT);
        const shg_address_key club = { .kind = 4, .bytes = { 192, 0, 2, 1 } };
        int served = 0;
        for (int i = 0; i < MANY; i++) {
            served += take_part(&b, SHG_SHARE_sessions, (shg_owner){ .address = club }, 1);
            assert_true(take_part(&b, SHG_SHARE_guests, (shg_owner){ .address = club }, 1));
            assert_true(take_part(&b, SHG_SHARE_challenges,
                                  (shg_owner){ .address = club, .player = 1 + i }, 1));
        }
        assert_int_equal(served, times == 1 ? SHG_PER_ADDRESS_DEFAULT : MANY);
        const shg_owner other = { .address = { .kind = 4, .bytes = { 198, 51, 100, 1 } },
                                  .player = 2000 };
        for (int id = 0; id < SHG_SHARES; id++)
            assert_true(take_part(&b, id, other, 1));
        close_book(&b);
    }
}

/* An attacker with three hundred accounts of old, at one address of his or of unknown addresses, as after a restart:
 * the former are one network; each of the latter counts alone, so that they can have all but a share of each newcomer. */
static void accounts_of_old(void **state)
{
    (void)state;
    enum { ACCOUNTS = 300 };
    static book b;
    for (int known = 0; known < 2; known++) {
        open_book(&b, SHG_PER_ADDRESS_DEFAULT);
        shg_share *share = shg_shares_get(b.shares, SHG_SHARE_invitations);
        const int64_t part = part_of(&b, SHG_SHARE_invitations, ACCOUNTS);
        for (int i = 0; i < ACCOUNTS; i++) {
            shg_owner evil = { .player = 1 + i };
            if (known)
                evil.address = (shg_address_key){ .kind = 4, .bytes = { 192, 0, 2, 1 } };
            assert_true(take_part(&b, SHG_SHARE_invitations, evil, part + 1) ||
                        shg_share_held(share) + part + 1 > shg_share_bound(share));
        }
        /* Ten honest players, also of unknown address, have what they need: that is little. */
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < 10; j++)
                assert_true(
                    take_part(&b, SHG_SHARE_invitations, (shg_owner){ .player = 1000 + i }, 1));
        for (size_t i = b.taken[SHG_SHARE_invitations] - 100; i < b.taken[SHG_SHARE_invitations];
             i++)
            assert_non_null(b.claims[SHG_SHARE_invitations][i].holder);
        close_book(&b);
    }
}

TEST_SUITE(shares)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units),
        cmocka_unit_test(amounts),
        cmocka_unit_test(a_newcomer),
        cmocka_unit_test(limits_of_a_level),
        cmocka_unit_test(turns),
        cmocka_unit_test(slices),
        cmocka_unit_test(freeing),
        cmocka_unit_test(released_meanwhile),
        cmocka_unit_test(one_network_of_a_thousand_addresses),
        cmocka_unit_test(a_thousand_players_behind_one_address),
        cmocka_unit_test(accounts_of_old),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
