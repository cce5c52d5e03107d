import type { Mat } from '@techstark/opencv-js'
import type { Kernels } from '#core/kernels/kernels.ts'
import type { ColourTables } from '#core/kernels/light.ts'
import type { CelRows } from '#core/kernels/paint.ts'
import type { FloatPlane, Raster } from '#core/pixels/raster.ts'
import { loadKernels } from '#workers/kernels.ts'
import { type OpenCv, openCv } from '#workers/opencv/open-cv.ts'
import { median } from '../../../fixtures/median.ts'
import { randomOf } from '../../../fixtures/random-of.ts'

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
/** Of the guided filters. */
const RADIUS_PX = 8
const EPSILON = 1e-4
const FLOW = { radiusPx: 3, iterations: 3 }
const RUNS = 11

const random = randomOf(7)

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
/** Stripes of the outside, a band that is left open, the inside and another such band. */
const trimap = {
  ...matte,
  values: matte.values.map((_, i) => [0, 1, 2, 1][Math.floor((i % SIDE_PX) / 100) % 4] ?? 0),
}
/** What each channel gives to the new red, green and blue, in rows. */
const MATRIX = [
  [1.2, -0.1, -0.1],
  [-0.1, 1.1, 0],
  [0, -0.2, 1.2],
] as const
const curve = Uint8Array.from({ length: 256 }, (_, value) => 255 * (value / 255) ** 0.8)
/** The curve, then the matrix. */
const tables: ColourTables = {
  values: Float32Array.from({ length: 3 * 256 * 3 }, (_, at) => {
    const [from, value, into] = [Math.floor(at / 768), Math.floor(at / 3) % 256, at % 3]
    return (curve[value] ?? 0) * (MATRIX[into]?.[from] ?? 0)
  }),
}

/** Long enough for the browser to compile what runs often with its better compiler. */
const WARM_UP_MS = 800
/** Garbage of one run is swept up before the next. */
const PAUSE_MS = 25

/** The median of each one's runs, once warm; they take turns, so that other load meets them alike. */
async function timed(works: readonly (() => unknown)[]): Promise<readonly number[]> {
  for (const work of works)
    for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) work()
  const times = works.map((): number[] => [])
  for (let run = 0; run < RUNS; run++)
    for (const [at, work] of works.entries()) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      const began = performance.now()
      work()
      times[at]?.push(performance.now() - began)
    }
  return times.map(median)
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

  /** The picture's red, green and blue, 0..1. */
  colourFloats(): [Mat, Mat, Mat] {
    const { cv } = this
    const colour = this.colour()
    const channels = new cv.MatVector()
    cv.split(colour, channels)
    this.free(colour)
    const float = (at: number) => {
      const [bytes, values] = [channels.get(at), this.empty()]
      bytes.convertTo(values, cv.CV_32F, 1 / 255)
      bytes.delete()
      return values
    }
    const floats: [Mat, Mat, Mat] = [float(0), float(1), float(2)]
    channels.delete()
    return floats
  }

  /** Frees some before the end, so that a long composition fits into memory. */
  free(...mats: readonly Mat[]): void {
    for (const mat of mats) {
      this.#mats.splice(this.#mats.indexOf(mat), 1)
      mat.delete()
    }
  }

  /** Copies the results out and frees everything. */
  finish(results: Mat | readonly Mat[]): readonly Uint8Array[] {
    const bytes = [results].flat().map((result) => result.data.slice())
    for (const mat of this.#mats.splice(0)) mat.delete()
    return bytes
  }
}

/** `run` is null where OpenCV.js has nothing like it; the name says why. */
type Peer = readonly [name: string, run: ((bench: Bench) => Mat | readonly Mat[]) | null]

/** Per-element work on whole mats; each step frees what it alone has used. */
class Algebra {
  readonly #bench: Bench

  constructor(bench: Bench) {
    this.#bench = bench
  }

