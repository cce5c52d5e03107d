import fc from 'fast-check'
import { expect, it } from 'vitest'
import { photoLayer } from '#core/design/create.ts'
import type { Design, Product } from '#core/design/document.ts'
import { addLayers, lockLayers, removeLayers } from '#core/design/edits/layers.ts'
import { moveLayers } from '#core/design/edits/place.ts'
import { changeProduct } from '#core/design/edits/product.ts'
import { leaveSlot, placeInSlot, setLayout } from '#core/design/edits/slots.ts'
import { emptySlots, photoInSlot, slotsOf } from '#core/design/slot-state.ts'
import { withWholeCutOutMoved } from '#core/design/whole-cut-out.ts'
import {
  cropAspect,
  doingsArbitrary,
  emptyCase,
  ids,
  phoneCase,
  photo,
  photoRef,
  roundCake,
} from './designs.ts'

/** A case whose layout is `layoutId`, with photos a, b, c ... put into it one after the other. */
function collage(layoutId: Design['layout']['layoutId'], names: readonly string[]): Design {
  return names.reduce(
    (design, name) => addLayers(design, [photoLayer(design, name, photoRef(3000, 2000, name))]),
    setLayout(emptyCase(), { layoutId }),
  )
}

const seats = (design: Design) =>
  Object.fromEntries(
    design.layers.map((layer) => [layer.id, layer.kind === 'photo' ? layer.slotId : null]),
  )

it('photos added to a layout fill its slots in order, and the next one lies free', () => {
  const design = collage('halves-horizontal', ['a', 'b', 'c'])
  expect(seats(design)).toEqual({ a: 'slot-1', b: 'slot-2', c: null })
  expect(emptySlots(design)).toEqual([])
})

it('a photo in a slot has the slot’s box, and a crop of its shape', () => {
  const design = collage('grid-four', ['a'])
  const [slot] = slotsOf(design)
  const own = photo(design, 'a')
  expect(own).toMatchObject({ xMm: slot?.xMm, widthMm: slot?.widthMm, scale: 1 })
  expect(cropAspect(own)).toBeCloseTo(own.widthMm / own.heightMm)
})

it('a smaller layout sets the photos beyond its slots free, and loses none', () => {
  const design = setLayout(collage('grid-four', ['a', 'b', 'c', 'd']), { layoutId: 'full' })
  expect(seats(design)).toEqual({ a: 'slot-1', b: null, c: null, d: null })
  expect(ids(design)).toEqual(['a', 'b', 'c', 'd'])
  expect(cropAspect(photo(design, 'c'))).toBeCloseTo(1.5)
})

it('a larger layout takes free photos in, lowest first', () => {
  const loose = collage('free', ['a', 'b', 'c'])
  expect(seats(setLayout(loose, { layoutId: 'thirds' }))).toEqual({
    a: 'slot-1',
    b: 'slot-2',
    c: 'slot-3',
  })
})

it('a locked photo stays as it is when the layout changes', () => {
  const design = lockLayers(collage('halves-vertical', ['a', 'b']), ['a'], true)
  const after = setLayout(design, { layoutId: 'full' })
  expect(photo(after, 'a')).toEqual({ ...photo(design, 'a'), slotId: null })
  expect(photo(after, 'b').slotId).toBe('slot-1')
})

it('gap and margin move the slots’ photos with them', () => {
  const design = setLayout(collage('halves-horizontal', ['a', 'b']), { gapMm: 4, marginMm: 5 })
  const [one, two] = [photo(design, 'a'), photo(design, 'b')]
  expect(two.yMm - two.heightMm / 2 - (one.yMm + one.heightMm / 2)).toBeCloseTo(4)
  expect(one.xMm - one.widthMm / 2).toBeCloseTo(5)
})

