/* definition.h: a variant definition as it was written, read but not yet understood.
 *
 * The text is that of the Interactive Diagram with further parameters; source: docs/variant-format.md.
 * Reading finds faults of form, and lays a definition over the one it is based on; variant_build.c
 * finds out what it all means. */
#ifndef SHG_CORE_DEFINITION_DEFINITION_H
#define SHG_CORE_DEFINITION_DEFINITION_H

#include "base/arena.h"
#include "core/definition/faults.h"
#include "shoogi/status.h"
#include "shoogi/types.h"
#include "shoogi/variant.h"

enum { SHG_SYMMETRY_NONE, SHG_SYMMETRY_MIRROR, SHG_SYMMETRY_ROTATE };
enum { SHG_DROP_NONE, SHG_DROP_OWN, SHG_DROP_ANY };
enum { SHG_WHEN_TOUCH, SHG_WHEN_ENTER, SHG_WHEN_END, SHG_WHEN_PASS, SHG_WHEN_CAPTURE };

/* What a number may be besides itself. */
enum {
    SHG_DERIVED = -1000, /* not given; the default follows from other parameters */
    SHG_MISSING = -1001  /* not given, and there is no default */
};

typedef enum shg_parameter {
#define NUMBER(ident, name, least, most, usual) SHG_P_##ident,
#define WORDS(ident, name, words, usual)        SHG_P_##ident,
#define VALUE(ident, name)                      SHG_P_##ident,
#define ADDS(ident, name)                       SHG_P_##ident,
#define OF_PIECE(ident, name)                   SHG_P_##ident,
#define LOOKS(ident, name)                      SHG_P_##ident,
#include "core/definition/parameters.def"
#undef NUMBER
#undef WORDS
#undef VALUE
#undef ADDS
#undef OF_PIECE
#undef LOOKS
    SHG_PARAMETERS
} shg_parameter;

typedef enum shg_form {
    SHG_NUMBER,
    SHG_WORDS,
    SHG_VALUE,
    SHG_ADDS,
    SHG_OF_PIECE,
    SHG_LOOKS
} shg_form;

typedef struct shg_parameter_row {
    const char *name;
    size_t name_bytes;
    shg_form form;
    int least, most, usual;
    const char *words; /* "a|b|c" */
} shg_parameter_row;

/* [SHG_PARAMETERS] */
extern const shg_parameter_row shg_parameter_rows[];

/* name:id:moves:image:squares:hand */
typedef struct shg_piece_line {
    shg_span name, id, moves, image, squares, hand;
} shg_piece_line;

/* A value of a parameter that adds up.  Those that belong to a piece line name it. */
typedef struct shg_given {
    shg_parameter parameter;
    shg_span value;
    size_t line; /* pieces: the number, from 1, of the last piece line before it; 0: none */
    int number;  /* not 0: this is the value, and there is no text of it */
} shg_given;

/* A parameter that nothing here knows. */
typedef struct shg_extra {
    shg_span name, value;
} shg_extra;

enum { SHG_EXTRAS_MAX = 256 };

typedef struct shg_definition {
    int number[SHG_PARAMETERS];     /* of NUMBER and WORDS */
    shg_span value[SHG_PARAMETERS]; /* as given last, where not all add up; bytes NULL: not given */
    bool cleared[SHG_PARAMETERS]; /* of ADDS: none was given, so nothing is taken over from a base */
    size_t given_count, extra_count, kind_count, hole_count;
    shg_given *given;      /* [given_count] in the order of the text */
    shg_extra *extras;     /* [extra_count] */
    shg_piece_line *kinds; /* [kind_count], kind k at k - 1 */
    shg_piece_line *holes; /* [hole_count] */
    bool from_page;
} shg_definition;

/* Reads the first source of faults, and what it is based on.  how: borrowed; NULL is a reading with nothing
 * said.  *out filled, borrowing from the texts and from arena.  Returns OK, perhaps with faults, in which case
 * *out is of no use; or NO_MEMORY. */
shoogi_status shg_definition_read(shg_definition *out, shg_arena *arena,
                                  const shoogi_parse_options *options, shg_faults *faults);

/* The default of a parameter, as it follows from the others. */
int shg_definition_defaults(const shg_definition *def, shg_parameter p);

/* What is told about a game: its history, its disputes and their readings, its sources. */
static inline bool shg_is_note(shg_parameter p)
{
    return p >= SHG_P_HISTORY && p <= SHG_P_SOURCE;
}

/* True if promotion is as in chess: to a form of the player's choice. */
bool shg_definition_chess_style(const shg_definition *def);

/* The next value of alias= in a text that need not be good, from *at on, which is 0 at first and is moved behind it.  False
 * if there is no further one. */
bool shg_text_next_aliases(shg_span *list, size_t *at, const char *text, size_t text_bytes);

/* Small readers of values, for all who understand them. */
bool shg_span_is(shg_span span, const char *text);
/* What is left of a span behind its first bytes. */
static inline shg_span shg_span_from(shg_span whole, size_t from)
{
    return (shg_span){ whole.bytes + from, whole.count - from };
}
/* Reads a whole number; a fault, and false, if the span is none from least to most.  what: as in "a number of
 * ranks". */
bool shg_read_number(shg_faults *faults, shg_span span, const char *what, int least, int most,
                     int *out);
/* The index of the word of "a|b|c" that span is, or -1. */
int shg_word_index(const char *words, shg_span span);
void shg_fault_words(shg_faults *faults, shg_span value, const char *words);

/* The id of a piece line in upper case: what is written, or the first letter of the name.  False, and told, if
 * it is none. */
enum { SHG_ID_BYTES = 8 };
bool shg_line_id(char id[SHG_ID_BYTES], const shg_piece_line *line, shg_faults *faults);

#endif
