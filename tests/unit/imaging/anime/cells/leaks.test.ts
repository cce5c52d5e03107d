import { describe, expect, it } from 'vitest'
import { withoutLeaks } from '#core/imaging/tools/anime/cells/leaks.ts'
import type { OkLabPicture } from '#core/imaging/tools/anime/study.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../../fixtures/kernels.ts'

const SIDE = 80
const SKIN: OkLab = [0.76, 0.05, 0.09]
const SWEET: OkLab = [0.68, 0.15, 0.115]
const SHADE: OkLab = [0.5, 0.04, 0.07]
const place = (x: number, y: number) => y * SIDE + x

/** How many cells there are where one cell of people ran over two places, and whether they differ. */
function cut(colourAt: (x: number) => OkLab, person = 1) {
  const colours = Array.from({ length: SIDE * SIDE }, (_, at) => colourAt(at % SIDE))
  const plane = (c: 0 | 1 | 2) => Float32Array.from(colours, (colour) => colour[c])
  const size = { widthPx: SIDE, heightPx: SIDE }
  const picture: OkLabPicture = { ...size, lightness: plane(0), a: plane(1), b: plane(2) }
  const cells = { ...size, of: new Uint32Array(SIDE * SIDE), total: 1 }
  const { of, total } = withoutLeaks(
    kernels,
    picture,
    cells,
    new Float32Array(SIDE * SIDE).fill(person),
  )
  return { total, isParted: of[place(5, 40)] !== of[place(70, 40)] }
}
/** From one colour to another, by a soft edge in the middle. */
const softly =
  (one: OkLab, other: OkLab, halfPx: number) =>
  (x: number): OkLab => {
    const share = Math.min(1, Math.max(0, (x - 40 + halfPx) / (2 * halfPx)))
    const mixed = (c: 0 | 1 | 2) => one[c] + (other[c] - one[c]) * share
    return [mixed(0), mixed(1), mixed(2)]
  }

describe('a cell of people', () => {
  it('that has run over from skin to a red sweet is cut between them', () => {
    expect(cut(softly(SKIN, SWEET, 3))).toEqual({ total: 2, isParted: true })
  })

  it('stays whole over skin in light and in shade, and where colour changes slowly', () => {
    expect(cut(softly(SKIN, SHADE, 3))).toEqual({ total: 1, isParted: false })
    expect(cut(softly(SKIN, SWEET, 40)).total).toBe(1)
  })

  it('is whole where it belongs to what is behind people', () => {
    expect(cut(softly(SKIN, SWEET, 3), 0).total).toBe(1)
  })
})
