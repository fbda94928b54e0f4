#include "server/account/part.h"

#include "server/loop/bounds.h"
#include "server/session/shared_limits.h"

shoogi_status shg_accounts_start(shg_server *server, const shg_launch *start)
{
    (void)start;
    shg_sign_in_share_guests(server);
    shoogi_status status = shg_login_limits_new(&server->accounts->limits);
    if (status == SHOOGI_OK)
        status = shg_rate_limit_new(&server->accounts->sign_ups, SHG_ACCOUNTS_FADE_MS,
                                    shg_shares_times(server->shares));
    if (status == SHOOGI_OK) {
        shg_login_limits_share(server->accounts->limits, server);
        shg_limit_share(server, SHG_LIMIT_SIGN_UPS, server->accounts->sign_ups);
    }
    return status;
}

void shg_accounts_stop(shg_server *server)
{
    shg_rate_limit_free(server->accounts->sign_ups);
    shg_login_limits_free(server->accounts->limits);
}