  box(source: Mat): Mat {
    const { cv } = this.#bench
    const mean = this.#bench.empty()
    const size = new cv.Size(2 * RADIUS_PX + 1, 2 * RADIUS_PX + 1)
    cv.boxFilter(source, mean, -1, size, new cv.Point(-1, -1), true, cv.BORDER_REPLICATE)
    return mean
  }

  product(a: Mat, b: Mat): Mat {
    const result = this.#bench.empty()
    this.#bench.cv.multiply(a, b, result)
    return result
  }

  quotient(a: Mat, b: Mat): Mat {
    const result = this.#bench.empty()
    this.#bench.cv.divide(a, b, result)
    return result
  }

  /** `a - b`, in place of `a`. */
  less(a: Mat, b: Mat): Mat {
    this.#bench.cv.subtract(a, b, a)
    this.#bench.free(b)
    return a
  }

  /** `a * scale + offset`, of a copy. */
  scaled(a: Mat, scale: number, offset: number): Mat {
    const result = this.#bench.empty()
    a.convertTo(result, -1, scale, offset)
    return result
  }

  /** The mean of a product less the product of the means. */
  covariance(a: Mat, b: Mat, meanA: Mat, meanB: Mat): Mat {
    const both = this.product(a, b)
    const mean = this.box(both)
    this.#bench.free(both)
    return this.less(mean, this.product(meanA, meanB))
  }

  /** `a * b - c * d`. */
  minor(a: Mat, b: Mat, c: Mat, d: Mat): Mat {
    return this.less(this.product(a, b), this.product(c, d))
  }

  /** The sum of products by pairs. */
  dot(pairs: readonly (readonly [Mat, Mat])[]): Mat {
    const [first, ...others] = pairs.map(([a, b]) => this.product(a, b))
    if (first === undefined) throw new Error('nothing to sum')
    for (const other of others) {
      this.#bench.cv.add(first, other, first)
      this.#bench.free(other)
    }
    return first
  }
}

/** The guided filter of He et al. from OpenCV's own boxes, since OpenCV.js comes without ximgproc. */
function composedGuidedFilter(bench: Bench): Mat {
  const { cv } = bench
  const by = new Algebra(bench)
  const [guide, source] = [bench.floats(), bench.floats()]
  const [meanG, meanP] = [by.box(guide), by.box(source)]
  const variance = by.covariance(guide, guide, meanG, meanG)
  const regular = by.scaled(variance, 1, EPSILON)
  const a = by.quotient(by.covariance(guide, source, meanG, meanP), regular)
  const b = by.less(meanP, by.product(a, meanG))
  const result = by.product(by.box(a), guide)
  cv.add(result, by.box(b), result)
  return result
}

/** The same with a colour guide: the inverse of a symmetric 3 x 3 matrix at every pixel. */
function composedGuidedFilterColour(bench: Bench): Mat {
  const { cv } = bench
  const by = new Algebra(bench)
  const [guide, source] = [bench.colourFloats(), bench.floats()]
  const mean = guide.map((channel) => by.box(channel)) as [Mat, Mat, Mat]
  const meanP = by.box(source)
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ] as const
  const [rr, rg, rb, gg, gb, bb] = pairs.map(([i, j]) => {
    const covariance = by.covariance(guide[i], guide[j], mean[i], mean[j])
    if (i === j) covariance.convertTo(covariance, -1, 1, EPSILON)
    return covariance
  }) as [Mat, Mat, Mat, Mat, Mat, Mat]
  const byP = guide.map((channel, i) =>
    by.covariance(channel, source, mean[i] ?? channel, meanP),
  ) as [Mat, Mat, Mat]
  const c00 = by.minor(gg, bb, gb, gb)
  const c01 = by.minor(gb, rb, rg, bb)
  const c02 = by.minor(rg, gb, gg, rb)
  const c11 = by.minor(rr, bb, rb, rb)
  const c12 = by.minor(rg, rb, rr, gb)
  const c22 = by.minor(rr, gg, rg, rg)
  const determinant = by.dot([
    [rr, c00],
    [rg, c01],
    [rb, c02],
  ])
  bench.free(rr, rg, rb, gg, gb, bb)
  const factors = [
    [c00, c01, c02],
    [c01, c11, c12],
    [c02, c12, c22],
  ].map((row) => {
    const raw = by.dot(row.map((cofactor, i) => [cofactor, byP[i] ?? cofactor] as const))
    cv.divide(raw, determinant, raw)
    return raw
  })
  bench.free(c00, c01, c02, c11, c12, c22, determinant, ...byP)
  const result = by.box(
    factors.reduce((rest, factor, i) => by.less(rest, by.product(factor, mean[i] ?? rest)), meanP),
  )
  factors.forEach((factor, i) => {
    const part = by.product(by.box(factor), guide[i] ?? factor)
    cv.add(result, part, result)
    bench.free(part)
  })
  return result
}

