/* challenge_answer.c: NEW <num>: answers a challenge; of two players who answer at the same
 * moment the first gets the game. */
#include "base/error.h"
#include "server/account/guest.h"
#include "server/game/action.h"
#include "server/game/announce.h"
#include "server/game/board_page.h"
#include "server/game/current_game.h"
#include "server/game/final_result.h"
#include "server/game/game_options.h"
#include "server/game/grade.h"
#include "server/game/load_game.h"
#include "server/game/observer.h"
#include "server/game/part.h"
#include "server/game/privacy.h"
#include "server/game/replay_offer.h"
#include "server/game/time_forfeit.h"
#include "server/game/two_game_match.h"
#include "server/lobby/begun_notice.h"
#include "server/lobby/challenge_terms.h"
#include "server/lobby/challenges.h"
#include "server/lobby/lobby.h"
#include "server/loop/text_buffer.h"
#include "server/rating/stored_ratings.h"
#include "server/rules/part.h"
#include "server/session/part.h"
#include "server/session/pattern.h"
#include "shoogi/notation.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Why a challenge could not be answered, apart from failures of the storage. */
typedef enum refusal {
    NONE,
    NOT_THERE,
    OWN,
    FOR_MEMBERS,
    NOT_FOR_YOU,
    NO_VARIANT,
    BAD_START,
    BAD_MOVE,
    TOO_MANY,
    NO_GRADES,
    OTHER_RATING
} refusal;

typedef struct answering {
    shg_task task;
    int64_t number, player, now_ms;
    const shoogi_catalog_entry *shared; /* of a game begun without a challenge; else NULL */
    shoogi_catalog_entry begun;         /* a copy: the original may be gone when the game begins */
    shg_rules *rules;            /* of a challenge by a stored definition; owned, else NULL */
    shoogi_catalog_entry stored; /* the entry of these rules */
    char name[SHG_NAME_BYTES_MAX + 1];
    bool guest;
    char key[SHG_KEY_BYTES]; /* the key that the player gave */
    size_t key_bytes;

    /* The challenge. */
    int64_t challenger;
    bool challenger_black;
    bool forced; /* the challenge makes Black's first move for the player who is Black */
    char challenger_name[SHG_NAME_BYTES_MAX + 1];
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char pattern[4 * SHG_PATTERN_CHARACTERS_MAX + 1];
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1]; /* later those of the game */
    char start[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];   /* SFEN; "": the first position of the game */
    char first_move[SHG_ACTION_BYTES];
    char comment[4 * SHG_COMMENT_CHARACTERS_MAX + 1];

    /* The outcome. */
    refusal refused;
    int64_t rematch_of;  /* the game of which this is a rematch; 0: none */
    int64_t own_rematch; /* the answering player's own challenge to the same rematch; 0: none */
    int64_t replayed;    /* the game that is replayed; 0: none */
    int64_t game;        /* 0: the other player must accept, too */
    char result[96];     /* of the first move, if it ends the game */
    shg_new_current current;
    shg_final_result settled;
} answering;

static shoogi_status refuse(answering *a, refusal why)
{
    a->refused = why;
    return SHOOGI_ILLEGAL;
}

/* A game is offered for replay: of the two players who must accept it, the other one counts as
 * the challenger. */
static shoogi_status read_replay(answering *a, shg_storage *storage, bool is_for)
{
    if (!is_for)
        return refuse(a, NOT_FOR_YOU);
    if (a->challenger == a->player) {
        shg_player other;
        const shoogi_status status =
            storage->ops->player_by_name(storage, &other, a->pattern, &a->task.job.error);
        if (status != SHOOGI_OK)
            return status;
        a->challenger = other.id;
        a->challenger_black = !a->challenger_black;
        snprintf(a->challenger_name, sizeof a->challenger_name, "%s", other.name);
    }
    return SHOOGI_OK;
}

/* Whether the other player must still accept. */
static bool must_wait(const answering *a)
{
    const int64_t accepted = shg_replay_accepted(a->options);
    return a->replayed != 0 && (accepted == 0 || accepted == a->player);
}

/* Copies the terms of the challenge. */
static void copy_terms(answering *a, const shg_challenge *row)
{
    snprintf(a->variant, sizeof a->variant, "%s", row->variant);
    snprintf(a->pattern, sizeof a->pattern, "%s", row->pattern);
    snprintf(a->options, sizeof a->options, "%s", row->options);
    snprintf(a->first_move, sizeof a->first_move, "%s", row->first_move);
    snprintf(a->comment, sizeof a->comment, "%s", row->comment);
}

