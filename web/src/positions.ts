// positions.ts: addresses of pages and pictures of a position.

/** SFEN as one word, for addresses of pages and for challenges: _ stands for its spaces. */
export const sfenAsWord = (sfen: string): string => sfen.replaceAll(' ', '_');
export const sfenOfWord = (word: string): string => word.replaceAll('_', ' ');

/** The position that the address of a page names; null if it names none. */
export const sfenIn = (query: URLSearchParams): string | null => {
  const word = query.get('sfen');
  return word === null ? null : sfenOfWord(word);
};

/** The address of a page at a position of a game. */
export const toPosition = (page: string, variant: string, sfen: string): string =>
  `/${page}?variant=${encodeURIComponent(variant)}&sfen=${encodeURIComponent(sfenAsWord(sfen))}`;

/** The form for a challenge whose game begins from a position. */
export const toOffer = (variant: string, sfen: string): string =>
  `/?offer&variant=${encodeURIComponent(variant)}&start=${encodeURIComponent(sfenAsWord(sfen))}`;

/** The picture of a position that the server draws.  variant: the name of the game, or "@12".  sfen: '' for the first position.
 * move: a move or handicap to be shown as made, as challenges have it. */
export const toPicture = (variant: string, sfen: string, move = ''): string =>
  `/board.svg?${new URLSearchParams({ variant, ...(sfen !== '' && { sfen }), ...(move !== '' && { move }) })}`;
