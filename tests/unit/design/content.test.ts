import { expect, it } from 'vitest'
import { doodleLayer, newDesign, photoLayer, textLayer } from '#core/design/create.ts'
import { designSchema } from '#core/design/document.ts'
import { addStroke, clearStrokes, strokeOn } from '#core/design/edits/doodle.ts'
import {
  DERIVED_MAX,
  dropLastDerived,
  pushDerived,
  replaceDerived,
  replacePhoto,
} from '#core/design/edits/photo.ts'
import { setText, setTextBox, setTextStyle } from '#core/design/edits/text.ts'
import {
  layerBounds,
  layerCorners,
  layerMatrix,
  roundedBoxHolds,
  safeBox,
  transformPoint,
} from '#core/design/geometry.ts'
import { stickerLayer } from '#core/design/new-sticker.ts'
import {
  caseWith,
  cropAspect,
  derivedPhoto,
  emptyCase,
  freePhoto,
  layer,
  phoneCase,
  photo,
  photoRef,
  roundCake,
} from './designs.ts'

const tools = (design: Parameters<typeof photo>[0]) =>
  photo(design, 'one').derived.map(({ tool }) => tool)

it('a new design is a valid document', () => {
  expect(designSchema.safeParse(newDesign(phoneCase(), 'id')).success).toBe(true)
  expect(designSchema.safeParse(newDesign(roundCake(), 'id')).success).toBe(true)
})

it('the first photo fills the print and its bleed', () => {
  const own = photoLayer(emptyCase(), 'one', photoRef(4000, 3000))
  expect(layerBounds(own)).toMatchObject({ xMm: -2, yMm: -2 })
  expect(cropAspect(own)).toBeCloseTo(own.widthMm / own.heightMm)
})

it('the next photo lies whole and free in the middle of what the camera leaves', () => {
  const design = caseWith(photoLayer(emptyCase(), 'one', photoRef()))
  const own = photoLayer(design, 'two', photoRef(4000, 3000))
  expect(own.widthMm / own.heightMm).toBeCloseTo(4 / 3)
  expect(own.crop).toEqual({ x: 0, y: 0, width: 1, height: 1 })
  expect(own.yMm).toBeGreaterThan(147.6 / 2)
})

it('a dropped photo lies where it was dropped', () => {
  const own = photoLayer(emptyCase(), 'one', photoRef(), { xMm: 12, yMm: 34 })
  expect(own).toMatchObject({ xMm: 12, yMm: 34, slotId: null })
})

it('new texts and stickers stand in the safe area of any product', () => {
  for (const product of [phoneCase(), phoneCase('google-pixel-8'), roundCake()]) {
    const design = newDesign(product, 'id')
    const text = textLayer(design, 'text', 'Happy birthday, dear Sophia!')
    for (const own of [
      text,
      textLayer(design, 'cjk', '生日快乐\n亲爱的小雨'),
      stickerLayer(design, 's', 'rose'),
    ]) {
      for (const corner of layerCorners(own)) {
        expect(roundedBoxHolds(safeBox(product.geometry), corner)).toBe(true)
      }
    }
  }
})

it('two texts added one after the other do not hide one another', () => {
  const first = textLayer(emptyCase(), 'a', 'Hi')
  const second = textLayer(caseWith(first), 'b', 'Hi')
  expect(second.yMm).toBeGreaterThan(first.yMm)
})

it('a tool’s result is shown on top of the original, which is kept', () => {
  const design = pushDerived(caseWith(freePhoto('one')), 'one', derivedPhoto('sketch', 'b'))
  expect(tools(design)).toEqual(['sketch'])
  expect(photo(design, 'one').original).toEqual(photoRef(1000, 1000))
})

it('another strength of a tool takes the place of its last result', () => {
  let design = pushDerived(caseWith(freePhoto('one')), 'one', derivedPhoto('cut-out', 'b'))
  design = pushDerived(design, 'one', derivedPhoto('sketch', 'c'))
  design = replaceDerived(design, 'one', derivedPhoto('sketch', 'd'))
  expect(tools(design)).toEqual(['cut-out', 'sketch'])
  design = replaceDerived(design, 'one', derivedPhoto('cut-out', 'e'))
  expect(tools(design)).toEqual(['cut-out'])
})

it('results can be taken back one by one', () => {
  let design = caseWith(freePhoto('one'))
  for (const tool of ['cut-out', 'sketch', 'enhance'] as const) {
    design = pushDerived(design, 'one', derivedPhoto(tool, 'b'))
  }
  expect(tools(dropLastDerived(design, 'one'))).toEqual(['cut-out', 'sketch'])
})

