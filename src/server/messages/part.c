#include "server/messages/part.h"

#include "server/loop/bounds.h"
#include "server/messages/notification_mail.h"
#include "server/session/shared_limits.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool sends_mail(const shg_server_options *options)
{
    if (options->local || (options->sendmail && strcmp(options->sendmail, "none") == 0))
        return false;
    return options->sendmail || access(SHG_SENDMAIL, X_OK) == 0;
}

/* The default sender: shoogi at this machine. */
static void usual_sender(char *out, size_t room)
{
    char host[256] = "localhost";
    if (gethostname(host, sizeof host - 1) != 0)
        snprintf(host, sizeof host, "localhost");
    snprintf(out, room, "shoogi@%s", host);
}

static shoogi_status start_mail(shg_server *server, const shg_server_options *options)
{
    char from[320];
    if (!sends_mail(options))
        return SHOOGI_OK;
    usual_sender(from, sizeof from);
    return shg_mail_new(
        &server->messages->mail, server, options->sendmail ? options->sendmail : SHG_SENDMAIL,
        options->mail_from ? options->mail_from : from, options->url ? options->url : "");
}

static shoogi_status start_pushes(shg_server *server, const shg_server_options *options)
{
    char from[320], subject[330];
    const char *where = options->push ? options->push : "public";
    if (options->local || !options->works || strcmp(where, "none") == 0)
        return SHOOGI_OK;
    usual_sender(from, sizeof from);
    if (options->url && strncmp(options->url, "https://", 8) == 0)
        snprintf(subject, sizeof subject, "%s", options->url);
    else
        snprintf(subject, sizeof subject, "mailto:%s",
                 options->mail_from ? options->mail_from : from);
    return shg_pushes_new(&server->messages->pushes, server, subject,
                          strcmp(where, "anywhere") == 0);
}

shoogi_status shg_messages_start(shg_server *server, const shg_launch *start)
{
    shoogi_status status = shg_rate_limit_new(&server->messages->talk, SHG_TALK_FADE_MS, 1);
    if (status == SHOOGI_OK)
        status = shg_rate_limit_new(&server->messages->letters, SHG_EMAIL_FADE_MS, 1);
    if (status == SHOOGI_OK)
        shg_limit_share(server, SHG_LIMIT_EMAIL, server->messages->letters);
    if (status == SHOOGI_OK)
        status = start_mail(server, start->options);
    return status == SHOOGI_OK ? start_pushes(server, start->options) : status;
}

void shg_messages_stop(shg_server *server)
{
    shg_pushes_free(server->messages->pushes);
    shg_mail_free(server->messages->mail);
    shg_rate_limit_free(server->messages->letters);
    shg_rate_limit_free(server->messages->talk);
}

void shg_messages_alive(shg_server *server)
{
    if (shg_now_ms(server) < server->messages->reminders_ms)
        return;
    server->messages->reminders_ms = shg_now_ms(server) + SHG_EMAIL_REMINDERS_MS;
    shg_email_reminders(server);
}
