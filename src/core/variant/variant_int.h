/* variant_int.h: what a variant is made of, shared by the files of core. */
#ifndef SHG_CORE_VARIANT_VARIANT_INT_H
#define SHG_CORE_VARIANT_VARIANT_INT_H

#include "base/arena.h"
#include "core/variant/movement.h"
#include "shoogi/variant.h"

/* What stands on a square, as one number: 0 is nothing, else kind * 2 + colour. */
typedef uint16_t shg_code;

static inline shg_code shg_code_of(shoogi_kind kind, shoogi_colour colour)
{
    return (shg_code)(kind * 2 + (unsigned)colour);
}

static inline shoogi_kind shg_code_kind(shg_code code)
{
    return code >> 1;
}

static inline shoogi_colour shg_code_colour(shg_code code)
{
    return (shoogi_colour)(code & 1);
}

/* A form a man may promote to where the player chooses, and what bars the choice. */
typedef struct shg_choice {
    shoogi_kind kind;
    uint8_t ranks;  /* only within so many ranks of the far edge; 0: anywhere in the zone */
    bool not_last;  /* not on the last rank */
    bool from_hand; /* only if such a man is in the mover's hand; it is taken from there */
} shg_choice;

/* What a man does to men of the other side from where a leg of its move ends, staying there. */
typedef struct shg_shooting {
    const char *moves;    /* as they are written */
    const shg_ride *ride; /* [ride_count] each takes the first man it meets */
    size_t ride_count;
    unsigned count; /* the most that it may shoot at a time; 0: it does not shoot */
    unsigned reach; /* how far off the farthest may stand; 0: as far as the board goes */
    uint8_t *proof; /* [kinds + 1] within how many squares they may not be shot; NULL: all may be */
    uint8_t *cover; /* [kinds + 1] the same of any of their side near them; NULL: all may be */
} shg_shooting;

enum { SHG_SHOT_PROOF = 255 }; /* from anywhere */
enum { SHG_NEEDS_MAX = 8 };    /* sets that promoNeeds gives to a kind */

typedef struct shg_kind {
    const char *name, *id, *moves, *image;
    const char *names[2][SHOOGI_STYLE_COUNT]; /* by colour and style */
    const char *const *signs; /* [sign_count] other kanji for it that notation may read */
    size_t sign_count;
    uint16_t number; /* of its piece line; forms of several kinds that share a line have the same */
    shg_betza betza; /* rides and chains; borrowed from the arena of the variant */
    const shoogi_kind *promotions; /* the forms it may promote to, lowest kind first */
    size_t promotion_count;
    const shg_choice *choices; /* [promotion_count] the same forms, if anything bars them; else NULL */
    shoogi_kind base;          /* the kind it is a promoted form of, or itself */
    shoogi_kind captured_as; /* what it becomes in the captor's hand; 0: it is gone */
    shoogi_kind
        hand_kind; /* what it is taken from when it is dropped: itself, or the other face of the
                          piece in hand; 0: it is never dropped */
    bool in_hand;  /* some man in hand can be of this kind */
    bool drop_mate_barred, drop_check_barred;
    uint8_t drop_depth; /* ranks from the mover's own back rank on which it may be dropped */
    uint8_t drop_first; /* the first of them: 1 if the back rank is excluded */
    bool last_rank;     /* without drops: may promote on reaching the last rank in any way */
    uint8_t impasse_points;
    /* promoWith: [declared + 1] by number, which men of its side must stand in the zone when it promotes; NULL: none. */
    const bool *companions;
    /* promoNeeds: [need_count] the same of the sets of which its side must have a man on the board then. */
    const bool **needs;
    uint8_t need_count;
    bool promotes_from_zone; /* promotes only by moves that begin in the zone, where zones matter */
    shg_shooting shooting;
    /* From here on: all by which the rules single a kind out, 0 where they do not.  Kinds of which all of it is 0 and that
     * move alike are one on the board (board_tables.c). */
    bool royal;
    uint8_t royal_pair;             /* royalPair: 1 before the colon, 2 behind it; 0: neither */
    uint8_t drop_per_file;          /* at most so many on a file; 0: any number */
    bool drop_per_shade;            /* at most one on squares of one colour of a chequered board */
    bool drop_one;                  /* at most one on the board */
    bool protected, counter_strike; /* the rules of trade, by the parameters of these names */
    bool uncapturable;              /* is never taken */
    uint8_t trade_group; /* antiTrade: 1 to 4, members may not take each other; 0: none */
    bool bare;           /* does not keep its side from being bare */
    bool weak;           /* does not count for the side that bares the other */
    bool captures_unprotected_only; /* takes only what nothing guards, and guards nothing */
    bool burns;                     /* burns its neighbours, and what comes next to it */
    uint8_t jump_rank;              /* 0: none */
    bool covers_from_shots;         /* keeps men of its side from being shot */
    bool immobilises; /* holds the first man of the other side on each line along which it slides */
    shoogi_kind contagion; /* what becomes of who takes it; 0: nothing */
    uint64_t changes;      /* its parts in rules of change: SHG_CHANGE_PART */
    /* What happens on landing on each square as Black; NULL: nothing.  SHG_MORPH_BARRED: it may not
     * land there; any other value but 0: the kind it becomes. */
    const shoogi_kind *morph;
    /* What happens when it takes each kind; NULL: an ordinary capture.  SHG_CAPTURE_... */
    const uint8_t *matrix;
} shg_kind;

