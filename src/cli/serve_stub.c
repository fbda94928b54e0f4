/* serve_stub.c: stands in for the server in a program built without it. */
#include "cli/command.h"
#include "cli/say.h"

int cli_serve(int argc, char **argv)
{
    (void)argc;
    return cli_expected(argv[0], argv[0],
                        "a command of this program, which was built without the server");
}
