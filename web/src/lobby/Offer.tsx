// Offer.tsx: the form that creates a challenge.

import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../answer';
import { isEngine } from '../answers';
import { CopyField } from '../CopyField';
import { Card } from '../design/parts';
import { api, inWords } from '../server';
import type { ServerGames } from '../serverGames';
import { setting, set } from '../settings';
import { t } from '../words';
import { GameOptions } from '../rules/GameOptions';
import { gamesOf, ruleSetsOf } from '../rules/names';

interface Terms {
  variant: string;
  school: string;
  colour: 'random' | 'black' | 'white';
  clock: string;
  rated: boolean;
  undo: boolean;
  illegal_loses: boolean;
  grades: boolean;
  privacy: string;
  ratings: string;
  expires: string;
  link: boolean;
  pattern: string;
  move: string;
  comment: string;
}

const defaults: Terms = {
  variant: 'shogi', school: '', colour: 'random', clock: '10m/30s', rated: false, undo: false, illegal_loses: false,
  grades: false, privacy: 'public', ratings: '', expires: '', link: false, pattern: '', move: '', comment: '',
};

const clocks = (): { text: string; name: string }[] => [
  { text: '3m+2s', name: t('3 minutes, plus 2 seconds per move') },
  { text: '10m/30s', name: t('10 minutes, then 30 seconds per move') },
  { text: '30m/60s', name: t('30 minutes, then 60 seconds per move') },
  { text: '1h+30s', name: t('1 hour, plus 30 seconds per move') },
  { text: '1d', name: t('1 day per move') },
  { text: '3d', name: t('3 days per move') },
  { text: '14d/3d*2', name: t('14 days, then 3 days per move') },
  { text: '', name: t('No clock') },
];

/** The terms of the last challenge, overridden by those of the URL. */
function begin(to: string | null, asked: URLSearchParams): Terms {
  let kept: Partial<Terms> = {};
  try {
    kept = JSON.parse(setting('offer')) as Partial<Terms>;
  } catch {
    // No challenge was created here yet.
  }
  const terms = { ...defaults, ...kept, move: '', comment: '', pattern: to ?? '' };
  for (const [key, value] of asked)
    if (Object.hasOwn(defaults, key))
      Object.assign(terms, { [key]: typeof defaults[key as keyof Terms] === 'boolean' ? value === 'yes' : value });
  return terms;
}

/** A link to this form with its current values. */
function addressOf(terms: Terms): string {
  const said = Object.entries(terms).filter(([key, value]) => key === 'variant' || value !== defaults[key as keyof Terms])
    .map(([key, value]) => [key, typeof value === 'boolean' ? (value ? 'yes' : 'no') : value]);
  return `${location.origin}/?offer&${new URLSearchParams(said).toString()}`;
}

