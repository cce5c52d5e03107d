import { describe, expect, it } from 'vitest'
import { headOf } from '#core/imaging/face-points/head.ts'
import {
  type PaintedHair,
  paintedHair,
  unbleached,
} from '#core/imaging/tools/anime/hair/hair-colours.ts'
import { PART } from '#core/imaging/tools/anime/hair/hair-tones.ts'
import { people, SIDE } from '../../made-face.ts'
import { paint } from '../../made-pictures.ts'
import { WALL } from '../../painted-face.ts'

type Tone = readonly [lightness: number, a: number, b: number]

const LIGHT_SKIN: Tone = [0.78, 0.03, 0.05]
const DARK_SKIN: Tone = [0.45, 0.04, 0.05]

interface Painted {
  readonly skin?: Tone
  readonly contrast?: number
  /** Which share of the head's box is hair. */
  readonly share?: number
}

/** Hair of one colour, of which a third each lies in shadow, in its tone and in the light. */
function hairIn(tone: Tone, { skin = LIGHT_SKIN, contrast = 0.08, share = 0.4 }: Painted = {}) {
  const picture = paint(SIDE, SIDE, () => WALL)
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  const head = headOf(face, picture)
  const size = head.box.width * head.box.height
  const plane = (value: number) => new Float32Array(size).fill(value)
  const parts = new Uint8Array(size).map((_, own) => (own < share * size ? own % 3 : PART.none))
  const tint = { lightness: plane(tone[0]), a: plane(tone[1]), b: plane(tone[2]) }
  const hair = paintedHair(head, picture, parts, tint, { depth: 1, contrast }, skin)
  return (part: number): Tone => colourOf(hair, part)
}

function colourOf({ parts, colours }: PaintedHair, part: number): Tone {
  const k = parts.indexOf(part)
  return [colours[3 * k] ?? 0, colours[3 * k + 1] ?? 0, colours[3 * k + 2] ?? 0]
}

const chromaOf = ([, a, b]: Tone): number => Math.hypot(a, b)

describe('colours of hair', () => {
  it('are still dark where light falls on dark hair, which is lit less than fair hair', () => {
    const stepOf = (tone: Tone) => {
      const hair = hairIn(tone)
      return hair(PART.light)[0] - hair(PART.tone)[0]
    }
    expect(stepOf([0.25, 0.01, 0.01])).toBeLessThan(0.7 * stepOf([0.7, 0.02, 0.08]))
  })

  it('stay nearer to the hair than to dark skin where light falls on it', () => {
    const hair = hairIn([0.27, 0.01, 0.01], { skin: DARK_SKIN })
    const [light, tone] = [hair(PART.light)[0], hair(PART.tone)[0]]
    expect(light).toBeGreaterThan(tone + 0.03)
    expect(light - tone).toBeLessThan(0.51 * (DARK_SKIN[0] - tone))
  })

  it('keep the strength of their hue where light falls on brown hair, which would be grey', () => {
    const hair = hairIn([0.3, 0.02, 0.03])
    const strength = (tone: Tone) => chromaOf(tone) / tone[0]
    expect(strength(hair(PART.light))).toBeGreaterThan(0.95 * strength(hair(PART.tone)))
  })

  it('gain nothing where hair is grey, and are stronger where it is fair', () => {
    const [grey, fair] = [hairIn([0.7, 0, 0.015])(PART.tone), hairIn([0.7, 0.01, 0.05])(PART.tone)]
    expect(chromaOf(grey)).toBeCloseTo(0.015, 3)
    expect(chromaOf(fair)).toBeGreaterThan(1.1 * Math.hypot(0.01, 0.05))
  })

  it('are one calm tone on a shaven scalp, and not on short hair that has strands', () => {
    const scalp: Tone = [0.42, 0.038, 0.048]
    const spreadOf = (contrast: number) => {
      const hair = hairIn(scalp, { skin: DARK_SKIN, contrast, share: 0.05 })
      return hair(PART.tone)[0] - hair(PART.shadow)[0]
    }
    expect(spreadOf(0.02)).toBeLessThan(0.2 * spreadOf(0.06))
  })

  it('do not count where dark hair shines, but do where it is dyed', () => {
    const hair = new Float32Array([1, 1, 1])
    const lightness = new Float32Array([0.25, 0.6, 0.6])
    const a = new Float32Array([0.01, 0.005, 0.04])
    const b = new Float32Array([0.01, 0.005, 0.09])
    const [dark, shine, dyed] = unbleached(hair, [lightness, a, b], 0.25)
    expect(dark).toBe(1)
    expect(shine).toBeLessThan(0.1)
    expect(dyed).toBe(1)
  })
})
