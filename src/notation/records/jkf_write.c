/* jkf_write.c: writes JKF. */
#include "base/error.h"
#include "base/json.h"
#include "notation/records/header.h"
#include "notation/moves/japanese.h"
#include "notation/records/jkf.h"
#include "notation/boards/setup.h"
#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

static void write_headers(shg_writing *w)
{
    w->losses &= ~SHG_LOSS(HEADERS);
    const char *before = "";
    shg_out_text(&w->out, "\"header\":{");
    for (size_t h = 0; h < shoogi_record_header_count(w->record); h++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, w->record, h);
        const char *const known = shg_header_key(SHG_HEADERS_KIF, name), *const key =
                                                                             known ? known : name;
        if (!known && shg_header_name(SHG_HEADERS_KIF, name,
                                      strlen(name))) { /* it would read as something else */
            w->losses |= SHG_LOSS(HEADERS);
            continue;
        }
        shg_out_text(&w->out, before);
        shg_json_quote(&w->out, key, strlen(key));
        shg_out_char(&w->out, ':');
        shg_json_quote(&w->out, value, strlen(value));
        before = ",";
    }
    shg_out_text(&w->out, "},\n");
}

static void write_data(shg_out *out, const shg_csa *csa, const shoogi_position *position)
{
    const unsigned files = shoogi_variant_file_count(csa->variant),
                   ranks = shoogi_variant_rank_count(csa->variant);
    shg_out_format(out, ",\"data\":{\"color\":%d,\"board\":[", shoogi_position_side(position));
    for (unsigned file = 0; file < files; file++) {
        shg_out_text(out, file > 0 ? ",\n[" : "\n[");
        for (unsigned rank = 0; rank < ranks; rank++) {
            const shoogi_square square = shg_csa_square(csa, file + 1, rank + 1);
            shoogi_piece piece = { 0, SHOOGI_BLACK };
            if (square != SHOOGI_NO_SQUARE)
                piece = shoogi_position_piece(position, square);
            shg_out_text(out, rank > 0 ? "," : "");
            if (piece.kind == 0)
                shg_out_text(out, "{}");
            else
                shg_out_format(out, "{\"color\":%d,\"kind\":\"%s\"}", piece.colour,
                               shg_csa_code(csa, piece.kind));
        }
        shg_out_char(out, ']');
    }
    shg_out_text(out, "],\n\"hands\":[");
    for (unsigned colour = 0; colour < 2; colour++) {
        const char *before = "";
        shg_out_text(out, colour > 0 ? ",{" : "{");
        for (unsigned k = 1; k <= shoogi_variant_kind_count(csa->variant); k++) {
            if (!shoogi_variant_kind(csa->variant, (shoogi_kind)k).droppable)
                continue;
            shg_out_format(out, "%s\"%s\":%u", before, shg_csa_code(csa, (shoogi_kind)k),
                           shoogi_position_hand(position, (shoogi_colour)colour, (shoogi_kind)k));
            before = ",";
        }
        shg_out_char(out, '}');
    }
    shg_out_text(out, "]}");
}

/* csa: NULL if it has no codes for the pieces.  *needs_sfen: JKF has no words for the start. */
static shoogi_status write_initial(bool *needs_sfen, shg_writing *w, const shg_csa *csa)
{
    const shoogi_position *const position = shoogi_record_start(w->record);
    const shg_jkf_preset *preset = NULL;
    bool usual = false;
    for (size_t i = csa ? 0 : SHG_JKF_PRESETS; i <= SHG_JKF_PRESETS && !preset; i++) {
        shoogi_position *start;
        const shoogi_status status = shoogi_position_new(&start, shoogi_position_variant(position));
        if (status != SHOOGI_OK)
            return status;
        const bool there = i == SHG_JKF_PRESETS || shg_jkf_set_up(start, csa, &shg_jkf_presets[i]);
        if (there && shoogi_position_hash(start) == shoogi_position_hash(position)) {
            preset = i < SHG_JKF_PRESETS ? &shg_jkf_presets[i] : NULL;
            usual = i == SHG_JKF_PRESETS;
        }
        shoogi_position_free(start);
    }
    shg_out_format(&w->out, "\"initial\":{\"preset\":\"%s\"",
                   usual    ? SHG_JKF_USUAL
                   : preset ? preset->name
                            : SHG_JKF_OTHER);
    if (!usual && csa && (!preset || preset->with_board))
        write_data(&w->out, csa, position);
    shg_out_text(&w->out, "},\n");
    *needs_sfen = !usual && (!csa || shg_has_checks(position));
    return SHOOGI_OK;
}

