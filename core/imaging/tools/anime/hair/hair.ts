import { type Box, grownBox, smoothstep } from '../../../../pixels/pixels.ts'
import { boundsOf } from '../../../../pixels/plane-bounds.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { type Head, headOf, partOf } from '../../../face-points/head.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { endAtSkin } from './end-at-skin.ts'
import {
  darkerPart,
  nearMean,
  type PaintedHair,
  paintedHair,
  skinToneOf,
  unbleached,
} from './hair-colours.ts'
import { locksOf, meansOver } from './hair-locks.ts'
import { HAIRY, hairOf } from './hair-places.ts'
import { drawStrands } from './hair-strands.ts'
import { PART, partsOf } from './hair-tones.ts'
import { letFringeHang } from './hanging-fringe.ts'
import { hangingFrom } from './hanging-hair.ts'

/** So far about hair its head is looked at. */
const ROOM_PX = 2
/** How slowly hair changes its colour, head widths. */
const TINT = 0.3
/** How far the outline of hair is smoothed. */
const OUTLINE = 0.016
/** On small heads, thousandths of the picture: what a brush would not draw. */
const OUTLINE_LEAST = 2
/** Spread of light in the locks of hair, OKLab: a hat or a scarf has folds, and fainter ones. */
const LOCKS = { full: 0.066, faintest: 0.55 }
/** The hair of a head as it is painted. */
export interface Hair extends PaintedHair {
  /** How wide its head is, px. */
  readonly headPx: number
}

/** How far ink steps back on hair: its locks have no contour. */
export const HAIR_BARE = 0.6

/** Paints hair on a cel. */
export function drawHair(cel: Cel, { places, parts, colours }: Hair): void {
  const first = cel.newHair(PART.none)
  for (let k = 0; k < places.length; k++) {
    const at = places[k] as number
    const light = colours[3 * k] as number
    const a = colours[3 * k + 1] as number
    cel.set(at, first + (parts[k] as number), light, a, colours[3 * k + 2] as number)
    cel.bare[at] = Math.max(cel.bare[at] as number, HAIR_BARE)
  }
}

/**
 * Looks for the hair of a head: its colour changes slowly, with locks in shadow and a band of
 * light across them, cut along the strands. Null where there is none, or it cannot be seen.
 * @param face in pixels of the picture
 * @param person where people are, 0..1; null where nobody looked
 * @param skin where skin is painted, 0..1
 * @param chance of hair in the head's box, as the network has it, 0..1
 */
export function findHair(
  env: ToolEnvironment,
  picture: Raster,
  fine: OkLabPicture,
  face: FoundFace,
  person: FloatPlane | null,
  skin: Float32Array,
  chance: FloatPlane,
): Hair | null {
  const { kernels } = env
  const head = headOf(face, picture)
  const found = hairOf(env, { face, head, picture, fine, person, skin, chance })
  const bare = endAtSkin(env, head, fine, skin, found, chance)
  letFringeHang(head, face, fine, skin, found)
  const share = kernels.softSteps(
    found,
    Math.max(OUTLINE_LEAST * unitPxOf(picture), OUTLINE * head.widthPx),
    HAIRY,
  ).values
  const whole = { ...found, values: hangingFrom(env, head, picture, share) }
  if (countOf(whole.values) < 0.02 * head.widthPx ** 2) return null
  const tone = skinToneOf(head, fine, skin)
  const { head: close, hair, within } = closeAbout(head, whole)
  giveBack(env, [share, whole.values])
  const beside = partOf(bare, { ...head, box: within }, found)
  const locks = locksOf(env, close, picture, fine, hair, beside)
  giveBack(env, [bare, beside])
  const depth = Math.max(LOCKS.faintest, smoothstep(0, LOCKS.full, locks.contrast))
  const planes = [fine.lightness, fine.a, fine.b].map((plane) => partOf(plane, close, picture))
  drawStrands(env, close, picture, planes[0] as Plane, hair, locks)
  const parts = partsOf(env, close, picture, hair.values, locks)
  const dark = darkerPart(hair.values, planes[0] as Plane)
  const own = { ...hair, values: unbleached(hair.values, planes as [Plane, Plane, Plane], dark) }
  const means = planes.map(meansOver(env, own, TINT * head.widthPx)) as [Plane, Plane, Plane]
  const [lightness, a, b] = means
  const tint = nearMean({ lightness, a, b }, own.values, dark)
  const painted = paintedHair(
    close,
    picture,
    parts,
    tint,
    { depth, contrast: locks.contrast },
    tone,
  )
  const { score, straight, spread } = locks
  giveBack(env, [hair.values, own.values, ...planes, ...means, score, straight, spread])
  return { ...painted, headPx: close.widthPx }
}

type Plane = Float32Array<ArrayBuffer>

/** A head without what lies beyond its hair: of a box about all that may be hair half is none. */
function closeAbout(
  head: Head,
  hair: FloatPlane,
): { readonly head: Head; readonly hair: FloatPlane; readonly within: Box } {
  const { widthPx: width, heightPx: height, values } = hair
  const bounds = boundsOf(hair, Number.MIN_VALUE) ?? { x: 0, y: 0, width, height }
  const within = grownBox(bounds, ROOM_PX, hair)
  return {
    within,
    head: { ...head, box: { ...within, x: head.box.x + within.x, y: head.box.y + within.y } },
    hair: {
      widthPx: within.width,
      heightPx: within.height,
      values: partOf(values, { ...head, box: within }, hair),
    },
  }
}

const countOf = (hair: Float32Array): number =>
  hair.reduce((count, share) => count + (share < 0.5 ? 0 : 1), 0)
