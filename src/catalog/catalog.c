#include "shoogi/catalog.h"

#include "base/error.h"
#include "base/text.h"
#include "catalog/catalog_int.h"
#include "catalog/directories.h"
#include "catalog/file.h"
#include "catalog/school.h"
#include "core/definition/definition.h"
#include "core/definition/outline.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char suffix[] = ".variant";

/* Of all directories together; beyond it names are not listed, though they can still be loaded. */
enum { NAMES_MAX = 1000 };

struct entry {
    struct entry *next;
    char *path, *text;
    shoogi_variant *variant;
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    shoogi_catalog_entry face; /* what callers see of it */
};

/* A text that definitions are based on, which need not be a whole game. */
struct base {
    struct base *next;
    char *text;
    size_t text_bytes;
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
};

struct name_list {
    char **names; /* [count] */
    size_t count;
};

/* A file as it was when the catalog took its text. */
struct held {
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char *path, *text; /* text NULL: it could not be read, because of: */
    size_t text_bytes;
    shoogi_error error;
};

struct shoogi_catalog {
    char *directories[SHOOGI_CATALOG_DIRECTORIES_MAX];
    size_t directory_count;
    struct entry *entries;
    struct base *bases;
    struct held *held; /* [held_count] in the order of their names; NULL: files are looked at */
    size_t held_count;
    /* The first is the caller's, who may ask for one of its names: that must not free it. */
    struct name_list told, looked_at;
};

/* ---- The directories --------------------------------------------------------------------------- */

shoogi_status shoogi_catalog_new_in(shoogi_catalog **out, const char *const *directories,
                                    size_t directory_count)
{
    if (directory_count > SHOOGI_CATALOG_DIRECTORIES_MAX)
        return SHOOGI_TOO_BIG;
    shoogi_catalog *catalog = calloc(1, sizeof *catalog);
    if (!catalog)
        return SHOOGI_NO_MEMORY;
    for (; catalog->directory_count < directory_count; catalog->directory_count++) {
        char *copy = strdup(directories[catalog->directory_count]);
        if (!copy) {
            shoogi_catalog_free(catalog);
            return SHOOGI_NO_MEMORY;
        }
        catalog->directories[catalog->directory_count] = copy;
    }
    *out = catalog;
    return SHOOGI_OK;
}

size_t shg_catalog_directories(const char *directories[SHG_CATALOG_DIRECTORIES])
{
    size_t count = 0;
    const char *const named = getenv("SHOOGI_VARIANTS");
    if (named && *named != '\0')
        directories[count++] = named;
    directories[count++] = SHOOGI_DATADIR "/variants";
    if (sizeof SHOOGI_SOURCE_VARIANTS > 1)
        directories[count++] = SHOOGI_SOURCE_VARIANTS;
    return count;
}

shoogi_status shoogi_catalog_new(shoogi_catalog **out)
{
    const char *directories[SHG_CATALOG_DIRECTORIES];
    return shoogi_catalog_new_in(out, directories, shg_catalog_directories(directories));
}

static void free_names(struct name_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    free(list->names);
    *list = (struct name_list){ 0 };
}

static void free_entry(struct entry *entry)
{
    if (!entry)
        return;
    shoogi_variant_free(entry->variant);
    free(entry->path);
    free(entry->text);
    free(entry);
}

void shoogi_catalog_free(shoogi_catalog *catalog)
{
    if (!catalog)
        return;
    while (catalog->entries) {
        struct entry *next = catalog->entries->next;
        free_entry(catalog->entries);
        catalog->entries = next;
    }
    while (catalog->bases) {
        struct base *next = catalog->bases->next;
        free(catalog->bases->text);
        free(catalog->bases);
        catalog->bases = next;
    }
    for (size_t i = 0; i < catalog->held_count; i++) {
        free(catalog->held[i].path);
        free(catalog->held[i].text);
    }
    free(catalog->held);
    free_names(&catalog->told);
    free_names(&catalog->looked_at);
    for (size_t i = 0; i < catalog->directory_count; i++)
        free(catalog->directories[i]);
    free(catalog);
}

/* ---- Names ------------------------------------------------------------------------------------- */

/* Writes the name in lower case.  Returns false if it is none: nothing that could lead out of a
 * directory, hide a file or be an option comes through. */
