#include "core/definition/variant_parse.h"

#include "base/error.h"
#include "core/board/board_ops.h"
#include "core/definition/build_int.h"
#include "core/definition/html.h"
#include "core/definition/ini.h"
#include "core/definition/outline.h"
#include "core/definition/xbetza.h"

#include <string.h>

/* The space for errors that a caller provides, and the number reported. */
typedef struct error_sink {
    shoogi_error *errors;
    size_t max, count;
} error_sink;

/* The only error without a place in the text; NULL: the caller wants none. */
static shoogi_error *only_error(error_sink *t)
{
    t->count = t->max > 0 ? 1 : 0;
    return t->max > 0 ? t->errors : NULL;
}

static shoogi_status too_long(error_sink *t, const char *what, size_t most, size_t bytes)
{
    return shg_error_set(only_error(t), SHOOGI_LIMIT_EXCEEDED, 0, 0,
                         "expected %s of at most %zu bytes, found %zu bytes", what, most, bytes);
}

static shoogi_status out_of_memory(error_sink *t)
{
    return shg_error_set(only_error(t), SHOOGI_NO_MEMORY, 0, 0, "out of memory");
}

/* The rules and the board class. */
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
    v->class_tables = shg_arena_array(&v->arena, _Atomic(shg_class_tables *), 1);
    return v->class_tables ? SHOOGI_OK : SHOOGI_NO_MEMORY;
}

/* Adds faults to those reported, as far as there is space.  Returns the status of their first error, or OK. */
static shoogi_status add_faults(error_sink *t, const shg_faults *faults)
{
    size_t count = 0;
    const shoogi_status status = shg_faults_report(faults, t->errors ? t->errors + t->count : NULL,
                                                   t->max - t->count, &count);
    t->count += count;
    return status;
}

/* Finds the text of the definition: in a page, or as the translation of a game of variants.ini.  faults: those of
 * the file.  Returns OK with *source filled and perhaps errors added, or NO_MEMORY or LIMIT_EXCEEDED. */
static shoogi_status find_text(shg_source *source, shg_span *name, shg_arena *arena,
                               const shoogi_parse_options *options, bool page, shg_faults *faults)
{
    if (!page)
        return shg_ini_definition(source, name, arena, options ? options->game : NULL, faults);
    const char *const text = source->bytes;
    const shoogi_status status = shg_page_diagram(source, arena, text, source->count);
    if (status != SHOOGI_NOT_FOUND)
        return status;
    shg_fault_text(faults, (shg_span){ text, 0 },
                   "an element of the class idiagram, or a definition in the text");
    return SHOOGI_OK;
}

/* Parses text into *v, which lives in its own arena, and reports errors. choice: NULL for an outline.  Returns OK only
 * without errors. */
static shoogi_status read_variant(shoogi_variant *v, const char *text, size_t text_bytes,
                                  const shoogi_parse_options *options,
                                  const shg_class_choice *choice, error_sink *t)
{
    const bool ini = shg_ini_is(text, text_bytes);
    shoogi_parse_options how = options ? *options : (shoogi_parse_options){ 0 };
    how.page = how.page && !ini;
    if (!how.page && text_bytes > SHOOGI_DEFINITION_BYTES_MAX)
        return too_long(t, "a definition", SHOOGI_DEFINITION_BYTES_MAX, text_bytes);
    shg_definition def;
    shg_faults outer, faults;
    shg_source source = { .bytes = text, .count = text_bytes };
    shg_span game = { 0 };
    shg_faults_init(&outer, source);
    shoogi_status status = SHOOGI_OK;
    if (how.page || ini)
        status = find_text(&source, &game, &v->arena, &how, how.page, &outer);
    if (status == SHOOGI_LIMIT_EXCEEDED)
        return too_long(t, "a diagram", SHOOGI_DEFINITION_BYTES_MAX, text_bytes);
    if (status == SHOOGI_OK && shg_faults_any(&outer))
        return add_faults(t, &outer);
    shg_faults_init(&faults, source);
    if (status == SHOOGI_OK)
        status = shg_definition_read(&def, &v->arena, &how, &faults);
    if (status == SHOOGI_OK && !shg_faults_any(&faults))
        status =
            choice ? build(v, &def, *choice, &faults) : shg_variant_build_names(v, &def, &faults);
    const shg_span name = how.name ? (shg_span){ how.name, strlen(how.name) } : game;
    if (status == SHOOGI_OK && name.bytes) {
        v->name = shg_arena_text(&v->arena, name.bytes, name.count);
        status = v->name ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    }
    if (status != SHOOGI_OK)
        return status;
    status = add_faults(t, &faults);
    if (status == SHOOGI_OK)
        (void)add_faults(t, &outer);
    return status;
}

