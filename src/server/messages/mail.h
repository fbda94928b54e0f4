/* mail.h: letters on their way to the system's program for mail.
 *
 * A letter waits as a row until that program has taken it, one at a time.  Before each try the row says when the next
 * would be, so that a crash loses none, and sends at most one a second time. */
#ifndef SHG_SERVER_MESSAGES_MAIL_H
#define SHG_SERVER_MESSAGES_MAIL_H

#include "base/text.h"
#include "storage/storage.h"

/* Where the usual program for mail is. */
#define SHG_SENDMAIL "/usr/sbin/sendmail"

typedef struct shg_mail shg_mail;
typedef struct shg_server shg_server;

/* program: as sendmail is; from: the address letters come from; url: of the pages, for links, without a slash at its
 * end, or "".  All copied.  Returns OK and *out owned (shg_mail_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_mail_new(shg_mail **out, shg_server *server, const char *program,
                                          const char *from, const char *url);
/* NULL is accepted.  A program that is at work goes on. */
void shg_mail_free(shg_mail *mail);

/* A letter has been stored: look for it.  NULL is accepted. */
void shg_mail_wake(shg_mail *mail);

/* "" if nobody knows where the pages are. */
const char *shg_mail_url(const shg_mail *mail);

/* OK if a text is an address that letters are sent to: signs that need no quotes, one @, a host with a dot, at most 254
 * bytes.  So none can be taken for an option or for another header. */
bool shg_mail_address_fits(const char *text, size_t text_bytes);

/* Writes a letter with its headers, as the program is given it.  now_ms: its date. */
void shg_mail_write(shg_out *out, const shg_email *email, const char *from, int64_t now_ms);

#endif
