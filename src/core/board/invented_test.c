/* invented_test.c: games that nobody wrote: definitions drawn by lot from all that the reader knows, on which the
 * board class and the reference rules must agree.
 *
 *     invented_test [GAMES [FIRST]]
 *
 * The definition of a game on which they do not is printed, and that of a single game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "support/board_compare.h"

enum { GAMES_DEFAULT = 300, DEFINITION_ROOM = 1 << 14, KINDS_MOST = 8 };

static size_t games_wanted = GAMES_DEFAULT, first_game = 1;

/* --- inventing ----------------------------------------------------------------------------------- */

static bool one_in(uint64_t *chance, size_t n)
{
    return random_below(chance, n) == 0;
}

static int between(uint64_t *chance, int least, int most)
{
    return least + (int)random_below(chance, (size_t)(most - least + 1));
}

/* One of the words of "a b c". */
static void put_word(shg_out *out, uint64_t *chance, const char *words)
{
    size_t count = 1;
    for (const char *c = words; *c; c++)
        count += *c == ' ';
    for (size_t skip = random_below(chance, count); skip > 0; words++)
        skip -= *words == ' ';
    shg_out_bytes(out, words, strcspn(words, " "));
}

/* Moves known to be valid. */
static const char known_moves[] =
    "fW W K R B Q WfF FfW F fN N fR BW RF D A H C R2 fsR3 mRcpR gQ pB FyafsF RmasR BmasB KaKaaK "
    "KNADcaKcabKmabK BbsRfWfDfcavWfmabW zR qW zB oR ooB jB jR nN nAnD jD [W-fsF] [W?fsB] [R?sR] "
    "[cK-aK] mafsF mpafN fcafmF caW caF uR uK xK xR ifmnDfmWfceF mBcW mKcN tK kQ mKcdF dR pafcR "
    "Q(paf)cQ KcaKcafK mWcaF cafmWcabaW iR NN DD fW* fmW*fcF W0 ifmR3 [F-fB] caKaK cKacKaK mQ2cQ2 I "
    "KI mUcK iiibB fWiiicbR fAfDbW fmWfceF caKmabK mKcaK [N-fR] [N?fB2] [cN-fK] eafmW ceafK qK3 oqF omabW oRmaoR "
    "mcaKaaK BAA RDD BAAmN [W-fN] caibR [R-ifB3] jBvjRsjW3cabK Q2I xRI udF tQ ktaK "
    "[mcW?vmscW?vmscW?vmscW?vmscW] [mcW?vmcW?vmcW?vmcW?vmcW] cacacaK mcamcamcamcaW "
    "[cF-mcW-cD-cabF-R] [dcW-dcsW-dcsW-dcfsW-W] KcacacabK "
    /* Moves that may be captured en passant, and pieces that do so. */
    "ifnafmWfmWfceF ifeafsmFceW nnAfsmceW imnR3meK WnnDDeQ inafsmWmeK mnKaaKe mnR3emK innHnnGeQ nCnZ nHmeW "
    "KisO2 KisO1isO2 isO3W KisjO2 sO2K irO1ilO2 KvO1 [inF-R]eK [nnW?fsR]meK WpnafmReK [F?R] [W?B] [K-R] [F?fqR] (paf)3R (az)3N afs(afz)2W KdU dkUmW etUK";

/* Random letters and atoms; most are invalid and rejected. */
static void put_wild_moves(shg_out *out, uint64_t *chance)
{
    static const char letters[] = "fblrvsfblrvshmcmcmcdkpgytinjouxzqe";
    static const char atoms[] = "WFDANKRBQHCZGUI";
    for (int legs = between(chance, 1, 3); legs > 0; legs--) {
        for (int count = between(chance, 0, 4); count > 0; count--)
            shg_out_char(out, letters[random_below(chance, sizeof letters - 1)]);
        if (legs > 1)
            shg_out_char(out, 'a');
    }
    shg_out_char(out, atoms[random_below(chance, sizeof atoms - 1)]);
    if (one_in(chance, 5))
        put_word(out, chance, "2 3 0 *");
}

