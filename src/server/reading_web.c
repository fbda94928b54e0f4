/* reading_web.c: the pages that read without a script, and records to take away.
 *
 *     /games            lists and searches     /games/12?ply=7    a game       /games/12.kif   its record
 *     /records/5        a record  /records/5.csa  as a file
 *     /players/anna     a player               /challenges        challenges   /embed/12       a board for other pages */
#include "base/error.h"
#include "base/json_write.h"
#include "server/challenge_terms.h"
#include "server/form_web.h"
#include "server/game_html.h"
#include "server/game_options.h"
#include "server/game_record.h"
#include "server/help_write.h"
#include "server/library.h"
#include "server/page_html.h"
#include "server/pattern.h"
#include "server/privacy.h"
#include "server/ratings.h"
#include "server/reading_web.h"
#include "server/record_html.h"
#include "server/replay.h"
#include "server/text_buffer.h"
#include "server/time_text.h"
#include "server/web_job.h"
#include "server/web_pages.h"
#include "shoogi/encoding.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_text(shg_out *out, const char *text)
{
    shg_html_text(out, text, strlen(text));
}

/* What is wrong with what was asked; nothing for "". */
static void add_fault(shg_out *out, const char *fault)
{
    if (!fault[0])
        return;
    shg_out_text(out, "<p class=\"fault\" role=\"alert\">");
    add_text(out, fault);
    shg_out_text(out, "</p>\n");
}

/* ---- one game ---- */

typedef struct game_job {
    shg_web_job web; /* must be first */
    int64_t id;
    size_t items;
    char key[SHG_KEY_BYTES + 1]; /* of a protected game, as the query has it */
    void (*write)(struct game_job *job, const shg_game_state *game);
    const shg_web_files *files;
    shoogi_format format;
    bool encodes; /* in Shift_JIS if it can */
    char disposition[100];
    char site[280];                            /* "https://example.org" */
    char typed[64], fault[400], question[120]; /* of the form for a move */
} game_job;

static void write_game(game_job *g, const shg_game_state *game);

/* Whoever sees nothing without a script may yet see it with one, when he has logged in. */
static void write_nothing(game_job *g)
{
    char title[40];
    snprintf(title, sizeof title, "Game %" PRId64, g->id);
    shg_page_begin(&g->web.page, g->files, title, false);
    shg_out_format(&g->web.page.body, "<h1>%s</h1>\n<p>There is no such game.</p>\n", title);
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
    char title[SHG_GAME_PLAYERS_BYTES + 40], players[SHG_GAME_PLAYERS_BYTES];
    shg_out told = shg_out_make(players, sizeof players);
    shg_game_players_write(&told, game);
    snprintf(title, sizeof title, "Game %" PRId64 ": %s", game->id, players);
    const shg_move_form form = { .typed = g->typed, .fault = g->fault, .question = g->question };
    const int colour = g->web.viewer != 0 ? shg_game_colour_of(game, g->web.viewer) : -1;
    const bool moves = !shg_game_over(game) && g->items >= game->items_count &&
                       colour == (int)shoogi_position_side(game->position);
    shg_page_begin(&g->web.page, g->files, title, moves);
    if (!moves)
        add_fault(&g->web.page.body, g->fault);
    shg_game_html(&g->web.page.body, game, g->items, g->web.now_ms, moves ? &form : NULL,
                  colour == SHOOGI_WHITE ? SHOOGI_WHITE : SHOOGI_BLACK, g->site);
    shg_page_end(&g->web.page, g->files);
    if (g->fault[0])
        g->web.page.status = 422;
    else
        g->web.page.cache = "no-cache";
}

