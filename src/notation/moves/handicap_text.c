/* handicap_text.c: a handicap as a move, as the Shoogi Server writes it.  Source: docs/notation.md, "Handicaps". */
#include "base/error.h"
#include "core/variant/square.h"
#include "notation/words/cursor.h"
#include "notation/words/kanji.h"
#include "shoogi/notation.h"

#include <string.h>

static const char word[] = "HANDICAP";

/* L@1a */
static void write_piece(shg_out *out, const shoogi_variant *variant, shoogi_kind kind,
                        shoogi_square square)
{
    shg_out_format(out, "%s@", shoogi_variant_kind(variant, kind).id);
    shg_out_square(out, variant, square);
}

size_t shoogi_handicap_write(char *out, size_t out_bytes, const shoogi_position *position)
{
    shoogi_removed_piece removed[SHOOGI_SQUARES_MAX];
    const size_t count = shoogi_position_removed_pieces(position, removed, SHOOGI_SQUARES_MAX);
    shg_out text = shg_out_make(out, out_bytes);
    for (size_t i = 0; i < count; i++) {
        if (i == 0)
            shg_out_format(&text, "%s:", word);
        else
            shg_out_char(&text, ',');
        write_piece(&text, shoogi_position_variant(position), removed[i].piece.kind,
                    removed[i].square);
    }
    return text.length;
}

static bool has_pieces(const shoogi_handicap *handicap, const shoogi_removed_piece *removed,
                       size_t count)
{
    bool same = handicap->square_count == count;
    for (size_t i = 0; i < count && same; i++)
        same = handicap->squares[i] == removed[i].square;
    return same;
}

/* The first name of these pieces that is not in ASCII; NULL: none. */
static const char *japanese_name(const shoogi_variant *variant, const shoogi_removed_piece *removed,
                                 size_t count)
{
    const shoogi_handicap *handicap;
    for (size_t i = 0; (handicap = shoogi_variant_handicap(variant, i)) != NULL; i++)
        for (size_t k = 0; has_pieces(handicap, removed, count) && k < handicap->alias_count; k++)
            if ((unsigned char)handicap->aliases[k][0] >= 0x80)
                return handicap->aliases[k];
    return NULL;
}

size_t shoogi_handicap_write_in(char *out, size_t out_bytes, const shoogi_position *position,
                                shoogi_notation notation)
{
    shoogi_removed_piece removed[SHOOGI_SQUARES_MAX];
    const size_t count = shoogi_position_removed_pieces(position, removed, SHOOGI_SQUARES_MAX);
    if (count == 0 || notation != SHOOGI_NOTATION_JAPANESE)
        return shoogi_handicap_write(out, out_bytes, position);
    const shoogi_variant *const variant = shoogi_position_variant(position);
    const char *const name = japanese_name(variant, removed, count);
    shg_out text = shg_out_make(out, out_bytes);
    for (size_t i = 0; i < count && !name; i++) {
        const char *const sign = shg_sign(variant, removed[i].piece.kind);
        shg_out_text(&text, i > 0 ? "・" : "");
        shg_out_place(&text, variant, removed[i].square, SHG_FILES_WIDE);
        shg_out_apart(&text, variant, removed[i].square, sign);
        shg_out_text(&text, sign);
    }
    shg_out_text(&text, name ? name : "落ち");
    return text.length;
}

/* --- reading ------------------------------------------------------------------------------------- */

/* The list so far: squares[0 .. count - 1]. */
struct list {
    const shoogi_position *position;
    const shoogi_variant *variant;
    shoogi_square *squares;
    size_t count;
};

/* A piece that can be removed, as an example in messages: the first there is. */
static void write_example(shg_out *out, const struct list *list)
{
    const unsigned files = shoogi_variant_file_count(list->variant);
    for (unsigned i = 0; i < shoogi_variant_square_count(list->variant) && out->length == 0; i++) {
        const shoogi_square square = shoogi_variant_square(list->variant, i % files, i / files);
        const shoogi_piece piece = shoogi_position_piece(list->position, square);
        if (shoogi_position_why_handicap_illegal(list->position, &square, 1, NULL, NULL, 0) ==
            SHOOGI_ILLEGAL_NONE)
            write_piece(out, list->variant, piece.kind, square);
    }
}

static shoogi_status fail_form(const shg_cursor *cursor, const struct list *list)
{
    char example[32];
    shg_out out = shg_out_make(example, sizeof example);
    const shoogi_handicap *const usual = shoogi_variant_handicap(list->variant, 0);
    write_example(&out, list);
    return shg_cursor_fail(cursor, cursor->at, "a piece and its square, such as %s%s%s", example,
                           usual ? ", or a name, such as " : "", usual ? usual->name : "");
}

