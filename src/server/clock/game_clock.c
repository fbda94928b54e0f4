#include "server/clock/game_clock.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

/* Times and banks are kept within these limits, 73 million years either way, so sums of a few do
 * not overflow. */
#define MOMENT_MAX_MS (INT64_MAX / 4)
#define BANK_MAX_MS   (INT64_MAX / 8)

#define WEEK_MS     (7 * SHG_DAY_MS)
#define WORKDAYS_MS (5 * SHG_DAY_MS)

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Clamps a time to the latest event or later. */
static int64_t moment(const shg_game_clock *clock, int64_t at_ms)
{
    return most(least(at_ms, MOMENT_MAX_MS), clock->at_ms);
}

/* --- time that is charged --- */

/* Added to a time, makes weeks begin at multiples of WEEK_MS: 1970 began on a Thursday. */
static int64_t to_monday_ms(const shg_time_limit *limit)
{
    return limit->weekend_zone_min * SHG_MINUTE_MS + 3 * SHG_DAY_MS;
}

/* Floor division; *rest is never negative. */
static int64_t divide(int64_t *rest, int64_t a, int64_t b)
{
    const int64_t quotient = a / b - (a % b < 0);
    *rest = a - quotient * b;
    return quotient;
}

/* The time outside weekends before a moment, counted from some Monday. */
static int64_t workdays_before_ms(const shg_time_limit *limit, int64_t at_ms)
{
    int64_t rest_ms;
    const int64_t weeks = divide(&rest_ms, at_ms + to_monday_ms(limit), WEEK_MS);
    return weeks * WORKDAYS_MS + least(rest_ms, WORKDAYS_MS);
}

/* Whether it is weekend at that time; *until_ms: until when that is so. */
static bool is_weekend(int64_t *until_ms, const shg_time_limit *limit, int64_t at_ms)
{
    *until_ms = SHG_NEVER_MS;
    if (!limit->weekend_zone_min_given)
        return false;
    int64_t rest_ms;
    divide(&rest_ms, at_ms + to_monday_ms(limit), WEEK_MS);
    const bool weekend = rest_ms >= WORKDAYS_MS;
    *until_ms = at_ms - rest_ms + (weekend ? WEEK_MS : WORKDAYS_MS);
    return weekend;
}

static int64_t counted_ms(const shg_time_limit *limit, int64_t from_ms, int64_t to_ms)
{
    if (from_ms >= to_ms)
        return 0;
    if (!limit->weekend_zone_min_given)
        return to_ms - from_ms;
    return workdays_before_ms(limit, to_ms) - workdays_before_ms(limit, from_ms);
}

/* The first time at which span_ms have counted since from_ms: the inverse of counted_ms. span_ms
 * is not 0. */
static int64_t when_counted_ms(const shg_time_limit *limit, int64_t from_ms, int64_t span_ms)
{
    assert(span_ms > 0);
    if (!limit->weekend_zone_min_given)
        return from_ms + span_ms;
    int64_t rest_ms;
    const int64_t workdays_ms = workdays_before_ms(limit, from_ms) + span_ms;
    const int64_t weeks = divide(&rest_ms, workdays_ms, WORKDAYS_MS);
    /* A span that ends on Friday ends at midnight, not after the weekend. */
    const int64_t at_ms =
        rest_ms > 0 ? weeks * WEEK_MS + rest_ms : (weeks - 1) * WEEK_MS + WORKDAYS_MS;
    return at_ms - to_monday_ms(limit);
}

/* Charges the time elapsed in the turn. */
static void advance(shg_game_clock *clock, int64_t at_ms)
{
    const int64_t to_ms = moment(clock, at_ms);
    const int64_t from_ms = most(clock->at_ms, clock->account[clock->turn].vacation_until_ms);
    if (clock->pauses == 0)
        clock->spent_ms += counted_ms(&clock->control.limit[clock->turn], from_ms, to_ms);
    clock->at_ms = to_ms;
}

/* --- charging it --- */

/* The longest possible turn with this account. */
static int64_t budget_ms(const shg_time_limit *limit, const shg_clock_account *account)
{
    const int64_t later = account->periods > 1 ? account->periods - 1 : 0;
    return limit->grace_ms + account->bank_ms + account->period_ms + later * limit->period_ms;
}

static void begin_period(shg_clock_account *account, const shg_time_limit *limit)
{
    account->period_ms = account->periods > 0 ? limit->period_ms : 0;
    account->period_moves = account->periods > 0 ? limit->period_moves : 0;
}

/* Charges the time of a turn, limited to its budget: first grace, then the bank, then periods.
 * Returns the bank's share. */
static int64_t charge(shg_clock_account *account, const shg_time_limit *limit, int64_t spent_ms)
{
    int64_t due_ms = least(spent_ms, budget_ms(limit, account));
    due_ms -= least(due_ms, limit->grace_ms);
    const int64_t paid_ms = least(due_ms, account->bank_ms);
    account->bank_ms -= paid_ms;
    due_ms -= paid_ms;
    if (account->periods > 0 && due_ms >= account->period_ms) {
        due_ms -= account->period_ms;
        account->periods -= 1 + due_ms / limit->period_ms;
        due_ms %= limit->period_ms;
        begin_period(account, limit);
    }
    account->period_ms -= due_ms;
    return paid_ms;
}

