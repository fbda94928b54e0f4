/* memory_account.c: accounts and queued e-mails, in memory. */
#include "support/memory_storage/memory_int.h"
#include "storage/row.h"

#include <stddef.h>
#include <string.h>

static const struct account *account_of(const struct memory *m, int64_t player)
{
    for (size_t i = 0; i < m->accounts.list.count; i++) {
        const struct account *account = m->accounts.list.rows[i];
        if (account->row.player == player)
            return account;
    }
    return NULL;
}

shoogi_status shg_memory_account_get(shg_storage *s, shg_account_row *row, int64_t player,
                                     shoogi_error *err)
{
    const struct account *account = account_of(memory_of(s), player);
    (void)err;
    *row = account ? account->row : (shg_account_row){ .player = player, .mail = "", .totp = "" };
    return SHOOGI_OK;
}

shoogi_status shg_memory_account_set(shg_storage *s, const shg_account_row *row, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_account(row, err);
    if (status != SHOOGI_OK)
        return status;
    if (!list_at(&m->players, row->player))
        return shg_row_not_found(err, "player", row->player);
    const struct account *old = account_of(m, row->player);
    char *texts;
    struct account *added =
        shg_memory_numbered_reserve(m, &m->accounts)
            ? shg_memory_row_new(&texts, sizeof *added, strlen(row->mail) + strlen(row->totp) + 2)
            : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    added->id = m->accounts.made + 1;
    added->row = *row;
    added->row.mail = shg_memory_put_text(&texts, row->mail);
    added->row.totp = shg_memory_put_text(&texts, row->totp);
    shg_memory_numbered_add(m, &m->accounts, added);
    return old ? shg_memory_numbered_remove(m, &m->accounts, "account", old->id, err) : SHOOGI_OK;
}

/* The next player with an e-mail address; 0: none. */
static int64_t next_with_mail(const struct memory *m, int64_t after)
{
    int64_t next = 0;
    for (size_t i = 0; i < m->accounts.list.count; i++) {
        const shg_account_row *row = &((const struct account *)m->accounts.list.rows[i])->row;
        if (row->mail[0] && row->player > after && (next == 0 || row->player < next))
            next = row->player;
    }
    return next;
}

shoogi_status shg_memory_account_list(shg_storage *s, int64_t after, shg_number_fn *each,
                                      void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (int64_t at = next_with_mail(m, after); at != 0; at = next_with_mail(m, at))
        if (!each(context, at))
            break;
    m->listing = false;
    return SHOOGI_OK;
}

/* A list, and the offset of the player in its rows. */
struct owned {
    struct numbered *rows;
    size_t player_at;
};

static shoogi_status forget_rows(struct memory *m, const struct owned *owned, int64_t player,
                                 shoogi_error *err)
{
    shoogi_status status = SHOOGI_OK;
    for (size_t i = owned->rows->list.count; i > 0 && status == SHOOGI_OK; i--) {
        const char *row = owned->rows->list.rows[i - 1];
        if (*(const int64_t *)(const void *)(row + owned->player_at) == player)
            status = shg_memory_numbered_remove(m, owned->rows, "row",
                                                *(const int64_t *)(const void *)row, err);
    }
    return status;
}

shoogi_status shg_memory_player_forget(shg_storage *s, int64_t player, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const struct owned all[] = {
        { &m->challenges, offsetof(struct challenge, row.player) },
        { &m->messages, offsetof(shg_message, recipient) },
        { &m->ignored, offsetof(struct ignored, player) },
        { &m->tokens, offsetof(shg_token, player) },
        { &m->requests, offsetof(struct request, player) },
        { &m->documents, offsetof(struct document, player) },
        { &m->presets, offsetof(struct preset, player) },
        { &m->letters, offsetof(shg_email, player) },
        { &m->pushes, offsetof(shg_push, player) },
        { &m->devices, offsetof(shg_device, player) },
        { &m->accounts, offsetof(struct account, row.player) },
    };
    shoogi_status status = SHOOGI_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && status == SHOOGI_OK; i++)
        status = forget_rows(m, &all[i], player, err);
    return status;
}

