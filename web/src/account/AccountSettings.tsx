// AccountSettings.tsx: the settings of an account, with the functions of the telnet commands of the same names.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAnswer, type Fetched } from '../answer';
import type { Answer } from '../api';
import { CopyField } from '../CopyField';
import { Badge, Button, List, Select, Text, Tick } from '../design/parts';
import { api, inWords } from '../server';
import { momentInWords, t, tn, tx } from '../words';
import { endpointHere, lacking, nameOf, subscribe, unsubscribe } from './notify';
import '../pages/account.css';

type Values = Readonly<Record<string, unknown>>;

/** A section to unfold, and the server's answer to it. */
function Section({ title, children }: { title: string; children(call: (command: string, fields: Values) => Promise<Answer | null>): ComponentChildren }) {
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
  type?: 'password' | 'email' | 'text' | 'checkbox';
  /** Is not required. */
  optional?: boolean;
  /** The values to choose from, with their words; the first is the default. */
  choices?: readonly (readonly [value: string, words: string])[];
}

const own = (): Field => ({ name: 'own', label: t('Your password'), type: 'password' });
/** The password, and a code where the account has codes. */
const proof = (codes: boolean): Field[] => codes ? [own(), { name: 'code', label: t('Code from your authenticator app') }] : [own()];
const answersOf = ({ own: password = '', code }: Readonly<Record<string, string>>) => code === undefined ? [password] : [password, code];

function Input({ field: { name, label, type = 'text', optional = false, choices }, value, onChange }: { field: Field; value: string; onChange(value: string): void }) {
  if (choices) return <Select title={label} name={name} value={value || choices[0]![0]} options={choices} onChoose={onChange} />;
  if (type === 'checkbox') return <Tick title={label} name={name} value={value !== ''} onChange={(on) => onChange(on ? 'on' : '')} />;
  const autocomplete = type === 'password' ? (name === 'own' ? 'current-password' : 'new-password') : name === 'code' ? 'one-time-code' : 'off';
  return <Text {...{ title: label, name, type, value, onChange, required: !optional, autocomplete }} />;
}

/** kind: of its button. */
function ActionForm({ label, fields = [], kind = 'plain', onSubmitted }: {
  label: string; fields?: readonly Field[]; kind?: 'plain' | 'danger'; onSubmitted(values: Readonly<Record<string, string>>): void;
}) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  return (
    <form class="form" onSubmit={(event) => {
      event.preventDefault();
      onSubmitted(values);
      setValues({});
    }}>
      {fields.map((field) => (
        <Input key={field.name} field={field} value={values[field.name] ?? ''} onChange={(value) => setValues({ ...values, [field.name]: value })} />
      ))}
      <Button type="submit" kind={kind}>{label}</Button>
    </form>
  );
}

/** A session; GET /api/account/sessions. */
interface Session {
  number: string;
  kind: 'browser' | 'program' | 'telnet';
  name: string;
  /** Of a program. */
  scopes?: string;
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
  return <time dateTime={new Date(ms).toISOString()}>{momentInWords(ms)}</time>;
}

function Sessions({ all, onEnd }: { all: readonly Session[]; onEnd(number: string): void }) {
  const kinds: Record<Session['kind'], string> = { browser: t('Browser'), program: t('Program'), telnet: t('Telnet') };
  return (
    <List>
      {all.map((one) => (
        <li key={one.number}>
          <span><strong>{one.name || (one.kind === 'browser' && nameOf(one.from)) || kinds[one.kind]}</strong>{one.own && <> <Badge kind="live">{t('current')}</Badge></>}{' '}
            <span class="quiet">{one.scopes && <><code>{one.scopes}</code><br /></>}<span lang="" title={one.from}>{one.from.split(',', 1)[0]}</span><br />{tx('Since {since}, last active {seen}', { since: <When ms={one.since_ms} />, seen: <When ms={one.seen_ms} /> })}</span></span>
          {!one.own && <Button onClick={() => onEnd(one.number)}
            aria-label={`${t('Revoke')}: ${one.name || `${kinds[one.kind]}, ${one.from}`}`}>{t('Revoke')}</Button>}
        </li>
      ))}
    </List>
  );
}

