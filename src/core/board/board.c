/* board.c: making moves on a board, and what a position asks of it; compiled once for each class. */
#include "core/board/board_int.h"

#include <stdlib.h>
#include <string.h>

/* --- men ----------------------------------------------------------------------------------------- */

static inline void add_man(board *b, unsigned sq, shg_code code)
{
    const unsigned group = group_of(b->t, shg_code_kind(code));
    const shoogi_colour colour = shg_code_colour(code);
    assert(is_square(b, sq) && b->square[sq] == 0);
    assert(is_kind(b, shg_code_kind(code)));
    b->square[sq] = code;
    bits_flip(&b->occupied[colour], sq);
    bits_flip(men_of(b, group, colour), sq);
}

static inline void remove_man(board *b, unsigned sq, shg_code code)
{
    const unsigned group = group_of(b->t, shg_code_kind(code));
    const shoogi_colour colour = shg_code_colour(code);
    assert(is_square(b, sq) && b->square[sq] == code);
    assert(is_kind(b, shg_code_kind(code)));
    b->square[sq] = 0;
    bits_flip(&b->occupied[colour], sq);
    bits_flip(men_of(b, group, colour), sq);
}

/* The same, royals being counted. */
static inline void count_in(board *b, unsigned sq, shg_code code)
{
    add_man(b, sq, code);
    b->royals[shg_code_colour(code)] += is_royal(b, code);
}

static inline void count_out(board *b, unsigned sq, shg_code code)
{
    assert(!is_royal(b, code) || b->royals[shg_code_colour(code)] > 0);
    remove_man(b, sq, code);
    b->royals[shg_code_colour(code)] -= is_royal(b, code);
}

/* In whose hand a man taken by colour comes to be, and as what; kind 0 if it is gone. */
static inline shg_code into_hand(const board *b, shg_code taken, shoogi_colour colour)
{
    assert(is_kind(b, shg_code_kind(taken)));
    const shoogi_colour owner = shg_code_colour(taken);
    const shoogi_kind kind = b->v->kind[shg_code_kind(taken)].hand;
    if (b->v->rules.holdings_own)
        return shg_code_of(kind, owner);
    return shg_code_of(owner == colour ? 0 : kind, colour);
}

/* The count in hand that a man taken by the side to move belongs to; that of kind 0 is where men go that are
 * gone. */
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

/* Takes what stands on the squares on the way. */
static void take_on_the_way(board *b, shoogi_move move, shg_past *past)
{
    shoogi_square visited[SHOOGI_VIA_MAX];
    const unsigned ways = shoogi_move_via(visited, move, b->v->ranks);
    assert(!(move & SHOOGI_MOVE_CAPTURES_LINE));
    for (unsigned i = 0; i < ways; i++) {
        assert(is_square(b, visited[i]));
        if (b->square[visited[i]] == 0)
            continue;
        past->taken_on_way[i] = b->square[visited[i]];
        take(b, visited[i], past->taken_on_way[i]);
    }
}

static void give_back_on_the_way(board *b, const shg_past *past)
{
    shoogi_square visited[SHOOGI_VIA_MAX];
    for (unsigned i = shoogi_move_via(visited, past->move, b->v->ranks); i-- > 0;)
        if (past->taken_on_way[i] != 0)
            give_back(b, visited[i], past->taken_on_way[i]);
}

static bool counter_strikes(const board *b, shg_code taken)
{
    return taken != 0 && shg_code_colour(taken) != b->side &&
           b->v->kind[shg_code_kind(taken)].counter_strike;
}

/* Where the move leaves the counter-strike mark: on the last man taken that has it by one that has not.
 * The mover is what it was before promotion.  Source: docs/variant-format.md, "Rules of trade". */
static unsigned new_mark(const board *b, const shg_past *past)
{
    unsigned mark = SHOOGI_NO_SQUARE;
    shoogi_square visited[SHOOGI_VIA_MAX];
    assert(b->t->trades);
    assert(past->gone <= b->gone_count);
    if (past->mover == 0 || b->v->kind[shg_code_kind(past->mover)].counter_strike)
        return mark;
    for (unsigned i = b->gone_count - past->gone; i < b->gone_count;
         i++) /* not yet what it burns */
        if (counter_strikes(b, b->gone[i].code))
            mark = b->gone[i].square;
    const unsigned ways = shoogi_move_via(visited, past->move, b->v->ranks);
    for (unsigned i = 0; i < ways; i++)
        if (counter_strikes(b, past->taken_on_way[i]))
            mark = visited[i];
    if (counter_strikes(b, past->taken) &&
        !(past->move & SHOOGI_MOVE_UNLOAD)) /* put down, it is not gone */
        mark = shoogi_move_to(past->move);
    return mark;
}