static void write_embedded(game_job *g, const shg_game_state *game)
{
    shg_web_page *page = &g->web.page;
    page->status = 200;
    page->content_type = "text/html; charset=utf-8";
    page->cache = "no-cache";
    page->allowed = "style-src 'self'; img-src 'self'";
    page->embeddable = true;
    shg_out_format(&page->body,
                   "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width\">\n"
                   "<link rel=\"stylesheet\" href=\"/help/style.css\">\n"
                   "<link rel=\"stylesheet\" href=\"/reading.css\">\n<title>Game %" PRId64
                   " - shoogi</title>\n</head>\n<body>\n<main class=\"reading embedded\">\n",
                   game->id);
    shg_game_html_embedded(&page->body, game, g->items);
    shg_out_text(&page->body, "</main>\n</body>\n</html>\n");
}

/* ---- records ---- */

static const char *media_type(shoogi_format format, bool shift_jis)
{
    if (format == SHOOGI_FORMAT_JKF)
        return "application/json";
    if (format == SHOOGI_FORMAT_PGN)
        return "application/vnd.chess-pgn";
    return shift_jis ? "text/plain; charset=Shift_JIS" : "text/plain; charset=utf-8";
}

/* Programs of old read such a file in their own encoding only; what that cannot hold is in UTF-8 after all. */
static bool encode(char **text, size_t *bytes, shoogi_format format, const shoogi_record *record)
{
    const shoogi_record_writing how = { .encoding =
                                            shoogi_encoding_word(SHOOGI_ENCODING_SHIFT_JIS) };
    char *lines = NULL, *encoded = NULL;
    size_t lines_bytes = 0, encoded_bytes = 0, faults = 0;
    uint32_t losses;
    const bool good = shoogi_record_write(&lines, &lines_bytes, &losses, format, record, &how,
                                          NULL) == SHOOGI_OK &&
                      shoogi_text_encode(&encoded, &encoded_bytes, SHOOGI_ENCODING_SHIFT_JIS, lines,
                                         lines_bytes, &faults, NULL) == SHOOGI_OK &&
                      faults == 0;
    shoogi_text_free(lines);
    if (good) {
        *text = encoded;
        *bytes = encoded_bytes;
    } else {
        shoogi_text_free(encoded);
    }
    return good;
}

void shg_record_page(shg_web_page *page, const shoogi_record *record, shoogi_format format,
                     bool old_encoding)
{
    char *text = NULL;
    size_t bytes = 0;
    uint32_t losses;
    shoogi_error err = { 0 };
    const bool encoded = old_encoding && encode(&text, &bytes, format, record);
    const shoogi_status status =
        encoded ? SHOOGI_OK
                : shoogi_record_write(&text, &bytes, &losses, format, record, NULL, &err);
    page->status = status == SHOOGI_OK ? 200 : 422;
    if (status == SHOOGI_OK) {
        page->content_type = media_type(format, encoded);
        shg_out_bytes(&page->body, text, bytes);
    } else {
        shg_out_format(&page->body, "This cannot be written as %s: %s.\n",
                       shoogi_format_word(format),
                       err.message[0] ? err.message : shoogi_status_text(status));
    }
    shoogi_text_free(text);
}

static void write_record(game_job *g, const shg_game_state *game)
{
    shoogi_record *record = NULL;
    if (shg_game_record(&record, game) == SHOOGI_OK)
        shg_record_page(&g->web.page, record, g->format, g->encodes);
    else
        g->web.page.body.spent = true;
    shoogi_record_free(record);
    g->web.page.cache = "no-cache";
    if (g->web.page.status == 200)
        g->web.page.more = g->disposition;
}

