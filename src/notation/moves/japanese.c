/* japanese.c: writes and reads moves in Japanese notation, ５八金右. Source: docs/notation.md, "Japanese".
 *
 * The writer follows the rule strictly and then reads its own text: if that does not identify the piece, the origin
 * square follows the move.  The reader looks for the one legal move that matches, first strictly, then more and more
 * loosely. */
#include "notation/moves/japanese.h"

#include "base/error.h"
#include "core/variant/variant_int.h"
#include "notation/words/cursor.h"
#include "notation/moves/legal.h"
#include "notation/words/promotion.h"
#include "notation/moves/wording.h"
#include "shoogi/notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- marks --------------------------------------------------------------------------------------- */

enum {
    SIDES = SHG_MARK_LEFT | SHG_MARK_STRAIGHT | SHG_MARK_RIGHT | SHG_MARK_MIDDLE,
    ACTIONS = SHG_MARK_UP | SHG_MARK_ACROSS | SHG_MARK_BACK
};

/* How a piece moves from one square to another, as its owner sees it. */
typedef struct going {
    unsigned action;    /* SHG_MARK_UP, _ACROSS or _BACK */
    int right, forward; /* files to the right and ranks ahead */
} going;

static going going_of(const shoogi_variant *v, shoogi_colour colour, shoogi_square from,
                      shoogi_square to)
{
    const int sign = colour == SHOOGI_BLACK ? 1 : -1;
    const int right = sign * ((int)shg_file_of(v, from) - (int)shg_file_of(v, to));
    const int forward = sign * ((int)shg_rank_of(v, from) - (int)shg_rank_of(v, to));
    return (going){ .action = forward > 0   ? SHG_MARK_UP
                              : forward < 0 ? SHG_MARK_BACK
                                            : SHG_MARK_ACROSS,
                    .right = right,
                    .forward = forward };
}

/* The side from which a piece comes. */
static unsigned side_of(going g)
{
    return g.right == 0 ? SHG_MARK_STRAIGHT : g.right < 0 ? SHG_MARK_RIGHT : SHG_MARK_LEFT;
}

static bool slides(const shoogi_variant *v, shoogi_kind kind)
{
    for (size_t i = 0; i < v->kind[kind].betza.ride_count; i++)
        if (v->kind[kind].betza.rides[i].reach != 1)
            return true;
    return false;
}

/* Whether a step is a leap that the kind does not have by itself, such as a knight's leap that a gold has from the
 * knight behind it. */
static bool is_lent_leap(const shoogi_variant *v, shoogi_kind kind, going g)
{
    const int files = abs(g.right), ranks = abs(g.forward);
    if (files == 0 || ranks == 0 || files == ranks)
        return false;
    for (size_t i = 0; i < v->kind[kind].betza.ride_count; i++)
        if (abs(v->kind[kind].betza.rides[i].right) == files &&
            abs(v->kind[kind].betza.rides[i].forward) == ranks)
            return false;
    return true;
}

/* The word for the way in which a piece moves: 跳 for a lent leap ahead. */
static unsigned action_word(const shoogi_variant *v, shoogi_kind kind, going g)
{
    return g.action == SHG_MARK_UP && is_lent_leap(v, kind, g) ? SHG_MARK_JUMP : g.action;
}

/* How the moving piece compares with the others on the board that are written alike and reach the square. */
typedef struct others {
    unsigned count, same_action, same_side;
    unsigned right_of_it, left_of_it; /* of those with the same action: to its right and left */
    unsigned all_right, all_left;     /* of all */
} others;

static others compare(const shoogi_position *position, shoogi_kind kind, shoogi_square from,
                      shoogi_square to)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const shoogi_colour own = shoogi_position_side(position);
    const char *const sign = shg_sign(v, kind);
    others o = { 0 };
    for (unsigned i = 0; i < v->squares; i++) {
        const shoogi_square square = (shoogi_square)i;
        const shoogi_piece piece = shoogi_position_piece(position, square);
        if (square == from || piece.kind == 0 || piece.colour != own ||
            strcmp(shg_sign(v, piece.kind), sign) != 0 ||
            !shoogi_position_has_pseudo_legal_move(position, square, to))
            continue;
        o.count++;
        if (from == SHOOGI_NO_SQUARE)
            continue;
        const going it = going_of(v, own, from, to), other = going_of(v, own, square, to);
        o.same_side += side_of(other) == side_of(it);
        o.same_action += other.action == it.action;
        const bool right = other.right<it.right, left = other.right> it.right;
        o.right_of_it += right && other.action == it.action;
        o.left_of_it += left && other.action == it.action;
        o.all_right += right;
        o.all_left += left;
    }
    return o;
}

