/* print.c: prints a variant as its canonical definition, which is the same for all equivalent texts. */
#include "base/hash.h"
#include "base/text.h"
#include "core/definition/definition.h"
#include "core/variant/piece_rules.h"
#include "core/variant/square.h"
#include "core/variant/variant_int.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct printer {
    shg_out *out;
    const shoogi_variant *v;
} printer;

static void begin(const printer *p, shg_parameter parameter)
{
    shg_out_format(p->out, "%s=", shg_parameter_rows[parameter].name);
}

static void end(const printer *p)
{
    shg_out_char(p->out, '\n');
}

/* "b" of "a|b|c" for 1. */
static void write_word(shg_out *out, const char *words, int index)
{
    for (; index > 0; index--)
        words = strchr(words, '|') + 1;
    shg_out_bytes(out, words, strcspn(words, "|"));
}

/* --- lists of kinds ------------------------------------------------------------------------------ */

typedef bool kind_fn(const shg_kind *kind);

/* name=P,L, or name=none; an empty list is omitted if that is the default. */
static void print_ids(const printer *p, shg_parameter parameter, kind_fn *has, bool must)
{
    bool any = false;
    for (unsigned k = 1; k <= p->v->declared; k++) {
        if (!has(&p->v->kind[k]))
            continue;
        if (any)
            shg_out_char(p->out, ',');
        else
            begin(p, parameter);
        shg_out_text(p->out, p->v->kind[k].id);
        any = true;
    }
    if (!any && must) {
        begin(p, parameter);
        shg_out_text(p->out, "none");
    }
    if (any || must)
        end(p);
}

/* A line with its number for each kind. */
static void print_types(const printer *p, shg_parameter parameter, kind_fn *has)
{
    for (unsigned k = 1; k <= p->v->declared; k++) {
        if (!has(&p->v->kind[k]))
            continue;
        begin(p, parameter);
        shg_out_format(p->out, "%u", k);
        end(p);
    }
}

/* The number of the only kind of a piece line that has it; 0: none or several. */
static unsigned only_kind(const printer *p, kind_fn *has)
{
    unsigned only = 0;
    for (unsigned k = 1; k <= p->v->declared; k++) {
        if (has(&p->v->kind[k]) && only != 0)
            return 0;
        if (has(&p->v->kind[k]))
            only = k;
    }
    return only;
}

static bool is_royal(const shg_kind *kind)
{
    return kind->royal;
}

static bool is_iron(const shg_kind *kind)
{
    return kind->uncapturable;
}

static bool is_protected(const shg_kind *kind)
{
    return kind->protected;
}

static bool is_counter_strike(const shg_kind *kind)
{
    return kind->counter_strike;
}

static bool is_last_rank(const shg_kind *kind)
{
    return kind->last_rank;
}

static bool is_drop_mate(const shg_kind *kind)
{
    return kind->drop_mate_barred;
}

static bool is_drop_check(const shg_kind *kind)
{
    return kind->drop_check_barred;
}

static bool starts(const shg_kind *kind)
{
    return kind->promotes_from_zone;
}

static bool is_weak(const shg_kind *kind)
{
    return kind->weak;
}

static bool is_wary(const shg_kind *kind)
{
    return kind->captures_unprotected_only;
}

static bool burns(const shg_kind *kind)
{
    return kind->burns;
}

static bool nets(const shg_kind *kind)
{
    return kind->immobilises;
}

static bool keeps_from_bare(const shg_kind *kind)
{
    return !kind->bare;
}

static void print_royal(const printer *p)
{
    if (only_kind(p, is_royal) != p->v->declared)
        print_types(p, SHG_P_ROYAL, is_royal);
}

static void print_iron(const printer *p)
{
    print_types(p, SHG_P_IRON, is_iron);
}

static void print_protected(const printer *p)
{
    print_types(p, SHG_P_PROTECTED, is_protected);
}

static void print_counter_strike(const printer *p)
{
    print_types(p, SHG_P_COUNTER_STRIKE, is_counter_strike);
}

static void print_last_rank(const printer *p)
{
    if (only_kind(p, is_last_rank) != 1)
        print_ids(p, SHG_P_LAST_RANK, is_last_rank, true);
}

static void print_drop_check(const printer *p)
{
    print_ids(p, SHG_P_DROP_CHECK, is_drop_check, false);
}

static void print_drop_mate(const printer *p)
{
    print_ids(p, SHG_P_DROP_MATE, is_drop_mate, false);
}

static void print_baring_weak(const printer *p)
{
    print_ids(p, SHG_P_BARING_WEAK, is_weak, false);
}

static void print_wary(const printer *p)
{
    print_ids(p, SHG_P_WARY, is_wary, false);
}

static void print_burns(const printer *p)
{
    print_ids(p, SHG_P_BURNS, burns, false);
}

static void print_nets(const printer *p)
{
    print_ids(p, SHG_P_NETS, nets, false);
}

