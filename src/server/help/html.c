/* html.c: a page of help as HTML. */
#include "help/moves.h"
#include "server/help/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void shg_html_text(shg_out *out, const char *text, size_t text_bytes)
{
    for (size_t i = 0; i < text_bytes; i++)
        switch (text[i]) {
        case '&': shg_out_text(out, "&amp;"); break;
        case '<': shg_out_text(out, "&lt;"); break;
        case '>': shg_out_text(out, "&gt;"); break;
        case '"': shg_out_text(out, "&quot;"); break;
        case '\'': shg_out_text(out, "&#39;"); break;
        default: shg_out_char(out, text[i]); break;
        }
}

static void add_text(shg_out *out, const char *text, size_t bytes, const shg_help *help)
{
    size_t linked;
    for (size_t i = 0; i<bytes; i += linked> 0 ? linked : 1) {
        const size_t topic = shg_help_referred(&linked, help, text + i);
        if (linked == 0) {
            shg_html_text(out, text + i, 1);
            continue;
        }
        char slug[SHG_HELP_SLUG_BYTES];
        shg_help_slug(slug, help, topic);
        shg_out_format(out, "<a href=\"/help/%s\">", slug);
        size_t title_bytes;
        const char *const title = shg_help_title(&title_bytes, help, topic);
        /* A link to a game shows its title; other topics have names that are typed after HELP. */
        if (shg_help_is_game(help, topic))
            shg_html_text(out, title, title_bytes);
        else
            shg_html_text(out, text + i, linked);
        shg_out_text(out, "</a>");
    }
}

/* The depth of a heading below its topic; 0 for other blocks. */
static unsigned depth_of(const shg_help_block *block)
{
    return block->form != SHG_HELP_HEADING ? 0 : block->level > 0 ? block->level : 1;
}

static void add_element(shg_out *out, const char *name, const char *text, const shg_help *help)
{
    shg_out_format(out, "<%s>", name);
    add_text(out, text, strlen(text), help);
    shg_out_format(out, "</%s>\n", name);
}

/* at: the index of its block on the page, which makes its id. */
static void add_heading(shg_out *out, unsigned level, size_t at, const char *text,
                        const shg_help *help)
{
    const unsigned depth = level < 6 ? level : 6;
    shg_out_format(out, "<h%u id=\"part-%zu\">", depth, at);
    add_text(out, text, strlen(text), help);
    shg_out_format(out, "</h%u>\n", depth);
}

/* Adds links to the headings of a level, from a block on to the next heading of a lower level, unless they are few.  The
 * contents of a topic are open; those of a section, which may be hundreds of pieces, are folded. */
static void add_contents(shg_out *out, const shg_help_page *page, size_t from, unsigned level)
{
    enum { FEW = 4 };
    size_t count = 0, end = from;
    for (; end < page->count && page->blocks[end].form != SHG_HELP_TOPIC; end++) {
        const unsigned depth = depth_of(&page->blocks[end]);
        if (depth > 0 && depth < level)
            break;
        count += depth == level;
    }
    if (count < FEW)
        return;
    shg_out_format(out, "<details class=\"contents\"%s><summary>%s</summary>\n<ul>\n",
                   level == 1 ? " open" : "", shg_text_in(page->language, SHG_TEXT("Contents")));
    for (size_t i = from; i < end; i++) {
        const shg_help_block *block = &page->blocks[i];
        if (depth_of(block) != level)
            continue;
        shg_out_format(out, "<li><a href=\"#part-%zu\">", i);
        shg_html_text(out, block->text, strlen(block->text));
        shg_out_text(out, "</a></li>\n");
    }
    shg_out_text(out, "</ul></details>\n");
}

