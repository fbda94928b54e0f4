/* topics.c: see topics.h. The texts are in help.def, commands.def and settings.def. */
#include "server/help/topics.h"

#include "base/text.h"
#include "help/game.h"
#include "server/rules/part.h"
#include "server/rules/piece_names.h"
#include "server/session/command.h"
#include "server/session/settings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A topic: of help.def, a command, a setting, a game or a piece. */
typedef struct topic {
    unsigned level;
    char names[SHG_PIECE_NAMES_BYTES]; /* separated by ", " */
    char slug[SHG_HELP_SLUG_BYTES];
    const char *text; /* of help.def; NULL: the topic is one of the following */
    const shg_command *command;
    const shg_setting *setting;
    bool is_game;
    size_t game;      /* its number */
    shoogi_kind kind; /* of the current game */
} topic;

struct shg_help {
    shg_variants *games;
    const shoogi_variant *variant;
    const char *game;
    shg_language language;
    size_t count;
    topic all[];
};

typedef struct row {
    unsigned level;
    const char *names, *text;
    const char *commands; /* of a group; else NULL */
} row;

static const row rows[] = {
#define TOPIC(level, names, text)    { level, names, text, NULL },
#define GROUP(names, text, commands) { 2, names, text, commands },
#include "server/help/help.def"
#undef TOPIC
#undef GROUP
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- all topics, in their order ---- */

static topic *add_topic(shg_help *t, unsigned level, const char *names)
{
    topic *added = &t->all[t->count++];
    added->level = level;
    snprintf(added->names, sizeof added->names, "%s", names);
    return added;
}

static void add_command(shg_help *t, unsigned level, const shg_command *command)
{
    topic *added = add_topic(t, level, "");
    added->command = command;
    shg_out names = shg_out_make(added->names, sizeof added->names);
    const char *name;
    size_t bytes;
    for (size_t n = 0; shg_command_name(&name, &bytes, command, n); n++)
        shg_out_format(&names, "%s%.*s", n > 0 ? ", " : "", (int)bytes, name);
}

static void add_settings(shg_help *t)
{
    for (size_t i = 0; i < SHG_SETTINGS; i++) {
        topic *added = add_topic(t, 4, "");
        added->setting = &shg_setting_rows[i];
        snprintf(added->names, sizeof added->names, "SET %s%s%s", added->setting->name,
                 added->setting->other ? ", SET " : "",
                 added->setting->other ? added->setting->other : "");
    }
}

enum { COMMANDS_MAX = 100 };

static void add_group(shg_help *t, const row *group, bool *grouped)
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

static void add_piece(shg_help *t, unsigned level, shoogi_kind kind, const shg_typed_letters *typed)
{
    topic *added = add_topic(t, level, "");
    added->kind = kind;
    shg_piece_names_write(added->names, t->variant, kind, typed);
}

/* Adds each piece, with its promoted forms inside it. */
static void add_pieces(shg_help *t)
{
    const unsigned kinds = shoogi_variant_kind_count(t->variant);
    const shg_typed_letters typed = shg_typed_letters_of(t->variant);
    for (unsigned kind = 1; kind <= kinds; kind++) {
        if (shoogi_variant_kind(t->variant, (shoogi_kind)kind).base != kind)
            continue;
        add_piece(t, 3, (shoogi_kind)kind, &typed);
        for (unsigned form = 1; form <= kinds; form++)
            if (form != kind && shoogi_variant_kind(t->variant, (shoogi_kind)form).base == kind)
                add_piece(t, 4, (shoogi_kind)form, &typed);
    }
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

/* ---- names in use ---- */

/* A set of words, whatever their case: to compare all names with those of all games would take most of the time of HELP. */
typedef struct word_set {
    size_t mask;
    struct {
        const char *word; /* NULL: free; borrowed until the set is used no more */
        size_t bytes;
    } slots[];
} word_set;

/* Returns an owned set (free) for so many words, or NULL. */
static word_set *word_set_new(size_t words)
{
    size_t slots = 16;
    while (slots < 2 * words)
        slots *= 2;
    word_set *set = calloc(1, sizeof *set + slots * sizeof set->slots[0]);
    if (set)
        set->mask = slots - 1;
    return set;
}

/* The slot of a word, or a free one. */
static size_t word_set_find(const word_set *set, const char *word, size_t bytes)
{
    /* Only definitions of this server choose the words, so none collide on purpose. */
    size_t at = (size_t)shg_text_hash(word, bytes) & set->mask;
    while (set->slots[at].word &&
           !shg_text_same(set->slots[at].word, set->slots[at].bytes, word, bytes))
        at = (at + 1) & set->mask;
    return at;
}

static bool word_set_has(const word_set *set, const char *word, size_t bytes)
{
    return set->slots[word_set_find(set, word, bytes)].word != NULL;
}

static void word_set_add(word_set *set, const char *word, size_t bytes)
{
    const size_t at = word_set_find(set, word, bytes);
    set->slots[at].word = word;
    set->slots[at].bytes = bytes;
}

/* Returns the owned set of all names of topics, with room for two names of each game, or NULL. */
static word_set *names_in_use(const shg_help *t)
{
    size_t count = 2 * shg_variants_count(t->games);
    const char *name;
    size_t bytes;
    for (size_t i = 0; i < t->count; i++)
        for (const char *at = t->all[i].names; at; at = strchr(at + 1, ','))
            count++;
    word_set *set = word_set_new(count);
    for (size_t i = 0; i < t->count && set; i++)
        for (size_t n = 0; name_at(&name, &bytes, &t->all[i], n); n++)
            word_set_add(set, name, bytes);
    return set;
}

/* Adds "GAME CHU, CHU"; without the short name if another topic has it. False if memory runs out. */
static bool add_games(shg_help *t)
{
    word_set *const used = names_in_use(t);
    for (size_t i = 0; i < shg_variants_count(t->games) && used; i++) {
        const char *const name = shg_variants_name(t->games, i);
        const bool taken = word_set_has(used, name, strlen(name));
        char names[SHG_PIECE_NAMES_BYTES];
        shg_out out = shg_out_make(names, sizeof names);
        shg_out_text(&out, "GAME ");
        for (const char *c = name; *c; c++)
            shg_out_char(&out, shg_upper(*c));
        if (!taken) {
            shg_out_text(&out, ", ");
            for (const char *c = name; *c; c++)
                shg_out_char(&out, shg_upper(*c));
        }
        topic *const added = add_topic(t, 1, names);
        added->is_game = true;
        added->game = i;
        const char *one;
        size_t bytes;
        for (size_t n = 0; name_at(&one, &bytes, added, n); n++)
            word_set_add(used, one, bytes);
    }
    free(used);
    return used != NULL;
}

static bool make_topics(shg_help *t)
{
    bool grouped[COMMANDS_MAX] = { false };
    assert(shg_command_count <= COMMANDS_MAX);
    for (size_t i = 0; i < ROWS; i++) {
        add_topic(t, rows[i].level, rows[i].names)->text = rows[i].text;
        if (strcmp(rows[i].names, "PIECES") == 0)
            add_pieces(t);
        if (rows[i].commands)
            add_group(t, &rows[i], grouped);
    }
    for (size_t i = 0; i < shg_command_count; i++)
        if (!grouped[i])
            add_command(t, 3, &shg_commands[i]);
    return add_games(t);
}

/* Writes letters in lower case, digits, "promoted-" for a plus and "-" for anything else.  A name that is a single sign
 * has a word. */
static void slug_of(char slug[SHG_HELP_SLUG_BYTES], const char *name, size_t bytes)
{
    static const struct {
        char sign;
        const char *word;
    } signs[] = { { '.', "dot" }, { '?', "question-mark" }, { '!', "exclamation-mark" } };
    shg_out out = shg_out_make(slug, SHG_HELP_SLUG_BYTES);
    for (size_t i = 0; i < bytes; i++) {
        if (shg_is_letter(name[i]) || shg_is_digit(name[i]))
            shg_out_char(&out, shg_lower(name[i]));
        else if (name[i] == '+')
            shg_out_text(&out, "promoted-");
        else if (out.length > 0 && i + 1 < bytes && slug[out.length - 1] != '-')
            shg_out_char(&out, '-');
    }
    for (size_t i = 0; bytes == 1 && i < sizeof signs / sizeof signs[0]; i++)
        if (name[0] == signs[i].sign)
            shg_out_text(&out, signs[i].word);
}

/* Makes each slug from the first name that is not used yet: a piece and a command may share a letter. False if memory
 * runs out. */
static bool make_slugs(shg_help *t)
{
    word_set *const used = word_set_new(t->count);
    for (size_t i = 0; i < t->count && used; i++) {
        const char *name;
        size_t bytes;
        char slug[SHG_HELP_SLUG_BYTES] = "";
        for (size_t n = 0; name_at(&name, &bytes, &t->all[i], n); n++) {
            slug_of(slug, name, bytes);
            if (!word_set_has(used, slug, strlen(slug)))
                break;
        }
        if (word_set_has(used, slug, strlen(slug)))
            snprintf(slug, sizeof slug, "topic-%zu", i);
        memcpy(t->all[i].slug, slug, sizeof slug);
        word_set_add(used, t->all[i].slug, strlen(slug));
    }
    free(used);
    return used != NULL;
}

shg_help *shg_help_new(shg_variants *games, const shoogi_variant *current, const char *game,
                       shg_language language)
{
    const size_t room = ROWS + shg_command_count + SHG_SETTINGS +
                        shoogi_variant_kind_count(current) + shg_variants_count(games);
    shg_help *t = calloc(1, sizeof *t + room * sizeof t->all[0]);
    if (!t)
        return NULL;
    t->games = games;
    t->variant = current;
    t->game = game;
    t->language = language;
    const bool made = make_topics(t) && make_slugs(t);
    assert(t->count <= room);
    if (made)
        return t;
    shg_help_free(t);
    return NULL;
}

void shg_help_free(shg_help *help)
{
    free(help);
}

/* ---- the text of a topic ---- */

static void write_command_names(shg_out *out, const shg_command *command)
{
    const char *name;
    size_t bytes;
    for (size_t n = 0; shg_command_name(&name, &bytes, command, n); n++) {
        shg_out_text(out, n > 0 ? ", " : "");
        shg_out_bytes(out, name, bytes);
    }
}

/* Room for a line in any language. */
enum { TEXT_BYTES = 512 };

static void add_command_list(shg_help_page *page, const shg_help *t)
{
    for (size_t i = 0; i < shg_command_count; i++) {
        char names[40], brief[TEXT_BYTES];
        shg_out list = shg_out_make(names, sizeof names);
        write_command_names(&list, &shg_commands[i]);
        snprintf(brief, sizeof brief, "%s", shg_text_in(t->language, shg_commands[i].brief));
        shg_help_add(page, (shg_help_block){ .form = SHG_HELP_TERM, .word = names, .text = brief });
    }
}

/* Writes "HELP GAME CHU". */
static void refer(shg_out *out, const char *name)
{
    shg_out_text(out, "HELP GAME ");
    for (const char *c = name; *c; c++)
        shg_out_char(out, shg_upper(*c));
}

/* Writes the other rule sets of a game; returns how many there are. */
static size_t list_rule_sets(shg_out *out, const shg_help *t, size_t game)
{
    size_t count = 0;
    for (size_t i = 0; i < shg_variants_count(t->games); i++) {
        if (i == game || shg_variants_game_of(t->games, i) != game)
            continue;
        if (count++ > 0)
            shg_out_text(out, shg_word_in(t->language, "list", ", "));
        refer(out, shg_variants_name(t->games, i));
    }
    return count;
}

static void add_variants(shg_help_page *page, const shg_help *t)
{
    for (size_t i = 0; i < shg_variants_count(t->games); i++) {
        const shg_variant_summary *summary;
        if (shg_variants_game_of(t->games, i) != i)
            continue;
        const shoogi_status status = shg_variants_summary(&summary, t->games, i);
        page->failed = page->failed || status == SHOOGI_NO_MEMORY;
        if (status != SHOOGI_OK)
            continue;
        char name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1], title[TEXT_BYTES], help[TEXT_BYTES];
        snprintf(title, sizeof title, "%s", shg_word_in(t->language, "title", summary->title));
        shg_out text = shg_out_growing(), rule_sets = shg_out_growing();
        snprintf(name, sizeof name, "%s", shg_variants_name(t->games, i));
        shg_out reference = shg_out_make(help, sizeof help);
        refer(&reference, name);
        shg_out_format(&text, shg_text_in(t->language, "%u by %u squares, %u kinds of pieces: %s"),
                       summary->files, summary->ranks, summary->kinds, help);
        if (list_rule_sets(&rule_sets, t, i) > 0 && !rule_sets.spent)
            shg_out_format(&text, shg_text_in(t->language, "; other rule sets: %s"),
                           rule_sets.bytes);
        page->failed = page->failed || text.spent || rule_sets.spent;
        if (!text.spent)
            shg_help_add(
                page, (shg_help_block){ .form = SHG_HELP_TERM, .word = title, .text = text.bytes });
        free(text.bytes);
        free(rule_sets.bytes);
    }
}

static void add_settings_list(shg_help_page *page, const shg_help *t)
{
    for (size_t i = 0; i < SHG_SETTINGS; i++) {
        char name[20], brief[TEXT_BYTES];
        snprintf(name, sizeof name, "%s", shg_setting_rows[i].name);
        snprintf(brief, sizeof brief, "%s: HELP SET %s",
                 shg_text_in(t->language, shg_setting_rows[i].brief), name);
        shg_help_add(page, (shg_help_block){ .form = SHG_HELP_TERM, .word = name, .text = brief });
    }
}

static void add_legend(shg_help_page *page, const shg_help *t)
{
    shg_help_add_text(
        page, SHG_HELP_PROSE,
        "These are the %u pieces of your current game, or of shogi if you have no current game.",
        shoogi_variant_kind_count(t->variant));
    shg_help_add(page, (shg_help_block){ .form = SHG_HELP_LEGEND });
}

static void add_piece_names(shg_help_page *page, const shg_help *t)
{
    shg_help_add_names(page, t->variant);
}

static void add_setup(shg_help_page *page, const shg_help *t)
{
    shg_help_add(
        page, (shg_help_block){ .form = SHG_HELP_SETUP, .game = t->game, .variant = t->variant });
}

static void add_handicaps(shg_help_page *page, const shg_help *t)
{
    shg_help_add_handicaps(page, t->variant);
}

static void add_grades(shg_help_page *page, const shg_help *t)
{
    shg_help_add_grades(page, t->variant);
}

typedef struct making {
    const shg_help *help;
} making;

static void make(shg_help_page *page, void *context, const char *name, size_t name_bytes)
{
    static const struct {
        const char *name;
        void (*add)(shg_help_page *page, const shg_help *t);
    } made[] = {
        { "commands", add_command_list }, { "variants", add_variants },
        { "legend", add_legend },         { "settings", add_settings_list },
        { "grades", add_grades },         { "names", add_piece_names },
        { "setup", add_setup },           { "handicaps", add_handicaps },
    };
    const making *m = context;
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++)
        if (shg_text_same(name, name_bytes, made[i].name, strlen(made[i].name))) {
            made[i].add(page, m->help);
            return;
        }
    assert(false && "a text of help.def that nothing makes");
}

