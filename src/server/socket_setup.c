#include "server/socket_setup.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A player may sit silent for hours.  A peer whose machine is gone is found out after these; sooner if something
 * has been sent that he does not acknowledge, which the kernel would go on sending for a quarter of an hour. */
enum {
    KEEPALIVE_IDLE_S = 300,
    KEEPALIVE_BETWEEN_S = 60,
    KEEPALIVE_COUNT = 5,
    UNACKNOWLEDGED_MS = 90 * 1000
};

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
    set(fd, IPPROTO_TCP, TCP_KEEPCNT, KEEPALIVE_COUNT);
    set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS);
    if (urgent_in_line)
        set(fd, SOL_SOCKET, SO_OOBINLINE, 1);
}

void shg_socket_refuse(int fd, const char *text)
{
    (void)send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
    close(fd);
}