static void add_setup(shg_out *out, const shg_help_page *page, const shg_help_block *block)
{
    const shg_language language = page->language;
    char alternative[400];
    snprintf(alternative, sizeof alternative, shg_text_in(language, "The board of %s at the start"),
             block->game);
    shg_out_text(out, "<figure><img class=\"board\" src=\"/help/board/");
    shg_html_text(out, block->game, strlen(block->game));
    shg_out_text(out, ".svg\" alt=\"");
    shg_html_text(out, alternative, strlen(alternative));
    shg_out_format(out, "\"></figure>\n<details><summary>%s</summary>\n<pre>",
                   shg_text_in(language, "In letters"));
    shg_out text = shg_out_growing();
    shg_help_write_setup(&text, page, block->variant, 0);
    if (text.spent)
        out->spent = true;
    else
        shg_html_text(out, text.bytes, text.length);
    free(text.bytes);
    shg_out_text(out, "</pre></details>\n");
}

/* The drawing for a sign of the diagram, in a square of ten by ten units. */
static const char *drawing_of(char sign)
{
    switch (sign) {
    case 'o': return "<path class=\"man\" d=\"M5 1 8 2.5 9 9H1L2 2.5Z\"/>";
    case '*': return "<circle class=\"go\" cx=\"5\" cy=\"5\" r=\"2\"/>";
    case '#': return "<path class=\"jump\" d=\"M5 2 8 5 5 8 2 5Z\"/>";
    case '+': return "<path class=\"go\" d=\"M4 2h2v2h2v2H6v2H4V6H2V4h2Z\"/>";
    case '|': return "<path class=\"line\" d=\"M5 0V10\"/>";
    case '-': return "<path class=\"line\" d=\"M0 5H10\"/>";
    case '/': return "<path class=\"line\" d=\"M0 10 10 0\"/>";
    case '\\': return "<path class=\"line\" d=\"M0 0 10 10\"/>";
    case 'm': return "<circle class=\"only\" cx=\"5\" cy=\"5\" r=\"2\"/>";
    case 'c': return "<path class=\"only\" d=\"M2 2 8 8M8 2 2 8\"/>";
    default: return "";
    }
}

static void add_moves(shg_out *out, const shg_help_block *block)
{
    shg_moves_grid grid;
    out->spent = !shg_moves_grid_make(&grid, block->variant, block->kind) || out->spent;
    const int side = 2 * grid.around + 1;
    shg_out_format(out,
                   "<figure><svg class=\"moves\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                   "role=\"img\" aria-label=\"",
                   side * 24, side * 24, side * 10, side * 10);
    shg_html_text(out, block->text, strlen(block->text));
    shg_out_format(out, "\">\n<path class=\"grid\" d=\"");
    for (int i = 0; i <= side; i++)
        shg_out_format(out, "M%d 0V%dM0 %dH%d", i * 10, side * 10, i * 10, side * 10);
    shg_out_text(out, "\"/>\n");
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++) {
            const char *drawing = drawing_of(grid.sign[row][column]);
            if (drawing[0])
                shg_out_format(out, "<g transform=\"translate(%d %d)\">%s</g>\n", column * 10,
                               row * 10, drawing);
        }
    shg_out_text(out, "</svg></figure>\n");
}

static const char legend[] = SHG_TEXT(
    "In the diagrams forward is up. A dot is a square where the piece can move or capture. A "
    "line leads to the edge, as far as the way is free. The piece jumps to a diamond, whatever "
    "is in between, and reaches a cross in several steps in one turn.");

static void add_table(shg_out *out, const shg_help_block *rows, size_t count, const shg_help *help)
{
    const char *cell;
    size_t bytes;
    shg_out_text(out, "<table tabindex=\"0\">\n"); /* keys must be able to scroll it */
    for (size_t i = 0; i < count; i++) {
        shg_out_text(out, i == 0 ? "<thead><tr>" : i == 1 ? "<tbody>\n<tr>" : "<tr>");
        for (size_t c = 0; shg_help_cell(&cell, &bytes, rows[i].text, c); c++) {
            const bool heads = i == 0 && bytes > 0; /* an empty cell is not a heading */
            shg_out_text(out, heads ? "<th scope=\"col\">" : "<td>");
            add_text(out, cell, bytes, help);
            shg_out_text(out, heads ? "</th>" : "</td>");
        }
        shg_out_text(out, i == 0 ? "</tr></thead>\n" : "</tr>\n");
    }
    shg_out_text(out, count > 1 ? "</tbody>\n</table>\n" : "</table>\n");
}

