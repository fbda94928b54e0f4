/* tunable_names.h: the names of the copy of the search whose tunables are variables.
 *
 * The same files are compiled twice: with constants for everybody, which costs nothing, and after this header, by -include,
 * for `shoogi tune` (src/engine/meson.build).  Only tuned_game.c, which is of the copy, calls it.  A function with a new name
 * that these files share needs a row; the linker names it. */
#ifndef SHG_ENGINE_SEARCH_TUNABLE_NAMES_H
#define SHG_ENGINE_SEARCH_TUNABLE_NAMES_H

#define SHG_TUNABLES_VARY

#define shg_search_new          shg_tunable_search_new
#define shg_search_free         shg_tunable_search_free
#define shg_search_clear        shg_tunable_search_clear
#define shg_search_age          shg_tunable_search_age
#define shg_can_declare         shg_tunable_can_declare
#define shg_can_declare_by      shg_tunable_can_declare_by
#define shg_search_go           shg_tunable_search_go
#define shg_search_captures     shg_tunable_search_captures
#define shg_search_nodes        shg_tunable_search_nodes
#define shg_search_current_line shg_tunable_search_current_line
#define shg_moved_piece         shg_tunable_moved_piece
#define shg_captured_piece      shg_tunable_captured_piece
#define shg_pick                shg_tunable_pick
#define shg_pick_skip_quiets    shg_tunable_pick_skip_quiets
#define shg_table_new           shg_tunable_table_new
#define shg_table_new_for_nodes shg_tunable_table_new_for_nodes
#define shg_table_free          shg_tunable_table_free
#define shg_table_entries       shg_tunable_table_entries
#define shg_table_clear         shg_tunable_table_clear
#define shg_table_age           shg_tunable_table_age
#define shg_table_find          shg_tunable_table_find
#define shg_table_store         shg_tunable_table_store
#define shg_table_prefetch      shg_tunable_table_prefetch
#define shg_table_full_permille shg_tunable_table_full_permille
#define shg_random              shg_tunable_random
#define shg_random_for          shg_tunable_random_for
#define shg_shuffle             shg_tunable_shuffle
#define shg_game_fini           shg_tunable_game_fini
#define shg_game_drop_samples   shg_tunable_game_drop_samples
#define shg_self_play_usual     shg_tunable_self_play_usual
#define shg_self_play_game      shg_tunable_self_play_game

#endif
