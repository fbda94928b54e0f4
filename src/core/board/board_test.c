/* board_test.c: every board class against the reference rules, on random games of every definition.
 *
 *     board_test [POSITIONS]                      so many of each that is shipped
 *     board_test POSITIONS VARIANT...             of those named, and nothing else
 *     board_test POSITIONS --rest N VARIANT...    of those named, and N of each other one that is shipped */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/test_suite.h"
#include "support/board_compare.h"
#include "support/definition_files.h"

enum { POSITIONS_SHORT = 500, PLIES_MAX = 300 };

static size_t positions_wanted = POSITIONS_SHORT; /* the first argument, if given */
static size_t positions_rest; /* the same for shipped variants that are not named; 0: skip them */
static char *const *named;    /* [named_count] */
static size_t named_count;

static void scattered_positions(const char *name, shg_class_choice choice, size_t positions)
{
    shoogi_variant *v = load_variant(name, choice);
    shoogi_position *p;
    uint64_t chance = 20260102;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    assert_scattered_agree(p, positions, 16, &chance);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

static void random_games(const char *name, shg_class_choice choice, size_t positions)
{
    shoogi_variant *v = load_variant(name, choice);
    shoogi_position *p;
    uint64_t chance = 20260101;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    while (positions > 0)
        play_game(p, &chance, &positions, PLIES_MAX, random_below(&chance, 2) == 0, true);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* Variants whose names begin like this cost so many times more; a short run has fewer positions of them. */
static const struct costly {
    const char *begin;
    size_t times;
} costly[] = {
    { "taikyoku", 25 }, { "tai", 10 }, { "ko", 10 }, { "daiseireigi", 10 }, { "tenjiku", 3 }
};

static bool is_named(const char *name)
{
    for (size_t i = 0; i < named_count; i++)
        if (strcmp(named[i], name) == 0)
            return true;
    return false;
}

/* The times of a variant, 1 unless it is costly. */
static size_t cost_of(const char *name)
{
    for (size_t i = 0; i < sizeof costly / sizeof costly[0]; i++)
        if (strncmp(name, costly[i].begin, strlen(costly[i].begin)) == 0)
            return costly[i].times;
    return 1;
}

static size_t positions_of(const char *name)
{
    const size_t wanted = named_count > 0 && !is_named(name) ? positions_rest : positions_wanted;
    const size_t times = cost_of(name);
    if (times == 1 || wanted > POSITIONS_SHORT)
        return wanted;
    /* A game and a scattered position at least; of the costliest variants, unless they are named, a scattered position. */
    const size_t least = named_count > 0 && !is_named(name) && times > 10 ? 1 : 2;
    return wanted < least * times ? least : wanted / times;
}

/* Mechanisms that none of the shipped variants uses. */
#define SMALL                                                                                      \
    "files=5\nranks=6\nsymmetry=rotate\npromoZone=2\npromoOffset=3\nroyal=7\n"                     \
    "bishop:B:B:b:b1\nknight:N:N:n:d1\ntokin:+P:WfF:p2:\ndragon horse:+B:BW:b2:\nlord:+N:K:n2:\n"
/* Two multi-step pieces, and a zone that they can enter and leave. */
#define PASSING(rules, lion, hook)                                                                 \
    "files=5 ranks=6 symmetry=rotate promoWhen=pass promoZone=2 maxPromote=3 promoChoice=+\n"      \
    "royal=4 lion:L:" lion ":l:a1,d3\nhook:H:" hook ":h:e1,c3\n" rules "\nrook:R:R:r:b1\n"         \
    "king:K:K:k:c1\n+L:+L:K:l2:\n+H:+H:WfF:h2:\n+R:+R:RF:r2:\n"
static const char *const small[] = {
    /* Captured pieces return to their owner, also those of one's own side, unless unloaded. */
    "holdingsType=1\ndrop=own\nmaxPromote=2\nfirstMove=black\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nbomber:X:cdR:x:e1\n",
    "holdingsType=2\ndrop=any\nmaxPromote=2\ncheck=strict\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nporter:X:ucKmW:x:a1\n",
    /* Drop limits on squares of a colour and on the board, alone and combined. */
    "holdingsType=-2\ndropMate=P\nmaxPromote=2\n" SMALL
    "pawn:P:fWs@:p:a2-e2\nking:K:K:k:c1\nrook:R:Rb@:r:e1\ngold:G:WfFsff@:g:a1\n",
    "holdingsType=-1\ndropFaces=1\nmaxPromote=2\nfirstMove=black\n" SMALL
    "pawn:P:fWsf@4:p:a2-e2\nking:K:K:k:c1\nrook:R:Rj@:r:e1\ngold:G:WfFb@:g:a1\n",
    /* Pieces of one's own side go to the hand like others. */
    "holdingsType=-1\nmaxPromote=2\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nbomber:X:mcdR:x:a1\nporter:U:dK:u:e1\n",
    /* Choices among which the piece itself is, everywhere or not on the last rank, and none left there. */
    "files=5 ranks=6 symmetry=mirror holdingsType=1 promoZone=3 maxPromote=3 promoChoice=!P*N2*B3*R4\n"
    "pawn:P:fmWfceF:p:a2-e2 knight:N:N:n:b1 bishop:B:B:b:d1 rook:R:R:r:a1,e1 king:K:K:k:c1\n",
    "files=5 ranks=6 symmetry=mirror holdingsType=0 promoZone=3 promoChoice=P2!R\n"
    "pawn:P:fmWfcF:p:a2-e2 rook:R:R:r:a1,e1 king:K:K:k:c1\n",
    "files=5 ranks=6 symmetry=mirror holdingsType=0 promoZone=3 promoChoice=!P\n"
    "pawn:P:fK:p:a2-e2 rook:R:R:r:a1,e1 king:K:K:k:c1\n",
    /* Promotion that is compulsory on the last rank only. */
    "holdingsType=0\nmaxPromote=2\npromoMust=3\nlastRank=P,B\n" SMALL
    "pawn:P:WfF:p:a2-e2\nking:K:K:k:c1\nrook:R:R:r:a1,e1\n",
    /* Passes with state: which pieces have moved, and the last kind. */
    "holdingsType=0\nmaxPromote=0\npass=any\nrepetition=3:draw\n" SMALL
    "pawn:P:fWifmR3:p:a1,e1\nking:K:KisR2:k:c1\nmimic:M:fFI:m:d2\nlion:L:KNADcaKcabKmabK:l:b2\n",
    /* Royals that can never be captured, and royals that become common pieces. */
    "holdingsType=-1\nmaxPromote=2\niron=7\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nrook:R:R:r:a1,e1\n",
    "holdingsType=0\npromoWhen=touch\nmaxPromote=2\ncheck=strict\niron=5\n"
    "files=5\nranks=6\nsymmetry=rotate\npromoZone=2\npromoOffset=3\nroyal=1\nroyal=5\n"
    "king:K:K:k:c1\nprince:E:WfF:e:b1\nrook:R:R:r:a1,e1\ngeneral:+K:WfF:g:\ncrown prince:+E:K:e:\n",
    /* Captures that change or cost the capturing piece, also on via squares. */
    "holdingsType=0\nmaxPromote=2\ncaptureMatrix=!x+p/4.!+/.!x2p-.!/!-px.!.!/!!xx!!!!/..x!-.px/p!x/!.x!p.-!\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nlion:L:KNADcaKcabKmabK:l:a1,e1\n",
    /* Promotion by captures, compulsory after capturing promoted pieces; contagion. */
    "holdingsType=0\npromoWhen=capture\npromoMust=2\nmaxPromote=2\ncontagion=P:+P,L:+B,+N:P\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nlion:L:KNADcaKcabKmabK:l:a1\n",
    "holdingsType=0\npromoWhen=enter\npromoMust=2\nmaxPromote=2\ncontagion=B:+P\nlastRank=B,N\n"
    "pass=lion\n" SMALL "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nrider:R:KaKaaKR:r:a1\n",
    /* Pieces that capture only unprotected ones and protect none. */
    "holdingsType=0\nmaxPromote=2\nwary=U,+B\nprotected=8\nprotection=taken\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nlion:L:KNADcaKcabKmabK:l:a1\nemperor:U:U:u:e1\n",
    /* Pieces that check and pin along two lines at once. */
    "holdingsType=-1\ndropMate=P\nmaxPromote=2\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nrider:R:BAA:r:a1\ndabbaba rider:D:RDD:d:e1\n",
    /* Royals in hand, drops that may not give check, forbidden mates, full files. */
    "holdingsType=-1\nmaxPromote=2\nroyalInHand=first\ndropCheck=P,H\nmateInHand=0\nnoDrop=c3\n" SMALL
    "pawn:P:fWf@5:p:a2-e2\nking:K:K:k::1\nhorse:H:fNR3:h:a1\nhopper:O:gQ:o:e1\n",
    "holdingsType=-1\nmaxPromote=2\nroyalInHand=peace\ndropMate=P\nfileLimit=move\n" SMALL
    "pawn:P:fWiiibBff@5:p:a2-e2\nking:K:K:k::1\nhorse:H:fNR3f@6:h:a1\nlion:L:KNADcaKcabKmabK:l:e1\n",
    "holdingsType=-1\nmaxPromote=2\nroyalInHand=truce\ncheck=capture\nfileLimit=move\ndropCheck=H\n" SMALL
    "pawn:P:fWiiimbBf@5:p:a2-e2\nking:K:K:k::1\nhorse:H:fNR3:h:a1\nlord:L:KiiicRff@6:l:e1\n",
    /* Borrowed moves. */
    "holdingsType=-1\nmaxPromote=2\nmustMove=0\ndropMate=P,H\nborrow=behind\n" SMALL
    "pawn:P:fWf@5:p:a2-e2\nking:K:K:k:c1\nhorse:H:fNmRcB2:h:a1\nimp:U:mUfbcW:u:e1\n",
    "holdingsType=0\nmaxPromote=2\nborrow=front\ncaptureMatrix=5./5./5./5./5./5./5./!x.-p/\nwary=H\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nhorse:H:fNB3:h:a1\nlance:L:fR:l:e1\n",
    "holdingsType=-1\nmaxPromote=2\ndropMate=P\nborrow=beside\ncheckWins=1\n" SMALL
    "pawn:P:fWf@5:p:a2-e2\nking:K:K:k:c1\nhorse:H:fNR3:h:a1\nlance:L:fR:l:e1\n",
    /* Moves borrowed from several places, from the other side, along lines, with one's own, from protectors. */
    "holdingsType=-1\nmaxPromote=2\nmustMove=0\ndropMate=P,H\nborrow=enemy-front,own\nfileLimit=move\n" SMALL
    "pawn:P:fWf@5:p:a2-e2\nking:K:K:k:c1\nhorse:H:fNmRcB2:h:a1\nlance:L:fR:l:e1\n",
    "holdingsType=0\nmaxPromote=2\nborrow=knights,any-behind\ncaptureMatrix=5./5./5./5./5./5./5./!x.-p/\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nhorse:H:fNB3:h:a1\nlance:L:fR:l:e1\n",
    "holdingsType=-1\nmaxPromote=2\ndropMate=P\nborrow=file,guards\n" SMALL
    "pawn:P:fWf@5:p:a2-e2\nking:K:K:k:c1\nhorse:H:fNR3:h:a1\nlance:L:fR:l:e1\n",
    "holdingsType=-1\nmaxPromote=2\ndropDead=0\nmustMove=0\nborrow=any-file,any-rank\nmustCapture=1\n" SMALL
    "pawn:P:fWf@5:p:a2-e2\nking:K:K:k:c1\nhorse:H:fNmRcB2:h:a1\nlance:L:fR:l:e1\n",
    /* Compulsory captures, on the way too, with passes, shots and changes; a royal that wins on squares. */
    "holdingsType=-1\nmaxPromote=2\ndropMate=P,H\nmustCapture=1\ntry=c6,,a1,b2\n" SMALL
    "pawn:P:fWf@5:p:a2-e2\nking:K:K:k:c1\nhorse:H:fNR3:h:a1\nhopper:O:gQ:o:e1\n",
    "holdingsType=0\nmaxPromote=2\nmustCapture=1\npass=any\nburns=F,+B\ncheck=capture\ntry=b3-d4\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\ndemon:F:BKaK:f:a1\nlion:L:KNADcaKcabKmabK:l:e1\n",
    "holdingsType=0\nmaxPromote=2\nmustCapture=1\ncheck=capture\nroyalPair=P:G\nprotected=9\nwary=G\n"
    "changes=lost:B,N:K>R;far3:R,K:G>P\nextinction=3\n" SMALL
    "pawn:P:ifmnDfmWfceF:p:a2-e2\nking:K:K:k:c1\nrook:R:RcdaK:r:a1\ngold:G:WfF:g:e1\n",
    /* Checks that count: with drops that may not give mate, passes, changes and moves of several steps. */
    "holdingsType=-1\nmaxPromote=2\ndropMate=P,H\ncheckWins=2\n" SMALL
    "pawn:P:fWf@5:p:a2-e2\nking:K:K:k:c1\nhorse:H:fNR3:h:a1\nhopper:O:gQ:o:e1\n",
    "holdingsType=0\nmaxPromote=2\ncheck=strict\ncheckWins=3\npass=any\nrepetition=3:forbid\n"
    "changes=lost:L,+N:P>Q,G>-;lost:B,+B:Q>P\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nlion:L:KNADcaKcabKmabK:l:a1\nqueen:Q:Q:q:\n"
    "gold:G:ifmR2WfF:g:e1\n",
    /* Range jumps by rank. */
    "holdingsType=0\nmaxPromote=2\njumpRank=K:3,G:2,+B:2,X:1,N:1\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\ngeneral:G:Q(paf)cQ:g:a1\ncannon:X:mRcpRgB:x:e1\n",
    "holdingsType=0\nmaxPromote=2\njumpRank=K:3,G:2,+B:2,X:1,N:1\njumpTakes=commoners\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\ngeneral:G:Q(paf)cQ:g:a1\ncannon:X:mRcpRgB:x:e1\n",
    "holdingsType=0\nmaxPromote=2\njumpRank=K:3,G:2,+B:2,X:1,N:1\njumpTakes=lower\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\ngeneral:G:Q(paf)cQ:g:a1\ncannon:X:mRcpRgB:x:e1\n",
    /* Range jumps that capture everything in between. */
    "holdingsType=0\nmaxPromote=2\njumpRank=K:3,G:2,+B:2,X:1,N:1\njumpTakes=lower\npass=any\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:KifR2:k:c1\ngeneral:G:(cdaf)Q:g:a1\ncrocodile:X:B2(caf)RD:x:e1\n",
    "holdingsType=0\nmaxPromote=2\ncheck=strict\ncaptureMatrix=5./5./5./5./5./5./5./!x.-p/\n"
    "counterStrike=9\niron=2\nwary=X\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\ngeneral:G:(cdaf)Q:g:a1\ncrocodile:X:B2(daf)R:x:e1\n",
    /* Change rules triggered by losses, distance and new kinds; some kinds royal before or after. */
    "holdingsType=0\nmaxPromote=2\nchanges=lost:L,+N:P>Q,G>-;lost:B,+B:Q>P\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nlion:L:KNADcaKcabKmabK:l:a1\nqueen:Q:Q:q:\n"
    "gold:G:ifmR2WfF:g:e1\n",
    "holdingsType=0\nmaxPromote=2\ncheck=strict\nchanges=near1:R:P>D,K>D;far2:R,K:D>P,+N>K\n" SMALL
    "pawn:P:fWifmR2:p:a2-e2\nking:K:K:k:c1\nrook:R:R:r:a1,e1\ndemon:D:fWbF:d:\n",
    "holdingsType=0\nmaxPromote=2\nburns=L\npass=lion\nchanges=became:+B:P>G,B>K,!G>-,!P>N;near2:+B,L:L>G;"
    "became:+N,+B:+B>-;lost:N:G>P\n" SMALL
    "pawn:P:ifmR2fW:p:a2-e2\nking:K:K:k:c1\nlion:L:KNADcaKcabKmabK:l:a1\ngold:G:WfF:g:e1\n",
    "holdingsType=0\nmaxPromote=2\ncheck=capture\nroyalPair=P:G\nprotected=9\nwary=G\ncaptureMatrix=////////5.p!\n"
    "changes=lost:B,N:K>R;far3:R,K:G>P;near3:R:P>G\nextinction=3\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nrook:R:RcdaK:r:a1\ngold:G:WfF:g:e1\n",
    /* Promotion by passing through the zone: with turning, circular, cylindrical, hopping, capturing, shooting,
     * borrowing and unloading moves. */
    PASSING("promoMust=1 holdingsType=0 pass=lion", "KNADcaKcabKmabK", "BmasB"),
    PASSING("holdingsType=0 check=strict", "qNmafsRK", "oRooBcR3"),
    PASSING("promoMust=1 holdingsType=-1", "KaKaaKR", "quNmRmafsmK"),
    PASSING("promoMust=2 holdingsType=0 contagion=R:+R", "KmafsKmRpafcR", "FIdmafsKmBxR"),
    PASSING("promoMust=1 holdingsType=0 promoStart=R promoNeeds=L:H burns=L",
            "KNADcaKcabKmabKmafsmafsK", "RmasRcafmafsK"),
    PASSING("promoMust=1 holdingsType=0 check=capture shoots=Q2", "KNADcaKcabK", "KmafsK"),
    /* Promotion that needs companions. */
    "holdingsType=0\nmaxPromote=2\npromoMust=1\ncheck=strict\npromoWith=B:P;N:B,L,+B\n" SMALL
    "pawn:P:fW:p:a3,b3\nking:K:K:k:c1\nlion:L:KNADcaKcabKmabK:l:a1\n",
    "holdingsType=-1\nmaxPromote=2\npromoWith=B:B,G;N:P,N\npromoNeeds=B:G;N:N;N:X,G\npromoStart=G\n" SMALL
    "pawn:P:fWf@5:p:a2-e2\nking:K:K:k:c1\nsapper:X:dcKmK:x:e1\nporter:O:ucRmR:o:\ngold:G:WfF:g:a1\n",
    /* A pair of pieces that replaces a royal. */
    "holdingsType=0\nmaxPromote=2\ncheck=capture\nroyalPair=B:N,+N\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nlion:L:KNADcaKcabKmabK:l:a1\n",
    "holdingsType=-1\nmaxPromote=2\ncheck=capture\nroyalPair=R:P,B\nbaring=0\npass=any\n" SMALL
    "pawn:P:fWf@5:p:a2-e2\nking:K:K:k:c1\nrook:R:R:r:a1,e1\n",
    /* Up to four captures on via squares. */
    "holdingsType=-1\nmaxPromote=2\npass=lion\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nthunder:T:[mcW?vmscW?vmscW?vmscW?vmscW]:t:a1\n"
    "rover:O:[mcW?vmcW?vmcW?vmcW?vmcW]:o:e1\n",
    "holdingsType=0\nmaxPromote=2\ncounterStrike=8\nprotected=8\nadjacent=free\ntradeThreshold=3\nprotection=taken\n" SMALL
    "pawn:P:KcacaK:p:a2-e2\nking:K:K:k:c1\nthunder:T:[mcW?vmscW?vmscW?vmscW]:t:a1\n"
    "lion:L:KNADcaKcabKmabK:l:e1\n",
    "holdingsType=0\nmaxPromote=2\ncheck=strict\ncontagion=P:+P\n"
    "captureMatrix=!x+p/4.!+/.!x2p-.!/!-px.!.!/!!xx!!!!/..x!-.px/p!x/!.x!p.-!\n" SMALL
    "pawn:P:mWcafW:p:a2-e2\nking:K:K:k:c1\nthunder:T:[dcW-dcsW-dcsF-dcfsD-mcW]mW:t:a1,e1\n",
    "holdingsType=0\nmaxPromote=2\nburns=F,+B\nwary=R\n" SMALL
    "pawn:P:fWifmR3:p:a2-e2\nking:K:KI:k:c1\ndemon:F:BcacacabW:f:a1\n"
    "rover:R:[cF-cF-cabF-cfsW-K]K:r:e1\n",
    /* Burning pieces, also by passing. */
    "holdingsType=0\nmaxPromote=2\npass=any\nburns=P,+P\nburnNew=0\nchanges=lost:L:G>P\n" SMALL
    "pawn:P:fWfF:p:a2-e2\nking:K:K:k:c1\nlion:L:KNADcaKcabKmabK:l:a1\ngold:G:WfF:g:e1\n",
    "holdingsType=0\nmaxPromote=2\npass=any\nburns=F,+B\nburnMeeting=others\ncheck=strict\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\ndemon:F:BKaK:f:a1\nlion:L:KNADcaKcabKmabK:l:e1\n",
    "holdingsType=0\nmaxPromote=2\npass=lion\nburns=F,L,+B\nburnMeeting=both\nburnNew=0\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\ndemon:F:BKaKaaK:f:a1\nlion:L:KNADcaKcabKmabK:l:e1\n",
    "holdingsType=0\nmaxPromote=2\npass=lion\nburns=F,+B\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:KifR2:k:c1\ndemon:F:BKaKaaK:f:a1\nlion:L:KNADcaKcabKmabK:l:e1\n"
    "gold:G:WfF:g:\n", /* as the tokin, with another name */
    "holdingsType=0\nmaxPromote=2\nburnNew=0\nburnMeeting=others\nburns=F,+B\npromoMust=1\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\ndemon:F:BKaK:f:a1\ngeneral:G:(cdaf)Q:g:e1\n",
    "holdingsType=0\nmaxPromote=2\nburnMeeting=both\nburns=F,+B\ncheck=strict\ncontagion=P:F\n"
    "captureMatrix=/////../x\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\ndemon:F:BW:f:a1\nlion:L:KNADcaKcabKmabK:l:e1\n",
    /* Pieces that shoot after moving, and pieces that immobilise. */
    "holdingsType=0\nmaxPromote=2\nshotProof=P:X;K:X/1;+B:Y,X/2\nshotCover=B/2:X;+N/1:X,Y\nnets=N\ncheck=capture\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\ncannon:X:mR2:x:a1\nshoots=Q3 shots=2\n"
    "priest:Y:DA:y:e1\nshoots=KmRcB2\n",
    "holdingsType=-1\nmaxPromote=2\nshotProof=K:X/1;X:X\ncaptureMatrix=8.+/5./5./5./5./5./5./-.-p5-\n"
    "protected=8\nprotection=taken\ncheck=strict\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nmonk:X:DmcaKDcabK:x:a1\nshoots=K\narcher:Y:mFmabF:y:e1\nshoots=WDH\n",
    "holdingsType=0\nmaxPromote=2\nnets=B,X\ncheck=capture\npromoMust=1\nburns=+N\n" SMALL
    "pawn:P:fW:p:a2-e2\nking:K:K:k:c1\nnet:X:sRfB2bF:x:a1\nlion:L:KcaKcabKmabK:l:e1\nshoots=K\n",
};

/* On narrow boards, and on wide ones, where rays are scanned. */
static void mechanisms_agree_with_the_reference(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        const shg_class_choice narrow = { 1, false }, wide = { i % 2 == 0 ? 5 : 7, false };
        random_games(small[i], narrow, positions_wanted / 6);
        scattered_positions(small[i], narrow, positions_wanted / 6);
        random_games(small[i], wide, positions_wanted / 12);
        scattered_positions(small[i], wide, positions_wanted / 12);
    }
}

/* Castling: from the usual squares and in games with rules that few have with it. */
#define ROW      "files=7 ranks=6 promoZone=1 promoChoice=R "
#define CASTLERS "pawn:P:ifmnDfmWfceF:p:a2,d2,g2 rook:R:R:r:a1,g1 "
static const char *const castling[] = {
    ROW "check=strict repetition=3:draw royal=3 " CASTLERS "king:K:KisO2:k:d1 knight:N:N:n:b1\n",
    /* To the square of one's choice, one step beside other moves, and onto the square of the partner. */
    ROW "check=strict royal=3 " CASTLERS "king:K:KisO1isO2isO3isO2:k:d1\n",
    ROW "check=strict royal=3 repetition=3:draw " CASTLERS "king:K:KimnRiO2ilO1:k:d1\n",
    /* The last piece of the rank or the one before it, along the file, and to different distances. */
    ROW "check=strict royal=3 " CASTLERS "king:K:KisO2isjO2:k:d1 cannon:C:mRcpR:c:b1,f1\n",
    ROW "check=capture castleFlip=1 royal=3 " CASTLERS "king:K:KirO2ilO3:k:d1 guard:G:K:g:b1,f3\n",
    ROW "check=strict symmetry=rotate royal=3 " CASTLERS
        "king:K:KirO2ilO1fO1:k:c1 guard:G:K:g:c4\n",
    /* By a piece that has moved; by pieces that are no royals, with one, and by several. */
    ROW "check=strict royal=3 repetition=3:draw " CASTLERS "king:K:KsO2:k:d1\n",
    ROW "check=strict royal=2 pawn:P:fmWfcF:p:a2,d2 rook:R:R:r:a1,g1 guard:G:KisO1isO2:g:d1\n",
    ROW "check=strict royal=3 " CASTLERS "king:K:KisO2:k:d1 guard:G:WisO2:g:d3\n",
    ROW "check=strict royal=3 royal=4 " CASTLERS "king:K:KisO2:k:d1 prince:E:K:e:b3\n",
    /* Hands, holes, and rules about landing, neighbours and time. */
    ROW "check=strict holdingsType=-1 dropMate=P mateInHand=0 royal=3 " CASTLERS
        "king:K:KisO2:k:d1\nhole::::a3,g3\n",
    ROW "check=capture burns=D royal=3 " CASTLERS "king:K:KisO2:k:d1 fire:D:B:d:d3\n",
    ROW "check=capture burns=D royal=4 " CASTLERS "fire:D:KisO2:d:d1 king:K:K:k:e1\n",
    ROW "check=capture nets=X royal=3 " CASTLERS "king:K:KisO2:k:d1 net:X:mB:x:d3\n",
    ROW "check=capture royal=3 " CASTLERS
        "king:K:KisO2:k:d1\nmorph=*******/*******/*******/*******/*******/***R**-\n",
    ROW "check=strict royal=3 changes=near1:P:R>N repetition=3:draw " CASTLERS
        "king:K:KisO2:k:d1 knight:N:N:n:\n",
    ROW "check=strict royal=3 borrow=behind pawn:P:fW:p:d2 rook:R:R:r:a1,g1 king:K:KisO2:k:d1\n",
    ROW "check=strict royal=3 borrow=own,enemy-front,beside mustCapture=1 pawn:P:fW:p:d2 "
        "rook:R:R:r:a1,g1 king:K:KisO2:k:d1\n",
    ROW "check=strict royal=3 pass=any " CASTLERS "king:K:KisO2:k:d1 mimic:M:WI:m:b1\n",
};

/* Some pieces of the start, some of which have moved, and pieces of the other side among them. */
static void thin_out(shoogi_position *p, uint64_t *chance)
{
    const shoogi_variant *const v = p->variant;
    shoogi_position_clear(p);
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        const shg_code code = v->start[sq];
        const bool royal = code != 0 && v->kind[shg_code_kind(code)].royal;
        if (code == 0 || (!royal && random_below(chance, 3) == 0))
            continue;
        shoogi_position_put(p, sq, (shoogi_piece){ shg_code_kind(code), shg_code_colour(code) });
        shoogi_position_set_unmoved(p, sq, random_below(chance, 5) > 0);
    }
    for (size_t more = random_below(chance, 4); more > 0; more--) {
        const shoogi_square sq = (shoogi_square)random_below(chance, v->squares);
        const shoogi_kind kind = (shoogi_kind)(1 + random_below(chance, v->kinds));
        if (p->square[sq] == 0 && !v->hole[sq] && !v->kind[kind].royal)
            put_somewhere(p, kind, (shoogi_colour)random_below(chance, 2), chance);
    }
    shoogi_position_set_side(p, (shoogi_colour)random_below(chance, 2));
    shoogi_position_setup_done(p);
}

