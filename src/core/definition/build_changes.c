/* build_changes.c: the change rules of a definition.  Source: docs/variant-format.md, "Changes by circumstances". */
#include "core/definition/build_int.h"

#include <string.h>

/* "lost", "near5", "far5" or "became". */
static bool read_when(shg_builder *b, shg_span word, shg_change *change)
{
    static const struct {
        const char *word;
        uint8_t when;
    } rows[] = { { "lost", SHG_CHANGE_LOST },
                 { "near", SHG_CHANGE_NEAR },
                 { "far", SHG_CHANGE_FAR },
                 { "became", SHG_CHANGE_BECAME } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const size_t count = strlen(rows[i].word);
        const bool measures = rows[i].when == SHG_CHANGE_NEAR || rows[i].when == SHG_CHANGE_FAR;
        int distance = 0;
        if (word.count < count || !shg_span_is((shg_span){ word.bytes, count }, rows[i].word) ||
            (word.count > count && !measures))
            continue;
        if (measures &&
            !shg_read_number(b->faults, shg_span_from(word, count), "a number of squares", 1,
                             SHG_CHANGE_DISTANCE_MAX, &distance))
            return false;
        change->when = rows[i].when;
        change->distance = (uint8_t)distance;
        return true;
    }
    shg_fault_text(b->faults, word, "lost, near, far or became");
    return false;
}

/* "D,TC" */
static const bool *read_causes(shg_builder *b, shg_span list)
{
    bool *const cause = shg_build_array(b, b->v->declared + 1, sizeof *cause);
    if (list.count == 0)
        shg_fault_text(b->faults, list, "an id");
    for (size_t at = 0; at < list.count && cause;) {
        const shoogi_kind kind = shg_build_next_id(b, list, &at, ",");
        if (kind == 0)
            return NULL;
        cause[kind] = true;
    }
    return list.count > 0 ? cause : NULL;
}

/* "P>P',!PF>-": the new kind of each. */
static bool read_pairs(shg_builder *b, shg_span list, shg_change *change)
{
    shoogi_kind *const becomes[2] = { shg_build_array(b, b->v->declared + 1, sizeof(shoogi_kind)),
                                      shg_build_array(b, b->v->declared + 1, sizeof(shoogi_kind)) };
    change->becomes[0] = becomes[0];
    change->becomes[1] = becomes[1];
    if (list.count == 0)
        shg_fault_text(b->faults, list, "an id, > and what it becomes");
    for (size_t next = 0; next < list.count && !b->spent;) {
        const shg_span rest = shg_span_from(list, next);
        const shg_span pair = shg_build_next_part(list, &next, ',');
        const bool other = change->when == SHG_CHANGE_BECAME && rest.bytes[0] == '!';
        size_t at = other;
        if (!memchr(pair.bytes + at, '>', pair.count - at)) {
            shg_fault_text(b->faults, rest, "an id, > and what it becomes");
            return false;
        }
        const shoogi_kind kind = shg_build_next_id(b, pair, &at, ">");
        if (kind == 0)
            return false;
        if (becomes[other][kind] != 0) {
            shg_fault_rules(b->faults, rest, "an id not listed before");
            return false;
        }
        const bool gone = shg_span_is(shg_span_from(pair, at), "-");
        becomes[other][kind] = gone ? SHG_REMOVED_KIND : shg_build_next_id(b, pair, &at, ",");
        if (becomes[other][kind] == 0)
            return false;
    }
    return list.count > 0 && !b->spent;
}

static bool read_change(shg_builder *b, shg_span item, shg_change *change)
{
    size_t at = 0;
    const shg_span word = shg_build_next_part(item, &at, ':');
    const shg_span causes = at < item.count ? shg_build_next_part(item, &at, ':') : (shg_span){ 0 };
    if (!causes.bytes || at > item.count) {
        shg_fault_text(b->faults, item, "a word, ids and changes, such as lost:D:P>L");
        return false;
    }
    if (!read_when(b, word, change))
        return false;
    change->cause = read_causes(b, causes);
    return change->cause && read_pairs(b, shg_span_from(item, at), change);
}

/* The parts of each kind in rule number i. */
static void mark_parts(shg_builder *b, size_t i)
{
    const shg_change *const change = &b->v->changes[i];
    for (unsigned k = 1; k <= b->v->declared; k++) {
        uint64_t *const parts = &b->v->kind[k].changes;
        *parts |= change->cause[k] ? SHG_CHANGE_PART(i, SHG_PART_CAUSE) : 0;
        *parts |= change->becomes[0][k] ? SHG_CHANGE_PART(i, SHG_PART_OWN) : 0;
        *parts |= change->becomes[1][k] ? SHG_CHANGE_PART(i, SHG_PART_OTHER) : 0;
    }
}

/* changes=lost:D,TC:P>L;near5:IL:FG>F;became:MA:AG>HV,!PF>- */
void shg_build_changes(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    const shg_span list = shg_build_value(b, SHG_P_CHANGES);
    if (!list.bytes)
        return;
    shg_change *const changes = shg_build_array(b, SHG_CHANGES_MAX, sizeof *changes);
    v->changes = changes;
    for (size_t at = 0; at < list.count && changes;) {
        const shg_span rest = shg_span_from(list, at);
        const shg_span item = shg_build_next_part(list, &at, ';');
        if (v->change_count == SHG_CHANGES_MAX) {
            shg_fault_rules_format(b->faults, rest, "at most %d changes", SHG_CHANGES_MAX);
            return;
        }
        if (!read_change(b, item, &changes[v->change_count]))
            return;
        mark_parts(b, v->change_count++);
    }
    if (shg_build_number(b, SHG_P_HOLDINGS) != 0 || v->rules.drops)
        shg_fault_rules(b->faults, list, "no pieces in hand with changes");
}
