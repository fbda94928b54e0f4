#include "core/variant/variant_int.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "core/board/board_ops.h"
#include "core/definition/definition.h"
#include "core/definition/html.h"
#include "core/variant/outline.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------------- */

/* How many errors a caller has room for, and how many it was told. */
typedef struct told {
    shoogi_error *errors;
    size_t max, count;
} told;

/* The place for the only error there is, one that has no place in the text; NULL if nobody asks for it. */
static shoogi_error *only_error(told *t)
{
    t->count = t->max > 0 ? 1 : 0;
    return t->max > 0 ? t->errors : NULL;
}

static shoogi_status too_long(told *t, const char *what, size_t most, size_t bytes)
{
    return shg_error_set(only_error(t), SHOOGI_TOO_BIG, 0, 0,
                         "expected %s of at most %zu bytes, found %zu bytes", what, most, bytes);
}

static shoogi_status out_of_memory(told *t)
{
    return shg_error_set(only_error(t), SHOOGI_NO_MEMORY, 0, 0, "out of memory");
}

/* The rules, and the board class. */
static shoogi_status build(shoogi_variant *v, const shg_definition *def, shg_class_choice choice,
                           shg_faults *faults)
{
    shoogi_status status = shg_variant_build(v, def, faults);
    if (status != SHOOGI_OK || shg_faults_any(faults))
        return status;
    v->ops = shg_board_class(v->squares, choice.words_least, choice.any_processor);
    if (!v->ops) {
        shg_fault_rules(faults, def->value[SHG_P_FILES], "a smaller board");
        return SHOOGI_OK;
    }
    v->made = shg_arena_array(&v->arena, _Atomic(shg_class_tables *), 1);
    return v->made ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

/* Reads text into *v, which lives in its arena; faults are reported.  choice: NULL if only an outline is wanted.  Returns
 * OK only if there is no fault. */
static shoogi_status read_variant(shoogi_variant *v, const char *text, size_t text_bytes,
                                  const shoogi_reading *how, const shg_class_choice *choice,
                                  told *t)
{
    const bool page = how && how->page;
    shg_definition def;
    shg_faults faults;
    shg_source source = { .bytes = text, .count = text_bytes };
    shoogi_status status = SHOOGI_OK;
    if (page)
        status = shg_page_diagram(&source, &v->arena, text, text_bytes);
    if (status == SHOOGI_TOO_BIG)
        return too_long(t, "a diagram", SHOOGI_DEFINITION_BYTES_MAX, text_bytes);
    shg_faults_init(&faults, source);
    if (status == SHOOGI_NOT_FOUND) {
        shg_fault_text(&faults, (shg_span){ text, 0 },
                       "an element of the class idiagram, or a definition in the text");
        return shg_faults_tell(&faults, t->errors, t->max, &t->count);
    }
    if (status == SHOOGI_OK)
        status = shg_definition_read(&def, &v->arena, how, &faults);
    if (status == SHOOGI_OK && !shg_faults_any(&faults))
        status =
            choice ? build(v, &def, *choice, &faults) : shg_variant_build_names(v, &def, &faults);
    if (status == SHOOGI_OK && how && how->name) {
        v->name = shg_arena_text(&v->arena, how->name, strlen(how->name));
        status = v->name ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    }
    if (status != SHOOGI_OK)
        return status;
    return shg_faults_tell(&faults, t->errors, t->max, &t->count);
}

static shoogi_status parse(shoogi_variant **out, const char *text, size_t text_bytes,
                           const shoogi_reading *how, const shg_class_choice *choice, told *t)
{
    const bool page = how && how->page;
    const size_t most = page ? SHOOGI_PAGE_BYTES_MAX : SHOOGI_DEFINITION_BYTES_MAX;
    t->count = 0;
    if (text_bytes > most)
        return too_long(t, page ? "a page" : "a definition", most, text_bytes);
    shg_arena arena;
    shg_arena_init(&arena, SHG_VARIANT_BYTES_MAX);
    shoogi_variant *v = shg_arena_array(&arena, shoogi_variant, 1);
    shoogi_status status = SHOOGI_NO_MEMORY;
    if (v) {
        v->arena = arena;
        status = read_variant(v, text_bytes > 0 ? text : "", text_bytes, how, choice, t);
        arena = v->arena;
    }
    if (status == SHOOGI_OK) {
        *out = v; /* the caller owns it, and the arena in it, from here */
        return SHOOGI_OK;
    }
    if (status == SHOOGI_NO_MEMORY)
        (void)out_of_memory(t);
    shg_arena_fini(&arena);
    return status;
}

shoogi_status shg_variant_parse_class(shoogi_variant **out, const char *text, size_t text_bytes,
                                      const shoogi_reading *how, shg_class_choice choice,
                                      shoogi_error *err)
{
    /* Errors come before warnings where there is room for one. */
    shoogi_error first;
    told t = { &first, 1, 0 };
    const shoogi_status status = parse(out, text, text_bytes, how, &choice, &t);
    if (status != SHOOGI_OK && err)
        *err = first;
    return status;
}

shoogi_status shg_variant_outline(shoogi_variant **out, const char *text, size_t text_bytes,
                                  const shoogi_reading *how, shoogi_error *err)
{
    shoogi_error first;
    told t = { &first, 1, 0 };
    const shoogi_status status = parse(out, text, text_bytes, how, NULL, &t);
    if (status != SHOOGI_OK && err)
        *err = first;
    return status;
}

shoogi_status shoogi_variant_parse(shoogi_variant **out, const char *text, size_t text_bytes,
                                   shoogi_error *err)
{
    return shg_variant_parse_class(out, text, text_bytes, NULL, (shg_class_choice){ 1, false },
                                   err);
}

shoogi_status shoogi_variant_parse_with(shoogi_variant **out, const char *text, size_t text_bytes,
                                        const shoogi_reading *how, shoogi_error *errors,
                                        size_t errors_max, size_t *error_count)
{
    told t = { errors, errors_max, 0 };
    const shoogi_status status =
        parse(out, text, text_bytes, how, &(shg_class_choice){ 1, false }, &t);
    *error_count = t.count;
    return status;
}

shoogi_status shoogi_variant_check(shoogi_variant **out, const char *text, size_t text_bytes,
                                   shoogi_error *errors, size_t errors_max, size_t *error_count)
{
    return shoogi_variant_parse_with(out, text, text_bytes, NULL, errors, errors_max, error_count);
}

shoogi_status shoogi_moves_check(const char *text, size_t text_bytes, shoogi_error *errors,
                                 size_t errors_max, size_t *error_count)
{
    told t = { errors, errors_max, 0 };
    shg_arena arena;
    shg_faults faults;
    shg_betza betza;
    const char *const moves = text_bytes > 0 ? text : "";
    shg_arena_init(&arena, SHG_VARIANT_BYTES_MAX);
    shg_faults_init(&faults, (shg_source){ .bytes = moves, .count = text_bytes });
    shoogi_status status = SHOOGI_TOO_BIG;
    if (text_bytes > SHOOGI_DEFINITION_BYTES_MAX)
        (void)too_long(&t, "moves", SHOOGI_DEFINITION_BYTES_MAX, text_bytes);
    else
        status = shg_betza_read(&betza, &arena, moves, text_bytes, &faults);
    if (status == SHOOGI_NO_MEMORY)
        (void)out_of_memory(&t);
    else if (status != SHOOGI_TOO_BIG)
        (void)shg_faults_tell(&faults, errors, errors_max, &t.count);
    shg_arena_fini(&arena);
    *error_count = t.count;
    return status;
}

/* --- the tables of the board class ---------------------------------------------------------------- */

static void free_tables(shg_class_tables *made)
{
    if (!made)
        return;
    shg_arena arena = made->arena; /* they live in it */
    shg_arena_fini(&arena);
}

/* Owned (free_tables); NULL: no memory. */
static shg_class_tables *make_tables(const shoogi_variant *v)
{
    shg_arena arena;
    shg_arena_init(&arena, SHG_VARIANT_BYTES_MAX - v->arena.used_bytes);
    shg_class_tables *const made = shg_arena_array(&arena, shg_class_tables, 1);
    const void *const tables = made ? v->ops->build(v, &arena) : NULL;
    if (!tables) {
        shg_arena_fini(&arena);
        return NULL;
    }
    *made = (shg_class_tables){ arena, tables };
    return made;
}

const void *shg_variant_tables(const shoogi_variant *v)
{
    assert(v->made && "an outline has no rules");
    shg_class_tables *made = atomic_load_explicit(v->made, memory_order_acquire);
    if (made)
        return made->tables;
    shg_class_tables *const mine = make_tables(v);
    if (!mine)
        return NULL;
    if (atomic_compare_exchange_strong(v->made, &made, mine))
        return mine->tables;
    free_tables(mine); /* another thread was first */
    return made->tables;
}

/* --- asking -------------------------------------------------------------------------------------- */

void shoogi_variant_free(shoogi_variant *variant)
{
    if (!variant)
        return;
    if (variant->made)
        free_tables(atomic_load_explicit(variant->made, memory_order_relaxed));
    shg_arena arena = variant->arena; /* the variant lives in it */
    shg_arena_fini(&arena);
}

unsigned shoogi_variant_files(const shoogi_variant *variant)
{
    return variant->files;
}

unsigned shoogi_variant_ranks(const shoogi_variant *variant)
{
    return variant->ranks;
}

unsigned shoogi_variant_squares(const shoogi_variant *variant)
{
    return variant->squares;
}

bool shoogi_variant_has_square(const shoogi_variant *variant, unsigned file, unsigned rank)
{
    return file < variant->files && rank < variant->ranks &&
           !variant->hole[file * variant->ranks + rank];
}

unsigned shoogi_variant_kinds(const shoogi_variant *variant)
{
    return variant->kinds;
}

bool shoogi_variant_illegal_loses(const shoogi_variant *variant)
{
    return variant->rules.illegal_loses;
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
        .drawn = k->drawn,
        .royal = k->royal,
        .in_hand = k->in_hand,
        .droppable = k->drawn == kind,
        .promoted_form = is_promoted_form(variant, kind),
    };
}

