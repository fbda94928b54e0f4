#include "notation/records/end_word.h"

#include "base/text.h"
#include "notation/records/csa.h"

#include <string.h>

/* In lower case and without what may stand between the parts.  Besides these there are the words of CSA and our own
 * (termination.def). */
static const struct {
    const char *word;
    shoogi_termination end;
} words[] = {
    { "resigns", SHOOGI_TERMINATION_RESIGN },
    { "resigned", SHOOGI_TERMINATION_RESIGN },
    { "resignation", SHOOGI_TERMINATION_RESIGN },
    { "touryou", SHOOGI_TERMINATION_RESIGN },
    { "timeout", SHOOGI_TERMINATION_TIME },
    { "timeforfeit", SHOOGI_TERMINATION_TIME },
    { "timeover", SHOOGI_TERMINATION_TIME },
    { "outoftime", SHOOGI_TERMINATION_TIME },
    { "mated", SHOOGI_TERMINATION_MATE },
    { "checkmate", SHOOGI_TERMINATION_MATE },
    { "checkmated", SHOOGI_TERMINATION_MATE },
    { "drawbyrepetition", SHOOGI_TERMINATION_REPETITION },
    { "fourfoldrepetition", SHOOGI_TERMINATION_REPETITION },
    { "drawagreed", SHOOGI_TERMINATION_DRAW },
    { "illegal", SHOOGI_TERMINATION_ILLEGAL },
    { "illegalaction", SHOOGI_TERMINATION_ILLEGAL },
    { "illegalmove", SHOOGI_TERMINATION_ILLEGAL },
    { "foul", SHOOGI_TERMINATION_ILLEGAL },
    { "interrupt", SHOOGI_TERMINATION_SUSPENDED },
    { "interrupted", SHOOGI_TERMINATION_SUSPENDED },
    { "abort", SHOOGI_TERMINATION_SUSPENDED },
    { "aborted", SHOOGI_TERMINATION_SUSPENDED },
    { "adjourned", SHOOGI_TERMINATION_SUSPENDED },
    { "declare", SHOOGI_TERMINATION_DECLARATION },
    { "enteringking", SHOOGI_TERMINATION_DECLARATION },
    { "enteringofking", SHOOGI_TERMINATION_DECLARATION },
    { "nyugyoku", SHOOGI_TERMINATION_DECLARATION },
    { "nyugyokuwin", SHOOGI_TERMINATION_DECLARATION },
    { "maxply", SHOOGI_TERMINATION_MOVES_MAX },
    { "movelimit", SHOOGI_TERMINATION_MOVES_MAX },
};

static const char *const csa_words[] = {
#define TERMINATION(name, word, kif, csa) csa,
#include "shoogi/termination.def"
#undef TERMINATION
};

/* Whether the text is the word, apart from what may stand between its parts. */
static bool means(const char *text, size_t bytes, const char *word)
{
    size_t at = 0;
    if (shg_lower(text[0]) != shg_lower(word[0])) /* usually */
        return false;
    for (; *word; word++) {
        if (strchr("-_ ", *word))
            continue;
        while (at < bytes && at > 0 && strchr("-_ ", text[at]))
            at++;
        if (at == bytes || shg_lower(text[at]) != shg_lower(*word))
            return false;
        at++;
    }
    return at == bytes;
}

shoogi_termination shg_end_word(const char *text, size_t text_bytes)
{
    const size_t sign = text_bytes > 0 && text[0] == '%';
    text += sign;
    text_bytes -= sign;
    if (text_bytes == 0 || !(shg_is_letter(text[0]) || text[0] == '+' || text[0] == '-'))
        return SHOOGI_TERMINATION_OTHER;
    const shoogi_termination exact = shg_csa_end_of(text, text_bytes);
    if (exact != SHOOGI_TERMINATION_OTHER || memchr(text, '\0', text_bytes))
        return exact;
    for (unsigned i = 1; i < SHOOGI_TERMINATION_COUNT; i++) {
        const bool own = i != SHOOGI_TERMINATION_BOARD && i != SHOOGI_TERMINATION_OTHER;
        if ((csa_words[i] && csa_words[i][0] != '+' && csa_words[i][0] != '-' &&
             means(text, text_bytes, csa_words[i])) ||
            (own && means(text, text_bytes, shoogi_termination_text((shoogi_termination)i))))
            return (shoogi_termination)i;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (means(text, text_bytes, words[i].word))
            return words[i].end;
    return SHOOGI_TERMINATION_OTHER;
}
