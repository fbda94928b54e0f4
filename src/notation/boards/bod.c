/* bod.c: writes and reads positions as Japanese board diagrams.  Source: docs/notation.md, "Board diagrams". */
#include "notation/boards/bod.h"

#include "base/error.h"
#include "core/variant/variant_int.h"
#include "notation/words/kanji.h"
#include "shoogi/notation.h"

#include <string.h>

/* --- signs --------------------------------------------------------------------------------------- */

static bool is_same(shg_bod_sign a, shg_bod_sign b)
{
    const size_t front = strlen(a.front);
    if (front != strlen(b.front)) { /* one of them begins with 成 and the other is empty */
        const shg_bod_sign whole = front == 0 ? a : b, cut = front == 0 ? b : a;
        const size_t bytes = strlen(cut.front);
        return strncmp(whole.name, cut.front, bytes) == 0 &&
               strcmp(whole.name + bytes, cut.name) == 0;
    }
    return strcmp(a.name, b.name) == 0;
}

static bool is_taken(const shg_bod_signs *s, unsigned count, shg_bod_sign sign)
{
    for (unsigned k = 1; k < count; k++)
        if (is_same(s->of[k], sign))
            return true;
    return false;
}

/* The short name.  If another kind has it: 成 before it or before the name of the unpromoted kind, then the long name
 * and finally the id. */
static void choose_signs(shg_bod_signs *s, const shoogi_variant *v)
{
    static const char promoted[] = "成";
    s->columns = 2;
    for (unsigned k = 1; k <= v->kinds; k++) {
        const shg_kind *const kind = &v->kind[k], *const base = &v->kind[kind->base];
        const char *const brief = kind->names[SHOOGI_BLACK][SHOOGI_STYLE_KANJI_SHORT];
        const shg_bod_sign choices[] = {
            { "", brief },
            { promoted, kind->base != k ? brief : kind->id },
            { promoted,
              kind->base != k ? base->names[SHOOGI_BLACK][SHOOGI_STYLE_KANJI_SHORT] : kind->id },
            { "", kind->names[SHOOGI_BLACK][SHOOGI_STYLE_KANJI] },
            { "", kind->id },
        };
        enum { CHOICES = sizeof choices / sizeof choices[0] };
        size_t i = 0;
        while (i + 1 < CHOICES && is_taken(s, k, choices[i]))
            i++;
        s->of[k] = choices[i];
        const size_t columns =
            shg_text_columns(choices[i].front) + shg_text_columns(choices[i].name);
        s->columns = columns > s->columns ? columns : s->columns;
    }
}

/* The kind with the longest sign at the beginning of the text; else what it would mean in a move.  Returns its bytes;
 * 0: none. */
static size_t read_sign(shoogi_kind *out, const shg_bod_signs *s, const shoogi_variant *v,
                        const char *text, size_t text_bytes)
{
    size_t longest = 0;
    for (unsigned k = 1; k <= v->kinds; k++) {
        const size_t front = strlen(s->of[k].front), name = strlen(s->of[k].name);
        if (front + name > longest && front + name <= text_bytes &&
            memcmp(text, s->of[k].front, front) == 0 &&
            memcmp(text + front, s->of[k].name, name) == 0) {
            longest = front + name;
            *out = (shoogi_kind)k;
        }
    }
    shg_kinds kinds;
    const size_t other = shg_sign_read(&kinds, v, text, text_bytes);
    if (other <= longest)
        return longest;
    for (unsigned k = v->kinds; k >= 1; k--)
        *out = kinds.has[k] ? (shoogi_kind)k : *out;
    return other;
}

/* --- writing ------------------------------------------------------------------------------------- */

static const char *const sides[] = { [SHOOGI_BLACK] = "先手", [SHOOGI_WHITE] = "後手" };

static void write_sign(shg_out *out, shg_bod_sign sign)
{
    shg_out_text(out, sign.front);
    shg_out_text(out, sign.name);
}

static void write_spaces(shg_out *out, size_t count)
{
    for (; count > 0; count--)
        shg_out_char(out, ' ');
}

