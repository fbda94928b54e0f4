// SettingUp.tsx: the setup of a free board.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Fault } from '../textFault';
import { faultInWords } from '../message';
import { GameOptions } from '../rules/GameOptions';
import type { NamedGame } from '../rules/title';
import { download } from '../share';
import { t } from '../words';
import { labelsOf, write, type Log, type Settings } from './log';
import { readSetup, writeSetup } from './setup';
import { LABEL, SIDE_MAX, turnedTo } from './spaces';
import './table.css';

export function SettingUp({ log, games, children, onLike, onTitle, onSettings, onText, onMessage }: {
  log: Log;
  games: readonly NamedGame[];
  children: ComponentChildren;
  onLike(name: string): void;
  onTitle(title: string): void;
  /** Starts a new log. */
  onSettings(settings: Settings, words: string): void;
  onText(text: string): void;
  onMessage(text: string): void;
}) {
  const [name, setName] = useState('shogi');
  const start = writeSetup(log.start);
  const [fen, setFen] = useState(start);
  useEffect(() => setFen(start), [start]);
  const [[width, height], setSize] = useState([9, 9]);
  const labels = labelsOf(log).join(' ');
  const [more, setMore] = useState(labels);
  useEffect(() => setMore(labels), [labels]);
  const size = (value: number) => (Number.isInteger(value) && value >= 1 && value <= SIDE_MAX ? value : null);

  return (
    <details class="setting-up">
      <summary>{t('Setup')}</summary>
      {children}
      <p class="line">
        <label>{t('Starting position')} <select value={name} onChange={(event) => setName(event.currentTarget.value)}>
          <GameOptions games={games} />
        </select></label>
        <button type="button" onClick={() => onLike(name)}>{t('Set up this game')}</button>
      </p>
      <p class="line">
        <label>{t('Files')} <input type="number" min={1} max={SIDE_MAX} value={width}
          onInput={(event) => setSize([size(event.currentTarget.valueAsNumber) ?? width!, height!])} /></label>
        <label>{t('Ranks')} <input type="number" min={1} max={SIDE_MAX} value={height}
          onInput={(event) => setSize([width!, size(event.currentTarget.valueAsNumber) ?? height!])} /></label>
        <button type="button" onClick={() => onSettings({
          ...log, labels: labelsOf(log),
          start: readSetup(Array.from({ length: height! }, () => width).join('/')),
        }, t('Empty board'))}>{t('Empty board')}</button>
      </p>
      <form class="line" onSubmit={(event) => {
        event.preventDefault();
        try {
          onSettings({ ...log, start: readSetup(fen.trim(), fen.includes('/') ? 0 : log.start.position.width) }, t('Set up'));
        } catch (error) {
          onMessage(faultInWords((error as Fault).message, (error as Fault).column));
        }
      }}>
        <label>{t('Extended FEN')} <textarea name="fen" rows={3} value={fen} spellcheck={false}
          onInput={(event) => setFen(event.currentTarget.value)} /></label>
        <button type="submit">{t('Load FEN')}</button>
      </form>
      <form class="line" onSubmit={(event) => {
        event.preventDefault();
        const words = more.split(/[\s,]+/).filter((word) => word !== '');
        const wrong = words.find((word) => !LABEL.test(word));
        if (wrong !== undefined) return onMessage(t('A piece label is made of letters, such as P or +P, not "{label}".', { label: wrong }));
        onSettings({ ...log, labels: words.map((word) => turnedTo(word, 'first')) }, t('Pieces set'));
      }}>
        <label>{t('Piece labels')} <input name="labels" value={more} spellcheck={false}
          onInput={(event) => setMore(event.currentTarget.value)} /></label>
        <button type="submit">{t('Use these pieces')}</button>
      </form>
      <p class="line">
        <label>{t('Title')} <input name="title" value={log.title} maxLength={80}
          onChange={(event) => onTitle(event.currentTarget.value)} /></label>
        <label>{t('Coordinates')} <select value={log.coordinates}
          onChange={(event) => onSettings({ ...log, coordinates: event.currentTarget.value as Settings['coordinates'] }, t('Coordinates set'))}>
          <option value="shogi">7g</option>
          <option value="chess">e4</option>
        </select></label>
        <label>{t('Captured pieces')} <select value={log.captures}
          onChange={(event) => onSettings({ ...log, captures: event.currentTarget.value as Settings['captures'] }, t('Captures changed'))}>
          <option value="hand">{t('go to the hand')}</option>
          <option value="gone">{t('leave the game')}</option>
        </select></label>
      </p>
      <p class="hint">{t('Any other change here starts a new log.')}</p>
      <div class="buttons">
        <button type="button" onClick={() => download(write(log), 'table.txt')}>{t('Download the log')}</button>
        <label class="file">{t('Open a log')} <input type="file" accept=".txt,text/plain" onChange={(event) => {
          void event.currentTarget.files?.[0]?.slice(0, 1024 * 1024).text().then(onText);
        }} /></label>
      </div>
    </details>
  );
}
