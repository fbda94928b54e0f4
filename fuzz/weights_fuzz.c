/* weights_fuzz.c: any bytes as learned weights: they are refused with a message and nothing is handed out, or what is
 * written of them reads to the same weights and is written the same way again.  What was read is refused once it is cut
 * or changed.
 *
 * The first byte chooses the game, and whether the rest is a whole file, or what stands behind the lines of the game:
 * "made", "games", "positions", an empty line, and numbers, which get the checksum and become as many as the game has. */
#include "engine/evaluation/weights_file.h"
#include "games.h"

enum { WEIGHT_BYTES = 4 }; /* in a file */

/* How many weights a game has, found once for each. */
static size_t weight_count(unsigned game)
{
    static size_t counts[FUZZ_GAMES];
    shg_weights *weights;
    if (counts[game] == 0) {
        FUZZ_REQUIRE(shg_weights_new(&weights, fuzz_shipped(fuzz_games[game])) == SHOOGI_OK);
        counts[game] = weights->count;
        shg_weights_free(weights);
    }
    return counts[game];
}

/* A file that has the lines of its game and a right checksum.  Owned (free). */
static char *complete(size_t *bytes, unsigned game, const char *text, size_t text_bytes)
{
    const size_t body = weight_count(game) * WEIGHT_BYTES;
    size_t lines = 0; /* bytes before the empty line */
    while (lines < text_bytes && !(text[lines] == '\n' && lines > 0 && text[lines - 1] == '\n'))
        lines++;
    const size_t rest = lines < text_bytes ? text_bytes - lines - 1 : 0;
    unsigned char *const numbers = calloc(1, body);
    FUZZ_REQUIRE(numbers);
    if (rest > 0)
        memcpy(numbers, text + lines + 1, rest < body ? rest : body);
    shg_out out = shg_out_growing();
    shg_weights_write_head(&out, fuzz_shipped(fuzz_games[game]));
    shg_out_bytes(&out, text, lines);
    char *whole;
    FUZZ_REQUIRE(shg_learned_write_numbers(&whole, bytes, &out, numbers, body) == SHOOGI_OK);
    free(numbers);
    return whole;
}

static void require_round_trip(const shg_weights *weights, const shg_provenance *from,
                               const char *bytes, size_t count)
{
    char *once, *twice;
    size_t once_bytes, twice_bytes;
    shg_weights *again;
    shg_provenance from_again;
    const size_t body = weights->count * WEIGHT_BYTES;
    FUZZ_REQUIRE(shg_weights_write(&once, &once_bytes, weights, from) == SHOOGI_OK);
    FUZZ_REQUIRE(memcmp(once + once_bytes - body, bytes + count - body, body) == 0);
    FUZZ_REQUIRE(shg_weights_read(&again, &from_again, weights->variant, once, once_bytes, NULL) ==
                 SHOOGI_OK);
    FUZZ_REQUIRE(again->count == weights->count &&
                 memcmp(again->value, weights->value, again->count * sizeof *again->value) == 0);
    FUZZ_REQUIRE(strcmp(from_again.made, from->made) == 0 && from_again.games == from->games &&
                 from_again.positions == from->positions);
    FUZZ_REQUIRE(shg_weights_write(&twice, &twice_bytes, again, &from_again) == SHOOGI_OK);
    FUZZ_REQUIRE(once_bytes == twice_bytes && memcmp(once, twice, once_bytes) == 0);
    shg_weights_free(again);
    free(once);
    free(twice);
}

static void require_refused(const shoogi_variant *variant, const char *bytes, size_t count)
{
    shg_weights *weights = NULL;
    shoogi_error err = { .status = SHOOGI_OK };
    const shoogi_status status = shg_weights_read(&weights, NULL, variant, bytes, count, &err);
    FUZZ_REQUIRE(status ==
                 (count > SHG_WEIGHTS_BYTES_MAX ? SHOOGI_LIMIT_EXCEEDED : SHOOGI_PARSE_ERROR));
    FUZZ_REQUIRE(err.status == status && err.message[0] != '\0' && !weights);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes == 0)
        return 0;
    const unsigned game = data[0] % FUZZ_GAMES;
    const bool is_whole = data[0] / FUZZ_GAMES % 2 == 0;
    const shoogi_variant *const variant = fuzz_shipped(fuzz_games[game]);
    const char *bytes = (const char *)data + 1;
    size_t count = data_bytes - 1;
    char *const completed = is_whole ? NULL : complete(&count, game, bytes, count);
    if (completed)
        bytes = completed;

    shg_weights *weights;
    shg_provenance from;
    if (shg_weights_read(&weights, &from, variant, bytes, count, NULL) == SHOOGI_OK) {
        FUZZ_REQUIRE(weights->count == weight_count(game));
        FUZZ_REQUIRE(shg_weights_fit(variant, bytes, count));
        require_round_trip(weights, &from, bytes, count);
        require_refused(variant, bytes, count - 1);
        char *const changed = malloc(count);
        FUZZ_REQUIRE(changed);
        memcpy(changed, bytes, count);
        changed[count - 1] ^= 1;
        require_refused(variant, changed, count);
        free(changed);
        shg_weights_free(weights);
    } else {
        require_refused(variant, bytes, count);
    }
    free(completed);
    return 0;
}
