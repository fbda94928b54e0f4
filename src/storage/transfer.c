/* transfer.c: every table with its columns, and copying them from one storage in SQL to another.
 *
 * The rows of a table are copied in the order of its key, so the number of rows that are there says how far a copy has come.
 * Until it is whole, the copy has a table transfer with the sums of the database that it is made of, and a version that no
 * server opens. */
#include "storage/transfer.h"

#include "base/error.h"
#include "base/hash.h"
#include "storage/sql_int.h"

#include <inttypes.h>
#include <stdio.h>

enum { SQL_BYTES = 1024, COLUMNS_MAX = 24 };

/* Tables in an order in which each refers to earlier ones alone, but for a player's current game, which is set afterwards.
 * Columns: of numbers, "name?" for a reference that may be NULL, and of texts. */
static const struct table {
    const char *name, *key, *numbers, *texts;
    bool keeps_numbers; /* those of removed rows are not given again */
    bool follows;       /* a trigger fills it; it is compared alone */
} tables[] = {
    { "player", "id", "id created_ms seen_ms", "name password settings", false, false },
    { "definition", "id", "id digest", "name text", false, false },
    { "challenge", "id", "id player created_ms",
      "variant pattern colour first_move comment options", true, false },
    { "game", "id",
      "id definition black white created_ms events moves black_seen white_seen ended_ms "
      "black_seen_ms white_seen_ms rated settled_ms deleted_ms placed sealed",
      "sfen comment outcome reason options", false, false },
    { "event", "game, number", "game number think_ms at_ms", "kind text", false, false },
    { "message", "id", "id recipient sender at_ms", "text", true, false },
    { "ignored", "player, other", "player other", "", false, false },
    { "report", "id", "id sender accused game at_ms", "text heard", true, false },
    { "run", "id", "id began_ms alive_ms", "", false, false },
    { "rating", "number",
      "number game player was_rating_e3 was_deviation_e3 rating_e3 deviation_e3 volatility_e9 "
      "at_ms games",
      "variant speed", false, false },
    { "ban", "id", "id player? until_ms at_ms", "network reason", true, false },
    { "notice", "name", "", "name text", false, false },
    { "token", "id", "id player created_ms seen_ms expires_ms scopes", "kind name hash given", true,
      false },
    { "request", "player, number", "player number at_ms", "key", false, false },
    { "paper", "game, player, kind", "game player", "kind text", false, false },
    { "preset", "player, name", "player", "name text", false, false },
    { "remark", "game, number", "game number player at_ms", "kind text", false, false },
    { "account", "player", "player totp_step told_ms", "mail totp", false, false },
    { "letter", "id", "id player at_ms tries next_ms", "address subject text topic", true, false },
    { "record", "id", "id player definition moves created_ms placed text_bytes",
      "black white event played outcome", false, false },
    { "record_text", "record", "record", "text", false, false },
    { "record_sum", "player, hour", "player hour records bytes", "", false, true },
    { "place", "hash, kind, number", "hash kind number at", "", false, false },
    { "design", "definition", "definition player version created_ms", "name", false, false },
    { "study", "id", "id player definition hidden created_ms events", "name sfen", false, false },
    { "study_event", "study, number", "study number player at_ms", "kind text", false, false },
    { "free_table", "id", "id player opponent? second hidden created_ms events",
      "title text secret", false, false },
    { "free_table_event", "free_table, number", "free_table number player at_ms", "kind text",
      false, false },
    { "device", "id", "id player created_ms", "endpoint key auth name", true, false },
    { "push", "id", "id device player urgent at_ms tries next_ms", "topic text", true, false },
};
enum { TABLES = sizeof tables / sizeof tables[0] };

/* The columns of a table, in the order of its cells: numbers first. */
struct columns {
    char names[COLUMNS_MAX][24];
    bool may_be_null[COLUMNS_MAX];
    size_t numbers, count;
};

static size_t split(struct columns *out, size_t count, const char *names)
{
    for (int read = 0; sscanf(names, " %23[a-z_0-9]%n", out->names[count], &read) == 1;) {
        names += read;
        out->may_be_null[count] = *names == '?';
        names += *names == '?';
        count++;
    }
    return count;
}

