/* damaged_records_test.c: records that were damaged on their way, in every format: what is lost is reported at its place.
 *
 * A text that a format wrote, or a file of another program, is read; then it is damaged in a way that happens to real
 * files, and read again.  Either the same moves, ends and winners are there, or a warning or an error names a line at
 * the damage.  Nothing is invented.  `enum see` says what no reader could notice. */
#include "base/test_suite.h"
#include "support/random_record.h"
#include "shoogi/catalog.h"
#include "shoogi/encoding.h"

#include <dirent.h>

enum {
    TEXT_BYTES_MAX = 512 * 1024,
    PLIES_MAX = 8192,
    PATH_BYTES_MAX = 1024,
    DAMAGES = 200,                          /* of each format */
    FILE_DAMAGES = TEST_SANITIZED ? 5 : 25, /* of each file of other programs */
};

/* What a reader can notice of a kind of damage. */
enum see {
    SEE_ALL, /* all that stands in the text can still be read, or is reported beside the damage */
    SEE_PLACE, /* a part is gone for good: what stands behind it shows that, unless it was the last move or end */
    SEE_LEGAL, /* a character is another one: only a move that became another legal move can go unnoticed */
    SEE_PREFIX, /* the rest is gone for good, but the line that was cut is there in part */
};

#define DAMAGE_KINDS(X)                                                                            \
    X(LINE_LOST, SEE_PLACE)                                                                        \
    X(LINE_DOUBLED, SEE_PLACE)                                                                     \
    X(LINES_SWAPPED, SEE_PLACE)                                                                    \
    X(LINES_JOINED, SEE_ALL)                                                                       \
    X(LINE_SPLIT, SEE_LEGAL)                                                                       \
    X(SPACE_BEFORE, SEE_ALL)                                                                       \
    X(QUOTED, SEE_ALL)                                                                             \
    X(ALL_QUOTED, SEE_ALL)                                                                         \
    X(TABS, SEE_ALL)                                                                               \
    X(RETURNS, SEE_ALL)                                                                            \
    X(WIDE, SEE_ALL)                                                                               \
    X(DIGIT, SEE_LEGAL)                                                                            \
    X(BRACKET_LOST, SEE_LEGAL)                                                                     \
    X(HEADER_INSIDE, SEE_ALL)                                                                      \
    X(CHARACTER_LOST, SEE_LEGAL)                                                                   \
    X(CHARACTER_UNKNOWN, SEE_LEGAL)                                                                \
    X(END_DAMAGED, SEE_LEGAL)                                                                      \
    X(REMARK_BEHIND, SEE_ALL)                                                                      \
    X(CUT, SEE_PREFIX)                                                                             \
    X(TWO_GAMES, SEE_ALL)                                                                          \
    X(LABEL_WRONG, SEE_LEGAL)

enum damage {
#define X(name, seen) DAMAGE_##name,
    DAMAGE_KINDS(X)
#undef X
        DAMAGE_KINDS_COUNT
};

static const struct {
    const char *name;
    enum see see;
} kinds[] = {
#define X(name, seen) [DAMAGE_##name] = { #name, seen },
    DAMAGE_KINDS(X)
#undef X
};

struct text {
    char bytes[TEXT_BYTES_MAX];
    size_t count;
};

/* A damaged text, and which of its lines are damaged, counted from 1. */
struct damaged {
    struct text text;
    unsigned first, last;
    bool last_line;  /* nothing but blank lines stands behind the damage */
    bool in_comment; /* what joins a comment is a part of it */
};

/* All games of a text, in order: a move or an end each. */
struct contents {
    struct {
        unsigned ply;
        shoogi_move move;
        shoogi_termination end;
        shoogi_result result;
    } nodes[PLIES_MAX];
    size_t count;
    unsigned lines[SHOOGI_RECORD_ERRORS_MAX]; /* of what is reported; 0: of the whole text */
    char messages[SHOOGI_RECORD_ERRORS_MAX][SHOOGI_MESSAGE_BYTES];
    size_t reported;
};

