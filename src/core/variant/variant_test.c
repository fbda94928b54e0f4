/* variant_test.c: the meaning of a definition: pieces, promotions, hands, squares and rules. */
#include "base/text.h"
#include "base/test_suite.h"
#include "core/definition/definition.h"
#include "core/definition/outline.h"
#include "core/variant/piece_rules.h"
#include "support/core.h"
#include "shoogi/variant.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define HEAD                                                                                       \
    "files=5\nranks=5\nsymmetry=rotate\nholdingsType=-1\n"                                         \
    "maxPromote=1\npromoOffset=1\n"
#define PAWN  "pawn:P:fWf@4:p:a2\n"
#define TOKIN "tokin:+P:WfF:p2:\n"
#define KING  "king:K:K:k:c1\n"

/* The variant of a text or, for a mere name, of a file. */
static shoogi_variant *read(const char *text)
{
    return load_variant(text, (shg_class_choice){ 1, false });
}

static shoogi_kind kind_of(const shoogi_variant *v, const char *id)
{
    const shoogi_kind kind = shoogi_variant_kind_by_id(v, id, strlen(id));
    if (kind == 0)
        fail_msg("no %s", id);
    return kind;
}

/* --- pieces -------------------------------------------------------------------------------------- */

static void a_definition_means_what_it_says(void **state)
{
    (void)state;
    shoogi_variant *v = read(HEAD PAWN TOKIN "Drunk  Elephant:e:FfsW:Ele:\n" KING);
    assert_int_equal(shoogi_variant_file_count(v), 5);
    assert_int_equal(shoogi_variant_rank_count(v), 5);
    assert_int_equal(shoogi_variant_square_count(v), 25);
    assert_int_equal(shoogi_variant_kind_count(v), 4);
    const shoogi_kind_info pawn = shoogi_variant_kind(v, 1), tokin = shoogi_variant_kind(v, 2);
    const shoogi_kind_info elephant = shoogi_variant_kind(v, 3), king = shoogi_variant_kind(v, 4);
    assert_string_equal(pawn.name, "pawn");
    assert_string_equal(pawn.id, "P");
    assert_string_equal(pawn.moves, "fWf@4");
    assert_string_equal(pawn.image, "p");
    assert_int_equal(pawn.promoted, 2);
    assert_int_equal(pawn.hand_kind, 1);
    assert_true(pawn.droppable && !pawn.promoted_form && !pawn.royal);
    assert_int_equal(tokin.base, 1);
    assert_int_equal(tokin.hand_kind, 0);
    assert_true(tokin.promoted_form && !tokin.droppable);
    assert_string_equal(elephant.name, "drunk elephant");
    assert_string_equal(elephant.id, "E");
    assert_string_equal(elephant.image, "Ele");
    assert_true(king.royal && !king.droppable);
    assert_int_equal(shoogi_variant_kind_by_id(v, "+p", 2), 2);
    assert_int_equal(shoogi_variant_kind_by_id(v, "Q", 1), 0);
    assert_int_equal(shoogi_variant_kind_by_id(v, "", 0), 0);
    assert_false(shoogi_variant_illegal_move_loses(v));
    shoogi_variant_free(v);
    v = read(HEAD "illegal=lose\n" PAWN TOKIN KING);
    assert_true(shoogi_variant_illegal_move_loses(v));
    shoogi_variant_free(v);
}

/* Names have default moves; a king depends on the width of the board. */
static void moves_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *name, *moves;
    } named[] = {
        { "pawn", "ifmnDfmWfceF" },
        { "king", "KisO2" },
        { "knight", "N" },
        { "bishop", "B" },
        { "rook", "R" },
        { "queen", "Q" },
        { "lion", "KNADcaKcabKmabK" },
        { "lance", "fR" },
        { "copper", "vWfF" },
        { "silver", "FfW" },
        { "silvergeneral", "FfW" },
        { "silver general", "" },
        { "gold", "WfF" },
        { "goldgeneral", "WfF" },
        { "man", "K" },
        { "commoner", "K" },
        { "ferz", "F" },
        { "camel", "C" },
        { "zebra", "Z" },
        { "nightrider", "N0" },
        { "mao", "mafsW" },
        { "horse", "mafsW" },
        { "elephant", "mafF" },
        { "cannon", "mRcpR" },
        { "pao", "mRcpR" },
        { "advisor", "F" },
        { "cardinal", "BN" },
        { "archbishop", "BN" },
        { "chancellor", "RN" },
        { "marshall", "RN" },
        { "amazon", "QN" },
        { "grasshopper", "gQ" },
        { "griffon", "FyafsF" },
        { "gryphon", "FyafsF" },
        { "manticore", "WyafsW" },
        { "falcon", "nCnZ" },
        { "marshal", "RN" },
        { "moa", "mafsF" },
        { "wazir", "W" },
        { "dabbaba", "D" },
        { "alfil", "A" },
        { "wizard", "FC" },
        { "champion", "WAD" },
        { "unheard of", "" },
    };
    for (size_t i = 0; i < COUNT(named); i++) {
        char text[256];
        snprintf(text, sizeof text, "files=8\nranks=8\nholdingsType=-1\n%s:X::x:b1\nrex:Y:K:k:a1\n",
                 named[i].name);
        shoogi_variant *v = read(text);
        assert_string_equal(shoogi_variant_kind(v, 1).moves, named[i].moves);
        const shg_betza *const betza = &v->kind[1].betza;
        assert_int_equal(betza->ride_count + betza->chain_count > 0, named[i].moves[0] != '\0');
        shoogi_variant_free(v);
    }
    shoogi_variant *v = read("files=9\nranks=8\nking:::k:a1\n");
    assert_string_equal(shoogi_variant_kind(v, 1).moves, "KisO3");
    shoogi_variant_free(v);
}

static void names_for_games_and_letters(void **state)
{
    (void)state;
    shoogi_variant *v =
        read(HEAD "alias=Chushogi,gorogoro+\nalias=x-2\nidAlias=t:+P,REX:k\n" PAWN TOKIN KING);
    assert_string_equal(shoogi_variant_alias(v, 0), "chushogi");
    assert_string_equal(shoogi_variant_alias(v, 1), "gorogoro+");
    assert_string_equal(shoogi_variant_alias(v, 2), "x-2");
    assert_null(shoogi_variant_alias(v, 3));
    assert_int_equal(shoogi_variant_kind_by_input(v, "T", 1), 2);
    assert_int_equal(shoogi_variant_kind_by_input(v, "rex", 3), 3);
    assert_int_equal(shoogi_variant_kind_by_input(v, "p", 1), 1);
    assert_int_equal(shoogi_variant_kind_by_input(v, "X", 1), 0);
    assert_int_equal(shoogi_variant_kind_by_id(v, "T", 1), 0);
    shoogi_variant_free(v);
}

static shoogi_status look_up_base(void *context, const char *name, size_t name_bytes,
                                  const char **text, size_t *text_bytes)
{
    (void)name;
    (void)name_bytes;
    *text = context;
    *text_bytes = strlen(context);
    return SHOOGI_OK;
}

