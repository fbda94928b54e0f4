/* own_server.h: a server on rows in memory, of the target's own. */
#ifndef SHOOGI_FUZZ_OWN_SERVER_H
#define SHOOGI_FUZZ_OWN_SERVER_H

#include "fuzz.h"
#include "server/server.h"
#include "server/loop/host.h"
#include "server/session/task.h"

static shg_server *server;

typedef struct preparation {
    shg_job job; /* must be first */
    bool done;
} preparation;

static void prepared(shg_job *job)
{
    ((preparation *)(void *)job)->done = true;
}

/* Opens it with the rows that prepare adds. */
static void open_own_server(shg_run_fn *prepare)
{
    shg_server_options options;
    char fault[SHG_SERVER_FAULT_BYTES];
    shg_server_options_init(&options);
    options.variants = FUZZ_VARIANTS;
    options.db_path = "memory";
    options.log_level = SHG_LOG_ERROR;
    FUZZ_REQUIRE(shg_address_read(&options.telnet, "127.0.0.1:0", NULL) == SHOOGI_OK);
    options.http = options.telnet;
    FUZZ_REQUIRE(shg_server_new(&server, &options, fault) == SHOOGI_OK);
    preparation p = { .job = { .run = prepare, .done = prepared } };
    FUZZ_REQUIRE(shg_worker_submit(server->writer, &p.job) == SHOOGI_OK);
    while (!p.done)
        event_base_loop(server->base, EVLOOP_ONCE);
    FUZZ_REQUIRE(p.job.status == SHOOGI_OK);
}

#endif
