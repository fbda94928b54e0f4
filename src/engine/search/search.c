#include "engine/search/search.h"

#include "core/position/position_int.h"
#include "engine/search/picker.h"
#include "engine/search/timing.h"
#include "engine/search/tunables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    STACK_BEFORE = 4, /* nodes before the root, so that n[-4] exists */
    LMR_DEPTHS = 64,
    LMR_MOVES = 256,
    LMR_ONE_PLY = 64,           /* unit of the reduction table */
    MOVES_MAX = 1 << 16,        /* of a position with more moves the rest is not searched */
    MOVES_PER_PLY = 1 << 10,    /* room in the move stack for each ply, on average */
    CONTINUATION_PER_ENTRY = 16 /* scores of continuation history for each entry of the table */
};

/* The search stack: what is known of the position at each ply from the root. */
typedef struct node {
    shoogi_move move;       /* the move being searched; 0: none, or a null move */
    shg_scored *moves;      /* where this ply's part of the move stack begins */
    uint32_t piece_to;      /* of `move`; 0: none, or a null move */
    shoogi_move killers[2]; /* quiet moves that caused a cutoff at this ply */
    shoogi_move excluded;   /* the move left out by a singular extension search */
    int eval;               /* static evaluation */
    bool in_check;
    unsigned fails; /* how often what follows failed high */
} node;

typedef struct root_move {
    shoogi_move move;
    size_t order;          /* index in root_order */
    int score, last_score; /* of this iteration, and of the one before */
    uint64_t nodes;        /* spent on it in this iteration */
    unsigned selective_plies;
    unsigned pv_length;
    shoogi_move pv[SHG_PLIES_MAX];
} root_move;

struct shg_search {
    const shoogi_variant *variant;
    const shg_search_ops *ops;
    const shg_weights *weights;
    shg_table *table;
    const _Atomic bool *stop;
    shg_history history;
    int *piece_values; /* [kinds + 1] */
    shg_evaluator *evaluator;
    bool hoppers; /* as in shg_picker */
    size_t moves_max;
    size_t move_stack_size;
    shg_scored
        *move_stack; /* [move_stack_size] the moves of each ply, after those of the ply before */
    shoogi_move *generated;                     /* [moves_max] scratch */
    unsigned reductions[LMR_DEPTHS][LMR_MOVES]; /* late move reductions, in 1/LMR_ONE_PLY */

    /* The rest is set during a search only. */
    root_move *root_moves;    /* [root_count] */
    root_move **root_order;   /* [root_count] the best first */
    root_move **root_by_move; /* [root_count] sorted by move, for look-up */
    size_t root_count;
    size_t pv_index; /* multi-PV: the root moves before this one have been reported as better */
    shoogi_position *position;
    shoogi_colour root_side;
    const shg_search_limits *limits;
    uint64_t nodes;
    uint64_t next_poll;
    bool stopped;
    unsigned root_depth, selective_plies;
    uint64_t nodes_before;      /* this iteration */
    size_t root_move_number;    /* of the root move being searched, from 1 */
    const node *polled_node;    /* the node at which limits->should_stop was last called */
    unsigned last_ply;          /* the game is drawn here: no move is made */
    unsigned null_move_min_ply; /* verification search: no null moves before this ply */
    uint64_t *past_hashes; /* [past_room of the position] Zobrist hashes of the game and the line */
    size_t past_at_root;
    node stack[SHG_PLIES_MAX + STACK_BEFORE + 2];
    shoogi_move pv[SHG_PLIES_MAX + 2][SHG_PLIES_MAX + 2]; /* triangular PV table */
    unsigned pv_length[SHG_PLIES_MAX + 2];
};

/* ---- memory ---- */

/* Whether some piece captures by hopping over another in a way that SEE does not see. */
static bool has_hoppers(const shoogi_variant *v)
{
    bool found = false;
    for (unsigned k = 1; k <= v->kinds; k++)
        for (size_t i = 0; i < v->kind[k].betza.chain_count; i++) {
            const shg_chain *const chain = &v->kind[k].betza.chains[i];
            found =
                found || ((chain->legs[0].modes & SHG_MODE_HOP) && !shg_chain_is_line_jump(chain));
        }
    return found;
}

/* A small table is for short searches, which need little continuation history. */
static unsigned continuation_bits(const shg_table *table)
{
    unsigned bits = 1;
    while (bits < SHG_CONTINUATION_BITS &&
           (size_t)1 << bits < shg_table_entries(table) * CONTINUATION_PER_ENTRY)
        bits++;
    return bits;
}

shoogi_status shg_search_new(shg_search **out, shg_table *table, const shg_weights *weights,
                             const _Atomic bool *stop)
{
    const shoogi_variant *const v = weights->variant;
    shg_search *const s = calloc(1, sizeof *s);
    if (!s)
        return SHOOGI_NO_MEMORY;
    s->variant = v;
    s->ops = shg_search_class(v);
    s->weights = weights;
    s->table = table;
    s->stop = stop;
    s->hoppers = has_hoppers(v);
    s->history.squares = v->squares;
    s->history.piece_to_count = (size_t)2 * (v->kinds + 1) * v->squares;
    s->history.quiet = calloc(s->history.piece_to_count, sizeof *s->history.quiet);
    s->history.continuation_bits = continuation_bits(table);
    s->history.continuation =
        calloc((size_t)1 << s->history.continuation_bits, sizeof *s->history.continuation);
    s->history.capture = calloc((size_t)1 << SHG_CAPTURE_HISTORY_BITS, sizeof *s->history.capture);
    s->history.counter_moves = calloc(s->history.piece_to_count, sizeof *s->history.counter_moves);
    s->piece_values = calloc(v->kinds + 1, sizeof *s->piece_values);
    s->moves_max = v->moves_max < MOVES_MAX ? v->moves_max : MOVES_MAX;
    s->move_stack_size = s->moves_max + (size_t)SHG_PLIES_MAX * MOVES_PER_PLY;
    s->move_stack = calloc(s->move_stack_size, sizeof *s->move_stack);
    s->generated = calloc(s->moves_max, sizeof *s->generated);
    if (!s->history.quiet || !s->history.continuation || !s->history.capture ||
        !s->history.counter_moves || !s->piece_values || !s->move_stack || !s->generated ||
        shg_evaluator_new(&s->evaluator, weights, SHG_PLIES_MAX + 2) != SHOOGI_OK) {
        shg_search_free(s);
        return SHOOGI_NO_MEMORY;
    }
    shg_weights_piece_values(weights, s->piece_values);
    for (unsigned depth = 1; depth < LMR_DEPTHS; depth++)
        for (unsigned move = 1; move < LMR_MOVES; move++)
            s->reductions[depth][move] =
                (unsigned)(LMR_ONE_PLY *
                           (TUNE_lmr_base / 100.0 +
                            log((double)depth) * log((double)move) / (TUNE_lmr_divisor / 100.0)));
    *out = s;
    return SHOOGI_OK;
}

