/* door_json.h: a session used by a program. A request calls a command or asks for a resource,
 * its answer is JSON, and what happens in between arrives as events.
 *
 * It serves one request at a time; its carrier, an HTTP request or a WebSocket, queues others.
 * All calls are on the loop's thread. The contract with programs: docs/api. */
#ifndef SHG_SERVER_DOORS_DOOR_JSON_H
#define SHG_SERVER_DOORS_DOOR_JSON_H

#include "base/json.h"
#include "server/doors/web_exchange.h"
#include "server/loop/host.h"
#include "server/session/api_line.h"
#include "server/session/session.h"

typedef struct shg_json_door shg_json_door;
typedef struct shg_resource shg_resource;

/* The carrier's callbacks. All except event may end the door with shg_json_door_fini and free
 * it. */
typedef struct shg_json_carrier {
    /* The session is idle and no request is being served: the next may be. Returns false if the
     * door has been ended. */
    bool (*idle)(shg_json_door *door);
    /* The answer to the request; json: borrowed for the call.  Returns false if the door has been ended. */
    bool (*answered)(shg_json_door *door, unsigned status, const char *json, size_t json_bytes);
    /* An event. NULL: events are dropped. */
    void (*event)(shg_json_door *door, const char *json, size_t json_bytes);
    /* As in shg_door. NULL: always false. */
    bool (*knows)(const shg_json_door *door, int64_t game, int64_t number);
    /* The session has ended by itself, after the answer to the pending request, if any. */
    void (*over)(shg_json_door *door);
} shg_json_carrier;

typedef struct shg_api_request {
    const char *method, *path, *query, *body; /* path: without "/api"; body: "" if absent */
    size_t method_bytes, path_bytes, query_bytes, body_bytes;
    int64_t came_ms; /* when its last byte arrived: the time at which the request takes effect */
} shg_api_request;

enum { SHG_API_ARGUMENTS_MAX = 2, SHG_API_ARGUMENT_BYTES = 64, SHG_API_QUERY_BYTES = 512 };

/* First member of a struct of the carrier. */
struct shg_json_door {
    shg_session *session;
    const shg_json_carrier *carrier;

    /* The request being served. */
    bool serving, pumping, finished;
    unsigned answer_status; /* of the finished answer; 0 until it is finished */
    shg_out answer;
    const shg_resource *resource; /* NULL for a call of a command */
    const shg_command *command;
    char *body;    /* a copy, owned */
    shg_json json; /* the parsed body, "{}" if absent */
    /* From the path: "12" of /games/12. */
    char argument[SHG_API_ARGUMENTS_MAX][SHG_API_ARGUMENT_BYTES];
    char query[SHG_API_QUERY_BYTES];
    size_t query_bytes;
    shg_api_places places; /* positions in the command line that stands for the call */
    size_t answers_used;   /* number of members of "answers" already used */
    shg_out said;          /* output of the command, as a person would read it */
    shg_out out; /* the answer of a resource, or further members of the answer to a command */
    /* The invalid field of the request; fault_field "": none. */
    shg_fault_parts fault;
    char fault_field[40];
    uint32_t fault_column;
    /* Of a resource, if it overrides the status that follows from its outcome; else 0. */
    unsigned status;
    char headers[400]; /* for the answer over HTTP: lines, each ending in CR LF */

    /* Set by the carrier. */
    bool http;       /* carried by one HTTP request, whose answer may have headers */
    bool secure;     /* the connection is encrypted or local */
    char agent[128]; /* the program's User-Agent; "" if absent */
};

/* A resource: a path that is not a command. */
struct shg_resource {
    const char *method, *path; /* "/games/{game}" */
    bool members;              /* members only: guests and anonymous clients are refused */
    shg_scope scope;           /* what a token must permit */
    /* Names of parameters, "on:boolean" if the value is not text. They appear in the
     * description; the body is validated against them before run. */
    const char *query, *body;
    const char *brief;
    /* Runs within the session, like a command: it may keep the session busy and refuse as a
     * command does. out: members of the answer, or the JSON that it writes. */
    void (*run)(shg_session *session, shg_json_door *door);
};
/* All resources; api/resources.h defines the table. */
typedef struct shg_resource_table {
    const shg_resource *row;
    size_t count;
} shg_resource_table;

/* x: the exchange that opened the door. Until somebody signs in the session speaks the language
 * of x, and afterwards too if it was chosen there. carrier: borrowed for ever. Returns OK, and
 * the door is to be ended with shg_json_door_fini; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_json_door_init(shg_json_door *door, const shg_exchange *x,
                                                const shg_json_carrier *carrier);

/* The same for a program within the server, which speaks English. */
SHOOGI_CHECKED shoogi_status shg_json_door_init_inside(shg_json_door *door, shg_server *server,
                                                       const shg_json_carrier *carrier);

/* The same for the door of an earlier program, whose session is in a record. NOT_FOUND if it cannot go on. is_idle: whether no
 * request is being served. */
SHOOGI_CHECKED shoogi_status shg_json_door_restore(shg_json_door *door, shg_server *server,
                                                   shg_address_key address,
                                                   const shg_json_carrier *carrier,
                                                   const shg_json *json);
bool shg_json_door_is_idle(const shg_json_door *door);

/* Ends the initialisation when nothing is pending: calls idle. */
void shg_json_door_begin(shg_json_door *door);

/* Ends the door because the carrier has gone. No callback is called afterwards. */
void shg_json_door_fini(shg_json_door *door);

/* Serves a request; the request is not needed after the call. The session must not be busy, and
 * no other request being served. Unless this is called from idle or answered, the answer may
 * come before it returns, and the door have ended. */
void shg_json_door_serve(shg_json_door *door, const shg_api_request *request);

/* The door of a session that is known to have a door of this kind. */
static inline shg_json_door *shg_json_door_of(const shg_session *session)
{
    return session->carrier;
}

/* Fills *out with the number in an argument of the path. False after refusing an argument that
 * is not a number. */
bool shg_json_argument_number(int64_t *out, shg_session *session, size_t argument);

/* The number in the query parameter `name`; otherwise: the default. False after refusing. */
bool shg_json_query_number(int64_t *out, shg_session *session, const char *name, int64_t otherwise);

/* The notation in the query parameter "notation", one of SET NOTATION; otherwise: the default.
 * False after refusing another one. */
bool shg_json_query_notation(shoogi_notation *out, shg_session *session, shoogi_notation otherwise);

/* The decoded query parameter `name`, "" if absent. False after refusing a value that is too
 * long. */
bool shg_json_query_text(char *out, size_t room, shg_session *session, const char *name);

/* Charges the request as `calls` calls to the rate limit. False after refusing if the limit is
 * exceeded. */
bool shg_json_charge(shg_session *session, unsigned calls);

/* Adds a header to the answer if HTTP carries it. value: without CR and LF. */
void shg_json_header(shg_json_door *door, const char *name, const char *value);

/* The HTTP status of a refusal. */
unsigned shg_refusal_status(shg_refusal refusal);

#endif
