#include "cli/opponent.h"

#include "base/text.h"
#include "cli/messages.h"
#include "engine/evaluation/weights_find.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    HASH_MIB = 64,
    HINT_NODES = 100000,
    USUAL_MOVE_MS = 1000, /* at the highest level without other limits */
    LOOK_MS = 20
};

void cli_opponent_init(cli_opponent *opponent)
{
    *opponent = (cli_opponent){ .level = SHG_LEVEL_FULL };
    pthread_mutex_init(&opponent->lock, NULL);
}

void cli_opponent_end(cli_opponent *opponent)
{
    shg_engine_free(opponent->engine);
    opponent->engine = NULL;
}

void cli_opponent_fini(cli_opponent *opponent)
{
    cli_opponent_end(opponent);
    pthread_mutex_destroy(&opponent->lock);
}

static void on_info(void *context, const shg_search_info *info, int64_t elapsed_ms)
{
    cli_opponent *const r = context;
    (void)elapsed_ms;
    r->score = info->score;
    r->depth_plies = info->depth_plies;
}

static void on_best(void *context, shoogi_move best, shoogi_move answer)
{
    cli_opponent *const r = context;
    pthread_mutex_lock(&r->lock);
    r->best = best;
    r->answer = answer;
    r->done = true;
    pthread_mutex_unlock(&r->lock);
}

/* Creates the engine, or a new one if the variant has changed. */
static bool have_engine(cli_opponent *r, shg_out *said, const shoogi_variant *variant)
{
    if (r->engine && r->variant == variant)
        return true;
    shg_weights *weights = NULL;
    shoogi_error fault;
    cli_opponent_end(r);
    const shoogi_status status = shg_weights_find(&weights, variant, &fault);
    if (fault.status != SHOOGI_OK)
        shg_out_format(said, "The engine runs without %s\n", fault.message);
    if (status != SHOOGI_OK || shg_engine_new(&r->engine, weights, 1, HASH_MIB) != SHOOGI_OK) {
        shg_weights_free(weights);
        return false;
    }
    r->variant = variant;
    return true;
}

static bool is_done(cli_opponent *r)
{
    pthread_mutex_lock(&r->lock);
    const bool done = r->done;
    pthread_mutex_unlock(&r->lock);
    return done;
}

/* Searches for the best move.  Returns false if there is none. */
static bool think(cli_opponent *r, shg_out *said, const shoogi_position *position, const shg_go *go,
                  bool (*hurry)(void *hurried), void *hurried)
{
    const shg_engine_listener listener = { .on_info = on_info, .on_best = on_best, .context = r };
    const struct timespec pause = { .tv_nsec = LOOK_MS * 1000000L };
    r->done = false;
    r->best = 0;
    if (!have_engine(r, said, shoogi_position_variant(position)) ||
        shg_engine_go(r->engine, position, go, &listener) != SHOOGI_OK)
        return false;
    while (!is_done(r)) {
        if (hurry(hurried))
            shg_engine_stop(r->engine);
        nanosleep(&pause, NULL);
    }
    shg_engine_wait(r->engine);
    return r->best != 0;
}

static void say_end(shg_out *said, const char *end, unsigned plies)
{
    shg_out_format(said, "; a %s in %u %s\n", end, plies, cli_noun(plies, "ply", "plies"));
}

/* Writes the engine's thinking.  scored: the score belongs to the move. */
static void write_thought(shg_out *said, const cli_opponent *r, const shoogi_position *position,
                          const char *who, bool scored)
{
    char move[SHOOGI_MOVE_TEXT_BYTES], answer[SHOOGI_MOVE_TEXT_BYTES] = "";
    shoogi_position *after;
    (void)shoogi_western_write(move, sizeof move, position, r->best);
    if (r->answer != 0 && shoogi_position_copy(&after, position) == SHOOGI_OK) {
        if (shoogi_position_do(after, r->best) == SHOOGI_OK)
            (void)shoogi_western_write(answer, sizeof answer, after, r->answer);
        shoogi_position_free(after);
    }
    shg_out_format(said, "%s: %s", who, move);
    if (answer[0] != '\0')
        shg_out_format(said, ", expecting %s", answer);
    if (!scored)
        shg_out_char(said, '\n');
    else if (r->score >= SHG_SCORE_WON)
        say_end(said, "win", (unsigned)(SHG_SCORE_MATE - r->score));
    else if (r->score <= -SHG_SCORE_WON)
        say_end(said, "loss", (unsigned)(SHG_SCORE_MATE + r->score));
    else
        shg_out_format(said, "; score %+d, %u %s deep\n", r->score, r->depth_plies,
                       cli_noun(r->depth_plies, "ply", "plies"));
}

static bool move(void *context, char *line, size_t line_bytes, shg_out *said,
                 const shoogi_position *position, bool (*hurry)(void *hurried), void *hurried)
{
    cli_opponent *const r = context;
    shg_go go = { .level = r->level,
                  .seed = r->seed,
                  .nodes = r->nodes,
                  .clock.move_ms = r->move_ms,
                  .may_declare = true };
    if (shg_can_declare(position)) {
        snprintf(line, line_bytes, "IMPASSE");
        return true;
    }
    if (r->level == SHG_LEVEL_FULL && r->nodes == 0 && r->move_ms == 0)
        go.clock.move_ms = USUAL_MOVE_MS;
    if (!think(r, said, position, &go, hurry, hurried)) {
        shg_out_text(said, "The engine has stopped playing: there is not enough memory.\n");
        return false;
    }
    if (r->tells)
        write_thought(said, r, position, "The engine", r->level == SHG_LEVEL_FULL);
    char usi[SHOOGI_MOVE_TEXT_BYTES];
    (void)shoogi_usi_write(usi, sizeof usi, position, r->best);
    snprintf(line, line_bytes, "PLAY %s", usi);
    return true;
}

static bool asked(void *context, shg_out *said, const char *line, size_t line_bytes,
                  const shoogi_position *position, bool (*hurry)(void *hurried), void *hurried)
{
    cli_opponent *const r = context;
    const shg_go go = { .nodes = HINT_NODES, .may_declare = true };
    if (!shg_text_same(line, line_bytes, "hint", strlen("hint")))
        return false;
    if (shoogi_position_result(position).reason != SHOOGI_REASON_NONE)
        shg_out_text(said, "The game is over.\n");
    else if (think(r, said, position, &go, hurry, hurried))
        write_thought(said, r, position, "Hint", true);
    else
        shg_out_text(said, "There is not enough memory for that.\n");
    return true;
}

shg_opponent cli_opponent_at(cli_opponent *opponent, shoogi_colour colour)
{
    return (shg_opponent){ .colour = colour, .move = move, .asked = asked, .context = opponent };
}
