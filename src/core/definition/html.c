#include "core/definition/html.h"

#include "base/nearest.h"
#include "base/text.h"
#include "core/definition/definition.h"

#include <stdint.h>
#include <string.h>

/* --- tags ---------------------------------------------------------------------------------------- */

/* A place in a page, and the text copied from it. */
typedef struct page {
    const char *text;
    size_t bytes, at;
    char *out;
    uint32_t *origin; /* [room + 1] */
    size_t count, room;
    bool too_big;
} page;

/* <name ...> or </name>; name and class are empty if missing. */
typedef struct tag {
    shg_span name, class;
    bool closes;
} tag;

static bool is_space_character(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

static char peek(const page *p)
{
    return p->at < p->bytes ? p->text[p->at] : '\0';
}

static bool looks_at(const page *p, const char *text)
{
    const size_t count = strlen(text);
    return p->bytes - p->at >= count && shg_text_same(p->text + p->at, count, text, count);
}

/* Skips to after the next occurrence of text, or to the end. */
static void skip_past(page *p, const char *text)
{
    const size_t count = strlen(text);
    while (p->at < p->bytes && !looks_at(p, text))
        p->at++;
    p->at = p->bytes - p->at < count ? p->bytes : p->at + count;
}

static void skip_spaces(page *p)
{
    while (p->at < p->bytes && is_space_character(p->text[p->at]))
        p->at++;
}

/* A run of characters other than spaces and the stops. */
static shg_span read_run(page *p, const char *stops)
{
    const size_t start = p->at;
    while (p->at < p->bytes && !is_space_character(p->text[p->at]) &&
           (p->text[p->at] == '\0' || !strchr(stops, p->text[p->at])))
        p->at++;
    return (shg_span){ p->text + start, p->at - start };
}

/* The value of an attribute, with or without quotes. */
static shg_span read_value(page *p)
{
    const char quote = peek(p);
    if (quote != '"' && quote != '\'')
        return read_run(p, ">");
    const size_t start = ++p->at;
    const char *const end = memchr(p->text + start, quote, p->bytes - start);
    p->at = end ? (size_t)(end - p->text) + 1 : p->bytes;
    return (shg_span){ p->text + start, (end ? p->at - 1 : p->at) - start };
}

static bool span_is(shg_span span, const char *text)
{
    return shg_text_same(span.bytes, span.count, text, strlen(text));
}

/* Whether a tag begins here: "<" alone is text. */
static bool at_tag(const page *p)
{
    if (peek(p) != '<' || p->at + 1 >= p->bytes)
        return false;
    const char next = p->text[p->at + 1];
    return shg_is_letter(next) || next == '/' || next == '!' || next == '?';
}

/* Reads a tag, a comment, or a whole script or style element, none of which is text. */
static tag read_tag(page *p)
{
    tag t = { 0 };
    if (looks_at(p, "<!--")) {
        skip_past(p, "-->");
        return t;
    }
    p->at++;
    if (peek(p) == '!' || peek(p) == '?') {
        skip_past(p, ">");
        return t;
    }
    t.closes = peek(p) == '/';
    p->at += t.closes;
    t.name = read_run(p, "/>");
    for (;;) {
        skip_spaces(p);
        if (p->at == p->bytes)
            break;
        if (peek(p) == '>') {
            p->at++;
            break;
        }
        if (peek(p) == '/') {
            p->at++;
            continue;
        }
        const shg_span name = read_run(p, "=/>");
        skip_spaces(p);
        if (peek(p) != '=') {
            p->at += name.count == 0; /* a slash without meaning: must advance */
            continue;
        }
        p->at++;
        skip_spaces(p);
        const shg_span value = read_value(p);
        if (span_is(name, "class"))
            t.class = value;
    }
    if (!t.closes && span_is(t.name, "script"))
        skip_past(p, "</script");
    else if (!t.closes && span_is(t.name, "style"))
        skip_past(p, "</style");
    return t;
}

static bool has_class(shg_span classes, const char *class)
{
    for (size_t at = 0; at < classes.count;) {
        size_t end = at;
        while (end < classes.count && !is_space_character(classes.bytes[end]))
            end++;
        if (span_is((shg_span){ classes.bytes + at, end - at }, class))
            return true;
        at = end + 1;
    }
    return false;
}

/* --- copying ------------------------------------------------------------------------------------- */

static void put(page *p, char c, size_t origin)
{
    if (p->count == p->room) {
        p->too_big = true;
        return;
    }
    p->origin[p->count] = (uint32_t)origin;
    p->out[p->count++] = c;
}

static void put_code_point(page *p, uint32_t c, size_t origin)
{
    if (c == 0xA0)
        c = ' '; /* a non-breaking space */
    if (c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0xD800 && c < 0xE000) || c > 0x10FFFF)
        c = '?';
    if (c < 0x80) {
        put(p, (char)c, origin);
        return;
    }
    const unsigned more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned lead[] = { 0, 0xC0, 0xE0, 0xF0 };
    put(p, (char)(lead[more] | c >> (6 * more)), origin);
    for (unsigned i = more; i-- > 0;)
        put(p, (char)(0x80 | (c >> (6 * i) & 0x3F)), origin);
}

