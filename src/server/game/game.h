/* game.h: a game rebuilt from its events. (shg_game is the storage's row, shg_game_state this.) */
#ifndef SHG_SERVER_GAME_GAME_H
#define SHG_SERVER_GAME_GAME_H

#include "base/text.h"
#include "language/language.h"
#include "server/clock/game_time.h"
#include "server/game/game_comment.h"
#include "server/loop/bounds.h"
#include "server/rating/glicko.h"
#include "server/rules/colour.h"
#include "server/rules/past_rules.h"
#include "shoogi/catalog.h"
#include "shoogi/notation.h"
#include "storage/storage.h"

/* An entry of the list of moves: a move on the board or a special move. */
typedef enum shg_item_kind {
    SHG_ITEM_MOVE,
    SHG_ITEM_HANDICAP,
    SHG_ITEM_RESIGN,
    SHG_ITEM_ILLEGAL, /* an illegal move that loses; it is not made */
    SHG_ITEM_KINDS
} shg_item_kind;

typedef struct shg_item {
    uint32_t event; /* its event number */
    uint8_t kind;
    uint8_t colour;   /* the player who made it */
    bool locked;      /* cannot be taken back by one player */
    bool forced;      /* forced by the challenge: cannot be taken back even by agreement */
    bool by_opponent; /* of one taken back: the opponent took it back */
    uint64_t what;    /* identifies it among items of its kind in the same position */
    int64_t think_ms;
} shg_item;

/* Proposals of a player to the opponent. */
typedef enum shg_offer {
    SHG_OFFER_DRAW = 1,
    SHG_OFFER_IMPASSE = 2,
    SHG_OFFER_TAKEBACK = 4, /* takeback of all items from one on */
    SHG_OFFER_ADJOURN = 8,
    SHG_OFFER_RESUME = 16
} shg_offer;

/* Adjournment: the next move is sealed, then the game waits until both players resume. */
typedef enum shg_adjourned {
    SHG_ADJOURNED_NOT,
    SHG_ADJOURNED_AGREED, /* the sealed move is still to come, and the clock runs */
    SHG_ADJOURNED_SEALED
} shg_adjourned;
#define SHG_NOTHING_WHILE_ADJOURNED                                                                \
    SHG_TEXT("Nothing can be taken back while the game is adjourned.")

/* The latest news, for notification. */
typedef enum shg_news {
    SHG_NEWS_BEGUN,
    SHG_NEWS_ITEM,
    SHG_NEWS_ANSWERED, /* a move, answered at once by a conditional move; set when it happens, not on reading */
    SHG_NEWS_UNDONE,
    SHG_NEWS_TAKEN_BACK, /* by agreement, several at once */
    SHG_NEWS_OFFER,
    SHG_NEWS_COMMENT,
    SHG_NEWS_ADJOURNED, /* agreed, or the move is sealed */
    SHG_NEWS_VACATION,
    SHG_NEWS_EXTRA_TIME,
    SHG_NEWS_TIME_BACK, /* for a player whose server was lost */
    SHG_NEWS_RESULT     /* without an item */
} shg_news;

typedef struct shg_game_state shg_game_state;
struct shg_game_state {
    int64_t id;
    int64_t player[2]; /* by colour */
    char name[2][SHG_NAME_BYTES_MAX + 1];
    char rating[2][SHG_RATING_TEXT_BYTES]; /* when the game began; "" without rated games */
    char rated[2][2]
              [SHG_RATING_TEXT_BYTES]; /* of each player before and after; "": it did not count, or not yet */
    char variant_name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char *sfen, *comment, *options; /* sfen: initial position, "" for the variant's; owned */
    int64_t created_ms;
    int64_t definition;        /* number of its definition */
    shg_rules *rules;          /* owned */
    shoogi_position *position; /* after all moves; owned */
    /* Owned. After the item_count items follow those taken back, up to items_tail, as long as
     * the items before them are unchanged: an item taken back by the opponent is locked when it
     * is made again. */
    shg_item *items;
    size_t item_count, items_tail, items_room;
    int64_t events;         /* how many */
    int64_t announced;      /* the last event that the sessions here were told of; 0: unknown */
    int64_t last_ms;        /* time of the latest event, else created_ms */
    int64_t board_event;    /* the latest event that concerns the board: see shg_event_in_passing */
    int64_t board_ms;       /* its time, else created_ms */
    int64_t seen[2];        /* last event seen by each player */
    int64_t seen_ms[2];     /* time at which it was seen */
    int64_t settled_ms;     /* when the result became final; 0: not yet */
    int64_t deleted_ms;     /* when the game was hidden from everybody; 0: visible */
    shoogi_outcome outcome; /* NONE while the game is in progress */
    bool result_of_item;    /* the last item caused the result */
    int64_t item_end; /* the last event that belongs to the last item; 0: other events followed */
    char reason[64];  /* reason of the result: "checkmate", "resignation"... */
    shg_game_time *time;    /* the clocks; owned, NULL: none */
    char *last;             /* text of the last item in the list of moves; "" if none; owned */
    char *undone;           /* text of the item taken back last; "" if none; owned */
    char *illegal;          /* an ILLEGAL item's move as typed; owned, or NULL */
    unsigned offers[2];     /* open offers of each player */
    uint32_t takeback[2];   /* the offered takeback: first item to take back, counted from 1 */
    shg_offer latest_offer; /* the offer, if that is the latest news */
    shg_game_comments comments;
    bool no_analysis[2]; /* the player does not permit analysis */
    shg_adjourned adjourned;
    int64_t sealed_think_ms; /* thinking time of the sealed move; 0: none */
    char *sealed;            /* the sealed move, shown to nobody; owned, NULL: none */
    char *plan[2]; /* each player's conditional moves, see conditional_moves.h; owned, NULL: none */
    shg_news news;
    int news_colour;         /* colour that caused the news */
    int64_t extra_ms;        /* the time given, or given back, if that is the latest news */
    int64_t time_back_ms[2]; /* when each player last got time back */

