#include "server/loop/bans.h"

#include "server/loop/time_text.h"

#include <stdlib.h>
#include <string.h>

struct shg_house {
    char *motd;
    shg_house_ban *bans;
    size_t count, room;
    bool spent;
};

static bool each_ban(void *context, const shg_ban *row)
{
    shg_house *house = context;
    if (house->count == house->room) {
        const size_t room = house->room ? 2 * house->room : 16;
        shg_house_ban *bans = realloc(house->bans, room * sizeof *bans);
        house->spent = !bans;
        if (!bans)
            return false;
        house->bans = bans;
        house->room = room;
    }
    shg_house_ban ban = { .player = row->player, .until_ms = row->until_ms };
    /* Only a forged file holds a network that cannot be read. */
    if (row->player == 0 && shg_network_read(&ban.network, row->network, NULL) != SHOOGI_OK)
        return true;
    ban.reason = strdup(row->reason);
    house->spent = !ban.reason;
    if (!house->spent)
        house->bans[house->count++] = ban;
    return !house->spent;
}

shoogi_status shg_house_read(shg_house **out, shg_storage *storage, shoogi_error *err)
{
    shg_house *house = calloc(1, sizeof *house);
    if (!house)
        return SHOOGI_NO_MEMORY;
    const char *motd = "";
    shoogi_status status = storage->ops->notice_get(storage, &motd, SHG_HOUSE_MOTD, err);
    if (status == SHOOGI_OK && !(house->motd = strdup(motd)))
        status = SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        status = storage->ops->ban_list(storage, each_ban, house, err);
    if (status == SHOOGI_OK && house->spent)
        status = SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        *out = house;
    else
        shg_house_free(house);
    return status;
}

void shg_house_free(shg_house *house)
{
    if (!house)
        return;
    for (size_t i = 0; i < house->count; i++)
        free(house->bans[i].reason);
    free(house->bans);
    free(house->motd);
    free(house);
}

const char *shg_house_motd(const shg_house *house)
{
    return house->motd;
}

const shg_house_ban *shg_house_newest(const shg_house *house)
{
    return house->count > 0 ? &house->bans[house->count - 1] : NULL;
}

bool shg_house_means(const shg_house_ban *ban, int64_t player, const shg_address_key *address)
{
    return ban->player != 0 ? ban->player == player : shg_network_has(&ban->network, address);
}

const shg_house_ban *shg_house_find(const shg_house *house, int64_t player,
                                    const shg_address_key *address, int64_t now_ms)
{
    const shg_house_ban *found = NULL;
    for (size_t i = 0; i < house->count; i++) {
        const shg_house_ban *ban = &house->bans[i];
        if (!shg_house_means(ban, player, address) ||
            (ban->until_ms != 0 && ban->until_ms <= now_ms))
            continue;
        if (!found ||
            (found->until_ms != 0 && (ban->until_ms == 0 || ban->until_ms > found->until_ms)))
            found = ban;
    }
    return found;
}

void shg_house_write_ban(shg_text_buffer *out, const shg_house_ban *ban, shg_language language)
{
    if (ban->until_ms != 0) {
        char until[SHG_TIME_TEXT_BYTES];
        shg_time_write(until, ban->until_ms);
        shg_text_add(out,
                     shg_text_in(language, ban->player != 0
                                               ? "You are kept out until %s UTC"
                                               : "Your network is kept out until %s UTC"),
                     until);
    } else {
        shg_text_add(out, "%s",
                     shg_text_in(language, ban->player != 0 ? "You are kept out"
                                                            : "Your network is kept out"));
    }
    shg_text_add_reason(out, ban->reason);
}
