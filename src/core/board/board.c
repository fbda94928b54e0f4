/* board.c: makes and undoes moves, and answers a position's questions about its board; compiled once for each class. */
#include "core/board/board_int.h"

#include <stdlib.h>
#include <string.h>

/* --- pieces -------------------------------------------------------------------------------------- */

static inline void add_piece(board *b, unsigned sq, shg_code code)
{
    const unsigned group = group_of(b->t, shg_code_kind(code));
    const shoogi_colour colour = shg_code_colour(code);
    assert(is_square(b, sq) && b->square[sq] == 0);
    assert(is_kind(b, shg_code_kind(code)));
    b->square[sq] = code;
    bits_flip(&b->occupied[colour], sq);
    bits_flip(pieces_of(b, group, colour), sq);
}

static inline void remove_piece(board *b, unsigned sq, shg_code code)
{
    const unsigned group = group_of(b->t, shg_code_kind(code));
    const shoogi_colour colour = shg_code_colour(code);
    assert(is_square(b, sq) && b->square[sq] == code);
    assert(is_kind(b, shg_code_kind(code)));
    b->square[sq] = 0;
    bits_flip(&b->occupied[colour], sq);
    bits_flip(pieces_of(b, group, colour), sq);
}

/* As add_piece and remove_piece, and updates the number of royals. */
static inline void count_in(board *b, unsigned sq, shg_code code)
{
    add_piece(b, sq, code);
    b->royals[shg_code_colour(code)] += is_royal(b, code);
}

static inline void count_out(board *b, unsigned sq, shg_code code)
{
    assert(!is_royal(b, code) || b->royals[shg_code_colour(code)] > 0);
    remove_piece(b, sq, code);
    b->royals[shg_code_colour(code)] -= is_royal(b, code);
}

/* The hand and the kind of a piece that colour captures; kind 0: it leaves the game. */
static inline shg_code into_hand(const board *b, shg_code taken, shoogi_colour colour)
{
    assert(is_kind(b, shg_code_kind(taken)));
    const shoogi_colour owner = shg_code_colour(taken);
    const shoogi_kind kind = b->v->kind[shg_code_kind(taken)].captured_as;
    return shg_code_of(kind, b->v->rules.holdings_own ? owner : colour);
}

/* The count in hand for a piece that the side to move captures; that of kind 0 collects the pieces that leave the
 * game. */
static inline uint16_t *hand_for(board *b, shg_code taken)
{
    const shg_code in_hand = into_hand(b, taken, b->side);
    return &b->hand[shg_code_colour(in_hand)][shg_code_kind(in_hand)];
}

/* --- moves --------------------------------------------------------------------------------------- */

static inline bool is_direct(shoogi_move move)
{
    return (move & SHOOGI_MOVE_DIRECT) == SHOOGI_MOVE_DIRECT;
}

static inline void take(board *b, unsigned sq, shg_code code)
{
    count_out(b, sq, code);
    ++*hand_for(b, code);
}

static inline void give_back(board *b, unsigned sq, shg_code code)
{
    assert(*hand_for(b, code) > 0);
    count_in(b, sq, code);
    --*hand_for(b, code);
}

/* Captures the pieces on the via squares. */
static void capture_on_via(board *b, shoogi_move move, shg_made_move *made)
{
    shoogi_square visited[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(visited, move, b->v->ranks);
    assert(!(move & SHOOGI_MOVE_CAPTURES_LINE));
    for (unsigned i = 0; i < via_count; i++) {
        assert(is_square(b, visited[i]));
        if (b->square[visited[i]] == 0)
            continue;
        made->captured_on_via[i] = b->square[visited[i]];
        take(b, visited[i], made->captured_on_via[i]);
    }
}

static void restore_captured_on_the_way(board *b, const shg_made_move *made)
{
    shoogi_square visited[SHOOGI_VIA_MAX];
    for (unsigned i = shoogi_move_via(visited, made->move, b->v->ranks); i-- > 0;)
        if (made->captured_on_via[i] != 0)
            give_back(b, visited[i], made->captured_on_via[i]);
}

static bool counter_strikes(const board *b, shg_code taken)
{
    return taken != 0 && shg_code_colour(taken) != b->side &&
           b->v->kind[shg_code_kind(taken)].counter_strike;
}

/* The counter-strike square after the move: the square of the last captured piece with counterStrike, if the
 * capturing piece, before promotion, has not.  Source: docs/variant-format.md, "Captures". */
static unsigned new_counter_strike_square(const board *b, const shg_made_move *made)
{
    unsigned counter_strike_square = SHOOGI_NO_SQUARE;
    shoogi_square visited[SHOOGI_VIA_MAX];
    assert(b->t->trade_rules);
    assert(made->removed <= b->removed_count);
    if (made->mover == 0 || b->v->kind[shg_code_kind(made->mover)].counter_strike)
        return counter_strike_square;
    for (unsigned i = b->removed_count - made->removed; i < b->removed_count;
         i++) /* not yet those that it burns */
        if (counter_strikes(b, b->removed[i].code))
            counter_strike_square = b->removed[i].square;
    const unsigned via_count = shoogi_move_via(visited, made->move, b->v->ranks);
    for (unsigned i = 0; i < via_count; i++)
        if (counter_strikes(b, made->captured_on_via[i]))
            counter_strike_square = visited[i];
    if (counter_strikes(b, made->captured) &&
        !(made->move & SHOOGI_MOVE_UNLOAD)) /* an unloaded piece is not lost */
        counter_strike_square = shoogi_move_to(made->move);
    return counter_strike_square;
}

/* Bits of traces, besides bits 0 to 5 for the pieces that had not moved. */
enum { TRACE_MORE_ROYALS = 1 << 6, TRACE_FORM_DRAWN = 1 << 7 };
enum { MOVE_SQUARES_MAX = SHOOGI_VIA_MAX + 2 };

/* The squares of a move: the origin (or SHOOGI_NO_SQUARE), the destination and the via squares, or the one that the
 * partner of a castling piece left; returns how many. */
static unsigned squares_of(const board *b, const shg_made_move *made,
                           shoogi_square squares[MOVE_SQUARES_MAX])
{
    const shoogi_move move = made->move;
    squares[0] = shoogi_move_from(move);
    squares[1] = shoogi_move_to(move);
    squares[2] = made->captured_on_via[1];
    if (shoogi_move_is_castling(move))
        return 3;
    return 2 + (is_direct(move) ? 0 : shoogi_move_via(squares + 2, move, b->v->ranks));
}

/* Pieces that moved, were captured or dropped have lost their first move. */
static void forget_unmoved(board *b, shg_made_move *made)
{
    shoogi_square squares[MOVE_SQUARES_MAX];
    const unsigned count = squares_of(b, made, squares);
    assert(b->t->tracks_unmoved);
    for (unsigned i = 0; i < count; i++) {
        if (squares[i] == SHOOGI_NO_SQUARE || !bits_has(&b->unmoved, squares[i]))
            continue;
        made->traces |= (uint8_t)(1 << i);
        bits_flip(&b->unmoved, squares[i]);
    }
}

static void undo_traces(board *b, const shg_made_move *made)
{
    shoogi_square squares[MOVE_SQUARES_MAX];
    const unsigned count = squares_of(b, made, squares);
    assert(b->side == SHOOGI_BLACK || b->side == SHOOGI_WHITE);
    for (unsigned i = 0; i < count; i++)
        if (made->traces >> i & 1)
            bits_set(&b->unmoved, squares[i]);
    for (unsigned colour = 0; colour < 2 && (made->traces & TRACE_MORE_ROYALS); colour++)
        b->royals_had[colour] = made->royals_had[colour];
    if (made->traces & TRACE_FORM_DRAWN)
        b->hand[b->side][shoogi_move_kind(made->move)]++;
}

/* Whether the move may be captured en passant: a move without captures along legs that mark some square. */
static bool is_push(const board *b, const shg_made_move *made)
{
    assert(b->t->tracks_pushes);
    if (made->mover == 0 || made->captured != 0 || made->removed != 0 ||
        shoogi_move_is_castling(made->move) ||
        !b->t->move_class[b->t->move_class_of[shg_code_kind(made->mover)]].marks)
        return false;
    for (unsigned i = 0; i < SHOOGI_VIA_MAX; i++)
        if (made->captured_on_via[i] != 0)
            return false;
    const shg_push push = { .from = shoogi_move_from(made->move),
                            .to = shoogi_move_to(made->move),
                            .piece = made->mover,
                            .first = made->traces & 1 };
    return bits_any(BC(shg_marked)(b, push));
}

/* Self-destruction of the piece, unloading of its capture, or arrival of both pieces by castling. */
static void self_destruct_or_unload(board *b, const shg_made_move *made, shg_code after)
{
    const shg_code taken = made->captured;
    assert(made->move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD));
    if (shoogi_move_is_castling(made->move)) {
        add_piece(b, shoogi_move_to(made->move), after);
        add_piece(b, shg_castling_stop(b->v, made->move), made->captured_on_via[0]);
        return;
    }
    if (made->move & SHOOGI_MOVE_SELF_DESTRUCT) {
        b->royals[b->side] -= is_royal(b, after);
        return;
    }
    add_piece(b, shoogi_move_to(made->move), after);
    if (taken == 0)
        return;
    --*hand_for(b, taken);
    b->royals[shg_code_colour(taken)] += is_royal(b, taken);
    add_piece(b, shoogi_move_from(made->move), taken);
}

