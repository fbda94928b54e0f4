#include "server/study/study.h"

#include "base/error.h"
#include "base/text.h"
#include "shoogi/notation.h"
#include "storage/bounds.h"
#include "wire/display.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the tree ---- */

static bool make_room(shg_study_tree *tree)
{
    if (tree->count < tree->room)
        return true;
    const size_t room = tree->room ? 2 * tree->room : 64;
    shg_study_node *nodes = realloc(tree->nodes, room * sizeof *nodes);
    if (!nodes)
        return false;
    tree->nodes = nodes;
    tree->room = room;
    return true;
}

static shoogi_status add_node(shg_study_tree *tree, int64_t id, size_t parent, const char *usi,
                              const char *by)
{
    char *copy = strdup(usi);
    if (!copy || !make_room(tree)) {
        free(copy);
        return SHOOGI_NO_MEMORY;
    }
    shg_study_node *node = &tree->nodes[tree->count];
    *node = (shg_study_node){ .id = id, .parent = parent, .usi = copy };
    node->depth = parent < tree->count ? tree->nodes[parent].depth + 1 : 0;
    snprintf(node->by, sizeof node->by, "%s", by);
    tree->count++;
    return SHOOGI_OK;
}

static bool is_start(const shg_study_tree *tree, size_t node)
{
    return tree->nodes[node].parent == node;
}

/* Adds a chapter after the others: its start. */
static shoogi_status add_chapter(shg_study_tree *tree, int64_t id, const char *by)
{
    if (tree->chapter_count == SHG_STUDY_CHAPTERS_MAX)
        return SHOOGI_OK; /* ignored, like an invalid event */
    const shoogi_status status = add_node(tree, id, tree->count, "", by);
    if (status == SHOOGI_OK)
        tree->chapters[tree->chapter_count++] = tree->count - 1;
    return status;
}

/* Puts a chapter at a place among the others; SIZE_MAX: removes it. */
static void place_chapter(shg_study_tree *tree, size_t node, size_t place)
{
    size_t *const all = tree->chapters, left = 0;
    for (size_t i = 0; i < tree->chapter_count; i++)
        if (all[i] != node)
            all[left++] = all[i];
    if (place <= left && tree->chapter_count > left) {
        memmove(&all[place + 1], &all[place], (left - place) * sizeof *all);
        all[place] = node;
        left++;
    }
    tree->chapter_count = left;
}

shoogi_status shg_study_init(shg_study_tree *tree, const char *owner, const char *name)
{
    *tree = (shg_study_tree){ .events = 0 };
    snprintf(tree->owner, sizeof tree->owner, "%s", owner);
    snprintf(tree->name, sizeof tree->name, "%s", name);
    return add_chapter(tree, 0, owner);
}

void shg_study_fini(shg_study_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        free(tree->nodes[i].usi);
        free(tree->nodes[i].comment);
        free(tree->nodes[i].title);
        free(tree->nodes[i].start);
    }
    free(tree->nodes);
    *tree = (shg_study_tree){ .events = 0 };
}

