#include "cli/picture.h"

#include "cli/command.h"
#include "cli/messages.h"

#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
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

enum { SIDE_MAX = 8192 }; /* pixels */

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

int cli_picture_png(const char *svg, size_t svg_bytes)
{
    if (isatty(STDOUT_FILENO))
        return cli_expected("show", "a terminal", "a file or a pipe for the picture");
    drawing d;
    if (!open_drawing(&d))
        return cli_expected(NULL, dlerror(), "librsvg, which draws pictures");
    rsvg_handle *handle = d.rsvg_handle_new_from_data((const uint8_t *)svg, svg_bytes, NULL);
    const bool good = handle && draw(&d, handle);
    if (handle)
        d.g_object_unref(handle);
    return good ? cli_written(CLI_GOOD) : cli_expected(NULL, NULL, "a picture that fits in memory");
}