static void add_setting(shg_help_page *page, const shg_help *t, const shg_setting *setting)
{
    making m = { t };
    shg_help_add_text(page, SHG_HELP_PROSE, "Usage: SET %s [<value>]", setting->name);
    shg_help_read(page, setting->help, make, &m);
    for (size_t i = 0; setting->values[i].word; i++) {
        char text[TEXT_BYTES], word[20];
        const char *meaning =
            setting->values[i].meaning ? shg_text_in(t->language, setting->values[i].meaning) : "";
        snprintf(word, sizeof word, "%s", setting->values[i].word);
        if (i != setting->first)
            snprintf(text, sizeof text, "%s", meaning);
        else if (meaning[0] != '\0')
            snprintf(text, sizeof text, shg_text_in(t->language, "%s (default)"), meaning);
        else
            snprintf(text, sizeof text, "%s", shg_text_in(t->language, "(default)"));
        shg_help_add(page, (shg_help_block){ .form = SHG_HELP_TERM, .word = word, .text = text });
    }
}

static void add_game(shg_help_page *page, const shg_help *t, size_t game)
{
    const shoogi_catalog_entry *entry;
    const shoogi_status status = shg_variants_get(&entry, t->games, game);
    page->failed = page->failed || status == SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK) {
        shg_help_add_invitation(page, entry->name, entry->variant);
        shg_help_add_game(page, entry->name, entry->variant);
    } else if (status != SHOOGI_NO_MEMORY) {
        shg_help_add_text(page, SHG_HELP_PROSE, SHG_BAD_DEFINITION);
    }
}

