// CallBack.tsx: how a player who left an offer is called back when somebody accepts it.

import { useState } from 'preact/hooks';
import { useAnswer } from '../answer';
import { Button } from '../design/parts';
import { api, inWords, useMe } from '../server';
import { t } from '../words';
import { lacking, subscribe } from './notify';

/** A notification of this page, while it is in the background; one of the server comes when it is closed. */
export async function notifyHere(title: string, address: string): Promise<void> {
  if (!document.hidden || lacking() || Notification.permission !== 'granted') return;
  await (await navigator.serviceWorker.getRegistration())?.showNotification(title, { icon: '/icon.svg', data: address, tag: address });
}

/** slow: the game is by correspondence, and begins even if the player is gone. */
export function CallBack({ slow }: { slow: boolean }) {
  const me = useMe();
  const account = me != null && !me.guest;
  const push = useAnswer<{ key: string }>(account ? '/api/account/devices' : null).value?.key ?? '';
  const mail = useAnswer<{ sends_mail: boolean; mail: string }>(account ? '/api/account/security' : null).value;
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState('');
  const [asked, setAsked] = useState(() => !lacking() && Notification.permission === 'granted');
  const ask = async () => {
    setFault('');
    try {
      // Without an account or a push service, the page itself notifies while it is open.
      const granted = push === '' ? (await Notification.requestPermission()) === 'granted' : await subscribe(push);
      if (!granted) return setFault(t('This browser blocks notifications. Allow them for this page in its settings, then try again.'));
      if (typeof granted === 'object') await api.post('notify', { ...granted });
      setAsked(true);
      setSaid(t('You will be notified on this device.'));
    } catch (error) {
      setFault(inWords(error));
    }
  };
  // A page that is closed shows nothing: of a slow game only the server can tell.
  const offers = !asked && !lacking() && (!slow || push !== '');
  return (
    <>
      <p>{slow ? t('The game begins when somebody accepts. You need not wait here.') : t('The game opens here when somebody accepts. Keep this page open.')}
        {account && mail?.mail && me.settings['LETTERS'] !== 'OFF' ? ` ${t('You also get an e-mail.')}` : ''}</p>
      {said && <p>{said}</p>}
      {fault && <p class="fault">{fault}</p>}
      <p class="actions">
        {offers && <Button icon="bell" onClick={() => void ask()}>{t('Notify me')}</Button>}
        {account && mail?.sends_mail && !mail.mail && <a href="/account">{t('Get an e-mail')}</a>}
        {me?.guest && slow && <a href="/account">{t('Sign up to be called back')}</a>}
      </p>
    </>
  );
}