static void titles(void **state)
{
    (void)state;
    static const char base[] = HEAD "title=Small Shogi\n" PAWN TOKIN KING;
    static const struct {
        const char *text, *title;
    } rows[] = {
        { base, "Small Shogi" },
        { HEAD PAWN TOKIN KING, "name" },
        { HEAD "title=One\ntitle=Shogi, a = b, 5五 \t\r\n" PAWN TOKIN KING, "Shogi, a = b, 5五" },
        { HEAD "title=One\ntitle=none\n" PAWN TOKIN KING, "name" },
        { "base=b\ntitle=Small Shogi, other rules\n", "Small Shogi, other rules" },
        { "base=b\n", "name" }, /* a title is not taken over */
        { HEAD "title=五五五五五五五五五五五五五五五五五五五五五五五五五五五五五五"
               "五五五五五五五五五五五五五五五五五五五五五五五五五五五五五五\n" PAWN TOKIN KING,
          "五五五五五五五五五五五五五五五五五五五五五五五五五五五五五五"
          "五五五五五五五五五五五五五五五五五五五五五五五五五五五五五五" },
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const shoogi_parse_options options = { .lookup = look_up_base,
                                               .context = (void *)(uintptr_t)base,
                                               .name = "name" };
        shoogi_variant *v = NULL;
        size_t count;
        assert_int_equal(shoogi_variant_parse_with(&v, rows[i].text, strlen(rows[i].text), &options,
                                                   NULL, 0, &count),
                         SHOOGI_OK);
        assert_string_equal(shoogi_variant_title(v), rows[i].title);
        shoogi_variant_free(v);
    }
    static const struct {
        const char *text;
        uint32_t column;
    } bad[] = {
        { "title=0123456789012345678901234567890123456789012345678901234567890", 7 },
        { "title=Shogi\x07", 12 },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        char text[400];
        shoogi_variant *v = NULL;
        shoogi_error err;
        snprintf(text, sizeof text, "%s\n" HEAD PAWN TOKIN KING, bad[i].text);
        assert_int_equal(shoogi_variant_parse(&v, text, strlen(text), &err), SHOOGI_PARSE_ERROR);
        assert_int_equal(err.line, 1);
        assert_int_equal(err.column, bad[i].column);
    }
}

/* The notes of a text with this base: "H a|D b|R [x,y] c|S d|". */
static void assert_notes(const char *text, const char *expected)
{
    static char base[] = HEAD "history=Of old.  Twice.\nhistory=Of late.\n"
                              "dispute=Who?\nreading=x,y-2 He, says A.\nreading=- She does.\n"
                              "source=A book\n" PAWN TOKIN KING;
    const shoogi_parse_options options = { .lookup = look_up_base, .context = base };
    shoogi_variant *v = NULL;
    shoogi_error err;
    size_t count;
    char found[400];
    shg_out out = shg_out_make(found, sizeof found);
    if (shoogi_variant_parse_with(&v, text, strlen(text), &options, &err, 1, &count) != SHOOGI_OK)
        fail_msg("%s: %u:%u: %s", text, err.line, err.column, err.message);
    for (size_t i = 0; i < v->note_count; i++)
        shg_out_format(&out, "%c [%s] %s|", "HDRS"[v->notes[i].kind], v -> notes[i].games,
                       v->notes[i].text);
    assert_string_equal(found, expected);
    shoogi_variant_free(v);
}

static void notes_of_a_definition(void **state)
{
    (void)state;
    static const char all[] = "H [] Of old.  Twice.|H [] Of late.|D [] Who?|R [x,y-2] He, says A.|"
                              "R [-] She does.|S [] A book|";
    char more[sizeof all + 40];
    assert_notes("base=b\n", all);
    snprintf(more, sizeof more, "%sR [*] They do.|", all);
    assert_notes("base=b\nreading=* They do.\n", more);
    /* With a history of its own it is another variant. */
    assert_notes("base=b\nhistory=New.\n", "H [] New.|");
    assert_notes("base=b\nhistory=none\nsource=Z\n", "S [] Z|");
    /* A note takes the whole line. */
    assert_notes("base=b\nhistory=Of old: a = b, queen:Q:Q:q: too. \t\r\nsource=Y files=1\n",
                 "H [] Of old: a = b, queen:Q:Q:q: too.|S [] Y files=1|");
    /* Notes are not part of the canonical form. */
    shoogi_variant *a = read(HEAD PAWN TOKIN KING);
    shoogi_variant *b = read(HEAD "title=Shogi\nhistory=A game.\n" PAWN TOKIN KING);
    uint64_t hash_a, hash_b;
    assert_int_equal(shoogi_variant_hash(&hash_a, a), SHOOGI_OK);
    assert_int_equal(shoogi_variant_hash(&hash_b, b), SHOOGI_OK);
    assert_int_equal(hash_a, hash_b);
    shoogi_variant_free(a);
    shoogi_variant_free(b);
}

/* All names of a kind, "English/romaji/short/kanji/short". */
static void assert_called(const shoogi_variant *v, const char *id, shoogi_colour colour,
                          const char *names)
{
    const shoogi_kind kind = shoogi_variant_kind_by_id(v, id, strlen(id));
    char text[256] = "";
    for (int style = 0; style < SHOOGI_STYLE_COUNT; style++) {
        strcat(text, style > 0 ? "/" : "");
        strcat(text, shoogi_variant_kind_name(v, kind, colour, (shoogi_style)style));
    }
    assert_string_equal(text, names);
}

static void names_of_pieces(void **state)
{
    (void)state;
    shoogi_variant *v = read("files=5\nranks=5\nholdingsType=-1\nmaxPromote=2\npromoOffset=3\n"
                             "go-between:I:vW:i:a2 kanji=仲人,仲 romaji=Chuunin,Chuu\n"
                             "lance:L:fR:l:b2\n"
                             "english=The_lance\nkanji=香車\n"
                             "king:K:K:k:c1 kanji=玉将,玉 whiteKanji=王将,王 whiteRomaji=Ooshoo\n"
                             ":G:WfF:g: kanji=金将,金\nroyal=3\n");
    assert_called(v, "I", SHOOGI_BLACK, "Go-Between/Chuunin/Chuu/仲人/仲");
    assert_called(v, "L", SHOOGI_WHITE, "The lance/The lance/The lance/香車/香車");
    assert_called(v, "K", SHOOGI_BLACK, "King/King/King/玉将/玉");
    assert_called(v, "K", SHOOGI_WHITE, "King/Ooshoo/Ooshoo/王将/王");
    assert_called(v, "G", SHOOGI_BLACK, "G/G/G/金将/金");
    assert_called(v, "+L", SHOOGI_BLACK,
                  "G/G/G/金将/金"); /* an added promoted form has the names of its line */
    shoogi_variant_free(v);
    v = read("files=3\nranks=3\nholdingsType=-1\npromoted silver (gold):+S:K:k:b1\n");
    assert_called(v, "+S", SHOOGI_WHITE,
                  "Promoted Silver (Gold)/Promoted Silver (Gold)/Promoted Silver (Gold)/+S/+S");
    shoogi_variant_free(v);
}