/* What a move leaves in past->traces, besides bits 0 to 5 for the men that had not moved. */
enum { TRACE_CROWNED = 1 << 6, TRACE_FORM_DRAWN = 1 << 7 };
enum { MOVE_SQUARES_MAX = SHOOGI_VIA_MAX + 2 };

/* The squares of a move: where it starts, perhaps NO_SQUARE, where it ends, and those on the way; returns how many. */
static unsigned squares_of(const board *b, shoogi_move move,
                           shoogi_square squares[MOVE_SQUARES_MAX])
{
    squares[0] = shoogi_move_from(move);
    squares[1] = shoogi_move_to(move);
    return 2 + (is_direct(move) ? 0 : shoogi_move_via(squares + 2, move, b->v->ranks));
}

/* A man that has moved, or was taken, has not stayed where it was; nor has one that is dropped. */
static void forget_unmoved(board *b, shg_past *past)
{
    shoogi_square squares[MOVE_SQUARES_MAX];
    const unsigned count = squares_of(b, past->move, squares);
    assert(b->t->remembers_unmoved);
    for (unsigned i = 0; i < count; i++) {
        if (squares[i] == SHOOGI_NO_SQUARE || !bits_has(&b->unmoved, squares[i]))
            continue;
        past->traces |= (uint8_t)(1 << i);
        bits_flip(&b->unmoved, squares[i]);
    }
}

static void undo_traces(board *b, const shg_past *past)
{
    shoogi_square squares[MOVE_SQUARES_MAX];
    const unsigned count = squares_of(b, past->move, squares);
    assert(b->side == SHOOGI_BLACK || b->side == SHOOGI_WHITE);
    for (unsigned i = 0; i < count; i++)
        if (past->traces >> i & 1)
            bits_set(&b->unmoved, squares[i]);
    for (unsigned colour = 0; colour < 2 && (past->traces & TRACE_CROWNED); colour++)
        b->royals_had[colour] = past->royals_had[colour];
    if (past->traces & TRACE_FORM_DRAWN)
        b->hand[b->side][shoogi_move_kind(past->move)]++;
}

/* A first move that goes straight on for two squares or more, to where nothing stood. */
static bool is_push(const board *b, shoogi_move move, const shg_past *past)
{
    shoogi_square visited[SHOOGI_VIA_MAX];
    assert(b->t->remembers_push);
    if (past->mover == 0 || past->taken != 0 || !(past->traces & 1))
        return false;
    for (unsigned i = shoogi_move_via(visited, move, b->v->ranks); i-- > 0;)
        if (visited[i] == shoogi_move_to(move) && past->taken_on_way[i] != 0)
            return false;
    const int ranks = (int)b->v->ranks, from = shoogi_move_from(move), to = shoogi_move_to(move);
    const int files_away = abs(from / ranks - to / ranks),
              ranks_away = abs(from % ranks - to % ranks);
    const int longer = files_away > ranks_away ? files_away : ranks_away;
    return longer >= 2 && (files_away == 0 || ranks_away == 0 || files_away == ranks_away);
}

/* The mover disappears, or what it took is put down where it came from instead of in the hand. */
static void finish_oddly(board *b, const shg_past *past, shg_code after)
{
    const shg_code taken = past->taken;
    assert(past->move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD));
    if (past->move & SHOOGI_MOVE_SELF_DESTRUCT) {
        b->royals[b->side] -= is_royal(b, after);
        return;
    }
    add_man(b, shoogi_move_to(past->move), after);
    if (taken == 0)
        return;
    --*hand_for(b, taken);
    b->royals[shg_code_colour(taken)] += is_royal(b, taken);
    add_man(b, shoogi_move_from(past->move), taken);
}

/* It ended where it started and took nothing. */
static bool is_pass(const shg_past *past)
{
    return past->mover != 0 && shoogi_move_from(past->move) == shoogi_move_to(past->move) &&
           past->taken_on_way[0] == 0 && past->taken_on_way[1] == 0;
}

