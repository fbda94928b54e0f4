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
declare module 'libshoogi-records.wasm?url' {
  const url: string;
  export default url;
}
declare module '*/tiles.txt?starts' {
  /** By game: the board of its first position as in SFEN, and by the id of each kind its kanji; of White's, where it
   * differs, in lower case. */
  const starts: Readonly<Record<string, { sfen: string; kanji: Readonly<Record<string, string>> }>>;
  export default starts;
}