/* Source: the tables of the server's help for SET PSTYLE.  Rows: SET.PSTYLE.names SET.PSTYLE.king */
static void names_of_shogi(void **state)
{
    (void)state;
    shoogi_variant *v = read("shogi");
    assert_called(v, "P", SHOOGI_BLACK, "Pawn/Fuhyoo/Fu/歩兵/歩");
    assert_called(v, "L", SHOOGI_BLACK, "Lance/Kyoosha/Kyoo/香車/香");
    assert_called(v, "N", SHOOGI_WHITE, "Knight/Keima/Kei/桂馬/桂");
    assert_called(v, "G", SHOOGI_BLACK, "Gold (general)/Kinshoo/Kin/金将/金");
    assert_called(v, "R", SHOOGI_WHITE, "Rook/Hisha/Hisha/飛車/飛");
    assert_called(v, "+L", SHOOGI_BLACK, "Promoted lance/Narikyoo/Narikyoo/成香/杏");
    assert_called(v, "+N", SHOOGI_BLACK, "Promoted knight/Narikei/Narikei/成桂/圭");
    assert_called(v, "+S", SHOOGI_WHITE, "Promoted silver/Narigin/Narigin/成銀/全");
    assert_called(v, "B", SHOOGI_BLACK, "Bishop/Kakugyoo/Kaku/角行/角");
    assert_called(v, "S", SHOOGI_BLACK, "Silver (general)/Ginshoo/Gin/銀将/銀");
    assert_called(v, "+R", SHOOGI_BLACK, "Promoted rook/Ryuuoo/Ryuu/龍王/龍");
    assert_called(v, "+B", SHOOGI_BLACK, "Promoted bishop/Ryuuma/Uma/龍馬/馬");
    assert_called(v, "+P", SHOOGI_BLACK, "Promoted pawn/Tokin/Tokin/と金/と");
    assert_called(v, "K", SHOOGI_BLACK, "King/Gyokushoo/Gyoku/玉将/玉");
    assert_called(v, "K", SHOOGI_WHITE, "King/Ooshoo/Oo/王将/王");
    shoogi_variant_free(v);
}

/* --- shipped variants ---------------------------------------------------------------------------- */

/* The board at the start in SFEN, Black's pieces in upper case. */
static void start_of(char *out, const shoogi_variant *v)
{
    for (unsigned rank = 0; rank < v->ranks; rank++) {
        unsigned empty = 0;
        for (unsigned file = v->files; file-- > 0;) {
            const shg_code code = v->start[file * v->ranks + rank];
            if (code == 0) {
                empty++;
                continue;
            }
            if (empty > 0)
                out += sprintf(out, "%u", empty);
            empty = 0;
            for (const char *c = v->kind[shg_code_kind(code)].id; *c; c++)
                *out++ = shg_code_colour(code) == SHOOGI_WHITE && *c >= 'A' ? (char)(*c + 32) : *c;
        }
        if (empty > 0)
            out += sprintf(out, "%u", empty);
        *out++ = rank + 1 < v->ranks ? '/' : '\0';
    }
}

/* Source: the specification of each variant. */
static void games_start_as_they_should(void **state)
{
    (void)state;
    static const char shogi[] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    static const char chu[] =
        "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/"
        "MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL";
    static const struct {
        const char *name;
        unsigned kinds, pieces; /* pieces of each side, including hands */
        const char *start;
    } games[] = {
        { "shogi", 14, 20, shogi },
        { "shogi-club", 14, 20, shogi },
        { "shosu", 16, 22, "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL" },
        { "mortal", 10, 20, shogi },
        { "chu", 39, 46, chu },
        { "chu-lishogi", 39, 46, chu },
        { "chu-jcsa", 39, 46, chu },
        { "sho", 16, 21, "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL" },
        { "mini", 10, 6, "rbsgk/4p/5/P4/KGSBR" },
        { "kyoto", 9, 5, "pgkst/5/5/5/TSKGP" },
        { "gorogoro", 6, 8, "sgkgs/5/1ppp1/1PPP1/5/SGKGS" },
        { "gorogoroplus", 10, 10, "sgkgs/5/1ppp1/1PPP1/5/SGKGS" },
        { "judkins", 12, 7, "rbnsgk/5p/6/6/P5/KGSNBR" },
        { "euro", 10, 16, "1nbgkgn1/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/1NGKGBN1" },
        { "micro", 9, 5, "kb+r+l/p3/4/3P/+L+RBK" },
        { "dobutsu", 5, 4, "rkb/1p1/1P1/BKR" },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_variant *v = read(games[i].name);
        char start[1024];
        start_of(start, v);
        if (strcmp(start, games[i].start) != 0)
            fail_msg("%s: %s", games[i].name, start);
        assert_int_equal(shoogi_variant_kind_count(v), games[i].kinds);
        unsigned pieces[2] = { 0, 0 };
        for (unsigned s = 0; s < v->squares; s++)
            if (v->start[s] != 0)
                pieces[shg_code_colour(v->start[s])]++;
        for (unsigned k = 1; k <= v->kinds; k++) /* only the chess knight has no kanji */
            if (strcmp(v->kind[k].names[0][SHOOGI_STYLE_KANJI], v->kind[k].id) == 0 &&
                (strcmp(games[i].name, "euro") != 0 || !strchr(v->kind[k].id, 'N')))
                fail_msg("%s: %s has no kanji", games[i].name, v->kind[k].id);
        for (unsigned k = 1; k <= v->kinds; k++)
            for (int colour = 0; colour < 2; colour++)
                pieces[colour] += v->start_hand[colour][k];
        assert_int_equal(pieces[0], games[i].pieces);
        assert_int_equal(pieces[1], games[i].pieces);
        shoogi_variant_free(v);
    }
}

/* id: its promotions > its kind in the capturing player's hand < the kind that leaves the hand when it is dropped;
 * "." for none. */
static void describe(char *out, const shoogi_variant *v, shoogi_kind k)
{
    const shg_kind *const kind = &v->kind[k];
    out += sprintf(out, "%s:", kind->id);
    for (size_t i = 0; i < kind->promotion_count; i++)
        out += sprintf(out, "%s%s", i > 0 ? "," : "", v->kind[kind->promotions[i]].id);
    out += sprintf(out, "%s>%s<%s", kind->promotion_count == 0 ? "." : "",
                   kind->captured_as ? v->kind[kind->captured_as].id : ".",
                   kind->hand_kind ? v->kind[kind->hand_kind].id : ".");
    sprintf(out, "%s%s", kind->royal ? " royal" : "", kind->last_rank ? " last" : "");
}

