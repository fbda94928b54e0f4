#include "notation/boards/board_words.h"

#include "core/variant/square.h"
#include "core/variant/variant_int.h"

#include "notation/boards/setup.h"
#include "shoogi/notation.h"

#include <string.h>

static const char *const colour_names[] = { [SHOOGI_BLACK] = "Black", [SHOOGI_WHITE] = "White" };

enum { NAME_BYTES = 128 };

const char *shg_board_text(const shoogi_board_options *options, const char *what, const char *text)
{
    return options->translate ? options->translate(options->context, what, text) : text;
}

void shg_board_name(shg_out *out, const char *name, const shoogi_board_options *options)
{
    static const char old[] = "龍", new[] = "竜";
    while (*name)
        if (!options->old_dragon && strncmp(name, old, sizeof old - 1) == 0) {
            shg_out_text(out, new);
            name += sizeof old - 1;
        } else {
            shg_out_char(out, *name++);
        }
}

/* An English name without the part in parentheses. */
static size_t brief_bytes(const char *name)
{
    const char *const rest = strstr(name, " (");
    return rest ? (size_t)(rest - name) : strlen(name);
}

/* The name, in English in lower case; brief: without the part in parentheses: "gold". */
static void name_of(char name[NAME_BYTES], const shoogi_variant *variant, shoogi_piece piece,
                    const shoogi_board_options *options, bool brief)
{
    const char *called =
        shoogi_variant_kind_name(variant, piece.kind, piece.colour, options->name_style);
    const bool english = options->name_style == SHOOGI_STYLE_ENGLISH;
    shg_out text = shg_out_make(name, NAME_BYTES);
    const char *known = shoogi_variant_kind(variant, piece.kind).name;
    const char *said = english ? shg_board_text(options, "piece", known) : known;
    if (!english || said != known) {
        shg_board_name(&text, english ? said : called, options);
        return;
    }
    const size_t bytes = brief ? brief_bytes(called) : strlen(called);
    for (size_t i = 0; i < bytes; i++)
        shg_out_char(&text, shg_lower(called[i]));
}

/* Whether other kinds have the same name, or the same except for parentheses. */
static void find_namesakes(bool *same, bool *same_in_brief, const shoogi_variant *variant,
                           shoogi_kind kind)
{
    const char *const name = shoogi_variant_kind(variant, kind).name;
    const size_t bytes = brief_bytes(name);
    *same = *same_in_brief = false;
    for (unsigned k = 1; k <= variant->kinds; k++) {
        const char *const other = shoogi_variant_kind(variant, (shoogi_kind)k).name;
        if (k == kind || brief_bytes(other) != bytes || memcmp(other, name, bytes) != 0)
            continue;
        *(strcmp(other, name) == 0 ? same : same_in_brief) = true;
    }
}

/* The name of a piece on the board, distinguishing it from others: "mountain eagle (left)", and from pieces that
 * start as the kind to which it promoted: "rook (promoted gold)". */
static void name_of_piece(char name[NAME_BYTES], const shoogi_variant *variant, shoogi_piece piece,
                          const shoogi_board_options *options)
{
    char whole[NAME_BYTES], before[NAME_BYTES];
    bool same, same_in_brief;
    find_namesakes(&same, &same_in_brief, variant, piece.kind);
    name_of(name, variant, piece, options, !same_in_brief);
    if (!same || !shg_is_promoted(variant, piece.kind))
        return;
    memcpy(whole, name, sizeof whole);
    name_of(before, variant, (shoogi_piece){ variant->kind[piece.kind].base, piece.colour },
            options, true);
    shg_out both = shg_out_make(name, NAME_BYTES);
    shg_out_format(&both, shg_board_text(options, NULL, "%s (promoted %s)"), whole, before);
}

bool shg_last_destination(shoogi_square *out, const shoogi_position *position)
{
    const unsigned played = shoogi_position_moves_played(position);
    const shoogi_move last = played > 0 ? shoogi_position_move_at(position, played - 1) : 0;
    const bool pass = shoogi_move_from(last) == shoogi_move_to(last) &&
                      (last & SHOOGI_MOVE_VIA_BITS) == SHOOGI_MOVE_DIRECT;
    if (played == 0 || shoogi_move_is_handicap(last) || pass)
        return false;
    *out = shoogi_move_to(last);
    return true;
}

/* The pieces of a rank from the viewer's left: "White lance 9 a; White king 5 a".  Returns how many there are. */
static unsigned say_pieces(shg_out *out, const shoogi_position *position,
                           const shoogi_board_options *options, shg_visible_range across,
                           unsigned rank)
{
    const shoogi_variant *const variant = shoogi_position_variant(position);
    const unsigned files = shoogi_variant_file_count(variant);
    unsigned pieces = 0;
    shoogi_square last = 0;
    const bool marks = options->mark_last && shg_last_destination(&last, position);
    for (unsigned column = across.first; column < across.first + across.count; column++) {
        const unsigned file = options->view == SHOOGI_BLACK ? files - 1 - column : column;
        const shoogi_square at = shoogi_variant_square(variant, file, rank);
        const shoogi_piece piece = shoogi_position_piece(position, at);
        if (piece.kind == 0)
            continue;
        char name[NAME_BYTES], square[SHOOGI_SQUARE_TEXT_BYTES];
        name_of_piece(name, variant, piece, options);
        const bool threatened =
            options->threatened_prefix &&
            shoogi_position_is_attacked(position, at, shoogi_colour_other(piece.colour));
        shg_out_text(out, pieces++ > 0 ? shg_board_text(options, "list", "; ") : "");
        shg_out_format(
            out,
            shg_board_text(options, NULL, threatened ? "threatened %s %s %u %s" : "%s %s %u %s"),
            shg_board_text(options, NULL, colour_names[piece.colour]), name, file + 1,
            shg_rank_name(square, rank));
        if (marks && at == last)
            shg_out_text(out, shg_board_text(options, "list", " (moved last)"));
    }
    return pieces;
}