/* One of the library: what is stored is in our own format. */
static shoogi_status run_record(shg_job *job, shg_storage *storage)
{
    game_job *g = (game_job *)(void *)job;
    shg_record_row row;
    shg_rules *rules = NULL;
    shoogi_record *record = NULL;
    size_t count;
    shoogi_status status = storage->ops->record_get(storage, &row, g->id, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const size_t bytes = row.text_bytes;
    const int64_t definition = row.definition;
    char variant[SHG_STORAGE_NAME_BYTES_MAX + 1], by[SHG_NAME_BYTES_MAX + 1];
    snprintf(variant, sizeof variant, "%s", row.variant);
    snprintf(by, sizeof by, "%s", row.player_name);
    char *text = malloc(bytes + 1);
    if (text)
        memcpy(text, row.text, bytes);
    status =
        text ? shg_rules_get(&rules, g->web.task.server->rules, storage, definition, &job->error)
             : SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK) {
        const shoogi_record_reading how = { .variant = shg_rules_variant(rules) };
        status = shoogi_record_read(&record, NULL, SHOOGI_FORMAT_SHOOGI, text, bytes, &how,
                                    &job->error, 1, &count);
    }
    if (status == SHOOGI_OK && g->format == SHOOGI_FORMAT_COUNT) {
        const shg_record_row told = {
            .id = g->id, .definition = definition, .variant = variant, .player_name = by
        };
        char title[40];
        snprintf(title, sizeof title, "Record %" PRId64, g->id);
        shg_page_begin(&g->web.page, g->files, title, false);
        status = shg_record_html(&g->web.page.body, &told, record, g->items);
        shg_page_end(&g->web.page, g->files);
    } else if (status == SHOOGI_OK) {
        shg_record_page(&g->web.page, record, g->format, g->encodes);
    }
    if (g->format == SHOOGI_FORMAT_COUNT) {
        g->web.page.cache = "no-cache";
    } else if (g->web.page.status == 200) {
        g->web.page.cache = "public, max-age=3600";
        g->web.page.more = g->disposition;
    }
    shoogi_record_free(record);
    shg_rules_unref(rules);
    free(text);
    return status;
}

/* How the client reaches us: the host has been seen to be one of ours. */
static void take_site(game_job *g, const shg_exchange *x)
{
    const shg_http_span host = x->head->host;
    snprintf(g->site, sizeof g->site, "%s://%.*s", x->https ? "https" : "http", (int)host.bytes,
             shg_http_text(x->head, host));
}

/* ---- addresses ---- */

bool shg_path_number(int64_t *number, const char **rest, size_t *rest_bytes, const char *path,
                     size_t path_bytes)
{
    size_t at = 1;
    int64_t value = 0;
    if (path_bytes < 2 || path[0] != '/' || !shg_is_digit(path[1]))
        return false;
    for (; at < path_bytes && shg_is_digit(path[at]) && at < 19; at++)
        value = value * 10 + (path[at] - '0');
    *number = value;
    *rest = path + at;
    *rest_bytes = path_bytes - at;
    return true;
}

size_t shg_query_number(const shg_exchange *x, const char *name, size_t otherwise)
{
    char text[12] = "";
    shg_out out = shg_out_make(text, sizeof text);
    size_t number = 0;
    shg_query_get(&out, x->query, x->query_bytes, name);
    if (out.length == 0 || out.length >= 9)
        return otherwise;
    for (const char *c = text; *c; c++) {
        if (!shg_is_digit(*c))
            return otherwise;
        number = number * 10 + (size_t)(*c - '0');
    }
    return number;
}

void shg_query_key(char key[SHG_KEY_BYTES + 1], const shg_exchange *x)
{
    shg_out out = shg_out_make(key, SHG_KEY_BYTES + 1);
    shg_query_get(&out, x->query, x->query_bytes, "key");
}

shoogi_status shg_game_read_for(shg_game_state **out, const shg_web_job *job, shg_storage *storage,
                                int64_t id, const char *key, shoogi_error *err)
{
    const shg_server *server = job->task.server;
    shg_game_state *game = NULL;
    shoogi_status status =
        shg_game_read(&game, storage, server->rules, &server->downtimes, id, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_sight sight = { .player = job->viewer,
                              .opened = shg_key_opens(key, strlen(key), game->id, game->options) };
    if (shg_game_may_see(sight, game)) {
        *out = game;
        return SHOOGI_OK;
    }
    shg_game_free(game);
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "there is no game %" PRId64, id);
}