size_t shg_places(shoogi_square places[SHG_PLACES_MAX], const shoogi_position *position,
                  shoogi_move move)
{
    const shg_route route = shg_route_of(position, move);
    size_t count = 0;
    for (unsigned i = 0; i < route.count; i++)
        if (route.stops[i].captures || (i + 1 == route.count && !route.stays))
            places[count++] = route.stops[i].square;
    return count;
}

/* The first square to which the move is written to go, which decides the marks. */
static shoogi_square first_square(const shoogi_position *position, shoogi_move move)
{
    shoogi_square places[SHG_PLACES_MAX];
    return shg_places(places, position, move) > 0 ? places[0] : shoogi_move_to(move);
}

unsigned shg_marks(const shoogi_position *position, shoogi_move move)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const shoogi_square from = shoogi_move_from(move), to = first_square(position, move);
    if (shoogi_move_is_drop(move))
        return compare(position, shoogi_move_kind(move), from, to).count > 0 ? SHG_MARK_DROP : 0;
    const shoogi_kind kind = shoogi_position_piece(position, from).kind;
    const others o = compare(position, kind, from, to);
    const going g = going_of(v, shoogi_position_side(position), from, to);
    if (o.count == 0)
        return 0;
    if (o.same_action == 0)
        return action_word(v, kind, g);
    if (slides(v, kind)) { /* of two such pieces on one file one is straight by coincidence */
        return o.right_of_it == 0  ? SHG_MARK_RIGHT
               : o.left_of_it == 0 ? SHG_MARK_LEFT
                                   : SHG_MARK_MIDDLE;
    }
    if (g.right == 0) {
        if (g.forward == 1)
            return SHG_MARK_STRAIGHT;
        return (g.forward == -1 ? 0 : SHG_MARK_JUMP) | (g.forward < 0 ? SHG_MARK_BACK : 0);
    }
    return side_of(g) | (o.same_side > 0 ? action_word(v, kind, g) : 0);
}

/* The same with the way in which the piece moves: of six horses, three before the square and three behind it, two
 * are the rightmost. */
static unsigned marks_with_action(const shoogi_position *position, shoogi_move move)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const unsigned marks = shg_marks(position, move);
    if (!(marks & SIDES) || shoogi_move_is_drop(move))
        return marks;
    const shoogi_square from = shoogi_move_from(move);
    const shoogi_kind kind = shoogi_position_piece(position, from).kind;
    return marks | action_word(v, kind,
                               going_of(v, shoogi_position_side(position), from,
                                        first_square(position, move)));
}

/* Whether marks are true of the piece, though the rule may require others.  Some writers compare sliders by their
 * files only. */
static bool marks_hold(const shoogi_position *position, shoogi_move move, unsigned marks)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const shoogi_square from = shoogi_move_from(move), to = first_square(position, move);
    marks &= ~(unsigned)SHG_MARK_DROP;
    if (marks == 0 || shoogi_move_is_drop(move))
        return marks == 0;
    const shoogi_kind kind = shoogi_position_piece(position, from).kind;
    const others o = compare(position, kind, from, to);
    const going g = going_of(v, shoogi_position_side(position), from, to);
    unsigned holds = shg_marks(position, move) | side_of(g) | g.action;
    if (abs(g.forward) > 1 || abs(g.right) > 1)
        holds |= SHG_MARK_JUMP;
    if (o.count > 0 && slides(v, kind))
        holds |= (o.all_right == 0 ? SHG_MARK_RIGHT : 0) | (o.all_left == 0 ? SHG_MARK_LEFT : 0);
    return (marks & ~holds) == 0;
}

static const struct {
    const char *text;
    unsigned mark;
} mark_words[] = {
    /* The squares that are written, in this order. */
    { "左", SHG_MARK_LEFT },   { "直", SHG_MARK_STRAIGHT }, { "右", SHG_MARK_RIGHT },
    { "中", SHG_MARK_MIDDLE }, { "跳", SHG_MARK_JUMP },     { "上", SHG_MARK_UP },
    { "寄", SHG_MARK_ACROSS }, { "引", SHG_MARK_BACK },     { "打", SHG_MARK_DROP },
    { "行", SHG_MARK_UP },     { "入", SHG_MARK_UP },
};
enum { MARKS_WRITTEN = 9, MARK_WORDS = sizeof mark_words / sizeof mark_words[0] };

void shg_out_marks(shg_out *out, unsigned marks)
{
    for (size_t i = 0; i < MARKS_WRITTEN; i++)
        if (marks & mark_words[i].mark)
            shg_out_text(out, mark_words[i].text);
}

