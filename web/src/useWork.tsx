// useWork.tsx: the work that the buttons of a panel start, and its outcome in words.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { inWords } from './server';

export interface Work {
  /** Starts work, which returns the words to show after its success, or ''. */
  run(work: () => Promise<string>): void;
  busy: boolean;
  /** The outcome of the latest work, to show at the end of the panel. */
  outcome: ComponentChildren;
}

export function useWork(): Work {
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  return {
    run(work) {
      setSaid('');
      setFault('');
      setBusy(true);
      work().then(setSaid, (error: unknown) => setFault(inWords(error))).finally(() => setBusy(false));
    },
    busy,
    outcome: <>{said && <p role="status" class="said">{said}</p>}{fault && <p role="alert" class="fault">{fault}</p>}</>,
  };
}
