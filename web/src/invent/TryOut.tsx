// TryOut.tsx: a new game, played by hand for both sides, against the engine, or freely without rules.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { stateInWords } from '../board/speech';
import { Board } from '../board/Board';
import { Legend } from '../board/Legend';
import { isTurned, useLook } from '../board/look';
import { MOVES_MAX, squaresOf } from '../board/moves';
import { Opponent, type EngineSide } from '../engine/Opponent';
import { DECLARED, Game } from '../game';
import { say } from '../liveRegion';
import { PieceDemo } from '../rules/PieceDemo';
import { useNotation } from '../settings';
import { freed, movedFreely } from '../setup/free';
import { sfenOf, type Placed } from '../setup/placed';
import { viewOf } from '../setup/tools';
import { other } from '../sides';
import { t } from '../words';
import { isBounded } from './trial';

/** bases: the definitions it may be based on, by name. */
export function TryOut({ variant, bases }: { variant: Variant; bases: ReadonlyMap<string, string> }) {
  /** Where the game began; another object begins it again. */
  const [start, begin] = useState<{ sfen: string | null }>({ sfen: null });
  const game = useMemo(() => new Game(variant, start.sfen), [variant, start]);
  useEffect(() => () => game.free(), [game]);
  const definition = useMemo(() => variant.text(), [variant]);
  const [, redraw] = useState(0);
  const look = useLook();
  useNotation();
  const [said, setSaid] = useState('');
  const [engineSide, oppose] = useState<EngineSide>({ level: 0, colour: 'white' });
  /** The piece shown alone on the board; 0: the game. */
  const [kind, setKind] = useState(0);
  /** The board while pieces move freely. */
  const [placed, setPlaced] = useState<{ now: Placed; last: readonly string[] } | null>(null);
  const report = (text: string) => {
    setSaid(text);
    say(text);
    redraw((count) => count + 1);
  };
  const opposed = engineSide.level > 0 && placed === null;
  const waits = opposed && game.view.side === engineSide.colour && game.view.result.outcome === 'none';
  const play = (usi: string) => {
    const before = game.sfen;
    game.play(usi);
    if (!isBounded(variant, game.sfen)) {
      game.undo();
      return report(t('That move leads to more than {n} legal moves, too many for this page. Play another move. {before}', { n: MOVES_MAX, before }));
    }
    report(`${game.played.at(-1)!.text}. ${stateInWords(game.view)}`);
  };
  const undo = () => {
    if (game.view.result.reason === DECLARED) return begin({ sfen: start.sfen });
    game.undo();
    // The engine's answer and the reader's move before it.
    while (opposed && game.view.side === engineSide.colour && game.undo());
    report(t('Move taken back'));
  };
  const beginAgain = () => {
    setPlaced(null);
    begin({ sfen: null });
    report(t('New game'));
  };
  const setFree = (free: boolean) => {
    if (free) {
      setPlaced({ now: freed(variant, game.sfen), last: [] });
      return report(t('Pieces move freely, without rules.'));
    }
    // The game continues from the position on the board, if the rules can read it.
    const sfen = sfenOf(variant, placed!.now);
    try {
      if (!isBounded(variant, sfen)) return report(t('This position has more than {n} legal moves, too many for this page.', { n: MOVES_MAX }));
    } catch {
      return report(t('The rules do not allow this position.'));
    }
    setPlaced(null);
    begin({ sfen });
    return report(t('The rules apply again, from this position.'));
  };
  const freeView = useMemo(() => placed && viewOf(variant, placed.now, { name: 'move' }, placed.last), [variant, placed]);
  const turned = isTurned(look, opposed ? other(engineSide.colour) : null);
  return (
    <div class="trying" role="group" aria-label={t('Try it')}>
      {kind !== 0 ? <PieceDemo variant={variant} kind={kind} onKind={setKind} />
        : freeView ? (
          <Board variant={variant} view={freeView} turned={turned} movers={['black', 'white']}
            onMove={(moved) => {
              setPlaced({ now: movedFreely(variant, placed!.now, moved), last: squaresOf(moved) });
              report(moved);
            }} />
        ) : (
          <Board variant={variant} view={game.view} turned={turned} movers={opposed ? [other(engineSide.colour)] : ['black', 'white']} onMove={play} />
        )}
      {kind === 0 && <p class="said">{said === '' ? stateInWords(game.view) : said}</p>}
      {!placed && (
        <>
          <ol class="moves" tabIndex={0} aria-label={t('Moves played')}>
            {game.played.map(({ text, colour }, i) => <li key={i} class={colour}>{text}</li>)}
          </ol>
          <Opponent engineSide={engineSide} position={{ definition, bases, ...game.asMoves }} asked={waits} onChoose={oppose} onMove={play}
            onDeclare={() => {
              game.declare();
              report(stateInWords(game.view));
            }} />
        </>
      )}
      <div class="buttons">
        {!placed && <button type="button" disabled={game.played.length === 0 && game.view.result.reason !== DECLARED} onClick={undo}>{t('Take back')}</button>}
        <button type="button" disabled={game.played.length === 0 && start.sfen === null && !placed} onClick={beginAgain}>{t('Start over')}</button>
      </div>
      <label class="tick"><input type="checkbox" role="switch" checked={placed !== null} onChange={(event) => setFree(event.currentTarget.checked)} />{' '}
        {t('Move pieces freely, without rules')}</label>
      <Legend variant={variant} chosen={kind} onChoose={setKind} />
    </div>
  );
}
