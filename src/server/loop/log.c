#include "server/loop/log.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    shg_log_level level;
    const char *sentence;
} kinds[SHG_LOG_KINDS] = {
#define LOG(ident, level, sentence) [SHG_LOG_##ident] = { SHG_LOG_##level, sentence },
#include "server/loop/log.def"
};

static const struct {
    const char *word;
    shg_log_level level;
} levels[] = {
    { "error", SHG_LOG_ERROR }, { "warning", SHG_LOG_WARNING }, { "notice", SHG_LOG_NOTICE },
    { "info", SHG_LOG_INFO },   { "debug", SHG_LOG_DEBUG },
};

enum { LEVELS = sizeof levels / sizeof levels[0] };

bool shg_log_level_read(shg_log_level *out, const char *word)
{
    for (size_t i = 0; i < LEVELS; i++)
        if (strcmp(levels[i].word, word) == 0) {
            *out = levels[i].level;
            return true;
        }
    return false;
}

const char *shg_log_level_word(shg_log_level level)
{
    for (size_t i = 0; i < LEVELS; i++)
        if (levels[i].level == level)
            return levels[i].word;
    return "";
}

void shg_log_init(shg_log *log, shg_log_level level)
{
    const char *stream = getenv("JOURNAL_STREAM");
    memset(log, 0, sizeof *log);
    log->file = stderr;
    log->level = level;
    log->journal = stream && stream[0] != '\0';
}

/* Writes a value: bare if it is a plain word, else quoted with everything outside plain ASCII as
 * \xHH. */
static void write_value(shg_out *out, const char *value)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/@+[]";
    if (value[0] != '\0' && value[strspn(value, plain)] == '\0') {
        shg_out_text(out, value);
        return;
    }
    shg_out_char(out, '"');
    for (; *value; value++) {
        const unsigned char c = (unsigned char)*value;
        if (c < 0x20 || c >= 0x7F || c == '"' || c == '\\')
            shg_out_format(out, "\\x%02X", (unsigned)c);
        else
            shg_out_char(out, (char)c);
    }
    shg_out_char(out, '"');
}

/* In one write, so lines of different programs do not mix. */
static void end_line(shg_log *log, shg_out *out, char line[SHG_LOG_LINE_BYTES])
{
    const size_t length =
        out->length < SHG_LOG_LINE_BYTES - 1 ? out->length : SHG_LOG_LINE_BYTES - 2;
    line[length] = '\n';
    fwrite(line, 1, length + 1, log->file);
    fflush(log->file);
}

static shg_out begin_line(const shg_log *log, char line[SHG_LOG_LINE_BYTES], shg_log_kind kind)
{
    shg_out out = shg_out_make(line, SHG_LOG_LINE_BYTES - 1);
    if (log->journal)
        shg_out_format(&out, "<%d>", (int)kinds[kind].level);
    else
        shg_out_format(&out, "shoogi: %s: ", shg_log_level_word(kinds[kind].level));
    shg_out_text(&out, kinds[kind].sentence);
    return out;
}

static void write_suppressed(shg_log *log, shg_log_kind kind)
{
    char line[SHG_LOG_LINE_BYTES];
    shg_out out = begin_line(log, line, kind);
    shg_out_format(&out, " more=%u", (unsigned)log->kinds[kind].lost);
    end_line(log, &out, line);
    log->kinds[kind].lost = 0;
}

void shg_log_flush(shg_log *log, int64_t now_ms)
{
    for (size_t kind = 0; kind < SHG_LOG_KINDS; kind++)
        if (log->kinds[kind].lost > 0 && log->kinds[kind].window_ms <= now_ms - SHG_LOG_WINDOW_MS)
            write_suppressed(log, (shg_log_kind)kind);
}

void shg_log_write(shg_log *log, int64_t now_ms, shg_log_kind kind, ...)
{
    if (kinds[kind].level > log->level)
        return;
    if (log->kinds[kind].lines == 0 || now_ms - log->kinds[kind].window_ms >= SHG_LOG_WINDOW_MS) {
        if (log->kinds[kind].lost > 0)
            write_suppressed(log, kind);
        log->kinds[kind].window_ms = now_ms;
        log->kinds[kind].lines = 0;
    }
    if (log->kinds[kind].lines++ >= SHG_LOG_BURST) {
        log->kinds[kind].lost++;
        return;
    }
    char line[SHG_LOG_LINE_BYTES];
    shg_out out = begin_line(log, line, kind);
    va_list pairs;
    va_start(pairs, kind);
    for (const char *key; (key = va_arg(pairs, const char *)) != NULL;) {
        shg_out_format(&out, " %s=", key);
        write_value(&out, va_arg(pairs, const char *));
    }
    va_end(pairs);
    end_line(log, &out, line);
}
