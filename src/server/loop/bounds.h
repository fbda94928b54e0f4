/* bounds.h: every limit of the server, in one place. Input beyond a limit is refused with an
 * answer. */
#ifndef SHG_SERVER_LOOP_BOUNDS_H
#define SHG_SERVER_LOOP_BOUNDS_H

#include <stdint.h>

enum {
    /* Connections. If the system allows fewer descriptors, the first is lowered: see
     * shg_server_new. */
    SHG_CONNECTIONS_MAX = 20000,
    SHG_PER_ADDRESS_DEFAULT = 64, /* per IPv4 address or IPv6 /64; --per-address changes it */
    SHG_PER_ADDRESS_MAX = SHG_CONNECTIONS_MAX,
    SHG_GUESTS_MAX = SHG_CONNECTIONS_MAX / 2, /* signed in at once: the other half is for players */
    SHG_DESCRIPTORS_KEPT = 64, /* reserved for the database, the listeners and the libraries */

    /* One connection. Above the pause level no further command is read until the peer has
     * received most of its output. Above the maximum the connection is closed: its peer has not
     * read for a long time. */
    SHG_OUTPUT_BYTES_MAX = 256 * 1024,
    SHG_OUTPUT_BYTES_PAUSE = 64 * 1024,
    SHG_OUTPUT_BYTES_RESUME = 8 * 1024,
    /* Input typed ahead. Above this size the server stops reading and the kernel buffers. One
     * read, at most 16 KiB, may exceed it. */
    SHG_INPUT_BYTES_MAX = 4096,
    SHG_TURN_US = 2000,            /* time per connection and turn of the loop */
    SHG_TURN_HALF_US = 100 * 1000, /* time in which what an owner of turns has used counts half */
    SHG_TURN_OWNERS_COMPARED = 1000,
    SHG_WRITE_TIMEOUT_MS = 30 * 1000,
    SHG_LINGER_MS =
        2 * 1000, /* for the peer to receive the last output before the socket is closed */
    SHG_LOGIN_MS = 180 * 1000, /* from connection to login */
    SHG_HTTP_HEAD_MS =
        10 * 1000, /* for a request head, and for a body of at most SHG_BODY_BYTES_MAX */
    SHG_HTTP_UPLOAD_MS = 120 * 1000, /* for a larger body, and for sending an answer */
    SHG_HTTP_IDLE_MS = 60 * 1000,    /* between two requests on a connection */
    SHG_HTTP_REQUESTS_MAX = 1000,    /* per connection; then the client has to reconnect */
    SHG_PING_MS =
        30 *
        1000, /* between pings of a WebSocket; a peer that sends nothing until the next one is disconnected */
    SHG_BODY_BYTES_MAX = 8 * 1024, /* of a request, unless its route permits more */
    SHG_DEFINITION_BODY_BYTES_MAX = 256 * 1024,
    SHG_RECORD_BODY_BYTES_MAX = 4 * 1024 * 1024,
    SHG_EVALUATED_BYTES_MAX = 512 * 1024, /* comments of a record that are read as evaluations */
    /* Total of all request bodies being read, see shares.def. Bodies of at most SHG_BODY_BYTES_MAX do
     * not count, so a flood of uploads stops no moves or logins. */
    SHG_BODIES_BYTES_MAX = 64 * 1024 * 1024,
    SHG_BODIES_BYTES_PER_ADDRESS = 16 * 1024 * 1024,
    /* Pages that the storage's thread for them is working on, the second so that it need not wait for the loop; and
     * those that wait, see shares.def. */
    SHG_PAGES_AT_WORK = 2,
    SHG_PAGES_WAITING = 256,
    /* Total of all answers being sent, without files of the page. A client has to take so much of an answer
     * in each interval, or all but SHG_BODY_BYTES_MAX of it. */
    SHG_ANSWERS_BYTES_MAX = 128 * 1024 * 1024,
    SHG_TRIM_BYTES =
        16 * 1024 *
        1024, /* after so much has been in transit, free memory goes back to the system */
    SHG_SEND_CHECK_MS = 10 * 1000,
    SHG_SEND_BYTES_MIN = 64 * 1024,
    SHG_ACCEPT_PAUSE_MS = 250,        /* after the process has run out of descriptors */
    SHG_UPGRADE_TRIAL_MS = 30 * 1000, /* for the new program to say whether it would start */
    SHG_UPGRADE_PAUSE_MS = 1000,      /* for what was begun to finish */
    SHG_UPGRADE_LOOK_MS = 5,          /* between two looks whether it has */
    SHG_DRAIN_MS = 5 * 1000,          /* for sending queued output at shutdown */

