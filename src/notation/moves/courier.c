/* courier.c: moves in the full algebraic notation of Game Courier.  Source: docs/notation.md, "Game Courier".
 *
 * A text describes changes of the board part by part, without rules.  The reader applies them to a board of its own
 * and finds the legal move with the same result.  The writer does the same: first the steps of the piece, then
 * whatever else the rules changed on the board. */
#include "notation/moves/courier.h"

#include "base/error.h"
#include "core/variant/square.h"
#include "notation/words/algebraic.h"
#include "notation/words/cursor.h"
#include "notation/words/piece_id.h"
#include "notation/moves/legal.h"
#include "shoogi/notation.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The board to which parts are applied. */
typedef struct move_writer {
    const shoogi_position *position; /* before the move */
    const shoogi_variant *variant;
    shoogi_colour side;
    shoogi_piece pieces[SHOOGI_SQUARES_MAX];
} move_writer;

static void begin(move_writer *d, const shoogi_position *position)
{
    d->position = position;
    d->variant = shoogi_position_variant(position);
    d->side = shoogi_position_side(position);
    for (unsigned i = 0; i < shoogi_variant_square_count(d->variant); i++)
        d->pieces[i] = shoogi_position_piece(position, (shoogi_square)i);
}

static void go(move_writer *d, shoogi_square from, shoogi_square to)
{
    const shoogi_piece piece = d->pieces[from];
    d->pieces[from].kind = 0;
    d->pieces[to] = piece;
}

/* The first square from *at on where the board and a position differ; false: none. */
static bool next_difference(shoogi_square *at, const move_writer *d, const shoogi_position *after)
{
    for (; *at < shoogi_variant_square_count(d->variant); ++*at) {
        const shoogi_piece wanted = shoogi_position_piece(after, *at), found = d->pieces[*at];
        if (wanted.kind != found.kind || (found.kind != 0 && wanted.colour != found.colour))
            return true;
    }
    return false;
}

/* ---- Writing ----------------------------------------------------------------------------------- */

/* The steps of the piece: "P 7g-7f", "N 6i-5h; 5h-6i", "P*5e". */
static void write_doing(shg_out *out, move_writer *d, shoogi_move move)
{
    shoogi_square stops[SHG_VISITED_MAX], from = shoogi_move_from(move);
    const unsigned count = shg_visited_squares(stops, move, shoogi_variant_rank_count(d->variant));
    if (shoogi_move_is_drop(move)) {
        d->pieces[stops[0]] = (shoogi_piece){ shoogi_move_kind(move), d->side };
        shg_id_write(out, d->variant, shoogi_move_kind(move), d->side);
        shg_out_char(out, '*');
        shg_out_square(out, d->variant, stops[0]);
        return;
    }
    shg_id_write(out, d->variant, d->pieces[from].kind, d->pieces[from].colour);
    for (unsigned i = 0; i < count; i++) {
        shg_out_text(out, i > 0 ? "; " : " ");
        shg_out_square(out, d->variant, from);
        shg_out_char(out, '-');
        shg_out_square(out, d->variant, stops[i]);
        go(d, from, stops[i]);
        from = stops[i];
    }
}

shoogi_status shg_courier_write(shg_out *out, shoogi_position *position, shoogi_move move)
{
    move_writer d;
    begin(&d, position);
    const shoogi_status status = shoogi_position_do(position, move);
    if (status != SHOOGI_OK)
        return status;
    write_doing(out, &d, move);
    for (shoogi_square at = 0; next_difference(&at, &d, position); at++) {
        const shoogi_piece piece = shoogi_position_piece(position, at);
        shg_out_text(out, "; ");
        if (piece.kind != 0)
            shg_id_write(out, d.variant, piece.kind, piece.colour);
        else
            shg_out_square(out, d.variant, at);
        shg_out_char(out, '-');
        if (piece.kind != 0)
            shg_out_square(out, d.variant, at);
    }
    shoogi_position_undo(position);
    return SHOOGI_OK;
}

size_t shoogi_courier_write(char *out, size_t out_bytes, const shoogi_position *position,
                            shoogi_move move)
{
    shg_out text = shg_out_make(out, out_bytes);
    shoogi_position *scratch;
    if (shoogi_position_copy(&scratch, position) != SHOOGI_OK)
        return 0;
    const shoogi_status status = shg_courier_write(&text, scratch, move);
    shoogi_position_free(scratch);
    return status == SHOOGI_OK ? text.length : 0;
}

