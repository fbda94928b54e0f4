/* player_program.h: the common part of players whose engine is an external program. */
#ifndef SHG_MATCH_PLAYER_PROGRAM_H
#define SHG_MATCH_PLAYER_PROGRAM_H

#include "match/engine_notation.h"
#include "match/player.h"
#include "match/process.h"

typedef struct shg_program {
    shg_player player;    /* must be first */
    shg_process *process; /* NULL: not started, or ended */
    bool trace;
    shg_engine_notation notation;
    const char *game; /* the engine's name of the variant; "": it does not announce it */
    shg_out moves;    /* of the game, in the protocol's form */
} shg_program;

enum { SHG_READY_MS = 60000, SHG_QUIT_MS = 500 };

/* Cuts the next word out of a line in place; NULL at the end. */
char *shg_next_word(char **at);
/* An integer from a word that may be NULL; 0 if it is none. */
int64_t shg_word_number(const char *word);

/* A reported score, clamped to SHG_MATE_SCORE. */
int shg_score_clamp(int64_t number);

/* Starts the command.  Returns false with words filled. */
bool shg_program_start(shg_program *program, char words[SHG_WORDS_BYTES]);
/* Ends the program, at once if it hangs. */
void shg_program_stop(shg_program *program, int64_t patience_ms);

/* Waits for the next line until a deadline; NULL if there is none, with words and *kind TIMEOUT or EXITED; the program is ended. */
char *shg_program_read_line(shg_program *program, int64_t until_ms, shg_answer_kind *kind,
                            char words[SHG_WORDS_BYTES]);

/* Looks for the variant among the engine's names, which `words` returns one by one: the participant's setting, the name of the
 * definition, its aliases.  Returns the name found, or NULL. */
const char *shg_program_find_variant(const shg_program *program, const char *names,
                                     const char *between);

/* Reads the move of an answer; sets kind to MOVE or ILLEGAL. */
void shg_program_read_move(shg_answer *answer, const shg_program *program,
                           const shoogi_position *position, const char *text);

/* Out of memory for its input or output: ends the program. */
void shg_program_no_memory(shg_program *program, shg_answer *answer);

void shg_program_free(shg_player *player);

shoogi_status shg_player_new_usi(shg_player **out, const shg_participant *participant,
                                 const shoogi_variant *variant, bool trace);
shoogi_status shg_player_new_xboard(shg_player **out, const shg_participant *participant,
                                    const shoogi_variant *variant, bool trace);
shoogi_status shg_player_new_built_in(shg_player **out, const shg_participant *participant,
                                      const shoogi_variant *variant, shoogi_error *err);

#endif
