import { describe, expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { calmRim } from '#core/imaging/tools/anime/hair/hair-rim.ts'
import { kernels } from '../../../../fixtures/kernels.ts'

const SIDE = 100
const HEAD_PX = 60
const LIGHTS = [0.9, 0.2, 1, 0.4]
const [WALL, HAIR, GLINT, POST] = [0, 1, 2, 3] as const

/** A wall with hair in the left half, a glint at its rim and a post beside it; and the rim is calmed. */
function calmed(): Cel {
  const cellOf = (x: number, y: number) => {
    if (x < 50) return HAIR
    if (x < 54 && y > 40 && y < 46) return GLINT
    return x < 58 && y > 60 ? POST : WALL
  }
  const of = Uint32Array.from({ length: SIDE * SIDE }, (_, at) =>
    cellOf(at % SIDE, Math.floor(at / SIDE)),
  )
  const plane = () => new Float32Array(of.length)
  const colours = {
    widthPx: SIDE,
    heightPx: SIDE,
    lightness: Float32Array.from(of, (cell) => LIGHTS[cell] ?? 0),
    a: plane(),
    b: plane(),
  }
  const cel = new Cel({ widthPx: SIDE, heightPx: SIDE, of, total: 4 }, colours)
  const isKept = Uint8Array.from(of, (cell) => (cell === HAIR ? 1 : 0))
  const places = Uint32Array.from([...of.keys()].filter((at) => of[at] === HAIR))
  const none = { parts: new Uint8Array(places.length), colours: new Float32Array() }
  calmRim(kernels, cel, { places, ...none, headPx: HEAD_PX }, isKept)
  return cel
}

const at = (x: number, y: number) => y * SIDE + x

describe('the rim of hair in anime', () => {
  const cel = calmed()

  it('has no glints of what lies behind', () => {
    expect([WALL, HAIR]).toContain(cel.cells[at(52, 43)])
    expect(cel.colours.lightness[at(52, 43)]).not.toBe(LIGHTS[GLINT])
  })

  it('leaves larger things beside hair as they are, and hair itself', () => {
    expect(cel.cells[at(54, 80)]).toBe(POST)
    expect(cel.cells[at(20, 43)]).toBe(HAIR)
    expect(cel.cells[at(80, 43)]).toBe(WALL)
  })
})
