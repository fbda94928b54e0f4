/* build_forms.c: promotions and hands of a definition.  Source: docs/variant-format.md, whose headings appear here. */
#include "core/definition/build_int.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

/* --- "Promotion" --------------------------------------------------------------------------------- */

static void set_promotions(shg_builder *b, shoogi_kind k, const shoogi_kind *forms, size_t count)
{
    assert(k >= 1 && k <= b->v->kinds);
    shoogi_kind *const kept = shg_build_array(b, count, sizeof *kept);
    if (!kept)
        return;
    memcpy(kept, forms, count * sizeof *kept);
    b->v->kind[k].promotions = kept;
    b->v->kind[k].promotion_count = count;
}

/* Form becomes the promoted form of kind k only: itself if no other kind has it, else a new kind like it.  So a
 * promoted piece knows its former kind. */
static shoogi_kind own_form(shg_builder *b, shoogi_kind k, shoogi_kind form)
{
    assert(k >= 1 && k <= b->v->kinds && form <= b->v->kinds);
    shoogi_variant *const v = b->v;
    if (v->kind[form].base == form) {
        v->kind[form].base = k;
        return form;
    }
    if (v->kinds == SHOOGI_KINDS_MAX) {
        shg_fault_rules(b->faults, b->def->kinds[k - 1].name,
                        "at most 511 kinds, with a promoted form for each that shares a line");
        return form;
    }
    char id[SHG_ID_BYTES + 1];
    shg_out out = shg_out_make(id, sizeof id);
    shg_out_format(&out, "+%s", v->kind[k].id);
    /* Notation must distinguish it. */
    if (v->kind[k].id[0] == '+' || out.length >= SHG_ID_BYTES ||
        shg_kind_by_id(v, id, out.length) != 0) {
        shg_fault_rules_format(
            b->faults, b->def->kinds[k - 1].id,
            "an id to which + can be added, as the promoted form of %s is shared", v->kind[k].id);
        return form;
    }
    const shoogi_kind made = (shoogi_kind)++v->kinds;
    v->kind[made] = v->kind[form];
    v->kind[made].id = shg_build_text(b, (shg_span){ id, out.length });
    v->kind[made].base = k;
    return made;
}

static void promote_to(shg_builder *b, shoogi_kind k, shoogi_kind form)
{
    assert(k >= 1 && k <= b->v->kinds && form <= b->v->kinds);
    const shoogi_kind own = own_form(b, k, form);
    set_promotions(b, k, &own, 1);
    /* A piece that flips flips back in the same way. */
    if (shg_build_number(b, SHG_P_FLIP) != SHG_FLIP_NONE)
        set_promotions(b, own, &k, 1);
}

/* promoChoice=+: the partner by its id. promoOffset: by its number. */
static void build_partners(shg_builder *b)
{
    const shoogi_variant *const v = b->v;
    const bool by_id = shg_span_is(b->def->value[SHG_P_PROMO_CHOICE], "+");
    const unsigned offset = (unsigned)shg_build_number(b, SHG_P_PROMO_OFFSET);
    const unsigned last = (unsigned)shg_build_number(b, SHG_P_MAX_PROMOTE);
    if (!by_id && last > 0 && offset + 1 > v->declared) {
        shg_fault_rules_format(b->faults, b->def->value[SHG_P_PROMO_OFFSET],
                               "a number that fits: less than %u, the number of types",
                               v->declared);
        return;
    }
    for (unsigned k = 1; k <= last && !b->spent; k++) {
        shoogi_kind form = (shoogi_kind)(k + offset <= v->declared ? k + offset : offset + 1);
        if (by_id) {
            char id[SHG_ID_BYTES + 1];
            shg_out out = shg_out_make(id, sizeof id);
            shg_out_format(&out, "+%s", v->kind[k].id);
            form = shg_kind_by_id(v, id, out.length);
            if (form == 0) {
                const shg_piece_line *const line = &b->def->kinds[k - 1];
                shg_fault_rules_format(b->faults, line->id.count ? line->id : line->name,
                                       "a piece with the partner's id %s", id);
                continue;
            }
        }
        promote_to(b, (shoogi_kind)k, form);
    }
}

static bool is_separate_kind(const shg_builder *b, shoogi_kind k)
{
    assert(k >= 1 && k <= b->v->kinds);
    const shg_piece_line *const line = &b->def->kinds[k - 1];
    return line->squares.count > 0 || line->hand.count > 0 || b->v->kind[k].promotion_count > 0;
}

/* Captured pieces revert to their former kind: that needs exactly one promotion, used by no other kind. */
static void keep_bases(shg_builder *b, shg_span place, shoogi_kind k)
{
    const shg_kind *const kind = &b->v->kind[k];
    if (kind->promotion_count > 1 || is_separate_kind(b, kind->promotions[0]))
        shg_fault_rules(b->faults, place, "a promoted form of its own, or holdingsType below -1");
    else
        promote_to(b, k, kind->promotions[0]);
}

