/* board_int.h: the functions that the files of a board class share; these files are compiled once for each class.
 *
 * Two headers define the same move functions: board_lines.h for narrow boards of up to 256 squares, with tables for
 * each square, and board_rays.h for wide boards, without. */
#ifndef SHG_CORE_BOARD_BOARD_INT_H
#define SHG_CORE_BOARD_BOARD_INT_H

#include "core/board/board_data.h"
#include "core/variant/piece_rules.h"

#include BOARD_PIECES_H

/* Whether what only makes a search faster or better has functions of its own, such as jumps along a line.  The modules that are
 * compiled for size, which do not search, do without them. */
#ifdef __OPTIMIZE_SIZE__
enum { HAS_SHORT_CUTS = false };
#else
enum { HAS_SHORT_CUTS = true };
#endif

/* board_moves.c: the squares that the piece on sq attacks with ordinary moves, given the occupied squares and
 * whatever is on them */
bits BC(shg_plain_attacks)(const board *b, unsigned sq, bits occupied);
/* For borrowed moves: the pieces of colour that attack sq. */
bits BC(shg_borrowing_attackers)(const board *b, unsigned sq, shoogi_colour colour, bits occupied);

/* board_tables.c */
const void *BC(shg_build_tables)(const shoogi_variant *v, shg_arena *arena);

/* board_walk.c: moves that must be walked leg by leg. */
typedef struct walk_asked {
    unsigned from;                       /* the moving piece */
    shoogi_square taken[SHOOGI_VIA_MAX]; /* exactly the pieces that it captures on the way, in order */
    unsigned taken_count;
    unsigned by;    /* the end of the first of several legs; SHOOGI_NO_SQUARE: any */
    bool unloading; /* only by chains that unload, or only by others */
    bool by_zone;   /* walks that enter the promotion zone are distinguished */
} walk_asked;

typedef struct walked {
    bits ends;         /* possible destinations */
    bits ends_by_zone; /* destinations of walks through the zone; filled if asked for, and then not
                          in the set above */
    bits more;         /* pieces that it could capture next on the move_pattern */
    bits stops;        /* possible ends of the first of several legs without a capture */
} walked;

/* By all chains that the tables of the kind do not have, and by moves borrowed from other kinds.  Ignores pieces that
 * can never be captured. */
walked BC(shg_walk)(const board *b, walk_asked asked);

/* The pieces of colour that can capture one of the kind on sq by jumping along a line, if exactly these squares are occupied, by
 * whatever stands on them. */
bits BC(shg_jumping_attackers)(const board *b, unsigned sq, shoogi_kind on_it, shoogi_colour colour,
                               bits occupied);

/* A move without captures that has been made: its ends, the piece before the move, whether that was its first move. */
typedef struct shg_push {
    unsigned from, to;
    shg_code piece;
    bool first;
} shg_push;

/* The squares on which the moved piece may be captured en passant, as its own legs mark them.  Source:
 * docs/xbetza.md, "En passant". */
bits BC(shg_marked)(const board *b, shg_push push);

/* The squares on which colour may capture the last move en passant. */
bits BC(shg_marked_for)(const board *b, shoogi_colour colour);

/* The next square along a range jump from sq; SHOOGI_NO_SQUARE: off the board. */
static inline unsigned next_square(const board *b, const shg_ride *ride, shoogi_colour colour,
                                   unsigned sq)
{
    return shg_ride_square(b->v, ride, colour, (shoogi_square)sq, 1);
}

/* The distance of neighbouring squares on the queen line from the first to the last. */
static inline int stride_between(const board *b, unsigned from, unsigned to)
{
    const int ranks = (int)b->v->ranks;
    const int files_away = (int)to / ranks - (int)from / ranks,
              ranks_away = (int)to % ranks - (int)from % ranks;
    return ((files_away > 0) - (files_away < 0)) * ranks + (ranks_away > 0) - (ranks_away < 0);
}

/* The squares around a square, including it. */
static inline bits around(const board *b, unsigned sq)
{
    const unsigned ranks = b->v->ranks, file = sq / ranks, rank = sq % ranks;
    bits found = bits_none();
    for (unsigned f = file - (file > 0); f <= file + 1 && f < b->v->files; f++)
        for (unsigned r = rank - (rank > 0); r <= rank + 1 && r < ranks; r++)
            bits_set(&found, f * ranks + r);
    return found;
}

