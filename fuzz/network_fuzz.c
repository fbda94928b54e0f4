/* network_fuzz.c: any bytes as a network: they are refused with a message and nothing is handed out, or what is written
 * of it is the same file again, and all kernels give the start position the score of the reference.
 *
 * The first byte chooses the game, and whether the rest is a whole file, or its shape (four bytes) and its numbers, as many as
 * there are. */
#include "engine/network/accumulator.h"
#include "engine/network/nnue_file.h"
#include "games.h"

#include <stdlib.h>

enum { SHAPE_BYTES = 4 };

/* A file with a right header.  Owned (free). */
static char *complete(size_t *bytes, const shoogi_variant *variant, const uint8_t *data,
                      size_t data_bytes)
{
    static const shg_provenance from = { "shoogi learn", 3, 7 };
    uint8_t shape[SHAPE_BYTES] = { 0 };
    const size_t shaped = data_bytes < SHAPE_BYTES ? data_bytes : SHAPE_BYTES;
    memcpy(shape, data, shaped);
    shg_nnue *n;
    char *empty;
    size_t empty_bytes;
    FUZZ_REQUIRE(
        shg_nnue_new(&n, variant,
                     (shg_nnue_shape){ 64u + 64u * (shape[0] % 2), 16u + 16u * (shape[1] % 4),
                                       16u + 16u * (shape[2] % 4), 1u + shape[3] % 8u,
                                       (shape[3] & 8) != 0 }) == SHOOGI_OK);
    FUZZ_REQUIRE(shg_nnue_write(&empty, &empty_bytes, n, &from) == SHOOGI_OK);
    shg_nnue_free(n);
    const size_t head = (size_t)(strstr(empty, "checksum ") - empty);
    const size_t lines = (size_t)(strstr(empty, "\n\n") - empty) + 2, body = empty_bytes - lines;
    unsigned char *const numbers = calloc(1, body);
    FUZZ_REQUIRE(numbers);
    const size_t given = data_bytes - shaped;
    memcpy(numbers, data + shaped, given < body ? given : body);
    shg_out out = shg_out_growing();
    shg_out_bytes(&out, empty, head);
    char *whole;
    FUZZ_REQUIRE(shg_learned_write_numbers(&whole, bytes, &out, numbers, body) == SHOOGI_OK);
    free(numbers);
    free(empty);
    return whole;
}

static void require_same_scores(const shg_nnue *n)
{
    shoogi_position *p;
    int64_t plain;
    FUZZ_REQUIRE(shoogi_position_new(&p, n->variant) == SHOOGI_OK);
    FUZZ_REQUIRE(shg_nnue_score_plain(&plain, n, p) == SHOOGI_OK);
    const shg_nnue_kernel *kernel;
    for (size_t i = 0; (kernel = shg_nnue_kernel_number(i)); i++) {
        shg_accumulator *a;
        FUZZ_REQUIRE(shg_accumulator_new(&a, n, kernel, 1) == SHOOGI_OK);
        FUZZ_REQUIRE(shg_accumulator_score(a, p, 0) == plain);
        shg_accumulator_free(a);
    }
    shoogi_position_free(p);
}

static void require_round_trip(const shg_nnue *n, const shg_provenance *from)
{
    shg_nnue *again;
    char *written;
    size_t written_bytes;
    FUZZ_REQUIRE(shg_nnue_write(&written, &written_bytes, n, from) == SHOOGI_OK);
    FUZZ_REQUIRE(shg_nnue_read(&again, NULL, n->variant, written, written_bytes, NULL) == SHOOGI_OK);
    FUZZ_REQUIRE(again->memory_bytes == n->memory_bytes &&
                 memcmp(again->memory, n->memory, n->memory_bytes) == 0);
    shg_nnue_free(again);
    free(written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes == 0)
        return 0;
    const shoogi_variant *const variant = fuzz_shipped(fuzz_games[data[0] % FUZZ_GAMES]);
    const bool is_whole = data[0] / FUZZ_GAMES % 2 == 0;
    const char *bytes = (const char *)data + 1;
    size_t count = data_bytes - 1;
    char *const completed = is_whole ? NULL : complete(&count, variant, data + 1, count);
    if (completed)
        bytes = completed;

    shg_nnue *n = NULL;
    shg_provenance from;
    shoogi_error err = { .status = SHOOGI_OK };
    const shoogi_status status = shg_nnue_read(&n, &from, variant, bytes, count, &err);
    if (status == SHOOGI_OK) {
        FUZZ_REQUIRE(shg_nnue_is_file(bytes, count) && shg_nnue_fits(variant, bytes, count));
        require_round_trip(n, &from);
        require_same_scores(n);
        shg_nnue_free(n);
    } else {
        FUZZ_REQUIRE(status == SHOOGI_PARSE_ERROR || status == SHOOGI_LIMIT_EXCEEDED);
        FUZZ_REQUIRE(err.status == status && err.message[0] != '\0' && !n);
    }
    free(completed);
    return 0;
}
