/* real_games_test.c: games and problems as other programs saved them, from $SHOOGI_TEST_DATA/data.
 *
 * Every file is read, in its own encoding and by its own looks, without a fault.  Then each game goes through every
 * format that can tell it, and back: what the format does not name as lost is there. */
#include "base/test_suite.h"
#include "support/random_record.h"
#include "shoogi/catalog.h"
#include "shoogi/encoding.h"

#include <dirent.h>

enum { FILE_BYTES_MAX = 1024 * 1024, PATH_BYTES_MAX = 1024 };

/* What is in a file of one game; of one that has no row, nothing is told and nothing more is known. */
static const struct expected {
    const char *name;
    unsigned nodes;
    const char *last; /* what was played last in the text; NULL: not looked at */
    const char *said; /* of what is not quite in order */
} games[] = {
    { "7mai.ki2u", 4, "7g7f", "" },
    { "8mai.ki2u", 27, "4c3d", "" },
    { "chudan.ki2", 5, "8h2b+", "" },
    { "fork.ki2", 23, "7g7f", "" },
    { "kobayashi_kinsho196702.ki2", 51, NULL, "" },
    { "20081220kyoochi.kif", 144, NULL, "" },
    { "9fu.kif", 63, NULL, "" },
    { "doh_branch.kifu", 10, "8b2b", "" },
    { "fork-test.kif", 10, "8d8e",
      "18:4: warning: expected 6, the number of the move, found \"5\"" },
    { "henka.kif", 36, NULL, "" },
    { "jt201409130101.kif", 109, NULL, "" },
    { "kiou201403160101.kif", 87, NULL, "" },
    { "last_comment.kif", 4, "2g2f", "" },
    { "no_henka.kif", 12, NULL, "" },
    { "noeol.kif", 5, "8h2b+", "" },
    { "ouza201410070101.kif", 104, NULL, "" },
    { "ryuou4.kif", 103, NULL, "" },
    { "shogidokoro.kifu", 20, NULL, "" },
    { "chu-game.kif", 130, NULL, "" },
};

static shoogi_catalog *catalog;
static unsigned read_count, expected_count, reported[SHOOGI_FORMAT_COUNT];

static const shoogi_variant *find_variant(void *context, const char *name, size_t name_bytes)
{
    const shoogi_catalog_entry *entry;
    (void)context;
    return shoogi_catalog_get(&entry, catalog, name, name_bytes, NULL) == SHOOGI_OK ? entry->variant
                                                                                    : NULL;
}

static const char *folder_of(char path[PATH_BYTES_MAX], const char *folder)
{
    const char *const data = getenv("SHOOGI_TEST_DATA");
    snprintf(path, PATH_BYTES_MAX, "%s/data/%s", data ? data : "../shared", folder);
    return path;
}

/* The game of a file, which does not name it. */
static const char *game_of(const char *path)
{
    return strcmp(strrchr(path, '/') + 1, "chu-game.kif") == 0 ? "chu-lishogi" : "shogi";
}

/* The row of a file; NULL if there is none. */
static const struct expected *expected_of(const char *path)
{
    const char *const name = strrchr(path, '/') + 1;
    for (size_t i = 0; i < COUNT(games); i++)
        if (strcmp(games[i].name, name) == 0)
            return &games[i];
    return NULL;
}

static void check_last_move(const shoogi_record *record, const char *usi)
{
    char found[SHOOGI_MOVE_TEXT_BYTES];
    shoogi_node last = shoogi_record_node_count(record) - 1;
    while (shoogi_record_node(record, last).termination != SHOOGI_TERMINATION_NONE)
        last = shoogi_record_node(record, last).parent;
    const shoogi_node_info node = shoogi_record_node(record, last);
    shoogi_position *position;
    assert_int_equal(shoogi_record_position(&position, record, node.parent), SHOOGI_OK);
    (void)shoogi_usi_write(found, sizeof found, position, node.move);
    assert_string_equal(found, usi);
    shoogi_position_free(position);
}

