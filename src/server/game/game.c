#include "server/game/game.h"

#include "base/error.h"
#include "server/game/abandoned.h"
#include "server/game/action.h"
#include "server/game/game_options.h"
#include "server/rating/stored_ratings.h"
#include "shoogi/notation.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

const char *shg_outcome_word(shoogi_outcome outcome)
{
    return outcome_words[outcome];
}

void shg_result_event_write(shg_out *out, shoogi_outcome outcome, const char *reason)
{
    assert(outcome != SHOOGI_OUTCOME_NONE);
    shg_out_format(out, "%s %s", outcome_words[outcome], reason);
}

bool shg_reason_is_replayed(const char *reason)
{
    return strcmp(reason, SHG_REASON_ABANDONED) != 0 && strcmp(reason, SHG_REASON_ABORTED) != 0;
}

void shg_game_result_write(shg_out *out, const shg_game_state *game, shg_language language)
{
    const bool white_won = game->outcome == SHOOGI_OUTCOME_WHITE;
    const char *winner = shg_colour_in(language, white_won);
    const char *loser = shg_colour_in(language, !white_won);
    const char *reason = shg_text_in(language, game->reason);
    switch (game->outcome) {
    case SHOOGI_OUTCOME_NONE: break;
    case SHOOGI_OUTCOME_DRAW:
        shg_out_format(out, shg_text_in(language, "The game is drawn: %s."), reason);
        break;
    case SHOOGI_OUTCOME_NO_CONTEST:
        if (shg_game_shared(game) || !shg_reason_is_replayed(game->reason))
            shg_out_format(out, shg_text_in(language, "No result: %s."), reason);
        else
            shg_out_format(
                out,
                shg_text_in(language, "No result: %s. NEW lists the offer to replay the game."),
                reason);
        break;
    case SHOOGI_OUTCOME_BLACK:
    case SHOOGI_OUTCOME_WHITE:
        if (strcmp(game->reason, "resignation") == 0)
            shg_out_format(out, shg_text_in(language, "%s resigned: %s wins."), loser, winner);
        else if (strcmp(game->reason, shoogi_reason_text(SHOOGI_REASON_ILLEGAL_MOVE)) == 0)
            shg_out_format(out, shg_text_in(language, "Illegal move by %s: %s wins."), loser,
                           winner);
        else if (strcmp(game->reason, shoogi_reason_text(SHOOGI_REASON_STALEMATE)) == 0)
            shg_out_format(out, shg_text_in(language, "%s has no legal move: %s wins."), loser,
                           winner);
        else if (strcmp(game->reason, shoogi_reason_text(SHOOGI_REASON_PERPETUAL_CHECK)) == 0)
            shg_out_format(out, shg_text_in(language, "Perpetual check by %s: %s wins."), loser,
                           winner);
        else if (strcmp(game->reason, SHG_REASON_TIME) == 0)
            shg_out_format(out, shg_text_in(language, "%s lost on time: %s wins."), loser, winner);
        else
            shg_out_format(out, shg_text_in(language, "%s wins: %s."), winner, reason);
        break;
    }
}

/* ---- items ---- */

static const char *const item_words[] = {
    [SHG_ITEM_MOVE] = "move",
    [SHG_ITEM_HANDICAP] = "handicap",
    [SHG_ITEM_RESIGN] = "resign",
    [SHG_ITEM_ILLEGAL] = "illegal",
};
static_assert(sizeof item_words / sizeof item_words[0] == SHG_ITEM_KINDS, "a word for every kind");

const char *shg_item_word(shg_item_kind kind)
{
    return item_words[kind];
}

size_t shg_game_items_until(const shg_game_state *game, int64_t event)
{
    size_t count = game->item_count;
    while (count > 0 && (int64_t)game->items[count - 1].event > event)
        count--;
    return count;
}

static bool make_room(shg_game_state *game)
{
    if (game->item_count < game->items_room)
        return true;
    const size_t room = game->items_room ? game->items_room * 2 : 16;
    shg_item *items = realloc(game->items, room * sizeof *items);
    if (!items)
        return false;
    game->items = items;
    game->items_room = room;
    return true;
}

/* Whether an item passes the turn, so the opponent's clock runs. */
static bool passes_turn(uint8_t kind)
{
    return kind == SHG_ITEM_MOVE || kind == SHG_ITEM_HANDICAP;
}

/* Adds an item whose effect on the position is already made, and for which there is room. */
static void add_item(shg_game_state *game, shg_item item, const shg_event *event)
{
    shg_item *place = &game->items[game->item_count];
    item.event = (uint32_t)event->number;
    item.think_ms = event->think_ms;
    if (item.kind == SHG_ITEM_MOVE)
        item.think_ms += game->sealed_think_ms; /* time used before the adjournment */
    game->sealed_think_ms = 0;
    /* UNDO.5: a move that the opponent took back is locked when it is repeated. */
    const bool again = game->item_count < game->items_tail && place->kind == item.kind &&
                       place->colour == item.colour && place->what == item.what;
    item.locked = again && place->by_opponent;
    *place = item;
    game->item_count++;
    game->item_end = event->number;
    if (!again)
        game->items_tail = game->item_count;
    game->news = SHG_NEWS_ITEM;
    game->news_colour = item.colour;
    game->offers[!item.colour] = 0; /* by playing on, the opponent declines */
    game->offers[item.colour] &=
        ~(unsigned)SHG_OFFER_TAKEBACK; /* and withdraws an own takeback offer */
    if (game->time && passes_turn(item.kind))
        shg_game_time_move(game->time, event->at_ms);
}