static void pay_in(shg_clock_account *account, const shg_time_limit *limit, int64_t ms)
{
    const int64_t most_ms = limit->most_ms > 0 ? limit->most_ms : BANK_MAX_MS;
    account->bank_ms = least(account->bank_ms + ms, most_ms);
}

/* Adds to the bank of either player, up to its limit, which holds for what the turn has left of it. */
static void pay_in_during_turn(shg_game_clock *clock, int colour, int64_t ms)
{
    const shg_time_limit *const limit = &clock->control.limit[colour];
    shg_clock_account *const account = &clock->account[colour];
    const int64_t spent_ms = colour == clock->turn ? most(clock->spent_ms - limit->grace_ms, 0) : 0;
    const int64_t paid_ms = least(spent_ms, account->bank_ms);
    account->bank_ms -= paid_ms;
    pay_in(account, limit, ms);
    account->bank_ms += paid_ms;
}

static void begin_turn(shg_game_clock *clock, int turn)
{
    clock->turn = turn;
    clock->spent_ms = 0;
    shg_clock_account *const account = &clock->account[turn];
    account->bank_ms = most(account->bank_ms, clock->control.limit[turn].least_ms);
}

static void make_move(shg_game_clock *clock)
{
    const int turn = clock->turn;
    const shg_time_limit *const limit = &clock->control.limit[turn];
    shg_clock_account *const account = &clock->account[turn];
    const int64_t paid_ms = charge(account, limit, clock->spent_ms);

    /* A move made with an empty bank counts as a move of the period. */
    if (account->bank_ms == 0 && account->periods > 0 && --account->period_moves == 0)
        begin_period(account, limit);
    const bool quick = limit->bonus_ms > 0 && clock->spent_ms <= limit->within_ms;
    pay_in(account, limit,
           limit->added_ms + least(paid_ms, limit->returned_ms) + (quick ? limit->bonus_ms : 0));
    if (limit->hourglass)
        pay_in(&clock->account[1 - turn], &clock->control.limit[1 - turn], paid_ms);
    begin_turn(clock, 1 - turn);
}

static void take_vacation(shg_clock_account *account, int64_t at_ms, int64_t length_ms)
{
    const int64_t unused_ms = most(account->vacation_until_ms - at_ms, 0);
    const int64_t left_ms = account->vacation_ms + unused_ms;
    const int64_t taken_ms = least(most(length_ms, 0), left_ms);
    account->vacation_ms = left_ms - taken_ms;
    account->vacation_until_ms = at_ms + taken_ms;
}

/* --- interface --- */

void shg_game_clock_start(shg_game_clock *clock, const shg_time_control *control, int turn,
                          int64_t at_ms)
{
    assert(shg_time_control_valid(control));
    *clock = (shg_game_clock){ .control = *control, .at_ms = -MOMENT_MAX_MS };
    clock->at_ms = moment(clock, at_ms);
    for (int colour = 0; colour < 2; colour++) {
        const shg_time_limit *const limit = &control->limit[colour];
        clock->account[colour] = (shg_clock_account){ .bank_ms = limit->bank_ms,
                                                      .periods = limit->periods,
                                                      .vacation_ms = limit->vacation_ms,
                                                      .vacation_until_ms = clock->at_ms };
        begin_period(&clock->account[colour], limit);
    }
    begin_turn(clock, turn);
}

bool shg_game_clock_apply(shg_game_clock *clock, const shg_clock_event *event)
{
    switch ((shg_clock_event_kind)event->kind) {
    case SHG_CLOCK_MOVE:
        if (clock->pauses > 0 || shg_game_clock_flag_fell(clock, event->at_ms))
            return false;
        advance(clock, event->at_ms);
        make_move(clock);
        return true;
    case SHG_CLOCK_PAUSE:
        advance(clock, event->at_ms);
        clock->pauses++;
        return true;
    case SHG_CLOCK_RESUME:
        if (clock->pauses == 0)
            return false;
        advance(clock, event->at_ms);
        clock->pauses--;
        return true;
    case SHG_CLOCK_EXTRA:
        if (event->colour > 1 || event->length_ms < 0)
            return false;
        advance(clock, event->at_ms);
        pay_in_during_turn(clock, event->colour, least(event->length_ms, BANK_MAX_MS));
        return true;
    case SHG_CLOCK_BACK:
        if (event->colour > 1 || event->length_ms < 0)
            return false;
        advance(clock, event->at_ms);
        if (event->colour == clock->turn) {
            clock->spent_ms = most(clock->spent_ms - event->length_ms, 0);
            pay_in_during_turn(clock, event->colour, 0); /* the limit of the bank */
        }
        return true;
    case SHG_CLOCK_VACATION:
        if (event->colour > 1)
            return false;
        advance(clock, event->at_ms);
        take_vacation(&clock->account[event->colour], clock->at_ms, event->length_ms);
        return true;
    }
    return false;
}