it('a photo dropped on a taken slot sends its photo where it came from', () => {
  const design = collage('halves-vertical', ['a', 'b', 'c'])
  const free = photo(design, 'c')
  const after = placeInSlot(design, 'c', 'slot-1')
  expect(seats(after)).toEqual({ a: null, b: 'slot-2', c: 'slot-1' })
  expect(photo(after, 'a')).toMatchObject({ xMm: free.xMm, widthMm: free.widthMm })
})

it('a slot with a locked photo takes no other', () => {
  const design = lockLayers(collage('full', ['a', 'b']), ['a'], true)
  expect(placeInSlot(design, 'b', 'slot-1')).toBe(design)
})

it('a photo that is moved leaves its slot, and the slot is empty again', () => {
  const design = moveLayers(collage('full', ['a']), ['a'], 4, 0)
  expect(photo(design, 'a').slotId).toBeNull()
  expect(photoInSlot(design, 'slot-1')).toBeNull()
  expect(photo(leaveSlot(collage('full', ['a']), 'a'), 'a').slotId).toBeNull()
})

it('the next photo goes into the slot that was emptied', () => {
  const emptied = removeLayers(collage('thirds', ['a', 'b', 'c']), ['b'])
  const design = addLayers(emptied, [photoLayer(emptied, 'd', photoRef())])
  expect(seats(design)).toEqual({ a: 'slot-1', c: 'slot-3', d: 'slot-2' })
})

const onProduct = (design: Design, product: Product) =>
  changeProduct(design, product, withWholeCutOutMoved)

it('another product keeps every photo in its slot, in the new slot’s box', () => {
  const design = onProduct(collage('grid-four', ['a', 'b', 'c', 'd']), roundCake())
  for (const slot of slotsOf(design)) {
    const sitter = photoInSlot(design, slot.id)
    expect(sitter).toMatchObject({ xMm: slot.xMm, yMm: slot.yMm, widthMm: slot.widthMm })
  }
})

it('a photo that filled the old product fills the new one, and its motifs keep their place', () => {
  const loose = collage('free', ['a', 'b'])
  const design = onProduct(loose, phoneCase('samsung-galaxy-s24-ultra'))
  const ground = photo(design, 'a')
  expect(ground.widthMm).toBeCloseTo(79 + 4)
  expect(ground.heightMm).toBeCloseTo(162.3 + 4)
  expect(cropAspect(ground)).toBeCloseTo(ground.widthMm / ground.heightMm)
  const motif = photo(design, 'b')
  expect(motif.xMm / 79).toBeCloseTo(photo(loose, 'b').xMm / 71.6, 2)
  expect(motif.widthMm / motif.heightMm).toBeCloseTo(1.5)
})

it('there and back between products brings a photo that filled the print back to its box', () => {
  const loose = collage('free', ['a'])
  const back = onProduct(onProduct(loose, roundCake()), phoneCase())
  expect(photo(back, 'a').widthMm).toBeCloseTo(photo(loose, 'a').widthMm)
  expect(photo(back, 'a').xMm).toBeCloseTo(photo(loose, 'a').xMm)
})

it('whatever is done, no slot ever has two photos, and every crop has its frame’s shape', () => {
  fc.assert(
    fc.property(doingsArbitrary, (doings) => {
      const design = doings.reduce((now, doing, serial) => doing(now, serial), emptyCase())
      const taken = design.layers.flatMap((layer) =>
        layer.kind === 'photo' && layer.slotId !== null ? [layer.slotId] : [],
      )
      expect(new Set(taken).size).toBe(taken.length)
      const slots = new Map(slotsOf(design).map((slot) => [slot.id, slot]))
      for (const layer of design.layers) {
        if (layer.kind !== 'photo') continue
        expect(cropAspect(layer) / (layer.widthMm / layer.heightMm)).toBeCloseTo(1, 3)
        if (layer.slotId === null) continue
        expect(layer.xMm).toBeCloseTo(slots.get(layer.slotId)?.xMm ?? Number.NaN)
      }
    }),
    { numRuns: 300 },
  )
})
