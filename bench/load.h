/* load.h: what load_players.c and its two doors share. */
#ifndef SHOOGI_BENCH_LOAD_H
#define SHOOGI_BENCH_LOAD_H

#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { LINE_BYTES = 200 };

typedef enum step {
    STEP_AWAY,
    STEP_NAME,    /* awaits the prompt for a name, or that a WebSocket is made */
    STEP_WELCOME, /* awaits "Welcome, NAME." */
    STEP_PROMPT,  /* awaits the first prompt */
    STEP_SET,     /* awaits the prompt after SET CONFIRM OFF */
    STEP_HERE
} step;

typedef struct game game;

typedef struct player {
    int fd;
    step at;
    game *game; /* NULL: does not play */
    char name[40];
    /* By telnet. */
    unsigned char command; /* bytes of a telnet command still to come */
    size_t line_bytes;
    char line[LINE_BYTES + 1];
    /* By WebSocket. */
    char token[60];
    unsigned char *pending; /* what has come of a frame */
    size_t pending_bytes, pending_room;
} player;

typedef enum phase {
    PHASE_NONE,
    PHASE_OFFERED,  /* awaits the number of the challenge */
    PHASE_ANSWERED, /* awaits that the game begins, and the board at Black */
    PHASE_LOADING,
    PHASE_PLAYING, /* the next move is due at due_s */
    PHASE_SENT,    /* a move is on its way */
    PHASE_RESIGNED /* until both have been told */
} phase;

struct game {
    player *who[2]; /* by colour */
    shoogi_position *position;
    phase phase;
    unsigned number, plies_max;
    double due_s, sent_s;
    bool mover_told, other_told;
    char first[SHOOGI_MOVE_TEXT_BYTES];
    char usi[SHOOGI_MOVE_TEXT_BYTES];
    char wanted[SHOOGI_MOVE_TEXT_BYTES + 20]; /* "N. MOVE" of the move on its way */
};

/* The operations of a kind of client. */
typedef struct door {
    void (*begin)(player *p); /* the connection is open */
    void (*hear)(player *p, const unsigned char *bytes, size_t count, double now_s);
    void (*offer)(game *g); /* Black offers the game, with g->first as its first move */
    void (*play)(const game *g, const player *mover, const char *written);
    void (*resign)(const game *g, const player *mover);
} door;

extern const door telnet_door, socket_door;

extern struct load {
    int epoll;
    struct sockaddr_in server;
    player *players;
    size_t player_count, connected, here;
    game *games;
    size_t game_count, playing;
    double period_s; /* between two moves of a game */
    const door *door;
    const char *clock;
    uint64_t random;
    FILE *acknowledged;
    double *latency_s;
    size_t moves, moves_room, late, begun;
    bool measuring;
    double heard_s;
} all;

void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
void send_all(const player *p, const void *bytes, size_t count);

/* The random number generator. */
size_t below(size_t limit);

void choose_move(game *g, char written[SHOOGI_MOVE_TEXT_BYTES]);

/* The game has begun, and the next move is due soon. */
void begin_to_play(game *g, double now_s);

/* A player has been shown the move that was on its way, or the end of the game. */
void move_told(game *g, bool mover, double now_s);

#endif
