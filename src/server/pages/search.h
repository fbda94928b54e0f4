/* search.h: the page /games without a number: searches and their results. */
#ifndef SHG_SERVER_PAGES_SEARCH_H
#define SHG_SERVER_PAGES_SEARCH_H

#include "server/doors/web_exchange.h"

shg_exchange_fn shg_search_web;

#endif