/* It ended on its origin without a capture. */
static bool is_pass(const shg_made_move *made)
{
    return made->mover != 0 && shoogi_move_from(made->move) == shoogi_move_to(made->move) &&
           made->captured_on_via[0] == 0 && made->captured_on_via[1] == 0;
}

/* Saves what later moves need to know about this one; nothing for a pass. */
static void remember(board *b, shg_made_move *made)
{
    assert(b->t->tracks_state);
    if (b->t->trade_rules)
        b->counter_strike_square = new_counter_strike_square(b, made);
    if (is_pass(made)) {
        b->pushed_from = b->pushed_to = SHOOGI_NO_SQUARE;
        b->pushed_first = false;
        return;
    }
    if (b->t->tracks_unmoved)
        forget_unmoved(b, made);
    if (b->t->changes && made->mover != 0 &&
        shg_promotes_from_hand(&b->v->kind[shg_code_kind(made->mover)], made->move)) {
        b->hand[b->side][shoogi_move_kind(made->move)]--;
        made->traces |= TRACE_FORM_DRAWN;
    }
    const bool pushed = b->t->tracks_pushes && is_push(b, made);
    b->pushed_from = pushed ? shoogi_move_from(made->move) : SHOOGI_NO_SQUARE;
    b->pushed_to = pushed ? shoogi_move_to(made->move) : SHOOGI_NO_SQUARE;
    b->pushed_first = pushed && (made->traces & 1);
    b->last_kind = made->mover != 0 ? shg_code_kind(made->mover) : shoogi_move_kind(made->move);
}

/* --- pieces that leave the game ------------------------------------------------------------------ */

static void clear_off(board *b, shg_made_move *made, unsigned sq)
{
    const shg_code code = b->square[sq];
    const bool unmoved = b->t->tracks_unmoved && bits_has(&b->unmoved, sq);
    assert(b->t->removes_many && b->removed_count < b->v->squares);
    assert(is_occupied(b, sq));
    b->removed[b->removed_count++] = (shg_saved_square){ (shoogi_square)sq, code, unmoved };
    made->removed++;
    if (unmoved)
        bits_flip(&b->unmoved, sq);
    count_out(b, sq, code);
}

static void put_back(board *b, const shg_made_move *made)
{
    assert(made->removed <= b->removed_count);
    for (unsigned i = 0; i < made->removed; i++) {
        shg_saved_square *const piece = &b->removed[--b->removed_count];
        count_in(b, piece->square, piece->code);
        if (piece->unmoved)
            bits_set(&b->unmoved, piece->square);
        memset(piece, 0, sizeof *piece); /* restores the board exactly */
    }
}

/* The partner of a castling piece leaves its square. */
static void leave_to_castle(board *b, shg_made_move *made)
{
    const shoogi_square partner = shg_castling_partner(b->v, b->square, made->move);
    made->captured_on_via[0] = b->square[partner];
    made->captured_on_via[1] = partner;
    remove_piece(b, partner, b->square[partner]);
}

/* Range jump: captures every piece between origin and destination. */
static void sweep(board *b, shg_made_move *made)
{
    if (shoogi_move_is_castling(made->move)) {
        leave_to_castle(b, made);
        return;
    }
    const unsigned from = shoogi_move_from(made->move), to = shoogi_move_to(made->move);
    const int stride = stride_between(b, from, to);
    assert(from != to && is_square(b, to));
    assert(stride != 0);
    for (int sq = (int)from + stride; sq != (int)to; sq += stride)
        if (b->square[sq] != 0)
            clear_off(b, made, (unsigned)sq);
}

/* Burning: the moved piece burns adjacent enemies, unless it moved next to one that burns it.  Source:
 * docs/variant-format.md, "Captures", burns. */