int64_t shg_game_clock_flag_fall_ms(const shg_game_clock *clock)
{
    const shg_time_limit *const limit = &clock->control.limit[clock->turn];
    const shg_clock_account *const account = &clock->account[clock->turn];
    const int64_t left_ms = budget_ms(limit, account) - clock->spent_ms;
    if (left_ms <= 0)
        return clock->at_ms;
    if (clock->pauses > 0)
        return SHG_NEVER_MS;
    const int64_t at_ms =
        when_counted_ms(limit, most(clock->at_ms, account->vacation_until_ms), left_ms);
    return at_ms <= MOMENT_MAX_MS ? at_ms : SHG_NEVER_MS;
}

bool shg_game_clock_flag_fell(const shg_game_clock *clock, int64_t at_ms)
{
    return moment(clock, at_ms) >= shg_game_clock_flag_fall_ms(clock);
}

bool shg_game_clock_stopped(int64_t *until_ms, const shg_game_clock *clock, int64_t at_ms)
{
    *until_ms = SHG_NEVER_MS;
    if (clock->pauses > 0)
        return true;
    const int64_t now_ms = moment(clock, at_ms);
    const int64_t back_ms = most(now_ms, clock->account[clock->turn].vacation_until_ms);
    const bool weekend = is_weekend(until_ms, &clock->control.limit[clock->turn], back_ms);
    const bool vacation = now_ms < back_ms;
    if (vacation && !weekend)
        *until_ms = back_ms;
    return vacation || weekend;
}

shg_clock_reading shg_game_clock_read(const shg_game_clock *clock, int colour, int64_t at_ms)
{
    shg_game_clock now = *clock;
    advance(&now, at_ms);
    const int turn = now.turn;
    const int64_t paid_ms = charge(&now.account[turn], &now.control.limit[turn], now.spent_ms);
    if (now.control.limit[turn].hourglass)
        pay_in(&now.account[1 - turn], &now.control.limit[1 - turn], paid_ms);
    if (colour != turn)
        begin_turn(&now, colour); /* the account at the next turn */
    const shg_clock_account *const account = &now.account[colour];
    return (shg_clock_reading){
        .grace_ms = most(now.control.limit[colour].grace_ms - now.spent_ms, 0),
        .bank_ms = account->bank_ms,
        .period_ms = account->period_ms,
        .period_moves = account->period_moves,
        .periods = account->periods,
        .vacation_ms = account->vacation_ms,
        .vacation_until_ms = account->vacation_until_ms,
        .fallen = colour == turn && shg_game_clock_flag_fell(clock, at_ms),
    };
}

size_t shg_game_clock_replay(shg_game_clock *clock, const shg_time_control *control, int turn,
                             int64_t start_ms, const shg_clock_event *events, size_t event_count)
{
    shg_game_clock_start(clock, control, turn, start_ms);
    size_t done = 0;
    while (done < event_count && shg_game_clock_apply(clock, &events[done]))
        done++;
    return done;
}

bool shg_clock_events_undo(shg_clock_event *events, size_t *event_count, int64_t at_ms,
                           bool give_back)
{
    size_t i = *event_count;
    while (i > 0 && events[i - 1].kind != SHG_CLOCK_MOVE)
        i--;
    if (i == 0)
        return false;
    shg_clock_event *const move = &events[i - 1];
    if (give_back) {
        move->kind = SHG_CLOCK_PAUSE;
        events[(*event_count)++] = (shg_clock_event){ .at_ms = at_ms, .kind = SHG_CLOCK_RESUME };
    } else {
        memmove(move, move + 1, (*event_count - i) * sizeof *move);
        --*event_count;
    }
    return true;
}

/* --- text --- */

static void write_span(shg_out *out, int64_t ms)
{
    int64_t seconds = ms / 1000 + (ms % 1000 > 0);
    if (seconds > 24 * 3600 && seconds % 60 > 0)
        seconds += 60 - seconds % 60; /* "2d 03:15" has no seconds either */
    const int64_t minutes = seconds / 60, hours = minutes / 60;
    if (hours >= 24)
        shg_out_format(out, "%lldd %02d:%02d", (long long)(hours / 24), (int)(hours % 24),
                       (int)(minutes % 60));
    else if (hours > 0)
        shg_out_format(out, "%d:%02d:%02d", (int)hours, (int)(minutes % 60), (int)(seconds % 60));
    else
        shg_out_format(out, "%d:%02d", (int)minutes, (int)(seconds % 60));
}

void shg_clock_reading_write(char text[SHG_CLOCK_TEXT_BYTES], const shg_clock_reading *r)
{
    shg_out out = shg_out_make(text, SHG_CLOCK_TEXT_BYTES);
    if (r->bank_ms > 0 || r->periods == 0) {
        write_span(&out, r->bank_ms);
    } else {
        write_span(&out, r->period_ms);
        if (r->period_moves > 1)
            shg_out_format(&out, "/%d", (int)r->period_moves);
        if (r->periods > 1)
            shg_out_format(&out, " (%d)", (int)r->periods);
    }
    if (r->grace_ms > 0) {
        shg_out_text(&out, " +");
        write_span(&out, r->grace_ms);
    }
}
