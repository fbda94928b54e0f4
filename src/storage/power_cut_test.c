/* power_cut_test.c: acknowledged writes survive a power cut, in order, once, and complete.
 *
 * Each run has a disk of its own (cut_vfs.h), on which a server's storage is played through the
 * worker: players and what they set, challenges that turn into games, events with the numbers they are
 * expected to have and the plans and remarks stored with them, moves and ends that are taken back, what the players have
 * seen, messages that are left
 * and shown, when the server was running, jobs that fail, a disk that is full for a while, a reader beside it, closing and opening
 * again.  At a random step the power goes; what survived is opened and compared with what was
 * acknowledged; then the run goes on from there to the next cut, CUTS_PER_RUN times.  Cuts hit
 * opening, recovery and checkpoints as well.
 *
 * A run is decided by its seed alone: a gate job holds the worker while a group is handed over, so
 * that groups do not depend on the threads' timing.  To see a run that failed again:
 *     SHOOGI_CUT_SEED=17 build/.../power_cut_test
 * SHOOGI_CUTS sets the number of cuts (300), with seeds 1, 2, 3 ...  From 2,000 on, each cut of a file that is being
 * made is tried with five seeds instead of one; below 300 only every fourth is.
 *
 * The same runs with synchronous=NORMAL must lose acknowledged events, but, without a reader, nothing
 * else; with OFF they may lose anything.  Of these there are a fifth as many.  That shows that the test sees losses, and what FULL is for.
 * Beside a reader NORMAL can do damage on such a disk.  The reader keeps the log from being begun anew
 * once it is written back; the next commit then begins in the sector in which the last one ends, as
 * NORMAL pads nothing, and a torn sector takes that one away.  What is left of the log is older than the
 * file, and hides the newer half of its pages. */
#include "support/cut_vfs.h"
#include "storage/storage.h"
#include "storage/worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <semaphore.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <time.h>

enum {
    CUTS = 300,
    CUTS_THOROUGH = 2000,
    CUTS_PER_RUN = 4,
    PLAYERS = 4,
    GAMES_MAX = 24,
    CHALLENGES_MAX = 32,
    MESSAGES_MAX = 48,
    EVENTS_MAX = 40, /* of one game */
    TEXT_BYTES_MAX = 3000,
    GROUP_MAX = 6,
    SESSIONS_MAX = 3, /* openings between two cuts */
    RUNS_MAX = (CUTS_PER_RUN + 1) * SESSIONS_MAX,
    STEPS_BETWEEN_CUTS = 700 /* at most */
};

static const char VFS[] = "cut", FILE_NAME[] = "shoogi.db";

/* --- What was submitted, and what was acknowledged --- */

/* A number that never decreases. */
struct told_number {
    int64_t acknowledged, most; /* most: submitted */
};

struct told_game {
    bool submitted, acknowledged; /* its addition */
    int64_t id, length;           /* length: events until it is over */
    int64_t false_end;            /* event that seems to end it and is undone; 0: none */
    struct told_number seen[2];   /* by its players */
    struct told_number settled;   /* 1 once it is */
    int64_t events;               /* acknowledged */
    int64_t next;                 /* to submit */
    int64_t events_max;           /* submitted ever since the last power cut */
};

/* game: the one it turns into; -1 before it is decided. */
struct told_challenge {
    bool submitted, acknowledged, accepting; /* accepting: its game was submitted */
    int64_t id;
    int game;
};

struct told_message {
    bool submitted, acknowledged, removing, removed;
    int64_t id;
};

/* How runs are played, and which losses are allowed. */
struct mode {
    const char *synchronous;
    bool readers; /* in some sessions */
    bool may_lose, may_damage;
};

struct world {
    cut_disk *disk;
    const struct mode *mode;
    uint64_t random;
    bool players_submitted, players_acknowledged; /* all of them: one job adds them */
    int64_t definition;
    struct told_number seen; /* of player 1: the time */
    struct told_number settings[PLAYERS];
    struct told_number bans; /* their number, which the notice repeats */
    /* The number of runs of the server, their last time known to be alive, and the current time. */
    struct told_number runs, alive;
    int64_t began_ms[RUNS_MAX], now_ms;
    bool running;
    struct told_game games[GAMES_MAX];
    struct told_challenge challenges[CHALLENGES_MAX];
    struct told_message messages[MESSAGES_MAX];
    int game_count, challenge_count, message_count;
    /* The first error. */
    bool lost, corrupt;
    char what[256];
};

/* Of all runs of a case. */
static struct {
    unsigned long cuts, cuts_while_opening, groups, events, refused, settled;
} totals;

static uint64_t below(struct world *w, uint64_t count)
{
    return cut_random_below(&w->random, count);
}

enum fault { LOST, CORRUPT };

static void found(struct world *w, enum fault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void found(struct world *w, enum fault fault, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!w->lost && !w->corrupt)
        vsnprintf(w->what, sizeof w->what, format, arguments);
    va_end(arguments);
    *(fault == LOST ? &w->lost : &w->corrupt) = true;
}

static bool is_well(const struct world *w)
{
    return !w->lost && !w->corrupt;
}

/* --- Contents: functions of their numbers, so that they can be compared --- */

static void number_text(char out[32], const char *what, int number)
{
    snprintf(out, 32, "%s %d", what, number);
}

/* Whether a game seems to end at an event: with a resignation and its result. */
static bool ends_at(const struct told_game *g, int64_t number)
{
    return number == g->length - 1 || (g->false_end > 0 && number == g->false_end);
}

/* Whether an event is neither an end nor the undo of one. */
static bool is_within(const struct told_game *g, int64_t number)
{
    return number >= 1 && number < g->length - 1 &&
           (number < g->false_end || number > g->false_end + 2);
}

/* A seventh of the moves are taken back by the next event. */
static bool takes_back(const struct told_game *g, int game, int64_t number)
{
    uint64_t here = (uint64_t)game << 32 | (uint64_t)number, before = here - 1;
    if (g->false_end > 0 && number == g->false_end + 2)
        return true;
    return is_within(g, number) && is_within(g, number - 1) && cut_random_below(&here, 6) == 0 &&
           cut_random_below(&before, 6) != 0;
}

static const char *event_kind(const struct told_game *g, int game, int64_t number)
{
    return ends_at(g, number)            ? "resign"
           : ends_at(g, number - 1)      ? "result"
           : takes_back(g, game, number) ? "undo"
                                         : "move";
}

