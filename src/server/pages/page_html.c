#include "server/pages/page_html.h"

#include "base/nearest.h"
#include "server/account/guest.h"
#include "server/doors/part.h"
#include "server/doors/web_language.h"
#include "server/game/game_options.h"
#include "server/help/write.h"

#include <stdlib.h>
#include <string.h>

const char shg_page_allows[] =
    "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'";

const char shg_page_style[] =
    ".reading{max-width:52rem;margin:0 auto;padding:0 1rem;line-height:1.6}\n"
    ".reading nav{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.6rem 0;margin-bottom:1.5rem;"
    "border-bottom:1px solid var(--line)}\n"
    ".reading nav a,.reading nav span{display:inline-block;padding:.3rem 0;min-height:26px}\n"
    ".reading nav a[href=\"/\"]{font:700 1.25rem/1.3 Georgia,\"Noto Serif CJK JP\",serif;"
    "color:inherit;text-decoration:none}\n"
    ".reading main{padding-inline:0}\n"
    ".reading figure{margin:1rem 0}\n"
    ".reading img.board{max-width:100%;height:auto;max-height:90vh}\n"
    ".reading dl{display:grid;grid-template-columns:fit-content(40%) 1fr;gap:.2rem 1rem}\n"
    ".reading dd{margin:0;overflow-wrap:anywhere}\n"
    ".reading table{border-collapse:collapse;display:block;overflow-x:auto}\n"
    ".reading caption{text-align:left;font-weight:bold;padding:.4rem 0}\n"
    ".reading th,.reading td{text-align:left;padding:.2rem .8rem .2rem 0;"
    "border-bottom:1px solid var(--line)}\n"
    ".reading ol.moves{columns:10rem;padding-left:3rem}\n"
    ".reading .moves a{display:inline-block;min-height:26px}\n"
    ".reading .moves a[aria-current]{font-weight:bold;outline:2px solid currentColor;"
    "outline-offset:2px}\n"
    ".reading .ways a{margin-right:1rem}\n"
    ".reading .time{font-size:.85em}\n"
    ".reading pre{overflow-x:auto;white-space:pre-wrap;overflow-wrap:anywhere}\n"
    ".reading .clocks{white-space:pre-line}\n"
    ".reading .state{font-weight:bold}\n"
    ".reading .fault{border-left:.3rem solid var(--check-text);padding-left:.6rem}\n"
    ".reading input,.reading select,.reading button{font:inherit;color:inherit;min-height:40px;"
    "padding:.3rem .75rem;margin:.2rem .4rem .2rem 0;border:1px solid var(--control);"
    "border-radius:6px;background:var(--card)}\n"
    ".reading button{font-weight:600}\n"
    ".reading label{display:inline-block}\n"
    ".help pre{white-space:pre;padding:.6rem;border:1px solid var(--line);border-radius:.3rem;"
    "line-height:1.25}\n"
    ".help dt{font-family:ui-monospace,monospace;overflow-wrap:anywhere}\n"
    "@media(max-width:34rem){.help dl{display:block}.help dd{margin:0 0 .4rem 1.2rem}}\n"
    ".help .contents ul{columns:14rem;padding-left:1.2rem}\n"
    ".help .search{display:flex;gap:.5rem;max-width:30rem}.help .search>*{min-height:2.75rem}.help .search input{flex:1;min-width:0}\n"
    ".help img.board{max-width:100%;height:auto;border-radius:.3rem}\n"
    ".help svg.moves .grid{fill:none;stroke:#998c76}\n"
    ".help svg.moves .man{fill:#e0bd7c;stroke:#6b5d48;stroke-width:.4}\n"
    ".help svg.moves .go,.help svg.moves .jump{fill:#c0642a}\n"
    ".help svg.moves .line{fill:none;stroke:#c0642a;stroke-width:1.6}\n"
    ".help svg.moves .only{fill:none;stroke:#c0642a;stroke-width:1.2}\n"
    ".reading footer{margin:1rem 0}\n"
    ".reading footer a{display:inline-block;min-height:26px;padding:.3rem}\n";

static const char english[] = "lang=\"en\"";
static const char head_mark[] = "<!-- head -->", content_mark[] = "<!-- content -->";
static const char links[] = "<link rel=\"stylesheet\" href=\"/reading.css\">\n";

