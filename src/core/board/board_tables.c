/* board_tables.c: the tables of a variant for one class of boards. */
#include "core/board/board_tables.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* --- movement classes ---------------------------------------------------------------------------- */

static bool rides_same(const shg_kind *a, const shg_kind *b)
{
    if (a->betza.ride_count != b->betza.ride_count)
        return false;
    for (size_t i = 0; i < a->betza.ride_count; i++) {
        const shg_ride *const ride = &a->betza.rides[i];
        size_t j = 0;
        while (j < b->betza.ride_count && memcmp(ride, &b->betza.rides[j], sizeof *ride) != 0)
            j++;
        if (j == b->betza.ride_count)
            return false;
    }
    return true;
}

/* Everything by which the rules treat a kind specially stands from `royal` to the end of shg_kind; a new member
 * belongs there if it does so, else before. */
enum {
    SINGLED_OUT = offsetof(shg_kind, royal),
    KIND_BYTES_BEFORE = 328 /* with pointers of eight bytes */
};
static_assert(sizeof(void *) != 8 || SINGLED_OUT == KIND_BYTES_BEFORE,
              "a new member of shg_kind before royal: kinds that differ in it are one on the board");

/* Whether only its rides distinguish the kind from others. */
static bool is_plain(const shg_kind *kind)
{
    const shg_betza *const betza = &kind->betza;
    const unsigned char *const singled = (const unsigned char *)kind;
    for (size_t i = SINGLED_OUT; i < sizeof *kind; i++)
        if (singled[i] != 0)
            return false;
    return kind->promotion_count == 0 && !kind->stay && kind->shooting.count == 0 &&
           betza->chain_count == 0 && betza->sweep_count == 0 && betza->castle_count == 0 &&
           !betza->universal && !betza->imitates;
}

/* Whether its landing has effects of its own. */
static bool has_landing_effects(const shg_kind *kind)
{
    return kind->morph || kind->matrix || kind->choices || kind->companions || kind->needs ||
           kind->promotes_from_zone;
}

static bool kind_splits(const shg_kind *kind)
{
    for (size_t i = 0; i < kind->betza.ride_count; i++)
        if (ride_lacks(&kind->betza.rides[i], SHG_MODE_CAPTURE) ||
            ride_lacks(&kind->betza.rides[i], SHG_MODE_MOVE))
            return true;
    return kind->betza.universal != 0 &&
           kind->betza.universal != (SHG_MODE_MOVE | SHG_MODE_CAPTURE);
}

static void build_move_set(build *m, move_class *sh, const shg_kind *kind, shoogi_colour colour)
{
    const shoogi_variant *const v = m->v;
    move_set *const g = &sh->move_set[colour];
    build_pattern(m, &g->captures, kind, colour, SHG_MODE_CAPTURE);
    g->quiet = &g->captures;
    if (sh->splits) {
        move_pattern *const quiet = shg_arena_array(m->arena, move_pattern, 1);
        m->spent = m->spent || !quiet;
        if (quiet)
            build_pattern(m, quiet, kind, colour, SHG_MODE_MOVE);
        g->quiet = quiet;
    }
    for (unsigned sq = 0; sq < v->squares && !m->spent; sq++)
        if (shg_can_ever_move(v, sh->kind, colour, (shoogi_square)sq))
            bits_set(&g->alive, sq);
    g->stay = v->rules.must_move && kind->promotion_count > 0 ? g->alive : m->t->board;
    for (size_t i = 0; i < kind->betza.chain_count && !m->spent; i++) {
        const shg_chain *const chain = &kind->betza.chains[i];
        sh->marks = sh->marks || shg_chain_marks(chain);
        if (kind->shooting.count > 0)
            sh->walks = true;
        else if (shg_chain_is_double_step(chain))
            add_double_steps(m, g, chain, colour, 8 * kind->betza.chain_count);
        else if (shg_chain_is_pass(chain))
            add_passes(m, g, chain, colour);
        else
            sh->walks = true;
    }
    sh->doubles = g->double_count > 0 || g->passes;
    if (!m->spent && !kind_splits(kind) && !has_landing_effects(kind))
        build_shift(m, g, kind, colour);
}

