#include "server/game/game_chat.h"

#include "server/session/session.h"
#include "server/session/task.h"

#include <string.h>

typedef struct stored_line {
    shg_task task;
    shg_chat_line row;
    char text[];
} stored_line;

static shoogi_status run(shg_job *job, shg_storage *storage)
{
    stored_line *k = (stored_line *)(void *)job;
    int64_t number;
    return storage->ops->chat_add(storage, &number, &k->row, &job->error);
}

static void nothing_more(shg_task *task)
{
    (void)task;
}

void shg_game_chat_keep(shg_session *s, int64_t game, const char *kind, const char *text)
{
    const size_t bytes = strlen(text) + 1;
    stored_line *k = s->player != 0 ? shg_task_alloc(NULL, sizeof *k + bytes) : NULL;
    if (!k)
        return;
    memcpy(k->text, text, bytes);
    k->row = (shg_chat_line){ .game = game,
                              .player = s->player,
                              .kind = kind,
                              .text = k->text,
                              .at_ms = shg_now_ms(s->server) };
    shg_task_write(&k->task, s->server, s, run, nothing_more);
}

bool shg_game_chat_is_for(const char *kind, int colour, bool over)
{
    if (strcmp(kind, SHG_CHAT_SAY) == 0)
        return colour >= 0;
    return strcmp(kind, SHG_CHAT_WHISPER) != 0 || colour < 0 || over;
}
