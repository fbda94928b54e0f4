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
