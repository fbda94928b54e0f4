#include "server/game/two_game_match.h"

#include "server/game/action.h"
#include "server/game/game_options.h"
#include "storage/bounds.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool shg_match_has_second_game(const char *options)
{
    size_t bytes;
    return shg_option_value(&bytes, options, SHG_OPTION_NEXT) != NULL;
}

void shg_match_add(shg_out *options, const char *handicap)
{
    shg_option_add(options, SHG_OPTION_NEXT);
    shg_out_text(options, handicap);
}

shoogi_status shg_force_first_move(int64_t *events, shg_storage *storage, int64_t game,
                                   const char *stored, int64_t now_ms, shoogi_error *err)
{
    const shg_event move = { game, *events + 1, shg_action_kind(stored), stored, 0, now_ms };
    const shg_event lock = { game, *events + 2, "lock", "", 0, now_ms };
    shoogi_status status = storage->ops->event_add(storage, &move, err);
    if (status == SHOOGI_OK)
        status = storage->ops->event_add(storage, &lock, err);
    *events += 2;
    return status;
}

shoogi_status shg_match_second(int64_t *game, shg_storage *storage, const shg_game *first,
                               int64_t now_ms, shoogi_error *err)
{
    size_t bytes;
    const char *next = shg_option_value(&bytes, first->options, SHG_OPTION_NEXT);
    char handicap[SHG_ACTION_BYTES], options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    snprintf(handicap, sizeof handicap, "%.*s", (int)bytes, next);
    shg_out out = shg_out_make(options, sizeof options);
    shg_options_without(&out, first->options, SHG_OPTION_NEXT);
    char word[40];
    snprintf(word, sizeof word, "%s%" PRId64, SHG_OPTION_SECOND_OF, first->id);
    shg_option_add(&out, word);
    char comment[SHG_STORAGE_COMMENT_BYTES_MAX + 1], sfen[SHG_STORAGE_SFEN_BYTES_MAX + 1];
    snprintf(comment, sizeof comment, "%s", first->comment);
    snprintf(sfen, sizeof sfen, "%s", first->sfen);
    shg_game row = *first; /* its texts end with the next call */
    row.options = options;
    row.comment = comment;
    row.sfen = sfen;
    row.created_ms = now_ms;
    shoogi_status status = storage->ops->game_add(storage, game, &row, err);
    int64_t events = 0;
    return status == SHOOGI_OK
               ? shg_force_first_move(&events, storage, *game, handicap, now_ms, err)
               : status;
}
