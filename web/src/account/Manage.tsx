// Manage.tsx: what somebody who is logged in can do about his account: where he is logged in, his password, codes,
// tokens of programs, letters, what is stored about him, and the end of it all.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../api';
import { api, enter, inWords } from '../server';
import { spoken, t } from '../words';

/** An input of a form: its label, and what else it is. */
interface Field {
  name: string;
  label: string;
  more?: Readonly<Record<string, unknown>>;
}

const asked = (): Field => ({
  name: 'password', label: t('Your password'), more: { type: 'password', required: true, autocomplete: 'current-password' },
});

/** A form that has one thing done, and says what came of it. */
export function Deed({ fields, label, run, shown }: {
  fields: readonly Field[];
  label: string;
  run(values: Readonly<Record<string, string>>): Promise<Answer>;
  /** What is shown of the answer; its text, where it is left out. */
  shown?: (answer: Answer) => ComponentChildren;
}) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFault('');
    setAnswer(null);
    try {
      setAnswer(await run(values));
      setValues({});
    } catch (error) {
      setFault(inWords(error));
    }
    setBusy(false);
  };
  return (
    <form class="form" onSubmit={submit}>
      {fields.map(({ name, label: words, more }) => (
        <label key={name}>{words} <input name={name} value={values[name] ?? ''} {...more}
          onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })} /></label>
      ))}
      <button type="submit" disabled={busy}>{label}</button>
      {fault && <p role="alert" class="fault">{fault}</p>}
      <div role="status">{answer && (shown?.(answer) ?? answer.text)}</div>
    </form>
  );
}

const post = (path: string, fields: Readonly<Record<string, unknown>>) => api.http<Answer>('POST', `/api/${path}`, fields);

interface Place {
  number: string;
  kind: 'browser' | 'program' | 'telnet';
  name: string;
  from: string;
  since_ms: number;
  own: boolean;
}

function Places() {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const [fault, setFault] = useState('');
  const load = () => api.http<{ sessions: Place[] }>('GET', '/api/account/sessions')
    .then(({ sessions }) => setPlaces(sessions), (error: unknown) => setFault(inWords(error)));
  useEffect(() => { void load(); }, []);
  const end = (fields: Readonly<Record<string, unknown>>) =>
    post('sessions', fields).then(load, (error: unknown) => setFault(inWords(error)));
  const kinds: Record<Place['kind'], string> = { browser: t('Browser'), program: t('Program'), telnet: t('Telnet') };
  const when = new Intl.DateTimeFormat(spoken(), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section aria-labelledby="places">
      <h2 id="places">{t('Where you are logged in')}</h2>
      <ul class="places">
        {places.map(({ number, kind, name, from, since_ms, own }) => (
          <li key={number}>
            <strong>{kinds[kind]}{name && `: ${name}`}</strong> {t('since {when}, {from}', { when: when.format(since_ms), from })}
            {' '}
            {own ? t('(this one)') : (
              <button type="button" aria-label={t('End {what} {number}', { what: kinds[kind], number })}
                onClick={() => end({ end: number })}>{t('End')}</button>
            )}
          </li>
        ))}
      </ul>
      {places.length > 1 && <p><button type="button" onClick={() => end({ others: true })}>{t('End all others')}</button></p>}
      {fault && <p role="alert" class="fault">{fault}</p>}
    </section>
  );
}

function Part({ name, title, children }: { name: string; title: string; children: ComponentChildren }) {
  return (
    <section aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      {children}
    </section>
  );
}

export function Manage() {
  const [renewed, setRenewed] = useState(0);
  return (
    <>
      <Places key={renewed} />
      <Part name="password-part" title={t('Password')}>
        <Deed label={t('Change the password')} fields={[
          { ...asked(), name: 'old', label: t('The password you have') },
          { name: 'new', label: t('A new one'), more: { type: 'password', required: true, minlength: 6, autocomplete: 'new-password' } },
        ]} run={async ({ old, new: next }) => {
          const answer = await post('password', { old, new: next });
          setRenewed(renewed + 1);
          return answer;
        }} shown={() => t('The password has been changed, and all others are logged out.')} />
      </Part>
      <Part name="codes-part" title={t('Codes of a telephone')}>
        <p>{t('A program on your telephone can show a code that is asked for besides your password.')}</p>
        <Deed label={t('Begin with codes')} fields={[asked()]}
          run={({ password }) => post('codes', { what: 'on', answers: [password] })}
          shown={(answer) => (
            <p>{t('Open this on your telephone, or type the secret there:')}
              {' '}<a href={String(answer['uri'])}>{t('add to the program for codes')}</a> <code>{String(answer['secret'])}</code></p>
          )} />
        <Deed label={t('Confirm')} fields={[
          { name: 'code', label: t('The code it shows'), more: { inputmode: 'numeric', autocomplete: 'one-time-code', required: true, maxlength: 6 } },
        ]} run={({ code }) => post('codes', { what: code })} shown={(answer) => <pre>{answer.text}</pre>} />
        <Deed label={t('No more codes')} fields={[asked()]}
          run={({ password }) => post('codes', { what: 'off', answers: [password] })} />
      </Part>
      <Part name="mail-part" title={t('Letters')}>
        <Deed label={t('Tell an address')} fields={[
          { name: 'mail', label: t('Your address'), more: { type: 'email', required: true, autocomplete: 'email' } }, asked(),
        ]} run={({ mail, password }) => post('mail', { address: mail, answers: [password] })} />
        <Deed label={t('Forget the address')} fields={[]} run={() => post('mail', { address: 'off' })} />
        <Deed label={t('Show what address is known')} fields={[]} run={() => post('mail', {})} />
      </Part>
      <Part name="token-part" title={t('Programs')}>
        <p>{t('A token lets a program play as you, without your password.')}</p>
        <Deed label={t('Make a token')} fields={[
          { name: 'name', label: t('What it is for'), more: { required: true, maxlength: 40 } },
        ]} run={async ({ name }) => {
          const answer = await post('token', { name });
          setRenewed(renewed + 1);
          return answer;
        }} shown={(answer) => <p>{t('It is shown this once:')} <code>{String(answer['token'])}</code></p>} />
      </Part>
      <Part name="data-part" title={t('What is stored')}>
        <p><a href="/api/account/export" download="shoogi.json">{t('All that is stored about you, as JSON')}</a></p>
        <p>{t('Closing the account takes away what you have told of yourself. Your games stay, under another name.')}</p>
        <Deed label={t('Close the account for ever')} fields={[
          { name: 'yes', label: t('Type "yes"'), more: { required: true, pattern: '[yY][eE][sS]' } }, asked(),
        ]} run={({ yes, password }) => enter('/api/close', { answers: [yes, password] })} />
      </Part>
    </>
  );
}

/** What a link in a letter leads to; nothing is done before somebody says so. */
export function Letter({ token }: { token: string }) {
  return (
    <Part name="letter-part" title={t('From a letter')}>
      <p>{t('The link you have followed stands for something that was asked for. If it is a new password, choose it here.')}</p>
      <Deed label={t('Go on')} fields={[
        { name: 'password', label: t('New password, if you asked for one'), more: { type: 'password', autocomplete: 'new-password' } },
      ]} run={({ password }) => post('letter', { token, ...(password && { password }) })} />
    </Part>
  );
}
