import { describe, expect, it } from 'vitest'
import type { BrushStroke } from '#core/imaging/brush-strokes.ts'
import { floodedBy } from '#core/imaging/tools/cut-out/brush/flooded.ts'
import { type FoundSubject, matteOfSubject } from '#core/imaging/tools/cut-out/cut-out.ts'
import { createPlane, planeSink, rasterSource } from '#core/pixels/pixels.ts'
import { paint, testJob } from '../../made-pictures.ts'

const WIDTH = 300
const HEIGHT = 420
const isIn = (x: number, y: number, [left, top, right, bottom]: readonly number[]) =>
  x >= (left ?? 0) && x < (right ?? 0) && y >= (top ?? 0) && y < (bottom ?? 0)

const isHead = (x: number, y: number) => Math.hypot(x - 150, y - 80) < 40
const isBody = (x: number, y: number) => isIn(x, y, [100, 115, 200, 420])
const isSomebodyElse = (x: number, y: number) => Math.hypot(x - 222, y - 140) < 28 && x >= 200
const isBag = (x: number, y: number) => isIn(x, y, [30, 230, 100, 300])

/** Somebody in red, somebody else's head at the shoulder, a striped bag at the side, a grey street. */
const photo = paint(WIDTH, HEIGHT, (x, y) => {
  const grain = 3 * (((x * 7 + y * 13) % 5) - 2)
  if (isHead(x, y)) return [215 + grain, 165 + grain, 140 + grain]
  if (isBody(x, y)) return [170 + grain, 30 + grain, 40 + grain]
  if (isSomebodyElse(x, y)) return [70 + grain, 45 + grain, 30 + grain]
  if (isBag(x, y)) return y % 30 < 10 ? [30, 40 + grain, 80] : [230 + grain, 225 + grain, 210]
  return [140 + grain, 145 + grain, 150 + grain + y / 20]
})

/** Whom networks found: somebody else along, the bag not; of a shadow at the feet they are not sure. */
function found(): FoundSubject {
  const mask = createMask((x, y) =>
    isHead(x, y) || isBody(x, y) || isSomebodyElse(x, y)
      ? 0.98
      : isIn(x, y, [200, 390, 230, 420])
        ? 0.7
        : 0.01,
  )
  const face = { x: 115, y: 45, width: 70, height: 70, score: 1, keypoints: [] }
  return {
    mask,
    overview: photo,
    box: { x: 0, y: 0, width: WIDTH, height: HEIGHT },
    faces: [{ centreX: 150, centreY: 80, sizePx: 70, angle: 0, face }],
  }
}

function createMask(value: (x: number, y: number) => number) {
  const values = new Float32Array(WIDTH * HEIGHT)
  for (let at = 0; at < values.length; at++) values[at] = value(at % WIDTH, Math.floor(at / WIDTH))
  return { widthPx: WIDTH, heightPx: HEIGHT, values }
}

const stroke = (
  mode: BrushStroke['mode'],
  ...places: readonly (readonly [number, number])[]
): BrushStroke => ({
  mode,
  radius: 0.015,
  points: places.map(([x, y]) => ({ x: x / WIDTH, y: y / HEIGHT })),
})

const mended = (strokes: readonly BrushStroke[], memory = {}) =>
  floodedBy(testJob(), rasterSource(photo), strokes, found(), memory)

interface Counts {
  /** Share of what was asked for that is as it should be. */
  readonly done: number
  /** Pixels beyond it, and an edge's width about it, that are not as they were. */
  readonly strayed: number
}

async function changeOf(
  strokes: readonly BrushStroke[],
  isMeant: (x: number, y: number) => boolean,
  to: number,
): Promise<Counts> {
  const { mask } = await mended(strokes)
  const before = found().mask
  const isNear = (x: number, y: number) =>
    [-5, 0, 5].some((across) => [-5, 0, 5].some((down) => isMeant(x + across, y + down)))
  let [meant, done, strayed] = [0, 0, 0]
  mask.values.forEach((value, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)]
    if (isMeant(x, y)) {
      meant++
      if (value > 0.5 === to > 0.5) done++
    } else if (!isNear(x, y) && value !== before.values[at]) strayed++
  })
  return { done: done / meant, strayed }
}

const acrossBag = stroke('add', [45, 240], [85, 290])
const overSomebodyElse = stroke('remove', [218, 125], [224, 155])

describe('the brush that mends what networks found', () => {
  it('takes a bag with one rough stroke, stripes and all, and changes nothing else', async () => {
    const { done, strayed } = await changeOf([acrossBag], isBag, 1)
    expect(done).toBeGreaterThan(0.97)
    expect(strayed).toBe(0)
  })

  it('takes somebody else’s head away with one stroke, and leaves the shoulder beside it', async () => {
    const { done, strayed } = await changeOf([overSomebodyElse], isSomebodyElse, 0)
    expect(done).toBeGreaterThan(0.97)
    expect(strayed).toBe(0)
  })

  it('adds nothing where all is held already', async () => {
    const { mask } = await mended([stroke('add', [140, 200], [160, 330])])
    expect(mask.values).toEqual(found().mask.values)
  })

  it('leaves what earlier strokes made when the next one is painted', async () => {
    const both = await mended([acrossBag, overSomebodyElse])
    const first = await mended([acrossBag])
    both.mask.values.forEach((value, at) => {
      if (at % WIDTH < 180 && value !== first.mask.values[at])
        expect.fail('the first stroke changed')
    })
  })

  it('makes the same of the same strokes, one by one and all at once', async () => {
    const memory = {}
    await mended([acrossBag], memory)
    const oneByOne = await mended([acrossBag, overSomebodyElse], memory)
    const atOnce = await mended([acrossBag, overSomebodyElse])
    expect(oneByOne.mask.values).toEqual(atOnce.mask.values)
  })

  it('knows people with somebody less for others', async () => {
    const memory = {}
    await mended([acrossBag], memory)
    const alone = found()
    alone.mask.values.forEach((_, at) => {
      if (isSomebodyElse(at % WIDTH, Math.floor(at / WIDTH))) alone.mask.values[at] = 0.01
    })
    const { mask } = await floodedBy(testJob(), rasterSource(photo), [acrossBag], alone, memory)
    expect(mask.values[140 * WIDTH + 225]).toBeLessThan(0.5)
    expect(mask.values[265 * WIDTH + 65]).toBeGreaterThan(0.5)
  })

  it('takes a face away only where a stroke goes over it', async () => {
    const at = (values: Float32Array, x: number, y: number) => values[y * WIDTH + x] as number
    const beside = await mended([stroke('remove', [150, 130], [150, 160])])
    expect(at(beside.mask.values, 150, 80)).toBeGreaterThan(0.9)
    const over = await mended([stroke('remove', [150, 60], [150, 100])])
    expect(at(over.mask.values, 150, 80)).toBe(0)
  })

  it('lets the later of two strokes over one place be right', async () => {
    const { mask } = await mended([acrossBag, { ...acrossBag, mode: 'remove' }])
    expect(mask.values[265 * WIDTH + 65]).toBe(0)
  })

  it('draws no dent where a stroke runs a little over an edge', async () => {
    const people = await mended([stroke('add', [60, 240], [50, 297], [80, 297])])
    const matte = createPlane(WIDTH, HEIGHT)
    await matteOfSubject(testJob(), rasterSource(photo), people, planeSink(matte))
    const rows = (y: number) => [50, 60, 70].map((x) => matte.values[y * WIDTH + x] as number)
    expect(Math.max(...rows(302))).toBeLessThan(30)
    expect(Math.min(...rows(297))).toBeGreaterThan(225)
  })
})
