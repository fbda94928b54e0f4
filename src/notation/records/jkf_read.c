/* jkf_read.c: reads JKF. */
#include "base/error.h"
#include "base/json.h"
#include "notation/records/end_word.h"
#include "notation/records/header.h"
#include "notation/moves/japanese.h"
#include "notation/records/jkf.h"
#include "notation/records/kifu.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A variation still to be read: an array of moves, and the node before them. */
typedef struct variation {
    size_t moves;
    shoogi_node parent;
} variation;

typedef struct jkf {
    shg_reading *r;
    shg_json json;
    uint32_t *lines; /* [line_count]: the offset of each in the text */
    size_t line_count;
    shg_csa csa;
    bool coded; /* CSA has codes for the pieces of the variant */
    /* What JKF has no keys for, in the first element of the moves; 0: none.  moves: of the main line, by their number. */
    size_t own, own_moves;
    variation *forks;
    size_t fork_count, fork_room;
} jkf;

static shg_json_type type_of(const jkf *j, size_t value)
{
    return (shg_json_type)j->json.values[value].type;
}

/* A member of an object; 0: it is not there, or null, which means the same: the schema allows it, and many programs that write
 * JSON write it for a key without a value. */
static size_t member(const jkf *j, size_t object, const char *name)
{
    const size_t value = shg_json_member(&j->json, object, name);
    return value != 0 && type_of(j, value) != SHG_JSON_NULL ? value : 0;
}

/* The same in our own words; object: 0 for none. */
static size_t own_member(const jkf *j, size_t object, const char *name)
{
    return object != 0 ? member(j, object, name) : 0;
}

/* Finds the beginnings of all lines. */
static shoogi_status find_lines(jkf *j)
{
    const char *const text = j->json.text, *const end = j->r->text + j->r->bytes;
    size_t count = 1;
    for (const char *c = text; c < end; c++)
        count += *c == '\n';
    j->lines = malloc(count * sizeof *j->lines);
    if (!j->lines)
        return SHOOGI_NO_MEMORY;
    j->lines[j->line_count++] = 0;
    for (const char *c = text; c < end; c++)
        if (*c == '\n')
            j->lines[j->line_count++] = (uint32_t)(c + 1 - text);
    return SHOOGI_OK;
}

/* Makes the line of a value the current line of error messages, as far as a message can show it.  Returns the offset
 * of the value in it. */
static size_t go_to_line(jkf *j, size_t value)
{
    enum { SHOWN_BYTES = 200 };
    shg_reading *const r = j->r;
    const uint32_t place = j->json.values[value].at;
    const char *const at = j->json.text + place;
    size_t line =
        0; /* the last line that begins at or before the value is from here on, before `after` */
    for (size_t after = j->line_count; after - line > 1;) {
        const size_t middle = line + (after - line) / 2;
        if (j->lines[middle] <= place)
            line = middle;
        else
            after = middle;
    }
    r->begin = j->json.text + j->lines[line];
    r->line = line + 1;
    const char *const end = r->text + r->bytes;
    const size_t shown = end - at < SHOWN_BYTES ? (size_t)(end - at) : (size_t)SHOWN_BYTES;
    const char *const line_end = memchr(at, '\n', shown);
    r->length = (size_t)((line_end ? line_end : at + shown) - r->begin);
    return (size_t)(at - r->begin);
}

static void fail(jkf *j, size_t value, const char *expected)
{
    const size_t at = go_to_line(j, value);
    (void)shg_reading_fail(j->r, at, j->r->length - at, expected);
}

static void warn(jkf *j, size_t value, const char *expected)
{
    const size_t at = go_to_line(j, value);
    shg_reading_warn(j->r, at, j->r->length - at, expected);
}

/* A whole number from 0 to most; reports an error and returns false otherwise. */
static bool read_number(unsigned *out, jkf *j, size_t value, unsigned most)
{
    shg_cursor c = { .text = j->json.text + j->json.values[value].at,
                     .bytes = j->json.values[value].bytes };
    if (type_of(j, value) == SHG_JSON_NUMBER && shg_cursor_number(out, &c, most) &&
        shg_cursor_done(&c))
        return true;
    fail(j, value, "a whole number");
    return false;
}

