#include "core/variant_int.h"

#include "base/error.h"
#include "base/text.h"
#include "core/board_ops.h"
#include "core/definition.h"

#include <assert.h>
#include <string.h>

typedef struct builder {
    const shg_definition *def;
    shoogi_variant *v;
    shg_errors *errors;
    shoogi_status first;
} builder;

static void fault_of(builder *b, shoogi_status status, shg_span at, const char *expected)
{
    shg_error_expected(shg_errors_next(b->errors), status, at.line, at.column, expected,
                       at.count ? at.bytes : NULL, at.count);
    if (b->first == SHOOGI_OK)
        b->first = status;
}

static void fault(builder *b, shg_span at, const char *expected)
{
    fault_of(b, SHOOGI_BAD_RULES, at, expected);
}

/* For what is missing altogether: the place is the end of the text. */
static void fault_missing(builder *b, const char *expected)
{
    fault(b, (shg_span){ "", 0, b->def->line_count, b->def->last_column }, expected);
}

static void out_of_memory(builder *b)
{
    b->first = SHOOGI_NO_MEMORY;
}

static shg_span rest_of(shg_span whole, size_t from)
{
    return (shg_span){ whole.bytes + from, whole.count - from, whole.line,
                       whole.column + shg_utf8_length(whole.bytes, from) };
}

/* --- kinds --------------------------------------------------------------------------------------- */

/* ids are what notation shows: perhaps a plus, then letters and digits of ASCII, a letter first. */
static bool id_is_well_formed(const char *id)
{
    if (*id == '+')
        id++;
    if (!shg_is_letter(*id))
        return false;
    size_t count = 0;
    for (; id[count]; count++)
        if (!shg_is_letter(id[count]) && !shg_is_digit(id[count]))
            return false;
    return count <= 6;
}

static shoogi_kind kind_by_id(const shoogi_variant *v, const char *id, size_t id_bytes)
{
    for (unsigned k = 1; k <= v->kinds; k++) {
        const char *known = v->kind[k].id;
        if (known && shg_text_same(known, strlen(known), id, id_bytes))
            return (shoogi_kind)k;
    }
    return 0;
}

static char *lower_case(builder *b, shg_span span)
{
    char *text = shg_arena_text(&b->v->arena, span.bytes, span.count);
    for (size_t i = 0; text && text[i]; i++)
        text[i] = shg_lower(text[i]);
    return text;
}

static void build_kind(builder *b, shoogi_kind k)
{
    const shg_piece_line *line = &b->def->kinds[k - 1];
    shg_kind *kind = &b->v->kind[k];
    const shg_betza *betza = &line->betza;
    const char first_letter = line->name.count ? shg_upper(line->name.bytes[0]) : '\0';
    const bool no_id = line->id.count == 0;
    const char *id = no_id ? shg_arena_text(&b->v->arena, &first_letter, 1)
                           : shg_arena_text(&b->v->arena, line->id.bytes, line->id.count);
    kind->name = lower_case(b, line->name);
    kind->moves = shg_arena_text(&b->v->arena, line->moves.bytes, line->moves.count);
    if (!id || !kind->name || !kind->moves) {
        out_of_memory(b);
        return;
    }
    const shg_span id_place = no_id ? line->name : line->id;
    if (!id_is_well_formed(id))
        fault(b, id_place, "an id of up to 6 letters and digits, perhaps after +");
    else if (kind_by_id(b->v, id, strlen(id)) != 0)
        fault(b, id_place, "an id not used before");
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *ride = &betza->rides[i];
        const bool unit =
            ride->right >= -1 && ride->right <= 1 && ride->forward >= -1 && ride->forward <= 1;
        if (ride->reach != 1 && !unit) {
            fault(b, line->moves, "slides along ranks, files and diagonals only");
            break;
        }
    }
    kind->id = id;
    kind->rides = betza->rides;
    kind->ride_count = betza->ride_count;
    kind->drop_depth = betza->has_drop ? betza->drop_depth : (uint8_t)b->v->ranks;
    kind->drop_first = betza->drop_not_back_rank ? 1 : 0;
    kind->drop_per_file = betza->drop_per_file;
    kind->base = k;
}

