/* game.h: a game rebuilt from its events.  (shg_game is the storage's row, shg_game_state this.) */
#ifndef SHG_SERVER_GAME_GAME_H
#define SHG_SERVER_GAME_GAME_H

#include "base/text.h"
#include "language/language.h"
#include "server/clock/game_time.h"
#include "server/game/game_comment.h"
#include "server/loop/bounds.h"
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
    SHG_ITEM_ILLEGAL, /* it loses the game, and is not made */
    SHG_ITEM_KINDS
} shg_item_kind;

typedef struct shg_item {
    uint32_t event; /* its number in the log */
    uint8_t kind;
    uint8_t colour;   /* whose it is */
    bool locked;      /* nobody can take it back */
    bool forced;      /* by the challenge: not even both together can */
    bool by_opponent; /* of one that was taken back: the opponent did */
    uint64_t what;    /* tells it from others of its kind in the same place */
    int64_t think_ms;
} shg_item;

/* What players propose to each other. */
typedef enum shg_offer {
    SHG_OFFER_DRAW = 1,
    SHG_OFFER_IMPASSE = 2,
    SHG_OFFER_TAKEBACK = 4, /* of all from an entry of the list on */
    SHG_OFFER_ADJOURN = 8,
    SHG_OFFER_RESUME = 16
} shg_offer;

/* A game may be interrupted: then the next move is sealed, and all waits until both go on. */
typedef enum shg_adjourned {
    SHG_ADJOURNED_NOT,
    SHG_ADJOURNED_AGREED, /* it is still to be sealed, and the clock runs */
    SHG_ADJOURNED_SEALED
} shg_adjourned;
#define SHG_NOTHING_WHILE_ADJOURNED                                                                \
    SHG_TEXT("Nothing can be taken back while the game is adjourned.")

/* What happened last, for telling. */
typedef enum shg_news {
    SHG_NEWS_BEGUN,
    SHG_NEWS_ITEM,
    SHG_NEWS_ANSWERED, /* a move, and the other's answer at once: only where it happens, not when it is read */
    SHG_NEWS_UNDONE,
    SHG_NEWS_TAKEN_BACK, /* by both, several at once */
    SHG_NEWS_OFFER,
    SHG_NEWS_COMMENT,
    SHG_NEWS_ADJOURNED, /* agreed on, or the move is sealed */
    SHG_NEWS_VACATION,
    SHG_NEWS_RESULT /* of no item */
} shg_news;

typedef struct shg_game_state shg_game_state;
struct shg_game_state {
    int64_t id;
    int64_t player[2]; /* by colour */
    char name[2][SHG_NAME_BYTES_MAX + 1];
    char variant_name[SHOOGI_CATALOG_NAME_BYTES_MAX + 1];
    char *sfen, *comment, *options; /* start position, "" for the variant's; owned */
    int64_t created_ms;
    int64_t definition;        /* the number of its text */
    shg_rules *rules;          /* owned */
    shoogi_position *position; /* after all moves; owned */
    /* Owned.  Behind the item_count of the list stand up to items_tail those that were taken back, as
     * long as what is before them is what it was: one that the opponent took back is locked if it is
     * made again. */
    shg_item *items;
    size_t item_count, items_tail, items_room;
    int64_t events;         /* how many */
    int64_t last_ms;        /* when the latest happened; created_ms if none has */
    int64_t board_event;    /* the latest that was not said in passing: see shg_event_in_passing */
    int64_t board_ms;       /* when it happened; created_ms if none has */
    int64_t seen[2];        /* the last event each player has seen */
    int64_t seen_ms[2];     /* since when */
    int64_t settled_ms;     /* when the result became final; 0: not yet */
    int64_t deleted_ms;     /* since when nobody may see it any more; 0: it may be seen */
    shoogi_outcome outcome; /* NONE while it runs */
    bool result_of_item;    /* the last item brought the result about */
    int64_t item_end;       /* the last event that belongs to the last item; 0: others followed */
    char reason[64];        /* "checkmate", "resignation"... */
    shg_game_time *time;    /* the clocks; owned, NULL: none */
    char *last;             /* the last item, as the list of moves has it; "" if none; owned */
    char *undone;           /* the item that was taken back last; "" if none; owned */
    char *illegal;          /* an ILLEGAL item's move as it was typed; owned, or NULL */
    unsigned offers[2];     /* of each player's, those that stand */
    uint32_t takeback[2];   /* from which entry on, 1 being the first, where that is offered */
    shg_offer latest_offer; /* what was offered last, if that is the news */
    shg_game_comments comments;
    bool no_analysis[2]; /* a player asks for none */
    shg_adjourned adjourned;
    int64_t sealed_think_ms; /* of the move that is sealed; 0: none is */
    char *sealed;            /* the move, which nobody is shown; owned, NULL: none */
    char *plan[2]; /* what each answers at once to moves of the other's, see conditional_moves.h; owned, NULL: nothing */
    shg_news news;
    int news_colour; /* whose doing that was */

