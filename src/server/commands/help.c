/* help.c: HELP. */
#include "base/nearest.h"
#include "server/commands/part.h"
#include "server/game/part.h"
#include "server/help/topics.h"
#include "server/help/write.h"
#include "server/rules/part.h"
#include "server/session/pager.h"
#include "server/session/session.h"
#include "server/session/task.h"

#include <stdlib.h>
#include <string.h>

static const char overview[] = "OVERVIEW", all[] = "ALL";

typedef struct help {
    const char *text; /* own, or the server's shared text */
    size_t bytes, at;
    char *own;           /* or */
    shg_help_text *kept; /* or both NULL: text belongs to the server */
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
    const size_t left = h->bytes - h->at;
    const char *const end = memchr(from, '\n', left);
    const size_t length = end ? (size_t)(end - from) : left;
    shg_text_add(out, "%.*s\n", (int)length, from);
    h->at += length + 1;
}

static void end(shg_session *s, void *list)
{
    (void)s;
    help *h = list;
    if (h->kept)
        shg_help_text_leave(h->kept);
    free(h->own);
    free(h);
}

/* Whether the player reads boards in words. */
static bool wants_words(const shg_session *s)
{
    return s->settings.value[SHG_SET_BSTYLE] == SHOOGI_BOARD_WORDS;
}

/* All topics, owned. game: its pieces are described; NULL: those of the default game. NULL if
 * memory has run out. Any thread. */
static shg_help *new_topics(const shg_server *server, shg_language language,
                            const shg_game_state *game)
{
    const shoogi_catalog_entry *const usual =
        game ? NULL : shg_variants_default(server->rules->variants);
    return game    ? shg_help_new(server->rules->variants, shg_rules_variant(game->rules),
                                  game->variant_name, language)
           : usual ? shg_help_new(server->rules->variants, usual->variant, usual->name, language)
                   : NULL;
}

/* The help for a word, formatted for a terminal; game: as above. Empty if nothing was found,
 * spent if memory has run out. Any thread. */
