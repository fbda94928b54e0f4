#include "server/time_text.h"

#include <string.h>
#include <time.h>

void shg_time_write(char out[SHG_TIME_TEXT_BYTES], int64_t at_ms)
{
    const time_t at = (time_t)(at_ms / 1000);
    struct tm parts;
    out[0] = '\0';
    if (gmtime_r(&at, &parts))
        strftime(out, SHG_TIME_TEXT_BYTES, "%Y-%m-%d %H:%M", &parts);
}
