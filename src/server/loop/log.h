/* log.h: what the server tells whoever runs it: a line on standard error for each event.
 *
 * "shoogi: A player has logged in. name=Anna address=192.0.2.7".  Where the journal reads them lines begin with its
 * mark of the level, "<6>", as sd-daemon(3) says.  No secret and no text of a player's is ever in it but names, and
 * whatever came from outside is quoted.  A kind of line that comes too often is counted instead. */
#ifndef SHG_SERVER_LOOP_LOG_H
#define SHG_SERVER_LOOP_LOG_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* As syslog numbers them. */
typedef enum shg_log_level {
    SHG_LOG_ERROR = 3,
    SHG_LOG_WARNING = 4,
    SHG_LOG_NOTICE = 5,
    SHG_LOG_INFO = 6,
    SHG_LOG_DEBUG = 7
} shg_log_level;

typedef enum shg_log_kind {
#define LOG(ident, level, sentence) SHG_LOG_##ident,
#include "server/loop/log.def"
    SHG_LOG_KINDS
} shg_log_kind;

enum {
    SHG_LOG_BURST = 20, /* lines of one kind, in SHG_LOG_WINDOW_MS */
    SHG_LOG_WINDOW_MS = 10 * 1000,
    SHG_LOG_LINE_BYTES = 1024
};

/* Of one thread. */
typedef struct shg_log {
    FILE *file;
    shg_log_level level;
    bool journal;
    struct {
        int64_t window_ms; /* when it began */
        uint32_t lines, lost;
    } kinds[SHG_LOG_KINDS];
} shg_log;

/* To standard error; the journal reads it if JOURNAL_STREAM says so. */
void shg_log_init(shg_log *log, shg_log_level level);

/* "error", "warning", "notice", "info" or "debug"; false if it is none of them. */
bool shg_log_level_read(shg_log_level *out, const char *word);
const char *shg_log_level_word(shg_log_level level);

/* Writes a line, unless the level or the bound is against it.  Then follow keys and values, all const char *, and
 * NULL. */
void shg_log_write(shg_log *log, int64_t now_ms, shg_log_kind kind, ...) __attribute__((sentinel));

/* What was counted instead of written, of windows that are over; to be called now and then, and with INT64_MAX at
 * the end. */
void shg_log_flush(shg_log *log, int64_t now_ms);

#endif
