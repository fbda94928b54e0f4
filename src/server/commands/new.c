/* new.c: NEW: determines which of its forms is meant and checks it. */
#include "base/error.h"
#include "base/nearest.h"
#include "server/commands/move_fault.h"
#include "server/engines/engine_players.h"
#include "server/engines/part.h"
#include "server/game/action.h"
#include "server/game/game_options.h"
#include "server/game/grade.h"
#include "server/game/privacy.h"
#include "server/game/promotion.h"
#include "server/lobby/challenge_terms.h"
#include "server/lobby/challenges.h"
#include "server/lobby/new_form.h"
#include "server/loop/text_buffer.h"
#include "server/rules/part.h"
#include "server/session/move_word.h"
#include "server/session/session.h"
#include "shoogi/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A challenge being made: whether its first move promotes may have to be asked. */
typedef struct offer {
    shoogi_catalog_entry entry;
    shg_rules *rules; /* owned; the rules of a stored definition, else NULL */
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1]; /* the name that challenges use */
    shoogi_position *start;                          /* owned; NULL if there is no first move */
    bool black, random;
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    char first_move[SHG_ACTION_BYTES];
    char pattern[4 * SHG_PATTERN_CHARACTERS_MAX + 1];
    char comment[4 * SHG_COMMENT_CHARACTERS_MAX + 1];
} offer;

static void free_offer(void *context)
{
    offer *o = context;
    shoogi_position_free(o->start);
    shg_rules_unref(o->rules);
    free(o);
}

static void make(shg_session *s, offer *o)
{
    const shg_challenge row = {
        .variant = o->variant,
        .pattern = o->pattern,
        .colour = o->random ? "random" : shg_colour_word(o->black ? SHOOGI_BLACK : SHOOGI_WHITE),
        .options = o->options,
        .first_move = o->first_move,
        .comment = o->comment,
    };
    if (s->server->local)
        shg_begin_shared_game(s, &o->entry, &row);
    else
        shg_make_challenge(s, &row);
    free_offer(o);
}

static void make_with(shg_session *s, void *context, shoogi_move move)
{
    offer *o = context;
    shg_action_of_move(o->first_move, o->start, move);
    make(s, o);
}

/* Says that a word is invalid and lists the valid ones: the games or, after a name and a hyphen,
 * the game's rule sets. */
static void say_not_one_of(shg_session *s, const shg_call *call, shg_part word, const char *wanted,
                           const char *prefix)
{
    shoogi_error err;
    (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, word.start), wanted,
                             shg_call_text(call, word), word.bytes);
    shg_say_fault(s, &err);
    const size_t length = strlen(prefix);
    shg_text_buffer names = { 0 };
    shg_nearest nearest = shg_nearest_to(shg_call_text(call, word), word.bytes);
    size_t column = 0;
    const shg_variants *const games = s->server->rules->variants;
    for (size_t i = 0; i < shg_variants_count(games); i++) {
        const char *const whole = shg_variants_name(games, i), *const name = whole + length;
        const size_t game = shg_variants_game_of(games, i);
        if (length == 0 ? game != i
                        : game == i || strlen(shg_variants_name(games, game)) + 1 != length ||
                              strncmp(whole, prefix, length) != 0)
            continue;
        shg_nearest_try(&nearest, name, strlen(name));
        const bool fits = column + strlen(name) < 70;
        shg_text_add(&names, "%s%s", column == 0 ? "" : fits ? ", " : ",\n  ", name);
        column = (column == 0 ? 6 : fits ? column : 2) + strlen(name) + 2;
    }
    if (nearest.name[0] != '\0')
        shg_say(s, "Did you mean %s?\n", nearest.name);
    if (names.length > 0)
        shg_say(s,
                length == 0 ? "The games are %s.  See HELP VARIANTS.\n"
                            : "Its rule sets are %s.  See HELP VARIANTS.\n",
                names.bytes);
    else
        shg_say(s, "That game has no other rule set.\n");
    shg_text_fini(&names);
}

