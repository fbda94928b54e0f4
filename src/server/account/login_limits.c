#include "server/account/login_limits.h"

#include "base/text.h"
#include "server/clock/time_control.h"
#include "server/loop/bounds.h"
#include "server/loop/rate_limit.h"
#include "server/session/shared_limits.h"

#include <stdlib.h>
#include <string.h>

struct shg_login_limits {
    shg_rate_limit *pairs, *addresses, *names; /* counts of wrong passwords */
    shg_rate_limit *known;                     /* pairs that have logged in */
};

/* A name at an address. */
typedef struct pair {
    shg_address_key address;
    char name[SHG_NAME_BYTES_MAX + 1]; /* lower case, zero-padded */
} pair;

shoogi_status shg_login_limits_new(shg_login_limits **out)
{
    shg_login_limits *g = calloc(1, sizeof *g);
    if (!g)
        return SHOOGI_NO_MEMORY;
    shoogi_status status = shg_rate_limit_new(&g->pairs, SHG_WRONG_FADE_MS, 1);
    if (status == SHOOGI_OK)
        status = shg_rate_limit_new(&g->addresses, SHG_WRONG_FADE_MS, 1);
    if (status == SHOOGI_OK)
        status = shg_rate_limit_new(&g->names, SHG_WRONG_FADE_MS, 1);
    if (status == SHOOGI_OK)
        status = shg_rate_limit_new(&g->known, SHG_KNOWN_DAYS * SHG_DAY_MS, 1);
    if (status == SHOOGI_OK)
        *out = g;
    else
        shg_login_limits_free(g);
    return status;
}

void shg_login_limits_free(shg_login_limits *g)
{
    if (!g)
        return;
    shg_rate_limit_free(g->pairs);
    shg_rate_limit_free(g->addresses);
    shg_rate_limit_free(g->names);
    shg_rate_limit_free(g->known);
    free(g);
}

void shg_login_limits_share(shg_login_limits *g, shg_server *server)
{
    shg_limit_share(server, SHG_LIMIT_WRONG_PAIRS, g->pairs);
    shg_limit_share(server, SHG_LIMIT_WRONG_ADDRESSES, g->addresses);
    shg_limit_share(server, SHG_LIMIT_WRONG_NAMES, g->names);
}

static pair make_pair(const shg_address_key *address, const char *name)
{
    pair p;
    memset(&p, 0, sizeof p);
    p.address = *address;
    for (size_t i = 0; name[i] && i < SHG_NAME_BYTES_MAX; i++)
        p.name[i] = shg_lower(name[i]);
    return p;
}

static unsigned greatest(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

static bool is_known(const shg_login_limits *g, const pair *p, int64_t now_ms)
{
    return shg_rate_limit_count(g->known, p, sizeof *p, now_ms) > 0;
}

shg_login_allowance shg_login_limits_check(int64_t *delay_ms, shg_login_limits *g,
                                           const shg_address_key *address, bool known,
                                           const char *name, int64_t now_ms)
{
    const pair p = make_pair(address, name);
    known = known || is_known(g, &p, now_ms);
    const size_t name_bytes = strlen(p.name);
    unsigned here = shg_rate_limit_count(g->pairs, &p, sizeof p, now_ms), of_name = 0;
    if (!known) {
        here = greatest(here, shg_rate_limit_count(g->addresses, address, sizeof *address, now_ms));
        of_name = shg_rate_limit_count(g->names, p.name, name_bytes, now_ms);
    }
    if (here >= SHG_WRONG_PER_ADDRESS_MAX)
        return SHG_LOGIN_TOO_MANY_HERE;
    if (of_name >= SHG_WRONG_PER_NAME_MAX)
        return SHG_LOGIN_TOO_MANY_FOR_NAME;
    shg_rate_limit_add(g->pairs, &p, sizeof p, now_ms, 1);
    if (!known)
        shg_rate_limit_add(g->names, p.name, name_bytes, now_ms, 1);
    *delay_ms = shg_rate_limit_delay_ms(greatest(here, of_name));
    return SHG_LOGIN_MAY_TRY;
}

void shg_login_limits_succeeded(shg_login_limits *g, const shg_address_key *address, bool known,
                                const char *name, int64_t now_ms)
{
    const pair p = make_pair(address, name);
    /* Returns only its own charge: the failures of others still count. */
    if (!known && !is_known(g, &p, now_ms))
        shg_rate_limit_withdraw(g->names, p.name, strlen(p.name), now_ms);
    shg_rate_limit_forget(g->pairs, &p, sizeof p);
    shg_rate_limit_forget(g->known, &p, sizeof p);
    shg_rate_limit_add(g->known, &p, sizeof p, now_ms, 1);
}

void shg_login_limits_failed(shg_login_limits *g, const shg_address_key *address, int64_t now_ms)
{
    shg_rate_limit_add(g->addresses, address, sizeof *address, now_ms, 1);
}
