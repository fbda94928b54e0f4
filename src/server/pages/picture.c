/* picture.c: boards as pictures.
 *
 *     /game/12.svg?ply=7&view=white        of a game after so many moves; by default after the last
 *     /board.png?variant=chu&sfen=...      of a position
 *     /board.svg?variant=shogi&move=7g7f   of the position after a challenge's first move
 *
 * The reader's thread makes the SVG, a child process the PNG. The entity tag of both is the hash
 * of the SVG. */
#include "base/error.h"
#include "server/game/action.h"
#include "server/library/library.h"
#include "server/loop/helper_jobs.h"
#include "server/pages/game_html.h"
#include "server/pages/page_parts.h"
#include "server/pages/pages.h"
#include "server/pages/part.h"
#include "server/pages/png_cache.h"
#include "server/rules/part.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct picture_job {
    shg_web_job web; /* must be first */
    int64_t game;    /* 0: the picture of a position */
    size_t items;
    char key[SHG_KEY_BYTES + 1];
    char variant[SHG_STORAGE_NAME_BYTES_MAX + 1];
    char *sfen;                  /* owned */
    char move[SHG_ACTION_BYTES]; /* "": none */
    shoogi_colour view;
    bool png, lasts; /* lasts: it never changes */
    bool open;       /* public */
    char hash[SHG_PICTURE_KEY_BYTES + 1];
    char tag[SHG_PICTURE_KEY_BYTES + 16];
    char headers[SHG_PICTURE_KEY_BYTES + 32];
} picture_job;

/* ---- the SVG, in the reader's thread ---- */

static shoogi_status no_move(const picture_job *p, shoogi_error *err)
{
    static const char name[] = "ply";
    char found[24];
    snprintf(found, sizeof found, "%zu", p->items);
    (void)shg_error_expected_as(err, "at most the number of moves in the game", name, found,
                                strlen(found));
    return SHOOGI_NOT_FOUND;
}

static shoogi_status draw_game(picture_job *p, shg_storage *storage, shoogi_error *err)
{
    shg_game_state *game = NULL;
    shoogi_position *position = NULL;
    shoogi_status status = shg_game_read_for(&game, &p->web, storage, p->game, p->key, err);
    if (status == SHOOGI_OK && p->items != SIZE_MAX && p->items > game->item_count)
        status = no_move(p, err);
    if (status == SHOOGI_OK)
        status = shg_game_position(&position, game, p->items);
    if (status == SHOOGI_OK) {
        p->open = shg_game_may_see((shg_viewer){ 0 }, game);
        shg_add_picture(&p->web.page, position, p->view);
    }
    shoogi_position_free(position);
    shg_game_free(game);
    return status;
}

static shoogi_status draw_position(picture_job *p, shg_storage *storage, shoogi_error *err)
{
    const shoogi_variant *variant = NULL;
    shg_rules *kept = NULL;
    shoogi_position *position = NULL;
    const char *name = p->variant[0] ? p->variant : SHG_DEFAULT_VARIANT;
    shoogi_status status =
        shg_rules_named(&variant, &kept, p->web.task.server, storage, name, strlen(name), err);
    if (status == SHOOGI_OK)
        status = shoogi_position_new(&position, variant);
    p->web.reads = p->sfen && status == SHOOGI_OK ? "sfen" : NULL;
    if (p->web.reads)
        status = shoogi_sfen_read(position, p->sfen, strlen(p->sfen), err);
    if (p->move[0] && status == SHOOGI_OK) {
        p->web.reads = "move";
        status = shg_action_apply(position, p->move, err);
    }
    if (status == SHOOGI_OK) {
        p->lasts = p->open = true;
        shg_add_picture(&p->web.page, position, p->view);
    }
    shoogi_position_free(position);
    shg_rules_unref(kept);
    return status;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    picture_job *p = (picture_job *)(void *)job;
    const shoogi_status status =
        p->game != 0 ? draw_game(p, storage, &job->error) : draw_position(p, storage, &job->error);
    if (status != SHOOGI_OK)
        return status;
    unsigned char hash[SHG_PICTURE_KEY_BYTES / 2];
    const shg_out *svg = &p->web.page.body;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)svg->bytes, svg->length, NULL, 0);
    sodium_bin2hex(p->hash, sizeof p->hash, hash, sizeof hash);
    snprintf(p->tag, sizeof p->tag, "\"%s%s\"", p->hash, p->png ? "-png" : "");
    snprintf(p->headers, sizeof p->headers, "ETag: %s\r\n", p->tag);
    return SHOOGI_OK;
}

/* ---- answering ---- */

static void set_page(shg_web_page *page, const picture_job *p)
{
    page->status = 200;
    page->content_type = p->png ? "image/png" : "image/svg+xml";
    /* A finished game may later be hidden or deleted, so a cache must ask again before showing
     * its picture. */
    page->cache = !p->open ? "private, no-cache" : p->lasts ? "public, max-age=3600" : "no-cache";
    page->allowed = "style-src 'unsafe-inline'"; /* the SVG has its own style */
    page->embeddable = p->open;
    page->speaks = true;
    page->language = p->web.page.language;
    page->more = p->headers;
}

