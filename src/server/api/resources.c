/* resources.c: the table of resources, and the account of the session that asks. */
#include "server/api/resources.h"

#include "base/json_write.h"
#include "server/api/account.h"
#include "server/api/games.h"
#include "server/api/http.h"
#include "server/api/library.h"
#include "server/api/lobby.h"
#include "server/api/players.h"
#include "server/api/preset.h"
#include "server/api/variants.h"
#include "server/engines/analysis_resources.h"
#include "server/study/free_table_api.h"
#include "server/study/study_api.h"

/* ---- the account ---- */

static void put_account(shg_session *s, shg_json_door *d)
{
    shg_json_text(&d->out, "name", s->name);
    shg_json_flag(&d->out, "guest", s->guest);
    if (s->current_game != 0)
        shg_json_number(&d->out, "current_game", s->current_game);
    else
        shg_json_null(&d->out, "current_game");
    shg_json_open(&d->out, "settings", '{');
    for (size_t i = 0; i < SHG_SETTINGS; i++)
        shg_json_text(&d->out, shg_setting_rows[i].name,
                      shg_setting_rows[i].values[s->settings.value[i]].word);
    shg_json_close(&d->out, '}');
}

static void get_account(shg_session *s, shg_json_door *d)
{
    shg_json_open(&d->out, NULL, '{');
    put_account(s, d);
    shg_json_close(&d->out, '}');
}

/* A page asks before it knows whether its reader has signed in; that they have not is no error. */
static void get_session(shg_session *s, shg_json_door *d)
{
    shg_json_open(&d->out, NULL, '{');
    if (s->name[0])
        put_account(s, d);
    else
        shg_json_null(&d->out, "name");
    shg_json_close(&d->out, '}');
}

/* ---- the table of resources ---- */

