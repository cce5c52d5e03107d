import { describe, expect, it } from 'vitest'
import { Cel } from '#core/imaging/tools/anime/cel.ts'
import { KIND } from '#core/imaging/tools/anime/faces/edges/loose-pieces.ts'
import { kindsAmong } from '#core/imaging/tools/anime/faces/edges/place-kinds.ts'
import { FACE, MIDDLE, people, SIDE } from '../../../made-face.ts'
import { evenPlane } from '../../../made-pictures.ts'

const [widthPx, heightPx] = [SIDE, SIDE]
const count = widthPx * heightPx

/** What a place with the tone of somebody's body is. */
function kindAt(x: number, y: number): number | undefined {
  const [face] = people().faces
  if (face === undefined) throw new Error('a face was expected')
  const plane = () => new Float32Array(count)
  const cel = new Cel(
    { widthPx, heightPx, of: new Uint32Array(count), total: 1 },
    { widthPx, heightPx, lightness: plane(), a: plane(), b: plane() },
  )
  const { kindsIn } = kindsAmong({
    cel,
    person: evenPlane(widthPx, heightPx, 1),
    isHead: new Uint8Array(count).fill(1),
    isBody: () => true,
    firstCell: 1,
  })(
    { face, isBearded: false, skin: { beard: null, box: { x: 0, y: 0, width: 1, height: 1 } } },
    null,
    1,
  )
  return kindsIn({ x, y, width: 1, height: 1 })[0]
}

describe("what has a body's tone about a face", () => {
  it('is skin of a body below the jaw and beside the eyes, as necks and ears are', () => {
    expect(kindAt(MIDDLE.x, MIDDLE.y + FACE.down + 4)).toBe(KIND.skin)
    expect(kindAt(MIDDLE.x - FACE.across + 4, MIDDLE.y - 20)).toBe(KIND.skin)
  })

  it('is a piece of the face above its brows, where no neck is', () => {
    expect(kindAt(MIDDLE.x - 30, MIDDLE.y - 80)).toBe(KIND.loose)
    expect(kindAt(MIDDLE.x, MIDDLE.y - FACE.down - 10)).toBe(KIND.loose)
  })

  it('is skin of a body beside a forehead, as a hand is', () => {
    expect(kindAt(MIDDLE.x - FACE.across - 10, MIDDLE.y - 80)).toBe(KIND.skin)
  })
})
