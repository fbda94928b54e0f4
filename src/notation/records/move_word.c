#include "notation/records/move_word.h"

#include "base/error.h"
#include "core/variant/square.h"
#include "notation/words/algebraic.h"
#include "notation/words/cursor.h"
#include "notation/moves/castle_word.h"
#include "notation/moves/legal.h"
#include "notation/words/promotion.h"
#include "notation/moves/western_int.h"

#include <stdlib.h>
#include <string.h>

/* The one kind whose letter algebraic notation omits. */
static const char pawn[] = "P";

/* ---- Algebraic: writing ------------------------------------------------------------------------ */

/* The part of its origin that distinguishes a piece from others of its kind that could move there. */
typedef struct square_parts {
    bool file, rank;
} square_parts;

/* The letter of its file would be misread before a sign or another file: as that of a capture, or because files have
 * two letters here. */
static bool is_file_unclear(const shoogi_variant *variant, shoogi_square square)
{
    enum { LETTERS = 'z' - 'a' + 1 };
    const unsigned files = shoogi_variant_file_count(variant);
    return files > LETTERS || files - square / shoogi_variant_rank_count(variant) == 'x' - 'a' + 1;
}

static void write_square_parts(shg_out *out, const shoogi_variant *variant, shoogi_square square,
                               square_parts parts)
{
    char text[SHOOGI_SQUARE_TEXT_BYTES];
    shg_out whole = shg_out_make(text, sizeof text);
    shg_algebraic_write(&whole, variant, square, shg_xboard_first_rank(variant));
    const size_t letters = strcspn(text, "0123456789");
    if (parts.file)
        shg_out_bytes(out, text, letters);
    if (parts.rank)
        shg_out_text(out, text + letters);
}

/* Whether a text that begins with the id of a kind would be read as a piece with a longer id: "C2" followed by more
 * as a piece C2. */
static bool is_name_unclear(const shoogi_variant *variant, shoogi_kind kind, const char *text,
                            size_t text_bytes)
{
    return shg_longest_name(variant, text, text_bytes) >
           strlen(shoogi_variant_kind(variant, kind).id);
}

/* The same for the id and the rank alone. */
static bool is_rank_unclear(const shoogi_variant *variant, shoogi_kind kind, shoogi_square from)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    shg_out out = shg_out_make(text, sizeof text);
    shg_out_text(&out, shoogi_variant_kind(variant, kind).id);
    write_square_parts(&out, variant, from, (square_parts){ .rank = true });
    return is_name_unclear(variant, kind, text, out.length);
}

static shoogi_status find_origin(square_parts *out, const shoogi_position *position,
                                 shoogi_move move)
{
    const shoogi_variant *const variant = shoogi_position_variant(position);
    const unsigned ranks = shoogi_variant_rank_count(variant);
    const shoogi_square from = shoogi_move_from(move);
    size_t count;
    shoogi_move *moves;
    const shoogi_status status = shg_legal_list(&moves, &count, position, false);
    if (status != SHOOGI_OK)
        return status;
    bool others = false, same_file = false, same_rank = false;
    for (size_t i = 0; i < count; i++) {
        const shoogi_square other = shoogi_move_from(moves[i]);
        if (shoogi_move_is_drop(moves[i]) || other == from ||
            shoogi_move_to(moves[i]) != shoogi_move_to(move) ||
            shg_mover_of(position, moves[i]) != shg_mover_of(position, move))
            continue;
        others = true;
        same_file = same_file || other / ranks == from / ranks;
        same_rank = same_rank || other % ranks == from % ranks;
    }
    free(moves);
    out->file = others && (!same_file || same_rank ||
                           is_rank_unclear(variant, shg_mover_of(position, move), from));
    out->rank = others && (same_file || (out->file && is_file_unclear(variant, from)));
    return SHOOGI_OK;
}