/* Mostly short, as moves are; some fill pages of their own. */
static void event_text(char out[TEXT_BYTES_MAX], const struct told_game *g, int game,
                       int64_t number)
{
    if (ends_at(g, number - 1)) {
        snprintf(out, TEXT_BYTES_MAX, "black resignation");
        return;
    }
    if (takes_back(g, game, number)) {
        snprintf(out, TEXT_BYTES_MAX, "white %s", is_within(g, number) ? "move" : "resign");
        return;
    }
    uint64_t state = (uint64_t)game << 32 | (uint64_t)number;
    int length = snprintf(out, TEXT_BYTES_MAX, "%d/%lld:", game, (long long)number);
    const uint64_t more = cut_random_below(&state, 12) ? 4 : 200 + cut_random_below(&state, 2700);
    for (uint64_t i = 0; i < more; i++)
        out[length++] = (char)('a' + cut_random_below(&state, 26));
    out[length] = '\0';
}

/* The number of moves after the first events of a game, and whether it is over. */
static int64_t moves_of(bool *over, const struct told_game *g, int game, int64_t events)
{
    int64_t moves = 0;
    *over = false;
    for (int64_t number = 1; number <= events; number++) {
        const char *kind = event_kind(g, game, number);
        const bool undone = strcmp(kind, "undo") == 0;
        if (strcmp(kind, "move") == 0)
            moves++;
        else if (undone && is_within(g, number))
            moves--;
        *over = strcmp(kind, "result") == 0;
    }
    return moves;
}

/* --- Jobs --- */

enum work {
    ADD_PLAYERS,
    CHALLENGE,
    ACCEPT,
    EVENT,
    LAST_EVENTS,
    WRONG_NUMBER,
    HALF,
    SEEN,
    SETTINGS,
    BAN,
    GAME_SEEN,
    LEAVE_MESSAGE,
    SHOW_MESSAGE,
    SETTLE,
    SETTLE_AGAIN,
    RUN,
    ALIVE
};

struct task {
    shg_job job;
    struct world *world;
    enum work work;
    int index; /* of the object of the work: */
    struct told_game *game;
    struct told_challenge *challenge;
    struct told_message *message;
    int colour;       /* of the player who has seen something */
    int64_t number;   /* of the event; what was seen or set */
    int64_t alive_ms; /* 0: not said */
    int64_t id;       /* of the row it added */
};

static shoogi_status add_players(struct task *t, shg_storage *s)
{
    shoogi_status status = SHOOGI_OK;
    for (int i = 1; i <= PLAYERS && status == SHOOGI_OK; i++) {
        char name[32];
        number_text(name, "player", i);
        int64_t id;
        const shg_player row = { .name = name, .password = "verifier" };
        status = s->ops->player_add(s, &id, &row, &t->job.error);
    }
    const shg_definition row = { .name = "shogi", .text = "files=9", .text_bytes = 7 };
    return status == SHOOGI_OK ? s->ops->definition_put(s, &t->id, &row, &t->job.error) : status;
}

static shoogi_status add_challenge(struct task *t, shg_storage *s)
{
    char comment[32];
    number_text(comment, "challenge", t->index);
    const shg_challenge row = { .player = 1 + t->index % PLAYERS,
                                .variant = "shogi",
                                .pattern = "*",
                                .colour = "white",
                                .first_move = "",
                                .options = "",
                                .comment = comment };
    return s->ops->challenge_add(s, &t->id, &row, &t->job.error);
}

static shoogi_status accept_challenge(struct task *t, shg_storage *s)
{
    const struct told_challenge *c = t->challenge;
    char comment[32];
    number_text(comment, "game", c->game);
    const shg_game row = { .definition = t->world->definition,
                           .black = 1 + c->game % PLAYERS,
                           .white = 1 + c->game / 2 % PLAYERS,
                           .sfen = "",
                           .options = "",
                           .comment = comment };
    const shoogi_status status = s->ops->challenge_remove(s, c->id, &t->job.error);
    return status == SHOOGI_OK ? s->ops->game_add(s, &t->id, &row, &t->job.error) : status;
}

static void plan_text(char text[32], int64_t number)
{
    text[0] = '\0';
    if (number % 5 != 0)
        snprintf(text, 32, "plan %lld", (long long)number);
}

static shoogi_status add_event(struct task *t, shg_storage *s, int64_t number)
{
    const struct told_game *g = t->game;
    char text[TEXT_BYTES_MAX];
    event_text(text, g, t->index, number);
    const shg_event row = { .game = g->id,
                            .number = number,
                            .kind = event_kind(g, t->index, number),
                            .text = text,
                            .think_ms = number,
                            .at_ms = 7 };
    shoogi_status status = s->ops->event_add(s, &row, &t->job.error);
    /* A player's conditional moves change with each event, and are removed by some. */
    char plan[32];
    plan_text(plan, number);
    if (status == SHOOGI_OK)
        status = s->ops->document_set(s, g->id, 1, "plan", plan, &t->job.error);
    const shg_chat_line chat_line = { .game = g->id, .player = 1, .kind = "say", .text = "said" };
    int64_t said;
    return status == SHOOGI_OK ? s->ops->chat_add(s, &said, &chat_line, &t->job.error) : status;
}

static shoogi_status add_never(struct task *t, shg_storage *s)
{
    const shg_event row = {
        .game = t->game->id, .number = t->number, .kind = "move", .text = "never"
    };
    return s->ops->event_add(s, &row, &t->job.error);
}

static shoogi_status set_settings(const struct task *t, shg_storage *s, shoogi_error *err)
{
    char text[32];
    number_text(text, "settings", (int)t->number);
    return s->ops->player_set_settings(s, t->index + 1, text, err);
}

/* Adds a ban, and sets the notice to the number of bans. */
static shoogi_status add_ban(struct task *t, shg_storage *s)
{
    char text[32];
    number_text(text, "bans", (int)t->number);
    const shg_ban row = { .network = "192.0.2.0/24", .reason = text, .at_ms = t->number };
    const shoogi_status status = s->ops->ban_add(s, &t->id, &row, &t->job.error);
    return status == SHOOGI_OK ? s->ops->notice_set(s, "motd", text, &t->job.error) : status;
}

static shoogi_status leave_message(struct task *t, shg_storage *s)
{
    char text[32];
    number_text(text, "message", t->index);
    const shg_message row = { .recipient = 1 + t->index % PLAYERS,
                              .sender = 1 + t->index / 2 % PLAYERS,
                              .text = text,
                              .at_ms = t->index };
    return s->ops->message_add(s, &t->id, &row, &t->job.error);
}

/* Makes the result final and rates both players. */
static shoogi_status settle(struct task *t, shg_storage *s)
{
    shoogi_status status = SHOOGI_OK;
    for (int i = 0; i < 2 && status == SHOOGI_OK; i++) {
        const shg_rating_row row = { .game = t->game->id,
                                     .player = 1 + i,
                                     .variant = "shogi",
                                     .speed = "blitz",
                                     .rating_e3 = 1000 * t->index + i };
        /* The write between the two shows whether all of them are one transaction. */
        if (i == 1)
            status = s->ops->game_finalise(s, t->game->id, 100 + t->index, &t->job.error);
        if (status == SHOOGI_OK)
            status = s->ops->rating_add(s, &row, &t->job.error);
    }
    return status;
}