/* The next document of a player by game and kind; NULL: none. */
static const struct document *next_paper(const struct memory *m, int64_t player,
                                         const struct document *after)
{
    const struct document *next = NULL;
    for (size_t i = 0; i < m->documents.list.count; i++) {
        const struct document *row = m->documents.list.rows[i];
        const bool behind = !after || row->game > after->game ||
                            (row->game == after->game && strcmp(row->kind, after->kind) > 0);
        const bool sooner = !next || row->game < next->game ||
                            (row->game == next->game && strcmp(row->kind, next->kind) < 0);
        if (row->player == player && behind && sooner)
            next = row;
    }
    return next;
}

shoogi_status shg_memory_document_list(shg_storage *s, int64_t player, shg_document_fn *each,
                                       void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (const struct document *at = next_paper(m, player, NULL); at;
         at = next_paper(m, player, at)) {
        const shg_document row = {
            .game = at->game, .player = at->player, .kind = at->kind, .text = at->text
        };
        if (!each(context, &row))
            break;
    }
    m->listing = false;
    return SHOOGI_OK;
}

/* ---- letters ---- */

/* The queued e-mail of this player and topic; 0: none. */
static int64_t queued_email(const struct memory *m, int64_t player, const char *topic)
{
    for (size_t i = 0; i < m->letters.list.count && topic[0]; i++) {
        const shg_email *row = m->letters.list.rows[i];
        if (row->player == player && strcmp(row->topic, topic) == 0)
            return row->id;
    }
    return 0;
}

shoogi_status shg_memory_email_add(shg_storage *s, int64_t *id, const shg_email *row,
                                   shoogi_error *err)
{
    struct memory *m = memory_of(s);
    const shoogi_status status = shg_row_check_email(row, err);
    if (status != SHOOGI_OK)
        return status;
    if (!list_at(&m->players, row->player))
        return shg_row_not_found(err, "player", row->player);
    const int64_t old = queued_email(m, row->player, row->topic);
    char *texts;
    shg_email *added = shg_memory_numbered_reserve(m, &m->letters)
                           ? shg_memory_row_new(&texts, sizeof *added,
                                                strlen(row->address) + strlen(row->subject) +
                                                    strlen(row->text) + strlen(row->topic) + 4)
                           : NULL;
    if (!added)
        return shg_memory_exhausted(err);
    *added = *row;
    added->id = m->letters.made + 1;
    added->address = shg_memory_put_text(&texts, row->address);
    added->subject = shg_memory_put_text(&texts, row->subject);
    added->text = shg_memory_put_text(&texts, row->text);
    added->topic = shg_memory_put_text(&texts, row->topic);
    shg_memory_numbered_add(m, &m->letters, added);
    *id = added->id;
    return old ? shg_memory_numbered_remove(m, &m->letters, "letter", old, err) : SHOOGI_OK;
}

shoogi_status shg_memory_email_set_next(shg_storage *s, int64_t id, int64_t tries, int64_t next_ms,
                                        shoogi_error *err)
{
    struct memory *m = memory_of(s);
    shg_email *row = shg_memory_numbered_at(&m->letters, id);
    if (!row || row->tries >= tries)
        return shg_row_not_found(err, "letter", id);
    return shg_memory_change_numbers(
        m, (const struct number_change[]){ { &row->tries, tries }, { &row->next_ms, next_ms } }, 2,
        err);
}

shoogi_status shg_memory_email_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    return shg_memory_numbered_remove(m, &m->letters, "letter", id, err);
}

/* The next e-mail by next_ms and number; NULL: none. */
static const shg_email *next_letter(const struct memory *m, const shg_email *after)
{
    const shg_email *next = NULL;
    for (size_t i = 0; i < m->letters.list.count; i++) {
        const shg_email *row = m->letters.list.rows[i];
        const bool behind = !after || row->next_ms > after->next_ms ||
                            (row->next_ms == after->next_ms && row->id > after->id);
        if (behind && (!next || row->next_ms < next->next_ms))
            next = row;
    }
    return next;
}

shoogi_status shg_memory_email_list(shg_storage *s, int64_t due_ms, shg_email_fn *each,
                                    void *context, shoogi_error *err)
{
    struct memory *m = memory_of(s);
    (void)err;
    m->listing = true;
    for (const shg_email *at = next_letter(m, NULL); at && at->next_ms <= due_ms;
         at = next_letter(m, at))
        if (!each(context, at))
            break;
    m->listing = false;
    return SHOOGI_OK;
}
