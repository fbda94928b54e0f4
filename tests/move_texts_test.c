/* move_texts_test.c: every legal move of random games of every shipped variant, written and read again.
 *
 *     move_texts_test GAMES [WORD...]     so many of each variant: of these names and files, or of all that are shipped
 *
 * USI tells every way to write a move apart, Western and the Japanese notations every result. */
#include "shoogi/notation.h"
#include "variants_of.h"

#include <stdio.h>

enum {
    PLIES_MAX = 200,
    LOOKS_MAX = 30000,
    LOOKS_AT_ONCE = 5000,
    MOVES_ROOM = 4096,
    USI_READS = 64,
    WESTERN_EVERY = 16,
    JAPANESE_EVERY = 96
};

static unsigned games;
static char **words; /* files or names */
static size_t word_count;

/* The kinds of moves met, to show that each occurred, such as a lion's double capture. */
enum { DROP, FORM, NAMED_FORM, BY_WAY, TWO_TAKEN, STAYS, PASS, SIGHTS };
static const char *const sight_names[SIGHTS] = {
    [DROP] = "drop",
    [FORM] = "promotion",
    [NAMED_FORM] = "promotion to one of several forms",
    [BY_WAY] = "via square",
    [TWO_TAKEN] = "two captures",
    [STAYS] = "captures without moving",
    [PASS] = "pass",
};
static unsigned long seen[SIGHTS];

typedef char move_text[SHOOGI_JAPANESE_TEXT_BYTES];

