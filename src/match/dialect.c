#include "match/dialect.h"

#include "base/error.h"
#include "notation/moves/coordinates.h"
#include "shoogi/notation.h"

#include <string.h>

enum { MOVE_BYTES_MAX = 64, SFEN_BYTES = 16 * 1024 };

/* The letter of a man in the words of the other side, or the same letter: name_bytes of name, without case. */
static const char *translate(const shg_dialect *d, const char *name, size_t name_bytes, bool theirs)
{
    for (size_t i = 0; i < d->letter_count; i++) {
        const char *const known = theirs ? d->letters[i].theirs : d->letters[i].ours;
        if (shg_text_same(known, strlen(known), name, name_bytes))
            return theirs ? d->letters[i].ours : d->letters[i].theirs;
    }
    return NULL;
}

/* How long a man of an SFEN or a move is with which it begins: "+P", "P"; 0: with none. */
static size_t man_bytes(const char *text, size_t text_bytes)
{
    const size_t plus = text_bytes > 0 && *text == '+';
    return plus < text_bytes && shg_is_letter(text[plus]) ? plus + 1 : 0;
}

/* Letters of men in place of others, their case being kept. */
static void write_man(shg_out *out, const shg_dialect *d, const char *man, size_t bytes,
                      bool in_hand)
{
    const char *other = translate(d, man, bytes, false);
    const bool lower = man[bytes - 1] != shg_upper(man[bytes - 1]);
    if (!other) {
        shg_out_bytes(out, man, bytes);
        return;
    }
    for (other += in_hand && *other == '+'; *other != '\0'; other++)
        shg_out_char(out, lower ? shg_lower(*other) : shg_upper(*other));
}

static shg_coordinates coordinates(const shg_dialect *d)
{
    return d->protocol == SHG_PROTOCOL_XBOARD ? SHG_COORDINATES_XBOARD : SHG_COORDINATES_UCI;
}

/* Where men turn over and back UCI has another sign for the way back: of what the other side calls promoted. */
static bool turns_back(const shg_dialect *d, const shoogi_position *position, shoogi_move move)
{
    const shoogi_kind kind = shoogi_position_piece(position, shoogi_move_from(move)).kind;
    const char *const id = shoogi_variant_kind(shoogi_position_variant(position), kind).id;
    const char *const other = translate(d, id, strlen(id), false);
    return shoogi_move_is_promotion(move) && *(other ? other : id) == '+';
}

void shg_dialect_write(shg_out *out, const shg_dialect *d, const shoogi_position *position,
                       shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    const char *at = text;
    if (d->protocol == SHG_PROTOCOL_USI)
        shoogi_usi_write(text, sizeof text, position, move);
    else
        shg_coordinates_write(text, sizeof text, position, move, coordinates(d));
    if (shoogi_move_is_drop(move)) {
        const size_t bytes = strcspn(text, "*@");
        write_man(out, d, text, bytes, false);
        at += bytes;
    } else if (d->protocol == SHG_PROTOCOL_UCI && turns_back(d, position, move)) {
        text[strcspn(text, "+")] = '-';
    }
    shg_out_text(out, at);
}

shoogi_status shg_dialect_read(shoogi_move *out, const shg_dialect *d,
                               const shoogi_position *position, const char *text, size_t text_bytes,
                               shoogi_error *err)
{
    char ours[MOVE_BYTES_MAX];
    if (text_bytes == 0 || text_bytes + SHG_LETTER_BYTES >= sizeof ours)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, 1, "a move", text, text_bytes);
    shg_out o = shg_out_make(ours, sizeof ours);
    const size_t man = man_bytes(text, text_bytes);
    const bool is_drop = man > 0 && man < text_bytes && (text[man] == '*' || text[man] == '@');
    const char *const other = is_drop ? translate(d, text, man, true) : NULL;
    if (other) {
        shg_out_text(&o, other);
        shg_out_bytes(&o, text + man, text_bytes - man);
    } else {
        shg_out_bytes(&o, text, text_bytes);
    }
    if (d->protocol != SHG_PROTOCOL_USI)
        return shg_coordinates_read(out, position, ours, o.length, coordinates(d), err);
    return shoogi_usi_read(out, position, ours, o.length, err);
}

void shg_dialect_write_position(shg_out *out, const shg_dialect *d, const shoogi_position *position)
{
    char text[SFEN_BYTES];
    if (d->protocol != SHG_PROTOCOL_USI)
        shoogi_fen_write(text, sizeof text, position);
    else
        shoogi_sfen_write(text, sizeof text, position);
    /* Men stand in the board and in the hands, which in SFEN come behind the side to move. */
    unsigned field = 0;
    bool in_hand = false;
    for (const char *at = text; *at != '\0';) {
        field += *at == ' ';
        in_hand =
            d->protocol != SHG_PROTOCOL_USI ? (*at == '[' || in_hand) && *at != ']' : field == 2;
        const size_t bytes = field == 0 || (field == 2 && d->protocol == SHG_PROTOCOL_USI)
                                 ? man_bytes(at, strlen(at))
                                 : 0;
        if (bytes > 0)
            write_man(out, d, at, bytes, in_hand);
        else
            shg_out_char(out, *at);
        at += bytes > 0 ? bytes : 1;
    }
}
