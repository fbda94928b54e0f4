// lobbyEvents.ts: the subscription to the events of the lobby, which several parts of the page share.

import { useEffect } from 'preact/hooks';
import { api, useConnection } from './server';

/** How many parts want the events now. */
let subscribers = 0;

/** Has the server send the events of the lobby while `wanted`.  onStart: is called whenever they begin, as earlier events are lost. */
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
