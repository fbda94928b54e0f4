#include "cli/report.h"

#include "base/json_write.h"
#include "shoogi/evaluation.h"
#include "shoogi/notation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SHOWN = 6 /* moves of a variation, in reports for people */, MOVE_COLUMNS = 12 };

/* Indexed by verdict. */
static const struct {
    const char *word, *sentence, *colour;
} verdicts[SHG_VERDICTS] = {
    [SHG_VERDICT_GOOD] = { "good", "", "" },
    [SHG_VERDICT_DOUBTFUL] = { "doubtful", "doubtful", "#b58900" },
    [SHG_VERDICT_MISTAKE] = { "mistake", "a mistake", "#d2691e" },
    [SHG_VERDICT_BLUNDER] = { "blunder", "a blunder", "#b00020" },
};

static const char *colour_name(shoogi_colour colour)
{
    return colour == SHOOGI_BLACK ? "Black" : "White";
}

static long permille(double share)
{
    return lround(share * 1000);
}

static long percent(double share)
{
    return lround(share * 100);
}

/* The plies to a forced win: positive for Black, negative for White; 0 if there is none or the game is over. */
static int mate_of(int score)
{
    if (score >= SHG_SCORE_WON)
        return SHG_SCORE_MATE - score;
    if (score <= -SHG_SCORE_WON)
        return -SHG_SCORE_MATE - score;
    return 0;
}

static void add_score(shg_out *out, int score, int columns)
{
    char text[24];
    const bool end = abs(score) >= SHG_SCORE_WON;
    if (end)
        snprintf(text, sizeof text, "%c#%d", score > 0 ? '+' : '-', abs(mate_of(score)));
    else
        snprintf(text, sizeof text, "%+d", score);
    shg_out_format(out, "%*s", columns, text);
}

typedef size_t write_move(char *out, size_t out_bytes, const shoogi_position *position,
                          shoogi_move move);

