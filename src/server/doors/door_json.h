/* door_json.h: a session at which a program stands: a request is a call of a command or asks for a resource, its
 * answer is JSON, and what happens meanwhile comes as events.
 *
 * One request at a time; whoever carries it, an HTTP request or a WebSocket, lets others wait.  All on the loop's
 * thread.  The contract with programs: docs/api. */
#ifndef SHG_SERVER_DOORS_DOOR_JSON_H
#define SHG_SERVER_DOORS_DOOR_JSON_H

#include "base/json.h"
#include "server/doors/web_exchange.h"
#include "server/loop/host.h"
#include "server/session/api_line.h"
#include "server/session/session.h"

typedef struct shg_json_door shg_json_door;
typedef struct shg_resource shg_resource;

/* Who carries it.  All but event may end the door with shg_json_door_fini and free it. */
typedef struct shg_json_carrier {
    /* The session waits and no request is being served: the next may be.  Returns false if the door has been ended. */
    bool (*idle)(shg_json_door *door);
    /* The answer to the request; json: borrowed for the call.  Returns false if the door has been ended. */
    bool (*answered)(shg_json_door *door, unsigned status, const char *json, size_t json_bytes);
    /* Something has happened; NULL: nobody listens. */
    void (*event)(shg_json_door *door, const char *json, size_t json_bytes);
    /* As in shg_door; NULL: it is never so. */
    bool (*knows)(const shg_json_door *door, int64_t game, int64_t number);
    /* The session has ended by itself, after the answer if there was one to give. */
    void (*over)(shg_json_door *door);
} shg_json_carrier;

typedef struct shg_api_request {
    const char *method, *path, *query, *body; /* path: without "/api"; body: "" for none */
    size_t method_bytes, path_bytes, query_bytes, body_bytes;
    int64_t came_ms; /* when all of it was there: what it does is done at that moment */
} shg_api_request;

enum { SHG_API_ARGUMENTS_MAX = 2, SHG_API_ARGUMENT_BYTES = 64, SHG_API_QUERY_BYTES = 512 };

/* First in a struct of the carrier's. */
struct shg_json_door {
    shg_session *session;
    const shg_json_carrier *carrier;

    /* The request that is being served. */
    bool serving, pumping, finished;
    unsigned answer_status; /* of the answer that is ready; 0: it is not */
    shg_out answer;
    const shg_resource *resource; /* NULL: a command is called */
    const shg_command *command;
    char *body;                                                   /* a copy, owned */
    shg_json json;                                                /* of it, "{}" if there is none */
    char argument[SHG_API_ARGUMENTS_MAX][SHG_API_ARGUMENT_BYTES]; /* of the path: "12" of /games/12 */
    char query[SHG_API_QUERY_BYTES];
    size_t query_bytes;
    shg_api_places places; /* of the line that stands for a call */
    size_t answers_used;   /* of the member "answers" */
    shg_out said;          /* as a person would have read it */
    shg_out out;           /* the answer of a resource, or further members of that of a command */
    /* What was wrong with a field of the request; fault_field "": nothing. */
    shg_fault_parts fault;
    char fault_field[40];
    uint32_t fault_column;
    unsigned status;   /* of a resource, if it is not what follows from how it went; else 0 */
    char headers[400]; /* of the answer, where HTTP carries it: lines, each ending in CR LF */

    /* Of the carrier. */
    bool http;       /* it is one request of HTTP, whose answer may have headers */
    bool secure;     /* nobody on the way can listen */
    char agent[128]; /* what program it is, as it says; "" if it does not */
};

/* A resource: what stands at a path, beside the commands. */
struct shg_resource {
    const char *method, *path; /* "/games/{game}" */
    bool members;              /* only for who is logged in */
    /* Names of what may stand there, "on:boolean" if it is no text: for the description; the body is held against them
     * before it is run. */
    const char *query, *body;
    const char *brief;
    /* Runs within the session, as a command does, and may keep it busy; refuses as one does, and what out has are members of the answer, or writes JSON to out. */
    void (*run)(shg_session *session, shg_json_door *door);
};
/* All of them, made above (api/resources.h). */
typedef struct shg_resource_table {
    const shg_resource *row;
    size_t count;
} shg_resource_table;

/* x: with which the client has come; until the session is somebody's it speaks the language of that, and ever after if it
 * was chosen there.  carrier: borrowed for ever.  Returns OK, and the door is to be ended with shg_json_door_fini; NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_json_door_init(shg_json_door *door, const shg_exchange *x,
                                                const shg_json_carrier *carrier);

/* The same of a program within the server, which speaks English. */
SHOOGI_CHECKED shoogi_status shg_json_door_init_inside(shg_json_door *door, shg_server *server,
                                                       const shg_json_carrier *carrier);

/* Nothing is awaited: idle is called. */
void shg_json_door_begin(shg_json_door *door);

/* The carrier has gone.  Nothing more is called. */
void shg_json_door_fini(shg_json_door *door);

/* Serves a request; nothing of it is needed after the call.  The session must not be busy, nor another be served.
 * Unless this is called from idle or answered the answer may come before it returns, and the door have ended. */
void shg_json_door_serve(shg_json_door *door, const shg_api_request *request);

/* The door of a session that is known to have one of this kind. */
static inline shg_json_door *shg_json_door_of(const shg_session *session)
{
    return session->carrier;
}

/* Fills *out with the number in an argument of the path; false after refusing, if it is none. */
bool shg_json_argument_number(int64_t *out, shg_session *session, size_t argument);

/* The number that the query has under a name; otherwise, if there is none.  False after refusing. */
bool shg_json_query_number(int64_t *out, shg_session *session, const char *name, int64_t otherwise);

/* What the query has under a name, decoded; "" if there is none.  False after refusing, if it is too long. */
bool shg_json_query_text(char *out, size_t room, shg_session *session, const char *name);

/* A request that is so much work counts as so many in all.  False after refusing, if they are too many. */
bool shg_json_counts(shg_session *session, unsigned calls);

/* Adds a header to the answer, where HTTP carries it.  value: without CR and LF. */
void shg_json_header(shg_json_door *door, const char *name, const char *value);

/* The status of HTTP for a refusal. */
unsigned shg_refusal_status(shg_refusal refusal);

#endif
