#include "cli/picture.h"

#include "cli/command.h"
#include "cli/say.h"

#include <librsvg/rsvg.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static cairo_status_t write_bytes(void *closure, const unsigned char *bytes, unsigned int count)
{
    return fwrite(bytes, 1, count, closure) == count ? CAIRO_STATUS_SUCCESS
                                                     : CAIRO_STATUS_WRITE_ERROR;
}

enum { SIDE_MAX = 8192 }; /* pixels */

/* False if it could not be drawn. */
static bool draw(RsvgHandle *handle)
{
    double width = 0, height = 0;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) ||
        !(width >= 1 && width <= SIDE_MAX && height >= 1 && height <= SIDE_MAX))
        return false;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width), (int)ceil(height));
    cairo_t *context = cairo_create(surface);
    const RsvgRectangle all = { .width = width, .height = height };
    const bool good = rsvg_handle_render_document(handle, context, &all, NULL) &&
                      cairo_status(context) == CAIRO_STATUS_SUCCESS;
    if (good) /* what cannot be written is told by cli_written */
        (void)cairo_surface_write_to_png_stream(surface, write_bytes, stdout);
    cairo_destroy(context);
    cairo_surface_destroy(surface);
    return good;
}

int cli_picture_png(const char *svg, size_t svg_bytes)
{
    if (isatty(STDOUT_FILENO))
        return cli_expected("show", "a terminal", "a file or a pipe for the picture");
    RsvgHandle *handle = rsvg_handle_new_from_data((const guint8 *)svg, svg_bytes, NULL);
    const bool good = handle && draw(handle);
    if (handle)
        g_object_unref(handle);
    return good ? cli_written(CLI_GOOD)
                : cli_expected(NULL, NULL, "a picture that can be drawn in the memory there is");
}
