// TryOut.tsx: a new game, played by hand for both sides.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { stateInWords } from '../board/speech';
import { Board } from '../board/Board';
import { isTurned, useLook } from '../board/look';
import { MOVES_MAX } from '../board/moves';
import { Game } from '../game';
import { say } from '../liveRegion';
import { useNotation } from '../settings';
import { t } from '../words';
import { isBounded } from './trial';

export function TryOut({ variant }: { variant: Variant }) {
  const [begun, begin] = useState(0);
  const game = useMemo(() => new Game(variant), [variant, begun]);
  useEffect(() => () => game.free(), [game]);
  const [, redraw] = useState(0);
  const look = useLook();
  useNotation();
  const [said, setSaid] = useState('');
  const report = (text: string) => {
    setSaid(text);
    say(text);
    redraw((count) => count + 1);
  };
  const play = (usi: string) => {
    const before = game.sfen;
    game.play(usi);
    if (!isBounded(variant, game.sfen)) {
      game.undo();
      return report(t('That move leads to more than {n} legal moves, too many for this page. Play another move. {before}', { n: MOVES_MAX, before }));
    }
    report(`${game.played.at(-1)!.text}. ${stateInWords(game.view)}`);
  };
  return (
    <div class="trying" role="group" aria-label={t('Try it')}>
      <Board variant={variant} view={game.view} turned={isTurned(look, null)} movers={['black', 'white']} onMove={play} />
      <p class="said">{said === '' ? stateInWords(game.view) : said}</p>
      <ol class="moves" tabIndex={0} aria-label={t('Moves played')}>
        {game.played.map(({ text, colour }, i) => <li key={i} class={colour}>{text}</li>)}
      </ol>
      <div class="buttons">
        <button type="button" disabled={game.played.length === 0} onClick={() => { game.undo(); report(t('Move taken back')); }}>{t('Take back')}</button>
        <button type="button" disabled={game.played.length === 0} onClick={() => { begin(begun + 1); report(t('New game')); }}>{t('Start over')}</button>
      </div>
    </div>
  );
}