bool shg_format_of_extension(shoogi_format *format, bool *old_encoding, const char *text,
                             size_t bytes)
{
    for (int i = 0; i < SHOOGI_FORMAT_COUNT; i++) {
        const char *word = shoogi_format_word((shoogi_format)i);
        *format = (shoogi_format)i;
        /* Those of ".kifu" and ".ki2u" are in UTF-8. */
        *old_encoding = *format == SHOOGI_FORMAT_KIF || *format == SHOOGI_FORMAT_KI2;
        if (shg_text_same(word, strlen(word), text, bytes))
            return true;
        *old_encoding = false;
        const char *more = shoogi_format_extensions(*format);
        for (size_t length; *more; more += length + (more[length] == ' ')) {
            length = strcspn(more, " ");
            if (shg_text_same(more, length, text, bytes))
                return true;
        }
    }
    return false;
}

/* The format that stands in the address.  False after refusing. */
static bool take_format(game_job *g, shg_exchange *x, const char *rest, size_t rest_bytes)
{
    snprintf(g->disposition, sizeof g->disposition,
             "Content-Disposition: attachment; filename=\"shoogi-%" PRId64 ".%.*s\"\r\n", g->id,
             (int)rest_bytes - 1, rest + 1);
    if (shg_format_of_extension(&g->format, &g->encodes, rest + 1, rest_bytes - 1))
        return true;
    free(g);
    shg_exchange_refuse(x, 404, "There is no record of that format.");
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
    game_job *g = shg_web_job_alloc(x, sizeof *g, SHG_COST_PAGE);
    if (!g)
        return;
    g->id = id;
    g->files = x->server->web;
    g->items = shg_query_number(x, "ply", SIZE_MAX);
    g->format = SHOOGI_FORMAT_COUNT;
    if (rest_bytes == 0 || take_format(g, x, rest, rest_bytes))
        shg_web_job_read(&g->web, x, run_record);
}

static void start_game(shg_exchange *x, int64_t id,
                       void (*write)(game_job *job, const shg_game_state *game), const char *rest,
                       size_t rest_bytes)
{
    game_job *g = shg_web_job_alloc(x, sizeof *g, SHG_COST_PAGE);
    if (!g)
        return;
    shg_query_key(g->key, x);
    g->id = id;
    g->write = write;
    g->files = x->server->web;
    take_site(g, x);
    g->items = shg_query_number(x, "ply", SIZE_MAX);
    if (write == write_record && !take_format(g, x, rest, rest_bytes))
        return;
    shg_web_job_read(&g->web, x, run_game);
}

/* ---- a move ---- */

/* The form again, with what is wrong or left open. */
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
        snprintf(g->fault, sizeof g->fault, "That is not possible.");
    g->id = id;
    g->write = write_game;
    g->files = x->server->web;
    take_site(g, x);
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

/* ---- lists ---- */

typedef struct list_job {
    shg_web_job web; /* must be first */
    shg_search search;
    const shg_web_files *files;
    bool any; /* something was asked */
    bool first;
    char fault[SHOOGI_MESSAGE_BYTES];
} list_job;

static void add_field(shg_out *out, const char *label, const char *name, const char *value,
                      const char *hint)
{
    shg_out_format(out, "<label>%s <input name=\"%s\" value=\"", label, name);
    add_text(out, value ? value : "");
    shg_out_format(out, "\" placeholder=\"%s\"></label>\n", hint);
}

static void add_choice(shg_out *out, const char *value, const char *words, const char *chosen)
{
    shg_out_format(out, "<option value=\"%s\"%s>%s</option>", value,
                   strcmp(value, chosen) == 0 ? " selected" : "", words);
}