static void burn(board *b, shg_made_move *made)
{
    const unsigned to = shoogi_move_to(made->move);
    const shoogi_colour other = shoogi_colour_other(b->side);
    const shoogi_kind end = shoogi_move_kind(made->move);
    assert(b->t->burns && is_kind(b, end));
    if (made->mover == 0 || !shg_starts_burning(b->v, shg_code_kind(made->mover), end))
        return;
    const unsigned meeting = b->v->rules.burn_meeting;
    const bits burners = pieces_in_role(b, ROLE_BURNER, other), near = around(b, to);
    const bool burnt = bits_meet(burners, near);
    if (burnt ? meeting == SHG_MEETING_MOVER : (made->move & SHOOGI_MOVE_SELF_DESTRUCT) != 0)
        return;
    bits pieces = bits_and(near, b->occupied[other]);
    if (meeting != SHG_MEETING_BOTH)
        pieces = bits_without(pieces, burners);
    EACH_SQUARE(sq, pieces) clear_off(b, made, (unsigned)sq);
}

/* --- change rules -------------------------------------------------------------------------------- */

/* A move being made by which pieces change. */
typedef struct changing {
    board *b;
    shg_made_move *made;
    bits changed; /* squares whose pieces have already changed */
} changing;

/* A rule changes the kind of the piece on sq, or removes it. */
static void change_piece(changing *c, unsigned sq, shoogi_kind becomes)
{
    board *const b = c->b;
    const shg_code code = b->square[sq];
    const bool unmoved = b->t->tracks_unmoved && bits_has(&b->unmoved, sq);
    assert(is_occupied(b, sq));
    assert(becomes == SHG_REMOVED_KIND || is_kind(b, becomes));
    if (!bits_has(&c->changed, sq)) {
        b->changed[b->changed_count++] = (shg_saved_square){ (shoogi_square)sq, code, unmoved };
        c->made->changed++;
        bits_set(&c->changed, sq);
    }
    count_out(b, sq, code);
    if (becomes != SHG_REMOVED_KIND)
        count_in(b, sq, shg_code_of(becomes, shg_code_colour(code)));
    else if (unmoved)
        bits_flip(&b->unmoved, sq);
}

/* Changes all these pieces of one side. */
static void change_pieces(changing *c, const shoogi_kind *becomes, bits pieces)
{
    EACH_SQUARE(sq, pieces)
    change_piece(c, (unsigned)sq, becomes[c->b->v->kind[shg_code_kind(c->b->square[sq])].number]);
}

/* The pieces with one of causes within the distance, or those without. */
static bits by_distance(const board *b, const shg_change *change, bits pieces, bits causes)
{
    bits found = bits_none();
    EACH_SQUARE(sq, pieces)
    {
        bool near = false;
        EACH_SQUARE(cause, causes)
        near =
            near || shg_distance(b->v, (shoogi_square)sq, (shoogi_square)cause) <= change->distance;
        if (near == (change->when == SHG_CHANGE_NEAR))
            bits_set(&found, (unsigned)sq);
    }
    return found;
}

/* Source: docs/variant-format.md, "Changes by circumstances". */
static void change(board *b, shg_made_move *made)
{
    const shoogi_variant *const v = b->v;
    const shoogi_colour own = b->side, other = shoogi_colour_other(own);
    const shoogi_kind trigger =
        made->move & SHOOGI_MOVE_SELF_DESTRUCT
            ? 0
            : shg_change_trigger(v, shg_code_kind(made->mover), shoogi_move_kind(made->move));
    changing c = { b, made, bits_none() };
    for (size_t i = 0; i < v->change_count; i++) {
        const shg_change *const rule = &v->changes[i];
        const role *const part = b->t->change[i].part;
        const bits causes[2] = { pieces_in(b, &part[SHG_PART_CAUSE], SHOOGI_BLACK),
                                 pieces_in(b, &part[SHG_PART_CAUSE], SHOOGI_WHITE) };
        for (unsigned colour = 0; colour < 2; colour++) {
            const bool theirs = rule->when == SHG_CHANGE_BECAME && (shoogi_colour)colour == other;
            bits pieces =
                pieces_in(b, &part[theirs ? SHG_PART_OTHER : SHG_PART_OWN], (shoogi_colour)colour);
            if (rule->when == SHG_CHANGE_LOST
                    ? bits_any(causes[colour])
                    : rule->when == SHG_CHANGE_BECAME && (trigger == 0 || !rule->cause[trigger]))
                continue;
            if (rule->when == SHG_CHANGE_NEAR || rule->when == SHG_CHANGE_FAR)
                pieces = by_distance(b, rule, pieces, bits_or(causes[0], causes[1]));
            change_pieces(&c, rule->becomes[theirs], pieces);
        }
    }
}

static void change_back(board *b, const shg_made_move *made)
{
    assert(made->changed <= b->changed_count);
    for (unsigned i = 0; i < made->changed; i++) {
        const shg_saved_square *const piece = &b->changed[--b->changed_count];
        if (b->square[piece->square] != 0)
            count_out(b, piece->square, b->square[piece->square]);
        count_in(b, piece->square, piece->code);
        if (piece->unmoved)
            bits_set(&b->unmoved, piece->square);
    }
}

/* Records that a side has more royals than ever before. */
static void count_royals_had(board *b, shg_made_move *made)
{
    assert(b->t->changes);
    for (unsigned colour = 0; colour < 2; colour++) {
        made->royals_had[colour] = (uint16_t)b->royals_had[colour];
        const unsigned lives = count_lives(b, (shoogi_colour)colour);
        if (lives <= b->royals_had[colour])
            continue;
        b->royals_had[colour] = lives;
        made->traces |= TRACE_MORE_ROYALS;
    }
}

/* Counts the check that the move has given.  Source: docs/variant-format.md, "Royals and the end of the game",
 * checkWins. */
static void count_check(board *b, shg_made_move *made)
{
    assert(b->t->counts_checks && b->checks[0] <= SHOOGI_CHECKS_MAX &&
           b->checks[1] <= SHOOGI_CHECKS_MAX);
    memcpy(made->checks, b->checks, sizeof made->checks);
    if (BC(shg_is_in_check)(b))
        b->checks[shoogi_colour_other(b->side)]++;
}

