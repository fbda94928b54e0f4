#include "server/messages/notification_mail.h"

#include "server/account/account.h"
#include "server/account/authenticate.h"
#include "server/account/guest.h"
#include "server/account/known_devices.h"
#include "server/account/password_check.h"
#include "server/account/token.h"
#include "server/clock/part.h"
#include "server/clock/time_control.h"
#include "server/game/game_options.h"
#include "server/game/privacy.h"
#include "server/loop/host.h"
#include "server/loop/text_buffer.h"
#include "server/messages/mail.h"
#include "server/messages/part.h"
#include "server/messages/push.h"
#include "server/rules/part.h"
#include "server/session/part.h"
#include "server/session/task.h"
#include "storage/bounds.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t HOUR_MS = 60 * 60 * INT64_C(1000);
enum { DIGEST_GAMES = 20, DIGESTS_AT_ONCE = 100, ABSENT_DAYS = 30 };

typedef enum email_kind {
    EMAIL_REQUESTED, /* requested by the player just now */
    EMAIL_AT_ONCE,   /* unless e-mail is off */
    EMAIL_EACH_TURN  /* if the player wants an e-mail for each turn */
} email_kind;

/* ---- parts of an e-mail ---- */

/* Adds a token of that kind with this lifetime, and writes how to use it. */
static shoogi_status add_token(shg_text_buffer *text, shg_storage *storage, int64_t player,
                               const char *kind, const char *name, const char *url, int64_t now_ms,
                               int64_t holds_ms, shoogi_error *err)
{
    char token[SHG_TOKEN_BYTES + 1], hash[SHG_TOKEN_HASH_BYTES + 1];
    int64_t id;
    shg_token_make(token, hash);
    const shg_token row = { .player = player,
                            .kind = kind,
                            .name = name,
                            .hash = hash,
                            .from = "",
                            .created_ms = now_ms,
                            .seen_ms = now_ms,
                            .expires_ms = now_ms + holds_ms };
    if (url[0])
        shg_text_add(text, "  %s/account?letter=%s\n", url, token);
    else
        shg_text_add(text, "  %s\n", token);
    sodium_memzero(token, sizeof token);
    return storage->ops->token_add(storage, &id, &row, err);
}

/* topic: only the latest unsent e-mail of a topic is kept; "" for none. */
static shoogi_status add_email(shg_storage *storage, int64_t player, const char *address,
                               const char *topic, const char *subject, const shg_text_buffer *text,
                               int64_t now_ms, shoogi_error *err)
{
    int64_t id;
    if (text->failed)
        return SHOOGI_NO_MEMORY;
    const shg_email row = { .player = player,
                            .address = address,
                            .subject = subject,
                            .text = text->bytes,
                            .topic = topic,
                            .at_ms = now_ms,
                            .next_ms = now_ms };
    return storage->ops->email_add(storage, &id, &row, err);
}

/* Adds the footer of e-mail that was not requested just now. */
static shoogi_status add_foot(shg_text_buffer *text, shg_language language, shg_storage *storage,
                              int64_t player, const char *url, int64_t now_ms, shoogi_error *err)
{
    shg_text_add(
        text, "\n-- \n%s\n",
        shg_text_in(language, "SET LETTERS chooses which e-mail you get, MAIL OFF stops it."));
    if (!url[0])
        return SHOOGI_OK;
    shg_text_add(text, "%s\n", shg_text_in(language, "Unsubscribe:"));
    return add_token(text, storage, player, SHG_TOKEN_SILENCE, "", url, now_ms, 60 * SHG_DAY_MS,
                     err);
}

static shg_settings settings_of(const shg_player *player)
{
    shg_settings settings;
    shg_settings_init(&settings);
    shg_settings_read(&settings, player->settings);
    return settings;
}

static shg_language language_of(const shg_settings *settings)
{
    return (shg_language)settings->value[SHG_SET_LANGUAGE];
}

/* Without an address a player wants no e-mail. */
static bool wants_email(const shg_account *account, const shg_settings *settings, email_kind kind)
{
    const unsigned letters = settings->value[SHG_SET_LETTERS];
    return account->mail[0] != '\0' && (kind == EMAIL_REQUESTED || letters == SHG_EMAIL_EACH ||
                                        (kind == EMAIL_AT_ONCE && letters == SHG_EMAIL_DAILY));
}

/* Account changes go to the e-mail address only. */
static bool wants_push(const shg_settings *settings, email_kind kind)
{
    const unsigned notify = settings->value[SHG_SET_NOTIFY];
    return (kind == EMAIL_AT_ONCE && notify != SHG_NOTIFY_OFF) ||
           (kind == EMAIL_EACH_TURN && notify == SHG_NOTIFY_TURNS);
}

/* Reads a player's address and settings. */
static shoogi_status read_wishes(shg_account *account, shg_settings *settings, shg_storage *storage,
                                 int64_t id, shoogi_error *err)
{
    shg_player player;
    shoogi_status status = shg_account_read(account, storage, id, err);
    if (status == SHOOGI_OK)
        status = storage->ops->player_by_id(storage, &player, id, err);
    if (status == SHOOGI_OK)
        *settings = settings_of(&player);
    return status;
}

static void wake(shg_task *task)
{
    if (task->job.status != SHOOGI_OK)
        return;
    shg_mail_wake(task->server->messages->mail);
    shg_pushes_wake(task->server->messages->pushes);
}

/* ---- one notification ---- */

typedef struct notification notification;