static void build_royals(builder *b)
{
    const shg_definition *def = b->def;
    for (size_t i = 0; i < def->royal_count; i++) {
        if (def->royals[i].kind > (int)b->v->kinds)
            fault(b, def->royals[i].span, "the number of a piece line of this game");
        else
            b->v->kind[def->royals[i].kind].royal = true;
    }
    if (def->royal_count == 0)
        b->v->kind[b->v->kinds].royal = true;
}

/* The form kind k promotes to by the parameters promoOffset and promoChoice; 0 if there is none. */
static shoogi_kind partner_of(builder *b, shoogi_kind k)
{
    const shg_definition *def = b->def;
    if (def->promotion_choice != SHG_PARAMETER_UNSET) { /* promoChoice=+ : the partner by its id */
        char id[16];
        shg_out out = shg_out_make(id, sizeof id);
        shg_out_format(&out, "+%s", b->v->kind[k].id);
        const shoogi_kind partner = kind_by_id(b->v, id, out.length);
        if (partner == 0) {
            char expected[64];
            out = shg_out_make(expected, sizeof expected);
            shg_out_format(&out, "a kind with a partner of the id %s", id);
            fault(b, b->def->kinds[k - 1].id, expected);
        }
        return partner;
    }
    if (def->promotion_offset == 0)
        return 0;
    const unsigned partner = k + (unsigned)def->promotion_offset;
    return (shoogi_kind)(partner <= b->v->kinds ? partner : (unsigned)def->promotion_offset + 1);
}

static void build_promotions(builder *b)
{
    const shg_definition *def = b->def;
    shoogi_variant *v = b->v;
    if (def->max_promote > (int)v->kinds ||
        (def->promotion_offset > 0 && def->max_promote > def->promotion_offset)) {
        fault(b, def->max_promote_span, "a number of kinds that have a promoted form");
        return;
    }
    if (def->promotion_offset > (int)v->kinds - 1 && def->max_promote > 0) {
        fault_missing(b, "the promoted forms that promoOffset points to");
        return;
    }
    const bool any = def->promotion_offset > 0 || def->promotion_choice != SHG_PARAMETER_UNSET;
    for (int k = 1; any && k <= def->max_promote; k++) {
        const shoogi_kind partner = partner_of(b, (shoogi_kind)k);
        if (partner == 0)
            continue;
        if (v->kind[partner].base != partner) {
            fault(b, def->kinds[k - 1].id, "a promoted form of its own for each kind");
            continue;
        }
        shoogi_kind *promotions = shg_arena_array(&v->arena, shoogi_kind, 1);
        if (!promotions) {
            out_of_memory(b);
            return;
        }
        promotions[0] = partner;
        v->kind[k].promotions = promotions;
        v->kind[k].promotion_count = 1;
        v->kind[partner].base = (shoogi_kind)k;
    }
}

static void build_hands(builder *b)
{
    shoogi_variant *v = b->v;
    for (unsigned k = 1; k <= v->kinds; k++) {
        shg_kind *kind = &v->kind[k];
        if (v->rules.drops && !kind->royal)
            kind->hand = b->def->holdings == -1 ? kind->base : (shoogi_kind)k;
    }
    for (unsigned k = 1; k <= v->kinds; k++)
        if (v->kind[k].hand != 0)
            v->kind[v->kind[k].hand].droppable = true;
}

/* dropMate=P or dropMate=P,L */
static void build_drop_mate(builder *b)
{
    const shg_span ids = b->def->drop_mate;
    for (size_t at = 0; at < ids.count;) {
        size_t end = at;
        while (end < ids.count && ids.bytes[end] != ',')
            end++;
        const shoogi_kind kind = kind_by_id(b->v, ids.bytes + at, end - at);
        if (kind == 0)
            fault(b, rest_of(ids, at), "an id of this game");
        else
            b->v->kind[kind].drop_mate_barred = true;
        at = end + 1;
    }
}

/* --- squares ------------------------------------------------------------------------------------- */

/* Reads a1 ... aj36 at *at: letters a..z, aa.. from the first player's left, then a rank from the bottom.
 * False if that is no square of the board. */
