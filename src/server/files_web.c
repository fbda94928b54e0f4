/* files_web.c: the page and what it loads. */
#include "server/server_int.h"
#include "server/web_files.h"
#include "server/web_page.h"

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

void shg_files_web(shg_web_page *page, shg_server *server, const char *path, size_t path_bytes)
{
    const shg_web_file *file = shg_web_files_find(server->web, path, path_bytes);
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
