// wholeDefinitions.ts: the whole text of each shipped definition, with its notes.

import { byName } from './byName';

export const definitions = byName(import.meta.glob<string>('../../variants/*/*.variant', {
  query: '?raw', import: 'default', eager: true,
}));