/* The entry if status is OK. Else NULL, after reporting the fault if there is such a game. */
static const shoogi_catalog_entry *entry_or_fault(shg_session *s, shoogi_status status,
                                                  const shoogi_catalog_entry *entry)
{
    if (status == SHOOGI_NO_MEMORY)
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    else if (status != SHOOGI_OK && status != SHOOGI_NOT_FOUND)
        shg_refuse_text(s, SHG_BAD_DEFINITION);
    return status == SHOOGI_OK ? entry : NULL;
}

/* The variant named by -v, or shogi. NULL after saying why not. */
static const shoogi_catalog_entry *choose_variant(shg_session *s, const shg_call *call)
{
    static const char usual[] = SHG_DEFAULT_VARIANT;
    const shg_part game = call->values[SHG_NEW_VALUE_VARIANT],
                   rule_set = call->values[SHG_NEW_VALUE_SCHOOL];
    const bool named = shg_call_has(call, 'v');
    const shoogi_catalog_entry *entry = NULL;
    shoogi_status status =
        shg_server_find_variant(&entry, s->server, named ? shg_call_text(call, game) : usual,
                                named ? game.bytes : sizeof usual - 1);
    if (status == SHOOGI_NOT_FOUND)
        say_not_one_of(s, call, game, "the name of a game", "");
    entry = entry_or_fault(s, status, entry);
    if (!entry || !shg_call_has(call, 's'))
        return entry;
    /* A rule set of a game is a game of its own: chu and lishogi make chu-lishogi. */
    char prefix[SHOOGI_CATALOG_NAME_BYTES_MAX + 2], name[2 * SHOOGI_CATALOG_NAME_BYTES_MAX + 2],
        wanted[SHOOGI_CATALOG_NAME_BYTES_MAX + 20];
    snprintf(prefix, sizeof prefix, "%s-", entry->name);
    snprintf(wanted, sizeof wanted, "a rule set of %s", entry->name);
    const int length = snprintf(name, sizeof name, "%s%.*s", prefix, (int)rule_set.bytes,
                                shg_call_text(call, rule_set));
    status = length > 0 && (size_t)length < sizeof name
                 ? shg_server_find_variant(&entry, s->server, name, (size_t)length)
                 : SHOOGI_NOT_FOUND;
    if (status == SHOOGI_NOT_FOUND)
        say_not_one_of(s, call, rule_set, wanted, prefix);
    return entry_or_fault(s, status, entry);
}

static shoogi_status read_move(shoogi_parsed_move *out, shg_new_form *form, const shg_call *call,
                               const shoogi_position *position, shoogi_error *err)
{
    const char *text = shg_call_text(call, form->move);
    const shoogi_status status = shoogi_move_read_any(out, position, text, form->move.bytes, err);
    if (status == SHOOGI_OK || !form->w_or_letter)
        return status;
    /* NEW anna WH-4d: if the white horse can move there and no H can, the horse is meant. */
    if (shoogi_western_read(out, position, text - 1, form->move.bytes + 1, NULL) != SHOOGI_OK)
        return status;
    form->kind = SHG_NEW_BLACK;
    return SHOOGI_OK;
}

/* Reads the first move and continues with it; o: taken. */
static void with_move(shg_session *s, offer *o, shg_new_form *form, const shg_call *call)
{
    const char *text = shg_call_text(call, form->move);
    const bool handicap = shg_handicap_word(text, form->move.bytes);
    if (handicap && shg_option_has(o->options, SHG_OPTION_RATED)) {
        shg_refuse_text(s, SHG_RATED_EVEN);
        free_offer(o);
        return;
    }
    shoogi_parsed_move move = { 0 };
    shoogi_error err = { 0 };
    shoogi_status status = shoogi_position_new(&o->start, o->entry.variant);
    if (status == SHOOGI_OK)
        status = handicap
                     ? shg_action_of_handicap(o->first_move, o->start, text, form->move.bytes, &err)
                     : read_move(&move, form, call, o->start, &err);
    if (status == SHOOGI_OK) {
        o->black = form->kind == SHG_NEW_BLACK;
        if (handicap)
            make(s, o);
        else if (move.promotion_open)
            shg_ask_promotion(s, o->start, o->rules, move.move,
                              SHG_TEXT("The challenge was not made."), make_with, o, free_offer);
        else
            make_with(s, o, move.move);
        return;
    }
    if (status == SHOOGI_ILLEGAL) {
        shg_clean why;
        shg_refuse(s, "That first move is illegal: %s.\n",
                   shg_session_message(s, &why, err.message));
    } else {
        if (err.line > 0)
            err.column += (uint32_t)shg_call_column(call, form->move.start) - 1;
        if (o->start)
            shg_say_move_fault(s, o->entry.variant, &err);
        else
            shg_say_fault(s, &err);
    }
    free_offer(o);
}

