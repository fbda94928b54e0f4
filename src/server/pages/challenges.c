/* challenges.c: /challenges: the public challenges, with forms to make and answer challenges
 * without a script. */
#include "base/json_fields.h"
#include "base/json_write.h"
#include "server/doors/part.h"
#include "server/doors/web_job.h"
#include "server/game/game_options.h"
#include "server/game/privacy.h"
#include "server/game/replay_offer.h"
#include "server/lobby/challenge_terms.h"
#include "server/loop/text_buffer.h"
#include "server/pages/form.h"
#include "server/pages/game_html.h"
#include "server/pages/page_html.h"
#include "server/pages/pages.h"
#include "server/rules/part.h"
#include "server/session/pattern.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct challenge_job {
    shg_web_job web; /* must be first */
    const shg_web_files *files;
    size_t shown;
    char fault[400];
} challenge_job;

/* The position from which the game begins, unless it is the first of its game. */
static void add_start(shg_out *out, shg_language in, const shg_challenge *row)
{
    char start[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_start_sfen(start, row->options);
    if (!start[0])
        return;
    shg_html_position_begin(out, row->variant, start);
    shg_html_string(out, shg_text_in(in, "The position from which the game begins"));
    shg_out_text(out, "\">");
}

static void add_challenge(challenge_job *c, const shg_challenge *row)
{
    shg_out *out = &c->web.page.body;
    char conditions[SHG_CONDITIONS_BYTES];
    shg_out buffer = shg_out_make(conditions, sizeof conditions);
    static const char *const names[] = { SHG_TEXT("Number"),  SHG_TEXT("Rules"),
                                         SHG_TEXT("By"),      SHG_TEXT("You play"),
                                         SHG_TEXT("Open to"), SHG_TEXT("Conditions"),
                                         SHG_TEXT("Comment"), SHG_TEXT("Answer") };
    const shg_language in = c->web.page.language;
    shg_options_describe(&buffer, row->options, in);
    if (c->shown++ == 0)
        shg_html_table(out, in, NULL, names,
                       sizeof names / sizeof names[0] - (c->web.viewer != 0 ? 0 : 1));
    shg_out_format(out, "<tr><td>%" PRId64 "</td><td>", row->id);
    shg_html_string(out, shg_server_title(c->web.task.server, in, row->variant));
    shg_out_text(out, "</td><td>");
    shg_html_player(out, in, row->player_name);
    shg_out_format(out, "</td><td>%s</td><td>",
                   strcmp(row->colour, "black") == 0    ? shg_colour_in(in, SHOOGI_WHITE)
                   : strcmp(row->colour, "random") == 0 ? shg_text_in(in, "random")
                                                        : shg_colour_in(in, SHOOGI_BLACK));
    shg_text_buffer clean = { 0 };
    shg_text_add_clean(&clean, row->pattern, strlen(row->pattern), SHG_PATTERN_CHARACTERS_MAX);
    shg_html_string(out, clean.bytes ? clean.bytes : "");
    shg_text_fini(&clean);
    shg_out_text(out, "</td><td>");
    shg_html_string(out, conditions);
    add_start(out, in, row);
    shg_out_text(out, "</td><td>");
    clean = (shg_text_buffer){ 0 };
    shg_text_add_clean(&clean, row->comment, strlen(row->comment), SHG_COMMENT_CHARACTERS_MAX);
    shg_html_string(out, clean.bytes ? clean.bytes : "");
    shg_text_fini(&clean);
    shg_out_text(out, "</td>");
    if (c->web.viewer != 0 && row->player == c->web.viewer) {
        shg_out_format(out, "<td>%s</td>", shg_text_in(in, "yours"));
    } else if (c->web.viewer != 0) {
        shg_out_format(
            out,
            "<td><form method=\"post\" action=\"/challenges/answer\"><input type=\"hidden\" "
            "name=\"number\" value=\"%" PRId64 "\"><button>",
            row->id);
        shg_out_format(out, shg_text_in(in, "Accept %" PRId64), row->id);
        shg_out_text(out, "</button></form></td>");
    }
    shg_out_text(out, "</tr>\n");
}

static void add_challenge_form(shg_out *out, shg_language in)
{
    shg_out_format(out, "<h2>%s</h2>\n<form method=\"post\" action=\"/challenges/new\">\n",
                   shg_text_in(in, "Create a challenge"));
    shg_html_field(out, shg_text_in(in, "Rules"), "variant", "", SHG_DEFAULT_VARIANT);
    shg_out_format(out, "<label>%s <select name=\"colour\">", shg_text_in(in, "You are"));
    shg_html_choice(out, "random", shg_text_in(in, "random"), "random");
    shg_html_choice(out, "black", shg_colour_in(in, SHOOGI_BLACK), "");
    shg_html_choice(out, "white", shg_colour_in(in, SHOOGI_WHITE), "");
    shg_out_text(out, "</select></label>\n");
    shg_html_field(out, shg_text_in(in, "Clock"), "clock", "", shg_text_in(in, "15m+10s, or none"));
    shg_html_field(out, shg_text_in(in, "First move"), "move", "", "");
    shg_html_field(out, shg_text_in(in, "Open to"), "pattern", "",
                   shg_text_in(in, "a name, or * for everybody"));
    shg_html_field(out, shg_text_in(in, "Comment"), "comment", "", "");
    shg_out_format(out, "<button>%s</button>\n</form>\n", shg_text_in(in, "Offer"));
}

/* The public challenges: no offers to replay, and no private ones. */
static bool each_challenge(void *context, const shg_challenge *row)
{
    challenge_job *c = context;
    if (shg_replay_game(row->options) == 0 &&
        shg_terms_listed(row, 0, shg_now_ms(c->web.task.server)) &&
        strcmp(shg_privacy_word(row->options), "public") == 0)
        add_challenge(c, row);
    return c->shown < SHG_LIST_ROWS;
}

static shoogi_status run_challenges(shg_job *job, shg_storage *storage)
{
    challenge_job *c = (challenge_job *)(void *)job;
    shg_out *out = &c->web.page.body;
    const shg_language in = c->web.page.language;
    const char *title = shg_text_in(in, "Challenges");
    shg_page_begin(&c->web.page, c->files, title, c->web.viewer != 0);
    if (c->fault[0])
        c->web.page.status = 422;
    shg_out_format(out, "<h1>%s</h1>\n", title);
    shg_html_fault(out, c->fault);
    const shoogi_status status =
        storage->ops->challenge_list(storage, 0, each_challenge, c, &job->error);
    if (c->shown > 0)
        shg_games_html_end(out);
    else
        shg_out_format(out, "<p>%s</p>\n", shg_text_in(in, "There are no challenges."));
    if (c->web.viewer != 0)
        add_challenge_form(out, in);
    shg_page_end(&c->web.page, c->files);
    return status;
}

static void start_challenges(shg_exchange *x, const char *fault)
{
    challenge_job *c = shg_web_job_alloc(x, sizeof *c, SHG_COST_PAGE);
    if (!c)
        return;
    snprintf(c->fault, sizeof c->fault, "%s", fault);
    c->files = x->server->doors->web;
    shg_web_job_read(&c->web, x, run_challenges);
}

static void challenged(shg_exchange *x, const char *form, size_t form_bytes, unsigned status,
                       const shg_json *json, const char *headers)
{
    (void)form;
    (void)form_bytes;
    (void)headers;
    char fault[400], path[40];
    const int64_t game = shg_field_number(json, 0, "game", 0);
    shg_form_member(fault, sizeof fault, json, "error");
    snprintf(path, sizeof path, "/games/%" PRId64, game);
    if (status != 200)
        start_challenges(x, fault[0] ? fault : shg_text_in(x->language, "That is not possible."));
    else
        shg_form_see_other(x, game != 0 ? path : "/challenges", NULL);
}

static void start_new(shg_exchange *x, bool answers)
{
    static const char *const fields[] = {
        "variant", "colour", "clock", "move", "pattern", "comment"
    };
    char number[20];
    shg_out body = shg_out_growing();
    shg_form_get(number, sizeof number, x->body, x->body_bytes, "number");
    shg_json_open(&body, NULL, '{');
    if (answers)
        shg_json_number(&body, "number", strtoll(number, NULL, 10));
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && !answers; i++)
        shg_form_put(&body, x, fields[i], fields[i]);
    shg_json_close(&body, '}');
    shg_form_call_start(x, "/new", &body, false, challenged);
}

void shg_challenges_web(shg_exchange *x)
{
    const bool posts = shg_http_is(x->head, x->head->method, "POST", false);
    const bool answers = shg_text_same(x->path, x->path_bytes, "/answer", 7);
    if (posts && (answers || shg_text_same(x->path, x->path_bytes, "/new", 4)))
        start_new(x, answers);
    else if (!posts && x->path_bytes == 0)
        start_challenges(x, "");
    else
        shg_exchange_refuse(x, 404, "Page not found.");
}
