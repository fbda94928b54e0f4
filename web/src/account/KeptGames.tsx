// KeptGames.tsx: the games against the engine that this browser has kept, to make records of the account of them.

import { useState } from 'preact/hooks';
import { Button, List } from '../design/parts';
import { inWords } from '../server';
import { useGames } from '../serverGames';
import { useTriedGames } from '../tried';
import { listed, t, tn } from '../words';

/** name: of the account. */
export function KeptGames({ name }: { name: string }) {
  const { titled } = useGames();
  const [fault, setFault] = useState('');
  // The server has no definition of a game whose text the reader has edited.
  const games = useTriedGames().filter(({ text }) => text === undefined);
  if (games.length === 0) return null;
  return (
    <section aria-labelledby="kept-games">
      <h2 id="kept-games">{t('Games against the engine in this browser')}</h2>
      <List>
        {games.map((game) => (
          <li key={game.id} class="row">
            {game.record !== undefined ? <a href={`/records/${game.record}`}>{titled(game.variant)}</a> : titled(game.variant)}{' '}
            <span class="quiet">{listed([game.level > 0 ? t('level {level}', { level: game.level }) : '', tn(game.moves.length, '{n} move', '{n} moves'),
              game.record !== undefined ? t('among your records') : ''].filter(Boolean))}</span>{' '}
            {game.record === undefined && (
              <Button onClick={() => {
                setFault('');
                import('../engine/triedRecord').then(({ upload }) => upload(game, name)).catch((error: unknown) => setFault(inWords(error)));
              }}>{t('Keep it in my records')}</Button>
            )}
          </li>
        ))}
      </List>
      {fault && <p role="alert" class="fault">{fault}</p>}
    </section>
  );
}
