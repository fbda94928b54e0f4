#include "server/doors/part.h"

#include "server/doors/door_http.h"
#include "server/doors/door_telnet.h"
#include "server/doors/web_job.h"
#include "server/loop/bounds.h"
#include "server/loop/test_settings.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <string.h>
#include <unistd.h>

/* ---- the page ---- */

shoogi_status shg_page_read(shg_server *server, const shg_server_options *options,
                            shoogi_error *err)
{
    server->doors->web_directory = options->web;
    const shoogi_status status = shg_web_files_new(&server->doors->web, options->web, err);
    const bool found = status == SHOOGI_OK && shg_web_files_find(server->doors->web, "/", 1);
    server->doors->web_later = options->web_later && !found;
    if (status != SHOOGI_NOT_FOUND || !options->web_later)
        return status;
    *err = (shoogi_error){ 0 };
    return SHOOGI_OK;
}

void shg_page_reload(shg_server *server)
{
    shoogi_error err = { 0 };
    shg_web_files *files = NULL;
    const bool has_page = shg_web_files_find(server->doors->web, "/", 1) != NULL;
    const shoogi_status status = shg_web_files_new(&files, server->doors->web_directory, &err);
    if (status == SHOOGI_OK && shg_web_files_find(files, "/", 1)) {
        shg_web_files_free(server->doors->web);
        server->doors->web = files;
        shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_page, NULL);
    } else {
        shg_web_files_free(files);
        if (has_page || server->doors->web_later || server->doors->web_directory)
            shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_no_page, "why",
                          err.message[0]        ? err.message
                          : status != SHOOGI_OK ? shoogi_status_text(status)
                                                : "there is none",
                          NULL);
    }
    server->doors->web_later = false;
}

/* ---- another program ---- */

void shg_doors_pause(shg_server *server)
{
    shg_listener_pause(server->doors->telnet, server->pausing);
    shg_listener_pause(server->doors->http, server->pausing);
}

void shg_doors_hand_over(shg_handover_out *out, const shg_server *server)
{
    shg_handover_listener(out, "telnet", shg_listener_fd(server->doors->telnet));
    shg_handover_listener(out, "http", shg_listener_fd(server->doors->http));
    if (server->tls)
        return; /* all connections end before, as encrypted ones cannot go on */
    const shg_connection *c = server->connections;
    while (c && c->after) /* the oldest, as they are restored in this order */
        c = c->after;
    for (; c; c = c->before)
        if (c->kind->readiness(c) == SHG_READY)
            c->kind->hand_over(out, c);
}

void shg_doors_restore(shg_server *server)
{
    char kind[SHG_HANDOVER_KIND_BYTES];
    shg_handover *h = server->handover;
    shg_handover_rewind(h);
    while (shg_handover_next(kind, h)) {
        const bool telnet = strcmp(kind, "telnet") == 0;
        if (!telnet && strcmp(kind, "http") != 0)
            continue;
        const int fd = shg_handover_fd(h);
        if (fd >= 0 && server->tls)
            close(fd);
        else if (fd >= 0)
            (telnet ? shg_telnet_restore_door : shg_http_restore_door)(server, fd, &h->json);
    }
}

/* ---- the ports ---- */

shoogi_status shg_doors_start(shg_server *server, const shg_launch *start)
{
    static const int limits_ms[SHG_DOOR_DEADLINES] = {
        [SHG_DEADLINE_LOGIN] = SHG_LOGIN_MS,         [SHG_DEADLINE_LINES] = SHG_LINES_WAIT_MS,
        [SHG_DEADLINE_HEAD] = SHG_HTTP_HEAD_MS,      [SHG_DEADLINE_UPLOAD] = SHG_HTTP_UPLOAD_MS,
        [SHG_DEADLINE_HEARTBEAT] = SHG_HEARTBEAT_MS, [SHG_DEADLINE_IDLE] = SHG_HTTP_IDLE_MS,
        [SHG_DEADLINE_PING] = SHG_PING_MS,           [SHG_DEADLINE_SEND] = SHG_SEND_CHECK_MS,
    };
    static const char *const settings[SHG_DOOR_DEADLINES] = {
        [SHG_DEADLINE_HEAD] = "SHOOGI_TEST_HEAD_MS",
        [SHG_DEADLINE_IDLE] = "SHOOGI_TEST_IDLE_MS",
        [SHG_DEADLINE_PING] = "SHOOGI_TEST_PING_MS",
        [SHG_DEADLINE_SEND] = "SHOOGI_TEST_SEND_MS",
    };
    const shg_server_options *options = start->options;
    shg_door_part *doors = server->doors;
    doors->front = (shg_web_front){ .proxies = options->proxies,
                                    .proxy_count = options->proxy_count,
                                    .names = options->names,
                                    .name_count = options->name_count };
    shg_http_share(server);
    shg_web_jobs_share(server);
    shoogi_status status = server->local ? SHOOGI_OK : shg_page_read(server, options, start->err);
    if (status == SHOOGI_OK)
        status =
            shg_rate_limit_new(&doors->calls, SHG_CALLS_FADE_MS, shg_shares_times(server->shares));
    for (size_t i = 0; i < SHG_DOOR_DEADLINES && status == SHOOGI_OK; i++)
        status = shg_deadlines_init(&doors->deadlines[i], server->base, &server->clock,
                                    settings[i] ? shg_test_setting_ms(settings[i], limits_ms[i])
                                                : limits_ms[i]);
    if (status == SHOOGI_OK && !server->local)
        status = shg_listener_new(&doors->telnet, server->base, &server->telnet_address,
                                  shg_handover_copy_listener(server->handover, "telnet"),
                                  shg_telnet_accepted, shg_host_no_accept, server, start->err);
    if (status == SHOOGI_OK && !server->local)
        status = shg_listener_new(&doors->http, server->base, &server->http_address,
                                  shg_handover_copy_listener(server->handover, "http"),
                                  shg_http_accepted, shg_host_no_accept, server, start->err);
    return status;
}

/* Large bodies and pages are mapped each for itself and unmapped; what was made beside them, by the threads of
 * the storage above all, is not. */
void shg_doors_alive(shg_server *server)
{
    shg_door_part *doors = server->doors;
    const int64_t now = shg_share_held(doors->bodies) + shg_share_held(doors->answers);
    if (now > doors->most_in_transit)
        doors->most_in_transit = now;
    if (doors->most_in_transit < SHG_TRIM_BYTES || now > doors->most_in_transit / 8)
        return;
    doors->most_in_transit = 0;
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}

void shg_doors_close_telnet(shg_server *server)
{
    shg_listener_free(server->doors->telnet);
    server->doors->telnet = NULL;
}

void shg_doors_close(shg_server *server)
{
    shg_doors_close_telnet(server);
    shg_listener_free(server->doors->http);
    server->doors->http = NULL;
}

void shg_doors_stop(shg_server *server)
{
    shg_door_part *doors = server->doors;
    if (server->base)
        for (size_t i = 0; i < SHG_DOOR_DEADLINES; i++)
            shg_deadlines_fini(&doors->deadlines[i]);
    shg_rate_limit_free(doors->calls);
    shg_web_files_free(doors->web);
}
