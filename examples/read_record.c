/* read_record.c: prints the main line of a record in any format and encoding: read_record FILE */
#include <shoogi/shoogi.h>
#include <stdio.h>
#include <stdlib.h>

static char raw[SHOOGI_RECORD_BYTES_MAX];

static void print_line(const shoogi_record *record, shoogi_position *position)
{
    shoogi_node_info node = shoogi_record_node(record, 0);
    while (node.first_child != SHOOGI_NO_NODE) {
        node = shoogi_record_node(record, node.first_child);
        if (node.termination != SHOOGI_TERMINATION_NONE) {
            printf("%s\n", shoogi_termination_text(node.termination));
            break; /* nothing follows a termination */
        }
        char move[SHOOGI_MOVE_TEXT_BYTES];
        shoogi_western_write(move, sizeof move, position, node.move);
        printf("%u. %s\n", shoogi_position_ply(position), move);
        if (shoogi_position_do(position, node.move) != SHOOGI_OK)
            break;
    }
}

int main(int argc, char **argv)
{
    FILE *const file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    const size_t raw_bytes = file ? fread(raw, 1, sizeof raw, file) : 0;
    if (file)
        fclose(file);
    shoogi_catalog *catalog = NULL;
    const shoogi_catalog_entry *shogi;
    char *text = NULL;
    size_t text_bytes = 0, replaced_count = 0, error_count = 0;
    const shoogi_encoding encoding = shoogi_encoding_detect(raw, raw_bytes);
    if (shoogi_catalog_new(&catalog) != SHOOGI_OK ||
        shoogi_catalog_get(&shogi, catalog, "shogi", 5, NULL) != SHOOGI_OK ||
        shoogi_text_decode(&text, &text_bytes, encoding, raw, raw_bytes, &replaced_count, NULL))
        return EXIT_FAILURE;
    const shoogi_record_read_options options = {
        .variant = shogi->variant, /* unless the record names another */
        .find_variant = shoogi_catalog_find,
        .context = catalog,
        .keep_partial = true, /* keep the moves before an error */
    };
    const shoogi_format format = shoogi_format_detect(text, text_bytes);
    shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX];
    shoogi_record *record = NULL;
    shoogi_position *position = NULL;
    shoogi_status status = SHOOGI_PARSE_ERROR; /* unless a format is recognised */
    if (format != SHOOGI_FORMAT_COUNT)
        status = shoogi_record_read(&record, NULL, format, text, text_bytes, &options, errors,
                                    SHOOGI_RECORD_ERRORS_MAX, &error_count);
    for (size_t i = 0; i < error_count; i++) /* warnings, and at most one error */
        fprintf(stderr, "%u:%u: %s\n", errors[i].line, errors[i].column, errors[i].message);
    if (record && shoogi_record_position(&position, record, 0) == SHOOGI_OK)
        print_line(record, position);
    shoogi_position_free(position);
    shoogi_record_free(record);
    shoogi_text_free(text);
    shoogi_catalog_free(catalog); /* last: it owns the variant of the record */
    return status == SHOOGI_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
