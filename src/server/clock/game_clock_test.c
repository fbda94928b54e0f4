/* game_clock_test.c: clocks by hand, one script for each kind; at random, compared with a model
 * that counts ticks; and with extreme times. */
#include "server/clock/game_clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static void check_same(const shg_game_clock *a, const shg_game_clock *b)
{
    assert_memory_equal(a->account, b->account, sizeof a->account);
    assert_int_equal(a->at_ms, b->at_ms);
    assert_int_equal(a->spent_ms, b->spent_ms);
    assert_int_equal(a->pauses, b->pauses);
    assert_int_equal(a->turn, b->turn);
}

/* --- by hand --- */

/* The first Monday of 1970, 0:00 UTC: the scripts count from there. */
#define MONDAY_MS (4 * SHG_DAY_MS)

/* Each line: the time, in seconds or with the unit m, h or d; then
 *     move              a move in time
 *     late              a move after the flag fell
 *     b TEXT, w TEXT    the expected display of Black's or White's clock
 *     falls WHEN        the expected time of the flag fall after the latest event; "never"
 *     undo, undo -o     of the last move
 *     pause, resume
 *     extra b WHEN      so much time more
 *     vacation b WHEN   of this length */
static const struct {
    const char *control, *script;
} scripts[] = {
    /* Sudden death. A move at the instant of zero is too late, just before it is not. */
    { "10m", "0 b 10:00\n"
             "0 w 10:00\n"
             "0 falls 10m\n"
             "0.001 b 10:00\n" /* rounded up */
             "1 b 9:59\n"
             "1 w 10:00\n"
             "60 move\n"
             "61 b 9:00\n"
             "61 w 9:59\n"
             "61 falls 660\n"
             "659.999 w 0:01\n"
             "660 w 0:00\n"
             "9d w 0:00\n"
             "660 late\n"
             "659.999 move\n"
             "660 w 0:01\n"
             "660 b 9:00\n" },
    /* An increment comes after each move, not before the first. */
    { "1m+10s", "10 move\n"
                "10 b 1:00\n"
                "40 move\n"
                "40 w 0:40\n"
                "40 falls 100\n"
                "99.999 move\n"
                "99.999 b 0:11\n" },
    { "1m+10s,max=65s", "1 move\n"
                        "1 b 1:05\n"
                        "2 move\n"
                        "2 w 1:05\n" },
    { "1m+10s,max=1m5s", "60 late\n" },
    /* Byoyomi: a move within the period leaves it whole. */
    { "10/30*3", "600 b 0:30 (3)\n"
                 "600 falls 690\n"
                 "629.999 b 0:01 (3)\n"
                 "630 b 0:30 (2)\n"
                 "665 b 0:25\n"
                 "690 b 0:00\n"
                 "690 late\n"
                 "635 move\n" /* one period gone */
                 "635 b 0:30 (2)\n"
                 "636 move\n"
                 "636 falls 696\n"
                 "665.999 move\n"
                 "665.999 b 0:30 (2)\n"
                 "667 move\n"
                 "697 move\n" /* exactly a period is too long */
                 "697 b 0:30\n"
                 "698 move\n"
                 "698 falls 728\n"
                 "728 late\n" },
    { "/3d", "0 b 3d 00:00\n"
             "1d b 2d 00:00\n"
             "86399 b 2d 00:01\n"
             "172800.001 b 1d 00:00\n"
             "172801 b 23:59:59\n"
             "3d late\n"
             "71h move\n"
             "71h b 3d 00:00\n"
             "71h falls 143h\n" },
    /* Canadian: an empty bank, then three moves in a minute. */
    { "10s/1m,moves=3", "15 move\n"
                        "15 b 0:55/2\n"
                        "16 move\n"
                        "26 move\n"
                        "26 b 0:45\n"
                        "27 move\n"
                        "27 falls 72\n"
                        "50 move\n"
                        "50 b 1:00/3\n"
                        "50 w 0:08\n" },
    { "0/20*2,moves=2", "25 move\n" /* in the second period, whose moves start anew */
                        "25 b 0:15\n"
                        "26 move\n"
                        "40 move\n"
                        "40 b 0:20/2\n" },
    /* Simple delay, and returned time. */
    { "1m,grace=5s", "0 b 1:00 +0:05\n"
                     "3 b 1:00 +0:02\n"
                     "5 b 1:00\n"
                     "7 b 0:58\n"
                     "7 falls 65\n"
                     "7 move\n"
                     "7 b 0:58 +0:05\n"
                     "12 move\n"
                     "12 w 1:00 +0:05\n" },
    { "1m,bronstein=5s", "3 b 0:57\n"
                         "3 move\n"
                         "3 b 1:00\n"
                         "11 move\n"
                         "11 w 0:57\n"
                         "11 falls 71\n"
                         "71 late\n" },
    { "1m/10s,bronstein=5s", "3 move\n"
                             "65 move\n" /* two seconds of the period, nothing returned */
                             "65 w 0:05\n" },
    { "1m,hourglass", "20 b 0:40\n"
                      "20 w 1:20\n"
                      "20 move\n"
                      "30 b 0:50\n"
                      "30 w 1:10\n"
                      "30 falls 100\n"
                      "99.999 move\n"
                      "99.999 b 2:00\n"
                      "99.999 w 0:01\n" },
    { "1m,hourglass,max=70s", "20 w 1:10\n"
                              "20 move\n"
                              "20 w 1:10\n" },
    /* Different for each player. */
    { "10s;1m+5s", "9 move\n"
                   "9 w 1:00\n"
                   "20 move\n"
                   "20 w 0:54\n"
                   "20 falls 21\n" },
    /* Game Courier: its test, and time controls of two of its tournaments. */
    { "grace=12h,min=12h", "0 b 12:00:00 +12:00:00\n"
                           "0 falls 24h\n"
                           "24h late\n"
                           "86399.999 move\n"
                           "25h move\n"
                           "25h b 12:00:00 +12:00:00\n"
                           "25h falls 49h\n" },
    { "spare=7d,extra=24h,grace=24h,bonus=24h",
      "24h move\n" /* within a day: no charge, and two days added */
      "24h b 9d 00:00 +1d 00:00\n"
      "50h move\n"
      "50h w 7d 22:00 +1d 00:00\n" },
    { "spare=14d,grace=12h,bonus=6h,min=12h,max=28d", "12h move\n"
                                                      "12h b 14d 06:00 +12:00:00\n"
                                                      "349h move\n" /* 337 hours */
                                                      "349h b 14d 06:00 +12:00:00\n"
                                                      "349h w 12:00:00 +12:00:00\n" },
    { "1m,bonus=5s,within=10s", "10 move\n"
                                "10 b 0:55\n"
                                "20.001 move\n"
                                "20.001 w 0:50\n" },
    /* Undo. The time is charged to the player who moved... */
    { "1m", "10 move\n"
            "15 undo\n"
            "15 b 0:45\n"
            "15 w 1:00\n"
            "15 falls 60\n"
            "20 move\n"
            "20 b 0:40\n" },
    { "1m", "10 move\n"
            "65 undo\n"
            "65 b 0:00\n"
            "66 late\n" },
    /* ...or to neither. */
    { "1m+10s", "10 move\n"
                "15 move\n"
                "25 undo -o\n"
                "25 w 0:55\n"
                "25 b 1:00\n"
                "25 falls 80\n"
                "30 undo -o\n"
                "30 b 0:50\n"
                "30 falls 80\n"
                "35 move\n"
                "35 b 0:55\n" },
    { "1m", "10 move\n" /* time given back stays so when the previous move is taken back, too */
            "20 move\n"
            "30 undo -o\n"
            "40 undo\n"
            "40 b 0:30\n"
            "40 w 1:00\n" },
    { "1m/10s*2", "65 move\n" /* a lost period is restored */
                  "65 b 0:10 (2)\n"
                  "66 undo -o\n"
                  "66 b 0:05 (2)\n"
                  "66 falls 81\n" },
    /* Pauses nest. */
    { "1m", "10 pause\n"
            "10 falls never\n"
            "20 late\n"
            "20 pause\n"
            "1000 resume\n"
            "1000 falls never\n"
            "2000 resume\n"
            "2000 b 0:50\n"
            "2000 falls 2050\n"
            "2005 move\n"
            "2005 b 0:45\n" },
    { "1m", "70 pause\n" /* fallen before the pause stays fallen */
            "70 falls 70\n"
            "70 b 0:00\n"
            "80 resume\n"
            "80 late\n" },
    { "1m", "60 pause\n"
            "61 b 0:00\n" },
    /* More time: for either player, in any turn, up to the limit of the bank; in a period it comes before it. */
    { "1m", "10 extra b 30\n"
            "10 b 1:20\n"
            "10 falls 90\n"
            "20 extra w 60\n"
            "20 w 2:00\n"
            "20 falls 90\n"
            "80 move\n"
            "80 b 0:10\n"
            "80 falls 200\n"
            "90 undo -o\n" /* stays */
            "90 b 0:10\n" },
    { "/30s", "20 extra b 60\n"
              "20 b 0:40\n"
              "20 falls 90\n"
              "50 move\n"
              "50 b 0:10\n" },
    { "1m,max=70s", "10 extra w 60\n"
                    "10 w 1:10\n" },
    { "1m,max=70s",
      "50 extra b 65\n" /* what is left counts, not what was there when the turn began */
      "50 b 1:10\n"
      "60 move\n"
      "60 b 1:00\n" },
    { "10s/30s,grace=5s,max=1m", "20 extra b 55\n"
                                 "20 b 0:50\n" },
    { "1m", "10 pause\n"
            "20 extra b 10\n"
            "30 resume\n"
            "30 falls 90\n" },
    /* Vacation: stops one's own clock, in any turn, by the calendar, up to the limit. */
    { "1m,vacation=20s", "10 vacation b 15\n"
                         "10 falls 75\n"
                         "20 b 0:50\n"
                         "25 b 0:50\n"
                         "26 b 0:49\n"
                         "26 move\n"
                         "30 vacation b 10\n" /* five left, during White's turn */
                         "33 move\n"
                         "33 falls 84\n"
                         "35 b 0:49\n"
                         "36 b 0:48\n"
                         "36 vacation b 10\n"
                         "36 falls 84\n" },
    { "1m,vacation=20s", "10 vacation b 1000\n"
                         "10 falls 80\n"
                         "15 vacation b 0\n" /* ended: fifteen left */
                         "15 falls 65\n"
                         "20 vacation b 5\n"
                         "22 vacation b 1000\n" /* replaces the rest */
                         "22 falls 80\n"
                         "80 late\n" },
    { "1m", "10 vacation b 1000\n"
            "10 falls 60\n" },
    { "1m,vacation=20s", "10 move\n"
                         "11 vacation b 10\n"
                         "15 undo\n" /* the player's turn again since 10 */
                         "15 b 0:49\n"
                         "15 falls 70\n" },
    /* Weekends, at UTC and in Japan. */
    { "3d,weekends=+0", "0 falls 3d\n"
                        "4d late\n"
                        "2d move\n"
                        "2d falls 5d\n" /* Friday midnight, not Monday */
                        "4d move\n"
                        "4d falls 9d\n"
                        "5d b 2d 00:00\n"
                        "6d b 2d 00:00\n"
                        "7d b 2d 00:00\n"
                        "8d b 1d 00:00\n"
                        "6d move\n" /* during a weekend, it uses a vacation day */
                        "6d falls 10d\n" },
    { "5d,weekends=+9", "4d move\n"
                        "4d w 5d 00:00\n"
                        "111h w 4d 09:00\n"
                        "159h w 4d 09:00\n"
                        "160h w 4d 08:00\n"
                        "4d falls 264h\n" },
    { "5d,weekends=+0;3d,weekends=-12", "4d move\n"
                                        "4d falls 9d\n"
                                        "132h w 1d 12:00\n"
                                        "180h w 1d 12:00\n"
                                        "181h w 1d 11:00\n" },
    { "3d,weekends=+0,vacation=2d", "4d vacation b 2d\n"
                                    "3d w 3d 00:00\n"
                                    "4d falls 4d\n" },   /* it fell a day before */
    { "5d,weekends=+0,vacation=2d", "4d vacation b 2d\n" /* Saturday counts for both */
                                    "4d falls 8d\n" },
};