static void write_square(shg_out *out, const shg_csa *csa, const char *name, shoogi_square square)
{
    const unsigned ranks = shoogi_variant_rank_count(csa->variant);
    shg_out_format(out, "\"%s\":{\"x\":%u,\"y\":%u},", name, square / ranks + 1,
                   square % ranks + 1);
}

/* Whether CSA can express the move: from one square to another, with the normal promotion. */
static bool is_plain(const shoogi_position *position, shoogi_move move)
{
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    if (shoogi_move_is_drop(move))
        return move == shoogi_move_make_drop(shoogi_move_kind(move), to);
    const shoogi_kind kind = shoogi_position_piece(position, from).kind;
    const bool promotes = shoogi_move_is_promotion(move);
    const shoogi_kind promoted =
        shoogi_variant_kind(shoogi_position_variant(position), kind).promoted;
    return kind != 0 && move == shoogi_move_make(from, to, promotes ? promoted : kind, promotes);
}

/* The letters that distinguish the piece from others that could move there: "LU". */
static void write_relative(shg_out *out, unsigned marks)
{
    char letters[SHG_JKF_RELATIVES + 1];
    shg_out text = shg_out_make(letters, sizeof letters);
    for (size_t i = 0; i < SHG_JKF_RELATIVES; i++)
        if (marks & shg_jkf_relatives[i].mark)
            shg_out_char(&text, shg_jkf_relatives[i].letter);
    if (text.length > 0)
        shg_out_format(out, ",\"relative\":\"%s\"", letters);
}

static void write_coded_move(shg_writing *w, const shg_csa *csa, const shoogi_position *position,
                             const shoogi_node_info *node)
{
    const shoogi_move move = node->move;
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    const bool drop = shoogi_move_is_drop(move);
    const shoogi_kind kind =
        drop ? shoogi_move_kind(move) : shoogi_position_piece(position, from).kind;
    if (!drop)
        write_square(&w->out, csa, "from", from);
    write_square(&w->out, csa, "to", to);
    shg_out_format(&w->out, "\"piece\":\"%s\"", shg_csa_code(csa, kind));
    const shoogi_move before = shoogi_record_node(w->record, node->parent).move;
    if (before != 0 && shoogi_move_to(before) == to)
        shg_out_text(&w->out, ",\"same\":true");
    if (shoogi_move_is_promotion(move))
        shg_out_text(&w->out, ",\"promote\":true");
    else if (shg_declined(position, move))
        shg_out_text(&w->out, ",\"promote\":false");
    const shoogi_piece taken = shoogi_position_piece(position, to);
    if (taken.kind != 0 &&
        strcmp(shg_csa_code(csa, taken.kind), "OU") != 0) /* JKF knows no such capture */
        shg_out_format(&w->out, ",\"capture\":\"%s\"", shg_csa_code(csa, taken.kind));
    write_relative(&w->out, shg_marks(position, move));
}

/* csa: NULL if it has no codes for the pieces. position: before the move. */
static void write_move(shg_writing *w, const shg_csa *csa, const shoogi_position *position,
                       const shoogi_node_info *node)
{
    shg_out_format(&w->out, "\"move\":{\"color\":%d,", shoogi_position_side(position));
    if (csa && is_plain(position, node->move)) {
        write_coded_move(w, csa, position, node);
    } else {
        char usi[SHOOGI_MOVE_TEXT_BYTES];
        (void)shoogi_usi_write(usi, sizeof usi, position, node->move);
        w->losses |= SHG_LOSS(MOVES);
        shg_out_text(&w->out, "\"usi\":");
        shg_json_quote(&w->out, usi, strlen(usi));
    }
    shg_out_char(&w->out, '}');
}

