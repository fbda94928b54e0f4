/* kifu_write.c: writes KIF and KI2: start positions, headers, remarks, variations, terminations.  Source:
 * docs/record-format.md, "KIF". */
#include "notation/records/foul.h"
#include "notation/records/header.h"
#include "notation/moves/japanese.h"
#include "notation/records/kifu.h"

#include "shoogi/notation.h"

#include <stdlib.h>
#include <string.h>

static const char *const end_words[] = {
#define TERMINATION(name, word, kif, csa) kif,
#include "shoogi/termination.def"
#undef TERMINATION
};

/* --- the start position -------------------------------------------------------------------------- */

static const char *player(const shg_kifu_writer *k, shoogi_colour colour)
{
    static const char *const even[] = { "先手", "後手" }, *const uneven[] = { "下手", "上手" };
    return (k->uneven ? uneven : even)[colour];
}

static bool is_ascii(const char *text)
{
    while (*text && (unsigned char)*text < 0x80)
        text++;
    return *text == '\0';
}

/* The Japanese name of the variant: the first alias with kanji, else its name; NULL: none. */
static const char *name_of_game(const shoogi_variant *v)
{
    for (size_t i = 0; shoogi_variant_alias(v, i); i++)
        if (!is_ascii(shoogi_variant_alias(v, i)))
            return shoogi_variant_alias(v, i);
    return shoogi_variant_name(v)[0] != '\0' ? shoogi_variant_name(v) : NULL;
}

/* The same for a handicap. */
static const char *name_of_handicap(const shoogi_handicap *handicap)
{
    for (size_t i = 0; i < handicap->alias_count; i++)
        if (!is_ascii(handicap->aliases[i]))
            return handicap->aliases[i];
    return handicap->name;
}

/* Whether another handicap has the name too: readers may take one for the other. */
static bool is_ambiguous(const shoogi_variant *v, const shoogi_handicap *handicap)
{
    const char *const name = name_of_handicap(handicap);
    const shoogi_handicap *other;
    for (size_t i = 0; (other = shoogi_variant_handicap(v, i)); i++)
        for (size_t k = 0; other != handicap && k < other->alias_count; k++)
            if (strcmp(other->aliases[k], name) == 0)
                return true;
    return false;
}

/* Whether the position is the start of a game with the handicap, the other side to move. */
static bool has_handicap(const shoogi_position *start, const shoogi_handicap *handicap)
{
    shoogi_position *given = NULL;
    if (shoogi_position_new(&given, shoogi_position_variant(start)) != SHOOGI_OK)
        return false;
    for (size_t i = 0; i < handicap->square_count; i++)
        shoogi_position_put(given, handicap->squares[i], (shoogi_piece){ 0, SHOOGI_BLACK });
    shoogi_position_set_side(given, shoogi_colour_other(shoogi_position_side(given)));
    shoogi_position_setup_done(given);
    /* If the handicap was given as a first move, the next is the second. */
    const bool same = shoogi_position_hash(given) == shoogi_position_hash(start) &&
                      shoogi_position_ply(start) <= 2;
    shoogi_position_free(given);
    return same;
}

/* The handicap of the start position; NULL: none with a name. */
static const shoogi_handicap *handicap_of(const shoogi_position *start)
{
    const shoogi_variant *const v = shoogi_position_variant(start);
    for (size_t i = 0; shoogi_variant_handicap(v, i); i++)
        if (has_handicap(start, shoogi_variant_handicap(v, i)))
            return shoogi_variant_handicap(v, i);
    return NULL;
}

/* Whether 平手 is an alias of the variant: then it is the default. */
static bool is_usual_game(const shoogi_variant *v)
{
    const char *const name = name_of_game(v);
    return name && strcmp(name, "平手") == 0;
}

/* 手合割, and the board if that is not enough. */
static void write_start(shg_kifu_writer *k, const shoogi_handicap *handicap)
{
    shg_writing *const w = k->w;
    const shoogi_position *const start = shoogi_record_start(w->record);
    const shoogi_variant *const v = shoogi_position_variant(start);
    const bool even = shg_is_startpos(start), usual = is_usual_game(v);
    const char *word = name_of_game(v);
    if (usual && handicap) {
        word = name_of_handicap(handicap);
        if (shoogi_position_ply(start) != 1)
            w->losses |= SHG_LOSS(NUMBER);
    } else if (!word || (usual && !even)) {
        const bool reported = !k->style->bare || shoogi_record_node_count(w->record) > 1;
        word = even && reported ? NULL : "その他";
    }
    if (word)
        shg_out_format(&w->out, "手合割：%s\n", word);
    if (!even && (!usual || !handicap || is_ambiguous(v, handicap)))
        shg_out_bod(&w->out, start);
}

