#include "shoogi/position.h"

#include "core/position/position_int.h"
#include "core/variant/piece_rules.h"
#include "core/variant/square.h"
#include "core/variant/variant_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *const reason_words[] = {
#define REASON(name, words) words,
#include "shoogi/result.def"
#undef REASON
};

const char *shoogi_reason_text(shoogi_reason reason)
{
    return (size_t)reason < SHOOGI_REASON_COUNT ? reason_words[reason] : "unknown reason";
}

/* A position and its board are one block, with the board at the next multiple of 64 bytes. */
static size_t board_offset(void)
{
    return (sizeof(shoogi_position) + 63) / 64 * 64;
}

/* The position without what it points to.  NULL: out of memory. */
static shoogi_position *allocate(const shoogi_variant *v)
{
    if (!shg_variant_tables(v))
        return NULL;
    const size_t bytes = board_offset() + (v->ops->board_bytes(v) + 63) / 64 * 64;
    shoogi_position *p = aligned_alloc(64, bytes);
    if (p)
        *p = (shoogi_position){ .variant = v,
                                .ops = v->ops,
                                .counter_strike_square = SHOOGI_NO_SQUARE };
    return p;
}

/* Space for the changes of so many moves, followed by those of nested trial moves. */
static bool make_room_for_changes(shoogi_position *p, size_t moves)
{
    enum { TRIED_MAX = SHG_MATE_TESTS_MAX + 2 };
    const size_t wanted = p->changed_count + (moves + TRIED_MAX) * p->variant->squares;
    if (p->variant->change_count == 0 || p->changed_capacity >= wanted)
        return true;
    const size_t room = wanted > 2 * p->changed_capacity ? wanted : 2 * p->changed_capacity;
    shg_saved_square *const changed = realloc(p->changed, room * sizeof *changed);
    if (!changed)
        return false;
    p->changed = changed;
    p->changed_capacity = room;
    if (p->board)
        p->ops->board_moved(p->variant, p->board, p); /* to recompute pointers after it moved */
    return true;
}

static void *board_of(shoogi_position *p)
{
    return (char *)p + board_offset();
}

shoogi_status shoogi_position_new(shoogi_position **out, const shoogi_variant *variant)
{
    shoogi_position *p = allocate(variant);
    if (!p || !make_room_for_changes(p, 0)) {
        free(p);
        return SHOOGI_NO_MEMORY;
    }
    p->ops->board_init(variant, board_of(p), p);
    for (unsigned sq = 0; sq < variant->squares; sq++)
        if (variant->start[sq] != 0)
            p->ops->put(p, (shoogi_square)sq, variant->start[sq]);
    for (int colour = 0; colour < 2; colour++)
        for (unsigned k = 1; k <= variant->kinds; k++)
            p->hand[colour][k] = variant->start_hand[colour][k];
    p->first_ply = 1;
    p->side = variant->rules.white_first ? SHOOGI_WHITE : SHOOGI_BLACK;
    shoogi_position_setup_done(p);
    *out = p;
    return SHOOGI_OK;
}

/* Owned (free).  NULL for 0 bytes, or, with *spent set, out of memory. */
static void *copy_of(const void *array, size_t bytes, bool *spent)
{
    void *const copy = bytes > 0 ? malloc(bytes) : NULL;
    if (copy)
        memcpy(copy, array, bytes);
    *spent = *spent || (bytes > 0 && !copy);
    return copy;
}

shoogi_status shoogi_position_copy(shoogi_position **out, const shoogi_position *position)
{
    shoogi_position *p = allocate(position->variant);
    if (!p)
        return SHOOGI_NO_MEMORY;
    *p = *position;
    p->history_capacity = position->history_count;
    bool spent = false;
    p->history = copy_of(position->history, p->history_capacity * sizeof *p->history, &spent);
    p->removed = copy_of(position->removed, p->removed_count * sizeof *p->removed, &spent);
    p->changed = copy_of(position->changed, p->changed_capacity * sizeof *p->changed, &spent);
    if (spent) {
        shoogi_position_free(p);
        return SHOOGI_NO_MEMORY;
    }
    memcpy(board_of(p), position->board, p->ops->board_bytes(p->variant));
    p->ops->board_moved(p->variant, board_of(p), p);
    *out = p;
    return SHOOGI_OK;
}

