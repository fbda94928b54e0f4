#include "help/game.h"

#include "core/variant/piece_rules.h"
#include "core/variant/variant_int.h"
#include "help/background.h"
#include "help/moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists of kinds ---- */

static const char *name_of(const shoogi_variant *v, unsigned kind)
{
    return v->kind[kind].name[0] ? v->kind[kind].name : v->kind[kind].id;
}

const char *shg_help_piece_name(shg_language language, const shoogi_variant *variant,
                                shoogi_kind kind)
{
    return shg_word_in(language, "piece", name_of(variant, kind));
}

/* Room for the names of kinds; what does not fit is cut. */
enum { NAMES_BYTES = 1400 };

/* Writes name number at of a list of count names: "king, prince and elephant". */
static void list_one(shg_out *out, shg_language language, size_t at, size_t count, const char *name)
{
    if (at > 0 && at + 1 == count)
        shg_out_text(out, shg_word_in(language, "list", " and "));
    else if (at > 0)
        shg_out_text(out, shg_word_in(language, "list", ", "));
    shg_out_text(out, name);
}

/* A property of a kind. */
typedef bool has(const shg_kind *kind);

/* Whether the kind is in the set, and no kind of the same name before it is. */
static bool is_new(const shoogi_variant *v, const bool *set, unsigned kind)
{
    bool found = set[kind];
    for (unsigned before = 1; before < kind && found; before++)
        found = !set[before] || strcmp(name_of(v, before), name_of(v, kind)) != 0;
    return found;
}

/* Writes a set of the first kinds: "king and prince".  last: the separator before the last name.  Returns the number of
 * names; equal names count once. */
static size_t list_set(char names[NAMES_BYTES], shg_language language, const shoogi_variant *v,
                       const bool *set, unsigned kinds, const char *last)
{
    shg_out out = shg_out_make(names, NAMES_BYTES);
    size_t count = 0, at = 0;
    for (unsigned kind = 1; kind <= kinds; kind++)
        count += is_new(v, set, kind);
    for (unsigned kind = 1; kind <= kinds; kind++) {
        if (!is_new(v, set, kind))
            continue;
        if (at > 0)
            shg_out_text(&out, at + 1 == count ? last : shg_word_in(language, "list", ", "));
        shg_out_text(&out, shg_help_piece_name(language, v, (shoogi_kind)kind));
        at++;
    }
    return count;
}

/* The same for all kinds with a property. */
static size_t list(char names[NAMES_BYTES], const shg_help_page *page, const shoogi_variant *v,
                   has *property)
{
    bool set[SHOOGI_KINDS_MAX + 1];
    for (unsigned kind = 1; kind <= v->kinds; kind++)
        set[kind] = property(&v->kind[kind]);
    return list_set(names, page->language, v, set, v->kinds,
                    shg_word_in(page->language, "list", " and "));
}

#define ITEM(...) shg_help_add_text(page, SHG_HELP_ITEM, __VA_ARGS__)

static bool is_royal(const shg_kind *k)
{
    return k->royal;
}

static bool is_first_of_pair(const shg_kind *k)
{
    return k->royal_pair == 1;
}

static bool is_second_of_pair(const shg_kind *k)
{
    return k->royal_pair == 2;
}

static bool is_mate_barred(const shg_kind *k)
{
    return k->drop_mate_barred;
}

static bool is_check_barred(const shg_kind *k)
{
    return k->drop_check_barred;
}

static bool is_one_to_a_file(const shg_kind *k)
{
    return k->drop_per_file == 1;
}

static bool is_two_to_a_file(const shg_kind *k)
{
    return k->drop_per_file == 2;
}

static bool is_one_to_a_shade(const shg_kind *k)
{
    return k->drop_per_shade;
}

static bool is_one_to_the_board(const shg_kind *k)
{
    return k->drop_one;
}

static bool is_protected(const shg_kind *k)
{
    return k->protected;
}

static bool is_counter_strike(const shg_kind *k)
{
    return k->counter_strike;
}

static bool is_uncapturable(const shg_kind *k)
{
    return k->uncapturable;
}

static bool is_of_last_rank(const shg_kind *k)
{
    return k->last_rank;
}

static bool starts(const shg_kind *k)
{
    return k->promotes_from_zone;
}

static bool is_weak(const shg_kind *k)
{
    return k->weak;
}

static bool captures_unprotected_only(const shg_kind *k)
{
    return k->captures_unprotected_only;
}

static bool burns(const shg_kind *k)
{
    return k->burns;
}

static bool immobilises(const shg_kind *k)
{
    return k->immobilises;
}

static bool shoots(const shg_kind *k)
{
    return k->shooting.count > 0;
}

static bool is_big(const shg_kind *k)
{
    return k->impasse_points == 5;
}

/* ---- rules, group by group; source: docs/variant-format.md ---- */

static const char *times(shg_language language, unsigned count)
{
    switch (count) {
    case 1: return shg_word_in(language, "ordinal", "first");
    case 2: return shg_word_in(language, "ordinal", "second");
    case 3: return shg_word_in(language, "ordinal", "third");
    case 4: return shg_word_in(language, "ordinal", "fourth");
    case 5: return shg_word_in(language, "ordinal", "fifth");
    case 6: return shg_word_in(language, "ordinal", "sixth");
    default: return shg_word_in(language, "ordinal", "last allowed");
    }
}

static void add_board(shg_help_page *page, const shoogi_variant *v)
{
    unsigned pieces[2] = { 0, 0 };
    for (unsigned square = 0; square < v->squares; square++)
        if (v->start[square] != 0)
            pieces[shg_code_colour(v->start[square])]++;
    for (int colour = 0; colour < 2; colour++)
        for (unsigned kind = 1; kind <= v->kinds; kind++)
            pieces[colour] += v->start_hand[colour][kind];
    if (pieces[SHOOGI_BLACK] == pieces[SHOOGI_WHITE])
        ITEM(
            v->rules.white_first
                ? "The board has %u files and %u ranks. Each side has %u pieces. White moves first."
                : "The board has %u files and %u ranks. Each side has %u pieces. Black moves first.",
            v->files, v->ranks, pieces[SHOOGI_BLACK]);
    else
        ITEM(v->rules.white_first
                 ? "The board has %u files and %u ranks. Black has %u pieces and White has %u. "
                   "White moves first."
                 : "The board has %u files and %u ranks. Black has %u pieces and White has %u. "
                   "Black moves first.",
             v->files, v->ranks, pieces[SHOOGI_BLACK], pieces[SHOOGI_WHITE]);
}

/* The squares of a set, in moves' notation. */
static void list_squares(char *text, size_t bytes, const shoogi_variant *v, const bool *in)
{
    shg_out out = shg_out_make(text, bytes);
    for (unsigned rank = 0; rank < v->ranks; rank++)
        for (unsigned file = 0; file < v->files; file++) {
            char name[SHOOGI_SQUARE_TEXT_BYTES];
            const shoogi_square square = (shoogi_square)(file * v->ranks + rank);
            if (!in[square])
                continue;
            shoogi_square_text(name, sizeof name, v, square);
            shg_out_format(&out, "%s%s", out.length > 0 ? ", " : "", name);
        }
}

static void add_tries(shg_help_page *page, const shoogi_variant *v)
{
    if (!v->rules.try_wins)
        return;
    char black[NAMES_BYTES] = "", white[NAMES_BYTES] = "";
    if (shg_tries_are_last_ranks(v)) {
        ITEM(
            "You win if your royal piece reaches the last rank and cannot be captured there at once "
            "(try rule).");
    } else {
        list_squares(black, sizeof black, v, v->try_square[SHOOGI_BLACK]);
        list_squares(white, sizeof white, v, v->try_square[SHOOGI_WHITE]);
    }
    if (black[0] != '\0')
        ITEM("Black wins if their royal piece reaches one of these squares and cannot be captured there at "
             "once (try rule): %s.",
             black);
    if (white[0] != '\0')
        ITEM("White wins if their royal piece reaches one of these squares and cannot be captured there at "
             "once (try rule): %s.",
             white);
    if (v->rules.try_draws)
        ITEM("If the royal pieces of both sides stand so, the game is a draw.");
}

