/* edit_record.c: merges two records in KIF and makes the line of the second the main line: edit_record FILE FILE */
#include <shoogi/shoogi.h>
#include <stdio.h>
#include <stdlib.h>

static char raw[SHOOGI_RECORD_BYTES_MAX];

/* NULL if there is no such record. */
static shoogi_record *read_record(const char *path, const shoogi_variant *variant)
{
    const shoogi_record_read_options options = { .variant = variant };
    shoogi_record *record = NULL;
    size_t error_count;
    FILE *const file = fopen(path, "rb");
    const size_t bytes = file ? fread(raw, 1, sizeof raw, file) : 0;
    if (file)
        fclose(file);
    if (shoogi_record_read(&record, NULL, SHOOGI_FORMAT_KIF, raw, bytes, &options, NULL, 0,
                           &error_count) != SHOOGI_OK)
        return NULL;
    return record;
}

/* Makes the last node that was added, and the line to it, the main line; removes the other continuations of the start. */
static void keep_last_line(shoogi_record *record)
{
    shoogi_record_promote(record, shoogi_record_node_count(record) - 1);
    shoogi_node first = shoogi_record_node(record, 0).first_child;
    while (first != SHOOGI_NO_NODE &&
           shoogi_record_node(record, first).next_sibling != SHOOGI_NO_NODE) {
        shoogi_record_remove(record, shoogi_record_node(record, first).next_sibling);
        first = shoogi_record_node(record, 0).first_child; /* nodes are numbered anew */
    }
}

int main(int argc, char **argv)
{
    shoogi_catalog *catalog = NULL;
    const shoogi_catalog_entry *shogi;
    shoogi_error error = { .message = "out of memory, or a file that is no record in KIF" };
    char *text = NULL;
    size_t text_bytes;
    uint32_t losses;
    if (argc != 3 || shoogi_catalog_new(&catalog) != SHOOGI_OK ||
        shoogi_catalog_get(&shogi, catalog, "shogi", 5, NULL) != SHOOGI_OK)
        return EXIT_FAILURE;
    shoogi_record *const record = read_record(argv[1], shogi->variant);
    shoogi_record *const other = read_record(argv[2], shogi->variant);
    const bool merged =
        record && other && shoogi_record_merge(record, 0, other, &error) == SHOOGI_OK;
    if (merged) {
        keep_last_line(record);
        if (shoogi_record_write(&text, &text_bytes, &losses, SHOOGI_FORMAT_SHOOGI, record, NULL,
                                NULL) == SHOOGI_OK)
            fputs(text, stdout);
    } else {
        fprintf(stderr, "%s\n", error.message);
    }
    const bool written = text != NULL;
    shoogi_text_free(text);
    shoogi_record_free(other);
    shoogi_record_free(record);
    shoogi_catalog_free(catalog);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
