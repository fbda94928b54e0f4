#include "server/api/lobby.h"

#include "base/json_write.h"
#include "server/api/answer.h"
#include "server/game/game_options.h"
#include "server/game/privacy.h"
#include "server/game/replay_offer.h"
#include "server/lobby/challenge_json.h"
#include "server/lobby/challenge_terms.h"
#include "server/lobby/lobby.h"
#include "server/session/pattern.h"

#include <stdio.h>
#include <string.h>

/* ---- challenges ---- */

typedef struct challenge_answer {
    shg_api_answer answer;             /* must be first */
    char name[SHG_NAME_BYTES_MAX + 1]; /* of the reader; "" without one */
    /* Of the list. */
    size_t rows;
    bool more;
    /* Of one challenge. */
    int64_t id;
    char key[SHG_KEY_BYTES + 1]; /* "" if only the number was given */
    bool expired;
} challenge_answer;

/* The name by which a challenge is matched to a reader without one, who may become a guest. */
static const char newcomer[] = "guest";

/* with_key: the reader has given its key. listed: one of many. */
static void put_challenge(challenge_answer *a, const shg_challenge *row, bool with_key, bool listed)
{
    shg_out *const out = &a->answer.out;
    const bool again = shg_replay_game(row->options) != 0;
    const bool own = a->answer.player != 0 && row->player == a->answer.player;
    const char *const name = a->name[0] ? a->name : newcomer;
    const bool matches =
        with_key || (shg_pattern_check(row->pattern, strlen(row->pattern), 0, NULL) == SHOOGI_OK &&
                     shg_pattern_match(row->pattern, strlen(row->pattern), name, strlen(name)));
    const bool rated = shg_option_has(row->options, SHG_OPTION_RATED);
    shg_json_open(out, NULL, '{');
    shg_challenge_members_json(out, row, listed);
    shg_json_flag(out, "mine", own);
    char key[SHG_KEY_BYTES + 1] = "";
    shg_out key_text = shg_out_make(key, sizeof key);
    shg_terms_key_write(&key_text, row->options, row->id);
    if (own && key[0])
        shg_json_text(out, "key", key);
    shg_json_flag(out, "can_answer",
                  again ? shg_replay_accepted(row->options) != a->answer.player
                        : matches && !own && !(a->answer.guest && rated));
    shg_json_close(out, '}');
}

static bool each_challenge(void *context, const shg_challenge *row)
{
    challenge_answer *a = context;
    const bool again = shg_replay_game(row->options) != 0;
    if (again ? !shg_replay_is_for(row, a->answer.player, a->name)
              : !shg_terms_listed(row, a->answer.player, a->answer.now_ms))
        return true;
    a->more = a->rows == SHG_LIST_ROWS;
    if (a->more)
        return false;
    a->rows++;
    put_challenge(a, row, false, true);
    return true;
}

static shoogi_status run_challenges(shg_job *job, shg_storage *storage)
{
    challenge_answer *a = (challenge_answer *)(void *)job;
    shg_out *const out = &a->answer.out;
    shg_json_open(out, NULL, '{');
    shg_json_open(out, "challenges", '[');
    const shoogi_status status =
        storage->ops->challenge_list(storage, 0, each_challenge, a, &job->error);
    shg_json_close(out, ']');
    shg_json_flag(out, "more", a->more);
    shg_json_close(out, '}');
    return status;
}

void shg_api_challenges(shg_session *s, shg_json_door *d)
{
    (void)d;
    challenge_answer *a = shg_api_answer_new(s, sizeof *a);
    if (!a)
        return;
    memcpy(a->name, s->name, sizeof a->name);
    shg_api_answer_start(&a->answer, s, run_challenges);
}

/* One whose key the reader lacks is treated as not found, as when it is answered. */
static shoogi_status run_challenge(shg_job *job, shg_storage *storage)
{
    challenge_answer *a = (challenge_answer *)(void *)job;
    shg_challenge row;
    const shoogi_status status = storage->ops->challenge_get(storage, &row, a->id, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const bool own = a->answer.player != 0 && row.player == a->answer.player;
    const bool visible =
        shg_replay_game(row.options) != 0
            ? shg_replay_is_for(&row, a->answer.player, a->name)
            : !shg_terms_expired(row.options, a->answer.now_ms) &&
                  (own || shg_terms_fit_key(row.options, row.id, a->key, strlen(a->key)));
    if (!visible) {
        job->error = (shoogi_error){ 0 };
        a->expired =
            shg_replay_game(row.options) == 0 && shg_terms_expired(row.options, a->answer.now_ms);
        return SHOOGI_NOT_FOUND;
    }
    put_challenge(a, &row, a->key[0] != '\0', false);
    return SHOOGI_OK;
}

/* Adds to the refusal how the challenge ended, if that is known. */
static void finish_challenge(shg_task *task)
{
    const challenge_answer *a = (const challenge_answer *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_NOT_FOUND && s->door) {
        shg_out *const out = &shg_json_door_of(s)->out;
        int64_t game;
        const char *end = shg_lobby_challenge_end(&game, s->server, a->id, a->answer.player);
        if (a->expired)
            end = "expired";
        if (end)
            shg_json_text(out, "ended", end);
        if (game != 0)
            shg_json_number(out, "game", game);
    }
    shg_api_answer_finish(task);
}

void shg_api_challenge(shg_session *s, shg_json_door *d)
{
    const char *const text = d->argument[0];
    int64_t id = shg_key_number(text, strlen(text));
    const bool key = id != 0;
    challenge_answer *a =
        key || shg_json_argument_number(&id, s, 0) ? shg_api_answer_new(s, sizeof *a) : NULL;
    if (!a)
        return;
    a->id = id;
    memcpy(a->name, s->name, sizeof a->name);
    if (key)
        snprintf(a->key, sizeof a->key, "%s", text);
    shg_task_read(&a->answer.task, s->server, s, run_challenge, finish_challenge);
}

/* ---- the lobby ---- */

void shg_api_lobby(shg_session *s, shg_json_door *d)
{
    shg_json_open(&d->out, NULL, '{');
    shg_lobby_counts_json(&d->out, s->server);
    shg_json_close(&d->out, '}');
}

void shg_api_lobby_watch(shg_session *s, shg_json_door *d)
{
    shoogi_error err = { 0 };
    bool on;
    if (d->http)
        shg_refuse(s, "Use a WebSocket for this; over HTTP read /events?lobby=true.\n");
    else if (shg_api_flag(&on, &d->json, "on", &err) != SHOOGI_OK)
        shg_say_fault(s, &err);
    else if (on)
        shg_lobby_follow(s);
    else
        shg_lobby_unfollow(s);
}
