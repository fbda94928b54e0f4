/* engine_session.h: a session with a program that uses the engine: input and output lines, the game, and the engine's life.
 * The protocols, usi.c and xboard.c, define the commands.
 *
 * One thread reads commands, runs them and prints all answers; only search info is printed from the engine's thread.  Errors in
 * the input are reported, and the session goes on.
 *
 * During perft, lines wait until it has ended, as many as fit into the buffer; but "stop" among them ends it at once, and
 * "quit" ends the session.  Perft also ends when nobody reads the output any more, but not at the end of the input. */
#ifndef SHG_PROTOCOL_ENGINE_SESSION_H
#define SHG_PROTOCOL_ENGINE_SESSION_H

#include "base/error.h"
#include "engine/engine.h"
#include "engine/mate/mate.h"
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { CLI_SESSION_LINE_BYTES_MAX = 1024 * 1024 };

typedef enum cli_engine_option {
#define OPTION(ident, usi, uci, ucci, xboard, kind, default_value, least, most) CLI_OPTION_##ident,
#include "protocol/engine_option.def"
#undef OPTION
    CLI_ENGINE_OPTIONS
} cli_engine_option;

typedef enum cli_option_kind { CLI_SPIN, CLI_CHECK, CLI_COMBO, CLI_FOLDER } cli_option_kind;

/* The protocols, in the order of the table's columns. */
typedef enum cli_dialect { CLI_USI, CLI_UCI, CLI_UCCI, CLI_XBOARD, CLI_DIALECTS } cli_dialect;

typedef struct cli_option_row {
    const char *name[CLI_DIALECTS]; /* NULL: not announced */
    cli_option_kind kind;
    int64_t default_value, least, most;
} cli_option_row;

extern const cli_option_row cli_engine_options[CLI_ENGINE_OPTIONS];
/* The words of EnteringKingRule, by value. */
enum { CLI_ENTERING_KING_WORDS = 6 };
extern const char *const cli_entering_king_words[CLI_ENTERING_KING_WORDS];

typedef struct cli_session cli_session;

/* A command, by the first word of its line. */
typedef struct cli_session_command {
    const char *word;
    void (*run)(cli_session *session); /* NULL: ignored */
} cli_session_command;

/* A protocol.  "quit" is a command of all. */
typedef struct cli_protocol {
    const cli_session_command *commands; /* [command_count] */
    size_t command_count;
    /* Handles a line with no known command. */
    void (*other)(cli_session *session, char *word);
    /* Search info, for t->root.  Called from a thread of the engine. */
    void (*on_info)(cli_session *session, const shg_search_info *info, int64_t elapsed_ms);
    /* As in shg_engine_listener; NULL: the protocol has no such output. */
    void (*on_current_line)(cli_session *session, const shg_current_line *current, uint64_t nodes,
                            int64_t elapsed_ms);
    void (*on_refutation)(cli_session *session, shoogi_move move, shoogi_move reply);
    /* The end of a search, as in shg_engine_listener. */
    void (*on_best)(cli_session *session, shoogi_move best, shoogi_move reply);
    /* The end of a mate search; status ILLEGAL: the other side has no royal. */
    void (*on_mate)(cli_session *session, shoogi_status status, const shg_mate_result *finding);
    /* Perft counts: of a move of t->root, called from the perft thread; at the end, the total, with move 0. */
    void (*on_leaves)(cli_session *session, shoogi_move move, uint64_t leaves);
    /* message: "LINE:COLUMN: expected WHAT, found "TEXT"". */
    void (*report_error)(cli_session *session, const char *message);
    size_t (*write)(char *out, size_t out_bytes, const shoogi_position *position, shoogi_move move);
    shoogi_status (*read)(shoogi_move *out, const shoogi_position *position, const char *text,
                          size_t text_bytes, shoogi_error *err);
    bool declares; /* it can express a win by declaration */
    cli_dialect dialect;
} cli_protocol;

extern const cli_protocol cli_usi_protocol, cli_uci_protocol, cli_ucci_protocol,
    cli_xboard_protocol;

