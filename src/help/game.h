/* game.h: the rules of a game in plain words, its pieces and its handicaps, all made from its definition. */
#ifndef SHG_HELP_GAME_H
#define SHG_HELP_GAME_H

#include "help/page.h"

/* The name of a kind within a sentence, in a language.  Borrowed from the variant, or static. */
const char *shg_help_piece_name(shg_language language, const shoogi_variant *variant,
                                shoogi_kind kind);

/* Adds a piece: its diagram, its moves in words, its promotions. */
void shg_help_add_piece(shg_help_page *page, const char *game, const shoogi_variant *variant,
                        shoogi_kind kind);

/* Adds the names of each piece. */
void shg_help_add_names(shg_help_page *page, const shoogi_variant *variant);

/* Adds the handicap for each difference in grade, if the game defines them. */
void shg_help_add_grades(shg_help_page *page, const shoogi_variant *variant);

/* Adds the named handicaps and the pieces they remove. */
void shg_help_add_handicaps(shg_help_page *page, const shoogi_variant *variant);

/* Adds the command that offers the game, and its other names: the first paragraph where commands are typed. */
void shg_help_add_invitation(shg_help_page *page, const char *game, const shoogi_variant *variant);

/* Adds the rest of the page: rule sets, set-up, history, rules, where sources differ, pieces, names, handicaps, sources. */
void shg_help_add_game(shg_help_page *page, const char *game, const shoogi_variant *variant);

#endif