/* The shooters that may not shoot kind k: "FC/5"; *any: whether something was written before. */
static void print_proof_of(const printer *p, unsigned k, bool *any)
{
    const char *before = *any ? ";" : "";
    for (unsigned by = 1; by <= p->v->declared; by++) {
        const uint8_t *const proof = p->v->kind[by].shooting.proof;
        if (!proof || proof[k] == 0)
            continue;
        if (!*any)
            begin(p, SHG_P_SHOT_PROOF);
        if (*before != ',')
            shg_out_format(p->out, "%s%s:", before, p->v->kind[k].id);
        else
            shg_out_text(p->out, before);
        shg_out_text(p->out, p->v->kind[by].id);
        if (proof[k] != SHG_SHOT_PROOF)
            shg_out_format(p->out, "/%u", proof[k]);
        before = ",";
        *any = true;
    }
}

/* The pieces that kind k protects from shots, and the distance: "FG/5:LB,CB"; *any as above. */
static void print_cover_of(const printer *p, unsigned k, bool *any)
{
    unsigned within = 0; /* of the entry being written */
    for (unsigned by = 1; by <= p->v->declared; by++) {
        const uint8_t *const cover = p->v->kind[by].shooting.cover;
        if (!cover || cover[k] == 0)
            continue;
        if (!*any)
            begin(p, SHG_P_SHOT_COVER);
        if (cover[k] == within)
            shg_out_char(p->out, ',');
        else
            shg_out_format(p->out, "%s%s/%u:", *any ? ";" : "", p->v->kind[k].id, cover[k]);
        shg_out_text(p->out, p->v->kind[by].id);
        within = cover[k];
        *any = true;
    }
}

/* Writes an entry for one kind. */
static void print_of_each(const printer *p, void (*one)(const printer *p, unsigned k, bool *any))
{
    bool any = false;
    for (unsigned k = 1; k <= p->v->declared; k++)
        one(p, k, &any);
    if (any)
        end(p);
}

static void print_shot_proof(const printer *p)
{
    print_of_each(p, print_proof_of);
}

static void print_shot_cover(const printer *p)
{
    print_of_each(p, print_cover_of);
}

/* A value for each of several kinds, as build_pairs parses it. */
static void print_pairs(const printer *p, shg_parameter parameter)
{
    bool any = false;
    for (unsigned k = 1; k <= p->v->declared; k++) {
        const shg_kind *const kind = &p->v->kind[k];
        const bool ranks = parameter == SHG_P_JUMP_RANK;
        if ((ranks ? kind->jump_rank : kind->contagion) == 0)
            continue;
        if (any)
            shg_out_char(p->out, ',');
        else
            begin(p, parameter);
        any = true;
        if (ranks)
            shg_out_format(p->out, "%s:%u", kind->id, kind->jump_rank);
        else
            shg_out_format(p->out, "%s:%s", kind->id, p->v->kind[kind->contagion].id);
    }
    if (any)
        end(p);
}

static void print_jump_rank(const printer *p)
{
    print_pairs(p, SHG_P_JUMP_RANK);
}

static void print_contagion(const printer *p)
{
    print_pairs(p, SHG_P_CONTAGION);
}

static void print_royal_pair(const printer *p)
{
    if (!p->v->rules.royal_pair)
        return;
    begin(p, SHG_P_ROYAL_PAIR);
    for (unsigned part = 1; part <= 2; part++) {
        bool any = false;
        for (unsigned k = 1; k <= p->v->declared; k++) {
            if (p->v->kind[k].royal_pair != part)
                continue;
            shg_out_format(p->out, "%s%s", any ? "," : "", p->v->kind[k].id);
            any = true;
        }
        shg_out_text(p->out, part == 1 ? ":" : "");
    }
    end(p);
}

static void print_baring(const printer *p)
{
    bool usual = true;
    for (unsigned k = 1; k <= p->v->declared; k++)
        usual = usual && p->v->kind[k].bare == p->v->kind[k].royal;
    if (!p->v->rules.baring)
        return;
    if (!usual) {
        print_types(p, SHG_P_BARING, keeps_from_bare);
        return;
    }
    begin(p, SHG_P_BARING);
    shg_out_char(p->out, '0');
    end(p);
}

/* --- names --------------------------------------------------------------------------------------- */

static void print_alias(const printer *p)
{
    for (size_t i = 0; i < p->v->alias_count; i++) {
        if (i == 0)
            begin(p, SHG_P_ALIAS);
        else
            shg_out_char(p->out, ',');
        shg_out_text(p->out, p->v->aliases[i].text);
    }
    if (p->v->alias_count > 0)
        end(p);
}

static void print_id_alias(const printer *p)
{
    for (size_t i = 0; i < p->v->input_alias_count; i++) {
        const shg_alias *const alias = &p->v->input_aliases[i];
        if (i == 0)
            begin(p, SHG_P_ID_ALIAS);
        else
            shg_out_char(p->out, ',');
        shg_out_format(p->out, "%s:%s", alias->text, p->v->kind[alias->kind].id);
    }
    if (p->v->input_alias_count > 0)
        end(p);
}

/* A name, with "_" for spaces. */
static void print_name(const printer *p, const char *name)
{
    for (; *name; name++)
        shg_out_char(p->out, *name == ' ' ? '_' : *name);
}