/* A notification for a player who is not online, in the language of the player's settings. */
struct notification {
    shg_task task;
    int64_t player, now_ms;
    int64_t actor; /* the player whose action it reports; 0: none, not counted */
    email_kind kind;
    /* Kind of the document that marks the turn as notified, for news sent once per turn; else
     * NULL. */
    const char *mark;
    bool urgent;
    bool by_mail, by_push; /* available channels */
    bool sent;             /* sent by one of them */
    const char *url;
    /* The URL's path to what it reports; and its tag, of which only the latest is shown. "" for
     * none. */
    char place[100], tag[SHG_STORAGE_TOPIC_BYTES_MAX + 1];
    void (*write)(notification *l, shg_out *subject, shg_language language);
    shg_text_buffer text;
    /* The event it reports. */
    shg_account_change change;
    enum { GAME_TURN, GAME_BEGUN, GAME_BEGUN_TURN, GAME_OVER } news;
    int64_t number, minutes_left;
    char other[SHG_NAME_BYTES_MAX + 1], variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char result[SHG_LANGUAGES][SHG_GAME_RESULT_BYTES];
    size_t moves; /* in the game; 0: the news names no move */
    /* The latest of them in each notation that players choose, until their settings are read. */
    char move[SHOOGI_NOTATION_COURIER][SHOOGI_NOTATION_TEXT_BYTES];
    shoogi_notation notation; /* the player's, when write is called */
    char answer[SHG_KEY_BYTES + 1];
    char *picture; /* the address of one of the first position; owned; NULL: none */
};

static bool each_event_since(void *context, const shg_event *event)
{
    bool *news = context;
    *news = !shg_event_in_passing(event->kind);
    return !*news;
}

/* False if this turn was already notified; events in passing since then do not make it another
 * turn. */
static shoogi_status mark_turn(bool *news, const notification *l, shg_storage *storage,
                               shoogi_error *err)
{
    char mark[24];
    const char *said = "";
    shg_game game;
    shoogi_status status = storage->ops->game_get(storage, &game, l->number, err);
    if (status != SHOOGI_OK)
        return status;
    snprintf(mark, sizeof mark, "%" PRId64, game.events);
    status = storage->ops->document_get(storage, &said, l->number, l->player, l->mark, err);
    *news = status == SHOOGI_OK && said[0] == '\0';
    if (status == SHOOGI_OK && !*news)
        status = storage->ops->event_list(storage, l->number, strtoll(said, NULL, 10) + 1,
                                          each_event_since, news, err);
    return *news ? storage->ops->document_set(storage, l->number, l->player, l->mark, mark, err)
                 : status;
}

/* Queues a device notification: the subject without the name that precedes it in a list of e-mail. */
static shoogi_status push(const notification *l, const char *subject, shg_storage *storage,
                          shoogi_error *err)
{
    static const char name[] = "shoogi: ";
    const bool named = strncmp(subject, name, sizeof name - 1) == 0;
    if (l->text.failed)
        return SHOOGI_NO_MEMORY;
    const shg_push_news news = { .title = subject + (named ? sizeof name - 1 : 0),
                                 .body = l->text.bytes,
                                 .url = l->place,
                                 .tag = l->tag,
                                 .urgent = l->urgent,
                                 .now_ms = l->now_ms };
    return shg_push_notify(storage, l->player, &news, err);
}

static bool each_device(void *context, const shg_device *row)
{
    (void)row;
    *(bool *)context = true;
    return false;
}

