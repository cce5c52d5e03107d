import { describe, expect, it } from 'vitest'
import { maskPeople } from '#core/imaging/tools/cut-out/people/person-mask.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { blindToBodies, faceAt, paint, testJob } from '../../made-pictures.ts'

describe('a large group', () => {
  const SIZE = 1000
  const middles = [120, 310, 500, 690, 880].map((x) => ({ x, y: 400 }))
  const last = middles.at(-1)
  const headAt = (x: number, y: number) =>
    middles.find((head) => Math.hypot(x - head.x, y - head.y) < 45)
  /** Red people, and at the end a blue one. */
  const group = paint(SIZE, SIZE, (x, y) => {
    const head = headAt(x, y)
    return head === undefined ? [90, 90, 90] : head === last ? [20, 20, 220] : [220, 20, 20]
  })

  it('has every head looked at closely, also the fifth, which wider looks hardly see', async () => {
    const segmentPerson = async ({ widthPx, heightPx, rgba }: Raster) => {
      const isBlue = (at: number) => (rgba[at * 4 + 2] ?? 0) > 160
      const isRed = (at: number) => (rgba[at * 4] ?? 0) > 160
      const all = [...Array(widthPx * heightPx).keys()]
      const isClose = all.filter(isBlue).length > all.length * 0.03
      const values = Uint8ClampedArray.from(all, (at) =>
        isRed(at) ? 255 : isBlue(at) ? (isClose ? 255 : 60) : 0,
      )
      return { widthPx, heightPx, values }
    }
    const people = middles.map(({ x, y }) => ({
      centreX: x,
      centreY: y,
      sizePx: 80,
      angle: 0,
      face: faceAt(0.9),
    }))
    const faces = { people, bystanders: [], doubtful: [] }
    const detectFaces = async () => []
    const looks = { detectFaces, segmentPerson, segmentBody: blindToBodies }
    const { mask, box } = await maskPeople(testJob(), group, group, faces, looks)
    const scale = mask.widthPx / SIZE
    const valueAt = (x: number, y: number) =>
      mask.values[Math.round(y * scale) * mask.widthPx + Math.round(x * scale)]
    for (const { x, y } of middles) expect(valueAt(x, y)).toBeGreaterThan(0.9)
    expect(box.x + box.width).toBeGreaterThan(930 * scale)
  })
})
