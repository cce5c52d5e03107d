/** The part of Node's WebAssembly that is used; its types come with the DOM's alone. */
declare namespace WebAssembly {
  function instantiate(
    bytes: Uint8Array,
  ): Promise<{ readonly instance: { readonly exports: unknown } }>
}
