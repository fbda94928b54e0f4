/* match_fuzz.c: any text as what an engine says in a match, and as the description of an engine: every legal move reads back
 * from each protocol's words for it; any other text is a legal move or refused, and as a line of thoughts, of features or as
 * a description it does no harm. */
#include "match/engine_notation.h"
#include "match/player_usi.h"
#include "match/player_xboard.h"

#define FUZZ_LIST shoogi_position_moves
#include "moves_fuzz.h"

#include <stdlib.h>

static const shg_piece_letter piece_letters[] = {
    { "G", "+N" }, { "T", "+L" }, { "B", "+S" }, { "R", "+P" }
};

static shg_engine_notation notation_of(const shoogi_position *position, shg_protocol protocol)
{
    const char *const name = shoogi_variant_name(shoogi_position_variant(position));
    const size_t count =
        strcmp(name, "kyoto") == 0 ? sizeof piece_letters / sizeof piece_letters[0] : 0;
    return (shg_engine_notation){ protocol, piece_letters, count };
}

/* In UCI and with XBoard a form is a letter without its "+", which may be another form's. */
static bool is_ambiguous(const shoogi_position *position, shoogi_move move)
{
    char text[SHOOGI_MOVE_TEXT_BYTES];
    shoogi_usi_write(text, sizeof text, position, move);
    return strstr(text, "++") != NULL;
}

static void require_round_trip(shoogi_position *position, shoogi_move move)
{
    for (shg_protocol protocol = SHG_PROTOCOL_USI; protocol <= SHG_PROTOCOL_XBOARD; protocol++) {
        const shg_engine_notation notation = notation_of(position, protocol);
        if (protocol != SHG_PROTOCOL_USI && is_ambiguous(position, move))
            continue;
        char text[2 * SHOOGI_MOVE_TEXT_BYTES];
        shg_out out = shg_out_make(text, sizeof text);
        shoogi_move again = 0;
        shg_engine_notation_write(&out, &notation, position, move);
        FUZZ_REQUIRE(out.length < sizeof text);
        FUZZ_REQUIRE(shg_engine_notation_read(&again, &notation, position, text, out.length,
                                              NULL) == SHOOGI_OK);
        FUZZ_REQUIRE(again == move);
    }
}

static void read_move(const shoogi_position *position, const char *text, size_t text_bytes)
{
    for (shg_protocol protocol = SHG_PROTOCOL_USI; protocol <= SHG_PROTOCOL_XBOARD; protocol++) {
        const shg_engine_notation notation = notation_of(position, protocol);
        shoogi_error err = { 0 };
        shoogi_move move = 0;
        const shoogi_status status =
            shg_engine_notation_read(&move, &notation, position, text, text_bytes, &err);
        if (status == SHOOGI_OK)
            FUZZ_REQUIRE(shoogi_position_why_illegal(position, move, NULL, 0) ==
                         SHOOGI_ILLEGAL_NONE);
        else
            require_refusal(status, &err, text, text_bytes);
    }
}

static void read_text(shoogi_position *position, const char *text, size_t text_bytes)
{
    char *const line = malloc(text_bytes + 1), *const words = malloc(text_bytes + 1);
    FUZZ_REQUIRE(line && words);
    memcpy(line, text, text_bytes);
    line[text_bytes] = '\0';
    strcpy(words, line);
    read_move(position, text, text_bytes);
    shg_answer answer = { 0 };
    shg_usi_read_info(&answer, words);
    shg_features features = { 0 };
    shg_xboard_read_features(&features, line);
    FUZZ_REQUIRE(memchr(features.variants, '\0', sizeof features.variants));
    if (shg_xboard_read_thoughts(&answer, line))
        FUZZ_REQUIRE(answer.score >= -SHG_MATE_SCORE && answer.score <= SHG_MATE_SCORE);
    shg_participant participant;
    shoogi_error err = { 0 };
    const shoogi_status status = shg_participant_init(&participant, NULL, line, &err);
    if (status == SHOOGI_OK) {
        FUZZ_REQUIRE(participant.name &&
                     (participant.protocol > SHG_PROTOCOL_XBOARD || participant.command));
        shg_participant_fini(&participant);
    } else {
        FUZZ_REQUIRE(status == SHOOGI_PARSE_ERROR && err.column >= 1 &&
                     err.column <= text_bytes + 1 && err.message[0] != '\0');
    }
    free(line);
    free(words);
}
