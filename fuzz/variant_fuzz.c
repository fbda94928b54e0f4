/* variant_fuzz.c: any text as a definition: it is refused at a place within it, or it is a game in which
 * the board class and the reference rules agree on every position of a short random walk. */
#include "support/ref_rules.h"
#include "core/variant/variant_int.h"
#include "fuzz.h"
#include "shoogi/position.h"

#include <string.h>

enum { PLIES = 6, MOVES_ROOM = 4096 };

static int compare_moves(const void *a, const void *b)
{
    const shoogi_move x = *(const shoogi_move *)a, y = *(const shoogi_move *)b;
    return (x > y) - (x < y);
}

static void require_same_moves(const shoogi_position *p, const shg_ref *ref, shoogi_move *moves,
                               size_t *count)
{
    static shoogi_move expected[MOVES_ROOM];
    *count = shoogi_position_moves(p, moves, MOVES_ROOM);
    FUZZ_REQUIRE(*count <= shoogi_variant_moves_max(shoogi_position_variant(p)));
    FUZZ_REQUIRE(*count == shoogi_position_moves(p, NULL, 0));
    FUZZ_REQUIRE(*count == shg_ref_moves(ref, expected, MOVES_ROOM, false));
    const size_t listed = *count < MOVES_ROOM ? *count : 0; /* a list that was cut is in no order */
    qsort(moves, listed, sizeof *moves, compare_moves);
    qsort(expected, listed, sizeof *expected, compare_moves);
    FUZZ_REQUIRE(memcmp(moves, expected, listed * sizeof *moves) == 0);
}

static void walk(shoogi_position *p, shg_ref *ref, uint64_t chance)
{
    static shoogi_move moves[MOVES_ROOM];
    for (int ply = 0; ply < PLIES; ply++) {
        size_t count;
        require_same_moves(p, ref, moves, &count);
        const shoogi_result result = shoogi_position_result(p), expected = shg_ref_result(ref);
        FUZZ_REQUIRE(result.outcome == expected.outcome && result.reason == expected.reason);
        if (count == 0 || count > MOVES_ROOM)
            return;
        chance = chance * UINT64_C(6364136223846793005) + 1442695040888963407;
        const shoogi_move move = moves[(chance >> 33) % count];
        FUZZ_REQUIRE(shoogi_position_why_illegal(p, move, NULL, 0) == SHOOGI_ILLEGAL_NONE);
        FUZZ_REQUIRE(shoogi_position_do(p, move) == SHOOGI_OK && shg_ref_do(ref, move) == SHOOGI_OK);
        FUZZ_REQUIRE(shg_ref_equals(ref, p));
    }
}

/* The reference is slow by design: on boards with many pieces one walk would take the whole run. */
static bool is_small(const shoogi_variant *v)
{
    return shoogi_variant_square_count(v) <= 100 && shoogi_variant_kind_count(v) <= 40;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    shoogi_variant *v = NULL;
    shoogi_error err = { 0 };
    const shoogi_status status = shoogi_variant_parse(&v, (const char *)data, data_bytes, &err);
    FUZZ_REQUIRE((status == SHOOGI_OK) == (v != NULL));
    if (status != SHOOGI_OK) {
        FUZZ_REQUIRE(err.status == status && err.message[0] != '\0');
        FUZZ_REQUIRE(err.column <= data_bytes + 1 && err.line <= data_bytes + 1);
        return 0;
    }
    shoogi_position *p = NULL;
    shg_ref *ref = NULL;
    FUZZ_REQUIRE(shoogi_position_new(&p, v) == SHOOGI_OK);
    if (is_small(v)) {
        FUZZ_REQUIRE(shg_ref_new(&ref, p) == SHOOGI_OK);
        walk(p, ref, data_bytes);
    }
    shg_ref_free(ref);
    shoogi_position_free(p);
    shoogi_variant_free(v);
    return 0;
}
