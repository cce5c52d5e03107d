import { z } from 'zod'
import { limits } from '../limits.ts'
import { mendedText, text } from '../schema/text.ts'
import { adjustmentsSchema } from './adjustments-schema.ts'
import { overfull } from './overfull.ts'

/** What a layer's box may be enlarged and shrunk by. */
export const SCALE_MAX = 100
export const SCALE_MIN = 0.001

/**
 * The design document: everything a print is made from, in millimetres, as plain data.
 *
 * Coordinates: origin at the top left corner of the trim box, x to the right, y down. A layer's
 * position is the centre of its box; rotation is clockwise in degrees about that centre; `scale`
 * multiplies the box. Layers stand bottom to top. Photos are named by the SHA-256 of their bytes
 * and never part of the document.
 */
export const DESIGN_VERSION = 4

const lengthMm = z.number().positive().max(2000)
const coordinateMm = z.number().min(-5000).max(5000)
const fraction = z.number().min(0).max(1)
const id = text().min(1).max(64)
const contentHash = z.string().regex(/^[0-9a-f]{64}$/)

/** `#rrggbb` or `#rrggbbaa`, lower case. */
const colourSchema = z.string().regex(/^#([0-9a-f]{6}|[0-9a-f]{8})$/)

const boxMmSchema = z.object({
  xMm: coordinateMm,
  yMm: coordinateMm,
  widthMm: lengthMm,
  heightMm: lengthMm,
})

/** An opening in the product where nothing is printed, such as the camera's; top left corner. */
export const holeSchema = boxMmSchema.extend({ cornerRadiusMm: z.number().min(0).max(1000) })

/** What is cut out of the sheet: trim box, openings, bleed around it, safe area within it. */
export const geometrySchema = z.object({
  widthMm: lengthMm,
  heightMm: lengthMm,
  /** From 0 to half the shorter side; half of both sides is a circle. */
  cornerRadiusMm: z.number().min(0).max(1000),
  bleedMm: z.number().min(0).max(20),
  safeMm: z.number().min(0).max(20),
  holes: z.array(holeSchema).max(16),
})

/** A choice keeps the version of the catalogue that explains it (core/catalogue/product-geometry.ts). */
const catalogued = { catalogueVersion: z.number().int().min(1).max(9999) }
const cake = { ...catalogued, kind: z.literal('cake') }
const caseChoiceSchema = z.object({
  ...catalogued,
  kind: z.literal('phone-case'),
  modelId: id,
  materialId: id,
  /** Colour of the case itself; seen where the print ends and on the edge. */
  caseColour: colourSchema,
})
const presetCakeChoiceSchema = z.object({
  ...cake,
  shape: z.enum(['round', 'square']),
  sizeInches: z.literal([4, 6, 8, 10, 12]),
})
const printMm = z.number().min(limits.printMmMin).max(limits.printMmMax)
const customCakeChoiceSchema = z.object({
  ...cake,
  shape: z.literal('custom'),
  widthMm: printMm,
  heightMm: printMm,
  cornerRadiusMm: z
    .number()
    .min(0)
    .max(limits.printMmMax / 2),
})

/** What a customer chose; price, stock and geometry follow from it alone. */
export const choiceSchema = z.discriminatedUnion('kind', [
  caseChoiceSchema,
  z.discriminatedUnion('shape', [presetCakeChoiceSchema, customCakeChoiceSchema]),
])

/** A choice with the geometry that its catalogue gives it. */
const geometry = { geometry: geometrySchema }
export const productSchema = z.discriminatedUnion('kind', [
  caseChoiceSchema.extend(geometry),
  z.discriminatedUnion('shape', [
    presetCakeChoiceSchema.extend(geometry),
    customCakeChoiceSchema.extend(geometry),
  ]),
])

const gradientStopSchema = z.object({ at: fraction, colour: colourSchema })

export const backgroundSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('colour'), colour: colourSchema }),
  z.object({
    kind: z.literal('gradient'),
    gradient: z.enum(['linear', 'radial']),
    /** Direction of a linear gradient, clockwise; 0 runs from top to bottom. */
    angleDeg: z.number().min(-360).max(360),
    stops: z.array(gradientStopSchema).min(2).max(8),
  }),
])

export const layoutIds = [
  'free',
  'full',
  'halves-horizontal',
  'halves-vertical',
  'thirds',
  'grid-four',
  'hero-and-two',
  'hero-and-three',
  'filmstrip',
  'mosaic-five',
  'grid-six',
  'polaroids',
] as const

export const layoutSchema = z.object({
  layoutId: z.enum(layoutIds),
  gapMm: z.number().min(0).max(30),
  marginMm: z.number().min(0).max(60),
  cornerRadiusMm: z.number().min(0).max(200),
})

/** A photo's bytes, as stored on the device: upright pixels, sRGB. */
export const photoRefSchema = z.object({
  hash: contentHash,
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  mediaType: z.enum(['image/jpeg', 'image/png']),
})

/** What a tool was set to. */
export const toolSettingsSchema = z
  .record(text().max(40), z.union([text().max(limits.brushTextMax), z.number(), z.boolean()]))
  .refine((settings) => Object.keys(settings).length <= 20, 'at most 20 settings')

/** A version of a photo that a tool made; its input is the version before it, or the original. */
export const derivedPhotoSchema = z.object({
  /** Its id in the table of tools, or one of another version. */
  tool: z.string().regex(/^[a-z0-9-]{1,40}$/),
  settings: toolSettingsSchema,
  result: photoRefSchema,
  /** The alpha matte of a cut-out as a grey PNG, kept so that the brush can refine it again. */
  matte: photoRefSchema.nullable(),
  /** Roles of the networks that it was made without, as they could not be fetched; missing: none. */
  lacks: z.array(text().max(40)).max(20).optional(),
})

