/* western_fault.c: explains why a text in Western notation is not one legal move, and what would be. */
#include "base/error.h"
#include "core/variant/square.h"
#include "notation/words/promotion.h"
#include "notation/moves/western_int.h"

#include <string.h>

enum { FORM_BYTES = 64, LIST_BYTES_MAX = 80 };

/* The place in the text of a byte of a wording. */
static size_t place_of(const shg_fitting *f, size_t at)
{
    return f->cursor.at + at;
}

static const char *form(char text[FORM_BYTES], const shg_fitting *f, const shg_wording *wording)
{
    shg_out out = shg_out_make(text, FORM_BYTES);
    shg_wording_write(&out, f->variant, wording);
    return text;
}

/* ---- Several moves match ----------------------------------------------------------------------- */

/* Whether the move equals one before it in the list except for a promotion that the text leaves open. */
static bool is_named(const shg_fitting *f, size_t at)
{
    for (size_t i = 0; i < at && f->wordings[0].mark == 0; i++)
        if (shg_differ_in_form(f->position, f->fits[i], f->fits[at]))
            return true;
    return false;
}

static shoogi_status fail_ambiguous(const shg_fitting *f)
{
    char names[SHOOGI_MESSAGE_BYTES];
    shg_out list = shg_out_make(names, sizeof names);
    size_t at = 0;
    for (; at < f->fit_count && list.length < LIST_BYTES_MAX; at++) {
        if (is_named(f, at))
            continue;
        shg_wording wording = shg_wording_of(f->position, f->fits[at]);
        wording.mark = f->wordings[0].mark;
        if (wording.mark == '+')
            wording.form = shg_form_to_name(f->position, f->fits[at]);
        shg_out_text(&list, list.length > 0 ? ", " : "");
        shg_wording_write(&list, f->variant, &wording);
    }
    if (at < f->fit_count)
        shg_out_text(&list, " ...");
    return shg_cursor_fail(&f->cursor, f->cursor.at, "one of %s", names);
}

static shoogi_status fail_form_open(const shg_fitting *f)
{
    char names[SHOOGI_MESSAGE_BYTES];
    shg_out list = shg_out_make(names, sizeof names);
    for (size_t i = 1; i < f->fit_count; i++)
        if (!shg_differ_in_form(f->position, f->fits[0], f->fits[i]))
            return fail_ambiguous(f);
    (void)shg_out_forms(&list, f->variant, f->fits, f->fit_count);
    return shg_cursor_fail(&f->cursor, place_of(f, f->wordings[0].mark_at + 1), "one of %s", names);
}

/* ---- No wording -------------------------------------------------------------------------------- */

static shoogi_status fail_name(const shg_fitting *f)
{
    const shg_cursor *cursor = &f->cursor;
    char names[SHOOGI_MESSAGE_BYTES];
    shg_out list = shg_out_make(names, sizeof names);
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(f->variant); kind++) {
        const shoogi_kind_info info = shoogi_variant_kind(f->variant, (shoogi_kind)kind);
        if (info.id[0] != '+')
            shg_out_format(&list, "%s%s", list.length > 0 ? ", " : "", info.id);
    }
    if (shg_cursor_next(cursor) == '@' || list.length >= LIST_BYTES_MAX)
        return shg_cursor_fail(cursor, cursor->at, "a piece of this game");
    return shg_cursor_fail(cursor, cursor->at, "a piece (%s)", names);
}

/* The text stops being a move after a step: what may follow there. */
static shoogi_status fail_mark(const shg_fitting *f, shoogi_kind kind, size_t at)
{
    const shg_cursor *cursor = &f->cursor;
    const char next = at < cursor->bytes ? cursor->text[at] : '\0';
    if (next != '+' && next != '=')
        return shg_cursor_fail(cursor, at, "\"+\", \"=\" or the end");
    shoogi_kind forms[SHOOGI_KINDS_MAX];
    const size_t count = shoogi_variant_promotions(forms, SHOOGI_KINDS_MAX, f->variant, kind);
    if (next == '=' || count < 2)
        return shg_cursor_fail(cursor, at + 1, "the end of the move");
    char names[SHOOGI_MESSAGE_BYTES];
    shg_out list = shg_out_make(names, sizeof names);
    for (size_t i = 0; i < count; i++)
        shg_out_format(&list, "%s%s", i > 0 ? ", " : "",
                       shoogi_variant_kind(f->variant, forms[i]).id);
    return shg_cursor_fail(cursor, at + 1, "one of %s", names);
}