void shg_search_free(shg_search *search)
{
    if (!search)
        return;
    free(search->history.quiet);
    free(search->history.continuation);
    free(search->history.capture);
    free(search->history.counter_moves);
    free(search->piece_values);
    shg_evaluator_free(search->evaluator);
    free(search->move_stack);
    free(search->generated);
    free(search);
}

void shg_search_clear(shg_search *search)
{
    shg_history *const h = &search->history;
    memset(h->quiet, 0, h->piece_to_count * sizeof *h->quiet);
    memset(h->continuation, 0, ((size_t)1 << h->continuation_bits) * sizeof *h->continuation);
    memset(h->capture, 0, ((size_t)1 << SHG_CAPTURE_HISTORY_BITS) * sizeof *h->capture);
    memset(h->counter_moves, 0, h->piece_to_count * sizeof *h->counter_moves);
}

void shg_search_age(shg_search *search)
{
    shg_table_age(search->table);
}

uint64_t shg_search_nodes(const shg_search *search)
{
    return search->nodes;
}

/* ---- scores ---- */

static int clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static int mated_in(unsigned ply)
{
    return (int)ply - SHG_SCORE_MATE;
}

/* The transposition table stores mate scores relative to the position, the search relative to the root. */
static int score_to_tt(int score, unsigned ply)
{
    return score >= SHG_SCORE_WON    ? score + (int)ply
           : score <= -SHG_SCORE_WON ? score - (int)ply
                                     : score;
}

static int score_from_tt(int score, unsigned ply)
{
    return score >= SHG_SCORE_WON    ? score - (int)ply
           : score <= -SHG_SCORE_WON ? score + (int)ply
                                     : score;
}

/* Contempt: the score of a draw, for the side to move. */
static int draw_score(const shg_search *s)
{
    return s->position->side == s->root_side ? s->limits->draw_score : -s->limits->draw_score;
}

static int score_of_result(const shg_search *s, shoogi_result result, unsigned ply)
{
    switch (result.outcome) {
    case SHOOGI_OUTCOME_BLACK:
    case SHOOGI_OUTCOME_WHITE:
        return (result.outcome == SHOOGI_OUTCOME_BLACK) == (s->position->side == SHOOGI_BLACK)
                   ? SHG_SCORE_MATE - (int)ply
                   : mated_in(ply);
    default: return draw_score(s);
    }
}

/* Whether the game is over, by the board or by the limit on its length: a draw, unless the last move mated.  *score: filled. */
static bool is_over(const shg_search *s, const node *n, unsigned ply, int *score)
{
    const shoogi_result over = s->position->ops->board_result(s->position);
    *score = draw_score(s);
    if (ply > s->last_ply)
        return true;
    if (over.reason != SHOOGI_REASON_NONE)
        *score = score_of_result(s, over, ply);
    return over.reason != SHOOGI_REASON_NONE || (ply == s->last_ply && !n->in_check);
}

static bool should_stop(shg_search *s, const node *n)
{
    if (s->limits->nodes > 0 && s->nodes >= s->limits->nodes)
        s->stopped = true;
    if (s->nodes >= s->next_poll) {
        s->next_poll = s->nodes + shg_poll_nodes(s->position->variant->squares);
        s->polled_node = n;
        if (atomic_load_explicit(s->stop, memory_order_relaxed) ||
            (s->limits->should_stop && s->limits->should_stop(s->limits->context, s->nodes)))
            s->stopped = true;
    }
    /* The first iteration is always finished, with its quiescence searches cut short: every root move gets a score, and a
     * win in one move is found. */
    return s->stopped && s->root_depth > 1;
}

static bool is_attacked_royal(const shoogi_position *p)
{
    const shoogi_square royal = p->ops->royal(p, p->side);
    return royal != SHOOGI_NO_SQUARE &&
           p->ops->attackers(p, royal, shoogi_colour_other(p->side), NULL, 0) > 0;
}

static unsigned ply_of(const shg_search *s, const node *n)
{
    return (unsigned)(n - s->stack) - STACK_BEFORE;
}

/* Makes a move of the picker and fills in the next node of the stack. */
static void do_move(shg_search *s, node *n, const shg_picker *picker, shoogi_move move)
{
    shoogi_position *const p = s->position;
    n[1].moves = picker->moves + picker->count;
    n->move = move;
    n->piece_to = shg_piece_to(&s->history, shg_moved_piece(p, move), shoogi_move_to(move));
    s->past_hashes[p->history_count] = p->hash;
    shg_evaluator_moving(s->evaluator, p, ply_of(s, n));
    p->ops->do_move(p, move);
    shg_table_prefetch(s->table, p->hash);
    s->nodes++;
    shg_evaluator_moved(s->evaluator, p, ply_of(s, n) + 1);
    shg_made_move *const past = &p->history[p->history_count - 1];
    past->gave_check = is_attacked_royal(p);
    n[1].in_check = past->gave_check && !p->ops->has_pair(p, p->side);
    if (s->variant->rules.perpetual >= SHG_PERPETUAL_ATTACK)
        past->attacked = past->gave_check || p->ops->piece_attacks(p, shoogi_move_to(move));
}

static void undo_move(shg_search *s)
{
    s->position->ops->undo_move(s->position);
}

/* Whether the position repeats an earlier one, so that it is not searched.  *score: filled then. */
static bool is_repetition(const shg_search *s, unsigned ply, int *score)
{
    const shoogi_position *const p = s->position;
    const unsigned often = s->variant->rules.repetition_count;
    const size_t now = p->history_count;
    unsigned before = 0;
    for (size_t i = now; i >= 2 && often > 0;) {
        i -= 2;
        if (p->history[i].move == 0 || p->history[i + 1].move == 0)
            break; /* a null move: positions before it cannot recur */
        if (s->past_hashes[i] != p->hash)
            continue;
        before++;
        /* Within the searched line one repetition counts at once: the sides can repeat it as often as the rule needs. */
        if (i < s->past_at_root && before + 1 < often)
            continue;
        *score = score_of_result(s, shg_position_judge_repetition(p, i), ply);
        return true;
    }
    return false;
}