static void add_royals(shg_help_page *page, const shoogi_variant *v)
{
    const shg_rules *r = &v->rules;
    char names[NAMES_BYTES];
    const size_t royals = list(names, page, v, is_royal);
    if (r->check_wins > 1)
        ITEM(
            "You win at once when you have given check %u times, that is, attacked your opponent's last "
            "royal piece (%s) with %u of your moves; a move that attacks it with two pieces is one check. "
            "You also win by checkmate. You may not leave your own in check.",
            r->check_wins, names, r->check_wins);
    else if (r->check_wins)
        ITEM("You win at once by giving check, that is, by attacking your opponent's last royal piece "
             "(%s). You may not leave your own in check.",
             names);
    else if (royals == 1)
        ITEM(
            r->check_strict
                ? "You win by checkmating the enemy %s. You must answer a check, and you may not move into check."
                : "You win by capturing the enemy %s. You may leave your own in check; your opponent may "
                  "then capture it.",
            names);
    else if (r->extinction == 3)
        ITEM(
            r->check_strict
                ? "Royal pieces: %s. If you have two of these, you may lose one and play on; if you lose the "
                  "last, you lose the game. You may not leave your last one in check."
                : "Royal pieces: %s. If you have two of these, you may lose one and play on; if you lose the "
                  "last, you lose the game. You may leave them in check; your opponent may then capture them.",
            names);
    else
        ITEM("Royal pieces: %s. If you lose one of them, you lose the game.", names);
    if (list(names, page, v, is_first_of_pair) > 0) {
        char others[NAMES_BYTES];
        (void)list(others, page, v, is_second_of_pair);
        ITEM("A player without a royal piece plays on as long as they have one of these: %s; and also "
             "one of these: %s.",
             names, others);
    }
    add_tries(page, v);
}

/* Where pieces lend their moves, by the bit of the place: those of its own side, of the other side, of both. */
static const char *const lenders[][3] = {
    { NULL, NULL, NULL },
    { SHG_TEXT("a friendly piece directly behind it"),
      SHG_TEXT("an enemy piece directly behind it"), SHG_TEXT("any piece directly behind it") },
    { SHG_TEXT("a friendly piece directly in front of it"),
      SHG_TEXT("an enemy piece directly in front of it"),
      SHG_TEXT("any piece directly in front of it") },
    { SHG_TEXT("friendly pieces directly beside it"), SHG_TEXT("enemy pieces directly beside it"),
      SHG_TEXT("any pieces directly beside it") },
    { SHG_TEXT("friendly pieces a knight's leap away in any direction"),
      SHG_TEXT("enemy pieces a knight's leap away in any direction"),
      SHG_TEXT("any pieces a knight's leap away in any direction") },
    { SHG_TEXT("its counterpart in the unbroken line of friendly pieces on its file"), NULL,
      SHG_TEXT("its counterpart in the unbroken line of pieces of either side on its file") },
    { SHG_TEXT("its counterpart in the unbroken line of friendly pieces on its rank"), NULL,
      SHG_TEXT("its counterpart in the unbroken line of pieces of either side on its rank") },
    { SHG_TEXT("friendly pieces that protect it by their own moves"), NULL, NULL },
};

static void add_borrowing(shg_help_page *page, const shoogi_variant *v)
{
    /* From one place and from friends only. */
    static const char *const usuals[] = {
        [SHG_BORROW_BEHIND] = SHG_TEXT(
            "A piece with a friendly piece directly behind it moves and captures like that piece, not "
            "like itself."),
        [SHG_BORROW_FRONT] = SHG_TEXT(
            "A piece with a friendly piece directly in front of it moves and captures like that piece, "
            "not like itself."),
        [SHG_BORROW_BESIDE] = SHG_TEXT(
            "A piece with a friendly piece directly beside it, on one side or on both, moves and "
            "captures like those pieces, not like itself.")
    };
    const uint8_t *const borrow = v->rules.borrow;
    if (!shg_borrows(v))
        return;
    const char *const usual =
        borrow[1] == 0 && borrow[0] < sizeof usuals / sizeof usuals[0] ? usuals[borrow[0]] : NULL;
    if (usual)
        ITEM("%s", shg_text_in(page->language, usual));
    for (unsigned i = 1; i < sizeof lenders / sizeof lenders[0] && !usual; i++) {
        const unsigned from = (borrow[0] >> i & 1U) + 2 * (borrow[1] >> i & 1U);
        if (from == 0)
            continue;
        ITEM(borrow[0] & SHG_BORROW_OWN
                 ? "Besides its own moves and captures a piece has those of %s."
                 : "A piece moves and captures like %s, and then not like itself.",
             shg_text_in(page->language, lenders[i][from - 1]));
    }
    if (borrow[0] & (SHG_BORROW_FILE | SHG_BORROW_RANK))
        ITEM(
            "In such a line the first piece from one end and the first from the other exchange their "
            "moves, the second and the second, and so on; the piece in the middle keeps its own.");
    if (borrow[1] != 0)
        ITEM("With the moves of an enemy piece, too, a piece moves in its own direction.");
    ITEM("Royal pieces lend and borrow moves as well. Borrowed moves are not lent on, and a piece "
         "always promotes by its own rules.");
}

static void add_barred_drops(shg_help_page *page, const shoogi_variant *v)
{
    char names[NAMES_BYTES];
    if (list(names, page, v, is_one_to_a_file) > 0)
        ITEM("Nifu (%s): you may not drop this piece on a file where you already have an unpromoted one "
             "of the same kind.",
             names);
    if (list(names, page, v, is_two_to_a_file) > 0)
        ITEM("You may not drop a third unpromoted piece of the same kind on a file (%s).", names);
    if (list(names, page, v, is_one_to_a_shade) > 0)
        ITEM("You may not drop a second piece of the same kind on squares of the same colour (%s).",
             names);
    if (list(names, page, v, is_one_to_the_board) > 0)
        ITEM("You may not drop a second piece of the same kind on the board (%s).", names);
    ITEM(v->rules.drop_no_moves_barred
             ? "You may not drop a piece on a square from which it could never move."
             : "You may drop a piece even on a square from which it can never move.");
    if (list(names, page, v, is_mate_barred) > 0)
        ITEM("Uchifuzume (%s): you may not drop this piece to give immediate checkmate. You may drop it "
             "to give check.",
             names);
    if (list(names, page, v, is_check_barred) > 0)
        ITEM("You may not drop this piece to give check (%s).", names);
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        char square[SHOOGI_SQUARE_TEXT_BYTES];
        shoogi_square_text(square, sizeof square, v, sq);
        if (v->no_drop[sq])
            ITEM("You may not drop any piece on %s.", square);
    }
    if (v->rules.file_limit_moves)
        ITEM("A move on the board may not put that many of them on a file either.");
    static const char *const waits[] = {
        [SHG_WAITING_FREE] = NULL,
        [SHG_WAITING_FIRST] = SHG_TEXT("Each player begins by dropping their royal piece."),
        [SHG_WAITING_PEACE] = SHG_TEXT(
            "While your royal piece is still in hand, you may not capture, and so you give no check. "
            "You may not promote either."),
        [SHG_WAITING_TRUCE] = SHG_TEXT(
            "While your royal piece is still in hand, you may not capture, and so you give no check.")
    };
    if (waits[v->rules.royal_in_hand])
        ITEM("%s", shg_text_in(page->language, waits[v->rules.royal_in_hand]));
    if (!v->rules.mate_in_hand)
        ITEM("You may not give checkmate while you have pieces in hand.");
}

