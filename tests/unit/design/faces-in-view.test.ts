import { describe, expect, it } from 'vitest'
import { cakeProduct } from '#core/catalogue/cakes.ts'
import { caseProduct } from '#core/catalogue/cases.ts'
import { newDesign, photoLayer } from '#core/design/create.ts'
import type { PhotoLayer, Product } from '#core/design/document.ts'
import { coversEyes, onProduct, type PhotoFace } from '#core/design/faces.ts'
import { withFacesInView } from '#core/design/faces-in-view.ts'
import { photoRef } from './designs.ts'

const product = (made: Product | null): Product => {
  if (made === null) throw new Error('no such model')
  return made
}
/** Its camera takes the left half of the upper third. */
const phone = product(caseProduct('apple-iphone-15-pro', 'matte', '#ffffff'))
const cake = cakeProduct('round', 8)

const placed = (on: Product, widthPx: number, heightPx: number): PhotoLayer =>
  photoLayer(newDesign(on, 'd'), 'a', photoRef(widthPx, heightPx))
const faceAt = (x: number, y: number, width: number, isBehind = false): PhotoFace => ({
  width,
  eyes: [
    { x: x - width * 0.2, y },
    { x: x + width * 0.2, y },
  ],
  isBehind,
})

describe('a photo that is placed with its faces known', () => {
  it('shows the face of somebody in its middle beside the camera or below it', () => {
    const layer = placed(phone, 3000, 4000)
    const faces = [faceAt(0.45, 0.25, 0.2)]
    expect(coversEyes(layer, phone.geometry, faces)).toBe(true)
    const moved = withFacesInView(layer, phone.geometry, faces)
    expect(coversEyes(moved, phone.geometry, faces)).toBe(false)
    expect({ ...moved, crop: layer.crop }).toEqual(layer)
    const { crop } = moved
    expect(crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= 1).toBe(true)
  })

  it('shows a face at the side of a wide photo that the frame would cut off', () => {
    const layer = placed(phone, 4000, 3000)
    const face = faceAt(0.15, 0.55, 0.1)
    expect(onProduct(layer, { x: 0.15, y: 0.55 })).toBeNull()
    const { crop } = withFacesInView(layer, phone.geometry, [face])
    expect(crop.x).toBeLessThan(0.1)
    expect(crop.width).toBe(layer.crop.width)
  })

  it('lies as it would without them where they are in sight', () => {
    const layer = placed(phone, 3000, 4000)
    expect(withFacesInView(layer, phone.geometry, [faceAt(0.5, 0.6, 0.2)])).toBe(layer)
    expect(withFacesInView(layer, phone.geometry, [])).toBe(layer)
    const round = placed(cake, 3000, 3000)
    expect(withFacesInView(round, cake.geometry, [faceAt(0.5, 0.5, 0.3)])).toBe(round)
  })

  it('shows a face near the corner of a photo on a round cake', () => {
    const layer = placed(cake, 4000, 3000)
    const { crop } = withFacesInView(layer, cake.geometry, [faceAt(0.16, 0.3, 0.12)])
    expect(crop.x + crop.width / 2).toBeLessThan(0.5)
  })

  it('shows the large face rather than a small one, and is not moved for one behind', () => {
    const layer = placed(phone, 4000, 3000)
    const [left, right] = [faceAt(0.15, 0.5, 0.18), faceAt(0.9, 0.5, 0.06)]
    const { crop } = withFacesInView(layer, phone.geometry, [right, left])
    expect(crop.x + crop.width / 2).toBeLessThan(0.35)
    const behind = faceAt(0.15, 0.5, 0.1, true)
    expect(withFacesInView(layer, phone.geometry, [behind])).toBe(layer)
  })

  it('is not enlarged below what can be printed for a face', () => {
    const layer = placed(phone, 250, 520)
    const { crop } = withFacesInView(layer, phone.geometry, [faceAt(0.4, 0.15, 0.2)])
    expect(crop.width).toBe(layer.crop.width)
  })
})
