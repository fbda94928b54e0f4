/* game_test.c: the sentences about captures and their consequences. */
#include "help/game.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game with a few kinds and these parameters besides; of its rules this is said, and that is not. */
static const struct {
    const char *parameters, *said, *not_said;
} rules[] = {
    { "", NULL, "Trade" },
    { "", NULL, "You may pass" },
    { "iron=3", "These can never be captured: lion.", NULL },
    { "protected=3\nadjacent=free\ntradeThreshold=2",
      "Trade (lion): one of these may not capture another that is protected and more than "
      "one step away, unless it also captures something other than pawn or rook on the way.",
      "one step away." },
    { "protected=3\ntradeThreshold=2",
      "Trade (lion): one of these may not capture another that is protected, unless it also "
      "captures something other than pawn or rook on the way.",
      "one step away" },
    { "protected=3", "Trade (lion): one of these may not capture another that is protected.",
      "one step away" },
    { "protected=3\nadjacent=free\ntradeThreshold=0",
      "Trade (lion): one of these may not capture another that is protected and more than "
      "one step away.",
      "unless on the way" },
    { "protected=3\nprotection=taken",
      "A piece is protected if it could be recaptured. A protecting piece that is captured "
      "on the way still counts.",
      "once the move is made" },
    { "counterStrike=3\nokazaki=0",
      "Counter-strike (lion): when a piece of another kind has captured one of these, no "
      "piece of another kind may capture one on a different square on the next turn.",
      "unless it is unprotected" },
    { "wary=R", "These capture only unprotected pieces, and protect nothing: rook.", NULL },
    { "burns=L",
      "When one of these ends its move, all enemy pieces next to it are burnt, that is, "
      "removed: lion.",
      "Passing burns them" },
    { "burns=L\npass=any", "Passing burns them, too, and a piece that passes is not burnt.", NULL },
    { "nets=R",
      "The first enemy piece on each line along which one of these slides is immobilised: rook.",
      NULL },
    { "pass=any", "You may pass. A pass is written --.", "steps out and back" },
    { "pass=lion",
      "A piece that steps out and back passes (jitto). This counts as a move and changes "
      "nothing. It is written --.",
      "You may pass" },
};

/* All of the page that is an item or prose, a line for each. */
static void write_page(shg_out *out, const char *parameters)
{
    char text[512];
    shoogi_variant *variant;
    shoogi_error err;
    shg_help_page page = { .language = SHG_ENGLISH };
    const int bytes =
        snprintf(text, sizeof text,
                 "files=9\nranks=9\nholdingsType=0\nmaxPromote=0\nroyal=4\n%s\n"
                 "pawn:P:fW:p:a3\nrook:R:R:r:a1\nlion:L:KNADcaKcabKmabK:l:d1\nking:K:K:k:e1\n",
                 parameters);
    if (shoogi_variant_parse(&variant, text, (size_t)bytes, &err) != SHOOGI_OK)
        fail_msg("%s: %u:%u: %s", parameters, err.line, err.column, err.message);
    shg_help_add_game(&page, "probe", variant);
    assert_false(page.failed);
    for (size_t i = 0; i < page.count; i++)
        shg_out_format(out, "%s\n", page.blocks[i].text);
    assert_false(out->spent);
    shg_help_page_fini(&page);
    shoogi_variant_free(variant);
}

static void rules_of_captures_are_on_the_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        shg_out out = shg_out_growing();
        write_page(&out, rules[i].parameters);
        if (rules[i].said && !strstr(out.bytes, rules[i].said))
            fail_msg("\"%s\": \"%s\" is missing in:\n%s", rules[i].parameters, rules[i].said,
                     out.bytes);
        if (rules[i].not_said && strstr(out.bytes, rules[i].not_said))
            fail_msg("\"%s\": \"%s\" is not to be in:\n%s", rules[i].parameters, rules[i].not_said,
                     out.bytes);
        free(out.bytes);
    }
}

TEST_SUITE(game)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rules_of_captures_are_on_the_page) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