static shoogi_status run_notification(shg_job *job, shg_storage *storage)
{
    notification *l = (notification *)(void *)job;
    shg_account account;
    shg_settings settings;
    shoogi_status status = read_wishes(&account, &settings, storage, l->player, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const bool by_mail = l->by_mail && wants_email(&account, &settings, l->kind);
    bool by_push = false;
    if (l->by_push && wants_push(&settings, l->kind))
        status = storage->ops->device_list(storage, l->player, each_device, &by_push, &job->error);
    bool wanted = by_mail || by_push;
    if (status == SHOOGI_OK && wanted && l->mark)
        status = mark_turn(&wanted, l, storage, &job->error);
    if (status != SHOOGI_OK || !wanted)
        return status;
    char subject[SHG_STORAGE_SUBJECT_BYTES_MAX + 1];
    shg_out heading = shg_out_make(subject, sizeof subject);
    const shg_language language = language_of(&settings);
    l->notation = shg_notation_of(&settings, language);
    char shown[SHG_SHOWN_NAME_BYTES];
    const char *const other = shg_shown_name(shown, l->other, language);
    if (other != l->other)
        snprintf(l->other, sizeof l->other, "%s", other);
    l->write(l, &heading, language);
    l->sent = true;
    if (by_push)
        status = push(l, subject, storage, &job->error);
    if (status != SHOOGI_OK || !by_mail)
        return status;
    if (l->url[0] && l->place[0])
        shg_text_add(&l->text, "  %s%s\n", l->url, l->place);
    status = add_foot(&l->text, language, storage, l->player, l->url, l->now_ms, &job->error);
    return status == SHOOGI_OK ? add_email(storage, l->player, account.mail, l->tag, subject,
                                           &l->text, l->now_ms, &job->error)
                               : status;
}

static void fini_notification(shg_task *task)
{
    shg_text_fini(&((notification *)task)->text);
    free(((notification *)task)->picture);
}

/* Whether any channel is enabled. */
static bool has_channel(const shg_server *server)
{
    return server->messages->mail || server->messages->pushes;
}

/* NULL: no channel, or no memory. */
static notification *new_notification(shg_server *server, int64_t player, email_kind kind,
                                      void (*write)(notification *l, shg_out *subject,
                                                    shg_language language))
{
    notification *l = has_channel(server) ? shg_task_alloc(NULL, sizeof *l) : NULL;
    if (!l)
        return NULL;
    l->task.fini = fini_notification;
    l->player = player;
    l->kind = kind;
    l->write = write;
    l->by_mail = server->messages->mail != NULL;
    l->by_push = server->messages->pushes != NULL;
    l->url = server->messages->mail ? shg_mail_url(server->messages->mail) : "";
    l->now_ms = shg_now_ms(server);
    return l;
}

/* Makes it about a game: links to its page, and devices show only the latest. */
static void set_game(notification *l, int64_t game)
{
    l->number = game;
    snprintf(l->place, sizeof l->place, "/games/%" PRId64, game);
    snprintf(l->tag, sizeof l->tag, "game-%" PRId64, game);
}

/* Key of the counts in server->messages->letters: notifications of one player's actions, or
 * everyone's, sent to another. */
typedef struct actions {
    int64_t actor, to; /* actor: 0 for everyone */
} actions;

static bool over_limit(const shg_server *server, const actions *d, unsigned most)
{
    return shg_rate_limit_count(server->messages->letters, d, sizeof *d, shg_now_ms(server)) >=
           most;
}

/* A player who is online sees events directly. This resets the counts for the next absence. */
static void reset_counts(shg_server *server, int64_t actor, int64_t to)
{
    shg_rate_limit_forget(server->messages->letters, &(actions){ actor, to }, sizeof(actions));
    shg_rate_limit_forget(server->messages->letters, &(actions){ 0, to }, sizeof(actions));
}

static void finish_notification(shg_task *task)
{
    const notification *l = (const notification *)task;
    shg_server *server = task->server;
    if (l->actor != 0 &&
        (!l->sent || task->job.status != SHOOGI_OK)) { /* not wanted by the player */
        const int64_t now_ms = shg_now_ms(server);
        shg_rate_limit_withdraw(server->messages->letters, &(actions){ l->actor, l->player },
                                sizeof(actions), now_ms);
        shg_rate_limit_withdraw(server->messages->letters, &(actions){ 0, l->player },
                                sizeof(actions), now_ms);
    }
    wake(task);
}

/* Counted before it is stored, so that simultaneous ones count each other. */
static void queue(shg_server *server, notification *l)
{
    const actions one = { l->actor, l->player }, all = { 0, l->player };
    if (l->actor != 0 && (over_limit(server, &one, SHG_EMAIL_OF_ONE_MAX) ||
                          over_limit(server, &all, SHG_EMAIL_OF_ALL_MAX))) {
        free(l);
        return;
    }
    if (l->actor != 0) {
        shg_rate_limit_add(server->messages->letters, &one, sizeof one, l->now_ms, 1);
        shg_rate_limit_add(server->messages->letters, &all, sizeof all, l->now_ms, 1);
    }
    shg_task_write(&l->task, server, NULL, run_notification, finish_notification);
}

static void write_account_change(notification *l, shg_out *subject, shg_language language)
{
    static const char *const sentences[] = {
        [SHG_CHANGED_PASSWORD] = SHG_TEXT("your password was changed"),
        [SHG_CHANGED_BY_EMAIL] = SHG_TEXT("your password was reset by e-mail"),
        [SHG_CHANGED_CODES_OFF] = SHG_TEXT("two-factor authentication is off"),
        [SHG_CHANGED_TOKEN] = SHG_TEXT("an API token was created"),
    };
    const char *what = shg_text_in(language, sentences[l->change]);
    shg_out_format(subject, "shoogi: %s", what);
    shg_text_add(
        &l->text,
        shg_text_in(language,
                    "At shoogi %s.\n"
                    "If that was not you, request a new password by e-mail and check SESSIONS.\n"),
        what);
}

static void log_account_change(shg_server *server, int64_t player, shg_account_change change)
{
    static const char *const words[] = {
        [SHG_CHANGED_PASSWORD] = "password",
        [SHG_CHANGED_BY_EMAIL] = "password-by-email",
        [SHG_CHANGED_CODES_OFF] = "codes-off",
        [SHG_CHANGED_TOKEN] = "token",
    };
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)player);
    shg_log_write(&server->log, shg_now_ms(server), SHG_LOG_account_changed, "player", number,
                  "change", words[change], NULL);
}

void shg_email_account_change(shg_server *server, int64_t player, shg_account_change change)
{
    log_account_change(server, player, change);
    notification *l = new_notification(server, player, EMAIL_REQUESTED, write_account_change);
    if (!l)
        return;
    l->change = change;
    queue(server, l);
}

/* ---- games ---- */

static void write_game_news(notification *l, shg_out *subject, shg_language language)
{
    switch (l->news) {
    case GAME_TURN:
        shg_out_format(subject,
                       shg_text_in(language, "shoogi: your move in game %" PRId64 " against %s"),
                       l->number, l->other);
        shg_text_add(&l->text,
                     shg_text_in(language, "Game %" PRId64 " (%s) against %s: it is your turn.\n"),
                     l->number, shg_server_title(l->task.server, language, l->variant), l->other);
        if (l->moves > 0)
            shg_text_add(&l->text, shg_text_in(language, "Move %zu: %s\n"), l->moves,
                         l->move[l->notation]);
        break;
    case GAME_BEGUN:
    case GAME_BEGUN_TURN:
        shg_out_format(subject,
                       shg_text_in(language, "shoogi: game %" PRId64 " against %s has begun"),
                       l->number, l->other);
        shg_text_add(&l->text,
                     l->news == GAME_BEGUN
                         ? shg_text_in(language, "Game %" PRId64 " (%s) against %s has begun.\n")
                         : shg_text_in(language,
                                       "Game %" PRId64
                                       " (%s) against %s has begun, and it is your turn.\n"),
                     l->number, shg_server_title(l->task.server, language, l->variant), l->other);
        break;
    case GAME_OVER:
        shg_out_format(subject,
                       shg_text_in(language, "shoogi: game %" PRId64 " against %s is over"),
                       l->number, l->other);
        shg_text_add(&l->text, shg_text_in(language, "Game %" PRId64 " (%s) against %s is over.\n"),
                     l->number, shg_server_title(l->task.server, language, l->variant), l->other);
        shg_text_add(&l->text, "%s\n", l->result[language]);
        break;
    }
}

