import { readdirSync } from 'node:fs'
import { parse } from 'node:path'
import { expect, test } from 'playwright/test'
import sharp from 'sharp'
import { createPlane, floatFromPlane } from '#core/imaging/pixels.ts'
import type { Plane } from '#core/imaging/tool.ts'
import { kernels } from '../fixtures/kernels.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { edgeBand, edgeError, intersectionOverUnion } from './mattes.ts'
import { openMeasuringRoom, received } from './measuring-room.ts'
import { mean, writeQualitySection } from './report.ts'

interface Figures {
  readonly file: string
  readonly plain: readonly [iou: number, edge: number]
  readonly ours: readonly [iou: number, edge: number]
}

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

const row = (who: string, figures: readonly Figures[], of: 'plain' | 'ours') =>
  `| ${who} | ${mean(figures.map((each) => each[of][0])).toFixed(4)} | ${mean(figures.map((each) => each[of][1])).toFixed(4)} |`

test.describe('the portrait cut-out', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('against true masks, beside the plain mask of MediaPipe', async ({ page }) => {
    await openMeasuringRoom(page)
    const figures: Figures[] = []
    const refused: string[] = []
    const folder = 'open/portrait/masks/image'
    for (const file of readdirSync(photograph(folder)).toSorted()) {
      const truth = await truthOf(file)
      const url = `/photograph/${folder}/${file}`
      const answer = await page.evaluate((path) => window.measuringRoom.cutOut(path), url)
      if (typeof answer === 'string') {
        refused.push(`${file} (${answer})`)
        continue
      }
      const plain = await page.evaluate((path) => window.measuringRoom.plainMask(path), url)
      const band = edgeBand(truth, 10)
      const figuresOf = (matte: Plane) =>
        [intersectionOverUnion(matte, truth), edgeError(matte, truth, band)] as const
      figures.push({
        file,
        plain: figuresOf(enlarged(received(plain), truth)),
        ours: figuresOf(received(answer)),
      })
    }
    expect(figures.length).toBeGreaterThan(80)
    writeQualitySection(
      'Portrait cut-out',
      [
        `Mean intersection over union at 0.5 and mean absolute error of the matte within 10 px of the true edge, on the ${figures.length} photographs of \`portrait/masks\` that pass the face gate (${refused.length} do not: ${refused.join(', ')}).`,
        '',
        '| | IoU | error at the edge |',
        '|---|---|---|',
        row('**ours**', figures, 'ours'),
        row('plain MediaPipe mask', figures, 'plain'),
        ...(['person', 'street'] as const).flatMap((set) => {
          const ofSet = figures.filter(({ file }) => file.startsWith(set))
          const name = `\`${set}-*\` (${ofSet.length})`
          return [row(`${name}, ours`, ofSet, 'ours'), row(`${name}, plain`, ofSet, 'plain')]
        }),
      ].join('\n'),
    )
  })
})
