/* found_records.c: the records of all games that a search finds, as one file.
 *
 *     /games/found.kif?player=anna&state=finished      so many at a time; Shoogi-Before has the value of before for the next
 *                                                      ones, Shoogi-Left-Out how many games the format cannot hold */
#include "server/pages/found_records.h"

#include "base/error.h"
#include "language/message.h"
#include "server/doors/web_job.h"
#include "server/game/game_record.h"
#include "server/library/library.h"
#include "server/library/record_text.h"
#include "server/pages/page_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 20 };

typedef struct found_job {
    shg_web_job web; /* must be first */
    shg_search search;
    shoogi_format format;
    int64_t ids[AT_ONCE];
    size_t count, left_out;
    bool continues; /* an earlier file */
    char headers[80], file_name[40];
} found_job;

static void found_game(void *context, const shg_game *row, int64_t at)
{
    found_job *f = context;
    (void)at;
    if (f->count < AT_ONCE)
        f->ids[f->count++] = row->id;
}

static void found_record(void *context, const shg_record_row *row, int64_t at)
{
    found_job *f = context;
    (void)at;
    if (f->count < AT_ONCE)
        f->ids[f->count++] = row->id;
}

static void add_record(found_job *f, const shoogi_record *record)
{
    char *text = NULL;
    size_t bytes = 0;
    uint32_t losses;
    shg_out *body = &f->web.page.body;
    const shoogi_record_write_options how = { .follows_another = f->continues || body->length > 0 };
    if (shoogi_record_write(&text, &bytes, &losses, f->format, record, &how, NULL) == SHOOGI_OK)
        shg_out_bytes(body, text, bytes);
    else
        f->left_out++;
    shoogi_text_free(text);
}

/* A game that is deleted meanwhile is left out. */
static void add_game(found_job *f, shg_storage *storage, int64_t id)
{
    shg_game_state *game = NULL;
    shoogi_record *record = NULL;
    shoogi_error err = { 0 };
    shoogi_status status = shg_game_read_for(&game, &f->web, storage, id, "", &err);
    if (status == SHOOGI_OK)
        status = shg_game_record(&record, game);
    if (status == SHOOGI_OK)
        add_record(f, record);
    else
        f->left_out++;
    shoogi_record_free(record);
    shg_game_free(game);
}

static void add_stored(found_job *f, shg_storage *storage, int64_t id)
{
    shg_record_row row;
    shg_rules *rules = NULL;
    shoogi_record *record = NULL;
    shoogi_error err = { 0 };
    shoogi_status status = storage->ops->record_get(storage, &row, id, &err);
    if (status == SHOOGI_OK)
        status = shg_record_read_row(&record, &rules, f->web.task.server, storage, &row, &err);
    if (status == SHOOGI_OK)
        add_record(f, record);
    else
        f->left_out++;
    shoogi_record_free(record);
    shg_rules_unref(rules);
}

static shoogi_status run_found(shg_job *job, shg_storage *storage)
{
    found_job *f = (found_job *)(void *)job;
    f->web.page.body.length = f->count = f->left_out = 0; /* a job may be run again */
    f->search.viewer = f->web.viewer;
    f->search.rows = 0;
    const shoogi_status status = shg_search_run(&f->search, f->web.task.server, storage, found_game,
                                                found_record, f, &job->error);
    if (status != SHOOGI_OK)
        return status;
    for (size_t i = 0; i < f->count; i++) {
        if (f->search.records)
            add_stored(f, storage, f->ids[i]);
        else
            add_game(f, storage, f->ids[i]);
    }
    shg_out headers = shg_out_make(f->headers, sizeof f->headers);
    if (f->search.more)
        shg_out_format(&headers, "Shoogi-Before: %" PRId64 "\r\n", f->search.last);
    if (f->left_out > 0)
        shg_out_format(&headers, "Shoogi-Left-Out: %zu\r\n", f->left_out);
    f->web.page.status = 200;
    f->web.page.content_type = "text/plain; charset=utf-8";
    f->web.page.cache = "private, no-cache";
    f->web.page.more = f->headers;
    f->web.page.file_name = f->file_name;
    return SHOOGI_OK;
}

static void fini_found(shg_web_job *job)
{
    shg_search_fini(&((found_job *)job)->search);
}

void shg_found_records_web(shg_exchange *x, const char *extension, size_t extension_bytes)
{
    shoogi_format format;
    bool old_encoding;
    if (!shg_format_of_extension(&format, &old_encoding, extension, extension_bytes) ||
        !shoogi_format_allows_several(format)) {
        shg_exchange_refuse(x, 404, "A file in that format cannot hold several games.");
        return;
    }
    found_job *f = shg_web_job_alloc(x, sizeof *f, SHG_COST_WORK);
    if (!f)
        return;
    shoogi_error err = { 0 };
    const shoogi_status status = shg_search_read(&f->search, x->query, x->query_bytes, &err);
    if (status != SHOOGI_OK) {
        shg_search_fini(&f->search);
        free(f);
        if (status == SHOOGI_PARSE_ERROR)
            shg_exchange_refuse(x, 400, shg_message_in(x->language, err.message).text);
        else
            shg_exchange_refuse(x, 503, "The server is out of memory.");
        return;
    }
    f->search.rows_max = AT_ONCE;
    f->continues = f->search.before != 0;
    f->format = format;
    snprintf(f->file_name, sizeof f->file_name, "shoogi-games.%.*s", (int)extension_bytes,
             extension);
    f->web.fini = fini_found;
    shg_web_job_read(&f->web, x, run_found);
}