bool shg_can_declare_by(const shoogi_position *position, const shg_declaration *by)
{
    const shoogi_colour own = position->side;
    const shg_declaration usual = shg_declaration_of(position->variant);
    shoogi_result result;
    if (!by)
        by = &usual;
    return by->win[own] > 0 &&
           shg_position_declare(&result, position, by, own, NULL, 0) == SHOOGI_REFUSAL_NONE &&
           result.outcome == (own == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE);
}

bool shg_can_declare(const shoogi_position *position)
{
    return shg_can_declare_by(position, NULL);
}

/* The same, if declarations count; the cheap test comes before the counting of points. */
static bool can_declare(const shg_search *s, const node *n)
{
    const shoogi_position *const p = s->position;
    const shg_declaration *const by = s->limits->declaration;
    if (!s->limits->may_declare || n->in_check ||
        (by ? by->win[p->side] : s->variant->rules.claim_declare[p->side]) == 0)
        return false;
    const shoogi_square royal = p->ops->royal(p, p->side);
    return royal != SHOOGI_NO_SQUARE && shg_in_zone(s->variant, p->side, royal) &&
           shg_can_declare_by(p, by);
}

static int evaluate(shg_search *s, const node *n)
{
    return shg_evaluator_score(s->evaluator, s->position, ply_of(s, n));
}

/* Checkmate or stalemate: the side to move has no legal move. */
static int score_without_moves(const shg_search *s, const node *n, unsigned ply)
{
    const shg_rules *const rules = &s->variant->rules;
    if (rules->check_strict && n->in_check)
        return mated_in(ply);
    switch (rules->stalemate) {
    case SHG_STALEMATE_WIN: return mated_in(ply);
    case SHG_STALEMATE_LOSS: return SHG_SCORE_MATE - (int)ply;
    default: return draw_score(s);
    }
}

static shg_picker picker_for(shg_search *s, const node *n, shoogi_move tt_move)
{
    const node *const before = n - 1, *const earlier = n - 2;
    return (shg_picker){
        .position = s->position,
        .ops = s->ops,
        .history = &s->history,
        .piece_values = s->piece_values,
        .tt_move = tt_move,
        .killers = { n->killers[0], n->killers[1] },
        .counter_move = before->piece_to != 0 ? s->history.counter_moves[before->piece_to] : 0,
        .previous = { before->piece_to, earlier->piece_to },
        .moves = n->moves,
        .generated = s->generated,
        .moves_max = s->moves_max,
        .hoppers = s->hoppers,
        .stage = n->in_check ? SHG_STAGE_GENERATE_EVASIONS : SHG_STAGE_TT_MOVE,
    };
}

/* The move if it is legal here, else 0: an entry of the table may belong to another position. */
static shoogi_move legal_or_none(const shoogi_position *p, shoogi_move move)
{
    if (move == 0 || !shg_move_squares_fit(p->variant, move) ||
        shoogi_move_kind(move) > p->variant->kinds)
        return 0;
    return p->ops->moves_like(p, NULL, 0, move, ~(shoogi_move)0, false) > 0 ? move : 0;
}

static void update_pv(shg_search *s, unsigned ply, shoogi_move move)
{
    shoogi_move *const pv = s->pv[ply];
    const unsigned length = s->pv_length[ply + 1];
    pv[0] = move;
    memcpy(pv + 1, s->pv[ply + 1], length * sizeof *pv);
    s->pv_length[ply] = length + 1;
}

/* Whether the ply limit is reached, or the move stack is full. */
static bool is_too_deep(const shg_search *s, const node *n, unsigned ply)
{
    return ply >= SHG_PLIES_MAX - 1 ||
           (size_t)(n->moves - s->move_stack) + s->moves_max > s->move_stack_size;
}

/* ---- transposition table cutoffs ---- */

/* Whether an entry of at least this depth decides a node off the principal variation. */
static bool is_tt_cutoff(const shg_entry *tt, int score, int depth, int alpha, int beta)
{
    return tt->depth_plies >= depth && ((tt->bound & SHG_BOUND_LOWER && score >= beta) ||
                                        (tt->bound & SHG_BOUND_UPPER && score <= alpha));
}

/* What kind of bound a score is.  alpha: as it was when the node was entered; at a null window, the score itself. */
static shg_bound bound_of(int score, int alpha, int beta)
{
    return score >= beta ? SHG_BOUND_LOWER : score > alpha ? SHG_BOUND_EXACT : SHG_BOUND_UPPER;
}

/* ---- quiescence search: captures and promotions, and quiet checks at its first ply, until the position is quiet ---- */

/* Whether a capture is pruned for the depth and the number of captures tried before it.  The first iterations must end
 * soon: where pieces have hundreds of captures, those of six plies are too many. */
static bool is_pruned_capture(const shg_search *s, const node *n, shoogi_move move, int depth,
                              int tried)
{
    const bool recapture = shoogi_move_to(move) == shoogi_move_to(n[-1].move);
    if (s->stopped)
        return tried >= TUNE_quiescence_captures;
    if (depth <
        clamp(TUNE_quiescence_recapture_base - TUNE_quiescence_recapture_plies * (int)s->root_depth,
              TUNE_quiescence_recapture_depth, 0))
        return !recapture || tried > 0;
    return depth < TUNE_quiescence_few_depth && tried >= TUNE_quiescence_captures && !recapture;
}

