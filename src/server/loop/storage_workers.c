#include "server/loop/storage_workers.h"

#include "server/loop/event_loop.h"
#include "storage/news.h"
#include "storage/storage.h"

static shoogi_status start_worker(shg_server *server, shg_worker **out, shg_storage *storage,
                                  bool writes, shoogi_error *err)
{
    const shoogi_status status = shg_worker_new(out, storage, writes, shg_loop_wake, server, err);
    if (status != SHOOGI_OK)
        storage->ops->close(storage);
    return status;
}

static shoogi_status start_reader(shg_server *server, shg_storage *storage, shoogi_error *err)
{
    const shoogi_status status = server->hooks->read_before_reading(server, storage, err);
    if (status == SHOOGI_OK)
        return start_worker(server, &server->reader, storage, false, err);
    storage->ops->close(storage);
    return status;
}

static shoogi_status start_writer(shg_server *server, shg_storage *storage, shoogi_error *err)
{
    shoogi_status status = server->hooks->read_before_writing(server, storage, err);
    server->node = shg_node_number(storage);
    if (status == SHOOGI_OK)
        status = shg_bans_read(&server->bans, storage, err);
    if (status == SHOOGI_OK)
        return start_worker(server, &server->writer, storage, true, err);
    storage->ops->close(storage);
    return status;
}

shoogi_status shg_storage_workers_start(shg_server *server, const char *path, const char *node,
                                        const char *site, shoogi_error *err)
{
    shg_storage *storage = NULL;
    shoogi_status status = node ? shg_storage_open_node(&storage, path, node, site, err)
                                : shg_storage_open(&storage, path, false, err);
    if (status == SHOOGI_OK)
        status = start_writer(server, storage, err);
    if (shg_storage_is_memory(path)) {
        server->reader = server->pages_reader = server->writer;
        return status;
    }
    if (status == SHOOGI_OK)
        status = shg_storage_open(&storage, path, true, err);
    if (status == SHOOGI_OK)
        status = start_reader(server, storage, err);
    if (status == SHOOGI_OK)
        status = shg_storage_open(&storage, path, true, err);
    if (status == SHOOGI_OK)
        status = start_worker(server, &server->pages_reader, storage, false, err);
    return status;
}

void shg_storage_workers_stop(shg_server *server)
{
    if (server->reader != server->writer) {
        shg_worker_free(server->pages_reader);
        shg_worker_free(server->reader);
    }
    shg_worker_free(server->writer);
    shg_bans_free(server->bans);
}
