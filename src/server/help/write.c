#include "server/help/write.h"

#include <string.h>

const char *shg_help_legend(shg_language language)
{
    return shg_text_in(
        language,
        "In the diagrams forward is up. o is the piece. * is a square where it can move or "
        "capture. A line of | - / \\ leads to the edge, as far as the way is free. The piece jumps "
        "to #, whatever is in between, and reaches + in several steps in one turn.");
}

bool shg_help_cell(const char **cell, size_t *cell_bytes, const char *row, size_t index)
{
    for (; index > 0; index--) {
        row = strchr(row, '\t');
        if (!row)
            return false;
        row++;
    }
    *cell = row;
    *cell_bytes = strcspn(row, "\t");
    return true;
}

size_t shg_help_run(const shg_help_page *page, size_t first)
{
    size_t count = 1;
    while (first + count < page->count &&
           page->blocks[first + count].form == page->blocks[first].form)
        count++;
    return count;
}
