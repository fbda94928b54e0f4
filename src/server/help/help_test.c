/* help_test.c: texts with marks to pages, pages to the terminal, Markdown and HTML, and all that there is help about.
 *
 *     help_test [VARIANT...]     of games, the pages of these are read, or those of all that are shipped */
#include "help/game.h"
#include "help/moves.h"
#include "catalog/rule_set.h"
#include "server/help/topics.h"
#include "server/help/write.h"
#include "support/server.h"

/* ---- Memory that runs out (the linker sends every allocation here) ------------------------------- */

static unsigned allocations_left = UINT32_MAX;

static bool spent(void)
{
    return allocations_left != UINT32_MAX && (allocations_left == 0 || allocations_left-- == 0);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size)
{
    return spent() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return spent() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return spent() ? NULL : __real_realloc(block, size);
}

/* ---- The tests ----------------------------------------------------------------------------------- */

static const shoogi_variant *variant;
static shoogi_variant *owned;
static shg_variants *games;
static char **wanted; /* [wanted_count] the games whose pages are read; none: all */
static size_t wanted_count;
static shg_help *help;

static bool is_wanted(const char *name, size_t bytes)
{
    bool found = wanted_count == 0;
    for (size_t i = 0; i < wanted_count && !found; i++)
        found = strlen(wanted[i]) == bytes && strncasecmp(wanted[i], name, bytes) == 0;
    return found;
}

/* Whether the topic is a game that the arguments do not name: "GAME CHU, CHU". */
static bool is_left_out(size_t topic)
{
    const char *const names = shg_help_names(help, topic);
    return strncmp(names, "GAME ", 5) == 0 && !is_wanted(names + 5, strcspn(names + 5, ","));
}

static int set_up(void **state)
{
    (void)state;
    const shoogi_catalog_entry *usual;
    size_t game;
    assert_int_equal(shg_variants_new(&games, NULL, NULL), SHOOGI_OK);
    assert_true(shg_variants_by_name(&game, games, "shogi", 5));
    assert_int_equal(shg_variants_get(&usual, games, game), SHOOGI_OK);
    variant = usual->variant;
    help = shg_help_new(games, variant, "shogi", SHG_ENGLISH);
    assert_non_null(help);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shg_help_free(help);
    shg_variants_free(games);
    shoogi_variant_free(owned);
    return 0;
}

/* The text of a page; valid until the next call. */
static const char *written(const shg_help_page *page,
                           void (*write)(shg_out *out, const shg_help_page *page))
{
    static shg_out out;
    free(out.bytes);
    out = shg_out_growing();
    write(&out, page);
    assert_false(page->failed || out.spent);
    return out.bytes ? out.bytes : "";
}

static void as_markdown(shg_out *out, const shg_help_page *page)
{
    shg_help_write_markdown(out, page, help, NULL);
}

static void as_html(shg_out *out, const shg_help_page *page)
{
    shg_help_write_html(out, page, help);
}

static void make_mark(shg_help_page *page, void *context, const char *name, size_t name_bytes)
{
    (void)context;
    shg_help_add_text(page, SHG_HELP_PROSE, "[%.*s]", (int)name_bytes, name);
}

static const char text[] = "First line,\nand its rest <&\"'>.  HELP PATTERNS tells more.\n"
                           "\n"
                           "* an item\n"
                           "that goes on\n"
                           "* and another\n"
                           "word :: its meaning\n"
                           "* :: of a sign, which is a | with `marks` in it\n"
                           "  as it\n"
                           "    stands <b>\n"
                           "@made\n"
                           "and the end.\n";

static void the_same_page_three_times(void **state)
{
    (void)state;
    shg_help_page page = { 0 };
    shg_help_read(&page, text, make_mark, NULL);
    shg_help_add_text(&page, SHG_HELP_ROW, "\tEnglish\tkanji");
    shg_help_add_text(&page, SHG_HELP_ROW, "K\tking\t王");
    shg_help_add_text(&page, SHG_HELP_ROW, "+R\tdragon\t龍王");
    assert_string_equal(written(&page, shg_help_write_terminal),
                        "First line, and its rest <&\"'>. HELP PATTERNS tells more.\n"
                        "\n"
                        "  - an item that goes on\n"
                        "  - and another\n"
                        "\n"
                        "  word  its meaning\n"
                        "  *     of a sign, which is a | with `marks` in it\n"
                        "\n"
                        "  as it\n"
                        "    stands <b>\n"
                        "\n"
                        "[made]\n"
                        "\n"
                        "and the end.\n"
                        "\n"
                        "      English  kanji\n"
                        "  K   king     王\n"
                        "  +R  dragon   龍王\n");
    assert_string_equal(
        written(&page, as_markdown),
        "First line, and its rest &lt;&\"'>.  [HELP PATTERNS](patterns.md) tells more.\n"
        "\n"
        "- an item that goes on\n"
        "- and another\n"
        "\n"
        "| | |\n"
        "|---|---|\n"
        "| **word** | its meaning |\n"
        "| **\\*** | of a sign, which is a \\| with \\`marks\\` in it |\n"
        "\n"
        "```\n"
        "  as it\n"
        "    stands <b>\n"
        "```\n"
        "\n"
        "\\[made\\]\n"
        "\n"
        "and the end.\n"
        "\n"
        "| | English | kanji |\n"
        "|---|---|---|\n"
        "| K | king | 王 |\n"
        "| +R | dragon | 龍王 |\n");
    assert_string_equal(written(&page, as_html),
                        "<p>First line, and its rest &lt;&amp;&quot;&#39;&gt;.  "
                        "<a href=\"/help/patterns\">HELP PATTERNS</a> tells more.</p>\n"
                        "<ul>\n<li>an item that goes on</li>\n<li>and another</li>\n</ul>\n"
                        "<dl>\n<dt>word</dt>\n<dd>its meaning</dd>\n"
                        "<dt>*</dt>\n<dd>of a sign, which is a | with `marks` in it</dd>\n</dl>\n"
                        "<pre>as it\n  stands &lt;b&gt;\n</pre>\n"
                        "<p>[made]</p>\n<p>and the end.</p>\n"
                        "<table tabindex=\"0\">\n<thead><tr><td></td><th scope=\"col\">English</th>"
                        "<th scope=\"col\">kanji</th></tr></thead>\n"
                        "<tbody>\n<tr><td>K</td><td>king</td><td>王</td></tr>\n"
                        "<tr><td>+R</td><td>dragon</td><td>龍王</td></tr>\n</tbody>\n</table>\n");
    shg_help_page_fini(&page);
}