static void add_top(shg_out *out, shg_language in)
{
    static const struct {
        const char *path, *name;
    } ways[] = { { "/games", SHG_TEXT("Games") },
                 { "/challenges", SHG_TEXT("Challenges") },
                 { "/help/", SHG_TEXT("Help") },
                 { "/login", SHG_TEXT("Sign in") } };
    shg_out_format(out, "<div class=\"reading\">\n<nav aria-label=\"%s\"><a href=\"/\">shoogi</a>",
                   shg_text_in(in, "Pages"));
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        shg_out_format(out, "\n<a href=\"%s\">%s</a>", ways[i].path, shg_text_in(in, ways[i].name));
    shg_out_text(out, "</nav>\n<main>\n");
}

/* The first mark in a text that need not end in NUL; NULL: none. */
static const char *find(const char *text, const char *end, const char *mark)
{
    const size_t bytes = strlen(mark);
    for (; text && (size_t)(end - text) >= bytes; text++)
        if (memcmp(text, mark, bytes) == 0)
            return text;
    return NULL;
}

/* The page of web/ cut at its marks. */
typedef struct frame {
    const char *head, *language, *mark, *title, *title_end, *content, *rest, *end;
} frame;

static bool cut(frame *f, const shg_web_files *files)
{
    const shg_web_file *file = files ? shg_web_files_find(files, "/", 1) : NULL;
    if (!file)
        return false;
    f->head = file->bytes;
    f->end = file->bytes + file->count;
    f->language = find(f->head, f->end, english);
    f->mark = find(f->language, f->end, head_mark);
    f->title = find(f->mark, f->end, "<title>");
    f->title_end = find(f->title, f->end, "</title>");
    f->content = find(f->title_end, f->end, content_mark);
    if (!f->content)
        return false;
    f->rest = f->content + strlen(content_mark);
    /* The part that says that the page needs a script. */
    static const char noscript[] = "<noscript>";
    if ((size_t)(f->end - f->rest) > strlen(noscript) &&
        memcmp(f->rest, noscript, strlen(noscript)) == 0) {
        const char *behind = find(f->rest, f->end, "</noscript>");
        f->rest = behind ? behind + strlen("</noscript>") : f->rest;
    }
    return true;
}

void shg_page_begin(shg_web_page *page, const shg_web_files *files, const char *title,
                    bool with_form)
{
    frame f;
    shg_out *out = &page->body;
    page->status = 200;
    page->content_type = "text/html; charset=utf-8";
    page->allowed = shg_page_allows;
    page->forms = with_form;
    page->speaks = true;
    const bool framed = cut(&f, files);
    if (framed) {
        const char *behind = f.language + strlen(english);
        shg_out_bytes(out, f.head, (size_t)(f.language - f.head));
        shg_out_format(out, "lang=\"%s\"", shg_language_code(page->language));
        shg_out_bytes(out, behind, (size_t)(f.mark - behind));
        shg_out_bytes(out, f.mark + strlen(head_mark),
                      (size_t)(f.title - f.mark) - strlen(head_mark));
    } else {
        shg_out_format(out,
                       "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width\">\n"
                       "<link rel=\"stylesheet\" href=\"/help/style.css\">\n",
                       shg_language_code(page->language));
    }
    shg_out_text(out, links);
    shg_out_text(out, "<title>");
    shg_html_text(out, title, strlen(title));
    shg_out_text(out, " - shoogi");
    if (framed)
        shg_out_bytes(out, f.title_end, (size_t)(f.content - f.title_end));
    else
        shg_out_text(out, "</title>\n</head>\n<body>\n");
    add_top(out, page->language);
}

void shg_page_end(shg_web_page *page, const shg_web_files *files)
{
    frame f;
    shg_out_text(&page->body, "</main>\n<footer>");
    shg_web_language_links(&page->body);
    shg_out_text(&page->body, "</footer>\n</div>");
    if (cut(&f, files))
        shg_out_bytes(&page->body, f.rest, (size_t)(f.end - f.rest));
    else
        shg_out_text(&page->body, "\n</body>\n</html>\n");
}

/* ---- refusals ---- */

/* The first segments of the paths of pages. */
static const char *const segments[] = { "account", "challenges", "editor",  "games",   "help",
                                        "invent",  "login",      "players", "records", "rules",
                                        "study",   "table",      "tables",  "try" };

/* The segment that was meant by a word: that one, in whatever case, or one that differs by a slip or a plural.  NULL: none. */
static const char *meant_segment(const char *word, size_t bytes)
{
    const shg_nearest copy = shg_nearest_to(word, bytes);
    const char *best = NULL;
    size_t distance = 0;
    for (size_t i = 0; i < sizeof segments / sizeof segments[0]; i++) {
        const size_t d = shg_edit_distance(copy.word, segments[i]);
        if ((d == 0 || shg_is_near(copy.word, segments[i])) && (!best || d < distance)) {
            best = segments[i];
            distance = d;
        }
    }
    return best;
}

