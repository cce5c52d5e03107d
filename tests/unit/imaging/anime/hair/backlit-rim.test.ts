import { describe, expect, it } from 'vitest'
import type { Head } from '#core/imaging/face-points/head.ts'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { paintBacklitRim } from '#core/imaging/tools/anime/hair/backlit-rim.ts'
import { PART } from '#core/imaging/tools/anime/hair/hair-tones.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { evenPlane } from '../../made-pictures.ts'

const SIDE = 120
const HEAD_PX = 60
const MIDDLE = 60
const [WALL, TONE, LIT, RIM] = [0, 1, 2, 3] as const
const LIGHTS = [0.6, 0.3, 0.4, 0.95]

interface Shown {
  /** Lightness of what lies about the hair, OKLab. */
  readonly rim?: number
  readonly isWorn?: boolean
  /** Of the rim's pixels how much is of the mask of people. */
  readonly masked?: number
  /** How far the head lies below the middle of its face, face widths. */
  readonly below?: number
}

/** Which cell the rim beside a disc of hair is painted in. */
function rimOf(shown: Shown): number {
  return paintedRim(shown)[MIDDLE * SIDE + MIDDLE - 27] ?? -1
}

/** The cells of a disc of hair with a rim about it. */
function paintedRim({
  rim = 0.95,
  isWorn = false,
  masked = 0.5,
  below = -0.5,
}: Shown): Uint32Array {
  const cellOf = (x: number, y: number) => {
    const far = Math.hypot(x - MIDDLE, y - MIDDLE)
    if (far > 30) return WALL
    return far > 24 ? RIM : y < MIDDLE ? LIT : TONE
  }
  const at = Array.from({ length: SIDE * SIDE }, (_, k) => k)
  const of = Uint32Array.from(at, (k) => cellOf(k % SIDE, Math.floor(k / SIDE)))
  const lightness = Float32Array.from(of, (cell) => (cell === RIM ? rim : (LIGHTS[cell] ?? 0)))
  const [a, b] = [new Float32Array(of.length), new Float32Array(of.length)]
  const size = { widthPx: SIDE, heightPx: SIDE }
  const cel = new Cel({ ...size, of, total: 4 }, { ...size, lightness, a, b })
  const places = Uint32Array.from(at.filter((k) => of[k] === TONE || of[k] === LIT))
  const parts = Uint8Array.from(places, (k) => (of[k] === LIT ? PART.light : PART.tone))
  const colours = Float32Array.from({ length: 3 * places.length }, (_, k) =>
    k % 3 === 0 ? (lightness[places[k / 3] ?? 0] ?? 0) : 0,
  )
  const head: Head = {
    box: { x: 0, y: 0, width: SIDE, height: SIDE },
    place: (x, y) => ({ u: (x - MIDDLE) / HEAD_PX, v: (y - MIDDLE) / HEAD_PX + below }),
    widthPx: HEAD_PX,
  }
  const person = createFloatPlane(SIDE, SIDE)
  person.values.set(at.map((k) => (of[k] !== WALL && (k % 10) / 10 < masked ? 1 : 0)))
  const worn = evenPlane(SIDE, SIDE, isWorn ? 1 : 0)
  const isKept = Uint8Array.from(of, (cell) => (cell === TONE || cell === LIT ? 1 : 0))
  const hair = { places, parts, colours, headPx: HEAD_PX }
  paintBacklitRim(kernels, cel, hair, { head, worn, person }, isKept)
  return cel.cells
}

describe('the rim of hair that has the light behind it', () => {
  it("is painted as the hair's light, and not as a pale scarf", () => {
    expect(rimOf({})).toBe(LIT)
  })

  it("has locks of the hair's tone that reach into it", () => {
    const tones = (shown: Shown) => paintedRim(shown).filter((cell) => cell === TONE).length
    expect(tones({})).toBeGreaterThan(1.1 * tones({ rim: 0.45 }))
    expect(paintedRim({}).includes(RIM)).toBe(false)
  })

  it('stays what it is where it is hardly lighter than the hair', () => {
    expect(rimOf({ rim: 0.45 })).toBe(RIM)
  })

  it('stays what it is where something is worn on the head', () => {
    expect(rimOf({ isWorn: true })).toBe(RIM)
  })

  it('stays what it is where the mask of people has nobody', () => {
    expect(rimOf({ masked: 0.1 })).toBe(RIM)
  })

  it('is an ear, and stays what it is, beside the eyes where all of it is of the mask of people', () => {
    expect(rimOf({ masked: 1, below: 0 })).toBe(RIM)
    expect(rimOf({ masked: 1 })).toBe(LIT)
  })

  it('is a wall, and stays what it is, beside a cheek where little of it is of the mask of people', () => {
    expect(rimOf({ masked: 0.3, below: 0 })).toBe(RIM)
    expect(rimOf({ masked: 0.3 })).not.toBe(RIM)
  })

  it('is a collar, and stays what it is, below the chin', () => {
    expect(rimOf({ below: 0.6 })).toBe(RIM)
  })
})
