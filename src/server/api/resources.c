/* resources.c: the resources of the API other than commands. */
#include "server/api/resources.h"

#include "base/error.h"
#include "base/json_write.h"
#include "server/api/account.h"
#include "server/api/activity.h"
#include "server/api/http.h"
#include "server/api/library.h"
#include "server/api/preset.h"
#include "server/doors/door_json.h"
#include "server/engines/analysis_resources.h"
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/game/board_page.h"
#include "server/game/game_json.h"
#include "server/game/load_game.h"
#include "server/game/part.h"
#include "server/game/game_options.h"
#include "server/game/privacy.h"
#include "server/game/replay_offer.h"
#include "server/game/watch.h"
#include "server/library/library.h"
#include "server/lobby/challenge_json.h"
#include "server/lobby/challenge_terms.h"
#include "server/lobby/lobby.h"
#include "server/rating/stored_ratings.h"
#include "server/rules/part.h"
#include "server/session/ignored.h"
#include "server/session/part.h"
#include "server/session/pattern.h"
#include "server/session/task.h"
#include "server/study/free_table_api.h"
#include "server/study/study_api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHG_AGAINST_GAMES_MAX = 2000, /* the reader's latest games, for the results against a player */
    SHG_RATINGS_SHOWN = 300       /* the latest ratings of a list */
};

/* A task whose answer the reader's thread writes. */
typedef struct view {
    shg_task task;
    shg_out out;
    int64_t player, after, id, now_ms;
    enum { RUNNING, FINISHED, TURN, MINE } state;
    size_t rows, looked;
    unsigned won, lost, drawn; /* by the reader, against a player */
    bool more, guest, known;   /* known: the variant exists, or a row that was read is of it */
    bool expired;              /* of a challenge */
    bool ignored;              /* of a player, by the reader */
    int64_t
        since_ms; /* when the guest signed in, if the guest is online: guests may have no row; else 0 */
    int turn;     /* in a log, at the next event */
    char name[SHG_NAME_BYTES_MAX + 1]; /* whose games; who reads them */
    char key[SHG_KEY_BYTES + 1];       /* of a challenge; "" if only the number was given */
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char speed[SHG_SPEED_BYTES];
} view;

/* Sends the written text as the answer. */
static void finish_view(shg_task *task)
{
    view *v = (view *)task;
    shg_session *s = task->session;
    shg_clean why;
    if (task->job.status == SHOOGI_NOT_FOUND && task->job.error.message[0]) {
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "%s\n",
                      shg_session_message(s, &why, task->job.error.message));
    } else if (task->job.status == SHOOGI_NOT_FOUND) {
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "Not found: no such name or number.\n");
    } else if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else if (s->door) {
        shg_json_door_of(s)->out = v->out;
        v->out = (shg_out){ 0 };
    }
}

static void fini_view(shg_task *task)
{
    free(((view *)task)->out.bytes);
}

static view *new_view(shg_session *s)
{
    view *v = shg_task_alloc(s, sizeof *v);
    if (!v)
        return NULL;
    v->out = shg_out_growing();
    v->now_ms = shg_now_ms(s->server);
    v->player = s->player;
    v->guest = s->guest;
    v->task.fini = fini_view;
    return v;
}

static void start_view(shg_session *s, view *v, shg_run_fn *run)
{
    shg_task_read(&v->task, s->server, s, run, finish_view);
}

/* ---- one game ---- */

/* Continues with the game of the path. */
static void with_game(shg_session *s, shg_game_then *then)
{
    int64_t id;
    if (shg_json_argument_number(&id, s, 0))
        shg_with_game(s, id, then);
}

static void put_game(shg_session *s, shg_game_state *game)
{
    int64_t after;
    shoogi_notation notation;
    if (!game || !s->door || !shg_json_query_number(&after, s, "after", 0) ||
        !shg_json_query_notation(&notation, s, SHOOGI_NOTATION_WESTERN))
        return;
    shg_json_door *d = shg_json_door_of(s);
    const unsigned slow = notation == SHOOGI_NOTATION_JAPANESE ? SHG_CALL_SLOW_NOTATION : 0;
    if (!shg_json_charge(
            s, 1 + slow + (unsigned)(shg_game_json_moves(game, after, notation) / SHG_CALL_MOVES)))
        return;
    shg_game_json(&d->out, game, shg_game_colour_of(game, s->player), after, shg_now_ms(s->server),
                  notation);
}

static void get_game(shg_session *s, shg_json_door *d)
{
    (void)d;
    with_game(s, put_game);
}

/* Moves in a notation, as many as one turn writes. */
static void put_moves_in(shg_out *out, const shoogi_position *position, const shoogi_move *moves,
                         size_t count, shoogi_notation notation)
{
    const size_t most =
        shg_moves_at_once(shoogi_position_variant(position), notation, SHG_GAME_JSON_MOVES);
    shg_json_open(out, "texts", '[');
    for (size_t i = 0; i < count && i < most; i++) {
        shg_out text = shg_out_growing();
        shg_move_write(&text, position, moves[i], notation);
        shg_json_text(out, NULL, text.spent ? "" : text.bytes);
        out->spent |= text.spent;
        free(text.bytes);
    }
    shg_json_close(out, ']');
}

