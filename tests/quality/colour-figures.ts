import type { Raster } from '#core/pixels/raster.ts'
import { ciede2000, labOf } from './ciede2000.ts'
import { mean } from './report.ts'

/** Of one photograph: as it was given and as it is mended, against what is wanted. */
export interface Figures {
  readonly before: readonly [psnr: number, difference: number]
  readonly after: readonly [psnr: number, difference: number]
}

export function figuresOf(given: Raster, result: Raster, wanted: Raster): Figures {
  return {
    before: [psnr(given, wanted), difference(given, wanted)],
    after: [psnr(result, wanted), difference(result, wanted)],
  }
}

function psnr(one: Raster, truth: Raster): number {
  let sum = 0
  for (let at = 0; at < truth.rgba.length; at++) {
    if (at % 4 !== 3) sum += ((one.rgba[at] ?? 0) - (truth.rgba[at] ?? 0)) ** 2
  }
  return 10 * Math.log10(255 ** 2 / Math.max(0.01, sum / ((truth.rgba.length / 4) * 3)))
}

const labAt = ({ rgba }: Raster, at: number) =>
  labOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0)

/** Mean CIEDE2000 over every eleventh pixel. */
export function difference(one: Raster, truth: Raster): number {
  let sum = 0
  let count = 0
  for (let at = 0; at < truth.rgba.length; at += 44) {
    sum += ciede2000(labAt(one, at), labAt(truth, at))
    count++
  }
  return sum / count
}

/** The heading of {@link figureRow}s. */
export const figureHeading = (what: string): readonly string[] => [
  `| ${what} | PSNR | mended | gain | difference | mended | cut by | better in |`,
  '|---|---|---|---|---|---|---|---|',
]

export function figureRow(who: string, figures: readonly Figures[]): string {
  const of = (when: 'before' | 'after', which: 0 | 1) =>
    mean(figures.map((each) => each[when][which]))
  const gain = of('after', 0) - of('before', 0)
  const cut = 100 * (1 - of('after', 1) / of('before', 1))
  const better = figures.filter(({ before, after }) => after[1] < before[1]).length
  const shares = [`${cut.toFixed(0)} %`, `${((100 * better) / figures.length).toFixed(0)} %`]
  const levels = [of('before', 0), of('after', 0), gain, of('before', 1), of('after', 1)]
  const cells = [who, ...levels.map((level) => level.toFixed(2)), ...shares]
  return `| ${cells.join(' | ')} |`
}

/** Of a dark photo: mean lightness L* of its darkest third, and the share of pixels that clip anew. */
export interface DarkFigures {
  readonly before: number
  readonly after: number
  readonly clipped: number
}

export function darkFigures(given: Raster, result: Raster): DarkFigures {
  const lightness: { at: number; given: number }[] = []
  let clipped = 0
  for (let at = 0; at < given.rgba.length; at += 4) {
    if (at % 44 === 0) lightness.push({ at, given: labAt(given, at)[0] })
    const isNew = (c: number) => result.rgba[at + c] === 255 && (given.rgba[at + c] ?? 0) < 255
    if (isNew(0) || isNew(1) || isNew(2)) clipped++
  }
  lightness.sort((one, other) => one.given - other.given)
  const darkest = lightness.slice(0, Math.floor(lightness.length / 3))
  return {
    before: mean(darkest.map((pixel) => pixel.given)),
    after: mean(darkest.map(({ at }) => labAt(result, at)[0])),
    clipped: clipped / (given.rgba.length / 4),
  }
}
