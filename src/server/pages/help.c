/* help.c: help as web pages without scripts: /help/ lists the topics, /help/TOPIC shows one. */
#include "base/text.h"
#include "server/doors/part.h"
#include "server/help/write.h"
#include "server/loop/host.h"
#include "server/pages/page_html.h"
#include "server/pages/page_parts.h"
#include "server/pages/pages.h"
#include "server/rules/part.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char lasts[] = "max-age=3600";
static const char page_allows[] = "img-src 'self'; style-src 'self'";
/* The picture has its own style. */
static const char picture_allows[] = "style-src 'unsafe-inline'";

/* The colours are those of web/src/design/tokens.css, and so are their names; a test of the page compares them. */
static const char style[] =
    ":root{color-scheme:light dark;--paper:#faf7f1;--card:#fffdf9;--ink:#221d17;--quiet:#665d51;"
    "--line:#e5ddd0;--control:#8b8072;--accent:#b23a26;--accent-ink:#ffffff;--check-text:#a52a20;"
    "--man:#f3d9a0;--mark:#a5501a}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#191613;--card:#221e1a;--ink:#efe8dd;"
    "--quiet:#b0a596;--line:#38322b;--control:#7d7366;--accent:#ec7f69;--accent-ink:#1d1210;"
    "--check-text:#ff9488;--man:#b88d45;--mark:#e9954f}}\n"
    "body{margin:0 auto;padding:1rem;max-width:46rem;background:var(--paper);color:var(--ink);"
    "font:1rem/1.55 system-ui,sans-serif;overflow-wrap:break-word}\n"
    "nav,footer{color:var(--quiet);font-size:.9rem}\n"
    "a{color:var(--accent)}\n"
    "h1,h2,h3{font-family:Georgia,\"Noto Serif CJK JP\",serif;font-weight:600;line-height:1.25}\n"
    "h1{font-size:1.5rem}h2{font-size:1.25rem}h3{font-size:1.1rem}h4,h5,h6{font-size:1rem}\n"
    "h1,h2{border-bottom:1px solid var(--line);padding-bottom:.2rem}\n"
    "pre{overflow-x:auto;padding:.6rem;border:1px solid var(--line);border-radius:.3rem;"
    "line-height:1.25}\n"
    "dl{display:grid;grid-template-columns:fit-content(40%) 1fr;gap:.2rem 1rem}\n"
    "dt{font-family:ui-monospace,monospace;overflow-wrap:anywhere}dd{margin:0}\n"
    "@media(max-width:34rem){dl{display:block}dd{margin:0 0 .4rem 1.2rem}}\n"
    "table{border-collapse:collapse;display:block;overflow-x:auto}\n"
    "th,td{text-align:left;padding:.15rem .8rem .15rem 0;border-bottom:1px solid var(--line)}\n"
    "figure{margin:1rem 0}\n"
    "img.board{max-width:100%;height:auto;border-radius:.3rem}\n"
    ".contents ul{columns:14rem;padding-left:1.2rem}\n"
    "svg.moves .grid{fill:none;stroke:var(--line)}\n"
    "svg.moves .man{fill:var(--man);stroke:var(--quiet);stroke-width:.4}\n"
    "svg.moves .go,svg.moves .jump{fill:var(--mark)}\n"
    "svg.moves .line{fill:none;stroke:var(--mark);stroke-width:1.6}\n"
    "svg.moves .only{fill:none;stroke:var(--mark);stroke-width:1.2}\n";

/* searches: the page has a search form. */
static void begin(shg_web_page *page, const shg_web_files *files, shg_language language,
                  const char *title, size_t title_bytes, bool searches)
{
    char text[SHG_HELP_SLUG_BYTES * 2];
    snprintf(text, sizeof text, "%.*s", (int)title_bytes, title);
    page->language = language;
    shg_page_begin(page, files, text, searches);
    shg_out_text(&page->body, "<article class=\"help\">\n");
}

static void end(shg_web_page *page, const shg_web_files *files)
{
    shg_out_text(&page->body, "</article>\n");
    shg_page_end(page, files);
    page->cache = "no-cache"; /* the frame changes with the page of web/ */
}

