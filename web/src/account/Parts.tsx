// Parts.tsx: what can be set of an account: what the commands of the same names do at a telnet.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAnswer, type Fetched } from '../answer';
import type { Answer } from '../api';
import { CopyField } from '../CopyField';
import { api, inWords } from '../server';
import { spoken, t, tn, tx } from '../words';
import { endpointHere, lacking, subscribe, unsubscribe } from './notify';
import '../pages/account.css';

type Values = Readonly<Record<string, unknown>>;

/** A part that is opened by who wants it, and what the server says there. */
function Part({ title, children }: { title: string; children(call: (command: string, fields: Values) => Promise<Answer | null>): ComponentChildren }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const call = (command: string, fields: Values) => {
    setText('');
    setFault('');
    return api.post(command, fields).then(
      (answer) => {
        setText(t('Done.'));
        return answer;
      },
      (error: unknown) => {
        setFault(inWords(error));
        return null;
      },
    );
  };
  return (
    <details>
      <summary>{title}</summary>
      {children(call)}
      {text && <p role="status">{text}</p>}
      {fault && <p role="alert" class="fault">{fault}</p>}
    </details>
  );
}

interface Field {
  name: string;
  label: string;
  type?: 'password' | 'email' | 'text';
}

const own = (): Field => ({ name: 'own', label: t('Your password'), type: 'password' });

function Do({ label, fields = [], onDo }: { label: string; fields?: readonly Field[]; onDo(values: Readonly<Record<string, string>>): void }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  return (
    <form class="row" onSubmit={(event) => {
      event.preventDefault();
      onDo(values);
      setValues({});
    }}>
      {fields.map(({ name, label: title, type = 'text' }) => (
        <label key={name}>{title} <input {...{ type } as Record<string, string>} name={name} value={values[name] ?? ''} required autocomplete={type === 'password'
          ? (name === 'own' ? 'current-password' : 'new-password') : 'off'} spellcheck={false}
          onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })} /></label>
      ))}
      <button type="submit">{label}</button>
    </form>
  );
}

/** Somewhere one is logged in; GET /api/account/sessions. */
interface Session {
  number: string;
  kind: 'browser' | 'program' | 'telnet';
  name: string;
  from: string;
  since_ms: number;
  seen_ms: number;
  own: boolean;
}

/** GET /api/account/security. */
interface Security {
  sends_mail: boolean;
  mail: string;
  awaited: string;
  codes: boolean;
  spare: number;
}

function When({ ms }: { ms: number }) {
  const time = new Date(ms);
  return <time dateTime={time.toISOString()}>{time.toLocaleString(spoken(), { dateStyle: 'medium', timeStyle: 'short' })}</time>;
}

function Sessions({ all, onEnd }: { all: readonly Session[]; onEnd(number: string): void }) {
  const kinds: Record<Session['kind'], string> = { browser: t('Browser'), program: t('Program'), telnet: t('Telnet') };
  return (
    <ul class="places">
      {all.map((one) => (
        <li key={one.number}>
          <span><strong>{one.name || kinds[one.kind]}</strong>{one.own && <> ({t('this one')})</>}{' '}
            <span class="quiet"><span lang="">{one.from}</span><br />{tx('Since {since}, last used {seen}', { since: <When ms={one.since_ms} />, seen: <When ms={one.seen_ms} /> })}</span></span>
          {!one.own && <button type="button" onClick={() => onEnd(one.number)}
            aria-label={`${t('End it')}: ${one.name || `${kinds[one.kind]}, ${one.from}`}`}>{t('End it')}</button>}
        </li>
      ))}
    </ul>
  );
}

export function Parts() {
  const sessions = useAnswer<{ sessions: readonly Session[] }>('/api/account/sessions');
  const security = useAnswer<Security>('/api/account/security');
  const all = sessions.value?.sessions ?? [];
  return (
    <div class="account">
      <Part title={t('Password')}>{(call) => (
        <Do label={t('Change it')} fields={[own(), { name: 'next', label: t('A new one'), type: 'password' }]}
          onDo={({ own: old, next }) => void call('password', { old, new: next }).then(sessions.refresh)} />
      )}</Part>
      <Part title={t('Where you are logged in')}>{(call) => (
        <>
          <Sessions all={all.filter(({ kind }) => kind !== 'program')}
            onEnd={(end) => void call('sessions', { end }).then(sessions.refresh)} />
          <Do label={t('End all others')} onDo={() => void call('sessions', { others: true }).then(sessions.refresh)} />
        </>
      )}</Part>
      <Tokens all={all.filter(({ kind }) => kind === 'program')} refresh={sessions.refresh} />
      {security.value && <Mail security={security.value} refresh={security.refresh} />}
      <Devices />
      {security.value && <Codes security={security.value} refresh={security.refresh} />}
      <Part title={t('Close the account')}>{(call) => (
        <Do label={t('Close it for ever')} fields={[own()]}
          onDo={({ own: password }) => void call('close', { answers: ['yes', password] })} />
      )}</Part>
    </div>
  );
}

