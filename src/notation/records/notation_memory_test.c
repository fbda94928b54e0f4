/* notation_memory_test.c: readers and writers whose n-th allocation fails, for every n. */
#include "support/notation.h"
#include "shoogi/record.h"

static unsigned allocations_left = UINT32_MAX;
static bool refused;

static bool spent(void)
{
    if (allocations_left == UINT32_MAX)
        return false;
    refused = refused || allocations_left == 0;
    return allocations_left == 0 || allocations_left-- == 0;
}

/* The linker sends every allocation here. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    return spent() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return spent() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return spent() ? NULL : __real_realloc(block, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return spent() ? NULL : __real_aligned_alloc(alignment, size);
}

static const char middle[] = "4k4/9/9/9/9/9/4r4/4G4/3GK4 b P 30";

/* Reads text in one notation; true if no allocation failed. */
typedef shoogi_status reader(shoogi_position *position, const char *text, shoogi_error *err);

static shoogi_status read_sfen(shoogi_position *position, const char *text, shoogi_error *err)
{
    return shoogi_sfen_read(position, text, strlen(text), err);
}

static shoogi_status read_usi(shoogi_position *position, const char *text, shoogi_error *err)
{
    shoogi_move move;
    return shoogi_usi_read(&move, position, text, strlen(text), err);
}

static shoogi_status read_western(shoogi_position *position, const char *text, shoogi_error *err)
{
    shoogi_parsed_move found;
    return shoogi_western_read(&found, position, text, strlen(text), err);
}

static shoogi_status read_courier(shoogi_position *position, const char *text, shoogi_error *err)
{
    shoogi_courier_move found;
    return shoogi_courier_read(&found, position, text, strlen(text), err);
}

static void every_allocation(void **state)
{
    (void)state;
    static const struct {
        reader *read;
        const char *text;
        shoogi_status status;
    } cases[] = {
        { read_sfen, "startpos", SHOOGI_OK },
        { read_sfen, "9/9/9/9/9/9/9/9/9 w 2P 3", SHOOGI_OK },
        { read_sfen, "9/9/9", SHOOGI_PARSE_ERROR },
        { read_usi, "6i6h", SHOOGI_OK },
        { read_usi, "5h4h", SHOOGI_ILLEGAL }, /* pinned: finding the reason needs a copy */
        { read_western, "P*5c", SHOOGI_OK },
        { read_western, "G-4h", SHOOGI_ILLEGAL },
        { read_western, "G-6g", SHOOGI_ILLEGAL },
        { read_courier, "P*5c", SHOOGI_OK },
        { read_courier, "G 5h-4h", SHOOGI_ILLEGAL },
    };
    shoogi_variant *shogi = load_variant("shogi");
    for (size_t i = 0; i < COUNT(cases); i++)
        for (unsigned n = 0;; n++) {
            assert_in_range(n, 0, 100);
            shoogi_position *position = make_position(shogi, middle);
            shoogi_error err = { 0 };
            allocations_left = n;
            const shoogi_status status = cases[i].read(position, cases[i].text, &err);
            const bool enough = allocations_left > 0;
            allocations_left = UINT32_MAX;
            if (status != cases[i].status) {
                assert_int_equal(status, SHOOGI_NO_MEMORY);
                assert_int_equal(err.status, SHOOGI_NO_MEMORY);
                assert_string_equal(err.message, "out of memory");
            }
            if (status != SHOOGI_OK)
                expect_sfen(position, middle);
            shoogi_position_free(position);
            if (enough)
                break;
        }
    shoogi_variant_free(shogi);
}

typedef size_t writer(char *out, size_t out_bytes, const shoogi_position *position,
                      shoogi_move move);

static size_t write_bod(char *out, size_t out_bytes, const shoogi_position *position,
                        shoogi_move move)
{
    (void)move;
    return shoogi_bod_write(out, out_bytes, position);
}

/* Either nothing or everything is written. */
static void check_writer(writer *write, const shoogi_position *position, shoogi_move move,
                         const char *expected)
{
    bool enough = false;
    for (unsigned n = 0; !enough; n++) {
        assert_in_range(n, 0, 100);
        char text[2048];
        allocations_left = n;
        const size_t length = write(text, sizeof text, position, move);
        enough = allocations_left > 0;
        allocations_left = UINT32_MAX;
        assert_int_equal(length, strlen(text));
        if (enough || length > 0)
            assert_non_null(strstr(text, expected));
    }
}

