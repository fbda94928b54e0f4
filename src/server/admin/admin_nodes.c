/* admin_nodes.c: requests of administrators to other servers of the database, by news (storage/news.h).
 *
 * The line "ask NUMBER NAME WORDS" asks the node of this name, or all ("*"). Each node that is asked answers in lines "reply NODE
 * NUMBER STATUS TEXT", the last with its exit status, the others with MORE. LINE_END stands for line ends in TEXT, WORD_END for
 * the ends of words in WORDS. */
#include "server/admin/admin_int.h"

#include "base/error.h"
#include "server/admin/part.h"
#include "server/loop/event_loop.h"
#include "server/nodes/part.h"
#include "server/session/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORD_END = 0x1f,
    LINE_END = 0x1e,
    MORE = 9,          /* the status of a part that is not the last */
    PART_BYTES = 3000, /* of a reply; the line must be shorter than SHG_NEWS_LINE_BYTES */
    PATIENCE_MS = 5000 /* how long a node may take to answer */
};

typedef struct node_answer {
    int64_t node;
    char name[SHG_NODE_NAME_BYTES_MAX + 1];
    int status; /* exit status; -1: not yet answered */
    shg_text_buffer text;
} node_answer;

struct shg_admin_asked {
    const shg_admin_action *action;
    int64_t number;
    struct event *timer; /* owned */
    size_t count;
    node_answer each[SHG_NODES_MAX + 1];
};

void shg_admin_asked_free(shg_admin_asked *asked)
{
    if (!asked)
        return;
    for (size_t i = 0; i < asked->count; i++)
        shg_text_fini(&asked->each[i].text);
    shg_event_free(asked->timer);
    free(asked);
}

/* ---- asking ---- */

/* Whether an action has no limit of time. If its server ends meanwhile, shg_admin_node_died answers for it. */
static bool takes_long(const shg_admin_action *action)
{
    return action == &shg_admin_actions[SHG_ADMIN_drain] ||
           action == &shg_admin_actions[SHG_ADMIN_upgrade];
}

/* Writes the answer when all servers have answered: several answers one below the other, each after the name of its server. */
static void answer_if_complete(shg_admin_asker *a)
{
    const shg_admin_asked *asked = a->asked;
    const bool named = asked->count > 1 && asked->action != &shg_admin_actions[SHG_ADMIN_nodes];
    int status = 0;
    shg_text_buffer text = { 0 };
    for (size_t i = 0; i < asked->count; i++) {
        const node_answer *each = &asked->each[i];
        if (each->status < 0) {
            shg_text_fini(&text);
            return;
        }
        status = each->status > status ? each->status : status;
        if (named)
            shg_text_add(&text, "%s:%c", each->name, each->text.length > 0 ? '\n' : ' ');
        shg_text_add(&text, "%s", each->text.bytes ? each->text.bytes : named ? "done\n" : "");
    }
    shg_admin_write(a, status, text.bytes ? text.bytes : "");
    shg_text_fini(&text);
    shg_admin_asked_free(a->asked);
    a->asked = NULL;
}

static void put(node_answer *each, int status, const char *says)
{
    each->status = status;
    shg_text_add(&each->text, "%s %s.\n", each->name, says);
}

static void on_late(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    shg_admin_asker *a = context;
    for (size_t i = 0; i < a->asked->count; i++)
        if (a->asked->each[i].status < 0)
            put(&a->asked->each[i], 1, "does not answer");
    answer_if_complete(a);
}

static void publish_question(shg_server *server, const shg_admin_asked *asked,
                             const shg_admin_request *r, const char *name)
{
    shg_text_buffer words = { 0 };
    shg_text_add(&words, "%s", r->action->name);
    for (size_t i = 0; i < r->word_count; i++)
        shg_text_add(&words, "%c%s", WORD_END, r->words[i]);
    if (!words.failed)
        shg_publish(server, "ask %lld %s %s", (long long)asked->number, name, words.bytes);
    shg_text_fini(&words);
}

static void add_node(shg_admin_asked *asked, int64_t node, const char *name)
{
    node_answer *each = &asked->each[asked->count++];
    each->node = node;
    each->status = -1;
    snprintf(each->name, sizeof each->name, "%s", name);
}

static shoogi_status not_found(const char *name, const shg_named_node *others, size_t count,
                               const shg_server *server, shoogi_error *err)
{
    char names[100];
    int length = snprintf(names, sizeof names, "%s", server->nodes->name);
    for (size_t i = 0; i < count && length < (int)sizeof names; i++)
        length += snprintf(names + length, sizeof names - (size_t)length, ", %s", others[i].name);
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0,
                         "no server %.32s runs on the database, but %s", name, names);
}