/* How many files and ranks away the walks of a kind may capture; UINT_MAX: no limit is known. */
static unsigned find_walk_reach(const shg_kind *kind)
{
    enum {
        CAPTURES = SHG_MODE_CAPTURE | SHG_MODE_DESTROY | SHG_MODE_PASSANT | SHG_MODE_ROYAL,
        /* with others a leg may be repeated, cross the edge of the board, or move as another piece */
        BOUNDED = CAPTURES | SHG_MODE_MOVE | SHG_MODE_TAME | SHG_MODE_INITIAL | SHG_MODE_SECOND |
                  SHG_MODE_FAR | SHG_MODE_LAME | SHG_MODE_JUMP | SHG_MODE_MARK
    };
    unsigned reach = 0;
    if (kind->betza.imitates || kind->shooting.count > 0)
        return UINT_MAX;
    for (size_t i = 0; i < kind->betza.chain_count; i++) {
        const shg_chain *const chain = &kind->betza.chains[i];
        bool captures = false, endless = false;
        unsigned length = 0;
        for (size_t leg = 0; leg < chain->leg_count; leg++) {
            const shg_leg *const l = &chain->legs[leg];
            if (l->modes & ~(uint32_t)BOUNDED)
                return UINT_MAX;
            captures = captures || (l->modes & CAPTURES);
            endless = endless || l->range == 0 || l->range == SHG_RANGE_HALF;
            length += l->range * (unsigned)l->longer;
        }
        if (captures && endless)
            return UINT_MAX;
        if (captures && length > reach)
            reach = length;
    }
    return reach;
}

static bool has_only_jumps(const shg_kind *kind)
{
    if (kind->betza.imitates || kind->shooting.count > 0)
        return false;
    for (size_t i = 0; i < kind->betza.chain_count; i++) {
        const shg_chain *const chain = &kind->betza.chains[i];
        for (size_t leg = 0; leg < chain->leg_count && !shg_chain_is_line_jump(chain); leg++)
            if (chain->legs[leg].modes & ~(uint32_t)(SHG_MODE_MOVE | SHG_MODE_HOP))
                return false;
    }
    return true;
}

/* The moves of the pieces of a movement class. */
static void describe_move_class(build *m, move_class *sh, const shg_kind *kind)
{
    const shoogi_variant *const v = m->v;
    sh->plain = is_plain(kind);
    sh->royal = kind->royal;
    sh->protected = kind->protected;
    sh->counter_strike = kind->counter_strike;
    sh->can_promote = kind->promotion_count > 0;
    for (size_t i = 0; i < kind->promotion_count; i++)
        sh->can_become_royal = sh->can_become_royal || v->kind[kind->promotions[i]].royal;
    sh->splits = kind_splits(kind);
    for (int colour = 0; colour < 2; colour++)
        build_move_set(m, sh, kind, (shoogi_colour)colour);
    sh->imitates = kind->betza.imitates;
    sh->shoots = kind->shooting.count > 0;
    sh->walks = sh->walks || sh->imitates || sh->shoots;
    sh->walk_reach = find_walk_reach(kind);
    sh->sweeps = kind->betza.sweep_count > 0;
    sh->only_jumps =
        HAS_SHORT_CUTS && sh->walks && !sh->doubles && !sh->sweeps && has_only_jumps(kind);
    sh->captures_unprotected_only = kind->captures_unprotected_only;
    sh->bare_or_weak = kind->bare || kind->weak;
    sh->each = has_landing_effects(kind) ||
               (v->rules.promotion_passes && sh->can_promote && (sh->doubles || sh->walks));
    sh->special = sh->splits || sh->doubles || sh->walks || sh->protected || sh->sweeps ||
                  sh->captures_unprotected_only || kind->trade_group != 0 || sh->each ||
                  m->t->borrows || kind->burns;
    for (size_t i = 0; i < kind->betza.chain_count; i++)
        sh->unloads = sh->unloads || (kind->betza.chains[i].legs[0].modes & SHG_MODE_UNLOAD);
}

