import { fromOkLab, type OkLab, toOkLab } from '../../../../../pixels/oklab.ts'
import { drawShape, type Rows, type Shape } from '../../../../face-points/shapes.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import { placesIn } from '../parts/places-in-face.ts'
import { isSureSkin } from '../parts/sure-skin.ts'
import type { FaceSkin } from './face-skin.ts'
import type { PaintedGlass } from './kept-skin.ts'

/** Every so many pixels of the planes along each side are looked at: only a mean is asked for. */
const STEP = 3

/**
 * By how much what is drawn on a face changes the mean lightness of its skin, OKLab: mostly below 0.
 * Dark glass and beards, which its tones make up for themselves, are not looked at.
 * @param tones as they are painted, from the darkest on
 * @param shapes in pixels of the picture
 */
export function lightOfStrokes(
  seen: SkinOfFace,
  { level, beard }: FaceSkin,
  tones: readonly OkLab[],
  shapes: readonly Shape[],
  glass: PaintedGlass | null = null,
): number {
  const { widthPx, heightPx } = seen.inside
  const width = Math.floor(widthPx / STEP)
  const height = Math.floor(heightPx / STEP)
  const planeAt = (at: number) => {
    const row = Math.floor(at / width)
    return row * STEP * widthPx + (at - row * width) * STEP
  }
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at++) {
    const [light, a, b] = tones[Math.round(level.values[planeAt(at)] as number)] ?? [0, 0, 0]
    fromOkLab(light, a, b, rgba, 4 * at)
  }
  const bare = rgba.slice()
  drawOn({ topPx: 0, widthPx: width, heightPx: height, rgba }, seen, shapes)
  let [moved, all] = [0, 0]
  for (let at = 0; at < width * height; at++) {
    const inPlane = planeAt(at)
    if (!isSureSkin(seen, inPlane)) continue
    all++
    const isGlass = glass !== null && (glass.share[inPlane] as number) > 0
    const isHairy = beard !== null && (beard.share.values[inPlane] as number) > 0.5
    if (isGlass || isHairy) continue
    moved += lighterAt(rgba, bare, 4 * at)
  }
  return moved / Math.max(1, all)
}

function drawOn(rows: Rows, seen: SkinOfFace, shapes: readonly Shape[]): void {
  const { toPlane } = placesIn(seen)
  const placed = (outline: Shape['outline']) =>
    outline.map((point) => {
      const { x, y } = toPlane(point)
      return { x: x / STEP, y: y / STEP }
    })
  for (const { outline, within, ...shape } of shapes) {
    const limit = within && { within: placed(within) }
    drawShape(rows, { ...shape, outline: placed(outline), ...limit })
  }
}

const colour: OkLab = [0, 0, 0]

/** By how much lighter a pixel is than it was, OKLab. */
function lighterAt(rgba: Uint8ClampedArray, before: Uint8ClampedArray, at: number): number {
  const isSame =
    rgba[at] === before[at] && rgba[at + 1] === before[at + 1] && rgba[at + 2] === before[at + 2]
  if (isSame) return 0
  toOkLab(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, colour)
  const [now] = colour
  toOkLab(before[at] ?? 0, before[at + 1] ?? 0, before[at + 2] ?? 0, colour)
  return now - colour[0]
}
