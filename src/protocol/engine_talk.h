/* engine_talk.h: a conversation with a program that uses the engine: lines that come in, lines that go out, the game,
 * and the life of the engine.  What the words mean is a protocol's business (usi.c, xboard.c).
 *
 * One thread reads and obeys, and gives all answers; only the findings of a search are told from the engine's.  What
 * makes no sense is complained of, and all goes on.
 *
 * While leaves are counted lines wait to be obeyed in their order, as many as there is room for; "stop" among them ends the
 * count at once, "quit" everything.  So does the end of who hears what is counted, as the end of the lines is none. */
#ifndef SHG_PROTOCOL_ENGINE_TALK_H
#define SHG_PROTOCOL_ENGINE_TALK_H

#include "base/error.h"
#include "engine/engine.h"
#include "engine/mate/mate.h"
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { CLI_TALK_LINE_BYTES_MAX = 1024 * 1024 };

typedef enum cli_engine_option {
#define OPTION(ident, usi, uci, ucci, xboard, kind, usual, least, most) CLI_OPTION_##ident,
#include "protocol/engine_option.def"
#undef OPTION
    CLI_ENGINE_OPTIONS
} cli_engine_option;

typedef enum cli_option_kind { CLI_SPIN, CLI_CHECK, CLI_COMBO, CLI_FOLDER } cli_option_kind;

/* Whose words names are, in the order of the table. */
typedef enum cli_dialect { CLI_USI, CLI_UCI, CLI_UCCI, CLI_XBOARD, CLI_DIALECTS } cli_dialect;

typedef struct cli_option_row {
    const char *name[CLI_DIALECTS]; /* NULL: not announced there */
    cli_option_kind kind;
    int64_t usual, least, most;
} cli_option_row;

extern const cli_option_row cli_engine_options[CLI_ENGINE_OPTIONS];
/* The words of a COMBO, by its value. */
extern const char *const cli_impasse_words[2];

typedef struct cli_talk cli_talk;

/* A word that begins a line, and what is done then. */
typedef struct cli_talk_command {
    const char *word;
    void (*obey)(cli_talk *talk); /* NULL: nothing */
} cli_talk_command;

/* "quit" is a word of all. */
typedef struct cli_protocol {
    const cli_talk_command *commands; /* [command_count] */
    size_t command_count;
    /* A line that begins with another word. */
    void (*other)(cli_talk *talk, char *word);
    /* Of the search for t->root.  Told from a thread of the engine, until the answer. */
    void (*on_info)(cli_talk *talk, const shg_search_info *info, int64_t elapsed_ms);
    /* The same, and told as in shg_engine_listener; NULL: there are no words for it. */
    void (*on_current_line)(cli_talk *talk, const shg_current_line *current, uint64_t nodes,
                            int64_t elapsed_ms);
    void (*on_refutation)(cli_talk *talk, shoogi_move move, shoogi_move reply);
    /* The search has ended: as in shg_engine_listener. */
    void (*on_best)(cli_talk *talk, shoogi_move best, shoogi_move reply);
    /* A mate was looked for; status ILLEGAL: there is nobody to be mated. */
    void (*on_mate)(cli_talk *talk, shoogi_status status, const shg_mate_result *finding);
    /* Leaves were counted behind a move of t->root, told from a thread of its own; behind the root itself if move is 0, when
     * that is all. */
    void (*on_leaves)(cli_talk *talk, shoogi_move move, uint64_t leaves);
    /* message: "LINE:COLUMN: expected WHAT, found "TEXT"". */
    void (*complain)(cli_talk *talk, const char *message);
    size_t (*write)(char *out, size_t out_bytes, const shoogi_position *position, shoogi_move move);
    shoogi_status (*read)(shoogi_move *out, const shoogi_position *position, const char *text,
                          size_t text_bytes, shoogi_error *err);
    bool declares; /* it has words to end a game by a declaration with */
    cli_dialect dialect;
} cli_protocol;

extern const cli_protocol cli_usi_protocol, cli_uci_protocol, cli_ucci_protocol,
    cli_xboard_protocol;