/* Adds a link to the page that the path means: the nearest page, without empty segments. */
static void add_near_miss(shg_out *out, shg_language in, const char *path, size_t path_bytes)
{
    shg_out link = shg_out_growing();
    bool first = true, known = false, same = true;
    size_t bytes = 0; /* of the path without empty segments */
    for (size_t at = 0; at < path_bytes;) {
        const char *const slash = memchr(path + at, '/', path_bytes - at);
        const size_t end = slash ? (size_t)(slash - path) : path_bytes;
        if (end > at) {
            const char *const meant = first ? meant_segment(path + at, end - at) : NULL;
            shg_out_char(&link, '/');
            if (meant)
                shg_out_text(&link, meant);
            else
                shg_html_text(&link, path + at, end - at);
            same = same && (!meant ||
                            (strlen(meant) == end - at && memcmp(meant, path + at, end - at) == 0));
            known = known || meant;
            first = false;
            bytes += 1 + end - at;
        }
        at = end + 1;
    }
    if (known && !link.spent && (!same || bytes != path_bytes)) {
        shg_out_format(out, "<p>%s", shg_text_in(in, "Did you mean:"));
        shg_out_format(out, " <a href=\"%s\">%s</a></p>\n", link.bytes, link.bytes);
    }
    free(link.bytes);
}

/* Adds links to where a lost reader can go on. */
static void add_ways_on(shg_out *out, shg_language in)
{
    static const struct {
        const char *path, *name;
    } ways[] = { { "/", SHG_TEXT("Go to the lobby") },
                 { "/games?state=finished", SHG_TEXT("Look at finished games") },
                 { "/help/", SHG_TEXT("Help") } };
    shg_out_text(out, "<p class=\"ways actions\">");
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        shg_out_format(out, "<a%s href=\"%s\">%s</a>\n", i == 0 ? " class=\"button primary\"" : "",
                       ways[i].path, shg_text_in(in, ways[i].name));
    shg_out_text(out, "</p>\n");
}

void shg_refusal_page(shg_web_page *page, const shg_server *server, const char *path,
                      size_t path_bytes, const char *sentence)
{
    const shg_web_files *files = server->doors->web;
    shg_page_begin(page, files, sentence, false);
    shg_out_text(&page->body, "<h1>");
    shg_html_string(&page->body, sentence);
    shg_out_text(&page->body, "</h1>\n");
    add_near_miss(&page->body, page->language, path, path_bytes);
    add_ways_on(&page->body, page->language);
    shg_page_end(page, files);
}

/* ---- contents ---- */

void shg_html_string(shg_out *out, const char *text)
{
    shg_html_text(out, text, strlen(text));
}

void shg_html_position_begin(shg_out *out, const char *variant, const char *sfen)
{
    shg_out picture = shg_out_growing();
    shg_start_picture(&picture, variant, sfen);
    shg_out_text(out, "<img class=\"board\" src=\"");
    shg_html_string(out, picture.spent ? "" : picture.bytes);
    shg_out_text(out, "\" alt=\"");
    out->spent |= picture.spent;
    free(picture.bytes);
}

void shg_html_player(shg_out *out, shg_language in, const char *name)
{
    char shown[SHG_SHOWN_NAME_BYTES];
    shg_out_text(out, "<a href=\"/players/");
    shg_html_string(out, name);
    shg_out_text(out, "\">");
    shg_html_string(out, shg_shown_name(shown, name, in));
    shg_out_text(out, "</a>");
}

void shg_html_fault(shg_out *out, const char *fault)
{
    if (!fault[0])
        return;
    shg_out_text(out, "<p class=\"fault\" role=\"alert\">");
    shg_html_string(out, fault);
    shg_out_text(out, "</p>\n");
}

void shg_html_field(shg_out *out, const char *label, const char *name, const char *value,
                    const char *hint)
{
    shg_out_format(out, "<label>%s <input name=\"%s\" value=\"", label, name);
    shg_html_string(out, value ? value : "");
    shg_out_format(out, "\" placeholder=\"%s\"></label>\n", hint);
}

void shg_html_choice(shg_out *out, const char *value, const char *words, const char *chosen)
{
    shg_out_format(out, "<option value=\"%s\"%s>%s</option>", value,
                   strcmp(value, chosen) == 0 ? " selected" : "", words);
}
