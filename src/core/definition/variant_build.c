/* variant_build.c: builds a variant from a definition: pieces, rules and names, and calls the other builders.  Source:
 * docs/variant-format.md, whose headings appear here. */
#include "core/definition/build_int.h"

#include "base/text.h"
#include "core/definition/xbetza.h"

#include <assert.h>
#include <string.h>

/* --- ids ----------------------------------------------------------------------------------------- */

/* Marks the kinds of a list of ids, "P,L". */
typedef void mark_fn(shg_kind *kind);

static void mark_ids(shg_builder *b, shg_parameter p, mark_fn *mark)
{
    const shg_span list = shg_build_value(b, p);
    for (size_t at = 0; at < list.count;) {
        const shoogi_kind kind = shg_build_next_id(b, list, &at, ",");
        if (kind == 0)
            return;
        mark(&b->v->kind[kind]);
    }
}

/* --- "Pieces" ------------------------------------------------------------------------------------ */

/* The default moves of a piece by its name.  Source: the Interactive Diagram; its griffon lacks the first step. */
static const struct named_moves {
    const char *name, *moves;
} named_moves[] = {
    { "pawn", "ifmnDfmWfceF" },
    { "king", "KisO2" },
    { "knight", "N" },
    { "bishop", "B" },
    { "rook", "R" },
    { "queen", "Q" },
    { "lion", "KNADcaKcabKmabK" },
    { "lance", "fR" },
    { "copper", "vWfF" },
    { "silver", "FfW" },
    { "silvergeneral", "FfW" },
    { "gold", "WfF" },
    { "goldgeneral", "WfF" },
    { "man", "K" },
    { "commoner", "K" },
    { "ferz", "F" },
    { "wazir", "W" },
    { "dabbaba", "D" },
    { "alfil", "A" },
    { "camel", "C" },
    { "zebra", "Z" },
    { "nightrider", "N0" },
    { "mao", "mafsW" },
    { "moa", "mafsF" },
    { "horse", "mafsW" },
    { "elephant", "mafF" },
    { "cannon", "mRcpR" },
    { "pao", "mRcpR" },
    { "advisor", "F" },
    { "cardinal", "BN" },
    { "archbishop", "BN" },
    { "chancellor", "RN" },
    { "marshall", "RN" },
    { "marshal", "RN" },
    { "amazon", "QN" },
    { "grasshopper", "gQ" },
    { "griffon", "FyafsF" },
    { "gryphon", "FyafsF" },
    { "manticore", "WyafsW" },
    { "falcon", "nCnZ" },
    { "wizard", "FC" },
    { "champion", "WAD" },
};

/* Lower case, with one space for several and for line ends. */
static const char *new_name(shg_builder *b, shg_span span)
{
    char *const name = shg_build_array(b, span.count + 1, 1);
    size_t count = 0;
    for (size_t i = 0; name && i < span.count; i++) {
        const char c = shg_lower(span.bytes[i]);
        const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (!space || name[count - 1] != ' ')
            name[count++] = space ? ' ' : c;
    }
    return name;
}

/* The moves that belong to the name of a piece; NULL: none. */
static const char *moves_of_name(const shg_builder *b, const char *name)
{
    if (strcmp(name, "king") == 0 && b->v->files > 8)
        return "KisO3";
    for (size_t i = 0; i < sizeof named_moves / sizeof named_moves[0]; i++)
        if (strcmp(named_moves[i].name, name) == 0)
            return named_moves[i].moves;
    return NULL;
}

static void read_moves(shg_builder *b, shg_kind *kind, const shg_piece_line *line)
{
    shg_span moves = line->moves;
    if (moves.count == 0) {
        kind->moves = moves_of_name(b, kind->name);
        if (!kind->moves) {
            kind->moves = "";
            shg_warning(b->faults, moves, "moves in XBetza (the piece cannot move)");
            return;
        }
        shg_faults ignored;
        moves = (shg_span){ kind->moves, strlen(kind->moves) };
        shg_faults_init(&ignored, (shg_source){ .bytes = moves.bytes, .count = moves.count });
        b->spent |= shg_betza_read(&kind->betza, &b->v->arena, moves.bytes, moves.count,
                                   &ignored) == SHOOGI_NO_MEMORY;
        return;
    }
    kind->moves = shg_build_text(b, moves);
    b->spent |= shg_betza_read(&kind->betza, &b->v->arena, moves.bytes, moves.count, b->faults) ==
                SHOOGI_NO_MEMORY;
}

/* --- ids that are not unique --------------------------------------------------------------------- */

static bool is_free_id(const shg_builder *b, const char *id)
{
    char other[SHG_ID_BYTES];
    for (size_t i = 0; i < b->def->kind_count; i++)
        if (shg_line_id(other, &b->def->kinds[i], NULL) && strcmp(id, other) == 0)
            return false;
    return shg_kind_by_id(b->v, id, strlen(id)) == 0;
}

/* Fills id with candidate number n for piece line k; false: there is no such candidate.  The best is that of the
 * promoted form of another line; then single letters, those of the name first, because the lists of promoChoice have
 * no separators. */
static bool propose_id(char id[SHG_ID_BYTES], const shg_builder *b, shoogi_kind k, unsigned n)
{
    enum { LETTERS = 26, NAME = 32 };
    const unsigned offset = (unsigned)shg_build_number(b, SHG_P_PROMO_OFFSET);
    const char *const name = b->v->kind[k].name;
    const size_t name_bytes = strlen(name);
    shg_out out = shg_out_make(id, SHG_ID_BYTES);
    if (n == 0) {
        const char *const base = offset > 0 && k > offset ? b->v->kind[k - offset].id : "+";
        const bool partner = k - offset <= (unsigned)shg_build_number(b, SHG_P_MAX_PROMOTE);
        shg_out_format(&out, "+%s", base);
        return partner && base[0] != '+' && base[0] != '\0' && out.length < SHG_ID_BYTES;
    }
    n--;
    if (n < NAME) {
        id[0] = n < name_bytes ? shg_upper(name[n]) : '\0';
        id[1] = '\0';
        return shg_is_letter(id[0]);
    }
    n -= NAME;
    shg_out_char(&out, (char)('A' + n % LETTERS));
    if (n >= LETTERS)
        shg_out_char(&out, (char)('A' + n / LETTERS - 1));
    return n < LETTERS * (LETTERS + 1);
}