/* before_ms: total time of the same side before it. */
static void write_time(shg_out *out, const char *before, int64_t time_ms, int64_t before_ms)
{
    const int64_t total_ms = before_ms + time_ms;
    shg_out_format(out, "%s\"time\":{\"now\":{\"m\":%lld,\"s\":%d", before,
                   (long long)(time_ms / 60000), (int)(time_ms / 1000 % 60));
    shg_out_format(out, "},\"total\":{\"h\":%lld,\"m\":%d,\"s\":%d}}",
                   (long long)(total_ms / 3600000), (int)(total_ms / 60000 % 60),
                   (int)(total_ms / 1000 % 60));
}

/* The word of "special" for an end, or the nearest with the same winner; NULL: none.  *same: nothing is lost. */
static const char *special_of(bool *same, const shoogi_node_info *node, shoogi_colour side)
{
    shoogi_termination end = shg_csa_nearest_end(same, node, side);
    if (end == SHOOGI_TERMINATION_OTHER || end == SHOOGI_TERMINATION_MOVES_MAX)
        *same = false; /* no words of "special", which is a list of them */
    if (node->termination == SHOOGI_TERMINATION_ILLEGAL && node->termination_text)
        *same = false; /* the move */
    if (end == SHOOGI_TERMINATION_MOVES_MAX)
        end = node->result.outcome == SHOOGI_OUTCOME_DRAW ? SHOOGI_TERMINATION_DRAW
                                                          : SHOOGI_TERMINATION_OTHER;
    return shg_csa_end(end);
}

/* An end in the words of our own record. */
static void write_own_end(shg_out *out, const shoogi_node_info *node)
{
    shg_out words = shg_out_growing();
    shg_result_write(&words, node->termination, node->result);
    if (node->termination_text)
        shg_out_format(&words, "%s%s", shg_end_text_sign, node->termination_text);
    shg_out_text(out, "\"end\":");
    shg_json_quote(out, words.bytes ? words.bytes : "", words.bytes ? words.length : 0);
    out->spent = out->spent || words.spent;
    free(words.bytes);
}

/* main_line: what "special" does not say is written with the start. */
static void write_end(shg_writing *w, const shoogi_node_info *node, shoogi_colour side,
                      bool main_line)
{
    bool same;
    const char *const word = special_of(&same, node, side);
    if (word)
        shg_out_format(&w->out, "\"special\":\"%s\"", word);
    if (same || main_line)
        return;
    shg_out_text(&w->out, word ? "," : "");
    write_own_end(&w->out, node);
    w->losses |= SHG_LOSS(TERMINATION);
}

static void write_comments(shg_out *out, const shoogi_node_info *node, const char *before)
{
    const char *comment = node->comment;
    if (comment)
        shg_out_format(out, "%s\"comments\":[", before);
    for (const char *comma = ""; comment; comma = ",") {
        const size_t bytes = strcspn(comment, "\n");
        shg_out_text(out, comma);
        shg_json_quote(out, comment, bytes);
        comment = comment[bytes] == '\n' ? comment + bytes + 1 : NULL;
    }
    if (node->comment)
        shg_out_char(out, ']');
}

static void write_string(shg_out *out, const char *before, const char *name, const char *value)
{
    shg_out_format(out, "%s\"%s\":", before, name);
    shg_json_quote(out, value, strlen(value));
}

/* Writes what JKF has no key for.  Its schema allows further keys in the first element of "moves" alone, so that is where they
 * are: of the game, and of the moves of the main line by their number.  position: NULL if JKF has words for the start. */