static void check_text(const char *path, const char *text, size_t bytes)
{
    const shoogi_format format = shoogi_format_detect(text, bytes);
    if (format == SHOOGI_FORMAT_COUNT)
        fail_msg("%s looks like no format", path);
    const char *const game = game_of(path);
    const shoogi_record_read_options how = { .variant = find_variant(NULL, game, strlen(game)),
                                             .find_variant = find_variant };
    const struct expected *const expected = expected_of(path);
    for (size_t at = 0, used; at < bytes; at += used) {
        shoogi_record *record = NULL;
        shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX] = { 0 };
        size_t count = 0;
        const shoogi_status status =
            shoogi_record_read(&record, &used, format, text + at, bytes - at, &how, errors,
                               SHOOGI_RECORD_ERRORS_MAX, &count);
        char said[SHOOGI_MESSAGE_BYTES + 32] = "";
        if (count > 0)
            snprintf(said, sizeof said, "%u:%u: %s", errors[0].line, errors[0].column,
                     errors[0].message);
        if (strcmp(said, expected ? expected->said : "") != 0 || count > 1)
            fail_msg("%s: %zu told, found \"%s\"", path, count, said);
        assert_int_equal(status, SHOOGI_OK);
        assert_non_null(record);
        if (expected && shoogi_record_node_count(record) != expected->nodes)
            fail_msg("%s: %u nodes", path, shoogi_record_node_count(record));
        if (expected && expected->last)
            check_last_move(record, expected->last);
        expected_count += expected != NULL;
        for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++)
            reported[f] += comes_back_from((shoogi_format)f, record);
        shoogi_record_free(record);
        read_count++;
    }
}

static void check_file(const char *path)
{
    static char bytes[FILE_BYTES_MAX];
    FILE *const file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be read", path);
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(count < sizeof bytes);
    char *text;
    size_t text_bytes, faults = 0;
    assert_int_equal(shoogi_text_decode(&text, &text_bytes, shoogi_encoding_detect(bytes, count),
                                        bytes, count, &faults, NULL),
                     SHOOGI_OK);
    if (faults > 0)
        fail_msg("%s: %zu bytes are no text", path, faults);
    check_text(path, text, text_bytes);
    shoogi_text_free(text);
}

/* Checks every file of a folder; returns their number, 0 if there is no such folder. */
static unsigned check_folder(const char *folder)
{
    char place[PATH_BYTES_MAX];
    DIR *const files = opendir(folder_of(place, folder));
    unsigned found = 0;
    if (!files)
        return 0;
    for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
        char path[2 * PATH_BYTES_MAX];
        const char *const dot = strrchr(entry->d_name, '.');
        if (!dot || dot[1] == '\0' || dot == entry->d_name)
            continue; /* a folder */
        snprintf(path, sizeof path, "%s/%s", place, entry->d_name);
        check_file(path);
        found++;
    }
    closedir(files);
    return found;
}

static void check_folders(const char *const *folders, size_t count, unsigned files_wanted)
{
    char place[PATH_BYTES_MAX];
    unsigned found = 0;
    read_count = 0;
    memset(reported, 0, sizeof reported);
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    for (size_t i = 0; i < count; i++)
        found += check_folder(folders[i]);
    shoogi_catalog_free(catalog);
    if (found == 0) {
        print_message("# no %s\n", folder_of(place, folders[0]));
        skip();
    }
    assert_int_equal(found, files_wanted);
    for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++)
        if (reported[f] == 0)
            fail_msg("%s could tell none of %u games", shoogi_format_name((shoogi_format)f),
                     read_count);
    assert_int_equal(reported[SHOOGI_FORMAT_KIF], read_count);
    assert_int_equal(reported[SHOOGI_FORMAT_KI2], read_count);
}

static void games_of_engines(void **state)
{
    (void)state;
    static const char *const folders[] = { "csa" };
    check_folders(folders, COUNT(folders), 60);
}

static void games_of_people(void **state)
{
    (void)state;
    static const char *const folders[] = { "usi" };
    check_folders(folders, COUNT(folders), 1);
    assert_int_equal(read_count, 252);
}

static void problems(void **state)
{
    (void)state;
    static const char *const folders[] = { "tsume" };
    check_folders(folders, COUNT(folders), 7);
}

static void awkward_files(void **state)
{
    (void)state;
    static const char *const folders[] = { "formats", "formats/csa", "formats/jkf", "formats/ki2",
                                           "formats/kif" };
    expected_count = 0;
    check_folders(folders, COUNT(folders), 27);
    assert_int_equal(expected_count, COUNT(games));
}

TEST_SUITE(real_games)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(games_of_engines),
                                        cmocka_unit_test(games_of_people),
                                        cmocka_unit_test(problems),
                                        cmocka_unit_test(awkward_files) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