export function AccountSettings() {
  const sessions = useAnswer<{ sessions: readonly Session[] }>('/api/account/sessions');
  const security = useAnswer<Security>('/api/account/security');
  const all = sessions.value?.sessions ?? [];
  const codes = security.value?.codes ?? false;
  return (
    <div class="account">
      <Section title={t('Password')}>{(call) => (
        <ActionForm label={t('Change password')} fields={[...proof(codes), { name: 'next', label: t('New password'), type: 'password' },
          ...(all.some(({ kind }) => kind === 'program') ? [{ name: 'keep', label: t('Keep API tokens'), type: 'checkbox', optional: true } as const] : [])]}
          onSubmitted={({ own: old, code, next, keep }) => void call('password', {
            old, new: next, ...(code && { code }), ...(keep && { keep_tokens: true }),
          }).then(sessions.refresh)} />
      )}</Section>
      <Section title={t('Where you are signed in')}>{(call) => (
        <>
          <Sessions all={all.filter(({ kind }) => kind !== 'program')}
            onEnd={(end) => void call('sessions', { end }).then(sessions.refresh)} />
          <ActionForm label={t('End all other sessions')} onSubmitted={() => void call('sessions', { others: true }).then(sessions.refresh)} />
        </>
      )}</Section>
      <Tokens all={all.filter(({ kind }) => kind === 'program')} codes={codes} refresh={sessions.refresh} />
      {security.value && <Mail security={security.value} refresh={security.refresh} />}
      <Devices />
      {security.value && <Codes security={security.value} refresh={security.refresh} />}
      <Section title={t('Close account')}>{(call) => (
        <ActionForm kind="danger" label={t('Close account permanently')} fields={[own()]}
          onSubmitted={({ own: password }) => void call('close', { answers: ['yes', password] })} />
      )}</Section>
    </div>
  );
}

function Tokens({ all, codes, refresh }: { all: readonly Session[]; codes: boolean; refresh(): void }) {
  const [token, setToken] = useState('');
  const scopes = [
    ['read,play,records', t('Read, play, and upload records')], ['read,play', t('Read and play')], ['read', t('Only read')],
    ['read,play,records,manage', t('Everything, with settings and the account')],
  ] as const;
  return (
    <Section title={t('API tokens')}>{(call) => (
      <>
        <Sessions all={all} onEnd={(end) => void call('sessions', { end }).then(refresh)} />
        {all.length === 0 && <p class="quiet">{t('You have no tokens.')}</p>}
        {token && <>
          <CopyField text={token} title={t('Token')} />
          <p>{t('Copy the token now: it is not shown again. Anyone who has it can do what it permits, without your password.')}</p>
        </>}
        <ActionForm label={t('Create token')} fields={[
          { name: 'name', label: t('Token name') }, { name: 'scopes', label: t('It may'), choices: scopes }, ...proof(codes),
        ]}
          onSubmitted={({ name, scopes: chosen = scopes[0][0], ...typed }) => void call('token', { name, scopes: chosen, answers: answersOf(typed) }).then((answer) => {
            setToken(typeof answer?.['token'] === 'string' ? answer['token'] : '');
            refresh();
          })} />
      </>
    )}</Section>
  );
}

type SectionProps = Pick<Fetched<Security>, 'refresh'> & { security: Security };

function Mail({ security: { sends_mail, mail, awaited }, refresh }: SectionProps) {
  const { value: me, refresh: ask } = useAnswer<{ settings: Readonly<Record<string, string>> }>('/api/account');
  const wishes = [['OFF', t('Nothing')], ['DAILY', t('Game events, and a daily list of games where it is your turn')], ['EACH', t('Game events, and each turn at once')]] as const;
  return (
    <Section title={t('E-mail')}>{(call) => (
      <>
        <p>{mail ? tx('E-mail goes to {address}.', { address: <strong>{mail}</strong> }) : t('You have not added an e-mail address.')}</p>
        {awaited && <p>{tx('We sent a message to {address}. Follow its link to confirm the address.', { address: <strong>{awaited}</strong> })}</p>}
        {mail && me && (
          <Select title={t('E-mail me about')} name="letters" value={me.settings['LETTERS']!} options={wishes}
            onChoose={(value) => void call('set', { setting: 'letters', value }).then(ask)} />
        )}
        {sends_mail ? (
          <ActionForm label={t('Set e-mail address')} fields={[{ name: 'address', label: t('E-mail address'), type: 'email' }, own()]}
            onSubmitted={({ address, own: password }) => void call('mail', { address, answers: [password] }).then(refresh)} />
        ) : <p class="quiet">{t('This server does not send e-mail.')}</p>}
        {(mail || awaited) && <ActionForm label={t('Remove e-mail address')} onSubmitted={() => void call('mail', { address: 'off' }).then(refresh)} />}
      </>
    )}</Section>
  );
}

/** GET /api/account/devices. */
interface DevicesAnswer {
  key: string;
  devices: readonly { number: number; name: string; endpoint: string; since_ms: number }[];
}