static void add_text(shg_help_page *page, const shg_help *t, const topic *one)
{
    making m = { t };
    if (one->command) {
        char usage[160];
        shg_out line = shg_out_make(usage, sizeof usage);
        shg_command_usage(&line, one->command);
        shg_help_add_text(page, SHG_HELP_PROSE, "Usage: %s", usage);
        shg_help_read(page, one->command->help, make, &m);
    } else if (one->setting) {
        add_setting(page, t, one->setting);
    } else if (one->is_game) {
        add_game(page, t, one->game);
    } else if (one->kind != 0) {
        shg_help_add_piece(page, t->game, t->variant, one->kind);
    } else {
        shg_help_read(page, one->text, make, &m);
    }
}

/* The name of a topic in a language; NULL if it has only its English ones. */
static const char *named(const topic *one, shg_language language, const shoogi_variant *variant)
{
    if (language == SHG_ENGLISH || one->command || one->setting || one->is_game)
        return NULL;
    if (one->kind != 0)
        return shg_help_piece_name(language, variant, one->kind);
    char first[SHG_PIECE_NAMES_BYTES];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(one->names, ","), one->names);
    const char *name = shg_word_in(language, "topic", first);
    return name == first ? NULL : name;
}

/* "Chu Shogi", in the language of the help. */
static const char *game_title(const shg_help *t, const topic *one)
{
    return shg_word_in(t->language, "title", shg_variants_title(t->games, one->game));
}

