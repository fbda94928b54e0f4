#include "server/game/game_json.h"

#include "base/json_write.h"
#include "notation/boards/setup.h"
#include "server/game/action.h"
#include "server/game/conditional_moves.h"
#include "server/game/game_options.h"
#include "server/game/grade.h"
#include "server/game/privacy.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parts ---- */

static void put_player(shg_out *out, const char *colour, const char *name)
{
    shg_json_open(out, colour, '{');
    shg_json_text(out, "name", name);
    shg_json_close(out, '}');
}

static void put_players(shg_out *out, const shg_game_state *game)
{
    for (int colour = 0; colour < 2; colour++) {
        shg_json_open(out, shg_colour_word(colour), '{');
        shg_json_text(out, "name", game->name[colour]);
        if (game->rating[colour][0])
            shg_json_text(out, "rating", game->rating[colour]);
        if (game->rated[colour][1][0]) {
            shg_json_text(out, "rating_before", game->rated[colour][0]);
            shg_json_text(out, "rating_after", game->rated[colour][1]);
        }
        shg_json_close(out, '}');
    }
}

static void put_clock_of(shg_out *out, const shg_game_clock *clock, int colour, int64_t now_ms)
{
    const shg_clock_reading reading = shg_game_clock_read(clock, colour, now_ms);
    char shown[SHG_CLOCK_TEXT_BYTES];
    shg_clock_reading_write(shown, &reading);
    shg_json_open(out, shg_colour_word(colour), '{');
    shg_json_number(out, "grace_ms", reading.grace_ms);
    shg_json_number(out, "bank_ms", reading.bank_ms);
    shg_json_number(out, "period_ms", reading.period_ms);
    shg_json_number(out, "period_moves", reading.period_moves);
    shg_json_number(out, "periods", reading.periods);
    if (reading.vacation_ms > 0)
        shg_json_number(out, "vacation_ms", reading.vacation_ms);
    if (reading.vacation_until_ms > now_ms)
        shg_json_number(out, "vacation_until_ms", reading.vacation_until_ms);
    if (clock->control.limit[colour].hourglass)
        shg_json_flag(out, "hourglass", true);
    shg_json_flag(out, "fallen", reading.fallen);
    shg_json_text(out, "shown", shown);
    shg_json_close(out, '}');
}

static void put_clock(shg_out *out, const shg_game_state *game, int64_t now_ms)
{
    if (!game->time) {
        shg_json_null(out, "clock");
        return;
    }
    const shg_game_clock *clock = &game->time->clock;
    int64_t until_ms = SHG_NEVER_MS;
    const bool runs = !shg_game_over(game) && !shg_game_clock_stopped(&until_ms, clock, now_ms);
    char text[SHG_TIME_CONTROL_BYTES_MAX + 1];
    shg_time_control_write(text, sizeof text, &clock->control);
    shg_json_open(out, "clock", '{');
    shg_json_text(out, "text", text);
    if (runs)
        shg_json_text(out, "running", shg_colour_word(clock->turn));
    else
        shg_json_null(out, "running");
    shg_json_number(out, "at_ms", now_ms);
    if (until_ms != SHG_NEVER_MS)
        shg_json_number(out, "until_ms", until_ms);
    for (int colour = 0; colour < 2; colour++)
        put_clock_of(out, clock, colour, now_ms);
    shg_json_close(out, '}');
}

static void put_turn(shg_out *out, const shg_game_state *game)
{
    if (shg_game_over(game))
        shg_json_null(out, "turn");
    else
        shg_json_text(out, "turn", shg_colour_word((int)shoogi_position_side(game->position)));
}

static void put_result(shg_out *out, const shg_game_state *game)
{
    if (!shg_game_over(game)) {
        shg_json_null(out, "result");
        return;
    }
    char text[200];
    shg_out sentence = shg_out_make(text, sizeof text);
    shg_game_result_write(&sentence, game, SHG_ENGLISH);
    shg_json_open(out, "result", '{');
    shg_json_text(out, "outcome", shg_outcome_word(game->outcome));
    shg_json_text(out, "reason", game->reason);
    shg_json_text(out, "text", text);
    shg_json_close(out, '}');
}

