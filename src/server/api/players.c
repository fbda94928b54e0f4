#include "server/api/players.h"

#include "base/json_write.h"
#include "server/account/engine_names.h"
#include "server/api/answer.h"
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/rating/stored_ratings.h"
#include "server/session/ignored.h"
#include "server/session/part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SHG_AGAINST_GAMES_MAX = 2000, /* the reader's latest games, for the results against a player */
    SHG_RATINGS_SHOWN = 300       /* the latest ratings of a list */
};

/* ---- players online ---- */

static void put_online(shg_out *out, const char *name, bool guest, unsigned engine,
                       int64_t since_ms)
{
    shg_json_open(out, NULL, '{');
    shg_json_text(out, "name", name);
    shg_json_flag(out, "guest", guest);
    shg_json_number(out, "engine", engine);
    shg_json_number(out, "since_ms", since_ms);
    shg_json_close(out, '}');
}

void shg_api_players(shg_session *s, shg_json_door *d)
{
    size_t count = 0;
    shg_json_open(&d->out, NULL, '{');
    shg_json_open(&d->out, "players", '[');
    for (const shg_session *o = s->server->sessions->online.first; o && count < SHG_LIST_ROWS;
         o = o->after, count++)
        put_online(&d->out, o->name, o->guest,
                   shg_engines_level_of(s->server->engines->players, o->player), o->login_ms);
    const shg_elsewhere *there = &s->server->sessions->elsewhere;
    for (size_t i = 0; i < there->count && count < SHG_LIST_ROWS; i++, count++)
        put_online(&d->out, there->each[i].name, there->each[i].guest, 0, there->each[i].login_ms);
    shg_json_close(&d->out, ']');
    shg_json_number(&d->out, "online", (int64_t)(s->server->sessions->online.count + there->count));
    shg_json_close(&d->out, '}');
}

void shg_api_engines(shg_session *s, shg_json_door *d)
{
    shg_json_open(&d->out, NULL, '{');
    shg_engines_json(&d->out, s->server->engines->players);
    shg_json_close(&d->out, '}');
}

/* ---- one player ---- */

typedef struct player_answer {
    shg_api_answer answer; /* must be first */
    char name[SHG_NAME_BYTES_MAX + 1];
    bool ignored; /* by the reader */
    /* When the guest signed in, if the guest is online: guests may have no row; else 0. */
    int64_t since_ms;
    /* For the results of the reader against the player. */
    int64_t id;
    size_t looked;
    unsigned won, lost, drawn;
} player_answer;

/* Counts the finished games of the reader against a player; a long past is cut. */
static bool each_against(void *context, const shg_game *row)
{
    player_answer *a = context;
    const bool black = row->black == a->answer.player;
    if ((black ? row->white : row->black) == a->id && row->outcome[0] != '\0') {
        if (strcmp(row->outcome, "draw") == 0)
            a->drawn++;
        else if (strcmp(row->outcome, black ? "black" : "white") == 0)
            a->won++;
        else if (strcmp(row->outcome, black ? "white" : "black") == 0)
            a->lost++;
    }
    return ++a->looked < SHG_AGAINST_GAMES_MAX;
}

static shoogi_status put_against(player_answer *a, shg_storage *storage, int64_t player,
                                 shoogi_error *err)
{
    shg_out *const out = &a->answer.out;
    if (a->answer.player == 0 || a->answer.player == player)
        return SHOOGI_OK;
    a->id = player;
    const shg_game_filter filter = { .player = a->answer.player, .newest_first = true };
    const shoogi_status status = storage->ops->game_list(storage, &filter, each_against, a, err);
    shg_json_open(out, "against_you", '{');
    shg_json_number(out, "won", a->lost);
    shg_json_number(out, "lost", a->won);
    shg_json_number(out, "drawn", a->drawn);
    shg_json_close(out, '}');
    return status;
}

