import { expect, it } from 'vitest'
import { shareOfThose } from '#core/imaging/tools/cut-out/people/others/touching-people.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { paint, testJob } from '../../../made-pictures.ts'

const [WIDE, HIGH] = [240, 200]
const head = (x: number) => ({ x, y: 40, size: 36, angle: 0 })
const [left, right] = [head(70), head(150)]

/** Two bodies that touch; the left one's dress is so wide that it ends beyond the middle between the heads. */
const endOf = (y: number) => (y > 120 ? 128 : 100)
const isBody = (x: number, y: number) => y > 60 && x > 30 && x < 200
const isHead = (x: number, y: number) =>
  [left, right].some((one) => Math.hypot(x - one.x, y - one.y) < 20)
const group = paint(WIDE, HIGH, (x, y) => {
  if (isHead(x, y)) return [200, 150, 120]
  if (!isBody(x, y)) return [230, 230, 235]
  return x < endOf(y) ? [150, 30, 60] : [40, 60, 140]
})
const mask = createFloatPlane(WIDE, HIGH)
for (let at = 0; at < mask.values.length; at++) {
  const [x, y] = [at % WIDE, Math.floor(at / WIDE)]
  mask.values[at] = isHead(x, y) || isBody(x, y) ? 1 : 0
}

it('people who touch are parted along the edge between them, not half way between their heads', async () => {
  const { values } = await shareOfThose(testJob(), group, mask, [left], [right])
  const at = (x: number, y: number) => values[y * WIDE + x] ?? 0
  expect(at(122, 160)).toBeGreaterThan(0.9)
  expect(at(134, 160)).toBeLessThan(0.1)
  expect(at(94, 90)).toBeGreaterThan(0.9)
  expect(at(106, 90)).toBeLessThan(0.1)
  expect(at(70, 40)).toBeGreaterThan(0.95)
  expect(at(150, 40)).toBeLessThan(0.05)
})

it('who is left out takes nothing along that hangs together with no head of theirs', async () => {
  const { values } = await shareOfThose(testJob(), group, mask, [left], [right])
  const staying = values.reduce((sum, share) => sum + (share > 0.5 ? 1 : 0), 0)
  const other = await shareOfThose(testJob(), group, mask, [right], [left])
  const going = other.values.reduce((sum, share, at) => {
    const isOfMask = (mask.values[at] ?? 0) > 0.5
    return sum + (isOfMask && share > 0.5 === (values[at] ?? 0) > 0.5 ? 1 : 0)
  }, 0)
  expect(staying).toBeGreaterThan(0)
  expect(going).toBeLessThan(mask.values.length * 0.01)
})
