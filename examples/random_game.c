/* random_game.c: plays a random game of a variant and prints its moves: random_game VARIANT [SEED] */
#include <shoogi/shoogi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 8192, PLAYED_MAX = 2000 };
static const char *const outcomes[] = { "unfinished", "Black wins", "White wins", "draw",
                                        "no contest" };

int main(int argc, char **argv)
{
    const char *const name = argc > 1 ? argv[1] : "shogi";
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    shoogi_catalog *catalog = NULL;
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error error = { .text = "out of memory" };
    shoogi_position *position = NULL;
    bool ok = shoogi_catalog_new(&catalog) == SHOOGI_OK &&
              shoogi_catalog_get(&entry, catalog, name, strlen(name), &error) == SHOOGI_OK &&
              shoogi_position_new(&position, entry->variant) == SHOOGI_OK;
    shoogi_result result = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    while (ok && !result.reason && shoogi_position_moves_played(position) < PLAYED_MAX) {
        shoogi_move moves[MOVES_MAX];
        const size_t count = shoogi_position_moves(position, moves, MOVES_MAX);
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const shoogi_move move = moves[(seed >> 33) % (count < MOVES_MAX ? count : MOVES_MAX)];
        char text[SHOOGI_MOVE_TEXT_BYTES];
        shoogi_western_write(text, sizeof text, position, move);
        printf("%u. %s\n", shoogi_position_ply(position), text);
        ok = shoogi_position_do(position, move) == SHOOGI_OK;
        result = shoogi_position_result(position);
    }
    if (ok)
        printf("%s: %s\n", outcomes[result.outcome], shoogi_reason_text(result.reason));
    else
        fprintf(stderr, "%s\n", error.text);
    shoogi_position_free(position);
    shoogi_catalog_free(catalog); /* frees its variants too */
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
