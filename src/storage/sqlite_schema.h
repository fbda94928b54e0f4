/* sqlite_schema.h: the tables of shoogi's SQLite database, as a numbered list of migrations.
 *
 * The database names its maker and its version in its own header: application_id says that it is
 * shoogi's, user_version how many of these migrations it has been through.  Each runs in one
 * transaction with the change of user_version, so that a power cut leaves it done or not begun.  A
 * migration that has been released is never edited: what comes later is a new one at the end.
 *
 *     player 1 ---- n challenge          definition 1 ---- n game n ---- 2 player
 *                                                              1
 *                                                              |
 *                                                              n
 *                                                            event
 *
 * event       The truth: what happened in each game.  Its primary key is (game, number), and the
 *             table is that key's tree (WITHOUT ROWID): the events of one game lie together, reading
 *             a game is one walk, appending touches one leaf, and of two writers of the same number
 *             one fails whatever else goes wrong.  Triggers forbid changing and deleting.
 * game        What the game was begun with, which never changes, and a summary of its events, kept
 *             by the statement before the insertion of the event in the same transaction.  It spares
 *             lists of games from reading events, and event_add from counting them.
 * definition  Texts of variants, kept for ever.  digest only narrows the search for a text that is
 *             there already: the text itself is compared, so a collision costs time and nothing
 *             else.  A unique index over the text would hold every text twice.
 * challenge   AUTOINCREMENT, unlike all others: challenges are removed, and a number used again would
 *             let an answer that was on its way meet another challenge.
 * message     Left for players who were not there, and removed once shown; numbered as challenges.
 * run         When the server was running: what lies between is charged to no clock.
 * player      NOCASE folds ASCII only, as shg_text_same does, so all backends agree on what is taken.
 * rating      What each settled game made of a player's rating, only ever added, as events are: the latest row
 *             of a player, variant and speed is the rating.  UNIQUE(game, player) keeps a game from being
 *             counted twice whatever else goes wrong.
 * ban         Who is kept out, a player or a network; numbered as challenges.
 * notice      Texts of the server by their names.
 * record      Records of games played elsewhere; text_bytes spares lists from looking at their texts.
 * record_text  They themselves, in our own format: megabytes, which would lie between the columns that lists read.
 * place       Which games and records have a position: its hash, and after how many moves it stands there first.
 *             It can be made again from events and records; placed is how many events of a game it was made from.
 * design      Which definitions are versions of a game that a player has made.
 * study, study_event  Trees that several people edit, as games and their events are kept.
 * free_table, free_table_event  Boards without rules at which two people play by hand, in the same way.
 * token       Hashes of the secrets that people and programs hold, by which the server knows them again; numbered
 *             as challenges.
 * account     What a player has told of himself: where letters reach him, the secret of his codes.
 * letter      To be sent, and removed when that is done; of one topic the latest alone.  Numbered as challenges.
 * request     What a player has asked for under a key of his own, added in the transaction of what was done for it:
 *             so it is done once, however often he asks.  The latest of each player's are kept, by their numbers.
 * paper       What a player keeps about a game for himself: what he would answer, notes.
 * preset      What a player keeps under names of his own, such as how boards look to him: objects of JSON.
 * remark      What was said at a game, numbered as its events are; the latest of each game's are kept.
 * device      Browsers that a player has asked to be told on, at a push service; one is one player's.  Numbered as
 *             challenges.
 * push        What a device is to be told, and removed when that is done; of one topic the latest alone.
 *
 * Every table is STRICT: a text in a column of numbers is an error and not a surprise.  A text
 * is never NULL, "" means none; of the numbers of rows only current_game, the player of a ban and the opponent at
 * a table may be NULL, as 0 would be no valid reference.  The partial indexes hold the running games, which are few among many.
 * game_unsettled holds the rated games that have just ended. */
#ifndef SHG_STORAGE_SQLITE_SCHEMA_H
#define SHG_STORAGE_SQLITE_SCHEMA_H

static const char *const migrations[] = {
    /* 0 to 1 */
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
    "  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;",
    /* 1 to 2 */
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
    ") STRICT, WITHOUT ROWID;",
    /* 2 to 3 */
    "CREATE TABLE report("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  sender INTEGER NOT NULL REFERENCES player(id),"
    "  accused INTEGER NOT NULL REFERENCES player(id),"
    "  game INTEGER NOT NULL,"
    "  text TEXT NOT NULL,"
    "  heard TEXT NOT NULL,"
    "  at_ms INTEGER NOT NULL"
    ") STRICT;",
    /* 3 to 4 */
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
    ") STRICT;",
    /* 4 to 5 */
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
    "  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;",
    /* 5 to 6 */
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
    "  WHERE event.game = game.id AND kind IN ('sealed', 'resume') ORDER BY number DESC LIMIT 1);",
    /* 6 to 7 */
    "CREATE TABLE record_text("
    "  record INTEGER PRIMARY KEY REFERENCES record(id),"
    "  text TEXT NOT NULL"
    ") STRICT;"
    "INSERT INTO record_text(record, text) SELECT id, text FROM record;"
    "ALTER TABLE record ADD COLUMN text_bytes INTEGER NOT NULL DEFAULT 0;"
    "UPDATE record SET text_bytes = length(CAST(text AS BLOB));"
    "ALTER TABLE record DROP COLUMN text;"
    "ALTER TABLE letter ADD COLUMN topic TEXT NOT NULL DEFAULT '';"
    "CREATE UNIQUE INDEX letter_topic ON letter(player, topic) WHERE topic <> '';",
    /* 7 to 8: the name that a study has got later on had been in its events alone */
    "UPDATE study SET name = ifnull("
    "  (SELECT text FROM study_event WHERE study_event.study = study.id AND kind = 'name'"
    "    ORDER BY number DESC LIMIT 1),"
    "  name);",
};

enum { SHG_SQLITE_SCHEMA_VERSION = sizeof migrations / sizeof migrations[0] };

#endif
