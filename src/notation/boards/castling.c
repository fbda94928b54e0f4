#include "notation/boards/castling.h"

#include "core/variant/piece_rules.h"
#include "notation/words/algebraic.h"

#include <string.h>

/* Rights of one position: each castling piece of a definition has some for each square it starts from. */
enum { RIGHTS_MAX = 256 };

typedef struct rights {
    shoogi_castling_right right[RIGHTS_MAX];
    size_t count;
} rights;

static rights rights_of(const shoogi_position *position, shoogi_colour colour)
{
    rights r;
    r.count = shoogi_position_castling_rights(position, colour, r.right, RIGHTS_MAX);
    if (r.count > RIGHTS_MAX)
        r.count = RIGHTS_MAX;
    return r;
}

static bool has_right(const rights *r, shoogi_castling_right wanted)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->right[i].castler == wanted.castler && r->right[i].partner == wanted.partner)
            return true;
    return false;
}

/* Whether the piece that starts on the square is there. */
static bool is_at_home(const shoogi_position *position, shoogi_square square)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const shoogi_piece piece = shoogi_position_piece(position, square);
    return piece.kind != 0 && v->start[square] == shg_code_of(piece.kind, piece.colour);
}

/* The rights of colour if no piece on its square of the start has moved. */
static rights rights_by_board(const shoogi_position *position, shoogi_colour colour)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    rights r = { .count = 0 };
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        const shg_betza *const betza = &v->kind[shg_code_kind(v->start[sq])].betza;
        if (v->hole[sq] || !is_at_home(position, sq) || shg_code_colour(v->start[sq]) != colour)
            continue;
        for (size_t i = 0; i < betza->castle_count && r.count < RIGHTS_MAX; i++) {
            const shoogi_castling_right right = { sq, shg_castling_home(v, &betza->castles[i],
                                                                        colour, sq) };
            if (right.partner != SHOOGI_NO_SQUARE && is_at_home(position, right.partner) &&
                shg_code_colour(v->start[right.partner]) == colour && !has_right(&r, right))
                r.right[r.count++] = right;
        }
    }
    return r;
}

/* 'K' towards the last file of FEN, 'Q' towards file a, as in chess; '\0' along a file. */
static char side_of(const shoogi_variant *v, shoogi_castling_right right)
{
    const unsigned from = shg_file_of(v, right.castler), to = shg_file_of(v, right.partner);
    return to == from ? '\0' : to < from ? 'K' : 'Q';
}

static char file_letter(const shoogi_variant *v, shoogi_castling_right right)
{
    const unsigned file = v->files - 1 - shg_file_of(v, right.partner);
    return file < 10 ? (char)('A' + file) : '\0'; /* the eleventh is K, which is a side */
}

/* What names a right in a field. */
typedef enum naming { BY_SIDE, BY_FILE, BY_SQUARES } naming;

static char letter_of(const shoogi_variant *v, naming how, shoogi_castling_right right)
{
    return how == BY_SIDE              ? side_of(v, right)
           : side_of(v, right) != '\0' ? file_letter(v, right)
                                       : '\0';
}

/* Whether the letters name the rights of a position, and nothing else that the board may have. */
static bool is_told_by(naming how, const shoogi_variant *v, const rights *all, const rights *left)
{
    for (size_t i = 0; i < all->count; i++) {
        if (letter_of(v, how, all->right[i]) == '\0')
            return false;
        for (size_t k = 0; k < i; k++)
            if (letter_of(v, how, all->right[i]) == letter_of(v, how, all->right[k]) &&
                has_right(left, all->right[i]) != has_right(left, all->right[k]))
                return false;
    }
    return true;
}

static void write_rights(shg_out *out, const shoogi_variant *v, naming how, const rights *left,
                         shoogi_colour colour)
{
    static const char sides[] = "KQ";
    if (how == BY_SIDE) {
        for (size_t s = 0; sides[s] != '\0'; s++) {
            bool any = false;
            for (size_t i = 0; i < left->count; i++)
                any = any || side_of(v, left->right[i]) == sides[s];
            if (any)
                shg_out_char(out, colour == SHOOGI_BLACK ? sides[s] : shg_lower(sides[s]));
        }
        return;
    }
    for (size_t i = 0; i < left->count; i++) {
        const char letter = letter_of(v, how, left->right[i]);
        if (how == BY_FILE) {
            shg_out_char(out, colour == SHOOGI_BLACK ? letter : shg_lower(letter));
            continue;
        }
        shg_algebraic_write(out, v, left->right[i].castler, 1);
        shg_algebraic_write(out, v, left->right[i].partner, 1);
    }
}

