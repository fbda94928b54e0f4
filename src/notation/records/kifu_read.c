/* kifu_read.c: reads KIF and KI2: start positions, headers, remarks, variations, terminations.  Source:
 * docs/record-format.md, "KIF". */
#include "notation/records/header.h"
#include "notation/moves/japanese.h"
#include "notation/records/kifu.h"

#include "base/error.h"
#include "shoogi/notation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The names of players in handicap games. */
static const struct {
    const char *name, *key;
} uneven_headers[] = {
    { "black", "下手" },
    { "white", "上手" },
    { "black-short", "下手省略名" },
    { "white-short", "上手省略名" },
};

/* --- lines --------------------------------------------------------------------------------------- */

typedef struct span {
    const char *bytes;
    size_t count;
} span;

static span trimmed(span s)
{
    static const char wide[] = "　";
    const size_t wide_bytes = sizeof wide - 1;
    for (bool more = true; more;) {
        more = false;
        if (s.count > 0 && (s.bytes[0] == ' ' || s.bytes[0] == '\t')) {
            s = (span){ s.bytes + 1, s.count - 1 };
            more = true;
        } else if (s.count >= wide_bytes && memcmp(s.bytes, wide, wide_bytes) == 0) {
            s = (span){ s.bytes + wide_bytes, s.count - wide_bytes };
            more = true;
        } else if (s.count > 0 && (s.bytes[s.count - 1] == ' ' || s.bytes[s.count - 1] == '\t')) {
            s.count--;
            more = true;
        } else if (s.count >= wide_bytes &&
                   memcmp(s.bytes + s.count - wide_bytes, wide, wide_bytes) == 0) {
            s.count -= wide_bytes;
            more = true;
        }
    }
    return s;
}

static bool is_text(span s, const char *text)
{
    return s.count == strlen(text) && memcmp(s.bytes, text, s.count) == 0;
}

static bool begins_with(span s, const char *text)
{
    return s.count >= strlen(text) && memcmp(s.bytes, text, strlen(text)) == 0;
}

static bool contains(span text, const char *word)
{
    const size_t bytes = strlen(word);
    for (size_t at = 0; at + bytes <= text.count; at++)
        if (memcmp(text.bytes + at, word, bytes) == 0)
            return true;
    return false;
}

/* "KEY：VALUE", split at the first colon of either width; false if there is none, or nothing before it. */
static bool split_header(span *key, span *value, const char *line, size_t bytes)
{
    static const char wide[] = "：";
    for (size_t at = 0; at < bytes; at++) {
        const bool is_wide =
            bytes - at >= sizeof wide - 1 && memcmp(line + at, wide, sizeof wide - 1) == 0;
        if (!is_wide && line[at] != ':')
            continue;
        const size_t behind = at + (is_wide ? sizeof wide - 1 : 1);
        *key = trimmed((span){ line, at });
        *value = (span){ line + behind, bytes - behind };
        const char *const front = trimmed(*value).bytes; /* spaces at the end stay */
        *value = (span){ front, (size_t)(line + bytes - front) };
        return key->count > 0;
    }
    return false;
}

/* 変化：3手, up to the number. */
static bool takes_variation(shg_cursor *cursor)
{
    shg_skip_spaces(cursor);
    if (!shg_takes(cursor, "変化"))
        return false;
    shg_skip_spaces(cursor);
    const bool colon = SHG_TAKES(cursor, "：", ":");
    shg_skip_spaces(cursor);
    unsigned number;
    return colon ||
           shg_wide_number_read(&number, cursor->text + cursor->at, cursor->bytes - cursor->at) > 0;
}

/* Before a comment, where the text was typed in Japanese. */
static const char wide_star[] = "＊";

static shg_kifu_kind kind_of(const shg_kifu_style *style, const shoogi_variant *variant,
                             const char *line, size_t bytes)
{
    shg_cursor cursor = { line, bytes, 0, NULL };
    span key, value;
    if (bytes > 0 && (line[0] == '*' || shg_takes(&cursor, wide_star)))
        return SHG_KIFU_COMMENT;
    if (bytes > 0 && line[0] == '&')
        return SHG_KIFU_BOOKMARK;
    if (bytes > 0 && line[0] == '#')
        return SHG_KIFU_PROGRAM;
    shg_skip_spaces(&cursor);
    if (shg_cursor_done(&cursor))
        return SHG_KIFU_BLANK;
    shg_cursor number = cursor;
    if (takes_variation(&number))
        return SHG_KIFU_VARIATION;
    if (shg_takes(&cursor, "まで"))
        return SHG_KIFU_RESULT;
    if (shg_bod_is_caption(line, bytes))
        return SHG_KIFU_CAPTION;
    if (shg_takes(&cursor, "手数") && contains((span){ line, bytes }, "指手"))
        return SHG_KIFU_TABLE;
    if (style->is_moves(variant, NULL, line, bytes))
        return SHG_KIFU_MOVES;
    if (!split_header(&key, &value, line, bytes) || !shg_kifu_is_key(variant, key.bytes, key.count))
        return SHG_KIFU_OTHER;
    return is_text(key, "手合割") || is_text(key, "棋種") ? SHG_KIFU_START : SHG_KIFU_HEADER;
}

/* The name of the header with this key; the key itself if it has no other. */
static span name_of(span key)
{
    const char *name = shg_header_name(SHG_HEADERS_KIF, key.bytes, key.count);
    for (size_t i = 0; i < sizeof uneven_headers / sizeof uneven_headers[0]; i++)
        if (is_text(key, uneven_headers[i].key))
            name = uneven_headers[i].name;
    return name ? (span){ name, strlen(name) } : key;
}

bool shg_kifu_begins(const char *line, size_t line_bytes)
{
    const size_t lead = shg_kifu_lead(line, line_bytes);
    const span text = { line + lead, line_bytes - lead };
    return text.count > 0 && text.bytes[0] == '#' && !begins_with(text, shg_kifu_own_sign) &&
           (begins_with(text, "#KIF version") || begins_with(text, "#KI2 version") ||
            contains(text, "棋譜ファイル"));
}

/* Whether nothing can follow any more. */
static bool is_over(const shg_kifu *kifu)
{
    return !kifu->r->foul.is_open &&
           shoogi_record_node(kifu->r->record, kifu->r->last).termination !=
               SHOOGI_TERMINATION_NONE;
}

void shg_kifu_back(shg_kifu *kifu, const char *before, size_t before_bytes)
{
    shg_reading *const r = kifu->r;
    shg_reading_back(r);
    r->begin = kifu->line = before;
    r->length = kifu->bytes = before_bytes;
    r->lead = shg_kifu_lead_before(r, before);
}

