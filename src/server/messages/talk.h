/* talk.h: messages between players: delivery to those online, and offline messages for the others. */
#ifndef SHG_SERVER_MESSAGES_TALK_H
#define SHG_SERVER_MESSAGES_TALK_H

#include "server/loop/host.h"
#include "server/loop/text_buffer.h"
#include "server/session/session.h"

/* Prepares a message. Returns false after reporting the reason if nothing of it can be
 * displayed, or the player is over the rate limit. out: filled with clean text (shg_text_fini).
 * counts: its weight; see SHG_TALK_MAX. */
bool shg_talk_begin(shg_text_buffer *out, shg_session *session, const char *text, size_t text_bytes,
                    unsigned counts);

/* Kinds of talk that are not stored with a game; for the others see game_chat.h. */
#define SHG_TALK_TELL  "tell"
#define SHG_TALK_SHOUT "shout"

/* A message. All borrowed. */
typedef struct shg_talk_line {
    const char *kind; /* for the API: "tell", "say", "shout", "kibitz" or "whisper" */
    const char *from, *text;
    int64_t game; /* 0: none */
} shg_talk_line;

/* Shows a message to a session, and keeps it for a report. */
void shg_talk_show(shg_session *to, const shg_talk_line *message);

/* Sends a message to other servers. to: the player it is for, or NULL. */
void shg_talk_publish(shg_server *server, const shg_talk_line *message, const char *to);

/* Sends a text to a player by name, who becomes the last recipient. If the player is not online,
 * asks whether to leave it as an offline message. kind: "tell", or "say" for the opponent in the
 * current game. text: copied. */
void shg_talk_to(shg_session *session, const char *name, const char *kind, const char *text,
                 size_t text_bytes);

#endif
