// Account.tsx: signing in and up, and the account.

import { useState } from 'preact/hooks';
import { unsubscribe } from '../account/notify';
import { AccountSettings } from '../account/AccountSettings';
import { KeptGames } from '../account/KeptGames';
import { Refused } from '../api';
import { Avatar, Button, Card, Tabs, Text, type TextProps } from '../design/parts';
import { go, useTitle, type PageProps } from '../navigation';
import { PlayerLink } from '../PlayerLink';
import { authenticate, inWords, useMe } from '../server';
import { DownloadAll } from '../records/DownloadAll';
import { triedGames } from '../tried';
import { t, tx } from '../words';
import './account.css';

export default function Account({ place }: PageProps) {
  useTitle(t('Account'));
  const me = useMe();
  if (me === undefined) return <p class="waiting">{t('Loading')}</p>;
  const letter = place.query.get('letter');
  if (letter) return <EmailLink token={letter} />;
  if (me === null) return <SignIn then={place.query.get('then')} />;
  return (
    <div class="account-page">
      <div class="row who">
        <Avatar name={me.name} />
        <div class="grow">
          <h1>{t('Account')}</h1>
          <p>{tx(me.guest ? 'You are a guest: {name}' : 'You are signed in as {name}', { name: <strong><PlayerLink name={me.name} /></strong> })}</p>
        </div>
        {!me.guest && <a href="/api/account/export" download="shoogi.json">{t('Download your data')}</a>}
        <SignOut />
      </div>
      {me.guest && <SignIn then={place.query.get('then')} guest />}
      <DownloadAll query={new URLSearchParams({ player: me.name, state: 'finished' }).toString()} title={t('Download all my games')} />
      {!me.guest && <KeptGames name={me.name} />}
      {!me.guest && <AccountSettings />}
    </div>
  );
}

/** A link from an e-mail: confirms an address, or sets a new password. */
function EmailLink({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const [wanted, setWanted] = useState(false);
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState('');
  const on = (event: Event) => {
    event.preventDefault();
    setFault('');
    authenticate('/api/letter', { token, ...(password && { password }) }).then(
      ({ text }) => setSaid(text || t('Done.')),
      (error: unknown) => {
        if (error instanceof Refused && error.answer['wanted'] === 'password') setWanted(true);
        setFault(inWords(error));
      },
    );
  };
  return (
    <>
      <h1>{t('Link from your e-mail')}</h1>
      {said ? <p role="status">{said} <a href="/account">{t('Account')}</a></p> : (
        <form class="form" onSubmit={on}>
          {wanted && <Text title={t('New password')} type="password" name="password" autocomplete="new-password" required value={password} onChange={setPassword} />}
          <Button type="submit" kind="primary">{t('Confirm')}</Button>
        </form>
      )}
      {fault && <p role="alert" class="fault">{fault}</p>}
    </>
  );
}

function SignOut() {
  const [fault, setFault] = useState('');
  return (
    <>
      <Button onClick={() => unsubscribe().catch(() => {}).then(() => authenticate('/api/logout', {})).catch((error: unknown) => setFault(inWords(error)))}>
        {t('Sign out')}
      </Button>
      {fault && <span role="alert" class="fault">{fault}</span>}
    </>
  );
}

type Way = 'login' | 'signup' | 'reset';

/** then: the path to go to after signing in.  guest: whether the reader is signed in as a guest; the form then begins with
 * signing up. */
function SignIn({ then, guest = false }: { then: string | null; guest?: boolean }) {
  const [way, setWay] = useState<Way>(guest ? 'signup' : 'login');
  const [fields, setFields] = useState({ name: '', password: '', mail: '', code: '', next: '' });
  /** The further field that the server requires: "code" or "new". */
  const [wanted, setWanted] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [said, setSaid] = useState('');

  const on = async (path: string, sent: Readonly<Record<string, unknown>>) => {
    setBusy(true);
    setFault('');
    setSaid('');
    try {
      const answer = await authenticate(path, sent);
      // The games played here before belong to the new player.
      if (path === '/api/signup' && triedGames().some(({ over }) => over))
        void import('../engine/triedRecord').then(({ uploadFinished }) => uploadFinished(fields.name)).catch(() => {});
      if (path === '/api/reset') setSaid(answer.text || t('If that account exists and has an e-mail address, we have sent a message there.'));
      // Only paths of this site, whatever the URL says.
      else if (then?.startsWith('/') && !then.startsWith('//')) go(then, 'replace');
    } catch (error) {
      if (error instanceof Refused && typeof error.answer['wanted'] === 'string') setWanted(error.answer['wanted']);
      setFault(inWords(error));
    }
    setBusy(false);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const { name, password, mail, code, next } = fields;
    if (way === 'reset') return on('/api/reset', { name });
    if (way === 'signup') return on('/api/signup', { name, password, ...(mail && { mail }) });
    return on('/api/login', { name, password, ...(code && { code }), ...(next && { new: next }) });
  };
  const field = (key: keyof typeof fields, title: string, more: Partial<TextProps>) =>
    <Text name={key} title={title} value={fields[key]} onChange={(value) => setFields({ ...fields, [key]: value })} {...more} />;
  const choose = (chosen: string) => {
    setWay(chosen as Way);
    setFault('');
  };
  const titles: Record<Way, string> = {
    login: t('Sign in'), signup: t('Sign up'), reset: t('Reset password'),
  };
  return (
    <div class="sign-in">
      {guest ? <><h2>{titles[way]}</h2><p class="quiet">{way === 'signup' ? t('With an account you have a name of your own and ratings, and keep your games: those of the guest become yours, and go on.')
        : t('The games of the guest stay with the guest. Sign up to keep them.')}</p></>
        : <h1>{titles[way]}</h1>}
      <Card>
        <Tabs title={t('Sign in or sign up')} chosen={way === 'signup' ? way : 'login'} tabs={[['login', titles.login], ['signup', titles.signup]]} onChoose={choose} />
        <form class="form" onSubmit={submit}>
          {field('name', t('Name'), { autocomplete: 'username', required: true, maxlength: 40 })}
          {way !== 'reset' && field('password', t('Password'), {
            type: 'password', required: true, autocomplete: way === 'signup' ? 'new-password' : 'current-password',
          })}
          {way === 'signup' && field('mail', t('E-mail (optional)'), { type: 'email', autocomplete: 'email' })}
          {way === 'login' && wanted === 'code' && field('code', t('Code from your authenticator app'), {
            inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: 20,
          })}
          {way === 'login' && wanted === 'new' && field('next', t('Choose a new password'), {
            type: 'password', autocomplete: 'new-password',
          })}
          <Button type="submit" kind="primary" disabled={busy}>{titles[way]}</Button>
        </form>
        {fault && <p role="alert" class="fault">{fault}</p>}
        <p role="status">{said}</p>
        {way === 'login' && <Button onClick={() => choose('reset')}>{titles.reset}</Button>}
        {way === 'login' && !guest && (
          <p class="row guest"><span class="grow quiet">{t('No account? Look around first.')}</span>
            <Button disabled={busy} onClick={() => on('/api/login', { guest: true })}>{t('Play as a guest')}</Button></p>
        )}
      </Card>
    </div>
  );
}
