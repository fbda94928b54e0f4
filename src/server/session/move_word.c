#include "server/session/move_word.h"

#include "base/text.h"

#include <string.h>

static const char handicap[] = "HANDICAP:";

bool shg_handicap_word(const char *word, size_t word_bytes)
{
    const size_t length = sizeof handicap - 1;
    return word_bytes >= length && shg_text_same(word, length, handicap, length);
}

/* Takes a square off the end: a number, then up to two letters.  Returns where it begins, or bytes if
 * none stands there. */
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

/* A piece and, if need be, where it stands: +? letters, then a file, a rank or both. */
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

/* The text without "+", "=" or "+" and the letters of a form at its end. */
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
                                         : at; /* the form may begin with the sign as well */
}

bool shg_move_word(const char *word, size_t word_bytes)
{
    if (shg_handicap_word(word, word_bytes) || shg_text_same(word, word_bytes, "--", 2))
        return true;
    /* From the end, because "x" may also be a letter of the piece.  A "!" stands before or behind "x", or
     * behind the square: the piece takes what stands there and stays where it is. */
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
            end = at; /* "x8e9d": a sign is left out between two squares */
        } else {
            return any && is_piece(word, end);
        }
    }
}

bool shg_usi_word(const char *word, size_t word_bytes)
{
    size_t end = without_mark(word, word_bytes), squares = 0;
    /* No letter of a form stands without its sign. */
    if (end == word_bytes || word[end] == '+' || word[end] == '=')
        for (size_t at;
             end > 0 && shg_is_letter(word[end - 1]) && (at = before_square(word, end)) != end;
             squares++)
            end = at;
    return end == 0 && squares >= 2;
}