/* "FIRST STEPS, BEGINNING"; in another language "First steps in it (FIRST STEPS, BEGINNING)". */
static void write_names(char *names, size_t bytes, const shg_help *t, const topic *one,
                        const shoogi_variant *variant)
{
    const char *name = one->is_game ? game_title(t, one) : named(one, t->language, variant);
    if (name)
        snprintf(names, bytes, "%s (%s)", name, one->names);
    else
        snprintf(names, bytes, "%s", one->names);
}

/* Adds a topic and the topics inside it, but SET without its settings, which it lists.  added: [count] which topics the
 * page has already, each of which is added once; NULL if it has none. */
static void add_with_inner(shg_help_page *page, const shg_help *t, size_t i, bool *added)
{
    const unsigned level = t->all[i].level;
    const bool is_command = t->all[i].command != NULL;
    for (bool first = true; i < t->count; i++, first = false) {
        if (!first && (t->all[i].level <= level || is_command))
            return;
        if (added && added[i])
            continue;
        if (added)
            added[i] = true;
        char names[SHG_PIECE_NAMES_BYTES + 200];
        write_names(names, sizeof names, t, &t->all[i], t->variant);
        shg_help_add(page,
                     (shg_help_block){ .form = SHG_HELP_TOPIC,
                                       .level = t->all[i].level,
                                       .topic = i,
                                       .game = t->all[i].is_game
                                                   ? shg_variants_name(t->games, t->all[i].game)
                                                   : NULL,
                                       .text = names });
        add_text(page, t, &t->all[i]);
    }
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
        /* A shorter word is part of nearly every name; pages of games are long, and many have "shogi" in their names. */
        if (letters > 2 && !t->is_game && holds(name, name_bytes, word, word_bytes))
            best = PART;
    }
    return best;
}

