import { neutralAdjustments } from '#core/design/adjustments.ts'
import { layerBase } from '#core/design/create.ts'
import {
  DESIGN_VERSION,
  type Design,
  type DoodleLayer,
  type Geometry,
  type Layer,
  type PhotoLayer,
  type PhotoRef,
  type StickerLayer,
  type TextLayer,
} from '#core/design/document.ts'

const { id: _, ...base } = layerBase('')

export const photoLayer = (
  photo: PhotoRef,
  layer: Partial<PhotoLayer> & Pick<PhotoLayer, 'id'>,
): PhotoLayer => ({
  ...base,
  kind: 'photo',
  adjustments: null,
  xMm: 38,
  yMm: 60,
  widthMm: 40,
  heightMm: 30,
  original: photo,
  derived: [],
  crop: { x: 0, y: 0, width: 1, height: 1 },
  mask: 'none',
  slotId: null,
  ...layer,
})

export const textLayer = (
  layer: Partial<TextLayer> & Pick<TextLayer, 'id' | 'text'>,
): TextLayer => ({
  ...base,
  kind: 'text',
  xMm: 38,
  yMm: 80,
  widthMm: 60,
  heightMm: 12,
  fontId: '0',
  sizeMm: 9,
  colour: '#33231a',
  outline: null,
  shadow: null,
  letterSpacingEm: 0,
  lineHeight: 1.2,
  align: 'centre',
  curveDeg: 0,
  wrapMm: null,
  softBreaks: [],
  ...layer,
})

export const stickerLayer = (
  layer: Partial<StickerLayer> & Pick<StickerLayer, 'id' | 'stickerId'>,
): StickerLayer => ({
  ...base,
  kind: 'sticker',
  xMm: 38,
  yMm: 40,
  widthMm: 18,
  heightMm: 18,
  ...layer,
})

/** A wave of a pen, pressed harder towards its end. */
const wave = (dyMm: number, amplitudeMm: number): [number, number, number][] =>
  Array.from({ length: 60 }, (_, at) => [
    -24 + at * 0.8,
    dyMm + Math.sin(at / 5) * amplitudeMm,
    0.25 + at / 90,
  ])

export const doodleLayer = (
  layer: Partial<DoodleLayer> & Pick<DoodleLayer, 'id'>,
): DoodleLayer => ({
  ...base,
  kind: 'doodle',
  xMm: 38,
  yMm: 132,
  widthMm: 52,
  heightMm: 16,
  strokes: [
    { points: wave(0, 5), colour: '#d9482b', widthMm: 2.4, eraser: false },
    { points: wave(2, -4), colour: '#2f6f62cc', widthMm: 1.6, eraser: false },
    {
      points: [
        [-4, -9, 0.5],
        [0, 0, 0.5],
        [4, 9, 0.5],
      ],
      colour: '#000000',
      widthMm: 3,
      eraser: true,
    },
  ],
  ...layer,
})

export const phone: Geometry = {
  widthMm: 76,
  heightMm: 158,
  cornerRadiusMm: 11,
  bleedMm: 2,
  safeMm: 3,
  holes: [{ xMm: 5, yMm: 5, widthMm: 36, heightMm: 38, cornerRadiusMm: 9 }],
}

export const cake = (widthMm: number, round = true): Geometry => ({
  widthMm,
  heightMm: widthMm,
  cornerRadiusMm: round ? widthMm / 2 : 0,
  bleedMm: 3,
  safeMm: 3,
  holes: [],
})

export const phoneDesign = (layers: readonly Layer[], more: Partial<Design> = {}): Design => ({
  version: DESIGN_VERSION,
  id: 'design-under-test',
  title: 'Test',
  product: {
    kind: 'phone-case',
    catalogueVersion: 1,
    modelId: 'test-model',
    materialId: 'glossy',
    caseColour: '#f3ece1',
    geometry: phone,
  },
  background: {
    kind: 'gradient',
    gradient: 'linear',
    angleDeg: 30,
    stops: [
      { at: 0, colour: '#fbe3cf' },
      { at: 0.55, colour: '#f2b9a0' },
      { at: 1, colour: '#a9546b' },
    ],
  },
  layout: { layoutId: 'free', gapMm: 2, marginMm: 0, cornerRadiusMm: 3 },
  layers: [...layers],
  ...more,
})