/* Up to two names, the second only if it differs, then signs; nothing if they are the defaults. */
static void print_names(const printer *p, shg_parameter parameter, const char *const names[2],
                        const char *const usual[2], const shg_kind *signs)
{
    const size_t sign_count = signs ? signs->sign_count : 0;
    if (strcmp(names[0], usual[0]) == 0 && strcmp(names[1], usual[1]) == 0 && sign_count == 0)
        return;
    begin(p, parameter);
    print_name(p, names[0]);
    if (strcmp(names[0], names[1]) != 0 || sign_count > 0) {
        shg_out_char(p->out, ',');
        print_name(p, names[1]);
    }
    for (size_t i = 0; i < sign_count; i++)
        shg_out_format(p->out, ",%s", signs->signs[i]);
    end(p);
}

static bool has_usual_english(const shg_kind *kind)
{
    const char *const name = shg_english_source(kind);
    const char *const english = kind->names[SHOOGI_BLACK][SHOOGI_STYLE_ENGLISH];
    size_t i = 0;
    while (name[i] != '\0' && english[i] == shg_english_byte(name, i))
        i++;
    return name[i] == '\0' && english[i] == '\0';
}

static void print_called(const printer *p, const shg_kind *kind)
{
    const char *const *const black = kind->names[SHOOGI_BLACK];
    const char *const *const white = kind->names[SHOOGI_WHITE];
    const char *const english = black[SHOOGI_STYLE_ENGLISH];
    const char *const *const romaji = black + SHOOGI_STYLE_ROMAJI;
    const char *const *const kanji = black + SHOOGI_STYLE_KANJI;
    if (!has_usual_english(kind)) {
        begin(p, SHG_P_ENGLISH);
        print_name(p, english);
        end(p);
    }
    print_names(p, SHG_P_ROMAJI, romaji, (const char *[2]){ english, english }, NULL);
    print_names(p, SHG_P_WHITE_ROMAJI, white + SHOOGI_STYLE_ROMAJI, romaji, NULL);
    print_names(p, SHG_P_KANJI, kanji, (const char *[2]){ kind->id, kind->id }, kind);
    print_names(p, SHG_P_WHITE_KANJI, white + SHOOGI_STYLE_KANJI, kanji, NULL);
}

/* --- promotion ----------------------------------------------------------------------------------- */

/* Whether another id begins with this one and continues like the text after it, so that the parser, which takes the
 * longest id, would read it instead. */
static bool runs_together(const shoogi_variant *v, const char *id, const char *behind)
{
    const size_t count = strlen(id);
    for (unsigned k = 1; k <= v->declared; k++) {
        const char *const other = v->kind[k].id;
        const size_t length = strlen(other), more = length - count;
        if (length > count && strncmp(other, id, count) == 0 &&
            strncmp(other + count, behind, more) == 0)
            return true;
    }
    return false;
}

static bool choices_are_usual(const shoogi_variant *v)
{
    static const char usual[] = "QNRB";
    size_t count = 0;
    for (size_t i = 0; usual[i]; i++) {
        const shoogi_kind kind = shg_kind_by_id(v, &usual[i], 1);
        bool found = false;
        for (size_t c = 0; c < v->choice_count; c++) {
            const shg_choice *const choice = &v->choices[c];
            found = found || (choice->kind == kind && choice->ranks == 0 && !choice->not_last &&
                              !choice->from_hand);
        }
        count += found;
        if (kind != 0 && !found)
            return false;
    }
    return count == v->choice_count;
}

/* One choice, and the part of the next that follows its id directly. */
static void print_choice(const printer *p, const shg_choice *choice, const char *next)
{
    const char *const id = p->v->kind[choice->kind].id;
    shg_out_format(p->out, "%s%s%s", choice->from_hand ? "*" : "", choice->not_last ? "!" : "", id);
    char ranks[32] = "";
    shg_out behind = shg_out_make(ranks, sizeof ranks);
    if (choice->ranks > 0)
        shg_out_format(&behind, "%u", choice->ranks);
    else if (runs_together(p->v, id, next))
        shg_out_format(&behind, "%u", p->v->ranks); /* the same as none */
    for (int i = 0; i < 7 && ranks[0] != '\0' && runs_together(p->v, id, ranks); i++) {
        memmove(ranks + 1, ranks, strlen(ranks) + 1);
        ranks[0] = '0';
    }
    shg_out_text(p->out, ranks);
}

static const shg_choice *choice_of(const shoogi_variant *v, unsigned kind)
{
    for (size_t i = 0; i < v->choice_count; i++)
        if (v->choices[i].kind == kind)
            return &v->choices[i];
    return NULL;
}

static void print_promo_choice(const printer *p)
{
    const shoogi_variant *const v = p->v;
    if (v->by_lists || (!v->by_id && !v->chess_style))
        return;
    if (v->chess_style && choices_are_usual(v))
        return;
    begin(p, SHG_P_PROMO_CHOICE);
    if (v->by_id)
        shg_out_char(p->out, '+');
    const shg_choice *last = NULL;
    for (unsigned k = 1; k <= v->declared + 1 && v->chess_style; k++) {
        const shg_choice *const choice = k <= v->declared ? choice_of(v, k) : NULL;
        if (!choice && k <= v->declared)
            continue;
        const bool marked = choice && (choice->from_hand || choice->not_last);
        if (last)
            print_choice(p, last, !choice || marked ? "" : v->kind[k].id);
        last = choice;
    }
    end(p);
}