static struct columns columns_of(const struct table *table)
{
    struct columns out;
    out.numbers = split(&out, 0, table->numbers);
    out.count = split(&out, out.numbers, table->texts);
    return out;
}

/* The statements' text is made of the table above alone. */
static void write_select(char sql[SQL_BYTES], const struct table *table,
                         const struct columns *columns)
{
    int length = snprintf(sql, SQL_BYTES, "SELECT ");
    for (size_t i = 0; i < columns->count; i++)
        length += snprintf(sql + length, (size_t)(SQL_BYTES - length), "%s%s", i ? ", " : "",
                           columns->names[i]);
    /* A sum of nothing: SQLite's triggers leave it, PostgreSQL's never made it. */
    length += snprintf(sql + length, (size_t)(SQL_BYTES - length), " FROM %s%s ORDER BY %s",
                       table->name, table->follows ? " WHERE records > 0" : "", table->key);
    assert(length < SQL_BYTES);
}

static void write_insert(char sql[SQL_BYTES], const struct table *table,
                         const struct columns *columns)
{
    int length = snprintf(sql, SQL_BYTES, "INSERT INTO %s(", table->name);
    for (size_t i = 0; i < columns->count; i++)
        length += snprintf(sql + length, (size_t)(SQL_BYTES - length), "%s%s", i ? ", " : "",
                           columns->names[i]);
    for (size_t i = 0; i < columns->count; i++)
        length += snprintf(sql + length, (size_t)(SQL_BYTES - length), "%s?%zu",
                           i ? ", " : ") VALUES(", i + 1);
    length += snprintf(sql + length, (size_t)(SQL_BYTES - length), ")");
    assert(length < SQL_BYTES);
}

static shoogi_status use_text(struct sql *q, enum statement slot, const char *sql, bool reads,
                              shoogi_error *err)
{
    return q->driver->use_text(q, slot, sql, reads) ? SHOOGI_OK : shg_sql_fail(err, q);
}

static shoogi_status read_number(int64_t *out, struct sql *q, const char *sql, const char *name,
                                 shoogi_error *err)
{
    const struct value of = text(name ? name : "");
    *out = 0;
    const shoogi_status status = use_text(q, TRANSFER_READ, sql, true, err);
    if (status != SHOOGI_OK)
        return status;
    const enum sql_outcome outcome = shg_sql_run(q, TRANSFER_READ, &of, name ? 1 : 0);
    if (outcome == SQL_ROW)
        *out = q->cells[0].number;
    return outcome == SQL_ROW || outcome == SQL_DONE ? SHOOGI_OK : shg_sql_fail(err, q);
}

/* --- Rows --- */

/* A copy in progress. */
struct transfer {
    struct sql *to, *from;
    int64_t commit_rows;
    shg_transfer_fn *copied;
    void *context;
    shoogi_error *err;
};

struct copier {
    const struct transfer *t;
    const char *name;
    const struct columns *columns;
    int64_t skipped, rows,
        of; /* rows that are there already; all that are there; all there will be */
    shoogi_status status;
};

/* Commits the rows that were copied so far, and begins the next transaction. */
static shoogi_status commit_and_go_on(const struct copier *c)
{
    shg_storage *to = &c->t->to->base;
    shoogi_status status = to->ops->commit(to, c->t->err);
    if (status != SHOOGI_OK)
        return status;
    c->t->copied(c->t->context, c->name, c->rows, c->of);
    return to->ops->begin(to, c->t->err);
}

static bool copy_row(const struct cell *cells, void *context)
{
    struct copier *c = context;
    struct value values[COLUMNS_MAX];
    if (c->skipped > 0) {
        c->skipped--;
        return true;
    }
    for (size_t i = 0; i < c->columns->count; i++)
        values[i] = i >= c->columns->numbers     ? bytes(cells[i].text, cells[i].bytes)
                    : c->columns->may_be_null[i] ? reference(cells[i].number)
                                                 : number(cells[i].number);
    c->status = shg_sql_change(NULL, c->t->to, TRANSFER_ADD, values, c->columns->count, c->t->err);
    c->rows++;
    if (c->status == SHOOGI_OK && c->rows < c->of && c->rows % c->t->commit_rows == 0)
        c->status = commit_and_go_on(c);
    return c->status == SHOOGI_OK;
}

