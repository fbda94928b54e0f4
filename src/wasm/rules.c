/* rules.c: the rules of a variant and the moves of its pieces in words, for a web page: additional exports of
 * libshoogi-page.wasm. */
#include "core/variant/variant_int.h"
#include "help/game.h"
#include "help/moves.h"
#include "wasm/exchange.h"
#include "wasm/words.h"

#include <stdio.h>
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
                           .xbetza = xbetza };
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

/* Answers with the rides of a kind, a line of numbers separated by tabs for each: the step to the right and forward,
 * its repetitions (0: to the edge), and whether it moves to empty squares, and whether it captures. */
EXPORT(void, variant_rides, const shoogi_variant *variant, shoogi_kind kind)
{
    const shg_betza *const betza = &variant->kind[kind].betza;
    shg_answer_begin();
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *const ride = &betza->rides[i];
        char line[40];
        snprintf(line, sizeof line, "%d\t%d\t%d\t%d\t%d\n", ride->right, ride->forward, ride->reach,
                 (ride->modes & SHG_MODE_MOVE) != 0, (ride->modes & SHG_MODE_CAPTURE) != 0);
        shg_answer_text(line);
    }
}

/* Answers with the moves of each kind in words, a line for each kind, in the language of words.h, whose texts are the
 * input. */
EXPORT(shoogi_status, variant_moves, const shoogi_variant *variant, size_t words_bytes)
{
    shg_answer_begin();
    const shg_language language = shg_words_use(shg_said(), words_bytes);
    bool failed = false;
    for (unsigned kind = 1; kind <= variant->kinds && !failed; kind++) {
        shg_out out = shg_out_growing();
        shg_moves_write(&out, language, variant, (shoogi_kind)kind);
        shg_out_char(&out, '\n');
        failed = out.spent;
        if (!failed)
            shg_answer_add(out.bytes, out.length);
        free(out.bytes);
    }
    return failed ? shg_answer_refuse(SHOOGI_NO_MEMORY) : SHOOGI_OK;
}