void shoogi_position_free(shoogi_position *position)
{
    if (!position)
        return;
    free(position->history);
    free(position->changed);
    free(position->removed);
    free(position);
}

const shoogi_variant *shoogi_position_variant(const shoogi_position *position)
{
    return position->variant;
}

shoogi_colour shoogi_position_side(const shoogi_position *position)
{
    return position->side;
}

unsigned shoogi_position_ply(const shoogi_position *position)
{
    return position->first_ply + (unsigned)position->history_count;
}

unsigned shoogi_position_moves_played(const shoogi_position *position)
{
    return (unsigned)position->history_count;
}

shoogi_move shoogi_position_move_at(const shoogi_position *position, unsigned index)
{
    assert(index < position->history_count);
    return position->history[index].move;
}

shoogi_piece shoogi_position_piece(const shoogi_position *position, shoogi_square square)
{
    assert(square < position->variant->squares);
    const shg_code code = position->square[square];
    return (shoogi_piece){ shg_code_kind(code), shg_code_colour(code) };
}

unsigned shoogi_position_hand(const shoogi_position *position, shoogi_colour colour,
                              shoogi_kind kind)
{
    assert(kind >= 1 && kind <= position->variant->kinds);
    return position->hand[colour][kind];
}

uint64_t shoogi_position_hash(const shoogi_position *position)
{
    return position->hash;
}

/* --- setting up ---------------------------------------------------------------------------------- */

static void forget_history(shoogi_position *p)
{
    p->given_points[SHOOGI_BLACK] = p->given_points[SHOOGI_WHITE] = 0;
    p->history_count = 0;
    free(p->removed);
    p->removed = NULL;
    p->removed_count = 0;
}

void shoogi_position_clear(shoogi_position *position)
{
    position->ops->board_init(position->variant, position->board, position);
    forget_history(position);
    position->side = SHOOGI_BLACK;
    position->counter_strike_square = SHOOGI_NO_SQUARE;
    position->checks[SHOOGI_BLACK] = position->checks[SHOOGI_WHITE] = 0;
    position->first_ply = 1;
}

void shoogi_position_put(shoogi_position *position, shoogi_square square, shoogi_piece piece)
{
    assert(square < position->variant->squares && !position->variant->hole[square]);
    assert(piece.kind <= position->variant->kinds);
    if (position->square[square] != 0)
        position->ops->remove(position, square);
    if (piece.kind != 0)
        position->ops->put(position, square, shg_code_of(piece.kind, piece.colour));
    position->ops->set_unmoved(position, square, true);
}

void shoogi_position_set_unmoved(shoogi_position *position, shoogi_square square, bool unmoved)
{
    assert(square < position->variant->squares && !position->variant->hole[square]);
    position->ops->set_unmoved(position, square, unmoved);
}

bool shoogi_variant_has_castling(const shoogi_variant *variant)
{
    for (unsigned k = 1; k <= variant->kinds; k++)
        for (size_t i = 0; i < variant->kind[k].betza.castle_count; i++)
            if (variant->kind[k].betza.castles[i].initial)
                return true;
    return false;
}

size_t shoogi_position_castling_rights(const shoogi_position *position, shoogi_colour colour,
                                       shoogi_castling_right *rights, size_t rights_max)
{
    return position->ops->castling_rights(position, colour, rights, rights_max);
}

shoogi_square shoogi_position_castling_partner(const shoogi_position *position, shoogi_move move)
{
    assert(shoogi_move_is_castling(move));
    return shg_castling_partner(position->variant, position->square, move);
}

/* No move multiplies pieces, so no hand can exceed the number of pieces in the game. */
_Static_assert(SHOOGI_IN_HAND_MAX + SHOOGI_SQUARES_MAX <= UINT16_MAX, "any hand holds all pieces");

shoogi_status shoogi_position_set_hand(shoogi_position *position, shoogi_colour colour,
                                       shoogi_kind kind, unsigned count)
{
    assert(kind >= 1 && kind <= position->variant->kinds);
    if (!shg_kind_in_hand(position->variant, kind) && count > 0)
        return SHOOGI_ILLEGAL;
    if (count > SHOOGI_IN_HAND_MAX)
        return SHOOGI_LIMIT_EXCEEDED;
    unsigned after = count;
    for (int c = 0; c < 2; c++)
        for (unsigned k = 1; k <= position->variant->kinds; k++)
            after += c == (int)colour && k == kind ? 0 : position->hand[c][k];
    if (after > SHOOGI_IN_HAND_MAX && count > position->hand[colour][kind])
        return SHOOGI_LIMIT_EXCEEDED;
    position->hand[colour][kind] = (uint16_t)count;
    return SHOOGI_OK;
}

