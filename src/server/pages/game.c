/* game.c: pages and files of games and of library records, without scripts.
 *
 *     /games/12?ply=7    a game      /games/12.kif   its record      /embed/12   a board for other pages
 *     /games/found.kif?player=anna   the records that a search finds
 *     /records/5         a record    /records/5.csa  as a file */
#include "base/error.h"
#include "base/json_write.h"
#include "server/doors/part.h"
#include "server/game/game_record.h"
#include "server/library/record_text.h"
#include "server/pages/form.h"
#include "server/pages/found_records.h"
#include "server/pages/game_html.h"
#include "server/pages/page_html.h"
#include "server/pages/page_parts.h"
#include "server/pages/pages.h"
#include "server/pages/record_html.h"
#include "server/pages/search.h"
#include "server/rules/part.h"
#include "storage/bounds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- one game ---- */

typedef struct game_job {
    shg_web_job web; /* must be first */
    int64_t id;
    size_t items;
    char key[SHG_KEY_BYTES + 1]; /* of a protected game, from the query */
    void (*write)(struct game_job *job, const shg_game_state *game);
    const shg_web_files *files;
    shoogi_format format;
    bool encodes; /* in Shift_JIS if possible */
    char file_name[60];
    char site[280];                            /* "https://example.org" */
    char typed[64], fault[400], question[120]; /* for the form for a move */
} game_job;

static void write_game(game_job *g, const shg_game_state *game);

static shg_reader reader_of(const game_job *g)
{
    return (shg_reader){ g->web.page.language, g->web.page.notation };
}

/* The player may see the game after signing in, which the page's script does. */
static void write_nothing(game_job *g)
{
    char title[80];
    const shg_language in = g->web.page.language;
    snprintf(title, sizeof title, shg_text_in(in, "Game %" PRId64), g->id);
    shg_page_begin(&g->web.page, g->files, title, false);
    shg_out_format(&g->web.page.body, "<h1>%s</h1>\n<p>%s</p>\n", title,
                   shg_text_in(in, "There is no such game."));
    shg_page_end(&g->web.page, g->files);
    g->web.page.status = 404;
}

static shoogi_status run_game(shg_job *job, shg_storage *storage)
{
    game_job *g = (game_job *)(void *)job;
    shg_game_state *game = NULL;
    shoogi_status status = shg_game_read_for(&game, &g->web, storage, g->id, g->key, &job->error);
    if (status == SHOOGI_OK)
        g->write(g, game);
    if (status == SHOOGI_NOT_FOUND && g->write == write_game) {
        write_nothing(g);
        status = SHOOGI_OK;
    }
    shg_game_free(game);
    return status;
}

static void write_game(game_job *g, const shg_game_state *game)
{
    char title[SHG_GAME_PLAYERS_BYTES + 80], players[SHG_GAME_PLAYERS_BYTES];
    const shg_language in = g->web.page.language;
    shg_out buffer = shg_out_make(players, sizeof players);
    shg_game_players_write(&buffer, game, -1, in);
    snprintf(title, sizeof title, shg_text_in(in, "Game %" PRId64 ": %s"), game->id, players);
    const shg_move_form form = { .typed = g->typed, .fault = g->fault, .question = g->question };
    const int colour = g->web.viewer != 0 ? shg_game_colour_of(game, g->web.viewer) : -1;
    const bool moves = !shg_game_over(game) && g->items >= game->item_count &&
                       colour == (int)shoogi_position_side(game->position);
    shg_page_begin(&g->web.page, g->files, title, moves);
    if (!moves)
        shg_html_fault(&g->web.page.body, g->fault);
    shg_game_html(&g->web.page.body, reader_of(g), game,
                  shg_server_title(g->web.task.server, in, game->variant_name), g->items,
                  g->web.now_ms, moves ? &form : NULL,
                  colour == SHOOGI_WHITE ? SHOOGI_WHITE : SHOOGI_BLACK, g->site);
    shg_page_end(&g->web.page, g->files);
    if (g->fault[0])
        g->web.page.status = 422;
    else
        g->web.page.cache = "private, no-cache";
}

