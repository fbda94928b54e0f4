/* search_web.h: the page of /games without a number: searches and what was found. */
#ifndef SHG_SERVER_SEARCH_WEB_H
#define SHG_SERVER_SEARCH_WEB_H

#include "server/web_exchange.h"

shg_exchange_fn shg_search_web;

#endif