/* From the first sign on: the first place where the text stops being steps. */
static shoogi_status fail_steps(const shg_fitting *f, shoogi_kind kind, size_t at)
{
    const shg_cursor *cursor = &f->cursor;
    const char *text = cursor->text;
    const bool drop = text[at] == '*';
    for (unsigned count = 0; count < SHG_STEPS_MAX; count++) {
        const bool captures = shg_lower(text[at++]) == 'x';
        if (at < cursor->bytes && text[at] == '!' && captures && count == 0)
            at++;
        const size_t square = shg_longest_square(f->variant, text + at, cursor->bytes - at);
        const size_t end = at + square;
        /* Digits of a rank followed by letters were meant as another square: 17a on 16 files. */
        if (square == 0 || (end < cursor->bytes && shg_is_digit(text[end - 1]) &&
                            shg_is_letter(text[end]) && shg_lower(text[end]) != 'x'))
            return shg_cursor_fail(cursor, at, "a square of this board");
        at = end;
        if (drop)
            return shg_cursor_fail(cursor, at, "the end of the move (a drop does not promote)");
        if (at == cursor->bytes || (text[at] != '-' && shg_lower(text[at]) != 'x'))
            break;
    }
    return fail_mark(f, kind, at);
}

/* The first place where the text stops being a move. */
static shoogi_status fail_text(const shg_fitting *f)
{
    const shg_cursor *cursor = &f->cursor;
    const char *text = cursor->text;
    const size_t name = cursor->bytes > cursor->at ? shg_longest_name(f->variant, text + cursor->at,
                                                                      cursor->bytes - cursor->at)
                                                   : 0;
    if (name == 0)
        return fail_name(f);
    const size_t name_end = cursor->at + name;

    /* The sign: the first after a possible origin, else the first of all. */
    size_t sign_at = cursor->bytes, first = cursor->bytes;
    for (size_t i = cursor->bytes; i-- > name_end;) {
        if (!shg_is_sign(text[i]) && text[i] != '@')
            continue;
        first = i;
        if (shg_is_origin(f->variant, text + name_end, i - name_end))
            sign_at = i;
    }
    if (first == cursor->bytes)
        return shg_cursor_fail(cursor, name_end, "\"-\", \"x\" or \"*\" between piece and square");
    if (sign_at == cursor->bytes)
        return shg_cursor_fail(cursor, name_end,
                               "a square of this board, or \"-\", \"x\" or \"*\"");
    if (text[sign_at] == '@')
        return shg_cursor_fail(cursor, sign_at, "\"-\", \"x\" or \"*\" (\"@\" is for handicaps)");
    if (text[sign_at] == '*' && sign_at != name_end)
        return shg_cursor_fail(cursor, name_end, "\"*\" (a drop has no square of origin)");
    return fail_steps(f, shg_named_kind(f->variant, text + cursor->at, name), sign_at);
}

/* ---- A wording without a legal move: signs ------------------------------------------------------ */

static bool is_enemy(const shg_fitting *f, shoogi_square square)
{
    const shoogi_piece piece = shoogi_position_piece(f->position, square);
    return piece.kind != 0 && piece.colour != shoogi_position_side(f->position);
}

/* A legal move with the squares of the wording, from its signs if there is one; 0: none. */
static shoogi_move by_squares(const shg_fitting *f, const shg_wording *wording)
{
    for (int signs = 1; signs >= 0; signs--)
        for (size_t i = 0; i < f->legal_count; i++)
            if (shg_fits_squares(f, wording, f->legal[i], signs == 1) &&
                !(wording->mark != 0 && shoogi_move_is_drop(f->legal[i])))
                return f->legal[i];
    return 0;
}

