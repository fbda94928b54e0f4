#include "server/game/announce.h"

#include "base/json_write.h"
#include "server/game/board_page.h"
#include "server/game/game_json.h"
#include "server/game/observer.h"
#include "server/game/part.h"
#include "server/session/part.h"

#include <stdlib.h>

/* Writes the latest offer: game and player, then what is offered. */
static void write_offer(shg_out *out, const shg_game_state *game, shg_language language)
{
    const long long id = (long long)game->id;
    const char *name = game->name[game->news_colour];
    const unsigned first = game->takeback[game->news_colour];
    switch (game->latest_offer) {
    case SHG_OFFER_DRAW:
        shg_out_format(out, shg_text_in(language, "Game %lld: %s offers a draw.  DRAW accepts it."),
                       id, name);
        break;
    case SHG_OFFER_IMPASSE:
        shg_out_format(
            out, shg_text_in(language, "Game %lld: %s proposes an impasse count.  IMPASSE agrees."),
            id, name);
        break;
    case SHG_OFFER_ADJOURN:
        shg_out_format(out,
                       shg_text_in(language, "Game %lld: %s proposes to adjourn.  ADJOURN agrees."),
                       id, name);
        break;
    case SHG_OFFER_RESUME:
        shg_out_format(out,
                       shg_text_in(language, "Game %lld: %s is ready to continue.  RESUME agrees."),
                       id, name);
        break;
    case SHG_OFFER_TAKEBACK:
        shg_out_format(
            out,
            shg_text_in(language,
                        "Game %lld: %s asks for a takeback to move %u.  UNDO -t %u agrees."),
            id, name, first, first);
        break;
    }
}

static void write_item(shg_out *out, const shg_game_state *game, shg_language language)
{
    const long long id = (long long)game->id;
    const char *name = game->name[game->news_colour];
    switch ((shg_item_kind)game->items[game->item_count - 1].kind) {
    case SHG_ITEM_RESIGN:
        shg_out_format(out, shg_text_in(language, "Game %lld: %s has resigned."), id, name);
        break;
    case SHG_ITEM_ILLEGAL:
        shg_out_format(out, shg_text_in(language, "Game %lld: %s has made an illegal move."), id,
                       name);
        break;
    case SHG_ITEM_MOVE:
    case SHG_ITEM_HANDICAP:
    case SHG_ITEM_KINDS:
        shg_out_format(out, shg_text_in(language, "Game %lld: %s has moved."), id, name);
        break;
    }
}

/* "Game 12: ANNA has moved." */
static void write_news(shg_out *out, const shg_game_state *game, shg_language language,
                       shoogi_notation notation)
{
    const long long id = (long long)game->id;
    const char *name = game->name[game->news_colour];
    switch (game->news) {
    case SHG_NEWS_BEGUN:
        shg_out_format(out, shg_text_in(language, "Game %lld has begun."), id);
        break;
    case SHG_NEWS_ITEM: write_item(out, game, language); break;
    case SHG_NEWS_ANSWERED:
        shg_out_format(
            out, shg_text_in(language, "Game %lld: %s has moved, and %s has answered at once."), id,
            game->name[!game->news_colour], name);
        break;
    case SHG_NEWS_UNDONE: {
        shg_out undone = shg_out_growing();
        shg_game_undone_write(&undone, game, notation);
        if (undone.length > 0)
            shg_out_format(out, shg_text_in(language, "Game %lld: %s has taken back %s."), id, name,
                           undone.spent ? "" : undone.bytes);
        else
            shg_out_format(out,
                           shg_text_in(language, "Game %lld: %s has taken back the resignation."),
                           id, name);
        out->spent |= undone.spent;
        free(undone.bytes);
        break;
    }
    case SHG_NEWS_TAKEN_BACK:
        shg_out_format(out,
                       shg_text_in(language, "Game %lld: %s agrees to a takeback to move %zu."), id,
                       name, game->item_count + 1);
        break;
    case SHG_NEWS_OFFER: write_offer(out, game, language); break;
    case SHG_NEWS_ADJOURNED:
        shg_out_format(out,
                       shg_text_in(language, game->adjourned == SHG_ADJOURNED_AGREED
                                                 ? "Game %lld: %s agrees to adjourn."
                                                 : "Game %lld: %s has sealed a move."),
                       id, name);
        break;
    case SHG_NEWS_COMMENT:
        shg_out_format(out, shg_text_in(language, "Game %lld: %s comments on move %zu: %s"), id,
                       name, game->item_count, game->comments.each[game->comments.count - 1].text);
        break;
    case SHG_NEWS_EXTRA_TIME:
        shg_out_format(out, shg_text_in(language, "Game %lld: %s gives %s %lld more seconds."), id,
                       name, game->name[!game->news_colour], (long long)(game->extra_ms / 1000));
        break;
    case SHG_NEWS_TIME_BACK:
        shg_out_format(
            out,
            shg_text_in(language,
                        "Game %lld: %s gets %lld seconds back, since a server has stopped."),
            id, name, (long long)((game->extra_ms + 999) / 1000));
        break;
    case SHG_NEWS_VACATION: {
        const shg_game_clock *clock = &game->time->clock;
        const bool away = clock->account[game->news_colour].vacation_until_ms > clock->at_ms;
        shg_out_format(out,
                       shg_text_in(language, away ? "Game %lld: %s goes on vacation."
                                                  : "Game %lld: %s is back from vacation."),
                       id, name);
        break;
    }
    case SHG_NEWS_RESULT:
        shg_out_format(out, shg_text_in(language, "Game %lld is over."), id);
        break;
    }
}