/* The decoded string.  False without memory, or with an error reported if it is no string.  *out: owned (free). */
static bool read_string(shg_out *out, jkf *j, size_t value)
{
    *out = shg_out_growing();
    if (type_of(j, value) != SHG_JSON_STRING) {
        fail(j, value, "a string");
        return false;
    }
    shg_out_text(out, "");
    shg_json_string(out, &j->json, value);
    if (out->spent)
        j->r->status = SHOOGI_NO_MEMORY;
    return !out->spent;
}

/* Passes each line of a string to a function of the record. */
typedef shoogi_status line_fn(shoogi_record *record, shoogi_node node, const char *text,
                              size_t bytes);

static void add_lines(jkf *j, size_t value, line_fn *add)
{
    shg_reading *const r = j->r;
    shg_out text;
    const bool good = read_string(&text, j, value);
    for (size_t at = 0; good && at <= text.length && r->status == SHOOGI_OK;) {
        size_t bytes = strcspn(text.bytes + at, "\r\n");
        r->status = add(r->record, r->last, text.bytes + at, bytes);
        bytes += text.bytes[at + bytes] == '\r' && text.bytes[at + bytes + 1] == '\n';
        at += bytes + 1;
    }
    free(text.bytes);
}

/* The kind of a code; reports an error otherwise. */
static shoogi_kind read_kind(jkf *j, size_t value)
{
    shoogi_kind kind = 0;
    if (type_of(j, value) == SHG_JSON_STRING && j->json.values[value].bytes == 2)
        kind = shg_csa_kind(&j->csa, j->json.text + j->json.values[value].at);
    if (kind == 0)
        fail(j, value, "a piece, as \"FU\"");
    return kind;
}

static bool read_colour(shoogi_colour *out, jkf *j, size_t value)
{
    unsigned colour;
    if (!read_number(&colour, j, value, 1))
        return false;
    *out = colour == 0 ? SHOOGI_BLACK : SHOOGI_WHITE;
    return true;
}

/* {"x":7,"y":6} */
static bool read_square(shoogi_square *out, jkf *j, size_t value)
{
    const size_t x = member(j, value, "x"), y = member(j, value, "y");
    unsigned file, rank;
    if (x == 0 || y == 0) {
        fail(j, value, "a square, as {\"x\":7,\"y\":6}");
        return false;
    }
    if (!read_number(&file, j, x, SHOOGI_FILES_MAX) || !read_number(&rank, j, y, SHOOGI_RANKS_MAX))
        return false;
    *out = shg_csa_square(&j->csa, file, rank);
    if (*out == SHOOGI_NO_SQUARE)
        fail(j, value, "a square of the board");
    return *out != SHOOGI_NO_SQUARE;
}

static void read_board(jkf *j, shoogi_position *position, size_t board)
{
    unsigned x = 1;
    const shg_json_value *const values = j->json.values;
    if (type_of(j, board) == SHG_JSON_OBJECT && values[board].after == board + 1)
        return; /* {}: the schema allows it for a board without pieces */
    if (type_of(j, board) != SHG_JSON_ARRAY) {
        fail(j, board, "an array of files");
        return;
    }
    for (size_t file = board + 1; file < values[board].after; file = values[file].after, x++) {
        unsigned y = 1;
        if (type_of(j, file) == SHG_JSON_NULL)
            continue;
        if (type_of(j, file) != SHG_JSON_ARRAY) {
            fail(j, file, "an array of squares");
            return;
        }
        for (size_t cell = file + 1; cell < values[file].after; cell = values[cell].after, y++) {
            const size_t kind = member(j, cell, "kind"), colour = member(j, cell, "color");
            shoogi_piece piece = { 0 };
            if (kind == 0)
                continue;
            const shoogi_square square = shg_csa_square(&j->csa, x, y);
            if (square == SHOOGI_NO_SQUARE || colour == 0) {
                fail(j, cell,
                     colour == 0 ? "a piece with its color" : "no piece outside the board");
                return;
            }
            piece.kind = read_kind(j, kind);
            if (piece.kind == 0 || !read_colour(&piece.colour, j, colour))
                return;
            shoogi_position_put(position, square, piece);
        }
    }
}

