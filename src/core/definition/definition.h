/* definition.h: a variant definition parsed into values, before its meaning is known.
 *
 * The text is that of the Interactive Diagram with additional parameters; source: docs/variant-format.md.  Parsing
 * finds syntax errors and applies a definition to its base; variant_build.c interprets the values. */
#ifndef SHG_CORE_DEFINITION_DEFINITION_H
#define SHG_CORE_DEFINITION_DEFINITION_H

#include "base/arena.h"
#include "core/definition/faults.h"
#include "shoogi/status.h"
#include "shoogi/types.h"
#include "shoogi/variant.h"

enum { SHG_SYMMETRY_NONE, SHG_SYMMETRY_MIRROR, SHG_SYMMETRY_ROTATE };
enum { SHG_DROP_NONE, SHG_DROP_OWN, SHG_DROP_ANY };
enum { SHG_MUST_NEVER, SHG_MUST_ALWAYS, SHG_MUST_IF_PROMOTED, SHG_MUST_LAST };
enum { SHG_WHEN_TOUCH, SHG_WHEN_ENTER, SHG_WHEN_END, SHG_WHEN_PASS, SHG_WHEN_CAPTURE };

/* Special values of a number. */
enum {
    SHG_DERIVED = -1000, /* not given; the default depends on other parameters */
    SHG_MISSING = -1001, /* not given, and without a default */
    SHG_BY_ID = -1002    /* the number of a piece line, given by its id, which is not known yet */
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

/* A value of a cumulative parameter.  If it belongs to a piece line, it names the line. */
typedef struct shg_given {
    shg_parameter parameter;
    shg_span value;
    size_t line;    /* pieces: the number, from 1, of the piece line before it; 0: none */
    int number;     /* not 0: the value itself, without a text */
    bool inherited; /* from a base */
} shg_given;

/* An unknown parameter. */
typedef struct shg_extra {
    shg_span name, value;
} shg_extra;

enum { SHG_EXTRAS_MAX = 256 };

typedef struct shg_definition {
    int number[SHG_PARAMETERS];     /* of NUMBER and WORDS */
    shg_span value[SHG_PARAMETERS]; /* the last value given, for parameters that are not cumulative;
                                       bytes NULL: not given */
    bool cleared[SHG_PARAMETERS]; /* of ADDS: "none" was given, which cancels the values of the base */
    bool inherited[SHG_PARAMETERS]; /* the value is that of a base */
    int usual_holdings; /* holdingsType, or that of the base: other defaults depend on it */
    size_t given_count, extra_count, kind_count, hole_count;
    shg_given *given;      /* [given_count] in the order of the text */
    shg_extra *extras;     /* [extra_count] */
    shg_piece_line *kinds; /* [kind_count], kind k at k - 1 */
    shg_piece_line *holes; /* [hole_count] */
    bool from_page;
    bool based; /* it has a base */
} shg_definition;

/* Parses the first source of faults, and its bases. options: borrowed; NULL: the defaults.  Fills *out, which borrows
 * from the texts and from arena.  Returns OK, perhaps with errors reported, in which case *out is useless; or
 * NO_MEMORY. */
shoogi_status shg_definition_read(shg_definition *out, shg_arena *arena,
                                  const shoogi_parse_options *options, shg_faults *faults);

/* The default of a parameter in a text without a base that is not a page, given the values of the others. */
int shg_definition_defaults(const shg_definition *def, shg_parameter p);

/* The parameters of notes, which take the rest of their line: title, history, disputed rules, rulings, sources. */
static inline bool shg_is_note(shg_parameter p)
{
    return p >= SHG_P_TITLE && p <= SHG_P_SOURCE;
}

/* Whether promotion is as in chess, to a kind of the player's choice. */
bool shg_definition_chess_style(const shg_definition *def);

/* Whether it is the name of a parameter. */
bool shg_is_parameter(shg_span name);

/* Whether it is the name of a parameter that takes the rest of its line. */
bool shg_is_note_name(shg_span name);

/* Whether a text contains words that are neither a parameter nor a piece nor a comment, so that it is no definition, but
 * perhaps contains one.  Time: linear, but for long lines of words. */
bool shg_text_has_other_words(const char *text, size_t text_bytes);

/* The next value of alias= in a text that may have errors.  *at: 0 at first, then after the value.  False: no further
 * value. */
bool shg_text_next_aliases(shg_span *list, size_t *at, const char *text, size_t text_bytes);

/* The value of title= in a text that may have errors; count 0: none. */
shg_span shg_text_title(const char *text, size_t text_bytes);

/* Whether a person who types this means this title.  Case does not matter, commas are optional, and "-" or "_" stands for
 * a space: "chu-shogi" is "Chu Shogi". */
bool shg_title_is(shg_span title, shg_span typed);

/* Whether an alias or the title in a text that may have errors is the same name, spelled otherwise (shg_name_same). */
bool shg_text_has_name(const char *text, size_t text_bytes, shg_span name);

/* The longest title. */
enum { SHG_TITLE_CHARACTERS_MAX = 60, SHG_TITLE_BYTES_MAX = 4 * SHG_TITLE_CHARACTERS_MAX };

/* Parsers of small values. */
bool shg_span_is(shg_span span, const char *text);
/* The part of a span after its first bytes. */
static inline shg_span shg_span_from(shg_span whole, size_t from)
{
    return (shg_span){ whole.bytes + from, whole.count - from };
}
/* Parses a whole number; reports an error and returns false unless it is from least to most. what: as in "a number of
 * ranks". */
bool shg_read_number(shg_faults *faults, shg_span span, const char *what, int least, int most,
                     int *out);
/* The index in "a|b|c" of the word equal to span; -1: none. */
int shg_word_index(const char *words, shg_span span);
void shg_fault_words(shg_faults *faults, shg_span value, const char *words);

/* Whether it begins like an id, and not like a number. */
bool shg_may_be_id(shg_span span);

/* The id of a piece line in upper case: as written, or the first letter of the name.  False, with an error reported,
 * if it is invalid. */
enum { SHG_ID_BYTES = 8 };
bool shg_line_id(char id[SHG_ID_BYTES], const shg_piece_line *line, shg_faults *faults);

#endif