/* Returns the text of a special item, owned (free); NULL without memory. */
static char *item_text(const shg_game_state *game, size_t index)
{
    shg_out out = shg_out_growing();
    shg_game_item_write(&out, game, index, NULL, SHG_ENGLISH, SHOOGI_NOTATION_WESTERN);
    if (!out.spent)
        return out.bytes;
    free(out.bytes);
    return NULL;
}

/* text: taken, NULL for lack of memory. */
static shoogi_status set_last(shg_game_state *game, char *text)
{
    if (!text)
        return SHOOGI_NO_MEMORY;
    free(game->last);
    game->last = text;
    return SHOOGI_OK;
}

/* Finds the notation of the last item, whose effect is already on the position. */
static shoogi_status find_last(shg_game_state *game)
{
    if (game->item_count == 0)
        return set_last(game, strdup(""));
    const size_t index = game->item_count - 1;
    if (game->items[index].kind != SHG_ITEM_MOVE)
        return set_last(game, item_text(game, index));
    const shoogi_move move = shoogi_position_move_at(game->position, (unsigned)index);
    shoogi_position_undo(game->position);
    char text[SHOOGI_MOVE_TEXT_BYTES];
    shoogi_western_write(text, sizeof text, game->position, move);
    const shoogi_status done = shoogi_position_do(game->position, move);
    return done == SHOOGI_OK ? set_last(game, strdup(text)) : done;
}

/* ---- events ---- */

static int colour_of_word(const char *text, size_t text_bytes)
{
    for (int colour = 0; colour < 2; colour++) {
        const char *word = shg_colour_word(colour);
        if (strlen(word) == text_bytes && memcmp(text, word, text_bytes) == 0)
            return colour;
    }
    return -1;
}

/* Reads the colour at the beginning of an event's text; *rest becomes what follows a space.
 * Returns -1 and *err on an error. */
static int read_colour(const char **rest, const shg_event *event, shoogi_error *err)
{
    const size_t length = strcspn(event->text, " ");
    const int colour = colour_of_word(event->text, length);
    *rest = event->text + length + (event->text[length] == ' ');
    if (colour < 0)
        shg_error_expected(err, SHOOGI_INVALID_RULES, 1, 1, "black or white", event->text,
                           strlen(event->text));
    return colour;
}

/* Reads "black 30000": the colour and a number of milliseconds; -1 with *err. */
static int read_length(int64_t *out_ms, const shg_event *event, shoogi_error *err)
{
    const char *length;
    const int colour = read_colour(&length, event, err);
    if (colour < 0)
        return -1;
    char *end;
    errno = 0;
    *out_ms = strtoll(length, &end, 10);
    if (shg_is_digit(length[0]) && *end == '\0' && errno == 0)
        return colour;
    shg_error_expected(err, SHOOGI_INVALID_RULES, 1, 1, "a number of milliseconds", length,
                       strlen(length));
    return -1;
}

/* An unreadable event is invalid; a lack of memory may pass. */
static shoogi_status refused(shoogi_status status)
{
    return status == SHOOGI_NO_MEMORY ? status : SHOOGI_INVALID_RULES;
}

static shoogi_status not_now(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "the game is adjourned, or is not");
}

static shoogi_status apply_move(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    shoogi_move move;
    if (game->adjourned != SHG_ADJOURNED_NOT)
        return not_now(err);
    shoogi_status status =
        shoogi_usi_read(&move, game->position, event->text, strlen(event->text), err);
    if (status != SHOOGI_OK)
        return refused(status);
    const int colour = (int)shoogi_position_side(game->position);
    char text[SHOOGI_MOVE_TEXT_BYTES];
    shoogi_western_write(text, sizeof text, game->position, move);
    status = shoogi_position_do(game->position, move);
    if (status != SHOOGI_OK)
        return status;
    add_item(game,
             (shg_item){ .kind = SHG_ITEM_MOVE, .colour = (uint8_t)colour, .what = (uint64_t)move },
             event);
    return set_last(game, strdup(text));
}

static shoogi_status apply_handicap(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    if (game->adjourned != SHG_ADJOURNED_NOT)
        return not_now(err);
    const int colour = (int)shoogi_position_side(game->position);
    const shoogi_status status = shg_action_apply(game->position, event->text, err);
    if (status != SHOOGI_OK)
        return refused(status);
    add_item(game,
             (shg_item){ .kind = SHG_ITEM_HANDICAP,
                         .colour = (uint8_t)colour,
                         .what = shoogi_position_hash(game->position) },
             event);
    return find_last(game);
}

