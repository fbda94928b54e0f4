/* variant_int.h: the inside of a variant, shared by the files of core. */
#ifndef SHG_CORE_VARIANT_VARIANT_INT_H
#define SHG_CORE_VARIANT_VARIANT_INT_H

#include "base/arena.h"
#include "core/variant/movement.h"
#include "shoogi/variant.h"

/* The contents of a square as one number: 0 is empty, else kind * 2 + colour. */
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

/* A kind to which the player may choose to promote, and the conditions. */
typedef struct shg_choice {
    shoogi_kind kind;
    uint8_t ranks;  /* only on so many ranks at the far edge; 0: anywhere in the zone */
    bool not_last;  /* not on the last rank */
    bool from_hand; /* only if a piece of that kind is in hand, which it replaces */
} shg_choice;

/* Shooting: capturing without moving, from the square where a leg of the move ends. */
typedef struct shg_shooting {
    const char *moves;    /* in XBetza, as written */
    const shg_ride *ride; /* [ride_count] each captures the first piece on its line */
    size_t ride_count;
    unsigned count; /* shots per move, at most; 0: it does not shoot */
    unsigned reach; /* the greatest distance of a target; 0: no limit */
    uint8_t *proof; /* [kinds + 1] the kind cannot be shot within so many squares (shotProof); NULL:
                       every kind can */
    uint8_t *cover; /* [kinds + 1] a piece of the kind protects others of its side within so many
                       squares (shotCover); NULL: none does */
} shg_shooting;

enum { SHG_SHOT_PROOF = 255 }; /* at any distance */
enum { SHG_NEEDS_MAX = 8 };    /* sets of promoNeeds for a kind */

typedef struct shg_kind {
    const char *name, *id, *moves, *image;
    const char *names[2][SHOOGI_STYLE_COUNT]; /* by colour and style */
    const char *const *signs;                 /* [sign_count] other kanji that notations accept */
    size_t sign_count;
    uint16_t number; /* of its piece line; the promoted forms of several kinds that share a line
                        have the same number */
    shg_betza betza; /* rides and chains; borrowed from the arena of the variant */
    const shoogi_kind *promotions; /* the kinds to which it may promote, lowest first */
    size_t promotion_count;
    const shg_choice *choices; /* [promotion_count] the same kinds with conditions; NULL: no
                                  conditions */
    const shg_choice
        *stay;        /* the kind is among its own choices: where it may stay what it is, although
                                  promotion is compulsory; NULL: nowhere */
    shoogi_kind base; /* the kind of which it is a promoted form, or itself */
    shoogi_kind captured_as; /* its kind in the capturing player's hand; 0: it leaves the game */
    shoogi_kind
        hand_kind; /* the kind that leaves the hand when it is dropped: itself, or the other side of
                      a two-sided piece; 0: it is never dropped */
    bool in_hand;  /* a piece of this kind can be in hand */
    bool drop_mate_barred, drop_check_barred;
    uint8_t drop_depth; /* number of ranks, counted from the owner's back rank, on which it may be
                           dropped */
    uint8_t drop_first; /* the first of these ranks: 1 if the back rank is excluded */
    bool last_rank;     /* without drops: may promote on reaching the last rank by any move */
    uint8_t impasse_points;
    /* promoWith: [declared + 1] by number, the companions that must be in the zone when it promotes; NULL: none. */
    const bool *companions;
    /* promoNeeds: [need_count] sets of kinds by number; its side must have a piece of each on the board when it
     * promotes. */
    const bool **needs;
    uint8_t need_count;
    bool promotes_from_zone; /* if zones matter: promotes only by moves that begin in the zone */
    shg_shooting shooting;
    /* From here on: everything by which the rules treat a kind specially; 0 in an ordinary kind.  Kinds that move
     * alike and have only zeros here share a movement class (board_tables.c). */
    bool royal;
    uint8_t royal_pair;             /* royalPair: 1 before the colon, 2 after it; 0: neither */
    uint8_t drop_per_file;          /* at most so many on a file (nifu in Shogi: 1); 0: no limit */
    bool drop_per_shade;            /* at most one on squares of the same colour of a chequered
                                       board */
    bool drop_one;                  /* at most one on the board */
    bool protected, counter_strike; /* lion trade rules: the parameters of these names */
    bool uncapturable;              /* iron: can never be captured */
    uint8_t trade_group; /* antiTrade: 1 to 4, pieces of one group may not capture each other; 0:
                            none */
    bool bare;           /* baring: does not count for the bared side */
    bool weak;           /* baringWeak: does not count for the baring side */
    bool captures_unprotected_only; /* wary: captures only unprotected pieces, and protects none */
    bool burns;             /* burns adjacent enemy pieces, and those that move next to it */
    uint8_t jump_rank;      /* range jumps pass over lower ranks only; 0: no rank */
    bool covers_from_shots; /* protects pieces of its side from shots */
    bool immobilises; /* nets: immobilises the first enemy piece on each of its sliding lines */
    shoogi_kind contagion; /* the kind that a piece becomes by capturing it (contagion); 0: none */
    uint64_t changes;      /* its parts in the change rules: SHG_CHANGE_PART */
    /* The effect of landing on each square, as Black sees it; NULL: none.  SHG_MORPH_BARRED: it may not land there;
     * any other value but 0: the kind that it becomes. */
    const shoogi_kind *morph;
    /* captureMatrix: the effect of capturing each kind, SHG_CAPTURE_...; NULL: ordinary captures. */
    const uint8_t *matrix;
} shg_kind;

