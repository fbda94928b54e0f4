/* new_form.h: the form of a NEW command and its parts.
 *
 * Source: shoogi-commands.md, NEW.1 to NEW.14, above all NEW.7; NEW.c. */
#ifndef SHG_SERVER_LOBBY_NEW_FORM_H
#define SHG_SERVER_LOBBY_NEW_FORM_H

#include "server/session/command.h"

typedef enum shg_new_kind {
    SHG_NEW_LIST,   /* NEW */
    SHG_NEW_ANSWER, /* NEW <num> */
    SHG_NEW_BLACK,  /* NEW <pattern> <move> [comment]; with -c the move may be left out */
    SHG_NEW_WHITE,  /* NEW [<pattern>] W[<move>] [comment]; with -c the W may be left out */
    SHG_NEW_RANDOM  /* NEW -c random [<pattern>] [comment]; the same with -g or -f in place of -c */
} shg_new_kind;

/* The options of NEW with a value, in the order of its row in commands.def. */
enum {
    SHG_NEW_VALUE_VARIANT,
    SHG_NEW_VALUE_SCHOOL,
    SHG_NEW_VALUE_COLOUR,
    SHG_NEW_VALUE_CLOCK,
    SHG_NEW_VALUE_PRIVACY,
    SHG_NEW_VALUE_RATINGS,
    SHG_NEW_VALUE_DAYS,
    SHG_NEW_VALUE_START
};

typedef struct shg_new_form {
    shg_new_kind kind;
    int64_t number;   /* ANSWER */
    shg_part pattern; /* 0 bytes: everybody */
    shg_part move;    /* without the W; 0 bytes: none */
    /* The W was in the place of a move and may also begin the letters of a piece: the whole word
     * begins one byte before move. */
    bool w_or_letter;
    shg_part comment;
} shg_new_form;

/* call: of the command NEW.  Returns OK and *out filled, or PARSE_ERROR or LIMIT_EXCEEDED and *err. */
SHOOGI_CHECKED shoogi_status shg_new_form_read(shg_new_form *out, const shg_call *call,
                                               shoogi_error *err);

#endif
