/* challenge_notice.h: notifies the player whom a challenge names, and the challenger if that player declines. */
#ifndef SHG_SERVER_LOBBY_CHALLENGE_NOTICE_H
#define SHG_SERVER_LOBBY_CHALLENGE_NOTICE_H

#include "server/loop/host.h"
#include "storage/storage.h"

/* A challenge with a name instead of a pattern is for that player alone, who is notified at once, in all sessions here. row:
 * as stored, with its number and the name of its player. */
void shg_notify_challenged(shg_server *server, const shg_challenge *row);

/* A challenge that a player, by, has declined.  word: the reason, "" for none. */
typedef struct shg_declined {
    int64_t challenger, challenge;
    const char *by, *word;
} shg_declined;

/* Notifies the challenger's sessions here, but for those that ignore that player. */
void shg_notify_declined(shg_server *server, const shg_declined *declined);

#endif