/* A long page has contents: of its parts and of the pieces; each link leads to a heading. */
static void contents_lead_somewhere(void **state)
{
    (void)state;
    static const char link[] = "<li><a href=\"#";
    shg_help_page page = { 0 };
    size_t links = 0, closed = 0;
    assert_true(shg_help_find(&page, help, "game taikyoku", 13));
    const char *const html = written(&page, as_html);
    for (const char *at = html; (at = strstr(at, link)); at += sizeof link - 1, links++) {
        char heading[40], id[20];
        assert_int_equal(sscanf(at + sizeof link - 1, "%19[a-z0-9-]", id), 1);
        snprintf(heading, sizeof heading, "<h3 id=\"%s\">", id);
        const bool of_parts = !strstr(html, heading);
        heading[2] = '2';
        if (of_parts && !strstr(html, heading))
            fail_msg("no heading %s", id);
        closed += !of_parts;
    }
    assert_in_range(links - closed, 4, 8);
    assert_in_range(closed, 209, 500);
    assert_non_null(strstr(html, "<details class=\"contents\" open><summary>Contents</summary>"));
    shg_help_page_fini(&page);
    assert_true(shg_help_find(&page, help, "patterns", 8));
    assert_null(strstr(written(&page, as_html), "contents"));
    shg_help_page_fini(&page);
}

static void long_lines(void **state)
{
    (void)state;
    shg_help_page page = { 0 };
    char words[1000] = "";
    for (int i = 0; i < 60; i++)
        strcat(words, i % 7 == 0 ? "王将 " : "word ");
    shg_help_add_text(&page, SHG_HELP_PROSE, "%s", words);
    shg_help_add(&page, (shg_help_block){ .form = SHG_HELP_TERM, .word = words, .text = words });
    const char *said = written(&page, shg_help_write_terminal);
    assert_non_null(strstr(said, "word\nword"));
    shg_help_page_fini(&page);
}

/* The number of lines wider than a terminal in the output for one topic. */
static void no_line_is_too_long(void **state)
{
    (void)state;
    for (size_t i = 0; i < shg_help_count(help); i++) {
        if (is_left_out(i))
            continue;
        shg_help_page page = { 0 };
        shg_help_add_topic(&page, help, i);
        const char *said = written(&page, shg_help_write_terminal);
        assert_true(strlen(said) > 0 && said[strlen(said) - 1] == '\n');
        while (*said) {
            char line[1000];
            const size_t bytes = strcspn(said, "\n");
            assert_true(bytes < sizeof line);
            memcpy(line, said, bytes);
            line[bytes] = '\0';
            if (shg_text_columns(line) > 79)
                fail_msg("%s: %s", shg_help_names(help, i), line);
            said += bytes + 1;
        }
        shg_help_page_fini(&page);
    }
}

/* The topics that a word prints, in order: "WHO,USER". */
static const char *found(const char *word)
{
    static char list[4000];
    shg_out out = shg_out_make(list, sizeof list);
    shg_help_page page = { 0 };
    shg_help_find(&page, help, word, strlen(word));
    for (size_t b = 0; b < page.count; b++)
        if (page.blocks[b].form == SHG_HELP_TOPIC) {
            /* "CASTLES, CASTLE"; of a game "Chu Shogi (GAME CHU, CHU)". */
            const char *const of_game = strstr(page.blocks[b].text, "(GAME ");
            const char *const name = of_game ? of_game + 1 : page.blocks[b].text;
            shg_out_format(&out, "%s%.*s", out.length > 0 ? "," : "",
                           (int)strcspn(name, of_game ? ",)" : ","), name);
        }
    assert_true(out.length < sizeof list);
    shg_help_page_fini(&page);
    return list;
}

/* The first name of a topic, until the fourth call from here. */
static const char *first_name(size_t i)
{
    static char names[4][64];
    static unsigned at;
    char *const name = names[at++ % 4];
    const char *const all = shg_help_names(help, i);
    snprintf(name, sizeof names[0], "%.*s", (int)strcspn(all, ","), all);
    return name;
}

/* Whether a topic is a rule set of a game, and no other topic is a rule set of it. */
static bool is_rule_set(size_t i)
{
    bool rule_set = false;
    for (size_t k = 0; k < shg_help_count(help); k++) {
        if (shg_is_rule_set_of(first_name(k), first_name(i)))
            return false;
        rule_set = rule_set || shg_is_rule_set_of(first_name(i), first_name(k));
    }
    return rule_set;
}

