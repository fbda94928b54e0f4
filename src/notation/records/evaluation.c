#include "shoogi/evaluation.h"

#include "notation/moves/japanese.h"
#include "notation/records/csa.h"
#include "notation/records/record_int.h"
#include "shoogi/move_text.h"

#include <stdlib.h>
#include <string.h>

/* The notation of a line of moves. */
typedef enum line_style { IN_CSA, IN_JAPANESE, IN_USI } line_style;

/* --- lines of moves ------------------------------------------------------------------------------- */

static bool takes_mark(shoogi_colour *side, shg_cursor *c)
{
    if (SHG_TAKES(c, "▲", "☗", "▼")) {
        *side = SHOOGI_BLACK;
        return true;
    }
    if (SHG_TAKES(c, "△", "☖", "▽")) {
        *side = SHOOGI_WHITE;
        return true;
    }
    return false;
}

/* The bytes before the next mark, without spaces at the end. */
static size_t up_to_mark(const shg_cursor *c)
{
    shg_cursor at = *c;
    size_t end = c->at;
    while (!shg_cursor_done(&at)) {
        shg_cursor peek = at;
        shoogi_colour side;
        if (takes_mark(&side, &peek))
            break;
        const size_t before = at.at;
        shg_skip_spaces(&at);
        if (at.at > before)
            continue;
        uint32_t ignored;
        at.at += shg_utf8_read(&ignored, at.text + at.at, at.bytes - at.at);
        end = at.at;
    }
    return end - c->at;
}

static size_t up_to_space(const shg_cursor *c)
{
    size_t bytes = 0;
    while (c->at + bytes < c->bytes && c->text[c->at + bytes] != ' ')
        bytes++;
    return bytes;
}

/* "+7776FU", whose sign has been compared with the side to move. */
static shoogi_move csa_move(const shoogi_position *position, const char *text, size_t bytes)
{
    enum { MOVE_BYTES = 7 };
    shg_csa csa;
    if (bytes != MOVE_BYTES || !shg_csa_init(&csa, shoogi_position_variant(position)))
        return 0;
    for (size_t i = 1; i <= 4; i++)
        if (!shg_is_digit(text[i]))
            return 0;
    const shoogi_kind kind = shg_csa_kind(&csa, text + 5);
    const shoogi_square to =
        shg_csa_square(&csa, (unsigned)(text[3] - '0'), (unsigned)(text[4] - '0'));
    if (kind == 0 || to == SHOOGI_NO_SQUARE)
        return 0;
    if (text[1] == '0' && text[2] == '0')
        return shoogi_move_make_drop(kind, to);
    const shoogi_square from =
        shg_csa_square(&csa, (unsigned)(text[1] - '0'), (unsigned)(text[2] - '0'));
    const shoogi_piece piece = from == SHOOGI_NO_SQUARE ? (shoogi_piece){ 0, SHOOGI_BLACK }
                                                        : shoogi_position_piece(position, from);
    return piece.kind == 0 ? 0 : shoogi_move_make(from, to, kind, piece.kind != kind);
}

/* The next move of a line, legal in the position; 0: there is none. */
static shoogi_move next_move(shg_cursor *c, line_style style, const shoogi_position *position)
{
    shoogi_move move = 0;
    shoogi_colour side = shoogi_position_side(position);
    size_t bytes;
    shg_skip_spaces(c);
    const bool marked = style == IN_JAPANESE && takes_mark(&side, c);
    shg_skip_spaces(c);
    const char *const text = c->text + c->at;
    if (shg_cursor_done(c) || (style == IN_JAPANESE && !marked))
        return 0;
    bytes = style == IN_JAPANESE ? up_to_mark(c) : up_to_space(c);
    if (style == IN_CSA) {
        if (text[0] != '+' && text[0] != '-')
            return 0;
        side = text[0] == '+' ? SHOOGI_BLACK : SHOOGI_WHITE;
        move = csa_move(position, text, bytes);
    } else if (style == IN_USI) {
        if (shoogi_usi_read(&move, position, text, bytes, NULL) != SHOOGI_OK)
            return 0;
    } else if (side == shoogi_position_side(position) &&
               shoogi_japanese_read(&move, position, text, bytes, shg_previous(position), NULL) !=
                   SHOOGI_OK) {
        return 0;
    }
    c->at += bytes;
    return side == shoogi_position_side(position) && move != 0 &&
                   shoogi_position_why_illegal(position, move, NULL, 0) == SHOOGI_ILLEGAL_NONE
               ? move
               : 0;
}