#define SHG_MORPH_BARRED ((shoogi_kind)0xFFFF)

/* A rule by which kinds change once a move is made.  Source: docs/variant-format.md, "Changes by circumstances". */
typedef struct shg_change {
    uint8_t when;      /* SHG_CHANGE_... */
    uint8_t distance;  /* of NEAR and FAR: so many squares */
    const bool *cause; /* [declared + 1] by number: the kinds that are lost, near, far, or become */
    /* [declared + 1] by number: what becomes of men of the side, and, of BECAME, of the other side; 0: nothing */
    const shoogi_kind *becomes[2];
} shg_change;

/* Parts of a kind in rule number i. */
enum { SHG_PART_CAUSE, SHG_PART_OWN, SHG_PART_OTHER, SHG_PARTS };
#define SHG_CHANGE_PART(i, part) (UINT64_C(1) << ((i)*SHG_PARTS + (part)))

enum { SHG_CHANGE_LOST, SHG_CHANGE_NEAR, SHG_CHANGE_FAR, SHG_CHANGE_BECAME };
enum { SHG_CHANGES_MAX = 16, SHG_CHANGE_DISTANCE_MAX = SHOOGI_FILES_MAX };
#define SHG_REMOVED_KIND ((shoogi_kind)0xFFFF)

enum {
    SHG_CAPTURE_PLAIN,     /* . */
    SHG_CAPTURE_BARRED,    /* - */
    SHG_CAPTURE_PROMOTES,  /* + */
    SHG_CAPTURE_BECOMES,   /* ! the attacker becomes the victim's kind */
    SHG_CAPTURE_BOTH_DIE,  /* x */
    SHG_CAPTURE_PROTECTED, /* p barred if the victim is protected */
    SHG_CAPTURE_SHOT       /* s barred but by a shot, which promotes the attacker */
};

enum { SHG_STALEMATE_DRAW, SHG_STALEMATE_WIN, SHG_STALEMATE_LOSS }; /* for the side that gave it */
enum { SHG_CHECK_STRICT, SHG_CHECK_CAPTURE };
/* of which neighbour of its own side a man makes the moves */
enum { SHG_BORROW_NONE, SHG_BORROW_BEHIND, SHG_BORROW_FRONT, SHG_BORROW_BESIDE };
/* what a side may do while its royal is in hand */
enum { SHG_WAITING_FREE, SHG_WAITING_FIRST, SHG_WAITING_PEACE, SHG_WAITING_TRUCE };
enum { SHG_FLIP_NONE, SHG_FLIP_MOVE, SHG_FLIP_CAPTURE };
enum { SHG_PASS_NONE, SHG_PASS_LION, SHG_PASS_ANY };
enum { SHG_JUMP_TAKES_ANY, SHG_JUMP_TAKES_COMMONERS, SHG_JUMP_TAKES_LOWER };
enum { SHG_MEETING_MOVER, SHG_MEETING_OTHERS, SHG_MEETING_BOTH }; /* who is burnt then */
enum { SHG_PROTECTION_AFTER, SHG_PROTECTION_TAKEN };
enum { SHG_RECAPTURE_FREE, SHG_RECAPTURE_BOUND };
enum {
    SHG_REPETITION_DRAW,
    SHG_REPETITION_NO_CONTEST,
    SHG_REPETITION_LOSS,  /* of the side whose move repeats */
    SHG_REPETITION_FIRST, /* loss of the side that moved first in the game */
    SHG_REPETITION_FORBID /* the move is illegal */
};
enum {
    SHG_PERPETUAL_NONE,
    SHG_PERPETUAL_LOSS,
    SHG_PERPETUAL_DRAW,
    SHG_PERPETUAL_ATTACK,
    SHG_PERPETUAL_JCSA
};
enum { SHG_BARING_BOTH_DRAW, SHG_BARING_BOTH_ATTACK }; /* attack: not while a royal is attacked */
enum { SHG_IMPASSE_NONE, SHG_IMPASSE_AGREE, SHG_IMPASSE_POINTS };
enum { SHG_HANDICAP_COUNTS, SHG_HANDICAP_IGNORED }; /* its men, in an impasse */