static void add_all_names(shg_help_page *page, const shg_help *t)
{
    shg_out list = shg_out_growing();
    for (size_t i = 0; i < t->count; i++)
        shg_out_format(&list, "%*s%s\n", (int)(t->all[i].level - 1) * 2, "", t->all[i].names);
    page->failed = page->failed || list.spent;
    shg_help_add(page, (shg_help_block){ .form = SHG_HELP_LITERAL, .text = list.bytes });
    free(list.bytes);
}

static bool is_rule_set(const shg_help *t, const topic *one)
{
    return one->is_game && shg_variants_game_of(t->games, one->game) != one->game;
}

/* Adds each topic that fits the word as well as required; returns whether there was one. */
static bool add_fitting(shg_help_page *page, const shg_help *t, const char *word, size_t word_bytes,
                        fit wanted, bool *added)
{
    bool any = false;
    for (size_t i = 0; i < t->count; i++)
        if (fits(&t->all[i], word, word_bytes) == wanted) {
            any = true;
            add_with_inner(page, t, i, added);
        }
    return any;
}

/* The name under which a topic is referred to: of a piece, whose first name is a letter, the one with the word in it. */
static const char *reference_name(size_t *bytes, const topic *one, const char *word,
                                  size_t word_bytes)
{
    const char *name = one->names;
    *bytes = strcspn(name, ",");
    for (size_t n = 0; one->kind != 0 && name_at(&name, bytes, one, n); n++)
        if (holds(name, *bytes, word, word_bytes))
            break;
    return name;
}