static void write_header(shg_kifu_writer *k, const char *name, const char *value)
{
    shg_out line = shg_out_growing();
    const char *const known = shg_header_key(SHG_HEADERS_KIF, name), *key = known ? known : name;
    if (k->uneven && strcmp(name, "black") == 0)
        key = player(k, SHOOGI_BLACK);
    else if (k->uneven && strcmp(name, "white") == 0)
        key = player(k, SHOOGI_WHITE);
    shg_out_format(&line, "%s：%s", key, value);
    if (!line.spent && shg_kifu_reads_header(k->style, &k->scratch, line.bytes, name, value)) {
        shg_out_bytes(&k->w->out, line.bytes, line.length);
        shg_out_char(&k->w->out, '\n');
    } else if (k->style->exact) {
        shg_kifu_own_header(&k->w->out, name, value);
    } else {
        k->w->losses |= SHG_LOSS(HEADERS);
    }
    k->w->out.spent |= line.spent;
    free(line.bytes);
}

/* The start precedes the players, where people look for it. */
static void write_headers(shg_kifu_writer *k, const shoogi_handicap *handicap)
{
    shg_writing *const w = k->w;
    bool begun = false;
    shg_out_format(&w->out, "%s#%s version=2.0 encoding=%s\n",
                   w->options.follows_another ? "\n" : "", k->style->name,
                   w->options.encoding ? w->options.encoding : "UTF-8");
    for (size_t i = 0; i < shoogi_record_header_count(w->record); i++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, w->record, i);
        if (!begun && (strcmp(name, "black") == 0 || strcmp(name, "white") == 0)) {
            write_start(k, handicap);
            begun = true;
        }
        write_header(k, name, value);
    }
    if (!begun)
        write_start(k, handicap);
}

/* --- remarks ------------------------------------------------------------------------------------- */

static void write_remarks(shg_kifu_writer *k, const shoogi_node_info *node)
{
    shg_out *const out = &k->w->out;
    if (node->comment || node->bookmark)
        k->style->end_line(k);
    for (const char *line = node->comment; line;) {
        const size_t bytes = strcspn(line, "\n");
        shg_out_char(out, '*');
        shg_out_bytes(out, line, bytes);
        shg_out_char(out, '\n');
        line = line[bytes] == '\n' ? line + bytes + 1 : NULL;
    }
    if (node->bookmark)
        shg_out_format(out, "&%s\n", node->bookmark);
}

/* --- terminations -------------------------------------------------------------------------------- */

/* Their words in the formats, given the side to move. */
static shoogi_termination nearest_end(const shoogi_node_info *node, shoogi_colour side)
{
    switch ((int)node->termination) {
    case SHOOGI_TERMINATION_BLACK_FOUL:
        return side == SHOOGI_BLACK ? SHOOGI_TERMINATION_ILLEGAL
                                    : SHOOGI_TERMINATION_ILLEGAL_BEFORE;
    case SHOOGI_TERMINATION_WHITE_FOUL:
        return side == SHOOGI_WHITE ? SHOOGI_TERMINATION_ILLEGAL
                                    : SHOOGI_TERMINATION_ILLEGAL_BEFORE;
    case SHOOGI_TERMINATION_BOARD: return shg_nearest_to_board(node->result, side);
    }
    return node->termination;
}

static bool is_same_end(const shg_kifu_end *end, const shoogi_node_info *node)
{
    return end->end == node->termination && end->result.outcome == node->result.outcome &&
           end->result.reason == node->result.reason &&
           (node->termination_text ? strlen(node->termination_text) == end->bytes &&
                                         memcmp(node->termination_text, end->text, end->bytes) == 0
                                   : end->end != SHOOGI_TERMINATION_OTHER && end->bytes == 0);
}

/* The word for a termination without one in the formats, if it reads back, else the general word. */
static const char *own_words(const shg_kifu_writer *k, const shoogi_node_info *node)
{
    const shoogi_variant *const v = shoogi_position_variant(k->walker.position);
    const shoogi_colour side = shoogi_position_side(k->walker.position);
    const bool whole = k->style->has_ends;
    const char *const text = node->termination_text;
    if (!text || (whole && !k->style->is_end(v, text)))
        return shg_kifu_any_end;
    const shg_kifu_end read = shg_kifu_end_of(text, strlen(text), whole, side, k->w->record);
    return read.end == SHOOGI_TERMINATION_OTHER && read.bytes > 0 ? text : shg_kifu_any_end;
}

