/* definition_test.c: the syntax of definitions, and every error at its place. */
#include "base/text.h"
#include "base/test_suite.h"
#include "core/definition/definition.h"
#include "support/core.h"
#include "shoogi/variant.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>
#include <time.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A small complete variant; the tests below break it in one way each. */
#define HEAD                                                                                       \
    "files=5\nranks=5\nsymmetry=rotate\nholdingsType=-1\n"                                         \
    "maxPromote=1\npromoOffset=1\n"
#define PAWN  "pawn:P:fWf@4:p:a2\n"
#define TOKIN "tokin:+P:WfF:p2:\n"
#define KING  "king:K:K:k:c1\n"
#define GAME  HEAD PAWN TOKIN KING

/* --- faults -------------------------------------------------------------------------------------- */

#define UNKNOWN  "expected a known parameter, or --lenient to play without it, found "
#define UNPLAYED "warning: expected a known parameter, as this rule is not played here, found "

/* One error of each kind. */
static const struct {
    const char *text;
    uint32_t line, column;
    const char *message;
} bad[] = {
    { "", 1, 1, "expected a piece line name:id:moves:image:squares, found end of text" },
    { "files=5\nranks=5\n", 3, 1,
      "expected a piece line name:id:moves:image:squares, found end of text" },
    { "files=9x\nranks=9\n" KING, 1, 8, "expected a number from 1 to 36, found \"x\"" },
    { "files=0\nranks=9\n" KING, 1, 7, "expected a number from 1 to 36, found \"0\"" },
    { "files=37\nranks=9\n" KING, 1, 7, "expected a number from 1 to 36, found \"37\"" },
    { "files=9\nranks=\n" KING, 2, 7, "expected a number from 1 to 36, found end of line" },
    { "files=9\nranks=-1\n" KING, 2, 7, "expected a number from 1 to 36, found \"-1\"" },
    { "files=9\nranks=nine\n" KING, 2, 7, "expected a number from 1 to 36, found \"nine\"" },
    { "files=9 9\nranks=9\n" KING, 1, 9, "expected a number from 1 to 36, found \"9\"" },
    { HEAD "firstRank=1st\n" PAWN TOKIN KING, 7, 12,
      "expected a whole number from 0 to 99, found \"st\"" },
    { HEAD "promoZone=37\n" PAWN TOKIN KING, 7, 11,
      "expected a whole number from 0 to 36, found \"37\"" },
    { "files=5\nranks=5\nsymmetry=rotate\nholdingsType=yes\n" PAWN TOKIN KING, 4, 14,
      "expected a whole number from -99 to 99, found \"yes\"" },
    { HEAD "dropDead=2\n" PAWN TOKIN KING, 7, 10, "expected 0 or 1, found \"2\"" },
    { HEAD "symmetry=point\n" PAWN TOKIN KING, 7, 10,
      "expected none, mirror or rotate, found \"point\"" },
    { HEAD "check=loose\n" PAWN TOKIN KING, 7, 7, "expected strict or capture, found \"loose\"" },
    { HEAD "perpetual=win\n" PAWN TOKIN KING, 7, 11,
      "expected none, loss, draw, attack or jcsa, found \"win\"" },
    { HEAD "pass=tiger\n" PAWN TOKIN KING, 7, 6, "expected none, lion or any, found \"tiger\"" },
    { HEAD "protection=before\n" PAWN TOKIN KING, 7, 12,
      "expected after or taken, found \"before\"" },
    { HEAD "recapture=no\n" PAWN TOKIN KING, 7, 11, "expected free or bound, found \"no\"" },
    { HEAD "handicapMen=yes\n" PAWN TOKIN KING, 7, 13, "expected count or ignore, found \"yes\"" },
    { HEAD "illegal=maybe\n" PAWN TOKIN KING, 7, 9, "expected reject or lose, found \"maybe\"" },
    { HEAD "firstMove=sente\n" PAWN TOKIN KING, 7, 11, "expected white or black, found \"sente\"" },
    { HEAD "flip=always\n" PAWN TOKIN KING, 7, 6,
      "expected none, move or capture, found \"always\"" },
    { HEAD "drop=own\n" PAWN TOKIN KING, 7, 6,
      "expected none or any, as captured pieces change sides here, found \"own\"" },
    { HEAD "promoWhen=leave\n" PAWN TOKIN KING, 7, 11,
      "expected touch, enter, end, pass or capture, found \"leave\"" },
    { HEAD "repetition=4\n" PAWN TOKIN KING, 7, 12,
      "expected a number and a result, such as 4:draw, found \"4\"" },
    { HEAD "repetition=1:draw\n" PAWN TOKIN KING, 7, 12,
      "expected a number from 2 to 99, found \"1\"" },
    { HEAD "repetition=4:replay\n" PAWN TOKIN KING, 7, 14,
      "expected draw, no-contest, loss, first or forbid, found \"replay\"" },
    { HEAD "impasse=24\n" PAWN TOKIN KING, 7, 9, "expected none, agree or points:n, found \"24\"" },
    { HEAD "impasse=points:x\n" PAWN TOKIN KING, 7, 16,
      "expected a number of points from 1 to 9999, found \"x\"" },
    { HEAD "impasseClaim=27\n" PAWN TOKIN KING, 7, 14,
      "expected none, camp or declare:b:w, found \"27\"" },
    { HEAD "impasseClaim=camp\nimpasse=none\n" PAWN TOKIN KING, 7, 14,
      "expected declare:b:w, or impasse=agree or points:n with camp, found \"camp\"" },
    { HEAD "impasseClaim=declare:28:0\n" PAWN TOKIN KING, 7, 25,
      "expected a number of points from 1 to 9999, found \"0\"" },
    { HEAD "impasseClaim=declare:\n" PAWN TOKIN KING, 7, 22,
      "expected a number of points from 1 to 9999, found end of line" },
    { HEAD "impasseClaim=declare:31/31\n" PAWN TOKIN KING, 7, 25,
      "expected fewer points than for a win from 1 to 30, found \"31\"" },
    { HEAD "impasseClaim=declare:31/24:31/\n" PAWN TOKIN KING, 7, 31,
      "expected fewer points than for a win from 1 to 30, found end of line" },
    { HEAD "impasseClaim=declare:31/24\nimpasse=none\n" PAWN TOKIN KING, 7, 14,
      "expected points for a win alone, or impasse=agree or points:n, found \"declare:31/24\"" },
    { HEAD "promoZon=3\n" PAWN TOKIN KING, 7, 1,
      "expected a known parameter, perhaps promoZone, found \"promoZon=3\"" },
    { HEAD "sparkle=2\n" PAWN TOKIN KING, 7, 1, UNKNOWN "\"sparkle=2\"" },
    { HEAD "=2\n" PAWN TOKIN KING, 7, 1, UNKNOWN "\"=2\"" },
    { HEAD "pawn:P\n" TOKIN KING, 7, 7, "expected \":\" and the moves, found end of line" },
    { HEAD "pawn:P:fW\n" TOKIN KING, 7, 10, "expected \":\" and an image name, found end of line" },
    { HEAD "pawn:P:fW:p\n" TOKIN KING, 7, 12, "expected \":\" and the squares, found end of line" },
    { HEAD "pawn:P: fW:p:a2\n" TOKIN KING, 7, 8, "expected \":\" and an image name, found \" \"" },
    { HEAD PAWN TOKIN KING "gold general\n", 11, 1,
      "expected a piece line after the name, found end of text" },
    /* invalid names of pieces */
    { "files = 5\nranks=5\n" KING, 1, 1,
      "expected name=value without spaces, or the name of a piece without \"=\", found \"files =\"" },
    { HEAD "promoZone =2\n" PAWN TOKIN KING, 7, 1,
      "expected name=value without spaces, or the name of a piece without \"=\", found "
      "\"promoZone =\"" },
    { HEAD "captured all\r\nstalemate=loss\n" PAWN TOKIN KING, 7, 1,
      "expected name=value without spaces, or the name of a piece without \"=\", found "
      "\"captured all\"" },
    { HEAD "graphicsDir=my own = x\n" PAWN TOKIN KING, 7, 16,
      "expected name=value without spaces, or the name of a piece without \"=\", found \"own =\"" },
    { HEAD "gold=silver\ngold x=y:G:WfF:g:b1\n" PAWN TOKIN KING, 7, 1, UNKNOWN "\"gold=silver\"" },
    { HEAD "//stalemate = loss \r\n" PAWN TOKIN KING, 7, 1,
      "expected a parameter or a piece, as only a line that begins with # is a comment, found "
      "\"//stalemate = loss\"" },
    { HEAD "pawn:P:fW:p:a2 # one:two:\n" TOKIN KING, 7, 16,
      "expected a parameter or a piece, as only a line that begins with # is a comment, found "
      "\"# one:two:\"" },
    { HEAD "pawn:P:fW:p:a2 #check=capture\n" TOKIN KING, 7, 16,
      "expected a known parameter, perhaps check, found \"#check=capture\"" },
    { HEAD "promoZone=2 # the last two\n" PAWN TOKIN KING, 7, 13,
      "expected a whole number from 0 to 36, found \"# the last two\"" },
    { HEAD PAWN TOKIN "drunk\n # or is it?\nelephant:E:K:e:b1\n" KING, 10, 2,
      "expected the rest of the name of a piece, before any comment, found \"#\"" },
    { HEAD PAWN TOKIN KING "# the end\ngold", 11, 5,
      "expected a piece line after the name, found end of text" },
    { "files: 5\nranks=5\n" KING, 1, 6,
      "expected \"=\" after the name of a parameter, found \":\"" },
    { HEAD "stalemate:loss\n" PAWN TOKIN KING, 7, 10,
      "expected \"=\" after the name of a parameter, found \":\"" },
    { HEAD PAWN TOKIN ":S:FfW::b1\n" KING, 9, 8,
      "expected an image name of a piece without a name, found \":b1\"" },
    { HEAD PAWN TOKIN ":S::s:b1\n" KING, 9, 4,
      "expected the moves of a piece without a name, found \":s:b1\"" },
    { HEAD PAWN TOKIN "\xE6"
                      "\xAD"
                      "\xA9"
                      "::fW:x:b1\n" KING,
      9, 1,
      "expected an id of up to 6 letters and digits, optionally after +, found \"\xE6"
      "\xAD"
      "\xA9"
      "\"" },
    { HEAD PAWN "tokin:++:WfF:p2:\n" KING, 8, 7,
      "expected an id of up to 6 letters and digits, optionally after +, found \"++\"" },
    { HEAD "pawn:P:fWw:p:a2\n" TOKIN KING, 7, 10,
      "expected a direction, a mode or an atom, found \"w\"" },
    { HEAD "pawn:P:fWf:p:a2\n" TOKIN KING, 7, 11,
      "expected an atom (W F D A H G N C Z K Q R B U), found \":p:a2\"" },
    { HEAD "pawn:P:fR100:p:a2\n" TOKIN KING, 7, 10,
      "expected a range from 1 to 99, or 0, found \"100\"" },
    { HEAD "pawn:P:[W-fR:p:a2\n" TOKIN KING, 7, 13,
      "expected \"-\", \"?\" or \"]\", found \":p:a2\"" },
    { HEAD "pawn:P:fW:p:a0\n" TOKIN KING, 7, 14, "expected a rank from 1 to 5, found \"0\"" },
    { HEAD "pawn:P:fW:p:a,b2\n" TOKIN KING, 7, 14, "expected a rank from 1 to 5, found \",b2\"" },
    { HEAD "pawn:P:fW:p:a2,f2\n" TOKIN KING, 7, 16, "expected a file from a to e, found \"f2\"" },
    { HEAD "pawn:P:fW:p:22\n" TOKIN KING, 7, 13, "expected a file from a to e, found \"22\"" },
    { HEAD "pawn:P:fW:p:c3-a1\n" TOKIN KING, 7, 16,
      "expected the lower left corner of the rectangle first, found \"a1\"" },
    { HEAD "pawn:P:fW:p:a2-c\n" TOKIN KING, 7, 17,
      "expected a rank from 1 to 5, found end of line" },
    { HEAD "pawn:P:fW:p:a2, b2\n" TOKIN KING, 7, 16, "expected a square after \",\", found \" \"" },
    { HEAD "pawn:P:fW:p:a2,,:1\n" TOKIN KING, 7, 17, "expected a square after \",\", found \":1\"" },
    { HEAD "noDrop=a2,\n" PAWN TOKIN KING, 7, 11,
      "expected a square after \",\", found end of line" },
    { HEAD "pawn:P:fW:p:a2b2\n" TOKIN KING, 7, 15,
      "expected \",\" and another square, found \"b2\"" },
    { HEAD "pawn:P:fW:p:a2,c1\n" TOKIN KING, 9, 12, "expected an empty square, found \"c1\"" },
    { HEAD "pawn:P:fW:p:c3\n" TOKIN KING, 7, 13, "expected an empty square, found \"c3\"" },
    { HEAD "hole::::c1\n" PAWN TOKIN KING, 10, 12, "expected an empty square, found \"c1\"" },
    { HEAD "hole::::z1\n" PAWN TOKIN KING, 7, 9, "expected a file from a to e, found \"z1\"" },
    { HEAD "pawn:P:fW:p:a2:two\n" TOKIN KING, 7, 16,
      "expected a number in hand up to 999, or two separated by a comma, found \"two\"" },
    { HEAD "pawn:P:fW:p:a2:1,2,3\n" TOKIN KING, 7, 19,
      "expected a number in hand up to 999, or two separated by a comma, found \",3\"" },
    { HEAD "pawn:P:fW:p:a2:1,\n" TOKIN KING, 7, 17,
      "expected a number in hand up to 999, or two separated by a comma, found \",\"" },
    { HEAD "pawn:P:fW:p:a2:1000\n" TOKIN KING, 7, 16,
      "expected a number in hand up to 999, or two separated by a comma, found \"1000\"" },
    { HEAD "drop=none\npawn:P:fW:p:a2:1\n" TOKIN KING, 8, 16,
      "expected no pieces in hand in a game without drops, found \"1\"" },
    { HEAD "royal=king\n" PAWN TOKIN KING, 7, 7,
      "expected a type number or an id of this game, found \"king\"" },
    { HEAD "royal=4\n" PAWN TOKIN KING, 7, 7, "expected a type number from 1 to 3, found \"4\"" },
    { HEAD "protected=0\n" PAWN TOKIN KING, 7, 11,
      "expected a type number from 1 to 3, found \"0\"" },
    { HEAD "iron=9\n" PAWN TOKIN KING, 7, 6, "expected a type number from 1 to 3, found \"9\"" },
    { "files=5\nranks=5\ncounterStrike=x\n" PAWN TOKIN KING, 3, 15,
      "expected a type number or an id of this game, found \"x\"" },
    { HEAD "baring=4\n" PAWN TOKIN KING, 7, 8,
      "expected a type number (0: all but royals) from 0 to 3, found \"4\"" },
    { HEAD "antiTrade=1\n" PAWN TOKIN KING, 7, 11,
      "expected a piece line before a group, found \"1\"" },
    { HEAD PAWN "antiTrade=5\n" TOKIN KING, 8, 11,
      "expected a group or a type number from 0 to 3, found \"5\"" },
    { HEAD "dropMate=P,S\n" PAWN TOKIN KING, 7, 12, "expected an id of this game, found \"S\"" },
    { HEAD "lastRank=X\n" PAWN TOKIN KING, 7, 10, "expected an id of this game, found \"X\"" },
    { HEAD "baringWeak=P,,K\n" PAWN TOKIN KING, 7, 14, "expected an id of this game, found \",K\"" },
    { HEAD PAWN TOKIN "king:K:K:k:\n", 10, 1,
      "expected a royal for each side: it is the last piece, K, without royal=, found end of text" },
    { HEAD "maxPromote=3\n" PAWN TOKIN KING, 7, 12,
      "expected a number that fits: at most 1, as promoOffset, found \"3\"" },
    { "files=5\nranks=5\nmaxPromote=4\n" PAWN TOKIN KING, 3, 12,
      "expected a number that fits: at most 3, the number of types, found \"4\"" },
    { "files=5\nranks=5\npromoOffset=3\n" PAWN TOKIN KING, 3, 13,
      "expected a number that fits: less than 3, the number of types, found \"3\"" },
    { HEAD "promoChoice=+\n" PAWN "tokin:T:WfF:p2:\n" KING, 8, 6,
      "expected a piece with the partner's id +P, found \"P\"" },
    { "files=5\nranks=5\npromoChoice=PX\n" PAWN TOKIN KING, 3, 14,
      "expected an id of this game, found \"X\"" },
    { "files=5\nranks=5\npromoChoice=P0\n" PAWN TOKIN KING, 3, 14,
      "expected a number of ranks from 1 on, found \"0\"" },
    { "files=5\nranks=5\npromoChoice=KK\n" PAWN TOKIN KING, 3, 14,
      "expected another choice, found \"K\"" },
    { "files=5\nranks=5\npromoChoice=*K\ncaptureMatrix=+..\n" PAWN TOKIN KING, 3, 13,
      "expected no * where P has a morph or a row of captureMatrix of its own, found \"*K\"" },
    { "files=5\nranks=5\npromoChoice=*K\ncontagion=P:K\n" PAWN TOKIN KING, 3, 13,
      "expected no * with contagion, found \"*K\"" },
    { "files=5\nranks=5\npromoteTo=P\n" PAWN TOKIN KING, 3, 11,
      "expected an id, \":\" and the ids it promotes to, found \"P\"" },
    { "files=5\nranks=5\npromoteTo=P:X\n" PAWN TOKIN KING, 3, 13,
      "expected an id of this game, found \"X\"" },
    { "files=5\nranks=5\npromoteTo=P:+P;P:K\n" PAWN TOKIN KING, 3, 16,
      "expected an id not listed before, found \"P:K\"" },
    { "files=5\nranks=5\npromoteTo=P:P\n" PAWN TOKIN KING, 3, 13,
      "expected another form, found \"P\"" },
    { "files=5\nranks=5\nholdingsType=-1\npromoteTo=P:+P,K\n" PAWN TOKIN KING, 4, 11,
      "expected a promoted form of its own, or holdingsType below -1, found \"P:+P,K\"" },
    { HEAD "demoteTo=P>X\n" PAWN TOKIN KING, 7, 12, "expected an id of this game, found \"X\"" },
    { HEAD "demoteTo=P>P\n" PAWN TOKIN KING, 7, 12,
      "expected an id not listed before, found \"P\"" },
    { "files=5\nranks=5\ndemoteTo=P>-\n" PAWN TOKIN KING, 3, 10,
      "expected holdingsType other than 0 with demoteTo, found \"P>-\"" },
    { "files=5\nranks=5\nflip=move\n" PAWN TOKIN KING, 3, 6,
      "expected promoOffset, promoChoice=+ or promoteTo with flip, found \"move\"" },
    { "files=5\nranks=5\nsymmetry=rotate\nholdingsType=-1\nmaxPromote=2\npromoOffset=3\n" PAWN
      "lancer:+L:fR:l:b1\n" KING "tokin:T:WfF:p2:\n",
      8, 8,
      "expected an id to which + can be added, as the promoted form of +L is shared, found \"+L\"" },
    { HEAD PAWN "morph=**x\n" TOKIN KING, 8, 9, "expected *, - or an id of this game, found \"x\"" },
    { HEAD PAWN "morph=/////\n" TOKIN KING, 8, 11, "expected at most 5 rows, found \"/\"" },
    { HEAD PAWN "morph=6*\n" TOKIN KING, 8, 7, "expected at most 5 squares in a row, found \"6*\"" },
    { HEAD "morph=5*\n" PAWN TOKIN KING, 7, 7, "expected a piece line before morph, found \"5*\"" },
    { HEAD "counterStrike=2\n" PAWN TOKIN KING, 4, 14,
      "expected 0 with counterStrike, as SFEN has its square where pieces in hand would be, found "
      "\"-1\"" },
    { "files=5\nranks=5\nmaxPromote=0\ncounterStrike=2\npawn:P:fW:p:a2:0\nking:K:K:k:c1\n"
      "gold:G:WfF:g:b1:0,1\n",
      7, 17,
      "expected no pieces in hand with counterStrike, as SFEN has its square where they would be, "
      "found \"0,1\"" },
    { HEAD "captureMatrix=..?\n" PAWN TOKIN KING, 7, 17,
      "expected one of . - + ! x p s, found \"?\"" },
    { HEAD "captureMatrix=.../.../.../.\n" PAWN TOKIN KING, 7, 26,
      "expected at most 3 rows, found \"/.\"" },
    { HEAD "captureMatrix=4.\n" PAWN TOKIN KING, 7, 15,
      "expected at most 3 symbols in a row, found \"4.\"" },
    { HEAD "captureMatrix=/+\n" PAWN TOKIN KING, 7, 15,
      "expected no + in the row of +P, which has not one form to promote to, found \"/+\"" },
    { HEAD "captureMatrix=s\n" PAWN TOKIN KING, 7, 15,
      "expected no s in the row of P, which shoots nothing, found \"s\"" },
    { HEAD "captureMatrix=/s\n" PAWN TOKIN "shoots=K\n" KING, 7, 15,
      "expected no s in the row of +P, which has not one form to promote to, found \"/s\"" },
    { HEAD "jumpRank=P\n" PAWN TOKIN KING, 7, 10, "expected an id, \":\" and a rank, found \"P\"" },
    { HEAD "jumpRank=P:0\n" PAWN TOKIN KING, 7, 12, "expected a rank from 1 to 99, found \"0\"" },
    { HEAD "contagion=P,K:P\n" PAWN TOKIN KING, 7, 11,
      "expected an id, \":\" and what the capturing piece becomes, found \"P,K:P\"" },
    { HEAD "promoWith=P\n" PAWN TOKIN KING, 7, 11,
      "expected an id, \":\" and the ids it promotes with, found \"P\"" },
    { HEAD "promoWith=P:K;P:+P\n" PAWN TOKIN KING, 7, 15,
      "expected an id not listed before, found \"P:+P\"" },
    { HEAD "promoNeeds=P\n" PAWN TOKIN KING, 7, 12,
      "expected an id, \":\" and the ids of which it needs one, found \"P\"" },
    { HEAD "promoNeeds=P:K;P:\n" PAWN TOKIN KING, 7, 18,
      "expected an id of this game, found end of line" },
    { HEAD "promoNeeds=P:K;P:K;P:K;P:K;P:K;P:K;P:K;P:K;P:K\n" PAWN TOKIN KING, 7, 44,
      "expected an id listed at most 8 times, found \"P:K\"" },
    { HEAD "promoStart=X\n" PAWN TOKIN KING, 7, 12, "expected an id of this game, found \"X\"" },
    { HEAD "promoWith=P:K,X\n" PAWN TOKIN KING, 7, 15, "expected an id of this game, found \"X\"" },
    { HEAD "holdingsType=0\nchanges=lost:P\n" PAWN TOKIN KING, 8, 9,
      "expected a word, ids and changes, such as lost:D:P>L, found \"lost:P\"" },
    { HEAD "holdingsType=0\nchanges=found:P:K>P\n" PAWN TOKIN KING, 8, 9,
      "expected lost, near, far or became, found \"found\"" },
    { HEAD "holdingsType=0\nchanges=near:P:K>P\n" PAWN TOKIN KING, 8, 13,
      "expected a number of squares from 1 to 36, found \":P:K>P\"" },
    { HEAD "holdingsType=0\nchanges=lost::K>P\n" PAWN TOKIN KING, 8, 14,
      "expected an id, found \":K>P\"" },
    { HEAD "holdingsType=0\nchanges=lost:P:K\n" PAWN TOKIN KING, 8, 16,
      "expected an id, > and what it becomes, found \"K\"" },
    { HEAD "holdingsType=0\nchanges=lost:P:\n" PAWN TOKIN KING, 8, 16,
      "expected an id, > and what it becomes, found end of line" },
    { HEAD "holdingsType=0\nchanges=lost:P:K>P,K>+P\n" PAWN TOKIN KING, 8, 20,
      "expected an id not listed before, found \"K>+P\"" },
    { HEAD "holdingsType=0\nchanges=lost:P:!K>P\n" PAWN TOKIN KING, 8, 16,
      "expected an id of this game, found \"!K>P\"" },
    { HEAD "holdingsType=0\nchanges=lost:P:K>X\n" PAWN TOKIN KING, 8, 18,
      "expected an id of this game, found \"X\"" },
    { HEAD "changes=lost:P:K>+P\n" PAWN TOKIN KING, 7, 9,
      "expected no pieces in hand with changes, found \"lost:P:K>+P\"" },
    { HEAD "royalPair=P\ncheck=capture\n" PAWN TOKIN KING, 7, 11,
      "expected an id, \":\" and the ids it makes a pair with, found \"P\"" },
    { HEAD "royalPair=P:P\ncheck=capture\n" PAWN TOKIN KING, 7, 13,
      "expected an id not listed before, found \"P\"" },
    { HEAD "royalPair=P:+P\n" PAWN TOKIN KING, 7, 11,
      "expected check=capture and extinction=3 with royalPair, found \"P:+P\"" },
    { HEAD "contagion=P:X\n" PAWN TOKIN KING, 7, 13, "expected an id of this game, found \"X\"" },
    { HEAD "wary=X\n" PAWN TOKIN KING, 7, 6, "expected an id of this game, found \"X\"" },
    { HEAD "promoMust=4\n" PAWN TOKIN KING, 7, 11,
      "expected a whole number from 0 to 3, found \"4\"" },
    { HEAD "burns=P\n" PAWN TOKIN KING, 7, 7, "expected no pieces in hand with burns, found \"P\"" },
    { HEAD "shoots=Q3\n" PAWN TOKIN KING, 7, 8,
      "expected a piece line before shoots and shots, found \"Q3\"" },
    { HEAD PAWN "shoots=mQ3\n" TOKIN KING, 8, 8,
      "expected captures of one leg, such as Q3, found \"mQ3\"" },
    { HEAD PAWN "shoots=KaK\n" TOKIN KING, 8, 8,
      "expected captures of one leg, such as Q3, found \"KaK\"" },
    { HEAD PAWN "shots=1\n" TOKIN KING, 8, 7, "expected shoots before shots, found \"1\"" },
    { HEAD PAWN TOKIN KING "lion:L:KcaK(paf)cQ:l:\nshoots=K\n", 10, 8,
      "expected neither U, I, x, u nor repeated legs of a piece that shoots, found "
      "\"KcaK(paf)cQ\"" },
    { HEAD PAWN TOKIN KING "lion:L:[K?K?K?K?K]:l:\nshoots=K\n", 10, 8,
      "expected at most 4 captures on the way, including shots, found \"[K?K?K?K?K]\"" },
    { HEAD PAWN TOKIN KING "lion:L:[K?K?K]:l:\nshoots=D\n", 10, 8,
      "expected at most two captures on the way, including shots, or each within four squares "
      "of the one before, found \"[K?K?K]\"" },
    { HEAD PAWN TOKIN KING "lion:L:R:l:\nshoots=Q2\nshots=3\n", 10, 8,
      "expected at most two captures on the way, including shots, or each within four squares "
      "of the one before, found \"R\"" },
    { HEAD "borrow=front,above\n" PAWN TOKIN KING, 7, 14,
      "expected own, behind, front, beside, knights, file, rank or guards, found \"above\"" },
    { HEAD "borrow=enemy-file\n" PAWN TOKIN KING, 7, 14,
      "expected any- before file and rank, or nothing, found \"file\"" },
    { HEAD "borrow=any-own\n" PAWN TOKIN KING, 7, 12,
      "expected nothing before own and guards, found \"own\"" },
    { HEAD "borrow=own\n" PAWN TOKIN KING, 7, 8, "expected another place with own, found \"own\"" },
    { HEAD "try=2\n" PAWN TOKIN KING, 7, 5, "expected 0, 1 or squares, found \"2\"" },
    { HEAD "try=b2,z9\n" PAWN TOKIN KING, 7, 8, "expected a file from a to e, found \"z9\"" },
    { HEAD "mustCapture=2\n" PAWN TOKIN KING, 7, 13, "expected 0 or 1, found \"2\"" },
    { HEAD "checkWins=100\n" PAWN TOKIN KING, 7, 11,
      "expected a whole number from 0 to 99, found \"100\"" },
    { HEAD "borrow=behind\nmustMove=0\n" PAWN "shoots=K\n" TOKIN KING, 9, 8,
      "expected no piece that shoots in a game with borrow, found \"fWf@4\"" },
    { HEAD "captureMatrix=/x\n" PAWN TOKIN "shoots=K\n" KING, 7, 15,
      "expected neither ! nor x in the row of +P, which shoots, found \"/x\"" },
    { HEAD "shotProof=P\n" PAWN "shoots=K\n" TOKIN KING, 7, 11,
      "expected an id, \":\" and the ids that may not shoot it, found \"P\"" },
    { HEAD "shotProof=P:K\n" PAWN "shoots=K\n" TOKIN KING, 7, 13,
      "expected the id of a piece that shoots, found \"K\"" },
    { HEAD "shotProof=K:P/0\n" PAWN "shoots=K\n" TOKIN KING, 7, 15,
      "expected a number of squares from 1 to 36, found \"0\"" },
    { HEAD "shotCover=K:P\n" PAWN "shoots=K\n" TOKIN KING, 7, 11,
      "expected an id, \"/\", a number of squares, \":\" and the ids that may not shoot there, found "
      "\"K:P\"" },
    { HEAD "shotCover=K/37:P\n" PAWN "shoots=K\n" TOKIN KING, 7, 13,
      "expected a number of squares from 1 to 36, found \"37\"" },
    { HEAD "shotCover=K/5:P,K\n" PAWN "shoots=K\n" TOKIN KING, 7, 17,
      "expected the id of a piece that shoots, found \"K\"" },
    { HEAD "nets=P\n" PAWN TOKIN KING, 7, 6, "expected check=capture with nets, found \"P\"" },
    { HEAD "check=capture\npass=any\nnets=P\n" PAWN TOKIN KING, 9, 6,
      "expected pass=none with nets, found \"P\"" },
    { HEAD "general:G:(cdaf)Q:g:\n" PAWN TOKIN KING, 7, 11,
      "expected no pieces in hand with a repeated leg that captures, found \"(cdaf)Q\"" },
    /* u and another capture that could have the same two squares. */
    { HEAD "porter:U:RuR:u:\n" PAWN TOKIN KING, 7, 10,
      "expected u and other captures on different squares, found \"RuR\"" },
    { HEAD "porter:U:BmRuWfD2:u:\n" PAWN "porter:V:WuR:v:\n" TOKIN KING, 9, 10,
      "expected u and other captures on different squares, found \"WuR\"" },
    { HEAD "porter:U:mRpRuD:u:\n" PAWN TOKIN KING, 7, 10,
      "expected u and other captures on different squares, found \"mRpRuD\"" },
    { HEAD "porter:U:mUuN(paf)cQ:u:\n" PAWN TOKIN KING, 7, 10,
      "expected u and other captures on different squares, found \"mUuN(paf)cQ\"" },
    { HEAD PAWN "porter:U:uR:u:\n" TOKIN "heir:H:mWxK:h:\n" KING, 10, 8,
      "expected u and other captures on different squares, found \"mWxK\"" },
    { HEAD PAWN "mimic:M:mWI:m:\n" TOKIN "porter:U:uR:u:\n" KING, 8, 9,
      "expected u and other captures on different squares, found \"mWI\"" },
    { "base=\n", 1, 6, "expected the name of a definition, found end of line" },
    { HEAD "autoGate=1\n" PAWN TOKIN KING, 7, 10,
      "expected 0, as there is no gating here, found \"1\"" },
    { HEAD "handicap=P@4b\n" PAWN TOKIN KING, 7, 10,
      "expected a name, \":\" and pieces, such as rook-lance:L@1a,R@8b, found \"P@4b\"" },
    { HEAD "gradeHandicap=\n" PAWN TOKIN KING, 7, 15,
      "expected a handicap of this game, found end of line" },
    { HEAD "gradeHandicap=a\n" PAWN TOKIN KING, 7, 15,
      "expected a handicap of this game, found \"a\"" },
    { HEAD "gradeHandicap=a/b\nhandicap=a:P@1b\n" PAWN TOKIN KING, 7, 17,
      "expected a handicap of this game, found \"b\"" },
    { HEAD "handicap=a:P@1b\ngradeHandicap=a,\n" PAWN TOKIN KING, 8, 17,
      "expected a handicap of this game, found end of line" },
    { HEAD "handicap=a:P@1b\ngradeHandicap=a//a\n" PAWN TOKIN KING, 8, 17,
      "expected a handicap of this game, found \"/a\"" },
    { HEAD "handicap=a:P@1b\ngradeHandicap=a,a,a\n" PAWN TOKIN KING, 8, 19,
      "expected at most two games for a difference of grades, found \"a\"" },
    { HEAD "handicap=a:P@1b\ngradeHandicap=a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a"
           "/a/a/a/a\n" PAWN TOKIN KING,
      8, 79, "expected at most 32 differences of grades, found \"a\"" },
    { HEAD "handicap=a_b:P@4b\n" PAWN TOKIN KING, 7, 10,
      "expected a name of letters, digits and -, found \"a_b\"" },
    { HEAD "handicap=a,,b:P@1b\n" PAWN TOKIN KING, 7, 12,
      "expected a name of letters, digits and -, found \",b\"" },
    { HEAD "handicap=a,b:P@1b\nhandicap=c,B:P@1b\n" PAWN TOKIN KING, 8, 12,
      "expected a name not used before, found \"B\"" },
    { HEAD "handicap=a,歩落:P@1b\nhandicap=歩落:P@2b\n" PAWN TOKIN KING, 8, 10,
      "expected a name not used before, found \"歩落\"" },
    { HEAD "handicap=a,b,A:P@1b\n" PAWN TOKIN KING, 7, 14,
      "expected a name not used before, found \"A\"" },
    { HEAD "handicap=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q:P@1b\n" PAWN TOKIN KING, 7, 42,
      "expected at most 16 names of a handicap, found \"q\"" },
    { HEAD "handicap=a:P@1b\nhandicap=A:P@1b\n" PAWN TOKIN KING, 8, 10,
      "expected a name not used before, found \"A\"" },
    { HEAD "handicap=a:\n" PAWN TOKIN KING, 7, 12,
      "expected a piece and its square, such as L@1a, found end of line" },
    { HEAD "handicap=a:X@1b\n" PAWN TOKIN KING, 7, 12,
      "expected a piece and its square, such as L@1a, found \"X@1b\"" },
    { HEAD "handicap=a:P1b\n" PAWN TOKIN KING, 7, 12,
      "expected a piece and its square, such as L@1a, found \"P1b\"" },
    { HEAD "handicap=a:P@\n" PAWN TOKIN KING, 7, 14,
      "expected a square of this board, such as 1a, found end of line" },
    { HEAD "handicap=a:P@6b\n" PAWN TOKIN KING, 7, 14,
      "expected a square of this board, such as 1a, found \"6b\"" },
    { HEAD "handicap=a:P@4bx\n" PAWN TOKIN KING, 7, 16,
      "expected \",\" and another piece, found \"x\"" },
    { HEAD "handicap=a:P@1b+\n" PAWN TOKIN KING, 7, 16,
      "expected \",\" and another piece, found \"+\"" },
    { HEAD "handicap=a:P@1b,\n" PAWN TOKIN KING, 7, 17,
      "expected a piece and its square, such as L@1a, found end of line" },
    { HEAD "handicap=a:P@3b\n" PAWN TOKIN KING, 7, 12,
      "expected a piece that the second player has there, found \"P@3b\"" },
    { HEAD "handicap=a:P@5d\n" PAWN TOKIN KING, 7, 12,
      "expected a piece that the second player has there, found \"P@5d\"" },
    { HEAD "handicap=a:+P@1b\n" PAWN TOKIN KING, 7, 12,
      "expected a piece that the second player has there, found \"+P@1b\"" },
    { HEAD "handicap=a:P@1b,K@3a\n" PAWN TOKIN KING, 7, 17,
      "expected a piece other than a royal, found \"K@3a\"" },
    { HEAD "handicap=a:P@1b,p@1B\n" PAWN TOKIN KING, 7, 17,
      "expected another piece, found \"p@1B\"" },
    { HEAD "alias=a b\n" PAWN TOKIN KING, 7, 7,
      "expected a name of letters, digits and -, found \"a b\"" },
    { HEAD "alias=x,,y\n" PAWN TOKIN KING, 7, 9,
      "expected a name of letters, digits and -, found \",y\"" },
    { HEAD "reading=- So it is.\n" PAWN TOKIN KING, 7, 9,
      "expected a dispute before its readings, found \"- So it is.\"" },
    { HEAD "dispute=Is it?\nreading=chu\n" PAWN TOKIN KING, 8, 9,
      "expected names of games separated by commas, * or -, and a text, found \"chu\"" },
    { HEAD "dispute=Is it?\nreading=chu, dai Yes.\n" PAWN TOKIN KING, 8, 9,
      "expected names of games separated by commas, * or -, and a text, found \"chu, dai Yes.\"" },
    { HEAD "dispute=Is it?\nreading=Yes. No.\n" PAWN TOKIN KING, 8, 9,
      "expected names of games separated by commas, * or -, and a text, found \"Yes. No.\"" },
    { HEAD "idAlias=T\n" PAWN TOKIN KING, 7, 9, "expected letters, \":\" and an id, found \"T\"" },
    { HEAD "idAlias=T:X\n" PAWN TOKIN KING, 7, 11, "expected an id of this game, found \"X\"" },
    { HEAD "idAlias=K:P\n" PAWN TOKIN KING, 7, 9,
      "expected letters that are not the id of a piece, found \"K:P\"" },
    { HEAD "kanji=X\n" PAWN TOKIN KING, 7, 7, "expected a piece line before kanji, found \"X\"" },
    { GAME "kanji=歩兵,,个\n", 10, 10, "expected names in kanji, kana or letters, found \",个\"" },
    { GAME "kanji=歩 兵\n", 10, 7, "expected names in kanji, kana or letters, found \"歩 兵\"" },
    { GAME "kanji=歩兵2\n", 10, 7, "expected names in kanji, kana or letters, found \"歩兵2\"" },
    { GAME "kanji=\xE2\x80\xAE\n", 10, 7, "expected names in kanji, kana or letters, found \"?\"" },
    { GAME "whiteKanji=王将,王,玉\n", 10, 17,
      "expected a name in kanji, kana or letters, and optionally a short one, found \"玉\"" },
    { GAME "romaji=Ō,O\n", 10, 8,
      "expected a name of letters, and optionally a short one, found \"Ō,O\"" },
    { GAME "romaji=\n", 10, 8,
      "expected a name of letters, and optionally a short one, found end of line" },
    { GAME "whiteRomaji=Oosho,Oo,O\n", 10, 22,
      "expected a name of letters, and optionally a short one, found \"O\"" },
    { GAME "english=King, the\n", 10, 14,
      "expected a name of letters, _ for a space, and - ' ( ), found \" the\"" },
    { GAME "english=ABCDEFGHIJABCDEFGHIJABCDEFGHIJABCDEFGHIJk\n", 10, 9,
      "expected a name of letters, _ for a space, and - ' ( ), found \"ABCDEFGHIJABCDEFGHIJABCDEFGHIJABCDEFGHIJ\"" },
    { HEAD "pawn\x1B"
           "[2J:P:fW:p:a2\n" TOKIN KING,
      7, 5, "expected text without control characters, found \"?\"" },
    { HEAD "p\xFF"
           ":P:fW:p:a2\n" TOKIN KING,
      7, 2, "expected text in UTF-8, found \"?\"" },
};

