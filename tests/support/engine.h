/* engine.h: what several tests of the engine need: games and positions of them. */
#ifndef SHG_SUPPORT_ENGINE_H
#define SHG_SUPPORT_ENGINE_H

#include "support/core.h"
#include "engine/search/search.h"

/* Variants that differ in what the engine needs: drops, several royals, lions, no check, captures that change pieces. */
static const char *const engine_games[] = { "shogi", "mini",   "dobutsu", "shosu",
                                            "chu",   "mortal", "kyoto",   "sho" };
enum { ENGINE_GAMES = sizeof engine_games / sizeof engine_games[0] };

static inline shoogi_variant *engine_game(const char *name)
{
    return load_variant(name, (shg_class_choice){ 0 });
}

/* The variant with a part of its definition replaced, once. */
static inline shoogi_variant *changed_game(const char *name, const char *from, const char *to)
{
    static char text[SHOOGI_DEFINITION_BYTES_MAX], changed[SHOOGI_DEFINITION_BYTES_MAX];
    const long bytes = read_definition(text, name);
    if (bytes < 0 || bytes == sizeof text)
        abort();
    text[bytes] = '\0';
    const char *const at = strstr(text, from);
    if (!at)
        abort();
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return engine_game(changed);
}

/* Makes a random move; false if the game is over. */
static inline bool wander(shoogi_position *p, uint64_t *chance)
{
    static shoogi_move moves[1 << 16];
    if (shoogi_position_result(p).reason != SHOOGI_REASON_NONE)
        return false;
    const size_t count = shoogi_position_moves(p, moves, sizeof moves / sizeof moves[0]);
    return shoogi_position_do(p, moves[random_below(chance, count)]) == SHOOGI_OK;
}

/* Sets up a position of a few pieces: "K5a" for Black's, "vK1a" for White's; squares as file and rank letter. */
static inline void put_up(shoogi_position *position, const char *pieces)
{
    const shoogi_variant *const v = position->variant;
    shoogi_position_clear(position);
    for (const char *at = pieces; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " ")) {
        const bool white = *at == 'v';
        const char *const id = at + white;
        const size_t id_bytes = strcspn(id, "0123456789*");
        const shoogi_kind kind = shg_kind_by_id(v, id, id_bytes);
        assert(kind != 0);
        const shoogi_colour colour = white ? SHOOGI_WHITE : SHOOGI_BLACK;
        if (id[id_bytes] == '*') {
            if (shoogi_position_set_hand(position, colour, kind, 1) != SHOOGI_OK)
                abort();
            continue;
        }
        const unsigned file = (unsigned)(id[id_bytes] - '1'),
                       rank = (unsigned)(id[id_bytes + 1] - 'a');
        shoogi_position_put(position, (shoogi_square)(file * v->ranks + rank),
                            (shoogi_piece){ kind, colour });
    }
    shoogi_position_setup_done(position);
}

#endif