/* --- promotion ----------------------------------------------------------------------------------- */

bool shg_declined(const shoogi_position *position, shoogi_move move)
{
    shoogi_move choices[SHOOGI_PROMOTION_CHOICES_MAX];
    if (shoogi_move_is_drop(move) || shoogi_move_is_promotion(move))
        return false;
    const size_t count =
        shoogi_position_promotion_choices(position, move, choices, SHOOGI_PROMOTION_CHOICES_MAX);
    return count > 0 && shoogi_move_is_promotion(choices[count - 1]);
}

void shg_out_form(shg_out *out, const shoogi_position *position, shoogi_move move)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const shoogi_kind form = shg_form_to_name(position, move);
    shoogi_kind forms[SHOOGI_KINDS_MAX];
    if (form == 0)
        return;
    const size_t count =
        shoogi_variant_promotions(forms, SHOOGI_KINDS_MAX, v, shg_mover_of(position, move));
    bool shared = false;
    for (size_t i = 0; i < count; i++)
        shared |= forms[i] != form && strcmp(shg_sign(v, forms[i]), shg_sign(v, form)) == 0;
    shg_out_text(out, shared ? v->kind[form].id : shg_sign(v, form));
}

/* --- reading: what the text says ----------------------------------------------------------------- */

static bool takes_place(shoogi_square *out, shg_cursor *cursor, const shoogi_variant *v)
{
    const size_t took =
        shg_place_read(out, v, cursor->text + cursor->at, cursor->bytes - cursor->at);
    cursor->at += took;
    return took > 0;
}

static bool takes_sign(shg_kinds *out, shg_cursor *cursor, const shoogi_variant *v)
{
    const size_t took =
        shg_sign_read(out, v, cursor->text + cursor->at, cursor->bytes - cursor->at);
    cursor->at += took;
    return took > 0;
}

/* 仝 after a square: the square of the move before if a piece follows, else a square of the list. */
static void take_same(shg_cursor *cursor, const shoogi_variant *v)
{
    const size_t start = cursor->at;
    shg_kinds kinds;
    if (!shg_takes(cursor, "仝"))
        return;
    const size_t behind = cursor->at;
    shg_skip_spaces(cursor);
    cursor->at = takes_sign(&kinds, cursor, v) ? behind : start;
}

/* ７六, 同, ３三同, or several separated by ・. */
static shoogi_status read_places(shg_said *said, shg_cursor *cursor, const shoogi_variant *v,
                                 shoogi_square previous)
{
    for (said->places = 0; said->places < SHG_PLACES_MAX; said->places++) {
        const size_t start = cursor->at;
        if (SHG_TAKES(cursor, "同", "仝")) {
            if (previous == SHOOGI_NO_SQUARE)
                return shg_cursor_fail(cursor, start, "a square, as no move was made before");
            said->place[said->places] = previous;
        } else if (!takes_place(&said->place[said->places], cursor, v)) {
            return said->places == 0 ? SHOOGI_OK
                                     : shg_cursor_fail(cursor, start, "a square of this board");
        } else if (!shg_takes(cursor, "同")) {
            take_same(cursor, v);
        }
        if (!SHG_TAKES(cursor, "・", "･")) {
            said->places++;
            return SHOOGI_OK;
        }
    }
    return shg_cursor_fail(cursor, cursor->at, "at most %d squares", SHG_PLACES_MAX);
}

/* (77), （←4九）; (00) is the hand.  In other brackets, [77], or after an arrow it stands directly behind the piece, as
 * a time may follow a space. */
static bool takes_origin(shg_said *said, shg_cursor *cursor, const shoogi_variant *v)
{
    const size_t start = cursor->at;
    shg_skip_spaces(cursor);
    const size_t behind = cursor->at;
    bool open = SHG_TAKES(cursor, "(", "（");
    if (!open && behind == start)
        open = SHG_TAKES(cursor, "[", "［", "【", "〔", "<", "＜", "〈");
    const bool arrow = (open || behind == start) && shg_takes(cursor, "←");
    if (open || arrow) {
        const bool hand = SHG_TAKES(cursor, "00", "００");
        if ((hand || takes_place(&said->from, cursor, v)) &&
            (!open || SHG_TAKES(cursor, ")", "）", "]", "］", "】", "〕", ">", "＞", "〉"))) {
            said->marks |= hand ? SHG_MARK_DROP : 0;
            return true;
        }
    }
    said->from = SHOOGI_NO_SQUARE;
    cursor->at = start;
    return false;
}

static bool takes_mark(shg_said *said, shg_cursor *cursor)
{
    for (size_t i = 0; i < MARK_WORDS; i++)
        if (shg_takes(cursor, mark_words[i].text)) {
            said->marks |= mark_words[i].mark;
            return true;
        }
    return false;
}