static void add_hands(shg_help_page *page, const shoogi_variant *v)
{
    const shg_rules *r = &v->rules;
    bool faces = false, as_it_is = false;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        const shg_kind *k = &v->kind[kind];
        faces = faces || (k->hand_kind != 0 && k->hand_kind != kind);
        for (size_t i = 0; i < k->promotion_count; i++) {
            const shoogi_kind form = k->promotions[i];
            as_it_is = as_it_is || (v->kind[form].captured_as == form && k->captured_as != form);
        }
    }
    if (!r->drops) {
        ITEM("Captured pieces are out of the game. There are no drops.");
        return;
    }
    ITEM(
        r->holdings_own
            ? "A captured piece goes back to its owner's hand. Instead of moving, a player may drop a "
              "piece in hand on an empty square."
            : "Capturing a piece puts it in your hand. Instead of moving, you may drop a piece in hand "
              "on an empty square.");
    if (faces)
        ITEM("You may drop a piece in hand as any of its forms.");
    else if (as_it_is)
        ITEM("A promoted piece stays promoted in hand.");
    else if (v->demotion_count == 0)
        ITEM("A captured piece loses its promotion. Pieces are dropped unpromoted.");
    if (v->demotion_count > 0) {
        char chain[NAMES_BYTES];
        shg_out out = shg_out_make(chain, sizeof chain);
        for (size_t i = 0; i < v->demotion_count; i++) {
            shg_out_text(&out, i > 0 ? shg_word_in(page->language, "list", ", ") : "");
            shg_out_text(&out, shg_help_piece_name(page->language, v, v->demotions[i]));
        }
        ITEM(
            v->demotion_ends
                ? "A captured piece becomes the next one in this list: %s. The last one leaves the game."
                : "A captured piece becomes the next one in this list: %s. The last one stays the same.",
            chain);
    }
    add_barred_drops(page, v);
}

/* Whether some lastRank piece could never move again on a square before the last rank. */
static bool has_chance_before(const shoogi_variant *v)
{
    for (unsigned kind = 1; kind <= v->kinds; kind++)
        for (unsigned sq = 0; sq < v->squares && v->kind[kind].last_rank; sq++)
            if (shg_ranks_ahead(v, SHOOGI_BLACK, (shoogi_square)sq) > 0 && !v->hole[sq] &&
                !shg_can_ever_move(v, (shoogi_kind)kind, SHOOGI_BLACK, (shoogi_square)sq))
                return true;
    return false;
}

/* Promotion that a capture forces. */
static void add_forced_promotion(shg_help_page *page, const shoogi_variant *v)
{
    if (v->rules.promotion_must_if_promoted)
        ITEM("It must promote when it captures a promoted piece.");
    bool any = false;
    for (unsigned form = 1; form <= v->kinds; form++) {
        char names[NAMES_BYTES];
        shg_out out = shg_out_make(names, sizeof names);
        size_t count = 0, at = 0;
        for (unsigned kind = 1; kind <= v->kinds; kind++)
            count += v->kind[kind].contagion == form;
        for (unsigned kind = 1; kind <= v->kinds; kind++)
            if (v->kind[kind].contagion == form)
                list_one(&out, page->language, at++, count,
                         shg_help_piece_name(page->language, v, (shoogi_kind)kind));
        if (count > 0)
            ITEM("Contagion: a piece that captures one of these (%s) becomes this piece: %s.",
                 names, shg_help_piece_name(page->language, v, (shoogi_kind)form));
        any = any || count > 0;
    }
    if (any)
        ITEM(v->rules.contagion_hits_royals
                 ? "Contagion affects royal pieces as well."
                 : "Royal pieces are immune to contagion. A piece that can promote to a royal piece promotes "
                   "to it instead.");
}

/* Pieces that promote only while others are in the zone. */
static void add_companions(shg_help_page *page, const shoogi_variant *v)
{
    for (unsigned kind = 1; kind <= v->declared; kind++) {
        const bool *const with = v->kind[kind].companions;
        char names[NAMES_BYTES];
        if (with && list_set(names, page->language, v, with, v->declared,
                             shg_word_in(page->language, "list", " and ")) > 0)
            ITEM("%s: it promotes only if all friendly pieces of these kinds on the board are in the "
                 "promotion zone: %s.",
                 shg_help_piece_name(page->language, v, (shoogi_kind)kind), names);
        for (unsigned set = 0; set < v->kind[kind].need_count; set++) {
            list_set(names, page->language, v, v->kind[kind].needs[set], v->declared,
                     shg_word_in(page->language, "list", " or "));
            ITEM("%s: it promotes only if its side has one of these on the board: %s.",
                 shg_help_piece_name(page->language, v, (shoogi_kind)kind), names);
        }
    }
    char starting[NAMES_BYTES];
    if (!v->rules.promotion_captures && list(starting, page, v, starts) > 0)
        ITEM("These promote only with a move that starts in the promotion zone: %s.", starting);
}

static bool stays_anywhere(const shg_kind *k)
{
    return k->stay && !k->stay->not_last && k->stay->ranks == 0;
}

static bool stays_before_last(const shg_kind *k)
{
    return k->stay && k->stay->not_last;
}

/* Each form has a condition, so there may be none to choose on the last rank. */
static bool needs_form(const shg_kind *k)
{
    bool always = stays_anywhere(k) || !k->choices;
    for (size_t i = 0; i < k->promotion_count && !always; i++)
        always = !k->choices[i].from_hand && !k->choices[i].not_last;
    return !always;
}

/* Where a piece may stay what it is, and what it must do on the last rank. */
static void add_last_rank(shg_help_page *page, const shoogi_variant *v)
{
    char names[NAMES_BYTES];
    if (v->rules.promotion_must_last && list(names, page, v, is_of_last_rank) > 0)
        ITEM("On the last rank these must promote: %s.", names);
    if (!v->rules.promotion_must)
        return;
    if (list(names, page, v, stays_anywhere) > 0)
        ITEM("These may also remain unpromoted: %s.", names);
    if (list(names, page, v, stays_before_last) > 0)
        ITEM("These may also remain unpromoted, but not on the last rank: %s.", names);
    if (list(names, page, v, needs_form) > 0)
        ITEM("These may not move to the last rank while there is nothing they may promote to: %s.",
             names);
}