static void every_fault_has_its_place(void **state)
{
    (void)state;
    size_t good = 0;
    for (size_t i = 0; i < COUNT(bad); i++) {
        shoogi_variant *v = NULL;
        shoogi_error err = { 0 };
        const shoogi_status status =
            shoogi_variant_parse(&v, bad[i].text, strlen(bad[i].text), &err);
        assert_int_not_equal(status, SHOOGI_OK);
        assert_int_equal(status, err.status);
        assert_null(v);
        if (strcmp(err.message, bad[i].message) != 0 || err.line != bad[i].line ||
            err.column != bad[i].column)
            print_error("%zu: %u:%u: %s\n", i, err.line, err.column, err.message);
        else
            good++;
    }
    assert_int_equal(good, COUNT(bad));
    assert_true(COUNT(bad) >= 60);
}

/* Captures by u that no other move duplicates: other squares, other pieces, or with another capture on the way. */
static void places_are_changed_where_nothing_else_is_taken(void **state)
{
    (void)state;
    static const char *const moves[] = { "uR",    "mRuR",  "BuR",   "WuD",  "RudR",  "mRcpRuW",
                                         "caKuW", "fRubD", "tKukK", "mUuN", "cKudN", "RmasWuA" };
    for (size_t i = 0; i < COUNT(moves); i++) {
        char text[256];
        shoogi_variant *v;
        shoogi_error err;
        const int bytes =
            snprintf(text, sizeof text, HEAD "porter:U:%s:u:\n" PAWN TOKIN KING, moves[i]);
        if (shoogi_variant_parse(&v, text, (size_t)bytes, &err) != SHOOGI_OK)
            fail_msg("%s: %s", moves[i], err.message);
        shoogi_variant_free(v);
    }
}

