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

int shg_score_told(int64_t number)
{
    return number > SHG_SURE_SCORE    ? SHG_SURE_SCORE
           : number < -SHG_SURE_SCORE ? -SHG_SURE_SCORE
                                      : (int)number;
}

bool shg_program_start(shg_program *p, char words[SHG_WORDS_BYTES])
{
    errno = 0;
    const shg_entrant *const e = p->player.entrant;
    if (shg_process_start(&p->process, e->command, e->name, p->shown) == SHOOGI_OK)
        return true;
    snprintf(words, SHG_WORDS_BYTES, "cannot be started: %s",
             errno ? strerror(errno) : "out of memory");
    return false;
}

void shg_program_give_up(shg_program *p, int64_t patience_ms)
{
    shg_process_end(p->process, patience_ms);
    p->process = NULL;
}

char *shg_program_hear(shg_program *p, int64_t until_ms, shg_answer_kind *kind,
                       char words[SHG_WORDS_BYTES])
{
    char *line;
    const shg_heard heard = shg_process_hear(&line, p->process, until_ms);
    if (heard == SHG_HEARD_LINE)
        return line;
    *kind = heard == SHG_HEARD_END ? SHG_ANSWER_DEAD : SHG_ANSWER_SILENT;
    if (heard == SHG_HEARD_END)
        shg_process_fate(words, SHG_WORDS_BYTES, p->process);
    else
        snprintf(words, SHG_WORDS_BYTES, "no answer");
    shg_program_give_up(p, 0);
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

const char *shg_program_find_game(const shg_program *p, const char *names, const char *between)
{
    const shoogi_variant *const v = p->player.variant;
    const char *name = p->player.entrant->game;
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
        shg_dialect_read(&answer->move, &p->dialect, position, text, strlen(text), &err);
    answer->kind = status == SHOOGI_OK ? SHG_ANSWER_MOVE : SHG_ANSWER_ILLEGAL;
    if (status != SHOOGI_OK)
        snprintf(answer->words, sizeof answer->words, "%s: %s", text,
                 status == SHOOGI_NO_MEMORY ? "out of memory" : err.message);
}

void shg_program_no_memory(shg_program *p, shg_answer *answer)
{
    shg_program_give_up(p, 0);
    answer->kind = SHG_ANSWER_DEAD;
    snprintf(answer->words, sizeof answer->words, "out of memory");
}

void shg_program_free(shg_player *player)
{
    shg_program *const p = (shg_program *)player;
    if (p->process)
        shg_process_say(p->process, "quit");
    shg_program_give_up(p, SHG_QUIT_MS);
    free(p->moves.bytes);
    free(p);
}
