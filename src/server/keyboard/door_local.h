/* door_local.h: the door at the terminal of the program itself. */
#ifndef SHG_SERVER_KEYBOARD_DOOR_LOCAL_H
#define SHG_SERVER_KEYBOARD_DOOR_LOCAL_H

#include "base/text.h"
#include "shoogi/catalog.h"
#include "shoogi/position.h"

#include <stdio.h>

typedef struct shg_server shg_server;

/* One who plays a side without a keyboard. */
typedef struct shg_rival {
    shoogi_colour colour;
    /* Thinks, and writes the command to be typed for it, and perhaps something to be said before it.  hurry, with its context, is
     * to be called often: true: at once.  False if it cannot play: it is asked no more. */
    bool (*move)(void *context, char *line, size_t line_bytes, shg_out *said,
                 const shoogi_position *position, bool (*hurry)(void *hurried), void *hurried);
    /* A line was typed, in a game with this position, that may be meant for him; true if it was, and *said is the answer.
     * hurry: as above. */
    bool (*asked)(void *context, shg_out *said, const char *line, size_t line_bytes,
                  const shoogi_position *position, bool (*hurry)(void *hurried), void *hurried);
    void *context;
} shg_rival;

/* Two people at one keyboard play until they leave, SIGTERM or SIGHUP: instead of shg_server_run, on a server
 * made with local.  in, out: the terminal, or pipes in its place.  entry: the game that is meant, or NULL; see
 * shg_sit_down.  rival: plays a side of every game instead of a second person; NULL: there is none.  Returns the exit status: 0, or 2 if the storage failed or nothing more could be written. */
int shg_local_run(shg_server *server, const shoogi_catalog_entry *entry, const shg_rival *rival,
                  FILE *in, FILE *out);

#endif
