declare module 'libshoogi.wasm?url' {
  const url: string;
  export default url;
}