static int64_t read_moment(const char **at)
{
    char *end;
    const double number = strtod(*at, &end);
    assert_ptr_not_equal(end, *at);
    double unit_ms = 1000;
    switch (*end) {
    case 'm': unit_ms = 60e3; break;
    case 'h': unit_ms = 3600e3; break;
    case 'd': unit_ms = 86400e3; break;
    }
    *at = end + (unit_ms > 1000);
    return (int64_t)(number * unit_ms + 0.5);
}

typedef struct script_game {
    shg_time_control control;
    shg_clock_event events[64];
    size_t event_count;
    shg_game_clock clock;
} script_game;

static bool add_event(script_game *g, shg_clock_event event)
{
    if (!shg_game_clock_apply(&g->clock, &event))
        return false;
    g->events[g->event_count++] = event;
    shg_game_clock again;
    assert_int_equal(
        shg_game_clock_replay(&again, &g->control, 0, MONDAY_MS, g->events, g->event_count),
        g->event_count);
    check_same(&again, &g->clock);
    return true;
}

static void check_line(script_game *g, const char *line)
{
    char word[16], seen[SHG_CLOCK_TEXT_BYTES];
    const char *at = line;
    shg_clock_event event = { .at_ms = MONDAY_MS + read_moment(&at) };
    int taken = 0;
    assert_int_equal(sscanf(at, " %15s %n", word, &taken), 1);
    at += taken;
    bool good = false;
    if (strcmp(word, "move") == 0 || strcmp(word, "late") == 0) {
        event.kind = SHG_CLOCK_MOVE;
        const shg_game_clock before = g->clock;
        const bool made = add_event(g, event);
        if (!made)
            check_same(&g->clock, &before);
        good = made == (word[0] == 'm');
    } else if (strcmp(word, "pause") == 0 || strcmp(word, "resume") == 0) {
        event.kind = word[0] == 'p' ? SHG_CLOCK_PAUSE : SHG_CLOCK_RESUME;
        good = add_event(g, event);
    } else if (strcmp(word, "vacation") == 0) {
        event.kind = SHG_CLOCK_VACATION;
        event.colour = at[0] == 'w';
        at += 2;
        event.length_ms = read_moment(&at);
        good = add_event(g, event);
    } else if (strcmp(word, "extra") == 0) {
        event.kind = SHG_CLOCK_EXTRA;
        event.colour = at[0] == 'w';
        at += 2;
        event.length_ms = read_moment(&at);
        good = add_event(g, event);
    } else if (strcmp(word, "undo") == 0) {
        good = shg_clock_events_undo(g->events, &g->event_count, event.at_ms, at[0] == '-') &&
               shg_game_clock_replay(&g->clock, &g->control, 0, MONDAY_MS, g->events,
                                     g->event_count) == g->event_count;
    } else if (strcmp(word, "falls") == 0) {
        const int64_t flag_fall_ms =
            strcmp(at, "never") == 0 ? SHG_NEVER_MS : MONDAY_MS + read_moment(&at);
        good = shg_game_clock_flag_fall_ms(&g->clock) == flag_fall_ms;
        if (flag_fall_ms != SHG_NEVER_MS) {
            assert_true(shg_game_clock_flag_fell(&g->clock, flag_fall_ms));
            if (flag_fall_ms > g->clock.at_ms)
                assert_false(shg_game_clock_flag_fell(&g->clock, flag_fall_ms - 1));
        }
    } else if (strcmp(word, "b") == 0 || strcmp(word, "w") == 0) {
        const shg_clock_reading r = shg_game_clock_read(&g->clock, word[0] == 'w', event.at_ms);
        shg_clock_reading_write(seen, &r);
        if (strcmp(seen, at) != 0)
            fail_msg("%s: it shows %s", line, seen);
        assert_int_equal(r.fallen, strcmp(seen, "0:00") == 0);
        good = true;
    }
    if (!good)
        fail_msg("%s: not so; falls at %.3f", line,
                 (double)(shg_game_clock_flag_fall_ms(&g->clock) - MONDAY_MS) / 1000);
}

