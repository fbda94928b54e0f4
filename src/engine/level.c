#include "engine/level.h"

#include "engine/learning/self_play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Tuned with bench/levels_bench, so that each level wins at least three games of five against the one below it in every
 * game.  No number is in centipawns, which differ from game to game and with the learned weights.
 *
 * nodes_per_move: nodes for each legal move, so that boards of all sizes are searched equally deep.  candidates: how many
 * best moves it chooses from.  overlooked_permille: the share of them that it overlooks. */
static const struct level {
    unsigned nodes_per_move, candidates, overlooked_permille;
} levels[SHG_LEVEL_FULL] = {
    [1] = { 4, 12, 860 },  [2] = { 7, 12, 710 }, [3] = { 13, 12, 570 },
    [4] = { 25, 12, 420 }, [5] = { 44, 8, 315 }, [6] = { 80, 6, 205 },
    [7] = { 145, 5, 130 }, [8] = { 270, 4, 80 }, [9] = { 640, 3, 30 },
};

void shg_level_player_init(shg_level_player *player, unsigned level, uint64_t seed,
                           const shoogi_position *position)
{
    assert(level >= SHG_LEVEL_LEAST && level < SHG_LEVEL_FULL);
    const size_t moves = shoogi_position_moves(position, NULL, 0);
    const uint64_t nodes = (uint64_t)levels[level].nodes_per_move * (moves > 0 ? moves : 1);
    *player = (shg_level_player){
        .nodes = nodes < SHG_LEVEL_NODES_MAX ? nodes : SHG_LEVEL_NODES_MAX,
        .pv_count = levels[level].candidates,
        .level = level,
        .random = (seed ^ position->hash) | 1,
        .last_move =
            position->history_count > 0 ? position->history[position->history_count - 1].move : 0,
    };
    for (int i = 0; i < 4; i++) /* seeds that differ in one bit give unrelated numbers */
        (void)shg_random(&player->random);
}

static void finish_iteration(shg_level_player *n)
{
    if (n->current_count == 0)
        return;
    memcpy(n->finished, n->current, n->current_count * sizeof *n->current);
    n->finished_count = n->current_count;
    n->current_count = 0;
}

void shg_level_player_on_info(shg_level_player *player, const shg_search_info *info)
{
    if (info->pv_length == 0)
        return;
    if (info->pv_number == 1)
        finish_iteration(player);
    if (player->current_count < SHG_LEVEL_CANDIDATES_MAX)
        player->current[player->current_count++] =
            (shg_level_candidate){ .move = info->pv[0],
                                   .reply = info->pv_length > 1 ? info->pv[1] : 0,
                                   .score = info->score };
}

static bool overlooks(shg_level_player *n)
{
    return shg_random(&n->random) % 1000 < levels[n->level].overlooked_permille;
}

static bool is_noticed(shg_level_player *n, const shg_level_candidate *candidate)
{
    const bool wins = candidate->score == SHG_SCORE_MATE - 1;
    const bool noticed =
        !overlooks(n) || (wins && !overlooks(n)); /* a win in one gets a second look */
    return noticed || (wins && n->level >= SHG_LEVEL_NO_BLUNDER) ||
           /* A capture of the piece that has just moved is never overlooked. */
           (n->last_move != 0 && shoogi_move_to(candidate->move) == shoogi_move_to(n->last_move));
}

/* Sorts the candidates: those noticed, the best first, then those overlooked, at random. */
static void overlook_some(shg_level_player *n)
{
    shg_level_candidate others[SHG_LEVEL_CANDIDATES_MAX] = { 0 };
    unsigned noticed = 0, overlooked = 0;
    for (unsigned i = 0; i < n->finished_count; i++) {
        const shg_level_candidate candidate = n->finished[i];
        if (is_noticed(n, &candidate)) {
            n->finished[noticed++] = candidate;
        } else {
            const unsigned at = (unsigned)(shg_random(&n->random) % (overlooked + 1));
            others[overlooked++] = others[at];
            others[at] = candidate;
        }
    }
    memcpy(n->finished + noticed, others, overlooked * sizeof *others);
}

/* Whether the move loses the game, or lets the opponent win in one move. */
static bool loses_at_once(const shoogi_position *position, shoogi_move move)
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

shoogi_move shg_level_player_choose(shoogi_move *reply, shg_level_player *player,
                                    const shoogi_position *position)
{
    shg_level_player *const n = player;
    if (n->current_count >= n->finished_count)
        finish_iteration(n);
    *reply = 0;
    if (n->finished_count == 0)
        return 0;
    overlook_some(n);
    unsigned chosen = 0;
    if (n->level >= SHG_LEVEL_NO_BLUNDER)
        while (chosen < n->finished_count && loses_at_once(position, n->finished[chosen].move))
            chosen++;
    const shg_level_candidate *const candidate =
        &n->finished[chosen < n->finished_count ? chosen : 0];
    *reply = candidate->reply;
    return candidate->move;
}

static void on_info(void *context, const shg_search_info *info)
{
    shg_level_player_on_info(context, info);
}

shoogi_status shg_level_move(shoogi_move *out, shg_search *search, const shoogi_position *position,
                             unsigned level, uint64_t seed, uint64_t nodes)
{
    shg_search_limits limits = { .nodes = nodes, .may_declare = true };
    shg_level_player level_player;
    int score;
    if (level < SHG_LEVEL_FULL) {
        shg_level_player_init(&level_player, level, seed, position);
        limits.nodes = level_player.nodes;
        limits.pv_count = level_player.pv_count;
        limits.on_info = on_info;
        limits.context = &level_player;
    }
    const shoogi_status status = shg_search_go(out, &score, search, position, &limits);
    if (status == SHOOGI_OK && level < SHG_LEVEL_FULL) {
        shoogi_move reply;
        const shoogi_move chosen = shg_level_player_choose(&reply, &level_player, position);
        if (chosen != 0)
            *out = chosen;
    }
    return status;
}