/* Notes what the presence of a movement class means for the whole variant. */
static void note_move_class(tables *t, const move_class *sh, const shg_kind *kind,
                            const shg_rules *rules)
{
    const bool contagious = kind->contagion != 0, in_group = kind->trade_group != 0;
    t->any_becomes_royal = t->any_becomes_royal || sh->can_become_royal;
    t->burns = t->burns || kind->burns;
    t->contagious = t->contagious || contagious;
    t->removes_many = t->removes_many || kind->burns || sh->sweeps;
    t->any_uncapturable = t->any_uncapturable || kind->uncapturable;
    t->tests_each_move = t->tests_each_move || sh->walks || sh->doubles || sh->each || sh->sweeps ||
                         kind->burns || contagious || kind->immobilises;
    t->passes = t->passes || sh->walks || sh->doubles;
    t->counts_shifted = t->counts_shifted && !kind->uncapturable && !in_group;
    t->royals_change = t->royals_change || (kind->royal && (sh->can_promote || sh->each)) ||
                       (contagious && rules->contagion_hits_royals);
    t->trade_rules = t->trade_rules || kind->protected || kind->counter_strike || in_group ||
                     kind->uncapturable || kind->captures_unprotected_only;
    t->changes = t->changes || sh->can_become_royal || has_landing_effects(kind) || contagious ||
                 (kind->royal && kind->hand_kind != 0) || kind->royal_pair != 0 ||
                 kind->changes != 0;
    t->tracks_last_kind = t->tracks_last_kind || sh->imitates;
    t->castles = t->castles || kind->betza.castle_count > 0;
    t->tracks_unmoved = t->tracks_unmoved || t->castles;
}

/* The same for the legs of its chains. */
static void note_legs(tables *t, const shg_chain *chain)
{
    for (size_t n = 0; n < chain->leg_count; n++) {
        t->royals_change = t->royals_change || (chain->legs[n].modes & SHG_MODE_DESTROY);
        t->tracks_pushes = t->tracks_pushes || (chain->legs[n].modes & SHG_MODE_PASSANT);
    }
    t->tracks_unmoved =
        t->tracks_unmoved || t->tracks_pushes || (chain->legs[0].modes & SHG_MODE_INITIAL);
}

static void build_move_class(build *m, shoogi_kind k)
{
    tables *const t = m->t;
    const shg_kind *const kind = &m->v->kind[k];
    const unsigned s = t->move_class_count++;
    t->move_class_of[k] = (uint16_t)s;
    t->move_class[s].kind = k;
    describe_move_class(m, &t->move_class[s], kind);
    note_move_class(t, &t->move_class[s], kind, &m->v->rules);
    for (size_t i = 0; i < kind->betza.chain_count; i++)
        note_legs(t, &kind->betza.chains[i]);
}

static void build_move_classes(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    t->move_class = shg_arena_array(m->arena, move_class, v->kinds);
    t->move_class_of = shg_arena_array(m->arena, uint16_t, v->kinds + 1);
    m->spent = m->spent || !t->move_class || !t->move_class_of;
    t->hand_rules = v->rules.file_limit_moves || v->rules.royal_in_hand != SHG_WAITING_FREE ||
                    !v->rules.mate_in_hand;
    for (unsigned k = 1; k <= v->kinds; k++)
        t->hand_rules = t->hand_rules || v->kind[k].drop_check_barred;
    t->borrows = shg_borrows(v);
    t->counts_shifted = !t->borrows && v->rules.flip == SHG_FLIP_NONE && !v->rules.promotion_ends &&
                        !v->rules.promotion_captures;
    t->counts_checks = v->rules.check_wins > 1;
    t->ends_by_pieces = v->rules.try_wins || v->rules.baring || v->rules.check_wins;
    t->promotes_by_zone = v->rules.flip == SHG_FLIP_NONE && !v->rules.promotion_enters &&
                          !v->rules.promotion_ends && !v->rules.promotion_must &&
                          !v->rules.promotion_captures && !v->rules.promotion_must_if_promoted &&
                          !v->rules.promotion_must_last;
    for (unsigned k = 1; k <= v->kinds && !m->spent; k++) {
        const shg_kind *const kind = &v->kind[k];
        const bool plain = is_plain(kind);
        unsigned s = 0;
        while (s < t->move_class_count && !(plain && t->move_class[s].plain &&
                                            rides_same(kind, &v->kind[t->move_class[s].kind])))
            s++;
        if (s < t->move_class_count)
            t->move_class_of[k] = (uint16_t)s;
        else
            build_move_class(m, (shoogi_kind)k);
    }
}