/* ---- Reading: words ---------------------------------------------------------------------------- */

typedef struct word {
    size_t at, bytes; /* of the text */
} word;

/* A text being applied. */
typedef struct reader {
    shg_cursor cursor; /* ends where a comment begins */
    move_writer d;
    shoogi_position *scratch; /* the same position; NULL until one is needed */
    unsigned part_count;
    shoogi_kind dropped;
    shoogi_square from; /* of the first step; SHOOGI_NO_SQUARE before it, and for a drop */
    shoogi_square stops[SHG_VISITED_MAX]; /* where the piece goes from there */
    unsigned stop_count;                  /* more than SHG_VISITED_MAX: no such move exists */
    shoogi_square origin, dest;           /* of the last part; SHOOGI_NO_SQUARE before it */
} reader;

static bool is_space_character(char c)
{
    return c == ' ' || c == '\t';
}

static void skip_spaces(reader *r)
{
    while (is_space_character(shg_cursor_next(&r->cursor)))
        r->cursor.at++;
}

/* Reads the next word without the spaces before it; false at an operator and at the end. */
static bool take_word(word *out, reader *r)
{
    skip_spaces(r);
    out->at = r->cursor.at;
    while (!shg_cursor_done(&r->cursor) && !is_space_character(shg_cursor_next(&r->cursor)) &&
           !strchr("-*;", shg_cursor_next(&r->cursor)))
        r->cursor.at++;
    out->bytes = r->cursor.at - out->at;
    return out->bytes > 0;
}

static const char *text_of(const reader *r, word w)
{
    return r->cursor.text + w.at;
}

static bool is_text(const reader *r, word w, const char *text)
{
    return w.bytes == strlen(text) && memcmp(text_of(r, w), text, w.bytes) == 0;
}

