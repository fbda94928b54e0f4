/* replay.c: shoogi replay: shows a record on the board, move by move. */
#include "base/text.h"
#include "cli/board.h"
#include "cli/command.h"
#include "cli/keys.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/records.h"
#include "shoogi/evaluation.h"
#include "wire/display.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 2000 /* characters of a text from the record that are shown */ };

static void add_words(shg_out *out, const char *text, size_t bytes)
{
    shg_display_write(out, text, bytes, WORDS_MAX);
}

static void add_comment(shg_out *out, const char *comment)
{
    while (comment) {
        const size_t bytes = strcspn(comment, "\n");
        shg_out_text(out, "  ");
        add_words(out, comment, bytes);
        shg_out_char(out, '\n');
        comment = comment[bytes] == '\n' ? comment + bytes + 1 : NULL;
    }
}

static void add_time(shg_out *out, int64_t time_ms)
{
    if (time_ms >= 0)
        shg_out_format(out, "  (%lld:%02d)", (long long)(time_ms / 60000),
                       (int)(time_ms / 1000 % 60));
}

/* Adds a move or an end, and its time.  before: the position before it. */
static void add_move(shg_out *out, const shoogi_node_info *node, const shoogi_position *before)
{
    if (node->termination != SHOOGI_TERMINATION_NONE) {
        shg_out_text(out, "End: ");
        if (node->termination_text)
            add_words(out, node->termination_text, strlen(node->termination_text));
        else if (node->termination == SHOOGI_TERMINATION_BOARD)
            shg_out_text(out, shoogi_reason_text(node->result.reason));
        else
            shg_out_text(out, shoogi_termination_text(node->termination));
        shg_out_text(out, ", ");
        cli_outcome_write(out, node->result.outcome);
    } else {
        char move[SHOOGI_MOVE_TEXT_BYTES];
        (void)shoogi_western_write(move, sizeof move, before, node->move);
        shg_out_format(out, "%u. %s", shoogi_position_ply(before), move);
    }
    add_time(out, node->time_ms);
    shg_out_char(out, '\n');
}

/* Adds the variations at a node. */
static void add_others(shg_out *out, const shoogi_record *record, shoogi_node n,
                       const shoogi_position *before)
{
    shoogi_node other = SHOOGI_NO_NODE;
    if (n != 0)
        other = shoogi_record_node(record, shoogi_record_node(record, n).parent).first_child;
    for (; other != SHOOGI_NO_NODE; other = shoogi_record_node(record, other).next_sibling) {
        if (other == n)
            continue;
        shoogi_node_info node = shoogi_record_node(record, other);
        node.time_ms = -1;
        shg_out_text(out, "  or ");
        add_move(out, &node, before);
    }
}

/* Adds the comments of a node. */
static void add_remarks(shg_out *out, const shoogi_node_info *node)
{
    if (node->bookmark) {
        shg_out_text(out, "  [");
        add_words(out, node->bookmark, strlen(node->bookmark));
        shg_out_text(out, "]\n");
    }
    add_comment(out, node->comment);
}

/* Adds the evaluations in the comment of a node.  position: the one at the node. */
static shoogi_status add_evaluations(shg_out *out, const shoogi_record *record, shoogi_node n,
                                     const shoogi_position *position)
{
    shoogi_evaluation all[SHOOGI_EVALUATION_COUNT_MAX];
    size_t count;
    shoogi_status status =
        shoogi_record_evaluations(all, SHOOGI_EVALUATION_COUNT_MAX, &count, record, n, position);
    for (size_t i = 0; i < count && status == SHOOGI_OK; i++) {
        shoogi_position *p = NULL;
        status = shoogi_position_copy(&p, position);
        if (status == SHOOGI_OK && all[i].replaces_move)
            shoogi_position_undo(p);
        shg_out_text(out, "  For Black: ");
        if (all[i].is_mate && all[i].score == SHOOGI_EVALUATION_SCORE_MAX)
            shg_out_text(out, "+#");
        else if (all[i].is_mate && all[i].score == -SHOOGI_EVALUATION_SCORE_MAX)
            shg_out_text(out, "-#");
        else if (all[i].is_mate)
            shg_out_format(out, "%c#%d", all[i].score > 0 ? '+' : '-', abs(all[i].score));
        else if (all[i].has_score)
            shg_out_format(out, "%+d", all[i].score);
        else
            shg_out_char(out, '?');
        for (uint32_t m = 0; m < all[i].move_count && status == SHOOGI_OK; m++) {
            char move[SHOOGI_MOVE_TEXT_BYTES];
            (void)shoogi_western_write(move, sizeof move, p, all[i].moves[m]);
            shg_out_format(out, "%s%s", m == 0 ? (all[i].replaces_move ? "; instead " : "; ") : " ",
                           move);
            status = shoogi_position_do(p, all[i].moves[m]);
        }
        shg_out_char(out, '\n');
        shoogi_position_free(p);
    }
    return status;
}