static shoogi_status read_challenge(answering *a, shg_storage *storage)
{
    shg_challenge row;
    const shoogi_status status =
        storage->ops->challenge_get(storage, &row, a->number, &a->task.job.error);
    if (status != SHOOGI_OK)
        return status == SHOOGI_NOT_FOUND ? refuse(a, NOT_THERE) : status;
    a->challenger = row.player;
    a->challenger_black = strcmp(row.colour, "black") == 0 ||
                          (strcmp(row.colour, "random") == 0 && randombytes_uniform(2) == 0);
    snprintf(a->challenger_name, sizeof a->challenger_name, "%s", row.player_name);
    copy_terms(a, &row);
    a->replayed = shg_replay_game(row.options);
    if (a->replayed != 0)
        return read_replay(a, storage, shg_replay_is_for(&row, a->player, a->name));
    if (shg_terms_expired(a->options, a->now_ms))
        return refuse(a, NOT_THERE);
    if (a->challenger == a->player)
        return refuse(a, OWN);
    if (!shg_terms_fit_key(a->options, a->number, a->key, a->key_bytes))
        return refuse(a, NOT_THERE); /* treated as not found */
    if (a->guest && shg_option_has(a->options, SHG_OPTION_RATED))
        return refuse(a, FOR_MEMBERS);
    if (a->key_bytes > 0)
        return SHOOGI_OK; /* for every player who has the key */
    const size_t pattern_bytes = strlen(a->pattern);
    if (shg_pattern_check(a->pattern, pattern_bytes, 0, NULL) != SHOOGI_OK ||
        !shg_pattern_match(a->pattern, pattern_bytes, a->name, strlen(a->name)))
        return refuse(a, NOT_FOR_YOU);
    return SHOOGI_OK;
}

/* The rules may have been changed since the challenge was made. */
static shoogi_status check_beginning(answering *a, const shoogi_catalog_entry *entry)
{
    if (!a->first_move[0] && !a->start[0])
        return SHOOGI_OK;
    shoogi_position *position = NULL;
    shoogi_status status = shg_start_position(&position, entry->variant, a->start);
    if (status != SHOOGI_OK && status != SHOOGI_NO_MEMORY)
        status = refuse(a, BAD_START);
    if (status == SHOOGI_OK && a->first_move[0]) {
        status = shg_action_apply(position, a->first_move, NULL);
        if (status != SHOOGI_OK && status != SHOOGI_NO_MEMORY)
            status = refuse(a, BAD_MOVE);
    }
    if (status == SHOOGI_OK) {
        const shoogi_result result = shoogi_position_result(position);
        shg_out out = shg_out_make(a->result, sizeof a->result);
        if (result.outcome != SHOOGI_OUTCOME_NONE)
            shg_result_event_write(&out, result.outcome, shoogi_reason_text(result.reason));
    }
    shoogi_position_free(position);
    return status;
}

/* Adds the first move, that it is final, and the result if it ends the game; both players see
 * them with the board. */
static shoogi_status add_events(answering *a, shg_storage *storage, shoogi_error *err)
{
    shoogi_status status = SHOOGI_OK;
    int64_t events = 0;
    if (a->first_move[0] && !a->forced) {
        const shg_event event = { a->game,       ++events, shg_action_kind(a->first_move),
                                  a->first_move, 0,        a->now_ms };
        status = storage->ops->event_add(storage, &event, err);
    }
    /* NEW.9: a forced first move is final. */
    if (a->first_move[0] && a->forced)
        status = shg_force_first_move(&events, storage, a->game, a->first_move, a->now_ms, err);
    if (status == SHOOGI_OK && a->result[0]) {
        const shg_event event = { a->game, ++events, "result", a->result, 0, a->now_ms };
        status = storage->ops->event_add(storage, &event, err);
    }
    for (int colour = 0; colour < 2 && status == SHOOGI_OK && events > 0; colour++)
        status =
            storage->ops->game_set_seen(storage, NULL, a->game, colour, events, a->now_ms, err);
    if (status == SHOOGI_OK && a->result[0])
        status = shg_final_result_if_due(&a->settled, storage, a->game, a->now_ms, err);
    return status;
}

static shoogi_status too_long(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0, "the terms are too long to be stored");
}

