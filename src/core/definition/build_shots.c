/* build_shots.c: shooting and immobilising pieces of a definition.
 * Source: docs/variant-format.md, "Captures". */
#include "core/definition/build_int.h"

#include "core/definition/xbetza.h"

#include <stdlib.h>
#include <string.h>

/* --- shoots and shots ---------------------------------------------------------------------------- */

static bool is_one_leg(const shg_betza *betza)
{
    return betza->chain_count == 0 && betza->sweep_count == 0 && !betza->universal &&
           !betza->imitates && !betza->has_drop;
}

static bool takes(const shg_betza *betza)
{
    for (size_t i = 0; i < betza->ride_count; i++)
        if (betza->rides[i].modes & SHG_MODE_CAPTURE)
            return true;
    return false;
}

static unsigned shot_range(const shg_shooting *shooting)
{
    unsigned farthest = 1;
    for (size_t i = 0; i < shooting->ride_count; i++) {
        const shg_ride *const ride = &shooting->ride[i];
        const unsigned files = (unsigned)abs(ride->right), ranks = (unsigned)abs(ride->forward);
        const unsigned range = ride->reach * (files > ranks ? files : ranks);
        if (range == 0)
            return 0;
        farthest = range > farthest ? range : farthest;
    }
    return farthest;
}

static void read_shoots(shg_builder *b, shg_shooting *shooting, shg_span moves)
{
    shg_betza betza = { 0 };
    const shoogi_status status =
        shg_betza_read(&betza, &b->v->arena, moves.bytes, moves.count, b->faults);
    b->spent = b->spent || status == SHOOGI_NO_MEMORY;
    if (status != SHOOGI_OK)
        return;
    if (!is_one_leg(&betza) || !takes(&betza)) {
        shg_fault_rules(b->faults, moves, "captures of one leg, such as Q3");
        return;
    }
    if (shooting->moves)
        shg_warning(b->faults, moves, "one value of this parameter");
    shooting->moves = shg_build_text(b, moves);
    shooting->ride = betza.rides;
    shooting->ride_count = betza.ride_count;
    shooting->count = 1;
    shooting->reach = shot_range(shooting);
}

static void read_shots(shg_builder *b, shg_shooting *shooting, shg_span value)
{
    int count;
    if (shooting->count == 0)
        shg_fault_rules(b->faults, value, "shoots before shots");
    else if (shg_read_number(b->faults, value, "a number of shots", 1, SHOOGI_VIA_MAX, &count))
        shooting->count = (unsigned)count;
}

/* Whether a move can encode the captures on the way by the legs, including shots. */
static bool check_way(shg_builder *b, shg_span moves, const shg_leg *legs, size_t leg_count,
                      const shg_shooting *shooting)
{
    const bool too_many = shg_count_on_via(legs, leg_count, shooting->count) > SHOOGI_VIA_MAX;
    if (!too_many && shg_via_fits_a_move(legs, leg_count, shooting->count, shooting->reach))
        return true;
    if (too_many)
        shg_fault_rules_format(b->faults, moves, "at most %u captures on the way, including shots",
                               (unsigned)SHOOGI_VIA_MAX);
    else
        shg_fault_rules(b->faults, moves,
                        "at most two captures on the way, including shots, or each within "
                        "four squares of the one before");
    return false;
}

static bool has_odd_legs(const shg_betza *betza)
{
    const uint32_t odd = SHG_MODE_LOOP | SHG_MODE_UNLOAD | SHG_MODE_RELAY;
    bool found = betza->universal || betza->imitates || betza->sweep_count > 0;
    for (size_t i = 0; i < betza->chain_count; i++)
        for (size_t n = 0; n < betza->chains[i].leg_count; n++)
            found = found || (betza->chains[i].legs[n].modes & odd);
    return found;
}

static void refuse_odd_shooters(shg_builder *b)
{
    const shoogi_variant *const v = b->v;
    for (unsigned k = 1; k <= v->declared; k++) {
        const shg_kind *const kind = &v->kind[k];
        const shg_span moves = b->def->kinds[k - 1].moves;
        if (kind->shooting.count == 0)
            continue;
        if (has_odd_legs(&kind->betza))
            shg_fault_rules(b->faults, moves,
                            "neither U, I, x, u nor repeated legs of a piece that shoots");
        bool fits = true;
        for (size_t i = 0; i < kind->betza.chain_count && fits; i++)
            fits = check_way(b, moves, kind->betza.chains[i].legs, kind->betza.chains[i].leg_count,
                             &kind->shooting);
        for (size_t i = 0; i < kind->betza.ride_count && fits; i++) {
            const shg_ride *const ride = &kind->betza.rides[i];
            const int files = abs(ride->right), ranks = abs(ride->forward);
            const shg_leg leg = { .range = ride->reach,
                                  .longer = (int8_t)(files > ranks ? files : ranks) };
            fits = check_way(b, moves, &leg, 1, &kind->shooting);
        }
        if (shg_borrows(v))
            shg_fault_rules(b->faults, moves, "no piece that shoots in a game with borrow");
    }
}

