#include "server/pages/page_parts.h"

#include "base/error.h"
#include "language/message.h"
#include "server/clock/part.h"
#include "server/pages/page_html.h"
#include "server/pages/pages.h"
#include "server/rules/part.h"
#include "shoogi/encoding.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- addresses ---- */

bool shg_path_number(int64_t *number, const char **rest, size_t *rest_bytes, const char *path,
                     size_t path_bytes)
{
    size_t at = 1;
    int64_t value = 0;
    if (path_bytes < 2 || path[0] != '/' || !shg_is_digit(path[1]))
        return false;
    for (; at < path_bytes && shg_is_digit(path[at]) && at < 19; at++)
        value = value * 10 + (path[at] - '0');
    *number = value;
    *rest = path + at;
    *rest_bytes = path_bytes - at;
    return true;
}

/* Copies a query parameter, cut to the room; "" if absent. */
static size_t get_value(char *text, size_t room, const shg_exchange *x, const char *name)
{
    shg_out out = shg_out_make(text, room);
    text[0] = '\0';
    shg_query_get(&out, x->query, x->query_bytes, name);
    return out.length;
}

static bool refuse_value(shg_exchange *x, const shoogi_error *err)
{
    shg_exchange_refuse(x, 400, shg_message_in(x->language, err->message).text);
    return false;
}

bool shg_query_number(size_t *number, shg_exchange *x, const char *name, size_t otherwise)
{
    char text[64];
    shoogi_error err;
    const size_t bytes = get_value(text, sizeof text, x, name);
    size_t digits = 0;
    *number = bytes == 0 ? otherwise : 0;
    for (; digits < 8 && shg_is_digit(text[digits]); digits++)
        *number = *number * 10 + (size_t)(text[digits] - '0');
    if (digits == bytes)
        return true;
    (void)shg_error_expected_as(&err, "a whole number", name, text, strlen(text));
    return refuse_value(x, &err);
}

bool shg_query_view(shoogi_colour *view, shg_exchange *x)
{
    static const char name[] = "view";
    char text[64];
    shoogi_error err;
    const size_t bytes = get_value(text, sizeof text, x, name);
    *view = strcmp(text, "white") == 0 ? SHOOGI_WHITE : SHOOGI_BLACK;
    if (bytes == 0 || strcmp(text, shg_colour_word((int)*view)) == 0)
        return true;
    (void)shg_error_expected_as(&err, "black or white", name, text, strlen(text));
    return refuse_value(x, &err);
}

void shg_add_picture(shg_web_page *page, const shoogi_position *position, shoogi_colour view)
{
    const shoogi_board_options look = { .view = view,
                                        .translate = shg_word_translate,
                                        .context = &page->language };
    const size_t bytes = shoogi_board_svg(NULL, 0, position, &look);
    char *const text = malloc(bytes + 1);
    page->speaks = true;
    page->body.spent = page->body.spent || !text;
    if (text) {
        shoogi_board_svg(text, bytes + 1, position, &look);
        shg_out_bytes(&page->body, text, bytes);
    }
    free(text);
}

void shg_query_key(char key[SHG_KEY_BYTES + 1], const shg_exchange *x)
{
    shg_out out = shg_out_make(key, SHG_KEY_BYTES + 1);
    shg_query_get(&out, x->query, x->query_bytes, "key");
}

shoogi_status shg_game_read_for(shg_game_state **out, const shg_web_job *job, shg_storage *storage,
                                int64_t id, const char *key, shoogi_error *err)
{
    const shg_server *server = job->task.server;
    shg_game_state *game = NULL;
    shoogi_status status =
        shg_game_read(&game, storage, server->rules->past, &server->clocks->downtimes, id, err);
    if (status != SHOOGI_OK)
        return status;
    const shg_viewer viewer = { .player = job->viewer,
                                .opened =
                                    shg_key_opens(key, strlen(key), game->id, game->options) };
    if (shg_game_may_see(viewer, game)) {
        *out = game;
        return SHOOGI_OK;
    }
    shg_game_free(game);
    return shg_error_set(err, SHOOGI_NOT_FOUND, 0, 0, "there is no game %" PRId64, id);
}

