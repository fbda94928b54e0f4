#include "server/engines/engine_players.h"

#include "base/json.h"
#include "base/json_write.h"
#include "server/account/login.h"
#include "server/account/sign_in.h"
#include "server/doors/door_json.h"
#include "server/engines/part.h"
#include "server/game/game.h"
#include "server/game/game_options.h"
#include "server/game/game_usi.h"
#include "server/game/load_game.h"
#include "server/game/part.h"
#include "server/game/replay_offer.h"
#include "server/game/two_game_match.h"
#include "server/lobby/challenge_terms.h"
#include "server/loop/event_loop.h"
#include "server/loop/test_settings.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Limits and thresholds. */
enum {
    TRIES = 3, /* failures for one move before the engine resigns */
    /* The same for processes that do not start: about a quarter of a minute with a fast clock,
     * nine minutes otherwise. */
    LIVE_STARTS_MAX = 5,
    SLOW_STARTS_MAX = 15,
    LOST_CP = -1300,          /* or less: a winning chance of one in 27 */
    LOST_MOVES = 3,           /* so many moves in a row at LOST_CP: it resigns */
    DRAWN_ITEMS = 60,         /* from here on it agrees to a draw unless it stands better */
    TICK_S = 1,               /* interval for retries */
    RETRY_MS_MAX = 60 * 1000, /* longest wait after a failure unrelated to the position */
    QUEUED_MAX = 64,          /* waiting challenges */
    POSTPONED_MAX = 64,       /* postponed challenges; a new one replaces the oldest */
    DECLINED_AT_ONCE = 16     /* challenges; the next tick continues */
};

typedef struct call call;
typedef struct engine engine;

/* A call by an engine, made like a program's. */
struct call {
    call *next;
    int64_t game, challenge; /* the game or challenge concerned; 0: none */
    int64_t player;          /* the player who made that challenge */
    const char *path;
    int64_t made_ms;
    char body[];
};

struct engine {
    shg_json_door door; /* must be first */
    shg_engines *all;
    unsigned level;
    int64_t player;
    char name[SHG_NAME_BYTES_MAX + 1];
    bool here;           /* it has a session */
    call *first, **last; /* queue of calls; the first may be in progress */
    shg_turn turn;
};

/* A game that an engine plays. */
typedef struct seat {
    shg_claim place; /* live: among the engine games, while it counts; must be first */
    struct seat *next;
    engine *engine;
    int64_t game, opponent;
    shg_address_key address; /* of the opponent when last online; kind 0: not since the start */
    bool live;
    bool to_move;          /* the engine, as of the last change */
    bool ending;           /* it is being aborted, and takes no place */
    int64_t first_move_ms; /* the opponent's first move is awaited until then; 0: it is not */
    bool calling;          /* a call is in progress in it */
    shg_engine_search *engine_search; /* NULL: no search is running */
    int64_t searched_items;           /* the number of board events when the search began */
    int64_t refused;                  /* the number of events when a call was refused */
    unsigned failures;                /* for this move, since the engine last gave up */
    unsigned not_begun;               /* likewise: searches for which no process could be started */
    int64_t due_ms;                   /* retry not before */
    bool scored;
    int score_cp; /* the last score of its position */
    unsigned lost;
} seat;

/* A waiting challenge and the queue position last announced to its player. */
typedef struct queued {
    int64_t challenge;
    size_t place;
} queued;

/* A challenge that could not be answered, for no known fault of its own. */
typedef struct postponed {
    int64_t challenge, until_ms;
} postponed;

struct shg_engines {
    shg_server *server;
    shg_engine_pool *pool;
    engine each[SHG_LEVELS];
    seat *seats;
    size_t seat_count;
    shg_share *places;           /* of live games; borrowed */
    int64_t first_move_limit_ms; /* SHG_ENGINE_FIRST_MOVE_MS */
    struct event *tick;
    bool plays;           /* the engine players play at this server */
    bool making, made;    /* their accounts are being read or added; that is done */
    bool scanning, again; /* challenges are being read; they must be read again */
    bool later;           /* retry waiting challenges at the next tick */
    bool accepting; /* one is being accepted: others are considered when its outcome is known */
    int64_t closed_until_ms; /* processes do not start: no new games before */
    queued queued[QUEUED_MAX];
    size_t queued_count;
    postponed postponed[POSTPONED_MAX]; /* ordered by time */
    size_t postponed_count;
};

/* ---- names ---- */

static engine *engine_of(const shg_engines *all, int64_t player)
{
    for (size_t i = 0; all && player != 0 && i < SHG_LEVELS; i++)
        if (all->each[i].player == player)
            return (engine *)(uintptr_t)&all->each[i];
    return NULL;
}

unsigned shg_engines_level_of(const shg_engines *all, int64_t player)
{
    const engine *e = engine_of(all, player);
    return e ? e->level : 0;
}

size_t shg_engines_online(const shg_engines *all)
{
    size_t count = 0;
    for (size_t i = 0; all && i < SHG_LEVELS; i++)
        count += all->each[i].player != 0 && shg_is_online(all->server, all->each[i].player);
    return count;
}

/* ---- calls ---- */

static void pump(void *context);

