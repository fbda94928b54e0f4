#include "server/game/promotion.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct promotion {
    shg_question question; /* must be first */
    shg_rules *rules;      /* owned; NULL: the variant lives as long as the server */
    const shoogi_variant *variant;
    void (*then)(shg_session *session, void *context, shoogi_move move);
    const char *no;
    void *context; /* NULL once then has taken it */
    void (*free_context)(void *context);
    bool yes_or_no; /* one promoted form, and promotion is optional */
    size_t count;
    shoogi_move choices[]; /* the move without promotion first */
} promotion;

static const char cancel[] = "cancel";

/* The choice named by the letter or name of a form, also with + before it; 0 for none. */
static shoogi_move form_of(const promotion *p, const char *line, size_t line_bytes)
{
    shoogi_kind form = shoogi_variant_kind_by_input(p->variant, line, line_bytes);
    if (form == 0 && line_bytes > 1 && line[0] == '+') /* as after a move */
        form = shoogi_variant_kind_by_input(p->variant, line + 1, line_bytes - 1);
    for (size_t i = 0; i < p->count && form != 0; i++)
        if (shoogi_move_is_promotion(p->choices[i]) && shoogi_move_kind(p->choices[i]) == form)
            return p->choices[i];
    return 0;
}

/* Returns the chosen move; 0 if the answer is not a choice. */
static shoogi_move choice_of(const shg_session *s, const promotion *p, const char *line,
                             size_t line_bytes)
{
    const shoogi_move plain = shoogi_move_is_promotion(p->choices[0]) ? 0 : p->choices[0];
    const shoogi_move form = form_of(p, line, line_bytes);
    if (form != 0 && !p->yes_or_no)
        return form;
    if (shg_text_same(line, line_bytes, "=", 1))
        return plain;
    if (p->yes_or_no && shg_text_same(line, line_bytes, "+", 1))
        return p->choices[1];
    switch (shg_session_reply(s, line, line_bytes)) {
    case SHG_REPLY_YES: return p->yes_or_no ? p->choices[1] : 0;
    case SHG_REPLY_NO: return plain;
    case SHG_REPLY_OTHER: break;
    }
    return p->yes_or_no ? form : 0;
}

static void answer(shg_session *s, shg_question *question, const char *line, size_t line_bytes)
{
    promotion *p = (promotion *)question;
    const char *typed = line;
    size_t typed_bytes = line_bytes;
    shg_trim(&typed, &typed_bytes);
    if (line == cancel) { /* by an interrupt, or shg_session_not_answered */
        shg_refuse_text(s, p->no);
        shg_session_answered(s);
        return;
    }
    const shoogi_move choice = choice_of(s, p, typed, typed_bytes);
    if (choice == 0) {
        shg_session_not_answered(
            s, line, line_bytes,
            p->yes_or_no
                ? SHG_TEXT("Type y to promote, n not to promote, or cancel not to make the move.")
                : SHG_TEXT("Type one of the choices above, or cancel not to make the move."));
        return;
    }
    void (*const then)(shg_session *, void *, shoogi_move) = p->then;
    void *const context = p->context;
    p->context = NULL;
    shg_session_answered(s);
    then(s, context, choice);
}

static void free_promotion(shg_session *s, shg_question *question)
{
    (void)s;
    promotion *p = (promotion *)question;
    if (p->context)
        p->free_context(p->context);
    shg_rules_unref(p->rules);
    free(p);
}

/* "Promote? <y,n,c> ", or the letters of the forms, and = if promotion is optional. A program cancels by
 * not answering. */
static void write_prompt(promotion *p, shg_language language, bool program)
{
    shg_out out = shg_out_make(p->question.prompt, sizeof p->question.prompt);
    bool c_is_form = false;
    shg_out_format(&out, "%s <", shg_text_in(language, "Promote?"));
    for (size_t i = 0; i < p->count && !p->yes_or_no; i++) {
        if (!shoogi_move_is_promotion(p->choices[i]))
            continue;
        const char *id = shoogi_variant_kind(p->variant, shoogi_move_kind(p->choices[i])).id;
        c_is_form = c_is_form || shg_text_same(id, strlen(id), "c", 1);
        if (out.length + 28 > sizeof p->question.prompt) { /* choices left out can still be typed */
            shg_out_text(&out, "...,");
            break;
        }
        shg_out_format(&out, "%s,", id);
    }
    if (p->yes_or_no)
        shg_out_text(&out, "y,n");
    else if (shoogi_move_is_promotion(p->choices[0]))
        p->question.prompt[--out.length] = '\0'; /* the last comma */
    else
        shg_out_char(&out, '=');
    if (!program)
        shg_out_text(&out, c_is_form ? ",cancel" : ",c");
    shg_out_text(&out, "> ");
    assert(out.length < sizeof p->question.prompt);
}

void shg_ask_promotion(shg_session *s, const shoogi_position *position, shg_rules *rules,
                       shoogi_move move, const char *no,
                       void (*then)(shg_session *, void *, shoogi_move), void *context,
                       void (*free_context)(void *))
{
    const size_t count = shoogi_position_promotion_choices(position, move, NULL, 0);
    assert(count > 1);
    promotion *p = calloc(1, sizeof *p + count * sizeof p->choices[0]);
    if (!p) {
        shg_refuse_as(s, SHG_REFUSED_FAILED, "The server is out of memory.\n");
        free_context(context);
        return;
    }
    p->question.answer = answer;
    p->question.free = free_promotion;
    p->question.interrupt = cancel;
    p->no = no;
    p->rules = rules ? shg_rules_ref(rules) : NULL;
    p->variant = shoogi_position_variant(position);
    p->then = then;
    p->context = context;
    p->free_context = free_context;
    p->count = shoogi_position_promotion_choices(position, move, p->choices, count);
    p->yes_or_no = count == 2 && !shoogi_move_is_promotion(p->choices[0]);
    write_prompt(p, shg_session_language(s), shg_session_is_program(s));
    shg_session_ask(s, &p->question);
}