static void copy_part(char *out, size_t out_bytes, const shg_call *call, shg_part part)
{
    snprintf(out, out_bytes, "%.*s", (int)part.bytes, shg_call_text(call, part));
}

/* The option for who may watch the game. False after reporting a fault. */
static bool read_privacy(shg_session *s, shg_out *options, const shg_call *call)
{
    static const char *const words[] = { "public", SHG_OPTION_HIDDEN, SHG_OPTION_PROTECTED };
    const shg_part part = call->values[SHG_NEW_VALUE_PRIVACY];
    const char *text = shg_call_text(call, part);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!shg_text_same(text, part.bytes, words[i], strlen(words[i])))
            continue;
        if (i > 0)
            shg_option_add(options, words[i]);
        return true;
    }
    shoogi_error err;
    (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, part.start),
                             "public, hidden or protected", text, part.bytes);
    shg_say_fault(s, &err);
    return false;
}

/* The options for who may answer, and until when. False after reporting a fault. */
static bool read_terms(shg_session *s, shg_out *options, const shg_call *call)
{
    shoogi_error err;
    const shg_part range = call->values[SHG_NEW_VALUE_RATINGS],
                   days = call->values[SHG_NEW_VALUE_DAYS];
    const char *range_text = shg_call_text(call, range), *days_text = shg_call_text(call, days);
    int64_t number = 0;
    shoogi_status status = SHOOGI_OK;
    if (shg_call_has(call, 'b'))
        status = shg_ratings_range_check(range_text, range.bytes,
                                         shg_call_column(call, range.start) - 1, &err);
    if (status == SHOOGI_OK && shg_call_has(call, 'b')) {
        shg_option_add(options, SHG_OPTION_RATINGS);
        shg_out_bytes(options, range_text, range.bytes);
    }
    for (size_t i = 0; shg_call_has(call, 'e') && i < days.bytes && i < 3; i++)
        number = shg_is_digit(days_text[i]) && number >= 0 ? number * 10 + days_text[i] - '0' : -1;
    if (status == SHOOGI_OK && shg_call_has(call, 'e') &&
        (number < 1 || number > SHG_CHALLENGE_DAYS_MAX || days.bytes > 2))
        status = shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, shg_call_column(call, days.start),
                                    "days, 1 to 90", days_text, days.bytes);
    if (status != SHOOGI_OK) {
        shg_say_fault(s, &err);
        return false;
    }
    char word[40];
    if (number > 0) {
        snprintf(word, sizeof word, "%s%" PRId64, SHG_OPTION_UNTIL,
                 shg_now_ms(s->server) + number * SHG_DAY_MS);
        shg_option_add(options, word);
    }
    if (shg_call_has(call, 'l')) {
        char secret[SHG_SECRET_BYTES + 1];
        shg_secret_make(secret);
        shg_option_add(options, SHG_OPTION_LINK);
        shg_out_text(options, secret);
    }
    return true;
}

