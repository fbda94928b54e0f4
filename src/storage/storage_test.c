/* storage_test.c: tests the contract of storage.h for every backend with the same cases, the oracle first.
 *
 * Linked with --wrap=calloc and --wrap=realloc, so that allocations of memory.c can be made to
 * fail; SQLite's are made to fail in sqlite_test.c. */
#include "storage/bounds.h"
#include "support/memory_storage/memory.h"
#include "storage/storage.h"
#include "storage/transfer.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* --- Backends and fixtures --- */

struct backend {
    const char *name;
    shoogi_status (*open)(shg_storage **out, const char *path, bool read_only);
    bool lasting; /* rows outlive the storage */
    void (*make)(char *path, size_t room);
};

static shoogi_status open_memory(shg_storage **out, const char *path, bool read_only)
{
    (void)path, (void)read_only;
    return shg_storage_memory(out, NULL);
}

static shoogi_status open_in_memory(shg_storage **out, const char *path, bool read_only)
{
    (void)path;
    return shg_storage_open(out, "memory", read_only, NULL);
}

static shoogi_status open_sqlite(shg_storage **out, const char *path, bool read_only)
{
    const shg_sqlite_options options = { .path = path, .read_only = read_only };
    shoogi_error err;
    const shoogi_status status = shg_storage_sqlite(out, &options, &err);
    if (status != SHOOGI_OK)
        print_error("%s\n", err.message);
    return status;
}

enum { SCHEMAS = 100 };

/* Gives an empty schema, made by psql, so that this test needs no libpq: many at a time, because a call of it takes longer than
 * most cases. */
static void make_schema(char *path, size_t room)
{
    static int given;
    const char *uri = getenv("SHOOGI_POSTGRES");
    char command[512];
    assert_non_null(uri);
    if (given++ % SCHEMAS == 0) {
        snprintf(
            command, sizeof command,
            "psql -qX -c \"DO 'BEGIN FOR i IN %d..%d LOOP EXECUTE format(''CREATE SCHEMA t%%s'', i); "
            "END LOOP; END'\" '%s'",
            given, given + SCHEMAS - 1, uri);
        assert_int_equal(system(command), 0);
    }
    snprintf(path, room, "%s&options=-csearch_path%%3Dt%d", uri, given);
}

/* A schema of the database in SHOOGI_POSTGRES (tests/support/with_postgres.py) takes the place of a file. */
static shoogi_status open_postgres(shg_storage **out, const char *path, bool read_only)
{
    shoogi_error err;
    const shoogi_status status = shg_storage_postgres(out, path, read_only, &err);
    if (status != SHOOGI_OK)
        print_error("%s\n", err.message);
    return status;
}

static const struct backend backends[] = {
    { "memory", open_memory, false, NULL },
    { "sqlite in memory", open_in_memory, false, NULL },
    { "sqlite", open_sqlite, true, NULL },
    { "postgres", open_postgres, true, make_schema },
};

/* The fixture of a case. */
struct fixture {
    const struct backend *backend;
    shg_storage *s;
    const shg_storage_ops *ops;
    char directory[64], path[256];
};

static void reopen(struct fixture *f)
{
    if (f->s)
        f->ops->close(f->s);
    f->s = NULL;
    assert_int_equal(f->backend->open(&f->s, f->path, false), SHOOGI_OK);
    f->ops = f->s->ops;
}

static bool is_whole; /* --all: in script/soak */

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    f->backend = *state;
    snprintf(f->directory, sizeof f->directory, "/tmp/shoogi-storage-XXXXXX");
    if (!mkdtemp(f->directory))
        return -1;
    snprintf(f->path, sizeof f->path, "%s/shoogi.db", f->directory);
    if (f->backend->make)
        f->backend->make(f->path, sizeof f->path);
    reopen(f);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    f->ops->close(f->s);
    DIR *directory = opendir(f->directory);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
    const int result = rmdir(f->directory);
    free(f);
    return result;
}

/* --- Rows --- */

static const shg_player player_row = {
    .name = "", .password = "", .created_ms = 1000, .seen_ms = 2000
};
static const shg_challenge challenge_row = { .variant = "shogi",
                                             .pattern = "*",
                                             .colour = "black",
                                             .options = "",
                                             .first_move = "",
                                             .comment = "",
                                             .created_ms = 3000 };
static const shg_game game_row = { .sfen = "", .options = "", .comment = "", .created_ms = 4000 };

static void begin(struct fixture *f)
{
    assert_int_equal(f->ops->begin(f->s, NULL), SHOOGI_OK);
}

static void commit(struct fixture *f)
{
    assert_int_equal(f->ops->commit(f->s, NULL), SHOOGI_OK);
}

static shoogi_status try_player(struct fixture *f, int64_t *id, const char *name)
{
    shg_player row = player_row;
    row.name = name;
    return f->ops->player_add(f->s, id, &row, NULL);
}

static int64_t add_player(struct fixture *f, const char *name)
{
    int64_t id = 0;
    assert_int_equal(try_player(f, &id, name), SHOOGI_OK);
    return id;
}

static int64_t put_definition(struct fixture *f, const char *name, const char *text)
{
    int64_t id = 0;
    const shg_definition row = { .name = name, .text = text, .text_bytes = strlen(text) };
    assert_int_equal(f->ops->definition_put(f->s, &id, &row, NULL), SHOOGI_OK);
    return id;
}

static int64_t add_challenge(struct fixture *f, int64_t player, const char *comment)
{
    int64_t id = 0;
    shg_challenge row = challenge_row;
    row.player = player;
    row.comment = comment;
    assert_int_equal(f->ops->challenge_add(f->s, &id, &row, NULL), SHOOGI_OK);
    return id;
}

static int64_t add_game(struct fixture *f, int64_t definition, int64_t black, int64_t white)
{
    int64_t id = 0;
    shg_game row = game_row;
    row.definition = definition;
    row.black = black;
    row.white = white;
    assert_int_equal(f->ops->game_add(f->s, &id, &row, NULL), SHOOGI_OK);
    return id;
}

static shoogi_status add_event(struct fixture *f, int64_t game, int64_t at, const char *kind,
                               const char *text)
{
    const shg_event row = { .game = game,
                            .number = at,
                            .kind = kind,
                            .text = text,
                            .think_ms = 10 * at,
                            .at_ms = 100 * at };
    return f->ops->event_add(f->s, &row, NULL);
}

/* Adds a game with its definition and two players, in one transaction. */
static int64_t one_game(struct fixture *f)
{
    begin(f);
    const int64_t definition = put_definition(f, "shogi", "files=9\n");
    const int64_t game = add_game(f, definition, add_player(f, "Ota"), add_player(f, "Soga"));
    commit(f);
    return game;
}

static shg_game get_game(struct fixture *f, int64_t id)
{
    shg_game row;
    assert_int_equal(f->ops->game_get(f->s, &row, id, NULL), SHOOGI_OK);
    return row;
}

/* --- A dump of all rows as text --- */

struct dump {
    char *text;
    size_t length, room;
    int rows_left; /* of a list that stops early; -1: all */
};

static void say(struct dump *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct dump *d, const char *format, ...)
{
    for (;;) {
        va_list arguments;
        va_start(arguments, format);
        const int length =
            vsnprintf(d->text ? d->text + d->length : NULL, d->room - d->length, format, arguments);
        va_end(arguments);
        if ((size_t)length < d->room - d->length) {
            d->length += (size_t)length;
            return;
        }
        d->room = 2 * d->room + (size_t)length + 256;
        d->text = realloc(d->text, d->room);
        assert_non_null(d->text);
    }
}

static bool more(struct dump *d)
{
    return d->rows_left < 0 || --d->rows_left > 0;
}

static bool dump_challenge(void *context, const shg_challenge *c)
{
    struct dump *d = context;
    say(d, "challenge %lld of %lld %s: %s %s %s %s %s %s %lld\n", (long long)c->id,
        (long long)c->player, c->player_name, c->variant, c->pattern, c->colour, c->options,
        c->first_move, c->comment, (long long)c->created_ms);
    return more(d);
}

static bool dump_game(void *context, const shg_game *g)
{
    struct dump *d = context;
    say(d, "game %lld: %lld %s, %lld %s, %lld %s; %s; %s; %lld; %lld %lld %s %s, %lld %lld\n",
        (long long)g->id, (long long)g->definition, g->variant, (long long)g->black, g->black_name,
        (long long)g->white, g->white_name, g->sfen, g->comment, (long long)g->created_ms,
        (long long)g->events, (long long)g->moves, g->outcome, g->reason, (long long)g->black_seen,
        (long long)g->white_seen);
    say(d, "  %s; %lld, %lld %lld, %d %lld %lld%s\n", g->options, (long long)g->ended_ms,
        (long long)g->black_seen_ms, (long long)g->white_seen_ms, g->rated,
        (long long)g->settled_ms, (long long)g->deleted_ms, g->sealed ? " sealed" : "");
    return more(d);
}

static bool dump_number(void *context, const shg_game *g)
{
    struct dump *d = context;
    say(d, " %lld", (long long)g->id);
    return more(d);
}

static bool dump_rating(void *context, const shg_rating_row *r)
{
    struct dump *d = context;
    say(d, "rating %lld: %lld %lld %s %s; %lld %lld, %lld %lld %lld; %lld %lld\n",
        (long long)r->number, (long long)r->game, (long long)r->player, r->variant, r->speed,
        (long long)r->was_rating_e3, (long long)r->was_deviation_e3, (long long)r->rating_e3,
        (long long)r->deviation_e3, (long long)r->volatility_e9, (long long)r->at_ms,
        (long long)r->games);
    return more(d);
}

static bool dump_event(void *context, const shg_event *e)
{
    struct dump *d = context;
    say(d, "event %lld %lld: %s %s %lld %lld\n", (long long)e->game, (long long)e->number, e->kind,
        e->text, (long long)e->think_ms, (long long)e->at_ms);
    return more(d);
}

static bool dump_name(void *context, const shg_player *p)
{
    struct dump *d = context;
    say(d, " %lld %s", (long long)p->id, p->name);
    return more(d);
}

static bool dump_report(void *context, const shg_report *p)
{
    struct dump *d = context;
    say(d, "report %lld: %lld %s, %lld %s, %lld: %s; %s; %lld\n", (long long)p->id,
        (long long)p->sender, p->sender_name, (long long)p->accused, p->accused_name,
        (long long)p->game, p->text, p->heard, (long long)p->at_ms);
    return more(d);
}

static bool dump_run(void *context, const shg_run *r)
{
    struct dump *d = context;
    say(d, "run %lld %lld\n", (long long)r->began_ms, (long long)r->alive_ms);
    return more(d);
}

static bool dump_ban(void *context, const shg_ban *b)
{
    struct dump *d = context;
    say(d, "ban %lld: %lld %s, %s: %s, %lld to %lld\n", (long long)b->id, (long long)b->player,
        b->player_name, b->network, b->reason, (long long)b->at_ms, (long long)b->until_ms);
    return more(d);
}

static bool dump_message(void *context, const shg_message *m)
{
    struct dump *d = context;
    say(d, "message %lld: %lld %lld %s: %s %lld\n", (long long)m->id, (long long)m->recipient,
        (long long)m->sender, m->sender_name, m->text, (long long)m->at_ms);
    return more(d);
}

static bool dump_token(void *context, const shg_token *t)
{
    struct dump *d = context;
    say(d, "token %lld: %lld %s %s %s %s %lld %lld %lld %lld\n", (long long)t->id,
        (long long)t->player, t->kind, t->name, t->hash, t->from, (long long)t->created_ms,
        (long long)t->seen_ms, (long long)t->expires_ms, (long long)t->scopes);
    return more(d);
}

static bool dump_remark(void *context, const shg_chat_line *r)
{
    struct dump *d = context;
    say(d, "remark %lld %lld: %lld %s, %s: %s %lld\n", (long long)r->game, (long long)r->number,
        (long long)r->player, r->player_name, r->kind, r->text, (long long)r->at_ms);
    return more(d);
}

/* The documents of a game that tests write. */
static void dump_papers(struct dump *d, shg_storage *s, int64_t game)
{
    static const char *const kinds[] = { "plan", "note" };
    for (int64_t player = 1; player < 4; player++)
        for (int i = 0; i < 2; i++) {
            const char *text = NULL;
            assert_int_equal(s->ops->document_get(s, &text, game, player, kinds[i], NULL),
                             SHOOGI_OK);
            if (text[0])
                say(d, "paper %lld %lld %s: %s\n", (long long)game, (long long)player, kinds[i],
                    text);
        }
}

static bool dump_preset(void *context, const char *name, const char *text)
{
    struct dump *d = context;
    say(d, "preset %s: %s\n", name, text);
    return more(d);
}

static bool dump_mail(void *context, int64_t player)
{
    struct dump *d = context;
    say(d, " %lld", (long long)player);
    return more(d);
}

static bool dump_letter(void *context, const shg_email *l)
{
    struct dump *d = context;
    say(d, "letter %lld: %lld %s %s %s %lld %lld %lld%s%s\n", (long long)l->id,
        (long long)l->player, l->address, l->subject, l->text, (long long)l->at_ms,
        (long long)l->tries, (long long)l->next_ms, l->topic[0] ? " " : "", l->topic);
    return more(d);
}

static bool dump_device(void *context, const shg_device *v)
{
    struct dump *d = context;
    say(d, "device %lld: %lld %s %s %s %s %lld\n", (long long)v->id, (long long)v->player,
        v->endpoint, v->key, v->auth, v->name, (long long)v->created_ms);
    return more(d);
}

static bool dump_push(void *context, const shg_push *p)
{
    struct dump *d = context;
    say(d, "push %lld: %lld %lld %s %s %s %s %s %d %lld %lld %lld\n", (long long)p->id,
        (long long)p->device, (long long)p->player, p->endpoint, p->key, p->auth, p->topic, p->text,
        p->urgent, (long long)p->at_ms, (long long)p->tries, (long long)p->next_ms);
    return more(d);
}

static bool dump_paper(void *context, const shg_document *p)
{
    struct dump *d = context;
    say(d, "paper %lld %lld: %s %s\n", (long long)p->game, (long long)p->player, p->kind, p->text);
    return more(d);
}

/* The keys of requests that tests make. */
static const char *const keys[] = { "a", "b", "first", "second" };

static bool dump_record(void *context, const shg_record_row *r)
{
    struct dump *d = context;
    assert_null(r->text);
    say(d, "record %lld: %lld %s, %lld %s; %s; %s; %s; %s; %s; %lld %lld\n", (long long)r->id,
        (long long)r->player, r->player_name, (long long)r->definition, r->variant, r->black,
        r->white, r->event, r->played, r->outcome, (long long)r->moves, (long long)r->created_ms);
    return more(d);
}

static bool dump_place(void *context, int64_t number, int64_t at)
{
    struct dump *d = context;
    say(d, " %lld at %lld", (long long)number, (long long)at);
    return more(d);
}

static bool dump_design(void *context, const shg_design *r)
{
    struct dump *d = context;
    say(d, "design %lld: %lld %s, %s %lld, %lld\n", (long long)r->definition, (long long)r->player,
        r->player_name, r->name, (long long)r->version, (long long)r->created_ms);
    return more(d);
}

static bool dump_study(void *context, const shg_study *r)
{
    struct dump *d = context;
    say(d, "study %lld: %lld %s, %lld %s; %s; %s; %d %lld, %lld\n", (long long)r->id,
        (long long)r->player, r->player_name, (long long)r->definition, r->variant, r->name,
        r->sfen, r->hidden, (long long)r->created_ms, (long long)r->events);
    return more(d);
}

static bool dump_study_event(void *context, const shg_study_event *e)
{
    struct dump *d = context;
    say(d, "  %lld %lld: %lld %s %s %s %lld\n", (long long)e->study, (long long)e->number,
        (long long)e->player, e->player_name, e->kind, e->text, (long long)e->at_ms);
    return more(d);
}

static bool dump_free_table(void *context, const shg_free_table *r)
{
    struct dump *d = context;
    say(d, "table %lld: %lld %s, %lld %s; %s; %s; %s; %d %d %lld, %lld\n", (long long)r->id,
        (long long)r->player, r->player_name, (long long)r->opponent, r->opponent_name, r->title,
        r->text, r->secret, r->second, r->hidden, (long long)r->created_ms, (long long)r->events);
    return more(d);
}

static void dump_library(struct dump *d, shg_storage *s)
{
    const shg_storage_ops *ops = s->ops;
    assert_int_equal(ops->record_list(s, 0, 0, dump_record, d, NULL), SHOOGI_OK);
    shg_record_row r;
    for (int64_t id = 1; ops->record_get(s, &r, id, NULL) == SHOOGI_OK; id++)
        say(d, "text %lld %s %s %zu %s\n", (long long)r.id, r.variant, r.outcome, r.text_bytes,
            r.text);
    for (int kind = 0; kind < 2; kind++)
        for (int64_t hash = 0; hash < 5; hash++) {
            say(d, "place %d %lld:", kind, (long long)hash);
            assert_int_equal(ops->place_list(s, kind, hash, 0, dump_place, d, NULL), SHOOGI_OK);
            say(d, "\n");
        }
    int kind = -1;
    int64_t next = 0;
    const shoogi_status status = ops->place_next(s, &kind, &next, NULL);
    say(d, "next %d: %d %lld\n", status, kind, (long long)next);
    assert_int_equal(ops->design_list(s, 0, 0, dump_design, d, NULL), SHOOGI_OK);
    assert_int_equal(ops->study_list(s, 0, 0, dump_study, d, NULL), SHOOGI_OK);
    shg_study t;
    for (int64_t id = 1; ops->study_get(s, &t, id, NULL) == SHOOGI_OK; id++)
        assert_int_equal(ops->study_event_list(s, id, 1, dump_study_event, d, NULL), SHOOGI_OK);
    assert_int_equal(ops->free_table_list(s, 0, 0, dump_free_table, d, NULL), SHOOGI_OK);
    shg_free_table u;
    for (int64_t id = 1; ops->free_table_get(s, &u, id, NULL) == SHOOGI_OK; id++)
        assert_int_equal(ops->free_table_event_list(s, id, 1, dump_study_event, d, NULL),
                         SHOOGI_OK);
}

/* Dumps all rows; owned (free). */
static char *dump_all(shg_storage *s)
{
    const shg_storage_ops *ops = s->ops;
    struct dump d = { .rows_left = -1 };
    say(&d, "%s", "");
    shg_player p;
    for (int64_t id = 1; ops->player_by_id(s, &p, id, NULL) == SHOOGI_OK; id++) {
        say(&d, "player %lld: %s %s %lld %lld %lld %s; ignores", (long long)p.id, p.name,
            p.password, (long long)p.created_ms, (long long)p.seen_ms, (long long)p.current_game,
            p.settings);
        assert_int_equal(ops->ignored_list(s, id, dump_name, &d, NULL), SHOOGI_OK);
        say(&d, "\n");
        assert_int_equal(ops->message_list(s, id, dump_message, &d, NULL), SHOOGI_OK);
        assert_int_equal(ops->token_list(s, id, dump_token, &d, NULL), SHOOGI_OK);
        assert_int_equal(ops->preset_list(s, id, dump_preset, &d, NULL), SHOOGI_OK);
        assert_int_equal(ops->device_list(s, id, dump_device, &d, NULL), SHOOGI_OK);
        assert_int_equal(ops->document_list(s, id, dump_paper, &d, NULL), SHOOGI_OK);
        shg_account_row a;
        assert_int_equal(ops->account_get(s, &a, id, NULL), SHOOGI_OK);
        say(&d, "account %s %s %lld %lld ", a.mail, a.totp, (long long)a.totp_step,
            (long long)a.reminded_ms);
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
            bool there = false;
            assert_int_equal(ops->request_get(s, &there, id, keys[i], NULL), SHOOGI_OK);
            say(&d, "%s", there ? keys[i] : "-");
        }
        say(&d, "\n");
    }
    assert_int_equal(ops->player_list(s, "", dump_name, &d, NULL), SHOOGI_OK);
    say(&d, "\n");
    shg_definition n;
    for (int64_t id = 1; ops->definition_get(s, &n, id, NULL) == SHOOGI_OK; id++)
        say(&d, "definition %lld: %s %zu %s\n", (long long)n.id, n.name, n.text_bytes, n.text);
    assert_int_equal(ops->report_list(s, 0, 0, dump_report, &d, NULL), SHOOGI_OK);
    assert_int_equal(ops->run_list(s, dump_run, &d, NULL), SHOOGI_OK);
    assert_int_equal(ops->ban_list(s, dump_ban, &d, NULL), SHOOGI_OK);
    assert_int_equal(ops->email_list(s, 99, dump_letter, &d, NULL), SHOOGI_OK);
    assert_int_equal(ops->push_list(s, 99, dump_push, &d, NULL), SHOOGI_OK);
    assert_int_equal(ops->account_list(s, 0, dump_mail, &d, NULL), SHOOGI_OK);
    const char *notice = NULL;
    assert_int_equal(ops->notice_get(s, &notice, "today", NULL), SHOOGI_OK);
    say(&d, "notice %s\n", notice);
    shg_totals totals;
    assert_int_equal(ops->totals(s, &totals, NULL), SHOOGI_OK);
    say(&d, "totals %lld %lld %lld\n", (long long)totals.players, (long long)totals.games,
        (long long)totals.games_running);
    assert_int_equal(ops->challenge_list(s, 0, dump_challenge, &d, NULL), SHOOGI_OK);
    const shg_game_filter all = { 0 };
    assert_int_equal(ops->game_list(s, &all, dump_game, &d, NULL), SHOOGI_OK);
    shg_game g;
    for (int64_t id = 1; ops->game_get(s, &g, id, NULL) == SHOOGI_OK; id++)
        assert_int_equal(ops->event_list(s, id, 1, dump_event, &d, NULL), SHOOGI_OK);
    for (int64_t id = 1; ops->game_get(s, &g, id, NULL) == SHOOGI_OK; id++) {
        assert_int_equal(ops->chat_list(s, id, 0, dump_remark, &d, NULL), SHOOGI_OK);
        dump_papers(&d, s, id);
    }
    const shg_rating_filter ratings = { 0 };
    assert_int_equal(ops->rating_list(s, &ratings, dump_rating, &d, NULL), SHOOGI_OK);
    dump_library(&d, s);
    const shg_game_filter unsettled = { .unsettled = true };
    say(&d, "unsettled");
    assert_int_equal(ops->game_list(s, &unsettled, dump_number, &d, NULL), SHOOGI_OK);
    say(&d, "\n");
    return d.text;
}