/* The sign that a step should have: as in a legal move, else by the board. */
static char right_sign(const shg_fitting *f, const shg_wording *wording, unsigned index,
                       shoogi_move legal)
{
    const shg_step *step = &wording->steps[index];
    if (legal != 0 && shoogi_move_is_drop(legal))
        return '*';
    if (legal != 0)
        return shg_route_of(f->position, legal).stops[index].captures ? 'x' : '-';
    if (is_enemy(f, step->to))
        return step->sign == '-' ? 'x' : step->sign;
    return step->sign == 'x' && shoogi_position_piece(f->position, step->to).kind == 0 ? '-'
                                                                                       : step->sign;
}

/* OK if all signs are right. */
static shoogi_status fail_signs(const shg_fitting *f, const shg_wording *wording, shoogi_move legal)
{
    shg_wording right = *wording;
    unsigned wrong = SHG_STEPS_MAX;
    for (unsigned i = wording->step_count; i-- > 0;) {
        right.steps[i].sign = wording->steps[i].sign == 0 ? '\0' : right_sign(f, wording, i, legal);
        if (right.steps[i].sign != wording->steps[i].sign)
            wrong = i;
    }
    if (wrong == SHG_STEPS_MAX)
        return SHOOGI_OK;
    const shg_step *step = &right.steps[wrong];
    char text[FORM_BYTES], to[SHOOGI_SQUARE_TEXT_BYTES];
    (void)shoogi_square_text(to, sizeof to, f->variant, step->to);
    const size_t at = place_of(f, step->at);
    if (wording->stays)
        return shg_cursor_fail(&f->cursor, at, "a square with an enemy piece (there is none on %s)",
                               to);
    if (step->sign == 'x')
        return shg_cursor_fail(&f->cursor, at, "\"x\" (there is an enemy piece on %s: %s)", to,
                               form(text, f, &right));
    if (step->sign == '-')
        return shg_cursor_fail(&f->cursor, at, "\"-\" (there is no piece on %s: %s)", to,
                               form(text, f, &right));
    right.from = (shg_place){ SHG_ANY, SHG_ANY };
    return shg_cursor_fail(&f->cursor, at, "\"*\" (none on the board can move to %s: %s)", to,
                           form(text, f, &right));
}

/* ---- Marks -------------------------------------------------------------------------------------- */

/* The squares are those of a legal move, so the mark is wrong. */
static shoogi_status fail_promotion(const shg_fitting *f, const shg_wording *wording,
                                    shoogi_move legal)
{
    shoogi_move choices[SHOOGI_PROMOTION_CHOICES_MAX];
    const size_t count = shoogi_position_promotion_choices(f->position, legal, choices,
                                                           SHOOGI_PROMOTION_CHOICES_MAX);
    char names[SHOOGI_MESSAGE_BYTES], text[FORM_BYTES];
    shg_out list = shg_out_make(names, sizeof names);
    const size_t forms = shg_out_forms(&list, f->variant, choices, count);
    const size_t at = place_of(f, wording->mark_at);
    shg_wording right = *wording;
    right.form = 0;
    if (forms == 0) {
        right.mark = '\0';
        return shg_cursor_fail(&f->cursor, at, "the end of the move (it cannot promote: %s)",
                               form(text, f, &right));
    }
    if (wording->mark == '+')
        return forms > 1 ? shg_cursor_fail(&f->cursor, at + 1, "one of %s", names)
                         : shg_cursor_fail(&f->cursor, at + 1, "the end of the move");
    right.mark = '+';
    right.form = shg_form_to_name(f->position, choices[count - 1]);
    return shg_cursor_fail(&f->cursor, at, "\"+\" (the piece must promote: %s)",
                           form(text, f, &right));
}

/* ---- The rules ---------------------------------------------------------------------------------- */

