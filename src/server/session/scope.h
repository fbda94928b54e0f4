/* scope.h: what the token of a program permits.
 *
 * Each command (commands.def) and each resource of the API (api/resources.c) states the scope it needs; a session that
 * signed in by password, or a browser by its cookie, lacks none. The numbers are stored. */
#ifndef SHG_SERVER_SESSION_SCOPE_H
#define SHG_SERVER_SESSION_SCOPE_H

#include "base/text.h"
#include "language/language.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum shg_scope {
    SHG_SCOPE_NONE = 0,
    SHG_SCOPE_READ = 1,    /* see what the player sees: games, challenges, players, records */
    SHG_SCOPE_PLAY = 2,    /* play, make and answer challenges, talk */
    SHG_SCOPE_RECORDS = 4, /* upload records and definitions, edit studies and free boards */
    SHG_SCOPE_MANAGE = 8,  /* settings and the account, as far as no password is asked for */
    SHG_SCOPE_OWNER = 16,  /* make tokens and end sessions: no token has it */
    SHG_SCOPES_TOKEN = 15,
    SHG_SCOPES_DEFAULT = SHG_SCOPE_READ | SHG_SCOPE_PLAY | SHG_SCOPE_RECORDS
} shg_scope;

enum { SHG_SCOPES_BYTES = sizeof "read,play,records,manage" };

/* The word of one scope: "read"; "" for NONE. */
const char *shg_scope_word(shg_scope scope);

/* Writes the scopes of a token, NUL-terminated: "read,play". */
void shg_scopes_write(char out[SHG_SCOPES_BYTES], unsigned scopes);

/* Reads scopes in any order and case. False if a word is none of the four, or there is no word. */
bool shg_scopes_read(unsigned *out, const char *text, size_t text_bytes);

/* Writes the sentence that refuses what needs a scope, without a line end. */
void shg_scope_refusal(shg_out *out, shg_language language, shg_scope scope);

#endif
