/* ask_position.c: tells what a position of Shogi is like after some moves: ask_position SFEN [MOVES IN ANY NOTATION] */
#include <shoogi/shoogi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 600, FAULTS_MAX = 8 };
static shoogi_move moves[MOVES_MAX];

static void print_square(const shoogi_variant *variant, shoogi_square square)
{
    char text[SHOOGI_SQUARE_TEXT_BYTES];
    shoogi_square_text(text, sizeof text, variant, square);
    printf(" %s", text);
}

/* Can it occur in a game?  What is not on the board or in hand, which is the defender's in a mate problem? */
static void print_faults(const shoogi_position *position)
{
    const shoogi_variant *const variant = shoogi_position_variant(position);
    shoogi_position_fault faults[FAULTS_MAX];
    const size_t count = shoogi_position_faults(position, faults, FAULTS_MAX);
    for (size_t i = 0; i < count && i < FAULTS_MAX; i++) {
        printf("fault: %s", shoogi_position_fault_text(faults[i].reason));
        if (faults[i].kind != 0)
            printf(", %s", shoogi_variant_kind(variant, faults[i].kind).name);
        if (faults[i].square != SHOOGI_NO_SQUARE)
            print_square(variant, faults[i].square);
        printf("\n");
    }
    printf("missing:");
    for (unsigned k = 1; k <= shoogi_variant_kind_count(variant); k++) {
        const unsigned missing = shoogi_position_missing(position, (shoogi_kind)k);
        if (missing > 0)
            printf(" %u%s", missing, shoogi_variant_kind(variant, (shoogi_kind)k).id);
    }
    printf("\n");
}

/* Which moves give check or capture, without making them? */
static void print_moves(const shoogi_position *position)
{
    size_t count = shoogi_position_moves(position, moves, MOVES_MAX);
    count = count < MOVES_MAX ? count : MOVES_MAX;
    for (size_t i = 0; i < count; i++) {
        const bool checks = shoogi_position_gives_check(position, moves[i]);
        const bool captures = shoogi_position_captures(position, moves[i], NULL, 0) > 0;
        char text[SHOOGI_MOVE_TEXT_BYTES];
        shoogi_western_write(text, sizeof text, position, moves[i]);
        if (checks || captures)
            printf("%s%s%s\n", text, checks ? " check" : "", captures ? " capture" : "");
    }
}

/* How often has the position occurred, and how would the game end if it came once too often? */
static void print_repetition(const shoogi_position *position)
{
    const shoogi_result result = shoogi_position_repetition_result(position);
    const unsigned occurrences = shoogi_position_occurrences(position);
    printf("occurrence %u: %s\n", occurrences, shoogi_reason_text(result.reason));
}

/* Reads the line, makes its moves, and writes it in Japanese notation. */
static bool play_line(shoogi_position *position, const char *line)
{
    char text[16384];
    shoogi_error error;
    size_t count = 0;
    const shoogi_status status = shoogi_line_read(moves, MOVES_MAX, &count, position, line,
                                                  strlen(line), SHOOGI_NOTATION_ANY, &error);
    if (status != SHOOGI_OK) {
        fprintf(stderr, "%u:%u: %s\n", error.line, error.column, error.message);
        return false;
    }
    shoogi_line_write(text, sizeof text, position, moves, count, SHOOGI_NOTATION_JAPANESE);
    printf("%s\n", text);
    for (size_t i = 0; i < count; i++)
        if (shoogi_position_do(position, moves[i]) != SHOOGI_OK)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    shoogi_catalog *catalog = NULL;
    const shoogi_catalog_entry *shogi;
    shoogi_position *position = NULL;
    const char *const sfen = argc > 1 ? argv[1] : "startpos";
    bool ok = shoogi_catalog_new(&catalog) == SHOOGI_OK &&
              shoogi_catalog_get(&shogi, catalog, "shogi", 5, NULL) == SHOOGI_OK &&
              shoogi_position_new(&position, shogi->variant) == SHOOGI_OK &&
              shoogi_sfen_read(position, sfen, strlen(sfen), NULL) == SHOOGI_OK &&
              (argc <= 2 || play_line(position, argv[2]));
    if (ok) {
        print_faults(position);
        print_moves(position);
        print_repetition(position);
    }
    shoogi_position_free(position);
    shoogi_catalog_free(catalog);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