/* One word after the piece. */
static bool takes_word(shg_said *said, shg_cursor *cursor, const shoogi_variant *v)
{
    if (SHG_TAKES(cursor, "居喰い", "居食い", "（居喰い）", "（居食い）", "(居喰い)", "(居食い)")) {
        said->returns = true;
    } else if (SHG_TAKES(cursor, "じっと", "（じっと）", "(じっと)")) {
        said->idle = true;
    } else if (SHG_TAKES(cursor, "（打）", "(打)")) {
        said->marks |= SHG_MARK_DROP;
    } else if (SHG_TAKES(cursor, "不成", "生", "（不成）", "(不成)")) {
        said->declines = true;
    } else if (SHG_TAKES(cursor, "（成）", "(成)")) {
        said->promotes = true;
    } else if (SHG_TAKES(cursor, "成", "ナル")) {
        said->promotes = true;
        said->form_open = !takes_sign(&said->forms, cursor, v);
    } else {
        return takes_mark(said, cursor);
    }
    return true;
}

shoogi_status shg_said_read(shg_said *out, size_t *used_bytes, const shoogi_variant *variant,
                            shoogi_square previous, const char *text, size_t text_bytes,
                            shoogi_error *err)
{
    shg_cursor cursor = { text, text_bytes, 0, err };
    shg_said said = { .from = SHOOGI_NO_SQUARE, .form_open = true };
    shg_skip_spaces(&cursor);
    (void)SHG_TAKES(&cursor, "▲", "△", "▼", "▽", "☗", "☖");
    shg_skip_spaces(&cursor);
    const size_t start = cursor.at;
    const shoogi_status status = read_places(&said, &cursor, variant, previous);
    if (status != SHOOGI_OK)
        return status;
    shg_skip_spaces(&cursor);
    const size_t piece = cursor.at;
    said.kind_open = !takes_sign(&said.kinds, &cursor, variant);
    while (takes_word(&said, &cursor, variant))
        continue;
    (void)SHG_TAKES(&cursor, "まで");
    const bool has_origin = takes_origin(&said, &cursor, variant);
    shg_skip_spaces(&cursor);
    bool more = false;
    while (takes_word(&said, &cursor, variant))
        more = true;
    if (more && !has_origin) /* 角 打(00) */
        (void)takes_origin(&said, &cursor, variant);
    if (said.places == 0 && !said.idle)
        return shg_cursor_fail(&cursor, start, "a square such as ７六, or 同");
    if (said.kind_open && !said.idle && !said.returns && said.from == SHOOGI_NO_SQUARE)
        return shg_cursor_fail(&cursor, piece, "a piece of this game");
    *out = said;
    *used_bytes = cursor.at;
    return SHOOGI_OK;
}

/* --- reading: finding the legal move ------------------------------------------------------------- */

/* What may be ignored, one set after the other until some move matches. */
enum {
    ANY_TRUE_MARKS = 1 << 0, /* marks that are true but not those of the rule */
    ANY_MARKS = 1 << 1,
    DROP_UNSAID = 1 << 2,
    DROP_WRONG = 1 << 3, /* 打 for a piece on the board, where no drop can be meant */
    ANY_PROMOTION = 1 << 4,
    ANY_WAY = 1 << 5,    /* via squares are left out */
    ANY_KIND = 1 << 6,   /* where the origin is given */
    NAME_AFTER = 1 << 7, /* the named piece is the one after the promotion */
    WITH_ACTION = 1 << 8 /* the marks of the rule, and the way in which the piece moves */
};
static const unsigned loosenings[] = {
    0,
    WITH_ACTION,
    ANY_TRUE_MARKS,
    ANY_TRUE_MARKS | DROP_UNSAID,
    /* from here on something in the text is wrong */
    ANY_MARKS,
    ANY_MARKS | DROP_UNSAID,
    ANY_MARKS | DROP_UNSAID | NAME_AFTER | ANY_WAY,
    ANY_MARKS | DROP_UNSAID | ANY_PROMOTION | ANY_WAY,
    ANY_MARKS | DROP_UNSAID | DROP_WRONG | ANY_PROMOTION | ANY_WAY | ANY_KIND,
};
enum { LOOSENINGS = sizeof loosenings / sizeof loosenings[0], STRAINED_FROM = 4 };

/* Whether these are all squares that the move visits after its first one, in order. */
static bool visits(const shoogi_variant *variant, shoogi_move move, const shoogi_square *places,
                   size_t count)
{
    shoogi_square way[SHOOGI_VIA_MAX];
    return shoogi_move_via(way, move, shoogi_variant_rank_count(variant)) == count &&
           memcmp(way, places, count * sizeof *way) == 0;
}