/* at_once: by one leg each. */
static void put_moves(shg_out *out, uint64_t *chance, bool at_once)
{
    char text[128];
    for (;;) {
        shg_out moves = shg_out_make(text, sizeof text);
        for (int groups = between(chance, 1, 3); groups > 0; groups--) {
            if (at_once)
                put_word(&moves, chance,
                         "fW W K R B Q WfF FfW F fN N fR BW RF D A H C fsR3 cW mF mR cB2 U mU");
            else if (one_in(chance, 3))
                put_wild_moves(&moves, chance);
            else
                put_word(&moves, chance, known_moves);
        }
        if (one_in(chance, 4))
            put_word(&moves, chance, "@2 f@ ff@3 j@5 @4 f@3");
        size_t faults;
        shoogi_error error;
        if (moves.length < sizeof text &&
            shoogi_xbetza_check(text, moves.length, &error, 1, &faults) == SHOOGI_OK)
            break;
    }
    shg_out_text(out, text);
}

static void put_number(shg_out *out, const char *name, int value)
{
    shg_out_format(out, "%s=%d\n", name, value);
}

/* name=WORD, sometimes. */
static void put_choice(shg_out *out, uint64_t *chance, size_t one_of, const char *name,
                       const char *words)
{
    if (!one_in(chance, one_of))
        return;
    shg_out_format(out, "%s=", name);
    put_word(out, chance, words);
    shg_out_char(out, '\n');
}

static char id_of(int kind)
{
    return (char)('A' + kind - 1);
}

/* Ids with separators. */
static void put_ids(shg_out *out, uint64_t *chance, int kinds, int count, const char *between_them)
{
    const int first = between(chance, 1, kinds);
    for (int i = 0; i < count && i < kinds; i++)
        shg_out_format(out, "%s%c", i > 0 ? between_them : "", id_of((first + i - 1) % kinds + 1));
}

static void put_promotion(shg_out *out, uint64_t *chance, int kinds, int ranks)
{
    const int half = kinds / 2;
    switch (random_below(chance, 5)) {
    case 0: break;
    case 1:
        put_number(out, "maxPromote", between(chance, 1, half));
        put_number(out, "promoOffset", half);
        break;
    case 2:
        shg_out_text(out, "promoteTo=");
        for (int k = 1; k <= half; k++) {
            shg_out_format(out, "%s%c:%c", k > 1 ? ";" : "", id_of(k), id_of(k + half));
            if (one_in(chance, 2) && k + half < kinds)
                shg_out_format(out, ",%c", id_of(k + half + 1));
        }
        shg_out_char(out, '\n');
        break;
    default:
        put_number(out, "maxPromote", between(chance, 1, kinds));
        shg_out_text(out, "promoChoice=");
        for (int k = 1; k <= kinds; k++) {
            if (one_in(chance, 2))
                continue;
            put_word(out, chance, "* ! *!    ");
            shg_out_char(out, id_of(k));
            if (one_in(chance, 4))
                shg_out_format(out, "%d", between(chance, 1, ranks));
        }
        shg_out_char(out, '\n');
    }
    put_number(out, "promoZone", between(chance, 0, ranks));
    put_choice(out, chance, 3, "promoWhen", "touch enter end pass");
    put_choice(out, chance, 3, "promoMust", "0 1 3");
    put_choice(out, chance, 3, "mustMove", "0 1");
    put_choice(out, chance, 6, "flip", "move capture");
    if (one_in(chance, 6)) {
        shg_out_format(out, "promoWith=%c:", id_of(between(chance, 1, half > 0 ? half : 1)));
        put_ids(out, chance, kinds, 2, ",");
        shg_out_char(out, '\n');
    }
    if (one_in(chance, 6)) {
        shg_out_format(out, "promoNeeds=%c:", id_of(between(chance, 1, half > 0 ? half : 1)));
        put_ids(out, chance, kinds, 2, ",");
        if (one_in(chance, 2))
            shg_out_format(out, ";%c:%c", id_of(between(chance, 1, half > 0 ? half : 1)),
                           id_of(between(chance, 1, kinds)));
        shg_out_char(out, '\n');
    }
    if (one_in(chance, 6)) {
        shg_out_text(out, "promoStart=");
        put_ids(out, chance, kinds, 2, ",");
        shg_out_char(out, '\n');
    }
    if (one_in(chance, 4)) {
        shg_out_text(out, "lastRank=");
        put_ids(out, chance, kinds, 2, ",");
        shg_out_char(out, '\n');
    }
}

