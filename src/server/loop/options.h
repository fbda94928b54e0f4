/* options.h: what a server is started with. */
#ifndef SHG_SERVER_LOOP_OPTIONS_H
#define SHG_SERVER_LOOP_OPTIONS_H

#include "server/loop/network.h"
#include "shoogi/catalog.h"
#include "shoogi/status.h"

typedef struct shg_server shg_server;

typedef struct shg_server_options {
    shg_address telnet, http;
    bool has_metrics;
    shg_address metrics; /* where they can be read, in plain text, if has_metrics */
    int log_level;       /* shg_log_level */
    const char *tls_certificate,
        *tls_key;         /* PEM; borrowed until free; both or none: in plain text */
    bool insecure;        /* plain text also where others can reach it */
    const char *db_path;  /* "memory": nothing is kept; borrowed for shg_server_new */
    unsigned per_address; /* connections of one address */
    bool local;           /* listens to nobody: the session is at the terminal, see door_local.h */
    const shg_network *proxies; /* see web_front.h; borrowed until free, as are names */
    size_t proxy_count;
    const char *const *names; /* of this host */
    size_t name_count;
    /* The program that letters are given to, NULL: /usr/sbin/sendmail if it is there, "none": there is none; the
     * address they come from, NULL: shoogi at the name of this machine; where the pages are, for their links,
     * "https://shogi.example", NULL: nobody knows.  Borrowed for shg_server_new. */
    const char *sendmail, *mail_from, *url;
    /* Where push services may be, through which devices are told things: "public", as is NULL: at public addresses;
     * "anywhere"; "none": no device is told anything.  Borrowed likewise. */
    const char *push;
    const char *web; /* the directory of the page; NULL: the usual one; borrowed until free */
    bool web_later; /* the page may come there later, and SIGHUP then: until then it is said to be in the making */
    unsigned
        engines; /* processes that think for the players that are engines; 0: there are none; works is needed */
    bool works; /* this program has the command "work", which does the server's chores */
    const char
        *variants; /* the directory of the games; NULL: as shoogi_catalog_new; borrowed likewise */
    const shoogi_catalog_entry *
        guest; /* a game besides, in place of one of its name; NULL: none; borrowed by the server */
    const int64_t *
        test_clock_ms; /* of tests: what the clocks of the system show; borrowed, NULL: they are read */
} shg_server_options;

/* One sentence, as long as a path and a fault in a variant may make it. */
enum { SHG_SERVER_FAULT_BYTES = 2200 };

/* What the start function of a part gets: the options, and where it writes why it failed. */
typedef struct shg_launch {
    const shg_server_options *options;
    char *fault; /* [SHG_SERVER_FAULT_BYTES]: a sentence, where err cannot hold it; else it stays empty */
    shoogi_error *err;
} shg_launch;

#endif