static shoogi_catalog *catalog;

static const shoogi_variant *find_variant(void *context, const char *name, size_t name_bytes)
{
    const shoogi_catalog_entry *entry;
    (void)context;
    return shoogi_catalog_get(&entry, catalog, name, name_bytes, NULL) == SHOOGI_OK ? entry->variant
                                                                                    : NULL;
}

static unsigned lines_before(const char *text, size_t bytes)
{
    unsigned lines = 0;
    for (size_t i = 0; i < bytes; i++)
        lines += text[i] == '\n' || (text[i] == '\r' && (i + 1 == bytes || text[i + 1] != '\n'));
    return lines;
}

static void read_contents(struct contents *out, shoogi_format format, const shoogi_variant *variant,
                          const char *text, size_t bytes)
{
    const shoogi_record_read_options how = { .variant = variant,
                                             .find_variant = find_variant,
                                             .keep_partial = true };
    out->count = out->reported = 0;
    for (size_t at = 0, used; at < bytes; at += used) {
        shoogi_record *record = NULL;
        shoogi_error errors[SHOOGI_RECORD_ERRORS_MAX];
        size_t count = 0;
        const unsigned line = lines_before(text, at);
        const shoogi_status status =
            shoogi_record_read(&record, &used, format, text + at, bytes - at, &how, errors,
                               SHOOGI_RECORD_ERRORS_MAX, &count);
        assert_true(status == SHOOGI_OK || count > 0);
        assert_true(used > 0);
        for (size_t i = 0; i < count && out->reported < SHOOGI_RECORD_ERRORS_MAX; i++) {
            out->lines[out->reported] = errors[i].line > 0 ? errors[i].line + line : 0;
            snprintf(out->messages[out->reported++], SHOOGI_MESSAGE_BYTES, "%s", errors[i].message);
        }
        for (shoogi_node n = 1; record && n < shoogi_record_node_count(record); n++) {
            const shoogi_node_info node = shoogi_record_node(record, n);
            assert_true(out->count < PLIES_MAX);
            out->nodes[out->count].ply = node.ply;
            out->nodes[out->count].move = node.move;
            out->nodes[out->count].end = node.termination;
            out->nodes[out->count++].result = node.result;
        }
        shoogi_record_free(record);
    }
}

/* --- damage ------------------------------------------------------------------------------------ */

static void put(struct text *out, const char *bytes, size_t count)
{
    assert_true(out->count + count < sizeof out->bytes);
    memcpy(out->bytes + out->count, bytes, count);
    out->count += count;
}

static void put_text(struct text *out, const char *text)
{
    put(out, text, strlen(text));
}

static size_t character_bytes(const char *at, const char *end)
{
    size_t count = 1;
    while (at + count < end && ((unsigned char)at[count] & 0xC0) == 0x80)
        count++;
    return count;
}

/* A random character of a line for which the test holds; NULL: none. */
static const char *find_character(const char *line, const char *end, uint64_t *chance,
                                  const char *which)
{
    const char *found = NULL;
    unsigned count = 0;
    for (const char *at = line; at < end; at += character_bytes(at, end)) {
        const size_t bytes = character_bytes(at, end);
        bool fits = !which && *at != ' ';
        for (const char *set = which; set && *set && !fits;
             set += character_bytes(set, set + strlen(set)))
            fits = character_bytes(set, set + strlen(set)) == bytes && memcmp(at, set, bytes) == 0;
        if (fits && random_below(chance, ++count) == 0)
            found = at;
    }
    return found;
}

