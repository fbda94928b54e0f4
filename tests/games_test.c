/* games_test.c: the definitions of the games compared with books and other programs.
 *
 * Each table under tests/games/ has the name of its game.  Its lines, with tabs between the columns:
 *
 *     base NAME                     the rows of that table apply here too, except for the lines below
 *     without NAME                  this game has no such kind
 *     start SFEN                    the position before the first move, in the ids of the definition
 *     NAME KANJI FORMS COUNT MOVES  a kind: its name, the names of its promoted forms with commas between them, or "-",
 *                                   its number of pieces per side at the start, hands included, and its moves in the
 *                                   tokens of tokens.h
 *     # ...                         a comment; the first names the sources
 *
 * A definition has more kinds than a table: a piece that promotes to the same form as another is a kind of its own.  So
 * kinds are identified by name, and promotion is compared for pieces of the initial position and for those that
 * no promotion creates.  A kind that differs from others of its name has a row for "NAME (ID)".  Moves are those of a
 * piece in the middle of an empty board, and of a board full of enemy pieces.  Below "base" a row replaces columns of
 * the base; a column "=" stays as it is there. */
#include "catalog/rule_set.h"
#include "core/variant/variant_int.h"
#include "shoogi/catalog.h"
#include "shoogi/notation.h"
#include "tokens.h"
#include "support/definition_files.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <ctype.h>
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_MAX = 128,
    ROWS_MAX = 512,
    LINE_BYTES = 8192,
    NAME_BYTES = 256,
    FORMS_MAX = 64,
    MOVES_ROOM = 1 << 16
};

typedef struct row {
    char name[NAME_BYTES], kanji[NAME_BYTES], forms[NAME_BYTES], moves[NAME_BYTES];
    unsigned count, found;
    bool seen, of_base;
} row;

typedef struct game {
    char name[NAME_BYTES], start[LINE_BYTES];
    row rows[ROWS_MAX];
    size_t count;
    const shoogi_variant *v;
    shoogi_position *p;
} game;

static const char *tables; /* their folder */

static bool same_word(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return *a == *b;
}

static row *row_called(game *g, const char *name)
{
    for (size_t i = 0; i < g->count; i++)
        if (same_word(g->rows[i].name, name))
            return &g->rows[i];
    return NULL;
}

static void set_column(char *out, const char *text, bool has_base)
{
    if (strcmp(text, "=") != 0 || !has_base)
        snprintf(out, NAME_BYTES, "%s", text);
}

static void read_row(game *g, char *const *columns)
{
    row *const before = row_called(g, columns[0]);
    if (before && !before->of_base)
        fail_msg("%s: two rows of %s", g->name, columns[0]);
    if (!before && g->count == ROWS_MAX)
        fail_msg("%s: too many rows", g->name);
    row *const r = before ? before : &g->rows[g->count++];
    set_column(r->name, columns[0], false);
    set_column(r->kanji, columns[1], before);
    set_column(r->forms, columns[2], before);
    if (!before || strcmp(columns[3], "=") != 0)
        r->count = (unsigned)strtoul(columns[3], NULL, 10);
    set_column(r->moves, columns[4], before);
    r->of_base = false;
}

static void read_table(game *g, const char *name);

static void read_base(game *g, const char *name)
{
    read_table(g, name);
    for (size_t i = 0; i < g->count; i++)
        g->rows[i].of_base = true;
}

static void take_away(game *g, const char *name)
{
    row *const r = row_called(g, name);
    if (!r)
        fail_msg("%s: no row of %s to take away", g->name, name);
    *r = g->rows[--g->count];
}

static void read_line(game *g, char *line)
{
    char *columns[5] = { NULL };
    size_t count = 0;
    for (char *at = line; at && count < 5; count++) {
        columns[count] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = '\0';
    }
    if (count == 2 && strcmp(columns[0], "start") == 0)
        snprintf(g->start, sizeof g->start, "%s", columns[1]);
    else if (count == 2 && strcmp(columns[0], "base") == 0)
        read_base(g, columns[1]);
    else if (count == 2 && strcmp(columns[0], "without") == 0)
        take_away(g, columns[1]);
    else if (count == 5)
        read_row(g, columns);
    else
        fail_msg("%s: %s: not a row of five columns", g->name, line);
}