/* Rows: HELP.match HELP.nest HELP.all HELP.alias HELP.shogi */
static void what_a_word_finds(void **state)
{
    (void)state;
    static const struct {
        const char *word, *topics;
    } rows[] = {
        /* A whole name is that topic alone; part of a name is every topic that has it, in the order of the help. */
        { "moves", "MOVES" },
        { "set black", "SET BLACK" },
        { "general", "S,+S,G" },
        { "prohib", "PROHIBITED DROPS" },
        { "castle", "CASTLES,MINO,THE BOAT CASTLE" },
        { "check", "CHECK" },
        /* One or two characters are whole names; a plus does not count. */
        { "b", "B,+B,BOARD" },
        { "+b", "+B" },
        { "zz", "" },
        { "kin", "G" },
        { "?", "HELP" },
        { ".", "." },
        /* A topic with those inside it, none twice. */
        { "drops", "DROPS,PROHIBITED DROPS" },
        { "draws", "DRAWS,REPETITION,IMPASSE RULE" },
        { "set", "SET" },
        { "silver", "S,+S" },
        { "uma", "+B" },
        { "nothing", "" },
        /* As the address of its page has it. */
        { "Prohibited-drops", "PROHIBITED DROPS" },
        { "the-boat-castle", "THE BOAT CASTLE" },
        /* Games by whole names, or what others call them, and pieces that only they have. */
        { "chu", "GAME CHU" },
        { "GAME shogi", "GAME SHOGI" },
        { "将棋", "GAME SHOGI" },
        { "中将棋", "GAME CHU" }, /* an alias of a rule set, too */
        { "chushogi", "GAME CHU-LISHOGI" },
        { "Chu Shogi", "GAME CHU" },
        { "game tai shogi, rules of hachu", "GAME TAI-HACHU" },
        { "lion", "N" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(found(rows[i].word), rows[i].topics) != 0)
            fail_msg("%s: %s", rows[i].word, found(rows[i].word));
    /* All names are shown. */
    const size_t horse = shg_help_by_slug(help, "horse", 5);
    assert_string_equal(shg_help_names(help, horse), "+B, H, PROMOTED BISHOP, RYUUMA, UMA, HORSE");
    /* ALL prints every topic once, except rule sets. */
    char all[4000] = "";
    for (size_t i = 0; i < shg_help_count(help); i++) {
        if (!is_rule_set(i))
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i > 0 ? "," : "",
                     first_name(i));
    }
    assert_string_equal(found("ALL"), all);
}

/* Other topics with the word in a name are listed below the topic; none are if the word was only
 * part of a name.
 * Rows: HELP.see-also */
