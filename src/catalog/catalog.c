#include "shoogi/catalog.h"

#include "base/error.h"
#include "base/nearest.h"
#include "base/text.h"
#include "catalog/catalog_int.h"
#include "catalog/directories.h"
#include "catalog/file.h"
#include "catalog/rule_set.h"
#include "core/definition/definition.h"
#include "core/definition/outline.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char suffix[] = ".variant";

/* Bounds on all directories together.  Further names are not listed, though they can still be loaded. */
enum { NAMES_MAX = 1000, FILES_MAX = 4 * NAMES_MAX };

/* Depth of the search for a misplaced definition, in folders. */
enum { LEVELS_BELOW = 2 };

struct entry {
    struct entry *next;
    char *path, *text;
    shoogi_variant *variant;
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    shoogi_catalog_entry face; /* the public part */
};

/* A text that definitions are based on.  It need not define a whole game. */
struct base {
    struct base *next;
    char *text;
    size_t text_bytes;
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
};

/* The location of a definition. */
struct place {
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char *path;
    char *other;      /* path of a second file of this name in the same directory; NULL: none */
    size_t directory; /* index in the catalog's directories */
    size_t folder;    /* index of the folder in it; 0: the directory itself */
};

struct place_list {
    struct place *places; /* [count] of [room] */
    size_t count, room;
};

/* A file as it was when shg_catalog_hold read it. */
struct held {
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char *path, *text; /* text NULL: it could not be read, for this reason: */
    size_t text_bytes;
    shoogi_error error;
};

struct shoogi_catalog {
    char *directories[SHOOGI_CATALOG_DIRECTORIES_MAX];
    size_t directory_count;
    struct entry *entries;
    struct base *bases;
    struct held *held; /* [held_count] sorted by name; NULL: files are read when needed */
    size_t held_count;
    /* The list that shoogi_catalog_names returned.  A caller may pass one of these names to shoogi_catalog_get, which
     * therefore must not free them. */
    const char **names; /* [name_count], borrowed from: */
    size_t name_count;
    struct place_list listed, looked_at;
};

/* ---- The directories --------------------------------------------------------------------------- */

shoogi_status shoogi_catalog_new_in(shoogi_catalog **out, const char *const *directories,
                                    size_t directory_count)
{
    if (directory_count > SHOOGI_CATALOG_DIRECTORIES_MAX)
        return SHOOGI_LIMIT_EXCEEDED;
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

shoogi_status shoogi_catalog_new(shoogi_catalog **out)
{
    const char *directories[SHG_CATALOG_DIRECTORIES];
    return shoogi_catalog_new_in(out, directories, shg_catalog_directories(directories));
}

static void free_place(struct place *place)
{
    free(place->path);
    free(place->other);
}

static void free_places(struct place_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free_place(&list->places[i]);
    free(list->places);
    *list = (struct place_list){ 0 };
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
    free(catalog->names);
    free_places(&catalog->listed);
    free_places(&catalog->looked_at);
    for (size_t i = 0; i < catalog->directory_count; i++)
        free(catalog->directories[i]);
    free(catalog);
}

/* ---- Names ------------------------------------------------------------------------------------- */

/* Writes the name in lower case.  Returns false if it is not valid: a name cannot lead out of a
 * directory, hide a file or look like an option. */
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

/* The length of the variant's name in a file name; 0 if the file is not a definition. */
static size_t file_name_length(const char *file)
{
    char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    const size_t whole = strlen(file), tail = sizeof suffix - 1;
    if (whole <= tail || strcmp(file + whole - tail, suffix) != 0 ||
        !canonical(name, file, whole - tail) || memcmp(name, file, whole - tail) != 0)
        return 0;
    return whole - tail;
}

/* ---- Places ------------------------------------------------------------------------------------ */

/* Adds a file of a folder, if it exists: a dangling link does not. */
static shoogi_status add_place(struct place_list *list, const char *folder, const char *name,
                               size_t directory, size_t number, bool surely_there)
{
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 64;
        struct place *const places = realloc(list->places, room * sizeof *places);
        if (!places)
            return SHOOGI_NO_MEMORY;
        list->places = places;
        list->room = room;
    }
    const size_t bytes = strlen(folder) + 1 + strlen(name) + sizeof suffix;
    struct place place = { .path = malloc(bytes), .directory = directory, .folder = number };
    struct stat found;
    if (!place.path)
        return SHOOGI_NO_MEMORY;
    snprintf(place.path, bytes, "%s/%s%s", folder, name, suffix);
    memcpy(place.name, name, strlen(name) + 1);
    if (!surely_there && stat(place.path, &found) != 0 && errno != ELOOP)
        free_place(&place);
    else
        list->places[list->count++] = place;
    return SHOOGI_OK;
}

