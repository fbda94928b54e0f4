#include "server/lobby/challenge_book.h"

#include "base/text.h"
#include "server/account/login.h"
#include "server/game/game_options.h"
#include "server/game/replay_offer.h"
#include "server/lobby/challenge_terms.h"
#include "server/lobby/challenges.h"
#include "server/lobby/lobby.h"
#include "server/loop/host.h"
#include "server/session/part.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, RECEIVER_BUCKETS = 1024 };

/* A player to whom challenges stand by name. The name is as the first of them spells it. */
typedef struct receiver {
    struct receiver *same_bucket;
    shg_share *share;
    size_t count;
    char name[SHG_NAME_BYTES_MAX + 1];
} receiver;

typedef struct standing {
    shg_claim claim;    /* in the share of its kind; must be first */
    shg_claim received; /* by name: also in the receiver's share */
    receiver *to;       /* NULL: not by name */
    shg_share *share;
    struct standing *same_bucket;
    int64_t challenge, player;
    uint64_t seen; /* the comparison that has found its row */
} standing;

struct shg_challenge_book {
    shg_server *server;
    uint64_t comparison;
    standing *buckets[BUCKETS]; /* by number of the challenge */
    receiver *receivers[RECEIVER_BUCKETS];
};

static shg_share *share_of(const shg_challenge_book *book, shg_share_id id)
{
    return shg_shares_get(book->server->shares, id);
}

/* The shares of challenges. */
static const shg_share_id kinds[] = { SHG_SHARE_challenges, SHG_SHARE_invitations,
                                      SHG_SHARE_links };
enum { KINDS = sizeof kinds / sizeof kinds[0] };

shg_share_id shg_challenge_kind(const char *pattern, const char *options)
{
    size_t bytes;
    if (shg_option_value(&bytes, options, SHG_OPTION_LINK))
        return SHG_SHARE_links;
    return shg_name_check(pattern, strlen(pattern), NULL) == SHOOGI_OK ? SHG_SHARE_invitations
                                                                       : SHG_SHARE_challenges;
}

/* ---- receivers ---- */

static receiver **receiver_place(shg_challenge_book *book, const char *name)
{
    const size_t bytes = strlen(name);
    receiver **place = &book->receivers[shg_text_hash(name, bytes) % RECEIVER_BUCKETS];
    while (*place && !shg_text_same((*place)->name, strlen((*place)->name), name, bytes))
        place = &(*place)->same_bucket;
    return place;
}

static void give_way_received(void *context, shg_claim *claim);

/* NULL without memory. */
static receiver *find_or_make_receiver(shg_challenge_book *book, const char *name)
{
    receiver **place = receiver_place(book, name), *made;
    if (*place)
        return *place;
    made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    if (shg_share_new(&made->share, book->server->shares, SHG_SHARE_received) != SHOOGI_OK) {
        free(made);
        return NULL;
    }
    shg_share_set_give_way(made->share, give_way_received, book);
    snprintf(made->name, sizeof made->name, "%s", name);
    *place = made;
    return made;
}

static void leave_receiver(shg_challenge_book *book, receiver *to)
{
    if (!to || to->count > 0)
        return;
    receiver **place = receiver_place(book, to->name);
    assert(*place == to);
    *place = to->same_bucket;
    shg_share_free(to->share);
    free(to);
}

/* ---- challenges ---- */

static standing **place_of(shg_challenge_book *book, int64_t challenge)
{
    standing **place = &book->buckets[(uint64_t)challenge % BUCKETS];
    while (*place && (*place)->challenge != challenge)
        place = &(*place)->same_bucket;
    return place;
}

/* Takes a challenge out of all shares. */
static void strike(shg_challenge_book *book, standing **place)
{
    standing *s = *place;
    *place = s->same_bucket;
    shg_share_release(s->share, &s->claim);
    if (s->to) {
        shg_share_release(s->to->share, &s->received);
        s->to->count--;
        leave_receiver(book, s->to);
    }
    free(s);
}

