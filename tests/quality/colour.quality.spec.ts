import { readdirSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { enhance } from '#core/imaging/tools/enhance/enhance.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { bareJob } from '../fixtures/bare-job.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { shippedNetwork } from '../fixtures/shipped-networks.ts'
import { ciede2000, labOf } from './ciede2000.ts'
import { openPicture } from './open-picture.ts'
import { adaptiveLut, openAdaptiveLut } from './reference-colour.ts'
import { referencesHere } from './reference-models.ts'
import { mean, writeQualitySection } from './report.ts'
import { faults, spoiled } from './spoil.ts'

/** Good photographs that no training saw. */
const goodSets = ['sr-test/kodak', 'sr-test/cid22', 'sr-test/bsd100'] as const
const MEASURED_PX = 480

async function enhanced(photo: Raster, network: InferenceSession): Promise<Raster> {
  const result = createRaster(photo.widthPx, photo.heightPx)
  await enhance(bareJob, rasterSource(photo), { strength: 1 }, network, rasterSink(result))
  return result
}

function psnr(one: Raster, truth: Raster): number {
  let sum = 0
  for (let at = 0; at < truth.rgba.length; at++) {
    if (at % 4 !== 3) sum += ((one.rgba[at] ?? 0) - (truth.rgba[at] ?? 0)) ** 2
  }
  return 10 * Math.log10(255 ** 2 / Math.max(0.01, sum / ((truth.rgba.length / 4) * 3)))
}

/** Mean CIEDE2000 over every eleventh pixel. */
function difference(one: Raster, truth: Raster): number {
  let sum = 0
  let count = 0
  const colour = ({ rgba }: Raster, at: number) =>
    labOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0)
  for (let at = 0; at < truth.rgba.length; at += 44) {
    sum += ciede2000(colour(one, at), colour(truth, at))
    count++
  }
  return sum / count
}

interface Figures {
  readonly before: readonly [psnr: number, difference: number]
  readonly after: readonly [psnr: number, difference: number]
}

function figuresOf(given: Raster, result: Raster, wanted: Raster): Figures {
  return {
    before: [psnr(given, wanted), difference(given, wanted)],
    after: [psnr(result, wanted), difference(result, wanted)],
  }
}

async function measure(given: Raster, wanted: Raster, network: InferenceSession): Promise<Figures> {
  return figuresOf(given, await enhanced(given, network), wanted)
}

/** Figures of ours, and of the reference model where it is here, on retouched pairs. */
async function measurePairs(network: InferenceSession) {
  const { here, missing } = referencesHere([adaptiveLut])
  const lookUp = here.length > 0 ? await openAdaptiveLut() : null
  const ours: Figures[] = []
  const others: Figures[] = []
  const folder = photograph('open/colour/retouched-pairs')
  for (const file of readdirSync(`${folder}/input`)) {
    const given = await openPicture(`${folder}/input/${file}`, MEASURED_PX)
    const wanted = await openPicture(`${folder}/target/${file}`, MEASURED_PX)
    ours.push(await measure(given, wanted, network))
    if (lookUp !== null) others.push(figuresOf(given, await lookUp(given), wanted))
  }
  return { ours, others, missing }
}

function row(who: string, figures: readonly Figures[]): string {
  const of = (when: 'before' | 'after', which: 0 | 1) =>
    mean(figures.map((each) => each[when][which]))
  const gain = of('after', 0) - of('before', 0)
  const cut = 100 * (1 - of('after', 1) / of('before', 1))
  return `| ${who} | ${of('before', 0).toFixed(2)} | ${of('after', 0).toFixed(2)} | ${gain.toFixed(2)} | ${of('before', 1).toFixed(2)} | ${of('after', 1).toFixed(2)} | ${cut.toFixed(0)} % |`
}

test.describe('colour enhancement', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('of spoiled, of good and of retouched photographs', async () => {
    const { session } = await shippedNetwork('enhance/colour')
    const good: Raster[] = []
    for (const set of goodSets) {
      const folder = photograph(`open/${set}`)
      for (const file of readdirSync(folder))
        good.push(await openPicture(`${folder}/${file}`, MEASURED_PX))
    }
    expect(good.length).toBeGreaterThan(80)
    const all: Figures[] = []
    const rows: string[] = []
    for (const [name, fault] of Object.entries(faults)) {
      const figures: Figures[] = []
      for (const photo of good) figures.push(await measure(spoiled(photo, fault), photo, session))
      all.push(...figures)
      rows.push(row(name, figures))
    }
    const changes: number[] = []
    for (const photo of good) changes.push(difference(await enhanced(photo, session), photo))
    const pairs = await measurePairs(session)
    writeQualitySection(
      'Colour enhancement',
      [
        `${good.length} good photographs (Kodak, CID22, BSD100), each spoiled in ten ways, and what our whole correction gives back (run here); PSNR of RGB in dB, mean CIEDE2000.`,
        '',
        '| fault | PSNR | mended | gain | difference | mended | cut by |',
        '|---|---|---|---|---|---|---|',
        ...rows,
        row('**all faults**', all),
        '',
        `The same on ${pairs.ours.length} neutral developments and the versions that an expert retouched (FiveK, C),`,
        'on which the reference model was trained: perhaps on these, at any rate on their like.',
        '',
        '| retouched pairs | PSNR | mended | gain | difference | mended | cut by |',
        '|---|---|---|---|---|---|---|',
        row('**ours** (run here)', pairs.ours),
        ...(pairs.others.length > 0 ? [row(`${adaptiveLut.name} (run here)`, pairs.others)] : []),
        ...pairs.missing,
        '',
        `The good photographs themselves, not spoiled, are changed by ${mean(changes).toFixed(2)} units of CIEDE2000 on average.`,
      ].join('\n'),
    )
  })
})