static shoogi_status apply_resign(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const char *rest;
    const int colour = read_colour(&rest, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    add_item(game, (shg_item){ .kind = SHG_ITEM_RESIGN, .colour = (uint8_t)colour }, event);
    return find_last(game);
}

static shoogi_status apply_illegal(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const char *rest;
    const int colour = read_colour(&rest, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    char *typed = strdup(rest);
    if (!typed)
        return SHOOGI_NO_MEMORY;
    free(game->illegal);
    game->illegal = typed;
    add_item(game,
             (shg_item){ .kind = SHG_ITEM_ILLEGAL,
                         .colour = (uint8_t)colour,
                         .what = (uint64_t)event->number },
             event);
    return find_last(game);
}

/* Whether a result that comes now belongs to the last item. An end by agreement, claim or time
 * may also directly follow a move, so adjacency is not enough. */
static bool ends_by_item(const shg_game_state *game)
{
    if (game->item_end == 0 || game->events != game->item_end)
        return false;
    switch ((shg_item_kind)game->items[game->item_count - 1].kind) {
    case SHG_ITEM_RESIGN:
    case SHG_ITEM_ILLEGAL: return true;
    case SHG_ITEM_MOVE:
    case SHG_ITEM_HANDICAP:
        return shoogi_position_result(game->position).outcome != SHOOGI_OUTCOME_NONE;
    case SHG_ITEM_KINDS: break;
    }
    return false;
}

static shoogi_status apply_result(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const size_t length = strcspn(event->text, " ");
    for (int outcome = 1; outcome < OUTCOMES; outcome++) {
        if (!shg_text_same(event->text, length, outcome_words[outcome],
                           strlen(outcome_words[outcome])))
            continue;
        game->outcome = (shoogi_outcome)outcome;
        game->offers[0] = game->offers[1] = 0;
        game->result_of_item = ends_by_item(game);
        if (!game->result_of_item)
            game->news = SHG_NEWS_RESULT;
        snprintf(game->reason, sizeof game->reason, "%s",
                 event->text[length] ? event->text + length + 1 : "");
        if (game->time)
            shg_game_time_end(game->time, event->at_ms);
        return SHOOGI_OK;
    }
    return shg_error_expected(err, SHOOGI_INVALID_RULES, 1, 1, "an outcome and its reason",
                              event->text, strlen(event->text));
}

static shoogi_status apply_lock(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    if (game->item_end == 0 || game->events != game->item_end)
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "there is no move to lock");
    game->items[game->item_count - 1].locked = true;
    game->items[game->item_count - 1].forced = true;
    game->item_end = event->number;
    return SHOOGI_OK;
}

/* UNDO.8: a player who takes back an own move is charged the time since. One who takes back the
 * opponent's move, or resigned on the opponent's turn, gives the time back. */
static bool undo_charges(const shg_game_state *game, int colour)
{
    const shg_item *last = &game->items[game->item_count - 1];
    return colour == last->colour &&
           (passes_turn(last->kind) || colour == (int)shoogi_position_side(game->position));
}

bool shg_game_undo_loses_on_time(const shg_game_state *game, int colour, int64_t at_ms)
{
    return game->time && undo_charges(game, colour) &&
           shg_game_time_undo_loses_on_time(
               game->time, passes_turn(game->items[game->item_count - 1].kind), at_ms);
}

static shoogi_status apply_undo(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const char *kind;
    const int colour = read_colour(&kind, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    shg_item *last = game->item_count > 0 ? &game->items[game->item_count - 1] : NULL;
    if (!last || strcmp(kind, item_words[last->kind]) != 0)
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0,
                             "expected a %s to take back, found %s", kind,
                             last ? item_words[last->kind] : "none");
    if (last->locked)
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "the move to take back is locked");
    if (game->adjourned != SHG_ADJOURNED_NOT && passes_turn(last->kind))
        return not_now(err);
    if (game->time)
        shg_game_time_undo(game->time, passes_turn(last->kind), !undo_charges(game, colour),
                           event->at_ms);
    if (passes_turn(last->kind))
        shoogi_position_undo(game->position);
    last->by_opponent = colour != last->colour;
    game->item_count--;
    shg_game_comments_cut(&game->comments, game->item_count);
    game->item_end = 0;
    game->outcome = SHOOGI_OUTCOME_NONE;
    game->result_of_item = false;
    game->reason[0] = '\0';
    game->offers[0] = game->offers[1] = 0;
    game->news = SHG_NEWS_UNDONE;
    game->news_colour = colour;
    free(game->undone);
    game->undone = game->last;
    game->last = NULL;
    return find_last(game);
}

/* Reads exactly `count` numbers after a colour, separated by spaces; false otherwise. */
static bool read_numbers(uint32_t *out, size_t count, const char *text)
{
    for (size_t i = 0; i < count; i++) {
        char *end;
        if (!shg_is_digit(*text))
            return false;
        const unsigned long number = strtoul(text, &end, 10);
        if (number > SHG_GAME_EVENTS_MAX || *end != (i + 1 < count ? ' ' : '\0'))
            return false;
        out[i] = (uint32_t)number;
        text = end + 1;
    }
    return true;
}

const char *shg_game_takeback_refusal(const shg_game_state *game, uint32_t first)
{
    if (first < 1 || first > game->item_count)
        return SHG_TEXT("There is no such move.  MOVES lists the moves.");
    for (size_t i = first - 1; i < game->item_count; i++)
        if (game->items[i].forced)
            return SHG_TEXT("The challenge fixed the first move.  It cannot be taken back.");
    return NULL;
}

