import type { Kernels } from '../../../../kernels/kernels.ts'
import { type Box, grownBox, smoothstep } from '../../../../pixels/pixels.ts'
import { boundsOf } from '../../../../pixels/plane-bounds.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { type Head, partOf } from '../../../face-points/head.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { OkLabPicture } from '../study.ts'
import { shrunk } from './hair-locks.ts'

/** Places are told where a head is about so wide, px, and the colours of skin and hair where it is half as wide, over so wide a place, head widths. */
const TOLD_PX = 160
const BROAD = { by: 2, about: 0.1 } as const
/** What is so near painted skin may be skin: so much skin lies about it, over so wide a place, head widths. */
const NEAR = { about: 0.05, from: 0.03, to: 0.12 } as const
/** The network sees only roughly where hair ends: where it is ever surer, colours beside skin say ever less; and hair of which it is so sure is a sample. */
const DOUBTED = { from: 0.86, to: 0.97 } as const
/** So far on the way from the skin's colour to the hair's a place is hair. */
const WAY = { from: 0.34, to: 0.52 } as const
/** What is told is smoothed so far, head widths: single strands would be crumbs. */
const SMOOTH = 0.03
/** Hair is looked at so far about painted skin, head widths. */
const ROOM = 0.22
/** What lies farther from the skin's colour than a share of the way to the hair's is neither: dark glass before fair hair. */
const NEITHER = { from: 0.75, to: 1.1 } as const
/** Colours that lie nearer to each other are not told apart, OKLab, and samples that are fewer tell nothing, shares of what lies about. */
const APART = { from: 0.1, to: 0.16 } as const
const SEEN = { from: 0.02, to: 0.08 } as const

type Plane = Float32Array<ArrayBuffer>

/**
 * Ends hair where skin that is painted goes on beside it: what the network sees roughly lies over the edge of a cheek or
 * a forehead, and would be a pale lock along it. Each place is compared with the skin and the hair about it.
 * @param skin where skin is painted in the picture, 0..1
 * @param hair of the head's box, 0..1, which is written on
 * @param chance of hair in the head's box, as the network has it, 0..1
 * @returns where skin is in the head's box, painted or so told, 0..1
 */
export function endAtSkin(
  env: ToolEnvironment,
  head: Head,
  fine: OkLabPicture,
  skin: Float32Array,
  { values: hair, ...size }: FloatPlane,
  chance: FloatPlane,
): Plane {
  const { kernels } = env
  const bare = partOf(skin, head, fine)
  for (let own = 0; own < bare.length; own++) {
    bare[own] = (bare[own] as number) * (1 - (hair[own] as number))
  }
  const part = boxAbout({ ...size, values: bare }, Math.ceil(ROOM * head.widthPx))
  if (part === null) return bare
  const [x, y] = [head.box.x + part.x, head.box.y + part.y]
  const inPart = { widthPx: part.width, heightPx: part.height }
  const by = Math.max(1, Math.round(head.widthPx / TOLD_PX))
  const small = (plane: Float32Array, of: Box, whole: Pick<FloatPlane, 'widthPx' | 'heightPx'>) =>
    shrunk({ ...inPart, values: partOf(plane, { ...head, box: of }, whole) }, by)
  const ownOf = (plane: Float32Array) => small(plane, part, size)
  const colourOf = (plane: Float32Array) => small(plane, { ...part, x, y }, fine).values
  const few = toldSkin(kernels, head.widthPx / by, {
    bare: ownOf(bare),
    hair: ownOf(hair).values,
    chance: ownOf(chance.values).values,
    planes: [colourOf(fine.lightness), colourOf(fine.a), colourOf(fine.b)],
  })
  const told = kernels.resizePlane(few, part.width, part.height).values
  for (let row = 0, at = 0; row < part.height; row++) {
    let own = (part.y + row) * size.widthPx + part.x
    for (let column = 0; column < part.width; column++, own++, at++) {
      const share = told[at] as number
      bare[own] = Math.max(bare[own] as number, share)
      hair[own] = (hair[own] as number) * (1 - share)
    }
  }
  giveBack(env, [told])
  return bare
}

/** The box of what is set of a plane, with room about it; null where nothing is. */
function boxAbout(plane: FloatPlane, roomPx: number): Box | null {
  const held = boundsOf(plane, 0.5)
  return held && grownBox(held, roomPx, plane)
}