/* The moves of a text from a position, which is as before afterwards. */
static shoogi_status read_moves(shoogi_evaluation *e, line_style style, const char *text,
                                size_t bytes, shoogi_position *position)
{
    shg_cursor c = { text, bytes, 0, NULL };
    shoogi_status status = SHOOGI_OK;
    e->move_count = 0;
    while (status == SHOOGI_OK && e->move_count < SHOOGI_EVALUATION_MOVES_MAX) {
        const shoogi_move move = next_move(&c, style, position);
        if (move == 0)
            break;
        status = shoogi_position_do(position, move);
        if (status == SHOOGI_OK)
            e->moves[e->move_count++] = move;
    }
    for (uint32_t i = 0; i < e->move_count; i++)
        shoogi_position_undo(position);
    return status;
}

/* --- numbers ------------------------------------------------------------------------------------- */

/* A number with a sign or without; false, and nothing taken: none, or too large a one. */
static bool takes_number(int64_t *number, shg_cursor *c)
{
    const size_t from = c->at;
    const bool minus = SHG_TAKES(c, "-", "−", "－");
    if (!minus)
        (void)SHG_TAKES(c, "+", "＋");
    size_t digits = 0;
    *number = 0;
    for (; shg_is_digit(shg_cursor_next(c)); c->at++, digits++)
        if (*number <= SHOOGI_EVALUATION_SCORE_MAX)
            *number = *number * 10 + (shg_cursor_next(c) - '0');
    if (digits == 0 || *number > SHOOGI_EVALUATION_SCORE_MAX) {
        c->at = from;
        return false;
    }
    *number = minus ? -*number : *number;
    return true;
}

static uint64_t take_count(shg_cursor *c)
{
    uint64_t count = 0;
    for (; shg_is_digit(shg_cursor_next(c)) && count < UINT64_MAX / 16; c->at++)
        count = count * 10 + (uint64_t)(shg_cursor_next(c) - '0');
    return count;
}

static void set_mate(shoogi_evaluation *e, bool black, int64_t plies)
{
    const int32_t length = plies > 0 ? (int32_t)plies : SHOOGI_EVALUATION_SCORE_MAX;
    e->has_score = e->is_mate = true;
    e->score = black ? length : -length;
}

/* "-186", "+詰 5", "-詰". */
static bool takes_score(shoogi_evaluation *e, shg_cursor *c)
{
    const size_t from = c->at;
    int64_t number;
    if (takes_number(&number, c)) {
        e->has_score = true;
        e->is_mate = false;
        e->score = (int32_t)number;
        return true;
    }
    const bool minus = SHG_TAKES(c, "-", "−", "－");
    if (!minus)
        (void)SHG_TAKES(c, "+", "＋");
    if (!SHG_TAKES(c, "詰み", "詰", "Mate:", "mate")) {
        c->at = from;
        return false;
    }
    shg_skip_spaces(c);
    if (!takes_number(&number, c))
        number = 0;
    set_mate(e, !minus, number < 0 ? -number : number);
    return true;
}