shoogi_status shg_algebraic_move_write(shg_out *out, const shoogi_position *position,
                                       shoogi_move move)
{
    static const square_parts whole = { true, true };
    const shoogi_variant *const variant = shoogi_position_variant(position);
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    shg_route route = shg_route_of(position, move);
    if (shg_captures_in_passing(position, move))
        route = (shg_route){ .stops = { { to, true } }, .count = 1, .taken = 1 };
    const char *const id = shoogi_variant_kind(variant, shg_mover_of(position, move)).id;
    if (shoogi_move_is_drop(move)) {
        shg_out_format(out, "%s@", id);
        write_square_parts(out, variant, to, whole);
        return SHOOGI_OK;
    }
    char word[SHG_CASTLE_WORD_BYTES];
    const shoogi_status castling = shg_castle_word_write(word, position, move);
    if (castling != SHOOGI_OK || word[0] != '\0') {
        shg_out_text(out, word);
        return castling;
    }
    square_parts origin = whole; /* several steps, so each has its sign */
    const bool is_pawn = strcmp(id, pawn) == 0;
    if (route.count == 1) {
        const shoogi_status status = find_origin(&origin, position, move);
        if (status != SHOOGI_OK)
            return status;
        const unsigned ranks = shoogi_variant_rank_count(variant);
        if (is_pawn && (origin.file || origin.rank))
            origin = whole;
        else if (is_pawn)
            origin.file = route.taken > 0 || from / ranks != to / ranks;
    }
    if (!is_pawn)
        shg_out_text(out, id);
    write_square_parts(out, variant, from, origin);
    for (unsigned i = 0; i < route.count; i++) {
        if (route.stops[i].captures)
            shg_out_char(out, 'x');
        else if (route.count > 1)
            shg_out_char(out, '-');
        write_square_parts(out, variant, route.stops[i].square, whole);
    }
    if (shoogi_move_is_promotion(move)) {
        const shoogi_kind form = shg_form_to_name(position, move);
        if (form != 0)
            shg_out_format(out, "=%s", shoogi_variant_kind(variant, form).id);
        else
            shg_out_char(out, '+');
    } else if (shg_may_promote(position, move)) {
        shg_out_char(out, '=');
    }
    return SHOOGI_OK;
}

void shg_psn_move_write(shg_out *out, const shoogi_position *position, shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    (void)shoogi_western_write(text, sizeof text, position, move);
    const size_t sign = strcspn(text, "-x*");
    char plain[SHOOGI_MOVE_TEXT_BYTES];
    shg_out without = shg_out_make(plain, sizeof plain);
    shg_out_bytes(&without, text, sign);
    shg_out_text(&without, text + sign + (text[sign] == '-'));
    /* Without another sign an X in the name would be one. */
    const bool clear = sign > 0 && !memchr(text, 'X', sign) &&
                       plain[sign + strcspn(plain + sign, "-x")] == '\0' &&
                       !is_name_unclear(shoogi_position_variant(position),
                                        shg_mover_of(position, move), plain, without.length);
    shg_out_text(out, clear ? plain : text);
}

/* ---- To Western notation ----------------------------------------------------------------------- */

/* A text being converted to Western notation: algebraic to its meaning, PSN to text. */
typedef struct turning {
    shg_cursor in;
    const shoogi_position *position;
    const shoogi_variant *variant;
    shg_wording wording;
    shg_out out;
} turning;

static const char *rest(const turning *t)
{
    return t->in.text + t->in.at;
}

static size_t left(const turning *t)
{
    return t->in.bytes - t->in.at;
}

/* The sign of a step by the board. */
static char sign_to(const turning *t, shoogi_square square)
{
    const shoogi_piece piece = shoogi_position_piece(t->position, square);
    return piece.kind != 0 && piece.colour != shoogi_position_side(t->position) ? 'x' : '-';
}

/* A square, or a part of one, with the sign before it. */
typedef struct stop {
    char sign; /* 0: none */
    bool file_given, rank_given;
    unsigned file, rank;
} stop;

/* The parts of a square found here. */
static void take_square(stop *out, turning *t)
{
    const unsigned first_rank = shg_xboard_first_rank(t->variant);
    size_t took = shg_algebraic_file(&out->file, t->variant, rest(t), left(t));
    out->file_given = took > 0;
    t->in.at += took;
    took = shg_algebraic_rank(&out->rank, t->variant, rest(t), left(t), first_rank);
    out->rank_given = took > 0;
    t->in.at += took;
}

