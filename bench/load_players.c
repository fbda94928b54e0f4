/* load_players.c: thousands at a door of a server, some of whom play: the generator of bench/load.py.
 *
 *     load_players HOST PORT PLAYERS GAMES RATE WARM_UP_S SECONDS SEED CLOCK FILE [TOKENS]
 *
 * All log in; the first 2 * GAMES then play each other, in all games together RATE moves a second, each game's
 * move being due a fixed time after its last.  A game that ends is begun again.  A move's latency is from the
 * sending of PLAY to the line "Last move: N. MOVE" on the opponent's connection, under the board that is drawn
 * for it, or to the event of the move.  After WARM_UP_S it prints "begin" and after SECONDS more "end" with what it measured in between.
 * On SIGTERM it plays no more, and prints the same.
 * FILE: a line "GAME NUMBER USI" for each move that was shown to either player, ever.
 * CLOCK: of the games, as NEW -t takes it; "" for none.
 * TOKENS: a line "NAME TOKEN" for each player, who then comes by WebSocket; without it they are guests by telnet.
 * Linux: epoll. */
#include "load.h"
#include "measure.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    LOGGING_IN_MAX = 200, /* at once */
    PER_SOURCE = 20,     /* connections from one address: guests of one share its budget of lines */
    GAME_PLIES_MIN = 40, /* after so many and up to ten times so many a game is resigned */
    MOVES_MAX = 600,
    LATE_MS = 5,
    SILENCE_S = 60
};

struct load all;

void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "load_players: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    exit(1);
}

size_t below(size_t limit)
{
    all.random = all.random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(all.random >> 33) % limit;
}

void send_all(const player *p, const void *bytes, size_t count)
{
    if (send(p->fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)count)
        fail("%s cannot send: %s", p->name, strerror(errno));
}

/* ---- connections ---- */

static void connect_one(player *p)
{
    const size_t source = all.connected / PER_SOURCE;
    struct sockaddr_in from = { .sin_family = AF_INET };
    from.sin_addr.s_addr =
        htonl(0x7F010001u + (uint32_t)(source / 250) * 256 + (uint32_t)(source % 250));
    const int one = 1, receive_bytes = 16 * 1024;
    p->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (p->fd < 0 ||
        setsockopt(p->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one) != 0 ||
        setsockopt(p->fd, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes) != 0 ||
        setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) != 0 ||
        bind(p->fd, (struct sockaddr *)&from, sizeof from) != 0 ||
        connect(p->fd, (struct sockaddr *)&all.server, sizeof all.server) != 0)
        fail("connection %zu: %s", all.connected, strerror(errno));
    struct epoll_event event = { .events = EPOLLIN, .data.ptr = p };
    if (epoll_ctl(all.epoll, EPOLL_CTL_ADD, p->fd, &event) != 0)
        fail("epoll: %s", strerror(errno));
    if (!p->name[0])
        snprintf(p->name, sizeof p->name, "player %zu", all.connected);
    all.connected++;
    p->at = STEP_NAME;
    all.door->begin(p);
}

/* ---- games ---- */

static void new_position(game *g, const shoogi_variant *variant)
{
    shoogi_position_free(g->position);
    if (shoogi_position_new(&g->position, variant) != SHOOGI_OK)
        fail("out of memory");
}

/* Makes a random move on the local board. */
void choose_move(game *g, char written[SHOOGI_MOVE_TEXT_BYTES])
{
    static shoogi_move moves[MOVES_MAX];
    const size_t count = shoogi_position_moves(g->position, moves, MOVES_MAX);
    if (count == 0 || count > MOVES_MAX)
        fail("%zu moves in game %u", count, g->number);
    const shoogi_move move = moves[below(count)];
    shoogi_western_write(written, SHOOGI_MOVE_TEXT_BYTES, g->position, move);
    shoogi_usi_write(g->usi, sizeof g->usi, g->position, move);
    if (shoogi_position_do(g->position, move) != SHOOGI_OK)
        fail("out of memory");
}

static void offer(game *g)
{
    new_position(g, shoogi_position_variant(g->position));
    g->phase = PHASE_OFFERED;
    g->number = 0;
    g->plies_max = GAME_PLIES_MIN + (unsigned)below(9 * GAME_PLIES_MIN);
    all.door->offer(g);
}

void begin_to_play(game *g, double now_s)
{
    g->phase = PHASE_PLAYING;
    g->due_s = now_s + all.period_s * (double)below(1000) / 1e3;
    all.playing++;
    all.begun++;
}

/* The players change colours and begin anew. */
static void play_again(game *g)
{
    player *black = g->who[1];
    g->who[1] = g->who[0];
    g->who[0] = black;
    all.playing--;
    offer(g);
}

