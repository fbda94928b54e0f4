/* print_test.c: the canonical text of a definition: its form, and that it means the same. */
#include "support/core.h"
#include "base/test_suite.h"
#include "shoogi/variant.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define HEAD  "files=5\nranks=5\nsymmetry=rotate\nholdingsType=-1\n"
#define PAWN  "pawn:P:fWf@4:p:a2\n"
#define TOKIN "tokin:+P:WfF:p2:\n"
#define KING  "king:K:K:k:c1\n"

static shoogi_variant *try_read(const char *text, size_t bytes)
{
    shoogi_variant *v = NULL;
    shoogi_error err;
    return shoogi_variant_parse(&v, text, bytes, &err) == SHOOGI_OK ? v : NULL;
}

static char *print(const shoogi_variant *v)
{
    const size_t length = shoogi_variant_print(NULL, 0, v);
    char *const text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(shoogi_variant_print(text, length + 1, v), length);
    assert_int_equal(strlen(text), length);
    return text;
}

/* --- the same variant ---------------------------------------------------------------------------- */

static bool same_rides(const shg_betza *a, const shg_betza *b)
{
    bool same = a->ride_count == b->ride_count && a->chain_count == b->chain_count &&
                a->universal == b->universal && a->imitates == b->imitates;
    for (size_t i = 0; same && i < a->ride_count; i++)
        same = a->rides[i].right == b->rides[i].right &&
               a->rides[i].forward == b->rides[i].forward &&
               a->rides[i].reach == b->rides[i].reach && a->rides[i].modes == b->rides[i].modes;
    return same;
}

static bool same_bytes(const void *a, const void *b, size_t bytes)
{
    return (!a && !b) || (a && b && memcmp(a, b, bytes) == 0);
}

static bool same_names(const shg_kind *a, const shg_kind *b)
{
    bool same = a->sign_count == b->sign_count;
    for (int colour = 0; colour < 2; colour++)
        for (int style = 0; style < SHOOGI_STYLE_COUNT; style++)
            same = same && strcmp(a->names[colour][style], b->names[colour][style]) == 0;
    for (size_t i = 0; same && i < a->sign_count; i++)
        same = strcmp(a->signs[i], b->signs[i]) == 0;
    return same;
}

static bool same_kind(const shoogi_variant *v, const shg_kind *a, const shg_kind *b)
{
    bool same = strcmp(a->name, b->name) == 0 && strcmp(a->id, b->id) == 0 &&
                strcmp(a->moves, b->moves) == 0 && strcmp(a->image, b->image) == 0 &&
                same_names(a, b) && same_rides(&a->betza, &b->betza) && a->number == b->number &&
                a->promotion_count == b->promotion_count && !a->choices == !b->choices &&
                !a->stay == !b->stay;
    for (size_t i = 0; same && i < a->promotion_count; i++) {
        same = a->promotions[i] == b->promotions[i];
        if (a->choices)
            same = same && a->choices[i].kind == b->choices[i].kind &&
                   a->choices[i].ranks == b->choices[i].ranks &&
                   a->choices[i].not_last == b->choices[i].not_last &&
                   a->choices[i].from_hand == b->choices[i].from_hand;
    }
    return same && a->base == b->base && a->captured_as == b->captured_as &&
           a->hand_kind == b->hand_kind && a->in_hand == b->in_hand && a->royal == b->royal &&
           a->drop_mate_barred == b->drop_mate_barred &&
           a->drop_check_barred == b->drop_check_barred && a->drop_depth == b->drop_depth &&
           a->drop_first == b->drop_first && a->drop_per_file == b->drop_per_file &&
           a->drop_per_shade == b->drop_per_shade && a->drop_one == b->drop_one &&
           a->protected == b->protected && a->counter_strike == b->counter_strike &&
           a->uncapturable == b->uncapturable && a->trade_group == b->trade_group &&
           a->last_rank == b->last_rank && a->promotes_from_zone == b->promotes_from_zone &&
           a->need_count == b->need_count && a->covers_from_shots == b->covers_from_shots &&
           a->bare == b->bare && a->weak == b->weak && a->impasse_points == b->impasse_points &&
           same_bytes(a->morph, b->morph, v->squares * sizeof *a->morph) &&
           same_bytes(a->matrix, b->matrix, v->kinds + 1);
}

