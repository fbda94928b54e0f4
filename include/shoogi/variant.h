/* variant.h: a variant, parsed once from its text definition and constant from then on. */
#ifndef SHOOGI_VARIANT_H
#define SHOOGI_VARIANT_H

#include "status.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct shoogi_variant shoogi_variant;

enum {
    SHOOGI_DEFINITION_BYTES_MAX = 256 * 1024,
    SHOOGI_PAGE_BYTES_MAX = 4 * 1024 * 1024,
    SHOOGI_DEFINITION_ERRORS_MAX = 20
};

/* Parses a variant definition.  text: text_bytes of UTF-8 without a NUL at the end, copied.
 * Returns OK and *out owned (shoogi_variant_free).  On error *out is untouched and *err, if given, filled with the
 * first error: PARSE_ERROR with the place in the text, INVALID_RULES with the place of the rule, LIMIT_EXCEEDED,
 * NO_MEMORY.  A definition with base= needs shoogi_variant_parse_with.
 * Any thread.  Memory: linear in text_bytes and in squares times kinds.  Time: also linear in the range of the moves.
 * Source: docs/variant-format.md */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_variant_parse(shoogi_variant **out, const char *text,
                                                             size_t text_bytes, shoogi_error *err);

/* As shoogi_variant_parse, but continues after an error where possible and also reports warnings.  Fills
 * errors[0 .. *error_count - 1], at most errors_max of them, in the order of the text.  A warning has the status OK
 * and may come with a variant.  Returns the status of the first error, or OK. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_variant_check(shoogi_variant **out, const char *text,
                                                             size_t text_bytes,
                                                             shoogi_error *errors,
                                                             size_t errors_max,
                                                             size_t *error_count);

/* Callback that finds the text of a definition by its name or an alias, name_bytes long.  Returns OK with *text and
 * *text_bytes borrowed until the parsing function returns; NOT_FOUND; NO_MEMORY; or another status if the definition
 * exists but cannot be read. */
typedef shoogi_status shoogi_definition_lookup(void *context, const char *name, size_t name_bytes,
                                               const char **text, size_t *text_bytes);

/* Options of shoogi_variant_parse_with.  All zero: the defaults of shoogi_variant_parse. */
typedef struct shoogi_parse_options {
    shoogi_definition_lookup *lookup; /* resolves base=; NULL: base= is an error */
    void *context;                    /* passed to lookup */
    /* Keep unknown parameters and skip lines that begin with # or //, with a warning for each. */
    bool lenient;
    const char *name; /* the name of the variant in records, copied; NULL: none */
    bool page; /* the text is a page, HTML or plain, that contains a diagram; implies lenient */
    const char *game; /* the name of a game of variants.ini, borrowed; NULL: the last one */
} shoogi_parse_options;

/* As shoogi_variant_check, with options; NULL: the defaults.  A page has at most SHOOGI_PAGE_BYTES_MAX bytes, and
 * errors have their place in the page. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_variant_parse_with(
    shoogi_variant **out, const char *text, size_t text_bytes, const shoogi_parse_options *options,
    shoogi_error *errors, size_t errors_max, size_t *error_count);

/* The next game of a text that is Fairy-Stockfish's variants.ini, which every function that reads a definition knows by
 * its first line, a name in brackets.  *at: 0 at first, then the value it was set to.  Returns true with *name
 * borrowed from text; false: no further game, or another kind of text.  Source: docs/variants-ini.md */
SHOOGI_API bool shoogi_text_next_game(const char **name, size_t *name_bytes, size_t *at,
                                      const char *text, size_t text_bytes);

/* Whether a text looks like a page rather than a definition: it contains an HTML tag, or a diagram with prose before or
 * behind it, as copied from a page. */
SHOOGI_API bool shoogi_text_is_page(const char *text, size_t text_bytes);

/* Whether a definition has this alias, name_bytes long, compared without case.  Reads nothing but alias=; the rest of
 * the text may have errors. */
SHOOGI_API bool shoogi_text_has_alias(const char *text, size_t text_bytes, const char *name,
                                      size_t name_bytes);

/* Writes the definition in canonical form: the parameters that differ from their defaults in a fixed order, then
 * one line for each piece, with every base resolved.  Parsing the result gives the same variant, and printing that
 * gives the same text.  Unknown parameters are omitted.  Writes like snprintf: at most out_bytes bytes including the
 * NUL, which is always there unless out_bytes is 0; returns the length of the whole text without the NUL. */