/* What later moves may ask of this one; of a pass, nothing. */
static void remember(board *b, shg_past *past)
{
    assert(b->t->remembers);
    if (b->t->trades)
        b->mark = new_mark(b, past);
    if (is_pass(past)) {
        b->pushed_from = b->pushed_to = SHOOGI_NO_SQUARE;
        return;
    }
    if (b->t->remembers_unmoved)
        forget_unmoved(b, past);
    if (b->t->changes && past->mover != 0 &&
        shg_form_is_drawn(&b->v->kind[shg_code_kind(past->mover)], past->move)) {
        b->hand[b->side][shoogi_move_kind(past->move)]--;
        past->traces |= TRACE_FORM_DRAWN;
    }
    const bool pushed = b->t->remembers_push && is_push(b, past->move, past);
    b->pushed_from = pushed ? shoogi_move_from(past->move) : SHOOGI_NO_SQUARE;
    b->pushed_to = pushed ? shoogi_move_to(past->move) : SHOOGI_NO_SQUARE;
    b->last_kind = past->mover != 0 ? shg_code_kind(past->mover) : shoogi_move_kind(past->move);
}

/* --- men that are gone for good ------------------------------------------------------------------ */

static void clear_off(board *b, shg_past *past, unsigned sq)
{
    const shg_code code = b->square[sq];
    const bool unmoved = b->t->remembers_unmoved && bits_has(&b->unmoved, sq);
    assert(b->t->clears && b->gone_count < b->v->squares);
    assert(is_occupied(b, sq));
    b->gone[b->gone_count++] = (shg_stood){ (shoogi_square)sq, code, unmoved };
    past->gone++;
    if (unmoved)
        bits_flip(&b->unmoved, sq);
    count_out(b, sq, code);
}

static void put_back(board *b, const shg_past *past)
{
    assert(past->gone <= b->gone_count);
    for (unsigned i = 0; i < past->gone; i++) {
        shg_stood *const man = &b->gone[--b->gone_count];
        count_in(b, man->square, man->code);
        if (man->unmoved)
            bits_set(&b->unmoved, man->square);
        memset(man, 0, sizeof *man); /* the board is as it was, to the byte */
    }
}

/* Takes all that stands between the ends of the move. */
static void sweep(board *b, shg_past *past)
{
    const unsigned from = shoogi_move_from(past->move), to = shoogi_move_to(past->move);
    const int stride = stride_between(b, from, to);
    assert(from != to && is_square(b, to));
    assert(stride != 0);
    for (int sq = (int)from + stride; sq != (int)to; sq += stride)
        if (b->square[sq] != 0)
            clear_off(b, past, (unsigned)sq);
}

/* The man that moved burns what is next to it, unless it came next to one that burns it.
 * Source: docs/variant-format.md, "Who may take whom", burns. */
static void burn(board *b, shg_past *past)
{
    const unsigned to = shoogi_move_to(past->move);
    const shoogi_colour other = shoogi_colour_other(b->side);
    const shoogi_kind end = shoogi_move_kind(past->move);
    assert(b->t->burns && is_kind(b, end));
    if (past->mover == 0 || !shg_sets_fire(b->v, shg_code_kind(past->mover), end))
        return;
    const unsigned meeting = b->v->rules.burn_meeting;
    const bits fires = men_in_role(b, ROLE_FIRE, other), near = around(b, to);
    const bool burnt = bits_meet(fires, near);
    if (burnt ? meeting == SHG_MEETING_MOVER : (past->move & SHOOGI_MOVE_SELF_DESTRUCT) != 0)
        return;
    bits men = bits_and(near, b->occupied[other]);
    if (meeting != SHG_MEETING_BOTH)
        men = bits_without(men, fires);
    EACH_SQUARE(sq, men) clear_off(b, past, (unsigned)sq);
}

/* --- changes by circumstances -------------------------------------------------------------------- */

/* A move under way by which men change. */
typedef struct changing {
    board *b;
    shg_past *past;
    bits changed; /* squares whose men have changed already */
} changing;

/* Some rule makes of the man on sq another, or takes it off. */
static void change_man(changing *c, unsigned sq, shoogi_kind becomes)
{
    board *const b = c->b;
    const shg_code code = b->square[sq];
    const bool unmoved = b->t->remembers_unmoved && bits_has(&b->unmoved, sq);
    assert(is_occupied(b, sq));
    assert(becomes == SHG_GONE || is_kind(b, becomes));
    if (!bits_has(&c->changed, sq)) {
        b->changed[b->changed_count++] = (shg_stood){ (shoogi_square)sq, code, unmoved };
        c->past->changed++;
        bits_set(&c->changed, sq);
    }
    count_out(b, sq, code);
    if (becomes != SHG_GONE)
        count_in(b, sq, shg_code_of(becomes, shg_code_colour(code)));
    else if (unmoved)
        bits_flip(&b->unmoved, sq);
}

