#include "server/rules/variants.h"

#include "base/text.h"
#include "catalog/catalog_int.h"
#include "catalog/rule_set.h"
#include "core/definition/definition.h"
#include "language/language.h"
#include "server/rules/piece_names.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct row {
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    size_t game;                       /* the game it is a rule set of */
    const shoogi_catalog_entry *entry; /* NULL: not read yet, or invalid */
    char *aliases;                     /* owned; NULL: not read yet */
    char *title;                       /* owned; NULL: not read yet */
    char *pieces;                      /* owned; NULL: the summary has not been made */
    shg_variant_summary summary;
    char *fault; /* owned; the last error found */
    bool unlogged;
} row;

struct shg_variants {
    pthread_mutex_t
        lock; /* guards everything below except names, games and count, which are constant */
    shoogi_catalog *catalog;
    atomic_bool unlogged; /* some row may have an unlogged error: avoids the lock */
    size_t count;
    row rows[]; /* [count] */
};

/* ---- names ---- */

size_t shg_variants_count(const shg_variants *variants)
{
    return variants->count;
}

const char *shg_variants_name(const shg_variants *variants, size_t game)
{
    return variants->rows[game].name;
}

size_t shg_variants_game_of(const shg_variants *variants, size_t game)
{
    return variants->rows[game].game;
}

bool shg_variants_by_name(size_t *game, const shg_variants *variants, const char *name,
                          size_t name_bytes)
{
    for (size_t i = 0; i < variants->count; i++) {
        const char *const own = variants->rows[i].name;
        if (!shg_text_same(own, strlen(own), name, name_bytes))
            continue;
        *game = i;
        return true;
    }
    return false;
}

static size_t find_game(const shg_variants *v, size_t at)
{
    const char *const name = v->rows[at].name;
    size_t game = at;
    for (size_t i = 0; i < v->count; i++) {
        if (shg_is_rule_set_of(v->rows[i].name, name))
            return at;
        if (shg_is_rule_set_of(name, v->rows[i].name) &&
            (game == at || strlen(v->rows[i].name) > strlen(v->rows[game].name)))
            game = i;
    }
    return game;
}

/* Inserts it in alphabetical order; there is room for it. */
static void add_guest(shg_variants *v, const shoogi_catalog_entry *guest)
{
    size_t at = 0;
    while (at < v->count && strcmp(v->rows[at].name, guest->name) < 0)
        at++;
    if (at == v->count || strcmp(v->rows[at].name, guest->name) != 0) {
        memmove(v->rows + at + 1, v->rows + at, (v->count - at) * sizeof *v->rows);
        v->count++;
    }
    v->rows[at] = (row){ .entry = guest };
    memcpy(v->rows[at].name, guest->name, strlen(guest->name) + 1);
}

shoogi_status shg_variants_new(shg_variants **out, const char *directory,
                               const shoogi_catalog_entry *guest)
{
    shoogi_catalog *catalog = NULL;
    const char *const *names;
    size_t count;
    shoogi_status status =
        directory ? shoogi_catalog_new_in(&catalog, &directory, 1) : shoogi_catalog_new(&catalog);
    if (status == SHOOGI_OK)
        status = shg_catalog_hold(catalog);
    if (status == SHOOGI_OK)
        status = shoogi_catalog_names(&names, &count, catalog);
    if (status == SHOOGI_OK && count == 0)
        status = SHOOGI_NOT_FOUND;
    shg_variants *const v =
        status == SHOOGI_OK ? calloc(1, sizeof *v + (count + 1) * sizeof v->rows[0]) : NULL;
    if (status == SHOOGI_OK && (!v || pthread_mutex_init(&v->lock, NULL) != 0))
        status = SHOOGI_NO_MEMORY;
    if (status != SHOOGI_OK) {
        free(v);
        shoogi_catalog_free(catalog);
        return status;
    }
    v->catalog = catalog;
    atomic_init(&v->unlogged, false);
    for (; v->count < count; v->count++)
        memcpy(v->rows[v->count].name, names[v->count], strlen(names[v->count]) + 1);
    if (guest)
        add_guest(v, guest);
    for (size_t i = 0; i < v->count; i++)
        v->rows[i].game = find_game(v, i);
    *out = v;
    return SHOOGI_OK;
}

void shg_variants_free(shg_variants *variants)
{
    if (!variants)
        return;
    for (size_t i = 0; i < variants->count; i++) {
        free(variants->rows[i].aliases);
        free(variants->rows[i].title);
        free(variants->rows[i].pieces);
        free(variants->rows[i].fault);
    }
    shoogi_catalog_free(variants->catalog);
    pthread_mutex_destroy(&variants->lock);
    free(variants);
}

/* ---- under the lock ---- */

