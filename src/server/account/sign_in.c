#include "server/account/sign_in.h"

#include "base/error.h"
#include "server/account/part.h"
#include "server/loop/host.h"
#include "server/session/part.h"

#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { GUESTS = 1000 * 1000 * 1000 }; /* number of guest names; stored guests keep theirs */

void shg_sign_in_address(char text[SHG_NETWORK_TEXT_BYTES], const shg_session *s)
{
    const shg_network from = { .key = s->address, .bits = s->address.kind == 4 ? 32 : 64 };
    shg_network_write(text, &from);
}

void shg_sign_in_log(shg_session *s, shg_log_kind kind, const char *name)
{
    char address[SHG_NETWORK_TEXT_BYTES];
    shg_sign_in_address(address, s);
    shg_log_write(&s->server->log, shg_now_ms(s->server), kind, "name", name, "address", address,
                  NULL);
}

bool shg_sign_in_banned(shg_session *s, int64_t player, const char *name)
{
    const shg_active_ban *ban =
        shg_bans_find(s->server->bans, player, &s->address, shg_now_ms(s->server));
    if (!ban)
        return false;
    shg_sign_in_log(s, SHG_LOG_banned, name);
    shg_text_buffer text = { 0 };
    shg_ban_write(&text, ban, shg_session_language(s));
    shg_refuse(s, "%s\n",
               text.failed ? shg_text_in(shg_session_language(s), "You are banned") : text.bytes);
    shg_text_fini(&text);
    shg_session_quit(s);
    return true;
}

bool shg_sign_in_no_place(shg_session *s)
{
    shg_share *guests = shg_shares_get(s->server->shares, SHG_SHARE_guests);
    const shg_owner owner = { .address = s->address };
    const shoogi_status status = shg_share_take(guests, &s->guest_place, &owner, 1);
    if (status == SHOOGI_OK)
        return false;
    if (status == SHOOGI_LIMIT_EXCEEDED)
        shg_refuse_text(s, shg_share_rows[SHG_SHARE_guests].refusal);
    else
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    shg_session_quit(s);
    return true;
}

void shg_sign_in_keep_place(shg_session *s)
{
    const shg_owner owner = { .address = s->address };
    (void)!shg_share_put(shg_shares_get(s->server->shares, SHG_SHARE_guests), &s->guest_place,
                         &owner, 1);
}

static void guest_gives_way(void *context, shg_claim *claim)
{
    (void)context;
    shg_session *s = (shg_session *)(void *)((char *)claim - offsetof(shg_session, guest_place));
    static const char why[] = SHG_TEXT(
        "There are as many guests as the server has places for, and your network has the most of "
        "them.\nYour place is needed.  Sign up to keep one, or come back in ten minutes.\n");
    shg_session_hold(s);
    shg_interject_begin(s);
    if (shg_session_is_program(s))
        shg_notify(s, why);
    else
        shg_say(s, why);
    shg_session_quit(s);
    shg_session_release(s);
}

void shg_sign_in_share_guests(shg_server *server)
{
    shg_share *guests = shg_shares_get(server->shares, SHG_SHARE_guests);
    const int64_t half = (int64_t)server->connections_max / 2;
    shg_share_set_give_way(guests, guest_gives_way, NULL);
    if (!server->local && half < SHG_GUESTS_MAX)
        shg_share_set_limits(guests, half, 0);
}

bool shg_sign_up_limit_reached(const shg_session *s)
{
    return shg_rate_limit_reached(s->server->accounts->sign_ups, &s->address, SHG_ACCOUNTS_MAX,
                                  shg_now_ms(s->server));
}

void shg_sign_up_count(const shg_session *s)
{
    shg_rate_limit_add(s->server->accounts->sign_ups, &s->address, sizeof s->address,
                       shg_now_ms(s->server), 1);
}

void shg_session_sign_in(shg_session *s, const shg_sign_in *entry)
{
    shg_server *server = s->server;
    snprintf(s->name, sizeof s->name, "%s", entry->name);
    s->player = entry->player;
    s->guest = entry->guest;
    s->token = entry->token;
    s->lacks = entry->lacks;
    s->current_game = entry->current_game;
    s->login_ms = shg_now_ms(server);
    shg_session_answered(s);
    if (!s->door)
        return;
    if (entry->presence == SHG_PRESENCE_CALL) {
        shg_online_enter(&server->sessions->online, s);
        return;
    }
    shg_online_add(&server->sessions->online, s);
    shg_publish_online(s);
    server->metrics.counts[s->guest ? SHG_COUNT_logins_guest : SHG_COUNT_logins_player]++;
    shg_sign_in_log(s, SHG_LOG_login, s->name);
    server->accounts->hooks->signed_in(s, entry->presence);
}

shoogi_status shg_guest_name(char name[SHG_NAME_BYTES_MAX + 1], shg_storage *storage,
                             shoogi_error *err)
{
    for (int i = 0; i < SHG_GUEST_NAMES_TRIED; i++) {
        snprintf(name, SHG_NAME_BYTES_MAX + 1, "guest%09u", (unsigned)randombytes_uniform(GUESTS));
        shg_player row;
        const shoogi_status status = storage->ops->player_by_name(storage, &row, name, err);
        if (status == SHOOGI_NOT_FOUND)
            return SHOOGI_OK;
        if (status != SHOOGI_OK)
            return status;
    }
    return shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "no guest name is free");
}