/* All these men of one side change. */
static void change_men(changing *c, const shoogi_kind *becomes, bits men)
{
    EACH_SQUARE(sq, men)
    change_man(c, (unsigned)sq, becomes[c->b->v->kind[shg_code_kind(c->b->square[sq])].number]);
}

/* Those of the men that have one of causes within so many squares, or those that have none. */
static bits by_distance(const board *b, const shg_change *change, bits men, bits causes)
{
    bits found = bits_none();
    EACH_SQUARE(sq, men)
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
static void change(board *b, shg_past *past)
{
    const shoogi_variant *const v = b->v;
    const shoogi_colour own = b->side, other = shoogi_colour_other(own);
    const shoogi_kind herald =
        past->move & SHOOGI_MOVE_SELF_DESTRUCT
            ? 0
            : shg_heralded(v, shg_code_kind(past->mover), shoogi_move_kind(past->move));
    changing c = { b, past, bits_none() };
    for (size_t i = 0; i < v->change_count; i++) {
        const shg_change *const rule = &v->changes[i];
        const role *const part = b->t->change[i].part;
        const bits causes[2] = { men_in(b, &part[SHG_PART_CAUSE], SHOOGI_BLACK),
                                 men_in(b, &part[SHG_PART_CAUSE], SHOOGI_WHITE) };
        for (unsigned colour = 0; colour < 2; colour++) {
            const bool theirs = rule->when == SHG_CHANGE_BECAME && (shoogi_colour)colour == other;
            bits men =
                men_in(b, &part[theirs ? SHG_PART_OTHER : SHG_PART_OWN], (shoogi_colour)colour);
            if (rule->when == SHG_CHANGE_LOST
                    ? bits_any(causes[colour])
                    : rule->when == SHG_CHANGE_BECAME && (herald == 0 || !rule->cause[herald]))
                continue;
            if (rule->when == SHG_CHANGE_NEAR || rule->when == SHG_CHANGE_FAR)
                men = by_distance(b, rule, men, bits_or(causes[0], causes[1]));
            change_men(&c, rule->becomes[theirs], men);
        }
    }
}

static void change_back(board *b, const shg_past *past)
{
    assert(past->changed <= b->changed_count);
    for (unsigned i = 0; i < past->changed; i++) {
        const shg_stood *const man = &b->changed[--b->changed_count];
        if (b->square[man->square] != 0)
            count_out(b, man->square, b->square[man->square]);
        count_in(b, man->square, man->code);
        if (man->unmoved)
            bits_set(&b->unmoved, man->square);
    }
}

/* A side has more royals than it ever had. */
static void crown(board *b, shg_past *past)
{
    assert(b->t->changes);
    for (unsigned colour = 0; colour < 2; colour++) {
        past->royals_had[colour] = (uint16_t)b->royals_had[colour];
        const unsigned lives = count_lives(b, (shoogi_colour)colour);
        if (lives <= b->royals_had[colour])
            continue;
        b->royals_had[colour] = lives;
        past->traces |= TRACE_CROWNED;
    }
}

/* Fills past but for hash and gave_check.  changes: those that follow are made, too. */
static inline void board_do(board *b, shoogi_move move, shg_past *past, bool changes)
{
    const shoogi_colour own = b->side;
    const unsigned to = shoogi_move_to(move);
    const shoogi_kind kind = shoogi_move_kind(move);
    const shg_code after = shg_code_of(kind, own);
    assert(has_ends(b, move));
    assert(!shoogi_move_is_drop(move) || b->hand[own][b->v->kind[kind].drawn] > 0);
    *past = (shg_past){ .move = move,
                        .mark = (shoogi_square)b->mark,
                        .pushed_from = (shoogi_square)b->pushed_from,
                        .pushed_to = (shoogi_square)b->pushed_to,
                        .last_kind = b->last_kind };
    if (shoogi_move_is_drop(move)) {
        b->hand[own][b->v->kind[kind].drawn]--;
        add_man(b, to, after);
        b->royals[own] += is_royal(b, after);
    } else {
        const unsigned from = shoogi_move_from(move);
        past->mover = b->square[from];
        if (move & SHOOGI_MOVE_CAPTURES_LINE)
            sweep(b, past);
        else if (!is_direct(move))
            take_on_the_way(b, move, past);
        remove_man(b, from, past->mover);
        past->taken = b->square[to]; /* nothing, if it returns to where it was */
        if (past->taken != 0)
            take(b, to, past->taken);
        if (move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD))
            finish_oddly(b, past, after);
        else
            add_man(b, to, after);
        b->royals[own] += is_royal(b, after) - is_royal(b, past->mover);
    }
    if (b->t->remembers)
        remember(b, past);
    if (b->t->burns)
        burn(b, past);
    if (changes && b->v->change_count > 0 && (past->gone > 0 || !is_pass(past)))
        change(b, past);
    if (b->t->changes)
        crown(b, past);
    b->side = shoogi_colour_other(own);
}

