/* sample_test.c: the definitions of tests/sample.txt have, together, everything that any shipped definition has.
 *
 *     sample_test VARIANT...      the names that stand in tests/sample.txt
 *
 * Tests that cost much for each game take these definitions; script/soak takes all.  That is enough as long as a
 * mechanism which only a few games have is in one of these, which is computed here from what is shipped: each
 * parameter, the letters of moves, the ways in which a game ends, the class of the board, the font of its kanji, learned
 * weights, and more.  Such a thing is a feature here, and has a name. */
#include "core/board/board_ops.h"
#include "core/definition/definition.h"
#include "shoogi/catalog.h"
#include "support/definition_files.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEATURES_MAX = 1024,
    FEATURE_BYTES = 64,
    SAMPLE_MAX = 26,         /* more than these would not be a sample */
    FONT_USUAL_SQUARES = 256 /* tools/make-font: boards with more need the second font */
};

/* A feature found so far: its name, the first game with it, and whether a game of the sample has it. */
typedef struct feature {
    char name[FEATURE_BYTES], game[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    bool sampled;
} feature;

static feature features[FEATURES_MAX];
static size_t feature_count;

/* The game that is being looked at. */
static const char *game;
static bool in_sample;

static char **names; /* [name_count] the sample */
static size_t name_count;

static bool is_sampled(const char *name)
{
    for (size_t i = 0; i < name_count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Notes that the game has a feature, called so. */
__attribute__((format(printf, 1, 2))) static void has(const char *format, ...)
{
    char name[FEATURE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    const int bytes = vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    assert_in_range(bytes, 1, sizeof name - 1);
    size_t i = 0;
    while (i < feature_count && strcmp(features[i].name, name) != 0)
        i++;
    if (i == feature_count) {
        assert_true(feature_count < FEATURES_MAX);
        snprintf(features[feature_count].name, sizeof features->name, "%s", name);
        snprintf(features[feature_count++].game, sizeof features->game, "%s", game);
    }
    features[i].sampled = features[i].sampled || in_sample;
}

/* The words of a value, such as "forbid" of "4:forbid".  Ids are in upper case. */
static void note_words(const char *parameter, const char *value)
{
    for (const char *at = value; *at != '\0';) {
        const size_t letters = strspn(at, "abcdefghijklmnopqrstuvwxyz-");
        if (letters > 0)
            has("%s: %.*s", parameter, (int)letters, at);
        at += letters > 0 ? letters : 1;
    }
}

/* A parameter as the canonical form has it, which leaves out what is as usual. */
static void note_parameter(const char *word, const char *value)
{
    const size_t bytes = (size_t)(value - 1 - word);
    size_t p = 0;
    while (p < SHG_PARAMETERS && (strlen(shg_parameter_rows[p].name) != bytes ||
                                  strncmp(shg_parameter_rows[p].name, word, bytes) != 0))
        p++;
    if (p == SHG_PARAMETERS)
        fail_msg("%s: no parameter begins %.20s", game, word);
    has("%s", shg_parameter_rows[p].name);
    if (p == SHG_P_REPETITION || p == SHG_P_IMPASSE || p == SHG_P_IMPASSE_CLAIM)
        note_words(shg_parameter_rows[p].name, value); /* each is another end of the game */
}

/* Each letter and sign of the moves of a piece, and letters that are written twice or more to mean something else. */
static void note_moves(const char *moves, size_t bytes)
{
    for (size_t i = 0, run; i < bytes; i += run) {
        for (run = 1; i + run < bytes && moves[i + run] == moves[i];)
            run++;
        if (!isdigit((unsigned char)moves[i]))
            has("moves %.*s", (int)run, moves + i);
    }
}

/* A line of the canonical form: parameters, or a piece with its id, moves, image, squares and hand. */
static void note_line(char *line)
{
    char *const colon = strchr(line, ':'), *const equals = strchr(line, '=');
    if (equals && (!colon || equals < colon)) {
        for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
            char *const value = strchr(word, '=');
            assert_non_null(value);
            note_parameter(word, value + 1);
        }
        return;
    }
    char *fields[5] = { NULL };
    char *at = line;
    for (size_t i = 0; i < 5 && at; i++) {
        at = strchr(at, ':');
        if (at)
            fields[i] = ++at;
    }
    assert_non_null(fields[3]);
    if (strncmp(line, "hole:", 5) == 0)
        has("holes");
    else
        note_moves(fields[1], (size_t)(fields[2] - 1 - fields[1]));
    if (fields[4] && *fields[4] != '\0')
        has("pieces in hand at the start");
}

/* Notes the rules for captured pieces and for a side without a move, by their effective values. */
static void note_rules(const shoogi_variant *v)
{
    const int holdings = v->numbers[SHG_P_HOLDINGS];
    has("holdingsType %s", holdings > 0     ? "above 0"
                           : holdings == 0  ? "0"
                           : holdings == -1 ? "-1"
                                            : "below -1");
    has("stalemate %d", v->rules.stalemate);
}

/* Whether a game can end so, by its rules. */
static bool can_end(const shg_rules *rules, shoogi_reason reason)
{
    const bool repeats = rules->repetition_count > 0;
    switch (reason) {
    case SHOOGI_REASON_NONE: return false;
    case SHOOGI_REASON_CHECKMATE: return rules->check_strict;
    case SHOOGI_REASON_STALEMATE: return true;
    case SHOOGI_REASON_ROYAL_CAPTURED: return !rules->check_strict;
    case SHOOGI_REASON_REPETITION: return repeats;
    case SHOOGI_REASON_PERPETUAL_CHECK:
        return repeats && rules->perpetual != SHG_PERPETUAL_NONE &&
               rules->perpetual != SHG_PERPETUAL_ATTACK;
    case SHOOGI_REASON_BARE_ROYAL: return rules->baring;
    case SHOOGI_REASON_TRY: return rules->try_wins;
    case SHOOGI_REASON_PERPETUAL_ATTACK:
        return repeats &&
               (rules->perpetual == SHG_PERPETUAL_ATTACK || rules->perpetual == SHG_PERPETUAL_JCSA);
    case SHOOGI_REASON_IMPASSE: return rules->impasse != SHG_IMPASSE_NONE;
    case SHOOGI_REASON_DECLARATION: return rules->claim_declare[0] > 0;
    case SHOOGI_REASON_CHECK: return rules->check_wins;
    case SHOOGI_REASON_ILLEGAL_MOVE: return rules->illegal_move_loses;
    case SHOOGI_REASON_COUNT: break;
    }
    return false;
}

/* Parameters as the definition itself writes them, those of its base left out: some say nothing that is not so anyway,
 * and what a definition says about its history and sources is not printed. */
static void note_text(const char *text)
{
    bool based = false;
    for (size_t p = 0; p < SHG_PARAMETERS; p++) {
        char wanted[FEATURE_BYTES];
        snprintf(wanted, sizeof wanted, "%s=", shg_parameter_rows[p].name);
        const char *at = strstr(text, wanted);
        while (at && at != text && !isspace((unsigned char)at[-1]))
            at = strstr(at + 1, wanted);
        if (at)
            has("%s", shg_parameter_rows[p].name);
        based = based || (at && p == SHG_P_BASE);
    }
    has(based ? "a base" : "no base");
}

static void note_game(const shoogi_catalog_entry *entry)
{
    const shoogi_variant *const v = entry->variant;
    const size_t bytes = shoogi_variant_print(NULL, 0, v);
    char *const text = malloc(bytes + 1);
    assert_non_null(text);
    (void)shoogi_variant_print(text, bytes + 1, v);
    for (char *line = text; *line != '\0';) {
        char *const end = line + strcspn(line, "\n");
        const size_t step = *end == '\0' ? 0 : 1;
        *end = '\0';
        note_line(line);
        line = end + step;
    }
    free(text);
    note_text(entry->text);
    note_rules(v);
    for (int reason = 0; reason < SHOOGI_REASON_COUNT; reason++)
        if (can_end(&v->rules, (shoogi_reason)reason))
            has("the end: %s", shoogi_reason_text((shoogi_reason)reason));
    has("a board of %u words", shg_board_class(v->squares, 1, true)->words);
    has("the %s font", v->squares > FONT_USUAL_SQUARES ? "large" : "usual");
    char weights[4096];
    const int path_bytes = snprintf(weights, sizeof weights, "%s/weights/%s.weights",
                                    definitions_folder(), entry->name);
    assert_in_range(path_bytes, 1, sizeof weights - 1);
    FILE *const file = fopen(weights, "r");
    has(file ? "learned weights" : "no weights");
    if (file)
        fclose(file);
}

/* Every game that is shipped. */
static int look_at_all(void **state)
{
    shoogi_catalog *catalog;
    const char *const *shipped;
    size_t count;
    (void)state;
    assert_int_equal(shoogi_catalog_new(&catalog), SHOOGI_OK);
    assert_int_equal(shoogi_catalog_names(&shipped, &count, catalog), SHOOGI_OK);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const shoogi_catalog_entry *entry;
        shoogi_catalog_error fault;
        if (shoogi_catalog_get(&entry, catalog, shipped[i], strlen(shipped[i]), &fault) != SHOOGI_OK)
            fail_msg("%s", fault.text);
        game = shipped[i];
        in_sample = is_sampled(game);
        found += in_sample;
        note_game(entry);
    }
    if (found != name_count)
        fail_msg("%zu of the %zu names of the sample are those of shipped games", found,
                 name_count);
    shoogi_catalog_free(catalog);
    return 0;
}

static void the_sample_has_what_any_game_has(void **state)
{
    (void)state;
    size_t missing = 0;
    for (size_t i = 0; i < feature_count; i++)
        if (!features[i].sampled) {
            print_message("# missing: %s (%s has it)\n", features[i].name, features[i].game);
            missing++;
        }
    print_message("# %zu features, %zu games\n", feature_count, name_count);
    if (missing > 0)
        fail_msg("%zu features are in no game of the sample", missing);
}

static bool is_found(const char *name)
{
    for (size_t i = 0; i < feature_count; i++)
        if (strcmp(features[i].name, name) == 0)
            return true;
    return false;
}

/* A feature that is not looked for is not missed.  So each parameter is one, but for those that no shipped game has:
 * their tests are board_test, invented_test and those of definitions. */
static void every_parameter_is_a_feature(void **state)
{
    (void)state;
    static const shg_parameter in_no_game[] = {
        SHG_P_FIRST_MOVE, SHG_P_SHUFFLE, SHG_P_CASTLE_FLIP, SHG_P_AUTO_GATE,   SHG_P_DROP,
        SHG_P_DROP_FACES, SHG_P_IRON,    SHG_P_ANTI_TRADE,  SHG_P_IMPASSE_BIG, SHG_P_MORPH,
    };
    for (size_t p = 0; p < SHG_PARAMETERS; p++) {
        const shg_parameter_row *const row = &shg_parameter_rows[p];
        bool absent = row->form == SHG_LOOKS;
        for (size_t i = 0; i < sizeof in_no_game / sizeof in_no_game[0]; i++)
            absent = absent || in_no_game[i] == p;
        if (absent == is_found(row->name))
            fail_msg("%s: a shipped game has it: %s", row->name, absent ? "yes" : "no");
    }
}

static void it_is_small(void **state)
{
    (void)state;
    assert_in_range(name_count, 1, SAMPLE_MAX);
}

int main(int argc, char **argv)
{
    names = argv + 1;
    name_count = argc > 1 ? (size_t)argc - 1 : 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sample_has_what_any_game_has),
        cmocka_unit_test(every_parameter_is_a_feature),
        cmocka_unit_test(it_is_small),
    };
    return cmocka_run_group_tests(tests, look_at_all, NULL);
}
