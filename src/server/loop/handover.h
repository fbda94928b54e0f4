/* handover.h: what a server hands to the program that takes its place, in a hot upgrade.
 *
 * A sealed file in memory: a head with version and checksum, then a JSON object a line, each a thing that goes
 * on: a listening socket, a connection, an announced shutdown. Sockets keep their numbers, which the new program
 * inherits. Each room writes and reads its own fields. A field may be added or missing; if what a field means
 * changes, SHG_HANDOVER_VERSION has to, and a program refuses other versions as a whole.
 * docs/decisions/015-hot-upgrade.md */
#ifndef SHG_SERVER_LOOP_HANDOVER_H
#define SHG_SERVER_LOOP_HANDOVER_H

#include "base/json_fields.h"
#include "base/json_write.h"
#include "shoogi/status.h"

enum { SHG_HANDOVER_VERSION = 1, SHG_HANDOVER_KIND_BYTES = 16 };

/* ---- writing ---- */

typedef struct shg_handover_out {
    shg_out text; /* the records */
    int *sockets; /* named in them; owned */
    size_t count, room;
} shg_handover_out;

/* Begins and ends a record; its fields are added to out->text by the functions of json_write.h and these. */
void shg_handover_open(shg_handover_out *out, const char *kind);
void shg_handover_close(shg_handover_out *out);
/* The field "fd": a socket that the new program inherits. Once a record. */
void shg_handover_socket(shg_handover_out *out, int fd);
/* Writes the record of a listening socket. */
void shg_handover_listener(shg_handover_out *out, const char *name, int fd);
/* Makes the file. Returns OK and *fd, close-on-exec; else NO_MEMORY or IO with a sentence. */
SHOOGI_CHECKED shoogi_status shg_handover_seal(int *fd, const shg_handover_out *out,
                                               shoogi_error *err);
/* Whether exec leaves the sockets of the records open. */
void shg_handover_inherit(const shg_handover_out *out, bool inherited);
/* Wipes the records: they may contain a password that is being typed. */
void shg_handover_out_fini(shg_handover_out *out);

/* ---- reading ---- */

typedef struct shg_handover {
    const char *text; /* the mapped file */
    size_t bytes, records_at;
    size_t at;     /* of the next record */
    shg_json json; /* the current record; the root is the object */
} shg_handover;

/* Checks the file and all its records. fd: closed, in any case. Returns OK with *out filled
 * (shg_handover_fini), or PARSE_ERROR or NO_MEMORY with a sentence. */
SHOOGI_CHECKED shoogi_status shg_handover_read(shg_handover *out, int fd, shoogi_error *err);
void shg_handover_fini(shg_handover *handover);

/* Begins again before the first record. */
void shg_handover_rewind(shg_handover *handover);
/* Moves to the next record, and copies its kind. False at the end. */
bool shg_handover_next(char kind[SHG_HANDOVER_KIND_BYTES], shg_handover *handover);
/* Moves to the next record of a kind. False at the end. Does not parse other records, such as those of thousands of connections. */
bool shg_handover_next_of(shg_handover *handover, const char *kind);
/* Moves to the first record of a kind with this name ("name"), or with any if name is NULL. */
bool shg_handover_find(shg_handover *handover, const char *kind, const char *name);

/* The inherited socket of the current record; -1 if it is none. */
int shg_handover_fd(const shg_handover *handover);
/* Returns a copy of the listening socket with this name; -1: there is none. handover: NULL is accepted. */
int shg_handover_copy_listener(shg_handover *handover, const char *name);
/* Closes all listening sockets, of which copies are in use. */
void shg_handover_close_listeners(shg_handover *handover);

#endif