/* The likeliest reason so far. */
struct reason {
    int weight;
    char sentence[SHOOGI_MESSAGE_BYTES];
};

/* How likely a reason is about the intended move; the greatest wins. */
static int weight_of(shoogi_illegal why)
{
    if (why == SHOOGI_ILLEGAL_NOT_ITS_MOVE)
        return 1;
    if (why == SHOOGI_ILLEGAL_BLOCKED)
        return 2;
    return why == SHOOGI_ILLEGAL_NO_PROMOTION ? 3 : 4;
}

static shoogi_illegal ask(char sentence[SHOOGI_MESSAGE_BYTES], const shg_fitting *f,
                          shoogi_move squares, shoogi_kind after, bool promotes)
{
    const shoogi_move move =
        squares | (shoogi_move)after << SHOOGI_MOVE_KIND | (promotes ? SHOOGI_MOVE_PROMOTION : 0);
    return shoogi_position_why_illegal(f->position, squares == 0 ? 0 : move, sentence,
                                       SHOOGI_MESSAGE_BYTES);
}

static void keep(struct reason *best, shoogi_illegal why, const char *sentence)
{
    if (why == SHOOGI_ILLEGAL_NONE || weight_of(why) <= best->weight)
        return;
    best->weight = weight_of(why);
    memcpy(best->sentence, sentence, sizeof best->sentence);
}

/* Asks why the piece on from cannot make the move with this mark. */
static void ask_piece(struct reason *best, const shg_fitting *f, const shg_wording *wording,
                      shoogi_square from)
{
    char sentence[SHOOGI_MESSAGE_BYTES];
    const unsigned last = wording->step_count - 1, ways = wording->stays ? 1 : last;
    shoogi_move squares =
        shoogi_move_make(from, wording->stays ? from : wording->steps[last].to, 0, false);
    shoogi_square way[SHG_STEPS_MAX];
    for (unsigned i = 0; i < ways; i++)
        way[i] = wording->steps[i].to;
    squares = shoogi_move_with_via(squares, shoogi_variant_rank_count(f->variant), way, ways);
    if (wording->mark != '+') {
        const shoogi_illegal why = ask(sentence, f, squares, wording->kind, false);
        const bool must = why == SHOOGI_ILLEGAL_MUST_PROMOTE || why == SHOOGI_ILLEGAL_MUST_FLIP;
        if (!must || wording->mark == '=') {
            keep(best, why, sentence);
            return;
        } /* else the promotion may be chosen here */
    }
    shoogi_kind forms[SHOOGI_KINDS_MAX] = { wording->kind };
    size_t count = shoogi_variant_promotions(forms, SHOOGI_KINDS_MAX, f->variant, wording->kind);
    if (wording->form != 0 || count == 0) {
        forms[0] = wording->form != 0 ? wording->form : wording->kind;
        count = 1;
    }
    for (size_t i = 0; i < count; i++)
        keep(best, ask(sentence, f, squares, forms[i], true), sentence);
}

static shoogi_status fail_rules(const shg_fitting *f, const shg_wording *wording)
{
    const char *name = shoogi_variant_kind(f->variant, wording->kind).name;
    const shoogi_square last = wording->steps[wording->step_count - 1].to;
    char to[SHOOGI_SQUARE_TEXT_BYTES];
    (void)shoogi_square_text(to, sizeof to, f->variant, last);
    struct reason best = { 0, "the move is not legal" };
    if (wording->steps[0].sign == '*') {
        (void)ask(best.sentence, f, shoogi_move_make_drop(0, last), wording->kind, false);
        return shg_error_set(f->cursor.err, SHOOGI_ILLEGAL, 1, 1, "%s", best.sentence);
    }
    unsigned pieces = 0;
    for (unsigned i = 0; i < shoogi_variant_square_count(f->variant); i++) {
        const shoogi_square from = (shoogi_square)i;
        const shoogi_piece piece = shoogi_position_piece(f->position, from);
        if (piece.kind != wording->kind || piece.colour != shoogi_position_side(f->position) ||
            !shg_place_holds(wording->from, f->variant, from))
            continue;
        pieces++;
        ask_piece(&best, f, wording, from);
    }
    if (pieces == 0)
        return shg_error_set(f->cursor.err, SHOOGI_ILLEGAL, 1, 1,
                             "you have no %s that could move to %s", name, to);
    if (pieces > 1 && best.weight <= weight_of(SHOOGI_ILLEGAL_BLOCKED))
        return shg_error_set(f->cursor.err, SHOOGI_ILLEGAL, 1, 1,
                             wording->stays ? "no %s of yours can capture on %s without moving"
                                            : "no %s of yours can move to %s",
                             name, to);
    return shg_error_set(f->cursor.err, SHOOGI_ILLEGAL, 1, 1, "%s", best.sentence);
}

