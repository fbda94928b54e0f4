#include "help/background.h"

#include "core/variant/variant_int.h"

#include <stdlib.h>
#include <string.h>

/* Finds the name at *at in "a,b,c" and moves *at to the next.  Returns its length, 0 after the last; "-" and "*" are not
 * names. */
static size_t next_game(const char **name, const char **at)
{
    *name = *at;
    const size_t bytes = strcspn(*at, ",");
    *at += bytes + ((*at)[bytes] == ',');
    return bytes == 1 && (**name == '-' || **name == '*') ? 0 : bytes;
}

static bool is_listed(const char *games, const char *name, size_t bytes)
{
    const char *other;
    size_t other_bytes;
    while ((other_bytes = next_game(&other, &games)) > 0)
        if (shg_text_same(other, other_bytes, name, bytes))
            return true;
    return false;
}

/* "HELP GAME CHU" */
static void refer(shg_out *out, shg_language language, const char *name, size_t bytes)
{
    if (out->length > 0)
        shg_out_text(out, shg_word_in(language, "list", ", "));
    shg_out_text(out, "HELP GAME ");
    for (size_t i = 0; i < bytes; i++)
        shg_out_char(out, shg_upper(name[i]));
}

/* Writes references to the games of a list, without one. */
static void refer_to_others(shg_out *out, shg_language language, const char *games,
                            const char *game)
{
    const char *name;
    size_t bytes;
    while ((bytes = next_game(&name, &games)) > 0)
        if (!shg_text_same(name, bytes, game, strlen(game)))
            refer(out, language, name, bytes);
}

void shg_help_add_rule_sets(shg_help_page *page, const char *game, const shoogi_variant *v)
{
    shg_out rule_sets = shg_out_growing();
    for (size_t i = 0; i < v->note_count; i++) {
        const char *name, *at = v->notes[i].games;
        size_t bytes;
        while ((bytes = next_game(&name, &at)) > 0) {
            bool listed = shg_text_same(name, bytes, game, strlen(game));
            for (size_t k = 0; k < i && !listed; k++)
                listed = is_listed(v->notes[k].games, name, bytes);
            if (!listed)
                refer(&rule_sets, page->language, name, bytes);
        }
    }
    if (rule_sets.length > 0 && !rule_sets.spent)
        shg_help_add_text(page, SHG_HELP_PROSE, "Other rule sets of this game: %s.",
                          rule_sets.bytes);
    page->failed = page->failed || rule_sets.spent;
    free(rule_sets.bytes);
}

static void add(shg_help_page *page, shg_help_form form, const char *text)
{
    shg_help_add_text(page, form, "%s", shg_text_in(page->language, text));
}

static void add_question(shg_help_page *page, const char *text)
{
    add(page, SHG_HELP_HEADING, text);
    if (!page->failed)
        page->blocks[page->count - 1].level = 2;
}

/* Adds a block for each note of this sort. */
static void add_all(shg_help_page *page, shg_help_form form, const shoogi_variant *v,
                    shg_note_kind telling)
{
    for (size_t i = 0; i < v->note_count; i++)
        if (v->notes[i].kind == telling)
            add(page, form, v->notes[i].text);
}

void shg_help_add_history(shg_help_page *page, const shoogi_variant *v)
{
    if (!shg_first_note(v, SHG_NOTE_HISTORY))
        return;
    shg_help_add_text(page, SHG_HELP_HEADING, "History");
    add_all(page, SHG_HELP_PROSE, v, SHG_NOTE_HISTORY);
}

static void add_answer(shg_help_page *page, const char *game, const shg_game_note *answer)
{
    const char *const text = shg_text_in(page->language, answer->text);
    const bool here = answer->games[0] == '*' || is_listed(answer->games, game, strlen(game));
    shg_out others = shg_out_growing();
    refer_to_others(&others, page->language, answer->games, game);
    if (others.length > 0 && !others.spent && here)
        shg_help_add_text(page, SHG_HELP_ITEM, "%s Used here and in: %s.", text, others.bytes);
    else if (others.length > 0 && !others.spent)
        shg_help_add_text(page, SHG_HELP_ITEM, "%s Used in: %s.", text, others.bytes);
    else if (here)
        shg_help_add_text(page, SHG_HELP_ITEM, "%s Used here.", text);
    else
        add(page, SHG_HELP_ITEM, answer->text);
    page->failed = page->failed || others.spent;
    free(others.bytes);
}

void shg_help_add_disputes(shg_help_page *page, const char *game, const shoogi_variant *v)
{
    if (!shg_first_note(v, SHG_NOTE_DISPUTE))
        return;
    shg_help_add_text(page, SHG_HELP_HEADING, "Where sources differ");
    shg_help_add_text(
        page, SHG_HELP_PROSE,
        "The sources disagree on these rules. An answer that is in use names the rule sets that use it.");
    for (size_t i = 0; i < v->note_count; i++) {
        if (v->notes[i].kind == SHG_NOTE_DISPUTE)
            add_question(page, v->notes[i].text);
        if (v->notes[i].kind == SHG_NOTE_READING)
            add_answer(page, game, &v->notes[i]);
    }
}

void shg_help_add_sources(shg_help_page *page, const shoogi_variant *v)
{
    if (!shg_first_note(v, SHG_NOTE_SOURCE))
        return;
    shg_help_add_text(page, SHG_HELP_HEADING, "Sources");
    add_all(page, SHG_HELP_ITEM, v, SHG_NOTE_SOURCE);
}