static void put_offers(shg_out *out, const shg_game_state *game)
{
    static const struct {
        unsigned offer;
        const char *word;
    } words[] = { { SHG_OFFER_DRAW, "draw" },
                  { SHG_OFFER_IMPASSE, "impasse" },
                  { SHG_OFFER_TAKEBACK, "takeback" },
                  { SHG_OFFER_ADJOURN, "adjourn" },
                  { SHG_OFFER_RESUME, "resume" } };
    shg_json_open(out, "offers", '{');
    for (int colour = 0; colour < 2; colour++) {
        shg_json_open(out, shg_colour_word(colour), '[');
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            if (game->offers[colour] & words[i].offer)
                shg_json_text(out, NULL, words[i].word);
        shg_json_close(out, ']');
    }
    shg_json_close(out, '}');
    shg_json_open(out, "takeback", '{'); /* first item to take back */
    for (int colour = 0; colour < 2; colour++)
        if (game->offers[colour] & SHG_OFFER_TAKEBACK)
            shg_json_number(out, shg_colour_word(colour), game->takeback[colour]);
        else
            shg_json_null(out, shg_colour_word(colour));
    shg_json_close(out, '}');
}

/* The sides whose royals have entered: only then can an impasse matter. */
static void put_entered(shg_out *out, const shg_game_state *game)
{
    shg_json_open(out, "entered", '[');
    for (int colour = 0; colour < 2; colour++)
        if (shoogi_position_has_entered(game->position, (shoogi_colour)colour))
            shg_json_text(out, NULL, shg_colour_word(colour));
    shg_json_close(out, ']');
}

void shg_options_json(shg_out *out, const char *options)
{
    size_t bytes;
    const char *clock = shg_option_value(&bytes, options, SHG_OPTION_CLOCK);
    if (clock)
        shg_json_bytes(out, "time_control", clock, bytes);
    else
        shg_json_null(out, "time_control");
    shg_json_text(out, "speed", shg_speed_name(shg_options_speed(options)));
    shg_json_flag(out, "rated", shg_option_has(options, SHG_OPTION_RATED));
    shg_json_flag(out, "undo", shg_options_allow_undo(options));
    shg_json_text(out, "privacy", shg_privacy_word(options));
    shg_json_flag(out, "illegal_loses", shg_option_has(options, SHG_OPTION_ILLEGAL_LOSES));
}

/* ---- a game ---- */

/* Writes the comments on an item; 0: before the first move. Writes nothing if there are none. */
static void put_comments(shg_out *out, const shg_game_state *game, size_t item)
{
    const shg_game_comment *about;
    const size_t count = shg_game_comments_about(&about, &game->comments, item);
    if (count == 0)
        return;
    shg_json_open(out, "comments", '[');
    for (size_t i = 0; i < count; i++) {
        shg_json_open(out, NULL, '{');
        shg_json_text(out, "by", shg_colour_word(about[i].colour));
        shg_json_text(out, "text", about[i].text);
        shg_json_close(out, '}');
    }
    shg_json_close(out, ']');
}

static void put_item(shg_out *out, const shg_game_state *game, size_t index,
                     const shoogi_position *before, shoogi_notation notation)
{
    const shg_item *item = &game->items[index];
    shg_out text = shg_out_growing();
    shg_game_item_write(&text, game, index, before, SHG_ENGLISH, notation);
    shg_json_open(out, NULL, '{');
    shg_json_number(out, "number", item->event);
    shg_json_text(out, "kind", shg_item_word((shg_item_kind)item->kind));
    shg_json_text(out, "by", shg_colour_word(item->colour));
    if (item->kind == SHG_ITEM_MOVE) {
        char usi[SHOOGI_MOVE_TEXT_BYTES];
        shoogi_usi_write(usi, sizeof usi, before,
                         shoogi_position_move_at(game->position, (unsigned)index));
        shg_json_text(out, "usi", usi);
    }
    shg_json_text(out, "text", text.bytes && !text.spent ? text.bytes : "");
    shg_json_number(out, "think_ms", item->think_ms);
    put_comments(out, game, index + 1);
    shg_json_close(out, '}');
    out->spent |= text.spent;
    free(text.bytes);
}

/* The first item after an event. */
static size_t first_behind(const shg_game_state *game, int64_t after)
{
    size_t index = 0;
    while (index < game->item_count && game->items[index].event <= after)
        index++;
    return index;
}

static size_t end_of_moves(const shg_game_state *game, size_t first, shoogi_notation notation)
{
    const size_t most =
        shg_moves_at_once(shoogi_position_variant(game->position), notation, SHG_GAME_JSON_MOVES);
    return game->item_count - first < most ? game->item_count : first + most;
}

size_t shg_game_json_moves(const shg_game_state *game, int64_t after, shoogi_notation notation)
{
    const size_t first = first_behind(game, after);
    return first < game->item_count
               ? shg_game_replay_cost(game, first) + end_of_moves(game, first, notation) - first
               : 0;
}

