import type { FloatPlane } from '../../../../pixels/raster.ts'
import { pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { eachRow, type Head } from '../../../face-points/head.ts'
import type { OkLabPicture } from '../study.ts'

/** A fringe hangs so far aside at most, and down to so far above the upper lids, head widths from the middle of the face. */
const HANGS = { aside: 0.45, aboveLids: 0.02 } as const
/** It goes on below what was found for so far at most, head widths. */
const GOES_ON = 0.24
/** From this share on a place was found to be hair. */
const FOUND = 0.36
/** Samples of skin are painted as such below the eyes, and those of hair surely found, so near above the eyes, head widths. */
const SAMPLE = {
  skin: 0.7,
  below: 0.05,
  hair: 0.9,
  above: 0.5,
  aside: 0.45,
  least: 40,
  stepPx: 2,
} as const
/** Skin and hair whose colours lie nearer to each other are not told apart, OKLab. */
const APART = 0.12
/** A place is a fringe's from so far on the way from the skin's colour to the hair's. */
const LIKE = 0.62

/** A mean colour, OKLab. */
type Tone = readonly [number, number, number]

/**
 * A fringe goes on over a forehead for as long as it has its colour: the network sees where it ends only roughly, and
 * what is neither hair nor skin hangs down in drops.
 * @param skin where skin is painted, 0..1
 * @param hair of the head's box, 0..1, which is written on
 */
export function letFringeHang(
  head: Head,
  face: FoundFace,
  fine: OkLabPicture,
  skin: Float32Array,
  hair: FloatPlane,
): void {
  const lids = lidsOf(head, face)
  const tones = tonesOf(head, fine, skin, hair, lids)
  if (tones === null) return
  const isLike = likeHair(fine, tones)
  const { widthPx, values } = hair
  const lowest = lids - HANGS.aboveLids
  const mostPx = GOES_ON * head.widthPx
  /** How many rows lie between a place and the hair that was found above it; 0 where none hangs there. */
  const depth = new Uint16Array(values.length)
  eachRow(head, fine.widthPx, (start, first, left, top, du, dv) => {
    if (first === 0 || Math.min(top, top + widthPx * dv) > lowest) return
    for (let x = 1; x < widthPx - 1; x++) {
      const own = first + x
      if ((values[own] as number) >= FOUND) {
        depth[own] = 1
        continue
      }
      const above = own - widthPx
      const before = Math.max(
        depth[above - 1] as number,
        depth[above] as number,
        depth[above + 1] as number,
      )
      const isWithin = top + x * dv < lowest && Math.abs(left + x * du) < HANGS.aside
      if (before === 0 || before > mostPx || !isWithin || !isLike(start + x)) continue
      depth[own] = before + 1
      values[own] = 1
    }
  })
}

/** How far down the higher upper lid lies, head widths from the middle of the face. */
function lidsOf({ place }: Head, { points }: FoundFace): number {
  const lids = [...pointsOf(points, 'rightUpperLid'), ...pointsOf(points, 'leftUpperLid')]
  return Math.min(...lids.map(({ x, y }) => place(x, y).v))
}

/** The colours of a face's skin and of the hair above it; null where too little is seen of either, or hair is the lighter. */
function tonesOf(
  head: Head,
  fine: OkLabPicture,
  skin: Float32Array,
  hair: FloatPlane,
  lids: number,
): { readonly skin: Tone; readonly hair: Tone } | null {
  const [bare, own] = [new Mean(), new Mean()]
  eachRow(head, fine.widthPx, (start, first, left, top, du, dv) => {
    if (Math.max(top, top + hair.widthPx * dv) < lids - SAMPLE.above) return
    for (let x = 0; x < hair.widthPx; x += SAMPLE.stepPx) {
      const at = start + x
      const down = top + x * dv - lids
      if (Math.abs(left + x * du) > SAMPLE.aside) continue
      if (down > SAMPLE.below && (skin[at] as number) > SAMPLE.skin) bare.add(fine, at)
      else if (down < 0 && down > -SAMPLE.above && (hair.values[first + x] as number) > SAMPLE.hair)
        own.add(fine, at)
    }
  })
  if (bare.count < SAMPLE.least || own.count < SAMPLE.least) return null
  const tones = { skin: bare.tone(), hair: own.tone() }
  // Hair that is lighter than the skin has the colour of a forehead in the sun.
  return tones.hair[0] < tones.skin[0] ? tones : null
}

class Mean {
  count = 0
  readonly #sum: [number, number, number] = [0, 0, 0]

  add({ lightness, a, b }: OkLabPicture, at: number): void {
    this.#sum[0] += lightness[at] as number
    this.#sum[1] += a[at] as number
    this.#sum[2] += b[at] as number
    this.count++
  }

  tone(): Tone {
    const [light, a, b] = this.#sum
    return [light / this.count, a / this.count, b / this.count]
  }
}

/** Whether a place has the colour of the hair rather than that of the skin. */
function likeHair(
  { lightness, a, b }: OkLabPicture,
  tones: { readonly skin: Tone; readonly hair: Tone },
) {
  const { skin, hair } = tones
  const way = [hair[0] - skin[0], hair[1] - skin[1], hair[2] - skin[2]] as const
  const apart = way[0] ** 2 + way[1] ** 2 + way[2] ** 2
  const isTold = apart > APART ** 2
  return (at: number): boolean => {
    const light = ((lightness[at] as number) - skin[0]) * way[0]
    const colour = ((a[at] as number) - skin[1]) * way[1] + ((b[at] as number) - skin[2]) * way[2]
    return isTold && light + colour > LIKE * apart
  }
}
