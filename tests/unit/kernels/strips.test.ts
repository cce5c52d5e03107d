import { describe, expect, it } from 'vitest'
import { gaussianHaloPx } from '#core/kernels/filters.ts'
import { flowLinesHaloPx } from '#core/kernels/flow.ts'
import { planeRows, rasterRows } from '#core/pixels/pixels.ts'
import type { FloatPlane, TangentFlow } from '#core/pixels/raster.ts'
import { bands, floats, furthest, raster } from '../../fixtures/kernel-pictures.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainKernels } from '../../fixtures/plain-kernels.ts'
import { planarPicture, planarPixels, planarRows } from '../../fixtures/planar-rows.ts'

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