static void read_table(game *g, const char *name)
{
    char path[LINE_BYTES], line[LINE_BYTES];
    snprintf(path, sizeof path, "%s/%s.tsv", tables, name);
    FILE *const file = fopen(path, "r");
    if (!file)
        fail_msg("%s: no %s", g->name, path);
    while (fgets(line, sizeof line, file)) {
        assert_non_null(strchr(line, '\n'));
        *strchr(line, '\n') = '\0';
        if (line[0] != '#')
            read_line(g, line);
    }
    fclose(file);
    assert_true(g->count > 0 && g->start[0] != '\0');
}

static const char *english(const game *g, shoogi_kind kind)
{
    return shoogi_variant_kind_name(g->v, kind, SHOOGI_BLACK, SHOOGI_STYLE_ENGLISH);
}

/* Its own, or that of all of its name. */
static row *row_of(game *g, shoogi_kind kind)
{
    char own[NAME_BYTES];
    snprintf(own, sizeof own, "%s (%s)", english(g, kind), shoogi_variant_kind(g->v, kind).id);
    row *const r = row_called(g, own);
    row *const shared = r ? r : row_called(g, english(g, kind));
    if (!shared)
        fail_msg("%s: %s is not in the table", g->name, english(g, kind));
    return shared;
}

/* The pieces of colour at the start, including those in hand. */
static unsigned pieces_of(const game *g, shoogi_kind kind, shoogi_colour colour)
{
    unsigned count = shoogi_position_hand(g->p, colour, kind);
    for (unsigned sq = 0; sq < shoogi_variant_square_count(g->v); sq++) {
        const shoogi_piece piece = shoogi_position_piece(g->p, (shoogi_square)sq);
        count += piece.kind == kind && piece.colour == colour;
    }
    return count;
}

/* "tokin,gold general", in the order of the kinds; "-" for none. */
static void forms_of(char *out, size_t room, const game *g, shoogi_kind kind)
{
    shoogi_kind forms[FORMS_MAX];
    const size_t count = shoogi_variant_promotions(forms, FORMS_MAX, g->v, kind);
    size_t at = (size_t)snprintf(out, room, "%s", count == 0 ? "-" : "");
    for (size_t i = 0; i < count && at < room; i++)
        at += (size_t)snprintf(out + at, room - at, "%s%s", i > 0 ? "," : "", english(g, forms[i]));
}

/* What a kind is called, and its forms, where the table speaks of them. */
static void check_kind(game *g, shoogi_kind kind)
{
    row *const r = row_of(g, kind);
    const shoogi_kind_info info = shoogi_variant_kind(g->v, kind);
    const char *const kanji =
        shoogi_variant_kind_name(g->v, kind, SHOOGI_BLACK, SHOOGI_STYLE_KANJI);
    const unsigned pieces = pieces_of(g, kind, SHOOGI_BLACK);
    char forms[LINE_BYTES];
    r->seen = true;
    r->found += pieces;
    assert_int_equal(pieces_of(g, kind, SHOOGI_WHITE), pieces);
    if (strcmp(r->kanji, "-") != 0 && strcmp(r->kanji, kanji) != 0)
        fail_msg("%s: %s is %s, expected %s", g->name, r->name, kanji, r->kanji);
    forms_of(forms, sizeof forms, g, kind);
    if ((pieces > 0 || (info.base == kind && info.id[0] != '+')) && !same_word(forms, r->forms))
        fail_msg("%s: %s promotes to %s, expected %s", g->name, r->name, forms, r->forms);
}

/* Black's piece alone on a square; crowded: with White's pieces on all others. */
static void put_alone(const game *g, shoogi_kind kind, unsigned square, bool crowded)
{
    shoogi_position_clear(g->p);
    for (unsigned sq = 0; sq < shoogi_variant_square_count(g->v); sq++)
        if (crowded && sq != square &&
            shoogi_variant_has_square(g->v, sq / shoogi_variant_rank_count(g->v),
                                      sq % shoogi_variant_rank_count(g->v)))
            shoogi_position_put(g->p, (shoogi_square)sq, (shoogi_piece){ 1, SHOOGI_WHITE });
    shoogi_position_put(g->p, (shoogi_square)square, (shoogi_piece){ kind, SHOOGI_BLACK });
    shoogi_position_setup_done(g->p);
}

static shoogi_move moves[MOVES_ROOM]; /* of the position at hand */