/* Replaces the id of piece line k, which another one has already.  To the Interactive Diagram ids are only letters in
 * notation, so diagrams have equal ones. */
static void make_up_id(shg_builder *b, shoogi_kind k, char id[SHG_ID_BYTES])
{
    const shg_piece_line *const line = &b->def->kinds[k - 1];
    char proposed[SHG_ID_BYTES] = "";
    /* After the first few, hostile texts would otherwise try all earlier candidates again. */
    enum { SHORT = 1 + 32 };
    bool found = false;
    for (unsigned n = 0; n < SHORT && !found; n++)
        found = propose_id(proposed, b, k, n) && is_free_id(b, proposed);
    while (!found && propose_id(proposed, b, k, SHORT + b->made_up)) {
        b->made_up++;
        found = is_free_id(b, proposed);
    }
    if (!found) {
        shg_fault_rules(b->faults, line->id.count ? line->id : line->name, "an id not used before");
        return;
    }
    shg_warning_format(b->faults, line->id.count ? line->id : line->name,
                       "an id not used before (%s is used here)", proposed);
    memcpy(id, proposed, sizeof proposed);
}

/* --- piece lines --------------------------------------------------------------------------------- */

static void build_kind(shg_builder *b, shoogi_kind k)
{
    assert(k >= 1 && k <= b->v->kinds);
    const shg_piece_line *const line = &b->def->kinds[k - 1];
    shg_kind *const kind = &b->v->kind[k];
    char id[SHG_ID_BYTES];
    kind->number = kind->base = k;
    kind->name = new_name(b, line->name);
    kind->image = shg_build_text(b, line->image);
    kind->id = "";
    if (b->spent)
        return;
    if (shg_line_id(id, line, b->faults)) {
        if (shg_kind_by_id(b->v, id, strlen(id)) != 0)
            make_up_id(b, k, id);
        kind->id = shg_build_text(b, (shg_span){ id, strlen(id) });
    }
    read_moves(b, kind, line);
    const shg_betza *const betza = &kind->betza;
    kind->drop_depth = (uint8_t)b->v->ranks;
    if (betza->has_drop && betza->drop_depth < b->v->ranks)
        kind->drop_depth = betza->drop_depth;
    kind->drop_first = betza->drop_not_back_rank ? 1 : 0;
    kind->drop_per_file = betza->drop_per_file;
    kind->drop_per_shade = betza->drop_per_shade;
    kind->drop_one = betza->drop_one;
}

/* Calls mark for each piece line given for p by its number or its id; *any is set if there was one. */
static void mark_types(shg_builder *b, shg_parameter p, mark_fn *mark, bool *any)
{
    *any = false;
    for (size_t i = 0; i < b->def->given_count; i++) {
        const shg_given *const g = &b->def->given[i];
        if (g->parameter != p)
            continue;
        if (g->number != 0) {
            mark(&b->v->kind[g->number]);
            *any = true;
            continue;
        }
        size_t at = 0;
        do {
            const shg_span part = shg_build_next_part(g->value, &at, ',');
            const shoogi_kind kind = shg_build_type(b, part, "a type number", NULL);
            if (kind == 0)
                break;
            mark(&b->v->kind[kind]);
            *any = true;
        } while (at <= g->value.count);
    }
}

static void mark_royal(shg_kind *kind)
{
    kind->royal = true;
}

static void mark_iron(shg_kind *kind)
{
    kind->uncapturable = true;
}

static void mark_protected(shg_kind *kind)
{
    kind->protected = true;
}

static void mark_counter_strike(shg_kind *kind)
{
    kind->counter_strike = true;
}

static void mark_last_rank(shg_kind *kind)
{
    kind->last_rank = true;
}

static void mark_drop_mate(shg_kind *kind)
{
    kind->drop_mate_barred = true;
}

static void mark_drop_check(shg_kind *kind)
{
    kind->drop_check_barred = true;
}

static void mark_wary(shg_kind *kind)
{
    kind->captures_unprotected_only = true;
}

static void mark_burns(shg_kind *kind)
{
    kind->burns = true;
}

static void mark_nets(shg_kind *kind)
{
    kind->immobilises = true;
}

static void mark_starts(shg_kind *kind)
{
    kind->promotes_from_zone = true;
}

static void mark_weak(shg_kind *kind)
{
    kind->weak = true;
}

/* Properties of single kinds, given by numbers and ids. */
static void build_marks(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    bool any;
    mark_types(b, SHG_P_ROYAL, mark_royal, &any);
    if (!any)
        v->kind[v->declared].royal = true;
    mark_types(b, SHG_P_IRON, mark_iron, &any);
    mark_types(b, SHG_P_PROTECTED, mark_protected, &any);
    mark_types(b, SHG_P_COUNTER_STRIKE, mark_counter_strike, &any);
    mark_ids(b, SHG_P_DROP_MATE, mark_drop_mate);
    mark_ids(b, SHG_P_DROP_CHECK, mark_drop_check);
    mark_ids(b, SHG_P_BARING_WEAK, mark_weak);
    mark_ids(b, SHG_P_PROMO_START, mark_starts);
    mark_ids(b, SHG_P_WARY, mark_wary);
    mark_ids(b, SHG_P_BURNS, mark_burns);
    mark_ids(b, SHG_P_NETS, mark_nets);
    if (b->def->value[SHG_P_LAST_RANK].bytes)
        mark_ids(b, SHG_P_LAST_RANK, mark_last_rank);
    else
        v->kind[1].last_rank = true;
}

