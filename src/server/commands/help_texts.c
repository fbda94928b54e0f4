#include "server/commands/help_texts.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry entry;

struct entry {
    shg_help_text shown; /* must be first */
    char *text;          /* the same, owned */
    size_t readers;
    bool kept; /* else it goes with its last reader */
    shg_language language;
    bool in_words;
    const shoogi_variant *variant;
    entry *newer, *older; /* by last use */
    size_t word_bytes;
    char word[];
};

struct shg_help_texts {
    entry *newest, *oldest;
    size_t kept, bytes, kept_max, bytes_max;
};

shoogi_status shg_help_texts_new(shg_help_texts **out, size_t kept_max, size_t bytes_max)
{
    shg_help_texts *texts = calloc(1, sizeof *texts);
    if (!texts)
        return SHOOGI_NO_MEMORY;
    texts->kept_max = kept_max;
    texts->bytes_max = bytes_max;
    *out = texts;
    return SHOOGI_OK;
}

static size_t size_of(const entry *e)
{
    return sizeof *e + e->word_bytes + e->shown.bytes;
}

static void free_unused(entry *e)
{
    if (e->kept || e->readers > 0)
        return;
    free(e->text);
    free(e);
}

static void unlink_entry(shg_help_texts *texts, entry *e)
{
    *(e->newer ? &e->newer->older : &texts->newest) = e->older;
    *(e->older ? &e->older->newer : &texts->oldest) = e->newer;
}

static void link_newest(shg_help_texts *texts, entry *e)
{
    e->newer = NULL;
    e->older = texts->newest;
    *(texts->newest ? &texts->newest->newer : &texts->oldest) = e;
    texts->newest = e;
}

static void forget_oldest(shg_help_texts *texts)
{
    entry *e = texts->oldest;
    unlink_entry(texts, e);
    texts->kept--;
    texts->bytes -= size_of(e);
    e->kept = false;
    free_unused(e);
}

void shg_help_texts_free(shg_help_texts *texts)
{
    if (!texts)
        return;
    while (texts->oldest)
        forget_oldest(texts);
    free(texts);
}

shg_help_text *shg_help_texts_find(shg_help_texts *texts, const shg_help_key *key)
{
    entry *e = texts->newest;
    while (e && !(e->language == key->language && e->in_words == key->in_words &&
                  e->variant == key->variant &&
                  shg_text_same(e->word, e->word_bytes, key->word, key->word_bytes)))
        e = e->older;
    if (!e)
        return NULL;
    unlink_entry(texts, e);
    link_newest(texts, e);
    e->readers++;
    return &e->shown;
}

shg_help_text *shg_help_texts_add(shg_help_texts *texts, const shg_help_key *key, char *text,
                                  size_t bytes)
{
    entry *e = calloc(1, sizeof *e + key->word_bytes);
    if (!e)
        return NULL;
    e->shown = (shg_help_text){ .text = text, .bytes = bytes };
    e->text = text;
    e->readers = 1;
    e->language = key->language;
    e->in_words = key->in_words;
    e->variant = key->variant;
    e->word_bytes = key->word_bytes;
    memcpy(e->word, key->word, key->word_bytes);
    if (size_of(e) > texts->bytes_max)
        return &e->shown;
    e->kept = true;
    link_newest(texts, e);
    texts->kept++;
    texts->bytes += size_of(e);
    while (texts->kept > texts->kept_max || texts->bytes > texts->bytes_max)
        forget_oldest(texts);
    return &e->shown;
}

void shg_help_text_leave(shg_help_text *text)
{
    entry *e = (entry *)text;
    assert(e->readers > 0);
    e->readers--;
    free_unused(e);
}

size_t shg_help_texts_kept(size_t *bytes, const shg_help_texts *texts)
{
    *bytes = texts->bytes;
    return texts->kept;
}