/* Adds the definitions in a folder. */
static shoogi_status list_folder(struct place_list *list, const char *folder, size_t directory,
                                 size_t number)
{
    DIR *const files = opendir(folder);
    shoogi_status status = SHOOGI_OK;
    const struct dirent *file;
    while (files && status == SHOOGI_OK && list->count < FILES_MAX && (file = readdir(files))) {
        char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
        const size_t length = file_name_length(file->d_name);
        if (length == 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length, file->d_name);
        status = add_place(list, folder, name, directory, number,
                           file->d_type != DT_LNK && file->d_type != DT_UNKNOWN);
    }
    if (files)
        closedir(files); /* a missing folder is no error */
    return status;
}

/* Sorts by name, then by directory. */
static int compare_places(const void *a, const void *b)
{
    const struct place *const left = a, *const right = b;
    const int order = strcmp(left->name, right->name);
    if (order != 0)
        return order;
    if (left->directory != right->directory)
        return left->directory < right->directory ? -1 : 1;
    return (left->folder > right->folder) - (left->folder < right->folder);
}

/* Whether two paths lead to the same file: a link to a file or its folder is not a second definition. */
static bool is_same_file(const char *a, const char *b)
{
    struct stat left, right;
    return stat(a, &left) == 0 && stat(b, &right) == 0 && left.st_dev == right.st_dev &&
           left.st_ino == right.st_ino;
}

/* Keeps the first location of each name, and records a second one in the same directory. */
static void merge_places(struct place_list *list)
{
    size_t kept = 0;
    qsort(list->places, list->count, sizeof *list->places, compare_places);
    for (size_t i = 0; i < list->count; i++) {
        struct place *const last = kept > 0 ? &list->places[kept - 1] : NULL;
        struct place *const next = &list->places[i];
        if (!last || strcmp(last->name, next->name) != 0) {
            list->places[kept++] = *next;
            continue;
        }
        if (!last->other && last->directory == next->directory &&
            !is_same_file(last->path, next->path)) {
            last->other = next->path;
            next->path = NULL;
        }
        free_place(next);
    }
    for (list->count = kept; list->count > NAMES_MAX;)
        free_place(&list->places[--list->count]);
}

/* Lists the definitions on disk in alphabetical order.  wanted: only the one of this name; NULL: all. */
static shoogi_status list_places(struct place_list *list, const shoogi_catalog *catalog,
                                 const char *wanted)
{
    free_places(list);
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < catalog->directory_count && status == SHOOGI_OK; i++) {
        shg_folders folders;
        status = shg_folders_of(&folders, catalog->directories[i]);
        for (size_t k = 0; k < folders.count && status == SHOOGI_OK; k++)
            status = wanted ? add_place(list, folders.paths[k], wanted, i, k, false)
                            : list_folder(list, folders.paths[k], i, k);
        shg_folders_fini(&folders);
    }
    if (status != SHOOGI_OK)
        free_places(list);
    else if (list->count > 0)
        merge_places(list);
    return status;
}

/* Lists the held definitions, or those on disk if none are held. */
static shoogi_status list_names(struct place_list *list, const shoogi_catalog *catalog)
{
    if (!catalog->held)
        return list_places(list, catalog, NULL);
    free_places(list);
    list->places = calloc(catalog->held_count + 1, sizeof *list->places);
    if (!list->places)
        return SHOOGI_NO_MEMORY;
    for (; list->count < catalog->held_count; list->count++)
        memcpy(list->places[list->count].name, catalog->held[list->count].name,
               sizeof list->places[0].name);
    return SHOOGI_OK;
}