static bool same_rules(const shg_rules *a, const shg_rules *b)
{
#define SAME(field) (a->field == b->field)
    return SAME(drops) && SAME(holdings_own) && SAME(check_strict) && SAME(must_move) &&
           SAME(drop_no_moves_barred) && SAME(illegal_move_loses) && SAME(promotion_must) &&
           SAME(promotion_alive) && SAME(promotion_ends) && SAME(promotion_enters) && SAME(flip) &&
           SAME(promotion_ranks) && SAME(stalemate) && SAME(extinction) && SAME(try_wins) &&
           SAME(try_draws) && SAME(borrow[0]) && SAME(borrow[1]) && SAME(must_capture) &&
           SAME(file_limit_moves) && SAME(royal_in_hand) && SAME(mate_in_hand) &&
           SAME(check_wins) && SAME(pass) && SAME(repetition_count) && SAME(repetition_result) &&
           SAME(perpetual) && SAME(baring) && SAME(baring_dead) && SAME(baring_back) &&
           SAME(baring_both) && SAME(contagion_hits_royals) && SAME(protection) &&
           SAME(recapture) && SAME(adjacent) && SAME(promotion_must_last) && SAME(okazaki) &&
           SAME(trade_threshold) && SAME(impasse) && SAME(handicap_pieces) &&
           SAME(impasse_points) && SAME(claim_all_protected) && SAME(claim_declare[0]) &&
           SAME(claim_declare[1]) && SAME(claim_level[0]) && SAME(claim_level[1]) &&
           SAME(white_first);
#undef SAME
}

/* The difference between two variants; NULL: none. */
static const char *difference(const shoogi_variant *a, const shoogi_variant *b)
{
    if (a->files != b->files || a->ranks != b->ranks || a->kinds != b->kinds ||
        a->declared != b->declared || a->moves_max != b->moves_max)
        return "sizes";
    if (!same_rules(&a->rules, &b->rules))
        return "rules";
    for (unsigned k = 1; k <= a->kinds; k++) {
        if (!same_kind(a, &a->kind[k], &b->kind[k]))
            return a->kind[k].id;
        for (int colour = 0; colour < 2; colour++)
            if (a->start_hand[colour][k] != b->start_hand[colour][k])
                return "hands";
    }
    if (memcmp(a->hole, b->hole, a->squares * sizeof *a->hole) != 0 ||
        memcmp(a->no_drop, b->no_drop, a->squares * sizeof *a->no_drop) != 0 ||
        memcmp(a->try_square[0], b->try_square[0], a->squares) != 0 ||
        memcmp(a->try_square[1], b->try_square[1], a->squares) != 0 ||
        memcmp(a->start, b->start, a->squares * sizeof *a->start) != 0)
        return "squares";
    for (int colour = 0; colour < 2; colour++)
        if (memcmp(a->alive[colour], b->alive[colour], (a->kinds + 1) * a->squares) != 0)
            return "dead squares";
    if (a->handicap_count != b->handicap_count)
        return "handicaps";
    for (size_t i = 0; i < a->handicap_count; i++)
        if (strcmp(a->handicaps[i].name, b->handicaps[i].name) != 0 ||
            a->handicaps[i].square_count != b->handicaps[i].square_count ||
            memcmp(a->handicaps[i].squares, b->handicaps[i].squares,
                   a->handicaps[i].square_count * sizeof(shoogi_square)) != 0)
            return a->handicaps[i].name;
    if (a->alias_count != b->alias_count || a->input_alias_count != b->input_alias_count ||
        a->demotion_count != b->demotion_count || a->demotion_ends != b->demotion_ends)
        return "names";
    return NULL;
}

/* print(parse(x)) is the same variant, and its text prints to itself. */
static void require_round_trip(const shoogi_variant *v, const char *where)
{
    char *const text = print(v);
    shoogi_variant *again = NULL;
    shoogi_error errors[4];
    size_t count;
    if (shoogi_variant_check(&again, text, strlen(text), errors, 4, &count) != SHOOGI_OK)
        fail_msg("%s: %u:%u: %s\n%s", where, errors[0].line, errors[0].column, errors[0].message,
                 text);
    const char *const differs = difference(v, again);
    if (differs)
        fail_msg("%s: %s differ\n%s", where, differs, text);
    char *const second = print(again);
    if (strcmp(text, second) != 0)
        fail_msg("%s:\n%s\n%s", where, text, second);
    free(second);
    free(text);
    shoogi_variant_free(again);
}