typedef struct shg_rules {
    bool drops;                /* men in hand can be dropped */
    bool holdings_own;         /* a captured man goes to the hand of the side it belonged to */
    bool check_strict;         /* a lone royal may not be left attacked */
    bool must_move;            /* a man may not stay a form that could never move again */
    bool drop_no_moves_barred; /* nor be dropped where it could never move */
    bool file_limit_moves;     /* nor may a move bring too many of a kind to a file */
    uint8_t royal_in_hand;     /* SHG_WAITING_... */
    bool mate_in_hand;         /* a side that has men in hand may mate */
    bool illegal_move_loses;
    bool promotion_must;             /* promotion, where it is possible, is compulsory */
    bool promotion_must_if_promoted; /* and where a promoted man is taken */
    bool promotion_captures;         /* by any move that takes, and no other */
    bool promotion_alive; /* a form that could never move again is not offered, must_move or not */
    bool promotion_ends; /* by any move that ends in the zone, and no other but those of promotion_passes */
    bool promotion_passes; /* also by moves that come into it on their way */
    bool promotion_enters; /* by entering the zone, or by a capture from within; else by any move that
                              starts or ends in it */
    uint8_t flip;          /* SHG_FLIP_...: every such move turns the man to its other form */
    uint8_t promotion_ranks; /* from the far edge */
    uint8_t stalemate;
    bool royal_pair;    /* two men keep a side without royals in the game */
    uint8_t extinction; /* bit 0 Black, bit 1 White: loses only with the last royal; else with any */
    uint8_t jump_captures; /* SHG_JUMP_TAKES_... */
    uint8_t burn_meeting;  /* SHG_MEETING_... */
    bool burn_new;    /* a man burns at the end of the move by which it becomes one that does */
    bool immobilises; /* some men hold others where they stand */
    uint8_t borrow;   /* SHG_BORROW_... */
    bool check_wins;  /* a side whose lone royal is attacked has lost */
    bool try_wins;    /* a royal on the last rank that cannot be taken at once wins */
    uint8_t pass;
    uint8_t repetition_count, repetition_result, perpetual; /* count 0: no matter */
    bool baring;                                            /* a bare side loses */
    bool baring_dead;           /* men that can never move count for neither side */
    bool baring_back;           /* a bare side that can bare the other at once has not lost */
    uint8_t baring_both;        /* SHG_BARING_BOTH_... */
    bool contagion_hits_royals; /* contagion changes royals, and what may become one, as any others */
    uint8_t protection, recapture;
    bool okazaki;
    uint16_t trade_threshold; /* a kind first taken must be of a greater number */
    uint8_t impasse, handicap_pieces;
    uint16_t impasse_points;
    bool claim_all_protected;
    uint16_t claim_declare[2]; /* points Black and White need for a declaration; 0: none */
    uint8_t white_first;       /* 1: the diagram's Black moves first */
} shg_rules;

/* Whether a drop mates may hang on whether a drop that answers it mates in turn, and so on; so deep it is
 * looked, and drops beyond are taken for legal.  In games in which only steppers are barred an answer by a
 * drop cannot exist, and one look is all. */
enum { SHG_MATE_TESTS_MAX = 2 };

struct shg_board_ops;