/* The pieces of colour with a role. */
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

/* Whether colour has both pieces of royalPair. */
static inline bool has_pair(const board *b, shoogi_colour colour)
{
    return b->v->rules.royal_pair && bits_any(pieces_in_role(b, ROLE_PAIR_FIRST, colour)) &&
           bits_any(pieces_in_role(b, ROLE_PAIR_SECOND, colour));
}

/* What keeps colour in the game: its royals or, without royals, the pair. */
static inline unsigned count_lives(const board *b, shoogi_colour colour)
{
    return b->royals[colour] > 0 ? b->royals[colour] : has_pair(b, colour);
}

/* Whether the only royal of the side to move is attacked. */
bool BC(shg_is_in_check)(const board *b);

/* The pieces that the piece on from could capture by a range jump, and its destinations. */
typedef struct swept {
    bits taken, ends;
} swept;
swept BC(shg_sweep)(const board *b, unsigned from);

/* board_moves.c */
size_t BC(shg_count_moves)(const board *b);
size_t BC(shg_list_moves)(const board *b, shoogi_move *moves, size_t room, bool paths);
/* At most as many as there is space for; returns how many. */
size_t BC(shg_list_some)(const board *b, shoogi_move *moves, size_t room);
/* Noisy or quiet moves: see board_search.h. */
size_t BC(shg_list_noisy)(const board *b, shoogi_move *moves, size_t room);
size_t BC(shg_list_quiet)(const board *b, shoogi_move *moves, size_t room);
/* Moves that may give check: see board_search.h. */
size_t BC(shg_list_checks)(const board *b, shoogi_move *moves, size_t room, bool plain);
/* The moves of the piece, or the drops, that match it in like_bits; see board_ops.h. */
size_t BC(shg_list_like)(const board *b, shoogi_move *moves, size_t room, shoogi_move like,
                         shoogi_move like_bits, bool free);
bits BC(shg_attackers)(const board *b, unsigned sq, shoogi_colour colour);
bits BC(shg_held)(const board *b, shoogi_colour colour);
bits BC(shg_takes_from)(const board *b, unsigned sq);
unsigned BC(shg_lone_royal)(const board *b, shoogi_colour colour);

/* board_lines_view.c, board_rays_view.c: all attacks on the board; see board_search.h. */
struct shg_board_view;
void BC(shg_view)(const shoogi_position *p, struct shg_board_view *view);

/* board_special.c: the squares on which a move other than a drop captures by landing, by passing over, or by burning. */
bits BC(shg_taken_by)(const board *b, shoogi_move move);
/* Whether it captures by landing or passing over. */
bool BC(shg_captures_any)(const board *b, shoogi_move move);
/* Whether it captures, burns, or makes the piece one of interest. */
bool BC(shg_is_noisy)(const board *b, shoogi_move move);

/* board_special.c: the first piece that a rule forbids the move to capture; SHOOGI_NO_SQUARE: none */
unsigned BC(shg_barred_victim)(const board *b, shoogi_move move);
/* board_special.c: SHG_PATH_..., for all ways to make the move */
unsigned BC(shg_zone_paths)(const board *b, shoogi_move move);

/* board.c: the part of the Zobrist hash for the state of the board */
uint64_t BC(shg_memory_keys)(const board *b);
/* The hand and the kind of a piece that colour captures; kind 0: it leaves the game */
shg_code BC(shg_into_hand)(const board *b, shg_code taken, shoogi_colour colour);
/* Puts pieces on empty squares and takes them off temporarily; updates nothing else. */
void BC(shg_add_piece)(board *b, unsigned sq, shg_code code);
void BC(shg_remove_piece)(board *b, unsigned sq, shg_code code);
void BC(shg_copy_board)(board *to, const board *from);
void BC(shg_board_do)(board *b, shoogi_move move, shg_made_move *made);
/* The same without the changes that follow. */
void BC(shg_board_go)(board *b, shoogi_move move, shg_made_move *made);
void BC(shg_board_undo)(board *b, const shg_made_move *made);
shoogi_result BC(shg_board_over)(const board *b);

#endif
