/* record_copy.c: copies nodes from record to record. */
#include "base/error.h"
#include "base/hash.h"
#include "notation/records/record_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The copying of the nodes of one record after a node of another. */
typedef struct copying {
    shoogi_record *to;
    const shoogi_record *from;
    shoogi_node *copy; /* [nodes of from] where each is in `to`; NO_NODE: it is not copied */
    /* The nodes of `to` by parent and move: a table with open addressing.  NULL: none is looked for, so that nodes that are
     * equal are not joined. */
    shoogi_node *slot; /* [slot_mask + 1] NO_NODE: free */
    size_t slot_mask;
    shg_walker walker; /* through `to` */
    shoogi_error *err;
} copying;

static const char *text_of(const shoogi_node_info *node)
{
    return node->termination_text ? node->termination_text : "";
}

/* What distinguishes a node from its siblings. */
static bool is_same(const shoogi_node_info *a, const shoogi_node_info *b)
{
    return a->move == b->move && a->termination == b->termination &&
           a->result.outcome == b->result.outcome && a->result.reason == b->result.reason &&
           strcmp(text_of(a), text_of(b)) == 0;
}

/* A record made so that very many of its nodes collide has some of them twice, rather than take long. */
enum { PROBES_MAX = 512 };

/* The slot of the child of parent that is like node, or the free one where it belongs; NULL: too many collide there. */
static shoogi_node *find_slot(const copying *c, shoogi_node parent, const shoogi_node_info *node)
{
    const uint32_t numbers[] = { parent,
                                 (uint32_t)(node->move >> 32),
                                 (uint32_t)node->move,
                                 (uint32_t)node->termination,
                                 (uint32_t)node->result.outcome,
                                 (uint32_t)node->result.reason };
    uint64_t hash = shg_hash_bytes(SHG_HASH_START, numbers, sizeof numbers);
    hash = shg_hash_bytes(hash, text_of(node), strlen(text_of(node)));
    for (size_t i = 0; i < PROBES_MAX; i++) {
        shoogi_node *const slot = &c->slot[((size_t)(hash ^ hash >> 32) + i) & c->slot_mask];
        if (*slot == SHOOGI_NO_NODE)
            return slot;
        const shoogi_node_info there = shoogi_record_node(c->to, *slot);
        if (there.parent == parent && is_same(&there, node))
            return slot;
    }
    return NULL;
}

static shoogi_node *new_nodes(size_t count)
{
    shoogi_node *const nodes = malloc(count * sizeof *nodes);
    for (size_t i = 0; nodes && i < count; i++)
        nodes[i] = SHOOGI_NO_NODE;
    return nodes;
}

/* Enters the nodes of `to` into the table; of equal siblings the first. */
static shoogi_status make_table(copying *c)
{
    const shoogi_node there = shoogi_record_node_count(c->to);
    const size_t nodes = (size_t)there + shoogi_record_node_count(c->from);
    size_t slots = 16;
    while (slots < 2 * nodes)
        slots *= 2;
    c->slot = new_nodes(slots);
    c->slot_mask = slots - 1;
    if (!c->slot)
        return SHOOGI_NO_MEMORY;
    for (shoogi_node n = 1; n < there; n++) {
        const shoogi_node_info node = shoogi_record_node(c->to, n);
        shoogi_node *const slot = find_slot(c, node.parent, &node);
        if (slot && *slot == SHOOGI_NO_NODE)
            *slot = n;
    }
    return SHOOGI_OK;
}

