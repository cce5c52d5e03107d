import { StampaError } from '../errors.ts'
import { createFloatPlane, createPlane, createRaster } from '../imaging/pixels.ts'
import type { Plane, Raster } from '../imaging/tool.ts'
import type { FloatPlane, Kernels, TangentFlow } from './kernels.ts'

type Address = number

/** What the WebAssembly module exports: addresses in its own memory, sizes, settings. */
export interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  reserve(bytes: number): Address
  reset(): void
  resizeArea(source: Address, sw: number, sh: number, target: Address, w: number, h: number): void
  resizeLanczos3(
    source: Address,
    sw: number,
    sh: number,
    target: Address,
    w: number,
    h: number,
  ): void
  resizePlane(source: Address, sw: number, sh: number, target: Address, w: number, h: number): void
  luma(source: Address, target: Address, count: number): void
  gaussian(
    source: Address,
    target: Address,
    w: number,
    h: number,
    floatsPerPixel: number,
    sigma: number,
  ): void
  gaussianRaster(source: Address, target: Address, w: number, h: number, sigma: number): void
  guidedFilter(
    guide: Address,
    source: Address,
    target: Address,
    w: number,
    h: number,
    radius: number,
    epsilon: number,
  ): void
  guidedFilterColour(
    guide: Address,
    source: Address,
    target: Address,
    w: number,
    h: number,
    radius: number,
    epsilon: number,
  ): void
  domainTransform(
    source: Address,
    target: Address,
    w: number,
    h: number,
    sigmaSpace: number,
    sigmaRange: number,
  ): void
  lut3d(
    source: Address,
    target: Address,
    count: number,
    lut: Address,
    size: number,
    strength: number,
  ): void
  dodge(base: Address, blend: Address, target: Address, count: number): void
  edgeTangentFlow(
    luma: Address,
    tx: Address,
    ty: Address,
    w: number,
    h: number,
    radius: number,
    iterations: number,
  ): void
  flowLines(
    luma: Address,
    tx: Address,
    ty: Address,
    target: Address,
    w: number,
    h: number,
    sigma: number,
    length: number,
    tau: number,
    phi: number,
  ): void
  choke(source: Address, target: Address, w: number, h: number, distance: number): void
  feather(source: Address, target: Address, w: number, h: number, radius: number): void
}

const functionNames = [
  'reserve',
  'reset',
  'resizeArea',
  'resizeLanczos3',
  'resizePlane',
  'luma',
  'gaussian',
  'gaussianRaster',
  'guidedFilter',
  'guidedFilterColour',
  'domainTransform',
  'lut3d',
  'dodge',
  'edgeTangentFlow',
  'flowLines',
  'choke',
  'feather',
] as const satisfies readonly (keyof KernelExports)[]

/** Whether something is the module's exports: the border between what was built and what we call. */
export function isKernelExports(value: unknown): value is KernelExports {
  if (typeof value !== 'object' || value === null || !('memory' in value)) return false
  return functionNames.every((name) => typeof Reflect.get(value, name) === 'function')
}

/** Under this a Gaussian changes nothing that 8 bits could show. */
const SIGMA_PX_MIN = 0.05

