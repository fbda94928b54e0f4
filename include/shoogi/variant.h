/* variant.h: a game, read once from its text definition and constant ever after. */
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

/* Reads one variant definition.  text: text_bytes of UTF-8, need not end in NUL, copied.
 * Returns OK and *out owned (shoogi_variant_free); else *out is untouched and *err, if given, filled
 * with the first fault: PARSE_ERROR with the place, INVALID_RULES with the place of the rule, LIMIT_EXCEEDED,
 * NO_MEMORY.  A definition that is based on another needs shoogi_variant_parse_with.
 * Any thread.  Memory: linear in text_bytes, and in squares times kinds; time: besides, in how far these go.
 * Source: docs/variant-format.md */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_variant_parse(shoogi_variant **out, const char *text,
                                                             size_t text_bytes, shoogi_error *err);

/* The same, and reports every fault it can go on after, and warnings: errors[0 .. *error_count - 1] filled,
 * at most errors_max of them, in the order of the text.  A warning is a record whose status is OK; there
 * may be some although the text was read.  Returns the status of the first error. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_variant_check(shoogi_variant **out, const char *text,
                                                             size_t text_bytes,
                                                             shoogi_error *errors,
                                                             size_t errors_max,
                                                             size_t *error_count);

/* Finds the text of the definition with a name or an alias, name_bytes long.  Returns OK with *text and
 * *text_bytes borrowed until the reading function returns; NOT_FOUND; NO_MEMORY; or another status, which
 * means that there is such a definition and it cannot be had. */
typedef shoogi_status shoogi_definition_lookup(void *context, const char *name, size_t name_bytes,
                                               const char **text, size_t *text_bytes);

/* How a definition is read.  All zero: as shoogi_variant_parse does. */
typedef struct shoogi_parse_options {
    shoogi_definition_lookup *lookup; /* for base=; NULL: there is no other definition */
    void *context;                    /* given to lookup */
    /* Parameters that are not known are kept, and lines that begin with # or // passed over, with a warning for each. */
    bool lenient;
    const char *name; /* what records call the game, copied; NULL: it has no name */
    bool page; /* the text is a page, HTML or plain, with a diagram somewhere in it; lenient too */
} shoogi_parse_options;

/* As shoogi_variant_check, in the way how says; how may be NULL.  A page is at most
 * SHOOGI_PAGE_BYTES_MAX long, and places are those of the page. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_variant_parse_with(
    shoogi_variant **out, const char *text, size_t text_bytes, const shoogi_parse_options *how,
    shoogi_error *errors, size_t errors_max, size_t *error_count);

/* Whether a text looks like a page rather than a definition: it has a tag of HTML in it. */
SHOOGI_API bool shoogi_text_is_page(const char *text, size_t text_bytes);

/* Whether a definition gives itself a name, name_bytes long, as an alias; compared without case.  The text is
 * not read otherwise, and need not be good. */
SHOOGI_API bool shoogi_text_has_alias(const char *text, size_t text_bytes, const char *name,
                                      size_t name_bytes);

/* Writes the definition in its canonical form: what differs from the defaults in a fixed order, then the
 * pieces, a line each; nothing of a base is left to look up.  Read again it is the same variant, and
 * printed again the same text.  Parameters that are not known are left out.  Writes as snprintf does: at
 * most out_bytes bytes, always ending in NUL if out_bytes is not 0; returns the length of the whole. */
SHOOGI_API size_t shoogi_variant_print(char *out, size_t out_bytes, const shoogi_variant *variant);

/* Reads the moves of one piece in XBetza, as shoogi_variant_check does a definition, and forgets them. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_xbetza_check(const char *text, size_t text_bytes,
                                                            shoogi_error *errors, size_t errors_max,
                                                            size_t *error_count);

/* Frees an owned variant; no position of it may be alive.  NULL is accepted. */
SHOOGI_API void shoogi_variant_free(shoogi_variant *variant);

/* The board, in squares. */
SHOOGI_API unsigned shoogi_variant_file_count(const shoogi_variant *variant);
SHOOGI_API unsigned shoogi_variant_rank_count(const shoogi_variant *variant);
SHOOGI_API unsigned shoogi_variant_square_count(const shoogi_variant *variant);

/* False for the holes of a board: nothing ever stands there. */
SHOOGI_API bool shoogi_variant_has_square(const shoogi_variant *variant, unsigned file,
                                          unsigned rank);

/* True if by the rules of the game the side that makes an illegal move loses.  No function here makes one:
 * whether it is refused or lost by is for whoever keeps the game. */
SHOOGI_API bool shoogi_variant_illegal_move_loses(const shoogi_variant *variant);

/* The number of kinds; they are numbered from 1 to it. */
SHOOGI_API unsigned shoogi_variant_kind_count(const shoogi_variant *variant);

/* What a definition says of one kind.  All pointers borrowed until the variant is freed. */
typedef struct shoogi_kind_info {
    const char *name;     /* "silver general", lower case as in diagrams */
    const char *id;       /* "S", "+P": unique in the variant; ASCII, upper case */
    const char *moves;    /* XBetza, as written */
    const char *image;    /* part of a file name, as written */
    shoogi_kind promoted; /* the form it promotes to, first of several; 0: none */
    shoogi_kind base;     /* the kind it is a promoted form of, or itself */
    shoogi_kind
        hand_kind; /* what is taken out of the hand when it is dropped; 0: it is never dropped */
    bool royal;
    bool in_hand;       /* men of it can be in hand */
    bool droppable;     /* and be dropped */
    bool promoted_form; /* its id is "+" and the id of its base */
} shoogi_kind_info;

