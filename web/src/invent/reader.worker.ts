// reader.worker.ts: reads definitions in a worker that the page terminates when it takes too long.

import { openHelp } from '../library';
import { tryOut } from './trial';

const library = openHelp();
void library.then(() => postMessage('ready'));
onmessage = async ({ data }: MessageEvent<string>) => {
  const { shoogi } = await library;
  postMessage(tryOut(shoogi, data));
};