size_t shg_kifu_lead_before(const shg_reading *r, const char *line)
{
    size_t lead = 0;
    while (line - lead > r->text && line[-(ptrdiff_t)lead - 1] != '\n' &&
           line[-(ptrdiff_t)lead - 1] != '\r')
        lead++;
    return lead;
}

/* Whether a line names a player otherwise than the record does. */
static bool has_other_player(const shg_kifu *kifu, shg_kifu_kind kind, const char *line,
                             size_t bytes)
{
    static const char *const players[] = { "black", "white" };
    span key, value;
    bool other = false;
    if (kind != SHG_KIFU_HEADER || !split_header(&key, &value, line, bytes))
        return false;
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        const char *const old = shoogi_record_header(kifu->r->record, players[i]);
        other |= old && is_text(name_of(key), players[i]) && !is_text(value, old);
    }
    return other;
}

/* A block of headers after moves: whether another record begins with it.  It ends where moves follow; after an end
 * these can only belong to another record, and else if they begin at the first number again, or the start is given
 * again. */
static bool is_next_block(shg_kifu *kifu, bool over)
{
    const shg_reading *const r = kifu->r;
    shg_reading ahead = { .text = r->text, .bytes = r->bytes, .at = r->at };
    shg_kifu_kind kind = kifu->kind;
    bool start_given = kind == SHG_KIFU_START,
         others = has_other_player(kifu, kind, kifu->line, kifu->bytes);
    unsigned number = 0;
    for (;;) {
        if (!shg_reading_take(&ahead))
            return over && start_given;
        kifu->same_until = ahead.at;
        const size_t lead = shg_kifu_lead(ahead.begin, ahead.length);
        const char *const line = ahead.begin + lead;
        const size_t bytes = ahead.length - lead;
        if (shg_kifu_begins(line, bytes))
            return over && start_given;
        kind = kind_of(kifu->style, kifu->variant, line, bytes);
        start_given |= kind == SHG_KIFU_START;
        others |= has_other_player(kifu, kind, line, bytes);
        if (kind == SHG_KIFU_TABLE && (over || start_given))
            return true;
        if (kind == SHG_KIFU_VARIATION || kind == SHG_KIFU_RESULT)
            return over && start_given;
        if (kind == SHG_KIFU_MOVES) {
            (void)kifu->style->is_moves(kifu->variant, &number, line, bytes);
            return over || (number > 0 ? number == kifu->offset + 1 : start_given || others);
        }
    }
}

/* Whether the current line begins another record: a header, a table or the first number after an end, or after moves
 * that nothing but the beginning of a record can follow. */
static bool begins_next(shg_kifu *kifu)
{
    const shg_reading *const r = kifu->r;
    unsigned number = 0;
    if (!kifu->begun || kifu->at_variation || kifu->skips || r->at <= kifu->same_until)
        return false;
    const bool over = is_over(kifu);
    bool next = false;
    switch ((int)kifu->kind) {
    case SHG_KIFU_TABLE: next = over; break;
    case SHG_KIFU_MOVES:
        next = over && kifu->style->is_moves(kifu->variant, &number, kifu->line, kifu->bytes) &&
               number == kifu->offset + 1 && number + 1 < kifu->number;
        break;
    case SHG_KIFU_START:
    case SHG_KIFU_HEADER: next = is_next_block(kifu, over); break;
    }
    return next;
}

bool shg_kifu_line(shg_kifu *kifu)
{
    shg_reading *const r = kifu->r;
    if (!shg_reading_line(r))
        return false;
    if (kifu->any && shg_kifu_begins(r->begin, r->length)) {
        shg_kifu_back(kifu, kifu->line, kifu->bytes);
        return false;
    }
    const char *const before = kifu->line;
    const size_t before_bytes = kifu->bytes;
    r->lead = shg_kifu_lead(r->begin, r->length);
    r->begin += r->lead;
    r->length -= r->lead;
    kifu->line = r->begin;
    kifu->bytes = r->length;
    kifu->kind = kind_of(kifu->style, kifu->variant, kifu->line, kifu->bytes);
    if (begins_next(kifu)) {
        shg_kifu_back(kifu, before, before_bytes);
        r->at_next = true;
        return false;
    }
    kifu->any |= kifu->kind != SHG_KIFU_BLANK && kifu->kind != SHG_KIFU_OTHER &&
                 kifu->kind != SHG_KIFU_PROGRAM;
    return true;
}

static void keep_text(shg_kifu *kifu, const char *text, size_t bytes)
{
    shg_out_text(&kifu->unparsed, kifu->unparsed_open ? "\n" : "");
    shg_out_bytes(&kifu->unparsed, text, bytes);
    shg_out_char(&kifu->unparsed, '\n');
    kifu->unparsed_open = false;
}

/* The whole line, with its lead. */
static void keep_line(shg_kifu *kifu)
{
    const size_t lead = kifu->r->lead;
    keep_text(kifu, kifu->line - lead, kifu->bytes + lead);
}

void shg_kifu_keep(shg_kifu *kifu, size_t at, size_t bytes, const char *expected)
{
    if (shg_reading_settle(kifu->r) != SHOOGI_OK)
        return;
    shg_reading_warn(kifu->r, at, bytes, expected);
    keep_line(kifu);
}

/* Whether a line belongs to a board diagram, valid or not. */
static bool is_board(shg_bod *scratch, const char *line, size_t bytes)
{
    bool taken = false;
    scratch->ranks = 0;
    const shoogi_status status = shg_bod_line(&taken, scratch, line, bytes, NULL);
    return taken || status != SHOOGI_OK;
}

static const char turn_key[] = "手番";

/* Whether a header has a move where none is expected: with its origin, or as the name of a player. */
static bool has_strange_move(const shoogi_variant *variant, span name, span value)
{
    const bool player = is_text(name, "black") || is_text(name, "white");
    return shg_kifu_has_origin(variant, value.bytes, value.count) ||
           (player && variant && shg_kifu_has_move(variant, value.bytes, value.count));
}

/* Whether a header is a time whose value is read in another form. */
static bool is_date_of_ours(char date[static SHG_KIFU_DATE_BYTES], span name, span value)
{
    return (is_text(name, "start-time") || is_text(name, "end-time")) &&
           shg_kifu_date(date, value.bytes, value.count);
}

bool shg_kifu_reads_header(const shg_kifu_style *style, shg_bod *scratch, const char *line,
                           const char *name, const char *value)
{
    const size_t bytes = strlen(line);
    span key, text;
    char date[SHG_KIFU_DATE_BYTES];
    return shg_kifu_lead(line, bytes) == 0 &&
           kind_of(style, scratch->variant, line, bytes) == SHG_KIFU_HEADER &&
           split_header(&key, &text, line, bytes) && is_text(name_of(key), name) &&
           is_text(text, value) && !is_board(scratch, line, bytes) &&
           !has_strange_move(scratch->variant, name_of(key), text) && !is_text(key, turn_key) &&
           (!is_date_of_ours(date, name_of(key), text) || is_text(text, date));
}

