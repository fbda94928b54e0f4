/* offline_messages.h: offline messages: shown once, then deleted. */
#ifndef SHG_SERVER_MESSAGES_OFFLINE_MESSAGES_H
#define SHG_SERVER_MESSAGES_OFFLINE_MESSAGES_H

#include "server/loop/host.h"
#include "server/loop/text_buffer.h"
#include "server/session/session.h"
#include "storage/storage.h"

/* Offline messages as text. */
typedef struct shg_offline_messages {
    shg_text_buffer text; /* owned (shg_text_fini) */
    size_t count;
    int64_t id[SHG_MESSAGES_MAX];
    size_t at[SHG_MESSAGES_MAX]; /* offset of each message */
} shg_offline_messages;

/* Adds one: callback for message_list; context: the shg_offline_messages. */
bool shg_offline_message_add(void *context, const shg_message *row);

/* Shows the messages that the session has not shown yet, and deletes them. late: between
 * commands, for a message left just as the player logged in. */
void shg_offline_messages_show(shg_session *session, const shg_offline_messages *messages,
                               bool late);

/* Shows a message stored just now to its recipient, who may have logged in and been greeted
 * meanwhile. */
void shg_offline_messages_late(shg_server *server, int64_t player);

#endif