static shg_out look_up(const shg_server *server, shg_language language, bool in_words,
                       const shg_game_state *game, const char *word, size_t word_bytes)
{
    shg_help *topics = new_topics(server, language, game);
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

static const shg_pages pages = {
    .prompt = SHG_TEXT("--More-- <y,q> "), .more = more, .next = next, .end = end
};

static void show(shg_session *s, help *h, bool nonstop)
{
    if (h)
        shg_page(s, &pages, h, nonstop);
    else
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
}

/* ---- HELP ALL ---- */

/* HELP ALL would take hundreds of kilobytes for each session at its --More-- prompt, so all sessions of a language share
 * one text. */
static void show_whole(shg_session *s, const shg_whole_help *whole, bool nonstop)
{
    help *h = calloc(1, sizeof *h);
    if (h) {
        h->text = whole->text;
        h->bytes = whole->bytes;
    }
    show(s, h, nonstop);
}

typedef struct writing {
    shg_task task;
    shg_language language;
    bool in_words, nonstop;
    shg_out text;
} writing;

/* Reads the rules of all games and describes them: half a second. */
static shoogi_status run_writing(shg_job *job, shg_storage *storage)
{
    (void)storage;
    writing *w = (writing *)(void *)job;
    w->text = look_up(w->task.server, w->language, w->in_words, NULL, all, sizeof all - 1);
    return w->text.spent ? SHOOGI_NO_MEMORY : SHOOGI_OK;
}

static void finish_writing(shg_task *task)
{
    writing *w = (writing *)task;
    shg_whole_help *whole = &task->server->commands->whole_help[w->language][w->in_words];
    if (task->job.status == SHOOGI_NO_MEMORY)
        show(task->session, NULL, false);
    else if (task->job.status != SHOOGI_OK)
        shg_say_failed(task->session, &task->job);
    if (task->job.status != SHOOGI_OK)
        return;
    if (!whole->text) { /* unless another session was faster */
        whole->text = w->text.bytes;
        whole->bytes = w->text.length;
        w->text.bytes = NULL;
    }
    show_whole(task->session, whole, w->nonstop);
}

static void fini_writing(shg_task *task)
{
    free(((writing *)task)->text.bytes);
}

static void run_all(shg_session *s, bool nonstop)
{
    const shg_language language = shg_session_language(s);
    const shg_whole_help *whole = &s->server->commands->whole_help[language][wants_words(s)];
    if (whole->text) {
        show_whole(s, whole, nonstop);
        return;
    }
    writing *w = shg_task_alloc(s, sizeof *w);
    if (!w)
        return;
    w->language = language;
    w->in_words = wants_words(s);
    w->nonstop = nonstop;
    w->task.fini = fini_writing;
    shg_task_read(&w->task, s->server, s, run_writing, finish_writing);
}

/* ---- a word ---- */

/* Suggests the topic with the nearest name, if one is near enough. */
static void say_nearest(shg_session *s, const shg_game_state *game, const char *word,
                        size_t word_bytes)
{
    shg_nearest nearest = shg_nearest_to(word, word_bytes);
    shg_help *topics = new_topics(s->server, shg_session_language(s), game);
    const size_t count = topics ? shg_help_count(topics) : 0;
    for (size_t i = 0; i < count; i++)
        for (const char *name = shg_help_names(topics, i); *name != '\0';) {
            const size_t bytes = strcspn(name, ",");
            shg_nearest_try(&nearest, name, bytes);
            name += bytes + strspn(name + bytes, ", ");
        }
    shg_help_free(topics);
    if (nearest.name[0] != '\0')
        shg_say(s, "Did you mean %s?\n", nearest.name);
}

/* The variant whose pieces the help describes, if it lasts as long as the server: not that of a game with an earlier
 * definition, nor a player's own. */
static const shoogi_variant *lasting_variant(const shg_server *server, const shg_game_state *game)
{
    const shoogi_catalog_entry *const entry = game ? shg_server_variant(server, game->variant_name)
                                                   : shg_variants_default(server->rules->variants);
    return entry && (!game || shg_rules_variant(game->rules) == entry->variant) ? entry->variant
                                                                                : NULL;
}

/* kept: taken. */
static void show_kept(shg_session *s, shg_help_text *kept, bool nonstop)
{
    help *h = calloc(1, sizeof *h);
    if (h) {
        h->text = kept->text;
        h->bytes = kept->bytes;
        h->kept = kept;
    } else {
        shg_help_text_leave(kept);
    }
    show(s, h, nonstop);
}

SHG_RUN(help)
{
    const bool none = call->argument.bytes == 0, nonstop = shg_call_has(call, 'n');
    const char *word = none ? overview : shg_call_text(call, call->argument);
    const size_t word_bytes = none ? sizeof overview - 1 : call->argument.bytes;
    if (shg_text_same(word, word_bytes, all, sizeof all - 1)) {
        run_all(s, nonstop);
        return;
    }
    const shg_game_state *game = shg_game_cache_find(s->server->games->cache, s->current_game);
    shg_help_texts *texts = s->server->commands->help_texts;
    const shg_help_key key = { .language = shg_session_language(s),
                               .in_words = wants_words(s),
                               .variant = lasting_variant(s->server, game),
                               .word = word,
                               .word_bytes = word_bytes };
    shg_help_text *kept = key.variant ? shg_help_texts_find(texts, &key) : NULL;
    if (kept) {
        show_kept(s, kept, nonstop);
        return;
    }
    const shg_out text =
        look_up(s->server, shg_session_language(s), wants_words(s), game, word, word_bytes);
    if (!text.spent && text.length == 0) {
        shg_clean clean;
        shg_refuse(s, "There is no help on %s.  HELP * lists the topics.\n",
                   shg_clean_word(&clean, word, word_bytes));
        say_nearest(s, game, word, word_bytes);
        free(text.bytes);
        return;
    }
    if (key.variant && !text.spent &&
        (kept = shg_help_texts_add(texts, &key, text.bytes, text.length))) {
        show_kept(s, kept, nonstop);
        return;
    }
    help *h = text.spent ? NULL : calloc(1, sizeof *h);
    if (h) {
        h->text = h->own = text.bytes;
        h->bytes = text.length;
    } else {
        free(text.bytes);
    }
    show(s, h, nonstop);
}