static void add_link(shg_out *out, const shg_help *help, size_t topic, const char *title,
                     size_t title_bytes)
{
    char slug[SHG_HELP_SLUG_BYTES];
    shg_help_slug(slug, help, topic);
    shg_out_format(out, "<a href=\"/help/%s\">", slug);
    shg_html_text(out, title, title_bytes);
    shg_out_text(out, "</a>");
}

/* A link of a list, by the title for pages. */
static void add_entry(shg_out *out, const shg_help *help, size_t topic)
{
    char title[2 * SHG_HELP_SLUG_BYTES];
    shg_out text = shg_out_make(title, sizeof title);
    shg_help_write_title(&text, help, topic);
    add_link(out, help, topic, title, strlen(title));
}

/* Whether a topic of level 1 has others inside it. */
static bool has_inner(const shg_help *help, size_t topic)
{
    return topic + 1 < shg_help_count(help) && shg_help_level(help, topic + 1) > 1;
}

/* The lists of single topics: topics of level 1 without others inside them. */
typedef enum part { PART_PLAYING, PART_GAMES, PART_TERMINAL } part;

/* The topics that also concern players on the page; the others are about the terminal. */
static const char *const playing[] = { "NOTATION", "CLOCKS",  "RATINGS",         "GRADES",
                                       "ENGINES",  "PRIVACY", "ABANDONED GAMES", "SCREEN READERS" };
enum { PLAYING = sizeof playing / sizeof playing[0] };

/* Whether this is the first name of a topic. */
static bool is_named(const shg_help *help, size_t topic, const char *name)
{
    const char *const names = shg_help_names(help, topic);
    return shg_text_same(names, strcspn(names, ","), name, strlen(name));
}

static part part_of(const shg_help *help, size_t topic)
{
    if (shg_help_is_game(help, topic))
        return PART_GAMES;
    for (size_t i = 0; i < PLAYING; i++)
        if (is_named(help, topic, playing[i]))
            return PART_PLAYING;
    return PART_TERMINAL;
}

static void add_item(shg_out *out, const shg_help *help, size_t topic)
{
    shg_out_text(out, "<li>");
    add_entry(out, help, topic);
    shg_out_text(out, "</li>\n");
}

/* Adds the single topics of level 1 in a part. */
static void add_single(shg_out *out, const shg_help *help, part wanted)
{
    shg_out_text(out, "<div class=\"contents\"><ul>\n");
    for (size_t i = 0; i < shg_help_count(help); i++)
        if (shg_help_level(help, i) == 1 && part_of(help, i) == wanted && !has_inner(help, i) &&
            !shg_help_is_rule_set(help, i))
            add_item(out, help, i);
    shg_out_text(out, "</ul></div>\n");
}

/* Adds a topic of level 1 with those inside it: a line for each of level 2, with those of level 3 behind it. */
static void add_chapter(shg_out *out, const shg_help *help, shg_language in, size_t chapter,
                        unsigned depth)
{
    const char *const comma = shg_word_in(in, "list", ", ");
    unsigned before = 0;
    shg_out_format(out, "<h%u>", depth);
    add_entry(out, help, chapter);
    shg_out_format(out, "</h%u>\n<ul>\n", depth);
    for (size_t i = chapter + 1; i < shg_help_count(help) && shg_help_level(help, i) > 1; i++) {
        const unsigned level = shg_help_level(help, i);
        if (level > 3)
            continue;
        shg_out_text(out, level == 3 ? (before == 2 ? ": " : comma)
                          : before   ? "</li>\n<li>"
                                     : "<li>");
        add_entry(out, help, i);
        before = level;
    }
    shg_out_text(out, "</li>\n</ul>\n");
}

/* Adds the chapters: those of the commands, or the others. */
static void add_chapters(shg_out *out, const shg_help *help, shg_language in, bool commands)
{
    for (size_t i = 0; i < shg_help_count(help); i++)
        if (shg_help_level(help, i) == 1 && !shg_help_is_game(help, i) && has_inner(help, i) &&
            is_named(help, i, "ALL COMMANDS") == commands)
            add_chapter(out, help, in, i, commands ? 3 : 2);
}