static void put_hands(shg_out *out, uint64_t *chance, int kinds)
{
    put_choice(out, chance, 1, "holdingsType", "0 0 -1 -2 1");
    put_choice(out, chance, 4, "drop", "none own any");
    put_choice(out, chance, 4, "dropDead", "0 1");
    put_choice(out, chance, 6, "dropFaces", "0 1");
    if (one_in(chance, 4)) {
        shg_out_text(out, "dropMate=");
        put_ids(out, chance, kinds, 2, ",");
        shg_out_char(out, '\n');
    }
    put_choice(out, chance, 8, "fileLimit", "move drop");
    put_choice(out, chance, 6, "royalInHand", "first peace truce free");
    put_choice(out, chance, 8, "mateInHand", "0 1");
    put_choice(out, chance, 8, "noDrop", "a1 b2 a1-b2 ,,a2");
    if (one_in(chance, 6)) {
        shg_out_text(out, "dropCheck=");
        put_ids(out, chance, kinds, 2, ",");
        shg_out_char(out, '\n');
    }
    if (one_in(chance, 6)) {
        shg_out_text(out, "demoteTo=");
        put_ids(out, chance, kinds, 3, ">");
        shg_out_text(out, one_in(chance, 2) ? ">-\n" : "\n");
    }
}

static void put_ends(shg_out *out, uint64_t *chance, int kinds)
{
    while (one_in(chance, 3))
        put_number(out, "royal", between(chance, 1, kinds));
    put_number(out, "royal", kinds);
    put_choice(out, chance, 3, "extinction", "0 1 2 3");
    put_choice(out, chance, 2, "check", "strict capture");
    if (kinds > 2 && strstr(out->bytes, "check=capture") && !strstr(out->bytes, "extinction") &&
        one_in(chance, 3)) {
        shg_out_format(out, "royalPair=%c:", id_of(1));
        put_word(out, chance, "B C B,C");
        shg_out_char(out, '\n');
    }
    put_choice(out, chance, 5, "try", "1 a1 b2,c2 a1-b2,,c3 ,,b1");
    put_choice(out, chance, 6, "tryDraws", "1");
    put_choice(out, chance, 6, "mustCapture", "1");
    put_choice(out, chance, 8, "checkWins", "1 2 3");
    put_choice(out, chance, 3, "stalemate", "draw win loss");
    if (one_in(chance, 4))
        put_number(out, "baring", between(chance, 0, kinds));
    put_choice(out, chance, 4, "baringDead", "0 1");
    put_choice(out, chance, 4, "baringBack", "0 1");
    put_choice(out, chance, 4, "baringBoth", "draw attack");
    put_choice(out, chance, 6, "baringWeak", "A B,C");
    put_choice(out, chance, 3, "perpetual", "none loss draw attack jcsa");
    put_choice(out, chance, 3, "repetition",
               "2:draw 3:loss 2:first 3:no-contest 2:forbid 3:forbid none");
}

static void put_trade(shg_out *out, uint64_t *chance, int kinds)
{
    static const char symbols[] = "....-+!xp";
    if (one_in(chance, 6))
        put_number(out, "iron", between(chance, 1, kinds));
    const bool lions = one_in(chance, 2);
    for (int count = between(chance, 1, 3); lions && count > 0; count--) {
        const int kind = between(chance, 1, kinds);
        if (!one_in(chance, 4))
            put_number(out, "protected", kind);
        if (!one_in(chance, 4) && strstr(out->bytes, "holdingsType=0\n"))
            put_number(out, "counterStrike", kind); /* it forbids pieces in hand */
    }
    if (lions) {
        if (one_in(chance, 2))
            put_number(out, "tradeThreshold", between(chance, 0, kinds));
        put_choice(out, chance, 1, "protection", "after taken");
        put_choice(out, chance, 1, "adjacent", "bound free");
        put_choice(out, chance, 1, "recapture", "free bound");
        put_choice(out, chance, 1, "okazaki", "0 1");
    }
    put_choice(out, chance, 2, "pass", "none any lion");
    if (!one_in(chance, 5))
        return;
    shg_out_text(out, "captureMatrix=");
    for (int k = 1; k <= kinds; k++) {
        for (int victim = 1; victim <= kinds; victim++)
            shg_out_char(out, symbols[random_below(chance, sizeof symbols - 1)]);
        shg_out_text(out, k < kinds ? "/" : "\n");
    }
}

