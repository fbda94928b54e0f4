/* game.h: the rules of a game in plain words, its pieces and its handicaps, all made from its definition. */
#ifndef SHG_HELP_GAME_H
#define SHG_HELP_GAME_H

#include "help/page.h"

/* What a kind is called in a sentence, in a language.  Borrowed from the variant, or for ever. */
const char *shg_help_piece_name(shg_language language, const shoogi_variant *variant,
                                shoogi_kind kind);

/* A piece: diagram, words, what it becomes. */
void shg_help_add_piece(shg_help_page *page, const char *game, const shoogi_variant *variant,
                        shoogi_kind kind);

/* What each piece is called. */
void shg_help_add_names(shg_help_page *page, const shoogi_variant *variant);

/* What the difference of two players' grades asks for, if the game says so. */
void shg_help_add_grades(shg_help_page *page, const shoogi_variant *variant);

/* The usual handicaps and the men they take off. */
void shg_help_add_handicaps(shg_help_page *page, const shoogi_variant *variant);

/* The command with which a game is offered, and what the game is called besides: what stands above all else where commands
 * are typed. */
void shg_help_add_invitation(shg_help_page *page, const char *game, const shoogi_variant *variant);

/* All the rest: set-up, history, rules, disputed ones, pieces, names, handicaps, sources. */
void shg_help_add_game(shg_help_page *page, const char *game, const shoogi_variant *variant);

#endif
