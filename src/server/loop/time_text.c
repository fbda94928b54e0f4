#include "server/loop/time_text.h"

#include <time.h>

/* Splits a time into its parts in UTC; all 0 if it has none. */
static struct tm parts_of(int64_t at_ms)
{
    const time_t at = (time_t)(at_ms / 1000);
    struct tm parts = { 0 };
    (void)gmtime_r(&at, &parts);
    return parts;
}

void shg_time_write(char out[SHG_TIME_TEXT_BYTES], int64_t at_ms)
{
    const struct tm parts = parts_of(at_ms);
    strftime(out, SHG_TIME_TEXT_BYTES, "%Y-%m-%d %H:%M", &parts);
}

void shg_time_write_record(char out[SHG_TIME_TEXT_BYTES], int64_t at_ms)
{
    const struct tm parts = parts_of(at_ms);
    strftime(out, SHG_TIME_TEXT_BYTES, "%Y/%m/%d %H:%M:%S", &parts);
}
