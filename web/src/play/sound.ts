// sound.ts: the sounds of a game, synthesised: a piece set on the board, and a few notes for what wants attention.

import { setting } from '../settings';

/** A note: its frequency, and when it begins and how long it sounds, in seconds. */
export type Note = readonly [hz: number, at: number, length: number];

export type Sound = 'move' | 'capture' | 'check' | 'turn' | 'low' | 'challenge' | 'end' | 'second';

/** The notes of each sound. */
export const notes: Readonly<Record<Sound, readonly Note[]>> = {
  move: [],
  capture: [],
  check: [[988, 0.04, 0.1], [988, 0.16, 0.16]],
  turn: [[660, 0.06, 0.12]],
  low: [[880, 0, 0.08], [880, 0.16, 0.08], [880, 0.32, 0.08]],
  challenge: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.24]],
  end: [[523, 0.08, 0.2], [392, 0.28, 0.4]],
  second: [[1320, 0, 0.05]],
};

/** When a piece is set on the board, or taken off it, in seconds. */
const knocks: Partial<Readonly<Record<Sound, readonly number[]>>> = { move: [0], capture: [0, 0.07] };

let context: AudioContext | undefined;
/** The number of sources that sound or are scheduled. */
let sounding = 0;
/** Browsers let a page sound only after the reader's first action. */
let touched = false;
if (typeof addEventListener === 'function')
  for (const kind of ['pointerdown', 'keydown'])
    addEventListener(kind, () => { touched = true; }, { once: true, capture: true });

/** Plays sounds together, unless the reader has turned sounds off. */
export function play(...sounds: readonly Sound[]): void {
  if (setting('sounds')) sound(sounds);
}

function sound(sounds: readonly Sound[]): void {
  if (!touched || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume(); // also if a suspend() is under way
  for (const one of sounds) {
    for (const at of knocks[one] ?? []) knock(context, at);
    for (const note of notes[one]) ring(context, note);
  }
}

/** Starts a source.  The context is suspended as soon as no source sounds: a running one computes silence and uses the battery. */
function start(source: AudioScheduledSourceNode, to: AudioContext, at: number): void {
  sounding++;
  source.onended = () => { if (--sounding === 0) void to.suspend(); };
  source.start(at);
}

/** Counts a second that is left, as the reader wants it: in words, or by a click where the browser has no voice. */
export function countSecond(left: number): void {
  const how = setting('countdown');
  if (how === 'no' || !touched) return;
  const voices = how === 'voice' && typeof speechSynthesis !== 'undefined' ? speechSynthesis.getVoices() : [];
  if (voices.length === 0) return sound(['second']);
  const words = new SpeechSynthesisUtterance(String(left));
  words.lang = document.documentElement.lang;
  words.rate = 1.4;
  // A number that is late would be wrong.
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

/** A short burst of noise, like wood on wood. */
function knock(to: AudioContext, at: number): void {
  const length = Math.floor(to.sampleRate * 0.06);
  const noise = to.createBuffer(1, length, to.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = new AudioBufferSourceNode(to, { buffer: noise });
  source.connect(new BiquadFilterNode(to, { type: 'bandpass', frequency: 1100, Q: 2 }))
    .connect(new GainNode(to, { gain: 0.9 })).connect(to.destination);
  start(source, to, to.currentTime + at);
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
  start(source, to, begin);
  source.stop(begin + length);
}