const char *shg_kifu_end_word(shg_kifu_writer *k, const shoogi_node_info *node)
{
    const shoogi_colour side = shoogi_position_side(k->walker.position);
    const shoogi_termination end = nearest_end(node, side);
    const char *const word = end == SHOOGI_TERMINATION_OTHER ? own_words(k, node) : end_words[end];
    const shg_kifu_end read = shg_kifu_end_of(word, strlen(word), true, side, NULL);
    if (!is_same_end(&read, node) && k->style->exact)
        shg_kifu_own_end(&k->w->out, node);
    else if (!is_same_end(&read, node))
        k->w->losses |= SHG_LOSS(TERMINATION);
    return word;
}

/* "二歩の反則により後手の勝ち", if it reads back: some other text may be kept with a foul. */
static bool write_foul(shg_out *out, const shg_kifu_writer *k, const shoogi_node_info *node,
                       const char *won, shoogi_colour side)
{
    if (!node->termination_text)
        return false;
    shg_out phrase = shg_out_growing();
    shg_out_format(&phrase, "%sの反則により%sの勝ち", node->termination_text, won);
    bool same = false;
    if (!phrase.spent) {
        const shg_kifu_end read =
            shg_kifu_end_of(phrase.bytes, phrase.length, false, side, k->w->record);
        same = is_same_end(&read, node);
        if (same)
            shg_out_bytes(out, phrase.bytes, phrase.length);
    }
    out->spent |= phrase.spent;
    free(phrase.bytes);
    return same;
}

bool shg_kifu_foul(char *out, size_t out_bytes, const shg_kifu_writer *k,
                   const shoogi_node_info *node)
{
    const shoogi_position *const position = k->walker.position;
    const char *const said = node->termination_text;
    const shoogi_result usual =
        shg_end_result(SHOOGI_TERMINATION_ILLEGAL, shoogi_position_side(position));
    shoogi_move move;
    if (node->termination != SHOOGI_TERMINATION_ILLEGAL || !said ||
        node->result.outcome != usual.outcome || node->result.reason != usual.reason)
        return false;
    shg_out text = shg_out_make(out, out_bytes);
    if (shg_foul_is_japanese(position, said))
        shg_out_text(&text, said);
    else if (shg_foul_read(&move, position, said))
        shg_kifu_move_write(&text, position, move);
    else
        return false;
    return text.length < out_bytes && shg_foul_is_japanese(position, out);
}

/* "先手の反則負け": the termination in a result line. */
static void write_phrase(shg_out *out, const shg_kifu_writer *k, shoogi_termination end,
                         const shoogi_node_info *node, shoogi_colour side)
{
    shoogi_outcome outcome = node->result.outcome;
    if (outcome != SHOOGI_OUTCOME_BLACK && outcome != SHOOGI_OUTCOME_WHITE)
        outcome = shg_end_result(end, side).outcome;
    const shoogi_colour winner = outcome == SHOOGI_OUTCOME_BLACK ? SHOOGI_BLACK : SHOOGI_WHITE;
    const char *const won = player(k, winner), *const lost = player(k, shoogi_colour_other(winner));
    if (write_foul(out, k, node, won, side))
        return;
    switch ((int)end) {
    case SHOOGI_TERMINATION_RESIGN: shg_out_format(out, "%sの勝ち", won); return;
    case SHOOGI_TERMINATION_TIME: shg_out_format(out, "時間切れにより%sの勝ち", won); return;
    case SHOOGI_TERMINATION_ILLEGAL: shg_out_format(out, "%sの反則負け", lost); return;
    case SHOOGI_TERMINATION_FORFEIT_LOST: shg_out_format(out, "%sの不戦敗", lost); return;
    case SHOOGI_TERMINATION_ILLEGAL_BEFORE:
    case SHOOGI_TERMINATION_DECLARATION:
    case SHOOGI_TERMINATION_FORFEIT_WON: shg_out_format(out, "%sの%s", won, end_words[end]); return;
    case SHOOGI_TERMINATION_OTHER: {
        const char *const text = own_words(k, node);
        const shg_kifu_end read = shg_kifu_end_of(text, strlen(text), false, side, k->w->record);
        const bool same = !read.winner_named || read.result.outcome == node->result.outcome;
        shg_out_text(out, same ? text : shg_kifu_any_end); /* a sentence may name a winner */
        return;
    }
    }
    shg_out_text(out, end_words[end]);
}

