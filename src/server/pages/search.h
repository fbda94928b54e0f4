/* search.h: the page of /games without a number: searches and what was found. */
#ifndef SHG_SERVER_PAGES_SEARCH_H
#define SHG_SERVER_PAGES_SEARCH_H

#include "server/doors/web_exchange.h"

shg_exchange_fn shg_search_web;

#endif
