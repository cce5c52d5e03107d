import { between4 } from '../../../../pixels/between-pixels.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { meanPoint } from '../../../face-points/face-lines.ts'
import { boxAbout, maskOf } from '../../../face-points/face-outlines.ts'
import { placedFrom } from '../../../face-points/face-places.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { smoothed } from '../../../face-points/shapes.ts'
import { smallness } from './small-faces.ts'

/** Where a fringe hangs over an eye, and where the cheek under it shows, face widths from the eye's middle. */
const ABOVE = { from: -0.2, to: -0.12 }
const BELOW = { from: 0.1, to: 0.16 }
const ASIDE = 0.08
/** Shade of a fringe, and of a cheek: behind dark glass both are dark. */
const FRINGE = { from: 0.6, wholly: 0.9 }
const CHEEK = { wholly: 0.15, none: 0.4 }
/** What is cleared about an eye, half its width and height, face widths, and how softly it ends. */
const CLEARED = { fringe: { across: 0.16, down: 0.07 }, tiny: { across: 0.2, down: 0.17 } }
const SOFT = 0.35
const SHARE = 0.95
/** How small a face is whose eyes and brows a pen fills in one bar. */
const TINY = { from: 0.95, wholly: 1 }
/** How small a face is whose eye is joined with its brow, and how much of the lid between them a pen fills then. */
const BAR = { small: { from: 0.5, wholly: 0.8 }, from: 0.6, wholly: 0.72 }
/** What is cleared of the way from a lid to its brow. */
const BARE = { from: 0.3, to: 0.78 }
/** How likely glasses are to be worn: what is dark from brow to cheek may be theirs. */
const WORN = { from: 0.2, wholly: 0.4 }
/** Shade that a pen fills. */
const FILLED = { from: 0.45, wholly: 0.7 }
/** Dark glass is shaded from brow to cheek. */
const GLASS = { from: -0.08, to: 0.08, none: 0.55, wholly: 0.75 }
const STEP = 0.02

type Side = 'right' | 'left'

/**
 * Gives the eyes of small faces room under a fringe, and in the smallest ones under their brows: a pen
 * would fill both in one, and the eye be lost. They are drawn anew by their points. Where a brow and its eye
 * are joined in a bar, only the lid between them is cleared.
 */
export function makeRoomForEyes(
  { shading, lines }: Record<'lines' | 'shading', FloatPlane>,
  faces: readonly FoundFace[],
): void {
  const unitPx = Math.max(shading.widthPx, shading.heightPx) / 1000
  for (const face of faces) {
    const small = smallness(face, unitPx)
    if (small === 0) continue
    const { any, dark } = face.points.glasses
    const bare = 1 - smoothstep(WORN.from, WORN.wholly, Math.max(any, dark))
    for (const side of ['right', 'left'] as const) {
      const lids = [
        ...pointsOf(face.points, `${side}UpperLid`),
        ...pointsOf(face.points, `${side}LowerLid`),
      ]
      const eye = meanPoint(lids)
      const glass = smoothstep(GLASS.none, GLASS.wholly, shadeAt(shading, face, eye, GLASS))
      const hung = small * hungOver(shading, face, eye)
      const tiny = smoothstep(TINY.from, TINY.wholly, small) * (1 - glass)
      const cheek = 1 - smoothstep(CHEEK.wholly, CHEEK.none, shadeAt(shading, face, eye, BELOW))
      const bar = bare * cheek * filledUnderBrow(shading, face, side)
      const joined =
        smoothstep(BAR.small.from, BAR.small.wholly, small) * smoothstep(BAR.from, BAR.wholly, bar)
      if (hung > tiny) clearAbout({ shading, lines }, face, eye, { ...CLEARED.fringe, share: hung })
      else if (tiny > 0) clearAbout({ shading, lines }, face, eye, { ...CLEARED.tiny, share: tiny })
      if (joined > 0) clearLid({ shading, lines }, face, side, joined)
    }
  }
}