/* The index of a node; tree->count if not found. */
static size_t find(const shg_study_tree *tree, int64_t id)
{
    size_t low = 0, high = tree->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (tree->nodes[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < tree->count && tree->nodes[low].id == id ? low : tree->count;
}

bool shg_study_node_exists(const shg_study_tree *tree, size_t index)
{
    for (;; index = tree->nodes[index].parent) {
        if (tree->nodes[index].removed)
            return false;
        if (is_start(tree, index))
            return true;
    }
}

static bool same(const char *a, const char *b)
{
    return shg_text_same(a, strlen(a), b, strlen(b));
}

static size_t find_editor(const shg_study_tree *tree, const char *name)
{
    size_t i = 0;
    while (i < tree->editor_count && !same(tree->editors[i], name))
        i++;
    return i;
}

bool shg_study_may_edit(const shg_study_tree *tree, const char *who)
{
    return who[0] && (same(tree->owner, who) || find_editor(tree, who) < tree->editor_count);
}

/* ---- events ---- */

/* The number at the beginning of a text, and the text after the space that follows it. */
static int64_t split(const char **rest, const char *text)
{
    char *end;
    const int64_t number = strtoll(text, &end, 10);
    *rest = *end == ' ' ? end + 1 : end;
    return number;
}

/* *field: owned. */
static shoogi_status set_text(char **field, const char *text, size_t bytes)
{
    char *copy = bytes > 0 ? strndup(text, bytes) : NULL;
    if (bytes > 0 && !copy)
        return SHOOGI_NO_MEMORY;
    free(*field);
    *field = copy;
    return SHOOGI_OK;
}

/* text: TITLE LF SFEN. */
static shoogi_status apply_chapter(shg_study_tree *tree, const shg_study_event *event)
{
    const size_t node = tree->count, title = strcspn(event->text, "\n");
    shoogi_status status = add_chapter(tree, event->number, event->player_name);
    if (status != SHOOGI_OK || tree->count == node)
        return status;
    status = set_text(&tree->nodes[node].title, event->text, title);
    const char *sfen = event->text + title + (event->text[title] != '\0');
    return status == SHOOGI_OK ? set_text(&tree->nodes[node].start, sfen, strlen(sfen)) : status;
}

static void set_editor(shg_study_tree *tree, const char *name, bool may)
{
    const size_t at = find_editor(tree, name);
    if (may && at == tree->editor_count && at < SHG_STUDY_EDITORS_MAX)
        snprintf(tree->editors[tree->editor_count++], sizeof tree->editors[0], "%s", name);
    if (!may && at < tree->editor_count)
        memmove(tree->editors[at], tree->editors[--tree->editor_count], sizeof tree->editors[0]);
}

shoogi_status shg_study_apply(shg_study_tree *tree, const shg_study_event *event)
{
    const char *rest;
    const size_t node = find(tree, split(&rest, event->text));
    const bool there = node < tree->count;
    tree->events = event->number;
    if (strcmp(event->kind, "move") == 0 && there)
        return add_node(tree, event->number, node, rest, event->player_name);
    if (strcmp(event->kind, "comment") == 0 && there)
        return set_text(&tree->nodes[node].comment, rest, strlen(rest));
    if (strcmp(event->kind, "chapter") == 0)
        return apply_chapter(tree, event);
    if (strcmp(event->kind, "remove") == 0 && there && node > 0) {
        tree->nodes[node].removed = true;
        if (is_start(tree, node))
            place_chapter(tree, node, SIZE_MAX);
    }
    if (strcmp(event->kind, "title") == 0 && there && is_start(tree, node))
        return set_text(&tree->nodes[node].title, rest, strlen(rest));
    if (strcmp(event->kind, "place") == 0 && there && is_start(tree, node)) {
        const unsigned long long place = strtoull(rest, NULL, 10);
        if (place < tree->chapter_count)
            place_chapter(tree, node, (size_t)place);
    }
    if (strcmp(event->kind, SHG_STUDY_NAME) == 0)
        snprintf(tree->name, sizeof tree->name, "%s", event->text);
    if (strcmp(event->kind, "invite") == 0 || strcmp(event->kind, "dismiss") == 0)
        set_editor(tree, event->text, event->kind[0] == 'i');
    return SHOOGI_OK;
}

/* ---- checking an action ---- */

static shoogi_status refuse(shoogi_error *err, shoogi_status status, const char *sentence)
{
    return shg_error_set(err, status, 0, 0, "%s", sentence);
}

static shoogi_status no_memory(shoogi_error *err)
{
    return refuse(err, SHOOGI_NO_MEMORY, "out of memory");
}

/* Makes the moves from the start of its chapter to a node. *made: how many. */
static shoogi_status walk(unsigned *made, shoogi_position *position, const shg_study_tree *tree,
                          size_t node, shoogi_error *err)
{
    const unsigned depth = tree->nodes[node].depth;
    size_t *path = calloc(depth + 1, sizeof *path);
    shoogi_status status = path ? SHOOGI_OK : no_memory(err);
    for (unsigned i = depth; path && i > 0; i--, node = tree->nodes[node].parent)
        path[i - 1] = node;
    /* With a path, node is now the start of the chapter. */
    const char *begins = tree->nodes[node].start;
    if (status == SHOOGI_OK && begins)
        status = shoogi_sfen_read(position, begins, strlen(begins), err);
    for (*made = 0; *made < depth && status == SHOOGI_OK; *made += status == SHOOGI_OK) {
        shoogi_move move;
        const char *usi = tree->nodes[path[*made]].usi;
        status = shoogi_usi_read(&move, position, usi, strlen(usi), err);
        if (status == SHOOGI_OK)
            status = shoogi_position_do(position, move);
    }
    free(path);
    return status;
}

/* The existing node of a move; tree->count if not found. */
static size_t find_child(const shg_study_tree *tree, size_t parent, const char *usi)
{
    size_t i = 1;
    while (i < tree->count && (tree->nodes[i].parent != parent || tree->nodes[i].removed ||
                               strcmp(tree->nodes[i].usi, usi) != 0))
        i++;
    return i;
}

/* Reads a move at `position`, which is after the node `parent`, and writes it as it is stored. *node: the existing node of the
 * move; tree->count: not found. */
static shoogi_status read_move(size_t *node, char usi[SHOOGI_MOVE_TEXT_BYTES], shoogi_move *move,
                               const shg_study_tree *tree, size_t parent,
                               const shoogi_position *position, const char *text, size_t bytes,
                               shoogi_error *err)
{
    if (tree->nodes[parent].depth >= SHG_STUDY_PLIES_MAX)
        return refuse(err, SHOOGI_LIMIT_EXCEEDED, "the variation is too long");
    const shoogi_status status = shoogi_usi_read(move, position, text, bytes, err);
    if (status != SHOOGI_OK)
        return status;
    shoogi_usi_write(usi, SHOOGI_MOVE_TEXT_BYTES, position, *move);
    *node = find_child(tree, parent, usi);
    return SHOOGI_OK;
}

static shoogi_status check_move(shg_out *out, int64_t *there, const shg_study_tree *tree,
                                size_t parent, shoogi_position *start,
                                const shg_study_action *action, shoogi_error *err)
{
    char usi[SHOOGI_MOVE_TEXT_BYTES];
    shoogi_move move;
    size_t node;
    unsigned made = 0;
    shoogi_status status = walk(&made, start, tree, parent, err);
    if (status == SHOOGI_OK)
        status = read_move(&node, usi, &move, tree, parent, start, action->text, action->text_bytes,
                           err);
    if (status == SHOOGI_OK && node < tree->count)
        *there = tree->nodes[node].id;
    else if (status == SHOOGI_OK)
        shg_out_format(out, "%" PRId64 " %s", action->node, usi);
    for (; made > 0; made--)
        shoogi_position_undo(start);
    return status;
}

/* Checks a text and writes it without control and bidirectional characters, on one line or
 * several. */
static shoogi_status check_text(shg_out *out, const shg_study_action *action, size_t characters_max,
                                bool lines, shoogi_error *err)
{
    if (shg_utf8_length(action->text, action->text_bytes) > characters_max)
        return refuse(err, SHOOGI_LIMIT_EXCEEDED, "the text is too long");
    const char *at = action->text, *const end = at + action->text_bytes;
    while (at < end) {
        const char *line_end = lines ? memchr(at, '\n', (size_t)(end - at)) : NULL;
        const size_t bytes = line_end ? (size_t)(line_end - at) : (size_t)(end - at);
        shg_display_write(out, at, bytes, characters_max);
        if (line_end)
            shg_out_char(out, '\n');
        at += bytes + (line_end != NULL);
    }
    return SHOOGI_OK;
}

static shoogi_status check_name(shg_out *out, const shg_study_action *action, shoogi_error *err)
{
    const size_t before = out->length;
    const shoogi_status status = check_text(out, action, SHG_STUDY_NAME_BYTES / 4, false, err);
    return status == SHOOGI_OK && out->length == before && !out->spent
               ? refuse(err, SHOOGI_PARSE_ERROR, "expected a name")
               : status;
}

/* A chapter without a position begins with the initial position of the variant. */
static shoogi_status check_chapter(shg_out *out, const shg_study_tree *tree,
                                   const shoogi_position *start, const shg_study_action *action,
                                   shoogi_error *err)
{
    if (tree->chapter_count == SHG_STUDY_CHAPTERS_MAX)
        return refuse(err, SHOOGI_LIMIT_EXCEEDED, "the study has as many chapters as allowed");
    const char *lf = memchr(action->text, '\n', action->text_bytes);
    shg_study_action title = *action;
    title.text_bytes = lf ? (size_t)(lf - action->text) : action->text_bytes;
    shoogi_position *begun = NULL;
    shoogi_status status = check_name(out, &title, err);
    if (status == SHOOGI_OK)
        status = shoogi_position_new(&begun, shoogi_position_variant(start));
    if (status == SHOOGI_OK && lf)
        status = shoogi_sfen_read(begun, lf + 1, action->text_bytes - title.text_bytes - 1, err);
    char sfen[SHG_STORAGE_SFEN_BYTES_MAX + 1] = "";
    if (status == SHOOGI_OK)
        shoogi_sfen_write(sfen, sizeof sfen, begun);
    shoogi_position_free(begun);
    if (status != SHOOGI_OK)
        return status;
    shg_out_format(out, "\n%s", sfen);
    return out->length <= SHG_STORAGE_EVENT_BYTES_MAX
               ? SHOOGI_OK
               : refuse(err, SHOOGI_LIMIT_EXCEEDED, "the position of the chapter is too long");
}

/* Checks a new title or place of a chapter. */
static shoogi_status check_of_chapter(shg_out *out, const shg_study_tree *tree, size_t node,
                                      const shg_study_action *action, shoogi_error *err)
{
    if (!is_start(tree, node))
        return refuse(err, SHOOGI_ILLEGAL, "that node begins no chapter");
    shg_out_format(out, "%" PRId64 " ", action->node);
    if (strcmp(action->what, "title") == 0)
        return check_name(out, action, err);
    char *end;
    const long long place = strtoll(action->text, &end, 10);
    if (action->text_bytes == 0 || end != action->text + action->text_bytes || place < 0 ||
        (size_t)place >= tree->chapter_count)
        return refuse(err, SHOOGI_PARSE_ERROR, "expected the place of a chapter, 0 for the first");
    shg_out_format(out, "%lld", place);
    return SHOOGI_OK;
}

static shoogi_status check_editor(shg_out *out, const shg_study_tree *tree, const char *who,
                                  const shg_study_action *action, shoogi_error *err)
{
    char name[SHG_NAME_BYTES_MAX + 1];
    snprintf(name, sizeof name, "%.*s", (int)action->text_bytes, action->text);
    const bool invites = strcmp(action->what, "invite") == 0;
    if (!same(tree->owner, who))
        return refuse(err, SHOOGI_ILLEGAL, "only the author of the study can invite and dismiss");
    if (action->text_bytes >= sizeof name || action->text_bytes == 0 || same(name, who))
        return refuse(err, SHOOGI_PARSE_ERROR, "expected the name of another player");
    const size_t at = find_editor(tree, name);
    if (!invites && at == tree->editor_count)
        return refuse(err, SHOOGI_NOT_FOUND, "that player does not edit the study");
    if (invites && tree->editor_count == SHG_STUDY_EDITORS_MAX)
        return refuse(err, SHOOGI_LIMIT_EXCEEDED, "the study has as many editors as allowed");
    shg_out_text(out, invites ? name : tree->editors[at]);
    return SHOOGI_OK;
}

const shg_study_kind *shg_study_kind_named(const char *word, shoogi_error *err)
{
    static const shg_study_kind kinds[] = {
        { "move", true, true },          { "comment", true, true },  { "remove", true, false },
        { SHG_STUDY_NAME, false, true }, { "invite", false, true },  { "dismiss", false, true },
        { SHG_STUDY_LINE, true, true },  { "chapter", false, true }, { "title", true, true },
        { "place", true, true },
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].word, word) == 0)
            return &kinds[i];
    (void)shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0,
                             "move, comment, remove, name, invite, dismiss, line, chapter, title "
                             "or place",
                             word, strlen(word));
    return NULL;
}