void shoogi_position_set_side(shoogi_position *position, shoogi_colour side)
{
    position->side = side;
}

shoogi_square shoogi_position_counter_strike_square(const shoogi_position *position)
{
    return position->counter_strike_square;
}

void shoogi_position_set_counter_strike_square(shoogi_position *position,
                                               shoogi_square counter_strike_square)
{
    assert(counter_strike_square == SHOOGI_NO_SQUARE ||
           counter_strike_square < position->variant->squares);
    position->counter_strike_square = counter_strike_square;
}

unsigned shoogi_variant_checks_to_win(const shoogi_variant *variant)
{
    return variant->rules.check_wins;
}

unsigned shoogi_position_checks_given(const shoogi_position *position, shoogi_colour colour)
{
    return position->checks[colour];
}

void shoogi_position_set_checks_given(shoogi_position *position, shoogi_colour colour,
                                      unsigned count)
{
    assert(count == 0 || (position->variant->rules.check_wins > 1 &&
                          count <= position->variant->rules.check_wins));
    position->checks[colour] = (uint8_t)count;
}

void shoogi_position_set_ply(shoogi_position *position, unsigned ply)
{
    assert(ply >= 1);
    position->first_ply = ply;
}

/* The Zobrist hash of board, hands and side, from scratch. */
static uint64_t hash_of(const shoogi_position *p)
{
    const shoogi_variant *v = p->variant;
    uint64_t hash = 0;
    for (unsigned sq = 0; sq < v->squares; sq++)
        if (p->square[sq] != 0)
            hash += shg_zobrist_key(v->piece_key[p->square[sq]], v->square_key[sq]);
    for (int colour = 0; colour < 2; colour++)
        for (unsigned k = 1; k <= v->kinds; k++)
            hash += p->hand[colour][k] * v->hand_key[colour][k];
    return hash + (p->side == SHOOGI_WHITE ? SHG_SIDE_KEY : 0) + p->ops->extra_hash(p);
}

/* Records, SFEN and engine protocols tell the start of a handicap game as a position: everything is as at the start, but for
 * pieces of the side that gives them and therefore moves first.  Their points; 0: it is no such position. */
static unsigned find_given_points(const shoogi_position *p)
{
    const shoogi_variant *const v = p->variant;
    unsigned points = 0;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        const shg_code start = v->start[sq];
        if (p->square[sq] == start)
            continue;
        if (p->square[sq] != 0 || shg_code_colour(start) != p->side ||
            v->kind[shg_code_kind(start)].royal)
            return 0;
        points += v->kind[shg_code_kind(start)].impasse_points;
    }
    for (unsigned k = 1; k <= v->kinds && points > 0; k++)
        for (int colour = 0; colour < 2; colour++)
            if (p->hand[colour][k] != v->start_hand[colour][k])
                return 0;
    return points;
}

void shoogi_position_setup_done(shoogi_position *position)
{
    forget_history(position);
    position->given_points[position->side] = (uint16_t)find_given_points(position);
    position->ops->setup_done(position);
    position->hash = hash_of(position);
}

bool shoogi_position_set_passed(shoogi_position *position, shoogi_square square)
{
    assert(square < position->variant->squares && position->history_count == 0);
    const bool passed = position->ops->set_passed(position, square);
    position->hash = hash_of(position);
    return passed;
}

/* Fills squares with the first of all in their order, and returns how many there are of all. */
static size_t fill_sorted(const shoogi_position *position, shoogi_square *squares,
                          size_t squares_max, shoogi_square *all, size_t count)
{
    if (squares_max > 0)
        shg_sort_squares(position->variant, all, count);
    for (size_t i = 0; i < count && i < squares_max; i++)
        squares[i] = all[i];
    return count;
}

size_t shoogi_position_passed_squares(const shoogi_position *position, shoogi_square *squares,
                                      size_t squares_max)
{
    shoogi_square all[SHOOGI_SQUARES_MAX];
    const size_t count = position->ops->passed_squares(position, all);
    return fill_sorted(position, squares, squares_max, all, count);
}

