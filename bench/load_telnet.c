/* load_telnet.c: guests at the telnet door, for load_players.c. */
#include "load.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void send_line(const player *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void send_line(const player *p, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    size_t length = (size_t)vsnprintf(text, sizeof text - 2, format, arguments);
    va_end(arguments);
    text[length++] = '\r';
    text[length++] = '\n';
    send_all(p, text, length);
}

/* ---- what the server says ---- */

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static unsigned number_behind(const char *line, const char *words)
{
    const char *at = strstr(line, words);
    return at ? (unsigned)strtoul(at + strlen(words), NULL, 10) : 0;
}

static void take_game_line(player *p, const char *line, double now_s)
{
    game *g = p->game;
    const int colour = g->who[1] == p;
    switch (g->phase) {
    case PHASE_NONE:
    case PHASE_PLAYING: break;
    case PHASE_OFFERED:
        if (colour == 0 && strstr(line, "challenge is number ")) {
            g->phase = PHASE_ANSWERED;
            send_line(g->who[1], "NEW %u", number_behind(line, "is number "));
        }
        break;
    case PHASE_ANSWERED:
        if (colour == 1 && strstr(line, " has begun: "))
            g->number = number_behind(line, "Game ");
        if (colour == 1 && g->number != 0 && begins(line, "Move 2: ")) {
            g->phase = PHASE_LOADING;
            send_line(g->who[0], "BOARD %u", g->number);
        }
        break;
    case PHASE_LOADING: /* the line may be of an unsolicited board: then the player is early, which does no harm */
        if (colour == 0 && begins(line, "Move 2: ")) {
            fprintf(all.acknowledged, "%u 1 %s\n", g->number, g->usi);
            begin_to_play(g, now_s);
        }
        break;
    case PHASE_SENT: {
        /* The side that has moved is not to move any more. */
        const bool mover = colour != (int)shoogi_position_side(g->position);
        if (mover && begins(line, "Move ") && !g->mover_told) {
            char told[LINE_BYTES + 1];
            unsigned number = 0;
            char written[LINE_BYTES + 1] = "";
            if (sscanf(line, "Move %u: %100s", &number, written) == 2)
                snprintf(told, sizeof told, "%u. %.100s", number, written);
            else
                snprintf(told, sizeof told, "%.*s", LINE_BYTES, line);
            if (strcmp(told, g->wanted) != 0)
                fail("game %u: expected %s, found %s", g->number, g->wanted, line);
            move_told(g, true, now_s);
        } else if (!mover && !g->other_told) {
            const char *last = strstr(line, "Last move: ");
            if (!last)
                break;
            last += strlen("Last move: ");
            if (strtoul(last, NULL, 10) != shoogi_position_moves_played(g->position))
                break; /* a board that was asked for before */
            if (strcmp(last, g->wanted) != 0)
                fail("game %u: expected %s, found %s", g->number, g->wanted, line);
            move_told(g, false, now_s);
        }
        break;
    }
    case PHASE_RESIGNED:
        if (strstr(line, " resigned: "))
            move_told(g, colour == (int)shoogi_position_side(g->position), now_s);
        break;
    }
}

/* The line without the prompts before it: "> ", or "[1 White]> " in a game. */
static char *behind_prompts(char *line)
{
    for (;;) {
        char *end = line[0] == '[' ? strstr(line, "]> ") : NULL;
        if (end)
            line = end + 3;
        else if (begins(line, "> "))
            line += 2;
        else
            return line;
    }
}

static void take_line(player *p, double now_s)
{
    char *line = p->line;
    line[p->line_bytes] = '\0';
    line = behind_prompts(line);
    if (p->at == STEP_WELCOME && begins(line, "Welcome, ")) {
        snprintf(p->name, sizeof p->name, "%.*s", (int)strcspn(line + 9, "."), line + 9);
        p->at = STEP_PROMPT;
    } else if (p->game && p->at == STEP_HERE) {
        if (strstr(line, "input:") || strstr(line, "illegal") || strstr(line, "nothing was") ||
            strstr(line, "Nothing was") || strstr(line, "not your turn") ||
            strstr(line, "is loaded to"))
            fail("%s in game %u was told: %s", p->name, p->game->number, line);
        take_game_line(p, line, now_s);
    }
}

/* The end of what has come is the beginning of a line: a prompt, perhaps. */
static void take_prompt(player *p)
{
    p->line[p->line_bytes] = '\0';
    switch (p->at) {
    case STEP_AWAY:
    case STEP_WELCOME:
    case STEP_HERE: return;
    case STEP_NAME:
        if (strcmp(p->line, "login: ") != 0)
            return;
        send_line(p, "guest");
        p->at = STEP_WELCOME;
        break;
    case STEP_PROMPT:
    case STEP_SET:
        if (strcmp(p->line, "> ") != 0)
            return;
        if (p->at == STEP_PROMPT) {
            send_line(p, "SET CONFIRM OFF");
            p->at = STEP_SET;
        } else {
            p->at = STEP_HERE;
            all.here++;
        }
        break;
    }
    p->line_bytes = 0;
}

static void hear(player *p, const unsigned char *bytes, size_t count, double now_s)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned char c = bytes[i];
        if (p->command > 0) {
            p->command--;
        } else if (c == 255) {
            p->command = 2; /* the server begins no subnegotiation */
        } else if (c == '\n') {
            take_line(p, now_s);
            p->line_bytes = 0;
        } else if (c != '\r' && p->line_bytes < LINE_BYTES) {
            p->line[p->line_bytes++] = (char)c;
        }
    }
    take_prompt(p);
}

static void begin(player *p)
{
    (void)p; /* the server speaks first */
}

static void offer(game *g)
{
    choose_move(g, g->first);
    send_line(g->who[0], "NEW%s%s %s %s", all.clock[0] ? " -t " : "", all.clock, g->who[1]->name,
              g->first);
}

static void play(const game *g, const player *mover, const char *written)
{
    (void)g;
    send_line(mover, "PLAY %s", written);
}

static void resign(const game *g, const player *mover)
{
    (void)g;
    send_line(mover, "RESIGN\r\nyes");
}

const door telnet_door = {
    .begin = begin, .hear = hear, .offer = offer, .play = play, .resign = resign
};
