/* engine.c: the engine for a web page: the additional exports of libshoogi-engine.wasm.
 *
 * A search blocks its thread, so a page runs it in a worker and terminates the worker to stop it.  Intermediate results are
 * answers, for each of which the page is called. */
#include "engine/level.h"
#include "engine/evaluation/weights_file.h"
#include "engine/network/nnue_file.h"
#include "shoogi/notation.h"
#include "wasm/exchange.h"

#include <stdlib.h>

/* Mate scores, as in an analysed game: a win in N plies is MATE_CP - N. */
enum { MATE_CP = 30000 };

typedef struct engine {
    shg_weights *weights;
    shg_table *table;
    shg_search *search;
} engine;

typedef struct question {
    const shoogi_position *position;
} question;

static const _Atomic bool never;

/* Imported from the page: called when an answer is ready. */
__attribute__((import_module("page"), import_name("hear"))) void hear(void);

EXPORT(void, engine_free, engine *e)
{
    if (!e)
        return;
    shg_search_free(e->search);
    shg_table_free(e->table);
    shg_weights_free(e->weights);
    free(e);
}

static shoogi_status answer_head(void (*write)(shg_out *, const shoogi_variant *),
                                 const shoogi_variant *variant)
{
    shg_out head = shg_out_growing();
    write(&head, variant);
    shg_answer_begin();
    if (head.spent) {
        free(head.bytes);
        return shg_answer_refuse(SHOOGI_NO_MEMORY);
    }
    shg_answer_text(head.bytes);
    free(head.bytes);
    return SHOOGI_OK;
}

/* Answers with the first lines of weights for the variant. */
EXPORT(shoogi_status, weights_head, const shoogi_variant *variant)
{
    return answer_head(shg_weights_write_head, variant);
}

/* Answers with the first lines of a network for the variant. */
EXPORT(shoogi_status, network_head, const shoogi_variant *variant)
{
    return answer_head(shg_nnue_write_head, variant);
}

static shoogi_status get_weights(shg_weights **out, const shoogi_variant *variant, size_t bytes)
{
    if (bytes == 0) {
        const shoogi_status status = shg_weights_new(out, variant);
        return status == SHOOGI_OK ? status : shg_answer_refuse(status);
    }
    shoogi_error error = { 0 };
    const shoogi_status status = shg_weights_read(out, NULL, variant, shg_said(), bytes, &error);
    error.status = status;
    return status == SHOOGI_OK ? status : shg_answer_fault(&error);
}

static shoogi_status get_network(shg_nnue **out, const shoogi_variant *variant, const char *said,
                                 size_t bytes)
{
    if (bytes == 0)
        return SHOOGI_OK;
    shoogi_error error = { 0 };
    const shoogi_status status = shg_nnue_read(out, NULL, variant, said, bytes, &error);
    error.status = status;
    return status == SHOOGI_OK ? status : shg_answer_fault(&error);
}

/* Makes a table of mib MiB, or a smaller one if the page has less memory. */
static shoogi_status table_of(shg_table **out, size_t mib)
{
    shoogi_status status = shg_table_new(out, mib);
    while (status == SHOOGI_NO_MEMORY && mib > 1) {
        mib /= 2;
        status = shg_table_new(out, mib);
    }
    return status;
}

/* Creates an engine for a variant, with a transposition table of at most so many MiB.  The input is learned weights and a network.  If
 * there are no weights the engine guesses them from the moves of the pieces; without a network it plays by the weights.
 * Returns 0, and answers with an error, if one of the two is of another game or damaged, or without memory. */
EXPORT(engine *, engine_new, const shoogi_variant *variant, size_t table_mib, size_t weight_bytes,
       size_t network_bytes)
{
    shg_answer_begin();
    engine *const e = calloc(1, sizeof *e);
    if (!e) {
        (void)shg_answer_refuse(SHOOGI_NO_MEMORY);
        return NULL;
    }
    if (get_weights(&e->weights, variant, weight_bytes) == SHOOGI_OK &&
        get_network(&e->weights->network, variant, shg_said() + weight_bytes, network_bytes) ==
            SHOOGI_OK) {
        shoogi_status status = table_of(&e->table, table_mib);
        if (status == SHOOGI_OK)
            status = shg_search_new(&e->search, e->table, e->weights, &never);
        if (status == SHOOGI_OK)
            return e;
        (void)shg_answer_refuse(status);
    }
    engine_free(e);
    return NULL;
}