static void write_hand(shg_out *out, const shoogi_position *position, shoogi_colour colour,
                       const shg_bod_signs *s)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    shoogi_kind order[SHOOGI_KINDS_MAX];
    const size_t kinds = shoogi_hand_order(order, SHOOGI_KINDS_MAX, v);
    bool any = false;
    if (kinds == 0)
        return;
    shg_out_format(out, "%sの持駒：", sides[colour]);
    for (size_t i = 0; i < kinds; i++) {
        const unsigned count = shoogi_position_hand(position, colour, order[i]);
        if (count == 0)
            continue;
        shg_out_text(out, any ? "　" : "");
        write_sign(out, s->of[order[i]]);
        if (count > 99)
            shg_out_format(out, "%u", count);
        else if (count > 1)
            shg_out_kanji_number(out, count);
        any = true;
    }
    shg_out_text(out, any ? "\n" : "なし\n");
}

static void write_file_numbers(shg_out *out, const shoogi_variant *v, const shg_bod_signs *s)
{
    shg_out_char(out, ' ');
    for (unsigned file = v->files; file >= 1; file--) {
        write_spaces(out, s->columns - 1);
        shg_out_number(out, file, file > 9 ? SHG_FILES_NARROW : SHG_FILES_WIDE);
    }
    shg_out_char(out, '\n');
}

static void write_frame(shg_out *out, const shoogi_variant *v, const shg_bod_signs *s)
{
    shg_out_char(out, '+');
    for (size_t i = 0; i < v->files * (s->columns + 1); i++)
        shg_out_char(out, '-');
    shg_out_text(out, "+\n");
}

static void write_rank(shg_out *out, const shoogi_position *position, unsigned rank,
                       const shg_bod_signs *s)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    shg_out_char(out, '|');
    for (unsigned file = v->files; file-- > 0;) {
        shg_bod_sign sign = { "", "＃" };
        bool white = false;
        if (shoogi_variant_has_square(v, file, rank)) {
            const shoogi_piece piece =
                shoogi_position_piece(position, shoogi_variant_square(v, file, rank));
            sign = piece.kind == 0 ? (shg_bod_sign){ "", "・" } : s->of[piece.kind];
            white = piece.kind != 0 && piece.colour == SHOOGI_WHITE;
        }
        shg_out_char(out, white ? 'v' : ' ');
        write_spaces(out, s->columns - shg_text_columns(sign.front) - shg_text_columns(sign.name));
        write_sign(out, sign);
    }
    shg_out_char(out, '|');
    shg_out_kanji_number(out, rank + 1);
    shg_out_char(out, '\n');
}

/* " ▲６二角成 まで"; out is spent if memory is exhausted. */
static void write_last_move(shg_out *out, const shoogi_position *position)
{
    const shoogi_move last =
        shoogi_position_move_at(position, shoogi_position_moves_played(position) - 1);
    shoogi_position *before = NULL;
    char move[SHOOGI_JAPANESE_TEXT_BYTES];
    if (shoogi_position_copy(&before, position) == SHOOGI_OK) {
        shoogi_position_undo(before);
        if (shoogi_japanese_write(move, sizeof move, before, last, SHOOGI_NO_SQUARE) > 0) {
            shg_out_format(out, "　%s%s  まで",
                           shoogi_position_side(before) == SHOOGI_BLACK ? "▲" : "△", move);
            shoogi_position_free(before);
            return;
        }
        shoogi_position_free(before);
    }
    out->spent = true;
}

/* 手数＝171　▲６二角成  まで */
static void write_number(shg_out *out, const shoogi_position *position)
{
    const unsigned ply = shoogi_position_ply(position);
    if (ply == 1)
        return;
    shg_out_format(out, "手数＝%u", ply - 1);
    const unsigned played = shoogi_position_moves_played(position);
    if (played > 0 && !shoogi_move_is_handicap(shoogi_position_move_at(position, played - 1)))
        write_last_move(out, position);
    shg_out_char(out, '\n');
}

void shg_out_bod(shg_out *out, const shoogi_position *position)
{
    const shoogi_variant *const v = shoogi_position_variant(position);
    shg_bod_signs s;
    choose_signs(&s, v);
    write_hand(out, position, SHOOGI_WHITE, &s);
    write_file_numbers(out, v, &s);
    write_frame(out, v, &s);
    for (unsigned rank = 0; rank < v->ranks; rank++)
        write_rank(out, position, rank, &s);
    write_frame(out, v, &s);
    write_hand(out, position, SHOOGI_BLACK, &s);
    if (shoogi_position_counter_strike_square(position) != SHOOGI_NO_SQUARE) {
        shg_out_text(out, "先獅子：");
        shg_out_place(out, v, shoogi_position_counter_strike_square(position), SHG_FILES_WIDE);
        shg_out_char(out, '\n');
    }
    if (shg_has_checks(position))
        shg_out_format(out, "王手の回数：先手%u 後手%u\n",
                       shoogi_position_checks_given(position, SHOOGI_BLACK),
                       shoogi_position_checks_given(position, SHOOGI_WHITE));
    write_number(out, position);
    shg_out_format(out, "%s番\n", sides[shoogi_position_side(position)]);
}

