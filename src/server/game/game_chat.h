/* game_chat.h: the chat stored with a game: of its players, and of watchers. */
#ifndef SHG_SERVER_GAME_GAME_CHAT_H
#define SHG_SERVER_GAME_GAME_CHAT_H

#include "server/loop/host.h"
#include "server/session/session.h"

/* Kinds: between the players; to everybody at the game; between watchers. */
#define SHG_CHAT_SAY     "say"
#define SHG_CHAT_KIBITZ  "kibitz"
#define SHG_CHAT_WHISPER "whisper"

/* Stores a chat line of the session's player; the session is busy meanwhile. A failure is
 * ignored: the line was already sent. Lines of a guest who is not stored are not kept. kind:
 * static; text: copied, clean. */
void shg_game_chat_keep(shg_session *session, int64_t game, const char *kind, const char *text);

/* Whether a reader may see chat lines of a kind: players see their own chat, and the watchers'
 * after the game; watchers never see the players'. colour: -1 for a watcher. */
bool shg_game_chat_is_for(const char *kind, int colour, bool over);

#endif