static void put_wide(struct text *out, const char *line, const char *end, bool wide)
{
    for (const char *at = line; at < end;) {
        const size_t bytes = character_bytes(at, end);
        if (wide && *at > ' ' && *at < 0x7F) {
            const unsigned code = 0xFF00u + (unsigned)(*at - 0x20);
            const char full[] = { (char)0xEF, (char)(0x80 | (code >> 6 & 0x3F)),
                                  (char)(0x80 | (code & 0x3F)) };
            put(out, full, 3);
        } else if (!wide && bytes == 3 && (unsigned char)at[0] == 0xEF &&
                   (unsigned char)at[1] >= 0xBC && (unsigned char)at[1] <= 0xBD) {
            const unsigned code =
                ((unsigned char)at[1] & 0x3Fu) << 6 | ((unsigned char)at[2] & 0x3Fu);
            const char half = (char)(code - 0xF00 + 0x20);
            put(out, code <= 0xF5E ? &half : at, code <= 0xF5E ? 1 : 3);
        } else {
            put(out, at, bytes);
        }
        at += bytes;
    }
}

static const char *header_of(shoogi_format format)
{
    switch (format) {
    case SHOOGI_FORMAT_KIF:
    case SHOOGI_FORMAT_KI2: return "場所：川崎\n";
    case SHOOGI_FORMAT_CSA:
    case SHOOGI_FORMAT_CSA3: return "$SITE:Kawasaki\n";
    case SHOOGI_FORMAT_PGN:
    case SHOOGI_FORMAT_PSN:
    case SHOOGI_FORMAT_WESTERN: return "[Site \"Kawasaki\"]\n";
    case SHOOGI_FORMAT_SHOOGI: return "site: Kawasaki\n";
    case SHOOGI_FORMAT_COURIER: return "site=Kawasaki\n";
    case SHOOGI_FORMAT_JKF: return "\"header\": {\"場所\": \"川崎\"},\n";
    case SHOOGI_FORMAT_BOD: /* a position without moves */
    case SHOOGI_FORMAT_USI:
    case SHOOGI_FORMAT_USEN:
    case SHOOGI_FORMAT_COUNT: break;
    }
    return "\n";
}

/* Characters whose bytes another encoding has, too: what a wrong label shows. */
static void put_wrong_label(struct text *out, const struct text *from, uint64_t *chance)
{
    static const shoogi_encoding written[] = { SHOOGI_ENCODING_SHIFT_JIS, SHOOGI_ENCODING_EUC_JP };
    static const char *const labels[] = { "#KIF version=2.0 encoding=UTF-8\n",
                                          "#KIF version=2.0 encoding=Shift_JIS\n",
                                          "'CSA encoding=EUC-JP\n" };
    char *encoded, *decoded;
    size_t bytes, decoded_bytes, faults;
    static struct text labelled;
    labelled.count = 0;
    put_text(&labelled, labels[random_below(chance, COUNT(labels))]);
    assert_int_equal(shoogi_text_encode(&encoded, &bytes, written[random_below(chance, 2)],
                                        from->bytes, from->count, &faults, NULL),
                     SHOOGI_OK);
    put(&labelled, encoded, bytes);
    shoogi_text_free(encoded);
    assert_int_equal(shoogi_text_decode(&decoded, &decoded_bytes,
                                        shoogi_encoding_detect(labelled.bytes, labelled.count),
                                        labelled.bytes, labelled.count, &faults, NULL),
                     SHOOGI_OK);
    const char *const body = memchr(decoded, '\n', decoded_bytes);
    put(out, body + 1, decoded_bytes - (size_t)(body + 1 - decoded));
    shoogi_text_free(decoded);
}

