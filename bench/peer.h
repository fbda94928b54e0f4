/* peer.h: fairy-stockfish as a child process, to which a benchmark compares itself. */
#ifndef SHOOGI_BENCH_PEER_H
#define SHOOGI_BENCH_PEER_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct peer {
    FILE *to, *from;
    pid_t pid;
} peer;

/* Starts it from PATH or /usr/games.  False if it is not there.  The caller ignores SIGPIPE. */
bool peer_start(peer *p);
void peer_stop(peer *p);

/* Sends what waits to be sent, and reads up to a line that begins so; it is then in line.  False if the
 * peer ends first. */
bool peer_wait(peer *p, const char *start, char *line, size_t room);

#endif