static bool is_same_direction(const shg_ride *a, const shg_ride *b)
{
    return a->right == b->right && a->forward == b->forward;
}

/* Whether pieces can be pinned along more directions than there is space for pins. */
static bool has_many_slides(const shoogi_variant *v)
{
    const shg_ride *slides[PINS_MAX];
    unsigned count = 0;
    for (unsigned k = 1; k <= v->kinds; k++) {
        const shg_betza *const betza = &v->kind[k].betza;
        for (size_t i = 0; i < betza->ride_count; i++) {
            unsigned n = 0;
            while (n < count && !is_same_direction(slides[n], &betza->rides[i]))
                n++;
            if (n < count || !is_slide(&betza->rides[i]))
                continue;
            if (count == PINS_MAX)
                return true;
            slides[count++] = &betza->rides[i];
        }
    }
    return false;
}

/* Properties that depend on other movement classes, or on all of them. */
static void finish_move_classes(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    bool unloads = false;
    for (unsigned s = 0; s < t->move_class_count; s++)
        unloads = unloads || t->move_class[s].unloads;
    for (unsigned s = 0; s < t->move_class_count; s++)
        t->move_class[s].unloads =
            unloads && t->move_class[s].walks; /* it may make the moves of others */
    /* A royal may be dropped into check, and one that cannot be captured is never in check. */
    for (unsigned k = 1; k <= v->kinds; k++)
        t->tests_each_move =
            t->tests_each_move ||
            (v->kind[k].royal && (v->kind[k].hand_kind != 0 || v->kind[k].uncapturable));
    t->tests_each_move = t->tests_each_move || t->borrows || v->change_count > 0 || t->hand_rules ||
                         has_many_slides(v) || v->rules.pass == SHG_PASS_ANY;
    t->passes = (t->passes && v->rules.pass != SHG_PASS_NONE) || v->rules.pass == SHG_PASS_ANY;
}

/* Counts promotions once all movement classes are known. */
static void build_forms(build *m)
{
    const shoogi_variant *const v = m->v;
    for (unsigned s = 0; s < m->t->move_class_count; s++) {
        move_class *const sh = &m->t->move_class[s];
        const shg_kind *const kind = &v->kind[sh->kind];
        for (size_t i = 0; i < kind->promotion_count; i++) {
            const move_set *const g =
                m->t->move_class[m->t->move_class_of[kind->promotions[i]]].move_set;
            const bool everywhere =
                bits_equal(g[0].alive, m->t->board) && bits_equal(g[1].alive, m->t->board);
            if (everywhere || !v->rules.promotion_alive)
                sh->free_forms++;
            else
                sh->tight_forms = true;
        }
    }
}

/* --- the board ----------------------------------------------------------------------------------- */

static void build_board(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    t->file = new_sets(m, v->files);
    if (m->spent)
        return;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        if (v->hole[sq])
            continue;
        bits_set(&t->board, sq);
        bits_set(&t->file[sq / v->ranks], sq);
        bits_set(&t->shade[shg_shade_of(v, (shoogi_square)sq)], sq);
        for (int colour = 0; colour < 2; colour++) {
            if (shg_in_zone(v, (shoogi_colour)colour, (shoogi_square)sq))
                bits_set(&t->promotion[colour], sq);
            if (shg_ranks_ahead(v, (shoogi_colour)colour, (shoogi_square)sq) == 0)
                bits_set(&t->last_rank[colour], sq);
            if (v->try_square[colour][sq])
                bits_set(&t->tries[colour], sq);
        }
    }
}

/* --- drops --------------------------------------------------------------------------------------- */

/* The index of the zone with these squares; appends it if it is new. */
static uint16_t zone_index(tables *t, bits zone)
{
    unsigned z = 0;
    while (z < t->zone_count && !bits_equal(t->zone[z], zone))
        z++;
    if (z == t->zone_count)
        t->zone[t->zone_count++] = zone;
    return (uint16_t)z;
}

