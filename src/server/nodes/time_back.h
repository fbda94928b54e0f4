/* time_back.h: gives time back to players whose server has ended or is silent: from its last beat until they are at another
 * server, at most SHG_ABSENCE_MAX_MS, in live games in which it is their turn, as an event of the game.
 *
 * Each server knows the players of all servers, and any of them may store the event; its number prevents a second one. Until it
 * is stored such a player loses no game on time (time_forfeit.c). */
#ifndef SHG_SERVER_NODES_TIME_BACK_H
#define SHG_SERVER_NODES_TIME_BACK_H

#include "server/loop/host.h"

/* A node is silent or has ended after a beat at beat_ms: its players are absent. To be called while they are still listed as
 * online elsewhere. */
void shg_time_back_begin(shg_server *server, int64_t node, int64_t beat_ms);

/* Each second: looks for silent nodes and for players who have come to another node, and gives time back. */
void shg_time_back_look(shg_server *server);

#endif
