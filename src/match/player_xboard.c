#include "match/player_xboard.h"

#include "base/monotonic.h"
#include "match/player_program.h"
#include "shoogi/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEATURES_MS = 2000, SILENCE_MS = 100, USUAL_MEMORY_MIB = 64 };

typedef struct xboard {
    shg_program program; /* must be first */
    shg_features features;
    unsigned pings;
    bool own_move_pending; /* the next move in note_move() is its own */
} xboard;

/* ---- lines ---- */

static bool has(const char *line, const char *beginning)
{
    return strncmp(line, beginning, strlen(beginning)) == 0;
}

void shg_xboard_read_features(shg_features *f, const char *line)
{
    const struct {
        const char *name;
        bool *value;
    } flags[] = { { "done", &f->done },
                  { "ping", &f->ping },
                  { "setboard", &f->setboard },
                  { "usermove", &f->usermove },
                  { "memory", &f->memory } };
    for (const char *at = line + strcspn(line, " \t"); *at != '\0';) {
        at += strspn(at, " \t");
        const char *const name = at;
        const size_t name_bytes = strcspn(at, "= \t");
        at += name_bytes;
        if (*at != '=')
            continue;
        const bool quoted = *++at == '"';
        at += quoted;
        const char *const value = at;
        const size_t value_bytes = strcspn(at, quoted ? "\"" : " \t");
        at += value_bytes + (quoted && value[value_bytes] != '\0');
        for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
            if (shg_text_same(name, name_bytes, flags[i].name, strlen(flags[i].name)))
                *flags[i].value = value_bytes == 1 && *value == '1';
        if (shg_text_same(name, name_bytes, "done", 4))
            f->more = !f->done;
        if (shg_text_same(name, name_bytes, "variants", 8) && value_bytes < sizeof f->variants)
            snprintf(f->variants, sizeof f->variants, "%.*s", (int)value_bytes, value);
    }
}

bool shg_xboard_read_thoughts(shg_answer *answer, const char *line)
{
    long long number[4];
    const char *at = line;
    for (size_t i = 0; i < 4; i++) {
        char *end;
        number[i] = strtoll(at, &end, 10);
        if (end == at)
            return false;
        at = end + (i == 0 ? strspn(end, ".+-&")
                           : 0); /* a character after the depth says what kind of line it is */
        if (*at != ' ' && *at != '\t' && *at != '\0')
            return false;
    }
    answer->has_score = true;
    answer->score = shg_score_clamp(number[1]); /* mates, too: 100000 and more */
    answer->depth_plies = number[0] > 0 ? (unsigned)number[0] : 0;
    answer->nodes = number[3] > 0 ? (uint64_t)number[3] : 0;
    return true;
}

/* ---- new game ---- */

static bool handshake(xboard *x, char words[SHG_WORDS_BYTES])
{
    shg_program *const p = &x->program;
    const shg_participant *const e = p->player.participant;
    const int64_t began_ms = shg_monotonic_ms();
    x->features = (shg_features){ .setboard = false };
    shg_process_write_line(p->process, "xboard");
    shg_process_write_line(p->process, "protover 2");
    while (!x->features.done) {
        char *line;
        const int64_t until_ms = began_ms + (x->features.more ? SHG_READY_MS : FEATURES_MS);
        const shg_read_result result = shg_process_read_line(&line, p->process, until_ms);
        if (result == SHG_READ_END) {
            snprintf(words, SHG_WORDS_BYTES, "exited before sending its features");
            return false;
        }
        if (result == SHG_READ_TIMEOUT)
            break; /* an engine without features need not say so */
        if (has(line, "feature"))
            shg_xboard_read_features(&x->features, line);
    }
    p->game = shg_program_find_variant(p, x->features.variants, ", ");
    if (!p->game) {
        snprintf(words, SHG_WORDS_BYTES,
                 "it has no game called %s: set game= to its name of the game",
                 shoogi_variant_name(p->player.variant));
        return false;
    }
    if (x->features.memory)
        shg_process_write_line(p->process, "memory %u",
                               e->hash_mib > 0 ? e->hash_mib : USUAL_MEMORY_MIB);
    for (size_t i = 0; i < e->option_count; i++)
        shg_process_write_line(p->process, *e->options[i].value ? "option %s=%s" : "option %s",
                               e->options[i].name, e->options[i].value);
    return true;
}