static shoogi_status fail(const reader *r, word w, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reports an error at a word; a word of no bytes: at everything that follows. */
static shoogi_status fail(const reader *r, word w, const char *format, ...)
{
    const shg_cursor *const c = &r->cursor;
    char expected[SHOOGI_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    return shg_error_expected(c->err, SHOOGI_PARSE_ERROR, 1, shg_utf8_length(c->text, w.at) + 1,
                              expected, c->text + w.at, w.bytes > 0 ? w.bytes : c->bytes - w.at);
}

/* The number of Black's first rank where letters are files. */
static unsigned first_rank(const shoogi_variant *v)
{
    const char *const number = shoogi_variant_parameter(v, "firstRank");
    return number ? (unsigned)strtoul(number, NULL, 10) : 1;
}

bool shg_courier_square(shoogi_square *out, const shoogi_variant *variant, const char *text,
                        size_t text_bytes)
{
    return shoogi_square_read(out, variant, text, text_bytes) == text_bytes ||
           shg_algebraic_read(out, variant, text, text_bytes, first_rank(variant)) == text_bytes;
}

/* A space of the board: "7g", "c3" where letters are files, "dest", "origin". */
static bool is_square(shoogi_square *out, const reader *r, word w)
{
    if (is_text(r, w, "dest") && r->dest != SHOOGI_NO_SQUARE) {
        *out = r->dest;
        return true;
    }
    if (is_text(r, w, "origin") && r->origin != SHOOGI_NO_SQUARE) {
        *out = r->origin;
        return true;
    }
    return shg_courier_square(out, r->d.variant, text_of(r, w), w.bytes);
}

/* A piece, whose colour is the case of its first letter; "@": none. */
static bool is_label(shoogi_piece *out, const reader *r, word w)
{
    const char *const text = text_of(r, w);
    const size_t sign = w.bytes > 0 && text[0] == '+';
    *out = (shoogi_piece){ 0, SHOOGI_BLACK };
    if (is_text(r, w, "@"))
        return true;
    if (w.bytes == sign || !shg_is_letter(text[sign]))
        return false;
    out->kind = shoogi_variant_kind_by_id(r->d.variant, text, w.bytes);
    if (out->kind == 0)
        out->kind = shoogi_variant_kind_by_input(r->d.variant, text, w.bytes);
    out->colour = text[sign] == shg_lower(text[sign]) ? SHOOGI_WHITE : SHOOGI_BLACK;
    return out->kind != 0;
}

/* The space of a kind in hand: "0P". */
static bool is_hand(shoogi_piece *out, const reader *r, word w)
{
    const word label = { w.at + 1, w.bytes - 1 };
    return w.bytes > 1 && text_of(r, w)[0] == '0' && is_label(out, r, label) && out->kind != 0;
}

/* ---- Reading: parts ---------------------------------------------------------------------------- */

static const char *name_of(const reader *r, shoogi_kind kind)
{
    return shoogi_variant_kind(r->d.variant, kind).name;
}

static const char *article(const char *name)
{
    return strchr("aeiou", name[0]) ? "an" : "a";
}

enum { LABEL_BYTES = 16 };

static const char *label_text(char out[LABEL_BYTES], const reader *r, shoogi_piece piece)
{
    shg_out text = shg_out_make(out, LABEL_BYTES);
    shg_id_write(&text, r->d.variant, piece.kind, piece.colour);
    return out;
}

/* Reports that the contents of a square are not as the word says. */
static shoogi_status fail_piece(const reader *r, word w, const char *expected, shoogi_piece piece)
{
    char found[LABEL_BYTES];
    (void)label_text(found, r, piece);
    return shg_error_expected(r->cursor.err, SHOOGI_PARSE_ERROR, 1,
                              shg_utf8_length(r->cursor.text, w.at) + 1, expected, found,
                              strlen(found));
}

static shoogi_status fail_square(const reader *r, word w)
{
    return fail(r, w, "a space of this board");
}

/* "a piece in your hand (B, 2P)" */
static shoogi_status fail_hand(const reader *r, word w)
{
    char names[SHOOGI_MESSAGE_BYTES];
    shg_out list = shg_out_make(names, sizeof names);
    shoogi_kind order[SHOOGI_KINDS_MAX];
    const size_t kinds = shoogi_hand_order(order, SHOOGI_KINDS_MAX, r->d.variant);
    for (size_t i = 0; i < kinds; i++) {
        const unsigned count = shoogi_position_hand(r->d.position, r->d.side, order[i]);
        if (count == 0)
            continue;
        shg_out_text(&list, list.length > 0 ? ", " : "");
        if (count > 1)
            shg_out_format(&list, "%u", count);
        shg_id_write(&list, r->d.variant, order[i], r->d.side);
    }
    return fail(r, w, "a piece in your hand (%s)", list.length > 0 ? names : "there is none");
}

/* Drops a piece of the mover's hand. label: with the colour as typed, which does not matter. */
static shoogi_status do_drop(reader *r, word label, shoogi_kind kind, word place)
{
    shoogi_square to;
    const shoogi_kind drawn = shoogi_variant_kind(r->d.variant, kind).hand_kind;
    if (drawn == 0 || shoogi_position_hand(r->d.position, r->d.side, drawn) == 0)
        return fail_hand(r, label);
    if (!is_square(&to, r, place))
        return fail_square(r, place);
    if (r->d.pieces[to].kind != 0) {
        char square[SHOOGI_SQUARE_TEXT_BYTES], expected[SHOOGI_MESSAGE_BYTES];
        (void)shoogi_square_text(square, sizeof square, r->d.variant, to);
        snprintf(expected, sizeof expected, "an empty space on %s", square);
        return fail_piece(r, place, expected, r->d.pieces[to]);
    }
    r->d.pieces[to] = (shoogi_piece){ kind, r->d.side };
    if (r->part_count == 0)
        r->dropped = kind;
    r->origin = SHOOGI_NO_SQUARE;
    r->dest = to;
    return SHOOGI_OK;
}

/* label: NULL: none given. */
static shoogi_status do_step(reader *r, const word *label, word start, word place)
{
    shoogi_square from, to;
    shoogi_piece named = { 0, r->d.side };
    if (label && (!is_label(&named, r, *label) || named.kind == 0))
        return fail(r, *label, "a piece label of this game");
    if (!is_square(&from, r, start))
        return fail_square(r, start);
    const shoogi_piece piece = r->d.pieces[from];
    if (label && piece.kind != 0 && (named.kind != piece.kind || named.colour != piece.colour)) {
        char right[LABEL_BYTES], square[SHOOGI_SQUARE_TEXT_BYTES];
        (void)shoogi_square_text(square, sizeof square, r->d.variant, from);
        return fail(r, *label, "\"%s\" (%s %s stands on %s)", label_text(right, r, piece),
                    article(name_of(r, piece.kind)), name_of(r, piece.kind), square);
    }
    if (piece.kind == 0)
        return fail(r, start, "a space with one of your pieces");
    if (piece.colour != r->d.side)
        return fail_piece(r, start, "one of your pieces", piece);
    if (!is_square(&to, r, place))
        return fail_square(r, place);
    go(&r->d, from, to);
    if (r->part_count == 0)
        r->from = from;
    if (r->part_count == 0 || from == r->dest) {
        if (r->stop_count < SHG_VISITED_MAX)
            r->stops[r->stop_count] = to;
        r->stop_count++;
    }
    r->origin = from;
    r->dest = to;
    return SHOOGI_OK;
}

/* Places a piece, or with "@" removes one. */
static shoogi_status do_place(reader *r, shoogi_piece piece, word place)
{
    shoogi_square to;
    if (!is_square(&to, r, place))
        return fail_square(r, place);
    /* A piece stays the mover's, whatever the case typed. */
    if (r->d.pieces[to].kind != 0 && r->d.pieces[to].colour == r->d.side)
        piece.colour = r->d.side;
    r->d.pieces[to] = piece;
    return SHOOGI_OK;
}

/* A part of a text: one or two words, a sign, and an optional word after it. */
typedef struct part {
    word start; /* where it begins */
    word words[2], right;
    unsigned count; /* of words */
    char sign;
    word sign_at;
    bool any_right;
} part;

/* Possible meanings of the first word of a part. */
typedef enum first_word { FIRST_NOTHING, FIRST_SQUARE, FIRST_HAND, FIRST_LABEL } first_word;

/* The words before the sign. */
static void split_part(part *p, reader *r)
{
    p->count = 0;
    skip_spaces(r);
    p->start = (word){ r->cursor.at, 0 };
    while (p->count < 2 && take_word(&p->words[p->count], r))
        p->count++;
    skip_spaces(r);
    p->sign_at = (word){ r->cursor.at, 0 };
    p->sign = shg_cursor_next(&r->cursor);
}

static first_word classify(shoogi_square *square, shoogi_piece *piece, reader *r, word first)
{
    if (is_square(square, r, first))
        return FIRST_SQUARE;
    if (is_hand(piece, r, first))
        return FIRST_HAND;
    return is_label(piece, r, first) ? FIRST_LABEL : FIRST_NOTHING;
}

/* "P 7g-7f", "P P-5e" and "P*5e" with the name of the piece. */
static shoogi_status do_named(reader *r, const part *p, first_word first, shoogi_piece piece)
{
    shoogi_piece hand;
    if (!p->any_right)
        return fail_square(r, p->right);
    if (!is_hand(&hand, r, p->words[1]))
        return do_step(r, &p->words[0], p->words[1], p->right);
    if (first != FIRST_LABEL || piece.kind == 0 ||
        (hand.kind != piece.kind &&
         hand.kind != shoogi_variant_kind(r->d.variant, piece.kind).hand_kind))
        return fail(r, p->words[1], "the space of that piece in your hand");
    return do_drop(r, p->words[0], piece.kind, p->right);
}

static shoogi_status read_part(reader *r)
{
    part p;
    shoogi_piece piece = { 0, SHOOGI_BLACK };
    shoogi_square square = SHOOGI_NO_SQUARE;
    split_part(&p, r);
    if (p.count == 0)
        return fail(r, p.start,
                    p.sign == '-' ? "a piece to move (the spaces of this board do not move)"
                                  : "a piece label or a space of this board");
    const first_word first = classify(&square, &piece, r, p.words[0]);
    const bool lone_label = first == FIRST_LABEL && p.count == 1;
    if (first == FIRST_NOTHING)
        return fail(r, p.words[0], "a space of this board or a piece label of this game");
    if (p.sign != '-' && !(p.sign == '*' && lone_label))
        return fail(r, p.sign_at, "%s", lone_label ? "\"-\" or \"*\"" : "\"-\"");
    r->cursor.at++;
    p.any_right = take_word(&p.right, r);

    if (p.sign == '*' && piece.kind == 0)
        return fail_hand(r, p.words[0]);
    if (p.sign == '*' || (p.count == 1 && first == FIRST_HAND))
        return p.any_right ? do_drop(r, p.words[0], piece.kind, p.right) : fail_square(r, p.right);
    if (p.count == 2)
        return do_named(r, &p, first, piece);
    if (first == FIRST_SQUARE && p.any_right)
        return do_step(r, NULL, p.words[0], p.right);
    if (r->part_count == 0)
        return fail(r, p.words[0], "a piece that moves or is dropped");
    if (first == FIRST_SQUARE) {
        r->d.pieces[square].kind = 0;
        return SHOOGI_OK;
    }
    return p.any_right ? do_place(r, piece, p.right) : fail_square(r, p.right);
}

/* ---- Reading: finding the legal move ----------------------------------------------------------- */

/* The move that the parts describe if they are the steps of a piece and its promotion, or else a drop. */
static shoogi_move move_of(const reader *r)
{
    if (r->dropped != 0)
        return shoogi_move_make_drop(r->dropped, r->dest);
    const shoogi_kind before = shoogi_position_piece(r->d.position, r->from).kind;
    const shoogi_square to = r->stops[r->stop_count - 1];
    const shoogi_kind kind = r->d.pieces[to].kind != 0 ? r->d.pieces[to].kind : before;
    return shoogi_move_with_via(shoogi_move_make(r->from, to, kind, kind != before),
                                shoogi_variant_rank_count(r->d.variant), r->stops,
                                r->stop_count - 1);
}

/* Whether the move that begins like the parts, made in scratch, leaves the same board. */
static shoogi_status try(bool *fits, const reader *r, shoogi_position *scratch, shoogi_move move)
{
    const bool drop = shoogi_move_is_drop(move);
    *fits = false;
    if (r->part_count > 0 && (drop ? r->dropped == 0 || shoogi_move_kind(move) != r->dropped
                                   : shoogi_move_from(move) != r->from))
        return SHOOGI_OK;
    const shoogi_status status = shoogi_position_do(scratch, move);
    if (status != SHOOGI_OK)
        return status;
    shoogi_square at = 0;
    *fits = !next_difference(&at, &r->d, scratch);
    shoogi_position_undo(scratch);
    return SHOOGI_OK;
}

/* The matching move: the one with exactly these squares, or one of those with others; 0: none. */
static shoogi_status find(shoogi_move *out, const reader *r)
{
    const shoogi_position *const p = r->d.position;
    size_t left = 0;
    shoogi_move *moves = NULL;
    shoogi_status status = SHOOGI_OK;
    bool found = false;
    *out = 0;
    if (r->part_count > 0 && r->stop_count <= SHG_VISITED_MAX &&
        shoogi_position_why_illegal(p, move_of(r), NULL, 0) == SHOOGI_ILLEGAL_NONE) {
        *out = move_of(r);
        status = try(&found, r, r->scratch, *out);
    }
    if (status == SHOOGI_OK && !found)
        status = shg_legal_list(&moves, &left, p, false);
    while (status == SHOOGI_OK && !found && left > 0) {
        *out = moves[--left];
        status = try(&found, r, r->scratch, *out);
    }
    free(moves);
    if (!found)
        *out = 0;
    return status;
}

static shoogi_move promoting(shoogi_move move, shoogi_kind form)
{
    return (move & ~SHOOGI_MOVE_KIND_BITS) | (shoogi_move)form << SHOOGI_MOVE_KIND |
           SHOOGI_MOVE_PROMOTION;
}

/* No legal move leaves this board. */
static shoogi_status fail_move(const reader *r)
{
    const word all = { 0, r->cursor.bytes };
    if (r->part_count == 0)
        return fail(r, all, "a move (no pass is possible here)");
    const word end = { r->cursor.bytes, 0 };
    char sentence[SHOOGI_MESSAGE_BYTES] = "no piece moves like that";
    const shoogi_move move = r->stop_count <= SHG_VISITED_MAX ? move_of(r) : 0;
    if (move != 0) {
        const shoogi_illegal why =
            shoogi_position_why_illegal(r->d.position, move, sentence, sizeof sentence);
        const shoogi_piece form = {
            shoogi_variant_kind(r->d.variant, shoogi_move_kind(move)).promoted, r->d.side
        };
        if (why != SHOOGI_ILLEGAL_NONE && !shoogi_move_is_drop(move) && form.kind != 0 &&
            shoogi_position_why_illegal(r->d.position, promoting(move, form.kind), NULL, 0) ==
                SHOOGI_ILLEGAL_NONE) {
            char label[LABEL_BYTES];
            return fail(r, end, "\"; %s-dest\" (%s)", label_text(label, r, form), sentence);
        }
        if (why == SHOOGI_ILLEGAL_NONE)
            snprintf(sentence, sizeof sentence, "the rules leave another board");
    }
    char expected[SHOOGI_MESSAGE_BYTES];
    snprintf(expected, sizeof expected, "a legal move (%s)", sentence);
    return shg_error_expected(r->cursor.err, SHOOGI_ILLEGAL, 1, 1, expected, r->cursor.text,
                              r->cursor.bytes);
}

/* ---- Reading ----------------------------------------------------------------------------------- */

static bool is_word(const reader *r, const char *text)
{
    size_t begin = r->cursor.at, end = r->cursor.bytes;
    while (begin < end && is_space_character(r->cursor.text[begin]))
        begin++;
    while (begin < end && is_space_character(r->cursor.text[end - 1]))
        end--;
    return shg_text_same(r->cursor.text + begin, end - begin, text, strlen(text));
}

static shoogi_status read_parts(reader *r)
{
    if (is_word(r, "") || is_word(r, "pass"))
        return SHOOGI_OK;
    for (;;) {
        const shoogi_status status = read_part(r);
        if (status != SHOOGI_OK)
            return status;
        r->part_count++;
        skip_spaces(r);
        if (shg_cursor_done(&r->cursor))
            return SHOOGI_OK;
        if (!shg_cursor_take(&r->cursor, ';'))
            return fail(r, (word){ r->cursor.at, 0 }, "\";\" or the end of the move");
    }
}

/* scratch: NULL: a copy is made when it is needed. */
static shoogi_status read_move(shoogi_courier_move *out, const shoogi_position *position,
                               shoogi_position *scratch, const char *text, size_t text_bytes,
                               shoogi_error *err)
{
    shoogi_courier_move found = { 0 };
    reader r = { .cursor = { text, text_bytes, 0, err },
                 .scratch = scratch,
                 .from = SHOOGI_NO_SQUARE,
                 .origin = SHOOGI_NO_SQUARE,
                 .dest = SHOOGI_NO_SQUARE };
    for (size_t i = 0; i + 1 < text_bytes && !found.comment; i++)
        if (text[i] == '/' && text[i + 1] == '/') {
            r.cursor.bytes = i;
            found.comment = text + i + 2;
            found.comment_bytes = text_bytes - i - 2;
        }
    found.resigns = is_word(&r, "resign");
    found.offers_draw = is_word(&r, "draw");
    if (!found.resigns && !found.offers_draw) {
        begin(&r.d, position);
        shoogi_status status = read_parts(&r);
        if (status == SHOOGI_OK && !scratch)
            status = shoogi_position_copy(&r.scratch, position);
        if (status == SHOOGI_OK)
            status = find(&found.move, &r);
        if (!scratch)
            shoogi_position_free(r.scratch);
        if (status == SHOOGI_NO_MEMORY)
            (void)shg_error_set(err, status, 0, 0, "%s", shoogi_status_text(status));
        else if (status == SHOOGI_OK && found.move == 0)
            status = fail_move(&r);
        if (status != SHOOGI_OK)
            return status;
    }
    *out = found;
    return SHOOGI_OK;
}

shoogi_status shg_courier_read(shoogi_courier_move *out, shoogi_position *position,
                               const char *text, size_t text_bytes, shoogi_error *err)
{
    return read_move(out, position, position, text, text_bytes, err);
}

shoogi_status shoogi_courier_read(shoogi_courier_move *out, const shoogi_position *position,
                                  const char *text, size_t text_bytes, shoogi_error *err)
{
    return read_move(out, position, NULL, text, text_bytes, err);
}