/* What XBoard has told of the game. */
typedef struct cli_xboard_game {
    bool plays;         /* not in force mode */
    shoogi_colour side; /* which, if it plays */
    bool analyses;
    _Atomic bool posts;
    shoogi_move expected; /* what it ponders over, 0: it does not */
    unsigned moves_per_session, depth_plies;
    int64_t increment_ms, move_ms;
    int64_t base_ms, own_ms;
    unsigned owed; /* pongs, sent behind the move: */
    int64_t owed_number[8];
} cli_xboard_game;

/* A mate being looked for, or leaves being counted, in a thread of its own. */
typedef struct cli_solver {
    shg_mate *mate; /* NULL before it is needed, after some option has changed, beside an engine */
    pthread_t thread;
    bool runs; /* the thread is to be joined */
    bool counts;
    void (*tell)(cli_talk *talk); /* what it has found */
    _Atomic bool stop;
    int64_t end_ms; /* on the monotonic clock; 0: none */
    shoogi_status status;
    shg_mate_result finding;
    unsigned depth_plies; /* of the leaves */
    uint64_t leaves;
    bool whole; /* they are all */
} cli_solver;

struct cli_talk {
    const cli_protocol *protocol;
    /* Lines. */
    int in; /* a file */
    FILE *out;
    int out_error; /* of errno, if out could not be written; else 0 */
    pthread_mutex_t out_lock;
    char *bytes; /* what has been read: of [begin, end) no line has been made */
    size_t begin, end;
    size_t looked; /* of it, behind begin, has been looked at for what ends a count */
    bool skips, ended;
    char *line, *at; /* the line that is obeyed, and where the next word begins */
    unsigned line_number;
    char line_start[4 * SHG_FOUND_CHARACTERS]; /* what it begins with, as messages show it */
    /* The game. */
    shoogi_catalog *catalog;
    const shoogi_variant *variant;                        /* borrowed */
    char variant_name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1]; /* as it was set */
    const shoogi_variant *first; /* that it began with, maybe none of the catalog's: borrowed */
    char first_name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    shoogi_position *position;
    /* What is done once all is read that is needed: see cli/confine.h; NULL: nothing, or it is done. */
    bool (*confine)(void);
    /* Moves of the position, which cli_talk_forget_moves forgets. */
    shoogi_move *banned; /* [banned_count] not to be searched */
    size_t banned_count;
    shoogi_move hint; /* what the engine expects; 0: nothing */
    /* The engine. */
    int64_t option[CLI_ENGINE_OPTIONS];
    int64_t option_most[CLI_ENGINE_OPTIONS]; /* or less than the table says */
    unsigned perft_plies_max;
    shg_engine *engine;   /* NULL as solver.mate is, and beside that */
    int draw_score;       /* to Black, in what the engine has learned of positions */
    char *weights_folder; /* to be looked into first; NULL: none */
    shg_weights *weights; /* of the variant; NULL: not yet found, or the engine has them */
    cli_solver solver;
    bool searching; /* an answer of one of them is still to come */
    bool idles; /* none of them searches, as there is nothing to be: the answer comes when it is asked for */
    int64_t began_ms; /* since when, on the monotonic clock */
    int woken[2];     /* a pipe: a byte for each search that has ended */
    shoogi_position *root;
    shoogi_move best, reply;
    int score;                    /* of the last finding for the best line */
    _Atomic unsigned depth_plies; /* of the last finding */
    bool ponders_before;          /* what is searched is the position before the expected move */
    bool stays;                   /* neither resigns nor declares: it is no game */
    cli_xboard_game xboard;
};

/* A conversation about a game of the variant, which is called by that name, a word; so it is as long as it lasts, whatever
 * of that name there is in the catalog.  in, out, catalog, variant: borrowed.
 * Returns OK with *talk owned (cli_talk_free), IO or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status cli_talk_new(cli_talk **talk, const cli_protocol *protocol,
                                          shoogi_catalog *catalog, const shoogi_variant *variant,
                                          const char *name, int in, FILE *out);
/* Until the input ends, or a line says so. */
void cli_talk_go_on(cli_talk *talk);
/* Ends the search that goes on, without a word. */
void cli_talk_free(cli_talk *talk);

/* ---- words ---- */