/* contagion=DV:TK,TK:TK and jumpRank=K:4,GG:3: a value for each of several kinds. */
static void build_pairs(shg_builder *b, shg_parameter p)
{
    const shg_span list = shg_build_value(b, p);
    for (size_t at = 0; at < list.count;) {
        const size_t start = at;
        const char *const colon = memchr(list.bytes + at, ':', list.count - at);
        const char *const comma = memchr(list.bytes + at, ',', list.count - at);
        if (!colon || (comma && comma < colon)) {
            shg_fault_text(b->faults, shg_span_from(list, start),
                           p == SHG_P_JUMP_RANK
                               ? "an id, \":\" and a rank"
                               : "an id, \":\" and what the capturing piece becomes");
            return;
        }
        shg_kind *const kind = &b->v->kind[shg_build_next_id(b, list, &at, ":")];
        const size_t stop = comma ? (size_t)(comma - list.bytes) : list.count;
        const shg_span value = { list.bytes + at, stop - at };
        int rank = 0;
        if (kind == b->v->kind)
            return;
        if (p == SHG_P_JUMP_RANK) {
            if (!shg_read_number(b->faults, value, "a rank", 1, 99, &rank))
                return;
            kind->jump_rank = (uint8_t)rank;
            at = stop + 1;
        } else {
            kind->contagion = shg_build_next_id(b, list, &at, ",");
            if (kind->contagion == 0)
                return;
        }
    }
}

/* royalPair=MT:B,B' */
static void build_royal_pair(shg_builder *b)
{
    const shg_span list = shg_build_value(b, SHG_P_ROYAL_PAIR);
    const char *const colon = list.bytes ? memchr(list.bytes, ':', list.count) : NULL;
    if (!list.bytes)
        return;
    if (!colon || colon + 1 == list.bytes + list.count) {
        shg_fault_text(b->faults, list, "an id, \":\" and the ids it makes a pair with");
        return;
    }
    for (size_t at = 0; at < list.count;) {
        const shg_span rest = shg_span_from(list, at);
        const bool first = at == 0;
        const shoogi_kind kind = shg_build_next_id(b, list, &at, first ? ":" : ",");
        if (kind == 0)
            return;
        if (b->v->kind[kind].royal_pair != 0) {
            shg_fault_rules(b->faults, rest, "an id not listed before");
            return;
        }
        b->v->kind[kind].royal_pair = first ? 1 : 2;
    }
    b->v->rules.royal_pair = true;
    if (b->v->rules.check_strict || b->v->rules.extinction != 3)
        shg_fault_rules(b->faults, list, "check=capture and extinction=3 with royalPair");
}

/* baring: the kinds that keep a side from being bare; 0: all except royals. */
static void build_baring(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    for (size_t i = 0; i < b->def->given_count; i++) {
        const shg_given *const g = &b->def->given[i];
        if (g->parameter != SHG_P_BARING)
            continue;
        size_t at = 0;
        do {
            bool all = false;
            const shg_span part = shg_build_next_part(g->value, &at, ',');
            const shoogi_kind kind =
                shg_build_type(b, part, "a type number (0: all but royals)", &all);
            if (kind == 0 && !all)
                break;
            for (unsigned k = 1; k <= v->declared && !v->rules.baring; k++)
                v->kind[k].bare = true;
            v->rules.baring = true;
            for (unsigned k = 1; k <= v->declared; k++)
                if (kind == k || (all && !v->kind[k].royal))
                    v->kind[k].bare = false;
        } while (at <= g->value.count);
    }
}

/* antiTrade=0 to 3: the piece of the line before belongs to that group; a greater number is a type, of group 0. */
static void build_trade_groups(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    for (size_t i = 0; i < b->def->given_count; i++) {
        const shg_given *const g = &b->def->given[i];
        int number = 0;
        const int most = v->declared > 3 ? (int)v->declared : 3;
        if (g->parameter != SHG_P_ANTI_TRADE)
            continue;
        const bool by_id = shg_may_be_id(g->value);
        if (by_id)
            number = shg_build_type(b, g->value, "a group, a type number", NULL);
        if (by_id ? number == 0
                  : !shg_read_number(b->faults, g->value, "a group or a type number", 0, most,
                                     &number))
            continue;
        if (by_id || number > 3)
            v->kind[number].trade_group = 1;
        else if (g->line == 0)
            shg_fault_rules(b->faults, g->value, "a piece line before a group");
        else
            v->kind[g->line].trade_group = (uint8_t)(number + 1);
    }
}

/* --- the rules ----------------------------------------------------------------------------------- */

/* n:result */
static void build_repetition(shg_builder *b)
{
    static const char results[] = "draw|no-contest|loss|first|forbid";
    shg_rules *const rules = &b->v->rules;
    const shg_span value = b->def->value[SHG_P_REPETITION];
    rules->repetition_count = 4;
    rules->repetition_result = SHG_REPETITION_DRAW;
    if (!value.bytes)
        return;
    if (shg_span_is(value, "none")) {
        rules->repetition_count = 0;
        return;
    }
    const char *const colon = memchr(value.bytes, ':', value.count);
    if (!colon) {
        shg_fault_text(b->faults, value, "a number and a result, such as 4:draw");
        return;
    }
    const size_t split = (size_t)(colon - value.bytes);
    int count = 0;
    if (shg_read_number(b->faults, (shg_span){ value.bytes, split }, "a number", 2, 99, &count))
        rules->repetition_count = (uint8_t)count;
    const int result = shg_word_index(results, shg_span_from(value, split + 1));
    if (result < 0)
        shg_fault_words(b->faults, shg_span_from(value, split + 1), results);
    else
        rules->repetition_result = (uint8_t)result;
}