/* In seconds; a participant's times are whole seconds. */
static void send_time_control(const shg_program *p)
{
    const shg_participant_limits *const a = &p->player.participant->limits;
    if (a->move_ms > 0)
        shg_process_write_line(p->process, "st %" PRId64, a->move_ms / 1000);
    else if (a->main_ms > 0 || a->increment_ms > 0)
        shg_process_write_line(p->process, "level 0 %" PRId64 ":%02" PRId64 " %" PRId64,
                               a->main_ms / 60000, a->main_ms / 1000 % 60, a->increment_ms / 1000);
    if (a->depth_plies > 0)
        shg_process_write_line(p->process, "sd %u", a->depth_plies);
}

/* An engine without ping has said everything about the last game when it has been silent for a while: a claim of that result must
 * not count for the next game. */
static bool drain(shg_program *p, char words[SHG_WORDS_BYTES])
{
    const int64_t until_ms = shg_monotonic_ms() + SHG_READY_MS;
    char *line;
    shg_read_result result;
    do {
        result = shg_process_read_line(&line, p->process, shg_monotonic_ms() + SILENCE_MS);
    } while (result == SHG_READ_LINE && shg_monotonic_ms() < until_ms);
    if (result == SHG_READ_TIMEOUT)
        return true;
    if (result == SHG_READ_END)
        shg_process_exit_text(words, SHG_WORDS_BYTES, p->process);
    else
        snprintf(words, SHG_WORDS_BYTES, "does not stop sending lines");
    shg_program_stop(p, 0);
    return false;
}

/* Waits until the engine has handled everything sent before. */
static bool synchronize(xboard *x, char words[SHG_WORDS_BYTES])
{
    shg_program *const p = &x->program;
    const int64_t until_ms = shg_monotonic_ms() + SHG_READY_MS;
    char wanted[32];
    if (!x->features.ping)
        return drain(p, words);
    snprintf(wanted, sizeof wanted, "pong %u", ++x->pings);
    shg_process_write_line(p->process, "ping %u", x->pings);
    for (;;) {
        shg_answer_kind kind;
        const char *const line = shg_program_read_line(p, until_ms, &kind, words);
        if (!line || strcmp(line, wanted) == 0)
            return line != NULL;
    }
}

static bool begin(shg_player *player, const shg_new_game *new_game, char words[SHG_WORDS_BYTES])
{
    xboard *const x = (xboard *)player;
    shg_program *const p = &x->program;
    if (!p->process && (!shg_program_start(p, words) || !handshake(x, words))) {
        shg_program_stop(p, 0);
        return false;
    }
    shg_process_write_line(p->process, "new");
    shg_process_write_line(p->process, "variant %s", p->game);
    shg_process_write_line(p->process, "force");
    if (!new_game->is_default) {
        shg_out fen = shg_out_growing();
        shg_engine_notation_write_position(&fen, &p->notation, new_game->start);
        if (fen.spent)
            snprintf(words, SHG_WORDS_BYTES, "out of memory");
        else
            shg_process_write_line(p->process, "setboard %s", fen.bytes);
        free(fen.bytes);
        if (fen.spent)
            return false;
    }
    send_time_control(p);
    shg_process_write_line(p->process, "easy");
    shg_process_write_line(p->process, "post");
    x->own_move_pending = false;
    return synchronize(x, words);
}

static void note_move(shg_player *player, const shoogi_position *before, shoogi_move move)
{
    xboard *const x = (xboard *)player;
    shg_program *const p = &x->program;
    if (!x->own_move_pending && p->process) {
        p->moves.length = 0;
        p->moves.spent = false;
        shg_engine_notation_write(&p->moves, &p->notation, before, move);
        if (p->moves.spent)
            shg_program_stop(p, 0);
        else
            shg_process_write_line(p->process, "%s%s", x->features.usermove ? "usermove " : "",
                                   p->moves.bytes);
    }
    x->own_move_pending = false;
}

/* ---- a move ---- */

