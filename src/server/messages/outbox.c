#include "server/messages/outbox.h"
#include "server/loop/event_loop.h"

shoogi_status shg_outbox_init(shg_outbox *outbox, shg_server *server, event_callback_fn look,
                              void *owner)
{
    *outbox =
        (shg_outbox){ .server = server, .timer = event_new(server->base, -1, 0, look, owner) };
    if (!outbox->timer)
        return SHOOGI_NO_MEMORY;
    shg_outbox_check_in(outbox, 0);
    return SHOOGI_OK;
}

void shg_outbox_fini(shg_outbox *outbox)
{
    shg_event_free(outbox->timer);
    outbox->timer = NULL;
}

void shg_outbox_check_in(shg_outbox *outbox, int64_t ms)
{
    const struct timeval time = shg_timeval_of_ms(ms);
    event_add(outbox->timer, &time);
}

void shg_outbox_wake(shg_outbox *outbox, bool idle)
{
    outbox->again = outbox->asking;
    if (!outbox->asking && idle)
        shg_outbox_check_in(outbox, 0);
}

bool shg_outbox_answered(shg_outbox *outbox)
{
    const bool again = outbox->again;
    outbox->asking = outbox->again = false;
    return again;
}