/* The promotions of one kind, "N,L,S,G" in forms from at on; false if invalid. */
static bool read_form_list(shg_builder *b, shg_span forms, size_t at, shoogi_kind k)
{
    assert(k >= 1 && k <= b->v->kinds);
    bool listed[SHOOGI_KINDS_MAX + 1] = { false };
    do {
        const size_t place = at;
        const shoogi_kind form = shg_build_next_id(b, forms, &at, ",");
        if (form == 0)
            return false;
        if (listed[form] || form == k) {
            shg_fault_rules(b->faults, shg_span_from(forms, place), "another form");
            return false;
        }
        listed[form] = true;
    } while (at < forms.count);
    shoogi_kind kinds[SHOOGI_KINDS_MAX];
    size_t count = 0;
    for (unsigned form = 1; form <= b->v->declared; form++)
        if (listed[form])
            kinds[count++] = (shoogi_kind)form;
    set_promotions(b, k, kinds, count);
    return true;
}

/* Kind k is the first of a cycle of kinds, each the only promotion of the one before. */
static bool begins_ring(const shoogi_variant *v, shoogi_kind k)
{
    shoogi_kind face = k;
    for (unsigned left = v->declared; left > 0; left--) { /* or it enters a cycle without k */
        if (v->kind[face].promotion_count != 1)
            return false;
        face = v->kind[face].promotions[0];
        if (face <= k)
            return face == k;
    }
    return false;
}

/* Sides that a piece shows in turn: in hand it is the first of them. */
static void join_rings(shg_builder *b)
{
    const shoogi_variant *const v = b->v;
    for (shoogi_kind k = 1; k <= v->declared; k++) {
        if (!begins_ring(v, k))
            continue;
        for (shoogi_kind face = v->kind[k].promotions[0]; face != k;
             face = v->kind[face].promotions[0])
            v->kind[face].base = k;
    }
}

/* One item of a list such as "P:N,L;B:H": the kind before the colon; *at is then after it, and *stop at the end of
 * the item. 0, with an error reported, if invalid. */
static shoogi_kind begin_item(shg_builder *b, shg_span list, size_t *at, size_t *stop,
                              const char *expected)
{
    const char *const colon = memchr(list.bytes + *at, ':', list.count - *at);
    const char *const end = memchr(list.bytes + *at, ';', list.count - *at);
    if (!colon || (end && end < colon)) {
        shg_fault_text(b->faults, shg_span_from(list, *at), expected);
        return 0;
    }
    *stop = end ? (size_t)(end - list.bytes) : list.count;
    return shg_build_next_id(b, list, at, ":");
}

/* promoteTo=P:N,L,S,G;B:H */
static void build_promotion_lists(shg_builder *b, shg_span list)
{
    const shoogi_variant *const v = b->v;
    size_t at = 0;
    do {
        const size_t start = at;
        size_t stop;
        const shoogi_kind k =
            begin_item(b, list, &at, &stop, "an id, \":\" and the ids it promotes to");
        if (k == 0)
            return;
        if (v->kind[k].promotion_count > 0) {
            shg_fault_rules(b->faults, shg_span_from(list, start), "an id not listed before");
            return;
        }
        if (!read_form_list(b, (shg_span){ list.bytes, stop }, at, k))
            return;
        at = stop + 1;
    } while (at < list.count && !b->spent);
    for (unsigned k = 1; k <= v->declared && !b->spent; k++)
        if (v->kind[k].promotion_count > 0 && shg_build_number(b, SHG_P_HOLDINGS) == -1 &&
            shg_build_number(b, SHG_P_FLIP) == SHG_FLIP_NONE)
            keep_bases(b, list, (shoogi_kind)k);
    if (!b->spent && shg_build_number(b, SHG_P_FLIP) != SHG_FLIP_NONE)
        join_rings(b);
}

/* One choice of promoChoice: an optional * or !, an id, an optional number of ranks. */
static bool read_choice(shg_builder *b, shg_span text, size_t *at, shg_choice *choice)
{
    *choice = (shg_choice){ 0 };
    for (; *at < text.count && (text.bytes[*at] == '*' || text.bytes[*at] == '!'); ++*at) {
        choice->from_hand = choice->from_hand || text.bytes[*at] == '*';
        choice->not_last = choice->not_last || text.bytes[*at] == '!';
    }
    size_t count;
    choice->kind = shg_build_longest_id(b, shg_span_from(text, *at), &count);
    if (choice->kind == 0) {
        shg_fault_rules(b->faults, shg_span_from(text, *at), "an id of this game");
        return false;
    }
    *at += count;
    const size_t start = *at;
    unsigned ranks = 0;
    for (; *at < text.count && shg_is_digit(text.bytes[*at]); ++*at)
        if (ranks < 1000)
            ranks = ranks * 10 + (unsigned)(text.bytes[*at] - '0');
    if (*at > start && ranks == 0) {
        shg_fault_text(b->faults, shg_span_from(text, start), "a number of ranks from 1 on");
        return false;
    }
    choice->ranks = (uint8_t)(ranks < b->v->ranks ? ranks : 0);
    return true;
}