static void add_headers(shg_out *out, const shoogi_record *record)
{
    for (size_t h = 0; h < shoogi_record_header_count(record); h++) {
        const char *name, *value;
        shoogi_record_header_at(&name, &value, record, h);
        add_words(out, name, strlen(name));
        shg_out_text(out, ": ");
        add_words(out, value, strlen(value));
        shg_out_char(out, '\n');
    }
}

/* --- as a text ----------------------------------------------------------------------------------- */

/* Prints the main line, with the board after each move. */
static shoogi_status print_record(const shoogi_record *record, const shoogi_board_options *look)
{
    shoogi_position *position;
    shoogi_status status = shoogi_record_position(&position, record, 0);
    if (status != SHOOGI_OK)
        return status;
    shg_out out = shg_out_growing();
    shoogi_node_info node = shoogi_record_node(record, 0);
    add_headers(&out, record);
    add_remarks(&out, &node);
    cli_board_write(&out, position, look);
    for (shoogi_node n = node.first_child; n != SHOOGI_NO_NODE && status == SHOOGI_OK;
         n = node.first_child) {
        node = shoogi_record_node(record, n);
        shg_out_char(&out, '\n');
        add_move(&out, &node, position);
        add_others(&out, record, n, position);
        add_remarks(&out, &node);
        if (node.termination == SHOOGI_TERMINATION_NONE) {
            status = shoogi_position_do(position, node.move);
            if (status == SHOOGI_OK)
                status = add_evaluations(&out, record, n, position);
            cli_board_write(&out, position, look);
        }
        if (out.spent || !cli_write(out.bytes, out.length))
            break;
        out.length = 0;
    }
    if (out.length > 0 && !out.spent)
        (void)cli_write(out.bytes, out.length); /* a record without moves */
    status = out.spent ? SHOOGI_NO_MEMORY : status;
    free(out.bytes);
    shoogi_position_free(position);
    return status;
}

/* --- with keys on a terminal --------------------------------------------------------------------- */

/* The previous sibling of a node; SHOOGI_NO_NODE if it is the first. */
static shoogi_node sibling_before(const shoogi_record *record, shoogi_node n)
{
    if (n == 0)
        return SHOOGI_NO_NODE;
    shoogi_node at = shoogi_record_node(record, shoogi_record_node(record, n).parent).first_child;
    shoogi_node before = SHOOGI_NO_NODE;
    for (; at != n; at = shoogi_record_node(record, at).next_sibling)
        before = at;
    return before;
}

/* The node that a key leads to. */
static shoogi_node go(const shoogi_record *record, shoogi_node at, cli_key pressed)
{
    const shoogi_node_info node = shoogi_record_node(record, at);
    shoogi_node to = SHOOGI_NO_NODE;
    switch (pressed) {
    case CLI_KEY_RIGHT: to = node.first_child; break;
    case CLI_KEY_LEFT: to = node.parent; break;
    case CLI_KEY_HOME: to = 0; break;
    case CLI_KEY_END: to = shoogi_record_line_end(record, at); break;
    case CLI_KEY_UP: to = sibling_before(record, at); break;
    case CLI_KEY_DOWN: to = node.next_sibling; break;
    case CLI_KEY_OTHER:
    case CLI_KEY_FLIP:
    case CLI_KEY_QUIT: break;
    }
    return to == SHOOGI_NO_NODE ? at : to;
}

/* Sets the part of the board that fits the terminal, where borders between ranks may be left out. */
static void fit(shoogi_board_options *look, const shoogi_position *position)
{
    enum {
        LINES_BESIDES = 10,
        LINES_LEAST = 14,
        LINES_AROUND = 5
    }; /* keys, moves, hands; see shoogi_board_options */
    unsigned lines;
    cli_screen(&look->columns, &lines);
    const unsigned room = (lines > LINES_LEAST ? lines : LINES_LEAST) - LINES_BESIDES;
    if (lines > 0 && shoogi_variant_rank_count(shoogi_position_variant(position)) > room)
        look->lines = 2 * room + LINES_AROUND;
}