static void print_promote_to(const printer *p)
{
    const shoogi_variant *const v = p->v;
    bool any = false;
    for (unsigned k = 1; k <= v->declared && v->by_lists; k++) {
        const shg_kind *const kind = &v->kind[k];
        if (kind->promotion_count == 0)
            continue;
        if (any)
            shg_out_char(p->out, ';');
        else
            begin(p, SHG_P_PROMOTE_TO);
        any = true;
        shg_out_format(p->out, "%s:", kind->id);
        for (size_t i = 0; i < kind->promotion_count; i++)
            shg_out_format(p->out, "%s%s", i > 0 ? "," : "",
                           v->kind[v->kind[kind->promotions[i]].number].id);
    }
    if (any)
        end(p);
}

/* marked: [declared + 1] by number. */
static void write_ids(const printer *p, const bool *marked)
{
    const char *comma = "";
    for (unsigned k = 1; k <= p->v->declared; k++) {
        if (!marked[k])
            continue;
        shg_out_format(p->out, "%s%s", comma, p->v->kind[k].id);
        comma = ",";
    }
}

/* "CL:AG,RG": kind k, and its companions or needs; *any: whether something was written before. */
static void print_company(const printer *p, shg_parameter parameter, unsigned k, const bool *set,
                          bool *any)
{
    if (*any)
        shg_out_char(p->out, ';');
    else
        begin(p, parameter);
    *any = true;
    shg_out_format(p->out, "%s:", p->v->kind[k].id);
    write_ids(p, set);
}

static void print_with_of(const printer *p, unsigned k, bool *any)
{
    if (p->v->kind[k].companions)
        print_company(p, SHG_P_PROMO_WITH, k, p->v->kind[k].companions, any);
}

static void print_promo_with(const printer *p)
{
    print_of_each(p, print_with_of);
}

static void print_needs_of(const printer *p, unsigned k, bool *any)
{
    for (unsigned i = 0; i < p->v->kind[k].need_count; i++)
        print_company(p, SHG_P_PROMO_NEEDS, k, p->v->kind[k].needs[i], any);
}

static void print_promo_needs(const printer *p)
{
    print_of_each(p, print_needs_of);
}

static void print_promo_start(const printer *p)
{
    print_ids(p, SHG_P_PROMO_START, starts, false);
}

static void print_demote_to(const printer *p)
{
    const shoogi_variant *const v = p->v;
    if (v->demotion_count == 0)
        return;
    begin(p, SHG_P_DEMOTE_TO);
    for (size_t i = 0; i < v->demotion_count; i++)
        shg_out_format(p->out, "%s%s", i > 0 ? ">" : "", v->kind[v->demotions[i]].id);
    if (v->demotion_ends)
        shg_out_text(p->out, ">-");
    end(p);
}

/* --- changes ------------------------------------------------------------------------------------- */

static void print_changed(const printer *p, const shg_change *change)
{
    bool any = false;
    for (int other = 0; other < 2; other++)
        for (unsigned k = 1; k <= p->v->declared; k++) {
            const shoogi_kind becomes = change->becomes[other][k];
            if (becomes == 0)
                continue;
            shg_out_format(p->out, "%s%s%s>%s", any ? "," : "", other ? "!" : "", p->v->kind[k].id,
                           becomes == SHG_REMOVED_KIND ? "-" : p->v->kind[becomes].id);
            any = true;
        }
}

static void print_changes(const printer *p)
{
    for (size_t i = 0; i < p->v->change_count; i++) {
        const shg_change *const change = &p->v->changes[i];
        if (i == 0)
            begin(p, SHG_P_CHANGES);
        else
            shg_out_char(p->out, ';');
        write_word(p->out, "lost|near|far|became", change->when);
        if (change->distance > 0)
            shg_out_format(p->out, "%u", change->distance);
        shg_out_char(p->out, ':');
        write_ids(p, change->cause);
        shg_out_char(p->out, ':');
        print_changed(p, change);
    }
    if (p->v->change_count > 0)
        end(p);
}

/* --- impasse ------------------------------------------------------------------------------------- */

static void print_repetition(const printer *p)
{
    const shg_rules *const rules = &p->v->rules;
    if (rules->repetition_count == 4 && rules->repetition_result == SHG_REPETITION_DRAW)
        return;
    begin(p, SHG_P_REPETITION);
    if (rules->repetition_count == 0) {
        shg_out_text(p->out, "none");
    } else {
        shg_out_format(p->out, "%u:", rules->repetition_count);
        write_word(p->out, "draw|no-contest|loss|first|forbid", rules->repetition_result);
    }
    end(p);
}

static void print_impasse(const printer *p)
{
    const shg_rules *const rules = &p->v->rules;
    if (rules->impasse == SHG_IMPASSE_AGREE)
        return;
    begin(p, SHG_P_IMPASSE);
    if (rules->impasse == SHG_IMPASSE_NONE)
        shg_out_text(p->out, "none");
    else
        shg_out_format(p->out, "points:%u", rules->impasse_points);
    end(p);
}

