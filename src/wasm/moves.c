/* moves.c: the moves of the pieces of a variant, in words and as rides, for a web page: additional exports of
 * libshoogi-page.wasm. */
#include "core/variant/variant_int.h"
#include "help/moves.h"
#include "wasm/exchange.h"
#include "wasm/words.h"

#include <stdio.h>
#include <stdlib.h>

/* Answers with the rides of a kind, a line of numbers separated by tabs for each: the step to the right and forward,
 * its repetitions (0: to the edge), and whether it moves to empty squares, and whether it captures. */
EXPORT(void, variant_rides, const shoogi_variant *variant, shoogi_kind kind)
{
    const shg_betza *const betza = &variant->kind[kind].betza;
    shg_answer_begin();
    for (size_t i = 0; i < betza->ride_count; i++) {
        const shg_ride *const ride = &betza->rides[i];
        char line[40];
        snprintf(line, sizeof line, "%d\t%d\t%d\t%d\t%d\n", ride->right, ride->forward, ride->reach,
                 (ride->modes & SHG_MODE_MOVE) != 0, (ride->modes & SHG_MODE_CAPTURE) != 0);
        shg_answer_text(line);
    }
}

/* Answers with the moves of each kind in words, a line for each kind, in the language of words.h, whose texts are the
 * input. */
EXPORT(shoogi_status, variant_moves, const shoogi_variant *variant, size_t words_bytes)
{
    shg_answer_begin();
    const shg_language language = shg_words_use(shg_said(), words_bytes);
    bool failed = false;
    for (unsigned kind = 1; kind <= variant->kinds && !failed; kind++) {
        shg_out out = shg_out_growing();
        shg_moves_write(&out, language, variant, (shoogi_kind)kind);
        shg_out_char(&out, '\n');
        failed = out.spent;
        if (!failed)
            shg_answer_add(out.bytes, out.length);
        free(out.bytes);
    }
    return failed ? shg_answer_refuse(SHOOGI_NO_MEMORY) : SHOOGI_OK;
}
