#include "server/game/game_comment.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

shoogi_status shg_game_comments_add(shg_game_comments *comments, size_t item, int colour,
                                    const char *text)
{
    assert(comments->count == 0 || comments->each[comments->count - 1].item <= item);
    if (comments->count == comments->room) {
        const size_t room = 2 * comments->room + 4;
        shg_game_comment *grown = realloc(comments->each, room * sizeof *grown);
        if (!grown)
            return SHOOGI_NO_MEMORY;
        comments->each = grown;
        comments->room = room;
    }
    char *copy = strdup(text);
    if (!copy)
        return SHOOGI_NO_MEMORY;
    comments->each[comments->count++] = (shg_game_comment){ item, colour, copy };
    comments->bytes += strlen(copy);
    return SHOOGI_OK;
}

void shg_game_comments_cut(shg_game_comments *comments, size_t items)
{
    while (comments->count > 0 && comments->each[comments->count - 1].item > items) {
        shg_game_comment *last = &comments->each[--comments->count];
        comments->bytes -= strlen(last->text);
        free(last->text);
    }
}

size_t shg_game_comments_about(const shg_game_comment **from, const shg_game_comments *comments,
                               size_t item)
{
    size_t low = 0, high = comments->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (comments->each[middle].item < item)
            low = middle + 1;
        else
            high = middle;
    }
    *from = comments->count > 0 ? comments->each + low : NULL;
    while (high < comments->count && comments->each[high].item == item)
        high++;
    return high - low;
}

void shg_game_comments_fini(shg_game_comments *comments)
{
    for (size_t i = 0; i < comments->count; i++)
        free(comments->each[i].text);
    free(comments->each);
}