static const struct reference {
    const char *name;
    uint32_t code_point;
} references[] = {
    { "&amp;", '&' },  { "&lt;", '<' },    { "&gt;", '>' },
    { "&quot;", '"' }, { "&apos;", '\'' }, { "&nbsp;", ' ' },
};

/* &#39; or &#x27;: its value, and *count its length; 0: not a reference. */
static uint32_t read_numeric(const page *p, size_t *count)
{
    size_t at = p->at + 2;
    const bool hex = at < p->bytes && shg_lower(p->text[at]) == 'x';
    at += hex;
    uint32_t value = 0;
    const size_t digits = at;
    for (; at < p->bytes && at < digits + 8; at++) {
        const char c = shg_lower(p->text[at]);
        const bool letter = hex && c >= 'a' && c <= 'f';
        if (!shg_is_digit(c) && !letter)
            break;
        const uint32_t digit = letter ? (uint32_t)(c - 'a' + 10) : (uint32_t)(c - '0');
        value = value * (hex ? 16 : 10) + digit;
        if (value > 0x10FFFF)
            return 0;
    }
    if (at == digits || at >= p->bytes || p->text[at] != ';')
        return 0;
    *count = at + 1 - p->at;
    return value;
}

/* Copies one character, or a reference such as &amp; as one. */
static void copy_character(page *p)
{
    const size_t origin = p->at;
    uint32_t c;
    size_t took = 0;
    if (peek(p) == '&') {
        for (size_t i = 0; i < sizeof references / sizeof references[0] && took == 0; i++) {
            if (looks_at(p, references[i].name)) {
                c = references[i].code_point;
                took = strlen(references[i].name);
            }
        }
        if (took == 0 && looks_at(p, "&#"))
            c = read_numeric(p, &took);
    }
    if (took == 0)
        took = shg_utf8_read(&c, p->text + p->at, p->bytes - p->at);
    p->at += took;
    if (took == 1 && (c == '\n' || c == '\t' || c == '\r'))
        put(p, (char)c, origin);
    else
        put_code_point(p, took == 1 && c == 0xFFFD ? '?' : c, origin);
}

/* Copies up to the end of the element that has just been opened: each line up to its first <br>. */
static void copy_element(page *p, shg_span name)
{
    unsigned depth = 1;
    bool cut = false;
    while (p->at < p->bytes && !p->too_big) {
        if (at_tag(p)) {
            const size_t at = p->at;
            const tag t = read_tag(p);
            if (shg_text_same(t.name.bytes, t.name.count, name.bytes, name.count))
                depth += t.closes ? -1u : 1u;
            if (depth == 0) {
                p->at = at; /* where the definition ends */
                return;
            }
            cut = cut || span_is(t.name, "br");
        } else if (cut && peek(p) != '\n') {
            p->at++;
        } else {
            cut = false;
            copy_character(p);
        }
    }
}

/* --- definitions in plain text ------------------------------------------------------------------- */

