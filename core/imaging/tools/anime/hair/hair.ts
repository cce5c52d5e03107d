import { type Box, clampBox, hypotenuse, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { eachIndex, type Head, headOf, partOf } from '../../../face-points/head.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cel } from '../cel.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { endAtSkin } from './end-at-skin.ts'
import { locksOf, meansOver } from './hair-locks.ts'
import { HAIRY, hairOf } from './hair-places.ts'
import { drawStrands } from './hair-strands.ts'
import { PART, partsOf } from './hair-tones.ts'
import { letFringeHang } from './hanging-fringe.ts'
import { hangingFrom } from './hanging-hair.ts'

/** So far about hair its head is looked at. */
const ROOM_PX = 2
/** How slowly hair changes its colour, head widths. */
const TINT = 0.3
/** How far the outline of hair is smoothed. */
const OUTLINE = 0.016
/** On small heads, thousandths of the picture: what a brush would not draw. */
const OUTLINE_LEAST = 2
/** Spread of light in the locks of hair, OKLab: a hat or a scarf has folds, and fainter ones. */
const LOCKS = { full: 0.066, faintest: 0.55 }
const TONES = { light: 0.14, lightest: 0.97, cleared: 0.05 }
/** So light is hair that the sun bleaches, OKLab, where its darker part is dark, and how much it counts; fair hair is as light by itself. */
const BLEACHED = { from: 0.78, to: 0.9, dark: 0.44, fair: 0.54, counts: 0.05 } as const
/** Which share of hair is its darker part, and into how many steps of lightness it is told. */
const DARKER = { share: 0.25, steps: 100 } as const
/** How much lightness and colour come nearer to the hair's mean; beyond these differences of colour it is dyed, OKLab. */
const EVEN = { light: 0.5, colour: 0.5, from: 0.03, dyed: 0.07 }
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
  /** How wide its head is, px. */
  readonly headPx: number
}

/** How far ink steps back on hair: its locks have no contour. */
export const HAIR_BARE = 0.6

/** Paints hair on a cel. */
export function drawHair(cel: Cel, { places, parts, colours }: Hair): void {
  const first = cel.newHair(PART.none)
  for (let k = 0; k < places.length; k++) {
    const at = places[k] as number
    const light = colours[3 * k] as number
    const a = colours[3 * k + 1] as number
    cel.set(at, first + (parts[k] as number), light, a, colours[3 * k + 2] as number)
    cel.bare[at] = Math.max(cel.bare[at] as number, HAIR_BARE)
  }
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
  const { kernels } = env
  const head = headOf(face, picture)
  const found = hairOf(env, { face, head, picture, fine, person, skin, chance })
  const bare = endAtSkin(env, head, fine, skin, found, chance)
  letFringeHang(head, face, fine, skin, found)
  const share = kernels.softSteps(
    found,
    Math.max(OUTLINE_LEAST * unitPxOf(picture), OUTLINE * head.widthPx),
    HAIRY,
  ).values
  const whole = { ...found, values: hangingFrom(env, head, picture, share) }
  if (countOf(whole.values) < 0.02 * head.widthPx ** 2) return null
  const { head: close, hair, within } = closeAbout(head, whole)
  giveBack(env, [share, whole.values])
  const beside = partOf(bare, { ...head, box: within }, found)
  const locks = locksOf(env, close, picture, fine, hair, beside)
  giveBack(env, [bare, beside])
  const depth = Math.max(LOCKS.faintest, smoothstep(0, LOCKS.full, locks.contrast))
  const planes = [fine.lightness, fine.a, fine.b].map((plane) => partOf(plane, close, picture))
  drawStrands(env, close, picture, planes[0] as Plane, hair, locks)
  const parts = partsOf(env, close, picture, hair.values, locks)
  const own = { ...hair, values: unbleached(hair.values, planes[0] as Plane) }
  const means = planes.map(meansOver(env, own, TINT * head.widthPx)) as [Plane, Plane, Plane]
  const [lightness, a, b] = means
  const tint = nearMean({ lightness, a, b }, own.values)
  const painted = paintedHair(close, picture, parts, tint, depth)
  const { score, straight, spread } = locks
  giveBack(env, [hair.values, own.values, ...planes, ...means, score, straight, spread])
  return painted
}

type Plane = Float32Array<ArrayBuffer>

/** Hair with what the sun bleaches, or what shines through it, counting less: that is no colour of its own. */
function unbleached(hair: Plane, lightness: Plane): Plane {
  const isFair = smoothstep(BLEACHED.dark, BLEACHED.fair, darkerPart(hair, lightness))
  const least = BLEACHED.counts + (1 - BLEACHED.counts) * isFair
  return hair.map((share, own) => {
    const bleached = smoothstep(BLEACHED.from, BLEACHED.to, lightness[own] as number)
    return share * (1 - (1 - least) * bleached)
  })
}