function Devices() {
  const { value: devices, refresh } = useAnswer<DevicesAnswer>('/api/account/devices');
  const { value: me, refresh: ask } = useAnswer<{ settings: Readonly<Record<string, string>> }>('/api/account');
  const [here, setHere] = useState('');
  const [fault, setFault] = useState('');
  useEffect(() => void endpointHere().then(setHere, () => {}), [devices]);
  const lacks = lacking();
  const wishes = [['OFF', t('Nothing')], ['GAMES', t('Game events, but not turns')], ['TURNS', t('Game events and each turn')]] as const;
  const isHere = devices?.devices.some(({ endpoint }) => endpoint === here) ?? false;
  return (
    <Section title={t('Notifications')}>{(call) => {
      const add = async (key: string) => {
        setFault('');
        try {
          const subscription = await subscribe(key);
          if (!subscription) setFault(t('This browser blocks notifications. Allow them for this page in its settings, then try again.'));
          else if (await call('notify', { ...subscription })) refresh();
        } catch {
          setFault(t('The push service of this browser cannot be reached. Try again later.'));
        }
      };
      const end = async (number: number, endpoint: string) => {
        if (endpoint === here) await unsubscribe().catch(() => {});
        await call('notify', { end: number });
        refresh();
      };
      return (
        <>
          <p>{t('These devices show notifications about your games while you are away, even when the page is closed.')}</p>
          <List>
            {devices?.devices.map(({ number, name, endpoint, since_ms: since }) => (
              <li key={number}>
                <span><strong>{name || new URL(endpoint).host}</strong>{endpoint === here && <> <Badge kind="live">{t('current')}</Badge></>}{' '}
                  <span class="quiet">{tx('since {since}', { since: <When ms={since} /> })}</span></span>
                <Button onClick={() => void end(number, endpoint)}
                  aria-label={`${t('Remove')}: ${name || new URL(endpoint).host}`}>{t('Remove')}</Button>
              </li>
            ))}
          </List>
          {devices && devices.devices.length > 0 && me && (
            <Select title={t('Notify me about')} name="notify" value={me.settings['NOTIFY']!} options={wishes}
              onChoose={(value) => void call('set', { setting: 'notify', value }).then(ask)} />
          )}
          {devices && (devices.key === '' ? <p class="quiet">{t('This server does not send notifications.')}</p>
            : lacks === 'security' ? <p class="quiet">{t('Browsers allow notifications only on pages loaded over HTTPS.')}</p>
              : lacks === 'support' ? <p class="quiet">{t('This browser does not support notifications. On an iPhone or iPad, add this page to the home screen first.')}</p>
                : !isHere && <p><Button icon="bell" onClick={() => void add(devices.key)}>{t('Notify me on this device')}</Button></p>)}
          {fault && <p role="alert" class="fault">{fault}</p>}
        </>
      );
    }}</Section>
  );
}

function Codes({ security: { codes, spare: left }, refresh }: SectionProps) {
  const [begun, setBegun] = useState<{ uri: string; secret: string } | null>(null);
  const [spare, setSpare] = useState<readonly string[]>([]);
  const keep = (answer: Answer | null) => {
    if (!answer) return;
    setBegun(null);
    setSpare(typeof answer['spare'] === 'string' ? answer['spare'].split(' ') : []);
    refresh();
  };
  return (
    <Section title={t('Two-factor authentication')}>{(call) => {
      const on = (what: string, then: (answer: Answer | null) => void) => (values: Readonly<Record<string, string>>) =>
        void call('codes', { what, answers: answersOf(values) }).then(then);
      return (
        <>
          <p>{codes
            ? `${t('You need a code from your authenticator app to sign in.')} ${tn(left, '{n} recovery code is left.', '{n} recovery codes are left.')}`
            : t('You sign in with your password only.')}</p>
          {begun && <AuthenticatorSetup {...begun} />}
          {begun && <ActionForm label={t('Verify code')} fields={[{ name: 'what', label: t('Code') }]}
            onSubmitted={({ what }) => void call('codes', { what }).then(keep)} />}
          {spare.length > 0 && <>
            <p>{t('Save these recovery codes in case you lose your phone. Each replaces an authenticator code once. They are not shown again.')}</p>
            <ul class="spare">{spare.map((one) => <li key={one}><code>{one}</code></li>)}</ul>
          </>}
          {!codes && !begun && <ActionForm label={t('Turn on two-factor authentication')} fields={[own()]} onSubmitted={on('on', (answer) => {
            if (answer) setBegun({ uri: String(answer['uri']), secret: String(answer['secret']) });
          })} />}
          {codes && <ActionForm label={t('Create ten new recovery codes')} fields={proof(true)} onSubmitted={on('new', keep)} />}
          {codes && <ActionForm label={t('Turn off two-factor authentication')} fields={proof(true)} onSubmitted={on('off', keep)} />}
        </>
      );
    }}</Section>
  );
}

/** The secret for an authenticator app. */
function AuthenticatorSetup({ uri, secret }: { uri: string; secret: string }) {
  const [drawn, setDrawn] = useState<{ size: number; d: string } | null>(null);
  useEffect(() => {
    void import('../qr').then(({ qr, path }) => {
      const field = qr(uri);
      setDrawn(field && { size: field.length + 8, d: path(field) });
    });
  }, [uri]);
  return (
    <>
      <p>{t('Scan this with your authenticator app, then enter the code it shows. Two-factor authentication stays off until you do.')}</p>
      {drawn && (
        <svg class="qr" viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label={t('QR code of the secret')} shape-rendering="crispEdges">
          <path class="paper" d={`M0 0h${drawn.size}v${drawn.size}H0z`} />
          <path d={drawn.d} />
        </svg>
      )}
      <p><a href={uri}>{t('Open it on this device')}</a> {tx('or enter the secret: {secret}', { secret: <code class="secret">{secret}</code> })}</p>
    </>
  );
}
