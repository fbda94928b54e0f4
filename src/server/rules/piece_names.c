#include "server/rules/piece_names.h"

#include "base/text.h"

#include <string.h>

/* Further names of a piece; topics.c uses the rest of the file. */
static const struct {
    const char *japanese, *also;
} names_besides[] = {
    { "RYUUOO", "DRAGON" },
    { "RYUUMA", "HORSE" },
};

/* Adds a name in capitals unless it is present. */
static void add_name(shg_out *names, const char *name)
{
    char upper[64];
    size_t i = 0;
    for (; name[i] && i < sizeof upper - 1; i++)
        upper[i] = shg_upper(name[i]);
    upper[i] = '\0';
    /* Whole names only: GIN is a name besides GINSHOO. */
    for (const char *at = names->bytes; (at = strstr(at, upper)) != NULL; at += i)
        if ((at == names->bytes || at[-1] == ' ') && (at[i] == ',' || at[i] == '\0'))
            return;
    if (names->length + i + 2 < names->room)
        shg_out_format(names, "%s%s", names->length > 0 ? ", " : "", upper);
}

shg_typed_letters shg_typed_letters_of(const shoogi_variant *variant)
{
    shg_typed_letters typed;
    for (char letter = 'A'; letter <= 'Z'; letter++)
        typed.kind[letter - 'A'] = shoogi_variant_kind_by_input(variant, &letter, 1);
    return typed;
}

void shg_piece_names_write(char out[SHG_PIECE_NAMES_BYTES], const shoogi_variant *variant,
                           shoogi_kind kind, const shg_typed_letters *typed)
{
    const shoogi_kind_info info = shoogi_variant_kind(variant, kind);
    shg_out names = shg_out_make(out, SHG_PIECE_NAMES_BYTES);
    shg_out_text(&names, info.id);
    for (char letter = 'A'; letter <= 'Z'; letter++) {
        char text[] = { ',', ' ', letter, '\0' };
        if (typed->kind[letter - 'A'] == kind && strcmp(info.id, text + 2) != 0)
            shg_out_text(&names, text);
    }
    add_name(&names, info.name);
    for (int colour = 0; colour < 2; colour++)
        for (shoogi_style style = SHOOGI_STYLE_ROMAJI; style <= SHOOGI_STYLE_ROMAJI_SHORT; style++)
            add_name(&names, shoogi_variant_kind_name(variant, kind, (shoogi_colour)colour, style));
    const char *japanese =
        shoogi_variant_kind_name(variant, kind, SHOOGI_BLACK, SHOOGI_STYLE_ROMAJI);
    for (size_t i = 0; i < sizeof names_besides / sizeof names_besides[0]; i++)
        if (shg_text_same(names_besides[i].japanese, strlen(names_besides[i].japanese), japanese,
                          strlen(japanese)))
            add_name(&names, names_besides[i].also);
}
