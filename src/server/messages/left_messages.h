/* left_messages.h: messages that were left for somebody who was not here: shown once, and forgotten then. */
#ifndef SHG_SERVER_MESSAGES_LEFT_MESSAGES_H
#define SHG_SERVER_MESSAGES_LEFT_MESSAGES_H

#include "server/loop/host.h"
#include "server/loop/text_buffer.h"
#include "server/session/session.h"
#include "storage/storage.h"

/* Messages that were left, as they are shown. */
typedef struct shg_left_messages {
    shg_text_buffer text; /* owned (shg_text_fini) */
    size_t count;
    int64_t id[SHG_MESSAGES_MAX];
    size_t at[SHG_MESSAGES_MAX]; /* where each begins */
} shg_left_messages;

/* Adds one: each of message_list; context: the shg_left_messages. */
bool shg_left_message_add(void *context, const shg_message *row);

/* Shows those that the session has not shown yet, and forgets them.  late: between its commands, where somebody left one just
 * as the player came. */
void shg_left_messages_show(shg_session *session, const shg_left_messages *messages, bool late);

/* A message was left for a player who is here by now, and may have been greeted before it was stored: shows it. */
void shg_left_messages_late(shg_server *server, int64_t player);

#endif
