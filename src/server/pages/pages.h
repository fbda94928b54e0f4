/* pages.h: the handlers of requests at the HTTP door, for the rows of routes.c. */
#ifndef SHG_SERVER_PAGES_PAGES_H
#define SHG_SERVER_PAGES_PAGES_H

#include "server/doors/web_exchange.h"

shg_exchange_fn shg_health_web, shg_metrics_web, shg_help_web, shg_files_web;
shg_exchange_fn shg_games_web, shg_players_web, shg_tables_web, shg_studies_web, shg_challenges_web,
    shg_embed_web, shg_style_web, shg_login_web;
shg_exchange_fn shg_game_picture_web, shg_board_svg_web, shg_board_png_web;
shg_exchange_fn shg_definitions_web, shg_records_post_web, shg_records_web;
shg_exchange_fn shg_definitions_admit, shg_records_admit;

#endif