bool shg_position_check(const shoogi_position *position)
{
    return position->hash == hash_of(position) && position->ops->check(position);
}

/* --- playing ------------------------------------------------------------------------------------- */

/* How often the position with this hash occurred before, and since which move. */
static size_t count_occurrences(const shoogi_position *p, uint64_t hash, size_t *first)
{
    size_t occurrences = 0;
    for (size_t i = p->history_count; i-- > 0;) {
        if (p->history[i].hash == hash) {
            occurrences++;
            *first = i;
        }
    }
    return occurrences;
}

/* Whether the move would repeat a position too often for the rules. */
static bool is_forbidden(const shoogi_position *p, shoogi_move move)
{
    const shg_rules *rules = &p->variant->rules;
    const uint64_t hash = p->ops->hash_after(p, move);
    size_t first = 0;
    const size_t again = count_occurrences(p, hash, &first) + (p->hash == hash);
    return again + 1 >= rules->repetition_count;
}

static bool forbids_repetition(const shoogi_position *p)
{
    const shg_rules *rules = &p->variant->rules;
    return rules->repetition_count > 0 && rules->repetition_result == SHG_REPETITION_FORBID;
}

/* Removes forbidden repetitions from the list. */
static size_t without_forbidden(const shoogi_position *p, shoogi_move *moves, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_forbidden(p, moves[i]))
            moves[kept++] = moves[i];
    return kept;
}

static size_t list_moves(const shoogi_position *p, shoogi_move *moves, size_t moves_max, bool paths)
{
    if (!forbids_repetition(p))
        return p->ops->moves(p, moves, moves_max, paths);
    const size_t whole = p->ops->moves(p, NULL, 0, paths);
    if (moves_max >= whole)
        return without_forbidden(p, moves, p->ops->moves(p, moves, whole, paths));
    shoogi_move *all = malloc((whole + 1) * sizeof *all);
    if (!all) /* specified in position.h */
        return p->ops->moves(p, moves, moves_max, paths);
    const size_t count = without_forbidden(p, all, p->ops->moves(p, all, whole, paths));
    for (size_t i = 0; i < count && i < moves_max; i++)
        moves[i] = all[i];
    free(all);
    return count;
}

/* Whether there is a legal move.  Generates all of them only if repetition is forbidden and the first ones are, which
 * needs many repeated positions. */
static bool can_move(const shoogi_position *p)
{
    enum { SOME = 64 };
    shoogi_move some[SOME];
    if (!forbids_repetition(p))
        return p->ops->some_moves(p, some, 1) > 0;
    const size_t count = p->ops->some_moves(p, some, SOME);
    for (size_t i = 0; i < count; i++)
        if (!is_forbidden(p, some[i]))
            return true;
    return count == SOME && list_moves(p, NULL, 0, false) > 0;
}

size_t shoogi_position_moves(const shoogi_position *position, shoogi_move *moves, size_t moves_max)
{
    return list_moves(position, moves, moves_max, false);
}

size_t shoogi_position_moves_by_path(const shoogi_position *position, shoogi_move *moves,
                                     size_t moves_max)
{
    return list_moves(position, moves, moves_max, true);
}

bool shg_burns_in_place(const shoogi_position *position, shoogi_square square)
{
    const shoogi_variant *const v = position->variant;
    const shg_code code = position->square[square];
    bool near[2] = { false, false }; /* one of the other side, and a burning piece */
    for (shoogi_square sq = 0; sq < v->squares; sq++) {
        const shg_code other = position->square[sq];
        if (other != 0 && shg_code_colour(other) != shg_code_colour(code) &&
            shg_distance(v, sq, square) == 1)
            near[v->kind[shg_code_kind(other)].burns] = true;
    }
    return v->kind[shg_code_kind(code)].burns &&
           (v->rules.burn_meeting == SHG_MEETING_BOTH
                ? near[0] || near[1]
                : near[0] && !(near[1] && v->rules.burn_meeting == SHG_MEETING_MOVER));
}

bool shg_position_is_legal(const shoogi_position *position, shoogi_move move)
{
    return position->ops->moves_like(position, NULL, 0, move, ~(shoogi_move)0, false) > 0 &&
           !(forbids_repetition(position) && is_forbidden(position, move));
}