static void read_hands(jkf *j, shoogi_position *position, size_t hands)
{
    const shg_json_value *const values = j->json.values;
    unsigned colour = 0;
    if (type_of(j, hands) != SHG_JSON_ARRAY) {
        fail(j, hands, "an array of two hands");
        return;
    }
    for (size_t hand = hands + 1; hand < values[hands].after && colour < 2;
         hand = values[hand].after, colour++) {
        if (type_of(j, hand) != SHG_JSON_OBJECT)
            continue;
        for (size_t name = hand + 1; name < values[hand].after; name = values[name + 1].after) {
            unsigned count;
            if (type_of(j, name + 1) == SHG_JSON_NULL)
                continue;
            const shoogi_kind kind = read_kind(j, name);
            if (kind == 0 || !read_number(&count, j, name + 1, SHOOGI_IN_HAND_MAX))
                return;
            if (count > 0 && shoogi_position_set_hand(position, (shoogi_colour)colour, kind,
                                                      count) != SHOOGI_OK) {
                fail(j, name, "a piece that can be in hand");
                return;
            }
        }
    }
}

static void read_data(jkf *j, shoogi_position *position, size_t data)
{
    shoogi_colour side = SHOOGI_BLACK;
    const size_t colour = member(j, data, "color"), board = member(j, data, "board"),
                 hands = member(j, data, "hands");
    shoogi_position_clear(position);
    if (board == 0)
        fail(j, data, "a board");
    else
        read_board(j, position, board);
    if (j->r->status == SHOOGI_OK && hands != 0)
        read_hands(j, position, hands);
    if (j->r->status == SHOOGI_OK && colour != 0)
        (void)read_colour(&side, j, colour);
    shoogi_position_set_side(position, side);
    shoogi_position_setup_done(position);
}

static bool string_is(const jkf *j, size_t value, const char *text)
{
    return type_of(j, value) == SHG_JSON_STRING && j->json.values[value].bytes == strlen(text) &&
           memcmp(j->json.text + j->json.values[value].at, text, strlen(text)) == 0;
}

/* The start position: by data, or by name.  initial: 0: it is the usual one. */
static void read_initial(jkf *j, shoogi_position *position, size_t initial)
{
    const size_t preset = own_member(j, initial, "preset"), data = own_member(j, initial, "data");
    size_t sfen = own_member(j, j->own, "sfen"), number = own_member(j, j->own, "number");
    unsigned ply = 1;
    /* Earlier programs of ours wrote them here. */
    if (sfen == 0)
        sfen = own_member(j, initial, "sfen");
    if (number == 0)
        number = own_member(j, initial, "number");
    if (sfen != 0) {
        shg_out text;
        shoogi_error why = { .status = SHOOGI_OK };
        if (read_string(&text, j, sfen) &&
            shoogi_sfen_read(position, text.bytes, text.length, &why) != SHOOGI_OK)
            (void)shg_reading_refuse(j->r, go_to_line(j, sfen), &why);
        free(text.bytes);
    } else if (data != 0 && j->coded) {
        read_data(j, position, data);
    } else if (preset != 0 && !string_is(j, preset, SHG_JKF_USUAL)) {
        size_t i = 0;
        while (i < SHG_JKF_PRESETS && !string_is(j, preset, shg_jkf_presets[i].name))
            i++;
        if (i == SHG_JKF_PRESETS || !j->coded ||
            !shg_jkf_set_up(position, &j->csa, &shg_jkf_presets[i]))
            fail(j, preset, "a preset of this game, data or sfen");
    } else if (initial != 0 && preset == 0 && type_of(j, initial) != SHG_JSON_OBJECT) {
        fail(j, initial, "a preset of this game, data or sfen");
    }
    if (number != 0 && j->r->status == SHOOGI_OK &&
        read_number(&ply, j, number, SHOOGI_RECORD_NODES_MAX)) {
        shoogi_position_set_ply(position, ply > 0 ? ply : 1);
        shoogi_position_setup_done(position);
    }
}