/* Records that the server is alive, in a transaction that concerns a clock, or alone. */
static shoogi_status say_alive(struct task *t, shg_storage *s)
{
    return t->alive_ms > 0 ? s->ops->run_alive(s, t->alive_ms, &t->job.error) : SHOOGI_OK;
}

static shoogi_status run_task(shg_job *job, shg_storage *s)
{
    struct task *t = (struct task *)job;
    shoogi_status status = SHOOGI_ILLEGAL;
    switch (t->work) {
    case ADD_PLAYERS: return add_players(t, s);
    case CHALLENGE: return add_challenge(t, s);
    case ACCEPT: return accept_challenge(t, s);
    case EVENT:
        status = add_event(t, s, t->number);
        return status == SHOOGI_OK ? say_alive(t, s) : status;
    case RUN: return s->ops->run_begin(s, t->alive_ms, &t->job.error);
    case ALIVE: return say_alive(t, s);
    case LAST_EVENTS:
        status = add_event(t, s, t->number);
        return status == SHOOGI_OK ? add_event(t, s, t->number + 1) : status;
    case WRONG_NUMBER: return add_never(t, s);
    case HALF: /* writes, then fails */
        status = add_never(t, s);
        return status == SHOOGI_OK ? SHOOGI_ILLEGAL : status;
    case SEEN: return s->ops->player_set_seen(s, 1, t->number, &t->job.error);
    case SETTINGS: return set_settings(t, s, &t->job.error);
    case BAN: return add_ban(t, s);
    case GAME_SEEN:
        return s->ops->game_set_seen(s, NULL, t->game->id, t->colour, t->number, 10 * t->number,
                                     &t->job.error);
    case LEAVE_MESSAGE: return leave_message(t, s);
    case SHOW_MESSAGE: return s->ops->message_remove(s, t->message->id, &t->job.error);
    case SETTLE:
    case SETTLE_AGAIN: return settle(t, s);
    }
    return status;
}

static size_t tasks_done;

static void done_task(shg_job *job)
{
    (void)job;
    tasks_done++;
}

static void tell_acknowledged(struct world *w, const struct task *t)
{
    struct told_challenge *c = t->challenge;
    struct told_game *g = t->game;
    if (t->alive_ms > 0)
        w->alive.acknowledged = t->alive_ms;
    switch (t->work) {
    case ADD_PLAYERS:
        w->players_acknowledged = true;
        w->definition = t->id;
        break;
    case CHALLENGE:
        c->acknowledged = true;
        c->id = t->id;
        break;
    case ACCEPT:
        g->acknowledged = true;
        g->id = t->id;
        break;
    case EVENT: g->events = t->number; break;
    case LAST_EVENTS: g->events = t->number + 1; break;
    case SEEN: w->seen.acknowledged = t->number; break;
    case SETTINGS: w->settings[t->index].acknowledged = t->number; break;
    case BAN: w->bans.acknowledged = t->number; break;
    case GAME_SEEN: g->seen[t->colour].acknowledged = t->number; break;
    case LEAVE_MESSAGE:
        t->message->acknowledged = true;
        t->message->id = t->id;
        break;
    case SHOW_MESSAGE: t->message->removed = true; break;
    case SETTLE:
        g->settled.acknowledged = 1;
        totals.settled++;
        break;
    case RUN:
        w->runs.acknowledged++;
        w->running = true;
        break;
    case ALIVE: break;
    case SETTLE_AGAIN:
    case WRONG_NUMBER:
    case HALF: found(w, CORRUPT, "a job that must fail was acknowledged"); break;
    }
    totals.events += t->work == EVENT ? 1 : t->work == LAST_EVENTS ? 2 : 0;
}

/* A group was rolled back because the disk is full, and no power cut may restore it. */
static void tell_refused(struct world *w, const struct task *t)
{
    struct told_challenge *c = t->challenge;
    struct told_game *g = t->game;
    totals.refused++;
    w->alive.most = w->alive.acknowledged;
    switch (t->work) {
    case RUN: w->runs.most = w->runs.acknowledged; break;
    case ADD_PLAYERS: w->players_submitted = false; break;
    case CHALLENGE: c->submitted = false; break;
    case ACCEPT: c->accepting = g->submitted = false; break;
    case EVENT:
    case LAST_EVENTS:
        g->events_max = g->events;
        g->next = g->events + 1;
        break;
    case SEEN: w->seen.most = w->seen.acknowledged; break;
    case SETTINGS: w->settings[t->index].most = w->settings[t->index].acknowledged; break;
    case BAN: w->bans.most = w->bans.acknowledged; break;
    case GAME_SEEN: g->seen[t->colour].most = g->seen[t->colour].acknowledged; break;
    case LEAVE_MESSAGE: t->message->submitted = false; break;
    case SHOW_MESSAGE: t->message->removing = false; break;
    case SETTLE: g->settled.most = g->settled.acknowledged; break;
    case ALIVE:
    case SETTLE_AGAIN:
    case WRONG_NUMBER:
    case HALF: break;
    }
}

static void tell_outcome(struct world *w, const struct task *t)
{
    const shoogi_status status = t->job.status;
    const shoogi_status expected = t->work == WRONG_NUMBER || t->work == SETTLE_AGAIN
                                       ? SHOOGI_CONFLICT
                                   : t->work == HALF ? SHOOGI_ILLEGAL
                                                     : SHOOGI_OK;
    if (status == SHOOGI_OK)
        tell_acknowledged(w, t);
    else if (status == SHOOGI_LIMIT_EXCEEDED)
        tell_refused(w, t);
    else if (status != expected && !(status == SHOOGI_IO && cut_disk_is_off(w->disk)))
        found(w, CORRUPT, "job %d was refused: %s", (int)t->work, t->job.error.message);
}

/* --- Choosing the next job --- */

static struct task *plan(struct world *w, struct task *t, enum work work, int index, int64_t number)
{
    *t = (struct task){ .job = { .run = run_task, .done = done_task },
                        .world = w,
                        .work = work,
                        .index = index,
                        .number = number };
    return t;
}

static void plan_events(struct world *w, struct task *t, enum work work, int index)
{
    struct told_game *g = &w->games[index];
    plan(w, t, work, index, g->next)->game = g;
    if (work == WRONG_NUMBER)
        t->number += below(w, 2) ? 1 : -1;
    if (work == EVENT || work == LAST_EVENTS)
        g->next += work == EVENT ? 1 : 2;
    if (g->next - 1 > g->events_max)
        g->events_max = g->next - 1;
}