static void a_text_with_a_nul_is_none(void **state)
{
    (void)state;
    static const char text[] = GAME "x\0y";
    shoogi_variant *v = NULL;
    shoogi_error err;
    assert_int_equal(shoogi_variant_parse(&v, text, sizeof text - 1, &err), SHOOGI_PARSE_ERROR);
    assert_int_equal(err.line, 10);
    assert_int_equal(err.column, 2);
    assert_string_equal(err.message, "expected text without control characters, found \"?\"");
}

static void several_errors_are_all_reported(void **state)
{
    (void)state;
    const char *text = "ranks=y\nfiles=x\nsparkle=1\npawn:P:fWw:p:a2\n" TOKIN KING;
    shoogi_variant *v = NULL;
    shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
    size_t count = 0;
    assert_int_equal(shoogi_variant_check(&v, text, strlen(text), errors, COUNT(errors), &count),
                     SHOOGI_PARSE_ERROR);
    assert_int_equal(count, 3);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(errors[i].line, i + 1);
    assert_int_equal(shoogi_variant_check(&v, text, strlen(text), errors, 1, &count),
                     SHOOGI_PARSE_ERROR);
    assert_int_equal(count, 1);
    assert_int_equal(errors[0].line, 1);
    assert_int_equal(shoogi_variant_check(&v, text, strlen(text), NULL, 0, &count),
                     SHOOGI_PARSE_ERROR);
    assert_int_equal(count, 0);

    /* In the order of the text, even if a later line is examined first. */
    text = HEAD "dropMate=X\n" PAWN TOKIN "king:K:K:k:c9\nhole::::z1\n";
    assert_int_equal(shoogi_variant_check(&v, text, strlen(text), errors, COUNT(errors), &count),
                     SHOOGI_INVALID_RULES);
    assert_int_equal(count, 3);
    assert_int_equal(errors[0].line, 7);
    assert_int_equal(errors[1].line, 10);
    assert_int_equal(errors[2].line, 11);
}