size_t shoogi_bod_write(char *out, size_t out_bytes, const shoogi_position *position)
{
    shg_out text = shg_out_make(out, out_bytes);
    shg_out_bod(&text, position);
    if (text.spent) {
        (void)shg_out_make(out, out_bytes);
        return 0;
    }
    return text.length;
}

/* --- reading ------------------------------------------------------------------------------------- */

void shg_bod_begin(shg_bod *bod, const shoogi_variant *variant)
{
    *bod = (shg_bod){ .variant = variant };
    bod->setup.mark = SHOOGI_NO_SQUARE;
    bod->setup.ply = 1;
    choose_signs(&bod->signs, variant);
}

/* 先手 or 下手, 後手 or 上手. */
static bool takes_side(shoogi_colour *out, shg_cursor *cursor)
{
    const bool black = SHG_TAKES(cursor, "先手", "下手", "▲", "▼", "☗");
    const bool white = !black && (SHG_TAKES(cursor, "後手", "上手", "△", "▽", "☖"));
    *out = white ? SHOOGI_WHITE : SHOOGI_BLACK;
    return black || white;
}

/* 先手番, 手番：先手, △の手番 */
static bool takes_turn(shoogi_colour *side, shg_cursor *cursor)
{
    const size_t start = cursor->at;
    bool turn = shg_takes(cursor, "手番");
    const size_t word = cursor->at;
    shg_skip_spaces(cursor);
    turn = turn && (SHG_TAKES(cursor, "：", ":", "＝", "=", "は") || cursor->at > word);
    shg_skip_spaces(cursor);
    if (takes_side(side, cursor) && (SHG_TAKES(cursor, "番", "の番", "の手番", "手番") || turn)) {
        (void)SHG_TAKES(cursor, "です", "：", ":");
        (void)shg_takes(cursor, "。");
        shg_skip_spaces(cursor);
        if (shg_cursor_done(cursor))
            return true;
    }
    cursor->at = start;
    return false;
}

/* A number in kanji or digits of either width, as in 歩二, 歩×2 and 歩2枚; 1 if there is none. */
static unsigned take_number(shg_cursor *cursor)
{
    unsigned count = 1;
    const char *const text = cursor->text + cursor->at;
    const size_t left = cursor->bytes - cursor->at;
    size_t took = shg_kanji_number_read(&count, text, left);
    if (took == 0 && shg_cursor_number(&count, cursor, SHG_HAND_MAX))
        return count;
    if (took == 0)
        took = shg_wide_number_read(&count, text, left);
    cursor->at += took;
    return count;
}

static unsigned take_count(shg_cursor *cursor, const shg_bod *bod)
{
    const size_t start = cursor->at;
    shoogi_kind kind;
    shg_skip_spaces(cursor);
    const size_t number = cursor->at;
    if (number > start && read_sign(&kind, &bod->signs, bod->variant, cursor->text + number,
                                    cursor->bytes - number) > 0) {
        cursor->at = start; /* 四天王 is no four of the piece before */
        return 1;
    }
    const bool open = SHG_TAKES(cursor, "(", "（");
    if (!open && SHG_TAKES(cursor, "×", "✕", "x", "X", "ｘ", "*", "＊", ":", "："))
        shg_skip_spaces(cursor);
    const size_t at = cursor->at;
    const unsigned count = take_number(cursor);
    if (cursor->at == at) { /* none, or another sign */
        cursor->at = at == number ? start : number;
        return 1;
    }
    (void)SHG_TAKES(cursor, "枚", "個", "本", "つ");
    if (open)
        (void)SHG_TAKES(cursor, ")", "）");
    return count;
}

/* 残り全部: the rest of the set. */
static bool takes_rest(shg_cursor *cursor)
{
    if (!SHG_TAKES(cursor, "残り", "残"))
        return false;
    while (SHG_TAKES(cursor, "の", "駒", "全部", "全て", "すべて", "全駒", "全", "一式"))
        continue;
    return true;
}