#define SHG_MORPH_BARRED ((shoogi_kind)0xFFFF)

/* A rule by which pieces change their kind after a move.  Source: docs/variant-format.md, "Changes by circumstances". */
typedef struct shg_change {
    uint8_t when;      /* SHG_CHANGE_... */
    uint8_t distance;  /* of NEAR and FAR: in squares */
    const bool *cause; /* [declared + 1] by number: the kinds that trigger the rule by being lost,
                          near, far, or newly there */
    /* [declared + 1] by number: what pieces of the side become and, for BECAME, those of the other side; 0: no change */
    const shoogi_kind *becomes[2];
} shg_change;

/* Bits of a kind for its part in rule number i. */
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
    SHG_CAPTURE_BOTH_DIE,  /* x both pieces leave the board */
    SHG_CAPTURE_PROTECTED, /* p forbidden if the victim is protected */
    SHG_CAPTURE_SHOT       /* s forbidden except by a shot, which promotes the attacker */
};

enum {
    SHG_STALEMATE_DRAW,
    SHG_STALEMATE_WIN,
    SHG_STALEMATE_LOSS
}; /* for the side that stalemates */
enum { SHG_CHECK_STRICT, SHG_CHECK_CAPTURE };
/* Bits of borrow: the places from which a piece borrows moves. */
enum {
    SHG_BORROW_OWN = 1 << 0, /* it keeps its own as well */
    SHG_BORROW_BEHIND = 1 << 1,
    SHG_BORROW_FRONT = 1 << 2,
    SHG_BORROW_BESIDE = 1 << 3,
    SHG_BORROW_KNIGHTS = 1 << 4, /* a knight's leap away, in all eight directions */
    SHG_BORROW_FILE = 1 << 5,    /* its counterpart in an unbroken line of pieces on the file */
    SHG_BORROW_RANK = 1 << 6,    /* the same on the rank */
    SHG_BORROW_GUARDS = 1 << 7   /* pieces that protect it by their own moves */
};
/* Their words, in the order of the bits. */
#define SHG_BORROW_PLACES "own|behind|front|beside|knights|file|rank|guards"
enum { SHG_LENDINGS_MAX = 12 }; /* one step or leap away */
/* A square, from the borrower, whose piece lends its moves. */
typedef struct shg_lending {
    shg_ride ride;
    bool from[2]; /* pieces of its own side, of the other side */
} shg_lending;
/* what a side may do while its royal is in hand */
enum { SHG_WAITING_FREE, SHG_WAITING_FIRST, SHG_WAITING_PEACE, SHG_WAITING_TRUCE };
enum { SHG_FLIP_NONE, SHG_FLIP_MOVE, SHG_FLIP_CAPTURE };
enum { SHG_PASS_NONE, SHG_PASS_LION, SHG_PASS_ANY };
enum { SHG_JUMP_TAKES_ANY, SHG_JUMP_TAKES_COMMONERS, SHG_JUMP_TAKES_LOWER };
enum {
    SHG_MEETING_MOVER,
    SHG_MEETING_OTHERS,
    SHG_MEETING_BOTH
}; /* what burns when two burning pieces meet */
enum { SHG_PROTECTION_AFTER, SHG_PROTECTION_TAKEN };
enum { SHG_RECAPTURE_FREE, SHG_RECAPTURE_BOUND };
enum {
    SHG_ADJACENT_BOUND,
    SHG_ADJACENT_FREE
}; /* protected: whether it also applies to adjacent pieces */
enum {
    SHG_REPETITION_DRAW,
    SHG_REPETITION_NO_CONTEST,
    SHG_REPETITION_LOSS,  /* for the side whose move repeats */
    SHG_REPETITION_FIRST, /* loss for the side that moved first in the game */
    SHG_REPETITION_FORBID /* the repeating move is illegal */
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
enum { SHG_HANDICAP_COUNTS, SHG_HANDICAP_IGNORED }; /* the pieces of a handicap, in an impasse */

typedef struct shg_rules {
    bool drops;                /* pieces in hand can be dropped */
    bool holdings_own;         /* a captured piece goes to the hand of its owner */
    bool check_strict;         /* the only royal may not be left in check */
    bool must_move;            /* a piece that could never move again must promote */
    bool drop_no_moves_barred; /* a piece may not be dropped where it could never move */
    bool file_limit_moves;     /* the file limit (nifu) also applies to moves */
    uint8_t royal_in_hand;     /* SHG_WAITING_... */
    bool mate_in_hand;         /* a side with pieces in hand may checkmate */
    bool illegal_move_loses;
    bool promotion_must;             /* promotion is compulsory whenever possible */
    bool promotion_must_if_promoted; /* and when a promoted piece is captured */
    bool promotion_must_last;        /* for kinds of lastRank, on the last rank */
    bool promotion_captures;         /* by any capture, and by no other move */
    bool promotion_alive;    /* promotions after which the piece could never move are not offered,
                             whatever must_move says */
    bool promotion_ends;     /* by any move that ends in the zone, and no other except those of
                            promotion_passes */
    bool promotion_passes;   /* also by moves that pass through the zone */
    bool promotion_enters;   /* by entering the zone, or by a capture that starts in it; else by any
                              move that starts or ends in it */
    uint8_t flip;            /* SHG_FLIP_...: every such move turns the piece to its other side */
    uint8_t promotion_ranks; /* from the far edge */
    uint8_t stalemate;
    bool royal_pair;    /* a pair of pieces keeps a side without royals in the game */
    uint8_t extinction; /* bit 0 Black, bit 1 White: loses only with the last royal; else with any
                           royal */
    uint8_t jump_captures; /* of range jumps: SHG_JUMP_TAKES_... */
    uint8_t burn_meeting;  /* SHG_MEETING_... */
    bool burn_new;    /* a piece burns at the end of the move by which it becomes a burning piece */
    bool immobilises; /* some pieces immobilise others */
    uint8_t borrow[2];  /* SHG_BORROW_...: from pieces of its own side, and of the other side */
    uint8_t check_wins; /* so many checks win; 1: a side whose only royal is attacked has lost; 0:
                           none do */
    bool try_wins;  /* try rule: a royal on one of its try squares that cannot be captured at once
                      wins */
    bool try_draws; /* with try_wins: if both sides have such a royal the game is a draw */
    bool must_capture; /* a side that can capture must */
    uint8_t pass;
    uint8_t repetition_count, repetition_result, perpetual; /* count 0: repetition has no effect */
    bool baring;                                            /* bare king: a bare side loses */
    bool baring_dead;           /* pieces that can never move count for neither side */
    bool baring_back;           /* a bare side that can bare the other at once has not lost */
    uint8_t baring_both;        /* SHG_BARING_BOTH_... */
    bool contagion_hits_royals; /* contagion also changes royals and pieces that may become royals */
    uint8_t protection, recapture, adjacent;
    bool okazaki;
    uint16_t trade_threshold; /* a first capture of a kind with a greater number lifts the trade
                                 rule */
    uint8_t impasse, handicap_pieces;
    uint16_t impasse_points;
    bool claim_all_protected;
    uint16_t claim_declare[2]; /* points that Black and White need for a declaration; 0: none */
    uint16_t claim_level[2];   /* and for one without a result; 0: there is none such */
    bool castle_flip;          /* White castles to the same side of the board as Black */
    uint8_t white_first;       /* 1: the side that the diagram calls Black moves first */
} shg_rules;

/* Whether a drop is an illegal mate (uchifuzume) may depend on whether a drop that answers it is, and so on.  The test
 * recurses so deep and takes deeper drops for legal.  If only steppers are restricted, no drop can answer, and one
 * level suffices. */
enum { SHG_MATE_TESTS_MAX = 2 };

struct shg_board_ops;

/* An alias of the variant, or another letter for a kind. */
typedef struct shg_alias {
    const char *text;
    shoogi_kind kind;
} shg_alias;

typedef struct shg_pair {
    const char *name, *value;
} shg_pair;

/* Notes of a definition about its game, in the order of the text: paragraphs of history, disputed rules, the rulings
 * on the last one, sources. */
typedef enum shg_note_kind {
    SHG_NOTE_HISTORY,
    SHG_NOTE_DISPUTE,
    SHG_NOTE_READING,
    SHG_NOTE_SOURCE
} shg_note_kind;

typedef struct shg_game_note {
    shg_note_kind kind;
    const char
        *games; /* READING: the variants that play so, separated by commas; "*": this one and its
                  rule sets; "-": none */
    const char *text;
} shg_game_note;

/* One game, or a match of two. */
typedef struct shg_grade_handicap {
    const shoogi_handicap *games[2];
    size_t count;
} shg_grade_handicap;

/* The tables that a board class makes for a variant. */
typedef struct shg_class_tables {
    shg_arena arena; /* holds everything here, including this struct */
    const void *tables;
} shg_class_tables;

struct shoogi_variant {
    shg_arena arena;   /* holds everything below, including the variant */
    const char *name;  /* NULL: none */
    const char *title; /* NULL: none */
    unsigned files, ranks, squares;
    unsigned kinds;    /* of piece lines, followed by those made for promoted forms that share a
                          line */
    unsigned declared; /* of piece lines only */
    shg_kind *kind;    /* [kinds + 1], indexed from 1 */
    shg_rules rules;
    shg_lending lendings[SHG_LENDINGS_MAX]; /* [lending_count] those of rules.borrow that are one
                                               step or leap away */
    unsigned lending_count;
    bool *hole;              /* [squares] */
    bool *no_drop;           /* [squares] where drops are forbidden */
    bool *try_square[2];     /* [squares] by colour: where a royal wins (try rule) */
    shg_code *start;         /* [squares] */
    uint16_t *start_hand[2]; /* [kinds + 1] */
    size_t moves_max;
    bool *alive[2]; /* [(kinds + 1) * squares] by colour; see shg_can_ever_move */