/* Damages a line of the text, or all; false if this kind cannot happen there. */
static bool damage(struct damaged *out, const struct text *from, shoogi_format format,
                   enum damage kind, uint64_t *chance)
{
    static const char *const spaces[] = {
        " ", "　", "\xC2\xA0", "\xE2\x80\x8B", "\xEF\xBB\xBF", "\t", "    ", "\xE2\x80\x83"
    };
    static const char digits[] = "0123456789";
    static const char *const remarks[] = { " ", " !", " 　", "\t", " ?!" };
    const char *const text = from->bytes, *const end = text + from->count;
    const unsigned lines = lines_before(text, from->count);
    if (lines < 3)
        return false;
    const unsigned chosen = (unsigned)random_below(chance, lines);
    const char *line = text;
    for (unsigned i = 0; i < chosen; i++)
        line = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
    const char *line_end = memchr(line, '\n', (size_t)(end - line));
    const char *const next = line_end ? line_end + 1 : end;
    if (!line_end)
        line_end = end;
    const char *next_end = next < end ? memchr(next, '\n', (size_t)(end - next)) : NULL;
    if (!next_end)
        next_end = end;
    if (line_end == line)
        return false;
    out->text.count = 0;
    out->first = chosen + 1;
    out->last = chosen + 1;
    out->in_comment = strchr("*'#&", *line) != NULL;
    out->last_line = true;
    for (const char *at = next; at < end; at++)
        out->last_line = out->last_line && (*at == '\n' || *at == '\r' || *at == ' ');
    struct text *const to = &out->text;
    const char *rest = next, *at;
    if (kind != DAMAGE_ALL_QUOTED && kind != DAMAGE_RETURNS && kind != DAMAGE_CUT &&
        kind != DAMAGE_TWO_GAMES && kind != DAMAGE_LABEL_WRONG)
        put(to, text, (size_t)(line - text));
    switch (kind) {
    case DAMAGE_LINE_LOST: break;
    case DAMAGE_LINE_DOUBLED:
        put(to, line, (size_t)(next - line));
        put(to, line, (size_t)(next - line));
        out->last++;
        break;
    case DAMAGE_LINES_SWAPPED:
        if (next_end == end)
            return false;
        put(to, next, (size_t)(next_end + 1 - next));
        put(to, line, (size_t)(next - line));
        rest = next_end + 1;
        out->last++;
        break;
    case DAMAGE_LINES_JOINED:
        put(to, line, (size_t)(line_end - line));
        put_text(to, random_below(chance, 2) ? " " : "");
        break;
    case DAMAGE_LINE_SPLIT:
        at = find_character(line, line_end, chance, NULL);
        if (!at || at == line)
            return false;
        put(to, line, (size_t)(at - line));
        put_text(to, "\n");
        put(to, at, (size_t)(next - at));
        out->last++;
        break;
    case DAMAGE_SPACE_BEFORE:
        put_text(to, spaces[random_below(chance, COUNT(spaces))]);
        put(to, line, (size_t)(next - line));
        break;
    case DAMAGE_QUOTED:
        put_text(to, random_below(chance, 2) ? "> " : ">> ");
        put(to, line, (size_t)(next - line));
        break;
    case DAMAGE_ALL_QUOTED:
        for (at = text; at < end;) {
            const char *const stop = memchr(at, '\n', (size_t)(end - at));
            const char *const after = stop ? stop + 1 : end;
            put_text(to, "> ");
            put(to, at, (size_t)(after - at));
            at = after;
        }
        rest = end;
        out->first = 1;
        out->last = lines + 1;
        break;
    case DAMAGE_TABS:
        for (at = line; at < next; at++)
            put(to, *at == ' ' ? "\t" : at, 1);
        break;
    case DAMAGE_RETURNS: {
        const char *const ends[] = { "\r", "\r\n", "\r\r\n" };
        const char *const one = ends[random_below(chance, COUNT(ends))];
        for (at = text; at < end; at++)
            if (*at == '\n')
                put_text(to, one);
            else
                put(to, at, 1);
        rest = end;
        out->first = 1;
        out->last = 2 * lines + 2;
        break;
    }
    case DAMAGE_WIDE: put_wide(to, line, next, random_below(chance, 2)); break;
    case DAMAGE_DIGIT:
        at = find_character(line, line_end, chance, digits);
        if (!at)
            return false;
        put(to, line, (size_t)(at - line));
        put(to, digits + (*at - '0' + 1 + (int)random_below(chance, 9)) % 10, 1);
        put(to, at + 1, (size_t)(next - at - 1));
        break;
    case DAMAGE_BRACKET_LOST:
    case DAMAGE_CHARACTER_LOST:
    case DAMAGE_CHARACTER_UNKNOWN:
    case DAMAGE_END_DAMAGED:
        if (kind == DAMAGE_END_DAMAGED && chosen + 3 < lines)
            return false;
        at = find_character(line, line_end, chance,
                            kind == DAMAGE_BRACKET_LOST ? "()[]{}（）\"" : NULL);
        if (!at)
            return false;
        put(to, line, (size_t)(at - line));
        if (kind == DAMAGE_CHARACTER_UNKNOWN || kind == DAMAGE_END_DAMAGED)
            put_text(to, random_below(chance, 2) ? "?" : "\xEF\xBF\xBD");
        at += character_bytes(at, line_end);
        put(to, at, (size_t)(next - at));
        break;
    case DAMAGE_HEADER_INSIDE:
        put_text(to, header_of(format));
        put(to, line, (size_t)(next - line));
        break;
    case DAMAGE_REMARK_BEHIND:
        put(to, line, (size_t)(line_end - line));
        put_text(to, remarks[random_below(chance, COUNT(remarks))]);
        put_text(to, "\n");
        break;
    case DAMAGE_CUT:
        at = find_character(line, line_end, chance, NULL);
        put(to, text, (size_t)((at ? at : line) - text));
        rest = end;
        out->last_line = true;
        break;
    case DAMAGE_TWO_GAMES:
        put(to, text, from->count);
        if (text[from->count - 1] != '\n' || random_below(chance, 2))
            put_text(to, "\n");
        put(to, text, from->count);
        rest = end;
        out->first = lines;
        out->last = 2 * lines + 3;
        break;
    case DAMAGE_LABEL_WRONG:
        put_wrong_label(to, from, chance);
        rest = end;
        out->first = 1;
        out->last = lines + 2;
        break;
    case DAMAGE_KINDS_COUNT: return false;
    }
    put(to, rest, (size_t)(end - rest));
    return to->count > 0;
}