static void add_promotion(shg_help_page *page, const shoogi_variant *v)
{
    const shg_rules *r = &v->rules;
    bool any = false, choice = false;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        any = any || v->kind[kind].promotion_count > 0 || v->kind[kind].stay;
        choice = choice || v->kind[kind].promotion_count > 1;
    }
    if (!any) {
        ITEM("No piece promotes.");
        return;
    }
    if (r->flip != SHG_FLIP_NONE) {
        bool rings = false; /* some piece has more than two forms */
        for (unsigned kind = 1; kind <= v->kinds; kind++)
            for (size_t i = 0; i < v->kind[kind].promotion_count; i++) {
                const shg_kind *const form = &v->kind[v->kind[kind].promotions[i]];
                rings = rings || form->promotion_count != 1 || form->promotions[0] != kind;
            }
        if (rings)
            ITEM(r->flip == SHG_FLIP_MOVE
                     ? "After each of its moves a piece turns into the form it promotes to."
                     : "Whenever a piece captures, it turns into the form it promotes to.");
        else
            ITEM(
                r->flip == SHG_FLIP_MOVE
                    ? "A piece turns over to its other form after each of its moves, and back again after the next."
                    : "A piece turns over to its other form whenever it captures, and back again at its next capture.");
        return;
    }
    if (r->promotion_captures) {
        ITEM(r->promotion_must ? "A piece must promote whenever it captures."
                               : "A piece may promote whenever it captures.");
        add_forced_promotion(page, v);
        add_companions(page, v);
        return;
    }
    if (r->promotion_ranks == 1)
        ITEM("Your promotion zone is the rank farthest from you.");
    else
        ITEM("Your promotion zone is the %u ranks farthest from you.", r->promotion_ranks);
    if (r->promotion_passes)
        ITEM(
            r->promotion_must
                ? "A piece must promote when its move ends in the promotion zone or passes through it, "
                  "unless it could also reach the same square by a path outside the zone."
                : "A piece may promote when its move ends in the promotion zone or passes through it.");
    else if (r->promotion_ends)
        ITEM(r->promotion_must ? "A piece must promote when its move ends in the promotion zone."
                               : "A piece may promote when its move ends in the promotion zone.");
    else if (r->promotion_enters)
        ITEM(
            r->promotion_must
                ? "A piece must promote when it enters the promotion zone. When its move starts inside the "
                  "zone, it must promote if it captures."
                : "A piece may promote when it enters the promotion zone. When its move starts inside the "
                  "zone, it may promote only if it captures.");
    else
        ITEM(r->promotion_must
                 ? "A piece must promote when its move starts or ends in the promotion zone."
                 : "A piece may promote when its move starts or ends in the promotion zone.");
    char names[NAMES_BYTES];
    if (r->promotion_enters && list(names, page, v, is_of_last_rank) > 0)
        ITEM(has_chance_before(v)
                 ? "On the last rank, and wherever they could never move again, these may promote without "
                   "capturing: %s."
                 : "On the last rank these may promote without capturing: %s.",
             names);
    add_forced_promotion(page, v);
    add_companions(page, v);
    add_last_rank(page, v);
    if (r->must_move && !r->promotion_must)
        ITEM(r->promotion_enters
                 ? "A piece must promote where it could never move again, whatever move brings it there."
                 : "A piece must promote where it could never move again.");
    if (choice)
        ITEM("Some pieces have a choice of promotions.");
}

static bool may_not_shoot(const shg_kind *by, unsigned victim)
{
    return by->shooting.proof && by->shooting.proof[victim] > 0;
}

/* Lists the kinds that may not shoot a victim, with the distance where it matters; returns their number. */
static size_t list_barred_shooters(char names[NAMES_BYTES], const shg_help_page *page,
                                   const shoogi_variant *v, unsigned victim)
{
    shg_out out = shg_out_make(names, NAMES_BYTES);
    size_t count = 0, at = 0;
    for (unsigned by = 1; by <= v->kinds; by++)
        count += may_not_shoot(&v->kind[by], victim);
    for (unsigned by = 1; by <= v->kinds; by++) {
        const shg_kind *const shooter = &v->kind[by];
        char name[200];
        if (!may_not_shoot(shooter, victim))
            continue;
        const char *const plain = shg_help_piece_name(page->language, v, (shoogi_kind)by);
        const unsigned within = shooter->shooting.proof[victim];
        if (within == SHG_SHOT_PROOF)
            snprintf(name, sizeof name, "%s", plain);
        else
            snprintf(name, sizeof name, shg_text_in(page->language, "%s within a distance of %u"),
                     plain, within);
        list_one(&out, page->language, at++, count, name);
    }
    return count;
}

/* Whether an earlier kind of the same name has the same list. */
static bool is_listed_before(const shg_help_page *page, const shoogi_variant *v, unsigned victim,
                             const char *names)
{
    char alike[NAMES_BYTES];
    for (unsigned before = 1; before < victim; before++)
        if (strcmp(name_of(v, before), name_of(v, victim)) == 0 &&
            list_barred_shooters(alike, page, v, before) > 0 && strcmp(alike, names) == 0)
            return true;
    return false;
}

/* Lists the shooters that a covering kind stops within this distance; returns their number. */
static size_t list_covered(char names[NAMES_BYTES], const shg_help_page *page,
                           const shoogi_variant *v, unsigned cover, unsigned within)
{
    bool barred[SHOOGI_KINDS_MAX + 1] = { false };
    size_t count = 0;
    for (unsigned by = 1; by <= v->declared; by++) {
        const uint8_t *const its = v->kind[by].shooting.cover;
        barred[by] = its && its[cover] == within;
        count += barred[by];
    }
    if (count > 0)
        list_set(names, page->language, v, barred, v->declared,
                 shg_word_in(page->language, "list", " and "));
    return count;
}

static void add_cover(shg_help_page *page, const shoogi_variant *v)
{
    char names[NAMES_BYTES];
    for (unsigned cover = 1; cover <= v->declared; cover++)
        for (unsigned within = 1; v->kind[cover].covers_from_shots && within <= SHOOGI_FILES_MAX;
             within++)
            if (list_covered(names, page, v, cover, within) > 0)
                ITEM("%s: friendly pieces within a distance of %u may not be shot by these: %s.",
                     shg_help_piece_name(page->language, v, (shoogi_kind)cover), within, names);
}

static void add_shooting(shg_help_page *page, const shoogi_variant *v)
{
    char names[NAMES_BYTES];
    if (list(names, page, v, shoots) == 0)
        return;
    ITEM("These pieces shoot: %s. In notation the square of a piece that is shot stands before the "
         "square where the move ends, as if it were captured on the way.",
         names);
    for (unsigned victim = 1; victim <= v->kinds; victim++)
        if (list_barred_shooters(names, page, v, victim) > 0 &&
            !is_listed_before(page, v, victim, names))
            ITEM("%s: may not be shot by %s.",
                 shg_help_piece_name(page->language, v, (shoogi_kind)victim), names);
    add_cover(page, v);
}

/* Ranks, the highest first: "king and prince; great general". */
static void add_jumps(shg_help_page *page, const shoogi_variant *v)
{
    char names[NAMES_BYTES];
    shg_out out = shg_out_make(names, sizeof names);
    unsigned count = 0;
    for (unsigned rank = UINT8_MAX; rank > 0; rank--) {
        bool first = true;
        for (unsigned kind = 1; kind <= v->kinds; kind++) {
            bool named = v->kind[kind].jump_rank != rank;
            for (unsigned k = 1; k < kind; k++)
                named = named || (v->kind[k].jump_rank == rank &&
                                  strcmp(name_of(v, k), name_of(v, kind)) == 0);
            if (named)
                continue;
            if (count > 0)
                shg_out_text(&out, first ? "; " : shg_word_in(page->language, "list", ", "));
            shg_out_text(&out, shg_help_piece_name(page->language, v, (shoogi_kind)kind));
            first = false;
            count++;
        }
    }
    if (count == 0)
        return;
    ITEM("Range jump: a ranking piece jumps only over pieces of a lower rank or of none. Ranks, the "
         "highest first: %s.",
         names);
    if (v->rules.jump_captures == SHG_JUMP_TAKES_LOWER)
        ITEM("After a jump they capture only pieces of a lower rank, too.");
    if (v->rules.jump_captures == SHG_JUMP_TAKES_COMMONERS)
        ITEM("After a jump they may not capture a royal piece.");
}

/* ---- captures by captureMatrix: one sentence for all kinds with the same entries ---- */

#define ACTION(name) (1u << SHG_CAPTURE_##name)

/* Some actions of the matrix, seen from the capturing kinds or, with of_captured, from the captured ones. */
typedef struct matrix_view {
    const shoogi_variant *v;
    unsigned actions; /* of ACTION */
    bool of_captured;
} matrix_view;

static bool has_entry(const matrix_view *s, unsigned kind, unsigned other)
{
    const unsigned capturer = s->of_captured ? other : kind,
                   captured = s->of_captured ? kind : other;
    const uint8_t *const matrix = s->v->kind[capturer].matrix;
    return matrix && (s->actions >> matrix[captured] & 1);
}

static bool has_same_entries(const matrix_view *s, unsigned kind, unsigned other)
{
    for (unsigned k = 1; k <= s->v->kinds; k++)
        if (has_entry(s, kind, k) != has_entry(s, other, k))
            return false;
    return true;
}

