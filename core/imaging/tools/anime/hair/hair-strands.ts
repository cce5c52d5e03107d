import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import { eachRow, type Head } from '../../../face-points/head.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { noiseAt } from '../noise-at.ts'
import { type Locks, meansOver, shrunk } from './hair-locks.ts'

/** How wide strands are that a hand draws, how soft their sides, and how far each goes both ways, head widths. */
const STRAND = { wide: 0.045, soft: 0.018, softPx: 0.6, reach: 0.4, steps: 16 } as const
/** The photo's own strands: against the light of how wide a place they are seen, and how far they are smoothed before and after, head widths. */
const SEEN = { about: 0.06, fine: 0.01, soft: 0.015, softPx: 0.8 } as const
/** How surely a place is hair whose light counts. */
const WITHIN = { from: 0.3, to: 0.7 } as const
/** Strands are looked at where a head is about so wide, px. */
const BROAD_PX = 150
/** Over how wide a place strands go one way, px and head widths. */
const FLOW = { radiusPx: 3, radius: 0.03, rounds: 3 } as const
/** Where none are seen strands go away from the crown, which lies so far below the middle of the face, as if light changed so much across them, OKLab for each head width; nearer than this to it they do not close up. */
const CROWN = { below: -0.95, slope: 0.3, nearest: 0.3 } as const
/** How much drawn strands count about the face and below it, in spreads of the hair's own locks, where those are fainter than this and not as faint as folds of a hat, OKLab; and where the chin is, face widths below the middle of the face. */
const DRAWN = {
  above: 0.75,
  below: 0.5,
  chin: { from: 0.3, to: 0.8 },
  faint: 0.05,
  clear: 0.08,
  cloth: 0.015,
  hair: 0.03,
} as const

/**
 * Hair whose locks are faint would be two or three smooth shapes, like a cap: a hand draws strands into it. They go
 * where those of the photo go, by line integral convolution of noise (Cabral and Leedom 1993). Curls have none.
 * @param lightness of the head's box, OKLab
 * @param hair of the head's box, 0..1
 * @param locks whose score is written on
 */
export function drawStrands(
  env: ToolEnvironment,
  head: Head,
  picture: Raster,
  lightness: Float32Array<ArrayBuffer>,
  hair: FloatPlane,
  { score, straight, spread, contrast }: Locks,
): void {
  const seen = smoothstep(DRAWN.cloth, DRAWN.hair, contrast)
  const faint = seen * (1 - smoothstep(DRAWN.faint, DRAWN.clear, contrast))
  if (faint === 0) return
  const strands = strandsIn(env, head, picture, lightness, hair)
  eachRow(head, picture.widthPx, (_, first, __, top, ___, dv) => {
    for (let x = 0; x < hair.widthPx; x++) {
      const own = first + x
      const low = smoothstep(DRAWN.chin.from, DRAWN.chin.to, top + x * dv)
      const weight = faint * (DRAWN.above + (DRAWN.below - DRAWN.above) * low)
      const lock = weight * (straight[own] as number) * (spread[own] as number)
      score[own] = (score[own] as number) + lock * (strands[own] as number)
    }
  })
}

/** {@link strandsOf} a head that is made smaller where it is large: strands are broad. */
function strandsIn(
  env: ToolEnvironment,
  head: Head,
  picture: Raster,
  lightness: Float32Array<ArrayBuffer>,
  hair: FloatPlane,
): Float32Array<ArrayBuffer> {
  const by = Math.max(1, Math.round(head.widthPx / BROAD_PX))
  if (by === 1) return strandsOf(env, head, picture, lightness, hair)
  const small = shrunk(hair, by)
  const { widthPx, heightPx } = small
  const { x, y } = head.box
  const close = {
    box: { x: 0, y: 0, width: widthPx, height: heightPx },
    widthPx: head.widthPx / by,
    place: (column: number, row: number) => head.place(x + column * by, y + row * by),
  }
  const light = shrunk({ ...hair, values: lightness }, by).values
  const values = strandsOf(env, close, { widthPx }, light, small)
  return env.kernels.resizePlane({ ...small, values }, hair.widthPx, hair.heightPx).values
}

/** How light each strand is, with a mean of 0 and a spread of 1 over the hair. */
function strandsOf(
  env: ToolEnvironment,
  head: Head,
  picture: Pick<Raster, 'widthPx'>,
  lightness: Float32Array<ArrayBuffer>,
  hair: FloatPlane,
): Float32Array<ArrayBuffer> {
  const { kernels } = env
  const { widthPx: width } = head
  const seen = meansOver(env, hair, SEEN.fine * width)(lightness.slice())
  const about = meansOver(env, hair, SEEN.about * width)(lightness.slice())
  const noise = new Float32Array(seen.length)
  eachRow(head, picture.widthPx, (_, first, left, top, du, dv) => {
    for (let x = 0; x < hair.widthPx; x++) {
      const own = first + x
      const [u, v] = [left + x * du, top + x * dv]
      const within = smoothstep(WITHIN.from, WITHIN.to, hair.values[own] as number)
      const away = (seen[own] as number) - (about[own] as number)
      seen[own] = away * within + aboutCrown(u, v - CROWN.below)
      noise[own] = noiseAt(Math.floor(u / STRAND.wide), Math.floor(v / STRAND.wide))
    }
  })
  const smoothed = (values: Float32Array<ArrayBuffer>, soft: number, leastPx: number) =>
    kernels.gaussian({ ...hair, values }, Math.max(leastPx, soft * width))
  const radiusPx = Math.max(FLOW.radiusPx, Math.round(FLOW.radius * width))
  const plane = smoothed(seen, SEEN.soft, SEEN.softPx)
  const flow = kernels.edgeTangentFlow(plane, radiusPx, FLOW.rounds)
  const reachPx = Math.max(STRAND.steps, STRAND.reach * width)
  const along = { steps: STRAND.steps, stridePx: reachPx / STRAND.steps }
  const grain = smoothed(noise, STRAND.soft, STRAND.softPx)
  const strands = kernels.lineIntegral(grain, flow, along, { plane: hair, from: 0 }).values
  return evened(strands, hair.values)
}

/** Light whose tangents lead away from the crown. */
function aboutCrown(u: number, v: number): number {
  const away = Math.max(CROWN.nearest, Math.sqrt(u * u + v * v))
  return CROWN.slope * Math.atan2(u, v) * away
}

/** Values with a mean of 0 and a spread of 1 over hair, in their own memory. */
function evened(values: Float32Array<ArrayBuffer>, hair: Float32Array): Float32Array<ArrayBuffer> {
  let [sum, square, count] = [0, 0, 0]
  for (let own = 0; own < values.length; own++) {
    if ((hair[own] as number) < 0.5) continue
    const value = values[own] as number
    sum += value
    square += value * value
    count++
  }
  const mean = sum / Math.max(1, count)
  const spread = Math.sqrt(Math.max(1e-9, square / Math.max(1, count) - mean * mean))
  return withValues(values, (own) => ((values[own] as number) - mean) / spread)
}
