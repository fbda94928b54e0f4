/* record_text.h: the records of the library, which are stored in our own format, read again. */
#ifndef SHG_SERVER_LIBRARY_RECORD_TEXT_H
#define SHG_SERVER_LIBRARY_RECORD_TEXT_H

#include "base/text.h"
#include "server/loop/host.h"
#include "server/rules/past_rules.h"
#include "shoogi/record.h"
#include "storage/storage.h"

/* Reads the record of a row. Runs within a job of the reader; the row's texts are invalid afterwards. Returns OK
 * with *out owned (shoogi_record_free) and *rules, which it borrows from, owned (shg_rules_unref); errors of the
 * storage, of the rules and of the text, with both untouched. */
SHOOGI_CHECKED shoogi_status shg_record_read_row(shoogi_record **out, shg_rules **rules,
                                                 shg_server *server, shg_storage *storage,
                                                 const shg_record_row *row, shoogi_error *err);

/* Writes the evaluations of engines in the comments of the main line as a member of a JSON object: of the positions
 * in their order. Returns OK or NO_MEMORY. Cost: bounded by SHG_EVALUATED_BYTES_MAX bytes of comments, after which
 * the rest is left out. */
SHOOGI_CHECKED shoogi_status shg_record_evaluations_json(shg_out *json, const char *name,
                                                         const shoogi_record *record);

#endif
