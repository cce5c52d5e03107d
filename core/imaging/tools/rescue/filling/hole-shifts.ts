import type { Raster } from '../../../../pixels/raster.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Size } from '../corners.ts'
import { partOf, type ReachedShare } from './fill-progress.ts'
import { acrossHole } from './hole-across.ts'
import { type FillEnvironment, guided } from './hole-guide.ts'
import type { Holed } from './hole-levels.ts'
import { crossingLines } from './hole-lines.ts'
import { lineGuess, shiftsAlong } from './line-guess.ts'
import { areGone, isSomebodyCopied, peopleAt, peopleShown } from './people-beside.ts'
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

/** Shares of the work at which likeness was looked for, and shifts were laid; seldom is it done once more. */
const [SEARCHED, LAID] = [0.1, 0.9]
/** Of laying shifts so much is choosing them. */
const CHOSEN = 0.6

/** A hole's pixels by where they are copied from, on one of its levels. */
export interface LaidShifts {
  readonly level: Holed
  /** For each pixel the index of another's; -1 for none. */
  readonly found: Int32Array<ArrayBuffer>
}

/**
 * What goes on behind a person or another thing that took much of the picture: few large pieces, so
 * that ground goes on as ground and a wall as that wall. All shifts are tried at a small size, those
 * that were used are laid at twice that. Where this would show somebody else twice, it is done once
 * more, and people cost.
 * @param levels of a textured picture, the largest first
 * @param guide what a network guesses; null where none was asked
 * @returns null where none of them is small enough
 */
export async function laidShifts(
  env: FillEnvironment,
  levels: readonly Holed[],
  guide: Raster | null,
  seed: number,
  reached?: ReachedShare,
): Promise<LaidShifts | null> {
  const at = levels.findIndex(({ picture }) => longSideOf(picture) <= LAID_PX)
  const level = levels[at]
  if (level === undefined) return null
  const asked = await questionsOf(env, level, levels[at + 1] ?? level, guide, seed)
  const found = await laidBy(env, asked, partOf(reached, SEARCHED, LAID))
  const people = await peopleShown(env, { ...level, found })
  if (people === null || !isSomebodyCopied(people, { ...level, found })) return { level, found }
  const small = { ...asked.small, people: peopleAt(people, asked.small.scene) }
  const large = { ...asked.large, people: peopleAt(people, asked.large.scene) }
  const again = await laidBy(env, { small, large }, partOf(reached, LAID, 1))
  const left = await peopleShown(env, { ...level, found: again })
  return { level, found: areGone(left, people, level.hole) ? again : found }
}

/** What is asked at both sizes; at the larger one of fewer shifts. */
interface Questions {
  readonly small: ShiftQuestion
  readonly large: Omit<ShiftQuestion, 'shifts'>
}

async function questionsOf(
  env: ToolEnvironment,
  level: Holed,
  small: Holed,
  guide: Raster | null,
  seed: number,
): Promise<Questions> {
  const [scene, largeScene] = [shiftScene(small), shiftScene(level)]
  const likeness = await selfLikeness(env, scene, seed)
  await env.checkpoint()
  const guessedBy = guide === null ? 'rim' : 'network'
  const guess = guide ?? (await acrossHole(env, small))
  const largeGuess = guided(level, guess, 1)
  const lines = await crossingLines(env, level, largeGuess)
  const by = level === small ? 1 : 2
  const asked = {
    small: {
      scene,
      shifts: [
        ...dominantShifts(scene, likeness, DOMINANT),
        ...asideOf(scene),
        ...shiftsAlong(lines, scene),
      ],
      rarity: likeness.apart,
      people: null,
      guess: guided(small, guess, 1),
      lines: lineGuess(lines, scene, scene.known, by),
      guessedBy,
    },
    large: {
      scene: largeScene,
      rarity: enlargedValues(likeness.apart, scene, level.picture),
      people: null,
      guess: largeGuess,
      lines: lineGuess(lines, largeScene, largeScene.known, 1),
      guessedBy,
    },
  } as const
  await env.checkpoint()
  return asked
}

/** Chooses shifts, and lays those that were chosen at the larger size. */
async function laidBy(
  env: ToolEnvironment,
  { small, large }: Questions,
  reached: ReachedShare,
): Promise<LaidShifts['found']> {
  const chosen = await shiftLabels(env, small, null, partOf(reached, 0, CHOSEN))
  const used = [...new Set(chosen.labels)].toSorted((a, b) => a - b)
  const by = large.scene.widthPx === small.scene.widthPx ? 1 : 2
  const question: ShiftQuestion = {
    ...large,
    shifts: used.map((label) => enlargedShift(small.shifts[label], by)),
  }
  const start = startOf(chosen, used, small.scene, large.scene)
  const laid = await shiftLabels(env, question, start, partOf(reached, CHOSEN, 1))
  return foundBy(laid, question)
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
