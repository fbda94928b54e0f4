/* player_built_in.c: built-in players: our own search, and two simple ones. */
#include "engine/evaluation/weights_find.h"
#include "engine/learning/self_play.h"
#include "match/player_program.h"

#include "base/error.h"
#include "base/monotonic.h"

#include <stdlib.h>
#include <string.h>

enum { USUAL_HASH_MIB = 16 };

typedef struct built_in {
    shg_player player; /* must be first */
    shg_weights *weights;
    shg_table *table;
    shg_search *search;
    _Atomic bool stop;
    uint64_t random;
    shoogi_move *moves; /* [moves_max] */
    int *values;        /* [kinds + 1] */
} built_in;

static bool begin(shg_player *player, const shg_new_game *new_game, char words[SHG_WORDS_BYTES])
{
    built_in *const b = (built_in *)player;
    (void)words;
    b->random = new_game->seed != 0 ? new_game->seed : 1;
    if (b->search) {
        shg_table_clear(b->table);
        shg_search_clear(b->search);
    }
    return true;
}

static void note_move(shg_player *player, const shoogi_position *before, shoogi_move move)
{
    (void)player;
    (void)before;
    (void)move;
}

static void finish(shg_player *player, int won)
{
    (void)player;
    (void)won;
}

static void fail(shg_answer *answer)
{
    *answer = (shg_answer){ .kind = SHG_ANSWER_EXITED, .words = "out of memory" };
}

static void search(shg_answer *answer, shg_player *player, const shg_turn *turn)
{
    built_in *const b = (built_in *)player;
    const shg_participant_limits *const a = &player->participant->limits;
    const shg_search_limits limits = { .depth_plies = a->depth_plies,
                                       .nodes = a->nodes,
                                       .may_declare = true };
    if (shg_can_declare(turn->position)) {
        *answer = (shg_answer){ .kind = SHG_ANSWER_DECLARES };
        return;
    }
    *answer = (shg_answer){ .kind = SHG_ANSWER_MOVE, .has_score = true };
    const int64_t began_ms = shg_monotonic_ms();
    shg_search_age(b->search);
    if (shg_search_go(&answer->move, &answer->score, b->search, turn->position, &limits) !=
        SHOOGI_OK) {
        fail(answer);
        return;
    }
    answer->elapsed_ms = shg_monotonic_ms() - began_ms;
    answer->nodes = shg_search_nodes(b->search);
}

static void move_by_chance(shg_answer *answer, shg_player *player, const shg_turn *turn)
{
    built_in *const b = (built_in *)player;
    const size_t moves_max = shoogi_variant_moves_max(player->variant);
    const size_t count = shoogi_position_moves(turn->position, b->moves, moves_max);
    *answer =
        (shg_answer){ .kind = SHG_ANSWER_MOVE, .move = b->moves[shg_random(&b->random) % count] };
}

/* The material of one side; a royal is worth more than everything else. */
static int64_t material(const built_in *b, const shoogi_position *p, shoogi_colour colour)
{
    const shoogi_variant *const v = b->player.variant;
    int64_t sum = 0;
    for (unsigned square = 0; square < shoogi_variant_square_count(v); square++) {
        const shoogi_piece piece = shoogi_position_piece(p, (shoogi_square)square);
        if (piece.kind != 0 && piece.colour == colour)
            sum += b->values[piece.kind];
    }
    for (shoogi_kind kind = 1; kind <= shoogi_variant_kind_count(v); kind++)
        if (shoogi_variant_kind(v, kind).in_hand)
            sum += (int64_t)b->values[kind] * (int64_t)shoogi_position_hand(p, colour, kind);
    return sum;
}

