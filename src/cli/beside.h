/* beside.h: what lies beside the program: share/shoogi/ in its folder, as in the archive that script/package makes. */
#ifndef SHG_CLI_BESIDE_H
#define SHG_CLI_BESIDE_H

#include <limits.h>
#include <stdbool.h>

/* Fills path with that of a folder there, "variants" or "web".  False: there is none. */
bool cli_beside(char path[PATH_MAX], const char *name);

/* Has the catalog look there for variants, unless the environment names another folder.  To be called once, at the start. */
void cli_use_variants_beside(void);

#endif