/* The kind of a piece in hand; 0: it is never there. */
static shoogi_kind hand_kind_of(const shoogi_variant *v, shoogi_kind kind)
{
    if (!shg_kind_in_hand(v, kind) || v->kind[kind].hand_kind != kind)
        kind = v->kind[kind].base;
    return shg_kind_in_hand(v, kind) ? kind : 0;
}

void shg_bod_finish(shg_bod *bod)
{
    const shoogi_variant *const v = bod->variant;
    unsigned whole[SHOOGI_KINDS_MAX + 1] = { 0 }, there[SHOOGI_KINDS_MAX + 1] = { 0 };
    if (!bod->rest[SHOOGI_BLACK] && !bod->rest[SHOOGI_WHITE])
        return;
    for (unsigned square = 0; square < shoogi_variant_square_count(v); square++) {
        whole[hand_kind_of(v, (shoogi_kind)(v->start[square] / 2))]++;
        there[hand_kind_of(v, bod->setup.board[square].kind)]++;
    }
    const shoogi_colour owner = bod->rest[SHOOGI_BLACK] ? SHOOGI_BLACK : SHOOGI_WHITE;
    for (unsigned k = 1; k <= v->kinds; k++) {
        whole[k] += v->start_hand[SHOOGI_BLACK][k] + v->start_hand[SHOOGI_WHITE][k];
        there[k] += bod->setup.hand[SHOOGI_BLACK][k] + bod->setup.hand[SHOOGI_WHITE][k];
        if (whole[k] > there[k])
            (void)shg_setup_give(&bod->setup, owner, (shoogi_kind)k, whole[k] - there[k]);
    }
}

/* The part after "先手の持駒：". */
static shoogi_status read_hand(shg_bod *bod, shg_cursor *cursor, shoogi_colour colour)
{
    const shoogi_variant *const v = bod->variant;
    for (shg_skip_spaces(cursor); !shg_cursor_done(cursor); shg_skip_spaces(cursor)) {
        const size_t start = cursor->at;
        if (SHG_TAKES(cursor, "なし", "無し", "ナシ", "無", "特になし", "-", "－", "ー", "、", ",",
                      "，", "・", "。", "/", "／", ";", "；"))
            continue;
        if (takes_rest(cursor)) {
            bod->rest[colour] = true;
            continue;
        }
        shoogi_kind kind = 0;
        const size_t took =
            read_sign(&kind, &bod->signs, v, cursor->text + start, cursor->bytes - start);
        if (took == 0)
            return shg_cursor_fail(cursor, start, "pieces in hand, or なし");
        cursor->at += took;
        const unsigned count = take_count(cursor, bod);
        kind = hand_kind_of(v, kind);
        if (kind == 0)
            return shg_cursor_fail(cursor, start, "a piece that can be in hand");
        if (count == 0 || !shg_setup_give(&bod->setup, colour, kind, count))
            return shg_cursor_fail(cursor, start, "from 1 to %d pieces in hand", SHG_HAND_MAX);
    }
    return SHOOGI_OK;
}

static shoogi_status read_square(shg_bod *bod, shg_cursor *cursor, unsigned file)
{
    const shoogi_variant *const v = bod->variant;
    shoogi_piece piece = { 0, SHOOGI_BLACK };
    shg_skip_spaces(cursor);
    const size_t start = cursor->at;
    if (SHG_TAKES(cursor, "v", "^", "ｖ"))
        piece.colour = SHOOGI_WHITE;
    shg_skip_spaces(cursor);
    const bool empty = SHG_TAKES(cursor, "・", "･", "＃", ".", "*");
    if (!empty) {
        const size_t took = read_sign(&piece.kind, &bod->signs, v, cursor->text + cursor->at,
                                      cursor->bytes - cursor->at);
        if (took == 0)
            return shg_cursor_fail(cursor, start, "a piece or ・ on file %u", file + 1);
        cursor->at += took;
        if (!shoogi_variant_has_square(v, file, bod->ranks))
            return shg_cursor_fail(cursor, start, "no piece on file %u, which has no square here",
                                   file + 1);
        bod->setup.board[shoogi_variant_square(v, file, bod->ranks)] = piece;
    }
    return SHOOGI_OK;
}

