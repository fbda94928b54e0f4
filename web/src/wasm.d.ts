declare module 'libshoogi.wasm?url' {
  const url: string;
  export default url;
}

declare module 'libshoogi-help.wasm?url' {
  const url: string;
  export default url;
}