static void unfinish(board *b, const shg_past *past, shg_code after)
{
    const unsigned to = shoogi_move_to(past->move), from = shoogi_move_from(past->move);
    assert(past->move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD));
    if (past->move & SHOOGI_MOVE_SELF_DESTRUCT) {
        b->royals[b->side] += is_royal(b, after);
        return;
    }
    remove_man(b, to, after);
    if (past->taken == 0)
        return;
    ++*hand_for(b, past->taken);
    b->royals[shg_code_colour(past->taken)] -= is_royal(b, past->taken);
    remove_man(b, from, past->taken);
}

static inline void board_undo(board *b, const shg_past *past)
{
    const shoogi_move move = past->move;
    const unsigned to = shoogi_move_to(move);
    const shg_code after = shg_code_of(shoogi_move_kind(move), shoogi_colour_other(b->side));
    assert(shoogi_move_is_drop(move) == (past->mover == 0));
    assert(is_square(b, to));
    b->side = shoogi_colour_other(b->side);
    b->mark = past->mark;
    b->pushed_from = past->pushed_from;
    b->pushed_to = past->pushed_to;
    b->last_kind = past->last_kind;
    if (past->changed != 0)
        change_back(b, past);
    if (move & (SHOOGI_MOVE_SELF_DESTRUCT | SHOOGI_MOVE_UNLOAD))
        unfinish(b, past, after);
    else
        remove_man(b, to, after);
    if (shoogi_move_is_drop(move)) {
        b->hand[b->side][b->v->kind[shoogi_move_kind(move)].drawn]++;
        b->royals[b->side] -= is_royal(b, after);
    } else {
        b->royals[b->side] += is_royal(b, past->mover) - is_royal(b, after);
        add_man(b, shoogi_move_from(move), past->mover);
        if (past->taken != 0)
            give_back(b, to, past->taken);
        if (!is_direct(move))
            give_back_on_the_way(b, past);
    }
    if (past->traces != 0)
        undo_traces(b, past);
    if (past->gone != 0)
        put_back(b, past);
}

shg_code BC(shg_into_hand)(const board *b, shg_code taken, shoogi_colour colour)
{
    return into_hand(b, taken, colour);
}

void BC(shg_add_man)(board *b, unsigned sq, shg_code code)
{
    add_man(b, sq, code);
}

void BC(shg_remove_man)(board *b, unsigned sq, shg_code code)
{
    remove_man(b, sq, code);
}

void BC(shg_board_do)(board *b, shoogi_move move, shg_past *past)
{
    board_do(b, move, past, true);
}

void BC(shg_board_go)(board *b, shoogi_move move, shg_past *past)
{
    board_do(b, move, past, false);
}

void BC(shg_board_undo)(board *b, const shg_past *past)
{
    board_undo(b, past);
}

static inline uint64_t key_of(const shoogi_variant *v, shg_code code, unsigned sq)
{
    return shg_key(v->piece_key[code], v->square_key[sq]);
}

/* What a man taken by colour adds to the hash in hand; that of kind 0 is 0. */
static inline uint64_t hand_key_of(const board *b, shg_code taken, shoogi_colour colour)
{
    const shg_code in_hand = into_hand(b, taken, colour);
    return b->v->hand_key[shg_code_colour(in_hand)][shg_code_kind(in_hand)];
}

/* What the men taken take from the hash, and what they add in hand. */
static uint64_t taken_keys(const board *b, const shg_past *past, shoogi_colour own)
{
    uint64_t change = 0;
    if (past->taken != 0)
        change += hand_key_of(b, past->taken, own) -
                  key_of(b->v, past->taken, shoogi_move_to(past->move));
    if (is_direct(past->move))
        return change;
    shoogi_square visited[SHOOGI_VIA_MAX];
    const unsigned ways = shoogi_move_via(visited, past->move, b->v->ranks);
    for (unsigned i = 0; i < ways; i++)
        if (past->taken_on_way[i] != 0)
            change += hand_key_of(b, past->taken_on_way[i], own) -
                      key_of(b->v, past->taken_on_way[i], visited[i]);
    return change;
}

