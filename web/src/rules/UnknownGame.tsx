// UnknownGame.tsx: says that an address asks for a game that is not here, where another is shown instead.

import { t } from '../words';
import { gameMeant } from './names';

export const unknownGame = (asked: string): string =>
  t('There is no game called {game}. Choose one from the list.', { game: asked });

export function UnknownGame({ asked, known }: { asked: string | null; known: ReadonlyMap<string, string> }) {
  return asked === null || gameMeant(asked, known) !== undefined ? null
    : <p role="alert" class="fault">{unknownGame(asked)}</p>;
}
