/* player_program.h: what players have in common whose engine is another program. */
#ifndef SHG_MATCH_PLAYER_PROGRAM_H
#define SHG_MATCH_PLAYER_PROGRAM_H

#include "match/dialect.h"
#include "match/player.h"
#include "match/process.h"

typedef struct shg_program {
    shg_player player;    /* the first, so that one is the other */
    shg_process *process; /* NULL: not started, or given up */
    bool shown;
    shg_dialect dialect;
    const char *game; /* how the engine calls the variant; "": it does not say that it knows it */
    shg_out moves;    /* of a game, as the protocol needs them */
} shg_program;

enum { SHG_READY_MS = 60000, SHG_QUIT_MS = 500 };

/* The next word of a line, ended in its place; NULL at the end. */
char *shg_next_word(char **at);
/* A whole number from a word that may be NULL; 0 if it is none. */
int64_t shg_word_number(const char *word);

/* A score as programs tell it, no further from 0 than SHG_SURE. */
int shg_score_told(int64_t number);

/* Starts the command; false with words. */
bool shg_program_start(shg_program *program, char words[SHG_WORDS_BYTES]);
/* Ends it, at once if it hangs. */
void shg_program_give_up(shg_program *program, int64_t patience_ms);

/* The next line until a time; NULL if there is none, with words why and *deed SILENT or DEAD; the program is given up. */
char *shg_program_hear(shg_program *program, int64_t until_ms, shg_deed *deed,
                       char words[SHG_WORDS_BYTES]);

/* Looks for the name of the variant among the names that the engine knows, which words tells one after the other: what
 * the entrant says, the name of the definition, its aliases.  Returns the one that is known, else NULL. */
const char *shg_program_find_game(const shg_program *program, const char *names,
                                  const char *between);

/* Reads the move of an answer; deed becomes MOVE or ILLEGAL. */
void shg_program_read_move(shg_answer *answer, const shg_program *program,
                           const shoogi_position *position, const char *text);

/* There was no memory for what it is to be told, or for what it said: it is given up. */
void shg_program_no_memory(shg_program *program, shg_answer *answer);

void shg_program_free(shg_player *player);

shoogi_status shg_player_new_usi(shg_player **out, const shg_entrant *entrant,
                                 const shoogi_variant *variant, bool shown);
shoogi_status shg_player_new_xboard(shg_player **out, const shg_entrant *entrant,
                                    const shoogi_variant *variant, bool shown);
shoogi_status shg_player_new_built_in(shg_player **out, const shg_entrant *entrant,
                                      const shoogi_variant *variant, shoogi_error *err);

#endif
