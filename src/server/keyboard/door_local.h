/* door_local.h: the door of the program's own terminal. */
#ifndef SHG_SERVER_KEYBOARD_DOOR_LOCAL_H
#define SHG_SERVER_KEYBOARD_DOOR_LOCAL_H

#include "base/text.h"
#include "shoogi/catalog.h"
#include "shoogi/position.h"

#include <stdio.h>

typedef struct shg_server shg_server;

/* An opponent without a keyboard. */
typedef struct shg_opponent {
    shoogi_colour colour;
    /* Thinks, and writes the command to type for it, and perhaps a text to show before. hurry:
     * to be called often, with its context; true: move at once. Returns false if it cannot play;
     * it is not called again. */
    bool (*move)(void *context, char *line, size_t line_bytes, shg_out *said,
                 const shoogi_position *position, bool (*hurry)(void *hurried), void *hurried);
    /* Handles a line that may be for the opponent, typed in a game with this position. True if
     * it was, with the answer in *said. hurry: as above. */
    bool (*asked)(void *context, shg_out *said, const char *line, size_t line_bytes,
                  const shoogi_position *position, bool (*hurry)(void *hurried), void *hurried);
    void *context;
} shg_opponent;

/* Lets two people at one keyboard play until they quit, or SIGTERM or SIGHUP: instead of
 * shg_server_run, on a server made with local. in, out: the terminal, or pipes. entry: the
 * requested game, or NULL; see shg_begin_at_keyboard. opponent: plays one side of every game instead of a
 * second person; NULL: none. Returns the exit status: 0, or 2 if the storage or writing failed. */
int shg_local_run(shg_server *server, const shoogi_catalog_entry *entry,
                  const shg_opponent *opponent, FILE *in, FILE *out);

#endif
