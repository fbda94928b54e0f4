/* moves_fuzz.h: what the fuzz targets of move notations share: positions that the input chooses, what a refusal
 * must look like, and the entry point.
 *
 * The first byte chooses the game, the second says how many moves are made first, and each of the next
 * bytes is one of them; the rest is the text.  Included by one file of each target, which defines
 * require_round_trip and read_text. */
#ifndef SHOOGI_FUZZ_MOVES_FUZZ_H
#define SHOOGI_FUZZ_MOVES_FUZZ_H

#include "base/text.h"
#include "fuzz.h"
#include "shoogi/notation.h"

#include <string.h>

/* A legal move is written, and what is written is read again. */
static void require_round_trip(const shoogi_position *position, shoogi_move move);
/* Any text is read as a move. */
static void read_text(const shoogi_position *position, const char *text, size_t text_bytes);

static const char shogi[] =
    "files=9\nranks=9\nholdingsType=-1\npromoZone=3\nmaxPromote=6\npromoOffset=7\npromoChoice=+\n"
    "symmetry=rotate\ndropMate=P\npawn:P:fWf@8:p:a3-i3\nlance:L:fR@8:l:a1,i1\nknight:N:fN@7:n:b1,h1\n"
    "silver general:S:FfW@9:s:c1,g1\nbishop:B:B@9:b:b2\nrook:R:R@9:r:h2\ngold general:G:WfF@9:g:d1,f1\n"
    "promoted pawn:+P:WfF:p2:\npromoted lance:+L:WfF:l2:\npromoted knight:+N:WfF:n2:\n"
    "promoted silver:+S:WfF:s2:\npromoted bishop:+B:BW:b2:\npromoted rook:+R:RF:r2:\nking:K:K:k:e1\n";
/* Two digits, two letters, names that begin like others, and a rank x. */
static const char large[] =
    "files=10\nranks=25\nholdingsType=-1\npromoZone=12\nmaxPromote=2\npromoOffset=4\npromoChoice=+\n"
    "symmetry=rotate\nroyal=4\nsilver:S:FfW@25:s:a1,c1\nside mover:SM:sRvW@25:m:b2,g2\nxebec:X:Q@25:x:e3\n"
    "king:K:K:k:e1\ngold:+S:WfF:g:\nfree boar:+SM:BsR:o:\n";

static const struct {
    const char *text;
    size_t bytes;
} definitions[2] = { { shogi, sizeof shogi - 1 }, { large, sizeof large - 1 } };
static shoogi_variant *variants[2]; /* read once, kept to the end */

enum { PLIES_MAX = 64, MOVES_ROOM = 1 << 16 };
static shoogi_move moves[MOVES_ROOM];

static shoogi_position *position_of(unsigned which)
{
    if (!variants[which])
        FUZZ_REQUIRE(shoogi_variant_parse(&variants[which], definitions[which].text,
                                          definitions[which].bytes, NULL) == SHOOGI_OK);
    shoogi_position *position;
    FUZZ_REQUIRE(shoogi_position_new(&position, variants[which]) == SHOOGI_OK);
    return position;
}

/* The reader refused the text: at a place within it, and in words. */
static void require_refusal(shoogi_status status, const shoogi_error *err, const char *text,
                            size_t text_bytes)
{
    FUZZ_REQUIRE(status == SHOOGI_BAD_TEXT || status == SHOOGI_ILLEGAL);
    FUZZ_REQUIRE(err->status == status && err->line == 1 && err->column >= 1 &&
                 err->message[0] != '\0');
    FUZZ_REQUIRE(err->column <= shg_utf8_length(text, text_bytes) + 1);
    FUZZ_REQUIRE(status != SHOOGI_BAD_TEXT || strncmp(err->message, "expected ", 9) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes < 2)
        return 0;
    shoogi_position *position = position_of(data[0] & 1);
    const size_t plies =
        data[1] % PLIES_MAX < data_bytes - 2 ? data[1] % PLIES_MAX : data_bytes - 2;
    size_t count = shoogi_position_moves(position, moves, MOVES_ROOM);
    for (size_t i = 0; i < plies && count > 0; i++) {
        FUZZ_REQUIRE(shoogi_position_do(position, moves[data[2 + i] % count]) == SHOOGI_OK);
        count = shoogi_position_moves(position, moves, MOVES_ROOM);
    }
    FUZZ_REQUIRE(count <= MOVES_ROOM);
    for (size_t i = 0; i < count; i++)
        require_round_trip(position, moves[i]);
    read_text(position, (const char *)data + 2 + plies, data_bytes - 2 - plies);
    shoogi_position_free(position);
    return 0;
}

#endif
