/* board_text.c: a position as a drawing in letters or kanji.  Source: docs/notation.md, "Board styles". */
#include "core/variant/square.h"
#include "core/variant/variant_int.h"
#include "notation/boards/board_words.h"
#include "notation/boards/setup.h"
#include "shoogi/notation.h"

#include <string.h>

/* The source of the drawing. */
struct drawing {
    shg_out out;
    const shoogi_position *position;
    const shoogi_variant *variant;
    shoogi_board_options options;
    unsigned files, ranks;
    size_t columns; /* of a cell: the sign of promotion, and the letters of the longest id */
    shg_visible_range across, down; /* the visible part */
    bool marks;                     /* a square */
    shoogi_square marked;
};

static const char *const colour_names[] = { [SHOOGI_BLACK] = "Black", [SHOOGI_WHITE] = "White" };

/* ---- Signs of pieces --------------------------------------------------------------------------- */

enum { SIGN_BYTES = 64, FULL_WIDTH_OFFSET = 0xFF01 - 0x21 };

static void add_code_point(shg_out *out, uint32_t c)
{
    /* All characters written here have three bytes. */
    shg_out_char(out, (char)(0xE0 | c >> 12));
    shg_out_char(out, (char)(0x80 | (c >> 6 & 0x3F)));
    shg_out_char(out, (char)(0x80 | (c & 0x3F)));
}

/* A kind that moves alike and is no promoted form: the gold for a promoted silver. */
static bool has_model(const shoogi_variant *variant, const shoogi_kind_info *form)
{
    const size_t moves = strcspn(form->moves, "@");
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(variant); kind++) {
        const shoogi_kind_info other = shoogi_variant_kind(variant, (shoogi_kind)kind);
        if (other.base == kind && strcspn(other.moves, "@") == moves &&
            memcmp(other.moves, form->moves, moves) == 0)
            return true;
    }
    return false;
}

/* Style 1, White: the id, in upper case for royals and for kinds that arise only by promotion.  A promoted form unlike
 * any other piece may have a letter of its own, as the promoted rook of Shogi has D. */
static void write_latin(shg_out *out, const shoogi_variant *variant, shoogi_kind kind)
{
    const shoogi_kind_info info = shoogi_variant_kind(variant, kind);
    const bool form = info.base != kind;
    const char *id = info.id + (info.id[0] == '+');
    if (info.promoted_form && !has_model(variant, &info))
        for (size_t i = variant->input_alias_count; i-- > 0;)
            if (variant->input_aliases[i].kind == kind &&
                strlen(variant->input_aliases[i].text) == 1)
                id = variant->input_aliases[i].text;
    for (; *id; id++)
        add_code_point(out, (uint32_t)(form || info.royal ? shg_upper(*id) : shg_lower(*id)) +
                                FULL_WIDTH_OFFSET);
}

/* Styles 1 and 2: the short name, except that pieces promoted to golds are golds, and 龍 has its new form. */
static void write_kanji(shg_out *out, const struct drawing *d, shoogi_piece piece)
{
    static const char *const golds[] = { "成銀", "成桂", "成香" };
    const char *const name =
        shoogi_variant_kind_name(d->variant, piece.kind, piece.colour, SHOOGI_STYLE_KANJI);
    for (size_t i = 0; i < sizeof golds / sizeof golds[0]; i++)
        if (strcmp(name, golds[i]) == 0) {
            shg_out_text(out, "金");
            return;
        }
    shg_board_name(
        out,
        shoogi_variant_kind_name(d->variant, piece.kind, piece.colour, SHOOGI_STYLE_KANJI_SHORT),
        &d->options);
}

static void write_sign(shg_out *out, const struct drawing *d, shoogi_piece piece)
{
    const bool white = piece.colour == SHOOGI_WHITE;
    if (d->options.style == SHOOGI_BOARD_ASCII)
        shg_id_write(out, d->variant, piece.kind, piece.colour);
    else if (d->options.style == SHOOGI_BOARD_MIXED && white)
        write_latin(out, d->variant, piece.kind);
    else
        write_kanji(out, d, piece);
}

/* ASCII reserves a column for the sign of promotion, with which no id begins unnecessarily. */
static size_t cell_columns(const struct drawing *d)
{
    size_t columns = 2;
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(d->variant); kind++)
        for (int colour = 0; colour < 2; colour++) {
            char sign[SIGN_BYTES];
            shg_out text = shg_out_make(sign, sizeof sign);
            write_sign(&text, d, (shoogi_piece){ (shoogi_kind)kind, (shoogi_colour)colour });
            const bool room_for_sign = d->options.style == SHOOGI_BOARD_ASCII && sign[0] != '+';
            const size_t needed = shg_text_columns(sign) + room_for_sign;
            columns = needed > columns ? needed : columns;
        }
    return columns;
}

