#include "match/participant.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_MARGIN_MS = 100, HASH_MIB_MAX = 64 * 1024 };
static const int64_t TIME_MS_MAX = INT64_C(1000) * 3600 * 24 * 365;

static const char *const protocol_words[] = {
#define PROTOCOL(name, word, words) word,
#include "match/protocol.def"
#undef PROTOCOL
};

/* A cursor in the text of a description. */
typedef struct reader {
    const char *text; /* the original */
    char *at;         /* the unread rest of a copy */
    char *begin;      /* start of the copy */
    const char *of;   /* prefix of messages, or "" */
    shoogi_error *err;
} reader;

static shoogi_status fail(const reader *in, const char *place, const char *expected)
{
    const size_t offset = (size_t)(place - in->begin);
    char words[96];
    snprintf(words, sizeof words, "%s%s", in->of, expected);
    return shg_error_expected(in->err, SHOOGI_PARSE_ERROR, 1, offset + 1, words, in->text + offset,
                              strlen(in->text + offset));
}

/* Cuts the next word out of the text and unquotes it; NULL at the end. */
static char *take_word(reader *in)
{
    in->at += strspn(in->at, " \t\n");
    if (*in->at == '\0')
        return NULL;
    char *const word = in->at, *out = in->at;
    bool quoted = false;
    for (; *in->at != '\0' && (quoted || !strchr(" \t\n", *in->at)); in->at++) {
        if (*in->at == '"')
            quoted = !quoted;
        else
            *out++ = *in->at;
    }
    if (*in->at != '\0')
        in->at++;
    *out = '\0';
    return word;
}

static bool read_number(int64_t *out, const char *text, int64_t least, int64_t most)
{
    char *end;
    const long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || number < least || number > most)
        return false;
    *out = number;
    return true;
}

/* G:+N,T:+L */
static bool read_letters(shg_participant *e, const char *text)
{
    while (*text != '\0') {
        const size_t ours = strcspn(text, ":,"), whole = strcspn(text, ",");
        const size_t theirs = whole - ours - 1;
        if (text[ours] != ':' || ours == 0 || theirs == 0 || ours >= SHG_PIECE_LETTER_BYTES ||
            theirs >= SHG_PIECE_LETTER_BYTES || e->piece_letter_count == SHG_PIECE_LETTERS_MAX)
            return false;
        shg_piece_letter *const letter = &e->piece_letters[e->piece_letter_count++];
        memcpy(letter->ours, text, ours);
        memcpy(letter->theirs, text + ours + 1, theirs);
        text += text[whole] == ',' ? whole + 1 : whole;
    }
    return true;
}

static shoogi_status take_protocol(shg_participant *e, const reader *in, const char *word)
{
    for (size_t i = 0; i < SHG_PROTOCOL_COUNT; i++) {
        if (strcmp(word, protocol_words[i]) == 0) {
            e->protocol = (shg_protocol)i;
            return SHOOGI_OK;
        }
    }
    return fail(in, word, "a protocol or KEY=VALUE");
}

static shoogi_status take_setting(shg_participant *e, const reader *in, char *key, char *value)
{
    const struct {
        const char *key;
        int64_t *number;
        int64_t most;
    } times[] = {
        { "main", &e->limits.main_ms, TIME_MS_MAX },
        { "increment", &e->limits.increment_ms, TIME_MS_MAX },
        { "byoyomi", &e->limits.byoyomi_ms, TIME_MS_MAX },
        { "movetime", &e->limits.move_ms, TIME_MS_MAX },
        { "margin", &e->limits.margin_ms, TIME_MS_MAX },
    };
    const struct {
        const char *key;
        const char **text;
    } texts[] = { { "name", &e->name }, { "game", &e->game }, { "weights", &e->weights } };
    int64_t number;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(key, texts[i].key) == 0) {
            *texts[i].text = value;
            return *value ? SHOOGI_OK : fail(in, key, "KEY=VALUE with a value");
        }
    }
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (strcmp(key, times[i].key) == 0)
            return read_number(times[i].number, value, 0, times[i].most)
                       ? SHOOGI_OK
                       : fail(in, key, "milliseconds");
    if (strcmp(key, "nodes") == 0 && read_number(&number, value, 1, INT64_MAX))
        e->limits.nodes = (uint64_t)number;
    else if (strcmp(key, "depth") == 0 && read_number(&number, value, 1, 1000))
        e->limits.depth_plies = (unsigned)number;
    else if (strcmp(key, "hash") == 0 && read_number(&number, value, 1, HASH_MIB_MAX))
        e->hash_mib = (unsigned)number;
    else if (strcmp(key, "letters") == 0)
        return read_letters(e, value) ? SHOOGI_OK : fail(in, key, "letters=OURS:THEIRS,...");
    else if (strncmp(key, "option.", 7) == 0 && e->option_count < SHG_PARTICIPANT_OPTIONS_MAX)
        e->options[e->option_count++] = (shg_participant_option){ key + 7, value };
    else
        return fail(in, key, "an engine setting with a valid value");
    return SHOOGI_OK;
}

