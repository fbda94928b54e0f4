#include "base/nearest.h"

#include "base/text.h"

#include <string.h>

enum { WORD_MAX = SHG_NEAR_WORD_BYTES - 2 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t shg_edit_distance(const char *a, const char *b)
{
    const size_t rows = strlen(a), columns = strlen(b);
    if (rows > WORD_MAX || columns > WORD_MAX)
        return WORD_MAX;
    /* cost[i][k]: from the first i letters of a to the first k of b. */
    size_t cost[WORD_MAX + 1][WORD_MAX + 1];
    for (size_t i = 0; i <= rows; i++)
        for (size_t k = 0; k <= columns; k++) {
            if (i == 0 || k == 0) {
                cost[i][k] = i + k;
                continue;
            }
            const char x = shg_lower(a[i - 1]), y = shg_lower(b[k - 1]);
            cost[i][k] =
                least(cost[i - 1][k - 1] + (x != y), least(cost[i - 1][k], cost[i][k - 1]) + 1);
            if (i > 1 && k > 1 && x == shg_lower(b[k - 2]) && shg_lower(a[i - 2]) == y)
                cost[i][k] = least(cost[i][k], cost[i - 2][k - 2] + 1);
        }
    return cost[rows][columns];
}

/* One slip in three letters: "prft" is perft, "xyz" is nothing. */
static bool near_enough(size_t distance, size_t name_bytes)
{
    return distance <= (name_bytes + 1) / 3;
}

bool shg_is_near(const char *word, const char *name)
{
    return near_enough(shg_edit_distance(word, name), strlen(name));
}

shg_nearest shg_nearest_to(const char *word, size_t word_bytes)
{
    shg_nearest nearest = { .distance = WORD_MAX };
    if (word_bytes < sizeof nearest.word)
        memcpy(nearest.word, word, word_bytes);
    return nearest;
}

void shg_nearest_try(shg_nearest *nearest, const char *name, size_t name_bytes)
{
    char tried[SHG_NEAR_WORD_BYTES];
    const size_t length = strlen(nearest->word);
    if (length < 2 || name_bytes >= sizeof tried)
        return;
    memcpy(tried, name, name_bytes);
    tried[name_bytes] = '\0';
    const bool begins = length < name_bytes && shg_text_same(tried, length, nearest->word, length);
    const size_t distance = begins ? 0 : shg_edit_distance(nearest->word, tried);
    if ((!begins && !near_enough(distance, name_bytes)) || distance >= nearest->distance)
        return;
    nearest->distance = distance;
    memcpy(nearest->name, tried, name_bytes + 1);
}
