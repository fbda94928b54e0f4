/* format_usen.c: USEN, a game as part of an address: "~0.7ku2jm.r".  Source: docs/record-format.md, "USEN".
 *
 * A text is a start position and sections, each with the number of moves before it, its moves and how it ends.  The first
 * section is the main line.  Programs differ in what the others count from: the program for which USEN was made counts on the
 * main line, so that variations within variations repeat moves; others count on the section before.  We write what both read
 * alike, the latest variation first, and read both. */
#include "base/error.h"
#include "notation/boards/setup.h"
#include "notation/records/csa.h"
#include "notation/records/foul.h"
#include "notation/records/record_int.h"
#include "notation/words/promotion.h"
#include "shoogi/notation.h"

#include <string.h>

enum {
    SIDE = 9,
    SQUARES = SIDE * SIDE,
    DIGITS = 36,
    MOVE_BYTES = 3,
    START_BYTES = 512,
    NAME_BYTES = 1024,
    /* Moves that are made again for variations, and moves that are written again. */
    REMADE_MAX = 16 * SHOOGI_RECORD_NODES_MAX,
    WRITTEN_MAX = SHOOGI_RECORD_BYTES_MAX / MOVE_BYTES
};

/* The start that an empty one means. */
static const char usual_start[] = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";

/* A drop has a number instead of the square from which a piece comes: SQUARES and a number of the kind. */
static const struct {
    unsigned number;
    const char *code; /* of CSA */
} hand_numbers[] = {
    { 9, "KI" }, { 10, "FU" }, { 11, "KY" }, { 12, "KE" }, { 13, "GI" }, { 14, "KA" }, { 15, "HI" },
};
enum { HAND_NUMBERS = sizeof hand_numbers / sizeof hand_numbers[0] };

/* "j": an impasse, and for some programs any draw. */
static const struct {
    char letter;
    shoogi_termination end;
} end_letters[] = {
    { 'r', SHOOGI_TERMINATION_RESIGN },    { 't', SHOOGI_TERMINATION_TIME },
    { 'p', SHOOGI_TERMINATION_SUSPENDED }, { 'j', SHOOGI_TERMINATION_IMPASSE },
    { 'i', SHOOGI_TERMINATION_ILLEGAL },   { 'j', SHOOGI_TERMINATION_DRAW },
    { 'j', SHOOGI_TERMINATION_MOVES_MAX },
};
enum { END_LETTERS = sizeof end_letters / sizeof end_letters[0] };

static shoogi_termination end_of(char letter)
{
    for (size_t i = 0; i < END_LETTERS; i++)
        if (end_letters[i].letter == letter)
            return end_letters[i].end; /* the first of those with one letter */
    return SHOOGI_TERMINATION_OTHER;
}

/* "p" where the game is over is the end by the board: some programs write it for every end that has no letter. */
static void board_decides(shoogi_termination *end, shoogi_result *result,
                          const shoogi_position *position)
{
    const shoogi_result of_board = shoogi_position_result(position);
    if (*end != SHOOGI_TERMINATION_SUSPENDED || of_board.outcome == SHOOGI_OUTCOME_NONE)
        return;
    *end = SHOOGI_TERMINATION_BOARD;
    *result = of_board;
}

/* Whether USEN has numbers for the squares and pieces of a game. */
static bool init_codes(shg_csa *csa, const shoogi_variant *variant)
{
    return shg_csa_init(csa, variant) && shoogi_variant_file_count(variant) == SIDE &&
           shoogi_variant_rank_count(variant) == SIDE;
}

/* --- characters ---------------------------------------------------------------------------------- */

/* A part of an address, with the characters that are written as "%7E". */
typedef struct address {
    const char *text;
    size_t at, end;
} address;

static unsigned digit_of(char c)
{
    return shg_is_digit(c)    ? (unsigned)(c - '0')
           : shg_is_letter(c) ? (unsigned)(shg_lower(c) - 'a') + 10
                              : DIGITS;
}