static void what_is_named_below(void **state)
{
    (void)state;
    static const struct {
        const char *word, *last; /* the beginning of the last block */
    } rows[] = {
        { "moves", "See also: NOTATION" },
        { "play", "See also: SCREEN READERS, ONE KEYBOARD, PLAYING COMMANDS" },
        { "kin", "See also: TOKIN, KING" },
        { "draw", "See also: DRAWS, SET REDRAW" },
        { "patterns", "?*@" },
        { "castle", "9  8  7" },
        { "chu", "" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        shg_help_page page = { 0 };
        assert_true(shg_help_find(&page, help, rows[i].word, strlen(rows[i].word)));
        const shg_help_block *const last = &page.blocks[page.count - 1];
        const char *const said = last->form == SHG_HELP_TERM ? last->word : last->text;
        if (strncmp(said + strspn(said, " "), rows[i].last, strlen(rows[i].last)) != 0)
            fail_msg("%s: %s", rows[i].word, said);
        shg_help_page_fini(&page);
    }
}

/* Fails if the topic does not fit the screen of a telnet window, with a line left for the prompt. */
static void expect_one_screen(const shg_help *topics, const char *word)
{
    shg_help_page page = { 0 };
    size_t lines = 0;
    assert_true(shg_help_find(&page, topics, word, strlen(word)));
    for (const char *at = written(&page, shg_help_write_terminal); *at; at++)
        lines += *at == '\n';
    if (lines > 23)
        fail_msg("HELP %s: %zu lines", word, lines);
    shg_help_page_fini(&page);
}

/* The most read topics fit one screen; HELP PLAY does in every language. */
static void one_screen(void **state)
{
    (void)state;
    expect_one_screen(help, "OVERVIEW");
    expect_one_screen(help, "START");
    for (unsigned i = 0; i < SHG_LANGUAGES; i++) {
        shg_help *const topics = shg_help_new(games, variant, "shogi", (shg_language)i);
        assert_non_null(topics);
        expect_one_screen(topics, "PLAY");
        shg_help_free(topics);
    }
}

/* Every topic that another points to is there; nothing points nowhere.  Rows: HELP.refs */
static void references_lead_somewhere(void **state)
{
    (void)state;
    size_t references = 0;
    for (size_t i = 0; i < shg_help_count(help); i++) {
        if (is_left_out(i))
            continue;
        shg_help_page page = { 0 };
        shg_help_add_topic(&page, help, i);
        for (size_t b = 0; b < page.count; b++)
            for (const char *at = page.blocks[b].text; (at = strstr(at, "HELP ")) != NULL; at++) {
                size_t bytes;
                if (at[5] < 'A' || at[5] > 'Z')
                    continue; /* no name: HELP and a word, HELP * */
                if (shg_help_referred(&bytes, help, at) == shg_help_count(help) &&
                    strncmp(at + 5, "PROMO", 5) != 0) /* of HELP itself: part of a name */
                    fail_msg("%s: %.25s", shg_help_names(help, i), at);
                references++;
            }
        shg_help_page_fini(&page);
    }
    assert_true(references > 50);
}

static void addresses(void **state)
{
    (void)state;
    char slug[SHG_HELP_SLUG_BYTES], other[SHG_HELP_SLUG_BYTES];
    for (size_t i = 0; i < shg_help_count(help); i++) {
        shg_help_slug(slug, help, i);
        assert_true(strlen(slug) > 0 &&
                    strspn(slug, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(slug));
        assert_int_equal(shg_help_by_slug(help, slug, strlen(slug)), i);
        for (size_t k = 0; k < i; k++) {
            shg_help_slug(other, help, k);
            assert_string_not_equal(slug, other);
        }
    }
    static const struct {
        const char *slug, *names;
    } rows[] = {
        { "shogi-rules", "SHOGI RULES, SHOGI, RULES" },
        { "RULES", "SHOGI RULES, SHOGI, RULES" },
        { "promoted-s", "+S, PROMOTED SILVER, NARIGIN" },
        { "promoted-silver", "+S, PROMOTED SILVER, NARIGIN" },
        { "board", "BOARD, B, REFRESH" },
        { "b", "B, BISHOP, KAKUGYOO, KAKU" },
        { "dot", "." },
        { "game-chu", "GAME CHU, CHU" },
        { "chu", "GAME CHU, CHU" },
        { "game-shogi", "GAME SHOGI" },
        { "set-style", "SET BSTYLE, SET STYLE" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t topic = shg_help_by_slug(help, rows[i].slug, strlen(rows[i].slug));
        assert_true(topic < shg_help_count(help));
        assert_string_equal(shg_help_names(help, topic), rows[i].names);
    }
    static const char *const none[] = { "", "-", "..", "shogi%20rules", "promoted", "chu/" };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_int_equal(shg_help_by_slug(help, none[i], strlen(none[i])), shg_help_count(help));
}

static void assert_moves(const shoogi_variant *v, const char *id, const char *grid,
                         const char *words)
{
    const shoogi_kind kind = shoogi_variant_kind_by_id(v, id, strlen(id));
    assert_int_not_equal(kind, 0);
    shg_moves_grid drawn;
    assert_true(shg_moves_grid_make(&drawn, v, kind));
    char said[500] = "";
    shg_out out = shg_out_make(said, sizeof said);
    for (int row = 0; row <= 2 * drawn.around; row++)
        shg_out_format(&out, "%.*s\n", 2 * drawn.around + 1, drawn.sign[row]);
    assert_string_equal(said, grid);
    out = shg_out_make(said, sizeof said);
    shg_moves_write(&out, SHG_ENGLISH, v, kind);
    assert_string_equal(said, words);
}

/* Rows: HELP.piece */
static void moves_in_shogi(void **state)
{
    (void)state;
    assert_moves(variant, "K", "***\n*o*\n***\n", "It moves one square in any direction.");
    assert_moves(variant, "G", "***\n*o*\n.*.\n",
                 "It moves one square forward, back, sideways or diagonally forward.");
    assert_moves(variant, "S", "***\n.o.\n*.*\n", "It moves one square forward or diagonally.");
    assert_moves(variant, "N", ".#.#.\n.....\n..o..\n.....\n.....\n",
                 "It moves by jumping two squares forward and one to the side.");
    assert_moves(variant, "L", "..|..\n..|..\n..o..\n.....\n.....\n",
                 "It moves any number of squares forward.");
    assert_moves(variant, "P", ".*.\n.o.\n...\n", "It moves one square forward.");
    assert_moves(variant, "R", "..|..\n..|..\n--o--\n..|..\n..|..\n",
                 "It moves any number of squares forward, back or sideways.");
    assert_moves(variant, "B", "\\.../\n.\\./.\n..o..\n./.\\.\n/...\\\n",
                 "It moves any number of squares diagonally.");
    assert_moves(
        variant, "+R", "..|..\n.*|*.\n--o--\n.*|*.\n..|..\n",
        "It moves any number of squares forward, back or sideways; or one square diagonally.");
    assert_moves(variant, "+P", "***\n*o*\n.*.\n",
                 "It moves one square forward, back, sideways or diagonally forward.");
}

static void moves_elsewhere(void **state)
{
    (void)state;
    owned = parse_variant("files=9 ranks=9 symmetry=rotate\n"
                          "lion:N:KNADcaKcabKmabK:n:a1\nkirin:O:FD:o:b1\npawn:P:mfWcfF:p:a2\n"
                          "three:T:B3fW:t:c1\nrider:Y:N0:y:d1\nstone:E::e:f1\nhook:H:mafsW:h:g1\n"
                          "eagle:F:fRfDbHbR:f:h1\nking:K:K:k:e1\n");
    assert_moves(
        owned, "N", "#####\n#***#\n#*o*#\n#***#\n#####\n",
        "It moves one square in any direction; or by jumping two squares forward or back and "
        "one to the side; or by jumping one square forward or back and two to the side; or "
        "by jumping to the second square in any direction. Instead of jumping it may also "
        "capture on the first of two steps, then move on, capture again or return to its "
        "square (igui).");
    assert_moves(
        owned, "O", "..#..\n.*.*.\n#.o.#\n.*.*.\n..#..\n",
        "It moves one square diagonally; or by jumping to the second square forward, back or "
        "sideways.");
    assert_moves(owned, "P", "cmc\n.o.\n...\n",
                 "It moves one square forward, but only without capturing; or one square diagonally "
                 "forward, but only to capture.");
    assert_moves(owned, "T", "*.....*\n.*...*.\n..***..\n...o...\n..*.*..\n.*...*.\n*.....*\n",
                 "It moves up to 3 squares diagonally; or one square forward.");
    /* A jump is shown on a line, whichever is written first. */
    assert_moves(
        owned, "F", "...|...\n...#...\n...|...\n...o...\n...|...\n...|...\n...#...\n",
        "It moves any number of squares forward or back; or by jumping to the second square "
        "forward; or by jumping to the third square back.");
    assert_moves(owned, "H", ".+.+.\n+...+\n..o..\n+...+\n.+.+.\n",
                 "It moves in several steps in one turn.");
    assert_moves(owned, "E", "...\n.o.\n...\n", "It does not move.");
}

static void assert_words(const shoogi_variant *v, const char *id, const char *words)
{
    const shoogi_kind kind = shoogi_variant_kind_by_id(v, id, strlen(id));
    assert_int_not_equal(kind, 0);
    char said[500] = "";
    shg_out out = shg_out_make(said, sizeof said);
    shg_moves_write(&out, SHG_ENGLISH, v, kind);
    assert_string_equal(said, words);
}

static void moves_of_several_steps(void **state)
{
    (void)state;
    shoogi_variant *const v = parse_variant(
        "files=9 ranks=9 symmetry=rotate\n"
        "thunder:T:[mcW?fmscbW?fmscbW]:t:a1\nrover:O:[mcW?fmcbW]:o:b1\nhawk:A:B[mcW?fmscbW]:a:c1\n"
        "cavalry:C:NhrmcaflfbNhlmcafrfbN:c:d1\nhorse:N:NmcafhbhsN:n:f1\n"
        "flash:F:[mcW-fmscW]:f:g1\ndog:G:KcafKcafcafK:g:h1\nking:K:K:k:e1\n"
        "dolphin:D:fWiiibB2:d:a2\nwhale:H:fWiiibBiiimsW:h:b2\n"
        "teacher:E:Q[mcpK-amcK][mcpK-amcpK-amcK]:e:i1\nmixer:M:K[mcpK-amcK][mcK-amcK-amcK]:m:i2\n"
        "pouncer:P:fcafmF:p:c2\nleaper:L:fWfcafmF:l:d2\n");
    assert_words(
        v, "T",
        "It moves one square forward, back or sideways. It may do this up to 3 times in one "
        "turn, and capture each time.");
    assert_words(
        v, "O",
        "It moves one square forward, back or sideways. It may do this up to 2 times in one "
        "turn, and capture each time. All these steps are on one line.");
    assert_words(
        v, "A",
        "It moves any number of squares diagonally; or one square forward, back or sideways. "
        "In one turn it may move up to 2 times one square forward, back or sideways, and "
        "capture each time.");
    assert_words(
        v, "C",
        "It moves by jumping two squares forward or back and one to the side; or by jumping "
        "one square forward or back and two to the side. It may do this up to 2 times in one "
        "turn, and capture each time. After its first move it continues only within the same "
        "quarter (forward, back, left or right) or straight back.");
    assert_words(
        v, "N",
        "It moves by jumping two squares forward or back and one to the side; or by jumping "
        "one square forward or back and two to the side. It may do this up to 2 times in one "
        "turn, and capture each time.");
    assert_words(
        v, "F",
        "In one turn it moves exactly 2 times one square forward, back or sideways, and may "
        "capture each time. How it may continue depends on where it came from.");
    assert_words(
        v, "E",
        "It moves any number of squares in any direction. In one turn it may move up to 3 "
        "times one square in any direction, and capture each time. It jumps over pieces that "
        "it does not capture.");
    assert_words(v, "M",
                 "It moves one square in any direction. It may capture up to 3 pieces in one turn, "
                 "moving on from each, or return to its square.");
    /* It moves on only from pieces that it captures. */
    assert_words(
        v, "G",
        "It moves one square in any direction. It may capture up to 3 pieces on one line in "
        "one turn, moving on from each, or return to its square.");
    /* It moves on from the piece that it captures, and may not capture again. */
    assert_words(v, "P", "It moves in several steps in one turn.");
    assert_words(v, "L", "It moves one square forward. It also has moves of several steps.");
    assert_words(v, "D",
                 "It moves one square forward. From the last rank it also moves up to 2 squares "
                 "diagonally back.");
    assert_words(
        v, "H",
        "It moves one square forward. From the last rank it also moves any number of squares "
        "diagonally back; or one square sideways, but only without capturing.");
    shoogi_variant_free(v);
}

/* Jumps have the distance and the sides of the definition. */
static void jumps_in_words(void **state)
{
    (void)state;
    shoogi_variant *const v = parse_variant(
        "files=9 ranks=9 symmetry=rotate\n"
        "half:H:hrN2:h:a1\nrider:N:N0:n:b1\ntwice:T:ffN2:t:c1\nright:R:frNbrN:r:d1\n"
        "left:L:lN:l:f1\ncorner:C:rfZ:c:g1\ndabbaba:D:fD3:d:h1\nking:K:K:k:e1\n"
        "three:E:frNbsN:x:i1\nhopper:P:fpQ:p:a2\ngrasshopper:G:fgQ:g:b2\nneighbour:O:fgK:e:c2\n");
    assert_words(
        v, "H",
        "It moves by jumping two squares forward and one to the right, up to 2 such jumps in "
        "a row; or by jumping one square back and two to the right, up to 2 such jumps in a "
        "row; or by jumping two squares back and one to the left, up to 2 such jumps in a "
        "row; or by jumping one square forward and two to the left, up to 2 such jumps in a "
        "row.");
    assert_words(
        v, "N",
        "It moves by jumping two squares forward or back and one to the side, any number of "
        "such jumps in a row; or by jumping one square forward or back and two to the side, "
        "any number of such jumps in a row.");
    assert_words(
        v, "T",
        "It moves by jumping two squares forward and one to the side, up to 2 such jumps in a row.");
    assert_words(v, "R", "It moves by jumping one square forward or back and two to the right.");
    assert_words(v, "L", "It moves by jumping one square forward or back and two to the left.");
    assert_words(
        v, "E",
        "It moves by jumping one square forward or back and two to the right; or by jumping "
        "one square back and two to the left.");
    assert_words(v, "C", "It moves by jumping three squares forward and two to the right.");
    assert_words(v, "D",
                 "It moves by jumping to the second square forward, up to 3 such jumps in a row.");
    assert_words(v, "P",
                 "It may jump over exactly one piece in its way and move on or capture, forward.");
    assert_words(v, "G",
                 "It may jump over exactly one piece in its way to the square right behind that "
                 "piece, and capture there, forward.");
    assert_words(v, "O",
                 "It may jump over an adjacent piece to the square right behind it, and capture "
                 "there, forward.");
    shoogi_variant_free(v);
}

/* One leg, and a condition: the condition is described, and drawn if the board can show it
 * without distortion. */
static void moves_with_conditions(void **state)
{
    (void)state;
    static const struct {
        const char *moves, *grid, *words;
    } cases[] = {
        { "iR", "...|...\n...|...\n...|...\n---o---\n...|...\n...|...\n...|...\n",
          "If it has not moved yet, it may move any number of squares forward, back or sideways." },
        { "ifmnDfmWfceF", "..m..\n.cmc.\n..o..\n.....\n.....\n",
          "It moves one square forward, but only without capturing; or one square diagonally "
          "forward, but only to capture. If it has not moved yet, and the square in between is "
          "empty, it may move by jumping to the second square forward, but only without "
          "capturing. In the next turn it may be captured en passant on a square it passed over. "
          "It may capture en passant a piece whose double step has just passed over the square it "
          "moves to, one square diagonally forward." },
        { "fnH", "...#...\n.......\n.......\n...o...\n.......\n.......\n.......\n",
          "If the squares in between are empty, it may move by jumping to the third square "
          "forward." },
        { "ffnC", "..#.#..\n.......\n.......\n...o...\n.......\n.......\n.......\n",
          "If one of the shortest ways there is free, it may move by jumping three squares forward "
          "and one to the side." },
        { "KdU", "***\n*o*\n***\n",
          "It moves one square in any direction. It may capture friendly pieces on any square of "
          "the board." },
        { "fiiW2", ".....\n.....\n..o..\n.....\n.....\n",
          "From the rank in front of its starting rank it may move up to 2 squares forward." },
        { "fnN", ".#.#.\n.....\n..o..\n.....\n.....\n",
          "If the square in between is empty, it may move by jumping two squares forward and "
          "one to the side." },
        { "jD", "..#..\n.....\n#.o.#\n.....\n..#..\n",
          "If there is a piece on the square in between, it may move by jumping to the second "
          "square forward, back or sideways." },
        { "ofW", ".+.\n.o.\n...\n",
          "As if the left and right edges of the board were joined, it moves one square forward." },
        { "ooW", ".+.\n+o+\n.+.\n",
          "As if the left and right edges of the board were joined, and the top and bottom "
          "edges too, it moves one square forward, back or sideways." },
        { "zB", "..+.+..\n...+...\n+.+.+.+\n.+.o.+.\n+.+.+.+\n...+...\n..+.+..\n",
          "Turning at a right angle after each step, alternately to either side, it moves any "
          "number of squares diagonally." },
        { "qF7", "..+++..\n.++.++.\n+++++++\n+.+o+.+\n+++++++\n.++.++.\n..+++..\n",
          "Turning 45 degrees after each step, always in the same direction, it moves up to 7 "
          "squares diagonally." },
        { "fW*", "...*...\n...*...\n...*...\n...o...\n.......\n.......\n.......\n",
          "Up to the last rank before the middle of the board it moves any number of squares forward." },
        { "tK", "***\n*o*\n***\n",
          "It may move one square in any direction, but may not capture a royal piece." },
        { "kR", "...c...\n...c...\n...c...\ncccoccc\n...c...\n...c...\n...c...\n",
          "It may capture a royal piece, and nothing else, any number of squares forward, back "
          "or sideways." },
        { "mdK", "***\n*o*\n***\n",
          "It moves one square in any direction, but only without capturing. It may capture "
          "friendly pieces, one square in any direction." },
        { "cdW", ".c.\ncoc\n.c.\n",
          "It moves one square forward, back or sideways, but only to capture. It may capture "
          "friendly pieces, one square forward, back or sideways." },
        { "uF", "*.*\n.o.\n*.*\n",
          "It may move one square diagonally. It puts a piece it captures on the square it came from." },
        { "xK", "...\n.o.\n...\n",
          "It also moves like any friendly piece that it could reach one square in any direction." },
        { "WitF", "***\n*o*\n***\n",
          "It moves one square forward, back or sideways. Some of its moves are not described here." },
        { "jW2", "..+..\n.....\n+.o.+\n.....\n..+..\n",
          "Some of its moves are not described here." },
        { "WitkF", "c*c\n*o*\nc*c\n",
          "It moves one square forward, back or sideways. Some of its moves are not described here." },
    };
    /* The middle of the board is a hole. */
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char game[300];
        snprintf(game, sizeof game,
                 "files=15 ranks=15 symmetry=rotate hole::::g7-i9\nman:M:%s:m:\nking:K:K:k:a1\n",
                 cases[i].moves);
        shoogi_variant *const v = parse_variant(game);
        assert_moves(v, "M", cases[i].grid, cases[i].words);
        shoogi_variant_free(v);
    }
}

/* The page has each of the rules as an item. */
static void assert_rules(const shg_help_page *page, const char *const *rules, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t b = 0;
        while (b < page->count && (page->blocks[b].form != SHG_HELP_ITEM ||
                                   strcmp(page->blocks[b].text, rules[i]) != 0))
            b++;
        if (b == page->count)
            fail_msg("%s", rules[i]);
    }
}

/* The sentences of captureMatrix, in games and in invented definitions. */
static void what_may_capture_what(void **state)
{
    (void)state;
    static const char *const ko[] = {
        "These may capture only one another, and may only shoot all others: taoist priest, "
        "spiritual monk, five-li fog and immaculate light.",
        "chariot unit, chariot, chariot of the gods and gun carriage: may not capture these: "
        "imperial base.",
        "Any piece that can promote does so, wherever it is, when it captures or shoots one "
        "of these: middle troop, drum, banner, general and governor.",
        "When they capture one of these (frankish cannon), these promote, wherever they are: "
        "cavalryman.",
        "When they capture or shoot one of these (sumo wrestler, thunderclap, roaming "
        "assault and dragon ascending), these promote, wherever they are: aide de camp, "
        "aide, staff, chief of staff, engineer, middle troop, drum, banner, sentry, frankish "
        "cannon, longbow, crossbow, cannon, pawn and shield.",
    };
    static const char *const cannon[] = {
        "These may not capture one another: gold cannon, silver cannon, copper cannon, iron "
        "cannon, flying gold cannon, flying silver cannon, flying copper cannon and flying "
        "iron cannon.",
    };
    static const char *const each[] = {
        "rook: becomes the piece it captures, if that is one of these: bishop and knight.",
        "bishop: is itself removed when it captures one of these: rook.",
        ("knight: may capture these only if they are unprotected, and protects nothing from "
         "them: king."),
        "archer: may capture only these, and may only shoot all others: bishop and pawn.",
        "pawn: may capture only these: rook.",
    };
    static const char *const few[] = {
        "These may capture only one another: rook and bishop.",
        "When they capture one of these (rook), these promote, wherever they are: pawn.",
        "silver: may not capture these: pawn and king.",
    };
    static const char *const all[] = {
        "Any piece that can promote does so, wherever it is, when it captures one of these: "
        "pawn and rook.",
    };
    static const char *const many[] = {
        "Some captures are barred, and others promote, change or remove the capturing piece. "
        "An illegal capture is refused with the reason.",
    };
    static const struct {
        const char *game; /* a definition, if there is a "=" in it */
        const char *const *rules;
        size_t count;
    } cases[] = {
#define RULES(rules) rules, sizeof(rules) / sizeof(rules)[0]
#define BOARD        "files=9 ranks=9 symmetry=rotate holdingsType=0 promoChoice=+ "
        { "GAME KO", RULES(ko) },
        { "GAME CANNON-KOREAN", RULES(cannon) },
        { BOARD "maxPromote=0 captureMatrix=.2!/x/5.p/-.2-.-/.5-\n"
                "rook:R:R:r:a1\nbishop:B:B:b:b1\nknight:N:N:n:d1\narcher:A:mF:a:e1\nshoots=K\n"
                "pawn:P:fW:p:a2\nking:K:K:k:c1\n",
          RULES(each) },
        { BOARD "maxPromote=2 royal=5 captureMatrix=2.+/-3.-/2-2.3-/2-2.3-\n"
                "pawn:P:fW:p:a2\nsilver:S:FfW:s:d1\nrook:R:R:r:a1\nbishop:B:B:b:b1\n"
                "king:K:K:k:c1\ntokin:+P:WfF:p2:\ngold:+S:WfF:s2:\n",
          RULES(few) },
        { BOARD "maxPromote=1 royal=3 captureMatrix=++\n"
                "pawn:P:fW:p:a2\nrook:R:R:r:a1\nking:K:K:k:c1\ntokin:+P:WfF:p2:\n",
          RULES(all) },
        { BOARD "maxPromote=0 captureMatrix=-/.-/2.-/3.-/4.-/5.-/6.-/7.-/8.-\n"
                "one:A:W:a:a1\ntwo:B:W:b:b1\nthree:C:W:c:c1\nfour:D:W:d:d1\nfive:E:W:e:e1\n"
                "six:F:W:f:f1\nseven:G:W:g:g1\neight:H:W:h:h1\nking:K:K:k:i1\n",
          RULES(many) },
#undef BOARD
#undef RULES
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const game = cases[i].game;
        shoogi_variant *const v = strchr(game, '=') ? parse_variant(game) : NULL;
        shg_help_page page = { 0 };
        if (v)
            shg_help_add_game(&page, "own", v);
        else
            assert_true(shg_help_find(&page, help, game, strlen(game)));
        assert_rules(&page, cases[i].rules, cases[i].count);
        shg_help_page_fini(&page);
        shoogi_variant_free(v);
    }
}

/* Promoted pieces in hand, for each way to define promotion. */
static void promoted_pieces_in_hand(void **state)
{
    (void)state;
    static const char *const stays[] = { "A promoted piece stays promoted in hand." };
    static const char *const falls[] = {
        "A captured piece loses its promotion. Pieces are dropped unpromoted."
    };
    static const struct {
        const char *promotion;
        const char *const *rules;
    } cases[] = {
        { "holdingsType=-1 promoteTo=P:+P", falls },
        { "holdingsType=-2 promoteTo=P:+P", stays },
        { "holdingsType=-2 promoteTo=P:R,+P", stays },
        { "holdingsType=1 drop=own promoteTo=P:+P", stays },
        { "holdingsType=-1 promoChoice=+ maxPromote=1", falls },
        { "holdingsType=-2 promoChoice=+ maxPromote=1", stays },
        { "holdingsType=-1 promoChoice=R maxPromote=1", stays },
        { "holdingsType=-1 promoChoice=+ maxPromote=1 flip=capture dropFaces=0", falls },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char game[300];
        snprintf(game, sizeof game,
                 "files=5 ranks=5 symmetry=rotate %s\npawn:P:W:p:a2\nrook:R:R:r:a1\n"
                 "tokin:+P:WfF:p2:\nking:K:K:k:c1\n",
                 cases[i].promotion);
        shoogi_variant *const v = parse_variant(game);
        shg_help_page page = { 0 };
        shg_help_add_game(&page, "own", v);
        assert_rules(&page, cases[i].rules, 1);
        shg_help_page_fini(&page);
        shoogi_variant_free(v);
    }
}

/* A terminal has room for a part of a large board, a document for all of it. */
static void large_boards(void **state)
{
    (void)state;
    shg_help_page page = { 0 };
    assert_true(shg_help_find(&page, help, "GAME TAI", 8));
    assert_non_null(strstr(written(&page, shg_help_write_terminal), "Files 22 to 5 of 25"));
    page.in_words = true;
    const char *const output = written(&page, shg_help_write_terminal);
    assert_non_null(strstr(output, "Black lance 25 y"));
    assert_null(strstr(output, "25  24"));
    page.in_words = false;
    page.language = shg_language_find("de", 2);
    assert_non_null(strstr(written(&page, shg_help_write_terminal), "Linien 22 bis 5 von 25"));
    page.language = SHG_ENGLISH;
    const char *const document = written(&page, as_markdown);
    assert_null(strstr(document, "Files 22"));
    assert_non_null(strstr(document, "  25  24  23  22  21  20  19  18  17  16  15  14  13  12  11 "
                                     " 10   9   8   7   6   5   4   3   2   1\n"));
    shg_help_page_fini(&page);
}

/* The page of each game has its set-up, each of its pieces, its rules, handicaps and names. */
static void each_game(void **state)
{
    (void)state;
    size_t read = 0;
    for (size_t i = 0; i < shg_variants_count(games); i++) {
        const shoogi_catalog_entry *entry;
        const char *const name = shg_variants_name(games, i);
        if (!is_wanted(name, strlen(name)))
            continue;
        read++;
        assert_int_equal(shg_variants_get(&entry, games, i), SHOOGI_OK);
        const shoogi_variant *v = entry->variant;
        char word[80];
        snprintf(word, sizeof word, "GAME %s", entry->name);
        shg_help_page page = { 0 };
        assert_true(shg_help_find(&page, help, word, strlen(word)));
        size_t moves = 0, setups = 0, items = 0, rows = 0;
        for (size_t b = 0; b < page.count; b++) {
            if (page.blocks[b].form == SHG_HELP_TOPIC && b > 0)
                break; /* another game, whose name contains this one */
            moves += page.blocks[b].form == SHG_HELP_MOVES;
            setups += page.blocks[b].form == SHG_HELP_SETUP;
            items += page.blocks[b].form == SHG_HELP_ITEM;
            rows += page.blocks[b].form == SHG_HELP_ROW;
        }
        assert_int_equal(moves, shoogi_variant_kind_count(v));
        assert_int_equal(setups, 1);
        assert_true(items >= 7);
        assert_true(rows > shoogi_variant_kind_count(v));
        shg_help_page_fini(&page);
    }
    assert_int_equal(read, wanted_count > 0 ? wanted_count : shg_variants_count(games));
}

static bool has_words(const char *words)
{
    size_t letters = 0;
    for (; *words && letters < 4; words++)
        letters = *words >= 'a' && *words <= 'z' ? letters + 1 : 0;
    return letters == 4;
}

/* In each language a page has the blocks of the English page, no sentence is left in English, and
 * no line is too long. */
static void every_language(void **state)
{
    (void)state;
    for (unsigned language = 1; language < SHG_LANGUAGES; language++) {
        shg_help *topics = shg_help_new(games, variant, "shogi", (shg_language)language);
        assert_non_null(topics);
        assert_int_equal(shg_help_count(topics), shg_help_count(help));
        for (size_t i = 0; i < shg_help_count(help); i++) {
            if (is_left_out(i))
                continue;
            shg_help_page english = { 0 }, page = { 0 };
            shg_help_add_topic(&english, help, i);
            shg_help_add_topic(&page, topics, i);
            assert_int_equal(page.count, english.count);
            for (size_t b = 0; b < page.count; b++) {
                const shg_help_block *one = &page.blocks[b], *other = &english.blocks[b];
                assert_int_equal(one->form, other->form);
                if ((one->form == SHG_HELP_PROSE || one->form == SHG_HELP_ITEM) &&
                    has_words(other->text) && strcmp(one->text, other->text) == 0)
                    fail_msg("%s: %s", shg_language_code((shg_language)language), one->text);
            }
            shg_out lines = shg_out_growing();
            shg_help_write_terminal(&lines, &page);
            assert_true(shg_utf8_valid(lines.bytes, lines.length));
            for (char *line = lines.bytes; *line; line += strlen(line) + 1) {
                line[strcspn(line, "\n")] = '\0';
                if (shg_text_columns(line) > 79)
                    fail_msg("%s: %s", shg_help_names(help, i), line);
            }
            free(lines.bytes);
            shg_help_page_fini(&page);
            shg_help_page_fini(&english);
        }
        shg_help_free(topics);
    }
}

/* Lines of Japanese may end anywhere, but no line begins with closing punctuation. */
static void japanese_lines(void **state)
{
    (void)state;
    shg_help_page page = { .language = shg_language_find("ja", 2) };
    char few[] = "\u6F22\u3001\u300C\u6F22\u300D\u3002 PLAY p-7f \u6F22";
    shg_help_add(&page, (shg_help_block){ .form = SHG_HELP_PROSE, .text = few });
    char many[3 * 100 + 4] = "";
    for (int i = 0; i < 39; i++)
        strcat(many, "\u6F22");
    strcat(many, "\u3002\u6F22");
    shg_help_add(&page, (shg_help_block){ .form = SHG_HELP_PROSE, .text = many });
    const char *said = written(&page, shg_help_write_terminal);
    assert_memory_equal(said, few, strlen(few));
    said += strlen(few);
    assert_memory_equal(said, "\n\n", 2);
    assert_memory_equal(said + 2, many, (size_t)3 * 38);
    assert_string_equal(said + 2 + 3 * 38, "\n\u6F22\u3002\u6F22\n");
    shg_help_page_fini(&page);
}

/* Finds and writes the page about a word. False if memory ran out. */
static bool write_found(shg_out *out, const char *word,
                        void (*write)(shg_out *out, const shg_help_page *page,
                                      const shg_help *topics))
{
    shg_help_page page = { 0 };
    shg_help *topics = shg_help_new(games, variant, "shogi", SHG_ENGLISH);
    *out = shg_out_growing();
    if (topics) {
        shg_help_find(&page, topics, word, strlen(word));
        write(out, &page, topics);
    }
    const bool done = topics && !page.failed && !out->spent;
    shg_help_page_fini(&page);
    shg_help_free(topics);
    return done;
}

static void terminal(shg_out *out, const shg_help_page *page, const shg_help *topics)
{
    (void)topics;
    shg_help_write_terminal(out, page);
}

static void markdown(shg_out *out, const shg_help_page *page, const shg_help *topics)
{
    shg_help_write_markdown(out, page, topics, NULL);
}

static void memory_runs_out(void **state)
{
    (void)state;
    static const char *const words[] = { "chu-lishogi", "patterns", "*", "piece names" };
    void (*const writers[])(shg_out *, const shg_help_page *,
                            const shg_help *) = { terminal, markdown, shg_help_write_html };
    for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
        for (size_t k = 0; k < sizeof writers / sizeof writers[0]; k++) {
            shg_out whole, out;
            assert_true(write_found(&whole, words[w], writers[k]));
            bool done = false;
            unsigned failures = 0;
            for (unsigned n = 0; !done; n += 1 + n / 16, failures++) {
                allocations_left = n;
                done = write_found(&out, words[w], writers[k]);
                const bool enough = allocations_left > 0;
                allocations_left = UINT32_MAX;
                assert_true(done || !enough); /* it succeeds with enough memory */
                if (done)
                    assert_string_equal(out.bytes, whole.bytes);
                free(out.bytes);
            }
            assert_true(failures > 3);
            free(whole.bytes);
        }
}

int main(int argc, char **argv)
{
    wanted = argv + 1;
    wanted_count = argc > 1 ? (size_t)argc - 1 : 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_page_three_times),
        cmocka_unit_test(contents_lead_somewhere),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(no_line_is_too_long),
        cmocka_unit_test(what_a_word_finds),
        cmocka_unit_test(what_is_named_below),
        cmocka_unit_test(one_screen),
        cmocka_unit_test(references_lead_somewhere),
        cmocka_unit_test(addresses),
        cmocka_unit_test(moves_in_shogi),
        cmocka_unit_test(moves_elsewhere),
        cmocka_unit_test(moves_of_several_steps),
        cmocka_unit_test(jumps_in_words),
        cmocka_unit_test(moves_with_conditions),
        cmocka_unit_test(what_may_capture_what),
        cmocka_unit_test(promoted_pieces_in_hand),
        cmocka_unit_test(large_boards),
        cmocka_unit_test(each_game),
        cmocka_unit_test(every_language),
        cmocka_unit_test(japanese_lines),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