static bool has_entries(const matrix_view *s, unsigned kind)
{
    for (unsigned k = 1; k <= s->v->kinds; k++)
        if (has_entry(s, kind, k))
            return true;
    return false;
}

enum { GROUPS_MAX = 8 }; /* more would be unreadable */

/* Finds the first kind of each group; returns the number of groups, or GROUPS_MAX + 1 if there are more. */
static size_t find_groups(unsigned first[GROUPS_MAX], const matrix_view *s)
{
    size_t count = 0;
    for (unsigned kind = 1; kind <= s->v->kinds; kind++) {
        size_t i = 0;
        while (i < count && !has_same_entries(s, first[i], kind))
            i++;
        if (i < count || !has_entries(s, kind))
            continue;
        if (count == GROUPS_MAX)
            return GROUPS_MAX + 1;
        first[count++] = kind;
    }
    return count;
}

/* Kinds by number, from 1. */
typedef struct kind_set {
    bool has[SHOOGI_KINDS_MAX + 1];
} kind_set;

static void name_set(char names[NAMES_BYTES], const shg_help_page *page, const shoogi_variant *v,
                     const kind_set *set)
{
    (void)list_set(names, page->language, v, set->has, v->kinds,
                   shg_word_in(page->language, "list", " and "));
}

static bool is_same_set(const shoogi_variant *v, const kind_set *a, const kind_set *b)
{
    return memcmp(a->has + 1, b->has + 1, v->kinds * sizeof *a->has) == 0;
}

/* What these kinds may not capture or, if that is shorter, the only kinds they may. */
static void add_barred(shg_help_page *page, const shoogi_variant *v, const kind_set *capturers,
                       const kind_set *barred)
{
    char names[NAMES_BYTES], captured[NAMES_BYTES];
    kind_set allowed = { { false } };
    size_t barred_count = 0;
    bool all_shoot = true;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        allowed.has[kind] = !barred->has[kind];
        barred_count += barred->has[kind];
        all_shoot = all_shoot && (!capturers->has[kind] || shoots(&v->kind[kind]));
    }
    const size_t allowed_count = v->kinds - barred_count;
    const bool only = allowed_count > 0 && allowed_count < barred_count;
    const kind_set *const named = only ? &allowed : barred;
    name_set(names, page, v, capturers);
    name_set(captured, page, v, named);
    if (is_same_set(v, capturers, named))
        ITEM(!only       ? "These may not capture one another: %s."
             : all_shoot ? "These may capture only one another, and may only shoot all others: %s."
                         : "These may capture only one another: %s.",
             names);
    else
        ITEM(!only       ? "%s: may not capture these: %s."
             : all_shoot ? "%s: may capture only these, and may only shoot all others: %s."
                         : "%s: may capture only these: %s.",
             names, captured);
}

static void add_promoting(shg_help_page *page, const shoogi_variant *v, const kind_set *capturers,
                          const kind_set *captured)
{
    char names[NAMES_BYTES], prey[NAMES_BYTES];
    bool all = true, some_shoot = false;
    for (unsigned kind = 1; kind <= v->kinds; kind++) {
        all = all && (capturers->has[kind] || v->kind[kind].promotion_count == 0);
        some_shoot = some_shoot || (capturers->has[kind] && shoots(&v->kind[kind]));
    }
    name_set(names, page, v, capturers);
    name_set(prey, page, v, captured);
    if (all)
        ITEM(
            some_shoot
                ? "Any piece that can promote does so, wherever it is, when it captures or shoots one of these: %s."
                : "Any piece that can promote does so, wherever it is, when it captures one of these: %s.",
            prey);
    else
        ITEM(some_shoot
                 ? "When they capture or shoot one of these (%s), these promote, wherever they are: %s."
                 : "When they capture one of these (%s), these promote, wherever they are: %s.",
             prey, names);
}

/* these: the kinds of one group; others: the kinds that their entries name. */
static void add_group(shg_help_page *page, const matrix_view *s, const kind_set *these,
                      const kind_set *others)
{
    if (s->actions & ACTION(BARRED)) {
        add_barred(page, s->v, these, others);
        return;
    }
    if (s->of_captured) {
        add_promoting(page, s->v, others, these);
        return;
    }
    char capturers[NAMES_BYTES], captured[NAMES_BYTES];
    name_set(capturers, page, s->v, these);
    name_set(captured, page, s->v, others);
    ITEM(
        s->actions == ACTION(BECOMES)
            ? "%s: becomes the piece it captures, if that is one of these: %s."
        : s->actions == ACTION(BOTH_DIE)
            ? "%s: is itself removed when it captures one of these: %s."
            : "%s: may capture these only if they are unprotected, and protects nothing from them: %s.",
        capturers, captured);
}

static void add_matrix(shg_help_page *page, const shoogi_variant *v)
{
    const matrix_view views[] = { { v, ACTION(BARRED) | ACTION(SHOT), false },
                                  { v, ACTION(PROMOTES) | ACTION(SHOT), true },
                                  { v, ACTION(BECOMES), false },
                                  { v, ACTION(BOTH_DIE), false },
                                  { v, ACTION(PROTECTED), false } };
    bool more = false;
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        const matrix_view *const s = &views[i];
        unsigned first[GROUPS_MAX];
        const size_t groups = find_groups(first, s);
        more = more || groups > GROUPS_MAX;
        for (size_t g = 0; g < groups && groups <= GROUPS_MAX; g++) {
            kind_set these = { { false } }, others = { { false } };
            for (unsigned kind = 1; kind <= v->kinds; kind++) {
                these.has[kind] = has_same_entries(s, first[g], kind);
                others.has[kind] = has_entry(s, first[g], kind);
            }
            add_group(page, s, &these, &others);
        }
    }
    if (more)
        ITEM(
            "Some captures are barred, and others promote, change or remove the capturing piece. An "
            "illegal capture is refused with the reason.");
}

/* Names the pieces whose capture on the way does not lift the trade rule: "pawn or go-between". */
static size_t name_small(char small[static NAMES_BYTES], const shg_help_page *page,
                         const shoogi_variant *v)
{
    shg_out out = shg_out_make(small, NAMES_BYTES);
    for (unsigned kind = 1; kind <= v->kinds; kind++)
        if (v->kind[kind].number <= v->rules.trade_threshold) {
            if (out.length > 0)
                shg_out_text(&out, shg_word_in(page->language, "list", " or "));
            shg_out_text(&out, shg_help_piece_name(page->language, v, (shoogi_kind)kind));
        }
    return out.length;
}

static void add_protection(shg_help_page *page, const shoogi_variant *v)
{
    char names[NAMES_BYTES], small[NAMES_BYTES];
    if (list(names, page, v, is_protected) == 0)
        return;
    const bool near = v->rules.adjacent == SHG_ADJACENT_FREE; /* it may always be captured */
    if (v->rules.trade_threshold < v->declared && name_small(small, page, v) > 0)
        ITEM(
            near
                ? "Trade (%s): one of these may not capture another that is protected and more than one "
                  "step away, unless it also captures something other than %s on the way."
                : "Trade (%s): one of these may not capture another that is protected, unless it also "
                  "captures something other than %s on the way.",
            names, small);
    else
        ITEM(near
                 ? "Trade (%s): one of these may not capture another that is protected and more than one step away."
                 : "Trade (%s): one of these may not capture another that is protected.",
             names);
    ITEM(
        v->rules.protection == SHG_PROTECTION_AFTER
            ? "A piece is protected if it could be recaptured once the move is made, even through the "
              "square just vacated."
            : "A piece is protected if it could be recaptured. A protecting piece that is captured on "
              "the way still counts.");
}

