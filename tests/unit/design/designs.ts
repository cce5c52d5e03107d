import fc from 'fast-check'
import { cakeProduct } from '#core/catalogue/cakes.ts'
import { caseProduct } from '#core/catalogue/cases.ts'
import { newDesign, photoLayer, textLayer } from '#core/design/create.ts'
import type {
  DerivedPhoto,
  Design,
  Geometry,
  Layer,
  PhotoLayer,
  PhotoRef,
  Product,
} from '#core/design/document.ts'
import { layoutIds, maskShapes } from '#core/design/document.ts'
import {
  alignLayers,
  alignments,
  distributeLayers,
  reorderLayers,
} from '#core/design/edits/arrange.ts'
import { addStroke } from '#core/design/edits/doodle.ts'
import {
  addLayers,
  duplicateLayers,
  groupLayers,
  lockLayers,
  removeLayers,
  renameLayer,
  setOpacity,
  ungroupLayers,
} from '#core/design/edits/layers.ts'
import { setMask } from '#core/design/edits/photo.ts'
import { moveLayers, rotateLayers, scaleLayers } from '#core/design/edits/place.ts'
import { changeProduct, setBackground } from '#core/design/edits/product.ts'
import { setLayout } from '#core/design/edits/slots.ts'
import { setText, setTextStyle } from '#core/design/edits/text.ts'
import { stickerLayer } from '#core/design/new-sticker.ts'
import { withWholeCutOutMoved } from '#core/design/whole-cut-out.ts'

/** The iPhone 15's case: 71.6 x 147.6 mm with a camera island. */
export function phoneCase(modelId = 'apple-iphone-15'): Product {
  const product = caseProduct(modelId, 'matte', '#ffffff')
  if (!product) throw new Error(`no model ${modelId}`)
  return product
}

export const roundCake = (): Product => cakeProduct('round', 8)
export const emptyCase = (): Design => newDesign(phoneCase(), 'design-1')

export const photoRef = (widthPx = 3000, heightPx = 4000, name = 'a'): PhotoRef => ({
  hash: name.charCodeAt(0).toString(16).padStart(64, '0'),
  widthPx,
  heightPx,
  mediaType: 'image/jpeg',
})

export const derivedPhoto = (
  tool: DerivedPhoto['tool'],
  name: string,
  widthPx = 3000,
  heightPx = 4000,
): DerivedPhoto => ({
  tool,
  settings: {},
  result: photoRef(widthPx, heightPx, name),
  matte: null,
})

/** A free photo of 40 x 40 mm in the middle of the iPhone 15's case, showing all of a square photo. */
export function freePhoto(id: string, fields: Partial<PhotoLayer> = {}): PhotoLayer {
  const layer = photoLayer(emptyCase(), id, photoRef(1000, 1000))
  return {
    ...layer,
    xMm: 35.8,
    yMm: 90,
    widthMm: 40,
    heightMm: 40,
    crop: { x: 0, y: 0, width: 1, height: 1 },
    ...fields,
  }
}

/** A case with these layers, bottom to top. */
export const caseWith = (...layers: readonly Layer[]): Design => ({
  ...emptyCase(),
  layers: [...layers],
})

export const layer = (design: Design, id: string): Layer => {
  const found = design.layers.find((other) => other.id === id)
  if (!found) throw new Error(`no layer ${id}`)
  return found
}

export const photo = (design: Design, id: string): PhotoLayer => {
  const found = layer(design, id)
  if (found.kind !== 'photo') throw new Error(`${id} is no photo`)
  return found
}

export const ids = (design: Design): readonly string[] => design.layers.map(({ id }) => id)

/** Width / height of what the crop shows, in pixels: must be the frame's. */
export const cropAspect = (own: PhotoLayer): number => {
  const shown = own.derived.at(-1)?.result ?? own.original
  return (own.crop.width * shown.widthPx) / (own.crop.height * shown.heightPx)
}

export const geometryArbitrary: fc.Arbitrary<Geometry> = fc
  .record({
    widthMm: fc.double({ min: 20, max: 420, noNaN: true }),
    heightMm: fc.double({ min: 20, max: 420, noNaN: true }),
    round: fc.double({ min: 0, max: 1, noNaN: true }),
    bleedMm: fc.constantFrom(0, 2, 3),
  })
  .map(({ widthMm, heightMm, round, bleedMm }) => ({
    widthMm,
    heightMm,
    cornerRadiusMm: (Math.min(widthMm, heightMm) / 2) * round,
    bleedMm,
    safeMm: 3,
    holes: [],
  }))

/** A customer's edit: picks its layers by index, and new ids by number. */
export type Doing = (design: Design, serial: number) => Design

const picks = fc.array(fc.nat(11), { minLength: 1, maxLength: 4 })
const idsAt = (design: Design, indexes: readonly number[]): readonly string[] => [
  ...new Set(
    indexes.flatMap((index) => design.layers[index % Math.max(1, design.layers.length)]?.id ?? []),
  ),
]
const mm = fc.double({ min: -80, max: 80, noNaN: true })