/* The next character and its bytes; NUL at the end. */
static char peek(size_t *bytes, const address *a)
{
    *bytes = a->at < a->end;
    if (*bytes == 0)
        return '\0';
    if (a->text[a->at] != '%' || a->end - a->at < 3 || digit_of(a->text[a->at + 1]) > 15 ||
        digit_of(a->text[a->at + 2]) > 15)
        return a->text[a->at];
    *bytes = 3;
    return (char)(digit_of(a->text[a->at + 1]) * 16 + digit_of(a->text[a->at + 2]));
}

static char next(const address *a)
{
    size_t bytes;
    return peek(&bytes, a);
}

static void skip(address *a)
{
    size_t bytes;
    (void)peek(&bytes, a);
    a->at += bytes;
}

static bool take(address *a, char c)
{
    if (c == '\0' || next(a) != c)
        return false;
    skip(a);
    return true;
}

static bool is_of_start(char c)
{
    return digit_of(c) < DIGITS || (c != '\0' && strchr("_.-/+", c));
}

/* Whether a text is a start and sections. */
static bool is_usen(address a)
{
    while (is_of_start(next(&a)))
        skip(&a);
    if (next(&a) != '~')
        return false;
    while (take(&a, '~')) {
        while (shg_is_digit(next(&a)))
            skip(&a);
        if (!take(&a, '.'))
            return false;
        for (int part = 0; part < 2; part++) {
            while (digit_of(next(&a)) < DIGITS)
                skip(&a);
            if (part == 0)
                (void)take(&a, '.');
        }
    }
    return a.at == a.end;
}

static bool is_space_character(char c)
{
    return c == ' ' || c == '\t';
}

/* The next parameter of an address, behind "?", "&" or "#"; false: no more.  *name, *value: its parts. */
static bool next_parameter(address *name, address *value, address *line)
{
    while (line->at < line->end && !strchr("?&#", line->text[line->at]))
        line->at++;
    if (line->at >= line->end)
        return false;
    *name = (address){ line->text, ++line->at, line->at };
    while (line->at < line->end && !strchr("?&#=", line->text[line->at]))
        line->at++;
    name->end = line->at;
    line->at += line->at < line->end && line->text[line->at] == '=';
    *value = (address){ line->text, line->at, line->at };
    while (line->at < line->end && !strchr("?&#", line->text[line->at]))
        line->at++;
    value->end = line->at;
    return true;
}

/* The USEN in a line: all of it, or a parameter of the address that it is; false: none. */
static bool find_usen(address *out, const char *line, size_t bytes)
{
    address whole = { line, 0, bytes }, name;
    while (whole.at < whole.end && is_space_character(line[whole.at]))
        whole.at++;
    while (whole.at < whole.end && is_space_character(line[whole.end - 1]))
        whole.end--;
    *out = whole;
    if (is_usen(whole))
        return true;
    for (size_t i = whole.at; i < whole.end; i++)
        if (is_space_character(line[i]))
            return false; /* prose, not an address */
    while (next_parameter(&name, out, &whole))
        if (is_usen(*out))
            return true;
    return false;
}

/* --- reading ------------------------------------------------------------------------------------- */

typedef struct usen {
    shg_reading *r;
    shg_csa csa;
    address a;             /* what is left of the line */
    shoogi_node main_line; /* its last node */
    unsigned before;       /* number of the first section */
    size_t remade;         /* moves that were made again for variations */
    bool doubted;          /* it was reported that a variation fits two lines */
} usen;

static void fail(usen *u, const char *expected)
{
    (void)shg_reading_fail(u->r, u->a.at, u->a.end - u->a.at, expected);
}