static void add_topic(shg_out *out, const shg_help_block *block, unsigned above,
                      const shg_help *help)
{
    char slug[SHG_HELP_SLUG_BYTES] = "";
    shg_help_slug(slug, help, block->topic);
    const unsigned level = block->level > above ? block->level - above : 1;
    shg_out_format(out, "<h%u id=\"%s\">", level < 6 ? level : 6, slug);
    size_t title_bytes;
    const char *const title = shg_help_title(&title_bytes, help, block->topic);
    if (block->game)
        shg_html_text(out, title, title_bytes);
    else
        shg_html_text(out, block->text, strlen(block->text));
    shg_out_format(out, "</h%u>\n", level < 6 ? level : 6);
}

/* Adds buttons that lead from the rules of a game to playing it. */
static void add_ways(shg_out *out, shg_language language, const char *game)
{
    static const struct {
        const char *before, *kind, *title;
    } ways[] = { { "/try?variant=", "button primary", SHG_TEXT("Play the computer") },
                 { "/?offer&amp;variant=", "button", SHG_TEXT("Challenge someone") },
                 { "/rules/", "button", SHG_TEXT("Try the pieces on a board") } };
    shg_out_text(out, "<p class=\"actions\">");
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        shg_out_format(out, "<a class=\"%s\" href=\"%s", ways[i].kind, ways[i].before);
        shg_html_text(out, game, strlen(game));
        shg_out_format(out, "\">%s</a> ", shg_text_in(language, ways[i].title));
    }
    shg_out_text(out, "</p>\n");
}

void shg_help_write_html(shg_out *out, const shg_help_page *page, const shg_help *help)
{
    /* The topic of the page is its h1, whatever its level. */
    const unsigned above =
        page->count > 0 && page->blocks[0].level > 0 ? page->blocks[0].level - 1 : 0;
    unsigned level = 1;
    size_t run;
    for (size_t i = 0; i < page->count; i += run) {
        const shg_help_block *block = &page->blocks[i];
        run = 1;
        switch (block->form) {
        case SHG_HELP_TOPIC:
            level = block->level - above;
            add_topic(out, block, above, help);
            if (page->on_page && block->game)
                add_ways(out, page->language, block->game);
            add_contents(out, page, i + 1, 1);
            break;
        case SHG_HELP_HEADING:
            add_heading(out, level + depth_of(block), i, block->text, help);
            add_contents(out, page, i + 1, depth_of(block) + 1);
            break;
        case SHG_HELP_PROSE: add_element(out, "p", block->text, help); break;
        case SHG_HELP_ITEM:
            run = shg_help_run(page, i);
            shg_out_text(out, "<ul>\n");
            for (size_t k = 0; k < run; k++)
                add_element(out, "li", block[k].text, help);
            shg_out_text(out, "</ul>\n");
            break;
        case SHG_HELP_TERM:
            run = shg_help_run(page, i);
            shg_out_text(out, "<dl>\n");
            for (size_t k = 0; k < run; k++) {
                add_element(out, "dt", block[k].word, help);
                add_element(out, "dd", block[k].text, help);
            }
            shg_out_text(out, "</dl>\n");
            break;
        case SHG_HELP_LITERAL: add_element(out, "pre", block->text, help); break;
        case SHG_HELP_ROW:
            run = shg_help_run(page, i);
            add_table(out, block, run, help);
            break;
        case SHG_HELP_SETUP: add_setup(out, page, block); break;
        case SHG_HELP_LEGEND:
            add_element(out, "p", shg_text_in(page->language, legend), help);
            break;
        case SHG_HELP_MOVES: add_moves(out, block); break;
        }
    }
}
