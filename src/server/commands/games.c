/* games.c: GAMES and STAT, the lists of games. */
#include "server/clock/clock_text.h"
#include "server/game/game.h"
#include "server/game/game_cache.h"
#include "server/game/part.h"
#include "server/game/privacy.h"
#include "server/game/time_forfeit.h"
#include "server/loop/text_buffer.h"
#include "server/session/rows.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <string.h>

typedef struct list {
    shg_task task;
    int64_t player; /* STAT: the player whose games are listed; GAMES: 0 */
    int64_t reader; /* the player who asked; 0: a guest who is not stored yet */
    int64_t after;  /* the list continues after this game */
    shg_language language;
    size_t shown;
    bool more; /* there are more than could be shown */
    shg_text_buffer text;
    struct {
        int64_t game;
        size_t end; /* end of its line in the text; the clock is still missing */
    } lines[SHG_LIST_ROWS];
} list;

static void add_turn(shg_text_buffer *text, const shg_game *row, shg_language language)
{
    if (row->outcome[0] == '\0')
        shg_text_add(text, "%s", shg_colour_in(language, shg_game_row_side(row)));
    else if (strcmp(row->outcome, "black") == 0)
        shg_text_add(text, "%s", shg_text_in(language, "Black won"));
    else if (strcmp(row->outcome, "white") == 0)
        shg_text_add(text, "%s", shg_text_in(language, "White won"));
    else if (strcmp(row->outcome, "draw") == 0)
        shg_text_add(text, "%s", shg_text_in(language, "draw"));
    else
        shg_text_add(text, "%s", shg_text_in(language, "no result"));
    if (row->rated)
        shg_text_add(text, "%s", shg_text_in(language, ", rated"));
    if (row->sealed && row->outcome[0] == '\0') /* its clocks stand still */
        shg_text_add(text, "%s", shg_text_in(language, ", adjourned"));
}

static bool each_game(void *context, const shg_game *row)
{
    list *l = context;
    if (!shg_game_row_may_list(l->reader, row))
        return true;
    char marks[3] = "  ";
    if (l->player != 0) {
        const bool unseen =
            (row->black == l->player ? row->black_seen : row->white_seen) < row->events;
        marks[0] = shg_game_row_mover(row) == l->player ? '*' : ' ';
        marks[1] = unseen ? '!' : ' ';
    }
    l->more = l->shown >= SHG_LIST_ROWS || l->text.length >= SHG_LIST_BYTES;
    if (l->more)
        return false;
    shg_text_add(&l->text, "%s%5lld  %-12s  %-16s  %-16s %5lld  ", marks, (long long)row->id,
                 row->variant, shg_game_row_name(row, SHOOGI_BLACK),
                 shg_game_row_name(row, SHOOGI_WHITE), (long long)row->moves);
    add_turn(&l->text, row, l->language);
    l->lines[l->shown].game = row->id;
    l->lines[l->shown++].end = l->text.length;
    return true;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    list *l = (list *)(void *)job;
    const shg_game_filter filter = { .player = l->player,
                                     .running_only = l->player == 0,
                                     .open_only = l->player != 0,
                                     .after = l->after };
    return storage->ops->game_list(storage, &filter, each_game, l, &job->error);
}

/* A line that counts a board as seen is stored while the list is read: only the loop knows. */
static bool has_seen_all(const shg_server *server, int64_t id, int64_t player)
{
    const shg_game_state *const game = shg_game_cache_find(server->games->cache, id);
    const int colour = game ? shg_game_colour_of(game, player) : -1;
    return colour >= 0 && game->seen[colour] >= game->events;
}

static void finish(shg_task *task)
{
    list *l = (list *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    if (l->shown == 0 && l->after != 0) {
        shg_say(s, "There are no games after game %lld.\n", (long long)l->after);
        return;
    }
    if (l->shown == 0) {
        if (l->player != 0)
            shg_say(s, s->server->local ? "You have no games.  NEW begins one.\n"
                                        : "You have no games.  NEW lists the challenges.\n");
        else
            shg_say(s, s->server->local
                           ? "There are no running games.  NEW begins one.\n"
                           : "There are no running games.  NEW lists the challenges.\n");
        return;
    }
    const int64_t now_ms = shg_now_ms(s->server);
    bool timed = false;
    for (size_t i = 0; i < l->shown; i++)
        timed = timed || shg_time_forfeits_clock(s->server, l->lines[i].game);
    const char *const heading = shg_text_in(
        l->language,
        timed ? "   Game  Variant       Black             White            Moves  Turn   Clocks\n"
              : "   Game  Variant       Black             White            Moves  Turn\n");
    shg_say_rows(s, heading, strlen(heading));
    shg_text_buffer rows = { 0 };
    for (size_t i = 0, at = 0; i < l->shown; at = l->lines[i++].end) {
        if (l->text.bytes && l->text.bytes[at + 1] == '!' &&
            has_seen_all(s->server, l->lines[i].game, l->player))
            l->text.bytes[at + 1] = ' ';
        char clocks[2 * SHG_CLOCK_TEXT_BYTES + 8] = "";
        shg_out out = shg_out_make(clocks, sizeof clocks);
        const shg_game_clock *clock = shg_time_forfeits_clock(s->server, l->lines[i].game);
        if (clock)
            shg_clocks_write(&out, clock, now_ms);
        shg_text_add(&rows, "%.*s%s%s\n", (int)(l->lines[i].end - at), l->text.bytes + at,
                     clock ? "  " : "", clocks);
    }
    shg_say_rows(s, rows.bytes, rows.length);
    shg_text_fini(&rows);
    if (l->more)
        shg_say(s, l->player != 0 ? "  more: STAT -a %lld\n" : "  more: GAMES -a %lld\n",
                (long long)l->lines[l->shown - 1].game);
    if (l->player != 0)
        shg_say(s, "(* your turn, ! moves you have not seen)\n");
}

static void fini(shg_task *task)
{
    shg_text_fini(&((list *)task)->text);
}

static void start(shg_session *s, const shg_call *call, int64_t player)
{
    int64_t after;
    shoogi_error err;
    if (shg_call_after(&after, call, &err) != SHOOGI_OK) {
        shg_say_fault(s, &err);
        return;
    }
    list *l = shg_task_alloc(s, sizeof *l);
    if (!l)
        return;
    l->player = player;
    l->reader = s->player;
    l->language = shg_session_language(s);
    l->after = after;
    l->task.fini = fini;
    shg_task_read(&l->task, s->server, s, run, finish);
}

SHG_RUN(games)
{
    start(s, call, 0);
}

SHG_RUN(stat)
{
    if (s->player == 0) /* a guest who is not stored yet */
        shg_say(s, "You have no games.  NEW lists the challenges.\n");
    else
        start(s, call, s->player);
}
