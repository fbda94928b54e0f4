#include "engine/search/picker.h"

#include "engine/search/tunables.h"

shg_code shg_moved_piece(const shoogi_position *position, shoogi_move move)
{
    return shoogi_move_is_drop(move) ? shg_code_of(shoogi_move_kind(move), position->side)
                                     : position->square[shoogi_move_from(move)];
}

shg_code shg_captured_piece(const shoogi_position *position, shoogi_move move)
{
    if (shoogi_move_is_drop(move) || shoogi_move_is_castling(move))
        return 0;
    const shoogi_square to = shoogi_move_to(move);
    if (position->square[to] != 0 && to != shoogi_move_from(move))
        return position->square[to];
    if ((move & SHOOGI_MOVE_DIRECT) == SHOOGI_MOVE_DIRECT)
        return 0;
    shoogi_square way[SHOOGI_VIA_MAX];
    const unsigned ways = shoogi_move_via(way, move, position->variant->ranks);
    for (unsigned i = 0; i < ways; i++)
        if (position->square[way[i]] != 0)
            return position->square[way[i]];
    return 0;
}

static uint32_t piece_to_of(const shg_picker *p, shoogi_move move)
{
    return shg_piece_to(p->history, shg_moved_piece(p->position, move), shoogi_move_to(move));
}

/* MVV-LVA (most valuable victim, least valuable attacker) with capture history. */
static int score_noisy(const shg_picker *p, shoogi_move move)
{
    const shoogi_position *const position = p->position;
    const int before = p->piece_values[shg_code_kind(shg_moved_piece(position, move))];
    const int promotion =
        shoogi_move_is_promotion(move) ? p->piece_values[shoogi_move_kind(move)] - before : 0;
    return TUNE_order_gain * p->ops->material_gain(position, move, p->piece_values) -
           TUNE_order_promotion * promotion - before / TUNE_order_attacker +
           *shg_capture_history(p->history, piece_to_of(p, move),
                                shg_captured_piece(position, move)) /
               TUNE_order_capture_history;
}

/* History, continuation history, killers and the counter move. */
static int score_quiet(const shg_picker *p, shoogi_move move)
{
    const uint32_t piece_to = piece_to_of(p, move);
    int score = TUNE_order_history * p->history->quiet[piece_to];
    for (unsigned i = 0; i < 2; i++)
        if (p->previous[i] != 0)
            score += *shg_continuation_history(p->history, p->previous[i], piece_to);
    if (move == p->killers[0] || move == p->killers[1])
        score += TUNE_order_killer;
    if (move == p->counter_move)
        score += TUNE_order_counter_move;
    return score;
}

/* Scores the generated moves and adds them, except the hash move, which came first. */
static void add(shg_picker *p, size_t count, int (*score)(const shg_picker *, shoogi_move))
{
    for (size_t i = 0; i < count && i < p->moves_max && p->count < p->moves_max; i++)
        if (p->generated[i] != p->tt_move)
            p->moves[p->count++] = (shg_scored){ p->generated[i], score(p, p->generated[i]) };
}

static int score_evasion(const shg_picker *p, shoogi_move move)
{
    if (shg_captured_piece(p->position, move) != 0)
        return TUNE_order_evasion_capture + score_noisy(p, move);
    return score_quiet(p, move);
}

static void add_checks(shg_picker *p)
{
    const size_t count = p->ops->checks(p->position, p->generated, p->moves_max, true);
    size_t kept = 0;
    for (size_t i = 0; i < count && i < p->moves_max; i++)
        if (!p->ops->is_noisy(p->position, p->generated[i]) &&
            (p->hoppers || p->ops->see_at_least(p->position, p->generated[i], p->piece_values, 0)))
            p->generated[kept++] = p->generated[i];
    add(p, kept, score_quiet);
}

/* One step of a selection sort: the best remaining move comes to the front. */
static shg_scored pick_best(shg_picker *p)
{
    size_t best = p->next;
    for (size_t i = p->next + 1; i < p->count; i++)
        if (p->moves[i].score > p->moves[best].score)
            best = i;
    const shg_scored found = p->moves[best];
    p->moves[best] = p->moves[p->next];
    p->moves[p->next++] = found;
    return found;
}

static size_t generate(const shg_picker *p, shg_part part)
{
    return p->ops->moves_part(p->position, p->generated, p->moves_max, part);
}

/* Starts over with the bad noisy moves at the front. */
static void begin_bad_noisy(shg_picker *p)
{
    p->count = p->bad_count;
    p->next = 0;
    p->stage = SHG_STAGE_BAD_NOISY;
}

void shg_pick_skip_quiets(shg_picker *picker)
{
    if (picker->stage == SHG_STAGE_QUIET || picker->stage == SHG_STAGE_GENERATE_QUIET)
        begin_bad_noisy(picker);
    picker->noisy_only = true;
}

shoogi_move shg_pick(shg_picker *p)
{
    for (;;) {
        switch (p->stage) {
        case SHG_STAGE_TT_MOVE:
            p->stage = SHG_STAGE_GENERATE_NOISY;
            if (p->tt_move != 0)
                return p->tt_move;
            break;
        case SHG_STAGE_GENERATE_NOISY:
            add(p, generate(p, SHG_NOISY), score_noisy);
            p->stage = SHG_STAGE_GOOD_NOISY;
            break;
        case SHG_STAGE_GOOD_NOISY:
            while (p->next < p->count) {
                const shg_scored found = pick_best(p);
                if (p->ops->see_at_least(p->position, found.move, p->piece_values, -p->see_loss_max))
                    return found.move;
                p->moves[p->bad_count++] = found; /* never behind its old slot */
            }
            p->stage = p->checks_wanted ? SHG_STAGE_GENERATE_CHECKS
                       : p->noisy_only  ? SHG_STAGE_BAD_NOISY
                                        : SHG_STAGE_GENERATE_QUIET;
            p->count = p->bad_count;
            p->next = 0;
            break;
        case SHG_STAGE_GENERATE_CHECKS:
            p->next = p->count;
            add_checks(p);
            p->stage = SHG_STAGE_CHECKS;
            break;
        case SHG_STAGE_GENERATE_QUIET:
            p->next = p->count; /* behind the bad noisy moves */
            add(p, generate(p, SHG_QUIET), score_quiet);
            p->stage = SHG_STAGE_QUIET;
            break;
        case SHG_STAGE_CHECKS:
        case SHG_STAGE_QUIET:
            if (p->next < p->count)
                return pick_best(p).move;
            begin_bad_noisy(p);
            break;
        case SHG_STAGE_BAD_NOISY:
            if (p->next < p->count)
                return p->moves[p->next++].move;
            p->stage = SHG_STAGE_DONE;
            break;
        case SHG_STAGE_GENERATE_EVASIONS:
            if (p->tt_move != 0 && p->count == 0 && p->next == 0) {
                p->next = 1; /* returned once */
                return p->tt_move;
            }
            p->next = 0;
            add(p, p->position->ops->moves(p->position, p->generated, p->moves_max, false),
                score_evasion);
            p->stage = SHG_STAGE_EVASIONS;
            break;
        case SHG_STAGE_EVASIONS:
            if (p->next < p->count)
                return pick_best(p).move;
            p->stage = SHG_STAGE_DONE;
            break;
        case SHG_STAGE_DONE: return 0;
        }
    }
}
