-- The token of Anna's program: shoogi_zIKU028uDxCN6H4ge9vnzcbGN0fIXR-sHnQOvK1u-xA
PRAGMA application_id=1936222057;
PRAGMA user_version=11;
BEGIN TRANSACTION;
CREATE TABLE account(  player INTEGER PRIMARY KEY REFERENCES player(id),  mail TEXT NOT NULL,  totp TEXT NOT NULL,  totp_step INTEGER NOT NULL,  told_ms INTEGER NOT NULL) STRICT;
CREATE TABLE ban(  id INTEGER PRIMARY KEY AUTOINCREMENT,  player INTEGER REFERENCES player(id),  network TEXT NOT NULL,  reason TEXT NOT NULL,  until_ms INTEGER NOT NULL,  at_ms INTEGER NOT NULL) STRICT;
CREATE TABLE challenge(  id INTEGER PRIMARY KEY AUTOINCREMENT,  player INTEGER NOT NULL REFERENCES player(id),  variant TEXT NOT NULL,  pattern TEXT NOT NULL,  colour TEXT NOT NULL,  first_move TEXT NOT NULL,  comment TEXT NOT NULL,  created_ms INTEGER NOT NULL, options TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "challenge" VALUES(3,1,'shogi','*','black','2g2f','Who will?',1796004439212,'');
INSERT INTO "challenge" VALUES(4,1,'shosu','*','white','','',1796004439227,'');
INSERT INTO "challenge" VALUES(5,1,'shogi','*','black','HANDICAP:L@1a','',1796004439229,'');
CREATE TABLE definition(  id INTEGER PRIMARY KEY,  name TEXT NOT NULL,  digest INTEGER NOT NULL,  text TEXT NOT NULL) STRICT;
INSERT INTO "definition" VALUES(1,'shogi',7532060405707697715,'alias=平手,本将棋,将棋
files=9
ranks=9
symmetry=rotate
holdingsType=-1
dropMate=P
promoZone=3
maxPromote=6
promoOffset=7
promoChoice=+
stalemate=win
repetition=4:no-contest
impasse=points:24
impasseClaim=camp
handicap=lance,香落ち,左香落ち,香車落ち:L@1a
handicap=right-lance,右香落ち:L@9a
handicap=bishop,角落ち,角行落ち:B@2b
handicap=rook,飛車落ち,飛落ち:R@8b
handicap=rook-lance,飛香落ち,飛車香落ち,飛車香車落ち:L@1a,R@8b
handicap=two-pieces,二枚落ち,飛角落ち,飛車角落ち:B@2b,R@8b
handicap=three-pieces,三枚落ち,左三枚落ち:L@1a,B@2b,R@8b
handicap=right-three-pieces,右三枚落ち,三枚落ち:L@9a,B@2b,R@8b
handicap=four-pieces,四枚落ち:L@1a,L@9a,B@2b,R@8b
handicap=five-pieces,五枚落ち,右五枚落ち:L@1a,N@8a,L@9a,B@2b,R@8b
handicap=left-five-pieces,左五枚落ち:L@1a,N@2a,L@9a,B@2b,R@8b
handicap=six-pieces,六枚落ち:L@1a,N@2a,N@8a,L@9a,B@2b,R@8b
handicap=right-seven-pieces,右七枚落ち,七枚落ち:L@1a,N@2a,S@7a,N@8a,L@9a,B@2b,R@8b
handicap=left-seven-pieces,左七枚落ち,七枚落ち:L@1a,N@2a,S@3a,N@8a,L@9a,B@2b,R@8b
handicap=eight-pieces,八枚落ち:L@1a,N@2a,S@3a,S@7a,N@8a,L@9a,B@2b,R@8b
handicap=nine-pieces,九枚落ち:L@1a,N@2a,S@3a,G@6a,S@7a,N@8a,L@9a,B@2b,R@8b
handicap=ten-pieces,十枚落ち:L@1a,N@2a,S@3a,G@4a,G@6a,S@7a,N@8a,L@9a,B@2b,R@8b
handicap=naked-king,裸玉,裸王,十九枚落ち:L@1a,N@2a,S@3a,G@4a,G@6a,S@7a,N@8a,L@9a,B@2b,R@8b,P@1c,P@2c,P@3c,P@4c,P@5c,P@6c,P@7c,P@8c,P@9c
handicap=two-lances,両香落ち,兩香落ち,両香車落ち:L@1a,L@9a
handicap=dragonfly,トンボ,とんぼ:L@1a,N@2a,S@3a,G@4a,G@6a,S@7a,N@8a,L@9a
handicap=dragonfly-lances,トンボ＋香,トンボ+香:N@2a,S@3a,G@4a,G@6a,S@7a,N@8a
handicap=dragonfly-lances-knights,トンボ＋桂香,トンボ+桂香:S@3a,G@4a,G@6a,S@7a
handicap=taiko,太閤将棋,太閤落ち:P@8c
gradeHandicap=lance/lance,bishop/bishop/rook/rook-lance/rook-lance,two-pieces/two-pieces
idAlias=D:+R,H:+B,T:+P
pawn:P:fWf@8:p:a3-i3
romaji=Fuhyoo,Fu
kanji=歩兵,歩
lance:L:fR@8:l:a1,i1
romaji=Kyoosha,Kyoo
kanji=香車,香
knight:N:fN@7:n:b1,h1
romaji=Keima,Kei
kanji=桂馬,桂
silver general:S:FfW@9:s:c1,g1
english=Silver_(general)
romaji=Ginshoo,Gin
kanji=銀将,銀
bishop:B:B@9:b:b2
romaji=Kakugyoo,Kaku
kanji=角行,角
rook:R:R@9:r:h2
romaji=Hisha
kanji=飛車,飛
gold general:G:WfF@9:g:d1,f1
english=Gold_(general)
romaji=Kinshoo,Kin
kanji=金将,金
promoted pawn:+P:WfF:p2:
english=Promoted_pawn
romaji=Tokin
kanji=と金,と,个
promoted lance:+L:WfF:l2:
english=Promoted_lance
romaji=Narikyoo
kanji=成香,杏,仝
promoted knight:+N:WfF:n2:
english=Promoted_knight
romaji=Narikei
kanji=成桂,圭,今
promoted silver:+S:WfF:s2:
english=Promoted_silver
romaji=Narigin
kanji=成銀,全
promoted bishop:+B:BW:b2:
english=Promoted_bishop
romaji=Ryuuma,Uma
kanji=龍馬,馬,竜馬
promoted rook:+R:RF:r2:
english=Promoted_rook
romaji=Ryuuoo,Ryuu
kanji=龍王,龍,竜,竜王
king:K:K:k:e1
romaji=Gyokushoo,Gyoku
whiteRomaji=Ooshoo,Oo
kanji=玉将,玉
whiteKanji=王将,王
');
INSERT INTO "definition" VALUES(2,'shosu',2988036644758877681,'alias=小数将棋
files=10
ranks=10
symmetry=rotate
holdingsType=-1
dropMate=P
promoZone=3
maxPromote=7
promoOffset=8
promoChoice=+
stalemate=win
perpetual=none
illegal=lose
idAlias=D:+R,H:+B,T:+P
pawn:P:fWf@9:p:a3-j3
romaji=Fuhyoo,Fu
kanji=歩兵,歩
bishop:B:B@10:b:b2
romaji=Kakugyoo,Kaku
kanji=角行,角
rook:R:R@10:r:i2
romaji=Hisha
kanji=飛車,飛
lance:L:fR@9:l:a1,j1
romaji=Kyoosha,Kyoo
kanji=香車,香
knight:N:fN@8:n:b1,i1
romaji=Keima,Kei
kanji=桂馬,桂
silver general:S:FfW@10:s:c1,h1
romaji=Ginshoo,Gin
kanji=銀将,銀
gold general:G:WfF@10:g:d1,g1
romaji=Kinshoo,Kin
kanji=金将,金
queen:Q:Q@10:q:e1
romaji=Okisaki
kanji=妃将,妃
tokin:+P:WfF:p2:
kanji=と金,と,个
dragon horse:+B:BW:b2:
romaji=Ryuume,Uma
kanji=龍馬,馬,竜馬
dragon king:+R:RF:r2:
romaji=Ryuuoo,Ryuu
kanji=龍王,龍,竜,竜王
vertical mover:+L:WvR:l2:
romaji=Shugyoo,Shu
kanji=竪行,竪
jumping horse:+N:N:n2:
romaji=Chooma,Choo
kanji=跳馬,跳
gold general:+S:WfF:s2:
english=Promoted_Silver_(Gold_General)
romaji=Kinshoo,Kin
kanji=金将,全
drunk elephant:+G:FfsW:g2:
romaji=Suizoo,Zoo
kanji=酔象,象,醉象
king:K:K:k:f1
romaji=Gyokushoo,Gyoku
whiteRomaji=Ooshoo,Oo
kanji=玉将,玉
whiteKanji=王将,王
');
CREATE TABLE design(  definition INTEGER PRIMARY KEY REFERENCES definition(id),  player INTEGER NOT NULL REFERENCES player(id),  name TEXT NOT NULL,  version INTEGER NOT NULL,  created_ms INTEGER NOT NULL,  UNIQUE(player, name, version)) STRICT;
CREATE TABLE device(  id INTEGER PRIMARY KEY AUTOINCREMENT,  player INTEGER NOT NULL REFERENCES player(id),  endpoint TEXT NOT NULL UNIQUE,  key TEXT NOT NULL,  auth TEXT NOT NULL,  name TEXT NOT NULL,  created_ms INTEGER NOT NULL) STRICT;
CREATE TABLE event(  game INTEGER NOT NULL REFERENCES game(id),  number INTEGER NOT NULL CHECK(number >= 1),  kind TEXT NOT NULL,  text TEXT NOT NULL,  think_ms INTEGER NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY(game, number)) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES(1,1,'move','7g7f',0,1796004439002);
INSERT INTO "event" VALUES(1,2,'move','3c3d',4,1796004439006);
INSERT INTO "event" VALUES(1,3,'move','8h2b+',4,1796004439010);
INSERT INTO "event" VALUES(1,4,'move','3a2b',12,1796004439022);
INSERT INTO "event" VALUES(1,5,'move','B*4e',13,1796004439035);
INSERT INTO "event" VALUES(1,6,'move','5c5d',24,1796004439059);
INSERT INTO "event" VALUES(1,7,'move','5g5f',116,1796004439175);
INSERT INTO "event" VALUES(1,8,'undo','black move',19,1796004439194);
INSERT INTO "event" VALUES(1,9,'move','4e3d',9,1796004439203);
INSERT INTO "event" VALUES(2,1,'move','8h8g',0,1796004439082);
INSERT INTO "event" VALUES(2,2,'move','6c6d',31,1796004439113);
INSERT INTO "event" VALUES(2,3,'move','10j10i',23,1796004439136);
INSERT INTO "event" VALUES(2,4,'move','4c4d',17,1796004439153);
INSERT INTO "event" VALUES(2,5,'resign','white',10,1796004439163);
INSERT INTO "event" VALUES(2,6,'result','black resignation',0,1796004439163);
CREATE TABLE free_table(  id INTEGER PRIMARY KEY,  player INTEGER NOT NULL REFERENCES player(id),  opponent INTEGER REFERENCES player(id),  title TEXT NOT NULL,  text TEXT NOT NULL,  secret TEXT NOT NULL,  second INTEGER NOT NULL,  hidden INTEGER NOT NULL,  created_ms INTEGER NOT NULL,  events INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE free_table_event(  free_table INTEGER NOT NULL REFERENCES free_table(id),  number INTEGER NOT NULL CHECK(number >= 1),  player INTEGER NOT NULL REFERENCES player(id),  kind TEXT NOT NULL,  text TEXT NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY(free_table, number)) STRICT, WITHOUT ROWID;
CREATE TABLE game(  id INTEGER PRIMARY KEY,  definition INTEGER NOT NULL REFERENCES definition(id),  black INTEGER NOT NULL REFERENCES player(id),  white INTEGER NOT NULL REFERENCES player(id),  sfen TEXT NOT NULL,  comment TEXT NOT NULL,  created_ms INTEGER NOT NULL,  events INTEGER NOT NULL DEFAULT 0,  moves INTEGER NOT NULL DEFAULT 0,  outcome TEXT NOT NULL DEFAULT '',  reason TEXT NOT NULL DEFAULT '',  black_seen INTEGER NOT NULL DEFAULT 0,  white_seen INTEGER NOT NULL DEFAULT 0, options TEXT NOT NULL DEFAULT '', ended_ms INTEGER NOT NULL DEFAULT 0, black_seen_ms INTEGER NOT NULL DEFAULT 0, white_seen_ms INTEGER NOT NULL DEFAULT 0, rated INTEGER NOT NULL DEFAULT 0, settled_ms INTEGER NOT NULL DEFAULT 0, deleted_ms INTEGER NOT NULL DEFAULT 0, placed INTEGER NOT NULL DEFAULT 0, sealed INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "game" VALUES(1,1,1,2,'','',1796004439002,9,7,'','',9,6,'',0,1796004439203,1796004439059,0,0,0,0,0);
INSERT INTO "game" VALUES(2,2,1,2,'','',1796004439082,6,4,'black','resignation',6,6,'',1796004439163,1796004439168,1796004439163,0,0,0,0,0);
CREATE TABLE ignored(  player INTEGER NOT NULL REFERENCES player(id),  other INTEGER NOT NULL REFERENCES player(id),  PRIMARY KEY(player, other)) STRICT, WITHOUT ROWID;
INSERT INTO "ignored" VALUES(3,2);
CREATE TABLE letter(  id INTEGER PRIMARY KEY AUTOINCREMENT,  player INTEGER NOT NULL REFERENCES player(id),  address TEXT NOT NULL,  subject TEXT NOT NULL,  text TEXT NOT NULL,  at_ms INTEGER NOT NULL,  tries INTEGER NOT NULL,  next_ms INTEGER NOT NULL, topic TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE message(  id INTEGER PRIMARY KEY AUTOINCREMENT,  recipient INTEGER NOT NULL REFERENCES player(id),  sender INTEGER NOT NULL REFERENCES player(id),  text TEXT NOT NULL,  at_ms INTEGER NOT NULL) STRICT;
INSERT INTO "message" VALUES(1,3,1,'Good evening, Cecil!',1796004439366);
CREATE TABLE notice(  name TEXT PRIMARY KEY,  text TEXT NOT NULL) STRICT;
CREATE TABLE paper(  game INTEGER NOT NULL REFERENCES game(id),  player INTEGER NOT NULL REFERENCES player(id),  kind TEXT NOT NULL,  text TEXT NOT NULL,  PRIMARY KEY(game, player, kind)) STRICT, WITHOUT ROWID;
CREATE TABLE place(  hash INTEGER NOT NULL,  kind INTEGER NOT NULL,  number INTEGER NOT NULL,  at INTEGER NOT NULL,  PRIMARY KEY(hash, kind, number)) STRICT, WITHOUT ROWID;
CREATE TABLE player(  id INTEGER PRIMARY KEY,  name TEXT NOT NULL UNIQUE COLLATE NOCASE,  password TEXT NOT NULL,  created_ms INTEGER NOT NULL,  seen_ms INTEGER NOT NULL,  current_game INTEGER REFERENCES game(id), settings TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "player" VALUES(1,'Anna','$argon2id$v=19$m=19456,t=2,p=1$X6S99xJfmW2l3za+AQ178Q$eKBT1DosbWVNmiINgHZ2PsbpPQOt5c+HIm2Zce6SufM',1796004438840,1796004439547,1,'');
INSERT INTO "player" VALUES(2,'Bo.Two','$argon2id$v=19$m=19456,t=2,p=1$LSDKd+4HB10oCl1Uq1ESMg$mNbLChpOG8eRe4ML2JJYZ/Z/b6fIaZJjyajZX0uuN1Q',1796004438967,1796004439173,1,'BSTYLE=3');
INSERT INTO "player" VALUES(3,'Cecil','$argon2id$v=19$m=19456,t=2,p=1$4MGrU0TzOGU9a2sDQGGhEw$M/voM445eIbeRn204L7Xjdp+eOQbKWBnnaOEJQBbJZQ',1796004439342,1796004439362,NULL,'');
CREATE TABLE preset(  player INTEGER NOT NULL REFERENCES player(id),  name TEXT NOT NULL,  text TEXT NOT NULL,  PRIMARY KEY(player, name)) STRICT, WITHOUT ROWID;
CREATE TABLE push(  id INTEGER PRIMARY KEY AUTOINCREMENT,  device INTEGER NOT NULL REFERENCES device(id),  player INTEGER NOT NULL REFERENCES player(id),  topic TEXT NOT NULL,  text TEXT NOT NULL,  urgent INTEGER NOT NULL,  at_ms INTEGER NOT NULL,  tries INTEGER NOT NULL,  next_ms INTEGER NOT NULL,  UNIQUE(device, topic)) STRICT;
CREATE TABLE rating(  number INTEGER PRIMARY KEY,  game INTEGER NOT NULL REFERENCES game(id),  player INTEGER NOT NULL REFERENCES player(id),  variant TEXT NOT NULL,  speed TEXT NOT NULL,  was_rating_e3 INTEGER NOT NULL,  was_deviation_e3 INTEGER NOT NULL,  rating_e3 INTEGER NOT NULL,  deviation_e3 INTEGER NOT NULL,  volatility_e9 INTEGER NOT NULL,  at_ms INTEGER NOT NULL,  games INTEGER NOT NULL,  UNIQUE(game, player)) STRICT;
CREATE TABLE record(  id INTEGER PRIMARY KEY,  player INTEGER NOT NULL REFERENCES player(id),  definition INTEGER NOT NULL REFERENCES definition(id),  black TEXT NOT NULL,  white TEXT NOT NULL,  event TEXT NOT NULL,  played TEXT NOT NULL,  outcome TEXT NOT NULL,  moves INTEGER NOT NULL,  created_ms INTEGER NOT NULL,  placed INTEGER NOT NULL DEFAULT 0, text_bytes INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE record_sum(  player INTEGER NOT NULL,  hour INTEGER NOT NULL,  records INTEGER NOT NULL,  bytes INTEGER NOT NULL,  PRIMARY KEY(player, hour)) STRICT, WITHOUT ROWID;
CREATE TABLE record_text(  record INTEGER PRIMARY KEY REFERENCES record(id),  text TEXT NOT NULL) STRICT;
CREATE TABLE remark(  game INTEGER NOT NULL REFERENCES game(id),  number INTEGER NOT NULL,  player INTEGER NOT NULL REFERENCES player(id),  kind TEXT NOT NULL,  text TEXT NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY(game, number)) STRICT, WITHOUT ROWID;
CREATE TABLE report(  id INTEGER PRIMARY KEY AUTOINCREMENT,  sender INTEGER NOT NULL REFERENCES player(id),  accused INTEGER NOT NULL REFERENCES player(id),  game INTEGER NOT NULL,  text TEXT NOT NULL,  heard TEXT NOT NULL,  at_ms INTEGER NOT NULL) STRICT;
INSERT INTO "report" VALUES(1,1,3,1,'He plays too well.','',1796004439371);
CREATE TABLE request(  player INTEGER NOT NULL REFERENCES player(id),  number INTEGER NOT NULL,  key TEXT NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY(player, number)) STRICT, WITHOUT ROWID;
CREATE TABLE run(  id INTEGER PRIMARY KEY,  began_ms INTEGER NOT NULL,  alive_ms INTEGER NOT NULL) STRICT;
INSERT INTO "run" VALUES(1,1796004438726,1796004438726);
CREATE TABLE study(  id INTEGER PRIMARY KEY,  player INTEGER NOT NULL REFERENCES player(id),  definition INTEGER NOT NULL REFERENCES definition(id),  name TEXT NOT NULL,  sfen TEXT NOT NULL,  hidden INTEGER NOT NULL,  created_ms INTEGER NOT NULL,  events INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE study_event(  study INTEGER NOT NULL REFERENCES study(id),  number INTEGER NOT NULL CHECK(number >= 1),  player INTEGER NOT NULL REFERENCES player(id),  kind TEXT NOT NULL,  text TEXT NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY(study, number)) STRICT, WITHOUT ROWID;
CREATE TABLE token(  id INTEGER PRIMARY KEY AUTOINCREMENT,  player INTEGER NOT NULL REFERENCES player(id),  kind TEXT NOT NULL,  name TEXT NOT NULL,  hash TEXT NOT NULL UNIQUE,  given TEXT NOT NULL,  created_ms INTEGER NOT NULL,  seen_ms INTEGER NOT NULL,  expires_ms INTEGER NOT NULL, scopes INTEGER NOT NULL DEFAULT 15) STRICT;
INSERT INTO "token" VALUES(1,1,'known','','known 1 d39dc','',1796004438840,1796004438840,1803780438840,0);
INSERT INTO "token" VALUES(2,2,'known','','known 2 a1e1a','',1796004438967,1796004438967,1803780438967,0);
INSERT INTO "token" VALUES(3,3,'known','','known 3 9e0c3','',1796004439342,1796004439342,1803780439342,0);
INSERT INTO "token" VALUES(4,1,'program','her bot','f63d3ab761ce46419fb2682f5daa3a286843cd9cf0443b4cab44d69153e70998','127.0.0.1',1796004439541,1796004439541,1827540439541,7);
CREATE INDEX definition_digest ON definition(digest);
CREATE INDEX game_black ON game(black);
CREATE INDEX game_white ON game(white);
CREATE INDEX game_black_running ON game(black) WHERE outcome = '';
CREATE INDEX game_white_running ON game(white) WHERE outcome = '';
CREATE TRIGGER event_never_changes BEFORE UPDATE ON event  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER event_never_goes BEFORE DELETE ON event  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE INDEX message_recipient ON message(recipient);
CREATE INDEX game_unsettled ON game(ended_ms)  WHERE rated = 1 AND settled_ms = 0 AND outcome <> '';
CREATE INDEX rating_player ON rating(player);
CREATE INDEX rating_latest ON rating(player, variant, speed);
CREATE TRIGGER rating_never_changes BEFORE UPDATE ON rating  BEGIN SELECT RAISE(ABORT, 'ratings are only ever added'); END;
CREATE TRIGGER rating_never_goes BEFORE DELETE ON rating  BEGIN SELECT RAISE(ABORT, 'ratings are only ever added'); END;
CREATE INDEX challenge_player ON challenge(player);
CREATE INDEX report_sender ON report(sender, at_ms);
CREATE INDEX game_black_unseen ON game(black) WHERE outcome <> '' AND black_seen < events;
CREATE INDEX game_white_unseen ON game(white) WHERE outcome <> '' AND white_seen < events;
CREATE INDEX token_player ON token(player);
CREATE INDEX token_expires ON token(expires_ms);
CREATE UNIQUE INDEX request_key ON request(player, key);
CREATE INDEX request_age ON request(at_ms);
CREATE INDEX game_running ON game(id) WHERE outcome = '';
CREATE INDEX paper_player ON paper(player, game, kind);
CREATE INDEX account_mail ON account(player) WHERE mail <> '';
CREATE INDEX letter_due ON letter(next_ms);
CREATE INDEX letter_player ON letter(player);
CREATE INDEX record_player ON record(player);
CREATE INDEX record_unplaced ON record(id) WHERE placed = 0;
CREATE INDEX game_unplaced ON game(id) WHERE outcome <> '' AND placed < events;
CREATE INDEX place_number ON place(kind, number);
CREATE INDEX design_player ON design(player);
CREATE INDEX study_player ON study(player);
CREATE TRIGGER study_event_never_changes BEFORE UPDATE ON study_event  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER study_event_never_goes BEFORE DELETE ON study_event  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE INDEX free_table_player ON free_table(player);
CREATE INDEX free_table_opponent ON free_table(opponent);
CREATE TRIGGER free_table_event_never_changes BEFORE UPDATE ON free_table_event  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER free_table_event_never_goes BEFORE DELETE ON free_table_event  BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE INDEX device_player ON device(player);
CREATE INDEX push_due ON push(next_ms);
CREATE INDEX push_player ON push(player);
CREATE UNIQUE INDEX letter_topic ON letter(player, topic) WHERE topic <> '';
CREATE INDEX rating_variant ON rating(variant, speed, player);
CREATE TRIGGER record_comes AFTER INSERT ON record  BEGIN INSERT INTO record_sum VALUES(NEW.player, NEW.created_ms / 3600000, 1, NEW.text_bytes),    (NEW.player, -1, 1, NEW.text_bytes), (0, NEW.created_ms / 3600000, 1, NEW.text_bytes),    (0, -1, 1, NEW.text_bytes)    ON CONFLICT(player, hour) DO UPDATE SET records = records + 1, bytes = bytes + excluded.bytes;  END;
CREATE TRIGGER record_goes AFTER DELETE ON record  BEGIN UPDATE record_sum SET records = records - 1, bytes = bytes - OLD.text_bytes    WHERE player IN (0, OLD.player) AND hour IN (-1, OLD.created_ms / 3600000); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('token',4);
INSERT INTO "sqlite_sequence" VALUES('challenge',5);
INSERT INTO "sqlite_sequence" VALUES('message',1);
INSERT INTO "sqlite_sequence" VALUES('report',1);
COMMIT;