/* まで85手で先手の勝ち */
static void write_result(shg_kifu_writer *k, const shoogi_node_info *node)
{
    const shoogi_colour side = shoogi_position_side(k->walker.position);
    const shoogi_termination end = nearest_end(node, side);
    shg_out phrase = shg_out_growing();
    write_phrase(&phrase, k, end, node, side);
    char foul[SHOOGI_JAPANESE_TEXT_BYTES];
    const bool is_foul = shg_kifu_foul(foul, sizeof foul, k, node);
    if (is_foul && k->style->write_foul)
        k->style->write_foul(k, foul);
    k->style->end_line(k);
    if (!phrase.spent) {
        const shg_kifu_end read =
            shg_kifu_end_of(phrase.bytes, phrase.length, false, side, k->w->record);
        shg_out_format(&k->w->out, "まで%u手で%s\n", node->ply + is_foul, phrase.bytes);
        if (!k->style->has_ends && !is_foul && !is_same_end(&read, node))
            k->w->losses |= SHG_LOSS(TERMINATION);
    }
    k->w->out.spent |= phrase.spent;
    free(phrase.bytes);
}

/* --- moves and variations ------------------------------------------------------------------------ */

/* Subtracts the times used between one node and another. */
static void take_times_back(shg_kifu_writer *k, shoogi_node from, shoogi_node to)
{
    const shoogi_record *const record = k->w->record;
    const shoogi_colour first = shoogi_position_side(shoogi_record_start(record));
    for (shoogi_node_info info; to != from; to = info.parent) {
        info = shoogi_record_node(record, to);
        const unsigned number = info.ply + (info.termination != SHOOGI_TERMINATION_NONE);
        const shoogi_colour mover = number % 2 == 1 ? first : shoogi_colour_other(first);
        k->time_ms[mover] -= info.time_ms > 0 ? info.time_ms : 0;
    }
}

/* Everything from a node to the end of the main line. */
static shoogi_status write_line(shg_kifu_writer *k, shoogi_node node)
{
    const shoogi_record *const record = k->w->record;
    shoogi_node_info info = { .termination = SHOOGI_TERMINATION_NONE };
    for (; node != SHOOGI_NO_NODE; node = info.first_child) {
        info = shoogi_record_node(record, node);
        const shoogi_status status = shg_walker_go(&k->walker, info.parent);
        if (status != SHOOGI_OK)
            return status;
        if (info.termination != SHOOGI_TERMINATION_NONE && !k->style->has_ends)
            write_result(k, &info);
        else
            k->style->write_node(k, &info);
        if (k->style->exact && info.time_ms > 0 && info.time_ms % 1000 != 0)
            shg_kifu_own_time(&k->w->out, info.time_ms);
        write_remarks(k, &info);
    }
    k->style->end_line(k);
    if (info.termination != SHOOGI_TERMINATION_NONE && k->style->has_ends)
        write_result(k, &info);
    return SHOOGI_OK;
}

/* The next line to write after the one that ends with the node: the remaining branch with the greatest number;
 * SHOOGI_NO_NODE: none. */
static shoogi_node next_line(const shoogi_record *record, shoogi_node node)
{
    while (node != 0 && shoogi_record_node(record, node).next_sibling == SHOOGI_NO_NODE)
        node = shoogi_record_node(record, node).parent;
    return node == 0 ? SHOOGI_NO_NODE : shoogi_record_node(record, node).next_sibling;
}

static shoogi_status write_moves(shg_kifu_writer *k)
{
    const shoogi_record *const record = k->w->record;
    const shoogi_node_info start = shoogi_record_node(record, 0);
    shg_out_text(&k->w->out, k->style->head);
    write_remarks(k, &start);
    shoogi_status status = SHOOGI_OK;
    shoogi_node last = 0;
    for (shoogi_node line = start.first_child; line != SHOOGI_NO_NODE && status == SHOOGI_OK;
         line = next_line(record, last)) {
        const shoogi_node_info info = shoogi_record_node(record, line);
        if (line != start.first_child)
            shg_out_format(&k->w->out, "\n変化：%u手\n",
                           info.ply + (info.termination != SHOOGI_TERMINATION_NONE));
        take_times_back(k, info.parent, last);
        status = write_line(k, line);
        last = shoogi_record_line_end(record, line);
    }
    return status;
}

/* --- the whole record ---------------------------------------------------------------------------- */

shoogi_status shg_kifu_write(shg_writing *w, const shg_kifu_style *style)
{
    const shoogi_position *const start = shoogi_record_start(w->record);
    const shoogi_variant *const v = shoogi_position_variant(start);
    const shoogi_handicap *const handicap = is_usual_game(v) ? handicap_of(start) : NULL;
    shg_kifu_writer k = { .w = w, .style = style, .uneven = handicap != NULL };
    w->losses &= style->losses;
    shoogi_status status = shg_walker_init(&k.walker, w->record);
    if (status == SHOOGI_OK) {
        shg_bod_begin(&k.scratch, v);
        write_headers(&k, handicap);
        status = write_moves(&k);
        if (style->exact)
            shg_kifu_own_unparsed(&w->out, shoogi_record_unparsed(w->record));
    }
    shg_walker_fini(&k.walker);
    return status;
}
