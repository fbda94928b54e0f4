#include "server/loop/socket_setup.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A player may be silent for hours. A dead peer is detected after UNACKNOWLEDGED_MS, both with
 * data in flight, which the kernel would otherwise retransmit for a quarter of an hour, and
 * while idle. With TCP_USER_TIMEOUT set, Linux ignores the number of keepalive probes; if the
 * first probe came later than the timeout, one lost probe would end the connection. These values
 * leave time for three probes. */
enum { KEEPALIVE_IDLE_S = 60, KEEPALIVE_BETWEEN_S = 10, UNACKNOWLEDGED_MS = 90 * 1000 };

static void set(int fd, int level, int option, int value)
{
    /* Each option is an improvement, not a requirement. */
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