    /* Links of game_cache.h. */
    shg_game_state *same_bucket, *newer, *older;
    unsigned pins;
    unsigned undoing; /* a takeback is being stored; until then the undone item is not shown */
    bool stale;
};

/* Reads a game and its events, and replays them under the definition with which it began.
 * downtimes: borrowed for the game's life, or NULL if the server was never down. Returns OK and
 * *out owned (shg_game_free); NOT_FOUND; INVALID_RULES if the log does not replay, with the
 * place in err; else an error of the storage or the rules. */
SHOOGI_CHECKED shoogi_status shg_game_read(shg_game_state **out, shg_storage *storage,
                                           shg_rules_cache *rules, const shg_downtimes *downtimes,
                                           int64_t id, shoogi_error *err);
void shg_game_free(shg_game_state *game);

/* Applies the next event. CONFLICT if it does not have the next number; INVALID_RULES if it does
 * not fit; LIMIT_EXCEEDED beyond SHG_GAME_EVENTS_MAX; in these cases the game is unchanged.
 * NO_MEMORY: the game must be read again. */
SHOOGI_CHECKED shoogi_status shg_game_apply(shg_game_state *game, const shg_event *event,
                                            shoogi_error *err);

/* Whether an event of this kind leaves the list of moves and the result unchanged, so that a
 * player's pending action stays valid: offers, vacations. kind: of shg_event. */
bool shg_event_in_passing(const char *kind);

/* The side that begins. Turns alternate, and a handicap takes a turn. */
int shg_game_first_side(const shg_game_state *game);

/* The side that made the move or handicap of an event; -1: another kind of event. *turn: the
 * side to move before the event, updated to that after it; initially shg_game_first_side. */
int shg_event_mover(int *turn, const shg_event *event);

/* Swaps the contents of two states of the same game; pointers to them stay valid. */
void shg_game_swap(shg_game_state *a, shg_game_state *b);

/* Sets what the game has changed in a player's rating. */
void shg_game_set_rated(shg_game_state *game, int colour, const shg_rating *before,
                        const shg_rating *after);

/* Whether one player has both sides: two people at one keyboard, in the local program. */
static inline bool shg_game_shared(const shg_game_state *game)
{
    return game->player[0] == game->player[1];
}

/* The colour of a player in the game, or -1. In a shared game, the side to move. */
int shg_game_colour_of(const shg_game_state *game, int64_t player);

/* The number of items that are known after all events up to `event` were sent. */
size_t shg_game_items_until(const shg_game_state *game, int64_t event);

/* Whether colour has seen the last item. */
static inline bool shg_game_seen_last(const shg_game_state *game, int colour)
{
    return game->item_count == 0 ||
           game->seen[colour] >= (int64_t)game->items[game->item_count - 1].event;
}

/* Whether the rules let colour end the game by impasse: by a claim or by agreement. */
bool shg_game_has_impasse(const shg_game_state *game, shoogi_colour colour);

static inline bool shg_game_over(const shg_game_state *game)
{
    return game->outcome != SHOOGI_OUTCOME_NONE;
}

/* Whether the flag of the side to move has fallen at that time: it can only lose. */
static inline bool shg_game_flag_fell(const shg_game_state *game, int64_t at_ms)
{
    return game->time && !shg_game_over(game) &&
           shg_game_clock_flag_fell(&game->time->clock, at_ms);
}

