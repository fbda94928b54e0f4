/* large.h: invented variants on large boards, for tests and benchmarks: as many kinds and pieces as the largest
 * variants, with the same sorts of moves. */
#ifndef SHG_SUPPORT_LARGE_H
#define SHG_SUPPORT_LARGE_H

#include "base/text.h"

enum { LARGE_DEFINITION_ROOM = 1 << 16 };

/* The moves: most by steps and slides, some by leaps, few by several legs, jumps and hooks. */
static const char *const large_moves[] = {
    "fW",    "WfF",  "FfW", "vRsW", "B",    "R",    "Q",      "fRbB",     "F2fR",
    "sRvW2", "fBbR", "K",   "Q2",   "R5F",  "fN",   "B4W2",   "vQsW3",    "D",
    "AW",    "FDfR", "N",   "sRfF", "FfsW", "fRbW", "vRsW2F", "B3",       "fBbWsW",
    "RAA",   "BDD",  "fHF", "G",    "RF3",  "BcaW", "mRcpR",  "KcaKmabK", "W5",
};
static const char *const large_special_moves[] = { "RmasR", "BmasB", "(cdaf)B", "KNADcaKcabKmabK" };

static const char *large_moves_of(unsigned kind)
{
    enum {
        PLAIN = sizeof large_moves / sizeof *large_moves,
        SPECIAL = sizeof large_special_moves / sizeof *large_special_moves
    };
    return kind % 24 == 23 ? large_special_moves[kind / 24 % SPECIAL] : large_moves[kind % PLAIN];
}

static inline void large_ids(shg_out *out, unsigned kind)
{
    shg_out_format(out, "%c%c", 'A' + kind / 26, 'A' + kind % 26);
}

/* The definition of a variant with so many kinds, half of them promoted; the pieces of each side fill a third of the
 * board.  It ends with a NUL; returns its bytes. check: strict or capture. */
static inline size_t large_definition(char text[LARGE_DEFINITION_ROOM], unsigned size,
                                      unsigned kinds, const char *check)
{
    shg_out out = shg_out_make(text, LARGE_DEFINITION_ROOM);
    const unsigned half = kinds / 2;
    shg_out_format(&out,
                   "files=%u\nranks=%u\nsymmetry=rotate\nholdingsType=0\npromoZone=%u\n"
                   "promoOffset=%u\nmaxPromote=%u\nroyal=%u\ncheck=%s\n",
                   size, size, size / 3, half, half - 1, half, check);
    const unsigned squares = size * (size / 3);
    for (unsigned k = 0; k < 2 * half; k++) {
        const bool royal = k == half - 1;
        shg_out_format(&out, "kind %u:", k + 1);
        large_ids(&out, k);
        shg_out_format(&out, ":%s:x:", royal ? "K" : large_moves_of(k * 7 + k / half));
        const char *comma = "";
        for (unsigned sq = k; k < half && sq < (royal ? half : squares); sq += half) {
            const unsigned file = sq % size;
            shg_out_format(&out, "%s", comma);
            if (file >= 26)
                shg_out_char(&out, 'a');
            shg_out_format(&out, "%c%u", 'a' + file % 26, 1 + sq / size);
            comma = ",";
        }
        shg_out_char(&out, '\n');
    }
    return out.length;
}

#endif