/* Adds "See also: MOVES, NOTATION": the topics that have the word in a name and are not on the page. */
static void add_see_also(shg_help_page *page, const shg_help *t, const char *word,
                         size_t word_bytes, const bool *added)
{
    shg_out names = shg_out_growing();
    for (size_t i = 0; i < t->count; i++) {
        if (added[i] || fits(&t->all[i], word, word_bytes) != PART)
            continue;
        size_t bytes;
        const char *const name = reference_name(&bytes, &t->all[i], word, word_bytes);
        shg_out_format(&names, "%s%.*s", names.length > 0 ? ", " : "", (int)bytes, name);
    }
    page->failed = page->failed || names.spent;
    if (names.length > 0 && !names.spent)
        shg_help_add_text(page, SHG_HELP_PROSE, "See also: %s", names.bytes);
    free(names.bytes);
}

/* Without rule sets, whose pages repeat most of those of their games. */
static void add_all(shg_help_page *page, const shg_help *t, bool *added)
{
    for (size_t i = 0; i < t->count; i++)
        if (!added[i] && !is_rule_set(t, &t->all[i]))
            add_with_inner(page, t, i, added);
}

/* A whole name stands for its topic alone; part of one for every topic that has it. */
static bool add_matching(shg_help_page *page, const shg_help *t, const char *word,
                         size_t word_bytes)
{
    bool *added = calloc(t->count, sizeof *added);
    page->failed = page->failed || !added;
    if (!added)
        return false;
    bool any = true;
    if (shg_text_same(word, word_bytes, "ALL", 3))
        add_all(page, t, added);
    else if (add_fitting(page, t, word, word_bytes, WHOLE, added))
        add_see_also(page, t, word, word_bytes, added);
    else
        any = add_fitting(page, t, word, word_bytes, PART, added);
    free(added);
    return any;
}

/* Adds a piece of a game that is not the current one. */
static void add_piece_of(shg_help_page *page, const shg_help *t, const topic *piece,
                         const shoogi_catalog_entry *of)
{
    char names[SHG_PIECE_NAMES_BYTES + 200], all[SHG_PIECE_NAMES_BYTES + 300];
    write_names(names, sizeof names, t, piece, of->variant);
    snprintf(all, sizeof all, shg_text_in(t->language, "%s (of %s)"), names,
             shg_word_in(t->language, "title", shoogi_variant_title(of->variant)));
    shg_help_add(page, (shg_help_block){
                           .form = SHG_HELP_TOPIC, .level = 1, .topic = t->count, .text = all });
    shg_help_add_piece(page, of->name, of->variant, piece->kind);
}

/* Adds a piece with this name of the first game that has one, or else of the first game with a name that contains the
 * word. */
