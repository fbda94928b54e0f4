/* reason.c: why a move is not legal, in the words of the library; for tests in Python.
 *
 *     reason VARIANT SFEN MOVE
 *
 * Prints the sentence, or an empty line if the move, in USI, is legal. */
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <string.h>

static bool print_reason(const shoogi_variant *variant, const char *sfen, const char *usi)
{
    shoogi_position *position;
    shoogi_move move;
    shoogi_error err = { 0 };
    if (shoogi_position_new(&position, variant) != SHOOGI_OK)
        return false;
    shoogi_status status = shoogi_sfen_read(position, sfen, strlen(sfen), &err);
    if (status == SHOOGI_OK)
        status = shoogi_usi_read(&move, position, usi, strlen(usi), &err);
    shoogi_position_free(position);
    puts(err.message);
    return status == SHOOGI_OK || status == SHOOGI_ILLEGAL;
}

int main(int argc, char **argv)
{
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error fault;
    shoogi_catalog *catalog;
    if (argc != 4 || shoogi_catalog_new(&catalog) != SHOOGI_OK)
        return 2;
    const bool good =
        shoogi_catalog_get(&entry, catalog, argv[1], strlen(argv[1]), &fault) == SHOOGI_OK &&
        print_reason(entry->variant, argv[2], argv[3]);
    shoogi_catalog_free(catalog);
    return good ? 0 : 2;
}
