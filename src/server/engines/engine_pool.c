#include "server/engines/engine_pool.h"

#include "base/hash.h"
#include "server/loop/child.h"
#include "server/loop/event_loop.h"
#include "server/loop/host.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct shg_engine_search {
    shg_engine_search *next;
    shg_engine_pool *all;
    shg_rules *rules; /* owned */
    char *position;   /* owned */
    unsigned level;
    uint64_t nodes;
    int64_t most_ms;
    shg_search_priority priority;
    shg_engine_search_fn *ended; /* NULL: cancelled */
    void *context;
    shg_engine_answer answer; /* as far as known */
};

typedef enum state {
    NO_CHILD,
    STARTING, /* it is reading the definition */
    READY,
    SEARCHING,
    STOPPING /* its search was cancelled */
} state;

typedef struct engine_process {
    shg_engine_pool *all;
    shg_child child;
    state state;
    int64_t definition;               /* the definition that it has read */
    shg_engine_search *engine_search; /* the search for which it starts or which it runs; owned */
    struct event *timer;
    /* Processor time: when the timer was first set for what it does, how much more that may take, and when the timer last ran out. */
    int64_t began_ms, most_ms, seen_ms;
    unsigned waits; /* how often it has */
} engine_process;

enum { COMPLAINTS_MAX = 64 };

struct shg_engine_pool {
    shg_server *server;
    shg_engine_search *waiting; /* in the order in which they will begin */
    size_t waiting_count;
    shg_turn turn; /* a search may begin */
    /* [complaint_count] hashes of the complaints already logged. */
    uint64_t complaints[COMPLAINTS_MAX];
    size_t complaint_count;
    size_t at_once;
    engine_process each[]; /* [at_once] */
};

/* For the strongest level; weaker levels search fewer by themselves. */
enum { NODES_MAX = 1000 * 1000 };

static void start_waiting(void *context);

static void look(shg_engine_pool *all)
{
    shg_turn_wait(&all->turn, &all->server->turns, NULL, start_waiting, all);
}

static void free_search(shg_engine_search *t)
{
    shg_rules_unref(t->rules);
    free(t->position);
    free(t);
}

/* ---- the end of a search ---- */

static void arm(engine_process *th, int64_t ms)
{
    const struct timeval after = shg_timeval_of_ms(ms);
    event_add(th->timer, &after);
}

static void end_child(engine_process *th)
{
    shg_child_end(&th->child);
    th->state = NO_CHILD;
    event_del(th->timer);
}

static void end_search(engine_process *th, shg_engine_search_end end)
{
    shg_engine_search *t = th->engine_search;
    th->engine_search = NULL;
    look(th->all);
    if (!t)
        return;
    t->answer.end = end;
    if (t->ended)
        t->ended(t->context, &t->answer);
    free_search(t);
}

/* Discards a failed child. */
static void fail(engine_process *th)
{
    const bool begun = th->state == SEARCHING;
    if (th->engine_search && th->engine_search->ended) {
        char pid[24];
        snprintf(pid, sizeof pid, "%ld", (long)th->child.pid);
        shg_log_write(&th->all->server->log, shg_now_ms(th->all->server), SHG_LOG_engine_failed,
                      "pid", pid, "position", th->engine_search->position, NULL);
        th->all->server->metrics.counts[SHG_COUNT_engines_failed]++;
    }
    end_child(th);
    end_search(th, begun ? SHG_ENGINE_SEARCH_FAILED : SHG_ENGINE_SEARCH_NOT_BEGUN);
}

/* ---- output of a child ---- */

/* The text after a word of a line, or NULL. */
static const char *text_after(const char *line, const char *word)
{
    const char *at = strstr(line, word);
    return at ? at + strlen(word) : NULL;
}

