#include "server/session/ignored.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The index of a name in the ignore list; SIZE_MAX: not found. */
static size_t find(const shg_session *s, const char *name)
{
    for (size_t i = 0; i < s->ignored_count; i++)
        if (shg_text_same(s->ignored[i], strlen(s->ignored[i]), name, strlen(name)))
            return i;
    return SIZE_MAX;
}

bool shg_ignores(const shg_session *s, const char *name)
{
    return find(s, name) != SIZE_MAX;
}

bool shg_ignored_set(shg_session *s, const char *name, bool ignored)
{
    const size_t at = find(s, name);
    if (ignored == (at != SIZE_MAX))
        return true;
    if (!ignored) {
        memcpy(s->ignored[at], s->ignored[--s->ignored_count], sizeof s->ignored[at]);
        return true;
    }
    if (s->ignored_count >= SHG_IGNORED_MAX)
        return false;
    char(*grown)[SHG_NAME_BYTES_MAX + 1] =
        realloc(s->ignored, (s->ignored_count + 1u) * sizeof *grown);
    if (!grown)
        return false;
    s->ignored = grown;
    snprintf(grown[s->ignored_count++], sizeof *grown, "%s", name);
    return true;
}

void shg_ignored_rename(shg_session *s, const char *old_name, const char *new_name)
{
    const size_t at = find(s, old_name);
    if (at != SIZE_MAX)
        snprintf(s->ignored[at], sizeof s->ignored[at], "%s", new_name);
}

bool shg_talk_reaches(const shg_session *to, const shg_session *from)
{
    return !shg_ignores(to, from->name);
}