/* Writes the beginning of a variation, separated by spaces; for an empty one, that a declaration wins. */
static shoogi_status add_line(shg_out *out, const shoogi_position *position,
                              const shg_analysis_pv *line, unsigned moves_max, write_move *write)
{
    shoogi_position *p;
    if (shoogi_position_copy(&p, position) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    shoogi_status status = SHOOGI_OK;
    if (line->move_count == 0)
        shg_out_text(out, write == shoogi_usi_write ? "win" : "a declaration");
    for (unsigned i = 0; i < line->move_count && i < moves_max && status == SHOOGI_OK; i++) {
        char move[SHOOGI_MOVE_TEXT_BYTES];
        (void)write(move, sizeof move, p, line->moves[i]);
        shg_out_format(out, "%s%s", i > 0 ? " " : "", move);
        status = shoogi_position_do(p, line->moves[i]);
    }
    shoogi_position_free(p);
    return status;
}

static shoogi_status add_best(shg_out *out, const shoogi_position *position,
                              const shg_position_analysis *view)
{
    return view->line_count > 0
               ? add_line(out, position, &view->lines[0], LINE_SHOWN, shoogi_western_write)
               : SHOOGI_OK;
}

/* --- along the game ------------------------------------------------------------------------------ */

/* A move: the position before it, and the views before and after it. */
typedef struct step {
    const shoogi_position *position;
    const shg_position_analysis *before, *after;
} step;

/* Calls each for every move, until it returns a status other than OK. */
static shoogi_status walk(const cli_report *r, shoogi_status (*each)(void *context, const step *s),
                          void *context)
{
    shoogi_position *p = NULL;
    shoogi_status status = shoogi_position_copy(&p, r->start);
    for (size_t i = 0; status == SHOOGI_OK && i + 1 < r->analysis->count; i++) {
        const step s = { p, &r->analysis->positions[i], &r->analysis->positions[i + 1] };
        status = each(context, &s);
        if (status == SHOOGI_OK)
            status = shoogi_position_do(p, s.before->played);
    }
    shoogi_position_free(p);
    return status;
}

static shoogi_status finished(const shg_out *out, shoogi_status status)
{
    return out->spent ? SHOOGI_NO_MEMORY : status;
}

/* --- as text ------------------------------------------------------------------------------------- */

static void add_padded(shg_out *out, const char *text, size_t columns)
{
    shg_out_text(out, text);
    for (size_t width = shg_text_columns(text); width < columns; width++)
        shg_out_char(out, ' ');
}

static shoogi_status text_of_move(void *context, const step *s)
{
    shg_out *const out = context;
    char move[SHOOGI_MOVE_TEXT_BYTES];
    (void)shoogi_western_write(move, sizeof move, s->position, s->before->played);
    shg_out_format(out, "%4u  ", s->before->ply);
    add_padded(out, move, MOVE_COLUMNS);
    add_score(out, s->after->score, 8);
    shg_out_format(out, "%5ld %%", percent(shg_winning_chance(s->after->score)));
    if (permille(s->before->loss) < 10)
        shg_out_text(out, "        ");
    else
        shg_out_format(out, "%4ld %%%-2s", percent(s->before->loss),
                       shg_verdict_sign(s->before->verdict));
    shg_out_text(out, "  ");
    const shoogi_status status = add_best(out, s->position, s->before);
    shg_out_char(out, '\n');
    return status;
}

static void add_sum(shg_out *out, const shg_analysis *a, shoogi_colour colour)
{
    unsigned counts[SHG_VERDICTS] = { 0 }, moves = 0;
    double loss = 0;
    for (size_t i = 0; i + 1 < a->count; i++) {
        if (a->positions[i].side != colour)
            continue;
        counts[a->positions[i].verdict]++;
        loss += a->positions[i].loss;
        moves++;
    }
    if (moves > 0)
        shg_out_format(
            out, "%s: %u move%s, blunders %u, mistakes %u, dubious %u, average loss %.1f %%\n",
            colour_name(colour), moves, moves == 1 ? "" : "s", counts[SHG_VERDICT_BLUNDER],
            counts[SHG_VERDICT_MISTAKE], counts[SHG_VERDICT_DOUBTFUL], 100 * loss / moves);
}

static shoogi_status text_of_lines(shg_out *out, const cli_report *r)
{
    const shg_position_analysis *const view = &r->analysis->positions[0];
    shoogi_status status = SHOOGI_OK;
    if (view->result.reason != SHOOGI_REASON_NONE)
        shg_out_format(out, "The game is over: %s.\n", shoogi_reason_text(view->result.reason));
    else
        shg_out_text(out, "       For Black  Depth  Line\n");
    for (unsigned i = 0; i < view->line_count && status == SHOOGI_OK; i++) {
        const shg_analysis_pv *const line = &view->lines[i];
        shg_out_format(out, "%2u", i + 1);
        add_score(out, line->score, 8);
        shg_out_format(out, "%4ld %%%7u  ", percent(shg_winning_chance(line->score)),
                       line->depth_plies);
        status = add_line(out, r->start, line, SHG_ANALYSIS_LINE_PLIES, shoogi_western_write);
        shg_out_char(out, '\n');
    }
    return finished(out, status);
}

shoogi_status cli_report_text(shg_out *out, const cli_report *r)
{
    const shg_analysis *const a = r->analysis;
    shg_out_format(out, "%s, %s\n\n", shoogi_variant_name(shoogi_position_variant(r->start)),
                   r->effort);
    if (a->count == 1)
        return text_of_lines(out, r);
    shg_out_text(out, "   #  Move          For Black          Lost    Best line\n");
    const shoogi_status status = walk(r, text_of_move, out);
    shg_out_char(out, '\n');
    add_sum(out, a, SHOOGI_BLACK);
    add_sum(out, a, SHOOGI_WHITE);
    return finished(out, status);
}

/* --- as comments --------------------------------------------------------------------------------- */

typedef struct commenting {
    shoogi_record *record;
    shoogi_format format;
    shoogi_node node; /* of the position before the move */
} commenting;

/* Adds the evaluation after the move in the form that other programs read. */
static shoogi_status add_evaluation(commenting *c, const step *s)
{
    shoogi_evaluation e = { .has_score = true, .score = s->after->score };
    const int mate = mate_of(s->after->score);
    shoogi_position *p = NULL;
    if (abs(s->after->score) >= SHG_SCORE_WON) {
        e.is_mate = true;
        e.score = mate;
        if (mate == 0) /* it is there */
            return SHOOGI_OK;
    }
    if (s->after->line_count > 0) {
        const shg_analysis_pv *const line = &s->after->lines[0];
        e.depth_plies = line->depth_plies;
        for (; e.move_count < line->move_count && e.move_count < SHOOGI_EVALUATION_MOVES_MAX;
             e.move_count++)
            e.moves[e.move_count] = line->moves[e.move_count];
    }
    e.nodes = s->after->nodes;
    shoogi_status status = shoogi_position_copy(&p, s->position);
    if (status == SHOOGI_OK)
        status = shoogi_position_do(p, s->before->played);
    if (status == SHOOGI_OK)
        status = shoogi_record_add_evaluation(c->record, c->node, c->format, &e, p);
    shoogi_position_free(p);
    return status;
}

static shoogi_status comment_move(void *context, const step *s)
{
    commenting *const c = context;
    shg_out text = shg_out_growing();
    c->node = shoogi_record_node(c->record, c->node).first_child;
    shg_out_text(&text, "For Black ");
    add_score(&text, s->after->score, 0);
    shg_out_format(&text, ", %ld %%", percent(shg_winning_chance(s->after->score)));
    if (s->before->verdict != SHG_VERDICT_GOOD)
        shg_out_format(&text, "; %s, which loses %ld %%: better ",
                       verdicts[s->before->verdict].sentence, percent(s->before->loss));
    else if (s->before->line_count > 0)
        shg_out_text(&text, "; best ");
    shoogi_status status = add_evaluation(c, s);
    if (status == SHOOGI_OK)
        status = add_best(&text, s->position, s->before);
    for (unsigned i = 1; i < s->before->line_count && status == SHOOGI_OK; i++) {
        shg_out_format(&text, "; line %u, ", i + 1);
        add_score(&text, s->before->lines[i].score, 0);
        shg_out_text(&text, ": ");
        status =
            add_line(&text, s->position, &s->before->lines[i], LINE_SHOWN, shoogi_western_write);
    }
    if (status == SHOOGI_OK)
        status = text.spent
                     ? SHOOGI_NO_MEMORY
                     : shoogi_record_add_comment(c->record, c->node, text.bytes, text.length);
    free(text.bytes);
    return status;
}

shoogi_status cli_report_comment(shoogi_record *record, shoogi_format format, const cli_report *r)
{
    commenting c = { .record = record, .format = format };
    shg_out text = shg_out_growing();
    shg_out_format(&text, "Analysed by shoogi, %s", r->effort);
    shoogi_status status = text.spent
                               ? SHOOGI_NO_MEMORY
                               : shoogi_record_add_comment(record, 0, text.bytes, text.length);
    free(text.bytes);
    if (status == SHOOGI_OK)
        status = walk(r, comment_move, &c);
    return status;
}

/* --- as a picture -------------------------------------------------------------------------------- */

enum { WIDTH = 800, HEIGHT = 320, LEFT = 48, RIGHT = 16, TOP = 16, BOTTOM = 32 };

static double x_of(const shg_analysis *a, size_t i)
{
    return a->count > 1 ? LEFT + (double)(WIDTH - LEFT - RIGHT) * (double)i / (double)(a->count - 1)
                        : LEFT;
}

static double y_of(double chance)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);
}