/* --- what must be seen -------------------------------------------------------------------------- */

/* How many nodes are equal from the first on. */
static size_t common(const struct contents *a, const struct contents *b)
{
    size_t n = 0;
    while (n < a->count && n < b->count && a->nodes[n].ply == b->nodes[n].ply &&
           a->nodes[n].move == b->nodes[n].move && a->nodes[n].end == b->nodes[n].end &&
           a->nodes[n].result.outcome == b->nodes[n].result.outcome)
        n++;
    return n;
}

/* Whether a warning names one of these lines, or the text as a whole. */
static bool names_line(const struct contents *found, unsigned first, unsigned last)
{
    for (size_t i = 0; i < found->reported; i++)
        if (found->lines[i] == 0 || (found->lines[i] >= first && found->lines[i] <= last))
            return true;
    return false;
}

/* Whether the last moves of a variation are missing, with its end: nothing shows that they were there. */
static bool is_line_shorter(const struct contents *was, const struct contents *is, size_t at)
{
    const size_t lost = was->count - is->count;
    if (is->count >= was->count || was->nodes[at + lost].ply > was->nodes[at].ply)
        return false;
    for (size_t n = at; n < is->count; n++)
        if (was->nodes[n + lost].move != is->nodes[n].move ||
            was->nodes[n + lost].ply != is->nodes[n].ply)
            return false;
    return true;
}