/* "先手勝ち:15手" */
static bool takes_mate(shoogi_evaluation *e, shg_cursor *c)
{
    int64_t plies = 0;
    const bool black = shg_takes(c, "先手勝ち");
    if (!black && !shg_takes(c, "後手勝ち"))
        return takes_score(e, c);
    (void)SHG_TAKES(c, ":", "：");
    (void)takes_number(&plies, c);
    set_mate(e, black, plies);
    return true;
}

/* --- the forms ----------------------------------------------------------------------------------- */

typedef struct evaluating {
    shoogi_evaluation *out;
    size_t out_max, count;
    shoogi_evaluation *now; /* goes on in the next line; NULL: another begins */
    bool has_line;
    shoogi_position *after, *before; /* the move of the node; before: NULL at the start */
    shoogi_evaluation spare;         /* for those that have no place */
} evaluating;

/* A new evaluation, which another line may complete. */
static shoogi_evaluation *begin(evaluating *v)
{
    shoogi_evaluation *const e = v->count < v->out_max ? &v->out[v->count++] : &v->spare;
    memset(e, 0, sizeof *e);
    v->now = e;
    v->has_line = false;
    return e;
}

static shoogi_evaluation *current(evaluating *v)
{
    return v->now ? v->now : begin(v);
}

/* A line that goes on from the node, or replaces its move: the side of the first move shows which. */
static shoogi_status take_line(evaluating *v, shoogi_evaluation *e, line_style style,
                               const char *text, size_t bytes)
{
    v->has_line = true;
    e->replaces_move = false;
    shoogi_status status = read_moves(e, style, text, bytes, v->after);
    if (status == SHOOGI_OK && e->move_count == 0 && v->before) {
        status = read_moves(e, style, text, bytes, v->before);
        e->replaces_move = e->move_count > 0;
    }
    return status;
}

/* "評価値 -186 読み筋 ..." and what else ShogiGUI and ShogiHome write, one or several of them in a line.  False: it is none. */
static bool takes_keys(shoogi_status *status, evaluating *v, shg_cursor *c)
{
    bool any = false, in_words = false;
    const size_t from = c->at;
    (void)SHG_TAKES(c, "*", "#");
    (void)SHG_TAKES(c, "*", "#");
    /* One star is that of a comment in KIF. */
    const bool marked = c->at > from || shg_has_word(c, "読み筋");
    for (bool first = true; !shg_cursor_done(c) && *status == SHOOGI_OK; first = false) {
        static const char *const keys[] = { "評価値", "詰み", "深さ", "ノード数", "読み筋" };
        size_t k = 0;
        while (k < sizeof keys / sizeof keys[0] && !shg_takes(c, keys[k]))
            k++;
        const bool known = k < sizeof keys / sizeof keys[0];
        const bool spaced = known && SHG_TAKES(c, " ", "　");
        if (spaced || (known && SHG_TAKES(c, "=", "＝", "[", ":", "："))) {
            if (spaced && !in_words) /* all of it is in this line */
                v->now = NULL;
            in_words = in_words || spaced;
            shg_skip_spaces(c);
            shoogi_evaluation probe = { 0 };
            shg_cursor value = *c;
            const bool scores =
                k == 0 ? takes_score(&probe, &value) : k == 1 && takes_mate(&probe, &value);
            if (v->now && ((scores && v->now->has_score) || (k == 4 && v->has_line)))
                v->now = NULL; /* of another evaluation */
            if (scores) {
                shoogi_evaluation *const e = current(v);
                e->has_score = true;
                e->is_mate = probe.is_mate;
                e->score = probe.score;
                c->at = value.at;
                any = true;
            } else if (k == 2) {
                const uint64_t depth = take_count(c);
                current(v)->depth_plies = depth <= 10000 ? (uint32_t)depth : 0;
            } else if (k == 3) {
                current(v)->nodes = take_count(c);
            } else if (k == 4) {
                *status = take_line(v, current(v), IN_JAPANESE, c->text + c->at, c->bytes - c->at);
                c->at = c->bytes;
                any = true;
            }
        } else if (!marked && first) {
            break; /* prose */
        }
        while (!shg_cursor_done(c) && !SHG_TAKES(c, " ", "　")) {
            uint32_t ignored;
            c->at += shg_utf8_read(&ignored, c->text + c->at, c->bytes - c->at);
        }
    }
    if (in_words)
        v->now = NULL;
    if (!any)
        c->at = from;
    return any;
}

