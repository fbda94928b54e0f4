/* socket_setup.h: what every accepted socket gets. */
#ifndef SHG_SERVER_LOOP_SOCKET_SETUP_H
#define SHG_SERVER_LOOP_SOCKET_SETUP_H

#include <stdbool.h>

/* No waiting for more to send; peers that have vanished are noticed.  urgent_in_line: urgent data comes
 * in its place among the rest, which telnet needs. */
void shg_socket_setup(int fd, bool urgent_in_line);

/* Sends one short text, if the socket takes it at once, and closes. */
void shg_socket_refuse(int fd, const char *text);

#endif
