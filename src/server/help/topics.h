/* topics.h: all there is help about, as topics inside topics: the texts of help.def, the commands, the settings,
 * and the games with their pieces.
 *
 * One source for HELP, docs/help/ and the web pages.
 *
 * The room help: the topics of HELP (help.def) and how a page of them is written for a terminal, as Markdown and as HTML
 * (write.h).  It uses the rooms below it. */
#ifndef SHG_SERVER_HELP_TOPICS_H
#define SHG_SERVER_HELP_TOPICS_H

#include "help/page.h"
#include "server/rules/variants.h"

typedef struct shg_help shg_help;

/* In a language.  games: borrowed until the free; each is read when a page about it is asked for.  current: whose pieces, set-up and
 * handicaps the rules tell; game is its name; both borrowed.  Returns an owned help (shg_help_free), or NULL if memory has
 * run out. */
shg_help *shg_help_new(shg_variants *games, const shoogi_variant *current, const char *game,
                       shg_language language);
void shg_help_free(shg_help *help);

/* Adds what HELP and a word print: every topic of which it is a name or, from three characters on, part of a name,
 * whole names first, each with the topics inside it and none twice; a game only by a whole name; "ALL" is all of them and "*" their names.  If
 * there is none, a piece of another game by that name.  Returns false if nothing was added. */
bool shg_help_find(shg_help_page *page, const shg_help *help, const char *word, size_t word_bytes);

/* ---- topics one by one ---- */

size_t shg_help_count(const shg_help *help);
unsigned shg_help_level(const shg_help *help, size_t topic);

/* Whether it is a game. */
bool shg_help_is_game(const shg_help *help, size_t topic);

/* All names, separated by ", "; borrowed until the free. */
const char *shg_help_names(const shg_help *help, size_t topic);

/* What it is called in the language of the help: where it has a name there, that one, else its first name. */
const char *shg_help_title(size_t *bytes, const shg_help *help, size_t topic);

/* Adds it with the topics inside it. */
void shg_help_add_topic(shg_help_page *page, const shg_help *help, size_t topic);

/* The topic of level 1 that holds it, or it is itself. */
size_t shg_help_chapter(const shg_help *help, size_t topic);

/* Its first name as part of an address: "shogi-rules".  No two topics have the same. */
enum { SHG_HELP_SLUG_BYTES = 64 };
void shg_help_slug(char slug[SHG_HELP_SLUG_BYTES], const shg_help *help, size_t topic);

/* The topic with this address, or the first with a name that would make it; shg_help_count if there is none. */
size_t shg_help_by_slug(const shg_help *help, const char *slug, size_t slug_bytes);

/* What a reference at the beginning of text leads to: "HELP" and the name of a topic in capitals, the longest that it
 * is; *bytes is the length of both.  shg_help_count, and 0, if none stands there. */
size_t shg_help_referred(size_t *bytes, const shg_help *help, const char *text);

#endif