/* A PNG being drawn, for which the client waits. */
typedef struct waiting {
    shg_exchange *x;
    shg_helper_job *helper_job;
    picture_job of; /* the data for the head of the answer */
} waiting;

static void answer_png(const picture_job *p, shg_exchange *x, const char *png, size_t bytes)
{
    shg_web_page page = shg_web_page_new();
    set_page(&page, p);
    shg_out_bytes(&page.body, png, bytes);
    shg_exchange_answer(x, &page);
}

static void drawn(void *context, shg_helper_job_end end, const char *png, size_t bytes)
{
    waiting *w = context;
    shg_exchange *x = w->x;
    x->gone = NULL;
    if (end == SHG_HELPER_JOB_DONE &&
        shg_picture_add(x->server->pages->pictures, w->of.hash, png, bytes))
        answer_png(&w->of, x, png, bytes);
    else
        shg_exchange_refuse(x, 503,
                            end == SHG_HELPER_JOB_FULL
                                ? shg_share_rows[SHG_SHARE_pictures].refusal
                                : "This picture cannot be drawn now.  Use the SVG instead.");
    free(w);
}

static void gone(shg_exchange *x)
{
    waiting *w = x->context;
    shg_helper_job_cancel(w->helper_job);
    free(w);
}

static void draw_png(picture_job *p, shg_exchange *x)
{
    size_t bytes;
    const char *png = shg_picture_find(x->server->pages->pictures, p->hash, &bytes);
    waiting *w = png ? NULL : calloc(1, sizeof *w);
    if (png)
        answer_png(p, x, png, bytes);
    else if (!w)
        shg_exchange_refuse(x, 503, "The server is out of memory.");
    if (!w)
        return;
    w->x = x;
    w->of = *p;
    x->context = w;
    x->gone = gone;
    const shg_owner owner = { .address = x->address, .player = p->web.viewer };
    shg_helper_job *helper_job =
        shg_helper_job_start(x->server->helper_jobs, SHG_HELPER_PICTURES, &owner, "picture",
                             p->web.page.body.bytes, p->web.page.body.length, drawn, w);
    if (helper_job)
        w->helper_job = helper_job;
}

static bool client_has(const picture_job *p, const shg_exchange *x)
{
    shg_http_span value;
    size_t index = 0;
    return shg_http_find(&value, x->head, "If-None-Match", &index) &&
           (shg_http_is(x->head, value, p->tag, false) || shg_http_is(x->head, value, "*", false));
}

static void then(shg_web_job *job, shg_exchange *x)
{
    picture_job *p = (picture_job *)(void *)job;
    set_page(&job->page, p);
    if (job->page.body.spent) {
        shg_exchange_answer(x, &job->page);
    } else if (client_has(p, x)) {
        shg_web_page page = shg_web_page_new();
        set_page(&page, p);
        page.status = 304;
        page.content_type = NULL;
        shg_exchange_answer(x, &page);
    } else if (p->png) {
        draw_png(p, x);
    } else {
        shg_exchange_answer(x, &job->page);
    }
}

static void fini(shg_web_job *job)
{
    free(((picture_job *)job)->sfen);
}

/* ---- asking ---- */

static void start(shg_exchange *x, int64_t game, bool png)
{
    size_t items;
    shoogi_colour view;
    if (!shg_query_number(&items, x, "ply", SIZE_MAX) || !shg_query_view(&view, x))
        return;
    picture_job *p = shg_web_job_alloc(x, sizeof *p, png ? SHG_COST_WORK : SHG_COST_PAGE);
    if (!p)
        return;
    shg_out variant = shg_out_make(p->variant, sizeof p->variant);
    shg_out sfen = shg_out_growing();
    shg_query_get(&variant, x->query, x->query_bytes, "variant");
    shg_query_get(&sfen, x->query, x->query_bytes, "sfen");
    shg_out move = shg_out_make(p->move, sizeof p->move);
    shg_query_get(&move, x->query, x->query_bytes, "move");
    shg_query_key(p->key, x);
    p->game = game;
    p->items = items;
    p->png = png;
    p->view = view;
    p->sfen = sfen.bytes;
    p->web.then = then;
    p->web.fini = fini;
    shg_web_job_read(&p->web, x, run);
}

void shg_game_picture_web(shg_exchange *x)
{
    int64_t id;
    const char *rest;
    size_t rest_bytes;
    const bool good = shg_path_number(&id, &rest, &rest_bytes, x->path, x->path_bytes) &&
                      rest_bytes == 4 &&
                      (memcmp(rest, ".svg", 4) == 0 || memcmp(rest, ".png", 4) == 0) && id != 0;
    if (good)
        start(x, id, rest[1] == 'p');
    else
        shg_exchange_refuse(x, 404, "There is no such picture.  Try /game/12.svg or /game/12.png.");
}

void shg_board_svg_web(shg_exchange *x)
{
    start(x, 0, false);
}

void shg_board_png_web(shg_exchange *x)
{
    start(x, 0, true);
}
