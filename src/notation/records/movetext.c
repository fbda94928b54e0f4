#include "notation/records/movetext.h"
#include "notation/records/end_word.h"

#include "notation/records/header.h"

#include "shoogi/notation.h"

#include <string.h>

/* ---- Tags -------------------------------------------------------------------------------------- */

/* In header.def Black is the side that moves first, as in shogi. */
static const char black[] = "Black", white[] = "White";

/* Tags about the record, not about the game, in any case. */
static const char *const other_tags[] = { "Variant", "FEN",      "SFEN", "SetUp",
                                          "Result",  "Handicap", "Time" };

static bool begins(const char *text, size_t bytes, const char *word)
{
    return bytes >= strlen(word) && memcmp(text, word, strlen(word)) == 0;
}

/* Writes a tag with the word for a player at its beginning replaced. */
static bool replace(char out[SHG_TAG_BYTES], const char *tag, size_t bytes,
                    const char *const from[2], const char *const to[2])
{
    shg_out text = shg_out_make(out, SHG_TAG_BYTES);
    for (int i = 0; i < 2; i++)
        if (text.length == 0 && begins(tag, bytes, from[i])) {
            shg_out_text(&text, to[i]);
            tag += strlen(from[i]);
            bytes -= strlen(from[i]);
        }
    shg_out_bytes(&text, tag, bytes);
    return text.length < SHG_TAG_BYTES;
}

bool shg_header_of_tag(char name[SHG_TAG_BYTES], const shg_movetext *style, const char *tag,
                       size_t tag_bytes)
{
    const char *const ours[2] = { black, white };
    const char *const theirs[2] = { style->first_player, style->second_player };
    static const char *const japanese[2] = { "Sente", "Gote" };
    char own[SHG_TAG_BYTES];
    for (size_t i = 0; i < sizeof other_tags / sizeof other_tags[0]; i++)
        if (shg_text_same(tag, tag_bytes, other_tags[i], strlen(other_tags[i])))
            return false;
    const bool is_japanese =
        begins(tag, tag_bytes, japanese[0]) || begins(tag, tag_bytes, japanese[1]);
    if (!replace(own, tag, tag_bytes, is_japanese ? japanese : theirs, ours))
        return false;
    const char *const known = shg_header_name(SHG_HEADERS_TAGS, own, strlen(own));
    if (known) {
        strcpy(name, known);
        return true;
    }
    /* Any other keeps its name. */
    memcpy(name, tag, tag_bytes);
    name[tag_bytes] = '\0';
    return true;
}

bool shg_tag_of_header(char tag[SHG_TAG_BYTES], const shg_movetext *style, const char *name)
{
    const char *const ours[2] = { black, white };
    const char *const theirs[2] = { style->first_player, style->second_player };
    char back[SHG_TAG_BYTES];
    const size_t bytes = strlen(name);
    const char *const word = shg_header_key(SHG_HEADERS_TAGS, name);
    const bool known = word && replace(tag, word, strlen(word), ours, theirs);
    for (size_t i = 0; i < bytes; i++)
        if ((unsigned char)name[i] <= ' ' || name[i] == '"' || name[i] == '[' || name[i] == ']')
            return false;
    if (!known && (bytes == 0 || bytes >= SHG_TAG_BYTES))
        return false;
    if (!known)
        memcpy(tag, name, bytes + 1);
    return shg_header_of_tag(back, style, tag, strlen(tag)) && strcmp(back, name) == 0;
}

bool shg_tag_says_nothing(const char *value)
{
    return strcmp(value, "?") == 0 || strcmp(value, "-") == 0 || strcmp(value, "????.??.??") == 0;
}

/* ---- Results ----------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    shoogi_outcome outcome;
} tokens[] = {
    { "1-0", SHOOGI_OUTCOME_BLACK },    { "0-1", SHOOGI_OUTCOME_WHITE },
    { "1/2-1/2", SHOOGI_OUTCOME_DRAW }, { "1/2", SHOOGI_OUTCOME_DRAW },
    { "*", SHOOGI_OUTCOME_NONE },
};
enum { TOKENS = sizeof tokens / sizeof tokens[0] };

const char *shg_result_token(shoogi_outcome outcome)
{
    if (outcome == SHOOGI_OUTCOME_NO_CONTEST)
        outcome = SHOOGI_OUTCOME_DRAW;
    size_t i = 0;
    while (tokens[i].outcome != outcome)
        i++;
    return tokens[i].text;
}

size_t shg_result_token_read(shoogi_outcome *outcome, const char *text, size_t text_bytes)
{
    for (size_t i = 0; i < TOKENS; i++) {
        const size_t bytes = strlen(tokens[i].text);
        if (begins(text, text_bytes, tokens[i].text) &&
            (bytes == text_bytes || !(shg_is_letter(text[bytes]) || shg_is_digit(text[bytes]) ||
                                      text[bytes] == '-' || text[bytes] == '/'))) {
            *outcome = tokens[i].outcome;
            return bytes;
        }
    }
    return 0;
}

bool shg_is_result(shoogi_outcome *outcome, const char *text, size_t text_bytes)
{
    while (text_bytes > 0 && strchr(" \t\n", *text))
        text++, text_bytes--;
    while (text_bytes > 0 && strchr(" \t\n", text[text_bytes - 1]))
        text_bytes--;
    return text_bytes > 0 && shg_result_token_read(outcome, text, text_bytes) == text_bytes;
}

/* ---- Terminations ------------------------------------------------------------------------------ */

