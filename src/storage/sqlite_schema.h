/* sqlite_schema.h: the tables of shoogi's SQLite database, as a numbered list of migrations.
 *
 * The header of the database identifies it: application_id marks it as shoogi's, and user_version is the
 * number of migrations that have been applied.  Table shoogi has the oldest version whose programs can use the database
 * (schema.h).  Each migration runs in one transaction with the change of user_version, so that after a power cut it is
 * complete or not begun.  A released migration is never edited; changes are new migrations at the end.
 *
 *     player 1 ---- n challenge          definition 1 ---- n game n ---- 2 player
 *                                                              1
 *                                                              |
 *                                                              n
 *                                                            event
 *
 * event       The authoritative log of all games.  Its primary key is (game, number), and the table is
 *             that key's tree (WITHOUT ROWID): the events of a game are adjacent, reading a game is one
 *             scan, appending touches one leaf, and of two writers of the same number one always fails.
 *             Triggers forbid updates and deletions.
 * game        The immutable settings of a game, and a summary of its events, updated in the same
 *             transaction just before the event is inserted.  With it lists of games need not read
 *             events, and event_add need not count them.
 * definition  Texts of variants, never deleted.  digest only narrows the search for an identical text:
 *             the texts are compared, so a collision only costs time.  A unique index over the text
 *             would store every text twice.
 * challenge   AUTOINCREMENT, unlike most tables: challenges are removed, and with a reused number a
 *             delayed answer could accept another challenge.
 * message     Left for absent players, and removed once shown; numbered as challenges.
 * run         The periods in which the server was running: clocks do not run between them.
 * player      NOCASE folds ASCII only, as shg_text_same does, so that all backends agree on names.
 * rating      The rating of a player after each game with a final result; append-only, as events are.  The latest
 *             row of a player, variant and speed is the rating.  UNIQUE(game, player) prevents counting a game
 *             twice.
 * ban         Banned players and networks; numbered as challenges.
 * notice      Named texts of the server.
 * record      Records of games played elsewhere.  With text_bytes lists need not read their texts.
 * record_text  Their texts in our own format, megabytes that would lie between the columns that lists read.
 * record_sum  How many records a player has added, and their bytes, by the hour since the epoch, and in all as hour -1;
 *             player 0: all players. Triggers keep it, so that an upload is weighed without a look at others.
 * place       The position index: the hash of a position, the game or record, and the first ply at which it occurs.
 *             It can be rebuilt from events and records; placed is the number of a game's events it was built from.
 * design      Definitions that are versions of a variant designed by a player.
 * study, study_event  Trees of variations that several players edit, stored like games and their events.
 * free_table, free_table_event  Boards without rules, stored in the same way.
 * token       Hashes of the tokens that authenticate people and programs; numbered as challenges.
 * account     Players' e-mail addresses and TOTP secrets.
 * letter      Queued e-mails, removed when sent; only the latest of each topic.  Numbered as challenges.
 * request     Idempotency keys, added in the transaction of the request itself, so that it is carried out once.  The
 *             latest of each player are kept, by number.
 * paper       Private documents of a player about a game: conditional moves, notes.
 * preset      Players' named presets, such as the look of a board, as JSON objects.
 * remark      The chat of games, numbered within each game; the latest lines of each game are kept.
 * device      Browsers that receive push notifications, each of one player.  Numbered as challenges.
 * push        Queued push notifications, removed when sent; only the latest of each topic.
 *
 * Every table is STRICT: a text in a numeric column is an error.  A text is never NULL; "" means none.  Of the references
 * to rows only current_game, the player of a ban and the opponent at a table may be NULL, since 0 would not be a valid
 * reference.  The partial indexes contain the running games, which are few among many; game_unsettled contains the
 * finished rated games without a final result. */
#ifndef SHG_STORAGE_SQLITE_SCHEMA_H
#define SHG_STORAGE_SQLITE_SCHEMA_H

