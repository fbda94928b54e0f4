/* session.h: one person at the server: lines come in, text goes out, whatever carries them.
 *
 * A session is at one of four things: it waits for a command, it waits for the answer to a question, it
 * sends a long list as fast as it is read, or it is busy while a worker does something for it.  Only in
 * the first two does it take a line; what is typed meanwhile waits at its door, so order is kept.
 *
 * The connection may go at any time.  A busy session then lives on, without a door, until what it waits
 * for is there; what is said to it is lost.  All on the loop's thread. */
#ifndef SHG_SERVER_SESSION_SESSION_H
#define SHG_SERVER_SESSION_SESSION_H

#include "language/language.h"
#include "server/loop/address.h"
#include "server/loop/bounds.h"
#include "server/loop/connection.h"
#include "server/loop/host.h"
#include "server/loop/text_buffer.h"
#include "server/session/command.h"
#include "server/session/fault.h"
#include "server/session/settings.h"

typedef struct shg_question shg_question;
typedef struct shg_rate_limit shg_rate_limit;
typedef struct shg_watch shg_watch;

/* How what is asked for is typed. */
typedef enum shg_typing {
    SHG_TYPING_ANSWER, /* a line, to a question */
    SHG_TYPING_COMMAND,
    SHG_TYPING_HIDDEN, /* a line that is not to be seen */
    SHG_TYPING_KEYS    /* single keys, where the peer sends them */
} shg_typing;

/* What carries a session.  No function calls back into the session but to say something. */
typedef struct shg_door {
    /* Text whose lines end in LF, in the code that the player has set; copied. */
    void (*write)(shg_session *session, const char *text, size_t text_bytes);
    /* Asks for the next line.  text: UTF-8, borrowed until it is there or another is asked for. */
    void (*prompt)(shg_session *session, const char *text, shg_typing typing);
    /* Something is said although a prompt stands there: it is to begin on a line of its own.  The prompt comes
     * again afterwards. */
    void (*interject)(shg_session *session);
    /* The session can go on: ask shg_session_wants again, from a turn of the loop or at once. */
    void (*go_on)(shg_session *session);
    /* No more will be said: close when all has been sent. */
    void (*finish)(shg_session *session);
    /* Runs a command, "" for a shell, where the door stands at a terminal; the session is busy meanwhile.  NULL:
     * there is none. */
    void (*shell)(shg_session *session, const char *command, size_t command_bytes);

    /* Of doors at which a program stands; NULL where a person does.  Something has happened: a JSON object, copied. */
    void (*event)(shg_session *session, const char *json, size_t json_bytes);
    /* True: the event of that number of a game has been told here, out of its log.  NULL: it never has. */
    bool (*knows)(const shg_session *session, int64_t game, int64_t number);
    /* A number that came of the call, "game" or "challenge"; name: static. */
    void (*result)(shg_session *session, const char *name, int64_t value);
    /* The same of a text, copied. */
    void (*result_text)(shg_session *session, const char *name, const char *text);
    /* Writes the name of what a column of the line stands in, where that is not "input"; *column becomes that in it.  False:
     * it stands in nothing else. */
    bool (*place)(shg_session *session, shg_out *name, uint32_t *column);
    /* Beside place: what was wrong there, for programs. */
    void (*fault)(shg_session *session, const char *name, uint32_t column,
                  const shg_fault_parts *parts);
    /* What the request has under a name in its query, "" if nothing; false after refusing, if it is too long.  NULL: there is
     * no query. */
    bool (*query)(char *out, size_t room, shg_session *session, const char *name);
} shg_door;

/* How a call was refused; of several the last. */
typedef enum shg_refusal {
    SHG_REFUSED_NOT,
    SHG_REFUSED,            /* it cannot be done as things stand */
    SHG_REFUSED_UNREADABLE, /* what was asked for is not well-formed */
    SHG_REFUSED_NOT_FOUND,
    SHG_REFUSED_TOO_MUCH, /* too many, too often */
    SHG_REFUSED_FAILED    /* the server could not do it */
} shg_refusal;

/* What the parts above do when something happens to a session; server.c puts it together. */
typedef struct shg_session_hooks {
    /* Greets and asks who is there. */
    void (*begin)(shg_session *session);
    /* Carries a line out as a command; text_at: as in shg_call. */
    void (*line)(shg_session *session, const char *line, size_t line_bytes, size_t text_at);
    /* Nothing is going on any more: what has waited for that is shown. */
    void (*idle)(shg_session *session);
    /* It leaves, or has never been anybody: what follows games or lists for it ends. */
    void (*leaving)(shg_session *session);
    /* One that was online has left. */
    void (*left)(shg_session *session);
} shg_session_hooks;

