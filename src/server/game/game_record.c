#include "server/game/game_record.h"

#include "server/loop/text_buffer.h"
#include "server/loop/time_text.h"

#include <stdlib.h>
#include <string.h>

static shoogi_status set_header(shoogi_record *record, const char *name, const char *value)
{
    return shoogi_record_set_header(record, name, strlen(name), value, strlen(value));
}

/* The record's termination for the final item, or for the result itself. */
static shoogi_termination end_of(const shg_game_state *game)
{
    static const struct {
        const char *reason;
        shoogi_termination end;
    } rows[] = {
        { "resignation", SHOOGI_TERMINATION_RESIGN },
        { "agreement", SHOOGI_TERMINATION_DRAW },
        { SHG_REASON_TIME, SHOOGI_TERMINATION_TIME },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(game->reason, rows[i].reason) == 0)
            return rows[i].end;
    if (strcmp(game->reason, shoogi_reason_text(SHOOGI_REASON_IMPASSE)) == 0)
        return SHOOGI_TERMINATION_IMPASSE;
    if (strcmp(game->reason, shoogi_reason_text(SHOOGI_REASON_DECLARATION)) == 0)
        return SHOOGI_TERMINATION_DECLARATION;
    if (strcmp(game->reason, shoogi_reason_text(SHOOGI_REASON_ILLEGAL_MOVE)) == 0)
        return SHOOGI_TERMINATION_ILLEGAL;
    return SHOOGI_TERMINATION_BOARD;
}

static shoogi_reason reason_of(const char *text)
{
    for (int reason = 0; reason < SHOOGI_REASON_COUNT; reason++)
        if (strcmp(text, shoogi_reason_text((shoogi_reason)reason)) == 0)
            return (shoogi_reason)reason;
    return SHOOGI_REASON_NONE;
}

static shoogi_status add_end(shoogi_record *record, shoogi_node last, const shg_game_state *game)
{
    const shoogi_result result = { game->outcome, reason_of(game->reason) };
    const shg_item *item = game->item_count > 0 ? &game->items[game->item_count - 1] : NULL;
    shoogi_node node;
    const shoogi_status status =
        shoogi_record_add_termination(&node, record, last, end_of(game), result, NULL, 0);
    if (status == SHOOGI_OK && item && item->kind != SHG_ITEM_MOVE &&
        item->kind != SHG_ITEM_HANDICAP)
        shoogi_record_set_time(record, node, item->think_ms);
    return status;
}

/* Adds the comments on an item, one line each: "Anna: words". */
static shoogi_status add_comments(shoogi_record *record, shoogi_node node,
                                  const shg_game_state *game, size_t item)
{
    const shg_game_comment *about;
    const size_t count = shg_game_comments_about(&about, &game->comments, item);
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < count && status == SHOOGI_OK; i++) {
        shg_out line = shg_out_growing();
        shg_out_format(&line, "%s: %s", game->name[about[i].colour], about[i].text);
        status = line.spent ? SHOOGI_NO_MEMORY
                            : shoogi_record_add_comment(record, node, line.bytes, line.length);
        free(line.bytes);
    }
    return status;
}

/* position: initial, and after all moves on return. */
static shoogi_status add_moves(shoogi_record *record, shoogi_node *last, shoogi_position *position,
                               const shg_game_state *game)
{
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < game->item_count && status == SHOOGI_OK; i++) {
        if (game->items[i].kind != SHG_ITEM_MOVE) { /* a handicap: the record begins after it */
            status = add_comments(record, *last, game, i + 1);
            continue;
        }
        const shoogi_move move = shoogi_position_move_at(game->position, (unsigned)i);
        status = shoogi_record_add_move(last, record, *last, position, move, NULL);
        if (status == SHOOGI_OK) {
            shoogi_record_set_time(record, *last, game->items[i].think_ms);
            status = shoogi_position_do(position, move);
        }
        if (status == SHOOGI_OK)
            status = add_comments(record, *last, game, i + 1);
    }
    return status;
}

static shoogi_status add_headers(shoogi_record *record, const shg_game_state *game)
{
    char at[SHG_TIME_TEXT_BYTES];
    shg_time_write_record(at, game->created_ms);
    shoogi_status status = set_header(record, "black", game->name[SHOOGI_BLACK]);
    if (status == SHOOGI_OK)
        status = set_header(record, "white", game->name[SHOOGI_WHITE]);
    if (status == SHOOGI_OK)
        status = set_header(record, "start-time", at);
    if (status != SHOOGI_OK || !game->comment[0])
        return status;
    shg_text_buffer clean = { 0 };
    shg_text_add_clean(&clean, game->comment, strlen(game->comment), strlen(game->comment));
    status = clean.failed ? SHOOGI_NO_MEMORY : SHOOGI_OK;
    if (clean.length > 0)
        status = shoogi_record_add_comment(record, 0, clean.bytes, clean.length);
    shg_text_fini(&clean);
    return status;
}

/* Creates the position before the record's first move, after a handicap. */
static shoogi_status make_start(shoogi_position **out, const shg_game_state *game)
{
    if (game->item_count == 0 || game->items[0].kind != SHG_ITEM_HANDICAP)
        return shg_game_start(out, game);
    shoogi_position *position = NULL;
    shoogi_status status = shoogi_position_copy(&position, game->position);
    while (status == SHOOGI_OK && shoogi_position_moves_played(position) > 1)
        shoogi_position_undo(position);
    if (status == SHOOGI_OK)
        *out = position;
    return status;
}

shoogi_status shg_game_record(shoogi_record **out, const shg_game_state *game)
{
    shoogi_position *position = NULL;
    shoogi_record *record = NULL;
    shoogi_node last = 0;
    shoogi_status status = make_start(&position, game);
    if (status == SHOOGI_OK)
        status = shoogi_record_new(&record, position);
    if (status == SHOOGI_OK)
        status = add_headers(record, game);
    if (status == SHOOGI_OK)
        status = add_comments(record, last, game, 0);
    if (status == SHOOGI_OK)
        status = add_moves(record, &last, position, game);
    if (status == SHOOGI_OK && shg_game_over(game))
        status = add_end(record, last, game);
    if (status == SHOOGI_OK) {
        *out = record;
        record = NULL;
    }
    shoogi_record_free(record);
    shoogi_position_free(position);
    return status;
}
