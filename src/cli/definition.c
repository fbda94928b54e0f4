#include "cli/definition.h"

#include "base/text.h"
#include "catalog/file.h"
#include "cli/command.h"
#include "cli/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool ends_with(const char *file, const char *tail)
{
    const size_t file_bytes = strlen(file), tail_bytes = strlen(tail);
    return file_bytes >= tail_bytes && strcmp(file + file_bytes - tail_bytes, tail) == 0;
}

/* Whether a file is an HTML page, by its name or contents. */
static bool is_page(const char *file, const char *text, size_t text_bytes)
{
    return ends_with(file, ".html") || ends_with(file, ".htm") ||
           shoogi_text_is_page(text, text_bytes);
}

/* The text of a file, and which game of it is meant. */
typedef struct definition_text {
    char *text; /* owned */
    size_t text_bytes;
    char *path;       /* owned: without the name of the game */
    const char *game; /* borrowed from the argument; NULL: none is named */
} definition_text;

static void definition_text_fini(definition_text *t)
{
    free(t->text);
    free(t->path);
}

/* Reads the file of a path, or of what stands before the last ":" if there is no file of the whole path. */
static shoogi_status read_text(definition_text *t, const char *path)
{
    shoogi_error error;
    struct stat found;
    const char *const colon = strrchr(path, ':');
    *t = (definition_text){ .path = strdup(path) };
    if (!t->path) {
        (void)cli_failed(SHOOGI_NO_MEMORY);
        return SHOOGI_NO_MEMORY;
    }
    if (colon && colon > path && colon[1] != '\0' && stat(path, &found) != 0) {
        t->path[colon - path] = '\0';
        t->game = colon + 1;
    }
    const shoogi_status status =
        shg_file_read(&t->text, &t->text_bytes, t->path, SHOOGI_PAGE_BYTES_MAX, &error);
    if (status != SHOOGI_OK)
        (void)cli_fault(t->path, &error);
    return status;
}

/* Parses a text and reports errors and warnings. */
static shoogi_status parse_text(shoogi_variant **out, const definition_text *t, const char *game,
                                shoogi_catalog *catalog, bool lenient)
{
    shoogi_error errors[2 * SHOOGI_DEFINITION_ERRORS_MAX];
    const shoogi_parse_options how = { .lookup = shoogi_catalog_lookup,
                                       .context = catalog,
                                       .lenient = lenient,
                                       .page = is_page(t->path, t->text, t->text_bytes),
                                       .game = game };
    const char *name;
    size_t error_count = 0, name_bytes, at = 0;
    if (game && !shoogi_text_next_game(&name, &name_bytes, &at, t->text, t->text_bytes)) {
        fprintf(stderr, "%s: expected a file of several games before \":%s\"\n", t->path, game);
        return SHOOGI_NOT_FOUND;
    }
    const shoogi_status status = shoogi_variant_parse_with(
        out, t->text, t->text_bytes, &how, errors, sizeof errors / sizeof errors[0], &error_count);
    for (size_t i = 0; i < error_count; i++)
        (void)cli_fault(t->path, &errors[i]);
    if (status != SHOOGI_OK && error_count == 0)
        (void)cli_failed(status);
    return status;
}

shoogi_status cli_definition_read(shoogi_variant **out, const char *path, shoogi_catalog *catalog,
                                  bool lenient)
{
    definition_text t;
    shoogi_status status = read_text(&t, path);
    if (status == SHOOGI_OK)
        status = parse_text(out, &t, t.game, catalog, lenient);
    definition_text_fini(&t);
    return status;
}

/* Reads one game; game: NULL: the text is one definition. */
static int visit(const definition_text *t, const char *game, shoogi_catalog *catalog, bool lenient,
                 cli_definition_visit *good)
{
    char label[4096];
    shoogi_variant *variant = NULL;
    snprintf(label, sizeof label, "%s%s%s", t->path, game ? ":" : "", game ? game : "");
    const int end = parse_text(&variant, t, game, catalog, lenient) == SHOOGI_OK
                        ? good(label, variant)
                        : CLI_BAD;
    shoogi_variant_free(variant);
    return end;
}

int cli_definition_each(const char *path, shoogi_catalog *catalog, bool lenient,
                        cli_definition_visit *good)
{
    definition_text t;
    const char *name;
    size_t name_bytes, at = 0;
    int worst = read_text(&t, path) == SHOOGI_OK ? CLI_GOOD : CLI_BAD;
    if (worst == CLI_GOOD &&
        (t.game || !shoogi_text_next_game(&name, &name_bytes, &at, t.text, t.text_bytes))) {
        worst = visit(&t, t.game, catalog, lenient, good);
    } else if (worst == CLI_GOOD) {
        do {
            char game[64];
            snprintf(game, sizeof game, "%.*s", (int)name_bytes, name);
            const int one = visit(&t, game, catalog, lenient, good);
            worst = one > worst ? one : worst;
        } while (shoogi_text_next_game(&name, &name_bytes, &at, t.text, t.text_bytes));
    }
    definition_text_fini(&t);
    return worst;
}

const shoogi_variant *cli_variant_find(shoogi_variant **own, shoogi_catalog *catalog,
                                       const char *command, const char *word)
{
    *own = NULL;
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error fault;
    const shoogi_status status = shoogi_catalog_get(&entry, catalog, word, strlen(word), &fault);
    if (status == SHOOGI_OK)
        return entry->variant;
    if (status == SHOOGI_NOT_FOUND && strpbrk(word, "./"))
        return cli_definition_read(own, word, catalog, false) == SHOOGI_OK ? *own : NULL;
    if (status == SHOOGI_NOT_FOUND)
        fprintf(stderr, "shoogi %s: ", command); /* otherwise the message begins with the file */
    fprintf(stderr, "%s\n", fault.text);
    return NULL;
}

/* Makes a valid variant name of a file name. */
static void name_of_file(char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1], const char *path)
{
    const char *slash = strrchr(path, '/'), *from = slash ? slash + 1 : path;
    size_t length = 0;
    for (; *from && *from != '.' && length < SHOOGI_CATALOG_NAME_BYTES_MAX; from++) {
        const char c = shg_lower(*from);
        if (shg_is_letter(c) || shg_is_digit(c) || c == '-')
            name[length++] = c;
    }
    name[length] = '\0';
    if (length == 0)
        memcpy(name, "game", sizeof "game");
}

bool cli_choose(cli_chosen *chosen, const char *command, const char *word)
{
    *chosen = (cli_chosen){ 0 };
    const shoogi_catalog_entry *known;
    const shoogi_status status = shoogi_catalog_new(&chosen->catalog);
    if (status != SHOOGI_OK) {
        (void)cli_failed(status);
        return false;
    }
    if (shoogi_catalog_get(&known, chosen->catalog, word, strlen(word), NULL) == SHOOGI_OK) {
        chosen->entry = *known;
        return true;
    }
    const shoogi_variant *variant = cli_variant_find(&chosen->own, chosen->catalog, command, word);
    if (!variant)
        return false;
    name_of_file(chosen->name, word);
    chosen->entry =
        (shoogi_catalog_entry){ .name = chosen->name, .path = word, .variant = variant };
    return true;
}

void cli_chosen_fini(cli_chosen *chosen)
{
    shoogi_variant_free(chosen->own);
    shoogi_catalog_free(chosen->catalog);
}
