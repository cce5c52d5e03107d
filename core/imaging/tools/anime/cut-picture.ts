import { giveBack } from '../../give-back.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { withShadows } from './cells/cel-shadow.ts'
import type { Cells } from './cells/cells.ts'
import { withFoliage } from './cells/foliage.ts'
import { withoutLeaks } from './cells/leaks.ts'
import { withMasses } from './cells/masses.ts'
import { partedBy } from './cells/parted.ts'
import { regionsOf } from './cells/regions.ts'
import { withoutRims } from './cells/rims.ts'
import { type Cloth, withCloth } from './cloth/cloth.ts'
import type { HeadsSeen } from './heads-seen.ts'
import type { AnimeLook } from './looks.ts'
import type { PhotoStudy } from './photo-study.ts'
import { markHair, ownPlaces } from './places.ts'
import { type BodySkin, withFlatSkin } from './skin/flat-skin.ts'
import { handCells } from './skin/hand-places.ts'
import type { SkinOfBody } from './skin/skin-of-body.ts'
import { NONE } from './skin/skin-owners.ts'
import { unitPxOf } from './study.ts'

/** People are painted finer than all else, whatever the look: they are to stay themselves. */
const FINE = { scale: 0.2, min: 24 }

/** Where nobody is, things are what the picture is of, and are painted finer than what lies behind people. */
const ALONE = { scale: 0.4, min: 0.3 }

/** A photo cut into the cells that are painted, each in one colour. */
export interface CutPicture {
  readonly cells: Cells
  /** The cells before clothes were brought together. */
  readonly unclothed: Cells
  readonly cloth: Cloth
  /** 1 at each pixel of somebody's clothes, which are no head and no skin. */
  readonly own: Uint8Array
  /** Whether a place is flat skin of a neck, a chest, an arm or a hand. */
  readonly isBody: (at: number) => boolean
  readonly body: BodySkin
}

/**
 * Cuts a photo into cells: regions of one colour, parted by people and by shadow, simplified where nobody is, with
 * leaves, bodies' skin and clothes cut anew.
 */
export async function cutPicture(
  env: ToolEnvironment,
  study: PhotoStudy,
  regions: AnimeLook['regions'],
  skins: readonly SkinOfBody[],
  { isHead, isBeside, isHand, hairs }: Pick<HeadsSeen, 'isHead' | 'isBeside' | 'isHand' | 'hairs'>,
): Promise<CutPicture> {
  const { person, smooth, fine, unsmoothed, skin, grounds } = study
  const shaded = await cutInShadow(env, study, regions)
  const people = person?.values ?? skin.values
  const isAlone = person === null
  const masses = withMasses(env, smooth, shaded, people, regions.masses, grounds, isAlone)
  await env.checkpoint()
  const painterly = withFoliage(env, smooth, masses, grounds.leaves, people, isAlone)
  const isHair = new Uint8Array(people.length)
  markHair(isHair, hairs)
  const places = { isBeside, isHair, isHand }
  const flat = withFlatSkin(env, { smooth, unsmoothed }, painterly, people, skins, places)
  const { toneAt } = flat.body
  const isBody = (at: number) => toneAt[at] !== NONE
  const isOfHand = handCells(isHand, flat.cells)
  const cellAt = flat.cells.of
  const isInHand = (at: number) => isOfHand[cellAt[at] as number] === 1
  const own = ownPlaces(person, isHead, (at) => isBody(at) || isInHand(at))
  await env.checkpoint()
  const cloth = withCloth(env, { smooth, fine, unsmoothed }, flat.cells, own)
  const cells = env.kernels.roundCells(smooth, withoutRims(env.kernels, smooth, cloth.cells))
  await env.checkpoint()
  const kept = [cells.of, flat.cells.of]
  const steps = [shaded, masses, painterly, cloth.cells]
  giveBack(
    env,
    steps.map(({ of }) => of),
    kept,
  )
  return { cells, unclothed: flat.cells, cloth, own, isBody, body: flat.body }
}

/** Regions of one colour, finer on people, which end where people do, the large ones cut in light and shadow. */
async function cutInShadow(
  env: ToolEnvironment,
  { picture, person, smooth, skin, isFine }: PhotoStudy,
  regions: AnimeLook['regions'],
): Promise<Cells> {
  const { kernels } = env
  const unitPx = unitPxOf(picture)
  const size = person === null ? ALONE : { scale: 1, min: 1 }
  const [minPx, finePx] = [size.min * regions.min * unitPx ** 2, FINE.min * unitPx ** 2]
  const usual = { scale: size.scale * regions.scale, minPx }
  const cut = regionsOf(kernels, smooth, usual, { scale: FINE.scale, minPx: finePx }, isFine)
  await env.checkpoint()
  const smallest = { usualPx: minPx / 2, onSkinPx: finePx, skin: skin.values }
  const parted = person === null ? cut : partedBy(kernels, cut, person.values)
  const whole = person === null ? parted : withoutLeaks(kernels, smooth, parted, person.values)
  const shaded = withShadows(env, smooth, whole, regions, smallest)
  await env.checkpoint()
  giveBack(
    env,
    [cut, parted, whole].map(({ of }) => of),
    [shaded.of],
  )
  return shaded
}
