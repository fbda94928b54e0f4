/* terminal.c: a page of help as lines for a terminal. */
#include "help/moves.h"
#include "server/help/write.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 79, WORD_WIDTH_MAX = 20 };

static size_t columns(const char *text, size_t bytes)
{
    char word[256];
    bytes = bytes < sizeof word ? bytes : sizeof word - 1;
    memcpy(word, text, bytes);
    word[bytes] = '\0';
    return shg_text_columns(word);
}

static void spaces(shg_out *out, size_t count)
{
    for (; count > 0; count--)
        shg_out_char(out, ' ');
}

/* Japanese line breaking: some signs may not begin a line, others may not end one. */
static bool is_of(uint32_t c, const char *signs)
{
    uint32_t one;
    for (const char *const end = signs + strlen(signs); signs < end;) {
        signs += shg_utf8_read(&one, signs, (size_t)(end - signs));
        if (one == c)
            return true;
    }
    return false;
}

static bool clings_back(uint32_t c)
{
    return is_of(
        c, "、。，．・：；？！）」』】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…,.;:)]\"'");
}

static bool clings_on(uint32_t c)
{
    return is_of(c, "（「『【〈《([");
}

/* The length of what must stay on one line: a word, or one wide sign with its punctuation. */
static size_t unit(const char *text)
{
    enum { FIRST_WIDE = 0x2E80 };
    size_t bytes = 0;
    bool on = true; /* the next sign may not begin a line */
    bool wide = false;
    const size_t all = strcspn(text, " ");
    while (bytes < all) {
        uint32_t c;
        const size_t took = shg_utf8_read(&c, text + bytes, all - bytes);
        const bool is_wide = c >= FIRST_WIDE;
        if (!on && !clings_back(c) && (wide || is_wide))
            break;
        wide = is_wide;
        on = clings_on(c);
        bytes += took;
    }
    return bytes;
}

/* A text in lines, each after the first moved in; at: the column where the first begins.  Lines end at spaces, and
 * anywhere between the signs of Japanese. */
static void fold(shg_out *out, const char *text, size_t at, size_t indent)
{
    bool first = true, space = false;
    while (*text) {
        if (*text == ' ') { /* two spaces count as one */
            space = !first;
            text++;
            continue;
        }
        const size_t bytes = unit(text);
        const size_t wide = columns(text, bytes);
        if (!first && at + space + wide > WIDTH) {
            shg_out_char(out, '\n');
            spaces(out, indent);
            at = indent;
        } else if (space) {
            shg_out_char(out, ' ');
            at++;
        }
        shg_out_bytes(out, text, bytes);
        at += wide;
        text += bytes;
        first = space = false;
    }
    shg_out_char(out, '\n');
}

static void write_terms(shg_out *out, const shg_help_block *terms, size_t count)
{
    size_t wide = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t word = shg_text_columns(terms[i].word);
        wide = word > wide && word <= WORD_WIDTH_MAX ? word : wide;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t word = shg_text_columns(terms[i].word);
        shg_out_format(out, "  %s", terms[i].word);
        if (terms[i].text[0] == '\0') {
            shg_out_char(out, '\n');
        } else if (word <= wide) {
            spaces(out, wide - word + 2);
            fold(out, terms[i].text, wide + 4, wide + 4);
        } else {
            shg_out_text(out, "\n      ");
            fold(out, terms[i].text, 6, 6);
        }
    }
}

static void write_literal(shg_out *out, const char *text)
{
    for (; *text; text += strcspn(text, "\n") + 1) {
        const size_t bytes = strcspn(text, "\n");
        shg_out_text(out, bytes > 0 ? "  " : "");
        shg_out_bytes(out, text, bytes + 1);
    }
}

