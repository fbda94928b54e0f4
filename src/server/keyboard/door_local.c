#include "server/keyboard/door_local.h"

#include "server/game/board_page.h"
#include "server/game/game_cache.h"
#include "server/game/part.h"
#include "server/keyboard/console.h"
#include "server/keyboard/one_keyboard.h"
#include "server/keyboard/shell.h"
#include "server/loop/host.h"

#include <stdlib.h>
#include <string.h>

typedef struct local_door {
    shg_connection connection; /* must be first */
    shg_session *session;
    shg_console *console;
    shg_console_how how;          /* how the next line is typed */
    const shg_opponent *opponent; /* NULL: both players are people */
    int64_t seen_game;            /* the last game shown, */
    size_t seen_items;            /* and how many of its items */
    bool opponent_done; /* the engine has played what it wanted since a person was asked */
    char *command;      /* for the shell, pending; owned, or NULL */
    bool begun;         /* the first line is being read, or was read */
    bool draining;      /* the program is ending */
    bool finished;
} local_door;

/* ---- for the session ---- */

static void door_write(shg_session *session, const char *text, size_t text_bytes)
{
    local_door *d = session->carrier;
    shg_console_write(d->console, text, text_bytes);
}

/* There are no passwords here, so all input is echoed. */
static void door_prompt(shg_session *session, const char *text, shg_typing typing)
{
    local_door *d = session->carrier;
    char own[120];
    d->how = typing == SHG_TYPING_KEYS ? SHG_CONSOLE_KEY : SHG_CONSOLE_ANSWER;
    if (typing == SHG_TYPING_COMMAND) {
        shg_out out = shg_out_make(own, sizeof own);
        shg_keyboard_prompt(&out, session);
        text = own;
        d->how = SHG_CONSOLE_COMMAND;
    }
    shg_console_prompt(d->console, text);
}

static void door_interject(shg_session *session)
{
    const local_door *d = session->carrier;
    shg_console_interject(d->console);
}

static void door_go_on(shg_session *session)
{
    (void)session; /* the loop checks again by itself */
}

static void door_finish(shg_session *session)
{
    local_door *d = session->carrier;
    d->finished = true;
}

static void door_shell(shg_session *session, const char *command, size_t command_bytes)
{
    local_door *d = session->carrier;
    d->command = strndup(command, command_bytes);
    if (d->command)
        shg_session_hold(session);
    else
        shg_say(session, "There is not enough memory for that.\n");
}

static const shg_door door = {
    .write = door_write,
    .prompt = door_prompt,
    .interject = door_interject,
    .go_on = door_go_on,
    .finish = door_finish,
    .shell = door_shell,
};

static bool command_word(const char **word, size_t *word_bytes, size_t n)
{
    return n < shg_command_count && shg_command_name(word, word_bytes, &shg_commands[n], 0);
}

/* ---- for the server ---- */

static void close_door(shg_connection *connection)
{
    local_door *d = (local_door *)(void *)connection;
    d->finished = true;
}

static void drain(shg_connection *connection)
{
    local_door *d = (local_door *)(void *)connection;
    d->draining = true;
    shg_console_break(d->console);
}

/* ---- the computer's side ---- */

/* The current game if the computer plays in it; NULL if there is none, or a question must be
 * answered first. */
static shg_game_state *game_with_opponent(const local_door *d)
{
    const shg_session *s = d->session;
    return d->opponent && d->how == SHG_CONSOLE_COMMAND && s->current_game != 0
               ? shg_game_cache_find(s->server->games->cache, s->current_game)
               : NULL;
}

/* Runs the loop, so that signals and other events are handled while the engine thinks. */
static bool run_events(void *context)
{
    local_door *d = context;
    event_base_loop(d->connection.server->base, EVLOOP_NONBLOCK);
    return d->draining || shg_console_interrupted(d->console);
}

static void say_for_opponent(local_door *d, const shg_out *said)
{
    if (said->length > 0 && !said->spent)
        shg_console_write(d->console, said->bytes, said->length);
}

static void type_for_opponent(local_door *d, const char *line, size_t line_bytes)
{
    shg_settings *settings = &d->session->settings;
    const uint8_t confirm = settings->value[SHG_SET_CONFIRM];
    settings->value[SHG_SET_CONFIRM] = SHG_OFF; /* the engine needs no confirmation */
    d->session->typed_ms = shg_now_ms(d->session->server);
    shg_session_line(d->session, line, line_bytes);
    settings->value[SHG_SET_CONFIRM] = confirm;
}

static void move_opponent(local_door *d, shg_game_state *game)
{
    char line[80] = "";
    shg_out said = shg_out_growing();
    shg_game_pin(game);
    const bool moves = d->opponent->move(d->opponent->context, line, sizeof line, &said,
                                         game->position, run_events, d);
    shg_game_unpin(game);
    if (!d->draining)
        say_for_opponent(d, &said);
    free(said.bytes);
    if (!moves) {
        d->opponent = NULL;
        d->session->machine = 0;
    } else if (!d->draining) {
        type_for_opponent(d, line, strlen(line));
    }
}

/* Whether the computer acted: it was its turn. It agrees to what a person takes back. */
static bool opponent_plays(local_door *d)
{
    shg_game_state *game = game_with_opponent(d);
    if (!game)
        return false;
    const bool taken_back = d->seen_game == game->id && game->item_count < d->seen_items;
    d->seen_game = game->id;
    d->seen_items = game->item_count;
    if (shg_board_is_wanted(d->session, game) || d->opponent_done)
        return false;
    d->opponent_done = true; /* so that a refused command is not repeated for ever */
    if (taken_back && game->item_count > 0)
        type_for_opponent(d, "UNDO", strlen("UNDO"));
    else
        move_opponent(d, game);
    return true;
}

