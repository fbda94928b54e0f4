#include "engine/learning/example_set.h"

#include <stdlib.h>
#include <string.h>

/* A difference of a byte; a greater one is this and two bytes. */
enum { ESCAPE = 255 };

shoogi_status shg_turned_inputs(uint16_t **out, const shg_nnue *n)
{
    const shoogi_variant *const v = n->variant;
    enum { UNKNOWN = UINT16_MAX };
    uint16_t *const turned = malloc(n->region_inputs * sizeof *turned);
    if (!turned)
        return SHOOGI_NO_MEMORY;
    memset(turned, 0xFF, n->region_inputs * sizeof *turned);
    bool good = true;
    for (unsigned colour = 0; colour < 2; colour++) {
        for (unsigned kind = 1; kind <= v->kinds; kind++)
            for (unsigned sq = 0; sq < v->squares; sq++) {
                const shg_code code = shg_code_of((shoogi_kind)kind, (shoogi_colour)colour);
                const unsigned black = shg_nnue_board_input(n, SHOOGI_BLACK, code, sq);
                const unsigned white = shg_nnue_board_input(n, SHOOGI_WHITE, code, sq);
                good = good && (turned[black] == UNKNOWN || turned[black] == white);
                turned[black] = (uint16_t)white;
            }
        for (unsigned hand = 0; hand < n->in_hand_count; hand++)
            for (unsigned nth = 0; nth < SHG_NNUE_HAND_STEPS; nth++)
                turned[shg_nnue_hand_input(n, SHOOGI_BLACK, (shoogi_colour)colour, hand, nth)] =
                    (uint16_t)shg_nnue_hand_input(n, SHOOGI_WHITE, (shoogi_colour)colour, hand,
                                                  nth);
    }
    if (!good)
        free(turned);
    *out = good ? turned : NULL;
    return SHOOGI_OK;
}

static bool make_room_for(shg_example_set *s, size_t examples, size_t bytes)
{
    if (s->count + examples > s->room) {
        const size_t room = s->count + examples + s->room / 2 + 64;
        shg_lesson *const lessons = realloc(s->lessons, room * sizeof *lessons);
        s->lessons = lessons ? lessons : s->lessons;
        size_t *const at = realloc(s->at, room * sizeof *at);
        s->at = at ? at : s->at;
        if (!lessons || !at)
            return false;
        s->room = room;
    }
    if (s->byte_count + bytes > s->byte_room) {
        const size_t room = s->byte_count + bytes + s->byte_room / 2 + 4096;
        uint8_t *const moved = realloc(s->bytes, room);
        if (!moved)
            return false;
        s->bytes = moved;
        s->byte_room = room;
    }
    return true;
}

static void sort(unsigned *inputs, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const unsigned input = inputs[i];
        size_t at = i;
        for (; at > 0 && inputs[at - 1] > input; at--)
            inputs[at] = inputs[at - 1];
        inputs[at] = input;
    }
}

static void write_list(shg_example_set *s, unsigned *inputs, size_t count)
{
    unsigned before = 0;
    sort(inputs, count);
    for (size_t i = 0; i < count; i++) {
        const unsigned difference = inputs[i] - before;
        before = inputs[i];
        if (difference < ESCAPE) {
            s->bytes[s->byte_count++] = (uint8_t)difference;
            continue;
        }
        s->bytes[s->byte_count++] = ESCAPE;
        s->bytes[s->byte_count++] = (uint8_t)(difference & 0xFF);
        s->bytes[s->byte_count++] = (uint8_t)(difference >> 8);
    }
}

shoogi_status shg_example_set_add(shg_example_set *set, unsigned *own, unsigned *other,
                                  shg_lesson lesson)
{
    if (!make_room_for(set, 1, (size_t)6 * lesson.count))
        return SHOOGI_NO_MEMORY;
    set->at[set->count] = set->byte_count;
    set->lessons[set->count++] = lesson;
    write_list(set, own, lesson.count);
    if (other)
        write_list(set, other, lesson.count);
    set->inputs_most = set->inputs_most > lesson.count ? set->inputs_most : lesson.count;
    return SHOOGI_OK;
}

shoogi_status shg_example_set_append(shg_example_set *set, const shg_example_set *more)
{
    if (!make_room_for(set, more->count, more->byte_count))
        return SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < more->count; i++) {
        set->at[set->count + i] = set->byte_count + more->at[i];
        set->lessons[set->count + i] = more->lessons[i];
    }
    if (more->byte_count > 0)
        memcpy(set->bytes + set->byte_count, more->bytes, more->byte_count);
    set->count += more->count;
    set->byte_count += more->byte_count;
    set->inputs_most = set->inputs_most > more->inputs_most ? set->inputs_most : more->inputs_most;
    return SHOOGI_OK;
}

/* Returns where the list ends. */
static const uint8_t *read_list(uint16_t *inputs, const uint8_t *at, size_t count)
{
    unsigned input = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned difference = *at++;
        if (difference == ESCAPE) {
            difference = at[0] | (unsigned)at[1] << 8;
            at += 2;
        }
        input += difference;
        inputs[i] = (uint16_t)input;
    }
    return at;
}

void shg_example_set_read(uint16_t *own, uint16_t *other, const shg_example_set *set, size_t i,
                          const uint16_t *turned, unsigned region_inputs)
{
    const size_t count = set->lessons[i].count;
    const uint8_t *const at = read_list(own, set->bytes + set->at[i], count);
    if (!turned)
        (void)read_list(other, at, count);
    for (size_t j = 0; turned && j < count; j++)
        other[j] = turned[own[j]];
    const uint8_t *const region = set->lessons[i].region;
    for (size_t j = 0; j < count; j++) {
        own[j] = (uint16_t)(own[j] + region[0] * region_inputs);
        other[j] = (uint16_t)(other[j] + region[1] * region_inputs);
    }
}

size_t shg_example_set_bytes(const shg_example_set *set)
{
    return set->count * (sizeof *set->lessons + sizeof *set->at) + set->byte_count;
}

void shg_example_set_clear(shg_example_set *set)
{
    set->count = set->byte_count = 0;
}

void shg_example_set_fini(shg_example_set *set)
{
    free(set->lessons);
    free(set->at);
    free(set->bytes);
    *set = (shg_example_set){ 0 };
}