static bool is_over(const game *g)
{
    return shoogi_position_result(g->position).outcome != SHOOGI_OUTCOME_NONE;
}

static void play(game *g, double now_s)
{
    player *mover = g->who[shoogi_position_side(g->position)];
    if (all.measuring && now_s - g->due_s > LATE_MS / 1e3)
        all.late++;
    g->due_s = now_s - g->due_s > all.period_s ? now_s + all.period_s : g->due_s + all.period_s;
    g->sent_s = now_s;
    g->mover_told = g->other_told = false;
    if (shoogi_position_moves_played(g->position) >= g->plies_max) {
        g->phase = PHASE_RESIGNED;
        all.door->resign(g, mover);
        return;
    }
    char written[SHOOGI_MOVE_TEXT_BYTES];
    choose_move(g, written);
    snprintf(g->wanted, sizeof g->wanted, "%u. %s", shoogi_position_moves_played(g->position),
             written);
    g->phase = PHASE_SENT;
    all.door->play(g, mover, written);
}

static void took(const game *g, double now_s)
{
    if (!all.measuring)
        return;
    if (all.moves == all.moves_room) {
        all.moves_room = all.moves_room ? all.moves_room * 2 : 1 << 16;
        all.latency_s = realloc(all.latency_s, all.moves_room * sizeof *all.latency_s);
        if (!all.latency_s)
            fail("out of memory");
    }
    all.latency_s[all.moves++] = now_s - g->sent_s;
}

void move_told(game *g, bool mover, double now_s)
{
    bool *told = mover ? &g->mover_told : &g->other_told;
    if (*told)
        return;
    *told = true;
    if (g->phase == PHASE_SENT && g->mover_told != g->other_told) /* the first who is told */
        fprintf(all.acknowledged, "%u %u %s\n", g->number,
                shoogi_position_moves_played(g->position), g->usi);
    if (g->phase == PHASE_SENT && !mover)
        took(g, now_s);
    if (!g->mover_told || !g->other_told)
        return;
    if (g->phase == PHASE_RESIGNED || is_over(g))
        play_again(g);
    else
        g->phase = PHASE_PLAYING;
}

static void on_readable(player *p)
{
    static unsigned char bytes[64 * 1024];
    const ssize_t count = recv(p->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count <= 0)
        fail("the connection of %s ended: %s; its last line: %.*s", p->name,
             count < 0 ? strerror(errno) : "closed", (int)p->line_bytes, p->line);
    all.heard_s = measure_now_s();
    all.door->hear(p, bytes, (size_t)count, all.heard_s);
}

/* Takes what comes within wait_ms. */
static void listen_for(int wait_ms)
{
    struct epoll_event events[256];
    const int count = epoll_wait(all.epoll, events, 256, wait_ms);
    for (int i = 0; i < count; i++)
        on_readable(events[i].data.ptr);
    if (measure_now_s() - all.heard_s > SILENCE_S)
        fail("the server has been silent for %d s", SILENCE_S);
}

/* ---- the whole ---- */

static void log_in_all(void)
{
    const double begin_s = measure_now_s();
    while (all.here < all.player_count) {
        while (all.connected < all.player_count && all.connected - all.here < LOGGING_IN_MAX)
            connect_one(&all.players[all.connected]);
        listen_for(100);
    }
    printf("%zu logged in within %.1f s\n", all.here, measure_now_s() - begin_s);
}

static void begin_all(const shoogi_variant *variant)
{
    const double begin_s = measure_now_s();
    for (size_t i = 0; i < all.game_count; i++) {
        game *g = &all.games[i];
        g->who[0] = &all.players[2 * i];
        g->who[1] = &all.players[2 * i + 1];
        g->who[0]->game = g->who[1]->game = g;
        new_position(g, variant);
        offer(g);
        while (i + 1 - all.playing > LOGGING_IN_MAX)
            listen_for(100);
    }
    while (all.playing < all.game_count)
        listen_for(100);
    printf("%zu games begun within %.1f s\n", all.playing, measure_now_s() - begin_s);
    for (size_t i = 0; i < all.game_count; i++)
        all.games[i].due_s = measure_now_s() + all.period_s * (double)i / (double)all.game_count;
}

static volatile sig_atomic_t terminated;

static void on_term(int number)
{
    (void)number;
    terminated = 1;
}