static void put_moves(shg_out *out, const shg_game_state *game, int64_t after,
                      shoogi_notation notation)
{
    const size_t first = first_behind(game, after), end = end_of_moves(game, first, notation);
    shoogi_position *position = NULL;
    bool good = first == end || shg_game_before(&position, game, first) == SHOOGI_OK;
    shg_json_open(out, "moves", '[');
    for (size_t i = first; good && i < end; i++) {
        put_item(out, game, i, position, notation);
        good = shg_game_item_do(game, i, position) == SHOOGI_OK;
    }
    shg_json_close(out, ']');
    shg_json_flag(out, "more", end < game->item_count);
    out->spent |= !good;
    shoogi_position_free(position);
}

/* Anyone who may see a protected game may pass on its key. */
static void put_key(shg_out *out, const shg_game_state *game)
{
    char key[SHG_KEY_BYTES + 1] = "";
    shg_out text = shg_out_make(key, sizeof key);
    shg_key_write(&text, game->options, game->id);
    if (key[0])
        shg_json_text(out, "key", key);
}

/* Writes the lines of a plan, in USI. */
static void put_plan(shg_out *out, const char *plan)
{
    const char *line;
    size_t line_bytes;
    shg_json_open(out, "plan", '[');
    while (shg_plan_line(&line, &line_bytes, &plan))
        shg_json_bytes(out, NULL, line, line_bytes);
    shg_json_close(out, ']');
}

/* Without a length limit: a wide board of pieces with long ids needs many thousand bytes. */
static void put_position(shg_out *out, const shoogi_position *position)
{
    shg_out sfen = shg_out_growing();
    shg_out_sfen(&sfen, position);
    if (!sfen.spent)
        shg_json_bytes(out, "sfen", sfen.bytes, sfen.length);
    out->spent |= sfen.spent;
    free(sfen.bytes);
}

void shg_game_json(shg_out *out, const shg_game_state *game, int own, int64_t after, int64_t now_ms,
                   shoogi_notation notation)
{
    shg_json_open(out, NULL, '{');
    shg_json_number(out, "id", game->id);
    shg_json_text(out, "variant", game->variant_name);
    shg_json_number(out, "definition", game->definition);
    put_players(out, game);
    if (game->sfen[0])
        shg_json_text(out, "start", game->sfen);
    else
        shg_json_null(out, "start");
    put_position(out, game->position);
    put_turn(out, game);
    put_comments(out, game, 0);
    put_moves(out, game, after, notation);
    shg_json_number(out, "events", game->events);
    shg_json_open(out, "seen", '{');
    for (int colour = 0; colour < 2; colour++)
        shg_json_number(out, shg_colour_word(colour), game->seen[colour]);
    shg_json_close(out, '}');
    put_offers(out, game);
    put_entered(out, game);
    put_result(out, game);
    put_clock(out, game, now_ms);
    shg_options_json(out, game->options);
    static const char *const adjourned[] = {
        [SHG_ADJOURNED_AGREED] = "agreed", [SHG_ADJOURNED_SEALED] = "sealed"
    };
    if (game->adjourned == SHG_ADJOURNED_NOT || shg_game_over(game))
        shg_json_null(out, "adjourned");
    else
        shg_json_text(out, "adjourned", adjourned[game->adjourned]);
    put_key(out, game);
    shg_json_flag(out, "analysis", !game->no_analysis[0] && !game->no_analysis[1]);
    if (own >= 0) {
        put_plan(out, game->plan[own] ? game->plan[own] : "");
        shg_json_flag(out, "impasse", shg_game_has_impasse(game, (shoogi_colour)own));
        shg_json_flag(out, "no_analysis", game->no_analysis[own]);
    }
    shg_json_text(out, "comment", game->comment);
    shg_json_number(out, "created_ms", game->created_ms);
    shg_json_number(out, "latest_ms", game->last_ms);
    shg_json_flag(out, "settled", game->settled_ms != 0);
    shg_json_close(out, '}');
}

