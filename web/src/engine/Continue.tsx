// Continue.tsx: the games against the engine, or by hand, that were left unfinished in this browser.

import { Button } from '../design/parts';
import { go } from '../navigation';
import { forgetTried, useTriedGames } from '../tried';
import { listed, t, tn } from '../words';
import { addressOf } from './levels';
import { other } from '../sides';
import './engine.css';

/** titled: the title of a game. */
export function Continue({ titled }: { titled(name: string): string }) {
  const games = useTriedGames().filter(({ over }) => !over);
  if (games.length === 0) return null;
  return (
    <ul class="unfinished" aria-label={t('Unfinished games')}>
      {games.map(({ id, variant, level, colour, moves }) => (
        <li key={id}>
          <Button onClick={() => go(addressOf(variant, level, other(colour)), 'push', { tried: id })}>
            {t('Continue {game}', { game: titled(variant) })}</Button>{' '}
          <span class="quiet">{listed([level > 0 ? t('level {level}', { level }) : '', tn(moves.length, '{n} move', '{n} moves')].filter(Boolean))}</span>{' '}
          <Button onClick={() => forgetTried(id)} aria-label={t('Remove {game}', { game: titled(variant) })}>{t('Remove')}</Button>
        </li>
      ))}
    </ul>
  );
}
