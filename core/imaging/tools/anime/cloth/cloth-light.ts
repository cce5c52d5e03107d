import { inParts } from '../../../../pixels/in-parts.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Cells } from '../cells/cells.ts'
import { TONES } from '../cells/tones.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { FIRST } from './cloth-kinds.ts'

/** Tones of one garment are painted so far apart at least, OKLab: what lies nearer would hardly be a shadow. */
const APART = 0.075
/** Tones of white cloth lie no farther apart, OKLab: a darker shadow on it is a puddle. */
const WHITE_APART = 0.1
/** Tones that lie no farther apart are one. */
const SAME = 1e-3
/**
 * Cloth so light and with so little colour is white, which the shade has made grey; it is brought so much of the way
 * to white, OKLab. Blue counts so much, which is the sky's, but not with so much red in it, as lilac has. What is as
 * light as cloth in good light has no shade's colour, but its own from so much less on. From so many square thousandths on.
 */
const WHITE = {
  from: 0.6,
  whole: 0.7,
  colour: { from: 0.012, to: 0.022 },
  blue: 0.5,
  lilac: { from: 0, to: 0.006 },
  lit: { from: 0.82, to: 0.9, less: 0.4 },
  light: 0.94,
  by: 0.55,
  least: 5000,
}

/**
 * Paints the light of cloth as a film would, in place: its shadows are seen, and white cloth in the shade is white.
 * @param colours of the cells, where each tone of a garment has one
 * @param kinds of each cell what it is
 */
export function clearCloth(
  { lightness, a, b, ...size }: OkLabPicture,
  { of }: Pick<Cells, 'of'>,
  kinds: Uint32Array,
): void {
  const total = kinds.reduce((most, kind) => Math.max(most, kind), 0) + 1
  if (total <= FIRST) return
  const sizes = new Uint32Array(total)
  const [light, red, yellow] = [
    new Float64Array(total),
    new Float64Array(total),
    new Float64Array(total),
  ]
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = kinds[of[at] as number] ?? 0
      if (kind < FIRST) continue
      sizes[kind] = (sizes[kind] as number) + 1
      light[kind] = (light[kind] as number) + (lightness[at] as number)
      red[kind] = (red[kind] as number) + (a[at] as number)
      yellow[kind] = (yellow[kind] as number) + (b[at] as number)
    }
  })
  const painted = clearedTones(sizes, [light, red, yellow], WHITE.least * unitPxOf(size) ** 2)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = kinds[of[at] as number] ?? 0
      if (kind < FIRST) continue
      const own = lightness[at] as number
      const to = painted.light[kind] as number
      const fuller = (painted.colour[kind] as number) * (to / Math.max(0.02, own))
      lightness[at] = to
      a[at] = (a[at] as number) * fuller
      b[at] = (b[at] as number) * fuller
    }
  })
}

type Sums = readonly [light: Float64Array, red: Float64Array, yellow: Float64Array]

/**
 * Of each kind its lightness, and how much of its colour is left.
 * @param sums of its pixels
 * @param leastPx a smaller garment may be what is seen through hair, and is not made white
 */
function clearedTones(sizes: Uint32Array, sums: Sums, leastPx: number) {
  const total = sizes.length
  const [light, colour] = [new Float64Array(total), new Float64Array(total).fill(1)]
  for (let first = FIRST; first < total; first += TONES) {
    const own = [first, first + 1, first + 2].filter((kind) => (sizes[kind] ?? 0) > 0)
    const all = own.reduce((sum, kind) => sum + (sizes[kind] as number), 0)
    if (all === 0) continue
    const [middle, red, yellow] = sums.map(
      (plane) => own.reduce((sum, kind) => sum + (plane[kind] as number), 0) / all,
    ) as [number, number, number]
    const lights = own.map((kind) => (sums[0][kind] as number) / (sizes[kind] as number))
    const whole = Math.max(...lights) - Math.min(...lights)
    const wanted = APART * (own.length - 1)
    const white = all < leastPx ? 0 : whiteness(middle, red, yellow)
    const most = 1 + (Math.min(1, WHITE_APART / Math.max(SAME, whole)) - 1) * white
    const times = whole < SAME ? 1 : Math.max(most, wanted / whole)
    const lift = WHITE.by * white * Math.max(0, WHITE.light - middle)
    own.forEach((kind, k) => {
      const spread = middle + ((lights[k] as number) - middle) * times
      light[kind] = spread + Math.min(lift, Math.max(0, 1 - spread))
      colour[kind] = 1 - WHITE.by * white
    })
  }
  return { light, colour }
}

/** How much cloth of this colour is white, 0..1. */
function whiteness(light: number, red: number, yellow: number): number {
  const blue = WHITE.blue + (1 - WHITE.blue) * smoothstep(WHITE.lilac.from, WHITE.lilac.to, red)
  const colour = Math.hypot(red, yellow < 0 ? yellow * blue : yellow)
  const { from, to, less } = WHITE.lit
  const own = colour / (1 - less * smoothstep(from, to, light))
  const faint = 1 - smoothstep(WHITE.colour.from, WHITE.colour.to, own)
  return faint * smoothstep(WHITE.from, WHITE.whole, light)
}
