/* sign_in.h: signs a session in, once a password or token has identified the player. */
#ifndef SHG_SERVER_ACCOUNT_SIGN_IN_H
#define SHG_SERVER_ACCOUNT_SIGN_IN_H

#include "server/loop/host.h"
#include "server/loop/log.h"
#include "server/loop/network.h"
#include "server/session/session.h"
#include "storage/storage.h"

/* How visible the sign-in is, to others and to the session. */
typedef enum shg_presence {
    SHG_PRESENCE_GREETED, /* online, with the greeting */
    SHG_PRESENCE_SILENT,  /* online, without greeting */
    SHG_PRESENCE_CALL /* for one call or stream: not shown online, and gets only what it asks for */
} shg_presence;

typedef struct shg_sign_in {
    int64_t player; /* 0: a guest who is not stored */
    const char *name;
    int64_t current_game;
    int64_t token; /* login token; 0: by password */
    uint8_t lacks; /* as in shg_session */
    bool guest;
    shg_presence presence;
} shg_sign_in;

/* Changes of an account that its player is notified of. */
typedef enum shg_account_change {
    SHG_CHANGED_PASSWORD,
    SHG_CHANGED_BY_EMAIL, /* the password, by a link in an e-mail */
    SHG_CHANGED_CODES_OFF,
    SHG_CHANGED_TOKEN /* a program got a token */
} shg_account_change;

/* Functions of later rooms; server.c fills it in. */
typedef struct shg_account_hooks {
    /* A session has signed in and is online: greets it. */
    void (*signed_in)(shg_session *session, shg_presence presence);
    /* The account has changed: notifies the player, in case somebody else did it. */
    void (*changed)(shg_server *server, int64_t player, shg_account_change change);
} shg_account_hooks;

/* Signs the session in; it then accepts commands. Its settings have been set before. */
void shg_session_sign_in(shg_session *session, const shg_sign_in *entry);

/* Checks for a ban: if there is one, reports it, ends the session and returns true. player: 0
 * for a player who is not stored. */
bool shg_sign_in_banned(shg_session *session, int64_t player, const char *name);

/* Checks for a place among the guests, and takes it until the session leaves. If there is none, reports
 * it, ends the session and returns true. The newest guest of another network may have to leave. */
bool shg_sign_in_no_place(shg_session *session);
/* Takes the place of a guest who had one in an earlier program. */
void shg_sign_in_keep_place(shg_session *session);
/* Makes the places, at most half of the connections. */
void shg_sign_in_share_guests(shg_server *server);

/* Whether the session's address has reached its limit of new accounts, stored guests included. */
bool shg_sign_up_limit_reached(const shg_session *session);
/* Counts a sign-up attempt, successful or not, because it costs work. */
void shg_sign_up_count(const shg_session *session);

/* Logs a line about a session and the name it gave. */
void shg_sign_in_log(shg_session *session, shg_log_kind kind, const char *name);

/* Writes the session's address, as shown to people. */
void shg_sign_in_address(char text[SHG_NETWORK_TEXT_BYTES], const shg_session *session);

/* Chooses a guest name that no stored player has; on a storage's thread. CONFLICT: none found. */
SHOOGI_CHECKED shoogi_status shg_guest_name(char name[SHG_NAME_BYTES_MAX + 1], shg_storage *storage,
                                            shoogi_error *err);

#endif
