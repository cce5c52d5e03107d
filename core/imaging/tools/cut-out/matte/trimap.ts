import { trimapValue } from '../../../../kernels/matte.ts'
import { createPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane } from '../../../../pixels/raster.ts'
import { distanceTo } from '../distance.ts'
import type { HeadPlace } from '../people/heads/head-place.ts'

export const { undecided: UNDECIDED, inside: INSIDE, unasked: UNASKED } = trimapValue
const OUTSIDE = trimapValue.outside

/** Values of `trimapValue`, and where hair is to be looked for. */
export interface Trimap extends Plane {
  /** Where hair may be, 0..1: about the heads, none along the body. */
  readonly hair: Float32Array
}

/** Where hair may be. */
export interface Hairs {
  readonly heads: readonly HeadPlace[]
  /** Of animals fur is all about them, as hair about a head of this size; none of people. */
  readonly furPx?: number
}

/**
 * Which pixels the coarse mask leaves open: a narrow band along the body's edge, a wide one around
 * the hair, where the network cannot see strands.
 */
export function trimapOf(mask: FloatPlane, { heads, furPx = 0 }: Hairs): Trimap {
  const { widthPx, heightPx, values } = mask
  const largest = Math.max(1, furPx, ...heads.map((head) => head.size))
  const body = Math.max(3, Math.max(widthPx, heightPx) * 0.009)
  // Further away nothing is undecided.
  const outmost = body + largest * 0.18
  const inmost = body + largest * 0.08
  const sides = sidesOf(values)
  const toInside = distanceTo(mask, sides.inside, outmost)
  const toOutside = distanceTo(mask, sides.outside, inmost)
  const trimap = createPlane(widthPx, heightPx).values
  const hairs = new Float32Array(widthPx * heightPx)
  const bands = { body, outmost, inmost, largest, furPx }
  const decideRow = (y: number) => {
    const row = y * widthPx
    const of = (whole: Float32Array) => whole.subarray(row, row + widthPx)
    const away = { outward: of(toInside.values), inward: of(toOutside.values) }
    trimapRow(of(values), away, bands, heads, y, trimap.subarray(row, row + widthPx), of(hairs))
  }
  for (let y = 0; y < heightPx; y++) decideRow(y)
  return { widthPx, heightPx, values: trimap, hair: hairs }
}

/** 1 for each pixel that is within a mask, and for each that is not. */
function sidesOf(values: Float32Array): Readonly<Record<'inside' | 'outside', Uint8Array>> {
  const [inside, outside] = [new Uint8Array(values.length), new Uint8Array(values.length)]
  for (let at = 0; at < values.length; at++) {
    if ((values[at] as number) >= 0.5) inside[at] = 1
    else outside[at] = 1
  }
  return { inside, outside }
}

interface Bands {
  /** Width of the band along the body. */
  readonly body: number
  /** Beyond these distances nothing is undecided. */
  readonly outmost: number
  readonly inmost: number
  /** Size of the largest head. */
  readonly largest: number
  readonly furPx: number
}

/** A row of the trimap, and of where hair may be. A function of a row is compiled after a few of them. */
function trimapRow(
  sures: Float32Array,
  away: { readonly outward: Float32Array; readonly inward: Float32Array },
  { body, outmost, inmost, largest, furPx }: Bands,
  heads: readonly HeadPlace[],
  y: number,
  trimap: Plane['values'],
  hairs: Float32Array,
): void {
  for (let x = 0; x < sures.length; x++) {
    const outward = away.outward[x] as number
    const inward = away.inward[x] as number
    if (outward > outmost) {
      trimap[x] = OUTSIDE
      continue
    }
    if (inward > inmost) {
      trimap[x] = INSIDE
      continue
    }
    const sure = sures[x] as number
    const hair = Math.max(furPx, hairiness(x, y, heads))
    hairs[x] = Math.min(1, hair / largest)
    if (outward > body + hair * 0.16) trimap[x] = OUTSIDE
    else if (inward > body + hair * 0.08) trimap[x] = INSIDE
    else if (sure < 0.02 && outward > body * 0.8 + hair * 0.18) trimap[x] = OUTSIDE
    else if (sure > 0.985 && inward > body * 0.6 + hair * 0.07) trimap[x] = INSIDE
    else trimap[x] = UNDECIDED
  }
}

/**
 * How much hair may reach beyond the mask here, px: the head's size in a crown about it and, for
 * long hair, beside the neck; none on the face itself and far from it.
 */
function hairiness(x: number, y: number, heads: readonly HeadPlace[]): number {
  let most = 0
  for (const head of heads) {
    const dx = (x - head.x) / head.size
    const dy = (y - head.y) / head.size
    const down = dy * (dy < 0 ? 0.9 : 0.55)
    const reach = Math.sqrt(dx * dx + down * down)
    // Above the shoulders there is nothing but hair, however far it stands off.
    const up = 1 - smoothstep(0, 0.6, dy)
    const none = smoothstep(1.05 + 0.25 * up, 1.8 + 0.4 * up, reach)
    most = Math.max(most, head.size * (1 - none))
  }
  return most
}
