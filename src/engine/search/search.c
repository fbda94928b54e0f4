#include "engine/search/search.h"

#include "core/position/position_int.h"
#include "engine/search/picker.h"
#include "engine/search/timing.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BEFORE = 4,
    HASHES_MAX = 1 << 16,
    REDUCED_DEPTHS = 64,
    REDUCED_MOVES = 256,
    LISTED_MAX = 1 << 16,    /* moves of a position that are looked at, of however many */
    LISTED_USUALLY = 1 << 10 /* so many moves of each ply have room */
};

/* tunable.def. */
enum {
#define TUNABLE(name, value, least, most, step, what) TUNE_##name = (value),
#include "engine/search/tunable.def"
#undef TUNABLE
};
#define TUNABLE(name, value, least, most, step, what)                                              \
    static_assert((value) >= (least) && (value) <= (most) && (step) > 0, #name);
#include "engine/search/tunable.def"
#undef TUNABLE

/* A position on the way from the root to the one that is looked at. */
typedef struct node {
    shoogi_move move;  /* that is tried here */
    shg_scored *moves; /* where this ply may keep its own, behind those of the plies before */
    uint32_t place;    /* of it; 0: none, or a null move */
    shoogi_move killers[2];
    shoogi_move excluded; /* left out to see how much better it is than all others */
    int eval;
    bool in_check;
    shg_standing standing;
    unsigned fails; /* how often what follows failed high */
} node;

typedef struct root_move {
    shoogi_move move;
    size_t place; /* in the order of the root */
    int score, last_score;
    unsigned selective_plies;
    unsigned length;
    shoogi_move line[SHG_PLIES_MAX];
} root_move;

struct shg_search {
    const shoogi_variant *variant;
    const shg_search_ops *ops;
    const shg_weights *weights;
    shg_table *table;
    const _Atomic bool *stop;
    shg_history history;
    int *worth; /* [kinds + 1] */
    shg_board_view *sight;
    bool hoppers; /* as shg_picker has it */
    size_t listed_max;
    size_t scored_count;
    shg_scored *scored;            /* [scored_count] the moves of one ply behind those of another */
    shoogi_move *room;             /* [listed_max] */
    root_move *root_room;          /* [root_count] while it searches, as are these: */
    root_move **root;              /* in their order, the best first */
    root_move **root_by_move;      /* to be found by their moves */
    size_t root_count, root_first; /* those before root_first have been told as better lines */
    unsigned reductions[REDUCED_DEPTHS][REDUCED_MOVES];

    shoogi_position *position; /* only while it searches */
    shoogi_colour root_side;
    const shg_search_limits *limits;
    uint64_t nodes;
    uint64_t next_poll;
    bool stopped;
    unsigned root_depth, selective_plies;
    size_t root_number; /* of its moves so many have been begun, those told as better lines among them */
    const node *polled;  /* where it was when it last asked whether it is enough */
    unsigned last_ply;   /* no move is made from here on */
    unsigned null_until; /* no null moves before this ply */
    uint64_t *hashes;    /* [past_room of the position] */
    size_t past_at_root;
    node nodes_room[SHG_PLIES_MAX + BEFORE + 2];
    shoogi_move pv[SHG_PLIES_MAX + 2][SHG_PLIES_MAX + 2];
    unsigned pv_length[SHG_PLIES_MAX + 2];
};

/* ---- memory ---- */

/* Some man goes over others and takes what is behind them. */
static bool has_hoppers(const shoogi_variant *v)
{
    bool found = false;
    for (unsigned k = 1; k <= v->kinds; k++)
        for (size_t i = 0; i < v->kind[k].betza.chain_count; i++)
            found = found || (v->kind[k].betza.chains[i].legs[0].modes & SHG_MODE_HOP);
    return found;
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
    s->history.places = (size_t)2 * (v->kinds + 1) * v->squares;
    s->history.quiet = calloc(s->history.places, sizeof *s->history.quiet);
    s->history.follows = calloc((size_t)1 << SHG_FOLLOW_BITS, sizeof *s->history.follows);
    s->history.takes = calloc((size_t)1 << SHG_TAKEN_BITS, sizeof *s->history.takes);
    s->history.counter = calloc(s->history.places, sizeof *s->history.counter);
    s->worth = calloc(v->kinds + 1, sizeof *s->worth);
    s->listed_max = v->moves_max < LISTED_MAX ? v->moves_max : LISTED_MAX;
    s->scored_count = s->listed_max + (size_t)SHG_PLIES_MAX * LISTED_USUALLY;
    s->scored = calloc(s->scored_count, sizeof *s->scored);
    s->room = calloc(s->listed_max, sizeof *s->room);
    if (!s->history.quiet || !s->history.follows || !s->history.takes || !s->history.counter ||
        !s->worth || !s->scored || !s->room || shg_board_view_new(&s->sight, v) != SHOOGI_OK) {
        shg_search_free(s);
        return SHOOGI_NO_MEMORY;
    }
    shg_weights_worth(weights, s->worth);
    for (unsigned depth = 1; depth < REDUCED_DEPTHS; depth++)
        for (unsigned move = 1; move < REDUCED_MOVES; move++)
            s->reductions[depth][move] =
                (unsigned)(64 * (TUNE_lmr_base / 100.0 + log((double)depth) * log((double)move) /
                                                             (TUNE_lmr_divisor / 100.0)));
    *out = s;
    return SHOOGI_OK;
}

void shg_search_free(shg_search *search)
{
    if (!search)
        return;
    free(search->history.quiet);
    free(search->history.follows);
    free(search->history.takes);
    free(search->history.counter);
    free(search->worth);
    shg_board_view_free(search->sight);
    free(search->scored);
    free(search->room);
    free(search);
}

void shg_search_clear(shg_search *search)
{
    shg_history *const h = &search->history;
    memset(h->quiet, 0, h->places * sizeof *h->quiet);
    memset(h->follows, 0, ((size_t)1 << SHG_FOLLOW_BITS) * sizeof *h->follows);
    memset(h->takes, 0, ((size_t)1 << SHG_TAKEN_BITS) * sizeof *h->takes);
    memset(h->counter, 0, h->places * sizeof *h->counter);
}

void shg_search_age(shg_search *search)
{
    shg_table_age(search->table);
}

uint64_t shg_search_nodes(const shg_search *search)
{
    return search->nodes;
}

/* ---- small things ---- */

static int clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static int mated_in(unsigned ply)
{
    return (int)ply - SHG_SCORE_MATE;
}

/* In the table the plies to a mate count from the position itself. */
static int to_table(int score, unsigned ply)
{
    return score >= SHG_SCORE_WON    ? score + (int)ply
           : score <= -SHG_SCORE_WON ? score - (int)ply
                                     : score;
}

static int from_table(int score, unsigned ply)
{
    return score >= SHG_SCORE_WON    ? score - (int)ply
           : score <= -SHG_SCORE_WON ? score + (int)ply
                                     : score;
}

/* To who is to move. */
static int score_of_draw(const shg_search *s)
{
    return s->position->side == s->root_side ? s->limits->draw_score : -s->limits->draw_score;
}

static int score_of(const shg_search *s, shoogi_result result, unsigned ply)
{
    switch (result.outcome) {
    case SHOOGI_OUTCOME_BLACK:
    case SHOOGI_OUTCOME_WHITE:
        return (result.outcome == SHOOGI_OUTCOME_BLACK) == (s->position->side == SHOOGI_BLACK)
                   ? SHG_SCORE_MATE - (int)ply
                   : mated_in(ply);
    default: return score_of_draw(s);
    }
}

/* By the board, or by the number of its moves: then it is drawn, unless the last of them mated. */
static bool is_over(const shg_search *s, const node *n, unsigned ply, int *score)
{
    const shoogi_result over = s->position->ops->board_result(s->position);
    *score = score_of_draw(s);
    if (ply > s->last_ply)
        return true;
    if (over.reason != SHOOGI_REASON_NONE)
        *score = score_of(s, over, ply);
    return over.reason != SHOOGI_REASON_NONE || (ply == s->last_ply && !n->in_check);
}

static bool should_stop(shg_search *s, const node *n)
{
    if (s->limits->nodes > 0 && s->nodes >= s->limits->nodes)
        s->stopped = true;
    if (s->nodes >= s->next_poll) {
        s->next_poll = s->nodes + shg_poll_nodes(s->position->variant->squares);
        s->polled = n;
        if (atomic_load_explicit(s->stop, memory_order_relaxed) ||
            (s->limits->enough && s->limits->enough(s->limits->context, s->nodes)))
            s->stopped = true;
    }
    /* The first depth is searched to its end, but for quiescence: each move has a score, a win at once its own. */
    return s->stopped && s->root_depth > 1;
}

static bool is_attacked_royal(const shoogi_position *p)
{
    const shoogi_square royal = p->ops->royal(p, p->side);
    return royal != SHOOGI_NO_SQUARE &&
           p->ops->attackers(p, royal, shoogi_colour_other(p->side), NULL, 0) > 0;
}

/* A move that a picker gave. */
static void do_move(shg_search *s, node *n, const shg_picker *picker, shoogi_move move)
{
    shoogi_position *const p = s->position;
    n[1].moves = picker->moves + picker->count;
    n->move = move;
    n->place = shg_place(&s->history, shg_mover(p, move), shoogi_move_to(move));
    s->hashes[p->history_count] = p->hash;
    if (!n->standing.known)
        n->standing = shg_standing_of(s->weights, p);
    p->ops->do_move(p, move);
    shg_table_prefetch(s->table, p->hash);
    s->nodes++;
    n[1].standing = shg_standing_after(n->standing, s->weights, p);
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

/* True if the position has been there before, which ends the search of it; *score then. */
static bool repeats(const shg_search *s, unsigned ply, int *score)
{
    const shoogi_position *const p = s->position;
    const unsigned often = s->variant->rules.repetition_count;
    const size_t now = p->history_count;
    unsigned before = 0;
    for (size_t i = now; i >= 2 && often > 0;) {
        i -= 2;
        if (p->history[i].move == 0 || p->history[i + 1].move == 0)
            break; /* a null move: what came before it is another game */
        if (s->hashes[i] != p->hash)
            continue;
        before++;
        /* On the way that is looked at once is enough: what was done once can be done again. */
        if (i < s->past_at_root && before + 1 < often)
            continue;
        *score = score_of(s, shg_position_judge_repetition(p, i), ply);
        return true;
    }
    return false;
}

bool shg_can_declare(const shoogi_position *position)
{
    const shoogi_colour own = position->side;
    shoogi_result result;
    return position->variant->rules.claim_declare[own] > 0 &&
           shoogi_position_claim(&result, position, SHOOGI_CLAIM_DECLARATION, own, NULL, 0) ==
               SHOOGI_REFUSAL_NONE &&
           result.outcome == (own == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE);
}

/* The same, if it counts; most positions are told apart without counting men. */
static bool can_declare(const shg_search *s, const node *n)
{
    const shoogi_position *const p = s->position;
    if (!s->limits->declares || s->variant->rules.claim_declare[p->side] == 0 || n->in_check)
        return false;
    const shoogi_square royal = p->ops->royal(p, p->side);
    return royal != SHOOGI_NO_SQUARE && shg_in_zone(s->variant, p->side, royal) &&
           shg_can_declare(p);
}

static int evaluate(shg_search *s, node *n)
{
    return shg_evaluate(s->weights, s->position, s->sight, &n->standing);
}

/* No move is legal. */
static int score_without_moves(const shg_search *s, const node *n, unsigned ply)
{
    const shg_rules *const rules = &s->variant->rules;
    if (rules->check_strict && n->in_check)
        return mated_in(ply);
    switch (rules->stalemate) {
    case SHG_STALEMATE_WIN: return mated_in(ply);
    case SHG_STALEMATE_LOSS: return SHG_SCORE_MATE - (int)ply;
    default: return score_of_draw(s);
    }
}

static shg_picker picker_for(shg_search *s, const node *n, shoogi_move known)
{
    const node *const before = n - 1, *const earlier = n - 2;
    return (shg_picker){
        .position = s->position,
        .ops = s->ops,
        .history = &s->history,
        .worth = s->worth,
        .known = known,
        .killers = { n->killers[0], n->killers[1] },
        .counter = before->place != 0 ? s->history.counter[before->place] : 0,
        .before = { before->place, earlier->place },
        .moves = n->moves,
        .room = s->room,
        .listed_max = s->listed_max,
        .hoppers = s->hoppers,
        .stage = n->in_check ? SHG_STAGE_LIST_ALL : SHG_STAGE_KNOWN,
    };
}

/* The move of the table, if it is legal here. */
static shoogi_move legal_or_none(const shoogi_position *p, shoogi_move move)
{
    if (move == 0 || !shg_move_squares_fit(p->variant, move) ||
        shoogi_move_kind(move) > p->variant->kinds)
        return 0;
    return p->ops->moves_like(p, NULL, 0, move, ~(shoogi_move)0, false) > 0 ? move : 0;
}

static void keep_line(shg_search *s, unsigned ply, shoogi_move move)
{
    shoogi_move *const line = s->pv[ply];
    const unsigned length = s->pv_length[ply + 1];
    line[0] = move;
    memcpy(line + 1, s->pv[ply + 1], length * sizeof *line);
    s->pv_length[ply] = length + 1;
}

/* No more plies, or no room for the moves of this one. */
static bool is_too_deep(const shg_search *s, const node *n, unsigned ply)
{
    return ply >= SHG_PLIES_MAX - 1 ||
           (size_t)(n->moves - s->scored) + s->listed_max > s->scored_count;
}

/* ---- the transposition table, as both searches ask it ---- */

/* What is stored of a position, searched at least as deeply, decides outside the principal variation. */
static bool is_cutoff(const shg_entry *entry, int score, int depth, int alpha, int beta)
{
    return entry->depth_plies >= depth && ((entry->bound & SHG_BOUND_LOWER && score >= beta) ||
                                           (entry->bound & SHG_BOUND_UPPER && score <= alpha));
}

/* What a search has found out about a score.  alpha: as it was at first; the score itself where no window was open. */
static shg_bound bound_of(int score, int alpha, int beta)
{
    return score >= beta ? SHG_BOUND_LOWER : score > alpha ? SHG_BOUND_EXACT : SHG_BOUND_UPPER;
}

/* ---- quiescence: until nothing is taken any more; at first checks are given, too ---- */

/* From the first on checks are tried that take nothing; below the second only the most promising captures are; below the
 * third only men that have just taken are taken; below the fourth the board is worth what it seems. */
enum { CHECKS_DEPTH = 0, FEW_DEPTH = -2, RECAPTURES_DEPTH = -6, QUIET_DEPTH = -24 };

/* A capture that is not tried at such a depth, after so many others that were.  The first depths of the whole search want
 * an answer soon: where men have hundreds of captures, those of six plies are more than can be looked at. */
static bool is_left_out(const shg_search *s, const node *n, shoogi_move move, int depth,
                        unsigned tried)
{
    const bool recapture = shoogi_move_to(move) == shoogi_move_to(n[-1].move);
    if (s->stopped)
        return tried >= TUNE_quiescence_captures;
    if (depth < clamp(2 - 2 * (int)s->root_depth, RECAPTURES_DEPTH, 0))
        return !recapture || tried > 0;
    return depth < FEW_DEPTH && tried >= TUNE_quiescence_captures && !recapture;
}

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
    if (is_over(s, n, ply, &end) || repeats(s, ply, &end))
        return end;
    if (s->stopped && ply > 1) /* what is taken at once is seen, all the same */
        return evaluate(s, n);
    if (is_too_deep(s, n, ply))
        return n->in_check ? 0 : evaluate(s, n);
    if (depth < QUIET_DEPTH)
        return evaluate(s, n);

    shg_entry entry = { .eval = SHG_SCORE_NONE };
    const bool found = shg_table_find(s->table, p->hash, &entry);
    const int known_score = found ? from_table(entry.score, ply) : 0;
    const int kept_depth = n->in_check || depth >= 0 ? 0 : -1;
    if (!pv && found && is_cutoff(&entry, known_score, kept_depth, alpha, beta))
        return known_score;

    int best = mated_in(ply);
    int eval = SHG_SCORE_NONE;
    const int alpha_before = alpha;
    if (!n->in_check) {
        eval = found && entry.eval != SHG_SCORE_NONE ? entry.eval : evaluate(s, n);
        best = eval;
        if (found && (entry.bound & (known_score > best ? SHG_BOUND_LOWER : SHG_BOUND_UPPER)))
            best = known_score;
        if (best >= beta)
            return best;
        if (best > alpha)
            alpha = best;
    }

    shoogi_move best_move = 0;
    shg_picker picker = picker_for(s, n, found ? legal_or_none(p, entry.move) : 0);
    picker.noisy_only = true;
    picker.checks_wanted = depth >= CHECKS_DEPTH && s->variant->rules.check_strict;
    if (picker.known != 0 && !n->in_check && !picker.checks_wanted &&
        !s->ops->is_noisy(p, picker.known))
        picker.known = 0;
    unsigned tried = 0, captures = 0;
    for (shoogi_move move; (move = shg_pick(&picker)) != 0;) {
        if (picker.stage == SHG_STAGE_BAD && best > -SHG_SCORE_WON)
            break;
        tried++;
        const bool noisy = s->ops->is_noisy(p, move);
        if (!n->in_check && noisy && best > -SHG_SCORE_WON) {
            const int promise = eval + TUNE_delta_margin + s->ops->material_gain(p, move, s->worth);
            if (promise <= alpha) {
                best = promise > best ? promise : best;
                continue;
            }
            if (is_left_out(s, n, move, depth, captures))
                continue;
            captures++;
        } else if (n->in_check && best > -SHG_SCORE_WON && tried > TUNE_quiescence_evasions &&
                   shg_taken(p, move) == 0) {
            continue; /* one flight has been found */
        }
        do_move(s, n, &picker, move);
        if (!n->in_check && !noisy && !n[1].in_check) {
            undo_move(s);
            continue; /* no check, after all */
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
            keep_line(s, ply, move);
        if (score >= beta)
            break;
    }
    if (n->in_check && tried == 0)
        return score_without_moves(s, n, ply);
    shg_table_keep(s->table, p->hash,
                   &(shg_entry){ .move = best_move,
                                 .score = to_table(best, ply),
                                 .eval = eval,
                                 .depth_plies = kept_depth,
                                 .bound = bound_of(best, pv ? alpha_before : best, beta),
                                 .was_pv = found && entry.was_pv });
    return best;
}

/* ---- the tree ---- */

static void learn_follows(shg_search *s, const node *n, uint32_t place, int bonus)
{
    for (int i = 1; i <= 2; i++)
        if (n[-i].place != 0)
            shg_learn(shg_follow(&s->history, n[-i].place, place), bonus);
}

/* What was tried before the move that was good enough: at most so many are remembered. */
enum { TRIED_MAX = 64 };
typedef struct tried {
    shoogi_move moves[TRIED_MAX];
    unsigned count;
} tried;

static void learn_noisy(shg_search *s, shoogi_move move, int bonus)
{
    const shoogi_position *const p = s->position;
    const uint32_t place = shg_place(&s->history, shg_mover(p, move), shoogi_move_to(move));
    shg_learn(shg_take(&s->history, place, shg_taken(p, move)), bonus);
}

static void learn_quiet(shg_search *s, const node *n, shoogi_move move, int bonus)
{
    const shoogi_position *const p = s->position;
    const uint32_t place = shg_place(&s->history, shg_mover(p, move), shoogi_move_to(move));
    shg_learn(&s->history.quiet[place], bonus);
    learn_follows(s, n, place, bonus);
}

static void learn_cut(shg_search *s, node *n, shoogi_move move, bool noisy, int depth,
                      const tried *quiets, const tried *noisies)
{
    const int bonus =
        clamp(TUNE_bonus_square * depth * depth + TUNE_bonus_depth * depth - TUNE_bonus_less,
              TUNE_bonus_least, TUNE_bonus_most);
    if (noisy) {
        learn_noisy(s, move, bonus);
    } else {
        learn_quiet(s, n, move, bonus);
        for (unsigned i = 0; i < quiets->count; i++)
            learn_quiet(s, n, quiets->moves[i], -bonus);
        if (n->killers[0] != move) {
            n->killers[1] = n->killers[0];
            n->killers[0] = move;
        }
        if (n[-1].place != 0)
            s->history.counter[n[-1].place] = move;
    }
    for (unsigned i = 0; i < noisies->count; i++)
        learn_noisy(s, noisies->moves[i], -bonus);
}

/* ---- the moves of the root: there may be tens of thousands, each with a line ---- */

static int compare_moves(const void *a, const void *b)
{
    const root_move *const x = *(root_move *const *)a, *const y = *(root_move *const *)b;
    return (x->move > y->move) - (x->move < y->move);
}

/* NULL if it is not searched. */
static root_move *find_root(const shg_search *s, shoogi_move move)
{
    root_move key = { .move = move }, *const wanted = &key;
    root_move **const found =
        bsearch(&wanted, s->root_by_move, s->root_count, sizeof *s->root_by_move, compare_moves);
    return found ? *found : NULL;
}

/* The best first.  qsort is not stable: the order before decides then. */
static int compare_root(const void *a, const void *b)
{
    const root_move *const x = *(root_move *const *)a, *const y = *(root_move *const *)b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    if (x->last_score != y->last_score)
        return x->last_score < y->last_score ? 1 : -1;
    return (x->place > y->place) - (x->place < y->place);
}

/* Those that have not been told. */
static void sort_root(shg_search *s)
{
    qsort(s->root + s->root_first, s->root_count - s->root_first, sizeof *s->root, compare_root);
    for (size_t i = s->root_first; i < s->root_count; i++)
        s->root[i]->place = i;
}

/* The move of the root that has been made. */
static void tell_refuted(const shg_search *s, shoogi_move move)
{
    shg_entry entry;
    if (!s->limits->refuted || s->stopped)
        return;
    const bool found = shg_table_find(s->table, s->position->hash, &entry);
    s->limits->refuted(s->limits->context, move,
                       found ? legal_or_none(s->position, entry.move) : 0);
}

static int search(shg_search *s, node *n, unsigned ply, int alpha, int beta, int depth, bool cut);

/* Null-move pruning: the opponent may move twice in a row and still stays below beta. */
static bool null_fails_high(shg_search *s, node *n, unsigned ply, int beta, int depth, int eval,
                            bool cut, int *score)
{
    shoogi_position *const p = s->position;
    const int reduced =
        TUNE_null_reduction + depth / TUNE_null_reduction_depth +
        clamp((eval - beta) / TUNE_null_reduction_score, 0, TUNE_null_reduction_most);
    n->move = 0;
    n->place = 0;
    s->hashes[p->history_count] = p->hash;
    s->ops->do_null(p);
    s->nodes++;
    n[1].moves = n->moves;
    n[1].standing = n->standing;
    n[1].in_check = false;
    *score = -search(s, n + 1, ply + 1, -beta, -beta + 1, depth - reduced, !cut);
    s->ops->undo_null(p);
    if (*score < beta || s->stopped)
        return false;
    if (*score >= SHG_SCORE_WON)
        *score = beta;
    if (depth < TUNE_null_verify_depth)
        return true;
    /* Where to move may be worse than not to: look again without null moves. */
    const unsigned until = s->null_until;
    s->null_until = ply + (unsigned)(depth - reduced) * 3 / 4;
    const int verified = search(s, n, ply, beta - 1, beta, depth - reduced, false);
    s->null_until = until;
    return verified >= beta;
}

static int search(shg_search *s, node *n, unsigned ply, int alpha, int beta, int depth, bool cut)
{
    shoogi_position *const p = s->position;
    const bool pv = beta - alpha > 1, root = ply == 0;
    if (depth <= 0)
        return quiesce(s, n, ply, alpha, beta, 0);

    /* 1. The end of the game, of time, and of depth; mate distance pruning. */
    s->pv_length[ply] = 0;
    if (ply > s->selective_plies)
        s->selective_plies = ply;
    if (should_stop(s, n))
        return 0;
    if (!root) {
        int end;
        if (is_over(s, n, ply, &end) || (n->excluded == 0 && repeats(s, ply, &end)))
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

    /* 2. Transposition table. */
    const shoogi_move excluded = n->excluded;
    const uint64_t hash = p->hash;
    shg_entry entry = { .eval = SHG_SCORE_NONE };
    const bool found = excluded == 0 && shg_table_find(s->table, hash, &entry);
    const int known_score = found ? from_table(entry.score, ply) : 0;
    const shoogi_move known = root    ? s->root[s->root_first]->move
                              : found ? legal_or_none(p, entry.move)
                                      : 0;
    if (!pv && found && is_cutoff(&entry, known_score, depth, alpha, beta)) {
        if (known != 0 && known_score >= beta && shg_taken(p, known) == 0)
            learn_quiet(
                s, n, known,
                clamp(TUNE_bonus_square * depth * depth, TUNE_bonus_square, TUNE_known_bonus_most));
        return known_score;
    }
    const bool was_pv = pv || (found && entry.was_pv);

    /* 3. Static evaluation. */
    int eval = SHG_SCORE_NONE;
    bool improving = false;
    if (!n->in_check) {
        if (excluded != 0)
            eval = n->eval;
        else
            eval = found && entry.eval != SHG_SCORE_NONE ? entry.eval : evaluate(s, n);
        n->eval = eval;
        if (n[-2].eval != SHG_SCORE_NONE)
            improving = eval > n[-2].eval;
        else if (n[-4].eval != SHG_SCORE_NONE)
            improving = eval > n[-4].eval;
        if (found && (entry.bound & (known_score > eval ? SHG_BOUND_LOWER : SHG_BOUND_UPPER)))
            eval = known_score;
    } else {
        n->eval = SHG_SCORE_NONE;
    }
    n[1].killers[0] = n[1].killers[1] = 0;
    n[1].excluded = 0;
    n[2].fails = 0;

    /* 4. Reverse futility pruning, razoring, null-move pruning; then internal iterative reduction. */
    if (!pv && !n->in_check && excluded == 0 && beta > -SHG_SCORE_WON && beta < SHG_SCORE_WON) {
        if (depth <= TUNE_rfp_depth && eval - TUNE_rfp_margin * (depth - improving) >= beta &&
            eval < SHG_SCORE_WON)
            return eval;
        if (depth <= TUNE_razor_depth &&
            eval + TUNE_razor_base + TUNE_razor_margin * depth < alpha) {
            const int score = quiesce(s, n, ply, alpha, alpha + 1, 0);
            if (score <= alpha)
                return score;
        }
        int score;
        if (depth >= TUNE_null_depth && eval >= beta &&
            n->eval >= beta - TUNE_null_static_margin * depth + TUNE_null_static_base &&
            n[-1].move != 0 && ply >= s->null_until &&
            null_fails_high(s, n, ply, beta, depth, eval, cut, &score))
            return score;
        if (s->stopped && s->root_depth > 1)
            return 0;
    }
    if (depth >= TUNE_iir_depth && known == 0 && (pv || cut))
        depth--;

    /* 5. The moves. */
    shg_picker picker = picker_for(s, n, known);
    tried quiets = { .count = 0 }, noisies = { .count = 0 };
    const int alpha_before = alpha;
    int best = -SHG_SCORE_MATE;
    shoogi_move best_move = 0;
    int count = 0;
    for (shoogi_move move; (move = shg_pick(&picker)) != 0;) {
        if (move == excluded)
            continue;
        root_move *of_root = NULL;
        if (root) {
            of_root = find_root(s, move);
            if (!of_root || of_root->place < s->root_first)
                continue;
        }
        count++;
        if (root)
            s->root_number = s->root_first + (size_t)count;
        const bool noisy = s->ops->is_noisy(p, move);
        const uint32_t place = shg_place(&s->history, shg_mover(p, move), shoogi_move_to(move));
        int history = 0;
        if (!noisy) {
            history = s->history.quiet[place];
            for (int i = 1; i <= 2; i++)
                if (n[-i].place != 0)
                    history += *shg_follow(&s->history, n[-i].place, place);
        }

        /* 6. Shallow-depth pruning: late moves, futility, history, losing exchanges. */
        if (!root && best > -SHG_SCORE_WON) {
            const int reduced = depth - (int)(s->reductions[clamp(depth, 1, REDUCED_DEPTHS - 1)]
                                                           [clamp(count, 1, REDUCED_MOVES - 1)] /
                                              64);
            if (!noisy && !n->in_check) {
                if (count > (TUNE_lmp_base + depth * depth) * (improving ? 2 : 1))
                    shg_pick_no_quiets(&picker);
                if (reduced <= TUNE_futility_depth &&
                    n->eval + TUNE_futility_base +
                            TUNE_futility_margin * clamp(reduced, 0, TUNE_futility_depth) <=
                        alpha)
                    continue;
                if (reduced <= TUNE_history_depth &&
                    history < -TUNE_history_margin * clamp(depth, 1, 8))
                    continue;
            }
            if (depth <= TUNE_see_depth && picker.stage != SHG_STAGE_NOISY && count > 1 &&
                !s->ops->see_at_least(p, move, s->worth,
                                      noisy ? -TUNE_see_noisy_margin * depth
                                            : -TUNE_see_quiet_margin * depth * depth))
                continue;
        }

        /* 7. Singular extension. */
        int extension = 0;
        if (!root && depth >= TUNE_singular_depth && move == known && excluded == 0 && found &&
            entry.bound & SHG_BOUND_LOWER &&
            entry.depth_plies >= depth - TUNE_singular_table_plies &&
            known_score > -SHG_SCORE_WON && known_score < SHG_SCORE_WON &&
            ply < 2 * s->root_depth) {
            const int bound = known_score - TUNE_singular_margin * depth;
            n->excluded = move;
            const int others = search(s, n, ply, bound - 1, bound, (depth - 1) / 2, cut);
            n->excluded = 0;
            if (others < bound)
                extension = 1;
            else if (bound >= beta)
                return bound;
            /* The picker of the search within used the same memory, and learned. */
            picker = picker_for(s, n, known);
            (void)shg_pick(&picker);
        }

        /* 8. Make the move and search it, late ones reduced. */
        do_move(s, n, &picker, move);
        const bool checks = n[1].in_check;
        if (checks && extension == 0 && ply < 2 * s->root_depth && depth <= TUNE_check_depth)
            extension = 1;
        const int full = depth - 1 + extension;
        int score = 0;
        bool again = true;
        if (depth >= TUNE_lmr_depth && count > 1 + root &&
            (!noisy || picker.stage == SHG_STAGE_BAD)) {
            int reduction = (int)(s->reductions[clamp(depth, 1, REDUCED_DEPTHS - 1)]
                                               [clamp(count, 1, REDUCED_MOVES - 1)] /
                                  64);
            reduction += cut ? 1 : 0;
            reduction -= was_pv ? 1 : 0;
            reduction -= checks || n->in_check ? 1 : 0;
            reduction += improving ? 0 : 1;
            reduction -= history / TUNE_lmr_history;
            const int shallow = clamp(full - reduction, 1, full);
            score = -search(s, n + 1, ply + 1, -alpha - 1, -alpha, shallow, true);
            again = score > alpha && shallow < full;
            if (again)
                score = -search(s, n + 1, ply + 1, -alpha - 1, -alpha, full, !cut);
        } else if (!pv || count > 1) {
            score = -search(s, n + 1, ply + 1, -alpha - 1, -alpha, full, !cut);
        }
        if (pv && (count == 1 || score > alpha))
            score = -search(s, n + 1, ply + 1, -beta, -alpha, full, false);
        if (root && count > 1 && score <= alpha)
            tell_refuted(s, move);
        undo_move(s);
        if (s->stopped && s->root_depth > 1)
            return 0;

        /* 9. The result of the move. */
        if (of_root) {
            if (count == 1 || score > alpha) {
                of_root->score = score;
                of_root->selective_plies = s->selective_plies;
                of_root->line[0] = move;
                of_root->length = 1 + s->pv_length[1];
                if (of_root->length > SHG_PLIES_MAX)
                    of_root->length = SHG_PLIES_MAX;
                memcpy(of_root->line + 1, s->pv[1], (of_root->length - 1) * sizeof(shoogi_move));
            } else {
                of_root->score = -SHG_SCORE_MATE;
            }
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (pv && !root)
                    keep_line(s, ply, move);
                alpha = score;
                if (score >= beta) {
                    learn_cut(s, n, move, noisy, depth, &quiets, &noisies);
                    break;
                }
            }
        }
        tried *const t = noisy ? &noisies : &quiets;
        if (move != best_move && t->count < TRIED_MAX)
            t->moves[t->count++] = move;
    }
    if (count == 0)
        return excluded != 0 ? alpha : score_without_moves(s, n, ply);

    /* 10. Store the result. */
    const bool all_moves = !root || (s->root_first == 0 && s->limits->move_count == 0);
    if (excluded == 0 && all_moves) {
        shg_table_keep(s->table, hash,
                       &(shg_entry){ .move = best_move,
                                     .score = to_table(best, ply),
                                     .eval = n->eval,
                                     .depth_plies = depth,
                                     .bound = bound_of(best, pv ? alpha_before : best, beta),
                                     .was_pv = was_pv });
    }
    return best;
}

/* ---- iterative deepening ---- */

/* root, root_room and root_by_move owned (free), always.  NO_MEMORY. */
static shoogi_status list_root(shg_search *s)
{
    size_t count = shoogi_position_moves(s->position, s->room, s->listed_max);
    if (count > s->listed_max)
        count = s->listed_max;
    s->root_room = malloc((count + 1) * sizeof *s->root_room);
    s->root = malloc((count + 1) * sizeof *s->root);
    s->root_by_move = malloc((count + 1) * sizeof *s->root_by_move);
    s->root_count = 0;
    if (!s->root_room || !s->root || !s->root_by_move)
        return SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        bool wanted = s->limits->move_count == 0;
        for (size_t j = 0; j < s->limits->move_count && !wanted; j++)
            wanted = s->limits->moves[j] == s->room[i];
        if (!wanted)
            continue;
        root_move *const r = &s->root_room[s->root_count];
        s->root[s->root_count] = s->root_by_move[s->root_count] = r;
        r->move = s->room[i];
        r->place = s->root_count++;
        r->score = r->last_score = -SHG_SCORE_MATE;
        r->selective_plies = 0;
        r->length = 1;
        r->line[0] = r->move;
    }
    qsort(s->root_by_move, s->root_count, sizeof *s->root_by_move, compare_moves);
    return SHOOGI_OK;
}

static void tell(shg_search *s, unsigned line)
{
    if (!s->limits->tell)
        return;
    const root_move *const r = s->root[s->root_first];
    const shg_finding finding = { .score = r->score,
                                  .depth_plies = s->root_depth,
                                  .selective_plies = r->selective_plies,
                                  .line = line,
                                  .nodes = s->nodes,
                                  .moves = r->line,
                                  .move_count = r->length };
    s->limits->tell(s->limits->context, &finding);
}

/* One line of one depth, by a window around the score of the depth before. */
static void search_window(shg_search *s, node *n)
{
    int delta = TUNE_aspiration_delta;
    const int last = s->root[s->root_first]->last_score;
    int alpha = -SHG_SCORE_MATE, beta = SHG_SCORE_MATE;
    if (s->root_depth >= 4 && last > -SHG_SCORE_WON && last < SHG_SCORE_WON) {
        alpha = clamp(last - delta, -SHG_SCORE_MATE, SHG_SCORE_MATE);
        beta = clamp(last + delta, -SHG_SCORE_MATE, SHG_SCORE_MATE);
    }
    for (unsigned higher = 0;; delta += delta / 2) {
        const int depth = (int)s->root_depth - (int)(higher < 3 ? higher : 3);
        const int score = search(s, n, 0, alpha, beta, depth > 1 ? depth : 1, false);
        sort_root(s);
        if (s->stopped && s->root_depth > 1)
            return;
        if (score <= alpha && alpha > -SHG_SCORE_MATE) {
            beta = (alpha + beta) / 2;
            alpha = clamp(score - delta, -SHG_SCORE_MATE, SHG_SCORE_MATE);
            higher = 0;
        } else if (score >= beta && beta < SHG_SCORE_MATE) {
            beta = clamp(score + delta, -SHG_SCORE_MATE, SHG_SCORE_MATE);
            higher++;
        } else {
            return;
        }
    }
}

/* Patience ended before the first depth was done: where the moves of all other lines lead is seen at a glance, once. */
static void glance(shg_search *s, node *n)
{
    shg_picker picker = picker_for(s, n, 0);
    for (size_t i = s->root_first; i < s->root_count; i++) {
        root_move *const r = s->root[i];
        do_move(s, n, &picker, r->move);
        r->score = -quiesce(s, n + 1, 1, -SHG_SCORE_MATE, SHG_SCORE_MATE, 0);
        r->selective_plies = s->selective_plies;
        r->length = 1;
        undo_move(s);
    }
    sort_root(s);
}

static void deepen(shg_search *s)
{
    node *const n = s->nodes_room + BEFORE;
    const size_t lines = s->limits->lines > 1 ? s->limits->lines : 1;
    const unsigned deepest =
        s->limits->depth_plies > 0 && s->limits->depth_plies < SHG_PLIES_MAX - 1
            ? s->limits->depth_plies
            : SHG_PLIES_MAX - 1;
    bool glanced = false;
    for (s->root_depth = 1; s->root_depth <= deepest; s->root_depth++) {
        for (size_t i = 0; i < s->root_count; i++)
            s->root[i]->last_score = s->root[i]->score;
        for (s->root_first = 0; s->root_first < lines && s->root_first < s->root_count;
             s->root_first++) {
            s->selective_plies = 0;
            if (s->stopped && s->root_first > 0) {
                if (!glanced)
                    glance(s, n);
                glanced = true;
            } else {
                search_window(s, n);
            }
            if (s->stopped && s->root_depth > 1)
                break;
            tell(s, (unsigned)s->root_first + 1);
        }
        s->root_first = 0;
        if (s->stopped)
            break;
    }
}

shoogi_status shg_search_go(shoogi_move *best, int *score, shg_search *search_,
                            const shoogi_position *position, const shg_search_limits *limits)
{
    shg_search *const s = search_;
    *best = 0;
    *score = 0;
    if (shoogi_position_copy(&s->position, position) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    const size_t room = s->position->history_count + SHG_PLIES_MAX + 2;
    s->hashes = malloc(room * sizeof *s->hashes);
    if (!s->hashes || shg_position_make_room(s->position, SHG_PLIES_MAX + 2) != SHOOGI_OK) {
        free(s->hashes);
        shoogi_position_free(s->position);
        return SHOOGI_NO_MEMORY;
    }
    for (size_t i = 0; i < s->position->history_count; i++)
        s->hashes[i] = s->position->history[i].hash;
    s->past_at_root = s->position->history_count;
    s->root_side = s->position->side;
    s->limits = limits;
    s->nodes = s->next_poll = 0;
    s->root_number = 0;
    s->stopped = false;
    s->null_until = 0;
    s->last_ply = limits->plies_left > 0 ? limits->plies_left : SHG_PLIES_MAX;
    memset(s->nodes_room, 0, sizeof s->nodes_room);
    for (int i = 0; i < BEFORE; i++)
        s->nodes_room[i].eval = SHG_SCORE_NONE;
    s->nodes_room[BEFORE].in_check =
        is_attacked_royal(s->position) && !s->position->ops->has_pair(s->position, position->side);
    s->nodes_room[BEFORE].moves = s->scored;
    const shoogi_status status = list_root(s);
    if (s->root_count > 0) {
        deepen(s);
        const root_move *const first = s->root[0];
        *best = first->move;
        *score = first->score > -SHG_SCORE_MATE ? first->score : first->last_score;
    }
    free(s->hashes);
    free(s->root_room);
    free(s->root);
    free(s->root_by_move);
    s->root_room = NULL;
    s->root = s->root_by_move = NULL;
    shoogi_position_free(s->position);
    s->position = NULL;
    return status;
}

void shg_search_look(shg_look *out, const shg_search *search)
{
    const node *n = search->nodes_room + BEFORE;
    out->depth_plies = search->root_depth;
    out->selective_plies = search->selective_plies;
    out->number = search->root_number;
    out->move_count = 0;
    for (; n < search->polled && n->move != 0; n++)
        out->moves[out->move_count++] = n->move;
}
