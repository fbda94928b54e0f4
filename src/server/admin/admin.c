#include "server/admin/admin.h"

#include "base/error.h"
#include "base/text.h"
#include "server/account/passwords.h"
#include "server/account/token.h"
#include "server/game/replay_offer.h"
#include "server/loop/bans.h"
#include "server/loop/bounds.h"
#include "server/loop/time_text.h"
#include "server/messages/notification_mail.h"
#include "server/session/pattern.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const shg_admin_action shg_admin_actions[SHG_ADMIN_ACTIONS] = {
#define ROW(ident, name, arguments, min, max, brief, where)                                        \
    [SHG_ADMIN_##ident] = { name, arguments, brief, min, max, where },
#define ADMIN_READ(ident, name, arguments, min, max, brief)                                        \
    ROW(ident, name, arguments, min, max, brief, SHG_ADMIN_READ)
#define ADMIN_STORED(ident, name, arguments, min, max, brief)                                      \
    ROW(ident, name, arguments, min, max, brief, SHG_ADMIN_STORED)
#define ADMIN_LIVE(ident, name, arguments, min, max, brief)                                        \
    ROW(ident, name, arguments, min, max, brief, SHG_ADMIN_LIVE)
#define ADMIN_EVERYWHERE(ident, name, arguments, min, max, brief)                                  \
    ROW(ident, name, arguments, min, max, brief, SHG_ADMIN_EVERYWHERE)
#define ADMIN_FILES(ident, name, arguments, min, max, brief)                                       \
    ROW(ident, name, arguments, min, max, brief, SHG_ADMIN_FILES)
#include "server/admin/admin.def"
#undef ROW
};

const shg_admin_action *shg_admin_find(const char *name)
{
    for (size_t i = 0; i < SHG_ADMIN_ACTIONS; i++)
        if (strcmp(shg_admin_actions[i].name, name) == 0)
            return &shg_admin_actions[i];
    return NULL;
}

bool shg_admin_ends_in_text(const shg_admin_action *action)
{
    return strstr(action->arguments, "TEXT") || strstr(action->arguments, "REASON");
}

shoogi_status shg_admin_check(const shg_admin_request *r, shoogi_error *err)
{
    if (r->word_count >= r->action->min && r->word_count <= r->action->max)
        return SHOOGI_OK;
    return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "expected %s%s, found %s", r->action->name,
                         r->action->arguments, r->word_count < r->action->min ? "less" : "more");
}

/* ---- words ---- */

static bool read_number(int64_t *out, const char *text)
{
    char *end;
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 18 || text[digits] != '\0')
        return false;
    *out = strtoll(text, &end, 10);
    return true;
}

static shoogi_status expected(const char *what, const char *found, shoogi_error *err)
{
    return shg_error_expected(err, SHOOGI_PARSE_ERROR, 0, 0, what, found, strlen(found));
}

/* "2026-12-24" or "2026-12-24T18:00". */
static bool read_date(int64_t *out, const char *text)
{
    struct tm parts;
    memset(&parts, 0, sizeof parts);
    const char *end = strptime(text, "%Y-%m-%d", &parts);
    if (end && *end == 'T')
        end = strptime(end + 1, "%H:%M", &parts);
    if (!end || *end != '\0')
        return false;
    struct tm again = parts;
    /* Converts February 31st to a day in March, which is refused. */
    const time_t at = timegm(&again);
    if (again.tm_mday != parts.tm_mday)
        return false;
    *out = (int64_t)at * 1000;
    return true;
}

bool shg_admin_read_length(int64_t *out_ms, const char *text, const char *units)
{
    static const struct {
        char letter;
        int32_t seconds;
    } known[] = { { 's', 1 }, { 'm', 60 }, { 'h', 60 * 60 }, { 'd', 24 * 60 * 60 } };
    enum { DIGITS_MAX = 5 };
    const size_t digits = strspn(text, "0123456789");
    const long count = digits <= DIGITS_MAX ? strtol(text, NULL, 10) : 0;
    if (count <= 0 || text[digits] == '\0' || text[digits + 1] != '\0' ||
        !strchr(units, text[digits]))
        return false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].letter == text[digits])
            *out_ms = (int64_t)count * known[i].seconds * 1000;
    return true;
}

shoogi_status shg_admin_read_until(int64_t *until_ms, const char *text, int64_t now_ms,
                                   shoogi_error *err)
{
    static const char what[] = "forever, a time like 12h or 7d, or a date like 2026-12-24";
    int64_t length_ms;
    if (strcmp(text, "forever") == 0) {
        *until_ms = 0;
        return SHOOGI_OK;
    }
    if (shg_admin_read_length(&length_ms, text, "hd"))
        *until_ms = now_ms + length_ms;
    else if (!read_date(until_ms, text))
        return expected(what, text, err);
    if (*until_ms <= now_ms)
        return expected("a time in the future", text, err);
    return SHOOGI_OK;
}