/* Source: Chess Programming Wiki, "Quiescence Search", "Delta Pruning". */
static int quiesce(shg_search *s, node *n, unsigned ply, int alpha, int beta, int depth)
{
    shoogi_position *const p = s->position;
    const bool pv = beta - alpha > 1;
    s->pv_length[ply] = 0;
    if (ply > s->selective_plies)
        s->selective_plies = ply;
    if (should_stop(s, n))
        return 0;
    int end;
    if (is_over(s, n, ply, &end) || is_repetition(s, ply, &end))
        return end;
    if (s->stopped && ply > 1) /* captures at the first ply are searched even then */
        return evaluate(s, n);
    if (is_too_deep(s, n, ply))
        return n->in_check ? 0 : evaluate(s, n);
    if (depth < TUNE_quiescence_stop_depth)
        return evaluate(s, n);

    shg_entry tt = { .eval = SHG_SCORE_NONE };
    const bool tt_hit = shg_table_find(s->table, p->hash, &tt);
    const int tt_score = tt_hit ? score_from_tt(tt.score, ply) : 0;
    const int tt_depth = n->in_check || depth >= 0 ? 0 : -1;
    if (!pv && tt_hit && is_tt_cutoff(&tt, tt_score, tt_depth, alpha, beta))
        return tt_score;

    int best = mated_in(ply);
    int eval = SHG_SCORE_NONE;
    const int alpha_before = alpha;
    if (!n->in_check) {
        eval = tt_hit && tt.eval != SHG_SCORE_NONE ? tt.eval : evaluate(s, n);
        best = eval;
        if (tt_hit && (tt.bound & (tt_score > best ? SHG_BOUND_LOWER : SHG_BOUND_UPPER)))
            best = tt_score;
        if (best >= beta)
            return best;
        if (best > alpha)
            alpha = best;
    }

    shoogi_move best_move = 0;
    shg_picker picker = picker_for(s, n, tt_hit ? legal_or_none(p, tt.move) : 0);
    picker.noisy_only = true;
    picker.checks_wanted = depth >= TUNE_quiescence_check_depth && s->variant->rules.check_strict;
    if (picker.tt_move != 0 && !n->in_check && !picker.checks_wanted &&
        !s->ops->is_noisy(p, picker.tt_move))
        picker.tt_move = 0;
    int tried = 0, captures = 0;
    for (shoogi_move move; (move = shg_pick(&picker)) != 0;) {
        if (picker.stage == SHG_STAGE_BAD_NOISY && best > -SHG_SCORE_WON)
            break;
        tried++;
        const bool noisy = s->ops->is_noisy(p, move);
        if (!n->in_check && noisy && best > -SHG_SCORE_WON) {
            const int best_case =
                eval + TUNE_delta_margin + s->ops->material_gain(p, move, s->piece_values);
            if (best_case <= alpha) {
                best = best_case > best ? best_case : best;
                continue;
            }
            if (is_pruned_capture(s, n, move, depth, captures))
                continue;
            captures++;
        } else if (n->in_check && best > -SHG_SCORE_WON && tried > TUNE_quiescence_evasions &&
                   shg_captured_piece(p, move) == 0) {
            continue; /* an evasion that is not mated is enough */
        }
        do_move(s, n, &picker, move);
        if (!n->in_check && !noisy && !n[1].in_check) {
            undo_move(s);
            continue; /* the generator of checks is approximate: this is none */
        }
        const int score = -quiesce(s, n + 1, ply + 1, -beta, -alpha, depth - 1);
        undo_move(s);
        if (s->stopped && s->root_depth > 1)
            return 0;
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        best_move = move;
        if (pv)
            update_pv(s, ply, move);
        if (score >= beta)
            break;
    }
    if (n->in_check && tried == 0)
        return score_without_moves(s, n, ply);
    shg_table_store(s->table, p->hash,
                    &(shg_entry){ .move = best_move,
                                  .score = score_to_tt(best, ply),
                                  .eval = eval,
                                  .depth_plies = tt_depth,
                                  .bound = bound_of(best, pv ? alpha_before : best, beta),
                                  .was_pv = tt_hit && tt.was_pv });
    return best;
}

/* ---- updates of history after a cutoff ---- */

static void update_continuation_history(shg_search *s, const node *n, uint32_t piece_to, int bonus)
{
    for (int i = 1; i <= 2; i++)
        if (n[-i].piece_to != 0)
            shg_history_update(shg_continuation_history(&s->history, n[-i].piece_to, piece_to),
                               bonus);
}

/* The moves searched before the one that caused the cutoff; those beyond the limit are not remembered. */
enum { TRIED_MAX = 64 };
typedef struct tried_moves {
    shoogi_move moves[TRIED_MAX];
    unsigned count;
} tried_moves;

static void update_capture_history(shg_search *s, shoogi_move move, int bonus)
{
    const shoogi_position *const p = s->position;
    const uint32_t piece_to =
        shg_piece_to(&s->history, shg_moved_piece(p, move), shoogi_move_to(move));
    shg_history_update(shg_capture_history(&s->history, piece_to, shg_captured_piece(p, move)),
                       bonus);
}

static void update_quiet_history(shg_search *s, const node *n, shoogi_move move, int bonus)
{
    const shoogi_position *const p = s->position;
    const uint32_t piece_to =
        shg_piece_to(&s->history, shg_moved_piece(p, move), shoogi_move_to(move));
    shg_history_update(&s->history.quiet[piece_to], bonus);
    update_continuation_history(s, n, piece_to, bonus);
}

static void update_after_cutoff(shg_search *s, node *n, shoogi_move move, bool noisy, int depth,
                                const tried_moves *quiets, const tried_moves *noisies)
{
    const int bonus =
        clamp(TUNE_bonus_square * depth * depth + TUNE_bonus_depth * depth - TUNE_bonus_less,
              TUNE_bonus_least, TUNE_bonus_most);
    if (noisy) {
        update_capture_history(s, move, bonus);
    } else {
        update_quiet_history(s, n, move, bonus);
        for (unsigned i = 0; i < quiets->count; i++)
            update_quiet_history(s, n, quiets->moves[i], -bonus);
        if (n->killers[0] != move) {
            n->killers[1] = n->killers[0];
            n->killers[0] = move;
        }
        if (n[-1].piece_to != 0)
            s->history.counter_moves[n[-1].piece_to] = move;
    }
    for (unsigned i = 0; i < noisies->count; i++)
        update_capture_history(s, noisies->moves[i], -bonus);
}

/* ---- root moves: there may be tens of thousands, each with its principal variation ---- */

static int compare_moves(const void *a, const void *b)
{
    const root_move *const x = *(root_move *const *)a, *const y = *(root_move *const *)b;
    return (x->move > y->move) - (x->move < y->move);
}

/* NULL if the limits exclude the move. */
static root_move *find_root_move(const shg_search *s, shoogi_move move)
{
    root_move key = { .move = move }, *const wanted = &key;
    root_move **const found =
        bsearch(&wanted, s->root_by_move, s->root_count, sizeof *s->root_by_move, compare_moves);
    return found ? *found : NULL;
}