typedef struct drawing {
    shg_out *out;
    const shg_analysis *analysis;
} drawing;

/* Draws a dot with a tooltip, which screen readers read, too; larger for a mistake. */
static shoogi_status draw_move(void *context, const step *s)
{
    const drawing *const d = context;
    char move[SHOOGI_MOVE_TEXT_BYTES];
    const double chance = shg_winning_chance(s->after->score);
    const bool good = s->before->verdict == SHG_VERDICT_GOOD;
    (void)shoogi_western_write(move, sizeof move, s->position, s->before->played);
    shg_out_format(
        d->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\"><title>%u. %s: Black %ld %%",
        x_of(d->analysis, (size_t)(s->after - d->analysis->positions)), y_of(chance), good ? 2 : 5,
        good ? "#204a87" : verdicts[s->before->verdict].colour, s->before->ply, move,
        percent(chance));
    shoogi_status status = SHOOGI_OK;
    if (!good) {
        shg_out_format(d->out, "; %s, better ", verdicts[s->before->verdict].sentence);
        status = add_best(d->out, s->position, s->before);
    }
    shg_out_text(d->out, "</title></circle>\n");
    return status;
}

shoogi_status cli_report_svg(shg_out *out, const cli_report *r)
{
    const shg_analysis *const a = r->analysis;
    drawing d = { out, a };
    shg_out_format(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                   "aria-labelledby=\"title desc\" font-family=\"sans-serif\" font-size=\"12\">\n"
                   "<title id=\"title\">%s: Black's chance of winning, move by move</title>\n"
                   "<desc id=\"desc\">",
                   WIDTH, HEIGHT, shoogi_variant_name(shoogi_position_variant(r->start)));
    add_sum(out, a, SHOOGI_BLACK);
    add_sum(out, a, SHOOGI_WHITE);
    shg_out_format(out, "</desc>\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH,
                   HEIGHT);
    for (int quarter = 0; quarter <= 4; quarter++) {
        const double y = y_of(quarter / 4.0);
        shg_out_format(
            out,
            "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n"
            "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" fill=\"#333333\">%d %%</text>\n",
            LEFT, WIDTH - RIGHT, y, y, quarter == 2 ? "#777777" : "#dddddd", LEFT - 6, y + 4,
            quarter * 25);
    }
    const size_t moves = a->count - 1, apart = moves / 10 < 5 ? 5 : (moves / 10 + 4) / 5 * 5;
    for (size_t i = 0; i < a->count; i += apart)
        shg_out_format(
            out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#333333\">%u</text>\n",
            x_of(a, i), HEIGHT - 10, a->positions[i].ply - 1);
    shg_out_text(out, "<polyline fill=\"none\" stroke=\"#204a87\" stroke-width=\"2\" points=\"");
    for (size_t i = 0; i < a->count; i++)
        shg_out_format(out, "%s%.1f,%.1f", i > 0 ? " " : "", x_of(a, i),
                       y_of(shg_winning_chance(a->positions[i].score)));
    shg_out_text(out, "\"/>\n");
    const shoogi_status status = walk(r, draw_move, &d);
    shg_out_text(out, "</svg>\n");
    return finished(out, status);
}