/* --- warnings ------------------------------------------------------------------------------------ */

#define BARE "files=5\nranks=5\nmaxPromote=0\n"

static void warnings_do_not_fail(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *message; /* NULL: none */
    } warned[] = {
        { GAME, 0, 0, NULL },
        { HEAD "stalemate=won\n" PAWN TOKIN KING, 7, 11,
          "warning: expected draw, win or loss, found \"won\"" },
        { HEAD "ranks=5\n" PAWN TOKIN KING, 7, 1,
          "warning: expected one value of this parameter, found \"ranks=5\"" },
        { HEAD PAWN TOKIN "king:K:K::c1\n", 0, 0, NULL },
        { HEAD PAWN TOKIN "emperor:E:K::\nkaiser:A:K::\n" KING, 9, 13,
          "warning: expected an image name, found \":\"" },
        { HEAD PAWN TOKIN "king:K::k:c1\n", 0, 0, NULL },
        { HEAD PAWN TOKIN "king:K:::c1\n", 0, 0, NULL },
        { HEAD PAWN TOKIN "emperor:E::e:\n" KING, 9, 11,
          "warning: expected moves in XBetza (the piece cannot move), found \":e:\"" },
        { "files=5\n" KING, 3, 1, "warning: expected ranks= (8 is assumed), found end of text" },
        { "ranks=5\n" KING, 3, 1, "warning: expected files= (8 is assumed), found end of text" },
        { HEAD PAWN TOKIN "gryphon:E::e:\nfalcon:L::e:\n" KING, 0, 0, NULL },
        { HEAD "pawn:P:sfF:p:a2\n" TOKIN KING, 7, 8,
          "warning: expected the other order, found \"sfF\"" },
        { HEAD "pawn:P:maW:p:a2\n" TOKIN KING, 7, 10, "warning: expected a direction, found \"W\"" },
        { HEAD PAWN "morph=*\nmorph=*\n" TOKIN KING, 9, 7,
          "warning: expected one value of this parameter, found \"*\"" },
        { GAME "rook:R:R:r:a1\ndragon:+R:K:r2:\nroyal=3\n", 11, 8,
          "warning: expected a promoted form that some piece is or becomes, as by maxPromote, found "
          "\"+R\"" },
        { "files=5\nranks=5\npromoChoice=+\nmaxPromote=0\n" PAWN TOKIN KING, 6, 7,
          "warning: expected a promoted form that some piece is or becomes, as by maxPromote, found "
          "\"+P\"" },
        /* known from the start, or added by other changes */
        { BARE PAWN "tokin:+P:WfF:p2:,c3\n" KING, 0, 0, NULL },
        { BARE "drop=own\n" PAWN "tokin:+P:WfF:p2::0,1\n" KING, 0, 0, NULL },
        { BARE "promoteTo=P:+P\n" PAWN TOKIN KING, 0, 0, NULL },
        { BARE "contagion=P:+P\n" PAWN TOKIN KING, 0, 0, NULL },
        { BARE "changes=lost:P:K>+P\n" PAWN TOKIN KING, 0, 0, NULL },
        { BARE PAWN "morph=5+P\n" TOKIN KING, 0, 0, NULL },
        { BARE "holdingsType=-1\ndemoteTo=P>+P>-\n" PAWN TOKIN KING, 0, 0, NULL },
        { HEAD PAWN TOKIN "king:K:K:k:,c1\n", 10, 1,
          "warning: expected a royal for each side, found end of text" },
    };
    for (size_t i = 0; i < COUNT(warned); i++) {
        shoogi_variant *v = NULL;
        shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
        size_t count = 0;
        const char *text = warned[i].text;
        assert_int_equal(
            shoogi_variant_check(&v, text, strlen(text), errors, COUNT(errors), &count), SHOOGI_OK);
        assert_non_null(v);
        shoogi_variant_free(v);
        if (count != (warned[i].message ? 1u : 0u))
            fail_msg("%zu: %zu warnings", i, count);
        if (count == 0)
            continue;
        assert_int_equal(errors[0].status, SHOOGI_OK);
        if (errors[0].line != warned[i].line || errors[0].column != warned[i].column ||
            strcmp(errors[0].message, warned[i].message) != 0)
            fail_msg("%zu: %u:%u: %s", i, errors[0].line, errors[0].column, errors[0].message);
    }
}