/* "* 30 -3334FU +2726FU #1234", behind the sign of a comment: CSA 3.0 and Floodgate. */
static bool takes_csa(shoogi_status *status, evaluating *v, shg_cursor *c)
{
    const size_t from = c->at;
    int64_t score;
    (void)shg_takes(c, "*");
    if (!shg_takes(c, "* ") && c->at == from) {
        c->at = from;
        return false;
    }
    shg_skip_spaces(c);
    bool alone = takes_number(&score, c);
    if (alone && !shg_cursor_done(c)) { /* a number and words are prose */
        alone = shg_takes(c, " ");
        shg_skip_spaces(c);
        alone = alone && (shg_cursor_done(c) || strchr("+-#", shg_cursor_next(c)));
    }
    if (!alone) {
        c->at = from;
        return false;
    }
    shoogi_evaluation *const e = begin(v);
    e->has_score = true;
    e->score = (int32_t)score;
    *status = take_line(v, e, IN_CSA, c->text + c->at, c->bytes - c->at);
    const char *const nodes = memchr(c->text + c->at, '#', c->bytes - c->at);
    if (nodes) {
        c->at = (size_t)(nodes + 1 - c->text);
        e->nodes = take_count(c);
    }
    v->now = NULL;
    return true;
}

/* "0.30,12", in pawns and plies, or "#-3", in moves of the winner. */
static bool takes_pawns(shoogi_evaluation *e, shg_cursor *c)
{
    int64_t number;
    const size_t from = c->at;
    const bool mate = shg_takes(c, "#"), minus = shg_cursor_next(c) == '-';
    if (!takes_number(&number, c))
        return false;
    if (mate) {
        const int64_t moves = number < 0 ? -number : number;
        set_mate(e, !minus,
                 moves > 0 && moves < SHOOGI_EVALUATION_SCORE_MAX / 2 ? moves * 2 - 1 : 0);
    } else {
        int64_t cents = (number < 0 ? -number : number) * 100, unit = 10;
        if (shg_cursor_take(c, '.'))
            for (; shg_is_digit(shg_cursor_next(c)); c->at++, unit /= 10)
                cents += (shg_cursor_next(c) - '0') * unit;
        if (cents > SHOOGI_EVALUATION_SCORE_MAX) {
            c->at = from;
            return false;
        }
        e->has_score = true;
        e->score = (int32_t)(minus ? -cents : cents);
    }
    if (shg_cursor_take(c, ','))
        e->depth_plies = (uint32_t)(take_count(c) % 10000);
    return true;
}

/* "[%eval 0.30]" anywhere in a line, and after it "[%pv 3c3d 2g2f]". */
static void take_commands(shoogi_status *status, evaluating *v, const char *line, size_t bytes)
{
    static const char eval[] = "[%eval ", pv[] = "[%pv ";
    for (size_t at = 0; at < bytes && *status == SHOOGI_OK; at++) {
        shg_cursor c = { line, bytes, at, NULL };
        if (shg_takes(&c, eval)) {
            shoogi_evaluation probe = { 0 };
            if (takes_pawns(&probe, &c))
                *begin(v) = probe;
        } else if (shg_takes(&c, pv) && v->now) {
            const char *const end = memchr(line + c.at, ']', bytes - c.at);
            if (end)
                *status =
                    take_line(v, current(v), IN_USI, line + c.at, (size_t)(end - (line + c.at)));
        }
    }
}