    /* Memory of one session. */
    SHG_PENDING_BYTES_MAX = 8 * 1024,         /* notices that wait for the end of a prompt */
    SHG_NOTICES_BYTES_MAX = 16 * 1024 * 1024, /* of all sessions together, see shares.def */
    SHG_STREAM_LINES = 200,                   /* of a long list per turn of the loop */
    SHG_SCREEN_LINES = 23,                    /* page height if the terminal does not report one */
    SHG_SCREEN_LINES_MIN = 2,
    SHG_SCREEN_LINES_MAX = 500,     /* largest page height accepted from a terminal */
    SHG_PAGE_BYTES_MAX = 32 * 1024, /* of a list per request, in lines or one part */

    /* Talk. Each message adds one to a count, which falls by one every SHG_TALK_FADE_MS; above
     * the maximum messages are refused. A player has one count for all sessions; guests of one
     * address share one. */
    SHG_TALK_MAX = 128,
    SHG_TALK_FADE_MS = 250,
    SHG_SHOUT_COUNTS = 8,
    SHG_MESSAGES_MAX = 100, /* stored for one player */
    SHG_MESSAGES_PER_SENDER = 20,
    SHG_REPORTED_TALK_BYTES_MAX = 2048, /* latest talk shown to a session, kept for a report */
    SHG_IGNORED_MAX = 100,              /* by one player */
    SHG_REPORTS_PER_DAY = 20,           /* by one player */

    /* Per address: lists that scan all players, and accounts created, including stored guests.
     * Each count falls by one in its fade time. */
    SHG_SEARCHES_MAX = 20,
    SHG_SEARCHES_FADE_MS = 1000,
    SHG_ACCOUNTS_MAX = 64,
    SHG_ACCOUNTS_FADE_MS = 10 * 60 * 1000,

    /* Texts of HELP that are kept; some 500 topics in each language have 4 KiB on average. */
    SHG_HELP_TEXTS_KEPT = 256,
    SHG_HELP_TEXTS_KEPT_BYTES = 2 * 1024 * 1024,

    /* The API. Limits of one call's answer. */
    SHG_CALLS_MAX =
        600, /* requests of a player, or of an address if anonymous; falls by one every SHG_CALLS_FADE_MS.
                Lines at telnet count, too, and wait where a request is refused. */
    SHG_CALLS_FADE_MS = 20,
    SHG_LINES_WAIT_MS =
        50, /* at telnet, beyond SHG_CALLS_MAX, until the count is looked at again */
    SHG_CALL_MOVES =
        500, /* of these in an answer count as one more request: some 5 ms on the largest board */
    SHG_CALL_SLOW_NOTATION = 4,   /* requests for an answer with as many moves as a turn writes */
    SHG_HEARTBEAT_MS = 15 * 1000, /* between empty lines in an idle stream */
    SHG_PASSWORD_CALLS = 5,       /* a request that hashes a password counts as this many */
    SHG_API_TEXT_BYTES_MAX = 4 * 1024 * 1024,
    SHG_API_GAMES_MAX = 100,       /* per answer */
    SHG_API_GAMES_EXAMINED = 4000, /* games examined per answer */
    SHG_API_HIDDEN_EXAMINED =
        4000, /* tables and studies examined per answer; most may be hidden from the caller */

    /* Names, passwords, words. */
    SHG_NAME_BYTES_MIN = 2,
    SHG_NAME_BYTES_MAX = 32,
    SHG_PASSWORD_CHARACTERS_MIN =
        12, /* of a new password; OWASP ASVS 5.0.0, 6.2, asks for 8 and recommends 15 */
    SHG_PASSWORD_BYTES_MAX = 128,
    SHG_PATTERN_CHARACTERS_MAX = 64,
    SHG_COMMENT_CHARACTERS_MAX = 200,

