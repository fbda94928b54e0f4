#include "server/api/games.h"

#include "base/error.h"
#include "base/json_write.h"
#include "server/api/answer.h"
#include "server/game/action.h"
#include "server/game/board_page.h"
#include "server/game/game_json.h"
#include "server/game/load_game.h"
#include "server/game/part.h"
#include "server/game/privacy.h"
#include "server/game/watch.h"
#include "server/library/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void shg_api_game(shg_session *s, shg_json_door *d)
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

void shg_api_legal(shg_session *s, shg_json_door *d)
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

void shg_api_game_watch(shg_session *s, shg_json_door *d)
{
    if (d->http)
        shg_refuse(s, "Use a WebSocket for this; over HTTP read the stream of the game.\n");
    else
        with_game(s, watch_game);
}

void shg_api_seen(shg_session *s, shg_json_door *d)
{
    (void)d;
    with_game(s, mark_seen);
}

/* ---- events ---- */

typedef struct event_listing {
    shg_api_answer answer; /* must be first */
    int64_t game, after;
    int turn; /* at the next event */
    size_t rows;
    bool more;
} event_listing;

static bool each_event(void *context, const shg_event *event)
{
    event_listing *l = context;
    const int mover = shg_event_mover(&l->turn, event);
    if (event->number <= l->after)
        return true;
    l->more = l->rows == SHG_GAME_JSON_MOVES;
    if (l->more)
        return false;
    l->rows++;
    shg_event_row_json(&l->answer.out, event, mover);
    return true;
}

/* Reads from the first event on, since the side to move follows from the events before. */
static shoogi_status run_events(shg_job *job, shg_storage *storage)
{
    event_listing *l = (event_listing *)(void *)job;
    shg_out *const out = &l->answer.out;
    shg_json_open(out, NULL, '{');
    shg_json_open(out, "events", '[');
    const shoogi_status status =
        storage->ops->event_list(storage, l->game, 1, each_event, l, &job->error);
    shg_json_close(out, ']');
    shg_json_flag(out, "more", l->more);
    shg_json_close(out, '}');
    return status;
}

/* The session may see the game. */
static void list_events(shg_session *s, shg_game_state *game)
{
    event_listing *l = game && s->door ? shg_api_answer_new(s, sizeof *l) : NULL;
    if (!l)
        return;
    l->game = game->id;
    l->turn = shg_game_first_side(game);
    if (shg_json_query_number(&l->after, s, "after", 0))
        shg_api_answer_start(&l->answer, s, run_events);
    else
        free(l);
}

void shg_api_events(shg_session *s, shg_json_door *d)
{
    (void)d;
    with_game(s, list_events);
}

/* ---- lists of games ---- */

typedef struct game_listing {
    shg_api_answer answer; /* must be first */
    enum { RUNNING, FINISHED, TURN, MINE } state;
    char name[SHG_NAME_BYTES_MAX + 1]; /* whose; "": anybody's, or of TURN and MINE the reader's */
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1]; /* "": any */
    int64_t after; /* of the request; then the last game looked at */
    size_t rows, looked;
    bool more;
    bool known; /* the variant exists, or a row that was read is of it */
} game_listing;

static bool fits(game_listing *l, const shg_game *row)
{
    const bool over = row->outcome[0] != '\0';
    if (l->variant[0] &&
        !shg_text_same(l->variant, strlen(l->variant), row->variant, strlen(row->variant)))
        return false;
    l->known = true;
    if (l->state == TURN)
        return shg_game_row_mover(row) == l->answer.player;
    if (l->state != MINE && over != (l->state == FINISHED))
        return false;
    return shg_game_row_may_list(l->answer.player, row);
}

static bool each_game(void *context, const shg_game *row)
{
    game_listing *l = context;
    l->more = l->rows == SHG_API_GAMES_MAX || l->looked == SHG_API_GAMES_EXAMINED;
    if (l->more)
        return false;
    l->looked++;
    l->after = row->id;
    if (!fits(l, row))
        return true;
    l->rows++;
    shg_game_row_json(&l->answer.out, NULL, row);
    return true;
}

