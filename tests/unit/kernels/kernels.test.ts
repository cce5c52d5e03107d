import { describe, expect, it } from 'vitest'
import { gaussianHaloPx } from '#core/kernels/filters.ts'
import { flowLinesHaloPx } from '#core/kernels/flow.ts'
import { type ColourTables, LIGHT_STEPS, type RelightPass } from '#core/kernels/light.ts'
import { planeRows, rasterRows } from '#core/pixels/pixels.ts'
import type { FloatPlane, Plane, Raster, TangentFlow } from '#core/pixels/raster.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainKernels } from '../../fixtures/plain-kernels.ts'
import { planarPicture, planarPixels, planarRows } from '../../fixtures/planar-rows.ts'

/** Whole, thin, tiny and odd: every loop has an end that does not fit its vectors. */
const sizes = [
  [64, 48],
  [37, 5],
  [5, 41],
  [1, 1],
  [1, 19],
  [23, 1],
  [2, 3],
] as const

function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Smooth hills with noise on them, opaque unless told. */
function raster(widthPx: number, heightPx: number, alpha: 'opaque' | 'mixed' = 'opaque'): Raster {
  const random = randomOf(widthPx * 31 + heightPx)
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4)
  for (let i = 0; i < rgba.length; i += 4) {
    const hill = 128 + 90 * Math.sin(i / 90)
    for (let c = 0; c < 3; c++) rgba[i + c] = hill + 60 * (random() - 0.5) + c * 12
    rgba[i + 3] = alpha === 'opaque' ? 255 : Math.round(random()) * 255 * random()
  }
  return { widthPx, heightPx, rgba }
}

const floats = (widthPx: number, heightPx: number, seed = 3): FloatPlane => {
  const random = randomOf(seed + widthPx)
  const values = new Float32Array(widthPx * heightPx)
  for (let i = 0; i < values.length; i++) values[i] = 0.5 + 0.3 * Math.sin(i / 17) + 0.2 * random()
  return { widthPx, heightPx, values }
}

const matte = (widthPx: number, heightPx: number): Plane => ({
  widthPx,
  heightPx,
  values: Uint8ClampedArray.from(
    { length: widthPx * heightPx },
    (_, i) => 255 * (1.5 - Math.hypot((i % widthPx) / 20 - 1.4, Math.floor(i / widthPx) / 16 - 1)),
  ),
})

/** Outside, undecided and inside, in stripes. */
const bands = (widthPx: number, heightPx: number): Plane => ({
  widthPx,
  heightPx,
  values: Uint8ClampedArray.from(
    { length: widthPx * heightPx },
    (_, i) => ((i % widthPx) >> 2) % 3,
  ),
})

/** Triples from `least` to `most`. */
function tablesFrom(least: number, most: number): ColourTables {
  const random = randomOf(most)
  return {
    values: Float32Array.from({ length: 3 * 256 * 3 }, () => least + (most - least) * random()),
  }
}

/** Each channel's own value, and nothing to the others. */
const sameTables: ColourTables = {
  values: Float32Array.from({ length: 3 * 256 * 3 }, (_, at) =>
    at % 3 === Math.floor(at / 768) ? Math.floor(at / 3) % 256 : 0,
  ),
}

/** A light from planes a third as large; `gainAt` by the light around. */
function relightPass(
  widthPx: number,
  heightPx: number,
  tables: ColourTables,
  gainAt: (light: number) => number,
  most = 1,
): RelightPass {
  const [planeW, planeH] = [Math.ceil(widthPx / 3), Math.ceil(heightPx / 3)]
  const along = (length: number, planeLength: number) => {
    const step = planeLength / length
    return { start: step / 2 - 0.5, step }
  }
  const [follow, level] = [floats(planeW, planeH), floats(planeW, planeH, 8)]
  level.values.forEach((value, at) => {
    level.values[at] = value / 3
  })
  return {
    tables,
    surroundings: { follow, level },
    around: { x: along(widthPx, planeW), y: along(heightPx, planeH) },
    gains: Float32Array.from({ length: LIGHT_STEPS + 1 }, (_, at) => gainAt(at / LIGHT_STEPS)),
    noise: 0.03,
    most,
    clarity: 0,
    vibrance: 0,
    skinKept: 0,
  }
}

