// Offer.tsx: the form that creates a challenge.

import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../answer';
import { isEngine, linkTo } from '../answers';
import { CopyField } from '../CopyField';
import { Button, Card, Select, Text, Tick } from '../design/parts';
import { sfenAsWord, sfenOfWord } from '../positions';
import { api, inWords } from '../server';
import type { ServerGames } from '../serverGames';
import { setting, set } from '../settings';
import { sideOptions } from '../sides';
import { isSlow, timeInWords } from '../timeInWords';
import { t, tc, tx } from '../words';
import { gamesOf, ruleSetsOf } from '../rules/names';
import { Handicap } from './Handicap';
import { StartBoard } from './StartBoard';

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
  /** The position from which the game begins, as in SFEN; '': the first of its game. */
  start: string;
  comment: string;
}

const defaults: Terms = {
  variant: 'shogi', school: '', colour: 'random', clock: '10m/30s', rated: false, undo: false, illegal_loses: false,
  grades: false, privacy: 'public', ratings: '', expires: '', link: false, pattern: '', move: '', start: '', comment: '',
};

const CLOCKS: readonly string[] = ['3m+2s', '10m/30s', '30m/60s', '1h+30s', '1d', '3d', '14d/3d*2', ''];

/** The terms of the last challenge, overridden by those of the URL. */
function begin(to: string | null, asked: URLSearchParams): Terms {
  let kept: Partial<Terms> = {};
  try {
    kept = JSON.parse(setting('offer')) as Partial<Terms>;
  } catch {
    // No challenge was created here yet.
  }
  const terms = { ...defaults, ...kept, move: '', start: '', comment: '', pattern: to ?? '' };
  for (const [key, value] of asked)
    if (Object.hasOwn(defaults, key))
      Object.assign(terms, { [key]: typeof defaults[key as keyof Terms] === 'boolean' ? value === 'yes' : value });
  // A game from a position is never rated, and has no handicap.
  if (terms.start) Object.assign(terms, { start: sfenOfWord(terms.start), school: '', rated: false, grades: false });
  return terms;
}

/** A link to this form with its current values. */
function addressOf(terms: Terms): string {
  const said = Object.entries(terms).filter(([key, value]) => key === 'variant' || value !== defaults[key as keyof Terms])
    .map(([key, value]) => [key, typeof value === 'boolean' ? (value ? 'yes' : 'no') : value]);
  return `${location.origin}/?offer&${new URLSearchParams(said).toString()}`;
}

export interface OfferProps extends ServerGames {
  /** The opponent of a link. */
  to: string | null;
  /** The fields of a link to this form. */
  asked: URLSearchParams;
  /** slow: the game that was offered is by correspondence. */
  onOffered(slow: boolean): void;
}

