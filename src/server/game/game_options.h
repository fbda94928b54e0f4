/* game_options.h: the conditions of a challenge and of the game that comes of it, as they are stored: words
 * with a blank between. */
#ifndef SHG_SERVER_GAME_GAME_OPTIONS_H
#define SHG_SERVER_GAME_GAME_OPTIONS_H

#include "base/text.h"
#include "language/language.h"
#include "server/clock/time_control.h"

/* An illegal move that its player confirms loses; UNDO is allowed whatever else is agreed; the clock, as
 * shg_time_control_write has it, stands right behind its word. */
#define SHG_OPTION_ILLEGAL_LOSES "illegal-loses"
#define SHG_OPTION_UNDO          "undo"
#define SHG_OPTION_RATED         "rated"
#define SHG_OPTION_CLOCK         "clock="

/* Why there is no handicap in a rated game. */
#define SHG_RATED_EVEN SHG_TEXT("Rated games have no handicap.")

/* True if the word is among them. */
bool shg_option_has(const char *options, const char *word);

/* What stands behind a word that ends in "=", *bytes of it; NULL if it is not among them. */
const char *shg_option_value(size_t *bytes, const char *options, const char *word);

/* Adds all but the words that begin with one. */
void shg_options_without(shg_out *out, const char *options, const char *word);

/* True if UNDO is allowed: in every game without clocks that is not rated, in others if it was agreed. */
bool shg_options_allow_undo(const char *options);

/* How fast a game with these is; one without clocks is by correspondence. */
shg_speed shg_options_speed(const char *options);

/* Adds those of a game between the same two with colours reversed: each keeps his own clock; of grades, which name
 * colours, nothing is left. */
void shg_options_reversed(shg_out *out, const char *options);

/* True if whoever is away would soon lose on time: a game with these begins only while both players are here. */
bool shg_options_live(const char *options);

/* Adds a word. */
void shg_option_add(shg_out *options, const char *word);

/* Adds a clock, which must be valid and of whole seconds. */
void shg_option_add_clock(shg_out *options, const shg_time_control *control);

/* False if there is no clock among them. */
bool shg_options_clock(shg_time_control *out, const char *options);

/* Room for what is told of them. */
enum { SHG_CONDITIONS_BYTES = SHG_TIME_CONTROL_BYTES_MAX + 800 };

/* Writes them for players, "10m/30s; an illegal move loses"; nothing for none. */
void shg_options_tell(shg_out *out, const char *options, shg_language language);

#endif