/* Whether only the reasons of ends are other ones. */
static bool is_same_winner(const struct contents *was, const struct contents *is)
{
    bool same = was->count == is->count;
    for (size_t n = 0; n < was->count && same; n++)
        same = was->nodes[n].move == is->nodes[n].move &&
               (was->nodes[n].move != 0 ||
                was->nodes[n].result.outcome == is->nodes[n].result.outcome);
    return same;
}

/* The lines of comments that follow. */
static unsigned comments_after(const struct text *text, unsigned line)
{
    unsigned comments = 0, number = 1;
    for (size_t at = 0; at < text->count; number++) {
        const char *const stop = memchr(text->bytes + at, '\n', text->count - at);
        const bool comment = strchr("*'#&", text->bytes[at]) != NULL;
        if (number > line + 1 + comments && !comment)
            break;
        comments += number >= line && comment;
        at = stop ? (size_t)(stop - text->bytes) + 1 : text->count;
    }
    return comments;
}

static bool is_seen(const struct damaged *damaged, enum damage kind, shoogi_format format,
                    const struct contents *was, const struct contents *is, bool before_moves)
{
    const size_t same = common(was, is);
    if (same == was->count && same == is->count)
        return true;
    if (kind == DAMAGE_TWO_GAMES && is->count == 2 * was->count && same == was->count)
        return true;
    /* JSON: an error names the object or the place where the text can no longer continue.  Elsewhere lines of comments
     * and times may stand between.  A start that was damaged shows when a move does not fit. */
    const bool anywhere = format == SHOOGI_FORMAT_JKF || before_moves;
    if (names_line(is, anywhere || damaged->first < 2 ? 1 : damaged->first - 1,
                   anywhere ? UINT32_MAX
                            : damaged->last + 3 + comments_after(&damaged->text, damaged->first)))
        return true;
    const bool is_legal = same < is->count && same < was->count && is->nodes[same].move != 0 &&
                          was->nodes[same].move != 0;
    const bool end_read = same < is->count && is->nodes[same].end != SHOOGI_TERMINATION_NONE;
    switch (kinds[kind].see) {
    case SEE_ALL: return kind == DAMAGE_LINES_JOINED && damaged->in_comment;
    case SEE_PLACE: /* the last moves of the text; an end may stand behind.  KI2 and USI have no numbers */
        return (is->count <= was->count &&
                (same == is->count ? damaged->last_line : end_read && same + 1 == is->count)) ||
               is_line_shorter(was, is, same) ||
               (is_legal && (format == SHOOGI_FORMAT_KI2 || format == SHOOGI_FORMAT_USI));
    case SEE_LEGAL: /* an end without a winner may be a remark, an illegal move that foul */
        return is_legal || is_same_winner(was, is) || names_line(is, damaged->first, UINT32_MAX) ||
               (same + 1 == was->count && was->nodes[same].move == 0 &&
                was->nodes[same].result.outcome == SHOOGI_OUTCOME_NONE) ||
               (end_read && is->nodes[same].end == SHOOGI_TERMINATION_ILLEGAL);
    case SEE_PREFIX: /* the last move may be cut to another one, without its promotion */
        return same + 1 >= is->count && is->count <= was->count;
    }
    return false;
}

static unsigned unseen;

static void show(const char *what, const struct damaged *damaged, enum damage kind, unsigned number,
                 const struct contents *was, const struct contents *is)
{
    unsigned line = 1;
    print_message("# %s: %s at line %u (damage %u): %zu of %zu nodes are the same, %zu are read\n",
                  what, kinds[kind].name, damaged->first, number, common(was, is), was->count,
                  is->count);
    for (size_t i = 0; i < is->reported && i < 3; i++)
        print_message("#     reported: %u: %s\n", is->lines[i], is->messages[i]);
    for (size_t at = 0; at < damaged->text.count;) {
        const char *const from = damaged->text.bytes + at;
        const char *const stop = memchr(from, '\n', damaged->text.count - at);
        const size_t bytes = stop ? (size_t)(stop - from) : damaged->text.count - at;
        if (line + 2 >= damaged->first && line <= damaged->first + 3)
            print_message("#   %3u %.*s\n", line, (int)(bytes < 300 ? bytes : 300), from);
        at += bytes + 1;
        line++;
    }
    unseen++;
}

