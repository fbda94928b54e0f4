// Computer.tsx: a game against the engine in the reader's own browser: by one click, or after the choice of a game.

import { useState } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { ButtonLink, Select } from '../design/parts';
import { Continue } from '../engine/Continue';
import { addressOf, FIRST_LEVEL, LEVELS } from '../engine/levels';
import { useMe } from '../server';
import type { ServerGames } from '../serverGames';
import { sideOptions } from '../sides';
import { listed, t } from '../words';

const USUAL = 'shogi';

export function Computer({ games, titled }: ServerGames) {
  const me = useMe();
  const [game, setGame] = useState(USUAL);
  const [level, setLevel] = useState(String(FIRST_LEVEL));
  const [side, setSide] = useState<string>('black');
  // The games of the server come later than this form.
  const all = games.length > 0 ? games.map(({ name, title }) => [name, title] as const) : [[USUAL, titled(USUAL)] as const];
  return (
    <div id="practice" class="computer" role="group" aria-label={t('Play the computer')}>
      <ButtonLink large icon="computer" href={addressOf(game, Number(level), side as Colour)}>{t('Play the computer')}<small>{me ? listed([titled(game), t('level {level}', { level })]) : t('no account needed')}</small></ButtonLink>
      <div class="choices">
        <Select title={t('Game')} name="practice-game" value={game} options={all} onChoose={setGame} />
        <Select title={t('Level')} name="practice-level" value={level} onChoose={setLevel}
          options={Array.from({ length: LEVELS }, (_, i) => [String(i + 1), String(i + 1)] as const)} />
        <Select title={t('You play')} name="practice-side" value={side} options={sideOptions()} onChoose={setSide} />
      </div>
      <Continue titled={titled} />
    </div>
  );
}
