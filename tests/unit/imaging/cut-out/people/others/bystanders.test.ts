import { expect, it } from 'vitest'
import { dropBystanders } from '#core/imaging/tools/cut-out/people/others/bystanders.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'

/** Two bodies side by side in one mask: the left one's head at 60, the right one's at 140. */
const twoBodies = () => {
  const mask = createFloatPlane(200, 200)
  for (let at = 0; at < mask.values.length; at++) {
    const x = at % 200
    if (at >= 200 * 30 && x >= 30 && x < 170) mask.values[at] = 1
  }
  return mask
}
const left = { x: 60, y: 50, size: 40, angle: 0 }
const right = { x: 140, y: 50, size: 40, angle: 0 }

it('a bystander goes with all that hangs from that head, and the portrait stays whole', () => {
  const mask = twoBodies()
  dropBystanders(mask, [left], [right])
  const at = (x: number, y: number) => mask.values[y * 200 + x]
  expect([at(60, 50), at(40, 190), at(80, 150)]).toEqual([1, 1, 1])
  expect([at(140, 50), at(160, 190), at(125, 150)]).toEqual([0, 0, 0])
})

it('where nobody walks through the picture the mask stays as it is', () => {
  const mask = twoBodies()
  dropBystanders(mask, [left, right], [])
  expect(mask).toEqual(twoBodies())
})
