/* rules.c: the rules of a variant in words and as a definition, for a web page: the additional exports of
 * libshoogi-invent.wasm. */
#include "help/game.h"
#include "shoogi/variant.h"
#include "wasm/exchange.h"
#include "wasm/words.h"

#include <stdlib.h>
#include <string.h>

/* Replaces characters that would end the field. */
static void add_field(const char *text, bool last)
{
    for (; *text; text++)
        shg_answer_add(*text == '\n' || (*text == '\t' && !last) ? " " : text, 1);
}

/* Answers with the HELP page of the variant, whose name is the input, in the language of words.h, whose texts follow
 * the name: a line for each block, with its form, level, kind, word and text separated by tabs; the text may contain
 * further tabs.  xbetza: each piece also has its moves in XBetza. */
EXPORT(shoogi_status, variant_rules, const shoogi_variant *variant, bool xbetza, size_t name_bytes,
       size_t words_bytes)
{
    static const char *const forms[] = {
        [SHG_HELP_TOPIC] = "topic", [SHG_HELP_HEADING] = "heading", [SHG_HELP_PROSE] = "prose",
        [SHG_HELP_ITEM] = "item",   [SHG_HELP_TERM] = "term",       [SHG_HELP_LITERAL] = "literal",
        [SHG_HELP_ROW] = "row",     [SHG_HELP_SETUP] = "setup",     [SHG_HELP_LEGEND] = "legend",
        [SHG_HELP_MOVES] = "moves",
    };
    shg_answer_begin();
    /* Names end in NUL, so it is copied away from the words. */
    char *const name = malloc(name_bytes + 1);
    if (!name)
        return shg_answer_refuse(SHOOGI_NO_MEMORY);
    memcpy(name, shg_said(), name_bytes);
    name[name_bytes] = '\0';
    shg_help_page page = { .language = shg_words_use(shg_said() + name_bytes, words_bytes),
                           .xbetza = xbetza,
                           .on_page = true };
    shg_help_add_game(&page, name, variant);
    for (size_t i = 0; i < page.count && !page.failed; i++) {
        const shg_help_block *const block = &page.blocks[i];
        shg_answer_text(forms[block->form]);
        shg_answer_text("\t");
        shg_answer_number(block->level);
        shg_answer_text("\t");
        shg_answer_number(block->kind);
        shg_answer_text("\t");
        add_field(block->word, false);
        shg_answer_text("\t");
        add_field(block->text, true);
        shg_answer_text("\n");
    }
    const bool failed = page.failed;
    shg_help_page_fini(&page);
    free(name);
    return failed ? shg_answer_refuse(SHOOGI_NO_MEMORY) : SHOOGI_OK;
}

/* Answers with the definition in its canonical form, which each module reads, whatever the text was that it was read from. */
EXPORT(shoogi_status, variant_text, const shoogi_variant *variant)
{
    shg_answer_begin();
    const size_t bytes = shoogi_variant_print(NULL, 0, variant);
    char *const text = malloc(bytes + 1);
    if (!text)
        return shg_answer_refuse(SHOOGI_NO_MEMORY);
    (void)shoogi_variant_print(text, bytes + 1, variant);
    shg_answer_add(text, bytes);
    free(text);
    return SHOOGI_OK;
}