const char shg_time_command[] = "[%emt ", shg_end_command[] = "[%end ";

static const char no_contest[] = "no contest by ";

/* What is said of a side, which is before it.  Without a result only the first few, XBoard's, are an end: that of
 * the mover. */
enum { SAID_WITHOUT_RESULT = 3 };
static const struct {
    const char *words;
    shoogi_termination end;
} said_of_sides[] = {
    { "resigns", SHOOGI_TERMINATION_RESIGN },
    { "mates", SHOOGI_TERMINATION_MATE },
    { "forfeits on time", SHOOGI_TERMINATION_TIME },
    { "resigned", SHOOGI_TERMINATION_RESIGN },
    { "wins by resignation", SHOOGI_TERMINATION_RESIGN },
    { "won by resignation", SHOOGI_TERMINATION_RESIGN },
    { "checkmates", SHOOGI_TERMINATION_MATE },
    { "is mated", SHOOGI_TERMINATION_MATE },
    { "is checkmated", SHOOGI_TERMINATION_MATE },
    { "checkmated", SHOOGI_TERMINATION_MATE },
    { "wins by checkmate", SHOOGI_TERMINATION_MATE },
    { "won by checkmate", SHOOGI_TERMINATION_MATE },
    { "loses on time", SHOOGI_TERMINATION_TIME },
    { "lost on time", SHOOGI_TERMINATION_TIME },
    { "wins on time", SHOOGI_TERMINATION_TIME },
    { "won on time", SHOOGI_TERMINATION_TIME },
    { "ran out of time", SHOOGI_TERMINATION_TIME },
    { "made an illegal move", SHOOGI_TERMINATION_ILLEGAL },
    { "wins by declaration", SHOOGI_TERMINATION_DECLARATION },
    { "won by declaration", SHOOGI_TERMINATION_DECLARATION },
};

static bool same(const char *text, size_t bytes, const char *words)
{
    return shg_text_same(text, bytes, words, strlen(words));
}

static shoogi_result ask(shg_verdict *verdict)
{
    if (!verdict->asked)
        verdict->result = shoogi_position_result(verdict->position);
    verdict->asked = true;
    return verdict->result;
}

/* Whether the board gives the outcome, and the words its reason or none. */
static bool is_by_board(shg_verdict *verdict, shoogi_outcome outcome, const char *words,
                        size_t bytes)
{
    unsigned reason = SHOOGI_REASON_NONE + 1;
    while (reason < SHOOGI_REASON_COUNT &&
           !same(words, bytes, shoogi_reason_text((shoogi_reason)reason)))
        reason++;
    if (bytes == 0)
        return outcome != SHOOGI_OUTCOME_NONE && ask(verdict).outcome == outcome;
    return reason < SHOOGI_REASON_COUNT && ask(verdict).reason == reason &&
           ask(verdict).outcome == outcome;
}

/* Copies words with one space between them, whatever stood there: a line may be broken between them.  Returns their length;
 * 0: they are too many to be an end. */