void shg_rights_write(shg_out *out, const shoogi_position *position)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    naming how = BY_SIDE;
    for (int colour = 0; colour < 2; colour++) {
        const rights all = rights_by_board(position, (shoogi_colour)colour);
        const rights left = rights_of(position, (shoogi_colour)colour);
        while (how != BY_SQUARES && !is_told_by(how, v, &all, &left))
            how++;
    }
    const size_t before = out->length;
    for (int colour = 0; colour < 2; colour++) {
        const rights left = rights_of(position, (shoogi_colour)colour);
        write_rights(out, v, how, &left, (shoogi_colour)colour);
    }
    if (out->length == before)
        shg_out_char(out, '-');
}

bool shg_rights_are_lost(const shoogi_position *position)
{
    for (int colour = 0; colour < 2; colour++)
        if (rights_by_board(position, (shoogi_colour)colour).count !=
            rights_of(position, (shoogi_colour)colour).count)
            return true;
    return false;
}

/* ---- reading ---- */

/* One part of a field: a letter, or the squares of a castling piece and its partner. */
typedef struct part {
    char letter; /* '\0': the squares */
    shoogi_castling_right right;
} part;

static bool take_part(part *out, shg_cursor *cursor, const shoogi_variant *v)
{
    const char *const text = cursor->text + cursor->at;
    const size_t left = cursor->bytes - cursor->at;
    *out = (part){ 0 };
    const size_t first = shg_algebraic_read(&out->right.castler, v, text, left, 1);
    const size_t second =
        first > 0 ? shg_algebraic_read(&out->right.partner, v, text + first, left - first, 1) : 0;
    if (second > 0) {
        cursor->at += first + second;
        return true;
    }
    if (first > 0 || !shg_is_letter(shg_cursor_next(cursor)))
        return false;
    out->letter = text[0];
    cursor->at++;
    return true;
}

bool shg_rights_take(shg_cursor *cursor, const shoogi_variant *variant)
{
    const size_t start = cursor->at;
    part p;
    if (!shg_cursor_take(cursor, '-'))
        while (!shg_cursor_field_ends(cursor) && take_part(&p, cursor, variant))
            continue;
    if (cursor->at > start && shg_cursor_field_ends(cursor))
        return true;
    cursor->at = start;
    return false;
}

static bool names_right(const part *p, const shoogi_variant *v, shoogi_colour colour,
                        shoogi_castling_right right)
{
    if (p->letter == '\0')
        return p->right.castler == right.castler && p->right.partner == right.partner;
    const char upper = shg_upper(p->letter);
    return (p->letter >= 'a') == (colour == SHOOGI_WHITE) &&
           (letter_of(v, BY_SIDE, right) == upper || letter_of(v, BY_FILE, right) == upper);
}

static bool is_named(const shoogi_variant *v, const char *text, size_t text_bytes,
                     shoogi_colour colour, shoogi_castling_right right)
{
    shg_cursor cursor = { text, text_bytes, 0, NULL };
    part p;
    while (take_part(&p, &cursor, v))
        if (names_right(&p, v, colour, right))
            return true;
    return false;
}

void shg_rights_apply(shoogi_position *position, const char *text, size_t text_bytes)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    for (int colour = 0; colour < 2; colour++) {
        const rights r = rights_of(position, (shoogi_colour)colour);
        rights kept = { .count = 0 };
        for (size_t i = 0; i < r.count; i++)
            if (is_named(v, text, text_bytes, (shoogi_colour)colour, r.right[i]))
                kept.right[kept.count++] = r.right[i];
        for (size_t i = 0; i < r.count; i++) {
            /* One of the two has moved: the one that no other right needs. */
            bool needed = false;
            for (size_t k = 0; k < kept.count; k++)
                needed = needed || kept.right[k].partner == r.right[i].partner;
            if (!has_right(&kept, r.right[i]))
                shoogi_position_set_unmoved(
                    position, needed ? r.right[i].castler : r.right[i].partner, false);
        }
    }
    shoogi_position_setup_done(position);
}
