/* row.h: the checks of rows and the error messages that all backends share. */
#ifndef SHG_STORAGE_ROW_H
#define SHG_STORAGE_ROW_H

#include "storage/storage.h"

/* Each checks a row before it is stored.  Returns OK, or fills *err, if given: LIMIT_EXCEEDED (beyond a
 * bound of bounds.h), PARSE_ERROR (an empty text where one is required, invalid UTF-8, an unknown word).
 * Pointers that are stored must not be NULL; members filled on reading only are ignored. */
SHOOGI_CHECKED shoogi_status shg_row_check_player(const shg_player *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_definition(const shg_definition *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_challenge(const shg_challenge *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_game(const shg_game *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_event(const shg_event *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_message(const shg_message *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_report(const shg_report *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_rating(const shg_rating_row *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_ban(const shg_ban *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_notice(const char *name, const char *text,
                                                  shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_token(const shg_token *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_account(const shg_account_row *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_email(const shg_email *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_device(const shg_device *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_push(const shg_push *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_request(const char *key, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_record(const shg_record_row *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_design(const shg_design *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_study(const shg_study *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_free_table(const shg_free_table *row, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_study_event(const shg_study_event *row,
                                                       shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_pattern(const char *pattern, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_options(const char *options, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_password(const char *password, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_settings(const char *settings, shoogi_error *err);

SHOOGI_CHECKED shoogi_status shg_row_check_document(const char *kind, const char *text,
                                                    shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_preset(const char *name, const char *text,
                                                  shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_chat_line(const shg_chat_line *row, shoogi_error *err);

/* The effect of a valid event on the summary of its game. */
typedef struct shg_row_effect {
    int moves;           /* change of the number of moves: 1, 0, or negative for moves taken back */
    bool sets_result;    /* store outcome and reason; both are "" if the game continues */
    const char *outcome; /* a static string, or "" */
    const char *reason;  /* borrowed from the event's text, or "" */
    int64_t ended_ms;
    int sealed; /* 1: sealed now; 0: not any more; -1: unchanged */
} shg_row_effect;

shg_row_effect shg_row_event_effect(const shg_event *row);

/* Checks whether an event may be added to a game with this summary.  Returns OK or an error of event_add; the order of the
 * checks and the wording are the same in all backends. */
SHOOGI_CHECKED shoogi_status shg_row_event_fits(const shg_event *row, int64_t events,
                                                const char *outcome, bool settled, bool deleted,
                                                shoogi_error *err);

/* Checks the rows of game_append by themselves: each event must fit behind the one before it. */
SHOOGI_CHECKED shoogi_status shg_row_check_append(const shg_append *what, shoogi_error *err);

/* The effect of all events of an addition. */
shg_row_effect shg_row_append_effect(const shg_append *what);

/* Checks what game_append expects of a game with this summary, besides its plans. */
SHOOGI_CHECKED shoogi_status shg_row_append_fits(const shg_append *what, int64_t events,
                                                 const char *outcome, bool settled, bool deleted,
                                                 const int64_t seen[2], shoogi_error *err);

/* CONFLICT: a plan is another than game_append expects. */
shoogi_status shg_row_other_plan(shoogi_error *err, int64_t game);

/* Likewise for game_finalise. */
SHOOGI_CHECKED shoogi_status shg_row_settles(int64_t game, const char *outcome, bool settled,
                                             shoogi_error *err);

/* Likewise for game_delete. */
SHOOGI_CHECKED shoogi_status shg_row_deletes(int64_t game, const char *outcome, bool deleted,
                                             shoogi_error *err);

/* Fill *err, if given, and return a status: */

/* LIMIT_EXCEEDED: the player has the greatest number of presets. */
shoogi_status shg_row_too_many_presets(shoogi_error *err);

/* NOT_FOUND: the game or player of a document or chat line does not exist. */
shoogi_status shg_row_no_seat(shoogi_error *err);

/* CONFLICT: the player has already been rated for this game. */
shoogi_status shg_row_rated_twice(shoogi_error *err, const shg_rating_row *row);

/* NOT_FOUND: the game or player of a rating does not exist. */
shoogi_status shg_row_no_rated(shoogi_error *err);

/* NOT_FOUND: the player has no rating at this variant and speed. */
shoogi_status shg_row_no_rating(shoogi_error *err, const char *variant, const char *speed);

/* NOT_FOUND: there is no WHAT with this NUMBER. */
shoogi_status shg_row_not_found(shoogi_error *err, const char *what, int64_t number);

/* NOT_FOUND: there is no player of this name. */
shoogi_status shg_row_no_player(shoogi_error *err, const char *name);

/* NOT_FOUND: the definition or a player of a game does not exist. */
shoogi_status shg_row_no_parts(shoogi_error *err);

/* NOT_FOUND: the sender, recipient or subject of a message or report does not exist. */
shoogi_status shg_row_no_people(shoogi_error *err);

/* NOT_FOUND: the player or definition of a record, design or study does not exist. */
shoogi_status shg_row_no_source(shoogi_error *err);

/* NOT_FOUND: all positions are indexed. */
shoogi_status shg_row_no_next(shoogi_error *err);

/* CONFLICT: the definition is already a version of a design. */
shoogi_status shg_row_designed_twice(shoogi_error *err, int64_t definition);

/* CONFLICT: another event number was expected.  of: "study" or "table". */
shoogi_status shg_row_study_gap(shoogi_error *err, const char *of, const shg_study_event *row,
                                int64_t events);

/* CONFLICT: both seats of the table are taken. */
shoogi_status shg_row_seat_taken(shoogi_error *err, int64_t table);

/* NOT_FOUND: no run of the server has begun. */
shoogi_status shg_row_no_run(shoogi_error *err);

/* NOT_FOUND: no token has this hash.  CONFLICT: a token has it already. */
shoogi_status shg_row_no_token(shoogi_error *err);
shoogi_status shg_row_token_taken(shoogi_error *err);

/* CONFLICT: the request has already been carried out. */
shoogi_status shg_row_repeated(shoogi_error *err);

/* CONFLICT: the name is taken. */
shoogi_status shg_row_name_taken(shoogi_error *err, const char *name);

#endif
