// tokens.test.ts: the contrast of the colours in which text is set, light and dark, and the scale of spaces.

import fs from 'node:fs';
import { expect, test } from 'vitest';

const css = fs.readFileSync(new URL('../src/design/tokens.css', import.meta.url), 'utf8');

/** The value of a token in a theme. */
function value(name: string, theme: 'light' | 'dark'): string {
  const [, text = ''] = new RegExp(`--${name}: ([^;]+);`).exec(css) ?? [];
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(text) ?? [];
  return (theme === 'light' ? light : dark) ?? text;
}

/** Relative luminance; WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = colour.slice(1).match(/../g)!.map((pair) => {
    const part = parseInt(pair, 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

test('the formula of contrast', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

for (const theme of ['light', 'dark'] as const) {
  const on = ['paper', 'card', 'well'];
  test(`${theme}: text has a contrast of 4.5`, () => {
    const pairs = [
      ...['ink', 'quiet', 'accent', 'good', 'warn', 'check-text'].flatMap((text) => on.map((ground) => [text, ground] as const)),
      ['accent-ink', 'accent'] as const, ['ink', 'current'] as const,
    ];
    const weak = pairs.map(([text, ground]) => ({ text, ground, is: contrast(value(text, theme), value(ground, theme)) })).filter(({ is }) => !(is >= 4.5));
    expect(weak).toEqual([]);
  });
  test(`${theme}: borders of controls and the focus have a contrast of 3`, () => {
    const weak = ['control', 'picked'].flatMap((line) => on.map((ground) => ({ line, ground, is: contrast(value(line, theme), value(ground, theme)) })))
      .filter(({ is }) => !(is >= 3));
    expect(weak).toEqual([]);
  });
}

test('spaces and sizes of type grow', () => {
  for (const [scale, count] of [['s', 8], ['t', 6]] as const) {
    const sizes = Array.from({ length: count }, (_, i) => parseFloat(value(`${scale}-${i + 1}`, 'light')));
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBe(count);
  }
});

test('the pages of the server have the same colours', () => {
  const page = fs.readFileSync(new URL('../../src/server/pages/help.c', import.meta.url), 'utf8').replace(/"\n\s*"/g, '');
  const [, light = '', dark = ''] = /:root\{color-scheme([^}]*)\}.*?:root\{([^}]*)\}/s.exec(page) ?? [];
  for (const [theme, text] of [['light', light], ['dark', dark]] as const) {
    const own = Object.fromEntries([...text.matchAll(/--([\w-]+):(#\w+)/g)].map(([, name = '', colour = '']) => [name, colour]));
    const { man, mark, ...shared } = own; // the colours of diagrams
    expect(man && mark).toBeTruthy();
    expect(Object.keys(shared).length).toBeGreaterThan(7);
    expect(shared).toEqual(Object.fromEntries(Object.keys(shared).map((name) => [name, value(name, theme)])));
  }
});