static void castling_agrees_with_the_reference(void **state)
{
    (void)state;
    static shoogi_move moves[COMPARED_MOVES_MAX];
    uint64_t chance = 20260103;
    for (size_t i = 0; i < 2 * sizeof castling / sizeof castling[0]; i++) {
        shoogi_variant *const v =
            load_variant(castling[i / 2], (shg_class_choice){ i % 2 == 0 ? 1 : 6, false });
        shoogi_position *p;
        size_t castlings = 0, left = positions_wanted / (i % 2 == 0 ? 3 : 8) + 30;
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        for (int thinned = 0; left > 0 || thinned < 50; thinned++) {
            thin_out(p, &chance);
            const size_t count = shoogi_position_moves(p, moves, COMPARED_MOVES_MAX);
            for (size_t n = 0; n < count; n++)
                castlings += shoogi_move_is_castling(moves[n]);
            play_game(p, &chance, &left, 12, random_below(&chance, 3) == 0, false);
        }
        if (castlings == 0)
            fail_msg("nobody castles in %s", castling[i / 2]);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

static void one_variant_agrees_with_the_reference(void **state)
{
    const char *const name = *state;
    const size_t positions = positions_of(name);
    random_games(name, (shg_class_choice){ 1, false }, positions / 2);
    scattered_positions(name, (shg_class_choice){ 1, false }, positions - positions / 2);
}

/* Over all games compared, and some short ones, so that it does not depend on the length of the others. */
static void games_ended_in_every_way(void **state)
{
    (void)state;
    static const char *const short_games[] = {
        "dobutsu",
        "micro",
        "gorogoro",
        "mini",
        "check",
        /* Each step of the rook is a check with one answer. */
        "files=2\nranks=5\nsymmetry=none\nrook:R:cRmsW:r:a2\nking:K:sW:k:a1,,b5\n",
    };
    for (size_t i = 0; i < sizeof short_games / sizeof short_games[0]; i++)
        random_games(short_games[i], (shg_class_choice){ 1, false }, POSITIONS_SHORT);
    static const shoogi_reason reasons[] = {
        SHOOGI_REASON_CHECKMATE,  SHOOGI_REASON_STALEMATE,       SHOOGI_REASON_ROYAL_CAPTURED,
        SHOOGI_REASON_REPETITION, SHOOGI_REASON_PERPETUAL_CHECK, SHOOGI_REASON_BARE_ROYAL,
        SHOOGI_REASON_TRY,        SHOOGI_REASON_CHECK,
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (results_seen[reasons[i]] == 0)
            fail_msg("no game ended by %s", shoogi_reason_text(reasons[i]));
}

/* Reasons against drops, and hands after captures. */
static void small_mechanisms_case_by_case(void **state)
{
    (void)state;
    static const char text[] =
        "files=5\nranks=5\nholdingsType=1\ndrop=own\nfirstMove=black\nsymmetry=rotate\nmaxPromote=0\n"
        "pawn:P:fWs@9:p:b2:1\nrook:R:Rb@9:r:a1:1\nking:K:K:k:c1\n";
    shoogi_variant *const v = load_variant(text, (shg_class_choice){ 1, false });
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    assert_int_equal(shoogi_position_side(p), SHOOGI_WHITE);
    static const struct {
        shoogi_kind kind;
        unsigned file, rank;
        shoogi_illegal why;
        const char *sentence;
    } drops[] = {
        /* White's pawn is on 2b, and 3c has the same colour.  */
        { 1, 2, 2, SHOOGI_ILLEGAL_DROP_SHADE_LIMIT,
          "two pawns on squares of the same colour as 3c" },
        { 1, 2, 1, SHOOGI_ILLEGAL_NONE, "" },
        { 2, 2, 2, SHOOGI_ILLEGAL_DROP_BOARD_LIMIT, "two rooks on the board" },
        { 2, 2, 1, SHOOGI_ILLEGAL_DROP_BOARD_LIMIT, "two rooks on the board" },
    };
    for (size_t i = 0; i < sizeof drops / sizeof drops[0]; i++) {
        char sentence[80];
        const shoogi_move move = shoogi_move_make_drop(
            drops[i].kind, shoogi_variant_square(v, drops[i].file, drops[i].rank));
        assert_int_equal(shoogi_position_why_illegal(p, move, sentence, sizeof sentence),
                         drops[i].why);
        assert_string_equal(sentence, drops[i].sentence);
    }
    /* White's rook captures Black's, which goes to Black's hand; then Black may have two. */
    const shoogi_square from = shoogi_variant_square(v, 0, 0), to = shoogi_variant_square(v, 0, 4);
    shoogi_position_put(p, to, (shoogi_piece){ 2, SHOOGI_BLACK });
    shoogi_position_put(p, shoogi_variant_square(v, 4, 4), (shoogi_piece){ 0, SHOOGI_BLACK });
    shoogi_position_setup_done(p);
    assert_int_equal(shoogi_position_do(p, shoogi_move_make(from, to, 2, false)), SHOOGI_OK);
    assert_int_equal(shoogi_position_hand(p, SHOOGI_BLACK, 2), 2);
    assert_int_equal(shoogi_position_hand(p, SHOOGI_WHITE, 2), 1);
    shoogi_position_undo(p);
    assert_int_equal(shoogi_position_hand(p, SHOOGI_BLACK, 2), 1);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* A royal that slides past a pawn could be captured en passant, by a piece two files away from where it ends. */
static void a_royal_does_not_slide_into_capture_en_passant(void **state)
{
    (void)state;
    static const char text[] =
        "files=7\nranks=6\nholdingsType=0\nmaxPromote=0\ncheck=strict\nroyal=2\n"
        "pawn:P:fmWfceF:p:a2\nking:K:KimnR:k:d1\n";
    shoogi_variant *const v = load_variant(text, (shg_class_choice){ 1, false });
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    const shoogi_square king = shoogi_variant_square(v, 3, 5);
    for (unsigned rank = 2; rank <= 4; rank++) {
        shoogi_position_clear(p);
        shoogi_position_put(p, king, (shoogi_piece){ 2, SHOOGI_BLACK });
        shoogi_position_set_unmoved(p, king, true);
        shoogi_position_put(p, shoogi_variant_square(v, 6, 0), (shoogi_piece){ 2, SHOOGI_WHITE });
        shoogi_position_put(p, shoogi_variant_square(v, 3, rank),
                            (shoogi_piece){ 1, SHOOGI_WHITE });
        shoogi_position_set_side(p, SHOOGI_BLACK);
        shoogi_position_setup_done(p);
        const shoogi_move slide = shoogi_move_make(king, shoogi_variant_square(v, 1, 5), 2, false);
        assert_int_equal(shoogi_position_why_illegal(p, slide, NULL, 0),
                         rank == 4 ? SHOOGI_ILLEGAL_ROYAL_IN_CHECK : SHOOGI_ILLEGAL_NONE);
    }
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* Two pieces can capture the same piece en passant and return to their squares, from farther away than they capture otherwise:
 * the moves have one result, and one of them is listed. */
static void captures_en_passant_on_the_spot_have_one_result(void **state)
{
    (void)state;
    static const char text[] = "files=7\nranks=7\nholdingsType=0\nmaxPromote=0\nroyal=3\n"
                               "hunter:H:mKeabK:h:a1\nrook:R:nR:r:b1\nking:K:K:k:d1\n";
    enum { HUNTER = 1, ROOK, KING };
    static shoogi_move moves[COMPARED_MOVES_MAX];
    uint64_t chance = 20260104;
    shoogi_variant *const v = load_variant(text, (shg_class_choice){ 1, false });
    const shoogi_square origin = shoogi_variant_square(v, 3, 0),
                        hunters[2] = { shoogi_variant_square(v, 2, 1),
                                       shoogi_variant_square(v, 4, 1) };
    shoogi_position *p;
    shg_ref *ref;
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    shoogi_position_clear(p);
    shoogi_position_put(p, shoogi_variant_square(v, 0, 0), (shoogi_piece){ KING, SHOOGI_WHITE });
    shoogi_position_put(p, shoogi_variant_square(v, 0, 6), (shoogi_piece){ KING, SHOOGI_BLACK });
    shoogi_position_put(p, origin, (shoogi_piece){ ROOK, SHOOGI_WHITE });
    for (int i = 0; i < 2; i++)
        shoogi_position_put(p, hunters[i], (shoogi_piece){ HUNTER, SHOOGI_BLACK });
    shoogi_position_set_side(p, SHOOGI_WHITE);
    shoogi_position_setup_done(p);
    assert_int_equal(shg_ref_new(&ref, p), SHOOGI_OK);
    const shoogi_move slide = shoogi_move_make(origin, shoogi_variant_square(v, 3, 6), ROOK, false);
    assert_int_equal(shoogi_position_do(p, slide), SHOOGI_OK);
    assert_int_equal(shg_ref_do(ref, slide), SHOOGI_OK);
    const size_t count = assert_agrees(p, ref, moves, true, &chance);
    size_t on_the_spot = 0;
    for (size_t i = 0; i < count; i++)
        on_the_spot += shoogi_move_from(moves[i]) == shoogi_move_to(moves[i]);
    assert_int_equal(on_the_spot, 1);
    shg_ref_free(ref);
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* A pass changes only the side to move, whoever makes it: neither which pieces have moved nor the last kind. */
static void a_pass_changes_nothing(void **state)
{
    (void)state;
    static const char text[] =
        "files=5\nranks=5\nsymmetry=rotate\nholdingsType=0\nmaxPromote=0\npass=any\n"
        "runner:R:fWifmR3:r:a1\nmimic:M:fFI:m:d1\nlion:N:KNADcaKcabKmabK:n:e2\nking:K:KisR2:k:c1\n";
    shoogi_variant *const v = load_variant(text, (shg_class_choice){ 1, false });
    shoogi_position *p;
    shoogi_move before[200], after[200];
    assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
    for (int moved = 0; moved < 2; moved++) {
        if (moved) { /* a runner of each side for the imitator */
            assert_int_equal(shoogi_position_do(p, shoogi_move_make(24, 23, 1, false)), SHOOGI_OK);
            assert_int_equal(shoogi_position_do(p, shoogi_move_make(0, 1, 1, false)), SHOOGI_OK);
        }
        const uint64_t hash = shoogi_position_hash(p);
        const size_t count = shoogi_position_moves_by_path(p, before, 200);
        assert_in_range(count, 1, 200);
        size_t passes = 0;
        for (size_t i = 0; i < count; i++) {
            const shoogi_square square = shoogi_move_from(before[i]);
            if (square != shoogi_move_to(before[i]))
                continue;
            passes++;
            assert_int_equal(shoogi_position_do(p, before[i]), SHOOGI_OK);
            const shoogi_square king = shoogi_position_royal_square(p, shoogi_position_side(p));
            const shoogi_move answer = shoogi_move_make(king, king, 4, false);
            assert_int_equal(shoogi_position_why_illegal(p, answer, NULL, 0), SHOOGI_ILLEGAL_NONE);
            assert_int_equal(shoogi_position_do(p, answer), SHOOGI_OK);
            assert_true(shoogi_position_hash(p) == hash);
            assert_int_equal(shoogi_position_moves_by_path(p, after, 200), count);
            assert_memory_equal(before, after, count * sizeof *before);
            shoogi_position_undo(p);
            shoogi_position_undo(p);
        }
        assert_in_range(passes, 5, count - 1); /* four pieces pass by standing still, the lion by
                                                  stepping out and back */
    }
    shoogi_position_free(p);
    shoogi_variant_free(v);
}

/* A piece with B and AA checks along a diagonal in two ways: only a move that stops both answers it, and a piece
 * pinned by both may only capture it. */
static void a_piece_checks_and_pins_along_two_lines(void **state)
{
    (void)state;
    static const char text[] =
        "files=5\nranks=6\nsymmetry=rotate\nholdingsType=0\nmaxPromote=0\ncheck=strict\n"
        "gold:G:WfF:g:a2\nbishop:B:B:b:b1\nrider:R:BAA:r:a1\nking:K:K:k:c1\n";
    enum { GOLD = 1, BISHOP, RIDER, KING };
    for (unsigned words = 1; words <= 5; words += 4) {
        shoogi_variant *const v = load_variant(text, (shg_class_choice){ words, false });
        const shoogi_square royal = shoogi_variant_square(v, 0, 0),
                            first = shoogi_variant_square(v, 1, 1),
                            second = shoogi_variant_square(v, 2, 2),
                            rider = shoogi_variant_square(v, 4, 4),
                            gold = shoogi_variant_square(v, 1, 2);
        shoogi_position *p;
        shoogi_move moves[100];
        assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
        shoogi_position_clear(p);
        shoogi_position_put(p, royal, (shoogi_piece){ KING, SHOOGI_BLACK });
        shoogi_position_put(p, gold, (shoogi_piece){ GOLD, SHOOGI_BLACK });
        shoogi_position_put(p, rider, (shoogi_piece){ RIDER, SHOOGI_WHITE });
        shoogi_position_put(p, shoogi_variant_square(v, 4, 0),
                            (shoogi_piece){ KING, SHOOGI_WHITE });
        shoogi_position_setup_done(p);
        assert_int_equal(
            shoogi_position_why_illegal(p, shoogi_move_make(gold, second, GOLD, false), NULL, 0),
            SHOOGI_ILLEGAL_NONE);
        assert_int_not_equal(
            shoogi_position_why_illegal(p, shoogi_move_make(gold, first, GOLD, false), NULL, 0),
            SHOOGI_ILLEGAL_NONE);
        shoogi_position_put(p, second, (shoogi_piece){ BISHOP, SHOOGI_BLACK });
        shoogi_position_setup_done(p);
        const size_t count = shoogi_position_moves(p, moves, 100);
        assert_int_equal(shoogi_position_moves(p, NULL, 0), count);
        size_t of_bishop = 0;
        for (size_t i = 0; i < count; i++)
            of_bishop += shoogi_move_from(moves[i]) == second;
        assert_int_equal(of_bishop, 1);
        assert_int_equal(
            shoogi_position_why_illegal(p, shoogi_move_make(second, rider, BISHOP, false), NULL, 0),
            SHOOGI_ILLEGAL_NONE);
        shoogi_position_free(p);
        shoogi_variant_free(v);
    }
}

/* Wider classes, and code for any processor, count the same trees. */
static void every_class_counts_alike(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned depth_plies;
        uint64_t nodes;
    } trees[] = { { "shogi", TEST_SANITIZED ? 3 : 4, TEST_SANITIZED ? 25470 : 719731 },
                  { "shosu", TEST_SANITIZED ? 2 : 3, TEST_SANITIZED ? 1225 : 41055 } };
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++) {
        static const unsigned widths[] = { 1, 2, 3, 4, 6, 10, 21 };
        for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
            const unsigned words = widths[w];
            for (int any = 0; any < 2; any++) {
                shoogi_variant *v =
                    load_variant(trees[i].name, (shg_class_choice){ words, any == 1 });
                assert_true(v->ops->words >= words);
                shoogi_position *p;
                uint64_t nodes = 0;
                assert_int_equal(shoogi_position_new(&p, v), SHOOGI_OK);
                assert_int_equal(shoogi_position_perft(&nodes, p, trees[i].depth_plies), SHOOGI_OK);
                assert_true(nodes == trees[i].nodes);
                shoogi_position_free(p);
                shoogi_variant_free(v);
            }
        }
    }
}

static void wider_classes_agree_with_the_reference(void **state)
{
    (void)state;
    const size_t part = TEST_SANITIZED ? 5 : 1;
    random_games("shogi", (shg_class_choice){ 3, true }, 300 / part);
    random_games("shosu", (shg_class_choice){ 4, false }, 300 / part);
    scattered_positions("shogi", (shg_class_choice){ 4, true }, 300 / part);
    scattered_positions("shosu", (shg_class_choice){ 3, false }, 300 / part);
    random_games("chu", (shg_class_choice){ 6, false }, 200 / part);
    scattered_positions("chu", (shg_class_choice){ 10, false }, 100 / part);
    scattered_positions("tenjiku", (shg_class_choice){ 10, false }, 20 / part);
    random_games("shogi", (shg_class_choice){ 21, false }, 200 / part);
    scattered_positions("shogi", (shg_class_choice){ 6, true }, 300 / part);
}

enum { TESTS_MAX = 200 };

static void add(struct CMUnitTest *tests, size_t *count, const char *name)
{
    tests[(*count)++] = (struct CMUnitTest){
        .name = name,
        .test_func = one_variant_agrees_with_the_reference,
        .initial_state = (void *)(uintptr_t)name,
    };
}

/* One test for each shipped definition; their names are kept until the end.  With sanitizers the costly ones must be
   named: those that are have every mechanism of the others, and the plain build runs all. */
static void add_shipped(struct CMUnitTest *tests, size_t *count, size_t room)
{
    static char names[TESTS_MAX][64];
    glob_t found = find_definitions("*");
    if (found.gl_pathc == 0 || found.gl_pathc > room) {
        fprintf(stderr, "expected 1 to %zu definitions, found %zu\n", room, found.gl_pathc);
        exit(1);
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name;
        const int length = definition_name(&name, found.gl_pathv[i]);
        snprintf(names[i], sizeof names[i], "%.*s", length, name);
        if (!TEST_SANITIZED || named_count == 0 || cost_of(names[i]) == 1 || is_named(names[i]))
            add(tests, count, names[i]);
    }
    globfree(&found);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest others[] = {
        cmocka_unit_test(games_ended_in_every_way),
        cmocka_unit_test(mechanisms_agree_with_the_reference),
        cmocka_unit_test(castling_agrees_with_the_reference),
        cmocka_unit_test(small_mechanisms_case_by_case),
        cmocka_unit_test(a_royal_does_not_slide_into_capture_en_passant),
        cmocka_unit_test(captures_en_passant_on_the_spot_have_one_result),
        cmocka_unit_test(a_pass_changes_nothing),
        cmocka_unit_test(a_piece_checks_and_pins_along_two_lines),
        cmocka_unit_test(every_class_counts_alike),
        cmocka_unit_test(wider_classes_agree_with_the_reference),
    };
    enum { OTHERS = sizeof others / sizeof others[0] };
    static struct CMUnitTest tests[TESTS_MAX];
    size_t count = 0;
    if (argc > 1)
        positions_wanted = strtoul(argv[1], NULL, 10);
    int first = 2;
    if (argc > 3 && strcmp(argv[2], "--rest") == 0) {
        positions_rest = strtoul(argv[3], NULL, 10);
        first = 4;
    }
    if (argc > first) {
        named = argv + first;
        named_count = (size_t)(argc - first);
    }
    if (named_count > 0 && positions_rest == 0) {
        for (size_t i = 0; i < named_count && count < TESTS_MAX; i++)
            add(tests, &count, named[i]);
    } else {
        add_shipped(tests, &count, TESTS_MAX - OTHERS);
        memcpy(tests + count, others, sizeof others);
        count += OTHERS;
    }
    return _cmocka_run_group_tests("board", tests, count, NULL, NULL);
}