/* Queues a call. False if memory is short. */
static bool make_call(engine *e, int64_t game, int64_t challenge, int64_t player, const char *path,
                      const char *body)
{
    const size_t bytes = strlen(body) + 1;
    call *c = calloc(1, sizeof *c + bytes);
    if (!c)
        return false;
    c->game = game;
    c->challenge = challenge;
    c->player = player;
    c->path = path;
    c->made_ms = shg_now_ms(e->all->server);
    memcpy(c->body, body, bytes);
    *e->last = c;
    e->last = &c->next;
    shg_turn_wait(&e->turn, &e->all->server->turns, NULL, pump, e);
    return true;
}

/* members: further members of the body, beginning with a comma; "" for none. */
static void call_in_game(seat *s, const char *path, const char *members)
{
    shg_out body = shg_out_growing();
    shg_out_format(&body, "{\"game\":%" PRId64 "%s}", s->game, members);
    if (!body.spent && make_call(s->engine, s->game, 0, 0, path, body.bytes))
        s->calling = true;
    else if (!s->calling) /* no answer will come back to this seat */
        s->due_ms = shg_now_ms(s->engine->all->server) + 1;
    free(body.bytes);
}

/* The language for messages to a player, if online. */
static shg_language language_of(const engine *e, int64_t player)
{
    const shg_session *s = shg_online_first(&e->all->server->sessions->online, player);
    return s ? shg_session_language(s) : SHG_ENGLISH;
}

/* why: marked with SHG_TEXT. */
static void decline(engine *e, int64_t challenge, int64_t player, const char *why)
{
    why = shg_text_in(language_of(e, player), why);
    shg_out body = shg_out_growing();
    shg_out_format(&body, "{\"number\":%" PRId64 ",\"word\":", challenge);
    shg_json_quote(&body, why, strlen(why));
    shg_out_char(&body, '}');
    if (!body.spent)
        (void)make_call(e, 0, challenge, player, "/decline", body.bytes);
    free(body.bytes);
}

/* Makes one call at a time, from a turn of the loop, when its cause has been processed. */
static void pump(void *context)
{
    engine *e = context;
    const call *c = e->first;
    if (!c || !e->here || e->all->server->stopping || e->door.serving ||
        e->door.answer_status != 0 || shg_session_wants(e->door.session) != SHG_WANTS_LINE)
        return;
    const shg_api_request request = { .method = "POST",
                                      .path = c->path,
                                      .query = "",
                                      .body = c->body,
                                      .method_bytes = strlen("POST"),
                                      .path_bytes = strlen(c->path),
                                      .body_bytes = strlen(c->body),
                                      .came_ms = c->made_ms };
    shg_json_door_serve(&e->door, &request);
}

/* ---- games ---- */

static seat *find_seat(const shg_engines *all, const engine *e, int64_t game)
{
    for (seat *s = all->seats; s; s = s->next)
        if (s->engine == e && s->game == game)
            return s;
    return NULL;
}

static void stop_search(seat *s)
{
    if (s->engine_search)
        shg_engine_search_cancel(s->engine_search);
    s->engine_search = NULL;
}

static void scan_challenges(shg_engines *all);

static void leave(shg_engines *all, seat *gone)
{
    stop_search(gone);
    seat **place = &all->seats;
    while (*place != gone)
        place = &(*place)->next;
    *place = gone->next;
    all->seat_count--;
    shg_share_release(all->places, &gone->place);
    free(gone);
    scan_challenges(all); /* there is room for another game */
}

static seat *sit_down(shg_engines *all, engine *e, const shg_game_state *game)
{
    seat *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->engine = e;
    s->game = game->id;
    s->opponent = game->player[!shg_game_colour_of(game, e->player)];
    s->live = shg_options_live(game->options);
    s->refused = -1;
    s->next = all->seats;
    all->seats = s;
    all->seat_count++;
    return s;
}

/* Counts a live game while the engine is to move or the opponent is online: a game that nobody plays
 * takes no place from others. */
static void count_place(seat *s)
{
    shg_engines *all = s->engine->all;
    const shg_session *opponent =
        s->live ? shg_online_first(&all->server->sessions->online, s->opponent) : NULL;
    const bool counts =
        s->live && !s->ending && (s->to_move || shg_is_online(all->server, s->opponent));
    if (opponent)
        s->address = opponent->address;
    if (!counts)
        shg_share_release(all->places, &s->place);
    if (!counts || s->place.holder)
        return;
    const shg_owner owner = { s->address, s->opponent };
    /* A game that has begun counts in any case. Without memory the next tick tries again. */
    if (shg_share_take(all->places, &s->place, &owner, 1) != SHOOGI_OK &&
        shg_share_put(all->places, &s->place, &owner, 1) != SHOOGI_OK)
        return;
    shg_share_set_yields(all->places, &s->place, s->first_move_ms != 0);
}

/* ---- searching ---- */

/* The time limit for its move: a share of its remaining time, short enough for other games; the more
 * live games there are beyond the usual number, the shorter. */
static int64_t search_time_ms(const shg_game_state *game, int colour, const seat *s, int64_t now_ms)
{
    const shg_share *places = s->engine->all->places;
    const int64_t held = shg_share_held(places), usual = shg_share_bound(places);
    const int64_t live_ms = held > usual ? SHG_ENGINE_LIVE_MS * usual / held : SHG_ENGINE_LIVE_MS;
    const int64_t most = s->live ? live_ms : SHG_ENGINE_SLOW_MS;
    if (!game->time)
        return most;
    const shg_clock_reading r = shg_game_clock_read(&game->time->clock, colour, now_ms);
    int64_t share = r.grace_ms * 3 / 4 + r.bank_ms / 40;
    if (r.periods > 0 && r.period_moves > 0)
        share += r.period_ms * 3 / 4 / r.period_moves;
    return share > most ? most : share < SHG_ENGINE_LEAST_MS ? SHG_ENGINE_LEAST_MS : share;
}