    /* Login. Counts of wrong passwords fall by one every SHG_WRONG_FADE_MS. */
    SHG_WRONG_PER_CONNECTION_MAX = 5,
    SHG_WRONG_PER_ADDRESS_MAX = 10,
    SHG_WRONG_PER_NAME_MAX = 20,
    SHG_WRONG_FADE_MS = 60 * 1000,
    SHG_KNOWN_PER_PLAYER = 16, /* places that stay known over a restart: addresses and browsers */
    SHG_KNOWN_DAYS = 90, /* for this long an address counts as known for a name after a login */
    SHG_WRONG_DELAY_MS = 250, /* after the first failure; doubles with each further one */
    SHG_WRONG_DELAY_MS_MAX = 8 * 1000,
    SHG_RATE_LIMIT_ROWS = 4096, /* keys kept in each rate limit table */
    SHG_HASHERS = 2,            /* passwords hashed at once, 19 MiB each */
    SHG_HASHES_WAITING_MAX = 256,
    SHG_HASHES_WAITING_PER_ADDRESS = 32,
    SHG_HASHES_WAITING_PER_NETWORK = 128,
    SHG_GUEST_NAMES_TRIED = 8,

    /* Tokens. A browser token expires after a time without use, and at the latest a number of
     * days after it was issued. A program token expires after a time without use. */
    SHG_TOKENS_PER_PLAYER = 20, /* of each kind */
    SHG_TOKEN_IDLE_DAYS = 30,
    SHG_TOKEN_BROWSER_DAYS = 365,
    SHG_TOKEN_PROGRAM_DAYS = 365,
    SHG_TOKEN_NAME_BYTES_MAX = 64,
    SHG_TOKEN_FROM_BYTES_MAX = 200,
    SHG_EMAIL_ASKED_MAX = 5, /* per player or per name; falls by one every hour */
    SHG_EMAIL_PER_ADDRESS_MAX = 20,
    /* E-mail about what other players do, sent to absent players; these counts fall in the same
     * way. Limits per sender and for all senders since the recipient's last visit; and
     * challenges per player, or per address for guests, to all recipients. */
    SHG_EMAIL_OF_ONE_MAX = 20,
    SHG_EMAIL_OF_ALL_MAX = 60,
    SHG_EMAIL_INVITING_MAX = 40,
    SHG_EMAIL_FADE_MS = 60 * 60 * 1000,
    SHG_EMAIL_REMINDERS_MS = 10 * 60 * 1000, /* between two checks for reminders */
    SHG_DEVICES_PER_PLAYER = 8,
    SHG_DEVICE_NAME_BYTES_MAX = 64,
    SHG_PUSHES_AT_ONCE = 4,         /* push requests, each in its own process */
    SHG_REQUEST_KEY_BYTES_MAX = 64, /* idempotency key of a request */
    SHG_REQUEST_DAYS = 7,           /* days for which a key is kept */

    /* Games and challenges. */
    SHG_GAME_EVENTS_MAX = 20000,
    SHG_GAME_EVENTS_SPARE = 8, /* reserved for moves, resignations and results */
    SHG_ALIVE_MS = 2 * 1000,   /* after a crash no clock is given more than this too much */
    /* A database that has not answered for so long: jobs are refused.  Checked every SHG_ALIVE_MS. */
    SHG_SILENCE_MS = 5 * 1000,
    SHG_TIME_FORFEIT_CHECK_MS =
        60 * 60 * 1000,               /* longest time for which the flag-fall timer is set */
    SHG_TIME_FORFEIT_AGAIN_MS = 1000, /* after a time forfeit that could not be stored */
    SHG_TIME_FORFEIT_PATIENCE_MS =
        2 * 1000,                         /* for reading a line that arrived before the flag fell */
    SHG_TIME_FORFEIT_WAIT_MS = 50,        /* per wait */
    SHG_TIME_FORFEIT_ELSEWHERE_MS = 2000, /* of a server where the player is not */
    SHG_FINAL_RESULT_MS =
        24 * 60 * 60 * 1000, /* a result that both players have seen is final after this time */
    SHG_FINAL_RESULTS_AT_ONCE = 64,        /* games per transaction */
    SHG_FINAL_RESULTS_SHOWN = 16,          /* at login; HISTORY lists all */
    SHG_FINAL_RESULT_AGAIN_MS = 60 * 1000, /* after a failure */
    SHG_ABANDONED_AT_ONCE = 64,            /* games per transaction */
    SHG_MOVE_COMMENT_BYTES_MAX = 1000,
    SHG_CHAT_LINES_SHOWN = 200, /* latest chat lines of a game */
    SHG_NOTE_BYTES_MAX = 4096,
    SHG_COMMENTS_BYTES_MAX = 64 * 1024, /* per game; then comments are refused */
    SHG_PLAN_BYTES_MAX = 4096,          /* of conditional moves */
    SHG_GAMES_CACHED = 4096,
    SHG_GAMES_CACHED_EVENTS = 1024 * 1024, /* in all cached games together */
    SHG_RULES_CACHED = 64,
    SHG_CHALLENGES_PER_PLAYER = 20,
    SHG_CHALLENGE_DAYS_MAX = 90, /* longest lifetime a challenge may ask for */
    /* Of all players together, see shares.def: open to a pattern, made to a player by name, of these to
     * one player, and with a key. */
    SHG_CHALLENGES_MAX = 5000,
    SHG_INVITATIONS_MAX = 5000,
    SHG_INVITATIONS_RECEIVED_MAX = 500,
    SHG_LINKS_MAX = 5000,
    SHG_CHALLENGES_CHECK_S = 60 * 60, /* between two checks for expired challenges */
    /* Rows of GAMES, STAT, NEW and WHO. The list ends with the number of rows left out. */
    SHG_LIST_ROWS = 500,
    SHG_GAMES_PER_PLAYER = SHG_LIST_ROWS, /* games in progress */
    SHG_WATCHED_MAX = 16,                 /* games per session */
    SHG_OPENED_MAX = 64,                  /* protected games per session */
    SHG_BEST_SHOWN = 10,                  /* rows of BEST for each speed */
    SHG_EXTRA_TIME_S_MAX = 3600,          /* of one MORETIME */
    SHG_USERS_SHOWN = 50,                 /* rows of USER; the games of each player are counted */
    SHG_LIST_BYTES = 96 * 1024,
    SHG_WEB_FILE_BYTES_MAX = 4 * 1024 * 1024, /* of a file of the page, read at startup */

