/* challenge_book.h: the fair shares of challenges: which stand, and who made them from where.
 *
 * Open challenges, those to one player by name and those with a key are three shares, and those to one
 * player are a fourth for each receiver, so that no kind crowds out another (shares.def). The book
 * follows the rows of the storage; the addresses of the makers are in memory alone, so that after a
 * restart each player counts as a network. Offers to replay a game are not in it. */
#ifndef SHG_SERVER_LOBBY_CHALLENGE_BOOK_H
#define SHG_SERVER_LOBBY_CHALLENGE_BOOK_H

#include "server/loop/shares.h"
#include "storage/storage.h"

typedef struct shg_server shg_server;
typedef struct shg_challenge_book shg_challenge_book;

/* Returns OK and *out owned (shg_challenge_book_free, before the server's shares), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_challenge_book_new(shg_challenge_book **out, shg_server *server);
/* NULL is accepted. */
void shg_challenge_book_free(shg_challenge_book *book);

/* The share in which a challenge with a pattern and options counts: open, by name, or with a key. Any thread. */
shg_share_id shg_challenge_kind(const char *pattern, const char *options);

/* Why an owner cannot make another challenge with a pattern and options now, a sentence marked with
 * SHG_TEXT and without a line end; NULL: there is room. */
const char *shg_challenge_book_refusal(shg_challenge_book *book, const shg_owner *owner,
                                       const char *pattern, const char *options);

/* Enters a challenge that is stored; others may give way, which removes them and notifies their makers.
 * One that has been entered is accepted. stored: the row has been there before; nothing gives way. */
void shg_challenge_book_add(shg_challenge_book *book, const shg_owner *owner, int64_t challenge,
                            const char *pattern, const char *options, bool stored);
/* A challenge has gone. One that is not in the book is accepted. */
void shg_challenge_book_remove(shg_challenge_book *book, int64_t challenge);

/* Withdraws the challenges of a selection. Returns their number. */
size_t shg_challenge_book_free_owned(shg_challenge_book *book,
                                     const shg_share_selection *selection);

/* Compares the book with the rows of the storage: begin, add each with stored, end; what has no row is
 * removed. */
void shg_challenge_book_begin(shg_challenge_book *book);
void shg_challenge_book_end(shg_challenge_book *book);

#endif
