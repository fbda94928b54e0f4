/* row.h: what every backend asks of a row before it keeps it, so that all of them refuse the
 * same. */
#ifndef SHG_STORAGE_ROW_H
#define SHG_STORAGE_ROW_H

#include "storage/storage.h"

/* Each returns OK, or fills *err, if given: LIMIT_EXCEEDED (beyond a bound of bounds.h), PARSE_ERROR
 * (empty where it may not be, not UTF-8, a word that is none of those expected).  No pointer of
 * the row that is stored may be NULL; those filled on reading only are not looked at. */
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
SHOOGI_CHECKED shoogi_status shg_row_check_options(const char *options, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_password(const char *password, shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_settings(const char *settings, shoogi_error *err);

SHOOGI_CHECKED shoogi_status shg_row_check_document(const char *kind, const char *text,
                                                    shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_preset(const char *name, const char *text,
                                                  shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_row_check_chat_line(const shg_chat_line *row, shoogi_error *err);

/* What an event that passed the check does to the summary of its game. */
typedef struct shg_row_effect {
    int moves;           /* how many more there are: 1, 0 or, taken back, -1 and less */
    bool sets_result;    /* outcome and reason become the summary's, "" both where it goes on */
    const char *outcome; /* one of the four words, borrowed for ever, or "" */
    const char *reason;  /* borrowed from the event's text, or "" */
    int64_t ended_ms;
    int sealed; /* 1: it is now; 0: not any more; -1: as before */
} shg_row_effect;

shg_row_effect shg_row_event_effect(const shg_event *row);

/* The refusals of event_add, in the one order and the one wording all backends share.  events,
 * outcome, settled, deleted: of the game as it stands.  OK if the event may be added. */
SHOOGI_CHECKED shoogi_status shg_row_event_fits(const shg_event *row, int64_t events,
                                                const char *outcome, bool settled, bool deleted,
                                                shoogi_error *err);

/* Those of game_settle, likewise. */
SHOOGI_CHECKED shoogi_status shg_row_settles(int64_t game, const char *outcome, bool settled,
                                             shoogi_error *err);

/* Those of game_delete, likewise. */
SHOOGI_CHECKED shoogi_status shg_row_deletes(int64_t game, const char *outcome, bool deleted,
                                             shoogi_error *err);

/* LIMIT_EXCEEDED, with the sentence that a player keeps so many that he can have no more. */
shoogi_status shg_row_too_many_presets(shoogi_error *err);

/* NOT_FOUND, with the sentence that the game or the player of a paper or a remark is not there. */
shoogi_status shg_row_no_seat(shoogi_error *err);

/* CONFLICT, with the sentence that this player has been rated for this game already. */
shoogi_status shg_row_rated_twice(shoogi_error *err, const shg_rating_row *row);

/* NOT_FOUND, with the sentence that the game or the player of a rating is not there. */
shoogi_status shg_row_no_rated(shoogi_error *err);

/* NOT_FOUND, with the sentence that a player has no rating at a variant and speed. */
shoogi_status shg_row_no_rating(shoogi_error *err, const char *variant, const char *speed);

/* NOT_FOUND, with the sentence "there is no WHAT NUMBER". */
shoogi_status shg_row_not_found(shoogi_error *err, const char *what, int64_t number);

/* NOT_FOUND, with the sentence that there is no player of this name. */
shoogi_status shg_row_no_player(shoogi_error *err, const char *name);

/* NOT_FOUND, with the sentence that a game's definition or one of its players is not there. */
shoogi_status shg_row_no_parts(shoogi_error *err);

/* NOT_FOUND, with the sentence that the sender of a message or report, or whom it is for or about, is not
 * there. */
shoogi_status shg_row_no_people(shoogi_error *err);

/* NOT_FOUND, with the sentence that the player or the definition of a record, a design or a study is not there. */
shoogi_status shg_row_no_source(shoogi_error *err);

/* NOT_FOUND, with the sentence that all positions are known. */
shoogi_status shg_row_no_next(shoogi_error *err);

/* CONFLICT, with the sentence that a definition is a version of a design already. */
shoogi_status shg_row_designed_twice(shoogi_error *err, int64_t definition);

/* CONFLICT, with the sentence that another number was expected; of: "study" or "table". */
shoogi_status shg_row_study_gap(shoogi_error *err, const char *of, const shg_study_event *row,
                                int64_t events);

/* CONFLICT, with the sentence that both sit at a table. */
shoogi_status shg_row_seat_taken(shoogi_error *err, int64_t table);

/* NOT_FOUND, with the sentence that no run of the server has begun. */
shoogi_status shg_row_no_run(shoogi_error *err);

/* NOT_FOUND, with the sentence that no token has this hash; CONFLICT, that one has. */
shoogi_status shg_row_no_token(shoogi_error *err);
shoogi_status shg_row_token_taken(shoogi_error *err);

/* CONFLICT, with the sentence that this has been done. */
shoogi_status shg_row_repeated(shoogi_error *err);

/* CONFLICT, with the sentence that this name is taken. */
shoogi_status shg_row_name_taken(shoogi_error *err, const char *name);

#endif
