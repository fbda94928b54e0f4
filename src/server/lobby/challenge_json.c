#include "server/lobby/challenge_json.h"

#include "base/json_write.h"
#include "server/game/game_json.h"
#include "server/game/game_options.h"
#include "server/game/grade.h"
#include "server/game/replay_offer.h"
#include "server/lobby/challenge_terms.h"

#include <string.h>

void shg_challenge_members_json(shg_out *out, const shg_challenge *row, bool listed)
{
    char options[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_replay_options(options, row->options);
    shg_json_number(out, "id", row->id);
    shg_json_text(out, "by", row->player_name);
    shg_json_text(out, "variant", row->variant);
    shg_json_text(out, "colour", row->colour);
    shg_options_json(out, options);
    shg_json_flag(out, "grades", shg_option_has(options, SHG_OPTION_GRADES));
    shg_json_text(out, "pattern", row->pattern);
    if (row->first_move[0])
        shg_json_text(out, "move", row->first_move);
    else
        shg_json_null(out, "move");
    char start[SHG_STORAGE_OPTIONS_BYTES_MAX + 1];
    shg_start_sfen(start, options);
    if (listed && strlen(start) > SHG_LISTED_START_BYTES)
        shg_json_flag(out, "long_start", true);
    else if (start[0])
        shg_json_text(out, "start", start);
    if (shg_replay_game(row->options) != 0)
        shg_json_number(out, "again", shg_replay_game(row->options));
    size_t bytes;
    const char *ratings = shg_option_value(&bytes, options, SHG_OPTION_RATINGS);
    if (ratings)
        shg_json_bytes(out, "ratings", ratings, bytes);
    else
        shg_json_null(out, "ratings");
    if (shg_terms_until_ms(options) != 0)
        shg_json_number(out, "until_ms", shg_terms_until_ms(options));
    if (shg_terms_rematch_of(options) != 0)
        shg_json_number(out, "rematch_of", shg_terms_rematch_of(options));
    shg_json_text(out, "comment", row->comment);
    shg_json_number(out, "created_ms", row->created_ms);
}
