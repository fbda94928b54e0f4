#include "cli/picture.h"

#include "cli/command.h"
#include "cli/say.h"

#include <dlfcn.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Called of librsvg and what it brings.  It is opened when something is drawn: with it come forty libraries, for which
 * every start of the program would take twice as long (docs/decisions/009). */
#define DRAWING(F)                                                                                 \
    F(rsvg_handle_new_from_data)                                                                   \
    F(rsvg_handle_get_intrinsic_size_in_pixels)                                                    \
    F(rsvg_handle_render_document)                                                                 \
    F(cairo_image_surface_create)                                                                  \
    F(cairo_create)                                                                                \
    F(cairo_status)                                                                                \
    F(cairo_surface_write_to_png_stream)                                                           \
    F(cairo_destroy)                                                                               \
    F(cairo_surface_destroy)                                                                       \
    F(g_object_unref)

typedef struct drawing {
#define MEMBER(name) __typeof__(&(name)) name;
    DRAWING(MEMBER)
#undef MEMBER
} drawing;

/* False if it lacks one. */
static bool open_drawing(drawing *d)
{
    void *const library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL); /* until the end */
    if (!library)
        return false;
    void *symbol;
#define FIND(name)                                                                                 \
    if (!(symbol = dlsym(library, #name)))                                                         \
        return false;                                                                              \
    memcpy(&d->name, &symbol, sizeof symbol); /* a function: not to be assigned as data */
    DRAWING(FIND)
#undef FIND
    return true;
}

static cairo_status_t write_bytes(void *closure, const unsigned char *bytes, unsigned int count)
{
    (void)closure;
    return cli_write((const char *)bytes, count) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

enum { SIDE_MAX = 8192 }; /* pixels */

/* False if it could not be drawn. */
static bool draw(const drawing *d, RsvgHandle *handle)
{
    double width = 0, height = 0;
    if (!d->rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) ||
        !(width >= 1 && width <= SIDE_MAX && height >= 1 && height <= SIDE_MAX))
        return false;
    cairo_surface_t *surface =
        d->cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width), (int)ceil(height));
    cairo_t *context = d->cairo_create(surface);
    const RsvgRectangle all = { .width = width, .height = height };
    const bool good = d->rsvg_handle_render_document(handle, context, &all, NULL) &&
                      d->cairo_status(context) == CAIRO_STATUS_SUCCESS;
    if (good) /* what cannot be written has been told */
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
    RsvgHandle *handle = d.rsvg_handle_new_from_data((const guint8 *)svg, svg_bytes, NULL);
    const bool good = handle && draw(&d, handle);
    if (handle)
        d.g_object_unref(handle);
    return good ? cli_written(CLI_GOOD)
                : cli_expected(NULL, NULL, "a picture that can be drawn in the memory there is");
}
