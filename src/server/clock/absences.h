/* absences.h: players whose server has ended or is silent, and who get back the time until they are at another one, at most
 * SHG_ABSENCE_MAX_MS; see nodes/time_back.h.
 *
 * Times are the database's. All zero: none. */
#ifndef SHG_SERVER_CLOCK_ABSENCES_H
#define SHG_SERVER_CLOCK_ABSENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SHG_ABSENCE_MAX_MS = 10 * 1000,
    SHG_ABSENCE_STORED_MS = 5 * 1000, /* how long one that is over waits to be stored */
};

typedef struct shg_absence {
    int64_t player, node;
    int64_t from_ms; /* the last beat of the node */
    int64_t back_ms; /* 0: not back */
} shg_absence;

typedef struct shg_absences {
    shg_absence *each; /* owned */
    size_t count, room;
} shg_absences;

void shg_absences_fini(shg_absences *absences);

/* A player of a node that was last heard of at from_ms; again for one who is known does nothing. Without memory the player gets
 * nothing back. */
void shg_absences_begin(shg_absences *absences, int64_t player, int64_t node, int64_t from_ms);
/* The player has come to another node. Earlier than the absence: it was none. */
void shg_absences_back(shg_absences *absences, int64_t player, int64_t at_ms);
/* The node is heard of again: its players were not absent, except those who have left it meanwhile. */
void shg_absences_cancel(shg_absences *absences, int64_t node, int64_t beat_ms);
/* Forgets those that were to be stored earlier. */
void shg_absences_forget(shg_absences *absences, int64_t now_ms);

/* The latest of a player: NULL: none. Borrowed until the next change. */
const shg_absence *shg_absences_find(const shg_absences *absences, int64_t player);

/* When the time stops to be given back: when the player was back, or after the most. */
int64_t shg_absence_end_ms(const shg_absence *absence);

#endif