static shoogi_status parse(shoogi_variant **out, const char *text, size_t text_bytes,
                           const shoogi_parse_options *options, const shg_class_choice *choice,
                           error_sink *t)
{
    const bool page = options && options->page;
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
        status = read_variant(v, text_bytes > 0 ? text : "", text_bytes, options, choice, t);
        arena = v->arena;
    }
    if (status == SHOOGI_OK) {
        *out = v; /* the caller owns it and its arena from here on */
        return SHOOGI_OK;
    }
    if (status == SHOOGI_NO_MEMORY)
        (void)out_of_memory(t);
    shg_arena_fini(&arena);
    return status;
}

shoogi_status shg_variant_parse_class(shoogi_variant **out, const char *text, size_t text_bytes,
                                      const shoogi_parse_options *options, shg_class_choice choice,
                                      shoogi_error *err)
{
    /* Errors come before warnings if there is space for one only. */
    shoogi_error first;
    error_sink t = { &first, 1, 0 };
    const shoogi_status status = parse(out, text, text_bytes, options, &choice, &t);
    if (status != SHOOGI_OK && err)
        *err = first;
    return status;
}

shoogi_status shg_variant_outline(shoogi_variant **out, const char *text, size_t text_bytes,
                                  const shoogi_parse_options *options, shoogi_error *err)
{
    shoogi_error first;
    error_sink t = { &first, 1, 0 };
    const shoogi_status status = parse(out, text, text_bytes, options, NULL, &t);
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
                                        const shoogi_parse_options *options, shoogi_error *errors,
                                        size_t errors_max, size_t *error_count)
{
    error_sink t = { errors, errors_max, 0 };
    const shoogi_status status =
        parse(out, text, text_bytes, options, &(shg_class_choice){ 1, false }, &t);
    *error_count = t.count;
    return status;
}

shoogi_status shoogi_variant_check(shoogi_variant **out, const char *text, size_t text_bytes,
                                   shoogi_error *errors, size_t errors_max, size_t *error_count)
{
    return shoogi_variant_parse_with(out, text, text_bytes, NULL, errors, errors_max, error_count);
}

shoogi_status shoogi_xbetza_check(const char *text, size_t text_bytes, shoogi_error *errors,
                                  size_t errors_max, size_t *error_count)
{
    error_sink t = { errors, errors_max, 0 };
    shg_arena arena;
    shg_faults faults;
    shg_betza betza;
    const char *const moves = text_bytes > 0 ? text : "";
    shg_arena_init(&arena, SHG_VARIANT_BYTES_MAX);
    shg_faults_init(&faults, (shg_source){ .bytes = moves, .count = text_bytes });
    shoogi_status status = SHOOGI_LIMIT_EXCEEDED;
    if (text_bytes > SHOOGI_DEFINITION_BYTES_MAX)
        (void)too_long(&t, "moves", SHOOGI_DEFINITION_BYTES_MAX, text_bytes);
    else
        status = shg_betza_read(&betza, &arena, moves, text_bytes, &faults);
    if (status == SHOOGI_NO_MEMORY)
        (void)out_of_memory(&t);
    else if (status != SHOOGI_LIMIT_EXCEEDED)
        (void)shg_faults_report(&faults, errors, errors_max, &t.count);
    shg_arena_fini(&arena);
    *error_count = t.count;
    return status;
}
