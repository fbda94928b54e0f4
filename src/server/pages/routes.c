/* routes.c: the routes of the HTTP door and their handlers. */
#include "server/pages/routes.h"

#include "server/api/http.h"
#include "server/doors/web_exchange.h"
#include "server/pages/page_html.h"
#include "server/pages/pages.h"

static const shg_web_route rows[] = {
    { SHG_GET, .prefix = "/healthz", .handler = shg_health_web },
    { SHG_GET, .prefix = "/healthz", .metrics = true, .handler = shg_health_web },
    { SHG_GET, .prefix = "/metrics", .metrics = true, .handler = shg_metrics_web },
    { SHG_GET, .prefix = "/api/socket", .json = true, .handler = shg_api_socket_web },
    { SHG_GET | SHG_POST, .prefix = "/api/definitions", .json = true,
      .body_max = SHG_DEFINITION_BODY_MAX, .admit = shg_definitions_admit,
      .handler = shg_definitions_web },
    { SHG_POST, .prefix = "/api/records", .json = true, .body_max = SHG_RECORD_BODY_MAX,
      .admit = shg_records_admit, .handler = shg_records_post_web },
    { SHG_GET, .prefix = "/records", .below = true, .handler = shg_records_web },
    { SHG_GET | SHG_POST, .prefix = "/api", .below = true, .json = true, .handler = shg_api_web },
    { SHG_GET, .prefix = "/help", .below = true, .handler = shg_help_web },
    { SHG_GET | SHG_POST, .prefix = "/games", .below = true, .handler = shg_games_web },
    { SHG_GET, .prefix = "/game", .below = true, .handler = shg_game_picture_web },
    { SHG_GET, .prefix = "/board.svg", .handler = shg_board_svg_web },
    { SHG_GET, .prefix = "/board.png", .handler = shg_board_png_web },
    { SHG_GET, .prefix = "/tables", .below = true, .handler = shg_tables_web },
    { SHG_GET, .prefix = "/study", .handler = shg_studies_web },
    { SHG_GET, .prefix = "/players", .below = true, .handler = shg_players_web },
    { SHG_GET | SHG_POST, .prefix = "/challenges", .below = true, .handler = shg_challenges_web },
    { SHG_GET | SHG_POST, .prefix = "/login", .handler = shg_login_web },
    { SHG_GET, .prefix = "/embed", .below = true, .handler = shg_embed_web },
    { SHG_GET, .prefix = "/reading.css", .handler = shg_style_web },
    { SHG_GET, .prefix = "", .below = true, .handler = shg_files_web }, /* everything else */
};

const shg_web_routes shg_routes = { .row = rows,
                                    .count = sizeof rows / sizeof rows[0],
                                    .socket = &shg_api_socket_user,
                                    .refusal = shg_refusal_page };