shoogi_status shoogi_catalog_names(const char *const **names, size_t *count,
                                   shoogi_catalog *catalog)
{
    const shoogi_status status = list_names(&catalog->listed, catalog);
    if (status != SHOOGI_OK)
        return status;
    const struct place_list *const list = &catalog->listed;
    const char **const all = realloc(catalog->names, (list->count + 1) * sizeof *all);
    if (!all)
        return SHOOGI_NO_MEMORY;
    catalog->names = all;
    for (size_t i = 0; i < list->count; i++)
        all[i] = list->places[i].name;
    *names = all;
    *count = list->count;
    return SHOOGI_OK;
}

/* ---- Loading ----------------------------------------------------------------------------------- */

static shoogi_status fail(shoogi_catalog_error *fault, const char *path, const shoogi_error *error)
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

static shoogi_status fail_memory(shoogi_catalog_error *fault)
{
    if (fault) {
        fault->status = SHOOGI_NO_MEMORY;
        shg_out text = shg_out_make(fault->text, sizeof fault->text);
        shg_out_text(&text, shoogi_status_text(SHOOGI_NO_MEMORY));
    }
    return SHOOGI_NO_MEMORY;
}

/* Whether a definition is a game: not a rule set of another, or one that has rule sets itself. */
static bool is_game(const struct place_list *list, size_t i)
{
    const char *const name = list->places[i].name;
    bool is_rule_set = false;
    for (size_t k = 0; k < list->count; k++) {
        if (shg_is_rule_set_of(list->places[k].name, name))
            return true;
        is_rule_set = is_rule_set || shg_is_rule_set_of(name, list->places[k].name);
    }
    return !is_rule_set;
}

/* Searches nested folders for a misplaced definition and writes its path.  Returns false if there is none. */
static bool find_below(shg_out *path, const char *folder, const char *name, unsigned levels)
{
    shg_folders folders;
    if (shg_folders_of(&folders, folder) != SHOOGI_OK)
        return false;
    bool found = false;
    for (size_t i = 1; i < folders.count && !found; i++) {
        struct place_list list = { 0 };
        found =
            add_place(&list, folders.paths[i], name, 0, 0, false) == SHOOGI_OK && list.count > 0;
        if (found)
            shg_out_format(path, "%.600s", list.places[0].path);
        else if (levels > 0)
            found = find_below(path, folders.paths[i], name, levels - 1);
        free_places(&list);
    }
    shg_folders_fini(&folders);
    return found;
}

/* Appends the path of a misplaced definition to the message that it was not found. */
static void add_place_below(shg_out *text, const shoogi_catalog *catalog, const char *name,
                            size_t name_bytes)
{
    char wanted[SHOOGI_CATALOG_NAME_BYTES_MAX + 1], path[SHOOGI_CATALOG_ERROR_BYTES / 2];
    if (catalog->held || !canonical(wanted, name, name_bytes))
        return;
    for (size_t i = 0; i < catalog->directory_count; i++) {
        shg_out found = shg_out_make(path, sizeof path);
        if (!find_below(&found, catalog->directories[i], wanted, LEVELS_BELOW))
            continue;
        shg_out_format(text, "; %s is too deep: definitions are in %.200s and in its folders", path,
                       catalog->directories[i]);
        return;
    }
}

/* "perhaps NAME", or a list of games if no name is close.  Rule sets are not in the list. */
static void add_names(shg_out *text, const shoogi_catalog *catalog, const struct place_list *list,
                      const char *name, size_t name_bytes)
{
    shg_nearest nearest = shg_nearest_to(name, name_bytes);
    for (size_t i = 0; i < list->count; i++)
        shg_nearest_try(&nearest, list->places[i].name, strlen(list->places[i].name));
    if (nearest.name[0] != '\0') {
        shg_out_format(text, ", perhaps %s", nearest.name);
        return;
    }
    shg_out_text(text, " (");
    for (size_t i = 0, written = 0; i < list->count; i++) {
        if (!is_game(list, i))
            continue;
        if (text->length > SHOOGI_CATALOG_ERROR_BYTES / 2) {
            shg_out_text(text, " ...");
            break;
        }
        shg_out_format(text, "%s%s", written++ > 0 ? ", " : "", list->places[i].name);
    }
    if (list->count == 0) {
        shg_out_text(text, "but there is none in");
        for (size_t i = 0; i < catalog->directory_count; i++)
            shg_out_format(text, "%s %.200s", i > 0 ? " or" : "", catalog->directories[i]);
    }
    shg_out_text(text, ")");
}