static void forms_hands_and_drops(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        const char *kinds[12];
    } games[] = {
        { "shogi",
          { "P:+P>P<P last", "L:+L>L<L", "B:+B>B<B", "G:.>G<G", "+P:.>P<.", "+R:.>R<.",
            "K:.>.<. royal" } },
        { "shosu", { "G:+G>G<G", "Q:.>Q<Q", "+S:.>S<.", "K:.>.<. royal" } },
        { "mortal",
          { "P:N,L,S,G>.<P last", "N:L,S,G>P<N", "L:S,G>N<L", "S:G>L<S", "G:.>S<G", "B:H>G<B",
            "R:D>B<R", "H:.>R<H", "D:.>H<.", "K:.>.<. royal" } },
        { "chu", { "P:+P>.<. last", "L:+L>.<.", "E:+E>.<.", "+E:.>.<. royal", "K:.>.<. royal" } },
        { "chu-lishogi", { "P:+P>.<. last", "L:+L>.<. last" } },
        { "sho", { "E:+E>.<.", "+E:.>.<. royal", "K:.>.<. royal" } },
        { "kyoto",
          { "P:R>P<P last", "R:P>P<P", "T:L>T<T", "L:T>T<T", "S:B>S<S", "B:S>S<S", "N:G>G<G",
            "K:.>.<. royal" } },
        { "micro", { "P:+P>P<P last", "+P:P>P<P", "+L:L>L<L", "R:+R>R<R", "+R:R>R<R" } },
        { "dobutsu", { "P:+P>P<P last", "+P:.>P<.", "R:.>R<R", "K:.>.<. royal" } },
        { "euro", { "N:+N>N<N", "+N:.>N<." } },
        /* a line that is the promoted form of several: a kind for each */
        { "files=5 ranks=5 symmetry=rotate holdingsType=-1 maxPromote=3 promoOffset=4 "
          "pawn:P:fW:p:a2 lance:L:fR:l:b2 silver:S:FfW:s:c2 king:K:K:k:c1 gold:G:WfF:g: royal=4",
          { "P:G>P<P last", "L:+L>L<L", "S:+S>S<S", "G:.>P<.", "+L:.>L<.", "+S:.>S<.",
            "K:.>.<. royal" } },
        { "files=5 ranks=5 symmetry=rotate holdingsType=-1 promoteTo=P:G;L:G;S:H "
          "pawn:P:fW:p:a2 lance:L:fR:l:b2 silver:S:FfW:s:c2 gold:G:WfF:g: horse:H:BW:h: "
          "king:K:K:k:c1",
          { "P:G>P<P last", "L:+L>L<L", "S:H>S<S", "G:.>P<.", "+L:.>L<.", "H:.>S<." } },
        /* captured pieces that keep their kind, and their side */
        { "files=5 ranks=5 symmetry=rotate holdingsType=-2 promoChoice=+ " PAWN TOKIN KING,
          { "P:+P>P<P last", "+P:.>+P<+P" } },
        { "files=5 ranks=5 symmetry=rotate holdingsType=1 promoChoice=+ " PAWN TOKIN KING,
          { "P:+P>P<. last", "+P:.>+P<." } },
        { "files=5 ranks=5 symmetry=rotate holdingsType=1 drop=own promoChoice=+ " PAWN TOKIN KING,
          { "P:+P>P<P last", "+P:.>+P<+P" } },
        { "files=5 ranks=5 symmetry=rotate promoChoice=+ pawn:P:fW:p:a2:1 " TOKIN KING,
          { "P:+P>.<P last", "+P:.>.<." } },
        { "files=5 ranks=5 symmetry=rotate drop=none holdingsType=-1 promoChoice=+ " PAWN TOKIN KING,
          { "P:+P>P<. last", "+P:.>P<." } },
        { HEAD "dropFaces=1 " PAWN TOKIN KING, { "P:+P>P<P last", "+P:.>P<P" } },
        { HEAD "flip=move dropFaces=0 " PAWN TOKIN KING, { "P:+P>P<P last", "+P:P>P<." } },
        /* a chain without an end, and a promotion to a royal */
        { HEAD "demoteTo=K>+P>P royal=3 " PAWN TOKIN KING, { "P:+P>P<P last", "+P:.>P<+P" } },
        { HEAD "royal=2 royal=3 " PAWN TOKIN KING, { "P:+P>P<P last", "+P:.>P<. royal" } },
        { HEAD "royal=1 royal=3 " PAWN TOKIN KING, { "P:+P>.<. royal last", "+P:.>.<." } },
        /* as in chess */
        { "files=8 ranks=8 pawn:P:fW:p:a2 knight:N:N:n:b1 bishop:B:B:b:c1 rook:R:R:r:a1 "
          "queen:Q:Q:q:d1 king:K:K:k:e1",
          { "P:N,B,R,Q>.<. last", "N:.>.<." } },
        { "files=8 ranks=8 promoChoice= maxPromote=2 pawn:P:fW:p:a2 knight:N:N:n:b1 rook:R:R:r:a1 "
          "king:K:K:k:e1",
          { "P:N,R>.<. last", "N:R>.<." } },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        shoogi_variant *v = read(games[i].game);
        for (size_t k = 0; k < COUNT(games[i].kinds) && games[i].kinds[k]; k++) {
            const char *const expected = games[i].kinds[k];
            char id[8] = { 0 }, found[128];
            memcpy(id, expected, strcspn(expected, ":"));
            describe(found, v, kind_of(v, id));
            if (strcmp(found, expected) != 0)
                fail_msg("%s: %s, not %s", games[i].game, found, expected);
        }
        shoogi_variant_free(v);
    }
}

/* A shared promoted form knows its former kind and shows its own id. */
static void forms_can_be_asked_for(void **state)
{
    (void)state;
    static const struct {
        const char *game, *id, *forms;
    } asked[] = {
        { "mortal", "P", "N L S G" }, { "mortal", "S", "G" }, { "mortal", "D", "" },
        { "shogi", "R", "+R" },       { "kyoto", "P", "R" },  { "kyoto", "R", "P" },
    };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        shoogi_variant *v = load_variant(asked[i].game, (shg_class_choice){ 1, false });
        const shoogi_kind kind = shoogi_variant_kind_by_id(v, asked[i].id, strlen(asked[i].id));
        shoogi_kind forms[8] = { 0 };
        const size_t count = shoogi_variant_promotions(forms, 8, v, kind);
        char text[64] = "";
        shg_out out = shg_out_make(text, sizeof text);
        for (size_t k = 0; k < count; k++)
            shg_out_format(&out, "%s%s", k > 0 ? " " : "", shoogi_variant_kind(v, forms[k]).id);
        assert_string_equal(text, asked[i].forms);
        shoogi_kind first = 99;
        assert_int_equal(shoogi_variant_promotions(&first, 1, v, kind), count);
        assert_int_equal(first, count > 0 ? forms[0] : 99);
        assert_int_equal(shoogi_variant_promotions(NULL, 0, v, kind), count);
        shoogi_variant_free(v);
    }
}

static void a_form_that_several_share(void **state)
{
    (void)state;
    shoogi_variant *v =
        read("files=5 ranks=5 symmetry=rotate holdingsType=-1 maxPromote=2 promoOffset=3 iron=4 "
             "protected=4 tradeThreshold=3 pawn:P:fW:p:a2 lance:L:fR:l:b2 king:K:K:k:c1 "
             "gold:G:WfF:g: antiTrade=2 morph=*- royal=3 captureMatrix=..-p/4x/-/-.!x");
    assert_int_equal(v->declared, 4);
    assert_int_equal(v->kinds, 5);
    const shg_kind *const gold = &v->kind[4], *const made = &v->kind[5];
    assert_string_equal(made->id, "+L");
    assert_string_equal(made->name, "gold");
    assert_string_equal(made->moves, gold->moves);
    assert_int_equal(made->number, 4);
    assert_int_equal(gold->base, 1);
    assert_int_equal(made->base, 2);
    assert_true(made->uncapturable && made->protected && made->trade_group == 3);
    assert_ptr_equal(made->morph, gold->morph);
    for (unsigned k = 1; k <= 5; k++)
        assert_int_equal(made->matrix[k], gold->matrix[k]);
    assert_int_equal(v->kind[1].matrix[4], SHG_CAPTURE_PROTECTED);
    assert_int_equal(v->kind[1].matrix[5], SHG_CAPTURE_PROTECTED);
    assert_int_equal(v->rules.trade_threshold, 3);
    assert_int_equal(shoogi_variant_kind_count(v), 5);
    assert_true(shoogi_variant_kind(v, 5).promoted_form);
    shoogi_variant_free(v);
}