/* The move with the greatest lead in material, at random among equals; a winning move is best. */
static void choose_by_material(shg_answer *answer, shg_player *player, const shg_turn *turn)
{
    built_in *const b = (built_in *)player;
    const size_t moves_max = shoogi_variant_moves_max(player->variant);
    const shoogi_colour own = shoogi_position_side(turn->position);
    const shoogi_outcome wanted = own == SHOOGI_BLACK ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
    int64_t best = INT64_MIN;
    uint64_t equals = 0;
    shoogi_position *p;
    if (shoogi_position_copy(&p, turn->position) != SHOOGI_OK) {
        fail(answer);
        return;
    }
    *answer = (shg_answer){ .kind = SHG_ANSWER_MOVE };
    const size_t count = shoogi_position_moves(p, b->moves, moves_max);
    for (size_t i = 0; i < count; i++) {
        if (shoogi_position_do(p, b->moves[i]) != SHOOGI_OK) {
            fail(answer);
            break;
        }
        int64_t score = material(b, p, own) - material(b, p, shoogi_colour_other(own));
        if (shoogi_position_result(p).outcome == wanted)
            score = INT64_MAX;
        shoogi_position_undo(p);
        if (score > best) {
            best = score;
            equals = 0;
        }
        if (score == best && shg_random(&b->random) % ++equals == 0)
            answer->move = b->moves[i];
    }
    answer->has_score = count > 0;
    answer->score = (int)(best > SHG_EVAL_MAX    ? SHG_EVAL_MAX
                          : best < -SHG_EVAL_MAX ? -SHG_EVAL_MAX
                                                 : best);
    shoogi_position_free(p);
}

static void free_player(shg_player *player)
{
    built_in *const b = (built_in *)player;
    shg_search_free(b->search);
    shg_table_free(b->table);
    shg_weights_free(b->weights);
    free(b->moves);
    free(b->values);
    free(b);
}

shoogi_status shg_player_weights(shg_weights **out, const shg_participant *participant,
                                 const shoogi_variant *variant, shoogi_error *err)
{
    const bool usual = strcmp(participant->weights, SHG_PARTICIPANT_DEFAULT_WEIGHTS) == 0;
    if (strcmp(participant->weights, "guessed") == 0)
        return shg_weights_new(out, variant);
    if (!usual && strcmp(participant->weights, "learned") != 0)
        return shg_weights_load(out, variant, participant->weights, err);
    shg_weights *found = NULL;
    const shoogi_status status = usual ? shg_weights_find(&found, variant, err)
                                       : shg_weights_find_learned(&found, variant, err);
    if (status == SHOOGI_OK && err->status == SHOOGI_OK) {
        *out = found;
        return status;
    }
    shg_weights_free(found); /* a fallback would measure something else */
    return status != SHOOGI_OK ? status : err->status;
}

shoogi_status shg_player_new_built_in(shg_player **out, const shg_participant *participant,
                                      const shoogi_variant *variant, shoogi_error *err)
{
    static const shg_player_ops ops[SHG_PROTOCOL_COUNT] = {
        [SHG_PROTOCOL_SEARCH] = { begin, note_move, search, finish, free_player },
        [SHG_PROTOCOL_MATERIAL] = { begin, note_move, choose_by_material, finish, free_player },
        [SHG_PROTOCOL_CHANCE] = { begin, note_move, move_by_chance, finish, free_player },
    };
    built_in *const b = calloc(1, sizeof *b);
    if (!b)
        return SHOOGI_NO_MEMORY;
    b->player = (shg_player){ &ops[participant->protocol], participant, variant };
    shoogi_status status = SHOOGI_OK;
    if (participant->protocol == SHG_PROTOCOL_SEARCH) {
        status = shg_player_weights(&b->weights, participant, variant, err);
        if (status == SHOOGI_OK)
            status = shg_table_new(&b->table, participant->hash_mib > 0 ? participant->hash_mib
                                                                        : USUAL_HASH_MIB);
        if (status == SHOOGI_OK)
            status = shg_search_new(&b->search, b->table, b->weights, &b->stop);
    } else {
        b->moves = malloc(shoogi_variant_moves_max(variant) * sizeof *b->moves);
        b->values = malloc((shoogi_variant_kind_count(variant) + 1) * sizeof *b->values);
        status = b->moves && b->values ? shg_weights_new(&b->weights, variant) : SHOOGI_NO_MEMORY;
        if (status == SHOOGI_OK)
            shg_weights_piece_values(b->weights, b->values);
    }
    if (status == SHOOGI_OK)
        *out = &b->player;
    else
        free_player(&b->player);
    return status;
}

shoogi_status shg_player_new(shg_player **out, const shg_participant *participant,
                             const shoogi_variant *variant, bool trace, shoogi_error *err)
{
    if (participant->protocol <= SHG_PROTOCOL_UCI)
        return shg_player_new_usi(out, participant, variant, trace);
    if (participant->protocol == SHG_PROTOCOL_XBOARD)
        return shg_player_new_xboard(out, participant, variant, trace);
    return shg_player_new_built_in(out, participant, variant, err);
}