    /* The cache's; see game_cache.h. */
    shg_game_state *same_bucket, *newer, *older;
    unsigned pins;
    unsigned
        undoing; /* something of it is being taken back: until that is stored it is shown to nobody */
    bool stale;
};

/* Reads a game and all its events and plays them under the definition it began with.  downtimes: borrowed for
 * as long as the game lives, or NULL if the server was never down.  Returns OK and
 * *out owned (shg_game_free); NOT_FOUND; INVALID_RULES if the log does not replay, err saying where; else
 * what the storage or the rules said. */
SHOOGI_CHECKED shoogi_status shg_game_read(shg_game_state **out, shg_storage *storage,
                                           shg_rules_cache *rules, const shg_downtimes *downtimes,
                                           int64_t id, shoogi_error *err);
void shg_game_free(shg_game_state *game);

/* Adds the next event: CONFLICT unless it has the next number; INVALID_RULES if the game cannot take it;
 * LIMIT_EXCEEDED beyond SHG_GAME_EVENTS_MAX; then the game is as it was.  NO_MEMORY: it is to be read again. */
SHOOGI_CHECKED shoogi_status shg_game_apply(shg_game_state *game, const shg_event *event,
                                            shoogi_error *err);

/* True of events that leave the list of moves and the result as they are, so that what a player is about to do
 * fits the game as before: offers, vacations.  kind: of shg_event. */
bool shg_event_in_passing(const char *kind);

/* Whose turn it is at the start: turns alternate, and a handicap is one. */
int shg_game_first_side(const shg_game_state *game);

/* Whose move or handicap an event of a log is; -1: it is something else.  *turn: whose turn it is before the event, and then
 * after it; before the first event shg_game_first_side. */
int shg_event_mover(int *turn, const shg_event *event);

/* Exchanges what is known about one and the same game, whoever holds pointers to it. */
void shg_game_exchange(shg_game_state *a, shg_game_state *b);

/* True if one player has both sides: two people at one keyboard, in the local program. */
static inline bool shg_game_shared(const shg_game_state *game)
{
    return game->player[0] == game->player[1];
}

/* The colour a player has in the game, or -1.  Of a shared game it is that of the side to move, whose
 * turn at the keyboard it is. */
int shg_game_colour_of(const shg_game_state *game, int64_t player);

/* How many items of the list somebody knows who was sent all up to an event. */
size_t shg_game_items_until(const shg_game_state *game, int64_t event);

/* True if colour has seen the last item. */
static inline bool shg_game_seen_last(const shg_game_state *game, int colour)
{
    return game->item_count == 0 ||
           game->seen[colour] >= (int64_t)game->items[game->item_count - 1].event;
}

/* True if its rules let the player of a colour end it as an impasse: by a claim, or with the other. */
bool shg_game_has_impasse(const shg_game_state *game, shoogi_colour colour);

static inline bool shg_game_over(const shg_game_state *game)
{
    return game->outcome != SHOOGI_OUTCOME_NONE;
}

/* True if the clock of the player to move has fallen at that time: all he can still do is lose. */
static inline bool shg_game_fallen(const shg_game_state *game, int64_t at_ms)
{
    return game->time && !shg_game_over(game) && shg_game_clock_fallen(&game->time->clock, at_ms);
}

/* Why both players together cannot take back all from an entry of the list on, 1 being the first, in a sentence; or
 * NULL. */
