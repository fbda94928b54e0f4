/* bounds.h: every bound of the server, in one place.  What is beyond one is answered, never served. */
#ifndef SHG_SERVER_LOOP_BOUNDS_H
#define SHG_SERVER_LOOP_BOUNDS_H

#include <stdint.h>

enum {
    /* Connections.  The descriptors the system allows may lower the first: see shg_server_new. */
    SHG_CONNECTIONS_MAX = 20000,
    SHG_PER_ADDRESS_DEFAULT =
        64, /* of one IPv4 address or one IPv6 /64; --per-address changes it */
    SHG_PER_ADDRESS_MAX = SHG_CONNECTIONS_MAX,
    SHG_DESCRIPTORS_KEPT = 64, /* for the database, the listeners and what the libraries open */

    /* One connection.  Beyond the pause no further command is taken until the peer has read most of what
     * waits for it; beyond the maximum it has not read for a long time what others sent it, and goes. */
    SHG_OUTPUT_BYTES_MAX = 256 * 1024,
    SHG_OUTPUT_BYTES_PAUSE = 64 * 1024,
    SHG_OUTPUT_BYTES_RESUME = 8 * 1024,
    /* Typed ahead and not yet looked at: then no more is read, and the rest waits in the kernel.  What is read at
     * once, up to 16 KiB, comes on top. */
    SHG_INPUT_BYTES_MAX = 4096,
    SHG_TURN_US = 2000, /* of one connection in one turn of the loop; then others come first */
    SHG_WRITE_TIMEOUT_MS = 30 * 1000,
    SHG_LINGER_MS = 2 * 1000,  /* for the peer to take the last words before the socket is closed */
    SHG_LOGIN_MS = 180 * 1000, /* from connecting to being logged in */
    SHG_HTTP_HEAD_MS = 10 * 1000,    /* for a head; and for a body of at most SHG_BODY_BYTES_MAX */
    SHG_HTTP_UPLOAD_MS = 120 * 1000, /* for a larger body, and for an answer to be taken */
    SHG_HTTP_IDLE_MS = 60 * 1000,    /* between two requests of a connection */
    SHG_HTTP_REQUESTS_MAX = 1000,    /* of a connection; then another has to be made */
    SHG_PING_MS = 30 * 1000,         /* of a WebSocket; who says nothing until the next is gone */
    SHG_BODY_BYTES_MAX = 8 * 1024,   /* of a request, unless its route says more */
    SHG_DEFINITION_BODY_BYTES_MAX = 256 * 1024,
    SHG_RECORD_BODY_BYTES_MAX = 4 * 1024 * 1024,
    /* Of all requests that are being read.  Beyond it only those are refused that are longer than
     * SHG_BODY_BYTES_MAX: whoever fills it with uploads keeps nobody from moving or logging in. */
    SHG_BODIES_BYTES_MAX = 64 * 1024 * 1024,
    SHG_ANSWERS_BYTES_MAX = 128 * 1024 * 1024, /* the same of all answers that go out */
    SHG_ACCEPT_PAUSE_MS = 250,                 /* when descriptors have run out */
    SHG_DRAIN_MS = 5 * 1000,                   /* for finishing what is queued at shutdown */

    /* What one session holds in memory. */
    SHG_PENDING_BYTES_MAX = 8 * 1024, /* notices that wait for the end of a prompt */
    SHG_STREAM_LINES = 200,           /* of a long list, in one turn of the loop */
    SHG_SCREEN_LINES = 23,            /* a screenful where the terminal does not tell its height */
    SHG_SCREEN_LINES_MIN = 2,
    SHG_SCREEN_LINES_MAX = 500,     /* whatever a terminal says of itself */
    SHG_PAGE_BYTES_MAX = 32 * 1024, /* of a list at once, be it lines or a part of one */

    /* Talk.  A message counts one, and beyond the maximum none is taken; counts fade by one in SHG_TALK_FADE_MS.  A
     * player has one count, at however many terminals he is; guests of one address share one. */
    SHG_TALK_MAX = 128,
    SHG_TALK_FADE_MS = 250,
    SHG_SHOUT_COUNTS = 8,
    SHG_MESSAGES_MAX = 100, /* left for one player */
    SHG_MESSAGES_PER_SENDER = 20,
    SHG_REPORTED_TALK_BYTES_MAX = 2048, /* of what was said to a session, kept for a report */
    SHG_IGNORED_MAX = 100,              /* by one player */
    SHG_REPORTS_PER_DAY = 20,           /* by one player */

