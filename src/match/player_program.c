#include "match/player_program.h"

#include "base/error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *shg_next_word(char **at)
{
    *at += strspn(*at, " \t");
    if (**at == '\0')
        return NULL;
    char *const word = *at;
    *at += strcspn(*at, " \t");
    if (**at != '\0')
        *(*at)++ = '\0';
    return word;
}

int64_t shg_word_number(const char *word)
{
    return word ? strtoll(word, NULL, 10) : 0;
}

int shg_score_clamp(int64_t number)
{
    return number > SHG_MATE_SCORE    ? SHG_MATE_SCORE
           : number < -SHG_MATE_SCORE ? -SHG_MATE_SCORE
                                      : (int)number;
}

bool shg_program_start(shg_program *p, char words[SHG_WORDS_BYTES])
{
    errno = 0;
    const shg_participant *const e = p->player.participant;
    if (shg_process_start(&p->process, e->command, e->name, p->trace) == SHOOGI_OK)
        return true;
    snprintf(words, SHG_WORDS_BYTES, "cannot be started: %s",
             errno ? strerror(errno) : "out of memory");
    return false;
}

void shg_program_stop(shg_program *p, int64_t patience_ms)
{
    shg_process_end(p->process, patience_ms);
    p->process = NULL;
}

char *shg_program_read_line(shg_program *p, int64_t until_ms, shg_answer_kind *kind,
                            char words[SHG_WORDS_BYTES])
{
    char *line;
    const shg_read_result result = shg_process_read_line(&line, p->process, until_ms);
    if (result == SHG_READ_LINE)
        return line;
    *kind = result == SHG_READ_END ? SHG_ANSWER_EXITED : SHG_ANSWER_TIMEOUT;
    if (result == SHG_READ_END)
        shg_process_exit_text(words, SHG_WORDS_BYTES, p->process);
    else
        snprintf(words, SHG_WORDS_BYTES, "no answer");
    shg_program_stop(p, 0);
    return NULL;
}

/* Whether a name is one of several, with these signs between them. */
static bool is_among(const char *names, const char *between, const char *name)
{
    for (const char *at = names; *at != '\0';) {
        at += strspn(at, between);
        const size_t bytes = strcspn(at, between);
        if (bytes > 0 && shg_text_same(at, bytes, name, strlen(name)))
            return true;
        at += bytes;
    }
    return false;
}

const char *shg_program_find_variant(const shg_program *p, const char *names, const char *between)
{
    const shoogi_variant *const v = p->player.variant;
    const char *name = p->player.participant->game;
    if (name)
        return name;
    name = shoogi_variant_name(v);
    for (size_t i = 0; name; name = shoogi_variant_alias(v, i++))
        if (is_among(names, between, name))
            return name;
    return NULL;
}

void shg_program_read_move(shg_answer *answer, const shg_program *p,
                           const shoogi_position *position, const char *text)
{
    shoogi_error err;
    const shoogi_status status =
        shg_engine_notation_read(&answer->move, &p->notation, position, text, strlen(text), &err);
    answer->kind = status == SHOOGI_OK ? SHG_ANSWER_MOVE : SHG_ANSWER_ILLEGAL;
    if (status != SHOOGI_OK)
        snprintf(answer->words, sizeof answer->words, "%s: %s", text,
                 status == SHOOGI_NO_MEMORY ? "out of memory" : err.message);
}

void shg_program_no_memory(shg_program *p, shg_answer *answer)
{
    shg_program_stop(p, 0);
    answer->kind = SHG_ANSWER_EXITED;
    snprintf(answer->words, sizeof answer->words, "out of memory");
}

void shg_program_free(shg_player *player)
{
    shg_program *const p = (shg_program *)player;
    if (p->process)
        shg_process_write_line(p->process, "quit");
    shg_program_stop(p, SHG_QUIT_MS);
    free(p->moves.bytes);
    free(p);
}
