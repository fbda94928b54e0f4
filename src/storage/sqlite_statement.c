/* sqlite_statement.c: the text of all statements, running them, and their errors. */
#include "storage/sqlite_int.h"

#include "base/error.h"
#include "storage/row.h"

#include <assert.h>
#include <string.h>

/* --- Statements --- */

/* clang-format off */
#define PLAYER_COLUMNS \
    "SELECT p.id, p.name, p.password, p.created_ms, p.seen_ms, ifnull(p.current_game, 0), " \
    "p.settings FROM player p "

#define CHALLENGE_COLUMNS \
    "SELECT c.id, c.player, p.name, c.variant, c.pattern, c.colour, c.first_move, c.comment, " \
    "c.created_ms, c.options FROM challenge c CROSS JOIN player p ON p.id = c.player "

/* CROSS JOIN keeps the game outermost: its index gives the order, and a list can stop early. */
#define GAME_COLUMNS \
    "SELECT g.id, g.definition, d.name, g.black, g.white, b.name, w.name, g.sfen, g.comment, " \
    "g.created_ms, g.events, g.moves, g.outcome, g.reason, g.black_seen, g.white_seen, " \
    "g.options, g.ended_ms, g.black_seen_ms, g.white_seen_ms, g.rated, g.settled_ms, g.deleted_ms, " \
    "g.sealed " \
    "FROM game g "
#define GAME_PARTS \
    " CROSS JOIN definition d ON d.id = g.definition" \
    " CROSS JOIN player b ON b.id = g.black CROSS JOIN player w ON w.id = g.white "

#define RATING_COLUMNS \
    "SELECT number, game, player, variant, speed, was_rating_e3, was_deviation_e3, rating_e3, " \
    "deviation_e3, volatility_e9, at_ms, games FROM rating "

#define TOKEN_COLUMNS \
    "SELECT id, player, kind, name, hash, given, created_ms, seen_ms, expires_ms, " \
    "scopes FROM token "

#define RECORD_COLUMNS \
    "SELECT r.id, r.player, p.name, r.definition, d.name, r.black, r.white, r.event, r.played, " \
    "r.outcome, r.moves, r.created_ms, r.text_bytes"
#define RECORD_PARTS \
    " FROM record r CROSS JOIN player p ON p.id = r.player " \
    "CROSS JOIN definition d ON d.id = r.definition "

#define DESIGN_COLUMNS \
    "SELECT d.definition, d.player, p.name, d.name, d.version, d.created_ms FROM design d " \
    "CROSS JOIN player p ON p.id = d.player "

#define REPORT                                                                                     \
    "SELECT r.id, r.sender, r.accused, s.name, a.name, r.game, r.text, r.heard, r.at_ms "          \
    "FROM report r CROSS JOIN player s ON s.id = r.sender CROSS JOIN player a ON a.id = r.accused "
#define STUDY_COLUMNS \
    "SELECT s.id, s.player, p.name, s.definition, d.name, s.name, s.sfen, s.hidden, s.created_ms, " \
    "s.events FROM study s CROSS JOIN player p ON p.id = s.player " \
    "CROSS JOIN definition d ON d.id = s.definition "

#define FREE_TABLE_COLUMNS \
    "SELECT t.id, t.player, p.name, ifnull(t.opponent, 0), ifnull(o.name, ''), t.title, t.text, t.secret, " \
    "t.second, t.hidden, t.created_ms, t.events FROM free_table t " \
    "CROSS JOIN player p ON p.id = t.player LEFT JOIN player o ON o.id = t.opponent "