    /* The library. */
    SHG_SEARCH_ROWS = 50,          /* per answer */
    SHG_SEARCH_CALLS = 5,          /* a search counts as this many calls */
    SHG_SEARCH_EXAMINED = 20000,   /* rows read per search */
    SHG_SEARCH_POSITIONS = 500,    /* rows read per search by position; each needs a query */
    SHG_POSITION_INDEX_MAX = 4096, /* searchable positions per game */
    SHG_DESIGNS_PER_PLAYER = 200,
    SHG_RECORDS_PER_DAY = 100,         /* per player */
    SHG_RECORD_MIB_PER_DAY = 32,       /* their size */
    SHG_ALL_RECORDS_PER_DAY = 20000,   /* of all players: one address may have many */
    SHG_ALL_RECORD_MIB_PER_DAY = 1024, /* their size */
    SHG_RECORDS_PER_PLAYER = 20000,    /* over all days */
    SHG_RECORD_MIB_PER_PLAYER = 1024,
    SHG_ALL_RECORD_MIB = 64 * 1024,
    SHG_NEW_ACCOUNT_DAYS = 7, /* in which it may have only so many records */
    SHG_RECORDS_PER_NEW = 100,
    SHG_RECORD_MIB_PER_NEW = 8,
    /* Of one address, whatever its accounts, in blocks begun; falls by one every SHG_RECORD_BLOCK_FADE_MS, in a
     * day to 0. */
    SHG_RECORD_BLOCK_BYTES = 128 * 1024,
    SHG_RECORD_BLOCKS_PER_ADDRESS = 512,
    SHG_RECORD_BLOCK_FADE_MS = 24 * 3600 * 1000 / SHG_RECORD_BLOCKS_PER_ADDRESS,
    SHG_DEFINITION_BODY_MAX = 256 * 1024,
    SHG_RECORD_BODY_MAX = 4 * 1024 * 1024,
    SHG_POSITION_INDEX_SOON_MS = 1000, /* from the end of a game until its positions are indexed */

    /* Studies. */
    SHG_STUDIES_PER_PLAYER = 200,
    SHG_STUDY_EVENTS_MAX = 4000,
    SHG_STUDY_PLIES_MAX = 1000, /* of a variation */
    SHG_STUDY_CHAPTERS_MAX = 100,
    SHG_STUDY_EDITORS_MAX = 32,
    SHG_STUDY_NAME_BYTES = 200,
    SHG_STUDY_COMMENT_CHARACTERS = 1000,

    /* Free boards. */
    SHG_FREE_TABLES_PER_PLAYER = 200, /* created by one player */
    SHG_FREE_EVENTS_MAX = 4000,
    SHG_FREE_LINE_BYTES = 500,
    SHG_FREE_SETUP_BYTES = 7000, /* fits a body of SHG_BODY_BYTES_MAX */
    SHG_FREE_TITLE_BYTES = 200,
    SHG_FREE_SIGNS_BYTES = 40,
    SHG_FREE_TRIES = 8, /* retries of a change that lost to a concurrent one */

