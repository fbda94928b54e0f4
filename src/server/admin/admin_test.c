#include "server/admin/admin.h"
#include "server/admin/shutdown_notice.h"
#include "server/loop/bans.h"
#include "support/server.h"

#include "base/error.h"
#include "base/test_suite.h"

/* 2026-11-20 12:00 UTC. */
static const int64_t now_ms = INT64_C(1795176000000);
enum { HOUR_MS = 60 * 60 * 1000, MINUTE_MS = 60 * 1000 };

static void ends_of_bans(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t from_now_ms;
    } good[] = {
        { "1h", HOUR_MS },
        { "7d", 7 * 24 * (int64_t)HOUR_MS },
        { "99999d", 99999 * 24 * (int64_t)HOUR_MS },
        { "2026-11-21", 12 * HOUR_MS },
        { "2026-11-20T12:01", MINUTE_MS },
        { "2028-02-29", INT64_C(1835395200000) - INT64_C(1795176000000) },
    };
    static const char *const bad[] = {
        "",           "soon",       "7",           "7w",           "d",
        "-1d",        "0d",         "100000d",     "2026-11-20",   "2026-11-20T12:00",
        "2027-02-29", "2027-13-01", "2026-11-21x", "2026-11-21T9", "1970-01-01"
    };
    int64_t until_ms = -1;
    assert_int_equal(shg_admin_read_until(&until_ms, "forever", now_ms, NULL), SHOOGI_OK);
    assert_int_equal(until_ms, 0);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (shg_admin_read_until(&until_ms, good[i].text, now_ms, NULL) != SHOOGI_OK)
            fail_msg("%s", good[i].text);
        if (until_ms - now_ms != good[i].from_now_ms)
            fail_msg("%s: %lld", good[i].text, (long long)(until_ms - now_ms));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (shg_admin_read_until(&until_ms, bad[i], now_ms, NULL) != SHOOGI_PARSE_ERROR)
            fail_msg("%s: %lld", bad[i], (long long)until_ms);
}

/* All notices before a stop in so many minutes, as minutes before it. */
static void warnings_come_closer(void **state)
{
    (void)state;
    static const int expected[] = { 60, 30, 15, 10, 5, 2, 1, 0 };
    const int64_t at_ms = now_ms + 90 * MINUTE_MS;
    int64_t t = now_ms;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        t = shg_shutdown_next_notice_ms(at_ms, t);
        assert_int_equal(at_ms - t, expected[i] * MINUTE_MS);
    }
    assert_int_equal(shg_shutdown_next_notice_ms(at_ms, at_ms - 5 * MINUTE_MS + 1),
                     at_ms - 2 * MINUTE_MS);
    assert_int_equal(shg_shutdown_next_notice_ms(at_ms, at_ms + 1), at_ms); /* overdue: at once */
}

static shg_storage *with_bans(void)
{
    static const shg_ban bans[] = {
        { .network = "192.0.2.0/24", .reason = "noise", .until_ms = 1000 },
        { .player = 1, .network = "", .reason = "rude", .until_ms = 500 },
        { .player = 1, .network = "", .reason = "very rude.", .until_ms = 2000 },
        { .player = 2, .network = "", .reason = "" },
    };
    shg_storage *s = NULL;
    assert_int_equal(shg_storage_open(&s, "memory", false, NULL), SHOOGI_OK);
    assert_int_equal(s->ops->begin(s, NULL), SHOOGI_OK);
    int64_t id;
    for (int i = 0; i < 3; i++) {
        const shg_player row = { .name = i == 0   ? "Anna"
                                         : i == 1 ? "Bo"
                                                  : "Cecil",
                                 .password = "" };
        assert_int_equal(s->ops->player_add(s, &id, &row, NULL), SHOOGI_OK);
    }
    for (size_t i = 0; i < sizeof bans / sizeof bans[0]; i++)
        assert_int_equal(s->ops->ban_add(s, &id, &bans[i], NULL), SHOOGI_OK);
    assert_int_equal(s->ops->notice_set(s, SHG_MOTD_NOTICE, "hello", NULL), SHOOGI_OK);
    assert_int_equal(s->ops->commit(s, NULL), SHOOGI_OK);
    return s;
}

static void bans_of_players_and_addresses(void **state)
{
    (void)state;
    shg_storage *s = with_bans();
    shg_bans *bans = NULL;
    assert_int_equal(shg_bans_read(&bans, s, NULL), SHOOGI_OK);
    s->ops->close(s);
    assert_string_equal(shg_bans_motd(bans), "hello");
    shg_address at, elsewhere;
    assert_int_equal(shg_address_read(&at, "192.0.2.5:1", NULL), SHOOGI_OK);
    assert_int_equal(shg_address_read(&elsewhere, "192.0.3.5:1", NULL), SHOOGI_OK);
    const shg_address_key in = shg_address_to_key(&at), out = shg_address_to_key(&elsewhere);
    static const struct {
        int64_t player, now_ms;
        bool inside;
        const char *sentence; /* NULL: not banned */
    } rows[] = {
        { 0, 0, true, "Your network is banned until 1970-01-01 00:00 UTC: noise." },
        { 0, 999, true, "Your network is banned until 1970-01-01 00:00 UTC: noise." },
        { 0, 1000, true, NULL }, /* the end itself is not included */
        { 0, 0, false, NULL },
        { 1, 0, false, "You are banned until 1970-01-01 00:00 UTC: very rude." },
        { 1, 0, true, "You are banned until 1970-01-01 00:00 UTC: very rude." }, /* the longest */
        { 1, 2000, true, NULL },
        { 2, INT64_MAX, false, "You are banned." },
        { 2, 0, true, "You are banned." },
        { 3, 0, false, NULL },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const shg_active_ban *ban =
            shg_bans_find(bans, rows[i].player, rows[i].inside ? &in : &out, rows[i].now_ms);
        assert_int_equal(ban != NULL, rows[i].sentence != NULL);
        shg_text_buffer text = { 0 };
        if (ban) {
            shg_ban_write(&text, ban, SHG_ENGLISH);
            assert_string_equal(text.bytes, rows[i].sentence);
        }
        shg_text_fini(&text);
    }
    shg_bans_free(bans);
}

/* Each row has a name of its own, and its function accepts that many arguments. */
static void the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHG_ADMIN_ACTIONS; i++) {
        const shg_admin_action *action = &shg_admin_actions[i];
        assert_ptr_equal(shg_admin_find(action->name), action);
        assert_true(action->min <= action->max && action->max <= SHG_ADMIN_WORDS_MAX);
        for (size_t count = 0; count <= SHG_ADMIN_WORDS_MAX + 1; count++) {
            const shg_admin_request r = { .action = action, .word_count = count };
            const bool fits = count >= action->min && count <= action->max;
            assert_int_equal(shg_admin_check(&r, NULL), fits ? SHOOGI_OK : SHOOGI_PARSE_ERROR);
        }
    }
    assert_null(shg_admin_find("nothing"));
    assert_null(shg_admin_find(""));
}

TEST_SUITE(admin)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_of_bans),
        cmocka_unit_test(warnings_come_closer),
        cmocka_unit_test(bans_of_players_and_addresses),
        cmocka_unit_test(the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
