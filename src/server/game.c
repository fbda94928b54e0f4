#include "server/game.h"

#include "base/error.h"
#include "shoogi/notation.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *shg_colour_name(int colour)
{
    return colour == SHOOGI_BLACK ? "Black" : "White";
}

const char *shg_colour_word(int colour)
{
    return colour == SHOOGI_BLACK ? "black" : "white";
}

/* ---- results ---- */

static const char *const outcome_words[] = {
    [SHOOGI_OUTCOME_NONE] = "",
    [SHOOGI_OUTCOME_BLACK] = "black",
    [SHOOGI_OUTCOME_WHITE] = "white",
    [SHOOGI_OUTCOME_DRAW] = "draw",
    [SHOOGI_OUTCOME_NO_CONTEST] = "no-contest",
};
enum { OUTCOMES = sizeof outcome_words / sizeof outcome_words[0] };
static_assert(OUTCOMES == SHOOGI_OUTCOME_NO_CONTEST + 1, "a word for every outcome");

void shg_result_event_write(shg_out *out, shoogi_outcome outcome, const char *reason)
{
    assert(outcome != SHOOGI_OUTCOME_NONE);
    shg_out_format(out, "%s %s", outcome_words[outcome], reason);
}

void shg_game_result_write(shg_out *out, const shg_game_state *game)
{
    const bool white_won = game->outcome == SHOOGI_OUTCOME_WHITE;
    const char *winner = shg_colour_name(white_won), *loser = shg_colour_name(!white_won);
    switch (game->outcome) {
    case SHOOGI_OUTCOME_NONE: break;
    case SHOOGI_OUTCOME_DRAW: shg_out_format(out, "The game is drawn: %s.", game->reason); break;
    case SHOOGI_OUTCOME_NO_CONTEST:
        shg_out_format(out,
                       "No contest: %s. Neither has won; the game is meant to be played again.",
                       game->reason);
        break;
    case SHOOGI_OUTCOME_BLACK:
    case SHOOGI_OUTCOME_WHITE:
        if (strcmp(game->reason, "resignation") == 0)
            shg_out_format(out, "%s resigned: %s wins.", loser, winner);
        else if (strcmp(game->reason, shoogi_reason_text(SHOOGI_REASON_STALEMATE)) == 0)
            shg_out_format(out, "%s has no legal move: %s wins.", loser, winner);
        else if (strcmp(game->reason, shoogi_reason_text(SHOOGI_REASON_PERPETUAL_CHECK)) == 0)
            shg_out_format(out, "Perpetual check by %s: %s wins.", loser, winner);
        else
            shg_out_format(out, "%s wins: %s.", winner, game->reason);
        break;
    }
}

/* ---- events ---- */

static const char resigns[] = "resigns";

static shoogi_status add_item(shg_game_state *game, shg_item_kind kind, int colour, int64_t event)
{
    if (game->items_count == game->items_room) {
        const size_t room = game->items_room ? game->items_room * 2 : 16;
        shg_item *items = realloc(game->items, room * sizeof *items);
        if (!items)
            return SHOOGI_NO_MEMORY;
        game->items = items;
        game->items_room = room;
    }
    game->items[game->items_count++] =
        (shg_item){ .event = (uint32_t)event, .kind = (uint8_t)kind, .colour = (uint8_t)colour };
    return SHOOGI_OK;
}

static shoogi_status apply_move(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    shoogi_move move;
    shoogi_status status =
        shoogi_usi_read(&move, game->position, event->text, strlen(event->text), err);
    if (status != SHOOGI_OK)
        return status == SHOOGI_NO_MEMORY ? status : SHOOGI_BAD_RULES;
    const int colour = (int)shoogi_position_side(game->position);
    char text[SHOOGI_MOVE_TEXT_BYTES];
    shoogi_western_write(text, sizeof text, game->position, move);
    status = add_item(game, SHG_ITEM_MOVE, colour, event->number);
    if (status != SHOOGI_OK)
        return status;
    status = shoogi_position_do(game->position, move);
    if (status == SHOOGI_OK)
        memcpy(game->last, text, sizeof text);
    else
        game->items_count--;
    return status;
}

