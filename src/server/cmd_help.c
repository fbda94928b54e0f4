/* cmd_help.c: HELP. */
#include "server/pager.h"
#include "server/server_int.h"
#include "shoogi/notation.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A topic: of help.def, a command, a setting or a piece. */
enum { NAMES_BYTES = 160 };
typedef struct topic {
    unsigned level;
    char names[NAMES_BYTES]; /* separated by ", " */
    const char *text;        /* of help.def; NULL: one of these: */
    const shg_command *command;
    const shg_setting *setting;
    shoogi_kind kind;
} topic;

typedef struct topics {
    const shg_server *server;
    const shoogi_variant *variant; /* whose pieces and set-up are told */
    topic *all;
    bool *printed;
    size_t count;
} topics;

typedef struct row {
    unsigned level;
    const char *names, *text;
    const char *commands; /* of a group; else NULL */
} row;

static const row rows[] = {
#define TOPIC(level, names, text)    { level, names, text, NULL },
#define GROUP(names, text, commands) { 2, names, text, commands },
#include "server/help.def"
#undef TOPIC
#undef GROUP
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- all topics, in their order ---- */

static topic *add_topic(topics *t, unsigned level, const char *names)
{
    topic *added = &t->all[t->count++];
    added->level = level;
    snprintf(added->names, sizeof added->names, "%s", names);
    return added;
}

static void add_command(topics *t, unsigned level, const shg_command *command)
{
    topic *added = add_topic(t, level, "");
    added->command = command;
    shg_out names = shg_out_make(added->names, sizeof added->names);
    const char *name;
    size_t bytes;
    for (size_t n = 0; shg_command_name(&name, &bytes, command, n); n++)
        shg_out_format(&names, "%s%.*s", n > 0 ? ", " : "", (int)bytes, name);
}

static void add_settings(topics *t)
{
    for (size_t i = 0; i < SHG_SETTINGS; i++) {
        topic *added = add_topic(t, 4, "");
        added->setting = &shg_setting_rows[i];
        snprintf(added->names, sizeof added->names, "SET %s%s%s", added->setting->name,
                 added->setting->other ? ", SET " : "",
                 added->setting->other ? added->setting->other : "");
    }
}

static void add_group(topics *t, const row *group, bool grouped[SHG_COMMANDS])
{
    for (const char *at = group->commands; *at;) {
        const size_t bytes = strcspn(at, " ");
        const shg_command *command = shg_command_find(at, bytes);
        assert(command);
        grouped[command - shg_commands] = true;
        add_command(t, 3, command);
        if (strcmp(group->names, "SET COMMANDS") == 0 && strncmp(at, "SET", bytes) == 0)
            add_settings(t);
        at += bytes + (at[bytes] == ' ');
    }
}

/* Adds a name in capitals, if it is not among them. */
static void add_name(shg_out *names, const char *name)
{
    char upper[64];
    size_t i = 0;
    for (; name[i] && i < sizeof upper - 1; i++)
        upper[i] = shg_upper(name[i]);
    upper[i] = '\0';
    /* Whole names only: GIN is a name besides GINSHOO. */
    for (const char *at = names->bytes; (at = strstr(at, upper)) != NULL; at += i)
        if ((at == names->bytes || at[-1] == ' ') && (at[i] == ',' || at[i] == '\0'))
            return;
    if (names->length + i + 2 < names->room)
        shg_out_format(names, "%s%s", names->length > 0 ? ", " : "", upper);
}

/* The id, other letters that players type, the name, and what Japanese call it. */
static void name_piece(char out[NAMES_BYTES], const shoogi_variant *variant, shoogi_kind kind)
{
    const shoogi_kind_info info = shoogi_variant_kind(variant, kind);
    shg_out names = shg_out_make(out, NAMES_BYTES);
    shg_out_text(&names, info.id);
    for (char letter = 'A'; letter <= 'Z'; letter++) {
        char text[] = { ',', ' ', letter, '\0' };
        if (strcmp(info.id, text + 2) != 0 &&
            shoogi_variant_kind_by_input(variant, text + 2, 1) == kind)
            shg_out_text(&names, text);
    }
    add_name(&names, info.name);
    for (int colour = 0; colour < 2; colour++)
        for (shoogi_style style = SHOOGI_STYLE_ROMAJI; style <= SHOOGI_STYLE_ROMAJI_SHORT; style++)
            add_name(&names,
                     shoogi_variant_kind_called(variant, kind, (shoogi_colour)colour, style));
}

static void add_piece(topics *t, unsigned level, shoogi_kind kind)
{
    topic *added = add_topic(t, level, "");
    added->kind = kind;
    name_piece(added->names, t->variant, kind);
}

/* Each piece, and inside it what it may become. */
static void add_pieces(topics *t)
{
    const unsigned kinds = shoogi_variant_kinds(t->variant);
    for (unsigned kind = 1; kind <= kinds; kind++) {
        if (shoogi_variant_kind(t->variant, (shoogi_kind)kind).base != kind)
            continue;
        add_piece(t, 3, (shoogi_kind)kind);
        for (unsigned form = 1; form <= kinds; form++)
            if (form != kind && shoogi_variant_kind(t->variant, (shoogi_kind)form).base == kind)
                add_piece(t, 4, (shoogi_kind)form);
    }
}

static bool make_topics(topics *t)
{
    const size_t room = ROWS + SHG_COMMANDS + SHG_SETTINGS + shoogi_variant_kinds(t->variant);
    t->all = calloc(room, sizeof *t->all);
    t->printed = calloc(room, sizeof *t->printed);
    if (!t->all || !t->printed)
        return false;
    bool grouped[SHG_COMMANDS] = { false };
    for (size_t i = 0; i < ROWS; i++) {
        add_topic(t, rows[i].level, rows[i].names)->text = rows[i].text;
        if (strcmp(rows[i].text, "@pieces") == 0)
            add_pieces(t);
        if (rows[i].commands)
            add_group(t, &rows[i], grouped);
    }
    for (size_t i = 0; i < SHG_COMMANDS; i++)
        if (!grouped[i])
            add_command(t, 3, &shg_commands[i]);
    return true;
}

static void free_topics(topics *t)
{
    free(t->all);
    free(t->printed);
}

/* The n-th name of a topic. */
static bool name_at(const char **name, size_t *name_bytes, const topic *t, size_t n)
{
    const char *at = t->names;
    for (; n > 0 && at; n--) {
        at = strstr(at, ", ");
        at = at ? at + 2 : NULL;
    }
    if (!at)
        return false;
    const char *end = strstr(at, ", ");
    *name = at;
    *name_bytes = end ? (size_t)(end - at) : strlen(at);
    return true;
}

/* ---- finding ---- */

typedef enum fit { NO_FIT, PART, WHOLE } fit;

static bool holds(const char *name, size_t name_bytes, const char *part, size_t part_bytes)
{
    for (size_t at = 0; at + part_bytes <= name_bytes; at++)
        if (shg_text_same(name + at, part_bytes, part, part_bytes))
            return true;
    return false;
}

static fit fits(const topic *t, const char *word, size_t word_bytes)
{
    const size_t letters = word_bytes - (word_bytes > 0 && word[0] == '+');
    fit best = NO_FIT;
    const char *name;
    size_t name_bytes;
    for (size_t n = 0; name_at(&name, &name_bytes, t, n); n++) {
        if (shg_text_same(name, name_bytes, word, word_bytes))
            return WHOLE;
        /* So short a word is part of nearly everything. */
        if (letters > 2 && holds(name, name_bytes, word, word_bytes))
            best = PART;
    }
    return best;
}

/* ---- writing ---- */

static void add_command_list(shg_text_buffer *out, const topics *t)
{
    (void)t;
    for (size_t i = 0; i < SHG_COMMANDS; i++) {
        char names[40];
        shg_out list = shg_out_make(names, sizeof names);
        const char *name;
        size_t bytes;
        for (size_t n = 0; shg_command_name(&name, &bytes, &shg_commands[i], n); n++) {
            shg_out_text(&list, n > 0 ? ", " : "");
            shg_out_bytes(&list, name, bytes);
        }
        shg_text_add(out, "%-18s %s\n", names, shg_commands[i].brief);
    }
    shg_text_add(out,
                 "\nHELP <command> tells more about a command, HELP GETTING STARTED how to begin,\n"
                 "HELP * lists all topics.\n");
}

static void add_variants(shg_text_buffer *out, const topics *t)
{
    const shg_server *server = t->server;
    shg_text_add(out, "These games can be played; NEW -v NAME makes a challenge for one:\n\n");
    for (size_t i = 0; i < server->variants_count; i++) {
        const shoogi_variant *v = server->variants[i]->variant;
        shg_text_add(out, "  %-20s %ux%u\n", server->variants[i]->name, shoogi_variant_files(v),
                     shoogi_variant_ranks(v));
    }
}

static void add_about_pieces(shg_text_buffer *out, const topics *t)
{
    shg_text_add(out,
                 "In the diagrams o is the piece and * where it can go or take; up is forward.\n"
                 "Behind them stands how it moves in XBetza, the language of definitions.\n"
                 "These are the %u pieces of your current game, or of shogi if you have none.\n",
                 shoogi_variant_kinds(t->variant));
}

static void add_piece_names(shg_text_buffer *out, const topics *t)
{
    shg_text_add(out, "%-5s %-24s %-20s %s\n", "", "English", "Japanese", "short");
    for (unsigned kind = 1; kind <= shoogi_variant_kinds(t->variant); kind++) {
        const char *called[2][SHOOGI_STYLE_COUNT];
        for (int colour = 0; colour < 2; colour++) {
            for (int style = 0; style < SHOOGI_STYLE_COUNT; style++)
                called[colour][style] = shoogi_variant_kind_called(
                    t->variant, (shoogi_kind)kind, (shoogi_colour)colour, (shoogi_style)style);
            if (colour > 0 &&
                strcmp(called[0][SHOOGI_STYLE_ROMAJI], called[1][SHOOGI_STYLE_ROMAJI]) == 0)
                continue;
            shg_text_add(out, "%-5s %-24s %-20s %s\n",
                         shoogi_variant_kind(t->variant, (shoogi_kind)kind).id,
                         called[colour][SHOOGI_STYLE_ENGLISH], called[colour][SHOOGI_STYLE_ROMAJI],
                         called[colour][SHOOGI_STYLE_ROMAJI_SHORT]);
        }
    }
    shg_text_add(out, "Of two names of one piece the first is that of Black's.\n");
}

static void add_setup(shg_text_buffer *out, const topics *t)
{
    shoogi_position *start = NULL;
    if (shoogi_position_new(&start, t->variant) != SHOOGI_OK)
        return;
    const shoogi_board_look look = { .style = SHOOGI_BOARD_ASCII };
    const size_t bytes = shoogi_board_write(NULL, 0, start, &look);
    char *text = malloc(bytes + 1);
    if (text) {
        shoogi_board_write(text, bytes + 1, start, &look);
        shg_text_add(out, "%s", text);
    }
    free(text);
    shoogi_position_free(start);
}

static void add_handicaps(shg_text_buffer *out, const topics *t)
{
    shg_text_add(out,
                 "The stronger player takes White and is without some of his men, which are out\n"
                 "of the game.  Taking them off counts as Black's first move, so that White\n"
                 "moves first on the board.  HANDICAP does it, and so does a challenge: HELP\n"
                 "HANDICAP, HELP NEW.  Usual ones have names, which do for the list of men:\n\n");
    const shoogi_handicap *one;
    for (size_t i = 0; (one = shoogi_variant_handicap(t->variant, i)) != NULL; i++) {
        shg_text_add(out, "  %-20s", one->name);
        for (size_t man = 0; man < one->count && man < 6; man++) {
            char square[SHOOGI_SQUARE_TEXT_BYTES];
            shoogi_square_text(square, sizeof square, t->variant, one->squares[man]);
            shg_text_add(out, " %s", square);
        }
        shg_text_add(out, "%s\n", one->count > 6 ? " ..." : "");
    }
    const shoogi_handicap *games[2];
    size_t count = shoogi_variant_grade_handicap(games, t->variant, 1);
    if (count > 0)
        shg_text_add(out, "\nBy difference of grades, as NEW -g gives them (HELP GRADES):\n\n");
    for (size_t grades = 1; count > 0; grades++) {
        shg_text_add(out, "  %zu  %s", grades, games[0]->name);
        if (count > 1)
            shg_text_add(out, ", then %s, in a match of two games", games[1]->name);
        shg_text_add(out, "\n");
        count = shoogi_variant_grade_handicap(games, t->variant, grades + 1);
    }
}

static const struct {
    const char *name;
    void (*add)(shg_text_buffer *out, const topics *t);
} made_texts[] = {
    { "@commands", add_command_list }, { "@variants", add_variants },
    { "@pieces", add_about_pieces },   { "@names", add_piece_names },
    { "@setup", add_setup },           { "@handicaps", add_handicaps },
};

static void add_setting(shg_text_buffer *out, const shg_setting *setting)
{
    shg_text_add(out, "Usage: SET %s [<value>]\nSets %s.  Values:\n", setting->name,
                 setting->brief);
    for (size_t i = 0; setting->values[i].word; i++)
        shg_text_add(out, "  %-10s%s%s\n", setting->values[i].word,
                     setting->values[i].meaning ? setting->values[i].meaning : "",
                     i == setting->first ? "  (the first)" : "");
}

/* Seven by seven squares around the piece, as far as the board goes. */
enum { AROUND = 3 };

static void add_diagram(shg_text_buffer *out, const shoogi_variant *variant, shoogi_kind kind)
{
    const int files = (int)shoogi_variant_files(variant),
              ranks = (int)shoogi_variant_ranks(variant);
    const int file = files / 2, rank = ranks / 2;
    shoogi_position *alone = NULL;
    if (!shoogi_variant_has_square(variant, (unsigned)file, (unsigned)rank) ||
        shoogi_position_new(&alone, variant) != SHOOGI_OK)
        return;
    shoogi_position_clear(alone);
    shoogi_position_put(alone, shoogi_variant_square(variant, (unsigned)file, (unsigned)rank),
                        (shoogi_piece){ kind, SHOOGI_BLACK });
    shoogi_position_ready(alone);
    for (int r = rank - AROUND; r <= rank + AROUND; r++) {
        if (r < 0 || r >= ranks)
            continue;
        shg_text_add(out, "   ");
        for (int f = file + AROUND; f >= file - AROUND; f--) {
            char sign = ' ';
            if (f >= 0 && f < files &&
                shoogi_variant_has_square(variant, (unsigned)f, (unsigned)r)) {
                const shoogi_square square =
                    shoogi_variant_square(variant, (unsigned)f, (unsigned)r);
                sign = f == file && r == rank                                  ? 'o'
                       : shoogi_position_attacked(alone, square, SHOOGI_BLACK) ? '*'
                                                                               : '.';
            }
            shg_text_add(out, " %c", sign);
        }
        shg_text_add(out, "\n");
    }
    shoogi_position_free(alone);
}

static void add_about_piece(shg_text_buffer *out, const shoogi_variant *variant, shoogi_kind kind)
{
    const shoogi_kind_info info = shoogi_variant_kind(variant, kind);
    add_diagram(out, variant, kind);
    shg_text_add(out, "%s: %.60s%s\n", info.name, info.moves, info.royal ? ", royal" : "");
    shoogi_kind forms[SHOOGI_KINDS_MAX];
    const size_t count = shoogi_variant_promotions(forms, SHOOGI_KINDS_MAX, variant, kind);
    for (size_t i = 0; i < count; i++) {
        const shoogi_kind_info form = shoogi_variant_kind(variant, forms[i]);
        shg_text_add(out, "promotes to: %s (%s)\n", form.name, form.id);
    }
    if (count == 0 && info.base == kind)
        shg_text_add(out, "does not promote\n");
}

static void add_text(shg_text_buffer *out, const topics *t, const topic *one)
{
    if (one->command) {
        char usage[160];
        shg_out line = shg_out_make(usage, sizeof usage);
        shg_command_usage(&line, one->command);
        shg_text_add(out, "Usage: %s\n%s", usage, one->command->help);
    } else if (one->setting) {
        add_setting(out, one->setting);
    } else if (one->kind != 0) {
        add_about_piece(out, t->variant, one->kind);
    } else if (one->text[0] != '@') {
        shg_text_add(out, "%s", one->text);
    } else {
        for (size_t i = 0; i < sizeof made_texts / sizeof made_texts[0]; i++)
            if (strcmp(one->text, made_texts[i].name) == 0)
                made_texts[i].add(out, t);
    }
}

/* A topic and the topics inside it, each once. */
static void tell_topic(shg_text_buffer *out, topics *t, size_t i)
{
    const unsigned level = t->all[i].level;
    for (bool first = true; i < t->count; i++, first = false) {
        if (!first && t->all[i].level <= level)
            return;
        if (t->printed[i])
            continue;
        t->printed[i] = true;
        if (out->length > 0)
            shg_text_add(out, "\n");
        shg_text_add(out, "%s\n\n", t->all[i].names);
        add_text(out, t, &t->all[i]);
    }
}

static void add_all_names(shg_text_buffer *out, const topics *t)
{
    for (size_t i = 0; i < t->count; i++)
        shg_text_add(out, "%*s%s\n", (int)(t->all[i].level - 1) * 2, "", t->all[i].names);
}

static bool add_matching(shg_text_buffer *out, topics *t, const char *word, size_t word_bytes)
{
    bool any = false;
    for (fit wanted = WHOLE; wanted > NO_FIT; wanted--) {
        for (size_t i = 0; i < t->count; i++) {
            if (fits(&t->all[i], word, word_bytes) != wanted)
                continue;
            any = true;
            tell_topic(out, t, i);
        }
    }
    return any;
}

/* A piece of another game than that of the topics whose name fits so: of the first game that has one. */
static bool add_foreign_piece(shg_text_buffer *out, const topics *t, fit wanted, const char *word,
                              size_t word_bytes)
{
    for (size_t i = 0; i < t->server->variants_count; i++) {
        const shoogi_catalog_entry *entry = t->server->variants[i];
        for (unsigned kind = 1; kind <= shoogi_variant_kinds(entry->variant); kind++) {
            topic one = { .kind = (shoogi_kind)kind };
            name_piece(one.names, entry->variant, one.kind);
            if (fits(&one, word, word_bytes) != wanted)
                continue;
            shg_text_add(out, "%s (of %s)\n\n", one.names, entry->name);
            add_about_piece(out, entry->variant, one.kind);
            return true;
        }
    }
    return false;
}

/* ---- paging ---- */

typedef struct help {
    shg_text_buffer text;
    size_t at;
} help;

static bool more(void *list)
{
    const help *h = list;
    return h->at < h->text.length;
}

static void next(shg_text_buffer *out, void *list)
{
    help *h = list;
    const char *from = h->text.bytes + h->at;
    const size_t length = strcspn(from, "\n");
    shg_text_add(out, "%.*s\n", (int)length, from);
    h->at += length + 1;
}

static void end(shg_session *s, void *list)
{
    (void)s;
    help *h = list;
    shg_text_fini(&h->text);
    free(h);
}

void shg_run_help(shg_session *s, shg_call *call)
{
    static const shg_pages pages = {
        .prompt = "--More-- <y,q> ", .more = more, .next = next, .end = end
    };
    const char *word = shg_call_text(call, call->argument);
    const size_t word_bytes = call->argument.bytes;
    const shg_game_state *game = shg_game_cache_find(s->server->games, s->current_game);
    const shoogi_catalog_entry *usual = shg_server_variant(s->server, SHG_USUAL_VARIANT);
    topics t = { .server = s->server,
                 .variant = game    ? shg_rules_variant(game->rules)
                            : usual ? usual->variant
                                    : s->server->variants[0]->variant };
    help *h = make_topics(&t) ? calloc(1, sizeof *h) : NULL;
    if (!h) {
        free_topics(&t);
        shg_say(s, "The server is out of memory.\n");
        return;
    }
    bool found = true;
    if (word_bytes == 0) {
        add_command_list(&h->text, &t);
    } else if (shg_text_same(word, word_bytes, "*", 1)) {
        add_all_names(&h->text, &t);
    } else if (shg_text_same(word, word_bytes, "ALL", 3)) {
        for (size_t i = 0; i < t.count; i++)
            if (!t.printed[i])
                tell_topic(&h->text, &t, i);
    } else {
        found = add_matching(&h->text, &t, word, word_bytes) ||
                add_foreign_piece(&h->text, &t, WHOLE, word, word_bytes) ||
                add_foreign_piece(&h->text, &t, PART, word, word_bytes);
        static const char article[] = "THE ";
        const size_t length = sizeof article - 1;
        if (!found && word_bytes > length && shg_text_same(word, length, article, length))
            found = add_matching(&h->text, &t, word + length, word_bytes - length);
    }
    free_topics(&t);
    if (found) {
        shg_page(s, &pages, h, shg_call_has(call, 'n'));
        return;
    }
    end(s, h);
    shg_say(s, "There is no help about ");
    shg_say_clean(s, word, word_bytes);
    shg_say(s, ": HELP * lists the topics.\n");
}