/* Another word for the game, or another letter for a kind. */
typedef struct shg_alias {
    const char *text;
    shoogi_kind kind;
} shg_alias;

typedef struct shg_pair {
    const char *name, *value;
} shg_pair;

/* What a definition tells about its game, in the order of the text: a paragraph, a question, one of the answers to the
 * last question, a source. */
typedef enum shg_note_kind {
    SHG_NOTE_HISTORY,
    SHG_NOTE_DISPUTE,
    SHG_NOTE_READING,
    SHG_NOTE_SOURCE
} shg_note_kind;

typedef struct shg_game_note {
    shg_note_kind kind;
    const char *
        games; /* READING: the games that play so, by commas; "*" this one and its schools; "-" none */
    const char *text;
} shg_game_note;

/* One game, or a match of two. */
typedef struct shg_grade_handicap {
    const shoogi_handicap *games[2];
    size_t count;
} shg_grade_handicap;

/* What the board class knows of a variant. */
typedef struct shg_class_tables {
    shg_arena arena; /* all of it lives there, this too */
    const void *tables;
} shg_class_tables;

struct shoogi_variant {
    shg_arena arena;  /* everything below lives in it, the variant itself too */
    const char *name; /* NULL: none */
    unsigned files, ranks, squares;
    unsigned kinds;    /* those of piece lines, then those made for forms that share a line */
    unsigned declared; /* those of piece lines alone */
    shg_kind *kind;    /* [kinds + 1], from 1 */
    shg_rules rules;
    bool *hole;              /* [squares] */
    bool *no_drop;           /* [squares] where nothing may be dropped */
    shg_code *start;         /* [squares] */
    uint16_t *start_hand[2]; /* [kinds + 1] */
    size_t moves_max;
    bool *alive[2]; /* [(kinds + 1) * squares] for each colour, see shg_can_ever_move */

    /* What only printing and callers ask for. */
    const int *numbers,
        *defaults; /* [SHG_PARAMETERS] of those that are numbers or words, and their defaults */
    bool chess_style, by_lists,
        by_id;                 /* promotion to a choice; by promoteTo; by ids, else by numbers */
    const shg_choice *choices; /* of promoChoice */
    size_t choice_count;
    const shoogi_kind *demotions; /* the chain of demoteTo, the highest first */
    size_t demotion_count;
    bool demotion_ends; /* what comes below its last is gone */
    const shg_alias *aliases, *input_aliases;
    size_t alias_count, input_alias_count;
    const shoogi_handicap *handicaps;
    size_t handicap_count;
    const shg_grade_handicap *grade_handicaps; /* for players one grade apart, two, three... */
    size_t grade_handicap_count;
    const shg_change *changes; /* in the order of the text */
    size_t change_count;
    const shg_game_note *notes;
    size_t note_count;
    const shg_pair *parameters; /* parameters that have no part in the rules */
    size_t parameter_count;

    /* Keys of the position's hash: shg_key(piece_key[code], square_key[square]) for each man. */
    uint64_t *piece_key;   /* [2 * (kinds + 1)] */
    uint64_t *square_key;  /* [squares] */
    uint64_t *hand_key[2]; /* [kinds + 1], added once for each piece in hand */

    /* The functions of the board class, and the tables they go by, which shg_variant_tables makes. */
    const struct shg_board_ops *ops;
    _Atomic(shg_class_tables *) *class_tables; /* NULL within until then */
};

enum { SHG_VARIANT_BYTES_MAX = 256 * 1024 * 1024, SHG_MOVES_MAX = 64 * 1024 * 1024 };
#define SHG_SIDE_KEY UINT64_C(0x9D39247E33776D41)

/* The first text that tells this; NULL if there is none. */
static inline const char *shg_first_note(const shoogi_variant *v, shg_note_kind telling)
{
    for (size_t i = 0; i < v->note_count; i++)
        if (v->notes[i].kind == telling)
            return v->notes[i].text;
    return NULL;
}

/* The key of a piece on a square: a mixture of two short tables, so that it costs a few cycles and no
 * table of kinds times squares.  Sums of keys are the hash of a position. */
static inline uint64_t shg_zobrist_key(uint64_t piece_key, uint64_t square_key)
{
    uint64_t x = piece_key ^ square_key;
    x *= UINT64_C(0xD6E8FEB86659FD93);
    x ^= x >> 32;
    return x * UINT64_C(0xD6E8FEB86659FD93);
}

