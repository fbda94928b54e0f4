// When the page sounds, and when its audio device rests.

import { expect, test, vi } from 'vitest';

vi.mock('../src/settings', () => ({ setting: () => true })); // sounds are on

const sources: { onended: () => void }[] = [];
const calls: string[] = [];

class Node {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect = (to: unknown) => to;
}

class Source extends Node {
  onended = () => {};
  stop() {}
  start() { sources.push(this); }
}

class Context {
  sampleRate = 100;
  currentTime = 0;
  createBuffer = () => ({ getChannelData: () => [] });
  resume() { calls.push('resume'); }
  suspend() { calls.push('suspend'); }
}

test('the audio device rests as soon as nothing sounds, and wakes for the next sound', async () => {
  const touches: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_kind: string, listener: () => void) => { touches.push(listener); });
  vi.stubGlobal('AudioContext', Context);
  for (const name of ['BiquadFilterNode', 'GainNode']) vi.stubGlobal(name, Node);
  for (const name of ['AudioBufferSourceNode', 'OscillatorNode']) vi.stubGlobal(name, Source);
  const { play } = await import('../src/play/sound');
  play('move');
  expect(calls).toEqual([]); // no reader has done anything yet
  touches[0]!();
  play('capture', 'turn');
  expect(sources.length).toBe(3);
  sources[0]!.onended();
  sources[1]!.onended();
  expect(calls).toEqual(['resume']);
  sources[2]!.onended();
  expect(calls).toEqual(['resume', 'suspend']);
  play('move');
  expect(calls.at(-1)).toBe('resume');
  vi.unstubAllGlobals();
});
