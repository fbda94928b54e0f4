#include "notation/records/record_int.h"

#include "base/arena.h"
#include "base/error.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES_MAX = 64 * 1024 * 1024, HEADERS_MAX = 1024 };

/* A text that grows at its end, in the arena, with its capacity doubled each time it is moved. */
typedef struct grown {
    char *bytes;
    size_t length, room;
} grown;

typedef struct entry {
    shoogi_move move;
    int64_t time_ms;
    shoogi_node parent, first_child, last_child, next_sibling;
    unsigned ply;
    uint8_t end;
    shoogi_result result;
    char *end_text, *bookmark;
    grown comment;
} entry;

typedef struct header {
    char *name, *value;
} header;

struct shoogi_record {
    shg_arena texts;
    shoogi_position *start;
    entry *nodes;
    shoogi_node node_count, node_room;
    header *headers;
    size_t header_count, header_room;
    shoogi_node judged; /* the result on the board at this node is known; 0: at none */
    shoogi_result judgement;
    char *unparsed;
};

static const char *const end_words[] = {
#define TERMINATION(name, word, kif, csa) word,
#include "shoogi/termination.def"
#undef TERMINATION
};

const char *shoogi_termination_text(shoogi_termination end)
{
    return (size_t)end < SHOOGI_TERMINATION_COUNT ? end_words[end] : "unknown end";
}

/* --- the tree ------------------------------------------------------------------------------------ */

/* A new node, not yet in the tree; SHOOGI_NO_NODE with *status if there is no space. */
static shoogi_node new_node(shoogi_record *r, shoogi_status *status)
{
    *status = SHOOGI_OK;
    if (r->node_count == r->node_room) {
        const shoogi_node room = r->node_room == 0 ? 64 : r->node_room * 2;
        entry *more = NULL;
        if (r->node_count >= SHOOGI_RECORD_NODES_MAX)
            *status = SHOOGI_LIMIT_EXCEEDED;
        else
            more = realloc(r->nodes, room * sizeof *more);
        if (!more) {
            *status = *status == SHOOGI_OK ? SHOOGI_NO_MEMORY : *status;
            return SHOOGI_NO_NODE;
        }
        r->nodes = more;
        r->node_room = room;
    }
    r->nodes[r->node_count] = (entry){ .time_ms = -1,
                                       .parent = SHOOGI_NO_NODE,
                                       .first_child = SHOOGI_NO_NODE,
                                       .last_child = SHOOGI_NO_NODE,
                                       .next_sibling = SHOOGI_NO_NODE };
    return r->node_count++;
}

shoogi_status shoogi_record_new(shoogi_record **out, const shoogi_position *start)
{
    shoogi_record *r = calloc(1, sizeof *r);
    if (!r)
        return SHOOGI_NO_MEMORY;
    shg_arena_init(&r->texts, TEXT_BYTES_MAX);
    shoogi_status status = shoogi_position_copy(&r->start, start);
    if (status == SHOOGI_OK) {
        shoogi_position_set_ply(r->start, shoogi_position_ply(start));
        /* Without moves it keeps what may be captured en passant. */
        if (shoogi_position_moves_played(r->start) > 0)
            shoogi_position_setup_done(r->start);
        (void)new_node(r, &status);
    }
    if (status == SHOOGI_OK) {
        *out = r;
        r = NULL; /* the caller owns it from here on */
    }
    shoogi_record_free(r);
    return status;
}

void shoogi_record_free(shoogi_record *record)
{
    if (!record)
        return;
    shoogi_position_free(record->start);
    shg_arena_fini(&record->texts);
    free(record->nodes);
    free(record->headers);
    free(record);
}

const shoogi_position *shoogi_record_start(const shoogi_record *record)
{
    return record->start;
}

shoogi_node shoogi_record_node_count(const shoogi_record *record)
{
    return record->node_count;
}

shoogi_node_info shoogi_record_node(const shoogi_record *record, shoogi_node node)
{
    assert(node < record->node_count);
    const entry *const n = &record->nodes[node];
    return (shoogi_node_info){ .move = n->move,
                               .termination = (shoogi_termination)n->end,
                               .result = n->result,
                               .termination_text = n->end_text,
                               .comment = n->comment.bytes,
                               .bookmark = n->bookmark,
                               .time_ms = n->time_ms,
                               .ply = n->ply,
                               .parent = n->parent,
                               .first_child = n->first_child,
                               .next_sibling = n->next_sibling };
}

