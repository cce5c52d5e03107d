/** What is kept of them together: the strips that are under way at a worker. */
const KEPT_BYTES = 16 << 20
/** No strip is larger. */
const LARGEST_BYTES = 6 << 20

/**
 * Memory in which strips are sent to another worker and comes back with what was made of them.
 * Fresh memory for each strip would lie about in both until their next collection: a hundred
 * megabytes and more.
 */
export class SpareBuffers {
  readonly #buffers: ArrayBuffer[] = []
  #bytes = 0

  /** Takes memory back; what is too large, and what was not taken for longest, is freed at once. */
  give(buffers: readonly ArrayBuffer[]): void {
    for (const buffer of buffers) {
      if (buffer.byteLength > LARGEST_BYTES) freed(buffer)
      else {
        this.#buffers.push(buffer)
        this.#bytes += buffer.byteLength
      }
    }
    while (this.#bytes > KEPT_BYTES) this.#freeOldest()
  }

  /** Frees all that is kept. */
  freeAll(): void {
    while (this.#buffers.length > 0) this.#freeOldest()
  }

  #freeOldest(): void {
    const oldest = this.#buffers.shift()
    if (oldest === undefined) return
    this.#bytes -= oldest.byteLength
    freed(oldest)
  }

  /** A copy of pixels that may be sent away. */
  readonly floats = (values: Float32Array): Float32Array<ArrayBuffer> => {
    const copy = new Float32Array(this.#take(values.byteLength), 0, values.length)
    copy.set(values)
    return copy
  }

  readonly integers = (values: Uint32Array): Uint32Array<ArrayBuffer> => {
    const copy = new Uint32Array(this.#take(values.byteLength), 0, values.length)
    copy.set(values)
    return copy
  }

  readonly bytes = (values: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> => {
    const copy = new Uint8ClampedArray(this.#take(values.byteLength), 0, values.length)
    copy.set(values)
    return copy
  }

  /** The smallest that is large enough, and not twice that; else new memory. */
  #take(byteLength: number): ArrayBuffer {
    let best = -1
    let least = 2 * byteLength + 1
    this.#buffers.forEach((buffer, index) => {
      if (buffer.byteLength < byteLength || buffer.byteLength >= least) return
      best = index
      least = buffer.byteLength
    })
    const [found] = best < 0 ? [] : this.#buffers.splice(best, 1)
    if (found === undefined) return new ArrayBuffer(byteLength)
    this.#bytes -= found.byteLength
    return found
  }
}

/** Frees memory that nobody reads any more: it goes with a message that never arrives. */
export function freed(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(null, [buffer])
  port1.close()
  port2.close()
}

/** All memory in what a call was given, of pixels or by itself; each once. */
export function buffersIn(given: unknown, found = new Set<ArrayBuffer>()): readonly ArrayBuffer[] {
  const buffer = ArrayBuffer.isView(given) ? given.buffer : given
  if (buffer instanceof ArrayBuffer) found.add(buffer)
  else if (typeof given === 'object' && given !== null) {
    for (const part of Object.values(given)) buffersIn(part, found)
  }
  return [...found]
}