static bool canonical(char out[SHOOGI_CATALOG_NAME_BYTES_MAX + 1], const char *name,
                      size_t name_bytes)
{
    if (name_bytes == 0 || name_bytes > SHOOGI_CATALOG_NAME_BYTES_MAX || name[0] == '-')
        return false;
    for (size_t i = 0; i < name_bytes; i++) {
        const char c = shg_lower(name[i]);
        if (!shg_is_letter(c) && !shg_is_digit(c) && c != '-')
            return false;
        out[i] = c;
    }
    out[name_bytes] = '\0';
    return true;
}

/* The length of the variant's name in the name of a file; 0 if it is no variant's. */
static size_t file_name_length(const char *file)
{
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    const size_t whole = strlen(file), tail = sizeof suffix - 1;
    if (whole <= tail || strcmp(file + whole - tail, suffix) != 0 ||
        !canonical(name, file, whole - tail) || memcmp(name, file, whole - tail) != 0)
        return 0;
    return whole - tail;
}

static shoogi_status add_name(struct name_list *list, const char *name, size_t length)
{
    size_t place = 0;
    for (; place < list->count; place++) {
        const int order = strncmp(list->names[place], name, length);
        if (order == 0 && list->names[place][length] == '\0')
            return SHOOGI_OK; /* an earlier directory has it too */
        if (order >= 0)
            break;
    }
    char **names = realloc(list->names, (list->count + 1) * sizeof *names);
    if (!names)
        return SHOOGI_NO_MEMORY;
    list->names = names;
    char *copy = strndup(name, length);
    if (!copy)
        return SHOOGI_NO_MEMORY;
    memmove(names + place + 1, names + place, (list->count - place) * sizeof *names);
    names[place] = copy;
    list->count++;
    return SHOOGI_OK;
}

static shoogi_status list_names(struct name_list *list, const shoogi_catalog *catalog)
{
    free_names(list);
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < catalog->held_count && status == SHOOGI_OK; i++)
        status = add_name(list, catalog->held[i].name, strlen(catalog->held[i].name));
    for (size_t i = 0; i < catalog->directory_count && !catalog->held; i++) {
        DIR *directory = opendir(catalog->directories[i]);
        if (!directory)
            continue; /* any of them may be missing */
        const struct dirent *file;
        while (status == SHOOGI_OK && list->count < NAMES_MAX && (file = readdir(directory))) {
            const size_t length = file_name_length(file->d_name);
            if (length > 0)
                status = add_name(list, file->d_name, length);
        }
        closedir(directory);
    }
    if (status != SHOOGI_OK)
        free_names(list);
    return status;
}

shoogi_status shoogi_catalog_names(const char *const **names, size_t *count,
                                   shoogi_catalog *catalog)
{
    const shoogi_status status = list_names(&catalog->told, catalog);
    if (status != SHOOGI_OK)
        return status;
    *names = (const char *const *)catalog->told.names;
    *count = catalog->told.count;
    return SHOOGI_OK;
}

/* ---- Loading ----------------------------------------------------------------------------------- */

static shoogi_status fail(shoogi_catalog_fault *fault, const char *path, const shoogi_error *error)
{
    if (!fault)
        return error->status;
    fault->status = error->status;
    shg_out text = shg_out_make(fault->text, sizeof fault->text);
    if (error->line > 0)
        shg_out_format(&text, "%s:%u:%u: %s", path, error->line, error->column, error->message);
    else
        shg_out_format(&text, "%s: %s", path, error->message);
    return error->status;
}

static shoogi_status fail_memory(shoogi_catalog_fault *fault)
{
    if (fault) {
        fault->status = SHOOGI_NO_MEMORY;
        shg_out text = shg_out_make(fault->text, sizeof fault->text);
        shg_out_text(&text, shoogi_status_text(SHOOGI_NO_MEMORY));
    }
    return SHOOGI_NO_MEMORY;
}

/* It is no school, or has schools itself. */
static bool is_game(const struct name_list *list, size_t i)
{
    bool school = false;
    for (size_t k = 0; k < list->count; k++) {
        if (shg_is_named_after(list->names[k], list->names[i]))
            return true;
        school = school || shg_is_named_after(list->names[i], list->names[k]);
    }
    return !school;
}

