// marks.ts: what a comment of a study holds besides words: a glyph at its beginning, and arrows, as PGN files have them.
//
//     ?! Too early. [%cal G8h2b][%csl G5e]

export const GLYPHS = ['!', '!!', '?', '??', '!?', '?!'] as const;
export type Glyph = (typeof GLYPHS)[number];

export interface Marked {
  glyph: Glyph | '';
  words: string;
  /** Two squares, or one that is ringed: "8h2b", "5e". */
  arrows: readonly string[];
}

const SQUARE = '\\d+[a-z]+';
const DRAWN = new RegExp(`^[A-Z](${SQUARE}(?:${SQUARE})?)$`);

/** Other programs draw in several colours; here there is one. */
export function readMarks(comment: string): Marked {
  const arrows: string[] = [];
  const words = comment.replace(/\s*\[%c[as]l ([^\]]*)\]/g, (_, list: string) => {
    for (const one of list.split(',')) {
      const drawn = DRAWN.exec(one.trim())?.[1];
      if (drawn !== undefined && !arrows.includes(drawn)) arrows.push(drawn);
    }
    return '';
  });
  const [, glyph = '', rest = words] = /^(\?\?|\?!|!\?|!!|!|\?)(?:\s+([^]*))?$/.exec(words) ?? [];
  return { glyph: glyph as Glyph | '', words: glyph === '' ? words : rest === words ? '' : rest, arrows };
}

export function writeMarks({ glyph, words, arrows }: Marked): string {
  const list = (name: string, wanted: (arrow: string) => boolean) => {
    const some = arrows.filter(wanted);
    return some.length > 0 ? `[%${name} ${some.map((arrow) => `G${arrow}`).join(',')}]` : '';
  };
  const isRing = (arrow: string): boolean => new RegExp(`^${SQUARE}$`).test(arrow);
  const drawn = list('cal', (arrow) => !isRing(arrow)) + list('csl', isRing);
  return [glyph, words.trim(), drawn].filter(Boolean).join(' ');
}

/** With an arrow that was not there, or without one that was. */
export const toggled = (marked: Marked, arrow: string): Marked => ({
  ...marked, arrows: marked.arrows.includes(arrow) ? marked.arrows.filter((one) => one !== arrow) : [...marked.arrows, arrow],
});
