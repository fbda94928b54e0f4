/* session.h: one user of the server: lines in, text out, over any transport.
 *
 * A session is in one of four states: it waits for a command; it waits for the answer to a
 * question; it sends a long list as fast as the client reads; or it is busy while a worker does
 * something for it. It accepts a line only in the first two; meanwhile input waits at the door, so
 * order is kept.
 *
 * The connection may end at any time. A busy session then continues without a door until its
 * request finishes; its output is dropped. Everything runs on the loop's thread. */
#ifndef SHG_SERVER_SESSION_SESSION_H
#define SHG_SERVER_SESSION_SESSION_H

#include "base/json.h"
#include "language/language.h"
#include "server/loop/address.h"
#include "server/loop/bounds.h"
#include "server/loop/connection.h"
#include "server/loop/host.h"
#include "server/loop/text_buffer.h"
#include "server/session/command.h"
#include "server/session/fault.h"
#include "server/session/scope.h"
#include "server/session/settings.h"

typedef struct shg_question shg_question;
typedef struct shg_rate_limit shg_rate_limit;
typedef struct shg_watch shg_watch;
struct event;

/* How the next line is typed. */
typedef enum shg_typing {
    SHG_TYPING_ANSWER, /* a line that answers a question */
    SHG_TYPING_COMMAND,
    SHG_TYPING_HIDDEN, /* a line that is not echoed */
    SHG_TYPING_KEYS    /* single keys, if the peer sends them */
} shg_typing;

/* The transport of a session. No function calls back into the session except to write text. */
typedef struct shg_door {
    /* Sends text whose lines end in LF, in the player's character set; copied. */
    void (*write)(shg_session *session, const char *text, size_t text_bytes);
    /* Asks for the next line. text: UTF-8, borrowed until the line arrives or the next call. */
    void (*prompt)(shg_session *session, const char *text, shg_typing typing);
    /* Output follows although a prompt is displayed: it begins on a new line, and the prompt is
     * repeated after it. */
    void (*interject)(shg_session *session);
    /* The session can continue: call shg_session_wants again, at once or from a turn of the loop. */
    void (*go_on)(shg_session *session);
    /* Output has ended: close once everything is sent. */
    void (*finish)(shg_session *session);
    /* As prompt, but the prompt is displayed already, by an earlier program. NULL: a program, which gets none. */
    void (*resume)(shg_session *session, const char *text, shg_typing typing);
    /* Runs a command, "" for a shell, if the door is a terminal; the session is busy meanwhile.
     * NULL: not supported. */
    void (*shell)(shg_session *session, const char *command, size_t command_bytes);

    /* For programs only, NULL for a person. Sends an event: a JSON object, copied. */
    void (*event)(shg_session *session, const char *json, size_t json_bytes);
    /* Whether the door has already sent this event of a game's log. NULL: it never has. */
    bool (*knows)(const shg_session *session, int64_t game, int64_t number);
    /* Adds a number to the call's result, "game" or "challenge"; name: static. */
    void (*result)(shg_session *session, const char *name, int64_t value);
    /* Adds a text to the call's result; copied. */
    void (*result_text)(shg_session *session, const char *name, const char *text);
    /* Writes the name of the field that contains a column of the line, if that is not "input";
     * *column becomes the column in it. Returns false if there is no such field. */
    bool (*place)(shg_session *session, shg_out *name, uint32_t *column);
    /* With place: reports the error to a program. */
    void (*fault)(shg_session *session, const char *name, uint32_t column,
                  const shg_fault_parts *parts);
    /* Copies a parameter of the request's query, "" if absent. Returns false after refusing a
     * parameter that is too long. NULL: no query. */
    bool (*query)(char *out, size_t room, shg_session *session, const char *name);
} shg_door;

/* The reason a call was refused; of several, the last. */
typedef enum shg_refusal {
    SHG_REFUSED_NOT,
    SHG_REFUSED,            /* impossible in the present state */
    SHG_REFUSED_UNREADABLE, /* malformed request */
    SHG_REFUSED_NOT_FOUND,
    SHG_REFUSED_FORBIDDEN, /* not by this token */
    SHG_REFUSED_TOO_MUCH,  /* rate limit or size limit */
    SHG_REFUSED_FAILED     /* server failure */
} shg_refusal;