type Numbers = ArrayLike<number>

/** The largest difference of two lists of numbers of the same length. */
function furthest(one: Numbers, other: Numbers): number {
  expect(one.length).toBe(other.length)
  let largest = 0
  for (let i = 0; i < one.length; i++) {
    largest = Math.max(largest, Math.abs((one[i] ?? 0) - (other[i] ?? 0)))
  }
  return largest
}

describe.each(sizes)('on %i x %i pixels', (w, h) => {
  it.each([
    [Math.max(1, Math.round(w / 2.3)), Math.max(1, Math.round(h / 1.7))],
    [w * 2 + 1, h * 3],
    [w, h],
  ])('resizing by area and by Lanczos to %i x %i matches the definition', (toW, toH) => {
    for (const source of [raster(w, h), raster(w, h, 'mixed')]) {
      for (const kernel of ['resizeArea', 'resizeLanczos3'] as const) {
        const made = kernels[kernel](source, toW, toH)
        expect(made).toMatchObject({ widthPx: toW, heightPx: toH })
        // Where almost nothing is opaque, colour is a quotient of two tiny numbers.
        const expected = plainKernels[kernel](source, toW, toH).rgba.map((v, i, all) =>
          (all[i | 3] ?? 0) < 8 ? (made.rgba[i] ?? 0) : v,
        )
        expect(furthest(made.rgba, expected)).toBeLessThanOrEqual(1)
      }
    }
  })

  it('a plane is resized bilinearly', () => {
    const source = floats(w, h)
    const made = kernels.resizePlane(source, w * 2 + 1, Math.max(1, h >> 1))
    const expected = plainKernels.resizePlane(source, w * 2 + 1, Math.max(1, h >> 1))
    expect(furthest(made.values, expected.values)).toBeLessThan(1e-5)
  })

  it('luma weighs the channels', () => {
    const source = raster(w, h)
    expect(furthest(kernels.luma(source).values, plainKernels.luma(source).values)).toBeLessThan(
      1e-6,
    )
  })

  it.each([0.4, 1, 2.7, 7.9])('a Gaussian of %f is the true one, and clamps nothing', (sigma) => {
    const source = floats(w, h)
    source.values.forEach((v, i) => {
      source.values[i] = v * 9 - 4
    })
    const made = kernels.gaussian(source, sigma)
    expect(furthest(made.values, plainKernels.gaussian(source, sigma).values)).toBeLessThan(1e-4)
  })

  it.each([9, 16])('a wide Gaussian of %i is within a hundredth of the true one', (sigma) => {
    const source = floats(w, h)
    const made = kernels.gaussian(source, sigma)
    const expected = plainKernels.gaussian(source, sigma)
    expect(furthest(made.values, expected.values)).toBeLessThan(0.01)
  })

  it('a picture is blurred on all its channels', () => {
    const source = raster(w, h)
    const made = kernels.gaussianRaster(source, 2)
    expect(furthest(made.rgba, plainKernels.gaussianRaster(source, 2).rgba)).toBeLessThanOrEqual(1)
  })

  it.each([
    [1, 1e-2],
    [4, 1e-4],
    [9, 1e-6],
  ])('the guided filters of radius %i and epsilon %f match theirs', (radius, epsilon) => {
    const guide = floats(w, h, 11)
    const source = floats(w, h, 5)
    const made = kernels.guidedFilter(guide, source, radius, epsilon)
    const expected = plainKernels.guidedFilter(guide, source, radius, epsilon)
    expect(furthest(made.values, expected.values)).toBeLessThan(2e-3)
    const colour = raster(w, h)
    const madeColour = kernels.guidedFilterColour(colour, source, radius, Math.max(epsilon, 1e-4))
    const expectedColour = plainKernels.guidedFilterColour(
      colour,
      source,
      radius,
      Math.max(epsilon, 1e-4),
    )
    expect(furthest(madeColour.values, expectedColour.values)).toBeLessThan(4e-3)
  })

  it('the domain transform follows its recursion', () => {
    const source = raster(w, h)
    const made = kernels.domainTransform(source, 12, 0.3)
    const expected = plainKernels.domainTransform(source, 12, 0.3)
    expect(furthest(made.rgba, expected.rgba)).toBeLessThanOrEqual(1)
  })

  it.each([
    ['in range', 0, 85],
    ['below and above', -200, 400],
    ['far outside', -9000, 9000],
  ])('tables of colours are added up, sums %s', (_, least, most) => {
    const source = raster(w, h, 'mixed')
    const made = kernels.colourTables(source, tablesFrom(least, most))
    const expected = plainKernels.colourTables(source, tablesFrom(least, most))
    expect(furthest(made.rgba, expected.rgba)).toBeLessThanOrEqual(1)
  })

  it('tables of colours may write over what they read', () => {
    const source = raster(w, h, 'mixed')
    const expected = kernels.colourTables(source, tablesFrom(0, 85))
    expect(kernels.colourTables(source, tablesFrom(0, 85), source)).toBe(source)
    expect(furthest(source.rgba, expected.rgba)).toBe(0)
  })

  it('cells are drawn at the size of a photo with smooth edges, under ink, in strips as in the whole', () => {
    const colours = Float32Array.from(raster(w, h, 'mixed').rgba, (v, at) => (at % 4 === 3 ? 1 : v))
    const cells = Uint32Array.from({ length: w * h }, (_, at) => (at % w) >> 3)
    const ink = floats(w, h, 9).values.map((value) => Math.max(0, value * 2 - 1))
    const small = { widthPx: w, heightPx: h, cells, colours, ink, originPx: 0, wholeHeightPx: h }
    const rows = raster(3 * w, 20, 'mixed')
    const photo = { rows, topPx: 5, wholeHeightPx: 3 * h }
    const pen = { colour: [20, 30, 40], tinge: 0.3, opacity: 0.9 } as const
    const made = kernels.drawCels(small, photo, pen)
    const expected = plainKernels.drawCels(small, photo, pen)
    expect(furthest(made.rgba, expected.rgba)).toBeLessThanOrEqual(1)
    const strip = { rows: rasterRows(rows, 7, 6), topPx: 12, wholeHeightPx: 3 * h }
    expect(kernels.drawCels(small, strip, pen).rgba).toEqual(rasterRows(made, 7, 6).rgba)
  })

  it.each(['pencil', 'ink', 'coloured-pencil'] as const)(
    'a drawing by %s is that of its medium, in strips as in the whole',
    (style) => {
      const shares = (seed: number) => part(floats(w, h, seed))
      const part = (rows: FloatPlane | Plane) => ({ rows, originPx: 0, wholeHeightPx: h })
      const bytes = part({ ...matte(w, h) })
      const own = { stroke: bytes, cross: part(matte(w, h)), mass: shares(14), skin: shares(15) }
      const others =
        style === 'ink' ? {} : { drawn: shares(16), tone: shares(17), outline: shares(18) }
      const colours = { red: bytes, green: bytes, blue: part(matte(w, h)) }
      const planes = { lines: shares(10), shading: shares(11), ...own, ...others, ...colours }
      const asked = { widthPx: 3 * w, heightPx: 3 * h, topPx: 0, rows: 3 * h, style, planes }
      const whole = kernels.drawSketch({ ...asked, strength: 0.7 })
      const expected = plainKernels.drawSketch({ ...asked, strength: 0.7 })
      expect(furthest(whole.rgba, expected.rgba)).toBeLessThanOrEqual(1)
      const strip = kernels.drawSketch({ ...asked, topPx: 1, rows: 2, strength: 0.7 })
      expect(furthest(strip.rgba, rasterRows(whole, 1, 2).rgba)).toBe(0)
    },
  )

  it('tables that change nothing change nothing', () => {
    const source = raster(w, h, 'mixed')
    expect(furthest(kernels.colourTables(source, sameTables).rgba, source.rgba)).toBe(0)
  })

  it.each([
    ['in range', 0, 85, 1],
    ['below and above', -60, 160, 1.6],
    ['far outside', -900, 900, 3],
  ])('light given anew matches its definition, sums %s', (_, least, highest, most) => {
    const source = raster(w, h, 'mixed')
    const pass = relightPass(w, h, tablesFrom(least, highest), (light) => 2.4 - 1.8 * light, most)
    const made = kernels.relight(source, pass)
    expect(furthest(made.rgba, plainKernels.relight(source, pass).rgba)).toBeLessThanOrEqual(1)
  })

  it('light that changes nothing changes nothing', () => {
    const source = raster(w, h, 'mixed')
    const pass = relightPass(w, h, sameTables, () => 1)
    expect(furthest(kernels.relight(source, pass).rgba, source.rgba)).toBe(0)
  })

  it('shadows that are lifted clip nowhere, and light that is bent neither', () => {
    const source = raster(w, h)
    for (const [gain, most] of [
      [3, 1],
      [1, 1.5],
    ] as const) {
      const factor = most === 1 ? 1 : 1.2
      const tables = { values: sameTables.values.map((value) => value * factor) }
      const made = kernels.relight(
        source,
        relightPass(w, h, tables, () => gain, most),
      )
      made.rgba.forEach((value, at) => {
        if ((source.rgba[at] ?? 0) < 200) expect(value).toBeLessThan(255 + (at % 4 === 3 ? 1 : 0))
      })
    }
  })

  it('dodging divides, and never goes over white', () => {
    const made = kernels.dodge(floats(w, h), floats(w, h, 9))
    const expected = plainKernels.dodge(floats(w, h), floats(w, h, 9))
    expect(furthest(made.values, expected.values)).toBeLessThan(1e-5)
  })

  it('the flow runs along the edges, and lines are drawn along the flow', () => {
    const luma = floats(w, h)
    const flow = kernels.edgeTangentFlow(luma, 3, 3)
    const expected = plainKernels.edgeTangentFlow(luma, 3, 3)
    for (let i = 0; i < flow.tx.length; i++) {
      const [x, y] = [flow.tx[i] ?? 0, flow.ty[i] ?? 0]
      const [ex, ey] = [expected.tx[i] ?? 0, expected.ty[i] ?? 0]
      expect(Math.hypot(x, y)).toBeCloseTo(1, 4)
      expect(Math.abs(x * ex + y * ey)).toBeGreaterThan(0.995)
    }
    const settings = { sigmaPx: 1.1, lengthPx: 4, tau: 0.98, phi: 12 }
    const halfFlat = { ...luma, values: luma.values.map((v, i) => (i % w < w / 2 ? 0.8 : v)) }
    for (const picture of [luma, halfFlat]) {
      const lines = kernels.flowLines(picture, expected, settings)
      const drawn = plainKernels.flowLines(picture, expected, settings)
      const differs = lines.values.filter((v, i) => Math.abs(v - (drawn.values[i] ?? 0)) > 0.01)
      // A step that rounds to the other pixel may follow another line.
      expect(differs.length).toBeLessThanOrEqual(lines.values.length * 0.01)
    }
  })

  it('rows have the directions of a small copy, turned by an angle', () => {
    const angles = (seed: number) => {
      const rows = floats(w, h, seed)
      const values = rows.values.map((value) => 2 * value - 1)
      return { rows: { ...rows, values }, originPx: 0, wholeHeightPx: h }
    }
    const size = { widthPx: 3 * w - 1, wholeHeightPx: 2 * h, topPx: 1, heightPx: 2 * h - 2 }
    const asked = { ...size, cos2: angles(3), sin2: angles(4), turn: 0.5 }
    const [made, expected] = [kernels.tangentRows(asked), plainKernels.tangentRows(asked)]
    const apart = made.tx.map((x, i) => {
      const along = x * (expected.tx[i] ?? 0) + (made.ty[i] ?? 0) * (expected.ty[i] ?? 0)
      return 1 - Math.abs(along)
    })
    expect(Math.max(...apart)).toBeLessThan(1e-4)
  })

  it('strokes are the noise met along the flow', () => {
    const flow = plainKernels.edgeTangentFlow(floats(w, h), 3, 3)
    const settings = { steps: 6, stridePx: 1.5 }
    const strokes = kernels.lineIntegral(floats(w, h, 8), flow, settings)
    const drawn = plainKernels.lineIntegral(floats(w, h, 8), flow, settings)
    const differs = strokes.values.filter((v, i) => Math.abs(v - (drawn.values[i] ?? 0)) > 1e-4)
    // A step that ends between two pixels may go on from the other one.
    expect(differs.length).toBeLessThanOrEqual(strokes.values.length * 0.01)
    const wanted = { plane: floats(w, h, 9), from: 0.85 }
    const asked = kernels.lineIntegral(floats(w, h, 8), flow, settings, wanted)
    const some = plainKernels.lineIntegral(floats(w, h, 8), flow, settings, wanted)
    const missed = some.values.filter((v, i) => v !== 0 && asked.values[i] === 0)
    expect(missed).toHaveLength(0)
    const apart = asked.values.filter((v, i) => v !== 0 && v !== strokes.values[i])
    expect(apart).toHaveLength(0)
  })

  it('strokes are spread evenly where that is asked for', () => {
    const flow = plainKernels.edgeTangentFlow(floats(w, h), 3, 3)
    const settings = { steps: 6, stridePx: 1.5 }
    const own = kernels.lineIntegral(floats(w, h, 8), flow, settings)
    const even = kernels.lineIntegral(floats(w, h, 8), flow, { ...settings, slope: 9 })
    const expected = own.values.map((value) => 1 / (1 + Math.exp(9 * (0.5 - value))))
    expect(furthest(even.values, expected)).toBeLessThan(1e-5)
  })

  it('strokes of grain are the same at the same place of a picture', () => {
    const angles = (seed: number) => ({ rows: floats(w, h, seed), originPx: 0, wholeHeightPx: h })
    const hand = { wholeHeightPx: 2 * h, cos2: angles(3), sin2: angles(4), turn: 0.5 }
    const [steps, stridePx] = [6, 1.5]
    const haloPx = steps * stridePx + 1
    const drawn = (topPx: number, heightPx: number, by: typeof kernels) => {
      const rows = { widthPx: 3 * w - 1, topPx, heightPx }
      const grain = { ...rows, scale: 0.83, seed: 4 }
      return by.grainStrokes(grain, { ...hand, ...rows }, { steps, stridePx }).values
    }
    const whole = drawn(0, 2 * h, kernels)
    const plain = drawn(0, 2 * h, plainKernels)
    const differs = whole.filter((value, i) => Math.abs(value - (plain[i] ?? 0)) > 1e-3)
    // A step that ends between two pixels may go on from the other one.
    expect(differs.length).toBeLessThanOrEqual(whole.length * 0.02)
    const from = Math.floor(haloPx) * (3 * w - 1)
    const below = drawn(1, 2 * h - 1, kernels)
    expect(below.subarray(from)).toEqual(whole.subarray(from + 3 * w - 1))
  })

  it('colours explain what the trimap leaves open', () => {
    const input = {
      picture: raster(w, h),
      trimap: bands(w, h),
      prior: floats(w, h, 5),
      originPx: 3,
    }
    const rows = { topPx: h >> 2, heightPx: h - (h >> 2) }
    const settings = { reachPx: 30, farCost: 0.02 }
    const made = kernels.colourMatte(input, rows, settings)
    const expected = plainKernels.colourMatte(input, rows, settings)
    const differs = made.alpha.values.filter(
      (v, i) => Math.abs(v - (expected.alpha.values[i] ?? 0)) > 1e-3,
    )
    // Of two pairs that explain a pixel equally well either may be taken.
    expect(differs.length).toBeLessThanOrEqual(made.alpha.values.length * 0.005)
    expect(made.confidence.values).toHaveLength(w * rows.heightPx)
  })

  it.each([0, 0.5, 1, 2.25, -1, -3.5])('an edge is moved by %f px over a disc', (distance) => {
    const source = matte(w, h)
    const made = kernels.choke(source, distance)
    expect(furthest(made.values, plainKernels.choke(source, distance).values)).toBeLessThanOrEqual(
      1,
    )
  })

  it.each(['opaque', 'mixed'] as const)('a picture is seen through a projection, %s', (alpha) => {
    const source = raster(w, h, alpha)
    const projection = {
      across: [0.8, 0.3, -2.2],
      down: [-0.2, 1.1, 1.7],
      depth: [0.004, 0.002, 1],
    } as const
    const size = { widthPx: w + 3, heightPx: h }
    const made = kernels.straighten(source, projection, size)
    // Where almost nothing is opaque, colour is a quotient of two tiny numbers.
    const expected = plainKernels
      .straighten(source, projection, size)
      .rgba.map((v, i, all) => ((all[i | 3] ?? 0) < 8 ? (made.rgba[i] ?? 0) : v))
    expect(furthest(made.rgba, expected)).toBeLessThanOrEqual(1)
  })

  it('a picture that lies straight stays as it is to the byte', () => {
    const source = raster(w, h)
    const same = { across: [1, 0, 0], down: [0, 1, 0], depth: [0, 0, 1] } as const
    expect(kernels.straighten(source, same, source)).toEqual(source)
  })

  it('a veil is taken off as far as it goes, in place as well', () => {
    const source = raster(w, h, 'mixed')
    const depth = { start: 2, stepX: -1.2 / w, stepY: -1.7 / h, bendY: 0.4 / h ** 2 }
    const veil = { air: [0.7, 0.75, 0.8], depth } as const
    const made = kernels.unveil(source, veil)
    expect(furthest(made.rgba, plainKernels.unveil(source, veil).rgba)).toBeLessThanOrEqual(1)
    expect(kernels.unveil(source, veil, source)).toBe(source)
    expect(source.rgba).toEqual(made.rgba)
  })

  it('light is evened out between nodes, in place as well', () => {
    const source = raster(w, h, 'mixed')
    const gains = floats(3, 4).values.map((value) => 0.4 + 2 * value)
    const field = { across: 2, down: 2, gains }
    const places = { x: { start: 0.1, step: 0.8 / w }, y: { start: 0, step: 1 / h } }
    const expected = plainKernels.evenLight(source, field, places)
    const made = kernels.evenLight(source, field, places)
    expect(furthest(made.rgba, expected.rgba)).toBeLessThanOrEqual(1)
    expect(kernels.evenLight(source, field, places, source)).toBe(source)
    expect(source.rgba).toEqual(made.rgba)
  })

  it('an edge is softened', () => {
    const source = matte(w, h)
    const made = kernels.feather(source, 3)
    expect(furthest(made.values, plainKernels.feather(source, 3).values)).toBeLessThanOrEqual(1)
  })
})