static shoogi_status apply_takeback(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const char *rest;
    uint32_t numbers[2];
    const int colour = read_colour(&rest, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    if (!read_numbers(numbers, 2, rest))
        return shg_error_expected(err, SHOOGI_INVALID_RULES, 1, 1,
                                  "a place in the list and a number", rest, strlen(rest));
    const char *stays = game->adjourned != SHG_ADJOURNED_NOT
                            ? SHG_NOTHING_WHILE_ADJOURNED
                            : shg_game_takeback_refusal(game, numbers[0]);
    if (stays)
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "%s", stays);
    const size_t count = game->item_count - (numbers[0] - 1);
    if (count != numbers[1]) /* while the game is in progress all items are moves */
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "expected %zu moves to go, found %u",
                             count, (unsigned)numbers[1]);
    if (game->time && shg_game_time_take_back(game->time, count, event->at_ms) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        shoogi_position_undo(game->position);
        game->items[--game->item_count].by_opponent = false;
    }
    shg_game_comments_cut(&game->comments, game->item_count);
    game->item_end = 0;
    game->offers[0] = game->offers[1] = 0;
    game->news = SHG_NEWS_TAKEN_BACK;
    game->news_colour = colour;
    return find_last(game);
}

int shg_game_first_side(const shg_game_state *game)
{
    return ((int)shoogi_position_side(game->position) +
            (int)shoogi_position_moves_played(game->position)) %
           2;
}

/* The number of turns an event takes back. */
static uint32_t turns_undone(const shg_event *event)
{
    const char *rest;
    uint32_t numbers[2];
    if (read_colour(&rest, event, NULL) < 0)
        return 0;
    if (strcmp(event->kind, "takeback") == 0)
        return read_numbers(numbers, 2, rest) ? numbers[1] : 0;
    return strcmp(event->kind, "undo") == 0 && (strcmp(rest, item_words[SHG_ITEM_MOVE]) == 0 ||
                                                strcmp(rest, item_words[SHG_ITEM_HANDICAP]) == 0);
}

int shg_event_mover(int *turn, const shg_event *event)
{
    const bool moves = strcmp(event->kind, item_words[SHG_ITEM_MOVE]) == 0 ||
                       strcmp(event->kind, item_words[SHG_ITEM_HANDICAP]) == 0;
    const int mover = moves ? *turn : -1;
    if ((moves ? 1 : turns_undone(event)) % 2 != 0)
        *turn = !*turn;
    return mover;
}

static const struct {
    const char *word;
    shg_offer offer;
} offer_words[] = { { "draw", SHG_OFFER_DRAW },
                    { "impasse", SHG_OFFER_IMPASSE },
                    { "adjourn", SHG_OFFER_ADJOURN },
                    { "resume", SHG_OFFER_RESUME } };

