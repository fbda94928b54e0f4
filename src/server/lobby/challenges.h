/* challenges.h: what NEW does once its form is known: listing, answering and making challenges. */
#ifndef SHG_SERVER_LOBBY_CHALLENGES_H
#define SHG_SERVER_LOBBY_CHALLENGES_H

#include "server/session/session.h"
#include "server/session/task.h"
#include "shoogi/catalog.h"

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

/* What the parts above do; server.c puts it together. */
typedef struct shg_lobby_hooks {
    /* A challenge was made, for those whom a pattern names. */
    void (*offered)(shg_server *server, const char *pattern);
} shg_lobby_hooks;
/* Calls it. */
void shg_challenge_offered(shg_server *server, const char *pattern);

/* Makes one.  row: its strings copied; player and created_ms are filled in here. */
void shg_make_challenge(shg_session *session, const shg_challenge *row);

/* A guest has gone and cannot come back: takes his challenges, which nobody could play, off the list. */
void shg_remove_challenges_of(shg_server *server, int64_t player);

/* Takes the challenges of those who were not here for SHG_CHALLENGES_EXPIRE_MS off the list; at the start, guests
 * being true, those of guests as well, who had no time to say goodbye when a server broke down. */
void shg_expire_challenges(shg_server *server, bool guests);

#endif