/** Any edit of the studio, as an arbitrary; designs stay valid under all of them. */
export const doingArbitrary: fc.Arbitrary<Doing> = fc.oneof(
  fc.tuple(fc.integer({ min: 200, max: 6000 }), fc.integer({ min: 200, max: 6000 })).map(
    ([width, height]): Doing =>
      (design, serial) =>
        addLayers(design, [photoLayer(design, `photo-${serial}`, photoRef(width, height))]),
  ),
  fc.string({ minLength: 1, maxLength: 20 }).map(
    (text): Doing =>
      (design, serial) =>
        addLayers(design, [textLayer(design, `text-${serial}`, text)]),
  ),
  fc.nat(3).map(
    (index): Doing =>
      (design, serial) =>
        addLayers(design, [stickerLayer(design, `sticker-${serial}`, 'rose')], index),
  ),
  picks.map(
    (at): Doing =>
      (design) =>
        removeLayers(design, idsAt(design, at)),
  ),
  picks.map(
    (at): Doing =>
      (design, serial) =>
        duplicateLayers(
          design,
          idsAt(design, at).map((id, index) => [id, `copy-${serial}-${index}`] as const),
        ),
  ),
  fc.tuple(picks, mm, mm).map(
    ([at, x, y]): Doing =>
      (design) =>
        moveLayers(design, idsAt(design, at), x, y),
  ),
  fc.tuple(picks, fc.double({ min: 0.2, max: 4, noNaN: true })).map(
    ([at, factor]): Doing =>
      (design) =>
        scaleLayers(design, idsAt(design, at), factor),
  ),
  fc.tuple(picks, mm).map(
    ([at, turn]): Doing =>
      (design) =>
        rotateLayers(design, idsAt(design, at), turn),
  ),
  fc.tuple(picks, fc.constantFrom('front', 'back', 'forward', 'backward')).map(
    ([at, move]): Doing =>
      (design) =>
        reorderLayers(design, idsAt(design, at), move),
  ),
  fc.tuple(picks, fc.constantFrom(...alignments), fc.constantFrom('page', 'selection')).map(
    ([at, way, to]): Doing =>
      (design) =>
        alignLayers(design, idsAt(design, at), way, to),
  ),
  fc.tuple(picks, fc.constantFrom('horizontal', 'vertical')).map(
    ([at, axis]): Doing =>
      (design) =>
        distributeLayers(design, idsAt(design, at), axis),
  ),
  picks.map(
    (at): Doing =>
      (design, serial) =>
        groupLayers(design, idsAt(design, at), `group-${serial}`),
  ),
  picks.map(
    (at): Doing =>
      (design) =>
        ungroupLayers(design, idsAt(design, at)),
  ),
  fc.tuple(picks, fc.boolean()).map(
    ([at, locked]): Doing =>
      (design) =>
        lockLayers(design, idsAt(design, at), locked),
  ),
  fc.tuple(picks, fc.double({ min: 0, max: 1, noNaN: true })).map(
    ([at, opacity]): Doing =>
      (design) =>
        setOpacity(design, idsAt(design, at), opacity),
  ),
  fc.tuple(fc.nat(11), fc.string({ maxLength: 12 })).map(
    ([at, name]): Doing =>
      (design) =>
        renameLayer(design, idsAt(design, [at])[0] ?? '', name),
  ),
  fc.tuple(fc.nat(11), fc.string({ maxLength: 30 })).map(
    ([at, text]): Doing =>
      (design) =>
        setText(design, idsAt(design, [at])[0] ?? '', text),
  ),
  fc.tuple(picks, fc.double({ min: 1, max: 60, noNaN: true })).map(
    ([at, sizeMm]): Doing =>
      (design) =>
        setTextStyle(design, idsAt(design, at), { sizeMm }),
  ),
  fc.tuple(fc.nat(11), fc.constantFrom(...maskShapes)).map(
    ([at, mask]): Doing =>
      (design) =>
        setMask(design, idsAt(design, [at])[0] ?? '', mask),
  ),
  fc.nat(11).map(
    (at): Doing =>
      (design) =>
        addStroke(design, idsAt(design, [at])[0] ?? '', {
          points: [
            [0, 0, 0.5],
            [1, 2, 0.6],
          ],
          colour: '#ff0000',
          widthMm: 2,
          eraser: false,
        }),
  ),
  fc.constantFrom(...layoutIds).map(
    (layoutId): Doing =>
      (design) =>
        setLayout(design, { layoutId }),
  ),
  fc.double({ min: 0, max: 20, noNaN: true }).map(
    (gapMm): Doing =>
      (design) =>
        setLayout(design, { gapMm, marginMm: gapMm }),
  ),
  fc.constantFrom('#ffffff', '#102030').map(
    (colour): Doing =>
      (design) =>
        setBackground(design, { kind: 'colour', colour }),
  ),
  fc.constantFrom(phoneCase('samsung-galaxy-s24-ultra'), phoneCase(), roundCake()).map(
    (product): Doing =>
      (design) =>
        changeProduct(design, product, withWholeCutOutMoved),
  ),
)

export const doingsArbitrary = fc.array(doingArbitrary, { minLength: 1, maxLength: 30 })
