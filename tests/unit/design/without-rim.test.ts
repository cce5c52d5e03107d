import { expect, it } from 'vitest'
import { photoLayer } from '#core/design/create.ts'
import { setCrop } from '#core/design/edits/photo.ts'
import { withoutRim } from '#core/design/without-rim.ts'
import { caseWith, emptyCase, photo, photoRef } from './designs.ts'

const picture = { x: 0.05, y: 0.08, width: 0.9, height: 0.8 }
const print = (widthPx: number, heightPx: number) =>
  photoLayer(emptyCase(), 'a', photoRef(widthPx, heightPx))

it.each([
  [3000, 2000],
  [1000, 3000],
  [400, 900],
])(
  'a print of %i x %i covers its frame, in its shape, with its picture alone',
  (widthPx, heightPx) => {
    const layer = print(widthPx, heightPx)
    const { crop } = withoutRim(layer, picture)
    expect(crop.x).toBeGreaterThanOrEqual(picture.x - 1e-9)
    expect(crop.y).toBeGreaterThanOrEqual(picture.y - 1e-9)
    expect(crop.x + crop.width).toBeLessThanOrEqual(picture.x + picture.width + 1e-9)
    expect(crop.y + crop.height).toBeLessThanOrEqual(picture.y + picture.height + 1e-9)
    const shape = (crop.width * widthPx) / (crop.height * heightPx)
    expect(shape).toBeCloseTo(layer.widthMm / layer.heightMm, 6)
  },
)

it('a print that its customer has cropped stays as they did', () => {
  const cropped = photo(setCrop(caseWith(print(3000, 2000)), 'a', { zoom: 1.2 }), 'a')
  expect(withoutRim(cropped, picture)).toBe(cropped)
})