/* Whether the moves of the piece on a square, alone or crowded, end where the table says, except on its own square. */
static void check_reach(game *g, shoogi_kind kind, unsigned file, unsigned rank, bool crowded)
{
    static tokens_board board;
    static bool reported[TOKENS_SIDE_MAX * TOKENS_SIDE_MAX],
        made[TOKENS_SIDE_MAX * TOKENS_SIDE_MAX];
    const row *const r = row_of(g, kind);
    const unsigned ranks = shoogi_variant_rank_count(g->v);
    const unsigned from = shoogi_variant_square(g->v, file, rank);
    memset(reported, 0, sizeof reported);
    memset(made, 0, sizeof made);
    board = (tokens_board){ .files = (int)shoogi_variant_file_count(g->v),
                            .ranks = (int)ranks,
                            .crowded = crowded };
    for (unsigned sq = 0; sq < shoogi_variant_square_count(g->v); sq++)
        board.hole[sq] = !shoogi_variant_has_square(g->v, sq / ranks, sq % ranks);
    const char *const fault = tokens_reach(reported, &board, (int)file, (int)rank, r->moves);
    if (fault)
        fail_msg("%s: %s: expected a token of moves, found %s", g->name, r->name, fault);
    put_alone(g, kind, from, crowded);
    const size_t found = shoogi_position_moves(g->p, moves, MOVES_ROOM);
    assert_true(found <= MOVES_ROOM);
    for (size_t i = 0; i < found; i++)
        if (!shoogi_move_is_drop(moves[i]) && shoogi_move_from(moves[i]) == from)
            made[shoogi_move_to(moves[i])] = true;
    for (unsigned sq = 0; sq < shoogi_variant_square_count(g->v); sq++)
        if (sq != from && reported[sq] != made[sq])
            fail_msg("%s: %s (%s) on %u,%u of %s board %s %u,%u", g->name, r->name, r->moves, file,
                     rank, crowded ? "a crowded" : "an empty", made[sq] ? "goes to" : "misses",
                     sq / ranks, sq % ranks);
}

/* In the middle of the board, and nearer to an edge.  A royal may not step next to pieces that protect each other. */
static void check_tokens(game *g, shoogi_kind kind)
{
    const unsigned files = shoogi_variant_file_count(g->v), ranks = shoogi_variant_rank_count(g->v);
    const bool royal = shoogi_variant_kind(g->v, kind).royal;
    const bool lent = g->v->rules.borrow[1] != 0; /* the pieces around it lend it their moves */
    for (int crowded = 0; crowded < (royal || lent ? 1 : 2); crowded++) {
        if (shoogi_variant_has_square(g->v, files / 2, ranks / 2))
            check_reach(g, kind, files / 2, ranks / 2, crowded);
        if (shoogi_variant_has_square(g->v, files / 3, ranks / 2))
            check_reach(g, kind, files / 3, ranks / 2, crowded);
    }
}

/* The number of promotions, the kind itself not counted, that pieces of the kind make by moves from a square; bits of
 * done are those found before. */
static void promote_from(const game *g, unsigned square, const shoogi_kind *forms, size_t count,
                         uint64_t *done, bool *moves_at_all)
{
    const size_t found = shoogi_position_moves(g->p, moves, MOVES_ROOM);
    for (size_t i = 0; i < found && i < MOVES_ROOM; i++) {
        if (shoogi_move_is_drop(moves[i]) || shoogi_move_from(moves[i]) != square)
            continue;
        *moves_at_all = true;
        for (size_t k = 0; k < count; k++)
            if (shoogi_move_is_promotion(moves[i]) && shoogi_move_kind(moves[i]) == forms[k])
                *done |= UINT64_C(1) << k;
    }
}

/* The same with a piece of its side of each other kind on the far ranks. */
static void put_in_company(const game *g, shoogi_kind kind, unsigned square)
{
    const unsigned files = shoogi_variant_file_count(g->v), ranks = shoogi_variant_rank_count(g->v);
    put_alone(g, kind, square, false);
    for (unsigned k = 1; k <= shoogi_variant_kind_count(g->v); k++) {
        const unsigned file = (k - 1) % files, rank = (k - 1) / files;
        if (k != kind && rank < ranks && shoogi_variant_has_square(g->v, file, rank) &&
            shoogi_variant_square(g->v, file, rank) != square)
            shoogi_position_put(g->p, (shoogi_square)shoogi_variant_square(g->v, file, rank),
                                (shoogi_piece){ (shoogi_kind)k, SHOOGI_BLACK });
    }
    shoogi_position_setup_done(g->p);
}