static shoogi_status add_game(answering *a, shg_storage *storage, const shoogi_catalog_entry *entry,
                              shoogi_error *err)
{
    /* In canonical form, which needs no base definition: files may change. */
    const size_t text_bytes = shoogi_variant_print(NULL, 0, entry->variant);
    char *text = malloc(text_bytes + 1);
    if (!text)
        return SHOOGI_NO_MEMORY;
    shoogi_variant_print(text, text_bytes + 1, entry->variant);
    const shg_definition definition = { .name = entry->name,
                                        .text = text,
                                        .text_bytes = text_bytes };
    int64_t id = 0;
    const shoogi_status status = storage->ops->definition_put(storage, &id, &definition, err);
    free(text);
    if (status != SHOOGI_OK)
        return status;
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_out out = shg_out_make(options, sizeof options);
    shg_privacy_begin(&out, a->options);
    if (out.length > SHG_STORAGE_OPTIONS_BYTES_MAX)
        return too_long(err);
    const shg_game row = { .definition = id,
                           .black = a->challenger_black ? a->challenger : a->player,
                           .white = a->challenger_black ? a->player : a->challenger,
                           .sfen = a->start,
                           .options = options,
                           .rated = shg_option_has(a->options, SHG_OPTION_RATED),
                           .comment = a->comment,
                           .created_ms = a->now_ms,
                           .outcome = "",
                           .reason = "" };
    return storage->ops->game_add(storage, &a->game, &row, err);
}

/* NEW.g: the weaker player is Black, and the first move is the handicap that the stronger gives.
 * Without a handicap the colour is already chosen at random. */
static shoogi_status decide_by_grades(answering *a, shg_storage *storage,
                                      const shoogi_catalog_entry *entry, shoogi_error *err)
{
    if (!shg_grades_known(entry->variant))
        return refuse(a, NO_GRADES);
    /* The challenger's, the answering player's. */
    int grades[2] = { SHG_GRADE_NONE, SHG_GRADE_NONE };
    shoogi_status status =
        shg_grade_get(&grades[0], storage, a->challenger, entry->name, a->now_ms, err);
    if (status == SHOOGI_OK)
        status = shg_grade_get(&grades[1], storage, a->player, entry->name, a->now_ms, err);
    shg_graded decided;
    if (status == SHOOGI_OK)
        status = shg_grades_decide(&decided, entry->variant, grades, err);
    if (status != SHOOGI_OK)
        return status;
    if (decided.games > 0) {
        a->challenger_black = !decided.first_is_white;
        a->forced = true;
        memcpy(a->first_move, decided.handicap[0], sizeof a->first_move);
    }
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_out out = shg_out_make(options, sizeof options);
    shg_options_without(&out, a->options, SHG_OPTION_GRADES);
    const int sides[2] = { grades[!a->challenger_black], grades[a->challenger_black] };
    shg_grades_add(&out, sides);
    if (decided.games > 1)
        shg_match_add(&out, decided.handicap[1]);
    if (out.length > SHG_STORAGE_OPTIONS_BYTES_MAX)
        return too_long(err);
    memcpy(a->options, options, sizeof a->options);
    return SHOOGI_OK;
}

/* A guest who is not stored has the initial rating. */
static shoogi_status check_rating(answering *a, shg_storage *storage, shoogi_error *err)
{
    shg_rating rating;
    size_t bytes;
    if (!shg_option_value(&bytes, a->options, SHG_OPTION_RATINGS))
        return SHOOGI_OK;
    const shoogi_status status = shg_ratings_get(&rating, storage, a->player, a->variant,
                                                 shg_options_speed(a->options), INT64_MAX, err);
    if (status != SHOOGI_OK)
        return status;
    return shg_terms_fit_rating(a->options, &rating) ? SHOOGI_OK : refuse(a, OTHER_RATING);
}

static bool count_game(void *context, const shg_game *row)
{
    (void)row;
    return ++*(int *)context < SHG_GAMES_PER_PLAYER;
}

/* Each game is stored for ever, and is in its players' lists until it ends. */
static shoogi_status check_games(answering *a, shg_storage *storage, shoogi_error *err)
{
    const int64_t players[2] = { a->player, a->challenger };
    for (int i = 0; i < 2; i++) {
        if (players[i] == 0)
            continue; /* a guest's first game */
        const shg_game_filter running = { .player = players[i], .running_only = true };
        int count = 0;
        const shoogi_status status =
            storage->ops->game_list(storage, &running, count_game, &count, err);
        if (status != SHOOGI_OK)
            return status;
        if (count >= SHG_GAMES_PER_PLAYER)
            return refuse(a, TOO_MANY);
    }
    return SHOOGI_OK;
}

