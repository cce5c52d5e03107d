import type { OkLab } from '../../../pixels/oklab.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { isNatural } from './hair-odds.ts'
import { eachPixel, type Head } from './head.ts'
import type { OkLabPicture } from './study.ts'

/** Hair beside a face, and its forehead, in face widths from the middle of its oval. */
const BESIDE = { from: 0.5, to: 0.85, above: -0.6, below: 0.3 }
const FOREHEAD = { aside: 0.3, below: -0.22 }
/** Hair must cover so much of what lies beside a face, and be so unlike its forehead, OKLab. */
const COVERED = 0.35
const APART = 0.05
/** How much more a difference of colour counts than one of light. */
const COLOUR = 4
const LEAST_PX = 30
/** A face with its forehead and what is close about it, face widths. */
const FACE = { across: 0.7, down: 1 }

/**
 * Which pixels above a face's oval are hair, though they are as light as its skin and of its colour: fair
 * hair, by what is nearer to the hair beside the face than to its forehead. Null where there is none.
 * @param width of the picture
 * @param oval of the face in the head's box, 0..1
 * @param others whose skin is no hair of this head
 */
export function fairOver(
  head: Head,
  width: number,
  { lightness, a, b }: OkLabPicture,
  person: FloatPlane | null,
  skin: Float32Array,
  oval: Float32Array,
  others: readonly Head[],
): ((at: number, own: number, v: number) => boolean) | null {
  const [hair, forehead] = [new Mean(), new Mean()]
  let looked = 0
  const colourAt = (at: number): OkLab => [
    lightness[at] as number,
    a[at] as number,
    b[at] as number,
  ]
  eachPixel(head, width, (at, own, u, v) => {
    const [aside, bare] = [Math.abs(u), skin[at] as number]
    if (aside > BESIDE.from && aside < BESIDE.to && v > BESIDE.above && v < BESIDE.below) {
      looked++
      if (bare < 0.3 && (person?.values[at] ?? 1) > 0.6) hair.add(colourAt(at))
    } else if (aside < FOREHEAD.aside && v < FOREHEAD.below && bare > 0.6) {
      if ((oval[own] as number) > 0.9) forehead.add(colourAt(at))
    }
  })
  if (hair.count < Math.max(LEAST_PX, COVERED * looked) || forehead.count < LEAST_PX) return null
  const [one, other] = [hair.colour(), forehead.colour()]
  if (apart(one, other) < APART ** 2) return null
  return (at, own, v) => {
    if (v > FOREHEAD.below || (oval[own] as number) > 0.5) return false
    const colour = colourAt(at)
    const isHair = isNatural(colour) && apart(colour, one) < apart(colour, other)
    return isHair && !others.some((head) => isFaceOf(head, at % width, Math.floor(at / width)))
  }
}

function isFaceOf({ place }: Head, x: number, y: number): boolean {
  const { u, v } = place(x + 0.5, y + 0.5)
  return (u / FACE.across) ** 2 + (v / FACE.down) ** 2 < 1
}

/** The square of how unlike two colours are. */
const apart = ([light, a, b]: OkLab, [own, red, yellow]: OkLab): number =>
  (light - own) ** 2 + COLOUR * ((a - red) ** 2 + (b - yellow) ** 2)

class Mean {
  count = 0
  readonly #sum: OkLab = [0, 0, 0]

  add(colour: OkLab): void {
    for (const c of [0, 1, 2] as const) this.#sum[c] += colour[c]
    this.count++
  }

  colour(): OkLab {
    const [light, a, b] = this.#sum
    return [light / this.count, a / this.count, b / this.count]
  }
}