/* All legal moves, for programs that do not know the rules. */
static void put_legal(shg_session *s, shg_game_state *game)
{
    shoogi_notation notation;
    if (!game || !s->door || !shg_json_query_notation(&notation, s, SHOOGI_NOTATION_USI))
        return;
    const shoogi_position *position = game->position;
    const size_t count = shg_game_over(game) ? 0 : shoogi_position_moves(position, NULL, 0);
    const bool others = notation != SHOOGI_NOTATION_USI;
    if (others &&
        !shg_json_charge(s, 1 + SHG_CALL_SLOW_NOTATION + (unsigned)(count / SHG_CALL_MOVES)))
        return;
    shoogi_move *moves = calloc(count + 1, sizeof *moves);
    if (!moves) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return;
    }
    const size_t filled = count > 0 ? shoogi_position_moves(position, moves, count) : 0;
    shg_out *out = &shg_json_door_of(s)->out;
    shg_json_open(out, NULL, '{');
    shg_json_number(out, "events", game->events);
    shg_json_flag(out, "yours",
                  count > 0 && game->player[shoogi_position_side(position)] == s->player &&
                      s->player != 0);
    shg_json_open(out, "moves", '[');
    for (size_t i = 0; i < filled && i < count; i++) {
        char usi[SHOOGI_MOVE_TEXT_BYTES];
        shoogi_usi_write(usi, sizeof usi, position, moves[i]);
        shg_json_text(out, NULL, usi);
    }
    shg_json_close(out, ']');
    if (others)
        put_moves_in(out, position, moves, filled < count ? filled : count, notation);
    shg_json_close(out, '}');
    free(moves);
}

static void get_legal(shg_session *s, shg_json_door *d)
{
    (void)d;
    with_game(s, put_legal);
}

/* Records what a player has seen: the opponent's moves that were seen cannot be taken back. */
static void mark_seen(shg_session *s, shg_game_state *game)
{
    if (!game || !s->door)
        return;
    int64_t number = INT64_MAX;
    shoogi_error err = { 0 };
    if (shg_api_number(&number, &shg_json_door_of(s)->json, "number", &err) != SHOOGI_OK)
        shg_say_fault(s, &err);
    else if (shg_game_colour_of(game, s->player) < 0)
        shg_refuse(s, "You do not play in game %lld.\n", (long long)game->id);
    else
        shg_set_loaded(s, game, shg_game_items_until(game, number));
}

static void watch_game(shg_session *s, shg_game_state *game)
{
    shoogi_error err = { 0 };
    bool on;
    if (!game)
        return;
    if (shg_api_flag(&on, &shg_json_door_of(s)->json, "on", &err) != SHOOGI_OK)
        shg_say_fault(s, &err);
    else if (!on)
        shg_watch_remove(&s->server->games->watches, s, game->id);
    else if (shg_watch_add(&s->server->games->watches, s, game->id) != SHOOGI_OK)
        shg_refuse_as(s, SHG_REFUSED_TOO_MUCH, "You are watching as many games as allowed.\n");
}

static void post_watch(shg_session *s, shg_json_door *d)
{
    int64_t id;
    if (d->http)
        shg_refuse(s, "Use a WebSocket for this; over HTTP read the stream of the game.\n");
    else if (shg_json_argument_number(&id, s, 0))
        shg_with_game(s, id, watch_game);
}

static void post_seen(shg_session *s, shg_json_door *d)
{
    (void)d;
    with_game(s, mark_seen);
}

static bool each_event(void *context, const shg_event *event)
{
    view *v = context;
    const int mover = shg_event_mover(&v->turn, event);
    if (event->number <= v->after)
        return true;
    v->more = v->rows == SHG_GAME_JSON_MOVES;
    if (v->more)
        return false;
    v->rows++;
    shg_event_row_json(&v->out, event, mover);
    return true;
}

/* Reads from the first event on, since the side to move follows from the events before. */
static shoogi_status run_events(shg_job *job, shg_storage *storage)
{
    view *v = (view *)(void *)job;
    shg_json_open(&v->out, NULL, '{');
    shg_json_open(&v->out, "events", '[');
    const shoogi_status status =
        storage->ops->event_list(storage, v->id, 1, each_event, v, &job->error);
    shg_json_close(&v->out, ']');
    shg_json_flag(&v->out, "more", v->more);
    shg_json_close(&v->out, '}');
    return status;
}

/* The session may see the game. */
static void list_events(shg_session *s, shg_game_state *game)
{
    view *v = game && s->door ? new_view(s) : NULL;
    if (!v)
        return;
    v->id = game->id;
    v->turn = shg_game_first_side(game);
    if (shg_json_query_number(&v->after, s, "after", 0))
        start_view(s, v, run_events);
    else
        free(v);
}

static void get_events(shg_session *s, shg_json_door *d)
{
    (void)d;
    with_game(s, list_events);
}

/* ---- lists of games ---- */

static bool fits(view *v, const shg_game *row)
{
    const bool over = row->outcome[0] != '\0';
    if (v->variant[0] &&
        !shg_text_same(v->variant, strlen(v->variant), row->variant, strlen(row->variant)))
        return false;
    v->known = true;
    if (v->state == TURN)
        return shg_game_row_mover(row) == v->player;
    if (v->state != MINE && over != (v->state == FINISHED))
        return false;
    return shg_game_row_may_list(v->player, row);
}

static bool each_game(void *context, const shg_game *row)
{
    view *v = context;
    v->more = v->rows == SHG_API_GAMES_MAX || v->looked == SHG_API_GAMES_EXAMINED;
    if (v->more)
        return false;
    v->looked++;
    v->after = row->id;
    if (!fits(v, row))
        return true;
    v->rows++;
    shg_game_row_json(&v->out, NULL, row);
    return true;
}

/* Finds the canonical name of the variant. A game that the server once had is known only by its
 * rows: *err has the error if there are none. */