/* Makes it one line: line ends become spaces. */
static void as_line(shg_out *text)
{
    for (size_t i = 0; i < text->length; i++)
        if (text->bytes[i] == '\n' || text->bytes[i] == '\r')
            text->bytes[i] = ' ';
}

static void read_headers(jkf *j, size_t object)
{
    const shg_json_value *const values = j->json.values;
    if (type_of(j, object) != SHG_JSON_OBJECT) {
        warn(j, object, "an object of headers");
        return;
    }
    for (size_t at = object + 1; at < values[object].after && j->r->status == SHOOGI_OK;
         at = values[at + 1].after) {
        if (type_of(j, at + 1) == SHG_JSON_NULL)
            continue;
        if (type_of(j, at + 1) != SHG_JSON_STRING || values[at].bytes == 0) {
            warn(j, at + 1, "a name and a string");
            continue;
        }
        shg_out key = { 0 }, value = { 0 };
        if (read_string(&key, j, at) && read_string(&value, j, at + 1)) {
            as_line(&key);
            as_line(&value);
            const char *const known = shg_header_name(SHG_HEADERS_KIF, key.bytes, key.length);
            (void)shg_reading_header(j->r, known ? known : key.bytes,
                                     known ? strlen(known) : key.length, value.bytes, value.length);
        }
        free(key.bytes);
        free(value.bytes);
    }
}

/* The destination of the move before; SHOOGI_NO_SQUARE at the start. */
static shoogi_square last_square(const shg_reading *r)
{
    const shoogi_move move = shoogi_record_node(r->record, r->last).move;
    return move == 0 ? SHOOGI_NO_SQUARE : shoogi_move_to(move);
}

static bool is_true(const jkf *j, size_t value)
{
    return value != 0 && type_of(j, value) == SHG_JSON_TRUE;
}

/* A move without its origin: a drop or, in files converted from KI2, the one move that matches. */
static shoogi_move find_move(jkf *j, size_t object, shoogi_square to, shoogi_kind kind)
{
    const size_t relative = member(j, object, "relative"), promote = member(j, object, "promote");
    const shoogi_position *const position = j->r->walker.position;
    shg_said said = { .place = { to }, .places = 1, .from = SHOOGI_NO_SQUARE };
    said.kinds.has[kind] = true;
    said.promotes = is_true(j, promote);
    said.declines = promote != 0 && type_of(j, promote) == SHG_JSON_FALSE;
    said.form_open = true;
    for (size_t i = 0; relative != 0 && i < j->json.values[relative].bytes; i++) {
        size_t at = 0;
        while (at < SHG_JKF_RELATIVES &&
               shg_jkf_relatives[at].letter != j->json.text[j->json.values[relative].at + i])
            at++;
        if (type_of(j, relative) != SHG_JSON_STRING || at == SHG_JKF_RELATIVES) {
            fail(j, relative, "letters of LCRUMDH");
            return 0;
        }
        said.marks |= shg_jkf_relatives[at].mark;
    }
    if ((said.marks == 0 &&
         shoogi_position_hand(position, shoogi_position_side(position), kind) > 0) ||
        said.marks == SHG_MARK_DROP)
        return shoogi_move_make_drop(kind, to);
    shoogi_move move = 0;
    shoogi_error why;
    const shoogi_status status = shg_said_move(&move, NULL, &said, position, &why);
    if (status == SHOOGI_NO_MEMORY)
        j->r->status = status;
    else if (status == SHOOGI_ILLEGAL && said.marks == 0)
        return shoogi_move_make_drop(kind, to); /* no piece can move there: the reason follows */
    else if (status != SHOOGI_OK)
        (void)shg_reading_refuse(j->r, go_to_line(j, object), &why);
    return move;
}

