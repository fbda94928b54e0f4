/* admin.h: administrators' actions on the storage of a server, running or not. */
#ifndef SHG_SERVER_ADMIN_ADMIN_H
#define SHG_SERVER_ADMIN_ADMIN_H

#include "server/loop/bounds.h"
#include "server/loop/shares.h"
#include "server/loop/text_buffer.h"
#include "storage/storage.h"

typedef enum shg_admin_where {
    SHG_ADMIN_READ,
    SHG_ADMIN_STORED,
    SHG_ADMIN_LIVE,
    SHG_ADMIN_EVERYWHERE,
    SHG_ADMIN_FILES
} shg_admin_where;

enum {
#define ADMIN_READ(ident, name, arguments, min, max, brief)       SHG_ADMIN_##ident,
#define ADMIN_STORED(ident, name, arguments, min, max, brief)     SHG_ADMIN_##ident,
#define ADMIN_LIVE(ident, name, arguments, min, max, brief)       SHG_ADMIN_##ident,
#define ADMIN_EVERYWHERE(ident, name, arguments, min, max, brief) SHG_ADMIN_##ident,
#define ADMIN_FILES(ident, name, arguments, min, max, brief)      SHG_ADMIN_##ident,
#include "server/admin/admin.def"
    SHG_ADMIN_ACTIONS
};

typedef struct shg_admin_action {
    const char *name, *arguments, *brief;
    uint8_t min, max;
    shg_admin_where where;
} shg_admin_action;

extern const shg_admin_action shg_admin_actions[SHG_ADMIN_ACTIONS];

/* The action with a name; NULL if not found. */
const shg_admin_action *shg_admin_find(const char *name);

enum { SHG_ADMIN_WORDS_MAX = 3 };

/* A request of an administrator. */
typedef struct shg_admin_request {
    const shg_admin_action *action;
    const char *words[SHG_ADMIN_WORDS_MAX]; /* its arguments; borrowed */
    size_t word_count;
    const char *node; /* the server named by --node of the command line; NULL: none */
    int64_t now_ms;
    shg_text_buffer answer; /* lines for the administrator */
    /* Effects for a running server after the commit. */
    bool bans_changed;
    int64_t password_of; /* the player whose sessions end; 0: none */
    bool running;        /* set by a running server */
    bool frees;          /* what selection holds */
    shg_share_selection selection;
} shg_admin_request;

/* Whether the last argument is a text that includes all words that follow. */
bool shg_admin_ends_in_text(const shg_admin_action *action);

/* Checks the number of words. OK; else PARSE_ERROR with a sentence. */
SHOOGI_CHECKED shoogi_status shg_admin_check(const shg_admin_request *request, shoogi_error *err);

/* Runs an action of SHG_ADMIN_READ or SHG_ADMIN_STORED within a transaction, with words already
 * checked. Returns OK; PARSE_ERROR (a word is invalid), NOT_FOUND, LIMIT_EXCEEDED or the
 * storage's error, with a sentence. */
SHOOGI_CHECKED shoogi_status shg_admin_run(shg_admin_request *request, shg_storage *storage,
                                           shoogi_error *err);

/* Reads a word as a network or as the name of a player, who must exist; name: filled with the name as
 * stored, "" for a network. Returns OK, PARSE_ERROR, NOT_FOUND or the storage's error. */
SHOOGI_CHECKED shoogi_status shg_admin_select(shg_share_selection *out,
                                              char name[SHG_NAME_BYTES_MAX + 1],
                                              shg_storage *storage, const char *word,
                                              shoogi_error *err);

/* Reads a length of time such as "10m": a number of at least 1, then a unit.  units: the allowed letters, of "s", "m", "h" and
 * "d".  Returns false if the text is anything else; *out_ms is then unchanged. */
bool shg_admin_read_length(int64_t *out_ms, const char *text, const char *units);

/* Reads the end of a ban: "forever"; "12h", "7d"; "2026-12-24", "2026-12-24T18:00", UTC. 0:
 * permanent. */
SHOOGI_CHECKED shoogi_status shg_admin_read_until(int64_t *until_ms, const char *text,
                                                  int64_t now_ms, shoogi_error *err);

#endif
