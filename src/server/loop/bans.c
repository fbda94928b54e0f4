#include "server/loop/bans.h"

#include "server/loop/time_text.h"

#include <stdlib.h>
#include <string.h>

struct shg_bans {
    char *motd;
    shg_active_ban *bans;
    size_t count, room;
    bool spent;
};

static bool each_ban(void *context, const shg_ban *row)
{
    shg_bans *all = context;
    if (all->count == all->room) {
        const size_t room = all->room ? 2 * all->room : 16;
        shg_active_ban *bans = realloc(all->bans, room * sizeof *bans);
        all->spent = !bans;
        if (!bans)
            return false;
        all->bans = bans;
        all->room = room;
    }
    shg_active_ban ban = { .player = row->player, .until_ms = row->until_ms };
    /* Only a forged file contains a network that does not parse. */
    if (row->player == 0 && shg_network_read(&ban.network, row->network, NULL) != SHOOGI_OK)
        return true;
    ban.reason = strdup(row->reason);
    all->spent = !ban.reason;
    if (!all->spent)
        all->bans[all->count++] = ban;
    return !all->spent;
}

shoogi_status shg_bans_read(shg_bans **out, shg_storage *storage, shoogi_error *err)
{
    shg_bans *all = calloc(1, sizeof *all);
    if (!all)
        return SHOOGI_NO_MEMORY;
    const char *motd = "";
    shoogi_status status = storage->ops->notice_get(storage, &motd, SHG_MOTD_NOTICE, err);
    if (status == SHOOGI_OK && !(all->motd = strdup(motd)))
        status = SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        status = storage->ops->ban_list(storage, each_ban, all, err);
    if (status == SHOOGI_OK && all->spent)
        status = SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        *out = all;
    else
        shg_bans_free(all);
    return status;
}

void shg_bans_free(shg_bans *all)
{
    if (!all)
        return;
    for (size_t i = 0; i < all->count; i++)
        free(all->bans[i].reason);
    free(all->bans);
    free(all->motd);
    free(all);
}

const char *shg_bans_motd(const shg_bans *all)
{
    return all->motd;
}

/* Whether the ban applies to a player (0 for none) at an address. */
static bool applies(const shg_active_ban *ban, int64_t player, const shg_address_key *address)
{
    return ban->player != 0 ? ban->player == player : shg_network_has(&ban->network, address);
}

const shg_active_ban *shg_bans_find(const shg_bans *all, int64_t player,
                                    const shg_address_key *address, int64_t now_ms)
{
    const shg_active_ban *found = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const shg_active_ban *ban = &all->bans[i];
        if (!applies(ban, player, address) || (ban->until_ms != 0 && ban->until_ms <= now_ms))
            continue;
        if (!found ||
            (found->until_ms != 0 && (ban->until_ms == 0 || ban->until_ms > found->until_ms)))
            found = ban;
    }
    return found;
}

void shg_ban_write(shg_text_buffer *out, const shg_active_ban *ban, shg_language language)
{
    if (ban->until_ms != 0) {
        char until[SHG_TIME_TEXT_BYTES];
        shg_time_write(until, ban->until_ms);
        shg_text_add(out,
                     shg_text_in(language, ban->player != 0 ? "You are banned until %s UTC"
                                                            : "Your network is banned until %s UTC"),
                     until);
    } else {
        shg_text_add(
            out, "%s",
            shg_text_in(language, ban->player != 0 ? "You are banned" : "Your network is banned"));
    }
    shg_text_add_reason(out, ban->reason);
}
