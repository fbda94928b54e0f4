// playerName.ts: players' names as people read them.

import { t } from './words';

/** Names that the server gives to guests, as shg_guest_name() of src/server/account/sign_in.c writes them. */
const GUEST = /(?<![\w-])guest\d{5}(\d{4})(?![\w-])/gi;

/** Shortens guests' names in a name or text of the server: "Guest 4283" for guest022324283.  No player can register such a name.
 *  Requests, addresses and comparisons need the whole name. */
export const shownName = (text: string): string => text.replace(GUEST, (_, n: string) => t('Guest {n}', { n }));
