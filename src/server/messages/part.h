/* part.h: words to players: talk between those who are here, e-mail and notifications to those who are not.
 *
 * The room uses those below and account and game, whose events it hears as an observer. */
#ifndef SHG_SERVER_MESSAGES_PART_H
#define SHG_SERVER_MESSAGES_PART_H

#include "server/loop/host.h"
#include "server/messages/mail.h"
#include "server/messages/push.h"

typedef struct shg_message_part {
    shg_mail *mail;          /* NULL: none is sent */
    shg_pushes *pushes;      /* NULL: no device is notified */
    shg_rate_limit *talk;    /* what has been said */
    shg_rate_limit *letters; /* that were asked for */
    int64_t reminders_ms;    /* when to look whom to remind */
} shg_message_part;

/* E-mail and push notifications, as far as the options ask for them. */
SHOOGI_CHECKED shoogi_status shg_messages_start(shg_server *server, const shg_launch *start);
void shg_messages_stop(shg_server *server);

/* Looks from time to time whom to remind. */
void shg_messages_alive(shg_server *server);

#endif
