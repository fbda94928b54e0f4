#include "server/session/pager.h"

#include "server/loop/bounds.h"
#include "server/loop/test_settings.h"
#include "wire/display.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct pager {
    shg_question question; /* must be first */
    const shg_pages *pages;
    void *list;
    shg_text_buffer text; /* text of entries begun */
    size_t at;            /* bytes of it sent */
} pager;

static bool has_more(const pager *p)
{
    return p->at < p->text.length || p->pages->more(p->list);
}

/* Returns the length of the first line with its end, or of the part that fits. */
static size_t line_length(const char *text, size_t text_bytes, size_t room)
{
    const char *end = memchr(text, '\n', text_bytes);
    size_t length = end ? (size_t)(end - text) + 1 : text_bytes;
    if (length <= room)
        return length;
    while (room > 0 && ((unsigned char)text[room] & 0xC0) == 0x80)
        room--; /* keep characters whole */
    return room;
}

/* Returns the terminal rows of a line: wider lines wrap. */
static size_t rows_of(const shg_session *s, const char *line, size_t line_bytes)
{
    const size_t columns = s->columns > 0 ? shg_display_columns(line, line_bytes) : 0;
    return columns > 0 ? (columns - 1) / s->columns + 1 : 1;
}

/* Sends this many rows, and at least one line. */
static void send_lines(shg_session *s, pager *p, size_t rows)
{
    size_t room = SHG_PAGE_BYTES_MAX, sent = 0;
    while (sent < rows && has_more(p)) {
        if (p->at == p->text.length) {
            p->at = p->text.length = 0;
            p->pages->next(&p->text, p->list);
        }
        if (p->text.length == 0)
            continue;
        const char *from = p->text.bytes + p->at;
        const size_t length = line_length(from, p->text.length - p->at, room);
        const size_t own = rows_of(s, from, length);
        if (length == 0 || (sent > 0 && sent + own > rows))
            break;
        shg_say_bytes(s, from, length);
        p->at += length;
        room -= length;
        sent += own;
    }
    if (p->text.failed) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory: the list ends here.\n");
        shg_session_answered(s);
    }
}

static size_t screenful(const shg_session *s)
{
    if (s->rows == 0)
        return SHG_SCREEN_LINES;
    if (s->rows > SHG_SCREEN_LINES_MAX)
        return SHG_SCREEN_LINES_MAX;
    return s->rows > SHG_SCREEN_LINES_MIN ? s->rows - 1u : SHG_SCREEN_LINES_MIN;
}

static void go_on(shg_session *s, pager *p, size_t lines)
{
    send_lines(s, p, lines);
    if (s->question == &p->question && !has_more(p))
        shg_session_answered(s);
}

static void answer_word(shg_session *s, pager *p, const char *line, size_t line_bytes)
{
    switch (shg_session_reply(s, line, line_bytes)) {
    case SHG_REPLY_YES: go_on(s, p, screenful(s)); break;
    case SHG_REPLY_NO: shg_session_answered(s); break;
    case SHG_REPLY_OTHER:
        shg_session_not_answered(
            s, line, line_bytes,
            SHG_TEXT("Type y for the next screenful, Enter for one more line, or q to stop."));
        break;
    }
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    pager *p = (pager *)question;
    size_t blanks = 0;
    while (blanks < line_bytes && line[blanks] == ' ')
        blanks++;
    const bool one_key =
        line_bytes - blanks == 1 || (line_bytes > blanks + 1 && line[blanks + 1] == ' ');
    if (line_bytes == 0) {
        go_on(s, p, 1);
        return;
    }
    const char key = blanks == line_bytes ? ' ' : one_key ? shg_lower(line[blanks]) : '\0';
    switch (key) {
    case ' ':
    case 'y': go_on(s, p, screenful(s)); break;
    case 'q':
    case 'n':
    case 'c': shg_session_answered(s); break;
    default:
        if (key && p->pages->key)
            p->pages->key(s, p->list, key);
        else if (!key) /* a whole line, from a client that sends no single keys */
            answer_word(s, p, line, line_bytes);
        break;
    }
}

static void stream(shg_session *s, shg_question *question)
{
    go_on(s, (pager *)question, (size_t)shg_test_bound(SHG_STREAM_LINES, 1));
}

static void free_pager(shg_session *s, shg_question *question)
{
    pager *p = (pager *)question;
    p->pages->end(s, p->list);
    shg_text_fini(&p->text);
    free(p);
}

void shg_page(shg_session *s, const shg_pages *pages, void *list, bool nonstop)
{
    pager *p = calloc(1, sizeof *p);
    if (!p) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        pages->end(s, list);
        return;
    }
    nonstop = nonstop || s->unpaged || shg_session_is_program(s);
    p->question.answer = answer;
    p->question.free = free_pager;
    p->question.interrupt = "q";
    p->question.typing = SHG_TYPING_KEYS;
    p->question.stream = nonstop ? stream : NULL;
    snprintf(p->question.prompt, sizeof p->question.prompt, "%s",
             shg_text_in(shg_session_language(s), pages->prompt));
    p->pages = pages;
    p->list = list;
    shg_session_ask(s, &p->question);
    if (s->question == &p->question && !nonstop)
        go_on(s, p, screenful(s));
}

/* ---- a text ---- */

typedef struct whole_text {
    size_t at, bytes;
    char text[];
} whole_text;

static bool more_text(void *list)
{
    const whole_text *w = list;
    return w->at < w->bytes;
}

static void next_line(shg_text_buffer *out, void *list)
{
    whole_text *w = list;
    const char *from = w->text + w->at;
    const char *end = memchr(from, '\n', w->bytes - w->at);
    const size_t length = end ? (size_t)(end - from) : w->bytes - w->at;
    shg_text_add(out, "%.*s\n", (int)length, from);
    w->at += length + 1;
}

static void free_text(shg_session *s, void *list)
{
    (void)s;
    free(list);
}

void shg_page_text(shg_session *s, const char *text, size_t text_bytes)
{
    static const shg_pages pages = {
        .prompt = "", .more = more_text, .next = next_line, .end = free_text
    };
    whole_text *w = malloc(sizeof *w + text_bytes);
    if (!w) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        return;
    }
    *w = (whole_text){ .bytes = text_bytes };
    memcpy(w->text, text, text_bytes);
    shg_page(s, &pages, w, true);
}
