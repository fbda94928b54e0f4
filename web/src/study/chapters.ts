// chapters.ts: studies that belong together: their names begin alike, "Openings / Ranging rook".

const BETWEEN = ' / ';

/** The book to which a study belongs, and the name of its chapter; without one the book is the study's own name. */
export function partsOfName(name: string): { book: string; chapter: string } {
  const at = name.indexOf(BETWEEN);
  return at < 0 ? { book: name, chapter: '' } : { book: name.slice(0, at), chapter: name.slice(at + BETWEEN.length) };
}

/** The longest name, in characters. */
export const NAME_MAX = 60;

export const chapterName = (book: string, chapter: string): string => {
  const head = [...book].slice(0, NAME_MAX / 2).join('').trim();
  return `${head}${BETWEEN}${[...chapter].slice(0, NAME_MAX - BETWEEN.length - [...head].length).join('').trim()}`;
};

/** The chapters of a book, in the order in which they were made; none, if it is alone. */
export function chaptersOf<T extends { id: number; name: string }>(book: string, studies: readonly T[]): readonly T[] {
  const all = studies.filter(({ name }) => partsOfName(name).book === book).sort((a, b) => a.id - b.id);
  return all.length > 1 ? all : [];
}
