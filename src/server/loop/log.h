/* log.h: the log for operators: one line on standard error per event.
 *
 * "shoogi: A player has logged in. name=Anna address=192.0.2.7". For the journal each line
 * begins with its level, "<6>" (sd-daemon(3)). The log contains no secret and no text of a
 * player except names; outside text is quoted. Lines of a kind that repeats too often are
 * counted instead. */
#ifndef SHG_SERVER_LOOP_LOG_H
#define SHG_SERVER_LOOP_LOG_H

#include "shoogi/status.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Numbered as in syslog. */
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
    SHG_LOG_BURST = 20, /* lines of one kind per SHG_LOG_WINDOW_MS */
    SHG_LOG_WINDOW_MS = 10 * 1000,
    SHG_LOG_LINE_BYTES = 1024
};

/* Used by one thread. */
typedef struct shg_log {
    FILE *file;
    shg_log_level level;
    bool journal;
    struct {
        int64_t window_ms; /* start of the window */
        uint32_t lines, lost;
    } kinds[SHG_LOG_KINDS];
} shg_log;

/* Writes to standard error, in the journal's form if JOURNAL_STREAM is set for it. */
void shg_log_init(shg_log *log, shg_log_level level);

/* Reads "error", "warning", "notice", "info" or "debug"; false for any other word. */
bool shg_log_level_read(shg_log_level *out, const char *word);
const char *shg_log_level_word(shg_log_level level);

/* Writes a line if level and burst limit permit. Keys and values follow, all const char *, ended
 * by NULL. */
void shg_log_write(shg_log *log, int64_t now_ms, shg_log_kind kind, ...) __attribute__((sentinel));

/* Writes the number of lines suppressed in past windows. Call it now and then, and with
 * INT64_MAX at the end. */
void shg_log_flush(shg_log *log, int64_t now_ms);

#endif
