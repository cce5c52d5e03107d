import type { Kernels } from '../../../../../kernels/kernels.ts'
import { meanIn, piecesOf } from '../../../../../pixels/pieces.ts'
import { createFloatPlane, smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import {
  type Detail,
  detailOf,
  FLAT_ENERGY,
  FOCUS_MIN,
  FOCUS_PX,
  SHARP,
} from '../../../../portrait/focus.ts'
import { distanceTo } from '../../distance.ts'
import { type HeadPlace, headsAway } from '../heads/head-place.ts'

/** From here on the mask holds a pixel, for this. */
const HELD = 0.3
/** Over this detail is gathered, px, where a head is {@link FOCUS_PX} wide. */
const ABOUT_PX = 6
/** A place as sharp as this share of a sharp face is in focus. */
const IN_FOCUS = 0.8 * SHARP
/** Detail of a place against what is flat, from which on it shows that it is blurred. */
const SEEN = 2
/** Against all that the mask holds, a smaller piece is a fold without detail, or fingers. */
const SHARE = 0.03
/**
 * A piece that the looks held by less than this on average, and so large: a bush, a rag, a wheel. On 117 true
 * masks none of eighteen was the person's but a bag that was lost before.
 */
const DOUBTED = 0.6
const DOUBTED_SHARE = 0.003
/**
 * What the second network says on average of a blurred piece that is no part of its person. Own hands
 * and hair that are out of focus had 0.76 and more, others behind 0.52 and less.
 */
const NOT_OWN = 0.64
/** Head sizes from a bystander within which a piece that nobody votes on is the bystander's. */
const BYSTANDERS_OWN = 1.3
/** Of the longer side: over this the mask fades between who stays and who does not. */
const FADE = 0.008
/** So near, in such fades, what is left lies beside who went; tied by less than this it hangs on nobody. */
const BESIDE = 3
const SURE = 0.5

/** Who is known when blurred people are looked for; places in pixels of the mask. */
export interface KnownPeople {
  readonly people: readonly HeadPlace[]
  readonly bystanders: readonly HeadPlace[]
  /** Asks the second network, which answers under 0 where it says nothing, or null. */
  readonly votes: () => Promise<FloatPlane | null>
}

/**
 * Takes those out of a mask, in place, who are out of focus behind somebody sharp, whether a face
 * shows or not: large pieces of it that are blurred and that the second network gives to nobody.
 */
export async function dropBlurred(
  kernels: Kernels,
  overview: Raster,
  mask: FloatPlane,
  known: KnownPeople,
): Promise<void> {
  const largest = Math.max(0, ...known.people.map(({ size }) => size))
  if (largest === 0) return
  const scale = Math.min(1, FOCUS_PX / largest)
  const small =
    scale === 1
      ? overview
      : kernels.resizeArea(
          overview,
          Math.max(1, Math.round(overview.widthPx * scale)),
          Math.max(1, Math.round(overview.heightPx * scale)),
        )
  const held = kernels.resizePlane(mask, small.widthPx, small.heightPx)
  const blurred = blurredOf(kernels, held, detailOf(kernels, small))
  const area = heldIn(held)
  const own = (at: number) => isOfHead(at, small, scale, known)
  const pieces = piecesOf(blurred, 1)
    .map(({ pixels }) => pixels)
    .filter((pixels) => pixels.length >= area * DOUBTED_SHARE && !pixels.some(own))
  const isDoubted = (pixels: Int32Array) => meanIn(held.values, pixels) < DOUBTED
  const large = pieces.filter((pixels) => pixels.length >= area * SHARE && !isDoubted(pixels))
  const votes = large.length > 0 ? await votesAt(kernels, small, known) : null
  const others = large.filter((pixels) => isAnothers(pixels, small, scale, votes, known))
  const gone = new Uint8Array(held.values.length)
  for (const pixels of [...pieces.filter(isDoubted), ...others])
    for (const at of pixels) gone[at] = 1
  if (gone.includes(1)) clear(kernels, mask, held, gone, own)
}

/** What the second network says, at the size of a copy; null where it says nothing. */
async function votesAt(
  kernels: Kernels,
  small: Raster,
  known: KnownPeople,
): Promise<FloatPlane | null> {
  const asked = await known.votes()
  return asked && kernels.resizePlane(asked, small.widthPx, small.heightPx)
}

/** Whether a pixel of a copy lies in the middle of somebody's face. */
function isOfHead(at: number, { widthPx }: Raster, scale: number, { people }: KnownPeople) {
  const x = ((at % widthPx) + 0.5) / scale
  const y = (Math.floor(at / widthPx) + 0.5) / scale
  return headsAway(people, x, y) < 0.25
}

function heldIn({ values }: FloatPlane): number {
  let area = 0
  for (let at = 0; at < values.length; at++) if ((values[at] as number) > HELD) area++
  return area
}

/** 1 where what the mask holds is out of focus, as far as it has any detail, else 0. */
function blurredOf(kernels: Kernels, held: FloatPlane, { fine, coarse }: Detail): FloatPlane {
  const count = held.values.length
  const isHeld = new Float32Array(count)
  for (let at = 0; at < count; at++) isHeld[at] = (held.values[at] as number) > HELD ? 1 : 0
  const about = (values: Float32Array) => {
    const own = new Float32Array(count)
    for (let at = 0; at < count; at++) if (isHeld[at] === 1) own[at] = values[at] as number
    return kernels.gaussian({ ...held, values: own }, ABOUT_PX).values
  }
  const bands = { weights: about(isHeld), above: about(fine), below: about(coarse) }
  const [isSharp, isSoft] = [new Uint8Array(count), new Uint8Array(count)]
  for (let from = 0; from < count; from += held.widthPx) {
    focusRow(isHeld, bands, { isSharp, isSoft }, from, from + held.widthPx)
  }
  const plane = createFloatPlane(held.widthPx, held.heightPx)
  if (!isSoft.includes(1)) return plane
  const toSharp = distanceTo(held, isSharp).values
  const toBlurred = distanceTo(held, isSoft).values
  for (let at = 0; at < isHeld.length; at++) {
    const isNearer = (toBlurred[at] as number) < (toSharp[at] as number)
    plane.values[at] = isHeld[at] === 1 && isNearer ? 1 : 0
  }
  return plane
}

/** Tells in a row what is in focus and what is not. A function of its own: it is compiled after some rows. */
function focusRow(
  isHeld: Float32Array,
  { weights, above, below }: Readonly<Record<'weights' | 'above' | 'below', Float32Array>>,
  { isSharp, isSoft }: Readonly<Record<'isSharp' | 'isSoft', Uint8Array>>,
  from: number,
  until: number,
): void {
  for (let at = from; at < until; at++) {
    if (isHeld[at] === 0) continue
    const flat = Math.fround(FLAT_ENERGY * (weights[at] as number))
    const high = above[at] as number
    const low = below[at] as number
    if (high > IN_FOCUS * Math.max(flat, low)) isSharp[at] = 1
    if (low > SEEN * flat && high < FOCUS_MIN * low) isSoft[at] = 1
  }
}

/** Whether a blurred piece is none of the people's own. */
function isAnothers(
  pixels: Int32Array,
  small: Raster,
  scale: number,
  votes: FloatPlane | null,
  known: KnownPeople,
): boolean {
  const heard = pixels.filter((at) => (votes?.values[at] ?? -1) >= 0)
  if (heard.length > pixels.length / 2) {
    const sum = heard.reduce((all, at) => all + (votes?.values[at] ?? 0), 0)
    return sum < NOT_OWN * heard.length
  }
  const sumOf = (axis: (at: number) => number) => pixels.reduce((sum, at) => sum + axis(at), 0)
  const x = sumOf((at) => at % small.widthPx) / pixels.length / scale
  const y = sumOf((at) => Math.floor(at / small.widthPx)) / pixels.length / scale
  return headsAway(known.bystanders, x, y) < BYSTANDERS_OWN
}

/**
 * Clears what is nearer to those who go than to those who stay, and what of the former hangs on
 * nobody then: hair and stripes may look sharp however blurred they are.
 */
function clear(
  kernels: Kernels,
  mask: FloatPlane,
  held: FloatPlane,
  gone: Uint8Array,
  isOfPeople: (at: number) => boolean,
): void {
  const fadePx = FADE * Math.max(held.widthPx, held.heightPx)
  const toGone = distanceTo(held, gone)
  let isMore = false
  const left = { ...held, values: held.values.map((value, at) => (gone[at] === 1 ? 0 : value)) }
  for (const { pixels } of piecesOf(left, SURE)) {
    const isBeside = pixels.some((at) => (toGone.values[at] ?? 0) < BESIDE * fadePx)
    if (!isBeside || pixels.some(isOfPeople)) continue
    for (const at of pixels) gone[at] = 1
    isMore = true
  }
  const kept = keptOf(held, gone, isMore ? distanceTo(held, gone) : toGone, fadePx)
  const share = kernels.resizePlane(kept, mask.widthPx, mask.heightPx).values
  for (let at = 0; at < mask.values.length; at++) {
    mask.values[at] = (mask.values[at] ?? 0) * Math.min(1, Math.max(0, share[at] ?? 1))
  }
}

/** 1 nearer to who stays, 0 nearer to who goes. */
function keptOf(
  held: FloatPlane,
  gone: Uint8Array,
  { values: toGone }: FloatPlane,
  fadePx: number,
): FloatPlane {
  const toOthers = distanceTo(held, (at) => gone[at] === 0 && (held.values[at] ?? 0) > SURE).values
  const kept = createFloatPlane(held.widthPx, held.heightPx)
  for (let at = 0; at < kept.values.length; at++) {
    const nearer = ((toOthers[at] ?? 0) - (toGone[at] ?? 0)) / fadePx
    kept.values[at] = 1 - smoothstep(-1, 1, nearer)
  }
  return kept
}