struct shg_session {
    shg_server *server;
    const shg_door *door; /* NULL: the connection has gone */
    void *carrier;        /* the door's */
    shg_question *question;
    shg_call *call; /* the command that is being carried out */
    char *pending;  /* notices that wait for the end of the command or question; owned */
    uint32_t pending_bytes, pending_lost;

    /* Those who are online; see online.h. */
    shg_session *before, *after, *same_bucket, *same_name_bucket;
    shg_session *entered_next,
        **entered_link; /* of all that have entered, or of those that may; link: NULL: it is neither */
    int64_t player;     /* 0: not logged in, or a guest who is not stored yet */
    int64_t token;      /* by which it came; 0: by a password */
    int64_t number;     /* 1, 2, 3 ... of those who were online in this run */
    int64_t login_ms;
    int64_t typed_ms;     /* when what was typed last came: the door's to set, before each line */
    int64_t current_game; /* 0: none */
    int64_t loaded_game;  /* of this game all up to loaded_event has been sent to this session */
    int64_t loaded_event;
    int64_t redraw_game; /* this game's board is to be drawn when the question is over; 0: none */
    shg_settings settings;
    uint8_t
        spoken; /* shg_language + 1 that the client asks for, whatever its player has set; 0: none */
    char (*ignored)[SHG_NAME_BYTES_MAX + 1]; /* those whose messages are not shown; owned */
    uint32_t ignored_count;
    int64_t *opened; /* protected games whose keys it has shown; owned; see privacy.h */
    uint32_t opened_count;
    char *heard;                       /* what was said to it last, a line each; owned, or NULL */
    shg_watch *watches;                /* the games watched, the latest first; see watch.h */
    int64_t letter_shown;              /* the last message left for him that it has shown */
    char told[SHG_NAME_BYTES_MAX + 1]; /* the one a message was sent to last; "" for nobody */
    uint8_t terminal;                  /* what it can show: shg_terminal */
    uint16_t rows, columns;            /* of the terminal; 0: unknown */
    bool unpaged; /* its lines come from a file or program: nobody turns pages */
    uint8_t wrong_passwords;
    uint8_t busy; /* how many hold it */
    uint8_t
        machine; /* at one's own table: the side that a machine plays, shoogi_colour + 1; 0: none */
    uint8_t refusal; /* shg_refusal of the call that is being carried out; the door sets it back */
    int64_t study;   /* the study it watches: see study_api.c; 0: none */
    /* Of those who hear of challenges: see lobby.h. */
    shg_session *lobby_next, **lobby_link; /* link: NULL: it is none of them */
    bool online, guest, kibitzed, at_prompt, quitting;
    bool repeated; /* what the call was to do had been done before under its key: see token.h */
    char request[SHG_REQUEST_KEY_BYTES_MAX +
                 1]; /* the key that what is written next carries; "" for none */
    shg_address_key address;
    char name[SHG_NAME_BYTES_MAX + 1];
};

/* The language that is spoken to it. */
static inline shg_language shg_session_language(const shg_session *session)
{
    return (shg_language)(session->spoken > 0 ? session->spoken - 1
                                              : session->settings.value[SHG_SET_LANGUAGE]);
}

/* ---- for doors ---- */

/* carrier: borrowed until shg_session_gone.  Returns OK and *out owned (shg_session_gone), or
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_session_new(shg_session **out, shg_server *server,
                                             const shg_door *door, void *carrier,
                                             shg_address_key address);

/* Greets and asks who is there. */
void shg_session_begin(shg_session *session);

typedef enum shg_wants {
    SHG_WANTS_LINE,   /* call shg_session_line when one has come */
    SHG_WANTS_ROOM,   /* call shg_session_stream when what was written has mostly gone out */
    SHG_WANTS_NOTHING /* wait for go_on */
} shg_wants;

shg_wants shg_session_wants(const shg_session *session);

/* line: copied where it is needed longer.  The session must want one. */
void shg_session_line(shg_session *session, const char *line, size_t line_bytes);
/* Within the session: carries a line out as a command; text_at: as in shg_call. */
void shg_session_command(shg_session *session, const char *line, size_t line_bytes, size_t text_at);
/* A line came that could not be read. */
void shg_session_fault(shg_session *session, const shoogi_error *err);
/* False if nothing is going on that can be interrupted. */
bool shg_session_interrupt(shg_session *session);
void shg_session_stream(shg_session *session);
/* Does something within the session, which must want a line, as a command does it. */
void shg_session_run(shg_session *session, void (*run)(shg_session *session, void *context),
                     void *context);
