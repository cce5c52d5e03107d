import type { Kernels } from '../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import { type Head, partOf } from '../../../face-points/head.ts'
import type { OkLabPicture } from '../study.ts'
import { shrunk } from './hair-locks.ts'

/** Colours of skin and hair are looked at where a head is about so wide, px, and over so wide a place, head widths. */
const BROAD = { px: 110, about: 0.1 } as const
/** What is so near painted skin may be skin: so much skin lies about it, over so wide a place, head widths. */
const NEAR = { about: 0.05, from: 0.03, to: 0.12 } as const
/** The network sees only roughly where hair ends: where it is ever surer, colours beside skin say ever less; and hair of which it is so sure is a sample. */
const DOUBTED = { from: 0.86, to: 0.97 } as const
/** So far on the way from the skin's colour to the hair's a place is hair. */
const WAY = { from: 0.34, to: 0.52 } as const
/** What is told is smoothed so far, head widths: single strands would be crumbs. */
const SMOOTH = 0.014
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
  kernels: Kernels,
  head: Head,
  fine: OkLabPicture,
  skin: Float32Array,
  { values: hair, ...size }: FloatPlane,
  chance: FloatPlane,
): Plane {
  const bare = partOf(skin, head, fine)
  for (let own = 0; own < bare.length; own++) {
    bare[own] = (bare[own] as number) * (1 - (hair[own] as number))
  }
  const by = Math.max(1, Math.round(head.widthPx / BROAD.px))
  const headPx = head.widthPx / by
  const few = shrunk({ ...size, values: bare }, by)
  const near = kernels.gaussian(few, Math.max(0.7, NEAR.about * headPx)).values
  const sure = withValues(
    new Float32Array(hair.length),
    (own) => (hair[own] as number) * smoothstep(DOUBTED.from, DOUBTED.to, chance.values[own] ?? 0),
  )
  const planes = [fine.lightness, fine.a, fine.b].map((plane) => partOf(plane, head, fine))
  const about = { size, by, sigma: Math.max(1, BROAD.about * headPx) }
  const bareTones = meansAbout(kernels, bare, planes, about)
  const hairTones = meansAbout(kernels, sure, planes, about)
  const across = few.widthPx
  const bared = new Float32Array(hair.length)
  for (let y = 0, own = 0; y < size.heightPx; y++) {
    const row = Math.floor(y / by) * across
    for (let x = 0; x < size.widthPx; x++, own++) {
      if (hair[own] === 0) continue
      const k = row + Math.floor(x / by)
      const beside = smoothstep(NEAR.from, NEAR.to, near[k] as number)
      if (beside === 0) continue
      const doubt = 1 - smoothstep(DOUBTED.from, DOUBTED.to, chance.values[own] ?? 0)
      const isBare = likeSkin(planes, own, bareTones, hairTones, k)
      bared[own] = beside * doubt * isBare
    }
  }
  const soft = kernels.gaussian({ ...size, values: bared }, Math.max(0.7, SMOOTH * head.widthPx))
  const told = soft.values
  for (let own = 0; own < hair.length; own++) {
    const share = told[own] as number
    bare[own] = Math.max(bare[own] as number, share)
    hair[own] = (hair[own] as number) * (1 - share)
  }
  return bare
}

/** Weighted means of colours about each place of a plane that was made smaller, and how much was seen there. */
interface Tones {
  readonly seen: Plane
  readonly means: readonly Plane[]
}

interface About {
  readonly size: Pick<FloatPlane, 'widthPx' | 'heightPx'>
  readonly by: number
  readonly sigma: number
}

function meansAbout(
  kernels: Kernels,
  weights: Plane,
  planes: readonly Plane[],
  { size, by, sigma }: About,
): Tones {
  const soft = (values: Plane) => kernels.gaussian(shrunk({ ...size, values }, by), sigma).values
  const seen = soft(weights)
  const means = planes.map((plane) => {
    const sums = soft(
      withValues(
        new Float32Array(plane.length),
        (own) => (plane[own] as number) * (weights[own] as number),
      ),
    )
    return withValues(sums, (k) => (sums[k] as number) / Math.max(1e-4, seen[k] as number))
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
  let [apart, along] = [0, 0]
  for (let c = 0; c < planes.length; c++) {
    const from = bare.means[c]?.[k] ?? 0
    const way = (hair.means[c]?.[k] ?? 0) - from
    apart += way * way
    along += ((planes[c]?.[own] ?? 0) - from) * way
  }
  const isTold = smoothstep(APART.from, APART.to, Math.sqrt(apart))
  const isHair = smoothstep(WAY.from, WAY.to, along / Math.max(1e-6, apart))
  return isTold * (1 - isHair) * smoothstep(SEEN.from, SEEN.to, seen)
}