/* |v香v桂 ...|一, after the first bar. */
static shoogi_status read_rank(shg_bod *bod, shg_cursor *cursor)
{
    const shoogi_variant *const v = bod->variant;
    if (bod->ranks == v->ranks)
        return shg_cursor_fail(cursor, 0, "no more than %u ranks", v->ranks);
    for (unsigned file = v->files; file-- > 0;) {
        const shoogi_status status = read_square(bod, cursor, file);
        if (status != SHOOGI_OK)
            return status;
    }
    shg_skip_spaces(cursor);
    if (!shg_takes(cursor, "|") && !shg_takes(cursor, "｜"))
        return shg_cursor_fail(cursor, cursor->at, "\"|\" after the %u squares of a rank",
                               v->files);
    bod->ranks++;
    unsigned number;
    shg_skip_spaces(cursor);
    if (shg_kanji_number_read(&number, cursor->text + cursor->at, cursor->bytes - cursor->at) > 0 ||
        shg_number_read(&number, cursor, SHOOGI_RANKS_MAX))
        bod->misplaced = number != bod->ranks;
    return SHOOGI_OK;
}

static bool takes_caption(shg_cursor *cursor)
{
    const size_t start = cursor->at;
    shg_skip_spaces(cursor);
    if (shg_takes(cursor, "手数")) {
        shg_skip_spaces(cursor);
        if (SHG_TAKES(cursor, "＝", "="))
            return true;
    }
    cursor->at = start;
    shg_skip_spaces(cursor);
    (void)SHG_TAKES(cursor, "(", "（", "[", "［", "【", "〔", "＜", "<", "〈", "《");
    if (SHG_TAKES(cursor, "図は", "図：", "途中図は", "第１図は", "第1図は")) {
        (void)shg_takes(cursor, "、");
        if (shg_has_word(cursor, "まで")) /* else moves follow */
            return true;
    }
    cursor->at = start;
    return false;
}

bool shg_bod_is_caption(const char *line, size_t line_bytes)
{
    shg_cursor cursor = { line, line_bytes, 0, NULL };
    shoogi_colour side;
    shg_skip_spaces(&cursor);
    const char first = shg_cursor_next(&cursor);
    if ((unsigned char)first < 0x80 && first != '(' && first != '[' && first != '<')
        return false; /* most lines are moves */
    return takes_caption(&cursor) || takes_turn(&side, &cursor);
}

/* 手数＝171　▲６二角成  まで; of 図は50手目▲６二角成まで the number is optional. */
static shoogi_status read_number(shg_bod *bod, shg_cursor *cursor)
{
    unsigned number = 0;
    const bool must = shg_takes(&(shg_cursor){ cursor->text, cursor->bytes, 0, NULL }, "手数");
    shg_skip_spaces(cursor);
    (void)shg_takes(cursor, "第");
    if (shg_number_read(&number, cursor, SHG_PLY_MAX - 1))
        bod->setup.ply = number + 1;
    else if (must)
        return shg_cursor_fail(cursor, cursor->at, "a number of moves up to %d", SHG_PLY_MAX - 1);
    (void)SHG_TAKES(cursor, "手目の", "手目", "手");
    shg_skip_spaces(cursor);
    const bool black = SHG_TAKES(cursor, "▲", "▼", "☗");
    const bool white = !black && (SHG_TAKES(cursor, "△", "▽", "☖"));
    if (!bod->side_said && (black || white)) {
        bod->setup.side = black ? SHOOGI_WHITE : SHOOGI_BLACK;
        bod->side_shown = true;
    }
    return SHOOGI_OK;
}

static shoogi_status read_mark(shg_bod *bod, shg_cursor *cursor)
{
    const size_t took = shg_place_read(&bod->setup.mark, bod->variant, cursor->text + cursor->at,
                                       cursor->bytes - cursor->at);
    if (took == 0)
        return shg_cursor_fail(cursor, cursor->at, "a square of this board");
    return SHOOGI_OK;
}

/* Behind 王手の回数：  */
static shoogi_status read_checks(shg_bod *bod, shg_cursor *cursor)
{
    const unsigned most = shoogi_variant_checks_to_win(bod->variant);
    shoogi_colour colour;
    for (shg_skip_spaces(cursor); takes_side(&colour, cursor); shg_skip_spaces(cursor)) {
        unsigned count;
        shg_skip_spaces(cursor);
        const size_t start = cursor->at;
        if (!shg_cursor_number(&count, cursor, SHG_PLY_MAX) || most < 2 || count > most)
            return shg_cursor_fail(cursor, start, "a number of checks up to %u",
                                   most < 2 ? 0 : most);
        (void)shg_takes(cursor, "回");
        bod->setup.checks[colour] = count;
    }
    return shg_cursor_done(cursor)
               ? SHOOGI_OK
               : shg_cursor_fail(cursor, cursor->at, "先手 or 後手, and a number of checks");
}