/* "Black has a gold and 3 pawns in hand." */
static void say_hand(shg_out *out, const shoogi_position *position, shoogi_colour colour,
                     const shoogi_board_options *options, const shoogi_kind *order, size_t kinds)
{
    const shoogi_variant *const variant = shoogi_position_variant(position);
    size_t left = 0;
    for (size_t i = 0; i < kinds; i++)
        left += shoogi_position_hand(position, colour, order[i]) > 0;
    shg_out_format(out, shg_board_text(options, NULL, left == 0 ? "%s has nothing" : "%s has "),
                   shg_board_text(options, NULL, colour_names[colour]));
    bool first = true;
    for (size_t i = 0; i < kinds; i++) {
        const unsigned count = shoogi_position_hand(position, colour, order[i]);
        if (count == 0)
            continue;
        char name[NAME_BYTES];
        name_of(name, variant, (shoogi_piece){ order[i], colour }, options, true);
        const bool english = options->name_style == SHOOGI_STYLE_ENGLISH;
        const bool vowel = strchr("aeiou", name[0]) != NULL;
        if (!first)
            shg_out_text(out, shg_board_text(options, "list", left == 1 ? " and " : ", "));
        if (count > 1 && english)
            shg_out_format(out, shg_board_text(options, NULL, "%u %ss"), count, name);
        else if (count > 1)
            shg_out_format(out, shg_board_text(options, NULL, "%u %s"), count, name);
        else if (!english)
            shg_out_text(out, name);
        else
            shg_out_format(out, shg_board_text(options, NULL, vowel ? "an %s" : "a %s"), name);
        first = false;
        left--;
    }
    shg_out_text(out, shg_board_text(options, "list", " in hand."));
}

/* "White has given 1 of 3 checks." */
static void say_checks(shg_out *out, const shoogi_position *position, shoogi_colour colour,
                       const shoogi_board_options *options, bool after)
{
    shg_out_text(out, after ? " " : "");
    shg_out_format(out, shg_board_text(options, NULL, "%s has given %u of %u checks."),
                   shg_board_text(options, NULL, colour_names[colour]),
                   shoogi_position_checks_given(position, colour),
                   shoogi_variant_checks_to_win(shoogi_position_variant(position)));
}

void shg_board_words(shg_out *out, const shoogi_position *position,
                     const shoogi_board_options *options, shg_visible_range across,
                     shg_visible_range down)
{
    const shoogi_colour view = options->view;
    const shoogi_variant *const variant = shoogi_position_variant(position);
    const unsigned ranks = shoogi_variant_rank_count(variant), end = down.first + down.count;
    unsigned empty = 0; /* empty ranks just before this one */
    for (unsigned row = down.first; row <= end; row++) {
        const unsigned rank = view == SHOOGI_BLACK ? row : ranks - 1 - row;
        char name[SHOOGI_SQUARE_TEXT_BYTES];
        shg_out nothing = shg_out_make(NULL, 0);
        if (row < end && say_pieces(&nothing, position, options, across, rank) == 0) {
            empty++;
            continue;
        }
        if (empty > 0) {
            const unsigned first = view == SHOOGI_BLACK ? row - empty : ranks - 1 - (row - empty);
            const unsigned last = view == SHOOGI_BLACK ? row - 1 : ranks - row;
            char other[SHOOGI_SQUARE_TEXT_BYTES];
            if (empty > 1)
                shg_out_format(out, shg_board_text(options, NULL, "Ranks %s to %s are empty.\n"),
                               shg_rank_name(name, first), shg_rank_name(other, last));
            else
                shg_out_format(out, shg_board_text(options, NULL, "Rank %s is empty.\n"),
                               shg_rank_name(name, first));
            empty = 0;
        }
        if (row < end) {
            shg_out_format(out, shg_board_text(options, NULL, "Rank %s: "),
                           shg_rank_name(name, rank));
            (void)say_pieces(out, position, options, across, rank);
            shg_out_text(out, shg_board_text(options, "list", ".\n"));
        }
    }
    shoogi_kind order[SHOOGI_KINDS_MAX];
    const size_t kinds = shoogi_hand_order(order, SHOOGI_KINDS_MAX, variant);
    const bool checks = shg_counts_checks(variant);
    for (unsigned i = 0; i < 2; i++) {
        const shoogi_colour colour = i == 0 ? shoogi_colour_other(view) : view;
        if (kinds > 0)
            say_hand(out, position, colour, options, order, kinds);
        if (checks)
            say_checks(out, position, colour, options, kinds > 0);
        if (kinds > 0 || checks)
            shg_out_char(out, i == 0 ? ' ' : '\n');
    }
}