bool shg_format_of_extension(shoogi_format *format, bool *old_encoding, const char *text,
                             size_t bytes)
{
    for (int i = 0; i < SHOOGI_FORMAT_COUNT; i++) {
        const char *word = shoogi_format_name((shoogi_format)i);
        *format = (shoogi_format)i;
        /* ".kifu" and ".ki2u" are in UTF-8. */
        *old_encoding = *format == SHOOGI_FORMAT_KIF || *format == SHOOGI_FORMAT_KI2;
        if (shg_text_same(word, strlen(word), text, bytes))
            return true;
        *old_encoding = false;
        const char *more = shoogi_format_extensions(*format);
        for (size_t length; *more; more += length + (more[length] == ' ')) {
            length = strcspn(more, " ");
            if (shg_text_same(more, length, text, bytes))
                return true;
        }
    }
    return false;
}

/* ---- records ---- */

static const char *media_type(shoogi_format format, bool shift_jis)
{
    if (format == SHOOGI_FORMAT_JKF)
        return "application/json";
    if (format == SHOOGI_FORMAT_PGN)
        return "application/vnd.chess-pgn";
    return shift_jis ? "text/plain; charset=Shift_JIS" : "text/plain; charset=utf-8";
}

/* Old programs read such a file only in its traditional encoding; a text that it cannot encode
 * is in UTF-8. */
static bool encode(char **text, size_t *bytes, shoogi_format format, const shoogi_record *record)
{
    const shoogi_record_write_options how = { .encoding =
                                                  shoogi_encoding_name(SHOOGI_ENCODING_SHIFT_JIS) };
    char *lines = NULL, *encoded = NULL;
    size_t lines_bytes = 0, encoded_bytes = 0, faults = 0;
    uint32_t losses;
    const bool good = shoogi_record_write(&lines, &lines_bytes, &losses, format, record, &how,
                                          NULL) == SHOOGI_OK &&
                      shoogi_text_encode(&encoded, &encoded_bytes, SHOOGI_ENCODING_SHIFT_JIS, lines,
                                         lines_bytes, &faults, NULL) == SHOOGI_OK &&
                      faults == 0;
    shoogi_text_free(lines);
    if (good) {
        *text = encoded;
        *bytes = encoded_bytes;
    } else {
        shoogi_text_free(encoded);
    }
    return good;
}

void shg_record_page(shg_web_page *page, const shoogi_record *record, shoogi_format format,
                     bool old_encoding)
{
    char *text = NULL;
    size_t bytes = 0;
    uint32_t losses;
    shoogi_error err = { 0 };
    const bool encoded = old_encoding && encode(&text, &bytes, format, record);
    const shoogi_status status =
        encoded ? SHOOGI_OK
                : shoogi_record_write(&text, &bytes, &losses, format, record, NULL, &err);
    page->status = status == SHOOGI_OK ? 200 : 422;
    if (status == SHOOGI_OK) {
        page->content_type = media_type(format, encoded);
        shg_out_bytes(&page->body, text, bytes);
    } else {
        shg_out_format(&page->body,
                       shg_text_in(page->language, "The game cannot be written as %s: %s.\n"),
                       shoogi_format_name(format),
                       shg_message_in(page->language,
                                      err.message[0] ? err.message : shoogi_status_text(status))
                           .text);
    }
    shoogi_text_free(text);
}

/* ---- style ---- */

void shg_style_web(shg_exchange *x)
{
    shg_web_page page = shg_web_page_new();
    page.status = 200;
    page.content_type = "text/css; charset=utf-8";
    page.cache = "max-age=3600";
    shg_out_text(&page.body, shg_page_style);
    shg_exchange_answer(x, &page);
}