/* Keeps an error for the log, unless it was already logged. */
static void note_fault(shg_variants *v, row *r, const shoogi_catalog_error *fault)
{
    if (fault->status == SHOOGI_NO_MEMORY || (r->fault && strcmp(r->fault, fault->text) == 0))
        return;
    char *const copy = strdup(fault->text);
    if (!copy)
        return;
    free(r->fault);
    r->fault = copy;
    r->unlogged = true;
    atomic_store(&v->unlogged, true);
}

static shoogi_status get(shg_variants *v, row *r)
{
    if (r->entry)
        return SHOOGI_OK;
    shoogi_catalog_error fault;
    const shoogi_status status =
        shoogi_catalog_get(&r->entry, v->catalog, r->name, strlen(r->name), &fault);
    if (status != SHOOGI_OK)
        note_fault(v, r, &fault);
    return status;
}

static shoogi_status write_aliases(char **out, const shoogi_variant *variant)
{
    shg_out list = shg_out_growing();
    const char *alias;
    for (size_t i = 0; (alias = shoogi_variant_alias(variant, i)) != NULL; i++)
        shg_out_bytes(&list, alias, strlen(alias) + 1);
    shg_out_char(&list, '\0');
    if (list.spent) {
        free(list.bytes);
        return SHOOGI_NO_MEMORY;
    }
    *out = list.bytes;
    return SHOOGI_OK;
}

static shoogi_status find_aliases(shg_variants *v, row *r)
{
    if (r->aliases)
        return SHOOGI_OK;
    return r->entry ? write_aliases(&r->aliases, r->entry->variant)
                    : shg_catalog_aliases(&r->aliases, v->catalog, r->name);
}

/* Its title, or its name. */
static shoogi_status find_title(shg_variants *v, row *r)
{
    if (r->title)
        return SHOOGI_OK;
    char *title = NULL;
    const shoogi_status status =
        r->entry ? SHOOGI_OK : shg_catalog_title(&title, v->catalog, r->name);
    if (status != SHOOGI_OK)
        return status;
    const char *const own = r->entry ? shoogi_variant_title(r->entry->variant) : title;
    r->title = strdup(own[0] ? own : r->name);
    free(title);
    return r->title ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

static shoogi_status write_pieces(char **out, const shoogi_variant *variant)
{
    const shg_typed_letters typed = shg_typed_letters_of(variant);
    shg_out list = shg_out_growing();
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(variant); kind++) {
        char names[SHG_PIECE_NAMES_BYTES];
        shg_piece_names_write(names, variant, (shoogi_kind)kind, &typed);
        shg_out_bytes(&list, names, strlen(names) + 1);
    }
    shg_out_char(&list, '\0');
    if (list.spent) {
        free(list.bytes);
        return SHOOGI_NO_MEMORY;
    }
    *out = list.bytes;
    return SHOOGI_OK;
}

static shoogi_status make_summary(shg_variants *v, row *r)
{
    if (r->pieces)
        return SHOOGI_OK;
    shoogi_variant *outline = NULL;
    shoogi_catalog_error fault;
    shoogi_status status =
        r->entry ? SHOOGI_OK : shg_catalog_outline(&outline, v->catalog, r->name, &fault);
    if (status != SHOOGI_OK)
        note_fault(v, r, &fault);
    if (status == SHOOGI_OK)
        status = find_aliases(v, r);
    if (status == SHOOGI_OK)
        status = find_title(v, r);
    const shoogi_variant *const variant = outline ? outline : r->entry ? r->entry->variant : NULL;
    if (status == SHOOGI_OK)
        status = write_pieces(&r->pieces, variant);
    if (status == SHOOGI_OK)
        r->summary = (shg_variant_summary){ .files = shoogi_variant_file_count(variant),
                                            .ranks = shoogi_variant_rank_count(variant),
                                            .kinds = shoogi_variant_kind_count(variant),
                                            .title = r->title,
                                            .aliases = r->aliases,
                                            .pieces = r->pieces };
    shoogi_variant_free(outline);
    return status;
}

/* is_same: shg_text_same or shg_name_same. */
static bool has_alias(const row *r, const char *name, size_t name_bytes,
                      bool (*is_same)(const char *, size_t, const char *, size_t))
{
    for (const char *alias = r->aliases; *alias; alias += strlen(alias) + 1)
        if (is_same(alias, strlen(alias), name, name_bytes))
            return true;
    return false;
}

/* ---- interface, any thread ---- */

/* Whether a game has this title in some language. */
static bool is_title(shg_variants *variants, size_t game, const char *word, size_t word_bytes)
{
    const char *const title = shg_variants_title(variants, game);
    for (int i = 0; i < SHG_LANGUAGES; i++) {
        const char *const one = shg_word_in((shg_language)i, "title", title);
        if (shg_text_same(one, strlen(one), word, word_bytes))
            return true;
    }
    return false;
}

