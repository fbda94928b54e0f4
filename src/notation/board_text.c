/* board_text.c: a position as a drawing in letters.  Source: docs/notation.md, "Board styles". */
#include "base/text.h"
#include "shoogi/notation.h"

#include <string.h>

/* What the drawing is drawn from. */
struct drawing {
    shg_out out;
    const shoogi_position *position;
    const shoogi_variant *variant;
    shoogi_colour view;
    unsigned files, ranks;
    unsigned columns; /* of a cell: the sign of promotion, and the letters of the longest id */
};

static const char *const colour_names[] = { [SHOOGI_BLACK] = "Black", [SHOOGI_WHITE] = "White" };

static unsigned cell_columns(const shoogi_variant *variant)
{
    size_t letters = 1;
    for (unsigned kind = 1; kind <= shoogi_variant_kinds(variant); kind++) {
        const char *id = shoogi_variant_kind(variant, (shoogi_kind)kind).id;
        const size_t length = strlen(id) - (id[0] == '+');
        if (length > letters)
            letters = length;
    }
    return (unsigned)letters + 1;
}

/* count bytes of text at the right end of a cell. */
static void cell(struct drawing *d, const char *text, size_t count)
{
    for (size_t column = count; column < d->columns; column++)
        shg_out_char(&d->out, ' ');
    shg_out_bytes(&d->out, text, count);
}

/* "White has: R P2". */
static void hand(struct drawing *d, shoogi_colour colour)
{
    shg_out_format(&d->out, "%s has:", colour_names[colour]);
    shoogi_kind order[SHOOGI_KINDS_MAX];
    const size_t kinds = shoogi_hand_order(order, SHOOGI_KINDS_MAX, d->variant);
    bool any = false;
    for (size_t i = 0; i < kinds; i++) {
        const unsigned count = shoogi_position_hand(d->position, colour, order[i]);
        if (count == 0)
            continue;
        shg_out_format(&d->out, " %s", shoogi_variant_kind(d->variant, order[i]).id);
        if (count > 1)
            shg_out_format(&d->out, "%u", count);
        any = true;
    }
    shg_out_text(&d->out, any ? "\n" : " -\n");
}

/* From the viewer's side: file and rank of a column and a row counted from the top left. */
static unsigned file_at(const struct drawing *d, unsigned column)
{
    return d->view == SHOOGI_BLACK ? d->files - 1 - column : column;
}

static unsigned rank_at(const struct drawing *d, unsigned row)
{
    return d->view == SHOOGI_BLACK ? row : d->ranks - 1 - row;
}

static void file_numbers(struct drawing *d)
{
    for (unsigned column = 0; column < d->files; column++) {
        char number[12];
        shg_out text = shg_out_make(number, sizeof number);
        shg_out_format(&text, "%u", file_at(d, column) + 1);
        shg_out_char(&d->out, ' '); /* over the ":" of the cell */
        cell(d, number, text.length);
    }
    shg_out_char(&d->out, '\n');
}

static void frame(struct drawing *d)
{
    for (unsigned column = 0; column < d->files; column++) {
        shg_out_char(&d->out, '+');
        for (unsigned i = 0; i < d->columns; i++)
            shg_out_char(&d->out, '-');
    }
    shg_out_text(&d->out, "+\n");
}

static void square(struct drawing *d, unsigned file, unsigned rank)
{
    if (!shoogi_variant_has_square(d->variant, file, rank)) {
        for (unsigned i = 0; i < d->columns; i++)
            shg_out_char(&d->out, '#');
        return;
    }
    const shoogi_piece piece =
        shoogi_position_piece(d->position, shoogi_variant_square(d->variant, file, rank));
    if (piece.kind == 0) {
        cell(d, "", 0);
        return;
    }
    const char *id = shoogi_variant_kind(d->variant, piece.kind).id;
    const size_t length = strlen(id);
    for (size_t column = length; column < d->columns; column++)
        shg_out_char(&d->out, ' ');
    for (size_t i = 0; i < length; i++)
        shg_out_char(&d->out, piece.colour == SHOOGI_WHITE ? shg_lower(id[i]) : id[i]);
}

static void row(struct drawing *d, unsigned rank)
{
    for (unsigned column = 0; column < d->files; column++) {
        shg_out_char(&d->out, ':');
        square(d, file_at(d, column), rank);
    }
    /* The name of a rank is what follows the digits in the name of a square on it. */
    char name[SHOOGI_SQUARE_TEXT_BYTES];
    (void)shoogi_square_text(name, sizeof name, d->variant,
                             shoogi_variant_square(d->variant, 0, rank));
    shg_out_format(&d->out, ": %s\n", name + 1);
}

size_t shoogi_board_write(char *out, size_t out_bytes, const shoogi_position *position,
                          shoogi_colour view)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    struct drawing d = { .out = shg_out_make(out, out_bytes),
                         .position = position,
                         .variant = variant,
                         .view = view,
                         .files = shoogi_variant_files(variant),
                         .ranks = shoogi_variant_ranks(variant),
                         .columns = cell_columns(variant) };
    hand(&d, shoogi_colour_other(view));
    file_numbers(&d);
    frame(&d);
    for (unsigned i = 0; i < d.ranks; i++) {
        row(&d, rank_at(&d, i));
        frame(&d);
    }
    hand(&d, view);
    return d.out.length;
}