    /* Only for printing and for callers. */
    const int *numbers,
        *defaults; /* [SHG_PARAMETERS] numeric and word parameters, and their defaults */
    bool chess_style, by_lists,
        by_id;                 /* promotion: to a choice; by promoteTo; by ids, else by numbers */
    const shg_choice *choices; /* of promoChoice */
    size_t choice_count;
    const shoogi_kind *demotions; /* the chain of demoteTo, highest first */
    size_t demotion_count;
    bool demotion_ends; /* a piece below the last of the chain leaves the game */
    const shg_alias *aliases, *input_aliases;
    size_t alias_count, input_alias_count;
    const shoogi_handicap *handicaps;
    size_t handicap_count;
    const shg_grade_handicap *grade_handicaps; /* for a difference of one grade, two, three... */
    size_t grade_handicap_count;
    const shg_change *changes; /* in the order of the text */
    size_t change_count;
    const shg_game_note *notes;
    size_t note_count;
    const shg_pair *parameters; /* parameters that do not affect the rules */
    size_t parameter_count;

    /* Zobrist keys: shg_zobrist_key(piece_key[code], square_key[square]) for each piece on the board. */
    uint64_t *piece_key;   /* [2 * (kinds + 1)] */
    uint64_t *square_key;  /* [squares] */
    uint64_t *hand_key[2]; /* [kinds + 1], added once for each piece in hand */

