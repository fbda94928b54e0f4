#include "server/account/account.h"

#include "base/error.h"
#include "base/text.h"
#include "server/account/authenticate.h"
#include "server/session/settings.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

shoogi_status shg_account_keep_language(shg_storage *storage, int64_t player, shg_language language,
                                        shoogi_error *err)
{
    char text[SHG_STORAGE_SETTINGS_BYTES_MAX + 1];
    shg_settings settings;
    shg_settings_init(&settings);
    settings.value[SHG_SET_LANGUAGE] = (uint8_t)language;
    shg_out out = shg_out_make(text, sizeof text);
    shg_settings_write(&out, &settings);
    return text[0] ? storage->ops->player_set_settings(storage, player, text, err) : SHOOGI_OK;
}

void shg_account_name_hash(char hash[65], const char *name)
{
    unsigned char bytes[32];
    char text[8 + SHG_STORAGE_NAME_BYTES_MAX] = "name ";
    size_t length = 5;
    for (; *name && length < sizeof text; name++)
        text[length++] = shg_lower(*name);
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)text, length, NULL, 0);
    sodium_bin2hex(hash, 65, bytes, sizeof bytes);
}

/* CONFLICT if a player has the name, or had it before closing the account. */
static shoogi_status check_name_is_free(shg_storage *storage, const char *name, shoogi_error *err)
{
    char hash[65];
    shg_token closed;
    shg_player other;
    shg_account_name_hash(hash, name);
    shoogi_status status = storage->ops->token_get(storage, &closed, hash, err);
    if (status == SHOOGI_NOT_FOUND)
        status = storage->ops->player_by_name(storage, &other, name, err);
    if (status == SHOOGI_OK)
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "that name is already taken");
    return status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
}

shoogi_status shg_account_register(shg_storage *storage, int64_t *player, bool *taken,
                                   const char *name, const char *verifier, int64_t now_ms,
                                   shoogi_error *err)
{
    const shg_player row = {
        .name = name, .password = verifier, .created_ms = now_ms, .seen_ms = now_ms
    };
    const shoogi_status status = check_name_is_free(storage, name, err);
    *taken = status == SHOOGI_CONFLICT;
    return status == SHOOGI_OK ? storage->ops->player_add(storage, player, &row, err) : status;
}

shoogi_status shg_account_take_over(shg_storage *storage, int64_t guest, bool *taken,
                                    const char *name, const char *verifier, shoogi_error *err)
{
    const shoogi_status status = check_name_is_free(storage, name, err);
    *taken = status == SHOOGI_CONFLICT;
    return status == SHOOGI_OK
               ? shg_password_replace(storage, guest, "", verifier, (shg_kept_tokens){ 0 }, err)
               : status;
}

shoogi_status shg_account_read(shg_account *out, shg_storage *storage, int64_t player,
                               shoogi_error *err)
{
    shg_account_row row;
    const shoogi_status status = storage->ops->account_get(storage, &row, player, err);
    if (status != SHOOGI_OK)
        return status;
    snprintf(out->mail, sizeof out->mail, "%s", row.mail);
    snprintf(out->totp, sizeof out->totp, "%s", row.totp);
    out->row = row;
    out->row.mail = out->mail;
    out->row.totp = out->totp;
    return SHOOGI_OK;
}