/* Inline tags; all others end a possible definition. */
static bool is_inline(shg_span name)
{
    static const char *const names[] = { "",     "a",  "b",    "i",      "u",    "em",   "br",
                                         "font", "tt", "code", "strong", "span", "small" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (span_is(name, names[i]))
            return true;
    return false;
}

/* A part of the text between two tags, and what it contains. */
typedef struct stretch {
    size_t from, to; /* from its first parameter to its last parameter or piece */
    bool any, size, piece;
    bool words; /* since then: a sentence, or the name of the next piece */
} stretch;

static bool is_whole(const stretch *s)
{
    return s->size && s->piece;
}

/* False if the part ended before this word. sizeless: it may leave its size unsaid. */
static bool look_at_word(const page *p, shg_span word, bool sizeless, stretch *s)
{
    size_t letters = 0, colons = 0;
    while (letters < word.count && shg_is_letter(word.bytes[letters]))
        letters++;
    const bool parameter = letters > 0 && letters < word.count && word.bytes[letters] == '=';
    for (size_t i = 0; i < word.count && !parameter; i++)
        colons += word.bytes[i] == ':';
    /* Words before a parameter were a sentence. */
    if (parameter && s->words && is_whole(s))
        return false;
    if (parameter && (!s->any || s->words))
        *s = (stretch){ .any = true, .from = (size_t)(word.bytes - p->text) };
    const bool piece = !parameter && colons >= 4;
    s->words = !parameter && !piece;
    if (!s->any || s->words)
        return true;
    s->piece = s->piece || piece;
    s->to = (size_t)(word.bytes + word.count - p->text);
    const shg_span name = { word.bytes, letters };
    s->size =
        s->size || (parameter && (span_is(name, "files") || (sizeless && shg_is_parameter(name))));
    return true;
}

/* Skips the marks at the beginning of a line that quote it (">", "|") or list it ("*", "-", "\xE2\x80\xA2"). */
static void skip_line_marks(page *p)
{
    while (p->at < p->bytes) {
        size_t at = p->at;
        while (at < p->bytes && (p->text[at] == ' ' || p->text[at] == '\t'))
            at++;
        const bool bullet = p->bytes - at >= 3 && memcmp(p->text + at, "\xE2\x80\xA2", 3) == 0;
        if (!bullet && (at == p->bytes || !strchr(">|*-", p->text[at]) || !p->text[at]))
            return;
        const char mark = p->text[at];
        at += bullet ? 3 : 1;
        /* A name may begin with a mark, but for that of quotations. */
        if (mark != '>' && at < p->bytes && !is_space_character(p->text[at]))
            return;
        p->at = at;
    }
}

/* Whether a word is the name of a note and the beginning of its text, which is the rest of the line. */
static bool begins_note(shg_span word)
{
    const char *const end = memchr(word.bytes, '=', word.count);
    return end && shg_is_note_name((shg_span){ word.bytes, (size_t)(end - word.bytes) });
}

/* Finds the first part with a piece and files= in it, or any known parameter if sizeless. */
static bool find_part(page *p, bool sizeless, stretch *found)
{
    *found = (stretch){ 0 };
    p->at = 0;
    skip_line_marks(p);
    for (;;) {
        bool ends = p->at == p->bytes;
        if (!ends && at_tag(p)) {
            ends = !is_inline(read_tag(p).name);
        } else if (!ends && is_space_character(peek(p))) {
            unsigned lines = 0;
            while (p->at < p->bytes && is_space_character(peek(p))) {
                const bool line_ends = p->text[p->at++] == '\n';
                lines += line_ends;
                if (line_ends)
                    skip_line_marks(p);
            }
            ends = lines > 1 && found->words; /* a sentence has ended */
        } else if (!ends) {
            const shg_span word = read_run(p, "<");
            if (word.count == 0)
                p->at++; /* "<" without a tag */
            else
                ends = !look_at_word(p, word, sizeless, found);
            if (!ends && begins_note(word)) {
                while (p->at < p->bytes && peek(p) != '\n' && !at_tag(p))
                    p->at++;
                found->to = p->at;
            }
        }
        if (ends && is_whole(found))
            return true;
        if (ends)
            *found = (stretch){ 0 };
        if (p->at == p->bytes && ends)
            return false;
    }
}

/* The board may have the default size, but a part that says it is surely meant. */
static bool find_flattened(page *p, stretch *found)
{
    return find_part(p, false, found) || find_part(p, true, found);
}

static void copy_stretch(page *p, const stretch *s)
{
    p->at = s->from;
    while (p->at < s->to && !p->too_big) {
        const size_t at = p->at;
        const bool line_ends = peek(p) == '\n';
        if (at_tag(p))
            put(p, span_is(read_tag(p).name, "br") ? '\n' : ' ', at);
        else
            copy_character(p);
        if (line_ends)
            skip_line_marks(p);
    }
}

/* --- the whole ----------------------------------------------------------------------------------- */

static bool find_element(page *p)
{
    while (p->at < p->bytes) {
        if (!at_tag(p)) {
            p->at++;
            continue;
        }
        const tag t = read_tag(p);
        if (!t.closes && has_class(t.class, "idiagram")) {
            copy_element(p, t.name);
            return true;
        }
    }
    return false;
}

shoogi_status shg_page_diagram(shg_source *out, shg_arena *arena, const char *text,
                               size_t text_bytes)
{
    const size_t room =
        text_bytes < SHOOGI_DEFINITION_BYTES_MAX ? text_bytes : SHOOGI_DEFINITION_BYTES_MAX;
    page p = { .text = text, .bytes = text_bytes, .room = room };
    p.out = shg_arena_array(arena, char, room + 1);
    p.origin = shg_arena_array(arena, uint32_t, room + 1);
    if (!p.out || !p.origin)
        return SHOOGI_NO_MEMORY;
    stretch found;
    const bool marked = find_element(&p);
    if (!marked) {
        if (!find_flattened(&p, &found))
            return SHOOGI_NOT_FOUND;
        copy_stretch(&p, &found);
    }
    if (p.too_big)
        return SHOOGI_LIMIT_EXCEEDED;
    p.origin[p.count] = (uint32_t)(p.at < text_bytes ? p.at : text_bytes);
    *out = (shg_source){
        .bytes = p.out, .count = p.count, .page = text, .origin = p.origin, .by_lines = marked
    };
    return SHOOGI_OK;
}

/* What a line beside a diagram is, in a text without tags. */
typedef enum line_kind {
    LINE_EMPTY,      /* or a comment, or marks only */
    LINE_PROSE,      /* words that can only be prose */
    LINE_FEW_WORDS,  /* perhaps the beginning of a name */
    LINE_DEFINITION, /* a parameter or a piece, perhaps one with an error */
} line_kind;

/* Whether name, which "=" follows, is that of a parameter or close to it. */
static bool is_nearly_parameter(shg_span name)
{
    shg_nearest nearest = shg_nearest_to(name.bytes, name.count);
    for (size_t i = 0; i < SHG_PARAMETERS; i++)
        if (shg_is_near(nearest.word, shg_parameter_rows[i].name))
            return true;
    return shg_is_parameter(name);
}

static line_kind kind_of_line(const char *text, size_t bytes)
{
    page p = { .text = text, .bytes = bytes };
    skip_line_marks(&p);
    skip_spaces(&p);
    if (p.at == bytes || peek(&p) == '#' || looks_at(&p, "//"))
        return LINE_EMPTY;
    unsigned words = 0;
    bool equals = false, ascii = true, parameter = false, piece = false;
    for (; p.at < bytes; skip_spaces(&p)) {
        const shg_span word = read_run(&p, "");
        size_t letters = 0, colons = 0;
        while (letters < word.count && shg_is_letter(word.bytes[letters]))
            letters++;
        for (size_t i = 0; i < word.count; i++) {
            colons += word.bytes[i] == ':';
            ascii = ascii && (unsigned char)word.bytes[i] < 0x80;
        }
        piece = colons >= 3; /* in the last word */
        if (words++ == 0) {
            page after = p;
            skip_spaces(&after);
            equals = letters < word.count && word.bytes[letters] == '=';
            if (letters > 0 && (equals || (letters == word.count && peek(&after) == '=')) &&
                is_nearly_parameter((shg_span){ word.bytes, letters }))
                return LINE_DEFINITION;
            parameter = shg_is_parameter((shg_span){ word.bytes, letters });
        }
    }
    if (piece || (words == 1 && equals) || (words <= 2 && parameter))
        return LINE_DEFINITION;
    const bool sentence = strchr(".!?", text[bytes - 1]) != NULL;
    return words >= 3 || sentence || !ascii ? LINE_PROSE : LINE_FEW_WORDS;
}

/* The line that ends at end, without the spaces there; its kind, and *start. */
static line_kind kind_before(size_t *start, const char *text, size_t end)
{
    for (*start = end; *start > 0 && text[*start - 1] != '\n';)
        --*start;
    while (end > *start && is_space_character(text[end - 1]))
        end--;
    return end == *start ? LINE_EMPTY : kind_of_line(text + *start, end - *start);
}

/* Whether a definition stands in the midst of prose, as when it is copied from a page with what is around it.  A line
 * that could be of the definition, were it not for an error, is no prose: it is not passed over.  A stray word behind a
 * definition is rather an error in it. */
static bool has_prose_around(const char *text, size_t text_bytes)
{
    page p = { .text = text, .bytes = text_bytes };
    stretch found;
    skip_spaces(&p);
    if (peek(&p) == '>') /* all of it is a quotation */
        return find_flattened(&p, &found);
    if (!shg_text_has_other_words(text, text_bytes) || !find_flattened(&p, &found))
        return false;
    line_kind before = LINE_EMPTY, behind = LINE_EMPTY;
    for (size_t start, end = found.from; before == LINE_EMPTY; end = start - 1) {
        before = kind_before(&start, text, end);
        if (start == 0)
            break;
    }
    for (size_t at = found.to; at < text_bytes && behind == LINE_EMPTY;) {
        const char *const line_end = memchr(text + at, '\n', text_bytes - at);
        const size_t end = line_end ? (size_t)(line_end - text) : text_bytes;
        size_t start;
        behind = kind_before(&start, text, end);
        if (start < at) { /* the rest of the line of the last piece */
            size_t last = end;
            while (last > at && is_space_character(text[last - 1]))
                last--;
            behind = last == at ? LINE_EMPTY : kind_of_line(text + at, last - at);
        }
        at = end + 1;
    }
    return before != LINE_DEFINITION && behind != LINE_DEFINITION &&
           (before != LINE_EMPTY || behind == LINE_PROSE);
}

bool shoogi_text_is_page(const char *text, size_t text_bytes)
{
    page p = { .text = text, .bytes = text_bytes };
    for (; p.at < text_bytes; p.at++)
        if (at_tag(&p))
            return true;
    return has_prose_around(text, text_bytes);
}
