#include "engine/search/picker.h"

shg_code shg_mover(const shoogi_position *position, shoogi_move move)
{
    return shoogi_move_is_drop(move) ? shg_code_of(shoogi_move_kind(move), position->side)
                                     : position->square[shoogi_move_from(move)];
}

shg_code shg_taken(const shoogi_position *position, shoogi_move move)
{
    if (shoogi_move_is_drop(move))
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

static uint32_t place_of(const shg_picker *p, shoogi_move move)
{
    return shg_place(p->history, shg_mover(p->position, move), shoogi_move_to(move));
}

static int score_noisy(const shg_picker *p, shoogi_move move)
{
    const shoogi_position *const position = p->position;
    const int before = p->worth[shg_code_kind(shg_mover(position, move))];
    const int promotion =
        shoogi_move_is_promotion(move) ? p->worth[shoogi_move_kind(move)] - before : 0;
    return 8 * p->ops->material_gain(position, move, p->worth) - 4 * promotion - before / 8 +
           *shg_take(p->history, place_of(p, move), shg_taken(position, move)) / 4;
}

static int score_quiet(const shg_picker *p, shoogi_move move)
{
    const uint32_t place = place_of(p, move);
    int score = 2 * p->history->quiet[place];
    for (unsigned i = 0; i < 2; i++)
        if (p->before[i] != 0)
            score += *shg_follow(p->history, p->before[i], place);
    if (move == p->killers[0] || move == p->killers[1])
        score += SHG_HISTORY_MAX;
    if (move == p->counter)
        score += SHG_HISTORY_MAX / 2;
    return score;
}

/* Adds what was listed, but for the move that was tried first. */
static void add(shg_picker *p, size_t listed, int (*score)(const shg_picker *, shoogi_move))
{
    for (size_t i = 0; i < listed && i < p->listed_max && p->count < p->listed_max; i++)
        if (p->room[i] != p->known)
            p->moves[p->count++] = (shg_scored){ p->room[i], score(p, p->room[i]) };
}

static int score_any(const shg_picker *p, shoogi_move move)
{
    if (shg_taken(p->position, move) != 0)
        return 4 * SHG_HISTORY_MAX + score_noisy(p, move);
    return score_quiet(p, move);
}

static void add_checks(shg_picker *p)
{
    const size_t listed = p->ops->checks(p->position, p->room, p->listed_max, true);
    size_t kept = 0;
    for (size_t i = 0; i < listed && i < p->listed_max; i++)
        if (!p->ops->is_noisy(p->position, p->room[i]) &&
            (p->hoppers || p->ops->see_at_least(p->position, p->room[i], p->worth, 0)))
            p->room[kept++] = p->room[i];
    add(p, kept, score_quiet);
}

/* The best of those left comes to the front. */
static shg_scored best_of(shg_picker *p)
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

static size_t list(const shg_picker *p, shg_part part)
{
    return p->ops->moves_part(p->position, p->room, p->listed_max, part);
}

/* From the first of the bad ones on. */
static void begin_bad(shg_picker *p)
{
    p->count = p->bad;
    p->next = 0;
    p->stage = SHG_STAGE_BAD;
}

void shg_pick_no_quiets(shg_picker *picker)
{
    if (picker->stage == SHG_STAGE_QUIET || picker->stage == SHG_STAGE_LIST_QUIET)
        begin_bad(picker);
    picker->noisy_only = true;
}

shoogi_move shg_pick(shg_picker *p)
{
    for (;;) {
        switch (p->stage) {
        case SHG_STAGE_KNOWN:
            p->stage = SHG_STAGE_LIST_NOISY;
            if (p->known != 0)
                return p->known;
            break;
        case SHG_STAGE_LIST_NOISY:
            add(p, list(p, SHG_NOISY), score_noisy);
            p->stage = SHG_STAGE_NOISY;
            break;
        case SHG_STAGE_NOISY:
            while (p->next < p->count) {
                const shg_scored found = best_of(p);
                if (p->ops->see_at_least(p->position, found.move, p->worth, -p->loses_at_most))
                    return found.move;
                p->moves[p->bad++] = found; /* at or before the place it had */
            }
            p->stage = p->checks_wanted ? SHG_STAGE_LIST_CHECKS
                       : p->noisy_only  ? SHG_STAGE_BAD
                                        : SHG_STAGE_LIST_QUIET;
            p->count = p->bad;
            p->next = 0;
            break;
        case SHG_STAGE_LIST_CHECKS:
            p->next = p->count;
            add_checks(p);
            p->stage = SHG_STAGE_CHECKS;
            break;
        case SHG_STAGE_LIST_QUIET:
            p->next = p->count; /* behind the bad ones */
            add(p, list(p, SHG_QUIET), score_quiet);
            p->stage = SHG_STAGE_QUIET;
            break;
        case SHG_STAGE_CHECKS:
        case SHG_STAGE_QUIET:
            if (p->next < p->count)
                return best_of(p).move;
            begin_bad(p);
            break;
        case SHG_STAGE_BAD:
            if (p->next < p->count)
                return p->moves[p->next++].move;
            p->stage = SHG_STAGE_OVER;
            break;
        case SHG_STAGE_LIST_ALL:
            if (p->known != 0 && p->count == 0 && p->next == 0) {
                p->next = 1; /* told once */
                return p->known;
            }
            p->next = 0;
            add(p, p->position->ops->moves(p->position, p->room, p->listed_max, false), score_any);
            p->stage = SHG_STAGE_ALL;
            break;
        case SHG_STAGE_ALL:
            if (p->next < p->count)
                return best_of(p).move;
            p->stage = SHG_STAGE_OVER;
            break;
        case SHG_STAGE_OVER: return 0;
        }
    }
}
