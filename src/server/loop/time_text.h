/* time_text.h: moments as lists and records show them. */
#ifndef SHG_SERVER_LOOP_TIME_TEXT_H
#define SHG_SERVER_LOOP_TIME_TEXT_H

#include <stdint.h>

enum { SHG_TIME_TEXT_BYTES = 32 };

/* "2024-03-01 17:05", UTC; the time in milliseconds since 1970. */
void shg_time_write(char out[SHG_TIME_TEXT_BYTES], int64_t at_ms);
/* "2024/03/01 17:05:09", as start-time has it.  Source: docs/record-format.md. */
void shg_time_write_record(char out[SHG_TIME_TEXT_BYTES], int64_t at_ms);

#endif
