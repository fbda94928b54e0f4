/* cmd_help.c: HELP. */
#include "server/pager.h"
#include "server/server_int.h"

#include <stdlib.h>
#include <string.h>

/* A topic is a row of help.def or, after those, a command. */
typedef struct topic {
    unsigned level;
    const char *names; /* separated by ", " */
    const char *text;
    const shg_command *command; /* NULL: a row of help.def */
} topic;

static const struct {
    unsigned level;
    const char *names, *text;
} rows[] = {
#define TOPIC(level, names, text) { level, names, text },
#include "server/help.def"
#undef TOPIC
};

enum { ROWS = sizeof rows / sizeof rows[0], TOPICS = ROWS + SHG_COMMANDS };

static topic topic_at(size_t i)
{
    if (i < ROWS)
        return (topic){ rows[i].level, rows[i].names, rows[i].text, NULL };
    const shg_command *command = &shg_commands[i - ROWS];
    return (topic){ 2, command->names, command->help, command };
}

/* The n-th name of a topic. */
static bool name_at(const char **name, size_t *name_bytes, const topic *t, size_t n)
{
    if (t->command)
        return shg_command_name(name, name_bytes, t->command, n);
    const char *at = t->names;
    for (; n > 0 && at; n--) {
        at = strstr(at, ", ");
        at = at ? at + 2 : NULL;
    }
    if (!at)
        return false;
    const char *end = strstr(at, ", ");
    *name = at;
    *name_bytes = end ? (size_t)(end - at) : strlen(at);
    return true;
}

/* ---- finding ---- */

typedef enum fit { NO_FIT, PART, WHOLE } fit;

static bool holds(const char *name, size_t name_bytes, const char *part, size_t part_bytes)
{
    for (size_t at = 0; at + part_bytes <= name_bytes; at++)
        if (shg_text_same(name + at, part_bytes, part, part_bytes))
            return true;
    return false;
}

static fit fits(const topic *t, const char *word, size_t word_bytes)
{
    const size_t letters = word_bytes - (word_bytes > 0 && word[0] == '+');
    fit best = NO_FIT;
    const char *name;
    size_t name_bytes;
    for (size_t n = 0; name_at(&name, &name_bytes, t, n); n++) {
        if (shg_text_same(name, name_bytes, word, word_bytes))
            return WHOLE;
        /* So short a word is part of nearly everything. */
        if (letters > 2 && holds(name, name_bytes, word, word_bytes))
            best = PART;
    }
    return best;
}

/* ---- writing ---- */

static void add_names(shg_text_buffer *out, const topic *t)
{
    const char *name;
    size_t bytes;
    for (size_t n = 0; name_at(&name, &bytes, t, n); n++)
        shg_text_add(out, "%s%.*s", n > 0 ? ", " : "", (int)bytes, name);
    shg_text_add(out, "\n");
}

static void add_command_list(shg_text_buffer *out)
{
    for (size_t i = 0; i < SHG_COMMANDS; i++) {
        char names[40];
        shg_out list = shg_out_make(names, sizeof names);
        const char *name;
        size_t bytes;
        for (size_t n = 0; shg_command_name(&name, &bytes, &shg_commands[i], n); n++) {
            shg_out_text(&list, n > 0 ? ", " : "");
            shg_out_bytes(&list, name, bytes);
        }
        shg_text_add(out, "%-18s %s\n", names, shg_commands[i].brief);
    }
    shg_text_add(out,
                 "\nHELP <command> tells more about a command, HELP GETTING STARTED how to begin,\n"
                 "HELP * lists all topics.\n");
}

static void add_variants(shg_text_buffer *out, const shg_server *server)
{
    shg_text_add(out, "These games can be played; NEW -v NAME makes a challenge for one:\n\n");
    for (size_t i = 0; i < server->variants_count; i++) {
        const shoogi_variant *v = server->variants[i]->variant;
        shg_text_add(out, "  %-20s %ux%u\n", server->variants[i]->name, shoogi_variant_files(v),
                     shoogi_variant_ranks(v));
    }
}

static void add_text(shg_text_buffer *out, const topic *t, const shg_server *server)
{
    if (t->command) {
        char usage[160];
        shg_out line = shg_out_make(usage, sizeof usage);
        shg_command_usage(&line, t->command);
        shg_text_add(out, "Usage: %s\n%s", usage, t->text);
    } else if (t->text[0]) {
        shg_text_add(out, "%s", t->text);
    } else if (strstr(t->names, "COMMAND-LIST")) {
        add_command_list(out);
    } else {
        add_variants(out, server);
    }
}

/* A topic and the topics inside it, each once. */
static void add_topic(shg_text_buffer *out, size_t i, bool printed[TOPICS],
                      const shg_server *server)
{
    const unsigned level = topic_at(i).level;
    for (bool first = true; i < TOPICS; i++, first = false) {
        const topic t = topic_at(i);
        if (!first && t.level <= level)
            return;
        if (printed[i])
            continue;
        printed[i] = true;
        if (out->length > 0)
            shg_text_add(out, "\n");
        add_names(out, &t);
        shg_text_add(out, "\n");
        add_text(out, &t, server);
    }
}

static void add_all_names(shg_text_buffer *out)
{
    for (size_t i = 0; i < TOPICS; i++) {
        const topic t = topic_at(i);
        shg_text_add(out, "%*s", (int)(t.level - 1) * 2, "");
        add_names(out, &t);
    }
}

static bool add_matching(shg_text_buffer *out, const char *word, size_t word_bytes,
                         const shg_server *server)
{
    bool printed[TOPICS] = { false }, any = false;
    for (fit wanted = WHOLE; wanted > NO_FIT; wanted--) {
        for (size_t i = 0; i < TOPICS; i++) {
            const topic t = topic_at(i);
            if (fits(&t, word, word_bytes) != wanted)
                continue;
            any = true;
            add_topic(out, i, printed, server);
        }
    }
    return any;
}

/* ---- paging ---- */

typedef struct help {
    shg_text_buffer text;
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
    shg_text_fini(&h->text);
    free(h);
}

void shg_run_help(shg_session *s, shg_call *call)
{
    static const shg_pages pages = {
        .prompt = "--More-- <y,q> ", .more = more, .next = next, .end = end
    };
    const char *word = shg_call_text(call, call->argument);
    const size_t word_bytes = call->argument.bytes;
    help *h = calloc(1, sizeof *h);
    if (!h) {
        shg_say(s, "The server is out of memory.\n");
        return;
    }
    bool found = true;
    if (word_bytes == 0) {
        add_command_list(&h->text);
    } else if (shg_text_same(word, word_bytes, "*", 1)) {
        add_all_names(&h->text);
    } else if (shg_text_same(word, word_bytes, "ALL", 3)) {
        bool printed[TOPICS] = { false };
        for (size_t i = 0; i < TOPICS; i++)
            if (!printed[i])
                add_topic(&h->text, i, printed, s->server);
    } else {
        found = add_matching(&h->text, word, word_bytes, s->server);
    }
    if (found) {
        shg_page(s, &pages, h, shg_call_has(call, 'n'));
        return;
    }
    end(s, h);
    shg_say(s, "There is no help about ");
    shg_say_clean(s, word, word_bytes);
    shg_say(s, ": HELP * lists the topics.\n");
}
