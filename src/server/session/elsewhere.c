#include "server/session/elsewhere.h"

#include "base/text.h"
#include "server/session/part.h"
#include "server/session/task.h"

#include <stdlib.h>
#include <string.h>

void shg_elsewhere_fini(shg_elsewhere *e)
{
    free(e->each);
    *e = (shg_elsewhere){ 0 };
}

static bool has_name(const shg_distant_player *player, const char *name)
{
    return shg_text_same(player->name, strlen(player->name), name, strlen(name));
}

void shg_elsewhere_add(shg_elsewhere *e, const shg_distant_player *player)
{
    for (size_t i = 0; i < e->count; i++)
        if (e->each[i].node == player->node && has_name(&e->each[i], player->name)) {
            e->each[i] = *player;
            return;
        }
    if (e->count == e->room) {
        const size_t room = e->room ? 2 * e->room : 64;
        shg_distant_player *each = realloc(e->each, room * sizeof *each);
        if (!each)
            return;
        e->each = each;
        e->room = room;
    }
    e->each[e->count++] = *player;
}

static void remove_at(shg_elsewhere *e, size_t i)
{
    memmove(&e->each[i], &e->each[i + 1], (--e->count - i) * sizeof *e->each);
}

void shg_elsewhere_remove(shg_elsewhere *e, int64_t node, const char *name)
{
    for (size_t i = e->count; i-- > 0;)
        if (e->each[i].node == node && has_name(&e->each[i], name))
            remove_at(e, i);
}

void shg_elsewhere_forget(shg_elsewhere *e, int64_t node)
{
    for (size_t i = e->count; i-- > 0;)
        if (node == 0 || e->each[i].node == node)
            remove_at(e, i);
}

const shg_distant_player *shg_elsewhere_find(const shg_elsewhere *e, int64_t player)
{
    for (size_t i = 0; i < e->count && player != 0; i++)
        if (e->each[i].player == player)
            return &e->each[i];
    return NULL;
}

const shg_distant_player *shg_elsewhere_named(const shg_elsewhere *e, const char *name)
{
    for (size_t i = 0; i < e->count; i++)
        if (has_name(&e->each[i], name))
            return &e->each[i];
    return NULL;
}

bool shg_is_online(const shg_server *server, int64_t player)
{
    return shg_online_first(&server->sessions->online, player) ||
           shg_elsewhere_find(&server->sessions->elsewhere, player);
}

static int compare_numbers(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Guests without a number have different names. */
size_t shg_count_online(const shg_server *server)
{
    const shg_elsewhere *there = &server->sessions->elsewhere;
    const size_t most = server->sessions->online.count + there->count;
    int64_t *players = calloc(most + 1, sizeof *players);
    if (!players)
        return most;
    size_t n = 0, count = 0;
    for (const shg_session *s = server->sessions->online.first; s; s = s->after)
        players[n++] = s->player;
    for (size_t i = 0; i < there->count; i++)
        players[n++] = there->each[i].player;
    qsort(players, n, sizeof *players, compare_numbers);
    for (size_t i = 0; i < n; i++)
        count += i == 0 || players[i] == 0 || players[i] != players[i - 1];
    free(players);
    return count;
}

/* ---- publishing ---- */

static void say_again(shg_server *server)
{
    server->sessions->unsaid = true;
}

static void write_here(shg_out *out, const shg_session *s)
{
    shg_out_format(out, "here %lld %lld %d %s\n", (long long)s->player, (long long)s->login_ms,
                   s->guest, s->name);
}

void shg_publish_online(const shg_session *s)
{
    char line[SHG_NAME_BYTES_MAX + 80];
    shg_out out = shg_out_make(line, sizeof line);
    write_here(&out, s);
    shg_publish_lines(s->server, line, say_again);
}

void shg_publish_left(const shg_session *s)
{
    char line[SHG_NAME_BYTES_MAX + 8];
    snprintf(line, sizeof line, "left %s\n", s->name);
    /* The players of a server that stops leave with it, so that they get back the time until they are at another one. */
    if (!s->server->stopping && !shg_online_named(&s->server->sessions->online, s->name))
        shg_publish_lines(s->server, line, say_again);
}

void shg_publish_all_online(shg_server *server)
{
    server->sessions->unsaid = false;
    if (server->node == 0 || server->stopping)
        return;
    shg_out out = shg_out_growing();
    shg_out_text(&out, "only\n");
    for (const shg_session *s = server->sessions->online.first; s; s = s->after)
        write_here(&out, s);
    if (out.bytes && !out.spent)
        shg_publish_lines(server, out.bytes, say_again);
    else
        say_again(server);
    free(out.bytes);
}

void shg_publish_unsaid(shg_server *server)
{
    if (server->sessions->unsaid)
        shg_publish_all_online(server);
}
