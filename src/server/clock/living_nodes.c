#include "server/clock/living_nodes.h"

#include "base/hash.h"

static uint64_t weight(int64_t node, int64_t game)
{
    const int64_t both[2] = { node, game };
    return shg_hash_bytes(SHG_HASH_START, both, sizeof both);
}

size_t shg_living_rank(const shg_living_nodes *others, int64_t self, int64_t game)
{
    const uint64_t mine = weight(self, game);
    size_t rank = 0;
    for (size_t i = 0; i < others->count; i++) {
        const uint64_t other = weight(others->id[i], game);
        rank += other > mine || (other == mine && others->id[i] < self);
    }
    return rank;
}
