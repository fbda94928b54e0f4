/* definition_fuzz.c: any text as a definition, and as a page: it is refused at a place within it, or it comes
 * down to a text that is the same game and comes down to itself. */
#include "core/variant/variant_int.h"
#include "fuzz.h"

#include <string.h>

/* Every text is based on this one, if on any. */
static shoogi_status look_up(void *context, const char *name, size_t name_bytes, const char **text,
                             size_t *text_bytes)
{
    static const char base[] = "files=5 ranks=5 holdingsType=-1 promoChoice=+ alias=x "
                               "pawn:P:fWf@4:p:a2 tokin:+P:WfF:t: king:K:K:k:c1 hole::::e1";
    (void)context;
    if (name_bytes > 8 || memchr(name, 'x', name_bytes))
        return SHOOGI_NOT_FOUND;
    *text = base;
    *text_bytes = sizeof base - 1;
    return SHOOGI_OK;
}

static char *print(const shoogi_variant *v)
{
    const size_t length = shoogi_variant_print(NULL, 0, v);
    char *const text = malloc(length + 1);
    FUZZ_REQUIRE(text);
    FUZZ_REQUIRE(shoogi_variant_print(text, length + 1, v) == length && strlen(text) == length);
    return text;
}

static void require_round_trip(const shoogi_variant *v)
{
    shoogi_variant *again = NULL;
    shoogi_error err;
    char *const text = print(v);
    FUZZ_REQUIRE(strlen(text) > SHOOGI_DEFINITION_BYTES_MAX ||
                 shoogi_variant_parse(&again, text, strlen(text), &err) == SHOOGI_OK);
    if (again) {
        char *const second = print(again);
        FUZZ_REQUIRE(strcmp(text, second) == 0);
        FUZZ_REQUIRE(again->kinds == v->kinds && again->moves_max == v->moves_max);
        FUZZ_REQUIRE(memcmp(again->start, v->start, v->squares * sizeof *v->start) == 0);
        FUZZ_REQUIRE(memcmp(again->hole, v->hole, v->squares * sizeof *v->hole) == 0);
        for (unsigned k = 1; k <= v->kinds; k++)
            FUZZ_REQUIRE(again->kind[k].captured_as == v->kind[k].captured_as &&
                         again->kind[k].hand_kind == v->kind[k].hand_kind &&
                         again->kind[k].base == v->kind[k].base &&
                         again->kind[k].royal == v->kind[k].royal &&
                         again->kind[k].promotion_count == v->kind[k].promotion_count);
        free(second);
    }
    free(text);
    shoogi_variant_free(again);
}

static void read_as(const char *text, size_t bytes, shoogi_parse_options how)
{
    shoogi_variant *v = NULL;
    shoogi_error errors[2 * SHOOGI_DEFINITION_ERRORS_MAX];
    size_t count;
    const shoogi_status status = shoogi_variant_parse_with(
        &v, text, bytes, &how, errors, sizeof errors / sizeof errors[0], &count);
    FUZZ_REQUIRE((status == SHOOGI_OK) == (v != NULL));
    FUZZ_REQUIRE(status == SHOOGI_OK || count > 0);
    for (size_t i = 0; i < count; i++) {
        FUZZ_REQUIRE(errors[i].message[0] != '\0');
        FUZZ_REQUIRE(errors[i].line <= bytes + 1 && errors[i].column <= bytes + 1);
        FUZZ_REQUIRE(i == 0 || errors[i].line >= errors[i - 1].line);
    }
    if (v)
        require_round_trip(v);
    shoogi_variant_free(v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t data_bytes)
{
    const char *const text = (const char *)data;
    read_as(text, data_bytes, (shoogi_parse_options){ .lookup = look_up });
    read_as(text, data_bytes, (shoogi_parse_options){ .lookup = look_up, .page = true });
    return 0;
}
