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

const char *shg_option_value(size_t *bytes, const char *options, const char *word)
{
    const char *at = strstr(options, word);
    while (at && at != options && at[-1] != ' ')
        at = strstr(at + 1, word);
    if (!at)
        return NULL;
    at += strlen(word);
    *bytes = strcspn(at, " ");
    return at;
}

void shg_options_without(shg_out *out, const char *options, const char *word)
{
    while (*options) {
        const size_t bytes = strcspn(options, " ");
        if (strncmp(options, word, strlen(word)) != 0)
            shg_out_format(out, "%s%.*s", out->length > 0 ? " " : "", (int)bytes, options);
        options += bytes + (options[bytes] == ' ');
    }
}

bool shg_options_allow_undo(const char *options)
{
    return !shg_option_has(options, SHG_OPTION_RATED) || shg_option_has(options, SHG_OPTION_UNDO);
}

shg_speed shg_options_speed(const char *options)
{
    (void)options;
    return SHG_SPEED_CORRESPONDENCE;
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
                 { SHG_OPTION_UNDO, "UNDO is allowed" },
                 { SHG_OPTION_RATED, "rated" } };
    bool any = false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!shg_option_has(options, rows[i].word))
            continue;
        shg_out_format(out, "%s%s", any ? "; " : "", rows[i].told);
        any = true;
    }
}