static bool take_stop(stop *out, turning *t)
{
    const size_t before = t->in.at;
    *out = (stop){ 0 };
    if (left(t) > 0 && strchr("-x:", *rest(t)))
        out->sign = t->in.text[t->in.at++];
    take_square(out, t);
    if (out->sign == 'x' && !(out->file_given && out->rank_given)) {
        t->in.at = before; /* after a sign comes a complete square: it is the file x */
        *out = (stop){ 0 };
        take_square(out, t);
    }
    if (!out->file_given && !out->rank_given)
        t->in.at = before;
    return out->file_given || out->rank_given;
}

static bool is_square(shoogi_square *square, const turning *t, const stop *s)
{
    if (!s->file_given || !s->rank_given ||
        !shoogi_variant_has_square(t->variant, s->file, s->rank))
        return false;
    *square = shoogi_variant_square(t->variant, s->file, s->rank);
    return true;
}

/* "+", "=", "=+", "=G" or nothing, then an optional "#".  False otherwise. */
static bool turn_mark(turning *t)
{
    const bool equals = shg_cursor_take(&t->in, '=');
    if (shg_cursor_take(&t->in, '+')) {
        t->wording.mark = '+';
    } else if (equals && !shg_cursor_done(&t->in)) {
        const size_t name = shg_longest_name(t->variant, rest(t), left(t));
        t->wording.mark = '+';
        t->wording.form = shg_named_kind(t->variant, rest(t), name);
        t->in.at += name;
        if (name == 0)
            return false;
    }
    (void)shg_cursor_take(&t->in, '#');
    return shg_cursor_done(&t->in);
}

enum { STOPS_MAX = SHG_STEPS_MAX + 1 };

/* The origin and the destination; kind: 0 if the text names none. */
static bool turn_stops(turning *t, shoogi_kind kind)
{
    shg_wording *const wording = &t->wording;
    stop stops[STOPS_MAX];
    unsigned count = 0;
    while (count < STOPS_MAX && take_stop(&stops[count], t))
        count++;
    const unsigned first =
        count > 1 && stops[0].sign == 0; /* the first step; before it the origin */
    shoogi_square square;
    if (count == 0 || count - first > SHG_STEPS_MAX)
        return false;
    if (kind == 0 && first && is_square(&square, t, &stops[0]))
        kind = shoogi_position_piece(t->position, square).kind;
    if (kind == 0)
        kind = shoogi_variant_kind_by_id(t->variant, pawn, sizeof pawn - 1);
    if (kind == 0)
        return false;
    wording->kind = kind;
    if (first && stops[0].file_given)
        wording->from.file = (int)stops[0].file;
    if (first && stops[0].rank_given)
        wording->from.rank = (int)stops[0].rank;
    for (unsigned i = first; i < count; i++) {
        if (!is_square(&square, t, &stops[i]))
            return false;
        wording->steps[wording->step_count++] = (shg_step){ sign_to(t, square), square, 0 };
    }
    return true;
}

static bool turn_pass(turning *t)
{
    static const char *const words[] = { "--", "@@@@", "Z0", "pass", "null" };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (shg_text_same(t->in.text, t->in.bytes, words[i], strlen(words[i])))
            return true;
    return false;
}

/* False if the text is not algebraic. */
static bool turn_algebraic(turning *t)
{
    if (turn_pass(t))
        return true;
    const char *const text = t->in.text;
    shoogi_kind kind = 0;
    const size_t sign = t->in.bytes > 0 && text[0] == '+';
    const bool upper = t->in.bytes > sign && text[sign] >= 'A' && text[sign] <= 'Z';
    const bool drop = t->in.bytes > 1 && text[1] == '@';
    if (upper || drop) {
        /* Lower-case letters are files: "De2" is no drunk elephant, whatever DE is. */
        size_t capitals = 1;
        while (!drop && capitals < t->in.bytes && shg_upper(text[capitals]) == text[capitals])
            capitals++;
        t->in.at = shg_longest_name(t->variant, text, capitals);
        kind = shg_named_kind(t->variant, text, t->in.at);
    }
    if ((upper || drop || sign > 0) && kind == 0)
        return false;
    if (kind != 0 && (shg_cursor_take(&t->in, '@') || shg_cursor_take(&t->in, '*'))) {
        stop to;
        shoogi_square square;
        if (!take_stop(&to, t) || to.sign != 0 || !is_square(&square, t, &to))
            return false;
        t->wording.kind = kind;
        t->wording.steps[t->wording.step_count++] = (shg_step){ '*', square, 0 };
        return shg_cursor_done(&t->in);
    }
    return turn_stops(t, kind) && turn_mark(t);
}