/* Reports: expected the name of a variant, perhaps shogi, found "shgoi". */
static shoogi_status fail_name(shoogi_catalog *catalog, const char *name, size_t name_bytes,
                               shoogi_catalog_error *fault)
{
    if (!fault)
        return SHOOGI_NOT_FOUND;
    struct place_list *list = &catalog->looked_at;
    if (list_names(list, catalog) != SHOOGI_OK)
        return fail_memory(fault);

    shoogi_error found; /* only for its form: found "NAME" */
    (void)shg_error_expected(&found, SHOOGI_NOT_FOUND, 0, 0, "", name, name_bytes);

    fault->status = SHOOGI_NOT_FOUND;
    shg_out text = shg_out_make(fault->text, sizeof fault->text);
    shg_out_text(&text, "expected the name of a variant");
    add_names(&text, catalog, list, name, name_bytes);
    shg_out_text(&text, found.message + strlen("expected "));
    add_place_below(&text, catalog, name, name_bytes);
    return SHOOGI_NOT_FOUND;
}

/* Like read_definition, from the held texts. */
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

/* The part of a path after the catalog's directory. */
static const char *path_within(const shoogi_catalog *catalog, const struct place *place,
                               const char *path)
{
    return path + strlen(catalog->directories[place->directory]) + 1;
}

/* Reads the definition at a location.  *path and *text must be NULL, and are owned whatever is returned. */
static shoogi_status read_place(char **path, char **text, size_t *text_bytes,
                                const shoogi_catalog *catalog, const struct place *place,
                                shoogi_error *error)
{
    *path = strdup(place->path);
    if (!*path)
        return SHOOGI_NO_MEMORY;
    if (place->other)
        return shg_error_set(error, SHOOGI_PARSE_ERROR, 0, 0,
                             "expected the only definition of %s, found another in %.60s",
                             place->name, path_within(catalog, place, place->other));
    return shg_file_read(text, text_bytes, *path, SHOOGI_DEFINITION_BYTES_MAX, error);
}

/* Reads the file from the first directory that has it.  *path and *text must be NULL, and are owned whatever is returned.
 * Returns NOT_FOUND if no directory has it. */
static shoogi_status read_definition(char **path, char **text, size_t *text_bytes,
                                     const shoogi_catalog *catalog, const char *name,
                                     shoogi_error *error)
{
    if (catalog->held)
        return copy_held(path, text, text_bytes, catalog, name, error);
    struct place_list list = { 0 };
    shoogi_status status = list_places(&list, catalog, name);
    if (status == SHOOGI_OK)
        status = list.count > 0
                     ? read_place(path, text, text_bytes, catalog, &list.places[0], error)
                     : SHOOGI_NOT_FOUND;
    free_places(&list);
    return status;
}

/* ---- Aliases ----------------------------------------------------------------------------------- */

/* How well a definition fits a name. */
typedef enum fit { FITS_NOT, FITS_OTHERWISE_SPELLED, FITS_TITLE, FITS_ALIAS } fit;

static fit fit_of(const char *file, const char *text, size_t text_bytes, shg_span name)
{
    if (shoogi_text_has_alias(text, text_bytes, name.bytes, name.count))
        return FITS_ALIAS;
    if (shg_title_is(shg_text_title(text, text_bytes), name))
        return FITS_TITLE;
    return shg_name_same(file, strlen(file), name.bytes, name.count) ||
                   shg_text_has_name(text, text_bytes, name)
               ? FITS_OTHERWISE_SPELLED
               : FITS_NOT;
}

/* Finds the file whose definition has this alias or, if none has, this title or, if none has, a name that differs only in its
 * spelling (shg_name_same).  Unreadable files are skipped. */
