// Shell.tsx: the frame of all pages: navigation, settings and notices.

import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, Seal, type IconName } from './design/Icon';
import { Avatar, Button, Select, Tick } from './design/parts';
import { go, usePlace, type PageProps } from './navigation';
import { shownName } from './playerName';
import { follow, pageOf } from './routes';
import { LiveRegion, say } from './liveRegion';
import { servedAt } from './served';
import { api, chooseLanguage, chooseNotation, inWords, useConnection, useMe } from './server';
import { onSettings, setting, useSetting, type Settings } from './settings';
import { add, useTalk } from './talk';
import { currentLanguage, LANGUAGES, loadLanguage, t } from './words';

export function Shell() {
  const [language, setLanguage] = useState(currentLanguage);
  useLayoutEffect(() => {
    const look = () => {
      document.documentElement.dataset['theme'] = setting('theme');
      if (setting('language') !== currentLanguage()) void loadLanguage(setting('language')).then(() => setLanguage(currentLanguage()));
    };
    look(); // the reader's settings may be known before the first render
    return onSettings(look);
  }, []);
  useLayoutEffect(() => {
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, []);
  return (
    <div class="shell" key={language}>
      <a class="skip" href="#main">{t('Skip to content')}</a>
      <Header />
      <ConnectionNotice />
      <div class="news"><Offers /><Notices /></div>
      <Content />
      <LiveRegion />
    </div>
  );
}

function Header() {
  const { path } = usePlace();
  const me = useMe();
  // On a phone the links are the bar at the foot of the screen, which has room for five.
  const links: readonly (readonly [to: string, name: string, icon: IconName, where?: string])[] = [
    ['/', t('Lobby'), 'piece'], ['/games', t('Games'), 'games'], ['/try', t('Try'), 'board'], ['/invent', t('Invent'), 'invent', 'wide-only'],
    ['/rules', t('Rules'), 'book'], ['/account', me ? shownName(me.name) : me === null ? t('Sign in') : t('Account'), 'reader', 'of-reader'],
  ];
  return (
    <header class="top">
      <a class="name" href="/"><Seal />shoogi</a>
      <nav aria-label={t('Pages')}>
        {links.map(([to, name, icon, where]) => (
          <a key={to} href={to} class={where === 'of-reader' && me === undefined ? 'of-reader unknown' : where} aria-current={path === to ? 'page' : undefined}>
            {where === 'of-reader' && me ? <Avatar name={me.name} /> : null}<Icon name={icon} /><span>{name}</span>
          </a>
        ))}
      </nav>
      <SettingsMenu />
    </header>
  );
}

/** A short gap is bridged without a notice. */
const LASTS_MS = 1200;

function ConnectionNotice() {
  const line = useConnection();
  const [network, setNetwork] = useState(navigator.onLine);
  const [lasts, setLasts] = useState(false);
  useLayoutEffect(() => {
    const look = () => setNetwork(navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  const lost = !network || line === 'offline' || line === 'connecting';
  useEffect(() => {
    const timer = lost ? setTimeout(() => setLasts(true), LASTS_MS) : undefined;
    setLasts(false);
    return () => clearTimeout(timer);
  }, [lost]);
  if (!lost || !lasts) return null;
  return (
    <p class="notice-bar" role="status">
      {network ? t('Connection lost. Reconnecting...')
        : t('You are offline. You can still try out games.')}
    </p>
  );
}

/** The challenges to the reader, loaded for those who can get any. */
function Offers() {
  const signedIn = useMe() != null;
  const [loaded, setLoaded] = useState<{ Challenged: ComponentType } | null>(null);
  useEffect(() => { if (signedIn) void import('./Challenged').then(setLoaded, () => {}); }, [signedIn]);
  return signedIn && loaded ? <loaded.Challenged /> : null;
}

/** The largest number of notices at once. */
const NOTICES = 3;

/** The server's notices, until they are closed.  The lobby shows them in its chat. */
function Notices() {
  const { path } = usePlace();
  // Offers have a notice of their own, with buttons.
  const lines = useTalk(({ kind, about }) => kind === 'notice' && about?.kind !== 'challenge' && about?.kind !== 'replay');
  const [seen, see] = useState(() => lines.at(-1)?.key ?? 0);
  const inLobby = path === '/';
  const latest = lines.at(-1);
  useEffect(() => {
    if (!latest || latest.key <= seen) return;
    if (inLobby) see(latest.key);
    else say(latest.text);
  }, [latest?.key, inLobby]);
  /** Deletes a game that its other player wants to delete. */
  const agree = async (key: number, game: number) => {
    see(key);
    const note = (text: string) => add({ kind: 'notice', from: null, text, game: null });
    await api.post('delete', { game }).then(({ text }) => {
      note(text ?? '');
      if (path === `/games/${game}`) go('/games');
    }, (error: unknown) => note(inWords(error)));
  };
  const fresh = inLobby ? [] : lines.filter(({ key }) => key > seen).slice(-NOTICES);
  if (fresh.length === 0) return null;
  return (
    <aside class="notice-bar notices" aria-label={t('Notices')}>
      {fresh.map(({ key, text, about }) => (
        <p key={key}><span>{text}{about?.game !== undefined && path !== `/games/${about.game}` && (
          <> <a href={`/games/${about.game}`}>{t('Go to the game')}</a></>)}</span>
        {about?.kind === 'delete' && <> <Button onClick={() => void agree(key, about.game!)}>{t('Agree and delete it')}</Button></>}</p>
      ))}
      <Button onClick={() => see(fresh.at(-1)!.key)}>{t('Close')}</Button>
    </aside>
  );
}

function SettingsMenu() {
  const [theme, setTheme] = useSetting('theme');
  const [language] = useSetting('language');
  const [confirm, setConfirm] = useSetting('confirm');
  const [sound, setSound] = useSetting('sounds');
  const [countdown, setCountdown] = useSetting('countdown');
  const [notation] = useSetting('notation');
  return (
    <details class="settings-menu">
      <summary><Icon name="settings" /> <span class="words">{t('Settings')}</span></summary>
      <div>
        <a class="phone-only" href="/invent">{t('Invent')}</a>
        <a href="/help/">{t('Help')}</a>
        <Select title={t('Theme')} value={theme} onChoose={(value) => setTheme(value as Settings['theme'])}
          options={[['auto', t('System')], ['light', t('Light')], ['dark', t('Dark')]]} />
        <Select title={t('Language')} value={language} onChoose={chooseLanguage}>
          {LANGUAGES.map(({ code, name }) => <option key={code} value={code} lang={code}>{name}</option>)}
        </Select>
        <Select title={t('Notation of moves')} name="notation" value={notation} onChoose={(value) => chooseNotation(value as Settings['notation'])} options={[
          ['', t('by language')], ['western', 'P-7f, Bx2b+'], ['kitao', '歩-76, 角x22+'], ['japanese', '▲７六歩, △同　銀'], ['usi', '7g7f, 8h2b+'],
        ]} />
        <Select title={t('Confirm moves')} value={confirm} onChoose={(value) => setConfirm(value as Settings['confirm'])}
          options={[['slow', t('in correspondence games')], ['always', t('always')], ['never', t('never')]]} />
        <Tick role="switch" title={t('Sounds')} value={sound} onChange={setSound} />
        <Select title={t('Count my last seconds')} name="countdown" value={countdown} onChoose={(value) => setCountdown(value as Settings['countdown'])}
          options={[['no', t('no')], ['voice', t('by a voice')], ['clicks', t('by clicks')]]} />
      </div>
    </details>
  );
}

/** The page of the current URL; the page before stays until it is loaded. */
function Content() {
  const place = usePlace();
  const [shown, show] = useState<{ Page: ComponentType<PageProps>; place: typeof place } | null>(null);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    let wanted = true;
    const Served = servedAt(place.path);
    const load = pageOf(place.path) ?? (Served ? () => Promise.resolve({ default: Served }) : () => import('./pages/NotFound'));
    load().then(
      ({ default: Page }) => { if (wanted) show({ Page, place }); },
      (error: unknown) => {
        // A newer build may have other files: then only a reload helps, and only once.
        if (navigator.onLine && sessionStorage.getItem('reloaded') !== place.path) {
          sessionStorage.setItem('reloaded', place.path);
          location.reload();
        } else if (wanted) {
          show({ Page: () => <Broken error={error} />, place });
        }
      },
    );
    return () => { wanted = false; };
  }, [place]);
  // After a link the focus moves to the new page, for keyboard and screen reader.
  useLayoutEffect(() => {
    if (!shown) return;
    if (!first.current) main.current?.focus();
    first.current = false;
  }, [shown?.place.path]);
  return (
    <main id="main" ref={main} tabIndex={-1}>
      {shown ? <shown.Page key={shown.place.path} place={shown.place} /> : <p class="waiting">{t('Loading')}</p>}
    </main>
  );
}

function Broken({ error }: { error: unknown }) {
  return <p role="alert">{t('This page could not be loaded. Reload it to try again. ({error})', { error: String(error) })}</p>;
}
