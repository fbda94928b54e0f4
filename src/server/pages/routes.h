/* routes.h: the routes of the HTTP door and their handlers. */
#ifndef SHG_SERVER_PAGES_ROUTES_H
#define SHG_SERVER_PAGES_ROUTES_H

#include "server/doors/web_exchange.h"

extern const shg_web_routes shg_routes;

#endif