/* --- Cases: rows --- */

static void players(void **state)
{
    struct fixture *f = *state;
    begin(f);
    int64_t other = 0;
    const shg_player row = {
        .name = "Ota_7", .password = "$argon2id$x", .created_ms = 5, .seen_ms = -6
    };
    int64_t id = 0;
    assert_int_equal(f->ops->player_add(f->s, &id, &row, NULL), SHOOGI_OK);
    assert_int_equal(id, 1);
    assert_int_equal(add_player(f, "guest"), 2);
    shoogi_error err = { 0 };
    shg_player twice = row;
    twice.name = "oTA_7";
    assert_int_equal(f->ops->player_add(f->s, &other, &twice, &err), SHOOGI_CONFLICT);
    assert_string_equal(err.message, "expected a name that is free, found \"oTA_7\"");
    assert_int_equal(other, 0);
    commit(f);

    shg_player got;
    assert_int_equal(f->ops->player_by_name(f->s, &got, "OTA_7", NULL), SHOOGI_OK);
    assert_int_equal(got.id, 1);
    assert_string_equal(got.name, "Ota_7");
    assert_string_equal(got.password, "$argon2id$x");
    assert_int_equal(got.created_ms, 5);
    assert_int_equal(got.seen_ms, -6);
    assert_int_equal(got.current_game, 0);
    assert_int_equal(f->ops->player_by_id(f->s, &got, 2, NULL), SHOOGI_OK);
    assert_string_equal(got.name, "guest");
    assert_string_equal(got.password, "");

    assert_int_equal(f->ops->player_by_name(f->s, &got, "nobody", &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "expected the name of a player, found \"nobody\"");
    assert_int_equal(f->ops->player_by_name(f->s, &got, "", NULL), SHOOGI_NOT_FOUND);
    static const int64_t missing[] = { 0, 3, -1, INT64_MAX, INT64_MIN };
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++)
        assert_int_equal(f->ops->player_by_id(f->s, &got, missing[i], NULL), SHOOGI_NOT_FOUND);
}