export function Offer({ games, titled, to, asked, onOffered }: OfferProps) {
  const variants = games.map(({ name }) => name);
  const alone = gamesOf(variants);
  const engines = useAnswer<{ engines: readonly { name: string; level: number }[] }>('/api/engines').value?.engines ?? [];
  const [terms, setTerms] = useState(() => begin(to, asked));
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  /** The link to an unlisted challenge. */
  const [link, setLink] = useState('');
  const [more, setMore] = useState(false);
  useEffect(() => { if (to) setTerms((before) => ({ ...before, pattern: to })); }, [to]);

  const change = <K extends keyof Terms>(key: K, value: Terms[K]) => setTerms({ ...terms, [key]: value });
  const own = !CLOCKS.includes(terms.clock);
  const [ownClock, setOwnClock] = useState(own);
  const ruleSets = ruleSetsOf(terms.variant, variants);

  const offer = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFault('');
    setLink('');
    const { school, clock, pattern, move, comment, start, privacy, grades, colour, ratings, expires, ...rest } = terms;
    // Games against engines are not rated.
    const given = Object.entries({ ...rest, pattern: pattern.trim() || '*', rated: rest.rated && !isEngine(pattern) })
      .filter(([, value]) => value !== false);
    try {
      const { challenge, key } = await api.post<{ challenge: number; key?: string }>('new', {
        ...Object.fromEntries(given),
        ...(ruleSets.includes(school) && { school }),
        ...(clock && { clock }),
        ...(grades ? { grades } : { colour }),
        ...(privacy !== 'public' && { privacy }),
        ...(ratings.trim() && { ratings: ratings.trim() }),
        ...(expires && { expires }),
        ...(start && { start: sfenAsWord(start) }),
        // The first move is Black's: a player of White says so with "W".
        ...(move.trim() && { move: `${colour === 'white' && !grades ? 'W' : ''}${move.trim()}` }),
        ...(comment.trim() && { comment: comment.trim() }),
      });
      set('offer', JSON.stringify({ ...terms, pattern: '', move: '', start: '', comment: '', link: false }));
      // An engine accepts at once, and the game opens.
      if (!key && !isEngine(pattern)) onOffered(isSlow(clock));
      setLink(key ? linkTo({ id: challenge, key }) : '');
      setTerms({ ...terms, move: '', comment: '' });
    } catch (error) {
      setFault(inWords(error));
    }
    setBusy(false);
  };

  const tick = (key: 'rated' | 'undo' | 'illegal_loses' | 'grades' | 'link', title: string) =>
    <Tick name={key} title={title} value={terms[key]} onChange={(value) => change(key, value)} />;
  const shown = games.filter(({ name }) => alone.includes(name) || name === terms.variant).map(({ name, title }) => [name, title] as const);
  return (
    <Card aria-labelledby="offer">
      <h2 id="offer">{t('Create a challenge')}</h2>
      <form class="form" onSubmit={offer}>
        <Select title={t('Game')} name="variant" value={terms.variant} onChoose={(value) => setTerms({ ...terms, variant: value, start: '' })}
          options={variants.includes(terms.variant) ? shown : [...shown, [terms.variant, titled(terms.variant)]]} />
        {ruleSets.length > 0 && (
          <Select title={t('Rule set')} name="school" value={terms.school} onChoose={(value) => change('school', value)}
            options={[['', t('default')], ...ruleSets.map((name) => [name, titled(`${terms.variant}-${name}`)] as const)]} />
        )}
        {terms.start && (
          <div class="from-start">
            <StartBoard variant={terms.variant} sfen={terms.start} />
            <p>{t('The game begins from this position, and is not rated.')}</p>
            <Button onClick={() => change('start', '')}>{t('Begin from the first position')}</Button>
          </div>
        )}
        <Select title={t('Clock')} name="clock" value={ownClock ? 'own' : terms.clock} onChoose={(value) => {
          setOwnClock(value === 'own');
          if (value !== 'own') change('clock', value);
        }} options={[...CLOCKS.map((clock) => [clock, timeInWords(clock)] as const), ['own', t('Custom')]]} />
        {ownClock && (
          <Text title={t('Custom clock')} name="own-clock" value={terms.clock} placeholder="15m+10s" onChange={(value) => change('clock', value)}
            hint={tx('15m/30s: 15 minutes, then 30 seconds per move. 15m+10s: plus 10 seconds per move. {more}', {
              more: <a href="/help/clocks">{t('All clocks')}</a>,
            })} />
        )}
        <Select title={t('You play')} name="colour" value={terms.colour} disabled={terms.grades} onChoose={(value) => change('colour', value as Terms['colour'])}
          options={[['random', t('random colour')], ...sideOptions()]} />
        <Text title={t('Opponent')} name="pattern" value={terms.pattern} placeholder={t('anyone')} list="engines" onChange={(value) => change('pattern', value)} />
        <datalist id="engines">
          {engines.map(({ name, level }) => <option key={name} value={name}>{t('engine, level {level}', { level })}</option>)}
        </datalist>
        {!terms.start && tick('rated', t('Rated'))}
        <details onToggle={({ currentTarget }) => setMore(currentTarget.open)}>
          <summary>{tc('options', 'More')}</summary>
          <div class="form">
            {!terms.start && <p><a href={`/editor?variant=${encodeURIComponent(terms.variant)}`}>{t('Begin from a position that you set up')}</a></p>}
            {more && !terms.start && !terms.grades && (
              <Handicap game={terms.variant} move={terms.move}
                // With a random colour the players would not know whose pieces are removed.
                onMove={(move) => setTerms({ ...terms, move, ...(move !== '' && terms.colour === 'random' && { colour: 'white' }) })} />
            )}
            {!terms.start && <Text title={t('First move, or a handicap')} name="move" value={terms.move} placeholder="P-7f" onChange={(value) => change('move', value)} />}
            <Select title={t('Who may see the game')} name="privacy" value={terms.privacy} onChoose={(value) => change('privacy', value)}
              options={[['public', t('anyone')], ['hidden', t('anyone who knows its number')], ['protected', t('anyone who has its key')]]} />
            <Text title={t('Rating range')} name="ratings" value={terms.ratings} placeholder="1500-1800" onChange={(value) => change('ratings', value)} />
            <Text title={t('Expires after (days)')} name="expires" type="number" min={1} max={90} value={terms.expires} onChange={(value) => change('expires', value)} />
            {tick('link', t('Unlisted: only people with the link can accept'))}
            {!terms.start && tick('grades', t('Grades decide the colour and the handicap'))}
            {tick('undo', t('Moves may be taken back'))}
            {tick('illegal_loses', t('An illegal move loses'))}
            <CopyField text={addressOf(terms)} title={t('Link to this form')} />
            <Text title={t('Comment')} name="comment" value={terms.comment} maxlength={200} spellcheck onChange={(value) => change('comment', value)} />
          </div>
        </details>
        <Button type="submit" disabled={busy}>{t('Create challenge')}</Button>
      </form>
      {fault && <p role="alert" class="fault">{fault}</p>}
      <p role="status" class="quiet">{link && t('Your challenge is unlisted. Send its link to your opponent.')}</p>
      {link && <CopyField text={link} title={t('Link to the challenge')} />}
    </Card>
  );
}
