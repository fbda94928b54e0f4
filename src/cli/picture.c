#include "cli/picture.h"

#include "cli/command.h"
#include "cli/options.h"
#include "cli/say.h"

#include <librsvg/rsvg.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
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

/* ---- shoogi picture ---- */

enum { SVG_BYTES_MAX = 4 * 1024 * 1024, MEMORY_BYTES_MAX = 1024 * 1024 * 1024, SECONDS_MAX = 10 };

/* Whatever stands in the picture, drawing it ends, and takes no more than this. */
static void bound_itself(void)
{
    const struct rlimit memory = { MEMORY_BYTES_MAX, MEMORY_BYTES_MAX };
    const struct rlimit seconds = { SECONDS_MAX, SECONDS_MAX };
    const struct rlimit none = { 0, 0 };
    (void)setrlimit(RLIMIT_AS, &memory);
    (void)setrlimit(RLIMIT_CPU, &seconds);
    (void)setrlimit(RLIMIT_CORE, &none);
}

int cli_picture(int argc, char **argv)
{
    static const cli_arguments arguments = {
        .help =
            "Reads a picture of a board in SVG, as shoogi show draws it, from standard input, and writes\n"
            "it as PNG to standard output, a pipe.  It takes at most ten seconds and 1 GiB of memory: the\n"
            "server has its pictures drawn so."
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    bound_itself();
    char *svg = malloc(SVG_BYTES_MAX + 1);
    if (!svg)
        return cli_failed(SHOOGI_NO_MEMORY);
    const size_t bytes = fread(svg, 1, SVG_BYTES_MAX + 1, stdin);
    int status;
    if (bytes > SVG_BYTES_MAX)
        status = cli_expected(argv[0], NULL, "a picture of at most 4 MiB");
    else
        status = cli_picture_png(svg, bytes);
    free(svg);
    return status;
}