/** The kernels of one instance of the module. */
export function createKernels(wasm: KernelExports): Kernels {
  const arena = new Arena(wasm)

  const resized =
    (kernel: KernelExports['resizeArea']) =>
    (source: Raster, widthPx: number, heightPx: number): Raster =>
      arena.use(() => {
        const from = arena.put(source.rgba)
        const into = arena.room(widthPx * heightPx * 4)
        kernel(from, source.widthPx, source.heightPx, into, widthPx, heightPx)
        return arena.raster(into, widthPx, heightPx)
      })

  const overRaster = (source: Raster, run: (from: Address, into: Address) => void): Raster =>
    arena.use(() => {
      const from = arena.put(source.rgba)
      const into = arena.room(source.rgba.byteLength)
      run(from, into)
      return arena.raster(into, source.widthPx, source.heightPx)
    })

  const overMatte = (source: Plane, run: (from: Address, into: Address) => void): Plane =>
    arena.use(() => {
      const from = arena.put(source.values)
      const into = arena.room(source.values.byteLength)
      run(from, into)
      return arena.plane(into, source.widthPx, source.heightPx)
    })

  const overPlane = (source: FloatPlane, run: (from: Address, into: Address) => void): FloatPlane =>
    arena.use(() => {
      const from = arena.put(source.values)
      const into = arena.room(source.values.byteLength)
      run(from, into)
      return arena.floats(into, source.widthPx, source.heightPx)
    })

  return {
    resizeArea: resized(wasm.resizeArea),
    resizeLanczos3: resized(wasm.resizeLanczos3),
    resizePlane: (source, widthPx, heightPx) =>
      arena.use(() => {
        const from = arena.put(source.values)
        const into = arena.room(widthPx * heightPx * 4)
        wasm.resizePlane(from, source.widthPx, source.heightPx, into, widthPx, heightPx)
        return arena.floats(into, widthPx, heightPx)
      }),
    luma: (source) =>
      arena.use(() => {
        const from = arena.put(source.rgba)
        const into = arena.room(source.rgba.byteLength)
        wasm.luma(from, into, source.widthPx * source.heightPx)
        return arena.floats(into, source.widthPx, source.heightPx)
      }),
    gaussian: (source, sigmaPx) =>
      sigmaPx < SIGMA_PX_MIN
        ? source
        : overPlane(source, (from, into) =>
            wasm.gaussian(from, into, source.widthPx, source.heightPx, 1, sigmaPx),
          ),
    gaussianRaster: (source, sigmaPx) =>
      sigmaPx < SIGMA_PX_MIN
        ? source
        : overRaster(source, (from, into) =>
            wasm.gaussianRaster(from, into, source.widthPx, source.heightPx, sigmaPx),
          ),
    guidedFilter: (guide, source, radiusPx, epsilon) =>
      overPlane(source, (from, into) => {
        const { widthPx, heightPx } = source
        wasm.guidedFilter(arena.put(guide.values), from, into, widthPx, heightPx, radiusPx, epsilon)
      }),
    guidedFilterColour: (guide, source, radiusPx, epsilon) =>
      overPlane(source, (from, into) => {
        const { widthPx, heightPx } = source
        const guideAt = arena.put(guide.rgba)
        wasm.guidedFilterColour(guideAt, from, into, widthPx, heightPx, radiusPx, epsilon)
      }),
    domainTransform: (source, sigmaSpacePx, sigmaRange) =>
      overRaster(source, (from, into) => {
        const { widthPx, heightPx } = source
        wasm.domainTransform(from, into, widthPx, heightPx, sigmaSpacePx, sigmaRange)
      }),
    lut3d: (source, lut, strength) =>
      overRaster(source, (from, into) => {
        const count = source.widthPx * source.heightPx
        wasm.lut3d(from, into, count, arena.put(lut.values), lut.size, strength)
      }),
    dodge: (base, blend) =>
      overPlane(base, (from, into) =>
        wasm.dodge(from, arena.put(blend.values), into, base.values.length),
      ),
    edgeTangentFlow: (luma, radiusPx, iterations) =>
      arena.use(() => edgeTangentFlow(wasm, arena, luma, radiusPx, iterations)),
    flowLines: (luma, flow, { sigmaPx, lengthPx, tau, phi }) =>
      overPlane(luma, (from, into) => {
        const [tx, ty] = [arena.put(flow.tx), arena.put(flow.ty)]
        const { widthPx, heightPx } = luma
        wasm.flowLines(from, tx, ty, into, widthPx, heightPx, sigmaPx, lengthPx, tau, phi)
      }),
    choke: (matte, distancePx) =>
      overMatte(matte, (from, into) =>
        wasm.choke(from, into, matte.widthPx, matte.heightPx, distancePx),
      ),
    feather: (matte, radiusPx) =>
      radiusPx / 2 < SIGMA_PX_MIN
        ? matte
        : overMatte(matte, (from, into) =>
            wasm.feather(from, into, matte.widthPx, matte.heightPx, radiusPx),
          ),
  }
}

function edgeTangentFlow(
  wasm: KernelExports,
  arena: Arena,
  luma: FloatPlane,
  radiusPx: number,
  iterations: number,
): TangentFlow {
  const { widthPx, heightPx } = luma
  const from = arena.put(luma.values)
  const [tx, ty] = [arena.room(luma.values.byteLength), arena.room(luma.values.byteLength)]
  wasm.edgeTangentFlow(from, tx, ty, widthPx, heightPx, radiusPx, iterations)
  return {
    widthPx,
    heightPx,
    tx: arena.floats(tx, widthPx, heightPx).values,
    ty: arena.floats(ty, widthPx, heightPx).values,
  }
}

/** The module's memory for the length of one call. */
class Arena {
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

  room(bytes: number): Address {
    return this.#wasm.reserve(bytes)
  }

  put(values: Uint8ClampedArray | Float32Array): Address {
    const address = this.#wasm.reserve(values.byteLength)
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    new Uint8Array(this.#wasm.memory.buffer).set(bytes, address)
    return address
  }

  raster(address: Address, widthPx: number, heightPx: number): Raster {
    const raster = createRaster(widthPx, heightPx)
    raster.rgba.set(new Uint8Array(this.#wasm.memory.buffer, address, raster.rgba.length))
    return raster
  }

  plane(address: Address, widthPx: number, heightPx: number): Plane {
    const plane = createPlane(widthPx, heightPx)
    plane.values.set(new Uint8Array(this.#wasm.memory.buffer, address, plane.values.length))
    return plane
  }

  floats(address: Address, widthPx: number, heightPx: number): FloatPlane {
    const plane = createFloatPlane(widthPx, heightPx)
    plane.values.set(new Float32Array(this.#wasm.memory.buffer, address, plane.values.length))
    return plane
  }
}
