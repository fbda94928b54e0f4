#include "storage/append.h"

#include "storage/row.h"

#include <string.h>

static shoogi_status check_plans(shg_storage *storage, const shg_append *what, shoogi_error *err)
{
    const int64_t game = what->events[0].game;
    shoogi_status status = SHOOGI_OK;
    for (int colour = 0; what->plan_kind && colour < 2 && status == SHOOGI_OK; colour++) {
        const char *stored;
        status = storage->ops->document_get(storage, &stored, game, what->player[colour],
                                            what->plan_kind, err);
        if (status == SHOOGI_OK && strcmp(stored, what->plan_was[colour]) != 0)
            return shg_row_other_plan(err, game);
    }
    return status;
}

static shoogi_status check_unseen(shg_storage *storage, const shg_append *what, shoogi_error *err)
{
    shg_game row;
    const shoogi_status status = storage->ops->game_get(storage, &row, what->events[0].game, err);
    if (status != SHOOGI_OK)
        return status;
    const int64_t seen[2] = { row.black_seen, row.white_seen };
    return shg_row_append_fits(what, row.events, row.outcome, row.settled_ms != 0,
                               row.deleted_ms != 0, seen, err);
}

static shoogi_status change_plans(shg_storage *storage, const shg_append *what, shoogi_error *err)
{
    shoogi_status status = SHOOGI_OK;
    for (int colour = 0; what->plan_kind && colour < 2 && status == SHOOGI_OK; colour++)
        if (strcmp(what->plan_was[colour], what->plan_is[colour]) != 0)
            status = storage->ops->document_set(storage, what->events[0].game, what->player[colour],
                                                what->plan_kind, what->plan_is[colour], err);
    return status;
}

shoogi_status shg_append_in_steps(shg_storage *storage, const shg_append *what, shoogi_error *err)
{
    const shg_storage_ops *ops = storage->ops;
    const int64_t game = what->events[0].game;
    shoogi_status status = shg_row_check_append(what, err);
    if (status == SHOOGI_OK)
        status = check_plans(storage, what, err);
    if (status == SHOOGI_OK && what->unseen != 0)
        status = check_unseen(storage, what, err);
    for (size_t i = 0; i < what->count && status == SHOOGI_OK; i++)
        status = ops->event_add(storage, &what->events[i], err);
    if (status == SHOOGI_OK && what->alive_ms != 0)
        status = ops->run_alive(storage, what->alive_ms, err);
    if (status == SHOOGI_OK)
        status = change_plans(storage, what, err);
    if (status == SHOOGI_OK && what->sealer != 0)
        status =
            ops->document_set(storage, game, what->sealer, what->sealed_kind, what->sealed, err);
    for (int colour = 0; colour < 2 && status == SHOOGI_OK; colour++)
        if (what->seen[colour] != 0)
            status = ops->game_set_seen(storage, NULL, game, colour, what->seen[colour],
                                        what->seen_ms, err);
    return status;
}
