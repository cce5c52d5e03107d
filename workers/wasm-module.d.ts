/** What a `.wasm` file exports is checked where it is imported. */
declare module '*.wasm'