export const maskShapes = [
  'none',
  'rounded',
  'circle',
  'heart',
  'star',
  'hexagon',
  'arch',
  'blob',
  'diamond',
] as const

const layerBase = {
  id,
  /** The customer's own name for the layer; empty until they give one. */
  name: mendedText().max(80),
  xMm: coordinateMm,
  yMm: coordinateMm,
  /** The box at scale 1. */
  widthMm: lengthMm,
  heightMm: lengthMm,
  rotationDeg: z.number().min(-360).max(360),
  scale: z.number().positive().max(SCALE_MAX),
  opacity: fraction,
  flipX: z.boolean(),
  locked: z.boolean(),
  hidden: z.boolean(),
  groupId: id.nullable(),
}

/** The part of the photo that fills the layer's box, as fractions of the upright photo. */
export const cropSchema = z.object({
  x: fraction,
  y: fraction,
  width: z.number().gt(0).max(1),
  height: z.number().gt(0).max(1),
})

export const photoLayerSchema = z.object({
  ...layerBase,
  kind: z.literal('photo'),
  original: photoRefSchema,
  /** Oldest first; the last one is what is shown. */
  derived: z.array(derivedPhotoSchema).max(12),
  crop: cropSchema,
  mask: z.enum(maskShapes),
  /** Its light and colours as they are set, or null: as the photo has them. */
  adjustments: adjustmentsSchema.nullable(),
  /** The slot of the layout that the photo fills, or null where it lies free. */
  slotId: id.nullable(),
})

export const textLayerSchema = z.object({
  ...layerBase,
  kind: z.literal('text'),
  text: mendedText().min(1).max(500),
  fontId: id,
  /** Height of the em square. */
  sizeMm: z.number().positive().max(300),
  colour: colourSchema,
  outline: z.object({ colour: colourSchema, widthMm: z.number().min(0).max(20) }).nullable(),
  shadow: z
    .object({
      colour: colourSchema,
      blurMm: z.number().min(0).max(20),
      dxMm: z.number().min(-20).max(20),
      dyMm: z.number().min(-20).max(20),
    })
    .nullable(),
  letterSpacingEm: z.number().min(-0.5).max(2),
  lineHeight: z.number().min(0.6).max(3),
  align: z.enum(['start', 'centre', 'end']),
  /** Arc that the line is bent to, in degrees; 0 is straight, positive bends like a smile's frown. */
  curveDeg: z.number().min(-330).max(330),
  /** Lines longer than this at scale 1 break at words; null breaks at the text's own ends alone. */
  wrapMm: z.number().min(1).max(2000).nullable(),
  /** Where lines break besides the text's own ends, as it was measured: indices of UTF-16 units. */
  softBreaks: z.array(z.number().int().min(1).max(499)).max(499),
})

export const stickerLayerSchema = z.object({
  ...layerBase,
  kind: z.literal('sticker'),
  stickerId: id,
})

/** One stroke: points are [x, y, pressure 0..1], in mm from the centre of the layer's box. */
export const strokeSchema = z.object({
  points: z
    .array(z.tuple([coordinateMm, coordinateMm, fraction]))
    .min(1)
    .max(limits.designPointsMax),
  colour: colourSchema,
  widthMm: z.number().positive().max(60),
  /** An eraser takes away what earlier strokes of the same layer drew. */
  eraser: z.boolean(),
})

export const doodleLayerSchema = z.object({
  ...layerBase,
  kind: z.literal('doodle'),
  strokes: z.array(strokeSchema).max(limits.designPointsMax),
})

export const layerSchema = z.discriminatedUnion('kind', [
  photoLayerSchema,
  textLayerSchema,
  stickerLayerSchema,
  doodleLayerSchema,
])

export const designSchema = z
  .object({
    version: z.literal(DESIGN_VERSION),
    id,
    title: mendedText().max(limits.designTitleMax),
    product: productSchema,
    background: backgroundSchema,
    layout: layoutSchema,
    layers: z.array(layerSchema).max(limits.designLayersMax),
  })
  .refine(({ layers }) => overfull(layers) === null, { path: ['layers'], error: 'too many points' })
  .refine(({ layers }) => new Set(layers.map((layer) => layer.id)).size === layers.length, {
    path: ['layers'],
    error: 'two layers have the same id',
  })

export type Hole = z.infer<typeof holeSchema>
export type Geometry = z.infer<typeof geometrySchema>
export type Choice = z.infer<typeof choiceSchema>
export type Product = z.infer<typeof productSchema>
export type Background = z.infer<typeof backgroundSchema>
export type LayoutId = (typeof layoutIds)[number]
export type Layout = z.infer<typeof layoutSchema>
export type PhotoRef = z.infer<typeof photoRefSchema>
export type DerivedPhoto = z.infer<typeof derivedPhotoSchema>
export type MaskShape = (typeof maskShapes)[number]
export type Crop = z.infer<typeof cropSchema>
export type PhotoLayer = z.infer<typeof photoLayerSchema>
export type TextLayer = z.infer<typeof textLayerSchema>
export type StickerLayer = z.infer<typeof stickerLayerSchema>
export type DoodleLayer = z.infer<typeof doodleLayerSchema>
export type Stroke = z.infer<typeof strokeSchema>
export type Layer = z.infer<typeof layerSchema>
export type Design = z.infer<typeof designSchema>