/* The part of value after "word:"; bytes NULL if it does not begin so. */
static shg_span behind_word(shg_span value, const char *word)
{
    const size_t count = strlen(word);
    if (value.count < count || !shg_text_same(value.bytes, count, word, count))
        return (shg_span){ 0 };
    return shg_span_from(value, count);
}

/* none, agree or points:n */
static void build_impasse(shg_builder *b)
{
    shg_rules *const rules = &b->v->rules;
    const shg_span value = b->def->value[SHG_P_IMPASSE];
    const int word = value.bytes ? shg_word_index("none|agree", value) : SHG_IMPASSE_AGREE;
    const shg_span points = word < 0 ? behind_word(value, "points:") : (shg_span){ 0 };
    rules->impasse = (uint8_t)(word < 0 ? SHG_IMPASSE_POINTS : word);
    int count = 0;
    if (word < 0 && !points.bytes)
        shg_fault_text(b->faults, value, "none, agree or points:n");
    else if (word < 0 && shg_read_number(b->faults, points, "a number of points", 1, 9999, &count))
        rules->impasse_points = (uint16_t)count;
}

/* "28", or "31/24": the points for a win, and those for no result. */
static bool read_declared_points(shg_builder *b, shg_span text, uint16_t *win, uint16_t *level)
{
    const char *const slash = text.count > 0 ? memchr(text.bytes, '/', text.count) : NULL;
    const size_t split = slash ? (size_t)(slash - text.bytes) : text.count;
    int first, second = 0;
    if (!shg_read_number(b->faults, (shg_span){ text.bytes, split }, "a number of points", 1, 9999,
                         &first) ||
        (slash && !shg_read_number(b->faults, shg_span_from(text, split + 1),
                                   "fewer points than for a win", 1, first - 1, &second)))
        return false;
    *win = (uint16_t)first;
    *level = (uint16_t)second;
    return true;
}

/* camp, or declare:b:w, or declare:n for both */
static void build_impasse_claims(shg_builder *b)
{
    shg_rules *const rules = &b->v->rules;
    for (size_t i = 0; i < b->def->given_count; i++) {
        const shg_given *const g = &b->def->given[i];
        if (g->parameter != SHG_P_IMPASSE_CLAIM)
            continue;
        if (shg_span_is(g->value, "camp")) {
            rules->claim_all_protected = true;
            if (rules->impasse == SHG_IMPASSE_NONE)
                shg_fault_rules(b->faults, g->value,
                                "declare:b:w, or impasse=agree or points:n with camp");
            continue;
        }
        const shg_span points = behind_word(g->value, "declare:");
        if (!points.bytes) {
            shg_fault_text(b->faults, g->value, "none, camp or declare:b:w");
            continue;
        }
        const char *const colon = points.count > 0 ? memchr(points.bytes, ':', points.count) : NULL;
        const size_t split = colon ? (size_t)(colon - points.bytes) : points.count;
        const shg_span black = { points.bytes, split };
        if (read_declared_points(b, black, &rules->claim_declare[0], &rules->claim_level[0]))
            (void)read_declared_points(b, colon ? shg_span_from(points, split + 1) : black,
                                       &rules->claim_declare[1], &rules->claim_level[1]);
        if ((rules->claim_level[0] > 0 || rules->claim_level[1] > 0) &&
            rules->impasse == SHG_IMPASSE_NONE)
            shg_fault_rules(b->faults, g->value,
                            "points for a win alone, or impasse=agree or points:n");
    }
}

enum { BIG_POINTS = 5 };

static void mark_big(shg_kind *kind)
{
    kind->impasse_points = BIG_POINTS;
}

/* Impasse points: 5 for big pieces and the kinds to which they promote, 0 for royals, 1 for all others. */
static void build_impasse_points(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    if (b->def->value[SHG_P_IMPASSE_BIG].bytes) {
        mark_ids(b, SHG_P_IMPASSE_BIG, mark_big);
    } else {
        for (unsigned k = 1; k <= v->declared; k++)
            if (strcmp(v->kind[k].id, "R") == 0 || strcmp(v->kind[k].id, "B") == 0)
                mark_big(&v->kind[k]);
    }
    bool big[SHOOGI_KINDS_MAX + 1] = { false };
    for (unsigned k = 1; k <= v->kinds; k++) {
        big[k] = big[k] || v->kind[k].impasse_points == BIG_POINTS;
        for (size_t i = 0; i < v->kind[k].promotion_count; i++)
            if (v->kind[k].impasse_points == BIG_POINTS)
                big[v->kind[k].promotions[i]] = true;
    }
    for (unsigned k = 1; k <= v->kinds; k++)
        v->kind[k].impasse_points = (uint8_t)(v->kind[k].royal ? 0 : big[k] ? BIG_POINTS : 1);
}