static bool each_own_rematch(void *context, const shg_challenge *row)
{
    answering *a = context;
    if (shg_terms_rematch_of(row->options) == a->rematch_of)
        a->own_rematch = row->id;
    return a->own_rematch == 0;
}

/* Two players who asked each other for a rematch at the same instant want one game. */
static shoogi_status remove_challenges(answering *a, shg_storage *storage, shoogi_error *err)
{
    shoogi_status status = storage->ops->challenge_remove(storage, a->number, err);
    if (status == SHOOGI_OK && a->rematch_of != 0)
        status = storage->ops->challenge_list(storage, a->player, each_own_rematch, a, err);
    return status == SHOOGI_OK && a->own_rematch != 0
               ? storage->ops->challenge_remove(storage, a->own_rematch, err)
               : status;
}

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    answering *a = (answering *)(void *)job;
    shoogi_status status = a->shared ? SHOOGI_OK : read_challenge(a, storage);
    if (status != SHOOGI_OK)
        return status;
    if (must_wait(a)) {
        char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
        shg_replay_accept(options, a->options, a->player);
        return storage->ops->challenge_set_options(storage, a->number, options, &job->error);
    }
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    if (!a->shared)
        status = check_rating(a, storage, &job->error);
    if (status != SHOOGI_OK)
        return status;
    shg_replay_options(options, a->options);
    a->rematch_of = shg_terms_rematch_of(options);
    shg_out kept = shg_out_make(a->options, sizeof a->options);
    shg_terms_without(&kept, options);
    shg_start_sfen(a->start, options);
    const shoogi_catalog_entry *entry = a->shared  ? a->shared
                                        : a->rules ? &a->stored
                                                   : shg_server_variant(a->task.server, a->variant);
    a->forced = !a->challenger_black || a->replayed != 0;
    if (!entry)
        status = refuse(a, NO_VARIANT);
    else if (shg_option_has(a->options, SHG_OPTION_GRADES))
        status = decide_by_grades(a, storage, entry, &job->error);
    if (status == SHOOGI_OK)
        status = check_beginning(a, entry);
    if (status == SHOOGI_OK && !a->shared)
        status = check_games(a, storage, &job->error);
    if (status == SHOOGI_OK && !a->shared)
        status = remove_challenges(a, storage, &job->error);
    if (status == SHOOGI_NOT_FOUND)
        return refuse(a, NOT_THERE);
    if (status == SHOOGI_OK)
        status = shg_store_guest(storage, &a->player, a->name, a->now_ms, &job->error);
    if (status == SHOOGI_OK)
        status = add_game(a, storage, entry, &job->error);
    if (status == SHOOGI_OK)
        status = add_events(a, storage, &job->error);
    if (status == SHOOGI_OK)
        status = shg_new_current_store(
            &a->current, storage, a->game,
            (const int64_t[2]){ a->challenger_black ? a->challenger : a->player,
                                a->challenger_black ? a->player : a->challenger },
            a->options, a->player, &job->error);
    shg_time_control control;
    if (status == SHOOGI_OK && shg_options_clock(&control, a->options))
        status = storage->ops->run_alive(storage, shg_now_ms(a->task.server), &job->error);
    return status;
}

/* ---- notifying ---- */

static void say_refused(shg_session *s, const answering *a)
{
    const char *const by = a->challenger_name;
    const char *const title = shg_server_title(s->server, shg_session_language(s), a->variant);
    shg_clean pattern;
    /* If the commit failed, what the job found may not be true. */
    switch (a->task.job.status == SHOOGI_ILLEGAL ? a->refused : NONE) {
    case NONE: shg_say_failed(s, &a->task.job); break;
    case NOT_THERE:
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND,
                      "There is no challenge %lld.  NEW lists the challenges.\n",
                      (long long)a->number);
        break;
    case OWN: shg_refuse(s, "This challenge to %s is your own.\n", title); break;
    case FOR_MEMBERS:
        shg_refuse(s,
                   "The challenge of %s to %s is rated, and guests have no rating.  Register to "
                   "accept it.\n",
                   by, title);
        break;
    case NOT_FOR_YOU:
        shg_refuse(s, "The challenge of %s to %s is only for players whose names match %s.\n", by,
                   title, shg_clean_word(&pattern, a->pattern, strlen(a->pattern)));
        break;
    case NO_VARIANT: shg_refuse(s, "This server no longer has the rules of %s.\n", title); break;
    case BAD_START:
        shg_refuse(s, "The position of the challenge of %s no longer fits the rules of %s.\n", by,
                   title);
        break;
    case BAD_MOVE:
        shg_refuse(s, "The first move of the challenge of %s is no longer legal in %s.\n", by,
                   title);
        break;
    case TOO_MANY:
        shg_refuse(s, "Nobody can play more than %d games at a time.  No game has begun.\n",
                   SHG_GAMES_PER_PLAYER);
        break;
    case OTHER_RATING:
        shg_refuse(s, "The challenge of %s to %s is for players of other ratings.\n", by, title);
        break;
    case NO_GRADES:
        shg_refuse(s, "%s no longer has a table of handicaps by grade.\n", title);
        break;
    }
}