static shg_time_control read_control(const char *text)
{
    shg_time_control control;
    assert_int_equal(shg_time_control_read(&control, text, strlen(text), 0, NULL), SHOOGI_OK);
    return control;
}

static void worked_examples(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        script_game g = { .control = read_control(scripts[i].control) };
        print_message("# %s\n", scripts[i].control);
        shg_game_clock_start(&g.clock, &g.control, 0, MONDAY_MS);
        char line[80];
        for (const char *rest = scripts[i].script; *rest != '\0';) {
            const size_t length = strcspn(rest, "\n");
            snprintf(line, sizeof line, "%.*s", (int)length, rest);
            rest += length + 1;
            check_line(&g, line);
        }
    }
}

/* --- compared with a model --- */

enum { TICKS = 1500, MOVES_MAX = 100, EVENTS_MAX = 4 * MOVES_MAX };

/* A game in which everything happens at whole ticks, described by the state in each tick. */
typedef struct model {
    shg_time_control control; /* its times are in ticks */
    int first;
    bool stopped[TICKS];
    bool weekend[2][TICKS], vacation[2][TICKS];
    int moves[MOVES_MAX];
    int move_count;
} model;

typedef struct model_state {
    shg_clock_account account[2];
    int64_t spent, paid;
    int turn;
    int fell; /* tick of the flag fall; -1: not yet */
} model_state;