/* Finds the canonical name of the variant. A game that the server once had is known only by its
 * rows: *err has the error if there are none. */
static shoogi_status name_variant(game_listing *l, shg_storage *storage, shoogi_error *err)
{
    const shoogi_variant *variant = NULL;
    shg_rules *kept = NULL;
    const size_t bytes = strlen(l->variant);
    shoogi_status status = SHOOGI_OK;
    l->known = bytes == 0;
    if (bytes > 0)
        status = shg_rules_named(&variant, &kept, l->answer.task.server, storage, l->variant, bytes,
                                 err);
    if (variant) {
        l->known = true;
        snprintf(l->variant, sizeof l->variant, "%s", shoogi_variant_name(variant));
    } else if (status == SHOOGI_NOT_FOUND && shg_rules_number(l->variant, bytes) == 0) {
        status = SHOOGI_OK;
    }
    shg_rules_unref(kept);
    return status;
}

static shoogi_status run_games(shg_job *job, shg_storage *storage)
{
    game_listing *l = (game_listing *)(void *)job;
    shg_out *const out = &l->answer.out;
    shg_player of = { .id = l->state >= TURN ? l->answer.player : 0 };
    shoogi_status status = SHOOGI_OK;
    if (l->name[0])
        status = storage->ops->player_by_name(storage, &of, l->name, &job->error);
    if (status == SHOOGI_OK)
        status = name_variant(l, storage, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const bool from_first = l->after == 0;
    const shg_game_filter filter = { .player = of.id,
                                     .running_only = l->state == RUNNING,
                                     .open_only = l->state >= TURN,
                                     .newest_first = l->state == FINISHED && of.id != 0,
                                     .after = l->after };
    shg_json_open(out, NULL, '{');
    shg_json_open(out, "games", '[');
    if (l->state < TURN || l->answer.player != 0) /* else a guest who has not played yet */
        status = storage->ops->game_list(storage, &filter, each_game, l, &job->error);
    shg_json_close(out, ']');
    shg_json_flag(out, "more", l->more);
    if (l->more)
        shg_json_number(out, "after", l->after);
    shg_json_close(out, '}');
    return status == SHOOGI_OK && !l->known && from_first && !l->more ? SHOOGI_NOT_FOUND : status;
}

void shg_api_games(shg_session *s, shg_json_door *d)
{
    static const char *const states[] = {
        [RUNNING] = "running", [FINISHED] = "finished", [TURN] = "turn", [MINE] = "mine"
    };
    static const char name[] = "state";
    char state[40], found[40];
    game_listing *l = shg_api_answer_new(s, sizeof *l);
    if (!l)
        return;
    if (!shg_json_query_text(state, sizeof state, s, name) ||
        !shg_json_query_text(l->name, sizeof l->name, s, "player") ||
        !shg_json_query_text(l->variant, sizeof l->variant, s, "variant") ||
        !shg_json_query_number(&l->after, s, "after", 0)) {
        free(l);
        return;
    }
    snprintf(found, sizeof found, "%s", state);
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++)
        if (strcmp(state, states[i]) == 0) {
            l->state = (unsigned)i;
            state[0] = '\0';
        }
    if (!state[0] && l->state >= TURN && !s->name[0]) {
        d->status = 401;
        shg_refuse_text(s, SHG_TEXT("Please sign in first."));
        free(l);
        return;
    }
    if (state[0]) {
        shoogi_error err;
        (void)shg_error_expected_as(&err,
                                    "running or finished, or turn or mine if you are signed in",
                                    name, found, strlen(found));
        shg_say_fault(s, &err);
        free(l);
        return;
    }
    shg_api_answer_start(&l->answer, s, run_games);
}
