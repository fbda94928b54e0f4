// LookPanel.tsx: the form for board appearance, for every page with a board.

import { useState } from 'preact/hooks';
import { CopyField } from '../CopyField';
import { Button, Select, Text, Tick } from '../design/parts';
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
            <Tick key={name} name={name} title={t(title)} value={look[name] === 'yes'} onChange={(on) => change(on ? 'yes' : 'no')} />
          ) : (
            <Select key={name} name={name} title={t(title)} value={look[name]} onChoose={change}
              options={Object.entries(words).map(([word, label]) => [word, t(label)])} />
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
        <div class="line">
          <Select title={t('Preset')} name="preset" value={same} options={[['', t('Custom')], ...[...all.keys()].map((one) => [one, one] as const)]}
            onChoose={(wanted) => {
              const chosen = all.get(wanted);
              if (chosen) setLook(chosen);
            }} />
          {same !== '' && <Button onClick={() => keep(same, null)}>{t('Delete preset')}</Button>}
        </div>
      )}
      <div class="line">
        <Text title={t('Save as preset')} name="preset-name" value={name} maxlength={40} fault={fault} onChange={setName} />
        <Button type="submit">{t('Save')}</Button>
      </div>
    </form>
  );
}
