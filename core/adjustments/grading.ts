import type { Adjustments } from '../design/adjustments.ts'
import { type Look, lookOf } from './looks.ts'

/** All that is done to colours, sliders and look together. */
export interface Grading {
  /** By how much red, green and blue light are bent; 1 leaves them. */
  readonly gains: readonly [red: number, green: number, blue: number]
  /** Share of grey, and what red, green and blue light weigh in it. */
  readonly grey: number
  readonly greyWeights: readonly [red: number, green: number, blue: number]
  /** What becomes of a lightness. */
  readonly tone: Table
  /** What chroma is multiplied by at a lightness, for contrast. */
  readonly toneChroma: Table
  /** What colours of a lightness lean to, in OKLab. */
  readonly leanA: Table
  readonly leanB: Table
  readonly saturation: number
  /** What each hue adds to chroma as a share, and its turn in radians; null where no look asks. */
  readonly hues: { readonly saturation: Table; readonly turn: Table } | null
  /** How much of a higher saturation a hue keeps: skin the least. */
  readonly vivid: Table
  /** What of a hue the look leaves as it is: of skin some, of the rest nothing. Null for none. */
  readonly kept: Table | null
  /** The look's part of `saturation`, of which skin keeps some. */
  readonly drained: number
}

/** Values at equal steps over a range, straight between them. */
export type Table = Float32Array
const STEPS = 256

/** @param share 0..1 over the table's range */
export function lookUp(table: Table, share: number): number {
  const at = Math.max(0, Math.min(1, share)) * STEPS
  const low = Math.floor(at)
  const value = table[low] ?? 0
  return value + ((table[low + 1] ?? value) - value) * (at - low)
}

const tableOf = (valueAt: (share: number) => number): Table =>
  Float32Array.from({ length: STEPS + 1 }, (_, step) => valueAt(step / STEPS))

/** Stops of exposure at the end of the slider. */
const LIGHT_STOPS = 1.6
/** The lightness that contrast turns about, a little above middle grey. */
const PIVOT = 0.58
/** By how much the slope at the pivot grows at the slider's ends, or falls; at white the other way. */
const CONTRAST_BEND = { more: 0.78, less: 0.62 } as const
/** Above 1, contrast leaves the darkest tones their steps. */
const TOE = 1.3
/** OKLab hue of skin, whatever its depth, and how far it spreads. */
const SKIN_HUE_DEG = 50
const SKIN_WIDTH_DEG = 26
/** What red, green and blue light weigh in grey, redder than the eye: skin stays light. */
const GREY_WEIGHTS = [0.36, 0.54, 0.1] as const

/** The look's part is scaled by its amount, setting by setting, and added to the sliders. */
export function gradingOf(adjustments: Adjustments): Grading {
  const amount = adjustments.look?.amount ?? 0
  const look = lookOf(adjustments.look?.lookId ?? '')
  const sum = (name: 'light' | 'warmth' | 'tint' | 'contrast' | 'saturation') =>
    adjustments[name] + amount * (look?.settings[name] ?? 0)
  const greyed = (1 - adjustments.monochrome) * (1 - amount * (look?.settings.monochrome ?? 0))
  const [light, warmth, tint] = [sum('light'), sum('warmth'), sum('tint')]
  const saturation = Math.max(-1, sum('saturation'))
  const exposure = 2 ** (LIGHT_STOPS * light)
  const toned = contrastOf(sum('contrast'))
  const black = amount * (look?.black ?? 0)
  const white = 1 - amount * (1 - (look?.white ?? 1))
  const leans = leansOf(look, amount)
  return {
    gains: [
      exposure * 2 ** (0.5 * warmth + 0.14 * tint),
      exposure * 2 ** (0.02 * warmth - 0.34 * tint),
      exposure * 2 ** (-0.62 * warmth + 0.14 * tint),
    ],
    grey: 1 - greyed,
    greyWeights: (adjustments.monochrome === 0 && look?.greyWeights) || GREY_WEIGHTS,
    tone: tableOf((lightness) => black + (white - black) * toned(lightness)),
    // Colour goes with light, else darker is gaudy and lighter is pale.
    toneChroma: tableOf((lightness) =>
      lightness < 1e-4 ? 1 : Math.sqrt(Math.min(1.25, toned(lightness) / lightness)),
    ),
    leanA: tableOf((lightness) => leans(toned(lightness)).a),
    leanB: tableOf((lightness) => leans(toned(lightness)).b),
    saturation,
    hues: huesOf(look, amount),
    vivid: tableOf((turn) => 1 - 0.66 * skinAt(turn)),
    kept: amount === 0 || !look?.skinKept ? null : keptOf(look.skinKept),
    drained: Math.min(0, saturation - adjustments.saturation),
  }
}

/** 1 at the hue of skin, 0 far from it. */
const skinAt = (turn: number): number => bell(turned(turn * 360 - SKIN_HUE_DEG), SKIN_WIDTH_DEG)

const keptOf = (share: number): Table => tableOf((turn) => share * skinAt(turn))

/**
 * An S about the pivot, or its opposite: the same slope on both sides of it, and no end moves. What is
 * nearly black or white keeps its steps, and its noise is not blown up.
 */
function contrastOf(contrast: number): (lightness: number) => number {
  if (contrast === 0) return (lightness) => lightness
  const bend = Math.max(
    -0.9,
    Math.min(0.9, contrast * CONTRAST_BEND[contrast > 0 ? 'more' : 'less']),
  )
  return (lightness) =>
    lightness < PIVOT
      ? lightness - bend * (lightness / PIVOT) ** TOE * (PIVOT - lightness)
      : lightness + (bend * (1 - lightness) * (lightness - PIVOT)) / (1 - PIVOT)
}

interface OpponentColour {
  readonly a: number
  readonly b: number
}

/** Neither black nor white itself takes on much of a colour, so that they stay clean in print. */
function leansOf(look: Look | null, amount: number): (lightness: number) => OpponentColour {
  const shadow = colourOf(look?.shadowLean)
  const lights = colourOf(look?.lightLean)
  const black = look?.black ?? 0
  return (lightness) => {
    const low = amount * (1 - lightness) ** 1.6 * Math.min(1, lightness * 3 + black * 4)
    const high = amount * lightness ** 1.6 * (1 - 0.55 * lightness ** 6)
    return { a: shadow.a * low + lights.a * high, b: shadow.b * low + lights.b * high }
  }
}

function colourOf(lean: Look['shadowLean']): OpponentColour {
  if (lean === undefined) return { a: 0, b: 0 }
  const hue = radians(lean.hueDeg)
  return { a: lean.chroma * Math.cos(hue), b: lean.chroma * Math.sin(hue) }
}

function huesOf(look: Look | null, amount: number): Grading['hues'] {
  const changes = look?.hues ?? []
  if (changes.length === 0 || amount === 0) return null
  const sumAt = (turn: number, of: 'saturation' | 'turnDeg') =>
    changes.reduce(
      (sum, change) =>
        sum + amount * change[of] * bell(turned(turn * 360 - change.hueDeg), change.widthDeg),
      0,
    )
  return {
    saturation: tableOf((turn) => sumAt(turn, 'saturation')),
    turn: tableOf((turn) => radians(sumAt(turn, 'turnDeg'))),
  }
}

const radians = (deg: number): number => (deg * Math.PI) / 180

/** From -180 to 180. */
const turned = (deg: number): number => deg - 360 * Math.round(deg / 360)

const bell = (deg: number, widthDeg: number): number => 2 ** -((deg / widthDeg) ** 2)
