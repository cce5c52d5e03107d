import { describe, expect, it } from 'vitest'
import { newDesign, photoLayer } from '#core/design/create.ts'
import type { PhotoFace } from '#core/design/faces.ts'
import { closeView, lookAt } from '#core/design/look-at.ts'
import { fitView, viewFromMm } from '#core/design/view.ts'
import { phoneCase, photoRef } from './designs.ts'

const design = newDesign(phoneCase('apple-iphone-15-pro'), 'a design')
const { geometry } = design.product
const layer = photoLayer(design, 'a photo', photoRef(3000, 4000))
const viewport = {
  widthPx: 390,
  heightPx: 790,
  insetPx: { top: 28, bottom: 374, start: 28, end: 28 },
}
const whole = fitView(geometry, viewport)

const face = (x: number, y: number, width: number, isBehind = false): PhotoFace => ({
  width,
  isBehind,
  eyes: [
    { x: x - width / 5, y },
    { x: x + width / 5, y },
  ],
})

const viewOf = (faces: readonly PhotoFace[], photo = layer) => {
  const look = lookAt(photo, geometry, faces)
  return look && closeView(look, geometry, viewport)
}

describe('what one looks at while a tool is open', () => {
  it('is the face, whole and larger than the whole print shows it', () => {
    const look = lookAt(layer, geometry, [face(0.5, 0.4, 0.2)])
    const view = look && closeView(look, geometry, viewport)
    expect(view?.scalePxPerMm).toBeGreaterThan(1.5 * whole.scalePxPerMm)
    if (look === null || view === null) return
    const { xPx, yPx } = viewFromMm(view, look.bounds)
    expect(xPx).toBeGreaterThanOrEqual(28)
    expect(yPx).toBeGreaterThanOrEqual(28)
    const bottom = yPx + look.bounds.heightMm * view.scalePxPerMm
    expect(bottom).toBeLessThanOrEqual(790 - 374)
  })

  it('is all of a group, and nobody who is out of focus behind it', () => {
    const pair = [face(0.35, 0.4, 0.1), face(0.65, 0.45, 0.1)]
    const look = lookAt(layer, geometry, pair)
    expect(look?.bounds.widthMm).toBeGreaterThan(
      lookAt(layer, geometry, pair.slice(1))?.bounds.widthMm ?? 0,
    )
    expect(lookAt(layer, geometry, [...pair, face(0.5, 0.9, 0.05, true)])).toEqual(look)
  })

  it('leaves no more of the stage empty beside the print than must be', () => {
    const view = viewOf([face(0.4, 0.15, 0.15)])
    expect(view?.originYPx).toBeLessThanOrEqual(28 + geometry.bleedMm * (view?.scalePxPerMm ?? 0))
  })

  it('is the whole print where its photo shows nobody, or faces that are large as they are', () => {
    expect(viewOf([])).toBeNull()
    expect(viewOf([face(0.5, 0.4, 0.7)])).toBeNull()
  })

  it('is a small photo, but not as close as can be', () => {
    const view = viewOf([], { ...layer, scale: 0.1 })
    expect(view?.scalePxPerMm).toBeCloseTo(3 * whole.scalePxPerMm)
  })

  it('is nothing where the photo lies beside the print', () => {
    expect(lookAt({ ...layer, xMm: 900 }, geometry, [])).toBeNull()
  })
})
