/* board_svg.c: draws a position as SVG. All letters are outlines, so that it looks the same everywhere.
 *
 * The unit of length is a thousandth of the size of the letters on the pieces, at which outlines are drawn unscaled. */
#include "base/text.h"
#include "core/variant/square.h"
#include "core/variant/variant_int.h"
#include "notation/boards/board_words.h"
#include "notation/boards/glyphs.h"
#include "shoogi/notation.h"

#include <string.h>

enum {
    CELL_WIDTH = 1500,
    CELL_HEIGHT = 1640,
    MARGIN = 650, /* around the board, for coordinates */
    HAND_GAP = 250,
    HAND_WIDTH = 2150, /* a piece and its number */
    HAND_HEIGHT = 1500,
    FOOT = 800, /* at the bottom, for the side to move */
    UNITS_PER_PIXEL = 25,
    GLYPHS_MAX = 4096
};

typedef struct drawing {
    shg_out out;
    const shoogi_position *position;
    const shoogi_variant *variant;
    shoogi_colour view;
    unsigned files, ranks;
    unsigned left, top; /* of the board */
    unsigned hand_rows, hand_columns;
    bool glyphs[GLYPHS_MAX];              /* which outlines are used */
    bool pieces[2][SHOOGI_KINDS_MAX + 1]; /* and which pieces */
} drawing;

/* ---- Letters ----------------------------------------------------------------------------------- */

/* The index of an outline; shg_glyph_count: none. */
static size_t find_glyph(uint32_t code_point)
{
    size_t low = 0, high = shg_glyph_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (shg_glyphs[middle].code_point < code_point)
            low = middle + 1;
        else
            high = middle;
    }
    return low < shg_glyph_count && shg_glyphs[low].code_point == code_point ? low
                                                                             : shg_glyph_count;
}

/* One character whose baseline starts at x, y; size: in hundredths of the letters on the pieces. */
static void draw_glyph(drawing *d, uint32_t code_point, int x, int y, unsigned size)
{
    const size_t glyph = find_glyph(code_point);
    if (glyph == shg_glyph_count) { /* the viewer may have a font with the letter */
        shg_out_format(&d->out, "<text x=\"%d\" y=\"%d\" font-size=\"%u\">&#%lu;</text>", x, y,
                       size * SHG_EM / 100, (unsigned long)code_point);
        return;
    }
    d->glyphs[glyph] = true;
    shg_out_format(&d->out, "<use href=\"#u%lx\" transform=\"translate(%d %d) scale(%u.%02u)\"/>",
                   (unsigned long)code_point, x, y, size / 100, size % 100);
}

static unsigned glyph_width(uint32_t code_point)
{
    const size_t glyph = find_glyph(code_point);
    return glyph == shg_glyph_count ? SHG_EM : shg_glyphs[glyph].width;
}

/* The width of a line in letters of full size. */
static unsigned text_width(const char *text)
{
    unsigned width = 0;
    uint32_t c;
    for (const char *end = text + strlen(text); text < end;) {
        text += shg_utf8_read(&c, text, (size_t)(end - text));
        width += glyph_width(c);
    }
    return width;
}

/* Writes text for XML. */
static void write_escaped(shg_out *out, const char *text)
{
    for (; *text; text++)
        if (strchr("<>&\"", *text))
            shg_out_format(out, "&#%d;", *text);
        else
            shg_out_char(out, *text);
}

/* A line centred at x with its baseline at y. */
static void draw_line(drawing *d, const char *text, int x, int y, unsigned size)
{
    uint32_t c;
    x -= (int)(text_width(text) * size / 200);
    for (const char *end = text + strlen(text); text < end;) {
        text += shg_utf8_read(&c, text, (size_t)(end - text));
        draw_glyph(d, c, x, y, size);
        x += (int)(glyph_width(c) * size / 100);
    }
}

/* ---- Pieces ------------------------------------------------------------------------------------ */

/* Kanji are stacked, letters are side by side. */
static void draw_name(drawing *d, const char *name)
{
    uint32_t c;
    const size_t bytes = strlen(name), count = shg_utf8_length(name, bytes);
    if ((unsigned char)name[0] < 0x80) {
        const unsigned width = text_width(name), size = width > 850 ? 85000 / width : 100;
        draw_line(d, name, 0, 110 + (int)size * 36 / 10, size);
        return;
    }
    static const unsigned sizes[] = { 96, 96, 66, 46 };
    const unsigned size = sizes[count < 3 ? count : 3];
    const int step = (int)size * 94 / 10, middle = count == 1 ? 90 : 70;
    int y = middle - step * (int)(count - 1) / 2 + (int)size * (SHG_EM_TOP - SHG_EM / 2) / 100;
    for (size_t at = 0; at < bytes; y += step) {
        at += shg_utf8_read(&c, name + at, bytes - at);
        draw_glyph(d, c, -(int)(glyph_width(c) * size / 200), y, size);
    }
}

