/* bans.h: bans and the message of the day.
 *
 * A copy of the storage's rows. Each change of a row makes a new copy; a copy is const. */
#ifndef SHG_SERVER_LOOP_BANS_H
#define SHG_SERVER_LOOP_BANS_H

#include "language/language.h"
#include "server/loop/network.h"
#include "server/loop/text_buffer.h"
#include "storage/storage.h"

typedef struct shg_bans shg_bans;

/* A ban in force. */
typedef struct shg_active_ban {
    int64_t player; /* 0: the ban is on the network */
    shg_network network;
    int64_t until_ms; /* 0: without end */
    char *reason;     /* borrowed from the shg_bans */
} shg_active_ban;

/* The name of the stored notice. */
#define SHG_MOTD_NOTICE "motd"

/* Reads all from the storage. Returns OK and *out owned (shg_bans_free), the storage's error, or
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_bans_read(shg_bans **out, shg_storage *storage, shoogi_error *err);
/* NULL is accepted. */
void shg_bans_free(shg_bans *all);

/* Returns the message of the day, "" if there is none. */
const char *shg_bans_motd(const shg_bans *all);

/* Returns the ban that applies at now_ms to a player (0 for none) at an address, or NULL. Of
 * several bans the one that ends last. */
const shg_active_ban *shg_bans_find(const shg_bans *all, int64_t player,
                                    const shg_address_key *address, int64_t now_ms);

/* Writes the sentence that a banned client sees, with the end and the reason, for terminals and
 * without a line end. */
void shg_ban_write(shg_text_buffer *out, const shg_active_ban *ban, shg_language language);

#endif
