import { describe, expect, it } from 'vitest'
import { headOf } from '#core/imaging/face-points/head.ts'
import { withHeadwear } from '#core/imaging/tools/anime/hair/worn-on-heads.ts'
import { headPlaces } from '#core/imaging/tools/anime/places.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { isFace, MIDDLE, people, planeWhere, SIDE, type Where } from '../../made-face.ts'
import { paint, paintPlane } from '../../made-pictures.ts'
import { SKIN, WALL } from '../../painted-face.ts'

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

describe('the brim of a hat', () => {
  const isBrim: Where = (x, y) => y > 66 && y < 84 && Math.abs(x - MIDDLE.x) < 130
  const picture = paint(SIDE, SIDE, (x, y) =>
    isBrim(x, y) ? [60, 50, 40] : isFace(x, y) ? SKIN : WALL,
  )
  const person = planeWhere(isFace)
  /** @param sure how sure the network is of it */
  const masked = (sure: number): Float32Array => {
    if (!face) throw new Error('There is a face.')
    const { box } = headOf(face, picture)
    const plane = (isThere: Where) =>
      paintPlane(box.width, box.height, (x, y) => (isThere(box.x + x, box.y + y) ? sure : 0))
    const asked = { chance: plane(() => false), worn: plane(isBrim), isMasked: true }
    const study = { picture, large: picture, person }
    return withHeadwear({ kernels }, study, new Map([[face, asked]])).person.values
  }
  const left = 75 * SIDE + MIDDLE.x - 120

  it('is of people though their mask lacks it, as far as it goes', () => {
    const values = masked(0.97)
    expect(values[left]).toBe(1)
    expect(values[left - 12 * SIDE - 20]).toBe(0)
    expect(person.values[left]).toBe(0)
  })

  it('is not where the network doubts it', () => {
    expect(masked(0.55)).toEqual(person.values)
  })
})