/* The kind moves, from some square, and by some move becomes each of its forms, which may need others. */
static void check_moves(const game *g, shoogi_kind kind)
{
    shoogi_kind forms[FORMS_MAX];
    const size_t count = shoogi_variant_promotions(forms, FORMS_MAX, g->v, kind);
    const uint64_t all = (UINT64_C(1) << count) - 1;
    assert_true(count < FORMS_MAX);
    uint64_t done = 0;
    bool moves_at_all = false;
    for (unsigned sq = 0; sq < shoogi_variant_square_count(g->v); sq++) {
        if (!shoogi_variant_has_square(g->v, sq / shoogi_variant_rank_count(g->v),
                                       sq % shoogi_variant_rank_count(g->v)))
            continue;
        for (int setting = 0; setting < 3; setting++) {
            if (done == all && moves_at_all)
                return;
            if (setting < 2)
                put_alone(g, kind, sq, setting == 1);
            else
                put_in_company(g, kind, sq);
            promote_from(g, sq, forms, count, &done, &moves_at_all);
        }
    }
    if (done != all || !moves_at_all)
        fail_msg("%s: %s %s", g->name, english(g, kind),
                 moves_at_all ? "never becomes one of its forms" : "never moves");
}

/* The SFEN may have the pieces in hand in any order. */
static void check_start(const game *g)
{
    shoogi_position *reported;
    shoogi_error err;
    char start[LINE_BYTES];
    shoogi_sfen_write(start, sizeof start, g->p);
    assert_int_equal(shoogi_position_new(&reported, g->v), SHOOGI_OK);
    if (shoogi_sfen_read(reported, g->start, strlen(g->start), &err) != SHOOGI_OK)
        fail_msg("%s: start: %u: %s", g->name, err.column, err.message);
    if (shoogi_position_hash(reported) != shoogi_position_hash(g->p))
        fail_msg("%s: starts with %s, expected %s", g->name, start, g->start);
    shoogi_position_free(reported);
}

static void check_game(shoogi_catalog *catalog, const char *name)
{
    static game g;
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error fault;
    g = (game){ .count = 0 };
    snprintf(g.name, sizeof g.name, "%s", name);
    read_table(&g, name);
    if (shoogi_catalog_get(&entry, catalog, name, strlen(name), &fault) != SHOOGI_OK)
        fail_msg("%s", fault.text);
    g.v = entry->variant;
    assert_int_equal(shoogi_position_new(&g.p, g.v), SHOOGI_OK);
    check_start(&g);
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(g.v); kind++)
        check_kind(&g, (shoogi_kind)kind);
    for (size_t i = 0; i < g.count; i++)
        if (!g.rows[i].seen || g.rows[i].found != g.rows[i].count)
            fail_msg("%s: %u of %s, expected %u", name, g.rows[i].found, g.rows[i].name,
                     g.rows[i].count);
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(g.v); kind++)
        check_tokens(&g, (shoogi_kind)kind);
    shoogi_position_free(g.p);
}

static bool ends_in(const char *name, const char *ending)
{
    const size_t bytes = strlen(name), end_bytes = strlen(ending);
    return bytes > end_bytes && strcmp(name + bytes - end_bytes, ending) == 0;
}

static void every_table_holds(void **state)
{
    (void)state;
    shoogi_catalog *catalog;
    unsigned count = 0;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    DIR *const folder = opendir(tables);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        char name[NAME_BYTES];
        if (!ends_in(entry->d_name, ".tsv"))
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strlen(entry->d_name) - 4, entry->d_name);
        check_game(catalog, name);
        count++;
    }
    closedir(folder);
    print_message("# %u games\n", count);
    assert_true(count > 0);
    shoogi_catalog_free(catalog);
}

/* A line of a piece, of the board, or of a variant that is no rule set of its base. */
static bool is_of_its_own(const char *line)
{
    const char *const colon = strchr(line, ':'), *const equals = strchr(line, '=');
    if (line[0] == '#')
        return false;
    return (colon && (!equals || colon < equals)) || strncmp(line, "files=", 6) == 0 ||
           strncmp(line, "ranks=", 6) == 0 || strncmp(line, "history=", 8) == 0;
}

/* It stands on no other one, or differs from that in more than rules. */
static bool needs_a_table(const char *path)
{
    char line[LINE_BYTES];
    FILE *const file = fopen(path, "r");
    bool has_base = false, is_own = false;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        has_base = has_base || strncmp(line, "base=", 5) == 0;
        is_own = is_own || is_of_its_own(line);
    }
    fclose(file);
    return !has_base || is_own;
}