static void write_embedded(game_job *g, const shg_game_state *game)
{
    shg_web_page *page = &g->web.page;
    page->status = 200;
    page->content_type = "text/html; charset=utf-8";
    page->cache = "private, no-cache";
    page->allowed = "style-src 'self'; img-src 'self'";
    page->embeddable = true;
    page->speaks = true;
    shg_out_format(&page->body,
                   "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width\">\n"
                   "<link rel=\"stylesheet\" href=\"/help/style.css\">\n"
                   "<link rel=\"stylesheet\" href=\"/reading.css\">\n<title>",
                   shg_language_code(page->language));
    shg_out_format(&page->body, shg_text_in(page->language, "Game %" PRId64), game->id);
    shg_out_text(&page->body,
                 " - shoogi</title>\n</head>\n<body>\n<main class=\"reading embedded\">\n");
    shg_game_html_embedded(&page->body, reader_of(g), game, g->items);
    shg_out_text(&page->body, "</main>\n</body>\n</html>\n");
}

static void write_record(game_job *g, const shg_game_state *game)
{
    shoogi_record *record = NULL;
    if (shg_game_record(&record, game) == SHOOGI_OK)
        shg_record_page(&g->web.page, record, g->format, g->encodes);
    else
        g->web.page.body.spent = true;
    shoogi_record_free(record);
    g->web.page.cache = "private, no-cache";
    if (g->web.page.status == 200)
        g->web.page.file_name = g->file_name;
}

