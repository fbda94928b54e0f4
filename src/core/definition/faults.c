#include "core/definition/faults.h"

#include "base/error.h"
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void shg_faults_init(shg_faults *faults, shg_source first)
{
    faults->sources[0] = first;
    faults->source_count = 1;
    faults->error_count = faults->warning_count = 0;
}

shg_span shg_faults_end(const shg_faults *faults)
{
    const shg_source *const first = &faults->sources[0];
    return (shg_span){ first->bytes + first->count, 0 };
}

/* The text that contains the place.  If two texts are adjacent the first wins: the end of a text belongs to it. */
static const shg_source *source_of(const shg_faults *faults, const char *at)
{
    for (size_t i = 0; i < faults->source_count; i++) {
        const shg_source *const s = &faults->sources[i];
        if ((uintptr_t)at >= (uintptr_t)s->bytes &&
            (uintptr_t)at <= (uintptr_t)(s->bytes + s->count))
            return s;
    }
    assert(false);
    return &faults->sources[0];
}

static bool is_space_character(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The text found at a place: as the parser says, or all up to the next space. */
static shg_span found_at(const shg_source *source, shg_span at)
{
    const size_t left = (size_t)(source->bytes + source->count - at.bytes);
    if (at.count > 0 || left == 0)
        return at;
    size_t count = 1; /* quotes a space as it is; error.h describes the end of a line */
    if (!is_space_character(at.bytes[0]))
        while (count < left && !is_space_character(at.bytes[count]))
            count++;
    return (shg_span){ at.bytes, count };
}

/* Adds a fault to its list, where earlier ones have priority; duplicates are dropped. */
static void keep(shg_fault *list, size_t *count, const shg_fault *fault)
{
    size_t place = *count;
    while (place > 0 && list[place - 1].at > fault->at)
        place--;
    for (size_t i = 0; i < *count; i++)
        if (list[i].at == fault->at && strcmp(list[i].error.message, fault->error.message) == 0)
            return;
    if (place == SHOOGI_DEFINITION_ERRORS_MAX)
        return;
    if (*count < SHOOGI_DEFINITION_ERRORS_MAX)
        ++*count;
    memmove(&list[place + 1], &list[place], (*count - place - 1) * sizeof *list);
    list[place] = *fault;
}

static void add_error(shg_faults *faults, shoogi_status status, shg_span at, const char *expected)
{
    const shg_source *const first = &faults->sources[0];
    const shg_source *const source = source_of(faults, at.bytes);
    const shg_span found = found_at(source, at);
    shg_fault fault;
    (void)shg_error_expected(&fault.error, status, 0, 0, expected, found.bytes, found.count);
    if (source != first) {
        uint32_t line, column;
        shg_line_and_column(source->bytes, (size_t)(at.bytes - source->bytes), &line, &column);
        char whole[2 * SHOOGI_MESSAGE_BYTES];
        shg_out out = shg_out_make(whole, sizeof whole);
        shg_out_format(&out, "a base without errors (%u:%u: %s)", line, column,
                       fault.error.message);
        at = source->name;
        (void)shg_error_expected(&fault.error, status, 0, 0, whole, at.bytes, at.count);
    }
    fault.at = (size_t)(at.bytes - first->bytes);
    keep(faults->errors, &faults->error_count, &fault);
}

void shg_fault_text(shg_faults *faults, shg_span at, const char *expected)
{
    add_error(faults, SHOOGI_PARSE_ERROR, at, expected);
}

void shg_fault_rules(shg_faults *faults, shg_span at, const char *expected)
{
    add_error(faults, SHOOGI_INVALID_RULES, at, expected);
}

static void add_format(shg_faults *faults, shoogi_status status, shg_span at, const char *format,
                       va_list arguments) __attribute__((format(printf, 4, 0)));

static void add_format(shg_faults *faults, shoogi_status status, shg_span at, const char *format,
                       va_list arguments)
{
    char expected[SHOOGI_MESSAGE_BYTES];
    vsnprintf(expected, sizeof expected, format, arguments);
    add_error(faults, status, at, expected);
}

void shg_fault_text_format(shg_faults *faults, shg_span at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_format(faults, SHOOGI_PARSE_ERROR, at, format, arguments);
    va_end(arguments);
}

void shg_fault_rules_format(shg_faults *faults, shg_span at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_format(faults, SHOOGI_INVALID_RULES, at, format, arguments);
    va_end(arguments);
}

void shg_warning(shg_faults *faults, shg_span at, const char *expected)
{
    const shg_source *const first = &faults->sources[0];
    if (source_of(faults, at.bytes) != first)
        return;
    const shg_span found = found_at(first, at);
    shg_fault warning;
    (void)shg_warning_expected(&warning.error, 0, 0, expected, found.bytes, found.count);
    warning.at = (size_t)(at.bytes - first->bytes);
    keep(faults->warnings, &faults->warning_count, &warning);
}

void shg_warning_format(shg_faults *faults, shg_span at, const char *format, ...)
{
    char expected[SHOOGI_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    shg_warning(faults, at, expected);
}

void shg_line_and_column(const char *text, size_t at, uint32_t *line, uint32_t *column)
{
    size_t start = 0;
    *line = 1;
    for (size_t i = 0; i < at; i++) {
        if (text[i] == '\n') {
            ++*line;
            start = i + 1;
        }
    }
    *column = (uint32_t)shg_utf8_length(text + start, at - start) + 1;
}

/* The line and column of a fault: in the page, if the text was extracted from one. */
static void count_place(const shg_faults *faults, size_t at, shoogi_error *error)
{
    const shg_source *const first = &faults->sources[0];
    if (first->page)
        shg_line_and_column(first->page, first->origin[at], &error->line, &error->column);
    else
        shg_line_and_column(first->bytes, at, &error->line, &error->column);
}

shoogi_status shg_faults_report(const shg_faults *faults, shoogi_error *errors, size_t errors_max,
                                size_t *count)
{
    const size_t error_count = faults->error_count < errors_max ? faults->error_count : errors_max;
    const size_t room = errors_max - error_count;
    const size_t warning_count = faults->warning_count < room ? faults->warning_count : room;
    *count = error_count + warning_count;
    for (size_t e = 0, w = 0; e + w < *count;) {
        const bool warning = e == error_count ||
                             (w < warning_count && faults->warnings[w].at < faults->errors[e].at);
        const shg_fault *const next = warning ? &faults->warnings[w] : &faults->errors[e];
        shoogi_error *const place = &errors[e + w];
        *place = next->error;
        count_place(faults, next->at, place);
        *(warning ? &w : &e) += 1;
    }
    return faults->error_count > 0 ? faults->errors[0].error.status : SHOOGI_OK;
}