static void raise(shg_clock_account *account, const shg_time_limit *l, int64_t by)
{
    account->bank_ms += by;
    if (l->most_ms > 0 && account->bank_ms > l->most_ms)
        account->bank_ms = l->most_ms;
}

static void model_turn(model_state *s, const model *m, int turn)
{
    s->turn = turn;
    s->spent = 0;
    s->paid = 0;
    if (s->account[turn].bank_ms < m->control.limit[turn].least_ms)
        s->account[turn].bank_ms = m->control.limit[turn].least_ms;
}

static void model_move(model_state *s, const model *m)
{
    const shg_time_limit *const l = &m->control.limit[s->turn];
    shg_clock_account *const a = &s->account[s->turn];
    if (a->bank_ms == 0 && a->periods > 0) {
        a->period_moves--;
        if (a->period_moves == 0) {
            a->period_moves = l->period_moves;
            a->period_ms = l->period_ms;
        }
    }
    raise(a, l, l->added_ms);
    raise(a, l, s->paid < l->returned_ms ? s->paid : l->returned_ms);
    if (s->spent <= l->within_ms)
        raise(a, l, l->bonus_ms);
    model_turn(s, m, !s->turn);
}

static void model_tick(model_state *s, const model *m)
{
    const shg_time_limit *const l = &m->control.limit[s->turn];
    shg_clock_account *const a = &s->account[s->turn];
    s->spent++;
    if (s->spent <= l->grace_ms)
        return;
    if (a->bank_ms > 0) {
        a->bank_ms--;
        s->paid++;
        if (l->hourglass)
            raise(&s->account[!s->turn], &m->control.limit[!s->turn], 1);
    } else if (a->periods > 0) {
        a->period_ms--;
        if (a->period_ms == 0) {
            a->periods--;
            a->period_ms = a->periods > 0 ? l->period_ms : 0;
            a->period_moves = a->periods > 0 ? l->period_moves : 0;
        }
    }
}

static model_state model_at(const model *m, int now)
{
    model_state s = { .fell = -1 };
    for (int c = 0; c < 2; c++) {
        const shg_time_limit *const l = &m->control.limit[c];
        s.account[c] = (shg_clock_account){ .bank_ms = l->bank_ms,
                                            .period_ms = l->period_ms,
                                            .period_moves = l->period_moves,
                                            .periods = l->periods };
    }
    model_turn(&s, m, m->first);
    int move = 0;
    for (int t = 0;; t++) {
        while (move < m->move_count && m->moves[move] == t) {
            model_move(&s, m);
            move++;
        }
        const shg_clock_account *const a = &s.account[s.turn];
        if (s.fell < 0 && a->bank_ms == 0 && a->periods == 0 &&
            s.spent >= m->control.limit[s.turn].grace_ms)
            s.fell = t;
        if (t == now)
            return s;
        if (s.fell < 0 && !m->stopped[t] && !m->weekend[s.turn][t] && !m->vacation[s.turn][t])
            model_tick(&s, m);
    }
}

