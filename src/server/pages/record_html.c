#include "server/pages/record_html.h"

#include "server/doors/web_language.h"
#include "server/help/write.h"
#include "server/pages/game_html.h"
#include "server/pages/page_html.h"
#include "shoogi/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_text(shg_out *out, const char *text)
{
    shg_html_text(out, text, strlen(text));
}

static void add_headers(shg_out *out, shg_language in, const shg_record_row *row,
                        const shoogi_record *record)
{
    shg_out_text(out, "<h1>");
    shg_out_format(out, shg_text_in(in, "Record %" PRId64), row->id);
    shg_out_format(out, "</h1>\n<dl>\n<dt>%s</dt><dd>", shg_text_in(in, "Rules"));
    add_text(out, row->variant);
    shg_out_text(out, "</dd>\n");
    for (size_t i = 0; i < shoogi_record_header_count(record); i++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, record, i);
        shg_out_text(out, "<dt>");
        add_text(out, shg_text_in(in, name));
        shg_out_text(out, "</dt><dd>");
        add_text(out, value);
        shg_out_text(out, "</dd>\n");
    }
    shg_out_format(out, "<dt>%s</dt><dd><a href=\"/players/", shg_text_in(in, "Uploaded by"));
    add_text(out, row->player_name);
    shg_out_text(out, "\">");
    add_text(out, row->player_name);
    shg_out_text(out, "</a></dd>\n</dl>\n");
}

/* A list of moves being written, and the place in it of the board that is shown. */
typedef struct walk {
    shg_out moves;
    shoogi_position *position; /* owned */
    char *sfen;                /* of the board, owned */
    char latest[SHOOGI_NOTATION_TEXT_BYTES];
    shoogi_notation notation;
    size_t made, items;
} walk;

static bool keep_board(walk *w)
{
    const size_t bytes = shoogi_sfen_write(NULL, 0, w->position);
    free(w->sfen);
    w->sfen = malloc(bytes + 1);
    if (w->sfen)
        shoogi_sfen_write(w->sfen, bytes + 1, w->position);
    return w->sfen != NULL;
}

static void add_comment(shg_out *out, const char *comment)
{
    if (!comment)
        return;
    shg_out_text(out, "<p class=\"said\">");
    add_text(out, comment);
    shg_out_text(out, "</p>");
}

/* The moves of the main line. */
static shoogi_status go_through(walk *w, const shg_record_row *row, const shoogi_record *record)
{
    shoogi_status status = shoogi_record_position(&w->position, record, 0);
    if (status == SHOOGI_OK && !keep_board(w))
        status = SHOOGI_NO_MEMORY;
    shoogi_node node = shoogi_record_node(record, 0).first_child;
    while (node != SHOOGI_NO_NODE && status == SHOOGI_OK) {
        const shoogi_node_info info = shoogi_record_node(record, node);
        if (info.termination != SHOOGI_TERMINATION_NONE || w->made == SHG_RECORD_HTML_MOVES)
            break;
        char text[SHOOGI_NOTATION_TEXT_BYTES];
        shoogi_move_write(text, sizeof text, w->position, info.move, w->notation);
        w->made++;
        shg_out_format(&w->moves, "<li><a href=\"/records/%" PRId64 "?ply=%zu\"%s>", row->id,
                       w->made, w->made == w->items ? " aria-current=\"true\"" : "");
        add_text(&w->moves, text);
        shg_out_text(&w->moves, "</a>");
        add_comment(&w->moves, info.comment);
        shg_out_text(&w->moves, "</li>\n");
        status = shoogi_position_do(w->position, info.move);
        if (status == SHOOGI_OK && w->made <= w->items)
            memcpy(w->latest, text, sizeof text);
        if (status == SHOOGI_OK && w->made == w->items && !keep_board(w))
            status = SHOOGI_NO_MEMORY;
        node = info.first_child;
    }
    if (status == SHOOGI_OK && w->made < w->items && !keep_board(w)) /* after all of them */
        status = SHOOGI_NO_MEMORY;
    return status;
}

static void add_board(shg_out *out, shg_language in, const shg_record_row *row, const walk *w)
{
    const size_t items = w->items < w->made ? w->items : w->made;
    char variant[24];
    snprintf(variant, sizeof variant, "@%" PRId64, row->definition);
    shg_out_text(out, "<figure>");
    shg_html_position_begin(out, variant, w->sfen);
    shg_html_board_alt(out, in, items, items == 0 ? "" : w->latest);
    shg_out_text(out, "\">\n<figcaption>");
    shg_out_format(out, shg_text_in(in, "After move %zu of %zu"), items, w->made);
    shg_out_text(out, "</figcaption></figure>\n");
    shg_html_steps(out, in, "records", row->id, "", items, w->made);
}

static void add_end(shg_out *out, shg_language in, const shg_record_row *row,
                    const shoogi_record *record, const walk *w)
{
    const shoogi_node_info last = shoogi_record_node(record, shoogi_record_line_end(record, 0));
    add_comment(out, shoogi_record_node(record, 0).comment);
    shg_out_format(out, "<h2>%s</h2>\n", shg_word_in(in, "game", "Moves"));
    if (w->made > 0) {
        shg_out_text(out, "<ol class=\"moves\">\n");
        shg_out_bytes(out, w->moves.bytes, w->moves.length);
        shg_out_text(out, "</ol>\n");
        shg_web_notation_links(out, in, "");
    } else {
        shg_out_format(out, "<p>%s</p>\n", shg_text_in(in, "No moves yet."));
    }
    if (last.termination != SHOOGI_TERMINATION_NONE) {
        shg_out_text(out, "<p class=\"state\">");
        add_text(out, last.termination_text
                          ? last.termination_text
                          : shg_text_in(in, shoogi_termination_text(last.termination)));
        shg_out_text(out, "</p>\n");
    }
    const size_t nodes =
        shoogi_record_node_count(record) - 1 - (last.termination != SHOOGI_TERMINATION_NONE);
    if (nodes > w->made) {
        shg_out_text(out, "<p>");
        shg_out_format(
            out,
            shg_text_in(
                in, "There are %zu more moves, including variations.  The files have them all."),
            nodes - w->made);
        shg_out_text(out, "</p>\n");
    }
    shg_out_format(out, "<h2>%s</h2>\n", shg_word_in(in, "record", "Files"));
    shg_html_formats(out, in, "records", row->id, "");
}

shoogi_status shg_record_html(shg_out *out, shg_reader reader, const shg_record_row *row,
                              const shoogi_record *record, size_t items)
{
    const shg_language in = reader.language;
    walk w = { .moves = shg_out_growing(), .items = items, .notation = reader.notation };
    const shoogi_status status = go_through(&w, row, record);
    if (status == SHOOGI_OK) {
        add_headers(out, in, row, record);
        add_board(out, in, row, &w);
        add_end(out, in, row, record, &w);
    }
    out->spent |= w.moves.spent;
    free(w.moves.bytes);
    free(w.sfen);
    shoogi_position_free(w.position);
    return status;
}
