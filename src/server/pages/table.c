/* table.c: /tables and /tables/4: free boards and the log of one, without a script. */
#include "server/doors/part.h"
#include "server/doors/web_job.h"
#include "server/loop/time_text.h"
#include "server/pages/page_html.h"
#include "server/pages/pages.h"
#include "server/study/free_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct table_job {
    shg_web_job web; /* must be first */
    const shg_web_files *files;
    shg_table_name name;
    size_t shown, looked;
} table_job;

static void put_seats(shg_out *out, shg_language in, const shg_free_table *row)
{
    const char *nobody = shg_text_in(in, "nobody yet");
    const char *one = shg_free_table_seat(row, 0), *other = shg_free_table_seat(row, 1);
    shg_out_format(out, shg_text_in(in, "%s and %s"), one[0] ? one : nobody,
                   other[0] ? other : nobody);
}

/* ---- one free board ---- */

static bool each_event(void *context, const shg_study_event *event)
{
    shg_web_page *page = context;
    shg_out *out = &page->body;
    const shg_language in = page->language;
    char at[SHG_TIME_TEXT_BYTES];
    shg_time_write(at, event->at_ms);
    shg_out_text(out, "<li>");
    if (strcmp(event->kind, SHG_FREE_JOIN) == 0) {
        shg_out_format(out, shg_text_in(in, "%s joins"), event->player_name);
    } else if (strcmp(event->kind, SHG_FREE_UNDO) == 0) {
        shg_out_format(out, shg_text_in(in, "%s takes back line %s"), event->player_name,
                       event->text);
    } else {
        const bool line = strcmp(event->kind, SHG_FREE_MOVE) == 0;
        shg_out_format(out, "%s: %s", event->player_name, line ? "<code>" : "");
        shg_html_string(out, event->text);
        shg_out_text(out, line ? "</code>" : "");
    }
    shg_out_format(out, " <small>%s UTC</small></li>\n", at);
    return true;
}

static shoogi_status run_table(shg_job *job, shg_storage *storage)
{
    table_job *t = (table_job *)(void *)job;
    shg_out *out = &t->web.page.body;
    shg_free_table row;
    shoogi_status status = shg_free_table_read(&row, storage, &t->name, t->web.viewer, &job->error);
    const shg_language in = t->web.page.language;
    char title[80];
    snprintf(title, sizeof title, shg_text_in(in, "Free board %" PRId64), t->name.id);
    /* The player may see the board after signing in, which the page's script does. */
    shg_page_begin(&t->web.page, t->files, title, false);
    shg_out_format(out, "<h1>%s</h1>\n", title);
    if (status == SHOOGI_OK) {
        shg_out_text(out, "<p>");
        put_seats(out, in, &row);
        shg_out_format(out, "</p>\n<h2>%s</h2>\n<pre>", shg_text_in(in, "Starting position"));
        shg_html_string(out, row.text);
        shg_out_format(out, "</pre>\n<h2>%s</h2>\n<ol>\n", shg_text_in(in, "Moves"));
        status = storage->ops->free_table_event_list(storage, row.id, 1, each_event, &t->web.page,
                                                     &job->error);
        shg_out_text(out, "</ol>\n");
        t->web.page.cache = "no-cache";
    } else if (status == SHOOGI_NOT_FOUND) {
        shg_out_format(out, "<p>%s</p>\n", shg_text_in(in, "There is no such free board."));
        t->web.page.status = 404;
        status = SHOOGI_OK;
    }
    shg_page_end(&t->web.page, t->files);
    return status;
}

/* ---- the list ---- */

static bool each_table(void *context, const shg_free_table *row)
{
    table_job *t = context;
    shg_out *out = &t->web.page.body;
    if (row->hidden && !shg_free_table_has_seat(row, t->web.viewer))
        return ++t->looked < SHG_API_HIDDEN_EXAMINED;
    shg_out_format(out, "<li><a href=\"/tables/%" PRId64 "\">", row->id);
    shg_out_format(out, shg_text_in(t->web.page.language, "Free board %" PRId64), row->id);
    shg_out_text(out, "</a>: ");
    put_seats(out, t->web.page.language, row);
    shg_out_text(out, row->title[0] ? ", " : "");
    shg_html_string(out, row->title);
    shg_out_text(out, "</li>\n");
    return ++t->shown < SHG_SEARCH_ROWS;
}

static shoogi_status run_tables(shg_job *job, shg_storage *storage)
{
    table_job *t = (table_job *)(void *)job;
    const shg_language in = t->web.page.language;
    shg_page_begin(&t->web.page, t->files, shg_text_in(in, "Free boards"), false);
    shg_out_format(&t->web.page.body, "<h1>%s</h1>\n<ul>\n", shg_text_in(in, "Free boards"));
    const shoogi_status status =
        storage->ops->free_table_list(storage, 0, 0, each_table, t, &job->error);
    shg_out_text(&t->web.page.body, "</ul>\n");
    if (t->shown == 0)
        shg_out_format(&t->web.page.body, "<p>%s</p>\n",
                       shg_text_in(in, "There are no free boards."));
    shg_page_end(&t->web.page, t->files);
    return status;
}

void shg_tables_web(shg_exchange *x)
{
    const char *name = x->path_bytes > 1 ? x->path + 1 : "";
    const size_t bytes = x->path_bytes > 1 ? x->path_bytes - 1 : 0;
    shg_table_name wanted = { 0 };
    if (bytes > 0 && !shg_table_name_read(&wanted, name, bytes)) {
        shg_exchange_refuse(x, 404, "There is no such free board.");
        return;
    }
    table_job *t = shg_web_job_alloc(x, sizeof *t, SHG_COST_PAGE);
    if (!t)
        return;
    t->files = x->server->doors->web;
    t->name = wanted;
    shg_web_job_read(&t->web, x, bytes > 0 ? run_table : run_tables);
}
