#include "match/engine_notation.h"

#include "base/error.h"
#include "notation/moves/coordinates.h"
#include "shoogi/notation.h"

#include <string.h>

enum { MOVE_BYTES_MAX = 64, SFEN_BYTES = 16 * 1024 };

/* The letter of a piece in the other notation, or the same letter: name_bytes of name, without case. */
static const char *translate(const shg_engine_notation *d, const char *name, size_t name_bytes,
                             bool theirs)
{
    for (size_t i = 0; i < d->piece_letter_count; i++) {
        const char *const known = theirs ? d->piece_letters[i].theirs : d->piece_letters[i].ours;
        if (shg_text_same(known, strlen(known), name, name_bytes))
            return theirs ? d->piece_letters[i].ours : d->piece_letters[i].theirs;
    }
    return NULL;
}

/* The length of the piece at the start of an SFEN or a move: "+P", "P"; 0: none. */
static size_t piece_bytes(const char *text, size_t text_bytes)
{
    const size_t plus = text_bytes > 0 && *text == '+';
    return plus < text_bytes && shg_is_letter(text[plus]) ? plus + 1 : 0;
}

/* Translates the letter of a piece and keeps its case. */
static void write_piece(shg_out *out, const shg_engine_notation *d, const char *piece, size_t bytes,
                        bool in_hand)
{
    const char *other = translate(d, piece, bytes, false);
    const bool lower = piece[bytes - 1] != shg_upper(piece[bytes - 1]);
    if (!other) {
        shg_out_bytes(out, piece, bytes);
        return;
    }
    for (other += in_hand && *other == '+'; *other != '\0'; other++)
        shg_out_char(out, lower ? shg_lower(*other) : shg_upper(*other));
}

static shg_coordinates coordinates(const shg_engine_notation *d)
{
    return d->protocol == SHG_PROTOCOL_XBOARD ? SHG_COORDINATES_XBOARD : SHG_COORDINATES_UCI;
}

/* Whether a move demotes a piece, in games where pieces promote and demote in turn.  UCI writes it with "-": the piece that
 * moves is one that the engine calls promoted. */
static bool is_demotion(const shg_engine_notation *d, const shoogi_position *position,
                        shoogi_move move)
{
    const shoogi_kind kind = shoogi_position_piece(position, shoogi_move_from(move)).kind;
    const char *const id = shoogi_variant_kind(shoogi_position_variant(position), kind).id;
    const char *const other = translate(d, id, strlen(id), false);
    return shoogi_move_is_promotion(move) && *(other ? other : id) == '+';
}

void shg_engine_notation_write(shg_out *out, const shg_engine_notation *d,
                               const shoogi_position *position, shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    const char *at = text;
    if (d->protocol == SHG_PROTOCOL_USI)
        shoogi_usi_write(text, sizeof text, position, move);
    else
        shg_coordinates_write(text, sizeof text, position, move, coordinates(d));
    if (shoogi_move_is_drop(move)) {
        const size_t bytes = strcspn(text, "*@");
        write_piece(out, d, text, bytes, false);
        at += bytes;
    } else if (d->protocol == SHG_PROTOCOL_UCI && is_demotion(d, position, move)) {
        text[strcspn(text, "+")] = '-';
    }
    shg_out_text(out, at);
}

shoogi_status shg_engine_notation_read(shoogi_move *out, const shg_engine_notation *d,
                                       const shoogi_position *position, const char *text,
                                       size_t text_bytes, shoogi_error *err)
{
    char ours[MOVE_BYTES_MAX];
    if (text_bytes == 0 || text_bytes + SHG_PIECE_LETTER_BYTES >= sizeof ours)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, 1, "a move", text, text_bytes);
    shg_out o = shg_out_make(ours, sizeof ours);
    const size_t piece = piece_bytes(text, text_bytes);
    const bool is_drop =
        piece > 0 && piece < text_bytes && (text[piece] == '*' || text[piece] == '@');
    const char *const other = is_drop ? translate(d, text, piece, true) : NULL;
    if (other) {
        shg_out_text(&o, other);
        shg_out_bytes(&o, text + piece, text_bytes - piece);
    } else {
        shg_out_bytes(&o, text, text_bytes);
    }
    if (d->protocol != SHG_PROTOCOL_USI)
        return shg_coordinates_read(out, position, ours, o.length, coordinates(d), err);
    return shoogi_usi_read(out, position, ours, o.length, err);
}

void shg_engine_notation_write_position(shg_out *out, const shg_engine_notation *d,
                                        const shoogi_position *position)
{
    char text[SFEN_BYTES];
    if (d->protocol != SHG_PROTOCOL_USI)
        shoogi_fen_write(text, sizeof text, position);
    else
        shoogi_sfen_write(text, sizeof text, position);
    /* Pieces are in the board field and in the hands, which in SFEN come after the side to move. */
    unsigned field = 0;
    bool in_hand = false;
    for (const char *at = text; *at != '\0';) {
        field += *at == ' ';
        in_hand =
            d->protocol != SHG_PROTOCOL_USI ? (*at == '[' || in_hand) && *at != ']' : field == 2;
        const size_t bytes = field == 0 || (field == 2 && d->protocol == SHG_PROTOCOL_USI)
                                 ? piece_bytes(at, strlen(at))
                                 : 0;
        if (bytes > 0)
            write_piece(out, d, at, bytes, in_hand);
        else
            shg_out_char(out, *at);
        at += bytes > 0 ? bytes : 1;
    }
}