shoogi_status shoogi_record_evaluations(shoogi_evaluation *out, size_t out_max, size_t *count,
                                        const shoogi_record *record, shoogi_node node,
                                        const shoogi_position *position)
{
    const shoogi_node_info info = shoogi_record_node(record, node);
    *count = 0;
    if (!info.comment || out_max == 0 ||
        !(strstr(info.comment, "値") || strstr(info.comment, "詰み") ||
          strstr(info.comment, "読み筋") || strchr(info.comment, '*') ||
          strstr(info.comment, "[%eval ")))
        return SHOOGI_OK; /* as nearly all */
    evaluating v = { .out = out, .out_max = out_max };
    shoogi_status status = shoogi_position_copy(&v.after, position);
    if (status == SHOOGI_OK && info.move != 0 && shoogi_position_moves_played(position) > 0) {
        status = shoogi_position_copy(&v.before, position);
        if (status == SHOOGI_OK)
            shoogi_position_undo(v.before);
    }
    for (const char *line = info.comment; line && status == SHOOGI_OK;) {
        const size_t bytes = strcspn(line, "\n");
        shg_cursor c = { line, bytes, 0, NULL };
        shg_skip_spaces(&c);
        if (shg_cursor_done(&c))
            v.now = NULL;
        else if (!takes_csa(&status, &v, &c) && !takes_keys(&status, &v, &c))
            take_commands(&status, &v, line, bytes);
        line = line[bytes] == '\n' ? line + bytes + 1 : NULL;
    }
    shoogi_position_free(v.after);
    shoogi_position_free(v.before);
    for (size_t i = 0; i < v.count; i++) /* a depth alone says nothing */
        if (out[i].has_score || out[i].move_count > 0)
            out[(*count)++] = out[i];
    return status;
}

/* --- writing ------------------------------------------------------------------------------------- */

static void write_csa_move(shg_out *out, const shg_csa *csa, const shoogi_position *position,
                           shoogi_move move)
{
    const unsigned ranks = shoogi_variant_rank_count(csa->variant);
    const shoogi_square from = shoogi_move_from(move), to = shoogi_move_to(move);
    shg_out_char(out, shoogi_position_side(position) == SHOOGI_BLACK ? '+' : '-');
    if (shoogi_move_is_drop(move))
        shg_out_text(out, "00");
    else
        shg_out_format(out, "%u%u", from / ranks + 1, from % ranks + 1);
    shg_out_format(out, "%u%u%s", to / ranks + 1, to % ranks + 1,
                   shg_csa_code(csa, shoogi_move_kind(move)));
}

static shoogi_status write_moves(shg_out *out, line_style style, const shoogi_evaluation *e,
                                 const shoogi_position *position)
{
    shg_csa csa;
    shoogi_position *p = NULL;
    if (style == IN_CSA && !shg_csa_init(&csa, shoogi_position_variant(position)))
        return SHOOGI_OK; /* no codes, no line */
    shoogi_status status = shoogi_position_copy(&p, position);
    for (uint32_t i = 0; i < e->move_count && status == SHOOGI_OK; i++) {
        char text[SHOOGI_JAPANESE_TEXT_BYTES] = "";
        if (style == IN_CSA) {
            shg_out_char(out, ' ');
            write_csa_move(out, &csa, p, e->moves[i]);
        } else if (style == IN_USI) {
            (void)shoogi_usi_write(text, sizeof text, p, e->moves[i]);
            shg_out_format(out, "%s%s", i > 0 ? " " : "", text);
        } else {
            out->spent |=
                shoogi_japanese_write(text, sizeof text, p, e->moves[i], shg_previous(p)) == 0;
            shg_out_format(out, "%s%s", shoogi_position_side(p) == SHOOGI_BLACK ? "▲" : "△", text);
        }
        status = shoogi_position_do(p, e->moves[i]);
    }
    shoogi_position_free(p);
    return status;
}

