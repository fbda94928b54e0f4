#include "peer.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool peer_wait(peer *p, const char *start, char *line, size_t room)
{
    fflush(p->to);
    while (fgets(line, (int)room, p->from))
        if (strncmp(line, start, strlen(start)) == 0)
            return true;
    return false;
}

bool peer_start(peer *p)
{
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0)
        return false;
    p->pid = fork();
    if (p->pid == 0) {
        dup2(down[0], STDIN_FILENO);
        dup2(up[1], STDOUT_FILENO);
        close(down[1]);
        close(up[0]);
        execlp("fairy-stockfish", "fairy-stockfish", (char *)NULL);
        execl("/usr/games/fairy-stockfish", "fairy-stockfish", (char *)NULL);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    p->to = fdopen(down[1], "w");
    p->from = fdopen(up[0], "r");
    char line[256];
    if (p->pid < 0 || !p->to || !p->from)
        return false;
    fputs("uci\nisready\n", p->to);
    return peer_wait(p, "readyok", line, sizeof line);
}

void peer_stop(peer *p)
{
    fputs("quit\n", p->to);
    fclose(p->to);
    fclose(p->from);
    waitpid(p->pid, NULL, 0);
}