/* One or two kinds with contagion. */
static void put_contagion(shg_out *out, uint64_t *chance, int kinds)
{
    const int first = between(chance, 1, kinds);
    shg_out_format(out, "contagion=%c:%c", id_of(first), id_of(between(chance, 1, kinds)));
    if (one_in(chance, 2))
        shg_out_format(out, ",%c:%c", id_of(first % kinds + 1), id_of(between(chance, 1, kinds)));
    shg_out_char(out, '\n');
    put_choice(out, chance, 2, "contagionRoyals", "0 1");
}

static void put_morph(shg_out *out, uint64_t *chance, int kinds, int files, int ranks)
{
    shg_out_text(out, "morph=");
    for (int rank = 0; rank < ranks; rank++) {
        for (int file = 0; file < files; file++) {
            const size_t which = random_below(chance, 8);
            shg_out_char(out, which == 0   ? '-'
                              : which == 1 ? id_of(between(chance, 1, kinds))
                                           : '*');
        }
        shg_out_text(out, rank + 1 < ranks ? "/" : "\n");
    }
}

/* After a piece line: its shots, after moves of one leg or two. */
static void put_shooting(shg_out *out, uint64_t *chance)
{
    put_choice(out, chance, 1, "shoots", "K Q3 cN R2 WDH fB mFcW");
    put_choice(out, chance, 3, "shots", "1 2");
}

static void put_shot_proof(shg_out *out, uint64_t *chance, int kinds, const char *shooters)
{
    if (shooters[0] == '\0' || one_in(chance, 2))
        return;
    if (one_in(chance, 2)) {
        const char cover = id_of(between(chance, 1, kinds));
        shg_out_format(out, "shotCover=%c/%d:%c\n", cover, between(chance, 1, 3), shooters[0]);
    }
    shg_out_format(out, "shotProof=%c:%c", id_of(between(chance, 1, kinds)), shooters[0]);
    if (one_in(chance, 2))
        shg_out_text(out, "/2");
    for (const char *c = shooters + 1; *c; c++)
        shg_out_format(out, ";%c:%c", id_of(between(chance, 1, kinds)), *c);
    shg_out_char(out, '\n');
}

/* One or more change rules with random ids. */
static void put_changes(shg_out *out, uint64_t *chance, int kinds)
{
    const int rules = between(chance, 1, 4);
    shg_out_text(out, "changes=");
    for (int i = 0; i < rules; i++) {
        const bool heralds = one_in(chance, 3);
        shg_out_text(out, i > 0 ? ";" : "");
        put_word(out, chance, heralds ? "became" : "lost near1 near2 near3 far1 far2 far3");
        shg_out_char(out, ':');
        put_ids(out, chance, kinds, between(chance, 1, 2), ",");
        const int first = between(chance, 1, kinds), count = between(chance, 1, 3);
        for (int n = 0; n < count && n < kinds; n++) {
            shg_out_char(out, n > 0 ? ',' : ':');
            if (heralds && one_in(chance, 2))
                shg_out_char(out, '!');
            shg_out_format(out, "%c>", id_of((first + n - 1) % kinds + 1));
            shg_out_char(out, one_in(chance, 6) ? '-' : id_of(between(chance, 1, kinds)));
        }
    }
    shg_out_char(out, '\n');
}

