import type { Kernels } from '../../../../kernels/kernels.ts'
import { piecesOfMarks } from '../../../../pixels/pieces.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { eachIndex } from '../../../face-points/head.ts'
import { APART, WHOLE } from '../../../hand-parts/hand-edges.ts'
import type { SeenHand } from '../../../hand-parts/seen-hand.ts'
import type { Cel } from '../cel.ts'
import type { OkLabPicture } from '../study.ts'
import { type HandPlaces, handTones, type PaintedBodies } from './hand-tones.ts'

/** From which share on a place is the hand's. */
const INSIDE = 128
/** Places of a hand by their light. */
const [SHADE, TONE, LIGHT] = [1, 2, 3]
/** A smaller patch of shade or light, of a hand, is none. */
const ISLAND = 0.035
/** How far a hand's light is smoothed before it is cut in two, lengths of its palm. */
const SOFT = 0.06
/** Lines of the photo are left out so far about a hand, px of the painted picture for each thousandth. */
const CLEAR = 3.5
/** A hand's own lines are left out as far as they are edges of its parts: else its fingers are not where they were told. */
const TOLD = { from: 0.5, to: 0.7 }
/** Lines between fingers against an outline's width, and what they are wider, px; a line ends softly over so many. */
const FINGER_WIDTH = { share: 0.5, more: 0.6 }
const SOFT_PX = 0.75
/** Small hands have thin lines: a palm so long, px, has whole ones; these bounds of a contour's width. */
const WIDTH = { ofPx: 70, least: 0.6, most: 1.3 }
/** On skin darker than this, OKLab, ink would not be seen: a line is paint so much darker. */
const DARK = { lightness: 0.55, by: 0.6, from: 0.5 }

/** How surely each pixel of a picture is a hand's or lies beside one, 0..1: there no other lines are drawn. */
export function clearedByHands(
  hands: readonly SeenHand[],
  { widthPx, heightPx }: Pick<FloatPlane, 'widthPx' | 'heightPx'>,
): Float32Array<ArrayBuffer> {
  const cleared = new Float32Array(widthPx * heightPx)
  const reachPx = (CLEAR * Math.max(widthPx, heightPx)) / 1000
  for (const hand of hands) {
    const { inside, apart, drawn, told } = hand
    const isTold = smoothstep(TOLD.from, TOLD.to, told)
    eachIndex(hand, widthPx, (at, own) => {
      const apartPx = (apart[own] as number) * APART
      const rim = ((drawn[own] as number) / WHOLE) * (1 - smoothstep(reachPx - 1, reachPx, apartPx))
      const within = isTold * smoothstep(0.3, 0.5, (inside[own] as number) / WHOLE)
      cleared[at] = Math.max(cleared[at] as number, rim, within)
    })
  }
  return cleared
}

/** Paints hands in the tone and the shade of their body's skin. */
export function paintHands(
  kernels: Pick<Kernels, 'gaussian'>,
  cel: Cel,
  hands: readonly SeenHand[],
  bodies: Omit<PaintedBodies, 'paint'>,
): void {
  for (const hand of hands) {
    const light = lightOf(kernels, bodies.fine, hand)
    const own = placesOf(hand, light, cel.widthPx)
    const tones = handTones(own, { ...bodies, paint: cel.colours })
    if (tones === null) continue
    const first = cel.newCells(tones.paints.length)
    const [lit, bright] = tones.steps
    const toneAt = new Uint8Array(hand.inside.length)
    own.within.forEach((place, k) => {
      const light = own.lights[k] as number
      toneAt[place] = light > bright ? LIGHT : light > lit ? TONE : SHADE
    })
    swallowIslands(toneAt, hand.box.width, ISLAND * own.places.length)
    own.within.forEach((place, k) => {
      const [at, tone] = [own.places[k] as number, toneAt[place] as number]
      cel.set(at, first + tone - SHADE, ...(tones.paints[tone - SHADE] ?? tones.paints[1]))
      cel.bare[at] = 1
    })
  }
}