/* Adds a node after its parent in `to`, unless it is there. */
static shoogi_status copy_node(copying *c, shoogi_node n, shoogi_node parent)
{
    const shoogi_node_info node = shoogi_record_node(c->from, n);
    shoogi_node *const slot = c->slot ? find_slot(c, parent, &node) : NULL;
    if (slot && *slot != SHOOGI_NO_NODE) {
        c->copy[n] = *slot;
        return SHOOGI_OK;
    }
    shoogi_status status;
    if (node.termination != SHOOGI_TERMINATION_NONE) {
        status =
            shoogi_record_add_termination(&c->copy[n], c->to, parent, node.termination, node.result,
                                          node.termination_text, strlen(text_of(&node)));
    } else {
        status = shg_walker_go(&c->walker, parent);
        if (status == SHOOGI_OK)
            status = shoogi_record_add_move(&c->copy[n], c->to, parent, c->walker.position,
                                            node.move, c->err);
    }
    if (slot && status == SHOOGI_OK)
        *slot = c->copy[n];
    return status;
}

/* The nodes below `top`, in preorder, so that the walker goes from neighbour to neighbour. */
static shoogi_status copy_nodes(copying *c, shoogi_node top, shoogi_node parent)
{
    shoogi_status status = SHOOGI_OK;
    c->copy[top] = parent;
    for (shoogi_node n = shg_record_next(c->from, top); n != SHOOGI_NO_NODE && status == SHOOGI_OK;
         n = shg_record_next(c->from, n)) {
        const shoogi_node above = c->copy[shoogi_record_node(c->from, n).parent];
        if (above == SHOOGI_NO_NODE)
            break; /* past the last one below `top` */
        status = copy_node(c, n, above);
    }
    return status;
}

/* Whether the lines of a comment are some of those of another, one after the other. */
static bool has_lines(const char *comment, const char *lines)
{
    const size_t bytes = strlen(lines);
    for (const char *at = comment; at && (at = strstr(at, lines)); at = strchr(at, '\n')) {
        if ((at == comment || at[-1] == '\n') && (at[bytes] == '\0' || at[bytes] == '\n'))
            return true;
    }
    return false;
}

static shoogi_status add_lines(shoogi_record *record, shoogi_node node, const char *lines)
{
    shoogi_status status = SHOOGI_OK;
    for (const char *at = lines; at && status == SHOOGI_OK;) {
        const char *const end = strchr(at, '\n');
        status = shoogi_record_add_comment(record, node, at, end ? (size_t)(end - at) : strlen(at));
        at = end ? end + 1 : NULL;
    }
    return status;
}

static shoogi_status copy_texts(const copying *c)
{
    shoogi_status status = SHOOGI_OK;
    const shoogi_node count = shoogi_record_node_count(c->from);
    for (shoogi_node n = 0; n < count && status == SHOOGI_OK; n++) {
        if (c->copy[n] == SHOOGI_NO_NODE)
            continue;
        const shoogi_node_info from = shoogi_record_node(c->from, n);
        const shoogi_node_info to = shoogi_record_node(c->to, c->copy[n]);
        if (from.comment && !(to.comment && has_lines(to.comment, from.comment)))
            status = add_lines(c->to, c->copy[n], from.comment);
        if (status == SHOOGI_OK && from.bookmark && !to.bookmark)
            status =
                shoogi_record_set_bookmark(c->to, c->copy[n], from.bookmark, strlen(from.bookmark));
        if (from.time_ms >= 0 && to.time_ms < 0 && c->copy[n] != 0)
            shoogi_record_set_time(c->to, c->copy[n], from.time_ms);
    }
    for (size_t i = 0; i < shoogi_record_header_count(c->from) && status == SHOOGI_OK; i++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, c->from, i);
        if (!shoogi_record_header(c->to, name))
            status = shoogi_record_set_header(c->to, name, strlen(name), value, strlen(value));
    }
    return status;
}

/* All nodes below `top` of `from`, with their texts, after a node of `to`; on error none of them. */
static shoogi_status copy_below(shoogi_record *to, shoogi_node parent, const shoogi_record *from,
                                shoogi_node top, bool join, shoogi_error *err)
{
    const shoogi_node before = shoogi_record_node_count(to);
    copying c = { .to = to, .from = from, .err = err };
    c.copy = new_nodes(shoogi_record_node_count(from));
    shoogi_status status = shg_walker_init(&c.walker, to);
    if (!c.copy)
        status = SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK && join)
        status = make_table(&c);
    if (status == SHOOGI_OK)
        status = copy_nodes(&c, top, parent);
    if (status == SHOOGI_OK)
        status = copy_texts(&c);
    if (status != SHOOGI_OK)
        shg_record_truncate(to, before);
    shg_walker_fini(&c.walker);
    free(c.slot);
    free(c.copy);
    return status;
}