/* From the CSA words; 0 after an error. */
static shoogi_move read_coded_move(jkf *j, size_t object)
{
    shg_reading *const r = j->r;
    const shoogi_position *const position = r->walker.position;
    const size_t from_at = member(j, object, "from"), to_at = member(j, object, "to"),
                 piece_at = member(j, object, "piece");
    const bool promotes = is_true(j, member(j, object, "promote"));
    shoogi_square from = SHOOGI_NO_SQUARE, to = SHOOGI_NO_SQUARE;
    if (to_at == 0 && is_true(j, member(j, object, "same")))
        to = last_square(r);
    if (to == SHOOGI_NO_SQUARE && to_at == 0) {
        fail(j, object, "a move with its destination");
        return 0;
    }
    if ((to_at != 0 && !read_square(&to, j, to_at)) ||
        (from_at != 0 && !read_square(&from, j, from_at)))
        return 0;
    if (from_at == 0 && piece_at == 0) {
        fail(j, object, "a move with its origin or a piece");
        return 0;
    }
    const shoogi_kind there = from_at != 0 ? shoogi_position_piece(position, from).kind : 0;
    shoogi_kind kind = there;
    if (piece_at != 0 && (kind = read_kind(j, piece_at)) == 0)
        return 0;
    if (there != 0 && kind != there) {
        char expected[24];
        shg_out text = shg_out_make(expected, sizeof expected);
        shg_out_format(&text, "\"%s\"", shg_csa_code(&j->csa, there));
        fail(j, piece_at, expected);
        return 0;
    }
    if (from_at == 0)
        return find_move(j, object, to, kind);
    if (kind == 0)
        kind = 1; /* an empty square, which will be the reason */
    const shoogi_kind promoted = shoogi_variant_kind(j->csa.variant, kind).promoted;
    return shoogi_move_make(from, to, promotes && promoted ? promoted : kind, promotes);
}

/* From our own words, where CSA has none; 0 after an error. */
static shoogi_move read_usi_move(jkf *j, size_t usi)
{
    shg_out text;
    shoogi_move move = 0;
    shoogi_error why = { .status = SHOOGI_OK };
    if (read_string(&text, j, usi) &&
        shoogi_usi_read(&move, j->r->walker.position, text.bytes, text.length, &why) != SHOOGI_OK)
        (void)shg_reading_refuse(j->r, go_to_line(j, usi), &why);
    free(text.bytes);
    return move;
}

static void read_move(jkf *j, size_t object)
{
    const shoogi_colour side = shoogi_position_side(j->r->walker.position);
    const size_t colour_at = member(j, object, "color"), usi = member(j, object, "usi");
    shoogi_colour colour = side;
    shoogi_move move = 0;
    if (colour_at != 0 && !read_colour(&colour, j, colour_at))
        return;
    if (colour != side)
        fail(j, colour_at, side == SHOOGI_WHITE ? "1, as White moves" : "0, as Black moves");
    else if (usi != 0)
        move = read_usi_move(j, usi);
    else if (j->coded)
        move = read_coded_move(j, object);
    else
        fail(j, object, "a move with \"usi\", as CSA has no codes for this game");
    if (j->r->status == SHOOGI_OK)
        (void)shg_reading_move(j->r, go_to_line(j, object), move);
}

/* {"now":{"h":0,"m":1,"s":30}, ...} */
static void read_time(jkf *j, size_t object)
{
    static const struct {
        const char *name;
        int64_t ms;
    } units[] = { { "h", 3600000 }, { "m", 60000 }, { "s", 1000 } };
    const size_t now = member(j, object, "now");
    int64_t time_ms = 0;
    bool good = true, any = false;
    for (size_t i = 0; i < sizeof units / sizeof units[0] && good && now != 0; i++) {
        const size_t value = member(j, now, units[i].name);
        if (value == 0)
            continue;
        shg_cursor c = { .text = j->json.text + j->json.values[value].at,
                         .bytes = j->json.values[value].bytes };
        int64_t thousandths = 0;
        good = type_of(j, value) == SHG_JSON_NUMBER && shg_seconds_read(&thousandths, &c) &&
               shg_cursor_done(&c);
        time_ms += thousandths * (units[i].ms / 1000);
        any = true;
    }
    if (type_of(j, object) != SHG_JSON_OBJECT || !good || (any && j->r->last == 0) ||
        time_ms > SHOOGI_RECORD_TIME_MS_MAX)
        warn(j, object, "a time, as {\"now\":{\"m\":0,\"s\":3}}");
    else if (any)
        shoogi_record_set_time(j->r->record, j->r->last, time_ms);
}

