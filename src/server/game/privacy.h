/* privacy.h: who may know of a game.
 *
 * A public game is there for all.  A hidden one stands in no lists but those of its players, and is shown to whoever
 * knows its number.  A protected one is there for its players alone and for those who have its key; to anybody else
 * the answer is that there is no such game; and to everybody if its players have deleted it.  All that shows a game to somebody asks here first. */
#ifndef SHG_SERVER_GAME_PRIVACY_H
#define SHG_SERVER_GAME_PRIVACY_H

#include "server/game/game.h"
#include "server/session/session.h"

/* In the options of a challenge and of a game; the last with the secret part of the key right behind the sign, in
 * those of a game. */
#define SHG_OPTION_HIDDEN    "hidden"
#define SHG_OPTION_PROTECTED "protected"
#define SHG_OPTION_KEY       "protected="

/* A number, a minus and a secret part that nobody guesses: "12-k3vq9xj2m8c4w7ta". */
enum { SHG_SECRET_BYTES = 16, SHG_KEY_BYTES = 20 + 1 + SHG_SECRET_BYTES };

/* Who looks at a game.  Any thread. */
typedef struct shg_viewer {
    int64_t player; /* 0: nobody who plays */
    bool opened;    /* he has shown the game's key */
} shg_viewer;

/* How a session looks at the game with this number. */
shg_viewer shg_viewer_of(const shg_session *session, int64_t game);

/* The one question.  Any thread. */
bool shg_game_may_see(shg_viewer viewer, const shg_game_state *game);
/* The same of a row, as lists of games come by it. */
bool shg_game_row_may_see(shg_viewer viewer, const shg_game *row);
/* True if the game may stand in a list that is made for a player; 0: for anybody. */
bool shg_game_row_may_list(int64_t player, const shg_game *row);

/* The same of one that may be deleted: that there was such a game may be told. */
bool shg_game_row_may_remember(int64_t player, const shg_game *row);

/* True if key is that of the game with these options and this number. */
bool shg_key_opens(const char *key, size_t key_bytes, int64_t game, const char *options);

/* The number at the beginning of a key; 0 if it has not the form of one. */
int64_t shg_key_number(const char *key, size_t key_bytes);

/* True if a key has that number and secret part. */
bool shg_key_fits(const char *key, size_t key_bytes, int64_t number, const char *secret,
                  size_t secret_bytes);

/* A new secret part, not to be guessed. */
void shg_secret_make(char secret[SHG_SECRET_BYTES + 1]);

/* Adds the options of a game that comes of a challenge with these: a protected one gets its key here. */
void shg_privacy_begin(shg_out *out, const char *options);

/* The word for how private it is with these options: "public", "hidden" or "protected". */
const char *shg_privacy_word(const char *options);

/* Writes how private it is, for players; nothing for a public game. */
void shg_privacy_tell(shg_out *out, const char *options, shg_language language);

/* Writes the key of a protected game, which only those may read who may see the game; nothing for others. */
void shg_key_write(shg_out *out, const char *options, int64_t game);

/* The session has shown the key of a game: from now on it sees it.  False: it has opened too many, or memory is
 * short. */
bool shg_viewer_open_game(shg_session *session, int64_t game);

#endif