static void write_to_player(shg_server *server, const shg_game_state *game, int colour, bool begins)
{
    const bool over = shg_game_over(game);
    const bool his_turn = !over && (int)shoogi_position_side(game->position) == colour;
    if (!over && !begins && !his_turn)
        return;
    notification *l =
        new_notification(server, game->player[colour],
                         over || begins ? EMAIL_AT_ONCE : EMAIL_EACH_TURN, write_game_news);
    if (!l)
        return;
    l->news = over                 ? GAME_OVER
              : begins && his_turn ? GAME_BEGUN_TURN
              : begins             ? GAME_BEGUN
                                   : GAME_TURN;
    set_game(l, game->id);
    l->actor = game->player[!colour];
    l->mark = his_turn ? "turn" : NULL;
    snprintf(l->other, sizeof l->other, "%s", game->name[!colour]);
    snprintf(l->variant, sizeof l->variant, "%s", game->variant_name);
    if (l->news == GAME_TURN && game->item_count > 0) {
        l->moves = game->item_count;
        for (shoogi_notation as = 0; as < SHOOGI_NOTATION_COURIER; as++) {
            shg_out move = shg_out_make(l->move[as], sizeof l->move[as]);
            shg_game_last_item_write(&move, game, SHG_ENGLISH, as);
        }
    }
    for (shg_language language = 0; language < SHG_LANGUAGES; language++) {
        shg_out result = shg_out_make(l->result[language], sizeof l->result[language]);
        shg_game_result_write(&result, game, language);
    }
    queue(server, l);
}

void shg_email_game_news(shg_server *server, const shg_game_state *game)
{
    if (!has_channel(server) || game->player[0] == game->player[1])
        return;
    for (int colour = 0; colour < 2; colour++) {
        const bool here = shg_is_online(server, game->player[colour]);
        const bool action = game->news != SHG_NEWS_RESULT;
        if (here || (action && game->news_colour == colour))
            reset_counts(server, game->player[!colour], game->player[colour]);
        if (!here)
            write_to_player(server, game, colour, false);
    }
}

void shg_email_game_begun(shg_server *server, const shg_game_state *game, int64_t by)
{
    if (!has_channel(server) || game->player[0] == game->player[1])
        return;
    for (int colour = 0; colour < 2; colour++)
        if (game->player[colour] != by && !shg_is_online(server, game->player[colour]))
            write_to_player(server, game, colour, true);
}

/* ---- challenges ---- */

/* Addresses of pictures of large boards are longer, and would not fit a push notification. */
enum { PICTURE_BYTES = 1000 };

typedef struct challenge_mail {
    shg_task task;
    int64_t player, actor;
    bool ignores; /* the challenger is ignored */
    char answer[SHG_KEY_BYTES + 1];
    char *picture; /* owned; NULL: the game begins from its first position */
    char name[SHG_NAME_BYTES_MAX + 1], by[SHG_NAME_BYTES_MAX + 1];
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
} challenge_mail;

static bool each_ignored(void *context, const shg_player *row)
{
    challenge_mail *i = context;
    i->ignores = row->id == i->actor;
    return !i->ignores;
}

static shoogi_status run_challenge_mail(shg_job *job, shg_storage *storage)
{
    challenge_mail *i = (challenge_mail *)(void *)job;
    shg_player row;
    const shoogi_status status = storage->ops->player_by_name(storage, &row, i->name, &job->error);
    if (status != SHOOGI_OK)
        return status;
    i->player = row.id;
    return storage->ops->ignored_list(storage, i->player, each_ignored, i, &job->error);
}

static void write_challenge(notification *l, shg_out *subject, shg_language language)
{
    shg_out_format(subject, shg_text_in(language, "shoogi: %s challenges you"), l->other);
    shg_text_add(&l->text,
                 shg_text_in(language, "%s challenges you to a game of %s.\nACCEPT %s accepts.\n"),
                 l->other, shg_server_title(l->task.server, language, l->variant), l->answer);
    if (l->picture) {
        shg_text_add(&l->text, "%s",
                     shg_text_in(language, "The game begins from a position that was set up.\n"));
        if (l->url[0] && strlen(l->picture) <= PICTURE_BYTES)
            shg_text_add(&l->text, "  %s%s\n", l->url, l->picture);
    }
}

static void fini_challenge_mail(shg_task *task)
{
    free(((challenge_mail *)task)->picture);
}

static void finish_challenge_mail(shg_task *task)
{
    challenge_mail *i = (challenge_mail *)task;
    shg_server *server = task->server;
    if (task->job.status != SHOOGI_OK || i->ignores || shg_is_online(server, i->player))
        return;
    notification *l = new_notification(server, i->player, EMAIL_AT_ONCE, write_challenge);
    if (!l)
        return;
    l->actor = i->actor;
    memcpy(l->answer, i->answer, sizeof l->answer);
    snprintf(l->place, sizeof l->place, "/?%s=%s", strchr(i->answer, '-') ? "key" : "challenge",
             i->answer);
    snprintf(l->tag, sizeof l->tag, "challenge-%.*s", (int)strcspn(i->answer, "-"), i->answer);
    memcpy(l->other, i->by, sizeof l->other);
    memcpy(l->variant, i->variant, sizeof l->variant);
    l->picture = i->picture;
    i->picture = NULL;
    queue(server, l);
}

