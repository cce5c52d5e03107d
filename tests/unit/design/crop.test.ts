import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coverCrop, cropZoom, layerDpi, panCrop, uncoverCrop, zoomCrop } from '#core/design/crop.ts'
import { panPhoto, setMask, zoomPhoto } from '#core/design/edits/photo.ts'
import { placeLayer, setPrintedSize, showWholePhoto } from '#core/design/edits/place.ts'
import { resizeFromHandle } from '#core/design/handles.ts'
import { caseWith, cropAspect, freePhoto, photo, photoRef } from './designs.ts'

const sides = fc.record({
  width: fc.double({ min: 5, max: 300, noNaN: true }),
  height: fc.double({ min: 5, max: 300, noNaN: true }),
})
const pixels = fc
  .tuple(fc.integer({ min: 100, max: 8000 }), fc.integer({ min: 100, max: 8000 }))
  .map(([width, height]) => photoRef(width, height))
const share = fc.double({ min: 0, max: 1, noNaN: true })

it('a cover crop has the frame’s shape, stays within the photo, and touches two of its sides', () => {
  fc.assert(
    fc.property(pixels, sides, share, share, (ref, frame, focusX, focusY) => {
      const crop = coverCrop(ref, frame, { focusX, focusY })
      const aspect = (crop.width * ref.widthPx) / (crop.height * ref.heightPx)
      expect(aspect / (frame.width / frame.height)).toBeCloseTo(1, 6)
      expect(crop.x).toBeGreaterThanOrEqual(0)
      expect(crop.x + crop.width).toBeLessThanOrEqual(1 + 1e-9)
      expect(crop.y + crop.height).toBeLessThanOrEqual(1 + 1e-9)
      expect(Math.max(crop.width, crop.height)).toBe(1)
      expect(cropZoom(crop, ref, frame)).toBeCloseTo(1)
    }),
  )
})