/* The start position of a game. */
static void read_start(usen *u)
{
    shg_reading *const r = u->r;
    shoogi_position *start = NULL;
    char text[START_BYTES];
    shg_out out = shg_out_make(text, sizeof text);
    const size_t at = u->a.at;
    for (; next(&u->a) != '~' && u->a.at < u->a.end; skip(&u->a)) {
        const char c = next(&u->a);
        shg_out_char(&out, c == '_' ? '/' : c == '.' ? ' ' : c == 'z' ? '+' : c);
    }
    if (out.length >= sizeof text || u->a.at >= u->a.end) {
        u->a.at = at;
        fail(u, "a game in USEN, as ~0.7ku2jm.");
        return;
    }
    if (out.length == 0)
        shg_out_text(&out, usual_start);
    shoogi_error err = { .status = SHOOGI_OK };
    r->status = shoogi_position_new(&start, u->csa.variant);
    if (r->status == SHOOGI_OK) {
        const shoogi_status status = shoogi_sfen_read(start, text, out.length, &err);
        if (status == SHOOGI_PARSE_ERROR)
            (void)shg_reading_refuse(r, at, &err);
        else
            r->status = status;
    }
    (void)shg_reading_start(r, start);
    shoogi_position_free(start);
}

static bool read_code(unsigned *code, address *a)
{
    const size_t at = a->at;
    *code = 0;
    for (int i = 0; i < MOVE_BYTES; i++, skip(a)) {
        const unsigned digit = digit_of(next(a));
        if (digit >= DIGITS) {
            a->at = at;
            return false;
        }
        *code = *code * DIGITS + digit;
    }
    return true;
}

static shoogi_square square_of(const shg_csa *csa, unsigned number)
{
    return shg_csa_square(csa, number % SIDE + 1, number / SIDE + 1);
}

/* The move with a code; 0: there is no such piece or square. */
static shoogi_move move_of(const shg_csa *csa, unsigned code, const shoogi_position *position)
{
    const bool promotes = code % 2 == 1;
    const unsigned from = code / 2 / SQUARES;
    const shoogi_square to = square_of(csa, code / 2 % SQUARES);
    if (from < SQUARES) {
        const shoogi_square square = square_of(csa, from);
        return square == SHOOGI_NO_SQUARE || to == SHOOGI_NO_SQUARE
                   ? 0
                   : shoogi_move_make(square, to, shg_kind_after(position, square, promotes),
                                      promotes);
    }
    for (size_t i = 0; i < HAND_NUMBERS && !promotes && to != SHOOGI_NO_SQUARE; i++)
        if (from == SQUARES + hand_numbers[i].number) {
            const shoogi_kind kind = shg_csa_kind(csa, hand_numbers[i].code);
            return kind != 0 ? shoogi_move_make_drop(kind, to) : 0;
        }
    return 0;
}

/* The child of the last node with this move, or with this termination if the move is 0; SHOOGI_NO_NODE: none. */
static shoogi_node find_child(const shoogi_record *record, shoogi_node parent, shoogi_move move,
                              shoogi_termination end)
{
    shoogi_node n = shoogi_record_node(record, parent).first_child;
    while (n != SHOOGI_NO_NODE) {
        const shoogi_node_info node = shoogi_record_node(record, n);
        if (move != 0 ? node.move == move : node.termination == end)
            break;
        n = node.next_sibling;
    }
    return n;
}

/* The moves of a section.  Sections that begin alike share their nodes. */
static void read_moves(usen *u)
{
    shg_reading *const r = u->r;
    while (r->status == SHOOGI_OK && digit_of(next(&u->a)) < DIGITS) {
        const size_t at = u->a.at;
        unsigned code;
        if (!read_code(&code, &u->a)) {
            fail(u, "three characters for a move, as 7ku");
            return;
        }
        const shoogi_move move = move_of(&u->csa, code, r->walker.position);
        if (move == 0) {
            u->a.at = at;
            fail(u, "a move of a piece on the board or in hand");
            return;
        }
        if (shg_reading_settle(r) != SHOOGI_OK)
            return;
        const shoogi_node known = find_child(r->record, r->last, move, SHOOGI_TERMINATION_NONE);
        if (known != SHOOGI_NO_NODE)
            (void)shg_reading_go(r, known);
        else
            (void)shg_reading_move(r, at, move);
    }
}

