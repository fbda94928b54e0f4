#include "server/library/record_text.h"

#include "base/json_write.h"
#include "server/engines/engine_pool.h"
#include "server/loop/bounds.h"
#include "server/rules/part.h"
#include "shoogi/evaluation.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

shoogi_status shg_record_read_row(shoogi_record **out, shg_rules **rules, shg_server *server,
                                  shg_storage *storage, const shg_record_row *row,
                                  shoogi_error *err)
{
    const size_t bytes = row->text_bytes;
    char *const text = malloc(bytes + 1);
    if (!text)
        return SHOOGI_NO_MEMORY;
    memcpy(text, row->text, bytes);
    shg_rules *found = NULL;
    shoogi_status status =
        shg_rules_get(&found, server->rules->past, storage, row->definition, err);
    if (status == SHOOGI_OK) {
        const shoogi_record_read_options how = { .variant = shg_rules_variant(found) };
        size_t count;
        shoogi_record *record = NULL;
        status = shoogi_record_read(&record, NULL, SHOOGI_FORMAT_SHOOGI, text, bytes, &how, err, 1,
                                    &count);
        if (status == SHOOGI_OK) {
            *out = record;
            *rules = found;
            found = NULL;
        }
    }
    shg_rules_unref(found);
    free(text);
    return status;
}

/* --- evaluations --------------------------------------------------------------------------------- */

/* As an analysis by this server has it: a forced mate is SHG_SCORE_CP_MATE minus its plies, and nothing else is beyond
 * SHG_SCORE_CP_WON. */
static int64_t score_cp(const shoogi_evaluation *e)
{
    enum { MATE_PLIES_MAX = SHG_SCORE_CP_MATE - SHG_SCORE_CP_WON - 1 };
    const int64_t size = e->score < 0 ? -(int64_t)e->score : e->score;
    const int64_t plies = size == SHOOGI_EVALUATION_SCORE_MAX ? 0
                          : size < MATE_PLIES_MAX             ? size
                                                              : MATE_PLIES_MAX;
    const int64_t score = e->is_mate                ? SHG_SCORE_CP_MATE - plies
                          : size < SHG_SCORE_CP_WON ? size
                                                    : SHG_SCORE_CP_WON;
    return e->score < 0 ? -score : score;
}

/* position: where the line begins; the same afterwards. */
static shoogi_status put_line(shg_out *json, shoogi_position *position, const shoogi_evaluation *e)
{
    shg_out line = shg_out_growing();
    uint32_t made = 0;
    shoogi_status status = SHOOGI_OK;
    for (; made < e->move_count && status == SHOOGI_OK; made += status == SHOOGI_OK) {
        char move[SHOOGI_MOVE_TEXT_BYTES];
        (void)shoogi_usi_write(move, sizeof move, position, e->moves[made]);
        shg_out_format(&line, "%s%s", made > 0 ? " " : "", move);
        status = shoogi_position_do(position, e->moves[made]);
    }
    while (made-- > 0)
        shoogi_position_undo(position);
    shg_json_bytes(json, "line", line.bytes ? line.bytes : "", line.length);
    status = line.spent ? SHOOGI_NO_MEMORY : status;
    free(line.bytes);
    return status;
}

/* position: the one at the node, ply moves after the start. */
static shoogi_status put_evaluations(shg_out *json, const shoogi_record *record, shoogi_node node,
                                     shoogi_position *position, int64_t ply, shoogi_move last)
{
    shoogi_evaluation all[SHOOGI_EVALUATION_COUNT_MAX];
    size_t count = 0;
    shoogi_status status =
        shoogi_record_evaluations(all, SHOOGI_EVALUATION_COUNT_MAX, &count, record, node, position);
    for (size_t i = 0; i < count && status == SHOOGI_OK; i++) {
        const shoogi_evaluation *const e = &all[i];
        shg_json_open(json, NULL, '{');
        shg_json_number(json, "ply", ply - e->replaces_move);
        if (e->has_score)
            shg_json_number(json, "score_cp", score_cp(e));
        else
            shg_json_null(json, "score_cp");
        if (e->depth_plies > 0)
            shg_json_number(json, "depth", e->depth_plies);
        if (e->nodes > 0)
            shg_json_number(json, "nodes", e->nodes < INT64_MAX ? (int64_t)e->nodes : INT64_MAX);
        if (e->replaces_move)
            shoogi_position_undo(position);
        status = put_line(json, position, e);
        if (e->replaces_move && status == SHOOGI_OK)
            status = shoogi_position_do(position, last);
        shg_json_close(json, '}');
    }
    return status;
}

shoogi_status shg_record_evaluations_json(shg_out *json, const char *name,
                                          const shoogi_record *record)
{
    shoogi_position *position = NULL;
    shoogi_status status = shoogi_record_position(&position, record, 0);
    size_t bytes = 0;
    int64_t ply = 0;
    shoogi_node node = 0;
    shg_json_open(json, name, '[');
    while (status == SHOOGI_OK && node != SHOOGI_NO_NODE) {
        const shoogi_node_info info = shoogi_record_node(record, node);
        const bool moved = node != 0 && info.termination == SHOOGI_TERMINATION_NONE;
        bytes += info.comment ? strlen(info.comment) : 0;
        if (bytes > SHG_EVALUATED_BYTES_MAX)
            break;
        if (moved)
            status = shoogi_position_do(position, info.move);
        ply += moved;
        if (status == SHOOGI_OK && info.comment)
            status = put_evaluations(json, record, node, position, ply, info.move);
        node = info.first_child;
    }
    shg_json_close(json, ']');
    shoogi_position_free(position);
    return status == SHOOGI_OK && json->spent ? SHOOGI_NO_MEMORY : status;
}