/* "expected a variant (chu, shogi, shosu), found "shgoi"".  Schools are left out. */
static shoogi_status fail_name(shoogi_catalog *catalog, const char *name, size_t name_bytes,
                               shoogi_catalog_fault *fault)
{
    if (!fault)
        return SHOOGI_NOT_FOUND;
    struct name_list *list = &catalog->looked_at;
    if (list_names(list, catalog) != SHOOGI_OK)
        return fail_memory(fault);

    shoogi_error found; /* for the shape of its end only */
    (void)shg_error_expected(&found, SHOOGI_NOT_FOUND, 0, 0, "", name, name_bytes);
    const char *tail = found.message + strlen("expected ");

    fault->status = SHOOGI_NOT_FOUND;
    shg_out text = shg_out_make(fault->text, sizeof fault->text);
    shg_out_text(&text, "expected the name of a variant (");
    for (size_t i = 0, told = 0; i < list->count; i++) {
        if (!is_game(list, i))
            continue;
        if (text.length > sizeof fault->text / 2) {
            shg_out_text(&text, " ...");
            break;
        }
        shg_out_format(&text, "%s%s", told++ > 0 ? ", " : "", list->names[i]);
    }
    if (list->count == 0) {
        shg_out_text(&text, "but there is none in");
        for (size_t i = 0; i < catalog->directory_count; i++)
            shg_out_format(&text, "%s %.200s", i > 0 ? " or" : "", catalog->directories[i]);
    }
    shg_out_format(&text, ")%s", tail);
    return SHOOGI_NOT_FOUND;
}

static char *join(const char *directory, const char *name)
{
    const size_t room = strlen(directory) + 1 + strlen(name) + sizeof suffix;
    char *path = malloc(room);
    if (path)
        snprintf(path, room, "%s/%s%s", directory, name, suffix);
    return path;
}

/* The same as read_definition, of what the catalog holds. */
static shoogi_status copy_held(char **path, char **text, size_t *text_bytes,
                               const shoogi_catalog *catalog, const char *name, shoogi_error *error)
{
    const struct held *held = NULL;
    for (size_t i = 0; i < catalog->held_count && !held; i++)
        if (strcmp(catalog->held[i].name, name) == 0)
            held = &catalog->held[i];
    if (!held)
        return SHOOGI_NOT_FOUND;
    *path = strdup(held->path);
    if (!*path)
        return SHOOGI_NO_MEMORY;
    if (!held->text && error)
        *error = held->error;
    if (!held->text)
        return held->error.status;
    *text = malloc(held->text_bytes + 1);
    if (!*text)
        return SHOOGI_NO_MEMORY;
    memcpy(*text, held->text, held->text_bytes + 1);
    *text_bytes = held->text_bytes;
    return SHOOGI_OK;
}

/* Reads the file of the first directory that has it.  *path and *text NULL before and owned, whatever is returned.
 * NOT_FOUND if no directory has it. */
static shoogi_status read_definition(char **path, char **text, size_t *text_bytes,
                                     const shoogi_catalog *catalog, const char *name,
                                     shoogi_error *error)
{
    if (catalog->held)
        return copy_held(path, text, text_bytes, catalog, name, error);
    for (size_t i = 0; i < catalog->directory_count; i++) {
        free(*path);
        *path = join(catalog->directories[i], name);
        if (!*path)
            return SHOOGI_NO_MEMORY;
        const shoogi_status status =
            shg_file_read(text, text_bytes, *path, SHOOGI_DEFINITION_BYTES_MAX, error);
        if (status != SHOOGI_NOT_FOUND)
            return status;
    }
    return SHOOGI_NOT_FOUND;
}

/* ---- Other words for a variant ----------------------------------------------------------------- */

/* An alias may have a plus or kanji in it, which no file has. */
static bool may_be_alias(const char *name, size_t name_bytes)
{
    for (size_t i = 0; i < name_bytes; i++)
        if (!shg_is_letter(name[i]) && !shg_is_digit(name[i]) && name[i] != '-' && name[i] != '+' &&
            (unsigned char)name[i] < 0x80)
            return false;
    return name_bytes > 0 && name_bytes <= SHOOGI_CATALOG_NAME_BYTES_MAX;
}

/* The name of the file whose definition gives itself this one.  A file that cannot be read has no say. */
static shoogi_status find_alias(char out[SHOOGI_CATALOG_NAME_BYTES_MAX + 1],
                                shoogi_catalog *catalog, const char *name, size_t name_bytes)
{
    const struct name_list *list = &catalog->looked_at;
    if (!may_be_alias(name, name_bytes))
        return SHOOGI_NOT_FOUND;
    shoogi_status status = list_names(&catalog->looked_at, catalog);
    bool found = false;
    for (size_t i = 0; i < list->count && status == SHOOGI_OK && !found; i++) {
        char *path = NULL, *text = NULL;
        size_t text_bytes = 0;
        const shoogi_status read =
            read_definition(&path, &text, &text_bytes, catalog, list->names[i], NULL);
        found = read == SHOOGI_OK && shoogi_text_has_alias(text, text_bytes, name, name_bytes);
        if (found)
            snprintf(out, SHOOGI_CATALOG_NAME_BYTES_MAX + 1, "%s", list->names[i]);
        if (read == SHOOGI_NO_MEMORY)
            status = read;
        free(path);
        free(text);
    }
    return status == SHOOGI_OK && !found ? SHOOGI_NOT_FOUND : status;
}