static shoogi_status copy_table(const struct transfer *t, const struct table *table, int64_t of)
{
    char sql[SQL_BYTES];
    const struct columns columns = columns_of(table);
    struct copier copier = { .t = t, .name = table->name, .columns = &columns, .of = of };
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table->name);
    shoogi_status status = read_number(&copier.rows, t->to, sql, NULL, t->err);
    copier.skipped = copier.rows;
    write_select(sql, table, &columns);
    if (status == SHOOGI_OK)
        status = use_text(t->from, TRANSFER_READ, sql, true, t->err);
    write_insert(sql, table, &columns);
    if (status == SHOOGI_OK)
        status = use_text(t->to, TRANSFER_ADD, sql, false, t->err);
    if (status == SHOOGI_OK && copier.rows < of)
        status = shg_sql_list(t->from, TRANSFER_READ, NO_VALUES, copy_row, &copier, t->err);
    if (status == SHOOGI_OK)
        status = copier.status;
    return status == SHOOGI_OK ? commit_and_go_on(&copier) : status;
}

static bool copy_current_game(const struct cell *cells, void *context)
{
    struct copier *c = context;
    c->status = shg_sql_change(NULL, c->t->to, PLAYER_SET_GAME,
                               VALUES(number(cells[0].number), number(cells[1].number)), c->t->err);
    return c->status == SHOOGI_OK;
}

static const char current_games[] = "SELECT id, coalesce(current_game, 0) FROM player "
                                    "WHERE current_game IS NOT NULL ORDER BY id";

static shoogi_status copy_current_games(const struct transfer *t)
{
    struct copier copier = { .t = t };
    shoogi_status status = use_text(t->from, TRANSFER_READ, current_games, true, t->err);
    if (status == SHOOGI_OK)
        status =
            shg_sql_list(t->from, TRANSFER_READ, NO_VALUES, copy_current_game, &copier, t->err);
    return copier.status != SHOOGI_OK ? copier.status : status;
}

/* --- Numbers of rows to come --- */

static shoogi_status change(struct sql *q, const char *sql, const struct value *values,
                            size_t count, shoogi_error *err)
{
    const shoogi_status status = use_text(q, TRANSFER_ADD, sql, false, err);
    return status == SHOOGI_OK ? shg_sql_change(NULL, q, TRANSFER_ADD, values, count, err) : status;
}

static shoogi_status copy_last_number(struct sql *to, struct sql *from, const struct table *table,
                                      shoogi_error *err)
{
    char sql[96];
    int64_t kept = 0, highest = 0;
    if (strchr(table->key, ',') ||
        (strcmp(table->key, "id") != 0 && strcmp(table->key, "number") != 0))
        return SHOOGI_OK;
    snprintf(sql, sizeof sql, "SELECT coalesce(max(%s), 0) FROM %s", table->key, table->name);
    shoogi_status status = read_number(&highest, from, sql, NULL, err);
    if (status == SHOOGI_OK && table->keeps_numbers)
        status = read_number(&kept, from, from->driver->last_number, table->name, err);
    if (status != SHOOGI_OK || (!table->keeps_numbers && !to->driver->counts_all))
        return status;
    if (to->driver->forget_number)
        status = change(to, to->driver->forget_number, VALUES(text(table->name)), err);
    return status == SHOOGI_OK
               ? change(to, to->driver->set_number,
                        VALUES(text(table->name), number(kept > highest ? kept : highest)), err)
               : status;
}

/* --- Comparing --- */

struct sum {
    int64_t rows;
    uint64_t hash;
};

struct summing {
    struct sum *sum;
    const struct columns *columns;
};