static bool add_foreign_piece(shg_help_page *page, const shg_help *t, const char *word,
                              size_t word_bytes)
{
    topic found = { .kind = 0 };
    size_t of = 0;
    fit best = NO_FIT;
    for (size_t i = 0; i < shg_variants_count(t->games) && best < WHOLE; i++) {
        const shg_variant_summary *summary;
        const shoogi_status status = shg_variants_summary(&summary, t->games, i);
        page->failed = page->failed || status == SHOOGI_NO_MEMORY;
        if (status != SHOOGI_OK)
            continue;
        topic one = { .kind = 0 };
        for (const char *at = summary->pieces; *at && best < WHOLE; at += strlen(at) + 1) {
            one.kind++;
            snprintf(one.names, sizeof one.names, "%s", at);
            const fit now = fits(&one, word, word_bytes);
            if (now <= best)
                continue;
            best = now;
            found = one;
            of = i;
        }
    }
    const shoogi_catalog_entry *entry;
    if (best == NO_FIT)
        return false;
    const shoogi_status status = shg_variants_get(&entry, t->games, of);
    page->failed = page->failed || status == SHOOGI_NO_MEMORY;
    if (status == SHOOGI_OK)
        add_piece_of(page, t, &found, entry);
    return status == SHOOGI_OK;
}

/* Adds a game by one of its aliases. */
static bool add_game_by_alias(shg_help_page *page, const shg_help *t, const char *word,
                              size_t word_bytes)
{
    size_t game;
    const shoogi_status status = shg_variants_by_alias(&game, t->games, word, word_bytes);
    page->failed = page->failed || status == SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < t->count && status == SHOOGI_OK; i++) {
        if (!t->all[i].is_game || t->all[i].game != game)
            continue;
        add_with_inner(page, t, i, NULL);
        return true;
    }
    return false;
}

/* Adds a game by its title, "CHU SHOGI" or "GAME CHU SHOGI". */
static bool add_game_by_title(shg_help_page *page, const shg_help *t, const char *word,
                              size_t word_bytes)
{
    static const char prefix[] = "GAME ";
    const size_t length = sizeof prefix - 1;
    const bool prefixed = word_bytes > length && shg_text_same(word, length, prefix, length);
    const size_t from = prefixed ? length : 0;
    size_t game;
    const shoogi_status status = shg_variants_find(&game, t->games, word + from, word_bytes - from);
    page->failed = page->failed || status == SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < t->count && status == SHOOGI_OK; i++)
        if (t->all[i].is_game && t->all[i].game == game) {
            shg_help_add_topic(page, t, i);
            return true;
        }
    return false;
}

bool shg_help_find(shg_help_page *page, const shg_help *t, const char *word, size_t word_bytes)
{
    page->language = t->language;
    if (shg_text_same(word, word_bytes, "*", 1)) {
        add_all_names(page, t);
        return true;
    }
    if (add_game_by_alias(page, t, word, word_bytes) || add_matching(page, t, word, word_bytes) ||
        add_game_by_title(page, t, word, word_bytes) ||
        add_foreign_piece(page, t, word, word_bytes))
        return true;
    const size_t of_slug = shg_help_by_slug(t, word, word_bytes); /* GETTING-STARTED */
    if (of_slug < t->count) {
        add_with_inner(page, t, of_slug, NULL);
        return true;
    }
    static const char article[] = "THE ";
    const size_t length = sizeof article - 1;
    return word_bytes > length && shg_text_same(word, length, article, length) &&
           shg_help_find(page, t, word + length, word_bytes - length);
}

/* ---- single topics ---- */

size_t shg_help_count(const shg_help *help)
{
    return help->count;
}

unsigned shg_help_level(const shg_help *help, size_t at)
{
    return help->all[at].level;
}

bool shg_help_is_game(const shg_help *help, size_t at)
{
    return help->all[at].is_game;
}

bool shg_help_is_rule_set(const shg_help *help, size_t at)
{
    return is_rule_set(help, &help->all[at]);
}

const char *shg_help_names(const shg_help *help, size_t at)
{
    return help->all[at].names;
}