static void add_counter_strike(shg_help_page *page, const shoogi_variant *v)
{
    const shg_rules *const r = &v->rules;
    char names[NAMES_BYTES];
    if (list(names, page, v, is_counter_strike) == 0)
        return;
    ITEM(
        r->okazaki
            ? "Counter-strike (%s): when a piece of another kind has captured one of these, no piece of "
              "another kind may capture one on a different square on the next turn, unless it is "
              "unprotected."
            : "Counter-strike (%s): when a piece of another kind has captured one of these, no piece of "
              "another kind may capture one on a different square on the next turn.",
        names);
    ITEM(r->recapture == SHG_RECAPTURE_FREE
             ? "On the square of that capture the trade rule does not apply."
             : "On the square of that capture the trade rule applies as well.");
}

static void add_burning(shg_help_page *page, const shoogi_variant *v)
{
    const shg_rules *const r = &v->rules;
    char names[NAMES_BYTES];
    if (list(names, page, v, burns) == 0)
        return;
    ITEM(
        "When one of these ends its move, all enemy pieces next to it are burnt, that is, removed: %s.",
        names);
    static const char *const meetings[] = {
        [SHG_MEETING_MOVER] = SHG_TEXT(
            "A piece that ends its move next to an enemy burner is itself burnt. It first makes its "
            "captures, and it burns nothing."),
        [SHG_MEETING_OTHERS] = SHG_TEXT(
            "A piece that ends its move next to an enemy burner is itself burnt. It first makes its "
            "captures, and if it is a burner too, the enemy pieces next to it are burnt as well, "
            "except burners."),
        [SHG_MEETING_BOTH] = SHG_TEXT(
            "A piece that ends its move next to an enemy burner is itself burnt. It first makes its "
            "captures, and if it is a burner too, all enemy pieces next to it are burnt as well, "
            "including the enemy burner.")
    };
    ITEM("%s", shg_text_in(page->language, meetings[r->burn_meeting]));
    if (r->pass != SHG_PASS_NONE)
        ITEM("Passing burns them, too, and a piece that passes is not burnt.");
    if (!r->burn_new)
        ITEM("A piece that has just become a burner burns from its next move on.");
}

static void add_passing(shg_help_page *page, const shoogi_variant *v)
{
    if (v->rules.pass == SHG_PASS_LION)
        ITEM("A piece that steps out and back passes (jitto). This counts as a move and changes "
             "nothing. It is written --.");
    else if (v->rules.pass == SHG_PASS_ANY)
        ITEM("You may pass. A pass is written --.");
}

static void add_groups(shg_help_page *page, const shoogi_variant *v)
{
    bool groups = false;
    for (unsigned kind = 1; kind <= v->kinds; kind++)
        groups = groups || v->kind[kind].trade_group != 0;
    if (groups)
        ITEM("Some pieces may not capture each other. Such a move is refused with the reason.");
}

static void add_landing(shg_help_page *page, const shoogi_variant *v)
{
    bool morph = false;
    for (unsigned kind = 1; kind <= v->kinds; kind++)
        morph = morph || v->kind[kind].morph != NULL;
    if (morph)
        ITEM("On some squares a piece changes, or may not land.");
}

/* The rules about captures and their consequences. */
static void add_trade(shg_help_page *page, const shoogi_variant *v)
{
    char names[NAMES_BYTES];
    if (v->rules.must_capture)
        ITEM(
            "If you can capture, you must: when one of your legal moves captures, only moves that capture are "
            "legal.");
    if (list(names, page, v, is_uncapturable) > 0)
        ITEM("These can never be captured: %s.", names);
    add_protection(page, v);
    add_counter_strike(page, v);
    add_groups(page, v);
    add_matrix(page, v);
    add_landing(page, v);
    if (list(names, page, v, captures_unprotected_only) > 0)
        ITEM("These capture only unprotected pieces, and protect nothing: %s.", names);
    add_jumps(page, v);
    add_burning(page, v);
    add_shooting(page, v);
    if (list(names, page, v, immobilises) > 0)
        ITEM(
            "The first enemy piece on each line along which one of these slides is immobilised: %s.",
            names);
    if (v->change_count > 0)
        ITEM(
            "Some pieces change with circumstances, as described for each piece below. They change "
            "after the move, once all captures and promotions are made.");
    add_passing(page, v);
}

static void add_repetition(shg_help_page *page, const shoogi_variant *v)
{
    const shg_rules *r = &v->rules;
    if (r->repetition_count == 0) {
        ITEM("Repetition does not end the game.");
        return;
    }
    const char *time = times(page->language, r->repetition_count);
    switch ((int)r->repetition_result) {
    case SHG_REPETITION_DRAW:
        ITEM("Repetition (sennichite): when the same position occurs for the %s time, with the same "
             "pieces in hand and the same player to move, the game is a draw.",
             time);
        break;
    case SHG_REPETITION_NO_CONTEST:
        ITEM(
            "Repetition (sennichite): when the same position occurs for the %s time, with the same "
            "pieces in hand and the same player to move, there is no result, and the game is replayed.",
            time);
        break;
    case SHG_REPETITION_LOSS:
        ITEM("Repetition (sennichite): when the same position occurs for the %s time, with the same "
             "pieces in hand and the same player to move, the player who brought it about loses.",
             time);
        break;
    case SHG_REPETITION_FIRST:
        ITEM(
            "Repetition (sennichite): when the same position occurs for the %s time, with the same "
            "pieces in hand and the same player to move, the player who moved first in the game loses.",
            time);
        break;
    case SHG_REPETITION_FORBID:
        ITEM("Repetition (sennichite): when the same position would occur for the %s time, with the "
             "same pieces in hand and the same player to move, the move is illegal.",
             time);
        break;
    }
    static const char *const perpetuals[] = {
        [SHG_PERPETUAL_NONE] = NULL,
        [SHG_PERPETUAL_LOSS] = SHG_TEXT(
            "But a player who gave check with every move in between loses (perpetual check)."),
        [SHG_PERPETUAL_DRAW] = SHG_TEXT(
            "If a player gave check with every move in between (perpetual check), the game is a draw."),
        [SHG_PERPETUAL_ATTACK] = SHG_TEXT(
            "But a player loses if each of their moves in between gave check or left the moved piece "
            "attacking something, unless this is true of both players."),
        [SHG_PERPETUAL_JCSA] = SHG_TEXT(
            "But the player who gave check with every move in between loses; otherwise the only player "
            "who attacked something with every move; otherwise, if all moves were passes, the player "
            "who passed first.")
    };
    if (perpetuals[r->perpetual])
        ITEM("%s", shg_text_in(page->language, perpetuals[r->perpetual]));
}

static void add_impasse(shg_help_page *page, const shoogi_variant *v)
{
    const shg_rules *r = &v->rules;
    if (r->impasse == SHG_IMPASSE_AGREE && r->drops)
        ITEM(
            "Impasse (jishogi): if both players agree that neither king will be mated, the game is a "
            "draw. Nothing is counted.");
    if (r->impasse == SHG_IMPASSE_POINTS) {
        char big[NAMES_BYTES];
        list(big, page, v, is_big);
        ITEM(
            r->handicap_pieces == SHG_HANDICAP_COUNTS
                ? "Impasse (jishogi): if both players agree that neither king will be mated, they count "
                  "their pieces on the board and in hand: %s 5 points each, royal pieces 0, all others 1. "
                  "Pieces given as a handicap count as well. A player with fewer than %u points loses; if "
                  "neither or both have fewer, there is no result."
                : "Impasse (jishogi): if both players agree that neither king will be mated, they count "
                  "their pieces on the board and in hand: %s 5 points each, royal pieces 0, all others 1. A "
                  "player with fewer than %u points loses; if neither or both have fewer, there is no result.",
            big, r->impasse_points);
    }
    if (r->claim_all_protected)
        ITEM(
            "You may claim the count without your opponent's consent if all your pieces are in your "
            "promotion zone, your royal piece is not in check and every other piece is protected.");
    /* Without points of its own for no result a side has those for a win. */
    const unsigned even[2] = {
        r->claim_level[0] > 0 ? r->claim_level[0] : r->claim_declare[0],
        r->claim_level[1] > 0 ? r->claim_level[1] : r->claim_declare[1],
    };
    if (r->claim_level[0] > 0 || r->claim_level[1] > 0)
        ITEM(
            "On your turn you may declare if your royal piece is in your promotion zone and not in check, "
            "and ten other pieces of yours are there as well. These and your pieces in hand are counted: "
            "with %u points for Black or %u for White you win, and with fewer, but at least %u for Black "
            "or %u for White, the game ends as an impasse.",
            r->claim_declare[0], r->claim_declare[1], even[0], even[1]);
    else if (r->claim_declare[SHOOGI_BLACK] > 0)
        ITEM(
            "On your turn you may declare a win if your royal piece is in your promotion zone and not "
            "in check, ten other pieces of yours are there as well, and these and your pieces in hand "
            "are worth %u points for Black or %u for White.",
            r->claim_declare[SHOOGI_BLACK], r->claim_declare[SHOOGI_WHITE]);
}

