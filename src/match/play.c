#include "match/play.h"

#include "base/monotonic.h"
#include "match/opening.h"
#include "match/royal_capture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t NO_BOUND_MS = INT64_MAX / 4;

/* A running game. */
typedef struct game {
    shg_player *const *players;
    const shg_adjudication *adjudication;
    shoogi_position *p;
    shoogi_record *record;
    shoogi_node last;
    int64_t left_ms[2];
    unsigned lost_plies[2],
        even_plies; /* moves in a row whose scores say that a colour is losing, or that the game is even */
} game;

static const shg_participant_limits *limits_of(const game *g, shoogi_colour colour)
{
    return &g->players[colour]->participant->limits;
}

static bool has_clock(const shg_participant_limits *a)
{
    return a->main_ms > 0 || a->increment_ms > 0 || a->byoyomi_ms > 0;
}

/* The time limit of the move. */
static int64_t allowed_ms(const game *g, shoogi_colour colour)
{
    const shg_participant_limits *const a = limits_of(g, colour);
    int64_t allowed = NO_BOUND_MS;
    if (has_clock(a))
        allowed = g->left_ms[colour] + a->increment_ms + a->byoyomi_ms;
    if (a->move_ms > 0 && a->move_ms < allowed)
        allowed = a->move_ms;
    return allowed;
}

static void spend(game *g, shoogi_colour colour, int64_t elapsed_ms)
{
    const int64_t left = g->left_ms[colour] + limits_of(g, colour)->increment_ms - elapsed_ms;
    g->left_ms[colour] = left > 0 ? left : 0;
}

static shoogi_result won_by(shoogi_colour colour, shoogi_reason reason)
{
    return (shoogi_result){ colour == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE,
                            reason };
}

static shoogi_status end(game *g, shoogi_termination how, shoogi_result result, const char *text)
{
    return shoogi_record_add_termination(&g->last, g->record, g->last, how, result, text,
                                         text ? strlen(text) : 0);
}

/* ---- ends by rule or adjudication ---- */

/* Ends the game if there is a reason; *ended says so. */
static shoogi_status adjudicate(bool *ended, game *g)
{
    const shg_adjudication *const j = g->adjudication;
    const shoogi_result result = shoogi_position_result(g->p);
    const shoogi_result draw = { SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_NONE };
    *ended = true;
    if (result.reason != SHOOGI_REASON_NONE)
        return end(g, SHOOGI_TERMINATION_BOARD, result, NULL);
    for (shoogi_colour c = SHOOGI_BLACK; c <= SHOOGI_WHITE; c++)
        if (j->resign_plies > 0 && g->lost_plies[c] >= j->resign_plies)
            return end(g, SHOOGI_TERMINATION_OTHER,
                       won_by(shoogi_colour_other(c), SHOOGI_REASON_NONE),
                       "both engines agree that it is decided");
    if (j->draw_plies > 0 && g->even_plies >= j->draw_plies &&
        shoogi_position_moves_played(g->p) >= j->draw_from)
        return end(g, SHOOGI_TERMINATION_DRAW, draw, NULL);
    if (shoogi_position_moves_played(g->p) >= j->plies_max)
        return end(g, SHOOGI_TERMINATION_MOVES_MAX, draw, NULL);
    if (j->royal_capturable_wins) {
        bool in_reach;
        const shoogi_status status = shg_can_capture_royal(&in_reach, g->p);
        if (status != SHOOGI_OK)
            return status;
        if (in_reach)
            return end(g, SHOOGI_TERMINATION_OTHER,
                       won_by(shoogi_position_side(g->p), SHOOGI_REASON_NONE),
                       "a royal can be captured");
    }
    *ended = false;
    return SHOOGI_OK;
}

/* Counts moves in a row with agreeing scores. */
static void count_decided_plies(game *g, const shg_answer *answer, shoogi_colour mover)
{
    const shg_adjudication *const j = g->adjudication;
    const int score = answer->has_score ? answer->score : 0;
    const bool decided =
        answer->has_score && j->resign_plies > 0 && abs(score) >= (int)j->resign_cp;
    for (shoogi_colour c = SHOOGI_BLACK; c <= SHOOGI_WHITE; c++)
        g->lost_plies[c] = decided && (score < 0) == (c == mover) ? g->lost_plies[c] + 1 : 0;
    g->even_plies = answer->has_score && abs(score) <= (int)j->draw_cp ? g->even_plies + 1 : 0;
}

