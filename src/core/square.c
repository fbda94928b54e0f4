#include "core/square.h"

#include "core/variant_int.h"

/* As numbers to the base 26 without a zero. */
void shg_out_letters(shg_out *out, unsigned number)
{
    if (number >= 26)
        shg_out_char(out, (char)('a' + number / 26 - 1));
    shg_out_char(out, (char)('a' + number % 26));
}

const char *shg_rank_name(char text[SHOOGI_SQUARE_TEXT_BYTES], unsigned rank)
{
    shg_out out = shg_out_make(text, SHOOGI_SQUARE_TEXT_BYTES);
    shg_out_letters(&out, rank);
    return text;
}

void shg_out_square(shg_out *out, const shoogi_variant *variant, shoogi_square square)
{
    shg_out_format(out, "%u", shg_file_of(variant, square) + 1);
    shg_out_letters(out, shg_rank_of(variant, square));
}

size_t shoogi_square_text(char *out, size_t out_bytes, const shoogi_variant *variant,
                          shoogi_square square)
{
    shg_out text = shg_out_make(out, out_bytes);
    shg_out_square(&text, variant, square);
    return text.length;
}

size_t shoogi_square_read(shoogi_square *out, const shoogi_variant *variant, const char *text,
                          size_t text_bytes)
{
    size_t at = 0;
    unsigned file = 0, rank = 0;
    for (; at < text_bytes && shg_is_digit(text[at]) && file <= SHOOGI_FILES_MAX; at++)
        file = file * 10 + (unsigned)(text[at] - '0');
    const size_t digits = at;
    for (; at < text_bytes && shg_is_letter(text[at]); at++) {
        const unsigned more = rank * 26 + (unsigned)(shg_lower(text[at]) - 'a' + 1);
        if (more > variant->ranks)
            break; /* a letter of what follows */
        rank = more;
    }
    if (digits == 0 || at == digits || text[0] == '0' || file < 1 || rank < 1 ||
        !shoogi_variant_has_square(variant, file - 1, rank - 1))
        return 0;
    *out = shoogi_variant_square(variant, file - 1, rank - 1);
    return at;
}

void shg_sort_squares(const shoogi_variant *v, shoogi_square *squares, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const shoogi_square square = squares[i];
        const unsigned place = shg_rank_of(v, square) * v->files + shg_file_of(v, square);
        size_t j = i;
        for (; j > 0; j--) {
            const shoogi_square before = squares[j - 1];
            if (shg_rank_of(v, before) * v->files + shg_file_of(v, before) < place)
                break;
            squares[j] = before;
        }
        squares[j] = square;
    }
}