static void add_ends(shg_help_page *page, const shoogi_variant *v)
{
    const shg_rules *r = &v->rules;
    static const char *const stalemates[] = {
        [SHG_STALEMATE_DRAW] =
            SHG_TEXT("If a player has no legal move, the game is a draw (stalemate)."),
        [SHG_STALEMATE_WIN] = SHG_TEXT("A player with no legal move loses."),
        [SHG_STALEMATE_LOSS] = SHG_TEXT("A player with no legal move wins.")
    };
    ITEM("%s", shg_text_in(page->language, stalemates[r->stalemate]));
    add_repetition(page, v);
    if (r->baring) {
        ITEM(r->baring_back
                 ? "Bare king: a player with nothing left but one royal piece loses, unless they can bare the "
                   "opponent at once."
                 : "Bare king: a player with nothing left but one royal piece loses at once.");
        if (r->baring_dead)
            ITEM(
                "Pieces that can never move do not count. A bared player who can capture the opponent's "
                "last royal piece has not lost.");
        if (r->baring_both == SHG_BARING_BOTH_ATTACK)
            ITEM("Two bare kings are a draw, unless one attacks the other.");
        else if (r->baring_back || r->baring_dead)
            ITEM("Two bare kings are a draw.");
        char names[NAMES_BYTES];
        if (list(names, page, v, is_weak) > 0)
            ITEM("These do not count for the player who bares the opponent: %s.", names);
    }
    add_impasse(page, v);
    if (r->illegal_move_loses)
        ITEM(
            "An illegal move loses the game. The server warns you first, and plays the move only if "
            "you confirm it.");
}

/* ---- pieces ---- */

/* "dragon king (+R), lion (N) or queen (Q)"; owned. */
static shg_out list_forms(shg_language language, const shoogi_variant *v, const shoogi_kind *forms,
                          size_t count)
{
    shg_out out = shg_out_growing(); /* a kind may have hundreds of forms */
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && i + 1 == count)
            shg_out_text(&out, shg_word_in(language, "list", " or "));
        else if (i > 0)
            shg_out_text(&out, shg_word_in(language, "list", ", "));
        shg_out_format(&out, "%s (%s)", shg_help_piece_name(language, v, forms[i]),
                       v->kind[forms[i]].id);
    }
    return out;
}

static void write_promotions(shg_out *out, shg_language language, const shoogi_variant *v,
                             shoogi_kind kind)
{
    shoogi_kind forms[SHOOGI_KINDS_MAX];
    const size_t count = shoogi_variant_promotions(forms, SHOOGI_KINDS_MAX, v, kind);
    if (count > 0) {
        const shg_out names = list_forms(language, v, forms, count);
        shg_help_begin_sentence(out);
        shg_out_format(out, shg_text_in(language, "It promotes to %s."),
                       names.bytes ? names.bytes : "");
        out->spent = out->spent || names.spent;
        free(names.bytes);
    } else if (v->kind[kind].base == kind) {
        shg_help_begin_sentence(out);
        shg_out_text(out, shg_text_in(language, "It does not promote."));
    }
}

/* What a change rule turns the kind into. */
static void write_change(shg_out *out, shg_language language, const shoogi_variant *v,
                         const shg_change *change, bool other, shoogi_kind becomes)
{
    char causes[NAMES_BYTES];
    (void)list_set(causes, language, v, change->cause, v->declared,
                   shg_word_in(language, "list", " or "));
    shg_help_begin_sentence(out);
#define WRITE(...) shg_out_format(out, __VA_ARGS__)
    const unsigned most = change->distance;
    if (becomes == SHG_REMOVED_KIND) {
        switch (change->when) {
        case SHG_CHANGE_LOST:
            WRITE(shg_text_in(language,
                              "When its side has none of these on the board (%s), it is removed."),
                  causes);
            return;
        case SHG_CHANGE_NEAR:
            WRITE(shg_text_in(language,
                              "When one of these is at most %u squares away (%s), it is removed."),
                  most, causes);
            return;
        case SHG_CHANGE_FAR:
            WRITE(shg_text_in(language,
                              "When none of these is at most %u squares away (%s), it is removed."),
                  most, causes);
            return;
        default:
            WRITE(other ? shg_text_in(language, "When an enemy piece becomes %s, it is removed.")
                        : shg_text_in(language, "When a friendly piece becomes %s, it is removed."),
                  causes);
            return;
        }
    }
    char name[NAMES_BYTES];
    snprintf(name, sizeof name, "%s (%s)", shg_help_piece_name(language, v, becomes),
             v->kind[becomes].id);
    switch (change->when) {
    case SHG_CHANGE_LOST:
        WRITE(shg_text_in(
                  language,
                  "When its side has none of these on the board (%s), it becomes this piece: %s."),
              causes, name);
        return;
    case SHG_CHANGE_NEAR:
        WRITE(shg_text_in(
                  language,
                  "When one of these is at most %u squares away (%s), it becomes this piece: %s."),
              most, causes, name);
        return;
    case SHG_CHANGE_FAR:
        WRITE(shg_text_in(
                  language,
                  "When none of these is at most %u squares away (%s), it becomes this piece: %s."),
              most, causes, name);
        return;
    default:
        WRITE(other ? shg_text_in(language,
                                  "When an enemy piece becomes %s, it becomes this piece: %s.")
                    : shg_text_in(language,
                                  "When a friendly piece becomes %s, it becomes this piece: %s."),
              causes, name);
    }
#undef WRITE
}

/* All change rules for the kind. */
static void write_changes(shg_out *out, shg_language language, const shoogi_variant *v,
                          shoogi_kind kind)
{
    for (size_t i = 0; i < v->change_count; i++)
        for (unsigned other = 0; other < 2; other++) {
            const shoogi_kind becomes = v->changes[i].becomes[other][v->kind[kind].number];
            if (becomes != 0)
                write_change(out, language, v, &v->changes[i], other, becomes);
        }
}

/* Writes the moves in XBetza as one word, which has to fit on a line. */
static void write_xbetza(shg_out *out, shg_language language, const char *moves)
{
    enum { WORD_BYTES = 76 };
    char word[WORD_BYTES + 1];
    snprintf(word, sizeof word, strlen(moves) <= WORD_BYTES ? "%s" : "%.73s...", moves);
    shg_help_begin_sentence(out);
    shg_out_format(out, shg_text_in(language, "In XBetza: %.80s."), word);
}

