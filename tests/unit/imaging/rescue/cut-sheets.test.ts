import { describe, expect, it } from 'vitest'
import { cutQuads } from '#core/imaging/tools/rescue/sheet/cut-sheets.ts'
import { lineThrough, type Place } from '#core/imaging/tools/rescue/sheet/lines.ts'

const picture = { widthPx: 400, heightPx: 400 }

/** What a print may be of which one side is seen, with both its neighbours running out to the left. */
function quadsOf(from: Place, to: Place) {
  const [dx, dy] = [from.y - to.y, to.x - from.x]
  const aside = ({ x, y }: Place) => lineThrough({ x, y }, { x: x + dx, y: y + dy })
  const quads = cutQuads([aside(from), aside(to)], [lineThrough(from, to)], picture)
  return quads.filter(({ ends }) => ends[0].x < from.x)
}

describe('a print that lies turned and is cut off', () => {
  it('is proposed as far out as both sides are seen, where a quarter of one is lost', () => {
    const [quad, ...others] = quadsOf({ x: 200, y: 60 }, { x: 270, y: 220 })
    expect(others).toEqual([])
    expect(quad?.ends[0].x).toBeCloseTo(0, 0)
    expect(quad?.ends[1].x).toBeCloseTo(70, 0)
  })

  it('is left to the handles where two fifths of one side would be lost', () => {
    expect(quadsOf({ x: 150, y: 60 }, { x: 250, y: 220 })).toEqual([])
  })
})
