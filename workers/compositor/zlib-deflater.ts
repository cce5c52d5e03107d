import type { OpenDeflater } from '#core/formats/sink.ts'

/** The browser's own compressor; `deflate` is its word for a zlib stream. */
export const openBrowserDeflater: OpenDeflater = (sink) => {
  const stream = new CompressionStream('deflate')
  const writer = stream.writable.getWriter()
  const drained = drain(stream.readable.getReader(), sink)
  // A failing sink is told by the next write; it must not be an unhandled rejection meanwhile.
  drained.catch((thrown: unknown) => writer.abort(thrown).catch(() => undefined))
  return {
    async write(bytes) {
      // A view of shared memory never comes here: rows are filtered into fresh arrays.
      await writer.write(bytes as Uint8Array<ArrayBuffer>)
    },
    async finish() {
      await writer.close()
      await drained
    },
  }
}

async function drain(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  sink: Parameters<OpenDeflater>[0],
): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    await sink.write(value)
  }
}