export function Offer({ games, titled, to, asked }: ServerGames & { to: string | null; asked: URLSearchParams }) {
  const variants = games.map(({ name }) => name);
  const alone = gamesOf(variants);
  const engines = useAnswer<{ engines: readonly { name: string; level: number }[] }>('/api/engines').value?.engines ?? [];
  const [terms, setTerms] = useState(() => begin(to, asked));
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [said, setSaid] = useState('');
  /** The link to an unlisted challenge. */
  const [link, setLink] = useState('');
  useEffect(() => { if (to) setTerms((before) => ({ ...before, pattern: to })); }, [to]);

  const change = <K extends keyof Terms>(key: K, value: Terms[K]) => setTerms({ ...terms, [key]: value });
  const own = !clocks().some(({ text }) => text === terms.clock);
  const [ownClock, setOwnClock] = useState(own);
  const ruleSets = ruleSetsOf(terms.variant, variants);

  const offer = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFault('');
    setSaid('');
    setLink('');
    const { school, clock, pattern, move, comment, privacy, grades, colour, ratings, expires, ...rest } = terms;
    // Games against engines are not rated.
    const given = Object.entries({ ...rest, pattern: pattern.trim() || '*', rated: rest.rated && !isEngine(pattern) })
      .filter(([, value]) => value !== false);
    try {
      const { key } = await api.post('new', {
        ...Object.fromEntries(given),
        ...(ruleSets.includes(school) && { school }),
        ...(clock && { clock }),
        ...(grades ? { grades } : { colour }),
        ...(privacy !== 'public' && { privacy }),
        ...(ratings.trim() && { ratings: ratings.trim() }),
        ...(expires && { expires }),
        // The first move is Black's: a player of White says so with "W".
        ...(move.trim() && { move: `${colour === 'white' && !grades ? 'W' : ''}${move.trim()}` }),
        ...(comment.trim() && { comment: comment.trim() }),
      });
      set('offer', JSON.stringify({ ...terms, pattern: '', move: '', comment: '', link: false }));
      // An engine accepts at once, and the game opens.
      setSaid(key ? t('Your challenge is unlisted. Send its link to your opponent.') : isEngine(pattern) ? '' : t('Your challenge is in the list.'));
      setLink(key ? `${location.origin}/?key=${String(key)}` : '');
      setTerms({ ...terms, move: '', comment: '' });
    } catch (error) {
      setFault(inWords(error));
    }
    setBusy(false);
  };

  const tick = (key: 'rated' | 'undo' | 'illegal_loses' | 'grades' | 'link', name: string) => (
    <label class="tick"><input type="checkbox" name={key} checked={terms[key]}
      onChange={(event) => change(key, event.currentTarget.checked)} /> {name}</label>
  );
  return (
    <Card aria-labelledby="offer">
      <h2 id="offer">{t('Create a challenge')}</h2>
      <form class="form" onSubmit={offer}>
        <label>{t('Game')} <select name="variant" value={terms.variant} onChange={(event) => change('variant', event.currentTarget.value)}>
          <GameOptions games={games.filter(({ name }) => alone.includes(name) || name === terms.variant)} />
          {!variants.includes(terms.variant) && <option value={terms.variant}>{titled(terms.variant)}</option>}
        </select></label>
        {ruleSets.length > 0 && (
          <label>{t('Rule set')} <select name="school" value={terms.school} onChange={(event) => change('school', event.currentTarget.value)}>
            <option value="">{t('default')}</option>
            {ruleSets.map((name) => (
              <option key={name} value={name}>{games.find((one) => one.name === `${terms.variant}-${name}`)?.title}</option>
            ))}
          </select></label>
        )}
        <label>{t('Clock')} <select name="clock" value={ownClock ? 'own' : terms.clock} onChange={({ currentTarget: { value } }) => {
          setOwnClock(value === 'own');
          if (value !== 'own') change('clock', value);
        }}>
          {clocks().map(({ text, name }) => <option key={text} value={text}>{name}</option>)}
          <option value="own">{t('Custom')}</option>
        </select></label>
        {ownClock && (
          <label>{t('Custom clock (see HELP CLOCKS)')} <input name="own-clock" value={terms.clock} spellcheck={false} autocomplete="off"
            placeholder="15m+10s" onInput={(event) => change('clock', event.currentTarget.value)} /></label>
        )}
        <label>{t('You play')} <select name="colour" value={terms.colour} disabled={terms.grades}
          onChange={(event) => change('colour', event.currentTarget.value as Terms['colour'])}>
          <option value="random">{t('random colour')}</option>
          <option value="black">{t('Black')}</option>
          <option value="white">{t('White')}</option>
        </select></label>
        <label>{t('Opponent')} <input name="pattern" value={terms.pattern} placeholder={t('anyone')} spellcheck={false} autocomplete="off"
          list="engines" onInput={(event) => change('pattern', event.currentTarget.value)} /></label>
        <datalist id="engines">
          {engines.map(({ name, level }) => <option key={name} value={name}>{t('engine, level {level}', { level })}</option>)}
        </datalist>
        {tick('rated', t('Rated'))}
        <details>
          <summary>{t('More')}</summary>
          <div class="form">
            <label>{t('First move, or a handicap')} <input name="move" value={terms.move} placeholder="P-7f" spellcheck={false} autocomplete="off"
              onInput={(event) => change('move', event.currentTarget.value)} /></label>
            <label>{t('Who may see the game')} <select name="privacy" value={terms.privacy} onChange={(event) => change('privacy', event.currentTarget.value)}>
              <option value="public">{t('anyone')}</option>
              <option value="hidden">{t('anyone who knows its number')}</option>
              <option value="protected">{t('anyone who has its key')}</option>
            </select></label>
            <label>{t('Rating range')} <input name="ratings" value={terms.ratings} placeholder="1500-1800" spellcheck={false} autocomplete="off"
              onInput={(event) => change('ratings', event.currentTarget.value)} /></label>
            <label>{t('Expires after (days)')} <input name="expires" type="number" min="1" max="90" value={terms.expires}
              onInput={(event) => change('expires', event.currentTarget.value)} /></label>
            {tick('link', t('Unlisted: only people with the link can accept'))}
            {tick('grades', t('Grades decide the colour and the handicap'))}
            {tick('undo', t('Moves may be taken back'))}
            {tick('illegal_loses', t('An illegal move loses'))}
            <CopyField text={addressOf(terms)} title={t('Link to this form')} />
            <label>{t('Comment')} <input name="comment" value={terms.comment} maxlength={200}
              onInput={(event) => change('comment', event.currentTarget.value)} /></label>
          </div>
        </details>
        <button type="submit" disabled={busy}>{t('Create challenge')}</button>
      </form>
      {fault && <p role="alert" class="fault">{fault}</p>}
      <p role="status" class="quiet">{said}</p>
      {link && <CopyField text={link} title={t('Link to the challenge')} />}
    </Card>
  );
}
