/* study.h: a tree of variations that several people edit, as what they did makes it.
 *
 * What they do are events, numbered from 1 without a gap and only ever added; the tree follows from them.  A node is
 * named by the event that made it, the start by 0, so that what one does means the same whatever others have done.
 *
 *     "move"     PARENT SPACE USI
 *     "comment"  NODE SPACE TEXT: instead of what was there; nothing takes it away
 *     "remove"   NODE: with all behind it
 *     "name"     TEXT: of the study
 *     "invite"   NAME: who may edit it, too;  "dismiss": no longer
 *
 * The room study: trees that several people edit (study.h, study_api.h), and boards without rules (free_board.h,
 * free_table.h).  It uses the rooms below it. */
#ifndef SHG_SERVER_STUDY_STUDY_H
#define SHG_SERVER_STUDY_STUDY_H

#include "server/loop/bounds.h"
#include "shoogi/position.h"
#include "storage/storage.h"

typedef struct shg_study_node {
    int64_t id;    /* the number of its event; 0: the start */
    size_t parent; /* index; of the start itself */
    char *usi;     /* owned; "" at the start */
    char *comment; /* owned, NULL: none */
    char by[SHG_NAME_BYTES_MAX + 1];
    unsigned depth;
    bool removed;
} shg_study_node;

typedef struct shg_study_tree {
    shg_study_node *nodes; /* in the order of their numbers; the start is 0 */
    size_t count, room;
    int64_t events; /* how many there are */
    char name[SHG_STUDY_NAME_BYTES + 1];
    char owner[SHG_NAME_BYTES_MAX + 1];
    char editors[SHG_STUDY_EDITORS_MAX][SHG_NAME_BYTES_MAX + 1];
    size_t editor_count;
} shg_study_tree;

/* The tree of a study without events.  Returns OK, and the tree is to be ended with shg_study_fini; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_study_init(shg_study_tree *tree, const char *owner,
                                            const char *name);
void shg_study_fini(shg_study_tree *tree);

/* Adds the next event, which has been checked when it was stored; what cannot be understood is passed over.  Returns
 * OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_study_apply(shg_study_tree *tree, const shg_study_event *event);

/* What somebody wants to do. */
typedef struct shg_study_deed {
    const char *what; /* a kind of event */
    int64_t node;     /* parent or node */
    const char *text; /* USI, comment, name */
    size_t text_bytes;
} shg_study_deed;

/* A kind of deed. */
typedef struct shg_study_kind {
    const char *word;
    bool of_node; /* it is about a node that is there */
    bool of_text; /* it needs a text, be it "" */
} shg_study_kind;

/* NULL and PARSE_ERROR in *err: nothing is called so. */
const shg_study_kind *shg_study_kind_named(const char *word, shoogi_error *err);

/* Checks it against the tree; whether who is invited is a player the caller looks up.  start: where the study begins, left
 * as it was.  Returns OK, with text, freed with free(), that of the event, or with *same the node that is there already for
 * that move and text NULL; ILLEGAL, PARSE_ERROR, NOT_FOUND, LIMIT_EXCEEDED with a sentence; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_study_check(char **text, int64_t *same, const shg_study_tree *tree,
                                             shoogi_position *start, const char *who,
                                             const shg_study_deed *action, shoogi_error *err);

bool shg_study_may_edit(const shg_study_tree *tree, const char *who);

/* True if a node is there and nothing above it has been removed. */
bool shg_study_is_there(const shg_study_tree *tree, size_t index);

#endif
