#include "cli/record_lines.h"

#include <stdlib.h>
#include <string.h>

shoogi_node cli_record_next_line(const shoogi_record *record, shoogi_node last)
{
    if (last == 0)
        return shoogi_record_line_end(record, 0);
    while (last != 0) {
        const shoogi_node_info node = shoogi_record_node(record, last);
        if (node.next_sibling != SHOOGI_NO_NODE)
            return shoogi_record_line_end(record, node.next_sibling);
        last = node.parent;
    }
    return SHOOGI_NO_NODE;
}

/* Copies what belongs to a node besides its move. */
static shoogi_status copy_texts(shoogi_record *out, shoogi_node to, const shoogi_node_info *node)
{
    shoogi_status status = SHOOGI_OK;
    if (to != 0)
        shoogi_record_set_time(out, to, node->time_ms);
    for (const char *line = node->comment; line && status == SHOOGI_OK;) {
        const size_t bytes = strcspn(line, "\n");
        status = shoogi_record_add_comment(out, to, line, bytes);
        line = line[bytes] == '\n' ? line + bytes + 1 : NULL;
    }
    if (node->bookmark && status == SHOOGI_OK)
        status = shoogi_record_set_bookmark(out, to, node->bookmark, strlen(node->bookmark));
    return status;
}

static shoogi_status copy_headers(shoogi_record *out, const shoogi_record *record)
{
    shoogi_status status = SHOOGI_OK;
    for (size_t h = 0; h < shoogi_record_header_count(record) && status == SHOOGI_OK; h++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, record, h);
        status = shoogi_record_set_header(out, name, strlen(name), value, strlen(value));
    }
    return status;
}

/* Adds a node after the last one.  position: before it, and after it afterwards. */
static shoogi_status add_node(shoogi_record *out, shoogi_node *last, shoogi_position *position,
                              const shoogi_node_info *node)
{
    if (node->termination != SHOOGI_TERMINATION_NONE)
        return shoogi_record_add_termination(
            last, out, *last, node->termination, node->result, node->termination_text,
            node->termination_text ? strlen(node->termination_text) : 0);
    const shoogi_status status =
        shoogi_record_add_move(last, out, *last, position, node->move, NULL);
    return status == SHOOGI_OK ? shoogi_position_do(position, node->move) : status;
}

shoogi_status cli_record_copy_line(shoogi_record **out, size_t *nodes, const shoogi_record *record,
                                   shoogi_node last)
{
    size_t count = 0;
    for (shoogi_node n = last; n != 0; n = shoogi_record_node(record, n).parent)
        count++;
    *nodes += count;
    if (*nodes > CLI_LINES_NODES_MAX)
        return SHOOGI_LIMIT_EXCEEDED;
    shoogi_node *const path = malloc((count + 1) * sizeof *path);
    if (!path)
        return SHOOGI_NO_MEMORY;
    for (size_t i = count + 1; i-- > 0; last = i > 0 ? shoogi_record_node(record, last).parent : 0)
        path[i] = last;
    shoogi_position *position = NULL;
    shoogi_record *line = NULL;
    shoogi_node to = 0;
    shoogi_status status = shoogi_record_position(&position, record, 0);
    if (status == SHOOGI_OK)
        status = shoogi_record_new(&line, shoogi_record_start(record));
    if (status == SHOOGI_OK)
        status = copy_headers(line, record);
    for (size_t i = 0; i <= count && status == SHOOGI_OK; i++) {
        const shoogi_node_info node = shoogi_record_node(record, path[i]);
        if (i > 0)
            status = add_node(line, &to, position, &node);
        if (status == SHOOGI_OK)
            status = copy_texts(line, to, &node);
    }
    free(path);
    shoogi_position_free(position);
    if (status == SHOOGI_OK) {
        *out = line;
        line = NULL; /* the caller owns it from here on */
    }
    shoogi_record_free(line);
    return status;
}