/* --- the start position -------------------------------------------------------------------------- */

/* What the lines before the moves say about it. */
typedef struct start {
    const shoogi_variant *variant;
    const shoogi_handicap *handicap;
    bool gains;          /* its pieces are in the other player's hand */
    shoogi_kind soldier; /* 歩三兵: in the hand of a second player with a royal alone; 0: not so */
    unsigned soldier_count;
    bool unknown;   /* 手合割 has a name that is not known */
    bool uneven;    /* the players are 下手 and 上手 */
    unsigned files; /* above the board; 0: no numbers there */
    unsigned ranks; /* of the board, and the columns of text in the last of them */
    size_t rank_columns;
    unsigned number;  /* of the first move; 0: not given */
    bool mover_shown; /* by the number or the mark of the first move */
    shoogi_colour mover;
    shg_bod bod;
} start;

/* The next line, as long as it precedes the moves. */
static bool next_before_moves(shg_kifu *kifu)
{
    return shg_kifu_line(kifu) && kifu->kind != SHG_KIFU_MOVES &&
           kifu->kind != SHG_KIFU_VARIATION && kifu->kind != SHG_KIFU_RESULT;
}

/* Returns to the beginning of the text. */
static void rewind_to(shg_kifu *kifu, size_t at, size_t line)
{
    kifu->r->at = at;
    kifu->r->line = line;
    kifu->any = false;
}

/* A word that only says that the default variant is played, or that a board shows the start. */
static bool says_nothing(span value)
{
    return value.count == 0 || is_text(value, "平手") || is_text(value, "その他") ||
           is_text(value, "詰将棋");
}

/* 手合割：二枚落ち, or the name of a variant.  False for an unknown name. */
static bool read_kind_of_game(const shg_kifu *kifu, start *s, span value)
{
    shg_kifu_game game;
    if (shg_kifu_game_of(&game, kifu->r->options, s->variant, value.bytes, value.count)) {
        s->variant = game.variant;
        s->handicap = game.handicap ? game.handicap : s->handicap;
        s->gains |= game.gains;
        s->soldier = game.soldier;
        s->soldier_count = game.soldier_count;
        return true;
    }
    s->unknown |= !says_nothing(value);
    return says_nothing(value);
}

/* The value of the line, if it names a variant or a handicap. */
static bool take_kind_of_game(span *value, const shg_kifu *kifu)
{
    span key;
    if (kifu->kind != SHG_KIFU_START || !split_header(&key, value, kifu->line, kifu->bytes))
        return false;
    *value = trimmed(*value);
    return true;
}

/* Notes what the line says about the size of the board. */
static void measure(start *s, const shg_kifu *kifu)
{
    shg_cursor cursor = { kifu->line, kifu->bytes, 0, NULL };
    shg_skip_spaces(&cursor);
    if (kifu->kind != SHG_KIFU_OTHER)
        return;
    if (SHG_TAKES(&cursor, "|", "｜")) {
        size_t end = cursor.at;
        while (end < cursor.bytes && kifu->line[end] != '|')
            end++;
        s->ranks++;
        s->rank_columns = 0;
        for (uint32_t c; cursor.at < end;) {
            cursor.at += shg_utf8_read(&c, kifu->line + cursor.at, end - cursor.at);
            s->rank_columns += c < 0x80 ? 1 : 2;
        }
    } else if (s->ranks == 0) {
        const unsigned files = shg_bod_files(kifu->line, kifu->bytes);
        s->files = files > 0 ? files : s->files;
    }
}

/* Who makes the first move, by its number or by a mark before it: 2 △３四歩. */
static void read_mover(start *s, const shg_kifu *kifu)
{
    shg_cursor cursor = { kifu->line, kifu->bytes, 0, NULL };
    unsigned number = 1;
    shg_skip_spaces(&cursor);
    const bool numbered = shg_number_read(&number, &cursor, SHOOGI_RECORD_NODES_MAX);
    while (SHG_TAKES(&cursor, "手目", " ", "　", "\t", ".", "：", ":"))
        continue;
    const bool black = SHG_TAKES(&cursor, "▲", "☗", "▼");
    const bool white = !black && (SHG_TAKES(&cursor, "△", "☖", "▽"));
    s->mover_shown = black || white || (numbered && number % 2 == 0);
    s->number = numbered ? number : 0;
    s->mover = black ? SHOOGI_BLACK : SHOOGI_WHITE;
}

/* The variant, which must be known before its board can be read.  A board that fits the caller's variant but not the
 * named one belongs to the caller's. */
static void find_game(shg_kifu *kifu, start *s)
{
    const shoogi_variant *const asked = kifu->r->options->variant;
    while (next_before_moves(kifu)) {
        span key, value;
        measure(s, kifu);
        if (take_kind_of_game(&value, kifu))
            (void)read_kind_of_game(kifu, s, value);
        else if (kifu->kind == SHG_KIFU_HEADER &&
                 split_header(&key, &value, kifu->line, kifu->bytes))
            s->uneven |= begins_with(key, "下手") || begins_with(key, "上手");
        kifu->variant = s->variant;
    }
    if (kifu->kind == SHG_KIFU_MOVES)
        read_mover(s, kifu);
    if (s->ranks > 0 && s->ranks == shoogi_variant_rank_count(asked) &&
        s->ranks != shoogi_variant_rank_count(s->variant)) {
        s->variant = asked;
        s->handicap = NULL;
        s->gains = false;
        s->soldier = 0;
    }
    kifu->variant = s->variant;
}

static bool is_rank(const shg_kifu *kifu)
{
    shg_cursor cursor = { kifu->line, kifu->bytes, 0, NULL };
    shg_skip_spaces(&cursor);
    return kifu->kind == SHG_KIFU_OTHER && SHG_TAKES(&cursor, "|", "｜");
}

/* Whether the board belongs to a game of another size; then it is refused. */
static bool refuse_size(shg_kifu *kifu, const start *s)
{
    enum { CELL_COLUMNS = 3 };
    const unsigned files = shoogi_variant_file_count(s->variant),
                   ranks = shoogi_variant_rank_count(s->variant);
    const unsigned drawn = s->files > 0 ? s->files
                           : s->rank_columns % CELL_COLUMNS == 0
                               ? (unsigned)s->rank_columns / CELL_COLUMNS
                               : files;
    if (s->ranks < 2 || drawn == files || (s->files == 0 && s->ranks == ranks))
        return false;
    const char *const name = shoogi_variant_name(s->variant);
    shoogi_error err;
    (void)shg_error_set(
        &err, SHOOGI_PARSE_ERROR, 0, 0,
        "expected a board of %u files and %u ranks, as in %s, found %u and %u: name the "
        "game, as with --variant",
        files, ranks, *name ? name : "this game", drawn, s->ranks);
    (void)shg_reading_refuse(kifu->r, 0, &err);
    return true;
}