static void read_info(shg_engine_answer *a, const char *line)
{
    const char *cp = text_after(line, " score cp "), *mate = text_after(line, " score mate "),
               *pv = text_after(line, " pv ");
    if (strstr(line, " string ") || (!cp && !mate))
        return;
    const long number = strtol(cp ? cp : mate, NULL, 10);
    a->scored = true;
    if (cp)
        a->score_cp = (int)(number > SHG_SCORE_CP_WON    ? SHG_SCORE_CP_WON
                            : number < -SHG_SCORE_CP_WON ? -SHG_SCORE_CP_WON
                                                         : number);
    else
        a->score_cp = mate[0] == '-' ? (int)(-SHG_SCORE_CP_MATE - (number > -900 ? number : -900))
                                     : (int)(SHG_SCORE_CP_MATE - (number < 900 ? number : 900));
    if (!pv)
        return;
    snprintf(a->line, sizeof a->line, "%s", pv);
    if (strlen(pv) >= sizeof a->line) { /* cut after a whole move */
        char *last = strrchr(a->line, ' ');
        if (last)
            *last = '\0';
    }
}

/* A declaration wins at once, so scores and lines already reported do not matter. */
static void read_win(shg_engine_answer *a)
{
    a->scored = true;
    a->score_cp = SHG_SCORE_CP_MATE - 1;
    snprintf(a->line, sizeof a->line, "%s", SHG_ENGINE_SEARCH_WIN);
}

static void read_bestmove(engine_process *th, const char *line)
{
    if (th->state == STOPPING) {
        th->state = READY;
        arm(th, SHG_ENGINE_PROCESS_IDLE_MS);
        look(th->all);
        return;
    }
    shg_engine_answer *a = &th->engine_search->answer;
    const size_t bytes = strcspn(line, " ");
    if (bytes == 0 || bytes >= sizeof a->best) {
        fail(th);
        return;
    }
    memcpy(a->best, line, bytes);
    a->best[bytes] = '\0';
    if (strcmp(a->best, SHG_ENGINE_SEARCH_WIN) == 0)
        read_win(a);
    th->state = READY;
    arm(th, SHG_ENGINE_PROCESS_IDLE_MS);
    end_search(th, SHG_ENGINE_SEARCH_DONE);
}

/* A complaint about weights comes from each child that starts for the game: log it once. */
static void log_complaint(shg_engine_pool *all, const char *text)
{
    const uint64_t hash = shg_hash_bytes(SHG_HASH_START, text, strlen(text));
    for (size_t i = 0; i < all->complaint_count; i++)
        if (all->complaints[i] == hash)
            return;
    if (all->complaint_count == COMPLAINTS_MAX)
        return;
    all->complaints[all->complaint_count++] = hash;
    shg_log_write(&all->server->log, shg_now_ms(all->server), SHG_LOG_engine_complains, "says",
                  text, NULL);
}

static void ask(engine_process *th);

static void handle_line(engine_process *th, const char *line)
{
    if (th->state == STARTING && strcmp(line, "readyok") == 0) {
        th->state = READY;
        arm(th, SHG_ENGINE_PROCESS_IDLE_MS);
        if (th->engine_search)
            ask(th);
        else
            look(th->all);
    } else if (th->state == STARTING && strncmp(line, "info string ", 12) == 0) {
        log_complaint(th->all, line + 12);
    } else if (th->state == SEARCHING && strncmp(line, "info ", 5) == 0) {
        read_info(&th->engine_search->answer, line);
    } else if ((th->state == SEARCHING || th->state == STOPPING) &&
               strncmp(line, "bestmove ", 9) == 0) {
        read_bestmove(th, line + 9);
    }
}

static void on_read(struct bufferevent *bev, void *context)
{
    engine_process *th = context;
    struct evbuffer *input = bufferevent_get_input(bev);
    char *line;
    while (th->child.bev == bev && (line = evbuffer_readln(input, NULL, EVBUFFER_EOL_LF))) {
        handle_line(th, line);
        free(line);
    }
    if (th->child.bev == bev && evbuffer_get_length(input) > SHG_ENGINE_PROCESS_LINE_BYTES_MAX)
        fail(th);
}