const char *shoogi_variant_kind_called(const shoogi_variant *variant, shoogi_kind kind,
                                       shoogi_colour colour, shoogi_style style)
{
    assert(kind >= 1 && kind <= variant->kinds);
    assert(style < SHOOGI_STYLE_COUNT);
    return variant->kind[kind].called[colour][style];
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

shoogi_status shoogi_variant_hash(uint64_t *out, const shoogi_variant *variant)
{
    const size_t bytes = shoogi_variant_print(NULL, 0, variant);
    char *const text = malloc(bytes + 1);
    if (!text)
        return SHOOGI_NO_MEMORY;
    (void)shoogi_variant_print(text, bytes + 1, variant);
    *out = shg_hash_bytes(SHG_HASH_START, text, bytes);
    free(text);
    return SHOOGI_OK;
}

const char *shoogi_variant_alias(const shoogi_variant *variant, size_t index)
{
    return index < variant->alias_count ? variant->aliases[index].text : NULL;
}

const shoogi_handicap *shoogi_variant_handicap(const shoogi_variant *variant, size_t index)
{
    return index < variant->handicap_count ? &variant->handicaps[index] : NULL;
}

bool shg_handicap_is_called(const shoogi_handicap *handicap, const char *name, size_t name_bytes)
{
    if (shg_text_same(handicap->name, strlen(handicap->name), name, name_bytes))
        return true;
    for (size_t i = 0; i < handicap->other_count; i++)
        if (shg_text_same(handicap->others[i], strlen(handicap->others[i]), name, name_bytes))
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
        if (shg_handicap_is_called(&variant->handicaps[i], name, name_bytes))
            return &variant->handicaps[i];
    return NULL;
}

const char *shoogi_variant_extra(const shoogi_variant *variant, const char *name)
{
    for (size_t i = 0; i < variant->extra_count; i++)
        if (shg_text_same(variant->extras[i].name, strlen(variant->extras[i].name), name,
                          strlen(name)))
            return variant->extras[i].value;
    return NULL;
}

shoogi_square shoogi_variant_square(const shoogi_variant *variant, unsigned file, unsigned rank)
{
    assert(file < variant->files && rank < variant->ranks);
    return (shoogi_square)(file * variant->ranks + rank);
}