static bool add_row(const struct cell *cells, void *context)
{
    const struct summing *summing = context;
    struct sum *sum = summing->sum;
    sum->rows++;
    for (size_t i = 0; i < summing->columns->count; i++) {
        const struct cell *cell = &cells[i];
        const uint64_t size = cell->bytes;
        if (i < summing->columns->numbers) {
            sum->hash = shg_hash_bytes(sum->hash, &cell->number, sizeof cell->number);
        } else { /* with its length, so that no text can be cut elsewhere */
            sum->hash = shg_hash_bytes(sum->hash, &size, sizeof size);
            sum->hash = shg_hash_bytes(sum->hash, cell->text, cell->bytes);
        }
    }
    return true;
}

static shoogi_status sum_rows(struct sum *out, struct sql *q, const char *sql,
                              const struct columns *columns, shoogi_error *err)
{
    struct summing summing = { .sum = out, .columns = columns };
    *out = (struct sum){ .hash = SHG_HASH_START };
    const shoogi_status status = use_text(q, TRANSFER_READ, sql, true, err);
    return status == SHOOGI_OK ? shg_sql_list(q, TRANSFER_READ, NO_VALUES, add_row, &summing, err)
                               : status;
}

/* The sums of a database: of each table, and behind them of the current games. */
enum { CURRENT_GAMES = TABLES, SUMS };

static const char *name_of_sum(size_t i)
{
    return i == CURRENT_GAMES ? "current_game" : tables[i].name;
}

static shoogi_status sum_all(struct sum sums[SUMS], struct sql *q, shoogi_error *err)
{
    static const struct columns of_games = { .numbers = 2, .count = 2 };
    char sql[SQL_BYTES];
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < TABLES && status == SHOOGI_OK; i++) {
        const struct columns columns = columns_of(&tables[i]);
        write_select(sql, &tables[i], &columns);
        status = sum_rows(&sums[i], q, sql, &columns, err);
    }
    return status == SHOOGI_OK ? sum_rows(&sums[CURRENT_GAMES], q, current_games, &of_games, err)
                               : status;
}

static shoogi_status compare(struct sql *to, const struct sum there[SUMS], shoogi_error *err)
{
    struct sum here[SUMS];
    shoogi_status status = sum_all(here, to, err);
    for (size_t i = 0; i < SUMS && status == SHOOGI_OK; i++)
        if (there[i].rows != here[i].rows || there[i].hash != here[i].hash)
            status = shg_error_set(err, SHOOGI_IO, 0, 0,
                                   "table %s differs from its copy: %" PRId64 " rows, and %" PRId64
                                   " in the copy",
                                   name_of_sum(i), there[i].rows, here[i].rows);
    return status;
}

/* --- The beginning and the end --- */

static shoogi_status refuse_rows(struct sql *to, shoogi_error *err)
{
    int64_t rows = 0;
    const shoogi_status status =
        read_number(&rows, to,
                    "SELECT (SELECT count(*) FROM player) + (SELECT count(*) FROM definition) + "
                    "(SELECT count(*) FROM notice)",
                    NULL, err);
    return status == SHOOGI_OK && rows
               ? shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                               "expected an empty database to copy to, found one with rows")
               : status;
}

static shoogi_status set_version(struct sql *to, bool unfinished, shoogi_error *err)
{
    char sql[96];
    snprintf(sql, sizeof sql, "%s%d", to->driver->set_version,
             to->schema_version + (unfinished ? SHG_UNFINISHED_VERSION : 0));
    return change(to, sql, NO_VALUES, err);
}

static shoogi_status begin_copy(struct sql *to, const struct sum sums[SUMS], shoogi_error *err)
{
    shoogi_status status = refuse_rows(to, err);
    if (status == SHOOGI_OK)
        status = change(to,
                        "CREATE TABLE transfer(name text PRIMARY KEY, row_count bigint NOT NULL, "
                        "hash bigint NOT NULL)",
                        NO_VALUES, err);
    for (size_t i = 0; i < SUMS && status == SHOOGI_OK; i++)
        status = change(
            to, "INSERT INTO transfer(name, row_count, hash) VALUES(?1, ?2, ?3)",
            VALUES(text(name_of_sum(i)), number(sums[i].rows), number((int64_t)sums[i].hash)), err);
    return status == SHOOGI_OK ? set_version(to, true, err) : status;
}

