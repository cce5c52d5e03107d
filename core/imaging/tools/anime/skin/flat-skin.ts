import type { ToolEnvironment } from '../../../tool.ts'
import type { Cells } from '../cells/cells.ts'
import { meansWithin } from '../cells/means-within.ts'
import { TONES as TONES_MOST, toneAt } from '../cells/tones.ts'
import { LOOKED, tonesOfPlaces } from '../cells/tones-of-places.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { necksOf } from './body-skin.ts'
import { type ChinFrame, chinFrameOf } from './chin-frame.ts'
import { likestOf, type SkinOfBody, shadeOf } from './skin-of-body.ts'

/** How far the light of a body is smoothed before it is cut into tones, thousandths of the longer side. */
const SOFT = 4
/** How like a face's skin a cell is that is cut with it. */
const ALIKE = 0.3
/** Farther from its chin than this, skin may be another's face that nobody found, face widths. */
const BODY = { above: 0.1, below: 2.8, aside: 1.35 }
/** Beside a face lie its ears. */
const EARS = { above: 1.3, aside: 0.75 }
/** The smallest patch of a tone, square thousandths. */
const PATCH = 500

/**
 * Cuts the skin of necks, chests, arms and hands anew: into a few tones of its light, with no patches
 * of its texture.
 * @param person where people are, 0..1
 * @param isBeside whether a place lies beside one of the faces, as {@link isBesideFaces} tells
 */
export function withFlatSkin(
  env: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  person: Float32Array,
  skins: readonly SkinOfBody[],
  isBeside: (at: number) => boolean,
): { readonly cells: Cells; readonly isBody: (at: number) => boolean } {
  if (skins.length === 0) return { cells, isBody: () => false }
  const owners = ownersOf(env, picture, cells, skins)
  const of = new Int8Array(person.length).fill(-1)
  const before = cells.of
  for (let at = 0; at < of.length; at++) {
    const owner = owners[before[at] as number] as number
    if (owner >= 0 && (person[at] as number) >= 0.5 && isBeside(at)) of[at] = owner
  }
  const unitPx = unitPxOf(picture)
  const light = lightWithin(env, picture, of, SOFT * unitPx)
  const steps = skins.map((_, k) => stepsOf(light, of, k))
  const cut = cells.of.slice()
  for (let at = 0; at < cut.length; at++) {
    const owner = of[at] as number
    if (owner < 0) continue
    const tone = toneAt(light[at] as number, steps[owner] as readonly number[])
    cut[at] = cells.total + owner * TONES_MOST + tone
  }
  const total = cells.total + skins.length * TONES_MOST
  const leastPx = PATCH * unitPx ** 2
  const isBody = (at: number) => (of[at] as number) >= 0
  const connected = env.kernels.connectCells({ ...cells, of: cut, total })
  const least = new Float64Array(connected.total)
  const pieces = connected.of
  for (let at = 0; at < of.length; at++) {
    if ((of[at] as number) >= 0) least[pieces[at] as number] = leastPx
  }
  const flat = env.kernels.dropSpecks(connected, least)
  return { cells: flat, isBody }
}

/** Whether a place lies so near below a face, or beside it, that it is its neck, chest, hand or ear. */
export function isBesideFaces(
  skins: readonly Pick<SkinOfBody, 'face'>[],
): (x: number, y: number) => boolean {
  const frames = skins.map(({ face }) => chinFrameOf(face))
  return (x, y) => {
    for (let k = 0; k < frames.length; k++) {
      const { uAt, vAt } = frames[k] as ChinFrame
      const v = vAt(x, y)
      const aside = Math.abs(uAt(x, y))
      const above = -v
      const isEar = aside < EARS.aside && above < EARS.above && above > 0
      if (isEar || (aside < BODY.aside && above < BODY.above && v < BODY.below)) return true
    }
    return false
  }
}

/** Whose skin each cell is; -1 for none. */
function ownersOf(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  skins: readonly SkinOfBody[],
): Int32Array {
  const { sizes, ...seen } = kernels.cellMeans(picture, cells)
  const necks = necksOf(cells, sizes, skins)
  return Int32Array.from({ length: cells.total }, (_, cell) => {
    const neck = necks[cell]
    if (neck?.isBearded) return -1
    const own = neck && shadeOf(seen, cell, neck) ? skins.indexOf(neck) : -1
    return own >= 0 ? own : likestOf(seen, cell, skins, ALIKE)
  })
}

/** The light where it is somebody's skin, without its texture; anything elsewhere. */
function lightWithin(
  env: ToolEnvironment,
  picture: OkLabPicture,
  owners: Int8Array,
  sigma: number,
): Float32Array {
  const weight = new Float32Array(owners.length)
  const lit = new Float32Array(owners.length)
  for (let at = 0; at < owners.length; at++) {
    if ((owners[at] as number) < 0) continue
    weight[at] = 1
    lit[at] = picture.lightness[at] as number
  }
  return meansWithin(env.kernels, picture, lit, weight, sigma)
}

function stepsOf(light: Float32Array, owners: Int8Array, owner: number): readonly number[] {
  const places: number[] = []
  for (let at = 0; at < owners.length; at += LOOKED) if (owners[at] === owner) places.push(at)
  return tonesOfPlaces(light, places).steps
}