/* A record of the library; it is stored in our own format. */
static shoogi_status run_record(shg_job *job, shg_storage *storage)
{
    game_job *g = (game_job *)(void *)job;
    shg_record_row row;
    shg_rules *rules = NULL;
    shoogi_record *record = NULL;
    shoogi_status status = storage->ops->record_get(storage, &row, g->id, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const int64_t definition = row.definition;
    char variant[SHG_STORAGE_NAME_BYTES_MAX + 1], by[SHG_NAME_BYTES_MAX + 1];
    snprintf(variant, sizeof variant, "%s", row.variant);
    snprintf(by, sizeof by, "%s", row.player_name);
    status = shg_record_read_row(&record, &rules, g->web.task.server, storage, &row, &job->error);
    if (status == SHOOGI_OK && g->format == SHOOGI_FORMAT_COUNT) {
        const shg_record_row shown = {
            .id = g->id, .definition = definition, .variant = variant, .player_name = by
        };
        char title[80];
        const shg_language in = g->web.page.language;
        snprintf(title, sizeof title, shg_text_in(in, "Record %" PRId64), g->id);
        shg_page_begin(&g->web.page, g->files, title, false);
        status = shg_record_html(&g->web.page.body, reader_of(g), &shown, record, g->items);
        shg_page_end(&g->web.page, g->files);
    } else if (status == SHOOGI_OK) {
        shg_record_page(&g->web.page, record, g->format, g->encodes);
    }
    if (g->format == SHOOGI_FORMAT_COUNT) {
        g->web.page.cache = "private, no-cache";
    } else if (g->web.page.status == 200) {
        g->web.page.cache = "public, max-age=3600";
        g->web.page.file_name = g->file_name;
    }
    shoogi_record_free(record);
    shg_rules_unref(rules);
    return status;
}

/* The address by which the client reaches us; its host was checked to be ours. */
static void set_site(game_job *g, const shg_exchange *x)
{
    const shg_http_span host = x->head->host;
    snprintf(g->site, sizeof g->site, "%s://%.*s", x->https ? "https" : "http", (int)host.bytes,
             shg_http_text(x->head, host));
}

/* The format in the address. False after refusing. */
static bool read_format(game_job *g, shg_exchange *x, const char *rest, size_t rest_bytes)
{
    snprintf(g->file_name, sizeof g->file_name, "shoogi-%" PRId64 ".%.*s", g->id,
             (int)rest_bytes - 1, rest + 1);
    if (shg_format_of_extension(&g->format, &g->encodes, rest + 1, rest_bytes - 1))
        return true;
    free(g);
    shg_exchange_refuse(x, 404, "There is no record in that format.");
    return false;
}

void shg_records_web(shg_exchange *x)
{
    int64_t id;
    const char *rest;
    size_t rest_bytes;
    const bool good = shg_path_number(&id, &rest, &rest_bytes, x->path, x->path_bytes);
    if (!good || (rest_bytes > 0 && (rest_bytes < 2 || rest_bytes > 12 || rest[0] != '.'))) {
        shg_exchange_refuse(x, 404, "There is no such record.");
        return;
    }
    size_t items;
    if (!shg_query_number(&items, x, "ply", SIZE_MAX))
        return;
    game_job *g = shg_web_job_alloc(x, sizeof *g, SHG_COST_PAGE);
    if (!g)
        return;
    g->id = id;
    g->files = x->server->doors->web;
    g->items = items;
    g->format = SHOOGI_FORMAT_COUNT;
    if (rest_bytes == 0 || read_format(g, x, rest, rest_bytes))
        shg_web_job_read(&g->web, x, run_record);
}

static void start_game(shg_exchange *x, int64_t id,
                       void (*write)(game_job *job, const shg_game_state *game), const char *rest,
                       size_t rest_bytes)
{
    size_t items;
    if (!shg_query_number(&items, x, "ply", SIZE_MAX))
        return;
    game_job *g = shg_web_job_alloc(x, sizeof *g, SHG_COST_PAGE);
    if (!g)
        return;
    shg_query_key(g->key, x);
    g->id = id;
    g->write = write;
    g->files = x->server->doors->web;
    set_site(g, x);
    g->items = items;
    if (write == write_record && !read_format(g, x, rest, rest_bytes))
        return;
    shg_web_job_read(&g->web, x, run_game);
}

/* ---- a move ---- */

/* Answers with the form again, with the fault or the open question. */
static void moved(shg_exchange *x, const char *form, size_t form_bytes, unsigned status,
                  const shg_json *json, const char *headers)
{
    int64_t id = 0;
    const char *rest;
    size_t rest_bytes;
    char path[40];
    (void)headers;
    shg_path_number(&id, &rest, &rest_bytes, x->path, x->path_bytes);
    if (status == 200) {
        snprintf(path, sizeof path, "/games/%" PRId64, id);
        shg_form_see_other(x, path, NULL);
        return;
    }
    game_job *g = shg_web_job_alloc(x, sizeof *g, SHG_COST_PAGE);
    if (!g)
        return;
    shg_form_get(g->typed, sizeof g->typed, form, form_bytes, "move");
    shg_form_member(g->fault, sizeof g->fault, json, "error");
    shg_form_member(g->question, sizeof g->question, json, "question");
    if (!g->fault[0])
        snprintf(g->fault, sizeof g->fault, "%s",
                 shg_text_in(x->language, "That is not possible."));
    g->id = id;
    g->write = write_game;
    g->files = x->server->doors->web;
    set_site(g, x);
    g->items = SIZE_MAX;
    shg_web_job_read(&g->web, x, run_game);
}

static void start_move(shg_exchange *x, int64_t id)
{
    char known[20], answer[40];
    shg_out body = shg_out_growing();
    shg_form_get(known, sizeof known, x->body, x->body_bytes, "known");
    shg_form_get(answer, sizeof answer, x->body, x->body_bytes, "answer");
    shg_json_open(&body, NULL, '{');
    shg_json_number(&body, "game", id);
    if (known[0])
        shg_json_number(&body, "known", strtoll(known, NULL, 10));
    shg_form_put(&body, x, "move", "move");
    shg_json_open(&body, "answers", '[');
    if (answer[0])
        shg_json_text(&body, NULL, answer);
    shg_json_close(&body, ']');
    shg_json_close(&body, '}');
    shg_form_call_start(x, "/play", &body, false, moved);
}

/* ---- routes ---- */

void shg_games_web(shg_exchange *x)
{
    int64_t id;
    const char *rest;
    size_t rest_bytes;
    static const char found[] = "/found.";
    const size_t found_bytes = sizeof found - 1;
    const bool posts = shg_http_is(x->head, x->head->method, "POST", false);
    if (x->path_bytes <= 1 && !posts)
        shg_search_web(x);
    else if (!posts && x->path_bytes > found_bytes && memcmp(x->path, found, found_bytes) == 0)
        shg_found_records_web(x, x->path + found_bytes, x->path_bytes - found_bytes);
    else if (!shg_path_number(&id, &rest, &rest_bytes, x->path, x->path_bytes))
        shg_exchange_refuse(x, 404, "There is no such game.");
    else if (posts && shg_text_same(rest, rest_bytes, "/move", 5))
        start_move(x, id);
    else if (posts)
        shg_exchange_refuse(x, 405, "This page can only be read.");
    else if (rest_bytes == 0)
        start_game(x, id, write_game, rest, rest_bytes);
    else if (rest[0] == '.' && rest_bytes < 12)
        start_game(x, id, write_record, rest, rest_bytes);
    else
        shg_exchange_refuse(x, 404, "Page not found.");
}

void shg_embed_web(shg_exchange *x)
{
    int64_t id;
    const char *rest;
    size_t rest_bytes;
    if (shg_path_number(&id, &rest, &rest_bytes, x->path, x->path_bytes) && rest_bytes == 0)
        start_game(x, id, write_embedded, rest, rest_bytes);
    else
        shg_exchange_refuse(x, 404, "There is no such game.");
}
