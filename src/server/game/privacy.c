#include "server/game/privacy.h"

#include "server/game/game_options.h"
#include "server/loop/bounds.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys ---- */

void shg_secret_make(char secret[SHG_SECRET_BYTES + 1])
{
    /* 32 letters of five bits each, without l, o, 0 and 1, which are easily confused. */
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    static_assert(sizeof letters == 32 + 1, "five bits each");
    unsigned char random[SHG_SECRET_BYTES];
    randombytes_buf(random, sizeof random);
    for (size_t i = 0; i < SHG_SECRET_BYTES; i++)
        secret[i] = letters[random[i] % 32];
    secret[SHG_SECRET_BYTES] = '\0';
}

/* The length of the number and sign at the beginning of a key; 0: invalid. */
static size_t number_bytes(int64_t *number, const char *key, size_t key_bytes)
{
    size_t at = 0;
    *number = 0;
    while (at < key_bytes && shg_is_digit(key[at]) && *number < INT64_MAX / 100)
        *number = *number * 10 + (key[at++] - '0');
    return at > 0 && at < key_bytes && key[at] == '-' ? at + 1 : 0;
}

int64_t shg_key_number(const char *key, size_t key_bytes)
{
    int64_t number;
    const size_t at = number_bytes(&number, key, key_bytes);
    return at > 0 && key_bytes - at == SHG_SECRET_BYTES ? number : 0;
}

bool shg_key_fits(const char *key, size_t key_bytes, int64_t number, const char *secret,
                  size_t secret_bytes)
{
    int64_t found;
    const size_t at = number_bytes(&found, key, key_bytes);
    /* Constant time: duration must not reveal how much is right. */
    return at > 0 && found == number && secret_bytes == SHG_SECRET_BYTES &&
           key_bytes - at == secret_bytes && sodium_memcmp(key + at, secret, secret_bytes) == 0;
}

bool shg_key_opens(const char *key, size_t key_bytes, int64_t game, const char *options)
{
    size_t bytes;
    const char *secret = shg_option_value(&bytes, options, SHG_OPTION_KEY);
    return secret && shg_key_fits(key, key_bytes, game, secret, bytes);
}

/* ---- levels of privacy ---- */

static bool is_protected(const char *options)
{
    size_t bytes;
    return shg_option_has(options, SHG_OPTION_PROTECTED) ||
           shg_option_value(&bytes, options, SHG_OPTION_KEY);
}

void shg_privacy_begin(shg_out *out, const char *options)
{
    /* Also omits the key of the previous game. */
    shg_options_without(out, options, SHG_OPTION_PROTECTED);
    if (!is_protected(options))
        return;
    char secret[SHG_SECRET_BYTES + 1];
    shg_secret_make(secret);
    shg_option_add(out, SHG_OPTION_KEY);
    shg_out_text(out, secret);
}

const char *shg_privacy_word(const char *options)
{
    return is_protected(options)                        ? SHG_OPTION_PROTECTED
           : shg_option_has(options, SHG_OPTION_HIDDEN) ? SHG_OPTION_HIDDEN
                                                        : "public";
}

void shg_privacy_describe(shg_out *out, const char *options, shg_language language)
{
    if (is_protected(options))
        shg_out_text(out, shg_text_in(language, "protected: visible only with its key"));
    else if (shg_option_has(options, SHG_OPTION_HIDDEN))
        shg_out_text(out, shg_text_in(language, "hidden: not in anyone else's lists"));
}

void shg_key_write(shg_out *out, const char *options, int64_t game)
{
    size_t bytes;
    const char *secret = shg_option_value(&bytes, options, SHG_OPTION_KEY);
    if (secret)
        shg_out_format(out, "%" PRId64 "-%.*s", game, (int)bytes, secret);
}

/* ---- permissions ---- */

static bool plays(int64_t player, int64_t black, int64_t white)
{
    return player != 0 && (player == black || player == white);
}

bool shg_game_may_see(shg_viewer viewer, const shg_game_state *game)
{
    return game->deleted_ms == 0 && (viewer.opened || !is_protected(game->options) ||
                                     plays(viewer.player, game->player[0], game->player[1]));
}

bool shg_game_row_may_see(shg_viewer viewer, const shg_game *row)
{
    return row->deleted_ms == 0 && (viewer.opened || !is_protected(row->options) ||
                                    plays(viewer.player, row->black, row->white));
}

bool shg_game_row_may_list(int64_t player, const shg_game *row)
{
    return row->deleted_ms == 0 && shg_game_row_may_remember(player, row);
}

bool shg_game_row_may_remember(int64_t player, const shg_game *row)
{
    return plays(player, row->black, row->white) ||
           (!is_protected(row->options) && !shg_option_has(row->options, SHG_OPTION_HIDDEN));
}

/* ---- opened games of a session ---- */

shg_viewer shg_viewer_of(const shg_session *s, int64_t game)
{
    shg_viewer viewer = { .player = s->player };
    for (uint32_t i = 0; i < s->opened_count; i++)
        viewer.opened = viewer.opened || s->opened[i] == game;
    return viewer;
}

bool shg_viewer_open_game(shg_session *s, int64_t game)
{
    if (shg_viewer_of(s, game).opened)
        return true;
    int64_t *grown = s->opened_count < SHG_OPENED_MAX
                         ? realloc(s->opened, (s->opened_count + 1u) * sizeof *grown)
                         : NULL;
    if (!grown)
        return false;
    s->opened = grown;
    grown[s->opened_count++] = game;
    return true;
}
