/* postgres.c: the storage in a PostgreSQL database. */
#include "storage/postgres_int.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>

static const shg_storage_ops postgres_ops = {
    .version = SHG_STORAGE_VERSION,
    /* Each part is a subtransaction, and those beyond 64 make the snapshots of others slower:
     * https://www.postgresql.org/docs/15/subxacts.html, PGPROC_MAX_CACHED_SUBXIDS. */
    .group_max = 64,
    .remote = true,
#define OP(result, name, parameters)               .name = shg_sql_##name,
#define OP_OF_CONNECTION(result, name, parameters) .name = shg_postgres_##name,
#include "storage/ops.def"
};

void shg_postgres_rest(shg_storage *s)
{
    (void)s; /* its pages are kept by the database */
}

void shg_postgres_close(shg_storage *s)
{
    struct postgres *q = postgres_of(s);
    if (q->sql.in_transaction)
        shg_postgres_rollback(s);
    shg_postgres_disconnect(q);
    free(q->news);
    for (size_t i = 0; i < sizeof q->texts / sizeof q->texts[0]; i++)
        free(q->texts[i]);
    free(q);
}

/* Arguments of programs are there to be seen by all, and configurations are printed. */
static bool has_password(const char *uri)
{
    bool has = false;
    PQconninfoOption *options =
        shg_pq.conninfoParse(uri, NULL); /* what is wrong, connecting says */
    for (const PQconninfoOption *o = options; o && o->keyword; o++)
        has = has || (strcmp(o->keyword, "password") == 0 && o->val && o->val[0]);
    shg_pq.conninfoFree(options);
    return has;
}

struct opening {
    const char *node, *site; /* "": none */
    bool read_only, copies;
};

static shoogi_status open_postgres(shg_storage **out, const char *uri, const struct opening *how,
                                   shoogi_error *err)
{
    const size_t uri_bytes = strnlen(uri, SHG_STORAGE_PATH_BYTES_MAX + 1);
    if (uri_bytes > SHG_STORAGE_PATH_BYTES_MAX)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "expected a URI of at most %d bytes, found more",
                             SHG_STORAGE_PATH_BYTES_MAX);
    if (shg_postgres_load(err) != SHOOGI_OK)
        return SHOOGI_IO;
    if (has_password(uri))
        return shg_error_set(err, SHOOGI_IO, 0, 0,
                             "expected no password in the URI, which other users can see: put it "
                             "into ~/.pgpass or the file of passfile=FILE");
    struct postgres *q = calloc(1, sizeof *q);
    if (!q)
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    memcpy(q->uri, uri, uri_bytes + 1);
    q->sql.base.ops = &postgres_ops;
    q->sql.driver = &shg_postgres_driver;
    q->sql.read_only = how->read_only;
    q->sql.copies = how->copies;
    snprintf(q->node_name, sizeof q->node_name, "%s", how->node);
    snprintf(q->site, sizeof q->site, "%s", how->site);
    const shoogi_status status = shg_postgres_connect(q, err);
    if (status == SHOOGI_OK)
        *out = &q->sql.base;
    else
        free(q);
    return status == SHOOGI_NOT_FOUND ? SHOOGI_IO : status;
}

shoogi_status shg_storage_postgres(shg_storage **out, const char *uri, bool read_only,
                                   shoogi_error *err)
{
    return open_postgres(out, uri,
                         &(struct opening){ .node = "", .site = "", .read_only = read_only }, err);
}

shoogi_status shg_storage_postgres_copy(shg_storage **out, const char *uri, shoogi_error *err)
{
    return open_postgres(out, uri, &(struct opening){ .node = "", .site = "", .copies = true },
                         err);
}

shoogi_status shg_storage_open_node(shg_storage **out, const char *uri, const char *name,
                                    const char *site, shoogi_error *err)
{
    assert(strlen(site) <= SHG_NODE_SITE_BYTES_MAX);
    assert(name[0] != '\0' && strlen(name) <= SHG_NODE_NAME_BYTES_MAX);
    return shg_storage_is_uri(uri)
               ? open_postgres(out, uri, &(struct opening){ .node = name, .site = site }, err)
               : shg_error_set(
                     err, SHOOGI_IO, 0, 0,
                     "several servers need a database in PostgreSQL: --db postgresql://...");
}