/* ---- answers ---- */

/* Adds players' text on one line, without control characters. */
static void add_clean(shg_admin_request *r, const char *text)
{
    shg_text_add_clean(&r->answer, text, strlen(text), strlen(text));
}

static void add_time(shg_admin_request *r, int64_t at_ms)
{
    char text[SHG_TIME_TEXT_BYTES];
    shg_time_write(text, at_ms);
    shg_text_add(&r->answer, "%s", text);
}

/* False once the answer is full, after saying so. */
static bool has_room(shg_admin_request *r)
{
    if (r->answer.failed || r->answer.length > SHG_ADMIN_ANSWER_BYTES_MAX)
        return false;
    return true;
}

static void say_more(shg_admin_request *r)
{
    if (!has_room(r))
        shg_text_add(&r->answer, "(and more)\n");
}

/* ---- players ---- */

typedef struct user_list {
    shg_admin_request *request;
    const char *pattern;
    const shg_bans *bans;
    size_t count;
} user_list;

static bool each_user(void *context, const shg_player *row)
{
    static const shg_address_key nowhere = { 0 };
    user_list *list = context;
    shg_admin_request *r = list->request;
    if (list->pattern &&
        !shg_pattern_match(list->pattern, strlen(list->pattern), row->name, strlen(row->name)))
        return true;
    list->count++;
    shg_text_add(&r->answer, "%-32s  since ", row->name);
    add_time(r, row->created_ms);
    shg_text_add(&r->answer, "  seen ");
    add_time(r, row->seen_ms);
    if (row->password[0] == '\0')
        shg_text_add(&r->answer, "  guest");
    if (shg_bans_find(list->bans, row->id, &nowhere, r->now_ms))
        shg_text_add(&r->answer, "  banned");
    shg_text_add(&r->answer, "\n");
    return has_room(r);
}

static shoogi_status run_users(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    user_list list = { .request = r, .pattern = r->word_count > 0 ? r->words[0] : NULL };
    shoogi_status status = SHOOGI_OK;
    if (list.pattern)
        status = shg_pattern_check(list.pattern, strlen(list.pattern), 0, err);
    shg_bans *bans = NULL;
    if (status == SHOOGI_OK)
        status = shg_bans_read(&bans, storage, err);
    list.bans = bans;
    if (status == SHOOGI_OK)
        status = storage->ops->player_list(storage, "", each_user, &list, err);
    shg_bans_free(bans);
    say_more(r);
    if (list.count == 0 && status == SHOOGI_OK)
        shg_text_add(&r->answer, "No player matches.\n");
    return status;
}

/* The program has made the verifier, so no password arrives here. */
static shoogi_status run_password(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    const char *verifier = r->words[1];
    char once[sizeof SHG_PASSWORD_ONCE + crypto_pwhash_STRBYTES];
    if (strncmp(verifier, crypto_pwhash_argon2id_STRPREFIX,
                strlen(crypto_pwhash_argon2id_STRPREFIX)) != 0 ||
        strlen(verifier) >= crypto_pwhash_STRBYTES)
        return shg_error_set(err, SHOOGI_PARSE_ERROR, 0, 0, "expected a password hash");
    shg_player player;
    shoogi_status status = storage->ops->player_by_name(storage, &player, r->words[0], err);
    if (status != SHOOGI_OK)
        return status;
    if (player.password[0] == '\0')
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "a guest has no password");
    r->password_of = player.id;
    shg_text_add(&r->answer,
                 "%s has a new password and must choose another at the next login.\n"
                 "All sessions and API tokens of before have ended.\n",
                 player.name);
    snprintf(once, sizeof once, "%s%s", SHG_PASSWORD_ONCE, verifier);
    /* Tokens obtained with the old password become invalid. */
    static const char *const kinds[] = { SHG_TOKEN_BROWSER, SHG_TOKEN_PROGRAM, SHG_TOKEN_RESET };
    status = storage->ops->player_set_password(storage, r->password_of, once, err);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && status == SHOOGI_OK; i++)
        status = shg_tokens_remove(storage, r->password_of, kinds[i], 0, err);
    return status;
}

/* ---- players or networks ---- */

/* Names begin with a letter and contain no colon. */
static bool is_network(const char *word)
{
    return shg_is_digit(word[0]) || strpbrk(word, ":/") != NULL;
}

