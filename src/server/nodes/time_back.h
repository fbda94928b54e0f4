/* time_back.h: gives players of a server that has ended the time back from its last beat until they are at another one, at most
 * SHG_ABSENCE_MAX_MS: in live games in which it is their turn, as an event of the game.
 *
 * Each server knows who was where, and any of them may store it: the number of the event makes it once. Until then no flag of
 * such a player falls (time_forfeit.c). */
#ifndef SHG_SERVER_NODES_TIME_BACK_H
#define SHG_SERVER_NODES_TIME_BACK_H

#include "server/loop/host.h"

/* A node was last heard of at beat_ms, and is silent or gone: its players are absent. Before they are forgotten. */
void shg_time_back_begin(shg_server *server, int64_t node, int64_t beat_ms);

/* Each second: looks for silent nodes and for players who are back, and gives time back. */
void shg_time_back_look(shg_server *server);

#endif