describe('a strip with its halo gives what the whole gives', () => {
  const [w, h, top, rows] = [80, 200, 90, 30] as const
  it.each(['opaque', 'mixed'] as const)('for a picture made smaller by area, %s', (alpha) => {
    const source = raster(w, h, alpha)
    const [size, stripRows] = [{ widthPx: 31, heightPx: 77 }, 13]
    const whole = kernels.resizeArea(source, size.widthPx, size.heightPx)
    for (let topPx = 0; topPx < size.heightPx; topPx += stripRows) {
      const heightPx = Math.min(stripRows, size.heightPx - topPx)
      const from = Math.floor((topPx * h) / size.heightPx)
      const to = Math.min(h, Math.ceil(((topPx + heightPx) * h) / size.heightPx))
      const part = { rows: rasterRows(source, from, to - from), topPx: from, wholeHeightPx: h }
      const made = kernels.resizeAreaRows(part, size, { topPx, heightPx })
      expect(made.rgba).toEqual(rasterRows(whole, topPx, heightPx).rgba)
    }
  })

  it.each([
    [2, 2],
    [2, 1],
    [1, 1],
  ] as const)('for planes made smaller by area, a colour for %i x %i pixels', (...steps) => {
    const picture = planarPicture(75, 53, steps)
    const cut = { x: 3, y: 5, width: 72, height: 48 }
    const [size, stripRows] = [{ widthPx: 31, heightPx: 18 }, 5]
    const whole = plainKernels.resizeArea(planarPixels(picture, cut), size.widthPx, size.heightPx)
    for (let topPx = 0; topPx < size.heightPx; topPx += stripRows) {
      const heightPx = Math.min(stripRows, size.heightPx - topPx)
      const from = Math.floor((topPx * cut.height) / size.heightPx)
      const until = Math.min(48, Math.ceil(((topPx + heightPx) * cut.height) / size.heightPx))
      const part = planarRows(picture, cut, from, until)
      const made = kernels.resizePlanarRows(part, size, { topPx, heightPx })
      expect(furthest(made.rgba, rasterRows(whole, topPx, heightPx).rgba)).toBeLessThanOrEqual(1)
    }
  })

  it('for lines along the flow', () => {
    const source = floats(w, h)
    const settings = { sigmaPx: 1.3, lengthPx: 6, tau: 0.98, phi: 12 }
    const halo = flowLinesHaloPx(settings)
    const flow = kernels.edgeTangentFlow(source, 3, 3)
    const whole = rowsOf(kernels.flowLines(source, flow, settings), top, rows)
    const read = rowsOf(source, top - halo, rows + 2 * halo)
    const along = flowRows(flow, top - halo, rows + 2 * halo)
    const kept = { topPx: halo, heightPx: rows }
    for (const asked of [settings, { ...settings, rows: kept }]) {
      const part = kernels.flowLines(read, along, asked)
      expect(rowsOf(part, halo, rows).values).toEqual(whole.values)
    }
  })

  it('for strokes along the flow', () => {
    const source = floats(w, h)
    const settings = { steps: 12, stridePx: 1.5 }
    const halo = 19
    const flow = kernels.edgeTangentFlow(source, 3, 3)
    const whole = rowsOf(kernels.lineIntegral(source, flow, settings), top, rows)
    const read = rowsOf(source, top - halo, rows + 2 * halo)
    const along = flowRows(flow, top - halo, rows + 2 * halo)
    const kept = { topPx: halo, heightPx: rows }
    for (const asked of [settings, { ...settings, rows: kept }]) {
      const part = kernels.lineIntegral(read, along, asked)
      expect(rowsOf(part, halo, rows).values).toEqual(whole.values)
    }
  })

  const flowRows = ({ tx, ty }: TangentFlow, from: number, count: number): TangentFlow => ({
    widthPx: w,
    heightPx: count,
    tx: tx.slice(from * w, (from + count) * w),
    ty: ty.slice(from * w, (from + count) * w),
  })

  const rowsOf = (plane: FloatPlane, from: number, count: number): FloatPlane => ({
    widthPx: w,
    heightPx: count,
    values: plane.values.slice(from * w, (from + count) * w),
  })

  it.each([1, 6, 11, 20])('for a Gaussian of %i', (sigma) => {
    const source = floats(w, h)
    const halo = gaussianHaloPx(sigma)
    const whole = rowsOf(kernels.gaussian(source, sigma), top, rows)
    const strip = rowsOf(source, Math.max(0, top - halo), rows + 2 * halo)
    const part = rowsOf(kernels.gaussian(strip, sigma), Math.min(top, halo), rows)
    expect(furthest(part.values, whole.values)).toBeLessThan(1 / 255)
  })

  it('for a matte by colour', () => {
    const reachPx = 40
    const [picture, trimap, prior] = [raster(w, h), bands(w, h), floats(w, h)]
    const settings = { reachPx, farCost: 0.02 }
    const whole = kernels.colourMatte(
      { picture, trimap, prior, originPx: 0 },
      { topPx: top, heightPx: rows },
      settings,
    )
    const [from, count] = [top - reachPx, rows + 2 * reachPx]
    const strip = {
      picture: rasterRows(picture, from, count),
      trimap: planeRows(trimap, from, count),
      prior: rowsOf(prior, from, count),
      originPx: from,
    }
    const part = kernels.colourMatte(strip, { topPx: reachPx, heightPx: rows }, settings)
    expect(furthest(part.alpha.values, whole.alpha.values)).toBe(0)
    expect(furthest(part.confidence.values, whole.confidence.values)).toBe(0)
  })

  it('for a guided filter', () => {
    const source = floats(w, h)
    const halo = 2 * 8
    const whole = rowsOf(kernels.guidedFilter(source, source, 8, 1e-4), top, rows)
    const strip = rowsOf(source, top - halo, rows + 2 * halo)
    const part = rowsOf(kernels.guidedFilter(strip, strip, 8, 1e-4), halo, rows)
    expect(furthest(part.values, whole.values)).toBeLessThan(1 / 255)
  })
})