static void write_own_keys(shg_writing *w, const shoogi_position *position)
{
    shg_out *const out = &w->out;
    const shoogi_position *const start = shoogi_record_start(w->record);
    const char *const name = shoogi_variant_name(shoogi_position_variant(start));
    const char *const unparsed = shoogi_record_unparsed(w->record);
    const char *const bookmark = shoogi_record_node(w->record, 0).bookmark;
    const size_t begun = out->length;
    shg_out_text(out, "\"shoogi\":{");
    const size_t opened = out->length;
    if (name[0] != '\0')
        write_string(out, "", "variant", name);
    if (position) {
        shg_out_format(out, "%s\"sfen\":\"", out->length > opened ? "," : "");
        shg_out_sfen(out, position); /* none of its characters needs quoting */
        shg_out_char(out, '"');
    }
    if (shoogi_position_ply(start) != 1)
        shg_out_format(out, "%s\"number\":%u", out->length > opened ? "," : "",
                       shoogi_position_ply(start));
    if (bookmark)
        write_string(out, out->length > opened ? "," : "", "bookmark", bookmark);
    shoogi_colour side = shoogi_position_side(start);
    bool any = false;
    for (shoogi_node n = shoogi_record_node(w->record, 0).first_child; n != SHOOGI_NO_NODE;) {
        const shoogi_node_info node = shoogi_record_node(w->record, n);
        const bool ends = node.termination != SHOOGI_TERMINATION_NONE;
        const bool fraction = node.time_ms > 0 && node.time_ms % 1000 != 0;
        bool same = true;
        if (ends)
            (void)special_of(&same, &node, side);
        if (node.bookmark || fraction || !same) {
            const char *before = "";
            shg_out_text(out, any ? ",\n" : out->length > opened ? ",\"moves\":{" : "\"moves\":{");
            shg_out_format(out, "\"%u\":{", node.ply + (ends ? 1 : 0));
            any = true;
            if (fraction) {
                shg_out_format(out, "\"ms\":%lld", (long long)node.time_ms);
                before = ",";
            }
            if (node.bookmark) {
                write_string(out, before, "bookmark", node.bookmark);
                before = ",";
            }
            if (!same) {
                shg_out_text(out, before);
                write_own_end(out, &node);
            }
            shg_out_char(out, '}');
        }
        side = shoogi_colour_other(side);
        n = node.first_child;
    }
    shg_out_text(out, any ? "}" : "");
    if (unparsed)
        write_string(out, out->length > opened ? "," : "", "rest", unparsed);
    if (out->length == opened) {
        out->length = begun;
        if (out->bytes)
            out->bytes[begun] = '\0';
    } else {
        shg_out_char(out, '}');
    }
}

typedef struct tree_writer {
    shg_writing *w;
    const shg_csa *csa; /* NULL: it has no codes for the pieces */
    shg_walker walker;
    struct open {
        shoogi_node node; /* whose variations are being written */
        shoogi_node fork; /* the first move of the current one */
    } * open;             /* [open_count] */
    size_t open_count, room;
    int64_t *used_ms; /* of each node: the total time of its side after it */
} tree_writer;

/* All of a node except the variations that replace it. */
static shoogi_status write_node(tree_writer *t, shoogi_node n)
{
    shg_out *const out = &t->w->out;
    const shoogi_node_info node = shoogi_record_node(t->w->record, n);
    const shoogi_node before =
        node.parent == 0 ? 0 : shoogi_record_node(t->w->record, node.parent).parent;
    shoogi_status status = shg_walker_go(&t->walker, node.parent);
    if (status != SHOOGI_OK)
        return status;
    const bool main_line = t->open_count == 0;
    shg_out_char(out, '{');
    const size_t begun = out->length;
    if (node.termination == SHOOGI_TERMINATION_NONE)
        write_move(t->w, t->csa, t->walker.position, &node);
    else
        write_end(t->w, &node, shoogi_position_side(t->walker.position), main_line);
    if (node.time_ms >= 0)
        write_time(out, out->length > begun ? "," : "", node.time_ms, t->used_ms[before]);
    t->used_ms[n] = t->used_ms[before] + (node.time_ms > 0 ? node.time_ms : 0);
    if (node.time_ms > 0 && node.time_ms % 1000 != 0 && !main_line)
        t->w->losses |= SHG_LOSS(FRACTIONS);
    write_comments(out, &node, out->length > begun ? "," : "");
    if (node.bookmark && !main_line) {
        write_string(out, out->length > begun ? "," : "", "bookmark", node.bookmark);
        t->w->losses |= SHG_LOSS(BOOKMARKS);
    }
    return status;
}

