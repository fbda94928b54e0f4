/* build_values.c: used by the builders of all parts: arrays and texts in the variant's arena, ids and lists of them. */
#include "core/definition/build_int.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

void *shg_build_array(shg_builder *b, size_t count, size_t size)
{
    assert(size > 0);
    void *const array = shg_arena_alloc(&b->v->arena, count, size);
    b->spent = b->spent || !array;
    return array;
}

const char *shg_build_text(shg_builder *b, shg_span span)
{
    const char *const text = shg_arena_text(&b->v->arena, span.bytes, span.count);
    b->spent = b->spent || !text;
    return text;
}

shoogi_kind shg_build_longest_id(const shg_builder *b, shg_span text, size_t *id_bytes)
{
    shoogi_kind best = 0;
    *id_bytes = 0;
    for (unsigned k = 1; k <= b->v->declared; k++) {
        const char *const id = b->v->kind[k].id;
        const size_t count = strlen(id);
        if (count > *id_bytes && count <= text.count &&
            shg_text_same(id, count, text.bytes, count)) {
            best = (shoogi_kind)k;
            *id_bytes = count;
        }
    }
    return best;
}

shoogi_kind shg_build_next_id(shg_builder *b, shg_span list, size_t *at, const char *stops)
{
    assert(*at <= list.count && stops[0] != '\0');
    const size_t start = *at;
    while (*at < list.count && !strchr(stops, list.bytes[*at]))
        ++*at;
    const shoogi_kind kind = shg_kind_by_id(b->v, list.bytes + start, *at - start);
    if (kind == 0)
        shg_fault_rules(b->faults, shg_span_from(list, start), "an id of this game");
    *at += *at < list.count;
    return kind;
}

shoogi_kind shg_build_type(shg_builder *b, shg_span text, const char *what, bool *zero)
{
    int number = 0;
    if (shg_may_be_id(text)) {
        const shoogi_kind kind = shg_kind_by_id(b->v, text.bytes, text.count);
        if (kind == 0)
            shg_fault_rules_format(b->faults, text, "%s or an id of this game", what);
        return kind;
    }
    if (!shg_read_number(b->faults, text, what, zero ? 0 : 1, (int)b->v->declared, &number))
        return 0;
    if (zero)
        *zero = number == 0;
    return (shoogi_kind)number;
}

shg_span shg_build_next_part(shg_span list, size_t *at, char stop)
{
    assert(*at <= list.count);
    const char *const end = memchr(list.bytes + *at, stop, list.count - *at);
    const size_t count = (end ? (size_t)(end - list.bytes) : list.count) - *at;
    const shg_span part = { list.bytes + *at, count };
    *at += count + 1;
    return part;
}
