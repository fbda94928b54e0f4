/* postgres_schema.h: the tables of shoogi's PostgreSQL database, as a numbered list of migrations.
 *
 * The tables are those of sqlite_schema.h, which says what each is for, with the same columns.  Table shoogi has one row, the
 * number of migrations that have been applied; each migration runs in one transaction with its change.  A released migration
 * is never edited; changes are new migrations at the end, here and there.
 *
 * counter     The last number of each kind of row.  A sequence would leave gaps where a transaction was rolled back; games and
 *             players are counted by their highest number, and people see these numbers.  All counters share one lock until
 *             the end of a transaction: with one for each, two transactions could wait for each other.
 *
 * node, node_lost, news, duty  Several servers on the database, those that have ended lately, the news that they publish, and
 *             the duties that one of them does for all; see news.h.  These tables hold the present alone, so that SQLite has
 *             none of them, and a copy has no rows of them.
 *
 * Texts compare by their bytes (COLLATE "C"), as in SQLite, whatever the locale of the database. */
#ifndef SHG_STORAGE_POSTGRES_SCHEMA_H
#define SHG_STORAGE_POSTGRES_SCHEMA_H

#include "storage/schema.h"

#define SHG_T          " text COLLATE \"C\" NOT NULL"
#define SHG_N          " bigint NOT NULL"
#define SHG_ZERO       " bigint NOT NULL DEFAULT 0"
#define SHG_ID(kind)   "id bigint PRIMARY KEY DEFAULT next_number('" kind "')"
#define SHG_OF(table)  " bigint NOT NULL REFERENCES " table
#define SHG_MAY(table) " bigint REFERENCES " table
#define SHG_ADDED_ONLY(table)                                                                      \
    "CREATE TRIGGER " table "_never_changes BEFORE UPDATE OR DELETE ON " table                     \
    "  FOR EACH ROW EXECUTE FUNCTION never_changes();"                                             \
    "CREATE TRIGGER " table "_never_goes BEFORE TRUNCATE ON " table                                \
    "  FOR EACH STATEMENT EXECUTE FUNCTION never_changes();"