static void print_impasse_claim(const printer *p)
{
    const shg_rules *const rules = &p->v->rules;
    if (rules->claim_all_protected) {
        begin(p, SHG_P_IMPASSE_CLAIM);
        shg_out_text(p->out, "camp");
        end(p);
    }
    if (rules->claim_declare[0] > 0) {
        begin(p, SHG_P_IMPASSE_CLAIM);
        shg_out_text(p->out, "declare");
        for (int colour = 0; colour < 2; colour++) {
            shg_out_format(p->out, ":%u", rules->claim_declare[colour]);
            if (rules->claim_level[colour] > 0)
                shg_out_format(p->out, "/%u", rules->claim_level[colour]);
        }
        end(p);
    }
}

static bool is_big(const shg_kind *kind)
{
    return kind->impasse_points > 1;
}

/* The kind may have been listed: all its promotions count as much. */
static bool has_big_forms(const shoogi_variant *v, const shg_kind *kind)
{
    for (size_t i = 0; i < kind->promotion_count; i++) {
        const shg_kind *const form = &v->kind[kind->promotions[i]];
        if (!form->royal && !is_big(form))
            return false;
    }
    return true;
}

static void list_big(const shoogi_variant *v, unsigned k, bool *listed, bool *covered)
{
    const shg_kind *const kind = &v->kind[k];
    listed[k] = covered[k] = true;
    for (size_t i = 0; i < kind->promotion_count; i++)
        covered[kind->promotions[i]] = true;
}

static bool promotes_to(const shg_kind *kind, unsigned form)
{
    for (size_t i = 0; i < kind->promotion_count; i++)
        if (kind->promotions[i] == form)
            return true;
    return false;
}

/* A small set of kinds that, with their promotions, are exactly those that count 5, whichever were listed.  Promotions
 * of promotions are not implied. listed: [SHOOGI_KINDS_MAX + 1] by number. */
static void find_big(const shoogi_variant *v, bool *listed)
{
    bool covered[SHOOGI_KINDS_MAX + 1] = { false };
    for (unsigned k = 1; k <= v->declared; k++)
        if (is_big(&v->kind[k]) && !covered[k] && has_big_forms(v, &v->kind[k]))
            list_big(v, k, listed, covered);
    /* What remains are promotions only, perhaps of a royal, which counts 0 itself. */
    for (unsigned k = 1; k <= v->kinds; k++)
        for (unsigned of = 1; of <= v->declared && is_big(&v->kind[k]) && !covered[k]; of++)
            if ((is_big(&v->kind[of]) || v->kind[of].royal) && promotes_to(&v->kind[of], k) &&
                has_big_forms(v, &v->kind[of]))
                list_big(v, of, listed, covered);
}

static void print_impasse_big(const printer *p)
{
    const shoogi_variant *const v = p->v;
    bool usual_big[SHOOGI_KINDS_MAX + 1] = { false }, listed[SHOOGI_KINDS_MAX + 1] = { false };
    bool usual = true;
    for (unsigned k = 1; k <= v->declared; k++)
        if (strcmp(v->kind[k].id, "R") == 0 || strcmp(v->kind[k].id, "B") == 0)
            list_big(v, k, usual_big, usual_big);
    for (unsigned k = 1; k <= v->kinds; k++)
        usual = usual && (v->kind[k].royal || is_big(&v->kind[k]) == usual_big[k]);
    if (usual)
        return;
    find_big(v, listed);
    begin(p, SHG_P_IMPASSE_BIG);
    write_ids(p, listed);
    if (memchr(listed, true, sizeof listed) == NULL)
        shg_out_text(p->out, "none");
    end(p);
}

static void print_handicap(const printer *p)
{
    const shoogi_variant *const v = p->v;
    for (size_t i = 0; i < v->handicap_count; i++) {
        const shoogi_handicap *const handicap = &v->handicaps[i];
        begin(p, SHG_P_HANDICAP);
        shg_out_text(p->out, handicap->name);
        for (size_t k = 0; k < handicap->alias_count; k++)
            shg_out_format(p->out, ",%s", handicap->aliases[k]);
        shg_out_char(p->out, ':');
        for (size_t k = 0; k < handicap->square_count; k++) {
            const shoogi_square square = handicap->squares[k];
            shg_out_format(p->out, "%s%s@", k > 0 ? "," : "",
                           v->kind[shg_code_kind(v->start[square])].id);
            shg_out_square(p->out, v, square);
        }
        end(p);
    }
}

static void print_grade_handicap(const printer *p)
{
    const shoogi_variant *const v = p->v;
    if (v->grade_handicap_count == 0)
        return;
    begin(p, SHG_P_GRADE_HANDICAP);
    for (size_t i = 0; i < v->grade_handicap_count; i++) {
        const shg_grade_handicap *const row = &v->grade_handicaps[i];
        for (size_t k = 0; k < row->count; k++)
            shg_out_format(p->out, "%s%s", k > 0 ? "," : i > 0 ? "/" : "", row->games[k]->name);
    }
    end(p);
}