/* Whether a player may make an event of a kind at a node. */
static shoogi_status check_right(const shg_study_tree *tree, const shg_study_kind *kind,
                                 size_t node, const char *who, shoogi_error *err)
{
    if (!shg_study_may_edit(tree, who))
        return refuse(err, SHOOGI_ILLEGAL, "only invited players can edit this study");
    if (tree->events >= SHG_STUDY_EVENTS_MAX)
        return refuse(err, SHOOGI_LIMIT_EXCEEDED, "the study is full");
    if (kind->of_node && (node == tree->count || !shg_study_node_exists(tree, node)))
        return refuse(err, SHOOGI_NOT_FOUND, "that node no longer exists");
    return SHOOGI_OK;
}

static shoogi_status check(shg_out *out, int64_t *there, const shg_study_tree *tree,
                           shoogi_position *start, const char *who, const shg_study_action *action,
                           shoogi_error *err)
{
    const shg_study_kind *kind = shg_study_kind_named(action->what, err);
    if (!kind)
        return SHOOGI_PARSE_ERROR;
    const size_t node = find(tree, action->node);
    const shoogi_status status = check_right(tree, kind, node, who, err);
    if (status != SHOOGI_OK)
        return status;
    if (strcmp(action->what, "move") == 0)
        return check_move(out, there, tree, node, start, action, err);
    if (strcmp(action->what, "comment") == 0) {
        shg_out_format(out, "%" PRId64 " ", action->node);
        return check_text(out, action, SHG_STUDY_COMMENT_CHARACTERS, true, err);
    }
    if (strcmp(action->what, "remove") == 0) {
        if (node == 0)
            return refuse(err, SHOOGI_ILLEGAL, "the first chapter of a study cannot be removed");
        shg_out_format(out, "%" PRId64, action->node);
        return SHOOGI_OK;
    }
    if (strcmp(action->what, SHG_STUDY_NAME) == 0)
        return check_name(out, action, err);
    if (strcmp(action->what, "chapter") == 0)
        return check_chapter(out, tree, start, action, err);
    if (strcmp(action->what, "title") == 0 || strcmp(action->what, "place") == 0)
        return check_of_chapter(out, tree, node, action, err);
    return check_editor(out, tree, who, action, err); /* invite, dismiss */
}