/* Errors come first if there is no space for both; together they are in the order of the text. */
static void errors_push_warnings_out(void **state)
{
    (void)state;
    const char *text = "files=5\nfiles=5\nranks=5\nranks=5\nsymmetry=x\nsymmetry=y\n" KING;
    shoogi_variant *v = NULL;
    shoogi_error errors[8];
    size_t count = 0;
    assert_int_equal(shoogi_variant_check(&v, text, strlen(text), errors, 8, &count),
                     SHOOGI_PARSE_ERROR);
    assert_int_equal(count, 5);
    static const struct {
        uint32_t line;
        shoogi_status status;
    } expected[] = { { 2, SHOOGI_OK },
                     { 4, SHOOGI_OK },
                     { 5, SHOOGI_PARSE_ERROR },
                     { 6, SHOOGI_OK },
                     { 6, SHOOGI_PARSE_ERROR } };
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(errors[i].line, expected[i].line);
        assert_int_equal(errors[i].status, expected[i].status);
    }
    assert_int_equal(shoogi_variant_check(&v, text, strlen(text), errors, 2, &count),
                     SHOOGI_PARSE_ERROR);
    assert_int_equal(count, 2);
    assert_int_equal(errors[0].line, 5);
    assert_int_equal(errors[1].line, 6);
}

static void what_is_not_known_is_kept_if_asked(void **state)
{
    (void)state;
    const char *text =
        HEAD "sparkle=2\nnewAnimation=a b\n" PAWN TOKIN KING "sparkle=3\nrimColor=#000\n";
    const shoogi_parse_options lenient = { .lenient = true };
    shoogi_variant *v = NULL;
    shoogi_error errors[8];
    size_t count = 0;
    assert_int_equal(shoogi_variant_parse_with(&v, text, strlen(text), &lenient, errors, 8, &count),
                     SHOOGI_OK);
    assert_int_equal(count, 1); /* one for each name, and none about looks */
    assert_int_equal(errors[0].line, 7);
    assert_int_equal(errors[0].column, 1);
    assert_string_equal(errors[0].message, UNPLAYED "\"sparkle=2\"");
    assert_string_equal(shoogi_variant_parameter(v, "SPARKLE"), "3");
    assert_string_equal(shoogi_variant_parameter(v, "newAnimation"), "a b");
    assert_string_equal(shoogi_variant_parameter(v, "rimcolor"), "#000");
    assert_null(shoogi_variant_parameter(v, "coordColor"));
    assert_null(shoogi_variant_parameter(v, "files"));
    assert_null(shoogi_variant_parameter(v, "firstRank"));
    shoogi_variant_free(v);

    /* A line that is neither parameter nor piece, as the Interactive Diagram handles it. */
    text = HEAD "// all\n//royal=1\n" PAWN TOKIN KING;
    assert_int_equal(shoogi_variant_parse_with(&v, text, strlen(text), &lenient, errors, 8, &count),
                     SHOOGI_OK);
    assert_int_equal(count, 2);
    assert_int_equal(errors[0].line, 7);
    assert_string_equal(errors[0].message,
                        "warning: expected a parameter or a piece, as only a line that begins with "
                        "# is a comment, found \"// all\"");
    assert_string_equal(errors[1].message, UNPLAYED "\"//royal=1\"");
    assert_string_equal(shoogi_variant_kind(v, 1).name, "pawn");
    shoogi_variant_free(v);

    /* A comment is one in lenient mode too: the result is that of the strict parser. */
    text = HEAD "# all\n#royal=1 files=9\n" PAWN TOKIN KING;
    assert_int_equal(shoogi_variant_parse_with(&v, text, strlen(text), &lenient, errors, 8, &count),
                     SHOOGI_OK);
    assert_int_equal(count, 0);
    assert_int_equal(shoogi_variant_file_count(v), 5);
    shoogi_variant_free(v);
}

/* In a page a line that begins with "#" means what it means to the Interactive Diagram: words that are neither
 * parameter nor piece are skipped, a parameter may be called "#royal", and the rest of the line counts. */
static void number_signs_in_pages(void **state)
{
    (void)state;
    static const char text[] =
        "<p>\n<div class=\"idiagram\">\n# all\n#royal=1 files=5\nranks=5\n" KING
        "drunk\n# or\nelephant:E:K:e:a1\n</div>";
    const shoogi_parse_options page = { .page = true };
    shoogi_variant *v = NULL;
    shoogi_error errors[8];
    size_t count = 0;
    assert_int_equal(shoogi_variant_parse_with(&v, text, strlen(text), &page, errors, 8, &count),
                     SHOOGI_OK);
    assert_int_equal(shoogi_variant_file_count(v), 5);
    assert_string_equal(shoogi_variant_parameter(v, "#royal"), "1");
    assert_string_equal(shoogi_variant_kind(v, 2).name, "elephant");
    assert_int_equal(count, 4);
    assert_string_equal(errors[0].message,
                        "warning: expected a parameter or a piece, found \"# all\"");
    assert_string_equal(errors[1].message, UNPLAYED "\"#royal=1\"");
    assert_string_equal(errors[2].message,
                        "warning: expected a parameter or a piece, found \"drunk\"");
    shoogi_variant_free(v);
}