/* The position from which the game begins. False after reporting a fault. */
static bool read_start(shg_session *s, shg_out *options, const offer *o, const shg_call *call)
{
    const shg_part part = call->values[SHG_NEW_VALUE_START];
    const char *const text = shg_call_text(call, part);
    shoogi_error err = { 0 };
    /* A position with spaces has no _: its first word would be read here, and the others as a pattern and a comment. */
    const shoogi_status status =
        part.bytes > SHG_STORAGE_START_BYTES_MAX
            ? shg_error_set(&err, SHOOGI_LIMIT_EXCEEDED, 1, 1,
                            "expected a position of at most %d bytes", SHG_STORAGE_START_BYTES_MAX)
        : memchr(text, '_', part.bytes)
            ? shg_start_add(options, o->entry.variant, text, part.bytes, &err)
            : shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, 1,
                                 "a position in SFEN with _ in place of spaces", text, part.bytes);
    if (status == SHOOGI_OK && options->length <= SHG_STORAGE_OPTIONS_BYTES_MAX)
        return true;
    shg_clean why;
    if (status == SHOOGI_OK)
        shg_refuse(s, "The terms are too long to be stored.\n");
    else if (status == SHOOGI_NO_MEMORY)
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    else if (status == SHOOGI_ILLEGAL)
        shg_refuse(s, "The game cannot begin in that position: %s.\n",
                   shg_session_message(s, &why, err.message));
    else {
        err.line = 1;
        err.column += (uint32_t)shg_call_column(call, part.start) - 1;
        shg_say_fault(s, &err);
    }
    return false;
}

/* The level of the engine that a word names; 0: none, or it does not play here. */
static unsigned engine_named(const shg_session *s, const char *word, size_t bytes)
{
    return s->server->engines->players ? shg_level_in_name(word, bytes) : 0;
}

/* The conditions that the options name. clock: the clock without -t; NULL: none. False after reporting a fault. */
static bool read_options(shg_session *s, offer *o, const shg_call *call, const char *clock)
{
    shg_out options = shg_out_make(o->options, sizeof o->options);
    if (shg_call_has(call, 't') || clock) {
        const shg_part word = call->values[SHG_NEW_VALUE_CLOCK];
        shg_time_control control;
        shoogi_error err = { 0 };
        const bool given = shg_call_has(call, 't');
        if (shg_time_control_read(&control, given ? shg_call_text(call, word) : clock,
                                  given ? word.bytes : strlen(clock),
                                  given ? shg_call_column(call, word.start) - 1 : 0,
                                  &err) != SHOOGI_OK) {
            shg_say_fault(s, &err);
            shg_say(s, "HELP CLOCKS explains how to write a clock.\n");
            return false;
        }
        shg_option_add_clock(&options, &control);
    }
    if (shg_call_has(call, 'p') && !read_privacy(s, &options, call))
        return false;
    if (!read_terms(s, &options, call))
        return false;
    if (shg_call_has(call, 'i'))
        shg_option_add(&options, SHG_OPTION_ILLEGAL_LOSES);
    if (shg_call_has(call, 'u'))
        shg_option_add(&options, SHG_OPTION_UNDO);
    if (shg_call_has(call, 'r'))
        shg_option_add(&options, SHG_OPTION_RATED);
    if (shg_call_has(call, 'g'))
        shg_option_add(&options, SHG_OPTION_GRADES);
    return !shg_call_has(call, 'f') || read_start(s, &options, o, call);
}

/* Why the options exclude each other or these players, or NULL. */
static const char *why_not(const shg_session *s, const shg_new_form *form, const shg_call *call,
                           const shg_rules *rules)
{
    const bool rated = shg_call_has(call, 'r'), by_grades = shg_call_has(call, 'g');
    if (s->server->local && rated)
        return SHG_TEXT("Games at one keyboard are not rated.");
    if (s->server->local && by_grades)
        return SHG_TEXT("Players at one keyboard have no grades.");
    if (s->server->local &&
        (shg_call_has(call, 'b') || shg_call_has(call, 'e') || shg_call_has(call, 'l')))
        return SHG_TEXT("There are no challenges at one keyboard.  NEW begins a game at once.");
    if (s->server->local && shg_call_has(call, 'p'))
        return SHG_TEXT("Nobody else can see a game at one keyboard.");
    if (rules && (rated || by_grades))
        return SHG_TEXT(
            "Ratings and grades exist only for the games of this server.  HELP VARIANTS lists them.");
    if (shg_call_has(call, 'f') && rated)
        return SHG_TEXT("A rated game begins from the first position of its game.");
    if (shg_call_has(call, 'f') && by_grades)
        return SHG_TEXT("Grades decide the handicap, so the game cannot begin from a position.");
    if (shg_call_has(call, 'f') && form->move.bytes > 0)
        return SHG_TEXT("A game from a position begins without a first move.");
    if (rated && by_grades)
        return SHG_RATED_EVEN;
    if (rated && s->guest)
        return SHG_TEXT("Rated games are for registered players.  Guests have no rating.");
    return NULL;
}