/* Cheap tests that most moves fail. */
static bool fits_ends(const shg_said *said, shoogi_move move)
{
    return (said->from == SHOOGI_NO_SQUARE || said->from == shoogi_move_from(move)) &&
           (said->idle || said->returns || said->places == 0 ||
            said->place[said->places - 1] == shoogi_move_to(move));
}

/* Whether the squares in the text are those that would be written, or all visited squares. */
static bool fits_squares(const shg_said *said, const shoogi_position *position, shoogi_move move,
                         unsigned loose)
{
    shoogi_square places[SHG_PLACES_MAX];
    const size_t count = shg_places(places, position, move), last = said->places - 1;
    const bool back = shoogi_move_to(move) == shoogi_move_from(move);
    const bool as_written =
        count == said->places && memcmp(places, said->place, count * sizeof *places) == 0;
    if (said->idle || said->returns)
        return back && said->idle == (count == 0) &&
               (said->places == 0 || as_written ||
                visits(shoogi_position_variant(position), move, said->place, said->places));
    if (said->places == 0)
        return false;
    return as_written || visits(shoogi_position_variant(position), move, said->place, last) ||
           (said->places == 1 && (loose & ANY_WAY) && !back);
}

static bool fits_promotion(const shg_said *said, const shoogi_position *position, shoogi_move move)
{
    if (!said->promotes || !shoogi_move_is_promotion(move))
        return said->promotes == shoogi_move_is_promotion(move);
    shoogi_kind first;
    const shoogi_kind before = shoogi_position_piece(position, shoogi_move_from(move)).kind;
    return said->form_open ? shoogi_variant_promotions(&first, 1, shoogi_position_variant(position),
                                                       before) == 1
                           : said->forms.has[shoogi_move_kind(move)];
}

/* Whether a drop can be meant: the square is empty, and such a piece is in hand. */
static bool can_drop(const shg_said *said, const shoogi_position *position)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const shoogi_colour own = shoogi_position_side(position);
    bool in_hand = false;
    for (unsigned k = 1; k <= v->kinds; k++)
        in_hand |= said->kinds.has[k] && v->kind[k].hand_kind != 0 &&
                   shoogi_position_hand(position, own, v->kind[k].hand_kind) > 0;
    return in_hand && said->places == 1 && said->from == SHOOGI_NO_SQUARE &&
           shoogi_position_piece(position, said->place[0]).kind == 0;
}

static bool fits_marks(const shg_said *said, const shoogi_position *position, shoogi_move move,
                       unsigned loose)
{
    const bool drop = shoogi_move_is_drop(move), said_drop = said->marks & SHG_MARK_DROP;
    if (drop && said->from_board)
        return false;
    if (said->from != SHOOGI_NO_SQUARE && said->marks == 0)
        return true;
    if (loose == 0)
        return shg_marks(position, move) == said->marks;
    if (loose == WITH_ACTION)
        return marks_with_action(position, move) == said->marks;
    if (drop != said_drop && !(loose & (drop ? DROP_UNSAID : DROP_WRONG)))
        return false;
    if (said_drop && !drop && can_drop(said, position))
        return false;
    return (loose & ANY_MARKS) || marks_hold(position, move, said->marks);
}

static bool fits(const shg_said *said, const shoogi_position *position, shoogi_move move,
                 unsigned loose)
{
    if (!fits_ends(said, move))
        return false;
    const shoogi_kind kind = shg_mover_of(position, move);
    if ((loose & NAME_AFTER) && !said->kind_open && !said->kinds.has[kind] && !said->declines &&
        shoogi_move_is_promotion(move) && said->kinds.has[shoogi_move_kind(move)])
        return fits_squares(said, position, move, loose) && fits_marks(said, position, move, loose);
    return (said->kind_open || said->kinds.has[kind] ||
            ((loose & ANY_KIND) && said->from != SHOOGI_NO_SQUARE)) &&
           fits_squares(said, position, move, loose) &&
           ((loose & ANY_PROMOTION) || fits_promotion(said, position, move)) &&
           fits_marks(said, position, move, loose);
}

/* The first loosening by which any move of the list matches; *count: how many do; *moves: these, at the front of the
 * list. */
static unsigned sift(const shg_said *said, const shoogi_position *position, shoogi_move *moves,
                     size_t *count)
{
    const size_t all = *count;
    for (unsigned l = 0; l < LOOSENINGS; l++) {
        *count = 0;
        for (size_t i = 0; i < all; i++)
            if (fits(said, position, moves[i], loosenings[l])) {
                const shoogi_move kept = moves[i];
                moves[i] = moves[*count];
                moves[(*count)++] = kept;
            }
        if (*count > 0)
            return l;
    }
    return 0;
}

