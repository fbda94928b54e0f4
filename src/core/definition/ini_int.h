/* ini_int.h: a game of variants.ini while it is read; shared by the files that translate it.
 *
 * The sections of a file are read into options (ini_read.c), their values into numbers, sets and areas (ini_values.c)
 * and the position (ini_position.c); the rules (ini_rules.c), the castling (ini_castling.c) and the pieces
 * (ini_pieces.c) are written as lines of a definition.  ini.c puts them in order.  Source: docs/variants-ini.md. */
#ifndef SHG_CORE_DEFINITION_INI_INT_H
#define SHG_CORE_DEFINITION_INI_INT_H

#include "core/definition/definition.h"
#include "core/definition/ini.h"
#include "core/definition/ini_text.h"

/* --- the tables --- */

/* Of a row: read; refused unless it has its default; passed over; another name of an option; both sides' at once. */
enum { ROLE_READ, ROLE_ONLY, ROLE_LOOK, ROLE_SAME, ROLE_BOTH };
enum { KIND_BOOL, KIND_COUNT, KIND_FILE_COUNT, KIND_VALUE, KIND_PIECES, KIND_SQUARES, KIND_TEXT };

/* The options that are read come first, under their idents. */
enum option {
#define READ(ident, name, kind, usual) OPTION_##ident,
#define ONLY(name, kind, value)
#define LOOK(name)
#define SAME(name, ident)
#define BOTH(name, white, black)
#include "core/definition/ini_options.def"
#undef READ
#undef ONLY
    OPTIONS_READ,
    OPTIONS_READ_LAST = OPTIONS_READ - 1,
#define READ(ident, name, kind, usual)
#define ONLY(name, kind, value) OPTION_ONLY_##name,
#include "core/definition/ini_options.def"
#undef READ
#undef ONLY
#undef LOOK
#undef SAME
#undef BOTH
    OPTIONS
};

/* A row of ini_options.def. */
typedef struct shg_ini_row {
    const char *name;
    uint8_t role, kind;
    const char *usual;      /* "": no value */
    uint16_t first, second; /* the options that take the value */
} shg_ini_row;
enum {
    INI_ROWS = 0
#define READ(ident, name, kind, usual) +1
#define ONLY(name, kind, value)        +1
#define LOOK(name)                     +1
#define SAME(name, ident)              +1
#define BOTH(name, white, black)       +1
#include "core/definition/ini_options.def"
#undef READ
#undef ONLY
#undef LOOK
#undef SAME
#undef BOTH
};
extern const shg_ini_row shg_ini_rows[INI_ROWS];

/* What a piece can be: those of ini_pieces.def, the game's own, and the king. */
enum type {
#define PIECE(option, moves, name) TYPE_##option,
#include "core/definition/ini_pieces.def"
#undef PIECE
    TYPE_CUSTOM,
    CUSTOMS = 25,
    TYPE_KING = TYPE_CUSTOM + CUSTOMS,
    TYPES
};
_Static_assert(TYPES < 64, "a set of types is a word");

/* A row of ini_pieces.def. */
typedef struct shg_ini_type_row {
    const char *option, *moves, *name;
} shg_ini_type_row;
extern const shg_ini_type_row shg_ini_types[TYPE_CUSTOM];

/* --- what has been read --- */

enum {
    FILES_MAX = 26,
    RANKS_MAX = 36,
    LETTERS = 26,
    CHAIN_BUILT_IN_MAX = 8,
    MOVES_BYTES_MAX = 200
};
enum { WHITE, BLACK };
enum { ALL_TYPES = 63 };

/* A section of the file, from the line after its name to the next. */
typedef struct shg_ini_section {
    shg_span name, base, header;
    const char *from, *to;
} shg_ini_section;

/* A square of the initial position. */
typedef struct shg_ini_cell {
    int8_t type; /* -1: empty */
    bool promoted, black, hole;
} shg_ini_cell;

/* A set of squares. */
typedef struct shg_ini_area {
    bool in[RANKS_MAX][FILES_MAX];
} shg_ini_area;

/* A game: what its section and its bases say, and what follows from it. */
typedef struct shg_ini {
    shg_ini_text *out;
    shg_faults *faults;
    shg_span header;               /* the name of the game */
    shg_span place;                /* of values that are not in the file */
    bool built_in;                 /* the text being read is not in the file */
    shg_ini_value option[OPTIONS]; /* text.bytes NULL: not given */
    uint64_t set[OPTIONS_READ];    /* of PIECES */
    bool given[OPTIONS];           /* in the section being read */
    shg_ini_value type[TYPES], mobility[2][TYPES];
    bool type_given[TYPES];
    char letter[TYPES];     /* in lower case; 0: not in the game */
    int8_t promoted[TYPES]; /* -1: none */
    shg_span promoted_at[TYPES];
    int files, ranks;
    shg_ini_cell board[RANKS_MAX][FILES_MAX]; /* rank 0 is White's */
    unsigned hand[TYPES][2];
    bool has_hand, used[TYPES];
    bool promoted_used[TYPES];
    bool black_first;
    int checks[2];             /* that win, in startFen; 0: it has no count */
    shg_span rights;           /* to castle, of startFen */
    shg_ini_area white, black; /* scratch */
} shg_ini;

/* A kind of piece of the definition. */
typedef struct shg_ini_kind {
    int type; /* what it is, unpromoted */
    bool promoted;
} shg_ini_kind;

/* The type whose moves a kind has. */
static inline int shg_ini_moves_type(const shg_ini *g, shg_ini_kind k)
{
    return k.promoted ? g->promoted[k.type] : k.type;
}

/* --- ini_read.c: lines, sections and bases --- */