static size_t join_words(char *out, size_t out_bytes, const char *text, size_t bytes)
{
    size_t length = 0;
    for (size_t i = 0; i < bytes; i++) {
        const bool space = text[i] == ' ' || text[i] == '\t' || text[i] == '\n';
        if (space && (length == 0 || out[length - 1] == ' '))
            continue;
        if (length == out_bytes)
            return 0;
        out[length++] = space ? ' ' : text[i];
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    return length;
}

/* "White resigns", "Black lost on time.", whose winner the result names; "resigns" and other words.  NONE: nothing
 * of the kind. */
static shoogi_termination end_of_words(const char *text, size_t bytes, shoogi_outcome outcome)
{
    const size_t count = outcome == SHOOGI_OUTCOME_NONE
                             ? SAID_WITHOUT_RESULT
                             : sizeof said_of_sides / sizeof said_of_sides[0];
    static const char *const sides[] = { "white ", "black ", "sente ", "gote " };
    bytes -= bytes > 0 && text[bytes - 1] == '.';
    for (size_t side = 0; side < sizeof sides / sizeof sides[0]; side++) {
        const size_t before = strlen(sides[side]);
        if (bytes <= before || !shg_text_same(text, before, sides[side], before))
            continue;
        for (size_t i = 0; i < count; i++)
            if (same(text + before, bytes - before, said_of_sides[i].words))
                return said_of_sides[i].end;
    }
    const shoogi_termination end = shg_end_word(text, bytes);
    return end == SHOOGI_TERMINATION_OTHER ? SHOOGI_TERMINATION_NONE : end;
}

bool shg_end_words_read(shoogi_termination *end, shoogi_result *result, const char **word,
                        size_t *word_bytes, const char *text, size_t text_bytes,
                        shoogi_outcome outcome, shg_verdict *verdict)
{
    *end = SHOOGI_TERMINATION_NONE;
    *result = (shoogi_result){ outcome, SHOOGI_REASON_NONE };
    *word = NULL;
    *word_bytes = 0;
    char words[128];
    const size_t joined = join_words(words, sizeof words, text, text_bytes);
    if (joined > 0) {
        text = words;
        text_bytes = joined;
    }
    const size_t prefix = sizeof no_contest - 1;
    if (text_bytes > prefix && shg_text_same(text, prefix, no_contest, prefix)) {
        text += prefix;
        text_bytes -= prefix;
        result->outcome = SHOOGI_OUTCOME_NO_CONTEST;
    }
    if (is_by_board(verdict, result->outcome, text, text_bytes)) {
        *end = SHOOGI_TERMINATION_BOARD;
        *result = verdict->result;
        return true;
    }
    if (text_bytes == 0) {
        if (outcome == SHOOGI_OUTCOME_DRAW)
            *end = SHOOGI_TERMINATION_DRAW;
        else if (outcome != SHOOGI_OUTCOME_NONE)
            *end = SHOOGI_TERMINATION_OTHER;
        if (*end == SHOOGI_TERMINATION_OTHER) {
            *word = shg_result_token(outcome);
            *word_bytes = strlen(*word);
        }
        return true; /* "*" alone is no termination */
    }
    *end = end_of_words(text, text_bytes, outcome);
    return *end != SHOOGI_TERMINATION_NONE;
}

/* Whether these words read back as this termination. */
static bool means(const shoogi_node_info *end, shg_verdict *verdict, const char *text,
                  size_t text_bytes)
{
    shoogi_termination kind;
    shoogi_result result;
    const char *word;
    size_t word_bytes;
    shoogi_outcome outcome = end->result.outcome;
    if (outcome == SHOOGI_OUTCOME_NO_CONTEST)
        outcome = SHOOGI_OUTCOME_DRAW; /* they have one result */
    return shg_end_words_read(&kind, &result, &word, &word_bytes, text, text_bytes, outcome,
                              verdict) &&
           kind == end->termination && result.outcome == end->result.outcome &&
           result.reason == end->result.reason &&
           (word ? end->termination_text && strlen(end->termination_text) == word_bytes &&
                       memcmp(end->termination_text, word, word_bytes) == 0
                 : !end->termination_text);
}

bool shg_end_words_write(shg_out *out, const shoogi_node_info *end, const shoogi_position *position)
{
    const bool board = end->termination == SHOOGI_TERMINATION_BOARD;
    shg_verdict verdict = { .position = position };
    char words[128];
    shg_out text = shg_out_make(words, sizeof words);
    if (!board && means(end, &verdict, "", 0))
        return true;
    if (end->result.outcome == SHOOGI_OUTCOME_NO_CONTEST)
        shg_out_text(&text, no_contest);
    shg_out_text(&text, board ? shoogi_reason_text(end->result.reason)
                              : shoogi_termination_text(end->termination));
    if (means(end, &verdict, words, text.length)) {
        shg_out_text(out, words);
        return true;
    }
    shg_end_command_write(out, end);
    return !end->termination_text || !strpbrk(end->termination_text, "]}");
}

void shg_end_command_write(shg_out *out, const shoogi_node_info *end)
{
    shg_out_text(out, shg_end_command);
    shg_result_write(out, end->termination, end->result);
    if (end->termination_text && !strpbrk(end->termination_text, "]}"))
        shg_out_format(out, " : %s", end->termination_text);
    shg_out_char(out, ']');
}
