import type { Raster } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Size } from './corners.ts'
import { partOf, type ReachedShare } from './fill-progress.ts'
import { acrossHole } from './hole-across.ts'
import { guided } from './hole-guide.ts'
import type { Holed } from './hole-levels.ts'
import { crossingLines } from './hole-lines.ts'
import { lineGuess, shiftsAlong } from './line-guess.ts'
import { dominantShifts, selfLikeness } from './self-likeness.ts'
import type { ShiftQuestion } from './shift-costs.ts'
import { type ShiftLabels, shiftLabels } from './shift-labels.ts'
import { type Shift, type ShiftScene, shiftScene } from './shift-scene.ts'

/** Longest side, px, at which the shifts that were chosen at half the size are laid. */
const LAID_PX = 240
/** How many shifts are taken from how the picture is like itself. */
const DOMINANT = 60
/** Besides them, shifts straight aside, so many to the width: what stands on the same ground. */
const ASIDE = 40

/** Shares of the work at which likeness was looked for, and at which shifts were chosen. */
const [SEARCHED, CHOSEN] = [0.1, 0.6]

/** A hole's pixels by where they are copied from, on one of its levels. */
export interface LaidShifts {
  readonly level: Holed
  /** For each pixel the index of another's; -1 for none. */
  readonly found: Int32Array<ArrayBuffer>
}

/**
 * What goes on behind a person or another thing that took much of the picture: few large pieces, so
 * that ground goes on as ground and a wall as that wall. All shifts are tried at a small size, those
 * that were used are laid at twice that.
 * @param levels of a textured picture, the largest first
 * @param guide what a network guesses; null where none was asked
 * @returns null where none of them is small enough
 */
export async function laidShifts(
  env: ToolEnvironment,
  levels: readonly Holed[],
  guide: Raster | null,
  seed: number,
  reached?: ReachedShare,
): Promise<LaidShifts | null> {
  const at = levels.findIndex(({ picture }) => longSideOf(picture) <= LAID_PX)
  const level = levels[at]
  if (level === undefined) return null
  const small = levels[at + 1] ?? level
  const scene = shiftScene(small)
  const likeness = await selfLikeness(env, scene, seed)
  await env.checkpoint()
  const guessedBy = guide === null ? 'rim' : 'network'
  const guess = guide ?? (await acrossHole(env, small))
  const by = level === small ? 1 : 2
  const lines = await crossingLines(env, level, guided(level, guess, 1))
  const rarity = likeness.apart
  const question: ShiftQuestion = {
    scene,
    shifts: [
      ...dominantShifts(scene, likeness, DOMINANT),
      ...asideOf(scene),
      ...shiftsAlong(lines, scene),
    ],
    rarity,
    guess: guided(small, guess, 1),
    lines: lineGuess(lines, scene, scene.known, by),
    guessedBy,
  }
  await env.checkpoint()
  const chosen = await shiftLabels(env, question, null, partOf(reached, SEARCHED, CHOSEN))
  const used = [...new Set(chosen.labels)].toSorted((a, b) => a - b)
  const largeScene = shiftScene(level)
  const large: ShiftQuestion = {
    scene: largeScene,
    shifts: used.map((label) => enlargedShift(question.shifts[label], by)),
    rarity: enlargedValues(rarity, scene, level.picture),
    guess: guided(level, guess, 1),
    lines: lineGuess(lines, largeScene, largeScene.known, 1),
    guessedBy,
  }
  const start = startOf(chosen, used, scene, largeScene)
  const laid = await shiftLabels(env, large, start, partOf(reached, CHOSEN, 1))
  return { level, found: foundBy(laid, large) }
}

const longSideOf = ({ widthPx, heightPx }: Size): number => Math.max(widthPx, heightPx)

function asideOf({ widthPx }: ShiftScene): readonly Shift[] {
  const step = Math.max(2, Math.round(widthPx / ASIDE))
  const shifts: Shift[] = []
  for (let x = 2 * step; x < widthPx; x += step) shifts.push({ x, y: 0 }, { x: -x, y: 0 })
  return shifts
}

const enlargedShift = (shift: Shift | undefined, by: number): Shift => ({
  x: (shift?.x ?? 0) * by,
  y: (shift?.y ?? 0) * by,
})

/** The nearest pixel of a smaller picture of the same place. */
function smallerPixel(at: number, large: Size, small: Size): number {
  const x = Math.floor(((at % large.widthPx) * small.widthPx) / large.widthPx)
  const y = Math.floor((Math.floor(at / large.widthPx) * small.heightPx) / large.heightPx)
  return y * small.widthPx + x
}

const enlargedValues = (values: Float32Array, from: Size, to: Size): Float32Array =>
  withValues(
    new Float32Array(to.widthPx * to.heightPx),
    (at) => values[smallerPixel(at, to, from)] ?? 0,
  )

/** The label that a pixel of a larger scene begins with. */
function startOf(
  { pixels, labels }: ShiftLabels,
  used: readonly number[],
  small: Size,
  large: Size,
): (pixel: number) => number {
  const numbers = new Map(used.map((label, at) => [label, at]))
  const chosen = new Map<number, number>()
  for (const [k, pixel] of pixels.entries()) {
    chosen.set(pixel, numbers.get(labels[k] as number) ?? 0)
  }
  return (pixel) => chosen.get(smallerPixel(pixel, large, small)) ?? 0
}

/** Patches that touch the hole from outside, px, go on as their neighbours do. */
const RIM_PX = 3

function foundBy(
  { pixels, labels }: ShiftLabels,
  { scene: { widthPx, heightPx }, shifts }: { scene: Size; shifts: readonly Shift[] },
): Int32Array<ArrayBuffer> {
  const found = new Int32Array(widthPx * heightPx).fill(-1)
  for (const [k, pixel] of pixels.entries()) {
    const { x, y } = enlargedShift(shifts[labels[k] as number], 1)
    found[pixel] = pixel + y * widthPx + x
  }
  for (let ring = 0; ring < RIM_PX; ring++) {
    const before = found.slice()
    for (let at = widthPx; at < found.length - widthPx; at++) {
      if ((before[at] as number) >= 0) continue
      const by = [-1, 1, -widthPx, widthPx].find((step) => (before[at + step] as number) >= 0)
      if (by !== undefined) found[at] = (before[at + by] as number) - by
    }
  }
  return found
}
