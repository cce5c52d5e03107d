import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { createRaster, rasterSink, rasterSource } from '#core/imaging/pixels.ts'
import { type Enlarger, enlarge } from '#core/imaging/super-resolution/super-resolution.ts'
import type { Raster } from '#core/imaging/tool.ts'
import { kernels } from '../fixtures/kernels.ts'
import { photograph } from '../fixtures/photographs.ts'
import { pillowBicubic } from './pillow-bicubic.ts'
import { mean } from './report.ts'

const sets = ['set5', 'set14', 'bsd100'] as const
/** Eight views of the large set take longer than they tell. */
const setsFor = (views: number) => (views === 1 ? sets : sets.slice(0, 2))

/** As published, PSNR-Y on Set5 and Set14. */
const published: Readonly<Record<number, readonly (readonly [string, number, number])[]>> = {
  2: [
    ['FSRCNN (published)', 37.0, 32.63],
    ['ECBSR-M4C16 (published)', 37.33, 32.81],
    ['PAN (published)', 37.77, 33.42],
  ],
  4: [
    ['FSRCNN (published)', 30.71, 27.59],
    ['ECBSR-M4C16 (published)', 31.04, 27.78],
    ['PAN (published)', 31.92, 28.57],
  ],
}

/** The tables of one factor: ours as shipped, bicubic of the same run, and what others published. */
export async function measureFactor(
  factor: 2 | 4,
  enlargers: readonly Enlarger[],
): Promise<string> {
  const rows = []
  for (const enlarger of enlargers) rows.push(await measureEnlarger(enlarger))
  const whole = rows.find(({ bicubic }) => bicubic.length === sets.length)
  return [
    `| x${factor}, PSNR-Y in dB | Set5 | Set14 | BSD100 (67) |`,
    '|---|---|---|---|',
    ...rows.map(({ title, ours }) => row(`**${title}**`, ours)),
    row('bicubic', whole?.bicubic ?? []),
    ...(published[factor] ?? []).map(([who, set5, set14]) => row(who, [set5, set14, undefined])),
  ].join('\n')
}

const row = (who: string, values: readonly (number | undefined)[]) =>
  `| ${who} | ${sets.map((_, set) => values[set]?.toFixed(2) ?? '').join(' | ')} |`

async function measureEnlarger(enlarger: Enlarger) {
  const { name, figures, views } = enlarger.card
  const ours: number[] = []
  const bicubic: number[] = []
  for (const set of setsFor(views)) {
    const folder = photograph(join('open/sr-test', set))
    const results: (readonly [number, number])[] = []
    for (const file of readdirSync(folder).toSorted()) {
      results.push(await measurePicture(join(folder, file), enlarger))
    }
    ours.push(mean(results.map(([value]) => value)))
    bicubic.push(mean(results.map(([, value]) => value)))
  }
  const seen = views === 1 ? '' : `, ${views} views`
  return { title: `${name}, ${figures?.['parameters']} parameters${seen}`, ours, bicubic }
}

async function measurePicture(
  path: string,
  enlarger: Enlarger,
): Promise<readonly [number, number]> {
  const { scale } = enlarger.card
  const truth = await openCropped(path, scale)
  const [width, height] = [truth.widthPx / scale, truth.heightPx / scale]
  const small = pillowBicubic(truth, width, height)
  const ours = createRaster(truth.widthPx, truth.heightPx)
  const job = { kernels, signal: { aborted: false }, report: () => {}, checkpoint: async () => {} }
  await enlarge(job, rasterSource(small), enlarger, rasterSink(ours))
  const bicubic = pillowBicubic(small, truth.widthPx, truth.heightPx)
  return [psnrOfLuma(ours, truth, scale), psnrOfLuma(bicubic, truth, scale)]
}

async function openCropped(path: string, scale: number): Promise<Raster> {
  const { width, height } = await sharp(path).metadata()
  const size = { width: width - (width % scale), height: height - (height % scale) }
  const { data } = await sharp(path)
    .extract({ left: 0, top: 0, ...size })
    .toColourspace('srgb')
    .removeAlpha()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raster = createRaster(size.width, size.height)
  raster.rgba.set(data)
  return raster
}

/** BT.601 luma with head room, without a border of `scale` pixels: the data's own protocol. */
function psnrOfLuma(one: Raster, truth: Raster, scale: number): number {
  const luma = ({ rgba }: Raster, at: number) =>
    16 +
    (65.481 * (rgba[at] ?? 0) + 128.553 * (rgba[at + 1] ?? 0) + 24.966 * (rgba[at + 2] ?? 0)) / 255
  let sum = 0
  let count = 0
  for (let y = scale; y < truth.heightPx - scale; y++) {
    for (let x = scale; x < truth.widthPx - scale; x++) {
      const at = (y * truth.widthPx + x) * 4
      sum += (luma(one, at) - luma(truth, at)) ** 2
      count++
    }
  }
  return 10 * Math.log10(255 ** 2 / (sum / count))
}
