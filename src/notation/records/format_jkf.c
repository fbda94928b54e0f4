/* format_jkf.c: JKF, records as JSON: its words and its detection.  Source: docs/record-format.md, "JKF". */
#include "notation/moves/japanese.h"
#include "notation/records/jkf.h"

#include <string.h>

const shg_jkf_preset shg_jkf_presets[SHG_JKF_PRESETS] = {
    { "KY", "11", false },
    { "KY_R", "91", false },
    { "KA", "22", false },
    { "HI", "82", false },
    { "HIKY", "8211", false },
    { "2", "8222", false },
    { "3", "822211", false },
    { "4", "82221191", false },
    { "5", "8222119181", false },
    { "5_L", "8222119121", true },
    { "6", "822211918121", false },
    { "7_L", "82221191812131", true },
    { "7_R", "82221191812171", true },
    { "8", "8222119181217131", false },
    { "10", "82221191812171316141", false },
};

const shg_jkf_relative shg_jkf_relatives[SHG_JKF_RELATIVES] = {
    { 'L', SHG_MARK_LEFT }, { 'C', SHG_MARK_STRAIGHT }, { 'R', SHG_MARK_RIGHT },
    { 'U', SHG_MARK_UP },   { 'M', SHG_MARK_ACROSS },   { 'D', SHG_MARK_BACK },
    { 'H', SHG_MARK_DROP },
};

bool shg_jkf_set_up(shoogi_position *position, const shg_csa *csa, const shg_jkf_preset *preset)
{
    for (const char *s = preset->missing; *s != '\0'; s += 2) {
        const shoogi_square square =
            shg_csa_square(csa, (unsigned)(s[0] - '0'), (unsigned)(s[1] - '0'));
        if (square == SHOOGI_NO_SQUARE || shoogi_position_piece(position, square).kind == 0)
            return false;
        shoogi_position_put(position, square, (shoogi_piece){ 0, SHOOGI_BLACK });
    }
    shoogi_position_set_side(position, SHOOGI_WHITE);
    shoogi_position_setup_done(position);
    return true;
}

static unsigned looks_jkf(const char *text, size_t text_bytes)
{
    size_t at = 0;
    while (at < text_bytes && strchr(" \t\r\n", text[at]) != NULL && text[at] != '\0')
        at++;
    return at < text_bytes && text[at] == '{' ? 60 : 0;
}

const shg_format shg_format_JKF = { shg_jkf_read, shg_jkf_write, looks_jkf, NULL, NULL };
