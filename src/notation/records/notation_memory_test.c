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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_allocation),
                                        cmocka_unit_test(writing), cmocka_unit_test(records) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