static bool is_program(const shg_participant *e)
{
    return e->protocol <= SHG_PROTOCOL_XBOARD;
}

static shoogi_status read_all(shg_participant *e, reader *in)
{
    shoogi_status status = SHOOGI_OK;
    while (status == SHOOGI_OK) {
        in->at += strspn(in->at, " \t\n");
        if (strncmp(in->at, "cmd=", 4) == 0) { /* takes the rest verbatim */
            e->command = in->at + 4;
            if (*e->command == '\0' || !is_program(e))
                return fail(in, in->at,
                            is_program(e) ? "cmd=COMMAND" : "no command for a built-in player");
            in->at += strlen(in->at);
            break;
        }
        char *const word = take_word(in);
        if (!word)
            break;
        char *const equals = strchr(word, '=');
        if (equals)
            *equals = '\0';
        status = equals ? take_setting(e, in, word, equals + 1) : take_protocol(e, in, word);
    }
    return status;
}

/* XBoard's protocol has whole seconds, and either a clock or a time per move.  Source: its "Time control", of level
 * and st. */
static shoogi_status check_xboard(const shg_participant_limits *a, const reader *in)
{
    const struct {
        const char *key;
        int64_t ms;
    } times[] = { { "main", a->main_ms },
                  { "increment", a->increment_ms },
                  { "movetime", a->move_ms } };
    if (a->nodes > 0 || a->byoyomi_ms > 0)
        return fail(in, in->at, "no nodes and no byoyomi, which XBoard's protocol does not have");
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        char words[64];
        snprintf(words, sizeof words, "%s in whole seconds, as XBoard's protocol requires",
                 times[i].key);
        if (times[i].ms % 1000 != 0)
            return fail(in, in->at, words);
    }
    if (a->move_ms > 0 && (a->main_ms > 0 || a->increment_ms > 0))
        return fail(in, in->at, "movetime or a clock, but not both with XBoard's protocol");
    return SHOOGI_OK;
}

/* Checks that need the whole description. */
static shoogi_status check(shg_participant *e, const reader *in)
{
    const shg_participant_limits *const a = &e->limits;
    if (is_program(e) && !e->command)
        return fail(in, in->at, "cmd=COMMAND");
    if (e->protocol == SHG_PROTOCOL_SEARCH && a->nodes == 0 && a->depth_plies == 0)
        return fail(in, in->at, "nodes=N or depth=N for our own search");
    if (is_program(e) && a->nodes == 0 && a->depth_plies == 0 && a->move_ms == 0 &&
        a->main_ms == 0 && a->byoyomi_ms == 0 && a->increment_ms == 0)
        return fail(in, in->at, "movetime=MS or another limit");
    if (!e->name)
        e->name = is_program(e) ? e->command : protocol_words[e->protocol];
    return e->protocol == SHG_PROTOCOL_XBOARD ? check_xboard(a, in) : SHOOGI_OK;
}

shoogi_status shg_participant_init(shg_participant *out, const char *common, const char *text,
                                   shoogi_error *err)
{
    shg_participant e = { .weights = SHG_PARTICIPANT_DEFAULT_WEIGHTS,
                          .limits = { .margin_ms = USUAL_MARGIN_MS } };
    common = common ? common : "";
    const size_t common_bytes = strlen(common) + 1, text_bytes = strlen(text) + 1;
    e.text = malloc(common_bytes + text_bytes);
    if (!e.text)
        return SHOOGI_NO_MEMORY;
    memcpy(e.text, common, common_bytes);
    memcpy(e.text + common_bytes, text, text_bytes);
    reader first = { common, e.text, e.text, "for all engines ", err };
    char *const own = e.text + common_bytes;
    reader second = { text, own, own, "", err };
    shoogi_status status = read_all(&e, &first);
    if (status == SHOOGI_OK)
        status = read_all(&e, &second);
    if (status == SHOOGI_OK)
        status = check(&e, &second);
    if (status == SHOOGI_OK)
        *out = e;
    else
        free(e.text);
    return status;
}

void shg_participant_fini(shg_participant *participant)
{
    free(participant->text);
    *participant = (shg_participant){ 0 };
}