/* Spaces before a text that is right-aligned in a cell. */
static void pad(struct drawing *d, const char *text)
{
    for (size_t column = shg_text_columns(text); column < d->columns; column++)
        shg_out_char(&d->out, ' ');
}

/* A right-aligned text. */
static void cell(struct drawing *d, const char *text)
{
    pad(d, text);
    shg_out_text(&d->out, text);
}

/* The right-aligned sign of a piece with its prefix and suffix. */
static void draw_piece(struct drawing *d, shoogi_square square, shoogi_piece piece)
{
    char sign[SIGN_BYTES];
    shg_out text = shg_out_make(sign, sizeof sign);
    write_sign(&text, d, piece);
    pad(d, sign);
    const char *before[2] = { d->options.colour_prefix[piece.colour], NULL };
    if (d->options.threatened_prefix &&
        shoogi_position_is_attacked(d->position, square, shoogi_colour_other(piece.colour)))
        before[1] = d->options.threatened_prefix;
    for (size_t i = 0; i < 2; i++)
        if (before[i])
            shg_out_text(&d->out, before[i]);
    shg_out_text(&d->out, sign);
    if ((before[0] || before[1]) && d->options.suffix)
        shg_out_text(&d->out, d->options.suffix);
}

/* ---- The drawing ------------------------------------------------------------------------------- */

/* "White has: R P2", and in a game that counts checks "; checks: 1 of 3" behind it. */
static void hand(struct drawing *d, shoogi_colour colour)
{
    shg_out_format(&d->out, shg_board_text(&d->options, NULL, "%s has:"),
                   shg_board_text(&d->options, NULL, colour_names[colour]));
    shoogi_kind order[SHOOGI_KINDS_MAX];
    const size_t kinds = shoogi_hand_order(order, SHOOGI_KINDS_MAX, d->variant);
    bool any = false;
    for (size_t i = 0; i < kinds; i++) {
        const unsigned count = shoogi_position_hand(d->position, colour, order[i]);
        if (count == 0)
            continue;
        shg_out_char(&d->out, ' ');
        if (d->options.style == SHOOGI_BOARD_ASCII)
            shg_out_text(&d->out, shoogi_variant_kind(d->variant, order[i]).id);
        else
            write_sign(&d->out, d, (shoogi_piece){ order[i], colour });
        if (count > 1)
            shg_out_format(&d->out, "%u", count);
        any = true;
    }
    shg_out_text(&d->out, any ? "" : " -");
    if (shg_counts_checks(d->variant))
        shg_out_format(&d->out, shg_board_text(&d->options, NULL, "; checks: %u of %u"),
                       shoogi_position_checks_given(d->position, colour),
                       shoogi_variant_checks_to_win(d->variant));
    shg_out_char(&d->out, '\n');
}

/* As the viewer sees it: file and rank of a column and a row counted from the top left. */
static unsigned file_at(const struct drawing *d, unsigned column)
{
    return d->options.view == SHOOGI_BLACK ? d->files - 1 - column : column;
}

static unsigned rank_at(const struct drawing *d, unsigned row)
{
    return d->options.view == SHOOGI_BLACK ? row : d->ranks - 1 - row;
}

static void file_numbers(struct drawing *d)
{
    for (unsigned i = 0; i < d->across.count; i++) {
        const unsigned column = d->across.first + i;
        char number[12];
        shg_out text = shg_out_make(number, sizeof number);
        shg_out_format(&text, "%u", file_at(d, column) + 1);
        shg_out_char(&d->out, ' '); /* above the ":" of the cell */
        cell(d, number);
    }
    shg_out_char(&d->out, '\n');
}

