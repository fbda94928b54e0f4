// UnknownGame.tsx: says that an address asks for a game that is not here, where another is shown instead.

import { t } from '../words';

export function UnknownGame({ asked, known }: { asked: string | null; known: ReadonlyMap<string, string> }) {
  return asked === null || known.has(asked) ? null
    : <p role="alert" class="fault">{t('There is no game called {game}. Choose one from the list.', { game: asked })}</p>;
}