static bool read_diagram_square(const builder *b, shg_span text, size_t *at, unsigned *file,
                                unsigned *rank)
{
    const shoogi_variant *v = b->v;
    size_t i = *at;
    unsigned column = 0, row = 0;
    for (; i < text.count && shg_is_letter(text.bytes[i]) && column < 1000; i++)
        column = column * 26 + (unsigned)(shg_lower(text.bytes[i]) - 'a' + 1);
    const size_t digits = i;
    for (; i < text.count && shg_is_digit(text.bytes[i]) && row < 1000; i++)
        row = row * 10 + (unsigned)(text.bytes[i] - '0');
    const int from_bottom = (int)row - b->def->first_rank;
    if (i == digits || column < 1 || column > v->files || from_bottom < 0 ||
        from_bottom >= (int)v->ranks)
        return false;
    *file = v->files - column;
    *rank = v->ranks - 1 - (unsigned)from_bottom;
    *at = i;
    return true;
}

typedef void place_fn(builder *b, shg_span at, unsigned file, unsigned rank, shg_code code);

static void place_man(builder *b, shg_span at, unsigned file, unsigned rank, shg_code code)
{
    const unsigned square = file * b->v->ranks + rank;
    if (b->v->start[square] != 0 || b->v->hole[square])
        fault(b, at, "an empty square");
    else
        b->v->start[square] = code;
}

static void place_hole(builder *b, shg_span at, unsigned file, unsigned rank, shg_code code)
{
    (void)at;
    (void)code;
    b->v->hole[file * b->v->ranks + rank] = true;
}

/* Places one item, and its copy for the other side if the item stands for both. */
static void place_both(builder *b, shg_span at, unsigned file, unsigned rank, shoogi_kind kind,
                       bool second_side, place_fn *place)
{
    const shoogi_variant *v = b->v;
    place(b, at, file, rank, shg_code_of(kind, second_side ? SHOOGI_WHITE : SHOOGI_BLACK));
    if (second_side || b->def->symmetry == SHG_SYMMETRY_NONE)
        return;
    const unsigned other_rank = v->ranks - 1 - rank;
    const unsigned other_file =
        b->def->symmetry == SHG_SYMMETRY_ROTATE ? v->files - 1 - file : file;
    const bool same = other_file == file && other_rank == rank;
    if (!same || kind != 0)
        place(b, at, other_file, other_rank, shg_code_of(kind, SHOOGI_WHITE));
}

/* a1,c3-e4,,h8: squares and rectangles of the first player and, after an empty item, of the second. */
static void read_squares(builder *b, shg_span text, shoogi_kind kind, place_fn *place)
{
    bool second_side = false;
    char expected[80];
    shg_out out = shg_out_make(expected, sizeof expected);
    shg_out_format(&out, "a square of this board (%u files, %u ranks)", b->v->files, b->v->ranks);
    for (size_t at = 0; at < text.count;) {
        if (text.bytes[at] == ',') {
            second_side = true;
            at++;
            continue;
        }
        const shg_span item = rest_of(text, at);
        unsigned file, rank;
        if (!read_diagram_square(b, text, &at, &file, &rank)) {
            fault(b, item, expected);
            return;
        }
        unsigned last_file = file, last_rank = rank;
        if (at < text.count && text.bytes[at] == '-') {
            const shg_span corner = rest_of(text, ++at);
            /* Files fall and ranks fall from the lower left to the upper right corner. */
            if (!read_diagram_square(b, text, &at, &last_file, &last_rank) || last_file > file ||
                last_rank > rank) {
                fault(b, corner, "the upper right corner of the rectangle");
                return;
            }
        }
        for (unsigned f = last_file; f <= file; f++)
            for (unsigned r = last_rank; r <= rank; r++)
                place_both(b, item, f, r, kind, second_side, place);
        if (at < text.count && text.bytes[at] != ',') {
            fault(b, rest_of(text, at), "\",\" and another square");
            return;
        }
        at++;
    }
}