/* Whether c is a space within a line. */
bool shg_ini_is_blank(char c);
/* The next line without spaces around it, and without the tag that ends lines in texts copied from a page. */
bool shg_ini_next_line(shg_span *line, const char **at, const char *end);
/* Reads "[name]" or "[name:base]" in *s; false: the line is none. */
bool shg_ini_read_header(shg_ini_section *s, shg_span line);
/* Whether a is the text b. */
bool shg_ini_same(shg_span a, const char *b);
/* Fills sections, [SHG_INI_GAMES_MAX], with those of the file, and returns their count. */
size_t shg_ini_find_sections(shg_ini_section *sections, shg_faults *faults);
/* Reads a section on top of its bases, which stand before it in the file.  chain: [SHG_INI_GAMES_MAX] */
void shg_ini_read_chain(shg_ini *g, const shg_ini_section *sections, size_t chosen, size_t *chain);

/* --- ini_values.c: values of options --- */

/* The row of an option that is read or refused; NULL: there is none. */
const shg_ini_row *shg_ini_row_of(unsigned option);
/* The type with a letter; -1: none. */
int shg_ini_type_of(const shg_ini *g, char letter);
/* The types whose letters are listed; "*" is all. */
uint64_t shg_ini_read_set(const shg_ini *g, const shg_ini_value *value);
/* The value of an option, or its default, which has the place of the header. */
shg_ini_value shg_ini_value_of(const shg_ini *g, unsigned option);
/* The values of options, each of its kind; another value is a fault, and counts as false, least, or DRAW. */
bool shg_ini_is_true(const shg_ini *g, unsigned option);
/* Reports that there is no rule like this. */
void shg_ini_refuse(const shg_ini *g, unsigned option, const char *expected);
/* Whether the file or a base gives an option. */
bool shg_ini_is_given(const shg_ini *g, unsigned option);
int shg_ini_count_of(const shg_ini *g, unsigned option, int least, int most);
enum { VALUE_DRAW, VALUE_LOSS, VALUE_WIN, VALUE_NONE };
int shg_ini_result_of(const shg_ini *g, unsigned option);
/* Squares: "d4", "*7" for a rank, "c*" for a file, "-" for none.  Those off the board do not matter. */
void shg_ini_read_area(const shg_ini *g, shg_ini_area *out, unsigned option,
                       const shg_ini_value *given);
/* The number of whole ranks of an area, which all begin with the first or end with the last; -1: it is another area. */
int shg_ini_whole_ranks(const shg_ini *g, const shg_ini_area *a, bool from_first);
/* Whether turning the board (rotate) or reflecting it takes one area to the other. */
bool shg_ini_areas_match(const shg_ini *g, const shg_ini_area *white, const shg_ini_area *black,
                         bool rotate);
bool shg_ini_is_empty(const shg_ini_area *area);

/* --- ini_position.c: the initial position --- */

/* Reads startFen and the letters of the pieces it has. */
void shg_ini_read_position(shg_ini *g);
/* Whether turning the board (rotate) or reflecting it leaves the position as it is with the sides exchanged. */
bool shg_ini_is_symmetric(const shg_ini *g, bool rotate);

/* --- ini_rules.c: promotion, drops, and how a game ends --- */

/* How the pieces of a game promote. */
typedef struct shg_ini_promotion {
    uint64_t pawns, choices; /* as in chess */
    int zone;                /* ranks; 0: there is no promotion */
    bool pairs;
} shg_ini_promotion;

/* A set of types that the options of both sides give alike. */
uint64_t shg_ini_of_both(const shg_ini *g, unsigned white, unsigned black, uint64_t usual);
/* Reads where and to what the pieces promote. */
void shg_ini_read_promotion(shg_ini *g, shg_ini_promotion *p);
/* The kinds in their order: first those that promote, then the others, then the promoted ones. */
size_t shg_ini_list_kinds(const shg_ini *g, const shg_ini_promotion *p, shg_ini_kind *kinds,
                          size_t *promoting);
/* A parameter with the place of the option that it follows from. */
void shg_ini_put_parameter(const shg_ini *g, unsigned option, const char *name, const char *value);
/* Write parameters: of the zone and the choices, of drops, of what ends a game. */
void shg_ini_put_promotion(const shg_ini *g, const shg_ini_promotion *p, size_t promoting);
void shg_ini_put_drops(const shg_ini *g);
/* The kinds of types that must not be lost, each of which is royal. */
uint64_t shg_ini_read_royals(const shg_ini *g);
void shg_ini_put_end(shg_ini *g, uint64_t royals, int symmetry);

/* --- ini_castling.c --- */

/* Reads the castling of startFen: writes the atoms of the type that castles, and returns it; -1: none does.  *flips:
 * White castles to the same side of the board as Black. */
int shg_ini_read_castling(const shg_ini *g, char *moves, size_t room, bool *flips);

/* --- ini_pieces.c: the pieces, their squares and moves --- */

/* What concerns all pieces. */
typedef struct shg_ini_piece_rules {
    int symmetry, zone, drop_ranks;
    bool drops;
    shg_ini_pawn pawn;
    int castling_type; /* -1: none */
    char castling[32]; /* its atoms */
} shg_ini_piece_rules;

/* Whether pawns take double steps: all of them from where they start, and none from elsewhere. */
bool shg_ini_takes_double_steps(shg_ini *g, bool drops);
/* The ranks at a player's own side on which pieces may be dropped; 0: all. */
int shg_ini_drop_ranks(shg_ini *g);
/* Writes the line of a piece: its name, id, moves and squares. */
void shg_ini_put_piece(shg_ini *g, shg_ini_kind k, const shg_ini_piece_rules *rules);
/* Writes the squares that are not on the board. */
void shg_ini_put_holes(const shg_ini *g);

#endif
