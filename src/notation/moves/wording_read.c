/* wording_read.c: parses a text into all wordings that it can be. */
#include "notation/words/cursor.h"
#include "notation/moves/wording.h"

#include <assert.h>

enum { NAME_BYTES_MAX = 16, PLACE_BYTES_MAX = 4, PLACES_MAX = 8 };

/* ---- Names -------------------------------------------------------------------------------------- */

/* "+" and the id of a kind. */
static shoogi_kind promoted_by_id(const shoogi_variant *variant, shoogi_kind kind)
{
    char id[NAME_BYTES_MAX];
    shg_out out = shg_out_make(id, sizeof id);
    shg_out_format(&out, "+%s", shoogi_variant_kind(variant, kind).id);
    return out.length < sizeof id ? shoogi_variant_kind_by_id(variant, id, out.length) : 0;
}

shoogi_kind shg_named_kind(const shoogi_variant *variant, const char *name, size_t name_bytes)
{
    const shoogi_kind kind = shoogi_variant_kind_by_input(variant, name, name_bytes);
    if (kind != 0 || name_bytes < 2 || name[0] != '+')
        return kind;
    /* Id aliases: that of a promoted form may include the sign; for another kind the sign is applied. */
    const shoogi_kind base = shoogi_variant_kind_by_input(variant, name + 1, name_bytes - 1);
    if (base == 0 || shoogi_variant_kind(variant, base).id[0] == '+')
        return base;
    const shoogi_kind form = promoted_by_id(variant, base);
    return form != 0 ? form
                     : shoogi_variant_kind(variant, base).promoted; /* with an id of its own */
}

size_t shg_longest_name(const shoogi_variant *variant, const char *text, size_t text_bytes)
{
    size_t length = text_bytes < NAME_BYTES_MAX ? text_bytes : NAME_BYTES_MAX;
    while (length > 0 && shg_named_kind(variant, text, length) == 0)
        length--;
    return length;
}

/* ---- Places ------------------------------------------------------------------------------------- */

/* A number of one or two digits from 1 to most, minus 1; ANY: not a number. */
static int number(const char *text, size_t count, unsigned most)
{
    unsigned value = 0;
    if (count == 0 || count > 2 || text[0] == '0')
        return SHG_ANY;
    for (size_t i = 0; i < count; i++) {
        if (!shg_is_digit(text[i]))
            return SHG_ANY;
        value = value * 10 + (unsigned)(text[i] - '0');
    }
    return value <= most ? (int)value - 1 : SHG_ANY;
}

/* A rank as letters: a to z, then aa, ab and so on. */
static int rank_letters(const char *text, size_t count, unsigned most)
{
    unsigned value = 0;
    if (count == 0 || count > 2)
        return SHG_ANY;
    for (size_t i = 0; i < count; i++) {
        if (!shg_is_letter(text[i]))
            return SHG_ANY;
        value = value * 26 + (unsigned)(shg_lower(text[i]) - 'a') + 1;
    }
    return value <= most ? (int)value - 1 : SHG_ANY;
}

/* Every complete square that count bytes can mean, in letters or in digits. */
static size_t read_squares(shg_place places[PLACES_MAX], const shoogi_variant *variant,
                           const char *text, size_t count)
{
    const unsigned files = shoogi_variant_file_count(variant),
                   ranks = shoogi_variant_rank_count(variant);
    size_t found = 0;
    for (size_t cut = 1; cut < count && count <= PLACE_BYTES_MAX; cut++) {
        shg_place place = { number(text, cut, files), number(text + cut, count - cut, ranks) };
        if (place.rank == SHG_ANY)
            place.rank = rank_letters(text + cut, count - cut, ranks);
        if (place.file != SHG_ANY && place.rank != SHG_ANY &&
            shoogi_variant_has_square(variant, (unsigned)place.file, (unsigned)place.rank))
            places[found++] = place;
    }
    assert(found <= PLACES_MAX);
    return found;
}

/* The same, or a file, a rank, or nothing. */
static size_t read_places(shg_place places[PLACES_MAX], const shoogi_variant *variant,
                          const char *text, size_t count)
{
    size_t found = read_squares(places, variant, text, count);
    const shg_place part = { number(text, count, shoogi_variant_file_count(variant)),
                             rank_letters(text, count, shoogi_variant_rank_count(variant)) };
    if (count == 0 || part.file != SHG_ANY || part.rank != SHG_ANY)
        places[found++] = part;
    return found;
}

bool shg_is_origin(const shoogi_variant *variant, const char *text, size_t text_bytes)
{
    shg_place places[PLACES_MAX];
    return read_places(places, variant, text, text_bytes) > 0;
}

size_t shg_longest_square(const shoogi_variant *variant, const char *text, size_t text_bytes)
{
    shg_place places[PLACES_MAX];
    size_t length = text_bytes < PLACE_BYTES_MAX ? text_bytes : PLACE_BYTES_MAX;
    while (length > 0 && read_squares(places, variant, text, length) == 0)
        length--;
    return length;
}