/* The key of the counter-strike mark; 0 if there is none. */
static inline uint64_t shg_counter_strike_key(const shoogi_variant *v, unsigned mark)
{
    return mark == SHOOGI_NO_SQUARE
               ? 0
               : shg_zobrist_key(UINT64_C(0x8D0C4A7F31B5E2D9), v->square_key[mark]);
}

/* The key of a man that has not moved, where that matters. */
static inline uint64_t shg_unmoved_key(const shoogi_variant *v, unsigned square)
{
    return shg_zobrist_key(UINT64_C(0x51C7E09B6D24F8A3), v->square_key[square]);
}

static inline unsigned shg_file_of(const shoogi_variant *v, shoogi_square square)
{
    return square / v->ranks;
}

static inline unsigned shg_rank_of(const shoogi_variant *v, shoogi_square square)
{
    return square % v->ranks;
}

/* The colour of a square of a chequered board, as a number. */
static inline unsigned shg_shade_of(const shoogi_variant *v, shoogi_square square)
{
    return (shg_file_of(v, square) + shg_rank_of(v, square)) % 2;
}

/* Ranks between a square and the edge of the board the colour plays towards: 0 on the last rank. */
static inline unsigned shg_ranks_ahead(const shoogi_variant *v, shoogi_colour colour,
                                       shoogi_square square)
{
    const unsigned rank = shg_rank_of(v, square);
    return colour == SHOOGI_BLACK ? rank : v->ranks - 1 - rank;
}

/* The square as a table drawn for Black has it. */
static inline shoogi_square shg_square_for_black(const shoogi_variant *v, shoogi_colour colour,
                                                 shoogi_square square)
{
    return colour == SHOOGI_BLACK ? square : (shoogi_square)(v->squares - 1 - square);
}

static inline bool shg_in_zone(const shoogi_variant *v, shoogi_colour colour, shoogi_square square)
{
    return shg_ranks_ahead(v, colour, square) < v->rules.promotion_ranks;
}

/* The square a ride of colour reaches from square in so many steps; SHOOGI_NO_SQUARE if that is off the
 * board or a hole.  White's rides are Black's turned by 180 degrees. */
static inline shoogi_square shg_ride_square(const shoogi_variant *v, const shg_ride *ride,
                                            shoogi_colour colour, shoogi_square square, int steps)
{
    const int sign = colour == SHOOGI_BLACK ? -1 : 1;
    /* File 0 is at Black's right hand and rank 0 is farthest ahead of Black. */
    const int file = (int)shg_file_of(v, square) + sign * ride->right * steps;
    const int rank = (int)shg_rank_of(v, square) + sign * ride->forward * steps;
    if (file < 0 || rank < 0 || file >= (int)v->files || rank >= (int)v->ranks)
        return SHOOGI_NO_SQUARE;
    const shoogi_square to = (shoogi_square)((unsigned)file * v->ranks + (unsigned)rank);
    return v->hole[to] ? SHOOGI_NO_SQUARE : to;
}

/* The most steps a leg of this range makes from a square: of one to the last rank before the middle, the ranks
 * that are left to it; of any number, as many as can matter on a board that is joined at its edges. */
static inline unsigned shg_steps_max(const shoogi_variant *v, unsigned reach, shoogi_colour colour,
                                     shoogi_square square)
{
    const unsigned behind = v->ranks - 1 - shg_ranks_ahead(v, colour, square);
    if (reach == SHG_RANGE_HALF)
        return behind < v->ranks / 2 ? v->ranks / 2 - 1 - behind : 0;
    return reach == 0 ? v->squares : reach;
}

/* True if a man of the kind has a move or a capture from the square of a board on which it meets nothing, or
 * whatever it needs.  Moves that only a man has that never moved do not count. */
static inline bool shg_can_ever_move(const shoogi_variant *v, shoogi_kind kind,
                                     shoogi_colour colour, shoogi_square square)
{
    return v->alive[colour][kind * v->squares + square];
}

/* With promoWhen=enter: may a man of the kind promote on the square by whatever move brings it there?
 * Source: docs/variant-format.md, "Promotion", mustMove and lastRank. */
