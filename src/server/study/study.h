/* study.h: a study: chapters, each a tree of variations, that several players edit, computed from its events.
 *
 * Events are numbered from 1 without a gap, and only added. A node has the number of the event
 * that made it, the start of the first chapter 0, so an action means the same whatever others have
 * done meanwhile. A chapter is known by its start, a node without a move.
 *
 *     "move"     PARENT SPACE USI
 *     "comment"  NODE SPACE TEXT: replaces the node's comment; it cannot be deleted
 *     "remove"   NODE: with all its descendants; a start: the whole chapter
 *     "chapter"  TITLE LF SFEN: a new chapter, after the others
 *     "title"    NODE SPACE TEXT: the title of the chapter that starts at NODE
 *     "place"    NODE SPACE INDEX: the place of that chapter among the others, from 0
 *     "name"     TEXT: of the study
 *     "invite"   NAME: of a further editor;  "dismiss": the opposite
 *
 * The room study keeps nothing in memory between requests: studies (study.h, study_api.h) and
 * free boards (free_board.h, free_table.h) are in the storage. It calls library, doors, game and
 * those below; api/, pages/ and commands/ call it. */
#ifndef SHG_SERVER_STUDY_STUDY_H
#define SHG_SERVER_STUDY_STUDY_H

#include "base/text.h"
#include "server/loop/bounds.h"
#include "shoogi/position.h"
#include "storage/storage.h"

typedef struct shg_study_node {
    int64_t id;    /* the number of its event; 0: the start of the first chapter */
    size_t parent; /* an index; a start is its own parent */
    char *usi;     /* owned; "" at a start */
    char *comment; /* owned; NULL: none */
    char *title;   /* owned; of a chapter; NULL: none */
    char *start;   /* owned; the SFEN of a chapter; NULL: of the study */
    char by[SHG_NAME_BYTES_MAX + 1];
    unsigned depth;
    bool removed;
} shg_study_node;

typedef struct shg_study_tree {
    shg_study_node *nodes; /* sorted by id; the start of the first chapter is first */
    size_t count, room;
    size_t chapters[SHG_STUDY_CHAPTERS_MAX]; /* the indexes of their starts, in order */
    size_t chapter_count;
    int64_t events; /* the number of events applied */
    char name[SHG_STUDY_NAME_BYTES + 1];
    char owner[SHG_NAME_BYTES_MAX + 1];
    char editors[SHG_STUDY_EDITORS_MAX][SHG_NAME_BYTES_MAX + 1];
    size_t editor_count;
} shg_study_tree;

/* Makes the tree of a study without events. Returns OK, and the tree is to be ended with
 * shg_study_fini; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_study_init(shg_study_tree *tree, const char *owner,
                                            const char *name);
void shg_study_fini(shg_study_tree *tree);

/* Applies the next event, which was checked before it was stored; an invalid one is ignored.
 * Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_study_apply(shg_study_tree *tree, const shg_study_event *event);

/* The action that makes several events, of moves and comments: shg_study_add_line. */
#define SHG_STUDY_LINE "line"

/* An action requested by a player. */
typedef struct shg_study_action {
    const char *what; /* a kind of event, or SHG_STUDY_LINE */
    int64_t node;     /* parent or node */
    const char *text; /* USI, comment, name */
    size_t text_bytes;
} shg_study_action;

/* A kind of action. */
typedef struct shg_study_kind {
    const char *word;
    bool of_node; /* it concerns an existing node */
    bool of_text; /* it needs a text, which may be "" */
} shg_study_kind;

/* The kind with a name. NULL and PARSE_ERROR in *err if there is none. */
const shg_study_kind *shg_study_kind_named(const char *word, shoogi_error *err);

/* Checks an action against the tree; the caller checks that an invited player exists. start: the
 * initial position of the study; afterwards the start of a chapter. Returns OK with *text, the text of the
 * event, to be freed with free(); or OK with *same, the existing node of that move, and *text
 * NULL; ILLEGAL, PARSE_ERROR, NOT_FOUND, LIMIT_EXCEEDED with a sentence; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_study_check(char **text, int64_t *same, const shg_study_tree *tree,
                                             shoogi_position *start, const char *who,
                                             const shg_study_action *action, shoogi_error *err);

/* Receives an event of a line before it is applied to the tree. Returns OK, or an error that ends the line. */
typedef shoogi_status shg_study_line_fn(void *context, const shg_study_event *event,
                                        shoogi_error *err);

/* Adds a line of moves after a node, with their comments: "7g7f\n* good\n3c3d\n". A move that exists is
 * followed, and the comment on it replaced. Each event is passed to add and applied to the tree.
 * start: as in shg_study_check. *nodes: for each move its node, in order, as numbers of JSON. Returns OK; the errors of
 * shg_study_check with the line of the text in *err; errors of add. */
SHOOGI_CHECKED shoogi_status shg_study_add_line(shg_study_tree *tree, shoogi_position *start,
                                                const char *who, const shg_study_action *action,
                                                shg_study_line_fn *add, void *context,
                                                shg_out *nodes, shoogi_error *err);

bool shg_study_may_edit(const shg_study_tree *tree, const char *who);

/* Whether a node exists and neither it nor an ancestor has been removed. */
bool shg_study_node_exists(const shg_study_tree *tree, size_t index);

#endif
