#include "server/game/add_events.h"

#include "base/error.h"
#include "server/clock/game_clock.h"
#include "server/game/announce.h"
#include "server/game/board_page.h"
#include "server/game/conditional_moves.h"
#include "server/game/final_result.h"
#include "server/game/game.h"
#include "server/game/game_cache.h"
#include "server/game/game_options.h"
#include "server/game/load_game.h"
#include "server/game/observer.h"
#include "server/game/part.h"
#include "server/game/replay_offer.h"
#include "server/game/time_forfeit.h"
#include "server/game/two_game_match.h"
#include "server/loop/text_buffer.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct adding {
    shg_task task;
    shg_game_state *game; /* pinned; used by the loop only */
    shg_added_fn *added;
    int64_t id;
    int64_t player[2], by; /* players of the game; the acting player, 0 for the server */
    bool timed;
    int64_t think_ms, at_ms;
    int64_t asked_number, asked_ms; /* before events in passing came first */
    shg_additions additions;
    shg_replay replay; /* if the game ends with no result */
    bool offered;      /* it did, and is offered again */
    bool plans;        /* players may have conditional moves, which this may end or execute */
    char *plan_was[2], *plan_is[2]; /* before and after; owned, NULL: none */
    int answers;                    /* colour that answers with the second addition; -1: none */
    int64_t drawn_event;            /* seen by this line (session.h); 0: none */
    shg_final_result settled;
} adding;

static shg_event event_of(const adding *a, size_t i)
{
    return (shg_event){ .game = a->id,
                        .number = a->additions.number + (int64_t)i,
                        .kind = a->additions.each[i].kind,
                        .text = a->additions.each[i].text,
                        .think_ms = i == 0 ? a->think_ms : 0,
                        .at_ms = a->at_ms };
}

static bool is_last(const adding *a, const char *kind)
{
    return strcmp(a->additions.each[a->additions.count - 1].kind, kind) == 0;
}

/* Offers a game with no result again, or withdraws that offer after its end was taken back. */
static shoogi_status offer_or_withdraw(const adding *a, shg_storage *storage, shoogi_error *err)
{
    static const char no_contest[] = "no-contest ";
    const shg_addition *last = &a->additions.each[a->additions.count - 1];
    if (is_last(a, "undo")) {
        const shoogi_status status =
            a->offered ? shg_replay_withdraw(storage, a->id, a->player[SHOOGI_BLACK], err)
                       : SHOOGI_OK;
        if (status != SHOOGI_NOT_FOUND)
            return status;
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0,
                             "the game was already offered again, and that offer was answered");
    }
    if (is_last(a, "result") && a->player[0] != a->player[1] &&
        strncmp(last->text, no_contest, sizeof no_contest - 1) == 0 &&
        shg_reason_is_replayed(last->text + sizeof no_contest - 1))
        return shg_replay_offer(storage, &a->replay, a->at_ms, err);
    return SHOOGI_OK;
}

/* The last addition that a player counts as having seen: the acting player all; a player whose
 * plan answered, the move it answered, so that move is not taken back as unseen. */
static int64_t seen_until(const adding *a, int colour)
{
    return a->player[colour] == a->by ? a->additions.number + (int64_t)a->additions.count - 1
           : a->answers == colour     ? a->additions.number
                                      : 0;
}

static shoogi_status add_all(const adding *a, shg_storage *storage, shoogi_error *err)
{
    shg_event events[SHG_ADDITIONS_MAX];
    for (size_t i = 0; i < a->additions.count; i++)
        events[i] = event_of(a, i);
    shg_append what = { .events = events,
                        .count = a->additions.count,
                        .seen = { seen_until(a, 0), seen_until(a, 1) },
                        .seen_ms = a->at_ms,
                        .sealer = a->additions.sealer,
                        .sealed_kind = SHG_DOCUMENT_SEALED,
                        .sealed = a->additions.sealed,
                        .alive_ms = a->timed ? shg_now_ms(a->task.server) : 0,
                        .unseen = a->additions.unseen,
                        .unseen_by = a->additions.unseen_by,
                        .fell_ms = a->additions.fell_ms,
                        .pause = a->additions.pause };
    if (a->plans) {
        what.plan_kind = SHG_DOCUMENT_PLAN;
        for (int colour = 0; colour < 2; colour++) {
            what.player[colour] = a->player[colour];
            what.plan_was[colour] = a->plan_was[colour] ? a->plan_was[colour] : "";
            what.plan_is[colour] = a->plan_is[colour] ? a->plan_is[colour] : "";
        }
    }
    return storage->ops->game_append(storage, &what, err);
}

/* Events found at the expected number. */
typedef struct others {
    int64_t count, at_ms;
    bool in_passing; /* all are in passing */
    bool clock;      /* one changes a clock */
} others;