static shoogi_status find_alias(char out[SHOOGI_CATALOG_NAME_BYTES_MAX + 1],
                                shoogi_catalog *catalog, const char *name, size_t name_bytes)
{
    const struct place_list *list = &catalog->looked_at;
    if (name_bytes == 0 || name_bytes > SHG_TITLE_BYTES_MAX || memchr(name, '\0', name_bytes))
        return SHOOGI_NOT_FOUND;
    shoogi_status status = list_names(&catalog->looked_at, catalog);
    fit best = FITS_NOT;
    for (size_t i = 0; i < list->count && status == SHOOGI_OK && best != FITS_ALIAS; i++) {
        char *path = NULL, *text = NULL;
        size_t text_bytes = 0;
        const struct place *const place = &list->places[i];
        const shoogi_status read =
            catalog->held ? copy_held(&path, &text, &text_bytes, catalog, place->name, NULL)
                          : read_place(&path, &text, &text_bytes, catalog, place, NULL);
        const fit how = read == SHOOGI_OK
                            ? fit_of(place->name, text, text_bytes, (shg_span){ name, name_bytes })
                            : FITS_NOT;
        if (how > best) {
            memcpy(out, place->name, sizeof place->name);
            best = how;
        }
        if (read == SHOOGI_NO_MEMORY)
            status = read;
        free(path);
        free(text);
    }
    return status == SHOOGI_OK && best == FITS_NOT ? SHOOGI_NOT_FOUND : status;
}

/* ---- Bases of definitions ---------------------------------------------------------------------- */

/* Gets the text of a base from the cache, or reads it. */
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
    const shoogi_parse_options how = { .lookup = shoogi_catalog_lookup,
                                       .context = catalog,
                                       .name = entry->name };
    size_t count;
    return shoogi_variant_parse_with(&entry->variant, entry->text, text_bytes, &how, error, 1,
                                     &count);
}

/* Reads the file of an entry, of which only the name is set. */
static shoogi_status load(struct entry *entry, shoogi_catalog *catalog, shoogi_catalog_error *fault)
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

/* Gets the variant of a file from the cache, or reads it. */
static shoogi_status get(const shoogi_catalog_entry **out, shoogi_catalog *catalog,
                         const char *name, shoogi_catalog_error *fault)
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
                                 const char *name, size_t name_bytes, shoogi_catalog_error *fault)
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

/* ---- Held texts ---------------------------------------------------------------------------------- */

shoogi_status shg_catalog_hold(shoogi_catalog *catalog)
{
    const struct place_list *const list = &catalog->looked_at;
    shoogi_status status = list_places(&catalog->looked_at, catalog, NULL);
    struct held *const held = status == SHOOGI_OK ? calloc(list->count + 1, sizeof *held) : NULL;
    if (!held)
        return SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < list->count && status != SHOOGI_NO_MEMORY; i++) {
        memcpy(held[i].name, list->places[i].name, sizeof held[i].name);
        status = read_place(&held[i].path, &held[i].text, &held[i].text_bytes, catalog,
                            &list->places[i], &held[i].error);
    }
    catalog->held = held;
    catalog->held_count = list->count;
    return status == SHOOGI_NO_MEMORY ? status : SHOOGI_OK;
}

/* ---- Aliases and outlines ------------------------------------------------------------------------ */

/* Adds the names of "a,b,c", each followed by a NUL. */
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

shoogi_status shg_catalog_title(char **out, shoogi_catalog *catalog, const char *name)
{
    char *path = NULL, *text = NULL;
    size_t text_bytes = 0;
    const shoogi_status read = read_definition(&path, &text, &text_bytes, catalog, name, NULL);
    const shg_span title =
        read == SHOOGI_OK ? shg_text_title(text, text_bytes) : (shg_span){ "", 0 };
    char *const copy = read == SHOOGI_NO_MEMORY ? NULL : calloc(1, title.count + 1);
    if (copy && title.count > 0)
        memcpy(copy, title.bytes, title.count);
    free(path);
    free(text);
    if (!copy)
        return SHOOGI_NO_MEMORY;
    *out = copy;
    return SHOOGI_OK;
}

shoogi_status shg_catalog_outline(shoogi_variant **out, shoogi_catalog *catalog, const char *name,
                                  shoogi_catalog_error *fault)
{
    char *path = NULL, *text = NULL;
    size_t text_bytes = 0;
    shoogi_error error;
    const shoogi_parse_options how = { .lookup = shoogi_catalog_lookup,
                                       .context = catalog,
                                       .name = name };
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
