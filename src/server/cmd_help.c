/* cmd_help.c: HELP. */
#include "server/help_topics.h"
#include "server/help_write.h"
#include "server/pager.h"
#include "server/server_int.h"

#include <stdlib.h>
#include <string.h>

static const char brief[] = "COMMAND-LIST", all[] = "ALL";

typedef struct help {
    const char *text; /* own, or that of the server */
    size_t bytes, at;
    char *own; /* NULL: text is the server's */
} help;

static bool more(void *list)
{
    const help *h = list;
    return h->at < h->bytes;
}

static void next(shg_text_buffer *out, void *list)
{
    help *h = list;
    const char *from = h->text + h->at;
    const size_t length = strcspn(from, "\n");
    shg_text_add(out, "%.*s\n", (int)length, from);
    h->at += length + 1;
}

static void end(shg_session *s, void *list)
{
    (void)s;
    help *h = list;
    free(h->own);
    free(h);
}

/* What others see drawn is told him in words. */
static bool hears(const shg_session *s)
{
    return s->settings.value[SHG_SET_BSTYLE] == SHOOGI_BOARD_WORDS;
}

/* What there is about a word, written for a terminal; game: whose pieces are meant, NULL: those of the usual one.
 * Empty if there is nothing, spent if memory has run out. */
static shg_out look_up(const shg_server *server, shg_language language, bool in_words,
                       const shg_game_state *game, const char *word, size_t word_bytes)
{
    const shoogi_catalog_entry *usual = shg_server_variant(server, SHG_USUAL_VARIANT);
    usual = usual ? usual : server->variants[0];
    shg_help *topics = shg_help_new(server->variants, server->variants_count,
                                    game ? shg_rules_variant(game->rules) : usual->variant,
                                    game ? game->variant_name : usual->name, language);
    shg_help_page page = { .failed = !topics };
    shg_out text = shg_out_growing();
    if (topics) {
        shg_help_find(&page, topics, word, word_bytes);
        page.in_words = in_words;
        shg_help_write_terminal(&text, &page);
    }
    text.spent = text.spent || page.failed;
    shg_help_page_fini(&page);
    shg_help_free(topics);
    return text;
}

/* HELP ALL would be hundreds of kilobytes for each who stands at its more prompt: one text serves all of them who
 * read one language. */
static bool look_up_all(help *h, shg_server *server, shg_language language, bool in_words)
{
    shg_whole_help *whole = &server->whole_help[language][in_words];
    if (!whole->text) {
        shg_out text = look_up(server, language, in_words, NULL, all, sizeof all - 1);
        if (text.spent) {
            free(text.bytes);
            return false;
        }
        whole->text = text.bytes;
        whole->bytes = text.length;
    }
    h->text = whole->text;
    h->bytes = whole->bytes;
    return true;
}

static bool look_up_own(help *h, shg_session *s, const char *word, size_t word_bytes)
{
    const shg_game_state *game = shg_game_cache_find(s->server->games, s->current_game);
    const shg_out text =
        look_up(s->server, shg_session_language(s), hears(s), game, word, word_bytes);
    h->text = h->own = text.bytes;
    h->bytes = text.length;
    return !text.spent;
}

void shg_run_help(shg_session *s, shg_call *call)
{
    static const shg_pages pages = {
        .prompt = SHG_TEXT("--More-- <y,q> "), .more = more, .next = next, .end = end
    };
    const bool none = call->argument.bytes == 0;
    const char *word = none ? brief : shg_call_text(call, call->argument);
    const size_t word_bytes = none ? sizeof brief - 1 : call->argument.bytes;
    help *h = calloc(1, sizeof *h);
    const bool done = h && (shg_text_same(word, word_bytes, all, sizeof all - 1)
                                ? look_up_all(h, s->server, shg_session_language(s), hears(s))
                                : look_up_own(h, s, word, word_bytes));
    if (!done) {
        if (h)
            end(s, h);
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
    } else if (h->bytes > 0) {
        shg_page(s, &pages, h, shg_call_has(call, 'n'));
    } else {
        end(s, h);
        shg_clean clean;
        shg_refuse(s, "There is no help about %s: HELP * lists the topics.\n",
                   shg_clean_word(&clean, word, word_bytes));
    }
}