shoogi_node shoogi_record_line_end(const shoogi_record *record, shoogi_node node)
{
    while (record->nodes[node].first_child != SHOOGI_NO_NODE)
        node = record->nodes[node].first_child;
    return node;
}

shoogi_node shg_record_next(const shoogi_record *record, shoogi_node node)
{
    const entry *const nodes = record->nodes;
    if (nodes[node].first_child != SHOOGI_NO_NODE)
        return nodes[node].first_child;
    while (node != SHOOGI_NO_NODE && nodes[node].next_sibling == SHOOGI_NO_NODE)
        node = nodes[node].parent;
    return node == SHOOGI_NO_NODE ? node : nodes[node].next_sibling;
}

shoogi_node shg_record_fork(const shoogi_record *record, unsigned number, size_t *cost)
{
    const entry *const nodes = record->nodes;
    shoogi_node end = shoogi_record_node_count(record) - 1;
    for (;;) {
        shoogi_node node = end,
                    first = end; /* first: the last on the way up that is no first child */
        bool departs = false;
        const unsigned moves = nodes[end].ply + (nodes[end].end != SHOOGI_TERMINATION_NONE ? 1 : 0);
        for (unsigned left = moves; moves >= number && left >= number; left--, ++*cost)
            node = nodes[node].parent;
        if (moves >= number)
            return node;
        for (node = end; node != 0 && !departs; node = nodes[node].parent, ++*cost) {
            departs = nodes[nodes[node].parent].first_child != node;
            first = node;
        }
        if (!departs)
            return SHOOGI_NO_NODE;
        end = nodes[nodes[first].parent].first_child;
        for (; nodes[end].first_child != SHOOGI_NO_NODE; ++*cost)
            end = nodes[end].first_child;
    }
}

shoogi_status shoogi_record_position(shoogi_position **out, const shoogi_record *record,
                                     shoogi_node node)
{
    shg_walker walker;
    shoogi_status status = shg_walker_init(&walker, record);
    if (status == SHOOGI_OK)
        status = shg_walker_go(&walker, node);
    if (status == SHOOGI_OK) {
        *out = walker.position;
        walker.position = NULL;
    }
    shg_walker_fini(&walker);
    return status;
}

static shoogi_status add_node(shoogi_node *out, shoogi_record *r, shoogi_node parent)
{
    assert(parent < r->node_count);
    assert(r->nodes[parent].end == SHOOGI_TERMINATION_NONE);
    shoogi_status status;
    const shoogi_node n = new_node(r, &status);
    if (n == SHOOGI_NO_NODE)
        return status;
    entry *const above = &r->nodes[parent];
    r->nodes[n].parent = parent;
    r->nodes[n].ply = above->ply;
    if (above->first_child == SHOOGI_NO_NODE)
        above->first_child = n;
    else
        r->nodes[above->last_child].next_sibling = n;
    above->last_child = n;
    *out = n;
    return SHOOGI_OK;
}

void shg_record_judge(shoogi_record *record, const shg_walker *walker)
{
    record->judged = walker->at;
    if (walker->at != 0)
        record->judgement = shoogi_position_result(walker->position);
}

shoogi_status shoogi_record_add_result(bool *added, shoogi_record *record)
{
    const shoogi_node last = shoogi_record_line_end(record, 0);
    *added = false;
    if (record->nodes[last].end != SHOOGI_TERMINATION_NONE)
        return SHOOGI_OK;
    shoogi_result result = record->judgement;
    shoogi_status status = SHOOGI_OK;
    if (last == 0 || record->judged != last) {
        shoogi_position *position = NULL;
        status = shoogi_record_position(&position, record, last);
        if (status != SHOOGI_OK)
            return status;
        result = shoogi_position_result(position);
        shoogi_position_free(position);
    }
    if (result.outcome == SHOOGI_OUTCOME_NONE)
        return SHOOGI_OK;
    shoogi_node end;
    status = shoogi_record_add_termination(&end, record, last, SHOOGI_TERMINATION_BOARD, result,
                                           NULL, 0);
    *added = status == SHOOGI_OK;
    return status;
}