/** Small patches of shade and of light get a hand's middle tone. */
function swallowIslands(toneAt: Uint8Array, widthPx: number, leastPx: number): void {
  for (const tone of [SHADE, LIGHT]) {
    const marks = Uint8Array.from(toneAt, (own) => (own === tone ? 1 : 0))
    for (const { pixels } of piecesOfMarks(marks, widthPx)) {
      if (pixels.length < leastPx) for (const place of pixels) toneAt[place] = TONE
    }
  }
}

/** The light of a hand's skin without its texture, by the pixels of its box. */
function lightOf(
  kernels: Pick<Kernels, 'gaussian'>,
  { lightness, widthPx }: OkLabPicture,
  hand: SeenHand,
): Float32Array {
  const { box, inside, sizePx } = hand
  const smooth = (values: Float32Array<ArrayBuffer>) =>
    kernels.gaussian({ widthPx: box.width, heightPx: box.height, values }, SOFT * sizePx).values
  const seen = new Float32Array(inside.length)
  eachIndex(hand, widthPx, (at, own) => {
    seen[own] = (inside[own] as number) * (lightness[at] as number)
  })
  const shares = smooth(Float32Array.from(inside))
  return smooth(seen).map((light, own) => light / Math.max(1e-3, shares[own] as number))
}

interface PlacesInBox extends HandPlaces {
  /** The same by the pixels of its box. */
  readonly within: readonly number[]
}

function placesOf(hand: SeenHand, light: Float32Array, widthPx: number): PlacesInBox {
  const [places, lights, arm, within]: [number[], number[], number[], number[]] = [[], [], [], []]
  eachIndex(hand, widthPx, (at, own) => {
    if ((hand.arm[own] as number) > INSIDE) arm.push(at)
    if ((hand.inside[own] as number) < INSIDE) return
    places.push(at)
    within.push(own)
    lights.push(light[own] as number)
  })
  return { places, lights, arm, within }
}

/**
 * Draws the edges of fingers and hands over the ink that is there, in which their own place is cleared.
 * @param ink 0 paper to 1, which is written on
 * @param cleared of {@link clearedByHands}
 * @param contourPx width of the contours of people
 */
export function inkHands(
  { values, widthPx }: FloatPlane,
  hands: readonly SeenHand[],
  cleared: Float32Array,
  contourPx: number,
): void {
  for (let at = 0; at < values.length; at++) {
    const clear = cleared[at] as number
    if (clear > 0) values[at] = (values[at] as number) * (1 - clear)
  }
  for (const hand of hands) {
    eachLine(hand, contourPx, widthPx, (at, line) => {
      values[at] = Math.max(values[at] as number, line)
    })
  }
}

/** Paints the same lines darker on dark skin. */
export function darkenAlongHands(cel: Cel, hands: readonly SeenHand[], contourPx: number): void {
  const { lightness, a, b } = cel.colours
  const stroke = cel.newStrokes(1)
  for (const hand of hands) {
    eachLine(hand, contourPx, cel.widthPx, (at, line) => {
      const light = lightness[at] as number
      if (light > DARK.lightness || line < DARK.from) return
      cel.set(at, stroke, light * DARK.by, a[at] as number, b[at] as number)
    })
  }
}

function eachLine(
  hand: SeenHand,
  contourPx: number,
  widthPx: number,
  visit: (at: number, line: number) => void,
): void {
  const { apart, drawn, isOutline, sizePx } = hand
  const fingerPx = FINGER_WIDTH.share * contourPx + FINGER_WIDTH.more
  const wide = Math.min(WIDTH.most, Math.max(WIDTH.least, sizePx / WIDTH.ofPx))
  eachIndex(hand, widthPx, (at, own) => {
    const share = (drawn[own] as number) / WHOLE
    if (share === 0) return
    const width = isOutline[own] === 1 ? contourPx : fingerPx
    const halfPx = (width / 2) * wide * Math.sqrt(share)
    const line = 1 - smoothstep(halfPx - SOFT_PX, halfPx + SOFT_PX, (apart[own] as number) * APART)
    if (line > 0) visit(at, share * line)
  })
}
