#include "engine/level.h"

#include "engine/learning/self_play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Set by bench/levels_bench, so that each level wins at least three games of five from the one before it in every game.
 * Nothing here is in units of a score, whose worth differs from game to game and with what has been learned of it.
 *
 * looks: nodes for each legal move, so that boards of all sizes are seen equally far into.  lines: the best moves, among
 * which it chooses.  missed_permille: of these so many are not thought of. */
static const struct level {
    unsigned looks, lines, missed_permille;
} levels[SHG_LEVEL_FULL] = {
    [1] = { 4, 12, 860 },  [2] = { 7, 12, 710 }, [3] = { 13, 12, 570 },
    [4] = { 25, 12, 420 }, [5] = { 44, 8, 315 }, [6] = { 80, 6, 205 },
    [7] = { 145, 5, 130 }, [8] = { 270, 4, 80 }, [9] = { 640, 3, 30 },
};

void shg_novice_init(shg_novice *novice, unsigned level, uint64_t seed,
                     const shoogi_position *position)
{
    assert(level >= SHG_LEVEL_LEAST && level < SHG_LEVEL_FULL);
    const size_t moves = shoogi_position_moves(position, NULL, 0);
    const uint64_t nodes = (uint64_t)levels[level].looks * (moves > 0 ? moves : 1);
    *novice = (shg_novice){
        .nodes = nodes < SHG_LEVEL_NODES_MAX ? nodes : SHG_LEVEL_NODES_MAX,
        .lines = levels[level].lines,
        .level = level,
        .chance = (seed ^ position->hash) | 1,
        .their_last =
            position->history_count > 0 ? position->history[position->history_count - 1].move : 0,
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

static bool overlooks(shg_novice *n)
{
    return shg_chance(&n->chance) % 1000 < levels[n->level].missed_permille;
}

static bool is_thought_of(shg_novice *n, const shg_level_line *line)
{
    const bool wins = line->score == SHG_SCORE_MATE - 1;
    const bool seen = !overlooks(n) || (wins && !overlooks(n)); /* who can win looks twice */
    return seen || (wins && n->level >= SHG_LEVEL_SHARP) ||
           /* Everybody sees the man that has just come. */
           (n->their_last != 0 && shoogi_move_to(line->move) == shoogi_move_to(n->their_last));
}

/* Lines that are thought of, the best first; then the others, as chance has them. */
static void think(shg_novice *n)
{
    shg_level_line others[SHG_LEVEL_LINES_MAX] = { 0 };
    unsigned seen = 0, missed = 0;
    for (unsigned i = 0; i < n->whole_count; i++) {
        const shg_level_line line = n->whole[i];
        if (is_thought_of(n, &line)) {
            n->whole[seen++] = line;
        } else {
            const unsigned at = (unsigned)(shg_chance(&n->chance) % (missed + 1));
            others[missed++] = others[at];
            others[at] = line;
        }
    }
    memcpy(n->whole + seen, others, missed * sizeof *others);
}

/* With this move the game is lost, or the other side can win it at once. */
static bool gives_all_away(const shoogi_position *position, shoogi_move move)
{
    shoogi_position *p;
    if (shoogi_position_copy(&p, position) != SHOOGI_OK)
        return false;
    const shoogi_outcome theirs =
        shoogi_position_side(p) == SHOOGI_BLACK ? SHOOGI_OUTCOME_WHITE : SHOOGI_OUTCOME_BLACK;
    shoogi_move *const replies = calloc(p->variant->moves_max, sizeof *replies);
    bool lost = false;
    if (replies && shoogi_position_do(p, move) == SHOOGI_OK) {
        const shoogi_result result = shoogi_position_result(p);
        const size_t count = result.reason == SHOOGI_REASON_NONE
                                 ? shoogi_position_moves(p, replies, p->variant->moves_max)
                                 : 0;
        lost = result.outcome == theirs;
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
    think(n);
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
    shg_search_limits limits = { .nodes = nodes, .declares = true };
    shg_novice novice;
    int score;
    if (level < SHG_LEVEL_FULL) {
        shg_novice_init(&novice, level, seed, position);
        limits.nodes = novice.nodes;
        limits.lines = novice.lines;
        limits.tell = hear;
        limits.context = &novice;
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