/* --- tables of symbols --------------------------------------------------------------------------- */

/* A run of equal symbols in rows separated by "/"; trailing symbols without meaning are omitted. */
typedef struct rows {
    const printer *p;
    unsigned rows, columns;
    const char *(*symbol)(const struct rows *rows, unsigned row,
                          unsigned column); /* NULL: nothing */
    const char *nothing;
    const shg_kind *kind;
} rows;

static unsigned row_length(const rows *r, unsigned row)
{
    unsigned length = r->columns;
    while (length > 0 && !r->symbol(r, row, length - 1))
        length--;
    return length;
}

static const char *symbol_of(const rows *r, unsigned row, unsigned column)
{
    const char *const symbol = r->symbol(r, row, column);
    return symbol ? symbol : r->nothing;
}

static void print_row(const rows *r, unsigned row)
{
    const unsigned length = row_length(r, row);
    const char *last = NULL;
    for (unsigned column = 0; column < length;) {
        const char *const symbol = symbol_of(r, row, column);
        unsigned count = 1;
        while (column + count < length && strcmp(symbol_of(r, row, column + count), symbol) == 0)
            count++;
        column += count;
        char text[32];
        shg_out out = shg_out_make(text, sizeof text);
        if (count > 1)
            shg_out_format(&out, "%u%s", count, symbol);
        else
            shg_out_text(&out, symbol);
        for (int i = 0; i < 7 && last && runs_together(r->p->v, last, text); i++) {
            memmove(text + 1, text, strlen(text) + 1);
            text[0] = i == 0 && count == 1 ? '1' : '0';
        }
        shg_out_text(r->p->out, text);
        last = symbol;
    }
}

static void print_rows(const rows *r)
{
    unsigned last = r->rows;
    while (last > 0 && row_length(r, last - 1) == 0)
        last--;
    for (unsigned row = 0; row < last; row++) {
        if (row > 0)
            shg_out_char(r->p->out, '/');
        print_row(r, row);
    }
}

static const char *matrix_symbol(const rows *r, unsigned row, unsigned column)
{
    static const char symbols[][2] = { "", "-", "+", "!", "x", "p", "s" };
    const uint8_t *const matrix = r->p->v->kind[row + 1].matrix;
    return matrix && matrix[column + 1] != SHG_CAPTURE_PLAIN ? symbols[matrix[column + 1]] : NULL;
}

static void print_capture_matrix(const printer *p)
{
    const rows matrix = { p, p->v->declared, p->v->declared, matrix_symbol, ".", NULL };
    bool any = false;
    for (unsigned k = 1; k <= p->v->declared; k++)
        any = any || p->v->kind[k].matrix;
    if (!any)
        return;
    begin(p, SHG_P_CAPTURE_MATRIX);
    print_rows(&matrix);
    end(p);
}

static const char *morph_symbol(const rows *r, unsigned row, unsigned column)
{
    const shoogi_variant *const v = r->p->v;
    const shoogi_kind form = r->kind->morph[(v->files - 1 - column) * v->ranks + row];
    return form == 0 ? NULL : form == SHG_MORPH_BARRED ? "-" : v->kind[form].id;
}

static void print_morph(const printer *p, const shg_kind *kind)
{
    const rows board = { p, p->v->ranks, p->v->files, morph_symbol, "*", kind };
    bool any = false;
    for (unsigned s = 0; s < p->v->squares && kind->morph; s++)
        any = any || kind->morph[s] != 0;
    if (!any)
        return;
    begin(p, SHG_P_MORPH);
    print_rows(&board);
    end(p);
}

/* --- pieces -------------------------------------------------------------------------------------- */

/* A set of squares to print. */
typedef struct squares {
    bool has[SHOOGI_SQUARES_MAX];
    unsigned count;
} squares;

static void write_square(const printer *p, unsigned column, unsigned row)
{
    shg_out_letters(p->out, column);
    shg_out_format(p->out, "%d", (int)row + p->v->numbers[SHG_P_FIRST_RANK]);
}

/* Columns from the first player's left, rows from that player's side. */
static unsigned square_at(const shoogi_variant *v, unsigned column, unsigned row)
{
    return (v->files - 1 - column) * v->ranks + v->ranks - 1 - row;
}

/* Whether the set contains all squares of a row from one column on. */
static bool has_run(const printer *p, const squares *set, unsigned column, unsigned width,
                    unsigned row)
{
    for (unsigned i = 0; i < width; i++)
        if (!set->has[square_at(p->v, column + i, row)])
            return false;
    return true;
}

/* Writes the widest and then highest rectangle that begins on the square, and removes its squares. */
static void write_item(const printer *p, squares *set, unsigned column, unsigned row)
{
    const shoogi_variant *const v = p->v;
    unsigned width = 1, height = 1;
    while (column + width < v->files && has_run(p, set, column + width, 1, row))
        width++;
    while (row + height < v->ranks && has_run(p, set, column, width, row + height))
        height++;
    if (width * height < 3)
        width = height = 1;
    write_square(p, column, row);
    if (width * height > 1) {
        shg_out_char(p->out, '-');
        write_square(p, column + width - 1, row + height - 1);
    }
    for (unsigned x = 0; x < width; x++)
        for (unsigned y = 0; y < height; y++)
            set->has[square_at(v, column + x, row + y)] = false;
    set->count -= width * height;
}