/** What is known of the places of a part of a head: shares 0..1, and colours. */
interface PartSeen {
  readonly bare: FloatPlane
  readonly hair: Plane
  readonly chance: Plane
  readonly planes: readonly Plane[]
}

/** How much each place of a part of a head is skin that was taken for hair, 0..1. */
function toldSkin(
  kernels: Kernels,
  headPx: number,
  { bare, hair, chance, planes }: PartSeen,
): FloatPlane {
  const { widthPx, heightPx } = bare
  const few = shrunk(bare, BROAD.by)
  const near = kernels.gaussian(few, Math.max(0.7, (NEAR.about * headPx) / BROAD.by)).values
  const about = { size: bare, sigma: Math.max(1, (BROAD.about * headPx) / BROAD.by) }
  const bareTones = meansAbout(kernels, bare.values, planes, about)
  const sure = new Float32Array(hair.length)
  for (let own = 0; own < sure.length; own++) {
    const isSure = smoothstep(DOUBTED.from, DOUBTED.to, chance[own] as number)
    sure[own] = (hair[own] as number) * isSure
  }
  const hairTones = meansAbout(kernels, sure, planes, about)
  const values = new Float32Array(hair.length)
  for (let y = 0, own = 0; y < heightPx; y++) {
    const row = Math.floor(y / BROAD.by) * few.widthPx
    for (let x = 0; x < widthPx; x++, own++) {
      if (hair[own] === 0) continue
      const k = row + Math.floor(x / BROAD.by)
      const beside = smoothstep(NEAR.from, NEAR.to, near[k] as number)
      const doubt = 1 - smoothstep(DOUBTED.from, DOUBTED.to, chance[own] as number)
      if (beside * doubt === 0) continue
      values[own] = beside * doubt * likeSkin(planes, own, bareTones, hairTones, k)
    }
  }
  return kernels.gaussian({ widthPx, heightPx, values }, Math.max(0.7, SMOOTH * headPx))
}

/** Weighted means of colours about each place of a plane that was made smaller, and how much was seen there. */
interface Tones {
  readonly seen: Plane
  readonly means: readonly Plane[]
}

interface About {
  readonly size: Pick<FloatPlane, 'widthPx' | 'heightPx'>
  readonly sigma: number
}

function meansAbout(
  kernels: Kernels,
  weights: Plane,
  planes: readonly Plane[],
  { size: { widthPx, heightPx }, sigma }: About,
): Tones {
  const soft = (values: Plane) =>
    kernels.gaussian(shrunk({ widthPx, heightPx, values }, BROAD.by), sigma).values
  const seen = soft(weights)
  const means = planes.map((plane) => {
    const weighted = new Float32Array(plane.length)
    for (let own = 0; own < weighted.length; own++) {
      weighted[own] = (plane[own] as number) * (weights[own] as number)
    }
    const sums = soft(weighted)
    for (let k = 0; k < sums.length; k++) {
      sums[k] = (sums[k] as number) / Math.max(1e-4, seen[k] as number)
    }
    return sums
  })
  return { seen, means }
}

/** How much a place has the colour of the skin about it rather than that of the hair, 0..1. */
function likeSkin(
  planes: readonly Plane[],
  own: number,
  bare: Tones,
  hair: Tones,
  k: number,
): number {
  const seen = Math.min(bare.seen[k] as number, hair.seen[k] as number)
  if (seen < SEEN.from) return 0
  let [apart, along, away] = [0, 0, 0]
  for (let c = 0; c < planes.length; c++) {
    const from = bare.means[c]?.[k] ?? 0
    const way = (hair.means[c]?.[k] ?? 0) - from
    apart += way * way
    const off = (planes[c]?.[own] ?? 0) - from
    along += off * way
    away += off * off
  }
  const isTold = smoothstep(APART.from, APART.to, Math.sqrt(apart))
  const isHair = smoothstep(WAY.from, WAY.to, along / Math.max(1e-6, apart))
  const isNeither = smoothstep(NEITHER.from, NEITHER.to, Math.sqrt(away / Math.max(1e-6, apart)))
  return isTold * (1 - isHair) * (1 - isNeither) * smoothstep(SEEN.from, SEEN.to, seen)
}
