import type { Mat } from '@techstark/opencv-js'
import type { Raster } from '#core/imaging/tool.ts'
import type { FloatPlane, Kernels, Lut3d } from '#core/kernels/kernels.ts'
import { loadKernels } from '#workers/kernels.ts'
import { type OpenCv, openCv } from '#workers/opencv/open-cv.ts'

/**
 * Every kernel of ours beside what OpenCV.js has for it, in one worker (named so that it may start
 * OpenCV), one thread each, copies into and out of WebAssembly counted on both sides.
 */
export interface KernelTime {
  readonly kernel: string
  readonly oursMs: number
  /** Null where OpenCV.js has nothing like it. */
  readonly peerMs: number | null
  readonly peer: string
}

const SIDE_PX = 2048
const RUNS = 11

const random = (() => {
  let state = 7
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
})()

const rgba = new Uint8ClampedArray(SIDE_PX * SIDE_PX * 4)
for (let i = 0; i < rgba.length; i++)
  rgba[i] = i % 4 === 3 ? 255 : 128 + 90 * Math.sin(i / 9000) + 30 * random()
const picture: Raster = { widthPx: SIDE_PX, heightPx: SIDE_PX, rgba }
const plane: FloatPlane = {
  widthPx: SIDE_PX,
  heightPx: SIDE_PX,
  values: Float32Array.from({ length: SIDE_PX * SIDE_PX }, (_, i) => (rgba[i * 4] ?? 0) / 255),
}
const matte = {
  widthPx: SIDE_PX,
  heightPx: SIDE_PX,
  values: Uint8ClampedArray.from({ length: SIDE_PX * SIDE_PX }, (_, i) => rgba[i * 4] ?? 0),
}
const lut: Lut3d = { size: 33, values: Float32Array.from({ length: 33 ** 3 * 3 }, random) }

/** Long enough for the browser to compile what runs often with its better compiler. */
const WARM_UP_MS = 800
/** Garbage of one run is swept up before the next. */
const PAUSE_MS = 25

/** The median of some runs, once the code is warm. */
async function timed(work: () => unknown): Promise<number> {
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) work()
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const began = performance.now()
    work()
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[RUNS >> 1] ?? 0
}

/** What one call of OpenCV makes and frees. */
class Bench {
  readonly cv: OpenCv
  readonly #mats: Mat[] = []

  constructor(cv: OpenCv) {
    this.cv = cv
  }

  own(mat: Mat): Mat {
    this.#mats.push(mat)
    return mat
  }

  empty(): Mat {
    return this.own(new this.cv.Mat())
  }

  colour(): Mat {
    const mat = this.own(new this.cv.Mat(SIDE_PX, SIDE_PX, this.cv.CV_8UC4))
    mat.data.set(rgba)
    return mat
  }

  floats(): Mat {
    const mat = this.own(new this.cv.Mat(SIDE_PX, SIDE_PX, this.cv.CV_32FC1))
    mat.data32F.set(plane.values)
    return mat
  }

  grey(): Mat {
    const mat = this.own(new this.cv.Mat(SIDE_PX, SIDE_PX, this.cv.CV_8UC1))
    mat.data.set(matte.values)
    return mat
  }

