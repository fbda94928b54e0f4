/* board_int.h: a board class inside: what the files compiled once for each class share.
 *
 * How men go and how they are found there is in two versions of the same functions: board_lines.h for narrow
 * boards, up to 256 squares, with tables for each square, and board_rays.h for wide ones, with none. */
#ifndef SHG_CORE_BOARD_BOARD_INT_H
#define SHG_CORE_BOARD_BOARD_INT_H

#include "core/board/board_data.h"
#include "core/variant/piece_rules.h"

#include BOARD_PIECES_H

/* board_moves.c: what the man on sq attacks by a plain move, were these squares occupied, whoever stands there */
bits BC(shg_plain_attacks)(const board *b, unsigned sq, bits occupied);
/* Where men borrow their moves: those of colour that attack sq so. */
bits BC(shg_borrowing_attackers)(const board *b, unsigned sq, shoogi_colour colour, bits occupied);

/* board_tables.c */
const void *BC(shg_build_tables)(const shoogi_variant *v, shg_arena *arena);

/* board_walk.c: moves that are walked leg by leg. */
typedef struct walk_asked {
    unsigned from; /* the man that walks */
    shoogi_square
        taken[SHOOGI_VIA_MAX]; /* what it takes on the way, in this order, no more and no less */
    unsigned taken_count;
    unsigned by;    /* where the first of several legs ends; NO_SQUARE: anywhere */
    bool unloading; /* by chains that put down what they take, and by no others */
    bool by_zone;   /* ends of walks that come into the promotion zone are told apart */
} walk_asked;

typedef struct walked {
    bits ends; /* where it can end */
    bits ends_by_zone; /* and where having come into the zone from outside; filled and left out above if asked */
    bits more;  /* what it could take next on the way */
    bits stops; /* where the first of several legs can end, taking nothing */
} walked;

/* By all chains that the tables of the kind do not hold, and by the moves that it borrows from other kinds.
 * Men that are never taken are not looked at. */
walked BC(shg_walk)(const board *b, walk_asked asked);

/* The next square along a sweep from sq; NO_SQUARE beyond the board. */
static inline unsigned next_square(const board *b, const shg_ride *ride, shoogi_colour colour,
                                   unsigned sq)
{
    return shg_ride_square(b->v, ride, colour, (shoogi_square)sq, 1);
}

/* Squares along one line of a queen: how far one is from the next, from the first to the last. */
static inline int stride_between(const board *b, unsigned from, unsigned to)
{
    const int ranks = (int)b->v->ranks;
    const int files_away = (int)to / ranks - (int)from / ranks,
              ranks_away = (int)to % ranks - (int)from % ranks;
    return ((files_away > 0) - (files_away < 0)) * ranks + (ranks_away > 0) - (ranks_away < 0);
}

/* The squares around one, itself among them. */
static inline bits around(const board *b, unsigned sq)
{
    const unsigned ranks = b->v->ranks, file = sq / ranks, rank = sq % ranks;
    bits found = bits_none();
    for (unsigned f = file - (file > 0); f <= file + 1 && f < b->v->files; f++)
        for (unsigned r = rank - (rank > 0); r <= rank + 1 && r < ranks; r++)
            bits_set(&found, f * ranks + r);
    return found;
}

/* The men of colour that have a role. */
static inline bits pieces_in(const board *b, const role *r, shoogi_colour colour)
{
    bits pieces = bits_none();
    for (unsigned i = 0; i < r->count; i++)
        pieces = bits_or(pieces, *pieces_of(b, r->groups[i], colour));
    return pieces;
}

static inline bits pieces_in_role(const board *b, unsigned which, shoogi_colour colour)
{
    return pieces_in(b, &b->t->roles[which], colour);
}

