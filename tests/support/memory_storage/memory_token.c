/* memory_token.c: tokens and idempotency keys, in memory. */
#include "storage/bounds.h"
#include "support/memory_storage/memory_int.h"
#include "storage/row.h"

#include <string.h>

/* The token with this hash, or NULL. */
static shg_token *find_token(const struct memory *m, const char *hash)
{
    for (size_t i = 0; i < m->tokens.list.count; i++) {
        shg_token *row = m->tokens.list.rows[i];
        if (strcmp(row->hash, hash) == 0)
            return row;
    }
    return NULL;
}

shoogi_status shg_memory_token_add(shg_storage *s, int64_t *id, const shg_token *row,
                                   shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_token(row, err);
    if (status != SHOOGI_OK)
        return status;
    if (find_token(m, row->hash))
        return shg_row_token_taken(err);
    if (!list_at(&m->players, row->player))
        return shg_row_not_found(err, "player", row->player);
    char *texts;
    shg_token *added = shg_memory_numbered_reserve(m, &m->tokens)
                           ? shg_memory_row_new(&texts, sizeof *added,
                                                strlen(row->kind) + strlen(row->name) +
                                                    strlen(row->hash) + strlen(row->from) + 4)
                           : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->id = m->tokens.made + 1;
    added->kind = shg_memory_put_text(&texts, row->kind);
    added->name = shg_memory_put_text(&texts, row->name);
    added->hash = shg_memory_put_text(&texts, row->hash);
    added->from = shg_memory_put_text(&texts, row->from);
    shg_memory_numbered_add(m, &m->tokens, added);
    *id = added->id;
    return SHOOGI_OK;
}

shoogi_status shg_memory_token_get(shg_storage *s, shg_token *row, const char *hash,
                                   shoogi_error *err)
{
    const shg_token *found = find_token(memory_of(s), hash);
    if (!found)
        return shg_row_no_token(err);
    *row = *found;
    return SHOOGI_OK;
}

shoogi_status shg_memory_token_set_seen(shg_storage *s, int64_t id, int64_t seen_ms,
                                        int64_t expires_ms, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shg_token *row = shg_memory_numbered_at(&m->tokens, id);
    if (!row)
        return shg_row_not_found(err, "token", id);
    return shg_memory_change_numbers(
        m,
        (const struct number_change[]){ { &row->seen_ms, seen_ms },
                                        { &row->expires_ms, expires_ms } },
        2, err);
}

shoogi_status shg_memory_token_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    return shg_memory_numbered_remove(m, &m->tokens, "token", id, err);
}

shoogi_status shg_memory_token_expire(shg_storage *s, int64_t now_ms, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shoogi_status status = SHOOGI_OK;
    for (size_t i = m->tokens.list.count; i > 0 && status == SHOOGI_OK; i--) {
        const shg_token *row = m->tokens.list.rows[i - 1];
        if (row->expires_ms != 0 && row->expires_ms <= now_ms)
            status = shg_memory_numbered_remove(m, &m->tokens, "token", row->id, err);
    }
    return status;
}

shoogi_status shg_memory_token_list(shg_storage *s, int64_t player, shg_token_fn *each,
                                    void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (size_t i = 0; i < m->tokens.list.count; i++) {
        const shg_token *row = m->tokens.list.rows[i];
        if (row->player == player && !each(context, row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

/* ---- requests ---- */

static bool has_request(const struct memory *m, int64_t player, const char *key)
{
    for (size_t i = 0; i < m->requests.list.count; i++) {
        const struct request *row = m->requests.list.rows[i];
        if (row->player == player && strcmp(row->key, key) == 0)
            return true;
    }
    return false;
}

/* Removes the oldest requests of a player beyond count_max. */
static shoogi_status remove_oldest(struct memory *m, int64_t player, size_t count_max,
                                   shoogi_error *err)
{
    size_t count = 0;
    const struct request *oldest = NULL;
    for (size_t i = m->requests.list.count; i-- > 0;) {
        const struct request *row = m->requests.list.rows[i];
        if (row->player == player) {
            oldest = row;
            count++;
        }
    }
    return count > count_max
               ? shg_memory_numbered_remove(m, &m->requests, "request", oldest->id, err)
               : SHOOGI_OK;
}

shoogi_status shg_memory_request_add(shg_storage *s, int64_t player, const char *key, int64_t at_ms,
                                     shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_request(key, err);
    if (status != SHOOGI_OK)
        return status;
    if (has_request(m, player, key))
        return shg_row_repeated(err);
    if (!list_at(&m->players, player))
        return shg_row_not_found(err, "player", player);
    char *texts;
    struct request *added = shg_memory_numbered_reserve(m, &m->requests)
                                ? shg_memory_row_new(&texts, sizeof *added, strlen(key) + 1)
                                : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = (struct request){ .id = m->requests.made + 1,
                               .player = player,
                               .at_ms = at_ms,
                               .key = shg_memory_put_text(&texts, key) };
    shg_memory_numbered_add(m, &m->requests, added);
    return remove_oldest(m, player, SHG_STORAGE_REQUESTS_MAX, err);
}

shoogi_status shg_memory_request_get(shg_storage *s, bool *there, int64_t player, const char *key,
                                     shoogi_error *err)
{
    (void)err;
    *there = has_request(memory_of(s), player, key);
    return SHOOGI_OK;
}

shoogi_status shg_memory_request_expire(shg_storage *s, int64_t before_ms, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shoogi_status status = SHOOGI_OK;
    for (size_t i = m->requests.list.count; i > 0 && status == SHOOGI_OK; i--) {
        const struct request *row = m->requests.list.rows[i - 1];
        if (row->at_ms < before_ms)
            status = shg_memory_numbered_remove(m, &m->requests, "request", row->id, err);
    }
    return status;
}