void shg_email_challenge(const shg_session *by, const char *name, const char *variant,
                         const char *start, const char *answer)
{
    shg_server *server = by->server;
    challenge_mail *i =
        has_channel(server) && strlen(name) <= SHG_NAME_BYTES_MAX &&
                !shg_online_named(&server->sessions->online, name) &&
                !shg_elsewhere_named(&server->sessions->elsewhere, name) &&
                shg_session_counts(by, server->messages->letters, 1, SHG_EMAIL_INVITING_MAX)
            ? shg_task_alloc(NULL, sizeof *i)
            : NULL;
    if (!i)
        return;
    i->actor = by->player;
    snprintf(i->answer, sizeof i->answer, "%s", answer);
    snprintf(i->name, sizeof i->name, "%s", name);
    snprintf(i->by, sizeof i->by, "%s", by->name);
    snprintf(i->variant, sizeof i->variant, "%s", variant);
    i->task.fini = fini_challenge_mail;
    if (start[0]) {
        shg_out picture = shg_out_growing();
        shg_start_picture(&picture, variant, start);
        i->picture = picture.bytes;
    }
    shg_task_read(&i->task, server, NULL, run_challenge_mail, finish_challenge_mail);
}

/* ---- daily reminders ---- */

typedef struct digest {
    shg_task task;
    int64_t player, now_ms;
    size_t games;
    const char *url;
    shg_language language;
    shg_text_buffer text;
} digest;

static void add_place(shg_text_buffer *text, const char *url, int64_t game)
{
    if (url[0])
        shg_text_add(text, "  %s/games/%" PRId64 "\n", url, game);
}

static bool each_game(void *context, const shg_game *row)
{
    digest *d = context;
    const int colour = row->black == d->player ? SHOOGI_BLACK : SHOOGI_WHITE;
    if (row->black == row->white || shg_game_row_mover(row) != d->player)
        return true;
    if (++d->games > DIGEST_GAMES)
        return true;
    char other[SHG_SHOWN_NAME_BYTES];
    shg_text_add(&d->text,
                 shg_text_in(d->language, "Game %" PRId64 " (%s) against %s, move %" PRId64 "\n"),
                 row->id, shg_server_title(d->task.server, d->language, row->variant),
                 shg_shown_name(other, colour == SHOOGI_BLACK ? row->white_name : row->black_name,
                                d->language),
                 row->moves + 1);
    add_place(&d->text, d->url, row->id);
    return true;
}

static shoogi_status run_digest(shg_job *job, shg_storage *storage)
{
    digest *d = (digest *)(void *)job;
    shg_account account;
    shg_player player;
    shg_settings settings;
    shoogi_status status = read_wishes(&account, &settings, storage, d->player, &job->error);
    if (status == SHOOGI_OK)
        status = storage->ops->player_by_id(storage, &player, d->player, &job->error);
    /* Players with an e-mail for each turn need no reminder. */
    if (status != SHOOGI_OK || account.mail[0] == '\0' ||
        settings.value[SHG_SET_LETTERS] != SHG_EMAIL_DAILY ||
        d->now_ms - account.row.reminded_ms < SHG_DAY_MS ||
        d->now_ms - player.seen_ms > ABSENT_DAYS * SHG_DAY_MS)
        return status;
    const shg_game_filter open = { .player = d->player, .running_only = true };
    d->language = language_of(&settings);
    shg_text_add(&d->text, "%s\n\n", shg_text_in(d->language, "It is your turn:"));
    status = storage->ops->game_list(storage, &open, each_game, d, &job->error);
    if (status != SHOOGI_OK || d->games == 0)
        return status;
    if (d->games > DIGEST_GAMES)
        shg_text_add(&d->text, shg_text_in(d->language, "and %zu more\n"), d->games - DIGEST_GAMES);
    account.row.reminded_ms = d->now_ms;
    status = storage->ops->account_set(storage, &account.row, &job->error);
    if (status == SHOOGI_OK)
        status =
            add_foot(&d->text, d->language, storage, d->player, d->url, d->now_ms, &job->error);
    char subject[SHG_STORAGE_SUBJECT_BYTES_MAX + 1];
    shg_out heading = shg_out_make(subject, sizeof subject);
    if (d->games == 1)
        shg_out_text(&heading, shg_text_in(d->language, "shoogi: it is your turn in 1 game"));
    else
        shg_out_format(&heading, shg_text_in(d->language, "shoogi: it is your turn in %zu games"),
                       d->games);
    return status == SHOOGI_OK ? add_email(storage, d->player, account.mail, "digest", subject,
                                           &d->text, d->now_ms, &job->error)
                               : status;
}

static void fini_digest(shg_task *task)
{
    shg_text_fini(&((digest *)task)->text);
}

static void send_digest(shg_server *server, int64_t player)
{
    digest *d = shg_task_alloc(NULL, sizeof *d);
    if (!d)
        return;
    d->task.fini = fini_digest;
    d->player = player;
    d->now_ms = shg_now_ms(server);
    d->url = shg_mail_url(server->messages->mail);
    shg_task_write(&d->task, server, NULL, run_digest, wake);
}

typedef struct reminder_search {
    shg_task task;
    int64_t after, player[DIGESTS_AT_ONCE];
    size_t count;
} reminder_search;

