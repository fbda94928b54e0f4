/* search.c: /games: searching games and records, and the results, without a script. */
#include "server/pages/search.h"

#include "language/message.h"
#include "server/doors/part.h"
#include "server/doors/web_job.h"
#include "server/library/library.h"
#include "server/pages/game_html.h"
#include "server/pages/page_html.h"
#include "server/rules/part.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct list_job {
    shg_web_job web; /* must be first */
    shg_search search;
    const shg_web_files *files;
    bool any; /* the query is not empty */
    bool first;
    char fault[SHOOGI_MESSAGE_BYTES];
} list_job;

static void add_search_form(shg_out *out, shg_language in, const shg_search *s)
{
    static const char *const states[] = { "", "running", "finished" };
    shg_out_text(out, "<form action=\"/games\" method=\"get\" role=\"search\">\n");
    shg_html_field(out, shg_text_in(in, "Player"), "player", s->player, "");
    shg_html_field(out, shg_text_in(in, "Rules"), "variant", s->variant, SHG_DEFAULT_VARIANT);
    shg_out_format(out, "<label>%s <select name=\"state\">", shg_text_in(in, "State"));
    shg_html_choice(out, "", shg_text_in(in, "any"), states[s->state]);
    shg_html_choice(out, "running", shg_text_in(in, "running"), states[s->state]);
    shg_html_choice(out, "finished", shg_text_in(in, "finished"), states[s->state]);
    shg_out_format(out, "</select></label>\n<label>%s <select name=\"result\">",
                   shg_text_in(in, "Result"));
    shg_html_choice(out, "", shg_text_in(in, "any"), s->outcome);
    shg_html_choice(out, "black", shg_text_in(in, "Black won"), s->outcome);
    shg_html_choice(out, "white", shg_text_in(in, "White won"), s->outcome);
    shg_html_choice(out, "draw", shg_text_in(in, "drawn"), s->outcome);
    shg_html_choice(out, "no-contest", shg_text_in(in, "no result"), s->outcome);
    shg_out_format(out, "</select></label>\n<label>%s <select name=\"in\">",
                   shg_text_in(in, "Among"));
    shg_html_choice(out, "games", shg_text_in(in, "games played here"),
                    s->records ? "records" : "games");
    shg_html_choice(out, "records", shg_text_in(in, "uploaded records"),
                    s->records ? "records" : "games");
    shg_out_text(out, "</select></label>\n");
    shg_html_field(out, shg_text_in(in, "With the position"), "position", s->sfen, "SFEN");
    shg_out_format(out, "<button>%s</button>\n</form>\n", shg_text_in(in, "Search"));
}

static void found_game(void *context, const shg_game *row, int64_t at)
{
    list_job *l = context;
    if (l->first)
        shg_games_html_begin(&l->web.page.body, l->web.page.language, SHG_TEXT("Games"));
    l->first = false;
    shg_games_html_row(&l->web.page.body, l->web.page.language, row, at);
}

static void found_record(void *context, const shg_record_row *row, int64_t at)
{
    static const char *const names[] = { SHG_TEXT("Record"), SHG_TEXT("Rules"), SHG_TEXT("Black"),
                                         SHG_TEXT("White"),  SHG_TEXT("Event"), SHG_TEXT("Played"),
                                         SHG_TEXT("Moves") };
    list_job *l = context;
    shg_out *out = &l->web.page.body;
    const shg_language in = l->web.page.language;
    if (l->first)
        shg_html_table(out, in, SHG_TEXT("Records"), names, sizeof names / sizeof names[0]);
    l->first = false;
    shg_out_format(out, "<tr><td><a href=\"/records/%" PRId64, row->id);
    shg_html_at_move(out, in, row->id, at);
    shg_out_text(out, "</a></td><td>");
    const char *const cells[] = { shg_server_title(l->web.task.server, in, row->variant),
                                  row->black, row->white, row->event, row->played };
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        shg_html_string(out, cells[i]);
        shg_out_text(out, "</td><td>");
    }
    shg_out_format(out, "%" PRId64 "</td></tr>\n", row->moves);
}

static shoogi_status run_list(shg_job *job, shg_storage *storage)
{
    list_job *l = (list_job *)(void *)job;
    shg_out *out = &l->web.page.body;
    const shg_language in = l->web.page.language;
    const char *title = shg_text_in(in, "Games");
    shg_page_begin(&l->web.page, l->files, title, true);
    shg_out_format(out, "<h1>%s</h1>\n", title);
    add_search_form(out, in, &l->search);
    l->first = true;
    l->search.viewer = l->web.viewer;
    shoogi_error err = { 0 };
    shoogi_status status = SHOOGI_OK;
    if (!l->fault[0])
        status = shg_search_run(&l->search, l->web.task.server, storage, found_game, found_record,
                                l, &err);
    if (status == SHOOGI_PARSE_ERROR || status == SHOOGI_NOT_FOUND) {
        snprintf(l->fault, sizeof l->fault, "%s", err.message);
        status = SHOOGI_OK;
    }
    if (!l->first)
        shg_games_html_end(out);
    if (l->fault[0]) {
        shg_html_fault(out, shg_message_in(in, l->fault).text);
    } else if (l->first) {
        shg_out_format(out, "<p>%s</p>\n", shg_text_in(in, "Nothing found."));
    }
    if (l->search.more) {
        shg_out_text(out, "<p><a href=\"/games?");
        shg_search_next(out, &l->search, true);
        shg_out_format(out, "\">%s</a></p>\n", shg_word_in(in, "list", "More"));
    }
    shg_page_end(&l->web.page, l->files);
    job->error = err;
    return status;
}

static void fini_list(shg_web_job *job)
{
    shg_search_fini(&((list_job *)job)->search);
}

void shg_search_web(shg_exchange *x)
{
    list_job *l = shg_web_job_alloc(x, sizeof *l, SHG_COST_WORK);
    if (!l)
        return;
    shoogi_error err = { 0 };
    const shoogi_status status = shg_search_read(&l->search, x->query, x->query_bytes, &err);
    if (status == SHOOGI_PARSE_ERROR)
        snprintf(l->fault, sizeof l->fault, "%s", err.message);
    l->files = x->server->doors->web;
    l->web.fini = fini_list;
    shg_web_job_read(&l->web, x, run_list);
}