/* Functions of later rooms for events of a session; server.c fills it in. */
typedef struct shg_session_hooks {
    /* Greets the user and asks for a name. */
    void (*begin)(shg_session *session);
    /* Runs a line as a command; text_at: as in shg_call. */
    void (*line)(shg_session *session, const char *line, size_t line_bytes, size_t text_at);
    /* The session has become idle: shows what waited for that. */
    void (*idle)(shg_session *session);
    /* Writes the prompt before a command, at most SHG_PROMPT_BYTES. */
    void (*prompt)(shg_out *out, shg_session *session);
    /* The session leaves, logged in or not: cancels what follows games or lists for it. */
    void (*leaving)(shg_session *session);
    /* A session that was online has left. */
    void (*left)(shg_session *session);
    /* Asks for a name, without a greeting. */
    void (*ask_name)(shg_session *session);
    /* Write and read what later rooms know of a session, as members of a JSON object. */
    void (*save)(shg_out *json, const shg_session *session);
    void (*restored)(shg_session *session, const shg_json *json, size_t object);
} shg_session_hooks;

enum { SHG_PROMPT_BYTES = 160, SHG_DEVICE_BYTES = 32 };

struct shg_session {
    shg_server *server;
    const shg_door *door; /* NULL: the connection has gone */
    void *carrier;        /* belongs to the door */
    shg_question *question;
    shg_call *call; /* the command being run */
    char *pending;  /* notices that wait for the end of the command or question; owned */
    uint32_t pending_bytes, pending_count, pending_lost;
    shg_claim pending_place; /* of the share of notices */
    shg_claim guest_place;   /* of the share of guests */

    /* Links of online.h. */
    shg_session *before, *after, *same_bucket, *same_name_bucket;
    shg_session *entered_next,
        **entered_link; /* in the list of entered or entering sessions; link: NULL: in neither */
    int64_t player;     /* 0: not logged in, or a guest not yet stored */
    int64_t token;      /* its login token; 0: by password */
    uint8_t lacks;  /* shg_scope bits that its token does not permit; 0: not a program's token */
    int64_t number; /* 1, 2, 3 ... in order of appearance online since the start */
    int64_t login_ms;
    int64_t typed_ms;     /* arrival time of the last line; the door sets it before each line */
    int64_t waiting_ms;   /* arrival time of a line that waits for its turn; 0: none */
    int64_t current_game; /* 0: none */
    int64_t loaded_game;  /* all events of this game up to loaded_event were sent to this session */
    int64_t loaded_event;
    int64_t replaced_game; /* the game that was current before one that began; 0: none to report */
    int64_t noted_game;    /* game of which command_prompt.c has noted the player's side; 0: none */
    int8_t noted_side;
    char prompt[SHG_PROMPT_BYTES]; /* the prompt before a command, as shown */
    int64_t
        drawn_game; /* game of which a board was drawn since the last line, not asked for; 0: none */
    int64_t drawn_event;
    int drawn_colour;             /* the player's */
    struct event *low_time_event; /* see low_time.h; owned, NULL: none */
    int64_t redraw_game;          /* game whose board is drawn after the question; 0: none */
    shg_settings settings;
    uint8_t program_notation; /* shoogi_notation + 1 that a program asked for; 0: none */
    uint8_t
        client_language; /* shg_language + 1 requested by the client, overrides the player's setting; 0: none */
    char (*ignored)[SHG_NAME_BYTES_MAX + 1]; /* players whose messages are hidden; owned */
    uint32_t ignored_count;
    int64_t *opened; /* protected games whose keys it has given; owned; see privacy.h */
    uint32_t opened_count;
    char *recent_talk;     /* latest talk it received, one per line; owned, or NULL */
    shg_watch *watches;    /* games watched, latest first; see watch.h */
    int64_t message_shown; /* the last offline message it has shown */
    char last_recipient[SHG_NAME_BYTES_MAX + 1]; /* recipient of the last message; "" for none */
    uint8_t terminal;                            /* its abilities: shg_terminal */
    uint16_t rows, columns;                      /* size of the terminal; 0: unknown */
    bool unpaged;                                /* input is a file or program: no paging */
    uint8_t wrong_passwords;
    uint8_t busy;    /* number of holds */
    uint8_t machine; /* at one keyboard: the colour played by an engine, shoogi_colour + 1; 0: none */
    uint8_t refusal; /* shg_refusal of the current call; reset by the door */
    int64_t study;   /* the study it watches: see study_api.c; 0: none */
    /* In the list of sessions that get news of challenges: see lobby.h. */
    shg_session *lobby_next, **lobby_link; /* link: NULL: not in the list */
    bool online, guest, kibitzed, at_prompt, quitting;
    bool repeated; /* an earlier call with the same key already did this: see token.h */
    char request[SHG_REQUEST_KEY_BYTES_MAX + 1]; /* idempotency key of the next write; "" for none */
    shg_address_key address;
    uint8_t device[SHG_DEVICE_BYTES]; /* hash of the cookie by which a browser is known; all 0: none */
    char name[SHG_NAME_BYTES_MAX + 1];
};