/* The best first.  qsort is not stable, so that equal moves are compared by their old order. */
static int compare_root_moves(const void *a, const void *b)
{
    const root_move *const x = *(root_move *const *)a, *const y = *(root_move *const *)b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    if (x->last_score != y->last_score)
        return x->last_score < y->last_score ? 1 : -1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Sorts the root moves that have not been reported in this iteration. */
static void sort_root_moves(shg_search *s)
{
    qsort(s->root_order + s->pv_index, s->root_count - s->pv_index, sizeof *s->root_order,
          compare_root_moves);
    for (size_t i = s->pv_index; i < s->root_count; i++)
        s->root_order[i]->order = i;
}

/* The root move has just been made and failed low: the hash move of its position is the refutation. */
static void report_refutation(const shg_search *s, shoogi_move move)
{
    shg_entry tt;
    if (!s->limits->on_refutation || s->stopped)
        return;
    const bool tt_hit = shg_table_find(s->table, s->position->hash, &tt);
    s->limits->on_refutation(s->limits->context, move,
                             tt_hit ? legal_or_none(s->position, tt.move) : 0);
}

/* ---- alpha-beta ---- */

static int search(shg_search *s, node *n, unsigned ply, int alpha, int beta, int depth,
                  bool cut_node);

/* Null-move pruning: if the side to move passes and a reduced search still fails high, so would a real move.  Deep cutoffs
 * are verified by a search without null moves, as passing may be better than any move (zugzwang).
 * Sources: Donninger, "Null move and deep search", 1993; Tabibi and Netanyahu, "Verified null-move pruning", 2002. */
static bool null_fails_high(shg_search *s, node *n, unsigned ply, int beta, int depth, int eval,
                            bool cut_node, int *score)
{
    shoogi_position *const p = s->position;
    const int reduced =
        TUNE_null_reduction + depth / TUNE_null_reduction_depth +
        clamp((eval - beta) / TUNE_null_reduction_score, 0, TUNE_null_reduction_most);
    n->move = 0;
    n->piece_to = 0;
    s->past_hashes[p->history_count] = p->hash;
    s->ops->do_null(p);
    s->nodes++;
    n[1].moves = n->moves;
    shg_evaluator_moved(s->evaluator, p, ply + 1);
    n[1].in_check = false;
    *score = -search(s, n + 1, ply + 1, -beta, -beta + 1, depth - reduced, !cut_node);
    s->ops->undo_null(p);
    if (*score < beta || s->stopped)
        return false;
    if (*score >= SHG_SCORE_WON)
        *score = beta;
    if (depth < TUNE_null_verify_depth)
        return true;

    const unsigned until = s->null_move_min_ply;
    s->null_move_min_ply =
        ply + (unsigned)(clamp(depth - reduced, 0, depth) * TUNE_null_verify_quarters / 4);
    const int verified = search(s, n, ply, beta - 1, beta, depth - reduced, false);
    s->null_move_min_ply = until;
    return verified >= beta;
}

/* Tells of a node whose moves have been searched.  A score below alpha may be that of moves that were not pruned: the value is
 * at most alpha. */
static void report_node(const shg_search *s, unsigned ply, int best, int alpha, int beta)
{
    const shg_search_node told = { .position = s->position,
                                   .ply = ply,
                                   .score = best > alpha ? best : alpha,
                                   .bound = bound_of(best, alpha, beta) };
    s->limits->on_node(s->limits->context, &told);
}

/* Principal variation search (Marsland and Campbell, 1982): the first move is searched with the full window, the others
 * with a null window around alpha, and again with the full one if they beat it.  Returns the score for the side to move,
 * fail-soft.  depth: plies left.  cut_node: a null-window search that is expected to fail high. */
static int search(shg_search *s, node *n, unsigned ply, int alpha, int beta, int depth,
                  bool cut_node)
{
    shoogi_position *const p = s->position;
    const bool pv = beta - alpha > 1, root = ply == 0;
    if (depth <= 0)
        return quiesce(s, n, ply, alpha, beta, 0);

    /* 1. End of the game, of time or of the stack; mate distance pruning: no mate from here is shorter than the one the
     * window already has. */
    s->pv_length[ply] = 0;
    if (ply > s->selective_plies)
        s->selective_plies = ply;
    if (should_stop(s, n))
        return 0;
    if (!root) {
        int end;
        if (is_over(s, n, ply, &end) || (n->excluded == 0 && is_repetition(s, ply, &end)))
            return end;
        if (can_declare(s, n))
            return SHG_SCORE_MATE - (int)ply - 1;
        if (is_too_deep(s, n, ply))
            return n->in_check ? 0 : evaluate(s, n);
        alpha = alpha > mated_in(ply) ? alpha : mated_in(ply);
        beta = beta < SHG_SCORE_MATE - (int)ply - 1 ? beta : SHG_SCORE_MATE - (int)ply - 1;
        if (alpha >= beta)
            return alpha;
    }

    /* 2. Transposition table look-up by Zobrist hash; off the principal variation a deep enough entry is a cutoff. */
    const shoogi_move excluded = n->excluded;
    const uint64_t hash = p->hash;
    shg_entry tt = { .eval = SHG_SCORE_NONE };
    const bool tt_hit = excluded == 0 && shg_table_find(s->table, hash, &tt);
    const int tt_score = tt_hit ? score_from_tt(tt.score, ply) : 0;
    const shoogi_move tt_move = root     ? s->root_order[s->pv_index]->move
                                : tt_hit ? legal_or_none(p, tt.move)
                                         : 0;
    if (!pv && tt_hit && is_tt_cutoff(&tt, tt_score, depth, alpha, beta)) {
        if (tt_move != 0 && tt_score >= beta && shg_captured_piece(p, tt_move) == 0)
            update_quiet_history(
                s, n, tt_move,
                clamp(TUNE_bonus_square * depth * depth, TUNE_bonus_square, TUNE_tt_bonus_most));
        return tt_score;
    }
    const bool was_pv = pv || (tt_hit && tt.was_pv);

    /* 3. Static evaluation.  "improving": better than at this side's previous move. */
    int eval = SHG_SCORE_NONE;
    bool improving = false;
    if (!n->in_check) {
        if (excluded != 0)
            eval = n->eval;
        else
            eval = tt_hit && tt.eval != SHG_SCORE_NONE ? tt.eval : evaluate(s, n);
        n->eval = eval;
        if (n[-2].eval != SHG_SCORE_NONE)
            improving = eval > n[-2].eval;
        else if (n[-4].eval != SHG_SCORE_NONE)
            improving = eval > n[-4].eval;
        if (tt_hit && (tt.bound & (tt_score > eval ? SHG_BOUND_LOWER : SHG_BOUND_UPPER)))
            eval = tt_score;
    } else {
        n->eval = SHG_SCORE_NONE;
    }
    n[1].killers[0] = n[1].killers[1] = 0;
    n[1].excluded = 0;
    n[2].fails = 0;

    if (!pv && !n->in_check && excluded == 0 && beta > -SHG_SCORE_WON && beta < SHG_SCORE_WON) {
        /* 4. Reverse futility pruning (static null-move pruning): the static evaluation beats beta by a margin that
         * grows with depth. */
        if (depth <= TUNE_rfp_depth && eval - TUNE_rfp_margin * (depth - improving) >= beta &&
            eval < SHG_SCORE_WON)
            return eval;
        /* 5. Razoring: the static evaluation is so far below alpha that only captures could save the position, and
         * quiescence search says they do not.  Source: Birmingham and Kent, "Tree-searching and tree-pruning
         * techniques", 1977. */
        if (depth <= TUNE_razor_depth &&
            eval + TUNE_razor_base + TUNE_razor_margin * depth < alpha) {
            const int score = quiesce(s, n, ply, alpha, alpha + 1, 0);
            if (score <= alpha)
                return score;
        }
        /* 6. Null-move pruning with verification search, but never two null moves in a row. */
        int score;
        if (depth >= TUNE_null_depth && eval >= beta &&
            n->eval >= beta - TUNE_null_static_margin * depth + TUNE_null_static_base &&
            n[-1].move != 0 && ply >= s->null_move_min_ply &&
            null_fails_high(s, n, ply, beta, depth, eval, cut_node, &score))
            return score;
        if (s->stopped && s->root_depth > 1)
            return 0;
    }
    /* 7. Internal iterative reduction: without a hash move the ordering is poor, so that a shallower search pays first.
     * Source: Schröder, 2020. */
    if (depth >= TUNE_iir_depth && tt_move == 0 && (pv || cut_node))
        depth--;

    /* 8. Loop over the moves, in the order of the staged move picker. */
    shg_picker picker = picker_for(s, n, tt_move);
    tried_moves quiets = { .count = 0 }, noisies = { .count = 0 };
    const int alpha_before = alpha;
    int best = -SHG_SCORE_MATE;
    shoogi_move best_move = 0;
    int count = 0;
    for (shoogi_move move; (move = shg_pick(&picker)) != 0;) {
        if (move == excluded)
            continue;
        root_move *root_move_here = NULL;
        if (root) {
            root_move_here = find_root_move(s, move);
            if (!root_move_here || root_move_here->order < s->pv_index)
                continue;
        }
        count++;
        if (root)
            s->root_move_number = s->pv_index + (size_t)count;
        const bool noisy = s->ops->is_noisy(p, move);
        const uint32_t piece_to =
            shg_piece_to(&s->history, shg_moved_piece(p, move), shoogi_move_to(move));
        int history = 0;
        if (!noisy) {
            history = s->history.quiet[piece_to];
            for (int i = 1; i <= 2; i++)
                if (n[-i].piece_to != 0)
                    history += *shg_continuation_history(&s->history, n[-i].piece_to, piece_to);
        }

        /* 9. Pruning of moves at shallow depth, by the depth that late move reduction would leave. */
        if (!root && best > -SHG_SCORE_WON) {
            const int reduced =
                depth -
                (int)(s->reductions[clamp(depth, 1, LMR_DEPTHS - 1)][clamp(count, 1, LMR_MOVES - 1)] /
                      LMR_ONE_PLY);
            if (!noisy && !n->in_check) {
                /* Late move pruning (move count based): enough quiet moves have been tried. */
                if (count > (TUNE_lmp_base + depth * depth) * (improving ? TUNE_lmp_improving : 1))
                    shg_pick_skip_quiets(&picker);
                /* Futility pruning: a quiet move cannot raise the static evaluation to alpha.
                 * Source: Heinz, "Extended futility pruning", 1998. */
                if (reduced <= TUNE_futility_depth &&
                    n->eval + TUNE_futility_base +
                            TUNE_futility_margin * clamp(reduced, 0, TUNE_futility_depth) <=
                        alpha)
                    continue;
                /* History pruning: the move has often failed low. */
                if (reduced <= TUNE_history_depth &&
                    history < -TUNE_history_margin * clamp(depth, 1, TUNE_history_plies_most))
                    continue;
            }
            /* SEE pruning: the move loses too much by static exchange evaluation. */
            if (depth <= TUNE_see_depth && picker.stage != SHG_STAGE_GOOD_NOISY && count > 1 &&
                !s->ops->see_at_least(p, move, s->piece_values,
                                      noisy ? -TUNE_see_noisy_margin * depth
                                            : -TUNE_see_quiet_margin * depth * depth))
                continue;
        }

        /* 10. Singular extension: if every other move stays below the score of the hash move by a margin, that move is
         * searched a ply deeper.  If the others reach beta all the same, several moves are good enough: multi-cut.
         * Source: Anantharaman, Campbell and Hsu, "Singular extensions", 1988. */
        int extension = 0;
        if (!root && depth >= TUNE_singular_depth && move == tt_move && excluded == 0 && tt_hit &&
            tt.bound & SHG_BOUND_LOWER && tt.depth_plies >= depth - TUNE_singular_table_plies &&
            tt_score > -SHG_SCORE_WON && tt_score < SHG_SCORE_WON &&
            ply < (unsigned)TUNE_extension_limit * s->root_depth) {
            const int bound = tt_score - TUNE_singular_margin * depth;
            n->excluded = move;
            const int others =
                search(s, n, ply, bound - 1, bound, (depth - 1) / TUNE_singular_divisor, cut_node);
            n->excluded = 0;
            if (others < bound)
                extension = 1;
            else if (bound >= beta)
                return bound;
            /* That search overwrote this node's part of the move stack, and updated history. */
            picker = picker_for(s, n, tt_move);
            (void)shg_pick(&picker);
        }

        /* 11. Make the move. */
        const uint64_t nodes_before = s->nodes;
        do_move(s, n, &picker, move);
        const bool gives_check = n[1].in_check;
        /* 12. Check extension. */
        if (gives_check && extension == 0 && ply < (unsigned)TUNE_extension_limit * s->root_depth &&
            depth <= TUNE_check_depth)
            extension = 1;
        const int full = depth - 1 + extension;
        int score = 0;
        bool again = true;
        /* 13. Late move reduction: late moves are searched with less depth and a null window, and again with full depth if
         * they beat alpha.  Losing captures count as late moves. */
        if (depth >= TUNE_lmr_depth && count > TUNE_lmr_first + root &&
            (!noisy || picker.stage == SHG_STAGE_BAD_NOISY)) {
            int reduction =
                (int)(s->reductions[clamp(depth, 1, LMR_DEPTHS - 1)][clamp(count, 1, LMR_MOVES - 1)] /
                      LMR_ONE_PLY);
            reduction += cut_node ? TUNE_lmr_cut_node : 0;
            reduction -= was_pv ? TUNE_lmr_pv : 0;
            reduction -= gives_check || n->in_check ? TUNE_lmr_check : 0;
            reduction += improving ? 0 : TUNE_lmr_not_improving;
            reduction -= history / TUNE_lmr_history;
            const int shallow = clamp(full - reduction, 1, full);
            score = -search(s, n + 1, ply + 1, -alpha - 1, -alpha, shallow, true);
            again = score > alpha && shallow < full;
            if (again)
                score = -search(s, n + 1, ply + 1, -alpha - 1, -alpha, full, !cut_node);
        } else if (!pv || count > 1) { /* null window at full depth */
            score = -search(s, n + 1, ply + 1, -alpha - 1, -alpha, full, !cut_node);
        }
        if (pv && (count == 1 || score > alpha)) /* full window, on the principal variation */
            score = -search(s, n + 1, ply + 1, -beta, -alpha, full, false);
        if (root && count > 1 && score <= alpha)
            report_refutation(s, move);
        undo_move(s);
        if (root_move_here)
            root_move_here->nodes += s->nodes - nodes_before;
        if (s->stopped && s->root_depth > 1)
            return 0;

        /* 14. Update the best move, the principal variation and the bounds; beta cutoff. */
        if (root_move_here) {
            if (count == 1 || score > alpha) {
                root_move_here->score = score;
                root_move_here->selective_plies = s->selective_plies;
                root_move_here->pv[0] = move;
                root_move_here->pv_length = 1 + s->pv_length[1];
                if (root_move_here->pv_length > SHG_PLIES_MAX)
                    root_move_here->pv_length = SHG_PLIES_MAX;
                memcpy(root_move_here->pv + 1, s->pv[1],
                       (root_move_here->pv_length - 1) * sizeof(shoogi_move));
            } else {
                root_move_here->score = -SHG_SCORE_MATE;
            }
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (pv && !root)
                    update_pv(s, ply, move);
                alpha = score;
                if (score >= beta) {
                    update_after_cutoff(s, n, move, noisy, depth, &quiets, &noisies);
                    break;
                }
            }
        }
        tried_moves *const t = noisy ? &noisies : &quiets;
        if (move != best_move && t->count < TRIED_MAX)
            t->moves[t->count++] = move;
    }
    /* 15. Checkmate and stalemate. */
    if (count == 0)
        return excluded != 0 ? alpha : score_without_moves(s, n, ply);

    /* 16. Store the result in the transposition table, unless some moves were left out. */
    const bool all_moves = !root || (s->pv_index == 0 && s->limits->move_count == 0);
    if (excluded == 0 && all_moves) {
        if (s->limits->on_node && !n->in_check)
            report_node(s, ply, best, alpha_before, beta);
        shg_table_store(s->table, hash,
                        &(shg_entry){ .move = best_move,
                                      .score = score_to_tt(best, ply),
                                      .eval = n->eval,
                                      .depth_plies = depth,
                                      .bound = bound_of(best, pv ? alpha_before : best, beta),
                                      .was_pv = was_pv });
    }
    return best;
}

