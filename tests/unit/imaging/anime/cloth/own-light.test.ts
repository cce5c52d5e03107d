import { expect, it } from 'vitest'
import { FIRST, PART } from '#core/imaging/tools/anime/cloth/cloth-kinds.ts'
import { toneOwnLight } from '#core/imaging/tools/anime/cloth/own-light.ts'
import { testJob } from '../../made-pictures.ts'

const SIDE = 120
const REACH = 3

/** What a place of cloth differs by: its lightness and colour, and whether it is light that falls on it. */
interface Differing {
  readonly light: number
  readonly b?: number
  readonly isLit?: boolean
}

/**
 * A garment in one tone with places that differ from it.
 * @returns of each place its kind, and whether it is still print
 */
function toned(cloth: number, differingAt: (x: number, y: number) => Differing | null) {
  const count = SIDE * SIDE
  const size = { widthPx: SIDE, heightPx: SIDE }
  const planes = [cloth, 0, 0].map((value) => new Float32Array(count).fill(value))
  const [lightness, a, b] = planes as [
    Float32Array<ArrayBuffer>,
    Float32Array<ArrayBuffer>,
    Float32Array<ArrayBuffer>,
  ]
  const of = new Uint32Array(count).fill(FIRST)
  const [isPrint, isLit] = [new Uint8Array(count), new Uint8Array(count)]
  for (let at = 0; at < count; at++) {
    const differs = differingAt(at % SIDE, Math.floor(at / SIDE))
    if (differs === null) continue
    isPrint[at] = 1
    isLit[at] = differs.isLit === true ? 1 : 0
    lightness[at] = differs.light
    b[at] = differs.b ?? 0
  }
  const total = FIRST + 3
  const tones = {
    sizes: new Uint32Array(total),
    lightness: new Float64Array(total),
    a: new Float64Array(total),
    b: new Float64Array(total),
  }
  tones.sizes[FIRST] = count
  tones.lightness[FIRST] = cloth
  toneOwnLight(testJob(), { ...size, lightness, a, b }, of, tones, { isPrint, isLit }, REACH)
  return (x: number, y: number) => ({
    kind: of[y * SIDE + x],
    isPrint: isPrint[y * SIDE + x] === 1,
  })
}

const inSquare = (x: number, y: number, side: number) =>
  Math.abs(x - 60) < side / 2 && Math.abs(y - 60) < side / 2

it('light on a garment is a tone of it, and a fleck of light is none', () => {
  const wide = toned(0.5, (x, y) => (inSquare(x, y, 30) ? { light: 0.8, isLit: true } : null))
  expect(wide(60, 60)).toEqual({ kind: FIRST + 1, isPrint: false })
  expect(wide(20, 20)).toEqual({ kind: FIRST, isPrint: false })
  const fleck = toned(0.5, (x, y) => (inSquare(x, y, 4) ? { light: 0.8, isLit: true } : null))
  expect(fleck(60, 60)).toEqual({ kind: FIRST, isPrint: false })
})

it('a deep fold of black cloth is its shadow', () => {
  const kindAt = toned(0.25, (x, y) => (inSquare(x, y, 30) ? { light: 0.08, b: 0.02 } : null))
  expect(kindAt(60, 60).isPrint).toBe(false)
  expect(kindAt(60, 60).kind).not.toBe(FIRST)
})

it('letters on light cloth, and what has another colour, stay print', () => {
  const letter = toned(0.9, (x, y) => (inSquare(x, y, 30) ? { light: 0.2 } : null))
  expect(letter(60, 60)).toEqual({ kind: FIRST, isPrint: true })
  const badge = toned(0.9, (x, y) => (inSquare(x, y, 30) ? { light: 0.6, b: 0.15 } : null))
  expect(badge(60, 60)).toEqual({ kind: FIRST, isPrint: true })
})

it('what is no garment stays as it is', () => {
  const of = new Uint32Array(SIDE * SIDE).fill(PART)
  const plane = () => new Float32Array(SIDE * SIDE)
  const picture = { widthPx: SIDE, heightPx: SIDE, lightness: plane(), a: plane(), b: plane() }
  const none = () => new Float64Array(FIRST)
  const tones = { sizes: new Uint32Array(FIRST), lightness: none(), a: none(), b: none() }
  const isPrint = new Uint8Array(SIDE * SIDE).fill(1)
  toneOwnLight(testJob(), picture, of, tones, { isPrint, isLit: isPrint.slice() }, REACH)
  expect(of.every((kind) => kind === PART)).toBe(true)
  expect(isPrint.every((is) => is === 1)).toBe(true)
})