/* How a section ends: a letter, and behind "i" the illegal move. */
static void read_end(usen *u)
{
    shg_reading *const r = u->r;
    const size_t at = u->a.at;
    shoogi_termination end = end_of(shg_lower(next(&u->a)));
    char foul[SHOOGI_MOVE_TEXT_BYTES];
    size_t foul_bytes = 0;
    unsigned code;
    skip(&u->a);
    if (end == SHOOGI_TERMINATION_ILLEGAL && !r->foul.is_open && read_code(&code, &u->a)) {
        const shoogi_move move = move_of(&u->csa, code, r->walker.position);
        if (move == 0) {
            u->a.at = at + 1;
            fail(u, "a move of a piece on the board or in hand");
            return;
        }
        foul_bytes = shoogi_usi_write(foul, sizeof foul, r->walker.position, move);
    }
    const size_t known = u->a.at;
    while (digit_of(next(&u->a)) < DIGITS)
        skip(&u->a);
    if (u->a.at > known)
        end = SHOOGI_TERMINATION_OTHER;
    shoogi_result result = shg_end_result(end, shoogi_position_side(r->walker.position));
    if (end == SHOOGI_TERMINATION_SUSPENDED && !r->foul.is_open && u->remade < REMADE_MAX) {
        u->remade += shoogi_record_node(r->record, r->last).ply;
        board_decides(&end, &result, r->walker.position);
    }
    const bool other = end == SHOOGI_TERMINATION_OTHER;
    const shoogi_node same = find_child(r->record, r->last, 0, end);
    const char *const kept =
        same != SHOOGI_NO_NODE ? shoogi_record_node(r->record, same).termination_text : NULL;
    if (other)
        shg_reading_warn(r, at, u->a.at - at, "an end: r, t, i, p or j");
    else if (kept && (strlen(kept) != foul_bytes || memcmp(kept, foul, foul_bytes) != 0))
        shg_reading_warn(r, at, u->a.at - at, "one illegal move after the same moves");
    if (same == SHOOGI_NO_NODE)
        (void)shg_reading_end(r, end, result, other ? u->a.text + at : foul,
                              other ? u->a.at - at : foul_bytes);
}

/* The node on the way to another one after so many moves; SHOOGI_NO_NODE: it has fewer. */
static shoogi_node node_at(usen *u, shoogi_node node, unsigned ply)
{
    const shoogi_record *const record = u->r->record;
    if (shoogi_record_node(record, node).termination != SHOOGI_TERMINATION_NONE)
        node = shoogi_record_node(record, node).parent;
    for (; shoogi_record_node(record, node).ply > ply; u->remade++)
        node = shoogi_record_node(record, node).parent;
    return shoogi_record_node(record, node).ply == ply ? node : SHOOGI_NO_NODE;
}

/* How well a section fits after a node: its moves are legal, and the first is another one than those that are there. */
enum { FITS_ALTERNATIVE = 1, FITS_LEGAL = 2 };

static unsigned fit(usen *u, shoogi_node node)
{
    shg_walker *const walker = &u->r->walker;
    address a = u->a;
    unsigned code, made = 0, fits = FITS_LEGAL;
    u->r->status = shg_walker_go(walker, node);
    for (bool first = true; u->r->status == SHOOGI_OK && read_code(&code, &a); first = false) {
        const shoogi_move move = move_of(&u->csa, code, walker->position);
        if (first && move != 0 &&
            shoogi_record_node(u->r->record, node).first_child != SHOOGI_NO_NODE &&
            find_child(u->r->record, node, move, SHOOGI_TERMINATION_NONE) == SHOOGI_NO_NODE)
            fits |= FITS_ALTERNATIVE;
        if (move == 0 ||
            shoogi_position_why_illegal(walker->position, move, NULL, 0) != SHOOGI_ILLEGAL_NONE) {
            fits &= ~(unsigned)FITS_LEGAL;
            break;
        }
        u->r->status = shoogi_position_do(walker->position, move);
        made += u->r->status == SHOOGI_OK;
    }
    u->remade += made;
    while (made-- > 0)
        shoogi_position_undo(walker->position);
    return fits;
}