it('the versions of a photo never outgrow the document', () => {
  let design = caseWith(freePhoto('one'))
  for (let at = 0; at < DERIVED_MAX + 3; at += 1) {
    design = pushDerived(design, 'one', derivedPhoto('sketch', String.fromCharCode(98 + at)))
  }
  expect(designSchema.safeParse(design).success).toBe(true)
})

it('a result of other proportions still fills the frame undistorted', () => {
  const design = pushDerived(
    caseWith(freePhoto('one')),
    'one',
    derivedPhoto('anime', 'b', 800, 1600),
  )
  expect(cropAspect(photo(design, 'one'))).toBeCloseTo(1)
})

it('a photo that is not zoomed is not zoomed under a result of other proportions', () => {
  const crop = { x: 0.25, y: 0, width: 0.5, height: 1 }
  const wide = freePhoto('one', { original: photoRef(2000, 1000), crop })
  const design = pushDerived(caseWith(wide), 'one', derivedPhoto('rescue', 'b', 900, 1000))
  expect(photo(design, 'one').crop).toMatchObject({ x: 0, width: 1 })
  expect(photo(dropLastDerived(design, 'one'), 'one').crop.height).toBeCloseTo(1)
})

it('another photo takes the frame and starts anew', () => {
  const design = pushDerived(caseWith(freePhoto('one')), 'one', derivedPhoto('sketch', 'b'))
  const own = photo(replacePhoto(design, 'one', photoRef(600, 900, 'z')), 'one')
  expect(own).toMatchObject({ derived: [], widthMm: 40, xMm: 35.8 })
  expect(cropAspect(own)).toBeCloseTo(1)
})

it('a text keeps its words when they are all deleted, and never outgrows the document', () => {
  const design = caseWith(textLayer(emptyCase(), 'text', 'Hello'))
  expect(setText(design, 'text', '')).toBe(design)
  const long = setText(design, 'text', 'x'.repeat(900))
  expect(designSchema.safeParse(long).success).toBe(true)
  const styled = setTextStyle(design, ['text'], { sizeMm: 9999, curveDeg: -900 })
  expect(designSchema.safeParse(styled).success).toBe(true)
})

it('a start-aligned text grows to its end, whatever its turn and scale', () => {
  const base = textLayer(emptyCase(), 'text', 'Hello', { at: { xMm: 30, yMm: 80 } })
  const start = { ...base, align: 'start' as const, rotationDeg: 30, scale: 1.5 }
  const grown = layer(
    setTextBox(caseWith(start), 'text', { widthMm: 60, heightMm: base.heightMm, softBreaks: [] }),
    'text',
  )
  const [before] = layerCorners(start)
  const [after] = layerCorners(grown)
  expect(after.xMm).toBeCloseTo(before.xMm)
  expect(after.yMm).toBeCloseTo(before.yMm)
})

it('a stroke lands under the pen on a turned, scaled and flipped doodle', () => {
  const sheet = {
    ...doodleLayer(emptyCase(), 'doodle'),
    rotationDeg: 30,
    scale: 2,
    flipX: true,
    xMm: 20,
  }
  const stroke = strokeOn(sheet, [{ xMm: 10, yMm: 60, pressure: 0.5 }], {
    colour: '#112233',
    widthMm: 3,
    eraser: false,
  })
  const [x, y] = stroke.points[0] ?? [0, 0]
  const there = transformPoint(layerMatrix(sheet), { xMm: x, yMm: y })
  expect(there.xMm).toBeCloseTo(10, 1)
  expect(there.yMm).toBeCloseTo(60, 1)
  expect(stroke.widthMm * sheet.scale).toBeCloseTo(3)
  const drawn = addStroke(caseWith(sheet), 'doodle', stroke)
  expect(designSchema.safeParse(drawn).success).toBe(true)
  expect(clearStrokes(drawn, 'doodle')).toEqual(caseWith(sheet))
})

it('a pen that rests draws one point', () => {
  const sheet = doodleLayer(emptyCase(), 'doodle')
  const rest = { xMm: 10, yMm: 60, pressure: 0.5 }
  const pen = { colour: '#112233', widthMm: 3, eraser: false }
  expect(strokeOn(sheet, [rest, rest, rest], pen).points).toHaveLength(1)
})
