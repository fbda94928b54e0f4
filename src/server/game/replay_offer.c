#include "server/game/replay_offer.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char of[] = "replay-of=", accepted[] = "accepted=";

/* Returns the number after a word of the options; 0 if absent. */
static int64_t number_behind(const char *options, const char *word)
{
    const char *at = strstr(options, word);
    return at && (at == options || at[-1] == ' ') ? strtoll(at + strlen(word), NULL, 10) : 0;
}

int64_t shg_replay_game(const char *options)
{
    return number_behind(options, of);
}

int64_t shg_replay_accepted(const char *options)
{
    return number_behind(options, accepted);
}

void shg_replay_options(char out[SHG_STORAGE_OPTIONS_BYTES_MAX + 1], const char *options)
{
    shg_out kept = shg_out_make(out, SHG_STORAGE_OPTIONS_BYTES_MAX + 1);
    while (*options) {
        const size_t bytes = strcspn(options, " ");
        if (strncmp(options, of, sizeof of - 1) != 0 &&
            strncmp(options, accepted, sizeof accepted - 1) != 0)
            shg_out_format(&kept, "%s%.*s", kept.length > 0 ? " " : "", (int)bytes, options);
        options += bytes + (options[bytes] == ' ');
    }
}

void shg_replay_accept(char out[SHG_STORAGE_OPTIONS_BYTES_MAX + 1], const char *options,
                       int64_t player)
{
    char kept[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_replay_options(kept, options);
    snprintf(out, SHG_STORAGE_OPTIONS_BYTES_MAX + 1, "%s%" PRId64 " %s%" PRId64 "%s%s", of,
             shg_replay_game(options), accepted, player, kept[0] ? " " : "", kept);
}

bool shg_replay_is_for(const shg_challenge *row, int64_t player, const char *name)
{
    return row->player == player ||
           shg_text_same(row->pattern, strlen(row->pattern), name, strlen(name));
}

shoogi_status shg_replay_offer(shg_storage *storage, const shg_replay *replay, int64_t now_ms,
                               shoogi_error *err)
{
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    snprintf(options, sizeof options, "%s%" PRId64 "%s%s", of, replay->game,
             replay->options[0] ? " " : "", replay->options);
    const shg_challenge row = { .player = replay->black,
                                .variant = replay->variant,
                                .pattern = replay->white_name,
                                .colour = replay->handicap[0] ? "black" : "white",
                                .options = options,
                                .first_move = replay->handicap,
                                .comment = "",
                                .created_ms = now_ms };
    int64_t id;
    return storage->ops->challenge_add(storage, &id, &row, err);
}

typedef struct search {
    int64_t game, found;
} search;

static bool find(void *context, const shg_challenge *row)
{
    search *s = context;
    if (shg_replay_game(row->options) == s->game)
        s->found = row->id;
    return s->found == 0;
}

shoogi_status shg_replay_withdraw(shg_storage *storage, int64_t game, int64_t black,
                                  shoogi_error *err)
{
    search s = { .game = game };
    const shoogi_status status = storage->ops->challenge_list(storage, black, find, &s, err);
    if (status != SHOOGI_OK)
        return status;
    return s.found != 0 ? storage->ops->challenge_remove(storage, s.found, err) : SHOOGI_NOT_FOUND;
}