static void write_table(shg_out *out, const shg_help_block *rows, size_t count)
{
    size_t wide[SHG_HELP_COLUMNS_MAX] = { 0 };
    const char *cell;
    size_t bytes;
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0;
             c < SHG_HELP_COLUMNS_MAX && shg_help_cell(&cell, &bytes, rows[i].text, c); c++)
            wide[c] = columns(cell, bytes) > wide[c] ? columns(cell, bytes) : wide[c];
    for (size_t i = 0; i < count; i++) {
        size_t behind = 2; /* spaces owed, written only before a cell with text */
        for (size_t c = 0;
             c < SHG_HELP_COLUMNS_MAX && shg_help_cell(&cell, &bytes, rows[i].text, c); c++) {
            const size_t used = columns(cell, bytes);
            if (bytes > 0) {
                spaces(out, behind);
                shg_out_bytes(out, cell, bytes);
                behind = wide[c] - used + 2;
            } else {
                behind += wide[c] + 2;
            }
        }
        shg_out_char(out, '\n');
    }
}

void shg_help_write_setup(shg_out *out, const shg_help_page *page, const shoogi_variant *variant,
                          unsigned columns)
{
    shoogi_position *start = NULL;
    if (shoogi_position_new(&start, variant) != SHOOGI_OK) {
        out->spent = true;
        return;
    }
    shg_language language = page->language;
    const shoogi_board_options look = { .style = page->in_words ? SHOOGI_BOARD_WORDS
                                                                : SHOOGI_BOARD_ASCII,
                                        .columns = columns,
                                        .translate = shg_word_translate,
                                        .context = &language };
    const size_t bytes = shoogi_board_write(NULL, 0, start, &look);
    char *text = malloc(bytes + 1);
    out->spent = out->spent || !text;
    if (text) {
        shoogi_board_write(text, bytes + 1, start, &look);
        shg_out_text(out, text);
    }
    free(text);
    shoogi_position_free(start);
}

static void write_moves(shg_out *out, const shoogi_variant *variant, shoogi_kind kind)
{
    shg_moves_grid grid;
    out->spent = !shg_moves_grid_make(&grid, variant, kind) || out->spent;
    for (int row = 0; row <= 2 * grid.around; row++) {
        shg_out_text(out, "   ");
        for (int column = 0; column <= 2 * grid.around; column++)
            shg_out_format(out, " %c", grid.sign[row][column]);
        shg_out_char(out, '\n');
    }
}

/* Whether the block is a diagram, which has words beside it, or the explanation of diagrams. */
static bool is_drawn(shg_help_form form)
{
    return form == SHG_HELP_MOVES || form == SHG_HELP_LEGEND;
}

void shg_help_write_terminal(shg_out *out, const shg_help_page *page)
{
    size_t run;
    for (size_t i = 0; i < page->count; i += run) {
        const shg_help_block *block = &page->blocks[i];
        run = 1;
        if (page->in_words && is_drawn(block->form))
            continue;
        if (i > 0)
            shg_out_char(out, '\n');
        switch (block->form) {
        case SHG_HELP_TOPIC:
        case SHG_HELP_HEADING:
        case SHG_HELP_PROSE: fold(out, block->text, 0, 0); break;
        case SHG_HELP_ITEM:
            run = shg_help_run(page, i);
            for (size_t k = 0; k < run; k++) {
                shg_out_text(out, "  - ");
                fold(out, block[k].text, 4, 4);
            }
            break;
        case SHG_HELP_TERM:
            run = shg_help_run(page, i);
            write_terms(out, block, run);
            break;
        case SHG_HELP_LITERAL: write_literal(out, block->text); break;
        case SHG_HELP_ROW:
            run = shg_help_run(page, i);
            write_table(out, block, run);
            break;
        case SHG_HELP_SETUP: shg_help_write_setup(out, page, block->variant, WIDTH); break;
        case SHG_HELP_LEGEND: fold(out, shg_help_legend(page->language), 0, 0); break;
        case SHG_HELP_MOVES: write_moves(out, block->variant, block->kind); break;
        }
    }
}
