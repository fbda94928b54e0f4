/* perft_test.c: the counts, move lists and single moves of a file under tests/perft/.
 *
 *     perft_test FILE LEAST MOST
 *
 * checks the rows of more than LEAST and at most MOST nodes; with LEAST 0 also the move lists, single moves
 * and results, which cost nothing.  A row of another kind fails.  One test a row would drown the report: a
 * row that fails is named, and the file is one test. */
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
static shoogi_catalog *beside; /* of the definitions in the file's folder */
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
    shoogi_catalog_error fault;
    shoogi_position *p = NULL;
    shoogi_error err;
    if (strncmp(name, "./", 2) == 0) { /* a definition beside the file */
        catalog = beside;
        name += 2;
    }
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

static bool count_holds(shoogi_position *p, const row *r)
{
    uint64_t nodes = 0;
    const unsigned depth = (unsigned)strtoul(r->column[2], NULL, 10);
    if ((paths ? shoogi_position_perft_by_path(&nodes, p, depth)
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
    const size_t count = paths ? shoogi_position_moves_by_path(p, moves, MOVES_ROOM)
                               : shoogi_position_moves(p, moves, MOVES_ROOM);
    if (count > MOVES_ROOM)
        return bad(r, "more moves than the test has room for");
    for (size_t i = 0; i < count; i++)
        shoogi_usi_write(texts[i], sizeof texts[i], p, moves[i]);
    qsort(texts, count, sizeof texts[0], compare_text);
    size_t at = 0;
    all[0] = '\0';
    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(all + at, sizeof all - at, "%s%s", i ? " " : "", texts[i]);
    return compare_without_case(all, r->column[3]) == 0 || bad(r, "the legal moves differ");
}

/* Results in the words of the sources: a status, and the winner where the source says who. */
static bool result_is(shoogi_result result, const char *words)
{
    static const struct {
        const char *word;
        shoogi_reason reason;
    } statuses[] = {
        { "ongoing", SHOOGI_REASON_NONE },
        { "checkmate", SHOOGI_REASON_CHECKMATE },
        { "bareKing", SHOOGI_REASON_BARE_ROYAL },
        { "draw", SHOOGI_REASON_BARE_ROYAL },
        { "kingsLost", SHOOGI_REASON_ROYAL_CAPTURED },
        { "check", SHOOGI_REASON_CHECK },
        { "tryRule", SHOOGI_REASON_TRY },
    };
    static const char *const winners[SHOOGI_OUTCOME_NO_CONTEST + 1] = {
        [SHOOGI_OUTCOME_BLACK] = " sente", [SHOOGI_OUTCOME_WHITE] = " gote"
    };
    const bool is_draw = strcmp(words, "draw") == 0;
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        const size_t length = strlen(statuses[i].word);
        const char *const winner = winners[result.outcome];
        if (strncmp(words, statuses[i].word, length) == 0 && result.reason == statuses[i].reason &&
            is_draw == (result.outcome == SHOOGI_OUTCOME_DRAW) &&
            (words[length] == '\0' || (winner && strcmp(words + length, winner) == 0)))
            return true;
    }
    return false;
}

/* Moves made first, what is asked, a move or a result. */
static bool case_holds(shoogi_position *p, const row *r)
{
    shoogi_move move;
    shoogi_error err;
    char *const made = r->column[3];
    const char *const question = r->column[4], *const answer = r->column[5];
    for (char *word = strtok(strcmp(made, "-") == 0 ? made + 1 : made, " "); word;
         word = strtok(NULL, " "))
        if (shoogi_usi_read(&move, p, word, strlen(word), &err) != SHOOGI_OK ||
            shoogi_position_do(p, move) != SHOOGI_OK)
            return bad(r, err.message);
    if (strcmp(question, "result") == 0)
        return result_is(shoogi_position_result(p), answer) || bad(r, "another result");
    const shoogi_status status = shoogi_usi_read(&move, p, answer, strlen(answer), &err);
    if (strcmp(question, "legal") == 0)
        return status == SHOOGI_OK || bad(r, err.message);
    if (strcmp(question, "illegal") == 0)
        return status == SHOOGI_ILLEGAL || bad(r, "an illegal move is taken for legal");
    return bad(r, "legal, illegal or result was expected in the fifth column");
}

/* The kinds of rows, each known by its first word; that of a count is the variant. */
static const struct row_kind {
    const char *word;
    size_t columns, variant_column; /* the SFEN is behind the variant */
    row_fn *check;
} kinds[] = {
    { "", 5, 0, count_holds },
    { "#moves", 5, 1, list_holds },
    { "#case", 7, 1, case_holds },
};

static const struct row_kind *kind_of(const row *r)
{
    const char *const word = r->column[0][0] == '#' ? r->column[0] : "";
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(word, kinds[i].word) == 0 && r->columns == kinds[i].columns)
            return &kinds[i];
    return NULL;
}

static bool is_wanted(const row *r, const struct row_kind *kind)
{
    if (kind->check != count_holds)
        return least == 0;
    const unsigned long long nodes = strtoull(r->column[3], NULL, 10);
    return nodes > least && nodes <= most;
}

static bool is_remark(const row *r)
{
    return strcmp(r->text, "#") == 0 || strncmp(r->text, "# ", 2) == 0;
}

static void every_row_holds(void **state)
{
    (void)state;
    static row r;
    size_t seen = 0, good = 0;
    shoogi_catalog *catalog;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    char folder[4096];
    const char *const end = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", end ? (int)(end - path) : 1, end ? path : ".");
    const char *const folders[] = { folder };
    assert_int_equal(shoogi_catalog_new_in(&beside, folders, 1), SHOOGI_OK);
    for (r.number = 1; fgets(r.text, sizeof r.text, file); r.number++) {
        r.text[strcspn(r.text, "\n")] = '\0';
        if (is_remark(&r))
            continue;
        split(&r);
        const struct row_kind *const kind = kind_of(&r);
        if (kind && !is_wanted(&r, kind))
            continue;
        seen++;
        if (!kind) {
            bad(&r, "no such kind of row");
            continue;
        }
        shoogi_position *p = position_of(&r, catalog, r.column[kind->variant_column],
                                         r.column[kind->variant_column + 1]);
        good += p && kind->check(p, &r);
        shoogi_position_free(p);
    }
    shoogi_catalog_free(catalog);
    shoogi_catalog_free(beside);
    fclose(file);
    print_message("# %zu rows\n", seen);
    assert_true(seen > 0);
    assert_int_equal(good, seen);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
