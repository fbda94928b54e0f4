/* sign_in.h: a session becomes somebody's, when a password or a token has told whose it is. */
#ifndef SHG_SERVER_ACCOUNT_SIGN_IN_H
#define SHG_SERVER_ACCOUNT_SIGN_IN_H

#include "server/loop/host.h"
#include "server/loop/log.h"
#include "server/loop/network.h"
#include "server/session/session.h"
#include "storage/storage.h"

/* How much of it others and the session itself are to notice. */
typedef enum shg_presence {
    SHG_PRESENCE_GREETED, /* it is online, and told what there is to be told */
    SHG_PRESENCE_SILENT,  /* it is online */
    SHG_PRESENCE_CALL /* it is there for one call or stream: nobody sees it, and nothing reaches it that it did not ask for */
} shg_presence;

typedef struct shg_sign_in {
    int64_t player; /* 0: a guest of whom nothing is stored */
    const char *name;
    int64_t current_game;
    int64_t token; /* by which it came; 0: by a password */
    bool guest;
    shg_presence presence;
} shg_sign_in;

/* By what a player is known, and what has become of it. */
typedef enum shg_account_change {
    SHG_CHANGED_PASSWORD,
    SHG_CHANGED_BY_LETTER, /* his password */
    SHG_CHANGED_NO_CODES
} shg_account_change;

/* What the parts above do; server.c puts it together. */
typedef struct shg_account_hooks {
    /* A session has become somebody's, and is online: welcomes it. */
    void (*signed_in)(shg_session *session, shg_presence presence);
    /* Something by which a player is known has changed.  If it was somebody else, the player learns of it. */
    void (*changed)(shg_server *server, int64_t player, shg_account_change change);
} shg_account_hooks;

/* From here on the session takes commands.  Its settings have been set before. */
void shg_session_sign_in(shg_session *session, const shg_sign_in *entry);

/* True if a player is kept out: the session has been told so, and ends.  player: 0 for one who is not stored. */
bool shg_sign_in_banned(shg_session *session, int64_t player, const char *name);

/* True if so many accounts were made from the session's address, guests who are stored among them, that no more are. */
bool shg_sign_up_limit_reached(const shg_session *session);
/* Counts one that is to be made; made or not, it is work. */
void shg_sign_up_count(const shg_session *session);

/* A line of the log about a session and the name it gave. */
void shg_sign_in_log(shg_session *session, shg_log_kind kind, const char *name);

/* Where a session comes from, as it is shown. */
void shg_sign_in_address(char text[SHG_NETWORK_TEXT_BYTES], const shg_session *session);

/* A name that no stored player has, for a guest; on a storage's thread.  CONFLICT: none was found. */
SHOOGI_CHECKED shoogi_status shg_guest_name(char name[SHG_NAME_BYTES_MAX + 1], shg_storage *storage,
                                            shoogi_error *err);

#endif
