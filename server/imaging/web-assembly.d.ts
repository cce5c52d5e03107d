/** Node has it, its types do not. */
declare namespace WebAssembly {
  function instantiate(
    module: Uint8Array<ArrayBuffer>,
  ): Promise<{ readonly instance: { readonly exports: unknown } }>
}
