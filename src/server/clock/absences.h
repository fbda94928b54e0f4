/* absences.h: players whose server has ended or is silent. They get back the time until they are at another server, at most
 * SHG_ABSENCE_MAX_MS; see nodes/time_back.h.
 *
 * Times are the database's. All zero: nobody is absent. */
#ifndef SHG_SERVER_CLOCK_ABSENCES_H
#define SHG_SERVER_CLOCK_ABSENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SHG_ABSENCE_MAX_MS = 10 * 1000,
    SHG_ABSENCE_STORED_MS = 5 * 1000, /* an absence is kept so long after its end, to be stored */
};

typedef struct shg_absence {
    int64_t player, node;
    int64_t from_ms; /* the last beat of the node */
    int64_t back_ms; /* when the player came to another node; 0: not yet */
} shg_absence;

typedef struct shg_absences {
    shg_absence *each; /* owned */
    size_t count, room;
} shg_absences;

void shg_absences_fini(shg_absences *absences);

/* Adds the absence of a player whose node beat last at from_ms, unless it was added before. Without memory the player gets
 * nothing back. */
void shg_absences_begin(shg_absences *absences, int64_t player, int64_t node, int64_t from_ms);
/* The player has come to another node at at_ms, which ends the player's absences; an absence that began later is removed. */
void shg_absences_back(shg_absences *absences, int64_t player, int64_t at_ms);
/* The node has beaten again at beat_ms: removes the absences of its players, except those who have come to another node. */
void shg_absences_cancel(shg_absences *absences, int64_t node, int64_t beat_ms);
/* Removes absences that ended more than SHG_ABSENCE_STORED_MS ago. */
void shg_absences_forget(shg_absences *absences, int64_t now_ms);

/* The latest absence of a player; NULL if there is none. Borrowed until the next change. */
const shg_absence *shg_absences_find(const shg_absences *absences, int64_t player);

/* The end of the time that is given back: the player's return, but at most SHG_ABSENCE_MAX_MS after the beginning. */
int64_t shg_absence_end_ms(const shg_absence *absence);

#endif