const char *shg_game_stays_for_both(const shg_game_state *game, uint32_t first);

/* True if colour would have lost on time at once if he took back the last item, of which there is one. */
bool shg_game_undo_falls(const shg_game_state *game, int colour, int64_t at_ms);

/* The start position.  Returns OK and *out owned (shoogi_position_free), or NO_MEMORY.  The game's
 * rules must live as long. */
SHOOGI_CHECKED shoogi_status shg_game_start(shoogi_position **out, const shg_game_state *game);

/* Writes an item as the list of moves has it: "P-7f", "resigns".  before: the position it was made in,
 * which is at the item index; nothing else is looked up there. */
void shg_game_item_write(shg_out *out, const shg_game_state *game, size_t index,
                         const shoogi_position *before, shg_language language);

/* Makes an item in the position it was made in: a handicap or a move; of others nothing is left on the board.
 * Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_game_item_do(const shg_game_state *game, size_t index,
                                              shoogi_position *position);

/* The position that the item index was made in, or all of them if that is how many there are: from whichever end of the
 * game is nearer.  Returns OK and *out owned (shoogi_position_free), or NO_MEMORY.  The game's rules must live as
 * long. */
SHOOGI_CHECKED shoogi_status shg_game_before(shoogi_position **out, const shg_game_state *game,
                                             size_t index);
/* How many moves are made or taken back for it. */
size_t shg_game_way_to(const shg_game_state *game, size_t index);

/* The same as shg_game_item_write without its position, which is found. */
void shg_game_late_item_write(shg_out *out, const shg_game_state *game, size_t index,
                              shg_language language);

/* Writes the last item. */
void shg_game_last_item_write(shg_out *out, const shg_game_state *game, shg_language language);

/* The move or handicap that was taken back, right after it was: "P-7f"; NULL: it was the resignation. */
const char *shg_game_undone(const shg_game_state *game);

/* Writes who has won and why, one sentence or two in at most SHG_GAME_RESULT_BYTES, without a line end; nothing while the game runs. */
enum { SHG_GAME_RESULT_BYTES = 480 };
void shg_game_result_write(shg_out *out, const shg_game_state *game, shg_language language);

/* The word for the kind of an item in an "undo" event, which is also the kind of its own event. */
const char *shg_item_word(shg_item_kind kind);

/* The kinds of papers that a plan is stored as, and that a player wants no analysis. */
#define SHG_DOCUMENT_PLAN        "plan"
#define SHG_DOCUMENT_NO_ANALYSIS "no-analysis"
/* The one of a sealed move. */
#define SHG_DOCUMENT_SEALED "sealed"

/* The reason of a result when a clock has fallen. */
#define SHG_REASON_TIME SHG_TEXT("time")

/* "black", "white", "draw", "no-contest"; "" for NONE. */
const char *shg_outcome_word(shoogi_outcome outcome);

/* The text of a "result" event: "black checkmate".  The result must not be NONE. */
void shg_result_event_write(shg_out *out, shoogi_outcome outcome, const char *reason);

/* Whose turn it is, from the row alone: the moves are counted from the side that began. */
int shg_game_row_side(const shg_game *row);

/* The player for whom it is to do something there; 0 if the game is over, or its next move is sealed. */
int64_t shg_game_row_mover(const shg_game *row);

/* The name of a player in a row; in a shared game the sides have no names but their own. */
const char *shg_game_row_name(const shg_game *row, int colour);

/* Writes who plays, in at most SHG_GAME_PLAYERS_BYTES: "Anna (Black) against Bert (White)", "Black
 * against White". */
enum { SHG_GAME_PLAYERS_BYTES = 2 * SHG_NAME_BYTES_MAX + 60 };
void shg_game_players_write(shg_out *out, const shg_game_state *game, shg_language language);

/* What a challenge by the same rules calls them: the name of the variant, or "@3" if a player has made it. */
void shg_game_rules_name(char out[SHOOGI_CATALOG_NAME_BYTES_MAX + 1], const shg_game_state *game);

/* "Black" or "White"; "black" or "white". */
const char *shg_colour_name(int colour);

#endif
