/* upgrade.h: a hot upgrade: another program takes the place of this one, in the same process, and goes on with its ports and
 * its plain connections.
 *
 * The new program is first tried: started beside this one to say whether it would start. Then everything that was begun is
 * finished, within SHG_UPGRADE_PAUSE_MS, and exec replaces this program. Until then nothing is lost if a step fails: the
 * server goes on as it was. docs/decisions/015-hot-upgrade.md */
#ifndef SHG_SERVER_ADMIN_UPGRADE_H
#define SHG_SERVER_ADMIN_UPGRADE_H

#include "server/loop/child.h"
#include "server/loop/host.h"
#include "shoogi/status.h"

typedef struct shg_upgrade {
    const char *const *command; /* as in shg_server_options; NULL: there is nothing to start */
    bool trying;                /* the new program is being tried */
    bool stored, drained;       /* before exec: the time is stored; TLS connections end */
    shg_child trial;
    struct event *timer; /* looks whether everything is finished; owned */
    int64_t since_ms;    /* since when nothing new is begun */
} shg_upgrade;

void shg_upgrade_init(shg_server *server, const shg_server_options *options);
/* Gives up an upgrade that is under way. */
void shg_upgrade_fini(shg_server *server);

/* Begins an upgrade. OK: shg_admin_door_upgraded follows if it fails, and nothing if it succeeds. Else a status with a
 * sentence: CONFLICT, ILLEGAL, or that of shg_handover_seal. */
SHOOGI_CHECKED shoogi_status shg_upgrade_begin(shg_server *server, shoogi_error *err);
/* The same for SIGUSR2. */
void shg_upgrade_signal(shg_server *server);

/* At the end of a start: goes on with what an earlier program handed over, if one did. */
void shg_upgrade_restore(shg_server *server, const shg_server_options *options);

#endif
