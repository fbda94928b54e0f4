/* part.h: messages to players: talk, offline messages, e-mail and notifications.
 *
 * The room messages keeps the queues of e-mail and notifications, and the rate limits of talk.
 * It calls loop, rules, clock, session, account and game, whose events it gets as an observer;
 * lobby, commands, the API, study and admin call it. */
#ifndef SHG_SERVER_MESSAGES_PART_H
#define SHG_SERVER_MESSAGES_PART_H

#include "server/loop/host.h"
#include "server/messages/mail.h"
#include "server/messages/push.h"

typedef struct shg_message_part {
    shg_mail *mail;          /* NULL: no e-mail is sent */
    shg_pushes *pushes;      /* NULL: no device is notified */
    shg_rate_limit *talk;    /* counts of talk */
    shg_rate_limit *letters; /* counts of requested e-mail */
    int64_t reminders_ms;    /* time of the next check for reminders */
} shg_message_part;

/* Starts e-mail and push notifications as far as the options enable them. */
SHOOGI_CHECKED shoogi_status shg_messages_start(shg_server *server, const shg_launch *start);
void shg_messages_stop(shg_server *server);

/* Sends due reminders. Call it periodically. */
void shg_messages_alive(shg_server *server);

#endif
