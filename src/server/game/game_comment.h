/* game_comment.h: what players said about their moves, in the order in which they did. */
#ifndef SHG_SERVER_GAME_GAME_COMMENT_H
#define SHG_SERVER_GAME_GAME_COMMENT_H

#include "shoogi/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct shg_game_comment {
    size_t item; /* how many entries the list of moves had: it is about the last one; 0: about the game */
    int colour; /* who said it */
    char *text; /* owned */
} shg_game_comment;

/* Zeroed at first. */
typedef struct shg_game_comments {
    shg_game_comment *each; /* owned; item never goes down */
    size_t count, room, bytes;
} shg_game_comments;

/* text: copied.  NO_MEMORY: nothing has changed. */
SHOOGI_CHECKED shoogi_status shg_game_comments_add(shg_game_comments *comments, size_t item,
                                                   int colour, const char *text);

/* Forgets those about what is behind so many entries of the list. */
void shg_game_comments_cut(shg_game_comments *comments, size_t items);

/* Those about one entry: *from the first of them, and how many. */
size_t shg_game_comments_about(const shg_game_comment **from, const shg_game_comments *comments,
                               size_t item);

void shg_game_comments_fini(shg_game_comments *comments);

#endif
