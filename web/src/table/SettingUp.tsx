// SettingUp.tsx: the setup of a free board.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Area, Button, Count, File, Select, Text } from '../design/parts';
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

export function SettingUp({ log, games, children, onLike, onTitle, onSettings, onText }: {
  log: Log;
  games: readonly NamedGame[];
  children: ComponentChildren;
  onLike(name: string): void;
  onTitle(title: string): void;
  /** Starts a new log. */
  onSettings(settings: Settings, words: string): void;
  onText(text: string): void;
}) {
  const [name, setName] = useState('shogi');
  const start = writeSetup(log.start);
  const [fen, setFen] = useState(start);
  useEffect(() => setFen(start), [start]);
  const [files, setFiles] = useState(9);
  const [ranks, setRanks] = useState(9);
  const labels = labelsOf(log).join(' ');
  const [more, setMore] = useState(labels);
  useEffect(() => setMore(labels), [labels]);
  const [wrong, setWrong] = useState<{ of: 'fen' | 'labels'; text: string } | null>(null);
  useEffect(() => setWrong(null), [log]);
  const faultOf = (field: 'fen' | 'labels') => (wrong?.of === field ? wrong.text : '');

  return (
    <details class="setting-up">
      <summary>{t('Set up a board')}</summary>
      {children}
      <p class="line">
        <Select title={t('Starting position')} value={name} onChoose={setName}><GameOptions games={games} /></Select>
        <Button onClick={() => onLike(name)}>{t('Set up this game')}</Button>
      </p>
      <p class="line">
        <Count title={t('Files')} min={1} max={SIDE_MAX} value={files} onChange={setFiles} />
        <Count title={t('Ranks')} min={1} max={SIDE_MAX} value={ranks} onChange={setRanks} />
        <Button onClick={() => onSettings({
          ...log, labels: labelsOf(log),
          start: readSetup(Array.from({ length: ranks }, () => files).join('/')),
        }, t('Empty board'))}>{t('Empty board')}</Button>
      </p>
      <form class="line" onSubmit={(event) => {
        event.preventDefault();
        try {
          onSettings({ ...log, start: readSetup(fen.trim(), fen.includes('/') ? 0 : log.start.position.width) }, t('Set up'));
        } catch (error) {
          setWrong({ of: 'fen', text: faultInWords((error as Fault).message, (error as Fault).column) });
        }
      }}>
        <Area title={t('Extended FEN')} name="fen" rows={3} value={fen} fault={faultOf('fen')} onChange={(text) => { setWrong(null); setFen(text); }} />
        <Button type="submit">{t('Load FEN')}</Button>
      </form>
      <form class="line" onSubmit={(event) => {
        event.preventDefault();
        const words = more.split(/[\s,]+/).filter((word) => word !== '');
        const bad = words.find((word) => !LABEL.test(word));
        if (bad !== undefined) return setWrong({ of: 'labels', text: t('A piece label is made of letters, such as P or +P, not "{label}".', { label: bad }) });
        return onSettings({ ...log, labels: words.map((word) => turnedTo(word, 'first')) }, t('Pieces set'));
      }}>
        <Text title={t('Piece labels')} name="labels" value={more} fault={faultOf('labels')} onChange={(text) => { setWrong(null); setMore(text); }} />
        <Button type="submit">{t('Use these pieces')}</Button>
      </form>
      <p class="line">
        <Text title={t('Title')} name="title" value={log.title} maxlength={80} spellcheck onChange={onTitle} />
        <Select title={t('Coordinates')} value={log.coordinates} options={[['shogi', '7g'], ['chess', 'e4']]}
          onChoose={(coordinates) => onSettings({ ...log, coordinates: coordinates as Settings['coordinates'] }, t('Coordinates set'))} />
        <Select title={t('Captured pieces')} value={log.captures} options={[['hand', t('go to the hand')], ['gone', t('leave the game')]]}
          onChoose={(captures) => onSettings({ ...log, captures: captures as Settings['captures'] }, t('Captures changed'))} />
      </p>
      <p class="hint">{t('Any other change here starts a new log.')}</p>
      <div class="buttons">
        <Button onClick={() => download(write(log), 'table.txt')}>{t('Download the log')}</Button>
        <File title={t('Open a log')} accept=".txt,text/plain" onFile={(file) => void file.slice(0, 1024 * 1024).text().then(onText)} />
      </div>
    </details>
  );
}
