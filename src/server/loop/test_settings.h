/* test_settings.h: what a test makes cheaper or shorter in the program that it runs, by an environment variable.
 *
 * Only a build with asserts that was configured with tests reads these variables; in every other build, so in all that
 * is installed, the functions give the usual value.  A setting never makes anything longer or dearer than usual.
 *
 *     SHOOGI_TEST_PASSWORD_COST=least   passwords are hashed at the least cost that Argon2id has (passwords.c); verifiers
 *                                       say their cost, so those of either kind are compared as ever
 *     SHOOGI_TEST_HEAD_MS               for SHG_HTTP_HEAD_MS: a head of HTTP, and a handshake of TLS at that door
 *     SHOOGI_TEST_IDLE_MS               for SHG_HTTP_IDLE_MS
 *     SHOOGI_TEST_PING_MS               for SHG_PING_MS
 *     SHOOGI_TEST_BOUNDS=tiny           bounds that nobody sees when they are reached hold next to nothing: a game is
 *                                       forgotten and read again, a list goes out line by line, each connection does one
 *                                       thing in a turn, input waits; so what is rare becomes what always happens
 *     SHOOGI_TEST_ENGINE                a program that is started in the place of ours to think about positions */
#ifndef SHG_SERVER_LOOP_TEST_SETTINGS_H
#define SHG_SERVER_LOOP_TEST_SETTINGS_H

#include <stdbool.h>

/* The variable's text, borrowed from the environment; NULL: it is not set, or this build does not read it.  Any thread. */
const char *shg_test_setting(const char *name);

/* Whether the variable is set to just that word.  Any thread. */
bool shg_test_setting_is(const char *name, const char *word);

/* The variable's whole number of milliseconds, if it is from 1 to usual_ms; else usual_ms.  Any thread. */
int shg_test_setting_ms(const char *name, int usual_ms);

/* usual, or tiny if SHOOGI_TEST_BOUNDS says so.  For what a client cannot tell apart.  Any thread. */
int shg_test_bound(int usual, int tiny);

#endif