static void write_squares(const printer *p, squares *set)
{
    for (unsigned row = 0; row < p->v->ranks; row++)
        for (unsigned column = 0; column < p->v->files && set->count > 0; column++) {
            if (!set->has[square_at(p->v, column, row)])
                continue;
            write_item(p, set, column, row);
            if (set->count > 0)
                shg_out_char(p->out, ',');
        }
}

/* The square of the other side's piece that mirrors the piece on a square. */
static unsigned image_of(const shoogi_variant *v, unsigned square)
{
    const unsigned file = square / v->ranks, rank = square % v->ranks;
    const bool rotate = v->numbers[SHG_P_SYMMETRY] == SHG_SYMMETRY_ROTATE;
    return (rotate ? v->files - 1 - file : file) * v->ranks + v->ranks - 1 - rank;
}

static void add_square(squares *set, unsigned square)
{
    set->has[square] = true;
    set->count++;
}

/* The squares for both sides and, after an empty item, the others. */
static void write_both(const printer *p, squares *both, squares *others)
{
    if (both->count > 0)
        write_squares(p, both);
    if (others->count == 0)
        return;
    shg_out_text(p->out, ",,");
    write_squares(p, others);
}

static void print_squares(const printer *p, unsigned k)
{
    assert(k >= 1 && k <= p->v->kinds);
    const shoogi_variant *const v = p->v;
    const bool copies = v->numbers[SHG_P_SYMMETRY] != SHG_SYMMETRY_NONE;
    squares both = { .count = 0 }, others = { .count = 0 };
    for (unsigned s = 0; s < v->squares; s++) {
        if (v->start[s] == shg_code_of((shoogi_kind)k, SHOOGI_BLACK))
            add_square(&both, s);
        else if (v->start[s] == shg_code_of((shoogi_kind)k, SHOOGI_WHITE) &&
                 !(copies && v->start[image_of(v, s)] == shg_code_of((shoogi_kind)k, SHOOGI_BLACK)))
            add_square(&others, s);
    }
    write_both(p, &both, &others);
}

/* The marked squares for both sides, if any; before: the text that precedes them on the line. */
static void print_marked(const printer *p, const bool *marked, const char *before)
{
    const shoogi_variant *const v = p->v;
    const bool copies = v->numbers[SHG_P_SYMMETRY] != SHG_SYMMETRY_NONE;
    squares both = { .count = 0 }, others = { .count = 0 };
    for (unsigned s = 0; s < v->squares; s++)
        if (marked[s])
            add_square(!copies || marked[image_of(v, s)] ? &both : &others, s);
    if (both.count + others.count == 0)
        return;
    shg_out_text(p->out, before);
    write_both(p, &both, &others);
    end(p);
}

static void print_no_drop(const printer *p)
{
    print_marked(p, p->v->no_drop, "noDrop=");
}

static void print_try(const printer *p)
{
    const shoogi_variant *const v = p->v;
    const bool copies = v->numbers[SHG_P_SYMMETRY] != SHG_SYMMETRY_NONE;
    squares black = { .count = 0 }, white = { .count = 0 };
    if (!v->rules.try_wins)
        return;
    for (unsigned s = 0; s < v->squares; s++) {
        const bool mine = v->try_square[SHOOGI_BLACK][s], theirs = v->try_square[SHOOGI_WHITE][s];
        if (mine)
            add_square(&black, s);
        if (theirs && !(copies && v->try_square[SHOOGI_BLACK][image_of(v, s)]))
            add_square(&white, s);
    }
    begin(p, SHG_P_TRY);
    if (shg_tries_are_last_ranks(v))
        shg_out_char(p->out, '1');
    else
        write_both(p, &black, &white);
    end(p);
}

static void print_borrow(const printer *p)
{
    static const char *const sides[] = { NULL, "", "enemy-", "any-" };
    const uint8_t *const borrow = p->v->rules.borrow;
    bool any = false;
    for (int i = 0; 1 << i <= SHG_BORROW_GUARDS; i++) {
        const unsigned from = (unsigned)(borrow[0] >> i & 1) | (unsigned)(borrow[1] >> i & 1) << 1;
        if (from == 0)
            continue;
        if (any)
            shg_out_char(p->out, ',');
        else
            begin(p, SHG_P_BORROW);
        shg_out_text(p->out, sides[from]);
        write_word(p->out, SHG_BORROW_PLACES, i);
        any = true;
    }
    if (any)
        end(p);
}

static void print_shooting(const printer *p, const shg_shooting *shooting)
{
    if (shooting->count == 0)
        return;
    begin(p, SHG_P_SHOOTS);
    shg_out_text(p->out, shooting->moves);
    end(p);
    if (shooting->count == 1)
        return;
    begin(p, SHG_P_SHOTS);
    shg_out_format(p->out, "%u", shooting->count);
    end(p);
}