static void add_search_form(shg_out *out, const shg_search *s)
{
    static const char *const states[] = { "", "running", "finished" };
    shg_out_text(out, "<form action=\"/games\" method=\"get\" role=\"search\">\n");
    add_field(out, "Player", "player", s->player, "");
    add_field(out, "Rules", "variant", s->variant, "shogi");
    shg_out_text(out, "<label>State <select name=\"state\">");
    add_choice(out, "", "any", states[s->state]);
    add_choice(out, "running", "running", states[s->state]);
    add_choice(out, "finished", "finished", states[s->state]);
    shg_out_text(out, "</select></label>\n<label>Result <select name=\"result\">");
    add_choice(out, "", "any", s->outcome);
    add_choice(out, "black", "Black has won", s->outcome);
    add_choice(out, "white", "White has won", s->outcome);
    add_choice(out, "draw", "drawn", s->outcome);
    add_choice(out, "no-contest", "no contest", s->outcome);
    shg_out_text(out, "</select></label>\n<label>Among <select name=\"in\">");
    add_choice(out, "games", "games played here", s->records ? "records" : "games");
    add_choice(out, "records", "uploaded records", s->records ? "records" : "games");
    shg_out_text(out, "</select></label>\n");
    add_field(out, "With the position", "position", s->sfen, "SFEN");
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
        add_text(out, cells[i]);
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
        add_fault(out, l->fault);
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

static void start_list(shg_exchange *x)
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

/* ---- a player ---- */

typedef struct player_job {
    shg_web_job web; /* must be first */
    const shg_web_files *files;
    char name[SHG_NAME_BYTES_MAX + 1];
    size_t shown;
    bool running, first;
    struct {
        char variant[SHG_STORAGE_NAME_BYTES_MAX + 1], speed[SHG_STORAGE_NAME_BYTES_MAX + 1];
        shg_rating rating;
    } ratings[SHG_SEARCH_ROWS];
    size_t ratings_count;
} player_job;

/* The latest of each variant and speed; those beyond the bound are left out. */
static bool each_rating(void *context, const shg_rating_row *row)
{
    player_job *p = context;
    size_t i = 0;
    while (i < p->ratings_count && (strcmp(p->ratings[i].variant, row->variant) != 0 ||
                                    strcmp(p->ratings[i].speed, row->speed) != 0))
        i++;
    if (i == SHG_SEARCH_ROWS)
        return true;
    p->ratings_count += i == p->ratings_count;
    snprintf(p->ratings[i].variant, sizeof p->ratings[i].variant, "%s", row->variant);
    snprintf(p->ratings[i].speed, sizeof p->ratings[i].speed, "%s", row->speed);
    p->ratings[i].rating = shg_rating_after(row);
    return true;
}

static bool each_of_player(void *context, const shg_game *row)
{
    player_job *p = context;
    if ((row->outcome[0] == '\0') != p->running || !shg_game_row_may_list(p->web.viewer, row))
        return true;
    if (p->first)
        shg_games_html_begin(&p->web.page.body, p->running ? "Running games" : "Latest games");
    p->first = false;
    shg_games_html_row(&p->web.page.body, row, -1);
    return ++p->shown < SHG_SEARCH_ROWS;
}

static shoogi_status add_games(player_job *p, shg_storage *storage, int64_t id, bool running,
                               shoogi_error *err)
{
    const shg_game_filter filter = { .player = id,
                                     .running_only = running,
                                     .newest_first = !running };
    p->running = running;
    p->first = true;
    p->shown = 0;
    const shoogi_status status = storage->ops->game_list(storage, &filter, each_of_player, p, err);
    if (!p->first)
        shg_games_html_end(&p->web.page.body);
    return status;
}

static void add_ratings(player_job *p)
{
    shg_out *out = &p->web.page.body;
    if (p->ratings_count == 0)
        return;
    shg_out_text(out, "<table>\n<caption>Ratings</caption>\n<thead><tr><th scope=\"col\">Rules</th>"
                      "<th scope=\"col\">Speed</th><th scope=\"col\">Rating</th>"
                      "<th scope=\"col\">Games</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < p->ratings_count; i++) {
        const shg_rating now = shg_rating_at(&p->ratings[i].rating, p->web.now_ms);
        char text[SHG_RATING_TEXT_BYTES];
        shg_rating_write(text, &now);
        shg_out_text(out, "<tr><td>");
        add_text(out, p->ratings[i].variant);
        shg_out_text(out, "</td><td>");
        add_text(out, p->ratings[i].speed);
        shg_out_format(out, "</td><td>%s</td><td>%u</td></tr>\n", text, now.games);
    }
    shg_out_text(out, "</tbody>\n</table>\n");
}

static shoogi_status run_player(shg_job *job, shg_storage *storage)
{
    player_job *p = (player_job *)(void *)job;
    shg_out *out = &p->web.page.body;
    shg_player row;
    shoogi_status status = storage->ops->player_by_name(storage, &row, p->name, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const int64_t id = row.id;
    char since[SHG_TIME_TEXT_BYTES], seen[SHG_TIME_TEXT_BYTES];
    shg_time_write(since, row.created_ms);
    shg_time_write(seen, row.seen_ms);
    shg_page_begin(&p->web.page, p->files, row.name, false);
    shg_out_text(out, "<h1>");
    add_text(out, row.name);
    shg_out_format(
        out, "</h1>\n<dl>\n<dt>%s</dt><dd>%s UTC</dd>\n<dt>Last seen</dt><dd>%s UTC</dd>\n</dl>\n",
        row.password[0] ? "Here since" : "A guest since", since, seen);
    const shg_rating_filter ratings = { .player = id };
    status = storage->ops->rating_list(storage, &ratings, each_rating, p, &job->error);
    add_ratings(p);
    if (status == SHOOGI_OK)
        status = add_games(p, storage, id, true, &job->error);
    if (status == SHOOGI_OK)
        status = add_games(p, storage, id, false, &job->error);
    shg_out_format(out, "<p><a href=\"/games?player=%s\">All games of %s</a></p>\n", p->name,
                   p->name);
    shg_page_end(&p->web.page, p->files);
    return status;
}

void shg_players_web(shg_exchange *x)
{
    char name[SHG_NAME_BYTES_MAX + 1];
    shg_out out = shg_out_make(name, sizeof name);
    const char *path = x->path;
    size_t path_bytes = x->path_bytes;
    /* A name that none can have is not looked for. */
    const bool good = shg_path_next(&out, &path, &path_bytes) && path_bytes == 0 &&
                      out.length < sizeof name &&
                      strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
                                   "klmnopqrstuvwxyz0123456789._") == out.length;
    if (!good || out.length == 0) {
        shg_exchange_refuse(x, 404, "There is no such player.");
        return;
    }
    player_job *p = shg_web_job_alloc(x, sizeof *p, SHG_COST_PAGE);
    if (!p)
        return;
    memcpy(p->name, name, sizeof name);
    p->files = x->server->web;
    shg_web_job_read(&p->web, x, run_player);
}

/* ---- challenges ---- */

typedef struct challenge_job {
    shg_web_job web; /* must be first */
    const shg_web_files *files;
    size_t shown;
    char fault[400];
} challenge_job;

static void add_challenge(challenge_job *c, const shg_challenge *row)
{
    shg_out *out = &c->web.page.body;
    char conditions[SHG_CONDITIONS_BYTES];
    shg_out told = shg_out_make(conditions, sizeof conditions);
    shg_options_tell(&told, row->options);
    if (c->shown++ == 0)
        shg_out_format(
            out,
            "<table>\n<thead><tr><th scope=\"col\">Number</th><th scope=\"col\">Rules</th>"
            "<th scope=\"col\">By</th><th scope=\"col\">You get</th>"
            "<th scope=\"col\">For</th><th scope=\"col\">Conditions</th>"
            "<th scope=\"col\">Comment</th>%s</tr></thead>\n<tbody>\n",
            c->web.viewer != 0 ? "<th scope=\"col\">Answer</th>" : "");
    shg_out_format(out, "<tr><td>%" PRId64 "</td><td>", row->id);
    add_text(out, row->variant);
    shg_out_format(out, "</td><td><a href=\"/players/%s\">%s</a></td><td>%s</td><td>",
                   row->player_name, row->player_name,
                   strcmp(row->colour, "black") == 0    ? "White"
                   : strcmp(row->colour, "random") == 0 ? "by lot"
                                                        : "Black");
    shg_text_buffer clean = { 0 };
    shg_text_add_clean(&clean, row->pattern, strlen(row->pattern), SHG_PATTERN_CHARACTERS_MAX);
    add_text(out, clean.bytes ? clean.bytes : "");
    shg_text_fini(&clean);
    shg_out_text(out, "</td><td>");
    add_text(out, conditions);
    shg_out_text(out, "</td><td>");
    clean = (shg_text_buffer){ 0 };
    shg_text_add_clean(&clean, row->comment, strlen(row->comment), SHG_COMMENT_CHARACTERS_MAX);
    add_text(out, clean.bytes ? clean.bytes : "");
    shg_text_fini(&clean);
    shg_out_text(out, "</td>");
    if (c->web.viewer != 0 && row->player == c->web.viewer)
        shg_out_text(out, "<td>your own</td>");
    else if (c->web.viewer != 0)
        shg_out_format(
            out,
            "<td><form method=\"post\" action=\"/challenges/answer\"><input type=\"hidden\" "
            "name=\"number\" value=\"%" PRId64 "\"><button>Answer %" PRId64 "</button></form></td>",
            row->id, row->id);
    shg_out_text(out, "</tr>\n");
}

static void add_challenge_form(shg_out *out)
{
    shg_out_text(out, "<h2>Make one</h2>\n<form method=\"post\" action=\"/challenges/new\">\n");
    add_field(out, "Rules", "variant", "", "shogi");
    shg_out_text(out, "<label>You are <select name=\"colour\">");
    add_choice(out, "random", "by lot", "random");
    add_choice(out, "black", "Black", "");
    add_choice(out, "white", "White", "");
    shg_out_text(out, "</select></label>\n");
    add_field(out, "Clock", "clock", "", "15m+10s, or none");
    add_field(out, "First move", "move", "", "");
    add_field(out, "For whom", "pattern", "", "a name, or * for all");
    add_field(out, "Comment", "comment", "", "");
    shg_out_text(out, "<button>Offer</button>\n</form>\n");
}

/* Those that anybody may see: no game that is offered again, and nothing that is private. */
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
    shg_page_begin(&c->web.page, c->files, "Challenges", c->web.viewer != 0);
    if (c->fault[0])
        c->web.page.status = 422;
    shg_out_text(out, "<h1>Challenges</h1>\n");
    add_fault(out, c->fault);
    const shoogi_status status =
        storage->ops->challenge_list(storage, 0, each_challenge, c, &job->error);
    shg_out_text(out, c->shown > 0 ? "</tbody>\n</table>\n" : "<p>There are none.</p>\n");
    if (c->web.viewer != 0)
        add_challenge_form(out);
    shg_page_end(&c->web.page, c->files);
    return status;
}