/* --- editing ------------------------------------------------------------------------------------- */

/* The last children are those without a next sibling. */
static void find_last_children(shoogi_record *r)
{
    for (shoogi_node n = 0; n < r->node_count; n++)
        r->nodes[n].last_child = SHOOGI_NO_NODE;
    for (shoogi_node n = 1; n < r->node_count; n++)
        if (r->nodes[n].next_sibling == SHOOGI_NO_NODE)
            r->nodes[r->nodes[n].parent].last_child = n;
}

void shg_record_truncate(shoogi_record *record, shoogi_node node_count)
{
    assert(node_count > 0 && node_count <= record->node_count);
    for (shoogi_node n = 0; n < node_count; n++) {
        entry *const e = &record->nodes[n];
        if (e->first_child != SHOOGI_NO_NODE && e->first_child >= node_count)
            e->first_child = SHOOGI_NO_NODE;
        if (e->next_sibling != SHOOGI_NO_NODE && e->next_sibling >= node_count)
            e->next_sibling = SHOOGI_NO_NODE;
    }
    record->node_count = node_count;
    record->judged = 0;
    find_last_children(record);
}

/* Takes a node out of the list of its parent's children. */
static void unlink_node(shoogi_record *r, shoogi_node node)
{
    entry *const above = &r->nodes[r->nodes[node].parent];
    shoogi_node before = SHOOGI_NO_NODE;
    for (shoogi_node n = above->first_child; n != node; n = r->nodes[n].next_sibling)
        before = n;
    if (before == SHOOGI_NO_NODE)
        above->first_child = r->nodes[node].next_sibling;
    else
        r->nodes[before].next_sibling = r->nodes[node].next_sibling;
    if (above->last_child == node)
        above->last_child = before;
}

/* While nodes are numbered anew, last_child holds the new number; NO_NODE: the node is removed. */
static shoogi_node new_number(const shoogi_record *r, shoogi_node node)
{
    return node == SHOOGI_NO_NODE ? node : r->nodes[node].last_child;
}

void shoogi_record_remove(shoogi_record *record, shoogi_node node)
{
    assert(node > 0 && node < record->node_count);
    entry *const nodes = record->nodes;
    shoogi_node kept = 0;
    unlink_node(record, node);
    record->judged = 0;
    for (shoogi_node n = 0; n < record->node_count; n++) { /* a parent comes before its children */
        const bool gone =
            n == node || (n > node && nodes[nodes[n].parent].last_child == SHOOGI_NO_NODE);
        nodes[n].last_child = gone ? SHOOGI_NO_NODE : kept++;
    }
    for (shoogi_node n = 0; n < record->node_count; n++) {
        nodes[n].parent = new_number(record, nodes[n].parent);
        nodes[n].first_child = new_number(record, nodes[n].first_child);
        nodes[n].next_sibling = new_number(record, nodes[n].next_sibling);
    }
    for (shoogi_node n = node; n < record->node_count; n++)
        if (nodes[n].last_child != SHOOGI_NO_NODE)
            nodes[nodes[n].last_child] = nodes[n];
    record->node_count = kept;
    find_last_children(record);
}

void shoogi_record_set_variation(shoogi_record *record, shoogi_node node, size_t index)
{
    assert(node > 0 && node < record->node_count);
    entry *const nodes = record->nodes, *const above = &nodes[nodes[node].parent];
    unlink_node(record, node);
    shoogi_node before = SHOOGI_NO_NODE, after = above->first_child;
    for (; index > 0 && after != SHOOGI_NO_NODE; index--) {
        before = after;
        after = nodes[after].next_sibling;
    }
    nodes[node].next_sibling = after;
    if (before == SHOOGI_NO_NODE)
        above->first_child = node;
    else
        nodes[before].next_sibling = node;
    if (after == SHOOGI_NO_NODE)
        above->last_child = node;
}

