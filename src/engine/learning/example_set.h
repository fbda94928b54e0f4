/* example_set.h: the examples that a network is trained on, packed: about a byte for each input.
 *
 * An example is a list of inputs of the first region as the side to move sees them, in increasing order, of which the
 * differences are kept.  What the other side sees is another list, or the same with each input turned, where blocks of squares
 * allow it: those of a board whose files and ranks the blocks divide evenly. */
#ifndef SHG_ENGINE_LEARNING_EXAMPLE_SET_H
#define SHG_ENGINE_LEARNING_EXAMPLE_SET_H

#include "engine/network/nnue.h"
#include "engine/search/table.h"

/* What an example says, besides its inputs. */
typedef struct shg_lesson {
    float target;          /* winning chance of the side to move */
    uint16_t count;        /* of its inputs */
    uint8_t bucket, bound; /* bound: shg_bound, of the target */
    uint8_t region[2];     /* of the royals, as both sides see them */
} shg_lesson;

typedef struct shg_example_set {
    shg_lesson *lessons; /* [count] room for `room` */
    size_t *at;          /* [count] likewise: where its bytes begin */
    size_t count, room;
    uint8_t *bytes;
    size_t byte_count, byte_room;
    uint16_t inputs_most; /* of an example */
} shg_example_set;

/* How the other side sees each input.  Returns OK with *out owned (free), NULL if that depends on the square; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_turned_inputs(uint16_t **out, const shg_nnue *network);

/* Adds an example.  own, other: [lesson.count], of the first region, sorted by this call; other: NULL if inputs can be turned.
 * Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_example_set_add(shg_example_set *set, unsigned *own,
                                                 unsigned *other, shg_lesson lesson);

/* Adds all of another set.  Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_example_set_append(shg_example_set *set,
                                                    const shg_example_set *more);

/* Writes the inputs of an example, of its regions.  own, other: [lessons[i].count] filled.  turned: of shg_turned_inputs. */
void shg_example_set_read(uint16_t *own, uint16_t *other, const shg_example_set *set, size_t i,
                          const uint16_t *turned, unsigned region_inputs);

/* The memory that the examples take. */
size_t shg_example_set_bytes(const shg_example_set *set);
void shg_example_set_clear(shg_example_set *set);
void shg_example_set_fini(shg_example_set *set);

#endif
