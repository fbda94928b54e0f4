#include "storage/row.h"

#include "base/error.h"
#include "base/text.h"
#include "storage/bounds.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAY_BE_EMPTY = 0, NOT_EMPTY = 1 };

/* A text of a row and the requirements on it. */
struct field {
    const char *what;
    const char *text;
    size_t bytes_min, bytes_max;
};

static shoogi_status check_bytes(const char *what, const char *text, size_t bytes, size_t bytes_min,
                                 size_t bytes_max, shoogi_error *err)
{
    if (bytes > bytes_max)
        return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                             "expected %s of at most %zu bytes, found more", what, bytes_max);
    if (bytes < bytes_min)
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "expected %s, found nothing", what);
    if (!shg_utf8_valid(text, bytes))
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0,
                             "expected %s in UTF-8, found other bytes", what);
    return SHOOGI_OK;
}

static shoogi_status check_fields(const struct field *fields, size_t count, shoogi_error *err)
{
    for (size_t i = 0; i < count; i++) {
        const struct field *f = &fields[i];
        assert(f->text);
        /* Reads at most one byte past the bound. */
        const size_t bytes = strnlen(f->text, f->bytes_max + 1);
        const shoogi_status status =
            check_bytes(f->what, f->text, bytes, f->bytes_min, f->bytes_max, err);
        if (status != SHOOGI_OK)
            return status;
    }
    return SHOOGI_OK;
}

#define CHECK_FIELDS(fields, err) check_fields((fields), sizeof(fields) / sizeof(fields)[0], (err))

shoogi_status shg_row_check_player(const shg_player *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a name", row->name, NOT_EMPTY, SHG_STORAGE_NAME_BYTES_MAX },
        { "a password hash", row->password, MAY_BE_EMPTY, SHG_STORAGE_PASSWORD_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_definition(const shg_definition *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a variant's name", row->name, NOT_EMPTY, SHG_STORAGE_NAME_BYTES_MAX },
    };
    shoogi_status status = CHECK_FIELDS(fields, err);
    if (status == SHOOGI_OK)
        status = check_bytes("a definition", row->text, row->text_bytes, NOT_EMPTY,
                             SHG_STORAGE_DEFINITION_BYTES_MAX, err);
    /* U+0000 is valid UTF-8, but databases may end a text there: SQLite in some functions, PostgreSQL
     * always. */
    if (status == SHOOGI_OK && memchr(row->text, '\0', row->text_bytes))
        status = shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0,
                               "expected a definition, found a NUL in it");
    return status;
}

shoogi_status shg_row_check_challenge(const shg_challenge *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a variant's name", row->variant, NOT_EMPTY, SHG_STORAGE_NAME_BYTES_MAX },
        { "a pattern", row->pattern, MAY_BE_EMPTY, SHG_STORAGE_PATTERN_BYTES_MAX },
        { "a first move", row->first_move, MAY_BE_EMPTY, SHG_STORAGE_FIRST_MOVE_BYTES_MAX },
        { "options", row->options, MAY_BE_EMPTY, SHG_STORAGE_OPTIONS_BYTES_MAX },
        { "a comment", row->comment, MAY_BE_EMPTY, SHG_STORAGE_COMMENT_BYTES_MAX },
    };
    const shoogi_status status = CHECK_FIELDS(fields, err);
    if (status != SHOOGI_OK)
        return status;
    assert(row->colour);
    if (strcmp(row->colour, "black") != 0 && strcmp(row->colour, "white") != 0 &&
        strcmp(row->colour, "random") != 0)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0,
                                  "\"black\", \"white\" or \"random\"", row->colour,
                                  strnlen(row->colour, 4 * SHG_FOUND_CHARACTERS));
    return SHOOGI_OK;
}