/* Converts a score of side to one of Black. */
static int score_cp(int score, shoogi_colour side)
{
    const int mine = score >= SHG_SCORE_WON    ? score - SHG_SCORE_MATE + MATE_CP
                     : score <= -SHG_SCORE_WON ? score + SHG_SCORE_MATE - MATE_CP
                                               : score;
    return side == SHOOGI_BLACK ? mine : -mine;
}

/* Answers with the moves of a line, or with "win", as in USI, if a declaration needs none. */
static void answer_line(const shoogi_position *position, const shg_search_info *info,
                        size_t (*write)(char *, size_t, const shoogi_position *, shoogi_move))
{
    shoogi_position *p = NULL;
    if (info->pv_length == 0)
        shg_answer_text("win");
    if (shoogi_position_copy(&p, position) != SHOOGI_OK)
        return;
    for (unsigned i = 0; i < info->pv_length; i++) {
        char text[SHOOGI_MOVE_TEXT_BYTES];
        (void)write(text, sizeof text, p, info->pv[i]);
        shg_answer_text(i == 0 ? "" : " ");
        shg_answer_text(text);
        if (shoogi_position_do(p, info->pv[i]) != SHOOGI_OK)
            break;
    }
    shoogi_position_free(p);
}

/* The number of the principal variation, its depth, all nodes, the score, the moves in USI and in Western notation. */
static void on_info(void *context, const shg_search_info *info)
{
    const shoogi_position *const position = ((const question *)context)->position;
    shg_answer_begin();
    shg_answer_number(info->pv_number);
    shg_answer_text("\t");
    shg_answer_number(info->depth_plies);
    shg_answer_text("\t");
    shg_answer_number(info->nodes);
    shg_answer_text("\t");
    const int score = score_cp(info->score, shoogi_position_side(position));
    shg_answer_text(score < 0 ? "-" : "");
    shg_answer_number((uint64_t)abs(score));
    shg_answer_text("\t");
    answer_line(position, info, shoogi_usi_write);
    shg_answer_text("\t");
    answer_line(position, info, shoogi_western_write);
    hear();
}

static shoogi_status answer_move(const shoogi_position *position, shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    shg_answer_begin();
    if (move == 0)
        return SHOOGI_OK;
    (void)shoogi_usi_write(text, sizeof text, position, move);
    shg_answer_text(text);
    return SHOOGI_OK;
}

/* Answers with a win by declaration, without a search. */
static shoogi_status answer_win(void)
{
    shg_answer_begin();
    shg_answer_text("win");
    return SHOOGI_OK;
}

/* Searches a number of nodes, and calls the page for each principal variation at each depth: fields separated by tabs, scores
 * for Black.  Finally answers with the best move in USI, or with nothing if there is none; or with "win" if a declaration
 * wins, which is then also the only line. */
EXPORT(shoogi_status, engine_search, engine *e, const shoogi_position *position, uint32_t nodes,
       unsigned lines)
{
    question asked = { position };
    const shg_search_limits limits = {
        .nodes = nodes, .pv_count = lines, .may_declare = true, .on_info = on_info, .context = &asked
    };
    shoogi_move best = 0;
    int score;
    if (shg_can_declare(position)) {
        on_info(&asked, &(shg_search_info){
                            .score = SHG_SCORE_MATE - 1, .depth_plies = 1, .pv_number = 1 });
        return answer_win();
    }
    shg_search_age(e->search);
    const shoogi_status status = shg_search_go(&best, &score, e->search, position, &limits);
    shg_answer_begin();
    return status == SHOOGI_OK ? answer_move(position, best) : shg_answer_refuse(status);
}

/* Answers with the move of a level in USI, with "win" if a declaration wins, or with nothing if there is no move.  nodes: of
 * the highest level.  The same seed gives the same move. */
EXPORT(shoogi_status, engine_move, engine *e, const shoogi_position *position, unsigned level,
       uint32_t seed, uint32_t nodes)
{
    shoogi_move move = 0;
    if (shg_can_declare(position))
        return answer_win();
    shg_search_age(e->search);
    const shoogi_status status = shg_level_move(&move, e->search, position, level, seed, nodes);
    shg_answer_begin();
    return status == SHOOGI_OK ? answer_move(position, move) : shg_answer_refuse(status);
}