static shoogi_status apply_offer(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const char *what;
    const int colour = read_colour(&what, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    static const char takeback[] = "takeback ";
    uint32_t first = 0;
    shg_offer offer = 0;
    for (size_t i = 0; i < sizeof offer_words / sizeof offer_words[0]; i++)
        if (strcmp(what, offer_words[i].word) == 0)
            offer = offer_words[i].offer;
    if (strncmp(what, takeback, sizeof takeback - 1) == 0 &&
        read_numbers(&first, 1, what + sizeof takeback - 1) &&
        !shg_game_takeback_refusal(game, first))
        offer = SHG_OFFER_TAKEBACK;
    if (offer == 0)
        return shg_error_expected(err, SHOOGI_INVALID_RULES, 1, 1, "an offer", what, strlen(what));
    game->offers[colour] |= offer;
    if (offer == SHG_OFFER_TAKEBACK)
        game->takeback[colour] = first;
    game->latest_offer = offer;
    game->news = SHG_NEWS_OFFER;
    game->news_colour = colour;
    return SHOOGI_OK;
}

static shoogi_status apply_adjourn(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const char *rest;
    const int colour = read_colour(&rest, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    if (!game->time || game->adjourned != SHG_ADJOURNED_NOT)
        return not_now(err);
    game->adjourned = SHG_ADJOURNED_AGREED;
    game->offers[0] = game->offers[1] = 0;
    game->news = SHG_NEWS_ADJOURNED;
    game->news_colour = colour;
    return SHOOGI_OK;
}

static shoogi_status apply_sealed(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const char *rest;
    const int colour = read_colour(&rest, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    if (game->adjourned != SHG_ADJOURNED_AGREED ||
        colour != (int)shoogi_position_side(game->position))
        return not_now(err);
    game->adjourned = SHG_ADJOURNED_SEALED;
    game->sealed_think_ms = event->think_ms;
    shg_game_time_pause(game->time, event->at_ms);
    game->news = SHG_NEWS_ADJOURNED;
    game->news_colour = colour;
    return SHOOGI_OK;
}

static shoogi_status apply_resume(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const char *rest;
    if (read_colour(&rest, event, err) < 0)
        return SHOOGI_INVALID_RULES;
    if (game->adjourned != SHG_ADJOURNED_SEALED)
        return not_now(err);
    game->adjourned = SHG_ADJOURNED_NOT;
    game->offers[0] = game->offers[1] = 0;
    shg_game_time_resume(game->time, event->at_ms);
    return SHOOGI_OK;
}

static shoogi_status apply_comment(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const char *text;
    const int colour = read_colour(&text, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    const shoogi_status status =
        shg_game_comments_add(&game->comments, game->item_count, colour, text);
    if (status != SHOOGI_OK)
        return status;
    if (game->item_end != 0 && game->events == game->item_end)
        game->item_end = event->number; /* a move, its comment, and possibly its result */
    game->news = SHG_NEWS_COMMENT;
    game->news_colour = colour;
    return SHOOGI_OK;
}

static shoogi_status apply_vacation(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    int64_t length_ms;
    const int colour = read_length(&length_ms, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    if (!game->time)
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "there is no clock to be stopped");
    shg_game_time_vacation(game->time, colour, length_ms, event->at_ms);
    game->news = SHG_NEWS_VACATION;
    game->news_colour = colour;
    return SHOOGI_OK;
}

static shoogi_status apply_extra_time(shg_game_state *game, const shg_event *event,
                                      shoogi_error *err)
{
    int64_t length_ms;
    const int colour = read_length(&length_ms, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    if (!game->time)
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "there is no clock to add to");
    shg_game_time_extra(game->time, !colour, length_ms, event->at_ms);
    game->news = SHG_NEWS_EXTRA_TIME;
    game->news_colour = colour;
    game->extra_ms = length_ms;
    return SHOOGI_OK;
}

static shoogi_status apply_time_back(shg_game_state *game, const shg_event *event,
                                     shoogi_error *err)
{
    int64_t length_ms;
    const int colour = read_length(&length_ms, event, err);
    if (colour < 0)
        return SHOOGI_INVALID_RULES;
    if (!game->time)
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "there is no clock to add to");
    shg_game_time_back(game->time, colour, length_ms, event->at_ms);
    game->news = SHG_NEWS_TIME_BACK;
    game->news_colour = colour;
    game->extra_ms = length_ms;
    game->time_back_ms[colour] = event->at_ms;
    return SHOOGI_OK;
}

/* Runs the clocks up to an event of a timed game. */
static shoogi_status let_time_run(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    const shoogi_status status = shg_game_time_advance(game->time, event->at_ms);
    if (status != SHOOGI_OK)
        return status;
    const bool moves = strcmp(event->kind, "move") == 0 || strcmp(event->kind, "handicap") == 0 ||
                       strcmp(event->kind, "sealed") == 0 || strcmp(event->kind, "moretime") == 0;
    return moves && shg_game_flag_fell(game, event->at_ms)
               ? shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "the time has run out")
               : SHOOGI_OK;
}

typedef struct event_kind {
    const char *kind;
    shoogi_status (*apply)(shg_game_state *game, const shg_event *event, shoogi_error *err);
    bool in_passing;
} event_kind;

/* NULL: unknown kind. */
static const event_kind *find_kind(const char *kind)
{
    static const event_kind kinds[] = {
        { "move", apply_move, false },          { "handicap", apply_handicap, false },
        { "resign", apply_resign, false },      { "illegal", apply_illegal, false },
        { "result", apply_result, false },      { "lock", apply_lock, false },
        { "undo", apply_undo, false },          { "offer", apply_offer, true },
        { "vacation", apply_vacation, true },   { "takeback", apply_takeback, false },
        { "comment", apply_comment, true },     { "adjourn", apply_adjourn, false },
        { "sealed", apply_sealed, false },      { "resume", apply_resume, false },
        { "moretime", apply_extra_time, true }, { "timeback", apply_time_back, true },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            return &kinds[i];
    return NULL;
}

bool shg_event_in_passing(const char *kind)
{
    const event_kind *found = find_kind(kind);
    return found && found->in_passing;
}

shoogi_status shg_game_apply(shg_game_state *game, const shg_event *event, shoogi_error *err)
{
    if (event->number != game->events + 1)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "expected event %lld, found %lld",
                             (long long)game->events + 1, (long long)event->number);
    if (event->number > SHG_GAME_EVENTS_MAX)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0, "a game has at most %d events",
                             SHG_GAME_EVENTS_MAX);
    if (shg_game_over(game) && strcmp(event->kind, "undo") != 0)
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0,
                             "an event follows the end of the game");
    if (!make_room(game))
        return SHOOGI_NO_MEMORY;
    if (game->time) {
        const shoogi_status status = let_time_run(game, event, err);
        if (status != SHOOGI_OK)
            return status;
    }
    const event_kind *kind = find_kind(event->kind);
    if (!kind)
        return shg_error_expected(err, SHOOGI_INVALID_RULES, 1, 1, "the kind of an event",
                                  event->kind, strlen(event->kind));
    const shoogi_status status = kind->apply(game, event, err);
    if (status != SHOOGI_OK)
        return status;
    game->events++;
    game->last_ms = event->at_ms;
    if (!kind->in_passing) {
        game->board_event = event->number;
        game->board_ms = event->at_ms;
    }
    return SHOOGI_OK;
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
            shg_error_set(r->err, SHOOGI_INVALID_RULES, 0, 0, "event %lld does not replay: %.110s",
                          (long long)event->number, why.message);
    return r->status == SHOOGI_OK;
}

static void copy_name(char *out, size_t out_bytes, const char *name)
{
    snprintf(out, out_bytes, "%s", name ? name : "");
}