/* Removes a challenge that gives way. */
static void remove_standing(shg_challenge_book *book, const standing *s)
{
    const int64_t challenge = s->challenge;
    shg_session *to = shg_online_first(&book->server->sessions->online, s->player);
    for (; to; to = shg_online_next(to))
        if (shg_session_is_program(to)) /* pages show no numbers of challenges */
            shg_notify(
                to, "A challenge of yours is withdrawn: there were too many, or an administrator "
                    "has removed it.\n");
        else
            shg_notify(
                to,
                "Your challenge %lld is withdrawn: there were too many, or an administrator has "
                "removed it.\n",
                (long long)challenge);
    strike(book, place_of(book, challenge));
    shg_remove_challenge(book->server, challenge);
}

static void give_way(void *context, shg_claim *claim)
{
    remove_standing(context, (standing *)(void *)claim);
}

static void give_way_received(void *context, shg_claim *claim)
{
    char *at = (char *)claim - offsetof(standing, received);
    remove_standing(context, (standing *)(void *)at);
}

const char *shg_challenge_book_refusal(shg_challenge_book *book, const shg_owner *owner,
                                       const char *pattern, const char *options)
{
    const shg_share_id kind = shg_challenge_kind(pattern, options);
    const receiver *to = kind == SHG_SHARE_invitations ? *receiver_place(book, pattern) : NULL;
    if (to && !shg_share_has_room(to->share, owner, 1))
        return shg_share_rows[SHG_SHARE_received].refusal;
    return shg_share_has_room(share_of(book, kind), owner, 1) ? NULL : shg_share_rows[kind].refusal;
}

/* A challenge that is stored stays, even if its maker has become the largest holder meanwhile. */
static bool enter(shg_share *share, shg_claim *claim, const shg_owner *owner, bool stored)
{
    return (!stored && shg_share_take(share, claim, owner, 1) == SHOOGI_OK) ||
           shg_share_put(share, claim, owner, 1) == SHOOGI_OK;
}

void shg_challenge_book_add(shg_challenge_book *book, const shg_owner *owner, int64_t challenge,
                            const char *pattern, const char *options, bool stored)
{
    standing **place = place_of(book, challenge);
    if (shg_replay_game(options) != 0)
        return;
    if (*place) {
        (*place)->seen = book->comparison;
        return;
    }
    /* Without memory it is entered at the next comparison. */
    const shg_share_id kind = shg_challenge_kind(pattern, options);
    receiver *to = kind == SHG_SHARE_invitations ? find_or_make_receiver(book, pattern) : NULL;
    standing *s = calloc(1, sizeof *s);
    if (!s || (kind == SHG_SHARE_invitations && !to)) {
        leave_receiver(book, to);
        free(s);
        return;
    }
    s->challenge = challenge;
    s->player = owner->player;
    s->seen = book->comparison;
    s->share = share_of(book, kind);
    s->to = to;
    *place = s;
    if (to)
        to->count++;
    if (!enter(s->share, &s->claim, owner, stored) ||
        (to && !enter(to->share, &s->received, owner, stored)))
        strike(book, place_of(book, challenge));
}

void shg_challenge_book_remove(shg_challenge_book *book, int64_t challenge)
{
    standing **place = place_of(book, challenge);
    if (*place)
        strike(book, place);
}

size_t shg_challenge_book_free_owned(shg_challenge_book *book, const shg_share_selection *selection)
{
    size_t count = 0;
    for (size_t i = 0; i < KINDS; i++)
        count += shg_share_free_owned(share_of(book, kinds[i]), selection);
    return count;
}

void shg_challenge_book_begin(shg_challenge_book *book)
{
    book->comparison++;
}

void shg_challenge_book_end(shg_challenge_book *book)
{
    for (size_t i = 0; i < BUCKETS; i++)
        for (standing **place = &book->buckets[i]; *place;)
            if ((*place)->seen == book->comparison)
                place = &(*place)->same_bucket;
            else
                strike(book, place);
}

/* ---- the book ---- */

shoogi_status shg_challenge_book_new(shg_challenge_book **out, shg_server *server)
{
    shg_challenge_book *book = calloc(1, sizeof *book);
    if (!book)
        return SHOOGI_NO_MEMORY;
    book->server = server;
    for (size_t i = 0; i < KINDS; i++)
        shg_share_set_give_way(share_of(book, kinds[i]), give_way, book);
    *out = book;
    return SHOOGI_OK;
}

void shg_challenge_book_free(shg_challenge_book *book)
{
    for (size_t i = 0; book && i < BUCKETS; i++)
        while (book->buckets[i])
            strike(book, &book->buckets[i]);
    free(book);
}
