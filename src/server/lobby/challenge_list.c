/* challenge_list.c: NEW without arguments. */
#include "server/game/action.h"
#include "server/game/game_options.h"
#include "server/game/replay_offer.h"
#include "server/lobby/challenge_terms.h"
#include "server/lobby/challenges.h"
#include "server/loop/text_buffer.h"
#include "server/rating/stored_ratings.h"
#include "server/rules/colour.h"
#include "server/rules/part.h"
#include "server/session/part.h"
#include "server/session/pattern.h"
#include "server/session/rows.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The rating of a challenger, read before the challenge is written. */
typedef struct rated {
    int64_t challenge, player;
    char variant[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    shg_speed speed;
    shg_rating rating; /* the challenger's */
    /* It can be answered only while the challenger is online; the mark is at that place. */
    bool live;
    size_t mark;
} rated;

typedef struct list {
    shg_task task;
    int64_t player, now_ms;
    shg_language language;
    shoogi_notation notation;
    char name[SHG_NAME_BYTES_MAX + 1];
    rated *rated; /* of the challenges, in their order; owned */
    size_t rated_count, rated_done;
    size_t to_pass;                       /* challenges still to skip in this pass */
    size_t rows, left_out, shown, barred; /* the oldest are left out if there are too many */
    shg_text_buffer text;
} list;

/* Widths of columns. */
enum { SIDE_COLUMNS = 8, FIRST_MOVE_COLUMNS = 18 };

/* The first move in players' notation, by today's rules. start: SFEN; "": the first position of the game. */
static void add_first_move(list *l, const shg_challenge *row, const char *start, bool made)
{
    const shg_server *server = l->task.server;
    char move[SHOOGI_NOTATION_TEXT_BYTES], text[SHOOGI_NOTATION_TEXT_BYTES + 80];
    shg_out out_text = shg_out_make(move, sizeof move);
    const shoogi_catalog_entry *entry = shg_server_variant(server, row->variant);
    shoogi_position *position = NULL;
    if (entry && shg_start_position(&position, entry->variant, start) == SHOOGI_OK)
        shg_action_write(&out_text, position, row->first_move, l->notation);
    shoogi_position_free(position);
    snprintf(text, sizeof text, shg_text_in(l->language, made ? "%s, made" : "%s, forced"), move);
    shg_text_add_cell(&l->text, text, FIRST_MOVE_COLUMNS);
}

/* The rating read for a challenge; call in their order. NULL: none was read. */
static rated *find_rated(list *l, const shg_challenge *row)
{
    while (l->rated_done < l->rated_count && l->rated[l->rated_done].challenge < row->id)
        l->rated_done++;
    rated *r = &l->rated[l->rated_done];
    return l->rated_done < l->rated_count && r->challenge == row->id ? r : NULL;
}

/* The challenger's rating in the variant, if the game is rated or the rating known. */
static void add_rating(shg_out *buffer, list *l, const shg_challenge *row)
{
    const rated *r = find_rated(l, row);
    if (!r || (r->rating.games == 0 && !shg_option_has(row->options, SHG_OPTION_RATED)))
        return;
    const shg_rating now = shg_rating_at(&r->rating, l->now_ms);
    char rating[SHG_RATING_TEXT_BYTES];
    shg_rating_write(rating, &now);
    shg_out_text(buffer, buffer->length > 0 ? "; " : "");
    shg_out_format(buffer, shg_text_in(l->language, "%s has %s in %s, %s"), row->player_name,
                   rating, shg_server_title(l->task.server, l->language, row->variant),
                   shg_word_in(l->language, "speed", shg_speed_name(r->speed)));
}

static void add_conditions(list *l, const shg_challenge *row)
{
    shg_text_buffer *out = &l->text;
    char text[SHG_CONDITIONS_BYTES + 200];
    shg_out buffer = shg_out_make(text, sizeof text);
    if (shg_replay_game(row->options) != 0)
        shg_out_format(&buffer,
                       shg_text_in(l->language, "replay of game %lld, which had no result"),
                       (long long)shg_replay_game(row->options));
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_replay_options(options, row->options);
    shg_terms_describe(&buffer, options, l->language);
    char others[SHG_CONDITIONS_BYTES];
    shg_out more = shg_out_make(others, sizeof others);
    shg_options_describe(&more, options, l->language);
    shg_out_format(&buffer, "%s%s", buffer.length > 0 && more.length > 0 ? "; " : "", others);
    add_rating(&buffer, l, row);
    if (buffer.length > 0)
        shg_text_add(out, "        (%s)\n", text);
}

/* The position from which the game begins, as in add_first_move; nothing if it is the first of its game. */
static void add_start(list *l, const char *start)
{
    char from[SHG_LISTED_START_BYTES + 200];
    shg_out out = shg_out_make(from, sizeof from);
    shg_start_describe(&out, start, l->language);
    if (out.length > 0)
        shg_text_add(&l->text, "        %s\n", from);
}

static bool is_visible(const list *l, const shg_challenge *row)
{
    if (shg_replay_game(row->options) != 0)
        return shg_replay_is_for(row, l->player, l->name);
    return shg_terms_listed(row, l->player, l->now_ms);
}

static bool each_counted(void *context, const shg_challenge *row)
{
    list *l = context;
    l->rows += is_visible(l, row);
    return true;
}

/* Whether a challenge is shown; call in their order. */
static bool is_shown(list *l, const shg_challenge *row)
{
    if (!is_visible(l, row))
        return false;
    if (l->to_pass == 0)
        return true;
    l->to_pass--;
    return false;
}

static bool each_challenge(void *context, const shg_challenge *row)
{
    list *l = context;
    if (!is_shown(l, row))
        return true;
    const bool replay = shg_replay_game(row->options) != 0;
    const bool barred =
        replay
            ? shg_replay_accepted(row->options) == l->player
            : row->player == l->player ||
                  shg_pattern_check(row->pattern, strlen(row->pattern), 0, NULL) != SHOOGI_OK ||
                  !shg_pattern_match(row->pattern, strlen(row->pattern), l->name, strlen(l->name));
    if (l->text.length >= SHG_LIST_BYTES)
        return false;
    l->shown++;
    l->barred += barred;
    rated *r = find_rated(l, row);
    if (r && !barred && !replay) {
        r->live = shg_options_live(row->options);
        r->mark = l->text.length;
    }
    const bool black =
        (strcmp(row->colour, "black") == 0) !=
        (replay && row->player ==
                       l->player); /* the challenger's colour; the answering player has the other */
    shg_text_add(&l->text, "%c%5lld  %-12s  %-16s  ", barred ? '-' : ' ', (long long)row->id,
                 row->variant, row->player_name);
    const bool by_lot = !black && strcmp(row->colour, "random") == 0;
    shg_text_add_cell(&l->text,
                      by_lot ? shg_text_in(l->language, "random")
                             : shg_colour_in(l->language, black ? SHOOGI_WHITE : SHOOGI_BLACK),
                      SIDE_COLUMNS);
    shg_text_add(&l->text, "  ");
    char start[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_start_sfen(start, row->options);
    if (row->first_move[0] == '\0')
        shg_text_add_cell(&l->text, shg_text_in(l->language, "open"), FIRST_MOVE_COLUMNS);
    else
        add_first_move(l, row, start, black);
    shg_text_add(&l->text, "  ");
    shg_text_add_clean(&l->text, row->pattern, strlen(row->pattern), SHG_PATTERN_CHARACTERS_MAX);
    shg_text_add(&l->text, "\n");
    add_conditions(l, row);
    add_start(l, start);
    if (row->comment[0]) {
        shg_text_add(&l->text, "        ");
        shg_text_add_clean(&l->text, row->comment, strlen(row->comment),
                           SHG_COMMENT_CHARACTERS_MAX);
        shg_text_add(&l->text, "\n");
    }
    return true;
}

static bool each_rated(void *context, const shg_challenge *row)
{
    list *l = context;
    if (!is_shown(l, row))
        return true;
    if (l->rated_count == SHG_LIST_ROWS)
        return false;
    rated *r = &l->rated[l->rated_count++];
    r->challenge = row->id;
    r->player = row->player;
    r->speed = shg_options_speed(row->options);
    snprintf(r->variant, sizeof r->variant, "%s", row->variant);
    return true;
}

/* Three passes over one snapshot, since the callback of a list must not call the storage. */
static shoogi_status run(shg_job *job, shg_storage *storage)
{
    list *l = (list *)(void *)job;
    l->rated = calloc(SHG_LIST_ROWS, sizeof *l->rated);
    if (!l->rated)
        return SHOOGI_NO_MEMORY;
    shoogi_status status = storage->ops->challenge_list(storage, 0, each_counted, l, &job->error);
    l->left_out = l->to_pass = l->rows > SHG_LIST_ROWS ? l->rows - SHG_LIST_ROWS : 0;
    if (status == SHOOGI_OK)
        status = storage->ops->challenge_list(storage, 0, each_rated, l, &job->error);
    for (size_t i = 0; i < l->rated_count && status == SHOOGI_OK; i++) {
        rated *r = &l->rated[i];
        status = shg_ratings_get(&r->rating, storage, r->player, r->variant, r->speed, INT64_MAX,
                                 &job->error);
    }
    if (status != SHOOGI_OK)
        return status;
    l->to_pass = l->left_out;
    return storage->ops->challenge_list(storage, 0, each_challenge, l, &job->error);
}

/* Only the loop knows who is online. */
static void mark_absent(list *l)
{
    for (size_t i = 0; i < l->rated_count && !l->text.failed; i++) {
        const rated *r = &l->rated[i];
        if (!r->live || shg_is_online(l->task.server, r->player))
            continue;
        l->text.bytes[r->mark] = '-';
        l->barred++;
    }
}

static void finish(shg_task *task)
{
    list *l = (list *)task;
    shg_session *s = task->session;
    if (task->job.status != SHOOGI_OK) {
        shg_say_failed(s, &task->job);
        return;
    }
    if (l->rows == 0) {
        shg_say(s, "There are no challenges.  HELP NEW explains how to make one.\n");
        return;
    }
    const char *const heading = shg_text_in(
        l->language, "   Num  Variant       From              You play  First move          For\n");
    shg_say_rows(s, heading, strlen(heading));
    mark_absent(l);
    shg_say_rows(s, l->text.bytes, l->text.length);
    if (l->left_out > 0)
        shg_say(s, "  %zu older ones not shown\n", l->left_out);
    if (l->rows - l->left_out > l->shown)
        shg_say(s, "  and %zu more\n", l->rows - l->left_out - l->shown);
    if (l->barred > 0)
        shg_say(s, "(- you cannot answer it)\n");
}

static void fini(shg_task *task)
{
    list *l = (list *)task;
    shg_text_fini(&l->text);
    free(l->rated);
}

void shg_list_challenges(shg_session *s)
{
    list *l = shg_task_alloc(s, sizeof *l);
    if (!l)
        return;
    l->player = s->player != 0 ? s->player : -1; /* matches no challenge */
    l->now_ms = shg_now_ms(s->server);
    l->language = shg_session_language(s);
    l->notation = shg_session_notation(s);
    memcpy(l->name, s->name, sizeof l->name);
    l->task.fini = fini;
    shg_task_read(&l->task, s->server, s, run, finish);
}