/* Returns the news as a sentence: owned (free); NULL without memory. */
static char *news_for(const shg_session *s, const shg_game_state *game)
{
    shg_out out = shg_out_growing();
    write_news(&out, game, shg_session_language(s), shg_session_notation(s));
    if (!out.spent)
        return out.bytes;
    free(out.bytes);
    return NULL;
}

static void write_notice(shg_session *s, const shg_game_state *game)
{
    char *news = news_for(s, game);
    if (news)
        shg_say(s, "%s\n", news);
    free(news);
}

static void draw(shg_session *s, shg_game_state *game)
{
    write_notice(s, game);
    shg_draw_board_page(s, game);
}

static void tell(shg_session *s, const shg_game_state *game)
{
    shg_out out = shg_out_growing();
    write_news(&out, game, shg_session_language(s), shg_session_notation(s));
    if (shg_game_over(game)) {
        shg_out_text(&out, "  ");
        shg_game_result_write(&out, game, shg_session_language(s));
    }
    if (!out.spent)
        shg_notify(s, "%s\nBOARD %lld shows it.\n", out.bytes, (long long)game->id);
    free(out.bytes);
}

static void send_notice(shg_session *s, const shg_game_state *game)
{
    char *news = news_for(s, game);
    if (news)
        shg_notify(s, "%s\n", news);
    free(news);
}

/* Whether news leaves the board as it is. */
static bool is_aside(const shg_game_state *game)
{
    return game->news == SHG_NEWS_COMMENT || game->news == SHG_NEWS_EXTRA_TIME ||
           game->news == SHG_NEWS_TIME_BACK;
}

static void announce_to(shg_session *s, shg_game_state *game)
{
    if (!is_aside(game) && game->news != SHG_NEWS_VACATION)
        shg_ring(s);
    if (is_aside(game)) {
        send_notice(s, game);
    } else if (s->current_game != game->id) {
        tell(s, game);
    } else if (s->settings.value[SHG_SET_REDRAW] == SHG_OFF) {
        tell(s, game);
    } else if (shg_session_idle(s)) {
        shg_interject_begin(s);
        draw(s, game);
        shg_interject_end(s);
    } else {
        s->redraw_game = game->id;
        if (game->news ==
            SHG_NEWS_UNDONE) /* not visible on the board, which shows only the latest move */
            send_notice(s, game);
    }
}

/* Draws each move for a watcher; a busy one gets a notice only. */
static void show_watcher(shg_session *s, shg_game_state *game, shg_shared_page *page)
{
    if (is_aside(game)) {
        send_notice(s, game);
        return;
    }
    if (!shg_session_idle(s) || s->settings.value[SHG_SET_REDRAW] == SHG_OFF) {
        tell(s, game);
        return;
    }
    shg_interject_begin(s);
    write_notice(s, game);
    shg_show_shared_page(s, game, page);
    shg_interject_end(s);
}

/* ---- programs ---- */

/* Writes one event; it is the same for every recipient that reads Western notation. */
static void write_event(shg_out *out, shg_server *server, const shg_game_state *game,
                        const shg_event *event, shoogi_notation notation)
{
    if (out->length == 0)
        shg_game_event_json(out, game, event, shg_now_ms(server), notation);
}

static void send_event(shg_session *s, const shg_out *event)
{
    if (!event->spent)
        s->door->event(s, event->bytes, event->length);
}

/* The added events as text, written when the first program needs them. */
typedef struct news {
    shg_added added;
    shg_out *events; /* the first one alone if it has to be read again */
} news;

