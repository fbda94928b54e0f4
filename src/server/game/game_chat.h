/* game_chat.h: what was said at a game stays with it: the talk of its two players, and what others say about it. */
#ifndef SHG_SERVER_GAME_GAME_CHAT_H
#define SHG_SERVER_GAME_GAME_CHAT_H

#include "server/loop/host.h"
#include "server/session/session.h"

/* The kinds: of the players to each other; to all at the game; to its watchers. */
#define SHG_CHAT_SAY     "say"
#define SHG_CHAT_KIBITZ  "kibitz"
#define SHG_CHAT_WHISPER "whisper"

/* Keeps what the session's player says; it is busy until that is stored.  If it cannot be stored it was said all the
 * same.  A guest of whom nothing is stored keeps nothing.  kind: static; text: copied, clean. */
void shg_game_chat_keep(shg_session *session, int64_t game, const char *kind, const char *text);

/* True if remarks of a kind are for somebody to read: players read what they say to each other, and what watchers
 * whisper when the game is over; watchers never read what players say.  colour: -1 for a watcher. */
bool shg_game_chat_is_for(const char *kind, int colour, bool over);

#endif
