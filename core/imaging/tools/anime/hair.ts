import { cropRaster, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Cel } from './cel.ts'
import { HAIRY, hairOf } from './hair-places.ts'
import { hangingFrom } from './hanging-hair.ts'
import { eachPixel, type Head, headOf } from './head.ts'
import type { OkLabPicture } from './study.ts'

/** How far strands are followed, how wide a lock is, and how slowly hair changes its colour. */
const STRAND = 0.16
const STRAND_STEPS = 16
const LOCK = 0.13
const TINT = 0.3
/** How far locks are smoothed. */
const CLEAN = 0.008
/** As wide as the rim of hair in which what lies behind it shines through, head widths. */
const RIM = 0.014
/** How far the outline of hair is smoothed. */
const OUTLINE = 0.009
const FLOW = { radiusPx: 4, rounds: 3 }
/** The band of light: an arc about the head. */
const BAND = { middle: 0.98, width: 0.1, strength: 1.6 }
/** Spread of the light in locks from which one is in shadow or in the light. */
const SHADOW = -0.75
const LIGHT = 1.35
/** Spread of light in the locks of hair, OKLab: a hat or a scarf has folds, and fainter ones. */
const LOCKS = { least: 0.016, full: 0.066, faintest: 0.35 }
const TONES = { light: 0.11, lightest: 0.97, cleared: 0.05 }
/** Shadows on dark and on fair hair, and how much colour either gains. */
const SHADES = { dark: 0.72, fair: 0.84, vivid: { dark: 1.12, fair: 1.45 } }
/** Hair of so much colour has enough, OKLab. */
const COLOURFUL = { from: 0.06, to: 0.11 }

/** The hair of a head as it is painted: each pixel that it has, what it is of, and its colour. */
export interface Hair {
  readonly places: Uint32Array
  readonly parts: Uint8Array
  /** Lightness, a and b of each pixel, OKLab. */
  readonly colours: Float32Array
}

/** What hair is painted in. */
const PART = { shadow: 0, tone: 1, light: 2 }

/** Paints hair on a cel. */
export function drawHair(cel: Cel, { places, parts, colours }: Hair): void {
  const first = cel.newCells(Object.keys(PART).length)
  places.forEach((at, k) => {
    const [light, a, b] = [colours[3 * k], colours[3 * k + 1], colours[3 * k + 2]]
    cel.set(at, first + (parts[k] as number), light as number, a as number, b as number)
    cel.bare[at] = Math.max(cel.bare[at] as number, 0.6)
  })
}

/**
 * Looks for the hair of a head: its colour changes slowly, with locks in shadow and a band of
 * light across them, cut along the strands. Null where there is none, or it cannot be seen.
 * @param face in pixels of the picture
 * @param person where people are, 0..1; null where nobody looked
 * @param skin where skin is painted, 0..1
 * @param chance of hair in the head's box, as the network has it, 0..1
 */
export function findHair(
  env: ToolEnvironment,
  picture: Raster,
  fine: OkLabPicture,
  face: FoundFace,
  person: FloatPlane | null,
  skin: Float32Array,
  chance: FloatPlane,
): Hair | null {
  const head = headOf(face, picture)
  const { kernels } = env
  const found = hairOf(env, { face, head, picture, fine, person, skin, chance })
  const outline = kernels.gaussian(found, Math.max(1, OUTLINE * head.widthPx)).values
  const share = withValues(new Float32Array(outline.length), (own) =>
    smoothstep(HAIRY.from, HAIRY.to, outline[own] as number),
  )
  const hair = { ...found, values: hangingFrom(env, head, picture, share) }
  const strands = strandsOf(env, head, picture, fine, hair)
  const locks = locksOf(strands, hair.values)
  if (locks.count < 0.02 * head.widthPx ** 2) return null
  const soft = kernels.gaussian(
    { ...hair, values: strands },
    Math.max(0.8, CLEAN * head.widthPx),
  ).values
  const tinted = meansOver(env, hair, TINT * head.widthPx)
  const [lightness, a, b] = [fine.lightness, fine.a, fine.b].map((plane) =>
    tinted(cut(plane, head, picture)),
  ) as [Plane, Plane, Plane]
  return paintedHair(head, picture, hair.values, { soft, lightness, a, b }, locks)
}

type Plane = Float32Array<ArrayBuffer>

/** The head's part of a plane of the picture. */
function cut(plane: Float32Array, { box }: Head, picture: Raster): Plane {
  const values = new Float32Array(box.width * box.height)
  for (let row = 0; row < box.height; row++) {
    const from = (box.y + row) * picture.widthPx + box.x
    values.set(plane.subarray(from, from + box.width), row * box.width)
  }
  return values
}

