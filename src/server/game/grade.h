/* grade.h: dan and kyu grades from ratings, and handicaps from grades.
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

/* A grade is the number of grades below it. Players without an established rating have none. */
enum { SHG_GRADE_NONE = -1, SHG_GRADES = 21, SHG_GRADE_TEXT_BYTES = 24 };

/* The grade of a current rating: NONE while it is provisional. */
int shg_grade_of(const shg_rating *now);

/* Writes "3 dan", "12 kyu"; not for NONE. */
void shg_grade_write(char out[SHG_GRADE_TEXT_BYTES], int grade, shg_language language);

/* Reads a player's grade in a variant: from the most reliable of their ratings in it, at any
 * speed. */
SHOOGI_CHECKED shoogi_status shg_grade_get(int *out, shg_storage *storage, int64_t player,
                                           const char *variant, int64_t now_ms, shoogi_error *err);

/* ---- handicaps by grade ---- */

/* In a challenge a plain word; in a game followed by the grades, Black's first: "grades=3,7", -
 * for none. */
#define SHG_OPTION_GRADES    "grades"
#define SHG_OPTION_OF_GRADES "grades="

/* Whether the variant has a table of handicaps by grade. */
bool shg_grades_known(const shoogi_variant *variant);

/* The conditions that follow from two grades. */
typedef struct shg_graded {
    size_t games;        /* of the match; 0: an even game with random colours */
    bool first_is_white; /* colour of the stronger player, who gives the handicap, if there is one */
    char handicap[2][SHG_ACTION_BYTES]; /* of each game, in log form */
} shg_graded;

/* grades: of two players. Returns OK and *out filled, or NO_MEMORY. Differences beyond the table
 * use its last row. */
SHOOGI_CHECKED shoogi_status shg_grades_decide(shg_graded *out, const shoogi_variant *variant,
                                               const int grades[2], shoogi_error *err);

/* Adds the decision to the options of a game. grades: Black's and White's. */
void shg_grades_add(shg_out *options, const int grades[2]);

/* Writes the decision and its reason for players, from the options of a game; nothing without
 * grades. */
void shg_grades_describe(shg_out *out, const char *options, shg_language language);

#endif