/* The ticks of vacation requested before, taken or planned. */
static int vacation_ticks(const model *m, int colour)
{
    int count = 0;
    for (int t = 0; t < TICKS; t++)
        count += m->vacation[colour][t];
    return count;
}

static void model_vacation(model *m, int colour, int now, int length)
{
    for (int t = now; t < TICKS; t++)
        m->vacation[colour][t] = false;
    for (int t = now; t < now + length && t < TICKS; t++)
        if (vacation_ticks(m, colour) < m->control.limit[colour].vacation_ms)
            m->vacation[colour][t] = true;
}

static uint64_t random_state;

static int random_below(int limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (uint64_t)limit);
}

/* Features of a clock; times come from random_below. */
enum {
    BANK = 1,
    ADDED = 2,
    PERIODS = 4,
    SEVERAL = 8,
    CANADIAN = 16,
    GRACE = 32,
    RETURNED = 64,
    BONUS = 128,
    LEAST = 256,
    MOST = 512,
    VACATION = 1024,
    HOURGLASS = 2048,
    WEEKENDS = 4096,
    ANYTHING = 8191
};

static const struct kind {
    const char *name;
    int has;
} kinds[] = {
    { "sudden death", BANK },
    { "fischer", BANK | ADDED },
    { "capped", BANK | ADDED | MOST },
    { "byoyomi", BANK | PERIODS },
    { "periods", BANK | PERIODS | SEVERAL },
    { "canadian", BANK | PERIODS | CANADIAN },
    { "canadian periods", BANK | PERIODS | SEVERAL | CANADIAN },
    { "delay", BANK | GRACE },
    { "bronstein", BANK | RETURNED },
    { "hourglass", BANK | HOURGLASS },
    { "days for each move", PERIODS | VACATION | WEEKENDS },
    { "correspondence", BANK | ADDED | PERIODS | SEVERAL | MOST | VACATION | WEEKENDS },
    { "courier", BANK | ADDED | GRACE | BONUS | LEAST | MOST },
    { "anything", ANYTHING },
};

static void draw_limit(shg_time_limit *l, int has)
{
    const bool each = has != ANYTHING;
#define DRAW(what, most) ((has & (what)) && (each || random_below(2)) ? 1 + random_below(most) : 0)
    *l = (shg_time_limit){
        .bank_ms = DRAW(BANK, 40),
        .added_ms = DRAW(ADDED, 8),
        .period_ms = DRAW(PERIODS, 12),
        .grace_ms = DRAW(GRACE, 8),
        .returned_ms = DRAW(RETURNED, 8),
        .bonus_ms = DRAW(BONUS, 8),
        .least_ms = DRAW(LEAST, 15),
        .vacation_ms = DRAW(VACATION, 100),
        .hourglass = DRAW(HOURGLASS, 1),
        .weekend_zone_min_given = DRAW(WEEKENDS, 1),
    };
    if (l->period_ms > 0) {
        l->periods = 1 + DRAW(SEVERAL, 4);
        l->period_moves = 1 + DRAW(CANADIAN, 4);
    }
    if (l->bonus_ms > 0)
        l->within_ms = 1 + random_below(8);
    if (has & MOST) {
        const int64_t at_least = l->bank_ms > l->least_ms ? l->bank_ms : l->least_ms;
        l->most_ms = at_least + DRAW(MOST, 10);
    }
    if (l->weekend_zone_min_given)
        l->weekend_zone_min = 30 * (random_below(53) - 24);
    if (l->bank_ms + l->period_ms + l->grace_ms + l->least_ms == 0)
        l->bank_ms = l->most_ms = 1;
#undef DRAW
}

/* The same with its times in milliseconds. */
static shg_time_control in_ms(const shg_time_control *ticks, int64_t tick_ms)
{
    shg_time_control control = *ticks;
    for (int c = 0; c < 2; c++) {
        shg_time_limit *const l = &control.limit[c];
        int64_t *const times[] = { &l->bank_ms,  &l->added_ms,    &l->period_ms, &l->grace_ms,
                                   &l->bonus_ms, &l->returned_ms, &l->within_ms, &l->least_ms,
                                   &l->most_ms,  &l->vacation_ms };
        for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
            *times[i] *= tick_ms;
    }
    return control;
}

static void draw_weekends(model *m, int64_t start_ms, int64_t tick_ms)
{
    for (int c = 0; c < 2; c++) {
        const shg_time_limit *const l = &m->control.limit[c];
        for (int t = 0; t < TICKS; t++) {
            const int64_t local_ms = start_ms + t * tick_ms + l->weekend_zone_min * 60000;
            const time_t local = (time_t)(local_ms / 1000 - (local_ms % 1000 < 0));
            struct tm parts;
            assert_non_null(gmtime_r(&local, &parts));
            m->weekend[c][t] =
                l->weekend_zone_min_given && (parts.tm_wday == 0 || parts.tm_wday == 6);
        }
    }
}