static void engine_search(void *context, const shg_engine_answer *answer);

static void start_search(seat *s, const shg_game_state *game, int own)
{
    const shg_engines *all = s->engine->all;
    shg_out position = shg_out_growing();
    if (shg_game_usi_write(&position, NULL, game)) {
        const shg_engine_request what = { .rules = game->rules,
                                          .position = position.bytes,
                                          .level = s->engine->level,
                                          .most_ms =
                                              search_time_ms(game, own, s, shg_now_ms(all->server)),
                                          .priority =
                                              s->live ? SHG_PRIORITY_LIVE : SHG_PRIORITY_SLOW };
        s->engine_search = shg_engine_search_start(all->pool, &what, engine_search, s);
        s->searched_items = game->board_event;
    }
    free(position.bytes);
    if (!s->engine_search) /* the queue of searches is full */
        s->due_ms = shg_now_ms(all->server) + 1;
}

/* ---- acting ---- */

/* Whether it accepts a draw: it would not win. */
static bool accepts_draw(const seat *s, const shg_game_state *game)
{
    return s->scored && s->score_cp <= (game->item_count >= DRAWN_ITEMS ? 0 : -300);
}

static bool may_claim(const shg_game_state *game, shoogi_claim claim, int own, shoogi_result *out)
{
    return shoogi_variant_has_claim(NULL, shg_rules_variant(game->rules), claim,
                                    (shoogi_colour)own) &&
           shoogi_position_claim(out, game->position, claim, (shoogi_colour)own, NULL, 0) ==
               SHOOGI_REFUSAL_NONE;
}

/* Whether an end by impasse has been earned: both royals have passed all that could stop them. Nothing
 * less shows by itself that neither side can be mated. */
static bool both_entered(const shg_game_state *game)
{
    return shoogi_position_has_entered(game->position, SHOOGI_BLACK) &&
           shoogi_position_has_entered(game->position, SHOOGI_WHITE);
}

/* The call that accepts an offer of a result, if the engine takes it: at the start both sides have points
 * enough, and a player about to be mated may have them still, so the count alone says nothing. */
static const char *accepted_result(const seat *s, const shg_game_state *game, int own)
{
    const unsigned offers = game->offers[!own];
    shoogi_result counted;
    if (s->refused == game->events)
        return NULL;
    if ((offers & SHG_OFFER_IMPASSE) && may_claim(game, SHOOGI_CLAIM_AGREED, own, &counted)) {
        const bool draws =
            counted.outcome == SHOOGI_OUTCOME_DRAW || counted.outcome == SHOOGI_OUTCOME_NO_CONTEST;
        const bool wins =
            counted.outcome == (own == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE);
        if (wins || (draws && (accepts_draw(s, game) || both_entered(game))))
            return "/impasse";
    }
    return (offers & SHG_OFFER_DRAW) && accepts_draw(s, game) ? "/draw" : NULL;
}

/* Answers the opponent's offers. False if there is none, or if its answer is to play on. */
static bool answer_offers(seat *s, const shg_game_state *game, int own)
{
    const unsigned offers = game->offers[!own];
    const char *result = accepted_result(s, game, own);
    char to[40];
    if (s->refused == game->events)
        return false;
    if (offers & SHG_OFFER_TAKEBACK) {
        snprintf(to, sizeof to, ",\"to\":\"%u\"", (unsigned)game->takeback[!own]);
        call_in_game(s, "/undo", to);
    } else if (offers & SHG_OFFER_ADJOURN) {
        call_in_game(s, "/adjourn", "");
    } else if (offers & SHG_OFFER_RESUME) {
        call_in_game(s, "/resume", "");
    } else if (result) {
        call_in_game(s, result, "");
    } else {
        return false;
    }
    return true;
}

/* Notes for how long the opponent's first move is awaited, while the game can be aborted. */
static void await_first_move(seat *s, const shg_game_state *game, int own)
{
    const shg_engines *all = s->engine->all;
    const bool awaited = s->live && !shg_game_over(game) && game->item_count < 2 &&
                         (int)shoogi_position_side(game->position) != own &&
                         !shg_match_has_second_game(game->options);
    s->ending = s->ending && awaited;
    if (!awaited)
        s->first_move_ms = 0;
    else if (s->first_move_ms == 0)
        s->first_move_ms = shg_now_ms(all->server) + all->first_move_limit_ms;
    if (s->place.holder)
        shg_share_set_yields(all->places, &s->place, awaited);
}

/* Aborts a game whose opponent has not made a first move. why: a sentence marked with SHG_TEXT. */
static void abort_game(seat *s, const char *why)
{
    why = shg_text_in(language_of(s->engine, s->opponent), why);
    shg_out text = shg_out_growing();
    shg_out_text(&text, ",\"text\":");
    shg_json_quote(&text, why, strlen(why));
    if (!text.spent)
        call_in_game(s, "/say", text.bytes);
    free(text.bytes);
    call_in_game(s, "/abort", "");
    s->ending = true;
    s->first_move_ms = shg_now_ms(s->engine->all->server) + RETRY_MS_MAX; /* if the call fails */
}

