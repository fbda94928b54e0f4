/* sfen_fuzz.c: any text as a position, in SFEN or FEN: it is refused at a place within it and changes
 * nothing, or what is written of it reads to the same.
 *
 * The first byte chooses the game, an even one shogi, an odd one one with holes and long ids; and from 128 on FEN,
 * from 192 on that of Game Courier.  The rest is the text. */
#include "base/text.h"
#include "fuzz.h"
#include "shoogi/notation.h"

#include <string.h>

static const char shogi[] =
    "files=9\nranks=9\nholdingsType=-1\npromoZone=3\nmaxPromote=6\npromoOffset=7\npromoChoice=+\n"
    "symmetry=rotate\ndropMate=P\npawn:P:fWf@8:p:a3-i3\nlance:L:fR@8:l:a1,i1\nknight:N:fN@7:n:b1,h1\n"
    "silver general:S:FfW@9:s:c1,g1\nbishop:B:B@9:b:b2\nrook:R:R@9:r:h2\ngold general:G:WfF@9:g:d1,f1\n"
    "promoted pawn:+P:WfF:p2:\npromoted lance:+L:WfF:l2:\npromoted knight:+N:WfF:n2:\n"
    "promoted silver:+S:WfF:s2:\npromoted bishop:+B:BW:b2:\npromoted rook:+R:RF:r2:\nking:K:K:k:e1\n";
static const char letters[] =
    "files=8\nranks=28\nholdingsType=-1\npromoZone=1\nmaxPromote=2\npromoOffset=4\npromoChoice=+\n"
    "symmetry=rotate\nroyal=4\nhole::::b2,g4-h5\narrow:A1:W@4:a:\nflying cock:FC:fFsW@4:f:b1\n"
    "general:G:K@4:g:c1\nking:K:K:k:a1\ngreat arrow:+A1:R:a:\nraiding falcon:+FC:vRK:r:\n";

static const struct {
    const char *text;
    size_t bytes;
} definitions[2] = { { shogi, sizeof shogi - 1 }, { letters, sizeof letters - 1 } };
static shoogi_variant *variants[2]; /* read once, kept to the end */

static const struct {
    size_t (*write)(char *out, size_t out_bytes, const shoogi_position *position);
    shoogi_status (*read)(shoogi_position *position, const char *text, size_t text_bytes,
                          shoogi_error *err);
} notations[4] = { { shoogi_sfen_write, shoogi_sfen_read },
                   { shoogi_sfen_write, shoogi_sfen_read },
                   { shoogi_fen_write, shoogi_fen_read },
                   { shoogi_courier_fen_write, shoogi_courier_fen_read } };

/* FEN writes each piece in hand by itself. */
enum { SFEN_BYTES = 8192, FEN_BYTES = 1 << 20 };

static shoogi_position *position_of(unsigned which)
{
    if (!variants[which])
        FUZZ_REQUIRE(shoogi_variant_parse(&variants[which], definitions[which].text,
                                          definitions[which].bytes, NULL) == SHOOGI_OK);
    shoogi_position *position;
    FUZZ_REQUIRE(shoogi_position_new(&position, variants[which]) == SHOOGI_OK);
    return position;
}

static void write_sfen(char *text, const shoogi_position *position)
{
    FUZZ_REQUIRE(shoogi_sfen_write(text, SFEN_BYTES, position) < SFEN_BYTES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes == 0)
        return 0;
    const unsigned which = data[0] & 1;
    const char *text = (const char *)data + 1;
    const size_t text_bytes = data_bytes - 1;
    static char before[SFEN_BYTES], once[FEN_BYTES], twice[FEN_BYTES];
    const unsigned notation = data[0] >> 6;
    shoogi_position *position = position_of(which);
    write_sfen(before, position);

    shoogi_error err = { 0 };
    const shoogi_status status = notations[notation].read(position, text, text_bytes, &err);
    if (status == SHOOGI_OK) {
        FUZZ_REQUIRE(notations[notation].write(once, sizeof once, position) < sizeof once);
        shoogi_position *again = position_of(which);
        FUZZ_REQUIRE(notations[notation].read(again, once, strlen(once), &err) == SHOOGI_OK);
        (void)notations[notation].write(twice, sizeof twice, again);
        FUZZ_REQUIRE(strcmp(once, twice) == 0);
        FUZZ_REQUIRE(shoogi_position_hash(position) == shoogi_position_hash(again));
        /* Every position that was set up can be examined. */
        (void)shoogi_position_moves(position, NULL, 0);
        (void)shoogi_position_result(position);
        shoogi_position_free(again);
    } else {
        FUZZ_REQUIRE(status == SHOOGI_PARSE_ERROR && err.status == status);
        FUZZ_REQUIRE(err.line == 1 && err.column >= 1);
        FUZZ_REQUIRE(err.column <= shg_utf8_length(text, text_bytes) + 1);
        FUZZ_REQUIRE(strncmp(err.message, "expected ", 9) == 0);
        write_sfen(once, position);
        FUZZ_REQUIRE(strcmp(before, once) == 0);
    }
    shoogi_position_free(position);
    return 0;
}