/* By the upper bits of a move: without promotion first, then by kind. */
static void sort_choices(shoogi_move *moves, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const shoogi_move move = moves[i];
        size_t j = i;
        for (; j > 0 && moves[j - 1] >> SHOOGI_MOVE_KIND > move >> SHOOGI_MOVE_KIND; j--)
            moves[j] = moves[j - 1];
        moves[j] = move;
    }
}

size_t shoogi_position_promotion_choices(const shoogi_position *position, shoogi_move move,
                                         shoogi_move *moves, size_t moves_max)
{
    shoogi_move all[SHOOGI_PROMOTION_CHOICES_MAX];
    if (!shg_move_squares_fit(position->variant, move))
        return 0;
    const shoogi_move bits = shoogi_move_is_drop(move) ? ~(shoogi_move)0 : SHOOGI_MOVE_SQUARES;
    size_t count =
        position->ops->moves_like(position, all, SHOOGI_PROMOTION_CHOICES_MAX, move, bits, false);
    assert(count <= SHOOGI_PROMOTION_CHOICES_MAX);
    if (forbids_repetition(position))
        count = without_forbidden(position, all, count);
    sort_choices(all, count);
    for (size_t i = 0; i < count && i < moves_max; i++)
        moves[i] = all[i];
    return count;
}

bool shoogi_position_has_pseudo_legal_move(const shoogi_position *position, shoogi_square from,
                                           shoogi_square to)
{
    assert(from < position->variant->squares && to < position->variant->squares);
    const shoogi_move ends = shoogi_move_make(from, to, 0, false) & ~SHOOGI_MOVE_DIRECT;
    return position->ops->board_result(position).reason == SHOOGI_REASON_NONE &&
           position->ops->moves_like(position, NULL, 0, ends, SHG_MOVE_ENDS, true) > 0;
}

shoogi_status shg_position_make_room(shoogi_position *p, size_t more)
{
    if (!make_room_for_changes(p, more))
        return SHOOGI_NO_MEMORY;
    if (p->history_capacity - p->history_count >= more)
        return SHOOGI_OK;
    const size_t room = p->history_count + more > 2 * p->history_capacity
                            ? p->history_count + more + 16
                            : 2 * p->history_capacity;
    shg_made_move *made = realloc(p->history, room * sizeof *made);
    if (!made)
        return SHOOGI_NO_MEMORY;
    p->history = made;
    p->history_capacity = room;
    return SHOOGI_OK;
}