static const shg_resource rows[] = {
    { "POST", "/login", false, SHG_SCOPE_NONE, "", "name password code guest:boolean new",
      "Signs in with a name and its password, and a code if two-factor authentication is on, or as a "
      "guest; sets the session cookie.  HTTP only.",
      shg_api_login },
    { "POST", "/signup", false, SHG_SCOPE_NONE, "", "name password mail",
      "Creates an account and signs in; sends a confirmation e-mail to the address.  HTTP only.",
      shg_api_signup },
    { "POST", "/logout", false, SHG_SCOPE_NONE, "", "",
      "Ends the session of the cookie or revokes the token.  HTTP only.", shg_api_logout },
    { "POST", "/password", true, SHG_SCOPE_MANAGE, "", "old new code keep_tokens:boolean",
      "Changes your password, with a code if two-factor authentication is on, and ends all your other "
      "sessions; also those of API tokens, which it revokes, unless keep_tokens is true.",
      shg_api_password },
    { "GET", "/account/sessions", true, SHG_SCOPE_MANAGE, "", "", "Your sessions.",
      shg_api_sessions },
    { "GET", "/account/security", true, SHG_SCOPE_MANAGE, "", "",
      "Your e-mail address, and whether two-factor authentication is on.", shg_api_security },
    { "GET", "/account/devices", true, SHG_SCOPE_MANAGE, "", "",
      "Your browsers registered for notifications, and the server's key for a subscription; \"\" "
      "if this server sends no notifications.",
      shg_api_devices },
    { "GET", "/account/export", true, SHG_SCOPE_MANAGE, "after:integer", "",
      "All data stored about you, and your games after game after, 200 at a time.", shg_api_export },
    { "POST", "/reset", false, SHG_SCOPE_NONE, "", "name",
      "Sends an e-mail to reset the password, if the player exists and has an e-mail address.",
      shg_api_reset },
    { "POST", "/letter", false, SHG_SCOPE_NONE, "", "token password",
      "Uses the token of an e-mail: confirms the address, unsubscribes, or sets the password "
      "sent with it.",
      shg_api_use_email_link },
    { "GET", "/account", true, SHG_SCOPE_READ, "", "", "Your account, with your settings.",
      get_account },
    { "GET", "/session", false, SHG_SCOPE_READ, "", "",
      "Your account, or no name if you have not signed in.", get_session },
    { "GET", "/presets", true, SHG_SCOPE_READ, "", "", "Your presets: named objects.",
      shg_preset_show_all },
    { "POST", "/presets", true, SHG_SCOPE_MANAGE, "", "name value:[object,'null']",
      "Stores a named object, such as the look of boards; null deletes it.", shg_preset_store },
    { "GET", "/players", false, SHG_SCOPE_READ, "", "", "Who is online.", shg_api_players },
    { "GET", "/engines", false, SHG_SCOPE_READ, "", "", "The engine players and their load.",
      shg_api_engines },
    { "GET", "/players/{name}", false, SHG_SCOPE_READ, "", "",
      "A player, with ratings and the results against you.", shg_api_player },
    { "GET", "/players/{name}/ratings", false, SHG_SCOPE_READ, "variant speed", "",
      "A player's ratings of a variant and speed, after each of the latest rated games.",
      shg_api_ratings },
    { "GET", "/players/{name}/activity", false, SHG_SCOPE_READ, "", "",
      "How many games a player has begun in each week of the last year.", shg_api_activity },
    { "GET", "/challenges", false, SHG_SCOPE_READ, "", "", "The open challenges.",
      shg_api_challenges },
    { "GET", "/challenges/{challenge}", false, SHG_SCOPE_READ, "", "",
      "An open challenge, by its number, or by its key if only those who have that may see it.  If it has ended "
      "lately, the refusal names in its member ended how (accepted, declined, withdrawn or expired), and in its "
      "member game the game that began, if you are one of its players.",
      shg_api_challenge },
    { "GET", "/lobby", false, SHG_SCOPE_READ, "", "",
      "How many players are online and games in progress.", shg_api_lobby },
    { "POST", "/lobby", false, SHG_SCOPE_READ, "", "on:boolean",
      "Subscribes to events about challenges, and to changes of games and players.  WebSocket only.",
      shg_api_lobby_watch },
    { "GET", "/games", false, SHG_SCOPE_READ, "state player variant after:integer", "",
      "Games: state is running (the default), finished, turn (where it is your turn) or mine.",
      shg_api_games },
    { "GET", "/games/{game}", false, SHG_SCOPE_READ, "after:integer key notation", "",
      "A game, with its moves after event after.  key: the key of a protected game.  notation: of "
      "the texts of moves: western (the default), kitao, japanese or usi.",
      shg_api_game },
    { "GET", "/games/{game}/legal", false, SHG_SCOPE_READ, "notation", "",
      "The legal moves of the side to move, in USI, and whether it is your turn.  notation: in which "
      "they are written as well.",
      shg_api_legal },
    { "GET", "/games/{game}/analysis", false, SHG_SCOPE_READ, "notation from:integer", "",
      "The analysis of a finished game, if there is one.  notation: for the lines, which are "
      "otherwise in USI only; an answer has some of them, beginning at ply from.",
      shg_api_analysis },
    { "POST", "/games/{game}/analysis", true, SHG_SCOPE_PLAY, "", "",
      "Starts the analysis if there is none: read it until its state is done.", shg_api_analyse },
    { "GET", "/games/{game}/events", false, SHG_SCOPE_READ, "after:integer key", "",
      "The events of a game after event after.", shg_api_events },
    { "GET", "/games/{game}/stream", false, SHG_SCOPE_READ, "after:integer key notation", "",
      "The same, and then each new event, one a line.  notation: of the texts of new moves, Western "
      "if absent.  HTTP only.",
      shg_api_follow_game },
    { "POST", "/games/{game}/watch", false, SHG_SCOPE_READ, "key", "on:boolean",
      "Subscribes to the events of a game.  WebSocket only.", shg_api_game_watch },
    { "GET", "/events", true, SHG_SCOPE_READ, "lobby:boolean notation", "",
      "Your events, one a line; with lobby=true those of the lobby as well.  notation: of the texts of moves, "
      "Western if absent.  HTTP only: a WebSocket gets them without asking, and is opened with "
      "notation in its address.",
      shg_api_follow_player },
    { "POST", "/games/{game}/seen", true, SHG_SCOPE_PLAY, "", "number:integer",
      "Marks a game as seen up to an event; without number, all of it.", shg_api_seen },
    { "GET", "/variants", false, SHG_SCOPE_READ, "", "", "The games that can be played.",
      shg_api_variants },
    { "GET", "/variants/{name}", false, SHG_SCOPE_READ, "", "",
      "A game, or @ and the number of a definition, with its text.", shg_api_variant },
    { "GET", "/search", false, SHG_SCOPE_READ,
      "in player variant result state since until position before:integer", "",
      "Searches games, or records with in=records: by player, variant, result (black, white, "
      "draw, no-contest), "
      "state (running, finished), days, and position (SFEN, of variant).  before: the next page.",
      shg_api_search },
    { "GET", "/records/{number}", false, SHG_SCOPE_READ, "", "",
      "A record of the library, in our own format.", shg_api_record },
    { "GET", "/studies", false, SHG_SCOPE_READ, "words player variant before:integer", "",
      "Studies, the latest first.  words: each occurs in the study's name, its player's or that of the game.  before: "
      "the next page.",
      shg_api_studies },
    { "POST", "/studies", true, SHG_SCOPE_RECORDS, "", "name variant start hidden:boolean",
      "Creates a study, trees of variations: of a variant (or @ and the number of a "
      "definition), from a position (SFEN).  hidden: visible only to its editors.",
      shg_api_study_new },
    { "GET", "/studies/{study}", false, SHG_SCOPE_READ, "", "",
      "A study with its chapters and nodes.", shg_api_study },
    { "POST", "/studies/{study}", true, SHG_SCOPE_RECORDS, "", "do node:integer text",
      "Edits a study.  do: move (text in USI, after node), comment (on node), remove (node and "
      "everything after it), name, invite or dismiss (a player), line (moves in USI and \"* comments\" on them, a row each, after "
      "node; the answer has the nodes of the moves), chapter (its title, and if wanted below it its start as SFEN), title (of the "
      "chapter that begins at node), place (of that chapter among the others, from 0).",
      shg_api_study_do },
    { "GET", "/studies/{study}/events", false, SHG_SCOPE_READ, "after:integer", "",
      "The edits of a study after event after.", shg_api_study_events },
    { "POST", "/studies/{study}/watch", true, SHG_SCOPE_READ, "", "on:boolean",
      "Subscribes to the edits of a study, and returns it.  WebSocket only.", shg_api_study_watch },
    { "GET", "/tables", false, SHG_SCOPE_READ, "player before:integer", "",
      "Public free boards and your own, the latest first.", shg_api_tables },
    { "POST", "/tables", true, SHG_SCOPE_RECORDS, "",
      "setup opponent second:boolean hidden:boolean request",
      "Sets up a free board by the settings in setup (docs/notation.md).  opponent: the second "
      "player; without it, anyone who shows the returned key can join.  Moves are made by POST "
      "/table.",
      shg_api_table_new },
    { "GET", "/tables/{table}", false, SHG_SCOPE_READ, "after:integer", "",
      "A free board, by its number or its key, with its lines after event after.", shg_api_table },
    { "GET", "/tables/{table}/stream", false, SHG_SCOPE_READ, "", "",
      "Each new line of a free board, one a line.  HTTP only.", shg_api_follow_table },
    { "POST", "/tables/{table}/watch", false, SHG_SCOPE_READ, "", "on:boolean",
      "Subscribes to the lines of a free board, and returns it without its lines.  WebSocket only.",
      shg_api_table_watch },
    { "POST", "/records", true, SHG_SCOPE_RECORDS, "variant format", "",
      "Uploads a record to the library.  HTTP only: the body is the record, at most 4 MiB in any "
      "encoding; variant: the game, if the record does not name it.",
      shg_api_upload },
    { "POST", "/definitions", true, SHG_SCOPE_RECORDS, "name", "",
      "Stores a version of a game of your own.  HTTP only: the body is its definition, at "
      "most 256 KiB.",
      shg_api_upload },
    { "GET", "/definitions", false, SHG_SCOPE_READ, "player before:integer", "",
      "The games that players have defined.", shg_api_designs },
    { "GET", "/definitions/{number}", false, SHG_SCOPE_READ, "", "",
      "A definition, in the version that games are played under.", shg_api_definition },
};
const shg_resource_table shg_resources = { rows, sizeof rows / sizeof rows[0] };