/* Fills made except hash and gave_check. changes: applies the change rules too. */
static inline void board_do(board *b, shoogi_move move, shg_made_move *made, bool changes)
{
    const shoogi_colour own = b->side;
    const unsigned to = shoogi_move_to(move);
    const shoogi_kind kind = shoogi_move_kind(move);
    const shg_code after = shg_code_of(kind, own);
    assert(has_ends(b, move));
    assert(!shoogi_move_is_drop(move) || b->hand[own][b->v->kind[kind].hand_kind] > 0);
    *made = (shg_made_move){ .move = move,
                             .counter_strike_square = (shoogi_square)b->counter_strike_square,
                             .pushed_from = (shoogi_square)b->pushed_from,
                             .pushed_to = (shoogi_square)b->pushed_to,
                             .pushed_first = b->pushed_first,
                             .last_kind = b->last_kind };
    if (shoogi_move_is_drop(move)) {
        b->hand[own][b->v->kind[kind].hand_kind]--;
        add_piece(b, to, after);
        b->royals[own] += is_royal(b, after);
    } else {
        const unsigned from = shoogi_move_from(move);
        made->mover = b->square[from];
        if (move & SHOOGI_MOVE_CAPTURES_LINE)
            sweep(b, made);
        else if (!is_direct(move))
            capture_on_via(b, move, made);
        remove_piece(b, from, made->mover);
        made->captured = b->square[to]; /* unchanged if it returns to its origin */
        if (made->captured != 0)
            take(b, to, made->captured);
        if (move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD))
            self_destruct_or_unload(b, made, after);
        else
            add_piece(b, to, after);
        b->royals[own] += is_royal(b, after) - is_royal(b, made->mover);
    }
    if (b->t->tracks_state)
        remember(b, made);
    if (b->t->burns)
        burn(b, made);
    if (changes && b->v->change_count > 0 && (made->removed > 0 || !is_pass(made)))
        change(b, made);
    if (b->t->changes)
        count_royals_had(b, made);
    b->side = shoogi_colour_other(own);
    if (b->t->counts_checks)
        count_check(b, made);
}

static void undo_self_destruct_or_unload(board *b, const shg_made_move *made, shg_code after)
{
    const unsigned to = shoogi_move_to(made->move), from = shoogi_move_from(made->move);
    assert(made->move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD));
    if (shoogi_move_is_castling(made->move)) {
        remove_piece(b, to, after);
        remove_piece(b, shg_castling_stop(b->v, made->move), made->captured_on_via[0]);
        add_piece(b, made->captured_on_via[1], made->captured_on_via[0]);
        return;
    }
    if (made->move & SHOOGI_MOVE_SELF_DESTRUCT) {
        b->royals[b->side] += is_royal(b, after);
        return;
    }
    remove_piece(b, to, after);
    if (made->captured == 0)
        return;
    ++*hand_for(b, made->captured);
    b->royals[shg_code_colour(made->captured)] -= is_royal(b, made->captured);
    remove_piece(b, from, made->captured);
}

static inline void board_undo(board *b, const shg_made_move *made)
{
    const shoogi_move move = made->move;
    const unsigned to = shoogi_move_to(move);
    const shg_code after = shg_code_of(shoogi_move_kind(move), shoogi_colour_other(b->side));
    assert(shoogi_move_is_drop(move) == (made->mover == 0));
    assert(is_square(b, to));
    b->side = shoogi_colour_other(b->side);
    b->counter_strike_square = made->counter_strike_square;
    b->pushed_from = made->pushed_from;
    b->pushed_to = made->pushed_to;
    b->pushed_first = made->pushed_first;
    b->last_kind = made->last_kind;
    if (b->t->counts_checks)
        memcpy(b->checks, made->checks, sizeof b->checks);
    if (made->changed != 0)
        change_back(b, made);
    if (move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD))
        undo_self_destruct_or_unload(b, made, after);
    else
        remove_piece(b, to, after);
    if (shoogi_move_is_drop(move)) {
        b->hand[b->side][b->v->kind[shoogi_move_kind(move)].hand_kind]++;
        b->royals[b->side] -= is_royal(b, after);
    } else {
        b->royals[b->side] += is_royal(b, made->mover) - is_royal(b, after);
        add_piece(b, shoogi_move_from(move), made->mover);
        if (made->captured != 0)
            give_back(b, to, made->captured);
        if (!is_direct(move) && !shoogi_move_is_castling(move))
            restore_captured_on_the_way(b, made);
    }
    if (made->traces != 0)
        undo_traces(b, made);
    if (made->removed != 0)
        put_back(b, made);
}

shg_code BC(shg_into_hand)(const board *b, shg_code taken, shoogi_colour colour)
{
    return into_hand(b, taken, colour);
}

void BC(shg_add_piece)(board *b, unsigned sq, shg_code code)
{
    add_piece(b, sq, code);
}

void BC(shg_remove_piece)(board *b, unsigned sq, shg_code code)
{
    remove_piece(b, sq, code);
}

void BC(shg_board_do)(board *b, shoogi_move move, shg_made_move *made)
{
    board_do(b, move, made, true);
}

void BC(shg_board_go)(board *b, shoogi_move move, shg_made_move *made)
{
    board_do(b, move, made, false);
}

void BC(shg_board_undo)(board *b, const shg_made_move *made)
{
    board_undo(b, made);
}

static inline uint64_t key_of(const shoogi_variant *v, shg_code code, unsigned sq)
{
    return shg_zobrist_key(v->piece_key[code], v->square_key[sq]);
}

/* The key that a piece captured by colour adds for the hand; 0 if it leaves the game. */
static inline uint64_t hand_key_of(const board *b, shg_code taken, shoogi_colour colour)
{
    const shg_code in_hand = into_hand(b, taken, colour);
    return b->v->hand_key[shg_code_colour(in_hand)][shg_code_kind(in_hand)];
}