/* help: show the keys above the board. */
static shoogi_status draw(const shoogi_record *record, shoogi_node at,
                          const shoogi_board_options *look, bool help)
{
    shoogi_board_options fitted = *look;
    const shoogi_node_info node = shoogi_record_node(record, at);
    shoogi_position *position = NULL, *before = NULL;
    shoogi_status status = shoogi_record_position(&position, record, at);
    if (status == SHOOGI_OK)
        status = shoogi_record_position(&before, record, at == 0 ? 0 : node.parent);
    if (status == SHOOGI_OK) {
        shg_out out = shg_out_growing();
        shg_out_text(&out, help ? "left, right: back, forward; up, down: variations; home, end; "
                                  "f: flip; q: quit\n"
                                : "\n");
        if (at == 0)
            add_headers(&out, record);
        else
            add_move(&out, &node, before);
        fit(&fitted, position);
        cli_board_write(&out, position, &fitted);
        add_others(&out, record, at, before);
        add_remarks(&out, &node);
        status = add_evaluations(&out, record, at, position);
        if (out.spent)
            status = SHOOGI_NO_MEMORY;
        else if (status == SHOOGI_OK)
            cli_keys_show(out.bytes);
        free(out.bytes);
    }
    shoogi_position_free(position);
    shoogi_position_free(before);
    return status;
}

/* rolling: scroll instead of redrawing. */
static shoogi_status walk_record(const shoogi_record *record, const shoogi_board_options *look,
                                 bool rolling)
{
    shoogi_board_options now = *look;
    shoogi_node at = 0;
    shoogi_status status = draw(record, at, &now, true);
    while (status == SHOOGI_OK) {
        const cli_key pressed = cli_keys_next();
        if (pressed == CLI_KEY_QUIT)
            break;
        if (pressed == CLI_KEY_OTHER && rolling)
            continue;
        at = go(record, at, pressed);
        if (pressed == CLI_KEY_FLIP)
            now.view = shoogi_colour_other(now.view);
        status = draw(record, at, &now, !rolling);
    }
    return status;
}

/* Uses keys on a terminal.  The style with sentences scrolls, since it does not fit a screen and is meant for screen
 * readers. */
static shoogi_status show_record(const shoogi_record *record, const shoogi_board_options *look)
{
    const bool rolling = look->style == SHOOGI_BOARD_WORDS;
    if (!cli_keys_begin(!rolling))
        return print_record(record, look);
    const shoogi_status status = walk_record(record, look, rolling);
    cli_keys_end();
    return status;
}

static int replay(const char *path, const cli_record_rules *rules, unsigned number,
                  const shoogi_board_options *look)
{
    shoogi_record *record;
    int end = cli_records_pick(&record, path, rules, number);
    if (record) {
        bool added;
        shoogi_status status = shoogi_record_add_result(&added, record);
        if (status == SHOOGI_OK)
            status = show_record(record, look);
        if (status != SHOOGI_OK)
            end = cli_failed(status);
    }
    shoogi_record_free(record);
    return end;
}

int cli_replay(int argc, char **argv)
{
    cli_record_words words = { 0 };
    const char *game = NULL, *style = NULL;
    bool flip = false;
    const cli_option options[] = {
        { .name = "game",
          .value = "N",
          .help = "the N-th game of the file (default: 1)",
          .text = &game },
        { .name = "style",
          .value = "T",
          .help = CLI_BOARD_STYLES " (default: ascii)",
          .text = &style },
        { .name = "flip", .help = "show the board from White's side", .given = &flip },
        CLI_OPTIONS_RECORDS(words),
    };
    const cli_arguments arguments = {
        .help = "Draws the board after each move of a game.  On a terminal the arrow keys step "
                "through the moves and\n"
                "variations.  A game with an error is shown up to there.  FILE \"-\" is standard "
                "input.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = "FILE",
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    unsigned number = 1;
    if (game && !cli_number(&number, argv[0], "a number", game, 1, 1000000))
        return CLI_BAD;
    shoogi_board_options look = { .view = flip ? SHOOGI_WHITE : SHOOGI_BLACK };
    if (style && !cli_board_style(&look.style, style))
        return cli_expected(argv[0], style, CLI_BOARD_STYLES);
    cli_record_rules rules;
    const bool ready = cli_record_rules_init(&rules, argv[0], &words);
    rules.reading.keep_partial = true;
    const int status = ready ? replay(argv[1], &rules, number, &look) : CLI_BAD;
    cli_record_rules_fini(&rules);
    return ready ? cli_written(status) : status;
}