void shg_build_shooting(shg_builder *b)
{
    for (size_t i = 0; i < b->def->given_count && !b->spent; i++) {
        const shg_given *const given = &b->def->given[i];
        if (given->parameter != SHG_P_SHOOTS && given->parameter != SHG_P_SHOTS)
            continue;
        if (given->line == 0)
            shg_fault_rules(b->faults, given->value, "a piece line before shoots and shots");
        else if (given->parameter == SHG_P_SHOOTS)
            read_shoots(b, &b->v->kind[given->line].shooting, given->value);
        else
            read_shots(b, &b->v->kind[given->line].shooting, given->value);
    }
    refuse_odd_shooters(b);
}

/* --- shotProof ----------------------------------------------------------------------------------- */

/* Pieces on the line of kind do not shoot those on another line within so many squares; or, if that one covers, no
 * piece within so many squares of it. */
static void bar_shots(shg_builder *b, shoogi_kind kind, shoogi_kind another, uint8_t within,
                      bool covers)
{
    shoogi_variant *const v = b->v;
    for (unsigned k = 1; k <= v->kinds; k++) {
        if (v->kind[k].number != v->kind[kind].number)
            continue;
        shg_shooting *const shooting = &v->kind[k].shooting;
        uint8_t **const barred = covers ? &shooting->cover : &shooting->proof;
        if (!*barred)
            *barred = shg_build_array(b, v->kinds + 1, sizeof **barred);
        for (unsigned other = 1; other <= v->kinds && *barred; other++)
            if (v->kind[other].number == v->kind[another].number) {
                (*barred)[other] = within;
                v->kind[other].covers_from_shots = v->kind[other].covers_from_shots || covers;
            }
    }
}

/* "LB" or "FC/5": a shooter that may not shoot the victim, and within how many squares; false if invalid. */
static bool read_shooter(shg_builder *b, shoogi_kind victim, shg_span item)
{
    const char *const slash = memchr(item.bytes, '/', item.count);
    const size_t id_bytes = slash ? (size_t)(slash - item.bytes) : item.count;
    const shoogi_kind kind = shg_kind_by_id(b->v, item.bytes, id_bytes);
    int within = SHG_SHOT_PROOF;
    if (kind == 0 || b->v->kind[kind].shooting.count == 0) {
        shg_fault_rules(b->faults, item, "the id of a piece that shoots");
        return false;
    }
    if (slash && !shg_read_number(b->faults, shg_span_from(item, id_bytes + 1),
                                  "a number of squares", 1, SHOOGI_FILES_MAX, &within))
        return false;
    bar_shots(b, kind, victim, (uint8_t)within, false);
    return true;
}

/* shotProof=SH:LB,CB;FG:FC/5 */
void shg_build_shot_proof(shg_builder *b)
{
    const shg_span list = shg_build_value(b, SHG_P_SHOT_PROOF);
    for (size_t at = 0; at < list.count && !b->spent;) {
        const shg_span entry = shg_build_next_part(list, &at, ';');
        if (!memchr(entry.bytes, ':', entry.count)) {
            shg_fault_text(b->faults, entry, "an id, \":\" and the ids that may not shoot it");
            return;
        }
        size_t in = 0;
        const shoogi_kind victim = shg_build_next_id(b, entry, &in, ":");
        if (victim == 0)
            return;
        do {
            if (!read_shooter(b, victim, shg_build_next_part(entry, &in, ',')))
                return;
        } while (in < entry.count && !b->spent);
    }
}

/* --- shotCover ----------------------------------------------------------------------------------- */

/* shotCover=FG/5:LB,CB;IL/2:FC */
void shg_build_shot_cover(shg_builder *b)
{
    const shg_span list = shg_build_value(b, SHG_P_SHOT_COVER);
    for (size_t at = 0; at < list.count && !b->spent;) {
        const shg_span entry = shg_build_next_part(list, &at, ';');
        const char *const colon = memchr(entry.bytes, ':', entry.count);
        if (!colon || !memchr(entry.bytes, '/', (size_t)(colon - entry.bytes))) {
            shg_fault_text(
                b->faults, entry,
                "an id, \"/\", a number of squares, \":\" and the ids that may not shoot there");
            return;
        }
        size_t in = 0;
        int within;
        const shoogi_kind covering = shg_build_next_id(b, entry, &in, "/");
        if (covering == 0)
            return;
        const shg_span number = { entry.bytes + in, (size_t)(colon - entry.bytes) - in };
        if (!shg_read_number(b->faults, number, "a number of squares", 1, SHOOGI_FILES_MAX, &within))
            return;
        in = (size_t)(colon - entry.bytes) + 1;
        do {
            const shg_span item = shg_span_from(entry, in);
            const shoogi_kind kind = shg_build_next_id(b, entry, &in, ",");
            if (kind == 0)
                return;
            if (b->v->kind[kind].shooting.count == 0) {
                shg_fault_rules(b->faults, item, "the id of a piece that shoots");
                return;
            }
            bar_shots(b, kind, covering, (uint8_t)within, true);
        } while (in < entry.count && !b->spent);
    }
}

/* --- nets ---------------------------------------------------------------------------------------- */

void shg_build_immobilisers(shg_builder *b)
{
    const shg_span nets = shg_build_value(b, SHG_P_NETS);
    if (!nets.bytes)
        return;
    b->v->rules.immobilises = true;
    if (b->v->rules.check_strict)
        shg_fault_rules(b->faults, nets, "check=capture with nets");
    if (b->v->rules.pass != SHG_PASS_NONE)
        shg_fault_rules(b->faults, nets, "pass=none with nets");
}
