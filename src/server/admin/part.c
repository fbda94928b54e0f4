#include "server/admin/part.h"

#include "server/doors/door_http.h"
#include "storage/storage.h"

shoogi_status shg_metrics_start(shg_server *server, const shg_launch *start)
{
    if (server->local || !start->options->has_metrics)
        return SHOOGI_OK;
    return shg_listener_new(&server->admin->scrapes, server->base, &server->metrics_address,
                            shg_handover_copy_listener(server->handover, "metrics"),
                            shg_metrics_accepted, shg_host_no_accept, server, start->err);
}

void shg_metrics_close(shg_server *server)
{
    shg_listener_free(server->admin->scrapes);
    server->admin->scrapes = NULL;
}

shoogi_status shg_admin_start(shg_server *server, const shg_launch *start)
{
    const char *path = start->options->db_path;
    server->admin->version = start->options->version ? start->options->version : "";
    if (!server->local)
        shg_upgrade_init(server, start->options);
    return server->local || shg_storage_is_memory(path)
               ? SHOOGI_OK
               : shg_admin_door_new(&server->admin->door, server, path, start->err);
}

void shg_admin_stop(shg_server *server)
{
    shg_upgrade_fini(server);
    shg_drain_fini(&server->admin->drain);
    shg_admin_door_free(server->admin->door);
    shg_shutdown_notice_fini(&server->admin->shutdown);
}