static void start_challenges(shg_exchange *x, const char *fault)
{
    challenge_job *c = shg_web_job_alloc(x, sizeof *c, SHG_COST_PAGE);
    if (!c)
        return;
    snprintf(c->fault, sizeof c->fault, "%s", fault);
    c->files = x->server->web;
    shg_web_job_read(&c->web, x, run_challenges);
}

static void challenged(shg_exchange *x, const char *form, size_t form_bytes, unsigned status,
                       const shg_json *json, const char *headers)
{
    (void)form;
    (void)form_bytes;
    (void)headers;
    char fault[400], path[40];
    const int64_t game = shg_form_number(json, "game");
    shg_form_member(fault, sizeof fault, json, "error");
    snprintf(path, sizeof path, "/games/%" PRId64, game);
    if (status != 200)
        start_challenges(x, fault[0] ? fault : "That is not possible.");
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
        shg_exchange_refuse(x, 404, "There is nothing here.");
}

/* ---- logging in ---- */

static void write_login(shg_exchange *x, unsigned status, const char *name, const char *to,
                        const char *fault)
{
    shg_web_page page = shg_web_page_new();
    shg_out *out = &page.body;
    shg_page_begin(&page, x->server->web, "Log in", true);
    page.status = status;
    shg_out_text(out, "<h1>Log in</h1>\n");
    add_fault(out, fault);
    shg_out_text(
        out,
        "<form method=\"post\" action=\"/login\">\n<input type=\"hidden\" name=\"to\" value=\"");
    add_text(out, to);
    shg_out_text(
        out, "\">\n<label>Name <input name=\"name\" autocomplete=\"username\" required value=\"");
    add_text(out, name);
    shg_out_text(out,
                 "\"></label>\n<label>Password <input name=\"password\" type=\"password\" "
                 "autocomplete=\"current-password\" required></label>\n"
                 "<label>Code, if you use one <input name=\"code\" inputmode=\"numeric\" "
                 "autocomplete=\"one-time-code\"></label>\n<button>Log in</button>\n</form>\n");
    shg_page_end(&page, x->server->web);
    shg_exchange_answer(x, &page);
}

