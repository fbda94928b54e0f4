/* bounds.h: the bounds of all texts in a storage, in bytes without the final NUL.
 *
 * They are the last line of defence: the server's own bounds are lower and have messages for users.
 * Every backend returns LIMIT_EXCEEDED beyond them. */
#ifndef SHG_STORAGE_BOUNDS_H
#define SHG_STORAGE_BOUNDS_H

enum {
    SHG_STORAGE_NAME_BYTES_MAX = 64,      /* of a player or a definition */
    SHG_STORAGE_PASSWORD_BYTES_MAX = 127, /* crypto_pwhash_STRBYTES is 128 with its NUL */
    SHG_STORAGE_DEFINITION_BYTES_MAX = 256 * 1024,
    SHG_STORAGE_PATTERN_BYTES_MAX = 256,
    SHG_STORAGE_FIRST_MOVE_BYTES_MAX = 1024, /* a handicap lists many pieces */
    SHG_STORAGE_START_BYTES_MAX = 4096,      /* of a challenge: that of taikyoku shogi has 2700 */
    SHG_STORAGE_OPTIONS_BYTES_MAX =
        1024 + SHG_STORAGE_START_BYTES_MAX, /* a time control has up to 512 */
    SHG_STORAGE_SETTINGS_BYTES_MAX = 512,
    SHG_STORAGE_MESSAGE_BYTES_MAX = 2048,
    SHG_STORAGE_HEARD_BYTES_MAX = 16 * 1024,
    SHG_STORAGE_COMMENT_BYTES_MAX = 1024,
    SHG_STORAGE_SFEN_BYTES_MAX = 16 * 1024, /* 36x36 squares of up to twelve bytes each */
    SHG_STORAGE_NETWORK_BYTES_MAX = 64,
    SHG_STORAGE_NOTICE_BYTES_MAX = 4096,
    SHG_STORAGE_RECORD_BYTES_MAX =
        8 * 1024 * 1024,                /* our format may be longer than the one that was read */
    SHG_STORAGE_HEADER_BYTES_MAX = 256, /* of a record; lists show no more */
    SHG_STORAGE_KIND_BYTES_MAX = 32,
    SHG_STORAGE_PAPER_BYTES_MAX = 64 * 1024,
    SHG_STORAGE_PRESET_BYTES_MAX = 2048,
    SHG_STORAGE_PRESETS_MAX = 50,   /* of one player */
    SHG_STORAGE_REMARKS_MAX = 1000, /* of a game; older ones are deleted */
    SHG_STORAGE_HASH_BYTES_MAX = 128,
    SHG_STORAGE_FROM_BYTES_MAX = 256, /* where a token was issued */
    SHG_STORAGE_KEY_BYTES_MAX = 64,   /* of a request */
    SHG_STORAGE_REQUESTS_MAX = 1000,  /* of one player */
    SHG_STORAGE_MAIL_BYTES_MAX = 254, /* RFC 5321, 4.5.3.1.3: a path of 256 with its brackets */
    SHG_STORAGE_TOTP_BYTES_MAX = 64,
    SHG_STORAGE_SUBJECT_BYTES_MAX = 200,
    SHG_STORAGE_LETTER_BYTES_MAX = 16 * 1024,
    SHG_STORAGE_ENDPOINT_BYTES_MAX = 800, /* at a push service; the keys follow on the same line */
    SHG_STORAGE_PUSH_BYTES_MAX =
        3072,                         /* RFC 8030, 7.2: 4096 including the overhead of encryption */
    SHG_STORAGE_TOPIC_BYTES_MAX = 32, /* RFC 8030, 5.4 */
    SHG_STORAGE_EVENT_BYTES_MAX = 4096,
    SHG_STORAGE_TABLE_BYTES_MAX = 32 * 1024, /* the setup of a board without rules */
    SHG_STORAGE_REASON_BYTES_MAX = 64,
    SHG_STORAGE_PATH_BYTES_MAX = 4000 /* below PATH_MAX with SQLite's suffixes */
};

#endif