static uint64_t next_random(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* No two of the texts are the same.  Sorts them. */
static void assert_distinct(move_text *texts, size_t count)
{
    qsort(texts, count, sizeof *texts, by_text);
    for (size_t i = 1; i < count; i++)
        if (strcmp(texts[i - 1], texts[i]) == 0)
            fail_msg("two moves are written %s", texts[i]);
}

static void fail_at(const shoogi_position *p, const char *text, const char *what)
{
    char sfen[1024];
    (void)shoogi_sfen_write(sfen, sizeof sfen, p);
    fail_msg("%s: %s: %s", sfen, text, what);
}

/* The hash of the position after a move. */
static uint64_t hash_after(shoogi_position *p, shoogi_move move)
{
    assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
    const uint64_t hash = shoogi_position_hash(p);
    shoogi_position_undo(p);
    return hash;
}

static void look_at(const shoogi_position *p, shoogi_move move, const char *usi)
{
    shoogi_square way[SHOOGI_VIA_MAX];
    const unsigned ways =
        shoogi_move_via(way, move, shoogi_variant_rank_count(shoogi_position_variant(p)));
    const bool takes = ways > 0 && shoogi_position_piece(p, way[0]).kind != 0;
    const bool stays = shoogi_move_from(move) == shoogi_move_to(move);
    seen[DROP] += shoogi_move_is_drop(move);
    seen[FORM] += shoogi_move_is_promotion(move);
    seen[NAMED_FORM] += shoogi_move_is_promotion(move) && usi[strlen(usi) - 1] != '+';
    seen[BY_WAY] += ways > 0 && !takes;
    seen[TWO_TAKEN] += takes && !stays && shoogi_position_piece(p, shoogi_move_to(move)).kind != 0;
    seen[STAYS] += takes && stays;
    seen[PASS] += stays && !takes;
}

/* All are written, and every n-th is read. */
static void check_usi(const shoogi_position *p, const shoogi_move *paths, size_t count,
                      size_t first)
{
    static move_text texts[MOVES_ROOM];
    const size_t n = count / USI_READS + 1;
    for (size_t i = 0; i < count; i++) {
        const size_t length = shoogi_usi_write(texts[i], sizeof texts[i], p, paths[i]);
        assert_in_range(length, 4, sizeof texts[i] - 1);
        look_at(p, paths[i], texts[i]);
        if ((i + first) % n != 0)
            continue;
        shoogi_move again = 0;
        shoogi_error err;
        if (shoogi_usi_read(&again, p, texts[i], length, &err) != SHOOGI_OK)
            fail_at(p, texts[i], err.message);
        if (again != paths[i])
            fail_at(p, texts[i], "reads as another move");
    }
    assert_distinct(texts, count);
}

static shoogi_parsed_move read_western(const shoogi_position *p, const char *text)
{
    shoogi_parsed_move found = { 0, false };
    shoogi_error err;
    if (shoogi_western_read(&found, p, text, strlen(text), &err) != SHOOGI_OK)
        fail_at(p, text, err.message);
    return found;
}

/* Each result has a text of its own, which reads as the move it was; in small letters and without its mark
 * too.  Every other way to write the move has the same text. */
static void check_western(shoogi_position *p, const shoogi_move *moves, size_t count,
                          const shoogi_move *paths, size_t path_count)
{
    static move_text texts[MOVES_ROOM];
    for (size_t i = 0; i < count; i++) {
        char *const text = texts[i];
        const size_t length = shoogi_western_write(text, sizeof texts[i], p, moves[i]);
        assert_in_range(length, 2, sizeof texts[i] - 1);
        const shoogi_parsed_move found = read_western(p, text);
        if (found.move != moves[i] || found.promotion_open)
            fail_at(p, text, "reads as another move");
        move_text small;
        for (size_t k = 0; k <= length; k++)
            small[k] = text[k] >= 'A' && text[k] <= 'Z' ? (char)(text[k] + 32) : text[k];
        assert_true(read_western(p, small).move == moves[i]);
        char *const mark = strpbrk(small + 1, "+=");
        if (mark && mark > small + 2) {
            *mark = '\0';
            const shoogi_parsed_move open = read_western(p, small);
            if (!open.promotion_open && open.move != moves[i])
                fail_at(p, text, "reads as another move without its mark");
        }
    }
    assert_distinct(texts, count);
    for (size_t i = 0; i < path_count; i++) {
        move_text text;
        (void)shoogi_western_write(text, sizeof text, p, paths[i]);
        const shoogi_move found = read_western(p, text).move;
        if (found != paths[i] && hash_after(p, found) != hash_after(p, paths[i]))
            fail_at(p, text, "reads as a move with another result");
    }
}

typedef size_t write_fn(char *, size_t, const shoogi_position *, shoogi_move, shoogi_square);
typedef shoogi_status read_fn(shoogi_move *, const shoogi_position *, const char *, size_t,
                              shoogi_square, shoogi_error *);

/* The same of a notation that knows where the move before ended. */
static void check_japanese(shoogi_position *p, const shoogi_move *moves, size_t count,
                           const shoogi_move *paths, size_t path_count, write_fn *write,
                           read_fn *read)
{
    static move_text texts[MOVES_ROOM];
    const unsigned played = shoogi_position_moves_played(p);
    const shoogi_square previous =
        played > 0 ? shoogi_move_to(shoogi_position_move_at(p, played - 1)) : SHOOGI_NO_SQUARE;
    shoogi_move again = 0;
    shoogi_error err;
    for (size_t i = 0; i < count; i++) {
        const size_t length = write(texts[i], sizeof texts[i], p, moves[i], previous);
        assert_in_range(length, 2, sizeof texts[i] - 1);
        if (read(&again, p, texts[i], length, previous, &err) != SHOOGI_OK)
            fail_at(p, texts[i], err.message);
        if (again != moves[i])
            fail_at(p, texts[i], "reads as another move");
    }
    assert_distinct(texts, count);
    for (size_t i = 0; i < path_count; i++) {
        move_text text;
        const size_t length = write(text, sizeof text, p, paths[i], previous);
        if (read(&again, p, text, length, previous, &err) != SHOOGI_OK)
            fail_at(p, text, err.message);
        if (again != paths[i] && hash_after(p, again) != hash_after(p, paths[i]))
            fail_at(p, text, "reads as a move with another result");
    }
}

/* Every n-th of some moves. */
static size_t some_of(shoogi_move *some, const shoogi_move *all, size_t count, size_t first,
                      size_t n)
{
    size_t kept = 0;
    for (size_t i = first % n; i < count; i += n)
        some[kept++] = all[i];
    return kept;
}

/* One game.  To read a move is to look at all moves there are, so of large boards fewer positions are seen, and in each
 * fewer moves are read. */
static void play(const shoogi_variant *variant, uint64_t *chance, unsigned game)
{
    size_t looks = 0;
    static shoogi_move moves[MOVES_ROOM], paths[MOVES_ROOM];
    static shoogi_move read[MOVES_ROOM], read_paths[MOVES_ROOM];
    shoogi_position *p;
    assert_int_equal(shoogi_position_new(&p, variant), SHOOGI_OK);
    for (unsigned ply = 0; ply < PLIES_MAX && looks < LOOKS_MAX; ply++) {
        const size_t count = shoogi_position_moves(p, moves, MOVES_ROOM);
        const size_t path_count = shoogi_position_moves_by_path(p, paths, MOVES_ROOM);
        assert_in_range(path_count, count, MOVES_ROOM);
        check_usi(p, paths, path_count, ply);
        const size_t n = path_count * path_count / LOOKS_AT_ONCE + 1;
        const size_t reads = some_of(read, moves, count, ply, n);
        const size_t path_reads = some_of(read_paths, paths, path_count, ply, n);
        if ((ply + game) % WESTERN_EVERY == 0) {
            looks += path_count * path_reads;
            check_western(p, read, reads, read_paths, path_reads);
        }
        if ((ply + game) % JAPANESE_EVERY == 0) {
            check_japanese(p, read, reads, read_paths, path_reads, shoogi_japanese_write,
                           shoogi_japanese_read);
            check_japanese(p, read, reads, read_paths, path_reads, shoogi_kitao_write,
                           shoogi_kitao_read);
        }
        if (count == 0)
            break;
        assert_int_equal(shoogi_position_do(p, moves[next_random(chance) % count]), SHOOGI_OK);
    }
    shoogi_position_free(p);
}

static void check_variant(const char *name, const shoogi_variant *variant, size_t number)
{
    uint64_t chance = number + 1;
    print_message("# %s\n", name);
    for (unsigned game = 0; game < games; game++)
        play(variant, &chance, game);
}

static void every_legal_move_of_every_variant(void **state)
{
    (void)state;
    each_variant(words, word_count, check_variant);
    for (int i = 0; i < SIGHTS; i++) {
        print_message("# %s: %lu\n", sight_names[i], seen[i]);
        if (seen[i] == 0 && (word_count == 0 || !is_file(words[0])))
            fail_msg("no %s was met", sight_names[i]);
    }
}

int main(int argc, char **argv)
{
    games = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 1;
    if (argc > 2) {
        words = argv + 2;
        word_count = (size_t)argc - 2;
    }
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_legal_move_of_every_variant) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
