// RulesText.tsx: the rules of a game from its definition, beside a board that shows how its pieces move.

import { createContext } from 'preact';
import { useCallback, useContext, useMemo, useRef, useState } from 'preact/hooks';
import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { Board } from '../board/Board';
import { PieceButton } from '../board/PieceButton';
import type { PieceSet } from '../board/PieceView';
import { MoveDiagram } from '../board/MoveDiagram';
import { titleOf } from '../board/pieceSets';
import { WhenVisible } from '../design/WhenVisible';
import { useLoad } from '../load';
import { currentLanguage, rulesCatalogue, t } from '../words';
import { placedOf } from '../setup/placed';
import { pieceOn, viewOf } from '../setup/tools';
import { titleOf as titleOfGame } from './title';
import { references, sections, type Part } from './sections';
import { PieceDemo } from './PieceDemo';
import '../setup/setup.css';
import './rules.css';

const Titled = createContext((name: string): string => name);

/** xbetza: each piece also has its moves in XBetza.  definitions: of games that the text may mention. */
export function RulesText({ variant, name, pieceSet, xbetza = false, definitions }: {
  variant: Variant; name: string; pieceSet: PieceSet; xbetza?: boolean; definitions?: ReadonlyMap<string, string>;
}) {
  const { value: words, error } = useLoad(rulesCatalogue, currentLanguage());
  const all = useMemo(() => (words || error ? sections(variant.rules(name, words ?? {}, { xbetza })) : []), [variant, name, words, error, xbetza]);
  const [chosen, choose] = useState(0);
  const board = useRef<HTMLDivElement>(null);
  const titled = useCallback((game: string) => titleOfGame(game, definitions?.get(game) ?? ''), [definitions, words]);
  const show = (kind: number) => {
    choose(kind);
    board.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div class="rules">
      <div class="rules-board" ref={board}>
        {chosen !== 0 && variant.kinds[chosen]
          ? <PieceDemo variant={variant} kind={chosen} handless onKind={choose} />
          : <Start variant={variant} onKind={choose} />}
      </div>
      <div class="rules-text">
        <Titled.Provider value={titled}>{all.map(({ title, parts }, i) => (
          <section key={i}>
            {title !== '' && <h2>{title}</h2>}
            {parts.map((part, k) => <One key={k} part={part} variant={variant} pieceSet={pieceSet} chosen={chosen} onKind={show} />)}
          </section>
        ))}</Titled.Provider>
      </div>
    </div>
  );
}

/** The starting position; a piece selected on it shows its moves. */
function Start({ variant, onKind }: { variant: Variant; onKind(kind: number): void }) {
  const view = useMemo(() => {
    const start = variant.start();
    const placed = placedOf(variant, start);
    start.free();
    return viewOf(variant, placed, { name: 'remove' });
  }, [variant]);
  return (
    <>
      <Board variant={variant} view={view} handless turned={false} movers={['black', 'white']}
        onMove={(square) => onKind(pieceOn(view.pieces, square))} />
      <p class="piece-help">{t('The starting position. Select a piece to try its moves.')}</p>
    </>
  );
}

function One({ part, variant, pieceSet, chosen, onKind }: {
  part: Part; variant: Variant; pieceSet: PieceSet; chosen: number; onKind(kind: number): void;
}) {
  switch (part.form) {
    case 'setup': return null;
    case 'legend': return (
      <p>{t('In the diagrams, up is forward. A dot marks a square where the piece can move or capture. A line runs to the edge, or to its dot, as far as the squares are empty. A diamond marks a jump, which ignores the pieces in between. A cross marks a square reached in several steps of one turn. Hollow and broken marks are moves without capture. Red marks are captures only.')}</p>
    );
    case 'heading': return <h3>{part.text}</h3>;
    case 'prose': return <p><Text text={part.text} /></p>;
    case 'items': return <ul>{part.items.map((item, i) => <li key={i}><Text text={item} /></li>)}</ul>;
    case 'terms': return (
      <dl>{part.terms.map(({ word, text }, i) => [<dt key={`w${i}`}>{word}</dt>, <dd key={`t${i}`}><Text text={text} /></dd>])}</dl>
    );
    case 'table': return (
      <div class="wide" tabIndex={0} role="group" aria-label={t('Table')}>
        <table>
          <thead><tr>{part.head.map((cell, i) => <th key={i} scope="col">{cell === '' ? t('Symbol') : cell}</th>)}</tr></thead>
          <tbody>{part.rows.map((row, i) => (
            <tr key={i}>{row.map((cell, k) => (k === 0 ? <th key={k} scope="row">{cell}</th> : <td key={k}>{cell}</td>))}</tr>
          ))}</tbody>
        </table>
      </div>
    );
    case 'piece': return (
      <article class="piece-rules">
        <h3>{part.title}</h3>
        <PieceButton class="piece-demo" variant={variant} piece={{ kind: part.kind, colour: 'black' }} set={pieceSet} upright
          aria-pressed={chosen === part.kind} onClick={() => onKind(part.kind)}>
          <span class="sr-only">{t('Move the {piece}', { piece: titleOf(variant, part.kind, 'black') })}</span>
        </PieceButton>
        <WhenVisible><MoveDiagram variant={variant} kind={part.kind} /></WhenVisible>
        <p><Text text={part.text} /></p>
      </article>
    );
  }
}

function Text({ text }: { text: string }) {
  return <>{references(text, useContext(Titled)).map(({ text: piece, href }, i) => (href ? <a key={i} href={href}>{piece}</a> : piece))}</>;
}
