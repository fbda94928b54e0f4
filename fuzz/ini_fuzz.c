/* ini_fuzz.c: any text as a game of Fairy-Stockfish's variants.ini: it is refused at a place within the file, or it comes
 * down to a definition that is valid by itself and the same game. */
#include "fuzz.h"
#include "shoogi/variant.h"

#include <stdlib.h>
#include <string.h>

static void require_definition(const shoogi_variant *v)
{
    shoogi_variant *again = NULL;
    const size_t length = shoogi_variant_print(NULL, 0, v);
    char *const text = malloc(length + 1), *const second = malloc(length + 1);
    FUZZ_REQUIRE(text && second);
    FUZZ_REQUIRE(shoogi_variant_print(text, length + 1, v) == length);
    FUZZ_REQUIRE(shoogi_variant_parse(&again, text, length, NULL) == SHOOGI_OK);
    FUZZ_REQUIRE(shoogi_variant_print(second, length + 1, again) == length);
    FUZZ_REQUIRE(strcmp(text, second) == 0);
    free(text);
    free(second);
    shoogi_variant_free(again);
}

static void read_game(const char *text, size_t bytes, const char *game)
{
    shoogi_variant *v = NULL;
    shoogi_error errors[2 * SHOOGI_DEFINITION_ERRORS_MAX];
    size_t count;
    uint32_t lines = 1;
    const shoogi_parse_options how = { .game = game };
    const shoogi_status status = shoogi_variant_parse_with(
        &v, text, bytes, &how, errors, sizeof errors / sizeof errors[0], &count);
    for (size_t i = 0; i < bytes; i++)
        lines += text[i] == '\n';
    for (size_t i = 0; i < count; i++)
        FUZZ_REQUIRE(errors[i].line <= lines && (errors[i].column > 0 || errors[i].line == 0));
    FUZZ_REQUIRE((status == SHOOGI_OK) == (v != NULL) && (v || count > 0));
    if (v)
        require_definition(v);
    shoogi_variant_free(v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const text = (const char *)data, *name;
    size_t at = 0, name_bytes, before = 0;
    for (unsigned games = 0;
         games < 4 && shoogi_text_next_game(&name, &name_bytes, &at, text, size); games++) {
        char game[64];
        FUZZ_REQUIRE(at > before && at <= size && name_bytes < sizeof game);
        before = at;
        memcpy(game, name, name_bytes);
        game[name_bytes] = '\0';
        if (strlen(game) == name_bytes)
            read_game(text, size, game);
    }
    if (at > 0)
        read_game(text, size, NULL);
    return 0;
}