/* N for both sides, or N,M */
static void read_hand(builder *b, shg_span text, shoogi_kind kind)
{
    unsigned counts[2] = { 0, 0 };
    size_t given = 0;
    for (size_t at = 0; at < text.count; at++, given++) {
        const size_t start = at;
        unsigned value = 0;
        for (; at < text.count && shg_is_digit(text.bytes[at]) && value < 1000; at++)
            value = value * 10 + (unsigned)(text.bytes[at] - '0');
        const bool ended = at == text.count || (text.bytes[at] == ',' && given == 0);
        if (at == start || !ended || value > 999) {
            fault(b, rest_of(text, start), "a number in hand, or two separated by a comma");
            return;
        }
        counts[given] = value;
        if (given == 0)
            counts[1] = value;
    }
    if (counts[0] + counts[1] > 0 && !b->v->kind[kind].droppable) {
        fault(b, text, "no men in hand of a kind that is never dropped");
        return;
    }
    for (int colour = 0; colour < 2; colour++)
        b->v->start_hand[colour][kind] = (uint16_t)counts[colour];
}

static void check_royals(builder *b)
{
    const shoogi_variant *v = b->v;
    bool has[2] = { false, false };
    for (unsigned s = 0; s < v->squares; s++)
        if (v->start[s] != 0 && v->kind[shg_code_kind(v->start[s])].royal)
            has[shg_code_colour(v->start[s])] = true;
    if (!has[0] || !has[1])
        fault_missing(b, "a royal for each side");
}

/* --- the whole ----------------------------------------------------------------------------------- */

static void build_rules(builder *b)
{
    const shg_definition *def = b->def;
    const bool drops = def->holdings < 0;
    b->v->rules = (shg_rules){
        .drops = drops,
        .check_strict = def->check == SHG_PARAMETER_UNSET ? drops : def->check == SHG_CHECK_STRICT,
        .must_move = drops,
        .drop_dead_barred = def->drop_dead != 0,
        .illegal_loses = def->illegal != 0,
        .promotion_ranks = (uint8_t)def->promotion_ranks,
        .stalemate = (uint8_t)def->stalemate,
        .repetition_count = (uint8_t)def->repetition_count,
        .repetition_result = (uint8_t)def->repetition_result,
        .perpetual = (uint8_t)def->perpetual,
        .impasse = (uint8_t)def->impasse,
        .impasse_claim = (uint8_t)def->impasse_claim,
        .handicap_men = (uint8_t)def->handicap_men,
        .impasse_points = (uint16_t)def->impasse_points,
    };
}

static uint64_t next_key(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15); /* splitmix64 */
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static void build_keys(builder *b)
{
    shoogi_variant *v = b->v;
    uint64_t state = UINT64_C(0x73686F6F6769); /* "shoogi": the same keys everywhere */
    for (unsigned s = 0; s < v->squares; s++)
        v->square_key[s] = next_key(&state);
    for (unsigned k = 1; k <= v->kinds; k++) {
        for (unsigned colour = 0; colour < 2; colour++) {
            v->piece_key[k * 2 + colour] = next_key(&state);
            v->hand_key[colour][k] = next_key(&state);
        }
    }
}

bool shg_can_ever_move(const shoogi_variant *v, shoogi_kind kind, shoogi_colour colour,
                       shoogi_square square)
{
    for (size_t i = 0; i < v->kind[kind].ride_count; i++)
        if (shg_ride_square(v, &v->kind[kind].rides[i], colour, square, 1) != SHOOGI_NO_SQUARE)
            return true;
    return false;
}

bool shg_drop_square(const shoogi_variant *v, shoogi_kind kind, shoogi_colour colour,
                     shoogi_square square)
{
    const shg_kind *k = &v->kind[kind];
    const unsigned from_back = v->ranks - 1 - shg_ranks_ahead(v, colour, square);
    if (v->hole[square] || from_back < k->drop_first || from_back >= k->drop_depth)
        return false;
    return !v->rules.drop_dead_barred || shg_can_ever_move(v, kind, colour, square);
}

/* A bound on the legal moves of any position: a man on every square with the longest reach of any kind,
 * and all kinds dropped everywhere. */