/* The steps and leaps to the places next to a piece. */
static void list_lendings(shoogi_variant *v)
{
    static const struct {
        unsigned place;
        shg_ride ride;
    } steps[SHG_LENDINGS_MAX] = {
        { SHG_BORROW_BEHIND, { 0, -1, 1, 0 } },   { SHG_BORROW_FRONT, { 0, 1, 1, 0 } },
        { SHG_BORROW_BESIDE, { -1, 0, 1, 0 } },   { SHG_BORROW_BESIDE, { 1, 0, 1, 0 } },
        { SHG_BORROW_KNIGHTS, { 1, 2, 1, 0 } },   { SHG_BORROW_KNIGHTS, { 2, 1, 1, 0 } },
        { SHG_BORROW_KNIGHTS, { 2, -1, 1, 0 } },  { SHG_BORROW_KNIGHTS, { 1, -2, 1, 0 } },
        { SHG_BORROW_KNIGHTS, { -1, -2, 1, 0 } }, { SHG_BORROW_KNIGHTS, { -2, -1, 1, 0 } },
        { SHG_BORROW_KNIGHTS, { -2, 1, 1, 0 } },  { SHG_BORROW_KNIGHTS, { -1, 2, 1, 0 } },
    };
    const uint8_t *const borrow = v->rules.borrow;
    for (unsigned i = 0; i < SHG_LENDINGS_MAX; i++) {
        if (!((borrow[0] | borrow[1]) & steps[i].place))
            continue;
        v->lendings[v->lending_count++] = (shg_lending){
            steps[i].ride, { (borrow[0] & steps[i].place) != 0, (borrow[1] & steps[i].place) != 0 }
        };
    }
}

/* enemy-front,own: places whose pieces lend their moves. */
static void build_borrowing(shg_builder *b)
{
    static const struct {
        const char *word;
        unsigned from; /* bit 0: pieces of its own side, bit 1: of the other side */
    } sides[] = { { "enemy-", 2 }, { "any-", 3 } };
    shoogi_variant *const v = b->v;
    uint8_t *const borrow = v->rules.borrow;
    const shg_span list = shg_build_value(b, SHG_P_BORROW);
    for (size_t at = 0; at < list.count;) {
        shg_span part = shg_build_next_part(list, &at, ',');
        unsigned from = 1;
        for (size_t i = 0; i < sizeof sides / sizeof sides[0] && from == 1; i++) {
            const size_t count = strlen(sides[i].word);
            if (part.count > count && shg_text_same(part.bytes, count, sides[i].word, count)) {
                from = sides[i].from;
                part = shg_span_from(part, count);
            }
        }
        const int word = shg_word_index(SHG_BORROW_PLACES, part);
        const unsigned place = word < 0 ? 0 : 1U << word;
        if (word < 0) {
            shg_fault_words(b->faults, part, SHG_BORROW_PLACES);
            return;
        }
        const unsigned lines = SHG_BORROW_FILE | SHG_BORROW_RANK;
        if ((from == 2 && (place & lines)) ||
            (from > 1 && (place & (SHG_BORROW_OWN | SHG_BORROW_GUARDS)))) {
            shg_fault_rules(b->faults, part,
                            place & lines ? "any- before file and rank, or nothing"
                                          : "nothing before own and guards");
            return;
        }
        for (int side = 0; side < 2; side++)
            if (from >> side & 1)
                borrow[side] = (uint8_t)(borrow[side] | place);
    }
    if (list.count > 0 && (borrow[0] | borrow[1]) == SHG_BORROW_OWN)
        shg_fault_rules(b->faults, list, "another place with own");
    list_lendings(v);
}

static void build_rules(shg_builder *b)
{
    const shg_definition *const def = b->def;
    const int *const n = def->number;
    const int threshold = n[SHG_P_TRADE_THRESHOLD];
    b->v->rules = (shg_rules){
        .drops = n[SHG_P_DROP] != SHG_DROP_NONE,
        .holdings_own = n[SHG_P_HOLDINGS] > 0,
        .check_strict = n[SHG_P_CHECK] == SHG_CHECK_STRICT,
        .must_move = n[SHG_P_MUST_MOVE] != 0,
        .drop_no_moves_barred = n[SHG_P_DROP_DEAD] != 0,
        .file_limit_moves = n[SHG_P_FILE_LIMIT] != 0,
        .royal_in_hand = (uint8_t)n[SHG_P_ROYAL_IN_HAND],
        .mate_in_hand = n[SHG_P_MATE_IN_HAND] != 0,
        .illegal_move_loses = n[SHG_P_ILLEGAL] != 0,
        .promotion_must = n[SHG_P_PROMO_MUST] == 1,
        .promotion_must_if_promoted = n[SHG_P_PROMO_MUST] == 2,
        .promotion_must_last = n[SHG_P_PROMO_MUST] == 3,
        .promotion_captures = n[SHG_P_PROMO_WHEN] == SHG_WHEN_CAPTURE,
        .promotion_alive = n[SHG_P_MUST_MOVE] != 0 || shg_build_value(b, SHG_P_PROMOTE_TO).bytes,
        .promotion_ends =
            n[SHG_P_PROMO_WHEN] == SHG_WHEN_END || n[SHG_P_PROMO_WHEN] == SHG_WHEN_PASS,
        .promotion_passes = n[SHG_P_PROMO_WHEN] == SHG_WHEN_PASS,
        .promotion_enters = n[SHG_P_PROMO_WHEN] == SHG_WHEN_ENTER,
        .flip = (uint8_t)n[SHG_P_FLIP],
        .promotion_ranks = (uint8_t)n[SHG_P_PROMO_ZONE],
        .stalemate = (uint8_t)n[SHG_P_STALEMATE],
        .extinction = (uint8_t)n[SHG_P_EXTINCTION],
        .jump_captures = (uint8_t)n[SHG_P_JUMP_TAKES],
        .burn_meeting = (uint8_t)n[SHG_P_BURN_MEETING],
        .burn_new = n[SHG_P_BURN_NEW] != 0,
        .check_wins = (uint8_t)n[SHG_P_CHECK_WINS],
        .must_capture = n[SHG_P_MUST_CAPTURE] != 0,
        .try_draws = n[SHG_P_TRY_DRAWS] != 0,
        .pass = (uint8_t)n[SHG_P_PASS],
        .perpetual = (uint8_t)n[SHG_P_PERPETUAL],
        .baring_dead = n[SHG_P_BARING_DEAD] != 0,
        .baring_back = n[SHG_P_BARING_BACK] != 0,
        .baring_both = (uint8_t)n[SHG_P_BARING_BOTH],
        .contagion_hits_royals = n[SHG_P_CONTAGION_ROYALS] != 0,
        .protection = (uint8_t)n[SHG_P_PROTECTION],
        .recapture = (uint8_t)n[SHG_P_RECAPTURE],
        .adjacent = (uint8_t)n[SHG_P_ADJACENT],
        .okazaki = n[SHG_P_OKAZAKI] != 0,
        .trade_threshold = (uint16_t)(threshold == SHG_DERIVED ? UINT16_MAX : threshold),
        .handicap_pieces = (uint8_t)n[SHG_P_HANDICAP_MEN],
        .castle_flip = n[SHG_P_CASTLE_FLIP] != 0,
        .white_first = (uint8_t)n[SHG_P_FIRST_MOVE],
    };
    if (n[SHG_P_DROP] == SHG_DROP_OWN && n[SHG_P_HOLDINGS] < 0)
        shg_fault_rules(b->faults, def->value[SHG_P_DROP],
                        "none or any, as captured pieces change sides here");
    build_borrowing(b);
    build_repetition(b);
    build_impasse(b);
    build_impasse_claims(b);
}

