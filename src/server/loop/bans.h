/* bans.h: what holds for everyone at the server: who is kept out, and the message of the day.
 *
 * A copy of the storage's rows, made whole whenever one of them has changed, and const from then on. */
#ifndef SHG_SERVER_LOOP_BANS_H
#define SHG_SERVER_LOOP_BANS_H

#include "language/language.h"
#include "server/loop/network.h"
#include "server/loop/text_buffer.h"
#include "storage/storage.h"

typedef struct shg_bans shg_bans;

/* One who is kept out. */
typedef struct shg_active_ban {
    int64_t player; /* 0: the network is */
    shg_network network;
    int64_t until_ms; /* 0: for ever */
    char *reason;     /* the house's */
} shg_active_ban;

/* The name of the storage's notice. */
#define SHG_MOTD_NOTICE "motd"

/* Returns OK and *out owned (shg_bans_free); else what the storage answered, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_bans_read(shg_bans **out, shg_storage *storage, shoogi_error *err);
/* NULL is accepted. */
void shg_bans_free(shg_bans *all);

/* The message of the day; "" if there is none. */
const char *shg_bans_motd(const shg_bans *all);

/* Why a player, 0 for none, at an address is kept out at now_ms; NULL if nothing keeps him out.  Of several bans
 * the one that lasts longest. */
const shg_active_ban *shg_bans_find(const shg_bans *all, int64_t player,
                                    const shg_address_key *address, int64_t now_ms);

/* The ban that was added last; NULL if there is none. */
const shg_active_ban *shg_bans_newest(const shg_bans *all);

/* True if a player, 0 for none, at an address is meant by it. */
bool shg_ban_applies(const shg_active_ban *ban, int64_t player, const shg_address_key *address);

/* "You are kept out until 2026-12-24 18:00 UTC: rude.", for terminals, without a line end. */
void shg_ban_write(shg_text_buffer *out, const shg_active_ban *ban, shg_language language);

#endif