/* Returns the session's language. */
static inline shg_language shg_session_language(const shg_session *session)
{
    return (shg_language)(session->client_language > 0 ? session->client_language - 1
                                                       : session->settings.value[SHG_SET_LANGUAGE]);
}

/* Returns the notation in which it shows moves: to a program that asked for none, Western. */
shoogi_notation shg_session_notation(const shg_session *session);

/* ---- for doors ---- */

/* carrier: borrowed until shg_session_gone.  Returns OK and *out owned (shg_session_gone), or
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_session_new(shg_session **out, shg_server *server,
                                             const shg_door *door, void *carrier,
                                             shg_address_key address);

/* Greets the user and asks for a name. */
void shg_session_begin(shg_session *session);

typedef enum shg_wants {
    SHG_WANTS_LINE,   /* call shg_session_line with the next line */
    SHG_WANTS_ROOM,   /* call shg_session_stream once most output has been sent */
    SHG_WANTS_NOTHING /* wait for go_on */
} shg_wants;

shg_wants shg_session_wants(const shg_session *session);

/* Handles a line. line: copied if it is needed longer. The session must want a line. */
void shg_session_line(shg_session *session, const char *line, size_t line_bytes);
/* Within the session: runs a line as a command; text_at: as in shg_call. */
void shg_session_command(shg_session *session, const char *line, size_t line_bytes, size_t text_at);
/* Reports a line that could not be read. */
void shg_session_fault(shg_session *session, const shoogi_error *err);
/* Interrupts a question or list. Returns false if there is none to interrupt. */
bool shg_session_interrupt(shg_session *session);
void shg_session_stream(shg_session *session);
/* Runs a function within the session, as a command would. The session must want a line. */
void shg_session_run(shg_session *session, void (*run)(shg_session *session, void *context),
                     void *context);
/* Cancels the current question. The session must want a line. */
void shg_session_drop_question(shg_session *session);

/* A session may go on in another program: save writes it as an object named "session", and restore reads it into a new
 * session; false if it cannot go on. The session must not be busy. resume: the door is ready again; a question or list
 * that was interrupted is reported. */
void shg_session_save(shg_out *json, const shg_session *session);
bool shg_session_restore(shg_session *session, const shg_json *json);
void shg_session_resume(shg_session *session, const shg_json *json);

/* The connection has gone: the door must not use the session any more. */
void shg_session_gone(shg_session *session);

/* ---- for commands ---- */

/* Writes a text in the session's language. format is looked up there, so it must be a whole
 * sentence; tools/languages collects it from here. */