/* ---- PSN --------------------------------------------------------------------------------------- */

/* A mark of promotion and the end. */
static bool ends_here(const char *text, size_t bytes)
{
    return bytes == 0 || (bytes == 1 && (text[0] == '+' || text[0] == '='));
}

/* "xP", "xS+", "Px", "Bx+": captures on the destination of the move before. */
static bool turn_recapture(turning *t, shoogi_square last)
{
    const bool before = shg_cursor_take(&t->in, 'x');
    const size_t name = shg_longest_name(t->variant, rest(t), left(t));
    const size_t start = t->in.at;
    t->in.at += name;
    size_t file = 0; /* "G4x" */
    while (!before && shg_is_digit(shg_cursor_next(&t->in))) {
        t->in.at++;
        file++;
    }
    if (name == 0 || last == SHOOGI_NO_SQUARE || (!before && !shg_cursor_take(&t->in, 'x')) ||
        !ends_here(rest(t), left(t)))
        return false;
    shg_out_bytes(&t->out, t->in.text + start, name + file);
    shg_out_char(&t->out, 'x');
    shg_out_square(&t->out, t->variant, last);
    shg_out_bytes(&t->out, rest(t), left(t));
    return true;
}

/* Inserts a sign into "R'2a", and "P7f", "G45h" and "P76". cut: characters of the origin after the name.  False if it
 * cannot be divided there. */
static bool turn_signless(turning *t, size_t cut, char sign)
{
    t->in.at = shg_longest_name(t->variant, t->in.text, t->in.bytes);
    shg_out_bytes(&t->out, t->in.text, t->in.at);
    if (shg_cursor_take(&t->in, '\''))
        sign = '*';
    if (t->in.at == 0 || cut > left(t))
        return false;
    shg_out_bytes(&t->out, rest(t), cut);
    shg_out_char(&t->out, sign);
    shg_out_bytes(&t->out, rest(t) + cut, left(t) - cut);
    return true;
}

/* ---- Reading ----------------------------------------------------------------------------------- */

static turning begin(const shoogi_position *position, const char *text, size_t text_bytes,
                     char *room, size_t room_bytes)
{
    return (turning){ .in = { text, text_bytes, 0, NULL },
                      .position = position,
                      .variant = shoogi_position_variant(position),
                      .wording = { .from = { SHG_ANY, SHG_ANY }, .mark_at = text_bytes },
                      .out = shg_out_make(room, room_bytes) };
}

/* wording: the meaning of the text; NULL: one of its meanings in Western notation. */
static shoogi_status read_western(shoogi_move *out, const shoogi_position *position,
                                  const char *text, size_t text_bytes, const shg_wording *wording,
                                  shoogi_error *err)
{
    shoogi_parsed_move found;
    const shoogi_status status =
        wording ? shg_western_find(&found, position, wording, text, text_bytes, err)
                : shoogi_western_read(&found, position, text, text_bytes, err);
    if (status != SHOOGI_OK)
        return status;
    if (found.promotion_open && shoogi_move_is_promotion(found.move))
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, shg_utf8_length(text, text_bytes) + 1,
                                  "the form that it promotes to", NULL, 0);
    *out = found.move;
    return SHOOGI_OK;
}

/* Any omitted sign: the reading that matches, or else why the first is illegal. */
static shoogi_status read_signless(shoogi_move *out, const shoogi_position *position,
                                   const char *text, size_t text_bytes, shoogi_error *err)
{
    char western[2 * SHOOGI_MOVE_TEXT_BYTES];
    shoogi_status answer = SHOOGI_PARSE_ERROR;
    for (size_t cut = 0; cut < text_bytes; cut++)
        for (const char *sign = "-x"; *sign; sign++) {
            shoogi_error why = { .status = SHOOGI_OK };
            turning t = begin(position, text, text_bytes, western, sizeof western);
            if (!turn_signless(&t, cut, *sign))
                continue;
            const shoogi_status status =
                read_western(out, position, western, t.out.length, NULL, &why);
            if (status == SHOOGI_PARSE_ERROR || (status == SHOOGI_ILLEGAL && answer == status))
                continue;
            answer = status;
            if (err)
                *err = why;
            if (status != SHOOGI_ILLEGAL)
                return status;
        }
    return answer;
}

