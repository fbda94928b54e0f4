/* game_options.h: the conditions of a challenge and its game in stored form: words separated by
 * spaces. */
#ifndef SHG_SERVER_GAME_GAME_OPTIONS_H
#define SHG_SERVER_GAME_GAME_OPTIONS_H

#include "base/text.h"
#include "language/language.h"
#include "server/clock/time_control.h"
#include "shoogi/position.h"
#include "storage/bounds.h"

/* Words: a confirmed illegal move loses; UNDO is allowed in any case; the clock, whose word is
 * followed directly by the text of shg_time_control_write. */
#define SHG_OPTION_ILLEGAL_LOSES "illegal-loses"
#define SHG_OPTION_UNDO          "undo"
#define SHG_OPTION_RATED         "rated"
#define SHG_OPTION_CLOCK         "clock="

/* In a challenge alone: the position from which the game begins, unless that is the first position of the variant, as SFEN with _
 * in place of spaces.  When the challenge is accepted the position goes into the row of the game. */
#define SHG_OPTION_START "start="

/* The reason why a rated game has no handicap. */
#define SHG_RATED_EVEN SHG_TEXT("Rated games have no handicap.")

/* Whether the options contain a word. */
bool shg_option_has(const char *options, const char *word);

/* Returns the value after a word that ends in "=", and its length in *bytes; NULL if the word is
 * absent. */
const char *shg_option_value(size_t *bytes, const char *options, const char *word);

/* Adds all words except those that begin with `word`. */
void shg_options_without(shg_out *out, const char *options, const char *word);

/* Whether UNDO is allowed: in unrated games without clocks, and in others by agreement. */
bool shg_options_allow_undo(const char *options);

/* The speed class of a game; without clocks it is correspondence. */
shg_speed shg_options_speed(const char *options);

/* Adds the options for a rematch with colours reversed: each player keeps their own clock.
 * Grades, which refer to colours, are left out. */
void shg_options_reversed(shg_out *out, const char *options);

/* Whether an absent player would soon lose on time: such a game begins only while both players
 * are online. */
bool shg_options_live(const char *options);

/* Adds a word. */
void shg_option_add(shg_out *options, const char *word);

/* Adds a clock, which must be valid and in whole seconds. */
void shg_option_add_clock(shg_out *options, const shg_time_control *control);

/* Reads the clock; false if there is none. */
bool shg_options_clock(shg_time_control *out, const char *options);

/* Room for the text of all conditions. */
enum { SHG_CONDITIONS_BYTES = SHG_TIME_CONTROL_BYTES_MAX + 800 };

/* Writes the conditions for players, "10m/30s; an illegal move loses"; nothing if there are none. */
void shg_options_describe(shg_out *out, const char *options, shg_language language);

/* Checks a position from outside: it must have no fault (shoogi/position_fault.h), and the game must not be over in it.  Adds the
 * position to the options, as canonical SFEN.  Returns OK; PARSE_ERROR with the column in text; ILLEGAL with a clause for "the
 * game cannot begin in that position: %s"; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_start_add(shg_out *options, const shoogi_variant *variant,
                                           const char *text, size_t text_bytes, shoogi_error *err);

/* Adds the position from which a game began to the options.  sfen: as in the row of the game; "": adds nothing. */
void shg_start_keep(shg_out *options, const char *sfen);

/* Fills out with the SFEN of the position that the options name; "" if they name none. */
void shg_start_sfen(char out[SHG_STORAGE_OPTIONS_BYTES_MAX + 1], const char *options);

/* Longer positions are left out of lists and events, which have many challenges. */
enum { SHG_LISTED_START_BYTES = 900 };

/* Writes the position from which a game begins for players, "from the position 4k4/... b - 1".  sfen: as above; "": writes
 * nothing. */
void shg_start_describe(shg_out *out, const char *sfen, shg_language language);

/* Writes the address of a picture of a position, "/board.svg?variant=chu&sfen=...", without the server. */
void shg_start_picture(shg_out *out, const char *variant, const char *sfen);

/* Makes the position from which a game begins.  sfen: as in the row of the game; "": the first position of the game.  Returns
 * OK and *out owned (shoogi_position_free); PARSE_ERROR if the rules no longer have it; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_start_position(shoogi_position **out,
                                                const shoogi_variant *variant, const char *sfen);

#endif