static struct contents contents_before, contents_after, contents_prefix;
static struct damaged damaged_text;

/* Whether nothing but headers, and perhaps the board, stands before the damage and on its line. */
static bool is_before_moves(shoogi_format format, const shoogi_variant *variant,
                            const struct damaged *damaged)
{
    size_t at = 0;
    for (unsigned line = 0; line < damaged->last && at < damaged->text.count; line++) {
        const char *const stop = memchr(damaged->text.bytes + at, '\n', damaged->text.count - at);
        at = stop ? (size_t)(stop - damaged->text.bytes) + 1 : damaged->text.count;
    }
    read_contents(&contents_prefix, format, variant, damaged->text.bytes, at);
    return contents_prefix.count == 0;
}

static void damage_text(const char *what, shoogi_format format, const shoogi_variant *variant,
                        const struct text *text, unsigned damages, uint64_t seed)
{
    read_contents(&contents_before, format, variant, text->bytes, text->count);
    for (unsigned i = 0, tries = 0; i < damages && tries < 20 * damages; tries++) {
        uint64_t chance = seed + tries;
        const enum damage kind = (enum damage)((i + seed) % DAMAGE_KINDS_COUNT);
        if (!damage(&damaged_text, text, format, kind, &chance)) {
            i += tries % 20 == 19; /* this text does not have what the kind needs */
            continue;
        }
        i++;
        read_contents(&contents_after, format, variant, damaged_text.text.bytes,
                      damaged_text.text.count);
        if (!is_seen(&damaged_text, kind, format, &contents_before, &contents_after, false) &&
            !is_seen(&damaged_text, kind, format, &contents_before, &contents_after,
                     is_before_moves(format, variant, &damaged_text)))
            show(what, &damaged_text, kind, tries, &contents_before, &contents_after);
    }
}

/* --- the texts ---------------------------------------------------------------------------------- */

/* A game with times and an end.  Owned. */
static shoogi_record *own_game(const shoogi_variant *variant, unsigned number)
{
    static const shoogi_termination ends[] = { SHOOGI_TERMINATION_RESIGN, SHOOGI_TERMINATION_TIME,
                                               SHOOGI_TERMINATION_SUSPENDED,
                                               SHOOGI_TERMINATION_ILLEGAL,
                                               SHOOGI_TERMINATION_DECLARATION };
    uint64_t chance = number;
    shoogi_position *const start = make_position(variant, NULL);
    shoogi_record *const record = random_game(start, 20 + 11 * number, &chance);
    shoogi_position_free(start);
    shoogi_node last = shoogi_record_line_end(record, 0);
    if (number % 2 == 0)
        for (shoogi_node n = 1; n <= last; n++)
            shoogi_record_set_time(record, n, (int64_t)(n * 1000 * number));
    if (shoogi_record_node(record, last).termination == SHOOGI_TERMINATION_NONE) {
        const shoogi_termination end = ends[number % COUNT(ends)];
        shoogi_position *position;
        assert_int_equal(shoogi_record_position(&position, record, last), SHOOGI_OK);
        assert_int_equal(shoogi_record_add_termination(
                             &last, record, last, end,
                             shg_end_result(end, shoogi_position_side(position)), NULL, 0),
                         SHOOGI_OK);
        shoogi_position_free(position);
    }
    assert_int_equal(shoogi_record_set_header(record, "black", 5, "Anna", 4), SHOOGI_OK);
    assert_int_equal(shoogi_record_set_header(record, "white", 5, "Berta", 5), SHOOGI_OK);
    return record;
}