/* Lines separated by LF, as ShogiHome writes them. */
static shoogi_status write_keys(shg_out *out, const shoogi_evaluation *e,
                                const shoogi_position *position)
{
    const char *before = "#";
    if (e->has_score && e->is_mate) {
        shg_out_format(out, "%s詰み=%s勝ち", before, e->score > 0 ? "先手" : "後手");
        if (abs(e->score) != SHOOGI_EVALUATION_SCORE_MAX)
            shg_out_format(out, ":%d手", abs(e->score));
        before = "\n#";
    } else if (e->has_score) {
        shg_out_format(out, "%s評価値=%d", before, e->score);
        before = "\n#";
    }
    shoogi_status status = SHOOGI_OK;
    if (e->move_count > 0) {
        shg_out_format(out, "%s読み筋=", before);
        before = "\n#";
        status = write_moves(out, IN_JAPANESE, e, position);
    }
    if (e->depth_plies > 0) {
        shg_out_format(out, "%s深さ=%u", before, e->depth_plies);
        before = "\n#";
    }
    if (e->nodes > 0)
        shg_out_format(out, "%sノード数=%llu", before, (unsigned long long)e->nodes);
    return status;
}

/* CSA has no word for a forced win; programs write a score as large. */
static shoogi_status write_csa(shg_out *out, const shoogi_evaluation *e,
                               const shoogi_position *position)
{
    enum { MATE_CP = 30000 };
    const int score = !e->is_mate ? e->score : e->score > 0 ? MATE_CP : -MATE_CP;
    shg_out_format(out, "* %d", score);
    const shoogi_status status = write_moves(out, IN_CSA, e, position);
    if (e->nodes > 0)
        shg_out_format(out, " #%llu", (unsigned long long)e->nodes);
    return status;
}

static shoogi_status write_commands(shg_out *out, const shoogi_evaluation *e,
                                    const shoogi_position *position)
{
    if (e->is_mate && abs(e->score) != SHOOGI_EVALUATION_SCORE_MAX)
        shg_out_format(out, "[%%eval #%s%d", e->score < 0 ? "-" : "", (abs(e->score) + 1) / 2);
    else if (e->is_mate)
        shg_out_format(out, "[%%eval #%s0", e->score < 0 ? "-" : "");
    else
        shg_out_format(out, "[%%eval %s%d.%02d", e->score < 0 ? "-" : "", abs(e->score) / 100,
                       abs(e->score) % 100);
    if (e->depth_plies > 0)
        shg_out_format(out, ",%u", e->depth_plies);
    shg_out_char(out, ']');
    if (e->move_count == 0)
        return SHOOGI_OK;
    shg_out_text(out, " [%pv ");
    const shoogi_status status = write_moves(out, IN_USI, e, position);
    shg_out_char(out, ']');
    return status;
}

shoogi_status shoogi_record_add_evaluation(shoogi_record *record, shoogi_node node,
                                           shoogi_format format,
                                           const shoogi_evaluation *evaluation,
                                           const shoogi_position *position)
{
    shg_out text = shg_out_growing();
    shg_out_text(&text, "");
    const bool csa = format == SHOOGI_FORMAT_CSA || format == SHOOGI_FORMAT_CSA3,
               japanese = format == SHOOGI_FORMAT_KIF || format == SHOOGI_FORMAT_KI2 ||
                          format == SHOOGI_FORMAT_JKF;
    shoogi_status status = csa        ? write_csa(&text, evaluation, position)
                           : japanese ? write_keys(&text, evaluation, position)
                                      : write_commands(&text, evaluation, position);
    if (status == SHOOGI_OK && text.spent)
        status = SHOOGI_NO_MEMORY;
    for (size_t at = 0; status == SHOOGI_OK && at < text.length;) {
        const size_t bytes = strcspn(text.bytes + at, "\n");
        status = shoogi_record_add_comment(record, node, text.bytes + at, bytes);
        at += bytes + 1;
    }
    free(text.bytes);
    return status;
}