static bool each_other(void *context, const shg_event *event)
{
    others *o = context;
    o->count++;
    o->at_ms = event->at_ms;
    o->in_passing = shg_event_in_passing(event->kind);
    o->clock = o->clock || strcmp(event->kind, "vacation") == 0 ||
               strcmp(event->kind, "moretime") == 0 || strcmp(event->kind, "timeback") == 0;
    return o->in_passing;
}

/* Other events came first. Those in passing, such as an offer, do not block a player's action,
 * unless that is an event in passing itself: then the player sees them first. The flag fall was judged without them: if one
 * changes a clock, or the addition is the flag fall itself, it is judged again. */
static shoogi_status add_behind(adding *a, shg_storage *storage, shoogi_error *err)
{
    others o = { 0 };
    const shoogi_status status =
        storage->ops->event_list(storage, a->id, a->additions.number, each_other, &o, err);
    if (status != SHOOGI_OK || !o.in_passing || o.clock || a->by == 0 ||
        shg_event_in_passing(a->additions.each[0].kind))
        return status != SHOOGI_OK ? status : SHOOGI_CONFLICT;
    a->additions.number += o.count;
    if (a->at_ms < o.at_ms)
        a->at_ms = o.at_ms;
    return add_all(a, storage, err);
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    adding *a = (adding *)(void *)job;
    a->additions.number = a->asked_number;
    a->at_ms = a->asked_ms;
    shoogi_status status = add_all(a, storage, &job->error);
    if (status == SHOOGI_CONFLICT)
        status = add_behind(a, storage, &job->error);
    if (status == SHOOGI_OK)
        status = offer_or_withdraw(a, storage, &job->error);
    if (status == SHOOGI_OK && is_last(a, "result"))
        status = shg_final_result_if_due(&a->settled, storage, a->id, shg_now_ms(a->task.server),
                                         &job->error);
    return status;
}

static void show_again(shg_session *s, shg_game_state *game)
{
    if (game)
        shg_say_board_page(s, game, false);
}

/* The game had to be read again. */
static void read_again(shg_session *s, shg_game_state *game)
{
    if (!game)
        return;
    shg_time_forfeits_follow(s->server, game);
    shg_say_board_page(s, game, false);
    shg_announce(s->server, game, s, (shg_added){ 0 });
}

/* Applies the stored events; false without memory, and then the game is read when it is next
 * needed. */
static bool take_over(adding *a)
{
    shg_game_state *game = a->game;
    for (size_t i = 0; i < a->additions.count; i++) {
        const shg_event event = event_of(a, i);
        if (event.number > game->events && shg_game_apply(game, &event, NULL) != SHOOGI_OK) {
            shg_game_set_stale(game);
            return false;
        }
        /* A comment with a move is no news by itself. */
        if (i > 0 && strcmp(event.kind, "comment") == 0) {
            game->news = SHG_NEWS_ITEM;
            game->news_colour = game->items[game->item_count - 1].colour;
        }
    }
    for (int colour = 0; colour < 2; colour++)
        if (game->seen[colour] < seen_until(a, colour)) {
            game->seen[colour] = seen_until(a, colour);
            game->seen_ms[colour] = a->at_ms;
        }
    for (int colour = 0; a->plans && colour < 2; colour++) {
        free(game->plan[colour]);
        game->plan[colour] = a->plan_is[colour];
        a->plan_is[colour] = NULL;
    }
    if (a->additions.sealer != 0) {
        free(game->sealed);
        game->sealed = a->additions.sealed[0] ? strdup(a->additions.sealed) : NULL;
        if (a->additions.sealed[0] && !game->sealed) {
            shg_game_set_stale(game);
            return false;
        }
    }
    if (a->answers >= 0)
        game->news = SHG_NEWS_ANSWERED;
    shg_time_forfeits_follow(a->task.server, game);
    return true;
}

static void announce(const adding *a, const shg_session *s)
{
    if (a->game->announced >= a->additions.number + (int64_t)a->additions.count - 1) {
        shg_observe_happened(a->task.server, a->game); /* the game was read again in between */
        return;
    }
    shg_event events[SHG_ADDITIONS_MAX];
    for (size_t i = 0; i < a->additions.count; i++)
        events[i] = event_of(a, i);
    shg_announce(a->task.server, a->game, s, (shg_added){ events, a->additions.count });
}

