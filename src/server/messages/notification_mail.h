/* notification_mail.h: notifies absent players by e-mail and on their devices.
 *
 * E-mail goes only to confirmed addresses; SET LETTERS selects its occasions and SET LANGUAGE
 * its language. Devices get the same notifications (push.h), as selected by SET NOTIFY.
 * Everything runs as background tasks, and no session waits for it. Notifications of other
 * players' actions are limited until the player's next visit, and challenges of ignored players
 * send none. */
#ifndef SHG_SERVER_MESSAGES_NOTIFICATION_MAIL_H
#define SHG_SERVER_MESSAGES_NOTIFICATION_MAIL_H

#include "server/account/sign_in.h"
#include "server/game/game.h"
#include "server/loop/host.h"
#include "server/session/session.h"

/* Notifies a player of a change of the account, in case somebody else made it; and logs it. */
void shg_email_account_change(shg_server *server, int64_t player, shg_account_change change);

/* Notifies the absent players of a game that it has begun. by: the player who accepted it and needs no notification; 0: none. */
void shg_email_game_begun(shg_server *server, const shg_game_state *game, int64_t by);

/* Notifies players of the latest event of a game. */
void shg_email_game_news(shg_server *server, const shg_game_state *game);

/* Notifies the player of that name of a challenge by the session's player to them alone. No
 * effect if the challenger is ignored. answer: the argument of ACCEPT: the challenge's number,
 * or the key of an unlisted one. start: the position from which the game begins, as SFEN; "": the
 * first position of the game. */
void shg_email_challenge(const shg_session *session, const char *name, const char *variant,
                         const char *start, const char *answer);

/* Sends reminders: of games in which it is the player's turn, in one e-mail a day, and of clocks
 * that run out. Call it periodically. */
void shg_email_reminders(shg_server *server);

/* Sends a link that confirms an address of a player. Reports to the session. */
void shg_email_confirm_address(shg_session *session, int64_t player, const char *name,
                               const char *address);
/* The same after a sign-up: the account exists whether or not this succeeds, and nothing is
 * reported. */
void shg_email_new_player(shg_server *server, const shg_address_key *from, int64_t player,
                          const char *name, const char *address);

/* Sends a link for choosing a new password, if the player exists and has an address, and neither
 * the player nor the requesting address has reached the limit. The requester does not learn
 * whether the player exists. */
void shg_email_password_reset(shg_server *server, const shg_address_key *from, const char *name);

/* Performs the action of a token from an e-mail; password: the new one, for a reset. Reports to
 * the session. */
void shg_email_use_link(shg_session *session, const char *token, size_t token_bytes,
                        const char *password);

#endif
