/* test_settings.h: environment variables by which a test makes the program it runs cheaper or quicker.
 *
 * Only a build with asserts that was configured with tests reads them. In every other build, so in
 * every installed one, the functions return the normal value. No setting makes anything longer or
 * dearer than normal.
 *
 *     SHOOGI_TEST_PASSWORD_COST=least   hash passwords at Argon2id's minimum cost (passwords.c); a verifier
 *                                       contains its cost, so older ones still work
 *     SHOOGI_TEST_HEAD_MS               replaces SHG_HTTP_HEAD_MS: an HTTP head, and its TLS handshake
 *     SHOOGI_TEST_IDLE_MS               replaces SHG_HTTP_IDLE_MS
 *     SHOOGI_TEST_PING_MS               replaces SHG_PING_MS
 *     SHOOGI_TEST_SEND_MS               replaces SHG_SEND_CHECK_MS
 *     SHOOGI_TEST_FIRST_MOVE_MS         replaces SHG_ENGINE_FIRST_MOVE_MS
 *     SHOOGI_TEST_BOUNDS=tiny           shrinks limits that clients cannot notice, so that rare events become
 *                                       common: games leave the cache and are read again, lists are sent line
 *                                       by line, a connection does one thing per turn, input waits
 *     SHOOGI_TEST_ESCAPE                file that a sandboxed helper process tries to open, replace and remove; it
 *                                       reports the outcome before its answer (cli/work.c)
 *     SHOOGI_TEST_ENGINE                program started instead of our engine */
#ifndef SHG_SERVER_LOOP_TEST_SETTINGS_H
#define SHG_SERVER_LOOP_TEST_SETTINGS_H

#include <stdbool.h>

/* Returns the variable's text, borrowed from the environment; NULL if unset or not read by this
 * build. Any thread. */
const char *shg_test_setting(const char *name);

/* Whether the variable has exactly this value. Any thread. */
bool shg_test_setting_is(const char *name, const char *word);

/* Returns the variable's value in milliseconds if it is 1 to usual_ms, else usual_ms. Any thread. */
int shg_test_setting_ms(const char *name, int usual_ms);

/* Returns usual, or tiny under SHOOGI_TEST_BOUNDS=tiny. For limits that a client cannot notice.
 * Any thread. */
int shg_test_bound(int usual, int tiny);

#endif