static bool is_listed(const shg_choice *choices, size_t count, shoogi_kind kind)
{
    for (size_t i = 0; i < count; i++)
        if (choices[i].kind == kind)
            return true;
    return false;
}

/* The choices of promoChoice as in chess; false if invalid. */
static bool read_choices(shg_builder *b, shg_choice *choices, size_t *count)
{
    static const char usual[] = "QNRB";
    const shoogi_variant *const v = b->v;
    const shg_span text = b->def->value[SHG_P_PROMO_CHOICE];
    *count = 0;
    for (size_t i = 0; !text.bytes && usual[i]; i++) { /* those that the variant has */
        const shoogi_kind kind = shg_kind_by_id(v, &usual[i], 1);
        if (kind != 0)
            choices[(*count)++] = (shg_choice){ .kind = kind };
    }
    for (unsigned k = 2; text.bytes && text.count == 0 && k <= v->declared; k++)
        if (!v->kind[k].royal)
            choices[(*count)++] = (shg_choice){ .kind = (shoogi_kind)k };
    for (size_t at = 0; at < text.count; ++*count) {
        shg_choice choice;
        const size_t start = at;
        if (!read_choice(b, text, &at, &choice))
            return false;
        if (is_listed(choices, *count, choice.kind)) {
            shg_fault_rules(b->faults, shg_span_from(text, start), "another choice");
            return false;
        }
        choices[*count] = choice;
    }
    return true;
}

/* promoOffset=0: each of the first kinds may choose its promotion. */
static void build_choices(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    shg_choice *const choices = shg_build_array(b, v->declared, sizeof *choices);
    size_t count;
    if (!choices || !read_choices(b, choices, &count))
        return;
    v->choices = choices;
    v->choice_count = count;
    bool conditions = false;
    for (size_t i = 0; i < count; i++)
        conditions =
            conditions || choices[i].ranks > 0 || choices[i].not_last || choices[i].from_hand;
    for (int k = 1; k <= shg_build_number(b, SHG_P_MAX_PROMOTE) && !b->spent; k++) {
        shoogi_kind forms[SHOOGI_KINDS_MAX];
        shg_choice *const kept = shg_build_array(b, count, sizeof *kept);
        size_t form_count = 0;
        for (unsigned form = 1; form <= v->declared && kept; form++) {
            for (size_t i = 0; i < count; i++) {
                if (choices[i].kind != form)
                    continue;
                if (form == (unsigned)k) { /* from the hand it would only change places */
                    v->kind[k].stay = choices[i].from_hand ? NULL : &choices[i];
                    continue;
                }
                kept[form_count] = choices[i];
                forms[form_count++] = (shoogi_kind)form;
            }
        }
        set_promotions(b, (shoogi_kind)k, forms, form_count);
        v->kind[k].choices = conditions || v->kind[k].stay ? kept : NULL;
    }
}

void shg_build_promotions(shg_builder *b)
{
    const unsigned last = (unsigned)shg_build_number(b, SHG_P_MAX_PROMOTE);
    const unsigned offset = (unsigned)shg_build_number(b, SHG_P_PROMO_OFFSET);
    const shg_span lists = shg_build_value(b, SHG_P_PROMOTE_TO);
    if (lists.bytes) {
        build_promotion_lists(b, lists);
        return;
    }
    if (last > b->v->declared || (offset > 0 && last > offset)) {
        shg_fault_rules_format(
            b->faults,
            b->def->value[SHG_P_MAX_PROMOTE].bytes ? b->def->value[SHG_P_MAX_PROMOTE]
                                                   : b->def->value[SHG_P_PROMO_OFFSET],
            "a number that fits: at most %u%s", last > b->v->declared ? b->v->declared : offset,
            last > b->v->declared ? ", the number of types" : ", as promoOffset");
        return;
    }
    if (shg_definition_chess_style(b->def))
        build_choices(b);
    else
        build_partners(b);
}

/* The ids up to stop as a set by number; NULL: an error was reported. */
static const bool *read_set(shg_builder *b, shg_span list, size_t *at, size_t stop)
{
    bool *const set = shg_build_array(b, b->v->declared + 1, sizeof *set);
    while (set && *at < stop) {
        const shoogi_kind kind = shg_build_next_id(b, (shg_span){ list.bytes, stop }, at, ",");
        if (kind == 0)
            return NULL;
        set[kind] = true;
    }
    return set;
}