/* Where a section with this number begins: in the line above it, or in the main line. */
static shoogi_node find_fork(usen *u, unsigned ply, size_t at)
{
    shg_reading *const r = u->r;
    const shoogi_node above = node_at(u, r->last, ply), main_line = node_at(u, u->main_line, ply);
    if (above == SHOOGI_NO_NODE || main_line == SHOOGI_NO_NODE || above == main_line)
        return above != SHOOGI_NO_NODE ? above : main_line;
    const shoogi_node last = r->last;
    const unsigned fits_above = fit(u, above), fits_main = fit(u, main_line);
    if (r->status == SHOOGI_OK)
        r->status = shg_walker_go(&r->walker, last);
    u->remade += 2 * (size_t)ply;
    if (fits_above == fits_main && (fits_above & FITS_LEGAL) && !u->doubted) {
        shg_reading_warn(r, at, u->a.at - at,
                         "a variation that fits the line above it or the main line, not both");
        u->doubted = true;
    }
    return fits_main > fits_above ? main_line : above;
}

/* A number of moves, and then a dot. */
static bool read_number(unsigned *out, usen *u)
{
    shg_cursor c = { .text = u->a.text, .bytes = u->a.end, .at = u->a.at };
    *out = 0;
    if (next(&u->a) != '.' && !shg_cursor_number(out, &c, SHOOGI_RECORD_NODES_MAX)) {
        fail(u, "the number of moves before a variation");
        return false;
    }
    u->a.at = c.at;
    if (!take(&u->a, '.'))
        fail(u, "\".\" after the number of moves before a variation");
    return u->r->status == SHOOGI_OK;
}

static void read_section(usen *u, bool first)
{
    shg_reading *const r = u->r;
    const size_t at = u->a.at;
    unsigned number;
    if (!read_number(&number, u))
        return;
    if (first) {
        u->before = number;
    } else {
        const shoogi_node fork = number >= u->before && u->remade < REMADE_MAX
                                     ? find_fork(u, number - u->before, at)
                                     : SHOOGI_NO_NODE;
        if (fork == SHOOGI_NO_NODE) {
            u->a.at = at;
            fail(u, "a number of moves that were played");
            return;
        }
        u->remade += number;
        (void)shg_reading_go(r, fork);
    }
    read_moves(u);
    if (r->status == SHOOGI_OK && take(&u->a, '.') && digit_of(next(&u->a)) < DIGITS)
        read_end(u);
    if (r->status == SHOOGI_OK && u->a.at < u->a.end && next(&u->a) != '~')
        fail(u, "\"~\" or the end of the game");
    if (first)
        u->main_line = r->last;
}

/* Parameters of an address beside the game, as programs name them. */
static const struct {
    const char *name, *header;
} parameters[] = {
    { "bn", "black" },
    { "wn", "white" },
    { "bname", "black" },
    { "wname", "white" },
};

/* "c3", "c1.3": a comment. */
static bool is_comment(address name)
{
    if (!take(&name, 'c') || !shg_is_digit(next(&name)))
        return false;
    while (shg_is_digit(next(&name)) || next(&name) == '.')
        skip(&name);
    return name.at == name.end;
}

/* A parameter that is about the game. */
static void read_parameter(shg_reading *r, address name, address value)
{
    char text[NAME_BYTES];
    shg_out out = shg_out_make(text, sizeof text);
    size_t i = 0;
    while (i < sizeof parameters / sizeof parameters[0] &&
           !shg_text_same(parameters[i].name, strlen(parameters[i].name), name.text + name.at,
                          name.end - name.at))
        i++;
    const bool known = i < sizeof parameters / sizeof parameters[0];
    if (value.at == value.end || (!known && !is_comment(name)))
        return;
    const size_t at = name.at, bytes = value.end - at;
    for (; value.at < value.end; skip(&value))
        shg_out_char(&out, next(&value) == '+' && value.text[value.at] == '+' ? ' ' : next(&value));
    shoogi_status status = SHOOGI_PARSE_ERROR; /* comments are not read */
    if (known && out.length < sizeof text)
        status = shoogi_record_set_header(r->record, parameters[i].header,
                                          strlen(parameters[i].header), text, out.length);
    if (status == SHOOGI_PARSE_ERROR)
        shg_reading_warn(r, at, bytes,
                         known ? "the name of a player" : "no comments in an address");
    else
        r->status = status;
}

