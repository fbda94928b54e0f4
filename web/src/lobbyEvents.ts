// lobbyEvents.ts: the subscription to the events of the lobby, which several parts of the page share.

import { useEffect } from 'preact/hooks';
import { api, useConnection } from './server';

/** The number of parts that want the events now. */
let subscribers = 0;

/** Subscribes to the events of the lobby while `wanted`.  onStart: called after each subscription; earlier events are lost, so the
 * caller fetches what they would have changed. */
export function useLobbyEvents(wanted: boolean, onStart: () => void): void {
  const line = useConnection();
  useEffect(() => {
    if (!wanted || line !== 'online') return undefined;
    subscribers++;
    api.post('lobby', { on: true }).then(onStart, () => {});
    return () => {
      if (--subscribers === 0 && api.line === 'online') void api.post('lobby', { on: false }).catch(() => {});
    };
  }, [wanted, line, onStart]);
}