/* The next word of the line; NULL at its end. */
char *cli_talk_word(cli_talk *talk);
/* The rest of the line, without blanks around it. */
char *cli_talk_rest(cli_talk *talk);
bool cli_is_word(const char *word, const char *wanted);
/* The next word as a whole number, cut to its bounds.  what: "a number of plies"; complained of if it is none. */
bool cli_talk_number(int64_t *out, cli_talk *talk, const char *what, int64_t least, int64_t most);
/* The word, for moves of the position; complained of if it is none. */
bool cli_talk_move(shoogi_move *out, cli_talk *talk, const shoogi_position *position,
                   const char *word);

/* ---- writing ---- */

void cli_talk_say(cli_talk *talk, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* word: in the line, or NULL for its end. */
void cli_talk_expected(cli_talk *talk, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A fault that a reader found in the text that begins at a word of the line. */
void cli_talk_fault(cli_talk *talk, const char *word, const shoogi_error *error);
void cli_talk_no_memory(cli_talk *talk);
/* The moves of a line of play from the root, a blank before each. */
void cli_talk_write_line(char *out, size_t out_bytes, const cli_talk *talk,
                         const shoogi_move *moves, unsigned count);

/* ---- the game and the engine ---- */

/* To be called when the position is another one: what was said of its moves is no longer true of any. */
void cli_talk_forget_moves(cli_talk *talk);
/* name: in the line, that of the first one or one of the catalog's.  False, after complaining, if there is no such variant;
 * then nothing changes. */
bool cli_talk_choose_variant(cli_talk *talk, const char *name);
/* False, after complaining, if it is no such value. */
bool cli_talk_set_option(cli_talk *talk, cli_engine_option option, const char *value);
/* They are names of one option: case, "USI_" or "UCI_" before them, and blanks for '_' do not matter. */
bool cli_talk_is_name(const char *name, size_t name_bytes, const char *wanted);
/* The option of a name in any of the protocols, name_bytes long; CLI_ENGINE_OPTIONS: none. */
cli_engine_option cli_talk_find_option(const char *name, size_t name_bytes);

/* Makes the engine, if there is none: with the memory that is set or, after complaining, with less.  False, after
 * complaining, if there is none for the least.  Nothing may be searched for which it has to be made. */
bool cli_talk_have_engine(cli_talk *talk);
/* And its memory is there, which takes a while if it is much: so that this is not done while a clock runs.  While something
 * is searched there is all. */
bool cli_talk_be_ready(cli_talk *talk);
/* Begins a search; protocol->best is called once, if this returns true.  Nothing may be searched.  root: the position of
 * the game, in which no banned move is searched, or another one, in which nothing is banned. */
bool cli_talk_go(cli_talk *talk, const shoogi_position *root, shg_go *go);
/* Any legal move of the position, one that is not banned if there is; 0: there is none.  It takes no memory. */
shoogi_move cli_talk_any_move(const cli_talk *talk);
/* Begins to look for a mate by who is to move; protocol->mate is called once, if this returns true.  most_ms: 0: without
 * end.  Nothing may be searched. */
bool cli_talk_go_mate(cli_talk *talk, const shoogi_position *root, int64_t most_ms);
/* Begins to count the leaves of the tree of legal moves; protocol->leaves is called for each move and for all, unless it is
 * ended before.  False, after complaining.  Nothing may be searched.  No line is obeyed before it has ended. */
bool cli_talk_go_count(cli_talk *talk, const shoogi_position *root, unsigned depth_plies);
/* What is pondered over was played: as shg_engine_ponderhit, but that what is set of time is added to the clock; nothing if
 * nothing is searched. */
void cli_talk_ponderhit(cli_talk *talk, const shg_clock *clock);
/* How long the search has gone on that began last. */
int64_t cli_talk_elapsed_ms(const cli_talk *talk);
/* Ends the search, if there is one: with its answer, or without. */
void cli_talk_end_search(cli_talk *talk);
void cli_talk_drop_search(cli_talk *talk);

/* The game can be won now, by declaring so, and that can be said. */
bool cli_talk_can_declare(const cli_talk *talk, const shoogi_position *position);
/* What was searched is not worth going on with. */
bool cli_talk_would_resign(const cli_talk *talk);

#endif
