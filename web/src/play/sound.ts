// sound.ts: the sound of a piece set on the board, synthesised.

import { setting } from '../settings';

let context: AudioContext | undefined;

/** Plays the sound if the reader has turned it on. */
export function knock(): void {
  if (!setting('sound')) return;
  context ??= new AudioContext();
  const { currentTime: at, sampleRate } = context;
  // A short burst of noise, like wood on wood.
  const length = Math.floor(sampleRate * 0.06);
  const noise = context.createBuffer(1, length, sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  source.connect(new BiquadFilterNode(context, { type: 'bandpass', frequency: 1100, Q: 2 }))
    .connect(new GainNode(context, { gain: 0.9 })).connect(context.destination);
  source.start(at);
}
