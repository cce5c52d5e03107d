import { describe, expect, it } from 'vitest'
import { CEL_ROWS_ABOUT } from '#core/kernels/paint.ts'
import { rasterRows } from '#core/pixels/pixels.ts'
import type { FloatPlane, Plane } from '#core/pixels/raster.ts'
import { bands, floats, furthest, matte, raster, sizes } from '../../fixtures/kernel-pictures.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainKernels } from '../../fixtures/plain-kernels.ts'

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

  it('cells are drawn at the size of a photo with smooth edges, under ink, in strips as in the whole', () => {
    const colours = Float32Array.from(raster(w, h, 'mixed').rgba, (v, at) => (at % 4 === 3 ? 1 : v))
    // A slant, and on one side of it lines of one and of two pixels.
    const cells = Uint32Array.from({ length: w * h }, (_, at) => {
      const [x, y] = [at % w, Math.floor(at / w)]
      if (x < w / 2 + y / 3) return 1
      return y === 9 ? 2 : y === 15 || y === 16 ? 3 : 4
    })
    const ink = floats(w, h, 9).values.map((value) => Math.max(0, value * 2 - 1))
    const small = { widthPx: w, heightPx: h, cells, colours, ink, originPx: 0, wholeHeightPx: h }
    const rows = raster(3 * w, 20, 'mixed')
    const photo = { rows, topPx: 5, wholeHeightPx: 3 * h }
    const pen = { colour: [20, 30, 40], tinge: 0.3, opacity: 0.9 } as const
    const made = kernels.drawCels(small, photo, pen)
    const expected = plainKernels.drawCels(small, photo, pen)
    expect(furthest(made.rgba, expected.rgba)).toBeLessThanOrEqual(1)
    const strip = { rows: rasterRows(rows, 7, 6), topPx: 12, wholeHeightPx: 3 * h }
    const from = Math.max(0, Math.min(h - 1, 3) - CEL_ROWS_ABOUT.above)
    const to = Math.min(h, Math.min(h - 1, 5) + CEL_ROWS_ABOUT.below + 1)
    const part = {
      ...small,
      heightPx: to - from,
      cells: cells.subarray(from * w, to * w),
      colours: colours.subarray(4 * from * w, 4 * to * w),
      ink: ink.subarray(from * w, to * w),
      originPx: from,
    }
    expect(kernels.drawCels(part, strip, pen).rgba).toEqual(rasterRows(made, 7, 6).rgba)
  })

  it.each(['pencil', 'ink', 'coloured-pencil'] as const)(
    'a drawing by %s is that of its medium, in strips as in the whole',
    (style) => {
      const shares = (seed: number) => part(floats(w, h, seed))
      const part = (rows: FloatPlane | Plane) => ({ rows, originPx: 0, wholeHeightPx: h })
      const bytes = part({ ...matte(w, h) })
      const own = { stroke: bytes, cross: part(matte(w, h)), mass: shares(14), skin: shares(15) }
      const others =
        style === 'ink'
          ? {}
          : { drawn: shares(16), tone: shares(17), outline: shares(18), closeUp: shares(19) }
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
    const differs = whole.filter((value, i) => Math.abs(value - (plain[i] ?? 0)) > 1)
    // A step that ends between two pixels may go on from the other one.
    expect(differs.length).toBeLessThanOrEqual(whole.length * 0.02)
    const from = Math.floor(haloPx) * (3 * w - 1)
    const below = drawn(1, 2 * h - 1, kernels)
    expect(below.subarray(from)).toEqual(whole.subarray(from + 3 * w - 1))
    const some = { widthPx: 3 * w - 1, topPx: 0, heightPx: 2 * h }
    const rows = { topPx: h >> 1, heightPx: h - (h >> 1) }
    const grain = { ...some, scale: 0.83, seed: 4 }
    const part = kernels.grainStrokes(grain, { ...hand, ...some }, { steps, stridePx, rows })
    expect(part).toMatchObject({ widthPx: 3 * w - 1, heightPx: rows.heightPx })
    const first = rows.topPx * (3 * w - 1)
    expect(part.values).toEqual(whole.subarray(first, first + part.values.length))
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

  it('an edge is softened', () => {
    const source = matte(w, h)
    const made = kernels.feather(source, 3)
    expect(furthest(made.values, plainKernels.feather(source, 3).values)).toBeLessThanOrEqual(1)
  })
})

describe('lines far from all edges of a picture', () => {
  const [w, h] = [150, 110]
  const luma = floats(w, h)
  const soft = kernels.gaussian(luma, 2)
  const flow = kernels.edgeTangentFlow(soft, 3, 2)
  const settings = { sigmaPx: 1.1, lengthPx: 4, tau: 0.998, phi: 40 }

  it('are those of the definition', () => {
    const lines = kernels.flowLines(soft, flow, settings).values
    const drawn = plainKernels.flowLines(soft, flow, settings).values
    const differs = lines.filter((v, i) => Math.abs(v - (drawn[i] ?? 0)) > 0.01)
    // A step that rounds to the other pixel may follow another line.
    expect(differs.length).toBeLessThanOrEqual(lines.length * 0.01)
    expect(new Set(lines).size).toBeGreaterThan(100)
  })

  it('are, to the bit, those of rows that are cut out with what is about them', () => {
    const whole = kernels.flowLines(soft, flow, settings)
    const [top, rows] = [40, 30]
    const cut = (values: Float32Array<ArrayBuffer>) => values.slice(top * w, (top + rows) * w)
    const part = { widthPx: w, heightPx: rows, values: cut(soft.values) }
    const around = { widthPx: w, heightPx: rows, tx: cut(flow.tx), ty: cut(flow.ty) }
    const own = { ...settings, rows: { topPx: 14, heightPx: 2 } }
    const made = kernels.flowLines(part, around, own)
    expect(made.values.slice(14 * w, 16 * w)).toEqual(
      whole.values.slice((top + 14) * w, (top + 16) * w),
    )
  })
})