/** Tangents from Sobel's structure tensor: half the angle of (dx dx - dy dy, 2 dx dy), turned. */
function composedTangents(bench: Bench): readonly Mat[] {
  const { cv } = bench
  const by = new Algebra(bench)
  const luma = bench.floats()
  const [dx, dy] = [bench.empty(), bench.empty()]
  cv.Sobel(luma, dx, cv.CV_32F, 1, 0, 3, 1, 0, cv.BORDER_REPLICATE)
  cv.Sobel(luma, dy, cv.CV_32F, 0, 1, 3, 1, 0, cv.BORDER_REPLICATE)
  const sigma = (FLOW.radiusPx * Math.sqrt(FLOW.iterations)) / 2
  const [xx, xy, yy] = [by.product(dx, dx), by.product(dx, dy), by.product(dy, dy)]
  for (const part of [xx, xy, yy])
    cv.GaussianBlur(part, part, new cv.Size(0, 0), sigma, sigma, cv.BORDER_REPLICATE)
  const [length, angle] = [bench.empty(), bench.empty()]
  cv.cartToPolar(by.less(xx, yy), by.scaled(xy, 2, 0), length, angle)
  angle.convertTo(angle, -1, 0.5, Math.PI / 2)
  const [tx, ty] = [bench.empty(), bench.empty()]
  cv.polarToCart(bench.empty(), angle, tx, ty)
  return [tx, ty]
}