unsigned shg_bod_files(const char *line, size_t line_bytes)
{
    shg_cursor cursor = { line, line_bytes, 0, NULL };
    unsigned numbers = 0, number;
    for (shg_skip_spaces(&cursor); !shg_cursor_done(&cursor); shg_skip_spaces(&cursor)) {
        const size_t took =
            shg_wide_number_read(&number, cursor.text + cursor.at, cursor.bytes - cursor.at);
        if (took == 0)
            return 0;
        cursor.at += took;
        numbers++;
    }
    return numbers > 1 ? numbers : 0;
}

/* +-----+, and the numbers above it */
static bool is_frame(const shg_cursor *line)
{
    shg_cursor cursor = *line;
    shg_skip_spaces(&cursor);
    return shg_takes(&cursor, "+-") ||
           shg_bod_files(cursor.text + cursor.at, cursor.bytes - cursor.at) > 0;
}

/* "先手の持駒：" and the like: true, and read, if it is next. */
static bool takes_hand(shoogi_colour *colour, shg_cursor *cursor)
{
    const size_t start = cursor->at;
    if (takes_side(colour, cursor)) {
        (void)shg_takes(cursor, "の");
        if (SHG_TAKES(cursor, "持駒", "持ち駒", "持ちごま", "手駒")) {
            shg_skip_spaces(cursor);
            if (SHG_TAKES(cursor, "：", ":"))
                return true;
        }
    }
    cursor->at = start;
    return false;
}

shoogi_status shg_bod_line(bool *taken, shg_bod *bod, const char *line, size_t line_bytes,
                           shoogi_error *err)
{
    shg_cursor cursor = { line, line_bytes, 0, err };
    shoogi_colour colour;
    shoogi_status status = SHOOGI_OK;
    *taken = true;
    bod->misplaced = false;
    shg_skip_spaces(&cursor);
    if (SHG_TAKES(&cursor, "|", "｜"))
        status = read_rank(bod, &cursor);
    else if (takes_hand(&colour, &cursor))
        status = read_hand(bod, &cursor, colour);
    else if (takes_caption(&cursor))
        status = read_number(bod, &cursor);
    else if (SHG_TAKES(&cursor, "先獅子：", "先獅子:"))
        status = read_mark(bod, &cursor);
    else if (SHG_TAKES(&cursor, "王手の回数：", "王手の回数:"))
        status = read_checks(bod, &cursor);
    else if (takes_turn(&colour, &cursor)) {
        bod->setup.side = colour;
        bod->side_said = true;
    } else
        *taken = is_frame(&cursor) || shg_takes(&cursor, "盤面回転");
    bod->any |= *taken;
    return status;
}

shoogi_status shoogi_bod_read(shoogi_position *position, const char *text, size_t text_bytes,
                              shoogi_error *err)
{
    shg_bod bod;
    shg_bod_begin(&bod, shoogi_position_variant(position));
    uint32_t line = 1;
    for (size_t at = 0; at < text_bytes; line++) {
        const char *const end = memchr(text + at, '\n', text_bytes - at);
        const size_t next = end ? (size_t)(end - text) + 1 : text_bytes;
        size_t bytes = end ? next - 1 - at : next - at;
        bytes -= bytes > 0 && text[at + bytes - 1] == '\r';
        bool taken = false;
        const shoogi_status status = shg_bod_line(&taken, &bod, text + at, bytes, err);
        if (status != SHOOGI_OK) {
            if (err)
                err->line = line;
            return status;
        }
        if (!taken && bytes > 0 && text[at] != '#')
            return shg_error_expected(err, SHOOGI_PARSE_ERROR, line, 1, "a line of a diagram",
                                      text + at, bytes);
        at = next;
    }
    if (!shg_bod_complete(&bod))
        return shg_error_expected(err, SHOOGI_PARSE_ERROR, line, 1, "a board of all its ranks",
                                  NULL, 0);
    shg_bod_finish(&bod);
    shg_setup_apply(position, &bod.setup);
    return SHOOGI_OK;
}