/* Once stored, the time of a job's submission is a time at which the server is known to have run. */
static void plan_alive(struct world *w, struct task *t)
{
    w->now_ms += 1 + (int64_t)below(w, 50);
    t->alive_ms = w->alive.most = w->now_ms;
}

/* The next event of a running game; at its end two at once, as the server does. */
static bool plan_event(struct world *w, struct task *t)
{
    if (w->game_count == 0)
        return false;
    const int index = (int)below(w, (uint64_t)w->game_count);
    const struct told_game *g = &w->games[index];
    if (!g->acknowledged || g->next > g->length)
        return false;
    const uint64_t sort = below(w, 20);
    plan_events(w, t,
                sort == 0             ? WRONG_NUMBER
                : sort == 1           ? HALF
                : ends_at(g, g->next) ? LAST_EVENTS
                                      : EVENT,
                index);
    if (t->work == EVENT && below(w, 2) > 0)
        plan_alive(w, t);
    return true;
}

static bool plan_challenge(struct world *w, struct task *t)
{
    if (w->challenge_count == CHALLENGES_MAX)
        return false;
    struct told_challenge *c = &w->challenges[w->challenge_count];
    *c = (struct told_challenge){ .submitted = true, .game = -1 };
    plan(w, t, CHALLENGE, w->challenge_count++, 0)->challenge = c;
    return true;
}

static bool plan_acceptance(struct world *w, struct task *t)
{
    for (int i = 0; i < w->challenge_count; i++) {
        struct told_challenge *c = &w->challenges[i];
        if (!c->acknowledged || c->accepting || below(w, 3) > 0)
            continue;
        if (c->game < 0) {
            if (w->game_count == GAMES_MAX)
                return false;
            c->game = w->game_count++;
            struct told_game *g = &w->games[c->game];
            *g = (struct told_game){ .length = 3 + (int64_t)below(w, EVENTS_MAX), .next = 1 };
            if (g->length >= 8 && below(w, 2))
                g->false_end = 2 + (int64_t)below(w, (uint64_t)g->length - 6);
        }
        plan(w, t, ACCEPT, i, 0)->challenge = c;
        t->game = &w->games[c->game];
        c->accepting = t->game->submitted = true;
        return true;
    }
    return false;
}

/* A player has seen all events of a game. */
static bool plan_game_seen(struct world *w, struct task *t)
{
    const int index = w->game_count > 0 ? (int)below(w, (uint64_t)w->game_count) : 0;
    const int colour = (int)below(w, 2);
    struct told_game *g = &w->games[index];
    if (index >= w->game_count || !g->acknowledged || g->next - 1 <= g->seen[colour].most)
        return false;
    plan(w, t, GAME_SEEN, index, g->next - 1)->game = g;
    t->colour = colour;
    g->seen[colour].most = t->number;
    return true;
}

/* A finished game is rated once. */
static bool plan_settling(struct world *w, struct task *t)
{
    for (int i = 0; i < w->game_count; i++) {
        struct told_game *g = &w->games[i];
        if (!g->acknowledged || g->events < g->length || below(w, 3) > 0 ||
            g->settled.most != g->settled.acknowledged)
            continue;
        plan(w, t, g->settled.acknowledged ? SETTLE_AGAIN : SETTLE, i, 0)->game = g;
        g->settled.most = 1;
        return true;
    }
    return false;
}

static bool plan_message(struct world *w, struct task *t)
{
    if (below(w, 2) > 0 && w->message_count < MESSAGES_MAX) {
        const int index = w->message_count++;
        w->messages[index] = (struct told_message){ .submitted = true };
        plan(w, t, LEAVE_MESSAGE, index, 0)->message = &w->messages[index];
        return true;
    }
    for (int i = 0; i < w->message_count; i++) {
        struct told_message *m = &w->messages[i];
        if (!m->acknowledged || m->removing || m->removed || below(w, 3) > 0)
            continue;
        plan(w, t, SHOW_MESSAGE, i, 0)->message = m;
        m->removing = true;
        return true;
    }
    return false;
}

static void plan_settings(struct world *w, struct task *t)
{
    const int index = (int)below(w, PLAYERS);
    plan(w, t, SETTINGS, index, ++w->settings[index].most);
}

/* The server starts after a pause. */
static void plan_run(struct world *w, struct task *t)
{
    w->now_ms += (int64_t)below(w, 100000);
    plan_alive(w, plan(w, t, RUN, 0, 0));
    w->began_ms[w->runs.most++] = t->alive_ms;
}

static size_t plan_group(struct world *w, struct task tasks[GROUP_MAX])
{
    if (!w->players_acknowledged) {
        w->players_submitted = true;
        plan(w, &tasks[0], ADD_PLAYERS, 0, 0);
        return 1;
    }
    if (!w->running) {
        plan_run(w, &tasks[0]);
        return 1;
    }
    const size_t count = 1 + (size_t)below(w, GROUP_MAX);
    for (size_t i = 0; i < count; i++) {
        const uint64_t sort = below(w, 16);
        if (sort == 15) {
            plan_alive(w, plan(w, &tasks[i], ALIVE, 0, 0));
            continue;
        }
        if ((sort == 0 && plan_challenge(w, &tasks[i])) ||
            (sort <= 2 && plan_acceptance(w, &tasks[i])) ||
            (sort == 3 && plan_message(w, &tasks[i])) ||
            (sort == 6 && plan_settling(w, &tasks[i])) ||
            (sort <= 5 && plan_game_seen(w, &tasks[i])) || plan_event(w, &tasks[i]))
            continue;
        switch (below(w, 3)) {
        case 0: plan_settings(w, &tasks[i]); break;
        case 1: plan(w, &tasks[i], BAN, 0, ++w->bans.most); break;
        default: plan(w, &tasks[i], SEEN, 0, ++w->seen.most);
        }
    }
    return count;
}

/* --- Groups --- */

static sem_t woken;

static void wake(void *context)
{
    sem_post(context);
}

static void wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        ;
}

/* Blocks the worker, in a transaction without writes, until the group after it is complete. */
struct gate {
    shg_job job;
    atomic_bool reached;
    sem_t opened;
    bool done;
};

static shoogi_status run_gate(shg_job *job, shg_storage *s)
{
    struct gate *g = (struct gate *)job;
    (void)s;
    atomic_store(&g->reached, true);
    sem_post(&woken);
    wait_for(&g->opened);
    return SHOOGI_OK;
}

static void done_gate(shg_job *job)
{
    ((struct gate *)job)->done = true;
}

static void hand_over(shg_worker *worker, shg_job *job)
{
    assert_int_equal(shg_worker_submit(worker, job), SHOOGI_OK);
}