/* Kind must be from 1 to shoogi_variant_kind_count. */
SHOOGI_API shoogi_kind_info shoogi_variant_kind(const shoogi_variant *variant, shoogi_kind kind);

/* How a kind is called: in one of these styles, and as a man of Black or of White, since the two kings have
 * names of their own.  Source: docs/variant-format.md, "Names". */
typedef enum shoogi_style {
    SHOOGI_STYLE_ENGLISH,      /* "Silver General" */
    SHOOGI_STYLE_ROMAJI,       /* "Ginshoo" */
    SHOOGI_STYLE_ROMAJI_SHORT, /* "Gin" */
    SHOOGI_STYLE_KANJI,        /* "銀将", in UTF-8 */
    SHOOGI_STYLE_KANJI_SHORT,  /* "銀" */
    SHOOGI_STYLE_COUNT
} shoogi_style;

/* Never NULL, and borrowed until the variant is freed.  Kind must be from 1 to shoogi_variant_kind_count. */
SHOOGI_API const char *shoogi_variant_kind_name(const shoogi_variant *variant, shoogi_kind kind,
                                                shoogi_colour colour, shoogi_style style);

/* The forms a kind may promote to, by the definition: whether a move promotes, and which of them it allows, is
 * said by shoogi_position_promotion_choices.  Fills kinds[0 .. n-1] with the first kinds_max of them, lowest number
 * first, and returns how many there are. */
SHOOGI_API size_t shoogi_variant_promotions(shoogi_kind *kinds, size_t kinds_max,
                                            const shoogi_variant *variant, shoogi_kind kind);

/* The kind with this id, id_bytes long, compared without case; 0 if there is none. */
SHOOGI_API shoogi_kind shoogi_variant_kind_by_id(const shoogi_variant *variant, const char *id,
                                                 size_t id_bytes);

/* The same, where other letters for a kind that the definition allows in input count too. */
SHOOGI_API shoogi_kind shoogi_variant_kind_by_input(const shoogi_variant *variant, const char *id,
                                                    size_t id_bytes);

/* What records call the game, as it was given to the reading function; "" if it was given no name.  Borrowed
 * until the variant is freed. */
SHOOGI_API const char *shoogi_variant_name(const shoogi_variant *variant);

/* A number that is the same for equal canonical forms (shoogi_variant_print) and, but for a chance of one in
 * 2^64, different for different ones; in every process and on every machine.  Returns OK, or NO_MEMORY.
 * Cost: that of printing. */
SHOOGI_API SHOOGI_CHECKED shoogi_status shoogi_variant_hash(uint64_t *out,
                                                            const shoogi_variant *variant);

/* Other names of the game, by index from 0; NULL beyond the last.  Borrowed until the variant is freed. */
SHOOGI_API const char *shoogi_variant_alias(const shoogi_variant *variant, size_t index);

/* A usual handicap, for shoogi_position_handicap.  Borrowed until the variant is freed. */
typedef struct shoogi_handicap {
    const char *name;           /* "two-pieces" */
    const char *const *aliases; /* [other_count] further names: "二枚落ち" */
    size_t alias_count;
    const shoogi_square *squares; /* [count] rank a first, in a rank file 1 first */
    size_t square_count;
} shoogi_handicap;

/* The handicaps that the definition names, by index from 0; NULL beyond the last. */
SHOOGI_API const shoogi_handicap *shoogi_variant_handicap(const shoogi_variant *variant,
                                                          size_t index);

/* The one with a name, name_bytes long, compared without case; NULL if there is none. */
SHOOGI_API const shoogi_handicap *shoogi_variant_handicap_by_name(const shoogi_variant *variant,
                                                                  const char *name,
                                                                  size_t name_bytes);

/* What the stronger of two players gives if they are that many grades apart: of one game, or of each game of a
 * match of two.  Fills out and returns how many games: 0 where the definition has nothing for that difference,
 * as it has for none beyond the last of its table.  Borrowed until the variant is freed. */
SHOOGI_API size_t shoogi_variant_grade_handicap(const shoogi_handicap *out[2],
                                                const shoogi_variant *variant, size_t grades);

/* The value of a parameter that has no part in the rules, by its name without case: of looks, or one that is
 * not known and was kept; NULL if it is not given.  Borrowed until the variant is freed. */
SHOOGI_API const char *shoogi_variant_parameter(const shoogi_variant *variant, const char *name);

/* The square on a file and a rank, both from 0. */
SHOOGI_API shoogi_square shoogi_variant_square(const shoogi_variant *variant, unsigned file,
                                               unsigned rank);

/* "7g", "12l": file as a decimal number, rank as letters (a..z, aa..aj).  Writes as snprintf does: at
 * most out_bytes bytes, always ending in NUL if out_bytes is not 0; returns the length of the whole. */
enum { SHOOGI_SQUARE_TEXT_BYTES = 8 };
SHOOGI_API size_t shoogi_square_text(char *out, size_t out_bytes, const shoogi_variant *variant,
                                     shoogi_square square);

/* Reads a square at the beginning of text, the longest that fits.  Returns the bytes read, or 0 if no
 * square of the board stands there; then *out is untouched. */
SHOOGI_API size_t shoogi_square_read(shoogi_square *out, const shoogi_variant *variant,
                                     const char *text, size_t text_bytes);

#ifdef __cplusplus
}
#endif
#endif