/* Adds the ways into a game on the page. */
static void add_first_steps(shg_out *out, shg_language in)
{
    static const struct {
        const char *path, *name;
    } steps[] = { { "/rules/" SHG_DEFAULT_VARIANT,
                    SHG_TEXT("The rules, with a board to try the pieces") },
                  { "/try", SHG_TEXT("Play the computer") },
                  { "/", SHG_TEXT("Find an opponent in the lobby") },
                  { "/rules", SHG_TEXT("Choose another game") },
                  { "/games?state=finished", SHG_TEXT("Look at finished games") } };
    shg_out_format(out, "<h2>%s</h2>\n<ul>\n", shg_text_in(in, "First steps"));
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        shg_out_format(out, "<li><a href=\"%s\">%s</a></li>\n", steps[i].path,
                       shg_text_in(in, steps[i].name));
    shg_out_text(out, "</ul>\n");
}

static void add_search(shg_out *out, shg_language in, const char *word, size_t word_bytes)
{
    const char *const search = shg_text_in(in, "Search");
    shg_out_format(
        out,
        "<form class=\"search\" action=\"/help/\" role=\"search\"><input type=\"search\" name=\"word\" "
        "aria-label=\"%s\" value=\"",
        search);
    shg_html_text(out, word, word_bytes);
    shg_out_format(out, "\"> <button>%s</button></form>\n", search);
}

/* Writes the list of all topics: first those for newcomers, last those about the terminal. */
static void write_index(shg_web_page *page, const shg_web_files *files, shg_language language,
                        const shg_help *help)
{
    shg_out *const out = &page->body;
    const char *title = shg_text_in(language, "Help");
    begin(page, files, language, title, strlen(title), true);
    shg_out_format(out, "<h1>%s</h1>\n", title);
    add_search(out, language, "", 0);
    if (files)
        add_first_steps(out, language);
    add_chapters(out, help, language, false);
    shg_out_format(out, "<h2>%s</h2>\n", shg_text_in(language, "Playing here"));
    add_single(out, help, PART_PLAYING);
    shg_out_format(out, "<h2>%s</h2>\n", shg_text_in(language, "Rules of all games"));
    add_single(out, help, PART_GAMES);
    shg_out_format(out, "<h2>%s</h2>\n<p>%s</p>\n", shg_text_in(language, "At a terminal"),
                   shg_text_in(language, "The same games can be played by telnet, with commands."));
    add_single(out, help, PART_TERMINAL);
    add_chapters(out, help, language, true);
    end(page, files);
}

/* Lists the topics whose title has a word, then those whose text has it. */
static void write_found(shg_web_page *page, const shg_web_files *files, shg_language language,
                        const shg_help *help, const char *word, size_t word_bytes)
{
    shg_out *const out = &page->body;
    const char *title = shg_text_in(language, "Help");
    size_t found = 0;
    begin(page, files, language, title, strlen(title), true);
    shg_out_format(out, "<nav><a href=\"/help/\">%s</a></nav>\n<h1>%s</h1>\n", title,
                   shg_text_in(language, "Search"));
    add_search(out, language, word, word_bytes);
    shg_out_text(out, "<ul>\n");
    for (size_t i = 0; i < shg_help_count(help) && found < SHG_LIST_ROWS; i++)
        if (shg_help_title_has(help, i, word)) {
            add_item(out, help, i);
            found++;
        }
    for (size_t i = 0; i < shg_help_count(help) && found < SHG_LIST_ROWS; i++)
        if (!shg_help_title_has(help, i, word) && shg_help_text_has(help, i, word)) {
            add_item(out, help, i);
            found++;
        }
    shg_out_text(out, "</ul>\n");
    if (found == 0)
        shg_out_format(out, "<p>%s</p>\n", shg_text_in(language, "No topic has that word."));
    end(page, files);
}