shoogi_status shoogi_record_copy(shoogi_record **out, const shoogi_record *record, shoogi_node node,
                                 shoogi_error *err)
{
    assert(shoogi_record_node(record, node).termination == SHOOGI_TERMINATION_NONE);
    shoogi_record *copy = NULL;
    shoogi_position *start = NULL;
    shoogi_status status = shoogi_record_position(&start, record, node);
    if (status == SHOOGI_OK)
        status = shoogi_record_new(&copy, node == 0 ? shoogi_record_start(record) : start);
    if (status == SHOOGI_OK)
        status = copy_below(copy, 0, record, node, false, err);
    const char *const unparsed = node == 0 ? shoogi_record_unparsed(record) : NULL;
    if (status == SHOOGI_OK && unparsed)
        status = shg_record_set_unparsed(copy, unparsed, strlen(unparsed));
    if (status == SHOOGI_OK) {
        *out = copy;
        copy = NULL; /* the caller owns it from here on */
    }
    shoogi_record_free(copy);
    shoogi_position_free(start);
    return status;
}

/* Two variants with the same canonical form number their kinds alike. */
static shoogi_status compare_variants(bool *same, const shoogi_variant *a, const shoogi_variant *b)
{
    uint64_t hash[2] = { 0, 0 };
    shoogi_status status = SHOOGI_OK;
    if (a != b)
        status = shoogi_variant_hash(&hash[0], a);
    if (a != b && status == SHOOGI_OK)
        status = shoogi_variant_hash(&hash[1], b);
    *same = hash[0] == hash[1];
    return status;
}

/* Board, hands and side to move.  What else there is shows in the moves. */
static bool is_same_position(const shoogi_position *a, const shoogi_position *b)
{
    const shoogi_variant *const v = shoogi_position_variant(a);
    bool same = shoogi_position_side(a) == shoogi_position_side(b);
    for (unsigned sq = 0; sq < shoogi_variant_square_count(v) && same; sq++) {
        const shoogi_piece x = shoogi_position_piece(a, (shoogi_square)sq);
        const shoogi_piece y = shoogi_position_piece(b, (shoogi_square)sq);
        same = x.kind == y.kind && (x.kind == 0 || x.colour == y.colour);
    }
    for (unsigned k = 1; k <= shoogi_variant_kind_count(v); k++)
        for (int colour = 0; colour < 2; colour++)
            same = same && shoogi_position_hand(a, (shoogi_colour)colour, (shoogi_kind)k) ==
                               shoogi_position_hand(b, (shoogi_colour)colour, (shoogi_kind)k);
    return same;
}

shoogi_status shoogi_record_merge(shoogi_record *record, shoogi_node node,
                                  const shoogi_record *other, shoogi_error *err)
{
    assert(record != other);
    assert(shoogi_record_node(record, node).termination == SHOOGI_TERMINATION_NONE);
    const shoogi_position *const start = shoogi_record_start(other);
    shoogi_position *there = NULL;
    bool same = false;
    shoogi_status status = shoogi_record_position(&there, record, node);
    if (status == SHOOGI_OK)
        status =
            compare_variants(&same, shoogi_position_variant(there), shoogi_position_variant(start));
    if (status == SHOOGI_OK && !same)
        status = shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "the records are of different games");
    if (status == SHOOGI_OK && !is_same_position(there, start))
        status =
            shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "the records begin in different positions");
    if (status == SHOOGI_OK)
        status = copy_below(record, node, other, 0, true, err);
    shoogi_position_free(there);
    return status;
}
