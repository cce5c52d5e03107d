/** Where a print file goes, in order: a file, an upload, a hash. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void> | void
}

/** A zlib stream (RFC 1950): takes raw bytes, emits compressed ones to the sink it was opened on. */
export interface Deflater {
  write(bytes: Uint8Array): Promise<void>
  /** Flushes; the stream is complete when this resolves. */
  finish(): Promise<void>
}

/** The host's own compressor: `CompressionStream` in a browser, zlib on a server. */
export type OpenDeflater = (sink: ByteSink) => Deflater

/** A print file being written from top to bottom. */
export interface PrintWriter {
  /**
   * Appends rows.
   * @param rgba at least `rows * widthPx * 4` bytes; opaque, alpha is ignored
   * @throws RangeError when there are more rows than the page has
   */
  writeRows(rgba: Uint8ClampedArray, rows: number): Promise<void>
  /** @throws RangeError when rows are missing */
  finish(): Promise<void>
}
