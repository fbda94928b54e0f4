#include "server/game_options.h"

#include <string.h>

bool shg_option_has(const char *options, const char *word)
{
    const size_t bytes = strlen(word);
    for (const char *at = options; (at = strstr(at, word)) != NULL; at += bytes)
        if ((at == options || at[-1] == ' ') && (at[bytes] == ' ' || at[bytes] == '\0'))
            return true;
    return false;
}

void shg_option_add(shg_out *options, const char *word)
{
    if (options->length > 0)
        shg_out_char(options, ' ');
    shg_out_text(options, word);
}

void shg_options_tell(shg_out *out, const char *options)
{
    static const struct {
        const char *word, *told;
    } rows[] = { { SHG_OPTION_ILLEGAL_LOSES, "an illegal move loses" },
                 { SHG_OPTION_UNDO, "UNDO is allowed" } };
    bool any = false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!shg_option_has(options, rows[i].word))
            continue;
        shg_out_format(out, "%s%s", any ? "; " : "", rows[i].told);
        any = true;
    }
}