void shoogi_record_promote(shoogi_record *record, shoogi_node node)
{
    assert(node < record->node_count);
    for (; node != 0; node = record->nodes[node].parent)
        shoogi_record_set_variation(record, node, 0);
}

void shg_record_drop_last(shoogi_record *record)
{
    const shoogi_node last = record->node_count - 1;
    entry *const above = &record->nodes[record->nodes[last].parent];
    assert(last > 0 && above->last_child == last &&
           record->nodes[last].first_child == SHOOGI_NO_NODE);
    shoogi_node before = above->first_child;
    if (before == last) {
        above->first_child = above->last_child = SHOOGI_NO_NODE;
    } else {
        while (record->nodes[before].next_sibling != last)
            before = record->nodes[before].next_sibling;
        record->nodes[before].next_sibling = SHOOGI_NO_NODE;
        above->last_child = before;
    }
    record->node_count--;
}

shoogi_status shoogi_record_add_move(shoogi_node *out, shoogi_record *record, shoogi_node parent,
                                     const shoogi_position *position, shoogi_move move,
                                     shoogi_error *err)
{
    char why[SHOOGI_MESSAGE_BYTES];
    if (shoogi_position_why_illegal(position, move, why, sizeof why) != SHOOGI_ILLEGAL_NONE)
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "%s", why);
    const shoogi_status status = add_node(out, record, parent);
    if (status == SHOOGI_OK) {
        record->nodes[*out].move = move;
        record->nodes[*out].ply++;
    }
    return status;
}

/* --- texts --------------------------------------------------------------------------------------- */

static bool is_line(const char *text, size_t bytes)
{
    return bytes == 0 || (!memchr(text, '\n', bytes) && !memchr(text, '\r', bytes) &&
                          !memchr(text, '\0', bytes) && shg_utf8_valid(text, bytes));
}

/* A copy of a line; on failure NULL with *status. */
static char *keep(shoogi_record *r, const char *text, size_t bytes, shoogi_status *status)
{
    *status = is_line(text, bytes) ? SHOOGI_OK : SHOOGI_PARSE_ERROR;
    if (*status == SHOOGI_OK && r->texts.used_bytes + bytes > TEXT_BYTES_MAX / 2)
        *status = SHOOGI_LIMIT_EXCEEDED;
    char *const copy = *status == SHOOGI_OK ? shg_arena_text(&r->texts, text, bytes) : NULL;
    if (!copy && *status == SHOOGI_OK)
        *status = SHOOGI_NO_MEMORY;
    return copy;
}

shoogi_status shoogi_record_add_termination(shoogi_node *out, shoogi_record *record,
                                            shoogi_node parent, shoogi_termination end,
                                            shoogi_result result, const char *text,
                                            size_t text_bytes)
{
    shoogi_status status = SHOOGI_OK;
    char *const word = text && text_bytes > 0 ? keep(record, text, text_bytes, &status) : NULL;
    if (status == SHOOGI_OK)
        status = add_node(out, record, parent);
    if (status == SHOOGI_OK) {
        record->nodes[*out].end = (uint8_t)end;
        record->nodes[*out].result = result;
        record->nodes[*out].end_text = word;
    }
    return status;
}

void shg_record_set_outcome(shoogi_record *record, shoogi_node node, shoogi_outcome outcome)
{
    assert(node < record->node_count && record->nodes[node].end != SHOOGI_TERMINATION_NONE);
    record->nodes[node].result = (shoogi_result){ outcome, SHOOGI_REASON_NONE };
}

void shoogi_record_set_time(shoogi_record *record, shoogi_node node, int64_t time_ms)
{
    assert(node > 0 && node < record->node_count);
    assert(time_ms >= -1 && time_ms <= SHOOGI_RECORD_TIME_MS_MAX);
    record->nodes[node].time_ms = time_ms;
}

