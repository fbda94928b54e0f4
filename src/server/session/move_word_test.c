#include "server/session/move_word.h"
#include "base/test_suite.h"

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void words_that_look_like_moves(void **state)
{
    (void)state;
    static const char *const moves[] = {
        "P-7f",   "p-76",    "G4a-5b",        "Bx2b+",      "N-3g=",  "R*1d",     "+S5bx4a",
        "+Rx24",  "N65-53+", "R8-5d",         "Gd-7c",      "L@1a",   "Ln-8e-9d", "Lnx8ex9d",
        "P-12l",  "P-36aj",  "HANDICAP:L@1a", "handicap:x", "PX7F",   "xx7f",     "SM-4d",
        "P-9c+G", "p-93+g",  "+SM-4d++SM",    "Nx!9d",      "LN!x9d", "Lnx9d!",   "N8dx!9d",
        "Nx8e9d", "--",      "Xx3hx2ix1h",    "N-8e-8d",
    };
    static const char *const others[] = {
        "",         "W",     "7f",    "-7f",       "P7f", "P-",    "P-f",    "BOARD",
        "anna",     "W.X7F", "P-7f!", "-",         "+",   "P--7f", "7g7f",   "PLAY",
        "HANDICAP", "!P-7f", "*",     "abcdef-7f", "---", "N--",   "P-9c+!", "P-7f+G+",
        "N-!9d",    "N!-9d", "8e9d",  "+G",        "P+G", "x!9d",  "N!!x9d",
    };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
        if (!shg_move_word(moves[i], strlen(moves[i])))
            fail_msg("%s is a move", moves[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (shg_move_word(others[i], strlen(others[i])))
            fail_msg("%s is no move", others[i]);
}

static void usi(void **state)
{
    (void)state;
    static const char *const moves[] = { "7g7f",   "8h2b+", "8j8h9i",  "12l11k",
                                         "9c9b+G", "8h2b=", "36aj35aj" };
    static const char *const others[] = { "",      "7g",    "7g7",   "g7f", "P*5e", "P-7f",
                                          "7g-7f", "7g7f!", "x7g7f", "77",  "gg" };
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
        if (!shg_usi_word(moves[i], strlen(moves[i])))
            fail_msg("%s is a move", moves[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (shg_usi_word(others[i], strlen(others[i])))
            fail_msg("%s is no move", others[i]);
}

TEST_SUITE(move_word)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(words_that_look_like_moves),
                                        cmocka_unit_test(usi) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