/* ---- iterative deepening ---- */

/* Lists the root moves that the limits allow.  root_moves, root_order and root_by_move: owned (free), whatever is returned.
 * Returns OK, or NO_MEMORY. */
static shoogi_status make_root_moves(shg_search *s)
{
    size_t count = shoogi_position_moves(s->position, s->generated, s->moves_max);
    if (count > s->moves_max)
        count = s->moves_max;
    s->root_moves = malloc((count + 1) * sizeof *s->root_moves);
    s->root_order = malloc((count + 1) * sizeof *s->root_order);
    s->root_by_move = malloc((count + 1) * sizeof *s->root_by_move);
    s->root_count = 0;
    if (!s->root_moves || !s->root_order || !s->root_by_move)
        return SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        bool wanted = s->limits->move_count == 0;
        for (size_t j = 0; j < s->limits->move_count && !wanted; j++)
            wanted = s->limits->moves[j] == s->generated[i];
        if (!wanted)
            continue;
        root_move *const r = &s->root_moves[s->root_count];
        s->root_order[s->root_count] = s->root_by_move[s->root_count] = r;
        r->move = s->generated[i];
        r->order = s->root_count++;
        r->score = r->last_score = -SHG_SCORE_MATE;
        r->selective_plies = 0;
        r->nodes = 0;
        r->pv_length = 1;
        r->pv[0] = r->move;
    }
    qsort(s->root_by_move, s->root_count, sizeof *s->root_by_move, compare_moves);
    return SHOOGI_OK;
}

