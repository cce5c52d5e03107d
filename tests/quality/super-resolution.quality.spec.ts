import { expect, test } from 'playwright/test'
import { photographsAreHere, photographsMissing } from '../fixtures/photographs.ts'
import { shippedEnlargers } from '../fixtures/shipped-networks.ts'
import { writeQualitySection } from './report.ts'
import { measureFactor } from './super-resolution.ts'

test.describe('super-resolution', () => {
  test.skip(!photographsAreHere, photographsMissing)

  test('of both factors and tiers, beside bicubic and what others published', async () => {
    const enlargers = await shippedEnlargers()
    const tables: string[] = []
    for (const factor of [2, 4] as const) {
      const ofFactor = enlargers.filter(({ card }) => card.scale === factor)
      expect(ofFactor.length).toBeGreaterThan(0)
      tables.push(await measureFactor(factor, ofFactor))
    }
    writeQualitySection(
      'Super-resolution',
      [
        'Luma only, shrunk by an antialiasing bicubic (Pillow), without a border of as many pixels as',
        'the factor. Pictures go in and come out as 8-bit RGB, tiles and rounding included, so the',
        'figures are a little under those of the bare networks on their cards.',
        '',
        tables.join('\n\n'),
      ].join('\n'),
    )
  })
})
