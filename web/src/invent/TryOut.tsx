// TryOut.tsx: a new game, played by hand for both sides, against the engine, or freely without rules.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { stateInWords } from '../board/speech';
import { Board } from '../board/Board';
import { Legend } from '../board/Legend';
import { isTurned, useLook } from '../board/look';
import { isBounded, MOVES_MAX } from '../board/moves';
import { Steps } from '../board/Steps';
import { TypedMove } from '../board/TypedMove';
import { Button } from '../design/parts';
import { Opponent, type EngineSide } from '../engine/Opponent';
import { DECLARED, Game } from '../game';
import { say } from '../liveRegion';
import { PieceDemo } from '../rules/PieceDemo';
import { useNotation } from '../settings';
import { FreeSwitch, useFreeBoard } from '../setup/FreeBoard';
import { other } from '../sides';
import { t } from '../words';
import { PasteMoves } from './PasteMoves';
import type { Pasted } from './pasted';

/** bases: the definitions it may be based on, by name. */
export function TryOut({ variant, bases }: { variant: Variant; bases: ReadonlyMap<string, string> }) {
  /** Where the game began; another object begins it again. */
  const [start, begin] = useState<{ sfen: string | null; moves?: readonly string[] }>({ sfen: null });
  const game = useMemo(() => {
    const begun = new Game(variant, start.sfen);
    for (const usi of start.moves ?? []) begun.play(usi);
    return begun;
  }, [variant, start]);
  useEffect(() => () => game.free(), [game]);
  const definition = useMemo(() => variant.text(), [variant]);
  const [, redraw] = useState(0);
  const look = useLook();
  useNotation();
  const [said, setSaid] = useState('');
  const [engineSide, oppose] = useState<EngineSide>({ level: 0, colour: 'white' });
  /** The piece shown alone on the board; 0: the game. */
  const [kind, setKind] = useState(0);
  /** The moves after the position shown, the next one last. */
  const [later, setLater] = useState<readonly string[]>([]);
  const report = (text: string) => {
    setSaid(text);
    say(text);
    redraw((count) => count + 1);
  };
  const beginFrom = (sfen: string | null, moves: readonly string[] = []) => {
    begin({ sfen, moves });
    setLater([]);
  };
  const free = useFreeBoard(variant, {
    sfen: () => game.sfen, onReport: report,
    onResume: (sfen) => {
      beginFrom(sfen);
      report(t('The rules apply again, from this position.'));
    },
  });
  const opposed = engineSide.level > 0 && free.view === null;
  const over = game.view.result.outcome !== 'none';
  const waits = opposed && later.length === 0 && game.view.side === engineSide.colour && !over;
  const play = (usi: string) => {
    const before = game.sfen;
    game.play(usi);
    if (!isBounded(variant, game.sfen)) {
      game.undo();
      return report(t('That move leads to more than {n} legal moves, too many for this page. Play another move. {before}', { n: MOVES_MAX, before }));
    }
    setLater([]);
    report(`${game.played.at(-1)!.text}. ${stateInWords(game.view)}`);
  };
  const undo = () => {
    setLater([]);
    // A declaration is no move.
    if (game.view.result.reason === DECLARED) game.reopen();
    else game.undo();
    // The engine's answer and the reader's move before it.
    while (opposed && game.view.side === engineSide.colour && game.undo());
    report(t('Move taken back'));
  };
  /** Shows the position after a number of moves; the moves after it stay. */
  const goTo = (ply: number) => {
    const after = [...later];
    while (game.played.length > ply) {
      after.push(game.played.at(-1)!.usi);
      game.undo();
    }
    while (game.played.length < ply) game.play(after.pop()!);
    setLater(after);
    const latest = game.played.at(-1);
    report(`${latest ? `${latest.text}. ` : ''}${stateInWords(game.view)}`);
  };
  const beginAgain = () => {
    free.leave();
    beginFrom(null);
    report(t('New game'));
  };
  const showPasted = ({ start: sfen, moves }: Pasted) => {
    free.leave();
    setKind(0);
    oppose({ ...engineSide, level: 0 });
    beginFrom(sfen, moves);
    setSaid('');
  };
  const turned = isTurned(look, opposed ? other(engineSide.colour) : null);
  const ply = game.played.length;
  const last = ply + later.length;
  return (
    <div class="trying" role="group" aria-label={t('Try it')}>
      <div class="trying-board">
        {kind !== 0 ? <PieceDemo variant={variant} kind={kind} onKind={setKind} />
          : free.view ? <Board variant={variant} view={free.view} turned={turned} movers={['black', 'white']} onMove={free.onMove} />
            : <Board variant={variant} view={game.view} turned={turned} movers={opposed ? [other(engineSide.colour)] : ['black', 'white']} onMove={play} />}
      </div>
      <div class="panel">
        <p class="said">{kind !== 0 ? '' : said === '' ? stateInWords(game.view) : said}</p>
        {!free.view && (
          <>
            <Opponent engineSide={engineSide} position={{ definition, bases, ...game.asMoves }} asked={waits} onChoose={oppose} onMove={play}
              onDeclare={() => {
                game.declare();
                report(stateInWords(game.view));
              }} />
            <TypedMove variant={variant} view={game.view} turned={turned} onMove={play}
              read={(text) => {
                if (waits) throw new Error(t('The engine is thinking.'));
                if (over) throw new Error(t('The game is over.'));
                return game.typed(text);
              }} />
            {ply > 0 && (
              <ol class="moves" tabIndex={0} aria-label={t('Moves played')}>
                {game.played.map(({ text, colour }, i) => <li key={i} class={colour}>{text}</li>)}
              </ol>
            )}
          </>
        )}
        <div class="buttons">
          {!free.view && last > 0 && <Steps at={ply} last={last} onGo={goTo} />}
          {!free.view && <Button disabled={ply === 0 && game.view.result.reason !== DECLARED} onClick={undo}>{t('Take back')}</Button>}
          <Button disabled={last === 0 && start.sfen === null && !free.view} onClick={beginAgain}>{t('Start over')}</Button>
        </div>
        <FreeSwitch board={free} />
        <Legend variant={variant} chosen={kind} onChoose={setKind} />
        <PasteMoves definition={definition} onMoves={showPasted} />
      </div>
    </div>
  );
}