const char *shg_help_title(size_t *bytes, const shg_help *help, size_t at)
{
    const char *name = help->all[at].is_game ? game_title(help, &help->all[at])
                                             : named(&help->all[at], help->language, help->variant);
    *bytes = name ? strlen(name) : strcspn(help->all[at].names, ",");
    return name ? name : help->all[at].names;
}

void shg_help_write_title(shg_out *out, const shg_help *help, size_t at)
{
    const topic *const one = &help->all[at];
    size_t bytes;
    const char *const title = shg_help_title(&bytes, help, at);
    if (one->kind != 0)
        shg_out_text(out, shg_help_piece_name(help->language, help->variant, one->kind));
    else if (title != one->names || one->command || one->setting)
        shg_out_bytes(out, title, bytes);
    else
        for (size_t i = 0; i < bytes; i++)
            shg_out_char(out, i > 0 ? shg_lower(title[i]) : title[i]);
}

void shg_help_add_topic(shg_help_page *page, const shg_help *help, size_t at)
{
    page->language = help->language;
    add_with_inner(page, help, at, NULL);
}

/* Whether a text has a word, or begins one with it, in any case: "lion" is not in "Zillions". */
static bool has_word(const char *text, const char *word)
{
    for (const char *at = text; (at = strcasestr(at, word)); at++)
        if (at == text || !shg_is_letter(at[-1]))
            return true;
    return false;
}

bool shg_help_title_has(const shg_help *help, size_t at, const char *word)
{
    size_t bytes;
    const char *const title = shg_help_title(&bytes, help, at);
    char copy[SHG_PIECE_NAMES_BYTES];
    snprintf(copy, sizeof copy, "%.*s", (int)bytes, title);
    return has_word(copy, word) || has_word(help->all[at].names, word);
}

bool shg_help_text_has(const shg_help *help, size_t at, const char *word)
{
    const topic *const one = &help->all[at];
    if (one->is_game || one->kind != 0)
        return false;
    shg_help_page page = { .language = help->language };
    bool found = false;
    add_text(&page, help, one);
    for (size_t i = 0; i < page.count && !found; i++)
        found = strcasestr(page.blocks[i].text, word) || strcasestr(page.blocks[i].word, word);
    shg_help_page_fini(&page);
    return found;
}

size_t shg_help_chapter(const shg_help *help, size_t at)
{
    while (help->all[at].level > 1)
        at--;
    return at;
}

static bool slug_is(const char *name, size_t name_bytes, const char *slug, size_t slug_bytes)
{
    char made[SHG_HELP_SLUG_BYTES];
    slug_of(made, name, name_bytes);
    return shg_text_same(made, strlen(made), slug, slug_bytes);
}

void shg_help_slug(char slug[SHG_HELP_SLUG_BYTES], const shg_help *help, size_t at)
{
    memcpy(slug, help->all[at].slug, SHG_HELP_SLUG_BYTES);
}

size_t shg_help_by_slug(const shg_help *help, const char *slug, size_t slug_bytes)
{
    for (size_t i = 0; i < help->count; i++)
        if (shg_text_same(help->all[i].slug, strlen(help->all[i].slug), slug, slug_bytes))
            return i;
    const char *name;
    size_t bytes;
    for (size_t i = 0; i < help->count; i++)
        for (size_t n = 0; name_at(&name, &bytes, &help->all[i], n); n++)
            if (slug_is(name, bytes, slug, slug_bytes))
                return i;
    return help->count;
}

size_t shg_help_referred(size_t *bytes, const shg_help *help, const char *text)
{
    static const char word[] = "HELP ";
    const size_t before = sizeof word - 1;
    size_t best = help->count;
    *bytes = 0;
    if (strncmp(text, word, before) != 0)
        return best;
    text += before;
    for (size_t i = 0; i < help->count; i++) {
        const char *name;
        size_t name_bytes;
        for (size_t n = 0; name_at(&name, &name_bytes, &help->all[i], n); n++) {
            const char after = strncmp(text, name, name_bytes) == 0 ? text[name_bytes] : 'A';
            if (before + name_bytes > *bytes && !shg_is_letter(after) && !shg_is_digit(after)) {
                best = i;
                *bytes = before + name_bytes;
            }
        }
    }
    return best;
}