it('pan and zoom keep the frame’s shape and never leave the photo', () => {
  const gesture = fc.tuple(
    fc.double({ min: -2, max: 2, noNaN: true }),
    fc.double({ min: -2, max: 2, noNaN: true }),
    fc.double({ min: 0.2, max: 5, noNaN: true }),
  )
  fc.assert(
    fc.property(pixels, sides, fc.array(gesture, { maxLength: 10 }), (ref, frame, gestures) => {
      let crop = coverCrop(ref, frame)
      for (const [x, y, factor] of gestures) {
        crop = zoomCrop(panCrop(crop, x, y), ref, frame, factor, 0.3, 0.7)
      }
      const aspect = (crop.width * ref.widthPx) / (crop.height * ref.heightPx)
      expect(aspect / (frame.width / frame.height)).toBeCloseTo(1, 6)
      expect(crop.x).toBeGreaterThanOrEqual(0)
      expect(crop.y).toBeGreaterThanOrEqual(0)
      expect(crop.x + crop.width).toBeLessThanOrEqual(1 + 1e-9)
      expect(crop.y + crop.height).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})

it('what is under the pointer stays there while a photo is zoomed in its frame', () => {
  const ref = photoRef(1000, 1000)
  const frame = { width: 40, height: 40 }
  const before = { x: 0.2, y: 0.2, width: 0.6, height: 0.6 }
  const after = zoomCrop(before, ref, frame, 1.5, 0.25, 0.75)
  expect(after.x + 0.25 * after.width).toBeCloseTo(before.x + 0.25 * before.width)
  expect(after.y + 0.75 * after.height).toBeCloseTo(before.y + 0.75 * before.height)
})

it('a flipped photo follows the finger too', () => {
  const crop = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }
  const design = caseWith(freePhoto('one', { crop, flipX: true }))
  expect(photo(panPhoto(design, 'one', 0.2, 0), 'one').crop.x).toBeCloseTo(0.35)
  expect(photo(zoomPhoto(design, 'one', 2, { x: 0, y: 0.5 }), 'one').crop.x).toBeCloseTo(0.5)
})

it('pulling in an edge uncovers nothing and leaves the picture where it is', () => {
  const design = caseWith(freePhoto('one'))
  const pulled = resizeFromHandle(photo(design, 'one'), 'w', { xMm: 25.8, yMm: 90 })
  const after = photo(placeLayer(design, 'one', pulled), 'one')
  expect(after.widthMm).toBeCloseTo(30)
  expect(after.crop.x).toBeCloseTo(0.25)
  expect(after.crop.width).toBeCloseTo(0.75)
  expect(after.crop.height).toBeCloseTo(1)
})

it('a flipped photo’s edge uncovers its own side', () => {
  const design = caseWith(freePhoto('one', { flipX: true }))
  const pulled = resizeFromHandle(photo(design, 'one'), 'w', { xMm: 25.8, yMm: 90 })
  const { crop } = photo(placeLayer(design, 'one', pulled), 'one')
  expect(crop.x).toBeCloseTo(0)
  expect(crop.width).toBeCloseTo(0.75)
})

it('a frame that outgrows its photo makes the photo grow, and stays filled', () => {
  fc.assert(
    fc.property(pixels, sides, sides, share, (ref, before, after, focus) => {
      const crop = coverCrop(ref, before, { focusX: focus, focusY: focus })
      const next = uncoverCrop(crop, ref, before, after, { xMm: -3, yMm: 2 })
      const aspect = (next.width * ref.widthPx) / (next.height * ref.heightPx)
      expect(aspect / (after.width / after.height)).toBeCloseTo(1, 6)
      expect(next.x + next.width).toBeLessThanOrEqual(1 + 1e-9)
      expect(next.y + next.height).toBeLessThanOrEqual(1 + 1e-9)
    }),
  )
})

it('the effective dpi counts the visible pixels at the printed size, on the worse axis', () => {
  const layer = freePhoto('one', { widthMm: 25.4, heightMm: 25.4 })
  expect(layerDpi(layer)).toBeCloseTo(1000)
  expect(layerDpi({ ...layer, scale: 2 })).toBeCloseTo(500)
  expect(layerDpi({ ...layer, crop: { x: 0, y: 0, width: 0.5, height: 0.25 } })).toBeCloseTo(250)
})

it('the shown version’s pixels count, not the original’s', () => {
  const layer = freePhoto('one', { widthMm: 25.4, heightMm: 25.4 })
  const result = photoRef(2000, 2000, 'b')
  const derived = [{ tool: 'super-resolution' as const, settings: {}, result, matte: null }]
  expect(layerDpi({ ...layer, derived })).toBeCloseTo(2000)
})

it('a figure gives its frame its own proportions, and the photo’s come back with no mask', () => {
  const design = caseWith(
    freePhoto('one', { original: photoRef(1000, 2000), widthMm: 30, heightMm: 60 }),
  )
  const round = photo(setMask(design, 'one', 'circle'), 'one')
  expect([round.widthMm, round.heightMm]).toEqual([30, 30])
  expect(cropAspect(round)).toBeCloseTo(1)
  const plain = photo(setMask(setMask(design, 'one', 'circle'), 'one', 'none'), 'one')
  expect([plain.widthMm, plain.heightMm]).toEqual([30, 60])
  expect(plain.crop).toMatchObject({ width: 1, height: 1 })
})

it('the inspector sets a photo’s printed size in mm at any scale', () => {
  const design = caseWith(freePhoto('one', { scale: 2 }))
  const sized = photo(setPrintedSize(design, 'one', { widthMm: 50 }), 'one')
  expect(sized.widthMm * sized.scale).toBe(50)
  expect(sized.heightMm * sized.scale).toBe(80)
  expect(cropAspect(sized)).toBeCloseTo(50 / 80)
})

it('the whole photo can be shown again', () => {
  const cropped = caseWith(
    freePhoto('one', {
      original: photoRef(1000, 2000),
      crop: { x: 0, y: 0.25, width: 1, height: 0.5 },
    }),
  )
  const whole = photo(showWholePhoto(cropped, 'one'), 'one')
  expect(whole.crop).toEqual({ x: 0, y: 0, width: 1, height: 1 })
  expect(whole.heightMm / whole.widthMm).toBeCloseTo(2)
})