SHOOGI_API size_t shoogi_variant_print(char *out, size_t out_bytes, const shoogi_variant *variant);

/* Checks the XBetza notation of one piece and reports errors as shoogi_variant_check does. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_xbetza_check(const char *text, size_t text_bytes,
                                                            shoogi_error *errors, size_t errors_max,
                                                            size_t *error_count);

/* Frees an owned variant.  No position of it may exist any more.  Accepts NULL. */
SHOOGI_API void shoogi_variant_free(shoogi_variant *variant);

/* The size of the board. */
SHOOGI_API unsigned shoogi_variant_file_count(const shoogi_variant *variant);
SHOOGI_API unsigned shoogi_variant_rank_count(const shoogi_variant *variant);
SHOOGI_API unsigned shoogi_variant_square_count(const shoogi_variant *variant);

/* False for a hole in the board: no piece is ever there. */
SHOOGI_API bool shoogi_variant_has_square(const shoogi_variant *variant, unsigned file,
                                          unsigned rank);

/* Whether the rules say that a player who makes an illegal move loses.  No function of the library makes an illegal
 * move: the caller decides whether to reject it or to end the game. */
SHOOGI_API bool shoogi_variant_illegal_move_loses(const shoogi_variant *variant);

/* The number of kinds.  Kinds are numbered from 1 to this number. */
SHOOGI_API unsigned shoogi_variant_kind_count(const shoogi_variant *variant);

/* One kind as the definition describes it.  All pointers are borrowed until the variant is freed. */
typedef struct shoogi_kind_info {
    const char *name;  /* "silver general": lower case, as in diagrams */
    const char *id;    /* "S", "+P": unique in the variant, upper-case ASCII */
    const char *moves; /* XBetza, as written */
    const char *image; /* part of a file name, as written */
    shoogi_kind
        promoted;     /* the kind it promotes to, or the first of several; 0: it does not promote */
    shoogi_kind base; /* the kind of which it is a promoted form, or itself */
    shoogi_kind
        hand_kind; /* the kind that leaves the hand when it is dropped; 0: it is never dropped */
    bool royal;
    bool in_hand;       /* a piece of this kind can be in hand */
    bool droppable;     /* and can be dropped */
    bool promoted_form; /* its id is "+" and the id of its base */
} shoogi_kind_info;

/* kind: from 1 to shoogi_variant_kind_count. */
SHOOGI_API shoogi_kind_info shoogi_variant_kind(const shoogi_variant *variant, shoogi_kind kind);

/* The style of a piece name.  The name also depends on the colour: in Shogi the two kings have different names.
 * Source: docs/variant-format.md, "Names". */
typedef enum shoogi_style {
    SHOOGI_STYLE_ENGLISH,      /* "Silver General" */
    SHOOGI_STYLE_ROMAJI,       /* "Ginshoo" */
    SHOOGI_STYLE_ROMAJI_SHORT, /* "Gin" */
    SHOOGI_STYLE_KANJI,        /* "銀将", in UTF-8 */
    SHOOGI_STYLE_KANJI_SHORT,  /* "銀" */
    SHOOGI_STYLE_COUNT
} shoogi_style;

/* The name of a piece.  Never NULL; borrowed until the variant is freed.  kind: from 1 to
 * shoogi_variant_kind_count. */
SHOOGI_API const char *shoogi_variant_kind_name(const shoogi_variant *variant, shoogi_kind kind,
                                                shoogi_colour colour, shoogi_style style);

/* The kinds to which a kind may promote by its definition; shoogi_position_promotion_choices has those that a certain
 * move allows.  Fills kinds[0 .. n-1] with the first kinds_max of them, lowest number first, and returns how many
 * there are. */
SHOOGI_API size_t shoogi_variant_promotions(shoogi_kind *kinds, size_t kinds_max,
                                            const shoogi_variant *variant, shoogi_kind kind);

/* The kind as which a piece lies in the box, and in the hand of a player who captures it: a promoted silver general is a
 * silver general.  A kind that is never in hand, such as a royal, is its own, or that of which it is a promoted form.
 * kind: from 1 to shoogi_variant_kind_count. */
