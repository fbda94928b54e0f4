/* western.c: Western (Hodges) notation, as on the Shoogi Server.  Source: docs/notation.md, "Western".
 *
 * The writer follows the rule strictly.  The reader accepts any text that matches exactly one legal move: it collects
 * every possible reading (wording) of the text and looks for legal moves that match one. */
#include "base/error.h"
#include "notation/moves/castle_word.h"
#include "notation/moves/legal.h"
#include "notation/words/promotion.h"
#include "notation/moves/western_int.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

/* ---- Writing ----------------------------------------------------------------------------------- */

/* Hodges: the origin is written if another piece of exactly the same kind and promotion reaches the square, even a
 * pinned one, and even if the mark of promotion would distinguish them. */
static bool is_ambiguous(const shoogi_position *position, shoogi_square from, shoogi_square to)
{
    const shoogi_piece mover = shoogi_position_piece(position, from);
    const unsigned squares = shoogi_variant_square_count(shoogi_position_variant(position));
    for (unsigned i = 0; i < squares; i++) {
        const shoogi_square square = (shoogi_square)i;
        const shoogi_piece piece = shoogi_position_piece(position, square);
        if (square != from && piece.kind == mover.kind && piece.colour == mover.colour &&
            shoogi_position_has_pseudo_legal_move(position, square, to))
            return true;
    }
    return false;
}

size_t shoogi_western_write(char *out, size_t out_bytes, const shoogi_position *position,
                            shoogi_move move)
{
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    shg_out text = shg_out_make(out, out_bytes);
    shg_wording wording = shg_wording_of(position, move);
    /* A piece that returns to its square is identified by it, or the piece does not matter. */
    if (from == to || (!shoogi_move_is_drop(move) && !is_ambiguous(position, from, to)))
        wording.from = (shg_place){ SHG_ANY, SHG_ANY };
    if (shoogi_move_is_promotion(move)) {
        wording.mark = '+';
        wording.form = shg_form_to_name(position, move);
    } else if (shg_may_promote(position, move)) {
        wording.mark = '=';
    }
    shg_wording_write(&text, shoogi_position_variant(position), &wording);
    return text.length;
}

/* ---- Matching legal moves ---------------------------------------------------------------------- */

static bool fits_steps(const shg_wording *wording, const shg_route *route, bool drop, bool signs)
{
    /* A piece that stays on its square does not name it. */
    if (wording->stays ? !route->stays || route->count != 2 || route->taken != 1
                       : route->count != wording->step_count)
        return false;
    for (unsigned i = 0; i < wording->step_count; i++) {
        const char sign = route->stops[i].captures ? 'x' : drop ? '*' : '-';
        if (wording->steps[i].to != route->stops[i].square ||
            (signs && wording->steps[i].sign != 0 && wording->steps[i].sign != sign))
            return false;
    }
    return true;
}

bool shg_fits_squares(const shg_fitting *fitting, const shg_wording *wording, shoogi_move move,
                      bool signs)
{
    const bool drop = shoogi_move_is_drop(move);
    if (wording->kind != 0 && shg_mover_of(fitting->position, move) != wording->kind)
        return false;
    const shg_route route = shg_route_of(fitting->position, move);
    if (wording->kind == 0)
        return route.stays && route.taken == 0;
    if (drop ? wording->from.file != SHG_ANY || wording->from.rank != SHG_ANY
             : !shg_place_holds(wording->from, fitting->variant, shoogi_move_from(move)))
        return false;
    return fits_steps(wording, &route, drop, signs);
}

static bool fits_mark(const shg_fitting *fitting, const shg_wording *wording, shoogi_move move)
{
    const bool promotes = shoogi_move_is_promotion(move);
    if (wording->mark == '+')
        return promotes && (wording->form == 0 || wording->form == shoogi_move_kind(move));
    return wording->mark == 0 ||
           (!promotes && !shoogi_move_is_drop(move) && shg_may_promote(fitting->position, move));
}