static void choices_of_chess(void **state)
{
    (void)state;
    shoogi_variant *v = read("files=8 ranks=8 promoZone=3 holdingsType=1 promoChoice=*Q!N2*!RB99 "
                             "pawn:P:fW:p:a2 knight:N:N:n:b1 bishop:B:B:b:c1 rook:R:R:r:a1 "
                             "queen:Q:Q:q:d1 king:K:K:k:e1");
    const shg_kind *const pawn = &v->kind[1];
    assert_int_equal(pawn->promotion_count, 4);
    assert_non_null(pawn->choices);
    static const shg_choice expected[] = {
        { .kind = 2, .ranks = 2, .not_last = true },
        { .kind = 3 },
        { .kind = 4, .from_hand = true, .not_last = true },
        { .kind = 5, .from_hand = true },
    };
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(pawn->promotions[i], expected[i].kind);
        assert_int_equal(pawn->choices[i].kind, expected[i].kind);
        assert_int_equal(pawn->choices[i].ranks, expected[i].ranks);
        assert_int_equal(pawn->choices[i].not_last, expected[i].not_last);
        assert_int_equal(pawn->choices[i].from_hand, expected[i].from_hand);
    }
    assert_true(v->rules.promotion_must && v->rules.promotion_ends && !v->rules.promotion_enters);
    assert_true(v->rules.holdings_own && !v->rules.drops);
    assert_true(pawn->in_hand && v->kind[5].in_hand);
    shoogi_variant_free(v);

    /* the longest id wins */
    v = read("files=8 ranks=8 promoChoice=NRN7R2R pawn:P:fW:p:a2 knight:N:N:n:b1 rook:R:R:r:a1 "
             "marshall:NR:RN:m:c1 king:K:K:k:e1 queen:R2:Q:q:d1 royal=5 maxPromote=0 ");
    assert_int_equal(v->choice_count, 4);
    static const struct {
        const char *id;
        unsigned ranks;
    } longest[] = { { "NR", 0 }, { "N", 7 }, { "R2", 0 }, { "R", 0 } };
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(v->kind[v->choices[i].kind].id, longest[i].id);
        assert_int_equal(v->choices[i].ranks, longest[i].ranks);
    }
    shoogi_variant_free(v);
}

/* --- rules --------------------------------------------------------------------------------------- */

