import { describe, expect, it } from 'vitest'
import { headOf } from '#core/imaging/face-points/head.ts'
import { headPlaces } from '#core/imaging/tools/anime/places.ts'
import { people, SIDE } from '../../made-face.ts'

const size = { widthPx: SIDE, heightPx: SIDE }
const [face] = people().faces

describe('headwear in a cel', () => {
  it('is painted as a garment, and all else of a head is not', () => {
    if (!face) throw new Error('There is a face.')
    const head = headOf(face, size)
    const { x, y, width, height } = head.box
    const half = Math.floor(height / 2)
    const worn = {
      widthPx: width,
      heightPx: height,
      values: Float32Array.from({ length: width * height }, (_, at) =>
        at < half * width ? 0.9 : 0.1,
      ),
    }
    const bare = headPlaces(size, [head], [null], [null])
    const covered = headPlaces(size, [head], [null], [worn])
    let [above, below] = [0, 0]
    bare.forEach((own, at) => {
      const row = Math.floor(at / SIDE) - y
      const column = (at % SIDE) - x
      if (own === 0 || column < 0) return
      if (row < half) above += covered[at] as number
      else if (covered[at] === 1) below++
    })
    expect(above).toBe(0)
    expect(below).toBeGreaterThan(0)
  })
})