static size_t count_moves_max(const shoogi_variant *v)
{
    size_t reach_max = 0, forms_max = 1, droppable = 0;
    for (unsigned k = 1; k <= v->kinds; k++) {
        size_t reach = 0;
        for (size_t i = 0; i < v->kind[k].ride_count; i++) {
            const size_t longest = (v->files > v->ranks ? v->files : v->ranks) - 1u;
            const size_t own = v->kind[k].rides[i].reach;
            reach += own == 0 || own > longest ? longest : own;
        }
        reach_max = reach > reach_max ? reach : reach_max;
        forms_max =
            v->kind[k].promotion_count + 1 > forms_max ? v->kind[k].promotion_count + 1 : forms_max;
        droppable += v->kind[k].droppable;
    }
    return v->squares * (reach_max * forms_max + droppable) + 1;
}

static bool allocate(builder *b)
{
    shoogi_variant *v = b->v;
    shg_arena *arena = &v->arena;
    v->kind = shg_arena_array(arena, shg_kind, v->kinds + 1);
    v->hole = shg_arena_array(arena, bool, v->squares);
    v->start = shg_arena_array(arena, shg_code, v->squares);
    v->piece_key = shg_arena_array(arena, uint64_t, 2 * (v->kinds + 1));
    v->square_key = shg_arena_array(arena, uint64_t, v->squares);
    bool all = v->kind && v->hole && v->start && v->piece_key && v->square_key;
    for (int colour = 0; colour < 2; colour++) {
        v->start_hand[colour] = shg_arena_array(arena, uint16_t, v->kinds + 1);
        v->hand_key[colour] = shg_arena_array(arena, uint64_t, v->kinds + 1);
        all = all && v->start_hand[colour] && v->hand_key[colour];
    }
    return all;
}

static void check_size(builder *b)
{
    const shg_definition *def = b->def;
    if (def->files == SHG_PARAMETER_UNSET)
        fault_missing(b, "files=, the number of files from 1 to 36");
    if (def->ranks == SHG_PARAMETER_UNSET)
        fault_missing(b, "ranks=, the number of ranks from 1 to 36");
    if (def->kind_count == 0)
        fault_missing(b, "a piece line name:id:moves:image:squares");
}

static shoogi_status build(builder *b, shg_class_choice choice)
{
    const shg_definition *def = b->def;
    shoogi_variant *v = b->v;
    check_size(b);
    if (b->first != SHOOGI_OK)
        return b->first;
    v->files = (unsigned)def->files;
    v->ranks = (unsigned)def->ranks;
    v->squares = v->files * v->ranks;
    v->kinds = (unsigned)def->kind_count;
    v->ops = shg_board_class(v->squares, choice.words_least, choice.any_processor);
    if (!v->ops) {
        fault_of(b, SHOOGI_TOO_BIG, def->files_span, "a board of at most 256 squares");
        return b->first;
    }
    if (!allocate(b))
        return SHOOGI_NO_MEMORY;
    build_rules(b);
    for (unsigned k = 1; k <= v->kinds; k++)
        build_kind(b, (shoogi_kind)k);
    if (b->first != SHOOGI_OK)
        return b->first;
    build_royals(b);
    build_promotions(b);
    build_hands(b);
    build_drop_mate(b);
    for (size_t i = 0; i < def->hole_count; i++)
        read_squares(b, def->holes[i].squares, 0, place_hole);
    for (unsigned k = 1; k <= v->kinds; k++) {
        read_squares(b, def->kinds[k - 1].squares, (shoogi_kind)k, place_man);
        read_hand(b, def->kinds[k - 1].hand, (shoogi_kind)k);
    }
    if (b->first != SHOOGI_OK)
        return b->first;
    check_royals(b);
    v->moves_max = count_moves_max(v);
    build_keys(b);
    return b->first == SHOOGI_OK ? v->ops->build(v) : b->first;
}

