import { describe, expect, it } from 'vitest'
import { fadeBehindHeads } from '#core/imaging/tools/anime/hair/behind-head.ts'

const SIDE = 120
const HEAD_PX = 40
const [WALL, HAIR, THING] = [0, 1, 2] as const
const LIGHTS = { [WALL]: 0.85, [HAIR]: 0.3 }

interface Scene {
  /** Lightness of what lies on top of the head. */
  readonly light?: number
  /** How far it goes to either side, px. */
  readonly aside?: number
  /** How far to the right of the head its middle lies, px. */
  readonly right?: number
  /** Whether the mask of people has it. */
  readonly isWorn?: boolean
}

/** Lightness of a thing on top of dark hair before a light wall, and of that wall, once such things are faded. */
function faded({ light = 0.25, aside = 22, right = 0, isWorn = false }: Scene) {
  const of = Uint32Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)]
    if (Math.hypot(x - 60, y - 80) < 24) return HAIR
    return y > 30 && y < 80 && Math.abs(x - 60 - right) < aside ? THING : WALL
  })
  const plane = () => new Float32Array(of.length)
  const lightOf = (cell: number) => (cell === THING ? light : LIGHTS[cell === HAIR ? HAIR : WALL])
  const lightness = Float32Array.from(of, lightOf)
  const colours = { widthPx: SIDE, heightPx: SIDE, lightness, a: plane(), b: plane() }
  const person = Float32Array.from(of, (cell) =>
    cell === HAIR || (isWorn && cell === THING) ? 1 : 0,
  )
  const places = Uint32Array.from([...of.keys()].filter((at) => of[at] === HAIR))
  const hair = {
    places,
    parts: new Uint8Array(places.length),
    colours: Float32Array.from({ length: 3 * places.length }, (_, k) => (k % 3 === 0 ? 0.3 : 0)),
    headPx: HEAD_PX,
  }
  fadeBehindHeads(colours, { widthPx: SIDE, heightPx: SIDE, of, total: 3 }, person, [null, hair])
  return { thing: lightness[40 * SIDE + 60] ?? 0, wall: lightness[10 * SIDE + 10] ?? 0 }
}

describe('what lies behind a head in anime', () => {
  it('fades into the wall about it where it is dark and looks like a hat', () => {
    const { thing, wall } = faded({})
    expect(thing).toBeGreaterThan(0.6)
    expect(wall).toBeCloseTo(LIGHTS[WALL])
  })

  it('stays where somebody wears it', () => {
    expect(faded({ isWorn: true }).thing).toBeCloseTo(0.25)
  })

  it('stays where it is lighter than hair', () => {
    expect(faded({ light: 0.6 }).thing).toBeCloseTo(0.6)
  })

  it('stays where it is a thing beside the head that only begins on top of it', () => {
    expect(faded({ right: 28, aside: 30 }).thing).toBeCloseTo(0.25)
  })

  it('stays where it is as large as a wall', () => {
    expect(faded({ aside: 55 }).thing).toBeCloseTo(0.25)
  })
})
