/* studies.c: /study: searching studies, without a script. */
#include "server/doors/part.h"
#include "server/doors/web_job.h"
#include "server/pages/page_html.h"
#include "server/pages/pages.h"
#include "server/rules/part.h"
#include "server/study/study_search.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct studies_job {
    shg_web_job web; /* must be first */
    const shg_web_files *files;
    shg_study_search search;
} studies_job;

static void add_form(shg_out *out, shg_language in, const shg_study_search *s)
{
    shg_out_text(out, "<form action=\"/study\" method=\"get\" role=\"search\">\n");
    shg_html_field(out, shg_text_in(in, "Words"), "words", s->words, "");
    shg_html_field(out, shg_text_in(in, "Player"), "player", s->player, "");
    shg_html_field(out, shg_text_in(in, "Rules"), "variant", s->variant, "");
    shg_out_format(out, "<button>%s</button>\n</form>\n", shg_text_in(in, "Search"));
}

static bool each_study(void *context, const shg_study *row)
{
    studies_job *j = context;
    const shg_language in = j->web.page.language;
    shg_out *out = &j->web.page.body;
    shg_out_format(out, "<li><a href=\"/study/%" PRId64 "\">", row->id);
    shg_html_string(out, row->name);
    shg_out_text(out, "</a>: ");
    shg_html_string(out, shg_server_title(j->web.task.server, in, row->variant));
    shg_out_text(out, ", ");
    shg_html_player(out, in, row->player_name);
    shg_out_text(out, "</li>\n");
    return true;
}

/* The query of the following page. */
static void add_next(shg_out *out, const shg_study_search *s)
{
    const char *const fields[][2] = { { "words", s->words },
                                      { "player", s->player },
                                      { "variant", s->variant } };
    shg_out_format(out, "before=%" PRId64, s->last);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        shg_query_add(out, fields[i][0], fields[i][1], true);
}

static shoogi_status run_studies(shg_job *job, shg_storage *storage)
{
    studies_job *j = (studies_job *)(void *)job;
    shg_out *out = &j->web.page.body;
    const shg_language in = j->web.page.language;
    const char *title = shg_text_in(in, "Studies");
    shg_page_begin(&j->web.page, j->files, title, true);
    shg_out_format(out, "<h1>%s</h1>\n", title);
    add_form(out, in, &j->search);
    j->search.viewer = j->web.viewer;
    shg_out_text(out, "<ul>\n");
    shoogi_status status =
        shg_study_search_run(&j->search, j->web.task.server, storage, each_study, j, &job->error);
    shg_out_text(out, "</ul>\n");
    if (status == SHOOGI_NOT_FOUND) /* such a player or game */
        status = SHOOGI_OK;
    if (j->search.rows == 0)
        shg_out_format(out, "<p>%s</p>\n", shg_text_in(in, "Nothing found."));
    if (j->search.more) {
        shg_out_text(out, "<p><a href=\"/study?");
        add_next(out, &j->search);
        shg_out_format(out, "\">%s</a></p>\n", shg_word_in(in, "list", "More"));
    }
    shg_page_end(&j->web.page, j->files);
    return status;
}

/* "" for a value that is too long. */
static void read_value(char *text, size_t room, const shg_exchange *x, const char *name)
{
    shg_out out = shg_out_make(text, room);
    shg_query_get(&out, x->query, x->query_bytes, name);
    if (out.length >= room)
        text[0] = '\0';
}

void shg_studies_web(shg_exchange *x)
{
    studies_job *j = shg_web_job_alloc(x, sizeof *j, SHG_COST_PAGE);
    char before[20] = "";
    if (!j)
        return;
    shg_study_search *s = &j->search;
    read_value(s->words, sizeof s->words, x, "words");
    read_value(s->player, sizeof s->player, x, "player");
    read_value(s->variant, sizeof s->variant, x, "variant");
    read_value(before, sizeof before, x, "before");
    s->before = strtoll(before, NULL, 10);
    j->files = x->server->doors->web;
    shg_web_job_read(&j->web, x, run_studies);
}