static shoogi_status push_open(tree_writer *t, shoogi_node node, shoogi_node fork)
{
    if (t->open_count == t->room) {
        const size_t room = t->room == 0 ? 16 : t->room * 2;
        struct open *const more = realloc(t->open, room * sizeof *more);
        if (!more)
            return SHOOGI_NO_MEMORY;
        t->open = more;
        t->room = room;
    }
    t->open[t->open_count++] = (struct open){ node, fork };
    return SHOOGI_OK;
}

/* The nodes from n on, the first after the start.  An array of moves ends with its line; it may be in the "forks" of a
 * move, which then have another array or end. */
static shoogi_status write_tree(tree_writer *t, shoogi_node n)
{
    shg_out *const out = &t->w->out;
    shoogi_status status = SHOOGI_OK;
    while (n != SHOOGI_NO_NODE && status == SHOOGI_OK) {
        const shoogi_node_info node = shoogi_record_node(t->w->record, n);
        const shoogi_node_info parent = shoogi_record_node(t->w->record, node.parent);
        status = write_node(t, n);
        if (status == SHOOGI_OK && parent.first_child == n && node.next_sibling != SHOOGI_NO_NODE) {
            shg_out_text(out, out->bytes && out->length > 0 && out->bytes[out->length - 1] == '{'
                                  ? "\"forks\":[[\n"
                                  : ",\"forks\":[[\n");
            status = push_open(t, n, node.next_sibling);
            n = node.next_sibling;
            continue;
        }
        shg_out_char(out, '}');
        n = node.first_child;
        while (n == SHOOGI_NO_NODE && t->open_count > 0) {
            struct open *const top = &t->open[t->open_count - 1];
            n = top->fork = shoogi_record_node(t->w->record, top->fork).next_sibling;
            if (n != SHOOGI_NO_NODE) {
                shg_out_text(out, "],[\n");
                break;
            }
            shg_out_text(out, "]]}");
            t->open_count--;
            n = shoogi_record_node(t->w->record, top->node).first_child;
            if (n != SHOOGI_NO_NODE)
                shg_out_text(out, ",\n");
        }
        if (node.first_child != SHOOGI_NO_NODE)
            shg_out_text(out, ",\n");
    }
    return status;
}

static shoogi_status write_moves(shg_writing *w, const shg_csa *csa, bool needs_sfen)
{
    tree_writer t = { .w = w, .csa = csa };
    const shoogi_node_info start = shoogi_record_node(w->record, 0);
    t.used_ms = calloc(shoogi_record_node_count(w->record), sizeof *t.used_ms);
    shoogi_status status = t.used_ms ? shg_walker_init(&t.walker, w->record) : SHOOGI_NO_MEMORY;
    shg_out_text(&w->out, "\"moves\":[\n{");
    const size_t begun = w->out.length;
    write_own_keys(w, needs_sfen ? shoogi_record_start(w->record) : NULL);
    write_comments(&w->out, &start, w->out.length > begun ? ",\n" : "");
    shg_out_text(&w->out, start.first_child != SHOOGI_NO_NODE ? "},\n" : "}");
    if (status == SHOOGI_OK)
        status = write_tree(&t, start.first_child);
    shg_out_text(&w->out, "]");
    shg_walker_fini(&t.walker);
    free(t.open);
    free(t.used_ms);
    return status;
}

shoogi_status shg_jkf_write(shg_writing *w)
{
    shg_csa codes;
    const shoogi_variant *const variant = shoogi_position_variant(shoogi_record_start(w->record));
    const shg_csa *const csa = shg_csa_init(&codes, variant) ? &codes : NULL;
    bool needs_sfen = false;
    w->losses = w->losses & SHG_LOSS(HEADERS);
    shg_out_text(&w->out, "{");
    write_headers(w);
    shoogi_status status = write_initial(&needs_sfen, w, csa);
    if (status == SHOOGI_OK)
        status = write_moves(w, csa, needs_sfen);
    shg_out_text(&w->out, "}\n");
    return status;
}