#define SHG_GAME_APPEND(create, insert_events)                                                                                      \
    create                                                                                                                          \
        " FUNCTION game_append(a_game bigint, a_first bigint, a_events text[], a_moves bigint, a_sealed bigint,"                    \
        "  a_sets_result bigint, a_outcome text, a_reason text, a_ended_ms bigint, a_black_seen bigint, a_white_seen bigint,"       \
        "  a_seen_ms bigint, a_plan_kind text, a_black bigint, a_black_was text, a_black_is text, a_white bigint,"                  \
        "  a_white_was text, a_white_is text, a_sealer bigint, a_sealed_kind text, a_sealed_text text, a_alive_ms bigint,"          \
        "  a_unseen bigint, a_unseen_by bigint, a_run bigint,"                                                                      \
        "  OUT done bigint, OUT other_plan bigint, OUT was_events bigint, OUT was_outcome text, OUT was_settled bigint,"            \
        "  OUT was_deleted bigint, OUT was_black_seen bigint, OUT was_white_seen bigint, OUT of_black bigint, OUT of_white bigint)" \
        "  RETURNS SETOF pg_catalog.record LANGUAGE plpgsql AS $$"                                                                  \
        "  DECLARE g game%ROWTYPE; last bigint := a_first + cardinality(a_events) / 4 - 1;"                                         \
        "  BEGIN"                                                                                                                   \
        "    SELECT * INTO g FROM game WHERE id = a_game FOR NO KEY UPDATE;"                                                        \
        "    IF NOT FOUND THEN RETURN; END IF;"                                                                                     \
        "    was_events := g.events; was_outcome := g.outcome; was_settled := g.settled_ms; was_deleted := g.deleted_ms;"           \
        "    was_black_seen := g.black_seen; was_white_seen := g.white_seen; of_black := g.black; of_white := g.white;"             \
        "    other_plan := 0;"                                                                                                      \
        "    IF a_plan_kind <> '' AND (paper_get(a_game, a_black, a_plan_kind) <> a_black_was"                                      \
        "      OR paper_get(a_game, a_white, a_plan_kind) <> a_white_was) THEN other_plan := 1; END IF;"                            \
        "    done := 1;"                                                                                                            \
        "    IF other_plan = 1 OR a_first <> g.events + 1 OR (g.outcome <> '' AND a_events[1] <> 'undo')"                           \
        "      OR g.settled_ms <> 0 OR g.deleted_ms <> 0 OR (a_unseen <> 0 AND"                                                     \
        "      CASE a_unseen_by WHEN 0 THEN g.black_seen ELSE g.white_seen END >= a_unseen)"                                        \
        "      THEN done := 0; RETURN NEXT; RETURN; END IF;"                                                                        \
        "    UPDATE game SET events = last, moves = moves + a_moves,"                                                               \
        "      sealed = CASE WHEN a_sealed < 0 THEN sealed ELSE a_sealed END,"                                                      \
        "      outcome = CASE WHEN a_sets_result = 1 THEN a_outcome ELSE outcome END,"                                              \
        "      reason = CASE WHEN a_sets_result = 1 THEN a_reason ELSE reason END,"                                                 \
        "      ended_ms = CASE WHEN a_sets_result = 1 THEN a_ended_ms ELSE ended_ms END,"                                           \
        "      black_seen = greatest(black_seen, least(a_black_seen, last)),"                                                       \
        "      black_seen_ms = CASE WHEN least(a_black_seen, last) > black_seen THEN a_seen_ms ELSE black_seen_ms END,"             \
        "      white_seen = greatest(white_seen, least(a_white_seen, last)),"                                                       \
        "      white_seen_ms = CASE WHEN least(a_white_seen, last) > white_seen THEN a_seen_ms ELSE white_seen_ms END"              \
        "      WHERE id = a_game;" insert_events "    IF a_alive_ms <> 0 THEN"                                                      \
        "      UPDATE run SET alive_ms = greatest(alive_ms, a_alive_ms) "                                                           \
        "        WHERE id = CASE WHEN a_run > 0 THEN a_run ELSE (SELECT max(id) FROM run) END; END IF;"                             \
        "    IF a_black_was <> a_black_is THEN PERFORM paper_put(a_game, a_black, a_plan_kind, a_black_is); END IF;"                \
        "    IF a_white_was <> a_white_is THEN PERFORM paper_put(a_game, a_white, a_plan_kind, a_white_is); END IF;"                \
        "    IF a_sealer <> 0 THEN PERFORM paper_put(a_game, a_sealer, a_sealed_kind, a_sealed_text); END IF;"                      \
        "    RETURN NEXT;"                                                                                                          \
        "  END $$;"