static bool each_account(void *context, int64_t player)
{
    reminder_search *l = context;
    l->player[l->count++] = player;
    return l->count < DIGESTS_AT_ONCE;
}

static shoogi_status run_reminder_search(shg_job *job, shg_storage *storage)
{
    reminder_search *l = (reminder_search *)(void *)job;
    return storage->ops->account_list(storage, l->after, each_account, l, &job->error);
}

static void look_behind(shg_server *server, int64_t after);

static void finish_reminder_search(shg_task *task)
{
    const reminder_search *l = (const reminder_search *)task;
    shg_server *server = task->server;
    if (task->job.status != SHOOGI_OK || !server->messages->mail)
        return;
    for (size_t i = 0; i < l->count; i++)
        if (!shg_is_online(server, l->player[i]))
            send_digest(server, l->player[i]);
    if (l->count == DIGESTS_AT_ONCE)
        look_behind(server, l->player[l->count - 1]);
}

static void look_behind(shg_server *server, int64_t after)
{
    reminder_search *l = shg_task_alloc(NULL, sizeof *l);
    if (!l)
        return; /* the next time */
    l->after = after;
    shg_task_read(&l->task, server, NULL, run_reminder_search, finish_reminder_search);
}

/* ---- clocks that run out ---- */

/* In the last quarter of a turn of at least half a day. */
static bool runs_out(const shg_game_clock *clock, int64_t now_ms, int64_t *left_ms)
{
    const int64_t flag_fall_ms = shg_game_clock_flag_fall_ms(clock);
    const int64_t turn_ms = flag_fall_ms - clock->at_ms + clock->spent_ms;
    *left_ms = flag_fall_ms - now_ms;
    return flag_fall_ms != SHG_NEVER_MS && turn_ms >= 12 * HOUR_MS && *left_ms > 0 &&
           *left_ms <= SHG_DAY_MS && *left_ms <= turn_ms / 4;
}

static void write_clock_warning(notification *l, shg_out *subject, shg_language language)
{
    shg_out_format(subject,
                   shg_text_in(language, "shoogi: you are running out of time in game %" PRId64),
                   l->number);
    shg_text_add(
        &l->text,
        shg_text_in(language, "In game %" PRId64 " you have about %" PRId64 " minutes left.\n"),
        l->number, l->minutes_left);
}

static void check_clock(shg_server *server, const shg_running_clock *running)
{
    const int64_t player = running->player[running->clock.turn];
    int64_t left_ms;
    if (shg_is_online(server, player) || !runs_out(&running->clock, shg_now_ms(server), &left_ms))
        return;
    notification *l = new_notification(server, player, EMAIL_AT_ONCE, write_clock_warning);
    if (!l)
        return;
    set_game(l, running->game);
    l->mark = "alarm";
    l->urgent = true;
    l->minutes_left = left_ms / (60 * 1000);
    queue(server, l);
}

void shg_email_reminders(shg_server *server)
{
    if (!has_channel(server))
        return;
    for (size_t i = 0; i < shg_running_clocks_count(server->clocks->running); i++)
        check_clock(server, shg_running_clocks_at(server->clocks->running, i));
    if (server->messages->mail)
        look_behind(server, 0);
}

/* ---- address confirmation and password reset ---- */

typedef struct requested_mail {
    shg_task task;
    int64_t player, now_ms;
    const char *url;
    char name[SHG_NAME_BYTES_MAX + 1];
    char address[SHG_STORAGE_MAIL_BYTES_MAX + 1];
    shg_text_buffer text;
} requested_mail;

static void fini_requested_mail(shg_task *task)
{
    shg_text_fini(&((requested_mail *)task)->text);
}

static shoogi_status run_address(shg_job *job, shg_storage *storage)
{
    requested_mail *a = (requested_mail *)(void *)job;
    shg_player row;
    shoogi_status status = storage->ops->player_by_id(storage, &row, a->player, &job->error);
    if (status != SHOOGI_OK)
        return status;
    const shg_settings settings = settings_of(&row);
    const shg_language language = language_of(&settings);
    shg_text_add(
        &a->text,
        shg_text_in(language,
                    "%s, on a server for shogi and its variants, has given this e-mail address.\n"
                    "If that is you, confirm it within 24 hours:\n\n"),
        a->name);
    status = add_token(&a->text, storage, a->player, SHG_TOKEN_MAIL, a->address, a->url, a->now_ms,
                       SHG_DAY_MS, &job->error);
    shg_text_add(
        &a->text, "\n%s\n",
        shg_text_in(
            language,
            "Or type MAIL and the text after the last \"=\".  If it is not you, do nothing."));
    return status == SHOOGI_OK
               ? add_email(storage, a->player, a->address, "",
                           shg_text_in(language, "shoogi: confirm your e-mail address"), &a->text,
                           a->now_ms, &job->error)
               : status;
}