/* Whether the same pieces are captured in the same order. */
static bool take_alike(const shg_route *a, const shg_route *b)
{
    if (a->taken != b->taken)
        return false;
    unsigned i = 0, k = 0;
    for (unsigned taken = 0; taken < a->taken; taken++, i++, k++) {
        while (!a->stops[i].captures)
            i++;
        while (!b->stops[k].captures)
            k++;
        if (a->stops[i].square != b->stops[k].square)
            return false;
    }
    return true;
}

bool shg_differ_in_form(const shoogi_position *position, shoogi_move a, shoogi_move b)
{
    const shg_route along_a = shg_route_of(position, a), along_b = shg_route_of(position, b);
    return !shoogi_move_is_drop(a) && !shoogi_move_is_drop(b) &&
           shoogi_move_from(a) == shoogi_move_from(b) && shoogi_move_to(a) == shoogi_move_to(b) &&
           take_alike(&along_a, &along_b);
}

/* Whether two moves have the same text.  For a pass, and for captures without moving by pieces of one kind, the piece
 * does not matter. */
static bool have_one_result(const shoogi_position *position, shoogi_move a, shoogi_move b)
{
    const shg_route along_a = shg_route_of(position, a), along_b = shg_route_of(position, b);
    if (along_a.stays && along_b.stays)
        return shoogi_move_is_promotion(a) == shoogi_move_is_promotion(b) &&
               take_alike(&along_a, &along_b) &&
               (along_a.taken == 0 || shg_mover_of(position, a) == shg_mover_of(position, b));
    return ((a ^ b) & ~SHOOGI_MOVE_SQUARES) == 0 && shg_differ_in_form(position, a, b);
}

/* Of two encodings with one result in USI: the shorter, then the first in sort order. */
static bool is_written_first(const shoogi_position *position, shoogi_move a, shoogi_move b)
{
    char text_a[SHOOGI_MOVE_TEXT_BYTES], text_b[SHOOGI_MOVE_TEXT_BYTES];
    const size_t bytes_a = shoogi_usi_write(text_a, sizeof text_a, position, a);
    const size_t bytes_b = shoogi_usi_write(text_b, sizeof text_b, position, b);
    return bytes_a != bytes_b ? bytes_a < bytes_b : strcmp(text_a, text_b) < 0;
}

static void add_fit(shg_fitting *fitting, shoogi_move move)
{
    for (size_t i = 0; i < fitting->fit_count; i++)
        if (have_one_result(fitting->position, move, fitting->fits[i])) {
            if (is_written_first(fitting->position, move, fitting->fits[i]))
                fitting->fits[i] = move;
            return;
        }
    fitting->fits[fitting->fit_count++] = move;
}

/* Only a file or a rank of the origin is given, as only people write. */
static bool is_partial(shg_place from)
{
    return (from.file == SHG_ANY) != (from.rank == SHG_ANY);
}

static void find_fits_of(shg_fitting *fitting, bool partial, size_t name_bytes)
{
    for (size_t i = 0; i < fitting->legal_count; i++)
        for (size_t k = 0; k < fitting->wording_count; k++) {
            const shg_wording *wording = &fitting->wordings[k];
            if (wording->name_bytes != name_bytes || is_partial(wording->from) != partial ||
                !shg_fits_squares(fitting, wording, fitting->legal[i], true) ||
                !fits_mark(fitting, wording, fitting->legal[i]))
                continue;
            add_fit(fitting, fitting->legal[i]);
            break;
        }
}

/* "RC-15c" is the reverse chariot if one can move there, not the rook of rank c: the longest matching name.  But with
 * pieces C and C2, "C2a-3b" is the C on 2a and not the C2 of rank a. */
