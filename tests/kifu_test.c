/* kifu_test.c: KIF and KI2 with files that programs wrote, and with games that were played. */
#include "notation/random_record.h"
#include "shoogi/catalog.h"
#include "shoogi/encoding.h"

#include <dirent.h>

enum { FILE_BYTES_MAX = 1024 * 1024 };

static shoogi_catalog *catalog;

static void comes_back_from_both(const shoogi_record *record)
{
    assert_true(comes_back_from(SHOOGI_FORMAT_KIF, record));
    assert_true(comes_back_from(SHOOGI_FORMAT_KI2, record));
}

static const shoogi_variant *find(void *context, const char *name, size_t name_bytes)
{
    const shoogi_catalog_entry *entry;
    (void)context;
    return shoogi_catalog_get(&entry, catalog, name, name_bytes, NULL) == SHOOGI_OK ? entry->variant
                                                                                    : NULL;
}

/* A text of the outside material, decoded.  Owned (shoogi_text_free); NULL if it is not there. */
static char *load(size_t *text_bytes, const char *name)
{
    static char bytes[FILE_BYTES_MAX];
    char path[1024];
    const char *const data = getenv("SHOOGI_TEST_DATA");
    snprintf(path, sizeof path, "%s/data/%s", data ? data : "../shared", name);
    FILE *const file = fopen(path, "rb");
    if (!file)
        return NULL;
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    char *text;
    size_t faults;
    assert_int_equal(shoogi_text_decode(&text, text_bytes, shoogi_encoding_guess(bytes, count),
                                        bytes, count, &faults, NULL),
                     SHOOGI_OK);
    return text;
}

/* What is read of files that programs wrote: in three encodings, with and without ends of lines, with
 * variations in every order, handicaps, boards and times. */
static void files_of_programs(void **state)
{
    (void)state;
    static const struct {
        const char *name, *game;
        unsigned nodes, told;
        const char *last; /* what was played last in the text */
    } files[] = {
        { "formats/ki2/7mai.ki2u", "shogi", 4, 0, "7g7f" },
        { "formats/ki2/8mai.ki2u", "shogi", 27, 0, "4c3d" },
        { "formats/ki2/chudan.ki2", "shogi", 5, 0, "8h2b+" },
        { "formats/ki2/fork.ki2", "shogi", 23, 0, "7g7f" },
        { "formats/ki2/kobayashi_kinsho196702.ki2", "shogi", 51, 0, NULL },
        { "formats/kif/20081220kyoochi.kif", "shogi", 144, 0, NULL },
        { "formats/kif/9fu.kif", "shogi", 63, 0, NULL },
        { "formats/kif/doh_branch.kifu", "shogi", 10, 0, "8b2b" },
        { "formats/kif/fork-test.kif", "shogi", 10, 1, "8d8e" },
        { "formats/kif/henka.kif", "shogi", 36, 0, NULL },
        { "formats/kif/jt201409130101.kif", "shogi", 109, 0, NULL },
        { "formats/kif/kiou201403160101.kif", "shogi", 87, 0, NULL },
        { "formats/kif/last_comment.kif", "shogi", 4, 0, "2g2f" },
        { "formats/kif/no_henka.kif", "shogi", 12, 0, NULL },
        { "formats/kif/noeol.kif", "shogi", 5, 0, "8h2b+" },
        { "formats/kif/ouza201410070101.kif", "shogi", 104, 0, NULL },
        { "formats/kif/ryuou4.kif", "shogi", 103, 0, NULL },
        { "formats/kif/shogidokoro.kifu", "shogi", 20, 0, NULL },
        { "formats/chu-game.kif", "chu-lishogi", 130, 0, NULL },
    };
    for (size_t i = 0; i < COUNT(files); i++) {
        size_t bytes, count;
        char *const text = load(&bytes, files[i].name);
        if (!text) {
            print_message("# %s is not there\n", files[i].name);
            skip();
        }
        const shoogi_record_reading how = { .variant =
                                                find(NULL, files[i].game, strlen(files[i].game)),
                                            .find = find };
        shoogi_record *record = NULL;
        shoogi_error errors[4];
        if (shoogi_record_read(&record, NULL, shoogi_format_guess(text, bytes), text, bytes, &how,
                               errors, COUNT(errors), &count) != SHOOGI_OK ||
            count != files[i].told || shoogi_record_nodes(record) != files[i].nodes)
            fail_msg("%s: %u nodes, %zu told, %u:%u: %s", files[i].name,
                     record ? shoogi_record_nodes(record) : 0, count, errors[0].line,
                     errors[0].column, errors[0].message);
        shoogi_node last = shoogi_record_nodes(record) - 1;
        while (shoogi_record_node(record, last).end != SHOOGI_END_NONE)
            last = shoogi_record_node(record, last).parent;
        if (files[i].last) {
            char usi[SHOOGI_MOVE_TEXT_BYTES];
            const shoogi_node_info node = shoogi_record_node(record, last);
            shoogi_position *position;
            assert_int_equal(shoogi_record_position(&position, record, node.parent), SHOOGI_OK);
            (void)shoogi_usi_write(usi, sizeof usi, position, node.move);
            assert_string_equal(usi, files[i].last);
            shoogi_position_free(position);
        }
        comes_back_from_both(record);
        shoogi_record_free(record);
        shoogi_text_free(text);
    }
}

/* All records of a text through both formats; returns how many there were. */
static unsigned check_all(const char *text, size_t bytes)
{
    unsigned records = 0;
    const shoogi_format format = shoogi_format_guess(text, bytes);
    const shoogi_record_reading how = { .variant = find(NULL, "shogi", 5), .find = find };
    for (size_t at = 0, used = 0; at < bytes; at += used, records++) {
        shoogi_record *record = NULL;
        assert_int_equal(
            shoogi_record_read(&record, &used, format, text + at, bytes - at, &how, NULL, 0, NULL),
            SHOOGI_OK);
        comes_back_from_both(record);
        shoogi_record_free(record);
    }
    return records;
}

/* Games of people in USI, and of programs in CSA. */
static void recorded_games(void **state)
{
    (void)state;
    char path[1024];
    const char *const data = getenv("SHOOGI_TEST_DATA");
    snprintf(path, sizeof path, "%s/data/csa", data ? data : "../shared");
    DIR *const folder = opendir(path);
    size_t bytes;
    char *text = load(&bytes, "usi/games.txt");
    if (!folder || !text) {
        print_message("# %s is not there\n", path);
        skip();
    }
    assert_int_equal(check_all(text, bytes), 252);
    shoogi_text_free(text);
    unsigned files = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        char name[512];
        if (!strstr(entry->d_name, ".csa"))
            continue;
        snprintf(name, sizeof name, "csa/%.400s", entry->d_name);
        text = load(&bytes, name);
        assert_non_null(text);
        assert_int_equal(check_all(text, bytes), 1);
        shoogi_text_free(text);
        files++;
    }
    closedir(folder);
    assert_int_equal(files, 60);
}

int main(void)
{
    if (shoogi_catalog_new(&catalog) != SHOOGI_OK)
        return 1;
    const struct CMUnitTest tests[] = { cmocka_unit_test(files_of_programs),
                                        cmocka_unit_test(recorded_games) };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    shoogi_catalog_free(catalog);
    return failed;
}