static void rules_of_the_games(void **state)
{
    (void)state;
#define RULE(game, field, value)                                                                   \
    {                                                                                              \
        shoogi_variant *v = read(game);                                                            \
        if ((int)v->rules.field != (int)(value))                                                   \
            fail_msg("%s: " #field " is %d", game, (int)v->rules.field);                           \
        shoogi_variant_free(v);                                                                    \
    }
    RULE("shogi", drops, true)
    RULE("shogi", check_strict, true)
    RULE("shogi", must_move, true)
    RULE("shogi", drop_no_moves_barred, true)
    RULE("shogi", promotion_ranks, 3)
    RULE("shogi", promotion_enters, false)
    RULE("shogi", promotion_ends, false)
    RULE("shogi", promotion_must, false)
    RULE("shogi", stalemate, SHG_STALEMATE_WIN)
    RULE("shogi", repetition_count, 4)
    RULE("shogi", repetition_result, SHG_REPETITION_NO_CONTEST)
    RULE("shogi", perpetual, SHG_PERPETUAL_LOSS)
    RULE("shogi", impasse, SHG_IMPASSE_POINTS)
    RULE("shogi", impasse_points, 24)
    RULE("shogi", claim_all_protected, true)
    RULE("shogi", claim_declare[0], 0)
    RULE("shogi", illegal_move_loses, false)
    RULE("shogi", extinction, 3)
    RULE("shogi-club", check_strict, false)
    RULE("shogi-club", impasse_points, 24)
    RULE("shosu", perpetual, SHG_PERPETUAL_NONE)
    RULE("shosu", impasse, SHG_IMPASSE_AGREE)
    RULE("shosu", illegal_move_loses, true)
    RULE("mortal", promotion_alive, true)
    RULE("mortal", promotion_must, false)
    RULE("mortal", promotion_enters, false)
    RULE("chu", drops, false)
    RULE("chu", check_strict, false)
    RULE("chu", must_move, false)
    RULE("chu", promotion_enters, true)
    RULE("chu", promotion_ranks, 4)
    RULE("chu", trade_threshold, 2)
    RULE("chu", pass, SHG_PASS_LION)
    RULE("chu", protection, SHG_PROTECTION_AFTER)
    RULE("chu", recapture, SHG_RECAPTURE_FREE)
    RULE("chu", baring, false)
    RULE("chu", impasse, SHG_IMPASSE_NONE)
    RULE("chu-lishogi", protection, SHG_PROTECTION_TAKEN)
    RULE("chu-lishogi", recapture, SHG_RECAPTURE_BOUND)
    RULE("chu-lishogi", perpetual, SHG_PERPETUAL_ATTACK)
    RULE("chu-lishogi", baring, true)
    RULE("chu-lishogi", baring_dead, true)
    RULE("chu-lishogi", baring_both, SHG_BARING_BOTH_ATTACK)
    RULE("chu-jcsa", baring_both, SHG_BARING_BOTH_DRAW)
    RULE("heian", baring_back, true)
    RULE("heian-first", baring_back, false)
    RULE("chu-lishogi", okazaki, false)
    RULE("chu-jcsa", okazaki, true)
    RULE("chu-jcsa", perpetual, SHG_PERPETUAL_JCSA)
    RULE("sho", check_strict, true)
    RULE("sho", must_move, true)
    RULE("sho", promotion_enters, false)
    RULE("mini", repetition_result, SHG_REPETITION_FIRST)
    RULE("kyoto", flip, SHG_FLIP_MOVE)
    RULE("kyoto", must_move, false)
    RULE("kyoto", drop_no_moves_barred, false)
    RULE("micro", flip, SHG_FLIP_CAPTURE)
    RULE("euro", promotion_must, true)
    RULE("dobutsu", try_wins, true)
    RULE("dobutsu", promotion_must, true)
    RULE("dobutsu", check_strict, false)
    RULE("dobutsu", repetition_count, 3)
    /* defaults, and defaults that depend on others */
    RULE("files=5 ranks=5 " PAWN KING, trade_threshold, UINT16_MAX)
    RULE("files=5 ranks=5 tradeThreshold=0 " PAWN KING, trade_threshold, 0)
    RULE("files=5 ranks=5 " PAWN KING, check_strict, false)
    RULE("files=5 ranks=5 " PAWN KING, promotion_ends, true)
    RULE("files=5 ranks=5 " PAWN KING, repetition_count, 4)
    RULE("files=5 ranks=5 repetition=none " PAWN KING, repetition_count, 0)
    RULE("files=5 ranks=5 promoMust=0 " PAWN KING, promotion_must, false)
    RULE("files=5 ranks=5 maxPromote=0 promoOffset=1 " PAWN KING, promotion_enters, true)
    RULE("files=5 ranks=5 maxPromote=0 promoOffset=1 promoWhen=end " PAWN KING, promotion_ends,
         true)
    RULE("files=5 ranks=5 promoWhen=pass " PAWN KING, promotion_passes, true)
    RULE(HEAD "repetition=2:forbid " PAWN TOKIN KING, repetition_result, SHG_REPETITION_FORBID)
    RULE(HEAD "repetition=2:loss " PAWN TOKIN KING, repetition_result, SHG_REPETITION_LOSS)
    RULE(HEAD "stalemate=loss " PAWN TOKIN KING, stalemate, SHG_STALEMATE_LOSS)
    RULE(HEAD "extinction=1 " PAWN TOKIN KING, extinction, 1)
    RULE(HEAD "firstMove=black " PAWN TOKIN KING, white_first, 1)
    RULE(HEAD "handicapMen=ignore " PAWN TOKIN KING, handicap_pieces, 1)
    RULE(HEAD "pass=any " PAWN TOKIN KING, pass, SHG_PASS_ANY)
    RULE(HEAD "impasseClaim=declare:28:27 " PAWN TOKIN KING, claim_declare[0], 28)
    RULE(HEAD "impasseClaim=declare:28:27 " PAWN TOKIN KING, claim_declare[1], 27)
    RULE(HEAD "impasseClaim=declare:28:27 " PAWN TOKIN KING, claim_level[1], 0)
    RULE(HEAD "impasseClaim=declare:31/24 " PAWN TOKIN KING, claim_declare[1], 31)
    RULE(HEAD "impasseClaim=declare:31/24 " PAWN TOKIN KING, claim_level[1], 24)
    RULE(HEAD "impasseClaim=declare:31/24:27 " PAWN TOKIN KING, claim_level[0], 24)
    RULE(HEAD "impasseClaim=declare:31/24:27 " PAWN TOKIN KING, claim_level[1], 0)
    RULE(HEAD "impasseClaim=camp impasseClaim=declare:28:27 " PAWN TOKIN KING, claim_all_protected,
         true)
    RULE(HEAD "impasseClaim=camp impasseClaim=none " PAWN TOKIN KING, claim_all_protected, false)
#undef RULE
}

static void marks_of_kinds(void **state)
{
    (void)state;
    shoogi_variant *v = read("chu-lishogi");
    for (unsigned k = 1; k <= v->kinds; k++) {
        const shg_kind *const kind = &v->kind[k];
        const bool lion = strcmp(kind->id, "N") == 0 || strcmp(kind->id, "+O") == 0;
        const bool weak = strcmp(kind->id, "P") == 0 || strcmp(kind->id, "I") == 0;
        assert_int_equal(kind->protected, lion);
        assert_int_equal(kind->counter_strike, lion);
        assert_int_equal(kind->weak, weak);
        assert_int_equal(kind->bare, kind->royal);
        assert_false(kind->uncapturable);
    }
    shoogi_variant_free(v);

    v = read(HEAD "iron=2 baring=1 antiTrade=none " PAWN "antiTrade=3\n" TOKIN KING);
    assert_true(v->kind[2].uncapturable && !v->kind[1].uncapturable);
    assert_true(v->rules.baring && !v->kind[1].bare && v->kind[2].bare && v->kind[3].bare);
    assert_int_equal(v->kind[1].trade_group, 4);
    assert_int_equal(v->kind[2].trade_group, 0);
    shoogi_variant_free(v);

    v = read("shogi");
    static const struct {
        const char *id;
        unsigned points;
    } points[] = { { "P", 1 },  { "R", 5 },  { "B", 5 }, { "+R", 5 },
                   { "+B", 5 }, { "+P", 1 }, { "K", 0 }, { "G", 1 } };
    for (size_t i = 0; i < COUNT(points); i++)
        assert_int_equal(v->kind[kind_of(v, points[i].id)].impasse_points, points[i].points);
    assert_true(v->kind[kind_of(v, "P")].drop_mate_barred);
    assert_false(v->kind[kind_of(v, "L")].drop_mate_barred);
    shoogi_variant_free(v);
    v = read(HEAD "impasseBig=P\n" PAWN TOKIN "rook:R:R:r:b1\n" KING);
    assert_int_equal(v->kind[1].impasse_points, 5);
    assert_int_equal(v->kind[2].impasse_points, 5);
    assert_int_equal(v->kind[3].impasse_points, 1);
    shoogi_variant_free(v);
}

/* --- squares ------------------------------------------------------------------------------------- */

static void squares_and_hands(void **state)
{
    (void)state;
    static const struct {
        const char *text, *start, *holes; /* holes: one character for each square, rank by rank */
    } boards[] = {
        { "files=5 ranks=5 symmetry=none holdingsType=-1 maxPromote=0\n"
          "pawn:P:fWf@4:p:a2-c3,,e5:2,1\nking:K:K:k:c1,,c5\nhole::::e1\n",
          "2k1p/5/PPP2/PPP2/2K2",
          "....................."
          "...#" },
        { "files=5 ranks=4 symmetry=mirror pawn:P:fW:p:b2 king:K:K:k:a1\nhole::::c1,,d1",
          "k4/1p3/1P3/K4",
          "..#.."
          "....."
          "....."
          "..##." },
        { "files=5 ranks=4 symmetry=rotate pawn:P:fW:p:b2 king:K:K:k:a1\nhole::::c1",
          "4k/3p1/1P3/K4",
          "..#.."
          "....."
          "....."
          "..#.." },
        { "files=3 ranks=3 symmetry=rotate firstRank=0 pawn:P:fW:p:,b2 king:K:K:k:a0", "1pk/3/K2",
          "........." },
        { "files=28 ranks=2 symmetry=none king:K:K:k:ab2,,z1 pawn:P:fW:p:a1-b2,aa1,AA2",
          "PP24PK/PP23kP1", NULL },
    };
    for (size_t i = 0; i < COUNT(boards); i++) {
        shoogi_variant *v = read(boards[i].text);
        char start[256];
        start_of(start, v);
        if (strcmp(start, boards[i].start) != 0)
            fail_msg("%zu: %s", i, start);
        for (unsigned rank = 0; rank < v->ranks && boards[i].holes; rank++)
            for (unsigned column = 0; column < v->files; column++) {
                const unsigned file = v->files - 1 - column;
                assert_int_equal(shoogi_variant_has_square(v, file, rank),
                                 boards[i].holes[rank * v->files + column] == '.');
            }
        if (i == 0) {
            assert_int_equal(v->start_hand[SHOOGI_BLACK][1], 2);
            assert_int_equal(v->start_hand[SHOOGI_WHITE][1], 1);
        }
        shoogi_variant_free(v);
    }
}

/* Rows from the farthest rank, and from the owner's left, that is from file 5 of a board of five. */
static void boards_of_symbols(void **state)
{
    (void)state;
    shoogi_variant *v = read(HEAD PAWN "morph=+P3*-/3*+P/\n" TOKIN KING);
    const shoogi_kind *const morph = v->kind[1].morph;
    for (unsigned file = 0; file < 5; file++) {
        assert_int_equal(morph[file * 5 + 0], file == 4 ? 2 : file == 0 ? SHG_MORPH_BARRED : 0);
        assert_int_equal(morph[file * 5 + 1], file == 1 ? 2 : 0);
        assert_int_equal(morph[file * 5 + 2], 0);
    }
    assert_null(v->kind[2].morph);
    shoogi_variant_free(v);

    v = read(HEAD "royal=3\ncaptureMatrix=-+!/xp//\n" PAWN TOKIN KING "gold:G:WfF:g:\n");
    static const uint8_t matrix[2][4] = {
        { SHG_CAPTURE_BARRED, SHG_CAPTURE_PROMOTES, SHG_CAPTURE_BECOMES, SHG_CAPTURE_PLAIN },
        { SHG_CAPTURE_BOTH_DIE, SHG_CAPTURE_PROTECTED, SHG_CAPTURE_PLAIN, SHG_CAPTURE_PLAIN }
    };
    for (unsigned k = 1; k <= 2; k++)
        for (unsigned victim = 1; victim <= 4; victim++)
            assert_int_equal(v->kind[k].matrix[victim], matrix[k - 1][victim - 1]);
    assert_null(v->kind[3].matrix);
    assert_null(v->kind[4].matrix);
    shoogi_variant_free(v);
}

/* By side, the squares from which a kind could never move, and on which it may not be dropped: ranks from the top,
 * "x" no moves, "-" outside its drop zone, "." neither. */
static void dead_squares_and_drop_zones(void **state)
{
    (void)state;
    static const struct {
        const char *game, *id, *black, *white;
    } ranks[] = {
        { "shogi", "P", "x........", "........x" },
        { "shogi", "L", "x........", "........x" },
        { "shogi", "N", "xx.......", ".......xx" },
        { "shogi", "G", ".........", "........." },
        { "shosu", "N", "xx........", "........xx" },
        { "mini", "P", "x....", "....x" },
        { HEAD "gold:G:WfF@3:g:a1\n" TOKIN KING, "G", "--...", "...--" },
        { HEAD "gold:G:WfFj@3:g:a1\n" TOKIN KING, "G", "--..-", "-..--" },
        { HEAD "gold:G:fmafmafW@99:g:a1\n" TOKIN KING, "G", "xxx..", "..xxx" },
        { HEAD "gold:G:ifmnDfmWfceF:g:a1\n" TOKIN KING, "G", "x....", "....x" },
        { HEAD "gold:G:ifmnD:g:a1\n" TOKIN KING, "G", "xxxxx", "xxxxx" },
        { HEAD "gold:G:fW*:g:a1\n" TOKIN KING, "G", "xxxx.", ".xxxx" },
        { HEAD "gold:G:fjR:g:a1\n" TOKIN KING, "G", "xx...", "...xx" },
        { HEAD "gold:G:U:g:a1\n" TOKIN KING, "G", ".....", "....." },
        { HEAD "gold:G:O:g:a1\n" TOKIN KING, "G", "xxxxx", "xxxxx" },
        { HEAD "gold:G:ooR:g:a1\n" TOKIN KING, "G", ".....", "....." },
        { HEAD "gold:G:f(paf)cR:g:a1\n" TOKIN KING, "G", "x....", "....x" },
        { HEAD "dropDead=0\ngold:G:fW:g:a1\n" TOKIN KING, "G", "x....", "....x" },
    };
    for (size_t i = 0; i < COUNT(ranks); i++) {
        shoogi_variant *v = read(ranks[i].game);
        const shoogi_kind kind = kind_of(v, ranks[i].id);
        for (int colour = 0; colour < 2; colour++) {
            const char *const expected = colour == SHOOGI_BLACK ? ranks[i].black : ranks[i].white;
            for (unsigned rank = 0; rank < v->ranks; rank++) {
                const shoogi_square square = shoogi_variant_square(v, 2, rank);
                const bool alive = shg_can_ever_move(v, kind, (shoogi_colour)colour, square);
                const bool drop = shg_drop_square(v, kind, (shoogi_colour)colour, square);
                if (alive != (expected[rank] != 'x') && expected[rank] != '-')
                    fail_msg("%s %s rank %u alive %d", ranks[i].game, ranks[i].id, rank, alive);
                const bool dead_counts = v->rules.drop_no_moves_barred && !alive;
                assert_int_equal(drop, expected[rank] != '-' && !dead_counts);
            }
        }
        shoogi_variant_free(v);
    }
}

static void steps_to_the_middle(void **state)
{
    (void)state;
    shoogi_variant *v = read("files=3 ranks=8 king:K:K:k:a1");
    for (unsigned rank = 0; rank < 8; rank++) {
        const shoogi_square square = shoogi_variant_square(v, 0, rank);
        static const unsigned black[] = { 0, 0, 0, 0, 0, 1, 2, 3 };
        assert_int_equal(shg_steps_max(v, SHG_RANGE_HALF, SHOOGI_BLACK, square), black[rank]);
        assert_int_equal(shg_steps_max(v, SHG_RANGE_HALF, SHOOGI_WHITE, square), black[7 - rank]);
    }
    assert_int_equal(shg_steps_max(v, 3, SHOOGI_BLACK, 0), 3);
    assert_true(shg_steps_max(v, 0, SHOOGI_BLACK, 0) >= 8);
    shoogi_variant_free(v);
}

/* --- others -------------------------------------------------------------------------------------- */

static void moves_alone_can_be_checked(void **state)
{
    (void)state;
    shoogi_error errors[4];
    size_t count;
    assert_int_equal(shoogi_xbetza_check("FfW", 3, errors, 4, &count), SHOOGI_OK);
    assert_int_equal(count, 0);
    assert_int_equal(shoogi_xbetza_check("sfF", 3, errors, 4, &count), SHOOGI_OK);
    assert_int_equal(count, 1);
    assert_int_equal(errors[0].status, SHOOGI_OK);
    assert_int_equal(shoogi_xbetza_check("FfWx", 4, errors, 4, &count), SHOOGI_PARSE_ERROR);
    assert_int_equal(count, 1);
    assert_int_equal(errors[0].line, 1);
    assert_int_equal(errors[0].column, 5);
    assert_int_equal(shoogi_xbetza_check(NULL, 0, errors, 4, &count), SHOOGI_PARSE_ERROR);
    assert_string_equal(errors[0].message, "expected a move, such as fW, found end of text");
}

static void a_game_has_a_name_and_a_hash(void **state)
{
    (void)state;
    static const char text[] = "files=5 ranks=5 king:K:K:k:c1";
    static const char same[] = "ranks=5\nfiles=5\nking:K:K:k:c1";
    static const char other[] = "files=5 ranks=5 king:K:K:k:b1";
    char name[] = "plain";
    shoogi_error err;
    size_t count;
    shoogi_variant *named, *unnamed, *different;
    const shoogi_parse_options options = { .name = name };
    assert_int_equal(
        shoogi_variant_parse_with(&named, text, strlen(text), &options, &err, 1, &count),
        SHOOGI_OK);
    name[0] = 'x';
    assert_int_equal(shoogi_variant_parse(&unnamed, same, strlen(same), &err), SHOOGI_OK);
    assert_int_equal(shoogi_variant_parse(&different, other, strlen(other), &err), SHOOGI_OK);
    assert_string_equal(shoogi_variant_name(named), "plain");
    assert_string_equal(shoogi_variant_name(unnamed), "");

    uint64_t hash = 0, hash_of_same = 1, hash_of_other = 0;
    assert_int_equal(shoogi_variant_hash(&hash, named), SHOOGI_OK);
    assert_int_equal(shoogi_variant_hash(&hash_of_same, unnamed), SHOOGI_OK);
    assert_int_equal(shoogi_variant_hash(&hash_of_other, different), SHOOGI_OK);
    assert_int_equal(hash, hash_of_same);
    assert_int_not_equal(hash, hash_of_other);
    assert_int_equal(hash, UINT64_C(0xCC9EA3E62B8324A5)); /* records have it in them */
    shoogi_variant_free(named);
    shoogi_variant_free(unnamed);
    shoogi_variant_free(different);
}

/* The longest square that matches; the caller handles what follows. */
static void squares_are_read_from_the_beginning(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes;
        unsigned file, rank;
    } squares[] = {
        { "7g", 2, 6, 6 },  { "7gb", 2, 6, 6 }, { "1a1b", 2, 0, 0 }, { "9I+", 2, 8, 8 },
        { "1aa", 2, 0, 0 }, { "7j", 0, 0, 0 },  { "7", 0, 0, 0 },    { "g7", 0, 0, 0 },
        { "10a", 0, 0, 0 }, { "0a", 0, 0, 0 },  { "", 0, 0, 0 },     { "7{", 0, 0, 0 },
        { "01a", 0, 0, 0 },
    };
    shoogi_variant *v = read("files=9\nranks=9\nking:K:K:k:e1\n");
    for (size_t i = 0; i < COUNT(squares); i++) {
        shoogi_square square = SHOOGI_NO_SQUARE;
        if (shoogi_square_read(&square, v, squares[i].text, strlen(squares[i].text)) !=
                squares[i].bytes ||
            (squares[i].bytes > 0 &&
             square != shoogi_variant_square(v, squares[i].file, squares[i].rank)) ||
            (squares[i].bytes == 0 && square != SHOOGI_NO_SQUARE))
            fail_msg("%s: %u", squares[i].text, square);
    }
    shoogi_variant_free(v);
}

