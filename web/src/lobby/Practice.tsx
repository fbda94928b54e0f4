// Practice.tsx: the form that starts a game against the engine in the reader's own browser.

import { useState } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { Card } from '../design/parts';
import { GameOptions } from '../rules/GameOptions';
import type { ServerGames } from '../serverGames';
import { Continue } from '../engine/Continue';
import { addressOf, FIRST_LEVEL, LEVELS } from '../engine/levels';
import { go } from '../navigation';
import { colourName } from '../sides';
import { t } from '../words';

export function Practice({ games, titled }: ServerGames) {
  const [game, setGame] = useState('shogi');
  const [level, setLevel] = useState(FIRST_LEVEL);
  const [side, setSide] = useState<Colour>('black');
  return (
    <Card aria-labelledby="practice">
      <h2 id="practice">{t('Play the computer')}</h2>
      <p class="quiet">{t('The game starts at once, in your browser only. You need no account, and nobody sees it.')}</p>
      <Continue titled={titled} />
      <form class="form" onSubmit={(event) => {
        event.preventDefault();
        go(addressOf(game, level, side));
      }}>
        <label>{t('Game')} <select name="practice-game" value={game} onChange={(event) => setGame(event.currentTarget.value)}>
          <GameOptions games={games} />
        </select></label>
        <label>{t('Level')} <select name="practice-level" value={level} onChange={(event) => setLevel(Number(event.currentTarget.value))}>
          {Array.from({ length: LEVELS }, (_, i) => <option key={i} value={i + 1}>{t('level {level}', { level: i + 1 })}</option>)}
        </select></label>
        <label>{t('You play')} <select name="practice-side" value={side} onChange={(event) => setSide(event.currentTarget.value as Colour)}>
          {(['black', 'white'] as const).map((one) => <option key={one} value={one}>{colourName(one)}</option>)}
        </select></label>
        <button type="submit">{t('Start game')}</button>
      </form>
    </Card>
  );
}
