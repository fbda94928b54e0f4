/* page.h: a page of help as a list of blocks, which each output format (terminal, Markdown, HTML) writes in its own way.
 *
 * The source texts are prose with a few marks at the beginnings of lines:
 *
 *   * TEXT            an item of a list
 *   WORD :: TEXT      a word and its meaning
 *     TEXT            (two spaces) a literal line
 *   @NAME             what the program makes under that name
 *
 * Other lines continue the line above; an empty line ends a paragraph.  "HELP" and the name of a topic in capitals become
 * a link in formats that have links. */
#ifndef SHG_HELP_PAGE_H
#define SHG_HELP_PAGE_H

#include "base/text.h"
#include "language/language.h"
#include "shoogi/variant.h"

typedef enum shg_help_form {
    SHG_HELP_TOPIC,   /* its names, separated by ", " */
    SHG_HELP_HEADING, /* within a topic */
    SHG_HELP_PROSE,
    SHG_HELP_ITEM,
    SHG_HELP_TERM,    /* word and text */
    SHG_HELP_LITERAL, /* lines, each ending in LF */
    SHG_HELP_ROW,     /* of a table: cells separated by TAB; the first row names the columns */
    SHG_HELP_SETUP,   /* the board of a game at its start */
    SHG_HELP_LEGEND,  /* the explanation of the diagrams, which differs by output format */
    SHG_HELP_MOVES    /* the diagram of one kind; text describes its moves */
} shg_help_form;

typedef struct shg_help_block {
    shg_help_form form;
    unsigned
        level; /* of a topic: 1 is the highest; of a heading: how far below its topic, 0 being 1 */
    size_t topic;     /* TOPIC: which one */
    char *text;       /* owned by the page; "" if it has none */
    char *word;       /* the same */
    const char *game; /* SETUP, MOVES, and TOPIC of a game: its name; borrowed */
    const shoogi_variant *variant;
    shoogi_kind kind;
} shg_help_block;

/* A zeroed page is empty and in English.  When memory runs out, failed is set and nothing more is added. */
typedef struct shg_help_page {
    shg_language language;
    bool in_words; /* for a screen reader: no drawings on a terminal */
    bool xbetza;   /* for inventors: each piece with its moves in XBetza */
    bool on_page;  /* on the web page, which has buttons in place of a game's commands */
    shg_help_block *blocks;
    size_t count, room;
    bool failed;
} shg_help_page;

void shg_help_page_fini(shg_help_page *page);

/* Adds a copy of the block, with copies of its texts; NULL counts as "". */
void shg_help_add(shg_help_page *page, shg_help_block block);

/* Adds a block of this form with a text, translated into the language of the page. */
void shg_help_add_text(shg_help_page *page, shg_help_form form, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Begins the next sentence of a paragraph: adds a space, except after Japanese. */
void shg_help_begin_sentence(shg_out *out);

/* Adds the blocks of a marked text in the language of the page.  Calls make for each @NAME, name_bytes long, in turn. */
typedef void shg_help_make(shg_help_page *page, void *context, const char *name, size_t name_bytes);
void shg_help_read(shg_help_page *page, const char *text, shg_help_make *make, void *context);

#endif