/* Does what is due in its game. */
static void decide(seat *s, shg_game_state *game)
{
    shg_engines *all = s->engine->all;
    const int own = shg_game_colour_of(game, s->engine->player);
    const int64_t now_ms = shg_now_ms(all->server);
    shoogi_result declared;
    s->to_move = !shg_game_over(game) && (int)shoogi_position_side(game->position) == own;
    await_first_move(s, game, own);
    count_place(s);
    if (shg_game_over(game)) {
        if (!s->calling)
            leave(all, s);
        return;
    }
    if (s->calling || all->server->stopping)
        return;
    const bool moves = (int)shoogi_position_side(game->position) == own &&
                       game->adjourned != SHG_ADJOURNED_SEALED && !shg_game_flag_fell(game, now_ms);
    if (s->engine_search && (!moves || s->searched_items != game->board_event))
        stop_search(s);
    if (s->first_move_ms != 0 && now_ms >= s->first_move_ms) {
        abort_game(
            s, SHG_TEXT(
                   "You have not moved for a minute, and others are waiting.  I abort the game; it "
                   "does not count."));
        return;
    }
    if (answer_offers(s, game, own)) {
        stop_search(s);
        return;
    }
    if (!moves || s->engine_search || s->due_ms > now_ms)
        return;
    s->due_ms = 0;
    if (s->refused != game->events && may_claim(game, SHOOGI_CLAIM_DECLARATION, own, &declared))
        call_in_game(s, "/impasse", "");
    else
        start_search(s, game, own);
}

static void on_game_loaded(shg_server *server, shg_game_state *game)
{
    shg_engines_game_changed(server->engines->players, game);
}

/* The opponent should neither wait for ever nor win without an explanation. */
static void give_up(seat *s)
{
    s->failures = s->not_begun = 0; /* if it may not resign now, it tries again */
    const char *sorry = shg_text_in(
        language_of(s->engine, s->opponent),
        SHG_TEXT(
            "I have tried several times and cannot find a move.  That is my fault.  I resign."));
    shg_out text = shg_out_growing();
    shg_out_text(&text, ",\"text\":");
    shg_json_quote(&text, sorry, strlen(sorry));
    if (!text.spent)
        call_in_game(s, "/say", text.bytes);
    free(text.bytes);
    call_in_game(s, "/resign", ",\"answers\":[\"yes\"]");
}

static void play(seat *s, const shg_engine_answer *answer)
{
    shg_out move = shg_out_growing();
    s->scored = answer->scored;
    s->score_cp = answer->score_cp;
    s->lost = answer->scored && answer->score_cp <= LOST_CP ? s->lost + 1 : 0;
    const shg_game_state *game = shg_game_cache_find(s->engine->all->server->games->cache, s->game);
    const int own = game ? shg_game_colour_of(game, s->engine->player) : 0;
    if (strcmp(answer->best, "resign") == 0 || s->lost >= LOST_MOVES) {
        call_in_game(s, "/resign", ",\"answers\":[\"yes\"]");
    } else if (strcmp(answer->best, SHG_ENGINE_SEARCH_WIN) == 0) {
        call_in_game(s, "/impasse", "");
    } else if (game && accepted_result(s, game, own)) {
        call_in_game(s, accepted_result(s, game, own), "");
    } else {
        shg_out_text(&move, ",\"move\":");
        shg_json_quote(&move, answer->best, strlen(answer->best));
        if (!move.spent)
            call_in_game(s, "/play", move.bytes);
    }
    free(move.bytes);
}

/* The failure says nothing about the position, but concerns all games. */
static void not_begun(seat *s)
{
    shg_engines *all = s->engine->all;
    const int64_t wait_ms = INT64_C(1000) << s->not_begun++;
    s->due_ms = shg_now_ms(all->server) + (wait_ms < RETRY_MS_MAX ? wait_ms : RETRY_MS_MAX);
    all->closed_until_ms = s->due_ms + RETRY_MS_MAX;
    if (s->not_begun >= (s->live ? LIVE_STARTS_MAX : SLOW_STARTS_MAX))
        give_up(s);
}

static void engine_search(void *context, const shg_engine_answer *answer)
{
    seat *s = context;
    shg_engines *all = s->engine->all;
    s->engine_search = NULL;
    if (answer->end != SHG_ENGINE_SEARCH_NOT_BEGUN)
        all->closed_until_ms = 0;
    switch (answer->end) {
    case SHG_ENGINE_SEARCH_DONE: play(s, answer); return;
    case SHG_ENGINE_SEARCH_FAILED: s->failures++; break;
    case SHG_ENGINE_SEARCH_NOT_BEGUN: not_begun(s); return;
    }
    if (s->failures >= TRIES)
        give_up(s);
    else
        shg_find_game(all->server, s->game, on_game_loaded);
}

void shg_engines_game_changed(shg_engines *all, shg_game_state *game)
{
    if (!all || shg_game_shared(game))
        return;
    for (int colour = 0; colour < 2; colour++) {
        engine *e = engine_of(all, game->player[colour]);
        e = e && e->here ? e : NULL;
        seat *s = e ? find_seat(all, e, game->id) : NULL;
        if (e && !s && !shg_game_over(game))
            s = sit_down(all, e, game);
        if (s)
            decide(s, game);
    }
}

/* ---- challenges ---- */

typedef struct offered {
    int64_t challenge, player;
    size_t engine;             /* index of the engine */
    bool rated, live, endless; /* endless: without a clock */
    bool slow;                 /* live, with more time than engines have */
    /* Again: the challenge offers to replay a game, and the opponent has accepted. */
    bool guest, again;
} offered;

