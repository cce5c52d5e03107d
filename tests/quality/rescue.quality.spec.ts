import { readdirSync } from 'node:fs'
import { expect, test } from 'playwright/test'
import type { Corner } from '#core/imaging/tools/rescue/corners.ts'
import { findPaper } from '#core/imaging/tools/rescue/rescue.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { networkOf } from '#server/imaging/networks.ts'
import { bareJob } from '../fixtures/bare-job.ts'
import { photograph, photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { madeSheet, type View, views } from './made-sheets.ts'
import { openPicture } from './open-picture.ts'
import { mean, writeQualitySection } from './report.ts'

const filesOf = (set: string) =>
  readdirSync(photograph(`open/${set}`))
    .toSorted()
    .map((file) => photograph(`open/${set}/${file}`))

/** The first of them were looked at while the rules were chosen, the others were not. */
const prints = () => [...filesOf('sr-test/kodak'), ...filesOf('portrait/faces')].slice(0, 40)
const LOOKED_AT = 20
/** Ordinary photographs: people, and landscapes and things. */
const noPaper = () => [...filesOf('portrait/masks/image'), ...filesOf('photos-large/clic2025')]
/** As the product finds a sheet. */
const findNetwork = async () => (await networkOf('rescue/sheet'))?.session ?? null
const PRINT_PX = 480
const LOOKED_AT_PX = 720
/** Places along each side of a photo at which two sheets are compared. */
const GRID = 160
/** From this overlap on a sheet counts as found; one that is cut off loses a wedge. */
const rightFrom: Readonly<Record<View, number>> = {
  whole: 0.93,
  'a side cut off': 0.8,
  'larger than the photo': 0.8,
}

/** Whether a place lies within corners that go round clockwise. */
const isWithin = (corners: readonly Corner[], x: number, y: number): boolean =>
  corners.every((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner
    return (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x) >= 0
  })

/** Share that two sheets have in common of what the photo shows of both. */
function overlapOf(one: readonly Corner[], other: readonly Corner[]): number {
  let [both, either] = [0, 0]
  for (let row = 0; row < GRID; row++) {
    for (let column = 0; column < GRID; column++) {
      const [x, y] = [(column + 0.5) / GRID, (row + 0.5) / GRID]
      const [inOne, inOther] = [isWithin(one, x, y), isWithin(other, x, y)]
      if (inOne && inOther) both++
      if (inOne || inOther) either++
    }
  }
  return both / Math.max(1, either)
}

/** A row for prints from a number on, up to another. */
async function measured(view: View, from: number, to: number): Promise<string> {
  const overlaps: number[] = []
  let missed = 0
  for (const [at, path] of prints().entries()) {
    if (at < from || at >= to) continue
    const made = madeSheet(await openPicture(path, PRINT_PX), view, at + 1)
    const found = await findPaper(bareJob, rasterSource(made.photo), findNetwork)
    if (found === null) missed++
    else {
      const { corners } = found
      overlaps.push(Math.max(overlapOf(corners, made.corners), overlapOf(corners, made.printed)))
    }
  }
  const right = overlaps.filter((overlap) => overlap >= rightFrom[view]).length
  const set = from === 0 ? 'looked at' : 'kept apart'
  const counts = [to - from, right, overlaps.length - right, missed].join(' | ')
  return `| ${view}, ${set} | ${counts} | ${mean(overlaps).toFixed(3)} |`
}

test.describe('rescue', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('finds made prints on tables, and none where there are none', async () => {
    const rows: string[] = []
    for (const view of views) {
      rows.push(await measured(view, 0, LOOKED_AT))
      rows.push(await measured(view, LOOKED_AT, prints().length))
    }
    const others = noPaper()
    let seen = 0
    for (const path of others) {
      const photo = rasterSource(await openPicture(path, LOOKED_AT_PX))
      if ((await findPaper(bareJob, photo, findNetwork)) !== null) seen++
    }
    writeQualitySection(
      'Rescue',
      [
        'Photographs shown as prints with a white rim on four kinds of table (wood, cloth, one as light as the rim, tiles), seen',
        'by a camera from a random place, in uneven light, with noise. Photographs of real paper were not at hand. *Right*: 0.93 of',
        'the area in common with what the photo shows of the print, with or without its rim (0.8 where it is cut off); *wrong*: any',
        'other; *none*: left to the handles. Overlap is of those found.',
        '',
        '| shown | prints | right | wrong | none | overlap |',
        '|---|---|---|---|---|---|',
        ...rows,
        '',
        `Of ${others.length} photographs without paper a sheet is seen in ${seen}.`,
      ].join('\n'),
    )
    expect(rows).toHaveLength(2 * views.length)
  })
})
