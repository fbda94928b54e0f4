#include "server/library/library.h"

#include "base/error.h"
#include "base/text.h"
#include "server/doors/web_exchange.h"
#include "server/game/privacy.h"
#include "server/rules/part.h"
#include "shoogi/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the query ---- */

/* "2024-03-01" as the beginning of that day. False if it is not a date. */
static bool read_day(int64_t *ms, const char *text)
{
    static const int days[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 };
    int part[3] = { 0 };
    for (int i = 0; i < 10; i++) {
        const bool dash = i == 4 || i == 7;
        if (dash ? text[i] != '-' : !shg_is_digit(text[i]))
            return false;
        if (!dash)
            part[i < 4 ? 0 : i < 7 ? 1 : 2] = part[i < 4 ? 0 : i < 7 ? 1 : 2] * 10 + text[i] - '0';
    }
    const int year = part[0], month = part[1], day = part[2];
    if (text[10] || year < 1970 || month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    const int before = year - 1;
    const int64_t number = 365 * (int64_t)(year - 1970) +
                           (before / 4 - before / 100 + before / 400) - 477 + days[month - 1] +
                           (leap && month > 2) + day - 1;
    *ms = number * 24 * 3600 * 1000;
    return true;
}

/* The value of a query parameter. */
typedef struct in_query {
    const char *query, *name;
    size_t query_bytes;
    char text[128];
    shoogi_error *err;
} in_query;

static shoogi_status expected(const in_query *a, const char *what)
{
    return shg_error_expected_as(a->err, what, a->name, a->text, strlen(a->text));
}

/* False if the value is too long. */
static bool get(in_query *a, const char *name)
{
    shg_out out = shg_out_make(a->text, sizeof a->text);
    a->name = name;
    shg_query_get(&out, a->query, a->query_bytes, name);
    return out.length < sizeof a->text;
}

static bool get_text(char *text, size_t room, in_query *a, const char *name)
{
    return get(a, name) && (size_t)snprintf(text, room, "%s", a->text) < room;
}

/* The index of a value in a list of words; "" is the first. */
static bool get_word(size_t *index, const char *const *words, size_t count, in_query *a,
                     const char *name)
{
    bool good = get(a, name);
    for (*index = 0; good && strcmp(a->text, words[*index]) != 0;)
        good = ++*index < count;
    return good;
}

static bool read_number(int64_t *out, const char *text)
{
    int64_t number = 0;
    for (; shg_is_digit(*text); text++)
        number = number < INT64_MAX / 100 ? number * 10 + (*text - '0') : number;
    *out = number;
    return *text == '\0';
}

static bool get_number(int64_t *number, in_query *a, const char *name)
{
    return get(a, name) && read_number(number, a->text);
}

static bool get_day(int64_t *ms, in_query *a, const char *name)
{
    return get(a, name) && (!a->text[0] || read_day(ms, a->text));
}

static const char *const states[] = { "", "running", "finished" };

static shoogi_status read_words(shg_search *s, in_query *a)
{
    static const char *const outcomes[] = { "", "black", "white", "draw", "no-contest" };
    static const char *const places[] = { "", "games", "records" };
    size_t outcome, state, place;
    if (!get_text(s->player, sizeof s->player, a, "player"))
        return expected(a, "the name of a player");
    if (!get_text(s->variant, sizeof s->variant, a, "variant"))
        return expected(a, "the name of a game");
    if (!get_word(&outcome, outcomes, 5, a, "result"))
        return expected(a, "black, white, draw or no-contest");
    if (!get_word(&state, states, 3, a, "state"))
        return expected(a, "running or finished");
    if (!get_word(&place, places, 3, a, "in"))
        return expected(a, "games or records");
    if (!get_number(&s->before, a, "before"))
        return expected(a, "a whole number");
    if (!get_day(&s->since_ms, a, "since") || !get_day(&s->until_ms, a, "until"))
        return expected(a, "a day, as in 2024-03-01");
    snprintf(s->outcome, sizeof s->outcome, "%s", outcomes[outcome]);
    s->state = (shg_search_state)state;
    s->records = place == 2;
    s->until_ms += s->until_ms ? INT64_C(24) * 3600 * 1000 : 0; /* that day included */
    return SHOOGI_OK;
}

shoogi_status shg_search_read(shg_search *out, const char *query, size_t query_bytes,
                              shoogi_error *err)
{
    *out = (shg_search){ .rows_max = SHG_SEARCH_ROWS };
    in_query a = { .query = query, .query_bytes = query_bytes, .err = err };
    const shoogi_status status = read_words(out, &a);
    if (status != SHOOGI_OK)
        return status;
    shg_out sfen = shg_out_growing();
    const bool asked = shg_query_get(&sfen, query, query_bytes, "position");
    out->sfen = sfen.bytes;
    if (sfen.spent || (asked && !sfen.bytes && !(out->sfen = calloc(1, 1))))
        return SHOOGI_NO_MEMORY;
    if (asked && !out->sfen[0]) {
        free(out->sfen);
        out->sfen = NULL;
    }
    return SHOOGI_OK;
}

void shg_search_fini(shg_search *search)
{
    free(search->sfen);
    search->sfen = NULL;
}

static void add_day(shg_out *out, const char *name, int64_t ms, bool html)
{
    char text[32];
    const time_t at = (time_t)(ms / 1000);
    struct tm parts;
    if (ms != 0 && gmtime_r(&at, &parts) && strftime(text, sizeof text, "%Y-%m-%d", &parts) > 0)
        shg_query_add(out, name, text, html);
}

void shg_search_next(shg_out *out, const shg_search *s, bool html)
{
    shg_out_format(out, "before=%" PRId64, s->last);
    shg_query_add(out, "in", s->records ? "records" : "", html);
    shg_query_add(out, "player", s->player, html);
    shg_query_add(out, "variant", s->variant, html);
    shg_query_add(out, "result", s->outcome, html);
    shg_query_add(out, "state", states[s->state], html);
    add_day(out, "since", s->since_ms, html);
    add_day(out, "until", s->until_ms ? s->until_ms - INT64_C(24) * 3600 * 1000 : 0, html);
    shg_query_add(out, "position", s->sfen, html);
}

/* ---- rules by name ---- */

shoogi_status shg_rules_named(const shoogi_variant **out, shg_rules **kept, shg_server *server,
                              shg_storage *storage, const char *name, size_t name_bytes,
                              shoogi_error *err)
{
    *kept = NULL;
    const int64_t number = shg_rules_number(name, name_bytes);
    if (number != 0) {
        const shoogi_status status = shg_rules_get(kept, server->rules->past, storage, number, err);
        if (status == SHOOGI_OK)
            *out = shg_rules_variant(*kept);
        return status;
    }
    const shoogi_catalog_entry *entry;
    const shoogi_status status = shg_server_find_variant(&entry, server, name, name_bytes);
    if (status == SHOOGI_OK)
        *out = entry->variant;
    if (status == SHOOGI_INVALID_RULES)
        return shg_error_set(err, status, 0, 0, "the definition of that game has an error");
    if (status != SHOOGI_NOT_FOUND)
        return status;
    return shg_error_expected(err, SHOOGI_NOT_FOUND, 0, 0,
                              "the name of a game, or @ and the number of a definition", name,
                              name_bytes);
}

/* ---- searching ---- */

typedef struct search {
    shg_search *asked;
    int64_t player; /* the player whose games are searched */

    const char *variant; /* its canonical name */
    bool known;          /* known rules: the server's, or read before */
    size_t looked;
    shg_found_game_fn *game;
    shg_found_record_fn *record;
    void *context;
    struct {
        int64_t number, at;
    } * places; /* owned */
    size_t place_count;
    bool spent;
} search;

static bool same(const char *a, const char *b)
{
    return shg_text_same(a, strlen(a), b, strlen(b));
}

static bool contains(const char *text, const char *part)
{
    return shg_text_contains(text, strlen(text), part, strlen(part));
}

static bool in_time(const shg_search *a, int64_t at_ms)
{
    return (a->since_ms == 0 || at_ms >= a->since_ms) && (a->until_ms == 0 || at_ms < a->until_ms);
}

static bool is_variant(search *s, const char *variant)
{
    const bool is = !s->variant[0] || same(variant, s->variant);
    s->known = s->known || is;
    return is;
}

static bool fits_game(search *s, const shg_game *row)
{
    const shg_search *a = s->asked;
    return is_variant(s, row->variant) &&
           (s->player == 0 || row->black == s->player || row->white == s->player) &&
           (!a->outcome[0] || strcmp(row->outcome, a->outcome) == 0) &&
           (a->state == SHG_STATE_ANY ||
            (row->outcome[0] != '\0') == (a->state == SHG_STATE_OVER)) &&
           in_time(a, row->created_ms) && shg_game_row_may_list(a->viewer, row);
}

static bool fits_record(search *s, const shg_record_row *row)
{
    const shg_search *a = s->asked;
    return is_variant(s, row->variant) &&
           (!a->player[0] || contains(row->black, a->player) || contains(row->white, a->player)) &&
           (!a->outcome[0] || strcmp(row->outcome, a->outcome) == 0) && in_time(a, row->created_ms);
}

/* Counts a row before it is read. False if the search ends here. */
static bool may_read_row(search *s)
{
    s->asked->more = s->asked->rows >= s->asked->rows_max || s->looked >= SHG_SEARCH_EXAMINED;
    s->looked++;
    return !s->asked->more;
}

static void report_game(search *s, const shg_game *row, int64_t at)
{
    s->asked->last = row->id;
    if (!fits_game(s, row))
        return;
    s->asked->rows++;
    s->game(s->context, row, at);
}

static bool each_game(void *context, const shg_game *row)
{
    if (!may_read_row(context))
        return false;
    report_game(context, row, -1);
    return true;
}

static void report_record(search *s, const shg_record_row *row, int64_t at)
{
    s->asked->last = row->id;
    if (!fits_record(s, row))
        return;
    s->asked->rows++;
    s->record(s->context, row, at);
}

static bool each_record(void *context, const shg_record_row *row)
{
    if (!may_read_row(context))
        return false;
    report_record(context, row, -1);
    return true;
}

static bool each_position(void *context, int64_t number, int64_t at)
{
    search *s = context;
    if (!s->places)
        s->places = calloc(SHG_SEARCH_POSITIONS + 1, sizeof *s->places);
    s->spent = !s->places;
    if (s->spent || s->place_count > SHG_SEARCH_POSITIONS)
        return false;
    s->places[s->place_count].number = number;
    s->places[s->place_count++].at = at;
    return true;
}

/* Each row needs a query of its own, so fewer are read. */
static shoogi_status search_places(search *s, shg_storage *storage, int64_t hash, shoogi_error *err)
{
    shg_search *a = s->asked;
    shoogi_status status = storage->ops->place_list(
        storage, a->records ? SHG_POSITION_INDEX_RECORD : SHG_POSITION_INDEX_GAME, hash, a->before,
        each_position, s, err);
    if (s->spent)
        status = SHOOGI_NO_MEMORY;
    for (size_t i = 0; i < s->place_count && status == SHOOGI_OK; i++) {
        a->more = a->rows >= a->rows_max || i >= SHG_SEARCH_POSITIONS;
        if (a->more)
            break;
        if (a->records) {
            shg_record_row row;
            status = storage->ops->record_head(storage, &row, s->places[i].number, err);
            if (status == SHOOGI_OK)
                report_record(s, &row, s->places[i].at);
        } else {
            shg_game row;
            status = storage->ops->game_get(storage, &row, s->places[i].number, err);
            if (status == SHOOGI_OK)
                report_game(s, &row, s->places[i].at);
        }
    }
    free(s->places);
    return status;
}

static shoogi_status find_hash(int64_t *hash, const char *sfen, const shoogi_variant *variant,
                               shoogi_error *err)
{
    shoogi_position *position = NULL;
    shoogi_status status = shoogi_position_new(&position, variant);
    if (status == SHOOGI_OK)
        status = shoogi_sfen_read(position, sfen, strlen(sfen), err);
    if (status == SHOOGI_OK)
        *hash = (int64_t)shoogi_position_hash(position);
    shoogi_position_free(position);
    return status;
}

static shoogi_status search_all(search *s, shg_storage *storage, shoogi_error *err)
{
    const shg_search *a = s->asked;
    if (a->records)
        return storage->ops->record_list(storage, 0, a->before, each_record, s, err);
    const bool running = a->state == SHG_STATE_RUNNING;
    const shg_game_filter filter = {
        .player = s->player, .running_only = running, .newest_first = !running, .after = a->before
    };
    return storage->ops->game_list(storage, &filter, each_game, s, err);
}

shoogi_status shg_search_run(shg_search *asked, shg_server *server, shg_storage *storage,
                             shg_found_game_fn *game, shg_found_record_fn *record, void *context,
                             shoogi_error *err)
{
    search s = {
        .asked = asked, .variant = asked->variant, .game = game, .record = record, .context = context
    };
    shg_rules *kept = NULL;
    const shoogi_variant *variant = NULL;
    shoogi_status status = SHOOGI_OK;
    int64_t hash = 0;
    asked->last = asked->before;
    if (asked->player[0] && !asked->records) {
        shg_player row;
        status = storage->ops->player_by_name(storage, &row, asked->player, err);
        s.player = status == SHOOGI_OK ? row.id : 0;
    }
    const char *name = asked->variant[0] || !asked->sfen ? asked->variant : SHG_DEFAULT_VARIANT;
    if (status == SHOOGI_OK && name[0]) {
        status = shg_rules_named(&variant, &kept, server, storage, name, strlen(name), err);
        s.known = status == SHOOGI_OK;
        if (s.known)
            s.variant = shoogi_variant_name(variant);
        else if (status == SHOOGI_NOT_FOUND && !asked->sfen &&
                 shg_rules_number(name, strlen(name)) == 0)
            status = SHOOGI_OK; /* perhaps the name of a game that the server once had */
    } else {
        s.known = true;
    }
    if (status == SHOOGI_OK && asked->sfen) {
        status = find_hash(&hash, asked->sfen, variant, err);
        if (status == SHOOGI_OK)
            status = search_places(&s, storage, hash, err);
    } else if (status == SHOOGI_OK) {
        status = search_all(&s, storage, err);
        if (status == SHOOGI_OK && !s.known && asked->before == 0 && !asked->more)
            status =
                SHOOGI_NOT_FOUND; /* *err already has the sentence, from the look-up of the name */
    }
    shg_rules_unref(kept);
    return status;
}