/** The curve, under which opaque stays opaque, then the matrix with a row that keeps alpha. */
function composedColours(bench: Bench): Mat {
  const { cv } = bench
  const [toned, result] = [bench.empty(), bench.empty()]
  const lut = bench.own(cv.matFromArray(1, 256, cv.CV_8UC1, curve))
  const rows = MATRIX.flatMap((row) => [...row, 0])
  const matrix = bench.own(cv.matFromArray(4, 4, cv.CV_32FC1, [...rows, 0, 0, 0, 1]))
  cv.LUT(bench.colour(), lut, toned)
  cv.transform(toned, result, matrix)
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

function eroded(bench: Bench): Mat {
  const { cv } = bench
  const shape = bench.own(cv.getStructuringElement(cv.MORPH_ELLIPSE, new cv.Size(5, 5)))
  const result = bench.empty()
  cv.erode(bench.grey(), result, shape)
  return result
}

const colour = (bench: Bench) => bench.colour()
const floats = (bench: Bench) => bench.floats()
const grey = (bench: Bench) => bench.grey()

const small = Math.round(SIDE_PX * 0.37)
const large = Math.round(SIDE_PX * 1.5)

/** Sixteen cells and a line of ink, a quarter as wide and as high as the picture. */
const cels = (): CelRows => {
  const side = SIDE_PX / 4
  const count = side * side
  const cell = (at: number) => Math.floor(((at % side) * 4) / side)
  const cells = Uint32Array.from({ length: count }, (_, at) => cell(at) + 4 * cell(at / side))
  return {
    widthPx: side,
    heightPx: side,
    cells,
    colours: Float32Array.from({ length: count * 4 }, (_, at) =>
      at % 4 === 3 ? 1 : ((cells[at >> 2] ?? 0) * 37 + (at % 4) * 60) % 256,
    ),
    ink: Float32Array.from({ length: count }, (_, at) => (at % side === side >> 1 ? 1 : 0)),
    originPx: 0,
    wholeHeightPx: side,
  }
}
const quarter = cels()

const cases: readonly (readonly [name: string, ours: (kernels: Kernels) => unknown, peer: Peer])[] =
  [
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
      (k) => k.guidedFilter(plane, plane, RADIUS_PX, EPSILON),
      ['composed: boxFilter x6, multiply, divide, add', composedGuidedFilter],
    ],
    [
      'guided filter with a colour guide, radius 8',
      (k) => k.guidedFilterColour(picture, plane, RADIUS_PX, EPSILON),
      ['composed: boxFilter x17, multiply, divide, add', composedGuidedFilterColour],
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
    [
      'tone curves and a colour matrix',
      (k) => k.colourTables(picture, tables),
      ['composed: LUT, transform', composedColours],
    ],
    [
      'dodge',
      (k) => k.dodge(plane, plane),
      [
        'convertTo (1 - x), divide, threshold',
        (bench) => {
          const { cv } = bench
          const by = new Algebra(bench)
          const result = by.quotient(bench.floats(), by.scaled(bench.floats(), -1, 1))
          cv.threshold(result, result, 1, 1, cv.THRESH_TRUNC)
          return result
        },
      ],
    ],
    [
      'edge tangent flow, radius 3',
      (k) => k.edgeTangentFlow(plane, FLOW.radiusPx, FLOW.iterations),
      ['composed: Sobel, GaussianBlur x3, cartToPolar, polarToCart', composedTangents],
    ],
    [
      'lines along the flow',
      (k) => k.flowLines(plane, flowOf(k), { sigmaPx: 1, lengthPx: 4, tau: 0.98, phi: 20 }),
      ['none', null],
    ],
    [
      'matte by colour, one half undecided',
      (k) =>
        k.colourMatte(
          { picture, trimap, prior: plane, originPx: 0 },
          { topPx: 0, heightPx: SIDE_PX },
          { reachPx: 250, farCost: 0.001 },
        ),
      ['none', null],
    ],
    [
      'cels, four times',
      (k) =>
        k.drawCels(
          quarter,
          { rows: picture, topPx: 0, wholeHeightPx: SIDE_PX },
          { colour: [20, 20, 30], tinge: 0.2, opacity: 1 },
        ),
      ['none', null],
    ],
    [
      'choke, 2.5 px (two discs, mixed)',
      (k) => k.choke(matte, 2.5),
      ['erode, ellipse of 5: whole pixels only', eroded],
    ],
    ['choke, 2 px (one disc)', (k) => k.choke(matte, 2), ['erode, ellipse of 5', eroded]],
    ['feather, 6 px', (k) => k.feather(matte, 6), ['GaussianBlur, 8U', blur(3, grey)]],
  ]

let flow: ReturnType<Kernels['edgeTangentFlow']> | null = null
/** Made once: the lines are timed without it. */
function flowOf(kernels: Kernels) {
  flow ??= kernels.edgeTangentFlow(plane, FLOW.radiusPx, FLOW.iterations)
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
  for (const [kernel, ours, [peer, work]] of cases) {
    const theirs = work === null ? [] : [() => bench.finish(work(bench))]
    const [oursMs = 0, peerMs = null] = await timed([() => ours(kernels), ...theirs])
    times.push({ kernel, oursMs, peerMs, peer })
  }
  return times
}

addEventListener('message', () => {
  run().then(
    (times) => postMessage({ times }),
    (error: unknown) => postMessage({ error: String(error) }),
  )
})
