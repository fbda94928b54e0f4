#include "server/game/watch.h"

#include <stdlib.h>

static shg_watch **bucket_of(shg_watches *watches, int64_t game)
{
    return &watches->buckets[(uint64_t)game % SHG_WATCH_BUCKETS];
}

static shg_watch *first_of(shg_watch *watch, int64_t game)
{
    while (watch && watch->game != game)
        watch = watch->same_bucket;
    return watch;
}

shg_watch *shg_watch_first(const shg_watches *watches, int64_t game)
{
    return first_of(watches->buckets[(uint64_t)game % SHG_WATCH_BUCKETS], game);
}

shg_watch *shg_watch_next(const shg_watch *watch)
{
    return first_of(watch->same_bucket, watch->game);
}

shoogi_status shg_watch_add(shg_watches *watches, shg_session *session, int64_t game)
{
    size_t count = 0;
    for (const shg_watch *one = session->watches; one; one = one->next_of_session, count++)
        if (one->game == game)
            return SHOOGI_OK;
    if (count >= SHG_WATCHED_MAX)
        return SHOOGI_LIMIT_EXCEEDED;
    shg_watch *watch = calloc(1, sizeof *watch);
    if (!watch)
        return SHOOGI_NO_MEMORY;
    shg_watch **bucket = bucket_of(watches, game);
    *watch = (shg_watch){ game, session, session->watches, *bucket };
    session->watches = watch;
    *bucket = watch;
    return SHOOGI_OK;
}

static void take_out(shg_watches *watches, shg_watch **of_session)
{
    shg_watch *watch = *of_session;
    *of_session = watch->next_of_session;
    shg_watch **link = bucket_of(watches, watch->game);
    while (*link != watch)
        link = &(*link)->same_bucket;
    *link = watch->same_bucket;
    free(watch);
}

bool shg_watch_remove(shg_watches *watches, shg_session *session, int64_t game)
{
    shg_watch **link = &session->watches;
    while (*link && (*link)->game != game)
        link = &(*link)->next_of_session;
    if (!*link)
        return false;
    take_out(watches, link);
    return true;
}

int64_t shg_watch_latest_game(const shg_session *session)
{
    const shg_watch *watch = session->watches;
    while (watch && watch->game < 0) /* a free board */
        watch = watch->next_of_session;
    return watch ? watch->game : 0;
}

void shg_watch_remove_games(shg_watches *watches, shg_session *session)
{
    for (int64_t game; (game = shg_watch_latest_game(session)) != 0;)
        shg_watch_remove(watches, session, game);
}

void shg_watch_remove_all(shg_watches *watches, shg_session *session)
{
    while (session->watches)
        take_out(watches, &session->watches);
}
