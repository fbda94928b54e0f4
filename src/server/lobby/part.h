/* part.h: the lobby: challenges.
 *
 * Keeps the sessions that follow the lobby, the fair shares of the list of challenges, how the latest challenges
 * ended, and the time of the next expiry. Calls game, account, session and those below; notifies engines of a new challenge through
 * shg_lobby_hooks. Called by engines/, api/, pages/, commands/, keyboard/ and admin/. */
#ifndef SHG_SERVER_LOBBY_PART_H
#define SHG_SERVER_LOBBY_PART_H

#include "server/lobby/challenge_book.h"
#include "server/lobby/challenges.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* How a challenge ended. REMOVED: at another server, which does not report how. */
typedef enum shg_challenge_end {
    SHG_CHALLENGE_REMOVED,
    SHG_CHALLENGE_ACCEPTED,
    SHG_CHALLENGE_DECLINED,
    SHG_CHALLENGE_WITHDRAWN,
    SHG_CHALLENGE_EXPIRED
} shg_challenge_end;

/* game, players: as in shg_lobby_challenge_accepted; 0 unless the challenge was accepted. */
typedef struct shg_ended_challenge {
    int64_t id, game, players[2];
    shg_challenge_end end;
} shg_ended_challenge;

enum { SHG_ENDED_CHALLENGES = 1000 };

/* How much is going on, at all servers of the database. */
typedef struct shg_lobby_counts {
    int64_t online;  /* players, each counted once; no engine players */
    int64_t running; /* games in progress */
} shg_lobby_counts;

typedef struct shg_lobby_part {
    shg_session *followers; /* see lobby.h */
    shg_challenge_book *book;
    int64_t expire_ms;                   /* when to expire old challenges next */
    const shg_lobby_hooks *hooks;        /* static */
    bool games_changed, players_changed; /* since the latest shg_lobby_alive */
    shg_lobby_counts counts;
    bool counting;      /* the games in progress are being counted */
    bool counted;       /* they have been since the latest shg_lobby_alive, and are more or fewer */
    int64_t recount_ms; /* when to count them next, even if none has begun or ended here */
    shg_ended_challenge ended[SHG_ENDED_CHALLENGES]; /* the latest, in a ring */
    size_t ended_next;
} shg_lobby_part;

SHOOGI_CHECKED shoogi_status shg_lobby_start(shg_server *server, const shg_launch *start);
void shg_lobby_stop(shg_server *server);

#endif