shoogi_status shoogi_position_do(shoogi_position *position, shoogi_move move)
{
    assert(!shoogi_move_is_handicap(move)); /* a handicap does not name its pieces */
    if (shg_position_make_room(position, 1) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    position->ops->do_move(position, move);
    shg_made_move *const made = &position->history[position->history_count - 1];
    if (position->variant->rules.perpetual != SHG_PERPETUAL_NONE)
        made->gave_check = shoogi_position_checkers(position, NULL, 0) > 0;
    if (position->variant->rules.perpetual >= SHG_PERPETUAL_ATTACK)
        made->attacked =
            made->gave_check || position->ops->piece_attacks(position, shoogi_move_to(move));
    assert(shg_position_check(position));
    return SHOOGI_OK;
}

void shoogi_position_undo(shoogi_position *position)
{
    assert(position->history_count > 0);
    if (shoogi_move_is_handicap(position->history[position->history_count - 1].move))
        shg_handicap_undo(position);
    else
        position->ops->undo_move(position);
    assert(shg_position_check(position));
}

size_t shoogi_position_checkers(const shoogi_position *position, shoogi_square *squares,
                                size_t squares_max)
{
    const shoogi_square royal = shoogi_position_royal_square(position, position->side);
    if (royal == SHOOGI_NO_SQUARE)
        return 0;
    return shoogi_position_attackers(position, royal, shoogi_colour_other(position->side), squares,
                                     squares_max);
}

size_t shoogi_position_attackers(const shoogi_position *position, shoogi_square square,
                                 shoogi_colour colour, shoogi_square *squares, size_t squares_max)
{
    assert(square < position->variant->squares);
    shoogi_square all[SHOOGI_SQUARES_MAX];
    const size_t room = squares_max > 0 ? SHOOGI_SQUARES_MAX : 0;
    const size_t count = position->ops->attackers(position, square, colour, all, room);
    return fill_sorted(position, squares, squares_max, all, count);
}

bool shoogi_position_gives_check(const shoogi_position *position, shoogi_move move)
{
    assert(shg_move_squares_fit(position->variant, move));
    return position->ops->gives_check(position, move);
}

size_t shoogi_position_captures(const shoogi_position *position, shoogi_move move,
                                shoogi_square *squares, size_t squares_max)
{
    assert(shg_move_squares_fit(position->variant, move));
    shoogi_square all[SHOOGI_SQUARES_MAX];
    const size_t count = position->ops->captures(position, move, all);
    return fill_sorted(position, squares, squares_max, all, count);
}

shoogi_square shoogi_position_royal_square(const shoogi_position *position, shoogi_colour colour)
{
    return position->ops->royal(position, colour);
}

bool shoogi_position_is_attacked(const shoogi_position *position, shoogi_square square,
                                 shoogi_colour colour)
{
    assert(square < position->variant->squares);
    return position->ops->attackers(position, square, colour, NULL, 0) > 0;
}

static shoogi_status perft(uint64_t *nodes, shoogi_position *position, unsigned depth_plies,
                           bool paths)
{
    const size_t lists = depth_plies > 1 ? depth_plies - 1 : 0;
    shoogi_move *room = NULL;
    if (lists > 0) {
        if (lists > SIZE_MAX / sizeof *room / position->variant->moves_max ||
            shg_position_make_room(position, lists) != SHOOGI_OK)
            return SHOOGI_NO_MEMORY;
        room = malloc(lists * position->variant->moves_max * sizeof *room);
        if (!room)
            return SHOOGI_NO_MEMORY;
    }
    *nodes = position->ops->perft(position, depth_plies, room, paths);
    free(room);
    return SHOOGI_OK;
}

shoogi_status shoogi_position_perft(uint64_t *nodes, shoogi_position *position,
                                    unsigned depth_plies)
{
    return perft(nodes, position, depth_plies, false);
}

shoogi_status shoogi_position_perft_by_path(uint64_t *nodes, shoogi_position *position,
                                            unsigned depth_plies)
{
    return perft(nodes, position, depth_plies, true);
}

/* --- repetition and results ---------------------------------------------------------------------- */

static shoogi_outcome win_of(shoogi_colour colour)
{
    return colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
}

static shoogi_result loss_of(shoogi_colour colour, shoogi_reason reason)
{
    return (shoogi_result){ win_of(shoogi_colour_other(colour)), reason };
}

/* What both sides did with all their moves since a position first occurred. */
typedef struct conduct {
    bool moved[2], checked[2], attacked[2];
    bool passed; /* every move of both sides was a pass */
    shoogi_colour first;
} conduct;

static conduct conduct_since(const shoogi_position *p, size_t first)
{
    conduct c = { { false, false }, { true, true }, { true, true }, true, p->side };
    if ((p->history_count - first) % 2 == 1)
        c.first = shoogi_colour_other(p->side);
    shoogi_colour mover = c.first;
    for (size_t i = first; i < p->history_count; i++, mover = shoogi_colour_other(mover)) {
        const shg_made_move *made = &p->history[i];
        c.moved[mover] = true;
        c.checked[mover] = c.checked[mover] && made->gave_check;
        c.attacked[mover] = c.attacked[mover] && made->attacked;
        c.passed = c.passed && shoogi_move_from(made->move) == shoogi_move_to(made->move);
    }
    for (int colour = 0; colour < 2; colour++) {
        c.checked[colour] = c.checked[colour] && c.moved[colour];
        c.attacked[colour] = c.attacked[colour] && c.moved[colour];
    }
    return c;
}

/* The exception of perpetual check or attack; NONE: it does not apply. */
static shoogi_result judge_perpetual(const shoogi_position *p, const conduct *c)
{
    const unsigned rule = p->variant->rules.perpetual;
    const bool one_checked = c->checked[0] != c->checked[1],
               one_attacked = c->attacked[0] != c->attacked[1];
    const shoogi_colour checker = c->checked[0] ? SHOOGI_BLACK : SHOOGI_WHITE;
    const shoogi_colour attacker = c->attacked[0] ? SHOOGI_BLACK : SHOOGI_WHITE;
    if (one_checked && rule == SHG_PERPETUAL_DRAW)
        return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_PERPETUAL_CHECK };
    if (one_checked && (rule == SHG_PERPETUAL_LOSS || rule == SHG_PERPETUAL_JCSA))
        return loss_of(checker, SHOOGI_REASON_PERPETUAL_CHECK);
    if (one_attacked && (rule == SHG_PERPETUAL_ATTACK || rule == SHG_PERPETUAL_JCSA))
        return loss_of(attacker, SHOOGI_REASON_PERPETUAL_ATTACK);
    if (rule == SHG_PERPETUAL_JCSA && c->passed && c->moved[0] && c->moved[1])
        return loss_of(c->first, SHOOGI_REASON_REPETITION);
    return (shoogi_result){ SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
}

/* Sennichite.  Source: docs/variant-format.md, "Repetition and impasse". */
shoogi_result shg_position_judge_repetition(const shoogi_position *p, size_t first)
{
    const shg_rules *rules = &p->variant->rules;
    const conduct c = conduct_since(p, first);
    const shoogi_result perpetual = judge_perpetual(p, &c);
    if (perpetual.reason != SHOOGI_REASON_NONE)
        return perpetual;
    const bool odd = shoogi_position_ply(p) % 2 == 1; /* the side that began is to move */
    switch (rules->repetition_result) {
    case SHG_REPETITION_NO_CONTEST:
        return (shoogi_result){ SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_REPETITION };
    case SHG_REPETITION_LOSS:
    case SHG_REPETITION_FORBID: /* it was made nevertheless */
        return loss_of(shoogi_colour_other(p->side), SHOOGI_REASON_REPETITION);
    case SHG_REPETITION_FIRST:
        return loss_of(odd ? p->side : shoogi_colour_other(p->side), SHOOGI_REASON_REPETITION);
    default: return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_REPETITION };
    }
}