static void every_game_has_a_table(void **state)
{
    (void)state;
    glob_t found = find_definitions("*");
    assert_true(found.gl_pathc > 16);
    size_t missing = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char path[LINE_BYTES];
        const char *name;
        if (!needs_a_table(found.gl_pathv[i]))
            continue;
        const int length = definition_name(&name, found.gl_pathv[i]);
        snprintf(path, sizeof path, "%s/%.*s.tsv", tables, length, name);
        FILE *const file = fopen(path, "r");
        if (file)
            fclose(file);
        else
            print_error("no %s\n", path);
        missing += !file;
    }
    globfree(&found);
    assert_int_equal(missing, 0);
}

/* The kanji names of pieces in one definition, by their letters in the other. */
static void compare_kanji(const shoogi_variant *v, const shoogi_variant *base, const char *name)
{
    for (shoogi_kind k = 1; k <= shoogi_variant_kind_count(v); k++) {
        const char *const id = shoogi_variant_kind(v, k).id;
        const char *const kanji = shoogi_variant_kind_name(v, k, SHOOGI_BLACK, SHOOGI_STYLE_KANJI);
        for (shoogi_kind other = 1; other <= shoogi_variant_kind_count(base); other++) {
            if (strcmp(shoogi_variant_kind(base, other).id, id) != 0)
                continue;
            const char *const before =
                shoogi_variant_kind_name(base, other, SHOOGI_BLACK, SHOOGI_STYLE_KANJI);
            if ((unsigned char)before[0] >= 0x80 && (unsigned char)kanji[0] < 0x80)
                fail_msg("%s: %s is %s, expected kanji like %s", name, id, kanji, before);
        }
    }
}

static const shoogi_variant *find(shoogi_catalog *catalog, const char *name)
{
    const shoogi_variant *const found = shoogi_catalog_find(catalog, name, strlen(name));
    assert_non_null(found);
    return found;
}

/* Every piece of every variant moves, and reaches all its promotions. */
static void every_piece_moves(void **state)
{
    (void)state;
    shoogi_catalog *catalog;
    const char *const *names;
    size_t count;
    static game g;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    for (size_t i = 0; i < count; i++) {
        g = (game){ .v = find(catalog, names[i]) };
        snprintf(g.name, sizeof g.name, "%s", names[i]);
        assert_int_equal(shoogi_position_new(&g.p, g.v), SHOOGI_OK);
        for (unsigned kind = 1; kind <= shoogi_variant_kind_count(g.v); kind++)
            check_moves(&g, (shoogi_kind)kind);
        shoogi_position_free(g.p);
    }
    shoogi_catalog_free(catalog);
}

/* A row that replaces a piece replaces all of it. */
static void rule_sets_keep_kanji(void **state)
{
    (void)state;
    shoogi_catalog *catalog;
    const char *const *names;
    size_t count, rule_sets = 0;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            if (!shg_is_rule_set_of(names[i], names[j]))
                continue;
            const shoogi_variant *const v = find(catalog, names[i]), *const base =
                                                                         find(catalog, names[j]);
            compare_kanji(v, base, names[i]);
            rule_sets++;
        }
    }
    assert_in_range(rule_sets, 50, count * 2);
    shoogi_catalog_free(catalog);
}

static bool tells(const shoogi_variant *v, shg_note_kind telling)
{
    const char *const text = shg_first_note(v, telling);
    return text && text[0] != '\0';
}

/* Where a game comes from, and who says what its rules are. */
static void every_game_tells_of_itself(void **state)
{
    (void)state;
    shoogi_catalog *catalog;
    const char *const *names;
    size_t count;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_int_equal(shoogi_catalog_names(&names, &count, catalog), SHOOGI_OK);
    for (size_t i = 0; i < count; i++) {
        const shoogi_variant *const v = find(catalog, names[i]);
        if (!tells(v, SHG_NOTE_HISTORY) || !tells(v, SHG_NOTE_SOURCE))
            fail_msg("%s: expected a history and a source", names[i]);
    }
    shoogi_catalog_free(catalog);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_holds),          cmocka_unit_test(every_game_has_a_table),
        cmocka_unit_test(every_piece_moves),          cmocka_unit_test(rule_sets_keep_kanji),
        cmocka_unit_test(every_game_tells_of_itself),
    };
    if (argc != 2)
        return 2;
    tables = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
