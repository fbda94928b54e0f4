/* markdown.c: a page of help as Markdown. */
#include "server/help/write.h"

#include <string.h>

/* Escapes what Markdown would interpret. */
static void add_sign(shg_out *out, char c)
{
    if (c == '<')
        shg_out_text(out, "&lt;");
    else if (strchr("\\`*_[]|#", c))
        shg_out_format(out, "\\%c", c);
    else
        shg_out_char(out, c);
}

/* The targets of links. */
typedef struct linking {
    const shg_help *help;
    const char *games; /* the target of links to games; NULL: their pages */
} linking;

static void add_link(shg_out *out, const linking *links, size_t topic, const char *text,
                     size_t bytes)
{
    const shg_help *const help = links->help;
    char slug[SHG_HELP_SLUG_BYTES], chapter[SHG_HELP_SLUG_BYTES];
    shg_help_slug(slug, help, topic);
    shg_help_slug(chapter, help, shg_help_chapter(help, topic));
    shg_out_char(out, '[');
    for (size_t i = 0; i < bytes; i++)
        add_sign(out, text[i]);
    if (links->games && shg_help_is_game(help, topic)) {
        shg_out_format(out, "](%s)", links->games);
        return;
    }
    shg_out_format(out, "](%s.md", chapter);
    if (shg_help_chapter(help, topic) != topic)
        shg_out_format(out, "#%s", slug);
    shg_out_char(out, ')');
}

static void add_text(shg_out *out, const char *text, size_t bytes, const linking *links)
{
    size_t linked;
    for (size_t i = 0; i<bytes; i += linked> 0 ? linked : 1) {
        const size_t topic = shg_help_referred(&linked, links->help, text + i);
        if (linked > 0)
            add_link(out, links, topic, text + i, linked);
        else
            add_sign(out, text[i]);
    }
}

/* Adds literal lines, as on a terminal. */
static void add_lines(shg_out *out, const shg_help_page *page, size_t i)
{
    const shg_help_page alone = { .blocks = &page->blocks[i], .count = 1 };
    shg_out_text(out, "```\n");
    shg_help_write_terminal(out, &alone);
    shg_out_text(out, "```\n");
}

static void add_row(shg_out *out, const char *row, const linking *links)
{
    const char *cell;
    size_t bytes;
    for (size_t c = 0; shg_help_cell(&cell, &bytes, row, c); c++) {
        shg_out_text(out, "| ");
        add_text(out, cell, bytes, links);
        shg_out_text(out, bytes > 0 ? " " : "");
    }
    shg_out_text(out, "|\n");
}

static void add_table(shg_out *out, const shg_help_block *rows, size_t count, const linking *links)
{
    const char *cell;
    size_t bytes;
    for (size_t i = 0; i < count; i++) {
        add_row(out, rows[i].text, links);
        if (i > 0)
            continue;
        for (size_t c = 0; shg_help_cell(&cell, &bytes, rows[0].text, c); c++)
            shg_out_text(out, "|---");
        shg_out_text(out, "|\n");
    }
}

void shg_help_write_markdown(shg_out *out, const shg_help_page *page, const shg_help *help,
                             const char *games)
{
    const linking links = { help, games };
    unsigned level = 1;
    size_t run;
    for (size_t i = 0; i < page->count; i += run) {
        const shg_help_block *block = &page->blocks[i];
        run = 1;
        if (i > 0)
            shg_out_char(out, '\n');
        switch (block->form) {
        case SHG_HELP_TOPIC: {
            if (block->level > 1) {
                char slug[SHG_HELP_SLUG_BYTES];
                shg_help_slug(slug, help, block->topic);
                shg_out_format(out, "<a id=\"%s\"></a>\n\n", slug);
            }
            level = block->level;
            shg_out_format(out, "%.*s ", (int)level, "######");
            add_text(out, block->text, strlen(block->text), &links);
            shg_out_char(out, '\n');
            break;
        }
        case SHG_HELP_HEADING:
            shg_out_format(out, "%.*s ", (int)(level + (block->level > 0 ? block->level : 1)),
                           "######");
            add_text(out, block->text, strlen(block->text), &links);
            shg_out_char(out, '\n');
            break;
        case SHG_HELP_PROSE:
            add_text(out, block->text, strlen(block->text), &links);
            shg_out_char(out, '\n');
            break;
        case SHG_HELP_LEGEND:
            add_text(out, shg_help_legend(page->language), strlen(shg_help_legend(page->language)),
                     &links);
            shg_out_char(out, '\n');
            break;
        case SHG_HELP_ITEM:
            run = shg_help_run(page, i);
            for (size_t k = 0; k < run; k++) {
                shg_out_text(out, "- ");
                add_text(out, block[k].text, strlen(block[k].text), &links);
                shg_out_char(out, '\n');
            }
            break;
        case SHG_HELP_TERM:
            run = shg_help_run(page, i);
            shg_out_text(out, "| | |\n|---|---|\n");
            for (size_t k = 0; k < run; k++) {
                shg_out_text(out, "| **");
                add_text(out, block[k].word, strlen(block[k].word), &links);
                shg_out_text(out, "** | ");
                add_text(out, block[k].text, strlen(block[k].text), &links);
                shg_out_text(out, " |\n");
            }
            break;
        case SHG_HELP_ROW:
            run = shg_help_run(page, i);
            add_table(out, block, run, &links);
            break;
        case SHG_HELP_SETUP:
            shg_out_text(out, "```\n");
            shg_help_write_setup(out, page, block->variant, 0);
            shg_out_text(out, "```\n");
            break;
        case SHG_HELP_LITERAL:
        case SHG_HELP_MOVES: add_lines(out, page, i); break;
        }
    }
}