/* ---- What a definition is based on ------------------------------------------------------------- */

/* The text of a file's name: kept, or read now. */
static shoogi_status get_base(const struct base **out, shoogi_catalog *catalog, const char *name)
{
    for (const struct base *base = catalog->bases; base; base = base->next)
        if (strcmp(base->name, name) == 0) {
            *out = base;
            return SHOOGI_OK;
        }

    struct base *base = calloc(1, sizeof *base);
    char *path = NULL;
    const shoogi_status status =
        base ? read_definition(&path, &base->text, &base->text_bytes, catalog, name, NULL)
             : SHOOGI_NO_MEMORY;
    free(path);
    if (status != SHOOGI_OK) {
        free(base);
        return status;
    }
    memcpy(base->name, name, strlen(name) + 1);
    base->next = catalog->bases;
    *out = catalog->bases = base;
    return SHOOGI_OK;
}

shoogi_status shoogi_catalog_lookup(void *catalog, const char *name, size_t name_bytes,
                                    const char **text, size_t *text_bytes)
{
    char file[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    const struct base *base = NULL;
    shoogi_status status = SHOOGI_NOT_FOUND;
    if (canonical(file, name, name_bytes))
        status = get_base(&base, catalog, file);
    if (status == SHOOGI_NOT_FOUND) {
        status = find_alias(file, catalog, name, name_bytes);
        if (status == SHOOGI_OK)
            status = get_base(&base, catalog, file);
    }
    if (status == SHOOGI_OK) {
        *text = base->text;
        *text_bytes = base->text_bytes;
    }
    return status;
}

static shoogi_status parse(struct entry *entry, size_t text_bytes, shoogi_catalog *catalog,
                           shoogi_error *error)
{
    const shoogi_reading how = { .lookup = shoogi_catalog_lookup,
                                 .context = catalog,
                                 .name = entry->name };
    size_t count;
    return shoogi_variant_parse_with(&entry->variant, entry->text, text_bytes, &how, error, 1,
                                     &count);
}

/* Reads the file of a name into the entry, which has the name and no more. */
static shoogi_status load(struct entry *entry, shoogi_catalog *catalog, shoogi_catalog_fault *fault)
{
    shoogi_error error;
    size_t text_bytes = 0;
    shoogi_status status =
        read_definition(&entry->path, &entry->text, &text_bytes, catalog, entry->name, &error);
    if (status == SHOOGI_NOT_FOUND)
        return status;
    if (status == SHOOGI_OK)
        status = parse(entry, text_bytes, catalog, &error);
    if (status == SHOOGI_NO_MEMORY)
        return fail_memory(fault);
    if (status != SHOOGI_OK)
        return fail(fault, entry->path, &error);
    entry->face = (shoogi_catalog_entry){ .name = entry->name,
                                          .path = entry->path,
                                          .text = entry->text,
                                          .text_bytes = text_bytes,
                                          .variant = entry->variant };
    return SHOOGI_OK;
}

/* The variant of a file's name: kept, or read now. */
static shoogi_status get(const shoogi_catalog_entry **out, shoogi_catalog *catalog,
                         const char *name, shoogi_catalog_fault *fault)
{
    for (const struct entry *entry = catalog->entries; entry; entry = entry->next)
        if (strcmp(entry->name, name) == 0) {
            *out = &entry->face;
            return SHOOGI_OK;
        }

    struct entry *entry = calloc(1, sizeof *entry);
    if (!entry)
        return fail_memory(fault);
    memcpy(entry->name, name, strlen(name) + 1);
    const shoogi_status status = load(entry, catalog, fault);
    if (status == SHOOGI_OK) {
        entry->next = catalog->entries;
        catalog->entries = entry;
        *out = &entry->face;
        return SHOOGI_OK;
    }
    free_entry(entry);
    return status;
}

shoogi_status shoogi_catalog_get(const shoogi_catalog_entry **out, shoogi_catalog *catalog,
                                 const char *name, size_t name_bytes, shoogi_catalog_fault *fault)
{
    char wanted[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    shoogi_status status = SHOOGI_NOT_FOUND;
    if (canonical(wanted, name, name_bytes))
        status = get(out, catalog, wanted, fault);
    if (status != SHOOGI_NOT_FOUND)
        return status;
    status = find_alias(wanted, catalog, name, name_bytes);
    if (status == SHOOGI_NO_MEMORY)
        return fail_memory(fault);
    if (status == SHOOGI_OK)
        status = get(out, catalog, wanted, fault);
    return status == SHOOGI_NOT_FOUND ? fail_name(catalog, name, name_bytes, fault) : status;
}

const shoogi_variant *shoogi_catalog_find(void *catalog, const char *name, size_t name_bytes)
{
    const shoogi_catalog_entry *entry;
    return shoogi_catalog_get(&entry, catalog, name, name_bytes, NULL) == SHOOGI_OK ? entry->variant
                                                                                    : NULL;
}

/* ---- Files as they are now ----------------------------------------------------------------------- */

shoogi_status shg_catalog_hold(shoogi_catalog *catalog)
{
    const struct name_list *const list = &catalog->looked_at;
    shoogi_status status = list_names(&catalog->looked_at, catalog);
    struct held *const held = status == SHOOGI_OK ? calloc(list->count + 1, sizeof *held) : NULL;
    if (!held)
        return SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < list->count && status != SHOOGI_NO_MEMORY; i++) {
        memcpy(held[i].name, list->names[i], strlen(list->names[i]) + 1);
        status = read_definition(&held[i].path, &held[i].text, &held[i].text_bytes, catalog,
                                 list->names[i], &held[i].error);
    }
    catalog->held = held;
    catalog->held_count = list->count;
    return status == SHOOGI_NO_MEMORY ? status : SHOOGI_OK;
}

/* ---- Less than a variant ------------------------------------------------------------------------- */

/* Adds the names of "a,b,c", each with a NUL behind it. */
static void add_aliases(shg_out *out, shg_span list)
{
    for (size_t at = 0; at < list.count;) {
        const shg_span rest = shg_span_from(list, at);
        const char *const comma = memchr(rest.bytes, ',', rest.count);
        const size_t count = comma ? (size_t)(comma - rest.bytes) : rest.count;
        for (size_t i = 0; i < count; i++)
            shg_out_char(out, shg_lower(rest.bytes[i]));
        if (count > 0)
            shg_out_char(out, '\0');
        at += count + 1;
    }
}

shoogi_status shg_catalog_aliases(char **out, shoogi_catalog *catalog, const char *name)
{
    char *path = NULL, *text = NULL;
    size_t text_bytes = 0;
    const shoogi_status read = read_definition(&path, &text, &text_bytes, catalog, name, NULL);
    shg_out list = shg_out_growing();
    shg_span value;
    for (size_t at = 0;
         read == SHOOGI_OK && shg_text_next_aliases(&value, &at, text, text_bytes);) {
        if (shg_span_is(value, "none"))
            list.length = 0;
        else
            add_aliases(&list, value);
    }
    shg_out_char(&list, '\0');
    free(path);
    free(text);
    if (read == SHOOGI_NO_MEMORY || list.spent) {
        free(list.bytes);
        return SHOOGI_NO_MEMORY;
    }
    *out = list.bytes;
    return SHOOGI_OK;
}

shoogi_status shg_catalog_outline(shoogi_variant **out, shoogi_catalog *catalog, const char *name,
                                  shoogi_catalog_fault *fault)
{
    char *path = NULL, *text = NULL;
    size_t text_bytes = 0;
    shoogi_error error;
    const shoogi_reading how = { .lookup = shoogi_catalog_lookup, .context = catalog, .name = name };
    shoogi_status status = read_definition(&path, &text, &text_bytes, catalog, name, &error);
    if (status == SHOOGI_NOT_FOUND)
        status = fail_name(catalog, name, strlen(name), fault);
    else if (status == SHOOGI_OK) {
        status = shg_variant_outline(out, text, text_bytes, &how, &error);
        if (status != SHOOGI_OK && status != SHOOGI_NO_MEMORY)
            status = fail(fault, path, &error);
    } else if (status != SHOOGI_NO_MEMORY) {
        status = fail(fault, path, &error);
    }
    free(path);
    free(text);
    return status == SHOOGI_NO_MEMORY ? fail_memory(fault) : status;
}