static void read_usen(shg_reading *r)
{
    usen u = { .r = r };
    address line, name, value;
    do {
        if (!shg_reading_line(r)) {
            (void)shg_reading_fail(r, 0, 0, "a game in USEN, as ~0.7ku2jm.");
            return;
        }
        line = (address){ r->begin, 0, r->length };
        while (line.at < line.end && is_space_character(line.text[line.at]))
            line.at++;
    } while (line.at == line.end);
    if (!init_codes(&u.csa, r->options->variant)) {
        (void)shg_reading_fail(r, 0, 0, "a game that USEN can represent; name another game");
        return;
    }
    if (!find_usen(&u.a, r->begin, r->length))
        u.a = line;
    const bool part = u.a.at > line.at; /* of an address */
    read_start(&u);
    for (bool first = true; r->status == SHOOGI_OK && take(&u.a, '~'); first = false)
        read_section(&u, first);
    while (part && r->status == SHOOGI_OK && next_parameter(&name, &value, &line))
        read_parameter(r, name, value);
}

/* --- writing ------------------------------------------------------------------------------------- */

typedef struct writer {
    shg_writing *w;
    shg_csa csa;
    size_t written; /* moves, and others that had to be made or read for them */
} writer;

static unsigned number_of(const shg_csa *csa, shoogi_square square)
{
    const unsigned ranks = shoogi_variant_rank_count(csa->variant);
    return square % ranks * SIDE + square / ranks;
}

/* False if USEN has no code for the move. */
static bool encode(char code[MOVE_BYTES], const shg_csa *csa, shoogi_move move)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    const shoogi_kind kind = shoogi_move_kind(move);
    const shoogi_square to = shoogi_move_to(move);
    unsigned from = 0;
    if (shoogi_move_is_drop(move)) {
        size_t i = 0;
        while (i < HAND_NUMBERS && strcmp(hand_numbers[i].code, shg_csa_code(csa, kind)) != 0)
            i++;
        if (i == HAND_NUMBERS || move != shoogi_move_make_drop(kind, to))
            return false;
        from = SQUARES + hand_numbers[i].number;
    } else {
        const shoogi_square square = shoogi_move_from(move);
        if (move != shoogi_move_make(square, to, kind, shoogi_move_is_promotion(move)))
            return false;
        from = number_of(csa, square);
    }
    unsigned left = (from * SQUARES + number_of(csa, to)) * 2 + shoogi_move_is_promotion(move);
    for (int i = MOVE_BYTES; i-- > 0; left /= DIGITS)
        code[i] = digits[left % DIGITS];
    return true;
}

/* Moves and ends from the start. */
static unsigned depth(const shoogi_record *record, shoogi_node node)
{
    const shoogi_node_info info = shoogi_record_node(record, node);
    return info.ply + (info.termination != SHOOGI_TERMINATION_NONE);
}

/* The moves from a node to a later one, with both.  False if one has no code. */
static bool write_moves(writer *o, shoogi_node first, shoogi_node last)
{
    const shoogi_record *const record = o->w->record;
    shg_out *const out = &o->w->out;
    if (shoogi_record_node(record, last).move == 0) {
        if (last == first)
            return true;
        last = shoogi_record_node(record, last).parent;
    }
    const unsigned count = depth(record, last) - depth(record, first) + 1;
    const size_t begin = out->length;
    bool good = true;
    o->written += count;
    for (unsigned i = 0; i < count; i++)
        shg_out_text(out, "000");
    for (unsigned i = count; i-- > 0 && good && !out->spent;
         last = shoogi_record_node(record, last).parent)
        good = encode(out->bytes + begin + MOVE_BYTES * (size_t)i, &o->csa,
                      shoogi_record_node(record, last).move);
    return good;
}

