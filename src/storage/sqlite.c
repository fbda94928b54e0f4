/* sqlite.c: the storage whose rows are in an SQLite file.
 *
 * The tables are in sqlite_schema.h.  What keeps the promises of storage.h, and why:
 *
 *  - journal_mode=WAL: a commit appends to one file and syncs it once, and readers in other threads
 *    go on reading the state they began with.
 *  - synchronous=FULL: in WAL mode this is what makes each commit sync the log before it returns.
 *    At NORMAL the last commits may be gone after a power cut; the file stays sound, but not on a
 *    disk that tears sectors while a reader is there: power_cut_test.c tells of it.  Until the log
 *    is in use it is EXTRA, which also syncs the directory after a rollback journal was removed: one
 *    that comes back after a power cut would undo the making of the file, and all that was committed
 *    since.
 *  - psow=0 ("no power-safe overwrite", in the URI): by default SQLite on Unix takes for granted
 *    that a write torn by a power cut harms only the bytes being written.  A disk or card that
 *    loses the whole sector would then take the end of the commit before with it, which was
 *    acknowledged.  Without that belief each commit is padded to the end of a sector: one page
 *    more, no more syncs.
 *  - An empty log at the start: whoever opens the file to write first writes the whole log back.
 *    After a crash the padding may be gone, and the next commit would share a sector with an
 *    acknowledged one.
 *  - Only the writer checkpoints (writes the log back to the file): wal_autocheckpoint=0 on all,
 *    and the writer does it itself before it begins a transaction.  SQLite's own checkpoint after a
 *    commit swallows its errors, and would make those who wait for the commit wait for it too.
 *    Readers neither checkpoint when they close (NO_CKPT_ON_CLOSE).  A lock on PATH-lock keeps
 *    other processes of shoogi away: SQLite before 3.51.3 can spoil the file when one connection
 *    checkpoints while another restarts the log ("WAL-reset bug").
 *  - mmap_size=0: with mapped files a disk error is a signal that ends the process, not a status.
 *  - temp_store=MEMORY: the journal of a part that is taken back and the sorting of lists touch no
 *    disk.
 *  - foreign_keys=ON: off by default, and per connection.
 *  - cell_size_check=ON, trusted_schema=OFF, DEFENSIVE: a damaged or forged file is an error
 *    sooner.
 *  - query_only=ON on readers, besides opening them SQLITE_OPEN_READONLY: that flag alone would
 *    still let a reader create temporary tables.
 *  - busy timeout: for the moments in which another connection recovers the log after a crash, and
 *    for people who look into the file with other programs.
 *
 * After an error SQLite sometimes takes back the whole transaction by itself (a full disk, spent
 * memory), sometimes only the statement, and statements that follow would then be committed one
 * by one.  So the first such error is kept, everything after it answers the same, and commit
 * refuses. */
#include "storage/sqlite_int.h"

#include "base/error.h"
#include "base/hash.h"
#include "storage/bounds.h"
#include "storage/row.h"
#include "storage/sqlite_schema.h"

#include <sqlite3.h>

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BUSY_TIMEOUT_MS = 5000,
    CHECKPOINT_PAGES = 1000,
    LOG_HEADER_BYTES = SHG_SQLITE_LOG_HEADER_BYTES,
    LOG_PAGE_HEADER_BYTES = 24
};

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
    "SELECT id, player, kind, name, hash, given, created_ms, seen_ms, expires_ms FROM token "

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
    /* IMMEDIATE: the lock that may have to be waited for is taken here, and nothing later can fail
     * for the want of it. */
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
    /* Whatever follows the prefix, the last of all characters comes behind it. */
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
    [CHALLENGE_COUNT] = "SELECT count(*) FROM challenge",

    [GAME_ADD] =
        "INSERT INTO game(definition, black, white, sfen, comment, created_ms, options, rated) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [GAME_GET] = GAME_COLUMNS GAME_PARTS "WHERE g.id = ?1",
    [GAME_LIST] = GAME_COLUMNS GAME_PARTS "WHERE g.id > ?1 ORDER BY g.id",
    [GAME_LIST_RUNNING] =
        GAME_COLUMNS "INDEXED BY game_running" GAME_PARTS
        "WHERE g.outcome = '' AND g.id > ?1 ORDER BY g.id",
    /* Two walks in step, one for each colour; a game against oneself is in the first only. */
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
    /* Apart from the one above: naming the column outcome makes SQLite rewrite partial indexes. */
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
        "ORDER BY number DESC LIMIT 1",
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
    /* Players and games are never removed: the highest number is how many there are. */
    [TOTALS] =
        "SELECT ifnull((SELECT max(id) FROM player), 0), ifnull((SELECT max(id) FROM game), 0), "
        "(SELECT count(*) FROM game INDEXED BY game_running WHERE outcome = ''), "
        "(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)",

    [TOKEN_ADD] =
        "INSERT INTO token(player, kind, name, hash, given, created_ms, seen_ms, expires_ms) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
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

const int shg_sqlite_newest_version = SHG_SQLITE_SCHEMA_VERSION;

/* --- Errors --- */

