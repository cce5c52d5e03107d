import { fromOkLab, type OkLab, okLabAt } from '../../../../pixels/oklab.ts'
import type { Shape } from '../../../face-points/shapes.ts'
import { drawShape } from '../../../face-points/shapes.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'
import type { FaceSkin } from './face-skin.ts'
import { placesIn } from './places-in-face.ts'
import { isSureSkin } from './sure-skin.ts'

/** Every so many pixels of the planes along each side are looked at: only a mean is asked for. */
const STEP = 3

/**
 * By how much what is drawn on a face changes the mean lightness of its skin, OKLab: mostly below 0.
 * @param tones as they are painted, from the darkest on
 * @param shapes in pixels of the picture
 */
export function lightOfStrokes(
  seen: SkinOfFace,
  { level }: FaceSkin,
  tones: readonly OkLab[],
  shapes: readonly Shape[],
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
  const rows = { topPx: 0, widthPx: width, heightPx: height, rgba }
  const before = rgba.slice()
  const { toPlane } = placesIn(seen)
  const placed = (outline: Shape['outline']) =>
    outline.map((point) => {
      const { x, y } = toPlane(point)
      return { x: x / STEP, y: y / STEP }
    })
  for (const { outline, within, ...shape } of shapes) {
    drawShape(rows, {
      ...shape,
      outline: placed(outline),
      ...(within && { within: placed(within) }),
    })
  }
  const colour: OkLab = [0, 0, 0]
  const lightAt = (of: typeof rgba, at: number) => {
    okLabAt({ rgba: of }, 4 * at, colour)
    return colour[0]
  }
  let [moved, all] = [0, 0]
  for (let at = 0; at < width * height; at++) {
    if (!isSureSkin(seen, planeAt(at))) continue
    all++
    const from = 4 * at
    const isDrawn =
      rgba[from] !== before[from] ||
      rgba[from + 1] !== before[from + 1] ||
      rgba[from + 2] !== before[from + 2]
    if (isDrawn) moved += lightAt(rgba, at) - lightAt(before, at)
  }
  return moved / Math.max(1, all)
}