/* Reads the row, before the events. */
static shoogi_status from_row(shg_game_state *game, const shg_game *row)
{
    game->id = row->id;
    game->definition = row->definition;
    game->player[0] = row->black;
    game->player[1] = row->white;
    copy_name(game->name[0], sizeof game->name[0], shg_game_row_name(row, SHOOGI_BLACK));
    copy_name(game->name[1], sizeof game->name[1], shg_game_row_name(row, SHOOGI_WHITE));
    copy_name(game->variant_name, sizeof game->variant_name, row->variant);
    game->created_ms = game->last_ms = game->board_ms = row->created_ms;
    game->seen[0] = row->black_seen;
    game->seen[1] = row->white_seen;
    game->sfen = strdup(row->sfen ? row->sfen : "");
    game->comment = strdup(row->comment ? row->comment : "");
    game->options = strdup(row->options ? row->options : "");
    game->seen_ms[0] = row->black_seen_ms;
    game->seen_ms[1] = row->white_seen_ms;
    game->settled_ms = row->settled_ms;
    game->deleted_ms = row->deleted_ms;
    game->last = strdup("");
    game->undone = strdup("");
    const bool good = game->sfen && game->comment && game->options && game->last && game->undone;
    return good ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

shoogi_status shg_game_start(shoogi_position **out, const shg_game_state *game)
{
    return shg_start_position(out, shg_rules_variant(game->rules), game->sfen);
}

/* Starts the clocks, if the game has any. */
static shoogi_status start_clocks(shg_game_state *game, const shg_downtimes *downtimes)
{
    shg_time_control control;
    if (!shg_options_clock(&control, game->options))
        return SHOOGI_OK;
    return shg_game_time_new(&game->time, &control, (int)shoogi_position_side(game->position),
                             game->created_ms, downtimes);
}

/* Reads the ratings with which the players began. */
static shoogi_status read_ratings(shg_game_state *game, shg_storage *storage, shoogi_error *err)
{
    shoogi_status status = SHOOGI_OK;
    for (int colour = 0; colour < 2 && status == SHOOGI_OK && !shg_game_shared(game); colour++) {
        shg_rating rating;
        status = shg_ratings_get(&rating, storage, game->player[colour], game->variant_name,
                                 shg_options_speed(game->options), game->created_ms - 1, err);
        if (status == SHOOGI_OK && rating.games > 0) {
            const shg_rating then = shg_rating_at(&rating, game->created_ms);
            shg_rating_write(game->rating[colour], &then);
        }
    }
    return status;
}

/* Reads what the game has changed in the ratings. */
static shoogi_status read_rated(shg_game_state *game, shg_storage *storage, int64_t ended_ms,
                                shoogi_error *err)
{
    if (game->settled_ms == 0 || !shg_option_has(game->options, SHG_OPTION_RATED))
        return SHOOGI_OK;
    const char *speed = shg_speed_name(shg_options_speed(game->options));
    for (int colour = 0; colour < 2; colour++) {
        shg_rating_row row;
        const shoogi_status status = storage->ops->rating_get(
            storage, &row, game->player[colour], game->variant_name, speed, ended_ms, err);
        if (status != SHOOGI_OK && status != SHOOGI_NOT_FOUND)
            return status;
        if (status == SHOOGI_OK && row.game == game->id) {
            const shg_rating before = shg_rating_before(&row), after = shg_rating_after(&row);
            shg_game_set_rated(game, colour, &before, &after);
        }
    }
    return SHOOGI_OK;
}

void shg_game_set_rated(shg_game_state *game, int colour, const shg_rating *before,
                        const shg_rating *after)
{
    shg_rating_write(game->rated[colour][0], before);
    shg_rating_write(game->rated[colour][1], after);
}

static shoogi_status read_wishes(shg_game_state *game, shg_storage *storage, shoogi_error *err)
{
    shoogi_status status = SHOOGI_OK;
    for (int colour = 0; colour < 2 && status == SHOOGI_OK; colour++) {
        const char *text = "";
        status = storage->ops->document_get(storage, &text, game->id, game->player[colour],
                                            SHG_DOCUMENT_NO_ANALYSIS, err);
        game->no_analysis[colour] = text[0] != '\0';
    }
    return status;
}

/* Reads the sealed move of an adjourned game. */
static shoogi_status read_sealed(shg_game_state *game, shg_storage *storage, shoogi_error *err)
{
    if (game->adjourned != SHG_ADJOURNED_SEALED)
        return SHOOGI_OK;
    const char *text = "";
    const shoogi_status status = storage->ops->document_get(
        storage, &text, game->id, game->player[shoogi_position_side(game->position)],
        SHG_DOCUMENT_SEALED, err);
    if (status == SHOOGI_OK && text[0] && !(game->sealed = strdup(text)))
        return SHOOGI_NO_MEMORY;
    return status;
}

/* Reads the players' conditional moves, where they are allowed. */
static shoogi_status read_plans(shg_game_state *game, shg_storage *storage, shoogi_error *err)
{
    shoogi_status status = SHOOGI_OK;
    if (shg_game_over(game) || shg_game_shared(game) || shg_options_live(game->options))
        return status;
    for (int colour = 0; colour < 2 && status == SHOOGI_OK; colour++) {
        const char *text = "";
        status = storage->ops->document_get(storage, &text, game->id, game->player[colour],
                                            SHG_DOCUMENT_PLAN, err);
        if (status == SHOOGI_OK && text[0] && !(game->plan[colour] = strdup(text)))
            status = SHOOGI_NO_MEMORY;
    }
    return status;
}

shoogi_status shg_game_read(shg_game_state **out, shg_storage *storage, shg_rules_cache *rules,
                            const shg_downtimes *downtimes, int64_t id, shoogi_error *err)
{
    shg_game_state *game = calloc(1, sizeof *game);
    if (!game)
        return SHOOGI_NO_MEMORY;
    shg_game row;
    shoogi_status status = storage->ops->game_get(storage, &row, id, err);
    if (status == SHOOGI_OK)
        status = from_row(game, &row);
    if (status == SHOOGI_OK)
        status = shg_rules_get(&game->rules, rules, storage, game->definition, err);
    if (status == SHOOGI_OK)
        status = shg_game_start(&game->position, game);
    if (status == SHOOGI_OK)
        status = start_clocks(game, downtimes);
    if (status == SHOOGI_OK) {
        replay r = { game, SHOOGI_OK, err };
        status = storage->ops->event_list(storage, id, 1, each_event, &r, err);
        if (status == SHOOGI_OK)
            status = r.status;
    }
    if (status == SHOOGI_OK)
        status = read_ratings(game, storage, err);
    if (status == SHOOGI_OK)
        status = read_rated(game, storage, row.ended_ms, err);
    if (status == SHOOGI_OK)
        status = read_wishes(game, storage, err);
    if (status == SHOOGI_OK)
        status = read_sealed(game, storage, err);
    if (status == SHOOGI_OK)
        status = read_plans(game, storage, err);
    /* A log shorter than its summary has lost its end. */
    if (status == SHOOGI_OK && game->events < row.events)
        status = shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0, "it has %lld events of %lld",
                               (long long)game->events, (long long)row.events);
    if (status == SHOOGI_OK && game->time)
        status = shg_game_time_advance(game->time,
                                       INT64_MAX); /* the server has been up since the last one */
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
    free(game->options);
    free(game->last);
    free(game->undone);
    free(game->illegal);
    shg_game_comments_fini(&game->comments);
    free(game->sealed);
    free(game->plan[0]);
    free(game->plan[1]);
    shg_game_time_free(game->time);
    free(game);
}

