/* grade.h: the dan and kyu of players, which follow from their ratings, and the handicap that follows from both.
 *
 * Source: docs/ratings.md, "Grades". */
#ifndef SHG_SERVER_GAME_GRADE_H
#define SHG_SERVER_GAME_GRADE_H

#include "base/text.h"
#include "language/language.h"
#include "server/game/action.h"
#include "server/rating/glicko.h"
#include "shoogi/variant.h"
#include "storage/storage.h"

/* A grade is the number of grades below it; who has no rating to speak of has none. */
enum { SHG_GRADE_NONE = -1, SHG_GRADES = 21, SHG_GRADE_TEXT_BYTES = 24 };

/* That of a rating, as it is now: NONE while it is provisional. */
int shg_grade_of(const shg_rating *now);

/* "3 dan", "12 kyu"; not of NONE. */
void shg_grade_write(char out[SHG_GRADE_TEXT_BYTES], int grade, shg_language language);

/* A player's at a variant: of all his ratings there, whatever the speed, the one that is known best counts. */
SHOOGI_CHECKED shoogi_status shg_grade_get(int *out, shg_storage *storage, int64_t player,
                                           const char *variant, int64_t now_ms, shoogi_error *err);

/* ---- a game with the handicap that the grades ask for ---- */

/* In a challenge the word; in the game the grades right behind it, Black's first: "grades=3,7", - for none. */
#define SHG_OPTION_GRADES    "grades"
#define SHG_OPTION_OF_GRADES "grades="

/* True if there is a table of handicaps by grades. */
bool shg_grades_known(const shoogi_variant *variant);

/* What two grades ask for. */
typedef struct shg_graded {
    size_t games;        /* of the match; 0: a game without a handicap, the sides by lot */
    bool first_is_white; /* the stronger gives the handicap; where there is one */
    char handicap[2][SHG_ACTION_BYTES]; /* of each game, as the log has it */
} shg_graded;

/* grades: of two players.  Returns OK and *out filled; or NO_MEMORY.  Where the grades are farther apart than the
 * table goes its last row counts. */
SHOOGI_CHECKED shoogi_status shg_grades_decide(shg_graded *out, const shoogi_variant *variant,
                                               const int grades[2], shoogi_error *err);

/* Adds to the options of a game what was decided.  grades: Black's and White's. */
void shg_grades_add(shg_out *options, const int grades[2]);

/* Writes for players what was decided and why, from the options of a game; nothing where they say nothing of
 * it. */
void shg_grades_tell(shg_out *out, const char *options, shg_language language);

#endif