/* Plays one group through the worker. */
static void play_group(struct world *w, shg_worker *worker)
{
    static struct task tasks[GROUP_MAX];
    struct gate gate = { .job = { .run = run_gate, .done = done_gate } };
    atomic_init(&gate.reached, false);
    sem_init(&gate.opened, 0, 0);
    hand_over(worker, &gate.job);
    while (!atomic_load(&gate.reached) && !gate.done) {
        wait_for(&woken);
        shg_worker_deliver(worker);
    }
    size_t count = 0;
    tasks_done = 0;
    if (!gate.done) {
        count = plan_group(w, tasks);
        for (size_t i = 0; i < count; i++)
            hand_over(worker, &tasks[i].job);
        sem_post(&gate.opened);
    }
    while (!gate.done || tasks_done < count) {
        wait_for(&woken);
        shg_worker_deliver(worker);
    }
    sem_destroy(&gate.opened);
    /* The checkpoint before the gate's transaction may have met the cut. */
    if (gate.job.status != SHOOGI_OK && !cut_disk_is_off(w->disk))
        found(w, CORRUPT, "an empty group was refused: %s", gate.job.error.message);
    for (size_t i = 0; i < count; i++)
        tell_outcome(w, &tasks[i]);
    totals.groups++;
}

/* --- Comparing the storage with what was submitted --- */

/* The contents of the storage for one game. */
struct seen_game {
    bool there;
    int64_t id, events, moves, counted;
    int64_t seen[2];
    int64_t settled_ms, ratings;
    char outcome[16], reason[32];
};

struct looking {
    struct world *w;
    struct seen_game games[GAMES_MAX];
    int64_t challenge_ids[CHALLENGES_MAX], message_ids[MESSAGES_MAX]; /* 0: not there */
    int game;                                                         /* whose events are listed */
    int64_t runs, alive_ms, bans, chat_lines;
};

/* The number in "WHAT NUMBER", or -1. */
static int number_in(const char *text, const char *what, int count)
{
    const size_t bytes = strlen(what);
    if (strncmp(text, what, bytes) != 0 || text[bytes] != ' ')
        return -1;
    const int number = atoi(text + bytes + 1);
    return number >= 0 && number < count ? number : -1;
}

static bool look_at_challenge(void *context, const shg_challenge *row)
{
    struct looking *l = context;
    const int i = number_in(row->comment, "challenge", l->w->challenge_count);
    if (i < 0 || !l->w->challenges[i].submitted || l->challenge_ids[i] != 0 ||
        (l->w->challenges[i].acknowledged && l->w->challenges[i].id != row->id))
        found(l->w, CORRUPT, "there is a challenge \"%s\"", row->comment);
    else
        l->challenge_ids[i] = row->id;
    return true;
}

static bool look_at_game(void *context, const shg_game *row)
{
    struct looking *l = context;
    const int i = number_in(row->comment, "game", l->w->game_count);
    if (i < 0 || !l->w->games[i].submitted || l->games[i].there ||
        (l->w->games[i].acknowledged && l->w->games[i].id != row->id)) {
        found(l->w, CORRUPT, "there is a game \"%s\"", row->comment);
        return true;
    }
    struct seen_game *seen = &l->games[i];
    *seen = (struct seen_game){ .there = true,
                                .id = row->id,
                                .events = row->events,
                                .moves = row->moves,
                                .seen = { row->black_seen, row->white_seen },
                                .settled_ms = row->settled_ms };
    if (row->black_seen_ms != 10 * row->black_seen || row->white_seen_ms != 10 * row->white_seen)
        found(l->w, CORRUPT, "game %d was not seen at the times it was", i);
    snprintf(seen->outcome, sizeof seen->outcome, "%s", row->outcome);
    snprintf(seen->reason, sizeof seen->reason, "%s", row->reason);
    return true;
}

static bool look_at_rating(void *context, const shg_rating_row *row)
{
    struct looking *l = context;
    for (int i = 0; i < l->w->game_count; i++) {
        struct seen_game *seen = &l->games[i];
        if (!seen->there || seen->id != row->game)
            continue;
        if (seen->ratings > 1 || row->player != 1 + seen->ratings ||
            row->rating_e3 != 1000 * i + seen->ratings)
            found(l->w, CORRUPT, "game %d made a rating of %lld of player %lld", i,
                  (long long)row->rating_e3, (long long)row->player);
        seen->ratings++;
        return true;
    }
    found(l->w, CORRUPT, "there is a rating of game %lld", (long long)row->game);
    return true;
}

static bool look_at_message(void *context, const shg_message *row)
{
    struct looking *l = context;
    const int i = number_in(row->text, "message", l->w->message_count);
    if (i < 0 || !l->w->messages[i].submitted || l->message_ids[i] != 0 || row->at_ms != i ||
        (l->w->messages[i].acknowledged && l->w->messages[i].id != row->id))
        found(l->w, CORRUPT, "there is a message \"%s\"", row->text);
    else
        l->message_ids[i] = row->id;
    return true;
}

static bool look_at_event(void *context, const shg_event *row)
{
    struct looking *l = context;
    const struct told_game *acknowledged = &l->w->games[l->game];
    struct seen_game *seen = &l->games[l->game];
    char text[TEXT_BYTES_MAX];
    event_text(text, acknowledged, l->game, row->number);
    seen->counted++;
    if (row->number != seen->counted)
        found(l->w, CORRUPT, "game %d has event %lld after %lld", l->game, (long long)row->number,
              (long long)seen->counted - 1);
    else if (strcmp(row->kind, event_kind(acknowledged, l->game, row->number)) != 0 ||
             strcmp(row->text, text) != 0 || row->think_ms != row->number || row->at_ms != 7)
        found(l->w, CORRUPT, "event %lld of game %d reads %s %.20s", (long long)row->number,
              l->game, row->kind, row->text);
    return true;
}

static void check(struct world *w, shoogi_status status, const shoogi_error *err);

static bool look_at_remark(void *context, const shg_chat_line *row)
{
    struct looking *l = context;
    if (row->number != ++l->chat_lines || strcmp(row->text, "said") != 0)
        found(l->w, CORRUPT, "remark %lld is where %lld was", (long long)row->number,
              (long long)l->chat_lines);
    return true;
}

/* The plan and chat line stored with each event are those of the last event. */
static void look_at_papers(struct looking *l, shg_storage *s, const struct seen_game *seen)
{
    shoogi_error err = { 0 };
    const char *plan = "";
    char text[32];
    plan_text(text, seen->events);
    check(l->w, s->ops->document_get(s, &plan, seen->id, 1, "plan", &err), &err);
    if (strcmp(plan, seen->events > 0 ? text : "") != 0)
        found(l->w, CORRUPT, "game %d has %lld events, and the plan \"%s\"", l->game,
              (long long)seen->events, plan);
    l->chat_lines = 0;
    check(l->w, s->ops->chat_list(s, seen->id, 0, look_at_remark, l, &err), &err);
    if (l->chat_lines != seen->events)
        found(l->w, CORRUPT, "game %d has %lld events, and %lld remarks", l->game,
              (long long)seen->events, (long long)l->chat_lines);
}