shoogi_status shg_admin_select(shg_share_selection *out, char name[SHG_NAME_BYTES_MAX + 1],
                               shg_storage *storage, const char *word, shoogi_error *err)
{
    shg_share_selection selection = { 0 };
    name[0] = '\0';
    if (is_network(word)) {
        const shoogi_status status = shg_network_read(&selection.network, word, err);
        if (status == SHOOGI_OK)
            *out = selection;
        return status;
    }
    shg_player player;
    const shoogi_status status = storage->ops->player_by_name(storage, &player, word, err);
    if (status != SHOOGI_OK)
        return status;
    selection.player = player.id;
    snprintf(name, SHG_NAME_BYTES_MAX + 1, "%s", player.name);
    *out = selection;
    return SHOOGI_OK;
}

/* ---- challenges ---- */

typedef struct found_challenges {
    size_t count;
    int64_t ids[64];
} found_challenges;

static bool each_challenge(void *context, const shg_challenge *row)
{
    found_challenges *f = context;
    if (shg_replay_game(row->options) == 0) /* offers to replay belong to both players */
        f->ids[f->count++] = row->id;
    return f->count < sizeof f->ids / sizeof f->ids[0];
}

static shoogi_status remove_challenges(size_t *removed, shg_storage *storage, int64_t player,
                                       shoogi_error *err)
{
    found_challenges f;
    shoogi_status status;
    *removed = 0;
    do {
        f.count = 0;
        status = storage->ops->challenge_list(storage, player, each_challenge, &f, err);
        for (size_t i = 0; i < f.count && status == SHOOGI_OK; i++)
            status = storage->ops->challenge_remove(storage, f.ids[i], err);
        *removed += f.count;
    } while (status == SHOOGI_OK && f.count > 0);
    return status;
}

static shoogi_status run_challenges_remove(shg_admin_request *r, shg_storage *storage,
                                           shoogi_error *err)
{
    char name[SHG_NAME_BYTES_MAX + 1];
    size_t removed = 0;
    shoogi_status status = shg_admin_select(&r->selection, name, storage, r->words[0], err);
    if (status == SHOOGI_OK && !name[0] && !r->running)
        status = shg_error_set(err, SHOOGI_ILLEGAL, 0, 0,
                               "only a running server knows from which network a challenge came");
    if (status == SHOOGI_OK && name[0])
        status = remove_challenges(&removed, storage, r->selection.player, err);
    if (status != SHOOGI_OK)
        return status;
    r->frees = true;
    if (name[0]) /* else the server says it */
        shg_text_add(&r->answer, "Challenges of %s removed: %zu.\n", name, removed);
    return SHOOGI_OK;
}

/* ---- bans ---- */

static bool count_row(void *context, const shg_ban *row)
{
    (void)row;
    ++*(size_t *)context;
    return true;
}

static shoogi_status run_ban(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    char network[SHG_NETWORK_TEXT_BYTES] = "";
    char name[SHG_NAME_BYTES_MAX + 1] = "";
    shg_ban row = { .network = network,
                    .reason = r->word_count > 2 ? r->words[2] : "",
                    .at_ms = r->now_ms };
    shoogi_status status = shg_admin_read_until(&row.until_ms, r->words[1], r->now_ms, err);
    size_t count = 0;
    if (status == SHOOGI_OK)
        status = storage->ops->ban_list(storage, count_row, &count, err);
    if (status == SHOOGI_OK && count >= SHG_BANS_MAX)
        status = shg_error_set(err, SHOOGI_LIMIT_EXCEEDED, 0, 0,
                               "there are already %d bans, the most "
                               "allowed",
                               SHG_BANS_MAX);
    if (status != SHOOGI_OK)
        return status;
    size_t removed;
    status = shg_admin_select(&r->selection, name, storage, r->words[0], err);
    row.player = r->selection.player;
    if (status == SHOOGI_OK && row.player == 0)
        shg_network_write(network, &r->selection.network);
    if (status == SHOOGI_OK && row.player != 0)
        status = remove_challenges(&removed, storage, row.player, err);
    if (status == SHOOGI_OK)
        status = storage->ops->ban_add(storage, &row.id, &row, err);
    if (status != SHOOGI_OK)
        return status;
    r->bans_changed = r->frees = true;
    shg_text_add(&r->answer, "Ban %lld: %s%s is banned ", (long long)row.id, network, name);
    if (row.until_ms == 0) {
        shg_text_add(&r->answer, "forever.\n");
    } else {
        shg_text_add(&r->answer, "until ");
        add_time(r, row.until_ms);
        shg_text_add(&r->answer, " UTC.\n");
    }
    return SHOOGI_OK;
}

static shoogi_status run_unban(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    int64_t id;
    if (!read_number(&id, r->words[0]))
        return expected("the number of a ban", r->words[0], err);
    const shoogi_status status = storage->ops->ban_remove(storage, id, err);
    r->bans_changed = status == SHOOGI_OK;
    if (status == SHOOGI_OK)
        shg_text_add(&r->answer, "Ban %lld is lifted.\n", (long long)id);
    return status;
}