shoogi_status shg_row_check_ban(const shg_ban *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a network", row->network, row->player ? MAY_BE_EMPTY : NOT_EMPTY,
          row->player ? 0 : SHG_STORAGE_NETWORK_BYTES_MAX },
        { "a reason", row->reason, MAY_BE_EMPTY, SHG_STORAGE_COMMENT_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_notice(const char *name, const char *text, shoogi_error *err)
{
    const struct field fields[] = {
        { "a name", name, NOT_EMPTY, SHG_STORAGE_NAME_BYTES_MAX },
        { "a notice", text, MAY_BE_EMPTY, SHG_STORAGE_NOTICE_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_game(const shg_game *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a start position", row->sfen, MAY_BE_EMPTY, SHG_STORAGE_SFEN_BYTES_MAX },
        { "options", row->options, MAY_BE_EMPTY, SHG_STORAGE_OPTIONS_BYTES_MAX },
        { "a comment", row->comment, MAY_BE_EMPTY, SHG_STORAGE_COMMENT_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

static const char *const outcomes[] = { "black", "white", "draw", "no-contest" };

/* Splits the text of a "result": returns its outcome, or NULL; *reason: the rest after one space. */
static const char *split_result(const char **reason, const char *text)
{
    for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++) {
        const size_t bytes = strlen(outcomes[i]);
        if (strncmp(text, outcomes[i], bytes) == 0 && text[bytes] == ' ') {
            *reason = text + bytes + 1;
            return outcomes[i];
        }
    }
    return NULL;
}

/* Returns the kind of the event that an "undo" takes back, at the end of its text; NULL if it is malformed. */
static const char *split_undo(const char *text)
{
    static const char *const colours[] = { "black ", "white " };
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
        const size_t bytes = strlen(colours[i]);
        if (strncmp(text, colours[i], bytes) == 0 && text[bytes])
            return text + bytes;
    }
    return NULL;
}

/* Returns the number of moves of a "takeback", at the end of its text; -1 if it is malformed. */
static int split_takeback(const char *text)
{
    int first = 0, moves = -1, read = 0;
    if (sscanf(text, "black %6d %6d%n", &first, &moves, &read) < 2 &&
        sscanf(text, "white %6d %6d%n", &first, &moves, &read) < 2)
        return -1;
    return text[read] == '\0' && first > 0 && moves >= 0 ? moves : -1;
}

shoogi_status shg_row_check_event(const shg_event *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "an event's kind", row->kind, NOT_EMPTY, SHG_STORAGE_KIND_BYTES_MAX },
        { "an event's text", row->text, MAY_BE_EMPTY, SHG_STORAGE_EVENT_BYTES_MAX },
    };
    const shoogi_status status = CHECK_FIELDS(fields, err);
    if (status != SHOOGI_OK)
        return status;
    if (strcmp(row->kind, "undo") == 0 && !split_undo(row->text))
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0,
                                  "black or white, a space, the kind of event taken back",
                                  row->text, strnlen(row->text, 4 * SHG_FOUND_CHARACTERS));
    if (strcmp(row->kind, "takeback") == 0 && split_takeback(row->text) < 0)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0,
                                  "black or white, a place in the list, a number of moves",
                                  row->text, strnlen(row->text, 4 * SHG_FOUND_CHARACTERS));
    if (strcmp(row->kind, "result") != 0)
        return SHOOGI_OK;
    const char *reason;
    if (!split_result(&reason, row->text))
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0,
                                  "black, white, draw or no-contest, a space, a reason", row->text,
                                  strnlen(row->text, 4 * SHG_FOUND_CHARACTERS));
    const struct field rest[] = {
        { "a reason", reason, NOT_EMPTY, SHG_STORAGE_REASON_BYTES_MAX },
    };
    return CHECK_FIELDS(rest, err);
}