/* Plays until a time; the games' moves fall due all over it. */
static void play_until(double end_s)
{
    double now_s;
    while ((now_s = measure_now_s()) < end_s && !terminated) {
        double next_s = end_s;
        for (size_t i = 0; i < all.game_count; i++) {
            game *g = &all.games[i];
            if (g->phase != PHASE_PLAYING)
                continue;
            if (g->due_s <= now_s)
                play(g, now_s);
            else if (g->due_s < next_s)
                next_s = g->due_s;
        }
        const double wait_s = next_s - measure_now_s();
        listen_for(wait_s <= 0 ? 0 : (int)(wait_s * 1e3) + (wait_s < 1e-3));
    }
}

/* The moves that are on their way arrive. */
static void finish_all(void)
{
    const double end_s = measure_now_s() + 10;
    for (size_t i = 0; i < all.game_count; i++)
        while (all.games[i].phase == PHASE_SENT) {
            if (measure_now_s() > end_s)
                fail("game %u: nobody was told of %s", all.games[i].number, all.games[i].wanted);
            listen_for(100);
        }
}

/* A line "NAME TOKEN" for each player. */
static void read_tokens(const char *path)
{
    FILE *file = fopen(path, "r");
    for (size_t i = 0; i < all.player_count; i++)
        if (!file || fscanf(file, "%39s %59s", all.players[i].name, all.players[i].token) != 2)
            fail("%s holds fewer than %zu tokens", path, all.player_count);
    fclose(file);
}

static double latency_ms(double part)
{
    const size_t at = (size_t)((double)all.moves * part);
    return all.latency_s[at < all.moves ? at : all.moves - 1] * 1e3;
}

int main(int argc, char **argv)
{
    if (argc != 11 && argc != 12)
        fail("ten or eleven arguments are needed: see the beginning of its source");
    setvbuf(stdout, NULL, _IOLBF, 0);
    all.server =
        (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[2])) };
    inet_pton(AF_INET, argv[1], &all.server.sin_addr);
    all.player_count = strtoul(argv[3], NULL, 10);
    all.game_count = strtoul(argv[4], NULL, 10);
    all.period_s = (double)all.game_count / strtod(argv[5], NULL);
    const double warm_up_s = strtod(argv[6], NULL), seconds = strtod(argv[7], NULL);
    all.random = strtoull(argv[8], NULL, 10);
    all.clock = argv[9];
    all.acknowledged = fopen(argv[10], "w");
    if (2 * all.game_count > all.player_count || all.game_count == 0 || !all.acknowledged)
        fail("a game takes two players, and FILE must be one that can be written");
    const struct rlimit files = { all.player_count + 50, all.player_count + 50 };
    if (setrlimit(RLIMIT_NOFILE, &files) != 0)
        fail("%zu connections take more open files than are allowed", all.player_count);

    shoogi_catalog *catalog = NULL;
    const shoogi_catalog_entry *entry;
    shoogi_catalog_error fault = { .text = "out of memory" };
    if (shoogi_catalog_new(&catalog) != SHOOGI_OK ||
        shoogi_catalog_get(&entry, catalog, "shogi", 5, &fault) != SHOOGI_OK)
        fail("%s", fault.text);
    all.epoll = epoll_create1(EPOLL_CLOEXEC);
    all.players = calloc(all.player_count, sizeof *all.players);
    all.games = calloc(all.game_count, sizeof *all.games);
    all.door = argc == 12 ? &socket_door : &telnet_door;
    all.heard_s = measure_now_s();
    if (all.epoll < 0 || !all.players || !all.games)
        fail("out of memory");

    if (argc == 12)
        read_tokens(argv[11]);
    log_in_all();
    begin_all(entry->variant);
    signal(SIGTERM, on_term);
    play_until(measure_now_s() + warm_up_s);
    printf("begin\n");
    const size_t begun = all.begun;
    const double begin_s = measure_now_s();
    all.measuring = true;
    play_until(begin_s + seconds);
    all.measuring = false;
    const double took_s = measure_now_s() - begin_s;
    printf("end\n");
    finish_all();
    if (all.moves == 0)
        fail("no move was made");
    measure_sort(all.latency_s, all.moves);
    printf("moves %zu\nrate %.0f\nlate %zu\nbegun %zu\np50 %.2f\np90 %.2f\np99 %.2f\nmax %.2f\n",
           all.moves, (double)all.moves / took_s, all.late, all.begun - begun, latency_ms(0.5),
           latency_ms(0.9), latency_ms(0.99), latency_ms(1));
    if (fclose(all.acknowledged) != 0)
        fail("FILE: %s", strerror(errno));
    for (size_t i = 0; i < all.game_count; i++)
        shoogi_position_free(all.games[i].position);
    shoogi_catalog_free(catalog);
    for (size_t i = 0; i < all.player_count; i++)
        free(all.players[i].pending);
    free(all.games);
    free(all.players);
    free(all.latency_s);
    return 0;
}