static shoogi_status parse(shoogi_variant **out, const char *text, size_t text_bytes,
                           shg_class_choice choice, shg_errors *errors)
{
    if (text_bytes > SHOOGI_DEFINITION_BYTES_MAX)
        return shg_error_set(shg_errors_next(errors), SHOOGI_TOO_BIG, 0, 0,
                             "expected a definition of at most %d bytes, found %zu bytes",
                             SHOOGI_DEFINITION_BYTES_MAX, text_bytes);
    shg_arena arena;
    shg_arena_init(&arena, SHG_VARIANT_BYTES_MAX);
    shoogi_variant *v = shg_arena_array(&arena, shoogi_variant, 1);
    shg_definition *def = shg_arena_array(&arena, shg_definition, 1);
    shoogi_status status = SHOOGI_NO_MEMORY;
    if (v && def) {
        v->arena = arena;
        status = shg_definition_read(def, &v->arena, text, text_bytes, errors);
        builder b = { .def = def, .v = v, .errors = errors };
        if (status == SHOOGI_OK)
            status = build(&b, choice);
        arena = v->arena;
    }
    if (status == SHOOGI_OK) {
        *out = v; /* the caller owns it, and the arena in it, from here */
        return SHOOGI_OK;
    }
    shg_arena_fini(&arena);
    if (status == SHOOGI_NO_MEMORY && errors->count == 0)
        shg_error_set(shg_errors_next(errors), status, 0, 0, "out of memory");
    return status;
}

shoogi_status shg_variant_parse_class(shoogi_variant **out, const char *text, size_t text_bytes,
                                      shg_class_choice choice, shoogi_error *err)
{
    shg_errors errors = { err, err ? 1 : 0, 0 };
    return parse(out, text, text_bytes, choice, &errors);
}

shoogi_status shoogi_variant_parse(shoogi_variant **out, const char *text, size_t text_bytes,
                                   shoogi_error *err)
{
    return shg_variant_parse_class(out, text, text_bytes, (shg_class_choice){ 1, false }, err);
}

shoogi_status shoogi_variant_check(shoogi_variant **out, const char *text, size_t text_bytes,
                                   shoogi_error *errors, size_t errors_max, size_t *error_count)
{
    shg_errors collected = { errors, errors_max, 0 };
    const shoogi_status status =
        parse(out, text, text_bytes, (shg_class_choice){ 1, false }, &collected);
    *error_count = collected.count < errors_max ? collected.count : errors_max;
    return status;
}

void shoogi_variant_free(shoogi_variant *variant)
{
    if (!variant)
        return;
    shg_arena arena = variant->arena; /* the variant lives in it */
    shg_arena_fini(&arena);
}

unsigned shoogi_variant_files(const shoogi_variant *variant)
{
    return variant->files;
}

unsigned shoogi_variant_ranks(const shoogi_variant *variant)
{
    return variant->ranks;
}

unsigned shoogi_variant_squares(const shoogi_variant *variant)
{
    return variant->squares;
}

bool shoogi_variant_has_square(const shoogi_variant *variant, unsigned file, unsigned rank)
{
    return file < variant->files && rank < variant->ranks &&
           !variant->hole[file * variant->ranks + rank];
}

unsigned shoogi_variant_kinds(const shoogi_variant *variant)
{
    return variant->kinds;
}

size_t shoogi_variant_moves_max(const shoogi_variant *variant)
{
    return variant->moves_max;
}

static bool is_promoted_form(const shoogi_variant *v, shoogi_kind k)
{
    const shg_kind *kind = &v->kind[k];
    return kind->base != k && kind->id[0] == '+' &&
           strcmp(kind->id + 1, v->kind[kind->base].id) == 0;
}

shoogi_kind_info shoogi_variant_kind(const shoogi_variant *variant, shoogi_kind kind)
{
    assert(kind >= 1 && kind <= variant->kinds);
    const shg_kind *k = &variant->kind[kind];
    return (shoogi_kind_info){
        .name = k->name,
        .id = k->id,
        .moves = k->moves,
        .promoted = k->promotion_count > 0 ? k->promotions[0] : 0,
        .base = k->base,
        .royal = k->royal,
        .droppable = k->droppable,
        .promoted_form = is_promoted_form(variant, kind),
    };
}

shoogi_kind shoogi_variant_kind_by_id(const shoogi_variant *variant, const char *id,
                                      size_t id_bytes)
{
    return kind_by_id(variant, id, id_bytes);
}

shoogi_square shoogi_variant_square(const shoogi_variant *variant, unsigned file, unsigned rank)
{
    assert(file < variant->files && rank < variant->ranks);
    return (shoogi_square)(file * variant->ranks + rank);
}
