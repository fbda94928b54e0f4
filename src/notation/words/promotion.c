#include "notation/words/promotion.h"

shoogi_kind shg_kind_after(const shoogi_position *position, shoogi_square from, bool promotes)
{
    const shoogi_kind before = shoogi_position_piece(position, from).kind;
    shoogi_kind after = before != 0 ? before : 1;
    if (promotes)
        (void)shoogi_variant_promotions(&after, 1, shoogi_position_variant(position), after);
    return after;
}

bool shg_may_promote(const shoogi_position *position, shoogi_move move)
{
    shoogi_move choices[SHOOGI_PROMOTION_CHOICES_MAX];
    const shoogi_kind before = shoogi_move_is_drop(move)
                                   ? 0
                                   : shoogi_position_piece(position, shoogi_move_from(move)).kind;
    if (before == 0 ||
        shoogi_variant_promotions(NULL, 0, shoogi_position_variant(position), before) == 0)
        return false;
    const size_t count =
        shoogi_position_promotion_choices(position, move, choices, SHOOGI_PROMOTION_CHOICES_MAX);
    return count > 0 && shoogi_move_is_promotion(choices[count - 1]);
}

shoogi_kind shg_form_to_name(const shoogi_position *position, shoogi_move move)
{
    const shoogi_kind before = shoogi_position_piece(position, shoogi_move_from(move)).kind;
    const shoogi_kind form = shoogi_move_kind(move);
    shoogi_kind first = 0;
    if (before == 0) /* an illegal move, which is only named */
        return 0;
    const size_t count =
        shoogi_variant_promotions(&first, 1, shoogi_position_variant(position), before);
    return count == 1 && first == form ? 0 : form;
}

size_t shg_out_forms(shg_out *out, const shoogi_variant *variant, const shoogi_move *choices,
                     size_t count)
{
    size_t forms = 0;
    for (size_t i = 0; i < count; i++) {
        if (!shoogi_move_is_promotion(choices[i]))
            continue;
        shg_out_text(out, forms++ > 0 ? ", " : "");
        shg_out_text(out, shoogi_variant_kind(variant, shoogi_move_kind(choices[i])).id);
    }
    return forms;
}