/* ---- Wordings ----------------------------------------------------------------------------------- */

struct gathering {
    const shoogi_variant *variant;
    const char *text;
    size_t bytes; /* of the text without its mark */
    shg_wording *wordings;
    size_t count;
};

static void add(struct gathering *g, const shg_wording *wording)
{
    const bool drops = wording->steps[0].sign == '*';
    const bool came_from = wording->from.file != SHG_ANY || wording->from.rank != SHG_ANY;
    if (drops && (came_from || wording->mark != 0 || wording->step_count > 1))
        return; /* a drop has neither an origin nor a promotion */
    if (g->count < SHG_WORDINGS_MAX)
        g->wordings[g->count++] = *wording;
}

/* A step follows at byte at: its sign, or an omitted sign. */
static bool is_step(const struct gathering *g, const shg_wording *wording, size_t at)
{
    if (at >= g->bytes || wording->step_count == SHG_STEPS_MAX ||
        (wording->stays && wording->step_count > 0))
        return false;
    if (g->text[at] == '-' || shg_lower(g->text[at]) == 'x')
        return true;
    if (wording->step_count == 0)
        return g->text[at] == '*';
    /* "x8e9d": between letters and digits a sign may be omitted. */
    return shg_is_digit(g->text[at]) && shg_is_letter(g->text[at - 1]);
}

/* The rest of the text as steps, in every possible division.  Recurses at most SHG_STEPS_MAX deep. */
static void add_steps(struct gathering *g, shg_wording wording, size_t at)
{
    while (at < g->bytes && shg_is_separator(g->text[at]))
        at++;
    if (!is_step(g, &wording, at))
        return;
    shg_step step = { .at = at };
    if (shg_is_sign(g->text[at]))
        step.sign = shg_lower(g->text[at++]);
    /* "x!" and "!x": the lion captures without moving (igui). */
    if (wording.step_count == 0 && at < g->bytes && step.sign == 'x' && g->text[at] == '!') {
        wording.stays = true;
        at++;
    }
    for (size_t length = 2; length <= PLACE_BYTES_MAX && at + length <= g->bytes; length++) {
        shg_place squares[PLACES_MAX];
        const size_t count = read_squares(squares, g->variant, g->text + at, length);
        const size_t end = at + length;
        for (size_t i = 0; i < count; i++) {
            step.to = shoogi_variant_square(g->variant, (unsigned)squares[i].file,
                                            (unsigned)squares[i].rank);
            shg_wording longer = wording;
            longer.steps[longer.step_count++] = step;
            if (end + 1 == g->bytes && g->text[end] == '!' && step.sign == 'x' &&
                longer.step_count == 1) { /* "x9d!" */
                longer.stays = true;
                add(g, &longer);
            } else if (end == g->bytes) {
                add(g, &longer);
            } else {
                add_steps(g, longer, end);
            }
        }
    }
}

/* The text without its mark: a name, an optional origin, and steps. */
static void add_moves(struct gathering *g, shg_wording wording)
{
    for (size_t length = shg_longest_name(g->variant, g->text, g->bytes); length > 0; length--) {
        wording.kind = shg_named_kind(g->variant, g->text, length);
        if (wording.kind == 0)
            continue;
        wording.name_bytes = length;
        for (size_t end = length; end <= g->bytes && end <= length + PLACE_BYTES_MAX; end++) {
            shg_place places[PLACES_MAX];
            const size_t count = read_places(places, g->variant, g->text + length, end - length);
            /* "!x9d": the sign of igui may come first. */
            const bool bang =
                end + 1 < g->bytes && g->text[end] == '!' && shg_lower(g->text[end + 1]) == 'x';
            for (size_t i = 0; i < count; i++) {
                wording.from = places[i];
                wording.stays = bang;
                add_steps(g, wording, end + bang);
            }
        }
    }
}

size_t shg_wordings_read(shg_wording wordings[SHG_WORDINGS_MAX], const shoogi_variant *variant,
                         const char *text, size_t text_bytes)
{
    struct gathering g = { variant, text, text_bytes, wordings, 0 };
    shg_wording wording = { .from = { SHG_ANY, SHG_ANY }, .mark_at = text_bytes };
    if (shg_text_same(text, text_bytes, "--", 2) || shg_text_same(text, text_bytes, "pass", 4)) {
        add(&g, &wording);
        return g.count;
    }
    add_moves(&g, wording);
    for (size_t at = text_bytes; at-- > 1;) {
        if (text[at] != '+' && (text[at] != '=' || at + 1 < text_bytes))
            continue;
        wording.mark = text[at];
        wording.mark_at = g.bytes = at;
        wording.form = shg_named_kind(variant, text + at + 1, text_bytes - at - 1);
        if (at + 1 == text_bytes || wording.form != 0)
            add_moves(&g, wording);
    }
    return g.count;
}