shoogi_status shg_row_check_document(const char *kind, const char *text, shoogi_error *err)
{
    const struct field fields[] = {
        { "a kind of stored document", kind, NOT_EMPTY, SHG_STORAGE_KIND_BYTES_MAX },
        { "a stored document", text, MAY_BE_EMPTY, SHG_STORAGE_PAPER_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_preset(const char *name, const char *text, shoogi_error *err)
{
    const struct field fields[] = {
        { "a name of a preset", name, NOT_EMPTY, SHG_STORAGE_NAME_BYTES_MAX },
        { "a preset", text, MAY_BE_EMPTY, SHG_STORAGE_PRESET_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_too_many_presets(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                         "expected at most %d presets of a player", SHG_STORAGE_PRESETS_MAX);
}

shoogi_status shg_row_check_chat_line(const shg_chat_line *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a kind of message", row->kind, NOT_EMPTY, SHG_STORAGE_KIND_BYTES_MAX },
        { "a message", row->text, NOT_EMPTY, SHG_STORAGE_MESSAGE_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_message(const shg_message *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a message", row->text, NOT_EMPTY, SHG_STORAGE_MESSAGE_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_report(const shg_report *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a report", row->text, NOT_EMPTY, SHG_STORAGE_MESSAGE_BYTES_MAX },
        { "the last messages", row->heard, MAY_BE_EMPTY, SHG_STORAGE_HEARD_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_rating(const shg_rating_row *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a variant's name", row->variant, NOT_EMPTY, SHG_STORAGE_NAME_BYTES_MAX },
        { "a speed", row->speed, NOT_EMPTY, SHG_STORAGE_NAME_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_token(const shg_token *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a token's kind", row->kind, NOT_EMPTY, SHG_STORAGE_KIND_BYTES_MAX },
        { "a token's name", row->name, MAY_BE_EMPTY, SHG_STORAGE_FROM_BYTES_MAX },
        { "a hash", row->hash, NOT_EMPTY, SHG_STORAGE_HASH_BYTES_MAX },
        { "the address of a token", row->from, MAY_BE_EMPTY, SHG_STORAGE_FROM_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_account(const shg_account_row *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "an address", row->mail, MAY_BE_EMPTY, SHG_STORAGE_MAIL_BYTES_MAX },
        { "a secret", row->totp, MAY_BE_EMPTY, SHG_STORAGE_TOTP_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_email(const shg_email *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "an address", row->address, NOT_EMPTY, SHG_STORAGE_MAIL_BYTES_MAX },
        { "a subject", row->subject, NOT_EMPTY, SHG_STORAGE_SUBJECT_BYTES_MAX },
        { "an e-mail", row->text, NOT_EMPTY, SHG_STORAGE_LETTER_BYTES_MAX },
        { "a topic", row->topic, MAY_BE_EMPTY, SHG_STORAGE_TOPIC_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_device(const shg_device *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "an endpoint", row->endpoint, NOT_EMPTY, SHG_STORAGE_ENDPOINT_BYTES_MAX },
        { "a key", row->key, NOT_EMPTY, SHG_STORAGE_HASH_BYTES_MAX },
        { "a secret", row->auth, NOT_EMPTY, SHG_STORAGE_HASH_BYTES_MAX },
        { "a device's name", row->name, MAY_BE_EMPTY, SHG_STORAGE_FROM_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_push(const shg_push *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a topic", row->topic, NOT_EMPTY, SHG_STORAGE_TOPIC_BYTES_MAX },
        { "a message", row->text, NOT_EMPTY, SHG_STORAGE_PUSH_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_request(const char *key, shoogi_error *err)
{
    const struct field fields[] = {
        { "a request's key", key, NOT_EMPTY, SHG_STORAGE_KEY_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_record(const shg_record_row *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a player's name", row->black, MAY_BE_EMPTY, SHG_STORAGE_HEADER_BYTES_MAX },
        { "a player's name", row->white, MAY_BE_EMPTY, SHG_STORAGE_HEADER_BYTES_MAX },
        { "an event", row->event, MAY_BE_EMPTY, SHG_STORAGE_HEADER_BYTES_MAX },
        { "a date", row->played, MAY_BE_EMPTY, SHG_STORAGE_HEADER_BYTES_MAX },
        { "an outcome", row->outcome, MAY_BE_EMPTY, SHG_STORAGE_KIND_BYTES_MAX },
    };
    const shoogi_status status = CHECK_FIELDS(fields, err);
    return status == SHOOGI_OK ? check_bytes("a record", row->text, row->text_bytes, NOT_EMPTY,
                                             SHG_STORAGE_RECORD_BYTES_MAX, err)
                               : status;
}

shoogi_status shg_row_check_design(const shg_design *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a name", row->name, NOT_EMPTY, SHG_STORAGE_NAME_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_study(const shg_study *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a name", row->name, NOT_EMPTY, SHG_STORAGE_HEADER_BYTES_MAX },
        { "a start position", row->sfen, MAY_BE_EMPTY, SHG_STORAGE_SFEN_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_free_table(const shg_free_table *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "a title", row->title, MAY_BE_EMPTY, SHG_STORAGE_HEADER_BYTES_MAX },
        { "the setup of a free board", row->text, NOT_EMPTY, SHG_STORAGE_TABLE_BYTES_MAX },
        { "a secret", row->secret, NOT_EMPTY, SHG_STORAGE_KIND_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_study_event(const shg_study_event *row, shoogi_error *err)
{
    const struct field fields[] = {
        { "an event's kind", row->kind, NOT_EMPTY, SHG_STORAGE_KIND_BYTES_MAX },
        { "an event's text", row->text, MAY_BE_EMPTY, SHG_STORAGE_EVENT_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_pattern(const char *pattern, shoogi_error *err)
{
    const struct field fields[] = {
        { "a pattern", pattern, MAY_BE_EMPTY, SHG_STORAGE_PATTERN_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_options(const char *options, shoogi_error *err)
{
    const struct field fields[] = {
        { "options", options, MAY_BE_EMPTY, SHG_STORAGE_OPTIONS_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_password(const char *password, shoogi_error *err)
{
    const struct field fields[] = {
        { "a password hash", password, MAY_BE_EMPTY, SHG_STORAGE_PASSWORD_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

shoogi_status shg_row_check_settings(const char *settings, shoogi_error *err)
{
    const struct field fields[] = {
        { "settings", settings, MAY_BE_EMPTY, SHG_STORAGE_SETTINGS_BYTES_MAX },
    };
    return CHECK_FIELDS(fields, err);
}

static bool counts(const char *kind)
{
    return strcmp(kind, "move") == 0 || strcmp(kind, "handicap") == 0;
}

shg_row_effect shg_row_event_effect(const shg_event *row)
{
    shg_row_effect effect = { .outcome = "", .reason = "", .sealed = -1 };
    if (strcmp(row->kind, "undo") == 0) {
        effect.moves = -counts(split_undo(row->text));
        effect.sets_result = true;
    } else if (strcmp(row->kind, "takeback") == 0) {
        effect.moves = -split_takeback(row->text);
    } else if (strcmp(row->kind, "result") == 0) {
        effect.sets_result = true;
        effect.outcome = split_result(&effect.reason, row->text);
        effect.ended_ms = row->at_ms;
    } else {
        effect.moves = counts(row->kind);
        if (strcmp(row->kind, "sealed") == 0)
            effect.sealed = 1;
        else if (strcmp(row->kind, "resume") == 0)
            effect.sealed = 0;
    }
    return effect;
}

static shoogi_status deleted_already(shoogi_error *err, shoogi_status status, int64_t game)
{
    return shg_error_set(err, status, 0, 0, "game %" PRId64 " is deleted", game);
}

static shoogi_status settled_already(shoogi_error *err, shoogi_status status, int64_t game)
{
    return shg_error_set(err, status, 0, 0, "the result of game %" PRId64 " is final", game);
}

shoogi_status shg_row_event_fits(const shg_event *row, int64_t events, const char *outcome,
                                 bool settled, bool deleted, shoogi_error *err)
{
    if (row->number != events + 1)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "expected event %" PRId64 " of game %" PRId64 ", found %" PRId64,
                             events + 1, row->game, row->number);
    if (outcome[0] && strcmp(row->kind, "undo") != 0)
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "game %" PRId64 " is over", row->game);
    if (settled)
        return settled_already(err, SHOOGI_ILLEGAL, row->game);
    return deleted ? deleted_already(err, SHOOGI_ILLEGAL, row->game) : SHOOGI_OK;
}

shoogi_status shg_row_check_append(const shg_append *what, shoogi_error *err)
{
    assert(what->count > 0 && what->count <= SHG_APPEND_EVENTS_MAX);
    const char *outcome = "";
    for (size_t i = 0; i < what->count; i++) {
        const shg_event *event = &what->events[i];
        assert(event->game == what->events[0].game);
        shoogi_status status = shg_row_check_event(event, err);
        if (status == SHOOGI_OK && i > 0)
            status =
                shg_row_event_fits(event, what->events[i - 1].number, outcome, false, false, err);
        if (status != SHOOGI_OK)
            return status;
        const shg_row_effect effect = shg_row_event_effect(event);
        if (effect.sets_result)
            outcome = effect.outcome;
    }
    return what->sealer != 0 ? shg_row_check_document(what->sealed_kind, what->sealed, err)
                             : SHOOGI_OK;
}

shg_row_effect shg_row_append_effect(const shg_append *what)
{
    shg_row_effect all = shg_row_event_effect(&what->events[0]);
    for (size_t i = 1; i < what->count; i++) {
        shg_row_effect effect = shg_row_event_effect(&what->events[i]);
        effect.moves += all.moves;
        if (effect.sealed < 0)
            effect.sealed = all.sealed;
        if (!effect.sets_result) {
            effect.sets_result = all.sets_result;
            effect.outcome = all.outcome;
            effect.reason = all.reason;
            effect.ended_ms = all.ended_ms;
        }
        all = effect;
    }
    return all;
}

shoogi_status shg_row_append_fits(const shg_append *what, int64_t events, const char *outcome,
                                  bool settled, bool deleted, const int64_t seen[2],
                                  shoogi_error *err)
{
    const shg_event *first = &what->events[0];
    const shoogi_status status = shg_row_event_fits(first, events, outcome, settled, deleted, err);
    if (status != SHOOGI_OK || what->unseen == 0 || seen[what->unseen_by] < what->unseen)
        return status;
    return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "the opponent has already seen it");
}

shoogi_status shg_row_other_plan(shoogi_error *err, int64_t game)
{
    return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                         "the conditional moves of game %" PRId64 " have changed", game);
}

shoogi_status shg_row_settles(int64_t game, const char *outcome, bool settled, shoogi_error *err)
{
    if (!outcome[0])
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "game %" PRId64 " is not over", game);
    return settled ? settled_already(err, SHOOGI_CONFLICT, game) : SHOOGI_OK;
}

shoogi_status shg_row_deletes(int64_t game, const char *outcome, bool deleted, shoogi_error *err)
{
    if (!outcome[0])
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "game %" PRId64 " is not over", game);
    return deleted ? deleted_already(err, SHOOGI_CONFLICT, game) : SHOOGI_OK;
}

shoogi_status shg_row_no_seat(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0,
                         "expected a game and a player, found one missing");
}

shoogi_status shg_row_rated_twice(shoogi_error *err, const shg_rating_row *row)
{
    return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                         "game %" PRId64 " is already rated for player %" PRId64, row->game,
                         row->player);
}

shoogi_status shg_row_no_rated(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0,
                         "expected a game and a player to rate, found one missing");
}

shoogi_status shg_row_no_rating(shoogi_error *err, const char *variant, const char *speed)
{
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "there is no rating at %.60s %.60s", variant,
                         speed);
}

shoogi_status shg_row_not_found(shoogi_error *err, const char *what, int64_t number)
{
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "there is no %s %" PRId64, what, number);
}

shoogi_status shg_row_no_player(shoogi_error *err, const char *name)
{
    return shg_error_expected(err, SHOOGI_NOT_FOUND, 0, 0, "the name of a player", name,
                              strnlen(name, 4 * SHG_FOUND_CHARACTERS));
}

shoogi_status shg_row_no_parts(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0,
                         "expected a definition and two players for a game, found one missing");
}

shoogi_status shg_row_no_people(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0,
                         "expected a sender and another player, found one missing");
}

shoogi_status shg_row_no_source(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0,
                         "expected a player and a definition, found one missing");
}

shoogi_status shg_row_no_next(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "all positions are indexed");
}

shoogi_status shg_row_designed_twice(shoogi_error *err, int64_t definition)
{
    return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                         "definition %" PRId64 " is a version of a game already", definition);
}

shoogi_status shg_row_study_gap(shoogi_error *err, const char *of, const shg_study_event *row,
                                int64_t events)
{
    return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                         "expected event %" PRId64 " of %s %" PRId64 ", found %" PRId64, events + 1,
                         of, row->study, row->number);
}

shoogi_status shg_row_seat_taken(shoogi_error *err, int64_t table)
{
    return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                         "free board %" PRId64 " already has two players", table);
}

shoogi_status shg_row_no_run(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "no run of the server has begun");
}

shoogi_status shg_row_no_token(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "there is no such token");
}

shoogi_status shg_row_token_taken(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "there is such a token already");
}

shoogi_status shg_row_repeated(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "that was already done");
}

shoogi_status shg_row_name_taken(shoogi_error *err, const char *name)
{
    return shg_error_expected(err, SHOOGI_CONFLICT, 0, 0, "a name that is free", name,
                              strlen(name));
}