/* A question gets no answer: what it was about is not done.  The session must want a line. */
void shg_session_drop_question(shg_session *session);

/* The connection has gone.  The session is the door's no more. */
void shg_session_gone(shg_session *session);

/* ---- for commands ---- */

/* Says something in the language of the session: format is looked up there, so it is a whole sentence, not a part of
 * one, and tools/languages finds it here. */
void shg_say(shg_session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
void shg_say_bytes(shg_session *session, const char *text, size_t text_bytes);
/* The beginning of the sentence by which what was asked for is refused: who reads it can tell that from an answer,
 * and so can a program. */
void shg_refuse(shg_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void shg_refuse_as(shg_session *session, shg_refusal refusal, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same by a sentence out of a table, marked with SHG_TEXT, without its line end. */
void shg_refuse_text(shg_session *session, const char *sentence);
/* A number that came of the call, for programs: see shg_door. */
void shg_result(shg_session *session, const char *name, int64_t value);
void shg_result_text(shg_session *session, const char *name, const char *text);
/* True if a program is at the door: it hears of events instead of seeing boards drawn, and is not asked whether it
 * means what it says. */
static inline bool shg_session_is_program(const shg_session *session)
{
    return session->door && session->door->event;
}
/* Text from outside, made safe to show: see wire/display.h. */
void shg_say_clean(shg_session *session, const char *text, size_t text_bytes);
/* What the library or the storage says of a fault, in the language of the session and safe to show: filled and
 * returned, to stand in a sentence. */
const char *shg_session_message(const shg_session *session, shg_clean *out, const char *message);
/* What is wrong with the line, as a sentence (fault.h); the call is refused.  A program also gets the parts, with the name of
 * the field and the column in it. */
void shg_say_fault(shg_session *session, const shoogi_error *err);
/* The same with a better sentence, in the language of the session and without its line end. */
void shg_say_fault_as(shg_session *session, const shoogi_error *err, const char *sentence);
/* The same while no call is read yet: command NULL for none, line as typed. */
void shg_say_fault_of(shg_session *session, const shoogi_error *err, const shg_command *command,
                      const char *line, size_t line_bytes);
/* What is wrong with a text of that name, filled and returned: "NAME:LINE:COLUMN: MESSAGE", without the place if there is
 * none. */
enum { SHG_FAULT_BYTES = sizeof(shg_clean) + 64 };
const char *shg_session_fault_text(char out[SHG_FAULT_BYTES], const shg_session *session,
                                   const char *name, const shoogi_error *err);
/* It is said, and the call refused. */
void shg_say_fault_in(shg_session *session, const char *name, const shoogi_error *err);

/* A notice, in the language of the session: lines said between commands; while a command or question is going on they wait. */
void shg_notify(shg_session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* True if nothing is going on in the session: what is drawn now disturbs nothing. */
bool shg_session_idle(const shg_session *session);
/* Around what is written to an idle session unasked: leaves the line of the prompt; prompts again. */
void shg_interject_begin(shg_session *session);
void shg_interject_end(shg_session *session);

/* A question.  The first thing in a struct of the asker's. */
struct shg_question {
    /* An answer has come.  It may say something, replace the question by another, or end it; if it does
     * neither the prompt is repeated. */
    void (*answer)(shg_session *session, shg_question *question, const char *line,
                   size_t line_bytes);
    /* Writes some more of a long list instead of waiting for an answer; NULL: it waits. */
    void (*stream)(shg_session *session, shg_question *question);
    void (*free)(shg_session *session, shg_question *question);
    const char *interrupt; /* the answer that an interrupt stands for; NULL: it is passed over */
    shg_typing typing;     /* of the answer */
    char prompt[160];
};

/* True if a line is yes: that, or the word for it in the language of the session. */
bool shg_session_means_yes(const shg_session *session, const char *line, size_t line_bytes);

/* Asks; question: taken, in any case.  One that is being asked is freed. */
void shg_session_ask(shg_session *session, shg_question *question);
/* Frees the question being asked. */
void shg_session_answered(shg_session *session);

/* Between the two the session is busy.  release lets it go on; the session may be freed by it. */
void shg_session_hold(shg_session *session);
void shg_session_release(shg_session *session);

/* Counts something that one may not do too often: who is held to it is a player, at however many terminals, or an
 * address and its guests.  False, and nothing is counted, if it was done more than max times already. */
bool shg_session_counts(const shg_session *session, shg_rate_limit *done, unsigned more,
                        unsigned max);

/* Makes a game current in the session and for the player's next login. */
void shg_set_current_game(shg_session *session, int64_t game);

/* Logs the session out; what was said is still sent. */
void shg_session_quit(shg_session *session);

#endif
