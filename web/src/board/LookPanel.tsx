// LookPanel.tsx: the form for board appearance, for every page with a board.

import { useState } from 'preact/hooks';
import { CopyField } from '../CopyField';
import { t } from '../words';
import { SETTINGS, setLook, useLook, type Look } from './look';
import { usePresets } from './presets';

export interface LookPanelProps {
  /** Further parts of this page's link, such as the game and its position. */
  game?: Readonly<Record<string, string>>;
}

const NAMES = Object.keys(SETTINGS) as (keyof Look)[];

export function LookPanel({ game = {} }: LookPanelProps) {
  const look = useLook();
  const link = `${location.origin}${location.pathname}?${new URLSearchParams({ ...game, ...look }).toString()}`;
  return (
    <details class="look">
      <summary>{t('Board appearance')}</summary>
      <div class="settings">
        {NAMES.map((name) => {
          const { title, words } = SETTINGS[name];
          const change = (word: string) => setLook({ [name]: word });
          return Object.keys(words).sort().join() === 'no,yes' ? (
            <label key={name}><input type="checkbox" name={name} checked={look[name] === 'yes'}
              onChange={(event) => change(event.currentTarget.checked ? 'yes' : 'no')} /> {t(title)}</label>
          ) : (
            <label key={name}>{t(title)} <select name={name} value={look[name]} onChange={(event) => change(event.currentTarget.value)}>
              {Object.entries(words).map(([word, label]) => <option key={word} value={word}>{t(label)}</option>)}
            </select></label>
          );
        })}
      </div>
      <Presets look={look} />
      <CopyField title={t('Link')} text={link} />
    </details>
  );
}

/** Named appearances. */
function Presets({ look }: { look: Look }) {
  const { all, keep, fault } = usePresets();
  const [name, setName] = useState('');
  const same = [...all].find(([, one]) => NAMES.every((key) => one[key] === look[key]))?.[0] ?? '';
  return (
    <form class="presets" onSubmit={(event) => {
      event.preventDefault();
      if (name.trim() === '') return;
      keep(name.trim(), look);
      setName('');
    }}>
      {all.size > 0 && (
        <p>
          <label>{t('Preset')} <select name="preset" value={same} onChange={(event) => {
            const chosen = all.get(event.currentTarget.value);
            if (chosen) setLook(chosen);
          }}>
            <option value="">{t('Custom')}</option>
            {[...all.keys()].map((one) => <option key={one}>{one}</option>)}
          </select></label>
          {same !== '' && <button type="button" onClick={() => keep(same, null)}>{t('Delete preset')}</button>}
        </p>
      )}
      <p>
        <label>{t('Save as preset')} <input name="preset-name" value={name} maxLength={40} autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)} /></label>
        <button type="submit">{t('Save')}</button>
      </p>
      {fault !== '' && <p role="alert" class="fault">{fault}</p>}
    </form>
  );
}