/* The illegal move that ended a line.  *same: it is all that is known of it. */
static shoogi_status write_foul(bool *same, writer *o, const shoogi_node_info *node)
{
    shoogi_position *position = NULL;
    shoogi_move move;
    char code[MOVE_BYTES], text[SHOOGI_MOVE_TEXT_BYTES];
    *same = !node->termination_text;
    if (*same || o->written > WRITTEN_MAX)
        return SHOOGI_OK;
    o->written += node->ply;
    const shoogi_status status = shoogi_record_position(&position, o->w->record, node->parent);
    if (status == SHOOGI_OK && shg_foul_read(&move, position, node->termination_text) &&
        encode(code, &o->csa, move)) {
        const size_t bytes = shoogi_usi_write(text, sizeof text, position, move);
        shg_out_bytes(&o->w->out, code, MOVE_BYTES);
        *same = bytes == strlen(node->termination_text) &&
                memcmp(text, node->termination_text, bytes) == 0;
    }
    shoogi_position_free(position);
    return status;
}

static shoogi_colour side_at(const writer *o, const shoogi_node_info *node)
{
    const shoogi_colour first = shoogi_position_side(shoogi_record_start(o->w->record));
    return node->ply % 2 == 0 ? first : shoogi_colour_other(first);
}

/* The letter for a termination: "p" for those that have none. */
static char letter_of(const writer *o, const shoogi_node_info *node)
{
    if (node->termination == SHOOGI_TERMINATION_NONE)
        return '\0';
    for (size_t i = 0; i < END_LETTERS; i++)
        if (end_letters[i].end == node->termination &&
            !shg_end_misleads(node->termination, side_at(o, node), node->result.outcome))
            return end_letters[i].letter;
    return 'p';
}

static shoogi_status write_end(writer *o, shoogi_node n)
{
    const shoogi_node_info node = shoogi_record_node(o->w->record, n);
    const char letter = letter_of(o, &node);
    shoogi_termination end = end_of(letter); /* as it is read */
    shoogi_result result = shg_end_result(end, side_at(o, &node));
    bool same = !node.termination_text;
    shoogi_status status = SHOOGI_OK;
    if (letter == '\0')
        return SHOOGI_OK;
    shg_out_char(&o->w->out, letter);
    if (letter == 'i') {
        status = write_foul(&same, o, &node);
    } else if (letter == 'p' && o->written <= WRITTEN_MAX) {
        shoogi_position *position = NULL;
        o->written += node.ply;
        status = shoogi_record_position(&position, o->w->record, n);
        if (status == SHOOGI_OK)
            board_decides(&end, &result, position);
        shoogi_position_free(position);
    } else {
        same = same && letter != 'p';
    }
    if (!same || end != node.termination || node.result.outcome != result.outcome ||
        node.result.reason != result.reason)
        o->w->losses |= SHG_LOSS(TERMINATION);
    return status;
}

/* A section: the moves from `first` by way of `node` to the end of its line. */
static shoogi_status write_section(writer *o, shoogi_node first, shoogi_node node)
{
    shg_writing *const w = o->w;
    const size_t begin = w->out.length;
    const shoogi_node last = shoogi_record_line_end(w->record, node);
    shg_out_format(&w->out, "~%u.", depth(w->record, first) - 1);
    const bool good = write_moves(o, first, last);
    shg_out_char(&w->out, '.');
    if (good)
        return write_end(o, last);
    w->out.length = begin;
    w->losses |= SHG_LOSS(VARIATIONS);
    return SHOOGI_OK;
}

/* Whether an earlier sibling has the same move, or is the same end: one that reads as that one. */
static bool is_repeated(writer *o, shoogi_node node)
{
    enum { SIBLINGS_MAX = 1024 }; /* more than a position has moves, and ends */
    const shoogi_node_info info = shoogi_record_node(o->w->record, node);
    shoogi_node n = shoogi_record_node(o->w->record, info.parent).first_child;
    for (unsigned i = 0; n != node; i++, n = shoogi_record_node(o->w->record, n).next_sibling) {
        const shoogi_node_info other = shoogi_record_node(o->w->record, n);
        if (i == SIBLINGS_MAX ||
            (other.move == info.move && letter_of(o, &other) == letter_of(o, &info)))
            return true;
    }
    return false;
}