    /* Of one address: lists for which all players have to be looked at, and accounts made, guests who are stored among
     * them.  A count fades by one in its time. */
    SHG_SEARCHES_MAX = 20,
    SHG_SEARCHES_FADE_MS = 1000,
    SHG_ACCOUNTS_MAX = 64,
    SHG_ACCOUNTS_FADE_MS = 10 * 60 * 1000,

    /* Programs.  What a call may answer in words. */
    SHG_CALLS_MAX =
        600, /* requests of a player, or of an address without one; fading by one in SHG_CALLS_FADE_MS */
    SHG_CALLS_FADE_MS = 20,
    SHG_CALL_MOVES =
        500, /* made or written for an answer count as one more: on the largest board these are some 5 ms */
    SHG_HEARTBEAT_MS = 15 * 1000, /* an empty line in a stream in which nothing happens */
    SHG_PASSWORD_CALLS = 5,       /* so many a request counts for which a password is hashed */
    SHG_API_TEXT_BYTES_MAX = 4 * 1024 * 1024,
    SHG_API_GAMES_MAX = 100,     /* in an answer */
    SHG_API_GAMES_LOOKED = 4000, /* for it */
    SHG_API_HIDDEN_LOOKED =
        4000, /* of tables and studies, most of which may be hidden from who asks */

    /* Names, passwords, words. */
    SHG_NAME_BYTES_MIN = 2,
    SHG_NAME_BYTES_MAX = 32,
    SHG_PASSWORD_CHARACTERS_MIN = 12, /* of a new one; OWASP ASVS 4.0.3, 2.1.1 */
    SHG_PASSWORD_BYTES_MAX = 128,
    SHG_PATTERN_CHARACTERS_MAX = 64,
    SHG_COMMENT_CHARACTERS_MAX = 200,

    /* Logging in.  Counts of wrong passwords fade by one in SHG_WRONG_FADE_MS. */
    SHG_WRONG_PER_CONNECTION_MAX = 5,
    SHG_WRONG_PER_ADDRESS_MAX = 10,
    SHG_WRONG_PER_NAME_MAX = 20,
    SHG_WRONG_FADE_MS = 60 * 1000,
    SHG_KNOWN_DAYS = 90,      /* so long an address counts as one from which a name has logged in */
    SHG_WRONG_DELAY_MS = 250, /* after the first; doubles with each */
    SHG_WRONG_DELAY_MS_MAX = 8 * 1000,
    SHG_RATE_LIMIT_ROWS = 4096, /* keys remembered in each table of counts */
    SHG_HASHERS = 2,            /* passwords hashed at once, 19 MiB each */
    SHG_HASHES_WAITING_MAX = 256,
    SHG_HASHES_WAITING_PER_ADDRESS = 32,
    SHG_GUEST_NAMES_TRIED = 8,

    /* Tokens.  One of a browser ends when it has not been used for a while, and at the latest in the days after it
     * was made; one of a program when it has not been used for as long. */
    SHG_TOKENS_PER_PLAYER = 20, /* of one kind */
    SHG_TOKEN_IDLE_DAYS = 30,
    SHG_TOKEN_BROWSER_DAYS = 365,
    SHG_TOKEN_PROGRAM_DAYS = 365,
    SHG_TOKEN_NAME_BYTES_MAX = 64,
    SHG_TOKEN_FROM_BYTES_MAX = 200,
    SHG_EMAIL_ASKED_MAX = 5, /* by one player, or for one name; they fade by one in an hour */
    SHG_EMAIL_PER_ADDRESS_MAX = 20,
    /* Of what others do, told to who is not here; they fade in the same way.  Of one other and of all of them since he was
     * here last; and challenges by one player, or by the guests of one address, to whomever. */
    SHG_EMAIL_OF_ONE_MAX = 20,
    SHG_EMAIL_OF_ALL_MAX = 60,
    SHG_EMAIL_INVITING_MAX = 40,
    SHG_EMAIL_FADE_MS = 60 * 60 * 1000,
    SHG_EMAIL_REMINDERS_MS = 10 * 60 * 1000, /* between two looks whom to remind */
    SHG_DEVICES_PER_PLAYER = 8,
    SHG_DEVICE_NAME_BYTES_MAX = 64,
    SHG_PUSHES_AT_ONCE = 4,         /* tries, each in a process of its own */
    SHG_REQUEST_KEY_BYTES_MAX = 64, /* the key under which a call is done once */
    SHG_REQUEST_DAYS = 7,           /* so long it is kept */

