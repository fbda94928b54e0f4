/* game.h: games in a storage of their own, for tests that need no server. */
#ifndef SHG_SUPPORT_GAME_H
#define SHG_SUPPORT_GAME_H

#include "server/game/game.h"
#include "support/server.h"

/* A storage in memory with two players and the definition of shogi. */
typedef struct game_storage {
    shg_storage *storage;
    shg_rules_cache *rules;
    int64_t black, white, definition;
} game_storage;

static inline int64_t add_player(shg_storage *s, const char *name)
{
    const shg_player row = { .name = name, .password = "" };
    int64_t id = 0;
    assert_int_equal(s->ops->player_add(s, &id, &row, NULL), SHOOGI_OK);
    return id;
}

static inline game_storage make_game_storage(void)
{
    game_storage p = { 0 };
    assert_int_equal(shg_storage_open(&p.storage, "memory", false, NULL), SHOOGI_OK);
    assert_int_equal(shg_rules_cache_new(&p.rules), SHOOGI_OK);
    shg_storage *s = p.storage;
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    p.black = add_player(s, "Anna");
    p.white = add_player(s, "Bert");
    const char *text = variant_text("shogi");
    const shg_definition row = { .name = "shogi", .text = text, .text_bytes = strlen(text) };
    assert_int_equal(s->ops->definition_put(s, &p.definition, &row, NULL), SHOOGI_OK);
    return p; /* within a transaction: the tests add to it */
}

static inline void free_game_storage(game_storage *p)
{
    p->storage->ops->rollback(p->storage);
    p->storage->ops->close(p->storage);
    shg_rules_cache_free(p->rules);
}

static inline int64_t add_game(game_storage *p, const char *sfen)
{
    const shg_game row = { .definition = p->definition,
                           .black = p->black,
                           .white = p->white,
                           .sfen = sfen,
                           .options = "",
                           .comment = "",
                           .created_ms = 1000,
                           .outcome = "",
                           .reason = "" };
    int64_t id = 0;
    assert_int_equal(p->storage->ops->game_add(p->storage, &id, &row, NULL), SHOOGI_OK);
    return id;
}

static inline void add_event(game_storage *p, int64_t game, int64_t number, const char *kind,
                             const char *text)
{
    const shg_event row = { game, number, kind, text, 0, 1000 + number };
    shoogi_error err = { 0 };
    if (p->storage->ops->event_add(p->storage, &row, &err) != SHOOGI_OK)
        fail_msg("%s %s: %s", kind, text, err.message);
}

#endif