static void report_pv(shg_search *s, unsigned pv_number)
{
    if (!s->limits->on_info)
        return;
    const root_move *const r = s->root_order[s->pv_index];
    const uint64_t nodes = s->nodes - s->nodes_before;
    const shg_search_info info = { .score = r->score,
                                   .best_share = nodes > 0 ? (double)r->nodes / (double)nodes : 1,
                                   .depth_plies = s->root_depth,
                                   .selective_plies = r->selective_plies,
                                   .pv_number = pv_number,
                                   .nodes = s->nodes,
                                   .pv = r->pv,
                                   .pv_length = r->pv_length };
    s->limits->on_info(s->limits->context, &info);
}

/* Aspiration windows: one iteration for one principal variation, with a window around the score of the iteration before that
 * is widened on the side where the search fails. */
static void aspiration_search(shg_search *s, node *n)
{
    int delta = TUNE_aspiration_delta;
    const int last = s->root_order[s->pv_index]->last_score;
    int alpha = -SHG_SCORE_MATE, beta = SHG_SCORE_MATE;
    if (s->root_depth >= (unsigned)TUNE_aspiration_depth && last > -SHG_SCORE_WON &&
        last < SHG_SCORE_WON) {
        alpha = clamp(last - delta, -SHG_SCORE_MATE, SHG_SCORE_MATE);
        beta = clamp(last + delta, -SHG_SCORE_MATE, SHG_SCORE_MATE);
    }
    for (int fail_highs = 0;; delta += delta / TUNE_aspiration_growth) {
        const int depth = (int)s->root_depth - clamp(fail_highs, 0, TUNE_aspiration_reductions);
        const int score = search(s, n, 0, alpha, beta, depth > 1 ? depth : 1, false);
        sort_root_moves(s);
        if (s->stopped && s->root_depth > 1)
            return;
        if (score <= alpha && alpha > -SHG_SCORE_MATE) {
            beta = (alpha + beta) / 2;
            alpha = clamp(score - delta, -SHG_SCORE_MATE, SHG_SCORE_MATE);
            fail_highs = 0;
        } else if (score >= beta && beta < SHG_SCORE_MATE) {
            beta = clamp(score + delta, -SHG_SCORE_MATE, SHG_SCORE_MATE);
            fail_highs++;
        } else {
            return;
        }
    }
}

