#include "engine/level.h"

#include "engine/self_play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Set by bench/levels_bench, so that each level wins some three games of five or more from the one before it in every game.
 *
 * looks: nodes for each legal move, so that boards of all sizes are seen equally far into.  wrong_cp: a move is judged
 * wrongly by up to twice as much, seldom by so much.  missed_permille: of the moves so many are not thought of. */
static const struct level {
    unsigned looks, lines;
    int wrong_cp;
    unsigned missed_permille;
} levels[SHG_LEVEL_FULL] = {
    [1] = { 24, 12, 600, 600 }, [2] = { 28, 12, 370, 420 }, [3] = { 34, 12, 205, 250 },
    [4] = { 42, 10, 140, 182 }, [5] = { 56, 10, 94, 130 },  [6] = { 84, 8, 64, 93 },
    [7] = { 140, 6, 44, 66 },   [8] = { 260, 5, 28, 43 },   [9] = { 512, 4, 14, 20 },
};

/* So that big boards are answered soon, too. */
enum { NODES_MAX = 1 << 16 };

void shg_novice_init(shg_novice *novice, unsigned level, uint64_t seed,
                     const shoogi_position *position)
{
    assert(level >= SHG_LEVEL_LEAST && level < SHG_LEVEL_FULL);
    const size_t moves = shoogi_position_moves(position, NULL, 0);
    const uint64_t nodes = (uint64_t)levels[level].looks * moves;
    *novice = (shg_novice){
        .nodes = nodes < 1           ? 1
                 : nodes < NODES_MAX ? nodes
                                     : NODES_MAX,
        .lines = levels[level].lines,
        .level = level,
        .chance = (seed ^ position->hash) | 1,
        .their_last = position->past_count > 0 ? position->past[position->past_count - 1].move : 0,
    };
    for (int i = 0; i < 4; i++) /* seeds that differ little are to differ in all */
        (void)shg_chance(&novice->chance);
}

static void depth_is_done(shg_novice *n)
{
    if (n->now_count == 0)
        return;
    memcpy(n->whole, n->now, n->now_count * sizeof *n->now);
    n->whole_count = n->now_count;
    n->now_count = 0;
}

void shg_novice_hear(shg_novice *novice, const shg_finding *finding)
{
    if (finding->move_count == 0)
        return;
    if (finding->line == 1)
        depth_is_done(novice);
    if (novice->now_count < SHG_LEVEL_LINES_MAX)
        novice->now[novice->now_count++] =
            (shg_level_line){ .move = finding->moves[0],
                              .answer = finding->move_count > 1 ? finding->moves[1] : 0,
                              .score = finding->score };
}

/* Of forced ends the sooner one matters, but not as much as that it is one. */
static int value_of(int score)
{
    if (score >= SHG_SCORE_WON)
        return SHG_EVAL_MAX - 100 * (SHG_SCORE_MATE - score);
    if (score <= -SHG_SCORE_WON)
        return -SHG_EVAL_MAX + 100 * (SHG_SCORE_MATE + score);
    return score;
}

/* -1000 to 1000, the more seldom the further from 0. */
static int misjudged(uint64_t *chance)
{
    return (int)(shg_chance(chance) % 1001) + (int)(shg_chance(chance) % 1001) - 1000;
}

static bool is_thought_of(shg_novice *n, const shg_level_line *line)
{
    const bool missed = shg_chance(&n->chance) % 1000 < levels[n->level].missed_permille;
    /* Everybody sees the man that has just come. */
    return !missed || (n->level >= SHG_LEVEL_SHARP && line->score == SHG_SCORE_MATE - 1) ||
           (n->their_last != 0 && shoogi_move_to(line->move) == shoogi_move_to(n->their_last));
}

/* Lines as they are judged, the best first; those that are not thought of come last, in the order of the truth. */
static void judge(shg_novice *n)
{
    const int wrong = 2 * levels[n->level].wrong_cp;
    for (unsigned i = 0; i < n->whole_count; i++) {
        shg_level_line line = n->whole[i];
        const int error = wrong * misjudged(&n->chance) / 1000;
        const bool is_end = abs(line.score) >= SHG_SCORE_WON; /* who sees it has counted it out */
        const int value = value_of(line.score) + (is_end ? 0 : error);
        line.score = is_thought_of(n, &line) ? value : -2 * SHG_EVAL_MAX - (int)i;
        unsigned at = i;
        for (; at > 0 && n->whole[at - 1].score < line.score; at--)
            n->whole[at] = n->whole[at - 1];
        n->whole[at] = line;
    }
}

/* After this move the other side can end the game at once. */
static bool gives_all_away(const shoogi_position *position, shoogi_move move)
{
    shoogi_position *p;
    if (shoogi_position_copy(&p, position) != SHOOGI_OK)
        return false;
    const shoogi_outcome theirs =
        shoogi_position_side(p) == SHOOGI_BLACK ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK;
    shoogi_move *const replies = calloc(p->variant->moves_max, sizeof *replies);
    bool lost = false;
    if (replies && shoogi_position_do(p, move) == SHOOGI_OK &&
        shoogi_position_result(p).reason == SHOOGI_REASON_NONE) {
        const size_t count = shoogi_position_moves(p, replies, p->variant->moves_max);
        for (size_t i = 0; i < count && !lost && shoogi_position_do(p, replies[i]) == SHOOGI_OK;
             i++) {
            lost = shoogi_position_result(p).outcome == theirs;
            shoogi_position_undo(p);
        }
    }
    free(replies);
    shoogi_position_free(p);
    return lost;
}

shoogi_move shg_novice_choose(shoogi_move *answer, shg_novice *novice,
                              const shoogi_position *position)
{
    shg_novice *const n = novice;
    if (n->now_count >= n->whole_count)
        depth_is_done(n);
    *answer = 0;
    if (n->whole_count == 0)
        return 0;
    judge(n);
    unsigned chosen = 0;
    if (n->level >= SHG_LEVEL_SHARP)
        while (chosen < n->whole_count && gives_all_away(position, n->whole[chosen].move))
            chosen++;
    const shg_level_line *const line = &n->whole[chosen < n->whole_count ? chosen : 0];
    *answer = line->answer;
    return line->move;
}

static void hear(void *context, const shg_finding *finding)
{
    shg_novice_hear(context, finding);
}

shoogi_status shg_level_move(shoogi_move *out, shg_search *search, const shoogi_position *position,
                             unsigned level, uint64_t seed, uint64_t nodes)
{
    shg_search_limits limits = { .nodes = nodes };
    shg_novice novice;
    int score;
    if (level < SHG_LEVEL_FULL) {
        shg_novice_init(&novice, level, seed, position);
        limits = (shg_search_limits){
            .nodes = novice.nodes, .lines = novice.lines, .tell = hear, .context = &novice
        };
    }
    const shoogi_status status = shg_search_go(out, &score, search, position, &limits);
    if (status == SHOOGI_OK && level < SHG_LEVEL_FULL) {
        shoogi_move answer;
        const shoogi_move chosen = shg_novice_choose(&answer, &novice, position);
        if (chosen != 0)
            *out = chosen;
    }
    return status;
}
