/* socket_setup.h: options of accepted sockets. */
#ifndef SHG_SERVER_LOOP_SOCKET_SETUP_H
#define SHG_SERVER_LOOP_SOCKET_SETUP_H

#include <stdbool.h>

/* Disables Nagle's algorithm and enables detection of dead peers. urgent_in_line: delivers
 * urgent data in sequence, as telnet needs. */
void shg_socket_setup(int fd, bool urgent_in_line);

/* Sends a short text if the socket accepts it at once, then closes the socket. */
void shg_socket_refuse(int fd, const char *text);

#endif