/* One piece.  An item is a cursor that ends before the comma. */
static shoogi_status read_piece(struct list *list, shg_cursor *item)
{
    const char *const sign =
        shg_cursor_done(item) ? NULL : memchr(item->text + item->at, '@', item->bytes - item->at);
    if (!sign)
        return fail_form(item, list);
    const size_t start = item->at, name_end = (size_t)(sign - item->text);
    const shoogi_kind kind =
        shoogi_variant_kind_by_input(list->variant, item->text + start, name_end - start);
    if (kind == 0)
        return shg_cursor_fail(item, start, "a piece of this game before \"@\"");
    item->at = name_end + 1;
    shoogi_square square;
    const size_t bytes =
        shoogi_square_read(&square, list->variant, item->text + item->at, item->bytes - item->at);
    if (bytes == 0)
        return shg_cursor_fail(item, item->at, "a square of this board");
    item->at += bytes;
    if (!shg_cursor_done(item))
        return shg_cursor_fail(item, item->at, "\",\" and another piece, or the end");

    char sentence[SHOOGI_MESSAGE_BYTES];
    list->squares[list->count++] = square;
    const shoogi_illegal why = shoogi_position_why_handicap_illegal(
        list->position, list->squares, list->count, NULL, sentence, sizeof sentence);
    /* The whole list decides whether the enemy royal is exposed. */
    if (why != SHOOGI_ILLEGAL_NONE && why != SHOOGI_ILLEGAL_ROYAL_IN_CHECK)
        return shg_cursor_fail(item, start, "a piece that can be removed (%s)", sentence);
    const shoogi_kind there = shoogi_position_piece(list->position, square).kind;
    if (there == kind)
        return SHOOGI_OK;
    char right[32];
    shg_out out = shg_out_make(right, sizeof right);
    write_piece(&out, list->variant, there, square);
    return shg_cursor_fail(item, start, "%s (a %s stands there)", right,
                           shoogi_variant_kind(list->variant, there).name);
}

static shoogi_status read_list(struct list *list, shg_cursor *cursor)
{
    for (;;) {
        shg_cursor item = *cursor;
        const char *const comma = shg_cursor_done(cursor) ? NULL
                                                          : memchr(cursor->text + cursor->at, ',',
                                                                   cursor->bytes - cursor->at);
        if (comma)
            item.bytes = (size_t)(comma - cursor->text);
        const shoogi_status status = read_piece(list, &item);
        if (status != SHOOGI_OK || !comma)
            return status;
        cursor->at = item.bytes + 1;
    }
}

/* "HANDICAP:" in any case, or with a space for the colon; nothing otherwise. */
static shoogi_status skip_word(shg_cursor *cursor)
{
    const size_t length = sizeof word - 1, left = cursor->bytes - cursor->at;
    if (left < length || !shg_text_same(cursor->text + cursor->at, length, word, length))
        return SHOOGI_OK;
    cursor->at += length;
    const bool apart = shg_cursor_take(cursor, ':') || shg_is_separator(shg_cursor_next(cursor));
    if (!apart && !shg_cursor_done(cursor))
        return shg_cursor_fail(cursor, cursor->at, "\":\"");
    while (shg_is_separator(shg_cursor_next(cursor)))
        cursor->at++;
    return SHOOGI_OK;
}

shoogi_status shoogi_handicap_read(shoogi_square *squares, size_t *count,
                                   const shoogi_position *position, const char *text,
                                   size_t text_bytes, shoogi_error *err)
{
    shg_cursor cursor = { text_bytes > 0 ? text : "", text_bytes, 0, err };
    struct list list = { position, shoogi_position_variant(position), squares, 0 };
    char sentence[SHOOGI_MESSAGE_BYTES];
    /* If no handicap can be given any more, its pieces do not matter. */
    shoogi_illegal why =
        shoogi_position_why_handicap_illegal(position, NULL, 0, NULL, sentence, sizeof sentence);
    if (why == SHOOGI_ILLEGAL_HANDICAP_LATE)
        return shg_error_set(err, SHOOGI_ILLEGAL, 1, 1, "%s", sentence);
    while (shg_is_separator(shg_cursor_next(&cursor)))
        cursor.at++;
    while (cursor.bytes > cursor.at && shg_is_separator(cursor.text[cursor.bytes - 1]))
        cursor.bytes--;
    shoogi_status status = skip_word(&cursor);
    const shoogi_handicap *const usual =
        status == SHOOGI_OK ? shoogi_variant_handicap_by_name(list.variant, cursor.text + cursor.at,
                                                              cursor.bytes - cursor.at)
                            : NULL;
    if (usual) {
        memcpy(squares, usual->squares, usual->square_count * sizeof *squares);
        list.count = usual->square_count;
    } else if (status == SHOOGI_OK) {
        status = read_list(&list, &cursor);
    }
    if (status != SHOOGI_OK)
        return status;
    why = shoogi_position_why_handicap_illegal(position, squares, list.count, NULL, sentence,
                                               sizeof sentence);
    if (why != SHOOGI_ILLEGAL_NONE)
        return shg_error_set(err, SHOOGI_ILLEGAL, 1, 1, "%s", sentence);
    *count = list.count;
    return SHOOGI_OK;
}