shoogi_status shg_study_check(char **text, int64_t *there, const shg_study_tree *tree,
                              shoogi_position *start, const char *who,
                              const shg_study_action *action, shoogi_error *err)
{
    shg_out out = shg_out_growing();
    *text = NULL;
    *there = 0;
    shoogi_status status = check(&out, there, tree, start, who, action, err);
    if (status == SHOOGI_OK && (out.spent || (!out.bytes && *there == 0)))
        status = no_memory(err);
    if (status == SHOOGI_OK && *there == 0)
        *text = out.bytes;
    else
        free(out.bytes);
    return status;
}

/* ---- a line of moves ---- */

/* A line being added: the node that the next move follows, and the comment on it read so far. */
typedef struct line {
    shg_study_tree *tree;
    shoogi_position *position; /* at the node */
    const char *who;
    size_t node;
    unsigned made; /* moves from the start to it */
    shg_out comment;
    bool commented;
    shg_study_line_fn *add;
    void *context;
    shg_out *nodes;
    shoogi_error *err;
} line;

/* text: of the event. */
static shoogi_status add_event(line *l, const char *kind, const shg_out *text)
{
    if (text->spent)
        return no_memory(l->err);
    if (l->tree->events >= SHG_STUDY_EVENTS_MAX)
        return refuse(l->err, SHOOGI_LIMIT_EXCEEDED, "the study is full");
    const shg_study_event event = {
        .number = l->tree->events + 1, .player_name = l->who, .kind = kind, .text = text->bytes
    };
    const shoogi_status status = l->add(l->context, &event, l->err);
    return status == SHOOGI_OK ? shg_study_apply(l->tree, &event) : status;
}