/* The status for one of SQLite's result codes; fills *err, if given. */
static shoogi_status describe(shoogi_error *err, sqlite3 *db, int code)
{
    static const struct {
        int code;
        shoogi_status status;
        const char *words;
    } rows[] = {
        { SQLITE_NOMEM, SHOOGI_NO_MEMORY, "out of memory" },
        { SQLITE_FULL, SHOOGI_TOO_BIG, "the disk is full" },
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

/* As describe; within a transaction it also ends all hope for it. */
shoogi_status shg_sqlite_spoil(shoogi_error *err, struct sqlite *q, int code)
{
    shoogi_error why;
    const shoogi_status status = describe(&why, q->db, code);
    if (q->in_transaction && q->spoilt == SHOOGI_OK) {
        q->spoilt = status;
        q->why = why;
    }
    if (err)
        *err = why;
    return status;
}

static shoogi_status again(shoogi_error *err, const struct sqlite *q)
{
    if (err)
        *err = q->why;
    return q->why.status;
}

/* From here on only recovery can tell what the file holds.  Closing must not write the log back
 * then: what is in it stays for recovery to judge. */
static shoogi_status lose(shoogi_error *err, struct sqlite *q, int code)
{
    describe(&q->why, q->db, code);
    q->why.status = SHOOGI_IO;
    q->lost = true;
    sqlite3_db_config(q->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
    return again(err, q);
}

shoogi_status shg_sqlite_may_read(const struct sqlite *q, shoogi_error *err)
{
    return q->spoilt != SHOOGI_OK ? again(err, q) : SHOOGI_OK;
}

shoogi_status shg_sqlite_may_write(const struct sqlite *q, shoogi_error *err)
{
    if (q->read_only)
        return shg_error_set(err, SHOOGI_ILLEGAL, 0, 0, "the storage was opened for reading only");
    assert(q->in_transaction);
    return shg_sqlite_may_read(q, err);
}

/* --- Running statements --- */

/* Texts are bound and not copied: they outlive the statement's run, and finish lets go of them. */
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

/* Copies the row the statement stands on to the cells, so that the statement can be reset at
 * once: one that is left standing would hold its view of the file and keep the log from being
 * written back. */
static int hold(struct sqlite *q, sqlite3_stmt *statement)
{
    static const char no_text[] = ""; /* of numbers, and of what a damaged file has for a text */
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

/* Runs a statement that gives at most one row.  SQLITE_ROW: the cells hold it.  SQLITE_DONE:
 * there was none, or nothing to give.  Else an error. */
int shg_sqlite_run(struct sqlite *q, enum statement which, const struct value *values, size_t count)
{
    sqlite3_stmt *statement = q->statements[which];
    int code = bind(statement, values, count);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        code = hold(q, statement);
    finish(statement);
    return code;
}

/* Runs a statement that changes rows.  *changed, if given: how many. */
shoogi_status shg_sqlite_change(int *changed, struct sqlite *q, enum statement which,
                                const struct value *values, size_t count, shoogi_error *err)
{
    const int code = shg_sqlite_run(q, which, values, count);
    if (code != SQLITE_DONE)
        return shg_sqlite_spoil(err, q, code);
    if (changed)
        *changed = sqlite3_changes(q->db);
    return SHOOGI_OK;
}

/* --- Transactions --- */

/* The log as a file, or NULL. */
static sqlite3_file *log_file(struct sqlite *q)
{
    sqlite3_file *file = NULL;
    const int code = sqlite3_file_control(q->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    return code == SQLITE_OK && file && file->pMethods ? file : NULL;
}

static int read_log_header(struct sqlite *q, unsigned char header[LOG_HEADER_BYTES])
{
    sqlite3_file *log = log_file(q);
    const int code =
        log ? log->pMethods->xRead(log, header, LOG_HEADER_BYTES, 0) : SQLITE_IOERR_READ;
    return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code; /* what is missing reads as zeros */
}

/* SQLite calls it after each commit that wrote. */
static int log_grew(void *context, sqlite3 *db, const char *name, int pages)
{
    struct sqlite *q = context;
    (void)db, (void)name;
    /* A shorter log is a new one: what was put off is done with. */
    if ((unsigned)pages < q->log_pages)
        q->due_pages = q->checkpoint_pages;
    q->log_pages = (unsigned)pages;
    q->log_header_known = read_log_header(q, q->log_header) == SQLITE_OK;
    return SQLITE_OK;
}

/* After a commit that found the disk full.  SQLite took the transaction back; yet if it was the
 * padding behind the commit's last page that had no room, the log's file holds the commit whole,
 * and recovery would bring it back although it was refused.  So the file is cut where the last
 * commit that succeeded ends: what is behind belongs to nobody.  If the log had begun anew for
 * the refused one, that is at its beginning. */
static int cut_log(struct sqlite *q)
{
    unsigned char header[LOG_HEADER_BYTES];
    sqlite3_file *log = log_file(q);
    int code = read_log_header(q, header);
    if (code != SQLITE_OK || (q->log_pages > 0 && !q->log_header_known))
        return SQLITE_IOERR_READ;
    if (memcmp(header, q->log_header, sizeof header) != 0)
        q->log_pages = 0;
    sqlite3_int64 end = 0, size;
    if (q->log_pages > 0)
        end = LOG_HEADER_BYTES + q->log_pages * (LOG_PAGE_HEADER_BYTES + q->page_bytes);
    code = log->pMethods->xFileSize(log, &size);
    if (code == SQLITE_OK && size > end) {
        code = log->pMethods->xTruncate(log, end);
        if (code == SQLITE_OK)
            code = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
    }
    return code;
}

/* Writes the log back to the file when it has grown long.  PASSIVE: as far as readers let it;
 * what is left is tried again when as much has been added once more.  A full disk and spent
 * memory harm nothing here, for the log still has everything; any other error may be a failed
 * fsync, after which the system forgets what it could not write. */
static shoogi_status checkpoint_if_due(struct sqlite *q, shoogi_error *err)
{
    if (q->log_pages < q->due_pages)
        return SHOOGI_OK;
    q->due_pages = q->log_pages + q->checkpoint_pages;
    const int code =
        sqlite3_wal_checkpoint_v2(q->db, "main", SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    if (code == SQLITE_OK || describe(NULL, q->db, code) != SHOOGI_IO)
        return SHOOGI_OK;
    return lose(err, q, code);
}

shoogi_status shg_sqlite_begin(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(!q->in_transaction);
    if (q->lost)
        return again(err, q);
    if (!q->read_only && checkpoint_if_due(q, err) != SHOOGI_OK)
        return SHOOGI_IO;
    const int code = shg_sqlite_run(q, q->read_only ? BEGIN_READING : BEGIN_WRITING, NO_VALUES);
    if (code != SQLITE_DONE)
        return describe(err, q->db, code);
    q->in_transaction = true;
    return SHOOGI_OK;
}

/* ROLLBACK fails only if SQLite rolled back already, which autocommit tells. */
static void take_back(struct sqlite *q)
{
    if (!sqlite3_get_autocommit(q->db))
        shg_sqlite_run(q, ROLLBACK, NO_VALUES);
    q->in_transaction = q->in_part = false;
    q->spoilt = SHOOGI_OK;
}

shoogi_status shg_sqlite_commit(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->in_transaction && !q->in_part);
    if (q->spoilt != SHOOGI_OK) {
        const shoogi_status status = again(err, q);
        take_back(q);
        if (status == SHOOGI_IO && !q->read_only) {
            q->lost = true;
            sqlite3_db_config(q->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
        }
        return status;
    }
    const int code = shg_sqlite_run(q, COMMIT, NO_VALUES);
    if (code == SQLITE_DONE) {
        q->in_transaction = false;
        return SHOOGI_OK;
    }
    const shoogi_status status = describe(err, q->db, code);
    /* Also when memory ran out: SQLite allocates after it has synced the log, so that the commit
     * may be on disk already. */
    const bool unknown = status != SHOOGI_TOO_BIG && !q->read_only;
    if (unknown)
        lose(err, q, code);
    take_back(q);
    if (unknown)
        return SHOOGI_IO;
    const int cut = q->read_only ? SQLITE_OK : cut_log(q);
    return cut == SQLITE_OK ? status : lose(err, q, cut);
}

void shg_sqlite_rollback(shg_storage *s)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->in_transaction);
    take_back(q);
}

shoogi_status shg_sqlite_part_begin(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->in_transaction && !q->in_part);
    shoogi_status status = shg_sqlite_may_read(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(NULL, q, PART_BEGIN, NO_VALUES, err);
    if (status == SHOOGI_OK)
        q->in_part = true;
    return status;
}

shoogi_status shg_sqlite_part_keep(shg_storage *s, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->in_part);
    shoogi_status status = shg_sqlite_may_read(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(NULL, q, PART_KEEP, NO_VALUES, err);
    if (status == SHOOGI_OK)
        q->in_part = false;
    return status;
}

void shg_sqlite_part_drop(shg_storage *s)
{
    struct sqlite *q = sqlite_of(s);
    assert(q->in_part);
    q->in_part = false;
    /* If SQLite took the whole transaction back there is no part to go back to, and no way on. */
    if (sqlite3_get_autocommit(q->db))
        return;
    const shoogi_status spoilt = q->spoilt;
    q->spoilt = SHOOGI_OK;
    if (shg_sqlite_change(NULL, q, PART_DROP, NO_VALUES, NULL) == SHOOGI_OK &&
        shg_sqlite_change(NULL, q, PART_KEEP, NO_VALUES, NULL) == SHOOGI_OK)
        return;
    if (spoilt != SHOOGI_OK)
        q->spoilt = spoilt;
}

/* --- Players --- */

shoogi_status shg_sqlite_player_add(shg_storage *s, int64_t *id, const shg_player *row,
                                    shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_player(row, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code =
        shg_sqlite_run(q, PLAYER_ADD,
                       VALUES(text(row->name), text(row->password), number(row->created_ms),
                              number(row->seen_ms), reference(row->current_game)));
    if (code == SQLITE_CONSTRAINT_UNIQUE)
        return shg_row_name_taken(err, row->name);
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return shg_row_not_found(err, "game", row->current_game);
    if (code != SQLITE_DONE)
        return shg_sqlite_spoil(err, q, code);
    *id = sqlite3_last_insert_rowid(q->db);
    return SHOOGI_OK;
}

static shg_player player_of(const struct cell *c)
{
    return (shg_player){
        .id = c[0].number,
        .name = c[1].text,
        .password = c[2].text,
        .created_ms = c[3].number,
        .seen_ms = c[4].number,
        .current_game = c[5].number,
        .settings = c[6].text,
    };
}

/* A player's row, or OK and no row. */
static shoogi_status read_player(bool *found, struct sqlite *q, shg_player *row,
                                 enum statement which, struct value key, shoogi_error *err)
{
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, which, VALUES(key));
    *found = code == SQLITE_ROW;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return shg_sqlite_spoil(err, q, code);
    if (*found)
        *row = player_of(q->cells);
    return SHOOGI_OK;
}

shoogi_status shg_sqlite_player_by_name(shg_storage *s, shg_player *row, const char *name,
                                        shoogi_error *err)
{
    bool found;
    const shoogi_status status =
        read_player(&found, sqlite_of(s), row, PLAYER_BY_NAME, text(name), err);
    return status == SHOOGI_OK && !found ? shg_row_no_player(err, name) : status;
}

shoogi_status shg_sqlite_player_by_id(shg_storage *s, shg_player *row, int64_t id,
                                      shoogi_error *err)
{
    bool found;
    const shoogi_status status =
        read_player(&found, sqlite_of(s), row, PLAYER_BY_ID, number(id), err);
    return status == SHOOGI_OK && !found ? shg_row_not_found(err, "player", id) : status;
}

shoogi_status shg_sqlite_player_set_seen(shg_storage *s, int64_t id, int64_t seen_ms,
                                         shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    int changed = 0;
    shoogi_status status = shg_sqlite_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(&changed, q, PLAYER_SET_SEEN,
                                   VALUES(number(id), number(seen_ms)), err);
    return status == SHOOGI_OK && !changed ? shg_row_not_found(err, "player", id) : status;
}

shoogi_status shg_sqlite_player_set_game(shg_storage *s, int64_t id, int64_t game,
                                         shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    const shoogi_status status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, PLAYER_SET_GAME, VALUES(number(id), reference(game)));
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return shg_row_not_found(err, "game", game);
    if (code != SQLITE_DONE)
        return shg_sqlite_spoil(err, q, code);
    return sqlite3_changes(q->db) ? SHOOGI_OK : shg_row_not_found(err, "player", id);
}

/* Changes one text of a row; what: the row's name for a sentence. */
static shoogi_status set_text(struct sqlite *q, enum statement which, const char *what, int64_t id,
                              const char *to, shoogi_error *err)
{
    int changed = 0;
    shoogi_status status = shg_sqlite_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(&changed, q, which, VALUES(number(id), text(to)), err);
    return status == SHOOGI_OK && !changed ? shg_row_not_found(err, what, id) : status;
}

shoogi_status shg_sqlite_player_set_password(shg_storage *s, int64_t id, const char *password,
                                             shoogi_error *err)
{
    const shoogi_status status = shg_row_check_password(password, err);
    return status == SHOOGI_OK
               ? set_text(sqlite_of(s), PLAYER_SET_PASSWORD, "player", id, password, err)
               : status;
}

shoogi_status shg_sqlite_player_set_settings(shg_storage *s, int64_t id, const char *settings,
                                             shoogi_error *err)
{
    const shoogi_status status = shg_row_check_settings(settings, err);
    return status == SHOOGI_OK
               ? set_text(sqlite_of(s), PLAYER_SET_SETTINGS, "player", id, settings, err)
               : status;
}

/* --- Definitions --- */

/* A number that SQLite and C read alike. */
static int64_t digest(const char *name, const char *text_of_it, size_t text_bytes)
{
    const uint64_t hash = shg_hash_bytes(SHG_HASH_START, name, strlen(name));
    return (int64_t)(shg_hash_bytes(hash, text_of_it, text_bytes) >> 1);
}

shoogi_status shg_sqlite_definition_put(shg_storage *s, int64_t *id, const shg_definition *row,
                                        shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_definition(row, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const struct value values[] = { number(digest(row->name, row->text, row->text_bytes)),
                                    text(row->name), bytes(row->text, row->text_bytes) };
    const size_t count = sizeof values / sizeof values[0];
    const int code = shg_sqlite_run(q, DEFINITION_FIND, values, count);
    if (code == SQLITE_ROW) {
        *id = q->cells[0].number;
        return SHOOGI_OK;
    }
    if (code != SQLITE_DONE)
        return shg_sqlite_spoil(err, q, code);
    status = shg_sqlite_change(NULL, q, DEFINITION_ADD, values, count, err);
    if (status == SHOOGI_OK)
        *id = sqlite3_last_insert_rowid(q->db);
    return status;
}

shoogi_status shg_sqlite_definition_get(shg_storage *s, shg_definition *row, int64_t id,
                                        shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, DEFINITION_GET, VALUES(number(id)));
    if (code == SQLITE_DONE)
        return shg_row_not_found(err, "definition", id);
    if (code != SQLITE_ROW)
        return shg_sqlite_spoil(err, q, code);
    const struct cell *c = q->cells;
    *row = (shg_definition){
        .id = c[0].number, .name = c[1].text, .text = c[2].text, .text_bytes = c[2].bytes
    };
    return SHOOGI_OK;
}

/* --- Lists --- */

/* Runs a statement that gives many rows. */
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
            code = hold(q, statement);
        if (code == SQLITE_ROW && !each(q->cells, context))
            code = SQLITE_DONE;
    }
    finish(statement);
    q->listing = false;
    return code == SQLITE_DONE ? SHOOGI_OK : shg_sqlite_spoil(err, q, code);
}

struct player_reader {
    shg_player_fn *each;
    void *context;
};

static bool each_player(const struct cell *cells, void *context)
{
    const struct player_reader *reader = context;
    const shg_player row = player_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sqlite_player_list(shg_storage *s, const char *prefix, shg_player_fn *each,
                                     void *context, shoogi_error *err)
{
    struct player_reader reader = { each, context };
    return shg_sqlite_list(sqlite_of(s), PLAYER_LIST, VALUES(text(prefix)), each_player, &reader,
                           err);
}

/* --- Who is ignored --- */

shoogi_status shg_sqlite_ignored_set(shg_storage *s, int64_t player, int64_t other, bool ignored,
                                     shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    const shoogi_status status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    /* Both players are asked for first: taking a row away would not miss them. */
    const int64_t ids[] = { player, other };
    for (size_t i = 0; i < 2; i++) {
        const int there = shg_sqlite_run(q, PLAYER_BY_ID, VALUES(number(ids[i])));
        if (there == SQLITE_DONE)
            return shg_row_not_found(err, "player", ids[i]);
        if (there != SQLITE_ROW)
            return shg_sqlite_spoil(err, q, there);
    }
    return shg_sqlite_change(NULL, q, ignored ? IGNORED_ADD : IGNORED_REMOVE,
                             VALUES(number(player), number(other)), err);
}

shoogi_status shg_sqlite_ignored_list(shg_storage *s, int64_t player, shg_player_fn *each,
                                      void *context, shoogi_error *err)
{
    struct player_reader reader = { each, context };
    return shg_sqlite_list(sqlite_of(s), IGNORED_LIST, VALUES(number(player)), each_player, &reader,
                           err);
}

/* --- Messages --- */

shoogi_status shg_sqlite_message_add(shg_storage *s, int64_t *id, const shg_message *row,
                                     shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_message(row, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(
        q, MESSAGE_ADD,
        VALUES(number(row->recipient), number(row->sender), text(row->text), number(row->at_ms)));
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return shg_row_no_people(err);
    if (code != SQLITE_DONE)
        return shg_sqlite_spoil(err, q, code);
    *id = sqlite3_last_insert_rowid(q->db);
    return SHOOGI_OK;
}

/* Removes the row with a number; what: its name for a sentence. */
static shoogi_status remove_row(struct sqlite *q, enum statement which, const char *what,
                                int64_t id, shoogi_error *err)
{
    int changed = 0;
    shoogi_status status = shg_sqlite_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(&changed, q, which, VALUES(number(id)), err);
    return status == SHOOGI_OK && !changed ? shg_row_not_found(err, what, id) : status;
}

shoogi_status shg_sqlite_message_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    return remove_row(sqlite_of(s), MESSAGE_REMOVE, "message", id, err);
}

struct message_reader {
    shg_message_fn *each;
    void *context;
};

static bool each_message(const struct cell *c, void *context)
{
    const struct message_reader *reader = context;
    const shg_message row = {
        .id = c[0].number,
        .recipient = c[1].number,
        .sender = c[2].number,
        .sender_name = c[3].text,
        .text = c[4].text,
        .at_ms = c[5].number,
    };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sqlite_message_list(shg_storage *s, int64_t recipient, shg_message_fn *each,
                                      void *context, shoogi_error *err)
{
    struct message_reader reader = { each, context };
    return shg_sqlite_list(sqlite_of(s), MESSAGE_LIST, VALUES(number(recipient)), each_message,
                           &reader, err);
}

/* --- Reports --- */

shoogi_status shg_sqlite_report_add(shg_storage *s, int64_t *id, const shg_report *row,
                                    shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_report(row, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code =
        shg_sqlite_run(q, REPORT_ADD,
                       VALUES(number(row->sender), number(row->accused), number(row->game),
                              text(row->text), text(row->heard), number(row->at_ms)));
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return shg_row_no_people(err);
    if (code != SQLITE_DONE)
        return shg_sqlite_spoil(err, q, code);
    *id = sqlite3_last_insert_rowid(q->db);
    return SHOOGI_OK;
}

struct report_reader {
    shg_report_fn *each;
    void *context;
};

static bool each_report(const struct cell *c, void *context)
{
    const struct report_reader *reader = context;
    const shg_report row = {
        .id = c[0].number,
        .sender = c[1].number,
        .accused = c[2].number,
        .sender_name = c[3].text,
        .accused_name = c[4].text,
        .game = c[5].number,
        .text = c[6].text,
        .heard = c[7].text,
        .at_ms = c[8].number,
    };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sqlite_report_list(shg_storage *s, int64_t sender, int64_t after,
                                     shg_report_fn *each, void *context, shoogi_error *err)
{
    struct report_reader reader = { each, context };
    return sender == 0
               ? shg_sqlite_list(sqlite_of(s), REPORT_LIST, VALUES(number(after)), each_report,
                                 &reader, err)
               : shg_sqlite_list(sqlite_of(s), REPORT_LIST_OF,
                                 VALUES(number(after), number(sender)), each_report, &reader, err);
}

/* A statement that counts. */
static shoogi_status count(struct sqlite *q, int64_t *out, enum statement which,
                           const struct value *values, size_t values_count, shoogi_error *err)
{
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, which, values, values_count);
    if (code != SQLITE_ROW)
        return shg_sqlite_spoil(err, q, code);
    *out = q->cells[0].number;
    return SHOOGI_OK;
}

shoogi_status shg_sqlite_report_count(shg_storage *s, int64_t *out, int64_t sender,
                                      int64_t since_ms, shoogi_error *err)
{
    return count(sqlite_of(s), out, REPORT_COUNT, VALUES(number(sender), number(since_ms)), err);
}

/* --- Challenges --- */

shoogi_status shg_sqlite_challenge_add(shg_storage *s, int64_t *id, const shg_challenge *row,
                                       shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_challenge(row, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code =
        shg_sqlite_run(q, CHALLENGE_ADD,
                       VALUES(number(row->player), text(row->variant), text(row->pattern),
                              text(row->colour), text(row->first_move), text(row->comment),
                              number(row->created_ms), text(row->options)));
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return shg_row_not_found(err, "player", row->player);
    if (code != SQLITE_DONE)
        return shg_sqlite_spoil(err, q, code);
    *id = sqlite3_last_insert_rowid(q->db);
    return SHOOGI_OK;
}

static shg_challenge challenge_of(const struct cell *c)
{
    return (shg_challenge){
        .id = c[0].number,
        .player = c[1].number,
        .player_name = c[2].text,
        .variant = c[3].text,
        .pattern = c[4].text,
        .colour = c[5].text,
        .first_move = c[6].text,
        .comment = c[7].text,
        .created_ms = c[8].number,
        .options = c[9].text,
    };
}

shoogi_status shg_sqlite_challenge_get(shg_storage *s, shg_challenge *row, int64_t id,
                                       shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, CHALLENGE_GET, VALUES(number(id)));
    if (code == SQLITE_DONE)
        return shg_row_not_found(err, "challenge", id);
    if (code != SQLITE_ROW)
        return shg_sqlite_spoil(err, q, code);
    *row = challenge_of(q->cells);
    return SHOOGI_OK;
}

shoogi_status shg_sqlite_challenge_remove(shg_storage *s, int64_t id, shoogi_error *err)
{
    return remove_row(sqlite_of(s), CHALLENGE_REMOVE, "challenge", id, err);
}

shoogi_status shg_sqlite_challenge_set_options(shg_storage *s, int64_t id, const char *options,
                                               shoogi_error *err)
{
    const shoogi_status status = shg_row_check_options(options, err);
    return status == SHOOGI_OK
               ? set_text(sqlite_of(s), CHALLENGE_SET_OPTIONS, "challenge", id, options, err)
               : status;
}

struct challenge_reader {
    shg_challenge_fn *each;
    void *context;
};

static bool each_challenge(const struct cell *cells, void *context)
{
    const struct challenge_reader *reader = context;
    const shg_challenge row = challenge_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sqlite_challenge_list(shg_storage *s, int64_t player, shg_challenge_fn *each,
                                        void *context, shoogi_error *err)
{
    struct challenge_reader reader = { each, context };
    const struct value values[] = { number(player) };
    return shg_sqlite_list(sqlite_of(s), player ? CHALLENGE_LIST_PLAYER : CHALLENGE_LIST, values,
                           player != 0, each_challenge, &reader, err);
}

shoogi_status shg_sqlite_challenge_count(shg_storage *s, int64_t *out, shoogi_error *err)
{
    return count(sqlite_of(s), out, CHALLENGE_COUNT, NO_VALUES, err);
}

/* --- Games --- */

shoogi_status shg_sqlite_game_add(shg_storage *s, int64_t *id, const shg_game *row,
                                  shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_game(row, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code =
        shg_sqlite_run(q, GAME_ADD,
                       VALUES(number(row->definition), number(row->black), number(row->white),
                              text(row->sfen), text(row->comment), number(row->created_ms),
                              text(row->options), number(row->rated)));
    if (code == SQLITE_CONSTRAINT_FOREIGNKEY)
        return shg_row_no_parts(err);
    if (code != SQLITE_DONE)
        return shg_sqlite_spoil(err, q, code);
    *id = sqlite3_last_insert_rowid(q->db);
    return SHOOGI_OK;
}

static shg_game game_of(const struct cell *c)
{
    return (shg_game){
        .id = c[0].number,
        .definition = c[1].number,
        .variant = c[2].text,
        .black = c[3].number,
        .white = c[4].number,
        .black_name = c[5].text,
        .white_name = c[6].text,
        .sfen = c[7].text,
        .comment = c[8].text,
        .created_ms = c[9].number,
        .events = c[10].number,
        .moves = c[11].number,
        .outcome = c[12].text,
        .reason = c[13].text,
        .black_seen = c[14].number,
        .white_seen = c[15].number,
        .options = c[16].text,
        .ended_ms = c[17].number,
        .black_seen_ms = c[18].number,
        .white_seen_ms = c[19].number,
        .rated = c[20].number != 0,
        .settled_ms = c[21].number,
        .deleted_ms = c[22].number,
        .sealed = c[23].number != 0,
    };
}

shoogi_status shg_sqlite_game_get(shg_storage *s, shg_game *row, int64_t id, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    const shoogi_status status = shg_sqlite_may_read(q, err);
    if (status != SHOOGI_OK)
        return status;
    const int code = shg_sqlite_run(q, GAME_GET, VALUES(number(id)));
    if (code == SQLITE_DONE)
        return shg_row_not_found(err, "game", id);
    if (code != SQLITE_ROW)
        return shg_sqlite_spoil(err, q, code);
    *row = game_of(q->cells);
    return SHOOGI_OK;
}

struct game_reader {
    shg_game_fn *each;
    void *context;
};

static bool each_game(const struct cell *cells, void *context)
{
    const struct game_reader *reader = context;
    const shg_game row = game_of(cells);
    return reader->each(reader->context, &row);
}

shoogi_status shg_sqlite_game_list(shg_storage *s, const shg_game_filter *filter, shg_game_fn *each,
                                   void *context, shoogi_error *err)
{
    static const enum statement which[2][2] = { { GAME_LIST, GAME_LIST_RUNNING },
                                                { GAME_LIST_PLAYER, GAME_LIST_PLAYER_RUNNING } };
    struct game_reader reader = { each, context };
    if (filter->unsettled)
        return shg_sqlite_list(sqlite_of(s), GAME_LIST_UNSETTLED, NO_VALUES, each_game, &reader,
                               err);
    const bool newest = filter->newest_first && !filter->running_only;
    const bool open = filter->player && filter->open_only && !filter->running_only;
    const struct value values[] = {
        number(newest && filter->after == 0 ? INT64_MAX : filter->after), number(filter->player)
    };
    return shg_sqlite_list(sqlite_of(s),
                           open     ? GAME_LIST_PLAYER_OPEN
                           : newest ? filter->player ? GAME_LIST_PLAYER_NEWEST : GAME_LIST_NEWEST
                                    : which[filter->player != 0][filter->running_only],
                           values, filter->player ? 2 : 1, each_game, &reader, err);
}

shoogi_status shg_sqlite_game_set_seen(shg_storage *s, int64_t game, int colour, int64_t to,
                                       int64_t at_ms, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    assert(colour == 0 || colour == 1);
    int changed = 0;
    shoogi_status status = shg_sqlite_may_write(q, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_change(&changed, q, colour == 0 ? GAME_SEEN_BLACK : GAME_SEEN_WHITE,
                                   VALUES(number(game), number(to), number(at_ms)), err);
    return status == SHOOGI_OK && !changed ? shg_row_not_found(err, "game", game) : status;
}

/* --- Events --- */

shoogi_status shg_sqlite_game_summary(struct sqlite *q, int64_t game, shoogi_error *err)
{
    const int code = shg_sqlite_run(q, GAME_SUMMARY, VALUES(number(game)));
    if (code == SQLITE_DONE)
        return shg_row_not_found(err, "game", game);
    if (code != SQLITE_ROW)
        return shg_sqlite_spoil(err, q, code);
    return SHOOGI_OK;
}

shoogi_status shg_sqlite_event_add(shg_storage *s, const shg_event *row, shoogi_error *err)
{
    struct sqlite *q = sqlite_of(s);
    shoogi_status status = shg_row_check_event(row, err);
    if (status == SHOOGI_OK)
        status = shg_sqlite_may_write(q, err);
    if (status != SHOOGI_OK)
        return status;
    status = shg_sqlite_game_summary(q, row->game, err);
    if (status != SHOOGI_OK)
        return status;
    status = shg_row_event_fits(row, q->cells[0].number, q->cells[1].text, q->cells[2].number != 0,
                                q->cells[3].number != 0, err);
    if (status != SHOOGI_OK)
        return status;

    /* Three statements, of which a later one may fail: that spoils the transaction, so that none
     * is ever committed without the others. */
    const shg_row_effect effect = shg_row_event_effect(row);
    status = shg_sqlite_change(
        NULL, q, GAME_COUNT_EVENT,
        VALUES(number(row->game), number(row->number), number(effect.moves), number(effect.sealed)),
        err);
    if (status == SHOOGI_OK && effect.sets_result)
        status = shg_sqlite_change(NULL, q, GAME_FINISH,
                                   VALUES(number(row->game), text(effect.outcome),
                                          text(effect.reason), number(effect.ended_ms)),
                                   err);
    if (status == SHOOGI_OK)
        status =
            shg_sqlite_change(NULL, q, EVENT_ADD,
                              VALUES(number(row->game), number(row->number), text(row->kind),
                                     text(row->text), number(row->think_ms), number(row->at_ms)),
                              err);
    return status;
}

struct event_reader {
    shg_event_fn *each;
    void *context;
};

static bool each_event(const struct cell *c, void *context)
{
    const struct event_reader *reader = context;
    const shg_event row = {
        .game = c[0].number,
        .number = c[1].number,
        .kind = c[2].text,
        .text = c[3].text,
        .think_ms = c[4].number,
        .at_ms = c[5].number,
    };
    return reader->each(reader->context, &row);
}

shoogi_status shg_sqlite_event_list(shg_storage *s, int64_t game, int64_t from_number,
                                    shg_event_fn *each, void *context, shoogi_error *err)
{
    struct event_reader reader = { each, context };
    return shg_sqlite_list(sqlite_of(s), EVENT_LIST, VALUES(number(game), number(from_number)),
                           each_event, &reader, err);
}

/* --- Opening and closing --- */

void shg_sqlite_close(shg_storage *s)
{
    struct sqlite *q = sqlite_of(s);
    if (q->in_transaction)
        take_back(q);
    for (size_t i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(q->statements[i]);
    sqlite3_close(q->db); /* NULL is accepted */
    if (q->lock_fd >= 0)
        close(q->lock_fd); /* lets go of the lock */
    sqlite3_free(q->texts);
    sqlite3_free(q);
}

static const shg_storage_ops sqlite_ops = {
    .version = SHG_STORAGE_VERSION,
#define OP(result, name, parameters) .name = shg_sqlite_##name,
#include "storage/ops.def"
};

struct shown_path shg_sqlite_shown_path(const char *path)
{
    struct shown_path out;
    const size_t length = strlen(path), room = sizeof out.text - 4;
    const char *end = length > room ? path + length - room : path;
    while (((unsigned char)*end & 0xC0) == 0x80)
        end++; /* not in the middle of a character */
    snprintf(out.text, sizeof out.text, "%s%s", end == path ? "" : "...", end);
    return out;
}

/* Fills *err with a sentence on opening path. */
static shoogi_status cannot_open(shoogi_error *err, struct sqlite *q, const char *path, int code)
{
    if (code == SQLITE_IOERR_NOMEM || (code & 0xFF) == SQLITE_NOMEM || !q->db)
        return describe(err, q->db, SQLITE_NOMEM);
    const int system = sqlite3_system_errno(q->db);
    const bool of_system =
        system != 0 && ((code & 0xFF) == SQLITE_CANTOPEN || (code & 0xFF) == SQLITE_IOERR);
    const shoogi_status status = describe(NULL, q->db, code);
    return shg_error_set(err, status, 0, 0, "cannot open %s: %s", shg_sqlite_shown_path(path).text,
                         status == SHOOGI_TOO_BIG ? "the disk is full"
                         : of_system              ? strerror(system)
                                                  : sqlite3_errmsg(q->db));
}

bool shg_sqlite_give_away(int fd, const char *path)
{
    struct stat owner;
    char folder[SHG_STORAGE_PATH_BYTES_MAX + 2];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    if (geteuid() != 0 || (stat(path, &owner) != 0 && stat(folder, &owner) != 0))
        return true;
    return fchown(fd, owner.st_uid, owner.st_gid) == 0;
}

shoogi_status shg_sqlite_lock(int *fd, const char *path, shoogi_error *err)
{
    /* A link to the file is the file. */
    char *file = realpath(path, NULL);
    char lock_path[SHG_STORAGE_PATH_BYTES_MAX + sizeof "-lock"];
    const int length = snprintf(lock_path, sizeof lock_path, "%s-lock", file ? file : path);
    free(file);
    if (length >= (int)sizeof lock_path)
        return shg_error_set(err, SHOOGI_TOO_BIG, 0, 0, "%s stands at too long a path",
                             shg_sqlite_shown_path(path).text);
    *fd = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*fd < 0)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "cannot open %s: %s",
                             shg_sqlite_shown_path(lock_path).text, strerror(errno));
    if (flock(*fd, LOCK_EX | LOCK_NB) == 0 && shg_sqlite_give_away(*fd, path))
        return SHOOGI_OK;
    return errno == EWOULDBLOCK
               ? shg_error_set(err, SHOOGI_CONFLICT, 0, 0, "%s is in use by another program",
                               shg_sqlite_shown_path(path).text)
               : shg_error_set(err, SHOOGI_IO, 0, 0, "cannot lock %s: %s",
                               shg_sqlite_shown_path(lock_path).text, strerror(errno));
}

/* Locks, and makes a new file readable for its owner only: it holds the verifiers of passwords, and
 * SQLite would give it to everyone the umask allows. */
static shoogi_status claim(struct sqlite *q, const char *path, shoogi_error *err)
{
    const shoogi_status status = shg_sqlite_lock(&q->lock_fd, path, err);
    if (status != SHOOGI_OK)
        return status;
    /* Only if it is new: closing a descriptor of a file lets go of all the locks that this
     * process holds on it, those of other connections among them.  If it cannot be made, SQLite
     * says why. */
    const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    return SHOOGI_OK;
}

char *shg_sqlite_uri(const char *path)
{
    static const char plain[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    static const char begin[] = "file:", end[] = "?psow=0";
    const size_t room = sizeof begin + 3 * strlen(path) + sizeof end;
    char *uri = sqlite3_malloc64(room);
    if (!uri)
        return NULL;
    memcpy(uri, begin, sizeof begin - 1);
    char *at = uri + sizeof begin - 1;
    for (; *path; path++) {
        if (strchr(plain, *path))
            *at++ = *path;
        else
            at += snprintf(at, 4, "%%%02X", (unsigned)(unsigned char)*path);
    }
    memcpy(at, end, sizeof end);
    return uri;
}

static int open_database(struct sqlite *q, const shg_sqlite_options *options)
{
    char *uri = shg_sqlite_uri(options->path);
    if (!uri)
        return SQLITE_NOMEM;
    /* NOMUTEX: a connection is used by one thread at a time, SQLite need not lock it again. */
    const int flags =
        SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE;
    const int mode =
        q->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const int code = sqlite3_open_v2(uri, &q->db, flags | mode, options->vfs);
    sqlite3_free(uri);
    return code;
}

/* The word of a pragma is never pasted from outside. */
static const char *synchronous_pragma(const char *word)
{
    static const char *const rows[][2] = {
        { "FULL", "PRAGMA synchronous=FULL" },
        { "OFF", "PRAGMA synchronous=OFF" },
        { "NORMAL", "PRAGMA synchronous=NORMAL" },
        { "EXTRA", "PRAGMA synchronous=EXTRA" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!word || strcmp(word, rows[i][0]) == 0)
            return rows[i][1];
    return NULL;
}

/* What is set for each connection anew; see the head of this file. */
static int configure(struct sqlite *q)
{
    static const char common[] = "PRAGMA mmap_size=0;"
                                 "PRAGMA temp_store=MEMORY;"
                                 "PRAGMA foreign_keys=ON;"
                                 "PRAGMA cell_size_check=ON;"
                                 "PRAGMA trusted_schema=OFF;"
                                 "PRAGMA cache_size=-16384;" /* KiB */
                                 "PRAGMA wal_autocheckpoint=0;"
                                 "PRAGMA synchronous=EXTRA;";
    int code = sqlite3_busy_timeout(q->db, BUSY_TIMEOUT_MS);
    if (code == SQLITE_OK)
        code = sqlite3_db_config(q->db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
    if (code == SQLITE_OK && q->read_only)
        code = sqlite3_db_config(q->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
    if (code == SQLITE_OK)
        code = sqlite3_exec(q->db, common, NULL, NULL, NULL);
    if (code == SQLITE_OK && q->read_only)
        code = sqlite3_exec(q->db, "PRAGMA query_only=ON", NULL, NULL, NULL);
    return code;
}

/* Asks for one number. */
static int ask_number(struct sqlite *q, int64_t *out, const char *question)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(q->db, question, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

/* True if the file is empty or begins as a database does.  SQLite takes a file of a few bytes
 * for an empty one, and would write over somebody's notes. */
static bool begins_well(struct sqlite *q)
{
    static const char magic[] = "SQLite format 3";
    char begin[sizeof magic] = "";
    sqlite3_file *file = NULL;
    sqlite3_int64 size = 0;
    if (sqlite3_file_control(q->db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
        !file || !file->pMethods || file->pMethods->xFileSize(file, &size) != SQLITE_OK)
        return false;
    return size == 0 || (file->pMethods->xRead(file, begin, sizeof begin, 0) == SQLITE_OK &&
                         memcmp(begin, magic, sizeof magic) == 0);
}

/* Refuses what is not shoogi's, or not yet known.  *version: 0 for an empty file. */
static shoogi_status check_maker(int64_t *version, struct sqlite *q, const char *path,
                                 shoogi_error *err)
{
    int64_t application = 0, tables = 0;
    int code = ask_number(q, &application, "PRAGMA application_id");
    if (code == SQLITE_OK)
        code = ask_number(q, version, "PRAGMA user_version");
    if (code == SQLITE_OK)
        code = ask_number(q, &tables, "SELECT count(*) FROM sqlite_schema");
    if (code != SQLITE_OK)
        return cannot_open(err, q, path, code);
    const bool empty = application == 0 && *version == 0 && tables == 0;
    if (empty && !begins_well(q))
        return shg_error_set(err, SHOOGI_IO, 0, 0, "cannot open %s: file is not a database",
                             shg_sqlite_shown_path(path).text);
    if (application != SHG_SQLITE_APPLICATION_ID && !empty)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "%s is the database of another program",
                             shg_sqlite_shown_path(path).text);
    if (*version > SHG_SQLITE_SCHEMA_VERSION)
        return shg_error_set(
            err, SHOOGI_BAD_RULES, 0, 0,
            "%s: expected a database of version %d or older, found version %" PRId64,
            shg_sqlite_shown_path(path).text, SHG_SQLITE_SCHEMA_VERSION, *version);
    if (q->read_only && *version < SHG_SQLITE_SCHEMA_VERSION)
        return shg_error_set(err, SHOOGI_BAD_RULES, 0, 0,
                             "%s: expected a database of version %d, found version %" PRId64,
                             shg_sqlite_shown_path(path).text, SHG_SQLITE_SCHEMA_VERSION, *version);
    return SHOOGI_OK;
}

static int use_log(struct sqlite *q, bool *in_use)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(q->db, "PRAGMA journal_mode=WAL", -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        const char *mode = (const char *)sqlite3_column_text(statement, 0);
        *in_use = mode && strcmp(mode, "wal") == 0;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

/* Brings the tables from one version to the next. */
static int migrate(struct sqlite *q, int64_t from)
{
    char stamp[96];
    snprintf(stamp, sizeof stamp, "PRAGMA application_id=%d; PRAGMA user_version=%" PRId64,
             SHG_SQLITE_APPLICATION_ID, from + 1);
    int code = sqlite3_exec(q->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(q->db, migrations[from], NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(q->db, stamp, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(q->db, "COMMIT", NULL, NULL, NULL);
    return code; /* what was begun and not committed goes with the connection */
}

/* What only a writer does: it makes sure that it can write, now rather than at the first move. */
static shoogi_status prepare_file(struct sqlite *q, const char *path, const char *synchronous,
                                  int64_t version, shoogi_error *err)
{
    if (sqlite3_db_readonly(q->db, "main") == 1)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "cannot open %s: it is read-only",
                             shg_sqlite_shown_path(path).text);
    bool log_in_use = false;
    int code = use_log(q, &log_in_use);
    if (code == SQLITE_OK && !log_in_use)
        return shg_error_set(err, SHOOGI_IO, 0, 0,
                             "cannot open %s: no write-ahead log can be there",
                             shg_sqlite_shown_path(path).text);
    if (code == SQLITE_OK)
        code = sqlite3_exec(q->db, synchronous, NULL, NULL, NULL);
    for (; code == SQLITE_OK && version < SHG_SQLITE_SCHEMA_VERSION; version++)
        code = migrate(q, version);
    if (code == SQLITE_OK)
        code = sqlite3_wal_checkpoint_v2(q->db, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    if (code == SQLITE_OK)
        code = ask_number(q, &q->page_bytes, "PRAGMA page_size");
    if (code == SQLITE_OK)
        code = sqlite3_exec(q->db, "BEGIN IMMEDIATE; ROLLBACK", NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return cannot_open(err, q, path, code);
    sqlite3_wal_hook(q->db, log_grew, q);
    return SHOOGI_OK;
}

static int prepare_statements(struct sqlite *q)
{
    int code = SQLITE_OK;
    for (size_t i = 0; i < STATEMENTS && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v3(q->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &q->statements[i],
                                  NULL);
    return code;
}

static shoogi_status open_all(struct sqlite *q, const shg_sqlite_options *options,
                              const char *synchronous, shoogi_error *err)
{
    const char *path = options->path;
    if (!q->read_only && !options->vfs) {
        const shoogi_status status = claim(q, path, err);
        if (status != SHOOGI_OK)
            return status;
    }
    int code = open_database(q, options);
    if (code == SQLITE_OK)
        code = configure(q);
    if (code != SQLITE_OK)
        return cannot_open(err, q, path, code);
    int64_t version = 0;
    shoogi_status status = check_maker(&version, q, path, err);
    if (status == SHOOGI_OK && !q->read_only)
        status = prepare_file(q, path, synchronous, version, err);
    if (status != SHOOGI_OK)
        return status;
    code = prepare_statements(q);
    return code == SQLITE_OK ? SHOOGI_OK : cannot_open(err, q, path, code);
}

shoogi_status shg_storage_sqlite(shg_storage **out, const shg_sqlite_options *options,
                                 shoogi_error *err)
{
    const char *synchronous = synchronous_pragma(options->synchronous);
    assert(synchronous);
    const size_t path_bytes = strnlen(options->path, SHG_STORAGE_PATH_BYTES_MAX + 1);
    if (path_bytes == 0 || path_bytes > SHG_STORAGE_PATH_BYTES_MAX)
        return shg_error_set(err, SHOOGI_IO, 0, 0, "expected a path of 1 to %d bytes, found %s",
                             SHG_STORAGE_PATH_BYTES_MAX, path_bytes ? "more" : "none");
    struct sqlite *q = sqlite3_malloc64(sizeof *q);
    if (!q)
        return shg_error_set(err, SHOOGI_NO_MEMORY, 0, 0, "out of memory");
    memset(q, 0, sizeof *q);
    q->base.ops = &sqlite_ops;
    q->lock_fd = -1;
    q->read_only = options->read_only;
    q->checkpoint_pages = options->checkpoint_pages ? options->checkpoint_pages : CHECKPOINT_PAGES;
    q->due_pages = q->checkpoint_pages;
    const shoogi_status status = open_all(q, options, synchronous, err);
    if (status == SHOOGI_OK)
        *out = &q->base;
    else
        shg_sqlite_close(&q->base);
    return status;
}