/* ---- turns ---- */

static shoogi_status add_search_comment(game *g, const shg_answer *answer)
{
    char text[96];
    size_t length = 0;
    if (answer->has_score)
        length = (size_t)snprintf(text, sizeof text, "score %d", answer->score);
    if (answer->depth_plies > 0)
        length +=
            (size_t)snprintf(text + length, sizeof text - length, " depth %u", answer->depth_plies);
    if (answer->nodes > 0)
        length +=
            (size_t)snprintf(text + length, sizeof text - length, " nodes %" PRIu64, answer->nodes);
    const char *const begin = text + (length > 0 && text[0] == ' ');
    return length > 0 ? shoogi_record_add_comment(g->record, g->last, begin, strlen(begin))
                      : SHOOGI_OK;
}

static shoogi_status make_move(game *g, shoogi_move move)
{
    for (size_t i = 0; i < 2; i++)
        g->players[i]->ops->note_move(g->players[i], g->p, move);
    const shoogi_status status =
        shoogi_record_add_move(&g->last, g->record, g->last, g->p, move, NULL);
    return status == SHOOGI_OK ? shoogi_position_do(g->p, move) : status;
}

/* Ends the game by an answer that is no move, or came too late. */
static shoogi_status end_by_answer(game *g, const shg_answer *answer, bool late)
{
    const shoogi_colour mover = shoogi_position_side(g->p);
    const shoogi_result lost = won_by(shoogi_colour_other(mover), SHOOGI_REASON_NONE);
    shoogi_result result = lost;
    shoogi_termination how = SHOOGI_TERMINATION_ERROR;
    char words[SHG_WORDS_BYTES + 64];
    snprintf(words, sizeof words, "%s", answer->words);
    if (late) {
        how = SHOOGI_TERMINATION_TIME;
    } else if (answer->kind == SHG_ANSWER_RESIGNS) {
        how = SHOOGI_TERMINATION_RESIGN;
    } else if (answer->kind == SHG_ANSWER_DECLARES &&
               shoogi_position_claim(&result, g->p, SHOOGI_CLAIM_DECLARATION, mover, words,
                                     sizeof words) == SHOOGI_REFUSAL_NONE) {
        how = SHOOGI_TERMINATION_DECLARATION;
    } else if (answer->kind == SHG_ANSWER_ILLEGAL || answer->kind == SHG_ANSWER_DECLARES) {
        how = SHOOGI_TERMINATION_ILLEGAL;
    }
    const shoogi_status status = end(g, how, result, NULL);
    if (status != SHOOGI_OK || words[0] == '\0')
        return status;
    char text[sizeof words + 64];
    snprintf(text, sizeof text, "%s: %s", g->players[mover]->participant->name, words);
    for (char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7F)
            *c = '?';
    return shoogi_record_set_header(g->record, "note", 4, text, strlen(text));
}

static shoogi_status take_turn(bool *ended, game *g)
{
    const shoogi_colour mover = shoogi_position_side(g->p);
    shg_player *const player = g->players[mover];
    const int64_t allowed = allowed_ms(g, mover), margin = limits_of(g, mover)->margin_ms;
    const int64_t wait_ms =
        g->adjudication->patience_ms + (allowed == NO_BOUND_MS ? 0 : allowed + margin);
    const shg_turn turn = {
        .position = g->p,
        .left_ms = { g->left_ms[0], g->left_ms[1] },
        .increment_ms = { limits_of(g, SHOOGI_BLACK)->increment_ms,
                          limits_of(g, SHOOGI_WHITE)->increment_ms },
        .until_ms = shg_monotonic_ms() + wait_ms,
    };
    shg_answer answer;
    player->ops->think(&answer, player, &turn);
    const bool late = answer.kind < SHG_ANSWER_TIMEOUT && answer.elapsed_ms > allowed + margin;
    *ended = late || answer.kind != SHG_ANSWER_MOVE;
    shoogi_status status;
    if (*ended) {
        status = end_by_answer(g, &answer, late);
    } else {
        count_decided_plies(g, &answer, mover);
        spend(g, mover, answer.elapsed_ms);
        status = make_move(g, answer.move);
        if (status == SHOOGI_OK)
            status = add_search_comment(g, &answer);
    }
    if (status == SHOOGI_OK)
        shoogi_record_set_time(g->record, g->last, answer.elapsed_ms);
    return status;
}

