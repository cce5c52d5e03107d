import { coverCrop } from './crop.ts'
import { DEFAULT_FONT_ID } from './default-font.ts'
import {
  DESIGN_VERSION,
  type Design,
  type DoodleLayer,
  type Geometry,
  type Layer,
  type PhotoLayer,
  type PhotoRef,
  type Product,
  type TextLayer,
} from './document.ts'
import { type BoundsMm, bleedBox, isRound, layerBounds, type PointMm, trimBox } from './geometry.ts'
import { emptySlots } from './slot-state.ts'

export const LINE_HEIGHT = 1.25
/** The size that a new text has at least. */
const TEXT_MM_MIN = 3

/** An empty, white design without a layout. */
export const newDesign = (product: Product, id: string): Design => ({
  version: DESIGN_VERSION,
  id,
  title: '',
  product,
  background: { kind: 'colour', colour: '#ffffff' },
  layout: { layoutId: 'free', gapMm: 0, marginMm: 0, cornerRadiusMm: 0 },
  layers: [],
})

/**
 * A layer of `photo`, placed where a customer would want it: in the first empty slot of the
 * layout; else over the whole print with its bleed when it is the first photo; else whole, at two
 * thirds of the trim box. Add it with `addLayers`.
 * @param at centre in mm, where it was dropped; it then lies free
 */
export function photoLayer(design: Design, id: string, photo: PhotoRef, at?: PointMm): PhotoLayer {
  const base = {
    ...layerBase(id),
    kind: 'photo' as const,
    original: photo,
    derived: [],
    adjustments: null,
  }
  const slot = at ? undefined : emptySlots(design)[0]
  if (slot) {
    const { xMm, yMm, widthMm, heightMm, rotationDeg } = slot
    const crop = coverCrop(photo, { width: widthMm, height: heightMm })
    const place = { xMm, yMm, widthMm, heightMm, rotationDeg }
    return { ...base, ...place, crop, mask: 'none', slotId: slot.id }
  }
  const { geometry } = design.product
  const first = !design.layers.some((layer) => layer.kind === 'photo')
  if (!at && first && design.layout.layoutId === 'free') {
    return { ...base, ...filling(geometry, photo), mask: 'none', slotId: null }
  }
  const size = fittedSize(geometry, photo.widthPx / photo.heightPx, 2 / 3)
  const place = { ...(at ?? freePlace(design)), ...size }
  return { ...base, ...place, crop: coverCrop(photo, asSize(size)), mask: 'none', slotId: null }
}

/**
 * A text in the middle of the print, clear of the camera and of the texts that stand there; what is
 * too long for a line wraps. Its box is a first guess: fit it with `setTextBox` once the compositor
 * has measured it.
 * @param text 1 to 500 characters
 */
export function textLayer(
  design: Design,
  id: string,
  text: string,
  options: { readonly at?: PointMm; readonly fontId?: string; readonly colour?: string } = {},
): TextLayer {
  const { geometry } = design.product
  const wrapMm = Math.min(geometry.widthMm, geometry.heightMm) * 0.82
  const sizeMm = firstTextSize(geometry, text, wrapMm)
  const ems = text.split('\n').map(widthInEms)
  const rows = ems.reduce((sum, each) => sum + Math.max(1, Math.ceil((each * sizeMm) / wrapMm)), 0)
  const box = {
    widthMm: Math.min(wrapMm, sizeMm * Math.max(1, ...ems) * 1.04),
    heightMm: sizeMm * LINE_HEIGHT * rows,
  }
  return {
    ...layerBase(id),
    ...(options.at ?? freeTextPlace(design, box)),
    ...box,
    kind: 'text',
    text,
    fontId: options.fontId ?? DEFAULT_FONT_ID,
    sizeMm,
    colour: options.colour ?? '#2b2320',
    outline: null,
    shadow: null,
    letterSpacingEm: 0,
    lineHeight: LINE_HEIGHT,
    align: 'centre',
    curveDeg: 0,
    wrapMm,
    softBreaks: [],
  }
}

/** An empty sheet to doodle on, over the whole print with its bleed: `addStroke` draws on it. */
export function doodleLayer(design: Design, id: string): DoodleLayer {
  const box = bleedBox(design.product.geometry)
  return {
    ...layerBase(id),
    xMm: box.xMm + box.widthMm / 2,
    yMm: box.yMm + box.heightMm / 2,
    widthMm: box.widthMm,
    heightMm: box.heightMm,
    kind: 'doodle',
    strokes: [],
  }
}

/** The box and crop with which a photo covers the whole print and its bleed. */
export function filling(
  geometry: Geometry,
  photo: PhotoRef,
): Pick<PhotoLayer, 'xMm' | 'yMm' | 'widthMm' | 'heightMm' | 'rotationDeg' | 'scale' | 'crop'> {
  const box = bleedBox(geometry)
  return {
    xMm: box.xMm + box.widthMm / 2,
    yMm: box.yMm + box.heightMm / 2,
    widthMm: box.widthMm,
    heightMm: box.heightMm,
    rotationDeg: 0,
    scale: 1,
    crop: coverCrop(photo, { width: box.widthMm, height: box.heightMm }),
  }
}