/* The keys of the captured pieces, and those that they add for the hand. */
static uint64_t taken_keys(const board *b, const shg_made_move *made, shoogi_colour own)
{
    uint64_t change = 0;
    if (made->captured != 0)
        change += hand_key_of(b, made->captured, own) -
                  key_of(b->v, made->captured, shoogi_move_to(made->move));
    if (is_direct(made->move) || shoogi_move_is_castling(made->move))
        return change;
    shoogi_square visited[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(visited, made->move, b->v->ranks);
    for (unsigned i = 0; i < via_count; i++)
        if (made->captured_on_via[i] != 0)
            change += hand_key_of(b, made->captured_on_via[i], own) -
                      key_of(b->v, made->captured_on_via[i], visited[i]);
    return change;
}

/* Those pieces that have not moved on which the moves of the position depend: two positions are the same whether or not
 * others have moved, such as the rook after its king. */
static bits lasting(const board *b, bits unmoved)
{
    bits found = bits_and(unmoved, b->t->first_moves);
    for (unsigned i = 0; i < b->t->pair_count; i++) {
        const castling_pair *const pair = &b->t->pairs[i];
        if (!bits_has(&unmoved, pair->castler) || !bits_has(&unmoved, pair->partner))
            continue;
        bits_set(&found, pair->castler);
        bits_set(&found, pair->partner);
    }
    return found;
}

/* The keys of first moves that the move took away. */
static uint64_t trace_keys(const board *b, const shg_made_move *made)
{
    shoogi_square squares[MOVE_SQUARES_MAX];
    const unsigned count = squares_of(b, made, squares);
    bits before = b->unmoved;
    uint64_t keys = 0;
    for (unsigned i = 0; i < count; i++)
        if (made->traces >> i & 1)
            bits_set(&before, squares[i]);
    for (unsigned i = b->removed_count - made->removed; i < b->removed_count; i++)
        if (b->removed[i].unmoved)
            bits_set(&before, b->removed[i].square);
    for (size_t i = b->changed_count - made->changed; i < b->changed_count; i++)
        if (b->changed[i].unmoved)
            bits_set(&before, b->changed[i].square);
    const bits lost = bits_without(lasting(b, before), lasting(b, b->unmoved));
    EACH_SQUARE(sq, lost) keys += shg_unmoved_key(b->v, (unsigned)sq);
    return keys;
}

/* The keys of the state left by the move before, where that matters. */
static uint64_t state_keys(const board *b, unsigned counter_strike_square, unsigned pushed_to,
                           shoogi_kind last_kind)
{
    assert(counter_strike_square == SHOOGI_NO_SQUARE || counter_strike_square < b->v->squares);
    uint64_t keys = 0;
    if (b->t->trade_rules)
        keys += shg_counter_strike_key(b->v, counter_strike_square);
    if (b->t->tracks_pushes && pushed_to != SHOOGI_NO_SQUARE)
        keys += shg_zobrist_key(UINT64_C(0x3F84D5B5B5470917), b->v->square_key[pushed_to]);
    if (b->t->tracks_last_kind)
        keys += shg_zobrist_key(UINT64_C(0x9216D5D98979FB1B), last_kind);
    return keys;
}

uint64_t BC(shg_memory_keys)(const board *b)
{
    return state_keys(b, b->counter_strike_square, b->pushed_to, b->last_kind);
}

/* The change of the hash for squares with changed contents. */
static uint64_t change_of_hash(const board *b, const shg_saved_square *piece)
{
    const shg_code now = b->square[piece->square];
    const uint64_t before = key_of(b->v, piece->code, piece->square);
    return now != 0 ? key_of(b->v, now, piece->square) - before : -before;
}

/* The change of the hash for the partner of a castling piece. */
static uint64_t partner_keys(const board *b, const shg_made_move *made)
{
    const shg_code partner = made->captured_on_via[0];
    return key_of(b->v, partner, shg_castling_stop(b->v, made->move)) -
           key_of(b->v, partner, made->captured_on_via[1]);
}

/* The change of the hash by a check that counts. */
static uint64_t change_by_check(const board *b, const shg_made_move *made)
{
    return shg_checks_key(b->checks) - shg_checks_key(made->checks);
}

/* The Zobrist hash after a move that has been made on the board, from the hash before it. */
static uint64_t hash_after_move(const board *b, const shg_made_move *made, uint64_t hash)
{
    const shoogi_variant *const v = b->v;
    const shoogi_colour own = shoogi_colour_other(b->side);
    const shoogi_move move = made->move;
    if (!(move & SHOOGI_MOVE_SELF_DESTRUCT))
        hash += key_of(v, shg_code_of(shoogi_move_kind(move), own), shoogi_move_to(move));
    hash += taken_keys(b, made, own);
    if (shoogi_move_is_castling(move))
        hash += partner_keys(b, made);
    else if ((move & SHOOGI_MOVE_UNLOAD) && made->captured != 0)
        hash +=
            key_of(v, made->captured, shoogi_move_from(move)) - hand_key_of(b, made->captured, own);
    if (made->mover != 0)
        hash -= key_of(v, made->mover, shoogi_move_from(move));
    else
        hash -= v->hand_key[own][v->kind[shoogi_move_kind(move)].hand_kind];
    if (b->t->tracks_state)
        hash += state_keys(b, b->counter_strike_square, b->pushed_to, b->last_kind) -
                state_keys(b, made->counter_strike_square, made->pushed_to, made->last_kind);
    if (b->t->counts_checks)
        hash += change_by_check(b, made);
    if (made->traces & TRACE_FORM_DRAWN)
        hash -= v->hand_key[own][shoogi_move_kind(move)];
    if (b->t->tracks_unmoved && (made->traces != 0 || made->removed != 0 || made->changed != 0))
        hash -= trace_keys(b, made);
    for (unsigned i = b->removed_count - made->removed; i < b->removed_count; i++)
        hash -= key_of(v, b->removed[i].code, b->removed[i].square);
    for (size_t i = b->changed_count - made->changed; i < b->changed_count; i++)
        hash += change_of_hash(b, &b->changed[i]);
    return own == SHOOGI_BLACK ? hash + SHG_SIDE_KEY : hash - SHG_SIDE_KEY;
}

static void do_move(shoogi_position *p, shoogi_move move)
{
    board *const b = p->board;
    assert(p->history_count < p->history_capacity);
    assert(b->side == p->side && b->changed_count == p->changed_count);
    shg_made_move *const made = &p->history[p->history_count++];
    board_do(b, move, made, true);
    made->hash = p->hash;
    p->hash = hash_after_move(b, made, p->hash);
    p->changed_count = b->changed_count;
    p->side = b->side;
    p->counter_strike_square = (shoogi_square)b->counter_strike_square;
    memcpy(p->checks, b->checks, sizeof p->checks);
}

static void undo_move(shoogi_position *p)
{
    board *const b = p->board;
    assert(p->history_count > 0);
    assert(b->side == p->side && b->changed_count == p->changed_count);
    const shg_made_move *const made = &p->history[--p->history_count];
    board_undo(b, made);
    p->hash = made->hash;
    p->changed_count = b->changed_count;
    p->side = b->side;
    p->counter_strike_square = (shoogi_square)b->counter_strike_square;
    memcpy(p->checks, b->checks, sizeof p->checks);
}

static uint64_t perft(shoogi_position *p, unsigned depth_plies, shoogi_move *moves_room, bool paths)
{
    assert(depth_plies <= 1 || moves_room);
    if (depth_plies == 0)
        return 1;
    if (depth_plies == 1)
        return paths ? BC(shg_list_moves)(p->board, NULL, 0, true) : BC(shg_count_moves)(p->board);
    const size_t room = p->variant->moves_max;
    const size_t count = BC(shg_list_moves)(p->board, moves_room, room, paths);
    uint64_t nodes = 0;
    for (size_t i = 0; i < count; i++) {
        do_move(p, moves_room[i]);
        nodes += perft(p, depth_plies - 1, moves_room + room, paths);
        undo_move(p);
    }
    return nodes;
}

/* --- results by the board ------------------------------------------------------------------------ */

static shoogi_result win(shoogi_colour colour, shoogi_reason reason)
{
    return (shoogi_result){ colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE,
                            reason };
}

/* A side loses with its last royal or, by its bit of extinction, with any royal. */
static bool royals_lost(const board *b, shoogi_colour colour)
{
    const bool last_only = b->v->rules.extinction >> colour & 1;
    return last_only ? b->royals_had[colour] > 0 && count_lives(b, colour) == 0
                     : b->royals[colour] < b->royals_had[colour];
}

/* The number of pieces of colour that the bare king rule counts; weak: without those that do not count for the baring
 * side. */
static bits pieces_that_count(const board *b, shoogi_colour colour, bool strong)
{
    bits pieces = bits_none();
    for (unsigned g = 0; g < group_count(b->t); g++) {
        const move_class *const sh = group_move_class(b->t, g);
        bits found = *pieces_of(b, g, colour);
        if (sh->royal || !bits_any(found))
            continue;
        if (b->v->rules.baring_dead)
            found = alive_among(b, g, colour, found);
        if (!sh->bare_or_weak) {
            pieces = bits_or(pieces, found);
            continue;
        }
        const shg_kind *const kind = &b->v->kind[sh->kind];
        if (!kind->bare && !(strong && kind->weak))
            pieces = bits_or(pieces, found);
    }
    return pieces;
}

/* Whether one of these pieces of colour is attacked. */
static bool one_is_attacked(const board *b, shoogi_colour colour, bits pieces)
{
    EACH_SQUARE(sq, pieces)
    {
        if (bits_any(BC(shg_attackers)(b, (unsigned)sq, shoogi_colour_other(colour))))
            return true;
    }
    return false;
}

/* All royals of a side but one count as pieces. */
static unsigned count_besides_royal(const board *b, shoogi_colour colour, bool strong)
{
    return bit_count(pieces_that_count(b, colour, strong)) + b->royals[colour] -
           (b->royals[colour] > 0);
}

/* Bare king rule.  Source: docs/variant-format.md, "Royals and the end of the game", baring. */
static shoogi_result judge_baring(const board *b)
{
    static const shoogi_result goes_on = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    const shoogi_colour own = b->side, other = shoogi_colour_other(own);
    const shg_rules *const rules = &b->v->rules;
    if (b->royals[own] == 0 || b->royals[other] == 0)
        return goes_on;
    const unsigned own_pieces = count_besides_royal(b, own, false);
    const unsigned pieces = count_besides_royal(b, other, false);
    if (own_pieces == 0 && pieces == 0)
        return rules->baring_both == SHG_BARING_BOTH_ATTACK &&
                       (one_is_attacked(b, own, pieces_in_role(b, ROLE_ROYAL, own)) ||
                        one_is_attacked(b, other, pieces_in_role(b, ROLE_ROYAL, other)))
                   ? goes_on
                   : (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_BARE_ROYAL };
    if (pieces == 0 && count_besides_royal(b, own, true) > 0)
        return win(own, SHOOGI_REASON_BARE_ROYAL);
    if (own_pieces > 0 || count_besides_royal(b, other, true) == 0)
        return goes_on;
    /* Whether it can bare the other side at once or, if that counts, capture its last royal. */
    bits prey = rules->baring_dead && b->royals[other] == 1 ? pieces_in_role(b, ROLE_ROYAL, other)
                                                            : bits_none();
    if (rules->baring_back && pieces == 1)
        prey = bits_or(prey, b->royals[other] == 2 ? pieces_in_role(b, ROLE_ROYAL, other)
                                                   : pieces_that_count(b, other, false));
    return one_is_attacked(b, other, prey) ? goes_on : win(other, SHOOGI_REASON_BARE_ROYAL);
}

/* Try rule: a royal of colour on one of its try squares that cannot be captured at once. */
static bool try_succeeds(const board *b, shoogi_colour colour)
{
    const bits there = bits_and(pieces_in_role(b, ROLE_ROYAL, colour), b->t->tries[colour]);
    EACH_SQUARE(sq, there)
    {
        if (!bits_any(BC(shg_attackers)(b, (unsigned)sq, shoogi_colour_other(colour))))
            return true;
    }
    return false;
}

/* Whether colour has won by giving check; with the first check the board shows it, with more they are counted. */
static bool has_checked_enough(const board *b, shoogi_colour colour)
{
    const unsigned enough = b->v->rules.check_wins;
    return enough > 1 ? b->checks[colour] >= enough : enough == 1 && BC(shg_is_in_check)(b);
}

shoogi_result BC(shg_board_over)(const board *b)
{
    const shoogi_colour own = b->side, other = shoogi_colour_other(own);
    if (royals_lost(b, own))
        return win(other, SHOOGI_REASON_ROYAL_CAPTURED);
    if (royals_lost(b, other))
        return win(own, SHOOGI_REASON_ROYAL_CAPTURED);
    if (has_checked_enough(b, other))
        return win(other, SHOOGI_REASON_CHECK);
    if (b->v->rules.check_wins > 1 && has_checked_enough(b, own))
        return win(own, SHOOGI_REASON_CHECK);
    if (b->v->rules.try_draws && try_succeeds(b, other) && try_succeeds(b, own))
        return (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_TRY };
    if (b->v->rules.try_wins && try_succeeds(b, other))
        return win(other, SHOOGI_REASON_TRY);
    if (b->v->rules.try_wins && try_succeeds(b, own))
        return win(own, SHOOGI_REASON_TRY);
    if (b->v->rules.baring)
        return judge_baring(b);
    return (shoogi_result){ SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
}

/* --- the interface ------------------------------------------------------------------------------- */

static size_t moves(const shoogi_position *p, shoogi_move *out, size_t moves_max, bool paths)
{
    return moves_max == 0 && !paths ? BC(shg_count_moves)(p->board)
                                    : BC(shg_list_moves)(p->board, out, moves_max, paths);
}

static size_t some_moves(const shoogi_position *p, shoogi_move *out, size_t moves_max)
{
    return BC(shg_list_some)(p->board, out, moves_max);
}

static size_t moves_like(const shoogi_position *p, shoogi_move *out, size_t moves_max,
                         shoogi_move like, shoogi_move like_bits, bool free)
{
    return BC(shg_list_like)(p->board, out, moves_max, like, like_bits, free);
}

static shoogi_square barred_victim(const shoogi_position *p, shoogi_move move)
{
    assert(has_ends(p->board, move));
    return (shoogi_square)BC(shg_barred_victim)(p->board, move);
}

static unsigned zone_paths(const shoogi_position *p, shoogi_move move)
{
    assert(has_ends(p->board, move) && !shoogi_move_is_drop(move));
    return BC(shg_zone_paths)(p->board, move);
}

static shoogi_result over(const shoogi_position *p)
{
    return BC(shg_board_over)(p->board);
}

static uint64_t extra_hash(const shoogi_position *p)
{
    const board *const b = p->board;
    uint64_t hash = state_keys(b, b->counter_strike_square, b->pushed_to, b->last_kind);
    if (b->t->counts_checks)
        hash += shg_checks_key(b->checks);
    if (b->t->tracks_unmoved) {
        const bits unmoved = lasting(b, b->unmoved);
        EACH_SQUARE(sq, unmoved) hash += shg_unmoved_key(b->v, (unsigned)sq);
    }
    return hash;
}

static uint64_t hash_after(const shoogi_position *p, shoogi_move move)
{
    const board *const b = p->board;
    board *const s = b->scratch;
    assert(s != b && has_ends(b, move));
    shg_made_move made;
    BC(shg_copy_board)(s, b);
    board_do(s, move, &made, true);
    return hash_after_move(s, &made, p->hash);
}

static bool gives_check(const shoogi_position *p, shoogi_move move)
{
    const board *const b = p->board;
    board *const s = b->scratch;
    assert(s != b && has_ends(b, move));
    shg_made_move made;
    BC(shg_copy_board)(s, b);
    board_do(s, move, &made, true);
    return BC(shg_is_in_check)(s);
}

static size_t captures(const shoogi_position *p, shoogi_move move, shoogi_square *squares)
{
    const board *const b = p->board;
    size_t count = 0;
    if (shoogi_move_is_drop(move))
        return 0;
    bits taken = BC(shg_taken_by)(b, move);
    taken = bits_without(taken, bits_one(shoogi_move_from(move)));
    if (move & SHOOGI_MOVE_UNLOAD)
        taken = bits_without(taken, bits_one(shoogi_move_to(move)));
    EACH_SQUARE(sq, taken) squares[count++] = (shoogi_square)sq;
    return count;
}

static bool piece_attacks(const shoogi_position *p, shoogi_square square)
{
    assert(is_square(p->board, square));
    return bits_any(BC(shg_takes_from)(p->board, square));
}

/* The board with a piece on the square for colour to capture, for pieces whose moves depend on the contents. */
static const board *with_prey(const board *b, shoogi_square square, shoogi_colour colour)
{
    const shg_code code = b->square[square];
    assert(is_square(b, square));
    if (!b->t->tests_each_move || (code != 0 && shg_code_colour(code) != colour))
        return b;
    board *const s = b->scratch;
    BC(shg_copy_board)(s, b);
    if (code != 0)
        remove_piece(s, square, code);
    add_piece(s, square,
              shg_code_of(code != 0 ? shg_code_kind(code) : 1, shoogi_colour_other(colour)));
    return s;
}

static size_t attackers(const shoogi_position *p, shoogi_square square, shoogi_colour colour,
                        shoogi_square *squares, size_t squares_max)
{
    const board *const b = with_prey(p->board, square, colour);
    const bits found = BC(shg_attackers)(b, square, colour);
    size_t count = 0;
    EACH_SQUARE(sq, found)
    {
        if (count < squares_max)
            squares[count] = (shoogi_square)sq;
        count++;
    }
    return count;
}

static shoogi_square royal(const shoogi_position *p, shoogi_colour colour)
{
    return (shoogi_square)BC(shg_lone_royal)(p->board, colour);
}

static unsigned royal_count(const shoogi_position *p, shoogi_colour colour)
{
    return ((const board *)p->board)->royals[colour];
}

static bool pair_stands(const shoogi_position *p, shoogi_colour colour)
{
    return has_pair(p->board, colour);
}

static bool check(const shoogi_position *p)
{
    const board *const b = p->board;
    bits occupied[2] = { bits_none(), bits_none() };
    unsigned royals[2] = { 0, 0 };
    for (unsigned sq = 0; sq < p->variant->squares; sq++) {
        const shg_code code = b->square[sq];
        if (code == 0)
            continue;
        const shoogi_colour colour = shg_code_colour(code);
        bits_set(&occupied[colour], sq);
        royals[colour] += is_royal(b, code);
        if (!bits_has(pieces_of(b, group_of(b->t, shg_code_kind(code)), colour), sq))
            return false;
    }
    bool good = b->side == p->side;
    for (int colour = 0; colour < 2; colour++) {
        unsigned pieces = 0;
        for (unsigned g = 0; g < group_count(b->t); g++)
            pieces += bit_count(*pieces_of(b, g, (shoogi_colour)colour));
        good = good && pieces == bit_count(occupied[colour]) &&
               royals[colour] == b->royals[colour] &&
               memcmp(&occupied[colour], &b->occupied[colour], sizeof(bits)) == 0;
    }
    return good;
}

static void put(shoogi_position *p, shoogi_square square, shg_code code)
{
    board *const b = p->board;
    assert(is_square(b, square) && b->square[square] == 0);
    add_piece(b, square, code);
    b->royals[shg_code_colour(code)] += is_royal(b, code);
}

static void take_off(shoogi_position *p, shoogi_square square)
{
    board *const b = p->board;
    assert(is_occupied(b, square));
    const shg_code code = b->square[square];
    b->royals[shg_code_colour(code)] -= is_royal(b, code);
    remove_piece(b, square, code);
}

/* The layout in memory: board, bitboards, squares, both hands, removed pieces; then the same without the latter for
 * the scratch board. */
static size_t round_up(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t gone_bytes(const shoogi_variant *v, const tables *t)
{
    return t->removes_many ? round_up(v->squares * sizeof(shg_saved_square)) : 0;
}

static size_t one_board_bytes(const shoogi_variant *v, const tables *t)
{
    return round_up(sizeof(board)) + round_up(2 * group_count(t) * sizeof(bits)) +
           round_up(v->squares * sizeof(shg_code)) +
           2 * round_up((v->kinds + 1) * sizeof(uint16_t));
}

static size_t board_bytes(const shoogi_variant *v)
{
    const tables *const t = shg_variant_tables(v);
    return 2 * one_board_bytes(v, t) + gone_bytes(v, t);
}

static void place_arrays(const shoogi_variant *v, const tables *t, board *b)
{
    char *at = (char *)b + round_up(sizeof(board));
    b->by = (bits *)(void *)at;
    at += round_up(2 * group_count(t) * sizeof(bits));
    b->square = (shg_code *)(void *)at;
    at += round_up(v->squares * sizeof(shg_code));
    for (int colour = 0; colour < 2; colour++) {
        b->hand[colour] = (uint16_t *)(void *)at;
        at += round_up((v->kinds + 1) * sizeof(uint16_t));
    }
}

/* Copies to a scratch board everything except pointers; both share the array of removed pieces. */
void BC(shg_copy_board)(board *to, const board *from)
{
    board *const scratch = to->scratch;
    bits *const by = to->by;
    shg_code *const square = to->square;
    uint16_t *const hand[2] = { to->hand[0], to->hand[1] };
    const size_t arrays = one_board_bytes(from->v, from->t) - round_up(sizeof(board));
    assert(to != from && to->by != from->by);
    assert(!to->v || to->v == from->v);
    *to = *from;
    to->scratch = scratch;
    to->by = by;
    to->square = square;
    to->hand[0] = hand[0];
    to->hand[1] = hand[1];
    memcpy(by, from->by, arrays);
}

static void board_moved(const shoogi_variant *v, void *memory, shoogi_position *p)
{
    board *const b = memory;
    char *const gone = (char *)memory + one_board_bytes(v, b->t);
    board *const scratch = (board *)(void *)(gone + gone_bytes(v, b->t));
    place_arrays(v, b->t, b);
    place_arrays(v, b->t, scratch);
    b->removed = scratch->removed = (shg_saved_square *)(void *)gone;
    b->changed = p->changed;
    b->scratch = scratch;
    scratch->scratch = scratch;
    p->board = b;
    p->square = b->square;
    p->hand[0] = b->hand[0];
    p->hand[1] = b->hand[1];
}

static void board_init(const shoogi_variant *v, void *memory, shoogi_position *p)
{
    assert((uintptr_t)memory % 64 == 0);
    memset(memory, 0, board_bytes(v));
    board *const b = memory;
    b->v = v;
    b->t = shg_variant_tables(v);
    b->counter_strike_square = SHOOGI_NO_SQUARE;
    b->unmoved = b->t->board; /* until setup_done */
    board_moved(v, memory, p);
}

static void set_unmoved(shoogi_position *p, shoogi_square square, bool unmoved)
{
    board *const b = p->board;
    assert(is_square(b, square));
    b->unmoved = unmoved ? bits_or(b->unmoved, bits_one(square))
                         : bits_without(b->unmoved, bits_one(square));
}

static bool is_unmoved(const shoogi_position *p, shoogi_square square)
{
    const board *const b = p->board;
    assert(is_square(b, square));
    return bits_has(&b->unmoved, square);
}

static size_t castling_rights(const shoogi_position *p, shoogi_colour colour,
                              shoogi_castling_right *rights, size_t rights_max)
{
    const board *const b = p->board;
    size_t count = 0;
    for (unsigned i = 0; i < b->t->pair_count; i++) {
        const castling_pair *const pair = &b->t->pairs[i];
        if (!bits_has(&b->unmoved, pair->castler) || !bits_has(&b->unmoved, pair->partner) ||
            shg_code_colour(b->square[pair->castler]) != colour)
            continue;
        if (count < rights_max)
            rights[count] = (shoogi_castling_right){ pair->castler, pair->partner };
        count++;
    }
    return count;
}

static size_t passed_squares(const shoogi_position *p, shoogi_square *squares)
{
    const board *const b = p->board;
    const bits marked = BC(shg_marked_for)(b, b->side);
    size_t count = 0;
    EACH_SQUARE(sq, marked) squares[count++] = (shoogi_square)sq;
    return count;
}

/* Whether the piece on push.to, coming from an empty square of a line through it, passed over the square. */
static bool comes_over(const board *b, shg_push *push, unsigned square)
{
    const unsigned ranks = b->v->ranks;
    for (push->from = 0; push->from < b->v->squares; push->from++) {
        const int files_away = (int)(push->from / ranks) - (int)(push->to / ranks);
        const int ranks_away = (int)(push->from % ranks) - (int)(push->to % ranks);
        if (!is_square(b, push->from) || b->square[push->from] != 0 ||
            (files_away != 0 && ranks_away != 0 && abs(files_away) != abs(ranks_away)))
            continue;
        push->first = b->v->start[push->from] == push->piece;
        const bits marked = BC(shg_marked)(b, *push);
        if (bits_has(&marked, square))
            return true;
    }
    return false;
}

static bool set_passed(shoogi_position *p, shoogi_square square)
{
    board *const b = p->board;
    const shoogi_colour other = shoogi_colour_other(b->side);
    if (!b->t->tracks_pushes || b->square[square] != 0)
        return false;
    EACH_SQUARE(to, b->occupied[other])
    {
        shg_push push = { .to = (unsigned)to, .piece = b->square[to] };
        if (!move_class_at(b, (unsigned)to)->marks || !comes_over(b, &push, square))
            continue;
        b->pushed_from = push.from;
        b->pushed_to = push.to;
        b->pushed_first = push.first;
        b->last_kind = shg_code_kind(push.piece);
        return true;
    }
    return false;
}

static void ready(shoogi_position *p)
{
    board *const b = p->board;
    assert(b->v == p->variant && b->square == p->square);
    b->side = p->side;
    b->counter_strike_square = p->counter_strike_square;
    b->pushed_from = b->pushed_to = SHOOGI_NO_SQUARE;
    b->pushed_first = false;
    b->last_kind = 0;
    memcpy(b->checks, p->checks, sizeof b->checks);
    b->removed_count = 0;
    b->changed_count = p->changed_count = 0;
    for (unsigned sq = 0; sq < p->variant->squares; sq++)
        if (b->square[sq] == 0 || b->square[sq] != p->variant->start[sq])
            b->unmoved = bits_without(b->unmoved, bits_one(sq));
    for (int colour = 0; colour < 2; colour++)
        b->royals_had[colour] = count_lives(b, (shoogi_colour)colour);
}

#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x)

extern const shg_board_ops BC(shg_board_ops);
const shg_board_ops BC(shg_board_ops) = {
    .words = BOARD_WORDS,
    .name = TEXT(BOARD_WORDS) " words, " TEXT(BOARD_CPU),
    .build = BC(shg_build_tables),
    .board_bytes = board_bytes,
    .board_init = board_init,
    .board_moved = board_moved,
    .setup_done = ready,
    .put = put,
    .remove = take_off,
    .set_unmoved = set_unmoved,
    .is_unmoved = is_unmoved,
    .castling_rights = castling_rights,
    .passed_squares = passed_squares,
    .set_passed = set_passed,
    .moves = moves,
    .some_moves = some_moves,
    .moves_like = moves_like,
    .barred_victim = barred_victim,
    .zone_paths = zone_paths,
    .do_move = do_move,
    .undo_move = undo_move,
    .perft = perft,
    .board_result = over,
    .extra_hash = extra_hash,
    .hash_after = hash_after,
    .gives_check = gives_check,
    .captures = captures,
    .piece_attacks = piece_attacks,
    .attackers = attackers,
    .royal = royal,
    .royal_count = royal_count,
    .has_pair = pair_stands,
    .check = check,
};