static shoogi_status name_variant(view *v, shg_storage *storage, shoogi_error *err)
{
    const shoogi_variant *variant = NULL;
    shg_rules *kept = NULL;
    const size_t bytes = strlen(v->variant);
    shoogi_status status = SHOOGI_OK;
    v->known = bytes == 0;
    if (bytes > 0)
        status = shg_rules_named(&variant, &kept, v->task.server, storage, v->variant, bytes, err);
    if (variant) {
        v->known = true;
        snprintf(v->variant, sizeof v->variant, "%s", shoogi_variant_name(variant));
    } else if (status == SHOOGI_NOT_FOUND && shg_rules_number(v->variant, bytes) == 0) {
        status = SHOOGI_OK;
    }
    shg_rules_unref(kept);
    return status;
}

static shoogi_status run_games(shg_job *job, shg_storage *storage)
{
    view *v = (view *)(void *)job;
    shg_player of = { .id = v->state >= TURN ? v->player : 0 };
    shoogi_status status = SHOOGI_OK;
    if (v->name[0])
        status = storage->ops->player_by_name(storage, &of, v->name, &job->error);
    if (status == SHOOGI_OK)
        status = name_variant(v, storage, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const bool from_first = v->after == 0;
    const shg_game_filter filter = { .player = of.id,
                                     .running_only = v->state == RUNNING,
                                     .open_only = v->state >= TURN,
                                     .newest_first = v->state == FINISHED && of.id != 0,
                                     .after = v->after };
    shg_json_open(&v->out, NULL, '{');
    shg_json_open(&v->out, "games", '[');
    if (v->state < TURN || v->player != 0) /* else a guest who has not played yet */
        status = storage->ops->game_list(storage, &filter, each_game, v, &job->error);
    shg_json_close(&v->out, ']');
    shg_json_flag(&v->out, "more", v->more);
    if (v->more)
        shg_json_number(&v->out, "after", v->after);
    shg_json_close(&v->out, '}');
    return status == SHOOGI_OK && !v->known && from_first && !v->more ? SHOOGI_NOT_FOUND : status;
}

static void get_games(shg_session *s, shg_json_door *d)
{
    static const char *const states[] = {
        [RUNNING] = "running", [FINISHED] = "finished", [TURN] = "turn", [MINE] = "mine"
    };
    static const char name[] = "state";
    char state[40], found[40];
    view *v = new_view(s);
    if (!v)
        return;
    if (!shg_json_query_text(state, sizeof state, s, name) ||
        !shg_json_query_text(v->name, sizeof v->name, s, "player") ||
        !shg_json_query_text(v->variant, sizeof v->variant, s, "variant") ||
        !shg_json_query_number(&v->after, s, "after", 0)) {
        free(v);
        return;
    }
    snprintf(found, sizeof found, "%s", state);
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (strcmp(state, states[i]) == 0) {
            v->state = (unsigned)i;
            state[0] = '\0';
        }
    if (!state[0] && v->state >= TURN && !s->name[0]) {
        d->status = 401;
        shg_refuse_text(s, SHG_TEXT("Please sign in first."));
        free(v);
        return;
    }
    if (state[0]) {
        shoogi_error err;
        (void)shg_error_expected_as(&err,
                                    "running or finished, or turn or mine if you are signed in",
                                    name, found, strlen(found));
        shg_say_fault(s, &err);
        free(v);
        return;
    }
    start_view(s, v, run_games);
}

/* ---- challenges ---- */

/* The name by which a challenge is matched to a reader without one, who may become a guest. */
static const char newcomer[] = "guest";

/* with_key: the reader has given its key. listed: one of many. */
static void put_challenge(view *v, const shg_challenge *row, bool with_key, bool listed)
{
    const bool again = shg_replay_game(row->options) != 0;
    const bool own = v->player != 0 && row->player == v->player;
    const char *const name = v->name[0] ? v->name : newcomer;
    const bool matches =
        with_key || (shg_pattern_check(row->pattern, strlen(row->pattern), 0, NULL) == SHOOGI_OK &&
                     shg_pattern_match(row->pattern, strlen(row->pattern), name, strlen(name)));
    const bool rated = shg_option_has(row->options, SHG_OPTION_RATED);
    shg_json_open(&v->out, NULL, '{');
    shg_challenge_members_json(&v->out, row, listed);
    shg_json_flag(&v->out, "mine", own);
    char key[SHG_KEY_BYTES + 1] = "";
    shg_out key_text = shg_out_make(key, sizeof key);
    shg_terms_key_write(&key_text, row->options, row->id);
    if (own && key[0])
        shg_json_text(&v->out, "key", key);
    shg_json_flag(&v->out, "can_answer",
                  again ? shg_replay_accepted(row->options) != v->player
                        : matches && !own && !(v->guest && rated));
    shg_json_close(&v->out, '}');
}

static bool each_challenge(void *context, const shg_challenge *row)
{
    view *v = context;
    const bool again = shg_replay_game(row->options) != 0;
    if (again ? !shg_replay_is_for(row, v->player, v->name)
              : !shg_terms_listed(row, v->player, v->now_ms))
        return true;
    v->more = v->rows == SHG_LIST_ROWS;
    if (v->more)
        return false;
    v->rows++;
    put_challenge(v, row, false, true);
    return true;
}

static shoogi_status run_challenges(shg_job *job, shg_storage *storage)
{
    view *v = (view *)(void *)job;
    shg_json_open(&v->out, NULL, '{');
    shg_json_open(&v->out, "challenges", '[');
    const shoogi_status status =
        storage->ops->challenge_list(storage, 0, each_challenge, v, &job->error);
    shg_json_close(&v->out, ']');
    shg_json_flag(&v->out, "more", v->more);
    shg_json_close(&v->out, '}');
    return status;
}

static void get_challenges(shg_session *s, shg_json_door *d)
{
    (void)d;
    view *v = new_view(s);
    if (!v)
        return;
    memcpy(v->name, s->name, sizeof v->name);
    start_view(s, v, run_challenges);
}

/* One whose key the reader lacks is treated as not found, as when it is answered. */
static shoogi_status run_challenge(shg_job *job, shg_storage *storage)
{
    view *v = (view *)(void *)job;
    shg_challenge row;
    const shoogi_status status = storage->ops->challenge_get(storage, &row, v->id, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const bool own = v->player != 0 && row.player == v->player;
    const bool visible =
        shg_replay_game(row.options) != 0
            ? shg_replay_is_for(&row, v->player, v->name)
            : !shg_terms_expired(row.options, v->now_ms) &&
                  (own || shg_terms_fit_key(row.options, row.id, v->key, strlen(v->key)));
    if (!visible) {
        job->error = (shoogi_error){ 0 };
        v->expired = shg_replay_game(row.options) == 0 && shg_terms_expired(row.options, v->now_ms);
        return SHOOGI_NOT_FOUND;
    }
    put_challenge(v, &row, v->key[0] != '\0', false);
    return SHOOGI_OK;
}

/* Adds to the refusal how the challenge ended, if that is known. */
static void finish_challenge(shg_task *task)
{
    const view *v = (const view *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_NOT_FOUND && s->door) {
        shg_out *const out = &shg_json_door_of(s)->out;
        int64_t game;
        const char *end = shg_lobby_challenge_end(&game, s->server, v->id, v->player);
        if (v->expired)
            end = "expired";
        if (end)
            shg_json_text(out, "ended", end);
        if (game != 0)
            shg_json_number(out, "game", game);
    }
    finish_view(task);
}

static void get_challenge(shg_session *s, shg_json_door *d)
{
    const char *const text = d->argument[0];
    int64_t id = shg_key_number(text, strlen(text));
    const bool key = id != 0;
    view *v = key || shg_json_argument_number(&id, s, 0) ? new_view(s) : NULL;
    if (!v)
        return;
    v->id = id;
    memcpy(v->name, s->name, sizeof v->name);
    if (key)
        snprintf(v->key, sizeof v->key, "%s", text);
    shg_task_read(&v->task, s->server, s, run_challenge, finish_challenge);
}

static void get_lobby(shg_session *s, shg_json_door *d)
{
    shg_json_open(&d->out, NULL, '{');
    shg_lobby_counts_json(&d->out, s->server);
    shg_json_close(&d->out, '}');
}

static void post_lobby(shg_session *s, shg_json_door *d)
{
    shoogi_error err = { 0 };
    bool on;
    if (d->http)
        shg_refuse(s, "Use a WebSocket for this; over HTTP read /events?lobby=true.\n");
    else if (shg_api_flag(&on, &d->json, "on", &err) != SHOOGI_OK)
        shg_say_fault(s, &err);
    else if (on)
        shg_lobby_follow(s);
    else
        shg_lobby_unfollow(s);
}

/* ---- players ---- */

static void put_online(shg_out *out, const char *name, bool guest, unsigned engine,
                       int64_t since_ms)
{
    shg_json_open(out, NULL, '{');
    shg_json_text(out, "name", name);
    shg_json_flag(out, "guest", guest);
    shg_json_number(out, "engine", engine);
    shg_json_number(out, "since_ms", since_ms);
    shg_json_close(out, '}');
}

static void get_players(shg_session *s, shg_json_door *d)
{
    size_t count = 0;
    shg_json_open(&d->out, NULL, '{');
    shg_json_open(&d->out, "players", '[');
    for (const shg_session *o = s->server->sessions->online.first; o && count < SHG_LIST_ROWS;
         o = o->after, count++)
        put_online(&d->out, o->name, o->guest,
                   shg_engines_level_of(s->server->engines->players, o->player), o->login_ms);
    const shg_elsewhere *there = &s->server->sessions->elsewhere;
    for (size_t i = 0; i < there->count && count < SHG_LIST_ROWS; i++, count++)
        put_online(&d->out, there->each[i].name, there->each[i].guest, 0, there->each[i].login_ms);
    shg_json_close(&d->out, ']');
    shg_json_number(&d->out, "online", (int64_t)(s->server->sessions->online.count + there->count));
    shg_json_close(&d->out, '}');
}

static void get_engines(shg_session *s, shg_json_door *d)
{
    shg_json_open(&d->out, NULL, '{');
    shg_engines_json(&d->out, s->server->engines->players);
    shg_json_close(&d->out, '}');
}

/* Counts the finished games of the reader against a player; a long past is cut. */
static bool each_against(void *context, const shg_game *row)
{
    view *v = context;
    const bool black = row->black == v->player;
    if ((black ? row->white : row->black) == v->id && row->outcome[0] != '\0') {
        if (strcmp(row->outcome, "draw") == 0)
            v->drawn++;
        else if (strcmp(row->outcome, black ? "black" : "white") == 0)
            v->won++;
        else if (strcmp(row->outcome, black ? "white" : "black") == 0)
            v->lost++;
    }
    return ++v->looked < SHG_AGAINST_GAMES_MAX;
}

static shoogi_status put_against(view *v, shg_storage *storage, int64_t player, shoogi_error *err)
{
    if (v->player == 0 || v->player == player)
        return SHOOGI_OK;
    v->id = player;
    const shg_game_filter filter = { .player = v->player, .newest_first = true };
    const shoogi_status status = storage->ops->game_list(storage, &filter, each_against, v, err);
    shg_json_open(&v->out, "against_you", '{');
    shg_json_number(&v->out, "won", v->lost);
    shg_json_number(&v->out, "lost", v->won);
    shg_json_number(&v->out, "drawn", v->drawn);
    shg_json_close(&v->out, '}');
    return status;
}

static shoogi_status run_player(shg_job *job, shg_storage *storage)
{
    view *v = (view *)(void *)job;
    shg_player row = { 0 };
    shoogi_status status = storage->ops->player_by_name(storage, &row, v->name, &job->error);
    if (status == SHOOGI_NOT_FOUND && v->since_ms != 0) {
        row = (shg_player){
            .name = v->name, .password = "", .created_ms = v->since_ms, .seen_ms = v->now_ms
        };
        status = SHOOGI_OK;
    }
    if (status != SHOOGI_OK)
        return status;
    shg_json_open(&v->out, NULL, '{');
    shg_json_text(&v->out, "name", row.name);
    shg_json_flag(&v->out, "guest", row.password[0] == '\0');
    shg_json_number(&v->out, "engine", shg_engine_level(&row));
    shg_json_number(&v->out, "created_ms", row.created_ms);
    shg_json_number(&v->out, "seen_ms", row.seen_ms);
    if (v->player != 0 || v->guest)
        shg_json_flag(&v->out, "ignored", v->ignored);
    shg_latest_ratings ratings = { 0 };
    if (row.id != 0)
        status = shg_ratings_latest(&ratings, storage, row.id, &job->error);
    shg_json_open(&v->out, "ratings", '[');
    for (size_t i = 0; i < ratings.count; i++) {
        const shg_latest_rating *rated = &ratings.each[i];
        const shg_rating now = shg_rating_at(&rated->rating, v->now_ms);
        char text[SHG_RATING_TEXT_BYTES];
        shg_rating_write(text, &now);
        shg_json_open(&v->out, NULL, '{');
        shg_json_text(&v->out, "variant", rated->variant);
        shg_json_text(&v->out, "speed", rated->speed);
        shg_json_text(&v->out, "rating", text);
        shg_json_number(&v->out, "games", now.games);
        shg_json_close(&v->out, '}');
    }
    shg_json_close(&v->out, ']');
    shg_latest_ratings_fini(&ratings);
    if (status == SHOOGI_OK && row.id != 0)
        status = put_against(v, storage, row.id, &job->error);
    shg_json_close(&v->out, '}');
    return status;
}

static void get_player(shg_session *s, shg_json_door *d)
{
    view *v = new_view(s);
    if (!v)
        return;
    snprintf(v->name, sizeof v->name, "%.*s", SHG_NAME_BYTES_MAX, d->argument[0]);
    v->ignored = shg_ignores(s, v->name);
    /* A guest has no row before the first game: the name and the time come from the session. */
    const shg_session *here = shg_online_named(&s->server->sessions->online, v->name);
    const shg_distant_player *there = shg_elsewhere_named(&s->server->sessions->elsewhere, v->name);
    if (here && here->guest) {
        memcpy(v->name, here->name, sizeof v->name);
        v->since_ms = here->login_ms;
    } else if (there && there->guest) {
        memcpy(v->name, there->name, sizeof v->name);
        v->since_ms = there->login_ms;
    }
    start_view(s, v, run_player);
}

/* The ratings of a player after each rated game. The first pass counts them, the second writes the
 * latest. */
static bool is_rating_of(const view *v, const shg_rating_row *row)
{
    return strcmp(row->variant, v->variant) == 0 && strcmp(row->speed, v->speed) == 0;
}

static bool count_rating(void *context, const shg_rating_row *row)
{
    view *v = context;
    v->rows += is_rating_of(v, row);
    return true;
}

static bool put_rating(void *context, const shg_rating_row *row)
{
    view *v = context;
    if (!is_rating_of(v, row) || ++v->looked + SHG_RATINGS_SHOWN <= v->rows)
        return true;
    shg_json_open(&v->out, NULL, '{');
    shg_json_number(&v->out, "game", row->game);
    shg_json_number(&v->out, "rating", (row->rating_e3 + 500) / 1000);
    shg_json_number(&v->out, "deviation", (row->deviation_e3 + 500) / 1000);
    shg_json_number(&v->out, "at_ms", row->at_ms);
    shg_json_close(&v->out, '}');
    return true;
}

static shoogi_status run_ratings(shg_job *job, shg_storage *storage)
{
    view *v = (view *)(void *)job;
    shg_player row;
    shoogi_status status = storage->ops->player_by_name(storage, &row, v->name, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const shg_rating_filter filter = { .player = row.id };
    status = storage->ops->rating_list(storage, &filter, count_rating, v, &job->error);
    shg_json_open(&v->out, NULL, '{');
    shg_json_open(&v->out, "ratings", '[');
    if (status == SHOOGI_OK)
        status = storage->ops->rating_list(storage, &filter, put_rating, v, &job->error);
    shg_json_close(&v->out, ']');
    shg_json_close(&v->out, '}');
    return status;
}

static void get_ratings(shg_session *s, shg_json_door *d)
{
    view *v = new_view(s);
    if (!v)
        return;
    snprintf(v->name, sizeof v->name, "%.*s", SHG_NAME_BYTES_MAX, d->argument[0]);
    if (!shg_json_query_text(v->variant, sizeof v->variant, s, "variant") ||
        !shg_json_query_text(v->speed, sizeof v->speed, s, "speed"))
        free(v);
    else
        start_view(s, v, run_ratings);
}

static void put_account(shg_session *s, shg_json_door *d)
{
    shg_json_text(&d->out, "name", s->name);
    shg_json_flag(&d->out, "guest", s->guest);
    if (s->current_game != 0)
        shg_json_number(&d->out, "current_game", s->current_game);
    else
        shg_json_null(&d->out, "current_game");
    shg_json_open(&d->out, "settings", '{');
    for (size_t i = 0; i < SHG_SETTINGS; i++)
        shg_json_text(&d->out, shg_setting_rows[i].name,
                      shg_setting_rows[i].values[s->settings.value[i]].word);
    shg_json_close(&d->out, '}');
}

static void get_account(shg_session *s, shg_json_door *d)
{
    shg_json_open(&d->out, NULL, '{');
    put_account(s, d);
    shg_json_close(&d->out, '}');
}

/* A page asks before it knows whether its reader has signed in; that they have not is no error. */
static void get_session(shg_session *s, shg_json_door *d)
{
    shg_json_open(&d->out, NULL, '{');
    if (s->name[0])
        put_account(s, d);
    else
        shg_json_null(&d->out, "name");
    shg_json_close(&d->out, '}');
}

/* ---- variants ---- */

static void begin_variant(shg_out *out, const char *name, const char *title, unsigned files,
                          unsigned ranks)
{
    shg_json_open(out, NULL, '{');
    shg_json_text(out, "name", name);
    shg_json_text(out, "title", title);
    shg_json_number(out, "files", files);
    shg_json_number(out, "ranks", ranks);
    shg_json_open(out, "aliases", '[');
}

static void put_variant(shg_out *out, const char *name, const shoogi_variant *variant,
                        const char *definition, size_t definition_bytes)
{
    begin_variant(out, name, shoogi_variant_title(variant), shoogi_variant_file_count(variant),
                  shoogi_variant_rank_count(variant));
    const char *alias;
    for (size_t i = 0; (alias = shoogi_variant_alias(variant, i)) != NULL; i++)
        shg_json_text(out, NULL, alias);
    shg_json_close(out, ']');
    shg_json_bytes(out, "definition", definition, definition_bytes);
    shg_json_close(out, '}');
}

/* Leaves out a game whose definition is invalid. */
static shoogi_status put_listed(shg_out *out, shg_variants *variants, size_t game)
{
    const shg_variant_summary *summary;
    const char *const name = shg_variants_name(variants, game);
    const shoogi_status status = shg_variants_summary(&summary, variants, game);
    if (status != SHOOGI_OK)
        return status == SHOOGI_NO_MEMORY ? status : SHOOGI_OK;
    begin_variant(out, name, summary->title, summary->files, summary->ranks);
    for (const char *alias = summary->aliases; *alias; alias += strlen(alias) + 1)
        shg_json_text(out, NULL, alias);
    shg_json_close(out, ']');
    shg_json_close(out, '}');
    return SHOOGI_OK;
}

/* Runs on the reader's thread, since the first request reads all files. */
static shoogi_status run_variants(shg_job *job, shg_storage *storage)
{
    (void)storage;
    view *v = (view *)(void *)job;
    shg_variants *const variants = v->task.server->rules->variants;
    shoogi_status status = SHOOGI_OK;
    shg_json_open(&v->out, NULL, '{');
    shg_json_open(&v->out, "variants", '[');
    for (size_t i = 0; i < shg_variants_count(variants) && status == SHOOGI_OK; i++)
        status = put_listed(&v->out, variants, i);
    shg_json_close(&v->out, ']');
    shg_json_close(&v->out, '}');
    return status;
}

static void get_variants(shg_session *s, shg_json_door *d)
{
    (void)d;
    view *v = new_view(s);
    if (v)
        start_view(s, v, run_variants);
}

/* A stored definition, "@3". */
static shoogi_status run_stored_variant(shg_job *job, shg_storage *storage)
{
    view *v = (view *)(void *)job;
    shg_rules *rules = NULL;
    shg_definition row;
    char name[24];
    shoogi_status status =
        shg_rules_get(&rules, v->task.server->rules->past, storage, v->id, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->definition_get(storage, &row, v->id, &job->error);
    if (status == SHOOGI_OK) {
        snprintf(name, sizeof name, "@%lld", (long long)v->id);
        put_variant(&v->out, name, shg_rules_variant(rules), row.text, row.text_bytes);
    }
    shg_rules_unref(rules);
    return status;
}

static void get_variant(shg_session *s, shg_json_door *d)
{
    const char *name = d->argument[0];
    const int64_t stored = shg_rules_number(name, strlen(name));
    view *v = stored != 0 ? new_view(s) : NULL;
    if (v) {
        v->id = stored;
        start_view(s, v, run_stored_variant);
    }
    if (stored != 0)
        return;
    const shoogi_catalog_entry *entry;
    const shoogi_status status = shg_server_find_variant(&entry, s->server, name, strlen(name));
    if (status == SHOOGI_OK)
        put_variant(&d->out, entry->name, entry->variant, entry->text, entry->text_bytes);
    else if (status == SHOOGI_NOT_FOUND)
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no variant of that name.\n");
    else if (status == SHOOGI_NO_MEMORY)
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    else
        shg_refuse_text(s, SHG_BAD_DEFINITION);
}

static shoogi_status run_definition(shg_job *job, shg_storage *storage)
{
    view *v = (view *)(void *)job;
    shg_definition row;
    const shoogi_status status = storage->ops->definition_get(storage, &row, v->id, &job->error);
    if (status != SHOOGI_OK)
        return status;
    shg_json_open(&v->out, NULL, '{');
    shg_json_number(&v->out, "id", row.id);
    shg_json_text(&v->out, "name", row.name);
    shg_json_text(&v->out, "title", shg_server_title(v->task.server, SHG_ENGLISH, row.name));
    shg_json_bytes(&v->out, "text", row.text, row.text_bytes);
    shg_json_close(&v->out, '}');
    return SHOOGI_OK;
}

static void get_definition(shg_session *s, shg_json_door *d)
{
    (void)d;
    int64_t id;
    view *v = shg_json_argument_number(&id, s, 0) ? new_view(s) : NULL;
    if (!v)
        return;
    v->id = id;
    start_view(s, v, run_definition);
}

/* ---- the table of resources ---- */

static const shg_resource rows[] = {
    { "POST", "/login", false, SHG_SCOPE_NONE, "", "name password code guest:boolean new",
      "Signs in with a name and its password, and a code if two-factor authentication is on, or as a "
      "guest; sets the session cookie.  HTTP only.",
      shg_api_login },
    { "POST", "/signup", false, SHG_SCOPE_NONE, "", "name password mail",
      "Creates an account and signs in; sends a confirmation e-mail to the address.  HTTP only.",
      shg_api_signup },
    { "POST", "/logout", false, SHG_SCOPE_NONE, "", "",
      "Ends the session of the cookie or revokes the token.  HTTP only.", shg_api_logout },
    { "POST", "/password", true, SHG_SCOPE_MANAGE, "", "old new code keep_tokens:boolean",
      "Changes your password, with a code if two-factor authentication is on, and ends all your other "
      "sessions; also those of API tokens, which it revokes, unless keep_tokens is true.",
      shg_api_password },
    { "GET", "/account/sessions", true, SHG_SCOPE_MANAGE, "", "", "Your sessions.",
      shg_api_sessions },
    { "GET", "/account/security", true, SHG_SCOPE_MANAGE, "", "",
      "Your e-mail address, and whether two-factor authentication is on.", shg_api_security },
    { "GET", "/account/devices", true, SHG_SCOPE_MANAGE, "", "",
      "Your browsers registered for notifications, and the server's key for a subscription; \"\" "
      "if this server sends no notifications.",
      shg_api_devices },
    { "GET", "/account/export", true, SHG_SCOPE_MANAGE, "after:integer", "",
      "All data stored about you, and your games after game after, 200 at a time.", shg_api_export },
    { "POST", "/reset", false, SHG_SCOPE_NONE, "", "name",
      "Sends an e-mail to reset the password, if the player exists and has an e-mail address.",
      shg_api_reset },
    { "POST", "/letter", false, SHG_SCOPE_NONE, "", "token password",
      "Uses the token of an e-mail: confirms the address, unsubscribes, or sets the password "
      "sent with it.",
      shg_api_use_email_link },
    { "GET", "/account", true, SHG_SCOPE_READ, "", "", "Your account, with your settings.",
      get_account },
    { "GET", "/session", false, SHG_SCOPE_READ, "", "",
      "Your account, or no name if you have not signed in.", get_session },
    { "GET", "/presets", true, SHG_SCOPE_READ, "", "", "Your presets: named objects.",
      shg_preset_show_all },
    { "POST", "/presets", true, SHG_SCOPE_MANAGE, "", "name value:[object,'null']",
      "Stores a named object, such as the look of boards; null deletes it.", shg_preset_store },
    { "GET", "/players", false, SHG_SCOPE_READ, "", "", "Who is online.", get_players },
    { "GET", "/engines", false, SHG_SCOPE_READ, "", "", "The engine players and their load.",
      get_engines },
    { "GET", "/players/{name}", false, SHG_SCOPE_READ, "", "",
      "A player, with ratings and the results against you.", get_player },
    { "GET", "/players/{name}/ratings", false, SHG_SCOPE_READ, "variant speed", "",
      "A player's ratings of a variant and speed, after each of the latest rated games.",
      get_ratings },
    { "GET", "/players/{name}/activity", false, SHG_SCOPE_READ, "", "",
      "How many games a player has begun in each week of the last year.", shg_api_activity },
    { "GET", "/challenges", false, SHG_SCOPE_READ, "", "", "The open challenges.", get_challenges },
    { "GET", "/challenges/{challenge}", false, SHG_SCOPE_READ, "", "",
      "An open challenge, by its number, or by its key if only those who have that may see it.  If it has ended "
      "lately, the refusal names in its member ended how (accepted, declined, withdrawn or expired), and in its "
      "member game the game that began, if you are one of its players.",
      get_challenge },
    { "GET", "/lobby", false, SHG_SCOPE_READ, "", "",
      "How many players are online and games in progress.", get_lobby },
    { "POST", "/lobby", false, SHG_SCOPE_READ, "", "on:boolean",
      "Subscribes to events about challenges, and to changes of games and players.  WebSocket only.",
      post_lobby },
    { "GET", "/games", false, SHG_SCOPE_READ, "state player variant after:integer", "",
      "Games: state is running (the default), finished, turn (where it is your turn) or mine.",
      get_games },
    { "GET", "/games/{game}", false, SHG_SCOPE_READ, "after:integer key notation", "",
      "A game, with its moves after event after.  key: the key of a protected game.  notation: of "
      "the texts of moves: western (the default), kitao, japanese or usi.",
      get_game },
    { "GET", "/games/{game}/legal", false, SHG_SCOPE_READ, "notation", "",
      "The legal moves of the side to move, in USI, and whether it is your turn.  notation: in which "
      "they are written as well.",
      get_legal },
    { "GET", "/games/{game}/analysis", false, SHG_SCOPE_READ, "notation from:integer", "",
      "The analysis of a finished game, if there is one.  notation: for the lines, which are "
      "otherwise in USI only; an answer has some of them, beginning at ply from.",
      shg_api_analysis },
    { "POST", "/games/{game}/analysis", true, SHG_SCOPE_PLAY, "", "",
      "Starts the analysis if there is none: read it until its state is done.", shg_api_analyse },
    { "GET", "/games/{game}/events", false, SHG_SCOPE_READ, "after:integer key", "",
      "The events of a game after event after.", get_events },
    { "GET", "/games/{game}/stream", false, SHG_SCOPE_READ, "after:integer key notation", "",
      "The same, and then each new event, one a line.  notation: of the texts of new moves, Western "
      "if absent.  HTTP only.",
      shg_api_follow_game },
    { "POST", "/games/{game}/watch", false, SHG_SCOPE_READ, "key", "on:boolean",
      "Subscribes to the events of a game.  WebSocket only.", post_watch },
    { "GET", "/events", true, SHG_SCOPE_READ, "lobby:boolean notation", "",
      "Your events, one a line; with lobby=true those of the lobby as well.  notation: of the texts of moves, "
      "Western if absent.  HTTP only: a WebSocket gets them without asking, and is opened with "
      "notation in its address.",
      shg_api_follow_player },
    { "POST", "/games/{game}/seen", true, SHG_SCOPE_PLAY, "", "number:integer",
      "Marks a game as seen up to an event; without number, all of it.", post_seen },
    { "GET", "/variants", false, SHG_SCOPE_READ, "", "", "The games that can be played.",
      get_variants },
    { "GET", "/variants/{name}", false, SHG_SCOPE_READ, "", "",
      "A game, or @ and the number of a definition, with its text.", get_variant },
    { "GET", "/search", false, SHG_SCOPE_READ,
      "in player variant result state since until position before:integer", "",
      "Searches games, or records with in=records: by player, variant, result (black, white, "
      "draw, no-contest), "
      "state (running, finished), days, and position (SFEN, of variant).  before: the next page.",
      shg_api_search },
    { "GET", "/records/{number}", false, SHG_SCOPE_READ, "", "",
      "A record of the library, in our own format.", shg_api_record },
    { "GET", "/studies", false, SHG_SCOPE_READ, "words player variant before:integer", "",
      "Studies, the latest first.  words: each occurs in the study's name, its player's or that of the game.  before: "
      "the next page.",
      shg_api_studies },
    { "POST", "/studies", true, SHG_SCOPE_RECORDS, "", "name variant start hidden:boolean",
      "Creates a study, trees of variations: of a variant (or @ and the number of a "
      "definition), from a position (SFEN).  hidden: visible only to its editors.",
      shg_api_study_new },
    { "GET", "/studies/{study}", false, SHG_SCOPE_READ, "", "",
      "A study with its chapters and nodes.", shg_api_study },
    { "POST", "/studies/{study}", true, SHG_SCOPE_RECORDS, "", "do node:integer text",
      "Edits a study.  do: move (text in USI, after node), comment (on node), remove (node and "
      "everything after it), name, invite or dismiss (a player), line (moves in USI and \"* comments\" on them, a row each, after "
      "node; the answer has the nodes of the moves), chapter (its title, and if wanted below it its start as SFEN), title (of the "
      "chapter that begins at node), place (of that chapter among the others, from 0).",
      shg_api_study_do },
    { "GET", "/studies/{study}/events", false, SHG_SCOPE_READ, "after:integer", "",
      "The edits of a study after event after.", shg_api_study_events },
    { "POST", "/studies/{study}/watch", true, SHG_SCOPE_READ, "", "on:boolean",
      "Subscribes to the edits of a study, and returns it.  WebSocket only.", shg_api_study_watch },
    { "GET", "/tables", false, SHG_SCOPE_READ, "player before:integer", "",
      "Public free boards and your own, the latest first.", shg_api_tables },
    { "POST", "/tables", true, SHG_SCOPE_RECORDS, "",
      "setup opponent second:boolean hidden:boolean request",
      "Sets up a free board by the settings in setup (docs/notation.md).  opponent: the second "
      "player; without it, anyone who shows the returned key can join.  Moves are made by POST "
      "/table.",
      shg_api_table_new },
    { "GET", "/tables/{table}", false, SHG_SCOPE_READ, "after:integer", "",
      "A free board, by its number or its key, with its lines after event after.", shg_api_table },
    { "GET", "/tables/{table}/stream", false, SHG_SCOPE_READ, "", "",
      "Each new line of a free board, one a line.  HTTP only.", shg_api_follow_table },
    { "POST", "/tables/{table}/watch", false, SHG_SCOPE_READ, "", "on:boolean",
      "Subscribes to the lines of a free board, and returns it without its lines.  WebSocket only.",
      shg_api_table_watch },
    { "POST", "/records", true, SHG_SCOPE_RECORDS, "variant format", "",
      "Uploads a record to the library.  HTTP only: the body is the record, at most 4 MiB in any "
      "encoding; variant: the game, if the record does not name it.",
      shg_api_upload },
    { "POST", "/definitions", true, SHG_SCOPE_RECORDS, "name", "",
      "Stores a version of a game of your own.  HTTP only: the body is its definition, at "
      "most 256 KiB.",
      shg_api_upload },
    { "GET", "/definitions", false, SHG_SCOPE_READ, "player before:integer", "",
      "The games that players have defined.", shg_api_designs },
    { "GET", "/definitions/{number}", false, SHG_SCOPE_READ, "", "",
      "A definition, in the version that games are played under.", get_definition },
};
const shg_resource_table shg_resources = { rows, sizeof rows / sizeof rows[0] };