/* Stores the comment that is complete, unless the node has it. */
static shoogi_status end_comment(line *l)
{
    if (!l->commented)
        return SHOOGI_OK;
    const shg_study_node *node = &l->tree->nodes[l->node];
    const char *text = l->comment.bytes ? l->comment.bytes : "";
    shg_out out = shg_out_growing();
    shoogi_status status = SHOOGI_OK;
    if (strcmp(node->comment ? node->comment : "", text) != 0) {
        const shg_study_action action = { "comment", node->id, text, l->comment.length };
        shg_out_format(&out, "%" PRId64 " ", node->id);
        status = check_text(&out, &action, SHG_STUDY_COMMENT_CHARACTERS, true, l->err);
        if (status == SHOOGI_OK)
            status = add_event(l, "comment", &out);
    }
    free(out.bytes);
    free(l->comment.bytes);
    l->comment = shg_out_growing();
    l->commented = false;
    return status;
}

static shoogi_status add_move(line *l, const char *text, size_t bytes)
{
    char usi[SHOOGI_MOVE_TEXT_BYTES];
    shoogi_move move;
    size_t node;
    shg_out out = shg_out_growing();
    shoogi_status status =
        read_move(&node, usi, &move, l->tree, l->node, l->position, text, bytes, l->err);
    if (status != SHOOGI_OK)
        return status;
    if (node == l->tree->count) {
        shg_out_format(&out, "%" PRId64 " %s", l->tree->nodes[l->node].id, usi);
        status = add_event(l, "move", &out);
        free(out.bytes);
    }
    if (status == SHOOGI_OK)
        status = shoogi_position_do(l->position, move);
    if (status != SHOOGI_OK)
        return status;
    l->node = node;
    l->made++;
    shg_out_format(l->nodes, "%s%" PRId64, l->nodes->length > 0 ? "," : "",
                   l->tree->nodes[node].id);
    return SHOOGI_OK;
}

