#include "server/session/online.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

static size_t bucket_of(int64_t player)
{
    return (size_t)((uint64_t)player % SHG_ONLINE_BUCKETS);
}

/* An attacker who creates names in one bucket has to log in with each. */
static shg_session **name_bucket(shg_online *online, const char *name)
{
    return &online->name_buckets[shg_text_hash(name, strlen(name)) % SHG_ONLINE_BUCKETS];
}

static void link_player(shg_online *online, shg_session *session)
{
    if (session->player == 0)
        return;
    shg_session **bucket = &online->buckets[bucket_of(session->player)];
    session->same_bucket = *bucket;
    *bucket = session;
}

static void unlist(shg_session *session)
{
    if (!session->entered_link)
        return;
    *session->entered_link = session->entered_next;
    if (session->entered_next)
        session->entered_next->entered_link = session->entered_link;
    session->entered_link = NULL;
}

static void list(shg_session **first, shg_session *session)
{
    unlist(session);
    session->entered_next = *first;
    session->entered_link = first;
    if (*first)
        (*first)->entered_link = &session->entered_next;
    *first = session;
}

void shg_online_await(shg_online *online, shg_session *session)
{
    list(&online->entering, session);
}

void shg_online_enter(shg_online *online, shg_session *session)
{
    list(&online->entered, session);
}

void shg_online_add(shg_online *online, shg_session *session)
{
    assert(!session->online);
    shg_online_enter(online, session);
    session->online = true;
    session->number = ++online->made;
    session->before = online->last;
    session->after = NULL;
    *(online->last ? &online->last->after : &online->first) = session;
    online->last = session;
    online->count++;
    shg_session **bucket = name_bucket(online, session->name);
    session->same_name_bucket = *bucket;
    *bucket = session;
    link_player(online, session);
}

void shg_online_remove(shg_online *online, shg_session *session)
{
    unlist(session);
    if (!session->online)
        return;
    session->online = false;
    *(session->before ? &session->before->after : &online->first) = session->after;
    *(session->after ? &session->after->before : &online->last) = session->before;
    online->count--;
    shg_session **link = name_bucket(online, session->name);
    while (*link != session)
        link = &(*link)->same_name_bucket;
    *link = session->same_name_bucket;
    if (session->player != 0) {
        link = &online->buckets[bucket_of(session->player)];
        while (*link != session)
            link = &(*link)->same_bucket;
        *link = session->same_bucket;
    }
}

void shg_online_set_player(shg_online *online, shg_session *session, int64_t player)
{
    assert(session->player == 0);
    session->player = player;
    if (session->online)
        link_player(online, session);
}

static shg_session *first_of(shg_session *session, int64_t player)
{
    while (session && session->player != player)
        session = session->same_bucket;
    return session;
}

shg_session *shg_online_first(const shg_online *online, int64_t player)
{
    return player != 0 ? first_of(online->buckets[bucket_of(player)], player) : NULL;
}

shg_session *shg_online_next(const shg_session *session)
{
    return first_of(session->same_bucket, session->player);
}

shg_session *shg_online_named(shg_online *online, const char *name)
{
    shg_session *session = *name_bucket(online, name);
    while (session && !shg_text_same(session->name, strlen(session->name), name, strlen(name)))
        session = session->same_name_bucket;
    return session;
}
