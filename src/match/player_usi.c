#include "match/player_usi.h"

#include "base/monotonic.h"
#include "match/player_program.h"
#include "shoogi/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_uci(const shg_program *p)
{
    return p->player.participant->protocol == SHG_PROTOCOL_UCI;
}

static bool is(const char *word, const char *wanted)
{
    return word && strcmp(word, wanted) == 0;
}

/* ---- new game ---- */

/* The names under which the engine announced two options that have two names each. */
typedef struct names {
    char variant[16], hash[16];
    bool has_games;
} names;

/* "option name USI_Variant type combo default shogi var chu" */
static void read_option(names *t, shg_program *p, char *line)
{
    char *at = line;
    if (!is(shg_next_word(&at), "option") || !is(shg_next_word(&at), "name"))
        return;
    const char *const name = shg_next_word(&at);
    if (is(name, "USI_Variant") || is(name, "UCI_Variant")) {
        snprintf(t->variant, sizeof t->variant, "%s", name);
        t->has_games = true;
        p->game = shg_program_find_variant(p, at, " \t");
    } else if (is(name, "USI_Hash") || is(name, "Hash")) {
        snprintf(t->hash, sizeof t->hash, "%s", name);
    }
}

static bool wait_for(shg_program *p, const char *wanted, names *t, char words[SHG_WORDS_BYTES])
{
    const int64_t until_ms = shg_monotonic_ms() + SHG_READY_MS;
    for (;;) {
        shg_answer_kind kind;
        char *const line = shg_program_read_line(p, until_ms, &kind, words);
        if (!line) {
            const size_t length = strlen(words);
            snprintf(words + length, SHG_WORDS_BYTES - length, " before %s", wanted);
            return false;
        }
        if (strcmp(line, wanted) == 0)
            return true;
        if (t)
            read_option(t, p, line);
    }
}

static bool handshake(shg_program *p, char words[SHG_WORDS_BYTES])
{
    const shg_participant *const e = p->player.participant;
    names t = { .has_games = false };
    snprintf(t.variant, sizeof t.variant, is_uci(p) ? "UCI_Variant" : "USI_Variant");
    snprintf(t.hash, sizeof t.hash, is_uci(p) ? "Hash" : "USI_Hash");
    p->game = e->game;
    shg_process_write_line(p->process, is_uci(p) ? "uci" : "usi");
    if (!wait_for(p, is_uci(p) ? "uciok" : "usiok", &t, words))
        return false;
    if (t.has_games && !p->game) {
        snprintf(words, SHG_WORDS_BYTES,
                 "it has no game called %s: set game= to its name of the game",
                 shoogi_variant_name(p->player.variant));
        return false;
    }
    if (p->game)
        shg_process_write_line(p->process, "setoption name %s value %s", t.variant, p->game);
    if (e->hash_mib > 0)
        shg_process_write_line(p->process, "setoption name %s value %u", t.hash, e->hash_mib);
    for (size_t i = 0; i < e->option_count; i++)
        shg_process_write_line(
            p->process, *e->options[i].value ? "setoption name %s value %s" : "setoption name %s",
            e->options[i].name, e->options[i].value);
    return true;
}

static bool begin(shg_player *player, const shg_new_game *new_game, char words[SHG_WORDS_BYTES])
{
    shg_program *const p = (shg_program *)player;
    if (!p->process && (!shg_program_start(p, words) || !handshake(p, words))) {
        shg_program_stop(p, 0);
        return false;
    }
    shg_process_write_line(p->process, is_uci(p) ? "ucinewgame" : "usinewgame");
    shg_process_write_line(p->process, "isready");
    if (!wait_for(p, "readyok", NULL, words))
        return false;
    p->moves.length = 0;
    p->moves.spent = false;
    shg_out_text(&p->moves, "position ");
    if (new_game->is_default) {
        shg_out_text(&p->moves, "startpos");
    } else {
        shg_out_text(&p->moves, is_uci(p) ? "fen " : "sfen ");
        shg_engine_notation_write_position(&p->moves, &p->notation, new_game->start);
    }
    shg_out_text(&p->moves, " moves");
    return true;
}

static void note_move(shg_player *player, const shoogi_position *before, shoogi_move move)
{
    shg_program *const p = (shg_program *)player;
    shg_out_char(&p->moves, ' ');
    shg_engine_notation_write(&p->moves, &p->notation, before, move);
}

/* ---- a move ---- */

static void read_score(shg_answer *answer, char **at)
{
    const char *const kind = shg_next_word(at), *const value = shg_next_word(at);
    if (!value)
        return;
    answer->has_score = true;
    if (is(kind, "cp"))
        answer->score = shg_score_clamp(shg_word_number(value));
    else /* "mate 5", "mate -" */
        answer->score = *value == '-' || is(value, "0") ? -SHG_MATE_SCORE : SHG_MATE_SCORE;
}

