// Palette.tsx: the tools and pieces of the position editor.

import type { Colour, Piece } from '../../../src/wasm/shoogi.mjs';
import type { Checks } from '../board/checks';
import { isPromoted, titleOf } from '../board/pieceSets';
import type { DrawableVariant } from '../board/drawableVariant';
import { PieceButton } from '../board/PieceButton';
import type { PieceSet } from '../board/PieceView';
import { Button, Count } from '../design/parts';
import { colourName } from '../sides';
import { t } from '../words';
import type { Tool } from './tools';
import './setup.css';

const same = (a: Tool, b: Tool): boolean =>
  a.name === b.name && (a.name !== 'put' || b.name !== 'put' || (a.piece.kind === b.piece.kind && a.piece.colour === b.piece.colour));

export function Palette({ variant, pieceSet, tool, holes = false, onTool }: {
  variant: DrawableVariant; pieceSet: PieceSet; tool: Tool; holes?: boolean; onTool(tool: Tool): void;
}) {
  const tools: { tool: Tool; text: string }[] = [
    { tool: { name: 'move' }, text: t('Move pieces') },
    { tool: { name: 'remove' }, text: t('Remove') },
    { tool: { name: 'form' }, text: t('Promote or demote') },
    { tool: { name: 'side' }, text: t('Change colour') },
    ...(holes ? [{ tool: { name: 'hole' as const }, text: t('Holes') }] : []),
  ];
  /** The pieces in two rows: first those that have not promoted, then those that have. */
  const pieces = (colour: Colour): Piece[][] => [false, true].map((promoted) =>
    variant.kinds.flatMap((row, kind) => (row && isPromoted(variant, kind) === promoted ? [{ kind, colour }] : []))).filter((some) => some.length > 0);
  return (
    <div class="palette">
      <div class="row" role="group" aria-label={t('Tools')}>
        {tools.map(({ tool: one, text }) => (
          <Button key={text} aria-pressed={same(tool, one)} onClick={() => onTool(one)}>{text}</Button>
        ))}
      </div>
      {(['black', 'white'] as const).map((colour) => (
        <div class="both-forms" role="group" key={colour} aria-label={colour === 'black' ? t("Place Black's pieces") : t("Place White's pieces")}>
          {pieces(colour).map((some, i) => (
            <div class="row" key={i}>
              {some.map((piece) => {
                const one: Tool = { name: 'put', piece };
                const called = titleOf(variant, piece.kind, colour);
                return (
                  <PieceButton class="palette-piece" key={piece.kind} variant={variant} piece={piece} set={pieceSet} upright={colour === 'black'}
                    aria-pressed={same(tool, one)} title={called} data-put={`${colour} ${variant.kinds[piece.kind]!.id}`}
                    onClick={() => onTool(same(tool, one) ? { name: 'move' } : one)}>
                    <span class="sr-only">{colour === 'black' ? t("Place Black's {piece}", { piece: called }) : t("Place White's {piece}", { piece: called })}</span>
                  </PieceButton>
                );
              })}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The numbers of pieces in hand: of the kinds that may be in hand, and of those that are. */
export function Hands({ variant, counts, droppable, onCount }: {
  variant: DrawableVariant;
  counts: (colour: Colour, kind: number) => number;
  droppable: (kind: number) => boolean;
  onCount(colour: Colour, kind: number, count: number): void;
}) {
  const shown = (colour: Colour) => variant.kinds.flatMap((row, kind) =>
    (row && (droppable(kind) || counts(colour, kind) > 0) ? [kind] : []));
  if (shown('black').length + shown('white').length === 0) return null;
  return (
    <details class="hands">
      <summary>{t('Pieces in hand')}</summary>
      {(['black', 'white'] as const).map((colour) => (
        <fieldset key={colour}>
          <legend>{colour === 'black' ? t('Black') : t('White')}</legend>
          {shown(colour).map((kind) => (
            <Count key={kind} title={titleOf(variant, kind, colour)} min={0} max={999} value={counts(colour, kind)}
              onChange={(count) => onCount(colour, kind, count)} />
          ))}
        </fieldset>
      ))}
    </details>
  );
}

/** The numbers of checks that the sides have given. */
export function ChecksGiven({ checks, onChange }: { checks: Checks; onChange(checks: Checks): void }) {
  return (
    <fieldset class="checks-given">
      <legend>{t('Checks given, of {wins}', { wins: checks.wins })}</legend>
      {(['black', 'white'] as const).map((colour) => (
        <Count key={colour} title={colourName(colour)} min={0} max={checks.wins} value={checks[colour]}
          onChange={(count) => onChange({ ...checks, [colour]: count })} />
      ))}
    </fieldset>
  );
}
