/* perft_test.c: the counts, move lists and single moves of a file under tests/perft/.
 *
 *     perft_test FILE LEAST MOST
 *
 * checks the rows of more than LEAST and at most MOST nodes; move lists and single moves, which cost
 * nothing, with LEAST 0.  One test a row would drown the report: a row that fails is named, and the file
 * is three tests. */
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 8, ROW_BYTES_MAX = 16384, MOVES_ROOM = 1024 };

static const char *path;
static unsigned long long least, most;
static bool paths; /* of the row: NAME:paths counts and lists every way to write a move */

typedef struct row {
    char text[ROW_BYTES_MAX];
    char *column[COLUMNS_MAX];
    size_t columns;
    unsigned number;
} row;

typedef bool row_fn(shoogi_position *p, const row *r); /* false: the row does not hold */

static void split(row *r)
{
    r->columns = 0;
    for (char *at = r->text; at && r->columns < COLUMNS_MAX; r->columns++) {
        r->column[r->columns] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
}

static bool bad(const row *r, const char *what)
{
    print_error("%s:%u: %s\n", path, r->number, what);
    return false;
}

/* The position of a row; NULL, and said, if there is none. */
static shoogi_position *position_of(const row *r, shoogi_catalog *catalog, char *name,
                                    const char *sfen)
{
    char *const suffix = strstr(name, ":paths");
    paths = suffix != NULL;
    if (suffix)
        *suffix = '\0';
    const shoogi_catalog_entry *entry;
    shoogi_catalog_fault fault;
    shoogi_position *p = NULL;
    shoogi_error err;
    if (shoogi_catalog_get(&entry, catalog, name, strlen(name), &fault) != SHOOGI_OK) {
        bad(r, fault.text);
    } else if (shoogi_position_new(&p, entry->variant) != SHOOGI_OK) {
        bad(r, "out of memory");
    } else if (shoogi_sfen_read(p, sfen, strlen(sfen), &err) != SHOOGI_OK) {
        bad(r, err.message);
        shoogi_position_free(p);
        p = NULL;
    }
    return p;
}

/* Runs check on each row whose first column is kind ("" for counts), the variant and the SFEN being the
 * next two, and asserts that there are some and all hold. */
static void each_row(const char *kind, row_fn *check)
{
    static row r;
    size_t seen = 0, good = 0;
    shoogi_catalog *catalog;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    for (r.number = 1; fgets(r.text, sizeof r.text, file); r.number++) {
        const bool extra = r.text[0] == '#';
        r.text[strcspn(r.text, "\n")] = '\0';
        split(&r);
        const size_t first = extra ? 1 : 0;
        if (r.columns < 4 || (extra ? strcmp(r.column[0], kind) != 0 : kind[0] != '\0'))
            continue;
        if (!extra) {
            const unsigned long long nodes = strtoull(r.column[3], NULL, 10);
            if (nodes <= least || nodes > most)
                continue;
        }
        seen++;
        shoogi_position *p = position_of(&r, catalog, r.column[first], r.column[first + 1]);
        good += p && check(p, &r);
        shoogi_position_free(p);
    }
    shoogi_catalog_free(catalog);
    fclose(file);
    print_message("# %zu rows\n", seen);
    assert_int_equal(good, seen);
}

static bool count_holds(shoogi_position *p, const row *r)
{
    uint64_t nodes = 0;
    const unsigned depth = (unsigned)strtoul(r->column[2], NULL, 10);
    if ((paths ? shoogi_position_perft_paths(&nodes, p, depth)
               : shoogi_position_perft(&nodes, p, depth)) != SHOOGI_OK)
        return bad(r, "out of memory");
    if (nodes == strtoull(r->column[3], NULL, 10))
        return true;
    print_error("%s:%u: %s %s depth %u: %llu nodes, expected %s\n", path, r->number, r->column[0],
                r->column[1], depth, (unsigned long long)nodes, r->column[3]);
    return false;
}

static int compare_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Some sources write the letter of a drop in lower case. */
static int compare_without_case(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return tolower((unsigned char)*a) - tolower((unsigned char)*b);
}

static bool list_holds(shoogi_position *p, const row *r)
{
    static shoogi_move moves[MOVES_ROOM];
    static char texts[MOVES_ROOM][SHOOGI_MOVE_TEXT_BYTES];
    static char all[ROW_BYTES_MAX];
    const size_t count = paths ? shoogi_position_paths(p, moves, MOVES_ROOM)
                               : shoogi_position_moves(p, moves, MOVES_ROOM);
    if (count > MOVES_ROOM)
        return bad(r, "more moves than the test has room for");
    for (size_t i = 0; i < count; i++)
        shoogi_usi_write(texts[i], sizeof texts[i], shoogi_position_variant(p), moves[i]);
    qsort(texts, count, sizeof texts[0], compare_text);
    size_t at = 0;
    all[0] = '\0';
    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(all + at, sizeof all - at, "%s%s", i ? " " : "", texts[i]);
    return compare_without_case(all, r->column[3]) == 0 || bad(r, "the legal moves differ");
}

static bool case_holds(shoogi_position *p, const row *r)
{
    shoogi_move move;
    shoogi_error err;
    char *first = strcmp(r->column[3], "-") == 0 ? NULL : r->column[3];
    for (char *word = first ? strtok(first, " ") : NULL; word; word = strtok(NULL, " "))
        if (shoogi_usi_read(&move, p, word, strlen(word), &err) != SHOOGI_OK ||
            shoogi_position_do(p, move) != SHOOGI_OK)
            return bad(r, err.message);
    const shoogi_status status =
        shoogi_usi_read(&move, p, r->column[5], strlen(r->column[5]), &err);
    if (strcmp(r->column[4], "legal") == 0)
        return status == SHOOGI_OK || bad(r, err.message);
    return status == SHOOGI_ILLEGAL || bad(r, "an illegal move is taken for legal");
}

static void counts_are_equal(void **state)
{
    (void)state;
    each_row("", count_holds);
}

static void move_lists_are_equal(void **state)
{
    (void)state;
    each_row("#moves", list_holds);
}

static void single_moves_are_judged_alike(void **state)
{
    (void)state;
    each_row("#case", case_holds);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: perft_test FILE LEAST MOST\n");
        return 2;
    }
    path = argv[1];
    least = strtoull(argv[2], NULL, 10);
    most = strtoull(argv[3], NULL, 10);
    const struct CMUnitTest counts[] = {
        cmocka_unit_test(counts_are_equal),
    };
    const struct CMUnitTest all[] = {
        cmocka_unit_test(counts_are_equal),
        cmocka_unit_test(move_lists_are_equal),
        cmocka_unit_test(single_moves_are_judged_alike),
    };
    return least > 0 ? cmocka_run_group_tests(counts, NULL, NULL)
                     : cmocka_run_group_tests(all, NULL, NULL);
}
