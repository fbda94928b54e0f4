#include "notation/records/csa.h"

#include "base/text.h"
#include "notation/records/record_int.h"

#include <assert.h>
#include <string.h>

enum { SIDE_MAX = 9 };

static const struct {
    const char *id, *code;
} codes[SHG_CSA_CODES] = {
    { "P", "FU" },  { "L", "KY" },  { "N", "KE" },  { "S", "GI" },  { "G", "KI" },
    { "B", "KA" },  { "R", "HI" },  { "K", "OU" },  { "+P", "TO" }, { "+L", "NY" },
    { "+N", "NK" }, { "+S", "NG" }, { "+B", "UM" }, { "+R", "RY" },
};

bool shg_csa_init(shg_csa *csa, const shoogi_variant *variant)
{
    *csa = (shg_csa){ .variant = variant };
    unsigned known = 0;
    for (size_t i = 0; i < SHG_CSA_CODES; i++) {
        csa->kind[i] = shoogi_variant_kind_by_id(variant, codes[i].id, strlen(codes[i].id));
        known += csa->kind[i] != 0;
    }
    return known == shoogi_variant_kind_count(variant) &&
           shoogi_variant_file_count(variant) <= SIDE_MAX &&
           shoogi_variant_rank_count(variant) <= SIDE_MAX;
}

const char *shg_csa_code(const shg_csa *csa, shoogi_kind kind)
{
    size_t i = 0;
    while (i < SHG_CSA_CODES && csa->kind[i] != kind)
        i++;
    assert(i < SHG_CSA_CODES);
    return codes[i].code;
}

shoogi_kind shg_csa_kind(const shg_csa *csa, const char *code)
{
    for (size_t i = 0; i < SHG_CSA_CODES; i++)
        if (shg_text_same(codes[i].code, 2, code, 2))
            return csa->kind[i];
    return 0;
}

shoogi_square shg_csa_square(const shg_csa *csa, unsigned file, unsigned rank)
{
    return file >= 1 && rank >= 1 && shoogi_variant_has_square(csa->variant, file - 1, rank - 1)
               ? shoogi_variant_square(csa->variant, file - 1, rank - 1)
               : SHOOGI_NO_SQUARE;
}

static const char *const end_words[] = {
#define TERMINATION(name, word, kif, csa) csa,
#include "shoogi/termination.def"
#undef TERMINATION
};

shoogi_termination shg_csa_nearest_end(bool *same, const shoogi_node_info *node, shoogi_colour side)
{
    shoogi_termination end = node->termination;
    bool exact = true;
    if (end == SHOOGI_TERMINATION_BOARD) {
        exact = false;
        end = shg_nearest_to_board(node->result, side);
    }
    if (end == SHOOGI_TERMINATION_ILLEGAL_BEFORE) { /* by whoever moved before */
        end = side == SHOOGI_BLACK ? SHOOGI_TERMINATION_WHITE_FOUL : SHOOGI_TERMINATION_BLACK_FOUL;
    } else if (end == SHOOGI_TERMINATION_SEALED) {
        exact = false;
        end = SHOOGI_TERMINATION_SUSPENDED;
    }
    const shoogi_result result = shg_end_result(end, side);
    *same = exact && result.outcome == node->result.outcome &&
            result.reason == node->result.reason &&
            (!node->termination_text || end == SHOOGI_TERMINATION_OTHER);
    return !shg_csa_end(end) || shg_end_misleads(end, side, node->result.outcome)
               ? SHOOGI_TERMINATION_OTHER
               : end;
}

const char *shg_csa_end(shoogi_termination end)
{
    return end_words[end];
}

shoogi_termination shg_csa_end_of(const char *word, size_t word_bytes)
{
    for (unsigned i = 0; i < SHOOGI_TERMINATION_COUNT; i++)
        if (end_words[i] && strlen(end_words[i]) == word_bytes &&
            memcmp(end_words[i], word, word_bytes) == 0)
            return (shoogi_termination)i;
    return SHOOGI_TERMINATION_OTHER;
}