/* The state of XBoard's protocol. */
typedef struct cli_xboard_game {
    bool playing;       /* not in force mode */
    shoogi_colour side; /* the engine's, if playing */
    bool analysing;     /* analyze mode */
    _Atomic bool post;
    shoogi_move expected; /* the ponder move; 0: not pondering */
    unsigned moves_per_session, depth_plies;
    int64_t increment_ms, move_ms;
    int64_t base_ms, own_ms;
    unsigned pending_pongs; /* to be sent after the move */
    int64_t pending_pong[8];
} cli_xboard_game;

/* A mate search or perft, in a thread of its own. */
typedef struct cli_solver {
    shg_mate *mate; /* NULL until needed, after some options change, and while there is an engine */
    pthread_t thread;
    bool running; /* the thread is to be joined */
    bool runs_perft;
    void (*report)(cli_session *session); /* prints the result */
    _Atomic bool stop;
    int64_t end_ms; /* on the monotonic clock; 0: none */
    shoogi_status status;
    shg_mate_result mate_result;
    unsigned depth_plies; /* of perft */
    uint64_t leaves;
    bool complete; /* perft was not stopped */
} cli_solver;

struct cli_session {
    const cli_protocol *protocol;
    /* Lines. */
    int in; /* file descriptor */
    FILE *out;
    int out_error; /* errno if writing has failed; otherwise 0 */
    pthread_mutex_t out_lock;
    char *bytes; /* the input buffer: [begin, end) is unread */
    size_t begin, end;
    size_t scanned; /* bytes after begin that were searched for "stop" and "quit" during perft */
    bool skipping_line, input_ended;
    char *line, *at; /* the current line, and the start of its next word */
    unsigned line_number;
    char line_start[4 * SHG_FOUND_CHARACTERS]; /* its beginning, for messages */
    /* The game. */
    shoogi_catalog *catalog;
    const shoogi_variant *variant; /* borrowed */
    bool counts_27; /* each side begins with 27 points, as in shogi, for an impasse */
    char variant_name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1]; /* as the user named it */
    const shoogi_variant *first; /* of cli_session_new, perhaps not in the catalog: borrowed */
    char first_name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    shoogi_position *position;
    /* Sandboxes the process after the engine has read its files (cli/sandbox.h); NULL: never, or done. */
    bool (*confine)(void);
    /* Moves of the position, reset by cli_session_clear_moves. */
    shoogi_move *banned; /* [banned_count] excluded from searches */
    size_t banned_count;
    shoogi_move hint; /* the reply that the engine expects; 0: none */
    /* The engine. */
    int64_t option[CLI_ENGINE_OPTIONS];
    int64_t option_most[CLI_ENGINE_OPTIONS]; /* may be less than in the table */
    unsigned perft_plies_max;
    shg_engine *
        engine; /* NULL until needed, after some options change, and while there is a mate solver */
    int draw_score;       /* for Black, as the engine's hash table has it */
    char *weights_folder; /* EvalDir; NULL: none */
    shg_weights *weights; /* of the variant; NULL: not loaded, or owned by the engine */
    cli_solver solver;
    bool searching;   /* the engine or the solver has still to answer */
    bool waiting;     /* there is no move to search: the answer waits for stop or ponderhit */
    int64_t began_ms; /* start of the search, on the monotonic clock */
    int wake_pipe[2]; /* a byte for each search that has ended */
    shoogi_position *root;
    shoogi_move best, reply;
    int score;                    /* of the last principal variation */
    _Atomic unsigned depth_plies; /* of the last search info */
    bool stochastic_ponder;       /* the search is of the position before the ponder move */
    bool analysing;               /* infinite, or analyse mode: never resigns or declares */
    cli_xboard_game xboard;
};

/* A session that begins with a variant, which is called `name`, one word, as long as the session lasts, even if the catalog has
 * another variant of that name.  in, out, catalog, variant: borrowed.
 * Returns OK with *session owned (cli_session_free), IO or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status cli_session_new(cli_session **session, const cli_protocol *protocol,
                                             shoogi_catalog *catalog, const shoogi_variant *variant,
                                             const char *name, int in, FILE *out);
/* Runs the session until the input ends, or "quit". */
void cli_session_run(cli_session *session);
/* Stops a running search without output. */
void cli_session_free(cli_session *session);

