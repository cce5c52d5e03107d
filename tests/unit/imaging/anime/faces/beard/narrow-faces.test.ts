import { describe, expect, it } from 'vitest'
import {
  type BeardColours,
  beardGrowthOf,
} from '#core/imaging/tools/anime/faces/beard/beard-growth.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { people } from '../../../made-face.ts'

const [face] = people().faces
if (!face) throw new Error('There is a face.')

/** Lip, chin and cheeks of a pixel on each side, all darker and greyer than the cheeks above. */
const plane = (value: number) => new Float32Array(6).fill(value)
const cheek: OkLab = [0.7, 0.05, 0.06]
const colours: BeardColours = {
  lab: { light: plane(0.5), a: plane(0.02), b: plane(0.02) },
  places: [
    [[0], [1]],
    [[2], [3]],
    [[4], [5]],
  ],
  cheeks: [cheek, cheek],
  hairy: plane(1),
  greyAsked: () => plane(0),
}

const growthIf = (widthPx: number, moustache: number, chin: number, cheeks: number) =>
  beardGrowthOf(
    { ...face, widthPx, points: { ...face.points, beard: { moustache, chin, cheeks } } },
    colours,
    false,
  )

describe('a beard on a face of few pixels', () => {
  it('grows where the network is surer of it than on a wide one', () => {
    expect(growthIf(160, 0.26, 0.23, 0.08)).not.toBeNull()
    expect(growthIf(40, 0.26, 0.23, 0.08)).toBeNull()
    expect(growthIf(40, 0.38, 0.34, 0.09)).not.toBeNull()
  })

  it('is no stubble because its chin is dark and grey', () => {
    expect(growthIf(160, 0.2, 0.1, 0.03)).not.toBeNull()
    expect(growthIf(40, 0.2, 0.1, 0.03)).toBeNull()
  })
})