static void read_board(shg_kifu *kifu, start *s)
{
    shg_reading *const r = kifu->r;
    shg_bod_begin(&s->bod, s->variant);
    while (r->status == SHOOGI_OK && next_before_moves(kifu)) {
        bool taken = false;
        shoogi_error err = { .status = SHOOGI_OK };
        if (kifu->kind == SHG_KIFU_COMMENT || kifu->kind == SHG_KIFU_BOOKMARK ||
            kifu->kind == SHG_KIFU_PROGRAM)
            continue;
        if (s->ranks > 0 && is_rank(kifu) && refuse_size(kifu, s))
            return;
        if (shg_bod_line(&taken, &s->bod, kifu->line, kifu->bytes, &err) != SHOOGI_OK)
            (void)shg_reading_refuse(r, 0, &err);
        if (s->bod.misplaced && r->status == SHOOGI_OK) {
            char expected[40];
            shg_out text = shg_out_make(expected, sizeof expected);
            shg_out_format(&text, "rank %u of the board", s->bod.ranks);
            shg_reading_warn(r, 0, kifu->bytes, expected);
        }
    }
    if (r->status == SHOOGI_OK && s->bod.ranks > 0 && !shg_bod_complete(&s->bod))
        (void)shg_reading_fail(r, 0, 0, "a board of all its ranks");
    shg_bod_finish(&s->bod);
}

/* Leaves the second player a royal and the soldiers in hand. */
static void give_soldiers(const start *s, shoogi_position *position)
{
    const shoogi_colour giver = shoogi_colour_other(shoogi_position_side(position));
    for (unsigned square = 0; square < shoogi_variant_square_count(s->variant); square++) {
        const shoogi_piece piece = shoogi_position_piece(position, (shoogi_square)square);
        if (piece.kind != 0 && piece.colour == giver &&
            !shoogi_variant_kind(s->variant, piece.kind).royal)
            shoogi_position_put(position, (shoogi_square)square, (shoogi_piece){ 0, SHOOGI_BLACK });
    }
    const shoogi_status given =
        shoogi_position_set_hand(position, giver, s->soldier, s->soldier_count);
    assert(given != SHOOGI_ILLEGAL); /* the kind has been checked */
    (void)given;
}

/* Removes the handicap from the board, and adds the pieces in hand. */
static void give_and_take(const start *s, shoogi_position *position)
{
    if (s->soldier != 0)
        give_soldiers(s, position);
    for (size_t i = 0; s->handicap && i < s->handicap->square_count; i++) {
        const shoogi_square square = s->handicap->squares[i];
        const shoogi_piece piece = shoogi_position_piece(position, square);
        const shoogi_colour taker = shoogi_colour_other(piece.colour);
        shoogi_position_put(position, square, (shoogi_piece){ 0, SHOOGI_BLACK });
        if (s->gains) { /* refused only for a kind that is never in hand */
            const unsigned there = shoogi_position_hand(position, taker, piece.kind);
            const shoogi_status given =
                shoogi_position_set_hand(position, taker, piece.kind, there + 1);
            (void)given;
        }
    }
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned kind = 1; kind <= shoogi_variant_kind_count(s->variant); kind++) {
            const unsigned count = s->bod.setup.hand[colour][kind];
            if (count > 0) { /* more than fit with those of the start are ignored */
                const shoogi_status given = shoogi_position_set_hand(
                    position, (shoogi_colour)colour, (shoogi_kind)kind, count);
                assert(given != SHOOGI_ILLEGAL); /* the kind has been checked */
                (void)given;
            }
        }
}

/* Whose turn it is.  A line says so (後手番), or the last move beside the board does; the first move shows it where the
 * start is not that of the game; in a game between 下手 and 上手, 上手 begins. */
static shoogi_colour side_of(const start *s, shoogi_colour first)
{
    const bool drawn = s->bod.ranks > 0;
    if (s->bod.side_said || (drawn && s->bod.side_shown))
        return s->bod.setup.side;
    if ((drawn || (s->unknown && !s->handicap)) && s->mover_shown)
        return s->mover;
    const bool given = s->handicap || s->soldier != 0 || (s->uneven && (drawn || s->unknown));
    return given ? shoogi_colour_other(first) : first;
}

/* Sets up the start: the board diagram, or else the handicap, or else an even game. */
static void set_up(const start *s, shoogi_position *position)
{
    const shoogi_colour side = side_of(s, shoogi_position_side(position));
    if (s->bod.ranks > 0)
        shg_setup_apply(position, &s->bod.setup);
    else
        give_and_take(s, position);
    if (s->bod.ranks > 0 && s->bod.setup.ply == 1 && s->number > 0 && s->number <= SHG_PLY_MAX)
        shoogi_position_set_ply(position, s->number); /* the board has none of its own */
    shoogi_position_set_side(position, side);
    shoogi_position_setup_done(position);
}

static void read_start(shg_kifu *kifu)
{
    shg_reading *const r = kifu->r;
    const size_t at = r->at, line = r->line;
    start s = { .variant = r->options->variant };
    find_game(kifu, &s);
    rewind_to(kifu, at, line);
    read_board(kifu, &s);
    if (r->status != SHOOGI_OK)
        return;
    rewind_to(kifu, at, line);
    shoogi_position *position = NULL;
    r->status = shoogi_position_new(&position, s.variant);
    if (r->status == SHOOGI_OK)
        set_up(&s, position);
    kifu->start_drawn = s.bod.ranks > 0;
    (void)shg_reading_start(r, position);
    shoogi_position_free(position);
}

/* --- moves and variations ------------------------------------------------------------------------ */

/* The greatest number with which a variation from a line can begin. */
static unsigned reach_of(const shg_kifu_branch *branch)
{
    return branch->before + branch->moves + 1;
}

/* The number of the last move of a line, or of its termination. */
static unsigned last_of(const shg_kifu_branch *branch)
{
    return branch->before + branch->moves + branch->ended;
}