static void expect_the_same_kind(const shoogi_variant *o, const shoogi_variant *v, shoogi_kind kind)
{
    const shoogi_kind_info one = shoogi_variant_kind(o, kind), other = shoogi_variant_kind(v, kind);
    assert_string_equal(one.name, other.name);
    assert_string_equal(one.id, other.id);
    assert_string_equal(one.moves, other.moves);
    assert_int_equal(one.promoted, other.promoted);
    assert_int_equal(one.base, other.base);
    assert_int_equal(one.royal, other.royal);
    assert_int_equal(one.promoted_form, other.promoted_form);
    assert_int_equal(shoogi_variant_kind_by_input(o, one.id, strlen(one.id)), kind);
    for (unsigned style = 0; style < SHOOGI_STYLE_COUNT; style++)
        for (unsigned colour = 0; colour < 2; colour++)
            assert_string_equal(
                shoogi_variant_kind_name(o, kind, (shoogi_colour)colour, (shoogi_style)style),
                shoogi_variant_kind_name(v, kind, (shoogi_colour)colour, (shoogi_style)style));
}

/* Added kinds, a base, id aliases; games_test compares all shipped variants. */
static void an_outline_says_what_the_variant_says(void **state)
{
    (void)state;
    static const char *const games[] = {
        "shogi",         "chu",
        "kyoto",         "sho-bare",
        "taikyoku-dove", HEAD PAWN TOKIN "title=Small Shogi\nidAlias=T:+P alias=Small,5五\n" KING
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        static char text[SHOOGI_DEFINITION_BYTES_MAX];
        const char *definition = games[i];
        size_t bytes = strlen(definition);
        if (!strchr(definition, '\n')) {
            const long read_bytes = read_definition(text, definition);
            assert_true(read_bytes > 0);
            definition = text;
            bytes = (size_t)read_bytes;
        }
        const shoogi_parse_options options = { .lookup = look_up_definition, .name = "game" };
        shoogi_variant *outline = NULL, *const v = read(games[i]);
        assert_int_equal(shg_variant_outline(&outline, definition, bytes, &options, NULL),
                         SHOOGI_OK);
        assert_string_equal(shoogi_variant_name(outline), "game");
        assert_string_equal(shoogi_variant_title(outline), shoogi_variant_title(v));
        assert_int_equal(shoogi_variant_file_count(outline), shoogi_variant_file_count(v));
        assert_int_equal(shoogi_variant_rank_count(outline), shoogi_variant_rank_count(v));
        assert_int_equal(shoogi_variant_kind_count(outline), shoogi_variant_kind_count(v));
        for (unsigned kind = 1; kind <= shoogi_variant_kind_count(v); kind++)
            expect_the_same_kind(outline, v, (shoogi_kind)kind);
        for (char letter = 'A'; letter <= 'Z'; letter++)
            assert_int_equal(shoogi_variant_kind_by_input(outline, &letter, 1),
                             shoogi_variant_kind_by_input(v, &letter, 1));
        for (size_t n = 0; n == 0 || shoogi_variant_alias(v, n - 1); n++) {
            const char *const one = shoogi_variant_alias(outline, n), *const other =
                                                                          shoogi_variant_alias(v,
                                                                                               n);
            assert_int_equal(!one, !other);
            if (one && other)
                assert_string_equal(one, other);
        }
        shoogi_variant_free(outline);
        shoogi_variant_free(v);
    }
}