static void check(struct world *w, shoogi_status status, const shoogi_error *err)
{
    if (status != SHOOGI_OK)
        found(w, CORRUPT, "cannot be read: %s", err->message);
}

/* Compares a number, which is then set to the stored one. */
static void compare_number(struct world *w, struct told_number *n, int64_t there, const char *what)
{
    if (there < n->acknowledged)
        found(w, LOST, "%s was %lld, it is %lld", what, (long long)n->acknowledged,
              (long long)there);
    if (there > n->most)
        found(w, CORRUPT, "%s is %lld, %lld was submitted", what, (long long)there,
              (long long)n->most);
    n->acknowledged = n->most = there;
}

/* The pause between two runs contains no time of a run. */
static bool look_at_run(void *context, const shg_run *row)
{
    struct looking *l = context;
    if (l->runs >= l->w->runs.most || row->began_ms != l->w->began_ms[l->runs] ||
        row->began_ms <= l->alive_ms || row->alive_ms < row->began_ms)
        found(l->w, CORRUPT, "run %lld is from %lld to %lld, that before to %lld",
              (long long)l->runs, (long long)row->began_ms, (long long)row->alive_ms,
              (long long)l->alive_ms);
    l->runs++;
    l->alive_ms = row->alive_ms;
    return true;
}

static void compare_player(struct world *w, int i, const shg_player *row)
{
    char name[32];
    number_text(name, "player", i);
    if (row->id != i || strcmp(row->name, name) != 0 || strcmp(row->password, "verifier") != 0)
        found(w, CORRUPT, "player %d is not what was added", i);
    if (i == 1)
        compare_number(w, &w->seen, row->seen_ms, "the time player 1 was seen at");
    const int settings = row->settings[0] ? number_in(row->settings, "settings", INT32_MAX) : 0;
    if (settings < 0)
        found(w, CORRUPT, "player %d has set \"%s\"", i, row->settings);
    compare_number(w, &w->settings[i - 1], settings, "what a player has set");
}

/* Counts the bans and checks their numbers. */
static bool look_at_ban(void *context, const shg_ban *row)
{
    struct looking *l = context;
    if (row->at_ms != ++l->bans)
        found(l->w, CORRUPT, "ban %lld is where %lld was", (long long)row->at_ms,
              (long long)l->bans);
    return true;
}

static void compare_bans(struct world *w, shg_storage *s)
{
    struct looking l = { .w = w };
    shoogi_error err = { 0 };
    const char *notice = "";
    check(w, s->ops->ban_list(s, look_at_ban, &l, &err), &err);
    check(w, s->ops->notice_get(s, &notice, "motd", &err), &err);
    const int64_t said = notice[0] ? number_in(notice, "bans", INT32_MAX) : 0;
    if (said != l.bans)
        found(w, CORRUPT, "there are %lld bans, and the notice says \"%s\"", (long long)l.bans,
              notice);
    compare_number(w, &w->bans, l.bans, "the number of bans");
}

static void compare_players(struct world *w, shg_storage *s)
{
    shoogi_error err = { 0 };
    int there = 0;
    for (int i = 1; i <= PLAYERS; i++) {
        char name[32];
        number_text(name, "player", i);
        shg_player row;
        const shoogi_status status = s->ops->player_by_name(s, &row, name, &err);
        if (status != SHOOGI_NOT_FOUND)
            check(w, status, &err);
        if (status != SHOOGI_OK)
            continue;
        there++;
        compare_player(w, i, &row);
    }
    shg_definition definition;
    there += s->ops->definition_get(s, &definition, 1, NULL) == SHOOGI_OK;
    if (there != 0 && there != PLAYERS + 1)
        found(w, CORRUPT, "of one job's rows there are %d", there);
    if (there == 0 && w->players_acknowledged)
        found(w, LOST, "the players are gone");
    if (there > 0 && !w->players_submitted)
        found(w, CORRUPT, "there are players already");
    w->players_acknowledged = there > 0;
    w->definition = 1;
}

static void compare_game(struct world *w, int i, const struct seen_game *seen)
{
    struct told_game *acknowledged = &w->games[i];
    if (!seen->there) {
        if (acknowledged->acknowledged)
            found(w, LOST, "game %d is gone", i);
        *acknowledged = (struct told_game){ .length = acknowledged->length,
                                            .false_end = acknowledged->false_end,
                                            .next = 1 };
        return;
    }
    bool over;
    const int64_t moves = moves_of(&over, acknowledged, i, seen->events);
    if (seen->counted != seen->events || seen->moves != moves ||
        strcmp(seen->outcome, over ? "black" : "") != 0 ||
        strcmp(seen->reason, over ? "resignation" : "") != 0)
        found(w, CORRUPT, "the summary of game %d says %lld events, there are %lld", i,
              (long long)seen->events, (long long)seen->counted);
    if (ends_at(acknowledged, seen->events))
        found(w, CORRUPT, "game %d has half of what one job wrote", i);
    if (seen->events < acknowledged->events)
        found(w, LOST, "game %d had %lld events, there are %lld", i,
              (long long)acknowledged->events, (long long)seen->events);
    if (seen->events > acknowledged->events_max)
        found(w, CORRUPT, "game %d has %lld events, %lld were submitted", i,
              (long long)seen->events, (long long)acknowledged->events_max);
    for (int colour = 0; colour < 2; colour++) {
        if (seen->seen[colour] > seen->events)
            found(w, CORRUPT, "more of game %d was seen than there is", i);
        compare_number(w, &acknowledged->seen[colour], seen->seen[colour],
                       "what was seen of a game");
    }
    const int64_t settled = seen->settled_ms != 0;
    if (settled && seen->settled_ms != 100 + i)
        found(w, CORRUPT, "game %d was settled at %lld", i, (long long)seen->settled_ms);
    if (seen->ratings != 2 * settled)
        found(w, CORRUPT, "game %d counts for %lld players", i, (long long)seen->ratings);
    compare_number(w, &acknowledged->settled, settled, "that a game was settled");
    acknowledged->acknowledged = true;
    acknowledged->id = seen->id;
    acknowledged->events = acknowledged->events_max = seen->events;
    acknowledged->next = seen->events + 1;
}