/* Returns a sentence: the reason why the players cannot agree to take back everything from an
 * item on, counted from 1; NULL if they can. */
const char *shg_game_takeback_refusal(const shg_game_state *game, uint32_t first);

/* Whether taking back the last item, which exists, would make colour lose on time at once. */
bool shg_game_undo_loses_on_time(const shg_game_state *game, int colour, int64_t at_ms);

/* Creates the initial position. Returns OK and *out owned (shoogi_position_free), or NO_MEMORY.
 * The game's rules must outlive it. */
SHOOGI_CHECKED shoogi_status shg_game_start(shoogi_position **out, const shg_game_state *game);

/* Writes an item as in the list of moves: "P-7f", "resigns". before: the position before the item. */
void shg_game_item_write(shg_out *out, const shg_game_state *game, size_t index,
                         const shoogi_position *before, shg_language language,
                         shoogi_notation notation);

/* Makes an item in the position before it. Only handicaps and moves change the board. Returns OK
 * or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_game_item_do(const shg_game_state *game, size_t index,
                                              shoogi_position *position);

/* Creates the position before an item, or after all of them if index is their number, from the
 * nearer end of the game. Returns OK and *out owned (shoogi_position_free), or NO_MEMORY. The
 * game's rules must outlive it. */
SHOOGI_CHECKED shoogi_status shg_game_before(shoogi_position **out, const shg_game_state *game,
                                             size_t index);
/* The number of moves made or undone to get there. */
size_t shg_game_replay_cost(const shg_game_state *game, size_t index);

/* Like shg_game_item_write, but computes the position. */
void shg_game_late_item_write(shg_out *out, const shg_game_state *game, size_t index,
                              shg_language language, shoogi_notation notation);

/* Writes the last item. */
void shg_game_last_item_write(shg_out *out, const shg_game_state *game, shg_language language,
                              shoogi_notation notation);

/* Writes the move or handicap just taken back: "P-7f"; nothing if it was a resignation. */
void shg_game_undone_write(shg_out *out, const shg_game_state *game, shoogi_notation notation);

/* Writes the winner and the reason, in one or two sentences of at most SHG_GAME_RESULT_BYTES,
 * without a line end; nothing while the game is in progress. */
enum { SHG_GAME_RESULT_BYTES = 480 };
void shg_game_result_write(shg_out *out, const shg_game_state *game, shg_language language);

/* The word for a kind of item in an "undo" event, which is also the kind of the item's own event. */
const char *shg_item_word(shg_item_kind kind);

/* Document kinds: conditional moves; a player's wish that the game is not analysed. */
#define SHG_DOCUMENT_PLAN        "plan"
#define SHG_DOCUMENT_NO_ANALYSIS "no-analysis"
/* Document kind of a sealed move. */
#define SHG_DOCUMENT_SEALED "sealed"

/* The reason of a game without a result that its players do not replay. */
#define SHG_REASON_ABORTED SHG_TEXT("aborted")

/* Whether a game that ended without a result for this reason is offered again. */
bool shg_reason_is_replayed(const char *reason);

/* The reason of a loss on time. */
#define SHG_REASON_TIME SHG_TEXT("time")

/* "black", "white", "draw", "no-contest"; "" for NONE. */
const char *shg_outcome_word(shoogi_outcome outcome);

/* Writes the text of a "result" event: "black checkmate". outcome must not be NONE. */
void shg_result_event_write(shg_out *out, shoogi_outcome outcome, const char *reason);

/* The side to move, from the row alone: turns alternate from the side that began. */
int shg_game_row_side(const shg_game *row);

/* The player who is to act; 0 if the game is over or its next move is sealed. */
int64_t shg_game_row_mover(const shg_game *row);

/* The name of a player in a row; in a shared game, the name of the side. */
const char *shg_game_row_name(const shg_game *row, int colour);

/* Writes the players, in at most SHG_GAME_PLAYERS_BYTES: "Anna 1662? (Black) against Bert (White, you)", "Black against White".
 * own: the colour of the reader, or -1. */
enum { SHG_GAME_PLAYERS_BYTES = 2 * (SHG_NAME_BYTES_MAX + SHG_RATING_TEXT_BYTES) + 80 };
void shg_game_players_write(shg_out *out, const shg_game_state *game, int own,
                            shg_language language);

/* Writes the name by which a challenge refers to these rules: the variant's name, or "@3" for a
 * player's own variant. */
void shg_game_rules_name(char out[SHOOGI_CATALOG_NAME_BYTES_MAX + 1], const shg_game_state *game);

#endif