/* The shape of a piece around its centre, upright; defined once. */
static void define_piece(drawing *d, shoogi_kind kind, shoogi_colour colour)
{
    const bool promoted = shoogi_variant_kind(d->variant, kind).base != kind;
    shg_out_format(&d->out, "<g id=\"%c%u\"><use href=\"#piece\" class=\"piece\"/><g class=\"%s\">",
                   colour == SHOOGI_BLACK ? 'b' : 'w', kind, promoted ? "promoted" : "name");
    draw_name(d, shoogi_variant_kind_name(d->variant, kind, colour, SHOOGI_STYLE_KANJI_SHORT));
    shg_out_text(&d->out, "</g></g>\n");
}

static void draw_piece(drawing *d, shoogi_piece piece, unsigned x, unsigned y)
{
    const char *const turned = piece.colour == d->view ? "" : " rotate(180)";
    d->pieces[piece.colour][piece.kind] = true;
    shg_out_format(&d->out,
                   "<g transform=\"translate(%u %u)\"><use href=\"#piece\" class=\"shadow\" "
                   "transform=\"translate(25 45)%s\"/><use href=\"#%c%u\"",
                   x, y, turned, piece.colour == SHOOGI_BLACK ? 'b' : 'w', piece.kind);
    if (turned[0] != '\0')
        shg_out_format(&d->out, " transform=\"%s\"", turned + 1);
    shg_out_text(&d->out, "/></g>\n");
}

/* ---- The board --------------------------------------------------------------------------------- */

static unsigned x_of(const drawing *d, unsigned file)
{
    const unsigned column = d->view == SHOOGI_BLACK ? d->files - 1 - file : file;
    return d->left + column * CELL_WIDTH;
}

static unsigned y_of(const drawing *d, unsigned rank)
{
    const unsigned row = d->view == SHOOGI_BLACK ? rank : d->ranks - 1 - rank;
    return d->top + row * CELL_HEIGHT;
}

static void fill_cell(drawing *d, shoogi_square square, const char *class)
{
    shg_out_format(&d->out, "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\"/>\n",
                   class, x_of(d, square / d->ranks), y_of(d, square % d->ranks), CELL_WIDTH,
                   CELL_HEIGHT);
}

static void draw_coordinates(drawing *d)
{
    shg_out_text(&d->out, "<g class=\"coordinates\">\n");
    for (unsigned file = 0; file < d->files; file++) {
        char number[12];
        shg_out text = shg_out_make(number, sizeof number);
        shg_out_format(&text, "%u", file + 1);
        draw_line(d, number, (int)(x_of(d, file) + CELL_WIDTH / 2), (int)d->top - 180, 46);
    }
    for (unsigned rank = 0; rank < d->ranks; rank++) {
        char name[SHOOGI_SQUARE_TEXT_BYTES];
        draw_line(d, shg_rank_name(name, rank), (int)(d->left + d->files * CELL_WIDTH + MARGIN / 2),
                  (int)(y_of(d, rank) + CELL_HEIGHT / 2 + 150), 46);
    }
    shg_out_text(&d->out, "\n</g>\n");
}

/* The dots that mark the promotion zone, if it is smaller than half of the board. */
static void draw_points(drawing *d)
{
    unsigned zone = 0;
    while (zone < d->ranks &&
           shg_in_zone(d->variant, SHOOGI_BLACK, shoogi_variant_square(d->variant, 0, zone)))
        zone++;
    const unsigned side = d->files / 3;
    if (zone == 0 || 2 * zone >= d->ranks || side < 2)
        return;
    for (unsigned i = 0; i < 4; i++)
        shg_out_format(&d->out, "<circle class=\"point\" cx=\"%u\" cy=\"%u\" r=\"90\"/>\n",
                       d->left + CELL_WIDTH * (i % 2 == 0 ? side : d->files - side),
                       d->top + CELL_HEIGHT * (i / 2 == 0 ? zone : d->ranks - zone));
}