static unsigned greater(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* Begins a line of moves, the last open one. */
static bool open_branch(shg_kifu *kifu, unsigned before)
{
    if (kifu->branch_count == kifu->branch_room) {
        const size_t room = kifu->branch_room == 0 ? 16 : kifu->branch_room * 2;
        shg_kifu_branch *const more = realloc(kifu->branches, room * sizeof *more);
        if (!more) {
            kifu->r->status = SHOOGI_NO_MEMORY;
            return false;
        }
        kifu->branches = more;
        kifu->branch_room = room;
    }
    shg_kifu_branch new = { .before = before, .first = shoogi_record_node_count(kifu->r->record) };
    if (kifu->branch_count > 0) {
        const shg_kifu_branch *const on = &kifu->branches[kifu->branch_count - 1];
        new.last_below = greater(last_of(on), on->last_below);
        new.reach_below = greater(reach_of(on), on->reach_below);
    }
    kifu->branches[kifu->branch_count++] = new;
    return true;
}

/* Closes the lines that begin at this move number or later, and further ones down to the last with such a move or
 * termination, to which the variation is an alternative; without any, down to the last that it can continue.  False:
 * there is none. */
static bool close_branches(shg_kifu *kifu, unsigned number)
{
    const shg_kifu_branch *const branches = kifu->branches;
    size_t count = kifu->branch_count;
    while (count > 1 && branches[count - 1].before + 1 >= number)
        count--;
    const shg_kifu_branch *const top = &branches[count - 1];
    const bool is_there = number <= greater(last_of(top), top->last_below);
    if (!is_there && number > greater(reach_of(top), top->reach_below))
        return false;
    if (number > (is_there ? last_of(top) : reach_of(top))) {
        /* Variations are written from the last to the first.  In another order moves must be repeated, very often in a
         * hostile text. */
        kifu->remade += number;
        if (kifu->remade > SHOOGI_RECORD_NODES_MAX)
            return false;
        while (number > (is_there ? last_of(&branches[count - 1]) : reach_of(&branches[count - 1])))
            count--;
    }
    kifu->branch_count = count;
    return true;
}

/* 変化：3手 */
static void read_variation(shg_kifu *kifu)
{
    shg_reading *const r = kifu->r;
    shg_cursor cursor = { kifu->line, kifu->bytes, 0, NULL };
    (void)takes_variation(&cursor);
    (void)shg_takes(&cursor, "第");
    const size_t at = cursor.at;
    unsigned number = 0;
    kifu->skips = kifu->at_variation = true;
    if (!shg_number_read(&number, &cursor, SHOOGI_RECORD_NODES_MAX))
        cursor.at += shg_kanji_number_read(&number, kifu->line + at, kifu->bytes - at);
    if (number == 0 || number <= kifu->offset) {
        shg_kifu_keep(kifu, at, kifu->bytes - at, "the number of a move");
        return;
    }
    kifu->number = number;
    number -= kifu->offset;
    if (!close_branches(kifu, number)) {
        shg_kifu_keep(kifu, at, cursor.at - at, "the number of a move that was played");
        return;
    }
    const shg_kifu_branch *const on = &kifu->branches[kifu->branch_count - 1];
    const shoogi_node fork = number == 1 ? 0 : on->first + (number - 1 - on->before) - 1;
    kifu->skips = !open_branch(kifu, number - 1);
    (void)shg_reading_go(r, fork);
}

void shg_kifu_number(shg_kifu *kifu, size_t at, size_t bytes, unsigned number)
{
    const unsigned ply = shoogi_position_ply(shoogi_record_start(kifu->r->record));
    if (is_over(kifu))
        return;
    if (bytes == 0) {
        kifu->number = kifu->number > 0 ? kifu->number + 1 : 2;
        return;
    }
    if (kifu->number == 0 && number == ply) {
        kifu->offset = number - 1;
        kifu->number = number;
    }
    const unsigned expected = kifu->number > 0 ? kifu->number : 1;
    if (number != expected) {
        char text[48];
        shg_out out = shg_out_make(text, sizeof text);
        shg_out_format(&out, "%u, the number of the move", expected);
        shg_reading_warn(kifu->r, at, bytes, text);
    }
    kifu->number = number + 1;
}

/* Whether the text ends within a line without a termination. */
static bool is_cut_off(const shg_reading *r)
{
    return r->at == r->bytes && r->text[r->bytes - 1] != '\n' && r->text[r->bytes - 1] != '\r';
}

bool shg_kifu_said(shg_kifu *kifu, shg_said *said, size_t *used_bytes, size_t at, size_t bytes,
                   shoogi_square previous)
{
    shg_reading *const r = kifu->r;
    const char *const text = kifu->line + at;
    shoogi_error err = { .status = SHOOGI_OK };
    shoogi_status status = shg_said_read(
        said, used_bytes, shoogi_position_variant(r->walker.position), previous, text, bytes, &err);
    if (status == SHOOGI_OK && !shg_kifu_ends_apart(text, *used_bytes, bytes)) {
        const shg_cursor cursor = { text, bytes, *used_bytes, &err };
        status = shg_cursor_fail(&cursor, *used_bytes, "the end of the move");
    }
    if (status == SHOOGI_OK)
        return true;
    if (is_cut_off(r)) {
        shg_reading_warn(r, at, bytes, "a whole move at the end of the text");
        keep_text(kifu, text, bytes);
    } else {
        (void)shg_reading_refuse(r, at, &err);
    }
    return false;
}

void shg_kifu_remark(shg_kifu *kifu, size_t at, size_t bytes)
{
    const span text = trimmed((span){ kifu->line + at, bytes });
    if (text.count > 0)
        (void)shg_reading_comment(kifu->r, text.bytes, text.count);
}

size_t shg_kifu_length(const shg_kifu *kifu, size_t at, size_t bytes)
{
    const span all = { kifu->line + at, bytes };
    const span end = trimmed(all);
    return (size_t)(end.bytes + end.count - all.bytes);
}

/* Whether there is only a sign, as ！ or ①. */
static bool is_sign(span text)
{
    shg_cursor cursor = { text.bytes, text.count, 0, NULL };
    while (!shg_cursor_done(&cursor) &&
           shg_is_word_end(text.bytes + cursor.at, text.count - cursor.at)) {
        uint32_t c;
        cursor.at += shg_utf8_read(&c, text.bytes + cursor.at, text.count - cursor.at);
    }
    return shg_cursor_done(&cursor);
}

void shg_kifu_tail(shg_kifu *kifu, size_t at, size_t bytes)
{
    shg_cursor cursor = { kifu->line, at + bytes, at, NULL };
    do {
        shg_skip_spaces(&cursor);
    } while (SHG_TAKES(&cursor, "、", "。", "，", "．", ",", ".", "→", "⇒", "・", ";", "；", "/",
                       "／", "|", "｜", "-", "－", "—", "–"));
    const span rest = { cursor.text + cursor.at, cursor.bytes - cursor.at };
    if (SHG_TAKES(&cursor, "*", "＊"))
        shg_kifu_remark(kifu, cursor.at, cursor.bytes - cursor.at);
    else if (rest.count > 0) {
        if (!is_sign(rest))
            shg_reading_warn(kifu->r, cursor.at, rest.count, "the end of the move");
        shg_kifu_remark(kifu, cursor.at, rest.count);
    }
}

/* An illegal move, or the foul that ended the game: its text is without the mark. */
static void refuse_move(shg_kifu *kifu, size_t at, size_t bytes, const shoogi_error *why)
{
    shg_cursor text = { kifu->line, at + bytes, at, NULL };
    (void)SHG_TAKES(&text, "▲", "△", "▼", "▽", "☗", "☖");
    shg_skip_spaces(&text);
    (void)shg_reading_illegal(kifu->r, at, kifu->line + text.at, text.bytes - text.at, why);
}

void shg_kifu_add_move(shg_kifu *kifu, size_t at, size_t bytes, const shg_said *said)
{
    shg_reading *const r = kifu->r;
    shoogi_move move = 0;
    bool strained = false;
    shoogi_error err = { .status = SHOOGI_OK };
    kifu->reported.known = kifu->at_variation = false;
    if (is_over(kifu)) {
        (void)shg_reading_fail(r, at, bytes, "nothing after the end");
        return;
    }
    const shoogi_status status = shg_said_move(&move, &strained, said, r->walker.position, &err);
    if (status == SHOOGI_NO_MEMORY) {
        r->status = status;
    } else if (status != SHOOGI_OK) {
        const shoogi_colour side = shoogi_position_side(r->walker.position);
        shg_cursor cursor = { kifu->line, at + bytes, at, NULL };
        if (side == SHOOGI_BLACK && SHG_TAKES(&cursor, "△", "▽", "☖"))
            (void)shg_reading_fail(r, at, bytes, "a move of Black, ▲, who is to move");
        else if (side == SHOOGI_WHITE && SHG_TAKES(&cursor, "▲", "▼", "☗"))
            (void)shg_reading_fail(r, at, bytes, "a move of White, △, who is to move");
        else
            refuse_move(kifu, at, bytes, &err);
    } else {
        if (strained) {
            char text[SHOOGI_JAPANESE_TEXT_BYTES];
            (void)shoogi_japanese_write(text, sizeof text, r->walker.position, move,
                                        SHOOGI_NO_SQUARE);
            shg_reading_warn(r, at, bytes, text);
        }
        if (shg_reading_move(r, at, move) == SHOOGI_OK)
            kifu->branches[kifu->branch_count - 1].moves++;
    }
}

/* --- terminations -------------------------------------------------------------------------------- */

const char shg_kifu_any_end[] = "終局", shg_kifu_foul_word[] = "反則勝ち";

/* The bytes before a time or a remark. */
static size_t before_time(const char *text, size_t bytes)
{
    enum { WORDS_BYTES_MAX = 256 };
    for (size_t at = 0; at < bytes && at < WORDS_BYTES_MAX; at++) {
        shg_cursor cursor = { text, bytes, at, NULL };
        int64_t time_ms;
        if (text[at] == '*')
            return at;
        if (SHG_TAKES(&cursor, "(", "（", "[", "［")) {
            cursor.at = at;
            if (shg_kifu_takes_time(&time_ms, true, &cursor))
                return at;
        }
    }
    return bytes;
}

size_t shg_kifu_end_bytes(const char *text, size_t bytes)
{
    bytes = before_time(text, bytes);
    shg_kifu_end end = shg_kifu_end_of(text, bytes, true, SHOOGI_BLACK, NULL);
    if (!end.known && bytes > 0) { /* the first word, if a sign ends it */
        size_t word = 0;
        for (uint32_t c; word < bytes && !shg_is_word_end(text + word, bytes - word);)
            word += shg_utf8_read(&c, text + word, bytes - word);
        bytes = word;
        end = shg_kifu_end_of(text, bytes, true, SHOOGI_BLACK, NULL);
    }
    return end.known && end.used < bytes ? end.used : end.known ? bytes : 0;
}

/* Whether there is kanji before and kana after the place: the word before it is whole, as in 投了しました. */
static bool is_inflected(const char *text, size_t at, size_t bytes)
{
    enum { CHARACTER_BYTES = 3 };
    uint32_t before = 0, after = 0;
    if (at < CHARACTER_BYTES || at >= bytes)
        return false;
    (void)shg_utf8_read(&before, text + at - CHARACTER_BYTES, CHARACTER_BYTES);
    (void)shg_utf8_read(&after, text + at, bytes - at);
    return before >= 0x4E00 && before <= 0x9FFF && after >= 0x3041 && after <= 0x3096;
}

size_t shg_kifu_end_front(const char *text, size_t bytes)
{
    enum { SHORT_BYTES = 3, WORDS_BYTES_MAX = 48 }; /* 詰 begins many words */
    size_t longest = 0;
    uint32_t c;
    for (size_t at = 0; at < bytes && at < WORDS_BYTES_MAX;) {
        at += shg_utf8_read(&c, text + at, bytes - at);
        if (at > SHORT_BYTES && is_inflected(text, at, bytes) &&
            shg_kifu_end_of(text, at, true, SHOOGI_BLACK, NULL).known)
            longest = at;
    }
    const span rest = { text + longest, bytes - longest };
    return contains(rest, "勝") || contains(rest, "負") || contains(rest, "敗") ? 0 : longest;
}

/* Whether words name a foul, given that an illegal move is before them. */
static bool names_foul(span text)
{
    static const char *const words[] = { "反則",     "二歩",   "打ち歩詰", "打歩詰",
                                         "王手放置", "二手指", "行き所",   "禁じ手" };
    bool found = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        found |= contains(text, words[i]);
    return found;
}

/* The end by an open illegal move, whatever else the words mean: its side loses, unless they name the winner. */
static shg_kifu_end as_foul(shg_kifu_end end, shoogi_colour side)
{
    const shoogi_outcome named = end.result.outcome;
    end.end = SHOOGI_TERMINATION_ILLEGAL;
    end.known = true;
    end.result = shg_end_result(end.end, side);
    if (end.winner_named)
        end.result.outcome = named;
    return end;
}

void shg_kifu_add_end(shg_kifu *kifu, size_t at, size_t bytes, bool whole)
{
    shg_reading *const r = kifu->r;
    if (is_over(kifu)) {
        shg_reading_warn(r, at, bytes, "nothing after the end");
        keep_text(kifu, kifu->line + at, bytes);
        return;
    }
    kifu->at_variation = false;
    const shoogi_colour side = shoogi_position_side(r->walker.position);
    shg_kifu_end end = kifu->reported.known
                           ? kifu->reported
                           : shg_kifu_end_of(kifu->line + at, bytes, whole, side, r->record);
    const shoogi_result board = shoogi_position_result(r->walker.position);
    if (r->foul.is_open && names_foul((span){ kifu->line + at, bytes }))
        end = as_foul(end, side);
    else if (end.no_winner &&
             (board.outcome == SHOOGI_OUTCOME_BLACK || board.outcome == SHOOGI_OUTCOME_WHITE))
        end = (shg_kifu_end){
            .end = SHOOGI_TERMINATION_BOARD, .result = board, .known = true, .used = bytes
        };
    if (!end.known)
        shg_reading_warn(r, at, bytes,
                         end.no_winner ? "the side that won, such as 先手"
                                       : "a move or how the game ended, such as 投了");
    if (shg_reading_end(r, end.end, end.result, end.text, end.bytes) == SHOOGI_OK)
        kifu->branches[kifu->branch_count - 1].ended = true;
    if (kifu->reported.known)
        kifu->precise = r->last;
    else if (whole && end.known) /* else all of it is the text of the end */
        shg_kifu_remark(kifu, at + end.used, bytes - end.used);
    kifu->reported.known = false;
}

/* A result after a word for the termination: it may name the winner that the word does not. */
static void check_result(shg_kifu *kifu, size_t at)
{
    shg_reading *const r = kifu->r;
    const shoogi_node_info node = shoogi_record_node(r->record, r->last);
    const shoogi_colour side = shoogi_position_side(r->walker.position);
    if (kifu->precise == r->last)
        return;
    kifu->precise = r->last; /* one result is enough */
    const shg_kifu_end said =
        shg_kifu_end_of(kifu->line + at, kifu->bytes - at, false, side, r->record);
    if (!said.winner_named || said.result.outcome == node.result.outcome)
        return;
    if (node.termination == SHOOGI_TERMINATION_OTHER && node.result.outcome == SHOOGI_OUTCOME_NONE)
        shg_record_set_outcome(r->record, r->last, said.result.outcome);
    else
        shg_reading_warn(r, at, kifu->bytes - at, "the result that the word before gives");
}

/* "まで85手で": moves are missing if fewer have been read.  A written foul and, by some programs, the word for the end count as
 * a move; after a board the number may count from its beginning or from that of the game. */
static void check_count(shg_kifu *kifu, size_t at, size_t bytes, unsigned number)
{
    shg_reading *const r = kifu->r;
    const shoogi_node_info node = shoogi_record_node(r->record, r->last);
    const bool more = node.termination != SHOOGI_TERMINATION_NONE || r->foul.is_open;
    const unsigned before = shoogi_position_ply(shoogi_record_start(r->record)) - 1;
    if (number - node.ply <= more || number - before - node.ply <= more)
        return;
    char expected[48];
    shg_out text = shg_out_make(expected, sizeof expected);
    shg_out_format(&text, "%u, the number of moves", node.ply);
    shg_reading_warn(r, at, bytes, expected);
}

/* "まで85手で先手の勝ち": the termination, unless a word instead of a move has given it. */
static void read_result(shg_kifu *kifu)
{
    shg_cursor cursor = { kifu->line, kifu->bytes, 0, NULL };
    unsigned number;
    shg_skip_spaces(&cursor);
    (void)shg_takes(&cursor, "まで");
    (void)SHG_TAKES(&cursor, "、", "，", ",");
    shg_skip_spaces(&cursor);
    const size_t at = cursor.at;
    if (shg_number_read(&number, &cursor, SHOOGI_RECORD_NODES_MAX)) {
        check_count(kifu, at, cursor.at - at, number);
        shg_skip_spaces(&cursor);
        (void)shg_takes(&cursor, "手");
        (void)shg_takes(&cursor, "で");
    }
    shg_skip_spaces(&cursor);
    if (shg_cursor_done(&cursor))
        return;
    if (is_over(kifu))
        check_result(kifu, cursor.at);
    else
        shg_kifu_add_end(kifu, cursor.at, kifu->bytes - cursor.at, false);
}

/* --- the whole record ---------------------------------------------------------------------------- */

/* Unknown headers are kept under their own name. */
static void read_game(shg_kifu *kifu)
{
    span key, value;
    start s = { .variant = shoogi_position_variant(kifu->r->walker.position) };
    if (!take_kind_of_game(&value, kifu) || read_kind_of_game(kifu, &s, value))
        return;
    (void)split_header(&key, &value, kifu->line, kifu->bytes);
    shg_reading_warn(kifu->r, (size_t)(value.bytes - kifu->line), value.count,
                     kifu->start_drawn
                         ? "a known game or handicap"
                         : "a known game or handicap, or a board (the start is not known)");
    (void)shg_reading_header(kifu->r, key.bytes, key.count, value.bytes, value.count);
}

static void read_header(shg_kifu *kifu)
{
    span key, value;
    if ((!kifu->begun && is_board(&kifu->scratch, kifu->line, kifu->bytes)) ||
        !split_header(&key, &value, kifu->line, kifu->bytes))
        return;
    const span name = name_of(key);
    const char *before, *old;
    char date[SHG_KIFU_DATE_BYTES];
    const span said = value;
    if (is_date_of_ours(date, name, value))
        value = (span){ date, strlen(date) };
    if (has_strange_move(kifu->variant, name, said))
        shg_reading_warn(kifu->r, 0, kifu->bytes, "a header without a move in it");
    else if (is_text(key, turn_key)) /* one that can be read is a line of the board */
        shg_reading_warn(kifu->r, (size_t)(said.bytes - kifu->line), said.count, "先手 or 後手");
    for (size_t i = 0; i < shoogi_record_header_count(kifu->r->record); i++) {
        shoogi_record_header_at(&before, &old, kifu->r->record, i);
        if (!is_text(name, before))
            continue;
        if (!is_text(value, old)) /* the first counts: another may be of another game */
            shg_kifu_keep(kifu, 0, kifu->bytes, "a header that is not there yet");
        return;
    }
    (void)shg_reading_header(kifu->r, name.bytes, name.count, value.bytes, value.count);
}

static void read_bookmark(shg_kifu *kifu)
{
    shg_reading *const r = kifu->r;
    if (shoogi_record_node(r->record, r->last).bookmark)
        shg_kifu_keep(kifu, 0, kifu->bytes, "one bookmark at a place");
    else if (r->status == SHOOGI_OK)
        r->status = shoogi_record_set_bookmark(r->record, r->last, kifu->line + 1, kifu->bytes - 1);
}

/* A line that is only a word for an end, without a number. */
static bool read_end_alone(shg_kifu *kifu)
{
    shg_cursor cursor = { kifu->line, kifu->bytes, 0, NULL };
    const size_t bytes = shg_kifu_end_bytes(kifu->line, kifu->bytes);
    int64_t time_ms = -1;
    if (bytes == 0 || !kifu->begun || is_over(kifu))
        return false;
    cursor.at = bytes;
    shg_skip_spaces(&cursor);
    (void)shg_kifu_takes_time(&time_ms, true, &cursor);
    if (!is_sign((span){ kifu->line + cursor.at, kifu->bytes - cursor.at }))
        return false;
    shg_kifu_add_end(kifu, 0, bytes, true);
    if (time_ms >= 0 && kifu->r->status == SHOOGI_OK)
        shoogi_record_set_time(kifu->r->record, kifu->r->last, time_ms);
    return true;
}

static void read_line(shg_kifu *kifu)
{
    shg_reading *const r = kifu->r;
    const bool of_moves = kifu->kind == SHG_KIFU_MOVES || kifu->kind == SHG_KIFU_RESULT;
    if (kifu->skips &&
        (of_moves || kifu->kind == SHG_KIFU_COMMENT || kifu->kind == SHG_KIFU_BOOKMARK)) {
        keep_line(kifu);
        return;
    }
    kifu->begun |= of_moves || kifu->kind == SHG_KIFU_VARIATION;
    switch (kifu->kind) {
    case SHG_KIFU_BLANK:
    case SHG_KIFU_CAPTION:
    case SHG_KIFU_TABLE: break;
    case SHG_KIFU_PROGRAM:
        if (!kifu->skips)
            shg_kifu_own_read(kifu);
        break;
    case SHG_KIFU_START: read_game(kifu); break;
    case SHG_KIFU_COMMENT: {
        const size_t sign = kifu->line[0] == '*' ? 1 : sizeof wide_star - 1;
        (void)shg_reading_comment(r, kifu->line + sign, kifu->bytes - sign);
        break;
    }
    case SHG_KIFU_BOOKMARK: read_bookmark(kifu); break;
    case SHG_KIFU_VARIATION: read_variation(kifu); break;
    case SHG_KIFU_RESULT: read_result(kifu); break;
    case SHG_KIFU_MOVES: kifu->style->read_moves(kifu); break;
    case SHG_KIFU_HEADER: read_header(kifu); break;
    case SHG_KIFU_OTHER:
        if (!kifu->skips && read_end_alone(kifu))
            break;
        if (!kifu->begun && is_board(&kifu->scratch, kifu->line, kifu->bytes))
            kifu->any = true;
        else
            shg_kifu_keep(kifu, 0, kifu->bytes, "a move, a header or a remark");
        break;
    }
}

void shg_kifu_read(shg_reading *r, const shg_kifu_style *style)
{
    shg_kifu kifu = {
        .r = r, .style = style, .variant = r->options->variant, .unparsed = shg_out_growing()
    };
    read_start(&kifu);
    if (r->status == SHOOGI_OK && open_branch(&kifu, 0))
        shg_bod_begin(&kifu.scratch, shoogi_position_variant(r->walker.position));
    while (r->status == SHOOGI_OK && shg_kifu_line(&kifu))
        read_line(&kifu);
    if (r->status == SHOOGI_OK && !kifu.any) {
        kifu.unparsed.length = 0;
        kifu.unparsed_open = false;
        (void)shg_reading_fail(r, 0, 0, "a record of a game");
    }
    shoogi_status status = kifu.unparsed.spent ? SHOOGI_NO_MEMORY : SHOOGI_OK;
    if (status == SHOOGI_OK && (kifu.unparsed.length > 0 || kifu.unparsed_open) && r->record)
        status = shg_record_set_unparsed(r->record, kifu.unparsed.bytes, kifu.unparsed.length);
    if (status != SHOOGI_OK)
        r->status = status;
    free(kifu.unparsed.bytes);
    free(kifu.branches);
}

/* --- detection ----------------------------------------------------------------------------------- */

/* Every line of moves contains kanji. */
static bool has_kanji(const char *line, size_t bytes)
{
    size_t at = 0;
    while (at < bytes && (unsigned char)line[at] < 0x80)
        at++;
    return at < bytes;
}

/* Whether a header is one of those with which a record begins, if they are there: the players and the time. */
static bool is_first_key(span key)
{
    static const char *const names[] = { "black", "white", "start-time", "event" };
    const span name = name_of(key);
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        found |= is_text(name, names[i]);
    return found;
}

bool shg_kifu_begins_after(const struct shg_kifu_style *style, unsigned *state, const char *line,
                           size_t line_bytes)
{
    span key, value;
    shg_kifu_number_at number;
    const size_t lead = shg_kifu_lead(line, line_bytes);
    const span text = { line + lead, line_bytes - lead };
    shg_cursor cursor = { text.bytes, text.count, 0, NULL };
    const shg_kifu_kind kind = kind_of(style, NULL, text.bytes, text.count);
    if (*state == 0) {
        *state = kind == SHG_KIFU_RESULT ||
                 (kind == SHG_KIFU_MOVES && shg_kifu_front(&number, &cursor) &&
                  shg_kifu_end_bytes(text.bytes + cursor.at, text.count - cursor.at) > 0);
        return false;
    }
    return kind == SHG_KIFU_START || kind == SHG_KIFU_TABLE ||
           (kind == SHG_KIFU_HEADER && split_header(&key, &value, text.bytes, text.count) &&
            is_first_key(key));
}

unsigned shg_kifu_looks(const struct shg_kifu_style *style, const char *text, size_t text_bytes)
{
    unsigned looks = 0, ranks = 0;
    for (size_t at = 0, bytes; at < text_bytes; at += bytes + 1) {
        span key, value;
        bytes = 0;
        while (at + bytes < text_bytes && text[at + bytes] != '\n' && text[at + bytes] != '\r')
            bytes++;
        const size_t lead = shg_kifu_lead(text + at, bytes), length = bytes - lead;
        const char *const line = text + at + lead;
        const shg_kifu_kind kind = kind_of(style, NULL, line, length);
        if (kind == SHG_KIFU_MOVES && has_kanji(line, length) &&
            (!style->looks || style->looks(line, length)))
            return 90;
        const bool known = kind == SHG_KIFU_START || kind == SHG_KIFU_TABLE ||
                           kind == SHG_KIFU_VARIATION || kind == SHG_KIFU_RESULT ||
                           (kind == SHG_KIFU_HEADER && split_header(&key, &value, line, length) &&
                            (name_of(key).bytes != key.bytes || contains(key, "持駒")));
        ranks += kind == SHG_KIFU_OTHER && length > 1 && line[0] == '|' &&
                 (contains((span){ line, length }, "・") || contains((span){ line, length }, "v"));
        const bool named =
            kind == SHG_KIFU_PROGRAM && begins_with((span){ line + 1, length - 1 }, style->name);
        const unsigned says = named ? 80 : known || ranks > 1 ? style->looks_by_headers : 0;
        looks = says > looks ? says : looks;
    }
    return looks;
}