typedef struct scanning {
    shg_task task;
    int64_t now_ms;
    int64_t player[SHG_LEVELS]; /* copies for the other thread; 0: the engine is absent */
    char name[SHG_LEVELS][SHG_NAME_BYTES_MAX + 1];
    /* All open challenges, at most SHG_CHALLENGES_MAX, and offers to replay; owned. */
    offered *each;
    size_t count, room;
} scanning;

static bool add_offered(scanning *k, const offered *o)
{
    if (k->count == k->room) {
        const size_t room = 2 * k->room + 64;
        offered *grown = realloc(k->each, room * sizeof *grown);
        if (!grown)
            return false;
        k->each = grown;
        k->room = room;
    }
    k->each[k->count++] = *o;
    return true;
}

static bool is_slow(const shg_time_control *clock)
{
    return shg_time_limit_estimate_ms(&clock->limit[0]) > SHG_ENGINE_CLOCK_MS_MAX ||
           shg_time_limit_estimate_ms(&clock->limit[1]) > SHG_ENGINE_CLOCK_MS_MAX;
}

static bool each_challenge(void *context, const shg_challenge *row)
{
    scanning *k = context;
    shg_time_control clock;
    const bool again = shg_replay_game(row->options) != 0;
    bool good = true;
    if (!shg_terms_listed(row, 0, k->now_ms)) /* it needs a key, or has expired */
        return true;
    for (size_t i = 0; i < SHG_LEVELS && good; i++) {
        const int64_t accepted = shg_replay_accepted(row->options);
        const bool meant = again ? shg_replay_is_for(row, k->player[i], k->name[i]) &&
                                       accepted != 0 && accepted != k->player[i]
                                 : shg_text_same(row->pattern, strlen(row->pattern), k->name[i],
                                                 strlen(k->name[i]));
        if (k->player[i] == 0 || !meant)
            continue;
        const bool endless = !shg_options_clock(&clock, row->options);
        const bool live = shg_options_live(row->options);
        good = add_offered(
            k, &(offered){ .challenge = row->id,
                           .player = again ? accepted : row->player,
                           .engine = i,
                           .rated = shg_option_has(row->options, SHG_OPTION_RATED),
                           .live = live,
                           .endless = endless,
                           .slow = live && !endless && is_slow(&clock),
                           .guest = shg_name_is_guests(row->player_name, strlen(row->player_name)),
                           .again = again });
    }
    return good;
}

static shoogi_status run_scan(shg_job *job, shg_storage *storage)
{
    scanning *k = (scanning *)(void *)job;
    return storage->ops->challenge_list(storage, 0, each_challenge, k, &job->error);
}

static bool is_being_answered(const engine *e, const offered *o)
{
    for (const call *c = e->first; c; c = c->next)
        if (c->challenge == o->challenge)
            return true;
    return false;
}

static bool is_postponed(const shg_engines *all, int64_t challenge)
{
    for (size_t i = 0; i < all->postponed_count; i++)
        if (all->postponed[i].challenge == challenge)
            return true;
    return false;
}

/* Removes the first `count`. */
static void drop_postponed(shg_engines *all, size_t count)
{
    all->postponed_count -= count;
    memmove(all->postponed, all->postponed + count,
            all->postponed_count * sizeof all->postponed[0]);
}

static void drop_lapsed(shg_engines *all)
{
    const int64_t now_ms = shg_now_ms(all->server);
    size_t lapsed = 0;
    while (lapsed < all->postponed_count && all->postponed[lapsed].until_ms <= now_ms)
        lapsed++;
    drop_postponed(all, lapsed);
}

/* Postpones a challenge, so that others come first for a while. */
static void postpone(shg_engines *all, int64_t challenge)
{
    if (is_postponed(all, challenge))
        return;
    if (all->postponed_count == POSTPONED_MAX)
        drop_postponed(all, 1);
    all->postponed[all->postponed_count++] =
        (postponed){ challenge, shg_now_ms(all->server) + RETRY_MS_MAX };
}

void shg_engine_place_notify(const shg_server *server, const shg_engine_place *place)
{
    shg_session *to = shg_online_first(&server->sessions->online, place->player);
    for (; to; to = shg_online_next(to))
        if (place->place == 0)
            shg_notify(to, "%s\n",
                       shg_text_in(shg_session_language(to),
                                   shg_share_rows[SHG_SHARE_engine_games].refusal));
        else if (shg_session_is_program(to)) /* pages show no numbers of challenges */
            shg_notify(to,
                       "%s is busy.  Your challenge is number %zu in the queue; the game begins by "
                       "itself.\n",
                       place->name, (size_t)place->place);
        else
            shg_notify(
                to,
                "%s is busy.  Your challenge %lld is number %zu in the queue; the game begins "
                "by "
                "itself.\n",
                place->name, (long long)place->challenge, (size_t)place->place);
}

/* Notifies the player of a waiting challenge of its queue position, once for each position. */
static void notify_place(shg_engines *all, const queued *before, size_t before_count,
                         const offered *o)
{
    const engine *e = &all->each[o->engine];
    if (all->queued_count == QUEUED_MAX)
        return;
    const queued now = { o->challenge, all->queued_count + 1 };
    all->queued[all->queued_count++] = now;
    for (size_t i = 0; i < before_count; i++)
        if (before[i].challenge == now.challenge && before[i].place == now.place)
            return;
    const bool full = !o->live || shg_share_held(all->places) >= shg_share_bound(all->places);
    const shg_engine_place place = { .player = o->player,
                                     .challenge = o->challenge,
                                     .place = full ? (int64_t)now.place : 0,
                                     .name = e->name };
    if (shg_online_first(&all->server->sessions->online, o->player))
        shg_engine_place_notify(all->server, &place);
    else
        shg_publish(all->server, "queued %lld %lld %lld %s", (long long)place.player,
                    (long long)place.challenge, (long long)place.place, place.name);
}

