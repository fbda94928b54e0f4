#include "server/game/grade.h"

#include "server/game/game.h"
#include "server/game/game_options.h"
#include "server/rating/stored_ratings.h"
#include "shoogi/position.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The lowest rating of each grade: the European table; see docs/ratings.md. */
static const struct {
    int32_t from;
    uint8_t number;
    bool dan;
} grades[] = {
    { 0, 15, false },   { 480, 14, false }, { 560, 13, false }, { 640, 12, false },
    { 720, 11, false }, { 800, 10, false }, { 880, 9, false },  { 960, 8, false },
    { 1040, 7, false }, { 1120, 6, false }, { 1200, 5, false }, { 1280, 4, false },
    { 1360, 3, false }, { 1460, 2, false }, { 1560, 1, false }, { 1680, 1, true },
    { 1800, 2, true },  { 1920, 3, true },  { 2080, 4, true },  { 2240, 5, true },
    { 2440, 6, true },
};
static_assert(sizeof grades / sizeof grades[0] == SHG_GRADES, "a row for every grade");

int shg_grade_of(const shg_rating *now)
{
    if (shg_rating_provisional(now))
        return SHG_GRADE_NONE;
    int grade = 0;
    while (grade + 1 < SHG_GRADES && now->rating_e3 >= grades[grade + 1].from * 1000)
        grade++;
    return grade;
}

void shg_grade_write(char out[SHG_GRADE_TEXT_BYTES], int grade, shg_language language)
{
    assert(grade >= 0 && grade < SHG_GRADES);
    snprintf(out, SHG_GRADE_TEXT_BYTES,
             shg_text_in(language, grades[grade].dan ? "%d dan" : "%d kyu"), grades[grade].number);
}

shoogi_status shg_grade_get(int *out, shg_storage *storage, int64_t player, const char *variant,
                            int64_t now_ms, shoogi_error *err)
{
    shoogi_status status = SHOOGI_OK;
    shg_rating best = shg_rating_new();
    for (int speed = 0; speed < SHG_SPEED_COUNT && status == SHOOGI_OK; speed++) {
        shg_rating rating;
        status =
            shg_ratings_get(&rating, storage, player, variant, (shg_speed)speed, INT64_MAX, err);
        if (status != SHOOGI_OK)
            break;
        rating = shg_rating_at(&rating, now_ms);
        if (rating.deviation_e3 < best.deviation_e3)
            best = rating;
    }
    *out = shg_grade_of(&best);
    return status;
}

/* ---- handicaps ---- */

bool shg_grades_known(const shoogi_variant *variant)
{
    const shoogi_handicap *games[2];
    return shoogi_variant_grade_handicap(games, variant, 1) > 0;
}

shoogi_status shg_grades_decide(shg_graded *out, const shoogi_variant *variant,
                                const int of_players[2], shoogi_error *err)
{
    *out = (shg_graded){ .games = 0 };
    if (of_players[0] == SHG_GRADE_NONE || of_players[1] == SHG_GRADE_NONE)
        return SHOOGI_OK;
    const shoogi_handicap *games[2];
    size_t apart = (size_t)abs(of_players[0] - of_players[1]);
    while (apart > 0 && out->games == 0)
        out->games = shoogi_variant_grade_handicap(games, variant, apart--);
    out->first_is_white = of_players[0] > of_players[1];
    shoogi_position *position = NULL;
    shoogi_status status = shoogi_position_new(&position, variant);
    for (size_t i = 0; i < out->games && status == SHOOGI_OK; i++)
        status = shg_action_of_handicap(out->handicap[i], position, games[i]->name,
                                        strlen(games[i]->name), err);
    shoogi_position_free(position);
    return status;
}

/* ---- in the options ---- */

void shg_grades_add(shg_out *options, const int of_sides[2])
{
    shg_option_add(options, SHG_OPTION_OF_GRADES);
    for (int colour = 0; colour < 2; colour++) {
        if (colour > 0)
            shg_out_char(options, ',');
        if (of_sides[colour] == SHG_GRADE_NONE)
            shg_out_char(options, '-');
        else
            shg_out_format(options, "%d", of_sides[colour]);
    }
}

/* False if there is none. */
static bool read_grade(int *out, const char **text)
{
    char *end;
    if (**text == '-') {
        *out = SHG_GRADE_NONE;
        ++*text;
        return true;
    }
    const long grade = strtol(*text, &end, 10);
    if (end == *text || grade < 0 || grade >= SHG_GRADES)
        return false;
    *out = (int)grade;
    *text = end;
    return true;
}

void shg_grades_describe(shg_out *out, const char *options, shg_language language)
{
    size_t bytes;
    const char *text = shg_option_value(&bytes, options, SHG_OPTION_OF_GRADES);
    int grade[2];
    if (!text || !read_grade(&grade[0], &text) || *text++ != ',' || !read_grade(&grade[1], &text))
        return;
    char black[SHG_GRADE_TEXT_BYTES], white[SHG_GRADE_TEXT_BYTES];
    if (grade[0] == SHG_GRADE_NONE && grade[1] == SHG_GRADE_NONE) {
        shg_out_text(out, shg_text_in(language, "no handicap, as neither player has a grade yet"));
    } else if (grade[0] == SHG_GRADE_NONE || grade[1] == SHG_GRADE_NONE) {
        shg_out_format(out, shg_text_in(language, "no handicap, as %s has no grade yet"),
                       shg_colour_in(language, grade[0] != SHG_GRADE_NONE));
    } else if (grade[0] == grade[1]) {
        shg_grade_write(black, grade[0], language);
        shg_out_format(out, shg_text_in(language, "no handicap, as both players are %s"), black);
    } else {
        shg_grade_write(black, grade[0], language);
        shg_grade_write(white, grade[1], language);
        shg_out_format(out, shg_text_in(language, "handicap by grade: Black is %s, White %s"),
                       black, white);
    }
}