/* Multi-PV, stopped during the first iteration: one quiescence search scores each root move that is left. */
static void score_remaining_lines(shg_search *s, node *n)
{
    shg_picker picker = picker_for(s, n, 0);
    for (size_t i = s->pv_index; i < s->root_count; i++) {
        root_move *const r = s->root_order[i];
        do_move(s, n, &picker, r->move);
        r->score = -quiesce(s, n + 1, 1, -SHG_SCORE_MATE, SHG_SCORE_MATE, 0);
        r->selective_plies = s->selective_plies;
        r->pv_length = 1;
        undo_move(s);
    }
    sort_root_moves(s);
}

/* Source: Slate and Atkin, "Chess 4.5", 1977. */
static void iterative_deepening(shg_search *s)
{
    node *const n = s->stack + STACK_BEFORE;
    const size_t pv_count = s->limits->pv_count > 1 ? s->limits->pv_count : 1;
    const unsigned deepest =
        s->limits->depth_plies > 0 && s->limits->depth_plies < SHG_PLIES_MAX - 1
            ? s->limits->depth_plies
            : SHG_PLIES_MAX - 1;
    bool remaining_scored = false;
    for (s->root_depth = 1; s->root_depth <= deepest; s->root_depth++) {
        s->nodes_before = s->nodes;
        for (size_t i = 0; i < s->root_count; i++) {
            s->root_order[i]->last_score = s->root_order[i]->score;
            s->root_order[i]->nodes = 0;
        }
        for (s->pv_index = 0; s->pv_index < pv_count && s->pv_index < s->root_count;
             s->pv_index++) {
            s->selective_plies = 0;
            if (s->stopped && s->pv_index > 0) {
                if (!remaining_scored)
                    score_remaining_lines(s, n);
                remaining_scored = true;
            } else {
                aspiration_search(s, n);
            }
            if (s->stopped && s->root_depth > 1)
                break;
            report_pv(s, (unsigned)s->pv_index + 1);
        }
        s->pv_index = 0;
        if (s->stopped)
            break;
    }
}

/* Copies the position and prepares a search of it.  Returns OK (leave), or NO_MEMORY. */
static shoogi_status enter(shg_search *s, const shoogi_position *position,
                           const shg_search_limits *limits)
{
    if (shoogi_position_copy(&s->position, position) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    const size_t room = s->position->history_count + SHG_PLIES_MAX + 2;
    s->past_hashes = malloc(room * sizeof *s->past_hashes);
    if (!s->past_hashes || shg_position_make_room(s->position, SHG_PLIES_MAX + 2) != SHOOGI_OK) {
        free(s->past_hashes);
        shoogi_position_free(s->position);
        return SHOOGI_NO_MEMORY;
    }
    for (size_t i = 0; i < s->position->history_count; i++)
        s->past_hashes[i] = s->position->history[i].hash;
    s->past_at_root = s->position->history_count;
    s->root_side = s->position->side;
    s->limits = limits;
    s->nodes = s->next_poll = 0;
    s->root_move_number = 0;
    s->stopped = false;
    s->null_move_min_ply = 0;
    s->last_ply = limits->plies_left > 0 ? limits->plies_left : SHG_PLIES_MAX;
    memset(s->stack, 0, sizeof s->stack);
    shg_evaluator_begin(s->evaluator);
    for (int i = 0; i < STACK_BEFORE; i++)
        s->stack[i].eval = SHG_SCORE_NONE;
    s->stack[STACK_BEFORE].in_check =
        is_attacked_royal(s->position) && !s->position->ops->has_pair(s->position, position->side);
    s->stack[STACK_BEFORE].moves = s->move_stack;
    return SHOOGI_OK;
}

static void leave(shg_search *s)
{
    free(s->past_hashes);
    shoogi_position_free(s->position);
    s->position = NULL;
}

shoogi_status shg_search_go(shoogi_move *best, int *score, shg_search *search_,
                            const shoogi_position *position, const shg_search_limits *limits)
{
    shg_search *const s = search_;
    *best = 0;
    *score = 0;
    if (enter(s, position, limits) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    const shoogi_status status = make_root_moves(s);
    if (s->root_count > 0) {
        iterative_deepening(s);
        const root_move *const first = s->root_order[0];
        *best = first->move;
        *score = first->score > -SHG_SCORE_MATE ? first->score : first->last_score;
    }
    free(s->root_moves);
    free(s->root_order);
    free(s->root_by_move);
    s->root_moves = NULL;
    s->root_order = s->root_by_move = NULL;
    leave(s);
    return status;
}

shoogi_status shg_search_captures(int *eval, int *score, shg_search *search,
                                  const shoogi_position *position)
{
    static const shg_search_limits none = { 0 };
    node *const n = search->stack + STACK_BEFORE;
    if (enter(search, position, &none) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    search->root_depth = 1;
    *eval = evaluate(search, n);
    if (score)
        *score = quiesce(search, n, 0, -SHG_SCORE_MATE, SHG_SCORE_MATE, 0);
    leave(search);
    return SHOOGI_OK;
}

void shg_search_current_line(shg_current_line *out, const shg_search *search)
{
    const node *n = search->stack + STACK_BEFORE;
    out->depth_plies = search->root_depth;
    out->selective_plies = search->selective_plies;
    out->move_number = search->root_move_number;
    out->move_count = 0;
    for (; n < search->polled_node && n->move != 0; n++)
        out->moves[out->move_count++] = n->move;
}
