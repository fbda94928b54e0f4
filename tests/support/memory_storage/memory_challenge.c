/* memory_challenge.c: challenges, in memory. */
#include "support/memory_storage/memory_int.h"

#include "storage/row.h"

#include <stdlib.h>
#include <string.h>

shoogi_status shg_memory_challenge_add(shg_storage *s, int64_t *id, const shg_challenge *row,
                                       shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_challenge(row, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_player *player = list_at(&m->players, row->player);
    if (!player)
        return shg_row_not_found(err, "player", row->player);
    if (!shg_memory_numbered_reserve(m, &m->challenges))
        return shg_memory_exhausted(err);
    char *texts;
    struct challenge *made =
        shg_memory_row_new(&texts, sizeof *made,
                           strlen(row->variant) + strlen(row->colour) + strlen(row->first_move) +
                               strlen(row->comment) + 4);
    if (made) {
        made->pattern = shg_memory_text_new(row->pattern);
        made->options = shg_memory_text_new(row->options);
    }
    if (!made || !made->pattern || !made->options) {
        if (made) {
            free(made->pattern);
            free(made->options);
        }
        free(made);
        return shg_memory_exhausted(err);
    }
    shg_challenge *added = &made->row;
    added->id = m->challenges.made + 1;
    added->player = row->player;
    added->player_name = player->name; /* a player with challenges is never removed */
    added->variant = shg_memory_put_text(&texts, row->variant);
    added->pattern = made->pattern;
    added->colour = shg_memory_put_text(&texts, row->colour);
    added->options = made->options;
    added->first_move = shg_memory_put_text(&texts, row->first_move);
    added->comment = shg_memory_put_text(&texts, row->comment);
    added->created_ms = row->created_ms;
    shg_memory_numbered_add(m, &m->challenges, made);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_challenge_get(shg_storage *s, shg_challenge *row, int64_t id,
                                       shoogi_error *err)
{
    const shg_challenge *found = shg_memory_numbered_at(&memory_of(s)->challenges, id);
    if (!found)
        return shg_row_not_found(err, "challenge", id);
    *row = *found;
    return SHOOGI_OK;
}

shoogi_status shg_memory_challenge_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    return shg_memory_numbered_remove(m, &m->challenges, "challenge", id, err);
}

shoogi_status shg_memory_challenge_set_pattern(shg_storage *s, int64_t id, const char *pattern,
                                               shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_pattern(pattern, err);
    if (status != SHOOGI_OK)
        return status;
    struct challenge *found = shg_memory_numbered_at(&m->challenges, id);
    if (!found)
        return shg_row_not_found(err, "challenge", id);
    return shg_memory_change_text(m, PATTERN_CHANGED, found, &found->pattern, &found->row.pattern,
                                  pattern, err);
}

shoogi_status shg_memory_challenge_set_options(shg_storage *s, int64_t id, const char *options,
                                               shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_options(options, err);
    if (status != SHOOGI_OK)
        return status;
    struct challenge *found = shg_memory_numbered_at(&m->challenges, id);
    if (!found)
        return shg_row_not_found(err, "challenge", id);
    return shg_memory_change_text(m, OPTIONS_CHANGED, found, &found->options, &found->row.options,
                                  options, err);
}

shoogi_status shg_memory_challenge_list(shg_storage *s, int64_t player, shg_challenge_fn *each,
                                        void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = 0; i < m->challenges.list.count; i++) {
        const struct challenge *challenge = m->challenges.list.rows[i];
        if ((player == 0 || challenge->row.player == player) && !each(context, &challenge->row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}
