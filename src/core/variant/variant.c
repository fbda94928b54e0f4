#include "core/variant/variant_int.h"

#include "base/text.h"
#include "shoogi/position.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

void shg_class_tables_free(shg_class_tables *made)
{
    if (!made)
        return;
    shg_arena arena = made->arena; /* inside the arena */
    shg_arena_fini(&arena);
}

void shoogi_variant_free(shoogi_variant *variant)
{
    if (!variant)
        return;
    if (variant->class_tables)
        shg_class_tables_free(atomic_load_explicit(variant->class_tables, memory_order_relaxed));
    shg_arena arena = variant->arena; /* the arena that holds the variant */
    shg_arena_fini(&arena);
}

unsigned shoogi_variant_file_count(const shoogi_variant *variant)
{
    return variant->files;
}

unsigned shoogi_variant_rank_count(const shoogi_variant *variant)
{
    return variant->ranks;
}

unsigned shoogi_variant_square_count(const shoogi_variant *variant)
{
    return variant->squares;
}

bool shoogi_variant_has_square(const shoogi_variant *variant, unsigned file, unsigned rank)
{
    return file < variant->files && rank < variant->ranks &&
           !variant->hole[file * variant->ranks + rank];
}

unsigned shoogi_variant_kind_count(const shoogi_variant *variant)
{
    return variant->kinds;
}

bool shoogi_variant_illegal_move_loses(const shoogi_variant *variant)
{
    return variant->rules.illegal_move_loses;
}

size_t shoogi_variant_moves_max(const shoogi_variant *variant)
{
    return variant->moves_max;
}

static bool is_promoted_form(const shoogi_variant *v, shoogi_kind k)
{
    const shg_kind *kind = &v->kind[k];
    return kind->base != k && kind->id[0] == '+' &&
           strcmp(kind->id + 1, v->kind[kind->base].id) == 0;
}

shoogi_kind_info shoogi_variant_kind(const shoogi_variant *variant, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= variant->kinds);
    const shg_kind *k = &variant->kind[kind];
    return (shoogi_kind_info){
        .name = k->name,
        .id = k->id,
        .moves = k->moves,
        .image = k->image,
        .promoted = k->promotion_count > 0 ? k->promotions[0] : 0,
        .base = k->base,
        .hand_kind = k->hand_kind,
        .royal = k->royal,
        .in_hand = k->in_hand,
        .droppable = k->hand_kind == kind,
        .promoted_form = is_promoted_form(variant, kind),
    };
}

const char *shoogi_variant_kind_name(const shoogi_variant *variant, shoogi_kind kind,
                                     shoogi_colour colour, shoogi_style style)
{
    assert(kind >= 1 && kind <= variant->kinds);
    assert(style < SHOOGI_STYLE_COUNT);
    return variant->kind[kind].names[colour][style];
}

size_t shoogi_variant_promotions(shoogi_kind *kinds, size_t kinds_max,
                                 const shoogi_variant *variant, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= variant->kinds);
    const shg_kind *const k = &variant->kind[kind];
    for (size_t i = 0; i < k->promotion_count && i < kinds_max; i++)
        kinds[i] = k->promotions[i];
    return k->promotion_count;
}

shoogi_kind shg_kind_by_id(const shoogi_variant *v, const char *id, size_t id_bytes)
{
    for (unsigned k = 1; k <= v->kinds; k++) {
        const char *const own = v->kind[k].id;
        size_t same =
            0; /* most ids differ in the first letter, so compare that before the length */
        while (same < id_bytes && own[same] && shg_lower(own[same]) == shg_lower(id[same]))
            same++;
        if (same == id_bytes && !own[same])
            return (shoogi_kind)k;
    }
    return 0;
}

shoogi_kind shoogi_variant_kind_in_box(const shoogi_variant *variant, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= variant->kinds);
    kind = variant->kind[kind].base;
    /* A demotion leads from kind to kind; two kinds never lead to each other for ever. */
    for (unsigned i = 0; i < variant->kinds; i++) {
        const shoogi_kind captured = variant->kind[kind].captured_as;
        if (captured == 0 || captured == kind)
            break;
        kind = captured;
    }
    return kind;
}