/* A challenge to an engine that does not exist would stand for ever. False after saying so. */
static bool may_answer(shg_session *s, const char *pattern)
{
    const size_t bytes = strlen(pattern);
    if (s->server->local || !shg_name_is_engines(pattern, bytes) ||
        (s->server->engines->players && shg_level_in_name(pattern, bytes) > 0))
        return true;
    if (s->server->engines->players)
        shg_refuse_as(
            s, SHG_REFUSED_NOT_FOUND,
            "There is no %s.  The engines are engine1 (weakest) to engine10 (strongest).\n",
            pattern);
    else
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND,
                      "This server has no engines, so nobody plays as %s.\n", pattern);
    return false;
}

/* rules: those of a stored definition, or NULL. */
static void offer_game(shg_session *s, shg_new_form *form, const shg_call *call,
                       const shoogi_catalog_entry *entry, shg_rules *rules)
{
    const char *refusal = why_not(s, form, call, rules);
    if (refusal) {
        shg_refuse_text(s, refusal);
        return;
    }
    if (shg_call_has(call, 'g') && !shg_grades_known(entry->variant)) {
        shg_refuse(
            s,
            "%s has no table of handicaps by grade.  NEW without -g can give\na handicap, too.\n",
            entry->name);
        return;
    }
    offer *o = calloc(1, sizeof *o);
    if (!o) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return;
    }
    o->entry = *entry;
    o->rules = rules ? shg_rules_ref(rules) : NULL;
    if (rules)
        copy_part(o->variant, sizeof o->variant, call, call->values[SHG_NEW_VALUE_VARIANT]);
    else
        snprintf(o->variant, sizeof o->variant, "%s", entry->name);
    o->black = form->kind == SHG_NEW_BLACK;
    o->random = form->kind == SHG_NEW_RANDOM;
    snprintf(o->pattern, sizeof o->pattern, "*");
    if (form->pattern.bytes > 0)
        copy_part(o->pattern, sizeof o->pattern, call, form->pattern);
    /* A guest who does not come back would leave an engine with a game that never ends. */
    static const char guests_clock[] = "15m/30s";
    const bool needs_clock =
        s->guest && !shg_call_has(call, 't') && engine_named(s, o->pattern, strlen(o->pattern)) > 0;
    if (!read_options(s, o, call, needs_clock ? guests_clock : NULL)) {
        free_offer(o);
        return;
    }
    copy_part(o->comment, sizeof o->comment, call, form->comment);
    if (!may_answer(s, o->pattern)) {
        free_offer(o);
        return;
    }
    if (needs_clock)
        shg_say(s, "Guests play engines with a clock: %s unless you choose one with NEW -t.\n",
                guests_clock);
    if (form->move.bytes > 0)
        with_move(s, o, form, call);
    else
        make(s, o);
}

/* Whether a player typed only an engine's name and perhaps options: a game at once, with random colours. */
static bool read_engine(shg_new_form *out, const shg_call *call)
{
    shg_part rest;
    const shg_part word = shg_call_word(&rest, call, call->argument);
    if (call->text_at != SHG_TYPED || rest.bytes > 0 || shg_call_has(call, 'c') ||
        shg_call_has(call, 'g') || !shg_name_is_engines(shg_call_text(call, word), word.bytes))
        return false;
    *out = (shg_new_form){ .kind = SHG_NEW_RANDOM, .pattern = word };
    return true;
}