static void damage_own_games(shoogi_format format)
{
    enum { GAMES = 5 };
    static struct text text;
    const shoogi_variant *const shogi = find_variant(NULL, "shogi", 5);
    for (unsigned i = 0; i < GAMES; i++) {
        shoogi_record *const record = own_game(shogi, i);
        char *written;
        uint32_t losses;
        assert_int_equal(
            shoogi_record_write(&written, &text.count, &losses, format, record, NULL, NULL),
            SHOOGI_OK);
        memcpy(text.bytes, written, text.count);
        shoogi_text_free(written);
        shoogi_record_free(record);
        damage_text(shoogi_format_name(format), format, shogi, &text, DAMAGES / GAMES,
                    (uint64_t)i * DAMAGES / GAMES);
    }
}

static int open_catalog(void **state)
{
    (void)state;
    return shoogi_catalog_new(&catalog) == SHOOGI_OK ? 0 : -1;
}

static int close_catalog(void **state)
{
    (void)state;
    shoogi_catalog_free(catalog);
    return 0;
}

static void what_a_text_lost_is_reported(void **state)
{
    (void)state;
    unseen = 0;
    for (unsigned f = 0; f < SHOOGI_FORMAT_COUNT; f++)
        damage_own_games((shoogi_format)f);
    assert_int_equal(unseen, 0);
}

static void damage_file(const char *path, uint64_t seed)
{
    static char bytes[TEXT_BYTES_MAX / 4];
    static struct text text;
    FILE *const file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be read", path);
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    char *decoded;
    assert_int_equal(shoogi_text_decode(&decoded, &text.count, shoogi_encoding_detect(bytes, count),
                                        bytes, count, NULL, NULL),
                     SHOOGI_OK);
    assert_true(text.count < sizeof text.bytes / 4);
    const size_t decoded_bytes = text.count;
    text.count = 0;
    for (size_t i = 0; i < decoded_bytes; i++) /* lines end in LF: damage is counted by them */
        if (decoded[i] != '\r' || i + 1 == decoded_bytes || decoded[i + 1] != '\n')
            put(&text, decoded[i] == '\r' ? "\n" : decoded + i, 1);
    shoogi_text_free(decoded);
    const bool chu = strstr(path, "chu-game") != NULL;
    damage_text(strrchr(path, '/') + 1, shoogi_format_detect(text.bytes, text.count),
                find_variant(NULL, chu ? "chu-lishogi" : "shogi", chu ? 11 : 5), &text,
                FILE_DAMAGES, seed);
}

static void what_a_file_lost_is_reported(void **state)
{
    (void)state;
    static const char *const folders[] = { "csa",         "formats",     "formats/csa",
                                           "formats/jkf", "formats/ki2", "formats/kif" };
    const char *const data = getenv("SHOOGI_TEST_DATA");
    unsigned files = 0;
    unseen = 0;
    for (size_t i = 0; i < COUNT(folders); i++) {
        char place[PATH_BYTES_MAX], path[2 * PATH_BYTES_MAX];
        snprintf(place, sizeof place, "%s/data/%s", data ? data : "../shared", folders[i]);
        struct dirent **names;
        const int count = scandir(place, &names, NULL, alphasort);
        for (int n = 0; n < count; n++) {
            const char *const dot = strrchr(names[n]->d_name, '.');
            snprintf(path, sizeof path, "%s/%s", place, names[n]->d_name);
            if (dot && dot[1] != '\0' && dot != names[n]->d_name)
                damage_file(path, files++ * UINT64_C(1000));
            free(names[n]);
        }
        if (count >= 0)
            free(names);
    }
    if (files == 0) {
        print_message("# no files in %s/data\n", data ? data : "../shared");
        skip();
    }
    assert_int_equal(unseen, 0);
}

TEST_SUITE(damaged_records)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_a_text_lost_is_reported),
                                        cmocka_unit_test(what_a_file_lost_is_reported) };
    return cmocka_run_group_tests(tests, open_catalog, close_catalog);
}