/* The first promoted form of a kind after this one, in the order of its promotions; 0: none.  after: 0: the first. */
static shoogi_kind form_after(const shoogi_variant *v, shoogi_kind kind, shoogi_kind after)
{
    const shg_kind *const k = &v->kind[kind];
    bool passed = after == 0;
    for (size_t i = 0; i < k->promotion_count; i++) {
        const shoogi_kind form = k->promotions[i];
        if (passed && form != kind && v->kind[form].base == kind)
            return form;
        passed = passed || form == after;
    }
    return 0;
}

/* The forms are a tree, since a promoted form may promote again: they come in preorder. */
shoogi_kind shoogi_variant_next_form(const shoogi_variant *variant, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= variant->kinds);
    shoogi_kind next = form_after(variant, kind, 0);
    for (unsigned i = 0; next == 0 && i < variant->kinds; i++) {
        const shoogi_kind base = variant->kind[kind].base;
        if (base == kind)
            break;
        next = form_after(variant, base, kind);
        kind = base;
    }
    return next != 0 ? next : kind;
}

shoogi_kind shoogi_variant_kind_by_id(const shoogi_variant *variant, const char *id,
                                      size_t id_bytes)
{
    return shg_kind_by_id(variant, id, id_bytes);
}

shoogi_kind shoogi_variant_kind_by_input(const shoogi_variant *variant, const char *id,
                                         size_t id_bytes)
{
    for (size_t i = 0; i < variant->input_alias_count; i++) {
        const shg_alias *const alias = &variant->input_aliases[i];
        if (shg_text_same(alias->text, strlen(alias->text), id, id_bytes))
            return alias->kind;
    }
    return shg_kind_by_id(variant, id, id_bytes);
}

const char *shoogi_variant_name(const shoogi_variant *variant)
{
    return variant->name ? variant->name : "";
}

const char *shoogi_variant_title(const shoogi_variant *variant)
{
    return variant->title ? variant->title : shoogi_variant_name(variant);
}

const char *shoogi_variant_alias(const shoogi_variant *variant, size_t index)
{
    return index < variant->alias_count ? variant->aliases[index].text : NULL;
}

const shoogi_handicap *shoogi_variant_handicap(const shoogi_variant *variant, size_t index)
{
    return index < variant->handicap_count ? &variant->handicaps[index] : NULL;
}

bool shg_handicap_has_name(const shoogi_handicap *handicap, const char *name, size_t name_bytes)
{
    if (shg_text_same(handicap->name, strlen(handicap->name), name, name_bytes))
        return true;
    for (size_t i = 0; i < handicap->alias_count; i++)
        if (shg_text_same(handicap->aliases[i], strlen(handicap->aliases[i]), name, name_bytes))
            return true;
    return false;
}

size_t shoogi_variant_grade_handicap(const shoogi_handicap *out[2], const shoogi_variant *variant,
                                     size_t grades)
{
    if (grades == 0 || grades > variant->grade_handicap_count)
        return 0;
    const shg_grade_handicap *const row = &variant->grade_handicaps[grades - 1];
    for (size_t i = 0; i < row->count; i++)
        out[i] = row->games[i];
    return row->count;
}

const shoogi_handicap *shoogi_variant_handicap_by_name(const shoogi_variant *variant,
                                                       const char *name, size_t name_bytes)
{
    for (size_t i = 0; i < variant->handicap_count; i++)
        if (shg_handicap_has_name(&variant->handicaps[i], name, name_bytes))
            return &variant->handicaps[i];
    return NULL;
}

const char *shoogi_variant_parameter(const shoogi_variant *variant, const char *name)
{
    for (size_t i = 0; i < variant->parameter_count; i++)
        if (shg_text_same(variant->parameters[i].name, strlen(variant->parameters[i].name), name,
                          strlen(name)))
            return variant->parameters[i].value;
    return NULL;
}

shoogi_square shoogi_variant_square(const shoogi_variant *variant, unsigned file, unsigned rank)
{
    assert(file < variant->files && rank < variant->ranks);
    return (shoogi_square)(file * variant->ranks + rank);
}
