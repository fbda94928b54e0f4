/* topics.h: the topics of HELP as a tree: the texts of help.def, the commands, the settings, and
 * the games with their pieces.
 *
 * HELP, docs/help/ and the web pages are all made from these topics.
 *
 * The room help keeps no state: help.def has the texts, and write.h writes a page of topics for
 * a terminal, as Markdown and as HTML. It calls rules and session (for the tables of commands
 * and settings) and src/help; commands/ and pages/ call it. */
#ifndef SHG_SERVER_HELP_TOPICS_H
#define SHG_SERVER_HELP_TOPICS_H

#include "help/page.h"
#include "server/rules/variants.h"

typedef struct shg_help shg_help;

/* Makes the topics in a language. games: borrowed until the free; each is read when its page is
 * needed. current: the game whose pieces, set-up and handicaps the rules show; game: its name;
 * both borrowed. Returns an owned help (shg_help_free), or NULL if memory runs out. */
shg_help *shg_help_new(shg_variants *games, const shoogi_variant *current, const char *game,
                       shg_language language);
void shg_help_free(shg_help *help);

/* Adds what HELP and a word print.  A whole name prints its topic with the topics inside it, then "See also" with the
 * topics that only contain the word.  Otherwise part of a name, from three characters on, prints all topics that have it;
 * games need a whole name.  If no topic matches, a piece of another game may.  "ALL" prints all topics, "*" lists their
 * names.  Returns false if nothing was added. */
bool shg_help_find(shg_help_page *page, const shg_help *help, const char *word, size_t word_bytes);

/* ---- single topics ---- */

size_t shg_help_count(const shg_help *help);
unsigned shg_help_level(const shg_help *help, size_t topic);

/* Whether the topic is a game. */
bool shg_help_is_game(const shg_help *help, size_t topic);

/* Whether it is a rule set of another game. */
bool shg_help_is_rule_set(const shg_help *help, size_t topic);

/* All names, separated by ", "; borrowed until the free. */
const char *shg_help_names(const shg_help *help, size_t topic);

/* The title of a topic: its name in the language of the help, or else its first name. */
const char *shg_help_title(size_t *bytes, const shg_help *help, size_t topic);

/* Writes the title as a list on a page has it: "Getting started" where a terminal has GETTING STARTED, the name of a piece
 * instead of its letter; what is typed, such as BOARD, stays. */
void shg_help_write_title(shg_out *out, const shg_help *help, size_t topic);

/* Adds a topic with the topics inside it. */
void shg_help_add_topic(shg_help_page *page, const shg_help *help, size_t topic);

/* Whether the title or a name of a topic has a word that begins with this one, in any case. */
bool shg_help_title_has(const shg_help *help, size_t topic, const char *word);

/* Whether the text of a topic contains a word, in any case; the texts of games and pieces are not searched.  Cost: it
 * makes the text. */
bool shg_help_text_has(const shg_help *help, size_t topic, const char *word);

/* The topic of level 1 that contains the topic, or is it. */
size_t shg_help_chapter(const shg_help *help, size_t topic);

/* The first name of a topic as part of an address: "shogi-rules".  Each topic has its own. */
enum { SHG_HELP_SLUG_BYTES = 64 };
void shg_help_slug(char slug[SHG_HELP_SLUG_BYTES], const shg_help *help, size_t topic);

/* The topic with this address, or the first with a name that would make it; shg_help_count if not found. */
size_t shg_help_by_slug(const shg_help *help, const char *slug, size_t slug_bytes);

/* The topic of a reference at the beginning of text: "HELP" and the longest name of a topic in capitals.  *bytes: the
 * length of both.  Returns shg_help_count, with *bytes 0, if text does not begin with a reference. */
size_t shg_help_referred(size_t *bytes, const shg_help *help, const char *text);

#endif
