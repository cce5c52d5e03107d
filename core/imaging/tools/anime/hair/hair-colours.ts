import { hypotenuse, smoothstep } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import { eachIndex, type Head } from '../../../face-points/head.ts'
import type { OkLabPicture } from '../study.ts'
import { PART } from './hair-tones.ts'

const TONES = { light: 0.14, lightest: 0.97, cleared: 0.05 }
/** The light on dark hair is still dark hair: less lighter than its tone by such a share, up to these lightnesses, OKLab. */
const DARK_LIGHT = { less: 0.4, from: 0.32, to: 0.58 } as const
/** Nor does light on hair come nearer to skin that is lighter than so far on the way from the hair's tone, but for a little, OKLab: it would be a gap in the hair. */
const TO_SKIN = { way: 0.5, least: 0.05, dark: 0.4, fair: 0.6 } as const
/** Dark hair that shines, or through which a wall does: lighter than its darker part by so much, in less colour than this, OKLab. */
const SHINE = { from: 0.14, to: 0.26, grey: 0.045, vivid: 0.08 } as const
/** Hair is dark where its darker part is under this, OKLab. */
const DARK = { surely: 0.34, to: 0.46 } as const
/** Short hair, square head widths, that has the skin's colour and hardly any strands, OKLab, is a shaven scalp: its light and shade would be blots. */
const SHAVEN = {
  short: { from: 0.4, to: 0.7 },
  like: { from: 0.05, to: 0.1 },
  smooth: { from: 0.025, to: 0.045 },
  calm: 0.9,
} as const
/** So light is hair that the sun bleaches, OKLab, where its darker part is dark, and how much it counts; fair hair is as light by itself, and what has more colour than this is dyed. */
const BLEACHED = {
  from: 0.78,
  to: 0.9,
  dark: 0.44,
  fair: 0.54,
  counts: 0.05,
  colour: { from: 0.07, to: 0.1 },
} as const
/** Which share of hair is its darker part, and into how many steps of lightness it is told. */
const DARKER = { share: 0.25, steps: 100 } as const
/** How much lightness and colour come nearer to the hair's mean; beyond these differences of colour it is dyed, OKLab. */
const EVEN = { light: 0.65, colour: 0.5, from: 0.02, dyed: 0.042 }
/** Shadows on dark and on fair hair, and how much colour either gains. */
const SHADES = { dark: 0.72, fair: 0.84, vivid: { dark: 1.12, fair: 1.28 } }
/** Hair of so much colour has enough, OKLab. */
const COLOURFUL = { from: 0.06, to: 0.11 }
/** Hair of less colour is grey, and gains none: it would be yellow beside skin, OKLab. */
const GREY = { from: 0.018, to: 0.036 } as const
/** Dark hair has the colour of its darker part by such a share: light shines through its rim. */
const DARKER_SHARE = 0.3

type Plane = Float32Array<ArrayBuffer>

/** A colour, OKLab. */
type Tone = readonly [lightness: number, a: number, b: number]

/** The mean colour of the skin that is painted in a head's box; null where none is. */
export function skinToneOf(
  head: Head,
  { widthPx, lightness, a, b }: OkLabPicture,
  skin: Float32Array,
): Tone | null {
  let [light, red, yellow, count] = [0, 0, 0, 0]
  eachIndex(head, widthPx, (at) => {
    if ((skin[at] as number) < 0.5) return
    light += lightness[at] as number
    red += a[at] as number
    yellow += b[at] as number
    count++
  })
  return count === 0 ? null : [light / count, red / count, yellow / count]
}

/** Hair with what the sun bleaches, or what shines through it, counting less: that is no colour of its own. */
export function unbleached(
  hair: Plane,
  [lightness, a, b]: readonly [Plane, Plane, Plane],
  dark: number,
): Plane {
  const isDark = darknessOf(dark)
  const isFair = smoothstep(BLEACHED.dark, BLEACHED.fair, dark)
  const ofShine = isDark * (1 - BLEACHED.counts)
  const ofBleached = (1 - isFair) * (1 - BLEACHED.counts)
  return hair.map((share, own) => {
    if (share === 0) return 0
    const light = lightness[own] as number
    const colour = hypotenuse(a[own] as number, b[own] as number)
    const grey = 1 - smoothstep(SHINE.grey, SHINE.vivid, colour)
    const shine = ofShine * grey * smoothstep(SHINE.from, SHINE.to, light - dark)
    const dyed = smoothstep(BLEACHED.colour.from, BLEACHED.colour.to, colour)
    const bleached = ofBleached * (1 - dyed) * smoothstep(BLEACHED.from, BLEACHED.to, light)
    return share * (1 - Math.max(shine, bleached))
  })
}

const darknessOf = (dark: number): number => 1 - smoothstep(DARK.surely, DARK.to, dark)