export const cakeDesign = (
  layers: readonly Layer[],
  geometry: Geometry,
  more: Partial<Design> = {},
): Design => ({
  ...phoneDesign(layers),
  product: { kind: 'cake', catalogueVersion: 1, shape: 'round', sizeInches: 4, geometry },
  background: { kind: 'colour', colour: '#fff6ee' },
  ...more,
})

/** One of everything the document has. */
export const everything = (photo: PhotoRef): Design =>
  phoneDesign([
    photoLayer(photo, {
      id: 'photo-heart',
      mask: 'heart',
      widthMm: 46,
      heightMm: 40,
      xMm: 40,
      yMm: 68,
      rotationDeg: 9,
      flipX: true,
      crop: { x: 0.1, y: 0.05, width: 0.8, height: 0.9 },
      adjustments: {
        ...neutralAdjustments,
        look: { lookId: 'harbour', amount: 0.8 },
        shadows: 0.3,
        clarity: 0.4,
        vignette: 0.3,
        grain: 0.3,
      },
    }),
    photoLayer(photo, {
      id: 'photo-faint',
      widthMm: 30,
      heightMm: 20,
      xMm: 70,
      yMm: 20,
      rotationDeg: -24,
      opacity: 0.6,
      scale: 1.2,
    }),
    photoLayer(photo, { id: 'photo-hidden', hidden: true, widthMm: 200, heightMm: 200 }),
    textLayer({
      id: 'text-outline',
      text: 'Amélie & Jonas\nfor ever',
      fontId: 'pacifico',
      sizeMm: 9,
      yMm: 104,
      rotationDeg: -4,
      colour: '#ffffff',
      outline: { colour: '#7a2f3f', widthMm: 0.8 },
      shadow: { colour: '#3b1220aa', blurMm: 1.6, dxMm: 0.8, dyMm: 1.2 },
    }),
    textLayer({
      id: 'text-curve',
      text: 'sunny side up',
      fontId: 'baloo',
      sizeMm: 7,
      yMm: 48,
      xMm: 44,
      curveDeg: 120,
      colour: '#5a2a3a',
      letterSpacingEm: 0.05,
    }),
    textLayer({
      id: 'text-arabic',
      text: 'صباح الخير',
      fontId: 'amiri',
      sizeMm: 9,
      yMm: 121,
      colour: '#2f4858',
    }),
    textLayer({
      id: 'text-chinese',
      text: '生日快乐',
      fontId: 'zcool-kuaile',
      sizeMm: 8,
      yMm: 148,
      letterSpacingEm: 0.2,
      opacity: 0.8,
      outline: { colour: '#ffffff', widthMm: 0.5 },
      colour: '#b23a48cc',
    }),
    stickerLayer({ id: 'sticker-cake', stickerId: 'birthday-cake', xMm: 58, yMm: 60 }),
    stickerLayer({
      id: 'sticker-heart',
      stickerId: 'sparkling-heart',
      xMm: 16,
      yMm: 92,
      rotationDeg: 20,
      opacity: 0.7,
    }),
    doodleLayer({ id: 'doodle' }),
  ])

/** 420 x 420 mm with its bleed: the largest print. */
export const largest = (photo: PhotoRef): Design =>
  cakeDesign(
    [
      photoLayer(photo, { id: 'p', xMm: 207, yMm: 120, widthMm: 200, heightMm: 150 }),
      stickerLayer({
        id: 's',
        stickerId: 'red-circle',
        xMm: 207,
        yMm: 320,
        widthMm: 120,
        heightMm: 120,
      }),
    ],
    cake(414, false),
    { background: { kind: 'colour', colour: '#123456' } },
  )