void shg_help_add_piece(shg_help_page *page, const char *game, const shoogi_variant *v,
                        shoogi_kind kind)
{
    const shg_kind *k = &v->kind[kind];
    shg_out out = shg_out_growing();
    const bool described = shg_moves_write(&out, page->language, v, kind);
    shg_help_block block = {
        .form = SHG_HELP_MOVES, .text = out.bytes, .game = game, .variant = v, .kind = kind
    };
    shg_help_add(page, block);
    if (k->royal) {
        shg_help_begin_sentence(&out);
        shg_out_text(&out, shg_text_in(page->language, "It is royal."));
    }
    if (v->rules.drops && k->hand_kind != 0 && k->drop_depth < v->ranks) {
        shg_help_begin_sentence(&out);
        shg_out_format(&out,
                       shg_text_in(page->language,
                                   "It may be dropped only on the %u ranks nearest to its player."),
                       k->drop_depth);
    }
    write_promotions(&out, page->language, v, kind);
    write_changes(&out, page->language, v, kind);
    if (page->xbetza || !described)
        write_xbetza(&out, page->language, k->moves);
    shg_help_add(page, (shg_help_block){ .form = SHG_HELP_PROSE, .text = out.bytes });
    page->failed = page->failed || out.spent;
    free(out.bytes);
}

/* "LION (N)", with "Shishi, 獅子" behind it */
static void add_piece_heading(shg_help_page *page, const shoogi_variant *v, shoogi_kind kind)
{
    const shg_kind *k = &v->kind[kind];
    const char *name = shg_help_piece_name(page->language, v, kind);
    const char *romaji = k->names[SHOOGI_BLACK][SHOOGI_STYLE_ROMAJI];
    const char *kanji = k->names[SHOOGI_BLACK][SHOOGI_STYLE_KANJI];
    const bool named = strcmp(romaji, k->names[SHOOGI_BLACK][SHOOGI_STYLE_ENGLISH]) != 0;
    const bool written = strcmp(kanji, k->id) != 0 && strcmp(kanji, name) != 0;
    char text[400];
    snprintf(text, sizeof text, "%s (%s)%s%s%s%s", name, k->id, named ? ", " : "",
             named ? romaji : "", written ? ", " : "", written ? kanji : "");
    shg_help_add(page, (shg_help_block){ .form = SHG_HELP_HEADING, .level = 2, .text = text });
}

void shg_help_add_names(shg_help_page *page, const shoogi_variant *v)
{
    shg_help_add_text(page, SHG_HELP_ROW, "\tEnglish\tJapanese\tshort\tkanji\tshort");
    for (unsigned kind = 1; kind <= v->kinds; kind++)
        for (int colour = 0; colour < 2; colour++) {
            const char *const *called = v->kind[kind].names[colour];
            if (colour > 0 && strcmp(called[SHOOGI_STYLE_ROMAJI],
                                     v->kind[kind].names[0][SHOOGI_STYLE_ROMAJI]) == 0)
                continue;
            shg_help_add_text(page, SHG_HELP_ROW, "%s\t%s\t%s\t%s\t%s\t%s", v->kind[kind].id,
                              called[SHOOGI_STYLE_ENGLISH], called[SHOOGI_STYLE_ROMAJI],
                              called[SHOOGI_STYLE_ROMAJI_SHORT], called[SHOOGI_STYLE_KANJI],
                              called[SHOOGI_STYLE_KANJI_SHORT]);
        }
    shg_help_add_text(page, SHG_HELP_PROSE, "Where a piece has two lines, the first is for Black.");
}

void shg_help_add_grades(shg_help_page *page, const shoogi_variant *v)
{
    const shoogi_handicap *given[2];
    if (shoogi_variant_grade_handicap(given, v, 1) == 0)
        return;
    shg_help_add_text(page, SHG_HELP_PROSE,
                      page->on_page ? SHG_TEXT("By difference in grade (HELP GRADES):")
                                    : SHG_TEXT("By difference in grade, as NEW -g gives them "
                                               "(HELP GRADES):"));
    size_t games;
    for (size_t grades = 1; (games = shoogi_variant_grade_handicap(given, v, grades)) > 0;
         grades++) {
        char word[20], text[400];
        snprintf(word, sizeof word, "%zu", grades);
        if (games > 1)
            snprintf(text, sizeof text,
                     shg_text_in(page->language, "%s, then %s, in a match of two games"),
                     given[0]->name, given[1]->name);
        else
            snprintf(text, sizeof text, "%s", given[0]->name);
        shg_help_add(page, (shg_help_block){ .form = SHG_HELP_TERM, .word = word, .text = text });
    }
}

void shg_help_add_handicaps(shg_help_page *page, const shoogi_variant *v)
{
    const shoogi_handicap *one = shoogi_variant_handicap(v, 0);
    if (!one) {
        shg_help_add_text(
            page, SHG_HELP_PROSE,
            "This game has no named handicaps. You may remove any pieces except royal ones by naming them.");
        return;
    }
    for (size_t i = 0; (one = shoogi_variant_handicap(v, i)) != NULL; i++) {
        char pieces[400];
        shg_out out = shg_out_make(pieces, sizeof pieces);
        for (size_t at = 0; at < one->square_count; at++) {
            char square[SHOOGI_SQUARE_TEXT_BYTES];
            shoogi_square_text(square, sizeof square, v, one->squares[at]);
            shg_out_format(&out, "%s%s@%s", at > 0 ? ", " : "",
                           v->kind[shg_code_kind(v->start[one->squares[at]])].id, square);
        }
        char name[80];
        snprintf(name, sizeof name, "%s", one->name);
        shg_help_add(page, (shg_help_block){ .form = SHG_HELP_TERM, .word = name, .text = pieces });
    }
}

void shg_help_add_invitation(shg_help_page *page, const char *game, const shoogi_variant *v)
{
    char names[200];
    shg_out out = shg_out_make(names, sizeof names);
    const char *alias;
    for (size_t i = 0; (alias = shoogi_variant_alias(v, i)) != NULL; i++)
        shg_out_format(&out, "%s%s", i == 0 ? "" : ", ", alias);
    if (page->on_page && out.length > 0)
        shg_help_add_text(page, SHG_HELP_PROSE, "It is also called %s.", names);
    else if (out.length > 0)
        shg_help_add_text(page, SHG_HELP_PROSE,
                          "To play this game, type NEW -v %s W (HELP NEW). It is also called %s.",
                          game, names);
    else if (!page->on_page)
        shg_help_add_text(page, SHG_HELP_PROSE, "To play this game, type NEW -v %s W (HELP NEW).",
                          game);
}

void shg_help_add_game(shg_help_page *page, const char *game, const shoogi_variant *v)
{
    shg_help_add_rule_sets(page, game, v);
    shg_help_add(page, (shg_help_block){ .form = SHG_HELP_SETUP, .game = game, .variant = v });
    shg_help_add_history(page, v);
    shg_help_add_text(page, SHG_HELP_HEADING, "Rules");
    add_board(page, v);
    add_royals(page, v);
    add_borrowing(page, v);
    add_hands(page, v);
    add_promotion(page, v);
    add_trade(page, v);
    add_ends(page, v);
    shg_help_add_disputes(page, game, v);
    shg_help_add_text(page, SHG_HELP_HEADING, "Pieces");
    shg_help_add(page, (shg_help_block){ .form = SHG_HELP_LEGEND });
    /* Each piece is followed by its promoted forms. */
    for (unsigned base = 1; base <= v->kinds; base++)
        for (unsigned kind = base; kind <= v->kinds; kind++)
            if (v->kind[base].base == base && v->kind[kind].base == base) {
                add_piece_heading(page, v, (shoogi_kind)kind);
                shg_help_add_piece(page, game, v, (shoogi_kind)kind);
            }
    shg_help_add_text(page, SHG_HELP_HEADING, "Names");
    shg_help_add_names(page, v);
    shg_help_add_text(page, SHG_HELP_HEADING, "Handicaps");
    shg_help_add_grades(page, v);
    shg_help_add_text(page, SHG_HELP_PROSE,
                      page->on_page ? SHG_TEXT("A challenge can begin with one. By name:")
                                    : SHG_TEXT("HELP HANDICAP explains how to give one. By name:"));
    shg_help_add_handicaps(page, v);
    shg_help_add_sources(page, v);
}