/* The whole time of a move whose "time" has its seconds only. */
static void read_own_time(jkf *j, size_t ms)
{
    const shg_json_value *const value = &j->json.values[ms];
    shg_cursor c = { .text = j->json.text + value->at, .bytes = value->bytes };
    int64_t whole = 0;
    for (; shg_is_digit(shg_cursor_next(&c)) && whole <= SHOOGI_RECORD_TIME_MS_MAX; c.at++)
        whole = whole * 10 + (shg_cursor_next(&c) - '0');
    if (j->r->last != 0 && type_of(j, ms) == SHG_JSON_NUMBER && shg_cursor_done(&c) &&
        whole <= SHOOGI_RECORD_TIME_MS_MAX)
        shoogi_record_set_time(j->r->record, j->r->last, whole);
    else
        warn(j, ms, "thousandths of a second");
}

/* "resign white", with " : " and the word of the record that was read, if any.  Returns what is expected; NULL: good. */
static const char *read_own_end(shoogi_termination *end, shoogi_result *result, const char **word,
                                size_t *word_bytes, const shg_out *text)
{
    shg_cursor c = { .text = text->bytes, .bytes = text->length };
    const char *const expected = shg_result_read(end, result, &c);
    const size_t sign = strlen(shg_end_text_sign);
    if (expected)
        return expected;
    if (c.bytes - c.at >= sign && memcmp(c.text + c.at, shg_end_text_sign, sign) == 0) {
        *word = c.text + c.at + sign;
        *word_bytes = c.bytes - c.at - sign;
        return NULL;
    }
    return shg_cursor_done(&c) ? NULL : "the end of the string";
}

/* The termination of a line: a CSA word, and ours if that does not say all; at least one of the two, 0: none. */
static void read_end(jkf *j, size_t special, size_t own)
{
    shg_reading *const r = j->r;
    const char *expected = NULL, *word = NULL;
    size_t word_bytes = 0;
    shoogi_termination end = SHOOGI_TERMINATION_OTHER;
    shoogi_result result = { SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE };
    shg_out theirs = { 0 }, ours = { 0 };
    if ((special == 0 || read_string(&theirs, j, special)) &&
        (own == 0 || read_string(&ours, j, own))) {
        if (special != 0) {
            as_line(&theirs);
            const shoogi_colour side = shoogi_position_side(r->walker.position);
            end = shg_end_word(theirs.bytes, theirs.length);
            result = shg_end_result(end, side);
            const shg_kifu_end said =
                shg_kifu_end_of(theirs.bytes, theirs.length, true, side, NULL);
            if (end == SHOOGI_TERMINATION_OTHER && said.known && !said.text) { /* 投了 */
                end = said.end;
                result = said.result;
            }
        }
        if (own != 0) {
            as_line(&ours);
            expected = read_own_end(&end, &result, &word, &word_bytes, &ours);
        }
        if (end == SHOOGI_TERMINATION_OTHER && !word && special != 0) {
            word = theirs.bytes;
            word_bytes = theirs.length;
            if (own == 0)
                warn(j, special, "a known end, such as \"TORYO\"");
        }
        if (expected)
            fail(j, own, expected);
        else
            (void)shg_reading_end(r, end, result, word, word_bytes);
    }
    free(theirs.bytes);
    free(ours.bytes);
}

static void push_fork(jkf *j, size_t moves, shoogi_node parent)
{
    if (j->fork_count == j->fork_room) {
        const size_t room = j->fork_room == 0 ? 64 : j->fork_room * 2;
        variation *const more = realloc(j->forks, room * sizeof *more);
        if (!more) {
            j->r->status = SHOOGI_NO_MEMORY;
            return;
        }
        j->forks = more;
        j->fork_room = room;
    }
    j->forks[j->fork_count++] = (variation){ moves, parent };
}