static inline bool shg_has_last_chance(const shoogi_variant *v, shoogi_kind kind,
                                       shoogi_colour colour, shoogi_square square)
{
    const bool named = v->kind[kind].last_rank;
    return (named && shg_ranks_ahead(v, colour, square) == 0) ||
           ((named || v->rules.must_move) && !shg_can_ever_move(v, kind, colour, square));
}

/* Where men have ranks: may a man of the kind pass over one of the other?  And having passed over some, take one?
 * Source: docs/variant-format.md, "Who may take whom", jumpRank. */
static inline bool shg_may_pass_over(const shoogi_variant *v, shoogi_kind kind, shoogi_kind other)
{
    return v->kind[kind].jump_rank == 0 || v->kind[other].jump_rank < v->kind[kind].jump_rank;
}

static inline bool shg_may_capture_beyond(const shoogi_variant *v, shoogi_kind kind,
                                          shoogi_kind other)
{
    if (v->kind[kind].jump_rank == 0 || v->rules.jump_captures == SHG_JUMP_TAKES_ANY)
        return true;
    return v->rules.jump_captures == SHG_JUMP_TAKES_COMMONERS ? !v->kind[other].royal
                                                              : shg_may_pass_over(v, kind, other);
}

/* Men of the kind that promotes must have this man of theirs, on its square, in the promotion zone, and it is not there.
 * Source: docs/variant-format.md, "Promotion", promoWith. */
static inline bool shg_is_missing_companion(const shoogi_variant *v, shoogi_kind promoted,
                                            shg_code piece, shoogi_square square)
{
    return v->kind[promoted].companions &&
           v->kind[promoted].companions[v->kind[shg_code_kind(piece)].number] &&
           !shg_in_zone(v, shg_code_colour(piece), square);
}

/* The sets that promoNeeds asks for when the kind promotes, a bit for each: those that a man belongs to, and all. */
static inline unsigned shg_needs_met(const shoogi_variant *v, const shg_kind *kind, shg_code piece)
{
    unsigned met = 0;
    for (unsigned i = 0; i < kind->need_count; i++)
        met |= (unsigned)kind->needs[i][v->kind[shg_code_kind(piece)].number] << i;
    return met;
}

static inline unsigned shg_all_needs(const shg_kind *kind)
{
    return (1U << kind->need_count) - 1;
}

/* The distance of two squares as a king walks. */
static inline unsigned shg_distance(const shoogi_variant *v, shoogi_square a, shoogi_square b)
{
    const int files = (int)shg_file_of(v, a) - (int)shg_file_of(v, b);
    const int ranks = (int)shg_rank_of(v, a) - (int)shg_rank_of(v, b);
    const int files_away = files < 0 ? -files : files, ranks_away = ranks < 0 ? -ranks : ranks;
    return (unsigned)(files_away > ranks_away ? files_away : ranks_away);
}

/* True if a man of the kind may shoot one of the other from so many squares away.  Source: docs/variant-format.md, "Who
 * may take whom", shoots and shotProof. */
static inline bool shg_may_shoot(const shoogi_variant *v, shoogi_kind kind, shoogi_kind other,
                                 unsigned distance)
{
    const shg_shooting *const s = &v->kind[kind].shooting;
    return !v->kind[other].uncapturable && !(s->proof && distance <= s->proof[other]);
}

/* True if one that covers others, so many squares away from one of its side, keeps men of the kind from shooting that.
 * Source: docs/variant-format.md, "Who may take whom", shotCover. */
static inline bool shg_is_covered(const shoogi_variant *v, shoogi_kind kind, shoogi_kind cover,
                                  unsigned distance)
{
    const shg_shooting *const s = &v->kind[kind].shooting;
    return s->cover && s->cover[cover] > 0 && distance <= s->cover[cover];
}

/* True if a man of the kind took one on its way and not at the end of a move, which captureMatrix may forbid: then it
 * shot that one. */
static inline bool shg_may_be_shot(const shoogi_variant *v, shoogi_kind kind, shoogi_move move,
                                   shoogi_square victim)
{
    shoogi_square way[SHOOGI_VIA_MAX];
    const unsigned ways = shoogi_move_via(way, move, v->ranks);
    bool on_the_way = false;
    for (unsigned i = 0; i < ways; i++)
        on_the_way = on_the_way || way[i] == victim;
    return on_the_way && v->kind[kind].shooting.count > 0;
}

