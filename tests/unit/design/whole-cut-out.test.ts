import { describe, expect, it } from 'vitest'
import { cakeProduct } from '#core/catalogue/cakes.ts'
import { newDesign, photoLayer } from '#core/design/create.ts'
import type { Crop, PhotoLayer, Product } from '#core/design/document.ts'
import { type BoundsMm, layerBounds } from '#core/design/geometry.ts'
import { withWholeCutOut, withWholeCutOutAgain } from '#core/design/whole-cut-out.ts'
import { phoneCase, photoRef } from './designs.ts'

const phone = phoneCase()
const cake = cakeProduct('round', 8)

const placed = (on: Product, widthPx = 3000, heightPx = 3000) =>
  photoLayer(newDesign(on, 'd'), 'a', photoRef(widthPx, heightPx))
const wholeOn = (on: Product, kept: Crop) => withWholeCutOut(placed(on), on.geometry, kept)
const right = ({ xMm, widthMm }: BoundsMm) => xMm + widthMm
const foot = ({ yMm, heightMm }: BoundsMm) => yMm + heightMm

const twoLions: Crop = { x: 0.1, y: 0.3, width: 0.8, height: 0.5 }

describe('what was cut out of a photo that fills the print', () => {
  it('comes to stand whole below the camera where the frame had cut it off', () => {
    const layer = wholeOn(phone, twoLions)
    const { geometry } = phone
    const box = layerBounds(layer)
    expect(box.xMm).toBeGreaterThanOrEqual(geometry.safeMm - 0.01)
    expect(right(box)).toBeLessThanOrEqual(geometry.widthMm - geometry.safeMm + 0.01)
    for (const hole of geometry.holes) expect(box.yMm).toBeGreaterThan(hole.yMm + hole.heightMm)
    expect(layer.crop.x).toBeLessThan(twoLions.x)
    expect(layer.crop.width).toBeGreaterThan(twoLions.width)
    const wide = layer.crop.width / layer.crop.height
    expect(layer.widthMm / layer.heightMm).toBeCloseTo(wide, 6)
  })

  it('stands on the edge of the print where its photo cuts off its foot', () => {
    const { geometry } = phone
    const box = layerBounds(wholeOn(phone, { x: 0.15, y: 0.2, width: 0.7, height: 0.8 }))
    expect(foot(box)).toBeCloseTo(geometry.heightMm + geometry.bleedMm, 6)
  })

  it('reaches to the edges of the print where its photo cuts off its sides', () => {
    const { widthMm, bleedMm } = phone.geometry
    const across = layerBounds(wholeOn(phone, { x: 0, y: 0.4, width: 1, height: 0.3 }))
    expect([across.xMm, right(across)]).toEqual([
      expect.closeTo(-bleedMm, 6),
      expect.closeTo(widthMm + bleedMm, 6),
    ])
    const atRight = layerBounds(wholeOn(phone, { x: 0.3, y: 0.4, width: 0.7, height: 0.3 }))
    expect(right(atRight)).toBeCloseTo(widthMm + bleedMm, 6)
    expect(atRight.xMm).toBeGreaterThan(0)
  })

  it('stands in the middle of a round cake, and within it', () => {
    const layer = wholeOn(cake, { x: 0.4, y: 0.45, width: 0.55, height: 0.5 })
    const { widthMm } = cake.geometry
    expect(layer.xMm).toBeCloseTo(widthMm / 2, 6)
    expect(layer.yMm).toBeCloseTo(widthMm / 2, 6)
    expect(layer.widthMm).toBeLessThan(widthMm)
  })

  it('is never shown larger than it was', () => {
    const layer = wholeOn(phone, { x: 0.1, y: 0.1, width: 0.2, height: 0.2 })
    const before = placed(phone)
    const at = (one: typeof before) => one.widthMm / one.crop.width
    expect(at(layer)).toBeLessThanOrEqual(at(before) + 1e-9)
  })

  it('lies as it is where it is seen, where its photo cuts it off, and in a frame of its customer’s', () => {
    const middle: Crop = { x: 0.35, y: 0.45, width: 0.3, height: 0.3 }
    const cut: Crop = { x: 0, y: 0, width: 0.8, height: 0.5 }
    const layer = placed(phone)
    expect(withWholeCutOut(layer, phone.geometry, middle)).toBe(layer)
    expect(withWholeCutOut(layer, phone.geometry, cut)).toBe(layer)
    for (const own of [{ scale: 0.5 }, { rotationDeg: 20 }, { widthMm: 40 }, { slotId: 's' }]) {
      const moved = { ...layer, ...own }
      expect(withWholeCutOut(moved, phone.geometry, twoLions)).toBe(moved)
    }
  })
})

describe('a cut-out that is made again', () => {
  const one: Crop = { x: 0.6, y: 0.3, width: 0.2, height: 0.7 }
  const both: Crop = { x: 0.1, y: 0.3, width: 0.7, height: 0.7 }
  const again = (layer: PhotoLayer, kept: Crop) => withWholeCutOutAgain(layer, phone.geometry, kept)

  it('lies as if it were the first where somebody comes back whom its frame would hide', () => {
    const alone = wholeOn(phone, one)
    expect(alone.crop.x).toBeGreaterThan(both.x)
    expect(again(alone, both)).toEqual(wholeOn(phone, both))
  })

  it('stays where it lies where its frame shows all that is kept', () => {
    const pair = wholeOn(phone, both)
    expect(again(pair, one)).toBe(pair)
  })

  it('stays in a figure, a turned frame or a slot that its customer gave it', () => {
    const alone = wholeOn(phone, one)
    for (const own of [{ mask: 'heart' }, { rotationDeg: 10 }, { slotId: 's' }] as const) {
      const layer = { ...alone, ...own }
      expect(again(layer, both)).toBe(layer)
    }
  })
})