/* The first of several is read first, so it is pushed last. */
static void push_forks(jkf *j, size_t array, shoogi_node parent)
{
    const shg_json_value *const values = j->json.values;
    if (type_of(j, array) != SHG_JSON_ARRAY) {
        fail(j, array, "an array of variations");
        return;
    }
    const size_t from = j->fork_count;
    for (size_t at = array + 1; at < values[array].after && j->r->status == SHOOGI_OK;
         at = values[at].after)
        if (type_of(j, at) != SHG_JSON_NULL)
            push_fork(j, at, parent);
    for (size_t a = from, b = j->fork_count; a + 1 < b; a++, b--) {
        const variation swap = j->forks[a];
        j->forks[a] = j->forks[b - 1];
        j->forks[b - 1] = swap;
    }
}

/* Whether an element without a move or an end has something that only they have, or that nothing has: "mo?e". */
static bool has_more(const jkf *j, size_t object)
{
    static const char *const known[] = { "comments", "forks", "bookmark", "shoogi" };
    const shg_json_value *const values = j->json.values;
    for (size_t at = object + 1; at < values[object].after; at = values[at + 1].after) {
        bool found = type_of(j, at + 1) == SHG_JSON_NULL;
        for (size_t i = 0; i < sizeof known / sizeof known[0] && !found; i++)
            found = values[at].bytes == strlen(known[i]) &&
                    memcmp(j->json.text + values[at].at, known[i], values[at].bytes) == 0;
        if (!found)
            return true;
    }
    return false;
}

/* own: what our own words say about it; 0: nothing.  is_first: it is the start. */
static void read_element(jkf *j, size_t object, size_t own, bool is_first)
{
    shg_reading *const r = j->r;
    const shg_json_value *const values = j->json.values;
    const size_t move = member(j, object, "move"), special = member(j, object, "special"),
                 comments = member(j, object, "comments"), time = member(j, object, "time"),
                 forks = member(j, object, "forks"), own_ms = own_member(j, own, "ms");
    size_t bookmark = own_member(j, own, "bookmark"), end = own_member(j, own, "end");
    if (bookmark == 0)
        bookmark = member(j, object, "bookmark");
    if (end == 0)
        end = member(j, object, "end");
    if (type_of(j, object) == SHG_JSON_NULL)
        return;
    if (type_of(j, object) != SHG_JSON_OBJECT)
        fail(j, object, "a move, as {\"move\":{...}}");
    if (forks != 0 && shg_reading_settle(r) == SHOOGI_OK)
        push_forks(j, forks, r->last);
    if (r->status == SHOOGI_OK && (move != 0 || special != 0 || end != 0) && !r->foul.is_open &&
        shoogi_record_node(r->record, r->last).termination != SHOOGI_TERMINATION_NONE)
        fail(j, object, "nothing after the end");
    if (r->status == SHOOGI_OK && move != 0)
        read_move(j, move);
    else if (r->status == SHOOGI_OK && (special != 0 || end != 0))
        read_end(j, special, end);
    else if (r->status == SHOOGI_OK && !is_first && has_more(j, object))
        warn(j, object, "a move or an end, as {\"move\":{...}}");
    if (r->status == SHOOGI_OK && time != 0)
        read_time(j, time);
    if (r->status == SHOOGI_OK && own_ms != 0)
        read_own_time(j, own_ms);
    if (comments != 0 && type_of(j, comments) != SHG_JSON_ARRAY)
        add_lines(j, comments, shoogi_record_add_comment);
    else if (comments != 0)
        for (size_t at = comments + 1; at < values[comments].after && r->status == SHOOGI_OK;
             at = values[at].after)
            if (type_of(j, at) != SHG_JSON_NULL)
                add_lines(j, at, shoogi_record_add_comment);
    if (r->status == SHOOGI_OK && bookmark != 0)
        add_lines(j, bookmark, shoogi_record_set_bookmark);
}

