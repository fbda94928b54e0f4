#include "server/loop/socket_setup.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A player may sit silent for hours.  A peer whose machine is gone is found out after UNACKNOWLEDGED_MS, be it that
 * something has been sent to him, which the kernel would go on sending for a quarter of an hour, or that he is only
 * asked whether he is there: Linux counts no such questions beside TCP_USER_TIMEOUT, and with the first of them later
 * than that a single one that is lost would end the connection.  So there is time for three. */
enum { KEEPALIVE_IDLE_S = 60, KEEPALIVE_BETWEEN_S = 10, UNACKNOWLEDGED_MS = 90 * 1000 };

static void set(int fd, int level, int option, int value)
{
    /* Each is an improvement, and none a condition. */
    (void)setsockopt(fd, level, option, &value, sizeof value);
}

void shg_socket_setup(int fd, bool urgent_in_line)
{
    set(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    set(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    set(fd, IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_IDLE_S);
    set(fd, IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_BETWEEN_S);
    set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS);
    if (urgent_in_line)
        set(fd, SOL_SOCKET, SO_OOBINLINE, 1);
}

void shg_socket_refuse(int fd, const char *text)
{
    (void)send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
    close(fd);
}