/* The hash of the position after a move. */
static shoogi_status hash_after(uint64_t *out, shoogi_position *position, shoogi_move move)
{
    const shoogi_status status = shoogi_position_do(position, move);
    if (status != SHOOGI_OK)
        return status;
    *out = shoogi_position_hash(position);
    shoogi_position_undo(position);
    return SHOOGI_OK;
}

/* Replaces each path by the encoding of shoogi_position_moves with the same destination and result, and keeps one of
 * those with equal results: a piece that burns itself is gone wherever it went. */
static shoogi_status as_moves(shoogi_move *paths, size_t *count, const shoogi_position *position)
{
    shoogi_position *copy = NULL;
    shoogi_move *moves = NULL;
    uint64_t *const results = malloc((*count + 1) * sizeof *results); /* of those kept */
    size_t all = 0, kept = 0;
    shoogi_status status =
        results ? shg_legal_list(&moves, &all, position, false) : SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        status = shoogi_position_copy(&copy, position);
    for (size_t i = 0; i < *count && status == SHOOGI_OK; i++) {
        uint64_t hash = 0, other = 0;
        shoogi_move move = paths[i];
        bool known = false;
        status = hash_after(&hash, copy, move);
        for (size_t k = 0; k < kept; k++)
            known |= results[k] == hash;
        for (size_t k = 0; k < all && status == SHOOGI_OK && !known; k++) {
            if (shoogi_move_to(moves[k]) != shoogi_move_to(move) &&
                shoogi_move_from(moves[k]) != shoogi_move_to(moves[k]))
                continue;
            status = hash_after(&other, copy, moves[k]);
            if (status == SHOOGI_OK && hash == other) {
                move = moves[k];
                break;
            }
        }
        if (!known) {
            results[kept] = hash;
            paths[kept++] = move;
        }
    }
    *count = kept;
    shoogi_position_free(copy);
    free(moves);
    free(results);
    return status;
}

/* --- reading: why nothing matches ---------------------------------------------------------------- */

/* Several moves match: "a move that fits one piece only (５八金左, ５八金右)". */
static shoogi_status fail_ambiguous(const shoogi_position *position, const shoogi_move *moves,
                                    size_t count, shoogi_error *err)
{
    enum { NAMED_MAX = 4 };
    if (!err)
        return SHOOGI_PARSE_ERROR;
    char text[SHOOGI_MESSAGE_BYTES];
    shg_out out = shg_out_make(text, sizeof text);
    for (size_t i = 0; i < count && i < NAMED_MAX; i++) {
        char move[SHOOGI_JAPANESE_TEXT_BYTES];
        (void)shoogi_japanese_write(move, sizeof move, position, moves[i], SHOOGI_NO_SQUARE);
        shg_out_format(&out, "%s%s", i > 0 ? ", " : "", move);
    }
    return shg_error_set(err, SHOOGI_PARSE_ERROR, 1, 1, "expected one move, found several: %s%s",
                         text, count > NAMED_MAX ? " ..." : "");
}

/* How likely a reason is about the intended move. */
static int weight(shoogi_illegal why)
{
    return why == SHOOGI_ILLEGAL_NOT_ITS_MOVE ? 1 : why == SHOOGI_ILLEGAL_BLOCKED ? 2 : 3;
}

/* The text as a move of the piece on a square. */
static shoogi_move move_from(const shg_said *said, const shoogi_variant *v, shoogi_square from,
                             shoogi_kind kind)
{
    const shoogi_kind form = v->kind[kind].promotion_count > 0 ? v->kind[kind].promotions[0] : kind;
    const bool back = said->returns || said->idle;
    const size_t ways = back ? said->places : said->places - 1;
    const shoogi_move move = shoogi_move_make(from, back ? from : said->place[said->places - 1],
                                              said->promotes ? form : kind, said->promotes);
    return shoogi_move_with_via(move, v->ranks, said->place,
                                (unsigned)(ways < SHOOGI_VIA_MAX ? ways : SHOOGI_VIA_MAX));
}