/** The box with the given `aspect` that stands within `share` of the trim box (or circle). */
export function fittedSize(geometry: Geometry, aspect: number, share: number) {
  const { widthMm, heightMm } = trimBox(geometry)
  if (isRound(geometry)) {
    const height = (widthMm * share) / Math.hypot(aspect, 1)
    return { widthMm: height * aspect * 1.2, heightMm: height * 1.2 }
  }
  const height = Math.min(heightMm * share, (widthMm * share) / aspect)
  return { widthMm: height * aspect, heightMm: height }
}

/** Where new content goes: the middle of the print, lower where the camera takes the middle away,
 * and a little aside of whatever already stands exactly there. */
export function freePlace(design: Design): PointMm {
  const { geometry } = design.product
  const below = geometry.holes
    .filter((hole) => hole.yMm < geometry.heightMm / 2 && hole.widthMm > geometry.widthMm * 0.2)
    .reduce((lowest, hole) => Math.max(lowest, hole.yMm + hole.heightMm), 0)
  const step = Math.min(geometry.widthMm, geometry.heightMm) * 0.045
  let place = { xMm: geometry.widthMm / 2, yMm: (below + geometry.heightMm) / 2 }
  for (let tries = 0; tries < 8 && design.layers.some((layer) => standsAt(layer, place)); tries++) {
    place = { xMm: place.xMm + step, yMm: place.yMm + step }
  }
  return place
}

export type SizeMm = Pick<BoundsMm, 'widthMm' | 'heightMm'>

/** What is added beside the texts and stickers that are there would cover. */
export const takenBy = ({ layers }: Design): readonly BoundsMm[] =>
  layers
    .filter((layer) => !layer.hidden && (layer.kind === 'text' || layer.kind === 'sticker'))
    .map((layer) => layerBounds(layer))

/** The free place nearest to the middle where a text meets no other text or sticker. */
function freeTextPlace(design: Design, box: SizeMm): PointMm {
  const middle = freePlace({ ...design, layers: [] })
  const { geometry } = design.product
  const taken = takenBy(design)
  const isFree = (yMm: number): boolean =>
    taken.every(
      (other) =>
        other.xMm > middle.xMm + box.widthMm / 2 ||
        other.xMm + other.widthMm < middle.xMm - box.widthMm / 2 ||
        other.yMm > yMm + box.heightMm / 2 ||
        other.yMm + other.heightMm < yMm - box.heightMm / 2,
    )
  const step = Math.max(2, box.heightMm / 2)
  const most = geometry.heightMm - geometry.safeMm - box.heightMm / 2
  const least = 2 * middle.yMm - geometry.heightMm + geometry.safeMm + box.heightMm / 2
  for (let away = 0; middle.yMm + away <= most || middle.yMm - away >= least; away += step) {
    for (const yMm of [middle.yMm + away, middle.yMm - away]) {
      if (yMm >= least && yMm <= most && isFree(yMm)) return { ...middle, yMm }
    }
  }
  return freePlace(design)
}

const standsAt = (layer: Layer, place: PointMm): boolean =>
  Math.hypot(layer.xMm - place.xMm, layer.yMm - place.yMm) < 0.5

const asSize = (box: { readonly widthMm: number; readonly heightMm: number }) => ({
  width: box.widthMm,
  height: box.heightMm,
})

/**
 * Large where it is short; a long text fills about half of the print, and is never smaller than
 * can be read at arm's length.
 */
function firstTextSize(geometry: Geometry, text: string, wrapMm: number): number {
  const most = Math.min(geometry.widthMm, geometry.heightMm) * 0.14
  const lines = text.split('\n')
  // Full-width scripts break between any two signs.
  const words = text.split(/[\s\u2e80-\uffef]+/u)
  const longestWord = Math.max(1, ...words.map(widthInEms))
  const whole = lines.reduce((sum, line) => sum + Math.max(1, widthInEms(line)), 0)
  const half = (geometry.heightMm * 0.5 * wrapMm) / (LINE_HEIGHT * 1.15 * whole)
  const oneLine = wrapMm / Math.max(1, ...lines.map(widthInEms))
  // A little smaller and on one line reads better than two lines.
  if (oneLine >= most * 0.6) return Math.min(most, oneLine)
  return Math.max(TEXT_MM_MIN, Math.min(most * 0.8, Math.sqrt(half), wrapMm / longestWord))
}

/** A rough width: full-width scripts take a whole em, others a little over half. */
function widthInEms(line: string): number {
  const fullWidth = line.match(/[\u1100-\u11ff\u2e80-\uffef]/gu)?.length ?? 0
  return fullWidth + (line.length - fullWidth) * 0.56
}

export const layerBase = (id: string) => ({
  id,
  name: '',
  rotationDeg: 0,
  scale: 1,
  opacity: 1,
  flipX: false,
  locked: false,
  hidden: false,
  groupId: null,
})
