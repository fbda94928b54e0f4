/* talk.h: words from one player to others: who hears them, and what becomes of those for somebody absent. */
#ifndef SHG_SERVER_MESSAGES_TALK_H
#define SHG_SERVER_MESSAGES_TALK_H

#include "server/loop/host.h"
#include "server/loop/text_buffer.h"
#include "server/session/session.h"

/* What somebody says, to be heard by others.  Returns false after saying why if it cannot be: nothing of it can
 * be shown, or he says too much in too short a time.  out: filled, its text clean (shg_text_fini).  counts: as what it counts;
 * see SHG_TALK_MAX. */
bool shg_talk_begin(shg_text_buffer *out, shg_session *session, const char *text, size_t text_bytes,
                    unsigned counts);

/* Kinds of what is said that does not stay with a game; those that do: game_chat.h. */
#define SHG_TALK_TELL  "tell"
#define SHG_TALK_SHOUT "shout"

/* What was said.  All borrowed. */
typedef struct shg_talk_line {
    const char *kind; /* for programs: "tell", "say", "shout", "kibitz" or "whisper" */
    const char *from, *text;
    int64_t game; /* 0: of none */
} shg_talk_line;

/* Writes a line of it, with its end: "ANNA shouts: hello". */
void shg_talk_write(shg_text_buffer *out, const shg_talk_line *spoken, shg_language language);

/* Shows a session what somebody says, and keeps it for a report. */
void shg_talk_show(shg_session *to, const shg_talk_line *spoken);

/* Says a text to the player with a name, and remembers him as the one last spoken to.  If he is not online the
 * session is asked whether to leave it.  kind: "tell", or "say" if it is the opponent in the current game.  text: copied. */
void shg_talk_to(shg_session *session, const char *name, const char *kind, const char *text,
                 size_t text_bytes);

#endif