/* Call it before the games are compared: it needs what was submitted of them. */
static void compare_challenge(struct world *w, int i, int64_t id, const struct seen_game *games)
{
    struct told_challenge *c = &w->challenges[i];
    const bool game_is_there = c->game >= 0 && games[c->game].there;
    if (id && game_is_there)
        found(w, CORRUPT, "challenge %d is there, and its game", i);
    if (c->acknowledged && !id && !game_is_there)
        found(w, LOST, "challenge %d is gone", i);
    if (!c->accepting && game_is_there)
        found(w, CORRUPT, "challenge %d was never accepted", i);
    c->acknowledged = id || game_is_there;
    c->accepting = game_is_there;
    c->submitted = c->acknowledged;
    if (id)
        c->id = id;
}

static void compare_message(struct world *w, int i, int64_t id)
{
    struct told_message *m = &w->messages[i];
    if (id && m->removed)
        found(w, LOST, "message %d is there again", i);
    if (!id && m->acknowledged && !m->removing)
        found(w, LOST, "message %d is gone", i);
    *m = (struct told_message){ .submitted = id != 0, .acknowledged = id != 0, .id = id };
}

static void compare(struct world *w, shg_storage *s)
{
    static struct looking l;
    shoogi_error err = { 0 };
    const shg_game_filter all = { 0 };
    memset(&l, 0, sizeof l);
    l.w = w;
    compare_players(w, s);
    compare_bans(w, s);
    check(w, s->ops->challenge_list(s, 0, look_at_challenge, &l, &err), &err);
    check(w, s->ops->game_list(s, &all, look_at_game, &l, &err), &err);
    check(w, s->ops->run_list(s, look_at_run, &l, &err), &err);
    compare_number(w, &w->runs, l.runs, "how often the server began to run");
    compare_number(w, &w->alive, l.alive_ms, "when the server was known to run");
    const shg_rating_filter ratings = { 0 };
    check(w, s->ops->rating_list(s, &ratings, look_at_rating, &l, &err), &err);
    for (int i = 1; i <= PLAYERS; i++)
        check(w, s->ops->message_list(s, i, look_at_message, &l, &err), &err);
    for (int i = 0; i < w->message_count; i++)
        compare_message(w, i, l.message_ids[i]);
    for (int i = 0; i < w->challenge_count; i++)
        compare_challenge(w, i, l.challenge_ids[i], l.games);
    for (int i = 0; i < w->game_count; i++) {
        l.game = i;
        if (l.games[i].there)
            check(w, s->ops->event_list(s, l.games[i].id, 1, look_at_event, &l, &err), &err);
        if (l.games[i].there)
            look_at_papers(&l, s, &l.games[i]);
        compare_game(w, i, &l.games[i]);
    }
}

