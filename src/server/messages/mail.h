/* mail.h: the queue of e-mail for the system's mail program.
 *
 * An e-mail stays in the storage until the program has accepted it; one is sent at a time.
 * Before each attempt the row gets the time of the next, so a crash loses no e-mail, and repeats
 * at most one. */
#ifndef SHG_SERVER_MESSAGES_MAIL_H
#define SHG_SERVER_MESSAGES_MAIL_H

#include "base/text.h"
#include "storage/storage.h"

/* The default mail program. */
#define SHG_SENDMAIL "/usr/sbin/sendmail"

typedef struct shg_mail shg_mail;
typedef struct shg_server shg_server;

/* program: compatible with sendmail; from: sender address; url: base of the pages for links,
 * without a slash at the end, or "". All copied. Returns OK and *out owned (shg_mail_free), or
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_mail_new(shg_mail **out, shg_server *server, const char *program,
                                          const char *from, const char *url);
/* NULL is accepted. A running program is left to finish. */
void shg_mail_free(shg_mail *mail);

/* Looks for a newly stored e-mail. NULL is accepted. */
void shg_mail_wake(shg_mail *mail);

/* Returns "" if the URL of the pages is unknown. */
const char *shg_mail_url(const shg_mail *mail);

/* Returns OK if the text is an acceptable e-mail address: only characters that need no quoting,
 * one @, a host with a dot, at most 254 bytes. So it cannot act as an option or another header. */
bool shg_mail_address_fits(const char *text, size_t text_bytes);

/* Writes an e-mail with its headers, as passed to the program. now_ms: its date. */
void shg_mail_write(shg_out *out, const shg_email *email, const char *from, int64_t now_ms);

#endif