/* Whether the line was for the computer, which has answered. */
static bool opponent_answers(local_door *d, const shg_console_input_line *line)
{
    shg_game_state *game = game_with_opponent(d);
    shg_out said = shg_out_growing();
    bool asked = false;
    if (game) {
        shg_game_pin(game);
        asked = d->opponent->asked(d->opponent->context, &said, line->line, line->line_bytes,
                                   game->position, run_events, d);
        shg_game_unpin(game);
    }
    if (asked) {
        say_for_opponent(d, &said);
        door_prompt(d->session, NULL, SHG_TYPING_COMMAND);
    }
    free(said.bytes);
    return asked;
}

/* ---- continuing ---- */

static void say_and_quit(local_door *d, const char *why)
{
    shg_say(d->session, "%s", shg_text_in(shg_session_language(d->session), why));
    shg_session_quit(d->session);
    d->finished = true;
}

static void handle_line(local_door *d)
{
    shg_session *s = d->session;
    shg_console_input_line line;
    const shg_console_event event = shg_console_read(&line, d->console, d->how);
    shg_console_size(&s->rows, &s->columns, d->console);
    switch (event) {
    case SHG_CONSOLE_LINE:
        if (opponent_answers(d, &line))
            break;
        s->typed_ms = shg_now_ms(s->server);
        shg_session_line(s, line.line, line.line_bytes);
        break;
    case SHG_CONSOLE_FAULT: shg_session_fault(s, &line.error); break;
    case SHG_CONSOLE_INTERRUPT:
        if (!shg_console_reads_terminal(d->console))
            say_and_quit(d, "");
        else
            shg_session_interrupt(s);
        break;
    case SHG_CONSOLE_END: say_and_quit(d, ""); break;
    case SHG_CONSOLE_BREAK: d->draining = true; break;
    }
}

static void run_shell(local_door *d)
{
    char problem[200] = "";
    shg_out out = shg_out_make(problem, sizeof problem);
    shg_shell_run(&out, d->connection.server->base, shg_console_input(d->console), d->command,
                  &d->draining);
    free(d->command);
    d->command = NULL;
    if (problem[0])
        shg_say(d->session, "%s\n", problem);
    shg_session_release(d->session);
}

static void go_on(local_door *d)
{
    shg_session *s = d->session;
    struct event_base *base = d->connection.server->base;
    shg_console_size(&s->rows, &s->columns, d->console);
    switch (shg_session_wants(s)) {
    case SHG_WANTS_NOTHING:
        if (d->command)
            run_shell(d);
        else
            event_base_loop(base, EVLOOP_ONCE);
        break;
    case SHG_WANTS_ROOM:
        event_base_loop(base, EVLOOP_NONBLOCK);
        if (shg_console_interrupted(d->console))
            shg_session_interrupt(s);
        else
            shg_session_stream(s);
        break;
    case SHG_WANTS_LINE:
        /* A pipe needs no time to think, and cannot answer. */
        if (!d->begun && !shg_console_reads_terminal(d->console))
            s->settings.value[SHG_SET_CONFIRM] = SHG_OFF;
        d->begun = true;
        if (d->draining)
            say_and_quit(d, SHG_TEXT("The program is shutting down.  Your games are saved.\n"));
        else if (!opponent_plays(d)) {
            d->opponent_done = false;
            handle_line(d);
        }
        break;
    }
}

static void set_terminal(local_door *d)
{
    const char *type = getenv("TERM");
    d->session->terminal = SHG_TERMINAL_PLAIN;
    if (type && *type && shg_console_writes_terminal(d->console))
        d->session->terminal = (uint8_t)shg_terminal_of(type, strlen(type));
}

static int play(local_door *d, const shoogi_catalog_entry *entry)
{
    shg_server *server = d->connection.server;
    set_terminal(d);
    d->session->unpaged = !shg_console_reads_terminal(d->console);
    if (d->opponent)
        d->session->machine = (uint8_t)(d->opponent->colour + 1);
    shg_console_complete(d->console, command_word);
    shg_session_hold(d->session);
    shg_begin_at_keyboard(d->session, entry);
    shg_session_release(d->session);
    while (!d->finished && !event_base_got_break(server->base) && shg_console_good(d->console))
        go_on(d);
    shg_session_gone(d->session);
    while (server->jobs > 0 && !shg_server_failed(server))
        event_base_loop(server->base, EVLOOP_ONCE);
    if (!shg_console_good(d->console) && server->exit_status == 0)
        server->exit_status = 2;
    return server->exit_status;
}

static const shg_connection_kind kind = { .close = close_door, .drain = drain };

int shg_local_run(shg_server *server, const shoogi_catalog_entry *entry,
                  const shg_opponent *opponent, FILE *in, FILE *out)
{
    local_door d = { .how = SHG_CONSOLE_ANSWER, .opponent = opponent };
    const char *refusal;
    const shg_address here = server->telnet_address;
    if (!shg_connection_init(&d.connection, server, &here, &refusal))
        return 2;
    d.connection.kind = &kind;
    int status = 2;
    if (shg_console_new(&d.console, server->base, in, out) == SHOOGI_OK &&
        shg_session_new(&d.session, server, &door, &d,
                        *shg_address_count_key(d.connection.address_count)) == SHOOGI_OK)
        status = play(&d, entry);
    shg_console_free(d.console);
    shg_connection_fini(&d.connection);
    free(d.command);
    return status;
}