/* A claim of a result, "1-0 {White mates}": accepted if it says that the opponent has won. */
static void read_claim(shg_answer *answer, const char *line, shoogi_colour own)
{
    answer->kind =
        has(line, own == SHOOGI_BLACK ? "0-1" : "1-0") ? SHG_ANSWER_RESIGNS : SHG_ANSWER_ILLEGAL;
    if (answer->kind == SHG_ANSWER_ILLEGAL)
        snprintf(answer->words, sizeof answer->words, "claims %s", line);
}

/* Reads a line of output during a search; true at its end.  legs: of the move, as far as received. */
static bool read_answer(shg_answer *answer, xboard *x, const char *line,
                        const shoogi_position *position)
{
    shg_program *const p = &x->program;
    if (has(line, "move ")) {
        line += strlen("move ");
        line += strspn(line, " ");
        shg_out_text(&p->moves, line);
        if (line[0] != '\0' && line[strlen(line) - 1] == ',' &&
            p->moves.length < SHOOGI_MOVE_TEXT_BYTES)
            return false; /* the next leg comes in a line of its own */
        if (p->moves.spent)
            shg_program_no_memory(p, answer);
        else
            shg_program_read_move(answer, p, position, p->moves.bytes);
        return true;
    }
    if (has(line, "Illegal move") || has(line, "illegal move")) {
        answer->kind = SHG_ANSWER_REFUSES;
        snprintf(answer->words, sizeof answer->words, "says %s", line);
        return true;
    }
    if (has(line, "resign") || has(line, "Resign") || has(line, "tellics resign")) {
        answer->kind = SHG_ANSWER_RESIGNS;
        return true;
    }
    if (has(line, "1-0") || has(line, "0-1") || has(line, "1/2-1/2")) {
        read_claim(answer, line, shoogi_position_side(position));
        return true;
    }
    shg_xboard_read_thoughts(answer, line);
    return false;
}

static void send_clocks(const shg_program *p, int64_t own_ms, int64_t other_ms)
{
    shg_process_write_line(p->process, "time %" PRId64, own_ms / 10);
    shg_process_write_line(p->process, "otim %" PRId64, other_ms / 10);
}

static void think(shg_answer *answer, shg_player *player, const shg_turn *turn)
{
    xboard *const x = (xboard *)player;
    shg_program *const p = &x->program;
    const shg_participant_limits *const a = &player->participant->limits;
    const shoogi_colour own = shoogi_position_side(turn->position);
    *answer = (shg_answer){ 0 };
    if (!p->process) {
        shg_program_no_memory(p, answer);
        return;
    }
    p->moves.length = 0;
    p->moves.spent = false;
    const int64_t began_ms = shg_monotonic_ms();
    if (a->main_ms > 0 ||
        a->increment_ms > 0) /* the increment of the next move is already on the clock */
        send_clocks(p, turn->left_ms[own] + turn->increment_ms[own],
                    turn->left_ms[!own] + turn->increment_ms[!own]);
    else if (a->move_ms > 0)
        send_clocks(p, a->move_ms, a->move_ms); /* as XBoard does: some engines use it even then */
    shg_process_write_line(p->process, "go");
    for (;;) {
        const char *const line =
            shg_program_read_line(p, turn->until_ms, &answer->kind, answer->words);
        if (!line || read_answer(answer, x, line, turn->position))
            break;
    }
    answer->elapsed_ms = shg_monotonic_ms() - began_ms;
    x->own_move_pending = answer->kind == SHG_ANSWER_MOVE;
    if (p->process)
        shg_process_write_line(p->process, "force");
}

static void finish(shg_player *player, int won)
{
    const shg_program *const p = (const shg_program *)player;
    if (p->process)
        shg_process_write_line(p->process, "result %s", won == 0 ? "1/2-1/2" : "*");
}

shoogi_status shg_player_new_xboard(shg_player **out, const shg_participant *participant,
                                    const shoogi_variant *variant, bool trace)
{
    static const shg_player_ops ops = { begin, note_move, think, finish, shg_program_free };
    xboard *const x = calloc(1, sizeof *x);
    if (!x)
        return SHOOGI_NO_MEMORY;
    x->program = (shg_program){
        .player = { &ops, participant, variant },
        .trace = trace,
        .notation = { participant->protocol, participant->piece_letters,
                      participant->piece_letter_count },
        .moves = shg_out_growing(),
    };
    *out = &x->program.player;
    return SHOOGI_OK;
}
