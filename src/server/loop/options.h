/* options.h: the options a server is started with. */
#ifndef SHG_SERVER_LOOP_OPTIONS_H
#define SHG_SERVER_LOOP_OPTIONS_H

#include "server/loop/network.h"
#include "shoogi/catalog.h"
#include "shoogi/status.h"

typedef struct shg_server shg_server;

typedef struct shg_server_options {
    shg_address telnet, http;
    bool has_metrics;
    shg_address metrics; /* listen address of the metrics, in plain text, if has_metrics */
    int log_level;       /* shg_log_level */
    const char *tls_certificate,
        *tls_key;        /* PEM files; borrowed until free; both or neither (plain text) */
    bool insecure;       /* permits plain text on addresses that others can reach */
    const char *db_path; /* "memory": in memory only; borrowed for shg_server_new */
    const char *
        node; /* name among several servers on one database; NULL: alone; borrowed for shg_server_new */
    unsigned per_address;       /* connections per address */
    bool local;                 /* no listener: one session at the terminal, see door_local.h */
    const shg_network *proxies; /* see web_front.h; borrowed until free, as is names */
    size_t proxy_count;
    const char *const *names; /* names of this host */
    size_t name_count;
    /* sendmail: program that sends e-mail; NULL: /usr/sbin/sendmail if it exists; "none": no
     * e-mail. mail_from: sender; NULL: shoogi at the name of this machine. url: base of the page
     * for links, "https://shogi.example"; NULL: unknown. All borrowed for shg_server_new. */
    const char *sendmail, *mail_from, *url;
    /* Push services that may be contacted: "public" or NULL: at public addresses; "anywhere";
     * "none". Borrowed for shg_server_new. */
    const char *push;
    const char *web; /* directory of the page; NULL: the default; borrowed until free */
    bool web_later; /* the page may be built later and read on SIGHUP; until then a notice says that it is being built */
    unsigned engines; /* engine processes; 0: no engines; needs works */
    bool works;       /* this program has the command "work", which runs helper jobs */
    const char *
        variants; /* directory of the variants; NULL: as shoogi_catalog_new; borrowed for shg_server_new */
    const shoogi_catalog_entry *
        guest; /* an extra variant, which replaces one of the same name; NULL: none; borrowed by the server */
    /* For hot upgrades. command: the path and arguments by which this server was started, borrowed until free; NULL: it cannot
     * be upgraded. handover_fd: the state that an earlier program hands over, taken; 0: none. handover_why: why a newer program,
     * to which this one handed over, did not start; NULL: it did, or there was none. */
    const char *const *command;
    const char *version; /* of this program, for people; borrowed; not NULL if command is not */
    int handover_fd;
    const char *handover_why;
    const int64_t
        *test_clock_ms; /* for tests: replaces the system clocks; borrowed; NULL: system clocks */
} shg_server_options;

/* One sentence, with room for a path and an error in a variant. */
enum { SHG_SERVER_FAULT_BYTES = 2200 };

/* Argument of the start functions of the parts: the options, and the place for an error. */
typedef struct shg_launch {
    const shg_server_options *options;
    char *fault; /* [SHG_SERVER_FAULT_BYTES]: a sentence where err has no room for it; else empty */
    shoogi_error *err;
} shg_launch;

#endif
