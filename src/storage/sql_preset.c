/* sql_preset.c: players' presets, in SQL. */
#include "storage/bounds.h"
#include "storage/row.h"
#include "storage/sql_int.h"

shoogi_status shg_sql_preset_set(shg_storage *s, int64_t player, const char *name,
                                 const char *words, shoogi_error *err)
{
    struct sql *q = sql_of(s);
    shoogi_status status = shg_row_check_preset(name, words, err);
    if (status == SHOOGI_OK)
        status = shg_sql_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    if (words[0] != '\0') {
        const enum sql_outcome outcome =
            shg_sql_run(q, PRESET_COUNT, VALUES(number(player), text(name)));
        if (outcome != SQL_ROW)
            return shg_sql_fail(err, q);
        if (q->cells[0].number >= SHG_STORAGE_PRESETS_MAX)
            return shg_row_too_many_presets(err);
    }
    /* The player must exist, even if there is nothing to remove. */
    const enum sql_outcome outcome =
        shg_sql_run(q, PRESET_SET, VALUES(number(player), text(name), text(words)));
    if (outcome == SQL_MISSING)
        return shg_row_not_found(err, "player", player);
    if (outcome != SQL_DONE)
        return shg_sql_fail(err, q);
    if (words[0] != '\0')
        return SHOOGI_OK;
    return shg_sql_change(NULL, q, PRESET_CLEAR, VALUES(number(player), text(name)), err);
}

struct preset_reader {
    shg_preset_fn *each;
    void *context;
};

static bool each_preset(const struct cell *cells, void *context)
{
    const struct preset_reader *reader = context;
    return reader->each(reader->context, cells[0].text, cells[1].text);
}

shoogi_status shg_sql_preset_list(shg_storage *s, int64_t player, shg_preset_fn *each,
                                  void *context, shoogi_error *err)
{
    struct preset_reader reader = { each, context };
    return shg_sql_list(sql_of(s), PRESET_LIST, VALUES(number(player)), each_preset, &reader, err);
}