static shoogi_status apply_resign(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    for (int colour = 0; colour < 2; colour++) {
        if (strcmp(event->text, shg_colour_word(colour)) != 0)
            continue;
        const shoogi_status status = add_item(game, SHG_ITEM_RESIGN, colour, event->number);
        if (status == SHOOGI_OK)
            snprintf(game->last, sizeof game->last, "%s", resigns);
        return status;
    }
    return shg_error_expected(err, SHOOGI_BAD_RULES, 1, 1, "black or white", event->text,
                              strlen(event->text));
}

static shoogi_status apply_result(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const size_t length = strcspn(event->text, " ");
    for (int outcome = 1; outcome < OUTCOMES; outcome++) {
        if (!shg_text_same(event->text, length, outcome_words[outcome],
                           strlen(outcome_words[outcome])))
            continue;
        game->outcome = (shoogi_outcome)outcome;
        snprintf(game->reason, sizeof game->reason, "%s",
                 event->text[length] ? event->text + length + 1 : "");
        return SHOOGI_OK;
    }
    return shg_error_expected(err, SHOOGI_BAD_RULES, 1, 1, "an outcome and its reason", event->text,
                              strlen(event->text));
}

shoogi_status shg_game_apply(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    static const struct {
        const char *kind;
        shoogi_status (*apply)(shg_game_state *game, const shg_event *event, shoogi_error *err);
    } kinds[] = { { "move", apply_move }, { "resign", apply_resign }, { "result", apply_result } };

    if (event->number != game->events + 1)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "expected event %lld, found %lld",
                             (long long)game->events + 1, (long long)event->number);
    if (event->number > SHG_GAME_EVENTS_MAX)
        return shg_error_set(err, SHOOGI_TOO_BIG, 0, 0, "a game has at most %d events",
                             SHG_GAME_EVENTS_MAX);
    if (shg_game_over(game))
        return shg_error_set(err, SHOOGI_BAD_RULES, 0, 0, "something stands after the end");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].kind, event->kind) != 0)
            continue;
        const shoogi_status status = kinds[i].apply(game, event, err);
        if (status == SHOOGI_OK) {
            game->events++;
            game->last_ms = event->at_ms;
        }
        return status;
    }
    return shg_error_expected(err, SHOOGI_BAD_RULES, 1, 1, "move, resign or result", event->kind,
                              strlen(event->kind));
}

/* ---- reading ---- */

typedef struct replay {
    shg_game_state *game;
    shoogi_status status;
    shoogi_error *err;
} replay;

static bool each_event(void *context, const shg_event *event)
{
    replay *r = context;
    shoogi_error why = { 0 };
    r->status = shg_game_apply(r->game, event, &why);
    if (r->status != SHOOGI_OK && r->status != SHOOGI_NO_MEMORY)
        r->status =
            shg_error_set(r->err, SHOOGI_BAD_RULES, 0, 0, "event %lld does not replay: %.110s",
                          (long long)event->number, why.message);
    return r->status == SHOOGI_OK;
}

static void copy_name(char *out, size_t out_bytes, const char *name)
{
    snprintf(out, out_bytes, "%s", name ? name : "");
}