static uint64_t trace_keys(const board *b, const shg_past *past)
{
    shoogi_square squares[MOVE_SQUARES_MAX];
    const unsigned count = squares_of(b, past->move, squares);
    uint64_t keys = 0;
    for (unsigned i = 0; i < count; i++)
        if (past->traces >> i & 1)
            keys += shg_unmoved_key(b->v, squares[i]);
    if (past->traces & TRACE_FORM_DRAWN)
        keys += b->v->hand_key[shg_code_colour(past->mover)][shoogi_move_kind(past->move)];
    return keys;
}

/* The keys of what a position remembers of the move before it, where that matters. */
static uint64_t memory_keys(const board *b, unsigned mark, unsigned pushed_to,
                            shoogi_kind last_kind)
{
    assert(mark == SHOOGI_NO_SQUARE || mark < b->v->squares);
    uint64_t keys = 0;
    if (b->t->trades)
        keys += shg_mark_key(b->v, mark);
    if (b->t->remembers_push && pushed_to != SHOOGI_NO_SQUARE)
        keys += shg_key(UINT64_C(0x3F84D5B5B5470917), b->v->square_key[pushed_to]);
    if (b->t->remembers_kind)
        keys += shg_key(UINT64_C(0x9216D5D98979FB1B), last_kind);
    return keys;
}

uint64_t BC(shg_memory_keys)(const board *b)
{
    return memory_keys(b, b->mark, b->pushed_to, b->last_kind);
}

/* What the hash gains where something stood that changed. */
static uint64_t change_of_hash(const board *b, const shg_stood *man)
{
    const shg_code now = b->square[man->square];
    const uint64_t before = key_of(b->v, man->code, man->square);
    if (now != 0)
        return key_of(b->v, now, man->square) - before;
    return -before - (man->unmoved ? shg_unmoved_key(b->v, man->square) : 0);
}

/* The hash after a move that was made on the board, from the hash before it. */
static uint64_t hash_after_move(const board *b, const shg_past *past, uint64_t hash)
{
    const shoogi_variant *const v = b->v;
    const shoogi_colour own = shoogi_colour_other(b->side);
    const shoogi_move move = past->move;
    if (!(move & SHOOGI_MOVE_SELF_DESTRUCT))
        hash += key_of(v, shg_code_of(shoogi_move_kind(move), own), shoogi_move_to(move));
    hash += taken_keys(b, past, own);
    if ((move & SHOOGI_MOVE_UNLOAD) && past->taken != 0)
        hash += key_of(v, past->taken, shoogi_move_from(move)) - hand_key_of(b, past->taken, own);
    if (past->mover != 0)
        hash -= key_of(v, past->mover, shoogi_move_from(move));
    else
        hash -= v->hand_key[own][v->kind[shoogi_move_kind(move)].drawn];
    if (b->t->remembers)
        hash += memory_keys(b, b->mark, b->pushed_to, b->last_kind) -
                memory_keys(b, past->mark, past->pushed_to, past->last_kind);
    if (past->traces != 0)
        hash -= trace_keys(b, past);
    for (unsigned i = b->gone_count - past->gone; i < b->gone_count; i++)
        hash -= key_of(v, b->gone[i].code, b->gone[i].square) +
                (b->gone[i].unmoved ? shg_unmoved_key(v, b->gone[i].square) : 0);
    for (size_t i = b->changed_count - past->changed; i < b->changed_count; i++)
        hash += change_of_hash(b, &b->changed[i]);
    return own == SHOOGI_BLACK ? hash + SHG_SIDE_KEY : hash - SHG_SIDE_KEY;
}

static void do_move(shoogi_position *p, shoogi_move move)
{
    board *const b = p->board;
    assert(p->past_count < p->past_room);
    assert(b->side == p->side && b->changed_count == p->changed_count);
    shg_past *const past = &p->past[p->past_count++];
    board_do(b, move, past, true);
    past->hash = p->hash;
    p->hash = hash_after_move(b, past, p->hash);
    p->changed_count = b->changed_count;
    p->side = b->side;
    p->mark = (shoogi_square)b->mark;
}

