/* cmd_help.c: HELP. */
#include "server/help_topics.h"
#include "server/help_write.h"
#include "server/pager.h"
#include "server/server_int.h"

#include <stdlib.h>
#include <string.h>

typedef struct help {
    shg_out text;
    size_t at;
} help;

static bool more(void *list)
{
    const help *h = list;
    return h->at < h->text.length;
}

static void next(shg_text_buffer *out, void *list)
{
    help *h = list;
    const char *from = h->text.bytes + h->at;
    const size_t length = strcspn(from, "\n");
    shg_text_add(out, "%.*s\n", (int)length, from);
    h->at += length + 1;
}

static void end(shg_session *s, void *list)
{
    (void)s;
    help *h = list;
    free(h->text.bytes);
    free(h);
}

/* What there is about a word, written for a terminal; NULL if memory has run out, empty if there is nothing. */
static help *look_up(shg_session *s, const char *word, size_t word_bytes)
{
    const shg_server *server = s->server;
    const shg_game_state *game = shg_game_cache_find(server->games, s->current_game);
    const shoogi_catalog_entry *usual = shg_server_variant(server, SHG_USUAL_VARIANT);
    usual = usual ? usual : server->variants[0];
    shg_help *topics = shg_help_new(server->variants, server->variants_count,
                                    game ? shg_rules_variant(game->rules) : usual->variant,
                                    game ? game->variant_name : usual->name);
    shg_help_page page = { 0 };
    help *h = topics ? calloc(1, sizeof *h) : NULL;
    if (h) {
        h->text = shg_out_growing();
        shg_help_find(&page, topics, word, word_bytes);
        shg_help_write_terminal(&h->text, &page);
        if (page.failed || h->text.spent) {
            end(s, h);
            h = NULL;
        }
    }
    shg_help_page_fini(&page);
    shg_help_free(topics);
    return h;
}

void shg_run_help(shg_session *s, shg_call *call)
{
    static const shg_pages pages = {
        .prompt = "--More-- <y,q> ", .more = more, .next = next, .end = end
    };
    static const char list[] = "COMMAND-LIST";
    const char *word = shg_call_text(call, call->argument);
    const bool none = call->argument.bytes == 0;
    help *h = look_up(s, none ? list : word, none ? sizeof list - 1 : call->argument.bytes);
    if (!h) {
        shg_say(s, "The server is out of memory.\n");
    } else if (h->text.length > 0) {
        shg_page(s, &pages, h, shg_call_has(call, 'n'));
    } else {
        end(s, h);
        shg_say(s, "There is no help about ");
        shg_say_clean(s, word, call->argument.bytes);
        shg_say(s, ": HELP * lists the topics.\n");
    }
}
