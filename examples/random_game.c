/* random_game.c: plays a random game of a variant and prints its moves.
 *
 *     cc -o random_game random_game.c $(pkg-config --cflags --libs shoogi)
 *     ./random_game VARIANT [SEED] */
#include <shoogi/shoogi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_PLAYED_MAX = 2000 };

/* Fills *result with how the game stands in the end. */
static shoogi_status play(shoogi_result *result, shoogi_position *position, uint64_t seed)
{
    shoogi_status status = SHOOGI_OK;
    const size_t room = shoogi_variant_moves_max(shoogi_position_variant(position));
    shoogi_move *const moves = malloc(room * sizeof *moves);
    if (!moves)
        return SHOOGI_NO_MEMORY;
    while (status == SHOOGI_OK && shoogi_position_played(position) < MOVES_PLAYED_MAX) {
        *result = shoogi_position_result(position);
        if (result->outcome != SHOOGI_OUTCOME_NONE)
            break;
        const size_t count = shoogi_position_moves(position, moves, room);
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const shoogi_move move = moves[(seed >> 33) % count];
        char text[SHOOGI_MOVE_TEXT_BYTES];
        shoogi_western_write(text, sizeof text, position, move);
        printf("%u. %s\n", shoogi_position_ply(position), text);
        status = shoogi_position_do(position, move);
    }
    free(moves);
    return status;
}

int main(int argc, char **argv)
{
    static const char *const outcomes[] = { "unfinished", "Black wins", "White wins", "draw",
                                            "no contest" };
    const char *const name = argc > 1 ? argv[1] : "shogi";
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    const shoogi_catalog_entry *entry;
    shoogi_catalog_fault fault = { .text = "out of memory" };
    shoogi_catalog *catalog = NULL;
    shoogi_position *position = NULL;
    shoogi_result result;
    const bool played =
        shoogi_catalog_new(&catalog) == SHOOGI_OK &&
        shoogi_catalog_get(&entry, catalog, name, strlen(name), &fault) == SHOOGI_OK &&
        shoogi_position_new(&position, entry->variant) == SHOOGI_OK &&
        play(&result, position, seed) == SHOOGI_OK;
    if (played)
        printf("%s: %s\n", outcomes[result.outcome], shoogi_reason_text(result.reason));
    else
        fprintf(stderr, "%s\n", fault.text);
    shoogi_position_free(position);
    shoogi_catalog_free(catalog); /* and its variants */
    return played ? EXIT_SUCCESS : EXIT_FAILURE;
}