static void draw_board(drawing *d)
{
    const unsigned width = d->files * CELL_WIDTH, height = d->ranks * CELL_HEIGHT;
    shg_out_format(&d->out,
                   "<rect class=\"board\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"/>\n",
                   d->left, d->top, width, height);
    const unsigned played = shoogi_position_moves_played(d->position);
    if (played > 0) {
        const shoogi_move move = shoogi_position_move_at(d->position, played - 1);
        if (shoogi_move_from(move) != SHOOGI_NO_SQUARE)
            fill_cell(d, shoogi_move_from(move), "from");
        if (!shoogi_move_is_handicap(move)) /* the missing piece shows it well enough */
            fill_cell(d, shoogi_move_to(move), "to");
    }
    shg_out_text(&d->out, "<path class=\"lines\" d=\"");
    for (unsigned file = 1; file < d->files; file++)
        shg_out_format(&d->out, "M%u %uv%u", d->left + file * CELL_WIDTH, d->top, height);
    for (unsigned rank = 1; rank < d->ranks; rank++)
        shg_out_format(&d->out, "M%u %uh%u", d->left, d->top + rank * CELL_HEIGHT, width);
    shg_out_text(&d->out, "\"/>\n");
    draw_points(d);
    for (unsigned file = 0; file < d->files; file++)
        for (unsigned rank = 0; rank < d->ranks; rank++)
            if (!shoogi_variant_has_square(d->variant, file, rank))
                fill_cell(d, (shoogi_square)(file * d->ranks + rank), "hole");
    shg_out_format(&d->out, "<rect class=\"rim\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"/>\n",
                   d->left, d->top, width, height);
    draw_coordinates(d);
    for (unsigned square = 0; square < shoogi_variant_square_count(d->variant); square++) {
        const shoogi_piece piece = shoogi_position_piece(d->position, (shoogi_square)square);
        if (piece.kind != 0)
            draw_piece(d, piece, x_of(d, square / d->ranks) + CELL_WIDTH / 2,
                       y_of(d, square % d->ranks) + CELL_HEIGHT / 2);
    }
}

/* ---- Hands ------------------------------------------------------------------------------------- */

/* The near side's hand at the lower right, the far side's at the upper left, rotated. */
static void draw_hand(drawing *d, shoogi_colour colour, const shoogi_kind *order, size_t kinds)
{
    const bool near = colour == d->view;
    const unsigned width = d->hand_columns * HAND_WIDTH, height = d->hand_rows * HAND_HEIGHT;
    const unsigned x = near ? d->left + d->files * CELL_WIDTH + MARGIN + HAND_GAP
                            : d->left - MARGIN - HAND_GAP - width;
    const unsigned y = near ? d->top + d->ranks * CELL_HEIGHT - height : d->top;
    shg_out_format(
        &d->out, "<rect class=\"hand\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"120\"/>\n",
        x, y, width, height);
    unsigned place = 0;
    for (size_t i = 0; i < kinds; i++) {
        const unsigned count = shoogi_position_hand(d->position, colour, order[i]);
        if (count == 0)
            continue;
        const unsigned column = place / d->hand_rows, row = place % d->hand_rows;
        place++;
        const unsigned along = column * HAND_WIDTH + 800,
                       down = row * HAND_HEIGHT + HAND_HEIGHT / 2;
        const unsigned piece_x = near ? x + along : x + width - along;
        const unsigned piece_y = near ? y + down : y + height - down;
        draw_piece(d, (shoogi_piece){ order[i], colour }, piece_x, piece_y);
        if (count > 1) {
            char number[12];
            shg_out text = shg_out_make(number, sizeof number);
            shg_out_format(&text, "%u", count);
            shg_out_text(&d->out, "<g class=\"coordinates\">");
            draw_line(d, number, (int)piece_x + (near ? 960 : -960), (int)piece_y + 180, 52);
            shg_out_text(&d->out, "</g>\n");
        }
    }
}

/* ---- The whole --------------------------------------------------------------------------------- */

static const char style[] =
    "<style>.board{fill:url(#wood)}.rim{fill:none;stroke:#4a3212;stroke-width:60}"
    ".lines{fill:none;stroke:#4a3212;stroke-width:22}.point{fill:#4a3212}.hole{fill:#7d6540}"
    ".from{fill:#d6a24a}.to{fill:#d3863a}.hand{fill:#dcb26c;stroke:#b08a4a;stroke-width:30}"
    ".coordinates{fill:#4a3212}.piece{fill:url(#face);stroke:#6b4a1e;stroke-width:24;"
    "stroke-linejoin:round}.shadow{fill:#3a2406;fill-opacity:.32}.name{fill:#16110b}"
    ".promoted{fill:#b3161c}text{font-family:serif}</style>\n";