/* The squares given are one of the initial positions that shuffling makes. */
static void warn_of_shuffle(shg_builder *b)
{
    const shg_span list = shg_build_value(b, SHG_P_SHUFFLE);
    if (list.count > 0)
        shg_warning(b->faults, list,
                    "no shuffle, as every game here starts from the given squares");
}

/* One for all pieces, because a diagram shows a piece without an image by its name. */
static void warn_of_images(shg_builder *b)
{
    for (size_t i = 0; i < b->def->kind_count; i++) {
        const shg_piece_line *const line = &b->def->kinds[i];
        if (line->image.count > 0 || moves_of_name(b, b->v->kind[i + 1].name))
            continue;
        shg_warning(b->faults, line->image, "an image name");
        return;
    }
}

/* In a page with one royal piece for each side, check has to be answered, because the Interactive Diagram does not let a
 * royal piece move into check; and its stalemate is a draw, which it could not be if the king stepped into check. */
static void set_check_of_page(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    const shg_definition *const def = b->def;
    unsigned kinds = 0, most = 0, royals[2] = { 0, 0 };
    if (!def->from_page || def->based || def->value[SHG_P_CHECK].bytes || v->rules.royal_pair ||
        shg_build_value(b, SHG_P_NETS).bytes)
        return;
    for (unsigned k = 1; k <= v->kinds; k++) {
        kinds += v->kind[k].royal;
        for (int colour = 0; colour < 2 && v->kind[k].royal; colour++)
            royals[colour] += v->start_hand[colour][k];
    }
    for (unsigned s = 0; s < v->squares; s++)
        if (v->start[s] != 0 && v->kind[shg_code_kind(v->start[s])].royal)
            royals[shg_code_colour(v->start[s])]++;
    most = royals[0] > royals[1] ? royals[0] : royals[1];
    if (kinds != 1 || most != 1)
        return;
    v->rules.check_strict = true;
    b->numbers[SHG_P_CHECK] = SHG_CHECK_STRICT;
}

/* SFEN has one field for the counter-strike square and for pieces in hand. */
static void refuse_hands_with_a_mark(shg_builder *b)
{
    const shg_definition *const def = b->def;
    bool marks = false;
    for (size_t i = 0; i < def->given_count; i++)
        marks = marks || def->given[i].parameter == SHG_P_COUNTER_STRIKE;
    if (marks && shg_build_number(b, SHG_P_HOLDINGS) != 0)
        shg_fault_rules(
            b->faults, def->value[SHG_P_HOLDINGS],
            "0 with counterStrike, as SFEN has its square where pieces in hand would be");
    for (size_t i = 0; i < def->kind_count && marks; i++)
        if (def->kinds[i].hand.count > 0 && !shg_span_is(def->kinds[i].hand, "0"))
            shg_fault_rules(
                b->faults, def->kinds[i].hand,
                "no pieces in hand with counterStrike, as SFEN has its square where they would be");
}

/* Burning and range jumps capture many pieces at once, which leave the game. */
static void refuse_hands_with_clearing(shg_builder *b)
{
    const shoogi_variant *const v = b->v;
    if (shg_build_number(b, SHG_P_HOLDINGS) == 0 && !v->rules.drops)
        return;
    if (shg_build_value(b, SHG_P_BURNS).bytes)
        shg_fault_rules(b->faults, b->def->value[SHG_P_BURNS], "no pieces in hand with burns");
    for (unsigned k = 1; k <= v->declared; k++)
        if (v->kind[k].betza.sweep_count > 0)
            shg_fault_rules(b->faults, b->def->kinds[k - 1].moves,
                            "no pieces in hand with a repeated leg that captures");
}

/* Only moves that end after one leg are borrowed. */
static void refuse_borrowed_legs(shg_builder *b)
{
    const shoogi_variant *const v = b->v;
    for (unsigned k = 1; k <= v->declared && shg_borrows(v); k++) {
        const shg_betza *const betza = &v->kind[k].betza;
        if (betza->chain_count > 0 || betza->sweep_count > 0 || betza->imitates)
            shg_fault_rules(b->faults, b->def->kinds[k - 1].moves,
                            "steps, slides and leaps of one leg with borrow");
    }
}

