// Ended.tsx: the result of a game, and what can follow it, in one place.

import type { ComponentChildren } from 'preact';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import type { GameAnswer } from '../answers';
import { Button } from '../design/parts';
import { go } from '../navigation';
import { pair } from '../pair';
import { shownName } from '../playerName';
import { resultInWords } from '../result';
import { useMe } from '../server';
import { other } from '../sides';
import { useWork } from '../useWork';
import { t } from '../words';
import { Rematch } from './Rematch';

export interface EndedProps {
  game: GameAnswer;
  /** null for spectators. */
  mine: Colour | null;
  /** null where the game must not be analysed. */
  onAnalyse: (() => void) | null;
  onShare(): void;
  /** The menu of further actions. */
  children: ComponentChildren;
}

/** Accepts a challenge with the terms of this game from somebody else, or makes one that everybody sees, and goes to it. */
async function newOpponent(game: GameAnswer, opponent: string): Promise<string> {
  const { variant, time_control: clock, rated, undo, start } = game;
  const begun = await pair({ variant, clock: clock ?? '', rated, undo, start: start ?? undefined }, opponent);
  go(begun === null ? '/' : `/games/${begun}`);
  return '';
}

export function Ended({ game, mine, onAnalyse, onShare, children }: EndedProps) {
  const { run, busy, outcome } = useWork();
  const me = useMe();
  const changes = (['black', 'white'] as const).filter((colour) => game[colour].rating_after !== undefined);
  return (
    <section class="ended" aria-label={t('Result')}>
      <p class="result">{resultInWords(game.result!, game)}</p>
      {changes.length > 0 && (
        <div class="changes">{changes.map((colour) => (
          <p class="change" key={colour}>{t('{name}: {before} → {after}', {
            name: shownName(game[colour].name), before: game[colour].rating_before ?? '', after: game[colour].rating_after ?? '' })}</p>
        ))}</div>
      )}
      <div class="actions">
        {mine && <Rematch game={game.id} opponent={game[other(mine)].name} />}
        {onAnalyse && <Button onClick={onAnalyse}>{t('Analyse')}</Button>}
        {mine && <Button disabled={busy} onClick={() => run(() => newOpponent(game, game[other(mine)].name))}>{t('New opponent')}</Button>}
        <Button onClick={onShare}>{t('Share')}</Button>
        {children}
      </div>
      {outcome}
      {mine && me?.guest && <p><a href={`/account?then=/games/${game.id}`}>{t('Keep your games: sign up')}</a></p>}
    </section>
  );
}