static shoogi_status add_row(line *l, const char *text, size_t bytes)
{
    if (bytes > 0 && text[0] == '*') {
        const size_t skip = bytes > 1 && text[1] == ' ' ? 2 : 1;
        if (l->commented)
            shg_out_char(&l->comment, '\n');
        shg_out_bytes(&l->comment, text + skip, bytes - skip);
        l->commented = true;
        return l->comment.spent ? no_memory(l->err) : SHOOGI_OK;
    }
    const shoogi_status status = end_comment(l);
    return status == SHOOGI_OK ? add_move(l, text, bytes) : status;
}

shoogi_status shg_study_add_line(shg_study_tree *tree, shoogi_position *start, const char *who,
                                 const shg_study_action *action, shg_study_line_fn *add,
                                 void *context, shg_out *nodes, shoogi_error *err)
{
    line l = { .tree = tree,
               .position = start,
               .who = who,
               .node = find(tree, action->node),
               .comment = shg_out_growing(),
               .add = add,
               .context = context,
               .nodes = nodes,
               .err = err };
    const shg_study_kind *kind = shg_study_kind_named(SHG_STUDY_LINE, err);
    shoogi_status status = check_right(tree, kind, l.node, who, err);
    if (status == SHOOGI_OK)
        status = walk(&l.made, start, tree, l.node, err);
    const char *at = action->text, *const end = at + action->text_bytes;
    for (uint32_t number = 1; status == SHOOGI_OK && at < end; number++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        const size_t bytes = line_end ? (size_t)(line_end - at) : (size_t)(end - at);
        status = add_row(&l, at, bytes);
        if (status == SHOOGI_PARSE_ERROR || status == SHOOGI_ILLEGAL)
            err->line = number;
        at += bytes + (line_end != NULL);
    }
    if (status == SHOOGI_OK)
        status = end_comment(&l);
    free(l.comment.bytes);
    for (; l.made > 0; l.made--)
        shoogi_position_undo(start);
    return status;
}