SHOOGI_API shoogi_kind shoogi_variant_kind_in_box(const shoogi_variant *variant, shoogi_kind kind);

/* The next of the forms that a piece of the kind has, as if an editor turned it over: its promoted forms, each once, then
 * the first form again; the kind itself if there is no other. */
SHOOGI_API shoogi_kind shoogi_variant_next_form(const shoogi_variant *variant, shoogi_kind kind);

/* The kind with this id, id_bytes long, compared without case; 0: none. */
SHOOGI_API shoogi_kind shoogi_variant_kind_by_id(const shoogi_variant *variant, const char *id,
                                                 size_t id_bytes);

/* As shoogi_variant_kind_by_id, but also accepts the id aliases that the definition allows in input (idAlias=). */
SHOOGI_API shoogi_kind shoogi_variant_kind_by_input(const shoogi_variant *variant, const char *id,
                                                    size_t id_bytes);

/* The name of the variant in records, as given in shoogi_parse_options; "": none.  Borrowed until the variant is
 * freed. */
SHOOGI_API const char *shoogi_variant_name(const shoogi_variant *variant);

/* The title of the game for people, in English: "Chu Shogi"; without one, the name above.  Borrowed until the variant is
 * freed. */
SHOOGI_API const char *shoogi_variant_title(const shoogi_variant *variant);

/* A hash of the canonical form (shoogi_variant_print).  Variants with the same canonical form have the same hash, in
 * every process and on every machine; others have the same hash with a probability of 2^-64.  Returns OK, or
 * NO_MEMORY.  Cost: that of printing. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_variant_hash(uint64_t *out,
                                                            const shoogi_variant *variant);

/* The aliases of the variant, by index from 0; NULL after the last.  Borrowed until the variant is freed. */
SHOOGI_API const char *shoogi_variant_alias(const shoogi_variant *variant, size_t index);

/* A named handicap, for shoogi_position_handicap.  Borrowed until the variant is freed. */
typedef struct shoogi_handicap {
    const char *name;           /* "two-pieces" */
    const char *const *aliases; /* [alias_count] "二枚落ち" */
    size_t alias_count;
    const shoogi_square *squares; /* [square_count] by rank from rank a, then by file from file 1 */
    size_t square_count;
} shoogi_handicap;

/* The handicaps that the definition names, by index from 0; NULL after the last. */
SHOOGI_API const shoogi_handicap *shoogi_variant_handicap(const shoogi_variant *variant,
                                                          size_t index);

/* The handicap with this name or alias, name_bytes long, compared without case; NULL: none. */
SHOOGI_API const shoogi_handicap *shoogi_variant_handicap_by_name(const shoogi_variant *variant,
                                                                  const char *name,
                                                                  size_t name_bytes);

/* The handicap that the stronger player gives for a difference of so many grades: for one game, or for each game of a
 * match of two.  Fills out and returns the number of games; 0 if the definition has no handicap for the difference,
 * which is so after the last row of its table.  Borrowed until the variant is freed. */
SHOOGI_API size_t shoogi_variant_grade_handicap(const shoogi_handicap *out[2],
                                                const shoogi_variant *variant, size_t grades);

/* The value of a parameter that does not affect the rules: one of appearance, firstRank, or an unknown one that was kept.
 * name: compared without case.  NULL if the definition does not set it.  Borrowed until the variant is freed. */
SHOOGI_API const char *shoogi_variant_parameter(const shoogi_variant *variant, const char *name);

/* The square on a file and a rank, both counted from 0. */
SHOOGI_API shoogi_square shoogi_variant_square(const shoogi_variant *variant, unsigned file,
                                               unsigned rank);

/* Writes a square as "7g" or "12l": the file as a decimal number from 1, the rank as letters (a..z, aa..aj).  Writes
 * like snprintf (shoogi_variant_print). */
enum { SHOOGI_SQUARE_TEXT_BYTES = 8 };
SHOOGI_API size_t shoogi_square_text(char *out, size_t out_bytes, const shoogi_variant *variant,
                                     shoogi_square square);

/* Reads the longest square at the beginning of text.  Returns the number of bytes read; 0, with *out untouched, if the
 * text does not begin with a square of this board. */
SHOOGI_API size_t shoogi_square_read(shoogi_square *out, const shoogi_variant *variant,
                                     const char *text, size_t text_bytes);

#ifdef __cplusplus
}
#endif
#endif
