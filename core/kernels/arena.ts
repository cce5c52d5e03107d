import { StampaError } from '../errors.ts'
import { createFloatPlane, createPlane, createRaster } from '../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../pixels/raster.ts'

/** A place in the module's own memory. */
export type Address = number

/** The memory that the module exports. */
export interface MemoryExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  reserve(bytes: number): Address
  reset(): void
}

export const memoryExports = [
  'reserve',
  'reset',
] as const satisfies readonly (keyof MemoryExports)[]

/** The module's memory for the length of one call. */
export class Arena {
  readonly #wasm: MemoryExports

  constructor(wasm: MemoryExports) {
    this.#wasm = wasm
  }

  /**
   * Runs one call and frees what it reserved.
   * @throws StampaError `device-too-weak` where the memory cannot grow any more
   * @throws TypeError a fault of ours, which no stronger device would mend
   */
  use<T>(work: () => T): T {
    try {
      return work()
    } catch (cause) {
      if (cause instanceof TypeError) throw cause
      throw new StampaError('device-too-weak', { cause })
    } finally {
      this.#wasm.reset()
    }
  }

  /** A picture made of another of its size. */
  overRaster(source: Raster, run: (from: Address, into: Address) => void): Raster {
    return this.use(() => {
      const from = this.put(source.rgba)
      const into = this.allocate(source.rgba.byteLength)
      run(from, into)
      return this.raster(into, createRaster(source.widthPx, source.heightPx))
    })
  }

  /** As {@link overRaster}, of bytes. */
  overMatte(source: Plane, run: (from: Address, into: Address) => void): Plane {
    return this.use(() => {
      const from = this.put(source.values)
      const into = this.allocate(source.values.byteLength)
      run(from, into)
      return this.plane(into, source.widthPx, source.heightPx)
    })
  }

  /** As {@link overRaster}, of floats. */
  overPlane(source: FloatPlane, run: (from: Address, into: Address) => void): FloatPlane {
    return this.use(() => {
      const from = this.put(source.values)
      const into = this.allocate(source.values.byteLength)
      run(from, into)
      return this.floats(into, source.widthPx, source.heightPx)
    })
  }

  allocate(bytes: number): Address {
    return this.#wasm.reserve(bytes)
  }

  put(
    values:
      | Uint8Array
      | Uint8ClampedArray
      | Int16Array
      | Uint32Array
      | Int32Array
      | Float32Array
      | Float64Array,
  ): Address {
    const address = this.#wasm.reserve(values.byteLength)
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    new Uint8Array(this.#wasm.memory.buffer).set(bytes, address)
    return address
  }

  bytes(address: Address, count: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#wasm.memory.buffer).slice(address, address + count)
  }

  integers(address: Address, count: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#wasm.memory.buffer, address, count).slice()
  }

  shorts(address: Address, count: number): Int16Array<ArrayBuffer> {
    return new Int16Array(this.#wasm.memory.buffer, address, count).slice()
  }

  raster(address: Address, raster: Raster): Raster {
    raster.rgba.set(new Uint8Array(this.#wasm.memory.buffer, address, raster.rgba.length))
    return raster
  }

  plane(
    address: Address,
    widthPx: number,
    heightPx: number,
    plane = createPlane(widthPx, heightPx),
  ): Plane {
    plane.values.set(new Uint8Array(this.#wasm.memory.buffer, address, plane.values.length))
    return plane
  }

  floats(
    address: Address,
    widthPx: number,
    heightPx: number,
    plane = createFloatPlane(widthPx, heightPx),
  ): FloatPlane {
    plane.values.set(new Float32Array(this.#wasm.memory.buffer, address, plane.values.length))
    return plane
  }
}
