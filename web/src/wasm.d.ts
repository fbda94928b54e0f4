declare module 'libshoogi-page.wasm?url' {
  const url: string;
  export default url;
}