/* The variations that begin with a node, which is no first child. */
static shoogi_status write_variations(writer *o, shoogi_node first)
{
    const shoogi_record *const record = o->w->record;
    const unsigned above = depth(record, first);
    shoogi_status status = SHOOGI_OK;
    shoogi_node n = first;
    do {
        const shoogi_node parent = shoogi_record_node(record, n).parent;
        if (shoogi_record_node(record, parent).first_child != n) {
            if (o->written > WRITTEN_MAX || is_repeated(o, n)) {
                o->w->losses |= SHG_LOSS(VARIATIONS);
                break;
            }
            status = write_section(o, first, n);
        }
        n = shg_record_next(record, n);
    } while (status == SHOOGI_OK && n != SHOOGI_NO_NODE && depth(record, n) > above);
    return status;
}

static void write_start(shg_writing *w)
{
    char text[START_BYTES];
    shg_out sfen = shg_out_make(text, sizeof text);
    shg_out_sfen(&sfen, shoogi_record_start(w->record));
    size_t bytes = sfen.length; /* without the number of the first move */
    while (bytes > 0 && text[bytes - 1] != ' ')
        bytes--;
    bytes -= bytes > 0;
    if (bytes == strlen(usual_start) && memcmp(text, usual_start, bytes) == 0)
        return;
    for (size_t i = 0; i < bytes; i++)
        shg_out_char(&w->out, text[i] == '/'   ? '_'
                              : text[i] == ' ' ? '.'
                              : text[i] == '+' ? 'z'
                                               : text[i]);
}

static shoogi_status write_usen(shg_writing *w)
{
    writer o = { .w = w };
    const shoogi_record *const record = w->record;
    if (!init_codes(&o.csa, shoogi_position_variant(shoogi_record_start(record))))
        return shg_error_set(w->err, SHOOGI_ILLEGAL, 0, 0,
                             "USEN has no codes for the board and the pieces of this game");
    w->losses &= ~(SHG_LOSS(VARIATIONS) | SHG_LOSS(TERMINATION));
    write_start(w);
    const shoogi_node first = shoogi_record_node(record, 0).first_child,
                      last = shoogi_record_line_end(record, 0);
    shg_out_text(&w->out, "~0.");
    if (first != SHOOGI_NO_NODE && !write_moves(&o, first, last))
        return shg_error_set(w->err, SHOOGI_ILLEGAL, 0, 0, "a move cannot be written in USEN");
    shg_out_char(&w->out, '.');
    shoogi_status status = write_end(&o, last);
    for (shoogi_node n = last; n != 0; n = shoogi_record_node(record, n).parent)
        for (shoogi_node v = shoogi_record_node(record, n).next_sibling;
             v != SHOOGI_NO_NODE && status == SHOOGI_OK;
             v = shoogi_record_node(record, v).next_sibling)
            status = write_variations(&o, v);
    shg_out_char(&w->out, '\n');
    return status;
}

/* --- recognition --------------------------------------------------------------------------------- */

/* Every line is a record, except empty ones. */
static bool begins_usen(const char *line, size_t line_bytes)
{
    (void)line;
    return line_bytes > 0;
}

/* Every line is USEN, or an address with one. */
static unsigned looks_usen(const char *text, size_t text_bytes)
{
    unsigned looks = 0;
    for (size_t at = 0, length; at < text_bytes; at += length + 1) {
        address found;
        length = 0;
        while (at + length < text_bytes && text[at + length] != '\n' && text[at + length] != '\r')
            length++;
        size_t spaces = 0;
        while (spaces < length && is_space_character(text[at + spaces]))
            spaces++;
        if (spaces == length)
            continue;
        if (!find_usen(&found, text + at, length))
            return 0;
        looks = 95;
    }
    return looks;
}

const shg_format shg_format_USEN = { read_usen, write_usen, looks_usen, begins_usen, NULL };
