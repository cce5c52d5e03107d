import type { Raster } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Size } from '../corners.ts'
import { partOf, type ReachedShare } from './fill-progress.ts'
import { type FillEnvironment, guided, guideOf, shapeOf } from './hole-guide.ts'
import { areaOf, guessed, type Holed, holeLevels } from './hole-levels.ts'
import { type LaidShifts, laidShifts } from './hole-shifts.ts'
import { joinedPatches } from './join-levels.ts'
import { matchedPatches } from './patch-rows.ts'
import { textured } from './texture.ts'

/** Where the patches of a picture were found: for each pixel the index of another's; -1 for none. */
export interface PatchField extends Size {
  readonly found: Int32Array<ArrayBuffer>
}

/** How often a level is matched and voted on. */
const ROUNDS = { smallest: 8, between: 4, largest: 3 }
const SWEEPS = 2
/** How far about its place a patch is looked for on a larger level, in shares of its longer side. */
const NEAR = 8
/** How much a guide counts on the smallest level and, of that, on the next; and no longer than that. */
const GUIDE = { share: 0.5, next: 0.6, longSidePx: 400 }
/** At full size what was found is only bettered. */
const FULL = { sweeps: 2, reachPx: 4 }
/** Shifts were laid at a small size: on larger levels each place is only set right by a pixel or two. */
const HELD = { rounds: 2, sweeps: 1, reachPx: 2, joinRounds: 8 }
/** Share of the work after which a person's shifts are laid. */
const LAID = 0.7
/** Pixels that a seam's correction reaches. */
const JOIN_ROUNDS = 48

/**
 * Finds what a hole is to be filled with: from small to large, each patch about it is matched with
 * one of the picture, and the hole drawn anew from them (Wexler, Shechtman, Irani 2007). In a large
 * one the small levels follow what a network guesses; one that takes up most of the picture is
 * filled with few large pieces of it.
 */
export async function matchedField(
  env: FillEnvironment,
  whole: Holed,
  seed: number,
  reached?: ReachedShare,
): Promise<PatchField> {
  const { kernels } = env
  const levels = await holeLevels(env, await textured(env, whole))
  while (levels.length > 1 && areaOf((levels[0] ?? whole).hole) > MATCHED_PX) levels.shift()
  const shape = shapeOf(whole.hole)
  const guide = await guideOf(env, whole, shape)
  const isPerson = guide === null ? shape.isLarge && shape.isLong : shape.isTall
  const laid = isPerson
    ? await laidShifts(env, levels, guide, seed, partOf(reached, 0, LAID))
    : null
  if (laid !== null) return await heldShifts(env, levels, laid, seed, partOf(reached, LAID, 1))
  let field: PatchField | null = null
  for (const [up, { picture, hole }] of levels.toReversed().entries()) {
    const longSide = Math.max(picture.widthPx, picture.heightPx)
    const reachPx = field === null ? longSide : Math.max(8, Math.round(longSide / NEAR))
    let found: PatchField['found'] =
      field === null ? noneFound(picture) : enlarged(field, picture).found
    let estimate: Raster =
      field === null ? guessed({ picture, hole }) : kernels.joinPatches({ picture, hole, found }, 0)
    await env.checkpoint()
    const isGuided = guide !== null && longSide <= GUIDE.longSidePx
    if (isGuided && field === null) estimate = guided({ picture: estimate, hole }, guide, 1)
    const isLast = up === levels.length - 1
    const rounds = field === null ? ROUNDS.smallest : isLast ? ROUNDS.largest : ROUNDS.between
    for (let round = 0; round < rounds; round++) {
      const search = { sweeps: SWEEPS, reachPx, seed: seed + up * 101 + round }
      if (isGuided) {
        estimate = guided({ picture: estimate, hole }, guide, GUIDE.share * GUIDE.next ** up)
      }
      found = await matchedPatches(env, { picture: estimate, hole, found }, search)
      estimate = kernels.votePatches({ picture: estimate, hole, found })
      reached?.((up + (round + 1) / rounds) / levels.length)
      await env.checkpoint()
    }
    field = { widthPx: picture.widthPx, heightPx: picture.heightPx, found }
  }
  return field ?? { ...whole.picture, found: noneFound(whole.picture) }
}

/** Carries shifts to the largest level. */
async function heldShifts(
  env: FillEnvironment,
  levels: readonly Holed[],
  { level, found: laid }: LaidShifts,
  seed: number,
  reached: ReachedShare,
): Promise<PatchField> {
  const { widthPx, heightPx } = level.picture
  let field: PatchField = { widthPx, heightPx, found: laid }
  const larger = levels.slice(0, levels.indexOf(level)).toReversed()
  for (const [up, { picture, hole }] of larger.entries()) {
    let { found } = enlarged(field, picture)
    for (let round = 0; round < HELD.rounds; round++) {
      const estimate = await joinedPatches(env, { picture, hole, found }, HELD.joinRounds)
      const { sweeps, reachPx } = HELD
      const search = { sweeps, reachPx, seed: seed + up * 101 + round }
      found = await matchedPatches(env, { picture: estimate, hole, found }, search)
      reached((up + (round + 1) / HELD.rounds) / larger.length)
    }
    field = { widthPx: picture.widthPx, heightPx: picture.heightPx, found }
  }
  return field
}

/** Pixels of a hole that are matched at most: of a larger one what is found at a smaller size serves. */
const MATCHED_PX = 40_000

const noneFound = ({ widthPx, heightPx }: Size) => new Int32Array(widthPx * heightPx).fill(-1)

/** The same field for a larger picture of the same place. */
function enlarged(field: PatchField, { widthPx, heightPx }: Size): PatchField {
  const found = noneFound({ widthPx, heightPx })
  const [byX, byY] = [widthPx / field.widthPx, heightPx / field.heightPx]
  for (let y = 0; y < heightPx; y++) {
    const row = Math.min(field.heightPx - 1, Math.floor((y + 0.5) / byY))
    for (let x = 0; x < widthPx; x++) {
      const column = Math.min(field.widthPx - 1, Math.floor((x + 0.5) / byX))
      const at = row * field.widthPx + column
      const source = field.found[at] as number
      if (source < 0) continue
      const fromX = x + Math.round(((source % field.widthPx) - column) * byX)
      const fromY = y + Math.round((Math.floor(source / field.widthPx) - row) * byY)
      if (fromX < 0 || fromY < 0 || fromX >= widthPx || fromY >= heightPx) continue
      found[y * widthPx + x] = fromY * widthPx + fromX
    }
  }
  return { widthPx, heightPx, found }
}

/** A field of this or a smaller size, as it lies on a picture of this size. */
export async function fittedField(
  env: ToolEnvironment,
  { picture, hole }: Holed,
  field: PatchField,
  seed: number,
): Promise<PatchField> {
  const { kernels } = env
  const { widthPx, heightPx } = picture
  if (field.widthPx === widthPx && field.heightPx === heightPx) return field
  const large = enlarged(field, picture).found
  await env.checkpoint()
  const estimate = kernels.joinPatches({ picture, hole, found: large }, 0)
  await env.checkpoint()
  const at = { picture: estimate, hole, found: large }
  const found = await matchedPatches(env, at, { ...FULL, seed })
  return { widthPx, heightPx, found }
}

/** Fills a hole with the picture's own pixels, from where a field of its size says. */
export const filledBy = (
  env: ToolEnvironment,
  { picture, hole }: Holed,
  { found }: PatchField,
): Promise<Raster> => joinedPatches(env, { picture, hole, found }, JOIN_ROUNDS)