static void send_one(shg_session *s, const shg_game_state *game, const shg_event *event,
                     shg_out *text)
{
    if (s->door->knows && s->door->knows(s, game->id, event ? event->number : game->events))
        return;
    const shoogi_notation notation = shg_session_notation(s);
    shg_out own = shg_out_growing();
    shg_out *out = notation == SHOOGI_NOTATION_WESTERN ? text : &own;
    write_event(out, s->server, game, event, notation);
    send_event(s, out);
    free(own.bytes);
}

static void send_news(shg_session *s, const shg_game_state *game, news *n)
{
    send_one(s, game, n->added.count > 0 ? &n->added.events[0] : NULL, &n->events[0]);
    for (size_t i = 1; i < n->added.count; i++)
        send_one(s, game, &n->added.events[i], &n->events[i]);
}

void shg_announce_begun(shg_session *s, const shg_game_state *game)
{
    if (!shg_session_is_program(s))
        return;
    shg_out event = shg_out_growing();
    shg_game_begun_json(&event, game, shg_game_colour_of(game, s->player), shg_now_ms(s->server));
    send_event(s, &event);
    free(event.bytes);
}

/* ---- players and watchers ---- */

static void notify_players(shg_server *server, shg_game_state *game, const shg_session *by, news *n)
{
    for (int colour = 0; colour < (shg_game_shared(game) ? 1 : 2); colour++) {
        shg_session *s = shg_online_first(&server->sessions->online, game->player[colour]);
        for (; s; s = shg_online_next(s)) {
            if (shg_session_is_program(s))
                send_news(s, game, n);
            else if (s != by)
                announce_to(s, game);
        }
    }
}

/* Players are notified separately, unless they only watch. */
static void notify_watchers(shg_server *server, shg_game_state *game, const shg_session *by,
                            news *n)
{
    shg_shared_page page = { 0 };
    for (shg_watch *w = shg_watch_first(&server->games->watches, game->id); w;
         w = shg_watch_next(w)) {
        shg_session *s = w->session;
        if (s->online && shg_game_colour_of(game, s->player) >= 0)
            continue;
        if (shg_session_is_program(s))
            send_news(s, game, n);
        else if (s != by)
            show_watcher(s, game, &page);
    }
    shg_shared_page_fini(&page);
}

static void notify_all(shg_server *server, shg_game_state *game, const shg_session *by,
                       shg_added added, shg_out *texts, size_t text_count)
{
    news n = { .added = added, .events = texts };
    for (size_t i = 0; i < text_count; i++)
        texts[i] = shg_out_growing();
    notify_players(server, game, by, &n);
    notify_watchers(server, game, by, &n);
    for (size_t i = 0; i < text_count; i++)
        free(texts[i].bytes);
    game->announced = game->events;
}

void shg_announce(shg_server *server, shg_game_state *game, const shg_session *by, shg_added added)
{
    shg_out texts[SHG_ADDITIONS_MAX];
    notify_all(server, game, by, added, texts, SHG_ADDITIONS_MAX);
    shg_observe_happened(server, game);
}

void shg_announce_remote(shg_server *server, shg_game_state *game, shg_added added)
{
    shg_out *texts = malloc(added.count * sizeof *texts);
    if (texts)
        notify_all(server, game, NULL, added, texts, added.count);
    free(texts);
    shg_observe_elsewhere(server, game);
}

void shg_draw_begun(shg_session *s, shg_game_state *game)
{
    if (s->current_game != game->id || s->settings.value[SHG_SET_REDRAW] == SHG_OFF)
        return;
    if (!shg_session_idle(s)) {
        if (s->redraw_game != 0 && s->redraw_game != game->id)
            shg_notify(s, "Game %lld: there is a new move.  BOARD %lld shows it.\n",
                       (long long)s->redraw_game, (long long)s->redraw_game);
        s->redraw_game = game->id;
        return;
    }
    shg_interject_begin(s);
    shg_say_board_page(s, game, false);
    shg_interject_end(s);
}

void shg_redraw_due(shg_session *s)
{
    const int64_t id = s->redraw_game;
    s->redraw_game = 0;
    if (id == 0)
        return;
    shg_game_state *game = shg_game_cache_find(s->server->games->cache, id);
    if (game && game->undoing == 0 && s->current_game == id) {
        if (game->news != SHG_NEWS_UNDONE) /* already reported when it happened */
            write_notice(s, game);
        shg_draw_board_page(s, game);
    } else {
        shg_say(s, "Game %lld: there is a new move.  BOARD %lld shows it.\n", (long long)id,
                (long long)id);
    }
}