/* The n-th occurrence of a position. */
static shoogi_result result_of_repetition(const shoogi_position *p)
{
    size_t first = p->history_count;
    if (count_occurrences(p, p->hash, &first) + 1 < p->variant->rules.repetition_count)
        return (shoogi_result){ SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    return shg_position_judge_repetition(p, first);
}

unsigned shoogi_position_occurrences(const shoogi_position *position)
{
    size_t first = 0;
    return (unsigned)count_occurrences(position, position->hash, &first) + 1;
}

unsigned shoogi_variant_repetition_count(const shoogi_variant *variant)
{
    return variant->rules.repetition_count;
}

shoogi_result shoogi_position_repetition_result(const shoogi_position *position)
{
    size_t first = 0;
    if (position->variant->rules.repetition_count == 0 ||
        count_occurrences(position, position->hash, &first) == 0)
        return (shoogi_result){ SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    return shg_position_judge_repetition(position, first);
}

shoogi_status shoogi_position_perpetual_check(bool *out, const shoogi_position *position,
                                              shoogi_colour colour)
{
    size_t first = 0;
    const bool repeats = count_occurrences(position, position->hash, &first) > 0;
    if (!repeats || position->variant->rules.perpetual != SHG_PERPETUAL_NONE) {
        *out = repeats && conduct_since(position, first).checked[colour];
        return SHOOGI_OK;
    }
    shoogi_position *back;
    if (shoogi_position_copy(&back, position) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    bool moved = false, checked = true;
    for (; back->history_count > first && checked; shoogi_position_undo(back)) {
        moved = moved || back->side != colour;
        checked = back->side == colour || shoogi_position_checkers(back, NULL, 0) > 0;
    }
    *out = moved && checked;
    shoogi_position_free(back);
    return SHOOGI_OK;
}

shoogi_result shoogi_position_result(const shoogi_position *position)
{
    const shg_rules *rules = &position->variant->rules;
    const shoogi_colour own = position->side, other = shoogi_colour_other(own);
    const shoogi_result over = position->ops->board_result(position);
    if (over.reason != SHOOGI_REASON_NONE)
        return over;
    if (!can_move(position)) {
        if (rules->check_strict && shoogi_position_checkers(position, NULL, 0) > 0)
            return (shoogi_result){ win_of(other), SHOOGI_REASON_CHECKMATE };
        const shoogi_outcome outcome = rules->stalemate == SHG_STALEMATE_WIN ? win_of(other)
                                       : rules->stalemate == SHG_STALEMATE_LOSS
                                           ? win_of(own)
                                           : SHOOGI_OUTCOME_DRAW;
        return (shoogi_result){ outcome, SHOOGI_REASON_STALEMATE };
    }
    if (rules->repetition_count == 0)
        return (shoogi_result){ SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    return result_of_repetition(position);
}
