// PictureTools.tsx: buttons for pictures of a position and of a whole game.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { isTurned, useLook } from '../board/look';
import { Button } from '../design/parts';
import type { Game } from '../game';
import { inWords } from '../server';
import { colourName } from '../sides';
import { save } from '../share';
import { t } from '../words';

export interface PictureToolsProps {
  board: Game;
  whole: Game;
  names: Readonly<Record<Colour, string>>;
  /** The name of the files, without an ending. */
  name: string;
  /** The address of the position as SVG, if the server draws it. */
  svg?: string;
}

export function PictureTools({ board, whole, names, name, svg }: PictureToolsProps) {
  const look = useLook();
  const [part, setPart] = useState<number | null>(null);
  const [fault, setFault] = useState('');
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const pictured = { board, whole, look, turned: isTurned(look, null), names: { black: names.black || colourName('black'), white: names.white || colourName('white') } };
  const still = async () => {
    const { pictureOf } = await import('./pictures');
    save(await pictureOf(pictured), `${name}.png`);
  };
  const moving = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setPart(0);
    try {
      const { animationOf } = await import('./pictures');
      save(await animationOf(pictured, setPart, signal), `${name}.gif`);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      setPart(null);
    }
  };
  const run = (work: Promise<void>) => {
    setFault('');
    work.catch((error: unknown) => setFault(inWords(error)));
  };
  return (
    <p class="tools">
      <Button onClick={() => run(still())}>{t('Picture (PNG)')}</Button>
      {svg !== undefined && <a class="button" href={svg} download={`${name}.svg`}>{t('Picture (SVG)')}</a>}
      {part === null ? <Button onClick={() => run(moving())}>{t('Animated picture of the game (GIF)')}</Button> : (
        <><progress value={part} aria-label={t('Animated picture')} /><Button onClick={() => stop.current.abort()}>{t('Stop')}</Button></>
      )}
      {fault && <span role="alert" class="fault">{fault}</span>}
    </p>
  );
}
