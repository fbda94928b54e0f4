#include "help/page.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void shg_help_page_fini(shg_help_page *page)
{
    for (size_t i = 0; i < page->count; i++) {
        free(page->blocks[i].text);
        free(page->blocks[i].word);
    }
    free(page->blocks);
    *page = (shg_help_page){ 0 };
}

static char *copy(const char *text, size_t bytes)
{
    char *copied = malloc(bytes + 1);
    if (!copied)
        return NULL;
    memcpy(copied, text, bytes);
    copied[bytes] = '\0';
    return copied;
}

static void add_parts(shg_help_page *page, shg_help_block block, const char *text,
                      size_t text_bytes, const char *word, size_t word_bytes)
{
    if (page->count == page->room && !page->failed) {
        const size_t room = page->room ? 2 * page->room : 32;
        shg_help_block *blocks = realloc(page->blocks, room * sizeof *blocks);
        page->failed = !blocks;
        page->blocks = blocks ? blocks : page->blocks;
        page->room = blocks ? room : page->room;
    }
    if (page->failed)
        return;
    block.text = copy(text, text_bytes);
    block.word = copy(word, word_bytes);
    if (block.text && block.word) {
        page->blocks[page->count++] = block;
        return;
    }
    free(block.text);
    free(block.word);
    page->failed = true;
}

void shg_help_add(shg_help_page *page, shg_help_block block)
{
    const char *text = block.text ? block.text : "", *word = block.word ? block.word : "";
    add_parts(page, block, text, strlen(text), word, strlen(word));
}

void shg_help_add_text(shg_help_page *page, shg_help_form form, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, shg_text_in(page->language, format), arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1); /* names have no bound */
    page->failed = page->failed || !text;
    if (!text)
        return;
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, shg_text_in(page->language, format), arguments);
    va_end(arguments);
    add_parts(page, (shg_help_block){ .form = form }, text, (size_t)length, "", 0);
    free(text);
}

void shg_help_begin_sentence(shg_out *out)
{
    static const char stop[] = "\u3002";
    const size_t bytes = sizeof stop - 1;
    /* length counts also what had no room. */
    if (out->length > 0 && (out->length < bytes || out->length >= out->room ||
                            memcmp(out->bytes + out->length - bytes, stop, bytes) != 0))
        shg_out_char(out, ' ');
}

/* ---- marked texts ---- */

/* Appends to the text of the last block. */
static void append(shg_help_page *page, const char *text, size_t text_bytes, const char *between)
{
    if (page->failed)
        return;
    shg_help_block *last = &page->blocks[page->count - 1];
    const size_t before = strlen(last->text), middle = strlen(between);
    char *longer = realloc(last->text, before + middle + text_bytes + 1);
    if (!longer) {
        page->failed = true;
        return;
    }
    memcpy(longer + before, between, middle);
    memcpy(longer + before + middle, text, text_bytes);
    longer[before + middle + text_bytes] = '\0';
    last->text = longer;
}

/* The " :: " between a word and its meaning; NULL if the line has none. */
static const char *meaning_of(const char *line, size_t bytes)
{
    for (size_t i = 1; i + 3 < bytes; i++)
        if (memcmp(line + i, " :: ", 4) == 0)
            return line + i;
    return NULL;
}

/* Replaces a text by a copy of another. */
static void replace(shg_help_page *page, char **text, const char *by)
{
    if (by == *text)
        return;
    char *copied = copy(by, strlen(by));
    page->failed = page->failed || !copied;
    if (!copied)
        return;
    free(*text);
    *text = copied;
}

/* Reduces each run of spaces to one, as in the keys of translations. */
static void reduce_spaces(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' || to == text || to[-1] != ' ')
            *to++ = *from;
    *to = '\0';
}

/* Translates a block that has been read to its end. */
static void translate(shg_help_page *page, size_t at)
{
    if (page->failed || at >= page->count || page->language == SHG_ENGLISH)
        return;
    shg_help_block *block = &page->blocks[at];
    if (block->form == SHG_HELP_LITERAL) {
        replace(page, &block->text, shg_word_in(page->language, "literal", block->text));
        return;
    }
    reduce_spaces(block->text);
    replace(page, &block->text, shg_text_in(page->language, block->text));
    replace(page, &block->word, shg_word_in(page->language, "word", block->word));
}

void shg_help_read(shg_help_page *page, const char *text, shg_help_make *make, void *context)
{
    bool open = false;    /* the next line may continue the last block */
    bool literal = false; /* the last block is literal */
    size_t last = SIZE_MAX;
    for (const char *line = text; *line;) {
        const size_t bytes = strcspn(line, "\n");
        const char *meaning = meaning_of(line, bytes);
        const bool was_open = open;
        const bool made = bytes > 0 && line[0] == '@' && !meaning;
        const bool goes_on = was_open && bytes > 0 && !made && !meaning &&
                             (line[0] == ' ' ? literal : line[0] != '*' && !literal);
        open = bytes > 0 && !made;
        if (!goes_on) {
            translate(page, last);
            last = open ? page->count : SIZE_MAX;
        }
        if (bytes == 0 || made) {
            if (bytes > 0)
                make(page, context, line + 1, bytes - 1);
            literal = false;
        } else if (bytes > 2 && line[0] == ' ' && line[1] == ' ') {
            if (literal)
                append(page, line + 2, bytes - 2, "");
            else
                add_parts(page, (shg_help_block){ .form = SHG_HELP_LITERAL }, line + 2, bytes - 2,
                          "", 0);
            append(page, "\n", 1, "");
            literal = true;
        } else if (meaning) {
            const char *from = meaning + 4;
            add_parts(page, (shg_help_block){ .form = SHG_HELP_TERM }, from,
                      bytes - (size_t)(from - line), line, (size_t)(meaning - line));
            literal = false;
        } else if (bytes > 2 && line[0] == '*' && line[1] == ' ') {
            add_parts(page, (shg_help_block){ .form = SHG_HELP_ITEM }, line + 2, bytes - 2, "", 0);
            literal = false;
        } else if (was_open && !literal) {
            append(page, line, bytes, " ");
        } else {
            add_parts(page, (shg_help_block){ .form = SHG_HELP_PROSE }, line, bytes, "", 0);
            literal = false;
        }
        line += bytes + (line[bytes] == '\n');
    }
    translate(page, last);
}