static const shg_schema_step migrations[] = {
    /* 0 to 1: version 11 of SQLite's */
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE counter(name text PRIMARY KEY, last" SHG_ZERO ");"
      "INSERT INTO counter(name) VALUES ('player'), ('definition'), ('challenge'), ('game'), ('message'), ('report'), ('run'),"
      "  ('rating'), ('ban'), ('token'), ('letter'), ('record'), ('study'), ('free_table'), ('device'), ('push');"
      "CREATE FUNCTION next_number(kind text) RETURNS bigint LANGUAGE sql VOLATILE AS $$"
      "  SELECT pg_advisory_xact_lock(hashtext('shoogi numbers'));"
      "  UPDATE counter SET last = last + 1 WHERE name = kind RETURNING last $$;"
      "CREATE FUNCTION never_changes() RETURNS trigger LANGUAGE plpgsql AS $$"
      "  BEGIN RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME; END $$;" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE player(" SHG_ID(
          "player") ", name" SHG_T ", password" SHG_T ", created_ms" SHG_N ",  seen_ms" SHG_N
                    ", current_game bigint, settings" SHG_T " DEFAULT '');"
                    "CREATE UNIQUE INDEX player_name ON player(lower(name COLLATE \"C\"));" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE definition(" SHG_ID(
          "definition") ", name" SHG_T ", digest" SHG_N ", text" SHG_T ");"
                        "CREATE INDEX definition_digest ON definition(digest);" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE challenge(" SHG_ID("challenge") ", player" SHG_OF(
          "player") ", variant" SHG_T ",  pattern" SHG_T ", colour" SHG_T ", first_move" SHG_T
                    ", comment" SHG_T ", created_ms" SHG_N ",  options" SHG_T " DEFAULT '');"
                    "CREATE INDEX challenge_player ON challenge(player);" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE game(" SHG_ID("game") ", definition" SHG_OF("definition") ", black" SHG_OF("player") ",  white" SHG_OF(
          "player") ", sfen" SHG_T ", comment" SHG_T ", created_ms" SHG_N ",  events" SHG_ZERO
                    ", moves" SHG_ZERO ", outcome" SHG_T " DEFAULT '', reason" SHG_T " DEFAULT ''"
                    ",  black_seen" SHG_ZERO ", white_seen" SHG_ZERO ", options" SHG_T
                    " DEFAULT '', ended_ms" SHG_ZERO ",  black_seen_ms" SHG_ZERO
                    ", white_seen_ms" SHG_ZERO ", rated" SHG_ZERO ", settled_ms" SHG_ZERO
                    ",  deleted_ms" SHG_ZERO ", placed" SHG_ZERO ", sealed" SHG_ZERO ");"
                    "CREATE INDEX game_black ON game(black, id);"
                    "CREATE INDEX game_white ON game(white, id);"
                    "CREATE INDEX game_running ON game(id) WHERE outcome = '';"
                    "CREATE INDEX game_black_running ON game(black, id) WHERE outcome = '';"
                    "CREATE INDEX game_white_running ON game(white, id) WHERE outcome = '';"
                    "CREATE INDEX game_black_unseen ON game(black, id) WHERE outcome <> '' AND black_seen < events;"
                    "CREATE INDEX game_white_unseen ON game(white, id) WHERE outcome <> '' AND white_seen < events;"
                    "CREATE INDEX game_unsettled ON game(ended_ms, id)"
                    "  WHERE rated = 1 AND settled_ms = 0 AND outcome <> '';"
                    "CREATE INDEX game_unplaced ON game(id) WHERE outcome <> '' AND placed < events;"
                    "ALTER TABLE player ADD FOREIGN KEY (current_game) REFERENCES game;" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE event(game" SHG_OF("game") ", number" SHG_N " CHECK(number >= 1), kind" SHG_T
                                               ",  text" SHG_T ", think_ms" SHG_N ", at_ms" SHG_N
                                               ", PRIMARY KEY(game, number));" SHG_ADDED_ONLY(
                                                   "event") },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE message(" SHG_ID("message") ", recipient" SHG_OF("player") ", sender" SHG_OF(
          "player") ",  text" SHG_T ", at_ms" SHG_N ");"
                    "CREATE INDEX message_recipient ON message(recipient);"
                    "CREATE TABLE ignored(player" SHG_OF("player") ", other" SHG_OF(
                        "player") ", PRIMARY KEY(player, other));"
                                  "CREATE TABLE report(" SHG_ID("report") ", sender" SHG_OF(
                                      "player") ", accused" SHG_OF("player") ",  game" SHG_N
                                                                             ", text" SHG_T
                                                                             ", heard" SHG_T
                                                                             ", at_ms" SHG_N ");"
                                                                             "CREATE INDEX report_sender ON report(sender, at_ms);"
                                                                             "CREATE TABLE run(" SHG_ID(
                                                                                 "run") ", began_ms" SHG_N
                                                                                        ", alive_ms" SHG_N
                                                                                        ");" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE rating(number bigint PRIMARY KEY DEFAULT next_number('rating'), game" SHG_OF("game") ",  player" SHG_OF(
          "player") ", variant" SHG_T ", speed" SHG_T ", was_rating_e3" SHG_N
                    ",  was_deviation_e3" SHG_N ", rating_e3" SHG_N ", deviation_e3" SHG_N
                    ", volatility_e9" SHG_N ",  at_ms" SHG_N ", games" SHG_N
                    ", UNIQUE(game, player));"
                    "CREATE INDEX rating_player ON rating(player, number);"
                    "CREATE INDEX rating_latest ON rating(player, variant, speed, number);"
                    "CREATE INDEX rating_variant ON rating(variant, speed, player, number);" SHG_ADDED_ONLY(
                        "rating") },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE ban(" SHG_ID("ban") ", player" SHG_MAY(
          "player") ", network" SHG_T ", reason" SHG_T ",  until_ms" SHG_N ", at_ms" SHG_N ");"
                    "CREATE TABLE notice(name" SHG_T " PRIMARY KEY, text" SHG_T ");" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE token(" SHG_ID("token") ", player" SHG_OF(
          "player") ", kind" SHG_T ", name" SHG_T ",  hash" SHG_T " UNIQUE, given" SHG_T
                    ", created_ms" SHG_N ", seen_ms" SHG_N ", expires_ms" SHG_N
                    ",  scopes bigint NOT NULL DEFAULT 15);"
                    "CREATE INDEX token_player ON token(player);"
                    "CREATE INDEX token_expires ON token(expires_ms);"
                    "CREATE TABLE request(player" SHG_OF(
                        "player") ", number" SHG_N ", key" SHG_T ", at_ms" SHG_N
                                  ",  PRIMARY KEY(player, number), UNIQUE(player, key));"
                                  "CREATE INDEX request_age ON request(at_ms);" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE paper(game" SHG_OF("game") ", player" SHG_OF(
          "player") ", kind" SHG_T ", text" SHG_T ",  PRIMARY KEY(game, player, kind));"
                    "CREATE INDEX paper_player ON paper(player, game, kind);"
                    "CREATE TABLE preset(player" SHG_OF(
                        "player") ", name" SHG_T ", text" SHG_T ", PRIMARY KEY(player, name));"
                                  "CREATE TABLE remark(game" SHG_OF(
                                      "game") ", number" SHG_N
                                              ", player" SHG_OF(
                                                  "player") ", kind" SHG_T ",  text" SHG_T
                                                            ", at_ms" SHG_N
                                                            ", PRIMARY KEY(game, number));" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE account(player bigint PRIMARY KEY REFERENCES player, mail" SHG_T ", totp" SHG_T
      ",  totp_step" SHG_N ", told_ms" SHG_N ");"
      "CREATE INDEX account_mail ON account(player) WHERE mail <> '';"
      "CREATE TABLE letter(" SHG_ID("letter") ", player" SHG_OF(
          "player") ", address" SHG_T ", subject" SHG_T ",  text" SHG_T ", at_ms" SHG_N
                    ", tries" SHG_N ", next_ms" SHG_N ", topic" SHG_T " DEFAULT '');"
                    "CREATE INDEX letter_due ON letter(next_ms, id);"
                    "CREATE INDEX letter_player ON letter(player);"
                    "CREATE UNIQUE INDEX letter_topic ON letter(player, topic) WHERE topic <> '';" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE record(" SHG_ID("record") ", player" SHG_OF("player") ", definition" SHG_OF(
          "definition") ",  black" SHG_T ", white" SHG_T ", event" SHG_T ", played" SHG_T
                        ", outcome" SHG_T ", moves" SHG_N ",  created_ms" SHG_N ", placed" SHG_ZERO
                        ", text_bytes" SHG_ZERO ");"
                        "CREATE INDEX record_player ON record(player, id);"
                        "CREATE INDEX record_unplaced ON record(id) WHERE placed = 0;"
                        "CREATE TABLE record_text(record bigint PRIMARY KEY REFERENCES record, text" SHG_T
                        ");"
                        "CREATE TABLE record_sum(player" SHG_N ", hour" SHG_N ", records" SHG_N
                        ", bytes" SHG_N ",  PRIMARY KEY(player, hour));"
                        "CREATE FUNCTION record_comes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        "  INSERT INTO record_sum AS s VALUES (NEW.player, NEW.created_ms / 3600000, 1, NEW.text_bytes),"
                        "    (NEW.player, -1, 1, NEW.text_bytes), (0, NEW.created_ms / 3600000, 1, NEW.text_bytes),"
                        "    (0, -1, 1, NEW.text_bytes)"
                        "    ON CONFLICT(player, hour) DO UPDATE SET records = s.records + 1, bytes = s.bytes + excluded.bytes;"
                        "  RETURN NULL; END $$;"
                        "CREATE FUNCTION record_goes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                        "  UPDATE record_sum SET records = records - 1, bytes = bytes - OLD.text_bytes"
                        "    WHERE player IN (0, OLD.player) AND hour IN (-1, OLD.created_ms / 3600000);"
                        "  RETURN NULL; END $$;"
                        "CREATE TRIGGER record_comes AFTER INSERT ON record FOR EACH ROW EXECUTE FUNCTION record_comes();"
                        "CREATE TRIGGER record_goes AFTER DELETE ON record FOR EACH ROW EXECUTE FUNCTION record_goes();" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE place(hash" SHG_N ", kind" SHG_N ", number" SHG_N ", at" SHG_N
      ",  PRIMARY KEY(hash, kind, number));"
      "CREATE INDEX place_number ON place(kind, number);"
      "CREATE TABLE design(definition bigint PRIMARY KEY REFERENCES definition, player" SHG_OF(
          "player") ",  name" SHG_T ", version" SHG_N ", created_ms" SHG_N
                    ", UNIQUE(player, name, version));"
                    "CREATE INDEX design_player ON design(player, definition);" },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE study(" SHG_ID("study") ", player" SHG_OF("player") ", definition" SHG_OF(
          "definition") ",  name" SHG_T ", sfen" SHG_T ", hidden" SHG_N ", created_ms" SHG_N
                        ", events" SHG_ZERO ");"
                        "CREATE INDEX study_player ON study(player, id);"
                        "CREATE TABLE study_event(study" SHG_OF("study") ", number" SHG_N " CHECK(number >= 1), player" SHG_OF(
                            "player") ",  kind" SHG_T ", text" SHG_T ", at_ms" SHG_N
                                      ", PRIMARY KEY(study, number));" SHG_ADDED_ONLY("study_event") "CREATE TABLE free_table(" SHG_ID("free_table") ", player" SHG_OF("player") ", opponent" SHG_MAY(
                                          "player") ",  title" SHG_T ", text" SHG_T ", secret" SHG_T
                                                    ", second" SHG_N ", hidden" SHG_N
                                                    ", created_ms" SHG_N ",  events" SHG_ZERO ");"
                                                    "CREATE INDEX free_table_player ON free_table(player);"
                                                    "CREATE INDEX free_table_opponent ON free_table(opponent);"
                                                    "CREATE TABLE free_table_event(free_table" SHG_OF(
                                                        "free_table") ", number" SHG_N
                                                                      " CHECK(number >= 1)"
                                                                      ",  player" SHG_OF(
                                                                          "player") ", kind" SHG_T
                                                                                    ", text" SHG_T
                                                                                    ", at_ms" SHG_N
                                                                                    ",  PRIMARY KEY(free_table, number));" SHG_ADDED_ONLY(
                                                                                        "free_table_event") },
    { 1, SHG_SCHEMA_CHANGES,
      "CREATE TABLE device(" SHG_ID("device") ", player" SHG_OF(
          "player") ", endpoint" SHG_T " UNIQUE, key" SHG_T ",  auth" SHG_T ", name" SHG_T
                    ", created_ms" SHG_N ");"
                    "CREATE INDEX device_player ON device(player, id);"
                    "CREATE TABLE push(" SHG_ID("push") ", device" SHG_OF("device") ", player" SHG_OF(
                        "player") ", topic" SHG_T ",  text" SHG_T ", urgent" SHG_N ", at_ms" SHG_N
                                  ", tries" SHG_N ", next_ms" SHG_N ", UNIQUE(device, topic));"
                                  "CREATE INDEX push_due ON push(next_ms, id);"
                                  "CREATE INDEX push_player ON push(player);" },
    /* 1 to 2: an addition to a game in one round trip.  No column of an index, or of its condition, changes with a move,
     * so that PostgreSQL keeps the new version of the row in its page (HOT). */
    { 2, SHG_SCHEMA_CHANGES,
      "ALTER TABLE game ADD COLUMN black_unseen boolean NOT NULL"
      "    GENERATED ALWAYS AS (outcome <> '' AND black_seen < events) STORED,"
      "  ADD COLUMN white_unseen boolean NOT NULL"
      "    GENERATED ALWAYS AS (outcome <> '' AND white_seen < events) STORED,"
      "  ADD COLUMN unplaced boolean NOT NULL"
      "    GENERATED ALWAYS AS (outcome <> '' AND placed < events) STORED;"
      "DROP INDEX game_black_unseen, game_white_unseen, game_unplaced;"
      "CREATE INDEX game_black_unseen ON game(black, id) WHERE black_unseen;"
      "CREATE INDEX game_white_unseen ON game(white, id) WHERE white_unseen;"
      "CREATE INDEX game_unplaced ON game(id) WHERE unplaced;" },
    { 2, SHG_SCHEMA_CHANGES,
      "CREATE FUNCTION paper_put(a_game bigint, a_player bigint, a_kind text, a_text text) RETURNS void LANGUAGE plpgsql"
      "  AS $$ BEGIN"
      "    IF a_text = '' THEN"
      "      DELETE FROM paper WHERE game = a_game AND player = a_player AND kind = a_kind;"
      "    ELSE"
      "      INSERT INTO paper(game, player, kind, text) VALUES(a_game, a_player, a_kind, a_text)"
      "        ON CONFLICT(game, player, kind) DO UPDATE SET text = a_text;"
      "    END IF;"
      "  END $$;"
      "CREATE FUNCTION paper_get(a_game bigint, a_player bigint, a_kind text) RETURNS text LANGUAGE sql STABLE AS $$"
      "  SELECT coalesce((SELECT text FROM paper WHERE game = a_game AND player = a_player AND kind = a_kind), '') $$;" },
    { 2, SHG_SCHEMA_CHANGES,
      SHG_GAME_APPEND(
          "CREATE",
          "    INSERT INTO event(game, number, kind, text, think_ms, at_ms)"
          "      SELECT a_game, a_first + i, a_events[4 * i + 1], a_events[4 * i + 2], CAST(a_events[4 * i + 3] AS bigint),"
          "        CAST(a_events[4 * i + 4] AS bigint) FROM generate_series(0, last - a_first) i;") },
    /* Several servers; see news.h.  Tables of the moment, which no migration to or from SQLite has. */
    { 2, SHG_SCHEMA_CHANGES,
      "CREATE TABLE node(id bigint PRIMARY KEY REFERENCES run, name" SHG_T " UNIQUE,"
      "  beat timestamptz NOT NULL DEFAULT clock_timestamp());"
      "CREATE TABLE news(node bigint NOT NULL REFERENCES node ON DELETE CASCADE, number" SHG_N
      ", text" SHG_T ","
      "  at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY(node, number));" },
    /* 2 to 3: the judgement of flags on several servers: how long a line may wait at a node, and nodes that have ended. */
    { 3, SHG_SCHEMA_CHANGES,
      "ALTER TABLE node ADD COLUMN queue_ms" SHG_ZERO ";"
      "CREATE TABLE node_lost(id bigint PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp());" },
    /* 3 to 4: news outlive the row of their node, for other nodes that have not read them yet (NEWS_ADD). */
    { 4, SHG_SCHEMA_CHANGES, "ALTER TABLE news DROP CONSTRAINT news_node_fkey;" },
    /* 4 to 5: the duties that one of several nodes does for all, and which node has each. */
    { 5, SHG_SCHEMA_CHANGES,
      "CREATE TABLE duty(name" SHG_T
      " PRIMARY KEY, node bigint NOT NULL REFERENCES node ON DELETE CASCADE);" },
    /* 5 to 6: a function in SQL that is not inlined is parsed and planned at each call; one in PL/pgSQL once a connection. */
    { 6, SHG_SCHEMA_CHANGES,
      "CREATE OR REPLACE FUNCTION paper_get(a_game bigint, a_player bigint, a_kind text) RETURNS text LANGUAGE plpgsql STABLE"
      "  AS $$ BEGIN RETURN coalesce((SELECT text FROM paper"
      "    WHERE game = a_game AND player = a_player AND kind = a_kind), ''); END $$;" },
    /* 6 to 7: the oldest version whose programs can use the database; that of each node, and its site. */
    { 7, SHG_SCHEMA_CHANGES,
      "ALTER TABLE shoogi ADD COLUMN oldest" SHG_ZERO ";"
      "ALTER TABLE node ADD COLUMN schema" SHG_ZERO ", ADD COLUMN site" SHG_T " DEFAULT '';" },
    /* 7 to 8: a plan for generate_series, whose rows PostgreSQL does not know, is made anew for each call. */
    { 8, SHG_SCHEMA_ADDS,
      SHG_GAME_APPEND(
          "CREATE OR REPLACE",
          "    FOR i IN 0 .. last - a_first LOOP"
          "      INSERT INTO event(game, number, kind, text, think_ms, at_ms) VALUES(a_game, a_first + i,"
          "        a_events[4 * i + 1], a_events[4 * i + 2], CAST(a_events[4 * i + 3] AS bigint),"
          "        CAST(a_events[4 * i + 4] AS bigint));"
          "    END LOOP;") },
};

enum { SHG_POSTGRES_OLDEST_SINCE = 7 };

#undef SHG_GAME_APPEND
#undef SHG_T
#undef SHG_N
#undef SHG_ZERO
#undef SHG_ID
#undef SHG_OF
#undef SHG_MAY
#undef SHG_ADDED_ONLY

#endif