shoogi_status shg_admin_ask_nodes(shg_admin_asker *a, const shg_admin_request *r, const char *name,
                                  bool own, shoogi_error *err)
{
    shg_server *server = a->door->server;
    shg_named_node others[SHG_NODES_MAX];
    const size_t count = shg_nodes_list(others, server);
    if (count == 0 && own)
        return SHOOGI_OK;
    shg_admin_asked *asked = calloc(1, sizeof *asked);
    if (!asked)
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    asked->action = r->action;
    asked->number = ++server->admin->questions;
    if (own)
        add_node(asked, server->node, server->nodes->name);
    for (size_t i = 0; i < count; i++)
        if (!name || strcmp(name, others[i].name) == 0)
            add_node(asked, others[i].node, others[i].name);
    asked->timer = event_new(server->base, -1, 0, on_late, a);
    if (asked->count == 0 || !asked->timer) {
        const bool none = asked->count == 0;
        shg_admin_asked_free(asked);
        return none ? not_found(name, others, count, server, err)
                    : shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    }
    const struct timeval limit = shg_timeval_of_ms(PATIENCE_MS);
    if (!takes_long(r->action))
        event_add(asked->timer, &limit);
    a->asked = asked;
    publish_question(server, asked, r, name ? name : "*");
    return SHOOGI_OK;
}

void shg_admin_add_reply(shg_admin_asker *a, int64_t node, int64_t status, const char *text)
{
    for (size_t i = 0; i < a->asked->count; i++) {
        node_answer *each = &a->asked->each[i];
        if (each->node != node || each->status >= 0)
            continue;
        shg_text_add(&each->text, "%s", text);
        each->status = status == MORE ? -1 : (int)status;
    }
    answer_if_complete(a);
}

void shg_admin_replied(shg_server *server, int64_t node, int64_t number, int64_t status,
                       const char *text)
{
    char part[SHG_NEWS_LINE_BYTES];
    snprintf(part, sizeof part, "%s", text);
    for (char *at = part; (at = strchr(at, LINE_END));)
        *at = '\n';
    shg_admin_asker *a = server->admin->door ? server->admin->door->first : NULL;
    for (; a; a = a->after)
        if (a->asked && a->asked->number == number) {
            shg_admin_add_reply(a, node, status, part);
            return;
        }
}

void shg_admin_node_died(shg_server *server, int64_t node)
{
    shg_admin_asker *a = server->admin->door ? server->admin->door->first : NULL;
    for (shg_admin_asker *after; a; a = after) {
        after = a->after;
        if (!a->asked)
            continue;
        const bool stops = a->asked->action == &shg_admin_actions[SHG_ADMIN_drain] ||
                           a->asked->action == &shg_admin_actions[SHG_ADMIN_shutdown];
        for (size_t i = 0; i < a->asked->count; i++)
            if (a->asked->each[i].node == node && a->asked->each[i].status < 0)
                put(&a->asked->each[i], stops ? 0 : 1,
                    stops ? "has stopped" : "has stopped before it answered");
        answer_if_complete(a);
    }
}

/* ---- answering ---- */

void shg_admin_reply(const shg_admin_asker *a, int exit_status, const char *text)
{
    size_t left = strlen(text);
    do {
        char part[PART_BYTES + 1];
        size_t some = left < PART_BYTES ? left : PART_BYTES;
        while (some < left && some > 0 && ((unsigned char)text[some] & 0xc0) == 0x80)
            some--; /* a character stays whole */
        snprintf(part, sizeof part, "%.*s", (int)some, text);
        for (char *at = part; (at = strchr(at, '\n'));)
            *at = LINE_END;
        text += some;
        left -= some;
        shg_publish(a->door->server, "reply %lld %lld %d %s", (long long)a->node,
                    (long long)a->number, left > 0 ? MORE : exit_status, part);
    } while (left > 0);
}

void shg_admin_asked_by(shg_server *server, int64_t node, int64_t number, const char *text)
{
    char words[SHG_ADMIN_REQUEST_BYTES_MAX];
    const char *space = strchr(text, ' ');
    const size_t name_bytes = space ? (size_t)(space - text) : 0;
    const char *own = server->nodes->name;
    const bool for_us = (name_bytes == 1 && text[0] == '*') ||
                        (name_bytes == strlen(own) && memcmp(text, own, name_bytes) == 0);
    shg_admin_asker *a =
        space && for_us && server->admin->door ? shg_admin_asker_new(server->admin->door) : NULL;
    if (!a)
        return;
    a->node = node;
    a->number = number;
    const int bytes = snprintf(words, sizeof words, "%s", space + 1);
    for (char *at = words; (at = strchr(at, WORD_END));)
        *at++ = '\0';
    shg_admin_do(a, words, (size_t)bytes + 1);
}