/* What the row says, before the events. */
static shoogi_status from_row(shg_game_state *game, const shg_game *row)
{
    game->id = row->id;
    game->player[0] = row->black;
    game->player[1] = row->white;
    copy_name(game->name[0], sizeof game->name[0], row->black_name);
    copy_name(game->name[1], sizeof game->name[1], row->white_name);
    copy_name(game->variant_name, sizeof game->variant_name, row->variant);
    game->created_ms = game->last_ms = row->created_ms;
    game->seen[0] = row->black_seen;
    game->seen[1] = row->white_seen;
    game->sfen = strdup(row->sfen ? row->sfen : "");
    game->comment = strdup(row->comment ? row->comment : "");
    return game->sfen && game->comment ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

shoogi_status shg_game_start(shoogi_position **out, const shg_game_state *game)
{
    shoogi_position *position = NULL;
    shoogi_status status = shoogi_position_new(&position, shg_rules_variant(game->rules));
    if (status == SHOOGI_OK && game->sfen[0])
        status = shoogi_sfen_read(position, game->sfen, strlen(game->sfen), NULL);
    if (status == SHOOGI_OK) {
        *out = position;
        position = NULL;
    }
    shoogi_position_free(position);
    return status;
}

shoogi_status shg_game_read(shg_game_state **out, shg_storage *storage, shg_rules_cache *rules,
                            int64_t id, shoogi_error *err)
{
    shg_game_state *game = calloc(1, sizeof *game);
    if (!game)
        return SHOOGI_NO_MEMORY;
    shg_game row;
    shoogi_status status = storage->ops->game_get(storage, &row, id, err);
    if (status == SHOOGI_OK)
        status = from_row(game, &row);
    if (status == SHOOGI_OK)
        status = shg_rules_get(&game->rules, rules, storage, row.definition, err);
    if (status == SHOOGI_OK)
        status = shg_game_start(&game->position, game);
    if (status == SHOOGI_OK) {
        replay r = { game, SHOOGI_OK, err };
        status = storage->ops->event_list(storage, id, 1, each_event, &r, err);
        if (status == SHOOGI_OK)
            status = r.status;
    }
    /* A log that is shorter than its summary has lost its end. */
    if (status == SHOOGI_OK && game->events < row.events)
        status = shg_error_set(err, SHOOGI_BAD_RULES, 0, 0, "it has %lld events of %lld",
                               (long long)game->events, (long long)row.events);
    if (status == SHOOGI_OK) {
        *out = game;
        game = NULL;
    }
    shg_game_free(game);
    return status;
}

void shg_game_free(shg_game_state *game)
{
    if (!game)
        return;
    shoogi_position_free(game->position); /* before the rules, which it borrows */
    shg_rules_unref(game->rules);
    free(game->items);
    free(game->sfen);
    free(game->comment);
    free(game);
}

void shg_game_exchange(shg_game_state *a, shg_game_state *b)
{
    assert(a->id == b->id);
    const shg_game_state was = *a;
    *a = *b;
    *b = was;
    /* What the cache keeps belongs to the place, not to the content. */
    b->same_bucket = a->same_bucket, a->same_bucket = was.same_bucket;
    b->newer = a->newer, a->newer = was.newer;
    b->older = a->older, a->older = was.older;
    b->pins = a->pins, a->pins = was.pins;
    /* What a player has seen is known here before it is in the storage. */
    for (int colour = 0; colour < 2; colour++)
        if (a->seen[colour] < was.seen[colour])
            a->seen[colour] = was.seen[colour];
}

int shg_game_colour_of(const shg_game_state *game, int64_t player)
{
    /* Nobody plays against himself, so the first fit is the only one. */
    for (int colour = 0; colour < 2; colour++)
        if (player != 0 && game->player[colour] == player)
            return colour;
    return -1;
}

void shg_game_item_write(shg_out *out, const shg_game_state *game, size_t index,
                         const shoogi_position *before)
{
    assert(index < game->items_count);
    if (game->items[index].kind == SHG_ITEM_RESIGN) {
        shg_out_text(out, resigns);
        return;
    }
    char text[SHOOGI_MOVE_TEXT_BYTES];
    shoogi_western_write(text, sizeof text, before,
                         shoogi_position_move_at(game->position, (unsigned)index));
    shg_out_text(out, text);
}
