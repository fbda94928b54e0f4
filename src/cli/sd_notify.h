/* sd_notify.h: notifies the service manager (systemd) of the server's state.
 *
 * Source: sd_notify(3), "Notes": a datagram to the Unix socket that NOTIFY_SOCKET names. */
#ifndef SHG_CLI_SD_NOTIFY_H
#define SHG_CLI_SD_NOTIFY_H

/* state: as listed in sd_notify(3), such as "READY=1".  Does nothing without a service manager. */
void cli_sd_notify(const char *state);

#endif
