#include "server/api/variants.h"

#include "base/json_write.h"
#include "server/api/answer.h"
#include "server/rules/part.h"

#include <stdio.h>
#include <string.h>

static void begin_variant(shg_out *out, const char *name, const char *title, unsigned files,
                          unsigned ranks)
{
    shg_json_open(out, NULL, '{');
    shg_json_text(out, "name", name);
    shg_json_text(out, "title", title);
    shg_json_number(out, "files", files);
    shg_json_number(out, "ranks", ranks);
    shg_json_open(out, "aliases", '[');
}

static void put_variant(shg_out *out, const char *name, const shoogi_variant *variant,
                        const char *definition, size_t definition_bytes)
{
    begin_variant(out, name, shoogi_variant_title(variant), shoogi_variant_file_count(variant),
                  shoogi_variant_rank_count(variant));
    const char *alias;
    for (size_t i = 0; (alias = shoogi_variant_alias(variant, i)) != NULL; i++)
        shg_json_text(out, NULL, alias);
    shg_json_close(out, ']');
    shg_json_bytes(out, "definition", definition, definition_bytes);
    shg_json_close(out, '}');
}

/* Leaves out a game whose definition is invalid. */
static shoogi_status put_listed(shg_out *out, shg_variants *variants, size_t game)
{
    const shg_variant_summary *summary;
    const char *const name = shg_variants_name(variants, game);
    const shoogi_status status = shg_variants_summary(&summary, variants, game);
    if (status != SHOOGI_OK)
        return status == SHOOGI_NO_MEMORY ? status : SHOOGI_OK;
    begin_variant(out, name, summary->title, summary->files, summary->ranks);
    for (const char *alias = summary->aliases; *alias; alias += strlen(alias) + 1)
        shg_json_text(out, NULL, alias);
    shg_json_close(out, ']');
    shg_json_close(out, '}');
    return SHOOGI_OK;
}

/* Runs on the reader's thread, since the first request reads all files. */
static shoogi_status run_variants(shg_job *job, shg_storage *storage)
{
    (void)storage;
    shg_api_answer *a = (shg_api_answer *)(void *)job;
    shg_out *const out = &a->out;
    shg_variants *const variants = a->task.server->rules->variants;
    shoogi_status status = SHOOGI_OK;
    shg_json_open(out, NULL, '{');
    shg_json_open(out, "variants", '[');
    for (size_t i = 0; i < shg_variants_count(variants) && status == SHOOGI_OK; i++)
        status = put_listed(out, variants, i);
    shg_json_close(out, ']');
    shg_json_close(out, '}');
    return status;
}

void shg_api_variants(shg_session *s, shg_json_door *d)
{
    (void)d;
    shg_api_answer *a = shg_api_answer_new(s, sizeof *a);
    if (a)
        shg_api_answer_start(a, s, run_variants);
}

/* ---- stored definitions ---- */

typedef struct definition_answer {
    shg_api_answer answer; /* must be first */
    int64_t id;
} definition_answer;

/* As the variant "@3". */
static shoogi_status run_stored_variant(shg_job *job, shg_storage *storage)
{
    definition_answer *a = (definition_answer *)(void *)job;
    shg_out *const out = &a->answer.out;
    shg_rules *rules = NULL;
    shg_definition row;
    char name[24];
    shoogi_status status =
        shg_rules_get(&rules, a->answer.task.server->rules->past, storage, a->id, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->definition_get(storage, &row, a->id, &job->error);
    if (status == SHOOGI_OK) {
        snprintf(name, sizeof name, "@%lld", (long long)a->id);
        put_variant(out, name, shg_rules_variant(rules), row.text, row.text_bytes);
    }
    shg_rules_unref(rules);
    return status;
}

void shg_api_variant(shg_session *s, shg_json_door *d)
{
    const char *name = d->argument[0];
    const int64_t stored = shg_rules_number(name, strlen(name));
    definition_answer *a = stored != 0 ? shg_api_answer_new(s, sizeof *a) : NULL;
    if (a) {
        a->id = stored;
        shg_api_answer_start(&a->answer, s, run_stored_variant);
    }
    if (stored != 0)
        return;
    const shoogi_catalog_entry *entry;
    const shoogi_status status = shg_server_find_variant(&entry, s->server, name, strlen(name));
    if (status == SHOOGI_OK)
        put_variant(&d->out, entry->name, entry->variant, entry->text, entry->text_bytes);
    else if (status == SHOOGI_NOT_FOUND)
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no variant of that name.\n");
    else if (status == SHOOGI_NO_MEMORY)
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    else
        shg_refuse_text(s, SHG_BAD_DEFINITION);
}

static shoogi_status run_definition(shg_job *job, shg_storage *storage)
{
    definition_answer *a = (definition_answer *)(void *)job;
    shg_out *const out = &a->answer.out;
    shg_definition row;
    const shoogi_status status = storage->ops->definition_get(storage, &row, a->id, &job->error);
    if (status != SHOOGI_OK)
        return status;
    shg_json_open(out, NULL, '{');
    shg_json_number(out, "id", row.id);
    shg_json_text(out, "name", row.name);
    shg_json_text(out, "title", shg_server_title(a->answer.task.server, SHG_ENGLISH, row.name));
    shg_json_bytes(out, "text", row.text, row.text_bytes);
    shg_json_close(out, '}');
    return SHOOGI_OK;
}

void shg_api_definition(shg_session *s, shg_json_door *d)
{
    (void)d;
    int64_t id;
    definition_answer *a =
        shg_json_argument_number(&id, s, 0) ? shg_api_answer_new(s, sizeof *a) : NULL;
    if (!a)
        return;
    a->id = id;
    shg_api_answer_start(&a->answer, s, run_definition);
}
