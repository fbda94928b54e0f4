// noScript.test.ts: what index.html says to browsers without scripts.

import { expect, it } from 'vitest';
import { withoutScripts } from '../src/noScript';

it('is a paragraph for each language that has the sentence', () => {
  const sentence = 'Here boards are drawn by scripts. These pages need none: {pages}.';
  expect(withoutScripts({ de: {}, ja: { [sentence]: '盤はスクリプトで描かれます：{pages}。', Games: '対局' } })).toBe(
    '<p lang="en">Here boards are drawn by scripts. These pages need none: <a href="/games?language=en">Games</a> · '
    + '<a href="/challenges?language=en">Challenges</a> · <a href="/login?language=en">Sign in</a> · <a href="/help/?language=en">Help</a>.</p>'
    + '<p lang="ja">盤はスクリプトで描かれます：<a href="/games?language=ja">対局</a> · <a href="/challenges?language=ja">Challenges</a> · '
    + '<a href="/login?language=ja">Sign in</a> · <a href="/help/?language=ja">Help</a>。</p>');
});