static void players_change(void **state)
{
    struct fixture *f = *state;
    const int64_t game = one_game(f);
    begin(f);
    assert_int_equal(f->ops->player_set_seen(f->s, 1, INT64_MAX, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_set_game(f->s, 1, game, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_set_seen(f->s, 9, 1, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->player_set_game(f->s, 9, game, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->player_set_game(f->s, 2, game + 1, NULL), SHOOGI_NOT_FOUND);
    commit(f);
    shg_player got;
    assert_int_equal(f->ops->player_by_id(f->s, &got, 1, NULL), SHOOGI_OK);
    assert_true(got.seen_ms == INT64_MAX);
    assert_int_equal(got.current_game, game);
    begin(f);
    assert_int_equal(f->ops->player_set_game(f->s, 1, 0, NULL), SHOOGI_OK);
    commit(f);
    assert_int_equal(f->ops->player_by_id(f->s, &got, 1, NULL), SHOOGI_OK);
    assert_int_equal(got.current_game, 0);
}

static void texts_of_players_change(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota");
    shg_player got;
    assert_int_equal(f->ops->player_by_id(f->s, &got, ota, NULL), SHOOGI_OK);
    assert_string_equal(got.settings, "");
    assert_int_equal(f->ops->player_set_settings(f->s, ota, "a=1 b=2", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_set_password(f->s, ota, "old", NULL), SHOOGI_OK);
    commit(f);
    begin(f);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(f->ops->player_set_settings(f->s, ota, "other", NULL), SHOOGI_OK);
        assert_int_equal(f->ops->player_set_password(f->s, ota, "new", NULL), SHOOGI_OK);
    }
    assert_int_equal(f->ops->player_set_settings(f->s, 9, "", NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->player_set_password(f->s, 9, "", NULL), SHOOGI_NOT_FOUND);
    f->ops->rollback(f->s);
    assert_int_equal(f->ops->player_by_name(f->s, &got, "ota", NULL), SHOOGI_OK);
    assert_string_equal(got.settings, "a=1 b=2");
    assert_string_equal(got.password, "old");
}

static void players_in_the_order_of_names(void **state)
{
    struct fixture *f = *state;
    begin(f);
    static const char *const names[] = { "soga", "Ota", "b", "C", "otab", "B.2" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        add_player(f, names[i]);
    commit(f);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->player_list(f->s, "", dump_name, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, " 3 b 6 B.2 4 C 2 Ota 5 otab 1 soga");
    d.length = 0;
    d.rows_left = 2;
    assert_int_equal(f->ops->player_list(f->s, "", dump_name, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, " 3 b 6 B.2");
    /* Prefixes, ignoring case. */
    static const struct {
        const char *prefix, *found;
    } prefixes[] = { { "o", " 2 Ota 5 otab" }, { "OTA", " 2 Ota 5 otab" }, { "otab", " 5 otab" },
                     { "B", " 3 b 6 B.2" },    { "b.", " 6 B.2" },         { "x", "" },
                     { "sogas", "" } };
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        d.length = 0;
        d.rows_left = -1;
        say(&d, "%s", "");
        assert_int_equal(f->ops->player_list(f->s, prefixes[i].prefix, dump_name, &d, NULL),
                         SHOOGI_OK);
        assert_string_equal(d.text, prefixes[i].found);
    }
    free(d.text);
}

static void ignoring(void **state)
{
    struct fixture *f = *state;
    begin(f);
    for (int i = 0; i < 4; i++)
        add_player(f, &"dcba"[i]);
    for (int64_t other = 2; other <= 4; other++)
        assert_int_equal(f->ops->ignored_set(f->s, 1, other, true, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->ignored_set(f->s, 1, 2, true, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->ignored_set(f->s, 1, 3, false, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->ignored_set(f->s, 1, 3, false, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->ignored_set(f->s, 2, 1, false, NULL), SHOOGI_OK);
    for (int on = 0; on < 2; on++) {
        assert_int_equal(f->ops->ignored_set(f->s, 1, 5, on, NULL), SHOOGI_NOT_FOUND);
        assert_int_equal(f->ops->ignored_set(f->s, 5, 1, on, NULL), SHOOGI_NOT_FOUND);
    }
    commit(f);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->ignored_list(f->s, 1, dump_name, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, " 4 a 2 cba");
    assert_int_equal(f->ops->ignored_list(f->s, 2, dump_name, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, " 4 a 2 cba");
    free(d.text);
}

static void messages(void **state)
{
    struct fixture *f = *state;
    begin(f);
    add_player(f, "Ota");
    add_player(f, "Soga");
    int64_t id[4] = { 0 };
    for (int i = 0; i < 4; i++) {
        const shg_message row = {
            .recipient = 2 - (i == 1), .sender = 1, .text = "hello", .at_ms = i
        };
        assert_int_equal(f->ops->message_add(f->s, &id[i], &row, NULL), SHOOGI_OK);
    }
    const int64_t bad[][2] = { { 3, 1 }, { 1, 3 }, { 0, 1 } };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const shg_message row = { .recipient = bad[i][0], .sender = bad[i][1], .text = "x" };
        int64_t ignored;
        assert_int_equal(f->ops->message_add(f->s, &ignored, &row, NULL), SHOOGI_NOT_FOUND);
    }
    commit(f);
    begin(f);
    assert_int_equal(f->ops->message_remove(f->s, id[2], NULL), SHOOGI_OK);
    assert_int_equal(f->ops->message_remove(f->s, id[2], NULL), SHOOGI_NOT_FOUND);
    commit(f);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->message_list(f->s, 2, dump_message, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "message 1: 2 1 Ota: hello 0\nmessage 4: 2 1 Ota: hello 3\n");
    free(d.text);
}

static void reports(void **state)
{
    struct fixture *f = *state;
    begin(f);
    add_player(f, "Ota");
    add_player(f, "Soga");
    int64_t id = 0;
    for (int i = 0; i < 3; i++) {
        const shg_report row = {
            .sender = 1, .accused = 2, .game = i, .text = "rude", .heard = "a\nb\n", .at_ms = 5
        };
        assert_int_equal(f->ops->report_add(f->s, &id, &row, NULL), SHOOGI_OK);
        assert_int_equal(id, i + 1);
    }
    const shg_report bad = { .sender = 1, .accused = 3, .text = "rude", .heard = "" };
    assert_int_equal(f->ops->report_add(f->s, &id, &bad, NULL), SHOOGI_NOT_FOUND);
    commit(f);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->report_list(f->s, 0, 1, dump_report, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "report 2: 1 Ota, 2 Soga, 1: rude; a\nb\n; 5\n"
                                "report 3: 1 Ota, 2 Soga, 2: rude; a\nb\n; 5\n");
    begin(f);
    const shg_report other = { .sender = 2, .accused = 1, .text = "ruder", .heard = "", .at_ms = 4 };
    assert_int_equal(f->ops->report_add(f->s, &id, &other, NULL), SHOOGI_OK);
    commit(f);
    static const struct {
        int64_t sender, after;
        const char *text;
    } of_one[] = {
        { 1, 2, "report 3: 1 Ota, 2 Soga, 2: rude; a\nb\n; 5\n" },
        { 2, 0, "report 4: 2 Soga, 1 Ota, 0: ruder; ; 4\n" },
        { 2, 4, "" },
        { 3, 0, "" },
    };
    for (size_t i = 0; i < sizeof of_one / sizeof of_one[0]; i++) {
        struct dump one = { .rows_left = -1 };
        assert_int_equal(
            f->ops->report_list(f->s, of_one[i].sender, of_one[i].after, dump_report, &one, NULL),
            SHOOGI_OK);
        assert_string_equal(one.text ? one.text : "", of_one[i].text);
        free(one.text);
    }
    static const int64_t counts[][3] = { { 1, 0, 3 }, { 1, 5, 3 }, { 1, 6, 0 }, { 2, 0, 1 } };
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(f->ops->report_count(f->s, &id, counts[i][0], counts[i][1], NULL),
                         SHOOGI_OK);
        assert_int_equal(id, counts[i][2]);
    }
    free(d.text);
}

static void options_of_challenges_change(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota"), id = add_challenge(f, ota, "x");
    assert_int_equal(f->ops->challenge_set_pattern(f->s, id, "Ito", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->challenge_set_pattern(f->s, id + 1, "", NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->challenge_set_options(f->s, id, "replay-of=4", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->challenge_set_options(f->s, id + 1, "", NULL), SHOOGI_NOT_FOUND);
    commit(f);
    shg_challenge got;
    assert_int_equal(f->ops->challenge_get(f->s, &got, id, NULL), SHOOGI_OK);
    assert_string_equal(got.options, "replay-of=4");
    assert_string_equal(got.pattern, "Ito");
    begin(f);
    assert_int_equal(f->ops->challenge_set_options(f->s, id, "other", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->challenge_set_pattern(f->s, id, "*", NULL), SHOOGI_OK);
    f->ops->rollback(f->s);
    assert_int_equal(f->ops->challenge_get(f->s, &got, id, NULL), SHOOGI_OK);
    assert_string_equal(got.pattern, "Ito");
    assert_string_equal(got.options, "replay-of=4");
}

/* The case of ASCII letters alone is folded, so that all backends agree whatever their locale. */
static void names_fold_ascii_only(void **state)
{
    struct fixture *f = *state;
    begin(f);
    int64_t id;
    add_player(f, "J\u00c4ger");
    assert_int_equal(try_player(f, &id, "j\u00c4GER"), SHOOGI_CONFLICT);
    add_player(f, "j\u00e4ger");
    commit(f);
}

static void definitions(void **state)
{
    struct fixture *f = *state;
    begin(f);
    assert_int_equal(put_definition(f, "shogi", "files=9"), 1);
    assert_int_equal(put_definition(f, "shogi", "files=8"), 2);
    assert_int_equal(put_definition(f, "Shogi", "files=9"), 3);
    assert_int_equal(put_definition(f, "shogi", "files=9"), 1);
    commit(f);
    begin(f);
    assert_int_equal(put_definition(f, "shogi", "files=8"), 2);
    /* text_bytes limits the text, whatever follows it. */
    int64_t id;
    const shg_definition part = { .name = "shogi", .text = "files=9 and more", .text_bytes = 7 };
    assert_int_equal(f->ops->definition_put(f->s, &id, &part, NULL), SHOOGI_OK);
    assert_int_equal(id, 1);
    commit(f);
    shg_definition got;
    assert_int_equal(f->ops->definition_get(f->s, &got, 3, NULL), SHOOGI_OK);
    assert_int_equal(got.id, 3);
    assert_string_equal(got.name, "Shogi");
    assert_string_equal(got.text, "files=9");
    assert_int_equal(got.text_bytes, 7);
    assert_int_equal(f->ops->definition_get(f->s, &got, 4, NULL), SHOOGI_NOT_FOUND);
}

static void challenges(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota"), soga = add_player(f, "Soga");
    assert_int_equal(add_challenge(f, ota, "first"), 1);
    const shg_challenge row = { .player = soga,
                                .variant = "tori",
                                .pattern = "o*",
                                .colour = "white",
                                .options = "u i",
                                .first_move = "4g4f",
                                .comment = "second",
                                .created_ms = 77 };
    int64_t id;
    assert_int_equal(f->ops->challenge_add(f->s, &id, &row, NULL), SHOOGI_OK);
    assert_int_equal(id, 2);
    assert_int_equal(add_challenge(f, ota, "third"), 3);
    commit(f);

    shg_challenge got;
    assert_int_equal(f->ops->challenge_get(f->s, &got, 2, NULL), SHOOGI_OK);
    struct dump d = { .rows_left = -1 };
    dump_challenge(&d, &got);
    assert_string_equal(d.text, "challenge 2 of 2 Soga: tori o* white u i 4g4f second 77\n");

    begin(f);
    assert_int_equal(f->ops->challenge_remove(f->s, 3, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->challenge_remove(f->s, 3, NULL), SHOOGI_NOT_FOUND);
    commit(f);
    assert_int_equal(f->ops->challenge_get(f->s, &got, 3, NULL), SHOOGI_NOT_FOUND);
    begin(f);
    /* Not 3 again: a delayed answer to the old one may arrive. */
    assert_int_equal(add_challenge(f, ota, "fourth"), 4);
    assert_int_equal(f->ops->challenge_remove(f->s, 1, NULL), SHOOGI_OK);
    commit(f);

    d.length = 0;
    assert_int_equal(f->ops->challenge_list(f->s, 0, dump_challenge, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "challenge 2 of 2 Soga: tori o* white u i 4g4f second 77\n"
                                "challenge 4 of 1 Ota: shogi * black   fourth 3000\n");
    d.length = 0;
    d.rows_left = 1;
    assert_int_equal(f->ops->challenge_list(f->s, 0, dump_challenge, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "challenge 2 of 2 Soga: tori o* white u i 4g4f second 77\n");
    d.length = 0;
    d.rows_left = -1;
    assert_int_equal(f->ops->challenge_list(f->s, ota, dump_challenge, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "challenge 4 of 1 Ota: shogi * black   fourth 3000\n");
    free(d.text);
}

static void games_and_events(void **state)
{
    struct fixture *f = *state;
    const int64_t game = one_game(f);
    shg_game got = get_game(f, game);
    assert_string_equal(got.variant, "shogi");
    assert_string_equal(got.black_name, "Ota");
    assert_string_equal(got.white_name, "Soga");
    assert_int_equal(got.events, 0);
    assert_string_equal(got.outcome, "");

    begin(f);
    assert_int_equal(add_event(f, game, 1, "move", "7g7f"), SHOOGI_OK);
    assert_int_equal(add_event(f, game, 2, "move", "3c3d"), SHOOGI_OK);
    assert_int_equal(add_event(f, game, 3, "chat", "a kind of a later version"), SHOOGI_OK);
    commit(f);
    got = get_game(f, game);
    assert_int_equal(got.events, 3);
    assert_int_equal(got.moves, 2);

    begin(f);
    assert_int_equal(add_event(f, game, 4, "resign", "white"), SHOOGI_OK);
    assert_int_equal(add_event(f, game, 5, "result", "black resignation"), SHOOGI_OK);
    commit(f);
    got = get_game(f, game);
    assert_int_equal(got.events, 5);
    assert_int_equal(got.moves, 2);
    assert_string_equal(got.outcome, "black");
    assert_string_equal(got.reason, "resignation");

    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->event_list(f->s, game, 3, dump_event, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "event 1 3: chat a kind of a later version 30 300\n"
                                "event 1 4: resign white 40 400\n"
                                "event 1 5: result black resignation 50 500\n");
    d.length = 0;
    d.rows_left = 2;
    assert_int_equal(f->ops->event_list(f->s, game, -5, dump_event, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "event 1 1: move 7g7f 10 100\nevent 1 2: move 3c3d 20 200\n");
    d.length = 0;
    say(&d, "%s", "");
    assert_int_equal(f->ops->event_list(f->s, game, 6, dump_event, &d, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->event_list(f->s, 99, 1, dump_event, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "");
    free(d.text);
}

static void events_have_no_gap_and_no_double(void **state)
{
    struct fixture *f = *state;
    const int64_t game = one_game(f);
    begin(f);
    assert_int_equal(add_event(f, game, 1, "move", "7g7f"), SHOOGI_OK);
    shoogi_error err;
    const shg_event second_writer = { .game = game, .number = 1, .kind = "move", .text = "2g2f" };
    assert_int_equal(f->ops->event_add(f->s, &second_writer, &err), SHOOGI_CONFLICT);
    assert_string_equal(err.message, "expected event 2 of game 1, found 1");
    static const int64_t wrong[] = { 0, 3, -1, 100, INT64_MAX, INT64_MIN };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const shg_event row = { .game = game, .number = wrong[i], .kind = "move", .text = "2g2f" };
        assert_int_equal(f->ops->event_add(f->s, &row, NULL), SHOOGI_CONFLICT);
    }
    /* Refusals harm nothing. */
    assert_int_equal(add_event(f, game, 2, "move", "3c3d"), SHOOGI_OK);
    commit(f);
    assert_int_equal(get_game(f, game).events, 2);
    begin(f);
    assert_int_equal(f->ops->event_add(f->s, &second_writer, NULL), SHOOGI_CONFLICT);
    assert_int_equal(add_event(f, 2, 1, "move", "7g7f"), SHOOGI_NOT_FOUND);
    f->ops->rollback(f->s);
}

static void nothing_follows_a_result(void **state)
{
    struct fixture *f = *state;
    const int64_t game = one_game(f);
    begin(f);
    assert_int_equal(add_event(f, game, 1, "result", "draw repetition"), SHOOGI_OK);
    shoogi_error err;
    const shg_event row = { .game = game, .number = 2, .kind = "move", .text = "7g7f" };
    assert_int_equal(f->ops->event_add(f->s, &row, &err), SHOOGI_ILLEGAL);
    assert_string_equal(err.message, "game 1 is over");
    assert_int_equal(add_event(f, game, 2, "result", "black checkmate"), SHOOGI_ILLEGAL);
    /* The second of two writers gets CONFLICT, even if the game is over. */
    assert_int_equal(add_event(f, game, 1, "move", "7g7f"), SHOOGI_CONFLICT);
    commit(f);
    begin(f);
    assert_int_equal(add_event(f, game, 2, "chat", "thank you"), SHOOGI_ILLEGAL);
    commit(f);
    const shg_game got = get_game(f, game);
    assert_int_equal(got.events, 1);
    assert_string_equal(got.outcome, "draw");
    assert_string_equal(got.reason, "repetition");
}

/* The end of a game can be taken back, and the game continues. */
static void an_undo_reopens_a_game(void **state)
{
    struct fixture *f = *state;
    const int64_t game = one_game(f);
    begin(f);
    assert_int_equal(add_event(f, game, 1, "handicap", "HANDICAP:L@1a"), SHOOGI_OK);
    assert_int_equal(add_event(f, game, 2, "move", "3c3d"), SHOOGI_OK);
    assert_int_equal(add_event(f, game, 3, "result", "white checkmate"), SHOOGI_OK);
    shg_game got = get_game(f, game);
    assert_int_equal(got.moves, 2);
    assert_int_equal(got.ended_ms, 300);
    static const char *const bad[] = { "", "black", "black ", "red move", "move" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(add_event(f, game, 4, "undo", bad[i]), SHOOGI_PARSE_ERROR);
    assert_int_equal(add_event(f, game, 4, "undo", "white move"), SHOOGI_OK);
    commit(f);
    got = get_game(f, game);
    assert_int_equal(got.events, 4);
    assert_int_equal(got.moves, 1);
    assert_int_equal(got.ended_ms, 0);
    assert_string_equal(got.outcome, "");
    assert_string_equal(got.reason, "");
    struct dump d = { .rows_left = -1 };
    const shg_game_filter running = { .running_only = true };
    assert_int_equal(f->ops->game_list(f->s, &running, dump_game, &d, NULL), SHOOGI_OK);
    assert_non_null(d.text);
    free(d.text);
    begin(f);
    assert_int_equal(add_event(f, game, 5, "undo", "black handicap"), SHOOGI_OK);
    assert_int_equal(get_game(f, game).moves, 0);
    assert_int_equal(add_event(f, game, 6, "resign", "white"), SHOOGI_OK);
    assert_int_equal(add_event(f, game, 7, "result", "black resignation"), SHOOGI_OK);
    assert_int_equal(add_event(f, game, 8, "undo", "white resign"), SHOOGI_OK);
    assert_int_equal(get_game(f, game).moves, 0);
    commit(f);
}

static void settled_results_stay(void **state)
{
    struct fixture *f = *state;
    const int64_t unrated = one_game(f);
    begin(f);
    shg_game row = game_row;
    row.definition = row.black = 1;
    row.white = 2;
    row.rated = true;
    int64_t games[3];
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(f->ops->game_add(f->s, &games[i], &row, NULL), SHOOGI_OK);
    assert_true(get_game(f, games[0]).rated);
    assert_false(get_game(f, unrated).rated);
    shoogi_error err;
    assert_int_equal(f->ops->game_finalise(f->s, games[0], 9, &err), SHOOGI_ILLEGAL);
    assert_string_equal(err.message, "game 2 is not over");
    assert_int_equal(f->ops->game_finalise(f->s, 99, 9, NULL), SHOOGI_NOT_FOUND);
    /* The last game ends first; another is not rated. */
    assert_int_equal(add_event(f, unrated, 1, "result", "black x"), SHOOGI_OK);
    assert_int_equal(add_event(f, games[2], 1, "result", "black x"), SHOOGI_OK);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(add_event(f, games[i], 1, "resign", "white"), SHOOGI_OK);
        assert_int_equal(add_event(f, games[i], 2, "result", "black x"), SHOOGI_OK);
    }
    const shg_game_filter unsettled = { .unsettled = true };
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->game_list(f->s, &unsettled, dump_number, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, " 4 2 3");
    d.length = 0;
    assert_int_equal(f->ops->game_finalise(f->s, games[0], 9, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->game_finalise(f->s, games[0], 10, &err), SHOOGI_CONFLICT);
    assert_string_equal(err.message, "the result of game 2 is final");
    assert_int_equal(get_game(f, games[0]).settled_ms, 9);
    assert_int_equal(
        f->ops->event_add(f->s, &(shg_event){ games[0], 3, "undo", "black resign", 0, 0 }, &err),
        SHOOGI_ILLEGAL);
    assert_string_equal(err.message, "the result of game 2 is final");
    assert_int_equal(add_event(f, games[0], 2, "undo", "black resign"), SHOOGI_CONFLICT);
    assert_int_equal(add_event(f, games[0], 3, "move", "x"), SHOOGI_ILLEGAL);
    /* A game whose result is not final can be resumed, and is then not over. */
    assert_int_equal(add_event(f, games[1], 3, "undo", "black resign"), SHOOGI_OK);
    assert_int_equal(f->ops->game_list(f->s, &unsettled, dump_number, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, " 4");
    free(d.text);
    commit(f);
}

static const shg_rating_row rating_row = { .game = 1,
                                           .player = 1,
                                           .variant = "shogi",
                                           .speed = "blitz",
                                           .was_rating_e3 = 1500000,
                                           .was_deviation_e3 = 350000,
                                           .rating_e3 = -7,
                                           .deviation_e3 = INT64_MAX,
                                           .volatility_e9 = INT64_MIN,
                                           .at_ms = 70,
                                           .games = 1 };

static void ratings_are_added(void **state)
{
    struct fixture *f = *state;
    one_game(f);
    begin(f);
    const shg_storage_ops *ops = f->ops;
    for (int i = 0; i < 3; i++)
        add_game(f, 1, 1, 2);
    shg_rating_row row = rating_row, found;
    shoogi_error err;
    assert_int_equal(ops->rating_get(f->s, &found, 1, "shogi", "blitz", INT64_MAX, &err),
                     SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no rating at shogi blitz");
    assert_int_equal(ops->rating_add(f->s, &row, NULL), SHOOGI_OK);
    assert_int_equal(ops->rating_get(f->s, &found, 1, "shogi", "blitz", INT64_MAX, NULL),
                     SHOOGI_OK);
    assert_int_equal(found.number, 1);
    assert_int_equal(found.rating_e3, -7);
    assert_true(found.deviation_e3 == INT64_MAX && found.volatility_e9 == INT64_MIN);
    assert_int_equal(ops->rating_add(f->s, &row, &err), SHOOGI_CONFLICT); /* once */
    assert_string_equal(err.message, "game 1 is already rated for player 1");
    row.speed = "bullet";
    assert_int_equal(ops->rating_add(f->s, &row, NULL), SHOOGI_CONFLICT);
    row.player = 2;
    assert_int_equal(ops->rating_add(f->s, &row, NULL), SHOOGI_OK);
    row = rating_row;
    for (row.game = 2; row.game <= 4; row.game++) {
        row.games = row.game;
        row.variant = row.game == 3 ? "chu" : "shogi";
        assert_int_equal(ops->rating_add(f->s, &row, NULL), SHOOGI_OK);
    }
    assert_int_equal(ops->rating_get(f->s, &found, 1, "shogi", "blitz", INT64_MAX, NULL),
                     SHOOGI_OK);
    assert_int_equal(found.game, 4);
    assert_int_equal(ops->rating_get(f->s, &found, 1, "chu", "blitz", INT64_MAX, NULL), SHOOGI_OK);
    assert_int_equal(found.game, 3);
    /* as it was at a time */
    assert_int_equal(ops->rating_get(f->s, &found, 1, "chu", "blitz", row.at_ms - 1, &err),
                     SHOOGI_NOT_FOUND);
    assert_int_equal(ops->rating_get(f->s, &found, 1, "chu", "blitz", row.at_ms, NULL), SHOOGI_OK);
    assert_int_equal(ops->rating_get(f->s, &found, 2, "chu", "blitz", INT64_MAX, NULL),
                     SHOOGI_NOT_FOUND);
    assert_int_equal(ops->rating_get(f->s, &found, 1, "Shogi", "blitz", INT64_MAX, NULL),
                     SHOOGI_NOT_FOUND);
    row.game = 99;
    assert_int_equal(ops->rating_add(f->s, &row, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "expected a game and a player to rate, found one missing");
    row.game = 1, row.player = 99;
    assert_int_equal(ops->rating_add(f->s, &row, NULL), SHOOGI_NOT_FOUND);
    const struct {
        shg_rating_filter filter;
        const char *numbers;
    } lists[] = { { { 0, 0 }, "1 2 3 4 5" }, { { 1, 0 }, "1 3 4 5" }, { { 2, 0 }, "2" },
                  { { 0, 3 }, "4 5" },       { { 1, 3 }, "4 5" },     { { 7, 0 }, "" },
                  { { 0, 9 }, "" } };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct dump d = { .rows_left = -1 };
        say(&d, "%s", "");
        assert_int_equal(ops->rating_list(f->s, &lists[i].filter, dump_rating, &d, NULL),
                         SHOOGI_OK);
        char numbers[40] = "";
        for (char *at = d.text; (at = strstr(at, "rating ")) != NULL; at++)
            snprintf(numbers + strlen(numbers), sizeof numbers - strlen(numbers), "%s%d",
                     numbers[0] ? " " : "", atoi(at + 7));
        assert_string_equal(numbers, lists[i].numbers);
        free(d.text);
    }
    struct dump d = { .rows_left = 2 }; /* a list that stops early */
    assert_int_equal(ops->rating_list(f->s, &lists[0].filter, dump_rating, &d, NULL), SHOOGI_OK);
    assert_null(strstr(d.text, "rating 3"));
    free(d.text);
    commit(f);
}

/* Of each player the latest row counts; uncertain ratings come last. */
static void best_ratings(void **state)
{
    struct fixture *f = *state;
    const shg_storage_ops *ops = f->s->ops;
    static const struct {
        int64_t player, rating_e3, deviation_e3;
        const char *variant;
    } rows[] = {
        { 1, 1900000, 60000, "shogi" }, { 2, 1600000, 60000, "shogi" },
        { 1, 1500000, 60000, "shogi" }, { 2, 1700000, 200000, "shogi" },
        { 1, 1950000, 60000, "chu" },
    };
    one_game(f);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        begin(f);
        const int64_t game = add_game(f, 1, 1, 2);
        const shg_rating_row row = { .game = game,
                                     .player = rows[i].player,
                                     .variant = rows[i].variant,
                                     .speed = "blitz",
                                     .was_rating_e3 = 1500000,
                                     .was_deviation_e3 = 350000,
                                     .rating_e3 = rows[i].rating_e3,
                                     .deviation_e3 = rows[i].deviation_e3,
                                     .volatility_e9 = 60000000,
                                     .at_ms = 5,
                                     .games = 1 };
        assert_int_equal(ops->rating_add(f->s, &row, NULL), SHOOGI_OK);
        commit(f);
    }
    static const struct {
        const char *variant, *speed;
        int64_t deviation_e3, rows_max;
        const char *numbers;
    } lists[] = { { "shogi", "blitz", 110000, 10, "3 4" }, { "shogi", "blitz", 300000, 10, "4 3" },
                  { "shogi", "blitz", 110000, 1, "3" },    { "chu", "blitz", 110000, 10, "5" },
                  { "shogi", "rapid", 110000, 10, "" },    { "Shogi", "blitz", 110000, 10, "" } };
    begin(f);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct dump d = { .rows_left = -1 };
        say(&d, "%s", "");
        assert_int_equal(ops->rating_best(f->s, lists[i].variant, lists[i].speed,
                                          lists[i].deviation_e3, lists[i].rows_max, dump_rating, &d,
                                          NULL),
                         SHOOGI_OK);
        char numbers[40] = "";
        for (char *at = d.text; (at = strstr(at, "rating ")) != NULL; at++)
            snprintf(numbers + strlen(numbers), sizeof numbers - strlen(numbers), "%s%d",
                     numbers[0] ? " " : "", atoi(at + 7));
        assert_string_equal(numbers, lists[i].numbers);
        free(d.text);
    }
    commit(f);
}

static void results_have_a_form(void **state)
{
    struct fixture *f = *state;
    const int64_t game = one_game(f);
    static const char *const bad[] = { "",         "black", "black ",  "Black x", "red checkmate",
                                       " black x", "draw",  "draws x", "noise",   "white\tx" };
    begin(f);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(add_event(f, game, 1, "result", bad[i]), SHOOGI_PARSE_ERROR);
    assert_int_equal(add_event(f, game, 1, "result", "no-contest a reason of several words"),
                     SHOOGI_OK);
    commit(f);
    const shg_game got = get_game(f, game);
    assert_int_equal(got.events, 1);
    assert_string_equal(got.outcome, "no-contest");
    assert_string_equal(got.reason, "a reason of several words");
}

static void what_was_seen_never_goes_back(void **state)
{
    struct fixture *f = *state;
    const int64_t game = one_game(f);
    begin(f);
    assert_int_equal(f->ops->game_set_seen(f->s, NULL, game, 0, 1, 7, NULL), SHOOGI_OK);
    assert_int_equal(get_game(f, game).black_seen, 0); /* there is no event yet */
    for (int64_t i = 1; i <= 4; i++)
        assert_int_equal(add_event(f, game, i, "move", "7g7f"), SHOOGI_OK);
    assert_int_equal(f->ops->game_set_seen(f->s, NULL, game, 0, 3, 7, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->game_set_seen(f->s, NULL, game, 0, 2, 8, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->game_set_seen(f->s, NULL, game, 0, 3, 9, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->game_set_seen(f->s, NULL, game, 1, INT64_MAX, 7, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->game_set_seen(f->s, NULL, game, 1, -7, 7, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->game_set_seen(f->s, NULL, game + 1, 1, 1, 7, NULL), SHOOGI_NOT_FOUND);
    commit(f);
    const shg_game got = get_game(f, game);
    assert_int_equal(got.black_seen, 3);
    assert_int_equal(got.black_seen_ms, 7); /* the time of that */
    assert_int_equal(got.white_seen, 4);
}

static void rows_refer_to_rows(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota");
    const int64_t definition = put_definition(f, "shogi", "files=9");
    int64_t id = 0;
    shg_challenge challenge = challenge_row;
    challenge.player = 2;
    assert_int_equal(f->ops->challenge_add(f->s, &id, &challenge, NULL), SHOOGI_NOT_FOUND);
    const int64_t bad[][3] = { { definition, ota, 2 }, { definition, 2, ota },
                               { 2, ota, ota },        { 0, ota, ota },
                               { definition, 0, ota }, { definition, ota, -1 } };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        shg_game game = game_row;
        game.definition = bad[i][0];
        game.black = bad[i][1];
        game.white = bad[i][2];
        assert_int_equal(f->ops->game_add(f->s, &id, &game, NULL), SHOOGI_NOT_FOUND);
    }
    shg_player player = player_row;
    player.name = "Soga";
    player.current_game = 1;
    assert_int_equal(f->ops->player_add(f->s, &id, &player, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(id, 0);
    add_game(f, definition, ota, ota); /* refusals harm nothing */
    commit(f);
}

/* --- Cases: transactions --- */

/* One change of each kind. */
static void runs_of_the_server(void **state)
{
    struct fixture *f = *state;
    begin(f);
    shoogi_error err;
    assert_int_equal(f->ops->run_alive(f->s, 5, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "no run of the server has begun");
    assert_int_equal(f->ops->run_begin(f->s, 1000, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->run_alive(f->s, 1500, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->run_alive(f->s, 1400, NULL), SHOOGI_OK); /* never goes back */
    assert_int_equal(f->ops->run_begin(f->s, -3, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->run_begin(f->s, 2000, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->run_alive(f->s, 2001, NULL), SHOOGI_OK); /* of the latest */
    commit(f);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->run_list(f->s, dump_run, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "run 1000 1500\nrun -3 -3\nrun 2000 2001\n");
    free(d.text);
    d = (struct dump){ .rows_left = 1 };
    assert_int_equal(f->ops->run_list(f->s, dump_run, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "run 1000 1500\n");
    free(d.text);
}

static void bans_and_notices(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota");
    int64_t id = 0;
    shoogi_error err;
    const shg_ban player = { .player = ota, .network = "", .reason = "rude", .until_ms = 9 };
    const shg_ban network = { .network = "192.0.2.0/24", .reason = "", .at_ms = 5 };
    const shg_ban nobody = { .player = 7, .network = "", .reason = "" };
    const shg_ban nothing = { .network = "", .reason = "" };
    assert_int_equal(f->ops->ban_add(f->s, &id, &player, NULL), SHOOGI_OK);
    assert_int_equal(id, 1);
    assert_int_equal(f->ops->ban_add(f->s, &id, &network, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->ban_add(f->s, &id, &nobody, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no player 7");
    assert_int_equal(f->ops->ban_add(f->s, &id, &nothing, &err), SHOOGI_PARSE_ERROR);
    assert_string_equal(err.message, "expected a network, found nothing");
    assert_int_equal(f->ops->ban_remove(f->s, 3, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no ban 3");
    const char *text = NULL;
    assert_int_equal(f->ops->notice_get(f->s, &text, "today", NULL), SHOOGI_OK);
    assert_string_equal(text, "");
    assert_int_equal(f->ops->notice_set(f->s, "today", "hello", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->notice_set(f->s, "other", "else", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->notice_set(f->s, "today", "good bye", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->notice_set(f->s, "", "x", NULL), SHOOGI_PARSE_ERROR);
    commit(f);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->ban_list(f->s, dump_ban, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text,
                        "ban 1: 1 Ota, : rude, 0 to 9\nban 2: 0 , 192.0.2.0/24: , 5 to 0\n");
    free(d.text);
    assert_int_equal(f->ops->notice_get(f->s, &text, "today", NULL), SHOOGI_OK);
    assert_string_equal(text, "good bye");
    begin(f);
    assert_int_equal(f->ops->ban_remove(f->s, 2, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->notice_set(f->s, "today", "", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->ban_add(f->s, &id, &network, NULL), SHOOGI_OK);
    assert_int_equal(id, 3); /* a number is not used again */
    commit(f);
    assert_int_equal(f->ops->notice_get(f->s, &text, "today", NULL), SHOOGI_OK);
    assert_string_equal(text, "");
    assert_int_equal(f->ops->notice_get(f->s, &text, "other", NULL), SHOOGI_OK);
    assert_string_equal(text, "else");
}

static void tokens(void **state)
{
    struct fixture *f = *state;
    int64_t id = 0;
    begin(f);
    const int64_t ota = add_player(f, "Ota"), ito = add_player(f, "Ito");
    shg_token row = { .player = ota,
                      .kind = "browser",
                      .name = "",
                      .hash = "h1",
                      .from = "192.0.2.1, Firefox",
                      .created_ms = 1,
                      .seen_ms = 2,
                      .expires_ms = 10 };
    assert_int_equal(f->ops->token_add(f->s, &id, &row, NULL), SHOOGI_OK);
    assert_int_equal(id, 1);
    shoogi_error err;
    assert_int_equal(f->ops->token_add(f->s, &id, &row, &err), SHOOGI_CONFLICT);
    assert_string_equal(err.message, "there is such a token already");
    row.hash = "h2";
    row.player = 7;
    assert_int_equal(f->ops->token_add(f->s, &id, &row, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no player 7");
    row.player = ito;
    row.kind = "program";
    row.name = "my bot";
    row.scopes = 5;
    row.expires_ms = 0;
    assert_int_equal(f->ops->token_add(f->s, &id, &row, NULL), SHOOGI_OK);
    row.player = ota;
    row.hash = "h3";
    assert_int_equal(f->ops->token_add(f->s, &id, &row, NULL), SHOOGI_OK);
    commit(f);

    shg_token got;
    assert_int_equal(f->ops->token_get(f->s, &got, "h2", NULL), SHOOGI_OK);
    assert_int_equal(got.id, 2);
    assert_int_equal(got.player, ito);
    assert_string_equal(got.kind, "program");
    assert_int_equal(f->ops->token_get(f->s, &got, "h4", &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no such token");

    begin(f);
    assert_int_equal(f->ops->token_set_seen(f->s, 1, 5, 20, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->token_set_seen(f->s, 9, 5, 20, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no token 9");
    assert_int_equal(f->ops->token_expire(f->s, 19, NULL), SHOOGI_OK);
    commit(f);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->token_list(f->s, ota, dump_token, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "token 1: 1 browser  h1 192.0.2.1, Firefox 1 5 20 0\n"
                                "token 3: 1 program my bot h3 192.0.2.1, Firefox 1 2 0 5\n");
    free(d.text);
    begin(f);
    assert_int_equal(f->ops->token_expire(f->s, 20, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->token_get(f->s, &got, "h1", NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->token_remove(f->s, 3, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->token_remove(f->s, 3, NULL), SHOOGI_NOT_FOUND);
    row.hash = "h1"; /* free again, and its number is not used again */
    assert_int_equal(f->ops->token_add(f->s, &id, &row, NULL), SHOOGI_OK);
    assert_int_equal(id, 4);
    commit(f);
}

static bool asked_for(struct fixture *f, int64_t player, const char *key)
{
    bool there = false;
    assert_int_equal(f->ops->request_get(f->s, &there, player, key, NULL), SHOOGI_OK);
    return there;
}

static void requests(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota"), ito = add_player(f, "Ito");
    assert_int_equal(f->ops->request_add(f->s, ota, "a", 5, NULL), SHOOGI_OK);
    shoogi_error err;
    assert_int_equal(f->ops->request_add(f->s, ota, "a", 6, &err), SHOOGI_CONFLICT);
    assert_string_equal(err.message, "that was already done");
    assert_int_equal(f->ops->request_add(f->s, 9, "a", 6, &err), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->request_add(f->s, ota, "", 6, &err), SHOOGI_PARSE_ERROR);
    assert_int_equal(f->ops->request_add(f->s, ito, "a", 7, NULL), SHOOGI_OK);
    assert_true(asked_for(f, ota, "a"));
    assert_false(asked_for(f, ota, "b"));
    assert_int_equal(f->ops->request_expire(f->s, 6, NULL), SHOOGI_OK);
    assert_false(asked_for(f, ota, "a"));
    assert_true(asked_for(f, ito, "a"));
    commit(f);
    /* The latest are kept, of each player. */
    begin(f);
    char key[16];
    for (int i = 0; i <= SHG_STORAGE_REQUESTS_MAX; i++) {
        snprintf(key, sizeof key, "k%d", i);
        assert_int_equal(f->ops->request_add(f->s, ota, key, 9, NULL), SHOOGI_OK);
        assert_true(asked_for(f, ota, "k0") == (i < SHG_STORAGE_REQUESTS_MAX));
    }
    assert_true(asked_for(f, ota, "k1"));
    assert_true(asked_for(f, ota, key));
    assert_true(asked_for(f, ito, "a"));
    commit(f);
}

/* The document of this kind; borrowed until the next call. */
static const char *document(struct fixture *f, int64_t game, int64_t player, const char *kind)
{
    const char *text = NULL;
    assert_int_equal(f->ops->document_get(f->s, &text, game, player, kind, NULL), SHOOGI_OK);
    return text;
}

static void documents(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota"), ito = add_player(f, "Ito");
    const int64_t definition = put_definition(f, "shogi", "files=9");
    const int64_t game = add_game(f, definition, ota, ito);
    const int64_t other = add_game(f, definition, ota, ito);
    assert_string_equal(document(f, game, ota, "plan"), "");
    assert_int_equal(f->ops->document_set(f->s, game, ota, "plan", "7g7f 3c3d", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->document_set(f->s, game, ota, "note", "dull", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->document_set(f->s, game, ito, "plan", "8c8d 7g7f", NULL), SHOOGI_OK);
    assert_string_equal(document(f, game, ota, "plan"), "7g7f 3c3d");
    assert_string_equal(document(f, game, ota, "note"), "dull");
    assert_string_equal(document(f, game, ito, "plan"), "8c8d 7g7f");
    assert_string_equal(document(f, other, ota, "plan"), "");
    assert_int_equal(f->ops->document_set(f->s, game, ota, "plan", "2g2f 3c3d", NULL), SHOOGI_OK);
    assert_string_equal(document(f, game, ota, "plan"), "2g2f 3c3d");
    assert_int_equal(f->ops->document_set(f->s, game, ota, "plan", "", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->document_set(f->s, game, ota, "plan", "", NULL), SHOOGI_OK);
    assert_string_equal(document(f, game, ota, "plan"), "");
    assert_string_equal(document(f, game, ota, "note"), "dull");
    shoogi_error err;
    assert_int_equal(f->ops->document_set(f->s, 9, ota, "plan", "x", &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "expected a game and a player, found one missing");
    assert_int_equal(f->ops->document_set(f->s, 9, ota, "plan", "", NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->document_set(f->s, game, 9, "plan", "x", NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->document_set(f->s, game, ota, "", "x", NULL), SHOOGI_PARSE_ERROR);
    assert_int_equal(f->ops->document_set(f->s, game, ota, "plan", "\xff", NULL),
                     SHOOGI_PARSE_ERROR);
    char *large = calloc(1, SHG_STORAGE_PAPER_BYTES_MAX + 2);
    assert_non_null(large);
    memset(large, 'x', SHG_STORAGE_PAPER_BYTES_MAX);
    assert_int_equal(f->ops->document_set(f->s, game, ota, "note", large, NULL), SHOOGI_OK);
    assert_string_equal(document(f, game, ota, "note"), large);
    large[SHG_STORAGE_PAPER_BYTES_MAX] = 'x';
    assert_int_equal(f->ops->document_set(f->s, game, ota, "note", large, NULL),
                     SHOOGI_LIMIT_EXCEEDED);
    free(large);
    commit(f);
}

static void presets(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota"), ito = add_player(f, "Ito");
    struct dump d = { .rows_left = -1 };
    say(&d, "%s", "");
    assert_int_equal(f->ops->preset_list(f->s, ota, dump_preset, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "");
    assert_int_equal(f->ops->preset_set(f->s, ota, "night", "{1}", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_set(f->s, ota, "day", "{2}", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_set(f->s, ito, "night", "{3}", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_set(f->s, ota, "night", "{4}", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_list(f->s, ota, dump_preset, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "preset day: {2}\npreset night: {4}\n");
    assert_int_equal(f->ops->preset_set(f->s, ota, "day", "", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_set(f->s, ota, "day", "", NULL), SHOOGI_OK);
    free(d.text);
    d = (struct dump){ .rows_left = 1 };
    assert_int_equal(f->ops->preset_list(f->s, ota, dump_preset, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "preset night: {4}\n");
    free(d.text);
    shoogi_error err;
    assert_int_equal(f->ops->preset_set(f->s, 9, "day", "x", &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no player 9");
    assert_int_equal(f->ops->preset_set(f->s, 9, "day", "", NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->preset_set(f->s, ota, "", "x", NULL), SHOOGI_PARSE_ERROR);
    assert_int_equal(f->ops->preset_set(f->s, ota, "day", "\xff", NULL), SHOOGI_PARSE_ERROR);
    char *large = calloc(1, SHG_STORAGE_PRESET_BYTES_MAX + 2);
    assert_non_null(large);
    memset(large, 'x', SHG_STORAGE_PRESET_BYTES_MAX);
    assert_int_equal(f->ops->preset_set(f->s, ota, "day", large, NULL), SHOOGI_OK);
    large[SHG_STORAGE_PRESET_BYTES_MAX] = 'x';
    assert_int_equal(f->ops->preset_set(f->s, ota, "day", large, NULL), SHOOGI_LIMIT_EXCEEDED);
    free(large);
    for (int i = 2; i < SHG_STORAGE_PRESETS_MAX; i++) {
        char name[20];
        snprintf(name, sizeof name, "%d", i);
        assert_int_equal(f->ops->preset_set(f->s, ota, name, "x", NULL), SHOOGI_OK);
    }
    assert_int_equal(f->ops->preset_set(f->s, ota, "more", "x", &err), SHOOGI_LIMIT_EXCEEDED);
    assert_string_equal(err.message, "expected at most 50 presets of a player");
    assert_int_equal(f->ops->preset_set(f->s, ota, "day", "x", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_set(f->s, ota, "2", "", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_set(f->s, ota, "more", "x", NULL), SHOOGI_OK);
    commit(f);
}

static void chat_lines(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota"), ito = add_player(f, "Ito");
    const int64_t definition = put_definition(f, "shogi", "files=9");
    const int64_t game = add_game(f, definition, ota, ito);
    const int64_t other = add_game(f, definition, ota, ito);
    int64_t number = 0;
    shg_chat_line row = { .game = game, .player = ota, .kind = "say", .text = "hello", .at_ms = 5 };
    assert_int_equal(f->ops->chat_add(f->s, &number, &row, NULL), SHOOGI_OK);
    assert_int_equal(number, 1);
    row.game = other;
    assert_int_equal(f->ops->chat_add(f->s, &number, &row, NULL), SHOOGI_OK);
    assert_int_equal(number, 1);
    row.game = game, row.player = ito, row.kind = "kibitz", row.text = "aha";
    assert_int_equal(f->ops->chat_add(f->s, &number, &row, NULL), SHOOGI_OK);
    assert_int_equal(number, 2);
    struct dump all = { .rows_left = -1 }, later = { .rows_left = -1 };
    assert_int_equal(f->ops->chat_list(f->s, game, 0, dump_remark, &all, NULL), SHOOGI_OK);
    assert_string_equal(all.text,
                        "remark 1 1: 1 Ota, say: hello 5\nremark 1 2: 2 Ito, kibitz: aha 5\n");
    assert_int_equal(f->ops->chat_list(f->s, game, 1, dump_remark, &later, NULL), SHOOGI_OK);
    assert_string_equal(later.text, "remark 1 2: 2 Ito, kibitz: aha 5\n");
    free(all.text);
    free(later.text);
    row.player = 9;
    assert_int_equal(f->ops->chat_add(f->s, &number, &row, NULL), SHOOGI_NOT_FOUND);
    row.player = ota, row.game = 9;
    assert_int_equal(f->ops->chat_add(f->s, &number, &row, NULL), SHOOGI_NOT_FOUND);
    row.game = game, row.text = "";
    assert_int_equal(f->ops->chat_add(f->s, &number, &row, NULL), SHOOGI_PARSE_ERROR);
    row.text = "more";
    for (int i = 3; i <= SHG_STORAGE_REMARKS_MAX + 1; i++)
        assert_int_equal(f->ops->chat_add(f->s, &number, &row, NULL), SHOOGI_OK);
    assert_int_equal(number, SHG_STORAGE_REMARKS_MAX + 1);
    struct dump first = { .rows_left = 1 };
    assert_int_equal(f->ops->chat_list(f->s, game, 0, dump_remark, &first, NULL), SHOOGI_OK);
    assert_string_equal(first.text, "remark 1 2: 2 Ito, kibitz: aha 5\n");
    free(first.text);
    struct dump untouched = { .rows_left = -1 };
    assert_int_equal(f->ops->chat_list(f->s, other, 0, dump_remark, &untouched, NULL), SHOOGI_OK);
    assert_string_equal(untouched.text, "remark 2 1: 1 Ota, say: hello 5\n");
    free(untouched.text);
    commit(f);
}

static void deletions(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota");
    const int64_t game = add_game(f, put_definition(f, "shogi", "files=9"), ota, ota);
    shoogi_error err;
    assert_int_equal(f->ops->game_delete(f->s, game, 5, &err), SHOOGI_ILLEGAL);
    assert_string_equal(err.message, "game 1 is not over");
    assert_int_equal(add_event(f, game, 1, "result", "draw agreement"), SHOOGI_OK);
    assert_int_equal(get_game(f, game).deleted_ms, 0);
    assert_int_equal(f->ops->game_delete(f->s, game, 5, NULL), SHOOGI_OK);
    assert_int_equal(get_game(f, game).deleted_ms, 5);
    assert_int_equal(f->ops->game_delete(f->s, game, 6, &err), SHOOGI_CONFLICT);
    assert_string_equal(err.message, "game 1 is deleted");
    /* A deleted game cannot be reopened, not even by a delayed undo of its end. */
    const shg_event undo = {
        .game = game, .number = 2, .kind = "undo", .text = "black resign", .at_ms = 7
    };
    assert_int_equal(f->ops->event_add(f->s, &undo, &err), SHOOGI_ILLEGAL);
    assert_string_equal(err.message, "game 1 is deleted");
    assert_string_equal(get_game(f, game).outcome, "draw");
    assert_int_equal(f->ops->game_delete(f->s, 9, 6, NULL), SHOOGI_NOT_FOUND);
    commit(f);
}

static void takebacks(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota");
    const int64_t game = add_game(f, put_definition(f, "shogi", "files=9"), ota, ota);
    for (int i = 1; i <= 4; i++)
        assert_int_equal(add_event(f, game, i, "move", "7g7f"), SHOOGI_OK);
    static const char *const bad[] = { "",           "black",     "black 1",     "black 0 1",
                                       "black 1 -1", "green 1 1", "black 1 1 1", "black 1 1x" };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(add_event(f, game, 5, "takeback", bad[i]), SHOOGI_PARSE_ERROR);
    assert_int_equal(add_event(f, game, 5, "takeback", "black 2 3"), SHOOGI_OK);
    assert_int_equal(get_game(f, game).moves, 1);
    assert_int_equal(get_game(f, game).events, 5);
    assert_int_equal(add_event(f, game, 6, "comment", "black a pity"), SHOOGI_OK);
    assert_int_equal(get_game(f, game).moves, 1);
    commit(f);
}

static void accounts(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota"), ito = add_player(f, "Ito");
    shg_account_row row;
    assert_int_equal(f->ops->account_get(f->s, &row, ota, NULL), SHOOGI_OK);
    assert_int_equal(row.player, ota);
    assert_string_equal(row.mail, "");
    assert_string_equal(row.totp, "");
    assert_int_equal(row.reminded_ms, 0);
    const shg_account_row first = {
        .player = ito, .mail = "ito@example.org", .totp = "", .reminded_ms = 4
    };
    assert_int_equal(f->ops->account_set(f->s, &first, NULL), SHOOGI_OK);
    shg_account_row second = {
        .player = ota, .mail = "ota@example.org", .totp = "ABC", .totp_step = 7
    };
    assert_int_equal(f->ops->account_set(f->s, &second, NULL), SHOOGI_OK);
    second.player = 9;
    shoogi_error err;
    assert_int_equal(f->ops->account_set(f->s, &second, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no player 9");
    commit(f);
    assert_int_equal(f->ops->account_get(f->s, &row, ota, NULL), SHOOGI_OK);
    assert_string_equal(row.mail, "ota@example.org");
    assert_string_equal(row.totp, "ABC");
    assert_int_equal(row.totp_step, 7);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->account_list(f->s, 0, dump_mail, &d, NULL), SHOOGI_OK);
    say(&d, ",");
    assert_int_equal(f->ops->account_list(f->s, 1, dump_mail, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, " 1 2, 2");
    free(d.text);
    begin(f);
    second.player = ota;
    second.mail = "";
    assert_int_equal(f->ops->account_set(f->s, &second, NULL), SHOOGI_OK);
    /* A former name is free for others. */
    assert_int_equal(f->ops->player_rename(f->s, ota, "ITO", &err), SHOOGI_CONFLICT);
    assert_int_equal(f->ops->player_rename(f->s, ota, "closed-1", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_rename(f->s, ito, "iTO", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_rename(f->s, 9, "who", NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(add_player(f, "Ota"), 3);
    commit(f);
    shg_player player;
    assert_int_equal(f->ops->player_by_name(f->s, &player, "closed-1", NULL), SHOOGI_OK);
    assert_int_equal(player.id, ota);
    d = (struct dump){ .rows_left = -1 };
    assert_int_equal(f->ops->account_list(f->s, 0, dump_mail, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, " 2");
    free(d.text);
}

static int64_t add_device(struct fixture *f, int64_t player, const char *endpoint)
{
    const shg_device row = { .player = player,
                             .endpoint = endpoint,
                             .key = "key",
                             .auth = "auth",
                             .name = "mine",
                             .created_ms = 5 };
    int64_t id = 0;
    assert_int_equal(f->ops->device_add(f->s, &id, &row, NULL), SHOOGI_OK);
    return id;
}

static int64_t add_push(struct fixture *f, int64_t device, const char *topic, int64_t next_ms)
{
    const shg_push row = {
        .device = device, .topic = topic, .text = "yours", .urgent = true, .next_ms = next_ms
    };
    int64_t id = 0;
    assert_int_equal(f->ops->push_add(f->s, &id, &row, NULL), SHOOGI_OK);
    return id;
}

static void devices(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota"), bo = add_player(f, "Bo");
    assert_int_equal(add_device(f, ota, "https://a"), 1);
    assert_int_equal(add_device(f, ota, "https://b"), 2);
    assert_int_equal(add_push(f, 1, "game-1", 7), 1);
    assert_int_equal(add_push(f, 2, "game-1", 3), 2);
    assert_int_equal(add_push(f, 2, "game-2", 4), 3);
    assert_int_equal(add_push(f, 2, "game-1", 5), 4); /* instead of the second */
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->push_list(f->s, 6, dump_push, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "push 3: 2 1 https://b key auth game-2 yours 1 0 0 4\n"
                                "push 4: 2 1 https://b key auth game-1 yours 1 0 0 5\n");
    free(d.text);
    assert_int_equal(f->ops->push_set_next(f->s, 4, 2, 1, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->push_remove(f->s, 3, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->push_remove(f->s, 3, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->push_set_next(f->s, 3, 2, 1, NULL), SHOOGI_NOT_FOUND);

    /* Another player signs in on the same browser. */
    assert_int_equal(add_device(f, bo, "https://a"), 3);
    d = (struct dump){ .rows_left = -1 };
    assert_int_equal(f->ops->push_list(f->s, 9, dump_push, &d, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->device_list(f->s, ota, dump_device, &d, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->device_list(f->s, bo, dump_device, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "push 4: 2 1 https://b key auth game-1 yours 1 0 2 1\n"
                                "device 2: 1 https://b key auth mine 5\n"
                                "device 3: 2 https://a key auth mine 5\n");
    free(d.text);

    shoogi_error err;
    int64_t id;
    const shg_device nobodys = {
        .player = 9, .endpoint = "https://c", .key = "k", .auth = "a", .name = ""
    };
    const shg_push nowhere = { .device = 1, .topic = "t", .text = "t" };
    assert_int_equal(f->ops->device_add(f->s, &id, &nobodys, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no player 9");
    assert_int_equal(f->ops->push_add(f->s, &id, &nowhere, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no device 1");
    assert_int_equal(f->ops->device_remove(f->s, 2, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->device_remove(f->s, 2, &err), SHOOGI_NOT_FOUND);
    assert_string_equal(err.message, "there is no device 2");
    d = (struct dump){ .rows_left = -1 };
    say(&d, "%s", "");
    assert_int_equal(f->ops->push_list(f->s, 9, dump_push, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "");
    free(d.text);
    commit(f);
}

/* Everything of one player, and nothing of another. */
static void a_player_is_forgotten(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t definition = put_definition(f, "shogi", "files=9");
    int64_t id;
    for (int i = 1; i <= 2; i++) {
        char name[8];
        snprintf(name, sizeof name, "P%d", i);
        assert_int_equal(add_player(f, name), i);
    }
    const int64_t game = add_game(f, definition, 1, 2);
    for (int64_t i = 1; i <= 2; i++) {
        char hash[8];
        snprintf(hash, sizeof hash, "h%d", (int)i);
        add_challenge(f, i, "mine");
        const shg_message message = { .recipient = i, .sender = 3 - i, .text = "left" };
        const shg_token token = { .player = i, .kind = "x", .name = "", .hash = hash, .from = "" };
        const shg_email email = {
            .player = i, .address = "a", .subject = "s", .text = "t", .topic = ""
        };
        const shg_account_row account = { .player = i, .mail = "m", .totp = "t" };
        assert_int_equal(f->ops->message_add(f->s, &id, &message, NULL), SHOOGI_OK);
        assert_int_equal(f->ops->ignored_set(f->s, i, 3 - i, true, NULL), SHOOGI_OK);
        assert_int_equal(f->ops->token_add(f->s, &id, &token, NULL), SHOOGI_OK);
        assert_int_equal(f->ops->email_add(f->s, &id, &email, NULL), SHOOGI_OK);
        assert_int_equal(f->ops->account_set(f->s, &account, NULL), SHOOGI_OK);
        add_device(f, i, hash);
        add_push(f, i, "game", 1);
        assert_int_equal(f->ops->request_add(f->s, i, "a", 1, NULL), SHOOGI_OK);
        assert_int_equal(f->ops->document_set(f->s, game, i, "plan", "p", NULL), SHOOGI_OK);
        assert_int_equal(f->ops->document_set(f->s, game, i, "note", "n", NULL), SHOOGI_OK);
    }
    commit(f);
    begin(f);
    assert_int_equal(f->ops->player_forget(f->s, 1, NULL), SHOOGI_OK);
    commit(f);
    char *found = dump_all(f->s);
    assert_non_null(strstr(found, "challenge 2 of 2 P2"));
    assert_null(strstr(found, "challenge 1 of"));
    assert_non_null(strstr(found, "letter 2"));
    assert_null(strstr(found, "letter 1"));
    assert_non_null(strstr(found, "push 2"));
    assert_null(strstr(found, "push 1"));
    *strstr(found, "definition 1") = '\0';
    assert_string_equal(found, "player 1: P1  1000 2000 0 ; ignores\n"
                               "account   0 0 ----\n"
                               "player 2: P2  1000 2000 0 ; ignores 1 P1\n"
                               "message 2: 2 1 P1: left 0\n"
                               "token 2: 2 x  h2  0 0 0 0\n"
                               "device 2: 2 h2 key auth mine 5\n"
                               "paper 1 2: note n\n"
                               "paper 1 2: plan p\n"
                               "account m t 0 0 a---\n"
                               " 1 P1 2 P2\n");
    free(found);
}

static void letters(void **state)
{
    struct fixture *f = *state;
    begin(f);
    int64_t id;
    shg_email row = { .player = add_player(f, "Ota"),
                      .address = "ota@example.org",
                      .subject = "Your turn",
                      .text = "Dear Ota\n",
                      .topic = "",
                      .at_ms = 1,
                      .next_ms = 5 };
    assert_int_equal(f->ops->email_add(f->s, &id, &row, NULL), SHOOGI_OK);
    row.next_ms = 2;
    assert_int_equal(f->ops->email_add(f->s, &id, &row, NULL), SHOOGI_OK);
    assert_int_equal(id, 2);
    row.player = 9;
    assert_int_equal(f->ops->email_add(f->s, &id, &row, NULL), SHOOGI_NOT_FOUND);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->email_list(f->s, 4, dump_letter, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "letter 2: 1 ota@example.org Your turn Dear Ota\n 1 0 2\n");
    free(d.text);
    assert_int_equal(f->ops->email_set_next(f->s, 2, 1, 60, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->email_remove(f->s, 1, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->email_remove(f->s, 1, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->email_set_next(f->s, 1, 1, 60, NULL), SHOOGI_NOT_FOUND);
    /* Another server has made this attempt. */
    assert_int_equal(f->ops->email_set_next(f->s, 2, 1, 70, NULL), SHOOGI_NOT_FOUND);
    d = (struct dump){ .rows_left = -1 };
    assert_int_equal(f->ops->email_list(f->s, 60, dump_letter, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "letter 2: 1 ota@example.org Your turn Dear Ota\n 1 1 60\n");
    free(d.text);
    /* Of one player and topic the latest. */
    const int64_t ota = 1, soga = add_player(f, "Soga");
    row.topic = "game-1";
    for (int i = 0; i < 3; i++) {
        row.player = i < 2 ? ota : soga;
        row.at_ms = i;
        assert_int_equal(f->ops->email_add(f->s, &id, &row, NULL), SHOOGI_OK);
        assert_int_equal(id, 3 + i);
    }
    assert_int_equal(f->ops->email_remove(f->s, 3, NULL), SHOOGI_NOT_FOUND);
    d = (struct dump){ .rows_left = -1 };
    assert_int_equal(f->ops->email_list(f->s, 2, dump_letter, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "letter 4: 1 ota@example.org Your turn Dear Ota\n 1 0 2 game-1\n"
                                "letter 5: 2 ota@example.org Your turn Dear Ota\n 2 0 2 game-1\n");
    free(d.text);
    commit(f);
}

static void totals(void **state)
{
    struct fixture *f = *state;
    begin(f);
    const int64_t ota = add_player(f, "Ota"), definition = put_definition(f, "shogi", "files=9");
    for (int i = 0; i < 3; i++)
        add_game(f, definition, ota, ota);
    assert_int_equal(add_event(f, 2, 1, "result", "black x"), SHOOGI_OK);
    commit(f);
    shg_totals found;
    assert_int_equal(f->ops->totals(f->s, &found, NULL), SHOOGI_OK);
    assert_int_equal(found.players, 1);
    assert_int_equal(found.games, 3);
    assert_int_equal(found.games_running, 2);
    assert_true(found.bytes >= 0);
}

static shg_record_row record_row(const char *t)
{
    return (shg_record_row){ .player = 1,
                             .definition = 1,
                             .black = t,
                             .white = t,
                             .event = t,
                             .played = t,
                             .outcome = t,
                             .moves = 3,
                             .text = t,
                             .text_bytes = strlen(t) };
}

static int64_t add_record(struct fixture *f, const char *t)
{
    int64_t id = 0;
    const shg_record_row row = record_row(t);
    assert_int_equal(f->ops->record_add(f->s, &id, &row, NULL), SHOOGI_OK);
    return id;
}

static shoogi_status try_study_event(struct fixture *f, int64_t study, int64_t at, const char *t)
{
    const shg_study_event row = { .study = study, .number = at, .player = 1, .kind = t, .text = t };
    return f->ops->study_event_add(f->s, &row, NULL);
}

static int64_t add_study(struct fixture *f, const char *name, bool hidden)
{
    int64_t id = 0;
    const shg_study row = {
        .player = 1, .definition = 1, .name = name, .sfen = "", .hidden = hidden
    };
    assert_int_equal(f->ops->study_add(f->s, &id, &row, NULL), SHOOGI_OK);
    return id;
}

static shoogi_status try_free_table_event(struct fixture *f, int64_t table, int64_t at,
                                          const char *t)
{
    const shg_study_event row = { .study = table, .number = at, .player = 1, .kind = t, .text = t };
    return f->ops->free_table_event_add(f->s, &row, NULL);
}

static int64_t add_free_table(struct fixture *f, const char *title, int64_t opponent)
{
    int64_t id = 0;
    const shg_free_table row = { .player = 1,
                                 .opponent = opponent,
                                 .title = title,
                                 .text = title,
                                 .secret = "s",
                                 .hidden = true };
    assert_int_equal(f->ops->free_table_add(f->s, &id, &row, NULL), SHOOGI_OK);
    return id;
}

static shoogi_status try_design(struct fixture *f, int64_t definition, int64_t player,
                                const char *name, int64_t *version)
{
    const shg_design row = { .definition = definition, .player = player, .name = name };
    return f->ops->design_add(f->s, version, &row, NULL);
}

static const int64_t some_hashes[] = { 1, 2, 1, 3 };

static void change_library(struct fixture *f, const char *name)
{
    const shg_storage_ops *ops = f->ops;
    const int64_t record = add_record(f, name);
    assert_int_equal(
        ops->place_set(f->s, SHG_POSITION_INDEX_RECORD, record, 1, some_hashes, 3, NULL),
        SHOOGI_OK);
    assert_int_equal(ops->place_set(f->s, SHG_POSITION_INDEX_GAME, 1, 3, some_hashes, 4, NULL),
                     SHOOGI_OK);
    int64_t version;
    assert_int_equal(try_design(f, put_definition(f, name, "designed"), 1, name, &version),
                     SHOOGI_OK);
    assert_int_equal(try_study_event(f, add_study(f, name, true), 1, name), SHOOGI_OK);
    assert_int_equal(try_study_event(f, 1, 2, name), SHOOGI_OK);
    assert_int_equal(try_free_table_event(f, add_free_table(f, name, 1), 1, name), SHOOGI_OK);
    assert_int_equal(try_free_table_event(f, 1, 2, name), SHOOGI_OK);
    assert_int_equal(ops->free_table_sit(f->s, 1, 1, NULL), SHOOGI_OK);
}

static void change_everything(struct fixture *f, const char *name)
{
    const int64_t player = add_player(f, name);
    const int64_t definition = put_definition(f, name, name);
    add_challenge(f, player, name);
    const int64_t game = add_game(f, definition, player, 1);
    assert_int_equal(add_event(f, game, 1, "move", name), SHOOGI_OK);
    assert_int_equal(f->ops->challenge_remove(f->s, 2, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_set_seen(f->s, 1, 99, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_set_game(f->s, 1, game, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_set_settings(f->s, 1, name, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_set_password(f->s, 1, name, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->ignored_set(f->s, 1, player, true, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->ignored_set(f->s, 1, 1, false, NULL), SHOOGI_OK);
    int64_t id;
    const shg_message message = { .recipient = 1, .sender = player, .text = name };
    assert_int_equal(f->ops->message_add(f->s, &id, &message, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->message_remove(f->s, 1, NULL), SHOOGI_OK);
    const shg_report report = { .sender = 1, .accused = player, .text = name, .heard = "" };
    assert_int_equal(f->ops->report_add(f->s, &id, &report, NULL), SHOOGI_OK);
    const shg_ban ban = { .player = player, .network = "", .reason = name };
    assert_int_equal(f->ops->ban_add(f->s, &id, &ban, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->ban_remove(f->s, 1, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->notice_set(f->s, "today", name, NULL), SHOOGI_OK);
    const shg_token token = {
        .player = player, .kind = name, .name = name, .hash = name, .from = name, .expires_ms = 9
    };
    assert_int_equal(f->ops->token_add(f->s, &id, &token, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->token_set_seen(f->s, id, 3, 4, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->token_remove(f->s, 1, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->token_set_seen(f->s, 2, 7, 8, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->request_add(f->s, player, name, 4, NULL), SHOOGI_OK);
    const shg_account_row account = { .player = player, .mail = name, .totp = name };
    assert_int_equal(f->ops->account_set(f->s, &account, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->account_set(f->s, &account, NULL), SHOOGI_OK);
    const shg_email email = {
        .player = player, .address = name, .subject = name, .text = name, .topic = ""
    };
    assert_int_equal(f->ops->email_add(f->s, &id, &email, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->email_set_next(f->s, 2, 3, 4, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->email_remove(f->s, 1, NULL), SHOOGI_OK);
    const int64_t device = add_device(f, player, name);
    add_push(f, device, "again", 3);
    const int64_t push = add_push(f, device, "again", 4);
    assert_int_equal(f->ops->push_set_next(f->s, push, 3, 4, NULL), SHOOGI_OK);
    add_push(f, device, "once", 4);
    assert_int_equal(f->ops->push_remove(f->s, push, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->device_remove(f->s, 1, NULL), SHOOGI_OK);
    add_device(f, 1, name);
    assert_int_equal(f->ops->player_rename(f->s, 1, "somebody", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_forget(f->s, player, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->request_expire(f->s, 4, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->document_set(f->s, 1, 1, "plan", name, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->document_set(f->s, 1, 1, "note", "", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_set(f->s, player, name, name, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_set(f->s, player, name, "", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_set(f->s, 1, name, name, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->document_set(f->s, game, player, "note", name, NULL), SHOOGI_OK);
    const shg_chat_line chat_line = { .game = 1, .player = player, .kind = "say", .text = name };
    assert_int_equal(f->ops->chat_add(f->s, &id, &chat_line, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->run_alive(f->s, 35, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->run_begin(f->s, 40, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->run_alive(f->s, 50, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->challenge_set_options(f->s, 3, name, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->challenge_remove(f->s, 3, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->challenge_set_options(f->s, 4, name, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->challenge_set_options(f->s, 4, "again", NULL), SHOOGI_OK);
    assert_int_equal(add_event(f, 1, 2, "move", name), SHOOGI_OK);
    assert_int_equal(add_event(f, 1, 3, "result", "white checkmate"), SHOOGI_OK);
    assert_int_equal(f->ops->game_set_seen(f->s, NULL, 1, 1, 3, 7, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->game_finalise(f->s, 1, 8, NULL), SHOOGI_OK);
    const shg_rating_row rating = { .game = 1, .player = 1, .variant = name, .speed = name };
    assert_int_equal(f->ops->rating_add(f->s, &rating, NULL), SHOOGI_OK);
    change_library(f, name);
    assert_int_equal(f->ops->game_delete(f->s, 1, 9, NULL), SHOOGI_OK);
}

/* Adds Ota, player 1, and Soga, and a game between them. */
static void two_and_a_game(struct fixture *f)
{
    begin(f);
    const int64_t ota = add_player(f, "Ota");
    const int64_t soga = add_player(f, "Soga");
    add_game(f, put_definition(f, "shogi", "files=9\n"), ota, soga);
    commit(f);
}

static void the_library(void **state)
{
    struct fixture *f = *state;
    two_and_a_game(f);
    begin(f);
    assert_int_equal(add_record(f, "one"), 1);
    assert_int_equal(add_record(f, "two"), 2);
    shg_record_row row = record_row("x");
    row.player = 9;
    int64_t id;
    assert_int_equal(f->ops->record_add(f->s, &id, &row, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->record_get(f->s, &row, 3, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->record_get(f->s, &row, 2, NULL), SHOOGI_OK);
    assert_string_equal(row.text, "two");
    assert_int_equal(f->ops->record_head(f->s, &row, 3, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->record_head(f->s, &row, 2, NULL), SHOOGI_OK);
    assert_null(row.text);
    assert_int_equal(row.text_bytes, 3);
    assert_int_equal(row.moves, 3);
    assert_string_equal(row.player_name, "Ota");
    assert_string_equal(row.variant, "shogi");
    shg_record_sums sums;
    assert_int_equal(f->ops->record_sum(f->s, &sums, 0, row.created_ms, NULL), SHOOGI_OK);
    assert_true(sums.records == 2 && sums.bytes == 6 && sums.latest == 0);
    assert_int_equal(f->ops->record_sum(f->s, &sums, 1, row.created_ms - SHG_RECORD_SUM_MS, NULL),
                     SHOOGI_OK);
    assert_true(sums.records == 2 && sums.bytes == 6 && sums.latest == 2 && sums.latest_bytes == 6);
    assert_int_equal(f->ops->record_sum(f->s, &sums, 2, 0, NULL), SHOOGI_OK);
    assert_true(sums.records == 0 && sums.bytes == 0 && sums.latest == 0);
    struct dump d = { .rows_left = 1 };
    assert_int_equal(f->ops->record_list(f->s, 1, 2, dump_record, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "record 1: 1 Ota, 1 shogi; one; one; one; one; one; 3 0\n");
    free(d.text);

    d = (struct dump){ .rows_left = -1 };
    say(&d, "%s", "");
    assert_int_equal(f->ops->record_list(f->s, 2, 0, dump_record, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "");
    free(d.text);

    int64_t version = 0;
    const int64_t own = put_definition(f, "Ota/wolf", "a"),
                  later = put_definition(f, "Ota/wolf", "b");
    assert_int_equal(try_design(f, own, 1, "wolf", &version), SHOOGI_OK);
    assert_int_equal(version, 1);
    assert_int_equal(try_design(f, own, 2, "wolf", &version), SHOOGI_CONFLICT);
    assert_int_equal(try_design(f, later, 1, "wolf", &version), SHOOGI_OK);
    assert_int_equal(version, 2);
    assert_int_equal(try_design(f, 1, 2, "wolf", &version), SHOOGI_OK);
    assert_int_equal(version, 1);
    assert_int_equal(try_design(f, 99, 1, "wolf", &version), SHOOGI_NOT_FOUND);
    shg_design design;
    assert_int_equal(f->ops->design_get(f->s, &design, later, NULL), SHOOGI_OK);
    assert_int_equal(design.version, 2);
    assert_int_equal(f->ops->design_get(f->s, &design, 99, NULL), SHOOGI_NOT_FOUND);
    d = (struct dump){ .rows_left = -1 };
    assert_int_equal(f->ops->design_list(f->s, 1, later, dump_design, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "design 2: 1 Ota, wolf 1, 0\n");
    free(d.text);
    commit(f);
}

static char *places_of(struct fixture *f, int kind, int64_t hash, int64_t before)
{
    struct dump d = { .rows_left = -1 };
    say(&d, "%s", "");
    assert_int_equal(f->ops->place_list(f->s, kind, hash, before, dump_place, &d, NULL), SHOOGI_OK);
    return d.text;
}

static void expect_places(struct fixture *f, int kind, int64_t hash, int64_t before,
                          const char *wanted)
{
    char *found = places_of(f, kind, hash, before);
    assert_string_equal(found, wanted);
    free(found);
}

static void positions_are_found(void **state)
{
    struct fixture *f = *state;
    two_and_a_game(f);
    begin(f);
    int kind = -1;
    int64_t number = 0;
    assert_int_equal(f->ops->place_next(f->s, &kind, &number, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(add_game(f, 1, 1, 2), 2);
    for (int64_t game = 1; game < 3; game++)
        assert_int_equal(add_event(f, game, 1, "result", "draw x"), SHOOGI_OK);
    add_record(f, "one");
    assert_int_equal(f->ops->place_next(f->s, &kind, &number, NULL), SHOOGI_OK);
    assert_int_equal(kind, SHG_POSITION_INDEX_GAME);
    assert_int_equal(number, 1);
    for (int64_t game = 1; game < 3; game++)
        assert_int_equal(f->ops->place_set(f->s, SHG_POSITION_INDEX_GAME, game, 1,
                                           some_hashes + game - 1, 3, NULL),
                         SHOOGI_OK);
    assert_int_equal(f->ops->place_next(f->s, &kind, &number, NULL), SHOOGI_OK);
    assert_int_equal(kind, SHG_POSITION_INDEX_RECORD);
    assert_int_equal(f->ops->place_set(f->s, SHG_POSITION_INDEX_RECORD, 1, 1, NULL, 0, NULL),
                     SHOOGI_OK);
    assert_int_equal(f->ops->place_set(f->s, SHG_POSITION_INDEX_RECORD, 2, 1, NULL, 0, NULL),
                     SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->place_next(f->s, &kind, &number, NULL), SHOOGI_NOT_FOUND);
    expect_places(f, SHG_POSITION_INDEX_GAME, 1, 0, " 2 at 1 1 at 0");
    expect_places(f, SHG_POSITION_INDEX_GAME, 1, 2, " 1 at 0");
    expect_places(f, SHG_POSITION_INDEX_GAME, 3, 0, " 2 at 2");
    expect_places(f, SHG_POSITION_INDEX_RECORD, 1, 0, "");

    /* The result is taken back: the positions must be indexed again. */
    assert_int_equal(add_event(f, 2, 2, "undo", "black resign"), SHOOGI_OK);
    assert_int_equal(f->ops->place_next(f->s, &kind, &number, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(add_event(f, 2, 3, "result", "draw x"), SHOOGI_OK);
    assert_int_equal(f->ops->place_next(f->s, &kind, &number, NULL), SHOOGI_OK);
    assert_int_equal(number, 2);
    assert_int_equal(f->ops->place_set(f->s, SHG_POSITION_INDEX_GAME, 2, 3, some_hashes, 1, NULL),
                     SHOOGI_OK);
    expect_places(f, SHG_POSITION_INDEX_GAME, 3, 0, "");
    assert_int_equal(f->ops->place_forget(f->s, NULL), SHOOGI_OK);
    expect_places(f, SHG_POSITION_INDEX_GAME, 1, 0, "");
    assert_int_equal(f->ops->place_next(f->s, &kind, &number, NULL), SHOOGI_OK);
    commit(f);
}

static void studies(void **state)
{
    struct fixture *f = *state;
    two_and_a_game(f);
    begin(f);
    assert_int_equal(add_study(f, "one", true), 1);
    assert_int_equal(add_study(f, "two", false), 2);
    assert_int_equal(try_study_event(f, 1, 2, "x"), SHOOGI_CONFLICT);
    assert_int_equal(try_study_event(f, 1, 1, "x"), SHOOGI_OK);
    assert_int_equal(try_study_event(f, 1, 1, "x"), SHOOGI_CONFLICT);
    assert_int_equal(try_study_event(f, 1, 2, "y"), SHOOGI_OK);
    assert_int_equal(try_study_event(f, 3, 1, "y"), SHOOGI_NOT_FOUND);
    shg_study row;
    assert_int_equal(f->ops->study_get(f->s, &row, 1, NULL), SHOOGI_OK);
    assert_int_equal(row.events, 2);
    assert_true(row.hidden);
    assert_string_equal(row.variant, "shogi");
    assert_int_equal(f->ops->study_get(f->s, &row, 3, NULL), SHOOGI_NOT_FOUND);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->study_event_list(f->s, 1, 2, dump_study_event, &d, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->study_list(f->s, 1, 2, dump_study, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "  1 2: 1 Ota y y 0\nstudy 1: 1 Ota, 1 shogi; one; ; 1 0, 2\n");
    free(d.text);
    /* One of its events gives it another name. */
    assert_int_equal(try_study_event(f, 1, 3, SHG_STUDY_NAME), SHOOGI_OK);
    assert_int_equal(f->ops->study_get(f->s, &row, 1, NULL), SHOOGI_OK);
    assert_string_equal(row.name, SHG_STUDY_NAME);
    d = (struct dump){ .rows_left = -1 };
    assert_int_equal(f->ops->study_list(f->s, 0, 0, dump_study, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "study 2: 1 Ota, 1 shogi; two; ; 0 0, 0\n"
                                "study 1: 1 Ota, 1 shogi; name; ; 1 0, 3\n");
    free(d.text);
    commit(f);
}

static void free_tables(void **state)
{
    struct fixture *f = *state;
    two_and_a_game(f);
    begin(f);
    assert_int_equal(add_free_table(f, "one", 0), 1);
    assert_int_equal(add_free_table(f, "two", 1), 2);
    assert_int_equal(add_free_table(f, "three", 2), 3);
    assert_int_equal(try_free_table_event(f, 1, 2, "x"), SHOOGI_CONFLICT);
    assert_int_equal(try_free_table_event(f, 1, 1, "x"), SHOOGI_OK);
    assert_int_equal(try_free_table_event(f, 1, 1, "x"), SHOOGI_CONFLICT);
    assert_int_equal(try_free_table_event(f, 1, 2, "y"), SHOOGI_OK);
    assert_int_equal(try_free_table_event(f, 4, 1, "y"), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->free_table_sit(f->s, 4, 2, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->free_table_sit(f->s, 1, 9, NULL), SHOOGI_NOT_FOUND);
    assert_int_equal(f->ops->free_table_sit(f->s, 2, 2, NULL), SHOOGI_CONFLICT);
    shg_free_table row;
    assert_int_equal(f->ops->free_table_get(f->s, &row, 1, NULL), SHOOGI_OK);
    assert_int_equal(row.opponent, 0);
    assert_string_equal(row.opponent_name, "");
    assert_int_equal(f->ops->free_table_sit(f->s, 1, 2, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->free_table_sit(f->s, 1, 2, NULL), SHOOGI_CONFLICT);
    assert_int_equal(f->ops->free_table_get(f->s, &row, 4, NULL), SHOOGI_NOT_FOUND);
    int64_t id;
    row = (shg_free_table){ .player = 1, .opponent = 9, .title = "", .text = "x", .secret = "s" };
    assert_int_equal(f->ops->free_table_add(f->s, &id, &row, NULL), SHOOGI_NOT_FOUND);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(f->ops->free_table_event_list(f->s, 1, 2, dump_study_event, &d, NULL),
                     SHOOGI_OK);
    assert_int_equal(f->ops->free_table_list(f->s, 2, 3, dump_free_table, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text,
                        "  1 2: 1 Ota y y 0\ntable 1: 1 Ota, 2 Soga; one; one; s; 0 1 0, 2\n");
    free(d.text);
    commit(f);
}

static void prepare_everything(struct fixture *f)
{
    begin(f);
    const int64_t ota = add_player(f, "Ota");
    const int64_t definition = put_definition(f, "shogi", "files=9");
    for (int i = 0; i < 9; i++)
        add_challenge(f, ota, "made before");
    assert_int_equal(f->ops->ignored_set(f->s, ota, ota, true, NULL), SHOOGI_OK);
    int64_t id;
    const shg_message message = { .recipient = ota, .sender = ota, .text = "left before" };
    for (int i = 0; i < 2; i++)
        assert_int_equal(f->ops->message_add(f->s, &id, &message, NULL), SHOOGI_OK);
    const shg_ban ban = { .network = "192.0.2.1", .reason = "" };
    for (int i = 0; i < 2; i++)
        assert_int_equal(f->ops->ban_add(f->s, &id, &ban, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->notice_set(f->s, "today", "before", NULL), SHOOGI_OK);
    shg_token token = { .player = ota, .kind = "x", .name = "", .hash = "h1", .from = "" };
    assert_int_equal(f->ops->token_add(f->s, &id, &token, NULL), SHOOGI_OK);
    token.hash = "h2";
    assert_int_equal(f->ops->token_add(f->s, &id, &token, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->request_add(f->s, ota, "a", 3, NULL), SHOOGI_OK);
    const shg_email email = {
        .player = ota, .address = "a", .subject = "s", .text = "t", .topic = ""
    };
    for (int i = 0; i < 2; i++)
        assert_int_equal(f->ops->email_add(f->s, &id, &email, NULL), SHOOGI_OK);
    add_push(f, add_device(f, ota, "before"), "game", 1);
    const int64_t game = add_game(f, definition, ota, ota);
    assert_int_equal(add_event(f, game, 1, "move", "7g7f"), SHOOGI_OK);
    assert_int_equal(f->ops->document_set(f->s, game, ota, "plan", "before", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->document_set(f->s, game, ota, "note", "before", NULL), SHOOGI_OK);
    assert_int_equal(f->ops->preset_set(f->s, ota, "night", "before", NULL), SHOOGI_OK);
    const shg_chat_line chat_line = { .game = game, .player = ota, .kind = "say", .text = "before" };
    assert_int_equal(f->ops->chat_add(f->s, &id, &chat_line, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->run_begin(f->s, 30, NULL), SHOOGI_OK);
    const int64_t record = add_record(f, "before");
    assert_int_equal(
        f->ops->place_set(f->s, SHG_POSITION_INDEX_RECORD, record, 1, some_hashes, 2, NULL),
        SHOOGI_OK);
    assert_int_equal(try_study_event(f, add_study(f, "before", false), 1, "before"), SHOOGI_OK);
    assert_int_equal(try_free_table_event(f, add_free_table(f, "before", 0), 1, "before"),
                     SHOOGI_OK);
    commit(f);
}

static void assert_rows(struct fixture *f, const char *expected)
{
    char *found = dump_all(f->s);
    assert_string_equal(found, expected);
    free(found);
}

static void rollback_takes_all_back(void **state)
{
    struct fixture *f = *state;
    prepare_everything(f);
    char *before = dump_all(f->s);
    begin(f);
    change_everything(f, "first");
    f->ops->rollback(f->s);
    assert_rows(f, before);
    /* The same numbers are given again. */
    begin(f);
    change_everything(f, "second");
    char *inside = dump_all(f->s);
    commit(f);
    assert_rows(f, inside);
    assert_string_not_equal(inside, before);
    free(inside);
    free(before);
    begin(f);
    f->ops->rollback(f->s);
    begin(f);
    commit(f);
}

static void parts_are_taken_back_alone(void **state)
{
    struct fixture *f = *state;
    prepare_everything(f);
    begin(f);
    assert_int_equal(f->ops->part_begin(f->s, NULL), SHOOGI_OK);
    add_player(f, "kept");
    assert_int_equal(f->ops->part_keep(f->s, NULL), SHOOGI_OK);
    char *kept = dump_all(f->s);

    assert_int_equal(f->ops->part_begin(f->s, NULL), SHOOGI_OK);
    change_everything(f, "dropped");
    f->ops->part_drop(f->s);
    assert_rows(f, kept);

    /* Empty parts, and several in sequence. */
    assert_int_equal(f->ops->part_begin(f->s, NULL), SHOOGI_OK);
    f->ops->part_drop(f->s);
    assert_int_equal(f->ops->part_begin(f->s, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->part_keep(f->s, NULL), SHOOGI_OK);
    assert_rows(f, kept);
    free(kept);

    assert_int_equal(f->ops->part_begin(f->s, NULL), SHOOGI_OK);
    change_everything(f, "kept too");
    assert_int_equal(f->ops->part_keep(f->s, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->part_begin(f->s, NULL), SHOOGI_OK);
    add_player(f, "dropped");
    f->ops->part_drop(f->s);
    char *inside = dump_all(f->s);
    commit(f);
    assert_rows(f, inside);
    free(inside);
}

static void rollback_within_a_part(void **state)
{
    struct fixture *f = *state;
    prepare_everything(f);
    char *before = dump_all(f->s);
    begin(f);
    add_player(f, "gone");
    assert_int_equal(f->ops->part_begin(f->s, NULL), SHOOGI_OK);
    change_everything(f, "gone too");
    f->ops->rollback(f->s);
    assert_rows(f, before);
    free(before);
    begin(f); /* no part is open any more */
    assert_int_equal(f->ops->part_begin(f->s, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->part_keep(f->s, NULL), SHOOGI_OK);
    commit(f);
}

static void closing_rolls_back(void **state)
{
    struct fixture *f = *state;
    prepare_everything(f);
    begin(f);
    assert_int_equal(f->ops->part_begin(f->s, NULL), SHOOGI_OK);
    change_everything(f, "gone");
    reopen(f);
    if (!f->backend->lasting)
        prepare_everything(f);
    begin(f);
    change_everything(f, "there");
    commit(f);
}

/* --- Cases: lists --- */

enum { PLAYERS = 4, GAMES = 60 };

/* Game i + 1: its players, and whether it is over. */
static int64_t black_of(int64_t i)
{
    return 1 + i % PLAYERS;
}
static int64_t white_of(int64_t i)
{
    return 1 + i / PLAYERS % PLAYERS;
} /* sometimes the same */
static bool over(int64_t i)
{
    return i % 3 == 0;
}

struct collected {
    int64_t ids[GAMES + 1];
    size_t count, stop_after;
};

static bool collect(void *context, const shg_game *row)
{
    struct collected *c = context;
    assert_in_range(c->count, 0, GAMES - 1);
    c->ids[c->count++] = row->id;
    return c->count != c->stop_after;
}

static void lists_of_games(void **state)
{
    struct fixture *f = *state;
    begin(f);
    static const char *const names[PLAYERS] = { "a", "b", "c", "d" };
    for (size_t i = 0; i < PLAYERS; i++)
        add_player(f, names[i]);
    const int64_t definition = put_definition(f, "shogi", "files=9");
    for (int64_t i = 0; i < GAMES; i++) {
        const int64_t game = add_game(f, definition, black_of(i), white_of(i));
        if (over(i))
            assert_int_equal(add_event(f, game, 1, "result", "draw impasse"), SHOOGI_OK);
    }
    commit(f);

    static const int64_t afters[] = { 0, 1, 17, GAMES - 1, GAMES, GAMES + 5, -3, INT64_MAX };
    for (int64_t player = 0; player <= PLAYERS + 1; player++)
        for (int running = 0; running < 2; running++)
            for (size_t a = 0; a < sizeof afters / sizeof afters[0]; a++) {
                struct collected expected = { .count = 0 }, found = { .count = 0 };
                for (int64_t i = 0; i < GAMES; i++)
                    if ((!player || black_of(i) == player || white_of(i) == player) &&
                        !(running && over(i)) && i + 1 > afters[a])
                        expected.ids[expected.count++] = i + 1;
                const shg_game_filter filter = { .player = player,
                                                 .running_only = running,
                                                 .after = afters[a] };
                assert_int_equal(f->ops->game_list(f->s, &filter, collect, &found, NULL),
                                 SHOOGI_OK);
                assert_int_equal(found.count, expected.count);
                assert_memory_equal(found.ids, expected.ids, sizeof found.ids);
            }

    /* Newest first, after a number; and games that run or whose end has not been seen. */
    begin(f);
    for (int64_t i = 0; i < GAMES; i++)
        if (i % 4 == 0)
            assert_int_equal(f->ops->game_set_seen(f->s, NULL, i + 1, i % 8 == 0, 1, 5, NULL),
                             SHOOGI_OK);
    commit(f);
    for (int64_t player = 1; player <= PLAYERS + 1; player++) {
        struct collected newest = { .count = 0 }, open = { .count = 0 };
        for (size_t a = 0; a < sizeof afters / sizeof afters[0]; a++) {
            if (afters[a] < 0)
                continue;
            struct collected expected = { .count = 0 };
            newest.count = 0;
            memset(newest.ids, 0, sizeof newest.ids);
            for (int64_t i = GAMES - 1; i >= 0; i--)
                if ((black_of(i) == player || white_of(i) == player) &&
                    (afters[a] == 0 || i + 1 < afters[a]))
                    expected.ids[expected.count++] = i + 1;
            const shg_game_filter filter = { .player = player,
                                             .newest_first = true,
                                             .after = afters[a] };
            assert_int_equal(f->ops->game_list(f->s, &filter, collect, &newest, NULL), SHOOGI_OK);
            assert_int_equal(newest.count, expected.count);
            assert_memory_equal(newest.ids, expected.ids, sizeof expected.ids);
        }
        struct collected expected = { .count = 0 };
        for (int64_t i = 0; i < GAMES; i++) {
            const bool black = black_of(i) == player;
            const bool seen = i % 4 == 0 && (i % 8 == 0) == !black;
            if ((black || white_of(i) == player) && (!over(i) || !seen))
                expected.ids[expected.count++] = i + 1;
        }
        const shg_game_filter filter = { .player = player, .open_only = true };
        assert_int_equal(f->ops->game_list(f->s, &filter, collect, &open, NULL), SHOOGI_OK);
        assert_int_equal(open.count, expected.count);
        assert_memory_equal(open.ids, expected.ids, sizeof expected.ids);
    }

    /* In pages of seven. */
    struct collected all = { .count = 0 }, pages = { .count = 0 };
    shg_game_filter filter = { .player = 2 };
    assert_int_equal(f->ops->game_list(f->s, &filter, collect, &all, NULL), SHOOGI_OK);
    size_t before;
    do {
        before = pages.count;
        pages.stop_after = before + 7;
        assert_int_equal(f->ops->game_list(f->s, &filter, collect, &pages, NULL), SHOOGI_OK);
        if (pages.count > before)
            filter.after = pages.ids[pages.count - 1];
    } while (pages.count > before);
    assert_int_equal(pages.count, all.count);
    assert_memory_equal(pages.ids, all.ids, sizeof all.ids);
}

/* --- Cases: texts --- */

static const char *const hostile[] = {
    "'",
    "\"",
    "''; DROP TABLE event; --",
    "%s%n%d",
    "\\",
    "\\0",
    "?1",
    ":x",
    "$x",
    "@x",
    "\x01\x02\x1b[2J\x7f",
    "\t\n\r",
    " ",
    "NULL",
    "0",
    "1e999",
    "\u00e9\u0301",
    "\u202edcba\u2066",
    "\ufeff",
    "\ufffd",
    "\uffff",
    "\xf0\x9f\x80\x84\xf0\x9f\xa9\x8d",
    "\xf4\x8f\xbf\xbf",
    "\u98db\u8eca",
};

static void hostile_texts_come_back(void **state)
{
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        const char *t = hostile[i];
        begin(f);
        const shg_player player = { .name = t, .password = t };
        int64_t black, definition, challenge, game;
        assert_int_equal(f->ops->player_add(f->s, &black, &player, NULL), SHOOGI_OK);
        const shg_definition rules = { .name = t, .text = t, .text_bytes = strlen(t) };
        assert_int_equal(f->ops->definition_put(f->s, &definition, &rules, NULL), SHOOGI_OK);
        const shg_challenge offer = { .player = black,
                                      .variant = t,
                                      .pattern = t,
                                      .colour = "black",
                                      .options = t,
                                      .first_move = t,
                                      .comment = t };
        assert_int_equal(f->ops->challenge_add(f->s, &challenge, &offer, NULL), SHOOGI_OK);
        const shg_game table = { .definition = definition,
                                 .black = black,
                                 .white = black,
                                 .sfen = t,
                                 .options = t,
                                 .comment = t };
        assert_int_equal(f->ops->game_add(f->s, &game, &table, NULL), SHOOGI_OK);
        assert_int_equal(add_event(f, game, 1, t, t), SHOOGI_OK);
        char result[64];
        snprintf(result, sizeof result, "white %s", t);
        assert_int_equal(add_event(f, game, 2, "result", result), SHOOGI_OK);
        commit(f);

        shg_player p;
        assert_int_equal(f->ops->player_by_name(f->s, &p, t, NULL), SHOOGI_OK);
        assert_string_equal(p.name, t);
        assert_string_equal(p.password, t);
        shg_definition d;
        assert_int_equal(f->ops->definition_get(f->s, &d, definition, NULL), SHOOGI_OK);
        assert_string_equal(d.name, t);
        assert_string_equal(d.text, t);
        shg_challenge c;
        assert_int_equal(f->ops->challenge_get(f->s, &c, challenge, NULL), SHOOGI_OK);
        assert_string_equal(c.player_name, t);
        assert_string_equal(c.variant, t);
        assert_string_equal(c.pattern, t);
        assert_string_equal(c.options, t);
        assert_string_equal(c.first_move, t);
        assert_string_equal(c.comment, t);
        const shg_game g = get_game(f, game);
        assert_string_equal(g.sfen, t);
        assert_string_equal(g.options, t);
        assert_string_equal(g.comment, t);
        assert_string_equal(g.variant, t);
        assert_string_equal(g.white_name, t);
        assert_string_equal(g.reason, t);
        char expected[128];
        snprintf(expected, sizeof expected, "event %lld 1: %s %s 10 100\n", (long long)game, t, t);
        struct dump text = { .rows_left = 1 };
        assert_int_equal(f->ops->event_list(f->s, game, 1, dump_event, &text, NULL), SHOOGI_OK);
        assert_string_equal(text.text, expected);
        free(text.text);
    }
}

/* Adds a row in which one text is the given one, and returns the status. */
typedef shoogi_status add_with_text(struct fixture *f, const char *text);

static shoogi_status with_name(struct fixture *f, const char *text)
{
    int64_t id;
    return try_player(f, &id, text);
}

static shoogi_status with_password(struct fixture *f, const char *text)
{
    int64_t id;
    const shg_player row = { .name = "x", .password = text };
    return f->ops->player_add(f->s, &id, &row, NULL);
}

static shoogi_status with_definition_name(struct fixture *f, const char *text)
{
    int64_t id;
    const shg_definition row = { .name = text, .text = "x", .text_bytes = 1 };
    return f->ops->definition_put(f->s, &id, &row, NULL);
}

static shoogi_status with_definition_text(struct fixture *f, const char *text)
{
    int64_t id;
    const shg_definition row = { .name = "x", .text = text, .text_bytes = strlen(text) };
    return f->ops->definition_put(f->s, &id, &row, NULL);
}

static shoogi_status add_this_challenge(struct fixture *f, const shg_challenge *row)
{
    int64_t id;
    return f->ops->challenge_add(f->s, &id, row, NULL);
}

static shoogi_status with_challenge_variant(struct fixture *f, const char *text)
{
    shg_challenge row = challenge_row;
    row.player = 1;
    row.variant = text;
    return add_this_challenge(f, &row);
}

static shoogi_status with_pattern(struct fixture *f, const char *text)
{
    shg_challenge row = challenge_row;
    row.player = 1;
    row.pattern = text;
    return add_this_challenge(f, &row);
}

static shoogi_status with_first_move(struct fixture *f, const char *text)
{
    shg_challenge row = challenge_row;
    row.player = 1;
    row.first_move = text;
    return add_this_challenge(f, &row);
}

static shoogi_status with_challenge_comment(struct fixture *f, const char *text)
{
    shg_challenge row = challenge_row;
    row.player = 1;
    row.comment = text;
    return add_this_challenge(f, &row);
}

static shoogi_status add_this_game(struct fixture *f, const char *sfen, const char *comment)
{
    int64_t id;
    const shg_game row = {
        .definition = 1, .black = 1, .white = 2, .sfen = sfen, .options = "", .comment = comment
    };
    return f->ops->game_add(f->s, &id, &row, NULL);
}

static shoogi_status with_sfen(struct fixture *f, const char *text)
{
    return add_this_game(f, text, "");
}

static shoogi_status with_game_comment(struct fixture *f, const char *text)
{
    return add_this_game(f, "", text);
}

static shoogi_status with_challenge_options(struct fixture *f, const char *text)
{
    shg_challenge row = challenge_row;
    row.player = 1;
    row.options = text;
    return add_this_challenge(f, &row);
}

static shoogi_status with_game_options(struct fixture *f, const char *text)
{
    int64_t id;
    shg_game row = game_row;
    row.definition = row.black = row.white = 1;
    row.options = text;
    return f->ops->game_add(f->s, &id, &row, NULL);
}

static shoogi_status with_settings(struct fixture *f, const char *text)
{
    return f->ops->player_set_settings(f->s, 1, text, NULL);
}

static shoogi_status with_new_password(struct fixture *f, const char *text)
{
    return f->ops->player_set_password(f->s, 1, text, NULL);
}

static shoogi_status with_message(struct fixture *f, const char *text)
{
    int64_t id;
    const shg_message row = { .recipient = 1, .sender = 1, .text = text };
    return f->ops->message_add(f->s, &id, &row, NULL);
}

static shoogi_status with_new_options(struct fixture *f, const char *text)
{
    int64_t id;
    shg_challenge row = challenge_row;
    row.player = 1;
    const shoogi_status status = f->ops->challenge_add(f->s, &id, &row, NULL);
    return status == SHOOGI_OK ? f->ops->challenge_set_options(f->s, id, text, NULL) : status;
}

static shoogi_status with_report(struct fixture *f, const char *text)
{
    int64_t id;
    const shg_report row = { .sender = 1, .accused = 1, .text = text, .heard = "" };
    return f->ops->report_add(f->s, &id, &row, NULL);
}

static shoogi_status with_heard(struct fixture *f, const char *text)
{
    int64_t id;
    const shg_report row = { .sender = 1, .accused = 1, .text = "x", .heard = text };
    return f->ops->report_add(f->s, &id, &row, NULL);
}

static shoogi_status with_kind(struct fixture *f, const char *text)
{
    return add_event(f, 1, 1, text, "");
}

static shoogi_status with_event_text(struct fixture *f, const char *text)
{
    return add_event(f, 1, 1, "move", text);
}

static shoogi_status with_reason(struct fixture *f, const char *text)
{
    char *result = malloc(strlen(text) + 7);
    assert_non_null(result);
    sprintf(result, "black %s", text);
    const shoogi_status status = add_event(f, 1, 1, "result", result);
    free(result);
    return status;
}

static shoogi_status with_rating(struct fixture *f, const char *variant, const char *speed)
{
    shg_rating_row row = rating_row;
    row.variant = variant;
    row.speed = speed;
    return f->ops->rating_add(f->s, &row, NULL);
}

static shoogi_status with_rating_variant(struct fixture *f, const char *text)
{
    return with_rating(f, text, "blitz");
}

static shoogi_status with_rating_speed(struct fixture *f, const char *text)
{
    return with_rating(f, "shogi", text);
}

static shoogi_status with_token(struct fixture *f, const char *kind, const char *name,
                                const char *hash, const char *from)
{
    const shg_token row = { .player = 1, .kind = kind, .name = name, .hash = hash, .from = from };
    int64_t id;
    return f->ops->token_add(f->s, &id, &row, NULL);
}

static shoogi_status with_token_kind(struct fixture *f, const char *text)
{
    return with_token(f, text, "", "h", "");
}

static shoogi_status with_token_name(struct fixture *f, const char *text)
{
    return with_token(f, "x", text, "h", "");
}

static shoogi_status with_hash(struct fixture *f, const char *text)
{
    return with_token(f, "x", "", text, "");
}

static shoogi_status with_from(struct fixture *f, const char *text)
{
    return with_token(f, "x", "", "h", text);
}

static shoogi_status with_key(struct fixture *f, const char *text)
{
    return f->ops->request_add(f->s, 1, text, 1, NULL);
}

static shoogi_status add_this_record(struct fixture *f, const shg_record_row *row)
{
    int64_t id;
    return f->ops->record_add(f->s, &id, row, NULL);
}

static shoogi_status with_record_black(struct fixture *f, const char *text)
{
    shg_record_row row = record_row("x");
    row.black = text;
    return add_this_record(f, &row);
}

static shoogi_status with_record_event(struct fixture *f, const char *text)
{
    shg_record_row row = record_row("x");
    row.white = row.event = row.played = text;
    return add_this_record(f, &row);
}

static shoogi_status with_record_outcome(struct fixture *f, const char *text)
{
    shg_record_row row = record_row("x");
    row.outcome = text;
    return add_this_record(f, &row);
}

static shoogi_status with_record_text(struct fixture *f, const char *text)
{
    shg_record_row row = record_row("x");
    row.text = text;
    row.text_bytes = strlen(text);
    return add_this_record(f, &row);
}

static shoogi_status with_design_name(struct fixture *f, const char *text)
{
    int64_t version;
    return try_design(f, 1, 1, text, &version);
}

static shoogi_status add_this_study(struct fixture *f, const char *name, const char *sfen)
{
    int64_t id;
    const shg_study row = { .player = 1, .definition = 1, .name = name, .sfen = sfen };
    return f->ops->study_add(f->s, &id, &row, NULL);
}

static shoogi_status with_study_name(struct fixture *f, const char *text)
{
    return add_this_study(f, text, "");
}

static shoogi_status with_study_sfen(struct fixture *f, const char *text)
{
    return add_this_study(f, "x", text);
}

static shoogi_status add_this_study_event(struct fixture *f, const char *kind, const char *text)
{
    const shg_study_event row = {
        .study = add_study(f, "x", false), .number = 1, .player = 1, .kind = kind, .text = text
    };
    return f->ops->study_event_add(f->s, &row, NULL);
}

static shoogi_status with_study_kind(struct fixture *f, const char *text)
{
    return add_this_study_event(f, text, "");
}

static shoogi_status with_study_text(struct fixture *f, const char *text)
{
    return add_this_study_event(f, "move", text);
}

static shoogi_status add_this_free_table(struct fixture *f, const char *title, const char *text,
                                         const char *secret)
{
    int64_t id;
    const shg_free_table row = { .player = 1, .title = title, .text = text, .secret = secret };
    return f->ops->free_table_add(f->s, &id, &row, NULL);
}

static shoogi_status with_table_title(struct fixture *f, const char *text)
{
    return add_this_free_table(f, text, "x", "s");
}

static shoogi_status with_table_text(struct fixture *f, const char *text)
{
    return add_this_free_table(f, "", text, "s");
}

static shoogi_status with_table_secret(struct fixture *f, const char *text)
{
    return add_this_free_table(f, "", "x", text);
}

static shoogi_status with_account(struct fixture *f, const char *mail, const char *totp)
{
    const shg_account_row row = { .player = 1, .mail = mail, .totp = totp };
    return f->ops->account_set(f->s, &row, NULL);
}

static shoogi_status with_mail(struct fixture *f, const char *text)
{
    return with_account(f, text, "");
}

static shoogi_status with_totp(struct fixture *f, const char *text)
{
    return with_account(f, "", text);
}

static shoogi_status with_letter(struct fixture *f, const char *address, const char *subject,
                                 const char *text, const char *topic)
{
    const shg_email row = {
        .player = 1, .address = address, .subject = subject, .text = text, .topic = topic
    };
    int64_t id;
    return f->ops->email_add(f->s, &id, &row, NULL);
}

static shoogi_status with_address(struct fixture *f, const char *text)
{
    return with_letter(f, text, "s", "t", "");
}

static shoogi_status with_subject(struct fixture *f, const char *text)
{
    return with_letter(f, "a", text, "t", "");
}

static shoogi_status with_letter_text(struct fixture *f, const char *text)
{
    return with_letter(f, "a", "s", text, "");
}

static shoogi_status with_letter_topic(struct fixture *f, const char *text)
{
    return with_letter(f, "a", "s", "t", text);
}

static shoogi_status with_device(struct fixture *f, const char *endpoint, const char *key,
                                 const char *auth, const char *name)
{
    const shg_device row = {
        .player = 1, .endpoint = endpoint, .key = key, .auth = auth, .name = name
    };
    int64_t id;
    return f->ops->device_add(f->s, &id, &row, NULL);
}

static shoogi_status with_endpoint(struct fixture *f, const char *text)
{
    return with_device(f, text, "k", "a", "");
}

static shoogi_status with_device_key(struct fixture *f, const char *text)
{
    return with_device(f, "e", text, "a", "");
}

static shoogi_status with_auth(struct fixture *f, const char *text)
{
    return with_device(f, "e", "k", text, "");
}

static shoogi_status with_device_name(struct fixture *f, const char *text)
{
    return with_device(f, "e", "k", "a", text);
}

static shoogi_status with_push(struct fixture *f, const char *topic, const char *text)
{
    const shg_push row = { .device = add_device(f, 1, "e"), .topic = topic, .text = text };
    int64_t id;
    return f->ops->push_add(f->s, &id, &row, NULL);
}

static shoogi_status with_topic(struct fixture *f, const char *text)
{
    return with_push(f, text, "t");
}

static shoogi_status with_push_text(struct fixture *f, const char *text)
{
    return with_push(f, "t", text);
}

static shoogi_status with_other_name(struct fixture *f, const char *text)
{
    return f->ops->player_rename(f->s, 1, text, NULL);
}

static const struct {
    add_with_text *add;
    size_t bytes_max;
    bool may_be_empty;
} bounded[] = {
    { with_name, SHG_STORAGE_NAME_BYTES_MAX, false },
    { with_password, SHG_STORAGE_PASSWORD_BYTES_MAX, true },
    { with_definition_name, SHG_STORAGE_NAME_BYTES_MAX, false },
    { with_definition_text, SHG_STORAGE_DEFINITION_BYTES_MAX, false },
    { with_challenge_variant, SHG_STORAGE_NAME_BYTES_MAX, false },
    { with_pattern, SHG_STORAGE_PATTERN_BYTES_MAX, true },
    { with_first_move, SHG_STORAGE_FIRST_MOVE_BYTES_MAX, true },
    { with_challenge_comment, SHG_STORAGE_COMMENT_BYTES_MAX, true },
    { with_sfen, SHG_STORAGE_SFEN_BYTES_MAX, true },
    { with_game_comment, SHG_STORAGE_COMMENT_BYTES_MAX, true },
    { with_kind, SHG_STORAGE_KIND_BYTES_MAX, false },
    { with_event_text, SHG_STORAGE_EVENT_BYTES_MAX, true },
    { with_reason, SHG_STORAGE_REASON_BYTES_MAX, false },
    { with_challenge_options, SHG_STORAGE_OPTIONS_BYTES_MAX, true },
    { with_game_options, SHG_STORAGE_OPTIONS_BYTES_MAX, true },
    { with_settings, SHG_STORAGE_SETTINGS_BYTES_MAX, true },
    { with_new_password, SHG_STORAGE_PASSWORD_BYTES_MAX, true },
    { with_message, SHG_STORAGE_MESSAGE_BYTES_MAX, false },
    { with_new_options, SHG_STORAGE_OPTIONS_BYTES_MAX, true },
    { with_report, SHG_STORAGE_MESSAGE_BYTES_MAX, false },
    { with_heard, SHG_STORAGE_HEARD_BYTES_MAX, true },
    { with_rating_variant, SHG_STORAGE_NAME_BYTES_MAX, false },
    { with_rating_speed, SHG_STORAGE_NAME_BYTES_MAX, false },
    { with_record_black, SHG_STORAGE_HEADER_BYTES_MAX, true },
    { with_record_event, SHG_STORAGE_HEADER_BYTES_MAX, true },
    { with_record_outcome, SHG_STORAGE_KIND_BYTES_MAX, true },
    { with_record_text, SHG_STORAGE_RECORD_BYTES_MAX, false },
    { with_design_name, SHG_STORAGE_NAME_BYTES_MAX, false },
    { with_study_name, SHG_STORAGE_HEADER_BYTES_MAX, false },
    { with_study_sfen, SHG_STORAGE_SFEN_BYTES_MAX, true },
    { with_study_kind, SHG_STORAGE_KIND_BYTES_MAX, false },
    { with_study_text, SHG_STORAGE_EVENT_BYTES_MAX, true },
    { with_table_title, SHG_STORAGE_HEADER_BYTES_MAX, true },
    { with_table_text, SHG_STORAGE_TABLE_BYTES_MAX, false },
    { with_table_secret, SHG_STORAGE_KIND_BYTES_MAX, false },
    { with_token_kind, SHG_STORAGE_KIND_BYTES_MAX, false },
    { with_token_name, SHG_STORAGE_FROM_BYTES_MAX, true },
    { with_hash, SHG_STORAGE_HASH_BYTES_MAX, false },
    { with_from, SHG_STORAGE_FROM_BYTES_MAX, true },
    { with_key, SHG_STORAGE_KEY_BYTES_MAX, false },
    { with_mail, SHG_STORAGE_MAIL_BYTES_MAX, true },
    { with_totp, SHG_STORAGE_TOTP_BYTES_MAX, true },
    { with_address, SHG_STORAGE_MAIL_BYTES_MAX, false },
    { with_subject, SHG_STORAGE_SUBJECT_BYTES_MAX, false },
    { with_endpoint, SHG_STORAGE_ENDPOINT_BYTES_MAX, false },
    { with_device_key, SHG_STORAGE_HASH_BYTES_MAX, false },
    { with_auth, SHG_STORAGE_HASH_BYTES_MAX, false },
    { with_device_name, SHG_STORAGE_FROM_BYTES_MAX, true },
    { with_topic, SHG_STORAGE_TOPIC_BYTES_MAX, false },
    { with_push_text, SHG_STORAGE_PUSH_BYTES_MAX, false },
    { with_letter_text, SHG_STORAGE_LETTER_BYTES_MAX, false },
    { with_letter_topic, SHG_STORAGE_TOPIC_BYTES_MAX, true },
    { with_other_name, SHG_STORAGE_NAME_BYTES_MAX, false },
};

static void texts_have_bounds(void **state)
{
    struct fixture *f = *state;
    one_game(f);
    for (size_t i = 0; i < sizeof bounded / sizeof bounded[0]; i++) {
        const size_t most = bounded[i].bytes_max;
        char *text = malloc(most + 2);
        assert_non_null(text);
        memset(text, 'x', most + 1);
        text[most + 1] = '\0';
        begin(f);
        assert_int_equal(bounded[i].add(f, text), SHOOGI_LIMIT_EXCEEDED);
        text[most] = '\0';
        assert_int_equal(bounded[i].add(f, text), SHOOGI_OK);
        f->ops->rollback(f->s);
        begin(f);
        assert_int_equal(bounded[i].add(f, ""),
                         bounded[i].may_be_empty ? SHOOGI_OK : SHOOGI_PARSE_ERROR);
        f->ops->rollback(f->s);
        free(text);
    }
}

static void texts_are_utf8(void **state)
{
    static const char *const bad[] = { "\x80",         "\xc0\x80",         "x\xff",
                                       "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe9\xa3" };
    struct fixture *f = *state;
    one_game(f);
    begin(f);
    for (size_t i = 0; i < sizeof bounded / sizeof bounded[0]; i++)
        for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
            assert_int_equal(bounded[i].add(f, bad[k]), SHOOGI_PARSE_ERROR);
    int64_t id;
    const shg_definition with_nul = { .name = "x", .text = "a\0b", .text_bytes = 3 };
    assert_int_equal(f->ops->definition_put(f->s, &id, &with_nul, NULL), SHOOGI_PARSE_ERROR);
    shg_challenge red = challenge_row;
    red.player = 1;
    red.colour = "red";
    assert_int_equal(add_this_challenge(f, &red), SHOOGI_PARSE_ERROR);
    commit(f);
}

static void rows_are_copied(void **state)
{
    struct fixture *f = *state;
    begin(f);
    char name[] = "Ota", password[] = "secret";
    const shg_player row = { .name = name, .password = password };
    int64_t id;
    assert_int_equal(f->ops->player_add(f->s, &id, &row, NULL), SHOOGI_OK);
    memset(name, 'x', 3);
    memset(password, 'x', 6);
    shg_player got;
    assert_int_equal(f->ops->player_by_id(f->s, &got, id, NULL), SHOOGI_OK);
    assert_string_equal(got.name, "Ota");
    assert_string_equal(got.password, "secret");
    commit(f);
}

/* --- Cases: of persistent backends --- */

static void rows_last(void **state)
{
    struct fixture *f = *state;
    prepare_everything(f);
    begin(f);
    change_everything(f, "\xf0\x9f\x80\x84");
    commit(f);
    char *before = dump_all(f->s);
    for (int i = 0; i < 3; i++) {
        reopen(f);
        assert_rows(f, before);
    }
    free(before);
    begin(f);
    assert_int_equal(add_challenge(f, 1, "new"), 11); /* numbers go on where they were */
    assert_int_equal(f->ops->challenge_remove(f->s, 11, NULL), SHOOGI_OK);
    commit(f);
    reopen(f);
    begin(f);
    assert_int_equal(add_challenge(f, 1, "newer"), 12);
    assert_int_equal(add_event(f, 1, 4, "move", "7g7f"), SHOOGI_ILLEGAL);
    assert_int_equal(add_event(f, 2, 1, "move", "7g7f"), SHOOGI_CONFLICT);
    commit(f);
}

static void a_reader_beside_a_writer(void **state)
{
    struct fixture *f = *state;
    const int64_t game = one_game(f);
    shg_storage *reader;
    assert_int_equal(f->backend->open(&reader, f->path, true), SHOOGI_OK);
    shg_game row;
    begin(f);
    assert_int_equal(add_event(f, game, 1, "move", "7g7f"), SHOOGI_OK);
    assert_int_equal(reader->ops->game_get(reader, &row, game, NULL), SHOOGI_OK);
    assert_int_equal(row.events, 0); /* not before the commit */
    commit(f);
    assert_int_equal(reader->ops->game_get(reader, &row, game, NULL), SHOOGI_OK);
    assert_int_equal(row.events, 1);

    /* A reader's transaction is a snapshot. */
    assert_int_equal(reader->ops->begin(reader, NULL), SHOOGI_OK);
    assert_int_equal(reader->ops->game_get(reader, &row, game, NULL), SHOOGI_OK);
    begin(f);
    assert_int_equal(add_event(f, game, 2, "move", "3c3d"), SHOOGI_OK);
    commit(f);
    assert_int_equal(reader->ops->game_get(reader, &row, game, NULL), SHOOGI_OK);
    assert_int_equal(row.events, 1);
    struct dump d = { .rows_left = -1 };
    assert_int_equal(reader->ops->event_list(reader, game, 1, dump_event, &d, NULL), SHOOGI_OK);
    assert_string_equal(d.text, "event 1 1: move 7g7f 10 100\n");
    free(d.text);
    reader->ops->rollback(reader);
    assert_int_equal(reader->ops->game_get(reader, &row, game, NULL), SHOOGI_OK);
    assert_int_equal(row.events, 2);

    /* A reader cannot change rows. */
    shoogi_error err;
    int64_t id;
    const shg_event event = { .game = game, .number = 3, .kind = "move", .text = "2g2f" };
    assert_int_equal(reader->ops->begin(reader, NULL), SHOOGI_OK);
    assert_int_equal(reader->ops->event_add(reader, &event, &err), SHOOGI_ILLEGAL);
    assert_string_equal(err.message, "the storage is read-only");
    shg_player player = player_row;
    player.name = "x";
    assert_int_equal(reader->ops->player_add(reader, &id, &player, NULL), SHOOGI_ILLEGAL);
    assert_int_equal(reader->ops->challenge_remove(reader, 1, NULL), SHOOGI_ILLEGAL);
    assert_int_equal(reader->ops->commit(reader, NULL), SHOOGI_OK);

    /* The writer may close first. */
    f->ops->close(f->s);
    assert_int_equal(reader->ops->game_get(reader, &row, game, NULL), SHOOGI_OK);
    assert_int_equal(row.events, 2);
    reader->ops->close(reader);
    f->s = NULL;
    reopen(f);
    assert_int_equal(get_game(f, game).events, 2);
}

/* --- Cases: copies --- */

/* A copy in progress, which may be cut off. */
struct copying {
    int tables, commits, cut_at; /* cut_at: the commit behind which the process ends; 0: none */
};

enum { CUT_OFF = 7, COMMIT_ROWS = 2 };

static void count_tables(void *context, const char *table, int64_t rows, int64_t of)
{
    struct copying *c = context;
    assert_non_null(table);
    assert_true(rows >= 0 && rows <= of);
    c->tables += rows == of;
    if (++c->commits == c->cut_at)
        _exit(CUT_OFF);
}

static void open_copy(shg_storage **to, const char *path)
{
    shoogi_error err = { 0 };
    if (shg_storage_open_copy(to, path, &err) != SHOOGI_OK)
        fail_msg("%s", err.message);
}

/* Copies in a process that ends in the middle.  Returns whether it did.  Neither storage is open here: SQLite's connections
 * do not outlive a fork. */
static bool copy_is_cut(const char *path, const char *from_path, int cut_at)
{
    int end = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct copying c = { .cut_at = cut_at };
        shg_storage *to = NULL, *from = NULL;
        if (shg_storage_open(&from, from_path, true, NULL) != SHOOGI_OK ||
            shg_storage_open_copy(&to, path, NULL) != SHOOGI_OK ||
            shg_storage_transfer(to, from, COMMIT_ROWS, count_tables, &c, NULL) != SHOOGI_OK)
            _exit(1);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &end, 0), child);
    assert_true(WIFEXITED(end) && (WEXITSTATUS(end) == 0 || WEXITSTATUS(end) == CUT_OFF));
    return WEXITSTATUS(end) == CUT_OFF;
}

/* Copies a storage into the new one at path, which is left open. */
static shg_storage *copy_to(const char *path, shg_storage *from)
{
    shg_storage *to = NULL;
    shoogi_error err = { 0 };
    struct copying c = { 0 };
    char *before = dump_all(from);
    open_copy(&to, path);
    if (shg_storage_transfer(to, from, COMMIT_ROWS, count_tables, &c, &err) != SHOOGI_OK)
        fail_msg("%s", err.message);
    assert_true(c.tables > 25);
    assert_false(shg_storage_is_unfinished(to));
    char *after = dump_all(to);
    assert_string_equal(after, before);
    free(before);
    free(after);
    /* Not twice. */
    assert_int_equal(shg_storage_transfer(to, from, COMMIT_ROWS, count_tables, &c, &err),
                     SHOOGI_CONFLICT);
    return to;
}

/* No server opens an unfinished copy. */
static void assert_unfinished(const char *path)
{
    shg_storage *s = NULL;
    shoogi_error err = { 0 };
    for (int read_only = 0; read_only < 2; read_only++) {
        assert_int_equal(shg_storage_open(&s, path, read_only, &err), SHOOGI_INVALID_RULES);
        assert_non_null(strstr(err.message, "run shoogi admin migrate again"));
    }
}

/* Makes a copy by processes that end sooner and later, all of them but the last. */
static void copy_by_pieces(const char *path, const char *from_path)
{
    int cuts = 0;
    for (int cut_at = 1; copy_is_cut(path, from_path, cut_at); cuts++) {
        assert_unfinished(path);
        cut_at += is_whole ? 2 : cut_at + 1;
    }
    assert_true(cuts > 3);
    shg_storage *from = NULL, *to = NULL;
    assert_int_equal(shg_storage_open(&from, from_path, true, NULL), SHOOGI_OK);
    assert_int_equal(shg_storage_open(&to, path, true, NULL), SHOOGI_OK);
    char *before = dump_all(from), *after = dump_all(to);
    assert_string_equal(after, before);
    free(before);
    free(after);
    from->ops->close(from);
    to->ops->close(to);
}

static void name_copies(const struct fixture *f, char file[200], char there[300])
{
    snprintf(file, 200, "%s/copy.db", f->directory);
    snprintf(there, 300, "%s/back.db", f->directory);
    if (f->backend->make)
        f->backend->make(there, 300);
}

static void interrupted_copies_go_on(void **state)
{
    struct fixture *f = *state;
    char file[200], there[300];
    shoogi_error err = { 0 };
    struct copying c = { 0 };
    prepare_everything(f);
    begin(f);
    change_everything(f, "\xf0\x9f\x80\x84");
    assert_int_equal(f->ops->player_set_game(f->s, 1, 1, NULL), SHOOGI_OK);
    commit(f);
    name_copies(f, file, there);
    /* A database that changes meanwhile is refused by the name of what changed. */
    f->ops->close(f->s);
    f->s = NULL;
    assert_true(copy_is_cut(file, f->path, 3));
    reopen(f);
    begin(f);
    assert_int_equal(f->ops->player_set_game(f->s, 1, 2, NULL), SHOOGI_OK);
    commit(f);
    shg_storage *copy = NULL;
    open_copy(&copy, file);
    assert_true(shg_storage_is_unfinished(copy));
    assert_int_equal(shg_storage_transfer(copy, f->s, COMMIT_ROWS, count_tables, &c, &err),
                     SHOOGI_CONFLICT);
    assert_string_equal(err.message, "table current_game has changed since this copy was begun: "
                                     "begin again, with an empty database to copy to");
    copy->ops->close(copy);
    assert_unfinished(file);
    f->ops->close(f->s);
    f->s = NULL;
    assert_int_equal(unlink(file), 0);
    copy_by_pieces(file, f->path);
    copy_by_pieces(there, file);
    reopen(f);
}

/* From here to a file, and back into another database of the same kind. */
static void copies_are_whole(void **state)
{
    struct fixture *f = *state;
    char file[200], there[300];
    prepare_everything(f);
    begin(f);
    change_everything(f, "\xf0\x9f\x80\x84");
    assert_int_equal(f->ops->player_set_game(f->s, 1, 1, NULL), SHOOGI_OK);
    const int64_t challenge = add_challenge(f, 1, "the last");
    assert_int_equal(f->ops->challenge_remove(f->s, challenge, NULL), SHOOGI_OK);
    commit(f);
    name_copies(f, file, there);
    shg_storage *copy = copy_to(file, f->s);
    shg_storage *back = copy_to(there, copy);
    copy->ops->close(copy);
    f->ops->close(f->s);
    f->s = back; /* the rest at the copy of the copy */
    f->ops = back->ops;
    begin(f);
    assert_int_equal(add_challenge(f, 1, "new"), challenge + 1);
    const int64_t player = add_player(f, "newer");
    shg_player row;
    assert_int_equal(f->ops->player_by_id(f->s, &row, player - 1, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->player_by_id(f->s, &row, player + 1, NULL), SHOOGI_NOT_FOUND);
    commit(f);
}

/* --- Case: random calls, compared with a storage in memory --- */

static uint64_t random_state;

static uint64_t below(uint64_t count)
{
    random_state = random_state * 6364136223846793005 + 1442695040888963407;
    return (random_state >> 33) % count;
}

/* Adds what a move can bring: two events, plans, a sealed move, what was seen. */
static void additions_are_whole(void **state)
{
    struct fixture *f = *state;
    const int64_t game = one_game(f);
    begin(f);
    assert_int_equal(f->ops->run_begin(f->s, 1, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->document_set(f->s, game, 2, "plan", "7g7f 3c3d", NULL), SHOOGI_OK);
    const shg_event events[] = {
        { .game = game, .number = 1, .kind = "move", .text = "7g7f", .think_ms = 5, .at_ms = 50 },
        { .game = game,
          .number = 2,
          .kind = "comment",
          .text = "black \"a\" \\ {b,c} \n",
          .at_ms = 50 },
        { .game = game, .number = 3, .kind = "move", .text = "3c3d", .at_ms = 50 },
        { .game = game, .number = 4, .kind = "result", .text = "draw repetition", .at_ms = 60 },
    };
    shg_append what = { .events = events,
                        .count = 3,
                        .seen = { 3, 1 },
                        .seen_ms = 50,
                        .plan_kind = "plan",
                        .player = { 1, 2 },
                        .plan_was = { "", "7g7f 3c3d" },
                        .plan_is = { "", "" },
                        .sealer = 1,
                        .sealed_kind = "sealed",
                        .sealed = "2g2f",
                        .alive_ms = 70 };
    assert_int_equal(f->ops->game_append(f->s, &what, NULL), SHOOGI_OK);
    commit(f);
    char *rows = dump_all(f->s);
    static const char *const expected[] = { "7g7f", "black \"a\" \\ {b,c} \n", "3c3d" };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_non_null(strstr(rows, expected[i]));
    free(rows);
    shg_game row = get_game(f, game);
    assert_int_equal(row.events, 3);
    assert_int_equal(row.moves, 2);
    assert_int_equal(row.black_seen, 3);
    assert_int_equal(row.white_seen, 1);
    assert_int_equal(row.white_seen_ms, 50);
    assert_string_equal(document(f, game, 2, "plan"), "");
    assert_string_equal(document(f, game, 1, "sealed"), "2g2f");
    /* The end of the game alone; what is zero stays. */
    what = (shg_append){ .events = &events[3], .count = 1 };
    begin(f);
    assert_int_equal(f->ops->game_append(f->s, &what, NULL), SHOOGI_OK);
    commit(f);
    row = get_game(f, game);
    assert_string_equal(row.outcome, "draw");
    assert_string_equal(row.reason, "repetition");
    assert_int_equal(row.ended_ms, 60);
    assert_int_equal(row.black_seen, 3);
    assert_string_equal(document(f, game, 1, "sealed"), "2g2f");
}

static void refused_additions_change_nothing(void **state)
{
    struct fixture *f = *state;
    const int64_t game = one_game(f);
    begin(f);
    assert_int_equal(add_event(f, game, 1, "move", "7g7f"), SHOOGI_OK);
    assert_int_equal(f->ops->game_set_seen(f->s, NULL, game, 1, 1, 5, NULL), SHOOGI_OK);
    assert_int_equal(f->ops->document_set(f->s, game, 1, "plan", "old", NULL), SHOOGI_OK);
    commit(f);
    char *before = dump_all(f->s);
    static const struct {
        int64_t game, number;
        const char *first, *second, *text_of_second, *plan;
        int64_t unseen;
        shoogi_status status;
        const char *message;
    } rows[] = {
        { 1, 1, "move", "move", "a", "old", 0, SHOOGI_CONFLICT,
          "expected event 2 of game 1, found 1" },
        { 1, 3, "move", "move", "a", "old", 0, SHOOGI_CONFLICT,
          "expected event 2 of game 1, found 3" },
        { 1, 2, "move", "move", "a", "new", 0, SHOOGI_CONFLICT,
          "the conditional moves of game 1 have changed" },
        { 1, 2, "move", "move", "a", "old", 1, SHOOGI_ILLEGAL, "the opponent has already seen it" },
        { 1, 2, "move", "result", "nobody wins", "old", 0, SHOOGI_PARSE_ERROR,
          "expected black, white, draw or no-contest, a space, a reason, found \"nobody wins\"" },
        { 9, 1, "move", "move", "a", "old", 0, SHOOGI_NOT_FOUND, "there is no game 9" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const shg_event events[] = {
            { .game = rows[i].game, .number = rows[i].number, .kind = rows[i].first, .text = "3c3d" },
            { .game = rows[i].game,
              .number = rows[i].number + 1,
              .kind = rows[i].second,
              .text = rows[i].text_of_second },
        };
        const shg_append what = { .events = events,
                                  .count = 2,
                                  .seen = { 2, 2 },
                                  .plan_kind = rows[i].game == 1 ? "plan" : NULL,
                                  .player = { 1, 2 },
                                  .plan_was = { rows[i].plan, "" },
                                  .plan_is = { "", "" },
                                  .unseen = rows[i].unseen,
                                  .unseen_by = 1 };
        shoogi_error err = { 0 };
        begin(f);
        assert_int_equal(f->ops->game_append(f->s, &what, &err), rows[i].status);
        assert_string_equal(err.message, rows[i].message);
        commit(f);
        assert_rows(f, before);
    }
    free(before);
}

/* Makes the same call on both and returns the status, which must be equal. */
#define BOTH(call)                                                                                 \
    do {                                                                                           \
        shoogi_error e[2] = { { 0 }, { 0 } };                                                      \
        shoogi_status st[2];                                                                       \
        for (int which = 0; which < 2; which++) {                                                  \
            shg_storage *s = pair[which];                                                          \
            shoogi_error *err = &e[which];                                                         \
            int64_t *id = &ids[which];                                                             \
            (void)id;                                                                              \
            st[which] = s->ops->call;                                                              \
        }                                                                                          \
        assert_int_equal(st[0], st[1]);                                                            \
        assert_string_equal(e[0].message, e[1].message);                                           \
        assert_int_equal(ids[0], ids[1]);                                                          \
    } while (0)

static void random_change(shg_storage *pair[2])
{
    int64_t ids[2] = { 0, 0 };
    char text[32];
    snprintf(text, sizeof text, "%c%u", "aAbB"[below(4)], (unsigned)below(40));
    const int64_t player = (int64_t)below(12), game = (int64_t)below(20), at = (int64_t)below(12);
    const int64_t challenge = (int64_t)below(40);
    const int colour = (int)below(2);
    switch (below(33)) {
    case 29: {
        const shg_account_row row = {
            .player = player, .mail = colour ? text : "", .totp = text, .reminded_ms = at
        };
        if (at < 8)
            BOTH(account_set(s, &row, err));
        else if (at < 10)
            BOTH(player_rename(s, player, text, err));
        else
            BOTH(player_forget(s, player, err));
        break;
    }
    case 30: {
        static const char *const topics[] = { "", "game-1", "game-2" };
        const shg_email row = {
            .player = player, .address = text, .subject = text, .text = text, .topic = topics[at % 3]
        };
        if (colour == 0)
            BOTH(email_add(s, id, &row, err));
        else if (at % 2)
            BOTH(email_set_next(s, challenge / 2, at, challenge, err));
        else
            BOTH(email_remove(s, challenge / 2, err));
        break;
    }
    case 24: {
        shg_record_row row = record_row(text);
        row.player = player;
        row.definition = at;
        BOTH(record_add(s, id, &row, err));
        break;
    }
    case 25:
        if (below(8) == 0) {
            BOTH(place_forget(s, err));
        } else {
            const int64_t *hashes = some_hashes + below(3);
            const size_t count = below(3);
            BOTH(place_set(s, colour, colour == 0 ? game : at, 1 + at / 3, hashes, count, err));
        }
        break;
    case 26: {
        const shg_design row = { .definition = at, .player = player, .name = text };
        BOTH(design_add(s, id, &row, err));
        break;
    }
    case 27: {
        const shg_study row = { .player = player, .definition = at, .name = text, .sfen = text };
        BOTH(study_add(s, id, &row, err));
        break;
    }
    case 28: {
        const shg_study_event row = {
            .study = at, .number = 1 + game / 5, .player = player, .kind = text, .text = text
        };
        BOTH(study_event_add(s, &row, err));
        break;
    }
    case 31: {
        const shg_free_table row = { .player = player,
                                     .opponent = colour == 0 ? 0 : at,
                                     .title = text,
                                     .text = text,
                                     .secret = "s" };
        BOTH(free_table_add(s, id, &row, err));
        break;
    }
    case 32:
        if (colour == 0) {
            BOTH(free_table_sit(s, at, player, err));
        } else {
            const shg_study_event row = {
                .study = at, .number = 1 + game / 5, .player = player, .kind = text, .text = text
            };
            BOTH(free_table_event_add(s, &row, err));
        }
        break;
    case 22: {
        const shg_token row = { .player = player,
                                .kind = text,
                                .name = text,
                                .hash = text,
                                .from = text,
                                .expires_ms = at,
                                .scopes = at % 16 };
        if (colour == 0)
            BOTH(token_add(s, id, &row, err));
        else if (at % 3 == 0)
            BOTH(token_remove(s, challenge / 2, err));
        else if (at % 3 == 1)
            BOTH(token_set_seen(s, challenge / 2, at, challenge, err));
        else
            BOTH(token_expire(s, at / 4, err));
        break;
    }
    case 23:
        if (at == 0)
            BOTH(request_expire(s, challenge, err));
        else
            BOTH(request_add(s, player, keys[colour], challenge, err));
        break;
    case 20: BOTH(notice_set(s, "today", colour == 0 ? text : "", err)); break;
    case 21:
        if (colour == 0) {
            const shg_ban row = { .player = player, .network = "", .reason = text };
            BOTH(ban_add(s, id, &row, err));
        } else {
            BOTH(ban_remove(s, at, err));
        }
        break;
    case 16: BOTH(run_begin(s, at, err)); break;
    case 17: BOTH(run_alive(s, at, err)); break;
    case 18: BOTH(game_finalise(s, game, at, err)); break;
    case 19: {
        const shg_rating_row row = {
            .game = game, .player = player, .variant = text, .speed = text
        };
        BOTH(rating_add(s, &row, err));
        break;
    }
    case 14:
        if (colour)
            BOTH(challenge_set_options(s, challenge, text, err));
        else
            BOTH(challenge_set_pattern(s, challenge, text, err));
        break;
    case 15: {
        const shg_report row = { .sender = player, .accused = at, .text = text, .heard = text };
        BOTH(report_add(s, id, &row, err));
        break;
    }
    case 10: BOTH(player_set_settings(s, player, text, err)); break;
    case 11: BOTH(player_set_password(s, player, text, err)); break;
    case 12: BOTH(ignored_set(s, player, at, colour == 0, err)); break;
    case 13:
        if (colour == 0) {
            const shg_message row = { .recipient = player, .sender = at, .text = text };
            BOTH(message_add(s, id, &row, err));
        } else {
            BOTH(message_remove(s, at, err));
        }
        break;
    case 0: {
        const shg_player row = { .name = text,
                                 .password = text,
                                 .current_game = below(4) ? 0 : game };
        BOTH(player_add(s, id, &row, err));
        break;
    }
    case 1: BOTH(player_set_seen(s, player, at, err)); break;
    case 2: BOTH(player_set_game(s, player, game, err)); break;
    case 3: {
        const shg_definition row = { .name = text, .text = text, .text_bytes = 2 };
        BOTH(definition_put(s, id, &row, err));
        break;
    }
    case 4: {
        shg_challenge row = challenge_row;
        row.player = player;
        row.comment = text;
        BOTH(challenge_add(s, id, &row, err));
        break;
    }
    case 5: BOTH(challenge_remove(s, challenge, err)); break;
    case 6: {
        const shg_game row = { .definition = at,
                               .black = player,
                               .white = 1,
                               .sfen = text,
                               .options = text,
                               .comment = "",
                               .rated = colour == 0 };
        BOTH(game_add(s, id, &row, err));
        break;
    }
    case 7: BOTH(game_set_seen(s, NULL, game, colour, at, at + 1, err)); break;
    case 8: {
        static const char *const kinds[] = { "move", "move", "resign", "undo" };
        shg_game row = { 0 };
        const bool there = pair[0]->ops->game_get(pair[0], &row, game, NULL) == SHOOGI_OK;
        const bool end = below(4) == 0;
        const char *kind = kinds[below(4)];
        const int64_t number = there ? row.events + (below(4) != 0) : 1;
        const shg_event events[] = {
            { .game = game,
              .number = number,
              .kind = kind,
              .text = strcmp(kind, "undo") == 0 ? "white move" : text,
              .at_ms = at },
            { .game = game,
              .number = number + 1,
              .kind = end ? "result" : "move",
              .text = end ? "black x" : text },
        };
        const shg_append what = { .events = events,
                                  .count = 1 + below(2),
                                  .seen = { colour ? at : 0, colour ? 0 : at },
                                  .seen_ms = at + 2,
                                  .plan_kind = there ? "plan" : NULL,
                                  .player = { row.black, row.white },
                                  .plan_was = { "", "" },
                                  .plan_is = { "", below(8) ? "" : "later" },
                                  .unseen = (int64_t)below(2) * at,
                                  .unseen_by = colour };
        BOTH(game_append(s, &what, err));
        break;
    }
    default: {
        static const char *const kinds[] = {
            "move", "move", "handicap", "resign", "result", "undo"
        };
        const char *kind = kinds[below(6)];
        const shg_event row = { .game = game,
                                .number = 1 + at / 3,
                                .kind = kind,
                                .text = strcmp(kind, "result") == 0 && below(2) ? "draw x"
                                        : strcmp(kind, "undo") == 0             ? "white move"
                                                                                : text,
                                .at_ms = at };
        BOTH(event_add(s, &row, err));
        break;
    }
    }
}

static void assert_same(shg_storage *pair[2])
{
    char *text[2] = { dump_all(pair[0]), dump_all(pair[1]) };
    if (strcmp(text[0], text[1]) != 0) {
        size_t at = 0, line = 0;
        for (; text[0][at] == text[1][at]; at++)
            if (text[0][at] == '\n')
                line = at + 1;
        fail_msg("they differ first in\n%.*s\n%.*s\n", (int)strcspn(text[0] + line, "\n"),
                 text[0] + line, (int)strcspn(text[1] + line, "\n"), text[1] + line);
    }
    free(text[0]);
    free(text[1]);
}

static void random_calls_agree_with_memory(void **state)
{
    struct fixture *f = *state;
    shg_storage *pair[2] = { f->s, NULL };
    int64_t ids[2] = { 0, 0 };
    assert_int_equal(shg_storage_memory(&pair[1], NULL), SHOOGI_OK);
    random_state = 4;
    /* Fewer in PostgreSQL: every call crosses to another process, and each transaction compares more than the one before. */
    const int transactions = is_whole || !f->backend->make ? 150 : 60;
    for (int transaction = 0; transaction < transactions; transaction++) {
        BOTH(begin(s, err));
        for (uint64_t parts = below(6); parts > 0; parts--) {
            const bool in_part = below(3) > 0;
            if (in_part)
                BOTH(part_begin(s, err));
            for (uint64_t changes = below(12); changes > 0; changes--)
                random_change(pair);
            if (in_part && below(2))
                BOTH(part_keep(s, err));
            else if (in_part)
                for (int i = 0; i < 2; i++)
                    pair[i]->ops->part_drop(pair[i]);
        }
        if (below(8) == 0)
            assert_same(pair);
        if (below(3) == 0)
            for (int i = 0; i < 2; i++)
                pair[i]->ops->rollback(pair[i]);
        else
            BOTH(commit(s, err));
        if (below(8) == 0)
            assert_same(pair);
    }
    assert_same(pair);
    pair[1]->ops->close(pair[1]);
}

/* --- Case: memory runs out --- */

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static int allocations_until_failure = -1; /* -1: never */

static bool fails(void)
{
    return allocations_until_failure >= 0 && allocations_until_failure-- == 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

/* One transaction of calls, each of which may fail.  Returns true if none did. */
static bool go_through(struct fixture *f)
{
    const shg_storage_ops *ops = f->ops;
    bool good = true;
    int64_t id = 0;
    shg_player player = player_row;
    shg_challenge challenge = challenge_row;
    shg_game game = game_row;
    const shg_definition definition = { .name = "tori", .text = "x", .text_bytes = 1 };
    player.name = "new";
    challenge.player = game.definition = game.black = game.white = 1;
    const shg_message message = { .recipient = 1, .sender = 1, .text = "hello" };
    const shg_report report = { .sender = 1, .accused = 1, .text = "hello", .heard = "" };
    const shg_ban ban = { .player = 1, .network = "", .reason = "rude" };
    const shg_record_row record = record_row("x");
    const shg_design design = { .definition = 1, .player = 1, .name = "x" };
    const shg_study study = { .player = 1, .definition = 1, .name = "x", .sfen = "" };
    const shg_free_table table = { .player = 1, .title = "", .text = "x", .secret = "s" };
    const shoogi_status status[] = {
        ops->record_add(f->s, &id, &record, NULL),
        ops->place_set(f->s, SHG_POSITION_INDEX_RECORD, 1, 1, some_hashes, 4, NULL),
        ops->place_set(f->s, SHG_POSITION_INDEX_RECORD, 1, 1, some_hashes, 4, NULL),
        ops->place_forget(f->s, NULL),
        ops->design_add(f->s, &id, &design, NULL),
        ops->study_add(f->s, &id, &study, NULL),
        ops->free_table_add(f->s, &id, &table, NULL),
        ops->free_table_sit(f->s, 1, 1, NULL),
        try_free_table_event(f, 1, 2, "x"),
        try_study_event(f, 1, 2, "x"),
        ops->player_set_settings(f->s, 1, "a=1", NULL),
        ops->player_set_password(f->s, 1, "new", NULL),
        ops->ignored_set(f->s, 1, 1, false, NULL),
        ops->ignored_set(f->s, 1, 1, true, NULL),
        ops->message_add(f->s, &id, &message, NULL),
        ops->message_remove(f->s, 1, NULL),
        ops->report_add(f->s, &id, &report, NULL),
        ops->ban_add(f->s, &id, &ban, NULL),
        ops->ban_remove(f->s, 1, NULL),
        ops->notice_set(f->s, "today", "after", NULL),
        ops->run_begin(f->s, 40, NULL),
        ops->run_alive(f->s, 50, NULL),
        ops->challenge_set_options(f->s, 2, "u", NULL),
        ops->challenge_set_pattern(f->s, 2, "u", NULL),
        ops->player_add(f->s, &id, &player, NULL),
        ops->definition_put(f->s, &id, &definition, NULL),
        ops->challenge_add(f->s, &id, &challenge, NULL),
        ops->challenge_remove(f->s, 1, NULL),
        ops->game_add(f->s, &id, &game, NULL),
        ops->player_set_game(f->s, 1, 1, NULL),
        ops->game_set_seen(f->s, NULL, 1, 0, 1, 7, NULL),
        add_event(f, 1, 2, "result", "black x"),
        ops->game_finalise(f->s, 1, 7, NULL),
        ops->rating_add(f->s, &rating_row, NULL),
    };
    for (size_t i = 0; i < sizeof status / sizeof status[0]; i++) {
        /* A game that could not be ended cannot get a final result. */
        assert_true(status[i] == SHOOGI_OK || status[i] == SHOOGI_NO_MEMORY ||
                    (status[i] == SHOOGI_ILLEGAL && !good));
        good = good && status[i] == SHOOGI_OK;
    }
    return good;
}

static void memory_runs_out(void **state)
{
    struct fixture *f = *state;
    prepare_everything(f);
    char *before = dump_all(f->s);
    bool good = false;
    int n;
    for (n = 0; !good; n++) {
        begin(f);
        allocations_until_failure = n;
        good = go_through(f);
        allocations_until_failure = -1;
        assert_true(good || n < 100);
        f->ops->rollback(f->s);
        assert_rows(f, before);
    }
    free(before);
    shg_storage *s = NULL;
    allocations_until_failure = 0;
    const shoogi_status status = shg_storage_memory(&s, NULL);
    allocations_until_failure = -1;
    assert_int_equal(status, SHOOGI_NO_MEMORY);
    assert_null(s);
}

/* --- All of them --- */

static const struct {
    const char *name;
    void (*run)(void **state);
    bool needs_lasting;
} cases[] = {
    { "players", players, false },
    { "players change", players_change, false },
    { "texts of players change", texts_of_players_change, false },
    { "players in the order of names", players_in_the_order_of_names, false },
    { "ignoring", ignoring, false },
    { "messages", messages, false },
    { "reports", reports, false },
    { "bans and notices", bans_and_notices, false },
    { "totals", totals, false },
    { "the library", the_library, false },
    { "positions are found", positions_are_found, false },
    { "studies", studies, false },
    { "free tables", free_tables, false },
    { "tokens", tokens, false },
    { "requests", requests, false },
    { "accounts", accounts, false },
    { "letters", letters, false },
    { "devices", devices, false },
    { "a player is forgotten", a_player_is_forgotten, false },
    { "papers", documents, false },
    { "presets", presets, false },
    { "remarks", chat_lines, false },
    { "deletions", deletions, false },
    { "takebacks", takebacks, false },
    { "runs of the server", runs_of_the_server, false },
    { "options of challenges change", options_of_challenges_change, false },
    { "an undo reopens a game", an_undo_reopens_a_game, false },
    { "settled results stay", settled_results_stay, false },
    { "ratings are added", ratings_are_added, false },
    { "names fold ascii only", names_fold_ascii_only, false },
    { "definitions", definitions, false },
    { "challenges", challenges, false },
    { "games and events", games_and_events, false },
    { "events have no gap and no double", events_have_no_gap_and_no_double, false },
    { "nothing follows a result", nothing_follows_a_result, false },
    { "additions are whole", additions_are_whole, false },
    { "refused additions change nothing", refused_additions_change_nothing, false },
    { "best ratings", best_ratings, false },
    { "results have a form", results_have_a_form, false },
    { "what was seen never goes back", what_was_seen_never_goes_back, false },
    { "rows refer to rows", rows_refer_to_rows, false },
    { "rollback takes all back", rollback_takes_all_back, false },
    { "parts are taken back alone", parts_are_taken_back_alone, false },
    { "rollback within a part", rollback_within_a_part, false },
    { "closing rolls back", closing_rolls_back, false },
    { "lists of games", lists_of_games, false },
    { "hostile texts come back", hostile_texts_come_back, false },
    { "texts have bounds", texts_have_bounds, false },
    { "texts are UTF-8", texts_are_utf8, false },
    { "rows are copied", rows_are_copied, false },
    { "random calls agree with memory", random_calls_agree_with_memory, false },
    { "memory runs out", memory_runs_out, false },
    { "rows last", rows_last, true },
    { "a reader beside a writer", a_reader_beside_a_writer, true },
    { "copies are whole", copies_are_whole, true },
    { "interrupted copies go on", interrupted_copies_go_on, true },
};

enum { BACKENDS = sizeof backends / sizeof backends[0], CASES = sizeof cases / sizeof cases[0] };

static bool is_wanted(const struct backend *backend, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], backend->name) == 0)
            return true;
    return argc == 1 && !backend->make;
}

/* storage_test [--all] [BACKEND...]: all but postgres if none is named. */
int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--all") == 0) {
        is_whole = true;
        argc--, argv++;
    }
    static char names[BACKENDS * CASES][64];
    struct CMUnitTest tests[BACKENDS * CASES];
    size_t count = 0;
    for (size_t b = 0; b < BACKENDS; b++)
        for (size_t c = 0; c < CASES; c++) {
            if (!is_wanted(&backends[b], argc, argv) ||
                (cases[c].needs_lasting && !backends[b].lasting))
                continue;
            snprintf(names[count], sizeof names[count], "%s: %s", backends[b].name, cases[c].name);
            tests[count] =
                (struct CMUnitTest){ names[count], cases[c].run, set_up, tear_down, NULL };
            /* The state of cmocka is not const; the fixture only reads the backend. */
            const void *backend = &backends[b];
            memcpy(&tests[count].initial_state, &backend, sizeof backend);
            count++;
        }
    return _cmocka_run_group_tests("storage", tests, count, NULL, NULL);
}
