/* routes.h: what the HTTP door serves, and who answers it. */
#ifndef SHG_SERVER_PAGES_ROUTES_H
#define SHG_SERVER_PAGES_ROUTES_H

#include "server/doors/web_exchange.h"

extern const shg_web_routes shg_routes;

#endif
