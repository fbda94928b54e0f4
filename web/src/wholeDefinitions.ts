// wholeDefinitions.ts: the whole text of each definition that is shipped, with what it tells of its game.

import { byName } from './byName';

export const definitions = byName(import.meta.glob<string>('../../variants/*/*.variant', {
  query: '?raw', import: 'default', eager: true,
}));
