/* board_ops.h: the interface of a board class.
 *
 * board.c is compiled once for each bitboard width.  Each compilation exports one table of these functions, and a
 * variant uses the table of the narrowest class that holds its board. */
#ifndef SHG_CORE_BOARD_BOARD_OPS_H
#define SHG_CORE_BOARD_BOARD_OPS_H

#include "core/variant/variant_int.h"
#include "shoogi/position.h"

/* The former contents of a square that a move changed or emptied for good. */
typedef struct shg_saved_square {
    shoogi_square square;
    shg_code code;
    bool unmoved;
} shg_saved_square;

/* A move made, with what is needed to undo it. */
typedef struct shg_made_move {
    shoogi_move move;
    uint64_t hash;     /* before the move */
    shg_code mover;    /* the piece on the origin square; 0 for a drop */
    shg_code captured; /* on the destination square */
    /* On each via square; of castling, the partner and then the square that it came from. */
    shg_code captured_on_via[SHOOGI_VIA_MAX];
    shoogi_square counter_strike_square; /* before the move */
    /* The move before it, if it may be captured en passant (else SHOOGI_NO_SQUARE), and whether that was the first
     * move of its piece. */
    shoogi_square pushed_from, pushed_to;
    bool pushed_first;
    shoogi_kind last_kind; /* the kind that moved before it */
    uint8_t traces; /* bits 0-5: number of squares of the move with a piece that had not moved; others:
                   board.c */
    uint16_t changed; /* number of squares that change rules changed after it, saved in the position */
    uint16_t royals_had[2]; /* before the move, if traces has the bit */
    uint8_t removed;        /* number of other pieces that it removed from the board, saved in the
                               board */
    bool gave_check;        /* it gave check; set only where a rule needs it */
    bool attacked;          /* the moved piece attacks something; set only where a rule needs it */
    uint8_t checks[2];      /* the checks that each side had given before the move */
} shg_made_move;

struct shoogi_position {
    const shoogi_variant *variant;
    const struct shg_board_ops *ops;
    void *board;       /* of the class: bitboards, the array of squares, hands */
    shg_code *square;  /* [squares], inside the board */
    uint16_t *hand[2]; /* [kinds + 1], inside the board */
    shoogi_colour side;
    unsigned first_ply;
    uint64_t hash;
    shg_made_move *history; /* [history_count] moves made, with space for history_capacity */
    size_t history_count, history_capacity;
    /* Pieces that change rules changed in these moves, the last one last, always with space for the changes of one
     * more move; only of variants with change rules. */
    shg_saved_square *changed;
    size_t changed_count, changed_capacity;
    shoogi_square counter_strike_square; /* SHOOGI_NO_SQUARE: none */
    uint8_t checks[2]; /* checks that each side has given, where they are counted (checkWins) */
    shoogi_removed_piece *removed; /* [removed_count] by the handicap, in the order of squares;
                                      owned */
    size_t removed_count;
    /* Points in an impasse of the pieces that a set-up position lacks as the start of a handicap game; 0 if it is none, or
     * the pieces are in the list above. */
    uint16_t given_points[2];
};

/* The bits of a move that hold its origin and destination. */
#define SHG_MOVE_ENDS (((shoogi_move)1 << SHOOGI_MOVE_VIA) - 1)

/* Some path enters the promotion zone from outside before it ends; some path does not. */
enum { SHG_PATH_THROUGH_ZONE = 1, SHG_PATH_ELSEWHERE = 2 };