static void writing(void **state)
{
    (void)state;
    shoogi_variant *shogi = load_variant("shogi");
    shoogi_position *position = make_position(shogi, middle);
    shoogi_move move;
    assert_int_equal(shoogi_usi_read(&move, position, "P*5c", 4, NULL), SHOOGI_OK);
    check_writer(shoogi_courier_write, position, move, "P*5c");
    assert_int_equal(shoogi_position_do(position, move), SHOOGI_OK);
    check_writer(write_bod, position, move, "手数＝30　▲５三歩  まで\n");
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

/* The record is read and written completely or not at all. */
static void check_record(const shoogi_variant *variant, shoogi_format format, const char *text,
                         size_t text_bytes)
{
    const shoogi_record_read_options options = { .variant = variant };
    refused = true;
    for (unsigned n = 0; refused; n++) {
        assert_in_range(n, 0, 2000);
        refused = false;
        shoogi_record *record = NULL;
        shoogi_error err = { .status = SHOOGI_OK };
        size_t count = 0, bytes = 0;
        char *out = NULL;
        uint32_t losses = 0;
        allocations_left = n;
        shoogi_status status =
            shoogi_record_read(&record, NULL, format, text, text_bytes, &options, &err, 1, &count);
        if (status == SHOOGI_OK)
            status = shoogi_record_write(&out, &bytes, &losses, format, record, NULL, NULL);
        allocations_left = UINT32_MAX;
        assert_int_equal(status, refused ? SHOOGI_NO_MEMORY : SHOOGI_OK);
        assert_int_equal(status != SHOOGI_OK, out == NULL);
        shoogi_text_free(out);
        shoogi_record_free(record);
    }
}

/* A complete game through every format. */
static void records(void **state)
{
    (void)state;
    static const char text[] =
        "[Event \"e\"]\n[Date \"2024.01.02\"]\n[Time \"10:00:00\"]\n[SFEN \"4k4/9/9/9/9/9/9/9/4K4 b P 1\"]\n\n"
        "{before} 1. P*5e {[%emt 0:00:03] so\nit is} ( 1. K-5h ( 1. K-4h $3 ) ) 2. K-5b ; x } y\n{resign} 1-0\n";
    shoogi_variant *shogi = load_variant("shogi");
    const shoogi_record_read_options options = { .variant = shogi };
    shoogi_record *record;
    size_t count;
    assert_int_equal(shoogi_record_read(&record, NULL, SHOOGI_FORMAT_PSN, text, sizeof text - 1,
                                        &options, NULL, 0, &count),
                     SHOOGI_OK);
    for (shoogi_format format = 0; format < SHOOGI_FORMAT_COUNT; format++) {
        char *written;
        size_t bytes;
        uint32_t losses;
        assert_int_equal(shoogi_record_write(&written, &bytes, &losses, format, record, NULL, NULL),
                         SHOOGI_OK);
        check_record(shogi, format, written, bytes);
        shoogi_text_free(written);
    }
    shoogi_record_free(record);
    shoogi_variant_free(shogi);
}

/* A branch is copied out, and a record merged with another, completely or not at all. */
static void edited_records(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[Event \"e\"]\n\n{before} 1. P-7f {[%emt 0:00:03] so} ( 1. P-2f ) 2. P-3d\n",
        "[Site \"s\"]\n\n{other} 1. P-7f {more} ( 1. P-5f {x} ) 2. P-8d 3. P-2f\n",
    };
    shoogi_variant *shogi = load_variant("shogi");
    const shoogi_record_read_options options = { .variant = shogi };
    refused = true;
    for (unsigned n = 0; refused; n++) {
        assert_in_range(n, 0, 2000);
        shoogi_record *records[2] = { NULL, NULL }, *copy = NULL;
        size_t count;
        for (int i = 0; i < 2; i++)
            assert_int_equal(shoogi_record_read(&records[i], NULL, SHOOGI_FORMAT_PSN, texts[i],
                                                strlen(texts[i]), &options, NULL, 0, &count),
                             SHOOGI_OK);
        const shoogi_node nodes = shoogi_record_node_count(records[0]);
        refused = false;
        allocations_left = n;
        shoogi_status status = shoogi_record_copy(&copy, records[1], 1, NULL);
        if (status == SHOOGI_OK)
            status = shoogi_record_merge(records[0], 0, records[1], NULL);
        allocations_left = UINT32_MAX;
        assert_int_equal(status, refused ? SHOOGI_NO_MEMORY : SHOOGI_OK);
        assert_int_equal(shoogi_record_node_count(records[0]), refused ? nodes : nodes + 3);
        assert_true(copy != NULL || refused);
        shoogi_record_free(copy);
        shoogi_record_free(records[0]);
        shoogi_record_free(records[1]);
    }
    shoogi_variant_free(shogi);
}

/* A line is read and written completely or not at all, and the position is as it was. */
static void lines_of_moves(void **state)
{
    (void)state;
    static const char line[] = "G-6h R-5c+ P*5b";
    shoogi_variant *shogi = load_variant("shogi");
    shoogi_position *position = make_position(shogi, middle);
    for (shoogi_notation as = 0; as < SHOOGI_NOTATION_ANY; as++) {
        refused = true;
        for (unsigned n = 0; refused; n++) {
            assert_in_range(n, 0, 2000);
            shoogi_move moves[4];
            size_t count = 0;
            char text[256] = "?";
            refused = false;
            allocations_left = n;
            const shoogi_status status =
                shoogi_line_read(moves, COUNT(moves), &count, position, line, strlen(line),
                                 SHOOGI_NOTATION_WESTERN, NULL);
            assert_int_equal(status, refused ? SHOOGI_NO_MEMORY : SHOOGI_OK);
            if (status == SHOOGI_OK) {
                const size_t bytes =
                    shoogi_line_write(text, sizeof text, position, moves, count, as);
                assert_int_equal(bytes == 0, refused);
                assert_int_equal(strlen(text), bytes);
                allocations_left = n;
                assert_in_range(shoogi_move_write(text, sizeof text, position, moves[0], as), 4,
                                sizeof text - 1);
            }
            allocations_left = UINT32_MAX;
            expect_sfen(position, middle);
        }
    }
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_allocation),
                                        cmocka_unit_test(writing), cmocka_unit_test(records),
                                        cmocka_unit_test(edited_records),
                                        cmocka_unit_test(lines_of_moves) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
