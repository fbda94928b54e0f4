/* board_ops.h: what one class of boards can do.
 *
 * board.c is compiled once for each width of a board set; each compilation exports one table of these
 * functions, and a variant takes the table of the narrowest class that holds its board. */
#ifndef SHG_CORE_BOARD_BOARD_OPS_H
#define SHG_CORE_BOARD_BOARD_OPS_H

#include "core/variant/variant_int.h"
#include "shoogi/position.h"

/* What stood on a square before a move took it off the board for good, or changed it. */
typedef struct shg_saved_square {
    shoogi_square square;
    shg_code code;
    bool unmoved;
} shg_saved_square;

/* A move made, with what it takes to undo it. */
typedef struct shg_made_move {
    shoogi_move move;
    uint64_t hash;     /* of the position before it */
    shg_code mover;    /* what stood on the square it started from; 0 for a drop */
    shg_code captured; /* at the end */
    shg_code captured_on_via[SHOOGI_VIA_MAX]; /* on each square on the way */
    shoogi_square counter_strike_square;      /* the counter-strike mark before it */
    shoogi_square pushed_from, pushed_to;     /* the double push before it, or none */
    shoogi_kind last_kind;                    /* the kind that had moved before it */
    uint8_t
        traces; /* bits 0-5: so many squares of the move had a man that had not moved; others: board.c */
    uint16_t
        changed; /* squares on which something changed besides, once it was made; kept there, too */
    uint16_t royals_had[2]; /* before it, if traces say so */
    uint8_t removed;        /* men besides these that it took off the board; kept there */
    bool gave_check; /* it left the royal of the other side attacked; kept where a rule asks */
    bool attacked;   /* it left the man moved attacking something; the same */
} shg_made_move;

struct shoogi_position {
    const shoogi_variant *variant;
    const struct shg_board_ops *ops;
    void *board;       /* of the class; sets of squares, the array of squares, hands */
    shg_code *square;  /* [squares], inside the board */
    uint16_t *hand[2]; /* [kinds + 1], inside the board */
    shoogi_colour side;
    unsigned first_ply;
    uint64_t hash;
    shg_made_move *history; /* [past_count] moves made, room for past_room */
    size_t history_count, history_capacity;
    /* What changed by circumstances in these moves, the last one last, and always room for what one more changes; of
     * games with changes. */
    shg_saved_square *changed;
    size_t changed_count, changed_capacity;
    shoogi_square counter_strike_square; /* the counter-strike mark, or NO_SQUARE */
    shoogi_removed_piece *removed; /* [removed_count] as a handicap, in the order of squares; owned */
    size_t removed_count;
};

/* The bits of a move that tell where it starts and ends. */
#define SHG_MOVE_ENDS (((shoogi_move)1 << SHOOGI_MOVE_VIA) - 1)

/* Some way comes into the promotion zone from outside before it ends; some does not. */
enum { SHG_PATH_THROUGH_ZONE = 1, SHG_PATH_ELSEWHERE = 2 };

typedef struct shg_board_ops {
    unsigned words;
    const char *name;

    /* Builds the tables of a variant in the arena.  NULL when that is spent. */
    const void *(*build)(const shoogi_variant *variant, shg_arena *arena);

    /* The bytes of a board of a variant whose tables are made, and making one in memory aligned to 64 bytes: empty, with
     * its arrays. */
    size_t (*board_bytes)(const shoogi_variant *variant);
    void (*board_init)(const shoogi_variant *variant, void *board, shoogi_position *position);
    /* Points a board that was copied byte by byte to its own arrays. */
    void (*board_moved)(const shoogi_variant *variant, void *board, shoogi_position *position);

    /* Takes over side and mark of the position, and counts royals, after it was set up. */
    void (*setup_done)(shoogi_position *position);

    /* Puts a man on an empty square, or takes one off.  Neither touches the hash. */
    void (*put)(shoogi_position *position, shoogi_square square, shg_code code);
    void (*remove)(shoogi_position *position, shoogi_square square);

    /* paths: every way to write each of them. */
    size_t (*moves)(const shoogi_position *position, shoogi_move *moves, size_t moves_max,
                    bool paths);
    /* The first moves_max of them, or all there are: how many.  Men are looked at until there are so many. */
    size_t (*some_moves)(const shoogi_position *position, shoogi_move *moves, size_t moves_max);
    /* Those among them, in every way they can be written, that are like a move in like_bits, which must hold
     * the square it starts from.  free: as if there were no rules of check and of trade, and the game were not
     * over. */
    size_t (*moves_like)(const shoogi_position *position, shoogi_move *moves, size_t moves_max,
                         shoogi_move like, shoogi_move like_bits, bool free);
    /* Of a move that goes there: the first man that a rule about who may take whom keeps it from taking;
     * SHOOGI_NO_SQUARE if there is none. */
    shoogi_square (*barred_victim)(const shoogi_position *position, shoogi_move move);
    /* Of promoWhen=pass: SHG_WAY_... of all ways of the man by the squares of the move. */
    unsigned (*zone_paths)(const shoogi_position *position, shoogi_move move);
    /* The stack has room.  gave_check of the new entry is left false. */
    void (*do_move)(shoogi_position *position, shoogi_move move);
    void (*undo_move)(shoogi_position *position);

    /* moves_room: room for variant->moves_max moves for each ply but the last. */
    uint64_t (*perft)(shoogi_position *position, unsigned depth_plies, shoogi_move *moves_room,
                      bool paths);

    /* Whether the game is over by what stands on the board, apart from there being no move. */
    shoogi_result (*board_result)(const shoogi_position *position);

    /* What the hash holds beside board, hands and side. */
    uint64_t (*extra_hash)(const shoogi_position *position);
    /* The hash after a move. */
    uint64_t (*hash_after)(const shoogi_position *position, shoogi_move move);

    /* True if the man on the square could take something, whoever is to move. */
    bool (*piece_attacks)(const shoogi_position *position, shoogi_square square);
    /* The men of colour that attack the square. */
    size_t (*attackers)(const shoogi_position *position, shoogi_square square, shoogi_colour colour,
                        shoogi_square *squares, size_t squares_max);
    /* The square of the lone royal of colour; SHOOGI_NO_SQUARE if there is none or more than one. */
    shoogi_square (*royal)(const shoogi_position *position, shoogi_colour colour);
    unsigned (*royal_count)(const shoogi_position *position, shoogi_colour colour);
    /* Colour has the two men of royalPair. */
    bool (*has_pair)(const shoogi_position *position, shoogi_colour colour);

    /* True if the sets and counts are what the array of squares says. */
    bool (*check)(const shoogi_position *position);
} shg_board_ops;

/* The narrowest class that holds so many squares in at least so many words, compiled for this machine's
 * processor or, for tests, for any; NULL if there is none. */
const shg_board_ops *shg_board_class(unsigned squares, unsigned words_least, bool any_processor);

/* The tables of the board class: made by the first who needs them, on any thread, and kept with the variant.  Whoever
 * never sets up a position, such as a server with a hundred games of which three are played, has neither their time nor
 * their memory to pay.  NULL: no memory. */
const void *shg_variant_tables(const shoogi_variant *v);

#endif