/* What our own words say about an element of the main line; 0: nothing. */
static size_t own_of(const jkf *j, unsigned number)
{
    char name[16];
    if (number == 0)
        return j->own;
    (void)snprintf(name, sizeof name, "%u", number);
    return member(j, j->own_moves, name);
}

/* The line of an array, and all variations on the way. */
static void read_tree(jkf *j, size_t moves)
{
    push_fork(j, moves, 0);
    while (j->fork_count > 0 && j->r->status == SHOOGI_OK) {
        const variation line = j->forks[--j->fork_count];
        if (type_of(j, line.moves) != SHG_JSON_ARRAY) {
            fail(j, line.moves, "an array of moves");
            return;
        }
        (void)shg_reading_go(j->r, line.parent);
        const bool main_line = line.moves == moves;
        unsigned number = 0;
        for (size_t at = line.moves + 1;
             at < j->json.values[line.moves].after && j->r->status == SHOOGI_OK;
             at = j->json.values[at].after, number++)
            read_element(j, at,
                         main_line && j->own_moves != 0 ? own_of(j, number)
                         : main_line && number == 0     ? j->own
                                                        : 0,
                         main_line && number == 0);
    }
}

/* The variant, if it is named. */
static const shoogi_variant *read_game(jkf *j)
{
    size_t name = own_member(j, j->own, "variant");
    if (name == 0)
        name = member(j, 0, "variant");
    if (name == 0)
        return j->r->options->variant;
    const size_t at = go_to_line(j, name);
    return shg_reading_game(j->r, at, j->json.values[name].bytes);
}

static void read_json(jkf *j)
{
    shg_reading *const r = j->r;
    const size_t moves = member(j, 0, "moves"), initial = member(j, 0, "initial"),
                 header = member(j, 0, "header");
    shoogi_position *start = NULL;
    if (moves != 0 && type_of(j, moves) == SHG_JSON_ARRAY && moves + 1 < j->json.values[moves].after)
        j->own = member(j, moves + 1, "shoogi");
    j->own_moves = own_member(j, j->own, "moves");
    size_t unparsed = own_member(j, j->own, "rest");
    if (unparsed == 0)
        unparsed = member(j, 0, "rest");
    const shoogi_variant *const variant = read_game(j);
    if (r->status == SHOOGI_OK)
        j->coded = shg_csa_init(&j->csa, variant);
    if (r->status == SHOOGI_OK && moves == 0)
        fail(j, 0, "an object with \"moves\"");
    if (r->status == SHOOGI_OK)
        r->status = shoogi_position_new(&start, variant);
    if (r->status == SHOOGI_OK)
        read_initial(j, start, initial);
    (void)shg_reading_start(r, start);
    shoogi_position_free(start);
    if (r->status == SHOOGI_OK && header != 0)
        read_headers(j, header);
    if (r->status == SHOOGI_OK)
        read_tree(j, moves);
    if (r->status == SHOOGI_OK && unparsed != 0) {
        shg_out text;
        if (read_string(&text, j, unparsed))
            r->status = shg_record_set_unparsed(r->record, text.bytes, text.length);
        free(text.bytes);
    }
}

void shg_jkf_read(shg_reading *r)
{
    jkf j = { .r = r };
    shoogi_error err = { .status = SHOOGI_OK };
    const size_t bytes = r->bytes - r->at;
    r->begin = r->text + r->at;
    r->line = 1;
    r->status = bytes > SHOOGI_RECORD_BYTES_MAX
                    ? SHOOGI_LIMIT_EXCEEDED
                    : shg_json_read(&j.json, r->text + r->at, bytes, &err);
    r->at = r->bytes;
    if (err.status != SHOOGI_OK) {
        r->status = SHOOGI_OK;
        r->line = err.line;
        (void)shg_reading_refuse(r, 0, &err);
    } else if (r->status == SHOOGI_OK) {
        r->status = find_lines(&j);
        if (r->status == SHOOGI_OK)
            read_json(&j);
        shg_json_fini(&j.json);
    }
    free(j.lines);
    free(j.forks);
}