/* ---- words ---- */

/* The next word of the line; NULL at its end. */
char *cli_session_next_word(cli_session *session);
/* The rest of the line, without spaces around it. */
char *cli_session_rest_of_line(cli_session *session);
bool cli_is_word(const char *word, const char *wanted);
/* Reads the next word as an integer, clamped to the bounds.  what: "a number of plies".  Returns false after reporting an error. */
bool cli_session_read_number(int64_t *out, cli_session *session, const char *what, int64_t least,
                             int64_t most);
/* Reads a word as a legal move of the position.  Returns false after reporting an error. */
bool cli_session_read_move(shoogi_move *out, cli_session *session, const shoogi_position *position,
                           const char *word);

/* ---- writing ---- */

void cli_session_print(cli_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Reports what was expected at a word of the line, or at its end if word is NULL. */
void cli_session_report_expected(cli_session *session, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Reports an error of a parser whose text begins at a word of the line. */
void cli_session_report_fault(cli_session *session, const char *word, const shoogi_error *error);
void cli_session_report_no_memory(cli_session *session);
/* Writes a line of play from the root, with a space before each move. */
void cli_session_write_pv(char *out, size_t out_bytes, const cli_session *session,
                          const shoogi_move *moves, unsigned count);

/* ---- the game and the engine ---- */

/* Forgets banned moves and the hint; to be called when the position changes. */
void cli_session_clear_moves(cli_session *session);
/* Sets the variant.  name: in the line.  Returns false, without any change, after reporting that there is no such variant. */
bool cli_session_set_variant(cli_session *session, const char *name);
/* Returns false after reporting an invalid value. */
bool cli_session_set_option(cli_session *session, cli_engine_option option, const char *value);
/* Whether two names mean the same option: case and a prefix "USI_" or "UCI_" do not matter, and a space is the same as '_'. */
bool cli_session_is_name(const char *name, size_t name_bytes, const char *wanted);
/* The option with this name, name_bytes long, in any protocol; CLI_ENGINE_OPTIONS if there is none. */
cli_engine_option cli_session_find_option(const char *name, size_t name_bytes);

/* Creates the engine if there is none, with the hash table that is set or, after reporting that, with a smaller one.  Returns
 * false after reporting that there is no memory for the smallest.  No search may be running if there is no engine. */
bool cli_session_ensure_engine(cli_session *session);
/* The same, and touches the memory of the hash table, which takes a while, so that this does not happen while a clock runs.
 * No effect during a search. */
bool cli_session_prepare_engine(cli_session *session);
/* Starts a search; if this returns true, protocol->on_best will be called once.  No search may be running.  root: the position of
 * the game, whose banned moves are left out, or another one. */
bool cli_session_go(cli_session *session, const shoogi_position *root, shg_go *go);
/* Any legal move of the position, preferably not a banned one; 0: none.  Needs no memory. */
shoogi_move cli_session_any_move(const cli_session *session);
/* Starts a mate search for the side to move; if this returns true, protocol->on_mate will be called once.  most_ms: 0: no limit.
 * No search may be running. */
bool cli_session_go_mate(cli_session *session, const shoogi_position *root, int64_t most_ms);
/* Starts perft; protocol->on_leaves is called for each move and at the end for the total, unless it is stopped.  Returns false
 * after reporting an error.  No search may be running.  No command runs until it has ended. */
bool cli_session_go_perft(cli_session *session, const shoogi_position *root, unsigned depth_plies);
/* As shg_engine_ponderhit, with the time options added to the clock; no effect if no search is running. */
void cli_session_ponderhit(cli_session *session, const shg_clock *clock);
/* The time since the last search started. */
int64_t cli_session_elapsed_ms(const cli_session *session);
/* Stops a running search: with its answer, and without. */
void cli_session_finish_search(cli_session *session);
void cli_session_abort_search(cli_session *session);

/* Whether a declaration wins in this position, and the protocol can express it. */
bool cli_session_can_declare(const cli_session *session, const shoogi_position *position);
/* Whether the score of the last search is at or below -ResignValue. */
bool cli_session_would_resign(const cli_session *session);

#endif