/* --- layout -------------------------------------------------------------------------------------- */

static size_t print(const char *text, size_t text_bytes, char *out, size_t room)
{
    shoogi_variant *v = NULL;
    shoogi_error err;
    if (shoogi_variant_parse(&v, text, text_bytes, &err) != SHOOGI_OK)
        fail_msg("%u:%u: %s\n%s", err.line, err.column, err.message, text);
    const size_t length = shoogi_variant_print(out, room, v);
    shoogi_variant_free(v);
    assert_true(length < room);
    return length;
}

/* The layout of a text does not change its meaning. */
static void texts_that_are_the_same_game(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
    } pairs[] = {
        { GAME, "files=5 ranks=5 symmetry=rotate holdingsType=-1 maxPromote=1 promoOffset=1 "
                "pawn:P:fWf@4:p:a2 tokin:+P:WfF:p2: king:K:K:k:c1" },
        { GAME, "\xEF\xBB\xBF" GAME },
        { GAME, "# my game\n" GAME "#" },
        { GAME, "\xEF\xBB\xBF# my game\r\n" GAME " \t# files=9 king:K:K:k:a9\r\n#\n#x:y:z:w:a1" },
        { GAME, HEAD "##check=capture base=nothing\n\n  #\n" PAWN "# names=x\n" TOKIN KING },
        { GAME, "\n\n  files=5  \r\n\tranks=5\r\nSYMMETRY=Rotate\r\nholdingsType=-1\r\n"
                "maxPromote=1\r\npromoOffset=1\r\n pawn:p:fWf@4:p:a2\r\n" TOKIN KING },
        { GAME, "king:K:K:k:c1 " HEAD "royal=1 pawn:P:fWf@4:p:a2 tokin:+P:WfF:p2:" } /* not */,
        { GAME, HEAD "ranks=9\nranks=5\n" PAWN TOKIN KING },
        { GAME, PAWN HEAD TOKIN KING },
        { GAME, PAWN TOKIN KING HEAD },
        { GAME, HEAD "pawn:P:fWf@4:p:A2\n" TOKIN "king::K:k:c1" },
        { GAME, HEAD "Pawn::fWf@4:p:a2\n" TOKIN KING },
        { GAME, HEAD "pawn:P:fWf@4:p:a2-a2\n" TOKIN KING },
        { GAME, HEAD "pawn:P:fWf@4:p:a2:0\n" TOKIN KING },
        { GAME, HEAD "pawn:P:fWf@4:p:a2:0,0\n" TOKIN KING },
        { GAME, HEAD "royal=3\nextinction=3\ncheck=strict\ndropDead=1\nrepetition=4:draw\n"
                     "perpetual=loss\nimpasse=agree\nillegal=reject\nstalemate=draw\ndrop=any\n"
                     "pass=none\nbaring=none\ntradeThreshold=off\nmustMove=1\npromoZone=1\n"
                     "promoWhen=touch\npromoMust=0\ndropFaces=0\nflip=none\nlastRank=P\n"
                     "impasseBig=none\nfirstRank=1\nfirstMove=white\ncastleFlip=0\nautoGate=0\n"
                     "shuffle=\nhandicapMen=count\nimpasseClaim=none\n" PAWN TOKIN KING },
        { GAME, HEAD "royal=1\nroyal=none\n" PAWN TOKIN KING },
        { GAME, HEAD "captureMatrix=.../.../...\n" PAWN "morph=5*/5*\n" TOKIN KING },
        { HEAD PAWN "gold general:G:WfF:g:b1\n" KING,
          HEAD PAWN "gold \t general:G:WfF:g:b1\n" KING },
        { HEAD PAWN "gold general:G:WfF:g:b1\n" KING,
          HEAD PAWN "GOLD\r\ngeneral:G:WfF:g:b1\n" KING },
        { HEAD "graphicsDir=a b/c\n" PAWN TOKIN KING,
          HEAD "graphicsDir=   a b/c  \n" PAWN TOKIN KING },
        { HEAD "graphicsType=png?x=y\n" PAWN TOKIN KING, HEAD
          "graphicsType=png?x=y enableAI=0 enableAI=0 pawn:P:fWf@4:p:a2\n" TOKIN KING } /* not */,
        { HEAD "firstRank=0\npawn:P:fWf@4:p:a1\n" TOKIN "king:K:K:k:c0\n",
          HEAD "firstRank=0\npawn:P:fWf@4:p:A01\n" TOKIN "king:K:K:k:c00\n" },
    };
    static const size_t different[] = { 6, 21 };
    char a[2048], b[2048];
    for (size_t i = 0; i < COUNT(pairs); i++) {
        bool same = true;
        for (size_t k = 0; k < COUNT(different); k++)
            same = same && different[k] != i;
        (void)print(pairs[i].a, strlen(pairs[i].a), a, sizeof a);
        (void)print(pairs[i].b, strlen(pairs[i].b), b, sizeof b);
        if ((strcmp(a, b) == 0) != same)
            fail_msg("%zu:\n%s\n%s", i, a, b);
    }
}

/* A value ends at a space if something else is defined on its line, else at the end of the line. */
static void values_with_blanks(void **state)
{
    (void)state;
    static const struct {
        const char *text, *value;
    } values[] = {
        { "graphicsDir=my pictures/shogi\n" GAME, "my pictures/shogi" },
        { "graphicsDir=my pictures/shogi \t\r\n" GAME, "my pictures/shogi" },
        { "graphicsDir=http://a/b?c=d e\n" GAME, "http://a/b?c=d e" },
        { "graphicsDir=\n" GAME, "" },
        { "graphicsDir= x\n" GAME, "x" },
        { "graphicsDir=a enableAI=0\n" GAME, "a" },
        { "graphicsDir=a enableAI=0 x y z\n" GAME, "a" },
        { GAME "graphicsDir=last one", "last one" },
        { "graphicsDir= \n" GAME, "" },
        { "graphicsDir=a gold general:G:WfF:g:\n" GAME, "a" },
    };
    for (size_t i = 0; i < COUNT(values); i++) {
        shoogi_variant *v = NULL;
        shoogi_error err = { 0 };
        if (shoogi_variant_parse(&v, values[i].text, strlen(values[i].text), &err) != SHOOGI_OK)
            fail_msg("%zu: %u:%u: %s", i, err.line, err.column, err.message);
        assert_string_equal(shoogi_variant_parameter(v, "graphicsDir"), values[i].value);
        shoogi_variant_free(v);
    }
}

/* --- bases --------------------------------------------------------------------------------------- */

/* Definitions by name, for the tests below. */
static const struct {
    const char *name, *text;
} shelf[] = {
    { "game", GAME },
    { "other", "base=game\nalias=else\ncheck=capture\nhole::::e1\n" },
    { "named", HEAD PAWN "kanji=歩\n" TOKIN "kanji=と金\n" KING },
    { "third", "base=other\nroyal=none\nroyal=3\nroyal=4\nqueen:Q:Q:q:b1\n" },
    { "self", "base=self\n" },
    { "chicken", "base=egg\n" },
    { "egg", "base=chicken\n" },
    { "broken", GAME "sparkle=1\n" },
    { "bad-rules", GAME "dropMate=X\n" },
    { "over-broken", "base=broken\n" },
    { "d1", "base=d2\n" },
    { "d2", "base=d3\n" },
    { "d3", "base=d4\n" },
    { "d4", "base=d5\n" },
    { "d5", "base=d6\n" },
    { "d6", "base=d7\n" },
    { "d7", "base=game\n" },
    { "d0", "base=d1\n" },
    { "groups", GAME "antiTrade=2\niron=1\nimpasseClaim=camp\nprotected=3\n" },
};

static shoogi_status take_from_shelf(void *context, const char *name, size_t name_bytes,
                                     const char **text, size_t *text_bytes)
{
    (void)context;
    for (size_t i = 0; i < COUNT(shelf); i++) {
        if (strlen(shelf[i].name) != name_bytes || memcmp(shelf[i].name, name, name_bytes) != 0)
            continue;
        *text = shelf[i].text;
        *text_bytes = strlen(shelf[i].text);
        return SHOOGI_OK;
    }
    if (name_bytes == 6 && memcmp(name, "locked", 6) == 0)
        return SHOOGI_IO;
    if (name_bytes == 6 && memcmp(name, "memory", 6) == 0)
        return SHOOGI_NO_MEMORY;
    if (name_bytes == 4 && memcmp(name, "huge", 4) == 0) {
        *text = "";
        *text_bytes = SHOOGI_DEFINITION_BYTES_MAX + 1;
        return SHOOGI_OK;
    }
    return SHOOGI_NOT_FOUND;
}

static const shoogi_parse_options with_shelf = { .lookup = take_from_shelf };

/* Parses a copy of text, since compilers merge equal strings. */
static shoogi_status read_with_shelf(shoogi_variant **v, const char *text, shoogi_error *errors,
                                     size_t *count)
{
    static char copy[2048];
    snprintf(copy, sizeof copy, "%s", text);
    return shoogi_variant_parse_with(v, copy, strlen(copy), &with_shelf, errors, 4, count);
}

