/* challenges.h: listing, answering and making challenges, once the form of NEW is known. */
#ifndef SHG_SERVER_LOBBY_CHALLENGES_H
#define SHG_SERVER_LOBBY_CHALLENGES_H

#include "server/loop/shares.h"
#include "server/session/session.h"
#include "server/session/task.h"
#include "shoogi/catalog.h"

/* Lists all challenges, and marks those that the session may not answer. */
void shg_list_challenges(shg_session *session);

/* Answers a challenge: makes the game, makes it current and shows its board. */
void shg_answer_challenge(shg_session *session, int64_t number);

/* The same with a key, for challenges that need one. key: copied. */
void shg_answer_challenge_by_key(shg_session *session, int64_t number, const char *key,
                                 size_t key_bytes);

/* Begins a game of two players at one keyboard, by the rules of entry and the terms of row,
 * without waiting for anybody. row: its strings copied; entry: borrowed until the game has
 * begun. */
void shg_begin_shared_game(shg_session *session, const shoogi_catalog_entry *entry,
                           const shg_challenge *row);

/* Functions of later rooms; server.c assembles the table. */
typedef struct shg_lobby_hooks {
    /* A challenge was made to the players whom the pattern matches, by the owner.  Returns whether it is to an engine that
     * answers at once. */
    bool (*offered)(shg_server *server, const shg_owner *owner, const char *pattern);
    /* The number of engine players online. */
    size_t (*engines)(const shg_server *server);
} shg_lobby_hooks;
/* Calls it. */
bool shg_challenge_offered(shg_server *server, const shg_owner *owner, const char *pattern);

/* Makes a challenge. row: its strings copied; player and created_ms are filled in here. */
void shg_make_challenge(shg_session *session, const shg_challenge *row);

/* Removes the challenges of a guest who has gone and cannot come back. */
void shg_remove_challenges_of(shg_server *server, int64_t player);

/* Removes a challenge that gives way. */
void shg_remove_challenge(shg_server *server, int64_t challenge);

/* Removes challenges that have expired, those of players not seen for SHG_CHALLENGES_EXPIRE_MS, and
 * those to a pattern without an end of their own of players not seen for SHG_CHALLENGES_ABSENT_MS.
 * guests: also those of guests, at the start, because a crash gives no time to remove them. Brings the
 * book of challenges in step with the storage. */
void shg_expire_challenges(shg_server *server, bool guests);

#endif
