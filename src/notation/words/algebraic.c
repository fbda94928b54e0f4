#include "notation/words/algebraic.h"

#include "core/variant/square.h"

void shg_algebraic_write(shg_out *out, const shoogi_variant *variant, shoogi_square square,
                         unsigned first_rank)
{
    const unsigned ranks = shoogi_variant_rank_count(variant);
    const unsigned left = shoogi_variant_file_count(variant) - 1 - square / ranks;
    shg_out_letters(out, left);
    shg_out_format(out, "%u", ranks - 1 - square % ranks + first_rank);
}

size_t shg_algebraic_file(unsigned *file, const shoogi_variant *variant, const char *text,
                          size_t text_bytes)
{
    const unsigned files = shoogi_variant_file_count(variant);
    unsigned left = 0;
    size_t at = 0;
    while (at < text_bytes && text[at] >= 'a' && text[at] <= 'z') {
        const unsigned more = left * 26 + (unsigned)(text[at] - 'a' + 1);
        if (more > files)
            break;
        left = more;
        at++;
    }
    if (at > 0)
        *file = files - left;
    return at;
}

size_t shg_algebraic_rank(unsigned *rank, const shoogi_variant *variant, const char *text,
                          size_t text_bytes, unsigned first_rank)
{
    const unsigned ranks = shoogi_variant_rank_count(variant);
    unsigned number = 0;
    size_t at = 0;
    while (at < text_bytes && shg_is_digit(text[at]) && !(at == 1 && text[0] == '0')) {
        const unsigned more = number * 10 + (unsigned)(text[at] - '0');
        if (more >= ranks + first_rank)
            break;
        number = more;
        at++;
    }
    if (at == 0 || number < first_rank)
        return 0;
    *rank = ranks - 1 - (number - first_rank);
    return at;
}

size_t shg_algebraic_read(shoogi_square *out, const shoogi_variant *variant, const char *text,
                          size_t text_bytes, unsigned first_rank)
{
    unsigned file, rank;
    const size_t letters = shg_algebraic_file(&file, variant, text, text_bytes);
    const size_t digits = letters == 0 ? 0
                                       : shg_algebraic_rank(&rank, variant, text + letters,
                                                            text_bytes - letters, first_rank);
    if (digits == 0 || !shoogi_variant_has_square(variant, file, rank))
        return 0;
    *out = shoogi_variant_square(variant, file, rank);
    return letters + digits;
}