/* Why an engine does not play such a game, marked with SHG_TEXT; NULL if it does. */
static const char *why_not_playable(const shg_engines *all, const offered *o)
{
    size_t live = 0, count = 0;
    if (o->rated)
        return SHG_TEXT("games with engines are not rated");
    if (o->guest &&
        o->endless) /* a guest who does not come back would leave the game unfinished for ever */
        return SHG_TEXT("guests can play engines only with a clock; NEW -t 15m sets one");
    if (o->slow)
        return SHG_TEXT(
            "that clock is too long for a game at one sitting: I play up to an hour for each player, as "
            "NEW -t 30m, or by days, as NEW -t 3d");
    if (all->closed_until_ms > shg_now_ms(all->server))
        return SHG_TEXT(
            "my engine is down, a fault of the server; please try again in a few minutes");
    for (const seat *s = all->seats; s && !o->again; s = s->next)
        if (s->opponent == o->player) {
            count++;
            live += s->live;
        }
    return (o->live && live >= SHG_ENGINE_LIVE_PER_PLAYER) || count >= SHG_ENGINE_GAMES_PER_PLAYER
               ? SHG_TEXT("you already play as many games with engines as allowed; finish one "
                          "first")
               : NULL;
}

/* A live game begins only while its player is online. */
static bool has_room(const shg_engines *all, const offered *o)
{
    const shg_session *player = shg_online_first(&all->server->sessions->online, o->player);
    const shg_owner owner = { player ? player->address : (shg_address_key){ 0 }, o->player };
    return all->seat_count < SHG_ENGINE_GAMES_MAX &&
           (!o->live || shg_share_has_room(all->places, &owner, 1));
}

/* Whether a challenge is being answered with a game. Many challenges only wait, which is cheap.
 * declined: counts those declined in this scan. */
static bool consider(shg_engines *all, const queued *before, size_t before_count, size_t *declined,
                     const offered *o)
{
    engine *e = &all->each[o->engine];
    if (!e->here || is_postponed(all, o->challenge))
        return false;
    if (!o->rated && ((o->live && !shg_is_online(all->server, o->player)) ||
                      (all->queued_count == QUEUED_MAX && !has_room(all, o)))) {
        all->later = true;
        return false;
    }
    if (is_being_answered(e, o))
        return false;
    const char *why_not = why_not_playable(all, o);
    if (why_not && *declined == DECLINED_AT_ONCE) {
        all->later = true;
    } else if (why_not) {
        ++*declined;
        decline(e, o->challenge, o->player, why_not);
    } else if (!has_room(all, o)) {
        notify_place(all, before, before_count, o);
    } else {
        char body[60];
        snprintf(body, sizeof body, "{\"number\":\"%" PRId64 "\"}", o->challenge);
        return make_call(e, 0, o->challenge, o->player, "/accept", body);
    }
    return false;
}

static void finish_scan(shg_task *task)
{
    const scanning *k = (const scanning *)task;
    shg_engines *all = task->server->engines->players;
    if (!all || task->server->stopping)
        return;
    queued before[QUEUED_MAX];
    const size_t before_count = all->queued_count;
    memcpy(before, all->queued, sizeof before);
    size_t declined = 0;
    all->scanning = all->later = false;
    all->queued_count = 0;
    drop_lapsed(all);
    for (size_t i = 0; i < k->count && task->job.status == SHOOGI_OK && !all->accepting; i++)
        all->accepting = consider(all, before, before_count, &declined, &k->each[i]);
    if (all->again)
        scan_challenges(all);
}

static void fini_scan(shg_task *task)
{
    free(((scanning *)task)->each);
}

static void scan_challenges(shg_engines *all)
{
    all->again = all->scanning;
    const bool may = all->plays && !all->scanning && !all->server->stopping;
    scanning *k = may ? shg_task_alloc(NULL, sizeof *k) : NULL;
    if (!k)
        return;
    all->scanning = true;
    k->now_ms = shg_now_ms(all->server);
    k->task.fini = fini_scan;
    for (size_t i = 0; i < SHG_LEVELS; i++) {
        k->player[i] = all->each[i].here ? all->each[i].player : 0;
        memcpy(k->name[i], all->each[i].name, sizeof k->name[i]);
    }
    shg_task_read(&k->task, all->server, NULL, run_scan, finish_scan);
}

bool shg_engines_challenge_made(shg_engines *all, const shg_owner *owner, const char *pattern)
{
    if (!all || !shg_name_is_engines(pattern, strlen(pattern)))
        return false;
    scan_challenges(all);
    return all->queued_count == 0 && all->seat_count < SHG_ENGINE_GAMES_MAX &&
           shg_share_has_room(all->places, owner, 1);
}

/* ---- answers to calls ---- */

static engine *engine_of_door(shg_json_door *door)
{
    return (engine *)(void *)door;
}

/* Whether the call was refused for a fault of its own, so that other calls may succeed. */
static bool is_faulty(unsigned status)
{
    return status >= 400 && status < 500 && status != 429;
}