void shg_game_row_json(shg_out *out, const char *name, const shg_game *row)
{
    const bool over = row->outcome && row->outcome[0];
    shg_json_open(out, name, '{');
    shg_json_number(out, "id", row->id);
    shg_json_text(out, "variant", row->variant);
    put_player(out, "black", shg_game_row_name(row, SHOOGI_BLACK));
    put_player(out, "white", shg_game_row_name(row, SHOOGI_WHITE));
    shg_json_number(out, "moves", row->moves);
    shg_json_number(out, "events", row->events);
    shg_options_json(out, row->options);
    shg_json_number(out, "created_ms", row->created_ms);
    if (over) {
        shg_json_null(out, "turn");
        shg_json_open(out, "result", '{');
        shg_json_text(out, "outcome", row->outcome);
        shg_json_text(out, "reason", row->reason);
        shg_json_close(out, '}');
        shg_json_number(out, "ended_ms", row->ended_ms);
    } else {
        shg_json_text(out, "turn", shg_colour_word(shg_game_row_side(row)));
        shg_json_null(out, "result");
    }
    shg_json_open(out, "seen", '{');
    shg_json_number(out, "black", row->black_seen);
    shg_json_number(out, "white", row->white_seen);
    shg_json_close(out, '}');
    shg_json_close(out, '}');
}

/* ---- an event ---- */

/* Writes the colour and the rest of "white draw". mover: the side that moved, which the text
 * does not contain; -1: not a move. */
static void put_text_of(shg_out *out, const shg_event *event, int mover)
{
    const char *rest = event->text;
    const bool is_said = mover < 0 && strcmp(event->kind, "result") != 0;
    if (mover >= 0)
        shg_json_text(out, "by", shg_colour_word(mover));
    for (int colour = 0; colour < 2 && is_said; colour++) {
        const char *word = shg_colour_word(colour);
        const size_t bytes = strlen(word);
        if (strncmp(event->text, word, bytes) != 0 || (rest[bytes] != ' ' && rest[bytes] != '\0'))
            continue;
        shg_json_text(out, "by", word);
        rest = event->text + bytes + (event->text[bytes] == ' ');
        break;
    }
    if (strcmp(event->kind, "move") == 0)
        shg_json_text(out, "usi", rest);
    else if (rest[0])
        shg_json_text(out, "what", rest);
}

static void put_event(shg_out *out, const shg_event *event, int mover)
{
    shg_json_number(out, "number", event->number);
    shg_json_text(out, "kind", event->kind);
    put_text_of(out, event, mover);
    shg_json_number(out, "think_ms", event->think_ms);
    shg_json_number(out, "at_ms", event->at_ms);
}

void shg_event_row_json(shg_out *out, const shg_event *event, int mover)
{
    shg_json_open(out, NULL, '{');
    shg_json_text(out, "event", "game");
    shg_json_number(out, "game", event->game);
    put_event(out, event, mover);
    shg_json_close(out, '}');
}

/* Writes the state of a game, which each event contains. */
static void put_standing(shg_out *out, const shg_game_state *game, int64_t now_ms)
{
    shg_json_number(out, "events", game->events);
    put_turn(out, game);
    put_clock(out, game, now_ms);
    put_result(out, game);
    put_offers(out, game);
    put_entered(out, game);
}

void shg_game_event_json(shg_out *out, const shg_game_state *game, const shg_event *event,
                         int64_t now_ms, shoogi_notation notation)
{
    shg_json_open(out, NULL, '{');
    shg_json_text(out, "event", "game");
    shg_json_number(out, "game", game->id);
    if (event) {
        const bool moved = strcmp(event->kind, "move") == 0 || strcmp(event->kind, "handicap") == 0;
        size_t index = moved ? game->item_count : 0;
        while (index > 0 && game->items[index - 1].event > event->number)
            index--;
        const bool is_item = index > 0 && game->items[index - 1].event == event->number;
        put_event(out, event, is_item ? game->items[index - 1].colour : -1);
        if (is_item) {
            shg_out text = shg_out_growing();
            shg_game_late_item_write(&text, game, index - 1, SHG_ENGLISH, notation);
            shg_json_text(out, "text", text.spent ? "" : text.bytes);
            out->spent |= text.spent;
            free(text.bytes);
        }
    } else {
        shg_json_number(out, "number", game->events);
        shg_json_text(out, "kind", "changed");
    }
    put_standing(out, game, now_ms);
    shg_json_close(out, '}');
}

void shg_game_begun_json(shg_out *out, const shg_game_state *game, int own, int64_t now_ms)
{
    shg_json_open(out, NULL, '{');
    shg_json_text(out, "event", "game");
    shg_json_number(out, "game", game->id);
    shg_json_text(out, "kind", "begun");
    shg_json_text(out, "colour", shg_colour_word(own));
    put_players(out, game);
    shg_json_text(out, "variant", game->variant_name);
    put_standing(out, game, now_ms);
    shg_json_close(out, '}');
}