/* An outline reports errors in what it parses, each at its place, and none in the rules. */
static void outlines_with_faults(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        shoogi_status status;
        uint32_t line, column;
    } texts[] = {
        { "files=3\nranks=x\n" KING, SHOOGI_PARSE_ERROR, 2, 7 },
        { "files=3\nranks=3\n", SHOOGI_INVALID_RULES, 3, 1 },
        { "files=5\nranks=5\nalias=a b\n" KING, SHOOGI_PARSE_ERROR, 3, 7 },
        { "files=5\nranks=5\n" KING "man:M:W:m:a9\n", SHOOGI_OK, 0, 0 },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_variant *outline = NULL;
        shoogi_error err = { 0 };
        assert_int_equal(
            shg_variant_outline(&outline, texts[i].text, strlen(texts[i].text), NULL, &err),
            texts[i].status);
        assert_int_equal(err.line, texts[i].line);
        assert_int_equal(err.column, texts[i].column);
        assert_int_equal(!outline, texts[i].status != SHOOGI_OK);
        shoogi_variant_free(outline);
    }
}

TEST_SUITE(variant)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_definition_means_what_it_says),
        cmocka_unit_test(moves_by_name),
        cmocka_unit_test(names_for_games_and_letters),
        cmocka_unit_test(titles),
        cmocka_unit_test(notes_of_a_definition),
        cmocka_unit_test(names_of_pieces),
        cmocka_unit_test(names_of_shogi),
        cmocka_unit_test(games_start_as_they_should),
        cmocka_unit_test(forms_hands_and_drops),
        cmocka_unit_test(forms_can_be_asked_for),
        cmocka_unit_test(a_form_that_several_share),
        cmocka_unit_test(choices_of_chess),
        cmocka_unit_test(rules_of_the_games),
        cmocka_unit_test(marks_of_kinds),
        cmocka_unit_test(squares_and_hands),
        cmocka_unit_test(boards_of_symbols),
        cmocka_unit_test(dead_squares_and_drop_zones),
        cmocka_unit_test(steps_to_the_middle),
        cmocka_unit_test(moves_alone_can_be_checked),
        cmocka_unit_test(a_game_has_a_name_and_a_hash),
        cmocka_unit_test(squares_are_read_from_the_beginning),
        cmocka_unit_test(an_outline_says_what_the_variant_says),
        cmocka_unit_test(outlines_with_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
