/* notify.h: telling a service manager how it stands.
 *
 * Source: sd_notify(3), "Notes": a datagram to the Unix socket that NOTIFY_SOCKET names. */
#ifndef SHG_CLI_NOTIFY_H
#define SHG_CLI_NOTIFY_H

/* state: as sd_notify(3) lists them, "READY=1" say.  Where there is no manager, or none that listens, nothing happens. */
void cli_notify(const char *state);

#endif
