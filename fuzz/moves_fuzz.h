/* moves_fuzz.h: what the fuzz targets of move notations share: positions that the input chooses, what a refusal
 * must look like, and the entry point.
 *
 * The first byte chooses the game, the second says how many moves are made first, and each of the next
 * bytes is one of them; the rest is the text.  Included by one file of each target, which defines
 * require_round_trip, read_text and FUZZ_LIST, the function that lists the moves it tells apart. */
#ifndef SHOOGI_FUZZ_MOVES_FUZZ_H
#define SHOOGI_FUZZ_MOVES_FUZZ_H

#include "base/text.h"
#include "games.h"
#include "shoogi/notation.h"

#include <string.h>

/* A legal move is written, and what is written is read again. */
static void require_round_trip(shoogi_position *position, shoogi_move move);
/* Any text is read as a move. */
static void read_text(shoogi_position *position, const char *text, size_t text_bytes);

/* Two digits, two letters, names that begin like others, and a rank x. */
static const char large[] =
    "files=10\nranks=25\nholdingsType=-1\npromoZone=12\nmaxPromote=2\npromoOffset=4\npromoChoice=+\n"
    "symmetry=rotate\nroyal=4\nsilver:S:FfW@25:s:a1,c1\nside mover:SM:sRvW@25:m:b2,g2\nxebec:X:Q@25:x:e3\n"
    "king:K:K:k:e1\ngold:+S:WfF:g:\nfree boar:+SM:BsR:o:\n";
/* Forms with a sign in their ids, two pieces captured on the way, and pieces that swap squares with what they capture, vanish
 * with it or become it. */
static const char odd[] =
    "files=7\nranks=7\nsymmetry=rotate\nholdingsType=0\npromoZone=3\npromoteTo=P:+P,T,U;+P:U\n"
    "check=capture\npass=lion\ncaptureMatrix=//x!/+\nroyal=5\npawn:P:fW:p:a2-g2\n"
    "tiger:T:KcaKcabKcacaKcacabKmabK:t:b1,f1\nswapper:U:WuB:u:c1,e1\npaper:+P:R:q:a1\nking:K:K:k:d1\n";

/* One of the two: a game that is shipped, or its text. */
static const struct game {
    const char *name, *text;
} games[] = { { "shogi", NULL }, { NULL, large },   { "mortal", NULL }, { "chu", NULL },
              { "kyoto", NULL }, { "micro", NULL }, { NULL, odd },      { "chu-lishogi", NULL } };
enum { GAMES = sizeof games / sizeof games[0] };

enum { PLIES_MAX = 64, MOVES_ROOM = 1 << 16 };
static shoogi_move moves[MOVES_ROOM];

/* Read once, kept to the end. */
static const shoogi_variant *variant_of(unsigned which)
{
    static shoogi_variant *parsed[GAMES];
    const struct game *game = &games[which];
    if (game->name)
        return fuzz_shipped(game->name);
    FUZZ_REQUIRE(parsed[which] || shoogi_variant_parse(&parsed[which], game->text,
                                                       strlen(game->text), NULL) == SHOOGI_OK);
    return parsed[which];
}

/* The reader refused the text: at a place within it, and in words. */
static void require_refusal(shoogi_status status, const shoogi_error *err, const char *text,
                            size_t text_bytes)
{
    FUZZ_REQUIRE(status == SHOOGI_PARSE_ERROR || status == SHOOGI_ILLEGAL);
    FUZZ_REQUIRE(err->status == status && err->line == 1 && err->column >= 1 &&
                 err->message[0] != '\0');
    FUZZ_REQUIRE(err->column <= shg_utf8_length(text, text_bytes) + 1);
    FUZZ_REQUIRE(status != SHOOGI_PARSE_ERROR || strncmp(err->message, "expected ", 9) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes < 2)
        return 0;
    shoogi_position *position;
    FUZZ_REQUIRE(shoogi_position_new(&position, variant_of(data[0] % GAMES)) == SHOOGI_OK);
    const size_t plies =
        data[1] % PLIES_MAX < data_bytes - 2 ? data[1] % PLIES_MAX : data_bytes - 2;
    size_t count = FUZZ_LIST(position, moves, MOVES_ROOM);
    for (size_t i = 0; i < plies && count > 0; i++) {
        FUZZ_REQUIRE(shoogi_position_do(position, moves[data[2 + i] % count]) == SHOOGI_OK);
        count = FUZZ_LIST(position, moves, MOVES_ROOM);
    }
    FUZZ_REQUIRE(count <= MOVES_ROOM);
    for (size_t i = 0; i < count; i++)
        require_round_trip(position, moves[i]);
    read_text(position, (const char *)data + 2 + plies, data_bytes - 2 - plies);
    shoogi_position_free(position);
    return 0;
}

#endif
