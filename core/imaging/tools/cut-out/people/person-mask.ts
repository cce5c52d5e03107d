import { clearPiecesWithout } from '../../../../pixels/pieces.ts'
import type { Box } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { holdCarriedThings } from './carried/carried-things.ts'
import { seenInHoles } from './doubts/contradictions.ts'
import { openGapsBetween } from './doubts/gaps-between.ts'
import { lowerUnlikeColoured, raiseLikeColoured } from './doubts/like-colours.ts'
import { fillOwnHoles } from './doubts/own-holes.ts'
import type { FacesOfPhoto, GateModels } from './faces/face-gate.ts'
import { settleHair } from './heads/hair-colours.ts'
import { ofHeads } from './heads/head-place.ts'
import { fillHoles, isHeld, raiseSkulls } from './heads/whole-heads.ts'
import { isPortrait } from './looks/body-votes.ts'
import { raiseLimbsAtSides } from './looks/limbs-at-sides.ts'
import { dropFacesBeside } from './others/faces-beside.ts'
import { dropHeadsAtShoulders } from './others/heads-at-shoulders.ts'
import { lowerScraps } from './others/scraps.ts'
import {
  askBodies,
  firstLook,
  HEADS_MAX,
  lookCloser,
  MAYBE,
  withAllHeads,
} from './person-search.ts'
import { dropTakenAlong } from './taken-along/taken-along.ts'

/** The coarse mask of the people a photo is about. */
export interface PersonMask {
  readonly mask: FloatPlane
  /** A copy of the photo as large as the mask. */
  readonly overview: Raster
  /** Where they are, with a margin, in pixels of the mask. */
  readonly box: Box
}

/** How a mask is made. */
export interface MaskSearch {
  /** Half as many looks are taken, for a mask that a better one soon follows. */
  readonly isQuick?: boolean
  /** The photo is lifted already, if it was dark. */
  readonly isLit?: boolean
  /** The customer said who is left out, who may touch who stays. */
  readonly isChosen?: boolean
  /** Lowers what was taken along, by what was learnt unless it is being learnt. */
  readonly dropAlong?: typeof dropTakenAlong
}

/**
 * Looks closer each time, because the network sees 256 pixels whatever it is shown: at the whole, at
 * the people, at the people from each corner and in squares along them, and at each head. Of a dark
 * photo the networks see a lighter copy.
 * @throws StampaError `person-not-found` when no face stands on a person
 */
export async function maskPeople(
  env: ToolEnvironment,
  fine: Raster,
  photo: { readonly widthPx: number; readonly heightPx: number },
  faces: FacesOfPhoto,
  looks: GateModels,
  { isQuick = false, isLit = false, isChosen = false, dropAlong = dropTakenAlong }: MaskSearch = {},
): Promise<PersonMask> {
  const search = await firstLook(env, fine, photo, faces, looks, { isQuick, isLit, isChosen })
  const { overview, mask, heads, people, box } = search
  const { glimpsed, doubtful } = await lookCloser(env, search)
  const asked = await askBodies(env, search)
  if (!isQuick) await dropFacesBeside(env, search, asked.votes, looks.detectFaces)
  raiseLikeColoured(env.kernels, overview, mask)
  if (!isQuick && isPortrait(mask, heads)) {
    await raiseLimbsAtSides(env, search.seen, mask, looks.segmentPerson)
  }
  const held = [...heads, ...doubtful.filter((head) => isHeld(mask, head))]
  settleHair(env.kernels, overview, mask, held.slice(0, HEADS_MAX))
  fillOwnHoles(overview, mask, held)
  if (glimpsed !== null) {
    const things = holdCarriedThings(env.kernels, overview, mask, glimpsed, held)
    for (const pixels of things) for (const at of pixels) people.keep[at] = 1
    const { closely, votes } = asked
    dropAlong(env.kernels, overview, {
      mask,
      closely,
      atWhole: search.atWhole,
      votes,
      heads,
      held,
    })
    if (votes !== null) {
      lowerUnlikeColoured(env.kernels, overview, mask, votes, held)
      openGapsBetween(env.kernels, overview, mask, votes, held)
    }
    lowerScraps(mask, held, things)
    dropHeadsAtShoulders(mask, closely, votes, held)
  }
  raiseSkulls(mask, held)
  fillHoles(mask, held, seenInHoles(mask, asked, heads))
  const isOfHead = ofHeads(mask, heads)
  clearPiecesWithout(mask, MAYBE, (at) => people.keep[at] === 1 || isOfHead(at))
  return { mask, overview, box: withAllHeads(box, mask, heads) }
}