shoogi_status shg_variants_by_alias(size_t *game, shg_variants *variants, const char *name,
                                    size_t name_bytes)
{
    shoogi_status status = SHOOGI_OK;
    bool found = false;
    pthread_mutex_lock(&variants->lock);
    for (size_t i = 0; i < variants->count && status == SHOOGI_OK && !found; i++) {
        row *const r = &variants->rows[i];
        status = find_aliases(variants, r);
        found = status == SHOOGI_OK && has_alias(r, name, name_bytes, shg_text_same);
        if (found)
            *game = i;
    }
    pthread_mutex_unlock(&variants->lock);
    /* A rule set may have the title of its game as an alias, for the records of a program that has no other rules. */
    if (found && is_title(variants, variants->rows[*game].game, name, name_bytes))
        *game = variants->rows[*game].game;
    return status == SHOOGI_OK && !found ? SHOOGI_NOT_FOUND : status;
}

static shoogi_status by_title(size_t *game, shg_variants *variants, const char *name,
                              size_t name_bytes)
{
    for (size_t i = 0; i < variants->count; i++) {
        const char *const title = shg_variants_title(variants, i);
        if (!shg_title_is((shg_span){ title, strlen(title) }, (shg_span){ name, name_bytes }))
            continue;
        *game = i;
        return SHOOGI_OK;
    }
    return SHOOGI_NOT_FOUND;
}

/* A name, an alias or a title that differs only in its spelling.  All aliases have been found. */
static shoogi_status by_spelling(size_t *game, shg_variants *variants, const char *name,
                                 size_t name_bytes)
{
    for (size_t i = 0; i < variants->count; i++) {
        const char *const own = variants->rows[i].name;
        const char *const title = shg_variants_title(variants, i);
        if (!shg_name_same(own, strlen(own), name, name_bytes) &&
            !has_alias(&variants->rows[i], name, name_bytes, shg_name_same) &&
            !shg_name_same(title, strlen(title), name, name_bytes))
            continue;
        *game = i;
        return SHOOGI_OK;
    }
    return SHOOGI_NOT_FOUND;
}

shoogi_status shg_variants_find(size_t *game, shg_variants *variants, const char *name,
                                size_t name_bytes)
{
    if (shg_variants_by_name(game, variants, name, name_bytes))
        return SHOOGI_OK;
    shoogi_status status = shg_variants_by_alias(game, variants, name, name_bytes);
    if (status == SHOOGI_NOT_FOUND)
        status = by_title(game, variants, name, name_bytes);
    return status == SHOOGI_NOT_FOUND ? by_spelling(game, variants, name, name_bytes) : status;
}

const char *shg_variants_title(shg_variants *variants, size_t game)
{
    row *const r = &variants->rows[game];
    pthread_mutex_lock(&variants->lock);
    const bool found = find_title(variants, r) == SHOOGI_OK;
    pthread_mutex_unlock(&variants->lock);
    return found ? r->title : r->name;
}

shoogi_status shg_variants_get(const shoogi_catalog_entry **out, shg_variants *variants,
                               size_t game)
{
    row *const r = &variants->rows[game];
    pthread_mutex_lock(&variants->lock);
    const shoogi_status status = get(variants, r);
    if (status == SHOOGI_OK)
        *out = r->entry;
    pthread_mutex_unlock(&variants->lock);
    return status;
}

shoogi_status shg_variants_summary(const shg_variant_summary **out, shg_variants *variants,
                                   size_t game)
{
    row *const r = &variants->rows[game];
    pthread_mutex_lock(&variants->lock);
    const shoogi_status status = make_summary(variants, r);
    if (status == SHOOGI_OK)
        *out = &r->summary;
    pthread_mutex_unlock(&variants->lock);
    return status;
}

bool shg_variants_next_fault(size_t *game, char fault[SHOOGI_CATALOG_ERROR_BYTES],
                             shg_variants *variants)
{
    if (!atomic_load(&variants->unlogged))
        return false;
    bool found = false;
    pthread_mutex_lock(&variants->lock);
    for (size_t i = 0; i < variants->count && !found; i++) {
        row *const r = &variants->rows[i];
        if (!r->unlogged)
            continue;
        found = true;
        r->unlogged = false;
        *game = i;
        memcpy(fault, r->fault, strlen(r->fault) + 1);
    }
    if (!found)
        atomic_store(&variants->unlogged, false);
    pthread_mutex_unlock(&variants->lock);
    return found;
}

const shoogi_catalog_entry *shg_variants_default(shg_variants *variants)
{
    const shoogi_catalog_entry *entry = NULL;
    size_t game;
    if (shg_variants_by_name(&game, variants, SHG_DEFAULT_VARIANT, strlen(SHG_DEFAULT_VARIANT)) &&
        shg_variants_get(&entry, variants, game) == SHOOGI_OK)
        return entry;
    for (size_t i = 0; i < variants->count; i++)
        if (shg_variants_get(&entry, variants, i) == SHOOGI_OK)
            return entry;
    return NULL;
}