static void build_drops(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    t->drop = shg_arena_array(m->arena, drop, v->kinds);
    t->zone = new_sets(m, 2 * v->kinds);
    m->spent = m->spent || !t->drop;
    for (unsigned k = 1; k <= v->kinds && !m->spent; k++) {
        const shg_kind *const kind = &v->kind[k];
        if (kind->hand_kind == 0)
            continue;
        drop d = { .kind = (shoogi_kind)k,
                   .hand = kind->hand_kind,
                   .move_class = t->move_class_of[k],
                   .per_file = kind->drop_per_file,
                   .per_shade = kind->drop_per_shade,
                   .one = kind->drop_one,
                   .limited = kind->drop_per_file > 0 || kind->drop_per_shade || kind->drop_one,
                   .mate_barred = kind->drop_mate_barred };
        for (unsigned colour = 0; colour < 2; colour++) {
            bits zone = bits_none();
            for (unsigned sq = 0; sq < v->squares; sq++)
                if (shg_drop_square(v, (shoogi_kind)k, (shoogi_colour)colour, (shoogi_square)sq))
                    bits_set(&zone, sq);
            d.zone[colour] = zone_index(t, zone);
        }
        /* Kinds of one zone are neighbours, so that its squares are counted once. */
        unsigned at = t->drop_count++;
        while (at > 0 && t->drop[at - 1].zone[0] > d.zone[0]) {
            t->drop[at] = t->drop[at - 1];
            at--;
        }
        t->drop[at] = d;
    }
}

typedef bool role_fn(const shoogi_variant *v, const move_class *sh, unsigned which);

static void build_role(build *m, role *r, role_fn *has, unsigned which)
{
    const tables *const t = m->t;
    r->groups = shg_arena_array(m->arena, uint16_t, group_count(t));
    m->spent = m->spent || !r->groups;
    for (unsigned g = 0; g < group_count(t) && !m->spent; g++)
        if (has(m->v, group_move_class(t, g), which))
            r->groups[r->count++] = (uint16_t)g;
}

/* which: the rule times SHG_PARTS plus the part. */
static bool has_part(const shoogi_variant *v, const move_class *sh, unsigned which)
{
    return v->kind[sh->kind].changes & SHG_CHANGE_PART(0, which);
}

static void build_roles(build *m)
{
    tables *const t = m->t;
    const size_t changes = m->v->change_count;
    for (unsigned which = 0; which < ROLES && !m->spent; which++)
        build_role(m, &t->roles[which], has_role, which);
    t->jumps = t->roles[ROLE_JUMPER].count > 0;
    t->change = shg_arena_array(m->arena, change_roles, changes);
    m->spent = m->spent || (changes > 0 && !t->change);
    for (unsigned which = 0; which < changes * SHG_PARTS && !m->spent; which++)
        build_role(m, &t->change[which / SHG_PARTS].part[which % SHG_PARTS], has_part, which);
}

/* --- first moves --------------------------------------------------------------------------------- */

/* Whether a piece of the kind has first moves besides castling, or castles after others. */
static bool has_first_moves(const shg_kind *kind)
{
    const shg_betza *const betza = &kind->betza;
    const uint32_t by_rank = SHG_MODE_SECOND | SHG_MODE_FAR;
    bool any = betza->imitates;
    for (size_t i = 0; i < betza->chain_count; i++) {
        const uint32_t modes = betza->chains[i].legs[0].modes;
        any = any || (modes & SHG_MODE_RELAY) || ((modes & SHG_MODE_INITIAL) && !(modes & by_rank));
    }
    return any;
}

/* Whether a partner counts wherever the castling piece is, or other kinds than those of the start may stand there. */
static bool is_unclear(const build *m)
{
    bool unclear = m->t->borrows || m->v->change_count > 0;
    for (unsigned k = 1; k <= m->v->kinds; k++)
        for (size_t i = 0; i < m->v->kind[k].betza.castle_count; i++)
            unclear = unclear || !m->v->kind[k].betza.castles[i].initial;
    return unclear;
}