void shg_game_swap(shg_game_state *a, shg_game_state *b)
{
    assert(a->id == b->id);
    const shg_game_state was = *a;
    *a = *b;
    *b = was;
    /* The cache's links belong to the address, not to the content. */
    b->same_bucket = a->same_bucket, a->same_bucket = was.same_bucket;
    b->newer = a->newer, a->newer = was.newer;
    b->older = a->older, a->older = was.older;
    b->pins = a->pins, a->pins = was.pins;
    b->undoing = a->undoing, a->undoing = was.undoing;
    b->announced = a->announced, a->announced = was.announced;
    /* The loop knows what a player has seen before the storage does. */
    for (int colour = 0; colour < 2; colour++)
        if (a->seen[colour] < was.seen[colour]) {
            a->seen[colour] = was.seen[colour];
            a->seen_ms[colour] = was.seen_ms[colour];
        }
}

int shg_game_colour_of(const shg_game_state *game, int64_t player)
{
    if (player != 0 && shg_game_shared(game) && game->player[0] == player)
        return (int)shoogi_position_side(game->position);
    for (int colour = 0; colour < 2; colour++)
        if (player != 0 && game->player[colour] == player)
            return colour;
    return -1;
}

int shg_game_row_side(const shg_game *row)
{
    const char *field = row->sfen ? strchr(row->sfen, ' ') : NULL;
    const int first = field && field[1] == 'w' ? SHOOGI_WHITE : SHOOGI_BLACK;
    return row->moves % 2 == 0 ? first : !first;
}

int64_t shg_game_row_mover(const shg_game *row)
{
    if (row->outcome[0] || row->sealed)
        return 0;
    return shg_game_row_side(row) == SHOOGI_BLACK ? row->black : row->white;
}

const char *shg_game_row_name(const shg_game *row, int colour)
{
    if (row->black == row->white)
        return colour == SHOOGI_BLACK ? "Black" : "White";
    return colour == SHOOGI_BLACK ? row->black_name : row->white_name;
}

void shg_game_players_write(shg_out *out, const shg_game_state *game, int own,
                            shg_language language)
{
    if (shg_game_shared(game)) {
        shg_out_text(out, shg_text_in(language, "Black against White"));
        return;
    }
    char name[2][sizeof game->name[0] + sizeof game->rating[0]];
    for (int colour = 0; colour < 2; colour++)
        snprintf(name[colour], sizeof name[colour], "%s%s%s", game->name[colour],
                 game->rating[colour][0] != '\0' ? " " : "", game->rating[colour]);
    shg_out_format(out,
                   shg_text_in(language, own == SHOOGI_BLACK ? "%s (Black, you) against %s (White)"
                                         : own == SHOOGI_WHITE ? "%s (Black) against %s (White, you)"
                                                               : "%s (Black) against %s (White)"),
                   name[SHOOGI_BLACK], name[SHOOGI_WHITE]);
}

/* Writes the pieces removed as a handicap. */
static void write_handicap(shg_out *out, const shoogi_position *position, shoogi_notation notation)
{
    const size_t length = shoogi_handicap_write_in(NULL, 0, position, notation);
    char *text = malloc(length + 1);
    if (!text) {
        out->spent = true;
        return;
    }
    shoogi_handicap_write_in(text, length + 1, position, notation);
    shg_out_bytes(out, text, length);
    free(text);
}

