/* notification_mail.h: what players are told when they are not there, by mail and on their devices.
 *
 * Only who has told an address, and has shown that it is his, is written to; SET LETTERS says of what, and SET LANGUAGE
 * in which language.  Devices are told the same at once (push.h), as SET NOTIFY says.  All of it happens behind the loop's
 * back: nobody waits for a letter.  What others do is told so often and no more until he is here again, and their
 * challenges not at all if he ignores them. */
#ifndef SHG_SERVER_MESSAGES_NOTIFICATION_MAIL_H
#define SHG_SERVER_MESSAGES_NOTIFICATION_MAIL_H

#include "server/account/sign_in.h"
#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* Something by which a player is known has changed.  If it was not he, he learns of it. */
void shg_email_account_change(shg_server *server, int64_t player, shg_account_change change);

/* After something has happened in a game. */
void shg_email_game_news(shg_server *server, const shg_game_state *game);

/* The session's player has challenged the player of that name, and nobody else.  Nothing is told to who ignores him.
 * answer: what ACCEPT wants: the challenge's number, or the key of one that stands in no list. */
void shg_email_challenge(const shg_session *session, const char *name, const char *variant,
                         const char *answer);

/* Now and then: games in which it is somebody's turn, in one letter a day; clocks that run out. */
void shg_email_reminders(shg_server *server);

/* A letter to an address with a token that shows that it is that player's.  Tells the session. */
void shg_email_confirm_address(shg_session *session, int64_t player, const char *name,
                               const char *address);
/* The same for who has just signed up: he has his account whether or not it can be written, and is told nothing. */
void shg_email_new_player(shg_server *server, const shg_address_key *from, int64_t player,
                          const char *name, const char *address);

/* A letter with which a new password can be chosen, if there is such a player, he has an address, and neither for him
 * nor from where it is asked too many were written.  It is not told whether there is. */
void shg_email_password_reset(shg_server *server, const shg_address_key *from, const char *name);

/* Does what a token of a letter is for; password: of a reset, to be chosen.  Tells the session. */
void shg_email_use_link(shg_session *session, const char *token, size_t token_bytes,
                        const char *password);

#endif
