/* player.c: /players/anna: a player's ratings and games, without a script. */
#include "server/account/guest.h"
#include "server/doors/part.h"
#include "server/doors/web_job.h"
#include "server/game/privacy.h"
#include "server/loop/time_text.h"
#include "server/pages/game_html.h"
#include "server/pages/page_html.h"
#include "server/pages/pages.h"
#include "server/rating/stored_ratings.h"
#include "server/rules/part.h"
#include "storage/bounds.h"

#include <stdio.h>
#include <string.h>

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
    size_t rating_count;
} player_job;

/* The latest rating of each variant and speed, up to the limit. */
static bool each_rating(void *context, const shg_rating_row *row)
{
    player_job *p = context;
    size_t i = 0;
    while (i < p->rating_count && (strcmp(p->ratings[i].variant, row->variant) != 0 ||
                                   strcmp(p->ratings[i].speed, row->speed) != 0))
        i++;
    if (i == SHG_SEARCH_ROWS)
        return true;
    p->rating_count += i == p->rating_count;
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
        shg_games_html_begin(&p->web.page.body, p->web.page.language,
                             p->running ? SHG_TEXT("Running games") : SHG_TEXT("Latest games"));
    p->first = false;
    shg_games_html_row(&p->web.page.body, p->web.page.language, row, -1);
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
    if (p->rating_count == 0)
        return;
    static const char *const names[] = { SHG_TEXT("Rules"), SHG_TEXT("Speed"), SHG_TEXT("Rating"),
                                         SHG_TEXT("Games") };
    shg_html_table(out, p->web.page.language, SHG_TEXT("Ratings"), names,
                   sizeof names / sizeof names[0]);
    for (size_t i = 0; i < p->rating_count; i++) {
        const shg_rating now = shg_rating_at(&p->ratings[i].rating, p->web.now_ms);
        char text[SHG_RATING_TEXT_BYTES];
        shg_rating_write(text, &now);
        shg_out_text(out, "<tr><td>");
        shg_html_string(
            out, shg_server_title(p->web.task.server, p->web.page.language, p->ratings[i].variant));
        shg_out_text(out, "</td><td>");
        shg_html_string(out, shg_word_in(p->web.page.language, "speed", p->ratings[i].speed));
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
    const shg_language in = p->web.page.language;
    char since[SHG_TIME_TEXT_BYTES], seen[SHG_TIME_TEXT_BYTES];
    shg_time_write(since, row.created_ms);
    shg_time_write(seen, row.seen_ms);
    char shown[SHG_SHOWN_NAME_BYTES];
    const char *const name = shg_shown_name(shown, row.name, in);
    shg_page_begin(&p->web.page, p->files, name, false);
    shg_out_text(out, "<h1>");
    shg_html_string(out, name);
    shg_out_format(out,
                   "</h1>\n<dl>\n<dt>%s</dt><dd>%s UTC</dd>\n<dt>%s</dt><dd>%s UTC</dd>\n</dl>\n",
                   row.password[0] ? shg_text_in(in, "Registered") : shg_text_in(in, "Guest since"),
                   since, shg_text_in(in, "Last seen"), seen);
    const shg_rating_filter ratings = { .player = id };
    status = storage->ops->rating_list(storage, &ratings, each_rating, p, &job->error);
    add_ratings(p);
    if (status == SHOOGI_OK)
        status = add_games(p, storage, id, true, &job->error);
    if (status == SHOOGI_OK)
        status = add_games(p, storage, id, false, &job->error);
    shg_out_format(out, "<p><a href=\"/games?player=%s\">", p->name);
    shg_out_format(out, shg_text_in(in, "All games of %s"), shg_shown_name(shown, p->name, in));
    shg_out_text(out, "</a></p>\n");
    shg_page_end(&p->web.page, p->files);
    return status;
}

void shg_players_web(shg_exchange *x)
{
    char name[SHG_NAME_BYTES_MAX + 1];
    shg_out out = shg_out_make(name, sizeof name);
    const char *path = x->path;
    size_t path_bytes = x->path_bytes;
    /* An invalid name is not looked up. */
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
    p->files = x->server->doors->web;
    shg_web_job_read(&p->web, x, run_player);
}