static bool each_ban(void *context, const shg_ban *row)
{
    shg_admin_request *r = context;
    shg_text_add(&r->answer, "%lld  %s  since ", (long long)row->id,
                 row->player != 0 ? row->player_name : row->network);
    add_time(r, row->at_ms);
    if (row->until_ms == 0) {
        shg_text_add(&r->answer, "  forever");
    } else {
        shg_text_add(&r->answer, row->until_ms > r->now_ms ? "  until " : "  ended ");
        add_time(r, row->until_ms);
    }
    if (row->reason[0] != '\0') {
        shg_text_add(&r->answer, "  ");
        add_clean(r, row->reason);
    }
    shg_text_add(&r->answer, "\n");
    return has_room(r);
}

static shoogi_status run_bans(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    const shoogi_status status = storage->ops->ban_list(storage, each_ban, r, err);
    say_more(r);
    if (status == SHOOGI_OK && r->answer.length == 0)
        shg_text_add(&r->answer, "Nobody is banned.\n");
    return status;
}

/* ---- reports ---- */

static bool each_report(void *context, const shg_report *row)
{
    shg_admin_request *r = context;
    shg_text_add(&r->answer, "%lld  ", (long long)row->id);
    add_time(r, row->at_ms);
    shg_text_add(&r->answer, "  %s about %s", row->sender_name, row->accused_name);
    if (row->game != 0)
        shg_text_add(&r->answer, ", game %lld", (long long)row->game);
    shg_text_add(&r->answer, ": ");
    add_clean(r, row->text);
    shg_text_add(&r->answer, "\n");
    for (const char *line = row->heard; *line;) {
        const size_t length = strcspn(line, "\n");
        shg_text_add(&r->answer, "    heard: ");
        shg_text_add_clean(&r->answer, line, length, length);
        shg_text_add(&r->answer, "\n");
        line += length + (line[length] == '\n');
    }
    return has_room(r);
}

static shoogi_status run_reports(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    int64_t after = 0;
    if (r->word_count > 0 && !read_number(&after, r->words[0]))
        return expected("the number of a report", r->words[0], err);
    const shoogi_status status = storage->ops->report_list(storage, 0, after, each_report, r, err);
    say_more(r);
    if (status == SHOOGI_OK && r->answer.length == 0)
        shg_text_add(&r->answer, "There are no reports%s.\n", after > 0 ? " after that one" : "");
    return status;
}

/* ---- the message of the day ---- */

static shoogi_status run_motd(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    const char *text = "";
    const shoogi_status status = storage->ops->notice_get(storage, &text, SHG_MOTD_NOTICE, err);
    if (status == SHOOGI_OK)
        shg_text_add(&r->answer, "%s\n", text[0] ? text : "There is no message of the day.");
    return status;
}

static shoogi_status set_motd(shg_admin_request *r, shg_storage *storage, const char *text,
                              shoogi_error *err)
{
    r->bans_changed = true;
    return storage->ops->notice_set(storage, SHG_MOTD_NOTICE, text, err);
}

static shoogi_status run_motd_set(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    if (r->words[0][0] == '\0')
        return expected("a text", r->words[0], err);
    return set_motd(r, storage, r->words[0], err);
}

static shoogi_status run_motd_clear(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    return set_motd(r, storage, "", err);
}

/* ---- positions ---- */

static shoogi_status run_reindex(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    const shoogi_status status = storage->ops->place_forget(storage, err);
    if (status == SHOOGI_OK)
        shg_text_add(
            &r->answer,
            "The position index is cleared; the server rebuilds it, one game\nafter the other.\n");
    return status;
}

/* ---- the table of actions ---- */

typedef shoogi_status run_fn(shg_admin_request *request, shg_storage *storage, shoogi_error *err);

static run_fn *const runs[SHG_ADMIN_ACTIONS] = {
#define ADMIN_READ(ident, name, arguments, min, max, brief)       [SHG_ADMIN_##ident] = run_##ident,
#define ADMIN_STORED(ident, name, arguments, min, max, brief)     [SHG_ADMIN_##ident] = run_##ident,
#define ADMIN_LIVE(ident, name, arguments, min, max, brief)       [SHG_ADMIN_##ident] = NULL,
#define ADMIN_EVERYWHERE(ident, name, arguments, min, max, brief) [SHG_ADMIN_##ident] = NULL,
#define ADMIN_FILES(ident, name, arguments, min, max, brief)      [SHG_ADMIN_##ident] = NULL,
#include "server/admin/admin.def"
};

shoogi_status shg_admin_run(shg_admin_request *r, shg_storage *storage, shoogi_error *err)
{
    run_fn *run = runs[r->action - shg_admin_actions];
    assert(run && shg_admin_check(r, NULL) == SHOOGI_OK);
    return run(r, storage, err);
}
