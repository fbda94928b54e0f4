/* challenge_json.h: a challenge as JSON for programs. The fields: docs/api. */
#ifndef SHG_SERVER_LOBBY_CHALLENGE_JSON_H
#define SHG_SERVER_LOBBY_CHALLENGE_JSON_H

#include "base/text.h"
#include "storage/storage.h"

/* Writes the members of a challenge into an open object. listed: one of many, without a long position. */
void shg_challenge_members_json(shg_out *out, const shg_challenge *row, bool listed);

#endif