/* The child has ended, or an error. */
static void on_event(struct bufferevent *bev, short what, void *context)
{
    (void)bev;
    (void)what;
    fail(context);
}

/* The processor time of the child so far. */
static int64_t processor_ms(const engine_process *th)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(th->child.pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

/* Sets the timer for what the child does from now on. */
static void arm_for(engine_process *th, int64_t most_ms)
{
    th->began_ms = th->seen_ms = processor_ms(th);
    th->most_ms = most_ms;
    th->waits = 0;
    arm(th, most_ms);
}

/* The time is up.  Whether the child has had so little of a processor meanwhile that it is given more time: others come first on
 * a busy machine.  One that has had none, or all that it may take, hangs. */
static bool waits_for_processor(engine_process *th)
{
    const int64_t now_ms = processor_ms(th);
    if (now_ms <= th->seen_ms || now_ms - th->began_ms >= th->most_ms ||
        ++th->waits > SHG_ENGINE_PROCESS_WAITS_MAX)
        return false;
    th->seen_ms = now_ms;
    arm(th, SHG_ENGINE_PROCESS_PATIENCE_MS);
    return true;
}

static void on_time(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    engine_process *th = context;
    if (th->state == READY)
        end_child(th); /* it has been idle for long */
    else if (!waits_for_processor(th))
        fail(th);
}

/* ---- asking ---- */

static void ask(engine_process *th)
{
    shg_engine_search *t = th->engine_search;
    struct evbuffer *out = bufferevent_get_output(th->child.bev);
    const uint64_t nodes = t->nodes > 0 ? t->nodes : NODES_MAX;
    th->state = SEARCHING;
    t->answer = (shg_engine_answer){ 0 };
    arm_for(th, t->most_ms + SHG_ENGINE_PROCESS_PATIENCE_MS);
    if (evbuffer_add_printf(out,
                            "setoption name USI_Strength value %u\nposition %s\n"
                            "go nodes %" PRIu64 " movetime %" PRId64 "\n",
                            t->level, t->position, nodes, t->most_ms) < 0)
        fail(th);
}

/* Starts a child for the process's search. */
static bool start(engine_process *th)
{
    static const char *const words[] = { "shoogi", "usi", "--confined", NULL };
    const shoogi_catalog_entry entry = shg_rules_entry(th->engine_search->rules);
    const size_t bytes = shoogi_variant_print(NULL, 0, entry.variant);
    char *text = malloc(bytes + 1);
    if (!text || !shg_child_start(&th->child, th->all->server->base, words)) {
        free(text);
        return false;
    }
    shoogi_variant_print(text, bytes + 1, entry.variant);
    struct evbuffer *out = bufferevent_get_output(th->child.bev);
    bufferevent_setcb(th->child.bev, on_read, NULL, on_event, th);
    const bool good =
        evbuffer_add_printf(out, "definition %s %zu\n", entry.name, bytes) > 0 &&
        evbuffer_add(out, text, bytes) == 0 &&
        evbuffer_add_printf(
            out, "setoption name USI_Hash value %d\nsetoption name NetworkDelay value 0\nisready\n",
            SHG_ENGINE_PROCESS_HASH_MIB) > 0 &&
        bufferevent_enable(th->child.bev, EV_READ | EV_WRITE) == 0;
    free(text);
    th->state = STARTING;
    th->definition = shg_rules_definition(th->engine_search->rules);
    arm_for(th, SHG_ENGINE_PROCESS_START_MS);
    return good;
}

static bool is_free(const engine_process *th)
{
    return !th->engine_search && (th->state == NO_CHILD || th->state == READY);
}

/* The best free process: one that has read the definition, else one without a child. */
static engine_process *find_free(shg_engine_pool *all, int64_t definition)
{
    engine_process *found = NULL;
    for (size_t i = 0; i < all->at_once; i++) {
        engine_process *th = &all->each[i];
        if (!is_free(th))
            continue;
        if (th->state == READY && th->definition == definition)
            return th;
        if (!found || th->state == NO_CHILD)
            found = th;
    }
    return found;
}

static void start_waiting(void *context)
{
    shg_engine_pool *all = context;
    for (shg_engine_search *t; (t = all->waiting) != NULL;) {
        engine_process *th = find_free(all, shg_rules_definition(t->rules));
        if (!th)
            return;
        all->waiting = t->next;
        all->waiting_count--;
        t->next = NULL;
        th->engine_search = t;
        if (th->state == READY && th->definition == shg_rules_definition(t->rules)) {
            ask(th);
            continue;
        }
        end_child(th);
        if (!start(th))
            fail(th);
    }
}

shg_engine_search *shg_engine_search_start(shg_engine_pool *all, const shg_engine_request *what,
                                           shg_engine_search_fn *ended, void *context)
{
    shg_engine_search *t = all->waiting_count < SHG_THOUGHTS_WAITING ? calloc(1, sizeof *t) : NULL;
    if (t && !(t->position = strdup(what->position))) {
        free(t);
        t = NULL;
    }
    if (!t)
        return NULL;
    t->all = all;
    t->rules = shg_rules_ref(what->rules);
    t->level = what->level;
    t->nodes = what->nodes;
    t->most_ms = what->most_ms;
    t->priority = what->priority;
    t->ended = ended;
    t->context = context;
    shg_engine_search **place = &all->waiting;
    while (*place && (*place)->priority <= t->priority)
        place = &(*place)->next;
    t->next = *place;
    *place = t;
    all->waiting_count++;
    look(all);
    return t;
}

void shg_engine_search_cancel(shg_engine_search *t)
{
    shg_engine_pool *all = t->all;
    for (shg_engine_search **place = &all->waiting; *place; place = &(*place)->next)
        if (*place == t) {
            *place = t->next;
            all->waiting_count--;
            free_search(t);
            return;
        }
    for (size_t i = 0; i < all->at_once; i++) {
        engine_process *th = &all->each[i];
        if (th->engine_search != t)
            continue;
        th->engine_search = NULL;
        free_search(t);
        if (th->state != SEARCHING) /* it is starting, and will be free afterwards */
            return;
        th->state = STOPPING;
        arm_for(th, SHG_ENGINE_PROCESS_PATIENCE_MS);
        bufferevent_write(th->child.bev, "stop\n", 5);
        return;
    }
}

/* ---- creating and freeing ---- */

shoogi_status shg_engine_pool_new(shg_engine_pool **out, shg_server *server, size_t at_once)
{
    shg_engine_pool *all = calloc(1, sizeof *all + at_once * sizeof all->each[0]);
    if (!all)
        return SHOOGI_NO_MEMORY;
    all->server = server;
    all->at_once = at_once;
    bool good = true;
    for (size_t i = 0; i < at_once; i++) {
        all->each[i].all = all;
        all->each[i].timer = event_new(server->base, -1, 0, on_time, &all->each[i]);
        good = good && all->each[i].timer;
    }
    if (!good) {
        shg_engine_pool_free(all);
        return SHOOGI_NO_MEMORY;
    }
    *out = all;
    return SHOOGI_OK;
}

void shg_engine_pool_free(shg_engine_pool *all)
{
    if (!all)
        return;
    shg_turn_cancel(&all->turn);
    for (size_t i = 0; i < all->at_once; i++) {
        engine_process *th = &all->each[i];
        if (th->engine_search)
            free_search(th->engine_search);
        shg_child_end(&th->child);
        shg_event_free(th->timer);
    }
    for (shg_engine_search *t = all->waiting, *next; t; t = next) {
        next = t->next;
        free_search(t);
    }
    free(all);
}

void shg_engine_pool_reap(shg_engine_pool *all)
{
    for (size_t i = 0; all && i < all->at_once; i++)
        (void)shg_child_reap(&all->each[i].child);
}

size_t shg_engine_pool_at_once(const shg_engine_pool *all)
{
    return all->at_once;
}

size_t shg_engine_pool_waiting(const shg_engine_pool *all)
{
    return all->waiting_count;
}