static void frame(struct drawing *d)
{
    for (unsigned column = 0; column < d->across.count; column++) {
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
    const shoogi_square at = shoogi_variant_square(d->variant, file, rank);
    const shoogi_piece piece = shoogi_position_piece(d->position, at);
    if (piece.kind != 0)
        draw_piece(d, at, piece);
    else
        cell(d, "");
}

static bool is_marked(const struct drawing *d, unsigned file, unsigned rank)
{
    return d->marks && shoogi_variant_has_square(d->variant, file, rank) &&
           shoogi_variant_square(d->variant, file, rank) == d->marked;
}

/* The brackets of a marked square replace the signs between squares, so that no cell is wider. */
static void row(struct drawing *d, unsigned rank)
{
    bool before = false;
    for (unsigned i = 0; i < d->across.count; i++) {
        const unsigned file = file_at(d, d->across.first + i);
        const bool marked = is_marked(d, file, rank);
        shg_out_char(&d->out, marked ? '[' : before ? ']' : ':');
        square(d, file, rank);
        before = marked;
    }
    shg_out_text(&d->out, before ? "] " : ": ");
    shg_out_letters(&d->out, rank);
    shg_out_char(&d->out, '\n');
}

/* ---- Fitting the screen ------------------------------------------------------------------------ */

/* As many of all as there is space for, around the given one. */
static shg_visible_range fit(unsigned all, unsigned room, unsigned at)
{
    const unsigned count = room >= all ? all : room > 0 ? room : 1;
    const unsigned first = at > count / 2 ? at - count / 2 : 0;
    return (shg_visible_range){ first < all - count ? first : all - count, count };
}

/* The square around which the drawing is. */
static shoogi_square middle(const struct drawing *d)
{
    shoogi_square last;
    if (d->options.centre)
        return *d->options.centre;
    if (shg_last_destination(&last, d->position))
        return last;
    return shoogi_variant_square(d->variant, file_at(d, d->files / 2), rank_at(d, d->ranks - 1));
}

static void fit_around(struct drawing *d, shoogi_square at, unsigned files, unsigned ranks)
{
    const unsigned file = shg_file_of(d->variant, at), rank = shg_rank_of(d->variant, at);
    const bool black = d->options.view == SHOOGI_BLACK;
    d->across = fit(d->files, files, black ? d->files - 1 - file : file);
    d->down = fit(d->ranks, ranks, black ? rank : d->ranks - 1 - rank);
}

static void fit_to_screen(struct drawing *d)
{
    enum {
        LABEL_COLUMNS = 4,
        LINES_AROUND = 4
    }; /* ": aj", the last ":" of all; hands, files, the part */
    static const struct {
        unsigned lines, of_each; /* of the frame; of a rank with its line */
    } frames[] = {
        [SHOOGI_FRAME_RULED] = { 1, 2 }, [SHOOGI_FRAME_OUTER] = { 2, 1 }, [SHOOGI_FRAME_NONE] = { 0, 1 }
    };
    const unsigned around = LINES_AROUND + frames[d->options.frame].lines;
    const unsigned cell = (unsigned)d->columns + 1, columns = d->options.columns;
    const unsigned lines = d->options.lines;
    fit_around(d, middle(d),
               columns == 0              ? d->files
               : columns > LABEL_COLUMNS ? (columns - LABEL_COLUMNS) / cell
                                         : 1,
               lines == 0       ? d->ranks
               : lines > around ? (lines - around) / frames[d->options.frame].of_each
                                : 1);
}

/* Sentences describe the whole board, or nine files and ranks around the named square. */
static void fit_to_ear(struct drawing *d)
{
    enum { NEAR = 9 };
    d->across = (shg_visible_range){ 0, d->files };
    d->down = (shg_visible_range){ 0, d->ranks };
    if (d->options.centre)
        fit_around(d, *d->options.centre, NEAR, NEAR);
}

/* "Files 24 to 12 of 36, ranks a to g of 36." */
static void part(struct drawing *d)
{
    char first[SHOOGI_SQUARE_TEXT_BYTES], last[SHOOGI_SQUARE_TEXT_BYTES];
    const shg_visible_range across = d->across, down = d->down;
    if (across.count == d->files && down.count == d->ranks)
        return;
    shg_out_format(
        &d->out, shg_board_text(&d->options, NULL, "Files %u to %u of %u, ranks %s to %s of %u.\n"),
        file_at(d, across.first) + 1, file_at(d, across.first + across.count - 1) + 1, d->files,
        shg_rank_name(first, rank_at(d, down.first)),
        shg_rank_name(last, rank_at(d, down.first + down.count - 1)), d->ranks);
}

size_t shoogi_board_write(char *out, size_t out_bytes, const shoogi_position *position,
                          const shoogi_board_options *options)
{
    const shoogi_variant *variant = shoogi_position_variant(position);
    struct drawing d = { .out = shg_out_make(out, out_bytes),
                         .position = position,
                         .variant = variant,
                         .options = *options,
                         .files = shoogi_variant_file_count(variant),
                         .ranks = shoogi_variant_rank_count(variant) };
    if (options->style == SHOOGI_BOARD_WORDS) {
        fit_to_ear(&d);
        part(&d);
        shg_board_words(&d.out, position, options, d.across, d.down);
        return d.out.length;
    }
    d.columns = cell_columns(&d);
    d.marks = options->mark_last && shg_last_destination(&d.marked, position);
    fit_to_screen(&d);
    hand(&d, shoogi_colour_other(options->view));
    file_numbers(&d);
    if (options->frame != SHOOGI_FRAME_NONE)
        frame(&d);
    for (unsigned i = 0; i < d.down.count; i++) {
        row(&d, rank_at(&d, d.down.first + i));
        if (options->frame == SHOOGI_FRAME_RULED ||
            (options->frame == SHOOGI_FRAME_OUTER && i + 1 == d.down.count))
            frame(&d);
    }
    part(&d);
    hand(&d, options->view);
    return d.out.length;
}
