/* betza_fuzz.c: any text as the moves of a piece: it is refused at a place within it, or read into rides and
 * legs that keep their bounds, the same each time. */
#include "core/definition/xbetza.h"
#include "fuzz.h"

#include <string.h>

static void require_good_leg(const shg_leg *leg, bool first)
{
    FUZZ_REQUIRE(leg->directions != 0);
    FUZZ_REQUIRE(leg->class < SHG_CLASSES);
    FUZZ_REQUIRE(leg->range <= SHG_RANGE_MAX || leg->range == SHG_RANGE_HALF);
    FUZZ_REQUIRE(leg->longer > 0 && leg->shorter >= 0 && leg->shorter <= leg->longer);
    FUZZ_REQUIRE(leg->modes != 0);
    FUZZ_REQUIRE(!first || !(leg->modes & SHG_MODE_EQUAL));
    for (unsigned n = 0; n < 8; n++) {
        int right, forward;
        shg_leg_step(leg, n, &right, &forward);
        FUZZ_REQUIRE(leg->straight[n] < 8);
        FUZZ_REQUIRE(right != 0 || forward != 0);
        FUZZ_REQUIRE(right >= -127 && right <= 127 && forward >= -127 && forward <= 127);
    }
}

static void require_good(const shg_betza *betza)
{
    FUZZ_REQUIRE(betza->ride_count <= SHG_RIDES_MAX && betza->chain_count <= SHG_CHAINS_MAX);
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *const ride = &betza->rides[i];
        FUZZ_REQUIRE(ride->right != 0 || ride->forward != 0);
        FUZZ_REQUIRE(ride->modes != 0 && ride->modes <= (SHG_MODE_MOVE | SHG_MODE_CAPTURE));
        FUZZ_REQUIRE(ride->reach <= SHG_RANGE_MAX || ride->reach == SHG_RANGE_HALF);
        for (size_t k = 0; k < i; k++)
            FUZZ_REQUIRE(
                betza->rides[k].right != ride->right || betza->rides[k].forward != ride->forward ||
                betza->rides[k].modes != ride->modes || betza->rides[k].reach != ride->reach);
    }
    for (size_t i = 0; i < betza->chain_count; i++) {
        const shg_chain *const chain = &betza->chains[i];
        FUZZ_REQUIRE(chain->leg_count >= 1 && chain->leg_count <= SHG_LEGS_MAX);
        for (size_t k = 0; k < chain->leg_count; k++)
            require_good_leg(&chain->legs[k], k == 0);
        const uint32_t last = chain->legs[chain->leg_count - 1].modes;
        FUZZ_REQUIRE(!(last & (SHG_MODE_HOP | SHG_MODE_LOOP)));
    }
    FUZZ_REQUIRE(!betza->has_drop ||
                 (betza->drop_depth >= 1 && betza->drop_depth <= SHG_RANGE_MAX));
}

static void require_same(const shg_betza *a, const shg_betza *b)
{
    FUZZ_REQUIRE(a->ride_count == b->ride_count && a->chain_count == b->chain_count);
    FUZZ_REQUIRE(memcmp(a->rides, b->rides, a->ride_count * sizeof *a->rides) == 0);
    for (size_t i = 0; i < a->chain_count; i++)
        FUZZ_REQUIRE(a->chains[i].leg_count == b->chains[i].leg_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    const char *const text = data_bytes > 0 ? (const char *)data : "";
    shg_arena arena;
    shg_faults faults;
    shg_betza first, second;
    shoogi_error errors[2 * SHOOGI_DEFINITION_ERRORS_MAX];
    size_t count;
    shg_arena_init(&arena, 1 << 24);
    shg_faults_init(&faults, (shg_source){ .bytes = text, .count = data_bytes });
    const shoogi_status status = shg_betza_read(&first, &arena, text, data_bytes, &faults);
    FUZZ_REQUIRE(status == SHOOGI_OK || status == SHOOGI_PARSE_ERROR);
    FUZZ_REQUIRE(shg_faults_report(&faults, errors, sizeof errors / sizeof errors[0], &count) ==
                 status);
    FUZZ_REQUIRE(status == SHOOGI_OK || count > 0);
    for (size_t i = 0; i < count; i++) {
        FUZZ_REQUIRE(errors[i].line >= 1 && errors[i].line <= data_bytes + 1);
        FUZZ_REQUIRE(errors[i].column >= 1 && errors[i].column <= data_bytes + 1);
        FUZZ_REQUIRE(errors[i].status == status || errors[i].status == SHOOGI_OK);
    }
    if (status == SHOOGI_OK) {
        require_good(&first);
        FUZZ_REQUIRE(shg_betza_read(&second, &arena, text, data_bytes, &faults) == SHOOGI_OK);
        require_same(&first, &second);
    }
    shg_arena_fini(&arena);
    return 0;
}