/* --- as JSON ------------------------------------------------------------------------------------- */

static void json_score(shg_out *out, int score)
{
    if (mate_of(score) != 0)
        shg_json_number(out, "mate", mate_of(score));
    else if (abs(score) < SHG_SCORE_WON)
        shg_json_number(out, "score", score);
    shg_json_number(out, "chance_permille", permille(shg_winning_chance(score)));
}

static shoogi_status json_view(shg_out *out, const shoogi_position *p,
                               const shg_position_analysis *view)
{
    char move[SHOOGI_MOVE_TEXT_BYTES];
    shg_json_open(out, NULL, '{');
    shg_json_number(out, "ply", view->ply);
    shg_json_text(out, "side", view->side == SHOOGI_BLACK ? "black" : "white");
    json_score(out, view->score);
    shg_json_number(out, "nodes", (int64_t)view->nodes);
    if (view->result.reason != SHOOGI_REASON_NONE)
        shg_json_text(out, "over", shoogi_reason_text(view->result.reason));
    shg_json_open(out, "lines", '[');
    for (unsigned i = 0; i < view->line_count; i++) {
        const shg_analysis_pv *const line = &view->lines[i];
        shg_json_open(out, NULL, '{');
        json_score(out, line->score);
        shg_json_number(out, "depth", line->depth_plies);
        shg_out moves = shg_out_growing();
        const shoogi_status status =
            add_line(&moves, p, line, SHG_ANALYSIS_LINE_PLIES, shoogi_usi_write);
        if (status == SHOOGI_OK && !moves.spent)
            shg_json_bytes(out, "moves", moves.bytes, moves.length);
        const bool spent = moves.spent;
        free(moves.bytes);
        if (status != SHOOGI_OK || spent)
            return SHOOGI_NO_MEMORY;
        shg_json_close(out, '}');
    }
    shg_json_close(out, ']');
    if (view->played != 0) {
        (void)shoogi_usi_write(move, sizeof move, p, view->played);
        shg_json_text(out, "played", move);
        shg_json_number(out, "loss_permille", permille(view->loss));
        shg_json_text(out, "verdict", verdicts[view->verdict].word);
    }
    shg_json_close(out, '}');
    return SHOOGI_OK;
}

shoogi_status cli_report_json(shg_out *out, const cli_report *r)
{
    shoogi_position *p = NULL;
    const size_t bytes = shoogi_sfen_write(NULL, 0, r->start);
    char *const sfen = malloc(bytes + 1);
    shoogi_status status = sfen ? shoogi_position_copy(&p, r->start) : SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK) {
        (void)shoogi_sfen_write(sfen, bytes + 1, r->start);
        shg_json_open(out, NULL, '{');
        shg_json_text(out, "variant", shoogi_variant_name(shoogi_position_variant(r->start)));
        shg_json_text(out, "start", sfen);
        shg_json_text(out, "effort", r->effort);
        shg_json_open(out, "positions", '[');
        for (size_t i = 0; i < r->analysis->count && status == SHOOGI_OK; i++) {
            const shg_position_analysis *const view = &r->analysis->positions[i];
            status = json_view(out, p, view);
            if (status == SHOOGI_OK && view->played != 0)
                status = shoogi_position_do(p, view->played);
        }
        shg_json_close(out, ']');
        shg_json_close(out, '}');
        shg_out_char(out, '\n');
    }
    shoogi_position_free(p);
    free(sfen);
    return finished(out, status);
}