    /* The functions of the board class, and its tables, which shg_variant_tables makes. */
    const struct shg_board_ops *ops;
    _Atomic(shg_class_tables *) *class_tables; /* points to NULL until they are made */
};

enum { SHG_VARIANT_BYTES_MAX = 256 * 1024 * 1024, SHG_MOVES_MAX = 64 * 1024 * 1024 };
#define SHG_SIDE_KEY UINT64_C(0x9D39247E33776D41)

/* The first note of this kind; NULL: none. */
static inline const char *shg_first_note(const shoogi_variant *v, shg_note_kind telling)
{
    for (size_t i = 0; i < v->note_count; i++)
        if (v->notes[i].kind == telling)
            return v->notes[i].text;
    return NULL;
}

/* The Zobrist key of a piece on a square, mixed from two short tables: a few cycles instead of a table of kinds times
 * squares.  The hash of a position is the sum of its keys. */
static inline uint64_t shg_zobrist_key(uint64_t piece_key, uint64_t square_key)
{
    uint64_t x = piece_key ^ square_key;
    x *= UINT64_C(0xD6E8FEB86659FD93);
    x ^= x >> 32;
    return x * UINT64_C(0xD6E8FEB86659FD93);
}

/* The Zobrist key of the counter-strike square; 0: none. */
static inline uint64_t shg_counter_strike_key(const shoogi_variant *v, unsigned mark)
{
    return mark == SHOOGI_NO_SQUARE
               ? 0
               : shg_zobrist_key(UINT64_C(0x8D0C4A7F31B5E2D9), v->square_key[mark]);
}

/* The Zobrist key of the checks that each side has given, where they are counted. */
static inline uint64_t shg_checks_key(const uint8_t checks[2])
{
    return shg_zobrist_key(UINT64_C(0x2B7E151628AED2A7), checks[0] * UINT64_C(256) + checks[1]);
}

/* The Zobrist key of a piece that has not moved, where that matters. */
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

/* The colour of a square of a chequered board: 0 or 1. */
static inline unsigned shg_shade_of(const shoogi_variant *v, shoogi_square square)
{
    return (shg_file_of(v, square) + shg_rank_of(v, square)) % 2;
}

/* Whether pieces borrow the moves of others. */
static inline bool shg_borrows(const shoogi_variant *v)
{
    return v->rules.borrow[0] != 0 || v->rules.borrow[1] != 0;
}

/* The number of ranks between a square and the edge towards which colour plays: 0 on the last rank. */
static inline unsigned shg_ranks_ahead(const shoogi_variant *v, shoogi_colour colour,
                                       shoogi_square square)
{
    const unsigned rank = shg_rank_of(v, square);
    return colour == SHOOGI_BLACK ? rank : v->ranks - 1 - rank;
}

/* The index of the square in a table made for Black. */
static inline shoogi_square shg_square_for_black(const shoogi_variant *v, shoogi_colour colour,
                                                 shoogi_square square)
{
    return colour == SHOOGI_BLACK ? square : (shoogi_square)(v->squares - 1 - square);
}

static inline bool shg_in_zone(const shoogi_variant *v, shoogi_colour colour, shoogi_square square)
{
    return shg_ranks_ahead(v, colour, square) < v->rules.promotion_ranks;
}

/* The square that a ride of colour reaches from square in so many steps; SHOOGI_NO_SQUARE: off the board, or a hole.
 * White's rides are Black's rotated by 180 degrees. */
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

/* The greatest number of steps of a leg with this range from a square.  SHG_RANGE_HALF: to the last rank before the
 * middle. 0: enough for a board with joined edges. */
static inline unsigned shg_steps_max(const shoogi_variant *v, unsigned reach, shoogi_colour colour,
                                     shoogi_square square)
{
    const unsigned behind = v->ranks - 1 - shg_ranks_ahead(v, colour, square);
    if (reach == SHG_RANGE_HALF)
        return behind < v->ranks / 2 ? v->ranks / 2 - 1 - behind : 0;
    return reach == 0 ? v->squares : reach;
}

/* Whether a piece of the kind has a move or a capture from the square on an otherwise empty board, or with any pieces
 * that it needs.  Initial moves do not count. */
static inline bool shg_can_ever_move(const shoogi_variant *v, shoogi_kind kind,
                                     shoogi_colour colour, shoogi_square square)
{
    return v->alive[colour][kind * v->squares + square];
}

/* With promoWhen=enter: whether a piece of the kind may promote on the square by any move to it.  Source:
 * docs/variant-format.md, "Promotion", mustMove and lastRank. */
static inline bool shg_has_last_chance(const shoogi_variant *v, shoogi_kind kind,
                                       shoogi_colour colour, shoogi_square square)
{
    const bool named = v->kind[kind].last_rank;
    return (named && shg_ranks_ahead(v, colour, square) == 0) ||
           ((named || v->rules.must_move) && !shg_can_ever_move(v, kind, colour, square));
}

/* Range jumps: whether a piece of the kind may pass over one of the other kind; and whether it may capture one after
 * passing over some.  Source: docs/variant-format.md, "Captures", jumpRank. */
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

/* promoWith: whether pieces promoting to the kind need this piece of their side in the promotion zone, and it is not
 * there.  Source: docs/variant-format.md, "Promotion", promoWith. */
static inline bool shg_is_missing_companion(const shoogi_variant *v, shoogi_kind promoted,
                                            shg_code piece, shoogi_square square)
{
    return v->kind[promoted].companions &&
           v->kind[promoted].companions[v->kind[shg_code_kind(piece)].number] &&
           !shg_in_zone(v, shg_code_colour(piece), square);
}

/* The sets of promoNeeds of the kind, one bit each: those to which the piece belongs, and all of them. */
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

/* The distance of two squares in king steps. */
static inline unsigned shg_distance(const shoogi_variant *v, shoogi_square a, shoogi_square b)
{
    const int files = (int)shg_file_of(v, a) - (int)shg_file_of(v, b);
    const int ranks = (int)shg_rank_of(v, a) - (int)shg_rank_of(v, b);
    const int files_away = files < 0 ? -files : files, ranks_away = ranks < 0 ? -ranks : ranks;
    return (unsigned)(files_away > ranks_away ? files_away : ranks_away);
}

/* Whether a piece of the kind may shoot one of the other kind at this distance.
 * Source: docs/variant-format.md, "Captures", shoots and shotProof. */
static inline bool shg_may_shoot(const shoogi_variant *v, shoogi_kind kind, shoogi_kind other,
                                 unsigned distance)
{
    const shg_shooting *const s = &v->kind[kind].shooting;
    return !v->kind[other].uncapturable && !(s->proof && distance <= s->proof[other]);
}

/* Whether a piece of kind cover, at this distance from a target of its side, protects the target from shots of kind.
 * Source: docs/variant-format.md, "Captures", shotCover. */
static inline bool shg_is_covered(const shoogi_variant *v, shoogi_kind kind, shoogi_kind cover,
                                  unsigned distance)
{
    const shg_shooting *const s = &v->kind[kind].shooting;
    return s->cover && s->cover[cover] > 0 && distance <= s->cover[cover];
}

/* Whether the capture of victim may be a shot: a shooting piece captures it on a via square. */
static inline bool shg_may_be_shot(const shoogi_variant *v, shoogi_kind kind, shoogi_move move,
                                   shoogi_square victim)
{
    shoogi_square via[SHOOGI_VIA_MAX];
    const unsigned via_count = shoogi_move_via(via, move, v->ranks);
    bool on_the_way = false;
    for (unsigned i = 0; i < via_count; i++)
        on_the_way = on_the_way || via[i] == victim;
    return on_the_way && v->kind[kind].shooting.count > 0;
}

/* Whether a symbol of captureMatrix forbids the attacker to land on the victim's square. */
static inline bool shg_is_barred(uint8_t action)
{
    return action == SHG_CAPTURE_BARRED || action == SHG_CAPTURE_SHOT;
}

/* Whether a piece of kind guard that attacks the square protects it against a capture by kind taker: it could
 * recapture whether or not the taker is protected.  Source: docs/variant-format.md, "Captures". */
static inline bool shg_protects(const shoogi_variant *v, shoogi_kind guard, shoogi_kind taker)
{
    const shg_kind *const k = &v->kind[guard];
    return !k->captures_unprotected_only &&
           !(k->matrix && k->matrix[taker] == SHG_CAPTURE_PROTECTED);
}

/* Whether captureMatrix lets a shooting piece of the kind step onto one of the other kind on its way. */
static inline bool shg_may_step_on(const shoogi_variant *v, shoogi_kind kind, shoogi_kind other)
{
    const shg_kind *const k = &v->kind[kind];
    return k->shooting.count == 0 || !k->matrix || !shg_is_barred(k->matrix[other]);
}

/* Whether a piece that ends its move as kind after burns adjacent pieces.
 * Source: docs/variant-format.md, "Captures", burnNew. */
static inline bool shg_starts_burning(const shoogi_variant *v, shoogi_kind before,
                                      shoogi_kind after)
{
    return v->kind[after].burns && (v->rules.burn_new || v->kind[before].burns);
}

/* Whether the kind is a promoted form. */
static inline bool shg_is_promoted(const shoogi_variant *v, shoogi_kind kind)
{
    return v->kind[kind].base != kind;
}

/* The most pieces that one move captures: all between two squares, those on the via squares, and one on the
 * destination. */
enum { SHG_VICTIMS_MAX = SHOOGI_FILES_MAX + SHOOGI_VIA_MAX + 1 };

/* Sorts squares by rank from rank a, then by file from file 1. */
void shg_sort_squares(const shoogi_variant *v, shoogi_square *squares, size_t count);

/* The kind that the piece has become by its move if that triggers a change rule; else 0. */
static inline shoogi_kind shg_change_trigger(const shoogi_variant *v, shoogi_kind before,
                                             shoogi_kind after)
{
    const uint16_t was = v->kind[before].number, is = v->kind[after].number;
    for (size_t i = 0; i < v->change_count && was != is; i++)
        if (v->changes[i].when == SHG_CHANGE_BECAME && v->changes[i].cause[is])
            return is;
    return 0;
}

/* Whether the kind to which a piece promotes by the move comes from the hand. */
static inline bool shg_promotes_from_hand(const shg_kind *kind, shoogi_move move)
{
    if (!kind->choices || !shoogi_move_is_promotion(move))
        return false;
    for (size_t i = 0; i < kind->promotion_count; i++)
        if (kind->choices[i].kind == shoogi_move_kind(move))
            return kind->choices[i].from_hand;
    return false;
}

/* Whether a piece of the kind can be in hand. */
static inline bool shg_kind_in_hand(const shoogi_variant *v, shoogi_kind kind)
{
    return v->kind[kind].in_hand;
}

/* Byte i of the English name derived from the name of a piece line: "Go-Between" from "go-between". */
static inline char shg_english_byte(const char *name, size_t i)
{
    const bool begins = i == 0 || name[i - 1] == ' ' || name[i - 1] == '-' || name[i - 1] == '(';
    return begins && name[i] >= 'a' && name[i] <= 'z' ? (char)(name[i] - 'a' + 'A') : name[i];
}

/* The source of the English name: the name, or the id if there is no name. */
static inline const char *shg_english_source(const shg_kind *kind)
{
    return kind->name[0] != '\0' ? kind->name : kind->id;
}

/* Frees the tables of the board class.  Accepts NULL. */
void shg_class_tables_free(shg_class_tables *made);

/* Whether the handicap has this name or alias, compared without case. */
bool shg_handicap_has_name(const shoogi_handicap *handicap, const char *name, size_t name_bytes);

/* The kind with this id, compared without case; 0: none. */
shoogi_kind shg_kind_by_id(const shoogi_variant *v, const char *id, size_t id_bytes);

#endif
