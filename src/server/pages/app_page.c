/* app_page.c: the page of web/ and its files. */
#include "server/doors/part.h"
#include "server/doors/web_files.h"
#include "server/help/write.h"
#include "server/pages/page_html.h"
#include "server/pages/pages.h"

#include <assert.h>
#include <string.h>

/* The first segments of the paths that are pages of web/src/routes.ts, whose script fetches
 * their data. */
static const char *const pages[] = { "account", "editor", "games", "invent", "players",
                                     "replay",  "rules",  "study", "table",  "try" };

/* Whether a path is one of these or below one. */
static bool is_page(const char *path, size_t path_bytes)
{
    const char *first = path + 1;
    const char *slash = path_bytes > 1 ? memchr(first, '/', path_bytes - 1) : NULL;
    const size_t first_bytes = slash            ? (size_t)(slash - first)
                               : path_bytes > 1 ? path_bytes - 1
                                                : 0;
    for (size_t i = 0; first_bytes > 0 && i < sizeof pages / sizeof pages[0]; i++)
        if (strlen(pages[i]) == first_bytes && memcmp(first, pages[i], first_bytes) == 0)
            return true;
    return path_bytes == 1;
}

/* The file with a path; NULL: not found. */
static const shg_web_file *find(const shg_web_files *files, const char *path, size_t path_bytes)
{
    return is_page(path, path_bytes) ? shg_web_files_find(files, "/", 1)
                                     : shg_web_files_find(files, path, path_bytes);
}

/* Adds the command that reaches the telnet door. If the door listens on all addresses of this
 * machine, the host is that of the request. */
static void add_telnet(shg_out *out, const shg_exchange *x)
{
    char address[SHG_ADDRESS_TEXT_BYTES];
    shg_address_write(address, &x->server->telnet_address);
    const char *const colon = strrchr(address, ':');
    const bool whole = strncmp(address, "0.0.0.0:", 8) == 0 || strncmp(address, "[::]:", 5) == 0;
    const char *host = address;
    size_t host_bytes = (size_t)(colon - address);
    if (whole && x->head->host.bytes > 0) {
        host = shg_http_text(x->head, x->head->host);
        host_bytes = x->head->host.bytes;
        const char *port = memrchr(host, ':', host_bytes);
        if (port && !memchr(port, ']', (size_t)(host + host_bytes - port)))
            host_bytes = (size_t)(port - host);
    }
    if (!x->server->tls && host_bytes > 2 &&
        host[0] == '[') { /* telnet takes an address without brackets */
        host++;
        host_bytes -= 2;
    }
    shg_out_text(out, x->server->tls ? "openssl s_client -quiet -connect " : "telnet ");
    shg_html_text(out, host, host_bytes);
    shg_out_format(out, x->server->tls ? ":%s" : " %s", colon + 1);
}

/* Answers without a page: whether one is being built, and what works without it. It reloads
 * itself until the page is there. */
static void answer_without(shg_exchange *x)
{
    const shg_language in = x->language;
    const bool later = x->server->doors->web_later;
    shg_web_page page = shg_web_page_new();
    shg_out *out = &page.body;
    const char *title = later ? shg_text_in(in, "The page is being built")
                              : shg_text_in(in, "This server has no interactive page");
    page.language = in;
    shg_page_begin(&page, NULL, title, false);
    /* 503 while the page is being built, so that no cache keeps the answer in its place. */
    page.status = later ? 503 : x->path_bytes == 1 ? 200 : 404;
    page.more = later ? "Refresh: 3\r\nRetry-After: 3\r\n" : NULL;
    shg_out_format(out, "<h1>%s</h1>\n<p>%s</p>\n", title,
                   later ? shg_text_in(in, "It appears here in a minute or two.")
                         : shg_text_in(in, "The boards and the lobby need it."));
    shg_out_format(out, "<p>%s</p>\n<p>%s <code>",
                   shg_text_in(in, "The pages above work without scripts."),
                   shg_text_in(in, "To play at a terminal, type:"));
    add_telnet(out, x);
    shg_out_text(out, "</code></p>\n");
    shg_page_end(&page, NULL);
    shg_exchange_answer(x, &page);
}

void shg_files_web(shg_exchange *x)
{
    shg_web_page page = shg_web_page_new();
    const shg_web_file *file = find(x->server->doors->web, x->path, x->path_bytes);
    if (file) {
        static const struct {
            const char *name, *more;
        } packings[] = {
            [SHG_WEB_BROTLI] = { "br", "Vary: Accept-Encoding\r\nContent-Encoding: br\r\n" },
            [SHG_WEB_GZIP] = { "gzip", "Vary: Accept-Encoding\r\nContent-Encoding: gzip\r\n" },
        };
        static_assert(sizeof packings / sizeof packings[0] == SHG_WEB_PACKINGS, "a name for each");
        size_t p = 0;
        while (p < SHG_WEB_PACKINGS &&
               !(file->packed[p].bytes &&
                 shg_http_lists(x->head, "Accept-Encoding", packings[p].name)))
            p++;
        const bool packed = p < SHG_WEB_PACKINGS;
        page.status = 200;
        page.content_type = file->content_type;
        page.allowed = shg_page_allows;
        page.cache = file->lasts ? "max-age=31536000, immutable" : "no-cache";
        page.more = packed ? packings[p].more : "Vary: Accept-Encoding\r\n";
        page.file = packed ? file->packed[p].bytes : file->bytes;
        page.file_bytes = packed ? file->packed[p].count : file->count;
        page.files = x->server->doors->web;
    } else if (is_page(x->path, x->path_bytes)) {
        answer_without(x);
        return;
    }
    shg_exchange_answer(x, &page);
}