static void finish(shg_task *task)
{
    adding *a = (adding *)task;
    shg_session *s = task->session;
    shg_clean why;
    a->game->undoing -= is_last(a, "undo");
    switch (task->job.status) {
    case SHOOGI_OK:
        for (size_t i = 0; i < a->additions.count; i++)
            task->server->metrics.counts[SHG_COUNT_moves] +=
                strcmp(a->additions.each[i].kind, "move") == 0 ||
                strcmp(a->additions.each[i].kind, "handicap") == 0;
        task->server->metrics.counts[SHG_COUNT_falls] += a->additions.fell_ms != 0;
        if (take_over(a)) {
            if (s)
                a->added(s, a->game);
            if (s && is_last(a, "result")) {
                shg_result_text(s, "outcome", shg_outcome_word(a->game->outcome));
                shg_result_text(s, "reason", a->game->reason);
            }
            announce(a, s);
        } else if (s) {
            shg_with_game(s, a->id, read_again);
        }
        shg_final_result_notify(task->server, &a->settled);
        if (is_last(a, "result"))
            shg_observe_ended(task->server);
        break;
    case SHOOGI_CONFLICT:
    case SHOOGI_ILLEGAL:
        shg_game_cache_outdate(task->server->games->cache, a->id);
        if (!s)
            break;
        if (task->job.status == SHOOGI_CONFLICT)
            shg_refuse(s, "Nothing was stored: the game has changed meanwhile.  Game %lld now:\n",
                       (long long)a->id);
        else
            shg_refuse(s, "Nothing was stored: %s.  Game %lld now:\n",
                       shg_session_message(s, &why, task->job.error.message), (long long)a->id);
        shg_with_game(s, a->id, show_again);
        break;
    default:
        if (s)
            shg_say_failed(s, &task->job);
        if (s && a->drawn_event != 0 && s->drawn_game == 0) { /* the next line will be the first */
            s->drawn_game = a->id;
            s->drawn_event = a->drawn_event;
        }
        break;
    }
}

static void fini(shg_task *task)
{
    adding *a = (adding *)task;
    for (int colour = 0; colour < 2; colour++) {
        free(a->plan_was[colour]);
        free(a->plan_is[colour]);
    }
    shg_game_unpin(a->game);
}

/* ---- adding events ---- */

void shg_additions_end(shg_additions *additions, shoogi_outcome outcome, const char *reason)
{
    shg_addition *end = &additions->each[additions->count++];
    end->kind = "result";
    shg_out out = shg_out_make(end->text, sizeof end->text);
    shg_result_event_write(&out, outcome, reason);
}

bool shg_additions_action(shg_additions *additions, shoogi_position *position, const char *stored)
{
    if (shg_action_apply(position, stored, NULL) != SHOOGI_OK)
        return false;
    const shoogi_result result = shoogi_position_result(position);
    shoogi_position_undo(position);
    shg_addition *action = &additions->each[additions->count++];
    action->kind = shg_action_kind(stored);
    snprintf(action->text, sizeof action->text, "%s", stored);
    if (result.outcome != SHOOGI_OUTCOME_NONE)
        shg_additions_end(additions, result.outcome, shoogi_reason_text(result.reason));
    return true;
}

/* ---- conditional moves ---- */

/* Whether the answering side has time left. */
static bool has_time(const shg_game_state *game, int64_t at_ms)
{
    if (!game->time)
        return true;
    shg_game_clock clock = game->time->clock;
    const shg_clock_event move = { .at_ms = at_ms, .kind = SHG_CLOCK_MOVE };
    return shg_game_clock_apply(&clock, &move) && !shg_game_clock_flag_fell(&clock, at_ms);
}

/* After a move made in the position: adds the planned answer, and the end if the answer ends the
 * game. Returns false if there is no answer. The position is unchanged afterwards. */
static bool add_answer(shg_additions *additions, shg_out *rest, shoogi_position *position,
                       const char *plan, const char *moved)
{
    char usi[SHOOGI_MOVE_TEXT_BYTES];
    const size_t before = additions->count;
    if (!shg_plan_answer(usi, rest, plan, moved) || !shg_additions_action(additions, position, usi))
        return false;
    if (additions->count > before + 1) /* the game is over, and the plan with it */
        rest->length = 0;
    return true;
}

static bool has(const adding *a, const char *kind)
{
    for (size_t i = 0; i < a->additions.count; i++)
        if (strcmp(a->additions.each[i].kind, kind) == 0)
            return true;
    return false;
}

/* A plan belongs to the position in which it was made: any move ends or executes it. An offer
 * made with the move must be answered by the player, not by the plan. Returns false without
 * memory. */
