import { type Box, clampBox, cropRaster, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { type Point, pointsOf } from '../../face-points/face-points.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Cel } from './cel.ts'
import type { OkLabPicture } from './study.ts'

/** Lengths are in face widths, from the middle of the face's oval. */
const BOX = { aside: 1.5, above: 1.7, below: 2.5 }
/** Hair is looked for first where it meets the forehead and the temples. */
const SAMPLED = { u: 0.42, from: -1.0, to: -0.66 }
/** Less of the sampled place that is no skin, and the head is bald or the hair cannot be seen. */
const SEEN_LEAST = 0.3
/** How unlike the sample's hair may be: in lightness, above and below it, and in colour. */
const UNLIKE = { lighter: 0.2, darker: 0.24, colour: 0.05 }
/** How far strands are followed, how wide a lock is, and how slowly hair changes its colour. */
const STRAND = 0.16
const STRAND_STEPS = 16
const LOCK = 0.13
const TINT = 0.3
/** How far the outline of hair is smoothed. */
const OUTLINE = 0.009
const FLOW = { radiusPx: 4, rounds: 3 }
/** The band of light: an arc about the head. */
const BAND = { middle: 0.98, width: 0.1, strength: 1.1 }
/** Spread of the light in locks from which one is in shadow or in the light. */
const SHADOW = -0.75
const LIGHT = 1.35
/** Spread of light in the locks of hair, OKLab: a hat or a scarf has folds, and fainter ones. */
const LOCKS = { least: 0.016, full: 0.066, faintest: 0.35 }
const TONES = { light: 0.11, lightest: 0.97, cleared: 0.05 }
/** Shadows on dark and on fair hair, and how much colour either gains. */
const SHADES = { dark: 0.72, fair: 0.84, vivid: { dark: 1.12, fair: 1.45 } }

type Size = Pick<Raster, 'widthPx' | 'heightPx'>

interface Head {
  readonly box: Box
  readonly place: (x: number, y: number) => { readonly u: number; readonly v: number }
  readonly widthPx: number
}

/** Where a face's head and hair may be. */
function headOf(face: FoundFace, picture: Size): Head {
  const oval = pointsOf(face.points, 'faceOval')
  const middle: Point = {
    x: oval.reduce((sum, { x }) => sum + x, 0) / oval.length,
    y: oval.reduce((sum, { y }) => sum + y, 0) / oval.length,
  }
  const { widthPx, across, down } = face
  const corners = [-1, 1].flatMap((u) =>
    [-BOX.above, BOX.below].map((v) => ({
      x: middle.x + (u * BOX.aside * across.x + v * down.x) * widthPx,
      y: middle.y + (u * BOX.aside * across.y + v * down.y) * widthPx,
    })),
  )
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const whole = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  const box = clampBox(whole, picture.widthPx, picture.heightPx)
  return {
    box,
    widthPx,
    place: (px, py) => ({
      u: ((px - middle.x) * across.x + (py - middle.y) * across.y) / widthPx,
      v: ((px - middle.x) * down.x + (py - middle.y) * down.y) / widthPx,
    }),
  }
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Calls `visit` with each pixel of the head: its index in the picture, in the head, its place. */
function eachPixel(
  { box, place }: Head,
  widthPx: number,
  visit: (at: number, own: number, u: number, v: number) => void,
): void {
  const origin = place(0, 0)
  const aside = place(1, 0)
  const [du, dv] = [aside.u - origin.u, aside.v - origin.v]
  for (let y = 0; y < box.height; y++) {
    const { u, v } = place(box.x + 0.5, box.y + y + 0.5)
    for (let x = 0; x < box.width; x++) {
      visit((box.y + y) * widthPx + box.x + x, y * box.width + x, u + x * du, v + x * dv)
    }
  }
}

/** How much each pixel of a head is its hair, by what lies over the forehead; null without any. */
function hairOf(
  env: ToolEnvironment,
  head: Head,
  picture: Raster,
  { lightness, a, b }: OkLabPicture,
  person: FloatPlane | null,
  skin: Float32Array,
): FloatPlane | null {
  const samples: number[] = []
  let looked = 0
  eachPixel(head, picture.widthPx, (at, _, u, v) => {
    if (Math.abs(u) > SAMPLED.u || v < SAMPLED.from || v > SAMPLED.to) return
    looked++
    if ((person?.values[at] ?? 1) > 0.6 && (skin[at] as number) < 0.3) samples.push(at)
  })
  if (samples.length < SEEN_LEAST * looked || samples.length < 20) return null
  const of = (values: Float32Array) => median(samples.map((at) => values[at] as number))
  const [light, red, yellow] = [of(lightness), of(a), of(b)]
  const { width, height } = head.box
  const values = new Float32Array(width * height)
  eachPixel(head, picture.widthPx, (at, own, u, v) => {
    const height = v < 0 ? v * 0.85 : v * 0.5
    const about = 1 - smoothstep(0.95, 1.35, Math.sqrt(u * u + height * height))
    if (about === 0) return
    const apart = (lightness[at] as number) - light
    const near = Math.exp(
      -((apart / (apart > 0 ? UNLIKE.lighter : UNLIKE.darker)) ** 2) -
        (((a[at] as number) - red) ** 2 + ((b[at] as number) - yellow) ** 2) / UNLIKE.colour ** 2,
    )
    const ofPerson = smoothstep(0.3, 0.7, person?.values[at] ?? 1)
    values[own] = near * about * ofPerson * (1 - (skin[at] as number))
  })
  const guide = env.kernels.luma(cropRaster(picture, head.box))
  const mask = { widthPx: width, heightPx: height, values }
  const radius = Math.max(2, Math.round(head.widthPx * 0.03))
  return env.kernels.guidedFilter(guide, mask, radius, 1e-3)
}

/**
 * Paints the hair of a head: one colour that changes slowly, with locks in shadow and a band of
 * light across them, cut along the strands.
 * @param face in pixels of the picture
 * @param person where people are, 0..1; null where nobody looked
 * @param skin where skin is painted, 0..1
 */
export function drawHair(
  env: ToolEnvironment,
  cel: Cel,
  picture: Raster,
  fine: OkLabPicture,
  face: FoundFace,
  person: FloatPlane | null,
  skin: Float32Array,
): void {
  const head = headOf(face, picture)
  const found = hairOf(env, head, picture, fine, person, skin)
  if (found === null) return
  const size = { widthPx: found.widthPx, heightPx: found.heightPx }
  const outline = env.kernels.gaussian(found, Math.max(1, OUTLINE * head.widthPx)).values
  const hair = outline.map((share) => smoothstep(0.3, 0.42, share))
  const mean = (values: Float32Array<ArrayBuffer>, sigma: number, weights: Float32Array) => {
    const weighted = values.map((value, own) => value * (weights[own] as number))
    const sums = env.kernels.gaussian({ ...size, values: weighted }, sigma).values
    const whole = env.kernels.gaussian({ ...size, values: weights.slice() }, sigma).values
    return sums.map((sum, own) => sum / Math.max(1e-4, whole[own] as number))
  }
  const cut = (plane: Float32Array) => {
    const values = new Float32Array(hair.length)
    const { x, y, width, height } = head.box
    for (let row = 0; row < height; row++) {
      const from = (y + row) * picture.widthPx + x
      values.set(plane.subarray(from, from + width), row * width)
    }
    return values
  }
  const light = cut(fine.lightness)
  const flow = env.kernels.edgeTangentFlow(
    env.kernels.luma(cropRaster(picture, head.box)),
    FLOW.radiusPx,
    FLOW.rounds,
  )
  const reachPx = Math.max(3, STRAND * head.widthPx)
  const steps = Math.min(STRAND_STEPS, Math.round(reachPx))
  const combed = env.kernels.lineIntegral({ ...size, values: light }, flow, {
    steps,
    stridePx: reachPx / steps,
  }).values
  const broad = mean(combed, LOCK * head.widthPx, hair)
  const strands = combed.map((value, own) => value - (broad[own] as number))
  let [square, count] = [0, 0]
  strands.forEach((value, own) => {
    if ((hair[own] as number) < 0.5) return
    square += value * value
    count++
  })
  if (count < 0.02 * head.widthPx ** 2) return
  const seen = Math.sqrt(square / count)
  const spread = Math.max(LOCKS.least, seen)
  const depth = Math.max(LOCKS.faintest, smoothstep(0, LOCKS.full, seen))
  const soft = env.kernels.gaussian({ ...size, values: strands }, 0.8).values
  const tint = (['lightness', 'a', 'b'] as const).map((plane) =>
    mean(cut(fine[plane]), TINT * head.widthPx, hair),
  )
  const first = cel.newCells(3)
  eachPixel(head, picture.widthPx, (at, own, u, v) => {
    if ((hair[own] as number) < 0.5) return
    const round = Math.hypot(u / 0.62, (v + 0.1) / 0.85)
    const band = v < -0.15 ? Math.exp(-(((round - BAND.middle) / BAND.width) ** 2)) : 0
    const score = (soft[own] as number) / spread
    const base = (tint[0]?.[own] ?? 0) + TONES.cleared * (1 - (tint[0]?.[own] ?? 0))
    const fair = smoothstep(0.45, 0.75, base)
    const vivid = SHADES.vivid.dark + (SHADES.vivid.fair - SHADES.vivid.dark) * fair
    const shadow = 1 - depth * (1 - SHADES.dark - (SHADES.fair - SHADES.dark) * fair)
    const chroma = [(tint[1]?.[own] ?? 0) * vivid, (tint[2]?.[own] ?? 0) * vivid] as const
    if (score + BAND.strength * band > LIGHT) {
      const lit = Math.min(TONES.lightest, base + depth * (TONES.light + 0.05 * base))
      cel.set(at, first + 2, lit, chroma[0], chroma[1])
    } else if (score < SHADOW) {
      cel.set(
        at,
        first,
        base * shadow,
        chroma[0] * (0.9 + 0.25 * fair),
        chroma[1] * (0.9 + 0.25 * fair),
      )
    } else cel.set(at, first + 1, base, chroma[0], chroma[1])
    cel.bare[at] = Math.max(cel.bare[at] as number, 0.6)
  })
}

/** On a head a line is long or a stray tick, in face widths. */
const LINE_LEAST = 0.55

/** Leaves short lines out on a head and close about it. */
export function calmHead(cel: Cel, face: FoundFace): void {
  eachPixel(headOf(face, cel), cel.widthPx, (at, _, u, v) => {
    if (u * u + (v * 0.8) ** 2 < 0.81) cel.shortest[at] = LINE_LEAST * face.widthPx
  })
}