static const char *const sql[] = {
    /* IMMEDIATE: takes the write lock here, so that no later statement fails for want of it. */
    [BEGIN_WRITING] = "BEGIN IMMEDIATE",
    [BEGIN_READING] = "BEGIN",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [PART_BEGIN] = "SAVEPOINT part",
    [PART_KEEP] = "RELEASE part",
    [PART_DROP] = "ROLLBACK TO part",

    [PLAYER_ADD] =
        "INSERT INTO player(name, password, created_ms, seen_ms, current_game) "
        "VALUES(?1, ?2, ?3, ?4, ?5)",
    [PLAYER_BY_NAME] = PLAYER_COLUMNS "WHERE p.name = ?1",
    [PLAYER_BY_ID] = PLAYER_COLUMNS "WHERE p.id = ?1",
    [PLAYER_SET_SEEN] = "UPDATE player SET seen_ms = ?2 WHERE id = ?1",
    [PLAYER_SET_GAME] = "UPDATE player SET current_game = ?2 WHERE id = ?1",
    [PLAYER_SET_PASSWORD] = "UPDATE player SET password = ?2 WHERE id = ?1",
    [PLAYER_SET_SETTINGS] = "UPDATE player SET settings = ?2 WHERE id = ?1",
    /* The upper bound is the prefix followed by the last code point. */
    [PLAYER_LIST] =
        PLAYER_COLUMNS "WHERE p.name >= ?1 AND p.name < ?1 || char(1114111) ORDER BY p.name",

    [IGNORED_ADD] = "INSERT OR IGNORE INTO ignored(player, other) VALUES(?1, ?2)",
    [IGNORED_REMOVE] = "DELETE FROM ignored WHERE player = ?1 AND other = ?2",
    [IGNORED_LIST] =
        PLAYER_COLUMNS "WHERE p.id IN (SELECT other FROM ignored WHERE player = ?1) "
        "ORDER BY p.name",

    [MESSAGE_ADD] = "INSERT INTO message(recipient, sender, text, at_ms) VALUES(?1, ?2, ?3, ?4)",
    [MESSAGE_REMOVE] = "DELETE FROM message WHERE id = ?1",
    [MESSAGE_LIST] =
        "SELECT m.id, m.recipient, m.sender, p.name, m.text, m.at_ms FROM message m "
        "CROSS JOIN player p ON p.id = m.sender WHERE m.recipient = ?1 ORDER BY m.id",

    [REPORT_ADD] =
        "INSERT INTO report(sender, accused, game, text, heard, at_ms) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [REPORT_LIST] =
        REPORT "WHERE r.id > ?1 ORDER BY r.id",
    [REPORT_LIST_OF] =
        REPORT "WHERE r.id > ?1 AND r.id IN (SELECT id FROM report WHERE sender = ?2) ORDER BY r.id",
    [REPORT_COUNT] = "SELECT count(*) FROM report WHERE sender = ?1 AND at_ms >= ?2",

    [DEFINITION_FIND] =
        "SELECT id FROM definition WHERE digest = ?1 AND name = ?2 AND text = ?3 "
        "ORDER BY id LIMIT 1",
    [DEFINITION_ADD] = "INSERT INTO definition(digest, name, text) VALUES(?1, ?2, ?3)",
    [DEFINITION_GET] = "SELECT id, name, text FROM definition WHERE id = ?1",

    [CHALLENGE_ADD] =
        "INSERT INTO challenge(player, variant, pattern, colour, first_move, comment, created_ms, "
        "options) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [CHALLENGE_GET] = CHALLENGE_COLUMNS "WHERE c.id = ?1",
    [CHALLENGE_REMOVE] = "DELETE FROM challenge WHERE id = ?1",
    [CHALLENGE_SET_OPTIONS] = "UPDATE challenge SET options = ?2 WHERE id = ?1",
    [CHALLENGE_LIST] = CHALLENGE_COLUMNS "ORDER BY c.id",
    [CHALLENGE_LIST_PLAYER] = CHALLENGE_COLUMNS "WHERE c.player = ?1 ORDER BY c.id",

    [GAME_ADD] =
        "INSERT INTO game(definition, black, white, sfen, comment, created_ms, options, rated) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [GAME_GET] = GAME_COLUMNS GAME_PARTS "WHERE g.id = ?1",
    [GAME_LIST] = GAME_COLUMNS GAME_PARTS "WHERE g.id > ?1 ORDER BY g.id",
    [GAME_LIST_RUNNING] =
        GAME_COLUMNS "INDEXED BY game_running" GAME_PARTS
        "WHERE g.outcome = '' AND g.id > ?1 ORDER BY g.id",
    /* A merge of two scans, one for each colour; a game against oneself is in the first only. */
    [GAME_LIST_PLAYER] =
        GAME_COLUMNS "INDEXED BY game_black" GAME_PARTS
        "WHERE g.black = ?2 AND g.id > ?1 "
        "UNION ALL "
        GAME_COLUMNS "INDEXED BY game_white" GAME_PARTS
        "WHERE g.white = ?2 AND g.black <> ?2 AND g.id > ?1 ORDER BY 1",
    [GAME_LIST_PLAYER_RUNNING] =
        GAME_COLUMNS "INDEXED BY game_black_running" GAME_PARTS
        "WHERE g.outcome = '' AND g.black = ?2 AND g.id > ?1 "
        "UNION ALL "
        GAME_COLUMNS "INDEXED BY game_white_running" GAME_PARTS
        "WHERE g.outcome = '' AND g.white = ?2 AND g.black <> ?2 AND g.id > ?1 ORDER BY 1",
    [GAME_LIST_PLAYER_OPEN] =
        GAME_COLUMNS "INDEXED BY game_black_running" GAME_PARTS
        "WHERE g.outcome = '' AND g.black = ?2 AND g.id > ?1 "
        "UNION ALL "
        GAME_COLUMNS "INDEXED BY game_white_running" GAME_PARTS
        "WHERE g.outcome = '' AND g.white = ?2 AND g.black <> ?2 AND g.id > ?1 "
        "UNION ALL "
        GAME_COLUMNS "INDEXED BY game_black_unseen" GAME_PARTS
        "WHERE g.outcome <> '' AND g.black_seen < g.events AND g.black = ?2 AND g.id > ?1 "
        "UNION ALL "
        GAME_COLUMNS "INDEXED BY game_white_unseen" GAME_PARTS
        "WHERE g.outcome <> '' AND g.white_seen < g.events AND g.white = ?2 AND g.black <> ?2 "
        "AND g.id > ?1 ORDER BY 1",
    [GAME_LIST_PLAYER_NEWEST] =
        GAME_COLUMNS "INDEXED BY game_black" GAME_PARTS
        "WHERE g.black = ?2 AND g.id < ?1 "
        "UNION ALL "
        GAME_COLUMNS "INDEXED BY game_white" GAME_PARTS
        "WHERE g.white = ?2 AND g.black <> ?2 AND g.id < ?1 ORDER BY 1 DESC",
    [GAME_LIST_NEWEST] = GAME_COLUMNS GAME_PARTS "WHERE g.id < ?1 ORDER BY g.id DESC",
    [GAME_LIST_UNSETTLED] =
        GAME_COLUMNS "INDEXED BY game_unsettled" GAME_PARTS
        "WHERE g.rated = 1 AND g.settled_ms = 0 AND g.outcome <> '' ORDER BY g.ended_ms, g.id",
    [GAME_SEEN_BLACK] =
        "UPDATE game SET black_seen_ms = iif(min(?2, events) > black_seen, ?3, black_seen_ms), "
        "black_seen = max(black_seen, min(?2, events)) WHERE id = ?1",
    [GAME_SEEN_WHITE] =
        "UPDATE game SET white_seen_ms = iif(min(?2, events) > white_seen, ?3, white_seen_ms), "
        "white_seen = max(white_seen, min(?2, events)) WHERE id = ?1",
    [GAME_SUMMARY] = "SELECT events, outcome, settled_ms, deleted_ms FROM game WHERE id = ?1",
    [GAME_COUNT_EVENT] = "UPDATE game SET events = ?2, moves = moves + ?3, sealed = iif(?4 < 0, sealed, ?4) WHERE id = ?1",
    /* Separate from the statement above: naming the column outcome makes SQLite rewrite partial indexes. */
    [GAME_FINISH] = "UPDATE game SET outcome = ?2, reason = ?3, ended_ms = ?4 WHERE id = ?1",

    [EVENT_ADD] =
        "INSERT INTO event(game, number, kind, text, think_ms, at_ms) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [EVENT_LIST] =
        "SELECT game, number, kind, text, think_ms, at_ms FROM event "
        "WHERE game = ?1 AND number >= ?2 ORDER BY number",

    [RUN_BEGIN] = "INSERT INTO run(began_ms, alive_ms) VALUES(?1, ?1)",
    [RUN_ALIVE] =
        "UPDATE run SET alive_ms = max(alive_ms, ?1) WHERE id = (SELECT max(id) FROM run)",
    [RUN_LIST] = "SELECT began_ms, alive_ms FROM run ORDER BY id",
    [GAME_SETTLE] = "UPDATE game SET settled_ms = ?2 WHERE id = ?1",
    [RATING_ADD] =
        "INSERT INTO rating(game, player, variant, speed, was_rating_e3, was_deviation_e3, "
        "rating_e3, deviation_e3, volatility_e9, at_ms, games) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [RATING_GET] =
        RATING_COLUMNS "INDEXED BY rating_latest WHERE player = ?1 AND variant = ?2 AND speed = ?3 "
        "AND at_ms <= ?4 ORDER BY number DESC LIMIT 1",
    [RATING_BEST] =
        RATING_COLUMNS "WHERE number IN (SELECT max(number) FROM rating INDEXED BY rating_variant "
        "WHERE variant = ?1 AND speed = ?2 GROUP BY player) "
        "ORDER BY deviation_e3 >= ?3, rating_e3 DESC, number LIMIT ?4",
    [RATING_LIST] = RATING_COLUMNS "WHERE number > ?1 ORDER BY number",
    [RATING_LIST_PLAYER] =
        RATING_COLUMNS "INDEXED BY rating_player WHERE player = ?2 AND number > ?1 "
        "ORDER BY number",

    [BAN_ADD] =
        "INSERT INTO ban(player, network, reason, until_ms, at_ms) VALUES(?1, ?2, ?3, ?4, ?5)",
    [BAN_REMOVE] = "DELETE FROM ban WHERE id = ?1",
    [BAN_LIST] =
        "SELECT b.id, ifnull(b.player, 0), ifnull(p.name, ''), b.network, b.reason, b.until_ms, "
        "b.at_ms FROM ban b LEFT JOIN player p ON p.id = b.player ORDER BY b.id",
    [NOTICE_SET] = "INSERT OR REPLACE INTO notice(name, text) VALUES(?1, ?2)",
    [NOTICE_CLEAR] = "DELETE FROM notice WHERE name = ?1",
    [NOTICE_GET] = "SELECT text FROM notice WHERE name = ?1",
    [RECORD_ADD] =
        "INSERT INTO record(player, definition, black, white, event, played, outcome, moves, "
        "text_bytes, created_ms) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    [RECORD_ADD_TEXT] = "INSERT INTO record_text(record, text) VALUES(?1, ?2)",
    [RECORD_GET] =
        RECORD_COLUMNS ", t.text" RECORD_PARTS "CROSS JOIN record_text t ON t.record = r.id "
        "WHERE r.id = ?1",
    [RECORD_HEAD] = RECORD_COLUMNS RECORD_PARTS "WHERE r.id = ?1",
    [RECORD_SUM] =
        "SELECT ifnull(sum(records), 0), ifnull(sum(bytes), 0) FROM record_sum "
        "WHERE player = ?1 AND hour BETWEEN ?2 AND ?3",
    [RECORD_LIST] = RECORD_COLUMNS RECORD_PARTS "WHERE r.id < ?1 ORDER BY r.id DESC",
    [RECORD_LIST_PLAYER] =
        RECORD_COLUMNS RECORD_PARTS "WHERE r.player = ?2 AND r.id < ?1 ORDER BY r.id DESC",
    [PLACE_ADD] = "INSERT OR IGNORE INTO place(hash, kind, number, at) VALUES(?1, ?2, ?3, ?4)",
    [PLACE_CLEAR] = "DELETE FROM place WHERE kind = ?1 AND number = ?2",
    [PLACE_OF_GAME] = "UPDATE game SET placed = ?2 WHERE id = ?1",
    [PLACE_OF_RECORD] = "UPDATE record SET placed = ?2 WHERE id = ?1",
    [PLACE_NEXT] =
        "SELECT 0, id FROM game INDEXED BY game_unplaced WHERE outcome <> '' AND placed < events "
        "UNION ALL SELECT 1, id FROM record INDEXED BY record_unplaced WHERE placed = 0 LIMIT 1",
    [PLACE_LIST] =
        "SELECT number, at FROM place WHERE hash = ?1 AND kind = ?2 AND number < ?3 "
        "ORDER BY number DESC",
    [PLACE_FORGET] = "DELETE FROM place",
    [PLACE_FORGET_GAMES] = "UPDATE game SET placed = 0 WHERE placed <> 0",
    [PLACE_FORGET_RECORDS] = "UPDATE record SET placed = 0 WHERE placed <> 0",
    [DESIGN_ADD] =
        "INSERT INTO design(definition, player, name, version, created_ms) VALUES(?1, ?2, ?3, ?4, ?5)",
    [DESIGN_VERSION] =
        "SELECT ifnull(max(version), 0) + 1 FROM design WHERE player = ?1 AND name = ?2",
    [DESIGN_GET] = DESIGN_COLUMNS "WHERE d.definition = ?1",
    [DESIGN_LIST] = DESIGN_COLUMNS "WHERE d.definition < ?1 ORDER BY d.definition DESC",
    [DESIGN_LIST_PLAYER] =
        DESIGN_COLUMNS "WHERE d.player = ?2 AND d.definition < ?1 ORDER BY d.definition DESC",
    [STUDY_ADD] =
        "INSERT INTO study(player, definition, name, sfen, hidden, created_ms) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [STUDY_GET] = STUDY_COLUMNS "WHERE s.id = ?1",
    [STUDY_LIST] = STUDY_COLUMNS "WHERE s.id < ?1 ORDER BY s.id DESC",
    [STUDY_LIST_PLAYER] = STUDY_COLUMNS "WHERE s.player = ?2 AND s.id < ?1 ORDER BY s.id DESC",
    [STUDY_COUNT_EVENT] =
        "UPDATE study SET events = ?2, name = ifnull((SELECT e.text FROM study_event e"
        "  WHERE e.study = ?1 AND e.number = ?2 AND e.kind = '" SHG_STUDY_NAME "'), name) WHERE id = ?1",
    [STUDY_EVENT_ADD] =
        "INSERT INTO study_event(study, number, player, kind, text, at_ms) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [STUDY_EVENT_LIST] =
        "SELECT e.study, e.number, e.player, p.name, e.kind, e.text, e.at_ms FROM study_event e "
        "CROSS JOIN player p ON p.id = e.player WHERE e.study = ?1 AND e.number >= ?2 "
        "ORDER BY e.number",
    [FREE_TABLE_ADD] =
        "INSERT INTO free_table(player, opponent, title, text, secret, second, hidden, created_ms) "
        "VALUES(?1, nullif(?2, 0), ?3, ?4, ?5, ?6, ?7, ?8)",
    [FREE_TABLE_GET] = FREE_TABLE_COLUMNS "WHERE t.id = ?1",
    [FREE_TABLE_LIST] = FREE_TABLE_COLUMNS "WHERE t.id < ?1 ORDER BY t.id DESC",
    [FREE_TABLE_LIST_PLAYER] =
        FREE_TABLE_COLUMNS
        "WHERE (t.player = ?2 OR t.opponent = ?2) AND t.id < ?1 ORDER BY t.id DESC",
    [FREE_TABLE_SIT] = "UPDATE free_table SET opponent = ?2 WHERE id = ?1 AND opponent IS NULL",
    [FREE_TABLE_COUNT_EVENT] = "UPDATE free_table SET events = ?2 WHERE id = ?1",
    [FREE_TABLE_EVENT_ADD] =
        "INSERT INTO free_table_event(free_table, number, player, kind, text, at_ms) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [FREE_TABLE_EVENT_LIST] =
        "SELECT e.free_table, e.number, e.player, p.name, e.kind, e.text, e.at_ms "
        "FROM free_table_event e CROSS JOIN player p ON p.id = e.player "
        "WHERE e.free_table = ?1 AND e.number >= ?2 ORDER BY e.number",
    /* Players and games are never removed, so the highest number is the count. */
    [TOTALS] =
        "SELECT ifnull((SELECT max(id) FROM player), 0), ifnull((SELECT max(id) FROM game), 0), "
        "(SELECT count(*) FROM game INDEXED BY game_running WHERE outcome = ''), "
        "(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)",

    [TOKEN_ADD] =
        "INSERT INTO token(player, kind, name, hash, given, created_ms, seen_ms, expires_ms, scopes) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [TOKEN_GET] = TOKEN_COLUMNS "WHERE hash = ?1",
    [TOKEN_SET_SEEN] = "UPDATE token SET seen_ms = ?2, expires_ms = ?3 WHERE id = ?1",
    [TOKEN_REMOVE] = "DELETE FROM token WHERE id = ?1",
    [TOKEN_LIST] = TOKEN_COLUMNS "WHERE player = ?1 ORDER BY id",
    [TOKEN_EXPIRE] = "DELETE FROM token WHERE expires_ms > 0 AND expires_ms <= ?1",
    [REQUEST_ADD] =
        "INSERT INTO request(player, number, key, at_ms) "
        "SELECT ?1, ifnull(max(number), 0) + 1, ?2, ?3 FROM request WHERE player = ?1",
    [REQUEST_FORGET] =
        "DELETE FROM request WHERE player = ?1 AND "
        "number <= (SELECT max(number) FROM request WHERE player = ?1) - ?2",
    [REQUEST_GET] = "SELECT 1 FROM request WHERE player = ?1 AND key = ?2",
    [REQUEST_EXPIRE] = "DELETE FROM request WHERE at_ms < ?1",

    [PAPER_SET] =
        "INSERT INTO paper(game, player, kind, text) VALUES(?1, ?2, ?3, ?4) "
        "ON CONFLICT(game, player, kind) DO UPDATE SET text = ?4",
    [PAPER_CLEAR] = "DELETE FROM paper WHERE game = ?1 AND player = ?2 AND kind = ?3",
    [PAPER_GET] = "SELECT text FROM paper WHERE game = ?1 AND player = ?2 AND kind = ?3",
    [PRESET_SET] =
        "INSERT INTO preset(player, name, text) VALUES(?1, ?2, ?3) "
        "ON CONFLICT(player, name) DO UPDATE SET text = ?3",
    [PRESET_CLEAR] = "DELETE FROM preset WHERE player = ?1 AND name = ?2",
    [PRESET_COUNT] = "SELECT count(*) FROM preset WHERE player = ?1 AND name <> ?2",
    [PRESET_LIST] = "SELECT name, text FROM preset WHERE player = ?1 ORDER BY name",
    [REMARK_LAST] = "SELECT ifnull(max(number), 0) FROM remark WHERE game = ?1",
    [REMARK_ADD] =
        "INSERT INTO remark(game, number, player, kind, text, at_ms) VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [REMARK_FORGET] = "DELETE FROM remark WHERE game = ?1 AND number <= ?2",
    [REMARK_LIST] =
        "SELECT r.game, r.number, r.player, p.name, r.kind, r.text, r.at_ms FROM remark r "
        "CROSS JOIN player p ON p.id = r.player WHERE r.game = ?1 AND r.number > ?2 "
        "ORDER BY r.number",
    [GAME_DELETE] = "UPDATE game SET deleted_ms = ?2 WHERE id = ?1",
    [ACCOUNT_GET] =
        "SELECT player, mail, totp, totp_step, told_ms FROM account WHERE player = ?1",
    [ACCOUNT_SET] =
        "INSERT OR REPLACE INTO account(player, mail, totp, totp_step, told_ms) "
        "VALUES(?1, ?2, ?3, ?4, ?5)",
    [ACCOUNT_LIST] =
        "SELECT player FROM account INDEXED BY account_mail WHERE mail <> '' AND player > ?1 "
        "ORDER BY player",
    [PLAYER_RENAME] = "UPDATE player SET name = ?2 WHERE id = ?1",
    [FORGET_CHALLENGES] = "DELETE FROM challenge WHERE player = ?1",
    [FORGET_MESSAGES] = "DELETE FROM message WHERE recipient = ?1",
    [FORGET_IGNORED] = "DELETE FROM ignored WHERE player = ?1",
    [FORGET_TOKENS] = "DELETE FROM token WHERE player = ?1",
    [FORGET_REQUESTS] = "DELETE FROM request WHERE player = ?1",
    [FORGET_PAPERS] = "DELETE FROM paper WHERE player = ?1",
    [FORGET_PRESETS] = "DELETE FROM preset WHERE player = ?1",
    [FORGET_LETTERS] = "DELETE FROM letter WHERE player = ?1",
    [FORGET_PUSHES] = "DELETE FROM push WHERE player = ?1",
    [FORGET_DEVICES] = "DELETE FROM device WHERE player = ?1",
    [FORGET_ACCOUNT] = "DELETE FROM account WHERE player = ?1",
    [PAPER_LIST] =
        "SELECT game, player, kind, text FROM paper INDEXED BY paper_player WHERE player = ?1 "
        "ORDER BY game, kind",
    [LETTER_ADD] =
        "INSERT OR REPLACE INTO letter(player, address, subject, text, at_ms, tries, next_ms, topic) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [LETTER_SET_NEXT] = "UPDATE letter SET tries = ?2, next_ms = ?3 WHERE id = ?1",
    [LETTER_REMOVE] = "DELETE FROM letter WHERE id = ?1",
    [LETTER_LIST] =
        "SELECT id, player, address, subject, text, at_ms, tries, next_ms, topic FROM letter "
        "INDEXED BY letter_due WHERE next_ms <= ?1 ORDER BY next_ms, id",
    [DEVICE_ADD] =
        "INSERT INTO device(player, endpoint, key, auth, name, created_ms) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
    [DEVICE_REMOVE] = "DELETE FROM device WHERE id = ?1",
    [DEVICE_AT] = "SELECT id FROM device WHERE endpoint = ?1",
    [DEVICE_LIST] =
        "SELECT id, player, endpoint, key, auth, name, created_ms FROM device "
        "INDEXED BY device_player WHERE player = ?1 ORDER BY id",
    [PUSH_ADD] =
        "INSERT OR REPLACE INTO push(device, player, topic, text, urgent, at_ms, tries, next_ms) "
        "SELECT id, player, ?2, ?3, ?4, ?5, ?6, ?7 FROM device WHERE id = ?1",
    [PUSH_SET_NEXT] = "UPDATE push SET tries = ?2, next_ms = ?3 WHERE id = ?1",
    [PUSH_REMOVE] = "DELETE FROM push WHERE id = ?1",
    [PUSH_FORGET] = "DELETE FROM push WHERE device = ?1",
    [PUSH_LIST] =
        "SELECT p.id, p.device, p.player, d.endpoint, d.key, d.auth, p.topic, p.text, p.urgent, "
        "p.at_ms, p.tries, p.next_ms FROM push p INDEXED BY push_due "
        "CROSS JOIN device d ON d.id = p.device WHERE p.next_ms <= ?1 ORDER BY p.next_ms, p.id",
};
/* clang-format on */
static_assert(sizeof sql / sizeof sql[0] == STATEMENTS, "a text for every statement");