/* Colour has the two men of royalPair. */
static inline bool has_pair(const board *b, shoogi_colour colour)
{
    return b->v->rules.royal_pair && bits_any(pieces_in_role(b, ROLE_PAIR_FIRST, colour)) &&
           bits_any(pieces_in_role(b, ROLE_PAIR_SECOND, colour));
}

/* What keeps colour in the game: its royals or, where it has none, the pair. */
static inline unsigned count_lives(const board *b, shoogi_colour colour)
{
    return b->royals[colour] > 0 ? b->royals[colour] : has_pair(b, colour);
}

/* The lone royal of the side to move is attacked. */
bool BC(shg_is_in_check)(const board *b);

/* What the man on from could take by going over men, and where it would end. */
typedef struct swept {
    bits taken, ends;
} swept;
swept BC(shg_sweep)(const board *b, unsigned from);

/* board_moves.c */
size_t BC(shg_count_moves)(const board *b);
size_t BC(shg_list_moves)(const board *b, shoogi_move *moves, size_t room, bool paths);
/* No more of them than there is room for: how many. */
size_t BC(shg_list_some)(const board *b, shoogi_move *moves, size_t room);
/* Those of them that take or promote, or the others: see board_search.h. */
size_t BC(shg_list_noisy)(const board *b, shoogi_move *moves, size_t room);
size_t BC(shg_list_quiet)(const board *b, shoogi_move *moves, size_t room);
/* Those that may attack a royal of the other side: see board_search.h. */
size_t BC(shg_list_checks)(const board *b, shoogi_move *moves, size_t room, bool plain);
/* Those moves of the man like moves, or those drops, that are like it in like_bits; see board_ops.h. */
size_t BC(shg_list_like)(const board *b, shoogi_move *moves, size_t room, shoogi_move like,
                         shoogi_move like_bits, bool free);
bits BC(shg_attackers)(const board *b, unsigned sq, shoogi_colour colour);
bits BC(shg_held)(const board *b, shoogi_colour colour);
bits BC(shg_takes_from)(const board *b, unsigned sq);
unsigned BC(shg_lone_royal)(const board *b, shoogi_colour colour);

/* board_lines_view.c, board_rays_view.c: what all men attack, see board_search.h. */
struct shg_board_view;
void BC(shg_view)(const shoogi_position *p, struct shg_board_view *view);

/* board_special.c: where a move that is no drop takes men, flies over them and takes them, or burns them. */
bits BC(shg_taken_by)(const board *b, shoogi_move move);
/* It takes something that it meets or flies over. */
bool BC(shg_captures_any)(const board *b, shoogi_move move);
/* It does, or it burns something, or what the man becomes is worth a look. */
bool BC(shg_is_noisy)(const board *b, shoogi_move move);

/* board_special.c: the first man that a rule about who may take whom keeps the move from taking, or NO_SQUARE */
unsigned BC(shg_barred_victim)(const board *b, shoogi_move move);
/* board_special.c: SHG_WAY_..., of the ways to make the move */
unsigned BC(shg_zone_paths)(const board *b, shoogi_move move);

/* board.c: what the position's hash holds of the memory of the board */
uint64_t BC(shg_memory_keys)(const board *b);
/* In whose hand a man taken by colour comes to be, and as what; kind 0 if it is gone */
shg_code BC(shg_into_hand)(const board *b, shg_code taken, shoogi_colour colour);
/* Men put on empty squares, and taken off, for a while: nothing else is kept in step. */
void BC(shg_add_piece)(board *b, unsigned sq, shg_code code);
void BC(shg_remove_piece)(board *b, unsigned sq, shg_code code);
void BC(shg_copy_board)(board *to, const board *from);
void BC(shg_board_do)(board *b, shoogi_move move, shg_made_move *made);
/* The same without the changes by circumstances that follow. */
void BC(shg_board_go)(board *b, shoogi_move move, shg_made_move *made);
void BC(shg_board_undo)(board *b, const shg_made_move *made);
shoogi_result BC(shg_board_over)(const board *b);

#endif