typedef struct game {
    model m;
    int64_t start_ms, tick_ms;
    int now, pauses;
    shg_clock_event events[EVENTS_MAX];
    size_t event_count;
    shg_game_clock clock;
} game;

static struct {
    unsigned moves, falls, late, undos, pauses, vacations, standing;
} seen;

static int64_t moment_of(const game *g, int tick)
{
    return g->start_ms + tick * g->tick_ms;
}

static void check_reading(const game *g, int at)
{
    const model_state s = model_at(&g->m, at);
    for (int c = 0; c < 2; c++) {
        const shg_time_limit *const l = &g->m.control.limit[c];
        const shg_clock_reading r = shg_game_clock_read(&g->clock, c, moment_of(g, at));
        int64_t bank = s.account[c].bank_ms, grace = l->grace_ms;
        if (c == s.turn)
            grace = s.spent < grace ? grace - s.spent : 0;
        else if (bank < l->least_ms)
            bank = l->least_ms;
        assert_int_equal(r.grace_ms, grace * g->tick_ms);
        assert_int_equal(r.bank_ms, bank * g->tick_ms);
        assert_int_equal(r.period_ms, s.account[c].period_ms * g->tick_ms);
        assert_int_equal(r.period_moves, s.account[c].period_moves);
        assert_int_equal(r.periods, s.account[c].periods);
        assert_int_equal(r.fallen, c == s.turn && s.fell >= 0);
        assert_int_equal(r.vacation_ms, (l->vacation_ms - vacation_ticks(&g->m, c)) * g->tick_ms);
        assert_int_equal(r.vacation_until_ms > moment_of(g, at), g->m.vacation[c][at]);
    }
    /* The clock either runs or stands during a whole tick. */
    int64_t until_ms;
    const bool *const weekend = g->m.weekend[s.turn], *const vacation = g->m.vacation[s.turn];
    const bool stands = shg_game_clock_stopped(&until_ms, &g->clock, moment_of(g, at));
    assert_int_equal(stands, g->m.stopped[at] || weekend[at] || vacation[at]);
    int end = at;
    while (end < TICKS && (weekend[end] || vacation[end]) == (weekend[at] || vacation[at]))
        end++;
    if (g->m.stopped[at])
        assert_true(until_ms == SHG_NEVER_MS);
    else if (end < TICKS)
        assert_int_equal(until_ms, moment_of(g, end));
    else
        assert_true(until_ms >= moment_of(g, TICKS));
    seen.standing += stands && until_ms != SHG_NEVER_MS;
}

/* The time of the flag fall is known in advance. */
static void check_fall(const game *g)
{
    const model_state end = model_at(&g->m, TICKS - 1);
    const int64_t flag_fall_ms = shg_game_clock_flag_fall_ms(&g->clock);
    if (end.fell < 0) {
        assert_true(flag_fall_ms >= moment_of(g, TICKS));
        return;
    }
    const int64_t fell_ms = moment_of(g, end.fell);
    assert_int_equal(flag_fall_ms, fell_ms > g->clock.at_ms ? fell_ms : g->clock.at_ms);
    seen.falls++;
}

static void stop(game *g, bool stopped)
{
    for (int t = g->now; t < TICKS; t++)
        g->m.stopped[t] = stopped;
}

/* Applies a random event to both; true if the game continues. */
static bool step(game *g)
{
    model *const m = &g->m;
    shg_clock_event event = { .at_ms = moment_of(g, g->now) };
    const int choice = g->pauses > 0 && random_below(2) ? 70 : random_below(100);
    bool rewritten = false;
    if (choice < 70) {
        event.kind = SHG_CLOCK_MOVE;
        const bool late = g->pauses > 0 || model_at(m, g->now).fell >= 0;
        if (!late)
            m->moves[m->move_count++] = g->now;
        seen.moves += !late;
        seen.late += late && g->pauses == 0;
        assert_int_equal(shg_game_clock_apply(&g->clock, &event), !late);
        if (late)
            return g->pauses > 0;
    } else if (choice < 76) {
        const bool begins = g->pauses == 0 || random_below(8) == 0;
        event.kind = begins ? SHG_CLOCK_PAUSE : SHG_CLOCK_RESUME;
        g->pauses += begins ? 1 : -1;
        seen.pauses++;
        stop(g, g->pauses > 0);
        assert_true(shg_game_clock_apply(&g->clock, &event));
    } else if (choice < 85) {
        event.kind = SHG_CLOCK_VACATION;
        event.colour = (uint8_t)random_below(2);
        const int length = random_below(60) - 10;
        event.length_ms = length * g->tick_ms;
        model_vacation(m, event.colour, g->now, length);
        seen.vacations++;
        assert_true(shg_game_clock_apply(&g->clock, &event));
    } else {
        rewritten = true;
        const bool give_back = random_below(2);
        const bool done = m->move_count > 0;
        if (done) {
            m->move_count--;
            for (int t = m->moves[m->move_count]; give_back && t < g->now; t++)
                m->stopped[t] = true;
            seen.undos++;
        }
        assert_int_equal(shg_clock_events_undo(g->events, &g->event_count, event.at_ms, give_back),
                         done);
    }
    if (!rewritten)
        g->events[g->event_count++] = event;
    shg_game_clock again;
    const shg_time_control control = in_ms(&m->control, g->tick_ms);
    assert_int_equal(
        shg_game_clock_replay(&again, &control, m->first, g->start_ms, g->events, g->event_count),
        g->event_count);
    if (rewritten)
        g->clock = again;
    else
        check_same(&again, &g->clock);
    return true;
}

