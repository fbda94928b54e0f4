#include "server/commands/move_fault.h"

#include "base/text.h"
#include "server/session/move_word.h"

#include <string.h>

/* "There is no square 7f on this 5x5 board."  False if the fault is another. */
static bool say_square(shg_out *out, shg_language language, const shoogi_variant *variant,
                       const shg_fault_parts *parts)
{
    size_t bytes = 0;
    while (shg_is_letter(parts->found[bytes]) || shg_is_digit(parts->found[bytes]))
        bytes++;
    if (bytes == 0 || strcmp(parts->expected, "a square of this board") != 0)
        return false;
    shg_out_format(out, shg_text_in(language, "There is no square %.*s on this %ux%u board."),
                   (int)bytes, parts->found, shoogi_variant_file_count(variant),
                   shoogi_variant_rank_count(variant));
    return true;
}

/* "Which gold?  G4i-5h or G6i-5h."  False if the fault is another. */
static bool say_which(shg_out *out, shg_language language, const shoogi_variant *variant,
                      const shg_fault_parts *parts)
{
    static const char head[] = "one of ";
    const char *list = parts->expected + sizeof head - 1;
    if (strncmp(parts->expected, head, sizeof head - 1) != 0 ||
        !shg_move_word(list, strcspn(list, ", ")))
        return false;
    const size_t id_bytes =
        strspn(list, "+") + strspn(list + strspn(list, "+"), "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const shoogi_kind kind = shoogi_variant_kind_by_id(variant, list, id_bytes);
    if (kind == 0)
        return false;
    shg_out_format(out, shg_text_in(language, "Which %s?  "),
                   shg_word_in(language, "piece", shoogi_variant_kind(variant, kind).name));
    const char *conjunction = shg_word_in(language, "list", " or ");
    for (const char *next = list; *next != '\0';) {
        const size_t bytes = strcspn(next, ",");
        const char *after = next + bytes + strspn(next + bytes, ", ");
        const bool last = *after == '\0', before_last = !last && !strchr(after, ',');
        shg_out_format(out, "%.*s%s", (int)bytes, next,
                       last          ? "."
                       : before_last ? conjunction
                                     : ", ");
        next = after;
    }
    return true;
}

/* "No such piece on the board can move to 2c.  To drop one, type PLAY P*2c."  False if the fault is another. */
static bool say_drop(shg_out *out, shg_language language, const shg_fault_parts *parts)
{
    static const char head[] = "\"*\" (none on the board can move to ";
    const char *const square = parts->expected + sizeof head - 1;
    if (strncmp(parts->expected, head, sizeof head - 1) != 0)
        return false;
    const size_t square_bytes = strcspn(square, ":");
    const char *const drop = square + square_bytes + strspn(square + square_bytes, ": ");
    shg_out_format(
        out,
        shg_text_in(language,
                    "No such piece on the board can move to %.*s.  To drop one, type PLAY %.*s."),
        (int)square_bytes, square, (int)strcspn(drop, ")"), drop);
    return true;
}

void shg_say_move_fault(shg_session *s, const shoogi_variant *variant, const shoogi_error *err)
{
    shg_fault_parts parts;
    char text[SHG_FAULT_BYTES];
    shg_out sentence = shg_out_make(text, sizeof text);
    const shg_language language = shg_session_language(s);
    text[0] = '\0';
    if (shg_fault_parts_of(&parts, err->message) &&
        (say_square(&sentence, language, variant, &parts) ||
         say_which(&sentence, language, variant, &parts) || say_drop(&sentence, language, &parts)))
        shg_say_fault_as(s, err, text);
    else
        shg_say_fault(s, err);
}
