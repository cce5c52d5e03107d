import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import type { DetectedFace } from '#core/imaging/tool.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { openMeasuringRoom } from './measuring-room.ts'
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

test.describe('faces', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('the gate lets real ones pass and tells why it refuses others', async ({ page }) => {
    await openMeasuringRoom(page)
    const gate = (path: string) =>
      page.evaluate((url) => window.measuringRoom.faceGate(url), `/photograph/open/${path}`)
    const real = [
      ...filesIn('portrait/faces').map((file) => `portrait/faces/${file}`),
      ...plainlySeen((count) => count > 0),
    ]
    const others = [
      ...filesIn('portrait/no-face').map((file) => `portrait/no-face/${file}`),
      ...plainlySeen((count) => count === 0),
    ]
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
    writeQualitySection(
      'Face gate',
      [
        '| | photographs | right | |',
        '|---|---|---|---|',
        `| real portraits, accepted | ${real.length} | ${percent(real.length - refused.length, real.length)} | refused: ${refused.join(', ') || 'none'} |`,
        `| animals, statues, drawings, things, refused as \`no-face\` | ${others.length} | ${percent(others.length - accepted.length - wrongReason.length, others.length)} | accepted or for another reason: ${[...accepted, ...wrongReason].join(', ') || 'none'} |`,
      ].join('\n'),
    )
  })

  test('are still found after the anime tool', async ({ page }) => {
    await openMeasuringRoom(page)
    const rows: string[] = []
    for (const look of ['soft', 'bold'] as const) {
      let before = 0
      let kept = 0
      for (const set of ['portrait/faces', 'photos-large/clic2025']) {
        for (const file of filesIn(set)) {
          const faces = await page.evaluate(
            ([url, name]) => window.measuringRoom.facesStyled(url, name),
            [`/photograph/open/${set}/${file}`, look] as const,
          )
          const found = faces.before.filter(({ score }) => score >= FOUND)
          before += found.length
          kept += found.filter((face) => faces.after.some((other) => isSame(face, other))).length
        }
      }
      expect(before).toBeGreaterThan(40)
      rows.push(`| ${look} | ${before} | ${kept} | ${percent(kept, before)} |`)
    }
    writeQualitySection(
      'Anime style',
      [
        'Faces that the detector (MediaPipe full range, score at least 0.6) finds in `portrait/faces` and',
        '`photos-large`, and those of them that it finds again in the styled photo at its own threshold of 0.3.',
        '',
        '| look | found before | found after | kept |',
        '|---|---|---|---|',
        ...rows,
      ].join('\n'),
    )
  })
})

/** The same place and about the same size. */
function isSame(one: DetectedFace, other: DetectedFace): boolean {
  const away = Math.hypot(
    one.x + one.width / 2 - other.x - other.width / 2,
    one.y + one.height / 2 - other.y - other.height / 2,
  )
  return away < Math.max(one.width, one.height) * 0.4
}