static void write_topic(shg_web_page *page, const shg_web_files *files, shg_language language,
                        const shg_help *help, size_t topic)
{
    size_t title_bytes;
    const char *title = shg_help_title(&title_bytes, help, topic);
    begin(page, files, language, title, title_bytes, false);
    shg_out_format(&page->body, "<nav><a href=\"/help/\">%s</a>", shg_text_in(language, "Help"));
    const size_t chapter = shg_help_chapter(help, topic);
    if (chapter != topic) {
        shg_out_text(&page->body, " / ");
        title = shg_help_title(&title_bytes, help, chapter);
        add_link(&page->body, help, chapter, title, title_bytes);
    }
    shg_out_text(&page->body, "</nav>\n");
    shg_help_page buffer = { .on_page = files != NULL };
    shg_help_add_topic(&buffer, help, topic);
    shg_help_write_html(&page->body, &buffer, help);
    page->body.spent = page->body.spent || buffer.failed;
    shg_help_page_fini(&buffer);
    if (!shg_help_is_game(help, topic))
        shg_out_format(&page->body, "<p class=\"time\">%s</p>\n",
                       shg_text_in(language, "These are the HELP topics of the telnet server."));
    end(page, files);
}

static void write_board(shg_web_page *page, const shoogi_variant *variant, shg_language language)
{
    page->language = language;
    shoogi_position *start = NULL;
    if (shoogi_position_new(&start, variant) != SHOOGI_OK) {
        page->body.spent = true;
        return;
    }
    shg_add_picture(page, start, SHOOGI_BLACK);
    shoogi_position_free(start);
    page->status = 200;
    page->content_type = "image/svg+xml";
    page->cache = lasts;
    page->allowed = picture_allows;
}

/* "/board/chu.svg" */
static const shoogi_catalog_entry *board_of(const shg_server *server, const char *path,
                                            size_t bytes)
{
    static const char before[] = "/board/", after[] = ".svg";
    const size_t around = sizeof before + sizeof after - 2;
    if (bytes <= around || memcmp(path, before, sizeof before - 1) != 0 ||
        memcmp(path + bytes - (sizeof after - 1), after, sizeof after - 1) != 0)
        return NULL;
    size_t game;
    const shoogi_catalog_entry *entry;
    return shg_variants_by_name(&game, server->rules->variants, path + sizeof before - 1,
                                bytes - around) &&
                   shg_variants_get(&entry, server->rules->variants, game) == SHOOGI_OK
               ? entry
               : NULL;
}

/* Longer words are not searched for. */
enum { SEARCH_BYTES = 100 };

static void write_page(shg_web_page *page, const shg_exchange *x)
{
    shg_server *const server = x->server;
    const char *const path = x->path;
    const size_t path_bytes = x->path_bytes;
    if (shg_text_same(path, path_bytes, "/style.css", 10)) {
        page->status = 200;
        page->content_type = "text/css; charset=utf-8";
        page->cache = lasts;
        page->allowed = page_allows;
        shg_out_text(&page->body, style);
        return;
    }
    const shoogi_catalog_entry *entry = board_of(server, path, path_bytes);
    if (entry) {
        write_board(page, entry->variant, x->language);
        return;
    }
    const shoogi_catalog_entry *const usual = shg_variants_default(server->rules->variants);
    const shg_language language = x->language;
    shg_help *help =
        usual ? shg_help_new(server->rules->variants, usual->variant, usual->name, language) : NULL;
    if (!help) {
        page->body.spent = true;
        return;
    }
    const size_t topic =
        path_bytes > 1 ? shg_help_by_slug(help, path + 1, path_bytes - 1) : shg_help_count(help);
    if (topic < shg_help_count(help))
        write_topic(page, server->doors->web, language, help, topic);
    else if (path_bytes <= 1) {
        char text[SEARCH_BYTES];
        shg_out word = shg_out_make(text, sizeof text);
        (void)shg_query_get(&word, x->query, x->query_bytes, "word");
        if (word.length > 0 && word.length < sizeof text && shg_utf8_valid(text, word.length))
            write_found(page, server->doors->web, language, help, text, word.length);
        else
            write_index(page, server->doors->web, language, help);
    }
    shg_help_free(help);
}

void shg_help_web(shg_exchange *x)
{
    shg_web_page page = shg_web_page_new();
    write_page(&page, x);
    shg_exchange_answer(x, &page);
}