shoogi_status shoogi_record_add_comment(shoogi_record *record, shoogi_node node, const char *text,
                                        size_t text_bytes)
{
    assert(node < record->node_count);
    if (!is_line(text, text_bytes))
        return SHOOGI_PARSE_ERROR;
    grown *const comment = &record->nodes[node].comment;
    const bool first = !comment->bytes;
    const size_t length = comment->length + (first ? 0 : 1) + text_bytes;
    if (length >= comment->room) {
        const size_t room = (length + 1) * (first ? 1 : 2);
        if (record->texts.used_bytes + room > TEXT_BYTES_MAX / 2)
            return SHOOGI_LIMIT_EXCEEDED;
        char *const more = shg_arena_alloc(&record->texts, room, 1);
        if (!more)
            return SHOOGI_NO_MEMORY;
        if (!first)
            memcpy(more, comment->bytes, comment->length);
        comment->bytes = more;
        comment->room = room;
    }
    if (!first)
        comment->bytes[comment->length++] = '\n';
    if (text_bytes > 0)
        memcpy(comment->bytes + comment->length, text, text_bytes);
    comment->length = length;
    comment->bytes[length] = '\0';
    return SHOOGI_OK;
}

shoogi_status shoogi_record_set_bookmark(shoogi_record *record, shoogi_node node, const char *text,
                                         size_t text_bytes)
{
    assert(node < record->node_count);
    shoogi_status status;
    char *const name = keep(record, text, text_bytes, &status);
    if (status == SHOOGI_OK)
        record->nodes[node].bookmark = name;
    return status;
}

static header *find_header(const shoogi_record *r, const char *name, size_t name_bytes)
{
    for (size_t i = 0; i < r->header_count; i++)
        if (strlen(r->headers[i].name) == name_bytes &&
            memcmp(r->headers[i].name, name, name_bytes) == 0)
            return &r->headers[i];
    return NULL;
}

shoogi_status shoogi_record_set_header(shoogi_record *record, const char *name, size_t name_bytes,
                                       const char *value, size_t value_bytes)
{
    shoogi_status status = SHOOGI_PARSE_ERROR;
    char *const copy = name_bytes > 0 ? keep(record, value, value_bytes, &status) : NULL;
    if (status != SHOOGI_OK)
        return status;
    header *const there = find_header(record, name, name_bytes);
    if (there) {
        there->value = copy;
        return SHOOGI_OK;
    }
    if (record->header_count == HEADERS_MAX)
        return SHOOGI_LIMIT_EXCEEDED;
    if (record->header_count == record->header_room) {
        const size_t room = record->header_room == 0 ? 16 : record->header_room * 2;
        header *const more = realloc(record->headers, room * sizeof *more);
        if (!more)
            return SHOOGI_NO_MEMORY;
        record->headers = more;
        record->header_room = room;
    }
    char *const key = keep(record, name, name_bytes, &status);
    if (status == SHOOGI_OK)
        record->headers[record->header_count++] = (header){ key, copy };
    return status;
}

size_t shoogi_record_header_count(const shoogi_record *record)
{
    return record->header_count;
}

void shoogi_record_header_at(const char **name, const char **value, const shoogi_record *record,
                             size_t index)
{
    assert(index < record->header_count);
    *name = record->headers[index].name;
    *value = record->headers[index].value;
}

const char *shoogi_record_header(const shoogi_record *record, const char *name)
{
    const header *const found = find_header(record, name, strlen(name));
    return found ? found->value : NULL;
}

const char *shoogi_record_unparsed(const shoogi_record *record)
{
    return record->unparsed;
}

shoogi_status shg_record_set_unparsed(shoogi_record *record, const char *text, size_t text_bytes)
{
    shg_out unparsed = shg_out_growing();
    shg_out_text(&unparsed, "");
    for (size_t at = 0, took; at < text_bytes; at += took) {
        uint32_t c;
        took = shg_utf8_read(&c, text + at, text_bytes - at);
        if (c == '\r')
            shg_out_text(&unparsed, at + 1 < text_bytes && text[at + 1] == '\n' ? "" : "\n");
        else if (c == 0 || c == 0xFFFD)
            shg_out_text(&unparsed, "\uFFFD");
        else
            shg_out_bytes(&unparsed, text + at, took);
    }
    shoogi_status status = unparsed.spent ? SHOOGI_NO_MEMORY : SHOOGI_OK;
    if (status == SHOOGI_OK && record->texts.used_bytes + unparsed.length > TEXT_BYTES_MAX / 2)
        status = SHOOGI_LIMIT_EXCEEDED;
    if (status == SHOOGI_OK) {
        record->unparsed = shg_arena_text(&record->texts, unparsed.bytes, unparsed.length);
        status = record->unparsed ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    }
    free(unparsed.bytes);
    return status;
}