/* --- tests --------------------------------------------------------------------------------------- */

/* A text and its canonical form. */
static void texts_and_their_canonical_form(void **state)
{
    (void)state;
    static const struct {
        const char *text, *canonical;
    } texts[] = {
        { "king:k:K:k:c1 ranks=5 files=5 symmetry=rotate",
          "files=5\nranks=5\nsymmetry=rotate\n" KING },
        { HEAD "enableAI=1 graphicsDir=/x y/ \n" KING, HEAD "graphicsDir=/x y/\nenableAI=1\n" KING },
        { HEAD
          "alias=A alias=b,C drop=none dropDead=0 mustMove=0 promoZone=2 maxPromote=0 check=CAPTURE "
          "try=1 extinction=1 firstMove=black royal=1\n" KING,
          "alias=a,b,c\nfiles=5\nranks=5\nsymmetry=rotate\nfirstMove=black\nholdingsType=-1\n"
          "drop=none\ndropDead=0\npromoZone=2\nmustMove=0\nmaxPromote=0\nextinction=1\ncheck=capture\n"
          "try=1\n" KING },
        { HEAD "promoOffset=1 lastRank=none dropMate=p,k idAlias=t:+p,d:K " PAWN TOKIN KING,
          HEAD "dropMate=P,K\npromoOffset=1\nlastRank=none\nidAlias=T:+P,D:K\n" PAWN TOKIN KING },
        { PAWN "kanji=歩兵,歩 romaji=Fuhyoo,Fu english=Pawn\n" HEAD TOKIN
               "english=To_Kin\nkanji=と,と,个\nromaji=To_Kin\n" KING
               "kanji=K\nwhiteKanji=王\nwhiteRomaji=King\nkanji=玉将,K\nkanji=K,K\n",
          HEAD PAWN "romaji=Fuhyoo,Fu\nkanji=歩兵,歩\n" TOKIN
                    "english=To_Kin\nkanji=と,と,个\n" KING "whiteKanji=王\n" },
        { HEAD "promoChoice=+ lastRank=P,K " PAWN TOKIN KING,
          HEAD "promoChoice=+\nlastRank=P,K\n" PAWN TOKIN KING },
        { HEAD "promoteTo=P:K,+P;+P:K demoteTo=K>+P>P>- holdingsType=-2 " PAWN TOKIN KING,
          "files=5\nranks=5\nsymmetry=rotate\nholdingsType=-2\ndemoteTo=K>+P>P>-\n"
          "promoteTo=P:+P,K;+P:K\n" PAWN TOKIN KING },
        { HEAD "promoteTo=P:+P flip=capture " PAWN TOKIN KING,
          HEAD "promoteTo=P:+P\nflip=capture\n" PAWN TOKIN KING },
        { "files=8 ranks=8 promoChoice=k2*+P!P " PAWN TOKIN KING,
          "files=8\nranks=8\npromoChoice=!P*+PK2\n" PAWN TOKIN KING },
        { "files=8 ranks=8 promoChoice= royal=3 " PAWN TOKIN KING,
          "files=8\nranks=8\npromoChoice=+P\n" PAWN TOKIN KING },
        { HEAD
          "royal=1 royal=3 iron=2 iron=1 protected=3 baring=1 baring=2 baringWeak=P "
          "baringDead=1 baringBoth=attack baringBack=0 tradeThreshold=1 protection=taken recapture=bound okazaki=1 pass=any " PAWN
              TOKIN KING,
          HEAD
          "royal=1\nroyal=3\nbaring=1\nbaring=2\nbaringWeak=P\nbaringDead=1\nbaringBack=0\nbaringBoth=attack\niron=1\niron=2\n"
          "protected=3\nadjacent=bound\nprotection=taken\ntradeThreshold=1\nrecapture=bound\n"
          "okazaki=1\npass=any\n" PAWN TOKIN KING },
        { "files=5 ranks=5 counterStrike=3 counterStrike=1 " PAWN TOKIN KING,
          "files=5\nranks=5\ncounterStrike=1\ncounterStrike=3\n" PAWN TOKIN KING },
        { HEAD "baring=1 baring=2 tradeThreshold=0 " PAWN "antiTrade=0 " TOKIN "antiTrade=3 " KING,
          HEAD "baring=0\ntradeThreshold=0\n" PAWN "antiTrade=0\n" TOKIN "antiTrade=3\n" KING },
        { HEAD "repetition=4:draw perpetual=jcsa impasse=points:24 impasseClaim=declare:28:27 "
               "impasseClaim=camp handicapMen=ignore illegal=lose stalemate=loss " KING,
          HEAD "stalemate=loss\nperpetual=jcsa\nimpasse=points:24\nimpasseClaim=camp\n"
               "impasseClaim=declare:28:27\nillegal=lose\nhandicapMen=ignore\n" KING },
        { HEAD "impasseClaim=declare:31/24 " KING, HEAD "impasseClaim=declare:31/24:31/24\n" KING },
        { HEAD "impasseClaim=declare:31/24:27 " KING, HEAD "impasseClaim=declare:31/24:27\n" KING },
        { HEAD "impasseClaim=declare:31 " KING, HEAD "impasseClaim=declare:31:31\n" KING },
        { HEAD "handicap=Both:P@4a,p@1B\nhandicap=one+:p@1b\n" PAWN "gold:G:WfF:g:b1\n" KING
               "handicap=none\nhandicap=G-1:P@1B,g@2A royal=3",
          HEAD "handicap=G-1:G@2a,P@1b\n" PAWN "gold:G:WfF:g:b1\n" KING },
        { HEAD
          "repetition=3:first impasse=none impasseBig=K,P promoOffset=1 impasseBig=P " PAWN TOKIN
              KING,
          HEAD "promoOffset=1\nrepetition=3:first\nimpasse=none\nimpasseBig=P\n" PAWN TOKIN KING },
        /* a cycle of sides, each the promotion of another */
        { HEAD "promoteTo=R:G;G:S;S:R;P:+P;+P:P flip=move rook:R:R:r: gold:G:WfF:g: "
               "silver:S:FfW:s: " PAWN TOKIN KING,
          HEAD "promoteTo=R:G;G:S;S:R;P:+P;+P:P\nflip=move\nrook:R:R:r:\ngold:G:WfF:g:\n"
               "silver:S:FfW:s:\n" PAWN TOKIN KING },
        /* big pieces and their promotions, whose own promotions are not big */
        { HEAD "holdingsType=-2 promoteTo=X:Y;Y:Z impasse=points:5 impasseBig=X z:Z:F:: y:Y:F:: "
               "x:X:F:: " KING,
          "files=5\nranks=5\nsymmetry=rotate\nholdingsType=-2\npromoteTo=Y:Z;X:Y\n"
          "impasse=points:5\nimpasseBig=X\nz:Z:F::\ny:Y:F::\nx:X:F::\n" KING },
        { HEAD "holdingsType=-2 promoteTo=X:Y;Y:Z;Z:W impasseBig=Y,X x:X:F:: y:Y:F:: z:Z:F:: "
               "w:W:F:: " KING,
          "files=5\nranks=5\nsymmetry=rotate\nholdingsType=-2\npromoteTo=X:Y;Y:Z;Z:W\n"
          "impasseBig=X,Y\nx:X:F::\ny:Y:F::\nz:Z:F::\nw:W:F::\n" KING },
        { HEAD "holdingsType=-2 promoteTo=K:Y;Y:Z impasseBig=K z:Z:F:: y:Y:F:: " KING,
          "files=5\nranks=5\nsymmetry=rotate\nholdingsType=-2\npromoteTo=Y:Z;K:Y\n"
          "impasseBig=K\nz:Z:F::\ny:Y:F::\n" KING },
        { HEAD "repetition=none rook:R:R:r: impasseBig=none " KING,
          HEAD "repetition=none\nimpasseBig=none\nrook:R:R:r:\n" KING },
        { HEAD "captureMatrix=...p/-.../../ " PAWN TOKIN "gold:G:WfF:g:\n" KING,
          HEAD "captureMatrix=3.p/-\n" PAWN TOKIN "gold:G:WfF:g:\n" KING },
        { HEAD PAWN "morph=*****/5-/**+P+P//\n" TOKIN KING,
          HEAD PAWN "morph=/5-/2*2+P\n" TOKIN KING },
        /* squares: the widest and then highest rectangles, two squares one by one */
        { HEAD "pawn:P:fW:p:a1,b1,a2,b2,c2,d2,e2\n"
               "king:K:K:k:e1,,c3:0,2\n",
          HEAD "pawn:P:fW:p:a1-b2,c2-e2\n"
               "king:K:K:k:e1,,c3:0,2\n" },
        { "files=3 ranks=3 symmetry=none pawn:P:fW:p:a1,b1,a2,b2,,a3,b3,c3 king:K:K:k:,c2:1,1",
          "files=3\nranks=3\nsymmetry=none\npawn:P:fW:p:a1-b2,,a3-c3\nking:K:K:k:,,c2:1\n" },
        { "files=3 ranks=4 hole::::a1 hole::::b2,,c1 king:K:K:k:c2",
          "files=3\nranks=4\nking:K:K:k:c2\nhole::::a1,b2,b3,a4,,c1\n" },
        { "files=28 ranks=2 symmetry=none king:K:K:k:z1-ab1",
          "files=28\nranks=2\nsymmetry=none\nking:K:K:k:z1-ab1\n" },
        { "files=3 ranks=3 firstRank=7 king:::k:b7 :p:fW:p:a7",
          "files=3\nranks=3\nfirstRank=7\nking:K:KisO2:k:b7\n:P:fW:p:a7\n" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_variant *v = NULL;
        shoogi_error err;
        if (shoogi_variant_parse(&v, texts[i].text, strlen(texts[i].text), &err) != SHOOGI_OK)
            fail_msg("%zu: %u:%u: %s", i, err.line, err.column, err.message);
        char *const printed = print(v);
        if (strcmp(printed, texts[i].canonical) != 0)
            fail_msg("%zu:\n%s\n%s", i, printed, texts[i].canonical);
        free(printed);
        require_round_trip(v, texts[i].text);
        shoogi_variant_free(v);
    }
}

static void comes_down_to_itself(const char *name)
{
    shoogi_variant *v = load_variant(name, (shg_class_choice){ 1, false });
    require_round_trip(v, name);
    /* Without line breaks it means the same. */
    char *const text = print(v);
    for (char *c = text; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    shoogi_variant *flat = try_read(text, strlen(text));
    assert_non_null(flat);
    assert_null(difference(v, flat));
    shoogi_variant_free(flat);
    shoogi_variant_free(v);
    free(text);
}

/* All shipped definitions. */
static void games_come_down_to_themselves(void **state)
{
    (void)state;
    glob_t found = find_definitions("*");
    for (size_t i = 0; i < found.gl_pathc; i += TEST_SHARE(1, 1, 3)) {
        const char *start;
        char name[256];
        const int length = definition_name(&start, found.gl_pathv[i]);
        snprintf(name, sizeof name, "%.*s", length, start);
        comes_down_to_itself(name);
    }
    assert_true(found.gl_pathc > 16);
    globfree(&found);
}

/* The text is cut like snprintf does, and the length is that of the whole. */
static void room_is_respected(void **state)
{
    (void)state;
    shoogi_variant *v = try_read(HEAD KING, strlen(HEAD KING));
    char *const whole = print(v);
    for (size_t room = 0; room <= strlen(whole) + 1; room++) {
        char *const text = malloc(room + 1);
        assert_non_null(text);
        text[room] = '#';
        assert_int_equal(shoogi_variant_print(text, room, v), strlen(whole));
        if (room > 0) {
            assert_int_equal(strlen(text), room - 1);
            assert_memory_equal(text, whole, room - 1);
        }
        assert_int_equal(text[room], '#');
        free(text);
    }
    free(whole);
    shoogi_variant_free(v);
}

/* Random lines; if they are a valid variant its canonical form is stable. */
static void whatever_is_read_comes_down_to_itself(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "holdingsType=-1",
        "holdingsType=0",
        "holdingsType=-2",
        "holdingsType=1",
        "drop=own",
        "drop=none",
        "drop=any",
        "dropDead=0",
        "dropFaces=1",
        "dropMate=P,N",
        "demoteTo=R>+P>P>-",
        "demoteTo=N>P",
        "promoZone=2",
        "promoWhen=touch",
        "promoWhen=enter",
        "promoWhen=end",
        "promoWhen=pass",
        "promoMust=1",
        "promoMust=0",
        "mustMove=0",
        "mustMove=1",
        "maxPromote=0",
        "maxPromote=2",
        "maxPromote=3",
        "promoOffset=3",
        "promoOffset=2",
        "promoOffset=5",
        "promoChoice=+",
        "promoChoice=R*N2!+P",
        "promoChoice=",
        "promoChoice=NR3N1",
        "promoteTo=P:+P;N:R",
        "promoteTo=P:N,R;N:+P",
        "promoteTo=P:+P;N:+P",
        "lastRank=P,N",
        "lastRank=none",
        "flip=move",
        "flip=capture",
        "royal=1",
        "royal=6",
        "royal=4",
        "extinction=2",
        "royalPair=N:R,P",
        "royalPair=P:R",
        "promoWith=P:R,N;N:P",
        "promoNeeds=P:N,R;P:R;N:P",
        "promoStart=P,N",
        "check=strict",
        "check=capture",
        "try=1",
        "stalemate=win",
        "baring=0",
        "baring=2",
        "baringWeak=P",
        "iron=2",
        "protected=3",
        "tradeThreshold=2",
        "counterStrike=2",
        "antiTrade=2",
        "captureMatrix=..+/p2x/-",
        "captureMatrix=/!",
        "promoWhen=capture",
        "promoMust=2",
        "contagion=P:N,N:R",
        "contagionRoyals=1",
        "baringDead=1",
        "baringBack=0",
        "baringBoth=attack",
        "wary=P",
        "jumpRank=P:3,R:99",
        "jumpTakes=lower",
        "burns=N,R",
        "burnMeeting=both",
        "burnNew=0",
        "shotProof=P:R,N/3;N:R",
        "nets=R",
        "shoots=Q3",
        "shots=2",
        "changes=lost:P,N:R>N,P>-;far12:R:P>N",
        "changes=became:+P:P>R,!P>-,R>N,!N>P;near3:N,+P:K>N",
        "morph=**N1P2R/N3N",
        "morph=/NRN",
        "pass=lion",
        "repetition=3:loss",
        "perpetual=draw",
        "impasse=points:7",
        "impasseBig=P",
        "impasseBig=N,R",
        "impasseBig=none",
        "impasseClaim=camp",
        "idAlias=X:N",
        "alias=q",
        "alias=将棋,5五",
        "handicap=one,一,x:P@4b",
        "english=Any_(one)",
        "english=Pawn",
        "romaji=Fuhyoo,Fu",
        "romaji=Pawn",
        "whiteRomaji=Hu",
        "kanji=歩兵,歩",
        "kanji=P",
        "kanji=金,と,个,又",
        "whiteKanji=歩兵",
        "symmetry=none",
        "symmetry=rotate",
        "symmetry=mirror",
        "firstRank=0",
        "graphicsDir=a b",
        "hole::::b3",
        "hole::::a3,,c2",
        "knight:N:N:n:b1:1",
        "nr:NR:RN:m:",
        "promoted:+N:WfF::",
        "lancer:N2:fR:l:,c5:2,0",
        "bishop:B:B:b:",
        "queen:Q:Q:q:a1",
        "pawn:Z::z:",
    };
    uint64_t chance = 7;
    size_t read = 0;
    for (int trial = 0; trial < 20000; trial++) {
        char text[2048];
        size_t length = (size_t)snprintf(text, sizeof text,
                                         "files=5\nranks=5\nholdingsType=-1\npawn:P:fWf@4:p:a2\n");
        const size_t count = random_below(&chance, 9);
        for (size_t i = 0; i < count; i++) {
            const char *const line = lines[random_below(&chance, COUNT(lines))];
            length += (size_t)snprintf(text + length, sizeof text - length, "%s\n", line);
        }
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "rook:R:R:r:e2\ntokin:+P:WfF:p2:\nking:K:K:k:c1\n");
        shoogi_variant *v = try_read(text, length);
        if (!v)
            continue;
        read++;
        require_round_trip(v, text);
        shoogi_variant_free(v);
    }
    assert_true(read > 2000);
}

TEST_SUITE(print)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_and_their_canonical_form),
        cmocka_unit_test(games_come_down_to_themselves),
        cmocka_unit_test(room_is_respected),
        cmocka_unit_test(whatever_is_read_comes_down_to_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