    /* Helper jobs, each run by a helper process, and the size of their output. Pictures are
     * cached in memory. */
    SHG_HELPER_JOBS_AT_ONCE = 2,
    SHG_HELPER_JOBS_WAITING = 32,
    /* Its CPU time is bounded (cli/work.c); on a busy machine that takes much longer. */
    SHG_HELPER_JOB_MS = 120 * 1000,
    SHG_HELPER_JOB_BYTES_MAX = 9 * 1024 * 1024,
    SHG_PICTURES_KEPT = 64,
    SHG_PICTURES_KEPT_BYTES = 16 * 1024 * 1024,

    /* Engines: number of processes, hash table size of each, time they may take beyond their
     * thinking time, how often again if they wait for a processor, and the games they play. */
    SHG_ENGINES_MAX = 64,
    SHG_ENGINE_PROCESS_HASH_MIB = 32,
    SHG_ENGINE_PROCESS_START_MS = 30 * 1000,
    SHG_ENGINE_PROCESS_PATIENCE_MS = 4 * 1000,
    SHG_ENGINE_PROCESS_WAITS_MAX = 30,
    SHG_ENGINE_PROCESS_IDLE_MS = 5 * 60 * 1000, /* then the process ends and frees its memory */
    SHG_ENGINE_PROCESS_LINE_BYTES_MAX = 64 * 1024,
    SHG_THOUGHTS_WAITING = 2048,
    SHG_ENGINE_LIVE_MS = 3 * 1000, /* at most, per move */
    SHG_ENGINE_SLOW_MS = 5 * 1000,
    SHG_ENGINE_LEAST_MS = 50,
    SHG_ENGINE_GAMES_MAX = 4000,
    SHG_ENGINE_GAMES_PER_PLAYER = 6,
    SHG_ENGINE_LIVE_PER_PLAYER = 1,
    /* Live games per process in which the engine is to move or the opponent is online. Networks without
     * one get one beyond that, from the reserve. */
    SHG_ENGINE_LIVE_AT_ONCE = 4,
    SHG_ENGINE_LIVE_RESERVE = 12,
    SHG_ENGINE_LIVE_PER_ADDRESS = 2,
    SHG_ENGINE_LIVE_PER_NETWORK = 4,
    SHG_ENGINE_FIRST_MOVE_MS =
        60 * 1000, /* then a live game without the opponent's move is aborted */
    SHG_ENGINE_CLOCK_MS_MAX =
        60 * 60 * 1000, /* what a player may be expected to use in a live game, see clocks.md */

    /* Analysis of games by the engine. */
    SHG_ANALYSIS_NODES = 20 * 1000, /* per position */
    SHG_ANALYSIS_MS = 3 * 1000,     /* at most, per position */
    SHG_ANALYSIS_MOVES_MAX = 1000,
    SHG_ANALYSES_WAITING = 32,
    SHG_ANALYSES_PER_PLAYER = 2,
    SHG_ANALYSIS_SLICE = 16, /* positions until it is the turn of another player */

    /* Administration. */
    SHG_BANS_MAX = 1000, /* each connection and login scans them */
    SHG_MOTD_BYTES_MAX = 4096,
    SHG_ADMIN_REQUEST_BYTES_MAX = 8192,
    SHG_ADMIN_ANSWER_BYTES_MAX = 4 * 1024 * 1024,
    SHG_ADMIN_CONNECTIONS_MAX = 8,
    SHG_ADMIN_MS = 10 * 1000, /* for a request to arrive */
    SHG_SHUTDOWN_MINUTES_MAX = 7 * 24 * 60
};

/* A game without a clock is inactive after this time: its players get a reminder. After the
 * second time it is archived. */
#define SHG_ABANDONED_MS       (60 * 24 * INT64_C(3600) * 1000)
#define SHG_ABANDONED_GRACE_MS (14 * 24 * INT64_C(3600) * 1000)

/* A challenge to a pattern ends after this absence of its player, unless it has an end of its own. */
#define SHG_CHALLENGES_ABSENT_MS (24 * INT64_C(3600) * 1000)

/* All challenges of a player expire after this absence. Not an enumerator: the value exceeds 32 bits. */
#define SHG_CHALLENGES_EXPIRE_MS (30 * 24 * INT64_C(3600) * 1000)

#endif