static void find_fits(shg_fitting *fitting)
{
    size_t longest = 0;
    for (size_t k = 0; k < fitting->wording_count; k++)
        if (fitting->wordings[k].name_bytes > longest)
            longest = fitting->wordings[k].name_bytes;
    for (int partial = 0; partial < 2; partial++)
        for (size_t bytes = longest + 1; bytes-- > 0 && fitting->fit_count == 0;)
            find_fits_of(fitting, partial, bytes);
}

/* The one move that matches, or an open promotion; false: neither. */
static bool is_one(shoogi_parsed_move *out, const shg_fitting *fitting)
{
    if (fitting->fit_count == 0)
        return false;
    shoogi_parsed_move found = { fitting->fits[0], fitting->fit_count > 1 };
    for (size_t i = 1; i < fitting->fit_count; i++) {
        if (fitting->wordings[0].mark != 0 ||
            !shg_differ_in_form(fitting->position, fitting->fits[0], fitting->fits[i]))
            return false;
        if ((fitting->fits[i] & ~SHOOGI_MOVE_SQUARES) < (found.move & ~SHOOGI_MOVE_SQUARES))
            found.move = fitting->fits[i];
    }
    *out = found;
    return true;
}

/* Every legal move, or every path, with space for those that match. */
static shoogi_status list_legal(shg_fitting *fitting, bool paths)
{
    fitting->fits = NULL;
    const shoogi_status status =
        shg_legal_list(&fitting->legal, &fitting->legal_count, fitting->position, paths);
    if (status == SHOOGI_OK)
        fitting->fits = malloc((fitting->legal_count + 1) * sizeof *fitting->fits);
    return fitting->fits ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

/* The one legal move that one of the wordings means. */
static shoogi_status find_move(shoogi_parsed_move *out, shg_fitting *fitting)
{
    shoogi_status status = SHOOGI_OK;
    for (int paths = 0; paths < 2 && status == SHOOGI_OK && fitting->fit_count == 0; paths++) {
        free(fitting->legal);
        free(fitting->fits);
        status = list_legal(fitting, paths);
        if (status == SHOOGI_OK)
            find_fits(fitting);
    }
    if (status != SHOOGI_OK)
        (void)shg_error_set(fitting->cursor.err, status, 0, 0, "%s", shoogi_status_text(status));
    else if (!is_one(out, fitting))
        status = shg_western_fail(fitting);
    free(fitting->legal);
    free(fitting->fits);
    return status;
}

shoogi_status shg_western_find(shoogi_parsed_move *out, const shoogi_position *position,
                               const shg_wording *wording, const char *text, size_t text_bytes,
                               shoogi_error *err)
{
    shg_fitting fitting = { .cursor = { text, text_bytes, 0, err },
                            .position = position,
                            .variant = shoogi_position_variant(position),
                            .wordings = { *wording },
                            .wording_count = 1 };
    return find_move(out, &fitting);
}

shoogi_status shoogi_western_read(shoogi_parsed_move *out, const shoogi_position *position,
                                  const char *text, size_t text_bytes, shoogi_error *err)
{
    shg_fitting fitting = { .cursor = { text, text_bytes, 0, err },
                            .position = position,
                            .variant = shoogi_position_variant(position) };
    shg_cursor *cursor = &fitting.cursor;
    while (cursor->at < cursor->bytes && shg_is_separator(text[cursor->at]))
        cursor->at++;
    while (cursor->bytes > cursor->at && shg_is_separator(text[cursor->bytes - 1]))
        cursor->bytes--;

    if (shg_is_castle_word(fitting.variant, text + cursor->at, cursor->bytes - cursor->at)) {
        *out = (shoogi_parsed_move){ 0 };
        return shg_castle_word_read(&out->move, position, text + cursor->at,
                                    cursor->bytes - cursor->at, err);
    }
    if (cursor->at < cursor->bytes)
        fitting.wording_count = shg_wordings_read(fitting.wordings, fitting.variant,
                                                  text + cursor->at, cursor->bytes - cursor->at);
    return find_move(out, &fitting);
}