int shg_sqlite_prepare(struct sqlite *q)
{
    int code = SQLITE_OK;
    for (size_t i = 0; i < STATEMENTS && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v3(q->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &q->statements[i],
                                  NULL);
    return code;
}

/* --- Errors --- */

shoogi_status shg_sqlite_describe(shoogi_error *err, sqlite3 *db, int code)
{
    static const struct {
        int code;
        shoogi_status status;
        const char *words;
    } rows[] = {
        { SQLITE_NOMEM, SHOOGI_NO_MEMORY, "out of memory" },
        { SQLITE_FULL, SHOOGI_LIMIT_EXCEEDED, "the disk is full" },
        { SQLITE_BUSY, SHOOGI_CONFLICT, "another program holds the database" },
        { SQLITE_LOCKED, SHOOGI_CONFLICT, "another connection holds the database" },
    };
    if (code == SQLITE_IOERR_NOMEM)
        code = SQLITE_NOMEM;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if ((code & 0xFF) == rows[i].code)
            return shg_error_set(err, rows[i].status, 0, 0, "%s", rows[i].words);
    return shg_error_set(err, SHOOGI_IO, 0, 0, "the database failed: %s (SQLite code %d)",
                         db ? sqlite3_errmsg(db) : sqlite3_errstr(code), code);
}

shoogi_status shg_sqlite_fail(shoogi_error *err, struct sqlite *q, int code)
{
    shoogi_error failure;
    const shoogi_status status = shg_sqlite_describe(&failure, q->db, code);
    if (q->in_transaction && q->failed_status == SHOOGI_OK) {
        q->failed_status = status;
        q->failure = failure;
    }
    if (err)
        *err = failure;
    return status;
}

shoogi_status shg_sqlite_repeat_failure(shoogi_error *err, const struct sqlite *q)
{
    if (err)
        *err = q->failure;
    return q->failure.status;
}

shoogi_status shg_sqlite_may_read(const struct sqlite *q, shoogi_error *err)
{
    return q->failed_status != SHOOGI_OK ? shg_sqlite_repeat_failure(err, q) : SHOOGI_OK;
}

shoogi_status shg_sqlite_may_write(const struct sqlite *q, shoogi_error *err)
{
    if (q->read_only)
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "the storage is read-only");
    assert(q->in_transaction);
    return shg_sqlite_may_read(q, err);
}