/* ---- a game ---- */

/* Undoes the opening and returns its moves: [*count], owned (free); NULL if out of memory. */
static shoogi_move *undo_opening(shoogi_position *p, unsigned *count)
{
    *count = shoogi_position_moves_played(p);
    shoogi_move *const moves = malloc((*count + 1) * sizeof *moves);
    for (unsigned i = 0; moves && i < *count; i++)
        moves[i] = shoogi_position_move_at(p, i);
    while (moves && shoogi_position_moves_played(p) > 0)
        shoogi_position_undo(p);
    return moves;
}

static bool is_default_start(const shoogi_position *p, bool *is_default)
{
    shoogi_position *start;
    if (shoogi_position_new(&start, shoogi_position_variant(p)) != SHOOGI_OK)
        return false;
    *is_default = shoogi_position_hash(start) == shoogi_position_hash(p) &&
                  shoogi_position_ply(start) == shoogi_position_ply(p);
    shoogi_position_free(start);
    return true;
}

static shoogi_status begin(game *g, uint64_t seed, shoogi_colour *who, char words[SHG_WORDS_BYTES])
{
    shg_new_game new_game = { .start = g->p };
    if (!is_default_start(g->p, &new_game.is_default))
        return SHOOGI_NO_MEMORY;
    for (shoogi_colour c = SHOOGI_BLACK; c <= SHOOGI_WHITE; c++) {
        shg_player *const player = g->players[c];
        new_game.colour = c;
        new_game.seed = shg_seed_of(seed, c, 1);
        g->left_ms[c] = player->participant->limits.main_ms;
        *who = c;
        if (!player->ops->begin(player, &new_game, words) &&
            !player->ops->begin(player, &new_game, words))
            return SHOOGI_IO;
    }
    return SHOOGI_OK;
}

static shoogi_status play_on(game *g, const shoogi_move *opening, unsigned opening_plies)
{
    shoogi_status status = SHOOGI_OK;
    bool ended = false;
    for (unsigned i = 0; i < opening_plies && status == SHOOGI_OK; i++)
        status = make_move(g, opening[i]);
    while (!ended && status == SHOOGI_OK) {
        status = adjudicate(&ended, g);
        if (!ended && status == SHOOGI_OK)
            status = take_turn(&ended, g);
    }
    return status;
}

static void finish(const game *g)
{
    const shoogi_outcome outcome = shoogi_record_node(g->record, g->last).result.outcome;
    for (shoogi_colour c = SHOOGI_BLACK; c <= SHOOGI_WHITE; c++) {
        const shoogi_outcome mine = won_by(c, SHOOGI_REASON_NONE).outcome;
        const shoogi_outcome others = won_by(shoogi_colour_other(c), SHOOGI_REASON_NONE).outcome;
        g->players[c]->ops->finish(g->players[c], (outcome == mine) - (outcome == others));
    }
}

shoogi_status shg_play(shoogi_record **out, shg_player *const players[2], shoogi_position *p,
                       const shg_adjudication *adjudication, uint64_t seed, shoogi_colour *who,
                       char words[SHG_WORDS_BYTES])
{
    unsigned opening_plies;
    game g = { .players = players, .adjudication = adjudication, .p = p };
    shoogi_move *const opening = undo_opening(p, &opening_plies);
    shoogi_status status = opening ? shoogi_record_new(&g.record, p) : SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        status = begin(&g, seed, who, words);
    if (status == SHOOGI_OK)
        status = play_on(&g, opening, opening_plies);
    if (status == SHOOGI_OK) {
        finish(&g);
        *out = g.record;
    } else {
        shoogi_record_free(g.record);
    }
    free(opening);
    return status;
}
