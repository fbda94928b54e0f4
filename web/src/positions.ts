// positions.ts: addresses of pages about a position, in which _ stands for the spaces of SFEN.

/** The address of a page at a position of a game. */
export const toPosition = (page: string, variant: string, sfen: string): string =>
  `/${page}?variant=${encodeURIComponent(variant)}&sfen=${encodeURIComponent(sfen.replaceAll(' ', '_'))}`;

/** The form for a challenge whose game begins from a position. */
export const toOffer = (variant: string, sfen: string): string =>
  `/?offer&variant=${encodeURIComponent(variant)}&start=${encodeURIComponent(sfen.replaceAll(' ', '_'))}`;