/** Means of planes over the hair about each place; they are made in the planes' own memory. */
function meansOver({ kernels }: ToolEnvironment, hair: FloatPlane, sigma: number) {
  const shares = hair.values
  const whole = kernels.gaussian(hair, sigma).values
  return (values: Plane): Plane => {
    for (let own = 0; own < values.length; own++) {
      values[own] = (values[own] as number) * (shares[own] as number)
    }
    const sums = kernels.gaussian({ ...hair, values }, sigma).values
    for (let own = 0; own < sums.length; own++) {
      sums[own] = (sums[own] as number) / Math.max(1e-4, whole[own] as number)
    }
    return sums
  }
}

/** How much lighter each strand is than its lock. */
function strandsOf(
  env: ToolEnvironment,
  head: Head,
  picture: Raster,
  fine: OkLabPicture,
  hair: FloatPlane,
): Plane {
  const { kernels } = env
  const rim = Math.max(1, RIM * head.widthPx)
  const inner = kernels.gaussian(hair, rim).values
  // What lies beside hair would be combed into it, and its outline be a lock of its own.
  const within = meansOver(env, hair, rim)(cut(fine.lightness, head, picture))
  const light = cut(fine.lightness, head, picture)
  for (let own = 0; own < light.length; own++) {
    const share = smoothstep(0.6, 1, inner[own] as number)
    light[own] = (light[own] as number) * share + (within[own] as number) * (1 - share)
  }
  const luma = kernels.luma(cropRaster(picture, head.box))
  const flow = kernels.edgeTangentFlow(luma, FLOW.radiusPx, FLOW.rounds)
  const reachPx = Math.max(3, STRAND * head.widthPx)
  const steps = Math.min(STRAND_STEPS, Math.round(reachPx))
  const settings = { steps, stridePx: reachPx / steps }
  const strands = kernels.lineIntegral({ ...hair, values: light }, flow, settings).values
  const broad = meansOver(env, hair, LOCK * head.widthPx)(strands.slice())
  for (let own = 0; own < strands.length; own++) {
    strands[own] = (strands[own] as number) - (broad[own] as number)
  }
  return strands
}

/** How many pixels are hair, and how its locks differ in light. */
interface Locks {
  readonly count: number
  /** Spread of their light, and how deep their shadows are painted. */
  readonly spread: number
  readonly depth: number
}

function locksOf(strands: Float32Array, hair: Float32Array): Locks {
  let [square, count] = [0, 0]
  for (let own = 0; own < strands.length; own++) {
    if ((hair[own] as number) < 0.5) continue
    const value = strands[own] as number
    square += value * value
    count++
  }
  const seen = Math.sqrt(square / count)
  const spread = Math.max(LOCKS.least, seen)
  return { count, spread, depth: Math.max(LOCKS.faintest, smoothstep(0, LOCKS.full, seen)) }
}

/** Of each pixel of a head how much lighter it is than its lock, and the hair's colour about it. */
interface Combed {
  readonly soft: Float32Array
  readonly lightness: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
}

function paintedHair(
  head: Head,
  picture: Raster,
  hair: Float32Array,
  { soft, lightness, a, b }: Combed,
  { count, spread, depth }: Locks,
): Hair {
  const [places, parts] = [new Uint32Array(count), new Uint8Array(count)]
  const colours = new Float32Array(3 * count)
  let next = 0
  eachPixel(head, picture.widthPx, (at, own, u, v) => {
    if ((hair[own] as number) < 0.5) return
    const band = v < -0.15 ? bandAt(u, v) : 0
    const score = (soft[own] as number) / spread
    const tint = lightness[own] as number
    const base = tint + TONES.cleared * (1 - tint)
    const fair = smoothstep(0.45, 0.75, base)
    const faint = 1 - smoothstep(COLOURFUL.from, COLOURFUL.to, Math.hypot(a[own] ?? 0, b[own] ?? 0))
    const vivid = SHADES.vivid.dark + (SHADES.vivid.fair - SHADES.vivid.dark) * fair * faint
    let [part, light, fuller]: [number, number, number] = [PART.tone, base, 1]
    if (score + BAND.strength * band > LIGHT) {
      part = PART.light
      light = Math.min(TONES.lightest, base + depth * (TONES.light + 0.05 * base))
    } else if (score < SHADOW) {
      part = PART.shadow
      light = base * (1 - depth * (1 - SHADES.dark - (SHADES.fair - SHADES.dark) * fair))
      fuller = 0.9 + 0.25 * fair
    }
    places[next] = at
    parts[next] = part
    colours[3 * next] = light
    colours[3 * next + 1] = (a[own] as number) * vivid * fuller
    colours[3 * next + 2] = (b[own] as number) * vivid * fuller
    next++
  })
  return { places, parts, colours }
}

/** How much a place lies in the band of light, 0..1. */
function bandAt(u: number, v: number): number {
  const [across, down] = [u / 0.62, (v + 0.1) / 0.85]
  const round = Math.sqrt(across * across + down * down)
  return Math.exp(-(((round - BAND.middle) / BAND.width) ** 2))
}