    /* Games and challenges. */
    SHG_GAME_EVENTS_MAX = 20000,
    SHG_GAME_EVENTS_SPARE =
        8, /* kept for moves, resignations and results: nothing else may use them */
    SHG_ALIVE_MS = 2 * 1000, /* after a crash no clock is given more than that too much */
    SHG_TIME_FORFEIT_LOOK_MS = 60 * 60 * 1000, /* the timer of falls is never set for longer */
    SHG_TIME_FORFEIT_AGAIN_MS = 1000,          /* after one that could not be stored */
    SHG_TIME_FORFEIT_PATIENCE_MS = 2 * 1000,   /* for a line that came in time to be read */
    SHG_TIME_FORFEIT_WAIT_MS = 50,             /* at a time */
    SHG_FINAL_RESULT_MS = 24 * 60 * 60 * 1000, /* after which a result that was seen is final */
    SHG_FINAL_RESULTS_AT_ONCE = 64,            /* games, in one transaction */
    SHG_FINAL_RESULTS_SHOWN = 16,              /* at login; HISTORY tells all */
    SHG_FINAL_RESULT_AGAIN_MS = 60 * 1000,     /* after a failure */
    SHG_ABANDONED_AT_ONCE = 64,                /* games, in one transaction */
    SHG_MOVE_COMMENT_BYTES_MAX = 1000,
    SHG_CHAT_LINES_SHOWN = 200, /* of what was said at a game, the latest */
    SHG_NOTE_BYTES_MAX = 4096,
    SHG_COMMENTS_BYTES_MAX = 64 * 1024, /* of one game, before one more is refused */
    SHG_PLAN_BYTES_MAX = 4096,          /* of conditional moves */
    SHG_GAMES_CACHED = 4096,
    SHG_GAMES_CACHED_EVENTS = 1024 * 1024, /* in all of them together */
    SHG_RULES_CACHED = 64,
    SHG_CHALLENGES_PER_PLAYER = 20,
    SHG_CHALLENGE_DAYS_MAX = 90, /* for which one may be asked to stand */
    SHG_CHALLENGES_MAX = 5000,
    SHG_CHALLENGES_LOOK_S = 60 * 60, /* between two looks for those that nobody will play */
    /* Of GAMES, STAT, NEW and WHO; how many more there are is said. */
    SHG_LIST_ROWS = 500,
    SHG_GAMES_PER_PLAYER = SHG_LIST_ROWS, /* running */
    SHG_WATCHED_MAX = 16,                 /* games, by one session */
    SHG_OPENED_MAX = 64,                  /* protected games, by one session */
    SHG_USERS_SHOWN = 50,                 /* of USER: the games of each are counted */
    SHG_LIST_BYTES = 96 * 1024,
    SHG_WEB_FILE_BYTES_MAX = 4 * 1024 * 1024, /* of the page, read at the start */

    /* The library. */
    SHG_SEARCH_ROWS = 50,          /* told at once */
    SHG_SEARCH_CALLS = 5,          /* so many calls it counts */
    SHG_SEARCH_LOOKED = 20000,     /* rows looked at for them */
    SHG_SEARCH_PLACES = 500,       /* likewise, by position: each is asked for */
    SHG_POSITION_INDEX_MAX = 4096, /* positions of one game that can be found */
    SHG_DESIGNS_PER_PLAYER = 200,
    SHG_RECORDS_PER_DAY = 100,         /* by one player */
    SHG_RECORD_MIB_PER_DAY = 32,       /* likewise, of their texts */
    SHG_ALL_RECORDS_PER_DAY = 20000,   /* by all players: those of an address may be many */
    SHG_ALL_RECORD_MIB_PER_DAY = 1024, /* likewise */
    SHG_DEFINITION_BODY_MAX = 256 * 1024,
    SHG_RECORD_BODY_MAX = 4 * 1024 * 1024,
    SHG_POSITION_INDEX_SOON_MS = 1000, /* after a game has ended, until they are known */