static shoogi_status run_player(shg_job *job, shg_storage *storage)
{
    player_answer *a = (player_answer *)(void *)job;
    shg_out *const out = &a->answer.out;
    shg_player row = { 0 };
    shoogi_status status = storage->ops->player_by_name(storage, &row, a->name, &job->error);
    if (status == SHOOGI_NOT_FOUND && a->since_ms != 0) {
        row = (shg_player){
            .name = a->name, .password = "", .created_ms = a->since_ms, .seen_ms = a->answer.now_ms
        };
        status = SHOOGI_OK;
    }
    if (status != SHOOGI_OK)
        return status;
    shg_json_open(out, NULL, '{');
    shg_json_text(out, "name", row.name);
    shg_json_flag(out, "guest", row.password[0] == '\0');
    shg_json_number(out, "engine", shg_engine_level(&row));
    shg_json_number(out, "created_ms", row.created_ms);
    shg_json_number(out, "seen_ms", row.seen_ms);
    if (a->answer.player != 0 || a->answer.guest)
        shg_json_flag(out, "ignored", a->ignored);
    shg_latest_ratings ratings = { 0 };
    if (row.id != 0)
        status = shg_ratings_latest(&ratings, storage, row.id, &job->error);
    shg_json_open(out, "ratings", '[');
    for (size_t i = 0; i < ratings.count; i++) {
        const shg_latest_rating *rated = &ratings.each[i];
        const shg_rating now = shg_rating_at(&rated->rating, a->answer.now_ms);
        char text[SHG_RATING_TEXT_BYTES];
        shg_rating_write(text, &now);
        shg_json_open(out, NULL, '{');
        shg_json_text(out, "variant", rated->variant);
        shg_json_text(out, "speed", rated->speed);
        shg_json_text(out, "rating", text);
        shg_json_number(out, "games", now.games);
        shg_json_close(out, '}');
    }
    shg_json_close(out, ']');
    shg_latest_ratings_fini(&ratings);
    if (status == SHOOGI_OK && row.id != 0)
        status = put_against(a, storage, row.id, &job->error);
    shg_json_close(out, '}');
    return status;
}

void shg_api_player(shg_session *s, shg_json_door *d)
{
    player_answer *a = shg_api_answer_new(s, sizeof *a);
    if (!a)
        return;
    snprintf(a->name, sizeof a->name, "%.*s", SHG_NAME_BYTES_MAX, d->argument[0]);
    a->ignored = shg_ignores(s, a->name);
    /* A guest has no row before the first game: the name and the time come from the session. */
    const shg_session *here = shg_online_named(&s->server->sessions->online, a->name);
    const shg_distant_player *there = shg_elsewhere_named(&s->server->sessions->elsewhere, a->name);
    if (here && here->guest) {
        memcpy(a->name, here->name, sizeof a->name);
        a->since_ms = here->login_ms;
    } else if (there && there->guest) {
        memcpy(a->name, there->name, sizeof a->name);
        a->since_ms = there->login_ms;
    }
    shg_api_answer_start(&a->answer, s, run_player);
}

/* ---- ratings ---- */

typedef struct rating_listing {
    shg_api_answer answer;             /* must be first */
    char name[SHG_NAME_BYTES_MAX + 1]; /* whose */
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char speed[SHG_SPEED_BYTES];
    size_t rows, looked; /* counted by the first pass, by the second */
} rating_listing;

/* The ratings of a player after each rated game. The first pass counts them, the second writes the
 * latest. */
static bool is_rating_of(const rating_listing *l, const shg_rating_row *row)
{
    return strcmp(row->variant, l->variant) == 0 && strcmp(row->speed, l->speed) == 0;
}

static bool count_rating(void *context, const shg_rating_row *row)
{
    rating_listing *l = context;
    l->rows += is_rating_of(l, row);
    return true;
}

static bool put_rating(void *context, const shg_rating_row *row)
{
    rating_listing *l = context;
    shg_out *const out = &l->answer.out;
    if (!is_rating_of(l, row) || ++l->looked + SHG_RATINGS_SHOWN <= l->rows)
        return true;
    shg_json_open(out, NULL, '{');
    shg_json_number(out, "game", row->game);
    shg_json_number(out, "rating", (row->rating_e3 + 500) / 1000);
    shg_json_number(out, "deviation", (row->deviation_e3 + 500) / 1000);
    shg_json_number(out, "at_ms", row->at_ms);
    shg_json_close(out, '}');
    return true;
}

static shoogi_status run_ratings(shg_job *job, shg_storage *storage)
{
    rating_listing *l = (rating_listing *)(void *)job;
    shg_out *const out = &l->answer.out;
    shg_player row;
    shoogi_status status = storage->ops->player_by_name(storage, &row, l->name, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const shg_rating_filter filter = { .player = row.id };
    status = storage->ops->rating_list(storage, &filter, count_rating, l, &job->error);
    shg_json_open(out, NULL, '{');
    shg_json_open(out, "ratings", '[');
    if (status == SHOOGI_OK)
        status = storage->ops->rating_list(storage, &filter, put_rating, l, &job->error);
    shg_json_close(out, ']');
    shg_json_close(out, '}');
    return status;
}

void shg_api_ratings(shg_session *s, shg_json_door *d)
{
    rating_listing *l = shg_api_answer_new(s, sizeof *l);
    if (!l)
        return;
    snprintf(l->name, sizeof l->name, "%.*s", SHG_NAME_BYTES_MAX, d->argument[0]);
    if (!shg_json_query_text(l->variant, sizeof l->variant, s, "variant") ||
        !shg_json_query_text(l->speed, sizeof l->speed, s, "speed"))
        free(l);
    else
        shg_api_answer_start(&l->answer, s, run_ratings);
}