/* Parameters that parse but cannot be played, or would have no meaning, are rejected by name, not ignored. */
static void refuse_the_unplayable(shg_builder *b)
{
    if (shg_build_number(b, SHG_P_FLIP) != SHG_FLIP_NONE && shg_definition_chess_style(b->def))
        shg_fault_rules(b->faults, b->def->value[SHG_P_FLIP],
                        "promoOffset, promoChoice=+ or promoteTo with flip");
    if (shg_build_value(b, SHG_P_DEMOTE_TO).bytes && shg_build_number(b, SHG_P_HOLDINGS) == 0)
        shg_fault_rules(b->faults, b->def->value[SHG_P_DEMOTE_TO],
                        "holdingsType other than 0 with demoteTo");
    refuse_hands_with_a_mark(b);
    refuse_hands_with_clearing(b);
    refuse_borrowed_legs(b);
    if (b->v->rules.check_wins && !b->v->rules.check_strict)
        shg_fault_rules(b->faults, b->def->value[SHG_P_CHECK_WINS], "check=strict with checkWins");
    warn_of_shuffle(b);
    if (shg_build_number(b, SHG_P_AUTO_GATE) > 0)
        shg_fault_rules(b->faults, b->def->value[SHG_P_AUTO_GATE], "0, as there is no gating here");
}

/* A move does not tell whether the promoted piece comes from the hand.  If landing or capturing may give the same
 * kind, the two could not be distinguished. */
static void refuse_two_ways_to_a_form(shg_builder *b)
{
    const shoogi_variant *const v = b->v;
    bool contagion = false;
    for (unsigned k = 1; k <= v->kinds; k++)
        contagion = contagion || v->kind[k].contagion != 0;
    for (unsigned k = 1; k <= v->kinds; k++) {
        const shg_kind *const kind = &v->kind[k];
        bool from_hand = false;
        for (size_t i = 0; kind->choices && i < kind->promotion_count; i++)
            from_hand = from_hand || kind->choices[i].from_hand;
        if (from_hand && (kind->morph || kind->matrix)) {
            shg_fault_rules_format(b->faults, b->def->value[SHG_P_PROMO_CHOICE],
                                   "no * where %s has a morph or a row of captureMatrix of its own",
                                   kind->id);
            return;
        }
        if (from_hand && contagion) {
            shg_fault_rules(b->faults, b->def->value[SHG_P_PROMO_CHOICE], "no * with contagion");
            return;
        }
    }
}

/* --- parameters without rules -------------------------------------------------------------------- */

/* Parameters of appearance and of the names of squares, then unknown ones, as they were written. */
static void build_extras(shg_builder *b)
{
    const shg_definition *const def = b->def;
    shg_pair *const extras = shg_build_array(b, SHG_PARAMETERS + def->extra_count, sizeof *extras);
    size_t count = 0;
    for (size_t p = 0; p < SHG_PARAMETERS && extras; p++)
        if ((shg_parameter_rows[p].form == SHG_LOOKS || p == SHG_P_FIRST_RANK) &&
            def->value[p].bytes)
            extras[count++] =
                (shg_pair){ shg_parameter_rows[p].name, shg_build_text(b, def->value[p]) };
    for (size_t i = 0; i < def->extra_count && extras; i++)
        extras[count++] = (shg_pair){ shg_build_text(b, def->extras[i].name),
                                      shg_build_text(b, def->extras[i].value) };
    b->v->parameters = extras;
    b->v->parameter_count = count;
}

/* --- the whole variant --------------------------------------------------------------------------- */

static uint64_t next_key(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15); /* splitmix64 */
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static void build_keys(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    uint64_t state = UINT64_C(0x73686F6F6769); /* "shoogi": a fixed seed, so that keys are the same
                                                  everywhere */
    for (unsigned s = 0; s < v->squares; s++)
        v->square_key[s] = next_key(&state);
    for (unsigned k = 1; k <= v->kinds; k++) {
        for (unsigned colour = 0; colour < 2; colour++) {
            v->piece_key[k * 2 + colour] = next_key(&state);
            v->hand_key[colour][k] = next_key(&state);
        }
    }
}

/* Space for the kinds, and for a promoted form of each that may be added. */
static bool make_board(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    v->files = (unsigned)shg_build_number(b, SHG_P_FILES);
    v->ranks = (unsigned)shg_build_number(b, SHG_P_RANKS);
    v->squares = v->files * v->ranks;
    v->declared = v->kinds = (unsigned)b->def->kind_count;
    v->kind = shg_build_array(b, 2 * v->declared + 1, sizeof *v->kind);
    v->hole = shg_build_array(b, v->squares, sizeof *v->hole);
    v->no_drop = shg_build_array(b, v->squares, sizeof *v->no_drop);
    for (int colour = 0; colour < 2; colour++)
        v->try_square[colour] = shg_build_array(b, v->squares, sizeof *v->try_square[colour]);
    v->start = shg_build_array(b, v->squares, sizeof *v->start);
    v->square_key = shg_build_array(b, v->squares, sizeof *v->square_key);
    for (unsigned k = 1; k <= v->declared && !b->spent; k++)
        v->kind[k].id = ""; /* until it is read */
    return !b->spent;
}

/* Arrays by kind, once the number of kinds is known. */
static bool make_tables(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    v->piece_key = shg_build_array(b, 2 * (v->kinds + 1), sizeof *v->piece_key);
    for (int colour = 0; colour < 2; colour++) {
        v->start_hand[colour] = shg_build_array(b, v->kinds + 1, sizeof *v->start_hand[colour]);
        v->hand_key[colour] = shg_build_array(b, v->kinds + 1, sizeof *v->hand_key[colour]);
    }
    return !b->spent;
}