static void a_definition_lies_over_its_base(void **state)
{
    (void)state;
    static const struct {
        const char *text, *whole;
    } pairs[] = {
        { "base=game\n", GAME },
        { "base=none\n" GAME, GAME },
        { "base=game\ncheck=capture\n", GAME "check=capture\n" },
        { "check=capture\nbase=game\n", GAME "check=capture\n" },
        { "base=other\n", GAME "check=capture\nhole::::e1\n" },
        { "base=other\ncheck=strict\nhole::::d1\n", GAME "hole::::d1\n" },
        /* a piece replaces the one with the same id; a new one comes last */
        { "base=game\nPAWN:p:sW:x:b2\n", HEAD "pawn:P:sW:x:b2\n" TOKIN KING },
        { "base=game\nqueen:Q:Q:q:b1\n", GAME "queen:Q:Q:q:b1\nroyal=3\n" },
        { "base=third\n", GAME "queen:Q:Q:q:b1\nroyal=3\nroyal=4\nhole::::e1\ncheck=capture\n" },
        { "base=game\nroyal=1\n", GAME "royal=3\nroyal=1\n" },
        { "base=game\nroyal=none\nroyal=1\n", GAME "royal=1\n" },
        /* cumulative parameters, and those of a replaced piece */
        { "base=groups\n", GAME "antiTrade=2\niron=1\nimpasseClaim=camp\nprotected=3\n" },
        { "base=groups\niron=none\nprotected=1\n",
          GAME "antiTrade=2\nimpasseClaim=camp\nprotected=3\nprotected=1\n" },
        { "base=groups\nking:K:K:k:c1\niron=2\n",
          GAME "iron=1\niron=2\nimpasseClaim=camp\nprotected=3\n" },
        { "base=groups\nantiTrade=none\n", GAME "iron=1\nimpasseClaim=camp\nprotected=3\n" },
        { "base=groups\nimpasseClaim=declare:28:27\nqueen:Q:Q:q:\nantiTrade=1\n",
          GAME "antiTrade=2\nqueen:Q:Q:q:\nantiTrade=1\niron=1\nimpasseClaim=camp\n"
               "impasseClaim=declare:28:27\nprotected=3\nroyal=3\n" },
        { "base=named\ntokin:+P:WfF:p2:\nromaji=T\n",
          HEAD PAWN "kanji=歩\n" TOKIN "romaji=T\n" KING },
        { "base=named\nkanji=none\n", GAME },
        { "base=other\nhistory=A game.\ndispute=Why?\n", GAME "check=capture\nhole::::e1\n" },
        { "base=other\nalias=mine\n", GAME "alias=mine\ncheck=capture\nhole::::e1\n" },
    };
    char a[2048], b[2048];
    for (size_t i = 0; i < COUNT(pairs); i++) {
        shoogi_variant *v = NULL;
        shoogi_error errors[4];
        size_t count;
        if (read_with_shelf(&v, pairs[i].text, errors, &count) != SHOOGI_OK)
            fail_msg("%zu: %u:%u: %s", i, errors[0].line, errors[0].column, errors[0].message);
        assert_int_equal(count, 0);
        (void)shoogi_variant_print(a, sizeof a, v);
        shoogi_variant_free(v);
        (void)print(pairs[i].whole, strlen(pairs[i].whole), b, sizeof b);
        if (strcmp(a, b) != 0)
            fail_msg("%zu:\n%s\n%s", i, a, b);
    }
}

static void faults_of_bases(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *message;
    } faults[] = {
        { "base=nothing\n", 1, 6, "expected the name of a definition, found \"nothing\"" },
        { "base=locked\n", 1, 6,
          "expected the name of a definition that can be read, found \"locked\"" },
        { "base=huge\n", 1, 6,
          "expected the name of a definition of at most 262144 bytes, found \"huge\"" },
        { "files=3\nbase=self\n", 2, 6,
          "expected a base without errors (1:6: expected the name of a definition that is not based "
          "on this one, found \"self\"), found \"self\"" },
        { "base=chicken\n", 1, 6,
          "expected a base without errors (1:6: expected the name of a definition that is not based "
          "on this one, found \"chicken\"), found \"chicken\"" },
        { "base=broken\n", 1, 6,
          "expected a base without errors (10:1: " UNKNOWN "\"sparkle=1\"), "
          "found \"broken\"" },
        { "base=over-broken\n", 1, 6,
          "expected a base without errors (10:1: " UNKNOWN "\"sparkle=1\"), "
          "found \"over-broken\"" },
        { "base=bad-rules\n", 1, 6,
          "expected a base without errors (10:10: expected an id of this game, found \"X\"), "
          "found \"bad-rules\"" },
        /* errors of the combination only */
        { "base=game\nfiles=2\n", 1, 6,
          "expected a base without errors (9:12: expected a file from a to b, found \"c1\"), "
          "found \"game\"" },
        { "base=game\nqueen:Q:Q:q:a2\n", 2, 13, "expected an empty square, found \"a2\"" },
    };
    for (size_t i = 0; i < COUNT(faults); i++) {
        shoogi_variant *v = NULL;
        shoogi_error errors[4];
        size_t count;
        assert_int_not_equal(read_with_shelf(&v, faults[i].text, errors, &count), SHOOGI_OK);
        assert_true(count >= 1);
        char expected[512];
        snprintf(expected, sizeof expected, "%s", faults[i].message);
        if (errors[0].line != faults[i].line || errors[0].column != faults[i].column ||
            strncmp(errors[0].message, expected, 60) != 0)
            fail_msg("%zu: %u:%u: %s", i, errors[0].line, errors[0].column, errors[0].message);
        if (strlen(expected) < SHOOGI_MESSAGE_BYTES)
            assert_string_equal(errors[0].message, expected);
    }
    shoogi_variant *v = NULL;
    shoogi_error err;
    size_t count;
    assert_int_equal(shoogi_variant_parse(&v, "base=game\n", 10, &err), SHOOGI_INVALID_RULES);
    assert_string_equal(err.message,
                        "expected no base, as there are no other definitions here, found \"game\"");
    assert_int_equal(
        shoogi_variant_parse_with(&v, "base=memory\n", 12, &with_shelf, &err, 1, &count),
        SHOOGI_NO_MEMORY);
    assert_string_equal(err.message, "out of memory");
    assert_int_equal(shoogi_variant_parse_with(&v, "base=d1\n", 8, &with_shelf, &err, 1, &count),
                     SHOOGI_OK);
    shoogi_variant_free(v);
    assert_int_equal(shoogi_variant_parse_with(&v, "base=d0\n", 8, &with_shelf, &err, 1, &count),
                     SHOOGI_INVALID_RULES);
    assert_non_null(strstr(err.message, "expected at most 8 definitions, each based on the next"));
}

static void aliases_are_found_without_reading(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
        bool has;
    } texts[] = {
        { "alias=mini", "mini", true },
        { "\xEF\xBB\xBF"
          "alias=mini",
          "mini", true },
        { "x=1\n Alias=a,MiniShogi,b\nfiles=", "minishogi", true },
        { "alias=a alias=b,c", "c", true },
        { "alias=mini", "min", false },
        { "alias=mini", "minis", false },
        { "alias=mini", "alias=mini", false },
        { "alias=,", "", false },
        { "xalias=mini", "mini", false },
        { "source=A page alias=mini\nalias=tiny", "mini", false },
        { "source=A page alias=mini\nalias=tiny", "tiny", true },
        { "alias=", "mini", false },
        { "", "mini", false },
        { "# alias=mini\n#alias=mini\n \t# x alias=mini\n", "mini", false },
        { "# alias=mini\nalias=tiny,mini\n", "mini", true },
        { "x=1 # alias=mini\n", "mini", true }, /* not a comment, and rejected elsewhere */
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        assert_int_equal(shoogi_text_has_alias(texts[i].text, strlen(texts[i].text), texts[i].name,
                                               strlen(texts[i].name)),
                         texts[i].has);
    /* Random bytes terminate too. */
    static const char zeros[] = "\0 \0alias=mini alias=a\0b,mini\0";
    assert_false(shoogi_text_has_alias("\0", 1, "x", 1));
    assert_false(shoogi_text_has_alias(zeros, sizeof zeros - 1, "mini", 4));
    assert_true(shoogi_text_has_alias(zeros, sizeof zeros - 1, "mini\0", 5));
}

