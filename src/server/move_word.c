#include "server/move_word.h"

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

bool shg_move_word(const char *word, size_t word_bytes)
{
    if (shg_handicap_word(word, word_bytes))
        return true;
    /* From the end, because "x" may also be a letter of the piece. */
    size_t end = word_bytes;
    if (end > 0 && (word[end - 1] == '+' || word[end - 1] == '='))
        end--;
    for (bool any = false;; any = true) {
        const size_t square = before_square(word, end);
        if (square == end || square == 0 || !is_type(word[square - 1]))
            return any && is_piece(word, end);
        end = square - 1;
    }
}
