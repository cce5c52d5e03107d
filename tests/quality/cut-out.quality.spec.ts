import { readdirSync } from 'node:fs'
import { parse } from 'node:path'
import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import { createPlane, floatFromPlane } from '#core/pixels/pixels.ts'
import type { Plane } from '#core/pixels/raster.ts'
import { kernels } from '../fixtures/kernels.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { edgeBand, edgeError, intersectionOverUnion } from './mattes.ts'
import { openMeasuringPage, received } from './measuring-page.ts'
import { openSinet, sinet } from './reference-mask.ts'
import { referencesHere } from './reference-models.ts'
import { mean, writeQualitySection } from './report.ts'

type Figure = readonly [iou: number, edge: number]

interface Figures {
  readonly file: string
  readonly ours: Figure
  readonly plain: Figure
  /** Of SINet, where its file is here. */
  readonly sinet: Figure | null
}

const makers = [
  ['ours', '**ours** (run here)'],
  ['plain', 'plain MediaPipe mask (run here)'],
  ['sinet', 'SINet (run here)'],
] as const

async function truthOf(file: string): Promise<Plane> {
  const path = photograph(`open/portrait/masks/mask/${parse(file).name}.png`)
  const { data, info } = await sharp(path)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const plane = createPlane(info.width, info.height)
  for (let at = 0; at < plane.values.length; at++) {
    plane.values[at] = (data[at * info.channels] ?? 0) > 127 ? 255 : 0
  }
  return plane
}

function enlarged(mask: Plane, { widthPx, heightPx }: Plane): Plane {
  const large = kernels.resizePlane(floatFromPlane(mask), widthPx, heightPx)
  return { ...large, values: Uint8ClampedArray.from(large.values, (value) => value * 255) }
}

/** Mean of the least tenth. */
const worstTenth = (values: readonly number[]): number =>
  mean(values.toSorted((a, b) => a - b).slice(0, Math.ceil(values.length / 10)))

/** One row for each maker of mattes. */
const rows = (of: string, all: readonly Figures[]): readonly string[] =>
  makers.flatMap(([maker, who]) => {
    const figures = all.map((each) => each[maker]).filter((figure) => figure !== null)
    if (figures.length === 0) return []
    const overlaps = figures.map(([iou]) => iou)
    const edges = figures.map(([, edge]) => edge)
    const told = [mean(overlaps), mean(edges), worstTenth(overlaps), Math.min(...overlaps)]
    return `| ${of}${who} | ${told.map((value) => value.toFixed(4)).join(' | ')} |`
  })

/** A matte may lie so far under the plain mask in IoU, and no further. */
const WORSE_MAX = 0.01

/** The photographs that would be better off with the plain mask. */
function worseThanPlain(all: readonly Figures[]): string {
  const worse = all.filter(({ ours, plain }) => ours[0] < plain[0] - WORSE_MAX)
  const named = worse.map(
    ({ file, ours, plain }) => `${file} (${plain[0].toFixed(4)} to ${ours[0].toFixed(4)})`,
  )
  const which = named.length === 0 ? 'none' : `${named.length}: ${named.join(', ')}`
  return `Photographs whose matte lies more than ${WORSE_MAX} of IoU under the plain mask: ${which}.`
}

test.describe('the portrait cut-out', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('against true masks, beside the plain masks of others', async ({ page }) => {
    await openMeasuringPage(page)
    const { here, missing } = referencesHere([sinet])
    const sinetMask = here.length > 0 ? await openSinet() : null
    const figures: Figures[] = []
    const refused: string[] = []
    const folder = 'open/portrait/masks/image'
    for (const file of readdirSync(photograph(folder)).toSorted()) {
      const truth = await truthOf(file)
      const url = `/photograph/${folder}/${file}`
      const refusal = await page.evaluate((path) => window.measuringPage.faceGate(path), url)
      if (refusal !== null) refused.push(`${file} (${refusal})`)
      const answer = await page.evaluate((path) => window.measuringPage.cutOut(path), url)
      const plain = await page.evaluate((path) => window.measuringPage.plainMask(path), url)
      const band = edgeBand(truth, 10)
      const figuresOf = (matte: Plane): Figure => [
        intersectionOverUnion(matte, truth),
        edgeError(matte, truth, band),
      ]
      const others = await sinetMask?.(photograph(`${folder}/${file}`))
      figures.push({
        file,
        plain: figuresOf(enlarged(received(plain), truth)),
        ours: figuresOf(received(answer)),
        sinet: others === undefined ? null : figuresOf(enlarged(others, truth)),
      })
    }
    expect(figures.length).toBeGreaterThan(100)
    writeQualitySection(
      'Portrait cut-out',
      [
        `Intersection over union at 0.5, and mean absolute error of the matte within 10 px of the true edge, on all ${figures.length} photographs of \`portrait/masks\`. The ${refused.length} that the face gate refuses count with the matte that they would get: ${refused.join(', ')}.`,
        'What each step was chosen on: [tools/cut-out.md](tools/cut-out.md#what-each-step-was-chosen-on).',
        worseThanPlain(figures),
        'SINet is made for portraits, not for whole bodies. SlimNet is a bare TFLite file and not run.',
        '',
        '| | IoU | error at the edge | IoU, worst tenth | IoU, worst photograph |',
        '|---|---|---|---|---|',
        ...rows('', figures),
        ...(['person', 'street'] as const).flatMap((set) => {
          const ofSet = figures.filter(({ file }) => file.startsWith(set))
          return rows(`\`${set}-*\` (${ofSet.length}), `, ofSet)
        }),
        ...missing,
      ].join('\n'),
    )
  })
})
