/* renamed_player.h: gives a player a new name, when a guest signs up or an account is closed, and notifies other players of it. */
#ifndef SHG_SERVER_LOBBY_RENAMED_PLAYER_H
#define SHG_SERVER_LOBBY_RENAMED_PLAYER_H

#include "server/loop/host.h"
#include "storage/storage.h"

/* Renames a player, and the challenges to this player by name, and publishes it to the other servers. On the writer's thread. */
SHOOGI_CHECKED shoogi_status shg_rename_player(shg_storage *storage, int64_t player,
                                               const char *old_name, const char *new_name,
                                               shoogi_error *err);

/* Call it on each server when the new name is stored: gives games in memory the new name, and notifies the opponents and watchers
 * of running games. The player's sessions keep the old name; end them. */
void shg_player_renamed(shg_server *server, int64_t player, const char *old_name,
                        const char *new_name);

#endif