/* Makes the game current in the sessions of both players where it should be. */
static void make_current(shg_session *s, const answering *a)
{
    const int own = a->challenger_black ? SHOOGI_WHITE : SHOOGI_BLACK;
    const int64_t players[2] = { [SHOOGI_BLACK] = own == SHOOGI_BLACK ? a->player : a->challenger,
                                 [SHOOGI_WHITE] = own == SHOOGI_WHITE ? a->player : a->challenger };
    if (shg_session_is_program(s) || a->player == a->challenger)
        s->current_game = a->game; /* stored with the game */
    else
        shg_new_current_take(&a->current, s, own, a->game, true);
    for (int colour = 0; colour < 2; colour++) {
        shg_session *to = shg_online_first(&s->server->sessions->online, players[colour]);
        for (; to && (colour != own || a->current.live); to = shg_online_next(to))
            if (!shg_session_is_program(to))
                shg_new_current_take(&a->current, to, colour, a->game, false);
    }
}

static void begun(shg_session *s, shg_game_state *game)
{
    if (!game)
        return;
    shg_time_forfeits_follow(s->server, game);
    if (shg_game_shared(game)) {
        shg_say(s, "Game %lld has begun.\n\n", (long long)game->id);
        shg_say_board_page(s, game, false);
        return;
    }
    const int own = shg_game_colour_of(game, s->player);
    char replaced[SHG_REPLACED_BYTES];
    /* After a crash nobody hears that it began while they were away. */
    for (int colour = 0; colour < 2; colour++)
        if (shg_online_first(&s->server->sessions->online, game->player[colour]))
            shg_store_last_seen(s->server, game->player[colour], shg_now_ms(s->server) + 1);
    shg_new_current_replaced(replaced, s);
    shg_result(s, "game", game->id);
    shg_say(s, "Game %lld has begun: you are %s.\n", (long long)game->id,
            shg_colour_in(shg_session_language(s), own));
    shg_say_bytes(s, replaced, strlen(replaced));
    shg_say_board_page(s, game, false);
    shg_session *to = shg_online_first(&s->server->sessions->online, game->player[!own]);
    for (; to; to = shg_online_next(to))
        shg_notify_begun(to, game, s->name);
    for (to = shg_online_first(&s->server->sessions->online, s->player); to;
         to = shg_online_next(to))
        if (to != s || shg_session_is_program(to))
            shg_notify_begun(to, game, NULL);
    shg_observe_begun(s->server, game, s->player);
}

static void say_waiting(shg_session *s, const answering *a)
{
    shg_say(s, "You offer to replay the game.  It begins when %s agrees.\n", a->challenger_name);
    for (shg_session *to = shg_online_first(&s->server->sessions->online, a->challenger); to;
         to = shg_online_next(to))
        shg_notify_about(
            to,
            &(shg_notice){
                .kind = "replay", .challenge = a->number, .game = a->replayed, .by = s->name },
            "%s wants to replay game %lld.  NEW %lld begins it.\n", s->name, (long long)a->replayed,
            (long long)a->number);
    const shg_owner owner = { s->address, s->player };
    (void)shg_challenge_offered(s->server, &owner, a->challenger_name);
}

static void finish(shg_task *task)
{
    const answering *a = (const answering *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        say_refused(s, a);
        return;
    }
    shg_guest_stored(s, a->player);
    if (a->game == 0) {
        say_waiting(s, a);
        return;
    }
    const int64_t players[2] = { a->player, a->challenger };
    shg_lobby_challenge_accepted(s->server, a->number, a->game, players);
    if (a->own_rematch != 0)
        shg_lobby_challenge_accepted(s->server, a->own_rematch, a->game, players);
    task->server->metrics.counts[SHG_COUNT_games_begun]++;
    task->server->metrics.counts[SHG_COUNT_moves] += a->first_move[0] != '\0';
    make_current(s, a);
    shg_with_game(s, a->game, begun);
    shg_final_result_notify(task->server, &a->settled);
}