/* True if a symbol of captureMatrix keeps the attacker from the victim's square. */
static inline bool shg_is_barred(uint8_t action)
{
    return action == SHG_CAPTURE_BARRED || action == SHG_CAPTURE_SHOT;
}

/* True if a man of the kind, attacking where one of the other side has taken something, guards that square against it:
 * it could take it there whether or not that one is itself guarded.  Source: docs/variant-format.md, "Who may take
 * whom". */
static inline bool shg_protects(const shoogi_variant *v, shoogi_kind guard, shoogi_kind taker)
{
    const shg_kind *const k = &v->kind[guard];
    return !k->captures_unprotected_only &&
           !(k->matrix && k->matrix[taker] == SHG_CAPTURE_PROTECTED);
}

/* True if captureMatrix lets a man of the kind that shoots step on one of the other on its way. */
static inline bool shg_may_step_on(const shoogi_variant *v, shoogi_kind kind, shoogi_kind other)
{
    const shg_kind *const k = &v->kind[kind];
    return k->shooting.count == 0 || !k->matrix || !shg_is_barred(k->matrix[other]);
}

/* True if a man of the kind, as which it ends its move, burns what stands next to it.  "Who may take whom",
 * burnNew. */
static inline bool shg_starts_burning(const shoogi_variant *v, shoogi_kind before,
                                      shoogi_kind after)
{
    return v->kind[after].burns && (v->rules.burn_new || v->kind[before].burns);
}

/* What stands there was promoted. */
static inline bool shg_is_promoted(const shoogi_variant *v, shoogi_kind kind)
{
    return v->kind[kind].base != kind;
}

/* The most men that one move takes: all between two squares, those on its way, and one at its end. */
enum { SHG_VICTIMS_MAX = SHOOGI_FILES_MAX + SHOOGI_VIA_MAX + 1 };

/* Rank a first, and in a rank file 1 first. */
void shg_sort_squares(const shoogi_variant *v, shoogi_square *squares, size_t count);

/* The kind that the mover has become by its move, of those whose coming changes others; 0 if it has not. */
static inline shoogi_kind shg_change_trigger(const shoogi_variant *v, shoogi_kind before,
                                             shoogi_kind after)
{
    const uint16_t was = v->kind[before].number, is = v->kind[after].number;
    for (size_t i = 0; i < v->change_count && was != is; i++)
        if (v->changes[i].when == SHG_CHANGE_BECAME && v->changes[i].cause[is])
            return is;
    return 0;
}

/* True if the form to which a man of the kind promotes by the move is taken from the hand. */
static inline bool shg_promotes_from_hand(const shg_kind *kind, shoogi_move move)
{
    if (!kind->choices || !shoogi_move_is_promotion(move))
        return false;
    for (size_t i = 0; i < kind->promotion_count; i++)
        if (kind->choices[i].kind == shoogi_move_kind(move))
            return kind->choices[i].from_hand;
    return false;
}

/* True if men of the kind can be in hand. */
static inline bool shg_kind_in_hand(const shoogi_variant *v, shoogi_kind kind)
{
    return v->kind[kind].in_hand;
}

/* Byte i of the English name that follows from the name of a piece line: "Go-Between" from "go-between". */
static inline char shg_english_byte(const char *name, size_t i)
{
    const bool begins = i == 0 || name[i - 1] == ' ' || name[i - 1] == '-' || name[i - 1] == '(';
    return begins && name[i] >= 'a' && name[i] <= 'z' ? (char)(name[i] - 'a' + 'A') : name[i];
}

/* What the English name follows from: the name, or where there is none the id. */
static inline const char *shg_english_source(const shg_kind *kind)
{
    return kind->name[0] != '\0' ? kind->name : kind->id;
}

/* Frees the tables of the board class; NULL is accepted. */
void shg_class_tables_free(shg_class_tables *made);

/* True if the handicap has this name, without case. */
bool shg_handicap_has_name(const shoogi_handicap *handicap, const char *name, size_t name_bytes);

/* The kind with an id, without case; 0 if there is none. */
shoogi_kind shg_kind_by_id(const shoogi_variant *v, const char *id, size_t id_bytes);

#endif
