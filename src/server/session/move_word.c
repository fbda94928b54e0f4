#include "server/session/move_word.h"

#include "base/text.h"

#include <string.h>

static const char handicap[] = "HANDICAP:";

bool shg_handicap_word(const char *word, size_t word_bytes)
{
    const size_t length = sizeof handicap - 1;
    return word_bytes >= length && shg_text_same(word, length, handicap, length);
}

/* Removes a square at the end: a number, then up to two letters. Returns the offset of the
 * square, or bytes if there is none. */
static size_t before_square(const char *word, size_t bytes)
{
    size_t at = bytes;
    while (at > 0 && bytes - at < 2 && shg_is_letter(word[at - 1]))
        at--;
    const size_t letters = at;
    while (at > 0 && shg_is_digit(word[at - 1]))
        at--;
    return at < letters ? at : bytes;
}

static bool is_type(char c)
{
    return c == '-' || c == '*' || c == '@' || shg_lower(c) == 'x';
}

/* Reads a piece with an optional origin: +? letters, then a file, a rank or both. */
static bool is_piece(const char *word, size_t bytes)
{
    size_t at = bytes > 0 && word[0] == '+' ? 1 : 0;
    const size_t name = at;
    while (at < bytes && shg_is_letter(word[at]))
        at++;
    if (at == name || at > name + 4)
        return false;
    while (at < bytes && shg_is_digit(word[at]))
        at++;
    for (int i = 0; i < 2 && at < bytes && shg_is_letter(word[at]); i++)
        at++;
    return at == bytes;
}

/* Removes "+", "=", or "+" with the letters of the promoted piece, at the end. */
static size_t without_mark(const char *word, size_t bytes)
{
    size_t at = bytes;
    if (at > 0 && (word[at - 1] == '+' || word[at - 1] == '='))
        return at - 1;
    while (at > 0 && (shg_is_letter(word[at - 1]) || shg_is_digit(word[at - 1])))
        at--;
    if (at < 2 || word[at - 1] != '+')
        return bytes;
    at--;
    return at > 1 && word[at - 1] == '+' ? at - 1
                                         : at; /* a promoted piece may also begin with the sign */
}

bool shg_move_word(const char *word, size_t word_bytes)
{
    if (shg_handicap_word(word, word_bytes) || shg_text_same(word, word_bytes, "--", 2))
        return true;
    /* Parses from the end, because "x" may be a letter of the piece. "!" before or after "x", or
     * after the square, means igui: the piece captures without moving. */
    size_t end = without_mark(word, word_bytes);
    bool stays = end > 0 && word[end - 1] == '!', any = false;
    end -= stays;
    for (;;) {
        size_t at = before_square(word, end);
        if (at == end || at == 0)
            return any && is_piece(word, end);
        if (!any && word[at - 1] == '!') {
            stays = true;
            at--;
        }
        const bool takes = at > 0 && shg_lower(word[at - 1]) == 'x';
        if (stays && !takes)
            return false;
        if (at > 0 && is_type(word[at - 1])) {
            end = at - 1;
            end -= takes && !any && end > 0 && word[end - 1] == '!';
            any = true;
            stays = false;
        } else if (!any && before_square(word, at) != at) {
            end = at; /* "x8e9d": the sign between two squares is omitted */
        } else {
            return any && is_piece(word, end);
        }
    }
}

bool shg_usi_word(const char *word, size_t word_bytes)
{
    size_t end = without_mark(word, word_bytes), squares = 0;
    /* Letters of a promoted piece need their sign. */
    if (end == word_bytes || word[end] == '+' || word[end] == '=')
        for (size_t at;
             end > 0 && shg_is_letter(word[end - 1]) && (at = before_square(word, end)) != end;
             squares++)
            end = at;
    return end == 0 && squares >= 2;
}