/* Nobody can pass: find the piece whose reason is about passing. */
static shoogi_status fail_pass(const shg_fitting *f)
{
    char sentence[SHOOGI_MESSAGE_BYTES] = "";
    shoogi_illegal why = SHOOGI_ILLEGAL_NOT_ITS_MOVE;
    for (unsigned i = 0; i < shoogi_variant_square_count(f->variant); i++) {
        const shoogi_square from = (shoogi_square)i;
        const shoogi_piece piece = shoogi_position_piece(f->position, from);
        if (piece.kind != 0 && piece.colour == shoogi_position_side(f->position))
            why = ask(sentence, f, shoogi_move_make(from, from, 0, false), piece.kind, false);
    }
    if (why == SHOOGI_ILLEGAL_NOT_ITS_MOVE)
        return shg_error_set(f->cursor.err, SHOOGI_ILLEGAL, 1, 1, "no piece of yours can pass");
    return shg_error_set(f->cursor.err, SHOOGI_ILLEGAL, 1, 1, "%s", sentence);
}

/* ------------------------------------------------------------------------------------------------- */

static bool is_handicap(const shg_cursor *cursor)
{
    static const char word[] = "HANDICAP";
    const size_t length = sizeof word - 1, left = cursor->bytes - cursor->at;
    return left >= length && shg_text_same(cursor->text + cursor->at, length, word, length);
}

/* Whether the wording is a drop of a piece that is in hand, on an empty square: it was meant, though a piece on the board
 * may be able to move there. */
static bool is_meant_drop(const shg_fitting *f, const shg_wording *wording)
{
    const shoogi_position *const position = f->position;
    return wording->step_count > 0 && wording->steps[0].sign == '*' &&
           shoogi_position_hand(position, shoogi_position_side(position), wording->kind) > 0 &&
           shoogi_position_piece(position, wording->steps[0].to).kind == 0;
}

/* For a legal move a sign that contradicts the board comes first, then the mark of promotion; for another the reason
 * of the rules, because the right sign would not help. */
static shoogi_status fail_wording(const shg_fitting *f, const shg_wording *wording)
{
    if (wording->kind == 0)
        return fail_pass(f);
    if (is_meant_drop(f, wording))
        return fail_rules(f, wording);
    const shoogi_move legal = by_squares(f, wording);
    const shoogi_status status =
        legal != 0 || wording->stays ? fail_signs(f, wording, legal) : SHOOGI_OK;
    if (status != SHOOGI_OK)
        return status;
    return legal != 0 ? fail_promotion(f, wording, legal) : fail_rules(f, wording);
}

shoogi_status shg_western_fail(const shg_fitting *f)
{
    if (is_handicap(&f->cursor))
        return shg_cursor_fail(&f->cursor, f->cursor.at,
                               "a move of a piece (a handicap is not one)");
    if (f->wording_count == 0)
        return fail_text(f);
    const shg_wording *first = &f->wordings[0];
    if (f->fit_count == 0)
        return fail_wording(f, first);
    return first->mark == '+' && first->form == 0 ? fail_form_open(f) : fail_ambiguous(f);
}
