import { expect, it } from 'vitest'
import { bareLimbs } from '#core/imaging/tools/anime/accents/bare-limbs.ts'
import { FIRST } from '#core/imaging/tools/anime/cloth/cloth-kinds.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { people } from '../../made-face.ts'

const FACE: OkLab = [0.75, 0.045, 0.06]
const LEG: OkLab = [0.6, 0.05, 0.06]

/** What is found of one garment of a colour, in square face widths, beside the one face that was made. */
function isBare(
  colour: OkLab,
  {
    squares = 1,
    skin = 1,
    isCalm = 1,
  }: Partial<Record<'squares' | 'skin' | 'isCalm', number>> = {},
): boolean {
  const [face] = people().faces
  if (face === undefined) throw new Error('one was made')
  const count = Math.round(squares * face.widthPx ** 2)
  const plane = (value: number) => new Float32Array(count).fill(value)
  const size = { widthPx: count, heightPx: 1 }
  const limbs = bareLimbs(
    kernels,
    { ...size, of: new Uint32Array(count), total: 1 },
    { kinds: Uint32Array.of(FIRST), isCalm: Uint8Array.of(0, isCalm) },
    { ...size, lightness: plane(colour[0]), a: plane(colour[1]), b: plane(colour[2]) },
    { ...size, values: plane(skin) },
    [{ face, tone: FACE, light: FACE[0], isBearded: false, pale: 0 }],
  )
  return limbs.has(1)
}

it('a leg, whose colour is at least as strong against its light as a face’s, is a bare limb', () => {
  expect(isBare(LEG)).toBe(true)
})

it('beige cloth, which is fainter, and leather, which is stronger, are none', () => {
  expect(isBare([0.7, 0.02, 0.04])).toBe(false)
  expect(isBare([0.4, 0.06, 0.08])).toBe(false)
})

it('a coat of that colour is none, nor fur, nor what has not the hue of skin', () => {
  expect(isBare(LEG, { squares: 5 })).toBe(false)
  expect(isBare(LEG, { isCalm: 0 })).toBe(false)
  expect(isBare(LEG, { skin: 0.8 })).toBe(false)
})
