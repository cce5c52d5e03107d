import { describe, expect, it } from 'vitest'
import { cakeProduct } from '#core/catalogue/cakes.ts'
import { newDesign, photoLayer } from '#core/design/create.ts'
import type { Crop, PhotoLayer, Product } from '#core/design/document.ts'
import { changeProduct } from '#core/design/edits/product.ts'
import { type BoundsMm, layerBounds } from '#core/design/geometry.ts'
import {
  withWholeCutOut,
  withWholeCutOutAgain,
  withWholeCutOutMoved,
} from '#core/design/whole-cut-out.ts'
import { derivedPhoto, phoneCase, photoRef } from './designs.ts'

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

describe('a cut-out that was brought in whole, on another product', () => {
  const matte = photoRef(3000, 3000, 'm')
  const cutOut = (on: Product, kept: Crop): PhotoLayer => {
    const derived = [{ ...derivedPhoto('cut-out', 'c', 3000, 3000), matte }]
    return withWholeCutOut({ ...placed(on), derived }, on.geometry, kept)
  }
  const moved = (layer: PhotoLayer, from: Product, to: Product): PhotoLayer => {
    const before = { ...newDesign(from, 'd'), layers: [layer] }
    const design = changeProduct(before, to, withWholeCutOutMoved)
    const [only] = design.layers
    if (only?.kind !== 'photo') throw new Error('the photo is gone')
    return only
  }
  const cutAside: Crop = { x: 0.3, y: 0.4, width: 0.7, height: 0.3 }

  it('stands there as if it had been cut out there, and comes back as it was', () => {
    const onCase = cutOut(phone, twoLions)
    const onCake = moved(onCase, phone, cake)
    const { widthMm } = cake.geometry
    expect(onCake.xMm).toBeCloseTo(widthMm / 2, 6)
    expect(onCake.yMm).toBeCloseTo(widthMm / 2, 6)
    expect(onCake.widthMm).toBeGreaterThan(widthMm * 0.7)
    expect(onCake.scale).toBe(1)
    const back = moved(onCake, cake, phone)
    for (const side of ['xMm', 'yMm', 'widthMm', 'heightMm'] as const)
      expect(back[side]).toBeCloseTo(onCase[side], 6)
  })

  it('stands on the edge of another case where its photo cuts off its side', () => {
    const other = phoneCase('samsung-galaxy-s24-ultra')
    const { widthMm, bleedMm } = other.geometry
    const layer = moved(cutOut(phone, cutAside), phone, other)
    expect(right(layerBounds(layer))).toBeCloseTo(widthMm + bleedMm, 6)
  })

  it('shows all of it on a round print, where no side can stand on an edge', () => {
    for (const kept of [cutAside, { x: 0, y: 0.4, width: 1, height: 0.3 }]) {
      const layer = moved(cutOut(phone, kept), phone, cake)
      expect(layer.xMm).toBeCloseTo(cake.geometry.widthMm / 2, 6)
      const { widthMm, heightMm } = layer
      expect(Math.hypot(widthMm, heightMm)).toBeLessThan(cake.geometry.widthMm * 1.05)
    }
  })

  it('keeps its place in the print where its customer moved it', () => {
    const own = { ...cutOut(phone, twoLions), yMm: 100 }
    const layer = moved(own, phone, cake)
    expect(layer.widthMm).toBe(own.widthMm)
    expect(layer.scale).not.toBe(1)
  })
})
