#include "games.h"

#include "shoogi/catalog.h"

#include <stdio.h>
#include <string.h>

int games_measure(int argc, char **argv, bool (*measure)(const shoogi_variant *variant))
{
    static const char *const usual[] = { "shogi", "mini", "chu" };
    const char *const *const names = argc > 1 ? (const char *const *)argv + 1 : usual;
    const size_t count = argc > 1 ? (size_t)argc - 1 : sizeof usual / sizeof usual[0];
    shoogi_catalog *catalog;
    if (shoogi_catalog_new(&catalog) != SHOOGI_OK)
        return 1;
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        const shoogi_variant *const v = shoogi_catalog_find(catalog, names[i], strlen(names[i]));
        good = v && measure(v);
        if (!good)
            fprintf(stderr, "%s: %s: could not be measured\n", argv[0], names[i]);
    }
    shoogi_catalog_free(catalog);
    return good ? 0 : 1;
}

void games_print_network(const shg_nnue *network)
{
    const shg_nnue_shape s = network->shape;
    printf("%s, %u inputs, 2x%u-%u-%u-1, %u buckets: ", shoogi_variant_name(network->variant),
           network->inputs, s.width, s.first, s.second, s.buckets);
}
