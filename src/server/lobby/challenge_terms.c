#include "server/lobby/challenge_terms.h"

#include "base/error.h"
#include "server/game/game_options.h"
#include "server/game/privacy.h"
#include "server/loop/time_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- ratings ---- */

enum { RATING_DIGITS_MAX = 5 };

/* "1500-1800", "1500-", "-1800". *at: where it stops being a range. */
static bool read_range(int32_t *low, int32_t *high, size_t *at, const char *text, size_t text_bytes)
{
    int32_t *ends[2] = { low, high };
    size_t digits_in_all = 0;
    *low = 0, *high = INT32_MAX / 1000;
    *at = 0;
    for (int i = 0; i < 2; i++) {
        int32_t number = 0;
        size_t digits = 0;
        while (*at < text_bytes && shg_is_digit(text[*at]) && digits < RATING_DIGITS_MAX) {
            number = 10 * number + (text[(*at)++] - '0');
            digits++;
        }
        if (digits > 0)
            *ends[i] = number;
        digits_in_all += digits;
        if (i == 0 && (*at == text_bytes || text[(*at)++] != '-')) {
            *at -= *at > 0 && *at == text_bytes && text[*at - 1] == '-';
            return false;
        }
    }
    if (*at < text_bytes || digits_in_all == 0)
        return false;
    if (*low > *high)
        *at = 0;
    return *low <= *high;
}

shoogi_status shg_ratings_range_check(const char *text, size_t text_bytes, size_t columns_before,
                                      shoogi_error *err)
{
    int32_t low, high;
    size_t at;
    if (read_range(&low, &high, &at, text, text_bytes))
        return SHOOGI_OK;
    return shg_error_expected(err, SHOOGI_PARSE_ERROR, 1, columns_before + 1,
                              "a range of ratings such as 1500-1800", text, text_bytes);
}

bool shg_terms_fit_rating(const char *options, const shg_rating *rating)
{
    size_t bytes, at;
    int32_t low, high;
    const char *text = shg_option_value(&bytes, options, SHG_OPTION_RATINGS);
    return !text || !read_range(&low, &high, &at, text, bytes) ||
           (rating->rating_e3 / 1000 >= low && rating->rating_e3 / 1000 <= high);
}

/* ---- keys, times, rematches ---- */

bool shg_terms_fit_key(const char *options, int64_t challenge, const char *key, size_t key_bytes)
{
    size_t bytes;
    const char *secret = shg_option_value(&bytes, options, SHG_OPTION_LINK);
    return secret ? shg_key_fits(key, key_bytes, challenge, secret, bytes) : key_bytes == 0;
}

void shg_terms_key_write(shg_out *out, const char *options, int64_t challenge)
{
    size_t bytes;
    const char *secret = shg_option_value(&bytes, options, SHG_OPTION_LINK);
    if (secret)
        shg_out_format(out, "%" PRId64 "-%.*s", challenge, (int)bytes, secret);
}

static int64_t number_behind(const char *options, const char *word)
{
    size_t bytes;
    const char *text = shg_option_value(&bytes, options, word);
    return text ? strtoll(text, NULL, 10) : 0;
}

int64_t shg_terms_until_ms(const char *options)
{
    return number_behind(options, SHG_OPTION_UNTIL);
}

bool shg_terms_expired(const char *options, int64_t now_ms)
{
    const int64_t until_ms = shg_terms_until_ms(options);
    return until_ms != 0 && now_ms >= until_ms;
}

int64_t shg_terms_rematch_of(const char *options)
{
    return number_behind(options, SHG_OPTION_REMATCH);
}

bool shg_terms_listed(const shg_challenge *row, int64_t player, int64_t now_ms)
{
    size_t bytes;
    const bool own = player != 0 && row->player == player;
    return !shg_terms_expired(row->options, now_ms) &&
           (own || !shg_option_value(&bytes, row->options, SHG_OPTION_LINK));
}

/* ---- text ---- */

void shg_terms_without(shg_out *out, const char *options)
{
    static const char *const words[] = { SHG_OPTION_RATINGS, SHG_OPTION_LINK, SHG_OPTION_UNTIL,
                                         SHG_OPTION_REMATCH, SHG_OPTION_START };
    while (*options) {
        const size_t bytes = strcspn(options, " ");
        bool term = false;
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
            term = term || strncmp(options, words[i], strlen(words[i])) == 0;
        if (!term)
            shg_out_format(out, "%s%.*s", out->length > 0 ? " " : "", (int)bytes, options);
        options += bytes + (options[bytes] == ' ');
    }
}

void shg_terms_describe(shg_out *out, const char *options, shg_language language)
{
    size_t bytes;
    const char *ratings = shg_option_value(&bytes, options, SHG_OPTION_RATINGS);
    const int64_t until_ms = shg_terms_until_ms(options);
    const int64_t rematch = shg_terms_rematch_of(options);
    const char *between = "";
    if (rematch != 0) {
        shg_out_format(out, shg_text_in(language, "a rematch of game %lld"), (long long)rematch);
        between = "; ";
    }
    if (ratings) {
        shg_out_text(out, between);
        shg_out_format(out, shg_text_in(language, "for ratings of %.*s"), (int)bytes, ratings);
        between = "; ";
    }
    if (shg_option_value(&bytes, options, SHG_OPTION_LINK)) {
        shg_out_text(out, between);
        shg_out_text(out, shg_text_in(language, "only with its key"));
        between = "; ";
    }
    if (until_ms != 0) {
        char until[SHG_TIME_TEXT_BYTES];
        shg_time_write(until, until_ms);
        shg_out_text(out, between);
        shg_out_format(out, shg_text_in(language, "until %s UTC"), until);
    }
}