  /** Copies a result out and frees everything. */
  finish(result: Mat): Uint8Array {
    const bytes = result.data.slice()
    for (const mat of this.#mats.splice(0)) mat.delete()
    return bytes
  }
}

type Peer = readonly [name: string, run: (bench: Bench) => Mat]

/** The guided filter of He et al. from OpenCV's own boxes, since OpenCV.js comes without ximgproc. */
function composedGuidedFilter(bench: Bench): Mat {
  const { cv } = bench
  const size = new cv.Size(17, 17)
  const box = (source: Mat) => {
    const mean = bench.empty()
    cv.boxFilter(source, mean, cv.CV_32F, size, new cv.Point(-1, -1), true, cv.BORDER_REPLICATE)
    return mean
  }
  const product = (a: Mat, b: Mat) => {
    const result = bench.empty()
    cv.multiply(a, b, result)
    return result
  }
  const guide = bench.floats()
  const mean = box(guide)
  const square = product(mean, mean)
  const variance = bench.empty()
  cv.subtract(box(product(guide, guide)), square, variance)
  const regular = bench.own(variance.clone())
  const epsilon = bench.own(new cv.Mat(SIDE_PX, SIDE_PX, cv.CV_32FC1, new cv.Scalar(1e-4, 0, 0, 0)))
  cv.add(variance, epsilon, regular)
  const a = bench.empty()
  cv.divide(variance, regular, a)
  const b = bench.empty()
  cv.subtract(mean, product(a, mean), b)
  const result = bench.empty()
  cv.add(product(box(a), guide), box(b), result)
  return result
}

const blur =
  (sigma: number, source: (bench: Bench) => Mat) =>
  (bench: Bench): Mat => {
    const { cv } = bench
    const result = bench.empty()
    const size = new cv.Size(0, 0)
    cv.GaussianBlur(source(bench), result, size, sigma, sigma, cv.BORDER_REPLICATE)
    return result
  }

const resized =
  (share: number, interpolation: keyof OpenCv, source: (bench: Bench) => Mat) =>
  (bench: Bench): Mat => {
    const { cv } = bench
    const side = Math.round(SIDE_PX * share)
    const result = bench.empty()
    cv.resize(source(bench), result, new cv.Size(side, side), 0, 0, Number(cv[interpolation]))
    return result
  }

const colour = (bench: Bench) => bench.colour()
const floats = (bench: Bench) => bench.floats()
const grey = (bench: Bench) => bench.grey()

const small = Math.round(SIDE_PX * 0.37)
const large = Math.round(SIDE_PX * 1.5)

const cases: readonly (readonly [
  name: string,
  ours: (kernels: Kernels) => unknown,
  peer: Peer | null,
])[] = [
  [
    'resize, area, to 37 %',
    (k) => k.resizeArea(picture, small, small),
    ['resize INTER_AREA', resized(0.37, 'INTER_AREA', colour)],
  ],
  [
    'resize, Lanczos-3, to 150 %',
    (k) => k.resizeLanczos3(picture, large, large),
    ['resize INTER_LANCZOS4', resized(1.5, 'INTER_LANCZOS4', colour)],
  ],
  [
    'resize a plane, bilinear, to 150 %',
    (k) => k.resizePlane(plane, large, large),
    ['resize INTER_LINEAR, 32F', resized(1.5, 'INTER_LINEAR', floats)],
  ],
  [
    'luma',
    (k) => k.luma(picture),
    [
      'cvtColor, convertTo 32F',
      (bench) => {
        const [small8, result] = [bench.empty(), bench.empty()]
        bench.cv.cvtColor(bench.colour(), small8, bench.cv.COLOR_RGBA2GRAY)
        small8.convertTo(result, bench.cv.CV_32F, 1 / 255)
        return result
      },
    ],
  ],
  ['Gaussian, sigma 2', (k) => k.gaussian(plane, 2), ['GaussianBlur, 32F', blur(2, floats)]],
  ['Gaussian, sigma 12', (k) => k.gaussian(plane, 12), ['GaussianBlur, 32F', blur(12, floats)]],
  [
    'Gaussian of a picture, sigma 3',
    (k) => k.gaussianRaster(picture, 3),
    ['GaussianBlur, RGBA 8U', blur(3, colour)],
  ],
  [
    'guided filter, radius 8',
    (k) => k.guidedFilter(plane, plane, 8, 1e-4),
    ['composed of boxFilter and products', composedGuidedFilter],
  ],
  [
    'guided filter with a colour guide, radius 8',
    (k) => k.guidedFilterColour(picture, plane, 8, 1e-4),
    null,
  ],
  [
    'domain transform, sigma 12',
    (k) => k.domainTransform(picture, 12, 0.2),
    [
      'bilateralFilter, diameter 9, RGB',
      (bench) => {
        const { cv } = bench
        const [rgb, result] = [bench.empty(), bench.empty()]
        cv.cvtColor(bench.colour(), rgb, cv.COLOR_RGBA2RGB)
        cv.bilateralFilter(rgb, result, 9, 50, 12, cv.BORDER_REPLICATE)
        return result
      },
    ],
  ],
  ['3D table of 33 steps, tetrahedral', (k) => k.lut3d(picture, lut, 0.8), null],
  [
    'dodge',
    (k) => k.dodge(plane, plane),
    [
      'subtract, divide, min',
      (bench) => {
        const { cv } = bench
        const base = bench.floats()
        const one = bench.own(new cv.Mat(SIDE_PX, SIDE_PX, cv.CV_32FC1, new cv.Scalar(1, 0, 0, 0)))
        const [under, result] = [bench.empty(), bench.empty()]
        cv.subtract(one, bench.floats(), under)
        cv.divide(base, under, result)
        cv.min(result, one, result)
        return result
      },
    ],
  ],
  ['edge tangent flow, radius 3', (k) => k.edgeTangentFlow(plane, 3, 3), null],
  [
    'lines along the flow',
    (k) => k.flowLines(plane, flowOf(k), { sigmaPx: 1, lengthPx: 4, tau: 0.98, phi: 20 }),
    null,
  ],
  [
    'choke, 2.5 px',
    (k) => k.choke(matte, 2.5),
    [
      'erode, ellipse of 7',
      (bench) => {
        const { cv } = bench
        const shape = bench.own(cv.getStructuringElement(cv.MORPH_ELLIPSE, new cv.Size(7, 7)))
        const result = bench.empty()
        cv.erode(bench.grey(), result, shape)
        return result
      },
    ],
  ],
  ['feather, 6 px', (k) => k.feather(matte, 6), ['GaussianBlur, 8U', blur(3, grey)]],
]

let flow: ReturnType<Kernels['edgeTangentFlow']> | null = null
/** Made once: the lines are timed without it. */
function flowOf(kernels: Kernels) {
  flow ??= kernels.edgeTangentFlow(plane, 3, 3)
  return flow
}

async function run(): Promise<readonly KernelTime[]> {
  const kernels = await loadKernels()
  const cv = await openCv({
    signal: new AbortController().signal,
    report: () => {},
    checkpoint: () => Promise.resolve(),
  })
  const bench = new Bench(cv)
  const times: KernelTime[] = []
  for (const [kernel, ours, peer] of cases) {
    times.push({
      kernel,
      oursMs: await timed(() => ours(kernels)),
      peerMs: peer === null ? null : await timed(() => bench.finish(peer[1](bench))),
      peer: peer?.[0] ?? '',
    })
  }
  return times
}

addEventListener('message', () => {
  run().then(
    (times) => postMessage({ times }),
    (error: unknown) => postMessage({ error: String(error) }),
  )
})
