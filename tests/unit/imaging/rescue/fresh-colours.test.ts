import { describe, expect, it } from 'vitest'
import { cornersText, wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import { freshTables } from '#core/imaging/tools/rescue/light/fresh-colours.ts'
import { rescue } from '#core/imaging/tools/rescue/rescue.ts'
import { createRaster, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { keptResults, testJob } from '../made-pictures.ts'

type Levels = readonly [red: number, green: number, blue: number]

/** A grey wedge above a row of colours, each channel between a darkest and a lightest level. */
function wedge(dark: Levels, light: Levels): Raster {
  const raster = createRaster(256, 80)
  for (let y = 0; y < 80; y++) {
    for (let x = 0; x < 256; x++) {
      const colour = [x, x, x].map((grey, c) =>
        y < 60 ? grey : (Math.floor(x / 32) >> c) % 2 === 0 ? 60 : 200,
      )
      const levels = colour.map((value, c) => {
        const [low, high] = [dark[c] ?? 0, light[c] ?? 255]
        return Math.round(low + ((high - low) * value) / 255)
      })
      raster.rgba.set([...levels, 255], (y * 256 + x) * 4)
    }
  }
  return raster
}

const good = wedge([0, 0, 0], [255, 255, 255])
/** As prints of the seventies are: a brown black, a yellow white. */
const faded = wedge([70, 62, 45], [240, 232, 205])

const levelsAt = ({ rgba, widthPx }: Raster, x: number, y: number): Levels => {
  const at = (y * widthPx + x) * 4
  return [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
}

const furthestOf = (one: Raster, other: Raster): number =>
  one.rgba.reduce((most, value, at) => Math.max(most, Math.abs(value - (other.rgba[at] ?? 0))), 0)

function freshened(print: Raster, amount = 1): Raster {
  const tables = freshTables(print, amount)
  return tables === null ? print : testJob().kernels.colourTables(print, tables)
}

describe('a faded print', () => {
  it('has its black, its white and its greys back, without the yellow', () => {
    const made = freshened(faded)
    expect(Math.max(...levelsAt(made, 1, 10))).toBeLessThan(20)
    expect(Math.min(...levelsAt(made, 254, 10))).toBeGreaterThan(235)
    const middle = levelsAt(made, 128, 10)
    expect(Math.max(...middle) - Math.min(...middle)).toBeLessThan(12)
  })

  it('has nearly the colours that it had', () => {
    expect(furthestOf(faded, good)).toBeGreaterThan(60)
    expect(furthestOf(freshened(faded), good)).toBeLessThan(20)
  })

  it('is freshened in part where only that is asked for, and not at all by nothing', () => {
    const half = freshened(faded, 0.5)
    const [none, all] = [levelsAt(faded, 1, 10)[0], levelsAt(freshened(faded), 1, 10)[0]]
    expect(levelsAt(half, 1, 10)[0]).toBeCloseTo((none + all) / 2, -0.5)
    expect(freshTables(faded, 0)).toBeNull()
  })

  it('is spread no further than its grain bears', () => {
    const pale = wedge([120, 118, 112], [165, 163, 155])
    const made = freshened(pale)
    const rise = levelsAt(made, 200, 10)[1] - levelsAt(made, 56, 10)[1]
    const was = levelsAt(pale, 200, 10)[1] - levelsAt(pale, 56, 10)[1]
    expect(rise / was).toBeGreaterThan(1.8)
    expect(rise / was).toBeLessThan(2.4)
  })
})

describe('what has not faded', () => {
  it('keeps its colours where it has a black', () => {
    expect(freshTables(good, 1)).toBeNull()
    expect(freshTables(wedge([12, 10, 14], [250, 240, 215]), 1)).toBeNull()
  })

  it('keeps the hue of its light where that is a colour: an evening stays orange', () => {
    const evening = wedge([60, 58, 60], [250, 190, 90])
    const [red, green, blue] = levelsAt(freshened(evening), 250, 10)
    expect(red - blue).toBeGreaterThan(130)
    expect(red).toBeGreaterThan(green)
  })

  it('is left alone where no sheet was found, and freshened where somebody set one', async () => {
    const settings = { evenLight: 0, freshColours: 1, brushed: '' }
    const madeWith = async (corners: string) => {
      const { results, openSink } = keptResults()
      await rescue(testJob(), rasterSource(faded), { ...settings, corners }, openSink)
      const [result] = results
      if (result === undefined) throw new Error('no result')
      return result
    }
    expect(furthestOf(await madeWith(''), faded)).toBeLessThanOrEqual(1)
    expect(furthestOf(await madeWith(cornersText(wholePicture)), faded)).toBeGreaterThan(30)
  })
})