static void answered_in_game(engine *e, const call *c, unsigned status)
{
    const bool good = status == 200;
    seat *s = find_seat(e->all, e, c->game);
    if (!s || (e->first && e->first->game == c->game))
        return;
    const shg_game_state *game = shg_game_cache_find(e->all->server->games->cache, c->game);
    s->calling = false;
    s->refused = good || !game ? -1 : game->events;
    if (good)
        s->failures = s->not_begun = 0;
    else if (is_faulty(status) && strcmp(c->path, "/play") == 0)
        s->failures++;
    if (!good) /* do not retry at once */
        s->due_ms = shg_now_ms(e->all->server) + 1;
    if (s->failures >= TRIES && game && !shg_game_over(game))
        give_up(s);
    else
        shg_find_game(e->all->server, c->game, on_game_loaded);
}

static void answered_challenge(engine *e, const call *c, unsigned status)
{
    const bool good = status == 200, accepts = strcmp(c->path, "/accept") == 0;
    const bool hopeless = status == 422 && accepts; /* impossible in the present state */
    if (!good && !hopeless)                         /* the next tick tries other challenges */
        postpone(e->all, c->challenge);
    if (!accepts)
        return;
    e->all->accepting = false;
    if (hopeless)
        decline(e, c->challenge, c->player, SHG_TEXT("I cannot start that game"));
    if (good || hopeless)
        scan_challenges(e->all);
}

static bool answered(shg_json_door *door, unsigned status, const char *json, size_t json_bytes)
{
    (void)json;
    (void)json_bytes;
    engine *e = engine_of_door(door);
    call *c = e->first;
    e->first = c->next;
    if (!e->first)
        e->last = &e->first;
    if (c->game != 0)
        answered_in_game(e, c, status);
    if (c->challenge != 0)
        answered_challenge(e, c, status);
    free(c);
    shg_turn_wait(&e->turn, &e->all->server->turns, NULL, pump, e);
    return true;
}

static bool idle(shg_json_door *door)
{
    engine *e = engine_of_door(door);
    if (e->first)
        shg_turn_wait(&e->turn, &e->all->server->turns, NULL, pump, e);
    return true;
}

static void go(engine *e)
{
    shg_turn_cancel(&e->turn);
    if (e->here)
        shg_json_door_fini(&e->door);
    e->here = false;
    for (call *c = e->first, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    e->first = NULL;
    e->last = &e->first;
}

/* An administrator has ended the engine's session: it is absent until the next start. */
static void over(shg_json_door *door)
{
    engine *e = engine_of_door(door);
    shg_engines *all = e->all;
    for (const call *c = e->first; c; c = c->next)
        all->accepting = all->accepting && strcmp(c->path, "/accept") != 0;
    go(e);
    for (seat *s = all->seats, *next; s; s = next) {
        next = s->next;
        if (s->engine == e)
            leave(all, s);
    }
}

static const shg_json_carrier carrier = { .idle = idle, .answered = answered, .over = over };

/* ---- the start ---- */

typedef struct making {
    shg_task task;
    int64_t now_ms;
    int64_t player[SHG_LEVELS]; /* 0: another player has the name */
    char name[SHG_LEVELS][SHG_NAME_BYTES_MAX + 1];
    int64_t *games; /* the engines' games; owned */
    size_t game_count, games_room;
} making;

static bool each_game(void *context, const shg_game *row)
{
    making *m = context;
    if (m->game_count == m->games_room) {
        const size_t room = 2 * m->games_room + 64;
        int64_t *grown = realloc(m->games, room * sizeof *grown);
        if (!grown)
            return false;
        m->games = grown;
        m->games_room = room;
    }
    m->games[m->game_count++] = row->id;
    return true;
}

static shoogi_status run_making(shg_job *job, shg_storage *storage)
{
    making *m = (making *)(void *)job;
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < SHG_LEVELS && status == SHOOGI_OK; i++) {
        shg_player row;
        snprintf(m->name[i], sizeof m->name[i], "engine%zu", i + 1);
        status = storage->ops->player_by_name(storage, &row, m->name[i], &job->error);
        if (status == SHOOGI_OK && shg_engine_level(&row) > 0)
            m->player[i] = row.id;
        if (status == SHOOGI_NOT_FOUND) {
            const shg_player made = { .name = m->name[i],
                                      .password = SHG_PASSWORD_ENGINE,
                                      .created_ms = m->now_ms,
                                      .seen_ms = m->now_ms };
            status = storage->ops->player_add(storage, &m->player[i], &made, &job->error);
        }
        const shg_game_filter running = { .player = m->player[i], .running_only = true };
        if (status == SHOOGI_OK && m->player[i] != 0)
            status = storage->ops->game_list(storage, &running, each_game, m, &job->error);
    }
    return status;
}

static void enter(engine *e)
{
    if (shg_json_door_init_inside(&e->door, e->all->server, &carrier) != SHOOGI_OK)
        return;
    e->here = true;
    shg_session_sign_in(
        e->door.session,
        &(shg_sign_in){ .player = e->player, .name = e->name, .presence = SHG_PRESENCE_SILENT });
    shg_json_door_begin(&e->door);
}

