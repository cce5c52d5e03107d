import { describe, expect, it } from 'vitest'
import type { Tensor } from '#core/imaging/tool.ts'
import type { FillEnvironment } from '#core/imaging/tools/rescue/filling/hole-guide.ts'
import {
  areGone,
  isSomebodyCopied,
  peopleAt,
  peopleShown,
} from '#core/imaging/tools/rescue/filling/people-beside.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import type { Plane } from '#core/pixels/raster.ts'
import { paint, testJob } from '../made-pictures.ts'

const [WIDTH, HEIGHT, ASIDE] = [160, 240, 80]

/** A place whose hole is in the left half, and people, blue, at some places of the right. */
function place(isSomebody: (x: number, y: number) => boolean) {
  const picture = paint(WIDTH, HEIGHT, (x, y) =>
    isSomebody(x, y) ? [30, 40, 200] : [150, 150 - y / 4, 120],
  )
  const hole = createPlane(WIDTH, HEIGHT)
  for (let y = 20; y < 220; y++) hole.values.fill(255, y * WIDTH + 12, y * WIDTH + 72)
  return { picture, hole }
}

/** A hole that is filled with what lies so far aside. */
const copiedFrom = (hole: Plane, aside: number) =>
  Int32Array.from(hole.values, (_, at) => at + aside)

/** Sees what is blue. */
function job(): FillEnvironment {
  const findPeople = async () => ({
    run: async ({ shape: [n, , height, width], values }: Tensor) => {
      const count = height * width
      const seen = Float32Array.from({ length: count }, (_, at) =>
        (values[2 * count + at] ?? 0) > (values[at] ?? 0) + 0.3 ? 1 : 0,
      )
      return { shape: [n, 1, height, width] as const, values: seen }
    },
    release: async () => undefined,
  })
  return { ...testJob(), findPeople }
}

async function shown(isSomebody: (x: number, y: number) => boolean, aside = ASIDE) {
  const { picture, hole } = place(isSomebody)
  const at = { picture, hole, found: copiedFrom(hole, aside) }
  const people = await peopleShown(job(), at)
  return { at, people, isTwice: people !== null && isSomebodyCopied(people, at) }
}

describe('somebody who stands beside a hole', () => {
  const man = (x: number, y: number) => Math.abs(x - 120) < 9 && y > 80 && y < 160

  it('is shown twice where a fill copies them whole', async () => {
    expect((await shown(man)).isTwice).toBe(true)
  })

  it('is not shown twice where a fill shows none, or only a part of them', async () => {
    expect((await shown(() => false)).isTwice).toBe(false)
    expect((await shown(man, ASIDE + 52)).isTwice).toBe(false)
  })

  it('is not taken for somebody where they lie, or are a crowd that goes on', async () => {
    expect((await shown((x, y) => Math.abs(x - 120) < 26 && y > 100 && y < 130)).isTwice).toBe(
      false,
    )
    expect((await shown((x, y) => x > 84 && y > 80 && y < 190)).isTwice).toBe(false)
  })

  it('is gone from a fill that shows hardly any of them', async () => {
    const [before, now] = [await shown(man), await shown(() => false)]
    const { hole } = before.at
    expect(before.people && areGone(now.people, before.people, hole)).toBe(true)
    expect(before.people && areGone(before.people, before.people, hole)).toBe(false)
  })

  it('is nobody where no network is at hand', async () => {
    const { picture, hole } = place(man)
    const at = { picture, hole, found: copiedFrom(hole, ASIDE) }
    expect(await peopleShown(testJob(), at)).toBeNull()
  })

  it('is seen in every pixel of a smaller picture that shows any of them', async () => {
    const { people } = await shown(man)
    const small = people && peopleAt(people, { widthPx: WIDTH / 4, heightPx: HEIGHT / 4 })
    expect(small?.[30 * (WIDTH / 4) + 30]).toBeGreaterThan(0.9)
    expect(small?.[30 * (WIDTH / 4) + 38]).toBe(0)
  })
})
