/* search_web.c: /games: searching games and records, and what was found, without a script. */
#include "server/search_web.h"

#include "server/game_html.h"
#include "server/library.h"
#include "server/page_html.h"
#include "server/web_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct list_job {
    shg_web_job web; /* must be first */
    shg_search search;
    const shg_web_files *files;
    bool any; /* something was asked */
    bool first;
    char fault[SHOOGI_MESSAGE_BYTES];
} list_job;

static void add_search_form(shg_out *out, const shg_search *s)
{
    static const char *const states[] = { "", "running", "finished" };
    shg_out_text(out, "<form action=\"/games\" method=\"get\" role=\"search\">\n");
    shg_html_field(out, "Player", "player", s->player, "");
    shg_html_field(out, "Rules", "variant", s->variant, "shogi");
    shg_out_text(out, "<label>State <select name=\"state\">");
    shg_html_choice(out, "", "any", states[s->state]);
    shg_html_choice(out, "running", "running", states[s->state]);
    shg_html_choice(out, "finished", "finished", states[s->state]);
    shg_out_text(out, "</select></label>\n<label>Result <select name=\"result\">");
    shg_html_choice(out, "", "any", s->outcome);
    shg_html_choice(out, "black", "Black has won", s->outcome);
    shg_html_choice(out, "white", "White has won", s->outcome);
    shg_html_choice(out, "draw", "drawn", s->outcome);
    shg_html_choice(out, "no-contest", "no contest", s->outcome);
    shg_out_text(out, "</select></label>\n<label>Among <select name=\"in\">");
    shg_html_choice(out, "games", "games played here", s->records ? "records" : "games");
    shg_html_choice(out, "records", "uploaded records", s->records ? "records" : "games");
    shg_out_text(out, "</select></label>\n");
    shg_html_field(out, "With the position", "position", s->sfen, "SFEN");
    shg_out_text(out, "<button>Search</button>\n</form>\n");
}

static void found_game(void *context, const shg_game *row, int64_t at)
{
    list_job *l = context;
    if (l->first)
        shg_games_html_begin(&l->web.page.body, "Games");
    l->first = false;
    shg_games_html_row(&l->web.page.body, row, at);
}

static void found_record(void *context, const shg_record_row *row, int64_t at)
{
    list_job *l = context;
    shg_out *out = &l->web.page.body;
    if (l->first)
        shg_out_text(
            out,
            "<table>\n<caption>Records</caption>\n<thead><tr><th scope=\"col\">Record</th>"
            "<th scope=\"col\">Rules</th><th scope=\"col\">Black</th>"
            "<th scope=\"col\">White</th><th scope=\"col\">Event</th>"
            "<th scope=\"col\">Played</th><th scope=\"col\">Moves</th></tr></thead>\n<tbody>\n");
    l->first = false;
    shg_out_format(out, "<tr><td><a href=\"/records/%" PRId64, row->id);
    if (at >= 0)
        shg_out_format(out, "?ply=%" PRId64 "\">%" PRId64 ", move %" PRId64, at, row->id, at);
    else
        shg_out_format(out, "\">%" PRId64, row->id);
    shg_out_text(out, "</a></td><td>");
    const char *const cells[] = { row->variant, row->black, row->white, row->event, row->played };
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
    shg_page_begin(&l->web.page, l->files, "Games", true);
    shg_out_text(out, "<h1>Games</h1>\n");
    add_search_form(out, &l->search);
    l->first = true;
    l->search.viewer = l->web.viewer;
    shoogi_error err = { 0 };
    shoogi_status status = SHOOGI_OK;
    if (!l->fault[0])
        status = shg_search_run(&l->search, l->web.task.server, storage, found_game, found_record,
                                l, &err);
    if (status == SHOOGI_BAD_TEXT || status == SHOOGI_NOT_FOUND) {
        snprintf(l->fault, sizeof l->fault, "%s", err.message);
        status = SHOOGI_OK;
    }
    if (!l->first)
        shg_games_html_end(out);
    if (l->fault[0]) {
        shg_html_fault(out, l->fault);
    } else if (l->first) {
        shg_out_text(out, "<p>None was found.</p>\n");
    }
    if (l->search.more) {
        shg_out_text(out, "<p><a href=\"/games?");
        shg_search_next(out, &l->search, true);
        shg_out_text(out, "\">More</a></p>\n");
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
    if (status == SHOOGI_BAD_TEXT)
        snprintf(l->fault, sizeof l->fault, "%s", err.message);
    l->files = x->server->web;
    l->web.fini = fini_list;
    shg_web_job_read(&l->web, x, run_list);
}