#include "storage/schema.h"

static const shg_schema_step migrations[] = {
    /* 0 to 1 */
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE player("
      "  id INTEGER PRIMARY KEY,"
      "  name TEXT NOT NULL UNIQUE COLLATE NOCASE,"
      "  password TEXT NOT NULL,"
      "  created_ms INTEGER NOT NULL,"
      "  seen_ms INTEGER NOT NULL,"
      "  current_game INTEGER REFERENCES game(id)"
      ") STRICT;"
      "CREATE TABLE definition("
      "  id INTEGER PRIMARY KEY,"
      "  name TEXT NOT NULL,"
      "  digest INTEGER NOT NULL,"
      "  text TEXT NOT NULL"
      ") STRICT;"
      "CREATE INDEX definition_digest ON definition(digest);"
      "CREATE TABLE challenge("
      "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  variant TEXT NOT NULL,"
      "  pattern TEXT NOT NULL,"
      "  colour TEXT NOT NULL,"
      "  first_move TEXT NOT NULL,"
      "  comment TEXT NOT NULL,"
      "  created_ms INTEGER NOT NULL"
      ") STRICT;"
      "CREATE TABLE game("
      "  id INTEGER PRIMARY KEY,"
      "  definition INTEGER NOT NULL REFERENCES definition(id),"
      "  black INTEGER NOT NULL REFERENCES player(id),"
      "  white INTEGER NOT NULL REFERENCES player(id),"
      "  sfen TEXT NOT NULL,"
      "  comment TEXT NOT NULL,"
      "  created_ms INTEGER NOT NULL,"
      "  events INTEGER NOT NULL DEFAULT 0,"
      "  moves INTEGER NOT NULL DEFAULT 0,"
      "  outcome TEXT NOT NULL DEFAULT '',"
      "  reason TEXT NOT NULL DEFAULT '',"
      "  black_seen INTEGER NOT NULL DEFAULT 0,"
      "  white_seen INTEGER NOT NULL DEFAULT 0"
      ") STRICT;"
      "CREATE INDEX game_black ON game(black);"
      "CREATE INDEX game_white ON game(white);"
      "CREATE INDEX game_black_running ON game(black) WHERE outcome = '';"
      "CREATE INDEX game_white_running ON game(white) WHERE outcome = '';"
      "CREATE TABLE event("
      "  game INTEGER NOT NULL REFERENCES game(id),"
      "  number INTEGER NOT NULL CHECK(number >= 1),"
      "  kind TEXT NOT NULL,"
      "  text TEXT NOT NULL,"
      "  think_ms INTEGER NOT NULL,"
      "  at_ms INTEGER NOT NULL,"
      "  PRIMARY KEY(game, number)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE TRIGGER event_never_changes BEFORE UPDATE ON event"
      "  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;"
      "CREATE TRIGGER event_never_goes BEFORE DELETE ON event"
      "  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;" },
    /* 1 to 2 */
    { 2, SHG_SCHEMA_CHANGES,
      "ALTER TABLE player ADD COLUMN settings TEXT NOT NULL DEFAULT '';"
      "ALTER TABLE challenge ADD COLUMN options TEXT NOT NULL DEFAULT '';"
      "ALTER TABLE game ADD COLUMN options TEXT NOT NULL DEFAULT '';"
      "ALTER TABLE game ADD COLUMN ended_ms INTEGER NOT NULL DEFAULT 0;"
      "ALTER TABLE game ADD COLUMN black_seen_ms INTEGER NOT NULL DEFAULT 0;"
      "ALTER TABLE game ADD COLUMN white_seen_ms INTEGER NOT NULL DEFAULT 0;"
      "UPDATE game SET ended_ms = ifnull((SELECT at_ms FROM event"
      "  WHERE event.game = game.id AND event.number = game.events), 0) WHERE outcome <> '';"
      "CREATE TABLE message("
      "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
      "  recipient INTEGER NOT NULL REFERENCES player(id),"
      "  sender INTEGER NOT NULL REFERENCES player(id),"
      "  text TEXT NOT NULL,"
      "  at_ms INTEGER NOT NULL"
      ") STRICT;"
      "CREATE INDEX message_recipient ON message(recipient);"
      "CREATE TABLE ignored("
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  other INTEGER NOT NULL REFERENCES player(id),"
      "  PRIMARY KEY(player, other)"
      ") STRICT, WITHOUT ROWID;" },
    /* 2 to 3 */
    { 3, SHG_SCHEMA_CHANGES,
      "CREATE TABLE report("
      "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
      "  sender INTEGER NOT NULL REFERENCES player(id),"
      "  accused INTEGER NOT NULL REFERENCES player(id),"
      "  game INTEGER NOT NULL,"
      "  text TEXT NOT NULL,"
      "  heard TEXT NOT NULL,"
      "  at_ms INTEGER NOT NULL"
      ") STRICT;" },
    /* 3 to 4 */
    { 4, SHG_SCHEMA_CHANGES,
      "CREATE TABLE run("
      "  id INTEGER PRIMARY KEY,"
      "  began_ms INTEGER NOT NULL,"
      "  alive_ms INTEGER NOT NULL"
      ") STRICT;"
      "ALTER TABLE game ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;"
      "ALTER TABLE game ADD COLUMN settled_ms INTEGER NOT NULL DEFAULT 0;"
      "CREATE INDEX game_unsettled ON game(ended_ms)"
      "  WHERE rated = 1 AND settled_ms = 0 AND outcome <> '';"
      "CREATE TABLE rating("
      "  number INTEGER PRIMARY KEY,"
      "  game INTEGER NOT NULL REFERENCES game(id),"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  variant TEXT NOT NULL,"
      "  speed TEXT NOT NULL,"
      "  was_rating_e3 INTEGER NOT NULL,"
      "  was_deviation_e3 INTEGER NOT NULL,"
      "  rating_e3 INTEGER NOT NULL,"
      "  deviation_e3 INTEGER NOT NULL,"
      "  volatility_e9 INTEGER NOT NULL,"
      "  at_ms INTEGER NOT NULL,"
      "  games INTEGER NOT NULL,"
      "  UNIQUE(game, player)"
      ") STRICT;"
      "CREATE INDEX rating_player ON rating(player);"
      "CREATE INDEX rating_latest ON rating(player, variant, speed);"
      "CREATE TRIGGER rating_never_changes BEFORE UPDATE ON rating"
      "  BEGIN SELECT RAISE(ABORT, 'ratings are only ever added'); END;"
      "CREATE TRIGGER rating_never_goes BEFORE DELETE ON rating"
      "  BEGIN SELECT RAISE(ABORT, 'ratings are only ever added'); END;"
      "CREATE INDEX challenge_player ON challenge(player);"
      "CREATE INDEX report_sender ON report(sender, at_ms);"
      "CREATE INDEX game_black_unseen ON game(black) WHERE outcome <> '' AND black_seen < events;"
      "CREATE INDEX game_white_unseen ON game(white) WHERE outcome <> '' AND white_seen < events;"
      "CREATE TABLE ban("
      "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
      "  player INTEGER REFERENCES player(id),"
      "  network TEXT NOT NULL,"
      "  reason TEXT NOT NULL,"
      "  until_ms INTEGER NOT NULL,"
      "  at_ms INTEGER NOT NULL"
      ") STRICT;"
      "CREATE TABLE notice("
      "  name TEXT PRIMARY KEY,"
      "  text TEXT NOT NULL"
      ") STRICT;" },
    /* 4 to 5 */
    { 5, SHG_SCHEMA_CHANGES,
      "CREATE TABLE token("
      "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  kind TEXT NOT NULL,"
      "  name TEXT NOT NULL,"
      "  hash TEXT NOT NULL UNIQUE,"
      "  given TEXT NOT NULL,"
      "  created_ms INTEGER NOT NULL,"
      "  seen_ms INTEGER NOT NULL,"
      "  expires_ms INTEGER NOT NULL"
      ") STRICT;"
      "CREATE INDEX token_player ON token(player);"
      "CREATE INDEX token_expires ON token(expires_ms);"
      "CREATE TABLE request("
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  number INTEGER NOT NULL,"
      "  key TEXT NOT NULL,"
      "  at_ms INTEGER NOT NULL,"
      "  PRIMARY KEY(player, number)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE UNIQUE INDEX request_key ON request(player, key);"
      "CREATE INDEX request_age ON request(at_ms);"
      "ALTER TABLE game ADD COLUMN deleted_ms INTEGER NOT NULL DEFAULT 0;"
      "CREATE INDEX game_running ON game(id) WHERE outcome = '';"
      "CREATE TABLE paper("
      "  game INTEGER NOT NULL REFERENCES game(id),"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  kind TEXT NOT NULL,"
      "  text TEXT NOT NULL,"
      "  PRIMARY KEY(game, player, kind)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE TABLE preset("
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  name TEXT NOT NULL,"
      "  text TEXT NOT NULL,"
      "  PRIMARY KEY(player, name)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE INDEX paper_player ON paper(player, game, kind);"
      "CREATE TABLE remark("
      "  game INTEGER NOT NULL REFERENCES game(id),"
      "  number INTEGER NOT NULL,"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  kind TEXT NOT NULL,"
      "  text TEXT NOT NULL,"
      "  at_ms INTEGER NOT NULL,"
      "  PRIMARY KEY(game, number)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE TABLE account("
      "  player INTEGER PRIMARY KEY REFERENCES player(id),"
      "  mail TEXT NOT NULL,"
      "  totp TEXT NOT NULL,"
      "  totp_step INTEGER NOT NULL,"
      "  told_ms INTEGER NOT NULL"
      ") STRICT;"
      "CREATE INDEX account_mail ON account(player) WHERE mail <> '';"
      "CREATE TABLE letter("
      "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  address TEXT NOT NULL,"
      "  subject TEXT NOT NULL,"
      "  text TEXT NOT NULL,"
      "  at_ms INTEGER NOT NULL,"
      "  tries INTEGER NOT NULL,"
      "  next_ms INTEGER NOT NULL"
      ") STRICT;"
      "CREATE INDEX letter_due ON letter(next_ms);"
      "CREATE INDEX letter_player ON letter(player);"
      "CREATE TABLE record("
      "  id INTEGER PRIMARY KEY,"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  definition INTEGER NOT NULL REFERENCES definition(id),"
      "  black TEXT NOT NULL,"
      "  white TEXT NOT NULL,"
      "  event TEXT NOT NULL,"
      "  played TEXT NOT NULL,"
      "  outcome TEXT NOT NULL,"
      "  moves INTEGER NOT NULL,"
      "  text TEXT NOT NULL,"
      "  created_ms INTEGER NOT NULL,"
      "  placed INTEGER NOT NULL DEFAULT 0"
      ") STRICT;"
      "CREATE INDEX record_player ON record(player);"
      "CREATE INDEX record_unplaced ON record(id) WHERE placed = 0;"
      "ALTER TABLE game ADD COLUMN placed INTEGER NOT NULL DEFAULT 0;"
      "CREATE INDEX game_unplaced ON game(id) WHERE outcome <> '' AND placed < events;"
      "CREATE TABLE place("
      "  hash INTEGER NOT NULL,"
      "  kind INTEGER NOT NULL,"
      "  number INTEGER NOT NULL,"
      "  at INTEGER NOT NULL,"
      "  PRIMARY KEY(hash, kind, number)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE INDEX place_number ON place(kind, number);"
      "CREATE TABLE design("
      "  definition INTEGER PRIMARY KEY REFERENCES definition(id),"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  name TEXT NOT NULL,"
      "  version INTEGER NOT NULL,"
      "  created_ms INTEGER NOT NULL,"
      "  UNIQUE(player, name, version)"
      ") STRICT;"
      "CREATE INDEX design_player ON design(player);"
      "CREATE TABLE study("
      "  id INTEGER PRIMARY KEY,"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  definition INTEGER NOT NULL REFERENCES definition(id),"
      "  name TEXT NOT NULL,"
      "  sfen TEXT NOT NULL,"
      "  hidden INTEGER NOT NULL,"
      "  created_ms INTEGER NOT NULL,"
      "  events INTEGER NOT NULL DEFAULT 0"
      ") STRICT;"
      "CREATE INDEX study_player ON study(player);"
      "CREATE TABLE study_event("
      "  study INTEGER NOT NULL REFERENCES study(id),"
      "  number INTEGER NOT NULL CHECK(number >= 1),"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  kind TEXT NOT NULL,"
      "  text TEXT NOT NULL,"
      "  at_ms INTEGER NOT NULL,"
      "  PRIMARY KEY(study, number)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE TRIGGER study_event_never_changes BEFORE UPDATE ON study_event"
      "  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;"
      "CREATE TRIGGER study_event_never_goes BEFORE DELETE ON study_event"
      "  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;" },
    /* 5 to 6 */
    { 6, SHG_SCHEMA_CHANGES,
      "CREATE TABLE free_table("
      "  id INTEGER PRIMARY KEY,"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  opponent INTEGER REFERENCES player(id),"
      "  title TEXT NOT NULL,"
      "  text TEXT NOT NULL,"
      "  secret TEXT NOT NULL,"
      "  second INTEGER NOT NULL,"
      "  hidden INTEGER NOT NULL,"
      "  created_ms INTEGER NOT NULL,"
      "  events INTEGER NOT NULL DEFAULT 0"
      ") STRICT;"
      "CREATE INDEX free_table_player ON free_table(player);"
      "CREATE INDEX free_table_opponent ON free_table(opponent);"
      "CREATE TABLE free_table_event("
      "  free_table INTEGER NOT NULL REFERENCES free_table(id),"
      "  number INTEGER NOT NULL CHECK(number >= 1),"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  kind TEXT NOT NULL,"
      "  text TEXT NOT NULL,"
      "  at_ms INTEGER NOT NULL,"
      "  PRIMARY KEY(free_table, number)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE TRIGGER free_table_event_never_changes BEFORE UPDATE ON free_table_event"
      "  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;"
      "CREATE TRIGGER free_table_event_never_goes BEFORE DELETE ON free_table_event"
      "  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;"
      "CREATE TABLE device("
      "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  endpoint TEXT NOT NULL UNIQUE,"
      "  key TEXT NOT NULL,"
      "  auth TEXT NOT NULL,"
      "  name TEXT NOT NULL,"
      "  created_ms INTEGER NOT NULL"
      ") STRICT;"
      "CREATE INDEX device_player ON device(player);"
      "CREATE TABLE push("
      "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
      "  device INTEGER NOT NULL REFERENCES device(id),"
      "  player INTEGER NOT NULL REFERENCES player(id),"
      "  topic TEXT NOT NULL,"
      "  text TEXT NOT NULL,"
      "  urgent INTEGER NOT NULL,"
      "  at_ms INTEGER NOT NULL,"
      "  tries INTEGER NOT NULL,"
      "  next_ms INTEGER NOT NULL,"
      "  UNIQUE(device, topic)"
      ") STRICT;"
      "CREATE INDEX push_due ON push(next_ms);"
      "CREATE INDEX push_player ON push(player);"
      "ALTER TABLE game ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;"
      "UPDATE game SET sealed = 1 WHERE outcome = '' AND 'sealed' = (SELECT kind FROM event"
      "  WHERE event.game = game.id AND kind IN ('sealed', 'resume') ORDER BY number DESC LIMIT 1);" },
    /* 6 to 7 */
    { 7, SHG_SCHEMA_CHANGES,
      "CREATE TABLE record_text("
      "  record INTEGER PRIMARY KEY REFERENCES record(id),"
      "  text TEXT NOT NULL"
      ") STRICT;"
      "INSERT INTO record_text(record, text) SELECT id, text FROM record;"
      "ALTER TABLE record ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0;"
      "UPDATE record SET text_bytes = length(CAST(text AS BLOB));"
      "ALTER TABLE record DROP COLUMN text;"
      "ALTER TABLE letter ADD COLUMN topic TEXT NOT NULL DEFAULT '';"
      "CREATE UNIQUE INDEX letter_topic ON letter(player, topic) WHERE topic <> '';" },
    /* 7 to 8: until now the later names of a study were only in its events */
    { 8, SHG_SCHEMA_CHANGES,
      "UPDATE study SET name = ifnull("
      "  (SELECT text FROM study_event WHERE study_event.study = study.id AND kind = 'name'"
      "    ORDER BY number DESC LIMIT 1),"
      "  name);" },
    /* 8 to 9: the best players of a game */
    { 9, SHG_SCHEMA_CHANGES, "CREATE INDEX rating_variant ON rating(variant, speed, player);" },
    /* 9 to 10: what the tokens of programs permit; those from before have all four scopes of that time */
    { 10, SHG_SCHEMA_CHANGES, "ALTER TABLE token ADD COLUMN scopes INTEGER NOT NULL DEFAULT 15;" },
    /* 10 to 11: sums of records */
    { 11, SHG_SCHEMA_CHANGES,
      "CREATE TABLE record_sum("
      "  player INTEGER NOT NULL,"
      "  hour INTEGER NOT NULL,"
      "  records INTEGER NOT NULL,"
      "  bytes INTEGER NOT NULL,"
      "  PRIMARY KEY(player, hour)"
      ") STRICT, WITHOUT ROWID;"
      "INSERT INTO record_sum SELECT player, created_ms / 3600000, count(*), sum(text_bytes) FROM record"
      "  GROUP BY 1, 2;"
      "INSERT INTO record_sum SELECT player, -1, sum(records), sum(bytes) FROM record_sum GROUP BY 1;"
      "INSERT INTO record_sum SELECT 0, hour, sum(records), sum(bytes) FROM record_sum GROUP BY 2;"
      "CREATE TRIGGER record_comes AFTER INSERT ON record"
      "  BEGIN INSERT INTO record_sum VALUES(NEW.player, NEW.created_ms / 3600000, 1, NEW.text_bytes),"
      "    (NEW.player, -1, 1, NEW.text_bytes), (0, NEW.created_ms / 3600000, 1, NEW.text_bytes),"
      "    (0, -1, 1, NEW.text_bytes)"
      "    ON CONFLICT(player, hour) DO UPDATE SET records = records + 1, bytes = bytes + excluded.bytes;"
      "  END;"
      "CREATE TRIGGER record_goes AFTER DELETE ON record"
      "  BEGIN UPDATE record_sum SET records = records - 1, bytes = bytes - OLD.text_bytes"
      "    WHERE player IN (0, OLD.player) AND hour IN (-1, OLD.created_ms / 3600000); END;" },
    /* 11 to 12: the oldest version whose programs can use the database */
    { 12, SHG_SCHEMA_CHANGES,
      "CREATE TABLE shoogi(oldest INTEGER NOT NULL) STRICT; INSERT INTO shoogi VALUES(0);" },
};

enum { SHG_SQLITE_OLDEST_SINCE = 12 };

#endif