/* --- Running statements --- */

/* Texts are bound without copying: they outlive the statement's run, and finish clears the bindings. */
static int bind(sqlite3_stmt *statement, const struct value *values, size_t count)
{
    int code = SQLITE_OK;
    for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
        const struct value *v = &values[i];
        const int place = (int)i + 1;
        switch (v->type) {
        case NUMBER: code = sqlite3_bind_int64(statement, place, v->number); break;
        case TEXT:
            code = sqlite3_bind_text64(statement, place, v->text, v->bytes, SQLITE_STATIC,
                                       SQLITE_UTF8);
            break;
        case NOTHING: code = sqlite3_bind_null(statement, place); break;
        }
    }
    return code;
}

static void finish(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

/* Copies the current row to the cells, so that the statement can be reset at once: an open statement
 * would hold its snapshot and prevent checkpoints of the log. */
static int copy_row(struct sqlite *q, sqlite3_stmt *statement)
{
    static const char no_text[] =
        ""; /* for numbers, and for columns of a wrong type in a damaged file */
    const int columns = sqlite3_column_count(statement);
    assert(columns <= SHG_SQLITE_CELLS_MAX);
    size_t room = 0;
    for (int i = 0; i < columns; i++) {
        struct cell *cell = &q->cells[i];
        *cell = (struct cell){ .text = no_text };
        if (sqlite3_column_type(statement, i) == SQLITE_TEXT) {
            cell->text = (const char *)sqlite3_column_text(statement, i);
            if (!cell->text)
                return SQLITE_NOMEM;
            cell->bytes = (size_t)sqlite3_column_bytes(statement, i);
            room += cell->bytes + 1;
        } else {
            cell->number = sqlite3_column_int64(statement, i);
        }
    }
    if (room > q->texts_room) {
        char *texts = sqlite3_malloc64(room);
        if (!texts)
            return SQLITE_NOMEM;
        sqlite3_free(q->texts);
        q->texts = texts;
        q->texts_room = room;
    }
    char *at = q->texts;
    for (int i = 0; i < columns; i++) {
        struct cell *cell = &q->cells[i];
        if (cell->text == no_text)
            continue;
        memcpy(at, cell->text, cell->bytes);
        at[cell->bytes] = '\0';
        cell->text = at;
        at += cell->bytes + 1;
    }
    return SQLITE_ROW;
}

int shg_sqlite_run(struct sqlite *q, enum statement which, const struct value *values, size_t count)
{
    sqlite3_stmt *statement = q->statements[which];
    int code = bind(statement, values, count);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        code = copy_row(q, statement);
    finish(statement);
    return code;
}

shoogi_status shg_sqlite_change(int *changed, struct sqlite *q, enum statement which,
                                const struct value *values, size_t count, shoogi_error *err)
{
    const int code = shg_sqlite_run(q, which, values, count);
    if (code != SQLITE_DONE)
        return shg_sqlite_fail(err, q, code);
    if (changed)
        *changed = sqlite3_changes(q->db);
    return SHOOGI_OK;
}

shoogi_status shg_sqlite_list(struct sqlite *q, enum statement which, const struct value *values,
                              size_t count, shg_cells_fn *each, void *context, shoogi_error *err)
{
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    sqlite3_stmt *statement = q->statements[which];
    q->listing = true;
    int code = bind(statement, values, count);
    if (code == SQLITE_OK)
        code = SQLITE_ROW;
    while (code == SQLITE_ROW) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW)
            code = copy_row(q, statement);
        if (code == SQLITE_ROW && !each(q->cells, context))
            code = SQLITE_DONE;
    }
    finish(statement);
    q->listing = false;
    return code == SQLITE_DONE ? SHOOGI_OK : shg_sqlite_fail(err, q, code);
}

shoogi_status shg_sqlite_set_text(struct sqlite *q, enum statement which, const char *what,
                                  int64_t id, const char *to, shoogi_error *err)
{
    int changed = 0;
    shoogi_status status = shg_sqlite_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(&changed, q, which, VALUES(number(id), text(to)), err);
    return status == SHOOGI_OK && !changed ? shg_row_not_found(err, what, id) : status;
}

shoogi_status shg_sqlite_remove_row(struct sqlite *q, enum statement which, const char *what,
                                    int64_t id, shoogi_error *err)
{
    int changed = 0;
    shoogi_status status = shg_sqlite_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(&changed, q, which, VALUES(number(id)), err);
    return status == SHOOGI_OK && !changed ? shg_row_not_found(err, what, id) : status;
}

shoogi_status shg_sqlite_count(struct sqlite *q, int64_t *out, enum statement which,
                               const struct value *values, size_t value_count, shoogi_error *err)
{
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, which, values, value_count);
    if (code != SQLITE_ROW)
        return shg_sqlite_fail(err, q, code);
    *out = q->cells[0].number;
    return SHOOGI_OK;
}
