#include "cli/picture.h"

#include "cli/command.h"
#include "cli/messages.h"

#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Declarations of the functions of librsvg 2.54, cairo 1.16 and GObject that are used: their headers need a hundred packages
 * that neither building nor running the program needs otherwise (docs/decisions/010).  The comments have the original names
 * of the types.  The declarations are valid for all versions named librsvg-2.so.2. */
typedef struct rsvg_handle rsvg_handle;     /* RsvgHandle */
typedef struct cairo_surface cairo_surface; /* cairo_surface_t */
typedef struct cairo_context cairo_context; /* cairo_t */
typedef struct rsvg_rectangle {             /* RsvgRectangle */
    double x, y, width, height;
} rsvg_rectangle;
enum { CAIRO_FORMAT_RGB24 = 1 };                                  /* cairo_format_t */
enum { CAIRO_STATUS_SUCCESS = 0, CAIRO_STATUS_WRITE_ERROR = 11 }; /* cairo_status_t */
typedef int cairo_write_fn(void *closure, const unsigned char *bytes, unsigned int count);

/* The functions of librsvg and its libraries.  It is loaded only for drawing: it needs forty libraries, which would double the
 * start-up time of the program (docs/decisions/009).  GError ** is always NULL. */
#define DRAWING(F)                                                                                 \
    F(rsvg_handle *, rsvg_handle_new_from_data, (const uint8_t *, size_t, void **error))           \
    F(int, rsvg_handle_get_intrinsic_size_in_pixels, (rsvg_handle *, double *, double *))          \
    F(int, rsvg_handle_render_document,                                                            \
      (rsvg_handle *, cairo_context *, const rsvg_rectangle *, void **error))                      \
    F(cairo_surface *, cairo_image_surface_create, (int format, int width, int height))            \
    F(cairo_context *, cairo_create, (cairo_surface *))                                            \
    F(int, cairo_status, (cairo_context *))                                                        \
    F(int, cairo_surface_write_to_png_stream, (cairo_surface *, cairo_write_fn *, void *closure))  \
    F(void, cairo_destroy, (cairo_context *))                                                      \
    F(void, cairo_surface_destroy, (cairo_surface *))                                              \
    F(void, g_object_unref, (void *))

typedef struct drawing {
#define MEMBER(type, name, arguments) type(*name) arguments;
    DRAWING(MEMBER)
#undef MEMBER
} drawing;

/* Loads the library.  Returns false if a function is missing. */
static bool open_drawing(drawing *d)
{
    void *const library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL); /* never closed */
    if (!library)
        return false;
    void *symbol;
#define FIND(type, name, arguments)                                                                \
    if (!(symbol = dlsym(library, #name)))                                                         \
        return false;                                                                              \
    memcpy(&d->name, &symbol,                                                                      \
           sizeof symbol); /* ISO C does not convert void * to a function pointer */
    DRAWING(FIND)
#undef FIND
    return true;
}

static int write_bytes(void *closure, const unsigned char *bytes, unsigned int count)
{
    (void)closure;
    return cli_write((const char *)bytes, count) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

enum { SIDE_MAX = 8192 /* pixels */, FOLDER_BYTES = 512 };

/* Renders the picture.  Returns false on failure. */
static bool draw(const drawing *d, rsvg_handle *handle)
{
    double width = 0, height = 0;
    if (!d->rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) ||
        !(width >= 1 && width <= SIDE_MAX && height >= 1 && height <= SIDE_MAX))
        return false;
    cairo_surface *surface =
        d->cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width), (int)ceil(height));
    cairo_context *context = d->cairo_create(surface);
    const rsvg_rectangle all = { .width = width, .height = height };
    const bool good = d->rsvg_handle_render_document(handle, context, &all, NULL) &&
                      d->cairo_status(context) == CAIRO_STATUS_SUCCESS;
    if (good) /* a write error has been reported */
        (void)d->cairo_surface_write_to_png_stream(surface, write_bytes, NULL);
    d->cairo_destroy(context);
    d->cairo_surface_destroy(surface);
    return good;
}

/* ---- fonts ---- */

/* Folders of fonts, their configuration and caches; also of what the libraries look up.  $HOME before some. */
static const char *const font_folders[] = {
    "/usr",     "/etc/fonts",           "/var/cache/fontconfig",
    "~/.fonts", "~/.local/share/fonts", "~/.cache/fontconfig"
};
enum { FONT_FOLDERS = sizeof font_folders / sizeof font_folders[0] };

/* Whether a picture has characters that need a font of the system: nearly all kanji are drawn from outlines of our own. */
static bool needs_fonts(const char *svg, size_t svg_bytes)
{
    static const char element[] = "<text ";
    return memmem(svg, svg_bytes, element, sizeof element - 1) != NULL;
}

static bool shut_in_for(const char *svg, size_t svg_bytes,
                        bool (*shut_in)(const char *const *folders))
{
    char own[FONT_FOLDERS][FOLDER_BYTES];
    const char *folders[FONT_FOLDERS + 1] = { NULL }, *const home = getenv("HOME");
    size_t count = 0;
    for (size_t i = 0; i < FONT_FOLDERS && needs_fonts(svg, svg_bytes); i++) {
        const bool below_home = font_folders[i][0] == '~';
        if (below_home && (!home || strlen(home) + strlen(font_folders[i]) > FOLDER_BYTES))
            continue;
        snprintf(own[i], sizeof own[i], "%s%s", below_home ? home : "",
                 font_folders[i] + below_home);
        folders[count++] = own[i];
    }
    return shut_in(folders);
}

int cli_picture_png(const char *svg, size_t svg_bytes, bool (*shut_in)(const char *const *folders))
{
    if (isatty(STDOUT_FILENO))
        return cli_expected("show", "a terminal", "a file or a pipe for the picture");
    drawing d;
    if (!open_drawing(&d))
        return cli_expected(NULL, dlerror(), "librsvg, which draws pictures");
    if (shut_in && !shut_in_for(svg, svg_bytes, shut_in))
        return cli_expected(NULL, NULL, "a system with seccomp, and with Landlock for fonts");
    rsvg_handle *handle = d.rsvg_handle_new_from_data((const uint8_t *)svg, svg_bytes, NULL);
    const bool good = handle && draw(&d, handle);
    if (handle)
        d.g_object_unref(handle);
    return good ? cli_written(CLI_GOOD) : cli_expected(NULL, NULL, "a picture that fits in memory");
}
