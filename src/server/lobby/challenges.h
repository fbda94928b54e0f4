/* challenges.h: what NEW does once its form is known: listing, answering and making challenges. */
#ifndef SHG_SERVER_LOBBY_CHALLENGES_H
#define SHG_SERVER_LOBBY_CHALLENGES_H

#include "server/session/task.h"

/* Lists all challenges, those the session may not answer marked. */
void shg_list_challenges(shg_session *session);

/* Answers one: the game is made, becomes current, and its board is shown. */
void shg_answer_challenge(shg_session *session, int64_t number);

/* The same with a key, which challenges of that kind want.  key: copied. */
void shg_answer_challenge_by_key(shg_session *session, int64_t number, const char *key,
                                 size_t key_bytes);

/* Two people at one keyboard begin a game at once, by the rules of entry and as row says; nobody is waited
 * for.  row: its strings copied; entry: borrowed until it has begun. */
void shg_begin_shared_game(shg_session *session, const shoogi_catalog_entry *entry,
                           const shg_challenge *row);

/* Makes one.  row: its strings copied; player and created_ms are filled in here. */
void shg_make_challenge(shg_session *session, const shg_challenge *row);

/* A guest has gone and cannot come back: takes his challenges, which nobody could play, off the list. */
void shg_remove_challenges_of(shg_server *server, int64_t player);

/* Takes the challenges of those who were not here for SHG_CHALLENGES_EXPIRE_MS off the list; at the start, guests
 * being true, those of guests as well, who had no time to say goodbye when a server broke down. */
void shg_expire_challenges(shg_server *server, bool guests);

/* Within a writing job: adds a guest who is not stored yet.  *player: his number, or 0 as he has none.
 * CONFLICT if his name has been taken. */
SHOOGI_CHECKED shoogi_status shg_store_guest(shg_storage *storage, int64_t *player,
                                             const char *name, int64_t now_ms, shoogi_error *err);

/* Before that job: true if the session's guest is stored or may be, and for everybody else.  Else it has been told that
 * so many accounts were made from its address, among which such guests count, that no more are. */
bool shg_guest_may_be_stored(shg_session *session);

/* After that job: the session has that number from now on. */
void shg_guest_stored(shg_session *session, int64_t player);

#endif
