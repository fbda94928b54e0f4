/* remote_changes.h: what a server does with each kind of change that another has published; see storage/news.h. */
#ifndef SHG_SERVER_NODES_REMOTE_CHANGES_H
#define SHG_SERVER_NODES_REMOTE_CHANGES_H

#include "server/loop/host.h"

/* Events first to last were added to a game of these players. */
void shg_remote_events(shg_server *server, int64_t game, int64_t first, int64_t last,
                       const int64_t player[2]);
/* A game of these players has begun. */
void shg_remote_begun(shg_server *server, int64_t game, const int64_t player[2]);
/* The player of a colour has seen an event. */
void shg_remote_seen(shg_server *server, int64_t game, int colour, int64_t event, int64_t at_ms);
/* What is known of a game may be outdated. */
void shg_remote_change(shg_server *server, int64_t game);
/* A challenge was added or removed. */
void shg_remote_challenge(shg_server *server, int64_t challenge);
/* An event was added to a study. */
void shg_remote_study(shg_server *server, int64_t study, int64_t number);
/* An event was added to a free board. */
void shg_remote_table(shg_server *server, int64_t table, int64_t number);
/* Bans or the message of the day have changed. */
void shg_remote_bans(shg_server *server);
/* A line of talk, "KIND TO FROM TEXT", about a game or 0; TO is "-" unless it is for one player. */
void shg_remote_talk(shg_server *server, int64_t game, const char *line);
/* A node has ended: its running clocks are followed here. */
void shg_remote_death(shg_server *server);

#endif
