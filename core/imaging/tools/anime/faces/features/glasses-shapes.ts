import type { OkLab } from '../../../../../pixels/oklab.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import type { Glasses } from '../../../../face-points/glasses.ts'
import { rgbOf } from '../../../../face-points/samples.ts'
import { type Shape, smoothed, strokeOutline } from '../../../../face-points/shapes.ts'

/** A frame, and what lies within it of dark glass. */
export function glassesShapes({ rims, arms, frame, widthPx, colour, glass }: Glasses): Shape[] {
  const stroke = (line: readonly Point[], share: number): Shape => ({
    outline: strokeOutline(line, () => widthPx * share),
    colour: rgbOf(colour),
    opacity: 1,
  })
  const fill = (outline: readonly Point[]): Shape[] =>
    glass ? [{ outline, colour: rgbOf(glass), opacity: 1 }, glossOf(outline, glass)] : []
  return [
    ...rims.flatMap(fill),
    ...arms.map((arm) => stroke(smoothed(arm), 0.8)),
    ...(frame ?? rims).map((rim) => stroke(smoothed([...rim, ...rim.slice(0, 1)]), 1)),
  ]
}

/** A streak of light across a dark glass, as shares of its size: where it lies, and how wide it is. */
const GLOSS = { from: 0.22, wide: 0.16, slant: 0.22, lighter: 0.16, opacity: 0.7 }

function glossOf(outline: readonly Point[], [light, a, b]: OkLab): Shape {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const at = (u: number, v: number) => ({ x: left + u * width, y: top + v * height })
  const { from, wide, slant, lighter, opacity } = GLOSS
  const streak = [at(from + slant, 0), at(from + slant + wide, 0), at(from + wide, 1), at(from, 1)]
  return { outline: streak, colour: rgbOf([light + lighter, a, b]), opacity, within: outline }
}