static const char fixed_definitions[] =
    "<linearGradient id=\"wood\" x2=\"0\" y2=\"1\"><stop stop-color=\"#eec47e\"/>"
    "<stop offset=\"1\" stop-color=\"#dfae60\"/></linearGradient>\n"
    "<linearGradient id=\"face\" x2=\"0\" y2=\"1\"><stop stop-color=\"#fff3d6\"/>"
    "<stop offset=\"1\" stop-color=\"#f6dca4\"/></linearGradient>\n"
    "<path id=\"piece\" d=\"M0-720 430-545 610 700H-610L-430-545Z\"/>\n";

/* The definitions that the picture uses come last, when they are known. */
static void draw_definitions(drawing *d)
{
    shg_out_text(&d->out, "<defs>\n");
    shg_out_text(&d->out, fixed_definitions);
    for (unsigned kind = 1; kind <= shoogi_variant_kind_count(d->variant); kind++)
        for (int colour = 0; colour < 2; colour++)
            if (d->pieces[colour][kind])
                define_piece(d, (shoogi_kind)kind, (shoogi_colour)colour);
    for (size_t i = 0; i < shg_glyph_count; i++)
        if (d->glyphs[i])
            shg_out_format(&d->out, "<path id=\"u%lx\" d=\"%s\"/>\n",
                           (unsigned long)shg_glyphs[i].code_point, shg_glyphs[i].path);
    shg_out_text(&d->out, "</defs>\n");
}

size_t shoogi_board_svg(char *out, size_t out_bytes, const shoogi_position *position,
                        const shoogi_board_options *options)
{
    const char *const side = shoogi_position_side(position) == SHOOGI_BLACK
                                 ? shg_board_text(options, NULL, "Black to move")
                                 : shg_board_text(options, NULL, "White to move");
    const shoogi_variant *const variant = shoogi_position_variant(position);
    drawing d = { .out = shg_out_make(out, out_bytes),
                  .position = position,
                  .variant = variant,
                  .view = options->view,
                  .files = shoogi_variant_file_count(variant),
                  .ranks = shoogi_variant_rank_count(variant) };
    shoogi_kind order[SHOOGI_KINDS_MAX];
    const size_t kinds = shoogi_hand_order(order, SHOOGI_KINDS_MAX, variant);
    const unsigned rows_most = d.ranks * CELL_HEIGHT / HAND_HEIGHT;
    d.hand_rows = kinds < rows_most ? (unsigned)kinds : rows_most;
    d.hand_columns = kinds > 0 ? ((unsigned)kinds + d.hand_rows - 1) / d.hand_rows : 0;
    const unsigned hand = kinds > 0 ? d.hand_columns * HAND_WIDTH + HAND_GAP : 0;
    d.left = hand + MARGIN + (kinds > 0 ? MARGIN / 2 : 0);
    d.top = MARGIN;
    const unsigned width = 2 * d.left + d.files * CELL_WIDTH;
    const unsigned height = d.top + d.ranks * CELL_HEIGHT + FOOT;
    shg_out_format(&d.out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
                   "viewBox=\"0 0 %u %u\" role=\"img\" aria-label=\"",
                   width / UNITS_PER_PIXEL, height / UNITS_PER_PIXEL, width, height);
    write_escaped(&d.out, side); /* what is drawn has outlines, no text */
    shg_out_text(&d.out, "\">\n");
    shg_out_text(&d.out, style);
    shg_out_format(&d.out, "<rect width=\"%u\" height=\"%u\" fill=\"#faf3e3\"/>\n", width, height);
    draw_board(&d);
    if (kinds > 0) {
        draw_hand(&d, SHOOGI_BLACK, order, kinds);
        draw_hand(&d, SHOOGI_WHITE, order, kinds);
    }
    shg_out_text(&d.out, "<g class=\"coordinates\">");
    draw_line(&d, side, (int)width / 2, (int)height - 260, 48);
    shg_out_text(&d.out, "</g>\n");
    draw_definitions(&d);
    shg_out_text(&d.out, "</svg>\n");
    return d.out.length;
}
