/* files_web.c: the page and what it loads. */
#include "server/server_int.h"
#include "server/web_files.h"
#include "server/web_page.h"

#include <string.h>

#define COMMON                                                                                     \
    "Vary: Accept-Encoding\r\n" SHG_WEB_GUARDS(                                                    \
        "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "                 \
        "font-src 'self'; connect-src 'self'; manifest-src 'self'")
#define LASTS  "Cache-Control: max-age=31536000, immutable\r\n"
#define ASKED  "Cache-Control: no-cache\r\n"
#define PACKED "Content-Encoding: gzip\r\n"

/* By whether it lasts, and whether it is packed. */
static const char *const headers[2][2] = { { COMMON ASKED, COMMON ASKED PACKED },
                                           { COMMON LASTS, COMMON LASTS PACKED } };

/* The first parts of the paths that are pages of web/src/router.ts: what each shows its script fetches. */
static const char *const pages[] = { "account", "editor", "games", "invent", "players",
                                     "rules",   "study",  "table", "try" };

/* The file that is served under a path; NULL: there is none. */
static const shg_web_file *find(const shg_web_files *files, const char *path, size_t path_bytes)
{
    const char *first = path + 1;
    const char *slash = path_bytes > 1 ? memchr(first, '/', path_bytes - 1) : NULL;
    const size_t first_bytes = slash            ? (size_t)(slash - first)
                               : path_bytes > 1 ? path_bytes - 1
                                                : 0;
    for (size_t i = 0; first_bytes > 0 && i < sizeof pages / sizeof pages[0]; i++)
        if (strlen(pages[i]) == first_bytes && memcmp(first, pages[i], first_bytes) == 0)
            return shg_web_files_find(files, "/", 1);
    return shg_web_files_find(files, path, path_bytes);
}

void shg_files_web(shg_web_page *page, shg_server *server, const char *path, size_t path_bytes)
{
    const shg_web_file *file = find(server->web, path, path_bytes);
    if (!file) {
        if (path_bytes == 1) { /* without a page there is still help */
            page->status = 302;
            page->more = "Location: /help/\r\n";
            shg_out_text(&page->body, "/help/ has the rules of the games.\n");
        }
        return;
    }
    const bool packed = page->takes_gzip && file->packed;
    page->status = 200;
    page->content_type = file->content_type;
    page->more = headers[file->lasts][packed];
    shg_out_bytes(&page->body, packed ? file->packed : file->bytes,
                  packed ? file->packed_count : file->count);
}
