#include "core/variant/square.h"

#include "core/variant/variant_int.h"

#include <assert.h>
#include <string.h>

/* --- via squares ----------------------------------------------------------------------------------- */

unsigned shoogi_move_long_via(shoogi_square via[SHOOGI_VIA_MAX], shoogi_move move, unsigned ranks)
{
    const unsigned base = 2 * SHOOGI_VIA_STEP_MAX + 1;
    unsigned number = (unsigned)((move & SHOOGI_MOVE_DIRECT) >> SHOOGI_MOVE_VIA) << 4 |
                      (unsigned)((move >> SHOOGI_MOVE_VIA_END) & 0xF);
    unsigned digits[SHOOGI_VIA_MAX], count = 0;
    for (unsigned i = SHOOGI_VIA_MAX; i-- > 0; number /= base * base)
        digits[i] = number % (base * base);
    int file = shoogi_move_from(move) / (int)ranks, rank = shoogi_move_from(move) % (int)ranks;
    for (; count < SHOOGI_VIA_MAX && digits[count] != base * base / 2; count++) {
        file += (int)(digits[count] / base) - SHOOGI_VIA_STEP_MAX;
        rank += (int)(digits[count] % base) - SHOOGI_VIA_STEP_MAX;
        const bool inside = file >= 0 && file < SHOOGI_FILES_MAX && rank >= 0 && rank < (int)ranks;
        via[count] = inside ? (shoogi_square)(file * (int)ranks + rank) : SHOOGI_NO_SQUARE;
    }
    return count;
}

shoogi_move shoogi_move_with_via(shoogi_move move, unsigned ranks, const shoogi_square *via,
                                 unsigned count)
{
    move = (move & ~SHOOGI_MOVE_VIA_BITS) | SHOOGI_MOVE_DIRECT;
    if (count <= 2) {
        for (unsigned i = 0; i < count; i++)
            move ^= (shoogi_move)(via[i] ^ SHOOGI_NO_SQUARE) << (SHOOGI_MOVE_VIA + 11 * i);
        return move;
    }
    const int base = 2 * SHOOGI_VIA_STEP_MAX + 1;
    unsigned number = 0;
    shoogi_square before = shoogi_move_from(move);
    for (unsigned i = 0; i < SHOOGI_VIA_MAX; i++) {
        const shoogi_square next = i < count ? via[i] : before;
        const int files = next / (int)ranks - before / (int)ranks + SHOOGI_VIA_STEP_MAX;
        const int steps = next % (int)ranks - before % (int)ranks + SHOOGI_VIA_STEP_MAX;
        if (files < 0 || files >= base || steps < 0 || steps >= base ||
            (i < count && next == before))
            return 0;
        number = number * (unsigned)(base * base) + (unsigned)(files * base + steps);
        before = next;
    }
    return count > SHOOGI_VIA_MAX
               ? 0
               : (move & ~SHOOGI_MOVE_DIRECT) | (shoogi_move)(number >> 4) << SHOOGI_MOVE_VIA |
                     (shoogi_move)(number & 0xF) << SHOOGI_MOVE_VIA_END | SHOOGI_MOVE_LONG_VIA;
}

/* --- names --------------------------------------------------------------------------------------- */

/* Bijective base 26. */
void shg_out_letters(shg_out *out, unsigned number)
{
    assert(number < 26 * 27);
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
    assert(square < variant->squares);
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

static size_t write_squares(char *out, size_t out_bytes, const shoogi_variant *variant,
                            shoogi_move move)
{
    shg_out text = shg_out_make(out, out_bytes);
    shoogi_square stops[SHG_VISITED_MAX];
    const unsigned count = shg_visited_squares(stops, move, variant->ranks);
    if (!shoogi_move_is_drop(move))
        shg_out_square(&text, variant, shoogi_move_from(move));
    for (unsigned i = 0; i < count; i++)
        shg_out_square(&text, variant, stops[i]);
    return text.length;
}

bool shg_is_written_before(const shoogi_variant *variant, shoogi_move a, shoogi_move b)
{
    char text[2][(SHOOGI_VIA_MAX + 2) * SHOOGI_SQUARE_TEXT_BYTES];
    const size_t bytes[2] = { write_squares(text[0], sizeof text[0], variant, a),
                              write_squares(text[1], sizeof text[1], variant, b) };
    const int order = strcmp(text[0], text[1]);
    if (bytes[0] != bytes[1])
        return bytes[0] < bytes[1];
    if (order != 0)
        return order < 0;
    return shoogi_move_is_promotion(a) != shoogi_move_is_promotion(b)
               ? !shoogi_move_is_promotion(a)
               : shoogi_move_kind(a) < shoogi_move_kind(b);
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
