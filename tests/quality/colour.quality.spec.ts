import { readdirSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { enhance } from '#core/imaging/tools/enhance/enhance.ts'
import { USUAL_STRENGTH } from '#core/imaging/tools/enhance/usual-strength.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { bareJob } from '../fixtures/bare-job.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { shippedNetwork } from '../fixtures/shipped-networks.ts'
import {
  type DarkFigures,
  darkFigures,
  difference,
  type Figures,
  figureHeading,
  figureRow,
  figuresOf,
} from './colour-figures.ts'
import { openPicture } from './open-picture.ts'
import { adaptiveLut, openAdaptiveLut } from './reference-colour.ts'
import { referencesHere } from './reference-models.ts'
import { mean, writeQualitySection } from './report.ts'
import { type Fault, largeFaults, smallFaults } from './spoil.ts'

/** Good photographs that no training saw. */
const goodSets = ['sr-test/kodak', 'sr-test/cid22', 'sr-test/bsd100'] as const
const MEASURED_PX = 320
/** A fault is measured on every so many'th photograph, each fault on others. */
const EVERY = 3
/** What good photographs may change by. */
const CHANGE_MOST = 4

/** Of each set nothing was chosen by every second file, by name. */
interface Measured {
  readonly path: string
  readonly isApart: boolean
}

interface GoodPhoto {
  readonly photo: Raster
  readonly isApart: boolean
}

const openGood = (): Promise<readonly GoodPhoto[]> =>
  Promise.all(
    goodSets.flatMap(filesOf).map(async ({ path, isApart }) => ({
      photo: await openPicture(path, MEASURED_PX),
      isApart,
    })),
  )

const filesOf = (set: string): readonly Measured[] => {
  const folder = photograph(`open/${set}`)
  return readdirSync(folder)
    .sort()
    .map((file, at) => ({ path: `${folder}/${file}`, isApart: at % 2 === 1 }))
}

async function enhanced(photo: Raster, network: InferenceSession): Promise<Raster> {
  const result = createRaster(photo.widthPx, photo.heightPx)
  await enhance(
    bareJob,
    rasterSource(photo),
    { strength: USUAL_STRENGTH },
    network,
    rasterSink(result),
  )
  return result
}

type OfSet<T> = T & { readonly isApart: boolean }

/** Tables of every fault, and of all together, over good photographs. */
async function measureFaults(
  network: InferenceSession,
  good: readonly GoodPhoto[],
): Promise<readonly string[]> {
  const all: OfSet<Figures>[] = []
  const rowsOf = async (faults: Readonly<Record<string, Fault>>) => {
    const rows: string[] = []
    for (const [turn, [name, fault]] of Object.entries(faults).entries()) {
      const figures: OfSet<Figures>[] = []
      for (const { photo, isApart } of good.filter((_, at) => at % EVERY === turn % EVERY)) {
        const given = fault(photo)
        const result = await enhanced(given, network)
        figures.push({ ...figuresOf(given, result, photo), isApart })
      }
      all.push(...figures)
      rows.push(figureRow(name, figures))
    }
    return rows
  }
  const large = await rowsOf(largeFaults)
  const largeCount = all.length
  const small = await rowsOf(smallFaults)
  return [
    ...figureHeading('fault'),
    ...large,
    ...small,
    figureRow('**large faults**', all.slice(0, largeCount)),
    figureRow('**small faults**', all.slice(largeCount)),
    figureRow('**all faults**', all),
    figureRow(
      'of them on photographs set apart',
      all.filter(({ isApart }) => isApart),
    ),
  ]
}

/** Figures of ours, and of the reference model where it is here, on retouched pairs. */
async function measurePairs(network: InferenceSession): Promise<readonly string[]> {
  const { here, missing } = referencesHere([adaptiveLut])
  const lookUp = here.length > 0 ? await openAdaptiveLut() : null
  const ours: OfSet<Figures>[] = []
  const others: Figures[] = []
  for (const { path, isApart } of filesOf('colour/retouched-pairs/input')) {
    const given = await openPicture(path, MEASURED_PX)
    const wanted = await openPicture(path.replace('/input/', '/target/'), MEASURED_PX)
    ours.push({ ...figuresOf(given, await enhanced(given, network), wanted), isApart })
    if (lookUp !== null) others.push(figuresOf(given, await lookUp(given), wanted))
  }
  return [
    ...figureHeading('retouched pairs'),
    figureRow('**ours** (run here)', ours),
    figureRow(
      'of them set apart',
      ours.filter(({ isApart }) => isApart),
    ),
    ...(others.length > 0 ? [figureRow(`${adaptiveLut.name} (run here)`, others)] : []),
    ...missing,
  ]
}

async function measureGood(network: InferenceSession, good: readonly GoodPhoto[]): Promise<string> {
  const changes: { readonly change: number; readonly isApart: boolean }[] = []
  for (const { photo, isApart } of good) {
    changes.push({ change: difference(await enhanced(photo, network), photo), isApart })
  }
  expect(changes.length).toBeGreaterThan(80)
  const told = (of: readonly { readonly change: number }[]) => {
    const under = of.filter(({ change }) => change < CHANGE_MOST).length
    const share = ((100 * under) / of.length).toFixed(0)
    const most = Math.max(...of.map(({ change }) => change))
    return `${mean(of.map(({ change }) => change)).toFixed(2)} units of CIEDE2000 on average, ${share} % of them by less than ${CHANGE_MOST}, none by more than ${most.toFixed(1)}`
  }
  const apart = changes.filter(({ isApart }) => isApart)
  return `The ${changes.length} good photographs themselves, not spoiled, are changed by ${told(changes)}; those set apart by ${told(apart)}.`
}

/** L* of the darkest third under which a photo has shadows to open. */
const DARK_UNDER = 20

async function measureDark(network: InferenceSession): Promise<readonly string[]> {
  const rows: string[] = []
  const all: DarkFigures[] = []
  for (const { path, isApart } of filesOf('colour/low-light')) {
    const given = await openPicture(path, MEASURED_PX)
    const figures = darkFigures(given, await enhanced(given, network))
    all.push(figures)
    const name = `${path.slice(path.lastIndexOf('/') + 1)}${isApart ? ', set apart' : ''}`
    rows.push(darkRow(name, figures))
  }
  const dark = all.filter(({ before }) => before < DARK_UNDER)
  return [
    '| dark and backlit photographs | L* of the darkest third | enhanced | times | pixels that clip anew |',
    '|---|---|---|---|---|',
    ...rows,
    darkRow('**all**', meanOf(all)),
    darkRow(`those under ${DARK_UNDER} (${dark.length})`, meanOf(dark)),
  ]
}

const meanOf = (of: readonly DarkFigures[]): DarkFigures => ({
  before: mean(of.map(({ before }) => before)),
  after: mean(of.map(({ after }) => after)),
  clipped: mean(of.map(({ clipped }) => clipped)),
})

const darkRow = (name: string, { before, after, clipped }: DarkFigures): string =>
  `| ${name} | ${before.toFixed(1)} | ${after.toFixed(1)} | ${(after / before).toFixed(2)} | ${(100 * clipped).toFixed(2)} % |`

test.describe('colour enhancement', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('of spoiled, of good, of retouched and of dark photographs', async () => {
    const { session } = await shippedNetwork('enhance/colour')
    const good = await openGood()
    writeQualitySection(
      'Colour enhancement',
      [
        `${Object.keys(largeFaults).length} large and ${Object.keys(smallFaults).length} small faults, each applied to every third of ${good.length} good photographs (Kodak, CID22, BSD100), and what`,
        `remains after our correction at its usual strength, ${USUAL_STRENGTH} (run here): PSNR of RGB in dB, mean CIEDE2000, share of photographs nearer`,
        'to the original. The faults are made by other functions (`tests/quality/spoil.ts`) than those of training',
        '(`training/colour_faults.py`). *Set apart*: every second file of each set, by name; nothing was chosen by it.',
        '',
        ...(await measureFaults(session, good)),
        '',
        await measureGood(session, good),
        '',
        "Neutral developments and an expert's retouched versions (FiveK, C). The reference model was trained on such pairs,",
        'perhaps on these; ours was not.',
        '',
        ...(await measurePairs(session)),
        '',
        ...(await measureDark(session)),
      ].join('\n'),
    )
  })
})
