/* privacy.h: who may see a game.
 *
 * Everybody sees a public game. A hidden game is only in its players' lists, but is shown to
 * anyone who knows its number. A protected game is visible to its players and to those with its
 * key; for others it does not exist. A game deleted by its players is visible to nobody. All
 * code that shows a game checks here first. */
#ifndef SHG_SERVER_GAME_PRIVACY_H
#define SHG_SERVER_GAME_PRIVACY_H

#include "server/game/game.h"
#include "server/session/session.h"

/* Words in the options of challenges and games. In a game the last is followed by "=" and the
 * secret part of the key. */
#define SHG_OPTION_HIDDEN    "hidden"
#define SHG_OPTION_PROTECTED "protected"
#define SHG_OPTION_KEY       "protected="

/* A key: number, minus, random secret: "12-k3vq9xj2m8c4w7ta". */
enum { SHG_SECRET_BYTES = 16, SHG_KEY_BYTES = 20 + 1 + SHG_SECRET_BYTES };

/* The viewer of a game. Any thread. */
typedef struct shg_viewer {
    int64_t player; /* 0: not a player */
    bool opened;    /* has given the game's key */
} shg_viewer;

/* The viewer that a session is for the game with this number. */
shg_viewer shg_viewer_of(const shg_session *session, int64_t game);

/* Whether the viewer may see the game. Any thread. */
bool shg_game_may_see(shg_viewer viewer, const shg_game_state *game);
/* The same for a row, in lists of games. */
bool shg_game_row_may_see(shg_viewer viewer, const shg_game *row);
/* Whether a list made for a player may contain the game; 0: any viewer. */
bool shg_game_row_may_list(int64_t player, const shg_game *row);

/* The same for a game that may be deleted: its former existence is no secret. */
bool shg_game_row_may_remember(int64_t player, const shg_game *row);

/* Whether key is the key of the game with these options and this number. */
bool shg_key_opens(const char *key, size_t key_bytes, int64_t game, const char *options);

/* The number at the beginning of a key; 0 if the form is wrong. */
int64_t shg_key_number(const char *key, size_t key_bytes);

/* Whether a key has this number and secret. */
bool shg_key_fits(const char *key, size_t key_bytes, int64_t number, const char *secret,
                  size_t secret_bytes);

/* Makes a new random secret. */
void shg_secret_make(char secret[SHG_SECRET_BYTES + 1]);

/* Adds the privacy options of a game made from a challenge; a protected game gets its key. */
void shg_privacy_begin(shg_out *out, const char *options);

/* The privacy of a game with these options: "public", "hidden" or "protected". */
const char *shg_privacy_word(const char *options);

/* Writes the privacy for players; nothing for a public game. */
void shg_privacy_describe(shg_out *out, const char *options, shg_language language);

/* Writes the key of a protected game, only for those who may see it; nothing for other games. */
void shg_key_write(shg_out *out, const char *options, int64_t game);

/* Records that the session has given the key of a game and may see it. Returns false at the
 * limit, or without memory. */
bool shg_viewer_open_game(shg_session *session, int64_t game);

#endif
