/* load_tokens.c: a database with players who have tokens, for bench/load.py.
 *
 *     load_tokens DB PLAYERS          prints a line "NAME TOKEN" for each */
#include "server/account/token.h"
#include "server/session/scope.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void fail(const char *what, const shoogi_error *err)
{
    fprintf(stderr, "load_tokens: %s: %s\n", what, err->message);
    exit(1);
}

int main(int argc, char **argv)
{
    shg_storage *storage = NULL;
    shoogi_error err = { 0 };
    const int64_t now_ms = (int64_t)time(NULL) * 1000;
    if (argc != 3 || sodium_init() < 0)
        return 2;
    const shg_sqlite_options options = { .path = argv[1] };
    if (shg_storage_sqlite(&storage, &options, &err) != SHOOGI_OK ||
        storage->ops->begin(storage, &err) != SHOOGI_OK)
        fail(argv[1], &err);
    for (unsigned long i = 0, count = strtoul(argv[2], NULL, 10); i < count; i++) {
        char name[20], token[SHG_TOKEN_BYTES + 1], hash[SHG_TOKEN_HASH_BYTES + 1];
        snprintf(name, sizeof name, "p%lu", i);
        shg_token_make(token, hash);
        const shg_player player = { .name = name, .password = "*" };
        shg_token row = { .kind = SHG_TOKEN_PROGRAM,
                          .name = "load",
                          .from = "",
                          .created_ms = now_ms,
                          .scopes = SHG_SCOPES_DEFAULT };
        int64_t id;
        if (storage->ops->player_add(storage, &row.player, &player, &err) != SHOOGI_OK ||
            shg_token_store(storage, &id, &row, hash, &err) != SHOOGI_OK)
            fail(name, &err);
        printf("%s %s\n", name, token);
    }
    if (storage->ops->commit(storage, &err) != SHOOGI_OK)
        fail(argv[1], &err);
    storage->ops->close(storage);
    return 0;
}
