import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Network } from '#core/imaging/models.ts'
import { enlarge } from '#core/imaging/tools/super-resolution/super-resolution.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { bareJob } from '../fixtures/bare-job.ts'
import { photograph } from '../fixtures/photographs.ts'
import { openCropped } from './open-picture.ts'
import { pillowBicubic } from './pillow-bicubic.ts'
import { psnrOfLuma } from './psnr.ts'
import { openReferenceEnlarger, referenceEnlargers } from './reference-enlargers.ts'
import { referencesHere } from './reference-models.ts'
import { mean } from './report.ts'

const sets = ['set5', 'set14', 'bsd100'] as const

/** As published, PSNR-Y on Set5 and Set14. */
const published: Readonly<Record<number, readonly (readonly [string, number, number])[]>> = {
  2: [
    ['FSRCNN', 37.0, 32.63],
    ['ECBSR-M4C16', 37.33, 32.81],
    ['LapSRN', 37.52, 33.08],
    ['PAN', 38.0, 33.59],
  ],
  4: [
    ['FSRCNN', 30.71, 27.59],
    ['ECBSR-M4C16', 31.04, 27.78],
    ['LapSRN', 31.54, 28.19],
    ['PAN', 32.13, 28.61],
  ],
}

/** One way from a shrunk picture back to the size of the true one. */
type Enlarge = (small: Raster, truth: Raster) => Promise<Raster>

/** The table of one factor: ours as shipped, bicubic and the reference models, what others published. */
export async function measureFactor(
  factor: 2 | 4,
  shipped: readonly [Network, ...Network[]],
): Promise<string> {
  const { here, missing } = referencesHere(referenceEnlargers(factor))
  const rows: string[] = []
  for (const network of shipped) {
    rows.push(row(`**${titleOf(network)}**`, await figuresOf(factor, by(network))))
  }
  rows.push(row('bicubic (run here)', await figuresOf(factor, bicubic)))
  for (const reference of here) {
    const network = await openReferenceEnlarger(reference, shipped[0].card)
    rows.push(row(titleOf(network), await figuresOf(factor, by(network))))
    await network.session.release()
  }
  return [
    `| x${factor}, PSNR-Y in dB | Set5 | Set14 | BSD100 (67) |`,
    '|---|---|---|---|',
    ...rows,
    ...(published[factor] ?? []).map(([who, ...values]) => row(`${who} (published)`, values)),
    ...missing,
  ].join('\n')
}

const row = (who: string, values: readonly number[]) =>
  `| ${who} | ${sets.map((_, set) => values[set]?.toFixed(2) ?? '').join(' | ')} |`

const titleOf = ({ card: { name, figures } }: Network): string =>
  `${name}, ${figures?.['parameters']} parameters (run here)`

const bicubic: Enlarge = async (small, { widthPx, heightPx }) =>
  pillowBicubic(small, widthPx, heightPx)

const by =
  (network: Network): Enlarge =>
  async (small, { widthPx, heightPx }) => {
    const large = createRaster(widthPx, heightPx)
    await enlarge(bareJob, rasterSource(small), network, rasterSink(large))
    return large
  }

/** Means over each set, PSNR-Y in dB. */
async function figuresOf(factor: number, enlarged: Enlarge): Promise<number[]> {
  const figures: number[] = []
  for (const set of sets) {
    const folder = photograph(join('open/sr-test', set))
    const results: number[] = []
    for (const file of readdirSync(folder).toSorted()) {
      const truth = await openCropped(join(folder, file), factor)
      const small = pillowBicubic(truth, truth.widthPx / factor, truth.heightPx / factor)
      results.push(psnrOfLuma(await enlarged(small, truth), truth, factor))
    }
    figures.push(mean(results))
  }
  return figures
}
