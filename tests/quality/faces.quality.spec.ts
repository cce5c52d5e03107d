import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Page, test } from 'playwright/test'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { openMeasuringPage } from './measuring-page.ts'
import { openDetector, referenceDetectors } from './reference-detectors.ts'
import { referencesHere } from './reference-models.ts'
import { writeQualitySection } from './report.ts'

/** The detector's own score from which a face counts as found. */
const FOUND = 0.6
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`
const filesIn = (set: string) => readdirSync(photograph(`open/${set}`)).toSorted()

/** Photographs of `photos-large` with this many real faces by hand count, plainly seen. */
const plainlySeen = (isWanted: (count: number) => boolean): readonly string[] =>
  readFileSync(photograph('open/portrait/faces.csv'), 'utf8')
    .split('\n')
    .map((line) => line.trim().split(','))
    .filter(
      ([file = '', count = '', difficulty = '']) =>
        file.startsWith('photos-large') &&
        difficulty === 'plain' &&
        isWanted(Number.parseInt(count, 10)),
    )
    .map(([file = '']) => file)

const realFaces = () => [
  ...filesIn('portrait/faces').map((file) => `portrait/faces/${file}`),
  ...plainlySeen((count) => count > 0),
]
const noFaces = () => [
  ...filesIn('portrait/no-face').map((file) => `portrait/no-face/${file}`),
  ...plainlySeen((count) => count === 0),
]

/** What detectors alone make of the photographs that the gate is measured on. */
async function detectorRows(page: Page) {
  const { here, missing } = referencesHere(referenceDetectors)
  const row = async (who: string, hasFace: (path: string) => Promise<boolean>) => {
    const shareOf = async (paths: readonly string[], wanted: boolean) => {
      let right = 0
      for (const path of paths) if ((await hasFace(path)) === wanted) right++
      return percent(right, paths.length)
    }
    return `| ${who} (run here) | ${await shareOf(realFaces(), true)} | ${await shareOf(noFaces(), false)} |`
  }
  const rows = [
    await row(`MediaPipe full range, score at least ${FOUND}`, async (path) => {
      const url = `/photograph/open/${path}`
      const faces = await page.evaluate((each) => window.measuringPage.faces(each), url)
      return faces.some(({ score }) => score >= FOUND)
    }),
  ]
  for (const detector of here) {
    const hasFace = await openDetector(detector)
    const who = `${detector.name}, score at least ${detector.found}`
    rows.push(await row(who, (path) => hasFace(photograph(`open/${path}`))))
  }
  return { rows, missing }
}

test.describe('faces', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('the gate lets real ones pass and tells why it refuses others', async ({ page }) => {
    await openMeasuringPage(page)
    const gate = (path: string) =>
      page.evaluate((url) => window.measuringPage.faceGate(url), `/photograph/open/${path}`)
    const real = realFaces()
    const others = noFaces()
    const refused: string[] = []
    for (const path of real) {
      const code = await gate(path)
      if (code !== null) refused.push(`${path.split('/').at(-1)} (${code})`)
    }
    const accepted: string[] = []
    const wrongReason: string[] = []
    for (const path of others) {
      const code = await gate(path)
      if (code === null) accepted.push(path)
      else if (code !== 'no-face') wrongReason.push(`${path} (${code})`)
    }
    expect(real.length).toBeGreaterThan(30)
    expect(others.length).toBeGreaterThan(20)
    const wrong = accepted.length + wrongReason.length
    const { rows, missing } = await detectorRows(page)
    writeQualitySection(
      'Face gate',
      [
        "Detectors alone at the threshold of our gate's first look (MediaPipe), of OpenCV (YuNet) and of its own example",
        '(Ultra-Light). BlazeFace short range is not run.',
        '',
        `| | ${real.length} real portraits, accepted | ${others.length} animals, statues, drawings, things, refused |`,
        '|---|---|---|',
        `| **our gate** (run here) | ${percent(real.length - refused.length, real.length)} | ${percent(others.length - wrong, others.length)} |`,
        ...rows,
        ...missing,
        '',
        `Our gate refuses of the portraits: ${refused.join(', ') || 'none'}. Of the others it accepts, or refuses for another reason than \`no-face\`: ${[...accepted, ...wrongReason].join(', ') || 'none'}.`,
      ].join('\n'),
    )
  })
})