/* Without signs of check, mate and judgement behind it, as after O-O. */
static size_t without_signs(const char *text, size_t text_bytes)
{
    while (text_bytes > 0 && strchr("+#!?", text[text_bytes - 1]))
        text_bytes--;
    return text_bytes;
}

/* A capture en passant that names only the two ends. */
static bool read_in_passing(shoogi_move *out, const shoogi_position *position,
                            const shg_wording *wording)
{
    const shoogi_move found =
        wording->step_count == 1 && wording->form == 0
            ? shg_passing_capture(position, wording->kind, wording->from, wording->steps[0].to)
            : 0;
    if (found != 0)
        *out = found;
    return found != 0;
}

/* The "+" behind a move of chess means check: there a promotion names its form.  False if it may be a promotion. */
static bool read_checking(shoogi_move *out, const shoogi_position *position, const char *text,
                          size_t text_bytes)
{
    char western[2 * SHOOGI_MOVE_TEXT_BYTES];
    shoogi_move found = 0;
    if (text_bytes < 2 || text[text_bytes - 1] != '+')
        return false;
    turning t = begin(position, text, text_bytes - 1, western, sizeof western);
    if (!turn_algebraic(&t) ||
        read_western(&found, position, text, text_bytes - 1, &t.wording, NULL) != SHOOGI_OK)
        return false;
    const size_t forms = shoogi_variant_promotions(NULL, 0, t.variant, t.wording.kind);
    if (forms == 1 || (!shoogi_move_is_promotion(found) && shg_may_promote(position, found)))
        return false;
    *out = found;
    return true;
}

shoogi_status shg_move_word_read(shoogi_move *out, const shoogi_position *position,
                                 shoogi_square last, const char *text, size_t text_bytes,
                                 shoogi_error *err)
{
    char western[2 * SHOOGI_MOVE_TEXT_BYTES];
    if (text_bytes > SHOOGI_MOVE_TEXT_BYTES)
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, 1, "a move", text, text_bytes);
    turning t = begin(position, text, text_bytes, western, sizeof western);
    const size_t plain = without_signs(text, text_bytes);
    if (shg_is_castle_word(t.variant, text, plain))
        return shg_castle_word_read(out, position, text, plain, err);
    shoogi_error why = { .status = SHOOGI_OK };
    shoogi_status status;
    bool turned = turn_algebraic(&t);
    if (turned) {
        status = read_western(out, position, text, text_bytes, &t.wording, &why);
    } else {
        t = begin(position, text, text_bytes, western, sizeof western);
        turned = turn_recapture(&t, last);
        status = turned ? read_western(out, position, western, t.out.length, NULL, &why)
                        : read_western(out, position, text, text_bytes, NULL, &why);
    }
    if (status != SHOOGI_OK && status != SHOOGI_NO_MEMORY &&
        ((turned && read_in_passing(out, position, &t.wording)) ||
         read_checking(out, position, text, text_bytes)))
        return SHOOGI_OK;
    if (status == SHOOGI_PARSE_ERROR && turned) /* the message is about a text that nobody wrote */
        return shg_error_expected(err, status, 1, 1, "a move that fits one legal move", text,
                                  text_bytes);
    if (status == SHOOGI_PARSE_ERROR) {
        shg_wording wordings[SHG_WORDINGS_MAX];
        shoogi_error signless = { .status = SHOOGI_OK };
        const bool has_sign = shg_wordings_read(wordings, t.variant, text, text_bytes) > 0;
        const shoogi_status answer =
            read_signless(out, position, text, text_bytes, err ? &signless : NULL);
        /* A sign that is wrong is explained better than one that is missing. */
        if (answer == SHOOGI_OK || answer == SHOOGI_NO_MEMORY ||
            (answer == SHOOGI_ILLEGAL && !has_sign)) {
            status = answer;
            why = signless;
        }
    }
    if (err && status != SHOOGI_OK)
        *err = why;
    return status;
}