static void finish_address(shg_task *task)
{
    const requested_mail *a = (const requested_mail *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    wake(task);
    shg_say(s, "An e-mail is on its way to %s.  It tells you how to confirm the address.\n",
            a->address);
}

static requested_mail *new_requested_mail(shg_server *server)
{
    requested_mail *a = server->messages->mail ? shg_task_alloc(NULL, sizeof *a) : NULL;
    if (!a)
        return NULL;
    a->task.fini = fini_requested_mail;
    a->now_ms = shg_now_ms(server);
    a->url = shg_mail_url(server->messages->mail);
    return a;
}

/* Whether the limit of requested e-mail is reached. */
static bool at_limit(shg_server *server, const void *key, size_t key_bytes, unsigned most)
{
    const int64_t now_ms = shg_now_ms(server);
    if (shg_rate_limit_count(server->messages->letters, key, key_bytes, now_ms) >= most)
        return true;
    shg_rate_limit_add(server->messages->letters, key, key_bytes, now_ms, 1);
    return false;
}

static bool too_many_to_address(shg_server *server, const shg_address_key *from, int64_t player)
{
    return at_limit(server, &player, sizeof player, SHG_EMAIL_ASKED_MAX) ||
           at_limit(server, from, sizeof *from, SHG_EMAIL_PER_ADDRESS_MAX);
}

static requested_mail *new_to_address(shg_server *server, int64_t player, const char *name,
                                      const char *address)
{
    requested_mail *a = new_requested_mail(server);
    if (!a)
        return NULL;
    a->player = player;
    snprintf(a->name, sizeof a->name, "%s", name);
    snprintf(a->address, sizeof a->address, "%s", address);
    return a;
}

void shg_email_confirm_address(shg_session *s, int64_t player, const char *name,
                               const char *address)
{
    if (too_many_to_address(s->server, &s->address, player)) {
        shg_refuse_as(s, SHG_REFUSED_TOO_MUCH,
                      "Too many e-mails were requested.  Try again in an hour.\n");
        return;
    }
    requested_mail *a = new_to_address(s->server, player, name, address);
    if (a)
        shg_task_write(&a->task, s->server, s, run_address, finish_address);
    else
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server cannot send e-mail.\n");
}

void shg_email_new_player(shg_server *server, const shg_address_key *from, int64_t player,
                          const char *name, const char *address)
{
    requested_mail *a = !server->messages->mail || too_many_to_address(server, from, player)
                            ? NULL
                            : new_to_address(server, player, name, address);
    if (a)
        shg_task_write(&a->task, server, NULL, run_address, wake);
}

static shoogi_status run_reset(shg_job *job, shg_storage *storage)
{
    requested_mail *a = (requested_mail *)(void *)job;
    shg_player row;
    shg_account account;
    shoogi_status status = storage->ops->player_by_name(storage, &row, a->name, &job->error);
    if (status != SHOOGI_OK)
        return status == SHOOGI_NOT_FOUND ? SHOOGI_OK : status;
    a->player = row.id;
    const shg_settings settings = settings_of(&row);
    const shg_language language = language_of(&settings);
    const bool has_password = row.password[0] != '\0';
    snprintf(a->name, sizeof a->name, "%s", row.name);
    status = shg_account_read(&account, storage, a->player, &job->error);
    if (status != SHOOGI_OK || account.mail[0] == '\0' || !has_password)
        return status;
    shg_text_add(&a->text,
                 shg_text_in(language, "Somebody, perhaps you, requested a new password for %s.\n"
                                       "Choose one within the next hour:\n\n"),
                 a->name);
    status = add_token(&a->text, storage, a->player, SHG_TOKEN_RESET, "", a->url, a->now_ms,
                       HOUR_MS, &job->error);
    shg_text_add(
        &a->text, "\n%s\n",
        shg_text_in(language, "If it was not you, do nothing: your password is unchanged."));
    return status == SHOOGI_OK ? add_email(storage, a->player, account.mail, "",
                                           shg_text_in(language, "shoogi: a new password"),
                                           &a->text, a->now_ms, &job->error)
                               : status;
}

void shg_email_password_reset(shg_server *server, const shg_address_key *from, const char *name)
{
    char key[SHG_NAME_BYTES_MAX + 1];
    size_t bytes = 0;
    for (; name[bytes] && bytes < SHG_NAME_BYTES_MAX; bytes++)
        key[bytes] = shg_lower(name[bytes]);
    if (at_limit(server, from, sizeof *from, SHG_EMAIL_PER_ADDRESS_MAX) ||
        at_limit(server, key, bytes, SHG_EMAIL_ASKED_MAX))
        return;
    requested_mail *a = new_requested_mail(server);
    if (!a)
        return;
    snprintf(a->name, sizeof a->name, "%s", name);
    shg_task_write(&a->task, server, NULL, run_reset, wake);
}

/* ---- actions of links ---- */

typedef struct link_action {
    shg_task task;
    int64_t player, now_ms;
    shg_place place;
    enum { USE_NOTHING, USE_MAIL, USE_SILENCE, USE_RESET } what;
    bool done;
    char hash[SHG_TOKEN_HASH_BYTES + 1];
    char address[SHG_STORAGE_MAIL_BYTES_MAX + 1];
    char password[SHG_PASSWORD_BYTES_MAX + 1];
    char verifier[SHG_VERIFIER_BYTES]; /* "" until the password is hashed */
} link_action;

static shoogi_status set_address(link_action *u, shg_storage *storage, shoogi_error *err)
{
    shg_account account;
    const shoogi_status status = shg_account_read(&account, storage, u->player, err);
    if (status != SHOOGI_OK)
        return status;
    memcpy(account.mail, u->address, sizeof account.mail);
    return storage->ops->account_set(storage, &account.row, err);
}

static shoogi_status turn_email_off(const link_action *u, shg_storage *storage, shoogi_error *err)
{
    shg_player player;
    char text[SHG_STORAGE_SETTINGS_BYTES_MAX + 1];
    const shoogi_status status = storage->ops->player_by_id(storage, &player, u->player, err);
    if (status != SHOOGI_OK)
        return status;
    shg_settings settings = settings_of(&player);
    settings.value[SHG_SET_LETTERS] = SHG_EMAIL_OFF;
    shg_out out = shg_out_make(text, sizeof text);
    shg_settings_write(&out, &settings);
    return storage->ops->player_set_settings(storage, u->player, text, err);
}

/* Resets the password, and removes everything that permits login without the new one. The place is known from now on, so
 * that guesses of strangers do not keep its player out. */
static shoogi_status reset(const link_action *u, shg_storage *storage, shoogi_error *err)
{
    static const char *const kinds[] = { SHG_TOKEN_RESET, SHG_TOKEN_BROWSER, SHG_TOKEN_PROGRAM };
    shoogi_status status = storage->ops->player_set_password(storage, u->player, u->verifier, err);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && status == SHOOGI_OK; i++)
        status = shg_tokens_remove(storage, u->player, kinds[i], 0, err);
    return status == SHOOGI_OK ? shg_known_store(storage, u->player, &u->place, u->now_ms, err)
                               : status;
}