function Tokens({ all, refresh }: { all: readonly Session[]; refresh(): void }) {
  const [token, setToken] = useState('');
  return (
    <Part title={t('Tokens for programs')}>{(call) => (
      <>
        <Sessions all={all} onEnd={(end) => void call('sessions', { end }).then(refresh)} />
        {all.length === 0 && <p class="quiet">{t('There are none.')}</p>}
        {token && <>
          <CopyField text={token} title={t('The token')} />
          <p>{t('It is shown this once.  Whoever has it can play in your games.')}</p>
        </>}
        <Do label={t('Make one')} fields={[{ name: 'name', label: t('A name for it') }]}
          onDo={({ name }) => void call('token', { name }).then((answer) => {
            setToken(typeof answer?.['token'] === 'string' ? answer['token'] : '');
            refresh();
          })} />
      </>
    )}</Part>
  );
}

type PartOf = Pick<Fetched<Security>, 'refresh'> & { security: Security };

function Mail({ security: { sends_mail, mail, awaited }, refresh }: PartOf) {
  const { value: me, refresh: ask } = useAnswer<{ settings: Readonly<Record<string, string>> }>('/api/account');
  const wishes = [['OFF', t('Nothing')], ['DAILY', t('What happens, and once a day whose turn it is')], ['EACH', t('Each turn at once')]] as const;
  return (
    <Part title={t('Mail')}>{(call) => (
      <>
        <p>{mail ? tx('Letters go to {address}.', { address: <strong>{mail}</strong> }) : t('You are not written to.')}</p>
        {awaited && <p>{tx('A letter is on its way to {address}: follow its link.', { address: <strong>{awaited}</strong> })}</p>}
        {mail && me && (
          <label>{t('What you are written about')}{' '}
            <select name="letters" value={me.settings['LETTERS']}
              onChange={(event) => void call('set', { setting: 'letters', value: event.currentTarget.value }).then(ask)}>
              {wishes.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
            </select></label>
        )}
        {sends_mail ? (
          <Do label={t('Write to me there')} fields={[{ name: 'address', label: t('Address'), type: 'email' }, own()]}
            onDo={({ address, own: password }) => void call('mail', { address, answers: [password] }).then(refresh)} />
        ) : <p class="quiet">{t('This server sends no mail.')}</p>}
        {(mail || awaited) && <Do label={t('Forget the address')} onDo={() => void call('mail', { address: 'off' }).then(refresh)} />}
      </>
    )}</Part>
  );
}

/** GET /api/account/devices. */
interface Told {
  key: string;
  devices: readonly { number: number; name: string; endpoint: string; since_ms: number }[];
}

function Devices() {
  const { value: told, refresh } = useAnswer<Told>('/api/account/devices');
  const { value: me, refresh: ask } = useAnswer<{ settings: Readonly<Record<string, string>> }>('/api/account');
  const [here, setHere] = useState('');
  const [fault, setFault] = useState('');
  useEffect(() => void endpointHere().then(setHere, () => {}), [told]);
  const lacks = lacking();
  const wishes = [['OFF', t('Nothing')], ['GAMES', t('What happens, but for turns')], ['TURNS', t('Each turn as well')]] as const;
  const isHere = told?.devices.some(({ endpoint }) => endpoint === here) ?? false;
  return (
    <Part title={t('Notifications')}>{(call) => {
      const add = async (key: string) => {
        setFault('');
        try {
          const subscription = await subscribe(key);
          if (!subscription) setFault(t('This browser was not allowed to show notifications: its settings for this page change that.'));
          else if (await call('notify', { ...subscription })) refresh();
        } catch {
          setFault(t('The push service of this browser cannot be reached.'));
        }
      };
      const end = async (number: number, endpoint: string) => {
        if (endpoint === here) await unsubscribe().catch(() => {});
        await call('notify', { end: number });
        refresh();
      };
      return (
        <>
          <p>{t('Devices are told what happens in your games when you are not here, also while the page is closed.')}</p>
          <ul class="places">
            {told?.devices.map(({ number, name, endpoint, since_ms: since }) => (
              <li key={number}>
                <span><strong>{name || new URL(endpoint).host}</strong>{endpoint === here && <> ({t('this one')})</>}{' '}
                  <span class="quiet">{tx('since {since}', { since: <When ms={since} /> })}</span></span>
                <button type="button" onClick={() => void end(number, endpoint)}
                  aria-label={`${t('End it')}: ${name || new URL(endpoint).host}`}>{t('End it')}</button>
              </li>
            ))}
          </ul>
          {told && told.devices.length > 0 && me && (
            <label>{t('What they are told')}{' '}
              <select name="notify" value={me.settings['NOTIFY']}
                onChange={(event) => void call('set', { setting: 'notify', value: event.currentTarget.value }).then(ask)}>
                {wishes.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
              </select></label>
          )}
          {told && (told.key === '' ? <p class="quiet">{t('This server sends no notifications.')}</p>
            : lacks === 'security' ? <p class="quiet">{t('Browsers show notifications only of pages that came over HTTPS.')}</p>
              : lacks === 'support' ? <p class="quiet">{t('This browser cannot show notifications of a page. On an iPhone or iPad, add the page to the home screen first.')}</p>
                : !isHere && <p><button type="button" onClick={() => void add(told.key)}>{t('Notify me on this device')}</button></p>)}
          {fault && <p role="alert" class="fault">{fault}</p>}
        </>
      );
    }}</Part>
  );
}

function Codes({ security: { codes, spare: left }, refresh }: PartOf) {
  const [begun, setBegun] = useState<{ uri: string; secret: string } | null>(null);
  const [spare, setSpare] = useState<readonly string[]>([]);
  const keep = (answer: Answer | null) => {
    if (!answer) return;
    setBegun(null);
    setSpare(typeof answer['spare'] === 'string' ? answer['spare'].split(' ') : []);
    refresh();
  };
  return (
    <Part title={t('Codes at login')}>{(call) => {
      const on = (what: string, then: (answer: Answer | null) => void) => (values: Readonly<Record<string, string>>) =>
        void call('codes', { what, answers: [values['own']] }).then(then);
      return (
        <>
          <p>{codes
            ? `${t('A code of your authenticator is asked for at login.')} ${tn(left, '{n} spare code is left.', '{n} spare codes are left.')}`
            : t('You are asked for your password alone.')}</p>
          {begun && <Begun {...begun} />}
          {begun && <Do label={t('This is the first code')} fields={[{ name: 'what', label: t('Code') }]}
            onDo={({ what }) => void call('codes', { what }).then(keep)} />}
          {spare.length > 0 && <>
            <p>{t('Keep these for the case that you lose your telephone.  Each takes the place of a code once, and they are not shown again.')}</p>
            <ul class="spare">{spare.map((one) => <li key={one}><code>{one}</code></li>)}</ul>
          </>}
          {!codes && !begun && <Do label={t('Ask for codes')} fields={[own()]} onDo={on('on', (answer) => {
            if (answer) setBegun({ uri: String(answer['uri']), secret: String(answer['secret']) });
          })} />}
          {codes && <Do label={t('Ten other codes for an emergency')} fields={[own()]} onDo={on('new', keep)} />}
          {codes && <Do label={t('Ask for no codes')} fields={[own()]} onDo={on('off', keep)} />}
        </>
      );
    }}</Part>
  );
}

/** What an authenticator is to be given. */
function Begun({ uri, secret }: { uri: string; secret: string }) {
  const [drawn, setDrawn] = useState<{ size: number; d: string } | null>(null);
  useEffect(() => {
    void import('../qr').then(({ qr, path }) => {
      const field = qr(uri);
      setDrawn(field && { size: field.length + 8, d: path(field) });
    });
  }, [uri]);
  return (
    <>
      <p>{t('Let the program for codes on your telephone see this, then type the code that it shows.  Until then nothing is asked for.')}</p>
      {drawn && (
        <svg class="qr" viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label={t('The secret as a QR code')} shape-rendering="crispEdges">
          <path class="paper" d={`M0 0h${drawn.size}v${drawn.size}H0z`} />
          <path d={drawn.d} />
        </svg>
      )}
      <p><a href={uri}>{t('Open it on this device')}</a> {tx('or type the secret: {secret}', { secret: <code class="secret">{secret}</code> })}</p>
    </>
  );
}
