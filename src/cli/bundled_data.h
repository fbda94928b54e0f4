/* bundled_data.h: data files next to the program, in share/shoogi/ of its folder, as in the archive of script/package. */
#ifndef SHG_CLI_BUNDLED_DATA_H
#define SHG_CLI_BUNDLED_DATA_H

#include <limits.h>
#include <stdbool.h>

/* Fills path with the path of a folder there, "variants" or "web".  Returns false if it does not exist. */
bool cli_bundled_data_path(char path[PATH_MAX], const char *name);

/* Makes the catalog read variants from there, unless SHOOGI_VARIANTS is set.  Call it once, at the start. */
void cli_use_bundled_variants(void);

#endif