/* Runs SQLite's own check on a connection that changes nothing. */
static void check_integrity(struct world *w)
{
    static const char *const questions[] = { "PRAGMA integrity_check", "PRAGMA foreign_key_check" };
    sqlite3 *db = NULL;
    int code = sqlite3_open_v2(FILE_NAME, &db, SQLITE_OPEN_READONLY, VFS);
    if (code == SQLITE_OK)
        code = sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
    for (size_t i = 0; i < 2 && code == SQLITE_OK; i++) {
        sqlite3_stmt *statement = NULL;
        code = sqlite3_prepare_v2(db, questions[i], -1, &statement, NULL);
        while (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW) {
            const char *answer = (const char *)sqlite3_column_text(statement, 0);
            if (!answer || strcmp(answer, "ok") != 0)
                found(w, CORRUPT, "%s: %s", questions[i], answer ? answer : "?");
        }
        const int last = sqlite3_finalize(statement);
        code = code == SQLITE_OK ? last : code;
    }
    if (code != SQLITE_OK)
        found(w, CORRUPT, "the check failed: %s", sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* --- Sessions --- */

static shg_storage *open_storage(struct world *w, bool read_only)
{
    const shg_sqlite_options options = { .path = FILE_NAME,
                                         .read_only = read_only,
                                         .vfs = VFS,
                                         .synchronous = w->mode->synchronous,
                                         .checkpoint_pages = 4 + (unsigned)below(w, 40) };
    shg_storage *s = NULL;
    shoogi_error err = { 0 };
    if (shg_storage_sqlite(&s, &options, &err) != SHOOGI_OK && !cut_disk_is_off(w->disk))
        found(w, CORRUPT, "%s", err.message);
    return s;
}

/* A reader besides the writer: sometimes it holds its snapshot for a while, which prevents the log from
 * being restarted. */
struct reader {
    shg_storage *s;
    bool looks;
};

static void play_reader(struct world *w, struct reader *r)
{
    shoogi_error err = { 0 };
    if (!r->s || below(w, 3) > 0)
        return;
    if (r->looks) {
        r->s->ops->rollback(r->s);
    } else {
        shg_player row;
        if (r->s->ops->begin(r->s, &err) != SHOOGI_OK) {
            found(w, CORRUPT, "the reader cannot read: %s", err.message);
            return;
        }
        const shoogi_status status = r->s->ops->player_by_id(r->s, &row, 1, &err);
        if (status != SHOOGI_NOT_FOUND)
            check(w, status, &err);
    }
    r->looks = !r->looks;
}

static void close_reader(struct reader *r)
{
    if (r->s)
        r->s->ops->close(r->s);
    *r = (struct reader){ 0 };
}

/* From opening to closing, or to the cut. */
static void play_session(struct world *w, bool *compared)
{
    shg_storage *s = open_storage(w, false);
    if (!s) {
        totals.cuts_while_opening++;
        return;
    }
    if (!*compared) {
        compare(w, s);
        check_integrity(w);
        *compared = true;
    }
    shg_worker *worker = NULL;
    assert_int_equal(shg_worker_new(&worker, s, true, wake, &woken, NULL), SHOOGI_OK);
    w->running = false;
    struct reader reader = { .s = below(w, 2) && w->mode->readers ? open_storage(w, true) : NULL };
    const uint64_t groups = 5 + below(w, 60);
    const uint64_t full_from = below(w, 4) ? groups : below(w, groups);
    const uint64_t full_until = full_from + 1 + below(w, 12);
    for (uint64_t i = 0; i < groups && is_well(w) && !cut_disk_is_off(w->disk); i++) {
        if (i == full_from)
            cut_disk_limit(w->disk, cut_disk_bytes(w->disk) + below(w, 40000));
        if (i == full_until)
            cut_disk_limit(w->disk, UINT64_MAX);
        play_group(w, worker);
        if (!cut_disk_is_off(w->disk))
            play_reader(w, &reader);
    }
    cut_disk_limit(w->disk, UINT64_MAX);
    const bool reader_first = below(w, 2) > 0;
    if (reader_first)
        close_reader(&reader);
    shg_worker_free(worker);
    close_reader(&reader);
}

/* One run: a new disk and a number of power cuts.  Returns false after an error; *cut: the cut before it. */
static bool play_run(struct world *w, cut_disk *disk, uint64_t seed, const struct mode *mode,
                     int *cut)
{
    memset(w, 0, sizeof *w);
    w->disk = disk;
    w->mode = mode;
    w->random = seed * 2;
    cut_disk_format(disk, seed * 2 + 1);
    /* SQLite's own random numbers: the salts of the log. */
    sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, (int)seed, NULL);
    bool compared = true;
    for (*cut = 0; *cut < CUTS_PER_RUN && is_well(w); ++*cut) {
        cut_disk_cut_at(disk, 1 + below(w, below(w, 4) ? STEPS_BETWEEN_CUTS : 40));
        for (uint64_t i = 1 + below(w, SESSIONS_MAX); i > 0 && is_well(w) && !cut_disk_is_off(disk);
             i--)
            play_session(w, &compared);
        cut_disk_cut(disk); /* at the latest */
        cut_disk_reboot(disk);
        totals.cuts++;
        compared = false;
    }
    if (is_well(w))
        play_session(w, &compared);
    return is_well(w);
}

/* --- Cases --- */

static unsigned long number_from(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoul(text, NULL, 10) : otherwise;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static unsigned long cuts_wanted(void)
{
    return number_from("SHOOGI_CUTS", CUTS);
}

struct tally {
    unsigned long runs, lost, corrupt;
};

/* Plays runs until the number of cuts is reached. */
static struct tally play_runs(const struct mode *mode, unsigned long cuts)
{
    static struct world w;
    cut_disk *disk = cut_disk_new(VFS);
    struct tally tally = { 0 };
    bool unexpected = false;
    const unsigned long only = number_from("SHOOGI_CUT_SEED", 0);
    const double start = seconds();
    memset(&totals, 0, sizeof totals);
    sem_init(&woken, 0, 0);
    for (unsigned long seed = only ? only : 1; totals.cuts < cuts && !unexpected; seed++) {
        int cut;
        tally.runs++;
        if (!play_run(&w, disk, seed, mode, &cut)) {
            tally.lost += w.lost && !w.corrupt;
            tally.corrupt += w.corrupt;
            unexpected = (w.lost && !mode->may_lose) || (w.corrupt && !mode->may_damage);
            if (unexpected)
                print_error("SHOOGI_CUT_SEED=%lu, after cut %d: %s\n", seed, cut, w.what);
        }
        if (only)
            break;
    }
    const double took = seconds() - start;
    print_message(
        "# synchronous=%s: %lu cuts (%lu while opening) in %lu runs, %lu groups, %lu events, "
        "%lu games settled, %lu jobs refused by a full disk; runs with losses only %lu, with damage %lu; %.1f s, "
        "%.0f cuts/s\n",
        mode->synchronous, totals.cuts, totals.cuts_while_opening, tally.runs, totals.groups,
        totals.events, totals.settled, totals.refused, tally.lost, tally.corrupt, took,
        (double)totals.cuts / took);
    sem_destroy(&woken);
    cut_disk_free(disk);
    return tally;
}

static void full_keeps_all_that_was_acknowledged(void **state)
{
    (void)state;
    static const struct mode full = { "FULL", .readers = true };
    const struct tally tally = play_runs(&full, cuts_wanted());
    assert_int_equal(tally.lost, 0);
    assert_int_equal(tally.corrupt, 0);
}

static void normal_loses_but_does_no_damage(void **state)
{
    (void)state;
    static const struct mode normal = { "NORMAL", .may_lose = true };
    const struct tally tally = play_runs(&normal, cuts_wanted() / 5);
    assert_true(tally.lost > 0);
    assert_int_equal(tally.corrupt, 0);
}

static void off_does_damage(void **state)
{
    (void)state;
    static const struct mode off = { "OFF", .readers = true, .may_lose = true, .may_damage = true };
    const struct tally tally = play_runs(&off, cuts_wanted() / 5);
    assert_true(tally.lost > 0);
    assert_true(tally.corrupt > 0);
}

/* Opens the storage and adds a player; the power fails before anything is closed. */
static shoogi_status add_and_cut(cut_disk *disk, const char *name)
{
    const shg_sqlite_options options = { .path = FILE_NAME, .vfs = VFS };
    const shg_player row = { .name = name, .password = "" };
    shg_storage *s;
    int64_t id;
    shoogi_status status = shg_storage_sqlite(&s, &options, NULL);
    if (status == SHOOGI_OK) {
        status = s->ops->begin(s, NULL);
        if (status == SHOOGI_OK) {
            (void)s->ops->player_add(s, &id, &row, NULL);
            status = s->ops->commit(s, NULL);
        }
        cut_disk_cut(disk);
        s->ops->close(s);
    }
    cut_disk_cut(disk);
    cut_disk_reboot(disk);
    return status;
}

/* The first steps of a file, each cut, and then once more right after the first acknowledgement:
 * what is left over from the first cut may not harm it. */
static void files_are_made_whole_or_not_at_all(void **state)
{
    (void)state;
    const uint64_t seeds = cuts_wanted() < CUTS_THOROUGH ? 1 : 5;
    cut_disk *disk = cut_disk_new(VFS);
    bool made = false;
    const uint64_t stride = cuts_wanted() < CUTS ? 12 : 1;
    for (uint64_t step = 1; !made; step += stride)
        for (uint64_t seed = 0; seed < seeds; seed++) {
            cut_disk_format(disk, step * seeds + seed);
            cut_disk_cut_at(disk, step);
            made = add_and_cut(disk, "first") == SHOOGI_OK;
            if (add_and_cut(disk, "second") != SHOOGI_OK)
                fail_msg("cut at step %d with seed %d: cannot be opened", (int)step, (int)seed);
            const shg_sqlite_options options = { .path = FILE_NAME, .vfs = VFS };
            shg_storage *s;
            shg_player row;
            assert_int_equal(shg_storage_sqlite(&s, &options, NULL), SHOOGI_OK);
            if (s->ops->player_by_name(s, &row, "second", NULL) != SHOOGI_OK)
                fail_msg("cut at step %d with seed %d: lost", (int)step, (int)seed);
            if (made)
                assert_int_equal(s->ops->player_by_name(s, &row, "first", NULL), SHOOGI_OK);
            s->ops->close(s);
        }
    cut_disk_free(disk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_made_whole_or_not_at_all),
        cmocka_unit_test(full_keeps_all_that_was_acknowledged),
        cmocka_unit_test(normal_loses_but_does_no_damage),
        cmocka_unit_test(off_does_damage),
    };
    return cmocka_run_group_tests_name("power cut", tests, NULL, NULL);
}
