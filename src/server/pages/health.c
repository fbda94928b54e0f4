/* health.c: the health check for monitoring, and the metrics. */
#include "server/admin/scrape.h"
#include "server/loop/host.h"
#include "server/pages/pages.h"

#include <stdlib.h>

void shg_health_web(shg_exchange *x)
{
    shg_web_page page = shg_web_page_new();
    const shg_server *server = x->server;
    const char *const fault =
        shg_server_failed(server)                ? "The storage has failed.\n"
        : shg_server_disk_full(server)           ? shg_worker_remote(server->writer)
                                                       ? "The database does not answer.\n"
                                                       : "Nothing can be stored.\n"
        : server->time_trust == SHG_TIME_UNKNOWN ? "The time of the database is unknown.\n"
        : server->time_trust == SHG_TIME_WRONG
            ? "The clocks of this machine and of the database differ.\n"
        : shg_is_draining(server) ? "draining\n"
                                  : NULL;
    page.status = fault ? 503 : 200;
    shg_out_text(&page.body, fault ? fault : "ok\n");
    shg_exchange_answer(x, &page);
}

static void scraped(void *context, const char *text)
{
    shg_web_page page = shg_web_page_new();
    page.status = 200;
    page.content_type = "text/plain; version=0.0.4; charset=utf-8";
    if (text)
        shg_out_text(&page.body, text);
    else
        page.body.spent = true;
    shg_exchange_answer(context, &page);
}

static void gone(shg_exchange *x)
{
    shg_scrape_cancel(x->context);
}

void shg_metrics_web(shg_exchange *x)
{
    x->context = shg_scrape_start(x->server, scraped, x);
    if (x->context)
        x->gone = gone;
    else
        scraped(x, NULL);
}
