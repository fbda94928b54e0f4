/* challenge_terms.h: who may answer a challenge besides those whom its pattern names, and until when: words of its
 * options that the game which comes of it does not have. */
#ifndef SHG_SERVER_LOBBY_CHALLENGE_TERMS_H
#define SHG_SERVER_LOBBY_CHALLENGE_TERMS_H

#include "base/text.h"
#include "language/language.h"
#include "server/rating/glicko.h"
#include "shoogi/status.h"
#include "storage/storage.h"

/* Right behind the words: the lowest and the highest rating, "1500-1800", either of which may be missing; the secret
 * part of a key, which only whoever has it can answer, see privacy.h; milliseconds since 1970; of which game it is
 * a rematch. */
#define SHG_OPTION_RATINGS "ratings="
#define SHG_OPTION_LINK    "link="
#define SHG_OPTION_UNTIL   "until="
#define SHG_OPTION_REMATCH "rematch-of="

/* Reads a range of ratings as it is typed.  columns_before: in the line.  Returns OK, or PARSE_ERROR and *err. */
SHOOGI_CHECKED shoogi_status shg_ratings_range_check(const char *text, size_t text_bytes,
                                                     size_t columns_before, shoogi_error *err);

/* True if a player with that rating may answer a challenge with these options. */
bool shg_terms_fit_rating(const char *options, const shg_rating *rating);

/* True if it can be answered with that key, or without one, key_bytes being 0. */
bool shg_terms_fit_key(const char *options, int64_t challenge, const char *key, size_t key_bytes);

/* When it is over; 0: it stands until it is answered or taken back. */
int64_t shg_terms_until_ms(const char *options);

/* True if it is over. */
bool shg_terms_expired(const char *options, int64_t now_ms);

/* True if a challenge may be shown to a player: the one who made it sees all of his, others none with a key, and
 * none that is over.  player: 0 for anybody. */
bool shg_terms_listed(const shg_challenge *row, int64_t player, int64_t now_ms);

/* Writes the key of a challenge that has one; nothing for others. */
void shg_terms_key_write(shg_out *out, const char *options, int64_t challenge);

/* The game of which it is a rematch; 0: of none. */
int64_t shg_terms_rematch_of(const char *options);

/* Adds the options of the game that comes of it: those without these terms. */
void shg_terms_without(shg_out *out, const char *options);

/* Writes them for players; nothing for none. */
void shg_terms_describe(shg_out *out, const char *options, shg_language language);

#endif