static shoogi_status fail_illegal(const shg_said *said, const shoogi_position *position,
                                  shoogi_error *err)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    char best[SHOOGI_MESSAGE_BYTES] = "", sentence[SHOOGI_MESSAGE_BYTES];
    int best_weight = 0;
    unsigned pieces = 0;
    if (!err)
        return SHOOGI_ILLEGAL;
    if (said->idle)
        return shg_error_set(err, SHOOGI_ILLEGAL, 1, 1, "no piece can step out and back");
    for (unsigned i = 0; i < v->squares && !(said->marks & SHG_MARK_DROP); i++) {
        const shoogi_square from = (shoogi_square)i;
        const shoogi_piece piece = shoogi_position_piece(position, from);
        if (said->from != SHOOGI_NO_SQUARE
                ? from != said->from
                : piece.kind == 0 || piece.colour != shoogi_position_side(position) ||
                      !said->kinds.has[piece.kind])
            continue;
        const shoogi_kind kind = piece.kind != 0 ? piece.kind : 1; /* of an empty square: any */
        const shoogi_illegal why = shoogi_position_why_illegal(
            position, move_from(said, v, from, kind), sentence, sizeof sentence);
        pieces++;
        if (why != SHOOGI_ILLEGAL_NONE && weight(why) > best_weight) {
            best_weight = weight(why);
            memcpy(best, sentence, sizeof best);
        }
    }
    for (unsigned k = 1; k <= v->kinds && best_weight < 2 && said->from == SHOOGI_NO_SQUARE; k++) {
        const shoogi_move drop =
            shoogi_move_make_drop((shoogi_kind)k, said->place[said->places - 1]);
        if (said->kinds.has[k] && v->kind[k].hand_kind != 0 &&
            (best_weight == 0 || (said->marks & SHG_MARK_DROP)) &&
            shoogi_position_why_illegal(position, drop, best, sizeof best) != SHOOGI_ILLEGAL_NONE)
            best_weight = 2;
    }
    if (best_weight == 1 && pieces > 1)
        return shg_error_set(err, SHOOGI_ILLEGAL, 1, 1, "none of %u such pieces can move there",
                             pieces);
    return shg_error_set(err, SHOOGI_ILLEGAL, 1, 1, "%s",
                         best_weight > 0 ? best : "you have no such piece that could move there");
}

shoogi_status shg_said_move(shoogi_move *out, bool *strained, const shg_said *said,
                            const shoogi_position *position, shoogi_error *err)
{
    shoogi_move *moves = NULL;
    size_t count = 0;
    unsigned level = 0;
    assert(said->places > 0 || said->idle);
    shoogi_status status = SHOOGI_OK;
    for (int paths = 0; paths < 2 && status == SHOOGI_OK && count == 0; paths++) {
        free(moves);
        status = shg_legal_list(&moves, &count, position, paths);
        if (status == SHOOGI_OK)
            level = sift(said, position, moves, &count);
        if (status == SHOOGI_OK && count > 0 && paths)
            status = as_moves(moves, &count, position);
    }
    if (status == SHOOGI_OK && count == 0)
        status = fail_illegal(said, position, err);
    else if (status == SHOOGI_OK && count > 1)
        status = fail_ambiguous(position, moves, count, err);
    if (status == SHOOGI_OK) {
        *out = moves[0];
        if (strained)
            *strained = level >= STRAINED_FROM;
    }
    free(moves);
    return status;
}

/* --- writing ------------------------------------------------------------------------------------- */

/* How much of the moving piece is written. */
typedef enum telling {
    TELL_NOTHING,
    TELL_BY_MARKS,
    TELL_BY_ACTION,
    TELL_BY_ORIGIN,
    TELLINGS
} telling;

const char *shg_mover_sign(const shoogi_position *position, shoogi_move move, bool long_name)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const shoogi_kind kind = shg_mover_of(position, move);
    const char *const sign =
        long_name ? v->kind[kind].names[SHOOGI_BLACK][SHOOGI_STYLE_KANJI] : shg_sign(v, kind);
    shg_kinds kinds;
    if (!shoogi_move_is_drop(move))
        return sign; /* its origin, if nothing less identifies it */
    (void)shg_sign_read(&kinds, v, sign, strlen(sign));
    for (unsigned k = 1; k <= v->kinds; k++)
        if (k != kind && kinds.has[k] && v->kind[k].hand_kind != 0)
            return v->kind[kind].id;
    return sign;
}

static void write_places(shg_out *out, const shoogi_variant *v, const shoogi_square *places,
                         size_t count, shoogi_square previous, shg_files files)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            shg_out_text(out, "・");
        if (i == 0 && places[i] == previous)
            shg_out_text(out, "同");
        else
            shg_out_place(out, v, places[i], files);
    }
}