static void titles_are_found_without_reading(void **state)
{
    (void)state;
    static const struct {
        const char *text, *title;
    } texts[] = {
        { "title=Chu Shogi", "Chu Shogi" },
        { "alias=x\nTitle= Chu Shogi, by title=him \nhistory=title=no\n",
          "Chu Shogi, by title=him" },
        { "title=One\ntitle=Two\n", "Two" },
        { "title=One\ntitle=none\n", "" },
        { "history=A title=One\n", "" },
        { "# title=One\n", "" },
        { "", "" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        const shg_span title = shg_text_title(texts[i].text, strlen(texts[i].text));
        assert_int_equal(title.count, strlen(texts[i].title));
        assert_true(title.count == 0 || memcmp(title.bytes, texts[i].title, title.count) == 0);
    }
    static const struct {
        const char *title, *typed;
        bool same;
    } rows[] = {
        { "Chu Shogi", "chu shogi", true },
        { "Chu Shogi", "CHU-SHOGI", true },
        { "Chu Shogi", "chu_shogi", true },
        { "Chu Shogi", "chushogi", false },
        { "Chu Shogi", "chu", false },
        { "Chu", "chu shogi", false },
        { "Tai Shogi, rules of HaChu", "tai-shogi-rules-of-hachu", true },
        { "Tai Shogi, rules of HaChu", "Tai Shogi, rules of HaChu", true },
        { "Maka-dai-dai Shogi", "maka dai dai shogi", true },
        { "中将棋", "中将棋", true },
        { "", "", false },
        { "", ",", false },
        { "Chu", "", false },
        { "Chu", "chu,", true },
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(shg_title_is((shg_span){ rows[i].title, strlen(rows[i].title) },
                                      (shg_span){ rows[i].typed, strlen(rows[i].typed) }),
                         rows[i].same);
}

/* --- bounds -------------------------------------------------------------------------------------- */

static void bounds_hold(void **state)
{
    (void)state;
    char *text = malloc(SHOOGI_DEFINITION_BYTES_MAX + 1);
    assert_non_null(text);
    memset(text, ' ', SHOOGI_DEFINITION_BYTES_MAX + 1);
    memcpy(text, GAME, strlen(GAME));
    shoogi_variant *v = NULL;
    shoogi_error err;
    assert_int_equal(shoogi_variant_parse(&v, text, SHOOGI_DEFINITION_BYTES_MAX, &err), SHOOGI_OK);
    shoogi_variant_free(v);
    v = NULL;
    assert_int_equal(shoogi_variant_parse(&v, text, SHOOGI_DEFINITION_BYTES_MAX + 1, &err),
                     SHOOGI_LIMIT_EXCEEDED);
    assert_null(v);
    assert_string_equal(err.message,
                        "expected a definition of at most 262144 bytes, found 262145 bytes");
    /* 30 kinds of 999 for each player are 59,940 pieces in hand; the last two lines exceed the limit. */
    shg_out out = shg_out_make(text, SHOOGI_DEFINITION_BYTES_MAX);
    shg_out_text(&out, "files=5\nranks=5\nholdingsType=-1\nmaxPromote=0\n");
    for (int i = 0; i < 30; i++)
        shg_out_format(&out, "pawn:X%d:W:p::999\n", i);
    shg_out_text(&out, "pawn:Y:W:p::60,0\nking:K:K:k:a1\n");
    assert_int_equal(shoogi_variant_parse(&v, text, out.length, &err), SHOOGI_OK);
    shoogi_variant_free(v);
    v = NULL;
    out.length -= strlen("60,0\nking:K:K:k:a1\n");
    shg_out_text(&out, "60,1\nking:K:K:k:a1\n");
    assert_int_equal(shoogi_variant_parse(&v, text, out.length, &err), SHOOGI_INVALID_RULES);
    assert_null(v);
    assert_int_equal(err.column, 13);
    assert_string_equal(err.message, "expected at most 60000 pieces in hand, found \"60,1\"");
    for (int count = 256; count <= 257; count++) {
        out = shg_out_make(text, SHOOGI_DEFINITION_BYTES_MAX);
        shg_out_text(&out, GAME "idAlias=A0:P");
        for (int i = 1; i < count; i++)
            shg_out_format(&out, ",A%d:P", i);
        const shoogi_status status = shoogi_variant_parse(&v, text, out.length, &err);
        if (count == 256) {
            assert_int_equal(status, SHOOGI_OK);
            assert_int_equal(shoogi_variant_kind_by_input(v, "a255", 4), 1);
            shoogi_variant_free(v);
            v = NULL;
        } else {
            assert_int_equal(status, SHOOGI_INVALID_RULES);
            assert_string_equal(err.message,
                                "expected at most 256 other letters, found \"A256:P\"");
        }
    }
    free(text);
}

/* Cut at every length, a definition is parsed or rejected without overrunning. */
static void a_text_cut_anywhere_does_no_harm(void **state)
{
    (void)state;
    const char *whole =
        HEAD "royal=3\nrepetition=4:draw\nimpasse=points:24\nalias=a,b\nidAlias=T:+P\n"
             "captureMatrix=./3p/-\n" PAWN "morph=/3*+P/-\nantiTrade=1\n" TOKIN
             "hole::::e1\ngold general:G:[W?fsF]:g:b1,,d5:1,2\n" KING;
    for (size_t bytes = 0; bytes <= strlen(whole); bytes++) {
        char *text = malloc(bytes + 1);
        assert_non_null(text);
        memcpy(text, whole, bytes);
        shoogi_variant *v = NULL;
        shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
        size_t count;
        const shoogi_status status =
            shoogi_variant_check(&v, text, bytes, errors, COUNT(errors), &count);
        assert_int_equal(status == SHOOGI_OK, v != NULL);
        assert_true(status == SHOOGI_OK || count > 0);
        for (size_t i = 0; i < count; i++)
            assert_true(errors[i].line >= 1 && errors[i].column >= 1 &&
                        errors[i].line + errors[i].column <= bytes + 2);
        shoogi_variant_free(v);
        free(text);
    }
}

/* One byte of a text changed to every other. */
static void a_text_spoilt_anywhere_does_no_harm(void **state)
{
    (void)state;
    static const char others[] = "\n :=,-+*/;0a9Z\xFF\x01(";
    char text[] =
        HEAD "royal=3\nimpasse=points:24\ncaptureMatrix=./3p/-\n" PAWN "morph=/3*+P/-\n" TOKIN
             "hole::::e1\ngold general:G:[W?fsF]:g:b1,,d5:1,2\n" KING;
    for (size_t at = 0; at < sizeof text - 1; at++) {
        const char kept = text[at];
        for (size_t i = 0; i < sizeof others - 1; i++) {
            text[at] = others[i];
            shoogi_variant *v = NULL;
            shoogi_error err;
            (void)!shoogi_variant_parse(&v, text, sizeof text - 1, &err);
            shoogi_variant_free(v);
        }
        text[at] = kept;
    }
}

/* --- hostile texts ------------------------------------------------------------------------------- */

typedef struct text {
    char *bytes;
    size_t count, room;
} text;

static void add(text *t, const char *words)
{
    const size_t count = strlen(words);
    if (t->count + count > t->room) {
        t->room = 2 * (t->count + count);
        t->bytes = realloc(t->bytes, t->room);
        assert_non_null(t->bytes);
    }
    memcpy(t->bytes + t->count, words, count);
    t->count += count;
}

static void fill(text *t, const char *words, size_t most)
{
    while (t->count + strlen(words) <= most)
        add(t, words);
}

/* As many kinds with the given moves as possible; the last is the royal. */
static void add_kinds(text *t, const char *moves, unsigned count, size_t most)
{
    char line[4096];
    for (unsigned k = 0; k < count && t->count < most; k++) {
        snprintf(line, sizeof line, "p:A%u:%s:p:\n", k, moves);
        add(t, line);
    }
    add(t, "king:K:K:k:a1,,aj36\n");
}

/* Rejected or parsed in a time that does not depend on the content.  The bound is for a slow machine under sanitizers;
 * a quadratic parser takes minutes. */
static void in_bounded_time(const text *t, shoogi_status status)
{
    const clock_t start = clock();
    shoogi_variant *v = NULL;
    shoogi_error errors[SHOOGI_DEFINITION_ERRORS_MAX];
    size_t count;
    const shoogi_parse_options lenient = { .lenient = true };
    const shoogi_status found =
        shoogi_variant_parse_with(&v, t->bytes, t->count, &lenient, errors, COUNT(errors), &count);
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    /* Whether there is a board class for the board is not tested here. */
    const bool no_class = status == SHOOGI_OK && found == SHOOGI_INVALID_RULES && count > 0 &&
                          strstr(errors[0].message, "a smaller board");
    if (found != status && !no_class)
        fail_msg("status %d, not %d: %s", found, status, count > 0 ? errors[0].message : "");
    if (seconds > 20)
        fail_msg("%.1f s", seconds);
    if (v) {
        assert_true(shoogi_variant_print(NULL, 0, v) > 0);
        shoogi_variant_free(v);
    }
    free(t->bytes);
}

#define BIG "files=36 ranks=36 symmetry=none maxPromote=0\n"

static void hostile_texts_are_bounded(void **state)
{
    (void)state;
    const size_t most = SHOOGI_DEFINITION_BYTES_MAX;
    text t = { 0 };

    fill(&t, "x=1 ", most); /* one name repeatedly */
    in_bounded_time(&t, SHOOGI_INVALID_RULES);

    t = (text){ 0 };
    for (unsigned i = 0; i < 20000; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%u=1 ", i);
        add(&t, name);
    }
    in_bounded_time(&t, SHOOGI_PARSE_ERROR);

    t = (text){ 0 };
    fill(&t, "royal=1 ", most);
    in_bounded_time(&t, SHOOGI_INVALID_RULES);

    t = (text){ 0 };
    fill(&t, "a ", most); /* an endless name */
    in_bounded_time(&t, SHOOGI_PARSE_ERROR);

    t = (text){ 0 };
    fill(&t, ":::::", most);
    in_bounded_time(&t, SHOOGI_PARSE_ERROR);

    t = (text){ 0 };
    add(&t, "files=3 ranks=3\nking:K:");
    fill(&t, "fW", most - 10); /* endless moves */
    add(&t, ":k:a1");
    in_bounded_time(&t, SHOOGI_OK);

    t = (text){ 0 };
    add(&t, "files=3 ranks=3\nking:K:W");
    fill(&t, "X", most - 10);
    add(&t, ":k:a1");
    in_bounded_time(&t, SHOOGI_OK);

    t = (text){ 0 };
    add(&t, "files=36 ranks=36 symmetry=mirror\nking:K:K:k:a1\nhole::::");
    fill(&t, "a2-aj35,", most - 8);
    add(&t, "a2");
    in_bounded_time(&t, SHOOGI_OK);

    t = (text){ 0 };
    add(&t, "files=36 ranks=36\nking:K:K:k:a1-aj36\nhole::::a1-aj36");
    in_bounded_time(&t, SHOOGI_INVALID_RULES); /* only holes */

    t = (text){ 0 };
    add(&t, "files=36 ranks=36\nking:K:K:k:\nhole::::a1-aj36");
    in_bounded_time(&t, SHOOGI_INVALID_RULES);

    t = (text){ 0 };
    add(&t, "files=9 ranks=9\nking:K:K:k:\ncaptureMatrix=");
    fill(&t, "99999999", most);
    in_bounded_time(&t, SHOOGI_PARSE_ERROR);

    t = (text){ 0 };
    add(&t, BIG "porter:P:uD:p:\n"); /* each may move as any other */
    add_kinds(&t, "I", 509, most);
    in_bounded_time(&t, SHOOGI_OK);

    t = (text){ 0 };
    add(&t, "files=9 ranks=9 promoteTo=");
    fill(&t, "K:K;", most - 20);
    add(&t, "\nking:K:K:k:a1");
    in_bounded_time(&t, SHOOGI_INVALID_RULES);
}

/* Boards of the largest size with the most kinds.  Parsing is bounded; whether a board class accepts them is not
 * tested here. */
static void large_games_are_bounded(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        unsigned count;
    } games[] = {
        { "K", 510 },
        { "Q99N99C99Z99", 400 },
        { "[K?aK?aK]", 500 },
        { "maaaaW", 500 },
        { "mafmafmafmafmafmafmafmafmafmafmafmafmafmafmafW", 500 },
        { "[K-aK-aK-aWXXXXXXXXXXXX]", 500 },
        { "(paf)(paf)cQ", 300 },
        { "maQ", 60 },
        { "U", 500 },
    };
    for (size_t i = 0; i < COUNT(games); i++) {
        text t = { 0 };
        add(&t, BIG);
        add_kinds(&t, games[i].moves, games[i].count / TEST_SHARE(1, 1, 4),
                  SHOOGI_DEFINITION_BYTES_MAX - 4096);
        const clock_t start = clock();
        shoogi_variant *v = NULL;
        shoogi_error err = { 0 };
        const shoogi_status status = shoogi_variant_parse(&v, t.bytes, t.count, &err);
        const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        if (status != SHOOGI_OK && status != SHOOGI_LIMIT_EXCEEDED && status != SHOOGI_INVALID_RULES)
            fail_msg("%s: %s", games[i].moves, err.message);
        if (seconds > 60)
            fail_msg("%s: %.1f s", games[i].moves, seconds);
        shoogi_variant_free(v);
        free(t.bytes);
    }
}

TEST_SUITE(definition)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_has_its_place),
        cmocka_unit_test(places_are_changed_where_nothing_else_is_taken),
        cmocka_unit_test(a_text_with_a_nul_is_none),
        cmocka_unit_test(several_errors_are_all_reported),
        cmocka_unit_test(warnings_do_not_fail),
        cmocka_unit_test(errors_push_warnings_out),
        cmocka_unit_test(what_is_not_known_is_kept_if_asked),
        cmocka_unit_test(number_signs_in_pages),
        cmocka_unit_test(texts_that_are_the_same_game),
        cmocka_unit_test(values_with_blanks),
        cmocka_unit_test(a_definition_lies_over_its_base),
        cmocka_unit_test(faults_of_bases),
        cmocka_unit_test(aliases_are_found_without_reading),
        cmocka_unit_test(titles_are_found_without_reading),
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(a_text_cut_anywhere_does_no_harm),
        cmocka_unit_test(a_text_spoilt_anywhere_does_no_harm),
        cmocka_unit_test(hostile_texts_are_bounded),
        cmocka_unit_test(large_games_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
