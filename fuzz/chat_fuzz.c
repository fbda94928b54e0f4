/* chat_fuzz.c: any text said with each command for talking, in each character encoding that a listener may have
 * set and each way to draw boards: a listener's terminal receives only what people.h allows.
 *
 * The first byte of the input says what the listeners have set, the rest is the text. */
#include "people.h"

#include <stdio.h>

/* The commands that Anna types, with the text for %s. */
static const char *const ways[] = {
    "TELL Bert %s",     ". %s",           "SAY %s",      "SHOUT %s",
    "KIBITZ %s",        "WHISPER %s",     "TELL %s",     "NEW * W %s",
    "NEW Bert P-2f %s", "REPORT Bert %s", "NEW %s P-7f", "%s",
    "EXPORT 1 %s",      "HELP %s",        "WHO %s",      "TELL Dora %s\nyes",
};

/* The commands that the others type afterwards. */
static const char *const looks[] = {
    "NEW", "WHO", "GAMES", "STAT", "BOARD", "MOVES -n", "EXPORT 1"
};

static void set(person *p, const char *what, unsigned value)
{
    static const char *const codes[] = { "JIS", "EUC", "SHIFT", "UTF" };
    char line[40];
    if (what[0] == 'K')
        snprintf(line, sizeof line, "SET KANJI %s", codes[value % 4]);
    else
        snprintf(line, sizeof line, "SET %s %u", what, value % 4);
    type(p, line);
}

static void say(const char *way, const char *text, size_t text_bytes)
{
    const char *at = strstr(way, "%s");
    type_bytes(&people[0], way, (size_t)(at - way));
    type_bytes(&people[0], text, text_bytes);
    type_bytes(&people[0], at + 2, strlen(at + 2));
    type_bytes(&people[0], "\n", 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    if (data_bytes == 0)
        return 0;
    const unsigned how = data[0];
    const char *text = (const char *)data + 1;
    size_t text_bytes = data_bytes - 1;
    if (text_bytes > SHG_TELNET_LINE_BYTES_MAX)
        text_bytes = SHG_TELNET_LINE_BYTES_MAX;
    open_server();
    type(&people[0], "NEW Bert P-7f");
    type(&people[1], "NEW 1");
    type(&people[2], "OBSERVE 1");
    type(&people[0], "BOARD 1");
    for (int i = 1; i < PEOPLE; i++) {
        set(&people[i], "KANJI", how + (unsigned)i);
        set(&people[i], "BSTYLE", how / 4 + (unsigned)i);
        set(&people[i], "PSTYLE", how / 16);
    }
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (people[0].finished) {
            leave(&people[0]);
            arrive(&people[0]);
        }
        say(ways[i], text, text_bytes);
        type(&people[0], "no"); /* to a question, if it is one */
    }
    for (int i = 1; i < PEOPLE; i++)
        for (size_t k = 0; k < sizeof looks / sizeof looks[0]; k++)
            type(&people[i], looks[k]);
    close_server();
    return 0;
}