static bool follow_plans(adding *a)
{
    const shg_game_state *game = a->game;
    a->answers = -1;
    a->plans = !shg_game_shared(game) && !shg_options_live(game->options) &&
               !shg_event_in_passing(a->additions.each[0].kind);
    if (!a->plans)
        return true;
    for (int colour = 0; colour < 2; colour++)
        if (game->plan[colour] && !(a->plan_was[colour] = strdup(game->plan[colour])))
            return false;
    const int other = !(int)shoogi_position_side(game->position);
    const char *plan = game->plan[other], *moved = a->additions.each[0].text;
    if (!plan || has(a, "result") || strcmp(a->additions.each[0].kind, "move") != 0 ||
        game->board_event >= a->additions.number || game->offers[!other] != 0 ||
        game->events + SHG_GAME_EVENTS_SPARE > SHG_GAME_EVENTS_MAX || !has_time(game, a->at_ms))
        return true;
    char text[SHG_PLAN_BYTES_MAX + 1] = "";
    shg_out rest = shg_out_make(text, sizeof text);
    if (shg_action_apply(game->position, moved, NULL) != SHOOGI_OK)
        return false;
    if (add_answer(&a->additions, &rest, game->position, plan, moved))
        a->answers = other;
    shoogi_position_undo(game->position);
    if (a->answers < 0 || rest.length == 0)
        return true;
    a->plan_is[other] = strdup(text);
    return a->plan_is[other] != NULL;
}

/* s: NULL for the server. */
static void add(shg_server *server, shg_session *s, shg_game_state *game,
                const shg_additions *additions, shg_added_fn *added, int64_t at_ms)
{
    adding *a = shg_task_alloc(s, sizeof *a);
    if (!a)
        return;
    a->game = shg_game_pin(game);
    a->added = added;
    a->id = game->id;
    memcpy(a->player, game->player, sizeof a->player);
    a->by = s ? s->player : 0;
    a->timed = game->time != NULL;
    a->at_ms = at_ms;
    a->think_ms = shg_clock_since_ms(&server->clock, game->board_ms, a->at_ms);
    a->offered = game->outcome == SHOOGI_OUTCOME_NO_CONTEST && !shg_game_shared(game);
    a->additions = *additions;
    a->asked_number = additions->number;
    a->asked_ms = at_ms;
    a->replay = (shg_replay){ .game = game->id, .black = game->player[SHOOGI_BLACK] };
    snprintf(a->replay.white_name, sizeof a->replay.white_name, "%s", game->name[SHOOGI_WHITE]);
    shg_game_rules_name(a->replay.variant, game);
    shg_out options = shg_out_make(a->replay.options, sizeof a->replay.options);
    shg_out handicap = shg_out_make(a->replay.handicap, sizeof a->replay.handicap);
    if (game->item_count > 0 && game->items[0].kind == SHG_ITEM_HANDICAP) {
        shg_game_item_write(&handicap, game, 0, NULL, SHG_ENGLISH, SHOOGI_NOTATION_WESTERN);
        shg_options_without(&options, game->options, SHG_OPTION_NEXT); /* already begun */
    } else {
        shg_options_reversed(&options, game->options);
    }
    shg_start_keep(&options, game->sfen);
    a->task.fini = fini;
    if (!follow_plans(a)) {
        if (s)
            shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        fini(&a->task);
        free(a);
        return;
    }
    a->game->undoing += is_last(a, "undo");
    if (s && s->drawn_game == game->id) { /* seen_until */
        a->drawn_event = s->drawn_event;
        s->drawn_game = 0;
    }
    shg_task_write(&a->task, server, s, run, finish);
}

/* Copies the additions with numbers after the events in passing. */
static shg_additions behind_passing(const shg_game_state *game, const shg_additions *additions)
{
    shg_additions at = *additions;
    if (game->board_event < at.number && at.number <= game->events &&
        !shg_event_in_passing(at.each[0].kind))
        at.number = game->events + 1;
    return at;
}

/* Event times never decrease. */
static int64_t after_latest(const shg_game_state *game, int64_t at_ms)
{
    return at_ms > game->last_ms ? at_ms : game->last_ms;
}

static void say_no_time(shg_session *s)
{
    if (s->server->time_trust == SHG_TIME_WRONG)
        shg_refuse_as(
            s, SHG_REFUSED_FAILED,
            "Nothing was stored: the clock of this server is wrong, and must be set by its "
            "administrator.\n");
    else
        shg_refuse_as(
            s, SHG_REFUSED_FAILED,
            "Nothing was stored: this server does not know the time at the moment.  Try again "
            "in a few seconds.\n");
}

void shg_add_events(shg_session *s, shg_game_state *game, const shg_additions *additions,
                    shg_added_fn *added)
{
    const int64_t at_ms = after_latest(game, s->typed_ms);
    if (s->server->time_trust != SHG_TIME_KNOWN)
        say_no_time(s);
    else if (shg_game_flag_fell(game, at_ms))
        shg_say_lost_on_time(s, game);
    else {
        const shg_additions at = behind_passing(game, additions);
        add(s->server, s, game, &at, added, at_ms);
    }
}

void shg_add_server_events(shg_server *server, shg_game_state *game, const shg_additions *additions,
                           int64_t at_ms)
{
    add(server, NULL, game, additions, NULL, after_latest(game, at_ms));
}
