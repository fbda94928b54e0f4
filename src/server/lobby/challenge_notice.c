#include "server/lobby/challenge_notice.h"

#include "server/game/game_options.h"
#include "server/game/privacy.h"
#include "server/lobby/challenge_board.h"
#include "server/lobby/challenge_terms.h"
#include "server/loop/text_buffer.h"
#include "server/rules/part.h"
#include "server/session/ignored.h"
#include "server/session/part.h"
#include "storage/bounds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void notify(shg_session *to, const shg_challenge *row, const char *key, const char *answer)
{
    const shg_language language = shg_session_language(to);
    char text[SHG_CONDITIONS_BYTES], terms[400], start[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    char from[SHG_LISTED_START_BYTES + 200];
    shg_out buffer = shg_out_make(text, sizeof text), more = shg_out_make(terms, sizeof terms);
    shg_out position = shg_out_make(from, sizeof from);
    shg_options_describe(&buffer, row->options, language);
    shg_terms_describe(&more, row->options, language);
    shg_start_sfen(start, row->options);
    shg_start_describe(&position, start, language);
    shg_text_buffer conditions = { 0 };
    shg_text_add(&conditions, buffer.length > 0 ? " (%s)" : "%s", text);
    shg_text_add(&conditions, more.length > 0 ? " (%s)" : "%s", terms);
    shg_text_add(&conditions, position.length > 0 ? " (%s)" : "%s", from);
    shg_out board = shg_out_growing();
    shg_challenge_board_write(&board, to, row);
    if (!shg_ignores(to, row->player_name) && !conditions.failed)
        shg_notify_about(to,
                         &(shg_notice){ .kind = "challenge",
                                        .challenge = row->id,
                                        .game = shg_terms_rematch_of(row->options),
                                        .key = key,
                                        .by = row->player_name,
                                        .board = board.spent ? NULL : board.bytes },
                         "%s challenges you to a game of %s%s: ACCEPT %s, or DECLINE %lld.\n",
                         row->player_name, shg_server_title(to->server, language, row->variant),
                         conditions.bytes, answer, (long long)row->id);
    free(board.bytes);
    shg_text_fini(&conditions);
}

void shg_notify_challenged(shg_server *server, const shg_challenge *row)
{
    char key[SHG_KEY_BYTES + 1] = "", number[24];
    shg_out text = shg_out_make(key, sizeof key);
    shg_terms_key_write(&text, row->options, row->id);
    snprintf(number, sizeof number, "%" PRId64, row->id);
    shg_session *to = shg_online_named(&server->sessions->online, row->pattern);
    if (to)
        to = shg_online_first(&server->sessions->online, to->player);
    for (; to; to = shg_online_next(to))
        notify(to, row, key, key[0] ? key : number);
}

void shg_notify_declined(shg_server *server, const shg_declined *d)
{
    const long long number = (long long)d->challenge;
    const shg_notice about = { .kind = "declined", .challenge = d->challenge, .by = d->by };
    shg_session *to = shg_online_first(&server->sessions->online, d->challenger);
    for (; to; to = shg_online_next(to)) {
        if (shg_ignores(to, d->by))
            continue;
        /* Pages show no numbers of challenges, and programs get the number beside the text. */
        const bool program = shg_session_is_program(to);
        if (program && d->word[0])
            shg_notify_about(to, &about, "%s declines your challenge: %s\n", d->by, d->word);
        else if (program)
            shg_notify_about(to, &about, "%s declines your challenge.\n", d->by);
        else if (d->word[0])
            shg_notify_about(to, &about, "%s declines your challenge %lld: %s\n", d->by, number,
                             d->word);
        else
            shg_notify_about(to, &about, "%s declines your challenge %lld.\n", d->by, number);
    }
}