static void invent(shg_out *out, uint64_t *chance)
{
    const int files = between(chance, 2, 8), ranks = between(chance, 2, 8);
    const int kinds = between(chance, 2, KINDS_MOST);
    put_number(out, "files", files);
    put_number(out, "ranks", ranks);
    put_choice(out, chance, 1, "symmetry", "rotate mirror");
    put_hands(out, chance, kinds);
    put_promotion(out, chance, kinds, ranks);
    put_ends(out, chance, kinds);
    put_trade(out, chance, kinds);
    if (strstr(out->bytes, "holdingsType=0\n") && !strstr(out->bytes, "drop=own") &&
        !strstr(out->bytes, "drop=any") && one_in(chance, 2))
        put_changes(out, chance, kinds);
    if (one_in(chance, 5))
        put_contagion(out, chance, kinds);
    put_choice(out, chance, 6, "borrow",
               "behind front beside knights file any-rank guards own,behind enemy-front "
               "any-file,own enemy-behind,front guards,any-knights");
    const bool borrows = strstr(out->bytes, "borrow=");
    const bool nets = strstr(out->bytes, "check=capture") && !strstr(out->bytes, "pass=");
    if (nets && one_in(chance, 2)) {
        shg_out_text(out, "nets=");
        put_ids(out, chance, kinds, 2, ",");
        shg_out_char(out, '\n');
    }
    char shooters[KINDS_MOST + 1] = "";
    /* Squares of the near half, each once. */
    int square = 0;
    const int squares = files * (ranks / 2);
    for (int k = 1; k <= kinds; k++) {
        const bool shoots = !borrows && one_in(chance, 8);
        shg_out_format(out, "kind %c:%c:", 'a' + k - 1, id_of(k));
        if (shoots)
            put_word(out, chance, "K mK fWmB R3 DmafW mR2 N FmabF WmaW cRmN");
        else if (k == kinds && !one_in(chance, 5))
            shg_out_text(out, "K");
        else
            put_moves(out, chance, borrows);
        shg_out_text(out, ":x:");
        const char *comma = "";
        for (int pieces = k == kinds ? 1 : between(chance, 0, 3); pieces > 0; pieces--, square++) {
            square += (int)random_below(chance, 3);
            if (k == kinds)
                square = squares - 1;
            if (square >= squares - (k < kinds))
                break;
            shg_out_format(out, "%s%c%d", comma, 'a' + square % files, 1 + square / files);
            comma = ",";
        }
        if (one_in(chance, 8) && !strstr(out->bytes, "counterStrike") &&
            !strstr(out->bytes, "changes="))
            shg_out_text(out, one_in(chance, 2) ? ":1" : ":0,2");
        shg_out_char(out, '\n');
        if (shoots) {
            put_shooting(out, chance);
            shooters[strlen(shooters)] = id_of(k);
        }
        if (one_in(chance, 10))
            put_morph(out, chance, kinds, files, ranks);
        put_choice(out, chance, 10, "antiTrade", "0 1");
    }
    put_shot_proof(out, chance, kinds, shooters);
    if (one_in(chance, 6))
        shg_out_format(out, "hole::::%c%d\n", 'a' + between(chance, 0, files - 1),
                       1 + between(chance, ranks / 2, ranks - 1));
}

/* --- comparing ----------------------------------------------------------------------------------- */

static char definition[DEFINITION_ROOM];
static size_t game;
static bool finished;

static int tell_the_game(void **state)
{
    (void)state;
    if (!finished)
        print_error("game %zu:\n%s", game, definition);
    return 0;
}

static void play(const shoogi_variant *v, uint64_t *chance)
{
    static shoogi_move moves[COMPARED_MOVES_MAX];
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    size_t left = 24;
    for (int i = 0; i < 3 && left > 0; i++)
        play_game(p, chance, &left, 8, one_in(chance, 2), true);
    for (int i = 0; i < 16; i++) {
        shg_ref *ref;
        scatter(p, chance);
        assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
        assert_agrees(p, ref, moves, i % 8 == 0, chance);
        shg_ref_free(ref);
        left = 2;
        play_game(p, chance, &left, 2, false, false);
    }
    shoogi_position_free(p);
}

static void invented_games_agree_with_the_reference(void **state)
{
    (void)state;
    size_t played = 0;
    for (game = first_game; game < first_game + games_wanted; game++) {
        uint64_t chance = game;
        shg_out out = shg_out_make(definition, sizeof definition);
        invent(&out, &chance);
        assert_true(out.length < sizeof definition);
        if (games_wanted == 1)
            print_message("%s", definition);
        shoogi_variant *v;
        shoogi_error err;
        /* On wide boards every third, in each of its classes. */
        const unsigned words_least = game % 3 != 0 ? 1 : game % 9 == 0 ? 11 : game % 9 == 3 ? 7 : 5;
        const shoogi_status status = shg_variant_parse_class(
            &v, definition, out.length, NULL, (shg_class_choice){ words_least, false }, &err);
        if (status != SHOOGI_OK) {
            assert_int_equal(status, SHOOGI_INVALID_RULES); /* each part alone is well formed */
            continue;
        }
        played++;
        play(v, &chance);
        shoogi_variant_free(v);
    }
    print_message("# %zu of %zu games played\n", played, games_wanted);
    assert_true(games_wanted < 20 ||
                played >= games_wanted / 4); /* the others have no rules that fit together */
    finished = true;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        games_wanted = strtoul(argv[1], NULL, 10);
    if (argc > 2)
        first_game = strtoul(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(invented_games_agree_with_the_reference, tell_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