/** The lightness under which the darker part of hair lies, OKLab. */
function darkerPart(hair: Plane, lightness: Plane): number {
  const counts = new Uint32Array(DARKER.steps)
  let left = 0
  for (let own = 0; own < hair.length; own++) {
    if ((hair[own] as number) < 0.5) continue
    const step = Math.floor((lightness[own] as number) * DARKER.steps)
    const at = Math.min(DARKER.steps - 1, Math.max(0, step))
    counts[at] = (counts[at] as number) + 1
    left += DARKER.share
  }
  const step = counts.findIndex((count) => {
    left -= count
    return left < 0
  })
  return (Math.max(0, step) + 0.5) / DARKER.steps
}

/** A head without what lies beyond its hair: of a box about all that may be hair half is none. */
function closeAbout(
  head: Head,
  hair: FloatPlane,
): { readonly head: Head; readonly hair: FloatPlane; readonly within: Box } {
  const { widthPx, heightPx, values } = hair
  let [left, right, top, bottom] = [widthPx, 0, heightPx, 0]
  for (let y = 0, own = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, own++) {
      if (values[own] === 0) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  const within = clampBox(
    {
      x: left - ROOM_PX,
      y: top - ROOM_PX,
      width: right - left + 2 * ROOM_PX + 1,
      height: bottom - top + 2 * ROOM_PX + 1,
    },
    widthPx,
    heightPx,
  )
  return {
    within,
    head: { ...head, box: { ...within, x: head.box.x + within.x, y: head.box.y + within.y } },
    hair: {
      widthPx: within.width,
      heightPx: within.height,
      values: partOf(values, { ...head, box: within }, hair),
    },
  }
}

const countOf = (hair: Float32Array): number =>
  hair.reduce((count, share) => count + (share < 0.5 ? 0 : 1), 0)

/** Of each pixel of a head the hair's colour about it. */
interface Tint {
  readonly lightness: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
}

/** Brings the colours of hair nearer to their mean, in their own memory: its light changes more than hair in a drawing does. */
function nearMean(tint: Tint, hair: Float32Array): Tint {
  const [light, red, yellow] = [tint.lightness, tint.a, tint.b].map((plane) =>
    meanOf(plane, hair),
  ) as [number, number, number]
  const { lightness, a, b } = tint
  for (let own = 0; own < a.length; own++) {
    if ((hair[own] as number) === 0) continue
    const da = (a[own] as number) - red
    const db = (b[own] as number) - yellow
    const share = 1 - smoothstep(EVEN.from, EVEN.dyed, Math.sqrt(da * da + db * db))
    a[own] = red + da * (1 - share * EVEN.colour)
    b[own] = yellow + db * (1 - share * EVEN.colour)
    lightness[own] = light + ((lightness[own] as number) - light) * (1 - share * EVEN.light)
  }
  return tint
}

function meanOf(plane: Float32Array, hair: Float32Array): number {
  let [sum, count] = [0, 0]
  for (let own = 0; own < plane.length; own++) {
    if ((hair[own] as number) < 0.5) continue
    sum += plane[own] as number
    count++
  }
  return sum / Math.max(1, count)
}

function paintedHair(
  head: Head,
  picture: Raster,
  parts: Uint8Array,
  { lightness, a, b }: Tint,
  depth: number,
): Hair {
  const count = parts.reduce((sum, part) => sum + (part === PART.none ? 0 : 1), 0)
  const [places, painted] = [new Uint32Array(count), new Uint8Array(count)]
  const colours = new Float32Array(3 * count)
  let next = 0
  eachIndex(head, picture.widthPx, (at, own) => {
    const part = parts[own] as number
    if (part === PART.none) return
    const tint = lightness[own] as number
    const base = tint + TONES.cleared * (1 - tint)
    const fair = smoothstep(0.45, 0.75, base)
    const faint = 1 - smoothstep(COLOURFUL.from, COLOURFUL.to, hypotenuse(a[own] ?? 0, b[own] ?? 0))
    const vivid = SHADES.vivid.dark + (SHADES.vivid.fair - SHADES.vivid.dark) * fair * faint
    let light = base
    let fuller = 1
    if (part === PART.light) {
      light = Math.min(TONES.lightest, base + depth * (TONES.light + 0.05 * base))
      fuller = Math.sqrt(light / Math.max(0.05, base))
    } else if (part === PART.shadow) {
      light = base * (1 - depth * (1 - SHADES.dark - (SHADES.fair - SHADES.dark) * fair))
      fuller = 0.9 + 0.25 * fair
    }
    places[next] = at
    painted[next] = part
    colours[3 * next] = light
    colours[3 * next + 1] = (a[own] as number) * vivid * fuller
    colours[3 * next + 2] = (b[own] as number) * vivid * fuller
    next++
  })
  return { places, parts: painted, colours, headPx: head.widthPx }
}
