import { StampaError } from '../errors.ts'
import { createFloatPlane, createPlane } from '../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../pixels/raster.ts'
import type { Address, KernelExports } from './kernel-exports.ts'

/** The module's memory for the length of one call. */
export class Arena {
  readonly #wasm: KernelExports

  constructor(wasm: KernelExports) {
    this.#wasm = wasm
  }

  /**
   * Runs one call and frees what it reserved.
   * @throws StampaError `device-too-weak` where the memory cannot grow any more
   */
  use<T>(work: () => T): T {
    try {
      return work()
    } catch (cause) {
      throw new StampaError('device-too-weak', { cause })
    } finally {
      this.#wasm.reset()
    }
  }

  allocate(bytes: number): Address {
    return this.#wasm.reserve(bytes)
  }

  put(
    values: Uint8Array | Uint8ClampedArray | Uint32Array | Int32Array | Float32Array | Float64Array,
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
