// sound.ts: the sounds of a game, synthesised: a piece set on the board, and a few notes for what wants attention.

import { setting } from '../settings';

/** A note: its frequency, and when it begins and how long it sounds, in seconds. */
export type Note = readonly [hz: number, at: number, length: number];

export type Sound = 'move' | 'turn' | 'low' | 'challenge' | 'end';

/** The notes of each sound; a move is a knock alone. */
export const notes: Readonly<Record<Sound, readonly Note[]>> = {
  move: [],
  turn: [[660, 0.06, 0.12]],
  low: [[880, 0, 0.08], [880, 0.16, 0.08], [880, 0.32, 0.08]],
  challenge: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.24]],
  end: [[523, 0.08, 0.2], [392, 0.28, 0.4]],
};

/** With these a piece is set on the board. */
const knocks: ReadonlySet<Sound> = new Set(['move', 'turn', 'end']);

let context: AudioContext | undefined;
/** Browsers let a page sound only after the reader's first action. */
let touched = false;
if (typeof addEventListener === 'function')
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, () => { touched = true; }, { once: true, capture: true });

/** Plays a sound, unless the reader has turned sounds off. */
export function play(sound: Sound): void {
  if (!setting('sounds') || !touched || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  if (knocks.has(sound)) knock(context);
  for (const note of notes[sound]) ring(context, note);
}

/** A short burst of noise, like wood on wood. */
function knock(to: AudioContext): void {
  const length = Math.floor(to.sampleRate * 0.06);
  const noise = to.createBuffer(1, length, to.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = new AudioBufferSourceNode(to, { buffer: noise });
  source.connect(new BiquadFilterNode(to, { type: 'bandpass', frequency: 1100, Q: 2 }))
    .connect(new GainNode(to, { gain: 0.9 })).connect(to.destination);
  source.start(to.currentTime);
}

/** A soft note that fades. */
function ring(to: AudioContext, [hz, at, length]: Note): void {
  const begin = to.currentTime + at;
  const gain = new GainNode(to, { gain: 0 });
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(0.12, begin + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  const source = new OscillatorNode(to, { type: 'triangle', frequency: hz });
  source.connect(gain).connect(to.destination);
  source.start(begin);
  source.stop(begin + length);
}
