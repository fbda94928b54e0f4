/* definition_files.h: the files of the definitions that are shipped: variants/FAMILY/NAME.variant. */
#ifndef SHG_SUPPORT_DEFINITION_FILES_H
#define SHG_SUPPORT_DEFINITION_FILES_H

#include "shoogi/variant.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

static inline const char *definitions_folder(void)
{
    const char *const folder = getenv("SHOOGI_VARIANTS");
    return folder ? folder : "variants";
}

/* All of them, or that of one name, "*" for all, in alphabetical order of their paths.  Ends with globfree. */
static inline glob_t find_definitions(const char *name)
{
    char pattern[1024];
    glob_t found = { 0 };
    snprintf(pattern, sizeof pattern, "%s/*/%s.variant", definitions_folder(), name);
    (void)glob(pattern, 0, NULL, &found);
    return found;
}

/* The file of one name; NULL if there is none.  Ends with fclose. */
static inline FILE *open_definition(const char *name)
{
    glob_t found = find_definitions(name);
    FILE *const file = found.gl_pathc > 0 ? fopen(found.gl_pathv[0], "rb") : NULL;
    globfree(&found);
    return file;
}

/* The name in a path of find_definitions, and its length. */
static inline int definition_name(const char **name, const char *path)
{
    *name = path;
    for (const char *c = path; *c; c++)
        if (*c == '/')
            *name = c + 1;
    int length = 0;
    while ((*name)[length] && (*name)[length] != '.')
        length++;
    return length;
}

/* Reads variants/FAMILY/NAME.variant into text, which has room for SHOOGI_DEFINITION_BYTES_MAX bytes; returns how
 * many there are, or -1 if there is no such file. */
static inline long read_definition(char *text, const char *name)
{
    FILE *file = open_definition(name);
    if (!file)
        return -1;
    const long bytes = (long)fread(text, 1, SHOOGI_DEFINITION_BYTES_MAX, file);
    fclose(file);
    return bytes;
}

/* Finds what a definition is based on among the files; good for a chain of four. */
static inline shoogi_status look_up_definition(void *context, const char *name, size_t name_bytes,
                                               const char **text, size_t *text_bytes)
{
    static char texts[4][SHOOGI_DEFINITION_BYTES_MAX];
    static unsigned next;
    char file[64];
    (void)context;
    snprintf(file, sizeof file, "%.*s", (int)name_bytes, name);
    char *const place = texts[next++ % 4];
    const long bytes = read_definition(place, file);
    if (bytes < 0)
        return SHOOGI_NOT_FOUND;
    *text = place;
    *text_bytes = (size_t)bytes;
    return SHOOGI_OK;
}

#endif
