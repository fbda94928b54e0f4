/* command_fuzz.c: anything typed by three people at a server, two of whom have a game: nothing breaks, what reaches a
 * terminal is fit for it (people.h), and afterwards the rows of every game play to what the server holds of it.
 *
 * The input consists of lines; the first byte of each chooses the player, the rest goes through that player's telnet layer. */
#include "people.h"
#include "server/rules/part.h"
#include "server/game/part.h"
#include "server/game/game_cache.h"

enum { LINES_MAX = 300 };

/* Reads the stored games in a job of its own. */
typedef struct reading {
    shg_job job; /* must be first */
    bool done;
    int64_t id;
    shg_game_state *game;
} reading;

static shoogi_status run_reading(shg_job *job, shg_storage *storage)
{
    reading *r = (reading *)(void *)job;
    return shg_game_read(&r->game, storage, server->rules->past, NULL, r->id, &job->error);
}

static void reading_done(shg_job *job)
{
    ((reading *)(void *)job)->done = true;
}

static void require_same_clocks(const shg_game_time *held, const shg_game_time *stored)
{
    FUZZ_REQUIRE(!held == !stored);
    for (int colour = 0; held && colour < 2; colour++) {
        const int64_t at_ms = held->clock.at_ms;
        const shg_clock_reading a = shg_game_clock_read(&held->clock, colour, at_ms);
        const shg_clock_reading b = shg_game_clock_read(&stored->clock, colour, at_ms);
        FUZZ_REQUIRE(a.bank_ms == b.bank_ms && a.period_ms == b.period_ms);
        FUZZ_REQUIRE(a.grace_ms == b.grace_ms && a.vacation_ms == b.vacation_ms);
        FUZZ_REQUIRE(a.periods == b.periods && a.period_moves == b.period_moves);
    }
}

static void require_same(const shg_game_state *held, const shg_game_state *stored)
{
    FUZZ_REQUIRE(held->events == stored->events);
    FUZZ_REQUIRE(held->item_count == stored->item_count);
    FUZZ_REQUIRE(held->outcome == stored->outcome && strcmp(held->reason, stored->reason) == 0);
    FUZZ_REQUIRE(held->offers[0] == stored->offers[0] && held->offers[1] == stored->offers[1]);
    FUZZ_REQUIRE(held->seen[0] <= held->events && held->seen[1] <= held->events);
    FUZZ_REQUIRE(strcmp(held->last, stored->last) == 0);
    require_same_clocks(held->time, stored->time);
    FUZZ_REQUIRE(shoogi_position_hash(held->position) == shoogi_position_hash(stored->position));
}

/* False if there is no game of that number. */
static bool check_game(int64_t id)
{
    reading r = { .job = { .run = run_reading, .done = reading_done }, .id = id };
    FUZZ_REQUIRE(shg_worker_submit(server->writer, &r.job) == SHOOGI_OK);
    while (!r.done)
        event_base_loop(server->base, EVLOOP_ONCE);
    if (r.job.status == SHOOGI_NOT_FOUND)
        return false;
    FUZZ_REQUIRE(r.job.status == SHOOGI_OK);
    const shg_game_state *held = shg_game_cache_find(server->games->cache, id);
    if (held)
        require_same(held, r.game);
    shg_game_free(r.game);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    open_server();
    type(&people[0], "NEW Bert P-7f");
    type(&people[1], "NEW 1");
    const char *at = (const char *)data, *end = at + data_bytes;
    for (int lines = 0; at < end && lines < LINES_MAX; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop + 1 : end;
        person *p = &people[(unsigned char)at[0] % PEOPLE];
        type_bytes(p, at + 1, (size_t)(stop - at - 1));
        if (p->finished) {
            leave(p);
            arrive(p);
        }
        at = stop;
    }
    for (int64_t id = 1; check_game(id); id++)
        ;
    close_server();
    return 0;
}