/** The lightness under which the darker part of hair lies, OKLab. */
export function darkerPart(hair: Plane, lightness: Plane): number {
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

/** Of each pixel of a head the hair's colour about it. */
export interface Tint {
  readonly lightness: Float32Array
  readonly a: Float32Array
  readonly b: Float32Array
}

/**
 * Brings the colours of hair nearer to their mean, in their own memory: its light changes more than hair in a drawing
 * does. @param dark the lightness of its darker part
 */
export function nearMean(tint: Tint, hair: Float32Array, dark: number): Tint {
  const darker = DARKER_SHARE * darknessOf(dark)
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
    const even = light + ((lightness[own] as number) - light) * (1 - share * EVEN.light)
    lightness[own] = even - Math.max(0, even - dark) * share * darker
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

const fairnessOf = (light: number): number => smoothstep(0.45, 0.75, light)

/** How much hair of so much colour gains of it. */
function gainOf(colour: number, fair: number): number {
  const faint = 1 - smoothstep(COLOURFUL.from, COLOURFUL.to, colour)
  const gain = SHADES.vivid.dark + (SHADES.vivid.fair - SHADES.vivid.dark) * fair * faint
  return 1 + (gain - 1) * smoothstep(GREY.from, GREY.to, colour)
}

/** How light hair of a tone is where light falls on it. */
function litFrom(base: number, depth: number, skinLight: number): number {
  const dark = 1 - smoothstep(DARK_LIGHT.from, DARK_LIGHT.to, base)
  const lit = base + depth * (TONES.light + 0.05 * base) * (1 - DARK_LIGHT.less * dark)
  const bound = base + Math.max(TO_SKIN.least, TO_SKIN.way * (skinLight - base))
  // Fair hair is as light as skin, or lighter, and cannot be mistaken for it.
  const near = skinLight > base ? 1 - smoothstep(TO_SKIN.dark, TO_SKIN.fair, base) : 0
  return Math.min(TONES.lightest, lit - near * Math.max(0, lit - bound))
}

/** How much hair is short and has the skin's colour, 0..1. */
function likeSkin(head: Head, parts: Uint8Array, tint: Tint, skin: Tone | null): number {
  if (skin === null) return 0
  let [light, red, yellow, count] = [0, 0, 0, 0]
  for (let own = 0; own < parts.length; own++) {
    if (parts[own] === PART.none) continue
    light += tint.lightness[own] as number
    red += tint.a[own] as number
    yellow += tint.b[own] as number
    count++
  }
  if (count === 0) return 0
  const short = 1 - smoothstep(SHAVEN.short.from, SHAVEN.short.to, count / head.widthPx ** 2)
  const apart = hypotenuse(red / count - skin[1], yellow / count - skin[2])
  const unlike = hypotenuse(light / count - skin[0], apart)
  return short * (1 - smoothstep(SHAVEN.like.from, SHAVEN.like.to, unlike))
}

/** Each pixel that hair has, what it is of, and its colour. */
export interface PaintedHair {
  readonly places: Uint32Array
  readonly parts: Uint8Array
  /** Lightness, a and b of each pixel, OKLab. */
  readonly colours: Float32Array
}

/**
 * Hair in its shadow, tone and light.
 * @param depth how much these differ, 0..1
 * @param contrast spread of the light of its strands, OKLab
 * @param skin of the face; null where none is painted
 */
export function paintedHair(
  head: Head,
  picture: Raster,
  parts: Uint8Array,
  { lightness, a, b }: Tint,
  { depth, contrast }: { readonly depth: number; readonly contrast: number },
  skin: Tone | null,
): PaintedHair {
  const count = parts.reduce((sum, part) => sum + (part === PART.none ? 0 : 1), 0)
  const [places, painted] = [new Uint32Array(count), new Uint8Array(count)]
  const colours = new Float32Array(3 * count)
  const smooth = 1 - smoothstep(SHAVEN.smooth.from, SHAVEN.smooth.to, contrast)
  const shaven = smooth === 0 ? 0 : smooth * likeSkin(head, parts, { lightness, a, b }, skin)
  const shown = depth * (1 - SHAVEN.calm * shaven)
  let next = 0
  eachIndex(head, picture.widthPx, (at, own) => {
    const part = parts[own] as number
    if (part === PART.none) return
    const tint = lightness[own] as number
    const base = tint + TONES.cleared * (1 - tint)
    const fair = fairnessOf(base)
    const vivid = gainOf(hypotenuse(a[own] as number, b[own] as number), fair)
    let light = base
    let fuller = 1
    if (part === PART.light) {
      light = litFrom(base, shown, skin?.[0] ?? 1)
      // Dark hair that grows lighter and gains no colour is grey.
      const ratio = light / Math.max(0.05, base)
      fuller = fair * Math.sqrt(ratio) + (1 - fair) * ratio
    } else if (part === PART.shadow) {
      light = base * (1 - shown * (1 - SHADES.dark - (SHADES.fair - SHADES.dark) * fair))
      fuller = 0.9 + 0.25 * fair
    }
    places[next] = at
    painted[next] = part
    colours[3 * next] = light
    colours[3 * next + 1] = (a[own] as number) * vivid * fuller
    colours[3 * next + 2] = (b[own] as number) * vivid * fuller
    next++
  })
  return { places, parts: painted, colours }
}
