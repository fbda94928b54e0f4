/* gzip_test.c: what was packed, unpacked by a reader of blocks of fixed codes. */
#include "wire/gzip.h"

#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct reader {
    const unsigned char *bytes;
    size_t count, bit;
} reader;

static unsigned bit_of(reader *r)
{
    assert_true(r->bit / 8 < r->count);
    const unsigned bit = r->bytes[r->bit / 8] >> (r->bit % 8) & 1;
    r->bit++;
    return bit;
}

static unsigned number_of(reader *r, unsigned bits)
{
    unsigned number = 0;
    for (unsigned i = 0; i < bits; i++)
        number |= bit_of(r) << i;
    return number;
}

static unsigned code_of(reader *r, unsigned bits, unsigned code)
{
    for (unsigned i = 0; i < bits; i++)
        code = code << 1 | bit_of(r);
    return code;
}

static unsigned symbol_of(reader *r)
{
    const unsigned seven = code_of(r, 7, 0);
    if (seven <= 0x17)
        return 256 + seven;
    const unsigned eight = code_of(r, 1, seven);
    if (eight >= 0x30 && eight <= 0xbf)
        return eight - 0x30;
    if (eight >= 0xc0 && eight <= 0xc7)
        return 280 + eight - 0xc0;
    return 144 + code_of(r, 1, eight) - 0x190;
}

/* The length of RFC 1951, 3.2.5, counted anew: four symbols for each number of extra bits. */
static size_t length_of(reader *r, unsigned symbol)
{
    if (symbol == 285)
        return 258;
    const unsigned extra = symbol < 265 ? 0 : (symbol - 261) / 4;
    const size_t base =
        symbol < 265 ? symbol - 254 : ((size_t)(4 + (symbol - 265) % 4) << extra) + 3;
    return base + number_of(r, extra);
}

static size_t distance_of(reader *r)
{
    const unsigned symbol = code_of(r, 5, 0), extra = symbol < 4 ? 0 : symbol / 2 - 1;
    const size_t base = symbol < 4 ? symbol + 1 : ((size_t)(2 + symbol % 2) << extra) + 1;
    return base + number_of(r, extra);
}

static void expect_round(const char *text, size_t bytes, size_t most)
{
    shg_out out = shg_out_growing();
    shg_gzip(&out, text, bytes);
    assert_false(out.spent);
    assert_true(out.length <= most);
    reader r = { (const unsigned char *)out.bytes, out.length, 80 };
    char *read = malloc(bytes + 1);
    assert_non_null(read);
    size_t count = 0;
    assert_int_equal(number_of(&r, 3), 3);
    for (unsigned symbol; (symbol = symbol_of(&r)) != 256;) {
        size_t length = symbol < 256 ? 1 : length_of(&r, symbol);
        const size_t distance = symbol < 256 ? 0 : distance_of(&r);
        assert_true(distance <= count && distance <= 32768 && length <= bytes - count);
        for (; length > 0; length--, count++)
            read[count] = distance > 0 ? read[count - distance] : (char)symbol;
    }
    assert_int_equal(count, bytes);
    assert_memory_equal(read, text, bytes);
    r.bit = (r.bit + 7) / 8 * 8 + 32; /* the checksum has a case of its own */
    assert_int_equal(number_of(&r, 16) | number_of(&r, 16) << 16, bytes);
    assert_int_equal(r.bit, 8 * out.length);
    free(read);
    free(out.bytes);
}

static void texts(void **state)
{
    (void)state;
    enum { LONG = 100000 };
    char *text = malloc(LONG);
    assert_non_null(text);
    expect_round("", 0, 20);
    expect_round("a", 1, 21);
    expect_round("aaaa", 4, 24);
    expect_round("abcabcabcabcabc", 15, 30);
    memset(text, 'x', LONG);
    for (size_t bytes = 255; bytes < 270; bytes++)
        expect_round(text, bytes, 40);
    expect_round(text, LONG, LONG / 100);
    uint32_t random = 1;
    for (size_t i = 0; i < LONG; i++) {
        random = random * 1664525 + 1013904223;
        text[i] = (char)(random >> 24);
    }
    expect_round(text, LONG, LONG * 9 / 8 + 30);
    /* The same again, nearer than the greatest distance, and farther. */
    memcpy(text + 32768, text, 1000);
    memcpy(text + 40000, text, 1000);
    expect_round(text, LONG, LONG * 9 / 8 + 30);
    static const char row[] = "{\"name\":\"shogi\",\"title\":\"Shogi\",\"files\":9},";
    for (size_t i = 0; i < LONG; i++)
        text[i] = i % 50 == 0 ? (char)('a' + i % 23) : row[i % (sizeof row - 1)];
    expect_round(text, LONG, LONG / 3);
    free(text);
}

/* The bytes of another program, with its checksum of "123456789". */
static void checksum(void **state)
{
    (void)state;
    static const unsigned char end[] = { 0x26, 0x39, 0xf4, 0xcb, 9, 0, 0, 0 };
    shg_out out = shg_out_growing();
    shg_gzip(&out, "123456789", 9);
    assert_true(out.length > sizeof end);
    assert_memory_equal(out.bytes + out.length - sizeof end, end, sizeof end);
    free(out.bytes);
}

TEST_SUITE(gzip)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(texts), cmocka_unit_test(checksum) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