/* --- misleading characters ------------------------------------------------------------------------ */

static size_t strip(char *text)
{
    if (!text) /* as most */
        return 0;
    size_t bytes = strlen(text);
    const size_t count = shg_text_strip(text, &bytes);
    if (count > 0)
        text[bytes] = '\0';
    return count;
}

/* As strip, of words that stand in a line with others: spaces around what is left go too, and NULL if nothing is. */
static size_t strip_words(char **words)
{
    const size_t count = strip(*words);
    if (count == 0)
        return 0;
    size_t bytes = strlen(*words);
    while (bytes > 0 && (*words)[bytes - 1] == ' ')
        (*words)[--bytes] = '\0';
    *words += strspn(*words, " ");
    if ((*words)[0] == '\0')
        *words = NULL;
    return count;
}

/* A name could become another, or none, so the characters are replaced. */
static size_t strip_name(char *name)
{
    size_t count = 0, bytes = strlen(name);
    for (size_t at; (at = shg_text_misleading(name, bytes)) < bytes; count++) {
        uint32_t c;
        const size_t took = shg_utf8_read(&c, name + at, bytes - at);
        name[at] = '?';
        memmove(name + at + 1, name + at + took, bytes - at - took + 1);
        bytes -= took - 1;
    }
    return count;
}

size_t shg_record_strip(shoogi_record *r)
{
    size_t count = strip(r->unparsed);
    for (size_t i = 0; i < r->header_count; i++)
        count += strip_name(r->headers[i].name) + strip(r->headers[i].value);
    for (shoogi_node n = 0; n < r->node_count; n++) {
        entry *const e = &r->nodes[n];
        count += strip_words(&e->end_text) + strip_words(&e->bookmark);
        const size_t removed =
            e->comment.length > 0 ? shg_text_strip(e->comment.bytes, &e->comment.length) : 0;
        count += removed;
        if (removed > 0 && e->comment.length == 0)
            e->comment = (grown){ 0 };
        else if (removed > 0)
            e->comment.bytes[e->comment.length] = '\0';
    }
    return count;
}

/* --- walking through a record -------------------------------------------------------------------- */

shoogi_status shg_walker_init(shg_walker *walker, const shoogi_record *record)
{
    *walker = (shg_walker){ .record = record };
    return shoogi_position_copy(&walker->position, record->start);
}

void shg_walker_fini(shg_walker *walker)
{
    shoogi_position_free(walker->position);
    walker->position = NULL;
}

/* Advances to a child. */
static shoogi_status go_on(shg_walker *walker, shoogi_node child)
{
    const shoogi_status status =
        shoogi_position_do(walker->position, walker->record->nodes[child].move);
    if (status == SHOOGI_OK)
        walker->at = child;
    return status;
}

/* Up from the current node, undoing moves, to the nearest common ancestor, then down to the node, making moves. */
shoogi_status shg_walker_go(shg_walker *walker, shoogi_node node)
{
    const entry *const nodes = walker->record->nodes;
    if (nodes[node].end != SHOOGI_TERMINATION_NONE)
        node = nodes[node].parent;
    shoogi_node shared = node;
    while (walker->at != shared) {
        if (walker->at > shared) { /* a child has the greater number */
            shoogi_position_undo(walker->position);
            walker->at = nodes[walker->at].parent;
        } else {
            shared = nodes[shared].parent;
        }
    }
    const size_t count = nodes[node].ply - nodes[walker->at].ply;
    if (count <= 1)
        return count == 0 ? SHOOGI_OK : go_on(walker, node);
    shoogi_node *const path = malloc(count * sizeof *path);
    shoogi_status status = path ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    for (size_t i = count; i-- > 0 && path; node = nodes[node].parent)
        path[i] = node;
    for (size_t i = 0; i < count && status == SHOOGI_OK; i++)
        status = go_on(walker, path[i]);
    free(path);
    return status;
}