/* The castling of the piece that starts on sq. */
static void add_pairs(build *m, unsigned sq)
{
    tables *const t = m->t;
    const shg_code code = m->v->start[sq];
    const shg_betza *const betza = &m->v->kind[shg_code_kind(code)].betza;
    const unsigned first = t->pair_count;
    for (size_t i = 0; i < betza->castle_count; i++) {
        const shoogi_square partner =
            shg_castling_home(m->v, &betza->castles[i], shg_code_colour(code), (shoogi_square)sq);
        unsigned n = first;
        while (n < t->pair_count && t->pairs[n].partner != partner)
            n++;
        if (n == t->pair_count && partner != SHOOGI_NO_SQUARE &&
            shg_code_colour(m->v->start[partner]) == shg_code_colour(code))
            t->pairs[t->pair_count++] = (castling_pair){ (uint16_t)sq, partner };
    }
}

/* On which pieces that have not moved the moves of a position depend. */
static void build_first_moves(build *m)
{
    const shoogi_variant *const v = m->v;
    tables *const t = m->t;
    const bool unclear = is_unclear(m);
    size_t most = 0;
    for (unsigned sq = 0; sq < v->squares; sq++) {
        if (v->start[sq] == 0)
            continue;
        const shg_kind *const kind = &v->kind[shg_code_kind(v->start[sq])];
        most += kind->betza.castle_count;
        if (unclear || has_first_moves(kind))
            bits_set(&t->first_moves, sq);
    }
    t->pairs = shg_arena_array(m->arena, castling_pair, most);
    m->spent = m->spent || (most > 0 && !t->pairs);
    for (unsigned sq = 0; sq < v->squares && !m->spent; sq++)
        if (v->start[sq] != 0)
            add_pairs(m, sq);
}

static bool is_ordinary(const tables *t, const shg_rules *rules)
{
    bool ordinary = rules->check_strict && !t->castles && t->promotes_by_zone &&
                    !t->tests_each_move && !t->royals_change && !t->any_becomes_royal &&
                    !t->trade_rules && !t->ends_by_pieces;
    for (unsigned s = 0; s < t->move_class_count; s++)
        ordinary = ordinary && !t->move_class[s].special;
    return ordinary;
}

/* Whether all slides go along queen lines. */
static bool has_straight_slides(const shoogi_variant *v)
{
    for (unsigned k = 1; k <= v->kinds; k++)
        for (size_t i = 0; i < v->kind[k].betza.ride_count; i++) {
            const shg_ride *const ride = &v->kind[k].betza.rides[i];
            if (is_slide(ride) && ride->right != 0 && ride->forward != 0 &&
                abs(ride->right) != abs(ride->forward))
                return false;
        }
    return true;
}

/* Whether a move changes what the other side attacks only by the squares where it begins and ends: no rule changes further
 * pieces, none lets a piece attack by the hands, by the last move or by pieces far away. */
static bool exposes_locally(const tables *t, const shoogi_variant *v)
{
    const shg_rules *const rules = &v->rules;
    const unsigned far = SHG_BORROW_FILE | SHG_BORROW_RANK | SHG_BORROW_GUARDS;
    return rules->check_strict && has_straight_slides(v) && rules->borrow[1] == 0 &&
           !(rules->borrow[0] & far) && !t->hand_rules && !t->any_becomes_royal &&
           !t->royals_change && !t->burns && !t->contagious && !t->tracks_pushes &&
           !t->tracks_last_kind && v->change_count == 0 && t->roles[ROLE_IMMOBILISER].count == 0;
}

const void *BC(shg_build_tables)(const shoogi_variant *v, shg_arena *arena)
{
    build m = { .v = v, .arena = arena, .t = shg_arena_array(arena, tables, 1) };
    if (!m.t)
        return NULL;
    build_board(&m);
    if (!m.spent)
        build_field(&m);
    if (!m.spent)
        build_move_classes(&m);
    if (!m.spent)
        build_forms(&m);
    if (!m.spent)
        finish_move_classes(&m);
    m.t->tracks_state = m.t->trade_rules || m.t->tracks_unmoved || m.t->tracks_pushes ||
                        m.t->tracks_last_kind || m.t->changes;
    m.t->ordinary = is_ordinary(m.t, &v->rules);
    if (!m.spent && m.t->tracks_unmoved)
        build_first_moves(&m);
    if (!m.spent)
        build_finder(&m);
    if (!m.spent)
        build_roles(&m);
    m.t->exposes_locally = HAS_SHORT_CUTS && !m.spent && exposes_locally(m.t, v);
    if (!m.spent)
        build_drops(&m);
    return m.spent ? NULL : m.t;
}
