/* game_comment.h: players' comments on moves, in order. */
#ifndef SHG_SERVER_GAME_GAME_COMMENT_H
#define SHG_SERVER_GAME_GAME_COMMENT_H

#include "shoogi/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct shg_game_comment {
    size_t item; /* number of items at the time: the comment is on the last one; 0: on the game */
    int colour;  /* author */
    char *text;  /* owned */
} shg_game_comment;

/* All zero: empty. */
typedef struct shg_game_comments {
    shg_game_comment *each; /* owned; ordered by item */
    size_t count, room, bytes;
} shg_game_comments;

/* text: copied. On NO_MEMORY nothing has changed. */
SHOOGI_CHECKED shoogi_status shg_game_comments_add(shg_game_comments *comments, size_t item,
                                                   int colour, const char *text);

/* Removes the comments on items after the first `items`. */
void shg_game_comments_cut(shg_game_comments *comments, size_t items);

/* Finds the comments on one item: *from is the first; returns their number. */
size_t shg_game_comments_about(const shg_game_comment **from, const shg_game_comments *comments,
                               size_t item);

void shg_game_comments_fini(shg_game_comments *comments);

#endif
