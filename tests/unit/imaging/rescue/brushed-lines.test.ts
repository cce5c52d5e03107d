import { describe, expect, it } from 'vitest'
import { matchedField } from '#core/imaging/tools/rescue/filling/fill-hole.ts'
import { piecesOf } from '#core/imaging/tools/rescue/filling/fill-pieces.ts'
import type { Holed } from '#core/imaging/tools/rescue/filling/hole-levels.ts'
import { crossingLines } from '#core/imaging/tools/rescue/filling/hole-lines.ts'
import { lineGuess, shiftsAlong } from '#core/imaging/tools/rescue/filling/line-guess.ts'
import type { SheetStrokes } from '#core/imaging/tools/rescue/sheet-strokes.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import { paint, testJob } from '../made-pictures.ts'

const [WIDTH, HEIGHT] = [160, 220]
const SLOPE = 0.6

const grain = (x: number, y: number) => (Math.imul(x * 73 + y * 151, 2_654_435) >>> 8) % 13

/** How far a place lies below a stripe that comes from the upper left. */
const below = (x: number, y: number) => (y - 60 - SLOPE * x) / Math.hypot(1, SLOPE)

/** A grey road with a white stripe across it, up to some column; before it a tall hole. */
function road(stripeTo = WIDTH): Holed {
  const picture = paint(WIDTH, HEIGHT, (x, y) => {
    const isStripe = Math.abs(below(x, y)) < 3 && x < stripeTo
    const light = (isStripe ? 225 : 90) + grain(x, y)
    return [light, light, light]
  })
  const hole = createPlane(WIDTH, HEIGHT)
  for (let y = 10; y < 205; y++) hole.values.fill(255, y * WIDTH + 55, y * WIDTH + 105)
  return { picture, hole }
}

/** The picture with the hole's colours taken away. */
function blind({ picture, hole }: Holed) {
  const rgba = picture.rgba.slice()
  for (const [at, inside] of hole.values.entries()) {
    if (inside !== 0) rgba.fill(95, at * 4, at * 4 + 3)
  }
  return { ...picture, rgba }
}

describe('a straight line behind what was brushed away', () => {
  it('is seen where it runs into the hole and out of it again', async () => {
    const holed = road()
    const lines = await crossingLines(testJob(), holed, blind(holed))
    expect(lines.length).toBeGreaterThan(0)
    for (const { line, from, to } of lines) {
      const middle = (from + to) / 2
      const x = line.cos * line.offset - line.sin * middle
      const y = line.sin * line.offset + line.cos * middle
      expect(Math.abs(below(x, y))).toBeLessThan(5)
      expect(Math.abs(line.cos / line.sin + SLOPE)).toBeLessThan(0.04)
    }
  })

  it('is none where it ends behind it', async () => {
    const holed = road(80)
    expect(await crossingLines(testJob(), holed, blind(holed))).toEqual([])
  })

  it('is drawn through in its own colours, at half the size as well', async () => {
    const holed = road()
    const lines = await crossingLines(testJob(), holed, blind(holed))
    for (const by of [1, 2]) {
      const size = { widthPx: WIDTH / by, heightPx: HEIGHT / by }
      const known = new Uint8Array(size.widthPx * size.heightPx)
      const { rgba } = lineGuess(lines, size, known, by)
      const lightAt = (x: number, y: number) =>
        rgba[(Math.floor(y / by) * size.widthPx + Math.floor(x / by)) * 4] ?? 0
      expect(lightAt(80, 60 + SLOPE * 80)).toBeGreaterThan(190)
      expect(lightAt(80, 60 + SLOPE * 80 + 6)).toBeLessThan(140)
    }
  })

  it('is offered shifts that stay on it', async () => {
    const holed = road()
    const lines = await crossingLines(testJob(), holed, blind(holed))
    const shifts = shiftsAlong(lines.slice(0, 1), holed.picture)
    expect(shifts.length).toBeGreaterThan(6)
    for (const { x, y } of shifts)
      expect(Math.abs(y - SLOPE * x)).toBeLessThan(Math.abs(x) * 0.04 + 1)
  })

  it('goes on in what the hole is filled with', async () => {
    const holed = road()
    const { found } = await matchedField(testJob(), { ...holed, picture: blind(holed) }, 1)
    let [right, all] = [0, 0]
    for (let x = 57; x < 103; x++) {
      const from = found[Math.round(60 + SLOPE * x) * WIDTH + x] ?? -1
      all++
      if (from >= 0 && Math.abs(below(from % WIDTH, Math.floor(from / WIDTH))) < 4) right++
    }
    expect(right / all).toBeGreaterThan(0.9)
  })
})

/** A stroke straight across, px. */
const across = (y: number, radius: number, from = 200, to = 900): SheetStrokes => ({
  pieces: [
    [
      { x: from, y, radius },
      { x: to, y, radius },
    ],
  ],
})

describe('strokes that are filled together', () => {
  const sheet = { widthPx: 1200, heightPx: 1200 }

  it('are one thing where they lie side by side and scribble it over', async () => {
    const rows = Array.from({ length: 12 }, (_, row) => across(300 + row * 24, 20))
    const pieces = await piecesOf(testJob(), rows, sheet)
    expect(pieces.length).toBe(1)
  })

  it('are a thing and a scratch where one only touches the other', async () => {
    const thing: SheetStrokes = {
      pieces: [
        [
          { x: 600, y: 600, radius: 90 },
          { x: 620, y: 600, radius: 90 },
        ],
      ],
    }
    const pieces = await piecesOf(testJob(), [thing, across(600, 6, 40, 560)], sheet)
    expect(pieces.length).toBeGreaterThan(2)
  })
})