static shoogi_status run_link_action(shg_job *job, shg_storage *storage)
{
    link_action *u = (link_action *)(void *)job;
    shg_token row;
    shoogi_status status = storage->ops->token_get(storage, &row, u->hash, &job->error);
    if (status != SHOOGI_OK || row.expires_ms <= u->now_ms)
        return status == SHOOGI_OK ? SHOOGI_NOT_FOUND : status;
    const int64_t token = row.id;
    u->player = row.player;
    if (strcmp(row.kind, SHG_TOKEN_MAIL) == 0) {
        u->what = USE_MAIL;
        snprintf(u->address, sizeof u->address, "%s", row.name);
        status = set_address(u, storage, &job->error);
    } else if (strcmp(row.kind, SHG_TOKEN_SILENCE) == 0) {
        u->what = USE_SILENCE;
        u->done = true;
        return turn_email_off(u, storage, &job->error);
    } else if (strcmp(row.kind, SHG_TOKEN_RESET) == 0) {
        u->what = USE_RESET;
        if (u->verifier[0] == '\0')
            return SHOOGI_OK; /* the password has to be hashed first */
        u->done = true;
        return reset(u, storage, &job->error); /* including the token */
    } else {
        return SHOOGI_NOT_FOUND;
    }
    u->done = status == SHOOGI_OK;
    return status == SHOOGI_OK ? storage->ops->token_remove(storage, token, &job->error) : status;
}

static void start_link_action(shg_session *s, link_action *u);

static void hashed(shg_session *s, shoogi_status status, const char *verifier, void *context)
{
    link_action *u = context;
    sodium_memzero(u->password, sizeof u->password);
    if (status == SHOOGI_OK) {
        snprintf(u->verifier, sizeof u->verifier, "%s", verifier);
        start_link_action(s, u);
        return;
    }
    shg_refuse_as(
        s, SHG_REFUSED_FAILED, "%s",
        shg_text_in(shg_session_language(s), shg_auth_result_text(shg_auth_result_of(status))));
    free(u);
}

static void hash_password(shg_session *s, const link_action *from)
{
    if (shg_utf8_length(from->password, strlen(from->password)) < SHG_PASSWORD_CHARACTERS_MIN) {
        shg_result_text(s, "wanted", "password");
        shg_refuse(s, "Choose a password of at least %d characters.\n",
                   SHG_PASSWORD_CHARACTERS_MIN);
        return;
    }
    link_action *u = shg_task_alloc(s, sizeof *u);
    if (!u)
        return;
    memcpy(u->hash, from->hash, sizeof u->hash);
    memcpy(u->password, from->password, sizeof u->password);
    shg_password_check_start(s, u->password, strlen(u->password), NULL, 0, hashed, u);
}

static void finish_link_action(shg_task *task)
{
    const link_action *u = (const link_action *)task;
    shg_session *s = task->session;
    if (task->job.status == SHOOGI_NOT_FOUND) {
        shg_refuse(s, "That link has been used or has expired.\n");
        return;
    }
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    switch (u->what) {
    case USE_NOTHING: break;
    case USE_MAIL: shg_say(s, "E-mail now goes to %s.\n", u->address); break;
    case USE_SILENCE:
        for (shg_session *one = shg_online_first(&s->server->sessions->online, u->player); one;
             one = shg_online_next(one))
            one->settings.value[SHG_SET_LETTERS] = SHG_EMAIL_OFF;
        shg_say(s, "You get no more e-mail.  SET LETTERS changes that.\n");
        break;
    case USE_RESET:
        if (!u->done) {
            hash_password(s, u);
            break;
        }
        shg_say(s, "Your password has been changed.  Log in with it.\n");
        shg_email_account_change(s->server, u->player, SHG_CHANGED_BY_EMAIL);
        shg_token_end_sessions(s->server, u->player, 0, s,
                               "Your password was reset by e-mail.  Log in with the new one.");
        break;
    }
}

static void fini_link_action(shg_task *task)
{
    link_action *u = (link_action *)task;
    sodium_memzero(u->password, sizeof u->password);
}

static void start_link_action(shg_session *s, link_action *u)
{
    u->now_ms = shg_now_ms(s->server);
    u->place = shg_place_of(s);
    u->task.fini = fini_link_action;
    shg_task_write(&u->task, s->server, s, run_link_action, finish_link_action);
}

void shg_email_use_link(shg_session *s, const char *token, size_t token_bytes, const char *password)
{
    char hash[SHG_TOKEN_HASH_BYTES + 1];
    if (!shg_token_hash(hash, token, token_bytes)) {
        shg_refuse(s, "That is not the text from the e-mail, which begins with %s.\n",
                   SHG_TOKEN_PREFIX);
        return;
    }
    link_action *u = shg_task_alloc(s, sizeof *u);
    if (!u)
        return;
    memcpy(u->hash, hash, sizeof u->hash);
    snprintf(u->password, sizeof u->password, "%s", password);
    start_link_action(s, u);
}