static void play(const struct kind *kind, uint64_t seed)
{
    static const int64_t ticks_ms[] = { 1, 1000, 30 * SHG_MINUTE_MS, 6 * SHG_HOUR_MS };
    static game g;
    random_state = seed * 2654435761u + 1;
    memset(&g, 0, sizeof g);
    g.tick_ms = ticks_ms[random_below(4)];
    g.start_ms = ((int64_t)random_below(4000000) - 2000000) * 30 * SHG_MINUTE_MS;
    if (g.tick_ms == 6 * SHG_HOUR_MS)
        g.start_ms -= g.start_ms % (24 * SHG_HOUR_MS);
    for (int c = 0; c < 2; c++) {
        shg_time_limit *const l = &g.m.control.limit[c];
        draw_limit(l, kind->has);
        if (g.tick_ms == 6 * SHG_HOUR_MS)
            l->weekend_zone_min -= l->weekend_zone_min % 360;
    }
    if (random_below(2))
        g.m.control.limit[1] = g.m.control.limit[0];
    draw_weekends(&g.m, g.start_ms, g.tick_ms);
    g.m.first = random_below(2);
    const shg_time_control control = in_ms(&g.m.control, g.tick_ms);
    assert_true(shg_time_control_valid(&control));
    shg_game_clock_start(&g.clock, &control, g.m.first, g.start_ms);
    const int pace = 2 + random_below(20);
    bool goes_on = true;
    for (int i = 0; i < MOVES_MAX && goes_on && g.now < TICKS / 2; i++) {
        check_fall(&g);
        check_reading(&g, g.now);
        check_reading(&g, g.now + random_below(pace));
        check_reading(&g, g.now + random_below(TICKS / 2));
        g.now += random_below(pace);
        goes_on = step(&g);
    }
}

static void agrees_with_the_model(void **state)
{
    const char *const *const argument = (const char *const *)*state;
    const unsigned games = *argument ? (unsigned)strtoul(*argument, NULL, 10) : 150;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        memset(&seen, 0, sizeof seen);
        for (unsigned i = 0; i < games; i++)
            play(&kinds[k], k * 1000000 + i);
        print_message("# %s: %u moves, %u too late, %u undone\n", kinds[k].name, seen.moves,
                      seen.late, seen.undos);
        assert_true(seen.moves > games && seen.falls > games && seen.late > games / 4);
        if (kinds[k].has & (VACATION | WEEKENDS))
            assert_true(seen.standing > games / 4);
        assert_true(seen.undos > games / 4 && seen.pauses > games / 4 && seen.vacations > games / 4);
    }
}

/* --- extreme values --- */

static void nothing_to_undo(void **state)
{
    (void)state;
    shg_clock_event events[3] = { { .kind = SHG_CLOCK_PAUSE }, { .kind = SHG_CLOCK_RESUME } };
    size_t count = 0;
    assert_false(shg_clock_events_undo(events, &count, 5, true));
    count = 2;
    assert_false(shg_clock_events_undo(events, &count, 5, false));
    assert_int_equal(count, 2);
}

static void impossible_sequences_of_events(void **state)
{
    (void)state;
    const shg_time_control control = read_control("1m");
    shg_game_clock clock;
    const shg_clock_event events[] = { { .at_ms = 1000, .kind = SHG_CLOCK_MOVE },
                                       { .at_ms = 2000, .kind = SHG_CLOCK_RESUME },
                                       { .at_ms = 3000, .kind = SHG_CLOCK_MOVE } };
    assert_int_equal(shg_game_clock_replay(&clock, &control, 0, 0, events, 3), 1);
    assert_int_equal(clock.at_ms, 1000);
    const shg_clock_event strange[] = { { .at_ms = 2000, .kind = SHG_CLOCK_VACATION + 1 },
                                        { .at_ms = 2000, .kind = 255 },
                                        { .at_ms = 2000, .kind = SHG_CLOCK_VACATION, .colour = 2 } };
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        const shg_game_clock before = clock;
        assert_false(shg_game_clock_apply(&clock, &strange[i]));
        check_same(&clock, &before);
    }
}

/* Time never runs backwards. */
static void time_never_goes_back(void **state)
{
    (void)state;
    const shg_time_control control = read_control("1m");
    shg_game_clock clock;
    shg_game_clock_start(&clock, &control, 0, 100000);
    const shg_clock_event move = { .at_ms = 90000, .kind = SHG_CLOCK_MOVE };
    assert_true(shg_game_clock_apply(&clock, &move));
    assert_int_equal(clock.at_ms, 100000);
    assert_int_equal(shg_game_clock_read(&clock, 0, 0).bank_ms, 60000);
    assert_int_equal(shg_game_clock_read(&clock, 1, 0).bank_ms, 60000);
    assert_int_equal(shg_game_clock_flag_fall_ms(&clock), 160000);
}

