/* board_tables.h: shared by board_tables.c and the makers of tables for narrow and wide boards. */
#ifndef SHG_CORE_BOARD_BOARD_TABLES_H
#define SHG_CORE_BOARD_BOARD_TABLES_H

#include "core/board/board_int.h"

typedef struct build {
    const shoogi_variant *v;
    shg_arena *arena;
    tables *t;
    bool spent; /* an allocation failed; from then on the build only has to be harmless */
} build;

static bits *new_sets(build *m, size_t count)
{
    bits *const sets = shg_arena_array(m->arena, bits, count);
    m->spent = m->spent || !sets;
    return sets;
}

static bool is_slide(const shg_ride *ride)
{
    return ride->reach != 1;
}

/* Whether to omit a ride from the captures, or from the quiet moves. */
static bool ride_lacks(const shg_ride *ride, uint8_t mode)
{
    return !(ride->modes & mode);
}

static bool captures_by_line_jump(const shg_betza *betza)
{
    for (size_t i = 0; i < betza->chain_count; i++)
        if (shg_chain_is_line_jump(&betza->chains[i]) && shg_line_jump_captures(&betza->chains[i]))
            return true;
    return false;
}

static bool has_role(const shoogi_variant *v, const move_class *sh, unsigned which)
{
    const shg_kind *const kind = &v->kind[sh->kind];
    switch (which) {
    case ROLE_ROYAL: return sh->royal;
    case ROLE_PAIR_FIRST: return kind->royal_pair == 1;
    case ROLE_PAIR_SECOND: return kind->royal_pair == 2;
    case ROLE_UNCAPTURABLE: return kind->uncapturable;
    case ROLE_BURNER: return kind->burns;
    case ROLE_CONTAGIOUS: return kind->contagion != 0;
    case ROLE_IMMOBILISER: return kind->immobilises;
    case ROLE_COVER: return kind->covers_from_shots;
    case ROLE_CASTLING: return kind->betza.castle_count > 0;
    case ROLE_JUMPER: return captures_by_line_jump(&kind->betza);
    default: return sh->counter_strike;
    }
}

#include BOARD_TABLES_H

#endif
