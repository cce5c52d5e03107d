import { test } from 'playwright/test'
import { photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { shippedEnlargers } from '../fixtures/shipped-networks.ts'
import { writeQualitySection } from './report.ts'
import { measureFactor } from './super-resolution.ts'

test.describe('super-resolution', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('of both factors and tiers, beside bicubic and what others made and published', async () => {
    const enlargers = await shippedEnlargers()
    const tables: string[] = []
    for (const factor of [2, 4] as const) {
      const [first, ...others] = enlargers.filter(({ card }) => card.scale === factor)
      if (first === undefined) throw new Error(`no network enlarges by ${factor}`)
      tables.push(await measureFactor(factor, [first, ...others]))
    }
    writeQualitySection(
      'Super-resolution',
      [
        'Luma only, shrunk by an antialiasing bicubic (Pillow), without a border of as many pixels as',
        'the factor. Pictures go in and come out as 8-bit RGB, tiles and rounding included, so the',
        'figures are a little under those of the bare networks on their cards. FSRCNN, ESPCN and LapSRN',
        'as run here are later implementations (Saafke, fannymonori; OpenCV uses them), the first two trained',
        'on pictures shrunk without antialiasing, and stay under what the first authors published. Anime4K,',
        'made for drawings and kept as shader text, is not run.',
        '',
        tables.join('\n\n'),
      ].join('\n'),
    )
  })
})