    /* Studies. */
    SHG_STUDIES_PER_PLAYER = 200,
    SHG_STUDY_EVENTS_MAX = 4000,
    SHG_STUDY_PLIES_MAX = 1000, /* of a variation */
    SHG_STUDY_EDITORS_MAX = 32,
    SHG_STUDY_NAME_BYTES = 200,
    SHG_STUDY_COMMENT_CHARACTERS = 1000,

    /* Tables without rules. */
    SHG_FREE_TABLES_PER_PLAYER = 200, /* that he has set up */
    SHG_FREE_EVENTS_MAX = 4000,
    SHG_FREE_LINE_BYTES = 500,
    SHG_FREE_SETUP_BYTES = 7000, /* within a body of SHG_BODY_BYTES_MAX */
    SHG_FREE_TITLE_BYTES = 200,
    SHG_FREE_SIGNS_BYTES = 40,
    SHG_FREE_TRIES = 8, /* of who is never first when both do something at once */

    /* Chores, each done by a process of its own, and what they say; pictures are kept in memory. */
    SHG_HELPER_JOBS_AT_ONCE = 2,
    SHG_HELPER_JOBS_WAITING = 32,
    SHG_HELPER_JOB_MS = 15 * 1000, /* and a few seconds of a processor: see cli/work.c */
    SHG_HELPER_JOB_BYTES_MAX = 9 * 1024 * 1024,
    SHG_PICTURES_KEPT = 64,
    SHG_PICTURES_KEPT_BYTES = 16 * 1024 * 1024,

    /* Engines: processes that think, each with so much memory for what it knows of positions beside that for the game;
     * how long they may take, beside the time they think for; and the games that engines play. */
    SHG_ENGINES_MAX = 64,
    SHG_ENGINE_PROCESS_HASH_MIB = 32,
    SHG_ENGINE_PROCESS_START_MS = 30 * 1000,
    SHG_ENGINE_PROCESS_PATIENCE_MS = 4 * 1000,
    SHG_ENGINE_PROCESS_IDLE_MS = 5 * 60 * 1000, /* then it ends, and gives its memory back */
    SHG_ENGINE_PROCESS_LINE_BYTES_MAX = 64 * 1024,
    SHG_THOUGHTS_WAITING = 2048,
    SHG_ENGINE_LIVE_MS = 3 * 1000, /* for a move, at most */
    SHG_ENGINE_SLOW_MS = 5 * 1000,
    SHG_ENGINE_LEAST_MS = 50,
    SHG_ENGINE_GAMES_MAX = 4000,
    SHG_ENGINE_GAMES_PER_PLAYER = 6,
    SHG_ENGINE_LIVE_PER_PLAYER = 1,
    SHG_ENGINE_LIVE_AT_ONCE = 4, /* for each process */

    /* Games that the engine looks through. */
    SHG_ANALYSIS_NODES = 20 * 1000, /* for each position */
    SHG_ANALYSIS_MS = 3 * 1000,     /* likewise, at most */
    SHG_ANALYSIS_MOVES_MAX = 1000,
    SHG_ANALYSES_WAITING = 32,
    SHG_ANALYSES_PER_PLAYER = 2,

    /* Administration. */
    SHG_BANS_MAX = 1000, /* each connection and login walks them */
    SHG_MOTD_BYTES_MAX = 4096,
    SHG_ADMIN_REQUEST_BYTES_MAX = 8192,
    SHG_ADMIN_ANSWER_BYTES_MAX = 4 * 1024 * 1024,
    SHG_ADMIN_CONNECTIONS_MAX = 8,
    SHG_ADMIN_MS = 10 * 1000, /* for a request to arrive */
    SHG_SHUTDOWN_MINUTES_MAX = 7 * 24 * 60
};

/* So long nothing has happened in a game without a clock when its players are asked to go on, and so much later it is
 * archived. */
#define SHG_ABANDONED_MS       (60 * 24 * INT64_C(3600) * 1000)
#define SHG_ABANDONED_GRACE_MS (14 * 24 * INT64_C(3600) * 1000)

/* The challenges of who was not here for so long go; more than an enum of 32 bits holds. */
#define SHG_CHALLENGES_EXPIRE_MS (30 * 24 * INT64_C(3600) * 1000)

#endif