void shg_usi_read_info(shg_answer *answer, char *words)
{
    shg_answer reported = *answer;
    for (const char *word; (word = shg_next_word(&words)) != NULL;) {
        if (is(word, "string") || is(word, "pv"))
            break;
        if (is(word, "multipv") && shg_word_number(shg_next_word(&words)) > 1)
            return;
        if (is(word, "score"))
            read_score(&reported, &words);
        else if (is(word, "currmove"))
            return; /* the current line, not a result */
        else if (is(word, "depth"))
            reported.depth_plies = (unsigned)shg_word_number(shg_next_word(&words));
        else if (is(word, "nodes"))
            reported.nodes = (uint64_t)shg_word_number(shg_next_word(&words));
    }
    *answer = reported;
}

static void read_best(shg_answer *answer, const shg_program *p, const shoogi_position *position,
                      const char *text)
{
    /* Some engines have words of their own for "no move". */
    if (!text) {
        answer->kind = SHG_ANSWER_ILLEGAL;
        snprintf(answer->words, sizeof answer->words, "bestmove: expected a move, found nothing");
    } else if (is(text, "resign") || is(text, "(none)") || is(text, "none") ||
               (is(text, "0000") && is_uci(p))) {
        answer->kind = SHG_ANSWER_RESIGNS;
    } else if (is(text, "win")) {
        answer->kind = SHG_ANSWER_DECLARES;
    } else {
        shg_program_read_move(answer, p, position, text);
    }
}

static void send_go(const shg_program *p, const shg_turn *turn)
{
    const shg_participant_limits *const a = &p->player.participant->limits;
    char text[256];
    shg_out go = shg_out_make(text, sizeof text);
    shg_out_text(&go, "go");
    if (a->main_ms > 0 || a->increment_ms > 0 || a->byoyomi_ms > 0) {
        const char first = is_uci(p) ? 'w' : 'b', second = is_uci(p) ? 'b' : 'w';
        const int64_t *const left = turn->left_ms, *const gain = turn->increment_ms;
        const int64_t trace =
            is_uci(p); /* the increment of the next move is already on the clock */
        shg_out_format(&go, " %ctime %" PRId64 " %ctime %" PRId64, first,
                       left[SHOOGI_BLACK] + trace * gain[SHOOGI_BLACK], second,
                       left[SHOOGI_WHITE] + trace * gain[SHOOGI_WHITE]);
        if (gain[SHOOGI_BLACK] > 0 || gain[SHOOGI_WHITE] > 0)
            shg_out_format(&go, " %cinc %" PRId64 " %cinc %" PRId64, first, gain[SHOOGI_BLACK],
                           second, gain[SHOOGI_WHITE]);
        if (a->byoyomi_ms > 0)
            shg_out_format(&go, " byoyomi %" PRId64, a->byoyomi_ms);
    }
    if (a->move_ms > 0)
        shg_out_format(&go, " movetime %" PRId64, a->move_ms);
    if (a->nodes > 0)
        shg_out_format(&go, " nodes %" PRIu64, a->nodes);
    if (a->depth_plies > 0)
        shg_out_format(&go, " depth %u", a->depth_plies);
    shg_process_write_line(p->process, "%s", text);
}

static void think(shg_answer *answer, shg_player *player, const shg_turn *turn)
{
    shg_program *const p = (shg_program *)player;
    *answer = (shg_answer){ 0 };
    if (p->moves.spent) {
        shg_program_no_memory(p, answer);
        return;
    }
    shg_process_write_line(p->process, "%s", p->moves.bytes);
    const int64_t began_ms = shg_monotonic_ms();
    send_go(p, turn);
    for (char *line;
         (line = shg_program_read_line(p, turn->until_ms, &answer->kind, answer->words)) != NULL;) {
        char *at = line;
        const char *const word = shg_next_word(&at);
        if (is(word, "info")) {
            shg_usi_read_info(answer, at);
        } else if (is(word, "bestmove")) {
            answer->elapsed_ms = shg_monotonic_ms() - began_ms;
            read_best(answer, p, turn->position, shg_next_word(&at));
            return;
        }
    }
    answer->elapsed_ms = shg_monotonic_ms() - began_ms;
}

static void finish(shg_player *player, int won)
{
    shg_program *const p = (shg_program *)player;
    if (p->process && !is_uci(p))
        shg_process_write_line(p->process, "gameover %s",
                               won > 0   ? "win"
                               : won < 0 ? "lose"
                                         : "draw");
}

shoogi_status shg_player_new_usi(shg_player **out, const shg_participant *participant,
                                 const shoogi_variant *variant, bool trace)
{
    static const shg_player_ops ops = { begin, note_move, think, finish, shg_program_free };
    shg_program *const p = calloc(1, sizeof *p);
    if (!p)
        return SHOOGI_NO_MEMORY;
    *p = (shg_program){
        .player = { &ops, participant, variant },
        .trace = trace,
        .notation = { participant->protocol, participant->piece_letters,
                      participant->piece_letter_count },
        .moves = shg_out_growing(),
    };
    *out = &p->player;
    return SHOOGI_OK;
}