static void undo_move(shoogi_position *p)
{
    board *const b = p->board;
    assert(p->past_count > 0);
    assert(b->side == p->side && b->changed_count == p->changed_count);
    const shg_past *const past = &p->past[--p->past_count];
    board_undo(b, past);
    p->hash = past->hash;
    p->changed_count = b->changed_count;
    p->side = b->side;
    p->mark = (shoogi_square)b->mark;
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

/* --- ends that the board shows ------------------------------------------------------------------- */

static shoogi_result win(shoogi_colour colour, shoogi_reason reason)
{
    return (shoogi_result){ colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE,
                            reason };
}

/* A side loses with its last royal or, by its bit of extinction, with any. */
static bool royals_lost(const board *b, shoogi_colour colour)
{
    const bool last_only = b->v->rules.extinction >> colour & 1;
    return last_only ? b->royals_had[colour] > 0 && count_lives(b, colour) == 0
                     : b->royals[colour] < b->royals_had[colour];
}

/* Men of colour other than royals, as the rule of the bare royal counts them; weak: those that do not count
 * for the side that bares the other are left out. */
static bits men_that_count(const board *b, shoogi_colour colour, bool strong)
{
    bits men = bits_none();
    for (unsigned g = 0; g < group_count(b->t); g++) {
        const shape *const sh = group_shape(b->t, g);
        bits found = *men_of(b, g, colour);
        if (sh->royal || !bits_any(found))
            continue;
        if (b->v->rules.baring_dead)
            found = alive_among(b, g, colour, found);
        if (!sh->bare_or_weak) {
            men = bits_or(men, found);
            continue;
        }
        const shg_kind *const kind = &b->v->kind[sh->kind];
        if (!kind->bare && !(strong && kind->weak))
            men = bits_or(men, found);
    }
    return men;
}

/* True if one of these men of colour is attacked. */
static bool one_is_attacked(const board *b, shoogi_colour colour, bits men)
{
    EACH_SQUARE(sq, men)
    {
        if (bits_any(BC(shg_attackers)(b, (unsigned)sq, shoogi_colour_other(colour))))
            return true;
    }
    return false;
}

/* The royals of a side but one count as men. */
static unsigned count_besides_royal(const board *b, shoogi_colour colour, bool strong)
{
    return bit_count(men_that_count(b, colour, strong)) + b->royals[colour] -
           (b->royals[colour] > 0);
}

/* Source: docs/variant-format.md, "Royals and the end of the game", baring. */
static shoogi_result judge_baring(const board *b)
{
    static const shoogi_result goes_on = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    const shoogi_colour own = b->side, other = shoogi_colour_other(own);
    const shg_rules *const rules = &b->v->rules;
    if (b->royals[own] == 0 || b->royals[other] == 0)
        return goes_on;
    const unsigned own_men = count_besides_royal(b, own, false);
    const unsigned men = count_besides_royal(b, other, false);
    if (own_men == 0 && men == 0)
        return rules->baring_both == SHG_BARING_BOTH_ATTACK &&
                       (one_is_attacked(b, own, men_in_role(b, ROLE_ROYAL, own)) ||
                        one_is_attacked(b, other, men_in_role(b, ROLE_ROYAL, other)))
                   ? goes_on
                   : (shoogi_result){ SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_BARE_ROYAL };
    if (men == 0 && count_besides_royal(b, own, true) > 0)
        return win(own, SHOOGI_REASON_BARE_ROYAL);
    if (own_men > 0 || count_besides_royal(b, other, true) == 0)
        return goes_on;
    /* It may at once bare the other in turn or, if that counts, take its last royal. */
    bits prey = rules->baring_dead && b->royals[other] == 1 ? men_in_role(b, ROLE_ROYAL, other)
                                                            : bits_none();
    if (rules->baring_back && men == 1)
        prey = bits_or(prey, b->royals[other] == 2 ? men_in_role(b, ROLE_ROYAL, other)
                                                   : men_that_count(b, other, false));
    return one_is_attacked(b, other, prey) ? goes_on : win(other, SHOOGI_REASON_BARE_ROYAL);
}

/* A royal of colour stands on its last rank and cannot be taken at once. */
static bool try_succeeds(const board *b, shoogi_colour colour)
{
    const bits there = bits_and(men_in_role(b, ROLE_ROYAL, colour), b->t->last_rank[colour]);
    EACH_SQUARE(sq, there)
    {
        if (!bits_any(BC(shg_attackers)(b, (unsigned)sq, shoogi_colour_other(colour))))
            return true;
    }
    return false;
}

shoogi_result BC(shg_board_over)(const board *b)
{
    const shoogi_colour own = b->side, other = shoogi_colour_other(own);
    if (royals_lost(b, own))
        return win(other, SHOOGI_REASON_ROYAL_CAPTURED);
    if (royals_lost(b, other))
        return win(own, SHOOGI_REASON_ROYAL_CAPTURED);
    if (b->v->rules.check_wins && BC(shg_is_in_check)(b))
        return win(other, SHOOGI_REASON_CHECK);
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

static unsigned zone_ways(const shoogi_position *p, shoogi_move move)
{
    assert(has_ends(p->board, move) && !shoogi_move_is_drop(move));
    return BC(shg_zone_ways)(p->board, move);
}

static shoogi_result over(const shoogi_position *p)
{
    return BC(shg_board_over)(p->board);
}

static uint64_t extra_hash(const shoogi_position *p)
{
    const board *const b = p->board;
    uint64_t hash = memory_keys(b, b->mark, b->pushed_to, b->last_kind);
    if (b->t->remembers_unmoved)
        EACH_SQUARE(sq, b->unmoved) hash += shg_unmoved_key(b->v, (unsigned)sq);
    return hash;
}

static uint64_t hash_after(const shoogi_position *p, shoogi_move move)
{
    const board *const b = p->board;
    board *const s = b->scratch;
    assert(s != b && has_ends(b, move));
    shg_past past;
    BC(shg_copy_board)(s, b);
    board_do(s, move, &past, true);
    return hash_after_move(s, &past, p->hash);
}

static bool man_attacks(const shoogi_position *p, shoogi_square square)
{
    assert(is_square(p->board, square));
    return bits_any(BC(shg_takes_from)(p->board, square));
}

/* The board with a man on the square that colour could take, for those whose ways ask what stands there. */
static const board *with_prey(const board *b, shoogi_square square, shoogi_colour colour)
{
    const shg_code code = b->square[square];
    assert(is_square(b, square));
    if (!b->t->tests_checks || (code != 0 && shg_code_colour(code) != colour))
        return b;
    board *const s = b->scratch;
    BC(shg_copy_board)(s, b);
    if (code != 0)
        remove_man(s, square, code);
    add_man(s, square,
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
        if (!bits_has(men_of(b, group_of(b->t, shg_code_kind(code)), colour), sq))
            return false;
    }
    bool good = b->side == p->side;
    for (int colour = 0; colour < 2; colour++) {
        unsigned men = 0;
        for (unsigned g = 0; g < group_count(b->t); g++)
            men += bit_count(*men_of(b, g, (shoogi_colour)colour));
        good = good && men == bit_count(occupied[colour]) && royals[colour] == b->royals[colour] &&
               memcmp(&occupied[colour], &b->occupied[colour], sizeof(bits)) == 0;
    }
    return good;
}

static void put(shoogi_position *p, shoogi_square square, shg_code code)
{
    board *const b = p->board;
    assert(is_square(b, square) && b->square[square] == 0);
    add_man(b, square, code);
    b->royals[shg_code_colour(code)] += is_royal(b, code);
}

static void take_off(shoogi_position *p, shoogi_square square)
{
    board *const b = p->board;
    assert(is_occupied(b, square));
    const shg_code code = b->square[square];
    b->royals[shg_code_colour(code)] -= is_royal(b, code);
    remove_man(b, square, code);
}

/* A board and its arrays lie one behind the other: board, sets, squares, both hands; then the men that are gone, and
 * the same without them for the scratch board. */
static size_t round_up(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t gone_bytes(const shoogi_variant *v, const tables *t)
{
    return t->clears ? round_up(v->squares * sizeof(shg_stood)) : 0;
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

/* What a scratch board needs of its model: all but the pointers; men that are gone have one array. */
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
    b->gone = scratch->gone = (shg_stood *)(void *)gone;
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
    b->mark = SHOOGI_NO_SQUARE;
    board_moved(v, memory, p);
}

static void ready(shoogi_position *p)
{
    board *const b = p->board;
    assert(b->v == p->variant && b->square == p->square);
    b->side = p->side;
    b->mark = p->mark;
    b->pushed_from = b->pushed_to = SHOOGI_NO_SQUARE;
    b->last_kind = 0;
    b->gone_count = 0;
    b->changed_count = p->changed_count = 0;
    b->unmoved = bits_none();
    for (unsigned sq = 0; sq < p->variant->squares; sq++)
        if (b->square[sq] != 0 && b->square[sq] == p->variant->start[sq])
            bits_set(&b->unmoved, sq);
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
    .ready = ready,
    .put = put,
    .take = take_off,
    .moves = moves,
    .some_moves = some_moves,
    .moves_like = moves_like,
    .barred_victim = barred_victim,
    .zone_ways = zone_ways,
    .do_move = do_move,
    .undo_move = undo_move,
    .perft = perft,
    .over = over,
    .extra_hash = extra_hash,
    .hash_after = hash_after,
    .man_attacks = man_attacks,
    .attackers = attackers,
    .royal = royal,
    .royal_count = royal_count,
    .has_pair = pair_stands,
    .check = check,
};
