import { describe, expect, it, vi } from 'vitest'
import { threadsOf } from '#core/imaging/own-thread.ts'
import { guidedTiles } from '#core/imaging/tools/cut-out/matte/guided-tiles.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { landscape, largestDifference, testJob } from '../../made-pictures.ts'

const [WIDTH, HEIGHT, RADIUS] = [700, 40, 4]
const guide = landscape(WIDTH, HEIGHT)
const plane = createFloatPlane(WIDTH, HEIGHT)
for (let at = 0; at < plane.values.length; at++) plane.values[at] = ((at * 37) % 101) / 100
const whole = kernels.guidedFilterColour(guide, plane, RADIUS, 1e-3).values

const columnOf = (at: number) => at % WIDTH
async function filteredWhere(isOpen: (at: number) => boolean, reachPx = 0, by: Kernels = kernels) {
  const open = Uint8Array.from(plane.values, (_, at) => (isOpen(at) ? 1 : 0))
  const asked = { guide, plane, radiusPx: RADIUS, epsilon: 1e-3, open, reachPx }
  return (await guidedTiles(threadsOf({ ...testJob(), kernels: by }), asked)).values
}

/** A filter that knows whether it was asked, among the kernels. */
function watched() {
  const filter = vi.fn<Kernels['guidedFilterColour']>((...asked) =>
    kernels.guidedFilterColour(...asked),
  )
  return { filter, by: { ...kernels, guidedFilterColour: filter } }
}

/** The columns whose values another filter has changed. */
function changedColumns(values: Float32Array): readonly number[] {
  const found = new Set<number>()
  values.forEach((value, at) => {
    if (value !== plane.values[at]) found.add(columnOf(at))
  })
  return [...found].toSorted((a, b) => a - b)
}

describe('a guided filter where something is open', () => {
  it.each([0, 127, 128, 400, WIDTH - 1])(
    'gives what a filter of the whole gives, about column %i',
    async (open) => {
      const values = await filteredWhere((at) => columnOf(at) === open)
      for (let y = 0; y < HEIGHT; y++) {
        const at = y * WIDTH + open
        expect(values[at]).toBeCloseTo(whole[at] ?? Number.NaN, 5)
      }
    },
  )

  it('gives it everywhere where all is open, in one piece', async () => {
    const { filter, by } = watched()
    expect(largestDifference(await filteredWhere(() => true, 0, by), whole)).toBe(0)
    expect(filter).toHaveBeenCalledTimes(1)
  })

  it('leaves what lies far from there as it was, and what it was given untouched', async () => {
    const before = plane.values.slice()
    const changed = changedColumns(await filteredWhere((at) => columnOf(at) === 300))
    expect(changed[0]).toBeGreaterThanOrEqual(256)
    expect(changed.at(-1)).toBeLessThan(384)
    expect(largestDifference(plane.values, before)).toBe(0)
  })

  it('reaches beside what is open, over the end of a tile too', async () => {
    const open = (at: number) => columnOf(at) === 130
    expect(changedColumns(await filteredWhere(open))[0]).toBeGreaterThanOrEqual(128)
    const values = await filteredWhere(open, 10)
    for (let x = 120; x <= 140; x++) expect(values[x]).toBeCloseTo(whole[x] ?? Number.NaN, 5)
  })

  it('changes no rows far from what is open', async () => {
    const values = await filteredWhere((at) => at === 20 * WIDTH + 300, 3)
    const [top, bottom] = [17 * WIDTH, 24 * WIDTH]
    const above = plane.values.subarray(0, top)
    expect(largestDifference(values.subarray(0, top), above)).toBe(0)
    expect(largestDifference(values.subarray(bottom), plane.values.subarray(bottom))).toBe(0)
    for (const at of [top + 300, 20 * WIDTH + 297, bottom - WIDTH + 303])
      expect(values[at]).toBeCloseTo(whole[at] ?? Number.NaN, 5)
  })

  it('does nothing for what is open in rows that are not wanted', async () => {
    const open = Uint8Array.from(plane.values, (_, at) => (at < 5 * WIDTH ? 1 : 0))
    const { filter, by } = watched()
    await guidedTiles(threadsOf({ ...testJob(), kernels: by }), {
      guide,
      plane,
      radiusPx: RADIUS,
      epsilon: 1e-3,
      open,
      reachPx: 0,
      rows: { from: 5, until: HEIGHT },
    })
    expect(filter).not.toHaveBeenCalled()
  })

  it('does nothing at all where nothing is open', async () => {
    const { filter, by } = watched()
    expect(largestDifference(await filteredWhere(() => false, 0, by), plane.values)).toBe(0)
    expect(filter).not.toHaveBeenCalled()
  })
})