static answering *new_answering(shg_session *s)
{
    answering *a = shg_task_alloc(s, sizeof *a);
    if (!a)
        return NULL;
    a->player = s->player;
    a->now_ms = shg_now_ms(s->server);
    memcpy(a->name, s->name, sizeof a->name);
    a->guest = s->guest;
    return a;
}

static void fini_answering(shg_task *task)
{
    shg_rules_unref(((answering *)task)->rules);
}

/* rules: taken; NULL for those of the catalog. */
static void answer(shg_session *s, int64_t number, const char *key, size_t key_bytes,
                   shg_rules *rules)
{
    answering *a = new_answering(s);
    if (!a) {
        shg_rules_unref(rules);
        return;
    }
    a->number = number;
    a->key_bytes = key_bytes;
    memcpy(a->key, key, key_bytes);
    a->rules = rules;
    if (rules)
        a->stored = shg_rules_entry(rules);
    a->task.fini = fini_answering;
    shg_task_write(&a->task, s->server, s, run, finish);
}

/* ---- whether the opponent is online ---- */

typedef struct presence_check {
    shg_task task;
    int64_t number;
    /* The player who must be online because the game would begin at once; 0: none. */
    int64_t other;
    char key[SHG_KEY_BYTES];
    size_t key_bytes;
    char name[SHG_STORAGE_PATTERN_BYTES_MAX + 1];
    shg_rules *rules; /* of a challenge by a stored definition; owned */
} presence_check;

static shoogi_status run_presence_check(shg_job *job, shg_storage *storage)
{
    presence_check *l = (presence_check *)(void *)job;
    shg_challenge row;
    const shoogi_status status = storage->ops->challenge_get(storage, &row, l->number, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const int64_t definition = shg_rules_number(row.variant, strlen(row.variant));
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_replay_options(options, row.options);
    if (shg_options_live(options) && shg_terms_fit_key(options, l->number, l->key, l->key_bytes)) {
        l->other =
            shg_replay_game(row.options) != 0 ? shg_replay_accepted(row.options) : row.player;
        snprintf(l->name, sizeof l->name, "%s",
                 l->other == row.player ? row.player_name : row.pattern);
    }
    return definition != 0 ? shg_rules_get(&l->rules, l->task.server->rules->past, storage,
                                           definition, &job->error)
                           : SHOOGI_OK;
}

static void fini_presence_check(shg_task *task)
{
    shg_rules_unref(((presence_check *)task)->rules);
}

/* The answer itself finds any other fault of the challenge. */
static void finish_presence_check(shg_task *task)
{
    presence_check *l = (presence_check *)task;
    shg_session *s = task->session;
    if (!s->door)
        return;
    if (l->other != 0 && l->other != s->player && !shg_is_online(s->server, l->other))
        shg_refuse(
            s,
            "%s is not online.  The challenge is for a fast game, which begins only while both\n"
            "players are online.\n",
            l->name);
    else {
        answer(s, l->number, l->key, l->key_bytes, l->rules);
        l->rules = NULL;
    }
}

void shg_answer_challenge(shg_session *s, int64_t number)
{
    shg_answer_challenge_by_key(s, number, "", 0);
}

void shg_answer_challenge_by_key(shg_session *s, int64_t number, const char *key, size_t key_bytes)
{
    presence_check *l = shg_guest_may_be_stored(s) ? shg_task_alloc(s, sizeof *l) : NULL;
    if (!l)
        return;
    l->number = number;
    l->key_bytes = key_bytes;
    memcpy(l->key, key, key_bytes);
    l->task.fini = fini_presence_check;
    shg_task_read(&l->task, s->server, s, run_presence_check, finish_presence_check);
}

void shg_begin_shared_game(shg_session *s, const shoogi_catalog_entry *entry,
                           const shg_challenge *row)
{
    answering *a = new_answering(s);
    if (!a)
        return;
    a->begun = *entry;
    a->shared = &a->begun;
    a->challenger = a->player;
    a->challenger_black = true; /* so that no first move is forced */
    copy_terms(a, row);
    shg_task_write(&a->task, s->server, s, run, finish);
}