/** How much a pen fills of what lies between a brow and its eye, 0..1. */
function filledUnderBrow(shading: FloatPlane, face: FoundFace, side: Side): number {
  const places = [0.35, 0.5, 0.65].flatMap((by) => underBrow(face, side, by).slice(2, -2))
  const filled = places.map(({ x, y }) =>
    smoothstep(FILLED.from, FILLED.wholly, between4(shading, x, y)),
  )
  return filled.reduce((sum, value) => sum + value, 0) / filled.length
}

/** A line over an upper lid, so much of the way up to the brow. */
function underBrow({ points }: FoundFace, side: Side, by: number): Point[] {
  const lid = pointsOf(points, `${side}UpperLid`)
  const of = pointsOf(points, `${side}BrowBottom`)
  const brow = smoothed(of, (lid.length - 1) / (of.length - 1))
  return lid.map(({ x, y }, i) => ({
    x: x + ((brow[i]?.x ?? x) - x) * by,
    y: y + ((brow[i]?.y ?? y) - y) * by,
  }))
}

/** Clears what lies between a brow and its eye: each keeps its dark. */
function clearLid(
  { shading, lines }: Record<'lines' | 'shading', FloatPlane>,
  face: FoundFace,
  side: Side,
  share: number,
): void {
  const outline = [
    ...underBrow(face, side, BARE.from),
    ...underBrow(face, side, BARE.to).toReversed(),
  ]
  const box = boxAbout(outline, 1, shading)
  if (box.width < 1 || box.height < 1) return
  const mask = maskOf([outline], box.width, box.height, ({ x, y }) => ({
    x: x - box.x,
    y: y - box.y,
  }))
  for (let i = 0; i < mask.values.length; i++) {
    const cleared = share * (mask.values[i] as number)
    if (cleared === 0) continue
    const at = (box.y + Math.floor(i / box.width)) * shading.widthPx + box.x + (i % box.width)
    shading.values[at] = (shading.values[at] as number) * (1 - cleared)
    const line = lines.values[at] as number
    lines.values[at] = line + (1 - line) * cleared
  }
}

/** How sure it is that hair hangs down to an eye, 0..1. */
function hungOver(shading: FloatPlane, face: FoundFace, eye: Point): number {
  const above = smoothstep(FRINGE.from, FRINGE.wholly, shadeAt(shading, face, eye, ABOVE))
  const below = smoothstep(CHEEK.wholly, CHEEK.none, shadeAt(shading, face, eye, BELOW))
  return above * (1 - below)
}

function shadeAt(
  { widthPx, heightPx, values }: FloatPlane,
  { across, down, widthPx: facePx }: FoundFace,
  eye: Point,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let [sum, count] = [0, 0]
  for (let v = from; v <= to; v += STEP) {
    for (let u = -ASIDE; u <= ASIDE; u += STEP) {
      const x = Math.round(eye.x + (across.x * u + down.x * v) * facePx)
      const y = Math.round(eye.y + (across.y * u + down.y * v) * facePx)
      if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) continue
      sum += values[y * widthPx + x] ?? 0
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}

function clearAbout(
  { shading, lines }: Record<'lines' | 'shading', FloatPlane>,
  face: FoundFace,
  eye: Point,
  { across, down, share }: Record<'across' | 'down' | 'share', number>,
): void {
  const placed = placedFrom(face, eye)
  const box = boxAbout([eye], face.widthPx * Math.max(across, down), shading)
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const { u, v } = placed({ x, y })
      const away = Math.hypot(u / across, v / down)
      const cleared = SHARE * share * (1 - smoothstep(1 - SOFT, 1, away))
      const at = y * shading.widthPx + x
      shading.values[at] = (shading.values[at] ?? 0) * (1 - cleared)
      const line = lines.values[at] ?? 1
      lines.values[at] = line + (1 - line) * cleared
    }
  }
}