void shg_game_undone_write(shg_out *out, const shg_game_state *game, shoogi_notation notation)
{
    const shg_item *last =
        game->item_count < game->items_tail ? &game->items[game->item_count] : NULL;
    if (last && last->kind == SHG_ITEM_MOVE && notation != SHOOGI_NOTATION_WESTERN)
        shg_move_write(out, game->position, (shoogi_move)last->what, notation);
    else if (!last || last->kind != SHG_ITEM_RESIGN)
        shg_out_text(out, game->undone);
}

static shoogi_status do_handicap(const shg_game_state *game, shoogi_position *position)
{
    const size_t count = shoogi_position_removed_pieces(game->position, NULL, 0);
    shoogi_removed_piece *removed = calloc(count + 1, sizeof *removed);
    shoogi_square *squares = calloc(count + 1, sizeof *squares);
    shoogi_status status = removed && squares ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK) {
        shoogi_position_removed_pieces(game->position, removed, count);
        for (size_t i = 0; i < count; i++)
            squares[i] = removed[i].square;
        status = shoogi_position_handicap(position, squares, count);
    }
    free(removed);
    free(squares);
    return status;
}

shoogi_status shg_game_item_do(const shg_game_state *game, size_t index, shoogi_position *position)
{
    assert(index < game->item_count);
    switch ((shg_item_kind)game->items[index].kind) {
    case SHG_ITEM_MOVE:
        return shoogi_position_do(position,
                                  shoogi_position_move_at(game->position, (unsigned)index));
    case SHG_ITEM_HANDICAP: return do_handicap(game, position);
    default: return SHOOGI_OK;
    }
}

/* Whether the end of the game is nearer. */
static bool is_late(const shg_game_state *game, size_t index)
{
    return index > game->item_count / 2;
}

size_t shg_game_replay_cost(const shg_game_state *game, size_t index)
{
    return is_late(game, index) ? game->item_count - index : index;
}

shoogi_status shg_game_before(shoogi_position **out, const shg_game_state *game, size_t index)
{
    assert(index <= game->item_count);
    shoogi_position *position = NULL;
    const bool late = is_late(game, index);
    shoogi_status status =
        late ? shoogi_position_copy(&position, game->position) : shg_game_start(&position, game);
    while (late && status == SHOOGI_OK && shoogi_position_moves_played(position) > index)
        shoogi_position_undo(position);
    for (size_t i = 0; !late && i < index && status == SHOOGI_OK; i++)
        status = shg_game_item_do(game, i, position);
    if (status == SHOOGI_OK) {
        *out = position;
        position = NULL;
    }
    shoogi_position_free(position);
    return status;
}

void shg_game_late_item_write(shg_out *out, const shg_game_state *game, size_t index,
                              shg_language language, shoogi_notation notation)
{
    shoogi_position *before = NULL;
    if (shg_game_before(&before, game, index) != SHOOGI_OK) {
        out->spent = true;
        return;
    }
    shg_game_item_write(out, game, index, before, language, notation);
    shoogi_position_free(before);
}

void shg_game_last_item_write(shg_out *out, const shg_game_state *game, shg_language language,
                              shoogi_notation notation)
{
    const size_t last = game->item_count - 1;
    const shg_item_kind kind = (shg_item_kind)game->items[last].kind;
    if (kind == SHG_ITEM_RESIGN || kind == SHG_ITEM_ILLEGAL || kind == SHG_ITEM_HANDICAP)
        shg_game_item_write(out, game, last, NULL, language, notation);
    else if (kind == SHG_ITEM_MOVE && notation != SHOOGI_NOTATION_WESTERN)
        shg_game_late_item_write(out, game, last, language, notation);
    else
        shg_out_text(out, game->last);
}

void shg_game_item_write(shg_out *out, const shg_game_state *game, size_t index,
                         const shoogi_position *before, shg_language language,
                         shoogi_notation notation)
{
    assert(index < game->item_count);
    switch ((shg_item_kind)game->items[index].kind) {
    case SHG_ITEM_MOVE:
        shg_move_write(out, before, shoogi_position_move_at(game->position, (unsigned)index),
                       notation);
        break;
    case SHG_ITEM_HANDICAP: write_handicap(out, game->position, notation); break;
    case SHG_ITEM_RESIGN: shg_out_text(out, shg_text_in(language, "resigns")); break;
    case SHG_ITEM_ILLEGAL:
        shg_out_format(out, shg_text_in(language, "%s (illegal)"), game->illegal);
        break;
    case SHG_ITEM_KINDS: break;
    }
}

void shg_game_rules_name(char out[SHOOGI_CATALOG_NAME_BYTES_MAX + 1], const shg_game_state *game)
{
    if (strchr(game->variant_name,
               '/')) /* a player's own variant, with the player's name before it */
        snprintf(out, SHOOGI_CATALOG_NAME_BYTES_MAX + 1, "@%" PRId64,
                 shg_rules_definition(game->rules));
    else
        snprintf(out, SHOOGI_CATALOG_NAME_BYTES_MAX + 1, "%s", game->variant_name);
}

bool shg_game_has_impasse(const shg_game_state *game, shoogi_colour colour)
{
    static const shoogi_claim claims[] = { SHOOGI_CLAIM_AGREED, SHOOGI_CLAIM_ALL_PROTECTED,
                                           SHOOGI_CLAIM_DECLARATION };
    const shoogi_variant *variant = shg_rules_variant(game->rules);
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++)
        if (shoogi_variant_has_claim(NULL, variant, claims[i], colour))
            return true;
    return false;
}