typedef struct shg_board_ops {
    unsigned words;
    const char *name;

    /* Builds the tables of a variant in the arena.  NULL: out of memory. */
    const void *(*build)(const shoogi_variant *variant, shg_arena *arena);

    /* The size of a board of a variant with tables in bytes; initialises an empty board in memory aligned to 64
     * bytes. */
    size_t (*board_bytes)(const shoogi_variant *variant);
    void (*board_init)(const shoogi_variant *variant, void *board, shoogi_position *position);
    /* Repairs the inner pointers of a board that was copied byte by byte. */
    void (*board_moved)(const shoogi_variant *variant, void *board, shoogi_position *position);

    /* After a position was set up: takes over its side and counter-strike square, and counts royals. */
    void (*setup_done)(shoogi_position *position);

    /* Puts a piece on an empty square; removes a piece.  Neither updates the hash. */
    void (*put)(shoogi_position *position, shoogi_square square, shg_code code);
    void (*remove)(shoogi_position *position, shoogi_square square);

    /* Before setup_done: whether a piece that stands there as at the start of the game has not moved.  Then: whether it
     * has not, and the rights to castle. */
    void (*set_unmoved)(shoogi_position *position, shoogi_square square, bool unmoved);
    bool (*is_unmoved)(const shoogi_position *position, shoogi_square square);
    /* The squares on which the last move may be captured en passant; sets it up by one of them. */
    size_t (*passed_squares)(const shoogi_position *position, shoogi_square *squares);
    bool (*set_passed)(shoogi_position *position, shoogi_square square);
    size_t (*castling_rights)(const shoogi_position *position, shoogi_colour colour,
                              shoogi_castling_right *rights, size_t rights_max);

    /* paths: every encoding of each move. */
    size_t (*moves)(const shoogi_position *position, shoogi_move *moves, size_t moves_max,
                    bool paths);
    /* Generates at most moves_max moves and returns how many; stops as soon as there are so many. */
    size_t (*some_moves)(const shoogi_position *position, shoogi_move *moves, size_t moves_max);
    /* Generates the moves, in every encoding, that equal like in like_bits, which must include the origin square.
     * free: ignore check, trade rules, and whether the game is over. */
    size_t (*moves_like)(const shoogi_position *position, shoogi_move *moves, size_t moves_max,
                         shoogi_move like, shoogi_move like_bits, bool free);
    /* The first piece that a rule forbids the move to capture; SHOOGI_NO_SQUARE: none. */
    shoogi_square (*barred_victim)(const shoogi_position *position, shoogi_move move);
    /* promoWhen=pass: SHG_PATH_... for all paths of the piece along the squares of the move. */
    unsigned (*zone_paths)(const shoogi_position *position, shoogi_move move);
    /* The history must have space for the move.  Leaves gave_check of the new entry false. */
    void (*do_move)(shoogi_position *position, shoogi_move move);
    void (*undo_move)(shoogi_position *position);

    /* moves_room: space for variant->moves_max moves for each ply except the last. */
    uint64_t (*perft)(shoogi_position *position, unsigned depth_plies, shoogi_move *moves_room,
                      bool paths);

    /* The result if the board decides the game, not considering the absence of legal moves. */
    shoogi_result (*board_result)(const shoogi_position *position);

    /* The part of the Zobrist hash other than board, hands and side. */
    uint64_t (*extra_hash)(const shoogi_position *position);
    /* The Zobrist hash after a move. */
    uint64_t (*hash_after)(const shoogi_position *position, shoogi_move move);

    /* Whether the move leads to an attack on the only royal of the other side. */
    bool (*gives_check)(const shoogi_position *position, shoogi_move move);
    /* The squares of the pieces that a move captures or burns, other than the moving one.  squares: filled, with space for
     * those of the board. */
    size_t (*captures)(const shoogi_position *position, shoogi_move move, shoogi_square *squares);

    /* Whether the piece on the square could capture something, whichever side is to move. */
    bool (*piece_attacks)(const shoogi_position *position, shoogi_square square);
    /* The pieces of colour that attack the square. */
    size_t (*attackers)(const shoogi_position *position, shoogi_square square, shoogi_colour colour,
                        shoogi_square *squares, size_t squares_max);
    /* The square of the only royal of colour; SHOOGI_NO_SQUARE if it has none or several. */
    shoogi_square (*royal)(const shoogi_position *position, shoogi_colour colour);
    unsigned (*royal_count)(const shoogi_position *position, shoogi_colour colour);
    /* Whether colour has both pieces of royalPair. */
    bool (*has_pair)(const shoogi_position *position, shoogi_colour colour);

    /* Audits the board: whether bitboards and counts match the array of squares. */
    bool (*check)(const shoogi_position *position);
} shg_board_ops;

/* The narrowest class with at least so many words that holds so many squares, compiled for this processor or, for
 * tests, for any; NULL: none. */
const shg_board_ops *shg_board_class(unsigned squares, unsigned words_least, bool any_processor);

/* The tables of the board class, made on first use by any thread and kept with the variant.  A server with a hundred
 * variants of which three are played pays for three.  NULL: out of memory. */
const void *shg_variant_tables(const shoogi_variant *v);

#endif
