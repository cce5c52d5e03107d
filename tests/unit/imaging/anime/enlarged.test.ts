import { describe, expect, it } from 'vitest'
import { run } from '#core/imaging/tools/anime/run.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { type As, madeAlone } from '../made-alone.ts'
import { landscape, paint } from '../made-pictures.ts'

const made = (picture: Raster, as?: As): Promise<Raster> =>
  madeAlone(run, picture, { look: 'bold', strength: 0.8, proportions: 0.5 }, as)

const sizeOf = ({ widthPx, heightPx }: Raster) => [widthPx, heightPx]
const alphaAt = ({ rgba, widthPx }: Raster, x: number, y: number) => rgba[(y * widthPx + x) * 4 + 3]

describe('the anime of a small photo', () => {
  it('is larger than it by a whole factor, and one of a larger photo is not', async () => {
    expect(sizeOf(await made(landscape(400, 266)))).toEqual([1200, 798])
    expect(sizeOf(await made(landscape(1024, 40)))).toEqual([1024, 40])
  })

  it('is as large as it in a quick preview, and in one that stands for a larger photo', async () => {
    expect(sizeOf(await made(landscape(275, 183), { isQuick: true }))).toEqual([275, 183])
    expect(sizeOf(await made(landscape(275, 183), { ratio: 0.1 }))).toEqual([275, 183])
  })

  it('has borders as fine as its own pixels, not as those of the photo', async () => {
    const slant = paint(300, 200, (x, y) => (x + 0.3 * y < 160 ? [40, 60, 120] : [240, 205, 90]))
    const result = await made(slant)
    const by = result.widthPx / slant.widthPx
    const widths = [0.3, 0.5, 0.7].map((share) => {
      const row = Math.round(result.heightPx * share) * result.widthPx
      const reds = Array.from({ length: result.widthPx }, (_, x) => result.rgba[(row + x) * 4] ?? 0)
      const redAt = (x: number) => reds[Math.round(x * by)] ?? 0
      const [from, to] = [redAt(60), redAt(240)]
      const isBetween = (red: number) =>
        red > from + 0.1 * (to - from) && red < to - 0.1 * (to - from)
      return reds.filter(isBetween).length
    })
    expect(by).toBe(4)
    expect(Math.max(...widths)).toBeLessThanOrEqual(by)
  })

  it('keeps the alpha of a photo that was cut out, without stairs', async () => {
    const disc = paint(150, 150, (x, y) => [
      90,
      120,
      150,
      Math.hypot(x - 75, y - 75) < 60 ? 255 : 0,
    ])
    const result = await made(disc)
    expect(sizeOf(result)).toEqual([900, 900])
    expect(alphaAt(result, 450, 60)).toBe(0)
    expect(alphaAt(result, 5, 890)).toBe(0)
    expect(alphaAt(result, 450, 450)).toBe(255)
    let steepest = 0
    for (let at = 3 + 900 * 4; at < result.rgba.length; at += 4) {
      const [own, above] = [result.rgba[at] ?? 0, result.rgba[at - 900 * 4] ?? 0]
      steepest = Math.max(steepest, Math.abs(own - above))
    }
    expect(steepest).toBeLessThan(64)
  })
})