static int64_t draw_extreme(void)
{
    static const int64_t anchors[] = { INT64_MIN, INT64_MIN / 4, 0, INT64_MAX / 4, INT64_MAX };
    const int64_t anchor = anchors[random_below(5)];
    const int64_t away = (int64_t)random_below(1 << 30) * random_below(1 << 20);
    return anchor > 0 ? anchor - away : anchor + away;
}

/* No time, however extreme, gives a wrong clock or an overflow; the sanitizers check the latter. */
static void extreme_times(void **state)
{
    (void)state;
    static const char *const controls[] = {
        ("1000d+1000d/1000d*1000,moves=1000,grace=1000d,bronstein=1000d,bonus=1000d,min=1000d,"
         "vacation=1000d,hourglass,weekends=+14"),
        "1000d+1000d,vacation=1000d,weekends=-12",
        "1s",
        "/1s*1000",
    };
    random_state = 7;
    for (unsigned i = 0; i < 4000; i++) {
        const shg_time_control control = read_control(controls[i % 4]);
        shg_game_clock clock;
        shg_game_clock_start(&clock, &control, (int)(i / 4 % 2), draw_extreme());
        for (int c = 0; c < 2; c++)
            if (random_below(2))
                clock.account[c].bank_ms = INT64_MAX / 8 - random_below(100);
        for (unsigned k = 0; k < 20; k++) {
            const int64_t before_ms = clock.at_ms;
            const shg_clock_event event = { .at_ms = draw_extreme(),
                                            .length_ms = draw_extreme(),
                                            .kind = (uint8_t)random_below(SHG_CLOCK_VACATION + 1),
                                            .colour = (uint8_t)random_below(3) };
            (void)shg_game_clock_apply(&clock, &event);
            assert_true(clock.at_ms >= before_ms && clock.spent_ms >= 0);
            const int64_t flag_fall_ms = shg_game_clock_flag_fall_ms(&clock);
            assert_true(flag_fall_ms >= clock.at_ms);
            assert_int_equal(shg_game_clock_flag_fell(&clock, INT64_MAX),
                             flag_fall_ms < SHG_NEVER_MS);
            int64_t until_ms;
            assert_true(shg_game_clock_stopped(&until_ms, &clock, draw_extreme()) ||
                        clock.pauses == 0);
            assert_true(until_ms > clock.at_ms);
            for (int c = 0; c < 2; c++) {
                const shg_clock_reading r = shg_game_clock_read(&clock, c, draw_extreme());
                assert_true(r.bank_ms >= 0 && r.bank_ms <= INT64_MAX / 8 && r.grace_ms >= 0);
                assert_true(r.period_ms >= 0 && r.periods >= 0 && r.period_moves >= 0);
                assert_true(r.vacation_ms >= 0);
                char text[SHG_CLOCK_TEXT_BYTES];
                shg_clock_reading_write(text, &r);
                assert_true(strlen(text) < SHG_CLOCK_TEXT_BYTES - 1);
            }
        }
    }
}

static void texts(void **state)
{
    (void)state;
    static const struct {
        shg_clock_reading reading;
        const char *text;
    } rows[] = {
        { { .bank_ms = 0, .fallen = true }, "0:00" },
        { { .bank_ms = 1 }, "0:01" },
        { { .bank_ms = 1000 }, "0:01" },
        { { .bank_ms = 1001 }, "0:02" },
        { { .bank_ms = 59001 }, "1:00" },
        { { .bank_ms = 3599001 }, "1:00:00" },
        { { .bank_ms = 86399000 }, "23:59:59" },
        { { .bank_ms = 86399001 }, "1d 00:00" },
        { { .bank_ms = 86400000 }, "1d 00:00" },
        { { .bank_ms = 86400001 }, "1d 00:01" },
        { { .bank_ms = 86460000 }, "1d 00:01" },
        { { .bank_ms = 1000 * SHG_DAY_MS }, "1000d 00:00" },
        { { .grace_ms = 4001 }, "0:00 +0:05" },
        { { .bank_ms = 5, .period_ms = 9000, .period_moves = 7, .periods = 3 }, "0:01" },
        { { .period_ms = 9000, .period_moves = 7, .periods = 3 }, "0:09/7 (3)" },
        { { .period_ms = 9000, .period_moves = 7, .periods = 1 }, "0:09/7" },
        { { .period_ms = 9000, .period_moves = 1, .periods = 1, .grace_ms = 1 }, "0:09 +0:01" },
        { { .period_ms = 9000, .period_moves = 1, .periods = 2 }, "0:09 (2)" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[SHG_CLOCK_TEXT_BYTES];
        shg_clock_reading_write(text, &rows[i].reading);
        assert_string_equal(text, rows[i].text);
    }
}

int main(int argc, char **argv)
{
    const char *games = argc > 1 ? argv[1] : NULL;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(worked_examples),
        cmocka_unit_test_prestate(agrees_with_the_model, &games),
        cmocka_unit_test(nothing_to_undo),
        cmocka_unit_test(impossible_sequences_of_events),
        cmocka_unit_test(time_never_goes_back),
        cmocka_unit_test(extreme_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