static shoogi_status end_copy(struct sql *to, shoogi_error *err)
{
    const shoogi_status status = change(to, "DROP TABLE transfer", NO_VALUES, err);
    return status == SHOOGI_OK ? set_version(to, false, err) : status;
}

/* The sums of the database that an unfinished copy is made of. */
struct kept_sums {
    const struct sum *sums;
    size_t count;
    const char *changed; /* the first table that differs */
};

static bool compare_kept(const struct cell *cells, void *context)
{
    struct kept_sums *kept = context;
    for (size_t i = 0; i < SUMS; i++) {
        if (strcmp(cells[2].text, name_of_sum(i)) != 0)
            continue;
        kept->count++;
        if (cells[0].number != kept->sums[i].rows ||
            (uint64_t)cells[1].number != kept->sums[i].hash)
            kept->changed = name_of_sum(i);
    }
    return !kept->changed;
}

static shoogi_status go_on_with_copy(struct sql *to, const struct sum sums[SUMS], shoogi_error *err)
{
    struct kept_sums kept = { .sums = sums };
    shoogi_status status = use_text(
        to, TRANSFER_READ, "SELECT row_count, hash, name FROM transfer ORDER BY name", true, err);
    if (status == SHOOGI_OK)
        status = shg_sql_list(to, TRANSFER_READ, NO_VALUES, compare_kept, &kept, err);
    if (status == SHOOGI_OK && (kept.changed || kept.count != SUMS))
        status = shg_error_set(err, SHOOGI_CONFLICT, 0, 0,
                               "table %s has changed since this copy was begun: begin again, with "
                               "an empty database to copy to",
                               kept.changed ? kept.changed : "transfer");
    return status;
}

/* --- All of it --- */

static shoogi_status finish_copy(const struct transfer *t, const struct sum sums[SUMS])
{
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < TABLES && status == SHOOGI_OK; i++)
        status = copy_last_number(t->to, t->from, &tables[i], t->err);
    if (status == SHOOGI_OK)
        status = copy_current_games(t);
    if (status == SHOOGI_OK)
        status = compare(t->to, sums, t->err);
    return status == SHOOGI_OK ? end_copy(t->to, t->err) : status;
}

static shoogi_status copy_all(const struct transfer *t, const struct sum sums[SUMS])
{
    shoogi_status status =
        t->to->unfinished ? go_on_with_copy(t->to, sums, t->err) : begin_copy(t->to, sums, t->err);
    for (size_t i = 0; i < TABLES && status == SHOOGI_OK; i++)
        if (!tables[i].follows)
            status = copy_table(t, &tables[i], sums[i].rows);
    return status == SHOOGI_OK ? finish_copy(t, sums) : status;
}

bool shg_storage_is_unfinished(shg_storage *storage)
{
    return sql_of(storage)->unfinished;
}

shoogi_status shg_storage_transfer(shg_storage *to, shg_storage *from, int64_t commit_rows,
                                   shg_transfer_fn *copied, void *context, shoogi_error *err)
{
    struct sum sums[SUMS];
    const struct transfer t = { .to = sql_of(to),
                                .from = sql_of(from),
                                .commit_rows = commit_rows,
                                .copied = copied,
                                .context = context,
                                .err = err };
    assert(commit_rows > 0);
    if (t.from->newer) /* it may have columns that this program does not know */
        return shg_error_set(err, SHOOGI_INVALID_RULES, 0, 0,
                             "a newer shoogi has changed the database: copy it with that");
    shoogi_status status = from->ops->begin(from, err);
    if (status != SHOOGI_OK)
        return status;
    status = sum_all(sums, t.from, err);
    if (status == SHOOGI_OK)
        status = to->ops->begin(to, err);
    if (status == SHOOGI_OK)
        status = copy_all(&t, sums);
    if (status == SHOOGI_OK)
        status = to->ops->commit(to, err);
    if (t.to->in_transaction)
        to->ops->rollback(to);
    from->ops->rollback(from);
    t.to->unfinished = t.to->unfinished && status != SHOOGI_OK;
    return status;
}