/* After a fault: how to type it if the player named the game without -v, or gave options behind the rest. */
static void say_order(shg_session *s, const shg_call *call)
{
    shg_part rest;
    const shg_part first = shg_call_word(&rest, call, call->argument);
    const shg_part second = shg_call_word(&rest, call, rest);
    const shoogi_catalog_entry *entry = NULL;
    if (call->text_at != SHG_TYPED || first.bytes == 0)
        return;
    const char *const name = shg_call_text(call, first), *const word = shg_call_text(call, second);
    const int name_bytes = (int)first.bytes;
    if (second.bytes > 1 && word[0] == '-') {
        const int bytes = (int)(call->argument.start + call->argument.bytes - second.start);
        shg_say(s, "Options come first: NEW %.*s %.*s\n", bytes, word, name_bytes, name);
    } else if (!shg_call_has(call, 'v') &&
               shg_server_find_variant(&entry, s->server, name, first.bytes) == SHOOGI_OK) {
        const bool engine = second.bytes > 0 && shg_name_is_engines(word, second.bytes);
        shg_say(s, "To play the game %.*s, type NEW -v %.*s%s%.*s\n", name_bytes, name, name_bytes,
                name,
                second.bytes == 0 ? " engine1"
                : engine          ? " "
                                  : " -c random ",
                (int)second.bytes, word);
    }
}

static void run_form(shg_session *s, const shg_call *call, const shoogi_catalog_entry *entry,
                     shg_rules *rules)
{
    /* Two players at one keyboard need no pattern: NEW and its options are enough. */
    const bool at_once = s->server->local && call->argument.bytes == 0;
    shg_new_form form = { .kind = SHG_NEW_BLACK };
    shoogi_error err = { 0 };
    if (!at_once && !read_engine(&form, call) && shg_new_form_read(&form, call, &err) != SHOOGI_OK) {
        shg_say_fault(s, &err);
        say_order(s, call);
        return;
    }
    switch (form.kind) {
    case SHG_NEW_LIST: shg_list_challenges(s); break;
    case SHG_NEW_ANSWER:
        if (s->server->local)
            shg_refuse(s, "There are no challenges at one keyboard.  NEW begins a game at once.\n");
        else
            shg_answer_challenge(s, form.number);
        break;
    case SHG_NEW_BLACK:
    case SHG_NEW_WHITE:
    case SHG_NEW_RANDOM: offer_game(s, &form, call, entry, rules); break;
    }
}

/* ---- a stored definition ---- */

typedef struct loading {
    shg_task task; /* must be first */
    int64_t definition;
    shg_rules *rules; /* owned */
} loading;

static shoogi_status run_loading(shg_job *job, shg_storage *storage)
{
    loading *l = (loading *)(void *)job;
    return shg_rules_get(&l->rules, l->task.server->rules->past, storage, l->definition,
                         &job->error);
}

static void finish_loading(shg_task *task)
{
    const loading *l = (const loading *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_NOT_FOUND) {
        shg_refuse_as(s, SHG_REFUSED_NOT_FOUND, "There is no definition %lld.\n",
                      (long long)l->definition);
    } else if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
    } else {
        const shoogi_catalog_entry entry = shg_rules_entry(l->rules);
        run_form(s, s->call, &entry, l->rules);
    }
}

static void fini_loading(shg_task *task)
{
    shg_rules_unref(((loading *)task)->rules);
}

static void load_rules(shg_session *s, int64_t definition)
{
    loading *l = shg_task_alloc(s, sizeof *l);
    if (!l)
        return;
    l->definition = definition;
    l->task.fini = fini_loading;
    shg_task_read(&l->task, s->server, s, run_loading, finish_loading);
}

SHG_RUN(new)
{
    const shg_part game = call->values[SHG_NEW_VALUE_VARIANT];
    const int64_t definition =
        shg_call_has(call, 'v') ? shg_rules_number(shg_call_text(call, game), game.bytes) : 0;
    if (definition != 0 && !shg_call_has(call, 's') && !s->server->local) {
        load_rules(s, definition);
        return;
    }
    const shoogi_catalog_entry *entry = choose_variant(s, call);
    if (entry)
        run_form(s, call, entry, NULL);
}