static void finish_making(shg_task *task)
{
    const making *m = (const making *)task;
    shg_engines *all = task->server->engines->players;
    if (!all || task->server->stopping)
        return;
    all->making = false;
    if (task->job.status == SHOOGI_CONFLICT || task->job.status == SHOOGI_LIMIT_EXCEEDED)
        return; /* another server adds them, too, or the database is away: the next tick tries again */
    all->made = true;
    if (task->job.status != SHOOGI_OK) {
        shg_log_write(&task->server->log, shg_now_ms(task->server), SHG_LOG_no_engines, "why",
                      task->job.error.message, NULL);
        return;
    }
    for (size_t i = 0; i < SHG_LEVELS; i++) {
        engine *e = &all->each[i];
        e->player = m->player[i];
        memcpy(e->name, m->name[i], sizeof e->name);
        if (e->player != 0 && all->plays)
            enter(e);
        else if (e->player == 0)
            shg_log_write(&task->server->log, shg_now_ms(task->server), SHG_LOG_no_engines, "why",
                          "the name belongs to a player", "name", m->name[i], NULL);
    }
    for (size_t i = 0; i < m->game_count && all->plays; i++)
        shg_find_game(task->server, m->games[i], on_game_loaded);
    scan_challenges(all);
}

static void fini_making(shg_task *task)
{
    free(((making *)task)->games);
}

static void make(shg_engines *all)
{
    making *m = all->making ? NULL : shg_task_alloc(NULL, sizeof *m);
    if (!m)
        return;
    all->making = true;
    m->now_ms = shg_now_ms(all->server);
    m->task.fini = fini_making;
    shg_task_write(&m->task, all->server, NULL, run_making, finish_making);
}

void shg_engines_play(shg_engines *all)
{
    if (all->plays)
        return;
    all->plays = true;
    all->made = false; /* reads the games, which may have begun since the start */
    make(all);
}

bool shg_engines_are_here(const shg_engines *all)
{
    return all && all->plays;
}

static void on_tick(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_engines *all = context;
    if (!all->made)
        make(all);
    const int64_t now_ms = shg_now_ms(all->server);
    int64_t *due = calloc(all->seat_count + 1, sizeof *due);
    size_t count = 0;
    for (seat *s = all->seats; s && due; s = s->next) {
        count_place(s);
        if ((s->due_ms != 0 && s->due_ms <= now_ms) ||
            (s->first_move_ms != 0 && s->first_move_ms <= now_ms))
            due[count++] = s->game;
    }
    /* Loading a game may end its seats; if both players are engines it has two. */
    for (size_t i = 0; i < count; i++)
        shg_find_game(all->server, due[i], on_game_loaded);
    free(due);
    if (all->queued_count > 0 || all->later || all->postponed_count > 0)
        scan_challenges(all);
}

/* A game without a first move gives way to a newcomer, or is ended for an administrator. */
static void give_way(void *context, shg_claim *claim)
{
    (void)context;
    abort_game(
        (seat *)(void *)claim,
        SHG_TEXT(
            "Others are waiting, and you have not moved yet.  I abort the game; it does not count."));
}

shoogi_status shg_engines_new(shg_engines **out, shg_server *server, shg_engine_pool *pool)
{
    const struct timeval tick = { .tv_sec = TICK_S };
    shg_engines *all = calloc(1, sizeof *all);
    if (all)
        all->tick = event_new(server->base, -1, EV_PERSIST, on_tick, all);
    if (!all || !all->tick || event_add(all->tick, &tick) != 0) {
        shg_engines_free(all);
        return SHOOGI_NO_MEMORY;
    }
    all->server = server;
    all->pool = pool;
    all->first_move_limit_ms =
        shg_test_setting_ms("SHOOGI_TEST_FIRST_MOVE_MS", SHG_ENGINE_FIRST_MOVE_MS);
    all->places = shg_shares_get(server->shares, SHG_SHARE_engine_games);
    shg_share_set_times(all->places, (int64_t)shg_engine_pool_at_once(pool));
    shg_share_set_give_way(all->places, give_way, all);
    for (size_t i = 0; i < SHG_LEVELS; i++) {
        all->each[i].all = all;
        all->each[i].level = (unsigned)i + 1;
        all->each[i].last = &all->each[i].first;
    }
    *out = all;
    all->plays = server->node == 0;
    make(all);
    return SHOOGI_OK;
}

void shg_engines_free(shg_engines *all)
{
    if (!all)
        return;
    for (seat *s = all->seats, *next; s; s = next) {
        next = s->next;
        stop_search(s);
        shg_share_release(all->places, &s->place);
        free(s);
    }
    for (size_t i = 0; i < SHG_LEVELS; i++)
        go(&all->each[i]);
    shg_event_free(all->tick);
    free(all);
}

/* ---- notifying ---- */

void shg_engines_json(shg_out *out, const shg_engines *all)
{
    shg_json_open(out, "engines", '[');
    for (size_t i = 0; all && i < SHG_LEVELS; i++) {
        const engine *e = &all->each[i];
        int64_t games = 0;
        for (const seat *s = all->seats; s; s = s->next)
            games += s->engine == e;
        if (all->plays ? !e->here : e->player == 0)
            continue;
        shg_json_open(out, NULL, '{');
        shg_json_text(out, "name", e->name);
        shg_json_number(out, "level", e->level);
        shg_json_number(out, "games", games);
        shg_json_close(out, '}');
    }
    shg_json_close(out, ']');
    shg_json_number(out, "processes", all ? (int64_t)shg_engine_pool_at_once(all->pool) : 0);
    shg_json_number(out, "thoughts_waiting", all ? (int64_t)shg_engine_pool_waiting(all->pool) : 0);
    shg_json_number(out, "challenges_waiting", all ? (int64_t)all->queued_count : 0);
}
