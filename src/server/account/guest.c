#include "server/account/guest.h"

#include "base/error.h"
#include "base/text.h"
#include "server/account/sign_in.h"
#include "server/session/part.h"

#include <stdio.h>
#include <string.h>

shoogi_status shg_store_guest(shg_storage *storage, int64_t *player, const char *name,
                              int64_t now_ms, shoogi_error *err)
{
    if (*player != 0)
        return SHOOGI_OK;
    const shg_player row = { .name = name, .password = "", .created_ms = now_ms, .seen_ms = now_ms };
    const shoogi_status status = storage->ops->player_add(storage, player, &row, err);
    shg_player other;
    if (status != SHOOGI_CONFLICT ||
        storage->ops->player_by_name(storage, &other, name, NULL) != SHOOGI_OK)
        return status;
    if (other.password[0] != '\0')
        return shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                             "your guest name is no longer free; log in again for another");
    *player = other.id; /* stored meanwhile by a job of another player */
    return SHOOGI_OK;
}

bool shg_guest_may_be_stored(shg_session *s)
{
    if (!s->guest || s->player != 0 || !shg_sign_up_limit_reached(s))
        return true;
    shg_refuse_as(s, SHG_REFUSED_TOO_MUCH,
                  "Too many guests have come from your address.  Try again later.\n");
    return false;
}

void shg_guest_stored(shg_session *session, int64_t player)
{
    if (session->player != 0)
        return;
    if (session->guest)
        shg_sign_up_count(session);
    if (session->online) {
        shg_online_set_player(&session->server->sessions->online, session, player);
        shg_publish_online(session);
    } else {
        session->player = player;
    }
}

const char *shg_shown_name(char out[SHG_SHOWN_NAME_BYTES], const char *name, shg_language language)
{
    enum { WORD = 5, DIGITS = 9, SHOWN = 4 }; /* as shg_guest_name makes names */
    if (strlen(name) != WORD + DIGITS || !shg_text_same(name, WORD, "guest", WORD) ||
        strspn(name + WORD, "0123456789") != DIGITS)
        return name;
    snprintf(out, SHG_SHOWN_NAME_BYTES, shg_text_in(language, "Guest %s"),
             name + WORD + DIGITS - SHOWN);
    return out;
}