/* Where one goes on: within this site, whatever the form says. */
static void get_way(char *to, size_t room, const char *form, size_t form_bytes)
{
    shg_form_get(to, room, form, form_bytes, "to");
    if (to[0] != '/' || to[1] == '/' || to[1] == '\\' ||
        strspn(to, "/?=&-_.0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") !=
            strlen(to))
        snprintf(to, room, "/games");
}

static void logged_in(shg_exchange *x, const char *form, size_t form_bytes, unsigned status,
                      const shg_json *json, const char *headers)
{
    char to[200], name[SHG_NAME_BYTES_MAX + 1], fault[400];
    get_way(to, sizeof to, form, form_bytes);
    shg_form_get(name, sizeof name, form, form_bytes, "name");
    shg_form_member(fault, sizeof fault, json, "error");
    if (status == 200)
        shg_form_see_other(x, to, headers);
    else
        write_login(x, status, name, to, fault[0] ? fault : "That is not possible.");
}

void shg_login_web(shg_exchange *x)
{
    char to[200];
    if (!shg_http_is(x->head, x->head->method, "POST", false)) {
        get_way(to, sizeof to, x->query, x->query_bytes);
        write_login(x, 200, "", to, "");
        return;
    }
    shg_out body = shg_out_growing();
    shg_json_open(&body, NULL, '{');
    shg_form_put(&body, x, "name", "name");
    shg_form_put(&body, x, "password", "password");
    shg_form_put(&body, x, "code", "code");
    shg_json_close(&body, '}');
    shg_form_call_start(x, "/login", &body, true, logged_in);
}

/* ---- routes ---- */

void shg_games_web(shg_exchange *x)
{
    int64_t id;
    const char *rest;
    size_t rest_bytes;
    const bool posts = shg_http_is(x->head, x->head->method, "POST", false);
    if (x->path_bytes <= 1 && !posts)
        start_list(x);
    else if (!shg_path_number(&id, &rest, &rest_bytes, x->path, x->path_bytes))
        shg_exchange_refuse(x, 404, "There is no such game.");
    else if (posts && shg_text_same(rest, rest_bytes, "/move", 5))
        start_move(x, id);
    else if (posts)
        shg_exchange_refuse(x, 405, "This can only be read.");
    else if (rest_bytes == 0)
        start_game(x, id, write_game, rest, rest_bytes);
    else if (rest[0] == '.' && rest_bytes < 12)
        start_game(x, id, write_record, rest, rest_bytes);
    else
        shg_exchange_refuse(x, 404, "There is nothing here.");
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

void shg_style_web(shg_exchange *x)
{
    shg_web_page page = shg_web_page_new();
    page.status = 200;
    page.content_type = "text/css; charset=utf-8";
    page.cache = "max-age=3600";
    shg_out_text(&page.body, shg_page_style);
    shg_exchange_answer(x, &page);
}
