#include "server/study/study_search.h"

#include "base/text.h"
#include "server/library/library.h"
#include "server/rules/part.h"

#include <stdio.h>
#include <string.h>

static bool contains(const char *text, const char *word, size_t word_bytes)
{
    return shg_text_contains(text, strlen(text), word, word_bytes);
}

static bool has_words(const shg_study *row, const char *words)
{
    for (;;) {
        words += strspn(words, " \t");
        const size_t bytes = strcspn(words, " \t");
        if (bytes == 0)
            return true;
        if (!contains(row->name, words, bytes) && !contains(row->player_name, words, bytes) &&
            !contains(row->variant, words, bytes))
            return false;
        words += bytes;
    }
}

static bool each_row(void *context, const shg_study *row)
{
    shg_study_search *s = context;
    s->more = s->rows == SHG_SEARCH_ROWS || s->looked == SHG_API_HIDDEN_EXAMINED;
    if (s->more)
        return false;
    s->looked++;
    s->last = row->id;
    if ((row->hidden && row->player != s->viewer) ||
        (s->variant[0] &&
         !shg_text_same(row->variant, strlen(row->variant), s->variant, strlen(s->variant))) ||
        !has_words(row, s->words))
        return true;
    s->rows++;
    return s->each(s->context, row);
}

/* The canonical name of the game; one that the server once had is known by the rows of its studies alone. */
static shoogi_status name_variant(shg_study_search *s, shg_server *server, shg_storage *storage,
                                  shoogi_error *err)
{
    const shoogi_variant *variant;
    shg_rules *kept;
    const size_t bytes = strlen(s->variant);
    const shoogi_status status =
        shg_rules_named(&variant, &kept, server, storage, s->variant, bytes, err);
    if (status == SHOOGI_OK)
        snprintf(s->variant, sizeof s->variant, "%s", shoogi_variant_name(variant));
    shg_rules_unref(kept);
    return status == SHOOGI_NOT_FOUND && shg_rules_number(s->variant, bytes) == 0 ? SHOOGI_OK
                                                                                  : status;
}

shoogi_status shg_study_search_run(shg_study_search *s, shg_server *server, shg_storage *storage,
                                   shg_study_fn *each, void *context, shoogi_error *err)
{
    shg_player of = { 0 };
    shoogi_status status = SHOOGI_OK;
    s->each = each;
    s->context = context;
    s->last = s->before;
    if (s->player[0])
        status = storage->ops->player_by_name(storage, &of, s->player, err);
    if (status == SHOOGI_OK && s->variant[0])
        status = name_variant(s, server, storage, err);
    if (status == SHOOGI_OK)
        status = storage->ops->study_list(storage, of.id, s->before, each_row, s, err);
    return status;
}
