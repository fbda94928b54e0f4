/* time_text.h: dates and times in lists and records. */
#ifndef SHG_SERVER_LOOP_TIME_TEXT_H
#define SHG_SERVER_LOOP_TIME_TEXT_H

#include <stdint.h>

enum { SHG_TIME_TEXT_BYTES = 32 };

/* Writes "2024-03-01 17:05", UTC. at_ms: milliseconds since 1970. */
void shg_time_write(char out[SHG_TIME_TEXT_BYTES], int64_t at_ms);
/* Writes "2024/03/01 17:05:09", the form of start-time. Source: docs/record-format.md. */
void shg_time_write_record(char out[SHG_TIME_TEXT_BYTES], int64_t at_ms);

#endif