static void write_move(shg_out *out, const shoogi_position *position, shoogi_move move,
                       shoogi_square previous, shg_files files, telling tell)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    const char *const sign = shg_mover_sign(position, move, false);
    const bool back = shoogi_move_to(move) == shoogi_move_from(move);
    const bool old = files == SHG_FILES_BRANCHES;
    shoogi_square places[SHG_PLACES_MAX];
    const size_t count = shg_places(places, position, move);
    write_places(out, v, places, count, previous, files);
    if (tell != TELL_NOTHING) {
        if (count == 1 && places[0] == previous && shg_utf8_length(sign, strlen(sign)) == 1)
            shg_out_text(out, "　");
        else if (count > 1 || (count == 1 && places[0] != previous))
            shg_out_apart(out, v, places[count - 1], sign);
        shg_out_text(out, sign);
        shg_out_marks(out, tell == TELL_BY_MARKS    ? shg_marks(position, move)
                           : tell == TELL_BY_ACTION ? marks_with_action(position, move)
                                                    : 0);
    }
    if (back)
        shg_out_text(out, count == 0 ? "じっと" : "居喰い");
    if (shoogi_move_is_promotion(move)) {
        shg_out_text(out, old ? "ナル" : "成");
        shg_out_form(out, position, move);
    } else if (!old && shg_declined(position, move)) {
        shg_out_text(out, "不成");
    }
    if (tell == TELL_BY_ORIGIN && !shoogi_move_is_drop(move)) {
        shg_out_char(out, '(');
        shg_out_place(out, v, shoogi_move_from(move), files);
        shg_out_char(out, ')');
    }
}

/* Whether the text is read as this move or as the canonical one with its result: OK or not; or NO_MEMORY. */
static shoogi_status reads_as(const char *text, const shoogi_position *position, shoogi_move move,
                              shoogi_square previous)
{
    shoogi_move read = 0;
    size_t count = 1;
    shoogi_status status =
        shoogi_japanese_read(&read, position, text, strlen(text), previous, NULL);
    if (status == SHOOGI_OK && read != move)
        status = as_moves(&move, &count, position);
    return status == SHOOGI_OK && read != move ? SHOOGI_PARSE_ERROR : status;
}

/* The least that identifies the move; TELLINGS: out of memory. */
static telling telling_of(const shoogi_position *position, shoogi_move move, shoogi_square previous)
{
    const bool back = shoogi_move_to(move) == shoogi_move_from(move);
    telling tell = back ? TELL_NOTHING : TELL_BY_MARKS;
    for (; tell < TELL_BY_ORIGIN; tell++) {
        char text[SHOOGI_JAPANESE_TEXT_BYTES];
        shg_out out = shg_out_make(text, sizeof text);
        write_move(&out, position, move, previous, SHG_FILES_WIDE, tell);
        const shoogi_status status = reads_as(text, position, move, previous);
        if (status == SHOOGI_OK || status == SHOOGI_NO_MEMORY)
            return status == SHOOGI_OK ? tell : TELLINGS;
    }
    return tell;
}

static size_t write_with(char *out, size_t out_bytes, const shoogi_position *position,
                         shoogi_move move, shoogi_square previous, shg_files files)
{
    shg_out text = shg_out_make(out, out_bytes);
    const telling tell = telling_of(position, move, previous);
    if (tell != TELLINGS)
        write_move(&text, position, move, previous, files, tell);
    return text.length;
}

size_t shoogi_japanese_write(char *out, size_t out_bytes, const shoogi_position *position,
                             shoogi_move move, shoogi_square previous)
{
    return write_with(out, out_bytes, position, move, previous, SHG_FILES_WIDE);
}

size_t shoogi_yorozuya_write(char *out, size_t out_bytes, const shoogi_position *position,
                             shoogi_move move, shoogi_square previous)
{
    return write_with(out, out_bytes, position, move, previous, SHG_FILES_BRANCHES);
}

shoogi_status shoogi_japanese_read(shoogi_move *out, const shoogi_position *position,
                                   const char *text, size_t text_bytes, shoogi_square previous,
                                   shoogi_error *err)
{
    shg_said said;
    size_t used = 0;
    const shoogi_status status = shg_said_read(&said, &used, shoogi_position_variant(position),
                                               previous, text, text_bytes, err);
    if (status != SHOOGI_OK)
        return status;
    shg_cursor cursor = { text, text_bytes, used, err };
    shg_skip_spaces(&cursor);
    if (!shg_cursor_done(&cursor))
        return shg_cursor_fail(&cursor, cursor.at,
                               "a mark such as 右 or 上, 成, 不成, 打 or the end of the move");
    return shg_said_move(out, NULL, &said, position, err);
}

shoogi_square shg_previous(const shoogi_position *position)
{
    const unsigned played = shoogi_position_moves_played(position);
    return played > 0 ? shoogi_move_to(shoogi_position_move_at(position, played - 1))
                      : SHOOGI_NO_SQUARE;
}
