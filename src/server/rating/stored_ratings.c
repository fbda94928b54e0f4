#include "server/rating/stored_ratings.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void shg_rating_change_write(shg_out *out, int64_t game, const char *variant, const char *speed,
                             const shg_rating *before, const shg_rating *after,
                             shg_language language)
{
    char was[SHG_RATING_TEXT_BYTES], is[SHG_RATING_TEXT_BYTES];
    shg_rating_write(was, before);
    shg_rating_write(is, after);
    shg_out_format(out,
                   shg_text_in(language, "Game %lld is rated.  Your rating in %s, %s: %s -> %s\n"),
                   (long long)game, variant, shg_word_in(language, "speed", speed), was, is);
}

shg_rating shg_rating_after(const shg_rating_row *row)
{
    return (shg_rating){ .rating_e3 = (int32_t)row->rating_e3,
                         .deviation_e3 = (int32_t)row->deviation_e3,
                         .volatility_e9 = (int32_t)row->volatility_e9,
                         .at_ms = row->at_ms,
                         .games = (uint32_t)row->games };
}

shg_rating shg_rating_before(const shg_rating_row *row)
{
    shg_rating before = shg_rating_after(row);
    before.rating_e3 = (int32_t)row->was_rating_e3;
    before.deviation_e3 = (int32_t)row->was_deviation_e3;
    before.games--;
    return before;
}

shoogi_status shg_ratings_get(shg_rating *out, shg_storage *storage, int64_t player,
                              const char *variant, shg_speed speed, int64_t until_ms,
                              shoogi_error *err)
{
    shg_rating_row row;
    const shoogi_status status = storage->ops->rating_get(storage, &row, player, variant,
                                                          shg_speed_name(speed), until_ms, err);
    if (status == SHOOGI_OK)
        *out = shg_rating_after(&row);
    if (status == SHOOGI_NOT_FOUND)
        *out = shg_rating_new();
    return status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
}

shoogi_status shg_ratings_count(shg_rating before[2], shg_rating after[2], shg_storage *storage,
                                const shg_counted_game *game, shoogi_error *err)
{
    shoogi_status status = SHOOGI_OK;
    for (int i = 0; i < 2 && status == SHOOGI_OK; i++) {
        status = shg_ratings_get(&after[i], storage, game->player[i], game->variant, game->speed,
                                 INT64_MAX, err);
        before[i] = shg_rating_at(&after[i], game->ended_ms);
    }
    if (status == SHOOGI_OK)
        shg_rating_play(after, game->halves, game->ended_ms);
    for (int i = 0; i < 2 && status == SHOOGI_OK; i++) {
        const shg_rating_row row = { .game = game->game,
                                     .player = game->player[i],
                                     .variant = game->variant,
                                     .speed = shg_speed_name(game->speed),
                                     .was_rating_e3 = before[i].rating_e3,
                                     .was_deviation_e3 = before[i].deviation_e3,
                                     .rating_e3 = after[i].rating_e3,
                                     .deviation_e3 = after[i].deviation_e3,
                                     .volatility_e9 = after[i].volatility_e9,
                                     .at_ms = after[i].at_ms,
                                     .games = after[i].games };
        status = storage->ops->rating_add(storage, &row, err);
    }
    return status;
}

/* Of each variant and speed, the last row is the latest. */
static bool each_rating(void *context, const shg_rating_row *row)
{
    shg_latest_ratings *all = context;
    shg_latest_rating *found = NULL;
    for (size_t i = 0; i < all->count && !found; i++)
        if (strcmp(all->each[i].variant, row->variant) == 0 &&
            strcmp(all->each[i].speed, row->speed) == 0)
            found = &all->each[i];
    if (!found) {
        shg_latest_rating *grown = realloc(all->each, (all->count + 1) * sizeof *grown);
        all->spent = !grown;
        if (!grown)
            return false;
        all->each = grown;
        found = &grown[all->count++];
        snprintf(found->variant, sizeof found->variant, "%s", row->variant);
        snprintf(found->speed, sizeof found->speed, "%s", row->speed);
    }
    found->rating = shg_rating_after(row);
    return true;
}

shoogi_status shg_ratings_latest(shg_latest_ratings *out, shg_storage *storage, int64_t player,
                                 shoogi_error *err)
{
    const shg_rating_filter filter = { .player = player };
    *out = (shg_latest_ratings){ 0 };
    const shoogi_status status = storage->ops->rating_list(storage, &filter, each_rating, out, err);
    return status == SHOOGI_OK && out->spent ? SHOOGI_NO_MEMORY : status;
}

void shg_latest_ratings_fini(shg_latest_ratings *ratings)
{
    free(ratings->each);
    *ratings = (shg_latest_ratings){ 0 };
}