/* For printing.  Copies the texts, which belong to the caller. */
static bool keep_numbers(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    int *const numbers = b->numbers = shg_build_array(b, SHG_PARAMETERS, sizeof *numbers);
    int *const usual = shg_build_array(b, SHG_PARAMETERS, sizeof *usual);
    for (size_t p = 0; p < SHG_PARAMETERS && !b->spent; p++) {
        numbers[p] = b->def->number[p];
        usual[p] = shg_definition_defaults(b->def, (shg_parameter)p);
    }
    /* Always printed with protected, because the default was another one: a stored definition without it is old. */
    for (size_t i = 0; i < b->def->given_count && !b->spent; i++)
        if (b->def->given[i].parameter == SHG_P_PROTECTED)
            usual[SHG_P_ADJACENT] = SHG_DERIVED;
    v->numbers = numbers;
    v->defaults = usual;
    v->chess_style = shg_definition_chess_style(b->def);
    v->by_lists = shg_build_value(b, SHG_P_PROMOTE_TO).bytes;
    v->by_id = !v->by_lists && shg_span_is(b->def->value[SHG_P_PROMO_CHOICE], "+");
    return !b->spent;
}

/* Marks the piece lines of pieces that are on the board or in hand at the start, or may appear. known: [declared + 1] */
static void mark_known(const shoogi_variant *v, bool *known)
{
    for (unsigned sq = 0; sq < v->squares; sq++) {
        known[v->kind[shg_code_kind(v->start[sq])].number] = true;
        for (unsigned k = 1; k <= v->declared; k++)
            if (v->kind[k].morph && v->kind[k].morph[sq] != SHG_MORPH_BARRED)
                known[v->kind[v->kind[k].morph[sq]].number] = true;
    }
    for (unsigned k = 1; k <= v->kinds; k++) {
        const shg_kind *const kind = &v->kind[k];
        for (size_t i = 0; i < kind->promotion_count; i++)
            known[v->kind[kind->promotions[i]].number] = true;
        known[v->kind[kind->contagion].number] = true;
        if (v->start_hand[0][k] + v->start_hand[1][k] > 0)
            known[kind->number] = true;
    }
    for (size_t i = 0; i < v->demotion_count; i++)
        known[v->kind[v->demotions[i]].number] = true;
    for (size_t i = 0; i < v->change_count; i++)
        for (unsigned k = 1; k <= v->declared; k++)
            for (unsigned side = 0; side < 2; side++) {
                const shoogi_kind becomes = v->changes[i].becomes[side][k];
                known[becomes == SHG_REMOVED_KIND ? 0 : v->kind[becomes].number] = true;
            }
}

/* Usually maxPromote is too small. */
static void warn_of_unknown_forms(shg_builder *b)
{
    bool known[SHOOGI_KINDS_MAX + 1] = { false };
    mark_known(b->v, known);
    for (unsigned k = 1; k <= b->v->declared; k++)
        if (b->v->kind[k].id[0] == '+' && !known[k])
            shg_warning(b->faults, b->def->kinds[k - 1].id,
                        "a promoted form that some piece is or becomes, as by maxPromote");
}

static void check_size(shg_builder *b)
{
    if (b->def->kind_count == 0)
        shg_fault_rules(b->faults, shg_faults_end(b->faults),
                        "a piece line name:id:moves:image:squares");
}

static shoogi_status state_of(const shg_builder *b)
{
    return b->spent ? SHOOGI_NO_MEMORY : SHOOGI_OK;
}

/* The size, the kinds with their names, and their promotions, which may add kinds.  False if an error was reported. */
static bool build_kinds(shg_builder *b)
{
    shoogi_variant *const v = b->v;
    check_size(b);
    if (shg_faults_any(b->faults) || !make_board(b) || !keep_numbers(b))
        return false;
    for (unsigned k = 1; k <= v->declared && !b->spent; k++)
        build_kind(b, (shoogi_kind)k);
    if (b->spent)
        return false;
    warn_of_images(b);
    build_rules(b);
    refuse_the_unplayable(b);
    /* From here on kinds are referred to by their ids. */
    if (b->spent || shg_faults_any(b->faults))
        return false;
    build_marks(b);
    build_royal_pair(b);
    build_baring(b);
    build_trade_groups(b);
    build_pairs(b, SHG_P_JUMP_RANK);
    build_pairs(b, SHG_P_CONTAGION);
    shg_build_morphs(b);
    shg_build_shooting(b);
    shg_build_immobilisers(b);
    shg_build_piece_names(b);
    shg_build_promo_with(b);
    shg_build_promo_needs(b);
    shg_build_changes(b);
    if (!b->spent)
        shg_build_promotions(b);
    return !b->spent;
}

shoogi_status shg_variant_build_names(shoogi_variant *v, const shg_definition *def,
                                      shg_faults *faults)
{
    shg_builder *const b = &(shg_builder){ .def = def, .v = v, .faults = faults };
    if (build_kinds(b)) {
        shg_build_title(b);
        shg_build_aliases(b);
        shg_build_input_aliases(b);
    }
    return state_of(b);
}

shoogi_status shg_variant_build(shoogi_variant *v, const shg_definition *def, shg_faults *faults)
{
    shg_builder *const b = &(shg_builder){ .def = def, .v = v, .faults = faults };
    if (build_kinds(b) && make_tables(b)) {
        shg_build_demotions(b);
        shg_build_squares(b);
        set_check_of_page(b);
        shg_build_handicaps(b);
        shg_build_grade_handicaps(b);
        shg_build_matrix(b);
        shg_build_shot_proof(b);
        shg_build_shot_cover(b);
        refuse_two_ways_to_a_form(b);
        build_impasse_points(b);
        shg_build_title(b);
        shg_build_aliases(b);
        shg_build_input_aliases(b);
        shg_build_notes(b);
        build_extras(b);
    }
    if (b->spent || shg_faults_any(faults))
        return state_of(b);
    shg_build_hands(b);
    shg_build_drops(b);
    shg_build_check_royals(b);
    shg_build_alive(b);
    shg_build_refuse_two_ways(b);
    shg_build_castling(b);
    warn_of_unknown_forms(b);
    shg_build_moves_max(b);
    build_keys(b);
    return state_of(b);
}