void shg_say(shg_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
void shg_say_bytes(shg_session *session, const char *text, size_t text_bytes);
/* Begins the sentence that refuses a request. It marks the reply as a refusal for people and
 * programs. */
void shg_refuse(shg_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void shg_refuse_as(shg_session *session, shg_refusal refusal, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with a sentence from a table, marked with SHG_TEXT and without a line end. */
void shg_refuse_text(shg_session *session, const char *sentence);
/* Whether the session may do what needs this scope; false after refusing. */
bool shg_session_may(shg_session *session, shg_scope scope);
/* Adds a number to the result of the call, for programs: see shg_door. */
void shg_result(shg_session *session, const char *name, int64_t value);
void shg_result_text(shg_session *session, const char *name, const char *text);
/* Whether the client is a program: it gets events instead of boards, and no confirmation
 * questions. */
static inline bool shg_session_is_program(const shg_session *session)
{
    return session->door && session->door->event;
}
/* Writes outside text, made safe to show: see wire/display.h. */
void shg_say_clean(shg_session *session, const char *text, size_t text_bytes);
/* Fills out with an error message of the library or storage, in the session's language and safe
 * to show, and returns it as an argument of a sentence. */
const char *shg_session_message(const shg_session *session, shg_clean *out, const char *message);
/* Explains what is wrong with the line (fault.h) and refuses the call. A program also gets the
 * parts: name of the field, column in it. */
void shg_say_fault(shg_session *session, const shoogi_error *err);
/* The same with a better sentence, in the session's language and without a line end. */
void shg_say_fault_as(shg_session *session, const shoogi_error *err, const char *sentence);
/* The same for a line not yet parsed: command NULL if none, line as typed. */
void shg_say_fault_of(shg_session *session, const shoogi_error *err, const shg_command *command,
                      const char *line, size_t line_bytes);
/* Fills out with the error in a named text, and returns it: "NAME:LINE:COLUMN: MESSAGE", without
 * the position if there is none. */
enum { SHG_FAULT_BYTES = sizeof(shg_clean) + 64 };
const char *shg_session_fault_text(char out[SHG_FAULT_BYTES], const shg_session *session,
                                   const char *name, const shoogi_error *err);
/* Writes that error and refuses the call. */
void shg_say_fault_in(shg_session *session, const char *name, const shoogi_error *err);

/* Sends a notice in the session's language: lines between commands. During a command or a
 * question it waits. */
void shg_notify(shg_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* What a notice is about, as fields for programs beside the sentence, so that a page can offer the
 * answers. kind: challenge, replay, declined, delete, analysed or renamed; game and challenge: 0: none;
 * key: opens an unlisted challenge, NULL or "": none; by: the player who causes it, NULL: none; board: lines that people
 * get before the sentence, NULL: none.
 * All borrowed during the call. */
typedef struct shg_notice {
    const char *kind;
    int64_t game, challenge;
    const char *key, *by, *board;
} shg_notice;
/* The same as shg_notify with fields. */
void shg_notify_about(shg_session *session, const shg_notice *about, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Rings the bell of a person's terminal, if SET BELL wants it. */
void shg_ring(shg_session *session);
/* Whether the session is idle, so that drawing a board disturbs nothing. */
bool shg_session_idle(const shg_session *session);
/* Enclose unrequested output to an idle session: begin leaves the prompt's line, end repeats the
 * prompt. */
void shg_interject_begin(shg_session *session);
void shg_interject_end(shg_session *session);

/* A question; the first member of the asker's struct. */
struct shg_question {
    /* Handles an answer. It may write text, ask another question, or end the question; otherwise
     * the prompt is repeated. */
    void (*answer)(shg_session *session, shg_question *question, const char *line,
                   size_t line_bytes);
    /* Writes more of a long list instead of waiting for an answer; NULL: waits. */
    void (*stream)(shg_session *session, shg_question *question);
    void (*free)(shg_session *session, shg_question *question);
    const char *interrupt; /* the answer given by an interrupt; NULL: interrupts are ignored */
    shg_typing typing;     /* how the answer is typed */
    char prompt[160];
};

/* Whether a line is "yes", or that word in the session's language. */
bool shg_session_means_yes(const shg_session *session, const char *line, size_t line_bytes);

/* How a line answers a question of yes or no: y, yes, n, no and the words of the session's language
 * with their first letters. */
typedef enum shg_reply { SHG_REPLY_OTHER, SHG_REPLY_YES, SHG_REPLY_NO } shg_reply;
shg_reply shg_session_reply(const shg_session *session, const char *line, size_t line_bytes);

/* Handles a line that does not answer the question, as its answer function finds out. "c", "cancel" and
 * the names of QUIT leave the question as an interrupt does. Any other command does too, and runs then, so
 * that a later answer cannot be meant for a question that was forgotten; a program runs none. Otherwise
 * writes the explanation, a sentence without a line end, marked with SHG_TEXT. */
void shg_session_not_answered(shg_session *session, const char *line, size_t line_bytes,
                              const char *explanation);

/* Asks a question; question: taken, in any case. A current question is freed. */
void shg_session_ask(shg_session *session, shg_question *question);
/* Frees the current question. */
void shg_session_answered(shg_session *session);

/* The session is busy from hold to release. release continues it, and may free it. */
void shg_session_hold(shg_session *session);
void shg_session_release(shg_session *session);

/* Counts an action of the session's player, in all of the player's sessions, or of an address
 * with its guests. Returns false without counting if the count is above max. */
bool shg_session_counts(const shg_session *session, shg_rate_limit *done, unsigned more,
                        unsigned max);

/* Makes a game current in this session, and for the player's next login. */
void shg_set_current_game(shg_session *session, int64_t game);

/* Logs out; pending output is still sent. */
void shg_session_quit(shg_session *session);

#endif
