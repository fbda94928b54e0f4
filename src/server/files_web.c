/* files_web.c: the page and what it loads. */
#include "server/page_html.h"
#include "server/server_int.h"
#include "server/web_files.h"
#include "server/web_pages.h"

#include <string.h>

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

void shg_files_web(shg_exchange *x)
{
    shg_web_page page = shg_web_page_new();
    const shg_web_file *file = find(x->server->web, x->path, x->path_bytes);
    if (file) {
        const bool packed = file->packed && shg_http_lists(x->head, "Accept-Encoding", "gzip");
        page.status = 200;
        page.content_type = file->content_type;
        page.allowed = shg_page_allows;
        page.cache = file->lasts ? "max-age=31536000, immutable" : "no-cache";
        page.more = packed ? "Vary: Accept-Encoding\r\nContent-Encoding: gzip\r\n"
                           : "Vary: Accept-Encoding\r\n";
        shg_out_bytes(&page.body, packed ? file->packed : file->bytes,
                      packed ? file->packed_count : file->count);
    } else if (x->path_bytes == 1) { /* without a page there is still help */
        page.status = 302;
        page.more = "Location: /help/\r\n";
        shg_out_text(&page.body, "/help/ has the rules of the games.\n");
    }
    shg_exchange_answer(x, &page);
}
