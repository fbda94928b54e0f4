#include "cli/definition.h"

#include "base/text.h"
#include "catalog/file.h"
#include "cli/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

shoogi_status cli_definition_read(shoogi_variant **out, const char *path, shoogi_catalog *catalog,
                                  bool lenient)
{
    char *text;
    size_t text_bytes;
    shoogi_error errors[2 * SHOOGI_DEFINITION_ERRORS_MAX];
    shoogi_status status =
        shg_file_read(&text, &text_bytes, path, SHOOGI_PAGE_BYTES_MAX, &errors[0]);
    if (status != SHOOGI_OK) {
        (void)cli_fault(path, &errors[0]);
        return status;
    }
    const shoogi_parse_options how = { .lookup = shoogi_catalog_lookup,
                                       .context = catalog,
                                       .lenient = lenient,
                                       .page = is_page(path, text, text_bytes) };
    size_t error_count = 0;
    status = shoogi_variant_parse_with(out, text, text_bytes, &how, errors,
                                       sizeof errors / sizeof errors[0], &error_count);
    for (size_t i = 0; i < error_count; i++)
        (void)cli_fault(path, &errors[i]);
    if (status != SHOOGI_OK && error_count == 0)
        (void)cli_failed(status);
    free(text);
    return status;
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
