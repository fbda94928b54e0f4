/* challenge_terms.h: restrictions of a challenge other than its pattern: who may answer it, and
 * until when. They are options of the challenge that the game does not get. */
#ifndef SHG_SERVER_LOBBY_CHALLENGE_TERMS_H
#define SHG_SERVER_LOBBY_CHALLENGE_TERMS_H

#include "base/text.h"
#include "language/language.h"
#include "server/rating/glicko.h"
#include "shoogi/status.h"
#include "storage/storage.h"

/* Followed by: the lowest and highest rating, "1500-1800", either of which may be missing; the
 * secret part of a key, which an answer must give, see privacy.h; milliseconds since 1970; the
 * game of which it is a rematch. */
#define SHG_OPTION_RATINGS "ratings="
#define SHG_OPTION_LINK    "link="
#define SHG_OPTION_UNTIL   "until="
#define SHG_OPTION_REMATCH "rematch-of="

/* Checks a typed range of ratings. columns_before: in the line. Returns OK, or PARSE_ERROR and
 * *err. */
SHOOGI_CHECKED shoogi_status shg_ratings_range_check(const char *text, size_t text_bytes,
                                                     size_t columns_before, shoogi_error *err);

/* Whether a player with this rating may answer a challenge with these options. */
bool shg_terms_fit_rating(const char *options, const shg_rating *rating);

/* Whether the challenge can be answered with this key, or without one if key_bytes is 0. */
bool shg_terms_fit_key(const char *options, int64_t challenge, const char *key, size_t key_bytes);

/* When it expires; 0: it stands until it is answered or withdrawn. */
int64_t shg_terms_until_ms(const char *options);

/* Whether it has expired. */
bool shg_terms_expired(const char *options, int64_t now_ms);

/* Whether a challenge is listed for a player: all of their own; of others, none with a key and
 * none that has expired. player: 0 for a program that is not signed in. */
bool shg_terms_listed(const shg_challenge *row, int64_t player, int64_t now_ms);

/* Writes the key of a challenge that has one; nothing otherwise. */
void shg_terms_key_write(shg_out *out, const char *options, int64_t challenge);

/* The game of which it is a rematch; 0: none. */
int64_t shg_terms_rematch_of(const char *options);

/* Adds the options of the resulting game: those without these terms. */
void shg_terms_without(shg_out *out, const char *options);

/* Writes the terms for players; nothing if there are none. */
void shg_terms_describe(shg_out *out, const char *options, shg_language language);

#endif
