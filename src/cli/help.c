/* help.c: shoogi help: the list of commands, the help of one, or a topic of the server's HELP, as Markdown. */
#include "base/text.h"
#include "cli/command.h"
#include "cli/definition.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "server/help/write.h"

#include <stdlib.h>
#include <string.h>

/* Longer than any name of a topic. */
enum { WORD_BYTES = 256 };

/* Joins words with a character between them.  Returns false if the result is longer than any topic. */
static bool join(char word[WORD_BYTES], char **words, size_t count, char between)
{
    shg_out out = shg_out_make(word, WORD_BYTES);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            shg_out_char(&out, between);
        shg_out_text(&out, words[i]);
    }
    return out.length < WORD_BYTES;
}

/* The topic with the rules of a game. */
static size_t topic_of_game(const shg_help *help, const char *name)
{
    char slug[SHG_HELP_SLUG_BYTES];
    shg_out out = shg_out_make(slug, sizeof slug);
    shg_out_format(&out, "game-%s", name);
    return shg_help_by_slug(help, slug, strlen(slug));
}

/* Adds the page of a game by its name, of a topic by its address, or else what HELP finds for the words. */
static bool add_page(shg_help_page *page, const shg_help *help, shg_variants *games, char **words,
                     size_t count)
{
    char name[WORD_BYTES], slug[WORD_BYTES];
    size_t game;
    if (!join(name, words, count, ' ') || !join(slug, words, count, '-'))
        return false;
    const size_t topic = shg_variants_find(&game, games, name, strlen(name)) == SHOOGI_OK
                             ? topic_of_game(help, shg_variants_name(games, game))
                             : shg_help_by_slug(help, slug, strlen(slug));
    if (topic >= shg_help_count(help))
        return shg_help_find(page, help, name, strlen(name));
    shg_help_add_topic(page, help, topic);
    return true;
}

static int print_page(const shg_help *help, shg_variants *games, char **words, size_t count)
{
    shg_help_page page = { 0 };
    shg_out text = shg_out_growing();
    const bool found = add_page(&page, help, games, words, count);
    if (found)
        shg_help_write_markdown(&text, &page, help, NULL);
    const bool spent = page.failed || text.spent;
    if (found && !spent)
        (void)cli_write(text.bytes, text.length);
    free(text.bytes);
    shg_help_page_fini(&page);
    if (spent)
        return cli_failed(SHOOGI_NO_MEMORY);
    return found ? cli_written(CLI_GOOD)
                 : cli_expected("help", words[0], "a command, a game or a topic ('*' lists them)");
}

/* own: the game of a file named by the only word, whose page is printed; NULL: none. */
static int print_topic(const shoogi_catalog_entry *own, char **words, size_t count)
{
    shg_variants *games = NULL;
    const shoogi_status status = shg_variants_new(&games, NULL, own);
    if (status != SHOOGI_OK)
        return status == SHOOGI_NOT_FOUND
                   ? cli_expected("help", words[0], "variants to describe, in SHOOGI_VARIANTS")
                   : cli_failed(status);
    const shoogi_catalog_entry *const current = own ? own : shg_variants_default(games);
    if (!current) {
        shg_variants_free(games);
        return cli_expected("help", words[0], "readable variants in SHOOGI_VARIANTS");
    }
    shg_help *const help = shg_help_new(games, current->variant, current->name, SHG_ENGLISH);
    char *name = own ? strdup(own->name) : NULL;
    const bool spent = !help || (own && !name);
    const int end = spent ? cli_failed(SHOOGI_NO_MEMORY)
                          : print_page(help, games, own ? &name : words, own ? 1 : count);
    free(name);
    shg_help_free(help);
    shg_variants_free(games);
    return end;
}

static int print_file(char **word)
{
    cli_chosen game;
    const int end = cli_choose(&game, "help", *word) ? print_topic(&game.entry, word, 1) : CLI_BAD;
    cli_chosen_fini(&game);
    return end;
}

int cli_help(int argc, char **argv)
{
    static const char help[] =
        "Without an argument, lists the commands.  For a command, prints its --help; for a game, "
        "its page\n"
        "of pieces, moves, rules and disputed rules; for any other topic, the HELP page of the "
        "server.\n"
        "Pages are Markdown.  \"shoogi help '*'\" lists the topics.  If a game has the name of a "
        "command,\nput \"game\" before it: shoogi help game check.";
    size_t count;
    const cli_arguments arguments = { .help = help, .words = "[TOPIC...]" };
    const int end = cli_arguments_read(&count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    if (count == 0)
        return cli_list_commands();
    return count == 1 && strpbrk(argv[1], "./") ? print_file(argv + 1)
                                                : print_topic(NULL, argv + 1, count);
}
