declare module 'libshoogi-page.wasm?url' {
  const url: string;
  export default url;
}
declare module 'libshoogi-invent.wasm?url' {
  const url: string;
  export default url;
}
declare module 'libshoogi-engine.wasm?url' {
  const url: string;
  export default url;
}
declare module 'libshoogi-engine-plain.wasm?url' {
  const url: string;
  export default url;
}
declare module 'libshoogi-records.wasm?url' {
  const url: string;
  export default url;
}
/** By game: the board of its first position as in SFEN, and by the id of each kind its kanji; of White's, where it
 * differs, in lower case. */
type FirstPositions = Readonly<Record<string, { sfen: string; kanji: Readonly<Record<string, string>> }>>;
declare module '*/tiles.txt?starts' {
  const starts: FirstPositions;
  export default starts;
}
declare module '*/tiles.txt?titles' {
  const titles: Readonly<Record<string, string>>;
  export default titles;
}
declare module '*/tiles.txt?others' {
  const starts: FirstPositions;
  export default starts;
}
