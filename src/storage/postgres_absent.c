/* postgres_absent.c: in place of the storage in PostgreSQL where libpq was not found. */
#include "base/error.h"
#include "storage/news.h"

static shoogi_status refuse(shoogi_error *err)
{
    return shg_error_set(err, SHOOGI_IO, 0, 0,
                         "this shoogi was built without PostgreSQL: install libpq-dev and build it "
                         "again, or name a file");
}

shoogi_status shg_storage_postgres(shg_storage **out, const char *uri, bool read_only,
                                   shoogi_error *err)
{
    (void)out, (void)uri, (void)read_only;
    return refuse(err);
}

shoogi_status shg_storage_postgres_copy(shg_storage **out, const char *uri, shoogi_error *err)
{
    (void)out, (void)uri;
    return refuse(err);
}

shoogi_status shg_storage_open_node(shg_storage **out, const char *uri, const char *name,
                                    const char *site, shoogi_error *err)
{
    (void)out, (void)uri, (void)name, (void)site;
    return refuse(err);
}

bool shg_storage_is_node(const shg_storage *storage)
{
    (void)storage;
    return false;
}

int64_t shg_node_number(const shg_storage *storage)
{
    (void)storage;
    return 0;
}

bool shg_node_clocks_differ(int64_t database_ms)
{
    (void)database_ms;
    return false;
}

shoogi_status shg_node_before_run(shg_storage *storage, int64_t *now_ms, shoogi_error *err)
{
    (void)storage, (void)now_ms, (void)err;
    return SHOOGI_OK;
}

shoogi_status shg_node_enter(shg_storage *storage, shoogi_error *err)
{
    (void)storage, (void)err;
    return SHOOGI_OK;
}

shoogi_status shg_news_new(shg_news_reader **out, const char *uri, int64_t node,
                           void (*wake)(void *), void *wake_context, shoogi_error *err)
{
    (void)out, (void)uri, (void)node, (void)wake, (void)wake_context;
    return refuse(err);
}

shoogi_status shg_news_go_on(shg_news_reader **out, const char *uri, int64_t node,
                             const shg_news_position *known, size_t known_count,
                             void (*wake)(void *), void *wake_context, shoogi_error *err)
{
    (void)out, (void)uri, (void)node, (void)known, (void)known_count, (void)wake,
        (void)wake_context;
    return refuse(err);
}

size_t shg_news_begin(shg_news_position out[SHG_NODES_MAX], const shg_news_reader *news)
{
    (void)out, (void)news;
    return 0;
}

void shg_news_stay(shg_news_reader *news)
{
    (void)news;
}

int64_t shg_node_news_number(const shg_storage *storage)
{
    (void)storage;
    return 0;
}

void shg_node_go_on(shg_storage *storage, int64_t node, int64_t news_number)
{
    (void)storage, (void)node, (void)news_number;
}

shg_news_taken shg_news_take(shg_news_reader *news)
{
    (void)news;
    return (shg_news_taken){ 0 };
}

void shg_news_alive(shg_news_reader *news, int64_t queue_ms)
{
    (void)news, (void)queue_ms;
}

int64_t shg_news_silent_ms(const shg_news_reader *news)
{
    (void)news;
    return 0;
}

int64_t shg_news_offset_ms(shg_news_reader *news, int64_t *error_ms)
{
    (void)news;
    *error_ms = 0;
    return 0;
}

int shg_node_schema(void)
{
    return 0;
}

size_t shg_news_names(shg_named_node out[SHG_NODES_MAX], shg_news_reader *news)
{
    (void)out, (void)news;
    return 0;
}

void shg_news_want(shg_news_reader *news, shg_duty duty)
{
    (void)news, (void)duty;
}

bool shg_news_has(const shg_news_reader *news, shg_duty duty)
{
    (void)news, (void)duty;
    return true;
}

void shg_news_free(shg_news_reader *news)
{
    (void)news;
}