static void print_piece(const printer *p, unsigned k)
{
    assert(k >= 1 && k <= p->v->kinds);
    const shg_kind *const kind = &p->v->kind[k];
    shg_out_format(p->out, "%s:%s:%s:%s:", kind->name, kind->id, kind->moves, kind->image);
    print_squares(p, k);
    const unsigned black = p->v->start_hand[0][k], white = p->v->start_hand[1][k];
    if (black == white && black > 0)
        shg_out_format(p->out, ":%u", black);
    else if (black != white)
        shg_out_format(p->out, ":%u,%u", black, white);
    end(p);
    if (kind->trade_group > 0) {
        begin(p, SHG_P_ANTI_TRADE);
        shg_out_format(p->out, "%d", kind->trade_group - 1);
        end(p);
    }
    print_morph(p, kind);
    print_shooting(p, &kind->shooting);
    print_called(p, kind);
}

/* --- the whole ----------------------------------------------------------------------------------- */

/* Parameters that are neither numbers nor words. base has been applied by now, shuffle is never played, and
 * parameters of a piece follow it. */
static void (*const printers[SHG_PARAMETERS])(const printer *p) = {
    [SHG_P_ALIAS] = print_alias,
    [SHG_P_DROP_MATE] = print_drop_mate,
    [SHG_P_DROP_CHECK] = print_drop_check,
    [SHG_P_NO_DROP] = print_no_drop,
    [SHG_P_BORROW] = print_borrow,
    [SHG_P_TRY] = print_try,
    [SHG_P_DEMOTE_TO] = print_demote_to,
    [SHG_P_PROMO_CHOICE] = print_promo_choice,
    [SHG_P_PROMOTE_TO] = print_promote_to,
    [SHG_P_PROMO_WITH] = print_promo_with,
    [SHG_P_PROMO_NEEDS] = print_promo_needs,
    [SHG_P_PROMO_START] = print_promo_start,
    [SHG_P_LAST_RANK] = print_last_rank,
    [SHG_P_CONTAGION] = print_contagion,
    [SHG_P_WARY] = print_wary,
    [SHG_P_JUMP_RANK] = print_jump_rank,
    [SHG_P_BURNS] = print_burns,
    [SHG_P_SHOT_PROOF] = print_shot_proof,
    [SHG_P_SHOT_COVER] = print_shot_cover,
    [SHG_P_NETS] = print_nets,
    [SHG_P_ROYAL] = print_royal,
    [SHG_P_ROYAL_PAIR] = print_royal_pair,
    [SHG_P_BARING] = print_baring,
    [SHG_P_BARING_WEAK] = print_baring_weak,
    [SHG_P_IRON] = print_iron,
    [SHG_P_PROTECTED] = print_protected,
    [SHG_P_COUNTER_STRIKE] = print_counter_strike,
    [SHG_P_CAPTURE_MATRIX] = print_capture_matrix,
    [SHG_P_CHANGES] = print_changes,
    [SHG_P_REPETITION] = print_repetition,
    [SHG_P_IMPASSE] = print_impasse,
    [SHG_P_IMPASSE_BIG] = print_impasse_big,
    [SHG_P_IMPASSE_CLAIM] = print_impasse_claim,
    [SHG_P_HANDICAP] = print_handicap,
    [SHG_P_GRADE_HANDICAP] = print_grade_handicap,
    [SHG_P_ID_ALIAS] = print_id_alias,
};

static void print_parameter(const printer *p, shg_parameter parameter)
{
    const shg_parameter_row *const row = &shg_parameter_rows[parameter];
    const int number = p->v->numbers[parameter];
    if (row->form == SHG_LOOKS) {
        const char *const value = shoogi_variant_parameter(p->v, row->name);
        if (value)
            shg_out_format(p->out, "%s=%s\n", row->name, value);
    } else if (row->form == SHG_NUMBER || row->form == SHG_WORDS) {
        if (number == p->v->defaults[parameter])
            return;
        begin(p, parameter);
        if (row->form == SHG_WORDS)
            write_word(p->out, row->words, number);
        else
            shg_out_format(p->out, "%d", number);
        end(p);
    } else if (printers[parameter]) {
        printers[parameter](p);
    }
}

size_t shoogi_variant_print(char *out, size_t out_bytes, const shoogi_variant *variant)
{
    shg_out text = shg_out_make(out, out_bytes);
    const printer p = { &text, variant };
    for (unsigned parameter = 0; parameter < SHG_PARAMETERS; parameter++)
        print_parameter(&p, (shg_parameter)parameter);
    for (unsigned k = 1; k <= variant->declared; k++)
        print_piece(&p, k);
    print_marked(&p, p.v->hole, "hole::::");
    return text.length;
}

shoogi_status shoogi_variant_hash(uint64_t *out, const shoogi_variant *variant)
{
    const size_t bytes = shoogi_variant_print(NULL, 0, variant);
    char *const text = malloc(bytes + 1);
    if (!text)
        return SHOOGI_NO_MEMORY;
    (void)shoogi_variant_print(text, bytes + 1, variant);
    *out = shg_hash_bytes(SHG_HASH_START, text, bytes);
    free(text);
    return SHOOGI_OK;
}
