#include "notation/moves/legal.h"

#include <stdlib.h>

shoogi_status shg_legal_list(shoogi_move **out, size_t *count, const shoogi_position *position,
                             bool paths)
{
    enum { ROOM = 256 }; /* enough for most positions: the upper bound is a thousand times larger */
    size_t (*const list)(const shoogi_position *, shoogi_move *, size_t) =
        paths ? shoogi_position_moves_by_path : shoogi_position_moves;
    size_t room = ROOM;
    *out = malloc((room + 1) * sizeof **out);
    *count = *out ? list(position, *out, room) : 0;
    if (*count > room) {
        free(*out);
        room = *count;
        *out = malloc((room + 1) * sizeof **out);
        *count = *out ? list(position, *out, room) : 0;
    }
    return *out ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}
