#include "server/pages/png_cache.h"

#include "server/loop/bounds.h"
#include "server/loop/test_settings.h"

#include <stdlib.h>
#include <string.h>

typedef struct cached_png {
    char key[SHG_PICTURE_KEY_BYTES + 1];
    char *png; /* NULL: the entry is empty */
    size_t bytes;
    uint64_t used;
} cached_png;

struct shg_pictures {
    cached_png kept[SHG_PICTURES_KEPT];
    size_t bytes;
    uint64_t uses;
};

shoogi_status shg_pictures_new(shg_pictures **out)
{
    *out = calloc(1, sizeof **out);
    return *out ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

static void forget(shg_pictures *p, cached_png *k)
{
    p->bytes -= k->bytes;
    free(k->png);
    *k = (cached_png){ 0 };
}

void shg_pictures_free(shg_pictures *p)
{
    for (size_t i = 0; p && i < SHG_PICTURES_KEPT; i++)
        forget(p, &p->kept[i]);
    free(p);
}

static cached_png *find(shg_pictures *p, const char *key)
{
    for (size_t i = 0; i < SHG_PICTURES_KEPT; i++)
        if (p->kept[i].png && strcmp(p->kept[i].key, key) == 0)
            return &p->kept[i];
    return NULL;
}

const char *shg_picture_find(shg_pictures *p, const char *key, size_t *bytes)
{
    cached_png *k = find(p, key);
    if (!k)
        return NULL;
    k->used = ++p->uses;
    *bytes = k->bytes;
    return k->png;
}

/* An empty entry, or the least recently used. */
static cached_png *oldest(shg_pictures *p, bool there)
{
    const size_t room = (size_t)shg_test_bound(SHG_PICTURES_KEPT, 1);
    cached_png *found = NULL;
    for (size_t i = 0; i < room; i++) {
        cached_png *k = &p->kept[i];
        if (there && !k->png)
            continue;
        if (!found || k->used < found->used)
            found = k;
    }
    return found;
}

bool shg_picture_add(shg_pictures *p, const char *key, const char *png, size_t bytes)
{
    static const char signature[] = "\x89PNG\r\n\x1a\n";
    if (bytes < sizeof signature || memcmp(png, signature, sizeof signature - 1) != 0)
        return false;
    char *copy = bytes <= SHG_PICTURES_KEPT_BYTES && !find(p, key) ? malloc(bytes) : NULL;
    if (!copy)
        return true;
    while (p->bytes + bytes > SHG_PICTURES_KEPT_BYTES)
        forget(p, oldest(p, true));
    cached_png *k = oldest(p, false);
    forget(p, k);
    memcpy(copy, png, bytes);
    *k = (cached_png){ .png = copy, .bytes = bytes, .used = ++p->uses };
    memcpy(k->key, key, strnlen(key, SHG_PICTURE_KEY_BYTES));
    p->bytes += bytes;
    return true;
}