/* promoWith=CL:AG,RG;S:G */
void shg_build_promo_with(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    const shg_span list = shg_build_value(b, SHG_P_PROMO_WITH);
    for (size_t at = 0; at < list.count && !b->spent;) {
        size_t stop;
        const shg_span item = shg_span_from(list, at);
        const shoogi_kind k =
            begin_item(b, list, &at, &stop, "an id, \":\" and the ids it promotes with");
        if (k == 0)
            return;
        if (v->kind[k].companions) {
            shg_fault_rules(b->faults, item, "an id not listed before");
            return;
        }
        v->kind[k].companions = read_set(b, list, &at, stop);
        if (!v->kind[k].companions)
            return;
        at = stop + 1;
    }
}

/* promoNeeds=CL:AG,+AG;CL:RG,+RG */
void shg_build_promo_needs(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    const shg_span list = shg_build_value(b, SHG_P_PROMO_NEEDS);
    for (size_t at = 0; at < list.count && !b->spent;) {
        size_t stop;
        const shg_span item = shg_span_from(list, at);
        const shoogi_kind k =
            begin_item(b, list, &at, &stop, "an id, \":\" and the ids of which it needs one");
        if (k == 0)
            return;
        shg_kind *const kind = &v->kind[k];
        if (kind->need_count == SHG_NEEDS_MAX) {
            shg_fault_rules_format(b->faults, item, "an id listed at most %u times", SHG_NEEDS_MAX);
            return;
        }
        if (at == stop) { /* implied */
            (void)shg_build_next_id(b, (shg_span){ list.bytes, stop }, &at, ",");
            return;
        }
        if (!kind->needs)
            kind->needs = shg_build_array(b, SHG_NEEDS_MAX, sizeof *kind->needs);
        const bool *const set = read_set(b, list, &at, stop);
        if (!kind->needs || !set)
            return;
        kind->needs[kind->need_count++] = set;
        at = stop + 1;
    }
}

/* --- "Hands and drops" --------------------------------------------------------------------------- */

/* demoteTo=D>H>R>B>G>S>L>N>P>- */
void shg_build_demotions(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    const shg_span list = shg_build_value(b, SHG_P_DEMOTE_TO);
    shoogi_kind *const chain = shg_build_array(b, v->declared, sizeof *chain);
    bool listed[SHOOGI_KINDS_MAX + 1] = { false };
    if (!chain)
        return;
    v->demotions = chain;
    for (size_t at = 0; at < list.count;) {
        const shg_span rest = shg_span_from(list, at);
        if (v->demotion_count > 0 && rest.count == 1 && rest.bytes[0] == '-') {
            v->demotion_ends = true;
            return;
        }
        const shoogi_kind kind = shg_build_next_id(b, list, &at, ">");
        if (kind == 0)
            return;
        if (listed[kind] || kind > v->declared) {
            shg_fault_rules(b->faults, rest, "an id not listed before");
            return;
        }
        listed[kind] = true;
        chain[v->demotion_count++] = kind;
    }
}

/* The kind of each kind in the capturing player's hand. */
void shg_build_hands(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    const int holdings = shg_build_number(b, SHG_P_HOLDINGS);
    for (unsigned k = 1; k <= v->kinds && holdings != 0; k++)
        v->kind[k].captured_as = holdings == -1 ? v->kind[k].base : (shoogi_kind)k;
    for (size_t i = 0; i < v->demotion_count && holdings != 0; i++) {
        const bool last = i + 1 == v->demotion_count;
        if (!last)
            v->kind[v->demotions[i]].captured_as = v->demotions[i + 1];
        else if (v->demotion_ends)
            v->kind[v->demotions[i]].captured_as = 0;
    }
    for (unsigned k = 1; k <= v->kinds; k++)
        if (v->kind[k].captured_as != 0 && v->kind[v->kind[k].captured_as].royal)
            v->kind[k].captured_as = 0; /* a captured royal leaves the game */
}

void shg_build_drops(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    const bool faces = shg_build_number(b, SHG_P_DROP_FACES) != 0;
    for (unsigned k = 1; k <= v->kinds; k++) {
        if (v->kind[k].captured_as != 0)
            v->kind[v->kind[k].captured_as].in_hand = true;
        if (v->start_hand[0][k] + v->start_hand[1][k] > 0)
            v->kind[k].in_hand = true;
    }
    for (unsigned k = 1; k <= v->kinds && v->rules.drops; k++) {
        shg_kind *const kind = &v->kind[k];
        if (kind->in_hand)
            kind->hand_kind = (shoogi_kind)k;
        else if (faces && v->kind[kind->base].in_hand)
            kind->hand_kind = kind->base;
    }
}
